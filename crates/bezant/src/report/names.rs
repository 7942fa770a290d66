//! What a report can have in it, known before anything is scored.

use crate::metric::{Score, Scorer, Unit};
use crate::report::{BucketKey, Buckets, NoBuckets};

/// Tables that every metric's report may have: those of comparisons and of skipped sentences.
const OF_ALL: [&str; 5] = ["intervals", "comparisons", "p_matrix", "ranking", "skipped"];

/// Names that can be asked for. Which tables there are depends on options and on what was found,
/// so these are all that there can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// Scores, the main one first; with skipped sentences counted as missed they are the same.
    pub scores: Vec<&'static str>,
    /// Those of them that are no percentages.
    pub others: Vec<&'static str>,
    /// Means over sentences.
    pub macro_scores: Vec<&'static str>,
    /// Tables that are shown to people.
    pub tables: Vec<&'static str>,
    /// What sentences can be sorted by; whether some are depends on what is said of them.
    pub buckets: Vec<BucketKey>,
    /// Tables behind whose cells sentences can be shown.
    pub shown: Vec<&'static str>,
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
        let others = scores.iter().filter(|score| score.unit != Unit::Share);
        Names {
            scores: scores.iter().map(|score| score.name).collect(),
            others: others.map(|score| score.name).collect(),
            macro_scores: macro_scores.to_vec(),
            tables: tables.iter().copied().chain(OF_ALL).collect(),
            buckets: Vec::new(),
            shown: Vec::new(),
        }
    }

    /// The same with tables by what sentences can be sorted by.
    pub(super) fn with_buckets(mut self, keys: &[BucketKey]) -> Names {
        self.tables.extend(keys.iter().map(|key| key.table()));
        self.buckets = keys.to_vec();
        self
    }

    /// The same with tables behind whose cells sentences can be shown.
    pub(super) fn with_shown(mut self, tables: &[&'static str]) -> Names {
        self.tables.extend(["shown", "contrasts"]);
        self.shown = tables.to_vec();
        self
    }

    /// Looks up what sentences should be sorted by.
    ///
    /// # Errors
    /// Where these sentences have no such thing.
    pub fn check_buckets(&self, wanted: &[Buckets]) -> Result<(), NoBuckets> {
        match wanted.iter().find(|buckets| !self.buckets.contains(&buckets.key)) {
            Some(buckets) => Err(NoBuckets { key: buckets.key, known: self.buckets.clone() }),
            None => Ok(()),
        }
    }
}
