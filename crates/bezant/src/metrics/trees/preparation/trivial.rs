//! Brackets that every parser has right: over the whole sentence, or over one word.

use crate::metrics::trees::preparation::{Bracket, Prepared};
use crate::structures::tree::{NodeKind, Tree};

impl Prepared {
    /// Leaves out brackets over all words that count, and over one.
    pub(crate) fn drop_trivial(&mut self, tree: &Tree<'_>) {
        let before = self.words_before(tree);
        let Prepared { brackets, phrases, scattered, words, .. } = self;
        let n_words = before.last().map_or(words.len() as u32, |n| *n);
        let size = |bracket: &Bracket, node: u32| match before.is_empty() {
            true => scattered.size(bracket),
            false => {
                let end = tree.nodes()[node as usize].end;
                before[end as usize] - before[node as usize]
            }
        };
        brackets.retain(|bracket| {
            let phrase = &mut phrases[bracket.phrase as usize];
            let size = size(bracket, phrase.node);
            phrase.dropped = size < 2 || size == n_words;
            !phrase.dropped
        });
    }

    /// Where positions are no words, how many words that count stand before each node.
    fn words_before(&self, tree: &Tree<'_>) -> Vec<u32> {
        let is_aligned = self.kept_before.is_empty() && self.scattered.sizes.is_empty();
        if !is_aligned || self.placed.is_empty() {
            return Vec::new();
        }
        let mut before = vec![0];
        let mut n = 0;
        for (node, (start, end)) in tree.nodes().iter().zip(&self.placed) {
            n += u32::from(node.kind == NodeKind::Leaf && start < end);
            before.push(n);
        }
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::penn;
    use crate::metrics::trees::alignment::align;
    use crate::metrics::trees::labels::LabelTable;
    use crate::metrics::trees::parameters::Preset;
    use crate::metrics::trees::preparation::Outer;

    fn left(prepared: &Prepared, labels: &LabelTable<'_>) -> Vec<String> {
        let name = |it: &Bracket| String::from_utf8_lossy(labels.name(it.label)).into_owned();
        prepared.brackets.iter().map(name).collect()
    }

    #[test]
    fn brackets_over_all_words_or_one_go() {
        let parameters = Preset::Unsupervised.parameters();
        let mut labels = LabelTable::new(&parameters);
        let tree = penn::read(b"(A (B (C (N a)) (D (V b) (N c)) (. .)))").tree;
        let mut prepared = Prepared::default();
        prepared.fill(&tree, &mut labels, Outer::Counts);
        prepared.drop_trivial(&tree);
        // B is over all words that count.
        assert_eq!(left(&prepared, &labels), ["D"]);
        // With none left, nothing is over all.
        let tree = penn::read(b"(A (. .))").tree;
        prepared.fill(&tree, &mut labels, Outer::Counts);
        prepared.drop_trivial(&tree);
        assert!(prepared.brackets.is_empty());
    }

    #[test]
    fn in_characters_words_are_counted_all_the_same() {
        let parameters = Preset::Unsupervised.parameters();
        let mut labels = LabelTable::new(&parameters);
        let gold = penn::read(b"(A (B (N can) (N not)) (C (N walking)) (D (N far) (N out)))").tree;
        let system = penn::read(b"(A (B (N cannot)) (C (N walking) (N far)) (N out))").tree;
        let outer = (Outer::Counts, Outer::Counts);
        let mut both = align(&gold, &system, &mut labels, outer).unwrap();
        both.gold.drop_trivial(&gold);
        both.system.drop_trivial(&system);
        assert_eq!(left(&both.gold, &labels), ["B", "D"]);
        assert_eq!(left(&both.system, &labels), ["C"]);
    }
}
