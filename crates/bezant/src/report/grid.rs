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
        let all: Vec<usize> = (0..cells.len()).collect();
        self.part(cells, &all, between)
    }

    /// Some cells of a line, padded and joined.
    pub(crate) fn part(&self, cells: &[String], columns: &[usize], between: &str) -> String {
        let padded: Vec<String> = columns
            .iter()
            .map(|&at| {
                let cell = &cells[at];
                let blanks = " ".repeat(self.widths[at] - cell.width());
                if self.right[at] { blanks + cell } else { cell.clone() + &blanks }
            })
            .collect();
        padded.join(between)
    }

    /// The columns that stand beside each other on a page: where not all have a place, those that come
    /// later follow below, behind the first one. Columns in which nothing stands are left out.
    pub(crate) fn blocks(&self, most: usize, between: usize) -> Vec<Vec<usize>> {
        let says =
            |at: &usize| self.rows.is_empty() || self.rows.iter().any(|row| !row[*at].is_empty());
        let mut blocks: Vec<Vec<usize>> = vec![Vec::new()];
        let mut width = 0;
        for at in (0..self.headings.len()).filter(says) {
            let block = blocks.last_mut().expect("there is one from the start");
            let wider = width + between + self.widths[at];
            if wider > most && block.len() > 1 {
                let first = block[0];
                blocks.push(vec![first, at]);
                width = self.widths[first] + between + self.widths[at];
                continue;
            }
            width = if block.is_empty() { self.widths[at] } else { wider };
            block.push(at);
        }
        blocks
    }
}

#[cfg(test)]
mod tests {
    use crate::report::{Cell, Column, Shown, Table};

    use super::*;

    #[test]
    fn wide_tables_go_on_below_behind_their_first_column() {
        let columns = ["label", "gold", "strong", "weak", "skipped"].map(Column::new).to_vec();
        let nothing = || Cell::Text(String::new());
        let row = vec![
            Cell::Text("NP".into()),
            Cell::Count(9),
            Cell::Count(8),
            Cell::Count(7),
            nothing(),
        ];
        let table = Table {
            name: "t",
            title: String::new(),
            columns,
            rows: vec![row],
            shown: Shown::Everywhere,
        };
        let grid = Grid::new(&table, str::to_string);
        assert_eq!(grid.blocks(80, 2), [vec![0, 1, 2, 3]]);
        // label and gold are 11 wide, with strong 19.
        assert_eq!(grid.blocks(19, 2), [vec![0, 1, 2], vec![0, 3]]);
        assert_eq!(grid.blocks(1, 2), [vec![0, 1], vec![0, 2], vec![0, 3]]);
    }
}
