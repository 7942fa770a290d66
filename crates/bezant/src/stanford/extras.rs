//! What is mended in basic dependencies, and what is added to them.

use crate::stanford::graph::{Dependency, DependencyList, WordPlace};
use crate::stanford::labels::P_W;
use crate::stanford::lexicon::INFINITIVE;
use crate::stanford::relations::Kind;
use crate::stanford::words::SentenceWords;

/// Relative pronouns that stand for the noun before them.
const PRONOUNS: [&str; 6] = ["that", "what", "which", "who", "whom", "whose"];

/// An arc between two words.
fn arc(kind: Kind, governor: WordPlace, dependent: WordPlace) -> Dependency {
    Dependency { relation: kind.into(), governor, dependent }
}

/// The arcs of a word, as of the last index.
fn governed(
    list: &DependencyList,
    governor: WordPlace,
) -> impl Iterator<Item = (u32, &Dependency)> {
    let arcs = list.index.of(governor.index).iter().map(|at| (*at, &list.arcs[*at as usize]));
    arcs.filter(move |(_, arc)| arc.governor == governor)
}

/// Whether a word governs an arc of some kind.
fn governs(list: &DependencyList, governor: WordPlace, kinds: &[Kind]) -> bool {
    governed(list, governor).any(|(_, arc)| arc.is_one(kinds))
}

/// *What do you want to eat*: the question word is the object of the verb below.
pub(super) fn attach_question_words(list: &mut DependencyList, words: &SentenceWords) {
    if !list.has(&[Kind::Xcomp]) {
        return;
    }
    list.reindex(words.len());
    for at in 0..list.arcs.len() {
        let verb = list.arcs[at];
        let above = verb.governor;
        if !verb.is(Kind::Xcomp) || above.index == 0 {
            continue;
        }
        // One change a governor, at the first of its clauses.
        let first = governed(list, above).find(|(_, arc)| arc.is(Kind::Xcomp));
        if first.is_none_or(|(first, _)| first as usize != at) {
            continue;
        }
        let asks = |arc: &Dependency| {
            arc.is_one(&[Kind::Dep, Kind::Dobj]) && words.is_tagged(arc.dependent.index - 1, P_W)
        };
        let Some((found, _)) = governed(list, above).find(|(_, arc)| asks(arc)) else { continue };
        if governs(list, above, &[Kind::Dobj, Kind::Iobj])
            || words.is_in(above.index - 1, INFINITIVE)
        {
            let question = &mut list.arcs[found as usize];
            *question = arc(Kind::Dobj, verb.dependent, question.dependent);
        }
    }
}

/// Finds the part that a relative pronoun plays: the object of a preposition that has none, or of
/// the verb.
pub(super) fn resolve_relatives(list: &mut DependencyList, words: &SentenceWords) {
    if !list.has(&[Kind::Rel]) {
        return;
    }
    list.reindex(words.len());
    let mut added = Vec::new();
    for at in 0..list.arcs.len() {
        let rel = list.arcs[at];
        if !rel.is(Kind::Rel) {
            continue;
        }
        let n_added = added.len();
        let clauses = [Kind::Xcomp, Kind::Acomp, Kind::Ccomp];
        let below = governed(list, rel.governor)
            .filter(|(_, arc)| arc.is_one(&clauses))
            .map(|(_, arc)| arc.dependent);
        for verb in std::iter::once(rel.governor).chain(below) {
            let bare = governed(list, verb).filter(|(_, arc)| is_bare_preposition(list, arc));
            added.extend(bare.map(|(_, prep)| arc(Kind::Pobj, prep.dependent, rel.dependent)));
        }
        if added.len() == n_added {
            list.arcs[at].relation = Kind::Dobj.into();
        }
    }
    list.arcs.retain(|arc| !arc.is(Kind::Rel));
    list.arcs.append(&mut added);
}

/// Whether an arc leads to a preposition that has no object.
fn is_bare_preposition(list: &DependencyList, arc: &Dependency) -> bool {
    arc.is(Kind::Prep) && !governs(list, arc.dependent, &[Kind::Pobj, Kind::Pcomp])
}

/// Adds what links relative pronouns to the nouns that they stand for.
pub(super) fn add_references(list: &mut DependencyList, words: &SentenceWords) {
    if !list.has(&[Kind::Rcmod]) {
        return;
    }
    list.reindex(words.len());
    let pronoun = |place: &WordPlace| place.index > 0 && words.reads(place.index - 1, &PRONOUNS);
    let leftmost = |verb: WordPlace| {
        let dependents = governed(list, verb).map(|(_, arc)| arc.dependent);
        dependents.filter(pronoun).min_by_key(|place| place.index)
    };
    let mut added: Vec<Dependency> = Vec::new();
    for rcmod in list.arcs.iter().filter(|arc| arc.is(Kind::Rcmod)) {
        let verb = rcmod.dependent;
        let below = governed(list, verb)
            .filter_map(|(_, arc)| leftmost(arc.dependent))
            .min_by_key(|place| place.index);
        let found = [leftmost(verb), below].into_iter().flatten().min_by_key(|place| place.index);
        let Some(found) = found else { continue };
        let reference = arc(Kind::Ref, rcmod.governor, found);
        let is_new = governed(list, rcmod.governor).all(|(_, arc)| *arc != reference);
        if is_new && !added.iter().rev().take(8).any(|arc| *arc == reference) {
            added.push(reference);
        }
    }
    list.arcs.append(&mut added);
}

/// *She wants to go*: she is the subject of both verbs.
pub(super) fn add_controlled_subjects(list: &mut DependencyList, words: &SentenceWords) {
    if !list.has(&[Kind::Xcomp]) {
        return;
    }
    list.reindex(words.len());
    let subjects = [Kind::Nsubj, Kind::Nsubjpass];
    let mut added = Vec::new();
    for xcomp in list.arcs.iter().filter(|arc| arc.is(Kind::Xcomp)) {
        let verb = xcomp.dependent;
        if verb.index == 0 || governs(list, verb, &subjects) {
            continue;
        }
        let is_to = words.reads(verb.index - 1, &["to"]);
        if governs(list, verb, &[Kind::Aux]) == is_to {
            continue;
        }
        let has_object = governs(list, xcomp.governor, &[Kind::Dobj]);
        let controllers: &[Kind] = if has_object { &[Kind::Dobj] } else { &subjects };
        let found = governed(list, xcomp.governor).filter(|(_, arc)| arc.is_one(controllers));
        added.extend(found.map(|(_, found)| arc(Kind::Nsubj, verb, found.dependent)));
    }
    list.arcs.append(&mut added);
}

/// *The cat she thinks about*: the cat is the object of the preposition.
pub(super) fn fill_prepositions(list: &mut DependencyList, words: &SentenceWords) {
    if !list.has(&[Kind::Rcmod]) {
        return;
    }
    list.reindex(words.len());
    let mut added = Vec::new();
    for rcmod in list.arcs.iter().filter(|arc| arc.is(Kind::Rcmod)) {
        let below = governed(list, rcmod.dependent)
            .filter(|(_, arc)| arc.is_one(&[Kind::Xcomp, Kind::Conj]))
            .map(|(_, arc)| arc.dependent);
        for verb in std::iter::once(rcmod.dependent).chain(below) {
            let bare = governed(list, verb).filter(|(_, arc)| is_bare_preposition(list, arc));
            added.extend(bare.map(|(_, prep)| arc(Kind::Pobj, prep.dependent, rcmod.governor)));
        }
    }
    list.arcs.append(&mut added);
}
