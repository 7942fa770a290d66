//! How many there are: as cells, and as words.

use crate::counts::Counts;
use crate::evaluation::{Evaluation, Row};
use crate::metric::{Reason, Score};
use crate::report::Cell;

/// Scores by name, in the order in which a table has them.
pub(super) fn cells_of(scores: &[Score], names: &[&str]) -> Vec<Cell> {
    let find = |name: &&str| scores.iter().find(|score| score.name == *name);
    names.iter().map(|name| find(name).map_or(Cell::Share(None), Cell::score)).collect()
}

/// How many things there are: 1 sentence, 2 sentences.
pub(super) fn number_of(n: u64, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// A sum that is no less than its parts, whatever a file of rows says.
pub(super) fn total(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::saturating_add)
}

/// How many of gold's sentences the longest evaluation has; what only a system has is none of them.
pub(super) fn n_sentences<C>(systems: &[Evaluation<C>]) -> u64 {
    let is_of_gold = |row: &&Row<C>| {
        let result = &row.outcome.result;
        !result.as_ref().is_err_and(|skipped| skipped.reason == Reason::GoldMissing)
    };
    let n = |system: &Evaluation<C>| system.rows.iter().filter(is_of_gold).count();
    systems.iter().map(n).max().unwrap_or(0) as u64
}

/// How many sentences gold has, and how many of them were scored where that is not all.
pub(super) fn sentences_of<C: Counts>(systems: &[Evaluation<C>]) -> String {
    let of_gold = |(row, _): &(&Row<C>, &C)| row.n_sentences > 0;
    let scored = systems.iter().map(|system| system.counted().filter(of_gold).count() as u64);
    scored_of(n_sentences(systems), scored)
}

/// The same from the numbers of sentences: gold's, and those that each system was scored in.
pub(super) fn scored_of(n: u64, scored: impl Iterator<Item = u64>) -> String {
    let (least, most) = scored.fold((n, 0), |(least, most), n| (least.min(n), most.max(n)));
    let sentences = number_of(n, "sentence");
    match (least, most) {
        _ if least == n => sentences,
        (0, 0) => format!("{sentences}, none of them scored"),
        _ if least == most => format!("{sentences}, {least} of them scored"),
        _ => format!("{sentences}, {least} to {most} of them scored"),
    }
}
