//! Files to sentences: which format it is, and the text of one sentence after the other.

pub mod answers_jsonl;
pub(crate) mod blocks;
mod by_format;
pub(crate) mod categorial;
pub mod conllu;
mod corpus;
pub mod discbracket;
pub mod export;
pub(crate) mod guess;
pub(crate) mod lists;
mod meeting;
pub(crate) mod native;
pub mod outputs;
pub(crate) mod pairing;
pub mod penn;
pub mod relations;
pub mod repair;
pub(crate) mod schemes;
pub(crate) mod script;
pub(crate) mod stanford;
pub(crate) mod text_windows;
pub(crate) mod unbounded;
mod waiting;
pub(crate) mod windows;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Place, Position, Result};
use crate::source::{BLOCK, Source, Text};
use crate::structures::relations::NumberedRelations;
use crate::structures::tree::Tree;
use blocks::EmptyLines;
use by_format::{Split, cut, split};
use corpus::Held;
use penn::Layout;

#[doc(hidden)]
pub use by_format::words_in_order;
pub use corpus::Corpus;
#[doc(hidden)]
pub use corpus::{JoinedRelations, joined_relations};
pub use pairing::Realigned;
pub(crate) use waiting::{JoinedSentences, Waiting};

pub(crate) use crate::kinds::Outer;
pub use crate::kinds::{FORMATS, Format, Holds};

/// Where a sentence stands in a [`Text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raw {
    /// First byte.
    pub(crate) start: usize,
    /// One past the last byte.
    pub(crate) end: usize,
    /// Where it starts in its file.
    pub(crate) at: Position,
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
    /// Its number, where the file has one; elsewhere sentences are counted.
    pub number: Option<u64>,
    /// How many sentences it is made of: more than one where another file has these joined.
    pub(crate) n_joined: u32,
    /// Its place in a corpus, by which what was worked out of it is found again.
    place: Option<usize>,
    /// What is known of it beside its text.
    held: Held<'t>,
}

impl<'t> Sentence<'t> {
    /// A sentence of which nothing but the text is known.
    pub(crate) fn new(text: &'t [u8], at: Position, format: Format) -> Sentence<'t> {
        Sentence { text, at, format, number: None, n_joined: 1, place: None, held: Held::Nothing }
    }

    /// Where its first bytes are that are not UTF-8.
    pub(crate) fn invalid_utf8(&self) -> Option<Position> {
        let error = std::str::from_utf8(self.text).err()?;
        Some(Place::locate(self.text, error.valid_up_to(), self.at).position)
    }

    /// What was worked out of it, of a list with an entry for each sentence of its corpus.
    pub(crate) fn entry<T>(self, all: &[T]) -> Option<&T> {
        all.get(self.place?)
    }

    /// Whether the file has nothing here, though it goes on behind.
    pub(crate) fn is_missing(self) -> bool {
        matches!(self.held, Held::Missing)
    }

    /// The tree, if it was read before, and what is wrong with it.
    pub(crate) fn held_tree(self) -> Option<(Tree<'t>, &'t [penn::TreeFault])> {
        match self.held {
            Held::Tree(tree, faults) => Some((tree.over(self.text), faults)),
            _ => None,
        }
    }

    /// The dependencies in columns of a sentence that is kept; nothing of one that is read once.
    pub(crate) fn held_columns(
        self,
        space: &mut conllu::ColumnSpace,
    ) -> Option<&'t conllu::KeptColumns> {
        match (self.held, self.format) {
            (Held::Columns(cell), Format::Columns(columns)) => {
                Some(cell.get_or_init(|| conllu::KeptColumns::read(self.text, columns, space)))
            }
            _ => None,
        }
    }

    /// The typed dependencies of a sentence that is kept as their text; nothing of one that is read once.
    pub(crate) fn held_typed(self) -> Option<&'t stanford::TypedReading> {
        match self.held {
            Held::Typed(cell) => Some(cell.get_or_init(|| stanford::TypedReading::of(self.text))),
            _ => None,
        }
    }

    /// What a caller knew of it, who made a corpus of that.
    pub(crate) fn known<T: 'static>(self) -> Option<&'t T> {
        match self.held {
            Held::Known(known) => known.downcast_ref(),
            _ => None,
        }
    }

    /// The relations, if they were read before; otherwise none.
    pub(crate) fn held_relations(self) -> &'t NumberedRelations {
        const NONE: &NumberedRelations = &NumberedRelations::NONE;
        match self.held {
            Held::Relations(relations) => relations,
            _ => NONE,
        }
    }

    /// The texts of the sentences that are here in one: several where files are compared by
    /// windows, none in a window that only other files have. Relations are the same text in
    /// whatever format they were written, unless not all of them could be read.
    pub(crate) fn pieces(self) -> impl Iterator<Item = Cow<'t, [u8]>> {
        let (one, several) = match (self.held, self.format) {
            (Held::Missing, _) => (None, &b""[..]),
            (Held::Relations(sentence), _) if sentence.fault.is_none() => {
                (Some(Cow::Owned(relations::numbered::text(sentence))), &b""[..])
            }
            (Held::Relations(_), _) => (Some(Cow::Borrowed(self.text)), &b""[..]),
            (_, format) if format.ends_with_empty_line() => (None, self.text),
            _ => (Some(Cow::Borrowed(self.text)), &b""[..]),
        };
        one.into_iter().chain(blocks::pieces(several).map(Cow::Borrowed))
    }
}

/// Sentences in a row, of one file.
#[derive(Default)]
pub(crate) struct Batch {
    parts: Vec<Part>,
}

/// Sentences of one text.
enum Part {
    /// They were read just now.
    Read(Text, Format, Vec<Raw>),
    /// They are kept in memory: this stretch of a corpus.
    Kept(Corpus, Range<usize>),
}

impl Part {
    fn len(&self) -> usize {
        match self {
            Part::Read(_, _, sentences) => sentences.len(),
            Part::Kept(_, range) => range.len(),
        }
    }

    #[inline]
    fn sentence(&self, at: usize) -> Option<Sentence<'_>> {
        match self {
            Part::Read(text, format, sentences) => {
                let raw = sentences.get(at)?;
                Some(Sentence::new(&text[raw.start..raw.end], raw.at, *format))
            }
            Part::Kept(corpus, range) => Some(corpus.at(range.clone().nth(at)?)),
        }
    }
}

impl Batch {
    /// The sentences in order.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = Sentence<'_>> {
        let (mut parts, mut next) = (self.parts.as_slice(), 0);
        std::iter::from_fn(move || {
            loop {
                if let Some(sentence) = parts.first()?.sentence(next) {
                    next += 1;
                    return Some(sentence);
                }
                (parts, next) = (&parts[1..], 0);
            }
        })
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.parts.iter().map(Part::len).sum()
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes they have.
    pub(crate) fn bytes(&self) -> u64 {
        self.sentences().map(|sentence| sentence.text.len() as u64).sum()
    }
}

/// Reads the sentences of a source in order.
pub struct Reader {
    source: Source,
    /// A corpus that is read instead of the source, and how many of its sentences were.
    kept: Option<(Corpus, usize)>,
    format: Format,
    /// Whether the format was guessed, from the start alone.
    guessed: bool,
    /// Whether it goes on behind a tree with a missing or superfluous bracket.
    goes_on: bool,
    position: Position,
    waiting: VecDeque<Raw>,
    text: Option<Text>,
    /// Where comments stand that belong to no sentence, behind the last one.
    left_over: Option<Position>,
}

impl Reader {
    /// Over a file, in the format that its content has.
    pub fn open(path: impl AsRef<Path>) -> Result<Reader> {
        Ok(Reader::new(Source::open(path.as_ref())?, None))
    }

    /// Over text that is in memory already, in the format that it has.
    pub fn from_text(name: &str, text: &str) -> Result<Reader> {
        Ok(Reader::new(Source::from_bytes(name, text.into())?, None))
    }

    /// Over a source, in a format that is guessed unless it is given.
    pub fn new(source: Source, format: Option<Format>) -> Reader {
        let guessed = format.is_none();
        let format = format.unwrap_or_else(|| Format::guess(source.start()));
        Reader {
            source,
            kept: None,
            format,
            guessed,
            goes_on: false,
            position: Position::start_of(1),
            waiting: VecDeque::new(),
            text: None,
            left_over: None,
        }
    }

    /// Over a source with several trees a sentence; where it has nothing that tells lists apart, it has
    /// one tree a sentence.
    #[doc(hidden)]
    pub fn of_lists(source: Source) -> Reader {
        let guessed = Reader::new(source, None);
        match lists::layout(guessed.source.start(), guessed.format) {
            Some(layout) => Reader { format: Format::Lists(layout), ..guessed },
            None => guessed,
        }
    }

    /// Whether nobody said in which format the file is.
    pub(crate) fn is_guessed(&self) -> bool {
        self.guessed
    }

    /// Whether a file whose format was guessed seems to have several trees a sentence, as parsers print
    /// them.
    pub(crate) fn seems_lists(&self) -> bool {
        let start = self.source.start();
        let first_lines = &start[..start.len().min(BLOCK)];
        self.guessed && self.kept.is_none() && lists::is_marked(first_lines)
    }

    /// Where trees span lines, one that is not closed, or closed too often, is a sentence that
    /// cannot be read instead of the end of everything. Trees must be indented from their second
    /// line on; otherwise nothing says where the next one starts.
    #[must_use]
    #[doc(hidden)]
    pub fn going_on(self) -> Reader {
        Reader { goes_on: true, ..self }
    }

    /// The same under another name, for messages and tables.
    #[must_use]
    pub fn named(mut self, name: &str) -> Reader {
        self.source.rename(name);
        self
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
    #[doc(hidden)]
    pub fn has_unlabelled_top(&self) -> bool {
        if let Some((corpus, _)) = &self.kept {
            return corpus.has_unlabelled_top();
        }
        let start = self.source.start().trim_ascii_start();
        let inner = start.strip_prefix(b"(").map(<[u8]>::trim_ascii_start);
        self.format == Format::Penn(Layout::Lines)
            && inner.is_some_and(|inner| inner.starts_with(b"("))
    }

    /// The label of the first tree's outermost bracket.
    #[doc(hidden)]
    pub fn first_label(&self) -> Option<&[u8]> {
        let kept = self.kept.as_ref().and_then(|(corpus, _)| corpus.texts().next());
        let start = kept.unwrap_or(self.source.start()).trim_ascii_start();
        let label = start.strip_prefix(b"(")?;
        let ends = |byte: &u8| byte.is_ascii_whitespace() || b"()".contains(byte);
        let end = label.iter().position(ends)?;
        (matches!(self.format, Format::Penn(_)) && end > 0).then_some(&label[..end])
    }

    /// Fails where the file is not what is wanted: another format, or a text that looks like
    /// nothing, or lines that only look like lines. Empty lines alone are sentences without a parse.
    /// To be asked before anything is read.
    #[doc(hidden)]
    pub fn check(&self, wanted: Holds) -> Result<()> {
        if let Some((corpus, _)) = &self.kept {
            let is_known = corpus.looks_like_its_format();
            let is_there = match wanted {
                Holds::Relations => corpus.has_relations(),
                _ => corpus.bytes() == 0 || (self.format.holds(wanted) && is_known),
            };
            let kind = match wanted {
                Holds::Relations => ErrorKind::NoRelations,
                _ => ErrorKind::WrongKind { is: is_known.then_some(self.format), wanted },
            };
            return if is_there { Ok(()) } else { Err(self.at_first_thing(kind)) };
        }
        if wanted == Holds::Relations {
            // They are read whole, into a corpus.
            return Err(self.at_first_thing(ErrorKind::NoRelations));
        }
        let (format, start) = (self.format, self.source.start());
        let holds = format.holds(wanted);
        if !self.guessed && !holds {
            let kind = ErrorKind::WrongFormat { asked: format, wanted };
            return Err(Error::new(&**self.name(), kind));
        }
        if !start.contains(&b'\n') && start.trim_ascii().contains(&b'\r') {
            return Err(Error::new(&**self.name(), ErrorKind::OldLineEnds));
        }
        // Who says that these are trees is told of each line that is none.
        if !self.guessed {
            return Ok(());
        }
        // Trees are also what is guessed where nothing fits.
        let opens = |line: &[u8]| line.trim_ascii_start().starts_with(b"(");
        let is_known =
            !matches!(format, Format::Penn(_)) || start.split(|byte| *byte == b'\n').any(opens);
        let is_empty = self.is_empty() || (holds && start.trim_ascii().is_empty());
        match is_empty || (holds && is_known) {
            true => Ok(()),
            false => {
                let is = is_known.then_some(format);
                let kind = match guess::is_pairs(start) {
                    true => ErrorKind::Pairs,
                    false => ErrorKind::WrongKind { is, wanted },
                };
                Err(self.at_first_thing(kind))
            }
        }
    }

    /// The corpus it reads, if it reads one.
    pub(crate) fn corpus(&self) -> Option<&Corpus> {
        self.kept.as_ref().map(|(corpus, _)| corpus)
    }

    /// What is wrong with a whole file, at the first thing in it that can be seen.
    fn at_first_thing(&self, kind: ErrorKind) -> Error {
        let is_there = |text: &&[u8]| !text.trim_ascii().is_empty();
        let texts = self.kept.as_ref().and_then(|(corpus, _)| corpus.texts().find(is_there));
        let start = texts.unwrap_or(self.source.start());
        let first = start.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
        Error::at(&**self.name(), Place::locate(start, first, Position::start_of(1)), kind)
    }

    /// Where comments stand behind the last sentence of a file in columns, when all of it was read.
    pub(crate) fn left_over(&self) -> Option<Position> {
        self.left_over
    }

    /// How many bytes there are, where that is known beforehand.
    #[doc(hidden)]
    pub fn size(&self) -> Option<u64> {
        match &self.kept {
            Some((corpus, _)) => Some(corpus.bytes()),
            None => self.source.size(),
        }
    }

    /// Whether the file has nothing in it; to be asked before anything is read.
    #[doc(hidden)]
    pub fn is_empty(&self) -> bool {
        match &self.kept {
            Some((corpus, _)) => corpus.is_empty(),
            None => self.source.start().is_empty(),
        }
    }

    /// Reads the next block where nothing is waiting; false at the end.
    fn refill(&mut self) -> Result<bool> {
        while self.waiting.is_empty() {
            let format = self.format;
            let Some(text) = self.source.next_block(|text, end| cut(format, text, end))? else {
                return Ok(false);
            };
            // They wait only when the whole block is sound: after an error nothing may be left
            // that belongs to a text which was never kept.
            let split = match (self.goes_on, format) {
                (true, Format::Penn(Layout::Free)) => penn::split_broken(&text, self.position),
                _ => split(format, &text, self.position, EmptyLines::Separate),
            };
            let (found, position) =
                split.map_err(|(place, kind)| Error::at(&**self.source.name(), place, kind))?;
            let fail = |raw: &Raw, kind| {
                let start = &text[raw.start..raw.end.min(raw.start + BLOCK)];
                let place = Place::locate(start, 0, raw.at);
                Err(Error::at(&**self.source.name(), place, kind))
            };
            for raw in &found {
                let bytes = raw.end - raw.start;
                if u32::try_from(bytes).is_err() {
                    return fail(raw, ErrorKind::TreeTooLarge { bytes });
                }
            }
            if self.guessed
                && format == Format::Penn(Layout::Lines)
                && let Some(raw) = penn::goes_on(&text, &found)
            {
                return fail(raw, ErrorKind::GoesOn);
            }
            if matches!(format, Format::Columns(_)) {
                let behind = found.back().map_or(0, |raw| raw.end);
                let blanks = text[behind..].iter().take_while(|byte| byte.is_ascii_whitespace());
                let comments = behind + blanks.count();
                if comments < text.len() {
                    self.left_over = Some(self.position.after(&text[..comments]));
                }
            }
            self.waiting = found;
            self.position = position;
            self.text = Some(text);
        }
        Ok(true)
    }

    /// The next sentence, with the text it stands in.
    pub(crate) fn next_sentence(&mut self) -> Result<Option<(Text, Raw)>> {
        if let Some((corpus, next)) = &mut self.kept {
            *next += 1;
            return Ok(corpus.sentence(*next - 1));
        }
        if !self.refill()? {
            return Ok(None);
        }
        let text = self.text.clone().expect("sentences wait only in a text");
        Ok(self.waiting.pop_front().map(|raw| (text, raw)))
    }

    /// Which sentence of a corpus is next, if it is kept as dependencies in columns.
    pub(crate) fn next_kept(&self) -> Option<usize> {
        let (corpus, next) = self.kept.as_ref()?;
        (*next < corpus.len() && corpus.has_columns(*next)).then_some(*next)
    }

    /// The sentences of the next block of the file; none at its end.
    pub(crate) fn next_batch(&mut self) -> Result<Batch> {
        if let Some((corpus, next)) = &self.kept {
            let n = corpus.block(*next);
            return self.take(n);
        }
        self.refill()?;
        self.take(self.waiting.len())
    }

    /// The next `n` sentences, or as many as there are.
    pub(crate) fn take(&mut self, n: usize) -> Result<Batch> {
        if let Some((corpus, next)) = &mut self.kept {
            let start = *next;
            *next = corpus.len().min(start.saturating_add(n));
            return Ok(corpus.batch(start..*next));
        }
        let mut batch = Batch::default();
        let mut missing = n;
        while missing > 0 && self.refill()? {
            let here = missing.min(self.waiting.len());
            let text = self.text.clone().expect("sentences wait only in a text");
            let sentences = self.waiting.drain(..here).collect();
            batch.parts.push(Part::Read(text, self.format, sentences));
            missing -= here;
        }
        Ok(batch)
    }
}

impl From<&Corpus> for Reader {
    fn from(corpus: &Corpus) -> Reader {
        let reader = Reader::new(Source::nothing(corpus.name().clone()), Some(corpus.format()));
        Reader { kept: Some((corpus.clone(), 0)), ..reader }
    }
}

/// Whether outputs beside gold in a format can be repaired, which also pairs them by their words.
#[doc(hidden)]
pub fn can_be_repaired(gold: Format) -> bool {
    // What reads them says it, so that no list is kept twice.
    let nothing = Corpus::from_sentences_in::<Vec<u8>>(gold, "", []);
    outputs::shape_of(&nothing, conllu::Roots::Any).is_ok()
}

/// The sentences of a text that is there as a whole; each empty line that could be one is one.
pub(crate) fn sentences_of(name: &str, text: &[u8], format: Format) -> Result<VecDeque<Raw>> {
    let found = split(format, text, Position::start_of(1), EmptyLines::Count);
    let (found, _) = found.map_err(|(place, kind)| Error::at(name, place, kind))?;
    for raw in &found {
        let bytes = raw.end - raw.start;
        if u32::try_from(bytes).is_err() {
            let place = Place::locate(&text[raw.start..raw.start + BLOCK], 0, raw.at);
            return Err(Error::at(name, place, ErrorKind::TreeTooLarge { bytes }));
        }
    }
    Ok(found)
}

/// Valid and invalid files, and round trips.
#[cfg(test)]
#[path = "formats/tests.rs"]
mod files;

/// How a file is read, block by block.
#[cfg(test)]
#[path = "formats/reading/tests.rs"]
mod reading;
