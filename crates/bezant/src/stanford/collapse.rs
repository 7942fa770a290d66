//! From basic dependencies to collapsed ones: prepositions and conjunctions go into names.
//!
//! Works on words, tags and arcs, wherever they come from.

use crate::stanford::extras;
use crate::stanford::graph::{Dependency, DependencyList};
use crate::stanford::lexicon::Lexicon;
use crate::stanford::prepositions::{self, Prepositions};
use crate::stanford::relations::{Kind, RelationWords};
use crate::stanford::words::SentenceWords;
use crate::stanford::{multiword, propagate};

/// How far dependencies are collapsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// They stay a tree.
    Tree,
    /// Relative pronouns and controlled subjects are resolved.
    Graph,
    /// What conjuncts share is given to each of them, too.
    Propagated,
}

/// Collapses the dependencies of a sentence.
pub(super) fn collapse(
    list: &mut DependencyList,
    words: &SentenceWords,
    lexicon: &Lexicon,
    details: &mut RelationWords,
    memory: &mut Prepositions,
    depth: Depth,
) {
    list.tidy(words, details);
    strip_conjunctions(list, words);
    multiword::collapse(list, words, lexicon, details);
    prepositions::collapse(memory, list, words, details);
    name_conjuncts(list, words, details);
    if depth != Depth::Tree {
        extras::add_references(list, words);
        resolve_references(list, words);
    }
    if depth == Depth::Propagated {
        propagate::propagate(list, words, details);
    }
    if depth != Depth::Tree {
        extras::add_controlled_subjects(list, words);
        list.fix_passives(words.len());
    }
    drop_doubles(list);
    list.sort(details);
}

/// *as well as*: what the words of a conjunction have among them goes. A conjunction that went so
/// takes nothing with it.
fn strip_conjunctions(list: &mut DependencyList, words: &SentenceWords) {
    const INNER: [Kind; 6] = [Kind::Dep, Kind::Mwe, Kind::Cc, Kind::Advmod, Kind::Neg, Kind::Aux];
    if !list.has(&[Kind::Cc]) {
        return;
    }
    list.reindex(words.len());
    let DependencyList { arcs, index, .. } = list;
    let mut gone = vec![false; arcs.len()];
    for (at, arc) in arcs.iter().enumerate() {
        if arc.is(Kind::Cc) && !gone[at] {
            for item in index.of(arc.dependent.index).iter().map(|item| *item as usize) {
                gone[item] |= arcs[item].is_one(&INNER);
            }
        }
    }
    list.drop_marked(&gone);
}

/// `conj` gets the word of the conjunction before it, or of the first one.
fn name_conjuncts(list: &mut DependencyList, words: &SentenceWords, details: &mut RelationWords) {
    if !list.has(&[Kind::Cc]) {
        return;
    }
    list.reindex(words.len());
    let mut is_named = vec![false; list.arcs.len()];
    let mut gone = vec![false; list.arcs.len()];
    for at in 0..list.arcs.len() {
        let cc = list.arcs[at];
        if !cc.is(Kind::Cc) || is_named[at] {
            continue;
        }
        let word = |arc: &Dependency| words.form((arc.dependent.index as usize).saturating_sub(1));
        let mut name = prepositions::conjunction(word(&cc), details);
        let mut any = false;
        let DependencyList { arcs, index, .. } = list;
        let governed = || index.of(cc.governor.index).iter().map(|item| *item as usize);
        for item in governed() {
            if arcs[item].governor != cc.governor {
                continue;
            }
            if arcs[item].is(Kind::Cc) {
                is_named[item] = true;
                name = prepositions::conjunction(word(&arcs[item]), details);
            } else if arcs[item].is(Kind::Conj) {
                arcs[item].relation = name;
                any = true;
            }
        }
        if any {
            governed()
                .filter(|item| arcs[*item].governor == cc.governor && arcs[*item].is(Kind::Cc))
                .for_each(|item| gone[item] = true);
        }
    }
    list.drop_marked(&gone);
}

/// Arcs to a relative pronoun go to what it stands for.
fn resolve_references(list: &mut DependencyList, words: &SentenceWords) {
    if !list.has(&[Kind::Ref]) {
        return;
    }
    let references: Vec<Dependency> =
        list.arcs.iter().filter(|arc| arc.is(Kind::Ref)).copied().collect();
    list.arcs.retain(|arc| !arc.is(Kind::Ref));
    // By dependent: a sentence may have many references, and many arcs.
    let mut by_dependent: Vec<Vec<usize>> = vec![Vec::new(); words.len() + 1];
    for (at, arc) in list.arcs.iter().enumerate() {
        by_dependent[arc.dependent.index as usize].push(at);
    }
    for reference in references {
        let (noun, pronoun) = (reference.governor, reference.dependent);
        let mut moved = std::mem::take(&mut by_dependent[pronoun.index as usize]);
        moved.retain(|at| {
            let arc = &mut list.arcs[*at];
            let moves = arc.dependent == pronoun && arc.governor != noun;
            if moves {
                arc.dependent = noun;
                by_dependent[noun.index as usize].push(*at);
            }
            !moves
        });
        by_dependent[pronoun.index as usize].append(&mut moved);
    }
}

/// `dep` beside a collapsed preposition says nothing.
fn drop_doubles(list: &mut DependencyList) {
    if !list.has(&[Kind::Dep]) {
        return;
    }
    let is_named = |arc: &&Dependency| {
        matches!(arc.kind(), Kind::Prep | Kind::Prepc) && arc.relation.detail != 0
    };
    let named: std::collections::HashSet<_> =
        list.arcs.iter().filter(is_named).map(|arc| (arc.governor, arc.dependent)).collect();
    list.arcs.retain(|arc| !arc.is(Kind::Dep) || !named.contains(&(arc.governor, arc.dependent)));
}
