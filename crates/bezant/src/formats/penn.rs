//! Bracketed trees as the Penn Treebank writes them.
//!
//! The grammar is EVALB's: after `(` a label up to white space or a bracket; then, if white space
//! follows, a word up to the closing bracket makes it a leaf. Everything else opens a phrase.
//! White space is what C calls so; the text is bytes, and no bytes are refused.

pub mod escapes;
mod layout;
mod write;

pub use layout::Layout;
pub(crate) use layout::{Splitter, cut};
pub use write::write;

use crate::error::ErrorKind;
use crate::structures::tree::{Kind, Node, Span, Tree};

/// A tree as far as it could be read, with what was wrong.
#[derive(Debug)]
pub struct Reading<'s> {
    /// The tree. With faults it holds what was read up to there.
    pub tree: Tree<'s>,
    /// What is wrong with it, in reading order; empty for a sound tree.
    pub faults: Vec<Fault>,
    /// Opening brackets less closing ones.
    pub balance: i64,
}

/// Something wrong with a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it is.
    pub kind: FaultKind,
    /// Byte offset in the tree's text.
    pub at: usize,
}

/// What can be wrong with a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A second word under a tag. Reading stops here.
    TwoWords,
    /// A word outside brackets, or beside a phrase. Reading stops here.
    TextOutside,
    /// The text ends inside a tag that has a word. Reading stops here.
    CutInWord,
    /// The text ends right after a label.
    CutAfterLabel,
    /// A bracket closes that was never opened.
    UnexpectedClose,
    /// A bracket is still open at the end; the place is the outermost one's.
    Unclosed,
}

impl FaultKind {
    /// Whether nothing behind it was read.
    pub fn stops_reading(self) -> bool {
        match self {
            FaultKind::TwoWords | FaultKind::TextOutside | FaultKind::CutInWord => true,
            FaultKind::CutAfterLabel | FaultKind::UnexpectedClose | FaultKind::Unclosed => false,
        }
    }

    /// The words for people.
    pub fn error(self) -> ErrorKind {
        match self {
            FaultKind::TwoWords => ErrorKind::TwoWords,
            FaultKind::TextOutside => ErrorKind::TextOutside,
            FaultKind::UnexpectedClose => ErrorKind::UnexpectedClose,
            FaultKind::CutInWord | FaultKind::CutAfterLabel | FaultKind::Unclosed => {
                ErrorKind::Unclosed
            }
        }
    }
}

/// How strictly a tree is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grammar {
    /// As EVALB: white space between a word and its closing bracket is a fault.
    Evalb,
    /// White space may stand anywhere between tokens.
    Lenient,
}

/// Memory that is used again for the next tree.
#[derive(Debug, Default)]
pub struct Space {
    nodes: Vec<Node>,
    open: Vec<u32>,
}

impl Space {
    /// Takes a tree's memory back.
    pub fn recycle(&mut self, tree: Tree<'_>) {
        self.nodes = tree.into_nodes();
    }
}

/// Reads one tree (or a forest) that stands in `text`.
pub fn read(text: &[u8]) -> Reading<'_> {
    read_with(text, Grammar::Lenient, &mut Space::default())
}

const OTHER: u8 = 0;
const BLANK: u8 = 1;
const OPEN: u8 = 2;
const CLOSE: u8 = 3;

/// What each byte means to the reader.
const CLASS: [u8; 256] = {
    let mut class = [OTHER; 256];
    class[b' ' as usize] = BLANK;
    class[b'\t' as usize] = BLANK;
    class[b'\n' as usize] = BLANK;
    class[0x0B] = BLANK;
    class[0x0C] = BLANK;
    class[b'\r' as usize] = BLANK;
    class[b'(' as usize] = OPEN;
    class[b')' as usize] = CLOSE;
    class
};

/// Whether C's `isspace` says so.
pub fn is_blank(byte: u8) -> bool {
    CLASS[byte as usize] == BLANK
}

/// The first place from `at` on whose class is not `class`.
fn skip(text: &[u8], mut at: usize, class: u8) -> usize {
    while at < text.len() && CLASS[text[at] as usize] == class {
        at += 1;
    }
    at
}

/// Reads one tree, with a grammar and memory to use again.
///
/// # Panics
/// If the text has four gibibytes or more: offsets in a tree are 32 bits wide. The readers of
/// files refuse such a tree before.
pub fn read_with<'s>(text: &'s [u8], grammar: Grammar, space: &mut Space) -> Reading<'s> {
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

    let mut at = 0;
    while at < text.len() {
        match CLASS[text[at] as usize] {
            BLANK => at += 1,
            CLOSE => {
                balance -= 1;
                match open.pop() {
                    Some(index) => {
                        let end = nodes.len() as u32;
                        let node: &mut Node = &mut nodes[index as usize];
                        node.end = end;
                        node.body.end = at as u32;
                    }
                    None => faults.push(Fault { kind: FaultKind::UnexpectedClose, at }),
                }
                at += 1;
            }
            OPEN => {
                let label_start = at + 1;
                let label_end = skip(text, label_start, OTHER);
                let label = span(label_start, label_end);
                if label_end == text.len() || is_blank(text[label_end]) {
                    let word_start = skip(text, label_end, BLANK);
                    let word_end = skip(text, word_start, OTHER);
                    let has_word = word_end > word_start;
                    let next = match grammar {
                        Grammar::Lenient if has_word => skip(text, word_end, BLANK),
                        _ => word_end,
                    };
                    match text.get(next) {
                        Some(b')') => {
                            let end = nodes.len() as u32 + 1;
                            let body = span(word_start, word_end);
                            nodes.push(Node { kind: Kind::Leaf, label, body, end, leaf });
                            leaf += 1;
                            at = next + 1;
                            continue;
                        }
                        // `(NP the (NN dog))`: the word is found again outside its bracket.
                        Some(b'(') => {}
                        Some(_) => {
                            faults.push(Fault { kind: FaultKind::TwoWords, at: next });
                            break;
                        }
                        None if has_word => {
                            faults.push(Fault { kind: FaultKind::CutInWord, at });
                            break;
                        }
                        None => faults.push(Fault { kind: FaultKind::CutAfterLabel, at }),
                    }
                }
                balance += 1;
                open.push(nodes.len() as u32);
                depth = depth.max(open.len() as u32);
                let body = span(label_end, text.len());
                nodes.push(Node { kind: Kind::Phrase, label, body, end: u32::MAX, leaf });
                at = label_end;
            }
            _ => {
                faults.push(Fault { kind: FaultKind::TextOutside, at });
                break;
            }
        }
    }

    if let Some(&outermost) = open.first() {
        let at = nodes[outermost as usize].label.start as usize - 1;
        faults.push(Fault { kind: FaultKind::Unclosed, at });
        // What was never closed reaches to the end, so that the tree can be walked all the same.
        let end = nodes.len() as u32;
        for &index in open.iter() {
            nodes[index as usize].end = end;
        }
    }
    Reading { tree: Tree::new(text, nodes, leaf, depth), faults, balance }
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
                    Kind::Phrase => format!("{label}:{}-{}", node.leaf, tree.leaves_to_end(node)),
                    Kind::Leaf => format!("{label}/{}", String::from_utf8_lossy(tree.body(node))),
                }
            })
            .collect();
        let faults: Vec<String> =
            reading.faults.iter().map(|fault| format!("{:?}@{}", fault.kind, fault.at)).collect();
        format!("{} {}", shown.join(" "), faults.join(" ")).trim().to_string()
    }

    #[test]
    fn a_tree_is_a_flat_list_in_preorder() {
        assert_eq!(show("(S (NP (N dogs)) (VP (V bark)))"), "S:0-2 NP:0-1 N/dogs VP:1-2 V/bark");
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
        assert_eq!(show("(S (N a) b)"), "S:0-1 N/a TextOutside@9 Unclosed@0");
        assert_eq!(show("(S (N a b))"), "S:0-0 TwoWords@8 Unclosed@0");
        assert_eq!(show("(N a))"), "N/a UnexpectedClose@5");
        assert_eq!(show("(S (N a)"), "S:0-1 N/a Unclosed@0");
        assert_eq!(show("(S (N a) (VP"), "S:0-1 N/a VP:1-1 CutAfterLabel@9 Unclosed@0");
        assert_eq!(show("(S (N a"), "S:0-0 CutInWord@3 Unclosed@0");
        assert_eq!(show("(NP the (N dog))"), "NP:0-0 TextOutside@4 Unclosed@0");
    }

    #[test]
    fn only_the_lenient_grammar_takes_blanks_before_a_closing_bracket() {
        let text = b"(S (N dog ) )";
        assert!(read(text).faults.is_empty());
        let strict = read_with(text, Grammar::Evalb, &mut Space::default());
        assert_eq!(strict.faults[0], Fault { kind: FaultKind::TwoWords, at: 9 });
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
