//! A tree that can be rewritten.
//!
//! Nodes are linked to their first and last child and to the sisters beside them, but not to what
//! is above: a long row of sisters is put under a new node by changing its two ends.

use crate::stanford::labels::{Fate, Label, Labels, Set, without_indices};
use crate::stanford::lexicon::Lexicon;
use crate::stanford::words::SentenceWords;
use crate::structures::tree::{NodeKind, Tree};

/// No node.
pub(super) const NIL: u32 = u32::MAX;

/// A tree in the making.
#[derive(Debug, Default)]
pub(super) struct TreeDraft {
    pub(super) nodes: Vec<DraftNode>,
    /// The node above all others, or [`NIL`].
    pub(super) top: u32,
    /// All labels that the tree has had.
    pub(super) labels: Set,
    open: Vec<Open>,
    stack: Vec<u32>,
}

/// A node of a draft.
#[derive(Clone, Copy, Debug)]
pub(super) struct DraftNode {
    pub(super) label: Label,
    /// Its word, if it is a tag; [`NIL`] for a phrase.
    pub(super) word: u32,
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) prev: u32,
    pub(super) next: u32,
}

/// A phrase that is being read.
#[derive(Clone, Copy, Debug)]
struct Open {
    node: u32,
    /// The number of its label with functions.
    full: u32,
    /// The same of its first child.
    child: u32,
    /// Where it ends in the list of the tree.
    end: u32,
}

impl TreeDraft {
    /// Takes a tree over: no traces, no functions, no phrase over one that is the same.
    pub(super) fn read(
        &mut self,
        tree: &Tree<'_>,
        labels: &mut Labels,
        lexicon: &Lexicon,
        words: &mut SentenceWords,
    ) {
        self.nodes.clear();
        self.open.clear();
        words.clear();
        labels.start_tree();
        self.labels = Set::NONE;
        // The sentinel above the tree collects its tops; a line may hold several.
        let above = self.add(Label::default(), NIL);
        self.open.push(Open { node: above, full: NIL, child: NIL, end: NIL });
        let mut top = Fate::Keep;
        let mut at = 0;
        while let Some(node) = tree.nodes().get(at) {
            self.close(at as u32);
            let mut read = labels.read(tree.label(node));
            let is_leaf = node.kind == NodeKind::Leaf;
            match read.fate {
                Fate::Drop => {
                    at = node.end as usize;
                    continue;
                }
                Fate::VerbPhrase if !is_leaf => read = labels.read(b"VP"),
                _ => {}
            }
            at += 1;
            if self.open.len() == 1 {
                top = read.fate;
            }
            if !is_leaf {
                let phrase = self.add(read.label, NIL);
                let full = read.full.id;
                self.open.push(Open { node: phrase, full, child: NIL, end: node.end });
            } else if read.fate != Fate::Trace && !tree.body(node).is_empty() {
                let tag = without_indices(tree.label(node));
                let leaf = self.add(read.label, words.len() as u32);
                words.push_escaped(tree.body(node), tag, read.full.set, lexicon);
                self.append_read(leaf, read.full.id);
            }
        }
        self.close(tree.nodes().len() as u32);
        self.finish(above, top, labels);
    }

    /// Closes the phrases that end before a place in the list of the tree.
    fn close(&mut self, at: u32) {
        while let Some(&open) = self.open.last()
            && open.end <= at
        {
            self.open.pop();
            let DraftNode { first, last, .. } = self.nodes[open.node as usize];
            if first == NIL {
                continue;
            }
            match first == last && open.child == open.full {
                true => self.append_read(first, open.child),
                false => self.append_read(open.node, open.full),
            }
        }
    }

    fn append_read(&mut self, node: u32, full: u32) {
        let Some(open) = self.open.last_mut() else { return };
        open.child = full;
        let parent = open.node;
        self.append(parent, node);
    }

    /// Finds the top, or makes one.
    fn finish(&mut self, above: u32, fate: Fate, labels: &mut Labels) {
        let DraftNode { first, last, .. } = self.nodes[above as usize];
        self.top = first;
        if first == NIL {
            return;
        }
        let root = labels.named("ROOT");
        self.labels |= root.set;
        if first != last || fate == Fate::Sentence {
            self.nodes[above as usize].label = root;
            self.top = above;
        } else if fate == Fate::Top {
            self.nodes[first as usize].label = root;
        }
    }

    /// A new node that hangs nowhere.
    pub(super) fn add(&mut self, label: Label, word: u32) -> u32 {
        self.labels |= label.set;
        let (first, last, prev, next) = (NIL, NIL, NIL, NIL);
        self.nodes.push(DraftNode { label, word, first, last, prev, next });
        self.nodes.len() as u32 - 1
    }

    /// Puts a loose node behind the last child.
    pub(super) fn append(&mut self, parent: u32, node: u32) {
        let last = self.nodes[parent as usize].last;
        self.nodes[node as usize].prev = last;
        self.nodes[node as usize].next = NIL;
        self.link(parent, last, node);
        self.nodes[parent as usize].last = node;
    }

    /// Makes `next` follow `prev` below `parent`; one of them may be missing.
    fn link(&mut self, parent: u32, prev: u32, next: u32) {
        match prev {
            NIL => self.nodes[parent as usize].first = next,
            _ => self.nodes[prev as usize].next = next,
        }
        match next {
            NIL => self.nodes[parent as usize].last = prev,
            _ => self.nodes[next as usize].prev = prev,
        }
    }

    /// Puts the sisters from `from` to `to` under a new node.
    pub(super) fn wrap(&mut self, parent: u32, from: u32, to: u32, label: Label) -> u32 {
        let node = self.add(label, NIL);
        let (before, after) = (self.at(from).prev, self.at(to).next);
        self.nodes[node as usize].first = from;
        self.nodes[node as usize].last = to;
        self.nodes[from as usize].prev = NIL;
        self.nodes[to as usize].next = NIL;
        self.link(parent, before, node);
        self.link(parent, node, after);
        node
    }

    /// Takes a child away.
    pub(super) fn detach(&mut self, parent: u32, node: u32) {
        let DraftNode { prev, next, .. } = self.at(node);
        self.link(parent, prev, next);
        self.nodes[node as usize].prev = NIL;
        self.nodes[node as usize].next = NIL;
    }

    /// Puts the children of a child in its place.
    pub(super) fn dissolve(&mut self, parent: u32, node: u32) {
        let DraftNode { first, last, prev, next, .. } = self.at(node);
        if first == NIL {
            return self.detach(parent, node);
        }
        self.link(parent, prev, first);
        self.link(parent, last, next);
    }

    /// Moves a child to the front of another node's children.
    pub(super) fn move_to_front(&mut self, parent: u32, node: u32, of: u32) {
        self.detach(parent, node);
        let first = self.at(of).first;
        self.link(of, node, first);
        self.nodes[of as usize].first = node;
    }

    pub(super) fn relabel(&mut self, node: u32, label: Label) {
        self.labels |= label.set;
        self.nodes[node as usize].label = label;
    }

    /// A node by value.
    #[inline]
    pub(super) fn at(&self, node: u32) -> DraftNode {
        self.nodes[node as usize]
    }

    /// Whether there is a node, and its label is in a set.
    #[inline]
    pub(super) fn is(&self, node: u32, set: Set) -> bool {
        node != NIL && self.nodes[node as usize].label.set.meets(set)
    }

    /// Whether a node has children that are nodes.
    pub(super) fn is_phrase(&self, node: u32) -> bool {
        node != NIL && self.at(node).word == NIL
    }

    /// The children of a node, from the first.
    pub(super) fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.sisters_from(if node == NIL { NIL } else { self.at(node).first })
    }

    /// A node and its sisters to the right.
    pub(super) fn sisters_from(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let existing = |node: u32| (node != NIL).then_some(node);
        std::iter::successors(existing(node), move |node| existing(self.at(*node).next))
    }

    /// Whether some child is in a set.
    pub(super) fn has(&self, node: u32, set: Set) -> bool {
        self.children(node).any(|child| self.is(child, set))
    }

    /// The sister to the right, or [`NIL`] also if there is no node.
    pub(super) fn next(&self, node: u32) -> u32 {
        if node == NIL { NIL } else { self.at(node).next }
    }

    /// The sister to the left.
    pub(super) fn prev(&self, node: u32) -> u32 {
        if node == NIL { NIL } else { self.at(node).prev }
    }

    /// The only child, or [`NIL`].
    pub(super) fn only(&self, node: u32) -> u32 {
        match node {
            NIL => NIL,
            _ if self.at(node).first == self.at(node).last => self.at(node).first,
            _ => NIL,
        }
    }

    /// Visits every phrase, those above before those below; a visit may change what is below.
    pub(super) fn walk(&mut self, mut visit: impl FnMut(&mut TreeDraft, u32)) {
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push(self.top);
        while let Some(node) = stack.pop() {
            if !self.is_phrase(node) {
                continue;
            }
            visit(self, node);
            let mut child = self.at(node).last;
            while child != NIL {
                stack.push(child);
                child = self.at(child).prev;
            }
        }
        self.stack = stack;
    }

    /// Whether some node, with its sister to the right, is as asked; nodes that hang nowhere too.
    pub(super) fn any(&self, test: impl Fn(&TreeDraft, &DraftNode) -> bool) -> bool {
        self.nodes.iter().any(|piece| test(self, piece))
    }
}
