//! Files to sentences: which format it is, and the text of one sentence after the other.

pub mod penn;
pub mod relations;

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Place, Position, Result};
use crate::source::{Source, Text};
use penn::{Layout, Splitter};

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Bracketed trees.
    Penn(Layout),
}

impl Format {
    /// Guesses from the start of a text.
    pub fn guess(start: &[u8]) -> Format {
        Format::Penn(Layout::guess(start))
    }

    /// The name on the command line and in signatures.
    pub fn name(self) -> &'static str {
        match self {
            Format::Penn(Layout::Lines) => "penn-lines",
            Format::Penn(Layout::Free) => "penn",
        }
    }
}

/// Where a sentence stands in a [`Text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raw {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Where it starts in its file.
    pub at: Position,
}

/// The text of one sentence, not yet read.
#[derive(Clone, Copy, Debug)]
pub struct Sentence<'t> {
    /// All of it.
    pub text: &'t [u8],
    /// Where it starts in its file.
    pub at: Position,
    /// How it is written.
    pub format: Format,
}

/// Sentences in a row, of one file.
#[derive(Default)]
pub struct Batch {
    parts: Vec<(Text, Format, Vec<Raw>)>,
}

impl Batch {
    /// The sentences in order.
    pub fn sentences(&self) -> impl Iterator<Item = Sentence<'_>> {
        self.parts.iter().flat_map(|(text, format, sentences)| {
            sentences.iter().map(|raw| Sentence {
                text: &text[raw.start..raw.end],
                at: raw.at,
                format: *format,
            })
        })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|(_, _, sentences)| sentences.len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes they have.
    pub fn bytes(&self) -> u64 {
        let size = |raw: &Raw| (raw.end - raw.start) as u64;
        self.parts.iter().flat_map(|(_, _, sentences)| sentences.iter().map(size)).sum()
    }
}

/// Reads the sentences of a source in order.
pub struct Reader {
    source: Source,
    format: Format,
    position: Position,
    waiting: VecDeque<Raw>,
    text: Option<Text>,
}

impl Reader {
    /// Over a source, in a format that is guessed unless it is given.
    pub fn new(source: Source, format: Option<Format>) -> Reader {
        let format = format.unwrap_or_else(|| Format::guess(source.start()));
        Reader {
            source,
            format,
            position: Position::start_of(1),
            waiting: VecDeque::new(),
            text: None,
        }
    }

    /// What the file is called.
    pub fn name(&self) -> &Arc<str> {
        self.source.name()
    }

    /// How it is written.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Whether the first tree has an unlabelled bracket around it that counts as a phrase.
    pub fn has_unlabelled_top(&self) -> bool {
        let start = self.source.start().trim_ascii_start();
        let inner = start.strip_prefix(b"(").map(<[u8]>::trim_ascii_start);
        self.format == Format::Penn(Layout::Lines)
            && inner.is_some_and(|inner| inner.starts_with(b"("))
    }

    /// How many bytes there are, where that is known beforehand.
    pub fn size(&self) -> Option<u64> {
        self.source.size()
    }

    /// Reads the next block where nothing is waiting; false at the end.
    fn refill(&mut self) -> Result<bool> {
        let Format::Penn(layout) = self.format;
        while self.waiting.is_empty() {
            let Some(text) = self.source.next_block(|text, end| penn::cut(layout, text, end))?
            else {
                return Ok(false);
            };
            let mut splitter = Splitter::new(layout, &text, self.position);
            // They wait only when the whole block is sound: after an error nothing may be left
            // that belongs to a text which was never kept.
            let mut found = VecDeque::new();
            for raw in splitter.by_ref() {
                let raw =
                    raw.map_err(|(place, kind)| Error::at(&**self.source.name(), place, kind))?;
                let bytes = raw.end - raw.start;
                if u32::try_from(bytes).is_err() {
                    let place = Place::locate(&text[raw.start..raw.start + 1], 0, raw.at);
                    return Err(Error::at(
                        &**self.source.name(),
                        place,
                        ErrorKind::TreeTooLarge { bytes },
                    ));
                }
                found.push_back(raw);
            }
            self.waiting = found;
            self.position = splitter.position();
            self.text = Some(text);
        }
        Ok(true)
    }

    /// The sentences of the next block of the file; none at its end.
    pub fn next_batch(&mut self) -> Result<Batch> {
        self.refill()?;
        self.take(self.waiting.len())
    }

    /// The next `n` sentences, or as many as there are.
    pub fn take(&mut self, n: usize) -> Result<Batch> {
        let mut batch = Batch::default();
        let mut missing = n;
        while missing > 0 && self.refill()? {
            let here = missing.min(self.waiting.len());
            let text = self.text.clone().expect("sentences wait only in a text");
            batch.parts.push((text, self.format, self.waiting.drain(..here).collect()));
            missing -= here;
        }
        Ok(batch)
    }
}

/// Hands out the pairs of sentences with the numbers in `wanted`, the first sentence being 1.
pub fn pick(
    mut gold: Reader,
    mut system: Reader,
    wanted: &BTreeSet<u64>,
    mut take: impl FnMut(u64, Sentence<'_>, Sentence<'_>),
) -> Result<()> {
    let mut number = 0;
    while wanted.last().is_some_and(|last| number < *last) {
        let ours = gold.next_batch()?;
        if ours.is_empty() {
            break;
        }
        let theirs = system.take(ours.len())?;
        for (gold, system) in ours.sentences().zip(theirs.sentences()) {
            number += 1;
            if wanted.contains(&number) {
                take(number, gold, system);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_go_on_where_the_last_one_ended() {
        let text = "(A a)\n".repeat(100_000) + "(B b)";
        let source = Source::from_reader("lines", std::io::Cursor::new(text)).unwrap();
        let mut reader = Reader::new(source, None);
        let first = reader.take(60_000).unwrap();
        assert_eq!(first.sentences().last().unwrap().at.line, 60_000);
        let rest = reader.take(usize::MAX).unwrap();
        assert_eq!(rest.len(), 40_001);
        let last = rest.sentences().last().unwrap();
        assert_eq!((last.text, last.at.line), (&b"(B b)"[..], 100_001));
        assert!(reader.next_batch().unwrap().is_empty());
    }

    #[test]
    fn after_an_error_a_reader_has_ended() {
        let text = b"(S\n (A a))\n  b".to_vec();
        let mut reader = Reader::new(Source::from_bytes("free", text).unwrap(), None);
        assert_eq!(
            reader.next_batch().err().unwrap().to_string(),
            "free:3:3: text outside brackets"
        );
        assert!(reader.next_batch().unwrap().is_empty());
    }

    #[test]
    fn a_place_in_a_line_is_known_across_blocks() {
        // Trees of seven bytes in one line, so that a block ends in the middle of it.
        let text = format!("(X y)\n{}", "(É bb) ".repeat(200_000));
        let source = Source::from_bytes("free", text.into_bytes()).unwrap();
        let mut reader = Reader::new(source, Some(Format::Penn(Layout::Free)));
        let all = reader.take(usize::MAX).unwrap();
        let last = all.sentences().last().unwrap().at;
        assert_eq!(last, Position { line: 2, column: 7 * 199_999 + 1 });
    }

    #[test]
    fn a_free_tree_larger_than_a_block_is_whole() {
        let tree = format!("(S\n{})\n", " (N word)\n".repeat(200_000));
        let source = Source::from_reader("free", std::io::Cursor::new(tree.repeat(2))).unwrap();
        let mut reader = Reader::new(source, None);
        assert_eq!(reader.format(), Format::Penn(Layout::Free));
        let all = reader.take(9).unwrap();
        assert_eq!(all.sentences().map(|s| s.at.line).collect::<Vec<_>>(), [1, 200_003]);
    }
}
