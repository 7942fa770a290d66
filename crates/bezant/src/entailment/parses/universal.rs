//! Universal Dependencies under the names that modules know: those of Stanford dependencies.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::conversion::universal::{EnhancedArc, enhance, fill_gaps};
use crate::entailment::analysis::{AnalysedWord, Arc, Name, ROOT, View, shown};
use crate::structures::graph::{self, Graph, Word};

/// Subtypes of obliques and modifiers that name no preposition.
const NO_CASE: [&[u8]; 6] = [b"agent", b"arg", b"poss", b"tmod", b"npmod", b"unmarked"];

/// A relation, taken apart at its colons.
#[derive(Clone, Copy)]
struct Parts<'r> {
    name: &'r [u8],
    /// What stands behind the first colon, if there is one.
    rest: Option<&'r [u8]>,
}

impl<'r> Parts<'r> {
    fn of(relation: &'r [u8]) -> Parts<'r> {
        match relation.iter().position(|byte| *byte == b':') {
            Some(at) => Parts { name: &relation[..at], rest: Some(&relation[at + 1..]) },
            None => Parts { name: relation, rest: None },
        }
    }

    fn subtypes(self) -> impl Iterator<Item = &'r [u8]> {
        self.rest.into_iter().flat_map(|rest| rest.split(|byte| *byte == b':'))
    }

    fn has(self, subtype: &[u8]) -> bool {
        self.subtypes().any(|part| part == subtype)
    }

    fn is_oblique(self) -> bool {
        matches!(self.name, b"obl" | b"nmod")
    }

    /// The preposition in its name.
    fn case(self) -> Option<&'r [u8]> {
        self.subtypes().find(|part| !NO_CASE.contains(part))
    }
}

/// Whether a relation has a preposition in its name.
pub(super) fn names_case(relation: &[u8]) -> bool {
    let parts = Parts::of(relation);
    parts.is_oblique() && parts.case().is_some()
}

/// The basic tree of a sentence.
pub(super) fn tree<'s>(graph: &Graph<'s>) -> Vec<EnhancedArc<'s>> {
    let arc = |(dependent, word): (u32, &Word)| EnhancedArc {
        dependent,
        head: word.head,
        relation: Cow::Borrowed(graph.slice(word.relation)),
    };
    (0..).zip(graph.words()).map(arc).collect()
}

/// The enhanced graph of a sentence: its own, without empty nodes, or what follows from its tree.
pub(super) fn enhanced<'s>(graph: &Graph<'s>) -> Vec<EnhancedArc<'s>> {
    let mut arcs = Vec::new();
    for (dependent, word) in (0..).zip(graph.words()) {
        for own in graph.arcs(word) {
            let head = match (own.head.as_word(), own.head.as_empty()) {
                (Some(word), _) => word,
                (None, None) => graph::ROOT,
                (None, Some(_)) => continue,
            };
            let relation = Cow::Borrowed(graph.slice(own.relation));
            arcs.push(EnhancedArc { dependent, head, relation });
        }
    }
    if arcs.is_empty() {
        return graph.sentences().iter().flat_map(|sentence| enhance(graph, sentence)).collect();
    }
    complete(&mut arcs, graph);
    arcs
}

/// Adds to a graph of Universal Dependencies what clauses without a relative pronoun leave open, by its
/// basic tree, unless the graph says what the antecedent is there: some converters do and some do not,
/// and one parse is to have one answer.
pub(super) fn complete<'s>(arcs: &mut Vec<EnhancedArc<'s>>, tree: &Graph<'s>) {
    let said: BTreeSet<(u32, u32)> = arcs.iter().map(|arc| (arc.head, arc.dependent)).collect();
    let gaps = tree.sentences().iter().flat_map(|sentence| fill_gaps(tree, sentence));
    arcs.extend(gaps.filter(|gap| !said.contains(&(gap.head, gap.dependent))));
}

/// Arcs that are not yet under the names that modules know.
pub(super) fn given<'a>(arcs: &'a [Arc]) -> Vec<EnhancedArc<'a>> {
    let arc = |arc: &'a Arc| EnhancedArc {
        dependent: arc.dependent as u32,
        head: if arc.governor == ROOT { graph::ROOT } else { arc.governor as u32 },
        relation: Cow::Borrowed(arc.relation.as_bytes()),
    };
    arcs.iter().map(arc).collect()
}

/// Whether a view is of the basic tree, and not of the enhanced graph.
pub(super) fn is_tree(view: View) -> bool {
    matches!(view, View::Own | View::Tree)
}

/// A view of a sentence, given its tree and what the view shows: the same, or the enhanced graph.
pub(super) fn arcs(
    words: &[AnalysedWord],
    basic: &[EnhancedArc<'_>],
    seen: &[EnhancedArc<'_>],
    view: View,
) -> Vec<Arc> {
    let cases = cases(basic);
    let mut arcs = Vec::with_capacity(seen.len());
    for &EnhancedArc { dependent, head, ref relation } in seen {
        let governor = if head == graph::ROOT { ROOT } else { head as usize };
        let arc = Arc { relation: Cow::Borrowed(""), governor, dependent: dependent as usize };
        let parts = Parts::of(relation);
        let own = &cases[cases.partition_point(|(of, _)| *of < dependent)..];
        let own =
            || own.iter().take_while(|(of, _)| *of == dependent).map(|(_, case)| *case as usize);
        let relation = match (parts.case(), own().next()) {
            _ if !parts.is_oblique() || parts.has(b"poss") => renamed(parts),
            _ if is_tree(view) => Cow::Owned(shown(parts.name).into_owned()),
            _ if parts.has(b"agent") => Cow::Borrowed("agent"),
            (_, Some(first)) if view == View::Extra => {
                let (prep, pobj) = (Cow::Borrowed("prep"), Cow::Borrowed("pobj"));
                arcs.push(Arc { relation: prep, dependent: first, ..arc });
                arcs.push(Arc { relation: pobj, governor: first, ..arc });
                continue;
            }
            (Some(case), _) => Cow::Owned(format!("prep_{}", shown(case))),
            (None, Some(_)) => {
                let forms: Vec<String> =
                    own().map(|word| words[word].form.to_lowercase()).collect();
                Cow::Owned(format!("prep_{}", forms.join("_")))
            }
            (None, None) => Cow::Borrowed("npadvmod"),
        };
        arcs.push(Arc { relation, ..arc });
    }
    if !is_tree(view) {
        share_objects(words.len(), &mut arcs);
    }
    arcs
}

/// "designs, builds and tests engines": an object behind all verbs is that of all, which enhanced
/// graphs do not say.
fn share_objects(n: usize, arcs: &mut Vec<Arc>) {
    let is_conjunct = |arc: &&Arc| arc.relation.starts_with("conj") && arc.governor < n;
    if !arcs.iter().any(|arc| is_conjunct(&arc)) {
        return;
    }
    let mut objects: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut passive = vec![false; n];
    for arc in arcs.iter().filter(|arc| arc.governor < n) {
        match &*arc.relation {
            "dobj" => objects[arc.governor].push(arc.dependent),
            "auxpass" => passive[arc.governor] = true,
            _ => {}
        }
    }
    let mut shared = Vec::new();
    for &Arc { governor: first, dependent: other, .. } in arcs.iter().filter(is_conjunct) {
        if objects[other].is_empty() && !passive[other] {
            // One object, of which there is hardly ever more, so that lists of verbs stay short.
            let object = objects[first].iter().find(|object| **object > other);
            shared.extend(object.map(|object| Arc {
                relation: Cow::Borrowed("dobj"),
                governor: other,
                dependent: *object,
            }));
        }
    }
    arcs.append(&mut shared);
}

/// The prepositions of words, in the order of the words.
fn cases(basic: &[EnhancedArc<'_>]) -> Vec<(u32, u32)> {
    let cases = basic.iter().filter(|arc| &*arc.relation == b"case");
    let mut cases: Vec<(u32, u32)> = cases.map(|arc| (arc.head, arc.dependent)).collect();
    cases.sort_by_key(|(of, _)| *of);
    cases
}

/// The name by which modules know a relation of Universal Dependencies or of LTH's converter: `obj` is `dobj`, `obl:in` is
/// `prep_in`, and `obl`, which names no preposition, `prep_*`.
pub(crate) fn stanford_name(relation: &str) -> Name {
    let parts = Parts::of(relation.as_bytes());
    let case = parts.subtypes().find(|part| !part.is_empty() && !NO_CASE.contains(part));
    match parts.name {
        b"obl" | b"nmod" if parts.has(b"agent") => Cow::Borrowed("agent"),
        b"nmod" if parts.has(b"poss") => Cow::Borrowed("poss"),
        b"obl" | b"nmod" => Cow::Owned(format!("prep_{}", shown(case.unwrap_or(b"*")))),
        // LTH's names for what must be found.
        b"SBJ" => Cow::Borrowed("nsubj"),
        b"OBJ" => Cow::Borrowed("dobj"),
        b"LGS" => Cow::Borrowed("agent"),
        _ => renamed(parts),
    }
}

/// Names that both have, the most frequent first.
const SAME: [&str; 22] = [
    "det",
    "punct",
    "case",
    "root",
    "nsubj",
    "amod",
    "advmod",
    "mark",
    "cc",
    "aux",
    "conj",
    "cop",
    "advcl",
    "xcomp",
    "ccomp",
    "ref",
    "appos",
    "parataxis",
    "iobj",
    "expl",
    "csubj",
    "discourse",
];

/// The name that Stanford dependencies have for a relation.
fn renamed(parts: Parts<'_>) -> Name {
    Cow::Borrowed(match parts.name {
        b"nsubj" if parts.has(b"pass") => "nsubjpass",
        b"csubj" if parts.has(b"pass") => "csubjpass",
        b"obj" => "dobj",
        b"aux" if parts.has(b"pass") => "auxpass",
        b"acl" if parts.has(b"relcl") => "rcmod",
        b"acl" => "vmod",
        b"nmod" => "poss",
        b"compound" if parts.has(b"prt") => "prt",
        b"compound" | b"flat" | b"name" => "nn",
        b"nummod" => "num",
        b"fixed" => "mwe",
        name => match SAME.into_iter().find(|same| same.as_bytes() == name) {
            Some(same) => same,
            None => return Cow::Owned(shown(name).into_owned()),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_without_an_object_has_that_of_the_first() {
        let arc = |relation: &'static str, governor, dependent| Arc {
            relation: relation.into(),
            governor,
            dependent,
        };
        let mut arcs = vec![
            arc("dobj", 0, 6),
            arc("conj_and", 0, 1),
            arc("conj_and", 0, 2),
            arc("dobj", 2, 3),
            arc("conj_and", 0, 5),
            arc("auxpass", 5, 4),
        ];
        let mut expected = arcs.clone();
        expected.push(arc("dobj", 1, 6));
        share_objects(7, &mut arcs);
        assert_eq!(arcs, expected);
    }

    #[test]
    fn relations_have_stanfords_names() {
        for (universal, stanford) in [
            ("nsubj", "nsubj"),
            ("nsubj:pass", "nsubjpass"),
            ("csubj:pass", "csubjpass"),
            ("obj", "dobj"),
            ("aux:pass", "auxpass"),
            ("obl:in", "prep_in"),
            ("obl", "prep_*"),
            ("obl:agent", "agent"),
            ("nmod:poss", "poss"),
            ("acl:relcl", "rcmod"),
            ("acl", "vmod"),
            ("compound:prt", "prt"),
            ("compound", "nn"),
            ("flat", "nn"),
            ("nummod", "num"),
            ("fixed", "mwe"),
            ("SBJ", "nsubj"),
            ("OBJ", "dobj"),
            ("LGS", "agent"),
        ] {
            assert_eq!(stanford_name(universal), stanford, "{universal}");
        }
    }
}
