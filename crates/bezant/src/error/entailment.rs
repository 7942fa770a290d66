//! What can be wrong with files of pairs, answers and parses.

use crate::error::{Hint, JudgementFault};
use crate::kinds::{Format, Holds};

/// What is wrong with pairs, answers, or the parses of pairs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EntailmentFault {
    /// The file is not well-formed, whatever its format.
    #[error("{0}")]
    Malformed(String),
    /// The parts of a data set are not its pairs.
    #[error("{0}")]
    OtherParts(String),
    /// Two files of a data set would have one name.
    #[error("two files would be called {0}")]
    SameName(String),
    /// The text is not UTF-8.
    #[error("this is not UTF-8")]
    NotUtf8,
    /// The file is a database, as the store of the annotation server is.
    #[error("this is a store of judgements")]
    Store,
    /// The file is another of those that belong to pairs.
    #[error("these are {is}, not {wanted}")]
    OtherKind {
        /// What it looks like.
        is: EntailmentFile,
        /// What is wanted.
        wanted: EntailmentFile,
    },
    /// There is no pair at all.
    #[error("no pair is found")]
    NoPairs,
    /// A pair lacks something.
    #[error("pair {id} has no {what}")]
    Lacks {
        /// Its id, or its number if it has none.
        id: String,
        /// What it lacks.
        what: &'static str,
    },
    /// A table lacks a column.
    #[error("there is no column {0}")]
    NoColumn(&'static str),
    /// A line of answers as JSON lacks a key.
    #[error("there is no key for {0}")]
    NoKey(&'static str),
    /// Two pairs have the same id.
    #[error("{id} stands here a second time")]
    Twice {
        /// The id.
        id: String,
    },
    /// Two answers are to one pair, and nobody has said what becomes of several.
    #[error("{id} stands here a second time")]
    AnsweredTwice {
        /// The id.
        id: String,
    },
    /// An answer is something else than yes or no.
    #[error("{id} has {}", Odd(value))]
    OddAnswer {
        /// The id.
        id: String,
        /// What stands there; empty where nothing does.
        value: String,
    },
    /// A probability is not one.
    #[error("{id} has the probability {value:?}, which is not between 0 and 1")]
    OddProbability {
        /// The id.
        id: String,
        /// What stands there.
        value: String,
    },
    /// A pair has no answer.
    #[error("there is no answer for {id}{}", Others(*more))]
    NoAnswer {
        /// The id of the first.
        id: String,
        /// How many others there are.
        more: usize,
    },
    /// An answer belongs to no pair.
    #[error("no pair has the id {id}")]
    UnknownId {
        /// The id.
        id: String,
    },
    /// Parses are not as many as sentences.
    #[error("{found} parses for {expected} sentences{}", OfPairs(*pairs))]
    Count {
        /// How many parses there are.
        found: usize,
        /// How many sentences.
        expected: usize,
        /// Of how many pairs.
        pairs: usize,
    },
    /// Parses are not as many as sentences, as the file was not what it was read as.
    #[error("{found} parses for {expected} sentences as {}: this looks like {} ({})", asked.name(), is.row().title, is.name())]
    OtherParses {
        /// How many parses there are.
        found: usize,
        /// How many sentences.
        expected: usize,
        /// What it was read as.
        asked: Format,
        /// What it looks like.
        is: Format,
    },
    /// The lines of MSTParser have blanks for tabs.
    #[error("these look like the lines of MSTParser with blanks where tabs separate words")]
    NoTabs,
    /// A sentence cannot be read.
    #[error("sentence {number} cannot be read: {why}")]
    BadSentence {
        /// Which sentence, the first being 1.
        number: usize,
        /// What is wrong with it.
        why: String,
    },
    /// Most parses are of other sentences.
    #[error("{0}")]
    OtherSentences(Box<OtherSentences>),
    /// Something is wrong with people's judgements.
    #[error("{0}")]
    Judgements(#[from] JudgementFault),
    /// All parses are empty.
    #[error("not one sentence has a parse")]
    NoParses,
    /// A file of equivalences or weights says something impossible.
    #[error("{0}")]
    BadDescription(String),
    /// A line of the corpus of unbounded dependencies says something impossible.
    #[error("{0}")]
    BadUnbounded(String),
    /// The file is not of the corpus of unbounded dependencies.
    #[error("no sentence with dependencies is found")]
    NoUnbounded,
}

/// What a file is that belongs to pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntailmentFile {
    /// Pairs.
    Pairs,
    /// Answers to them.
    Answers,
    /// Parses of their sentences.
    Parses,
    /// What people judged.
    Judgements,
}

impl std::fmt::Display for EntailmentFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            EntailmentFile::Pairs => "pairs",
            EntailmentFile::Answers => "answers",
            EntailmentFile::Parses => "parses",
            EntailmentFile::Judgements => "judgements",
        })
    }
}

/// Parses of other sentences than those in whose place they stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherSentences {
    /// Texts, or hypotheses.
    pub side: &'static str,
    /// How many there are.
    pub n: usize,
    /// Of how many parses.
    pub of: usize,
    /// The first of them.
    pub number: usize,
    /// How its sentence begins.
    pub sentence: String,
    /// How the words of its parse begin.
    pub words: String,
}

impl std::fmt::Display for OtherSentences {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let OtherSentences { side, n, of, number, sentence, words } = self;
        write!(f, "{n} of {of} parses of {side} are of other sentences; number {number} has the ")?;
        write!(f, "words \"{words}\" for \"{sentence}\"")
    }
}

/// How many others, in words.
struct Others(usize);

impl std::fmt::Display for Others {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            0 => Ok(()),
            1 => write!(f, " and 1 other pair"),
            n => write!(f, " and {n} other pairs"),
        }
    }
}

/// An answer that is none, in words.
struct Odd<'a>(&'a str);

impl std::fmt::Display for Odd<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            "" => f.write_str("an answer that is empty or null"),
            value => write!(f, "the answer {value:?}, which is neither YES nor NO"),
        }
    }
}

/// How many pairs, in words.
struct OfPairs(usize);

impl std::fmt::Display for OfPairs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            1 => write!(f, " of 1 pair"),
            n => write!(f, " of {n} pairs"),
        }
    }
}

impl EntailmentFault {
    /// What to do next.
    #[doc(hidden)]
    pub fn hint(&self) -> Hint {
        Hint::Advice(match self {
            EntailmentFault::Malformed(_) => {
                "pairs are XML, TSV, CSV or JSONL, answers one id and YES or NO a line; see docs/metrics/entailments.md"
            }
            EntailmentFault::OtherKind { is, wanted } => match (is, wanted) {
                (EntailmentFile::Judgements, EntailmentFile::Pairs) => {
                    "give pairs: XML, TSV, CSV or JSONL with id, text and hypothesis; judgements are for a filter, after the pairs"
                }
                (_, EntailmentFile::Judgements) => {
                    "the file of pairs comes first, then judgements: a table with id, annotator and answer"
                }
                (EntailmentFile::Judgements, _) => {
                    "these say who answered; make a data set of them first, which has one answer a pair"
                }
                (EntailmentFile::Parses, EntailmentFile::Answers) => return Hint::DecideFirst,
                (_, EntailmentFile::Parses) => return Hint::ParseSentences,
                (EntailmentFile::Parses, _) => {
                    "the file of pairs comes first: XML, TSV, CSV or JSONL"
                }
                _ => "the file of pairs comes first, then answers: one id and YES or NO a line",
            },
            EntailmentFault::OtherParts(_) => {
                "divide these pairs again: every one of them is in one part"
            }
            EntailmentFault::SameName(_) => {
                "give every file once, and none the name of a file that is made; rename a copy of it first"
            }
            EntailmentFault::Store => {
                "give the pairs that it was made from; a filter reads a store, as it is, after them"
            }
            EntailmentFault::NotUtf8 => "convert it first, for example: iconv -f LATIN1 -t UTF-8",
            EntailmentFault::NoPairs => "is it the right file?",
            EntailmentFault::Lacks { .. } => {
                "every pair has an id, a text and a hypothesis, and to be scored an answer"
            }
            EntailmentFault::NoColumn(_) => {
                "the first line names the columns: id, text, hypothesis, and entailment if it is known"
            }
            EntailmentFault::NoKey(_) => {
                "every line has the id of a pair under id or custom_id, and an answer under answer, prediction, response, \
                 output or completion, or as interfaces of models return it"
            }
            EntailmentFault::Twice { .. } => "give each id once",
            EntailmentFault::AnsweredTwice { .. } => return Hint::OneAnswer,
            EntailmentFault::OddAnswer { .. } => "write YES or NO",
            EntailmentFault::OddProbability { .. } => "write a number from 0 to 1, or leave it out",
            EntailmentFault::NoAnswer { .. } => "answer every pair; no answer is not taken for NO",
            EntailmentFault::UnknownId { .. } => "are the answers to these pairs?",
            EntailmentFault::Count { .. } | EntailmentFault::NoParses => {
                return Hint::ParseSentences;
            }
            EntailmentFault::OtherParses { .. } => return Hint::OtherFormat(Holds::Parses),
            EntailmentFault::NoTabs => {
                "write words, tags, relations and heads with a tab between two"
            }
            EntailmentFault::OtherSentences(_) => return Hint::SameSentences,
            EntailmentFault::BadSentence { .. } => return Hint::MendOrEmpty,
            EntailmentFault::Judgements(fault) => fault.advice(),
            EntailmentFault::BadDescription(_) => "see docs/metrics/entailments.md",
            EntailmentFault::BadUnbounded(_) => "see docs/metrics/unbounded.md",
            EntailmentFault::NoUnbounded => {
                "its blocks are the name of a source, a sentence in tokens and lines such as `dobj received_3 letter_1`; \
                 see docs/metrics/unbounded.md"
            }
        })
    }
}
