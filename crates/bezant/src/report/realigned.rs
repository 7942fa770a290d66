//! Which sentences were paired by their text, and how.

use crate::counts::Counts;
use crate::evaluation::{Evaluation, Realigned, Row};
use crate::metric::Reason;
use crate::report::{Cell, Column, Shown, Table, scored_of};

/// So many places are named in a note; the table has all.
const NAMED: usize = 12;

/// One row for each place where sentences are not simply paired in order; nothing where all are.
pub(super) fn alignment_table(realigned: &[Realigned]) -> Option<Table> {
    let row = |it: &Realigned| {
        vec![
            Cell::Text(it.kind().to_string()),
            Cell::Count(it.gold),
            Cell::Count(it.n_gold),
            Cell::Count(it.system),
            Cell::Count(it.n_system),
        ]
    };
    let columns = ["kind", "gold", "n_gold", "system", "n_system"];
    (!realigned.is_empty()).then(|| Table {
        name: "alignment",
        title: "Sentences that are not paired one by one".to_string(),
        columns: columns.into_iter().map(Column::new).collect(),
        rows: realigned.iter().map(row).collect(),
        shown: Shown::Everywhere,
    })
}

/// The same in a line: gold's numbers, and the system's for what only the system has.
pub(super) fn alignment_note(system: &str, realigned: &[Realigned]) -> Option<String> {
    let span = |first: u64, n: u64| match n {
        1 => first.to_string(),
        _ => format!("{first}–{}", first + n - 1),
    };
    let of_kind = |kind: &str| {
        let all: Vec<&Realigned> = realigned.iter().filter(|it| it.kind() == kind).collect();
        let shown: Vec<String> = all
            .iter()
            .take(NAMED)
            .map(|it| match kind {
                "extra" => span(it.system, it.n_system),
                _ => span(it.gold, it.n_gold),
            })
            .collect();
        let n: u64 =
            all.iter().map(|it| if kind == "extra" { it.n_system } else { it.n_gold }).sum();
        let more = if all.len() > NAMED { ", …" } else { "" };
        let whose = if kind == "extra" { "the system's " } else { "" };
        (n > 0).then(|| format!("{n} {kind} ({whose}{}{more})", shown.join(", ")))
    };
    let kinds = ["lost", "extra", "joined", "split", "regrouped"];
    let shown: Vec<String> = kinds.into_iter().filter_map(of_kind).collect();
    (!shown.is_empty()).then(|| format!("{system}: sentences paired by text: {}", shown.join(", ")))
}

/// How many sentences gold has, and how many of them were scored where that is not all; a row may be
/// about several.
pub(super) fn sentences_of_gold<C: Counts>(systems: &[Evaluation<C>]) -> String {
    let is_of_gold = |row: &&Row<C>| {
        let result = &row.outcome.result;
        !result.as_ref().is_err_and(|skipped| skipped.reason == Reason::GoldMissing)
    };
    let sum = |n: u64, row: &Row<C>| n.saturating_add(row.n_sentences);
    let all = systems.iter().map(|system| system.rows.iter().filter(is_of_gold).fold(0, sum));
    let scored = systems.iter().map(|system| system.counted().map(|(row, _)| row).fold(0, sum));
    scored_of(all.max().unwrap_or(0), scored)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_names_places() {
        let one = |gold, n_gold, system, n_system| Realigned { gold, n_gold, system, n_system };
        let all =
            [one(100, 1, 100, 0), one(500, 11, 499, 0), one(700, 2, 688, 1), one(800, 1, 787, 2)];
        assert_eq!(
            alignment_note("it", &all).unwrap(),
            "it: sentences paired by text: 12 lost (100, 500–510), 2 joined (700–701), 1 split (800)"
        );
        assert_eq!(
            alignment_note("it", &[one(3, 0, 3, 2)]).unwrap(),
            "it: sentences paired by text: 2 extra (the system's 3–4)"
        );
        assert_eq!(alignment_note("it", &[]), None);
    }
}
