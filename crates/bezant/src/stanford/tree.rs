//! The tree that rules look at, and the words in which they speak of it.
//!
//! Nodes are numbered level by level, so that sisters are neighbours in the list. What rules ask
//! most often (which labels are among a node's children, before it, behind it, below it) is worked
//! out once for all nodes, so that asking takes no time however wide or deep a tree is.

use crate::stanford::draft::{NIL, TreeDraft};
use crate::stanford::labels::{Label, P_NN, POS, Set, VBZ};
use crate::stanford::lexicon::{Lists, TIME};
use crate::stanford::words::SentenceWords;

/// A finished tree.
#[derive(Debug, Default)]
pub(super) struct Grown {
    pub(super) nodes: Vec<Entry>,
    /// All nodes, those above before those below, from left to right.
    pub(super) order: Vec<u32>,
    drafts: Vec<u32>,
}

/// A node with what is known about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) label: Label,
    /// Labels of its children.
    kids: Set,
    /// Labels of its sisters to the left.
    before: Set,
    /// Labels of its sisters to the right.
    after: Set,
    /// Labels of all nodes below it.
    below: Set,
    pub(super) parent: u32,
    pub(super) first: u32,
    pub(super) n_kids: u32,
    /// Its word, if it is a tag.
    word: u32,
    /// The last word below it.
    last_word: u32,
    /// The child that is its head, if nothing is known of what is above it.
    pub(super) loose_head: u32,
    /// The word that is its head.
    pub(super) head_word: u32,
    /// Whether a possessive ending stands at its right edge.
    ends_possessive: bool,
}

impl Grown {
    /// Takes a draft over.
    pub(super) fn grow(&mut self, draft: &TreeDraft, words: &SentenceWords) {
        self.nodes.clear();
        self.drafts.clear();
        if draft.top == NIL {
            return;
        }
        self.push(draft, draft.top, NIL);
        let mut at = 0;
        while at < self.nodes.len() {
            let first = self.nodes.len() as u32;
            for child in draft.children(self.drafts[at]) {
                self.push(draft, child, at as u32);
            }
            self.nodes[at].first = first;
            self.nodes[at].n_kids = self.nodes.len() as u32 - first;
            at += 1;
        }
        self.gather(words);
        self.put_in_order();
    }

    fn push(&mut self, draft: &TreeDraft, node: u32, parent: u32) {
        let piece = draft.at(node);
        self.drafts.push(node);
        self.nodes.push(Entry {
            label: piece.label,
            kids: Set::NONE,
            before: Set::NONE,
            after: Set::NONE,
            below: Set::NONE,
            parent,
            first: 0,
            n_kids: 0,
            word: piece.word,
            last_word: piece.word,
            loose_head: NIL,
            head_word: piece.word,
            ends_possessive: false,
        });
    }

    /// From below: what is under a node, and beside its children.
    fn gather(&mut self, words: &SentenceWords) {
        for at in (0..self.nodes.len()).rev() {
            let node = &mut self.nodes[at];
            if node.n_kids == 0 {
                let says = |list: &[&str]| node.word != NIL && words.is_one(node.word, list);
                // The reference looks for POS among words as among labels ("a POS system").
                node.ends_possessive = node.label.set.meets(POS)
                    || says(&["POS"])
                    || (node.label.set.meets(VBZ) && says(&["'s", "’s"]));
                continue;
            }
            let (first, end) = (node.first as usize, (node.first + node.n_kids) as usize);
            let (mut seen, mut below) = (Set::NONE, Set::NONE);
            for kid in &mut self.nodes[first..end] {
                kid.before = seen;
                seen |= kid.label.set;
                below |= kid.below;
            }
            let mut behind = Set::NONE;
            for kid in self.nodes[first..end].iter_mut().rev() {
                kid.after = behind;
                behind |= kid.label.set;
            }
            let Entry { last_word, ends_possessive, .. } = self.nodes[end - 1];
            let node = &mut self.nodes[at];
            node.kids = seen;
            node.below = below | seen;
            node.last_word = last_word;
            node.ends_possessive = ends_possessive;
        }
    }

    fn put_in_order(&mut self) {
        self.order.clear();
        // The list of drafts is not needed any more; it serves as the stack.
        let stack = &mut self.drafts;
        stack.clear();
        stack.push(0);
        while let Some(at) = stack.pop() {
            self.order.push(at);
            let node = &self.nodes[at as usize];
            stack.extend((node.first..node.first + node.n_kids).rev());
        }
    }
}

/// What rules look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeView<'t> {
    pub(super) nodes: &'t [Entry],
    pub(super) words: &'t SentenceWords,
}

impl<'t> TreeView<'t> {
    /// A node by its number.
    #[inline]
    pub(super) fn node(self, id: u32) -> Node<'t> {
        Node { view: self, id }
    }
}

/// A node in its tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'t> {
    view: TreeView<'t>,
    /// Its number; those of sisters follow each other.
    pub(super) id: u32,
}

impl<'t> Node<'t> {
    #[inline]
    fn entry(self) -> &'t Entry {
        &self.view.nodes[self.id as usize]
    }

    #[inline]
    fn with(self, id: u32) -> Node<'t> {
        Node { view: self.view, id }
    }

    /// Another node of the same tree, by its number.
    #[inline]
    pub(super) fn sibling(self, id: u32) -> Node<'t> {
        self.with(id)
    }

    /// Whether its label is in a set.
    #[inline]
    pub(super) fn is(self, set: Set) -> bool {
        self.entry().label.set.meets(set)
    }

    /// Whether it is a tag with its word.
    #[inline]
    pub(super) fn is_tag(self) -> bool {
        self.entry().word != NIL
    }

    /// Whether it is a tag with a word of some lists.
    #[inline]
    pub(super) fn lists(self, lists: Lists) -> bool {
        self.is_tag() && self.view.words.is_in(self.entry().word, lists)
    }

    /// Whether it is a tag with exactly one of these words.
    pub(super) fn says(self, words: &[&str]) -> bool {
        self.is_tag() && self.view.words.is_one(self.entry().word, words)
    }

    /// Whether it is a tag with one of these words, however they are capitalised.
    pub(super) fn reads(self, words: &[&str]) -> bool {
        self.is_tag() && self.view.words.reads(self.entry().word, words)
    }

    /// The word of a tag; nothing for a phrase.
    pub(super) fn form(self) -> &'t [u8] {
        if self.is_tag() { self.view.words.form(self.entry().word as usize) } else { b"" }
    }

    /// Whether some child has a label of a set.
    #[inline]
    pub(super) fn has(self, set: Set) -> bool {
        self.entry().kids.meets(set)
    }

    /// Whether some child has a label of a set and a word of some lists.
    pub(super) fn has_word(self, set: Set, lists: Lists) -> bool {
        self.has(set) && self.kids().any(|kid| kid.is(set) && kid.lists(lists))
    }

    /// Whether some node below has a label of a set.
    #[inline]
    pub(super) fn dominates(self, set: Set) -> bool {
        self.entry().below.meets(set)
    }

    /// Whether some sister to the left has a label of a set.
    #[inline]
    pub(super) fn follows(self, set: Set) -> bool {
        self.entry().before.meets(set)
    }

    /// Whether some sister to the right has a label of a set.
    #[inline]
    pub(super) fn precedes(self, set: Set) -> bool {
        self.entry().after.meets(set)
    }

    /// Whether some sister has a label of a set.
    #[inline]
    pub(super) fn is_beside(self, set: Set) -> bool {
        self.follows(set) || self.precedes(set)
    }

    /// Its children from left to right.
    #[inline]
    pub(super) fn kids(self) -> impl DoubleEndedIterator<Item = Node<'t>> + ExactSizeIterator {
        let Entry { first, n_kids, .. } = *self.entry();
        (first..first + n_kids).map(move |id| self.with(id))
    }

    /// Its children with a label of a set.
    #[inline]
    pub(super) fn kids_in(self, set: Set) -> impl DoubleEndedIterator<Item = Node<'t>> {
        let n = if self.has(set) { self.entry().n_kids } else { 0 };
        let first = self.entry().first;
        (first..first + n).map(move |id| self.with(id)).filter(move |kid| kid.is(set))
    }

    /// How many children it has.
    pub(super) fn n_kids(self) -> usize {
        self.entry().n_kids as usize
    }

    /// The child at a place, the first at 0.
    pub(super) fn nth(self, n: u32) -> Option<Node<'t>> {
        let Entry { first, n_kids, .. } = *self.entry();
        (n < n_kids).then(|| self.with(first + n))
    }

    /// Its first child.
    pub(super) fn first(self) -> Option<Node<'t>> {
        self.nth(0)
    }

    /// Its last child.
    pub(super) fn last(self) -> Option<Node<'t>> {
        self.nth(self.entry().n_kids.wrapping_sub(1))
    }

    /// Its only child.
    pub(super) fn only(self) -> Option<Node<'t>> {
        self.first().filter(|_| self.n_kids() == 1)
    }

    /// Whether its only child has a label of a set.
    pub(super) fn is_just(self, set: Set) -> bool {
        self.only().is_some_and(|kid| kid.is(set))
    }

    /// The node above it.
    #[inline]
    pub(super) fn parent(self) -> Option<Node<'t>> {
        let parent = self.entry().parent;
        (parent != NIL).then(|| self.with(parent))
    }

    /// Whether the node above it has a label of a set.
    pub(super) fn is_in(self, set: Set) -> bool {
        self.parent().is_some_and(|parent| parent.is(set))
    }

    /// The sister beside it on the left.
    #[inline]
    pub(super) fn prev(self) -> Option<Node<'t>> {
        let parent = self.parent()?;
        (self.id > parent.entry().first).then(|| self.with(self.id - 1))
    }

    /// The sister beside it on the right.
    #[inline]
    pub(super) fn next(self) -> Option<Node<'t>> {
        let parent = self.parent()?.entry();
        (self.id + 1 < parent.first + parent.n_kids).then(|| self.with(self.id + 1))
    }

    /// Whether the sister beside it on the left has a label of a set.
    #[inline]
    pub(super) fn prev_is(self, set: Set) -> bool {
        self.follows(set) && self.prev().is_some_and(|prev| prev.is(set))
    }

    /// Whether the sister beside it on the right has a label of a set.
    #[inline]
    pub(super) fn next_is(self, set: Set) -> bool {
        self.precedes(set) && self.next().is_some_and(|next| next.is(set))
    }

    /// Its sisters to the left, the nearest first.
    pub(super) fn before(self) -> impl Iterator<Item = Node<'t>> {
        let first = self.parent().map_or(self.id, |parent| parent.entry().first);
        (first..self.id).rev().map(move |id| self.with(id))
    }

    /// Its sisters to the right, the nearest first.
    pub(super) fn after(self) -> impl Iterator<Item = Node<'t>> {
        let end = self.parent().map_or(0, |parent| parent.entry().first + parent.entry().n_kids);
        (self.id + 1..end).map(move |id| self.with(id))
    }

    /// The nodes that are reached from it through nodes of a set: its children, and the children
    /// of those of them that are in the set, and so on.
    pub(super) fn through(self, set: Set) -> Through<'t> {
        let entry = self.entry();
        let next = (entry.n_kids > 0).then_some(entry.first);
        Through { top: self, set, next }
    }

    /// The child that is its head, whatever is above it.
    pub(super) fn head(self) -> Option<Node<'t>> {
        let head = self.entry().loose_head;
        (head != NIL).then(|| self.with(head))
    }

    /// Whether the child that is its head has a label of a set.
    pub(super) fn head_is(self, set: Set) -> bool {
        self.head().is_some_and(|head| head.is(set))
    }

    /// The word that is its head.
    #[inline]
    pub(super) fn head_word(self) -> u32 {
        self.entry().head_word
    }

    /// The last word below it.
    pub(super) fn last_word(self) -> u32 {
        self.entry().last_word
    }

    /// The words of the sentence.
    pub(super) fn words(self) -> &'t SentenceWords {
        self.view.words
    }

    /// Whether its right edge is a possessive ending.
    pub(super) fn ends_possessive(self) -> bool {
        self.entry().ends_possessive
    }

    /// Whether its head is a word for a time, such as *Monday* or *year*.
    pub(super) fn is_time(self) -> bool {
        self.head().is_some_and(|head| head.is(P_NN) && head.lists(TIME))
    }
}

/// Nodes that are reached through nodes of a set, from left to right.
pub(super) struct Through<'t> {
    top: Node<'t>,
    set: Set,
    next: Option<u32>,
}

impl<'t> Iterator for Through<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        let node = self.top.with(self.next?);
        let entry = node.entry();
        self.next = if entry.n_kids > 0 && node.is(self.set) {
            Some(entry.first)
        } else {
            let mut at = node;
            loop {
                if let Some(next) = at.next() {
                    break Some(next.id);
                }
                match at.parent() {
                    Some(parent) if parent.id != self.top.id => at = parent,
                    _ => break None,
                }
            }
        };
        Some(node)
    }
}
