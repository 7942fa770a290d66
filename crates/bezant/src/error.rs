//! One way to fail: where (file, line, column), what, and what to do next.

mod advice;
mod choices;
mod entailment;
mod hints;
mod judgements;
mod readers;
mod relations;

use std::borrow::Cow;
use std::fmt;
use std::io;

use crate::kinds::{Format, Holds};

pub(crate) use readers::in_plain_words;

pub use choices::{ChoiceFault, ChoiceProblem};
pub use hints::Hint;

// What is wrong in each kind of file, one a message.
#[doc(hidden)]
pub use entailment::{EntailmentFault, EntailmentFile, OtherSentences};
#[doc(hidden)]
pub use hints::{Remedy, TREES};
#[doc(hidden)]
pub use judgements::JudgementFault;
#[doc(hidden)]
pub use relations::{RelationFault, Stream};

/// A place in a text, counted from 1. Columns count characters, not bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, the first being 1.
    pub line: u64,
    /// Column, the first being 1.
    pub column: u64,
}

impl Position {
    /// The start of a line.
    pub(crate) fn start_of(line: u64) -> Position {
        Position { line, column: 1 }
    }

    /// Where a text ends that starts here.
    #[must_use]
    pub(crate) fn after(self, text: &[u8]) -> Position {
        match memchr::memrchr(b'\n', text) {
            None => Position { column: self.column + count_characters(text), ..self },
            Some(last) => Position {
                line: self.line + memchr::memchr_iter(b'\n', text).count() as u64,
                column: 1 + count_characters(&text[last + 1..]),
            },
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A position with enough of its line to show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where it is.
    pub position: Position,
    /// The line, or a window of it where the line is long.
    pub excerpt: String,
    /// Byte offset in `excerpt` of the character meant.
    pub mark: usize,
}

/// A line of a message with at most so many characters. Of a longer one the middle is left out: what is wrong
/// stands at its ends, and between them is what a file has in place of a word.
#[doc(hidden)]
pub fn shortened(line: &str, most: usize) -> Cow<'_, str> {
    const GAP: &str = " … ";
    let n = line.chars().count();
    if n <= most {
        return Cow::Borrowed(line);
    }
    let kept = most.saturating_sub(GAP.chars().count()) / 2;
    let start = line.chars().take(kept);
    Cow::Owned(start.chain(GAP.chars()).chain(line.chars().skip(n - kept)).collect())
}

/// How many bytes of a line an excerpt shows on either side of the place meant.
const WINDOW: usize = 60;

impl Place {
    /// The place `offset` bytes into `text`, which itself starts at `first`.
    pub(crate) fn locate(text: &[u8], offset: usize, first: Position) -> Place {
        let offset = offset.min(text.len());
        let start = memchr::memrchr(b'\n', &text[..offset]).map_or(0, |at| at + 1);
        let end = memchr::memchr(b'\n', &text[offset..]).map_or(text.len(), |at| offset + at);
        // A carriage return is part of the line's end, not of what stands in it.
        let end = if end > offset && text[end - 1] == b'\r' { end - 1 } else { end };
        let position = first.after(&text[..offset]);

        let from = back_to_boundary(text, offset.saturating_sub(WINDOW).max(start));
        let to = back_to_boundary(text, (offset + WINDOW).min(end));
        let mut excerpt = String::new();
        if from > start {
            excerpt.push('…');
        }
        excerpt.push_str(&shown(&text[from..offset]));
        let mark = excerpt.len();
        excerpt.push_str(shown(&text[offset..to.max(offset)]).trim_end());
        if to < end {
            excerpt.push('…');
        }
        Place { position, excerpt, mark }
    }
}

/// Characters in `bytes`: all but the bytes that go on a UTF-8 character.
fn count_characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u64
}

/// The nearest place at or before `at` that does not cut a UTF-8 character.
fn back_to_boundary(text: &[u8], mut at: usize) -> usize {
    while at > 0 && at < text.len() && text[at] & 0xC0 == 0x80 {
        at -= 1;
    }
    at
}

/// Text for a message: what cannot be shown on one line is replaced.
fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace('\t', " ").replace(|c: char| c.is_control(), "\u{FFFD}")
}

/// Everything that can go wrong with a file; a bad sentence is a
/// [skipped row](crate::metric::Skipped) instead.
pub struct Error(Box<Inner>);

struct Inner {
    source: String,
    place: Option<Place>,
    kind: ErrorKind,
}

/// What went wrong, with its data. What is wrong with relations and with entailments has words and a
/// [hint](Error::hint) alone.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The system could not read or write.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file has 16 bits a character, by its mark or by its zero bytes.
    #[error("this is UTF-16 text")]
    Utf16,
    /// A stream, or a sentence of it, is larger than what may be kept.
    #[error("more than {mebibytes} MiB would have to be kept in memory at once")]
    TooLarge {
        /// The limit.
        mebibytes: u64,
    },
    /// The file holds other files.
    #[error("this is a {0} archive")]
    Archive(&'static str),
    /// Lines end as on computers of the last century, and would be read as one.
    #[error("lines end in carriage returns alone, so that the file is one long line")]
    OldLineEnds,
    /// A file is not what is wanted.
    #[error("{}", not_there(*is, *wanted))]
    WrongKind {
        /// What it is, where that can be told.
        is: Option<Format>,
        /// What is wanted.
        wanted: Holds,
    },
    /// Nothing stands where gold's sentences should.
    #[error("there are no sentences in this file")]
    NoSentences,
    /// Lists of trees stand where a sentence has one.
    #[error("there are several trees a sentence in this file")]
    SeveralTrees,
    /// Typed dependencies stand where words with one head each are compared.
    #[error("these are typed dependencies, where heads in columns are compared")]
    NoColumns,
    /// Words with features are compared, which only CoNLL-U has.
    #[error("this is {}, where content words with features are compared", .0.row().title)]
    NoFeatures(Format),
    /// Pairs of entailments stand where something else is wanted.
    #[error("these are pairs of entailments")]
    Pairs,
    /// A format was asked for that does not have what is wanted.
    #[error("{} is no format of {}", asked.name(), wanted.name())]
    WrongFormat {
        /// The format.
        asked: Format,
        /// What is wanted.
        wanted: Holds,
    },
    /// There are no relations where relations are wanted.
    #[error("this was not read as grammatical relations")]
    NoRelations,
    /// A field of columns that would be more than one.
    #[error("a tab or a line break cannot stand in a column: {0:?}")]
    BadField(String),
    /// A file that began with one tree a line has one that runs over several.
    #[error("a tree goes on in this line, but the file began with one tree a line")]
    GoesOn,
    /// A word stands where a bracket must open.
    #[error("text outside brackets")]
    TextOutside,
    /// A word stands in a phrase, where a bracket must open.
    #[error("a word without a tag of its own")]
    TextBeside,
    /// A tag holds more than one word, or white space after its word.
    #[error("more than one word under a tag")]
    TwoWords,
    /// A bracket closes that was never opened.
    #[error("a bracket closes that was never opened")]
    UnexpectedClose,
    /// A bracket is never closed.
    #[error("a bracket is opened and never closed")]
    Unclosed,
    /// A word of a tree with crossing branches does not say where it stands.
    #[error("this word has no number")]
    NoWordNumber,
    /// Two words of a tree with crossing branches stand in one place.
    #[error("two words have this number")]
    WordNumberTwice,
    /// A line of the export format has too few columns.
    #[error("this line has too few columns")]
    FewColumns,
    /// A line of the export format names a phrase that is not there.
    #[error("no phrase of this sentence has this number")]
    UnknownParent,
    /// Two phrases of the export format have one number.
    #[error("two phrases have this number")]
    NodeTwice,
    /// A phrase of the export format is below itself.
    #[error("this phrase is below itself")]
    BelowItself,
    /// A sentence of the export format does not end.
    #[error("this sentence has no #EOS")]
    NoSentenceEnd,
    /// Something stands between two sentences of the export format.
    #[error("text outside #BOS and #EOS")]
    OutsideSentence,
    /// Trees are to be made into something that has no place for crossing branches.
    #[error("branches cross in this tree")]
    CrossingBranches,
    /// A word that a bracket cannot hold.
    #[error("there is a blank in the word {0:?}")]
    BlankInWord(String),
    /// A label that a bracket cannot hold.
    #[error("there is a blank in the label {0:?}")]
    BlankInLabel(String),
    /// A sentence cannot be read.
    #[error("{0}")]
    UnreadableSentence(String),
    /// A sentence cannot be read, and it is known what mends it.
    #[error("{problem}")]
    BadSentence {
        /// What is wrong.
        problem: String,
        /// What to do about it.
        hint: Hint,
    },
    /// A file looks like nothing that anybody here reads.
    #[error("this looks like no file that is known")]
    UnknownFile,
    /// Typed dependencies as text are to be converted.
    #[error("these are dependencies as text, which have no tags and cannot be converted")]
    NoTags,
    /// Relations of the C&C parser are to be made into trees of dependencies.
    #[error(
        "these are relations of the C&C parser, which are graphs and have no heads for columns"
    )]
    NoHeads,
    /// A sentence is to be drawn that is not there.
    #[error("there is no sentence {wanted}; {} there", match n { 1 => "1 is".to_string(), n => format!("{n} are") })]
    NoSuchSentence {
        /// Its number or name.
        wanted: String,
        /// How many there are.
        n: u64,
    },
    /// A file is to be drawn that has no sentences.
    #[error("there are no sentences to draw")]
    NothingToDraw,
    /// A graph is to be made into a tree.
    #[error("{0} has two governors or is below itself, which no tree can hold")]
    NoTree(String),
    /// Trees of phrases are to be enhanced.
    #[error("these are trees of phrases, and enhanced graphs are made from dependencies")]
    NoUniversalDependencies,
    /// Universal Dependencies are to be taken for Stanford's.
    #[error("{0} is a relation of Universal Dependencies, not of Stanford's")]
    NoStanfordDependencies(String),
    /// Relations of the shared task of 2008 are to be taken for Stanford's.
    #[error("{0} is a relation of LTH's converter (CoNLL 2008), not of Stanford's")]
    LthDependencies(String),
    /// One tree is larger than four gibibytes.
    #[error("a tree of {bytes} bytes is too large")]
    TreeTooLarge {
        /// Its size.
        bytes: usize,
    },
    /// A parameter file has a keyword that nobody knows.
    #[error("unknown keyword {0}")]
    UnknownKeyword(String),
    /// A keyword of a parameter file lacks its value.
    #[error("{0} needs a value")]
    NoValue(String),
    /// A keyword of a parameter file takes two values.
    #[error("{0} needs two values")]
    TwoValues(String),
    /// A keyword of a parameter file takes a number.
    #[error("{keyword} needs a whole number, not {value}")]
    NotANumber {
        /// The keyword.
        keyword: String,
        /// What stood there instead.
        value: String,
    },
    /// A file of saved rows is not one.
    #[error("not a file of saved rows: {0}")]
    BadRows(String),
    /// A file of saved rows ends in the middle of a line.
    #[error("the file of saved rows is cut short: this line has no end")]
    CutRows,
    /// Saved rows, where sentences are wanted.
    #[error("{}", if *is_parquet { "this is Parquet, which saved rows can be and sentences cannot" } else { "these are saved rows, which hold no sentences" })]
    SavedRows {
        /// Whether they are written as Parquet, which tells less.
        is_parquet: bool,
    },
    /// Saved rows of a format that is no longer read.
    #[error("saved by an older version")]
    OldRows,
    /// Saved rows of a format that is not known yet.
    #[error("saved by a newer version")]
    NewerRows,
    /// A file of saved rows was cut short, or has rows of something else.
    #[error("{system} has {has} of the {of} rows that were saved")]
    OtherRows {
        /// Whose rows.
        system: String,
        /// How many there are.
        has: usize,
        /// How many there were.
        of: usize,
    },
    /// Saved rows of one system are about the same sentence.
    #[error("sentence {sentence} of {system} has a row before this one")]
    SameSentence {
        /// Whose rows.
        system: String,
        /// Which sentence.
        sentence: u64,
    },
    /// A file of saved rows was cut between two systems.
    #[error("{has} of the {of} systems that were saved are here")]
    OtherSystems {
        /// How many there are.
        has: usize,
        /// How many there were.
        of: usize,
    },
    /// Two results were not made in the same way.
    #[error("the results were not made in the same way: {ours} here, {theirs} there")]
    Disagree {
        /// The part of the first signature that differs.
        ours: String,
        /// The part of the second.
        theirs: String,
    },
    /// A line of JSON has no answer of a language model in it.
    #[error("this is no answer: {0}")]
    BadAnswer(String),
    /// Outputs are to be put beside gold in a format in which nothing can be repaired.
    #[error("outputs cannot be put beside gold in {}", .0.row().title)]
    NoRepair(Format),
    /// A signature cannot be read back.
    #[error("not a signature: {0}")]
    BadSignature(String),
    /// Something is wrong with a file of relations.
    #[error("{0}")]
    #[doc(hidden)]
    Relations(#[from] RelationFault),
    /// Something is wrong with pairs, answers or parses.
    #[error("{0}")]
    #[doc(hidden)]
    Entailment(#[from] EntailmentFault),
}

/// What a file lacks that is not what is wanted.
fn not_there(is: Option<Format>, wanted: Holds) -> String {
    match (is, wanted) {
        (_, Holds::Trees) | (None, Holds::Convertible | Holds::Parses) => {
            "no line of this file starts a tree".to_string()
        }
        _ => format!("this does not look like {}", wanted.name()),
    }
}

impl Error {
    /// An error about a file as a whole.
    #[doc(hidden)]
    pub fn new(source: impl Into<String>, kind: impl Into<ErrorKind>) -> Error {
        Error(Box::new(Inner { source: source.into(), place: None, kind: kind.into() }))
    }

    /// An error with a place.
    #[doc(hidden)]
    pub fn at(source: impl Into<String>, place: Place, kind: impl Into<ErrorKind>) -> Error {
        Error(Box::new(Inner { source: source.into(), place: Some(place), kind: kind.into() }))
    }

    /// What went wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// What to do next.
    pub fn hint(&self) -> Option<Hint> {
        self.kind().hint()
    }

    /// The file it went wrong in.
    pub fn source_name(&self) -> &str {
        &self.0.source
    }

    /// Where, with the line.
    pub fn place(&self) -> Option<&Place> {
        self.0.place.as_ref()
    }

    /// Where.
    #[doc(hidden)]
    pub fn position(&self) -> Option<Position> {
        self.place().map(|place| place.position)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position() {
            Some(position) => write!(f, "{}:{position}: {}", self.0.source, self.0.kind),
            None => write!(f, "{}: {}", self.0.source, self.0.kind),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.kind {
            ErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// What the library returns where a file can fail.
pub type Result<T> = std::result::Result<T, Error>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_characters_and_lines() {
        let place = Place::locate("(S\n(É x))".as_bytes(), 6, Position::start_of(7));
        assert_eq!(place.position, Position { line: 8, column: 3 });
        assert_eq!((place.excerpt.as_str(), place.mark), ("(É x))", 3));
    }

    #[test]
    fn a_long_line_is_shown_through_a_window() {
        let text = "é".repeat(10_000);
        let place = Place::locate(text.as_bytes(), 10_000, Position::start_of(1));
        assert_eq!(place.position.column, 5_001);
        assert!(place.excerpt.starts_with('…') && place.excerpt.ends_with('…'));
        assert!(place.excerpt.chars().count() < 130);
    }

    #[test]
    fn a_place_past_the_end_is_the_end() {
        let first = Position { line: 4, column: 10 };
        assert_eq!(Place::locate(b"(S", 99, first).position, Position { line: 4, column: 12 });
    }
}
