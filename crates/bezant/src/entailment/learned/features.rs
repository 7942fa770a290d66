//! What a pair looks like: how many relations were found, which ones, and how the words of those
//! that were not hang together in the text.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::entailment::analysis::{Analysis, ROOT};
use crate::entailment::core::{Because, Decision, Status};
use crate::entailment::learned::Features;
use crate::entailment::statements::Statement;

/// Longer ways between two words say nothing.
const LONGEST_PATH: usize = 4;

/// The features of a pair.
pub(super) fn of(text: &Analysis, decision: &Decision) -> Features {
    let mut features = Features::from([("always".to_string(), 1.0)]);
    let mut set = |name: String| {
        features.insert(name, 1.0);
    };
    let ways = LazyCell::new(|| Ways::of(text));
    let mut counts = [0usize; 5];
    for one in &decision.relations {
        let Statement::Relation { name, governor, dependent, .. } = &one.relation else { continue };
        let kind = if name.starts_with("prep") { "prep" } else { name };
        let what = match (&one.status, one.core) {
            (Status::Found { .. }, core) => {
                counts[usize::from(core)] += 1;
                "found"
            }
            (Status::Missing, core) => {
                counts[2 + usize::from(core)] += 1;
                if core {
                    set(match ways.path(&governor.lemma, &dependent.lemma) {
                        Some(path) => format!("path for {kind}: {path}"),
                        None => format!("no path for {kind}"),
                    });
                }
                "missing"
            }
            (Status::Ignored(_), _) => {
                counts[4] += 1;
                "ignored"
            }
        };
        set(format!("{what} {kind}"));
    }
    let names = ["other found", "core found", "other missing", "core missing", "ignored"];
    for (name, count) in names.into_iter().zip(counts) {
        set(match count {
            0 => format!("{name}: none"),
            1 => format!("{name}: one"),
            _ => format!("{name}: more"),
        });
    }
    if decision.because == Because::AllFound {
        set("all core found".to_string());
    }
    features
}

/// The ways through a text, made once for all its relations.
struct Ways<'a> {
    text: &'a Analysis,
    /// Where one step leads.
    near: BTreeMap<usize, Vec<(usize, String)>>,
    /// The words that have a dictionary form.
    words: BTreeMap<&'a str, Vec<usize>>,
}

impl<'a> Ways<'a> {
    fn of(text: &'a Analysis) -> Ways<'a> {
        let mut near: BTreeMap<usize, Vec<(usize, String)>> = BTreeMap::new();
        for arc in text.arcs.iter().filter(|arc| arc.governor != ROOT) {
            let name =
                if arc.relation.starts_with("prep") { "prep" } else { arc.relation.as_str() };
            near.entry(arc.governor).or_default().push((arc.dependent, format!(">{name}")));
            near.entry(arc.dependent).or_default().push((arc.governor, format!("<{name}")));
        }
        let mut words: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for word in 0..text.words.len() {
            words.entry(text.lemma(word)).or_default().push(word);
        }
        Ways { text, near, words }
    }

    /// The shortest way from a word to another along relations, up (`<`) and down (`>`).
    fn path(&self, from: &str, to: &str) -> Option<String> {
        // Most words that are missing are nowhere in the text, and need no search.
        let (starts, _) = (self.words.get(from)?, self.words.get(to)?);
        let mut waiting: VecDeque<(usize, usize, String)> =
            starts.iter().map(|word| (*word, 0, String::new())).collect();
        let mut seen = BTreeSet::new();
        while let Some((word, length, path)) = waiting.pop_front() {
            if !seen.insert(word) {
                continue;
            }
            if length > 0 && self.text.lemma(word) == to {
                return Some(path);
            }
            if length == LONGEST_PATH {
                continue;
            }
            for (next, step) in self.near.get(&word).into_iter().flatten() {
                if !seen.contains(next) {
                    waiting.push_back((*next, length + 1, format!("{path}{step}")));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entailment::analysis::{AnalysedWord, Arc};
    use crate::entailment::learned::rules;

    #[test]
    fn words_with_brackets_have_paths_like_others() {
        let word = |form: &str| AnalysedWord {
            form: form.to_string(),
            lemma: form.to_string(),
            ..AnalysedWord::default()
        };
        let said = |relation: &str| Analysis {
            words: ["send", ":)"].map(word).to_vec(),
            arcs: vec![Arc { relation: relation.to_string(), governor: 0, dependent: 1 }],
        };
        let text = said("dobj");
        let features = of(&text, &rules().decide(&text, &said("nsubj")));
        assert!(features.contains_key("path for nsubj: >dobj"), "{features:?}");
    }
}
