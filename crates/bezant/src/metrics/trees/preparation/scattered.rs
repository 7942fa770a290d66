//! Trees whose branches may cross, and words that do not count for other reasons than their tags.

use crate::metrics::trees::functions::full_label;
use crate::metrics::trees::labels::{LabelId, LabelTable};
use crate::metrics::trees::parameters::RootWords;
use crate::metrics::trees::preparation::{
    Bracket, CountedWord, Outer, Phrase, Prepared, Scattered, has_columns, keep_brackets,
};
use crate::structures::tree::{NO_NODE, NodeKind, Tree};

/// Which words do not count.
#[derive(Clone, Copy)]
pub(crate) enum Deleted<'a> {
    /// Those that the parameters name.
    Named(RootWords),
    /// Those of gold that do not, by their places in the sentence.
    AsInGold(&'a [bool]),
}

impl Scattered {
    pub(super) fn clear(&mut self) {
        self.has_gaps = false;
        self.parents.clear();
        self.sizes.clear();
        self.over.clear();
        self.gone.clear();
    }

    /// Whether the words of a bracket have others between them.
    pub(crate) fn is_gap(&self, bracket: &Bracket) -> bool {
        self.size(bracket) < bracket.end - bracket.start
    }

    /// How many counted words a bracket has.
    pub(crate) fn size(&self, bracket: &Bracket) -> u32 {
        let size = self.sizes.get(bracket.phrase as usize);
        size.map_or(bracket.end - bracket.start, |size| *size)
    }
}

impl Prepared {
    /// Fills `self` from a tree whose branches may cross. A position is a word's place in the
    /// sentence, among those that count; a bracket reaches from its first to its last word.
    pub(crate) fn fill_by_places(
        &mut self,
        tree: &Tree<'_>,
        labels: &mut LabelTable<'_>,
        outer: Outer,
        deleted: Deleted<'_>,
    ) {
        self.clear();
        self.quotes.clear();
        self.scattered.has_gaps = tree.has_gaps();

        // Leaves in the order of the nodes: node, tag, and the phrase above.
        let mut leaves: Vec<(usize, LabelId, u32)> = Vec::with_capacity(tree.n_leaves() as usize);
        let mut open: Vec<(u32, u32)> = Vec::new();
        let in_columns = has_columns(labels, outer);
        for (index, node) in (0u32..).zip(tree.nodes()) {
            while open.last().is_some_and(|(end, _)| *end <= index) {
                open.pop();
            }
            let above = open.last().map_or(NO_NODE, |(_, phrase)| *phrase);
            let id = match in_columns {
                false => labels.intern_at(tree.text(), node.label),
                true => labels.intern(&full_label(tree, node, outer)),
            };
            match node.kind {
                NodeKind::Phrase => {
                    open.push((node.end, self.phrases.len() as u32));
                    let (start, end) = (u32::MAX, 0);
                    self.phrases.push(Phrase { node: index, label: id, start, end, dropped: true });
                    self.scattered.parents.push(above);
                }
                NodeKind::Leaf => {
                    self.length += u32::from(!labels.get(id).not_in_length);
                    leaves.push((index as usize, id, above));
                }
            }
        }
        self.name_root(labels, outer);
        self.place_words(tree, labels, &leaves, deleted);
        self.measure_phrases();
        keep_brackets(&mut self.phrases, &mut self.brackets, labels, (tree, outer), |phrase| {
            (phrase.end, phrase.start != phrase.end)
        });
    }

    /// Says which words count, and puts those in the order of the sentence.
    fn place_words(
        &mut self,
        tree: &Tree<'_>,
        labels: &LabelTable<'_>,
        leaves: &[(usize, LabelId, u32)],
        deleted: Deleted<'_>,
    ) {
        // Which leaf stands where in the sentence.
        let mut order = vec![0; leaves.len()];
        for (leaf, rank) in tree.ranks().into_iter().enumerate() {
            order[rank as usize] = leaf;
        }
        let Scattered { parents, sizes, over, gone, .. } = &mut self.scattered;
        let is_below_root = |above: u32| above == NO_NODE || parents[above as usize] == NO_NODE;
        sizes.resize(self.phrases.len(), 0);
        self.placed.resize(tree.nodes().len(), (0, 0));
        for (rank, leaf) in order.into_iter().enumerate() {
            let (index, tag, above) = leaves[leaf];
            let node = &tree.nodes()[index];
            let is_gone = match deleted {
                Deleted::AsInGold(gone) => gone[rank],
                Deleted::Named(root_words) => {
                    labels.get(tag).word_deleted
                        || labels.deletes_word(tree.body(node))
                        || (root_words == RootWords::Deleted && is_below_root(above))
                }
            };
            gone.push(is_gone);
            let at = self.words.len() as u32;
            self.placed[index] = (at, at + u32::from(!is_gone));
            if is_gone {
                continue;
            }
            self.words.push(CountedWord { tag, text: node.body });
            over.push(above);
            if above != NO_NODE {
                sizes[above as usize] += 1;
                let phrase = &mut self.phrases[above as usize];
                (phrase.start, phrase.end) = (phrase.start.min(at), phrase.end.max(at + 1));
            }
        }
        self.positions = self.words.len() as u32;
    }

    /// From the bottom up, how many words each phrase has, and from where to where they reach.
    fn measure_phrases(&mut self) {
        let Scattered { parents, sizes, .. } = &mut self.scattered;
        for index in (0..self.phrases.len()).rev() {
            let Phrase { start, end, node, .. } = self.phrases[index];
            if sizes[index] == 0 {
                (self.phrases[index].start, self.phrases[index].end) = (0, 0);
                continue;
            }
            self.placed[node as usize] = (start, end);
            let above = parents[index];
            if above != NO_NODE {
                sizes[above as usize] += sizes[index];
                let phrase = &mut self.phrases[above as usize];
                (phrase.start, phrase.end) = (phrase.start.min(start), phrase.end.max(end));
            }
        }
    }
}

/// Which bracket is in which.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Nesting {
    /// For each bracket the innermost around it, or `NO_NODE`.
    pub above: Vec<u32>,
    /// For each position the innermost bracket around it, or `NO_NODE`.
    pub over: Vec<u32>,
    /// Brackets that are open, or the innermost bracket around each phrase.
    space: Vec<u32>,
}

impl Nesting {
    /// Fills `self` from a sentence.
    pub(crate) fn fill(&mut self, prepared: &Prepared) {
        self.above.clear();
        self.over.clear();
        self.space.clear();
        if prepared.scattered.parents.is_empty() {
            self.fill_by_spans(prepared);
        } else {
            self.fill_by_phrases(prepared);
        }
    }

    fn fill_by_spans(&mut self, prepared: &Prepared) {
        let (brackets, open) = (&prepared.brackets, &mut self.space);
        let mut next = 0;
        for position in 0..prepared.positions {
            while open.last().is_some_and(|top| brackets[*top as usize].end <= position) {
                open.pop();
            }
            while next < brackets.len() && brackets[next].start == position {
                self.above.push(open.last().copied().unwrap_or(NO_NODE));
                open.push(next as u32);
                next += 1;
            }
            self.over.push(open.last().copied().unwrap_or(NO_NODE));
        }
    }

    fn fill_by_phrases(&mut self, prepared: &Prepared) {
        let Scattered { parents, over, .. } = &prepared.scattered;
        let around = |space: &[u32], phrase: u32| match phrase {
            NO_NODE => NO_NODE,
            phrase => space[phrase as usize],
        };
        // Brackets stand in the order of their phrases.
        let mut brackets = (0u32..).zip(&prepared.brackets).peekable();
        for (phrase, parent) in (0u32..).zip(parents) {
            let outer = around(&self.space, *parent);
            match brackets.next_if(|(_, bracket)| bracket.phrase == phrase) {
                Some((at, _)) => {
                    self.above.push(outer);
                    self.space.push(at);
                }
                None => self.space.push(outer),
            }
        }
        self.over.extend(over.iter().map(|phrase| around(&self.space, *phrase)));
    }
}
