//! Bracketed trees as the Penn Treebank writes them.
//!
//! The grammar is EVALB's: after `(` a label up to white space or a bracket; then, if white space
//! follows, a word up to the closing bracket makes it a leaf. Everything else opens a phrase.
//! White space is what C calls so; the text is bytes, and no bytes are refused.

pub(crate) mod characters;
pub mod cleaning;
pub(crate) mod escapes;
mod layout;
mod marks;
pub(crate) mod words;
mod write;

pub(crate) use crate::kinds::Layout;
pub(crate) use layout::{Splitter, cut, goes_on, split_broken};
pub use write::write;
pub(crate) use write::write_escaped;

use marks::Marks;

use crate::error::{ErrorKind, Hint};
use crate::kinds::Format;
use crate::structures::tree::{NodeKind, Span, Tree, TreeNode};

/// A tree as far as it could be read, with what was wrong.
#[derive(Debug)]
pub struct TreeReading<'s> {
    /// The tree. With faults it holds what was read up to there.
    pub tree: Tree<'s>,
    /// What is wrong with it, in reading order; empty for a sound tree.
    pub faults: Vec<TreeFault>,
    /// Opening brackets less closing ones.
    pub balance: i64,
}

/// Something wrong with a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeFault {
    /// What it is.
    pub kind: TreeFaultKind,
    /// Byte offset in the tree's text.
    pub at: usize,
}

/// What can be wrong with a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeFaultKind {
    /// A second word under a tag. Reading stops here.
    TwoWords,
    /// A word outside brackets. Reading stops here.
    TextOutside,
    /// A word in a phrase without a tag of its own. Reading stops here.
    TextBeside,
    /// The text ends inside a tag that has a word. Reading stops here.
    CutInWord,
    /// The text ends right after a label.
    CutAfterLabel,
    /// A bracket closes that was never opened.
    UnexpectedClose,
    /// A bracket is still open at the end; the place is the outermost one's.
    Unclosed,
    /// A word does not say where it stands.
    NoWordNumber,
    /// Two words stand in one place.
    WordNumberTwice,
    /// A line has too few columns.
    FewColumns,
    /// A line names a phrase above it that is not there.
    UnknownParent,
    /// Two phrases have one number.
    NodeTwice,
    /// A phrase is below itself.
    BelowItself,
    /// The sentence does not end.
    NoSentenceEnd,
}

impl TreeFaultKind {
    /// Of a word that stands in so many open brackets, where one must open.
    fn text(n_open: usize) -> TreeFaultKind {
        if n_open == 0 { TreeFaultKind::TextOutside } else { TreeFaultKind::TextBeside }
    }

    /// Whether nothing behind it was read.
    pub(crate) fn stops_reading(self) -> bool {
        !matches!(
            self,
            TreeFaultKind::CutAfterLabel | TreeFaultKind::UnexpectedClose | TreeFaultKind::Unclosed
        )
    }

    /// The same for a tree of a format: nobody is told to say that there is one tree a line where it is so.
    pub(crate) fn error_in(self, format: Format) -> ErrorKind {
        match self.error() {
            ErrorKind::Unclosed if format != Format::Penn(Layout::Free) => {
                let problem = ErrorKind::Unclosed.to_string();
                let advice = "close it, or write -LRB- if the bracket is a word";
                ErrorKind::BadSentence { problem, hint: Hint::Advice(advice) }
            }
            kind => kind,
        }
    }

    /// The words for people.
    pub(crate) fn error(self) -> ErrorKind {
        match self {
            TreeFaultKind::TwoWords => ErrorKind::TwoWords,
            TreeFaultKind::TextOutside => ErrorKind::TextOutside,
            TreeFaultKind::TextBeside => ErrorKind::TextBeside,
            TreeFaultKind::UnexpectedClose => ErrorKind::UnexpectedClose,
            TreeFaultKind::CutInWord | TreeFaultKind::CutAfterLabel | TreeFaultKind::Unclosed => {
                ErrorKind::Unclosed
            }
            TreeFaultKind::NoWordNumber => ErrorKind::NoWordNumber,
            TreeFaultKind::WordNumberTwice => ErrorKind::WordNumberTwice,
            TreeFaultKind::FewColumns => ErrorKind::FewColumns,
            TreeFaultKind::UnknownParent => ErrorKind::UnknownParent,
            TreeFaultKind::NodeTwice => ErrorKind::NodeTwice,
            TreeFaultKind::BelowItself => ErrorKind::BelowItself,
            TreeFaultKind::NoSentenceEnd => ErrorKind::NoSentenceEnd,
        }
    }
}

/// How strictly a tree is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// As EVALB: white space between a word and its closing bracket is a fault.
    Evalb,
    /// White space may stand anywhere between tokens.
    Lenient,
}

/// Memory that is used again for the next tree.
#[derive(Debug, Default)]
pub struct TreeSpace {
    nodes: Vec<TreeNode>,
    open: Vec<u32>,
}

impl TreeSpace {
    /// Takes a tree's memory back.
    pub(crate) fn recycle(&mut self, tree: Tree<'_>) {
        let nodes = tree.into_memory();
        // A tree that is kept elsewhere has lent its nodes and gives none back.
        if nodes.capacity() > 0 {
            self.nodes = nodes;
        }
    }
}

/// Reads one tree (or a forest) that stands in `text`.
pub fn read(text: &[u8]) -> TreeReading<'_> {
    read_with(text, Grammar::Lenient, &mut TreeSpace::default())
}

/// Whether C's `isspace` says so.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// Reads one tree, with a grammar and memory to use again.
///
/// # Panics
/// If the text has four gibibytes or more: offsets in a tree are 32 bits wide. The readers of
/// files refuse such a tree before.
pub(crate) fn read_with<'s>(
    text: &'s [u8],
    grammar: Grammar,
    space: &mut TreeSpace,
) -> TreeReading<'s> {
    assert!(u32::try_from(text.len()).is_ok(), "the readers of files refuse larger trees");
    let mut nodes = std::mem::take(&mut space.nodes);
    let open = &mut space.open;
    nodes.clear();
    open.clear();
    let mut faults = Vec::new();
    let mut balance = 0;
    let mut leaf = 0;
    let mut depth = 0;
    let span = |start: usize, end: usize| Span { start: start as u32, end: end as u32 };

    // `mark` is the next blank or bracket; everything before `at` has been read.
    let mut marks = Marks::new(text);
    let (mut at, mut mark) = (0, marks.next());
    loop {
        if mark > at {
            faults.push(TreeFault { kind: TreeFaultKind::text(open.len()), at });
            break;
        }
        match text.get(mark) {
            None => break,
            Some(b')') => {
                balance -= 1;
                match open.pop() {
                    Some(index) => {
                        let end = nodes.len() as u32;
                        let node: &mut TreeNode = &mut nodes[index as usize];
                        node.end = end;
                        node.body.end = mark as u32;
                    }
                    None => {
                        faults.push(TreeFault { kind: TreeFaultKind::UnexpectedClose, at: mark })
                    }
                }
            }
            Some(b'(') => {
                let opened = mark;
                mark = marks.next();
                let label = span(opened + 1, mark);
                at = mark;
                // Of the marks, only blanks lie below brackets.
                if text.get(mark).is_none_or(|byte| *byte <= b' ') {
                    marks.skip_blanks(&mut at, &mut mark);
                    let body = span(at, mark);
                    let has_word = mark > at;
                    at = mark;
                    if has_word && grammar == Grammar::Lenient {
                        marks.skip_blanks(&mut at, &mut mark);
                    }
                    match text.get(at) {
                        Some(b')') => {
                            let end = nodes.len() as u32 + 1;
                            nodes.push(TreeNode { kind: NodeKind::Leaf, label, body, end, leaf });
                            leaf += 1;
                            at = mark + 1;
                            mark = marks.next();
                            continue;
                        }
                        // `(NP the (NN dog))`: the word stands outside any bracket of its own.
                        Some(b'(') => at = body.start as usize,
                        Some(_) => {
                            faults.push(TreeFault { kind: TreeFaultKind::TwoWords, at });
                            break;
                        }
                        None if has_word => {
                            faults.push(TreeFault { kind: TreeFaultKind::CutInWord, at: opened });
                            break;
                        }
                        None => faults
                            .push(TreeFault { kind: TreeFaultKind::CutAfterLabel, at: opened }),
                    }
                }
                balance += 1;
                open.push(nodes.len() as u32);
                depth = depth.max(open.len() as u32);
                let body = span(label.end as usize, text.len());
                nodes.push(TreeNode { kind: NodeKind::Phrase, label, body, end: u32::MAX, leaf });
                continue;
            }
            Some(_) => {}
        }
        at = mark + 1;
        mark = marks.next();
    }

    if let Some(&outermost) = open.first() {
        let at = nodes[outermost as usize].label.start as usize - 1;
        faults.push(TreeFault { kind: TreeFaultKind::Unclosed, at });
        // What was never closed reaches to the end, so that the tree can be walked all the same.
        let end = nodes.len() as u32;
        for &index in open.iter() {
            nodes[index as usize].end = end;
        }
    }
    TreeReading { tree: Tree::new(text, nodes, leaf, depth), faults, balance }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes as `label:leaf-end` for phrases and `tag/word` for leaves.
    fn show(text: &str) -> String {
        let reading = read(text.as_bytes());
        let tree = &reading.tree;
        let shown: Vec<String> = tree
            .nodes()
            .iter()
            .map(|node| {
                let label = String::from_utf8_lossy(tree.label(node));
                match node.kind {
                    NodeKind::Phrase => {
                        format!("{label}:{}-{}", node.leaf, tree.leaves_to_end(node))
                    }
                    NodeKind::Leaf => {
                        format!("{label}/{}", String::from_utf8_lossy(tree.body(node)))
                    }
                }
            })
            .collect();
        let faults: Vec<String> =
            reading.faults.iter().map(|fault| format!("{:?}@{}", fault.kind, fault.at)).collect();
        format!("{} {}", shown.join(" "), faults.join(" ")).trim().to_string()
    }

    #[test]
    fn a_tree_is_a_flat_list_in_preorder() {
        let text = "(S (NP (N dogs)) (VP (V bark)))";
        assert_eq!(show(text), "S:0-2 NP:0-1 N/dogs VP:1-2 V/bark");
        let evalb = read_with(text.as_bytes(), Grammar::Evalb, &mut TreeSpace::default());
        assert_eq!(evalb.tree.nodes().len(), 5);
        assert!(evalb.faults.is_empty());
    }

    #[test]
    fn odd_but_legal_brackets_are_read_as_evalb_reads_them() {
        assert_eq!(show("((S (N a)))"), ":0-1 S:0-1 N/a");
        assert_eq!(show("(NP)"), "NP:0-0");
        assert_eq!(show("( )"), "/");
        assert_eq!(show("(S )"), "S/");
        assert_eq!(show("(A a) (B b)"), "A/a B/b");
        assert_eq!(show(""), "");
        assert_eq!(show("(N\ta\r\n)"), "N/a");
    }

    #[test]
    fn faults_have_a_place() {
        assert_eq!(show("(S (N a) b)"), "S:0-1 N/a TextBeside@9 Unclosed@0");
        assert_eq!(show("(S (N a b))"), "S:0-0 TwoWords@8 Unclosed@0");
        assert_eq!(show("(N a))"), "N/a UnexpectedClose@5");
        assert_eq!(show("(S (N a)"), "S:0-1 N/a Unclosed@0");
        assert_eq!(show("(S (N a) (VP"), "S:0-1 N/a VP:1-1 CutAfterLabel@9 Unclosed@0");
        assert_eq!(show("(S (N a"), "S:0-0 CutInWord@3 Unclosed@0");
        assert_eq!(show("(NP the (N dog))"), "NP:0-0 TextBeside@4 Unclosed@0");
    }

    #[test]
    fn only_the_lenient_grammar_takes_blanks_before_a_closing_bracket() {
        let text = b"(S (N dog ) )";
        assert!(read(text).faults.is_empty());
        let strict = read_with(text, Grammar::Evalb, &mut TreeSpace::default());
        assert_eq!(strict.faults[0], TreeFault { kind: TreeFaultKind::TwoWords, at: 9 });
    }

    /// A node's kind, label, and where its word or the rest of it starts.
    type Seen<'t> = (NodeKind, &'t [u8], usize);

    /// The same grammar read a byte at a time.
    fn read_slowly(text: &[u8], grammar: Grammar) -> (Vec<Seen<'_>>, Vec<TreeFault>) {
        let skip = |mut at: usize, blanks: bool| {
            let goes_on = |byte: u8| match blanks {
                true => is_blank(byte),
                false => !is_blank(byte) && byte != b'(' && byte != b')',
            };
            while at < text.len() && goes_on(text[at]) {
                at += 1;
            }
            at
        };
        let (mut nodes, mut faults, mut open) = (Vec::new(), Vec::new(), Vec::new());
        let mut at = 0;
        while at < text.len() {
            match text[at] {
                byte if is_blank(byte) => at += 1,
                b')' => {
                    if open.pop().is_none() {
                        faults.push(TreeFault { kind: TreeFaultKind::UnexpectedClose, at });
                    }
                    at += 1;
                }
                b'(' => {
                    let label_end = skip(at + 1, false);
                    let label = &text[at + 1..label_end];
                    if label_end == text.len() || is_blank(text[label_end]) {
                        let word = skip(label_end, true);
                        let word_end = skip(word, false);
                        let lenient = grammar == Grammar::Lenient && word_end > word;
                        let next = if lenient { skip(word_end, true) } else { word_end };
                        let fault = match text.get(next) {
                            Some(b')') => {
                                nodes.push((NodeKind::Leaf, label, word));
                                at = next + 1;
                                continue;
                            }
                            Some(b'(') => None,
                            Some(_) => Some((TreeFaultKind::TwoWords, next)),
                            None if word_end > word => Some((TreeFaultKind::CutInWord, at)),
                            None => Some((TreeFaultKind::CutAfterLabel, at)),
                        };
                        faults.extend(fault.map(|(kind, at)| TreeFault { kind, at }));
                        if fault.is_some_and(|(kind, _)| kind != TreeFaultKind::CutAfterLabel) {
                            break;
                        }
                    }
                    open.push(at);
                    nodes.push((NodeKind::Phrase, label, label_end));
                    at = label_end;
                }
                _ => {
                    faults.push(TreeFault { kind: TreeFaultKind::text(open.len()), at });
                    break;
                }
            }
        }
        faults.extend(open.first().map(|at| TreeFault { kind: TreeFaultKind::Unclosed, at: *at }));
        (nodes, faults)
    }

    #[test]
    fn reading_by_marks_is_reading_by_bytes() {
        let pieces = [
            "(",
            "(",
            ")",
            ")",
            " ",
            "\t",
            "\r\n",
            "a",
            "NP",
            "\u{1}",
            "-LRB-",
            "a-rather-long-word",
        ];
        let mut state = 1u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..(state >> 33) % 24 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            }
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            for grammar in [Grammar::Evalb, Grammar::Lenient] {
                let fast = read_with(text.as_bytes(), grammar, &mut TreeSpace::default());
                let tree = &fast.tree;
                let nodes: Vec<_> = tree
                    .nodes()
                    .iter()
                    .map(|node| (node.kind, tree.label(node), node.body.start as usize))
                    .collect();
                assert_eq!((nodes, fast.faults), read_slowly(text.as_bytes(), grammar), "{text:?}");
            }
        }
    }

    #[test]
    fn a_million_levels_are_as_good_as_one() {
        let n = 1_000_000;
        let text = ["(S ".repeat(n), "(N a)".into(), ")".repeat(n)].concat();
        let reading = read(text.as_bytes());
        assert!(reading.faults.is_empty());
        assert_eq!(reading.tree.depth(), n as u32);
        assert_eq!(reading.tree.nodes()[0].end, n as u32 + 1);
    }
}
