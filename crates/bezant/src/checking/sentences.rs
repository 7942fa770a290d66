//! Files of sentences: read in blocks, each sentence by the reader of its format.

use std::borrow::Cow;
use std::sync::Mutex;

use super::gathering::{Count, Gathered};
use super::tables::{fault_of_type, types_of};
use super::{Checked, Checking, FileKind};
use crate::error::{EntailmentFault, Error, ErrorKind, Place, Result, Stream};
use crate::formats::conllu::{ColumnFault, ColumnSpace, Columns, Roots};
use crate::formats::penn::TreeSpace;
use crate::formats::penn::escapes::unescape;
use crate::formats::relations::linked::LinkedWord;
use crate::formats::relations::{Broken, Input, candc};
use crate::formats::{Batch, Format, Reader, Sentence, lists, native, stanford};
use crate::kinds::{Layout, ListLayout};
use crate::metric::Structure;
use crate::metrics::dependencies::projective;
use crate::metrics::relations::Hierarchy;
use crate::metrics::trees::Trees;
use crate::metrics::trees::cleaning::Cleaning;
use crate::parallel::Threads;
use crate::source::Source;
use crate::structures::graph::Graph;
use crate::structures::relations::NumberedRelations;
use crate::structures::tree::{NodeKind, Tree};

/// So many sentences are one piece of work.
const PIECE: usize = 256;

/// The tag of words that are not in the text.
const TRACE: &[u8] = b"-NONE-";

/// Memory for one sentence after another.
#[derive(Default)]
struct Space {
    trees: TreeSpace,
    columns: ColumnSpace,
    typed: Vec<stanford::TypedDependency>,
}

/// Reads a file in blocks. Where it is broken so that nobody knows how it goes on, that is its last fault.
pub(super) fn check(
    source: Source,
    format: Format,
    is_guessed: bool,
    how: &Checking,
    threads: &Threads,
) -> Result<Checked> {
    let name = source.name().to_string();
    // What was guessed may turn out wrong further on, which readers then say.
    let asked = (!is_guessed || Format::guess(source.start()) != format).then_some(format);
    let mut reader = Reader::new(source, asked).going_on();
    let spaces = Mutex::new(Vec::new());
    let mut all = Gathered::default();
    let mut broken = None;
    // The types of relations, which the first block says.
    let mut types: Option<Option<Hierarchy>> = None;
    loop {
        let mut batches = Vec::new();
        for _ in 0..threads.count() {
            match reader.next_batch() {
                Ok(batch) if batch.is_empty() => break,
                Ok(batch) => batches.push(batch),
                // What cannot be read at all is no fault of the text.
                Err(error) if matches!(error.kind(), ErrorKind::Io(_)) => return Err(error),
                Err(error) if matches!(error.kind(), ErrorKind::TooLarge { .. }) => {
                    return Err(error);
                }
                Err(error) => {
                    broken = Some(error);
                    break;
                }
            }
        }
        if types.is_none() && format == Format::Candc {
            let first: Vec<NumberedRelations> =
                batches.iter().take(1).flat_map(Batch::sentences).flat_map(relations_of).collect();
            types = Some(types_of(first.iter().flat_map(|one| one.relations.iter())));
        }
        let types = types.as_ref().and_then(Option::as_ref);
        let sentences: Vec<Sentence<'_>> = batches.iter().flat_map(Batch::sentences).collect();
        batches.iter().flat_map(Batch::texts).for_each(|text| all.line_ends.add(text));
        let parts = threads.map(sentences.chunks(PIECE).collect(), |sentences| {
            let idle = spaces
                .lock()
                .ok()
                .and_then(|mut spaces: std::sync::MutexGuard<'_, Vec<Space>>| spaces.pop());
            let mut space = idle.unwrap_or_default();
            let mut part = Part { name: &name, how, types, gathered: Gathered::default() };
            sentences.iter().for_each(|sentence| part.sentence(*sentence, &mut space));
            if let Ok(mut spaces) = spaces.lock() {
                spaces.push(space);
            }
            part.gathered
        });
        parts.into_iter().for_each(|part| all.join(part, how.most()));
        if sentences.is_empty() || broken.is_some() {
            break;
        }
    }
    let is_whole = broken.is_none();
    if let Some(error) = broken {
        all.fault(how.most(), || error);
    }
    let checked = all.finish(&name, FileKind::Sentences(format), how.most());
    Ok(Checked { is_whole, ..checked })
}

/// The relations of a sentence of the C&C parser, as their metric reads them; several where empty lines are in it.
fn relations_of(sentence: Sentence<'_>) -> Vec<NumberedRelations> {
    let input = Input { name: "", text: sentence.text, stream: Stream::System };
    candc::read(input, Broken::Skips).unwrap_or_default()
}

/// A stretch of sentences.
struct Part<'a> {
    name: &'a str,
    how: &'a Checking,
    /// The types that relations should have.
    types: Option<&'a Hierarchy>,
    gathered: Gathered,
}

impl Part<'_> {
    fn sentence(&mut self, sentence: Sentence<'_>, space: &mut Space) {
        self.gathered.units += 1;
        if let Err(error) = std::str::from_utf8(sentence.text) {
            self.gathered.count(Count::InvalidUtf8, 1);
            if self.gathered.invalid.is_none() {
                let place = Place::locate(sentence.text, error.valid_up_to(), sentence.at);
                let fault = EntailmentFault::NotUtf8;
                self.gathered.invalid = Some(Error::at(self.name, place, fault));
            }
        }
        if sentence.text.trim_ascii().is_empty() {
            self.gathered.count(Count::Empty, 1);
            return self.words(sentence, std::iter::empty());
        }
        match native::translated(sentence.format, sentence.text) {
            Some(Ok((format, text))) => {
                // What was wrong with it was found there.
                let inner = Sentence::new(&text, sentence.at, format);
                self.structure(inner, space);
            }
            Some(Err((at, why))) => self.bad(sentence, at, ErrorKind::UnreadableSentence(why)),
            None => self.structure(sentence, space),
        }
    }

    fn structure(&mut self, sentence: Sentence<'_>, space: &mut Space) {
        match sentence.format {
            Format::Columns(columns) => self.columns(sentence, columns, space),
            Format::Lines => {
                let words = sentence.text.split(u8::is_ascii_whitespace);
                self.words(sentence, words.filter(|word| !word.is_empty()));
            }
            Format::Lists(layout) => self.list(sentence, layout, space),
            Format::Stanford => self.typed(sentence, space),
            Format::Candc => self.candc(sentence),
            Format::CandcDeps | Format::Parg => match sentence.categorial() {
                Ok(read) => {
                    let names = read.filled.iter().map(|filled| filled.category.as_bytes());
                    names.for_each(|name| self.gathered.name("categories", name));
                    self.linked(sentence, &read.words);
                }
                Err((at, why)) => self.bad(sentence, at, ErrorKind::UnreadableSentence(why)),
            },
            _ => {
                let (tree, faults) = Trees::read(sentence, &Cleaning::default(), &mut space.trees);
                // What is open where reading stopped is no fault of its own.
                for fault in faults.iter().take(1) {
                    self.fault(sentence, fault.at, || fault.kind.error_in(sentence.format));
                }
                // Brackets without a word are no parse to whoever scores them.
                let is_empty =
                    tree.n_leaves() == 0 && !faults.iter().any(|it| it.kind.stops_reading());
                if is_empty {
                    self.gathered.count(Count::Empty, 1);
                } else if !faults.is_empty() {
                    self.gathered.count(Count::Unreadable, 1);
                }
                match faults.is_empty() {
                    true => self.tree(sentence, &tree),
                    false => self.words(sentence, std::iter::empty()),
                }
                Trees::recycle(tree, &mut space.trees);
            }
        }
    }

    /// What the C&C parser prints is relations for one metric, dependencies for others.
    fn candc(&mut self, sentence: Sentence<'_>) {
        let relations = relations_of(sentence);
        let broken = relations.iter().find_map(|one| Some((one.at, one.fault.clone()?)));
        if let Some((at, fault)) = broken {
            let problem = fault.problem.of_format(Format::Candc);
            return self.bad(sentence, at + fault.at, problem.in_sentence());
        }
        match sentence.linked() {
            Ok(linked) => {
                let of_type =
                    |one: &NumberedRelations| Some((one.at, fault_of_type(self.types?, one)?));
                if let Some((at, fault)) = relations.iter().find_map(of_type) {
                    self.fault(sentence, at + fault.at, || fault.problem.in_sentence());
                    self.gathered.count(Count::Unreadable, 1);
                }
                let names = linked.links.iter().map(|link| &*link.name);
                names.for_each(|name| self.gathered.name("relations", name));
                self.linked(sentence, &linked.words);
            }
            Err((at, why)) => self.bad(sentence, at, ErrorKind::UnreadableSentence(why)),
        }
    }

    /// A list of trees: its words and labels are those of the first, faults are of all.
    fn list(&mut self, sentence: Sentence<'_>, layout: ListLayout, space: &mut Space) {
        let trees = lists::trees(layout, sentence.text, sentence.at);
        self.gathered.count(Count::Trees, trees.len() as u64);
        let lines = Format::Penn(Layout::Lines);
        let mut trees = trees.iter().map(|tree| Sentence::new(tree.text, tree.at, lines));
        match trees.next().filter(|first| !first.text.trim_ascii().is_empty()) {
            Some(first) => self.structure(first, space),
            None => {
                self.gathered.count(Count::Empty, 1);
                self.words(sentence, std::iter::empty());
            }
        }
        for other in trees {
            let (tree, faults) = Trees::read(other, &Cleaning::default(), &mut space.trees);
            if let Some(fault) = faults.first() {
                self.fault(other, fault.at, || fault.kind.error_in(other.format));
            }
            Trees::recycle(tree, &mut space.trees);
        }
    }

    fn fault(&mut self, sentence: Sentence<'_>, at: usize, kind: impl FnOnce() -> ErrorKind) {
        let name = self.name;
        self.gathered.fault(self.how.most(), || {
            Error::at(name, Place::locate(sentence.text, at, sentence.at), kind())
        });
    }

    /// A sentence that cannot be read, with what is wrong with it.
    fn bad(&mut self, sentence: Sentence<'_>, at: usize, kind: ErrorKind) {
        self.fault(sentence, at, || kind);
        self.gathered.count(Count::Unreadable, 1);
        self.words(sentence, std::iter::empty());
    }

    fn words<'w>(&mut self, sentence: Sentence<'_>, words: impl Iterator<Item = &'w [u8]>) {
        self.gathered.sentence(self.how, Some(sentence.at), words);
    }

    fn tree(&mut self, sentence: Sentence<'_>, tree: &Tree<'_>) {
        let gathered = &mut self.gathered;
        let phrases = tree.nodes().iter().filter(|node| node.kind != NodeKind::Leaf);
        for label in phrases.map(|node| tree.label(node)) {
            gathered.name("labels", label);
        }
        let mut words: Vec<(u32, Cow<'_, [u8]>)> = Vec::new();
        let mut traces = 0;
        for (at, (tag, word)) in (0..).zip(tree.leaves()) {
            if tag == TRACE {
                traces += 1;
                continue;
            }
            gathered.name("tags", tag);
            let place = tree.places().get(at as usize).copied().unwrap_or(at);
            words.push((place, unescape(word)));
        }
        // Where branches cross, words do not come in the order of the text.
        words.sort_by_key(|(place, _)| *place);
        // Several in a line are one sentence, as in EVALB; nobody who has them there by mistake would see it.
        if sentence.format == Format::Penn(Layout::Lines) && tree.nodes().len() > 1 {
            let is_one = tree.nodes()[0].end as usize == tree.nodes().len();
            gathered.count(Count::SeveralTrees, u64::from(!is_one));
        }
        gathered.count(Count::Traces, traces);
        gathered.count(Count::Discontinuous, u64::from(tree.has_gaps()));
        self.words(sentence, words.iter().map(|(_, word)| &**word));
    }

    fn columns(&mut self, sentence: Sentence<'_>, columns: Columns, space: &mut Space) {
        // Universal Dependencies have one root; other treebanks may have several.
        let roots = if columns == Columns::Conllu { Roots::One } else { Roots::Several };
        let reading = sentence.heads(roots, &mut space.columns);
        self.column_faults(sentence, &reading.faults);
        if reading.faults.is_empty() {
            self.graph(sentence, &reading.graph);
        }
        space.columns.recycle(reading.graph);
    }

    fn column_faults(&mut self, sentence: Sentence<'_>, faults: &[ColumnFault]) {
        // A line that is left out is missing in the numbers and heads of all others.
        let left_out = faults.iter().position(|fault| fault.kind.leaves_out_line());
        for (nth, fault) in faults.iter().enumerate() {
            if left_out.is_some_and(|first| nth > first) && fault.kind.is_of_numbers() {
                continue;
            }
            self.fault(sentence, fault.at, || fault.error());
        }
        if !faults.is_empty() {
            self.gathered.count(Count::Unreadable, 1);
            self.words(sentence, std::iter::empty());
        }
    }

    fn graph(&mut self, sentence: Sentence<'_>, graph: &Graph<'_>) {
        let gathered = &mut self.gathered;
        for word in graph.words() {
            gathered.name("relations", graph.slice(word.relation));
            gathered.name("tags", graph.slice(word.upos));
        }
        let heads: Vec<u32> = graph.words().iter().map(|word| word.head).collect();
        let crossing = projective(&heads).into_iter().filter(|is_projective| !is_projective);
        let crossing = crossing.count() as u64;
        gathered.count(Count::NonProjective, u64::from(crossing > 0));
        gathered.count(Count::NonProjectiveArcs, crossing);
        if sentence.format == Format::Columns(Columns::Conllu) {
            let multiword = graph.tokens().iter().filter(|token| token.is_multiword).count();
            gathered.count(Count::MultiwordTokens, multiword as u64);
            gathered.count(Count::EmptyNodes, graph.empty_nodes().len() as u64);
            let arcs: usize = graph.words().iter().map(|word| graph.arcs(word).len()).sum();
            gathered.count(Count::EnhancedArcs, arcs as u64);
        }
        self.words(sentence, graph.words().iter().map(|word| graph.slice(word.form)));
    }

    fn typed(&mut self, sentence: Sentence<'_>, space: &mut Space) {
        let mut found = std::mem::take(&mut space.typed);
        let faults = stanford::read(sentence.text, &mut found);
        self.column_faults(sentence, &faults);
        if faults.is_empty() {
            let slice = |span: crate::structures::tree::Span| {
                &sentence.text[span.start as usize..span.end as usize]
            };
            let mut words: Vec<(u32, &[u8])> = Vec::new();
            for one in &found {
                self.gathered.name("relations", slice(one.relation));
                let both = [one.head, one.dependent].into_iter().filter(|word| word.number > 0);
                words.extend(both.map(|word| (word.number, slice(word.form))));
            }
            // Some are there several times, others (punctuation) not at all.
            words.sort_unstable();
            words.dedup_by_key(|(number, _)| *number);
            self.words(sentence, words.into_iter().map(|(_, word)| word));
        }
        space.typed = found;
    }

    fn linked(&mut self, sentence: Sentence<'_>, words: &[LinkedWord<'_>]) {
        let tags = words.iter().map(|word| &*word.tag).filter(|tag| !tag.is_empty());
        tags.for_each(|tag| self.gathered.name("tags", tag));
        self.words(sentence, words.iter().map(|word| &*word.form).filter(|form| !form.is_empty()));
    }
}
