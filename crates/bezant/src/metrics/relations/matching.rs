//! Which relation of the system is which of gold's, one to one.
//!
//! The published figures come from walking one side and taking, for each relation, one of those
//! that are left on the other. The order decides ties, so it is the released program's:
//! *original* and *unlabelled* walk the system's relations in the order of the file, the others
//! walk gold's from last to first through the system's from last to first.

use crate::metrics::relations::facts::{
    ELLIPSIS, NO_SLOT, OBJECT, RelationFact, RelationSide, UNSPECIFIED, WordNumbers,
};
use crate::metrics::relations::hierarchy::{Hierarchy, SlotRole, Type};
use crate::metrics::relations::pool::{ListClass, Pool, Walk};
use crate::metrics::relations::scheme::{Scheme, Slots, TypeMatch};

/// Two relations that match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MatchedPair {
    /// Gold's, by its place in the sentence.
    pub(crate) gold: usize,
    /// The system's.
    pub(crate) system: usize,
    /// The most specific type above both.
    pub(crate) common: Type,
}

/// What became of the relations of a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RelationMatching {
    /// Those that match, in the order they were found.
    pub(crate) pairs: Vec<MatchedPair>,
    /// Gold's without a match, in the order of the walk.
    pub(crate) missed: Vec<usize>,
    /// The system's without a match, in the order of the walk.
    pub(crate) wrong: Vec<usize>,
    /// Gold's without a match, each with the last of the system's whose slots would have matched.
    pub(crate) near: Vec<(usize, usize)>,
}

/// Everything that is needed to compare two relations.
#[derive(Clone, Copy)]
pub(super) struct RelationComparer<'a> {
    pub hierarchy: &'a Hierarchy,
    pub words: &'a WordNumbers<'a>,
    pub scheme: Scheme,
}

impl RelationComparer<'_> {
    /// Whether all slots that are compared match.
    pub(crate) fn slots_match(&self, gold: &RelationFact, system: &RelationFact) -> bool {
        if self.scheme.types == TypeMatch::Original && gold.n_main_slots() != system.n_main_slots()
        {
            return false;
        }
        let matches = |role: SlotRole| {
            let (gold, system) = (gold.slot(role), system.slot(role));
            gold == NO_SLOT || system == NO_SLOT || self.words.matches(gold, system)
        };
        matches(SlotRole::Head)
            && matches(SlotRole::Dependent)
            && match self.scheme.slots {
                Slots::HeadDependent => true,
                Slots::HeadDependentNcsubj => {
                    // The released program asks gold's type here.
                    let subject = self.hierarchy.passive_subject() == Some(gold.kind);
                    let object = [gold, system].iter().any(|f| f.slot(SlotRole::Initial) == OBJECT);
                    !(subject && object) || matches(SlotRole::Initial)
                }
                Slots::All => {
                    let unspecified = [gold, system]
                        .iter()
                        .any(|fact| fact.slot(SlotRole::Subtype) == UNSPECIFIED);
                    // The released program asks the system's type here.
                    let optional = self.hierarchy.get(system.kind).subtype_optional && unspecified;
                    (optional || matches(SlotRole::Subtype)) && matches(SlotRole::Initial)
                }
            }
    }

    /// What decides whether a relation fits another, apart from head and dependent.
    pub(crate) fn class(&self, fact: &RelationFact) -> ListClass {
        let initial = fact.slot(SlotRole::Initial);
        match self.scheme.slots {
            Slots::All => (fact.kind, fact.slot(SlotRole::Subtype), initial),
            Slots::HeadDependentNcsubj => {
                // It is only ever compared with `obj`.
                let like = match initial {
                    OBJECT => OBJECT,
                    NO_SLOT => NO_SLOT,
                    _ if self.words.matches(initial, OBJECT) => ELLIPSIS,
                    _ => UNSPECIFIED,
                };
                (fact.kind, NO_SLOT, like)
            }
            Slots::HeadDependent => (fact.kind, NO_SLOT, NO_SLOT),
        }
    }

    /// Whether the system's type can stand for gold's.
    #[inline]
    fn types_match(&self, gold: Type, system: Type) -> bool {
        match self.scheme.types {
            TypeMatch::Original => self.hierarchy.original_match(gold, system),
            TypeMatch::Equality => gold == system,
            TypeMatch::Subsumption => self.hierarchy.is_above(system, gold),
            TypeMatch::Hierarchy | TypeMatch::Unlabelled => true,
        }
    }

    /// The type at which two relations match, if they do. Types are asked first, because that is
    /// cheap and most candidates differ in them.
    #[inline]
    pub(crate) fn fits(&self, gold: &RelationFact, system: &RelationFact) -> Option<Type> {
        if !self.types_match(gold.kind, system.kind) || !self.slots_match(gold, system) {
            return None;
        }
        self.hierarchy.common(gold.kind, system.kind)
    }

    /// The relations that take part, by their places: gold's and the system's, in the order of
    /// the walk.
    pub(crate) fn walks(&self, gold: &RelationSide, system: &RelationSide) -> [Vec<usize>; 2] {
        let order = |side: &RelationSide| -> Vec<usize> {
            let all = 0..side.prepared.len();
            match self.scheme.types {
                TypeMatch::Original | TypeMatch::Unlabelled => all.collect(),
                _ => all
                    .rev()
                    .filter(|&at| !self.hierarchy.is_passive(side.prepared[at].kind))
                    .collect(),
            }
        };
        [order(gold), order(system)]
    }

    /// The relations as this scheme sees them.
    pub(crate) fn facts<'f>(&self, side: &'f RelationSide) -> &'f [RelationFact] {
        if self.scheme.types == TypeMatch::Original { &side.written } else { &side.prepared }
    }

    /// Matches as the released program does.
    pub(crate) fn greedy(&self, gold: &RelationSide, system: &RelationSide) -> RelationMatching {
        let [gold_walk, system_walk] = self.walks(gold, system);
        let (gold, system) = (self.facts(gold), self.facts(system));
        let ours = Walk { facts: gold, order: &gold_walk };
        let theirs = Walk { facts: system, order: &system_walk };
        let mut matching = RelationMatching::default();
        if matches!(self.scheme.types, TypeMatch::Original | TypeMatch::Unlabelled) {
            let mut pool = Pool::new(self.words, ours, theirs, |fact| self.class(fact));
            for &at in theirs.order {
                let fits = |other: &RelationFact| self.fits(other, &system[at]);
                match self.take(&mut pool, &system[at], fits) {
                    Some((gold, common)) => {
                        matching.pairs.push(MatchedPair { gold, system: at, common });
                    }
                    None => matching.wrong.push(at),
                }
            }
            matching.missed = pool.left();
        } else {
            let mut pool = Pool::new(self.words, theirs, ours, |fact| self.class(fact));
            for &at in ours.order {
                let fits = |other: &RelationFact| self.fits(&gold[at], other);
                match self.take(&mut pool, &gold[at], fits) {
                    Some((system, common)) => {
                        matching.pairs.push(MatchedPair { gold: at, system, common });
                    }
                    None => {
                        let near = |other: &RelationFact| self.slots_match(&gold[at], other);
                        matching.near.extend(pool.last(&gold[at], near).map(|other| (at, other)));
                        matching.missed.push(at);
                    }
                }
            }
            matching.wrong = pool.left();
        }
        matching
    }

    /// Takes a relation that fits out of the pool: the first one, or the one with the most
    /// specific common type.
    fn take(
        &self,
        pool: &mut Pool<'_>,
        fact: &RelationFact,
        fits: impl Fn(&RelationFact) -> Option<Type>,
    ) -> Option<(usize, Type)> {
        match self.scheme.types {
            TypeMatch::Original | TypeMatch::Equality | TypeMatch::Subsumption => {
                pool.take_first(fact, fits)
            }
            TypeMatch::Hierarchy | TypeMatch::Unlabelled => {
                pool.take_best(fact, fits, |best, new| self.hierarchy.is_above(best, new))
            }
        }
    }
}
