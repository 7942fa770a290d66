//! What must hold of any input, of parts that are not public: bodies of fuzz targets.

use std::cell::RefCell;
use std::io::{self, Read};

use crate::conversion::universal::enhance;
use crate::english::{detokenize, inflect, lemma, penn_tag, tokenize};
use crate::error::{Position, Result};
use crate::evaluation::evaluate;
use crate::formats::conllu::{self, ColumnSpace, Roots};
use crate::formats::outputs::{Placing, place_file};
use crate::formats::penn::{self, Grammar, TreeReading, TreeSpace};
use crate::formats::repair::{self as repairing, FactLines, RepairShape};
use crate::formats::{Corpus, Reader, lists, stanford};
use crate::kinds::{Columns, Format, Layout, ListLayout};
use crate::metrics::brackets::{BracketNotes, Brackets, ChosenTree, NBest};
use crate::metrics::trees::parameters::Preset;
use crate::parallel::Threads;
use crate::source::{Source, Text};
use crate::stanford::{Converter, Representation, StanfordOptions};
use crate::structures::tree::{NodeKind, Tree};

/// Tags that decide which forms a word has.
const TAGS: [&str; 16] = [
    "NN", "NNS", "NNP", "NNPS", "VB", "VBD", "VBN", "VBG", "VBZ", "JJR", "JJS", "CD", "NOUN",
    "VERB", "AUX", "ADJ",
];

/// Any text as English: tokens are in order and inside of the text, nothing but white space is
/// lost, and no word is too odd to have a lemma and forms.
pub fn english(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let tokens = tokenize(&text);
    let mut end = 0;
    for token in &tokens {
        // Only the period of an abbreviation is in two tokens.
        assert!(token.start >= end || (token.text == "." && token.end == end));
        assert!(text[end..token.start.max(end)].trim().is_empty());
        end = token.end;
    }
    assert!(text[end..].trim().is_empty());
    let words: Vec<&str> = tokens.iter().map(|token| token.text).collect();
    let again = detokenize(&words);
    assert_eq!(tokenize(&again).is_empty(), words.is_empty());
    for word in words.iter().copied().chain([&*text]) {
        inflect::article(word);
        for tag in TAGS {
            let found = lemma(word, tag);
            assert!(!found.is_empty() || word.is_empty());
            inflect::inflect(&found, tag);
        }
        penn_tag(word, &text);
    }
}

/// Any bytes as dependencies in columns: faults lie in the text, heads are words, and any tree can
/// be enhanced.
pub fn columns(bytes: &[u8]) {
    let mut space = ColumnSpace::default();
    for columns in [Columns::Conllu, Columns::Conllx, Columns::Conll2009] {
        for roots in [Roots::One, Roots::Several, Roots::Any] {
            let reading = conllu::read_with(bytes, columns, roots, &mut space);
            for fault in &reading.faults {
                assert!(fault.at <= bytes.len());
            }
            for word in reading.graph.words() {
                let n = reading.graph.words().len() as u32;
                assert!(word.head == u32::MAX || word.head < n);
            }
            for sentence in reading.graph.sentences() {
                let arcs = enhance(&reading.graph, sentence);
                assert!(arcs.len() >= sentence.words().len());
            }
            space.recycle(reading.graph);
        }
    }
}

/// Any bytes as lists of trees: lists and the trees in them are in order, a block that is cut has the same
/// lists, and those of any file can be scored; the best trees are no worse than the first.
pub fn lists_of_trees(bytes: &[u8]) {
    for layout in [ListLayout::Charniak, ListLayout::Corenlp, ListLayout::Plain] {
        let (found, _) = lists::split(layout, bytes, Position::start_of(1));
        let mut end = 0;
        for raw in &found {
            assert!(end <= raw.start && raw.start <= raw.end && raw.end <= bytes.len());
            end = raw.end;
            let list = &bytes[raw.start..raw.end];
            let trees = lists::trees(layout, list, raw.at);
            assert!(trees.iter().map(|tree| tree.text.len()).sum::<usize>() <= list.len());
            assert!(trees.iter().all(|tree| tree.at.line >= raw.at.line));
        }
        let half = &bytes[..bytes.len() / 2];
        let cut = lists::cut(layout, half, false);
        let (before, at) = lists::split(layout, &bytes[..cut], Position::start_of(1));
        let (behind, _) = lists::split(layout, &bytes[cut..], at);
        assert_eq!(before.len() + behind.len(), found.len());
    }
    let gold = ["(S (NP (N a)) (VP (V b)))", "(S (A a))", "(S (A c))"];
    let (Ok(gold), Ok(source)) =
        (Corpus::from_sentences("gold", gold), Source::from_bytes("lists", bytes.to_vec()))
    else {
        return;
    };
    let metric = NBest::new(Brackets::evalb(Preset::None.parameters()), ChosenTree::Oracle);
    let system = vec![Reader::of_lists(source)];
    let found = evaluate(
        std::slice::from_ref(&metric),
        Reader::from(&gold),
        system,
        &Threads::one(),
        |_| (),
    );
    let Ok(found) = found else { return };
    let notes = &found.metrics[0].notes;
    let Some([lists]) = notes.lists() else { panic!("there is one system") };
    for list in &lists.0 {
        let f1 = |k| list.among(k).map(|counts| counts.brackets().f1().unwrap_or(1.0));
        assert!(f1(Some(1)).is_none_or(|first| f1(None).is_some_and(|best| best >= first)));
        assert_eq!(f1(None).is_none(), list.n_trees == list.n_skipped);
    }
}

/// Any bytes as typed dependencies: faults lie in the text.
pub fn typed(bytes: &[u8]) {
    let mut dependencies = Vec::new();
    let faults = stanford::read(bytes, &mut dependencies);
    assert!(faults.iter().all(|fault| fault.at <= bytes.len()));
}

thread_local! {
    static CONVERTER: RefCell<Converter> =
        RefCell::new(Converter::new(StanfordOptions { punctuation: true, ..StanfordOptions::default() }));
}

/// Any bytes as a tree: basic dependencies are a tree over all words, whatever the phrases are.
pub fn basic(bytes: &[u8]) {
    CONVERTER.with_borrow_mut(|converter| {
        let reading = penn::read(bytes);
        let found = converter.convert(&reading.tree, Representation::Basic);
        let n = found.words().len();
        let mut heads = vec![None; n + 1];
        for arc in found.dependencies() {
            let head = &mut heads[arc.dependent.index as usize];
            assert!(head.is_none(), "two heads");
            *head = Some(arc.governor.index as usize);
        }
        for word in 1..=n {
            let path = std::iter::successors(heads[word], |word| heads[*word]);
            assert_eq!(path.take(n + 1).last(), Some(0), "no path to the root");
        }
    });
}

/// Any bytes as bracketed trees: both grammars, both layouts, and what is written reads the same.
pub fn trees(bytes: &[u8]) {
    let mut space = TreeSpace::default();
    for grammar in [Grammar::Evalb, Grammar::Lenient] {
        let reading = penn::read_with(bytes, grammar, &mut space);
        check_tree(&reading);
        space.recycle(reading.tree);
    }
    for format in [None, Some(Format::Penn(Layout::Lines)), Some(Format::Penn(Layout::Free))] {
        let Ok(source) = Source::from_bytes("fuzz", bytes.to_vec()) else { return };
        // A stream, so it was compressed: that is another target's business, and may be huge.
        if source.size().is_none() {
            return;
        }
        read_all(Reader::new(source, format));
    }
}

fn read_all(mut reader: Reader) {
    let mut line = 0;
    loop {
        match reader.next_batch() {
            Ok(batch) if batch.is_empty() => return,
            Ok(batch) => {
                for sentence in batch.sentences() {
                    assert!(sentence.at.line >= line, "lines go forward");
                    line = sentence.at.line;
                    check_tree(&penn::read(sentence.text));
                }
            }
            Err(error) => {
                let place = error.place().expect("what is wrong with a text has a place");
                assert!(place.excerpt.is_char_boundary(place.mark));
                // Whoever goes on after an error gets the rest or nothing, but no panic.
                let _ = reader.next_batch();
                return;
            }
        }
    }
}

fn check_tree(reading: &TreeReading<'_>) {
    let TreeReading { tree, faults, balance } = reading;
    for node in tree.nodes() {
        assert!(node.end as usize <= tree.nodes().len());
        assert!(node.leaf <= tree.leaves_to_end(node));
        assert!(tree.label(node).len() + tree.body(node).len() < tree.text().len());
    }
    assert_eq!(tree.leaves().count(), tree.n_leaves() as usize);
    for fault in faults {
        assert!(fault.at < tree.text().len());
    }
    if faults.is_empty() {
        assert_eq!(*balance, 0);
        let mut text = Vec::new();
        penn::write(tree, &mut text);
        assert!(!text.contains(&b'\n'));
        for grammar in [Grammar::Evalb, Grammar::Lenient] {
            let again = penn::read_with(&text, grammar, &mut TreeSpace::default());
            assert!(again.faults.is_empty());
            assert_eq!(shape(tree), shape(&again.tree));
        }
    }
}

/// All that a tree says, without where it stood in its text.
fn shape<'s>(tree: &Tree<'s>) -> Vec<(NodeKind, &'s [u8], &'s [u8], u32, u32)> {
    let shape = tree.nodes().iter().map(|node| {
        let word = if node.kind == NodeKind::Leaf { tree.body(node) } else { b"" };
        (node.kind, tree.label(node), word, node.end, node.leaf)
    });
    shape.collect()
}

/// A few bytes can stand for gigabytes; nothing new happens after this many.
const ENOUGH: usize = 4 << 20;

/// Gives a few bytes at a time, as pipes do.
struct Dribble(io::Cursor<Vec<u8>>);

impl Read for Dribble {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = buffer.len().min(7);
        self.0.read(&mut buffer[..n])
    }
}

fn whole_lines(text: &[u8], _at_end: bool) -> usize {
    text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)
}

/// The text up to `ENOUGH`, or the error's words.
fn read_blocks(source: Result<Source>) -> std::result::Result<Vec<u8>, String> {
    let mut source = source.map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    while all.len() < ENOUGH {
        let block: Option<Text> =
            source.next_block(whole_lines).map_err(|error| error.to_string())?;
        let Some(block) = block else { break };
        assert!(!block.is_empty(), "a block that never ends the loop");
        all.extend_from_slice(&block);
    }
    all.truncate(ENOUGH);
    Ok(all)
}

/// Any bytes as a file, compressed or not: the blocks are the text, however it comes in.
pub fn source(bytes: &[u8]) {
    let whole = Source::from_bytes("fuzz", bytes.to_vec());
    let plain = whole.as_ref().is_ok_and(|source| source.size().is_some());
    let whole = read_blocks(whole);
    let stream = Dribble(io::Cursor::new(bytes.to_vec()));
    assert_eq!(whole, read_blocks(Source::from_reader("fuzz", stream)));
    if plain {
        let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        assert_eq!(whole.as_deref(), Ok(&text[..text.len().min(ENOUGH)]));
    }
}

/// Any bytes as an answer of a language model: what is repaired is well-formed and is not repaired again,
/// what was well-formed is left alone, and a file of answers can always be put beside gold.
pub fn repair(bytes: &[u8]) {
    let columns = |columns, roots| RepairShape::Columns(columns, roots);
    for shape in [
        RepairShape::Trees,
        columns(Columns::Conllu, Roots::One),
        columns(Columns::Conllu, Roots::Several),
        columns(Columns::Conllx, Roots::Any),
        columns(Columns::Conll2009, Roots::Any),
        RepairShape::Facts(FactLines::Typed),
        RepairShape::Facts(FactLines::Bracketed),
    ] {
        let Some(once) = repairing::repair(bytes, shape) else { continue };
        assert!(repairing::is_well_formed(&once.text, shape));
        assert_eq!(once.done.is_empty(), once.text == bytes);
        assert_eq!(once.done.is_empty(), repairing::is_well_formed(bytes, shape));
        let twice = repairing::repair(&once.text, shape).expect("what is sound is kept");
        assert!(twice.done.is_empty() && twice.text == once.text);
    }
    for gold in ["(S (N a) (V b))", "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n"] {
        let gold = Corpus::from_sentences("gold", [gold, gold]).expect("gold is sound");
        for by_text in [false, true] {
            let Ok(source) = Source::from_bytes("answers", bytes.to_vec()) else { return };
            let how = Placing { repairs: true, roots: Roots::One, by_text };
            if let Ok(placed) = place_file(&gold, source, None, how) {
                assert_eq!(placed.runs[0].facts.len(), gold.len());
            }
        }
    }
}
