//! Single changes: questions, dates, doubled phrases, adverbs in the wrong place.

use super::Site;
use crate::stanford::draft::{DraftNode, NIL, TreeDraft};
use crate::stanford::labels::*;
use crate::stanford::lexicon::COPULA;
use crate::stanford::tables::MONTHS;

/// Phrases that are moved into or coordinated, as they start.
const MOVABLE: Set = Set::any(&[P_S, P_PP, P_VP]);

impl Site<'_> {
    /// Whether a node is a form of *be*.
    fn is_copula(&self, node: u32) -> bool {
        let word = self.draft.at(node).word;
        self.is(node, P_VB) && word != NIL && self.words.is_in(word, COPULA)
    }

    /// *What is this?*: the verb and its subject stand beside the question word.
    pub(super) fn flatten_copular_questions(&mut self) {
        self.each(SBARQ, |site, node| {
            let mut at = site.draft.at(node).first;
            while at != NIL {
                let question = site.draft.next(at);
                if site.is(at, WHNP)
                    && site.draft.has(at, WP)
                    && site.is(question, SQ)
                    && site.is_copular_question(question)
                {
                    // Another question may be the first thing in it.
                    site.draft.dissolve(node, question);
                } else {
                    at = question;
                }
            }
        });
    }

    fn is_copular_question(&self, node: u32) -> bool {
        let draft = &self.draft;
        let there = |noun: u32| {
            let is_there = |child| self.is(child, EX) && self.says(child, &["there"]);
            self.is(noun, NP) && draft.children(noun).any(is_there)
        };
        let is_bare = |phrase: u32| self.is(phrase, PP) && self.is(draft.only(phrase), IN | TO);
        let first = draft.at(node).first;
        let mut has_copula = false;
        for child in draft.children(node) {
            if self.is_copula(child) {
                has_copula = true;
                if self.is(draft.next(child), PP) {
                    return false;
                }
            } else if self.is(child, P_VB) {
                return false;
            }
            if self.is(child, P_V) && draft.has(child, P_VB) {
                return false;
            }
            if self.is(child, ADJP) && draft.children(child).any(is_bare) {
                return false;
            }
        }
        has_copula && !(self.is_copula(first) && there(draft.next(first)))
    }

    /// *May 5* and *May 5, 1999*: one flat noun phrase.
    pub(super) fn flatten_dates(&mut self) {
        let is_year = |draft: &TreeDraft, piece: &DraftNode| {
            piece.label.set.meets(NP) && piece.prev != NIL && draft.is(piece.first, CD)
        };
        if !self.draft.any(is_year) {
            return;
        }
        for with_year in [false, true] {
            self.each(NP, |site, node| site.flatten_date(node, with_year));
        }
    }

    fn flatten_date(&mut self, node: u32, with_year: bool) {
        let draft = &self.draft;
        let day = draft.at(node).first;
        let last = draft.at(node).last;
        if !self.is(day, NP) || !self.is(last, NP) || !draft.is_phrase(day) {
            return;
        }
        let comma = draft.next(day);
        let between = match with_year {
            false => comma == last,
            true => self.is(comma, COMMA) && draft.next(comma) == last,
        };
        if !between || !draft.is_phrase(last) || !self.is(draft.only(last), CD) {
            return;
        }
        let month = draft.at(day).first;
        let is_day = match with_year {
            false => draft.next(month) == NIL,
            true => {
                let number = draft.next(month);
                self.is(number, CD) && draft.next(number) == NIL
            }
        };
        if is_day && self.is(month, NNP) && self.is_month(month) {
            self.draft.dissolve(node, day);
            self.draft.dissolve(node, last);
        }
    }

    fn is_month(&self, node: u32) -> bool {
        let word = self.draft.at(node).word;
        word != NIL && {
            let form = self.words.form(word as usize);
            MONTHS.iter().any(|month| memchr::memmem::find(form, month.as_bytes()).is_some())
        }
    }

    /// A phrase over one that has the same label.
    pub(super) fn remove_doubles(&mut self) {
        let is_double = |site: &Site<'_>, node: u32| {
            let piece = site.draft.at(node);
            piece.word == NIL
                && piece.first != NIL
                && piece.first == piece.last
                && site.draft.at(piece.first).label.id == piece.label.id
        };
        if !(0..self.draft.nodes.len() as u32).any(|node| is_double(self, node)) {
            return;
        }
        let (words, names) = (self.words, self.names);
        self.draft.walk(|draft, node| {
            let site = Site { draft, words, names };
            // The node keeps its place and takes over what its double has.
            while is_double(&site, node) {
                let child = site.draft.at(site.draft.at(node).first);
                let piece = &mut site.draft.nodes[node as usize];
                (piece.word, piece.first, piece.last) = (child.word, child.first, child.last);
            }
        });
    }

    /// *and yet*, *and so*: one conjunction.
    ///
    /// What is wrapped is no part of the pattern any more, so one look at each child is enough.
    pub(super) fn group_and_yet(&mut self) {
        let adverbs = RB | ADVP;
        if !self
            .draft
            .any(|draft, piece| piece.label.set.meets(CC) && draft.is(piece.next, adverbs))
        {
            return;
        }
        self.each(MOVABLE, |site, node| {
            let mut clause_seen = false;
            let mut at = site.draft.at(node).first;
            while at != NIL {
                let adverb = site.draft.next(at);
                let is_so = |child| site.is(child, RB | IN) && site.says(child, &["so"]);
                let is_adverb = (site.is(adverb, RB) && site.says(adverb, &["yet", "so"]))
                    || (site.is(adverb, ADVP) && site.draft.children(adverb).any(is_so));
                if clause_seen
                    && is_adverb
                    && site.is(at, CC)
                    && site.says(at, &["and"])
                    && site.is_movable(site.draft.next(adverb))
                {
                    at = site.draft.wrap(node, at, adverb, site.names.conjp);
                }
                clause_seen |= site.is_movable(at);
                at = site.draft.next(at);
            }
        });
    }

    fn is_movable(&self, node: u32) -> bool {
        self.is(node, MOVABLE) && !self.is(node, SYM)
    }

    /// *and then left*, *but not there*: the adverb belongs to the conjunct behind it.
    ///
    /// A moved adverb leaves a separator before a phrase, which is no pattern, and stands in front
    /// of its phrase, where it is none either.
    pub(super) fn move_adverbs(&mut self) {
        let (adverbs, separators) = (RB | ADVP, COMMA | CC | CONJP);
        if self
            .draft
            .any(|draft, piece| piece.label.set.meets(separators) && draft.is(piece.next, adverbs))
        {
            let clause = MOVABLE | P_NP;
            let takes =
                |site: &Site<'_>, node: u32| site.is(node, MOVABLE | P_NP) && !site.is(node, SYM);
            self.each(clause, |site, node| site.move_in_conjuncts(node, clause, takes));
            let takes = |site: &Site<'_>, node: u32| site.is(node, P_NP_ADV | P_ADVP | P_PP);
            self.each(P_ADVP, |site, node| site.move_in_conjuncts(node, P_ADVP, takes));
        }
        if self.draft.labels.meets(P_FRAG) {
            self.each(P_FRAG, |site, node| {
                let mut at = site.draft.at(node).first;
                while at != NIL {
                    let next = site.draft.next(at);
                    let mut adverb = at;
                    // Adverbs in a row go one after the other, the last one first.
                    while site.is(adverb, ADVP | RB)
                        && site.is(site.draft.next(adverb), VP)
                        && site.draft.is_phrase(site.draft.next(adverb))
                    {
                        let before = site.draft.prev(adverb);
                        site.draft.move_to_front(node, adverb, site.draft.next(adverb));
                        adverb = before;
                    }
                    at = next;
                }
            });
        }
    }

    fn move_in_conjuncts(&mut self, node: u32, first: Set, takes: fn(&Site<'_>, u32) -> bool) {
        let mut conjunct_seen = false;
        let mut at = self.draft.at(node).first;
        while at != NIL {
            let adverb = self.draft.next(at);
            let home = self.draft.next(adverb);
            let is_adverb = (self.is(adverb, RB) && self.says(adverb, &["not", "then"]))
                || (self.is(adverb, ADVP)
                    && self.draft.is_phrase(adverb)
                    && self.is(self.draft.only(adverb), RB));
            if conjunct_seen
                && is_adverb
                && self.is(at, COMMA | CC | CONJP)
                && takes(self, home)
                && self.draft.is_phrase(home)
            {
                self.draft.move_to_front(node, adverb, home);
            }
            conjunct_seen |= self.is(at, first);
            at = self.draft.next(at);
        }
    }

    /// *the days before we met*: a clause that is used as a prepositional phrase.
    pub(super) fn clauses_as_prepositional_phrases(&mut self) {
        if !self.draft.any(|_, piece| piece.label.set.meets(SBAR) && piece.prev != NIL) {
            return;
        }
        self.each(NP, |site, node| {
            let mut noun_seen = false;
            let mut child = site.draft.at(node).first;
            while child != NIL {
                if noun_seen && site.is(child, SBAR) && site.starts_in_time(child) {
                    site.draft.relabel(child, site.names.pp);
                }
                noun_seen |= site.is(child, NP);
                child = site.draft.next(child);
            }
        });
    }

    fn starts_in_time(&self, node: u32) -> bool {
        let times = ["after", "before", "until", "since", "during"];
        let mut seen = false;
        self.draft.children(node).any(|child| {
            let found = seen && self.is(child, S);
            seen |= self.is(child, IN) && self.reads(child, &times);
            found
        })
    }

    /// *now that we know*: a clause, not an adverb.
    pub(super) fn now_that(&mut self) {
        if !self.draft.any(|draft, piece| piece.label.set.meets(RB) && draft.is(piece.next, SBAR)) {
            return;
        }
        self.each(ADVP, |site, node| {
            let now = site.draft.at(node).first;
            let clause = site.draft.next(now);
            if !site.is(now, RB) || !site.reads(now, &["now"]) || !site.is(clause, SBAR) {
                return;
            }
            let that = site.draft.at(clause).first;
            if site.is(that, IN) && site.reads(that, &["that"]) {
                site.draft.relabel(node, site.names.sbar);
                site.draft.dissolve(node, clause);
            }
        });
    }

    /// *Gone will be the cats*: the participle is the verb phrase.
    pub(super) fn fronted_participles(&mut self) {
        if !self.draft.any(|draft, piece| piece.label.set.meets(VP) && draft.is(piece.next, VP)) {
            return;
        }
        let (words, names) = (self.words, self.names);
        self.draft.walk(|draft, node| {
            let mut site = Site { draft, words, names };
            let mut home = site.draft.at(node).first;
            while home != NIL {
                site.front_participle(node, home);
                home = site.draft.next(home);
            }
        });
    }

    fn front_participle(&mut self, parent: u32, home: u32) {
        let second = self.draft.next(home);
        if !self.is(home, VP) || !self.is(second, VP) || !self.draft.is_phrase(second) {
            return;
        }
        let mut children = self.draft.children(home);
        let Some(participle) = children.find(|child| self.is(*child, VBN)) else { return };
        drop(children);
        let verb = self.draft.at(second).first;
        let rest = self.draft.next(verb);
        let two = rest != NIL && self.draft.next(rest) == NIL;
        if !two || !self.says(verb, &["will", "have", "has"]) || !self.is(rest, VP) {
            return;
        }
        let mut below = self.draft.children(rest);
        let Some(be) = below.find(|child| self.contains(*child, &["be", "been"])) else { return };
        drop(below);
        self.draft.wrap(home, participle, participle, self.names.vp);
        self.draft.detach(second, verb);
        self.draft.append(home, verb);
        self.draft.detach(rest, be);
        self.draft.append(home, be);
        // Words that are left over stay where they are; nothing is lost.
        if self.draft.at(rest).first == NIL {
            self.draft.detach(parent, second);
        }
    }

    /// Whether a node has one of these words somewhere below it.
    fn contains(&self, node: u32, words: &[&str]) -> bool {
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            if self.says(node, words) {
                return true;
            }
            stack.extend(self.draft.children(node).filter(|_| self.draft.is_phrase(node)));
        }
        false
    }
}
