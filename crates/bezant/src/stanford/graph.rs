//! Dependencies as a list of arcs.

use std::collections::HashSet;

use crate::stanford::relations::{DependencyRelation, Kind, RelationWords};
use crate::stanford::words::SentenceWords;

/// A word of a sentence, or a copy of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct WordPlace {
    /// Its number, the first being 1; the root is 0.
    pub(crate) index: u32,
    /// Which copy; the word itself is 0.
    pub(crate) copy: u32,
}

impl WordPlace {
    /// A word itself.
    pub(crate) fn word(index: u32) -> WordPlace {
        WordPlace { index, copy: 0 }
    }
}

/// One dependency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Dependency {
    /// Its relation.
    pub(crate) relation: DependencyRelation,
    /// Where it comes from.
    pub(crate) governor: WordPlace,
    /// Where it goes.
    pub(crate) dependent: WordPlace,
}

impl Dependency {
    /// What it is.
    pub(crate) fn kind(&self) -> Kind {
        self.relation.kind
    }

    /// Whether it has this relation, with no words behind it.
    pub(super) fn is(&self, kind: Kind) -> bool {
        self.relation == kind.into()
    }

    /// Whether it is one of these.
    pub(super) fn is_one(&self, kinds: &[Kind]) -> bool {
        self.relation.detail == 0 && kinds.contains(&self.relation.kind)
    }
}

/// The dependencies of one sentence, and an index to them.
#[derive(Debug, Default)]
pub(super) struct DependencyList {
    pub(super) arcs: Vec<Dependency>,
    pub(super) index: Index,
    /// For each word, whatever a step wants to mark.
    marks: Vec<bool>,
}

impl DependencyList {
    pub(super) fn push(&mut self, kind: Kind, governor: u32, dependent: u32) {
        self.arcs.push(Dependency {
            relation: kind.into(),
            governor: WordPlace::word(governor),
            dependent: WordPlace::word(dependent),
        });
    }

    /// Whether some arc has one of these kinds.
    pub(super) fn has(&self, kinds: &[Kind]) -> bool {
        self.arcs.iter().any(|arc| kinds.contains(&arc.relation.kind))
    }

    /// Takes away the arcs that are marked.
    pub(super) fn drop_marked(&mut self, gone: &[bool]) {
        let mut marks = gone.iter();
        self.arcs.retain(|_| marks.next() != Some(&true));
    }

    /// Makes the index that [`Index::of`] looks into; it does not follow later changes.
    pub(super) fn reindex(&mut self, n_words: usize) {
        let governors = self.arcs.iter().map(|arc| arc.governor.index);
        self.index.build(n_words, (0..).zip(governors));
    }

    /// Subjects of passive verbs are called so.
    pub(super) fn fix_passives(&mut self, n_words: usize) {
        if !self.has(&[Kind::Auxpass]) {
            return;
        }
        self.marks.clear();
        self.marks.resize(n_words + 1, false);
        for arc in self.arcs.iter().filter(|arc| arc.is(Kind::Auxpass)) {
            self.marks[arc.governor.index as usize] = true;
        }
        for arc in &mut self.arcs {
            if self.marks[arc.governor.index as usize] {
                arc.relation =
                    passive(arc.relation.kind).map_or(arc.relation, DependencyRelation::from);
            }
        }
    }

    /// Sorts by dependent, governor and name.
    pub(super) fn sort(&mut self, details: &RelationWords) {
        self.arcs.sort_by(|one, two| {
            (one.dependent.index, one.governor.index)
                .cmp(&(two.dependent.index, two.governor.index))
                .then_with(|| details.compare(one.relation, two.relation))
        });
    }

    /// Goes back to arcs as they were before they were collapsed, and keeps of the list what conjuncts
    /// share: what is new and names no preposition or conjunction. A copy of a word is that word.
    pub(super) fn share(&mut self, before: Vec<Dependency>, details: &RelationWords) {
        let here: HashSet<Dependency> = before.iter().copied().collect();
        let collapsed = std::mem::replace(&mut self.arcs, before);
        let mut seen = HashSet::new();
        let itself = |arc: Dependency| Dependency {
            governor: WordPlace::word(arc.governor.index),
            dependent: WordPlace::word(arc.dependent.index),
            ..arc
        };
        let is_plain = |relation: DependencyRelation| match details.text(relation) {
            Some(name) => relation.kind == Kind::Other && memchr::memchr(b'_', name).is_none(),
            None => true,
        };
        let is_new = |arc: &Dependency| {
            is_plain(arc.relation)
                && arc.governor != arc.dependent
                && !here.contains(arc)
                && seen.insert(*arc)
        };
        self.arcs.extend(collapsed.into_iter().map(itself).filter(is_new));
    }

    /// Passive subjects, order, no arc twice.
    pub(super) fn tidy(&mut self, words: &SentenceWords, details: &RelationWords) {
        self.fix_passives(words.len());
        self.sort(details);
        self.arcs.dedup();
    }
}

/// The passive counterpart of a subject.
fn passive(kind: Kind) -> Option<Kind> {
    match kind {
        Kind::Nsubj => Some(Kind::Nsubjpass),
        Kind::Csubj => Some(Kind::Csubjpass),
        _ => None,
    }
}

/// The numbers of arcs by governor, in the order of the list.
#[derive(Debug, Default)]
pub(super) struct Index {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Index {
    /// From the numbers of arcs, each with its governor.
    pub(super) fn build(&mut self, n_words: usize, arcs: impl Iterator<Item = (u32, u32)> + Clone) {
        // Counting sort: how many before each governor, then each arc to its place.
        self.starts.clear();
        self.starts.resize(n_words + 2, 0);
        let mut n = 0;
        for (_, governor) in arcs.clone() {
            self.starts[governor as usize + 1] += 1;
            n += 1;
        }
        for at in 1..self.starts.len() {
            self.starts[at] += self.starts[at - 1];
        }
        self.items.clear();
        self.items.resize(n, 0);
        for (item, governor) in arcs {
            let start = &mut self.starts[governor as usize];
            self.items[*start as usize] = item;
            *start += 1;
        }
        // Every start has moved to the end of its group: to the start of the next one.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    /// The arcs of a governor, and of its copies.
    pub(super) fn of(&self, governor: u32) -> &[u32] {
        let at = governor as usize;
        &self.items[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_finds_arcs_by_governor() {
        let mut list = DependencyList::default();
        for (governor, dependent) in [(2, 1), (0, 2), (4, 3), (2, 4), (4, 5)] {
            list.push(Kind::Dep, governor, dependent);
        }
        list.reindex(5);
        let found: Vec<&[u32]> = (0..=5).map(|governor| list.index.of(governor)).collect();
        let expected: [&[u32]; 6] = [&[1], &[], &[0, 3], &[], &[2, 4], &[]];
        assert_eq!(found, expected);
    }
}
