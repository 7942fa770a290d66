//! A table of tallies: what was found, by some key, with precision, recall and F1.

use crate::counts::Tally;
use crate::report::{Cell, Column, Shown, Table};

/// One row a key, in the order given.
pub(super) fn tally_table<'t>(
    name: &'static str,
    key: &'static str,
    title: &str,
    tallies: impl IntoIterator<Item = (&'t String, &'t Tally)>,
) -> Table {
    let row = |(key, tally): (&String, &Tally)| {
        vec![
            Cell::Text(key.clone()),
            Cell::Count(tally.gold),
            Cell::Count(tally.system),
            Cell::Count(tally.matched),
            Cell::Share(tally.precision()),
            Cell::Share(tally.recall()),
            Cell::Share(tally.f1()),
        ]
    };
    let mut columns =
        [key, "gold", "system", "matched", "precision", "recall"].map(Column::new).to_vec();
    columns.push(Column::headed("f1", "F1"));
    Table {
        name,
        title: title.to_string(),
        columns,
        rows: tallies.into_iter().map(row).collect(),
        shown: Shown::Everywhere,
    }
}
