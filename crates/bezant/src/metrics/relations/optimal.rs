//! The most that can be matched, one to one.

use crate::metrics::relations::facts::Side;
use crate::metrics::relations::matching::{Comparison, Matching};

impl Comparison<'_> {
    /// Matches as many relations as possible, at types as specific as possible.
    pub(crate) fn optimal(&self, gold: &Side, system: &Side) -> Matching {
        self.greedy(gold, system)
    }
}
