//! The nodes that fragments are made of, and who is whose child.

use crate::metrics::fragments::{FragmentMatching, Nodes};
use crate::metrics::trees::preparation::{Nesting, Prepared};
use crate::structures::tree::NO_NODE;

/// In place of a node's index where there is no such node.
pub(crate) const NONE: u32 = u32::MAX;

/// A node of a forest whose nodes stand in pre-order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ForestNode {
    /// Index of its parent, before it; or `NONE`.
    pub(crate) parent: u32,
    /// How many children it has in the forest.
    pub(crate) n_children: u32,
    /// Whether those are all it has in the tree or trees the forest was taken from.
    pub(crate) whole: bool,
}

/// The nodes of one side that count.
#[derive(Debug, Default)]
pub(crate) struct ForestSide {
    /// All of them, in pre-order.
    pub(crate) items: Vec<ForestNode>,
    /// The node of each bracket.
    pub(crate) brackets: Vec<u32>,
    /// The node of each word, where preterminals count.
    pub(crate) words: Vec<u32>,
    /// The nodes around the place reached, with their ends.
    open: Vec<(u32, u32)>,
}

impl ForestSide {
    /// Fills `self` from a sentence.
    ///
    /// Brackets stand in pre-order and none is empty, so the last one before a node that has not
    /// ended yet is its nearest ancestor that counts: that is the parent, and what was dropped
    /// between the two is never looked at.
    pub(crate) fn fill(&mut self, prepared: &Prepared, nodes: Nodes) {
        self.items.clear();
        self.brackets.clear();
        self.words.clear();
        self.open.clear();
        if prepared.scattered.has_gaps {
            return self.fill_crossing(prepared, nodes);
        }
        let mut word = 0;
        for bracket in &prepared.brackets {
            if nodes == Nodes::Preterminals {
                self.push_words(&mut word, bracket.start);
            }
            let node = self.push(bracket.start);
            self.open.push((bracket.end, node));
            self.brackets.push(node);
        }
        if nodes == Nodes::Preterminals {
            self.push_words(&mut word, prepared.words.len() as u32);
        }
    }

    /// The same where branches cross: who is whose parent is known, and words come first among the
    /// children of a node, which changes no fragment.
    fn fill_crossing(&mut self, prepared: &Prepared, nodes: Nodes) {
        let mut nesting = Nesting::default();
        nesting.fill(prepared);
        let mut words: Vec<(u32, usize)> = Vec::new();
        if nodes == Nodes::Preterminals {
            words.extend(nesting.over.iter().copied().zip(0..));
            // Those below no bracket before all others.
            words.sort_by_key(|(over, _)| (*over != NO_NODE, *over));
            self.words.resize(words.len(), NONE);
        }
        let mut words = words.into_iter().peekable();
        while let Some((_, word)) = words.next_if(|(over, _)| *over == NO_NODE) {
            self.words[word] = self.push_below(NONE);
        }
        for (bracket, above) in (0u32..).zip(&nesting.above) {
            let parent = self.brackets.get(*above as usize).copied().unwrap_or(NONE);
            let node = self.push_below(parent);
            self.brackets.push(node);
            while let Some((_, word)) = words.next_if(|(over, _)| *over == bracket) {
                self.words[word] = self.push_below(node);
            }
        }
    }

    fn push_words(&mut self, word: &mut u32, end: u32) {
        while *word < end {
            let node = self.push(*word);
            self.words.push(node);
            *word += 1;
        }
    }

    fn push(&mut self, start: u32) -> u32 {
        while self.open.last().is_some_and(|&(end, _)| end <= start) {
            self.open.pop();
        }
        self.push_below(self.open.last().map_or(NONE, |&(_, parent)| parent))
    }

    fn push_below(&mut self, parent: u32) -> u32 {
        let node = self.items.len() as u32;
        if parent != NONE {
            self.items[parent as usize].n_children += 1;
        }
        self.items.push(ForestNode { parent, n_children: 0, whole: true });
        node
    }
}

/// What two sides share.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// Gold's matched nodes.
    pub(crate) items: Vec<ForestNode>,
    /// For each node of gold the system's node it was matched with, or `NONE`.
    mates: Vec<u32>,
    /// For each node of gold its index in `items`, or `NONE`.
    places: Vec<u32>,
}

impl Shared {
    /// Starts with no node matched.
    pub(crate) fn clear(&mut self, gold: &ForestSide) {
        self.mates.clear();
        self.mates.resize(gold.items.len(), NONE);
    }

    /// Matches two brackets.
    pub(crate) fn match_brackets(
        &mut self,
        gold: (&ForestSide, usize),
        system: (&ForestSide, usize),
    ) {
        self.mates[gold.0.brackets[gold.1] as usize] = system.0.brackets[system.1];
    }

    /// Matches two words.
    pub(crate) fn match_words(&mut self, gold: (&ForestSide, usize), system: (&ForestSide, usize)) {
        self.mates[gold.0.words[gold.1] as usize] = system.0.words[system.1];
    }

    /// Keeps of gold the nodes that are matched, and of the links between them those that the
    /// definition asks for.
    pub(crate) fn finish(
        &mut self,
        gold: &ForestSide,
        system: &ForestSide,
        matching: FragmentMatching,
    ) {
        let Shared { items, mates, places } = self;
        items.clear();
        places.clear();
        let connected = matching == FragmentMatching::Connected;
        for (item, &mate) in gold.items.iter().zip(&*mates) {
            if mate == NONE {
                places.push(NONE);
                continue;
            }
            places.push(items.len() as u32);
            let mut parent = NONE;
            if item.parent != NONE
                && places[item.parent as usize] != NONE
                && (!connected || system.items[mate as usize].parent == mates[item.parent as usize])
            {
                parent = places[item.parent as usize];
                items[parent as usize].n_children += 1;
            }
            items.push(ForestNode { parent, n_children: 0, whole: true });
        }
        for ((item, &mate), &place) in gold.items.iter().zip(&*mates).zip(&*places) {
            if place != NONE {
                let here = &mut items[place as usize];
                let n = here.n_children;
                here.whole = n == item.n_children
                    && (n == 0 || !connected || n == system.items[mate as usize].n_children);
            }
        }
    }
}
