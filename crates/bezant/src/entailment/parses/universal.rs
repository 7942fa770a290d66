//! Universal Dependencies under the names that modules know: those of Stanford dependencies.

use crate::entailment::analysis::{AnalysedWord, Arc, View};

/// Subtypes of obliques and modifiers that name no preposition.
const NO_CASE: [&str; 6] = ["agent", "arg", "poss", "tmod", "npmod", "unmarked"];

/// Whether a relation has a preposition in its name.
pub(super) fn names_case(relation: &str) -> bool {
    let mut parts = relation.split(':');
    matches!(parts.next(), Some("obl" | "nmod")) && parts.any(|part| !NO_CASE.contains(&part))
}

/// A view of a sentence: its tree, or its enhanced graph.
pub(super) fn arcs(
    words: &[AnalysedWord],
    basic: &[Arc],
    enhanced: &[Arc],
    view: View,
) -> Vec<Arc> {
    let is_tree = matches!(view, View::Own | View::Tree);
    let cases = cases(words, basic);
    let mut arcs = Vec::with_capacity(enhanced.len());
    for arc in if is_tree { basic } else { enhanced } {
        let mut parts = arc.relation.split(':');
        let name = parts.next().unwrap_or_default();
        let subtypes: Vec<&str> = parts.collect();
        let named = |relation: &str| Arc { relation: relation.to_string(), ..arc.clone() };
        if !matches!(name, "obl" | "nmod") || subtypes.contains(&"poss") {
            arcs.push(named(renamed(name, &subtypes)));
            continue;
        }
        let in_name = subtypes.iter().find(|part| !NO_CASE.contains(part));
        let own = cases.get(arc.dependent).filter(|case| !case.is_empty());
        match (view, in_name, own) {
            _ if is_tree => arcs.push(named(name)),
            _ if subtypes.contains(&"agent") => arcs.push(named("agent")),
            (View::Extra, _, Some(case)) => {
                let first = case[0];
                arcs.push(Arc { relation: "prep".to_string(), dependent: first, ..arc.clone() });
                arcs.push(Arc { relation: "pobj".to_string(), governor: first, ..arc.clone() });
            }
            (_, Some(case), _) => arcs.push(named(&format!("prep_{case}"))),
            (_, None, Some(case)) => {
                let forms = case.iter().map(|word| words[*word].form.to_lowercase());
                arcs.push(named(&format!("prep_{}", forms.collect::<Vec<_>>().join("_"))));
            }
            _ => arcs.push(named("npadvmod")),
        }
    }
    if !is_tree {
        share_objects(words.len(), &mut arcs);
    }
    arcs
}

/// "designs, builds and tests engines": an object behind all verbs is that of all, which enhanced
/// graphs do not say.
fn share_objects(n: usize, arcs: &mut Vec<Arc>) {
    let mut objects: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut passive = vec![false; n];
    for arc in arcs.iter().filter(|arc| arc.governor < n) {
        match arc.relation.as_str() {
            "dobj" => objects[arc.governor].push(arc.dependent),
            "auxpass" => passive[arc.governor] = true,
            _ => {}
        }
    }
    let conjuncts = arcs.iter().filter(|arc| arc.relation.starts_with("conj") && arc.governor < n);
    let mut shared = Vec::new();
    for &Arc { governor: first, dependent: other, .. } in conjuncts {
        if objects[other].is_empty() && !passive[other] {
            // One object, of which there is hardly ever more, so that lists of verbs stay short.
            let object = objects[first].iter().find(|object| **object > other);
            shared.extend(object.map(|object| Arc {
                relation: "dobj".to_string(),
                governor: other,
                dependent: *object,
            }));
        }
    }
    arcs.append(&mut shared);
}

/// The prepositions of each word.
fn cases(words: &[AnalysedWord], basic: &[Arc]) -> Vec<Vec<usize>> {
    let mut cases: Vec<Vec<usize>> = vec![Vec::new(); words.len()];
    for arc in basic.iter().filter(|arc| arc.relation == "case") {
        if let Some(cases) = cases.get_mut(arc.governor) {
            cases.push(arc.dependent);
        }
    }
    cases
}

/// The name by which modules know a relation of Universal Dependencies or of LTH's converter: `obj` is `dobj`, `obl:in` is
/// `prep_in`, and `obl`, which names no preposition, `prep_*`.
pub(crate) fn stanford_name(relation: &str) -> String {
    let (name, subtypes) = relation.split_once(':').unwrap_or((relation, ""));
    let subtypes: Vec<&str> = subtypes.split(':').filter(|part| !part.is_empty()).collect();
    let case = subtypes.iter().find(|part| !NO_CASE.contains(part));
    match (name, case) {
        ("obl" | "nmod", _) if subtypes.contains(&"agent") => "agent".to_string(),
        ("nmod", _) if subtypes.contains(&"poss") => "poss".to_string(),
        ("obl" | "nmod", case) => format!("prep_{}", case.unwrap_or(&"*")),
        // LTH's names for what must be found.
        ("SBJ", _) => "nsubj".to_string(),
        ("OBJ", _) => "dobj".to_string(),
        ("LGS", _) => "agent".to_string(),
        _ => renamed(name, &subtypes).to_string(),
    }
}

/// The name that Stanford dependencies have for a relation.
fn renamed<'a>(name: &'a str, subtypes: &[&str]) -> &'a str {
    let is = |part: &str| subtypes.contains(&part);
    match name {
        "nsubj" if is("pass") => "nsubjpass",
        "csubj" if is("pass") => "csubjpass",
        "obj" => "dobj",
        "aux" if is("pass") => "auxpass",
        "acl" if is("relcl") => "rcmod",
        "acl" => "vmod",
        "nmod" => "poss",
        "compound" if is("prt") => "prt",
        "compound" | "flat" | "name" => "nn",
        "nummod" => "num",
        "fixed" => "mwe",
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_without_an_object_has_that_of_the_first() {
        let arc = |relation: &str, governor, dependent| Arc {
            relation: relation.to_string(),
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
