//! How good a module is by itself: on gold parses, and against people who see the same parses
//! (section 6 of the article).

use crate::counts::ratio;
use crate::entailment::answers::Answer;
use crate::entailment::decide::Reached;
use crate::entailment::pairs::{Pair, Pairs};
use crate::error::Result;

/// A module's answers against what people conclude from the same parses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transparency {
    /// The module passes on what the parser found.
    pub agree: u64,
    /// The parse is wrong, and the module's answer is right all the same.
    pub in_favour: u64,
    /// The parse is right, and the module's answer is wrong all the same.
    pub to_detriment: u64,
}

impl Transparency {
    /// Counts all pairs: the right answers, the module's, and what people conclude from the parses.
    pub fn of(gold: &[Answer], given: &[Answer], judged: &[Answer]) -> Transparency {
        let mut found = Transparency::default();
        for ((gold, given), judged) in gold.iter().zip(given).zip(judged) {
            match (given == judged, given == gold) {
                (true, _) => found.agree += 1,
                (false, true) => found.in_favour += 1,
                (false, false) => found.to_detriment += 1,
            }
        }
        found
    }

    /// The share of pairs in which the module is transparent.
    pub(crate) fn share(&self) -> Option<f64> {
        ratio(self.agree, self.agree + self.in_favour + self.to_detriment)
    }
}

/// Right YES, and how many of them rest on nothing that had to be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Luck {
    /// YES to pairs that are YES.
    pub right_yes: u64,
    /// Those without a core match: a determiner, for example, is all that both sentences share.
    pub lucky: u64,
}

impl Luck {
    /// Counts all pairs: the right answers, and what a module decided.
    pub fn of(gold: &[Answer], decided: &[Reached]) -> Luck {
        let mut found = Luck::default();
        for (gold, one) in gold.iter().zip(decided) {
            if *gold == Answer::Yes && one.given.answer == Answer::Yes {
                found.right_yes += 1;
                found.lucky += u64::from(!one.has_core_match);
            }
        }
        found
    }
}

/// What both experiments say, on one page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OraclePage {
    /// How many pairs there are.
    pub n_pairs: u64,
    /// Right answers of the module on gold parses.
    pub right_on_gold: Option<u64>,
    /// What is said about a parser.
    pub parser: Option<ParserOracle>,
}

/// What is said about a parser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParserOracle {
    /// Right answers of the module.
    pub right: u64,
    /// Right answers of people who see the same parses: a module without errors of its own.
    pub right_by_people: Option<u64>,
    /// How far the module agrees with them.
    pub transparency: Option<Transparency>,
    /// How its right YES came about.
    pub luck: Luck,
    /// Pairs with a word whose part of speech changes.
    pub other_parts: u64,
}

/// How many answers are right.
pub fn right(gold: &[Answer], given: &[Answer]) -> u64 {
    gold.iter().zip(given).filter(|(gold, given)| gold == given).count() as u64
}

/// Why an answer is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The parser missed an unbounded dependency.
    Unbounded,
    /// The parser made another error.
    Parser,
    /// The module did.
    Module,
}

impl Cause {
    /// All causes, in the order of the article's table.
    pub(crate) const ALL: [Cause; 3] = [Cause::Unbounded, Cause::Parser, Cause::Module];

    /// In words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Cause::Unbounded => "unbounded dependency",
            Cause::Parser => "other parser error",
            Cause::Module => "entailment module",
        }
    }
}

/// Constructions that are unbounded dependencies unless the user says otherwise.
pub const UNBOUNDED: [&str; 6] = [
    "unbounded",
    "object-extraction",
    "adjunct-extraction",
    "embedded-question",
    "right-node-raising",
    "free-relative",
];

/// Why an answer is wrong, if it is. `faithful` says whether the module passed on what the parser
/// found; what is left is the parser's, and unbounded if the pair says that it is about one.
pub(crate) fn cause(
    pair: &Pair,
    given: Answer,
    faithful: bool,
    unbounded: &[String],
) -> Option<Cause> {
    if pair.answer? == given {
        return None;
    }
    let is_unbounded = ["construction", "source"].iter().any(|name| {
        let values = pair.more.get(*name).map_or("", String::as_str).split([',', ';']);
        values.map(str::trim).any(|value| unbounded.iter().any(|known| known == value))
    });
    Some(match (faithful, is_unbounded) {
        (false, _) => Cause::Module,
        (true, true) => Cause::Unbounded,
        (true, false) => Cause::Parser,
    })
}

/// By what a module is taken to have passed on what the parser found.
#[derive(Clone, Copy, Debug)]
pub enum Faith<'a> {
    /// Its answers are what people conclude from the same parses.
    Judged(&'a [Answer]),
    /// Its answers on gold parses are right.
    OnGold(&'a [Answer]),
    /// It always has.
    Blind,
}

/// The cause of each wrong answer, and the right one.
///
/// # Errors
/// Where a pair has no right answer.
pub fn causes(
    pairs: &Pairs,
    given: &[Answer],
    faith: Faith<'_>,
    unbounded: &[String],
) -> Result<Vec<(Cause, Answer)>> {
    let gold = pairs.gold()?;
    let faithful = |at: usize| match faith {
        Faith::Judged(judged) => judged[at] == given[at],
        Faith::OnGold(on_gold) => on_gold[at] == gold[at],
        Faith::Blind => true,
    };
    let wrong = (0..gold.len()).filter_map(|at| {
        let found = cause(&pairs.pairs[at], given[at], faithful(at), unbounded)?;
        Some((found, gold[at]))
    });
    Ok(wrong.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entailment::answers::Given;
    use crate::entailment::core::Because;
    use Answer::{No, Yes};

    #[test]
    fn a_module_that_disagrees_with_people_is_not_transparent() {
        let found = Transparency::of(
            &[Yes, Yes, No, No, Yes],
            &[Yes, No, No, Yes, No],
            &[Yes, No, Yes, No, Yes],
        );
        assert_eq!(found, Transparency { agree: 2, in_favour: 1, to_detriment: 2 });
        assert_eq!(found.share(), Some(0.4));
        assert_eq!(Transparency::default().share(), None);
    }

    #[test]
    fn a_right_yes_without_a_core_match_is_a_lucky_guess() {
        let reached = |answer, has_core_match| Reached {
            given: Given { answer, probability: None, score: None },
            because: Because::AllFound,
            has_core: true,
            has_core_match,
            n_other_parts: 0,
            has_untagged: false,
        };
        let decided =
            [reached(Yes, true), reached(Yes, false), reached(No, false), reached(Yes, false)];
        let found = Luck::of(&[Yes, Yes, Yes, No], &decided);
        assert_eq!(found, Luck { right_yes: 2, lucky: 1 });
        assert_eq!(right(&[Yes, Yes, No], &[Yes, No, No]), 2);
    }

    #[test]
    fn each_wrong_answer_has_one_cause() {
        let mut pair = Pair { answer: Some(Yes), ..Pair::default() };
        let unbounded = UNBOUNDED.map(str::to_string);
        assert_eq!(cause(&pair, Yes, false, &unbounded), None);
        assert_eq!(cause(&pair, No, false, &unbounded), Some(Cause::Module));
        assert_eq!(cause(&pair, No, true, &unbounded), Some(Cause::Parser));
        pair.more.insert("construction".to_string(), "passive, free-relative".to_string());
        assert_eq!(cause(&pair, No, true, &unbounded), Some(Cause::Unbounded));
        assert_eq!(cause(&pair, No, true, &[]), Some(Cause::Parser));
    }
}
