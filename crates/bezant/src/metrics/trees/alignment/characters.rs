//! The text of a tree as characters, with the places where its tokens meet.

use crate::formats::penn::characters::push_characters;
use crate::metrics::trees::cleaning::TRACE;
use crate::metrics::trees::labels::{LabelId, LabelTable};
use crate::structures::tree::{NodeKind, Span, Tree, TreeNode};

/// A tree's tokens: all its leaves but traces.
#[derive(Debug, Default)]
pub(super) struct AlignedText {
    /// The characters of all tokens, one after the other.
    pub characters: Vec<u32>,
    pub tokens: Vec<AlignedToken>,
    /// Where each token starts, and last where the text ends. No token is empty, so the numbers
    /// increase.
    pub bounds: Vec<usize>,
    /// For each leaf of the tree and for its end, how many tokens stand before it.
    pub tokens_before: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct AlignedToken {
    pub tag: LabelId,
    pub text: Span,
}

impl AlignedText {
    pub(crate) fn new(tree: &Tree<'_>, labels: &mut LabelTable<'_>) -> AlignedText {
        let mut text = AlignedText { bounds: vec![0], ..AlignedText::default() };
        for node in tree.nodes().iter().filter(|node| node.kind == NodeKind::Leaf) {
            text.tokens_before.push(text.tokens.len() as u32);
            let tag = tree.label(node);
            if tag != TRACE {
                push_characters(tree.body(node), &mut text.characters);
                text.tokens.push(AlignedToken { tag: labels.intern(tag), text: node.body });
                text.bounds.push(text.characters.len());
            }
        }
        text.tokens_before.push(text.tokens.len() as u32);
        text
    }

    /// The tokens under a node: the first, and one past the last.
    pub(crate) fn tokens_of(&self, tree: &Tree<'_>, node: &TreeNode) -> (usize, usize) {
        let before = |leaf: u32| self.tokens_before[leaf as usize] as usize;
        (before(node.leaf), before(tree.leaves_to_end(node)))
    }

    /// Whether a token starts or ends at this character.
    pub(crate) fn is_bound(&self, at: usize) -> bool {
        self.bounds.binary_search(&at).is_ok()
    }

    /// Which of the bounds lie between two characters, both included.
    pub(crate) fn bounds_within(&self, from: usize, to: usize) -> std::ops::Range<usize> {
        let first = self.bounds.partition_point(|&bound| bound < from);
        first..self.bounds.partition_point(|&bound| bound <= to).max(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::penn;
    use crate::metrics::trees::parameters::Preset;

    #[test]
    fn traces_are_no_tokens() {
        let parameters = Preset::None.parameters();
        let tree = penn::read(b"(S (-NONE- *) (N ab) (-NONE- *) (V c))").tree;
        let text = AlignedText::new(&tree, &mut LabelTable::new(&parameters));
        assert_eq!(text.tokens_before, [0, 0, 1, 1, 2]);
        assert_eq!(text.bounds, [0, 2, 3]);
        assert_eq!(text.bounds_within(1, 3), 1..3);
        assert_eq!(text.bounds_within(1, 1), 1..1);
    }
}
