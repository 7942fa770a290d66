//! One row a sentence.

use crate::counts::Counts;
use crate::evaluation::{Evaluation, Row};
use crate::metrics::brackets::{BracketCounts, BracketScores};
use crate::report::{Cell, Column, Shown, Table, why_skipped};

/// Counts that follow the brackets of a sentence, each with the score that it is for.
const MEASURED: [(&str, &str); 5] = [
    ("discontinuous_matched", "discontinuous_f1"),
    ("discontinuous_gold", "discontinuous_f1"),
    ("discontinuous_system", "discontinuous_f1"),
    ("edits", "tree_edit_distance"),
    ("edit_nodes", "tree_edit_distance"),
];

/// Sentences with their scores and counts; measures only where the evaluation has them.
pub(super) fn sentence_table(
    scored: BracketScores,
    name: &'static str,
    title: String,
    rows: Vec<&Row<BracketCounts>>,
) -> Table {
    let scores = scored.scores(&BracketCounts::default());
    let has = |name: &str| scores.iter().any(|score| score.name == name);
    let measured: Vec<&str> =
        MEASURED.into_iter().filter(|(_, score)| has(score)).map(|(count, _)| count).collect();
    let has_paths = has("leaf_ancestor");
    let columns = [
        "sentence",
        "length",
        "depth",
        "precision",
        "recall",
        "f1",
        "matched",
        "gold",
        "system",
        "crossing",
        "words",
        "tags_matched",
    ];
    let cells = |row: &Row<BracketCounts>| {
        let counted = row.outcome.result.as_ref().ok();
        // Where nothing was counted, none is no number of it.
        let number = |n| counted.map_or(Cell::Number(None), |_| Cell::Count(n));
        let counts = counted.cloned().unwrap_or_default();
        let tally = counts.brackets();
        let mut cells = vec![
            Cell::Count(row.sentence),
            Cell::Count(u64::from(row.outcome.size.length)),
            Cell::Count(u64::from(row.outcome.size.depth)),
            Cell::Share(tally.precision()),
            Cell::Share(tally.recall()),
            Cell::Share(tally.f1()),
            number(counts.matched),
            number(counts.gold),
            number(counts.system),
            number(counts.crossing),
            number(counts.words),
            number(counts.tags_matched),
        ];
        let named = counts.named();
        let count = |name: &&str| named.iter().find(|(known, _)| known == name).map(|(_, n)| *n);
        if has_paths {
            let scores = counts.scores();
            let score = scores.iter().find(|score| score.name == "leaf_ancestor");
            cells.push(Cell::Share(score.and_then(|score| score.value)));
        }
        cells.extend(measured.iter().filter_map(count).map(number));
        cells.push(why_skipped(row));
        cells
    };
    let more = has_paths.then_some("leaf_ancestor").into_iter().chain(measured.iter().copied());
    Table {
        name,
        title,
        columns: columns.into_iter().chain(more).chain(["skipped"]).map(Column::new).collect(),
        rows: rows.into_iter().map(cells).collect(),
        shown: Shown::Everywhere,
    }
}

/// What is said where only brackets with gaps count, and there are none.
pub(super) fn no_gaps(systems: &[Evaluation<BracketCounts>]) -> Option<String> {
    let is_about_gaps = systems.first()?.signature.get("discontinuous") == Some("only");
    let has_gaps = |system: &Evaluation<BracketCounts>| {
        let gaps = system.total_with_missed().discontinuous();
        gaps.gold > 0 || gaps.system > 0
    };
    let is_told = is_about_gaps && !systems.iter().any(has_gaps);
    is_told.then(|| "no bracket has a gap, in gold or in a system: nothing is compared".to_string())
}
