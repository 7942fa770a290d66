//! Words whose part of speech changes between text and hypothesis (section 6 of the article).
//!
//! "There was the revolution which we pretended did not exist" does not give "The pretended did not
//! exist": *pretended* is a verb in one and a noun in the other.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::entailment::analysis::{AnalysedWord, Analysis, small};
use crate::entailment::word_list::WordList;

/// What is done about a word whose part of speech changes between text and hypothesis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OtherParts {
    /// Nothing, as published.
    #[default]
    Same,
    /// It is another word: what the hypothesis says of it is not found in the text.
    Apart,
    /// The answer is NO.
    No,
}

impl OtherParts {
    /// Its name in signatures.
    pub(crate) fn name(self) -> &'static str {
        match self {
            OtherParts::Same => "same",
            OtherParts::Apart => "apart",
            OtherParts::No => "no",
        }
    }
}

/// Parts of speech as far as they matter here: content words, and all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartOfSpeech {
    Noun,
    Verb,
    Adjective,
    Adverb,
    Other,
}

/// Starts of tags: of the Penn Treebank, universal ones, and those of RASP. The first that fits counts.
const PARTS: [(&str, PartOfSpeech); 19] = [
    ("NNU", PartOfSpeech::Noun),
    ("NN", PartOfSpeech::Noun),
    ("NP", PartOfSpeech::Noun),
    ("ND", PartOfSpeech::Noun),
    ("NOUN", PartOfSpeech::Noun),
    ("PROPN", PartOfSpeech::Noun),
    ("VERB", PartOfSpeech::Verb),
    ("AUX", PartOfSpeech::Verb),
    ("MD", PartOfSpeech::Verb),
    ("V", PartOfSpeech::Verb),
    ("JJ", PartOfSpeech::Adjective),
    ("JB", PartOfSpeech::Adjective),
    ("ADJ", PartOfSpeech::Adjective),
    ("ADV", PartOfSpeech::Adverb),
    ("RB", PartOfSpeech::Adverb),
    ("RR", PartOfSpeech::Adverb),
    ("RG", PartOfSpeech::Adverb),
    ("RL", PartOfSpeech::Adverb),
    ("RT", PartOfSpeech::Adverb),
];

fn part(tag: &str) -> Option<PartOfSpeech> {
    if tag.is_empty() {
        return None;
    }
    let known = PARTS.iter().find(|(start, _)| tag.starts_with(start));
    Some(known.map_or(PartOfSpeech::Other, |(_, part)| *part))
}

/// Whether a word has no tag; marks and words that are missing need none.
pub(crate) fn has_untagged(analysis: &Analysis) -> bool {
    let is_word = |form: &str| form.chars().any(char::is_alphanumeric);
    analysis.words.iter().any(|word| word.tag.is_empty() && is_word(&word.form))
}

/// The numbers of the hypothesis' words that the text has, by dictionary form or as they are written,
/// but never as the same part of speech. Words without a tag are left alone.
pub(crate) fn changed(text: &Analysis, hypothesis: &Analysis) -> BTreeSet<usize> {
    let named: Vec<Cow<'_, str>> = hypothesis.words.iter().flat_map(names).collect();
    let list: WordList<'_> = named.iter().map(AsRef::as_ref).collect();
    // For each name of a word in the hypothesis, the parts of speech that it has in the text.
    let mut known = vec![Parts::default(); list.len()];
    for word in &text.words {
        for name in names(word) {
            if let Some(number) = list.number(&name) {
                known[number].insert(part(&word.tag));
            }
        }
    }
    let is_changed = |at: &usize| {
        let word = &hypothesis.words[*at];
        let Some(part) = part(&word.tag) else { return false };
        let numbers = names(word).filter_map(|name| list.number(&name));
        let parts = numbers.fold(Parts::default(), |all, number| all.and(known[number]));
        !word.form.is_empty() && parts.are_others_than(part)
    };
    (0..hypothesis.words.len()).filter(is_changed).collect()
}

/// A word as it is written, in small letters, and its dictionary form if that is another.
fn names(word: &AnalysedWord) -> impl Iterator<Item = Cow<'_, str>> {
    let form = small(&word.form);
    let lemma = (form != word.lemma).then_some(Cow::Borrowed(&*word.lemma));
    [form].into_iter().chain(lemma)
}

/// A set of parts of speech, a bit each; the first is of words without a tag.
#[derive(Clone, Copy, Default)]
struct Parts(u8);

impl Parts {
    fn insert(&mut self, part: Option<PartOfSpeech>) {
        self.0 |= 1 << part.map_or(0, |part| part as u8 + 1);
    }

    fn and(self, other: Parts) -> Parts {
        Parts(self.0 | other.0)
    }

    /// Whether all are known, there are any, and this one is not among them.
    fn are_others_than(self, part: PartOfSpeech) -> bool {
        let mut allowed = Parts::default();
        allowed.insert(None);
        allowed.insert(Some(part));
        self.0 != 0 && self.0 & allowed.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(words: &[(&str, &str, &str)]) -> Analysis {
        let word = |&(form, lemma, tag): &(&str, &str, &str)| AnalysedWord {
            form: form.to_string(),
            lemma: lemma.to_string(),
            tag: tag.to_string().into(),
        };
        Analysis { words: words.iter().map(word).collect(), arcs: Vec::new() }
    }

    #[test]
    fn a_verb_that_has_become_a_noun_has_changed() {
        let text = sentence(&[
            ("pretended", "pretend", "VBD"),
            ("exist", "exist", "VB"),
            ("did", "do", "VBD"),
            ("that", "that", "IN"),
            ("up", "up", ""),
        ]);
        let hypothesis = sentence(&[
            ("The", "the", "DT"),
            ("pretended", "pretended", "NN"),
            ("does", "do", "AUX"),
            ("that", "that", "WDT"),
            ("up", "up", "RB"),
            ("exist", "exist", "VBP"),
        ]);
        assert_eq!(changed(&text, &hypothesis), BTreeSet::from([1]));
        assert!(changed(&hypothesis, &hypothesis).is_empty());
        assert!(has_untagged(&text) && !has_untagged(&hypothesis));
        assert!(!has_untagged(&sentence(&[("", "", ""), ("--", "--", "")])));
    }
}
