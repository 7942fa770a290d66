//! Counts of what is in a file, which add.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hasher};

use super::{Checked, Checking, FileKind, Remembered};
use crate::counts::ratio;
use crate::error::{Error, Position};

/// What there is to know of a file beside its faults.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileStatistics {
    /// How many words it has, without traces and empty nodes.
    pub tokens: u64,
    /// How long sentences are that are not empty; nothing where nothing has a length.
    pub lengths: Option<Lengths>,
    /// Counts with their names, in the order in which they are shown; those that the kind of file cannot
    /// have are not there.
    pub counts: Vec<(&'static str, u64)>,
    /// Labels, tags, relations or answers with how often each occurs, the most frequent first.
    pub tallies: Vec<Tallied>,
    /// How lines end.
    pub line_ends: LineEnds,
}

/// How long sentences are, in words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lengths {
    /// The shortest.
    pub min: u64,
    /// As many are shorter as are longer; the lower of two in the middle.
    pub median: u64,
    /// The average.
    pub mean: f64,
    /// The longest.
    pub max: u64,
}

/// Names with how often each occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tallied {
    /// What they are: `labels`, `tags`, `relations`, …
    pub what: &'static str,
    /// The most frequent first, then by name.
    pub names: Vec<(String, u64)>,
}

/// How lines end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineEnds {
    /// Lines that end in a line feed alone.
    pub lf: u64,
    /// Lines that end in a carriage return and a line feed.
    pub crlf: u64,
}

impl LineEnds {
    /// Counts the ends of lines in a text.
    pub(super) fn add(&mut self, text: &[u8]) {
        for at in memchr::memchr_iter(b'\n', text) {
            match at > 0 && text[at - 1] == b'\r' {
                true => self.crlf += 1,
                false => self.lf += 1,
            }
        }
    }
}

/// How often each name occurs.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<Box<[u8]>, u64>);

impl Names {
    pub(super) fn add(&mut self, name: &[u8]) {
        self.add_times(name, 1);
    }

    fn add_times(&mut self, name: &[u8], n: u64) {
        match self.0.get_mut(name) {
            Some(count) => *count += n,
            None => {
                self.0.insert(name.into(), n);
            }
        }
    }

    fn join(&mut self, other: Names) {
        other.0.into_iter().for_each(|(name, n)| self.add_times(&name, n));
    }

    fn sorted(self) -> Vec<(String, u64)> {
        let name = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
        let mut all: Vec<(String, u64)> =
            self.0.into_iter().map(|(bytes, n)| (name(&bytes), n)).collect();
        all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        all
    }
}

/// What was counted in a stretch of a file.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) units: u64,
    pub(super) faults: Vec<Error>,
    pub(super) n_faults: u64,
    pub(super) tokens: u64,
    lengths: BTreeMap<u64, u64>,
    pub(super) counts: BTreeMap<Count, u64>,
    pub(super) tallies: BTreeMap<&'static str, Names>,
    pub(super) line_ends: LineEnds,
    pub(super) remembered: Vec<Remembered>,
    /// Digests of texts in order, to find those that are there twice.
    digests: Vec<u64>,
    /// Memory for the letters of a sentence.
    letters: Vec<u8>,
    /// The first bytes that are not UTF-8.
    pub(super) invalid: Option<Error>,
}

/// What is counted, in the order in which it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Count {
    Trees,
    Empty,
    Unreadable,
    Discontinuous,
    SeveralTrees,
    Traces,
    NonProjective,
    NonProjectiveArcs,
    MultiwordTokens,
    EmptyNodes,
    EnhancedArcs,
    Relations,
    Unread,
    Systems,
    Skipped,
    Annotators,
    Duplicates,
    InvalidUtf8,
}

impl Count {
    fn name(self) -> &'static str {
        match self {
            Count::Trees => "trees",
            Count::Empty => "empty",
            Count::Unreadable => "unreadable",
            Count::Discontinuous => "discontinuous",
            Count::SeveralTrees => "several_trees",
            Count::Traces => "traces",
            Count::NonProjective => "non_projective",
            Count::NonProjectiveArcs => "non_projective_arcs",
            Count::MultiwordTokens => "multiword_tokens",
            Count::EmptyNodes => "empty_nodes",
            Count::EnhancedArcs => "enhanced_arcs",
            Count::Relations => "dependencies",
            Count::Unread => "unparsed",
            Count::Systems => "systems",
            Count::Skipped => "skipped",
            Count::Annotators => "annotators",
            Count::Duplicates => "duplicates",
            Count::InvalidUtf8 => "invalid_utf8",
        }
    }
}

/// How much of a text is kept to show it.
const SHOWN: usize = 60;

impl Gathered {
    pub(super) fn count(&mut self, what: Count, n: u64) {
        *self.counts.entry(what).or_default() += n;
    }

    /// Counts a name among those of a kind.
    pub(super) fn name(&mut self, what: &'static str, name: &[u8]) {
        self.tallies.entry(what).or_default().add(name);
    }

    /// A fault, which is kept if there are not too many.
    pub(super) fn fault(&mut self, most: usize, fault: impl FnOnce() -> Error) {
        self.n_faults += 1;
        if self.faults.len() < most {
            self.faults.push(fault());
        }
    }

    /// A sentence of some words, which stands somewhere.
    pub(super) fn sentence<'w>(
        &mut self,
        how: &Checking,
        at: Option<Position>,
        words: impl Iterator<Item = &'w [u8]>,
    ) {
        let mut start = String::new();
        let mut tokens = 0u32;
        self.letters.clear();
        for word in words {
            self.letters.extend_from_slice(word);
            if how.remembers && start.len() < SHOWN {
                if !start.is_empty() {
                    start.push(' ');
                }
                start.push_str(&String::from_utf8_lossy(&word[..word.len().min(SHOWN)]));
            } else if how.remembers && !start.ends_with('…') {
                start.push('…');
            }
            tokens = tokens.saturating_add(1);
        }
        let text = (tokens > 0).then(|| digest(&self.letters));
        self.digests.extend(text);
        self.tokens += u64::from(tokens);
        if tokens > 0 {
            *self.lengths.entry(u64::from(tokens)).or_default() += 1;
        }
        if how.remembers {
            let start = start.into_boxed_str();
            self.remembered.push(Remembered { text, tokens, at, number: None, start });
        }
    }

    /// The sentence that was added last has a number in its file, and begins so if it has no words.
    pub(super) fn numbered(&mut self, number: u64, start: impl FnOnce() -> String) {
        if let Some(last) = self.remembered.last_mut() {
            last.number = Some(number);
            if last.text.is_none() {
                last.start = start().into_boxed_str();
            }
        }
    }

    /// Something that has a name of its own and no words.
    pub(super) fn named(&mut self, how: &Checking, at: Option<Position>, id: &str) {
        if how.remembers {
            let text = Some(digest(id.as_bytes()));
            self.remembered.push(Remembered {
                text,
                tokens: 0,
                at,
                number: None,
                start: id.into(),
            });
        }
    }

    /// Adds what follows.
    pub(super) fn join(&mut self, other: Gathered, most: usize) {
        self.units += other.units;
        self.n_faults += other.n_faults;
        let room = most.saturating_sub(self.faults.len());
        self.faults.extend(other.faults.into_iter().take(room));
        self.tokens += other.tokens;
        for (length, n) in other.lengths {
            *self.lengths.entry(length).or_default() += n;
        }
        other.counts.into_iter().for_each(|(what, n)| self.count(what, n));
        for (what, names) in other.tallies {
            self.tallies.entry(what).or_default().join(names);
        }
        self.line_ends.lf += other.line_ends.lf;
        self.line_ends.crlf += other.line_ends.crlf;
        self.remembered.extend(other.remembered);
        self.digests.extend(other.digests);
        self.invalid = self.invalid.take().or(other.invalid);
    }

    /// What is known in the end.
    pub(super) fn finish(mut self, name: &str, kind: FileKind, most: usize) -> Checked {
        if let Some(invalid) = self.invalid.take() {
            // One line of Latin 1 is seldom alone.
            self.n_faults += 1;
            self.faults.insert(0, invalid);
            self.faults.truncate(most);
        }
        let mut seen = HashSet::new();
        let doubles = self.digests.iter().filter(|digest| !seen.insert(**digest)).count();
        if !self.digests.is_empty() {
            self.count(Count::Duplicates, doubles as u64);
        }
        let lengths = lengths(&self.lengths);
        let tallies = self.tallies.into_iter();
        let tallies = tallies.map(|(what, names)| Tallied { what, names: names.sorted() });
        let statistics = FileStatistics {
            tokens: self.tokens,
            lengths,
            counts: self.counts.into_iter().map(|(what, n)| (what.name(), n)).collect(),
            tallies: tallies.collect(),
            line_ends: self.line_ends,
        };
        Checked {
            name: name.to_string(),
            kind,
            units: self.units,
            faults: self.faults,
            n_faults: self.n_faults,
            is_whole: true,
            statistics,
            remembered: self.remembered,
        }
    }
}

/// The same for the same text, on every machine.
fn digest(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text);
    hasher.finish()
}

fn lengths(all: &BTreeMap<u64, u64>) -> Option<Lengths> {
    let n: u64 = all.values().sum();
    let sum: u64 = all.iter().map(|(length, n)| length * n).sum();
    let mut up_to = 0;
    let median = all.iter().find(|(_, here)| {
        up_to += **here;
        2 * up_to >= n
    });
    Some(Lengths {
        min: *all.keys().next()?,
        median: *median?.0,
        mean: ratio(sum, n)?,
        max: *all.keys().next_back()?,
    })
}
