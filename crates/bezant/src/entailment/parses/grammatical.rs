//! Grammatical relations as the C&C and RASP parsers print them, under the names modules know.

use std::collections::BTreeMap;

use crate::entailment::analysis::{AnalysedWord, Analysis, Arc, View, lemma, tag_name};
use crate::formats::relations::linked::Linked;
use crate::stanford::name_relations;

/// A sentence of either parser.
///
/// In collapsed relations a preposition's object also hangs on what the preposition hangs on.
pub(super) fn analysis(sentence: &Linked<'_>, view: View) -> Analysis {
    let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let words = sentence.words.iter().map(|word| {
        let (form, tag) = (shown(&word.form), tag_name(&word.tag));
        let given = word.lemma.as_ref().map(|lemma| shown(lemma).to_lowercase());
        AnalysedWord { lemma: given.unwrap_or_else(|| lemma(&form, &tag)), form, tag }
    });
    let mut analysis = Analysis { words: words.collect(), arcs: Vec::new() };
    let arcs = name_relations(sentence);
    let mut objects: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for arc in arcs.iter().filter(|arc| arc.name == b"pobj") {
        objects.entry(arc.governor).or_default().push(arc.dependent);
    }
    for arc in &arcs {
        let (governor, dependent) = (arc.governor, arc.dependent);
        analysis.arcs.push(Arc { relation: shown(arc.name).into(), governor, dependent });
        let is_collapsed = view == View::Collapsed && arc.name == b"prep";
        let objects = objects.get(&dependent).filter(|_| is_collapsed);
        let relation = format!("prep_{}", analysis.lemma(dependent));
        let collapsed = objects.into_iter().flatten();
        analysis.arcs.extend(collapsed.map(|&dependent| Arc {
            relation: relation.clone().into(),
            governor,
            dependent,
        }));
    }
    analysis
}
