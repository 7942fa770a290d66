//! What the rule left step by step, and how systems answer what it kept and what it did not.

use crate::counts::{Counts, ratio};
use crate::entailment::answers::Answer;
use crate::entailment::filter::{DropReason, PairOutcome};
use crate::entailment::score::EntailmentCounts;
use crate::report::filter::{FilterReport, in_words};
use crate::report::{Cell, Column, Shown, Table};

/// The answers of a system to some of the pairs.
#[derive(Clone, Debug, Default, PartialEq)]
#[doc(hidden)]
pub struct AnsweredPairs {
    /// What it is called.
    pub name: String,
    /// For each pair how its answer falls out; nothing where the system was not asked, or where nobody knows
    /// what is right.
    pub counts: Vec<Option<EntailmentCounts>>,
}

/// In the order in which pairs are asked whether they stay, with what those that do so far are called.
pub(in crate::report) const STEPS: [(DropReason, &str); 7] = [
    (DropReason::Check, "no attention check"),
    (DropReason::Unjudged, "judged at all"),
    (DropReason::TooFew, "judged by enough people"),
    (DropReason::TooFewLeft, "by enough of those left"),
    (DropReason::Disagreed, "people agree"),
    (DropReason::NotSure, "on yes or no"),
    (DropReason::Contradicted, "not against silver"),
];

/// The table of these steps, the first row of which is about all pairs.
pub(in crate::report) const STEPS_TABLE: &str = "steps";
pub(in crate::report) const ALL_PAIRS: &str = "all pairs";

/// The table of systems, and its last rows.
pub(in crate::report) const ANSWERS_TABLE: &str = "answers";
pub(in crate::report) const ALL_KEPT: &str = "all that stay";
pub(in crate::report) const ALL_GONE: &str = "all that went";

/// What became of a pair, in words.
pub(in crate::report) fn outcome_in_words(outcome: PairOutcome) -> &'static str {
    match outcome {
        PairOutcome::Kept(Answer::Yes) => "kept as YES",
        PairOutcome::Kept(Answer::No) => "kept as NO",
        PairOutcome::Dropped(reason) => in_words(reason),
    }
}

impl FilterReport<'_> {
    /// How many pairs are left after each step of the rule, and how many went in it.
    pub fn steps_table(&self) -> Table {
        let all = self.pairs.pairs.len();
        let row = |name: &str, went: usize, left: usize| {
            vec![
                Cell::Text(name.to_string()),
                Cell::Count(went as u64),
                Cell::Count(left as u64),
                Cell::Share(ratio(left as u64, all as u64)),
            ]
        };
        let mut rows = vec![row(ALL_PAIRS, 0, all)];
        let mut left = all;
        for (reason, name) in STEPS {
            let went = self.filtered.n_dropped(reason);
            left -= went;
            // Where there are no checks, nobody asks for them.
            if reason != DropReason::Check || went > 0 {
                rows.push(row(name, went, left));
            }
        }
        Table {
            name: STEPS_TABLE,
            title: "What is left after each step".to_string(),
            columns: ["step", "went", "left", "share"].map(Column::new).to_vec(),
            rows,
            shown: Shown::Everywhere,
        }
    }

    /// How many of the pairs that stay, and of those that went, each system has right: by what people agree on,
    /// and by silver's answer where the pair went.
    pub fn answers_table(&self, systems: &[AnsweredPairs]) -> Table {
        let outcomes = [Answer::Yes, Answer::No].map(PairOutcome::Kept).into_iter();
        let outcomes = outcomes.chain(DropReason::ALL.map(PairOutcome::Dropped));
        let is_kept = |outcome: PairOutcome| matches!(outcome, PairOutcome::Kept(_));
        let mut rows: Vec<Vec<Cell>> = outcomes
            .filter_map(|wanted| {
                self.answered(outcome_in_words(wanted), systems, |found| found == wanted)
            })
            .collect();
        rows.extend(self.answered(ALL_KEPT, systems, is_kept));
        rows.extend(self.answered(ALL_GONE, systems, |found| !is_kept(found)));
        let mut columns = vec![Column::new("outcome"), Column::new("pairs")];
        columns.extend(systems.iter().map(|system| Column::about(&system.name)));
        Table {
            name: ANSWERS_TABLE,
            title: "Right answers of systems, by what became of the pair".to_string(),
            columns,
            rows,
            shown: Shown::Everywhere,
        }
    }

    /// The row of some outcomes, if any pair has one of them.
    fn answered(
        &self,
        name: &str,
        systems: &[AnsweredPairs],
        is_meant: impl Fn(PairOutcome) -> bool,
    ) -> Option<Vec<Cell>> {
        let places: Vec<usize> = self
            .filtered
            .pairs
            .iter()
            .enumerate()
            .filter_map(|(at, judged)| is_meant(judged.outcome).then_some(at))
            .collect();
        let share = |system: &AnsweredPairs| {
            let mut sum = EntailmentCounts::default();
            for counts in places.iter().filter_map(|at| system.counts.get(*at)?.as_ref()) {
                sum.add(counts, 1);
            }
            Cell::Share(sum.accuracy())
        };
        let cells = [Cell::Text(name.to_string()), Cell::Count(places.len() as u64)];
        (!places.is_empty()).then(|| cells.into_iter().chain(systems.iter().map(share)).collect())
    }
}
