//! What a system returned beside gold's sentences: which output belongs to which sentence, repaired or
//! as it is, and what is to be said of it.

mod by_text;
mod plain;
mod relations;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::error::{Error, ErrorKind, Position, Result};
use crate::formats::conllu::{self, ColumnSpace, Columns, Roots};
use crate::formats::penn::characters::push_characters;
use crate::formats::penn::cleaning::TRACE;
use crate::formats::penn::{self, Layout};
use crate::formats::repair::{
    FactLines, Masked, RepairKind, RepairShape, Repaired, Repairs, column_chunks, decoded,
    has_entities, is_well_formed, repair, repair_for,
};
use crate::formats::{Corpus, Format};
use crate::structures::tree::NodeKind;

pub use plain::place_file;
pub use relations::{RepairedRelations, numbered_relations, repair_relations};

/// What came back for one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Which sentence it is of: gold's name for it, or its number from 1 on. Without one it is the next.
    pub id: Option<String>,
    /// What was returned; nothing where the request failed.
    pub text: Option<Vec<u8>>,
    /// Where it stands in its file.
    pub at: Position,
}

/// How outputs are put beside gold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placing {
    /// Whether they are repaired.
    pub repairs: bool,
    /// How many roots a sentence in columns may have.
    pub roots: Roots,
    /// Whether the metric pairs sentences by their text itself.
    pub by_text: bool,
}

/// What is to be said of a system's output for one sentence of gold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputFacts {
    /// Whether it was a structure as it was returned.
    pub is_valid: bool,
    /// Whether its words are gold's.
    pub is_faithful: bool,
    /// What was done to it.
    pub repairs: Repairs,
}

/// One output for every sentence of gold.
#[derive(Clone, Debug)]
pub struct Run {
    /// The outputs, repaired if that was wanted.
    pub corpus: Corpus,
    /// One a sentence of gold.
    pub facts: Vec<OutputFacts>,
}

/// What became of a system's outputs.
#[derive(Clone, Debug)]
pub struct PlacedOutputs {
    /// One or more, where sentences have several samples: the first has the first of each.
    pub runs: Vec<Run>,
    /// Ids that no sentence of gold has.
    pub unknown: Vec<String>,
    /// Gold's sentences, by number, that have fewer samples than others; none at all is not among them.
    pub fewer: Vec<u64>,
}

/// What outputs hold: words in columns, typed dependencies, or else trees.
pub fn format_of_outputs(text: &[u8]) -> Format {
    let masked = Masked::of(text);
    let text: &[u8] = &masked.text;
    if !column_chunks(text, Columns::Conllu).is_empty() {
        return Format::Columns(Columns::Conllu);
    }
    let typed = RepairShape::Facts(FactLines::Typed);
    if repair(text, RepairShape::Trees).is_none() && repair(text, typed).is_some() {
        return Format::Stanford;
    }
    Format::Penn(Layout::Lines)
}

/// Of several runs, one output for each sentence: that of the run that was chosen for it.
pub fn best_of(runs: &[Run], chosen: &[usize]) -> Run {
    let corpora: Vec<&Corpus> = runs.iter().map(|run| &run.corpus).collect();
    let fact = |(at, run): (usize, &usize)| runs[*run].facts[at].clone();
    Run {
        corpus: Corpus::chosen(&corpora, chosen),
        facts: chosen.iter().enumerate().map(fact).collect(),
    }
}

/// As what outputs beside gold are read.
///
/// # Errors
/// Where gold is in a format in which nothing can be repaired.
pub(crate) fn shape_of(gold: &Corpus, roots: Roots) -> Result<RepairShape> {
    match gold.format() {
        Format::Penn(_) | Format::Discbracket => Ok(RepairShape::Trees),
        Format::Columns(columns) => Ok(RepairShape::Columns(columns, roots)),
        Format::Stanford => Ok(RepairShape::Facts(FactLines::Typed)),
        Format::Candc => Ok(RepairShape::Facts(FactLines::Bracketed)),
        other => Err(Error::new(&**gold.name(), ErrorKind::NoRepair(other))),
    }
}

/// Outputs with ids, beside gold's sentences.
///
/// # Errors
/// Where gold is in a format in which nothing can be repaired.
pub fn place_outputs(
    gold: &Corpus,
    name: &str,
    outputs: Vec<Output>,
    how: Placing,
) -> Result<PlacedOutputs> {
    let shape = shape_of(gold, how.roots)?;
    let ids = Ids::of(gold, &outputs);
    let mut samples: Vec<Vec<usize>> = vec![Vec::new(); gold.len()];
    let mut unknown = Vec::new();
    let found: Vec<Option<usize>> =
        (0..).zip(&outputs).map(|(at, output)| ids.find(output.id.as_deref(), at)).collect();
    // Names that say nothing are still in an order.
    let in_order = found.iter().all(Option::is_none) && outputs.len() == gold.len();
    for (at, output) in outputs.iter().enumerate() {
        match found[at].or(in_order.then_some(at)) {
            Some(sentence) => samples[sentence].push(at),
            None => unknown.push(output.id.clone().unwrap_or_else(|| (at + 1).to_string())),
        }
    }
    let n_runs = samples.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let fewer = (1..).zip(&samples).filter(|(_, found)| (1..n_runs).contains(&found.len()));
    let fewer = fewer.map(|(number, _)| number).collect();
    let run = |n: usize| {
        let here = samples.iter().map(|found| {
            let output = &outputs[*found.get(n)?];
            Some((output.text.as_deref()?, output.at, Repairs::default()))
        });
        run(gold, name, here.collect(), (shape, !gold.has_unlabelled_top()), how)
    };
    Ok(PlacedOutputs { runs: (0..n_runs).map(run).collect(), unknown, fewer })
}

/// Gold's sentences by what it calls them; a name that stands twice says nothing.
fn names(gold: &Corpus) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    for (at, text) in gold.texts().enumerate() {
        conllu::sentence_name(text).into_iter().for_each(|name| {
            names.entry(name).or_insert(at);
        });
    }
    names
}

/// How sentences are looked up.
struct Ids {
    names: BTreeMap<String, usize>,
    n: usize,
    /// What is taken off a number: 0 where somebody counts from 0 on.
    first: usize,
    /// Whether no output has an id, so that they are in order.
    in_order: bool,
}

impl Ids {
    fn of(gold: &Corpus, outputs: &[Output]) -> Ids {
        let ids = || outputs.iter().filter_map(|output| output.id.as_deref());
        let mut ids =
            Ids { names: names(gold), n: gold.len(), first: 1, in_order: ids().next().is_none() };
        let from_zero = outputs
            .iter()
            .filter_map(|output| output.id.as_deref())
            .any(|id| !ids.names.contains_key(id) && number_in(id) == Some(0));
        if from_zero {
            ids.first = 0;
        }
        ids
    }

    fn find(&self, id: Option<&str>, at: usize) -> Option<usize> {
        let Some(id) = id else { return Some(at).filter(|at| self.in_order && *at < self.n) };
        let by_number = || number_in(id)?.checked_sub(self.first).filter(|at| *at < self.n);
        self.names.get(id).copied().or_else(by_number)
    }
}

/// The number that an id is, or ends with.
fn number_in(id: &str) -> Option<usize> {
    let id = id.trim();
    let digits = id.bytes().rev().take_while(u8::is_ascii_digit).count();
    id[id.len() - digits..].parse().ok()
}

fn format_of(gold: &Corpus) -> Format {
    match gold.format() {
        // Each stands alone, so its lines are its own business.
        Format::Penn(_) => Format::Penn(Layout::Lines),
        other => other,
    }
}

/// Outputs beside gold's sentences, one each or none, with what was already taken away of them. Whether an unlabelled bracket around a tree is
/// taken off depends on gold.
fn run(
    gold: &Corpus,
    name: &str,
    outputs: Vec<Option<(&[u8], Position, Repairs)>>,
    (shape, strips): (RepairShape, bool),
    how: Placing,
) -> Run {
    let mut texts = Vec::with_capacity(outputs.len());
    let mut facts = Vec::with_capacity(outputs.len());
    for (at, output) in outputs.into_iter().enumerate() {
        let mut fact = OutputFacts::default();
        let gold_text = gold.at(at).text;
        let fits = |found: &[u8]| is_faithful(gold_text, found, gold.format(), shape);
        let text = output.and_then(|(text, position, before)| {
            let text = trimmed(text, shape);
            fact.is_valid = before.is_empty() && is_well_formed(text, shape);
            let repaired = match how.repairs {
                true => repair_for(text, shape, &fits),
                false => Some(Repaired { text: text.to_vec(), done: Repairs::default() }),
            };
            // What cannot be repaired is a sentence that cannot be read, and says why.
            let Some(Repaired { text: found, done }) = repaired else {
                fact.repairs.add(RepairKind::Missing, 1);
                let is_there = shape == RepairShape::Trees || !text.is_empty();
                return is_there.then(|| (unreadable(text, shape), position));
            };
            let found = if strips { plain_tree(found, shape) } else { found };
            fact.repairs = done;
            before.iter().for_each(|(kind, _)| fact.repairs.note(kind, true));
            fact.is_faithful = is_faithful(gold_text, &found, gold.format(), shape);
            let spelled = (how.repairs && fact.is_faithful)
                .then(|| spelled_as(gold_text, &found, gold.format()))
                .flatten();
            fact.repairs.note(RepairKind::Spelling, spelled.is_some());
            Some((spelled.unwrap_or(found), position))
        });
        if text.is_none() {
            fact.repairs.note(RepairKind::Missing, true);
        }
        texts.push(text);
        facts.push(fact);
    }
    Run { corpus: Corpus::beside(name, format_of(gold), texts, true), facts }
}

/// What is not a structure, such that no reader takes it for one.
fn unreadable(text: &[u8], shape: RepairShape) -> Vec<u8> {
    match shape {
        // Words in parentheses would be a tree. What is none says itself why.
        RepairShape::Trees if is_tree(text) => [b"\xE2\x80\xA6 ", text].concat(),
        // Empty lines would end the sentence.
        RepairShape::Trees => text.to_vec(),
        _ => {
            text.split(|byte| *byte == b'\n').find(|line| !line.is_empty()).unwrap_or(text).to_vec()
        }
    }
}

/// Whether a reader would take a text for a tree with words.
fn is_tree(text: &[u8]) -> bool {
    let reading = penn::read(text);
    reading.faults.is_empty() && reading.tree.leaves().any(|(_, word)| !word.is_empty())
}

/// Without blanks around it; tabs at the end of a line are its columns.
fn trimmed(text: &[u8], shape: RepairShape) -> &[u8] {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let is_blank = |byte: &u8| match shape {
        RepairShape::Columns(..) => matches!(byte, b'\n' | b'\r' | b' '),
        _ => byte.is_ascii_whitespace(),
    };
    let end = text.iter().rposition(|byte| !is_blank(byte)).map_or(0, |at| at + 1);
    let text = &text[..end];
    let start = text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(text.len());
    &text[start..]
}

/// A tree without the unlabelled bracket around it that treebank files have, which is no phrase.
fn plain_tree(text: Vec<u8>, shape: RepairShape) -> Vec<u8> {
    if shape != RepairShape::Trees {
        return text;
    }
    let inner = text.trim_ascii().strip_prefix(b"(").and_then(|it| it.strip_suffix(b")"));
    let Some(inner) = inner.map(<[u8]>::trim_ascii).filter(|it| it.starts_with(b"(")) else {
        return text;
    };
    match penn::read(inner).faults.is_empty() {
        true => inner.to_vec(),
        false => text,
    }
}

/// The words of a sentence as characters that are the same however they are written.
fn words_of(text: &[u8], format: Format) -> Vec<Vec<u32>> {
    forms_of(text, format).iter().map(|form| characters(&text[form.clone()])).collect()
}

fn characters(form: &[u8]) -> Vec<u32> {
    let mut characters = Vec::new();
    match has_entities(form) {
        true => push_characters(&decoded(form), &mut characters),
        false => push_characters(form, &mut characters),
    }
    characters
}

/// Where the words of a sentence stand in its text, traces excepted.
fn forms_of(text: &[u8], format: Format) -> Vec<Range<usize>> {
    match format {
        Format::Columns(columns) => {
            let reading = conllu::read_with(text, columns, Roots::Any, &mut ColumnSpace::default());
            let words = reading.graph.words().iter();
            words.map(|word| word.form.start as usize..word.form.end as usize).collect()
        }
        Format::Penn(_) | Format::Discbracket => {
            let reading = penn::read(text);
            let leaves =
                reading.tree.nodes().iter().filter(|node| {
                    node.kind == NodeKind::Leaf && reading.tree.label(node) != TRACE
                });
            let mut forms: Vec<Range<usize>> =
                leaves.map(|node| node.body.start as usize..node.body.end as usize).collect();
            if format == Format::Discbracket {
                // Words stand where their numbers say, not where the tree has them.
                forms.sort_by_key(|form| leading_number(&text[form.clone()]));
            }
            forms
        }
        _ => Vec::new(),
    }
}

fn leading_number(form: &[u8]) -> Option<u64> {
    let digits = form.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&form[..digits]).ok()?.parse().ok()
}

/// Whether an output has gold's words. Facts name words and where they stand; all that do so must be
/// there in gold.
fn is_faithful(gold: &[u8], system: &[u8], format: Format, shape: RepairShape) -> bool {
    match shape {
        RepairShape::Facts(_) => {
            let ours = placed_words(gold);
            placed_words(system).iter().all(|word| ours.binary_search(word).is_ok())
        }
        _ => {
            let theirs = words_of(system, format);
            !theirs.is_empty() && words_of(gold, format) == theirs
        }
    }
}

/// Words that end in a number, as facts have them.
fn placed_words(text: &[u8]) -> Vec<&[u8]> {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"(),".contains(byte);
    let is_placed = |name: &&[u8]| {
        let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let sign = name.len().checked_sub(digits + 1).map(|at| name[at]);
        digits > 0 && matches!(sign, Some(b'-' | b'_'))
    };
    let mut words: Vec<&[u8]> = text.split(ends).filter(is_placed).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// A structure with gold's words in the place of its own, which are the same but for how they are
/// written; nothing where they are written alike.
fn spelled_as(gold: &[u8], system: &[u8], format: Format) -> Option<Vec<u8>> {
    let (ours, theirs) = (forms_of(gold, format), forms_of(system, format));
    let is_same =
        ours.iter().zip(&theirs).all(|(ours, theirs)| gold[ours.clone()] == system[theirs.clone()]);
    if is_same || ours.len() != theirs.len() {
        return None;
    }
    let mut pairs: Vec<(Range<usize>, Range<usize>)> = ours.into_iter().zip(theirs).collect();
    pairs.sort_by_key(|(_, theirs)| theirs.start);
    let mut text = Vec::with_capacity(system.len());
    let mut at = 0;
    for (ours, theirs) in pairs {
        text.extend_from_slice(&system[at..theirs.start]);
        text.extend_from_slice(&gold[ours]);
        at = theirs.end;
    }
    text.extend_from_slice(&system[at..]);
    Some(text)
}
