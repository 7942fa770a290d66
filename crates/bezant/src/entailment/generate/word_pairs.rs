//! Hypotheses for word pairs that are given: which link of a parse they mean.

use std::collections::BTreeSet;

use crate::entailment::generate::{
    Clause, HeadedSentence, Language, Withheld, WordLink, Writing, frames, links,
};
use crate::entailment::pairs::Pairs;
use crate::entailment::parses::{Parses, Reading};
use crate::error::Result as ReadResult;

/// A hypothesis for two words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// What is written.
    pub clause: Clause,
    /// The rule that wrote it.
    pub rule: &'static str,
    /// The link it is for.
    pub link: WordLink,
}

/// Why there is nothing for two words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nothing {
    /// A word that is not in the text.
    NoWord(String),
    /// The parse does not join them.
    NoLink,
    /// All rules withhold what they would write.
    Withheld(Withheld),
}

impl std::fmt::Display for Nothing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Nothing::NoWord(word) => write!(f, "{word:?} is not in the text"),
            Nothing::NoLink => f.write_str("the parse does not join the words"),
            Nothing::Withheld(why) => write!(f, "{why}"),
        }
    }
}

/// The parses of the texts of pairs, from a file that has them alone or in the order T1 H1 T2 H2 …
///
/// # Errors
/// Where the file has another number of sentences, or most of them are others.
pub fn parses_of_texts(
    pairs: &Pairs,
    (name, text): (&str, &[u8]),
    reading: Reading,
) -> ReadResult<Parses> {
    let n = pairs.pairs.len();
    let id = |side: &'static str| {
        pairs.pairs.iter().map(move |pair| format!("{}.{side}", pair.id)).collect::<Vec<_>>()
    };
    let mut parses = match Parses::read(name, text, reading, (2 * n, n)) {
        Ok(mut both) => {
            let ids: Vec<String> =
                id("t").into_iter().zip(id("h")).flat_map(|(text, other)| [text, other]).collect();
            both.put_in_order(&ids);
            let texts = std::mem::take(&mut both.sentences).into_iter().step_by(2);
            Parses { sentences: texts.collect(), ..both }
        }
        Err(both) => {
            // What was expected is said with the larger number, which is what everybody else reads.
            let alone = Parses::read(name, text, reading, (n, n));
            let mut alone = alone.map_err(|_| both)?;
            alone.put_in_order(&id("t"));
            alone
        }
    };
    let texts = pairs.pairs.iter().map(|pair| pair.text.as_str());
    parses.recognise((0, 1, "texts"), texts, reading.any_words)?;
    Ok(parses)
}

/// At most `most` hypotheses for two words of a sentence, best first; either may be several words. `lets` says
/// which rules may write.
pub fn propose(
    language: &dyn Language,
    sentence: &HeadedSentence,
    words: [&str; 2],
    most: usize,
    lets: impl Fn(&str) -> bool,
) -> Result<Vec<Proposal>, Nothing> {
    let mut places = Vec::new();
    for word in words {
        let found = occurrences(sentence, word);
        if found.is_empty() {
            return Err(Nothing::NoWord(word.to_string()));
        }
        places.push(found);
    }
    let all = links(sentence, &frames(sentence));
    let nearby: Vec<WordLink> = all
        .iter()
        .filter(|link| {
            let is_in = |side: usize| {
                places[side].contains(&link.governor) || places[side].contains(&link.dependent)
            };
            is_in(0) || is_in(1)
        })
        .copied()
        .collect();
    let joins = |link: &&WordLink| {
        let on = |side: usize, word: usize| places[side].contains(&word);
        on(0, link.governor) && on(1, link.dependent)
            || on(1, link.governor) && on(0, link.dependent)
    };
    let chosen: Vec<WordLink> = all.iter().filter(joins).copied().collect();
    let mut seen = BTreeSet::new();
    let (mut proposals, mut why) = (Vec::new(), None);
    let written = language.write(sentence, &chosen, false);
    let n_rules = written.iter().map(Vec::len).max().unwrap_or(0);
    // The best of each link before the second best of any.
    for rank in 0..n_rules {
        for (link, writings) in chosen.iter().zip(&written) {
            let Some(writing) = writings.get(rank).filter(|one| lets(one.rule)) else { continue };
            match &writing.written {
                Ok(clause) if seen.insert(clause.text()) => {
                    proposals.push(Proposal {
                        clause: clause.clone(),
                        rule: writing.rule,
                        link: *link,
                    });
                }
                Ok(_) => {}
                Err(withheld) => why = why.or(Some(*withheld)),
            }
        }
    }
    if proposals.len() < most {
        // Joined through a third word: what is said of that with both of them, the shortest first.
        let mut others: Vec<Proposal> = Vec::new();
        for (link, writings) in nearby.iter().zip(language.write(sentence, &nearby, false)) {
            for Writing { rule, written } in writings.into_iter().filter(|one| lets(one.rule)) {
                let Ok(clause) = written else { continue };
                let has = |side: usize| {
                    let sources = clause.words().iter().filter_map(|word| word.source);
                    sources.into_iter().any(|word| places[side].contains(&word))
                };
                if has(0) && has(1) && seen.insert(clause.text()) {
                    others.push(Proposal { clause, rule, link: *link });
                }
            }
        }
        others.sort_by_key(|proposal| proposal.clause.words().len());
        proposals.extend(others);
    }
    proposals.truncate(most);
    match proposals.is_empty() {
        true if chosen.is_empty() => Err(Nothing::NoLink),
        true => Err(Nothing::Withheld(why.unwrap_or(Withheld::NoRule))),
        false => Ok(proposals),
    }
}

/// Where a word of a pair stands: the head of each place where its words follow each other.
fn occurrences(sentence: &HeadedSentence, wanted: &str) -> Vec<usize> {
    let wanted: Vec<String> = wanted.split_whitespace().map(str::to_lowercase).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let words = sentence.words();
    let at = |exact: bool| -> Vec<usize> {
        let matches = |place: usize, wanted: &String| {
            let word = &words[place];
            let form = word.form.to_lowercase();
            form == *wanted
                || !exact
                    && (word.lemma == *wanted
                        || word.lemma == crate::entailment::analysis::lemma(wanted, &word.tag))
        };
        (0..(words.len() + 1).saturating_sub(wanted.len()))
            .filter(|start| wanted.iter().enumerate().all(|(i, word)| matches(start + i, word)))
            .map(|start| head(sentence, start..start + wanted.len()))
            .collect()
    };
    let found = at(true);
    if found.is_empty() { at(false) } else { found }
}

/// The word of a stretch that hangs on none of its others.
fn head(sentence: &HeadedSentence, stretch: std::ops::Range<usize>) -> usize {
    let is_outside =
        |word: &usize| sentence.word(*word).head.is_none_or(|head| !stretch.contains(&head));
    let outside: Vec<usize> = stretch.clone().filter(is_outside).collect();
    // A verb and its particle, where the parser calls the particle something else.
    let is_verb = |word: &&usize| sentence.word(**word).is("VB");
    outside.iter().find(is_verb).or(outside.last()).copied().unwrap_or(stretch.start)
}
