//! Quantities: *more than five*, *up to ten*, *$ 100 million or more*.

use super::Site;
use crate::stanford::draft::NIL;
use crate::stanford::labels::*;

impl Site<'_> {
    /// Groups what belongs together in a quantity.
    pub(super) fn group_quantities(&mut self) {
        self.each(NP, |site, node| site.join_quantities(node));
        self.each(QP, |site, node| site.group_up_to(node));
        self.each(QP, |site, node| site.group_more_than(node));
        self.each(QP, |site, node| site.group_sides_of_quantity(node));
        self.each(QP, |site, node| site.group_amounts(node));
        self.each(NP, |site, node| site.group_not_quite_all(node));
        self.each(NP, |site, node| site.flatten_almost_all(node));
    }

    /// *(5) (and 6)*: two quantities, the second with a conjunction in it, are one.
    ///
    /// The quantity before the joined one may have to be joined with it in turn.
    fn join_quantities(&mut self, node: u32) {
        let mut at = self.draft.at(node).first;
        while at != NIL {
            let next = self.draft.next(at);
            let joins = |one: u32, two: u32, site: &Site<'_>| {
                site.is(one, QP)
                    && site.is(two, QP)
                    && site.draft.is_phrase(two)
                    && site.draft.has(two, CC)
            };
            if !joins(at, next, self) {
                at = next;
                continue;
            }
            let whole = self.draft.wrap(node, at, next, self.names.qp);
            for part in [at, next] {
                if self.draft.is_phrase(part) {
                    self.draft.dissolve(whole, part);
                }
            }
            let before = self.draft.prev(whole);
            at = if joins(before, whole, self) { before } else { whole };
        }
    }

    /// *up to ten*.
    fn group_up_to(&mut self, node: u32) {
        let mut at = self.draft.at(node).first;
        while at != NIL {
            let next = self.draft.next(at);
            if self.is(at, RB | IN | RP)
                && self.reads(at, &["up"])
                && self.is(next, IN | TO)
                && self.reads(next, &["to"])
            {
                at = self.draft.wrap(node, at, next, self.names.xsl);
            }
            at = self.draft.next(at);
        }
    }

    /// *more than 5*, *well over 9*, *as many as 20*.
    fn group_more_than(&mut self, node: u32) {
        let first = self.draft.at(node).first;
        let second = self.draft.next(first);
        let third = self.draft.next(second);
        let fourth = self.draft.next(third);
        if !self.is(first, P_RB | P_JJ | P_IN) || !self.is(second, P_JJ | P_IN) {
            return;
        }
        let number = P_CD | P_DT;
        if self.is(third, number) {
            self.draft.wrap(node, first, second, self.names.xs);
        } else if self.is(third, IN)
            && self.reads(third, &["as", "than"])
            && self.is(fourth, number)
        {
            self.draft.wrap(node, first, third, self.names.xs);
        }
    }

    /// *5 to 6 or 7*: what stands on the sides of a conjunction.
    ///
    /// The sides may hold conjunctions in turn, and are then quantities; the walk comes to them.
    fn group_sides_of_quantity(&mut self, node: u32) {
        if self.draft.children(node).any(|child| self.draft.is_phrase(child)) {
            return;
        }
        let mut node = node;
        loop {
            let (first, last) = (self.draft.at(node).first, self.draft.at(node).last);
            let inner = |child: &u32| *child != first && *child != last;
            let mut children = self.draft.children(node);
            let Some(cc) = children.find(|child| self.is(*child, CC) && inner(child)) else {
                return;
            };
            drop(children);
            let after = self.draft.next(cc);
            let is_quantity = |child: u32| self.is(child, DOLLAR_OR_CC);
            let on_left = self.draft.children(node).take_while(|child| *child != cc);
            let label = |is_quantity| match is_quantity {
                true => self.names.qp,
                false => self.names.np,
            };
            let left = label({ on_left }.any(is_quantity));
            let right = label(self.draft.sisters_from(after).any(is_quantity));
            let before = self.draft.prev(cc);
            self.draft.wrap(node, first, before, left);
            let tail = self.draft.wrap(node, after, last, right);
            if !right.set.meets(QP) {
                return;
            }
            // The right side is all words too: it is done at once, however long it is.
            node = tail;
        }
    }

    /// *$ (100 million)*.
    fn group_amounts(&mut self, node: u32) {
        let is_amount = |site: &Site<'_>, child: u32| {
            !site.draft.is_phrase(child) && site.is(child, P_DOLLAR | P_CD)
        };
        // The longest row of amounts at the end.
        let mut start = NIL;
        let mut at = self.draft.at(node).last;
        while at != NIL && is_amount(self, at) {
            start = at;
            at = self.draft.prev(at);
        }
        let mut parent = node;
        while start != NIL {
            let next = self.draft.next(start);
            if self.is(start, DOLLAR) && next != NIL {
                let last = self.draft.at(parent).last;
                parent = self.draft.wrap(parent, next, last, self.names.qp);
            }
            start = next;
        }
    }

    /// *not quite all the cats*.
    fn group_not_quite_all(&mut self, node: u32) {
        let mut at = self.draft.at(node).first;
        while at != NIL {
            let first = if self.draft.is_phrase(at) { self.draft.at(at).first } else { NIL };
            let second = self.draft.next(first);
            let third = self.draft.next(second);
            if self.is(at, QP)
                && self.is(first, RB)
                && self.is(second, RB)
                && self.is(third, DT)
                && self.draft.next(third) == NIL
                && self.noun_follows(at)
            {
                self.draft.wrap(at, first, second, self.names.advp);
            }
            at = self.draft.next(at);
        }
    }

    /// *almost all cats*: not a quantity of its own.
    fn flatten_almost_all(&mut self, node: u32) {
        let mut at = self.draft.at(node).first;
        while at != NIL {
            let after = self.draft.next(at);
            let first = if self.draft.is_phrase(at) { self.draft.at(at).first } else { NIL };
            let second = self.draft.next(first);
            if self.is(at, QP)
                && self.is(first, ADVP | RB)
                && self.is(second, DT)
                && self.draft.next(second) == NIL
                && self.noun_follows(at)
            {
                self.draft.dissolve(node, at);
            }
            at = after;
        }
    }

    /// Whether a nominal stands somewhere behind a node.
    fn noun_follows(&self, node: u32) -> bool {
        self.draft.sisters_from(self.draft.next(node)).any(|sister| self.is(sister, P_N))
    }
}
