//! Coordination that treebanks leave flat: *cats and black dogs* becomes two noun phrases.

use super::Site;
use crate::stanford::draft::NIL;
use crate::stanford::labels::*;

/// A noun phrase whose coordination is being grouped.
struct Flat {
    parent: u32,
    /// How many of its children are noun phrases.
    n_phrases: usize,
}

impl Site<'_> {
    /// A coordination of unlike phrases is named after its first one.
    ///
    /// From below, because the name of a phrase may follow from that of a phrase in it.
    pub(super) fn rename_unlike_coordination(&mut self) {
        let mut found = Vec::new();
        self.each(P_UCP, |_, node| found.push(node));
        for node in found.into_iter().rev() {
            let set = self.draft.at(node).label.set;
            let (is_time, is_measure) = (set.meets(UCP_TMP), set.meets(UCP_ADV));
            let names = self.names;
            let named = |plain, time, measure| match (is_time, is_measure) {
                (true, _) => time,
                (_, true) => measure,
                _ => plain,
            };
            let first = self.draft.at(node).first;
            let adjective = P_JJ | P_ADJP;
            let starts = |site: &Site<'_>, set: Set| {
                site.is(first, set) || (site.is(first, DT) && site.is(site.draft.next(first), set))
            };
            if starts(self, adjective) || self.is_comparison_of_age(self.draft.at(node).last) {
                self.draft.relabel(node, named(names.adjp, names.adjp_tmp, names.adjp_adv));
            } else if starts(self, P_N) {
                self.draft.relabel(node, named(names.np, names.np_tmp, names.np_adv));
            } else if self.is(first, P_ADVP) {
                self.draft.relabel(node, names.advp);
            }
        }
    }

    /// *or younger* and *and older*, as in *six or younger*.
    fn is_comparison_of_age(&self, node: u32) -> bool {
        let is_age = |child| self.is(child, JJR) && self.reads(child, &["younger", "older"]);
        self.is(node, ADJP) && self.draft.children(node).any(is_age)
    }

    /// Puts conjuncts of several words that lie flat in a noun phrase under nodes of their own.
    ///
    /// What happens in one phrase depends on its own children only, so the order of phrases does
    /// not matter; a phrase is done when no conjunction in it can be grouped any more.
    pub(super) fn group_flat_coordination(&mut self) {
        let may_group = self.draft.any(|draft, piece| {
            piece.word != NIL
                && piece.label.set.meets(P_CC)
                && piece.prev != NIL
                && draft.next(piece.next) != NIL
                && !draft.is(piece.next, P_CC | P_NP)
        });
        if !may_group {
            return;
        }
        self.each(P_NP, |site, parent| {
            let n_phrases =
                site.draft.children(parent).filter(|child| site.is(*child, P_NP)).count();
            let mut flat = Flat { parent, n_phrases };
            while let Some((conjunction, index)) = site.groupable(&flat) {
                site.group(&mut flat, conjunction, index);
            }
        });
    }

    /// The first conjunction that has something before it and two sisters or more behind it, none
    /// of them a noun phrase; with its place among the children.
    fn groupable(&self, flat: &Flat) -> Option<(u32, usize)> {
        let mut phrases_seen = 0;
        for (index, child) in self.draft.children(flat.parent).enumerate() {
            let next = self.draft.next(child);
            if self.is(child, P_CC)
                && !self.draft.is_phrase(child)
                && index > 0
                && self.draft.next(next) != NIL
                && phrases_seen == flat.n_phrases
                && !self.is(next, P_CC)
            {
                return Some((child, index));
            }
            phrases_seen += usize::from(self.is(child, P_NP));
        }
        None
    }

    /// The label over conjuncts that end in a node.
    fn label_over(&self, node: u32) -> Label {
        match self.is(node, P_JJ) {
            true => self.names.adjp,
            false => self.names.np,
        }
    }

    /// The next conjunction behind one, unless it is the very last child.
    fn later(&self, conjunction: u32) -> u32 {
        let mut sisters = self.draft.sisters_from(self.draft.next(conjunction));
        let found = sisters.find(|node| self.is(*node, P_CC));
        found.filter(|node| self.draft.next(*node) != NIL).unwrap_or(NIL)
    }

    /// Wraps a row of children, and keeps count of the noun phrases among them.
    fn wrap_in(&mut self, flat: &mut Flat, from: u32, to: u32, label: Label) -> u32 {
        let node = self.draft.wrap(flat.parent, from, to, label);
        let inside = self.draft.children(node).filter(|child| self.is(*child, P_NP)).count();
        flat.n_phrases += usize::from(label.set.meets(P_NP));
        flat.n_phrases -= inside;
        node
    }

    fn group(&mut self, flat: &mut Flat, cc: u32, index: usize) {
        let before = self.draft.prev(cc);
        let after = self.draft.next(cc);
        let first = self.draft.at(flat.parent).first;
        if index == 1
            && (self.is(first, DT | JJ | RB) || !self.is(after, DT))
            && !self.is(first, P_NP | ADJP | NNS)
        {
            return self.group_pair(flat, first, cc);
        }
        if index == 2 && self.is(first, P_DT) && !self.is(before, NNS) {
            let fifth = self.draft.next(self.draft.next(after));
            let later = self.later(cc);
            let is_last = self.draft.next(after) != NIL && fifth == NIL;
            if is_last || (fifth != NIL && fifth == later) {
                let label = self.label_over(before);
                self.wrap_in(flat, before, after, label);
                return;
            }
        }
        let comma = self.draft.prev(before);
        if index > 2 && self.is(comma, COMMA) && !self.is(before, NNS) {
            let label = self.label_over(before);
            let mut from = self.draft.prev(comma);
            // Each turn takes one more word and the comma behind it; the place of `from` is known.
            let mut place = index - 3;
            while place > 1 && self.is(self.draft.prev(from), COMMA) {
                from = self.draft.prev(self.draft.prev(from));
                place -= 2;
            }
            self.wrap_in(flat, from, after, label);
            return;
        }
        self.group_sides(flat, cc);
    }

    /// *cats and dogs sleep*: the words beside the conjunction belong together.
    fn group_pair(&mut self, flat: &mut Flat, first: u32, cc: u32) {
        let later = self.later(cc);
        let label = self.label_over(first);
        let third = self.draft.next(cc);
        let left = self.wrap_in(flat, first, third, label);
        if later == NIL {
            return;
        }
        let comma = self.draft.prev(later);
        let end = if self.is(comma, COMMA) { comma } else { later };
        let last = self.draft.prev(end);
        if last != left {
            let label = self.label_over(last);
            self.wrap_in(flat, left, last, label);
        }
        let rest = self.draft.next(later);
        let end = self.draft.at(flat.parent).last;
        let tail = self.draft.wrap(flat.parent, rest, end, self.names.np);
        // None of them is a noun phrase: otherwise the conjunction would not have been taken.
        *flat = Flat { parent: tail, n_phrases: 0 };
    }

    /// Everything before the conjunction is one side, everything behind it the other.
    fn group_sides(&mut self, flat: &mut Flat, cc: u32) {
        let later = self.later(cc);
        let mut start = self.draft.at(flat.parent).first;
        if self.reads(start, &["either", "neither", "both"]) {
            self.draft.relabel(start, self.names.cc);
            start = self.draft.next(start);
        }
        let before = self.draft.prev(cc);
        let last = match later {
            NIL => self.draft.at(flat.parent).last,
            _ => self.draft.prev(later),
        };
        let (left, right) = (self.label_over(before), self.label_over(last));
        let left_end = if self.is(before, COMMA) { self.draft.prev(before) } else { before };
        if start != cc && left_end != NIL && self.draft.next(left_end) != start {
            self.wrap_in(flat, start, left_end, left);
        }
        let comma = self.is(last, COMMA);
        let right_end = if comma { self.draft.prev(last) } else { last };
        let mut end = right_end;
        if right_end != cc {
            let from = self.draft.next(cc);
            end = self.wrap_in(flat, from, right_end, right);
        }
        if later != NIL {
            let first = self.draft.at(flat.parent).first;
            self.wrap_in(flat, first, end, self.names.np);
        }
    }
}
