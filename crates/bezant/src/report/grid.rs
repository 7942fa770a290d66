//! Columns of text set to the width of their widest cell.

use unicode_width::UnicodeWidthStr;

use crate::report::Table;

/// A table as text, with what each column needs.
pub(crate) struct Grid {
    pub headings: Vec<String>,
    pub rows: Vec<Vec<String>>,
    pub widths: Vec<usize>,
    /// Whether the column is set to the right.
    pub right: Vec<bool>,
}

impl Grid {
    /// Lays a table out; `escape` makes text safe for the output.
    pub(crate) fn new(table: &Table, escape: impl Fn(&str) -> String) -> Grid {
        let headings: Vec<String> =
            table.columns.iter().map(|column| escape(&column.heading)).collect();
        let rows: Vec<Vec<String>> = table
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| escape(&cell.shown())).collect())
            .collect();
        let widths = (0..headings.len())
            .map(|at| {
                let cells = rows.iter().map(|row| row[at].width());
                cells.chain([headings[at].width()]).max().unwrap_or(0)
            })
            .collect();
        let right = (0..headings.len())
            .map(|at| table.rows.first().is_some_and(|row| row[at].is_number()))
            .collect();
        Grid { headings, rows, widths, right }
    }

    /// One line, its cells padded and joined.
    pub(crate) fn line(&self, cells: &[String], between: &str) -> String {
        let padded: Vec<String> = cells
            .iter()
            .enumerate()
            .map(|(at, cell)| {
                let blanks = " ".repeat(self.widths[at] - cell.width());
                if self.right[at] { blanks + cell } else { cell.clone() + &blanks }
            })
            .collect();
        padded.join(between)
    }
}
