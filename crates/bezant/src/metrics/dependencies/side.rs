//! One side's words, with what is needed to compare them with the other side's.

use crate::formats::conllu::{push_folded, push_visible};
use crate::formats::schemes::without_subtype;
use crate::metrics::dependencies::tables::RelationClass;
use crate::structures::graph::{Graph, ROOT, Span};

/// No word.
pub(super) const NONE: u32 = u32::MAX;

/// What is worked out about a graph before it is compared. It knows nothing of the graph's text,
/// so that its memory can be used again.
#[derive(Debug, Default)]
pub(crate) struct Side {
    /// The visible text of all tokens.
    pub text: Vec<u8>,
    /// Whether it is without the difference between Unicode's forms.
    pub is_folded: bool,
    /// Where each token starts and ends in it, or in the places both texts share.
    pub bounds: Vec<(u32, u32)>,
    /// The same for sentences.
    pub sentences: Vec<(u32, u32)>,
    /// Each word's relation without its subtype, and what that is.
    pub relations: Vec<(Span, RelationClass)>,
    /// The first functional child of each word, and the next one of each such child.
    first_child: Vec<u32>,
    next_child: Vec<u32>,
}

/// Into the memory that is there.
impl Clone for Side {
    fn clone(&self) -> Side {
        let mut copy = Side::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Side) {
        let Side { text, is_folded, bounds, sentences, relations, first_child, next_child } = other;
        self.text.clone_from(text);
        self.is_folded = *is_folded;
        self.bounds.clone_from(bounds);
        self.sentences.clone_from(sentences);
        self.relations.clone_from(relations);
        self.first_child.clone_from(first_child);
        self.next_child.clone_from(next_child);
    }
}

impl Side {
    pub(crate) fn prepare(&mut self, graph: &Graph<'_>) {
        self.place_tokens(graph, false);
        self.relations.clear();
        self.relations.extend(graph.words().iter().map(|word| {
            let relation = without_subtype(graph.slice(word.relation));
            let end = word.relation.start + relation.len() as u32;
            (Span { end, ..word.relation }, RelationClass::of(relation))
        }));
        let n = graph.words().len();
        self.first_child.clear();
        self.first_child.resize(n, NONE);
        self.next_child.clear();
        self.next_child.resize(n, NONE);
        for (index, word) in graph.words().iter().enumerate().rev() {
            if self.relations[index].1 == RelationClass::Functional && word.head != ROOT {
                self.next_child[index] = self.first_child[word.head as usize];
                self.first_child[word.head as usize] = index as u32;
            }
        }
    }

    /// The text, as it is or folded, and where tokens stand in it.
    pub(crate) fn place_tokens(&mut self, graph: &Graph<'_>, is_folded: bool) {
        self.is_folded = is_folded;
        self.text.clear();
        self.bounds.clear();
        let push = if is_folded { push_folded } else { push_visible };
        for token in graph.tokens() {
            let start = self.text.len() as u32;
            push(graph.slice(token.form), &mut self.text);
            self.bounds.push((start, self.text.len() as u32));
        }
    }

    /// Where sentences start and end, once it is known where tokens do.
    pub(crate) fn place_sentences(&mut self, graph: &Graph<'_>) {
        self.sentences.clear();
        self.sentences.extend(graph.sentences().iter().map(|sentence| {
            let tokens = &self.bounds[sentence.first_token as usize..sentence.last_token as usize];
            let start = tokens.first().map_or(0, |first| first.0);
            (start, tokens.last().map_or(start, |last| last.1))
        }));
    }

    /// The functional words below a word, in order.
    pub(crate) fn functional_children(&self, word: u32) -> impl Iterator<Item = u32> {
        let mut next = self.first_child[word as usize];
        std::iter::from_fn(move || {
            let child = (next != NONE).then_some(next)?;
            next = self.next_child[child as usize];
            Some(child)
        })
    }
}
