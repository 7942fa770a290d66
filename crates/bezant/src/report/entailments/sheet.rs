//! The score sheet: which answers are right to which pairs.

use super::unread::{UNPARSED, n_unparsed};
use super::{Systems, counts};
use crate::counts::Counts;
use crate::entailment::score::EntailmentCounts;
use crate::evaluation::Evaluation;
use crate::report::{Cell, Column, Shown, Table};

/// What was answered to a pair, and apart from that how many answers cannot be read. Where those count as wrong, they
/// stand among the counts as the other answer, which nobody gave.
pub(super) fn readable(
    system: &Evaluation<EntailmentCounts>,
    at: usize,
) -> Option<(EntailmentCounts, u64)> {
    let (mut counts, n) = (*counts(system, at)?, n_unparsed(system, at));
    if system.signature.get(UNPARSED).is_some() {
        // They were asked to be an answer.
        return Some((counts, 0));
    }
    let wrong = if counts.yes().gold > 0 { &mut counts.yes_wrong } else { &mut counts.no_wrong };
    *wrong = wrong.saturating_sub(n);
    Some((counts, n))
}

/// The published score sheet, with a column for answers that cannot be read if there are any.
pub(super) fn sheet_table(systems: Systems<'_>) -> Table {
    let told = systems.iter().map(|system| {
        let (mut given, mut n_unparsed) = (EntailmentCounts::default(), 0u64);
        for (counts, n) in (0..system.rows.len()).filter_map(|at| readable(system, at)) {
            given.add(&counts, 1);
            n_unparsed = n_unparsed.saturating_add(n);
        }
        (system, given, n_unparsed)
    });
    let told: Vec<_> = told.collect();
    let has_unparsed = told.iter().any(|(.., n)| *n > 0);
    let row = |(system, given, n): &(&Evaluation<EntailmentCounts>, EntailmentCounts, u64)| {
        // Scores are those of the report, in which such answers count.
        let no = system.total().no();
        let mut row = vec![
            Cell::Text(system.system.clone()),
            Cell::Count(given.yes_right),
            Cell::Count(given.yes_wrong),
            Cell::Count(given.no_right),
            Cell::Count(given.no_wrong),
        ];
        row.extend(has_unparsed.then_some(Cell::Count(*n)));
        row.extend([
            Cell::Count(given.yes().system),
            Cell::Share(no.precision()),
            Cell::Share(no.f1()),
        ]);
        row
    };
    let mut columns = vec![
        Column::new("system"),
        Column::headed("yes_right", "YES to YES"),
        Column::headed("yes_wrong", "NO to YES"),
        Column::headed("no_right", "NO to NO"),
        Column::headed("no_wrong", "YES to NO"),
    ];
    columns.extend(has_unparsed.then(|| Column::new(UNPARSED)));
    columns.extend([
        Column::headed("yes_answers", "YES answers"),
        Column::headed("no_precision", "P of NO"),
        Column::headed("no_f1", "F1 of NO"),
    ]);
    Table {
        name: "sheet",
        title: "Answers by what is right".to_string(),
        columns,
        rows: told.iter().map(row).collect(),
        shown: Shown::NotInJson,
    }
}
