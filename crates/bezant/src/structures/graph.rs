//! Dependencies of one or more sentences in a row, as flat lists over borrowed text.

mod builder;

use std::borrow::Cow;

pub use crate::structures::tree::Span;
pub use builder::{GraphBuilder, WordBuilder};

/// The node above the heads of a sentence.
pub const ROOT: u32 = u32::MAX;

/// What tells an empty node from a word in the number of a node.
const EMPTY: u32 = 1 << 31;

/// Dependencies of one or more sentences.
///
/// Words are numbered through all sentences, the first being 0. The basic tree is in the words'
/// heads.
#[derive(Debug)]
pub struct Graph<'s> {
    text: &'s [u8],
    lists: Cow<'s, GraphLists>,
}

/// The lists of a graph, which know nothing of its text and can be used again for the next one.
#[derive(Clone, Debug, Default)]
pub(crate) struct GraphLists {
    pub(crate) words: Vec<Word>,
    pub(crate) tokens: Vec<Token>,
    pub(crate) empty_nodes: Vec<EmptyNode>,
    pub(crate) arcs: Vec<GraphArc>,
    pub(crate) sentences: Vec<GraphSentence>,
}

impl GraphLists {
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.tokens.clear();
        self.empty_nodes.clear();
        self.arcs.clear();
        self.sentences.clear();
    }

    /// The graph over its text.
    pub(crate) fn over<'s>(&'s self, text: &'s [u8]) -> Graph<'s> {
        Graph { text, lists: Cow::Borrowed(self) }
    }
}

/// A syntactic word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// As it is written.
    pub form: Span,
    /// Its dictionary form.
    pub lemma: Span,
    /// Its universal (or coarse) tag.
    pub upos: Span,
    /// The tag of its own treebank.
    pub xpos: Span,
    /// Its features.
    pub features: Span,
    /// Its relation to its head, with the subtype.
    pub relation: Span,
    /// Whatever else is said about it.
    pub misc: Span,
    /// Its head: another word, or [`ROOT`].
    pub head: u32,
    /// The token it is written in.
    pub token: u32,
    /// The first of its arcs in the enhanced graph.
    pub(crate) first_arc: u32,
    /// One past the last.
    pub(crate) last_arc: u32,
}

/// A piece of the text: one word, or several that are written together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Token {
    /// As it is written.
    pub form: Span,
    /// Whatever else is said about it.
    pub misc: Span,
    /// The first of its words.
    pub first_word: u32,
    /// Whether it has a line of its own above its words.
    pub is_multiword: bool,
}

/// A node of the enhanced graph that is no word of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EmptyNode {
    /// Its whole line.
    pub line: Span,
    /// The word it stands behind, counted in its sentence from 1; 0 stands before the first.
    pub after: u32,
    /// Its number among those that stand behind the same word.
    pub minor: u32,
    pub(crate) first_arc: u32,
    pub(crate) last_arc: u32,
}

/// An arc of the enhanced graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct GraphArc {
    /// Where it comes from.
    pub head: GraphNode,
    /// Its relation.
    pub relation: Span,
}

/// A node of the enhanced graph, in four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct GraphNode(u32);

impl GraphNode {
    /// The node above all others.
    pub(crate) const ROOT: GraphNode = GraphNode(ROOT);

    /// A word.
    pub(crate) fn word(index: u32) -> GraphNode {
        GraphNode(index)
    }

    /// An empty node.
    pub(crate) fn empty(index: u32) -> GraphNode {
        GraphNode(EMPTY | index)
    }

    /// The word's number, if it is a word.
    pub(crate) fn as_word(self) -> Option<u32> {
        (self.0 & EMPTY == 0).then_some(self.0)
    }

    /// The empty node's number, if it is one.
    pub(crate) fn as_empty(self) -> Option<u32> {
        (self.0 & EMPTY != 0 && self.0 != ROOT).then_some(self.0 & !EMPTY)
    }
}

/// One sentence of a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct GraphSentence {
    /// Its first byte, comments included.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// Its first word.
    pub first_word: u32,
    /// One past its last word.
    pub last_word: u32,
    /// Its first token.
    pub first_token: u32,
    /// One past its last token.
    pub last_token: u32,
    pub(crate) first_empty: u32,
    pub(crate) last_empty: u32,
}

impl GraphSentence {
    /// The numbers of its words.
    pub fn words(&self) -> std::ops::Range<usize> {
        self.first_word as usize..self.last_word as usize
    }

    /// The numbers of its empty nodes.
    pub(crate) fn empty_nodes(&self) -> std::ops::Range<usize> {
        self.first_empty as usize..self.last_empty as usize
    }
}

/// A tree of one sentence whose words come from somewhere else than columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct GraphDraft {
    text: Vec<u8>,
    lists: GraphLists,
}

/// What is said about a word of a [`GraphDraft`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct DraftWord<'a> {
    pub form: &'a str,
    pub lemma: &'a str,
    pub tag: &'a str,
    pub relation: &'a str,
    /// Another word, which may still come, or [`ROOT`].
    pub head: u32,
}

impl GraphDraft {
    /// Adds the next word.
    pub(crate) fn push(&mut self, word: DraftWord<'_>) {
        let mut keep = |text: &str| {
            let start = self.text.len();
            self.text.extend_from_slice(text.as_bytes());
            let place = |at| u32::try_from(at).expect("readers refuse sentences of this size");
            Span { start: place(start), end: place(self.text.len()) }
        };
        let (form, nothing) = (keep(word.form), keep(""));
        let tag = keep(word.tag);
        let at = self.lists.words.len() as u32;
        self.lists.words.push(Word {
            form,
            lemma: keep(word.lemma),
            upos: tag,
            xpos: tag,
            features: nothing,
            relation: keep(word.relation),
            misc: nothing,
            head: word.head,
            token: at,
            first_arc: 0,
            last_arc: 0,
        });
        let token = Token { form, misc: nothing, first_word: at, is_multiword: false };
        self.lists.tokens.push(token);
    }

    /// The tree.
    pub(crate) fn graph(&self) -> Graph<'_> {
        let mut lists = self.lists.clone();
        let n = lists.words.len() as u32;
        lists.sentences.push(GraphSentence {
            end: self.text.len() as u32,
            last_word: n,
            last_token: n,
            ..GraphSentence::default()
        });
        Graph::new(&self.text, lists)
    }
}

impl<'s> Graph<'s> {
    pub(crate) fn new(text: &'s [u8], lists: GraphLists) -> Graph<'s> {
        Graph { text, lists: Cow::Owned(lists) }
    }

    /// What it is made of beside the text.
    pub(crate) fn lists(&self) -> &GraphLists {
        &self.lists
    }

    /// Gives the lists back if they are its own, so that the next graph need not allocate them.
    pub(crate) fn into_lists(self) -> Option<GraphLists> {
        match self.lists {
            Cow::Owned(lists) => Some(lists),
            Cow::Borrowed(_) => None,
        }
    }

    /// The text it was read from.
    pub(crate) fn text(&self) -> &'s [u8] {
        self.text
    }

    /// All words.
    pub fn words(&self) -> &[Word] {
        &self.lists.words
    }

    /// All tokens.
    pub(crate) fn tokens(&self) -> &[Token] {
        &self.lists.tokens
    }

    /// All empty nodes.
    pub(crate) fn empty_nodes(&self) -> &[EmptyNode] {
        &self.lists.empty_nodes
    }

    /// All sentences.
    #[doc(hidden)]
    pub fn sentences(&self) -> &[GraphSentence] {
        &self.lists.sentences
    }

    /// The arcs of the enhanced graph that end in a word.
    #[doc(hidden)]
    pub fn arcs(&self, word: &Word) -> &[GraphArc] {
        &self.lists.arcs[word.first_arc as usize..word.last_arc as usize]
    }

    /// The arcs of the enhanced graph that end in an empty node.
    pub(crate) fn arcs_of_empty(&self, node: &EmptyNode) -> &[GraphArc] {
        &self.lists.arcs[node.first_arc as usize..node.last_arc as usize]
    }

    /// What stands in the text there: a word's form, its relation or another of its columns.
    #[inline]
    pub fn slice(&self, span: Span) -> &'s [u8] {
        &self.text[span.start as usize..span.end as usize]
    }

    /// The text of a sentence, with its comments.
    pub(crate) fn sentence_text(&self, sentence: &GraphSentence) -> &'s [u8] {
        &self.text[sentence.start as usize..sentence.end as usize]
    }
}
