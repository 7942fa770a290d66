//! Finds many words in a text at once, as Aho and Corasick do.
//!
//! Time is linear in the words, in the text and in what is found. Crates for this spend time on a
//! compact automaton, and theirs grows with the square of the words where most begin with another.

use std::collections::HashMap;

/// The node of the empty beginning.
const ROOT: usize = 0;

/// The beginnings of all words, as a tree.
pub(crate) struct Finder {
    nodes: Vec<Node>,
    next: HashMap<(usize, u8), usize>,
}

/// A beginning of a word.
#[derive(Clone, Copy, Default)]
struct Node {
    parent: usize,
    /// What it has more than its parent.
    byte: u8,
    depth: usize,
    /// The word it is the whole of.
    word: Option<usize>,
    /// The longest other beginning that it ends with.
    suffix: usize,
    /// The longest whole word among these.
    word_within: Option<usize>,
}

impl Finder {
    /// Words are known by their places. Of the same word twice, the last place is known.
    pub(crate) fn new<W: AsRef<[u8]>>(words: &[W]) -> Finder {
        let mut finder = Finder { nodes: vec![Node::default()], next: HashMap::new() };
        for (word, text) in words.iter().enumerate() {
            let end = text.as_ref().iter().fold(ROOT, |at, &byte| finder.child(at, byte));
            finder.nodes[end].word = Some(word);
        }
        let mut shortest_first: Vec<usize> = (1..finder.nodes.len()).collect();
        shortest_first.sort_by_key(|&at| finder.nodes[at].depth);
        for at in shortest_first {
            finder.link(at);
        }
        finder
    }

    fn child(&mut self, parent: usize, byte: u8) -> usize {
        let nodes = &mut self.nodes;
        *self.next.entry((parent, byte)).or_insert_with(|| {
            let depth = nodes[parent].depth + 1;
            nodes.push(Node { parent, byte, depth, ..Node::default() });
            nodes.len() - 1
        })
    }

    /// Looks for what a node ends with, among nodes that know it of themselves.
    fn link(&mut self, at: usize) {
        let Node { parent, byte, .. } = self.nodes[at];
        let suffix = if parent == ROOT { ROOT } else { self.step(self.nodes[parent].suffix, byte) };
        let within = self.nodes[suffix];
        self.nodes[at].suffix = suffix;
        self.nodes[at].word_within = within.word.map(|_| suffix).or(within.word_within);
    }

    /// The longest beginning that the text so far ends with, after one more byte.
    fn step(&self, mut at: usize, byte: u8) -> usize {
        loop {
            match self.next.get(&(at, byte)) {
                Some(&next) => return next,
                None if at == ROOT => return ROOT,
                None => at = self.nodes[at].suffix,
            }
        }
    }

    /// Calls `found` with every word in the text and where it ends.
    pub(crate) fn find(&self, text: &[u8], mut found: impl FnMut(usize, usize)) {
        let mut at = ROOT;
        for (end, &byte) in (1..).zip(text) {
            at = self.step(at, byte);
            let mut next = Some(at);
            while let Some(node) = next.map(|node| self.nodes[node]) {
                if let Some(word) = node.word {
                    found(word, end);
                }
                next = node.word_within;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_word_is_found_wherever_it_ends(
            words in prop::collection::btree_set("[ab_]{0,4}", 0..8),
            text in "[ab_]{0,12}",
        ) {
            let words: Vec<String> = words.into_iter().collect();
            let mut found = Vec::new();
            Finder::new(&words).find(text.as_bytes(), |word, end| found.push((end, word)));
            found.sort_unstable();
            let ends = (1..=text.len()).flat_map(|end| (0..words.len()).map(move |at| (end, at)));
            let all: Vec<_> = ends.filter(|&(end, at)| text[..end].ends_with(&words[at])).collect();
            prop_assert_eq!(found, all);
        }
    }
}
