//! Trees whose nodes come in any order, with words anywhere in the sentence.

use crate::structures::tree::{NodeKind, Span, Tree, TreeNode};

/// In place of a node's index where there is none.
pub(crate) const NO_NODE: u32 = u32::MAX;

/// A node that says what it is under, and a word where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LooseNode {
    /// Phrase or word.
    pub kind: NodeKind,
    /// The label or tag.
    pub label: Span,
    /// The word.
    pub body: Span,
    /// Index of the node it is under, or `NO_NODE`.
    pub parent: u32,
    /// Of a word, its place in the sentence; no two words have the same.
    pub place: u32,
}

/// The tree of these nodes, or the index of one that is below itself.
///
/// What is under one node stands by its first word, so that a tree whose branches do not cross has
/// its words in the order of the sentence, however its nodes were written down; phrases without
/// words stand behind, in the order given.
pub(crate) fn arrange<'s>(text: &'s [u8], loose: &[LooseNode]) -> Result<Tree<'s>, u32> {
    let n = loose.len();
    let mut waiting = vec![0u32; n];
    for node in loose.iter().filter(|node| node.parent != NO_NODE) {
        waiting[node.parent as usize] += 1;
    }
    // From the bottom up: first word and number of nodes.
    let mut first: Vec<u32> = loose
        .iter()
        .map(|node| if node.kind == NodeKind::Leaf { node.place } else { u32::MAX })
        .collect();
    let mut sizes = vec![1u32; n];
    let mut ready: Vec<u32> = (0..n as u32).filter(|at| waiting[*at as usize] == 0).collect();
    let mut n_done = 0;
    while let Some(at) = ready.pop() {
        n_done += 1;
        let parent = loose[at as usize].parent;
        if parent == NO_NODE {
            continue;
        }
        let above = parent as usize;
        first[above] = first[above].min(first[at as usize]);
        sizes[above] += sizes[at as usize];
        waiting[above] -= 1;
        if waiting[above] == 0 {
            ready.push(parent);
        }
    }
    if n_done < n {
        let looping = waiting.iter().position(|waiting| *waiting > 0);
        return Err(looping.map_or(0, |at| at as u32));
    }

    // What is under each node, the tops last, as `NO_NODE` is the largest number.
    let mut children: Vec<u32> = (0..n as u32).collect();
    children.sort_unstable_by_key(|at| (loose[*at as usize].parent, first[*at as usize], *at));
    let below = |parent: u32| {
        let from = children.partition_point(|at| loose[*at as usize].parent < parent);
        let rest = &children[from..];
        &rest[..rest.partition_point(|at| loose[*at as usize].parent == parent)]
    };
    let mut nodes = Vec::with_capacity(n);
    let mut places = Vec::new();
    let mut deepest = 0;
    let mut open: Vec<(u32, u32)> = below(NO_NODE).iter().rev().map(|at| (*at, 0)).collect();
    while let Some((at, depth)) = open.pop() {
        let LooseNode { kind, label, body, place, .. } = loose[at as usize];
        let end = nodes.len() as u32 + sizes[at as usize];
        nodes.push(TreeNode { kind, label, body, end, leaf: places.len() as u32 });
        match kind {
            NodeKind::Leaf => places.push(place),
            NodeKind::Phrase => {
                deepest = deepest.max(depth + 1);
                open.extend(below(at).iter().rev().map(|child| (*child, depth + 1)));
            }
        }
    }
    let n_leaves = places.len() as u32;
    Ok(Tree::new(text, nodes, n_leaves, deepest).with_places(places))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(kind: NodeKind, at: u32, parent: u32, place: u32) -> LooseNode {
        let span = Span { start: at, end: at + 1 };
        LooseNode { kind, label: span, body: span, parent, place }
    }

    #[test]
    fn what_does_not_cross_stands_in_the_order_of_the_sentence() {
        // S over B and A, A before B in the sentence.
        let (phrase, leaf) = (NodeKind::Phrase, NodeKind::Leaf);
        let loose = [
            node(leaf, 0, 3, 1),
            node(leaf, 1, 2, 0),
            node(phrase, 2, 4, 0),
            node(phrase, 3, 4, 0),
            node(phrase, 4, NO_NODE, 0),
        ];
        let tree = arrange(b"baABS", &loose).unwrap();
        assert!(!tree.has_gaps());
        let labels: Vec<&[u8]> = tree.nodes().iter().map(|node| tree.label(node)).collect();
        assert_eq!(labels, [b"S", b"A", b"a", b"B", b"b"]);
        assert_eq!((tree.n_leaves(), tree.depth(), tree.nodes()[1].end), (2, 2, 3));
    }

    #[test]
    fn a_phrase_around_a_word_that_is_not_its_own_has_a_gap() {
        let (phrase, leaf) = (NodeKind::Phrase, NodeKind::Leaf);
        let loose = [
            node(leaf, 0, 4, 0),
            node(leaf, 1, 3, 1),
            node(leaf, 2, 4, 2),
            node(phrase, 3, NO_NODE, 0),
            node(phrase, 4, 3, 0),
        ];
        let tree = arrange(b"abcSV", &loose).unwrap();
        assert!(tree.has_gaps());
        assert_eq!((tree.places(), tree.ranks()), (&[0, 2, 1][..], vec![0, 2, 1]));
    }

    #[test]
    fn a_node_below_itself_is_found() {
        let phrase = NodeKind::Phrase;
        let loose = [node(phrase, 0, NO_NODE, 0), node(phrase, 1, 2, 0), node(phrase, 2, 1, 0)];
        assert_eq!(arrange(b"abc", &loose).err(), Some(1));
    }
}
