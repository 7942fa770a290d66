//! What can be wrong with files of relations, in the words of the RASP report (section 5.2.3).

use std::fmt;

use crate::error::{ErrorKind, Hint, Remedy};
use crate::kinds::{Format, Holds};

/// Which of the evaluator's inputs a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The sentences.
    Text,
    /// Gold, which the report calls the standard.
    Gold,
    /// The system's relations, which the report calls the test.
    System,
}

impl fmt::Display for Stream {
    /// As the evaluator names them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stream::Text => "text-str",
            Stream::Gold => "std-str",
            Stream::System => "tst-str",
        })
    }
}

/// What is wrong with a file of relations, or with two that belong together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RelationFault {
    /// One file has fewer sentences than another.
    #[error("Reached end of file at different times")]
    DifferentEnds,
    /// Files number their sentences differently.
    #[error(
        "Mismatch in sentence numbers: {} (text), {gold} (standard), {system} (test)",
        OrDash(*text)
    )]
    NumberMismatch {
        /// The number in the text, if there is one.
        text: Option<u64>,
        /// The number in gold.
        gold: u64,
        /// The number in the system's file.
        system: u64,
    },
    /// A file ends inside a relation.
    #[error("Unexpected end of file, stream {0}")]
    UnexpectedEnd(Stream),
    /// Something else stands where a relation must start.
    #[error("Expecting left parenthesis at byte {byte}, stream {stream}")]
    ExpectingLeftParenthesis {
        /// Where in the file, the first byte being 0.
        byte: usize,
        /// Which file.
        stream: Stream,
    },
    /// Something else stands where a number must be.
    #[error("Expecting number at byte {byte}, stream {stream}")]
    ExpectingNumber {
        /// Where in the file, the first byte being 0.
        byte: usize,
        /// Which file.
        stream: Stream,
    },
    /// The hierarchy has no such type.
    #[error("Unknown relation name {0}")]
    UnknownRelation(String),
    /// A relation has too few slots.
    #[error("Not enough arguments to relation in {relation} - expecting {expecting}")]
    NotEnoughArguments {
        /// The relation as it is written.
        relation: String,
        /// The slots of its type.
        expecting: String,
    },
    /// A relation has too many slots.
    #[error("Wrong number of slots in relation {relation} - expecting {expecting}")]
    WrongNumberOfSlots {
        /// The relation as it is written.
        relation: String,
        /// The slots of its type.
        expecting: String,
    },
    /// Sentence numbers do not ascend.
    #[error("sentence {found} comes after sentence {previous}")]
    OutOfOrder {
        /// The number before.
        previous: u64,
        /// The number here.
        found: u64,
    },
    /// Two sentences have the same number.
    #[error("number {number} stands twice, the first time in line {line}")]
    TwiceNumbered {
        /// The number.
        number: u64,
        /// The line of the first one.
        line: u64,
    },
    /// A number that a sentence has already stands where a relation must start.
    #[error("a relation must start here, not number {0}, which a sentence has already")]
    NumberAgain(u64),
    /// The number of a sentence has a dot behind it.
    #[error("the number of a sentence stands alone in its line, {0} and not {0}.")]
    DottedNumber(u64),
    /// There is no sentence at all.
    #[error("no sentence is found")]
    NoSentences,
    /// Something else stands where a relation must start, in a format whose sentences have no numbers.
    #[error("a relation must start here, with a parenthesis")]
    NoRelation(Format),
    /// A relation, or a list of them, goes on to the end of its sentence in such a format.
    #[error("a relation is never closed")]
    NeverClosed(Format),
    /// Something stands between sentences of DepBank, or relations of one without the head of their list.
    #[error("this belongs to no sentence( … rasp( … ) )")]
    OutsideSentence,
    /// A sentence of DepBank ends before its list of relations.
    #[error("this sentence ends before its relations, which stand in rasp( … )")]
    WithoutList,
    /// No sentence of DepBank has a list of relations.
    #[error("no sentence has relations, which stand in rasp( … )")]
    NoLists,
    /// There is no sentence in the text.
    #[error("no sentence is found")]
    NoTexts,
    /// The text has more or fewer sentences than gold.
    #[error("Reached end of file at different times")]
    OtherTexts,
    /// There is nothing in the file.
    #[error("the file is empty")]
    Empty,
    /// There are sentences where their relations are wanted.
    #[error("these are sentences, not relations")]
    Sentences,
    /// Nothing in the file says how it is written.
    #[error("not a format of relations that is known")]
    UnknownFormat,
    /// A file of hierarchies or mappings says something impossible.
    #[error("{0}")]
    BadDescription(String),
    /// The file of word forms has other sentences than the parser's output.
    #[error("the parser's output has {output} sentences, the word forms in {name} {forms}")]
    FormsMismatch {
        /// Sentences of the parser's output.
        output: usize,
        /// What the file of word forms is called.
        name: String,
        /// Its sentences.
        forms: usize,
    },
    /// The word forms for a sentence of the parser's output are those of another one.
    #[error("the word forms for this sentence, line {line} of {name}, are those of another one")]
    OtherForms {
        /// Their line.
        line: u64,
        /// What the file of word forms is called.
        name: String,
    },
    /// The file of word forms has lemmas with their endings.
    #[error("the word forms given for this file in {0} are lemmas (asset+s)")]
    FormsAreLemmas(String),
    /// A line of a file of word forms has hardly a word with a tag.
    #[error("these are no word forms with their tags")]
    NotForms,
    /// A line of a CoNLL file is no word.
    #[error("a word needs a number, a head and a relation; {0}")]
    BadWord(String),
    /// No dependency of a file is in the mapping.
    #[error("no dependency of the file is in the mapping; it has {0}")]
    NothingMapped(String),
    /// A CoNLL file is read without a mapping.
    #[error("dependencies need a mapping to relations")]
    NoMapping,
}

/// A number, or a dash where there is none.
struct OrDash(Option<u64>);

impl fmt::Display for OrDash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(number) => write!(f, "{number}"),
            None => f.write_str("-"),
        }
    }
}

impl RelationFault {
    /// What is wrong, for people who do not know the evaluator of the RASP system and its streams.
    #[doc(hidden)]
    pub fn plain(&self) -> String {
        match self {
            RelationFault::UnexpectedEnd(_) => "a relation is never closed".to_string(),
            RelationFault::ExpectingLeftParenthesis { .. } => {
                "a relation must start here, with a parenthesis".to_string()
            }
            RelationFault::ExpectingNumber { .. } => "a number must stand here".to_string(),
            other => other.to_string(),
        }
    }

    /// What is wrong with a sentence, in the same words; whoever says it says where.
    pub(crate) fn in_sentence(&self) -> ErrorKind {
        ErrorKind::BadSentence { problem: self.plain(), hint: self.hint() }
    }

    /// The same of a sentence in a format that is written in another way than the evaluator's own.
    pub(crate) fn of_format(self, format: Format) -> RelationFault {
        match self {
            _ if format == Format::Numbered => self,
            RelationFault::ExpectingLeftParenthesis { .. } => RelationFault::NoRelation(format),
            RelationFault::UnexpectedEnd(_) => RelationFault::NeverClosed(format),
            other => other,
        }
    }

    /// What mends a sentence that has it; a fault of the whole file has a hint of its own.
    #[doc(hidden)]
    pub fn remedy(&self) -> Remedy {
        match self {
            RelationFault::UnexpectedEnd(_) => Remedy::CloseRelation,
            RelationFault::ExpectingLeftParenthesis { .. } => Remedy::WriteRelation,
            RelationFault::NoRelation(Format::DepBank) => Remedy::WriteDepbankRelation,
            RelationFault::NoRelation(Format::Rasp) => Remedy::WriteRaspRelation,
            RelationFault::NoRelation(_) => Remedy::WriteCandcRelation,
            RelationFault::OutsideSentence | RelationFault::WithoutList => {
                Remedy::WriteDepbankSentence
            }
            RelationFault::NeverClosed(Format::DepBank) => Remedy::CloseList,
            RelationFault::NeverClosed(_) => Remedy::CloseParenthesis,
            RelationFault::ExpectingNumber { .. } => Remedy::WriteNumber,
            RelationFault::UnknownRelation(_) => Remedy::DescribeTypes,
            RelationFault::NotEnoughArguments { .. } => Remedy::FillSlots,
            RelationFault::WrongNumberOfSlots { .. } => Remedy::EscapeSlots,
            RelationFault::BadWord(_) => Remedy::SeparateColumns,
            RelationFault::TwiceNumbered { .. } | RelationFault::NumberAgain(_) => {
                Remedy::NumberOnce
            }
            RelationFault::DottedNumber(_) => Remedy::DropDot,
            _ => Remedy::MendFile,
        }
    }

    /// What to do next.
    #[doc(hidden)]
    pub fn hint(&self) -> Hint {
        Hint::Advice(match self {
            RelationFault::DifferentEnds => {
                "all files need the same sentences; one without relations has its number alone"
            }
            RelationFault::NumberMismatch { .. } => {
                "give the same sentence the same number in all files, in ascending order"
            }
            RelationFault::OutOfOrder { .. } => "sentence numbers ascend from 1",
            RelationFault::NoSentences => {
                "a file of relations has a line with 1, then the first sentence's relations"
            }
            RelationFault::NoTexts
            | RelationFault::ExpectingNumber { stream: Stream::Text, .. } => {
                "the text has a line with the number of each sentence, and the sentence itself in the next line"
            }
            RelationFault::NoLists => {
                "take the file of DepBank that has grammatical relations as well as sentence_form( and structure("
            }
            RelationFault::OtherTexts => {
                "the text needs gold's sentences, all of them and no others, under the same numbers"
            }
            RelationFault::Empty => "did the parser write into it, and to the end?",
            RelationFault::Sentences => return Hint::GiveText,
            RelationFault::UnknownFormat => return Hint::NameFormat(Holds::Relations),
            RelationFault::BadDescription(_) => {
                "docs/metrics/relations.md shows what such a file says"
            }
            RelationFault::FormsMismatch { .. } | RelationFault::NotForms => {
                "the forms are the parser's input, one sentence a line: ^_^ It_PPH1 will_VM rain_VV0"
            }
            RelationFault::OtherForms { .. } => {
                "the forms are the parser's input, one sentence a line, in the order of its output"
            }
            RelationFault::FormsAreLemmas(_) => return Hint::GiveForms,
            RelationFault::NoMapping => return Hint::GiveMapping,
            RelationFault::NothingMapped(_) => {
                "the mapping names dependencies as the file does; default says what others are"
            }
            RelationFault::UnexpectedEnd(_)
            | RelationFault::ExpectingLeftParenthesis { .. }
            | RelationFault::ExpectingNumber { .. }
            | RelationFault::UnknownRelation(_)
            | RelationFault::NotEnoughArguments { .. }
            | RelationFault::WrongNumberOfSlots { .. }
            | RelationFault::NoRelation(_)
            | RelationFault::NeverClosed(_)
            | RelationFault::OutsideSentence
            | RelationFault::WithoutList
            | RelationFault::TwiceNumbered { .. }
            | RelationFault::NumberAgain(_)
            | RelationFault::DottedNumber(_)
            | RelationFault::BadWord(_) => return self.remedy().hint(),
        })
    }
}
