//! What lies behind a number: how bad a sentence is, and what is different in it.

use std::cmp::Ordering;

use crate::metric::{Ledger, Read, Scorer};

/// A metric that can say which sentences stand behind its numbers: how bad one is by its counts, and what is different
/// in it, for which the sentence is read once more.
#[doc(hidden)]
pub trait Explains: Scorer {
    /// What is different, as data; reports make text of it.
    type Difference;

    /// How bad a sentence is by its counts; nothing where it has no errors.
    fn badness(&self, counts: &Self::Counts) -> Option<Badness>;

    /// What stands behind the scores of a sentence, by its counts: always the same in the same order, the
    /// main score's first.
    fn ledgers(&self, _counts: &Self::Counts) -> Vec<Ledger> {
        Vec::new()
    }

    /// Compares gold's sentence with a system's once more; nothing where the two cannot be
    /// compared, or the sentence alone does not tell.
    fn difference(
        &self,
        _gold: &Read<'_, Self::Structure>,
        _system: &Read<'_, Self::Structure>,
    ) -> Option<Self::Difference> {
        None
    }
}

/// How bad a sentence is: sentences are worse with a lower score, and of equal ones with more
/// errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Badness {
    /// The metric's main score.
    pub score: f64,
    /// How many things are wrong, or 0 where that is not told apart.
    pub errors: u64,
}

impl Badness {
    /// The worse one first.
    pub(crate) fn rank(&self, other: &Badness) -> Ordering {
        self.score.total_cmp(&other.score).then(other.errors.cmp(&self.errors))
    }
}
