//! The tree in a graph of typed dependencies, for modules that want one.
//!
//! Files of graphs have more than one governor for words that conjuncts or verbs share, and say of
//! relative pronouns only what they refer to. What was there before is found again: of several
//! governors the one nearest to the root is the tree's, of a conjunct the one it is joined to, and a
//! relative pronoun has the place in its clause that its antecedent was given.

use std::collections::{BTreeMap, VecDeque};

use crate::entailment::analysis::{Analysis, Arc, ROOT};

/// One arc a word at most, in the order of words.
pub(super) fn tree(analysis: &Analysis) -> Vec<Arc> {
    let n = analysis.words.len();
    let arcs: Vec<Arc> = pronouns(&analysis.arcs);
    let mut conjunct = vec![false; n];
    for arc in arcs.iter().filter(|arc| is_joined(arc)) {
        conjunct[arc.dependent] = true;
    }
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut above: Vec<Option<usize>> = vec![None; n];
    let mut reached = vec![false; n];
    let mut chosen: Vec<Option<usize>> = vec![None; n];
    let mut queue = VecDeque::new();
    for (at, arc) in arcs.iter().enumerate() {
        if arc.governor == ROOT {
            if !reached[arc.dependent] {
                reached[arc.dependent] = true;
                chosen[arc.dependent] = Some(at);
                queue.push_back(arc.dependent);
            }
        } else if arc.governor != arc.dependent {
            below[arc.governor].push(at);
            above[arc.dependent].get_or_insert(at);
        }
    }
    // A file may leave out what hangs on the root.
    for word in (0..n).filter(|word| above[*word].is_none() && !below[*word].is_empty()) {
        if !reached[word] {
            reached[word] = true;
            queue.push_back(word);
        }
    }
    // What only goes in circles starts at its first word.
    let mut rest = 0..n;
    loop {
        while let Some(word) = queue.pop_front() {
            for &at in &below[word] {
                let arc = &arcs[at];
                if reached[arc.dependent] || (conjunct[arc.dependent] && !is_joined(arc)) {
                    continue;
                }
                reached[arc.dependent] = true;
                chosen[arc.dependent] = Some(at);
                queue.push_back(arc.dependent);
            }
        }
        match rest.find(|word| !reached[*word] && !below[*word].is_empty()) {
            Some(word) => {
                reached[word] = true;
                chosen[word] = above[word];
                queue.push_back(word);
            }
            None => break,
        }
    }
    let mut chosen: Vec<usize> = chosen.into_iter().flatten().collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|at| arcs[at].clone()).collect()
}

fn is_joined(arc: &Arc) -> bool {
    arc.relation.starts_with("conj") && arc.governor != ROOT
}

/// So many words below a relative clause are looked at; none that somebody wrote has more.
const MOST_BELOW: usize = 64;

/// The arcs, with those of antecedents given back to the pronouns that refer to them.
fn pronouns(arcs: &[Arc]) -> Vec<Arc> {
    let mut given = arcs.to_vec();
    if !arcs.iter().any(|arc| arc.relation == "ref") {
        return given;
    }
    let mut first: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut below: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, arc) in arcs.iter().enumerate() {
        first.entry((arc.governor, arc.dependent)).or_insert(at);
        below.entry(arc.governor).or_default().push(arc.dependent);
    }
    // What an antecedent is in its clause, or just below: *the book that he wants to read*.
    let mut places: BTreeMap<usize, usize> = BTreeMap::new();
    let is_clause = |arc: &&Arc| matches!(&*arc.relation, "rcmod" | "acl:relcl");
    for Arc { governor: antecedent, dependent: clause, .. } in arcs.iter().filter(is_clause) {
        let words = below.get(clause).into_iter().flatten().take(MOST_BELOW);
        let place =
            [clause].into_iter().chain(words).find_map(|word| first.get(&(*word, *antecedent)));
        if let Some(place) = place {
            places.entry(*antecedent).or_insert(*place);
        }
    }
    for arc in given.iter_mut().filter(|arc| arc.relation == "ref") {
        if let Some(place) = places.get(&arc.governor) {
            *arc = Arc { dependent: arc.dependent, ..arcs[*place].clone() };
        }
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lines: &str) -> Vec<String> {
        let analysis = Analysis::from_lines(lines).unwrap();
        let arcs = tree(&analysis);
        arcs.iter().map(|arc| analysis.shown(arc).to_string()).collect()
    }

    #[test]
    fn the_governor_nearest_to_the_root_is_that_of_the_tree() {
        let lines = "nsubjpass(transformed-6, students-1)\ndobj(reaching-5, students-1)\n\
            ref(students-1, whom-2)\nnsubj(reaching-5, nothing-3)\nacl:relcl(students-1, reaching-5)\n\
            root(ROOT-0, transformed-6)\nconj:and(transformed-6, sent-8)\nnsubjpass(sent-8, students-1)\n";
        assert_eq!(
            shown(lines),
            [
                "nsubjpass(transform, student)",
                "dobj(reach, whom)",
                "nsubj(reach, nothing)",
                "acl:relcl(student, reach)",
                "root(ROOT, transform)",
                "conj:and(transform, send)",
            ]
        );
    }

    #[test]
    fn a_conjunct_hangs_on_what_it_is_joined_to() {
        let lines = "nsubj(sat-4, man-1)\nnsubj(sat-4, dog-3)\nconj_and(man-1, dog-3)\n";
        assert_eq!(shown(lines), ["nsubj(sit, man)", "conj_and(man, dog)"]);
    }

    #[test]
    fn circles_end() {
        assert_eq!(shown("dep(b-2, a-1)\ndep(a-1, b-2)\n").len(), 2);
        assert_eq!(shown("dep(a-1, a-1)\n").len(), 0);
    }
}
