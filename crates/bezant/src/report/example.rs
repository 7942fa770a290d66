//! Sentences that are shown with what is right and wrong in them.

use crate::metric::Score;
use crate::report::{Cell, Drawing};

/// A sentence to look at.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub struct Example {
    /// Which sentence, the first being 1.
    pub sentence: u64,
    /// By which of several ways to compare it is shown; nothing where there is one.
    pub under: String,
    /// Its score.
    pub score: Score,
    /// Gold's words.
    pub text: String,
    /// Facts that only one side has, or all.
    pub facts: Vec<Fact>,
    /// A drawing, where there is one.
    pub drawing: Drawing,
}

impl Example {
    /// What stands above it: `sentence 3, F1 66.67`.
    pub(super) fn heading(&self) -> String {
        let under = match self.under.as_str() {
            "" => String::new(),
            under => format!("{under}, "),
        };
        let (name, score) = (self.score.name.to_uppercase(), Cell::score(&self.score).shown());
        format!("sentence {}, {under}{name} {score}", self.sentence)
    }
}

/// A fact, and which side has it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Fact {
    /// `missed`, `wrong` or `both`; `first` or `second` where neither side is gold.
    pub side: &'static str,
    /// What it is, for example its label.
    pub label: String,
    /// The words it is about.
    pub text: String,
}
