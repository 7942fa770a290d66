//! What conjuncts share is given to each of them: in *she eats cats and dogs*, she eats dogs.

use crate::stanford::graph::{Dependency, DependencyList, WordPlace};
use crate::stanford::labels::{P_JJ, P_VB, VB, VBP, VBZ};
use crate::stanford::relations::{Kind, RelationWords};
use crate::stanford::words::SentenceWords;

/// What is known about a word before anything is added.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The first subject it governs.
    subject: Option<(Kind, WordPlace)>,
    is_passive: bool,
    has_relative_clause: bool,
}

/// Gives the governor and the subject of the first conjunct to the others.
pub(super) fn propagate(list: &mut DependencyList, words: &SentenceWords, details: &RelationWords) {
    let is_named = |arc: &Dependency| arc.kind() == Kind::Conj && arc.relation.detail != 0;
    if !list.arcs.iter().any(is_named) {
        return;
    }
    let known = known(list, words);
    let incoming = Incoming::new(list, details);
    let mut added = Vec::new();
    for conj in list.arcs.iter().filter(|arc| is_named(arc)) {
        let (first, second) = (conj.governor, conj.dependent);
        let [one, two] = [first, second].map(|place| known.get(place));
        let both_relative = one.has_relative_clause && two.has_relative_clause;
        for arc in incoming.of(list, first) {
            let is_blocked = both_relative && arc.is_one(&[Kind::Dobj, Kind::Nsubj]);
            if !arc.is(Kind::Root) && arc.governor != second && !is_blocked {
                added.push(Dependency { dependent: second, ..*arc });
            }
        }
        let tagged = |tags| second.index > 0 && words.is_tagged(second.index - 1, tags);
        if let Some((kind, subject)) = one.subject
            && two.subject.is_none()
            && tagged(P_VB | P_JJ)
        {
            let active = tagged(VB | VBZ | VBP | P_JJ);
            let kind = subject_of(kind, active, two.is_passive);
            added.push(Dependency { relation: kind.into(), governor: second, dependent: subject });
        }
    }
    list.arcs.append(&mut added);
}

/// What a subject becomes with another verb.
fn subject_of(kind: Kind, active: bool, passive: bool) -> Kind {
    let kind = match kind {
        Kind::Nsubjpass if active => Kind::Nsubj,
        Kind::Csubjpass if active => Kind::Csubj,
        other => other,
    };
    match kind {
        Kind::Nsubj if passive => Kind::Nsubjpass,
        Kind::Csubj if passive => Kind::Csubjpass,
        other => other,
    }
}

/// What is known about words, and about copies, of which there are few.
struct Knowledge {
    words: Vec<Known>,
    copies: Vec<(WordPlace, Known)>,
}

impl Knowledge {
    fn get(&self, place: WordPlace) -> Known {
        match place.copy {
            0 => self.words[place.index as usize],
            _ => {
                let found = self.copies.binary_search_by_key(&place, |(place, _)| *place);
                found.map_or(Known::default(), |at| self.copies[at].1)
            }
        }
    }

    fn get_mut(&mut self, place: WordPlace) -> &mut Known {
        match place.copy {
            0 => &mut self.words[place.index as usize],
            _ => {
                let found = self.copies.binary_search_by_key(&place, |(place, _)| *place);
                let at = found.unwrap_or_else(|at| {
                    self.copies.insert(at, (place, Known::default()));
                    at
                });
                &mut self.copies[at].1
            }
        }
    }
}

fn known(list: &DependencyList, words: &SentenceWords) -> Knowledge {
    let mut known =
        Knowledge { words: vec![Known::default(); words.len() + 1], copies: Vec::new() };
    for arc in &list.arcs {
        let kind = arc.kind();
        match kind {
            _ if kind.is_subject() => {
                let subject = &mut known.get_mut(arc.governor).subject;
                subject.get_or_insert((kind, arc.dependent));
            }
            Kind::Auxpass => known.get_mut(arc.governor).is_passive = true,
            Kind::Rcmod => known.get_mut(arc.governor).has_relative_clause = true,
            _ => {}
        }
    }
    known
}

/// Arcs by dependent, in order, each once even if it comes from a copy and from the word itself.
struct Incoming {
    /// The numbers of arcs, sorted by dependent.
    items: Vec<u32>,
}

impl Incoming {
    fn new(list: &DependencyList, details: &RelationWords) -> Incoming {
        let mut items: Vec<u32> = (0..list.arcs.len() as u32).collect();
        let at = |item: &u32| &list.arcs[*item as usize];
        items.sort_by(|one, two| {
            let (one, two) = (at(one), at(two));
            (one.dependent, one.governor.index)
                .cmp(&(two.dependent, two.governor.index))
                .then_with(|| details.compare(one.relation, two.relation))
        });
        items.dedup_by(|one, two| {
            let (one, two) = (at(one), at(two));
            one.dependent == two.dependent
                && one.governor.index == two.governor.index
                && one.relation == two.relation
        });
        Incoming { items }
    }

    fn of<'l>(
        &'l self,
        list: &'l DependencyList,
        word: WordPlace,
    ) -> impl Iterator<Item = &'l Dependency> {
        let at = move |item: &u32| &list.arcs[*item as usize];
        let start = self.items.partition_point(|item| at(item).dependent < word);
        self.items[start..].iter().map(at).take_while(move |arc| arc.dependent == word)
    }
}
