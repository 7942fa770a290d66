//! What a pair looks like: how many relations were found, which ones, and how the words of those
//! that were not hang together in the text.

use std::collections::BTreeMap;

use crate::entailment::analysis::{Analysis, ROOT};
use crate::entailment::core::{Because, Decision, Status};
use crate::entailment::learned::Features;
use crate::entailment::statements::Statement;

/// Longer ways between two words say nothing.
const LONGEST_PATH: usize = 4;

/// So many words are looked at for the ways from one; no sentence that somebody wrote has more.
const MOST_WORDS: usize = 1_024;

/// The features of a pair.
pub(super) fn of(text: &Analysis, decision: &Decision) -> Features {
    let mut features = Features::from([("always".to_string(), 1.0)]);
    let mut set = |name: String| {
        features.insert(name, 1.0);
    };
    let mut ways: Option<Ways<'_>> = None;
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
                    let ways = ways.get_or_insert_with(|| Ways::of(text));
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
    /// Where one step leads, from each word.
    near: Vec<Vec<(usize, String)>>,
    /// The words that have a dictionary form.
    words: BTreeMap<&'a str, Vec<usize>>,
    /// Where the last search started: many relations in a row have one governor.
    from: Option<String>,
    /// How it came to each word.
    steps: Vec<Step>,
    /// The words it came to, in this order.
    reached: Vec<usize>,
    /// The first of them with each dictionary form, but for those it started from.
    found: BTreeMap<&'a str, usize>,
}

/// How a search came to a word.
#[derive(Clone, Copy)]
enum Step {
    Never,
    Start,
    /// From another word, by one of its steps.
    From(usize, usize),
}

impl<'a> Ways<'a> {
    fn of(text: &'a Analysis) -> Ways<'a> {
        let arcs = || text.arcs.iter().filter(|arc| arc.governor != ROOT);
        let ends = arcs().map(|arc| arc.governor.max(arc.dependent) + 1);
        let n = ends.max().unwrap_or(0).max(text.words.len());
        let mut near: Vec<Vec<(usize, String)>> = vec![Vec::new(); n];
        for arc in arcs() {
            let name = if arc.relation.starts_with("prep") { "prep" } else { &*arc.relation };
            near[arc.governor].push((arc.dependent, format!(">{name}")));
            near[arc.dependent].push((arc.governor, format!("<{name}")));
        }
        let mut words: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for word in 0..text.words.len() {
            words.entry(text.lemma(word)).or_default().push(word);
        }
        let (steps, reached) = (vec![Step::Never; n], Vec::new());
        Ways { text, near, words, from: None, steps, reached, found: BTreeMap::new() }
    }

    /// The shortest way from a word to another along relations, up (`<`) and down (`>`).
    fn path(&mut self, from: &str, to: &str) -> Option<String> {
        // Most words that are missing are nowhere in the text, and need no search.
        let (starts, _) = (self.words.get(from)?, self.words.get(to)?);
        if self.from.as_deref() != Some(from) {
            self.reached.drain(..).for_each(|word| self.steps[word] = Step::Never);
            self.reached.extend(starts);
            self.search();
            self.from = Some(from.to_string());
        }
        let mut word = *self.found.get(to)?;
        let mut steps = Vec::new();
        while let Step::From(before, by) = self.steps[word] {
            steps.push(self.near[before][by].1.as_str());
            word = before;
        }
        Some(steps.into_iter().rev().collect())
    }

    /// Goes on from the words that are reached, to the nearest first.
    fn search(&mut self) {
        self.found.clear();
        self.reached.iter().for_each(|word| self.steps[*word] = Step::Start);
        let most = self.reached.len() + MOST_WORDS;
        let mut at = 0;
        for _ in 0..LONGEST_PATH {
            let end = self.reached.len();
            while at < end {
                let word = self.reached[at];
                at += 1;
                for (by, &(next, _)) in self.near[word].iter().enumerate() {
                    if !matches!(self.steps[next], Step::Never) {
                        continue;
                    }
                    if self.reached.len() == most {
                        return;
                    }
                    self.steps[next] = Step::From(word, by);
                    self.reached.push(next);
                    self.found.entry(self.text.lemma(next)).or_insert(next);
                }
            }
        }
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
            arcs: vec![Arc { relation: relation.to_string().into(), governor: 0, dependent: 1 }],
        };
        let text = said("dobj");
        let features = of(&text, &rules().decide(&text, &said("nsubj")));
        assert!(features.contains_key("path for nsubj: >dobj"), "{features:?}");
    }
}
