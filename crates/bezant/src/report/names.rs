//! What a report can have in it, known before anything is scored.

use crate::metric::{Score, Scorer};

/// Tables that every metric's report may have: those of comparisons and of skipped sentences.
const OF_ALL: [&str; 5] = ["intervals", "comparisons", "p_matrix", "ranking", "skipped"];

/// Names that can be asked for. Which tables there are depends on options and on what was found,
/// so these are all that there can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// Scores, the main one first; with skipped sentences counted as missed they are the same.
    pub scores: Vec<&'static str>,
    /// Means over sentences.
    pub macro_scores: Vec<&'static str>,
    /// Tables that are shown to people.
    pub tables: Vec<&'static str>,
}

impl Names {
    /// The names of what [`Report::of`](crate::Report::of) says about a metric.
    pub fn of<M: Scorer>(metric: &M) -> Names {
        Names::new(&metric.scores(&M::Counts::default()), &[], &["scores"])
    }

    /// The names of a metric's report; `scores` are those of any total.
    pub(super) fn new(
        scores: &[Score],
        macro_scores: &[&'static str],
        tables: &[&'static str],
    ) -> Names {
        Names {
            scores: scores.iter().map(|score| score.name).collect(),
            macro_scores: macro_scores.to_vec(),
            tables: tables.iter().copied().chain(OF_ALL).collect(),
        }
    }
}
