//! Dependencies as LTH's converter makes them (Johansson and Nugues 2007), the input of the baseline of
//! 2010: the finite verb governs all others, so that *was* carries the subject of *Mary was kissed*.
//!
//! Content words are put above the words that serve them, as in all other trees here, and the subject of a
//! passive becomes an object.

use crate::entailment::analysis::{Analysis, Arc};

/// Relations that only these dependencies have, and nearly every sentence.
const TELLING: [&str; 4] = ["SBJ", "VC", "PMOD", "NMOD"];

/// What auxiliaries are called when they no longer govern.
const AUXILIARY: &str = "aux";

/// Verbs that make a passive of the participle they govern.
const PASSIVE: [&str; 2] = ["be", "get"];

/// "might have been being kissed" has a chain of four.
const LONGEST_CHAIN: usize = 8;

/// Whether a tree has relations of this kind.
pub(super) fn is_lth(analysis: &Analysis) -> bool {
    analysis.arcs.iter().any(|arc| TELLING.contains(&&*arc.relation))
}

/// The same tree with main verbs over their auxiliaries and, where `passive` says so, without passives.
pub(super) fn unfolded(analysis: &Analysis, passive: bool) -> Analysis {
    let n = analysis.words.len();
    // From an auxiliary to the verb below it.
    let mut verb: Vec<Option<usize>> = vec![None; n];
    for arc in &analysis.arcs {
        if arc.relation == "VC" && arc.governor < n && verb[arc.governor].is_none() {
            verb[arc.governor] = Some(arc.dependent);
        }
    }
    let main = |word: usize| {
        let mut at = word;
        for _ in 0..LONGEST_CHAIN {
            match verb[at] {
                Some(below) if below < n => at = below,
                _ => break,
            }
        }
        at
    };
    let mut is_passive = vec![false; n];
    // The verb of each preposition that an agent has.
    let mut agents: Vec<Option<usize>> = vec![None; n];
    for arc in analysis.arcs.iter().filter(|arc| passive && arc.governor < n && arc.dependent < n) {
        let Arc { relation, governor, dependent } = arc;
        match &**relation {
            "VC" if PASSIVE.contains(&analysis.lemma(*governor)) => {
                is_passive[*dependent] = analysis.tag(*dependent) == "VBN";
            }
            "LGS" => agents[*dependent] = Some(*governor),
            _ => {}
        }
    }
    let arc = |arc: &Arc| {
        let Arc { relation, governor, dependent } = arc;
        if relation == "VC" && *governor < n {
            // The main verb stands where the first auxiliary stood, and each auxiliary below it.
            return Arc {
                relation: AUXILIARY.into(),
                governor: main(*governor),
                dependent: *governor,
            };
        }
        if let Some(Some(verb)) = agents.get(*governor).filter(|_| relation == "PMOD") {
            return Arc { relation: "SBJ".into(), governor: *verb, dependent: *dependent };
        }
        let above = if *governor < n { main(*governor) } else { *governor };
        let relation = match &**relation {
            "SBJ" if is_passive.get(above) == Some(&true) => "OBJ".into(),
            _ => relation.clone(),
        };
        let dependent = if *dependent < n { main(*dependent) } else { *dependent };
        Arc { relation, governor: above, dependent }
    };
    Analysis { words: analysis.words.clone(), arcs: analysis.arcs.iter().map(arc).collect() }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::entailment::analysis::{AnalysedWord, ROOT};

    /// A tree from words with their dictionary form, tag, head and relation.
    pub(in super::super) fn tree(words: &[(&str, &str, &str, usize, &str)]) -> Analysis {
        let word = |&(form, lemma, tag, ..): &(&str, &str, &str, usize, &str)| AnalysedWord {
            form: form.to_string(),
            lemma: lemma.to_string(),
            tag: tag.to_string().into(),
        };
        let arc =
            |(dependent, &(.., head, relation)): (usize, &(&str, &str, &str, usize, &str))| Arc {
                relation: relation.to_string().into(),
                governor: head.checked_sub(1).unwrap_or(ROOT),
                dependent,
            };
        Analysis {
            words: words.iter().map(word).collect(),
            arcs: words.iter().enumerate().map(arc).collect(),
        }
    }

    #[test]
    fn a_passive_is_turned_around_and_auxiliaries_are_put_below() {
        let passive = tree(&[
            ("Mary", "mary", "NNP", 2, "SBJ"),
            ("has", "have", "VBZ", 0, "ROOT"),
            ("been", "be", "VBN", 2, "VC"),
            ("kissed", "kiss", "VBN", 3, "VC"),
            ("by", "by", "IN", 4, "LGS"),
            ("John", "john", "NNP", 5, "PMOD"),
        ]);
        let shown = |passive_too: bool| -> Vec<String> {
            let made = unfolded(&passive, passive_too);
            made.arcs.iter().map(|arc| made.shown(arc).to_string()).collect()
        };
        assert_eq!(
            shown(true),
            [
                "OBJ(kiss, mary)",
                "ROOT(ROOT, kiss)",
                "aux(kiss, have)",
                "aux(kiss, be)",
                "LGS(kiss, by)",
                "SBJ(kiss, john)"
            ]
        );
        assert_eq!(shown(false)[0], "SBJ(kiss, mary)");
        assert_eq!(shown(false)[5], "PMOD(by, john)");
    }
}
