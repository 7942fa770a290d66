//! What can be wrong with the text of a choice, such as the name of a preset or `length:10,20`.

use std::fmt;

use crate::kinds::joined;

/// A text does not say what is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChoiceFault {
    /// What is wrong.
    pub problem: ChoiceProblem,
    /// What was written; where several things are, the one that is wrong.
    pub written: String,
    /// What can be written instead: every name that there is, or how a choice is written.
    pub instead: Vec<String>,
}

/// What is wrong with the text of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChoiceProblem {
    /// No preset has this name.
    NoPreset,
    /// No module has this name.
    NoModule,
    /// No convention of parsers has this name.
    NoConvention,
    /// No step of cleaning has this name.
    NoStep,
    /// No kind of enhancement has this digit.
    NoEnhancement,
    /// Nothing can be balanced that has this name.
    NoBalance,
    /// Nothing can be put into buckets by this.
    NoBuckets,
    /// Ranges do not say where they end.
    NoLimits,
    /// What has no ranges was given some.
    NoRanges,
    /// The limit of a range is no number.
    BadLimit,
    /// The limits of ranges do not ascend.
    FallingLimits,
    /// What counts as punctuation is written in another way.
    BadPunctuation,
    /// A scheme of relations is written in another way.
    BadScheme,
    /// A tree of a list is neither named nor numbered.
    BadTree,
    /// A size is neither a number nor all.
    BadSize,
    /// A cell of a table is written in another way.
    BadCell,
    /// A range of sentences ends before it begins.
    FallingRange,
    /// Sentences are counted from 1.
    SentenceZero,
    /// No sentence is named.
    NoSentence,
    /// A question has no place for a sentence.
    NoPlace,
}

impl ChoiceFault {
    pub(crate) fn new(problem: ChoiceProblem, written: &str, instead: &[&str]) -> ChoiceFault {
        let instead = instead.iter().map(|one| one.to_string()).collect();
        ChoiceFault { problem, written: written.to_string(), instead }
    }

    /// All that can be written, with a word before the last.
    fn instead(&self, word: &str) -> String {
        joined(self.instead.iter().map(String::as_str), word)
    }
}

impl std::error::Error for ChoiceFault {}

impl fmt::Display for ChoiceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (written, all) = (&self.written, self.instead.join(", "));
        let (all_and, all_or) = (self.instead("and"), self.instead("or"));
        match self.problem {
            ChoiceProblem::NoPreset => {
                write!(f, "no preset is called {written}; there are {all_and}")
            }
            ChoiceProblem::NoModule => write!(f, "no module is called {written}; there are {all}"),
            ChoiceProblem::NoConvention => {
                write!(f, "no convention is called {written}; there are {all}")
            }
            ChoiceProblem::NoStep => {
                write!(f, "unknown cleaning step '{written}'; known are {all_and}")
            }
            ChoiceProblem::NoEnhancement => write!(f, "{written} is no enhancement; {all}"),
            ChoiceProblem::NoBalance => {
                write!(f, "{written} is nothing to balance; there are {all}")
            }
            ChoiceProblem::NoBuckets => write!(f, "no buckets by {written}; write {all_or}"),
            ChoiceProblem::NoLimits => write!(f, "where does a range end? write {all}"),
            ChoiceProblem::NoRanges => write!(f, "{written} has no ranges; write {all}"),
            ChoiceProblem::BadLimit => write!(f, "{written} is no limit; write {all}"),
            ChoiceProblem::FallingLimits => write!(f, "limits must ascend; write {all}"),
            ChoiceProblem::BadPunctuation => write!(f, "write {all_or}"),
            ChoiceProblem::BadScheme => write!(f, "{written} is no scheme such as {all}"),
            ChoiceProblem::BadTree => {
                write!(f, "{written} is neither {}", self.instead("nor a rank such as"))
            }
            ChoiceProblem::BadSize => {
                write!(f, "{written} is no size; write a number from 1 on, or all")
            }
            ChoiceProblem::BadCell => write!(f, "write {all_or}"),
            ChoiceProblem::FallingRange => write!(f, "{written} is no range; write {all}"),
            ChoiceProblem::SentenceZero => f.write_str("sentences are counted from 1"),
            ChoiceProblem::NoSentence => f.write_str("name a sentence"),
            ChoiceProblem::NoPlace => {
                write!(f, "there is no {all} in it, where a sentence would stand")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use super::*;
    use crate::drawing::WantedDrawing;
    use crate::entailment::ModuleName;
    use crate::entailment::generate::choose::Balance;
    use crate::entailment::generate::find::StyleDifference;
    use crate::metrics::brackets::{ChosenTree, Cleaning};
    use crate::metrics::dependencies::{DependencyPreset, Enhancements, Punctuation};
    use crate::metrics::fragments::Limit;
    use crate::metrics::relations::Scheme;

    fn fault<T: FromStr<Err = ChoiceFault>>(text: &str) -> ChoiceFault {
        text.parse::<T>().err().unwrap()
    }

    /// Buckets, cells and questions are tested where they are.
    #[test]
    fn what_is_wrong_with_a_choice_is_data_and_has_words() {
        let step = fault::<Cleaning>("traces+x");
        assert_eq!((step.problem, step.written.as_str()), (ChoiceProblem::NoStep, "x"));
        assert_eq!(step.instead, ["traces", "functions", "unaries", "all", "none"]);
        for (fault, said) in [
            (step, "unknown cleaning step 'x'; known are traces, functions, unaries, all and none"),
            (
                fault::<DependencyPreset>("x"),
                "no preset is called x; there are ud, conllx, stanford and msp",
            ),
            (
                fault::<ModuleName>("x"),
                "no module is called x; there are cambridge, schwa, stanford, paths, ud",
            ),
            (
                fault::<StyleDifference>("x"),
                "no convention is called x; there are punctuation, particles, auxiliaries, compounds, coordination, labels",
            ),
            (
                fault::<Balance>("x"),
                "x is nothing to balance; there are answer, relation, construction, source",
            ),
            (
                fault::<Enhancements>("17"),
                "7 is no enhancement; 1 gapping, 2 shared parents, 3 shared dependents, 4 control, 5 relative clauses, 6 case information, 0 none",
            ),
            (fault::<Punctuation>("x"), "write keep, unicode, tags:PUNCT,SYM or relations:punct"),
            (fault::<Scheme>("x"), "x is no scheme such as hierarchy.all"),
            (fault::<ChosenTree>("x"), "x is neither first, oracle nor a rank such as 2"),
            (fault::<Limit>("x"), "x is no size; write a number from 1 on, or all"),
            (fault::<WantedDrawing>("7-3"), "7-3 is no range; write 3-7"),
            (fault::<WantedDrawing>("0"), "sentences are counted from 1"),
            (fault::<WantedDrawing>(" "), "name a sentence"),
        ] {
            assert_eq!(fault.to_string(), said);
        }
    }
}
