//! Where skipped sentences stand, and what would let them be scored.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use bezant::error::Hint;
use bezant::evaluation::{PlacedSentence, evaluate_one, places};
use bezant::formats::{Corpus, Format, Reader};
use bezant::metrics::brackets::{Brackets, Tokens, Words};
use bezant::report::{Report, SkippedRow};

use crate::commands::Again;

/// So many sentences of a system are tried with other options.
const TRIED: usize = 50;

/// What to do about a system without a single sentence.
const EMPTY: Hint =
    Hint::Advice("the file is empty: did the parser write into it, and to the end?");

/// Whose sentences are counted: where the system ends its sentences elsewhere than gold, the number of
/// one of gold's says nothing about the system's file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Gold's and the systems'.
    OfAll,
    /// Gold's alone.
    OfGold,
}

/// Sentences of a file that were looked for.
#[derive(Default)]
struct Found {
    name: String,
    format: Option<Format>,
    sentences: BTreeMap<u64, PlacedSentence>,
}

impl Found {
    /// Nothing, where the file cannot be read again.
    fn look(
        reader: Option<bezant::error::Result<Reader>>,
        wanted: &BTreeSet<u64>,
        look: impl FnMut(u64, &[u8]),
    ) -> bezant::error::Result<Found> {
        let Some(reader) = reader.filter(|_| !wanted.is_empty()).transpose()? else {
            return Ok(Found::default());
        };
        let (name, format) = (reader.name().to_string(), Some(reader.format()));
        Ok(Found { name, format, sentences: places(reader, wanted, look)? })
    }

    fn place(&self, row: &SkippedRow) -> Option<String> {
        let position = row.position.or(self.sentences.get(&row.sentence).map(|at| at.position))?;
        (!self.name.is_empty()).then(|| format!("{}:{position}", self.name))
    }
}

/// Adds places to the sentences that were skipped and, where trees have other words, what cures it.
pub fn add(
    report: &mut Report,
    again: &Again<'_>,
    numbers: Numbers,
    trees: Option<&Brackets>,
) -> anyhow::Result<()> {
    let skipped = report.systems.iter().flat_map(|system| &system.skipped);
    let wanted: BTreeSet<u64> = skipped.map(|row| row.sentence).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let differs = |row: &SkippedRow| ["word_mismatch", "length_mismatch"].contains(&row.reason);
    let gold = Found::look(again.file(0), &wanted, |_, _| ())?;
    for (at, system) in report.systems.iter_mut().enumerate() {
        let wanted: BTreeSet<u64> = match numbers {
            Numbers::OfAll => system.skipped.iter().map(|row| row.sentence).collect(),
            Numbers::OfGold => BTreeSet::new(),
        };
        let own = match numbers {
            Numbers::OfAll => Found::look(again.file(at + 1), &wanted, |_, _| ())?,
            // What cannot be read has a place; for that the file need only have a name.
            Numbers::OfGold => Found {
                name: again
                    .file(at + 1)
                    .transpose()?
                    .map_or_else(String::new, |it| it.name().to_string()),
                ..Found::default()
            },
        };
        let cure = trees.and_then(|trees| cure(trees, &gold, &own, &system.skipped, again));
        let is_empty = system.skipped.iter().all(|row| row.reason == "system_missing")
            && system.n_skipped() == system.n_sentences;
        for row in &mut system.skipped {
            let is_golds = ["gold_unreadable", "system_missing"].contains(&row.reason);
            row.place = match is_golds {
                true => gold.place(row),
                false => own.place(row).or_else(|| gold.place(row)),
            };
            row.sent_id = gold.sentences.get(&row.sentence).and_then(|found| found.id.clone());
            if let Some(cure) = cure.filter(|_| differs(row)) {
                // Where both sides have the same words, it is not the words that differ.
                let is_same = || {
                    let text =
                        |found: &Found| Some(words(&found.sentences.get(&row.sentence)?.text));
                    text(&gold).is_some_and(|ours| Some(ours) == text(&own))
                };
                row.hint = match cure {
                    Hint::Align | Hint::AlignSome if is_same() => Hint::AlignTags,
                    cure => cure,
                };
            } else if is_empty {
                row.hint = EMPTY;
            }
        }
    }
    Ok(())
}

/// Adds the names of files to places that are known from reading them.
pub fn name_files(report: &mut Report, gold: &str, systems: &[&str]) {
    for (system, name) in report.systems.iter_mut().zip(systems) {
        for row in &mut system.skipped {
            let name = if row.reason == "gold_unreadable" { gold } else { name };
            row.place = row.position.map(|position| format!("{name}:{position}"));
        }
    }
}

/// For sentences of these words, the numbers of those of gold that have the same; all of gold is looked
/// at for it. Nothing, where the file cannot be read again.
fn places_in_gold(
    reader: Option<bezant::error::Result<Reader>>,
    wanted: &[Vec<u8>],
) -> HashMap<&[u8], Vec<u64>> {
    let mut places: HashMap<&[u8], Vec<u64>> =
        wanted.iter().map(|words| (words.as_slice(), Vec::new())).collect();
    // Nearly always the first words tell that it is none of them.
    let mut starts = HashSet::new();
    for words in wanted {
        let blanks = words.iter().enumerate().filter(|(_, byte)| **byte == b' ');
        let end = blanks.map(|(at, _)| at + 1).take(FIRST_WORDS).last().unwrap_or(0);
        starts.insert(&words[..end]);
    }
    // No sentence has this number, so that all are looked at.
    let all = BTreeSet::from([u64::MAX]);
    let looked = Found::look(reader, &all, |number, text| {
        if starts.contains(first_words(text, FIRST_WORDS).as_slice())
            && let Some(places) = places.get_mut(words(text).as_slice())
        {
            places.push(number);
        }
    });
    looked.map_or_else(|_| HashMap::new(), |_| places)
}

/// So many words at its beginning tell a sentence from nearly all others.
const FIRST_WORDS: usize = 3;

/// What would let the sentences be scored whose words differ, if anything does.
fn cure(
    trees: &Brackets,
    gold: &Found,
    system: &Found,
    skipped: &[SkippedRow],
    again: &Again<'_>,
) -> Option<Hint> {
    let differs = |row: &&SkippedRow| ["word_mismatch", "length_mismatch"].contains(&row.reason);
    let pairs = skipped.iter().filter(differs).filter_map(|row| {
        Some((
            row.sentence,
            gold.sentences.get(&row.sentence)?,
            system.sentences.get(&row.sentence)?,
        ))
    });
    let pairs: Vec<(u64, &PlacedSentence, &PlacedSentence)> = pairs.take(TRIED).collect();
    if pairs.is_empty() {
        return None;
    }
    let most = |n: usize| 10 * n >= 9 * pairs.len();
    let (gold_format, system_format) = (gold.format?, system.format?);
    let scored = |metric: &Brackets| {
        let texts = |of: fn(&(u64, &PlacedSentence, &PlacedSentence)) -> Vec<u8>| {
            pairs.iter().map(of).collect::<Vec<_>>()
        };
        let gold = Corpus::of_texts("gold", gold_format, texts(|(_, gold, _)| gold.text.clone()));
        let theirs = texts(|(.., system)| system.text.clone());
        let system = Corpus::of_texts("system", system_format, theirs);
        let found = evaluate_one(metric, &gold, &system);
        found.map_or(0, |found| found.counted().count())
    };
    let unescaped = trees.clone().with(|it| it.words = Words::Unescaped);
    let clean = |metric: &Brackets| metric.clone().with(|it| it.cleaning.traces = true);
    let candidates = [
        (Hint::Unescape, unescaped.clone()),
        (Hint::CleanTraces, clean(trees)),
        (Hint::CleanTracesAndUnescape, clean(&unescaped)),
    ];
    if let Some((hint, _)) = candidates.iter().find(|(_, metric)| most(scored(metric))) {
        return Some(*hint);
    }
    // Where the system's words stand in gold, if that is elsewhere.
    let is_in_place = |(_, gold, system): &&(u64, &PlacedSentence, &PlacedSentence)| {
        words(&gold.text) == words(&system.text)
    };
    let strangers: Vec<_> = pairs.iter().filter(|pair| !is_in_place(pair)).collect();
    if 2 * strangers.len() > pairs.len() {
        let theirs: Vec<Vec<u8>> =
            strangers.iter().map(|(.., system)| words(&system.text)).collect();
        let places = places_in_gold(again.file(0), &theirs);
        let away = theirs.iter().filter_map(|words| places.get(words.as_slice()));
        let away: Vec<&Vec<u64>> = away.filter(|places| !places.is_empty()).collect();
        if 2 * away.len() > pairs.len() {
            return Some(if is_in_order(&away) { Hint::Shifted } else { Hint::OtherOrder });
        }
    }
    let aligned = trees.clone().with(|it| it.tokens = Tokens::Aligned);
    if most(pairs.iter().filter(is_in_place).count()) && most(scored(&aligned)) {
        return Some(Hint::AlignTags);
    }
    let letters =
        |text: &[u8]| -> Vec<u8> { words(text).into_iter().filter(|byte| *byte != b' ').collect() };
    let is_same = |(_, gold, system): &&(u64, &PlacedSentence, &PlacedSentence)| {
        letters(&gold.text) == letters(&system.text)
    };
    let same = pairs.iter().filter(is_same).count();
    Some(match most(scored(&aligned)) {
        true if most(same) => Hint::Align,
        true => Hint::AlignSome,
        false => Hint::Advice(
            "the words differ, not only their form: are these parses of the same text?",
        ),
    })
}

/// Whether sentences can be found in gold one behind the other, each standing in some places there.
fn is_in_order(places: &[&Vec<u64>]) -> bool {
    let mut last = 0;
    places.iter().all(|places| {
        let next = places.iter().find(|place| **place > last);
        last = next.copied().unwrap_or(last);
        next.is_some()
    })
}

/// The words of a tree, roughly: what stands before a closing bracket. A blank stands behind each.
fn words(text: &[u8]) -> Vec<u8> {
    first_words(text, usize::MAX)
}

fn first_words(text: &[u8], mut n: usize) -> Vec<u8> {
    let mut all = Vec::new();
    let mut word = 0..0;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b')' if !word.is_empty() => {
                all.extend_from_slice(&text[word.clone()]);
                all.push(b' ');
                word = 0..0;
                n -= 1;
                if n == 0 {
                    break;
                }
            }
            b'(' | b')' => word = 0..0,
            byte if byte.is_ascii_whitespace() => word = 0..0,
            _ if word.is_empty() => word = at..at + 1,
            _ => word.end = at + 1,
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_tags_hold() {
        assert_eq!(
            words(b"(TOP (S (NP (DT The) (NN tea)) (VP (VBZ is ) (ADJP(JJ hot)))))"),
            b"The tea hot "
        );
        assert_eq!(first_words(b"(S (A a) (B b))", 1), b"a ");
    }
}
