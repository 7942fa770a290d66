//! What any parser returned for the sentences of pairs, sentence by sentence.
//!
//! A sentence keeps its text until a module asks for a [view](View) of it.

mod categorial;
mod grammatical;
mod kept;
mod lth;
mod missing;
mod recognised;
mod spanning;
pub(crate) mod typed;
mod universal;
mod written;

use std::collections::{BTreeMap, VecDeque};

use crate::conversion::universal::EnhancedArc;
use crate::english::known_penn_tag;
use crate::entailment::analysis::{
    AnalysedWord, Analysis, Arc, Name, ROOT, View, lemma, shown, small, tag_name,
};
use crate::error::{EntailmentFault, EntailmentFile, Error, ErrorKind, Place, Position, Result};
use crate::formats::blocks::says_nothing;
use crate::formats::conllu::{self, Roots};
use crate::formats::penn::Layout;
use crate::formats::relations::candc;
use crate::formats::relations::linked::Wrong;
use crate::formats::schemes::NameScheme;
use crate::formats::{self, Format, Holds, Raw, Reader, Sentence, native, penn};
use crate::signature::Fingerprint;
use crate::source::Source;
use crate::stanford as stanford_graph;
use crate::stanford::{Converter, GivenWord, Representation, StanfordOptions, StanfordSentence};
use crate::structures::graph;
use crate::structures::tree::Tree;

pub use missing::Missing;
pub(crate) use missing::pieces;
pub(crate) use recognised::{letters, spelled};
pub(crate) use universal::stanford_name;

/// Whose dictionary forms words are compared by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lemmas {
    /// The parser's where it has them, or else ours.
    #[default]
    Parser,
    /// Always ours.
    Ours,
}

impl Lemmas {
    /// Its name in signatures.
    #[doc(hidden)]
    pub fn name(self) -> &'static str {
        match self {
            Lemmas::Parser => "parser",
            Lemmas::Ours => "ours",
        }
    }
}

/// How a file of parses is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// Its format; guessed unless it is given.
    pub format: Option<Format>,
    /// Whose dictionary forms count.
    pub lemmas: Lemmas,
    /// Whether parses may have other words than the sentences: those of another script, for example.
    /// Otherwise a parse of plainly another sentence counts as missing.
    pub any_words: bool,
    /// Whether the parses of a pair's sentences are found by their words, among others and in any order.
    /// Otherwise there is one for each sentence, in the order of the pairs.
    pub find: bool,
}

/// Memory that is used again for the next sentence.
#[derive(Debug, Default)]
pub struct ParseSpace {
    converter: Option<Converter>,
    columns: conllu::ColumnSpace,
    trees: penn::TreeSpace,
}

impl ParseSpace {
    fn converter(&mut self) -> &mut Converter {
        self.converter.get_or_insert_with(|| Converter::new(StanfordOptions::default()))
    }
}

/// One sentence of a file of parses.
#[derive(Clone, Debug)]
pub struct Parse {
    text: Box<[u8]>,
    at: Position,
    number: usize,
    format: Format,
    scheme: NameScheme,
    lemmas: Lemmas,
    /// Of typed dependencies: whether the file has nothing but trees.
    plain: bool,
    /// Why there is no analysis, as far as that can be seen at a glance.
    pub(crate) missing: Option<Missing>,
}

/// All sentences of a file of parses.
#[derive(Clone, Debug)]
pub struct Parses {
    /// What the file is called.
    pub name: String,
    /// How it is written.
    pub format: Format,
    /// Whose dictionary forms count.
    pub lemmas: Lemmas,
    /// Whether its words may be others than those of the sentences.
    pub any_words: bool,
    /// Its sentences.
    pub sentences: Vec<Parse>,
}

impl Parses {
    /// Reads a file that must have `expected` sentences, those of `pairs` pairs.
    ///
    /// An empty sentence is one without an analysis. Where sentences end with an empty line, one
    /// more empty line is an empty sentence if the numbers come out right that way.
    pub fn read(
        name: &str,
        text: &[u8],
        reading: Reading,
        (expected, pairs): (usize, usize),
    ) -> Result<Parses> {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let Reading { format, lemmas, any_words, .. } = reading;
        if format.is_none() && formats::guess::is_pairs(text) {
            let (is, wanted) = (EntailmentFile::Pairs, EntailmentFile::Parses);
            return Err(Error::new(name, EntailmentFault::OtherKind { is, wanted }));
        }
        let format = format.unwrap_or_else(|| Format::guess(text));
        let wanted = Holds::Parses;
        if !format.holds(wanted) {
            return Err(Error::new(name, ErrorKind::WrongFormat { asked: format, wanted }));
        }
        let (found, fault) = match (formats::sentences_of(name, text, format), format) {
            // A bracket that is missing costs its own tree, as long as the others keep their places.
            (Err(fault), Format::Penn(Layout::Free)) => match broken_trees(name, text) {
                Ok(found) => (found, Some(fault)),
                Err(_) => return Err(fault),
            },
            (found, _) => (found?, None),
        };
        let blocks = blocks_of(text, &found, format, expected);
        if blocks.len() != expected {
            if let Some(fault) = fault {
                return Err(fault);
            }
            let fault = recognised::miscounted(text, format, blocks.len(), (expected, pairs));
            return Err(Error::new(name, fault));
        }
        Ok(Parses::of_blocks((name, text), (format, lemmas, any_words), blocks))
    }

    /// Reads a file with as many sentences as it has. Empty ones count if there are then as many as are
    /// `expected`. A tree that lacks a bracket is a sentence that cannot be read, as long as one can tell
    /// where the next one starts.
    ///
    /// # Errors
    /// Where it is not a file of parses.
    pub fn read_all(
        name: &str,
        text: &[u8],
        reading: Reading,
        expected: Option<usize>,
    ) -> Result<Parses> {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let Reading { format, lemmas, any_words, .. } = reading;
        let start = Source::from_bytes(name, text[..text.len().min(START)].to_vec())?;
        Reader::new(start, format).check(Holds::Parses)?;
        let format = format.unwrap_or_else(|| Format::guess(text));
        let found = match format {
            Format::Penn(Layout::Free) => broken_trees(name, text)?,
            _ => formats::sentences_of(name, text, format)?,
        };
        let blocks = blocks_of(text, &found, format, expected.unwrap_or(usize::MAX));
        Ok(Parses::of_blocks((name, text), (format, lemmas, any_words), blocks))
    }

    fn of_blocks(
        (name, text): (&str, &[u8]),
        (format, lemmas, any_words): (Format, Lemmas, bool),
        blocks: Vec<Block<'_>>,
    ) -> Parses {
        let mut scheme = match format {
            // They have no relations, whoever names them.
            Format::Penn(_) => NameScheme::Stanford,
            _ => NameScheme::of_file(text),
        };
        let plain =
            format == Format::Stanford && blocks.iter().all(|(text, _)| typed::is_plain(text));
        let mut sentences = Vec::with_capacity(blocks.len());
        for (number, (text, at)) in (1..).zip(blocks) {
            let is_blank = says_nothing(text);
            let translated = native::translated(format, text).filter(|_| !is_blank);
            let (format, text) = match translated {
                Some(Ok((format, text))) => (format, text.into()),
                // What cannot be translated stays as it is, and cannot be read.
                Some(Err(_)) | None => (format, text.into()),
            };
            let missing = None;
            sentences.push(Parse { text, at, number, format, scheme, lemmas, plain, missing });
        }
        if format == Format::Mst {
            let texts: Vec<&[u8]> = sentences.iter().map(|parse| &*parse.text).collect();
            scheme = NameScheme::of_file(&texts.concat());
            sentences.iter_mut().for_each(|parse| parse.scheme = scheme);
        }
        let name = name.to_string();
        Parses { name, format, lemmas, any_words, sentences }
    }

    /// Puts sentences that say which they are (`# sent_id = 12.t`) in this order. Where any does not, or
    /// says something else, all stay where they are.
    pub(crate) fn put_in_order(&mut self, ids: impl Iterator<Item = String>) {
        let mut named: BTreeMap<&[u8], &Parse> = BTreeMap::new();
        for sentence in &self.sentences {
            let Some(id) = conllu::sentence_id(&sentence.text) else { return };
            named.insert(id, sentence);
        }
        let ordered: Option<Vec<Parse>> =
            ids.map(|id| named.get(id.as_bytes()).map(|parse| (*parse).clone())).collect();
        if let Some(ordered) = ordered {
            self.sentences = ordered;
        }
    }

    /// How many bytes its sentences have.
    pub fn n_bytes(&self) -> usize {
        self.sentences.iter().map(|parse| parse.text.len()).sum()
    }

    /// Writes some of its sentences as they stand in the file, each with an empty line behind it where the
    /// format needs one.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(
        &self,
        places: impl Iterator<Item = usize>,
        out: &mut dyn std::io::Write,
    ) -> std::io::Result<()> {
        for place in places {
            out.write_all(self.sentences[place].text.trim_ascii_end())?;
            let is_tree = matches!(self.format, Format::Penn(_));
            out.write_all(if is_tree { b"\n" } else { b"\n\n" })?;
        }
        Ok(())
    }

    /// Where the first bytes are that are not UTF-8.
    pub(crate) fn invalid_utf8(&self) -> Option<Position> {
        self.sentences.iter().find_map(|parse| {
            let error = std::str::from_utf8(&parse.text).err()?;
            Some(Place::locate(&parse.text, error.valid_up_to(), parse.at).position)
        })
    }

    /// Adds the sentences to a fingerprint, a piece each.
    pub(crate) fn add_to(&self, fingerprint: &mut Fingerprint) {
        for sentence in &self.sentences {
            fingerprint.push(Fingerprint::of(&sentence.text));
        }
    }

    /// What a sentence says; nothing if it has no analysis.
    pub(crate) fn analysis(
        &self,
        sentence: usize,
        view: View,
        space: &mut ParseSpace,
    ) -> Result<Option<Analysis>> {
        let parse = &self.sentences[sentence];
        parse.analysis(view, space).map_err(|wrong| self.bad_sentence(parse, wrong))
    }
}

/// So much of a file says what it is.
const START: usize = 1 << 16;

/// A sentence's text and where it starts.
type Block<'t> = (&'t [u8], Position);

/// The trees of a text, of which one that lacks a bracket is a sentence that cannot be read.
fn broken_trees(name: &str, text: &[u8]) -> Result<VecDeque<Raw>> {
    let found = penn::split_broken(text, Position::start_of(1));
    found.map(|(found, _)| found).map_err(|(place, kind)| Error::at(name, place, kind))
}

/// The sentences that were found in a text, as many as there should be.
fn blocks_of<'t>(
    text: &'t [u8],
    found: &VecDeque<Raw>,
    format: Format,
    expected: usize,
) -> Vec<Block<'t>> {
    let mut blocks: Vec<Block<'_>> =
        found.iter().map(|raw| (&text[raw.start..raw.end], raw.at)).collect();
    if matches!(format, Format::Penn(_) | Format::Collins) {
        return blocks;
    }
    if format != Format::Rasp {
        // Nor is what any other program says about itself a sentence.
        blocks.retain(|(text, _)| !candc::is_head(text));
    }
    fit(blocks, expected)
}

/// As many sentences as there should be: with empty ones, with those at the end dropped, or with
/// none that are empty, whichever fits first.
fn fit(mut blocks: Vec<Block<'_>>, expected: usize) -> Vec<Block<'_>> {
    while blocks.len() > expected && blocks.last().is_some_and(|(text, _)| text.is_empty()) {
        blocks.pop();
    }
    if blocks.len() != expected {
        blocks.retain(|(text, _)| !text.is_empty());
    }
    blocks
}

impl Parse {
    /// What stands behind `# key =` above it, in formats that have comments.
    pub(crate) fn comment(&self, key: &str) -> Option<String> {
        let is_tree = matches!(self.format, Format::Penn(_));
        let found = conllu::comment(&self.text, key).filter(|_| !is_tree)?;
        Some(String::from_utf8_lossy(found).trim().to_string())
    }

    /// Its text as a reader wants it.
    fn sentence(&self) -> Sentence<'_> {
        Sentence::new(&self.text, self.at, self.format)
    }

    /// Whether there is nothing in the place of a sentence.
    fn is_blank(&self) -> bool {
        let is_tree = matches!(self.format, Format::Penn(_));
        self.text.trim_ascii().is_empty() || !is_tree && says_nothing(&self.text)
    }

    fn analysis(
        &self,
        view: View,
        space: &mut ParseSpace,
    ) -> std::result::Result<Option<Analysis>, Wrong> {
        if self.is_blank() || self.missing == Some(Missing::OtherSentence) {
            return Ok(None);
        }
        let analysis = match self.format {
            Format::Penn(_) => tree(self.sentence(), view, space)?,
            Format::Columns(_) => {
                columns(self.sentence(), (self.scheme, self.lemmas), view, space)?
            }
            Format::Stanford => typed::viewed(&self.text, (self.scheme, self.plain), view, space)?,
            Format::Candc | Format::Rasp => grammatical::analysis(&self.sentence().linked()?, view),
            Format::CandcDeps | Format::Parg => {
                categorial::analysis(&self.sentence().categorial()?, view)
            }
            other => {
                // Others are refused when the file is read, by the table of formats.
                let refused = || (0, format!("{} is not read for parses", other.row().title));
                let wrong = native::translated(other, &self.text).and_then(|it| it.err());
                return Err(wrong.unwrap_or_else(refused));
            }
        };
        Ok((!analysis.words.is_empty()).then_some(analysis))
    }
}

/// A tree, through its Stanford dependencies.
fn tree(
    sentence: Sentence<'_>,
    view: View,
    space: &mut ParseSpace,
) -> std::result::Result<Analysis, Wrong> {
    let tree = read_tree(sentence, space)?;
    let converter = space.converter();
    let analysis = converted(&converter.convert(&tree, representation(view)));
    space.trees.recycle(tree);
    Ok(analysis)
}

fn read_tree<'t>(
    sentence: Sentence<'t>,
    space: &mut ParseSpace,
) -> std::result::Result<Tree<'t>, Wrong> {
    let reading = sentence.tree(&mut space.trees);
    match reading.faults.first() {
        Some(fault) => Err((fault.at, fault.kind.error().to_string())),
        None => Ok(reading.tree),
    }
}

/// The representation of Stanford dependencies that is a view.
fn representation(view: View) -> Representation {
    match view {
        View::Tree => Representation::Basic,
        View::Own => Representation::Extra,
        View::Extra => Representation::Cambridge,
        View::Collapsed => Representation::CcProcessed,
    }
}

fn converted(found: &StanfordSentence<'_>) -> Analysis {
    let words = found.words();
    let word = |at: usize| {
        let (form, tag) = (shown(words.form(at)).into_owned(), tag_name(words.tag(at)));
        AnalysedWord { lemma: lemma(&form, &tag), form, tag }
    };
    Analysis { words: (0..words.len()).map(word).collect(), arcs: converted_arcs(found) }
}

fn converted_arcs(found: &StanfordSentence<'_>) -> Vec<Arc> {
    let number =
        |place: stanford_graph::WordPlace| (place.index as usize).checked_sub(1).unwrap_or(ROOT);
    let arc = |one: &stanford_graph::Dependency| Arc {
        relation: found.name(one.relation),
        governor: number(one.governor),
        dependent: number(one.dependent),
    };
    found.dependencies().iter().map(arc).collect()
}

/// Dependencies in columns.
fn columns(
    sentence: Sentence<'_>,
    (scheme, lemmas): (NameScheme, Lemmas),
    view: View,
    space: &mut ParseSpace,
) -> std::result::Result<Analysis, Wrong> {
    let graph = read_columns(sentence, space)?;
    let analysis = from_graph(&graph, (scheme, lemmas), view, space);
    space.columns.recycle(graph);
    Ok(analysis)
}

fn read_columns<'t>(
    sentence: Sentence<'t>,
    space: &mut ParseSpace,
) -> std::result::Result<graph::Graph<'t>, Wrong> {
    let reading = sentence.heads(Roots::Any, &mut space.columns);
    match reading.faults.first() {
        Some(fault) => Err((fault.at, fault.kind.to_string())),
        None => Ok(reading.graph),
    }
}

/// Dependencies of one sentence, wherever they were read.
fn from_graph(
    graph: &graph::Graph<'_>,
    (scheme, lemmas): (NameScheme, Lemmas),
    view: View,
    space: &mut ParseSpace,
) -> Analysis {
    let word = |word: &graph::Word| {
        let form = shown(graph.slice(word.form)).into_owned();
        let tag = tag(graph.slice(word.xpos), graph.slice(word.upos));
        let given = shown(graph.slice(word.lemma));
        let lemma = match (&*given, lemmas) {
            ("_", _) if form != "_" => lemma(&form, &tag),
            (_, Lemmas::Ours) => lemma(&form, &tag),
            _ => small(&given).into_owned(),
        };
        AnalysedWord { form, lemma, tag }
    };
    let mut words: Vec<AnalysedWord> = graph.words().iter().map(word).collect();
    if scheme == NameScheme::Universal {
        let basic = universal::tree(graph);
        let arcs = match universal::is_tree(view) {
            true => universal::arcs(&words, &basic, &basic, view),
            false => universal::arcs(&words, &basic, &universal::enhanced(graph), view),
        };
        return Analysis { words, arcs };
    }
    let arc = |arc: EnhancedArc<'_>| {
        let relation = shown(&arc.relation);
        let relation = match scheme {
            NameScheme::Stanford => typed::known(&relation),
            NameScheme::Universal | NameScheme::Lth => &relation,
        };
        let governor = if arc.head == graph::ROOT { ROOT } else { arc.head as usize };
        let relation = relation.to_string().into();
        Arc { relation, governor, dependent: arc.dependent as usize }
    };
    let basic: Vec<Arc> = universal::tree(graph).into_iter().map(arc).collect();
    let untagged = graph.words().iter().all(|word| graph.slice(word.xpos) == b"_");
    if scheme == NameScheme::Stanford && untagged {
        typed::tell_tags(&mut words, &basic);
    }
    let arcs = match scheme {
        NameScheme::Stanford if is_stanford_graph(graph) => stanford_graph_arcs(graph),
        _ if matches!(view, View::Tree | View::Own) => basic,
        _ => {
            let converter = space.converter();
            let basic = match scheme {
                NameScheme::Lth => lth::stanford(&words, &basic),
                _ => basic,
            };
            let given = |at: usize| GivenWord {
                form: graph.slice(graph.words()[at].form),
                tag: words[at].tag.as_bytes(),
                head: basic[at].governor.checked_add(1).map_or(0, |head| head as u32),
                relation: basic[at].relation.as_bytes(),
            };
            let all = (0..words.len()).map(given);
            converted_arcs(&converter.collapse(all, representation(view)))
        }
    };
    Analysis { words, arcs }
}

/// What the parse of a sentence that we wrote ourselves says, in Universal Dependencies.
pub(crate) fn of_draft(draft: &graph::GraphDraft, view: View) -> Analysis {
    let kind = (NameScheme::Universal, Lemmas::Parser);
    from_graph(&draft.graph(), kind, view, &mut ParseSpace::default())
}

/// The tag of a word. Treebanks with tags of their own have universal ones beside them.
fn tag(own: &[u8], universal: &[u8]) -> Name {
    match (own, universal) {
        (b"_", b"_") => Name::default(),
        (own, b"_") => tag_name(own),
        (own, universal) => known_penn_tag(own).map_or_else(|| tag_name(universal), Name::from),
    }
}

/// Whether Stanford dependencies in columns are a graph already, with second governors or copies of
/// words, and not a tree that could still be collapsed.
fn is_stanford_graph(graph: &graph::Graph<'_>) -> bool {
    let is_tree = |word: &graph::Word| match graph.arcs(word) {
        [] => true,
        [only] => only.head.as_word().unwrap_or(graph::ROOT) == word.head,
        _ => false,
    };
    let has_arcs = graph.words().iter().any(|word| !graph.arcs(word).is_empty());
    has_arcs && !(graph.empty_nodes().is_empty() && graph.words().iter().all(is_tree))
}

/// All governors of every word; a copy of a word is that word, as in dependencies as text.
fn stanford_graph_arcs(graph: &graph::Graph<'_>) -> Vec<Arc> {
    let empty = |index: u32| (graph.empty_nodes()[index as usize].after as usize).checked_sub(1);
    let mut arcs = Vec::new();
    let mut add = |dependent: usize, found: &[graph::GraphArc]| {
        arcs.extend(found.iter().map(|arc| Arc {
            relation: shown(graph.slice(arc.relation)).into_owned().into(),
            governor: match (arc.head.as_word(), arc.head.as_empty()) {
                (Some(word), _) => word as usize,
                (None, Some(index)) => empty(index).unwrap_or(ROOT),
                (None, None) => ROOT,
            },
            dependent,
        }));
    };
    for (dependent, word) in graph.words().iter().enumerate() {
        add(dependent, graph.arcs(word));
    }
    for node in graph.empty_nodes() {
        if let Some(word) = (node.after as usize).checked_sub(1) {
            add(word, graph.arcs_of_empty(node));
        }
    }
    arcs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_sentences_count_if_the_number_comes_out_right() {
        let texts = |texts: &[&str], expected: usize| -> String {
            let blocks = texts.iter().map(|text| (text.as_bytes(), Position::start_of(1)));
            let text = |(text, _): Block<'_>| format!("[{}]", String::from_utf8_lossy(text));
            fit(blocks.collect(), expected).into_iter().map(text).collect()
        };
        assert_eq!(texts(&["a", "", "b", "", ""], 4), "[a][][b][]");
        assert_eq!(texts(&["a", "", "b", ""], 3), "[a][][b]");
        assert_eq!(texts(&["a", "", "b"], 2), "[a][b]");
        // What cannot come out right is told by the number of those that are there.
        assert_eq!(texts(&["a", "", "b"], 5), "[a][b]");
        assert_eq!(texts(&["a", "", "b", "c"], 2), "[a][b][c]");
    }
}
