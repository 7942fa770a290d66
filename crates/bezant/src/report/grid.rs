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
    /// How many columns at the left say which row it is.
    names: usize,
}

/// Words that are wider than this are no name but a text.
const LONGEST_NAME: usize = 30;

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
        let mut grid = Grid { headings, rows, widths, right, names: 1 };
        let is_name = |at: &usize| match grid.right[*at] {
            true => ["sentence", "id"].contains(&table.columns[*at].name.as_ref()),
            false => !grid.rows.is_empty() && !grid.is_long(*at),
        };
        grid.names = (0..grid.headings.len()).take_while(is_name).count().max(1);
        grid
    }

    /// Whether a column has texts in it, which nobody compares from row to row.
    fn is_long(&self, at: usize) -> bool {
        !self.right[at] && self.widths[at] > LONGEST_NAME
    }

    /// How wide some columns are beside each other.
    fn width(&self, columns: &[usize], between: usize) -> usize {
        let gaps = between * columns.len().saturating_sub(1);
        columns.iter().map(|at| self.widths[*at]).sum::<usize>() + gaps
    }

    /// Columns in which something stands.
    fn told(&self) -> Vec<usize> {
        let says =
            |at: &usize| self.rows.is_empty() || self.rows.iter().any(|row| !row[*at].is_empty());
        (0..self.headings.len()).filter(says).collect()
    }

    /// Whether all of it stands beside each other on a page.
    pub(crate) fn fits(&self, most: usize, between: usize) -> bool {
        self.width(&self.told(), between) <= most
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
    /// later follow below, behind those that say which row it is. Columns in which nothing stands are
    /// left out. Texts that would need a page of their own come apart: they stand below each row.
    pub(crate) fn blocks(&self, most: usize, between: usize) -> (Vec<Vec<usize>>, Vec<usize>) {
        let told = self.told();
        let fits = self.width(&told, between) <= most;
        // What is said of a text stands with it: a pair's hypothesis is read below its text.
        let first = (1..self.headings.len()).find(|at| !fits && self.is_long(*at));
        let is_text = |at: &usize| first.is_some_and(|first| *at >= first && !self.right[*at]);
        let (texts, told): (Vec<usize>, Vec<usize>) = told.into_iter().partition(is_text);
        // Names that would take most of the page leave no place for what they name.
        let is_short = |n: &usize| self.width(&told[..*n], between) <= most / 2;
        let named = told.iter().filter(|at| **at < self.names).count();
        let named = (1..=named).rev().find(is_short).unwrap_or(1).min(told.len());
        let mut blocks: Vec<Vec<usize>> = vec![told[..named].to_vec()];
        for &at in &told[named..] {
            let block = blocks.last_mut().expect("there is one from the start");
            block.push(at);
            if self.width(block, between) > most && block.len() > named + 1 {
                block.pop();
                blocks.push([&told[..named], &[at]].concat());
            }
        }
        (blocks, texts)
    }
}

#[cfg(test)]
mod tests {
    use crate::report::{Cell, Column, Shown, Table};

    use super::*;

    fn table(columns: &[&'static str], row: Vec<Cell>) -> Table {
        let columns = columns.iter().map(|name| Column::new(*name)).collect();
        Table {
            name: "t",
            title: String::new(),
            columns,
            rows: vec![row],
            shown: Shown::Everywhere,
        }
    }

    fn text(text: &str) -> Cell {
        Cell::Text(text.to_string())
    }

    #[test]
    fn wide_tables_go_on_below_behind_their_first_column() {
        let counts = [9, 8, 7].map(Cell::Count);
        let row = [&[text("NP")][..], &counts, &[text("")]].concat();
        let table = table(&["label", "gold", "strong", "weak", "skipped"], row);
        let grid = Grid::new(&table, str::to_string);
        let blocks = |most| grid.blocks(most, 2).0;
        assert_eq!(blocks(80), [vec![0, 1, 2, 3]]);
        // label and gold are 11 wide, with strong 19.
        assert_eq!(blocks(19), [vec![0, 1, 2], vec![0, 3]]);
        assert_eq!(blocks(1), [vec![0, 1], vec![0, 2], vec![0, 3]]);
    }

    #[test]
    fn every_part_of_a_table_says_which_row_it_is() {
        let counts = [1, 2, 3].map(Cell::Count);
        let row = [&[text("one"), text("two"), text("f1")][..], &counts].concat();
        let pairs = table(&["a", "b", "score", "higher", "lower", "detectable"], row);
        let grid = Grid::new(&pairs, str::to_string);
        // The names are 15 wide; with higher and lower 30.
        assert_eq!(grid.blocks(34, 2), (vec![vec![0, 1, 2, 3, 4], vec![0, 1, 2, 5]], vec![]));
        // Where they would fill the page, those at the left have to do.
        assert_eq!(grid.blocks(20, 2).0[1][..2], [0, 1]);
        let row = [&[text("s"), Cell::Count(7)][..], &counts].concat();
        let sentences = table(&["system", "sentence", "facts", "errors", "matched"], row);
        let grid = Grid::new(&sentences, str::to_string);
        assert_eq!(grid.blocks(34, 2).0, [vec![0, 1, 2, 3], vec![0, 1, 4]]);
    }

    #[test]
    fn long_texts_come_apart_where_they_do_not_fit() {
        let long = "a sentence that is longer than any name";
        let row = vec![text("7"), text("YES"), Cell::Count(1), text(long), text("short")];
        let pairs = table(&["id", "gold", "right", "text", "hypothesis"], row);
        let grid = Grid::new(&pairs, str::to_string);
        assert_eq!(grid.blocks(40, 2), (vec![vec![0, 1, 2]], vec![3, 4]));
        assert_eq!(grid.blocks(80, 2), (vec![vec![0, 1, 2, 3, 4]], vec![]));
    }
}
