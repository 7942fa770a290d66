//! Prepositions go into the names of relations: `prep_on(sat, mat)`.

use crate::stanford::graph::{Dependency, DependencyList, Index, WordPlace};
use crate::stanford::labels::{IN, RB, Set, TO, VBG};
use crate::stanford::relations::{DependencyRelation, Kind, RelationWords};
use crate::stanford::words::SentenceWords;

/// No arc.
const NONE: u32 = u32::MAX;

/// Memory for one sentence after another.
#[derive(Debug, Default)]
pub(super) struct Prepositions {
    /// Arcs by governor, as they are when the step begins.
    index: Index,
    order: Vec<u32>,
    /// Arcs that were added for a governor since: the last one, and for each the one before.
    last_added: Vec<u32>,
    before: Vec<u32>,
    /// Arcs that are taken away at the end.
    gone: Vec<bool>,
    /// Words that a passive auxiliary, or that *by* makes an agent for.
    takes_agent: Vec<bool>,
}

/// The complements and other arcs of one preposition.
struct Conjunct {
    preposition: WordPlace,
    complement: Option<u32>,
}

/// What the steps need.
struct Site<'a> {
    memory: &'a mut Prepositions,
    list: &'a mut DependencyList,
    words: &'a SentenceWords,
    details: &'a mut RelationWords,
}

/// The name that a conjunction gives to its conjuncts.
pub(super) fn conjunction(word: &[u8], details: &mut RelationWords) -> DependencyRelation {
    let lower = word.to_ascii_lowercase();
    let name: &[u8] = match &*lower {
        b"not" | b"instead" | b"rather" => b"negcc",
        b"mention" | b"to" | b"also" | b"&" => b"and",
        other if memchr::memmem::find(other, b"well").is_some() => b"and",
        other => other,
    };
    details.relation(Kind::Conj, name)
}

/// Collapses prepositions and possessives.
pub(super) fn collapse(
    memory: &mut Prepositions,
    list: &mut DependencyList,
    words: &SentenceWords,
    details: &mut RelationWords,
) {
    if !list.has(&[Kind::Prep, Kind::Possessive]) {
        return;
    }
    memory.start(list, words, details);
    let mut site = Site { memory, list, words, details };
    if site.list.has(&[Kind::Conj]) {
        for at in 0..site.list.arcs.len() as u32 {
            if site.arc(at).is(Kind::Prep) && !site.is_gone(at) {
                site.collapse_coordinated(at);
            }
        }
    }
    // New arcs are added behind and not looked at.
    for at in 0..site.list.arcs.len() as u32 {
        if site.is_gone(at) {
            continue;
        }
        if site.arc(at).is_one(&[Kind::Poss, Kind::Conj]) {
            site.drop_possessive(at);
        } else if site.arc(at).is(Kind::Prep) {
            site.collapse_one(at);
        }
    }
    list.drop_marked(&memory.gone);
}

impl Prepositions {
    fn start(&mut self, list: &DependencyList, words: &SentenceWords, details: &RelationWords) {
        let n = words.len();
        let arcs = &list.arcs;
        self.order.clear();
        self.order.extend(0..arcs.len() as u32);
        let compare = |one: &u32, two: &u32| {
            let (one, two) = (&arcs[*one as usize], &arcs[*two as usize]);
            let place = |arc: &Dependency| (arc.dependent.index, arc.governor.index);
            place(one).cmp(&place(two)).then_with(|| details.compare(one.relation, two.relation))
        };
        if !self.order.is_sorted_by(|one, two| compare(one, two).is_le()) {
            self.order.sort_by(compare);
        }
        let governor = |at: &u32| (*at, arcs[*at as usize].governor.index);
        self.index.build(n, self.order.iter().map(governor));
        self.last_added.clear();
        self.last_added.resize(n + 1, NONE);
        self.before.clear();
        self.before.resize(arcs.len(), NONE);
        self.gone.clear();
        self.gone.resize(arcs.len(), false);
        self.takes_agent.clear();
        self.takes_agent.resize(n + 1, false);
        let is_to = |arc: &Dependency| {
            arc.is(Kind::Aux) && words.reads(arc.dependent.index.saturating_sub(1), &["to"])
        };
        for arc in arcs {
            if arc.is(Kind::Vmod) {
                let below = self.index.of(arc.dependent.index);
                let has_to = below.iter().any(|at| is_to(&arcs[*at as usize]));
                self.takes_agent[arc.dependent.index as usize] |= !has_to;
            }
            if arc.is(Kind::Auxpass) {
                self.takes_agent[arc.governor.index as usize] = true;
            }
        }
    }
}

impl Site<'_> {
    fn arc(&self, at: u32) -> Dependency {
        self.list.arcs[at as usize]
    }

    fn is_gone(&self, at: u32) -> bool {
        self.memory.gone[at as usize]
    }

    fn drop(&mut self, at: u32) {
        self.memory.gone[at as usize] = true;
    }

    fn is_tagged(&self, place: WordPlace, tags: Set) -> bool {
        place.index > 0 && self.words.is_tagged(place.index - 1, tags)
    }

    fn form(&self, place: WordPlace) -> &[u8] {
        self.words.form(place.index as usize - 1)
    }

    /// The arcs that a word governed when the step began and those that it was given since.
    fn children(&self, word: WordPlace) -> Vec<u32> {
        let mut children = self.memory.index.of(word.index).to_vec();
        let mut added = self.memory.last_added[word.index as usize];
        while added != NONE {
            children.push(added);
            added = self.memory.before[added as usize];
        }
        children.retain(|at| !self.is_gone(*at) && self.arc(*at).governor.copy == word.copy);
        children
    }

    /// Adds an arc that its governor does not know of.
    fn push(&mut self, relation: DependencyRelation, governor: WordPlace, dependent: WordPlace) {
        self.list.arcs.push(Dependency { relation, governor, dependent });
        self.memory.gone.push(false);
        self.memory.before.push(NONE);
    }

    /// Adds an arc to those of its governor.
    fn add(&mut self, relation: DependencyRelation, governor: WordPlace, dependent: WordPlace) {
        let at = self.list.arcs.len();
        self.push(relation, governor, dependent);
        let last = &mut self.memory.last_added[governor.index as usize];
        self.memory.before[at] = std::mem::replace(last, at as u32);
    }

    /// The relation that a preposition gives.
    fn name(
        &mut self,
        preposition: WordPlace,
        governor: WordPlace,
        is_clause: bool,
    ) -> DependencyRelation {
        let word = self.form(preposition).to_ascii_lowercase();
        if word == b"by" && self.memory.takes_agent[governor.index as usize] {
            return Kind::Agent.into();
        }
        let kind = if is_clause { Kind::Prepc } else { Kind::Prep };
        self.details.relation(kind, &word)
    }

    /// The ending of a possessor.
    fn drop_possessive(&mut self, at: u32) {
        let owner = self.arc(at).dependent;
        for child in self.children(owner) {
            let ending = self.arc(child);
            if ending.is(Kind::Possessive) && self.children(ending.dependent).is_empty() {
                self.drop(child);
            }
        }
    }

    /// *to Greece and to Serbia*, *over the fence and through the hoop*. What is added stays with
    /// its governor, even if that is a preposition which is collapsed later.
    fn collapse_coordinated(&mut self, at: u32) {
        let Dependency { governor, dependent: first, .. } = self.arc(at);
        let children = self.children(first);
        let is_second = |at: &&u32| {
            let arc = self.arc(**at);
            arc.is(Kind::Conj) && self.is_tagged(arc.dependent, IN | TO)
        };
        let conjuncts: Vec<u32> = children.iter().filter(is_second).copied().collect();
        let Some(&last) = conjuncts.last() else { return };
        let last = self.arc(last).dependent.index;
        let cc = children.iter().copied().rfind(|at| {
            let arc = self.arc(*at);
            arc.is(Kind::Cc) && arc.dependent.index < last
        });
        let is_own = |at: &u32| {
            let arc = self.arc(*at);
            arc.is_one(&[Kind::Dep, Kind::Pobj, Kind::Pcomp])
                && !self.is_tagged(arc.dependent, RB | IN | TO)
        };
        let own = children.iter().copied().find(is_own);
        let own = own.filter(|_| self.is_tagged(first, IN | TO | VBG));
        let (Some(cc), Some(own)) = (cc, own) else { return };
        let mut others: Vec<u32> = children
            .iter()
            .copied()
            .filter(|at| *at != cc && *at != own && !conjuncts.contains(at))
            .collect();
        let seconds: Vec<Conjunct> = conjuncts
            .iter()
            .map(|at| self.conjunct(self.arc(*at).dependent, &mut others))
            .collect();
        let word = self.form(self.arc(cc).dependent).to_vec();
        let conj = conjunction(&word, self.details);
        let complement = self.arc(own);
        let name = self.name(first, governor, complement.is(Kind::Pcomp));
        self.push(name, governor, complement.dependent);
        let is_same = |second: &Conjunct| self.form(second.preposition) == self.form(first);
        let all_same = seconds.iter().all(is_same);
        for (n, second) in seconds.iter().enumerate() {
            let found = second.complement.map(|at| self.arc(at));
            if all_same {
                if let Some(found) = found {
                    self.push(conj, complement.dependent, found.dependent);
                }
            } else {
                let found = found.unwrap_or(complement);
                let copy = WordPlace { index: governor.index, copy: n as u32 + 1 };
                self.push(conj, governor, copy);
                let name = self.name(second.preposition, governor, found.is(Kind::Pcomp));
                self.push(name, copy, found.dependent);
            }
        }
        for gone in conjuncts.iter().copied().chain([at, cc, own]) {
            self.drop(gone);
        }
        for second in &seconds {
            if let Some(at) = second.complement {
                self.drop(at);
            }
        }
        for other in others {
            let is_preposition = self.is_tagged(self.arc(other).dependent, IN);
            let arc = &mut self.list.arcs[other as usize];
            arc.governor = governor;
            if !all_same && is_preposition {
                arc.relation = Kind::Prep.into();
            }
        }
    }

    /// A further preposition with its complement; its other arcs are collected.
    fn conjunct(&self, preposition: WordPlace, others: &mut Vec<u32>) -> Conjunct {
        let children = self.children(preposition);
        let is_complement = |at: &u32| {
            let arc = self.arc(*at);
            arc.is_one(&[Kind::Pobj, Kind::Pcomp]) && !self.is_tagged(arc.dependent, IN | TO)
        };
        let complement = children.iter().copied().find(is_complement);
        others.extend(children.into_iter().filter(|at| Some(*at) != complement));
        Conjunct { preposition, complement }
    }

    /// *on the mat*.
    fn collapse_one(&mut self, at: u32) {
        let Dependency { governor, dependent: preposition, .. } = self.arc(at);
        if !self.is_tagged(preposition, IN | TO | VBG) {
            return;
        }
        let children = self.children(preposition);
        let joins_others = children.iter().any(|at| {
            let arc = self.arc(*at);
            arc.is(Kind::Conj) && !self.is_tagged(arc.dependent, IN | TO)
        });
        let (mut is_clause, mut is_consumed) = (false, false);
        for &child in &children {
            let arc = self.arc(child);
            if arc.is_one(&[Kind::Pobj, Kind::Pcomp])
                && !self.is_tagged(arc.dependent, RB | IN | TO)
                && !joins_others
            {
                is_clause |= arc.is(Kind::Pcomp);
                let name = self.name(preposition, governor, is_clause);
                self.add(name, governor, arc.dependent);
                self.drop(child);
                self.drop(at);
                is_consumed = true;
            }
        }
        if is_consumed {
            for child in children {
                self.list.arcs[child as usize].governor = governor;
            }
        }
    }
}
