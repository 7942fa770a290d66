//! Sentences that are left out of gold, and what that means for the numbers of systems.

use std::collections::{BTreeMap, BTreeSet};

use bezant::error::Position;
use bezant::formats::Corpus;
use bezant::structures::relations::{NumberedRelations, RelationFile};

use crate::args::SentenceList;

/// What is left of gold.
pub struct LeftOut<'a> {
    without: &'a SentenceList,
    /// The numbers that gold's sentences had, in ascending order.
    all: Vec<u64>,
    /// Those of the sentences that are left; their new numbers are their places.
    left: Vec<u64>,
}

/// The words of a sentence's relations.
fn words(sentence: &NumberedRelations) -> impl Iterator<Item = &[u8]> {
    let fillers = sentence.relations.iter().flat_map(|relation| relation.fillers.iter());
    fillers.filter(|filler| *filler != b"_")
}

/// The numbers of all sentences, in ascending order.
fn numbers_of(file: &RelationFile<'_>) -> Vec<u64> {
    let mut numbers: Vec<u64> = file.sentences.iter().map(|sentence| sentence.number).collect();
    numbers.sort_unstable();
    numbers
}

impl<'a> LeftOut<'a> {
    /// Takes sentences out of gold and numbers the others anew, in the order of their numbers.
    pub fn of(gold: &mut RelationFile<'_>, without: &'a SentenceList) -> anyhow::Result<Self> {
        let all = numbers_of(gold);
        let last = all.last().copied().unwrap_or(0);
        anyhow::ensure!(
            without.largest() <= last,
            "--without names sentence {}; the last one of {} is {last}",
            without.largest(),
            gold.name
        );
        gold.sentences.retain(|sentence| !without.contains(sentence.number));
        anyhow::ensure!(
            !gold.sentences.is_empty(),
            "--without leaves no sentence of {}",
            gold.name
        );
        let left = numbers_of(gold);
        let mut sentences: Vec<&mut NumberedRelations> = gold.sentences.iter_mut().collect();
        sentences.sort_by_key(|sentence| sentence.number);
        for (sentence, number) in sentences.into_iter().zip(1..) {
            sentence.number = number;
        }
        Ok(LeftOut { without, all, left })
    }

    /// The new number of a sentence that a system has under an old one, unless it is left out. What gold never
    /// had keeps its number, under which it is found in its file, unless a sentence of gold has that now; then it comes
    /// behind all others, of which `last` is the system's.
    fn renumbered(&self, old: u64, last: u64) -> Option<u64> {
        let n_left = self.left.len() as u64;
        match self.left.binary_search(&old) {
            Ok(at) => Some(at as u64 + 1),
            Err(_) if self.without.contains(old) => None,
            Err(_) if old > n_left => Some(old),
            Err(_) => Some(last.max(n_left).saturating_add(old)),
        }
    }

    /// Takes the same sentences out of a system, with the places of its outputs, unless it was made without them
    /// and has gold's new numbers already. A system may lack sentences or have too many, so numbers alone do not
    /// say which: the words of its relations do.
    pub fn take_from(
        &self,
        system: &mut RelationFile<'_>,
        places: &mut BTreeMap<u64, Position>,
        gold: &Corpus,
    ) {
        if self.is_without(system, gold) {
            return;
        }
        let last = numbers_of(system).last().copied().unwrap_or(0);
        let last = places.keys().next_back().map_or(last, |placed| last.max(*placed));
        system.sentences.retain_mut(|sentence| {
            let number = self.renumbered(sentence.number, last);
            sentence.number = number.unwrap_or_default();
            number.is_some()
        });
        let placed = std::mem::take(places).into_iter();
        places.extend(placed.filter_map(|(old, place)| Some((self.renumbered(old, last)?, place))));
    }

    /// Whether a system was made without the sentences that are left out.
    fn is_without(&self, system: &RelationFile<'_>, gold: &Corpus) -> bool {
        let numbers = numbers_of(system);
        if numbers == self.all {
            return false;
        }
        let gold: BTreeMap<u64, BTreeSet<&[u8]>> =
            gold.relations().map(|sentence| (sentence.number, words(sentence).collect())).collect();
        // How many words are in gold's sentence of the same number.
        let alike = |sentence: &NumberedRelations, number: Option<u64>| {
            let theirs = number.and_then(|number| gold.get(&number));
            theirs.map_or(0, |theirs| words(sentence).filter(|word| theirs.contains(word)).count())
        };
        let sum = |of: &dyn Fn(u64) -> Option<u64>| -> usize {
            system.sentences.iter().map(|one| alike(one, of(one.number))).sum()
        };
        let last = numbers.last().copied().unwrap_or(0);
        let (anew, kept) = (sum(&Some), sum(&|old| self.renumbered(old, last)));
        // Where no word says more, it has all sentences that are left, or its numbers stay.
        anew > kept || (anew == kept && numbers.into_iter().eq(1..=self.left.len() as u64))
    }
}
