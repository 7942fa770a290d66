//! A sentence with its words numbered from 0, and the words that depend on each.

use crate::conversion::universal::TOP;
use crate::structures::graph::{Graph, GraphSentence, ROOT, Span, Word};

/// A basic tree, ready to be asked.
pub(super) struct GraphView<'g, 's> {
    graph: &'g Graph<'s>,
    words: &'g [Word],
    first: u32,
    /// All words in the order of their heads, those of the same head in reading order.
    children: Vec<u32>,
    /// Where the children of each word start; those of the root come last.
    starts: Vec<u32>,
}

impl<'g, 's> GraphView<'g, 's> {
    pub(crate) fn new(graph: &'g Graph<'s>, sentence: &GraphSentence) -> GraphView<'g, 's> {
        let words = &graph.words()[sentence.words()];
        let mut view = GraphView {
            graph,
            words,
            first: sentence.first_word,
            children: vec![0; words.len()],
            starts: vec![0; words.len() + 2],
        };
        let slot = |head: u32| if head == TOP { words.len() } else { head as usize };
        for word in view.words() {
            let slot = slot(view.head(word));
            view.starts[slot + 1] += 1;
        }
        for at in 1..view.starts.len() {
            view.starts[at] += view.starts[at - 1];
        }
        let mut next = view.starts.clone();
        for word in view.words() {
            let place = &mut next[slot(view.head(word))];
            view.children[*place as usize] = word;
            *place += 1;
        }
        view
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// All words.
    pub(crate) fn words(&self) -> std::ops::Range<u32> {
        0..self.words.len() as u32
    }

    /// The head of a word, or [`TOP`].
    pub(crate) fn head(&self, word: u32) -> u32 {
        let head = self.words[word as usize].head;
        if head == ROOT { TOP } else { head - self.first }
    }

    /// The words that depend on a word, in reading order.
    pub(crate) fn children(&self, word: u32) -> &[u32] {
        let at = word as usize;
        &self.children[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The words that depend on a word by one of these relations, subtypes being other relations.
    pub(crate) fn children_by<'a>(
        &'a self,
        word: u32,
        relations: &'a [&[u8]],
    ) -> impl DoubleEndedIterator<Item = u32> + 'a {
        let is_one = |child: &u32| relations.contains(&self.relation(*child));
        self.children(word).iter().copied().filter(is_one)
    }

    /// Whether a word depends on this one by one of these relations, whatever their subtype.
    pub(crate) fn has_child(&self, word: u32, relations: &[&[u8]]) -> bool {
        self.children(word).iter().any(|child| relations.contains(&kind(self.relation(*child))))
    }

    /// The words from the root down, each behind its head; those that lead in circles are left out.
    pub(crate) fn downwards(&self) -> Vec<u32> {
        let top = self.words.len();
        let mut order: Vec<u32> =
            self.children[self.starts[top] as usize..self.starts[top + 1] as usize].to_vec();
        let mut at = 0;
        while at < order.len() {
            order.extend_from_slice(self.children(order[at]));
            at += 1;
        }
        order
    }

    /// A word's relation; those of the first version of the guidelines under their present names.
    pub(crate) fn relation(&self, word: u32) -> &'s [u8] {
        match self.slice(word, |word| word.relation) {
            b"dobj" => b"obj",
            b"nsubjpass" => b"nsubj:pass",
            b"csubjpass" => b"csubj:pass",
            b"auxpass" => b"aux:pass",
            b"mwe" => b"fixed",
            relation => relation,
        }
    }

    pub(crate) fn form(&self, word: u32) -> &'s [u8] {
        self.slice(word, |word| word.form)
    }

    pub(super) fn lemma(&self, word: u32) -> &'s [u8] {
        self.slice(word, |word| word.lemma)
    }

    pub(crate) fn upos(&self, word: u32) -> &'s [u8] {
        self.slice(word, |word| word.upos)
    }

    pub(crate) fn xpos(&self, word: u32) -> &'s [u8] {
        self.slice(word, |word| word.xpos)
    }

    /// What a word's feature says.
    pub(crate) fn feature(&self, word: u32, name: &[u8]) -> Option<&'s [u8]> {
        let features = self.slice(word, |word| word.features);
        features
            .split(|byte| *byte == b'|')
            .find_map(|item| item.strip_prefix(name).and_then(|value| value.strip_prefix(b"=")))
    }

    fn slice(&self, word: u32, span: impl Fn(&Word) -> Span) -> &'s [u8] {
        self.graph.slice(span(&self.words[word as usize]))
    }
}

/// A relation without its subtype.
pub(super) fn kind(relation: &[u8]) -> &[u8] {
    relation.split(|byte| *byte == b':').next().unwrap_or(relation)
}
