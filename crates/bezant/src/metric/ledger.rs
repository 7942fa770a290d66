//! What stands behind scores in one sentence.

use std::borrow::Cow;

use crate::counts::Tally;

/// How much of what some scores count is missing in a sentence, how much there is too much, and how much
/// is right. Ledgers of sentences add up to what the scores are made of.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub struct Ledger {
    /// Among what it stands: scores, or sizes of fragments.
    pub table: &'static str,
    /// What is counted: brackets, tags, a measure by its name.
    pub what: Cow<'static, str>,
    /// Only in gold.
    pub missing: f64,
    /// Only in the system.
    pub extra: f64,
    /// In both.
    pub right: f64,
}

impl Ledger {
    /// Where ledgers of scores stand.
    pub const SCORES: &'static str = "score";
    /// Where ledgers of sizes stand.
    pub const SIZES: &'static str = "sizes";

    /// What both sides have; `unit` is what one is in the tally.
    pub(crate) fn of(what: impl Into<Cow<'static, str>>, tally: Tally, unit: u64) -> Ledger {
        let part = |n: u64| n as f64 / unit as f64;
        let Tally { matched, gold, system } = tally;
        Ledger {
            table: Ledger::SCORES,
            what: what.into(),
            missing: part(gold.saturating_sub(matched)),
            extra: part(system.saturating_sub(matched)),
            right: part(matched),
        }
    }

    /// What is right or not; `unit` is what one is in both numbers.
    pub(crate) fn part(what: &'static str, right: u64, whole: u64, unit: u64) -> Ledger {
        Ledger::of(what, Tally { matched: right, gold: whole, system: right }, unit)
    }

    /// What should not be there at all, and is not told from what is right.
    pub(crate) fn wrong(what: impl Into<Cow<'static, str>>, n: u64) -> Ledger {
        Ledger::of(what, Tally { matched: 0, gold: n, system: 0 }, 1)
    }

    /// Whether the sentence has nothing of it.
    pub(crate) fn is_empty(&self) -> bool {
        self.missing == 0.0 && self.extra == 0.0 && self.right == 0.0
    }
}
