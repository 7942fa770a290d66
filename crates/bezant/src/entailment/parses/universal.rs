//! Universal Dependencies under the names that modules know: those of Stanford dependencies.

use crate::entailment::analysis::{Arc, View, Word};
use crate::entailment::parses::sharing::Sharing;

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

/// Subtypes of obliques and modifiers that name no preposition.
const NO_CASE: [&str; 7] = ["", "agent", "arg", "poss", "tmod", "npmod", "unmarked"];

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

/// A view of a sentence: of its enhanced graph if it has one, or else of its tree, with what an
/// enhanced graph would add.
pub(super) fn arcs(words: &[Word], basic: &[Arc], enhanced: Vec<Arc>, view: View) -> Vec<Arc> {
    let cases = cases(words, basic);
    let is_passive =
        |word: usize| basic.iter().any(|arc| arc.governor == word && arc.relation == "aux:pass");
    let is_tree = matches!(view, View::Own | View::Tree);
    let given = !is_tree && !enhanced.is_empty();
    let mut arcs = Vec::with_capacity(basic.len());
    for arc in if given { &enhanced } else { basic } {
        let (name, subtype) = arc.relation.split_once(':').unwrap_or((&arc.relation, ""));
        let named = |relation: &str| Arc { relation: relation.to_string(), ..arc.clone() };
        if !matches!(name, "obl" | "nmod") || subtype == "poss" {
            arcs.push(named(renamed(name, subtype)));
            continue;
        }
        let case = cases.get(arc.dependent).filter(|case| !case.is_empty());
        match (view, case) {
            _ if is_tree => arcs.push(named(name)),
            _ if subtype == "agent" && is_passive(arc.governor) => arcs.push(named("agent")),
            (View::Collapsed, _) if !NO_CASE.contains(&subtype) => {
                arcs.push(named(&format!("prep_{subtype}")));
            }
            (View::Collapsed, Some(case)) => {
                let forms = case.iter().map(|word| words[*word].form.to_lowercase());
                arcs.push(named(&format!("prep_{}", forms.collect::<Vec<_>>().join("_"))));
            }
            (View::Extra, Some(case)) => {
                let first = case[0];
                arcs.push(Arc { relation: "prep".to_string(), dependent: first, ..arc.clone() });
                arcs.push(Arc { relation: "pobj".to_string(), governor: first, ..arc.clone() });
            }
            _ => arcs.push(named("npadvmod")),
        }
    }
    match is_tree || given {
        true => arcs,
        false => Sharing::new(words, basic, arcs).finish(),
    }
}

/// The prepositions of each word.
fn cases(words: &[Word], basic: &[Arc]) -> Vec<Vec<usize>> {
    let mut cases: Vec<Vec<usize>> = vec![Vec::new(); words.len()];
    for arc in basic.iter().filter(|arc| arc.relation == "case") {
        if let Some(cases) = cases.get_mut(arc.governor) {
            cases.push(arc.dependent);
        }
    }
    cases
}

/// The name that Stanford dependencies have for a relation.
fn renamed<'a>(name: &'a str, subtype: &str) -> &'a str {
    let is = |part: &str| subtype.split(':').any(|one| one == part);
    match name {
        "nsubj" if is("pass") => "nsubjpass",
        "csubj" if is("pass") => "csubjpass",
        "obj" => "dobj",
        "aux" if is("pass") => "auxpass",
        "acl" if is("relcl") => "rcmod",
        "acl" => "vmod",
        "nmod" => "poss",
        "compound" if is("prt") => "prt",
        "compound" | "flat" => "nn",
        "nummod" => "num",
        "fixed" => "mwe",
        _ => name,
    }
}
