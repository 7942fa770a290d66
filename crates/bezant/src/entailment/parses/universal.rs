//! Universal Dependencies under the names that modules know: those of Stanford dependencies.

use crate::entailment::analysis::{Arc, View, Word};

/// Relations that only Universal Dependencies have, and only Stanford dependencies.
const UNIVERSAL: [&str; 12] = [
    "obj",
    "obl",
    "nmod",
    "case",
    "acl",
    "acl:relcl",
    "nsubj:pass",
    "aux:pass",
    "flat",
    "compound",
    "nummod",
    "fixed",
];
const STANFORD: [&str; 8] = ["dobj", "pobj", "prep", "nn", "nsubjpass", "auxpass", "rcmod", "num"];

/// Whether more relations of a file in columns are universal than are Stanford's.
pub(super) fn is_universal(text: &[u8]) -> bool {
    let mut balance = 0i64;
    for line in text.split(|&byte| byte == b'\n') {
        let Some(relation) = line.split(|&byte| byte == b'\t').nth(7) else { continue };
        let is = |names: &[&str]| names.iter().any(|name| name.as_bytes() == relation);
        balance += i64::from(is(&UNIVERSAL)) - i64::from(is(&STANFORD));
    }
    balance > 0
}

/// The arcs of a basic tree as a view of it.
pub(super) fn arcs(words: &[Word], basic: Vec<Arc>, view: View) -> Vec<Arc> {
    let cases = cases(words, &basic);
    let mut arcs = Vec::with_capacity(basic.len());
    for arc in &basic {
        let (name, subtype) = arc.relation.split_once(':').unwrap_or((&arc.relation, ""));
        let relation = match (name, subtype) {
            ("obl" | "nmod", "") | ("obl", "agent" | "arg") => match &cases[arc.dependent] {
                Some(case) if view == View::Collapsed => format!("prep_{case}"),
                Some(_) => name.to_string(),
                None => "npadvmod".to_string(),
            },
            _ => renamed(name, subtype).to_string(),
        };
        arcs.push(Arc { relation, ..arc.clone() });
    }
    arcs
}

/// The prepositions of each word, joined.
fn cases(words: &[Word], basic: &[Arc]) -> Vec<Option<String>> {
    let mut cases: Vec<Option<String>> = vec![None; words.len()];
    for arc in basic.iter().filter(|arc| arc.relation == "case") {
        let Some(case) = cases.get_mut(arc.governor) else { continue };
        let form = words[arc.dependent].form.to_lowercase();
        *case = Some(match case.take() {
            Some(first) => format!("{first}_{form}"),
            None => form,
        });
    }
    cases
}

/// The name that Stanford dependencies have for a relation.
fn renamed<'a>(name: &'a str, subtype: &str) -> &'a str {
    match (name, subtype) {
        ("nsubj", "pass") => "nsubjpass",
        ("csubj", "pass") => "csubjpass",
        ("obj", _) => "dobj",
        ("aux", "pass") => "auxpass",
        ("acl", "relcl") => "rcmod",
        ("acl", _) => "vmod",
        ("nmod", "poss") => "poss",
        ("obl" | "nmod", _) => "npadvmod",
        ("compound", "prt") => "prt",
        ("compound" | "flat", _) => "nn",
        ("nummod", _) => "num",
        ("fixed", _) => "mwe",
        _ => name,
    }
}
