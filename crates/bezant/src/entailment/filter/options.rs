//! Who is dropped, and which pairs stay.

use crate::entailment::judgements::Opinion;
use crate::signature::Signature;

/// By what annotators are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgedBy {
    /// The answers that the pairs came with.
    Silver,
    /// Pairs with plain answers that are there only to see whether people read.
    Checks,
    /// What most of the others say about the same pair.
    Majority,
}

impl JudgedBy {
    /// Its name in signatures.
    pub fn name(self) -> &'static str {
        match self {
            JudgedBy::Silver => "silver",
            JudgedBy::Checks => "checks",
            JudgedBy::Majority => "majority",
        }
    }
}

/// How far those that are left must agree about a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Consensus {
    /// All remaining judgements agree.
    Unanimous,
    /// More than half of them do.
    Majority,
    /// At least this share of them does, and more than say anything else.
    Share(f64),
}

/// What *not sure* counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSure {
    /// No.
    No,
    /// Nothing, as if it had not been said.
    Drop,
    /// An answer of its own, which disagrees with both others.
    Own,
}

impl NotSure {
    /// Its name in signatures.
    pub fn name(self) -> &'static str {
        match self {
            NotSure::No => "no",
            NotSure::Drop => "drop",
            NotSure::Own => "own",
        }
    }

    /// What an answer counts as.
    pub(super) fn heard(self, answer: Opinion) -> Option<Opinion> {
        match (answer, self) {
            (Opinion::NotSure, NotSure::No) => Some(Opinion::No),
            (Opinion::NotSure, NotSure::Drop) => None,
            (answer, _) => Some(answer),
        }
    }

    /// The same for how often each answer was given.
    pub(super) fn heard_of(self, [yes, no, unsure]: [u64; 3]) -> [u64; 3] {
        match self {
            NotSure::No => [yes, no + unsure, 0],
            NotSure::Drop => [yes, no, 0],
            NotSure::Own => [yes, no, unsure],
        }
    }
}

/// What is done with a pair where people agree and contradict silver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradicted {
    /// It goes.
    Drop,
    /// It stays, with people's answer.
    People,
    /// It stays, with silver's.
    Silver,
}

impl Contradicted {
    /// Its name in signatures.
    pub fn name(self) -> &'static str {
        match self {
            Contradicted::Drop => "drop",
            Contradicted::People => "people",
            Contradicted::Silver => "silver",
        }
    }
}

/// Who is dropped, and which pairs stay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilterOptions {
    /// By what annotators are judged; by silver if any judged pair has it, else by checks, else by the
    /// majority, unless it is said.
    pub judged_by: Option<JudgedBy>,
    /// The share of their answers on which they must agree with that.
    pub min_agreement: f64,
    /// How many of their answers there must be for that; who has fewer stays.
    pub min_answers: u64,
    /// The share of checks that they must have right, whatever else they are judged by.
    pub min_checks: Option<f64>,
    /// How many judgements of those left a pair needs.
    pub min_judgements: u64,
    /// How far they must agree.
    pub consensus: Consensus,
    /// What *not sure* counts as, everywhere.
    pub not_sure: NotSure,
    /// What is done where people contradict silver.
    pub contradicted: Contradicted,
    /// The level of intervals.
    pub level: f64,
}

impl Default for FilterOptions {
    /// As the task's data set was made.
    fn default() -> FilterOptions {
        FilterOptions {
            judged_by: None,
            min_agreement: 0.7,
            min_answers: 1,
            min_checks: None,
            min_judgements: 3,
            consensus: Consensus::Unanimous,
            not_sure: NotSure::No,
            contradicted: Contradicted::Drop,
            level: 0.95,
        }
    }
}

impl FilterOptions {
    /// How pairs are filtered, before anything is said of data.
    pub(super) fn sign(&self, judged_by: JudgedBy) -> Signature {
        let percent = |share: f64| (share * 1e6).round() / 1e4;
        let mut signature = Signature::new("filter")
            .with("by", judged_by.name())
            .with("agreement", percent(self.min_agreement))
            .with("answers", self.min_answers);
        if let Some(checks) = self.min_checks {
            signature = signature.with("checks", percent(checks));
        }
        signature
            .with("left", self.min_judgements)
            .with(
                "consensus",
                match self.consensus {
                    Consensus::Unanimous => "unanimous".to_string(),
                    Consensus::Majority => "majority".to_string(),
                    Consensus::Share(share) => percent(share).to_string(),
                },
            )
            .with("unsure", self.not_sure.name())
            .with("contradicted", self.contradicted.name())
    }
}
