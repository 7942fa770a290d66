//! Constituency trees as one flat list of nodes.

mod arranged;
mod builder;

use std::borrow::Cow;

pub(crate) use arranged::{LooseNode, NO_NODE, arrange};
pub(crate) use builder::TreeNodes;
pub use builder::{OwnedTree, TreeBuilder};

/// A tree (or a forest: an input line may hold several) over borrowed text.
///
/// Nodes stand in pre-order: a node's children and their descendants follow it, up to its
/// [`end`](TreeNode::end). Nothing in it is recursive, so a tree may be as deep as it is long.
///
/// Where branches cross, the words under a phrase are still together in this list, and
/// [`places`](Tree::places) says where in the sentence they stand.
#[derive(Clone, Debug, Default)]
pub struct Tree<'s> {
    text: &'s [u8],
    nodes: Cow<'s, [TreeNode]>,
    n_leaves: u32,
    depth: u32,
    /// Empty where no branches cross, which nearly all trees are.
    places: Cow<'s, [u32]>,
}

/// A phrase or a word with its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// Phrase or word.
    pub kind: NodeKind,
    /// The label or tag.
    #[doc(hidden)]
    pub label: Span,
    /// The word of a leaf; of a phrase, the text between its label and its closing bracket, or its
    /// edge in export files.
    #[doc(hidden)]
    pub body: Span,
    /// Index of the first node that is not below this one.
    pub end: u32,
    /// How many leaves stand before this node.
    pub leaf: u32,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A bracket with other brackets, or nothing, in it.
    Phrase,
    /// A tag with its word.
    Leaf,
}

/// Bytes of the tree's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl<'s> Tree<'s> {
    /// A tree of nodes that satisfy the invariants above.
    pub(crate) fn new(text: &'s [u8], nodes: Vec<TreeNode>, n_leaves: u32, depth: u32) -> Tree<'s> {
        Tree { text, nodes: Cow::Owned(nodes), n_leaves, depth, places: Cow::Borrowed(&[]) }
    }

    /// The same with its words in other places: one for each leaf, all different.
    pub(crate) fn with_places(self, places: Vec<u32>) -> Tree<'s> {
        let in_order = places.is_sorted();
        Tree { places: if in_order { Cow::Borrowed(&[]) } else { Cow::Owned(places) }, ..self }
    }

    /// The list of nodes, to be changed, or to be used again for the next tree.
    pub(crate) fn into_nodes(self) -> Vec<TreeNode> {
        self.nodes.into_owned()
    }

    /// The memory of the nodes, if it is the tree's own.
    pub(crate) fn into_memory(self) -> Vec<TreeNode> {
        match self.nodes {
            Cow::Owned(nodes) => nodes,
            Cow::Borrowed(_) => Vec::new(),
        }
    }

    /// All nodes in pre-order.
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// The text the tree was read from.
    pub fn text(&self) -> &'s [u8] {
        self.text
    }

    /// How many words the tree has.
    pub fn n_leaves(&self) -> u32 {
        self.n_leaves
    }

    /// How many phrases lie over the deepest word or empty phrase.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether branches cross: a phrase has words with others between them.
    #[doc(hidden)]
    pub fn has_gaps(&self) -> bool {
        !self.places.is_empty()
    }

    /// For each leaf in the order of the nodes, where in the sentence its word stands: the lower
    /// number stands first. Empty where no branches cross; then words stand as leaves do.
    #[doc(hidden)]
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// For each leaf in the order of the nodes, how many words of the sentence stand before it.
    pub(crate) fn ranks(&self) -> Vec<u32> {
        if self.places.is_empty() {
            return (0..self.n_leaves).collect();
        }
        let mut order: Vec<u32> = (0..self.n_leaves).collect();
        order.sort_unstable_by_key(|leaf| self.places[*leaf as usize]);
        let mut ranks = vec![0; order.len()];
        for (rank, leaf) in (0..).zip(order) {
            ranks[leaf as usize] = rank;
        }
        ranks
    }

    /// The label of a phrase or the tag of a word.
    pub fn label(&self, node: &TreeNode) -> &'s [u8] {
        self.slice(node.label)
    }

    /// The word of a leaf; of a phrase, what its [`body`](TreeNode::body) is.
    #[doc(hidden)]
    pub fn body(&self, node: &TreeNode) -> &'s [u8] {
        self.slice(node.body)
    }

    /// Bytes of the text.
    #[doc(hidden)]
    pub fn slice(&self, span: Span) -> &'s [u8] {
        &self.text[span.start as usize..span.end as usize]
    }

    /// How many leaves stand before the end of the node.
    pub fn leaves_to_end(&self, node: &TreeNode) -> u32 {
        self.nodes.get(node.end as usize).map_or(self.n_leaves, |next| next.leaf)
    }

    /// Tags and words in the order of the nodes.
    pub fn leaves(&self) -> impl Iterator<Item = (&'s [u8], &'s [u8])> + '_ {
        self.nodes
            .iter()
            .filter(|node| node.kind == NodeKind::Leaf)
            .map(|node| (self.label(node), self.body(node)))
    }
}
