//! Constituency trees as one flat list of nodes.

mod builder;

use std::borrow::Cow;

pub(crate) use builder::TreeNodes;
pub use builder::{OwnedTree, TreeBuilder};

/// A tree (or a forest: an input line may hold several) over borrowed text.
///
/// Nodes stand in pre-order: a node's children and their descendants follow it, up to its
/// [`end`](TreeNode::end). Nothing in it is recursive, so a tree may be as deep as it is long.
#[derive(Clone, Debug, Default)]
pub struct Tree<'s> {
    text: &'s [u8],
    nodes: Cow<'s, [TreeNode]>,
    n_leaves: u32,
    depth: u32,
}

/// A phrase or a word with its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// Phrase or word.
    pub kind: NodeKind,
    /// The label or tag.
    pub label: Span,
    /// The word of a leaf; of a phrase, the text between its label and its closing bracket.
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
        Tree { text, nodes: Cow::Owned(nodes), n_leaves, depth }
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

    /// The label of a phrase or the tag of a word.
    pub fn label(&self, node: &TreeNode) -> &'s [u8] {
        self.slice(node.label)
    }

    /// The word of a leaf; of a phrase, all that stands between its label and its closing bracket.
    pub fn body(&self, node: &TreeNode) -> &'s [u8] {
        self.slice(node.body)
    }

    /// Bytes of the text.
    pub fn slice(&self, span: Span) -> &'s [u8] {
        &self.text[span.start as usize..span.end as usize]
    }

    /// How many leaves stand before the end of the node.
    pub fn leaves_to_end(&self, node: &TreeNode) -> u32 {
        self.nodes.get(node.end as usize).map_or(self.n_leaves, |next| next.leaf)
    }

    /// Tags and words in order.
    pub fn leaves(&self) -> impl Iterator<Item = (&'s [u8], &'s [u8])> + '_ {
        self.nodes
            .iter()
            .filter(|node| node.kind == NodeKind::Leaf)
            .map(|node| (self.label(node), self.body(node)))
    }
}
