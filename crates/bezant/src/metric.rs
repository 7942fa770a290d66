//! What every metric has in common: rows, reasons for having none, and scores.

mod explains;
mod ledger;
mod scorer;
mod structure;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::counts::Counts;
use crate::error::{Hint, Position, Remedy, shortened};
use crate::signature::Signature;

#[doc(hidden)]
pub use crate::formats::Sentence;
pub use explains::{Badness, Explains};
#[doc(hidden)]
pub use ledger::Ledger;
#[doc(hidden)]
pub use scorer::Scored;
pub use scorer::Scorer;
pub(crate) use scorer::skip;
#[doc(hidden)]
pub use structure::Fault;
pub use structure::{Lines, Read, Structure};

/// A way to compare a system's sentences with gold's: what somebody who invents one has to say.
///
/// It sees one sentence at a time, read and sound, and returns counts. Whatever is wrong with a
/// sentence, which sentences belong together, threads, sums, intervals and comparisons are not its
/// business. Trees whose branches cross are skipped, since their nodes do not have the order of their words.
/// See `examples/own_metric.rs`.
pub trait Metric: Sync {
    /// What it compares, for example [`Trees`](crate::Trees).
    type Structure: Structure;
    /// What one sentence contributes.
    type Counts: Counts;

    /// Everything that decides the numbers, apart from the data.
    fn signature(&self) -> Signature;

    /// How sentences are read.
    fn reading(&self) -> <Self::Structure as Structure>::Options {
        Default::default()
    }

    /// Compares a system's sentence with gold's.
    ///
    /// # Errors
    /// Where the two cannot be compared.
    fn count(
        &self,
        gold: &<Self::Structure as Structure>::Of<'_>,
        system: &<Self::Structure as Structure>::Of<'_>,
    ) -> std::result::Result<Self::Counts, Reason>;

    /// What gold's sentence would contribute if the system had found nothing in it.
    fn missed(&self, gold: &<Self::Structure as Structure>::Of<'_>) -> Self::Counts;

    /// The scores of a total, always the same ones in the same order. The first is the main one:
    /// what systems are compared by unless others are asked for.
    fn scores(&self, total: &Self::Counts) -> Vec<Score>;
}

/// A metric that is made again of its signature, so that rows which were saved can be scored.
#[doc(hidden)]
pub trait FromSignature: Sized {
    /// With the options that a signature says; nothing if it leaves out one that decides the scores.
    fn from_signature(signature: &Signature) -> Option<Self>;
}

/// Which stretches of the files a metric is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Pairing {
    /// A sentence and the systems' sentences with the same number.
    InOrder,
    /// A sentence and the systems' sentences under the same number, as the files have it.
    ByNumber,
    /// One or more sentences and the systems' sentences of the same text, as few as their ends
    /// allow. Unicode's forms of a text are the same text.
    ByText,
    /// The same, where texts are only those of the same bytes.
    ByBytes,
    /// The same for each system apart: what one of them lacks or joins changes no other one's rows. For
    /// trees.
    EachByText,
}

/// What became of one sentence of one system.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<C> {
    /// By what sentences can be put into buckets.
    pub size: Size,
    /// Its counts, or why it has none.
    pub result: std::result::Result<C, Box<Skipped<C>>>,
}

impl<C> Outcome<C> {
    /// Of a sentence that gold does not have; `missed` is what it counts as, where it counts as wrong.
    pub(crate) fn without_gold(missed: C) -> Outcome<C> {
        let skipped = Skipped { reason: Reason::GoldMissing, missed };
        Outcome { size: Size::default(), result: Err(Box::new(skipped)) }
    }
}

/// How large a sentence is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// Words that count in the length, in gold.
    pub length: u32,
    /// Levels of gold's structure.
    pub depth: u32,
}

/// A sentence that could not be scored.
#[derive(Clone, Debug, PartialEq)]
pub struct Skipped<C> {
    /// Why.
    pub reason: Reason,
    /// What the sentence would contribute if the system had found nothing in it.
    pub missed: C,
}

/// Why a sentence could not be scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// The system has no words here.
    NoParse,
    /// The system's file ends before this sentence.
    SystemMissing,
    /// Gold's file ends before this sentence.
    GoldMissing,
    /// Gold and system have different numbers of words.
    LengthMismatch {
        /// Words in gold.
        gold: u64,
        /// Words in the system.
        system: u64,
        /// Where the words themselves are the same, the first that only one side leaves out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_out: Option<LeftOut>,
    },
    /// A word differs.
    WordMismatch {
        /// Which word, the first being 1.
        position: u64,
        /// The word in gold.
        gold: String,
        /// The word in the system.
        system: String,
    },
    /// The texts have too little in common to be aligned.
    TextMismatch,
    /// The trees have more different fragments than can be told apart.
    TooManyFragments,
    /// A tree has crossing branches, which this metric cannot take apart.
    CrossingBranches,
    /// Gold's sentence cannot be read.
    GoldUnreadable(Unreadable),
    /// The system's sentence cannot be read.
    SystemUnreadable(Unreadable),
}

/// A word of both sides that one of them does not count, as its tag is one of punctuation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Which word of the text, the first being 1.
    pub position: u64,
    /// The word.
    pub word: String,
    /// Its tag in gold.
    pub gold: String,
    /// Its tag in the system.
    pub system: String,
    /// Whether it is the system that does not count it.
    pub by_system: bool,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LeftOut { position, word, gold, system, by_system } = self;
        let [word, gold, system] = [word, gold, system].map(|it| shortened(it, LONGEST_WORD));
        let by = match by_system {
            true => format!("the system's tag {system}, not by gold's {gold}"),
            false => format!("gold's tag {gold}, not by the system's {system}"),
        };
        write!(f, "word {position}, {word}, is punctuation by {by}")
    }
}

/// Of a longer word a message shows the ends.
const LONGEST_WORD: usize = 250;

/// Why and where a sentence cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unreadable {
    /// Line of its file.
    pub line: u64,
    /// Column in that line.
    pub column: u64,
    /// What is wrong there.
    pub problem: String,
    /// What mends it.
    #[serde(default, skip_serializing_if = "Remedy::is_plain")]
    #[doc(hidden)]
    pub remedy: Remedy,
}

impl Reason {
    /// A short name, the same as in saved rows.
    pub fn name(&self) -> &'static str {
        match self {
            Reason::NoParse => "no_parse",
            Reason::SystemMissing => "system_missing",
            Reason::GoldMissing => "gold_missing",
            Reason::LengthMismatch { .. } => "length_mismatch",
            Reason::WordMismatch { .. } => "word_mismatch",
            Reason::TextMismatch => "text_mismatch",
            Reason::TooManyFragments => "too_many_fragments",
            Reason::CrossingBranches => "crossing_branches",
            Reason::GoldUnreadable(_) => "gold_unreadable",
            Reason::SystemUnreadable(_) => "system_unreadable",
        }
    }

    /// Where in its file what is wrong stands, where that is known from reading it.
    #[doc(hidden)]
    pub fn position(&self) -> Option<Position> {
        match self {
            Reason::GoldUnreadable(why) | Reason::SystemUnreadable(why) => {
                Some(Position { line: why.line, column: why.column })
            }
            _ => None,
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> Hint {
        Hint::Advice(match self {
            Reason::NoParse => "let the parser return something for every sentence",
            Reason::SystemMissing => {
                "the system's file does not have them: did the parser run to its end?"
            }
            Reason::GoldMissing => "are the files of the same sentences, in the same order?",
            Reason::LengthMismatch { .. } | Reason::WordMismatch { .. } => return Hint::SameTokens,
            Reason::TextMismatch => "are the files of the same sentences, in the same order?",
            Reason::TooManyFragments => return Hint::SmallerFragments,
            Reason::CrossingBranches => "compare such trees by their brackets",
            Reason::SystemUnreadable(why) if why.remedy.is_plain() => return Hint::MendOrRepair,
            Reason::GoldUnreadable(why) | Reason::SystemUnreadable(why) => {
                return why.remedy.hint();
            }
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoParse => write!(f, "no parse"),
            Reason::SystemMissing => write!(f, "the system has no such sentence"),
            Reason::GoldMissing => write!(f, "gold has no such sentence"),
            Reason::LengthMismatch { left_out: Some(left_out), .. } => left_out.fmt(f),
            Reason::LengthMismatch { gold, system, left_out: None } => {
                write!(f, "{gold} words in gold, {system} in the system")
            }
            Reason::WordMismatch { position, gold, system } => {
                let [gold, system] = [gold, system].map(|word| shortened(word, LONGEST_WORD));
                write!(f, "word {position} is {gold} in gold, {system} in the system")
            }
            Reason::TextMismatch => write!(f, "the texts differ too much to be aligned"),
            Reason::TooManyFragments => {
                write!(f, "there are too many different fragments to tell them apart")
            }
            Reason::CrossingBranches => write!(f, "branches cross in a tree"),
            Reason::GoldUnreadable(why) => {
                write!(f, "gold, line {}, column {}: {}", why.line, why.column, why.problem)
            }
            Reason::SystemUnreadable(why) => {
                write!(f, "system, line {}, column {}: {}", why.line, why.column, why.problem)
            }
        }
    }
}

/// A number for people, as a fraction; `None` where it is undefined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Its name in JSON, in tables, and wherever a score is asked for by name.
    pub name: &'static str,
    /// Its value.
    pub value: Option<f64>,
    /// How it is shown.
    pub unit: Unit,
}

/// How a score is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A fraction, shown as a percentage.
    Share,
    /// A number a sentence, shown as it is.
    PerSentence,
}

impl Score {
    /// A fraction.
    pub fn share(name: &'static str, value: Option<f64>) -> Score {
        Score { name, value, unit: Unit::Share }
    }

    /// A number a sentence.
    pub fn per_sentence(name: &'static str, value: Option<f64>) -> Score {
        Score { name, value, unit: Unit::PerSentence }
    }
}

/// What makes scores of a total, the main one first: a pointer, so that what compares and shows systems is compiled once for each
/// kind of counts rather than for each caller. To make the scores takes longer than the call.
#[doc(hidden)]
pub type ScoresOf<'s, C> = &'s (dyn Fn(&C) -> Vec<Score> + Sync);

/// A score's name above a column; people may type it in place of the name.
#[doc(hidden)]
pub fn heading(score: &str) -> &str {
    match score {
        "f1" => "F1",
        "flp" => "FLP",
        "flr" => "FLR",
        "exact_match" => "exact",
        "tag_accuracy" => "tags",
        "average_crossing" => "crossing",
        "no_crossing" => "0 cross.",
        "two_or_less_crossing" => "≤2 cross.",
        "unlabelled_precision" => "unlabelled P",
        "unlabelled_recall" => "unlabelled R",
        "unlabelled_f1" => "unlabelled F1",
        "discontinuous_precision" => "disc. P",
        "discontinuous_recall" => "disc. R",
        "discontinuous_f1" => "disc. F1",
        "leaf_ancestor" => "leaf-ancestor",
        "tree_edit_distance" => "tree edits",
        "unlabelled_exact_match" => "unlabelled exact",
        "validity" => "valid",
        "faithfulness" => "faithful",
        "word_precision" => "word precision",
        "word_recall" => "word recall",
        "word_f1" => "word F1",
        "sentence_f1" => "sentence F1",
        "function_precision" => "function P",
        "function_recall" => "function R",
        "function_f1" => "function F1",
        "function_accuracy" => "functions right",
        "root_accuracy" => "roots",
        "macro_precision" => "macro P",
        "macro_recall" => "macro R",
        "macro_f1" => "macro F1",
        "macro_released_precision" => "macro released P",
        "macro_released_recall" => "macro released R",
        "macro_released_f1" => "macro released F1",
        "dependent_precision" => "dependent P",
        "dependent_recall" => "dependent R",
        "dependent_f1" => "dependent F1",
        other => other,
    }
}

/// Whether the lower of two values is the better one.
#[doc(hidden)]
pub fn lower_is_better(score: &str) -> bool {
    score == "average_crossing"
}

/// A value of a score, or a difference of two, so that more of it is better.
pub(crate) fn goodness(score: &str, value: f64) -> f64 {
    if lower_is_better(score) { -value } else { value }
}
