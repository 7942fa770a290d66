//! Files to other files: trees to dependencies, columns, words or cleaned trees, columns to other columns,
//! relations of the C&C parser to dependencies.
//!
//! A sentence that cannot be read is reported and leaves an empty one, so that the sentences
//! behind it keep their numbers.
//!
//! # Example
//!
//! ```
//! use bezant::conversion::{Conversion, Representation, Target};
//! use bezant::{Reader, Threads};
//!
//! let text = "(S (NP (DT The) (NN cat)) (VP (VBZ sits) (PP (IN on) (NP (NNS mats)))) (. .))\n";
//! let conversion = Conversion::to(Target::Text(Representation::Collapsed));
//! let mut out = Vec::new();
//! conversion.run(Reader::from_text("trees", text)?, &Threads::one(), &mut out, &mut |_| ())?;
//! let lines: Vec<&str> = std::str::from_utf8(&out)?.lines().collect();
//! assert_eq!(
//!     lines[..4],
//!     [
//!         "det(cat-2, The-1)",
//!         "nsubj(sits-3, cat-2)",
//!         "root(ROOT-0, sits-3)",
//!         "prep_on(sits-3, mats-5)",
//!     ]
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod universal;

#[doc(inline)]
pub use crate::stanford::{RelationNames, Representation, StanfordOptions, WrittenColumns};

use std::borrow::Cow;
use std::io;
use std::sync::Mutex;

use crate::english;
use crate::error::{Error, ErrorKind, Place, Position, Result};
use crate::formats::conllu::{self, Columns, Losses, Roots};
use crate::formats::penn;
use crate::formats::penn::cleaning::Cleaning;
use crate::formats::penn::escapes::unescape;
use crate::formats::relations::linked::Linked;
use crate::formats::{
    Batch, Format, Holds, Outer, Reader, Sentence, discbracket, export, native, schemes,
};
use crate::parallel::Threads;
use crate::stanford::{self, Converter, GivenWord};
use crate::structures::graph::{self, Graph, ROOT};
use crate::structures::tree::Tree;

/// What is made of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Stanford dependencies as text: `nsubj(makes-8, Bell-1)`.
    Text(Representation),
    /// Stanford dependencies in columns.
    StanfordColumns(Representation, WrittenColumns),
    /// Columns; from trees by head rules.
    Columns(Columns),
    /// Universal Dependencies in CoNLL-U, enhanced graphs made from basic trees.
    Enhanced,
    /// Words in a line.
    Tokens,
    /// Tags in a line.
    Tags,
    /// Text as people write it, in a line.
    Sentences,
    /// Trees, each in a line, after some steps of cleaning.
    Cleaned(Cleaning),
    /// Trees, each in a line, whose words have numbers.
    Discbracket,
}

/// A conversion of files.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Conversion {
    /// What is made.
    pub target: Target,
    /// How Stanford dependencies are made.
    pub options: StanfordOptions,
}

/// What came of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    /// How many sentences it has.
    pub sentences: u64,
    /// How many of them are empty.
    pub empty: u64,
    /// How many of them could not be read.
    pub unreadable: u64,
    /// What other columns had no place for.
    #[doc(hidden)]
    pub lost: Losses,
    /// The first bytes that are not UTF-8; they are kept as they are.
    pub invalid: Option<Position>,
    /// Comments behind the last sentence, which belong to none and are left out of other columns.
    pub left_over: Option<Position>,
}

/// Memory for one sentence after another.
struct Worker {
    converter: Converter,
    trees: penn::TreeSpace,
    columns: conllu::ColumnSpace,
    lost: Losses,
}

/// What becomes of a stretch of sentences.
#[derive(Default)]
struct Part {
    sentences: u64,
    empty: u64,
    bytes: Vec<u8>,
    errors: Vec<Error>,
    lost: Losses,
    invalid: Option<Position>,
}

/// So many sentences are one piece of work.
const PIECE: usize = 128;

impl Conversion {
    /// To this, with Stanford dependencies as their converter makes them.
    pub fn to(target: Target) -> Conversion {
        Conversion { target, options: StanfordOptions::default() }
    }

    /// Converts a file; what is made goes to `out` in the order of the sentences, what is wrong
    /// with a sentence to `complain`. Memory does not grow with the file.
    pub fn run(
        &self,
        mut reader: Reader,
        threads: &Threads,
        out: &mut dyn io::Write,
        complain: &mut dyn FnMut(Error),
    ) -> Result<Converted> {
        let name = reader.name().to_string();
        if let Some(fault) = self.refuses(reader.format()) {
            let fault = match fault {
                ErrorKind::WrongFormat { asked, wanted } if reader.is_guessed() => {
                    ErrorKind::WrongKind { is: Some(asked), wanted }
                }
                fault => fault,
            };
            return Err(Error::new(name, fault));
        }
        let workers = Mutex::new(Vec::new());
        let mut converted = Converted::default();
        loop {
            let mut batches = Vec::new();
            while batches.len() < threads.pieces() {
                let batch = reader.take(PIECE)?;
                if batch.is_empty() {
                    break;
                }
                batches.push(batch);
            }
            if batches.is_empty() {
                if matches!(self.target, Target::Columns(_) | Target::Enhanced) {
                    converted.left_over = reader.left_over();
                }
                return Ok(converted);
            }
            // An empty file could be anything, and is no mistake.
            let format = reader.format();
            let has_trees = format.holds(Holds::Trees) || format == Format::Collins;
            if self.target == Target::Enhanced && has_trees {
                return Err(Error::new(name, ErrorKind::NoUniversalDependencies));
            }
            let parts = threads.map(batches, |batch| self.part(&name, &batch, &workers));
            for Part { sentences, empty, bytes, mut errors, lost, invalid } in parts {
                converted.sentences += sentences;
                converted.empty += empty;
                converted.lost |= lost;
                converted.invalid = converted.invalid.or(invalid);
                let is_foreign = |error: &Error| {
                    use ErrorKind::{LthDependencies, NoStanfordDependencies};
                    matches!(error.kind(), NoStanfordDependencies(_) | LthDependencies(_))
                };
                if let Some(at) = errors.iter().position(is_foreign) {
                    return Err(errors.swap_remove(at));
                }
                out.write_all(&bytes).map_err(|error| Error::new(name.clone(), error))?;
                converted.unreadable += errors.len() as u64;
                errors.into_iter().for_each(&mut *complain);
            }
        }
    }

    /// Why files of a format cannot be converted to this.
    fn refuses(&self, format: Format) -> Option<ErrorKind> {
        let wanted = Holds::Convertible;
        match (format, self.target) {
            (Format::Stanford, _) => Some(ErrorKind::NoTags),
            (Format::Candc, Target::Columns(_) | Target::Enhanced) => Some(ErrorKind::NoHeads),
            (
                Format::Columns(_) | Format::Mst | Format::Candc,
                Target::Cleaned(_) | Target::Discbracket,
            ) => Some(ErrorKind::WrongKind { is: Some(format), wanted: Holds::Trees }),
            (format, _) if !format.holds(wanted) => {
                Some(ErrorKind::WrongFormat { asked: format, wanted })
            }
            _ => None,
        }
    }

    /// Converts a stretch of sentences with a worker that has nothing to do.
    fn part(&self, name: &str, batch: &Batch, workers: &Mutex<Vec<Worker>>) -> Part {
        let idle = workers.lock().ok().and_then(|mut workers| workers.pop());
        let mut worker = idle.unwrap_or_else(|| Worker {
            converter: Converter::new(self.options),
            trees: penn::TreeSpace::default(),
            columns: conllu::ColumnSpace::default(),
            lost: Losses::default(),
        });
        let mut part = Part::default();
        for sentence in batch.sentences() {
            part.sentences += 1;
            part.empty += u64::from(sentence.text.trim_ascii().is_empty());
            part.invalid = part.invalid.or_else(|| sentence.invalid_utf8());
            if let Some((kind, at)) = self.sentence(sentence, &mut worker, &mut part.bytes) {
                let place = Place::locate(sentence.text, at, sentence.at);
                part.errors.push(Error::at(name, place, kind));
                self.write_nothing(&mut part.bytes);
            }
        }
        part.lost = std::mem::take(&mut worker.lost);
        if let Ok(mut workers) = workers.lock() {
            workers.push(worker);
        }
        part
    }

    /// Converts one sentence, or says what is wrong with it and where.
    fn sentence(
        &self,
        sentence: Sentence<'_>,
        worker: &mut Worker,
        out: &mut Vec<u8>,
    ) -> Option<(ErrorKind, usize)> {
        if sentence.text.is_empty() && sentence.format == Format::Collins {
            self.write_nothing(out);
            return None;
        }
        match native::translated(sentence.format, sentence.text) {
            Some(Ok((format, text))) => {
                // What was wrong with it was found there.
                let fault = self.sentence(Sentence::new(&text, sentence.at, format), worker, out);
                return fault.map(|(kind, _)| (kind, 0));
            }
            Some(Err((at, why))) => return Some((ErrorKind::UnreadableSentence(why), at)),
            None => {}
        }
        match sentence.format {
            format if format.holds(Holds::Trees) => {
                let reading = sentence.tree(&mut worker.trees);
                let fault = reading.faults.first();
                let fault = fault.map(|fault| (fault.kind.error_in(sentence.format), fault.at));
                if fault.is_none() && self.target == Target::Discbracket {
                    let root = match format.outer() {
                        Outer::Root => export::ROOT,
                        Outer::Counts | Outer::Dropped => b"",
                    };
                    let written =
                        whole_line(out, |out| discbracket::write(&reading.tree, root, out));
                    worker.trees.recycle(reading.tree);
                    return written.err().map(|kind| (kind, 0));
                }
                let crosses =
                    || reading.tree.has_gaps().then_some((ErrorKind::CrossingBranches, 0));
                let fault = fault.or_else(crosses);
                if let (None, Target::Cleaned(cleaning)) = (&fault, self.target) {
                    let cleaned = cleaning.apply(reading.tree);
                    let written = whole_line(out, |out| match format.is_bracketed() {
                        true => {
                            penn::write(&cleaned, out);
                            Ok(())
                        }
                        false => penn::write_escaped(&cleaned, b"", None, out),
                    });
                    worker.trees.recycle(cleaned);
                    return written.err().map(|kind| (kind, 0));
                }
                if fault.is_none() {
                    self.tree(&reading.tree, &mut worker.converter, out);
                }
                worker.trees.recycle(reading.tree);
                fault
            }
            Format::Columns(columns) => {
                let space = &mut worker.columns;
                let reading = sentence.heads(Roots::Any, space);
                let fault = reading.faults.first().map(|fault| (fault.error(), fault.at));
                let fault = fault.or_else(|| self.foreign(&reading.graph));
                if fault.is_none() {
                    self.columns(&reading.graph, columns, worker, out);
                }
                worker.columns.recycle(reading.graph);
                fault
            }
            Format::Candc => {
                let read = sentence.linked();
                let read = read.map_err(|(at, why)| (ErrorKind::UnreadableSentence(why), at));
                read.and_then(|linked| self.links(&linked, &mut worker.converter, out)).err()
            }
            // Refused before, by the table of formats.
            asked => Some((ErrorKind::WrongFormat { asked, wanted: Holds::Convertible }, 0)),
        }
    }

    fn tree(&self, tree: &Tree<'_>, converter: &mut Converter, out: &mut Vec<u8>) {
        match self.target {
            Target::Text(to) | Target::StanfordColumns(to, _) => {
                self.write(converter.convert(tree, to), out);
            }
            Target::Columns(columns) => {
                let found = converter.heads(tree);
                if found.words().is_empty() {
                    return self.write_nothing(out);
                }
                let mut text = Vec::new();
                found.write_columns(stanford::WrittenColumns::Conllx, &mut text);
                match columns {
                    Columns::Conllx | Columns::Conllu => out.extend_from_slice(&text),
                    Columns::Conll2009 => {
                        let mut space = conllu::ColumnSpace::default();
                        let (at, format) =
                            (Position::start_of(1), Format::Columns(Columns::Conllx));
                        let reading =
                            Sentence::new(&text, at, format).heads(Roots::Any, &mut space);
                        return conllu::write_as(&reading.graph, columns, out);
                    }
                }
                out.push(b'\n');
            }
            // Files of trees are refused before, and cleaned trees are written there.
            Target::Enhanced | Target::Cleaned(_) | Target::Discbracket => self.write_nothing(out),
            Target::Tokens | Target::Tags | Target::Sentences => {
                let words = converter.heads(tree).words();
                let n = words.len();
                self.write_line((0..n).map(|at| (words.form(at), words.tag(at))), out);
            }
        }
    }

    /// A relation that shows that a sentence is not in the names that it has to be in.
    fn foreign(&self, graph: &Graph<'_>) -> Option<(ErrorKind, usize)> {
        if !matches!(self.target, Target::Text(_) | Target::StanfordColumns(..)) {
            return None;
        }
        let words = graph.words().iter();
        let mut faults = words.filter_map(|word| {
            let (relation, form) = (graph.slice(word.relation), graph.slice(word.form));
            let name = || String::from_utf8_lossy(relation).into_owned();
            let fault = if schemes::is_surely_universal(relation, form) {
                ErrorKind::NoStanfordDependencies(name())
            } else if schemes::is_surely_lth(relation) {
                ErrorKind::LthDependencies(name())
            } else {
                return None;
            };
            Some((fault, word.relation.start as usize))
        });
        faults.next()
    }

    /// Columns to something else, or to themselves, which loses nothing.
    fn columns(&self, graph: &Graph<'_>, from: Columns, worker: &mut Worker, out: &mut Vec<u8>) {
        match self.target {
            Target::Columns(to) if to == from => conllu::copy(graph.text(), from, out),
            Target::Columns(to) => {
                worker.lost |= Losses::of(graph, from, to);
                conllu::write_as(graph, to, out);
            }
            _ => self.graph(graph, &mut worker.converter, out),
        }
    }

    fn graph(&self, graph: &Graph<'_>, converter: &mut Converter, out: &mut Vec<u8>) {
        match self.target {
            Target::Text(to) | Target::StanfordColumns(to, _) => {
                for sentence in graph.sentences() {
                    self.write(converter.collapse(given(graph, sentence), to), out);
                }
            }
            Target::Columns(columns) => conllu::write_as(graph, columns, out),
            Target::Enhanced => universal::write(graph, out),
            // Columns are refused before.
            Target::Cleaned(_) | Target::Discbracket => self.write_nothing(out),
            Target::Tokens | Target::Tags | Target::Sentences => {
                for sentence in graph.sentences() {
                    let text = conllu::comment(graph.sentence_text(sentence), "text")
                        .filter(|text| !text.is_empty());
                    if let (Target::Sentences, Some(text)) = (self.target, text) {
                        out.extend_from_slice(text);
                        out.push(b'\n');
                        continue;
                    }
                    if self.target == Target::Sentences {
                        // As it is written: words that are written together have a form of
                        // their own.
                        let tokens = sentence.first_token as usize..sentence.last_token as usize;
                        let forms = graph.tokens()[tokens].iter().map(|token| token.form);
                        write_text(forms.map(|form| graph.slice(form)), out);
                        out.push(b'\n');
                        continue;
                    }
                    let words = given(graph, sentence);
                    self.write_line(words.map(|word| (word.form, word.tag)), out);
                }
            }
        }
    }

    /// Relations of the C&C parser, or why they cannot be converted.
    fn links(
        &self,
        sentence: &Linked<'_>,
        converter: &mut Converter,
        out: &mut Vec<u8>,
    ) -> std::result::Result<(), (ErrorKind, usize)> {
        if sentence.words.iter().any(|word| word.tag.is_empty()) {
            let why = "no line <c> says all words with their tags".to_string();
            return Err((ErrorKind::UnreadableSentence(why), 0));
        }
        let (Target::Text(to) | Target::StanfordColumns(to, _)) = self.target else {
            let words = sentence.words.iter();
            self.write_line(words.map(|word| (&*word.form, &*word.tag)), out);
            return Ok(());
        };
        let found = converter.relate(sentence, to);
        let is_tree = matches!(to, Representation::Basic | Representation::CollapsedTree);
        if let Some(word) = is_tree.then(|| outside_tree(found)).flatten() {
            let form = String::from_utf8_lossy(found.words().form(word)).into_owned();
            return Err((ErrorKind::NoTree(form), 0));
        }
        self.write(found, out);
        Ok(())
    }

    /// Stanford dependencies, and an empty line.
    fn write(&self, found: stanford::StanfordSentence<'_>, out: &mut Vec<u8>) {
        match self.target {
            Target::StanfordColumns(_, columns) if !found.words().is_empty() => {
                found.write_columns(columns, out);
            }
            Target::Text(_) if !found.dependencies().is_empty() => {
                found.dependencies().iter().for_each(|arc| found.write(arc, out));
            }
            _ => return self.write_nothing(out),
        }
        out.push(b'\n');
    }

    /// Words or tags in a line.
    fn write_line<'w>(&self, words: impl Iterator<Item = (&'w [u8], &'w [u8])>, out: &mut Vec<u8>) {
        match self.target {
            Target::Sentences => write_text(words.map(|(form, _)| form), out),
            _ => {
                for (n, (form, tag)) in words.enumerate() {
                    if n > 0 {
                        out.push(b' ');
                    }
                    out.extend_from_slice(if self.target == Target::Tags { tag } else { form });
                }
            }
        }
        out.push(b'\n');
    }

    /// A sentence without anything in it. Where empty lines separate sentences, a comment keeps
    /// its place.
    fn write_nothing(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(match self.target {
            Target::Text(_) => b"# no dependencies\n\n",
            Target::StanfordColumns(..) | Target::Columns(_) | Target::Enhanced => {
                b"# no words\n\n"
            }
            Target::Tokens
            | Target::Tags
            | Target::Sentences
            | Target::Cleaned(_)
            | Target::Discbracket => b"\n",
        });
    }
}

/// A word that a tree cannot hold: it has two governors, or governs itself by a way round.
fn outside_tree(found: stanford::StanfordSentence<'_>) -> Option<usize> {
    // For each word its governor, and from which word it was reached first.
    let mut above: Vec<Option<(u32, u32)>> = vec![None; found.words().len() + 1];
    for arc in found.dependencies() {
        let place = &mut above[arc.dependent.index as usize];
        if place.replace((arc.governor.index, 0)).is_some() {
            return Some(arc.dependent.index as usize - 1);
        }
    }
    for start in 1..above.len() as u32 {
        let mut word = start;
        while let Some((governor, from)) = &mut above[word as usize] {
            match *from {
                0 => *from = start,
                _ if *from == start => return Some(word as usize - 1),
                _ => break,
            }
            word = *governor;
        }
    }
    None
}

/// Tokens as people write them. Bytes that are no UTF-8 stay what they are: each is taken for a
/// character of its own.
fn write_text<'w>(tokens: impl Iterator<Item = &'w [u8]>, out: &mut Vec<u8>) {
    let plain = |token: &'w [u8]| match token.contains(&b'\\') {
        true => unescape(token),
        false => Cow::Borrowed(token),
    };
    let tokens: Vec<Cow<'w, [u8]>> = tokens.map(plain).collect();
    let read: std::result::Result<Vec<&str>, _> =
        tokens.iter().map(|token| str::from_utf8(token)).collect();
    match read {
        Ok(tokens) => out.extend_from_slice(english::detokenize(&tokens).as_bytes()),
        Err(_) => {
            let wide = |token: &Cow<'_, [u8]>| token.iter().map(|&byte| char::from(byte)).collect();
            let tokens: Vec<String> = tokens.iter().map(wide).collect();
            let text = english::detokenize(&tokens);
            out.extend(text.chars().map(|c| u8::try_from(c).expect("every character was a byte")));
        }
    }
}

/// The words of a sentence in columns.
fn given<'g>(
    graph: &'g Graph<'g>,
    sentence: &'g graph::GraphSentence,
) -> impl Iterator<Item = GivenWord<'g>> {
    graph.words()[sentence.words()].iter().map(move |word| {
        let [xpos, upos] = [word.xpos, word.upos].map(|span| graph.slice(span));
        GivenWord {
            form: graph.slice(word.form),
            tag: if matches!(xpos, b"" | b"_") { upos } else { xpos },
            head: if word.head == ROOT { 0 } else { word.head - sentence.first_word + 1 },
            relation: graph.slice(word.relation),
        }
    })
}
/// Appends what `write` writes and the end of its line, or nothing.
fn whole_line(
    out: &mut Vec<u8>,
    write: impl FnOnce(&mut Vec<u8>) -> std::result::Result<(), ErrorKind>,
) -> std::result::Result<(), ErrorKind> {
    let start = out.len();
    let written = write(out);
    match written {
        Ok(()) => out.push(b'\n'),
        Err(_) => out.truncate(start),
    }
    written
}
