//! Sentences in memory, to be scored as often as one likes.

mod memory;
mod relations;

use std::any::Any;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::error::{Position, Result};
use crate::formats::conllu::KeptColumns;
use crate::formats::penn::{Layout, TreeFault, TreeSpace};
use crate::formats::stanford::TypedReading;
use crate::formats::{Batch, Format, Holds, Part, Raw, Reader, Sentence};
use crate::kinds::Columns;
use crate::source::{BLOCK, Source, Text};
use crate::structures::graph::GraphBuilder;
use crate::structures::relations::NumberedRelations;
use crate::structures::tree::{OwnedTree, TreeNodes};

use memory::Memory;

pub use relations::{JoinedRelations, joined_relations};

/// Sentences in memory: from a file, from texts one by one, or from structures that a caller has.
///
/// It is read once and can be scored again and again; to clone it costs nothing. Trees are kept as they were read;
/// dependencies, and relations of which that was not known before, from when they are first asked for. Lists of
/// several trees a sentence, C&C's relations as dependencies and the content words of MSLAS are read again each time.
/// Where it is gold, what counts in it is kept, too, for brackets, fragments and dependencies of Universal
/// Dependencies: from the second evaluation with the same options on, as the first may be the only one. Relations are
/// numbered together with each system's.
/// A file that is scored once need not be a corpus: a [`Reader`] streams it. Relations come by the same doors as
/// trees: see [`metrics::relations`](crate::metrics::relations).
///
/// ```
/// use bezant::{Brackets, Corpus, Preset, evaluate_one};
///
/// let gold = Corpus::from_sentences("gold", ["(S (NP (N dogs)) (VP (V bark)))"])?;
/// let metric = Brackets::preset(Preset::None);
/// for epoch in ["(S (NP (N dogs)) (NP (V bark)))", "(S (NP (N dogs)) (VP (V bark)))"] {
///     let system = Corpus::from_sentences("system", [epoch])?;
///     let evaluation = evaluate_one(&metric, &gold, &system)?;
///     println!("{:?}", evaluation.total().brackets().f1());
/// }
/// # Ok::<(), bezant::Error>(())
/// ```
#[derive(Clone)]
pub struct Corpus {
    name: Arc<str>,
    /// What is in it, whatever it is called.
    inner: Arc<Inner>,
}

struct Inner {
    format: Format,
    sentences: Vec<Kept>,
    /// Whether the first tree has an unlabelled bracket around it that counts as a phrase.
    unlabelled_top: bool,
    bytes: u64,
    /// Whether each sentence stands beside one of gold, so that nobody need look for it.
    is_beside: bool,
    /// Whether somebody has nothing in some places of a list: those beside them are known then.
    has_gaps: bool,
    /// Whether its sentences were apart already, so that their lines are their own business.
    is_apart: bool,
    /// Whether nobody said how they are written.
    is_guessed: bool,
    /// The same as relations, once somebody has asked for them.
    relations: OnceLock<Corpus>,
    /// What was worked out of its sentences.
    memory: Memory,
    /// The corpus that these sentences were taken of, and their places in it: what was worked out is there.
    whole: Option<(Corpus, Vec<usize>)>,
}

/// One sentence of a corpus.
#[derive(Clone)]
struct Kept {
    text: Text,
    at: Position,
    number: Option<u64>,
    what: What,
}

/// What is kept of a sentence beside its text.
#[derive(Clone)]
enum What {
    Nothing,
    Missing,
    Tree(Arc<TreeNodes>, Vec<TreeFault>),
    /// Read when somebody asks: others make something else of the text.
    Columns(Arc<OnceLock<KeptColumns>>),
    Typed(Arc<OnceLock<TypedReading>>),
    Relations(Arc<NumberedRelations>),
    Known(Arc<dyn Any + Send + Sync>),
}

/// What is known of a sentence beside its text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Held<'t> {
    /// Nothing: it has to be read.
    Nothing,
    /// There is no such sentence in this file, though the file goes on.
    Missing,
    /// Its tree, and what is wrong with that.
    Tree(&'t TreeNodes, &'t [TreeFault]),
    /// Its dependencies, once somebody has asked for them.
    Columns(&'t OnceLock<KeptColumns>),
    /// The same of typed dependencies as text.
    Typed(&'t OnceLock<TypedReading>),
    /// Its relations.
    Relations(&'t NumberedRelations),
    /// What a caller knew of it.
    Known(&'t (dyn Any + Send + Sync)),
}

impl Corpus {
    /// The sentences of a file, in the format that its content has.
    ///
    /// # Errors
    /// Where the file cannot be read, or its sentences cannot be told apart.
    pub fn open(path: impl AsRef<Path>) -> Result<Corpus> {
        let source = Source::open(path.as_ref())?;
        let start = source.start();
        // What looks like nothing is taken for trees, and files of relations begin in many ways.
        let is_sure = !matches!(Format::guess(start), Format::Penn(_))
            || start.trim_ascii_start().starts_with(b"(");
        if is_sure {
            return Corpus::read(Reader::new(source, None));
        }
        let (name, text) = (source.name().clone(), source.rest()?);
        let format = Some(Format::guess_any(&text)).filter(|format| format.is_of_relations());
        Corpus::read(Reader::new(Source::from_text(name, text)?, format))
    }

    /// The sentences that a reader has.
    ///
    /// # Errors
    /// Where they cannot be read, or cannot be told apart.
    pub fn read(mut reader: Reader) -> Result<Corpus> {
        // Only the whole file says where sentences of relations end.
        if reader.corpus().is_none() && reader.format().is_of_relations() {
            return reader.relations();
        }
        let (name, format) = (reader.name().clone(), reader.format());
        let (unlabelled_top, is_guessed) = (reader.has_unlabelled_top(), reader.is_guessed());
        let (mut sentences, mut space) = (Vec::new(), TreeSpace::default());
        while let Some((text, raw)) = reader.next_sentence()? {
            sentences.push(Kept::read(text.slice(raw.start..raw.end), raw.at, format, &mut space));
        }
        let corpus = Corpus::new(name, format, unlabelled_top, sentences);
        Ok(corpus.with(|inner| inner.is_guessed = is_guessed))
    }

    /// Sentences that are apart already: never split again. The format is that of the first one
    /// that is not empty, so that texts of which none looks like anything are refused where they are scored; an empty
    /// one is a sentence without a parse.
    ///
    /// # Errors
    /// Where a text is nothing that could be read, such as UTF-16.
    pub fn from_sentences<T: Into<Vec<u8>>>(
        name: &str,
        sentences: impl IntoIterator<Item = T>,
    ) -> Result<Corpus> {
        let texts: Vec<Vec<u8>> = sentences.into_iter().map(Into::into).collect();
        let first = texts.iter().find(|text| !text.trim_ascii().is_empty());
        let format = match Format::guess(first.map_or(&[][..], |text| text)) {
            // Each stands alone, so its lines are its own business.
            Format::Penn(_) => Format::Penn(Layout::Lines),
            other => other,
        };
        if let Some(first) = first {
            // The checks of a file: what it is by its first bytes.
            Source::from_bytes(name, first.clone())?;
        }
        let corpus = Corpus::from_sentences_in(format, name, texts);
        Ok(corpus.with(|inner| inner.is_guessed = true))
    }

    /// Sentences that are apart already, in a format that the caller knows, so that nothing is guessed: whatever cannot
    /// be read in it, even if that is all of them, is a sentence that is skipped.
    pub fn from_sentences_in<T: Into<Vec<u8>>>(
        format: Format,
        name: &str,
        sentences: impl IntoIterator<Item = T>,
    ) -> Corpus {
        let (mut space, at) = (TreeSpace::default(), Position::start_of(1));
        let keep = |text: T| Kept::read(Text::from_bytes(text.into()), at, format, &mut space);
        let sentences: Vec<Kept> = sentences.into_iter().map(keep).collect();
        let corpus = Corpus::new(name.into(), format, false, sentences);
        corpus.with(|inner| inner.is_apart = true)
    }

    /// Sentences that are apart already, in a format that is guessed unless it is given; nothing stands where a
    /// system has none. `is_beside` says that each stands in the place of gold's, so that none is looked for by its
    /// text.
    ///
    /// # Errors
    /// Where a text is nothing that could be read, such as UTF-16.
    #[doc(hidden)]
    pub fn from_parts(
        name: &str,
        format: Option<Format>,
        sentences: Vec<Option<Vec<u8>>>,
        is_beside: bool,
    ) -> Result<Corpus> {
        let is_there = |text: &&Vec<u8>| !text.trim_ascii().is_empty();
        let first = sentences.iter().flatten().find(is_there).cloned();
        // An empty one stands for all, where there is none.
        let alike = Corpus::from_sentences(name, [first.unwrap_or_default()])?;
        let has_gaps = sentences.iter().any(Option::is_none);
        let texts = sentences.into_iter().map(|text| Some((text?, Position::start_of(1))));
        let is_guessed = format.is_none();
        let format = format.unwrap_or(alike.format());
        let corpus = Corpus::beside(name, format, texts.collect(), is_beside);
        Ok(corpus.with(|inner| {
            (inner.has_gaps, inner.is_apart, inner.is_guessed) = (has_gaps, true, is_guessed);
        }))
    }

    /// Trees that a caller has built.
    pub fn from_trees(name: &str, trees: impl IntoIterator<Item = OwnedTree>) -> Corpus {
        let keep = |tree: OwnedTree| {
            let (text, nodes) = tree.into_parts();
            Kept {
                text: Text::from_bytes(text),
                at: Position::start_of(1),
                number: None,
                what: What::Tree(Arc::new(nodes), Vec::new()),
            }
        };
        let sentences = trees.into_iter().map(keep).collect();
        Corpus::new(name.into(), Format::Penn(Layout::Lines), false, sentences)
    }

    /// Dependencies that a caller has built.
    ///
    /// # Errors
    /// Where a field has a tab or a line break in it.
    pub fn from_graphs<'g>(
        name: &str,
        graphs: impl IntoIterator<Item = &'g GraphBuilder>,
    ) -> Result<Corpus> {
        let texts = graphs.into_iter().map(GraphBuilder::finish).collect::<Result<Vec<_>>>()?;
        Ok(Corpus::from_sentences_in(Format::Columns(Columns::Conllu), name, texts))
    }

    /// Sentences of which a caller knows what no text says, each with what stands for it in the fingerprint of gold.
    pub(crate) fn of_known<T: Any + Send + Sync>(
        name: &str,
        sentences: impl IntoIterator<Item = (Vec<u8>, T)>,
    ) -> Corpus {
        let keep = |(text, known): (Vec<u8>, T)| Kept {
            text: Text::from_bytes(text),
            at: Position::start_of(1),
            number: None,
            what: What::Known(Arc::new(known)),
        };
        let sentences = sentences.into_iter().map(keep).collect();
        Corpus::new(name.into(), Format::Lines, false, sentences)
    }

    fn new(name: Arc<str>, format: Format, unlabelled_top: bool, sentences: Vec<Kept>) -> Corpus {
        let bytes = sentences.iter().map(|kept| kept.text.len() as u64).sum();
        let inner = Inner {
            format,
            sentences,
            unlabelled_top,
            bytes,
            is_beside: false,
            has_gaps: false,
            is_apart: false,
            is_guessed: false,
            relations: OnceLock::new(),
            memory: Memory::default(),
            whole: None,
        };
        Corpus { name, inner: Arc::new(inner) }
    }

    /// A corpus that was just made, with something else said of it.
    fn with(mut self, change: impl FnOnce(&mut Inner)) -> Corpus {
        change(Arc::get_mut(&mut self.inner).expect("nobody else has it yet"));
        self
    }

    /// Texts that a system returned, with where they stand, and nothing where it has none; `is_beside` says
    /// that there is one place for each sentence of gold.
    pub(crate) fn beside(
        name: &str,
        format: Format,
        texts: Vec<Option<(Vec<u8>, Position)>>,
        is_beside: bool,
    ) -> Corpus {
        let mut space = TreeSpace::default();
        let keep = |text| match text {
            Some((text, at)) => Kept::read(Text::from_bytes(text), at, format, &mut space),
            None => Kept {
                text: Text::from_bytes(Vec::new()),
                at: Position::start_of(1),
                number: None,
                what: What::Missing,
            },
        };
        let sentences: Vec<Kept> = texts.into_iter().map(keep).collect();
        Corpus::new(name.into(), format, false, sentences).with(|inner| inner.is_beside = is_beside)
    }

    /// Sentences of several corpora with as many each: which one's is said for each sentence.
    pub(crate) fn chosen(corpora: &[&Corpus], chosen: &[usize]) -> Corpus {
        let kept = |(at, corpus): (usize, &usize)| corpora[*corpus].inner.sentences[at].clone();
        let sentences: Vec<Kept> = chosen.iter().enumerate().map(kept).collect();
        let first = corpora[0];
        let corpus = Corpus::new(first.name.clone(), first.format(), false, sentences);
        corpus.with(|inner| inner.is_beside = true)
    }

    /// Some of its sentences, by their places.
    pub(crate) fn at_places(&self, places: impl Iterator<Item = usize>) -> Corpus {
        let places: Vec<usize> = places.collect();
        let ours = &self.inner;
        let sentences = places.iter().map(|at| ours.sentences[*at].clone()).collect();
        let corpus = Corpus::new(self.name.clone(), ours.format, ours.unlabelled_top, sentences);
        let whole = self.whole().clone();
        let in_whole = places.into_iter().map(|at| self.place_in_whole(at)).collect();
        corpus.with(|inner| {
            (inner.is_beside, inner.whole) = (ours.is_beside, Some((whole, in_whole)));
        })
    }

    /// The corpus that its sentences were taken of, or itself.
    fn whole(&self) -> &Corpus {
        self.inner.whole.as_ref().map_or(self, |(whole, _)| whole)
    }

    fn place_in_whole(&self, at: usize) -> usize {
        self.inner.whole.as_ref().map_or(at, |(_, places)| places[at])
    }

    /// Whether somebody has nothing in some places of a list.
    pub(crate) fn has_gaps(&self) -> bool {
        self.inner.has_gaps
    }

    /// Whether each sentence stands beside one of gold.
    pub(crate) fn is_beside(&self) -> bool {
        self.inner.is_beside
    }

    /// The same sentences under another name, for messages and tables; nothing is copied.
    #[must_use]
    pub fn named(&self, name: &str) -> Corpus {
        Corpus { name: name.into(), inner: self.inner.clone() }
    }

    /// What it is called.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// How its sentences are written.
    pub fn format(&self) -> Format {
        self.inner.format
    }

    /// How many sentences there are.
    pub fn len(&self) -> usize {
        self.inner.sentences.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The texts of its sentences, in order.
    pub fn texts(&self) -> impl Iterator<Item = &[u8]> {
        self.inner.sentences.iter().map(|kept| &*kept.text)
    }

    /// The same, and nothing where there is no such sentence: what [`from_parts`](Corpus::from_parts) takes.
    #[doc(hidden)]
    pub fn parts(&self) -> impl Iterator<Item = Option<&[u8]>> {
        let is_missing = |kept: &Kept| matches!(kept.what, What::Missing);
        self.inner.sentences.iter().map(move |kept| (!is_missing(kept)).then_some(&*kept.text))
    }

    /// How many bytes its sentences have.
    pub(crate) fn bytes(&self) -> u64 {
        self.inner.bytes
    }

    /// Whether its sentences may be what its format says: where that was guessed, trees are also what is guessed
    /// of anything.
    pub(crate) fn looks_like_its_format(&self) -> bool {
        let mut texts =
            self.texts().map(<[u8]>::trim_ascii).filter(|text| !text.is_empty()).peekable();
        let is_guess = self.inner.is_guessed && matches!(self.format(), Format::Penn(_));
        !is_guess || texts.peek().is_none() || texts.any(|text| text.starts_with(b"("))
    }

    pub(crate) fn has_unlabelled_top(&self) -> bool {
        self.inner.unlabelled_top
    }

    /// One of its sentences.
    pub(crate) fn at(&self, index: usize) -> Sentence<'_> {
        let kept = &self.inner.sentences[index];
        Sentence {
            text: &kept.text,
            at: kept.at,
            format: self.inner.format,
            number: kept.number,
            n_joined: 1,
            place: Some(self.place_in_whole(index)),
            held: match &kept.what {
                What::Nothing => Held::Nothing,
                What::Missing => Held::Missing,
                What::Tree(nodes, faults) => Held::Tree(nodes, faults),
                What::Columns(columns) => Held::Columns(columns),
                What::Typed(typed) => Held::Typed(typed),
                What::Relations(relations) => Held::Relations(relations),
                What::Known(known) => Held::Known(&**known),
            },
        }
    }

    /// Whether a sentence is kept as dependencies in columns.
    pub(crate) fn has_columns(&self, index: usize) -> bool {
        matches!(self.inner.sentences[index].what, What::Columns(_))
    }

    /// The text of one sentence.
    pub(crate) fn sentence(&self, index: usize) -> Option<(Text, Raw)> {
        let kept = self.inner.sentences.get(index)?;
        let raw = Raw { start: 0, end: kept.text.len(), at: kept.at };
        Some((kept.text.clone(), raw))
    }

    /// The sentences from `start` on that make about one block.
    pub(crate) fn block(&self, start: usize) -> usize {
        let mut bytes = 0;
        let rest = self.inner.sentences[start..].iter();
        rest.take_while(|kept| {
            let is_in = bytes < BLOCK;
            bytes += kept.text.len() + 1;
            is_in
        })
        .count()
    }

    /// A batch of a stretch of sentences.
    pub(crate) fn batch(&self, range: Range<usize>) -> Batch {
        Batch { parts: vec![Part::Kept(self.clone(), range)] }
    }
}

impl Kept {
    fn read(text: Text, at: Position, format: Format, space: &mut TreeSpace) -> Kept {
        let what = match format {
            Format::Columns(_) => What::Columns(Arc::default()),
            Format::Stanford => What::Typed(Arc::default()),
            format if format.holds(Holds::Trees) => {
                let reading = Sentence::new(&text, at, format).tree(space);
                let nodes = TreeNodes::of(&reading.tree);
                space.recycle(reading.tree);
                What::Tree(Arc::new(nodes), reading.faults)
            }
            _ => What::Nothing,
        };
        Kept { text, at, number: None, what }
    }
}

impl std::fmt::Debug for Corpus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Corpus")
            .field("name", &self.name)
            .field("format", &self.inner.format)
            .field("sentences", &self.len())
            .finish()
    }
}
