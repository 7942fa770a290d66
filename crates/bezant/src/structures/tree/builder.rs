//! Trees that are made in memory, and trees that are kept there.

use std::borrow::Cow;

use crate::structures::tree::{NodeKind, Span, Tree, TreeNode};

/// A tree with its text, for as long as somebody wants it.
#[derive(Clone, Debug, Default)]
pub struct OwnedTree {
    text: Vec<u8>,
    nodes: Vec<TreeNode>,
    n_leaves: u32,
    depth: u32,
}

impl OwnedTree {
    /// What metrics see of it.
    pub fn as_tree(&self) -> Tree<'_> {
        Tree {
            text: &self.text,
            nodes: Cow::Borrowed(&self.nodes),
            n_leaves: self.n_leaves,
            depth: self.depth,
            places: Cow::Borrowed(&[]),
        }
    }

    /// Its text: brackets on one line, labels and words as they were given.
    #[doc(hidden)]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The nodes alone, over a text that is kept elsewhere.
    pub(crate) fn into_parts(self) -> (Vec<u8>, TreeNodes) {
        let OwnedTree { text, nodes, n_leaves, depth } = self;
        (text, TreeNodes { nodes, n_leaves, depth, places: Vec::new() })
    }
}

/// What a tree is without its text.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreeNodes {
    nodes: Vec<TreeNode>,
    n_leaves: u32,
    depth: u32,
    places: Vec<u32>,
}

impl TreeNodes {
    /// Those of a tree, in no more memory than they need.
    pub(crate) fn of(tree: &Tree<'_>) -> TreeNodes {
        TreeNodes {
            nodes: tree.nodes().to_vec(),
            n_leaves: tree.n_leaves,
            depth: tree.depth,
            places: tree.places.to_vec(),
        }
    }

    /// The tree over its text.
    pub(crate) fn over<'s>(&'s self, text: &'s [u8]) -> Tree<'s> {
        Tree {
            text,
            nodes: Cow::Borrowed(self.nodes.as_slice()),
            n_leaves: self.n_leaves,
            depth: self.depth,
            places: Cow::Borrowed(self.places.as_slice()),
        }
    }
}

/// Builds a tree from the top down.
///
/// Labels and words may hold anything, blanks and brackets included: they are never read again.
///
/// ```
/// use bezant::{Tree, TreeBuilder};
///
/// let mut tree = TreeBuilder::default();
/// tree.open("S").open("NP").leaf("NNP", "New York").close().leaf("VBZ", "sleeps").close();
/// let tree = tree.finish();
/// assert_eq!(tree.text(), b"(S (NP (NNP New York)) (VBZ sleeps))");
/// assert_eq!(tree.as_tree().n_leaves(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct TreeBuilder {
    tree: OwnedTree,
    /// Phrases that are not closed yet.
    open: Vec<u32>,
}

impl TreeBuilder {
    /// Starts a phrase.
    pub fn open(&mut self, label: impl AsRef<[u8]>) -> &mut TreeBuilder {
        self.separate();
        self.tree.text.push(b'(');
        let label = self.write(label.as_ref());
        let body = Span { start: label.end, end: label.end };
        self.open.push(self.tree.nodes.len() as u32);
        self.tree.depth = self.tree.depth.max(self.open.len() as u32);
        self.push(NodeKind::Phrase, label, body);
        self
    }

    /// A word with its tag.
    pub fn leaf(&mut self, tag: impl AsRef<[u8]>, word: impl AsRef<[u8]>) -> &mut TreeBuilder {
        self.separate();
        self.tree.text.push(b'(');
        let label = self.write(tag.as_ref());
        self.tree.text.push(b' ');
        let body = self.write(word.as_ref());
        self.tree.text.push(b')');
        self.push(NodeKind::Leaf, label, body);
        self.tree.n_leaves += 1;
        self
    }

    /// Ends the phrase that was opened last. Where none is open, nothing happens.
    pub fn close(&mut self) -> &mut TreeBuilder {
        if let Some(phrase) = self.open.pop() {
            let (at, end) = (self.tree.text.len() as u32, self.tree.nodes.len() as u32);
            let node = &mut self.tree.nodes[phrase as usize];
            (node.end, node.body.end) = (end, at);
            self.tree.text.push(b')');
        }
        self
    }

    /// The tree; phrases that are still open end here.
    pub fn finish(mut self) -> OwnedTree {
        while !self.open.is_empty() {
            self.close();
        }
        self.tree
    }

    fn separate(&mut self) {
        if !self.tree.text.is_empty() {
            self.tree.text.push(b' ');
        }
    }

    fn write(&mut self, text: &[u8]) -> Span {
        let start = self.tree.text.len() as u32;
        self.tree.text.extend_from_slice(text);
        Span { start, end: self.tree.text.len() as u32 }
    }

    fn push(&mut self, kind: NodeKind, label: Span, body: Span) {
        let end = self.tree.nodes.len() as u32 + 1;
        self.tree.nodes.push(TreeNode { kind, label, body, end, leaf: self.tree.n_leaves });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::penn;

    #[test]
    fn a_built_tree_is_the_tree_that_its_text_is_read_as() {
        let mut tree = TreeBuilder::default();
        tree.open("TOP").open("S").open("NP").leaf("NNS", "dogs").close();
        tree.open("VP").leaf("VBP", "bark").open("X");
        let tree = tree.finish();
        assert_eq!(tree.text(), b"(TOP (S (NP (NNS dogs)) (VP (VBP bark) (X))))");
        let reading = penn::read(tree.text());
        assert!(reading.faults.is_empty());
        let (built, read) = (tree.as_tree(), reading.tree);
        // The text between label and bracket is all that may differ, by a blank.
        let key = |node: &TreeNode| (node.kind, node.label, node.end, node.leaf);
        let all = |tree: &Tree<'_>| tree.nodes().iter().map(key).collect::<Vec<_>>();
        assert_eq!(all(&built), all(&read));
        assert_eq!((built.n_leaves(), built.depth()), (read.n_leaves(), read.depth()));
    }
}
