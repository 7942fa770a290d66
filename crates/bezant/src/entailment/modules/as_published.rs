//! What the article says, written down a second time: as published, a module does this and no more.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::entailment::analysis::{AnalysedWord, Arc, lemma};

/// Everything that a published module may do, and where the article says so.
const ARTICLE: [(&str, &str); 8] = [
    ("words are compared by dictionary form in small letters", "section 4; section 7"),
    ("without an analysis of T or H the answer is NO", "section 4"),
    ("a relation of H with a word that T does not have is ignored", "section 4, first heuristic"),
    ("passive subjects are direct objects", "section 4, second heuristic; section 7"),
    ("subjects and objects of H must be in T", "section 4, third heuristic"),
    ("some relation of H must be in T, core or not", "section 4, the last condition"),
    ("H has nsubj, dobj or prep-, and all of them are in T", "section 7"),
    ("one relation of H in T is enough for SCHWA", "section 4, its last paragraph"),
];

/// What relations those are, a second time.
fn core(name: ModuleName, relation: &str) -> bool {
    match name {
        ModuleName::Cambridge => ["nsubj", "csubj", "xsubj", "dobj", "iobj"].contains(&relation),
        ModuleName::Stanford | ModuleName::Ud => {
            ["nsubj", "dobj"].contains(&relation) || relation.starts_with("prep_")
        }
        ModuleName::Schwa | ModuleName::Paths => false,
    }
}

/// The article's decision, from sets of relations.
fn to_the_letter(name: ModuleName, text: &Analysis, hypothesis: &Analysis) -> Answer {
    let relations = |analysis: &Analysis| -> BTreeSet<(String, String, String)> {
        let is_passive = |verb: usize| {
            analysis.arcs.iter().any(|arc| arc.relation == "auxpass" && arc.governor == verb)
        };
        let arcs = analysis.arcs.iter().filter(|arc| !["root", "punct"].contains(&&*arc.relation));
        arcs.map(|arc| {
            let relation = match &*arc.relation {
                "nsubjpass" | "csubjpass" if name != ModuleName::Schwa => "dobj",
                // Older names of the same relations.
                "xsubj" if !is_passive(arc.governor) => "nsubj",
                "xsubj" if name != ModuleName::Schwa => "dobj",
                "xsubj" => "nsubjpass",
                "partmod" => "vmod",
                other => other,
            };
            let word = |at: usize| analysis.words[at].lemma.clone();
            (relation.to_string(), word(arc.governor), word(arc.dependent))
        })
        .collect()
    };
    let words: BTreeSet<&String> = text.words.iter().map(|word| &word.lemma).collect();
    let (in_text, mut asked) = (relations(text), relations(hypothesis));
    asked.retain(|(_, governor, dependent)| words.contains(governor) && words.contains(dependent));
    let core: BTreeSet<_> = asked.iter().filter(|(name_of, ..)| core(name, name_of)).collect();
    let all_core = core.iter().all(|relation| in_text.contains(*relation));
    let any = asked.iter().any(|relation| in_text.contains(relation));
    Answer::from(match name {
        ModuleName::Cambridge => all_core && any,
        ModuleName::Schwa => any,
        _ => all_core && !core.is_empty(),
    })
}

const RELATIONS: [&str; 27] = [
    "nsubj",
    "nsubjpass",
    "csubj",
    "csubjpass",
    "xsubj",
    "dobj",
    "iobj",
    "pobj",
    "prep",
    "prep_in",
    "agent",
    "amod",
    "appos",
    "rcmod",
    "vmod",
    "partmod",
    "acl",
    "xcomp",
    "cop",
    "aux",
    "auxpass",
    "expl",
    "det",
    "nn",
    "ref",
    "punct",
    "conj",
];

const WORDS: [(&str, &str); 12] = [
    ("boat", "NN"),
    ("steamed", "VBN"),
    ("steamed", "JJ"),
    ("sleeping", "VBG"),
    ("pretended", "NN"),
    ("pretended", "VBD"),
    ("something", "NN"),
    ("There", "EX"),
    ("was", "VBD"),
    ("big", "JJ"),
    ("Mary", "NNP"),
    ("kissed", "VBD"),
];

fn sentence() -> impl Strategy<Value = Analysis> {
    let words = prop::collection::vec(0..WORDS.len(), 1..6);
    let arcs = prop::collection::vec((0..RELATIONS.len(), 0..6usize, 0..6usize), 0..6);
    (words, arcs).prop_map(|(words, arcs)| {
        let n = words.len();
        let word = |at: usize| {
            let (form, tag) = WORDS[at];
            AnalysedWord { form: form.to_string(), lemma: lemma(form, tag), tag: tag.into() }
        };
        let arc = |(relation, governor, dependent): (usize, usize, usize)| Arc {
            relation: RELATIONS[relation].into(),
            governor: governor % n,
            dependent: dependent % n,
        };
        Analysis {
            words: words.into_iter().map(word).collect(),
            arcs: arcs.into_iter().map(arc).collect(),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    /// Whatever the two sentences are, a published module says what the article says.
    #[test]
    fn as_published_no_rule_is_called_that_the_article_does_not_have(
        text in sentence(),
        hypothesis in sentence(),
    ) {
        for name in [ModuleName::Cambridge, ModuleName::Stanford, ModuleName::Schwa, ModuleName::Ud] {
            let decision = name.published().decide(Some(&text), Some(&hypothesis));
            let letter = to_the_letter(name, &text, &hypothesis);
            prop_assert_eq!(decision.answer, letter, "{}", name.name());
            let called = decision.relations.iter().filter_map(|one| one.by.as_deref());
            prop_assert!(called.clone().all(|rule| rule == "passive"), "{:?}", called.collect::<Vec<_>>());
        }
    }
}

#[test]
fn every_module_as_published_has_the_articles_rules_and_one_signature_key() {
    assert!(ARTICLE.iter().all(|(rule, place)| !rule.is_empty() && place.contains("section")));
    for name in ModuleName::ALL {
        let module = name.published();
        let rules = match name {
            ModuleName::Schwa => vec![],
            _ => vec!["passive"],
        };
        assert_eq!(module.equivalences().names(), rules, "{}", name.name());
        assert_eq!((module.words, module.other_parts), (SameWords::Lemma, OtherParts::Same));
        if let ModuleKind::Rules(rules) = &module.kind {
            assert!(rules.dummies.is_empty());
            assert_eq!(rules.left_out, Patterns::new(["root", "punct"]));
        }
        assert_eq!(module.signature().get("published"), Some("yes"));
        assert_eq!(name.module().signature().get("published"), None);
        let none = module.decide(None, Some(&Analysis::default()));
        assert_eq!((none.answer, none.because), (Answer::No, Because::NoAnalysis));
    }
}

/// A relative pronoun's reference is one of Cambridge's relations (section 7), and so one that can be the
/// only one in both sentences.
#[test]
fn a_reference_is_a_relation_for_cambridge_as_published() {
    let text = Analysis::from_lines("ref(dog-2, that-3)\nnsubj(barked-4, dog-2)").unwrap();
    let hypothesis = Analysis::from_lines("ref(dog-1, that-2)").unwrap();
    let decide = |module: Module| module.decide(Some(&text), Some(&hypothesis)).answer;
    assert_eq!(decide(ModuleName::Cambridge.published()), Answer::Yes);
    assert_eq!(decide(ModuleName::Cambridge.module()), Answer::No);
}
