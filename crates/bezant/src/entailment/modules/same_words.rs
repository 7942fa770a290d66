//! Which words of text and hypothesis are the same.

use std::borrow::Cow;

use crate::entailment::analysis::{AnalysedWord, Analysis, small};
use crate::entailment::word_list::WordList;

/// Which words of text and hypothesis are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SameWords {
    /// Those with the same dictionary form, as published.
    Lemma,
    /// Those, and where the text has no word with that dictionary form, those that are written
    /// alike: a parser that takes "trading" for a noun here and a verb there has still read it.
    LemmaOrForm,
}

impl SameWords {
    /// Its name in signatures.
    pub(crate) fn name(self) -> &'static str {
        match self {
            SameWords::Lemma => "lemma",
            SameWords::LemmaOrForm => "lemma-or-form",
        }
    }

    /// The hypothesis, with the text's dictionary forms for words that are the same.
    pub(crate) fn matched<'h>(
        self,
        text: &Analysis,
        hypothesis: &'h Analysis,
    ) -> Cow<'h, Analysis> {
        if self == SameWords::Lemma {
            return Cow::Borrowed(hypothesis);
        }
        let lemmas: WordList<'_> = text.words.iter().map(|word| word.lemma.as_str()).collect();
        let strange =
            |word: &AnalysedWord| lemmas.number(&word.lemma).is_none() && !word.form.is_empty();
        let strangers: Vec<&AnalysedWord> =
            hypothesis.words.iter().filter(|word| strange(word)).collect();
        if strangers.is_empty() {
            return Cow::Borrowed(hypothesis);
        }
        let forms: Vec<Cow<'_, str>> = strangers.iter().map(|word| small(&word.form)).collect();
        let forms: WordList<'_> = forms.iter().map(AsRef::as_ref).collect();
        let number = |word: &AnalysedWord| forms.number(&small(&word.form));
        // Of words of the text that are written alike, the last counts.
        let mut theirs: Vec<Option<&str>> = vec![None; forms.len()];
        for word in &text.words {
            if let Some(number) = number(word) {
                theirs[number] = Some(&word.lemma);
            }
        }
        if theirs.iter().all(Option::is_none) {
            return Cow::Borrowed(hypothesis);
        }
        let mut matched = hypothesis.clone();
        for word in matched.words.iter_mut().filter(|word| strange(word)) {
            if let Some(lemma) = number(word).and_then(|number| theirs[number]) {
                word.lemma = lemma.to_string();
            }
        }
        Cow::Owned(matched)
    }
}
