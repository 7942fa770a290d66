//! Morpho-syntactic parsing: content words, with the features that function words and morphemes give
//! them, as the UniDive 2025 shared task scores them (Goldman and others 2025, `msp_25_eval.py`).
//!
//! A word with `_` for features is a function word and no node; `|` stands for a content word without
//! features. A node in decimals (`8.1`) that has a head is an *abstract* content word, which stands
//! for no word of the text.

use std::collections::HashMap;

use crate::formats::conllu::{self, ColumnFault};
use crate::formats::schemes::without_subtype;
use crate::metric::{self, Read, Reason, skip};
use crate::metrics::dependencies::Arcs;
use crate::metrics::dependencies::counts::{DependencyCounts, WORD_UNIT};
use crate::metrics::dependencies::tables::{features, is_universal_feature};

/// The content words of one sentence.
#[derive(Debug, Default)]
pub struct ContentWords<'t> {
    words: Vec<ContentWord<'t>>,
}

#[derive(Debug)]
struct ContentWord<'t> {
    is_abstract: bool,
    relation: &'t [u8],
    head: ContentHead<'t>,
    /// Universal features, sorted by name; of several with one name the last.
    features: Vec<(&'t [u8], &'t [u8])>,
}

/// What a content word hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContentHead<'t> {
    Root,
    Content(u32),
    /// A function word or none at all, by its number.
    Other(&'t [u8]),
}

/// Columns up to the relation.
const LEAST: usize = 8;

impl<'t> ContentWords<'t> {
    /// Reads a sentence.
    pub(super) fn read(text: &'t [u8]) -> (ContentWords<'t>, Option<ColumnFault>) {
        let mut lines: Vec<[&[u8]; LEAST]> = Vec::new();
        for row in conllu::rows(text) {
            let columns: [&[u8]; LEAST] = match row {
                Ok(row) => row.columns,
                Err(short) => return (ContentWords::default(), Some(short.into())),
            };
            let (id, features, head) = (columns[0], columns[5], columns[6]);
            // An empty node of an enhanced graph.
            let is_empty = conllu::is_between(id) && head == b"_";
            let is_function_word = matches!(features, b"_" | b"");
            let is_node = !conllu::is_of_several(id) && !is_empty && !is_function_word;
            if is_node {
                lines.push(columns);
            }
        }
        let numbers: HashMap<&[u8], u32> =
            lines.iter().map(|columns| columns[0]).zip(0u32..).collect();
        let word = |columns: &[&'t [u8]; LEAST]| {
            let universal = features(columns[5]).filter(|(name, _)| is_universal_feature(name));
            let mut features: Vec<_> = universal.collect();
            features.sort_by_key(|(name, _)| *name);
            // The last of those that follow each other.
            features.reverse();
            features.dedup_by_key(|(name, _)| *name);
            let head = match numbers.get(columns[6]) {
                Some(head) => ContentHead::Content(*head),
                None if columns[6] == b"0" => ContentHead::Root,
                None => ContentHead::Other(columns[6]),
            };
            let relation = without_subtype(columns[7]);
            ContentWord { is_abstract: columns[1] == b"_", relation, head, features }
        };
        (ContentWords { words: lines.iter().map(word).collect() }, None)
    }

    /// How many there are.
    pub(super) fn length(&self) -> u32 {
        self.words.len() as u32
    }

    /// What gold has, nothing of it found.
    fn missed(&self) -> DependencyCounts {
        DependencyCounts {
            sentences_gold: 1,
            words_gold: self.words.len() as u64,
            ..DependencyCounts::default()
        }
    }
}

/// From which end words are paired.
#[derive(Clone, Copy)]
enum Direction {
    Forward,
    Backward,
}

/// Pairs of words in order, from either end. An abstract word has no other partner than an abstract
/// one, so that one that is missing does not move all others.
fn pair(
    gold: &ContentWords<'_>,
    system: &ContentWords<'_>,
    direction: Direction,
) -> Vec<(usize, usize)> {
    let (n_gold, n_system) = (gold.words.len(), system.words.len());
    let place = |at: usize, n: usize| match direction {
        Direction::Forward => at,
        Direction::Backward => n - 1 - at,
    };
    let mut pairs = Vec::with_capacity(n_gold.min(n_system));
    let (mut i, mut j) = (0, 0);
    while i < n_gold && j < n_system {
        let (g, s) = (place(i, n_gold), place(j, n_system));
        match (gold.words[g].is_abstract, system.words[s].is_abstract) {
            (true, false) => i += 1,
            (false, true) => j += 1,
            _ => {
                pairs.push((g, s));
                (i, j) = (i + 1, j + 1);
            }
        }
    }
    pairs
}

/// How much of some pairs is right: attachments, and in units, features and features of words that
/// are attached rightly; at last heads alone.
fn score(gold: &ContentWords<'_>, system: &ContentWords<'_>, pairs: &[(usize, usize)]) -> [u64; 4] {
    let mut partners = vec![u32::MAX; system.words.len()];
    for (g, s) in pairs {
        partners[*s] = *g as u32;
    }
    let mut sums = [0; 4];
    for (g, s) in pairs {
        let (our, their) = (&gold.words[*g], &system.words[*s]);
        let head = match their.head {
            ContentHead::Content(head) => ContentHead::Content(partners[head as usize]),
            other => other,
        };
        let is_head = our.head == head;
        let is_right = is_head && our.relation == their.relation;
        let features = features_f1(&our.features, &their.features);
        sums[0] += u64::from(is_right);
        sums[1] += features;
        sums[2] += if is_right { features } else { 0 };
        sums[3] += u64::from(is_head);
    }
    sums
}

/// The F1 of features in units; all is right where neither side has any.
fn features_f1(ours: &[(&[u8], &[u8])], theirs: &[(&[u8], &[u8])]) -> u64 {
    let both = ours.iter().filter(|feature| theirs.contains(feature)).count() as u64;
    match (ours.len() + theirs.len()) as u64 {
        0 => WORD_UNIT,
        n => (2 * both * WORD_UNIT + n / 2) / n,
    }
}

/// Compares two sentences. Each measure takes the better of both directions, as the program does.
fn compare(gold: &ContentWords<'_>, system: &ContentWords<'_>) -> DependencyCounts {
    let both = [Direction::Forward, Direction::Backward].map(|direction| {
        let pairs = pair(gold, system, direction);
        (score(gold, system, &pairs), pairs.len() as u64)
    });
    let best = |at: usize| both.iter().map(|(sums, _)| sums[at]).max().unwrap_or(0);
    let n = gold.words.len() as u64;
    let is_exact = system.words.len() as u64 == n && best(2) == n * WORD_UNIT;
    DependencyCounts {
        sentences_system: 1,
        sentences_matched: 1,
        words_system: system.words.len() as u64,
        words_aligned: both.iter().map(|(_, n)| *n).max().unwrap_or(0),
        heads: best(3),
        attachments: best(0),
        features_f1: best(1),
        mslas: best(2),
        exact: u64::from(is_exact),
        ..gold.missed()
    }
}

/// Counts one sentence.
pub(super) fn count(
    ours: &ContentWords<'_>,
    system: Option<&Read<'_, Arcs>>,
) -> metric::Scored<DependencyCounts> {
    let skip = |reason| skip(reason, ours.missed());
    let Some((system, theirs)) =
        system.and_then(|system| Some((system, system.structure.content()?)))
    else {
        return skip(Reason::SystemMissing);
    };
    match system.faults.first() {
        Some(fault) => skip(Reason::SystemUnreadable(system.unreadable(fault))),
        None => Ok(compare(ours, theirs)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of number, form, features, head and relation.
    fn sentence(lines: &[&str]) -> String {
        let line = |line: &&str| {
            let [id, form, features, head, relation] =
                line.split(' ').collect::<Vec<_>>().try_into().unwrap();
            format!("{id}\t{form}\t_\t_\t_\t{features}\t{head}\t{relation}\t_\t_\n")
        };
        lines.iter().map(line).collect()
    }

    fn counts(gold: &[&str], system: &[&str]) -> DependencyCounts {
        let (gold, system) = (sentence(gold), sentence(system));
        let [(gold, None), (system, None)] =
            [&gold, &system].map(|text| ContentWords::read(text.as_bytes()))
        else {
            panic!("both can be read")
        };
        compare(&gold, &system)
    }

    const GOLD: [&str; 5] = [
        "1 The _ _ _",
        "2 dogs Definite=Def|Number=Plur 3 nsubj",
        "3 barked Mood=Ind|Tense=Past 0 root",
        "4 there | 3 advmod:lmod",
        "5 . _ _ _",
    ];

    #[test]
    fn features_count_by_halves_where_words_are_attached() {
        let right = counts(&GOLD, &GOLD);
        assert_eq!((right.words_gold, right.words_system, right.attachments), (3, 3, 3));
        assert_eq!(
            (right.features_f1, right.mslas, right.exact),
            (3 * WORD_UNIT, 3 * WORD_UNIT, 1)
        );
        let mut system = GOLD;
        system[1] = "2 dogs Definite=Ind|Number=Plur 3 nsubj";
        system[3] = "4 there Case=Loc 2 advmod";
        let found = counts(&GOLD, &system);
        // Half of the first word's features, all of the second's, none of the third's, which has none
        // in gold and another head.
        assert_eq!((found.attachments, found.features_f1), (2, WORD_UNIT * 3 / 2));
        assert_eq!((found.mslas, found.exact), (WORD_UNIT * 3 / 2, 0));
    }

    #[test]
    fn a_word_more_or_less_is_paired_from_the_better_end() {
        let mut system = GOLD;
        system[1] = "2 dogs _ _ _";
        // From the front, barked would be dogs.
        let found = counts(&GOLD, &system);
        assert_eq!((found.words_gold, found.words_system, found.attachments), (3, 2, 2));
        let swapped = counts(&system, &GOLD);
        assert_eq!((swapped.mslas, swapped.words_gold), (found.mslas, 2));
    }

    #[test]
    fn abstract_words_are_paired_with_each_other() {
        let mut with = GOLD.to_vec();
        with.insert(3, "3.1 _ Person=3 3 nsubj");
        let found = counts(&with, &with);
        assert_eq!((found.words_gold, found.attachments), (4, 4));
        let found = counts(&with, &GOLD);
        assert_eq!((found.words_gold, found.words_system, found.attachments), (4, 3, 3));
        // An empty node of an enhanced graph has no head in this column.
        with[3] = "3.1 _ Person=3 _ _";
        assert_eq!(counts(&with, &GOLD).words_gold, 3);
    }
}
