//! Which sentences two files share, by their text and by their numbers.

use std::collections::{HashMap, HashSet};

use super::{Checked, FileKind, Remembered};
use crate::error::Position;
use crate::kinds::Holds;

/// A sentence that only one of two files has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unshared {
    /// Which it is, the first being 1.
    pub number: u64,
    /// Where it starts, where that is known.
    pub at: Option<Position>,
    /// How it begins.
    pub text: String,
}

/// A sentence of which two files have other numbers of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherTokens {
    /// Which it is in the first file, and in the second.
    pub numbers: [u64; 2],
    /// How many words it has there.
    pub tokens: [u32; 2],
    /// How it begins.
    pub text: String,
}

/// Something in which two files differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDifference<T> {
    /// The first of them.
    pub first: Vec<T>,
    /// How many there are.
    pub n: u64,
}

impl<T> Default for FileDifference<T> {
    fn default() -> FileDifference<T> {
        FileDifference { first: Vec::new(), n: 0 }
    }
}

impl<T> FileDifference<T> {
    fn push(&mut self, most: usize, one: impl FnOnce() -> T) {
        self.n += 1;
        if self.first.len() < most {
            self.first.push(one());
        }
    }
}

/// What a file has in common with the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sharing {
    /// How many sentences have the same text under the same number.
    pub in_place: u64,
    /// How many sentences have the same text under another number.
    pub moved: u64,
    /// Those that only the first file has.
    pub missing: FileDifference<Unshared>,
    /// Those that the first file does not have.
    pub added: FileDifference<Unshared>,
    /// Those that both have, in other words.
    pub other_tokens: FileDifference<OtherTokens>,
}

impl Sharing {
    /// How many differences there are.
    pub fn n(&self) -> u64 {
        self.missing.n + self.added.n + self.other_tokens.n
    }
}

/// By what a file's parts are found in another: by their words, or by their ids.
fn has_words(kind: FileKind) -> Option<bool> {
    match kind {
        FileKind::Sentences(_) | FileKind::Unbounded => Some(true),
        FileKind::Pairs | FileKind::Answers | FileKind::Judgements => Some(false),
        FileKind::Rows | FileKind::Outputs => None,
    }
}

/// Compares two files that were remembered, the first being gold. Nothing where they have nothing by which
/// they could be compared.
pub fn sharing(gold: &Checked, other: &Checked, most: usize) -> Option<Sharing> {
    let (ours, theirs) = (has_words(gold.kind)?, has_words(other.kind)?);
    let is_of_relations = |kind: FileKind| match kind {
        FileKind::Sentences(format) => format.holds(Holds::Relations),
        _ => false,
    };
    let are_of_relations = is_of_relations(gold.kind) && is_of_relations(other.kind);
    let (gold, other) = (&gold.remembered, &other.remembered);
    let has_texts = |all: &[Remembered]| all.iter().any(|one| one.text.is_some());
    if are_of_relations && !(has_texts(gold) && has_texts(other)) {
        return Some(by_number(gold, other, most));
    }
    if ours != theirs || !has_texts(gold) || !has_texts(other) {
        return None;
    }
    let mut found = Sharing::default();
    // Those that stand in the same place belong together; the others are looked for by their text.
    let is_here = |at: usize| match (gold.get(at), other.get(at)) {
        (Some(one), Some(two)) => one.text.is_some() && one.text == two.text,
        _ => false,
    };
    let mut elsewhere: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, one) in other.iter().enumerate().rev().filter(|(at, _)| !is_here(*at)) {
        if let Some(text) = one.text {
            elsewhere.entry(text).or_default().push(at);
        }
    }
    let mut is_found = vec![false; other.len()];
    for (at, one) in gold.iter().enumerate() {
        let Some(text) = one.text else { continue };
        let there = match is_here(at) {
            true => Some(at),
            false => elsewhere.get_mut(&text).and_then(Vec::pop),
        };
        let Some(there) = there else {
            found.missing.push(most, || unshared(at, one));
            continue;
        };
        is_found[there] = true;
        match there == at {
            true => found.in_place += 1,
            false => found.moved += 1,
        }
        let two = &other[there];
        if one.tokens != two.tokens {
            found.other_tokens.push(most, || OtherTokens {
                numbers: [at as u64 + 1, there as u64 + 1],
                tokens: [one.tokens, two.tokens],
                text: one.start.to_string(),
            });
        }
    }
    for (at, one) in other.iter().enumerate() {
        if one.text.is_some() && !is_found[at] {
            found.added.push(most, || unshared(at, one));
        }
    }
    Some(found)
}

/// Relations need no words: files of them are paired by the numbers of their sentences.
fn by_number(gold: &[Remembered], other: &[Remembered], most: usize) -> Sharing {
    let numbers = |all: &[Remembered]| -> HashSet<u64> {
        all.iter().enumerate().map(|(at, one)| number(at, one)).collect()
    };
    let (ours, theirs) = (numbers(gold), numbers(other));
    let mut found =
        Sharing { in_place: ours.intersection(&theirs).count() as u64, ..Sharing::default() };
    for (at, one) in gold.iter().enumerate().filter(|(at, one)| !theirs.contains(&number(*at, one)))
    {
        found.missing.push(most, || unshared(at, one));
    }
    for (at, one) in other.iter().enumerate().filter(|(at, one)| !ours.contains(&number(*at, one)))
    {
        found.added.push(most, || unshared(at, one));
    }
    found
}

fn number(at: usize, one: &Remembered) -> u64 {
    one.number.unwrap_or(at as u64 + 1)
}

fn unshared(at: usize, one: &Remembered) -> Unshared {
    Unshared { number: number(at, one), at: one.at, text: one.start.to_string() }
}
