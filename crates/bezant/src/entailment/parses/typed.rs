//! Typed dependencies as text: a tree that can still be collapsed, or a graph as it is.
//!
//! Text has no tags. Some can be told from the words and relations themselves.

use std::collections::BTreeSet;

use crate::entailment::analysis::{AnalysedWord, Analysis, Arc, Name, ROOT, View, lemma};
use crate::entailment::parses::{Lemmas, NameScheme, ParseSpace, from_graph, spanning, universal};
use crate::formats::relations::linked::Wrong;
use crate::formats::stanford;
use crate::structures::graph::{self, DraftWord, GraphDraft, Span};

/// Whether a sentence is a tree whose relations do not name prepositions and conjunctions yet. In
/// a file of such sentences nothing was collapsed; in other files, short sentences may look so.
pub(super) fn is_plain(text: &[u8]) -> bool {
    let mut dependencies = Vec::new();
    stanford::read(text, &mut dependencies);
    let mut seen = BTreeSet::new();
    dependencies.iter().all(|one| {
        let name = &text[one.relation.start as usize..one.relation.end as usize];
        seen.insert((one.dependent.number, one.dependent.copy))
            && one.head.copy + one.dependent.copy == 0
            && !name.contains(&b'_')
            && !name.starts_with(b"conj:")
            && !universal::names_case(name)
    })
}

/// A view of a sentence, in a file that has `plain` trees or not.
pub(super) fn viewed(
    text: &[u8],
    (scheme, plain): (NameScheme, bool),
    view: View,
    space: &mut ParseSpace,
) -> std::result::Result<Analysis, Wrong> {
    let mut analysis = typed(text)?;
    match scheme {
        _ if plain => {
            let tree = tree(&analysis);
            analysis.arcs = from_graph(&tree.graph(), (scheme, Lemmas::Parser), view, space).arcs;
            analysis.arcs.retain(|arc| !analysis.words[arc.dependent].form.is_empty());
        }
        _ if view == View::Tree => {
            analysis.arcs = spanning::tree(&analysis);
            if scheme == NameScheme::Universal {
                let arcs = universal::given(&analysis.arcs);
                analysis.arcs = universal::arcs(&analysis.words, &arcs, &arcs, view);
            }
        }
        NameScheme::Universal => {
            let arcs = spanning::tree(&analysis);
            let tree = tree(&Analysis { words: analysis.words.clone(), arcs });
            let basic = universal::given(&analysis.arcs);
            let mut graph = basic.clone();
            universal::complete(&mut graph, &tree.graph());
            let seen = if universal::is_tree(view) { &basic } else { &graph };
            analysis.arcs = universal::arcs(&analysis.words, &basic, seen, view);
        }
        NameScheme::Stanford | NameScheme::Lth => {}
    }
    Ok(analysis)
}

/// A tree as files in columns have it. Numbers that nothing mentions are marks that were dropped.
fn tree(analysis: &Analysis) -> GraphDraft {
    let mut heads = vec![(graph::ROOT, "punct"); analysis.words.len()];
    for arc in &analysis.arcs {
        let head = if arc.governor == ROOT { graph::ROOT } else { arc.governor as u32 };
        heads[arc.dependent] = (head, &*arc.relation);
    }
    let mut draft = GraphDraft::default();
    for (word, (head, relation)) in analysis.words.iter().zip(heads) {
        let [form, lemma, tag] = [&*word.form, &word.lemma, &word.tag]
            .map(|text| if text.is_empty() { "_" } else { text });
        draft.push(DraftWord { form, lemma, tag, relation, head });
    }
    draft
}

/// Typed dependencies as they are, one a line.
pub(crate) fn typed(text: &[u8]) -> std::result::Result<Analysis, Wrong> {
    let mut dependencies = Vec::new();
    if let Some(fault) = stanford::read(text, &mut dependencies).first() {
        return Err((fault.at, fault.kind.to_string()));
    }
    let shown = |span: Span| {
        String::from_utf8_lossy(&text[span.start as usize..span.end as usize]).into_owned()
    };
    let mut analysis = Analysis::default();
    let mut word = |place: &stanford::NumberedWord| match place.number as usize {
        0 => Ok(ROOT),
        number => set(&mut analysis.words, number - 1, place.form.start as usize, || {
            let form = shown(place.form);
            AnalysedWord { lemma: lemma(&form, ""), form, tag: Name::default() }
        }),
    };
    let mut arcs = Vec::with_capacity(dependencies.len());
    for one in &dependencies {
        let (governor, dependent) = (word(&one.head)?, word(&one.dependent)?);
        if dependent == ROOT {
            let start = one.dependent.form.start as usize;
            return Err((start, "number 0 is the root's, which depends on nothing".to_string()));
        }
        arcs.push(Arc { relation: shown(one.relation).into(), governor, dependent });
    }
    analysis.arcs = arcs;
    tell_tags(&mut analysis.words, &analysis.arcs);
    Ok(analysis)
}

/// Pronouns that stand before a noun.
const POSSESSIVES: [&str; 7] = ["my", "your", "his", "her", "its", "our", "their"];

/// How participles end, and some adjectives.
const PARTICIPLES: [&str; 3] = ["ed", "en", "ing"];

/// Tags that follow from words and relations: of relative and question words, of prepositions, of
/// adjectives and participles that modify a noun, and of predicates that are coordinated.
pub(super) fn tell_tags(words: &mut [AnalysedWord], arcs: &[Arc]) {
    let governed: BTreeSet<(usize, &str)> =
        arcs.iter().map(|arc| (arc.governor, &*arc.relation)).collect();
    let governs = |word: usize, names: &[&str]| names.iter().any(|n| governed.contains(&(word, n)));
    let to = |arc: &&Arc| words.get(arc.dependent).is_some_and(|word| word.lemma == "to");
    let infinitives: BTreeSet<usize> = arcs.iter().filter(to).map(|arc| arc.governor).collect();
    for Arc { relation, governor, dependent } in arcs {
        let Some(word) = words.get_mut(*dependent) else { continue };
        let form = word.form.to_lowercase();
        let is = |names: &[&str]| names.contains(&&**relation);
        let tag = match form.as_str() {
            "which" => "WDT",
            "that" if is(&["nsubj", "nsubjpass", "nsubj:pass", "dobj", "obj", "pobj"]) => "WDT",
            "who" | "whom" | "what" => "WP",
            "whose" => "WP$",
            _ if is(&["poss", "nmod:poss"]) && POSSESSIVES.contains(&form.as_str()) => "PRP$",
            "when" | "where" | "why" | "how" => "WRB",
            "to" if governs(*dependent, &["pobj", "pcomp"]) => "TO",
            _ if governs(*dependent, &["pobj", "pcomp"]) => "IN",
            _ if is(&["amod"]) && !PARTICIPLES.iter().any(|end| form.ends_with(end)) => "JJ",
            _ if is(&["vmod", "partmod", "acl"]) && !infinitives.contains(dependent) => {
                if form.ends_with("ing") { "VBG" } else { "VBN" }
            }
            _ if is(&["conj"]) && governs(*governor, &["nsubj", "nsubjpass", "aux", "auxpass"]) => {
                match governs(*governor, &["cop"]) {
                    true if governs(*dependent, &["det", "poss", "nn"]) => continue,
                    true => "JJ",
                    false => verb_tag(&form, governs(*dependent, &["aux"])),
                }
            }
            _ => continue,
        };
        word.tag = tag.into();
    }
}

/// The tag of a word that is known to be a verb.
fn verb_tag(form: &str, has_auxiliary: bool) -> &'static str {
    match form {
        _ if form.ends_with("ing") => "VBG",
        _ if has_auxiliary || lemma(form, "VERB") == form => "VB",
        _ if form.ends_with('s') => "VBZ",
        _ => "VBD",
    }
}

/// The name that Stanford dependencies have for a relation of parsers that say some things in the
/// words of Universal Dependencies.
pub(super) fn known(relation: &str) -> &str {
    match relation {
        "relcl" => "rcmod",
        "acl" => "vmod",
        "compound" => "nn",
        "nummod" => "num",
        "dative" => "iobj",
        // Prepositions are agents only when they are collapsed.
        "agent" => "prep",
        _ => relation,
    }
}

/// More words than any sentence has; a larger number is a slip, and would fill the memory.
const MOST_WORDS: usize = 1 << 16;

/// Puts a word where it belongs, if nothing is there yet.
fn set(
    words: &mut Vec<AnalysedWord>,
    number: usize,
    at: usize,
    word: impl FnOnce() -> AnalysedWord,
) -> std::result::Result<usize, Wrong> {
    if number >= MOST_WORDS {
        return Err((at, format!("no sentence has {} words", number.saturating_add(1))));
    }
    if number >= words.len() {
        words.resize_with(number + 1, AnalysedWord::default);
    }
    if words[number].form.is_empty() {
        words[number] = word();
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_keeps_the_name_of_its_root_and_words_with_tabs() {
        let text = b"root(ROOT-0, a\tb-1)\ndep(a\tb-1, c-3)\n";
        let kinds = (NameScheme::Stanford, is_plain(text));
        let analysis = viewed(text, kinds, View::Tree, &mut ParseSpace::default()).unwrap();
        let arcs = analysis.arcs.iter().map(|arc| (&*arc.relation, arc.governor, arc.dependent));
        assert_eq!(arcs.collect::<Vec<_>>(), [("root", ROOT, 0), ("dep", 0, 2)]);
        assert_eq!(analysis.words[0].form, "a\tb");
    }

    #[test]
    fn tags_follow_from_words_and_relations() {
        let text = b"nsubj(sat-1, man-2)\nvmod(man-2, running-3)\nvmod(man-2, taken-4)\n\
            vmod(man-2, go-5)\naux(go-5, to-6)\nnn(man-2, fire-7)\namod(man-2, old-8)\n\
            amod(man-2, tired-9)\nconj(sat-1, sleeps-10)\nconj(sat-1, slept-11)\n\
            conj(sat-1, sleep-12)\nconj(sat-1, sleeping-13)\n";
        let analysis = typed(text).unwrap();
        let tags: Vec<&str> = analysis.words.iter().map(|word| &*word.tag).collect();
        let expected = ["", "", "VBG", "VBN", "", "", "", "JJ", "", "VBZ", "VBD", "VB", "VBG"];
        assert_eq!(tags, expected);
    }
}
