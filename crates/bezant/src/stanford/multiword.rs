//! Prepositions of several words become one: `prep_because_of`.
//!
//! Each is looked for in several shapes, and once in each, for the program that this one agrees
//! with does no more. Only those whose words stand side by side in the sentence are tried.

use crate::stanford::graph::{Dependency, DependencyList, WordPlace};
use crate::stanford::lexicon::Lexicon;
use crate::stanford::relations::{DependencyRelation, Kind, RelationWords};
use crate::stanford::tables::{THREE_WORDS, TWO_WORDS};
use crate::stanford::words::SentenceWords;

/// The name of an arc that is gone but can still be found: after the first preposition of a
/// nested shape, arcs of the others stay in the list to the next change of another shape.
const GONE: DependencyRelation = DependencyRelation { kind: Kind::Arg, detail: u32::MAX };

const COMPLEMENTS: [Kind; 2] = [Kind::Pobj, Kind::Pcomp];

/// What the shapes need.
struct Site<'a> {
    list: &'a mut DependencyList,
    words: &'a SentenceWords,
    details: &'a mut RelationWords,
    /// Whether a nested preposition was collapsed.
    has_nested: bool,
}

/// Collapses prepositions of two words, then of three.
pub(super) fn collapse(
    list: &mut DependencyList,
    words: &SentenceWords,
    lexicon: &Lexicon,
    details: &mut RelationWords,
) {
    let present = |parts: &[u8]| {
        (0..words.len().saturating_sub(parts.len() - 1)).any(|start| {
            let at = |n: usize| words.part((start + n) as u32);
            let forwards = (0..parts.len()).all(|n| at(n) == parts[n]);
            forwards || (0..parts.len()).all(|n| at(parts.len() - 1 - n) == parts[n])
        })
    };
    let has_two = (1..words.len() as u32).any(|at| words.part(at - 1) != 0 && words.part(at) != 0);
    if !has_two {
        return;
    }
    let pairs: Vec<usize> = (0..TWO_WORDS.len()).filter(|n| present(&lexicon.pairs[*n])).collect();
    let triples: Vec<usize> =
        (0..THREE_WORDS.len()).filter(|n| present(&lexicon.triples[*n])).collect();
    let mut site = Site { list, words, details, has_nested: false };
    let name = |n: &usize| {
        let (one, two) = TWO_WORDS[*n];
        format!("{one}_{two}")
    };
    for n in &pairs {
        let [one, two] = lexicon.pairs[*n];
        site.nested(one, two, &name(n));
        site.nested(two, one, &name(n));
    }
    let _ = pairs.iter().all(|n| site.flat(lexicon.pairs[*n], &name(n)));
    let _ = pairs.iter().all(|n| site.split(lexicon.pairs[*n], &name(n)));
    for nested in [true, false] {
        for n in &triples {
            let (one, two, three) = THREE_WORDS[*n];
            site.three(lexicon.triples[*n], nested, &format!("{one}_{two}_{three}"));
        }
    }
    list.arcs.retain(|arc| arc.relation != GONE);
}

impl Site<'_> {
    fn part(&self, place: WordPlace) -> u8 {
        place.index.checked_sub(1).map_or(0, |at| self.words.part(at))
    }

    /// The last arc that is as asked.
    fn last(&self, test: impl Fn(&Dependency) -> bool) -> Option<usize> {
        self.list.arcs.iter().rposition(test)
    }

    /// The last arc between two words of these numbers that stand so far from each other.
    fn link(&self, governor: u8, dependent: u8, distance: u32) -> Option<usize> {
        self.last(|arc| {
            self.part(arc.governor) == governor
                && self.part(arc.dependent) == dependent
                && arc.governor.index.abs_diff(arc.dependent.index) == distance
        })
    }

    fn complement_of(&self, word: WordPlace) -> Option<usize> {
        self.last(|arc| arc.is_one(&COMPLEMENTS) && arc.governor == word)
    }

    fn relation(&mut self, complement: &Dependency, name: &str) -> DependencyRelation {
        let kind = match complement.kind() {
            Kind::Pcomp => Kind::Prepc,
            _ => Kind::Prep,
        };
        self.details.relation(kind, name.as_bytes())
    }

    /// Takes arcs away and puts new ones in front; what else the words govern goes to its heir.
    fn replace(
        &mut self,
        gone: &[usize],
        new: &[Dependency],
        of: &[WordPlace],
        heir: impl Fn(&Dependency) -> WordPlace,
    ) {
        let mut at = 0;
        self.list.arcs.retain(|arc| {
            at += 1;
            arc.relation != GONE && !gone.contains(&(at - 1))
        });
        for arc in self.list.arcs.iter_mut().filter(|arc| of.contains(&arc.governor)) {
            arc.governor = heir(arc);
        }
        self.list.arcs.splice(0..0, new.iter().copied());
    }

    /// `out -> of`, where either word may carry the object.
    fn nested(&mut self, first: u8, second: u8, name: &str) {
        let above = [Kind::Prep, Kind::Advmod, Kind::Amod, Kind::Dep, Kind::Mwe];
        let Some(link) = self.link(first, second, 1) else { return };
        let Dependency { governor: one, dependent: two, .. } = self.list.arcs[link];
        let Some(prep) = self.last(|arc| arc.is_one(&above) && arc.dependent == one) else {
            return;
        };
        let arcs = self.list.arcs.iter().enumerate();
        let objects = arcs.filter(|(_, arc)| {
            arc.is_one(&COMPLEMENTS) && (arc.governor == one || arc.governor == two)
        });
        let Some((object, _)) = objects.min_by_key(|(_, arc)| arc.dependent.index) else { return };
        let complement = self.list.arcs[object];
        let relation = self.relation(&complement, name);
        let governor = self.list.arcs[prep].governor;
        let dependent = complement.dependent;
        let new = Dependency { relation, governor, dependent };
        // A time stays with the object.
        let heir = |arc: &Dependency| if arc.is(Kind::Tmod) { dependent } else { governor };
        if !std::mem::replace(&mut self.has_nested, true) {
            return self.replace(&[link, prep, object], &[new], &[one, two], heir);
        }
        for at in [link, prep, object] {
            self.list.arcs[at].relation = GONE;
        }
        for arc in self.list.arcs.iter_mut().filter(|arc| arc.relation != GONE) {
            if arc.governor == one || arc.governor == two {
                arc.governor = heir(arc);
            }
        }
        self.list.arcs.push(new);
    }

    /// `of -> out`; false if the object is missing, which ends the search.
    fn flat(&mut self, [first, second]: [u8; 2], name: &str) -> bool {
        let Some(link) = self.link(second, first, 1) else { return true };
        let word = self.list.arcs[link].governor;
        let Some(prep) = self.last(|arc| arc.is(Kind::Prep) && arc.dependent == word) else {
            return true;
        };
        let Some(object) = self.complement_of(word) else { return false };
        let governor = self.list.arcs[prep].governor;
        let objects: Vec<Dependency> = self
            .list
            .arcs
            .iter()
            .filter(|arc| arc.is_one(&COMPLEMENTS) && arc.governor == word)
            .copied()
            .collect();
        let new: Vec<Dependency> = objects
            .iter()
            .map(|object| Dependency { relation: self.relation(object, name), governor, ..*object })
            .collect();
        self.replace(&[link, prep, object], &new, &[word], |_| governor);
        true
    }

    /// Both words depend on the same; false if the object is missing, which ends the search.
    fn split(&mut self, [first, second]: [u8; 2], name: &str) -> bool {
        let kinds = [Kind::Prt, Kind::Advmod, Kind::Dep, Kind::Mwe];
        let one = self.last(|arc| arc.is_one(&kinds) && self.part(arc.dependent) == first);
        let Some(one) = one else { return true };
        let Dependency { governor, dependent, .. } = self.list.arcs[one];
        let two = self.last(|arc| {
            arc.is(Kind::Prep)
                && arc.governor == governor
                && self.part(arc.dependent) == second
                && arc.dependent.index.abs_diff(dependent.index) == 1
        });
        let Some(two) = two else { return true };
        let word = self.list.arcs[two].dependent;
        let Some(object) = self.complement_of(word) else { return false };
        let complement = self.list.arcs[object];
        let relation = self.relation(&complement, name);
        let new = Dependency { relation, governor, dependent: complement.dependent };
        self.replace(&[one, two, object], &[new], &[dependent, word], |_| governor);
        true
    }

    /// `in -> front -> of`, or `in` above both others.
    fn three(&mut self, [first, second, third]: [u8; 3], nested: bool, name: &str) {
        let Some(link) = self.link(first, second, 1) else { return };
        let Dependency { governor: one, dependent: two, .. } = self.list.arcs[link];
        let (above, distance) = if nested { (two, 1) } else { (one, 2) };
        let below = self.last(|arc| {
            arc.governor == above
                && self.part(arc.dependent) == third
                && arc.dependent.index.abs_diff(above.index) == distance
        });
        let Some(below) = below else { return };
        let last = self.list.arcs[below].dependent;
        let prep = self.last(|arc| arc.is(Kind::Prep) && arc.dependent == one);
        let object = self.complement_of(if nested { last } else { one });
        let (Some(prep), Some(object)) = (prep, object) else { return };
        let governor = self.list.arcs[prep].governor;
        let complement = self.list.arcs[object];
        let relation = self.relation(&complement, name);
        let new = Dependency { relation, governor, dependent: complement.dependent };
        self.replace(&[link, below, prep, object], &[new], &[one, two, last], |_| governor);
    }
}
