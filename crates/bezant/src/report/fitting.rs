//! The first screen on a page that is too narrow for all of its columns.

use crate::report::glance::{BESIDE_MAIN, GLANCE};
use crate::report::grid::Grid;
use crate::report::text::{BETWEEN, INDENT};
use crate::report::{Column, Report, Table};

#[doc(hidden)]
impl Report {
    /// The same with as many columns in the first table as have a place beside each other on a page;
    /// those at the right go first, and the main score stays. Headings of those that went are told.
    #[must_use]
    pub fn with_fitting_scores(&self, width: usize) -> (Report, Vec<String>) {
        let mut report = self.clone();
        let main = self.systems.first().and_then(|system| system.scores.first());
        let is_kept = |column: &Column| {
            BESIDE_MAIN.contains(&column.name.as_ref())
                || main.is_some_and(|main| main.name == column.name)
        };
        let first = report.tables.iter_mut().filter(|table| table.name == GLANCE);
        let left_out = first.flat_map(|table| fit(table, width, is_kept)).collect();
        (report, left_out)
    }

    /// The same with fewer columns in the tables of the worst sentences, which are drawn below.
    #[must_use]
    pub fn with_fitting_sentences(&self, width: usize) -> Report {
        let mut report = self.clone();
        let is_kept = |column: &Column| {
            column.name == "sentence" || self.main.iter().any(|(name, _)| *name == column.name)
        };
        let tables = report.systems.iter_mut().flat_map(|system| &mut system.tables);
        for table in tables.filter(|table| table.name == "worst") {
            fit(table, width, is_kept);
        }
        report
    }
}

/// Drops columns until the others have a place; none at all if that does not help. What is dropped
/// is told in its order.
fn fit(table: &mut Table, width: usize, is_kept: impl Fn(&Column) -> bool) -> Vec<String> {
    let most = width.saturating_sub(INDENT.len());
    let fits = |table: &Table| Grid::new(table, str::to_string).fits(most, BETWEEN.len());
    let (mut fewer, mut left_out) = (table.clone(), Vec::new());
    while !fits(&fewer) {
        let Some(at) = (1..fewer.columns.len()).rev().find(|at| !is_kept(&fewer.columns[*at]))
        else {
            return Vec::new();
        };
        left_out.insert(0, fewer.columns.remove(at).heading);
        fewer.rows.iter_mut().for_each(|row| drop(row.remove(at)));
    }
    *table = fewer;
    left_out
}
