//! What is in a file and what is wrong with it, whatever it is: the readers' own diagnostics, all of them,
//! and counts worth knowing.
//!
//! ```
//! use bezant::checking::{Checking, FileKind, check};
//! use bezant::kinds::{Format, Layout};
//! use bezant::parallel::Threads;
//! use bezant::source::Source;
//!
//! let source = Source::from_bytes("a.mrg", b"(S (N dogs) (V bark))\n(S (N dogs)\n".to_vec())?;
//! let checked = check(source, &Checking::default(), &Threads::one())?;
//! assert_eq!(checked.kind, FileKind::Sentences(Format::Penn(Layout::Lines)));
//! assert_eq!((checked.units, checked.n_faults), (2, 1));
//! assert_eq!(checked.faults[0].to_string(), "a.mrg:2:1: a bracket is opened and never closed");
//! # Ok::<(), bezant::Error>(())
//! ```

mod gathering;
mod kind;
mod sentences;
mod sharing;
mod tables;

use crate::error::{Error, Position, Result};
use crate::kinds::Format;
use crate::parallel::Threads;
use crate::source::Source;

pub use gathering::{FileStatistics, Lengths, LineEnds, Tallied};
pub use kind::FileKind;
pub use sharing::{FileDifference, OtherTokens, Sharing, Unshared, sharing};

/// How files are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checking {
    /// What files are; guessed unless given.
    pub format: Option<Format>,
    /// How many faults of a file are kept; the rest is counted. Ten unless given.
    pub most: Option<usize>,
    /// Whether sentences are remembered, so that files can be compared.
    pub remembers: bool,
}

impl Checking {
    fn most(&self) -> usize {
        self.most.unwrap_or(10)
    }
}

/// What is known of a file.
#[derive(Debug)]
pub struct Checked {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: FileKind,
    /// How many sentences it has, or pairs, answers, judgements or rows.
    pub units: u64,
    /// What is wrong with it, in its order: as many as are kept.
    pub faults: Vec<Error>,
    /// How many faults there are.
    pub n_faults: u64,
    /// Whether it was read to its end; behind some faults nobody knows where a sentence starts.
    pub is_whole: bool,
    /// What else there is to know.
    pub statistics: FileStatistics,
    remembered: Vec<Remembered>,
}

/// What is kept of a sentence, or of a pair, to find it in another file.
#[derive(Clone, Debug)]
struct Remembered {
    /// The same for the same text, whatever its tokens; nothing for an empty one.
    text: Option<u64>,
    tokens: u32,
    at: Option<Position>,
    /// Its number, where its file has one.
    number: Option<u64>,
    /// How it begins.
    start: Box<str>,
}

/// Looks at a file from its beginning to its end.
///
/// # Errors
/// Where it cannot be read at all, or is nothing that is known.
pub fn check(source: Source, how: &Checking, threads: &Threads) -> Result<Checked> {
    match kind::recognise(&source, how.format)? {
        FileKind::Sentences(format) if kind::is_read_whole(format) => {
            tables::relations(source, format, how)
        }
        FileKind::Sentences(format) => {
            sentences::check(source, format, how.format.is_none(), how, threads)
        }
        FileKind::Pairs => tables::pairs(source, how),
        FileKind::Answers => tables::answers(source, how),
        FileKind::Judgements => tables::judgements(source, how),
        FileKind::Rows => tables::rows(source, how),
        FileKind::Unbounded => tables::unbounded(source, how),
        FileKind::Outputs => tables::outputs(source, how),
    }
}
