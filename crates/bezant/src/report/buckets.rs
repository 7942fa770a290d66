//! Scores apart, by what sentences are like: how large they are, or what their file says of them.
//! One design for all metrics, because it needs nothing but rows and what makes scores of a sum.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::counts::Counts;
use crate::error::{ChoiceFault, ChoiceProblem};
use crate::evaluation::Evaluation;
use crate::kinds::one_of;
use crate::metric::{ScoresOf, Size, heading};
use crate::report::{Cell, Column, Report, Shown, Table};

/// What sentences are sorted by, and where one bucket ends and the next begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buckets {
    /// What they are sorted by.
    pub key: BucketKey,
    /// The upper limits of ranges, ascending; one more range is above the last. None where
    /// every word is a bucket of its own.
    pub limits: Vec<u32>,
}

/// What sentences are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BucketKey {
    /// Words of gold that count in the length; those of a pair's text.
    Length,
    /// Levels of gold's tree.
    Depth,
    /// How often gold has a word; words are sorted, not sentences.
    Frequency,
    /// How many words away from a word its head is; arcs are sorted, not sentences.
    Distance,
    /// Relations of gold.
    Relations,
    /// The right answer to a pair.
    Answer,
    /// Where a pair comes from.
    Source,
    /// Which construction a pair is about.
    Construction,
    /// Which relation a pair rests on.
    Relation,
}

/// Each key, its name, that of its tables, and how it is asked for.
const KEYS: [(BucketKey, &str, &str, &str); 9] = [
    (BucketKey::Length, "length", "buckets_length", "length:10,20,40"),
    (BucketKey::Depth, "depth", "buckets_depth", "depth:5,10,20"),
    (BucketKey::Frequency, "frequency", "buckets_frequency", "frequency:1,5,20"),
    (BucketKey::Distance, "distance", "buckets_distance", "distance:1,2,6"),
    (BucketKey::Relations, "relations", "buckets_relations", "relations:5,10,20"),
    (BucketKey::Answer, "answer", "buckets_answer", "answer"),
    (BucketKey::Source, "source", "buckets_source", "source"),
    (BucketKey::Construction, "construction", "buckets_construction", "construction"),
    (BucketKey::Relation, "relation", "buckets_relation", "relation"),
];

impl BucketKey {
    fn about(self) -> (BucketKey, &'static str, &'static str, &'static str) {
        let about = KEYS.into_iter().find(|(key, ..)| *key == self);
        about.expect("the table has every key")
    }

    fn name(self) -> &'static str {
        self.about().1
    }

    /// What the tables of its buckets are called.
    pub(super) fn table(self) -> &'static str {
        self.about().2
    }

    /// How it is asked for.
    fn usage(self) -> &'static str {
        self.about().3
    }

    /// What ranges are made of.
    fn size(self, size: Size) -> u32 {
        if self == BucketKey::Depth { size.depth } else { size.length }
    }

    /// Whether sentences are sorted into ranges, not by words.
    pub(crate) fn has_limits(self) -> bool {
        self.is_of_words()
            || matches!(self, BucketKey::Length | BucketKey::Depth | BucketKey::Relations)
    }

    /// Whether words are sorted, not sentences: rows do not know what is asked for.
    pub fn is_of_words(self) -> bool {
        matches!(self, BucketKey::Frequency | BucketKey::Distance)
    }
}

impl fmt::Display for BucketKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Sentences do not have what they should be sorted by.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these sentences have no {key}{}", instead(known))]
pub struct NoBuckets {
    /// By what.
    pub key: BucketKey,
    /// What they have.
    pub known: Vec<BucketKey>,
}

fn instead(known: &[BucketKey]) -> String {
    match known {
        [] => String::new(),
        known => format!("; use {}", one_of(known.iter().map(|key| key.usage()))),
    }
}

impl FromStr for Buckets {
    type Err = ChoiceFault;

    /// `length:10,20,40`, or a word such as `answer`.
    fn from_str(text: &str) -> Result<Buckets, ChoiceFault> {
        let (name, limits) = match text.split_once(':') {
            Some((name, limits)) => (name, Some(limits)),
            None => (text, None),
        };
        let Some((key, ..)) = KEYS.into_iter().find(|(_, known, ..)| *known == name) else {
            let all = KEYS.map(|(.., usage)| usage);
            return Err(ChoiceFault::new(ChoiceProblem::NoBuckets, name, &all));
        };
        let fault = |problem, written: &str| ChoiceFault::new(problem, written, &[key.usage()]);
        let limits = match (key.has_limits(), limits) {
            (true, Some(limits)) => limits,
            (true, None) => return Err(fault(ChoiceProblem::NoLimits, name)),
            (false, Some(_)) => return Err(fault(ChoiceProblem::NoRanges, name)),
            (false, None) => return Ok(Buckets { key, limits: Vec::new() }),
        };
        let number =
            |limit: &str| limit.trim().parse().map_err(|_| fault(ChoiceProblem::BadLimit, limit));
        let limits: Vec<u32> = limits.split(',').map(number).collect::<Result<_, _>>()?;
        if !limits.is_sorted_by(|one, two| one < two) || limits.contains(&u32::MAX) {
            return Err(fault(ChoiceProblem::FallingLimits, text));
        }
        Ok(Buckets { key, limits })
    }
}

/// One range, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) from: u32,
    pub(super) to: Option<u32>,
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (0, Some(to)) => write!(f, "≤ {to}"),
            (from, Some(to)) if from == to => write!(f, "{from}"),
            (from, Some(to)) => write!(f, "{from}–{to}"),
            (from, None) => write!(f, "≥ {from}"),
        }
    }
}

/// What is in one bucket of one system.
#[derive(Clone, Default)]
struct Bucket<C> {
    total: C,
    scored: u64,
    skipped: u64,
}

impl<C> Bucket<C> {
    fn is_empty(&self) -> bool {
        self.scored == 0 && self.skipped == 0
    }
}

#[doc(hidden)]
impl Report {
    /// Adds the main score by bucket, all systems side by side; JSON has all scores of each.
    ///
    /// # Errors
    /// Where no sentence has what they should be sorted by.
    pub fn add_buckets<C: Counts>(
        &mut self,
        buckets: &[Buckets],
        systems: &[Evaluation<C>],
        scores: ScoresOf<'_, C>,
    ) -> Result<(), NoBuckets> {
        for buckets in buckets.iter().filter(|buckets| !buckets.key.is_of_words()) {
            let words = buckets.words(systems)?;
            let sorted: Vec<Vec<Bucket<C>>> =
                systems.iter().map(|system| buckets.sort(system, &words)).collect();
            let mut labels = buckets.labels(&words);
            // A bucket for those of which nothing is said is there only if there are any.
            if !buckets.key.has_limits()
                && sorted.iter().flat_map(|of| of.last()).all(Bucket::is_empty)
            {
                labels.pop();
            }
            for (result, found) in self.systems.iter_mut().zip(&sorted) {
                result.tables.push(buckets.all_scores(&labels, found, scores));
            }
            self.tables.push(buckets.side_by_side(&labels, systems, &sorted, scores));
        }
        Ok(())
    }
}

impl Buckets {
    /// Ranges of round numbers, so many that a chart of these systems has a point every few
    /// millimetres, and so that the last is not about one long sentence.
    pub fn for_chart<C>(key: BucketKey, systems: &[Evaluation<C>]) -> Buckets {
        const MOST: u32 = 8;
        let rows = systems.first().map_or(&[][..], |system| system.rows.as_slice());
        let mut sizes: Vec<u32> = rows.iter().map(|row| key.size(row.outcome.size)).collect();
        sizes.sort_unstable();
        let large = sizes.get(sizes.len().saturating_sub(1 + sizes.len() / 50)).copied();
        let large = large.unwrap_or(0).clamp(2, u32::MAX / 4);
        let mut steps = (0..9).flat_map(|power| [1, 2, 5].map(|n| n * 10u32.pow(power)));
        let step = steps.find(|step| large.div_ceil(*step) <= MOST).unwrap_or(large);
        let limits = (1..).map(|n| n * step).take_while(|limit| *limit < large).collect();
        Buckets { key, limits }
    }

    /// The range that a sentence of this size is in, counted from 0.
    pub(super) fn place(&self, size: Size) -> usize {
        let size = self.key.size(size);
        self.limits.partition_point(|limit| *limit < size)
    }

    /// What the ranges are called.
    pub(super) fn range_names(&self) -> Vec<String> {
        self.ranges().iter().map(ToString::to_string).collect()
    }

    pub(super) fn ranges(&self) -> Vec<Range> {
        let starts = [0].into_iter().chain(self.limits.iter().map(|limit| limit + 1));
        let ends = self.limits.iter().map(|limit| Some(*limit)).chain([None]);
        starts.zip(ends).map(|(from, to)| Range { from, to }).collect()
    }

    /// The words that are buckets, those of most sentences first; nothing for ranges.
    fn words<'e, C>(&self, systems: &'e [Evaluation<C>]) -> Result<Vec<&'e str>, NoBuckets> {
        if self.key.has_limits() {
            return Ok(Vec::new());
        }
        let mut words: BTreeMap<&str, usize> = BTreeMap::new();
        for system in systems {
            for at in system.said.keys() {
                for word in self.said(system, *at) {
                    *words.entry(word).or_default() += 1;
                }
            }
        }
        if words.is_empty() {
            return Err(NoBuckets { key: self.key, known: known_words(systems) });
        }
        let mut words: Vec<(&str, usize)> = words.into_iter().collect();
        words.sort_by_key(|(_, n)| Reverse(*n));
        Ok(words.into_iter().map(|(word, _)| word).collect())
    }

    /// What is said of a row. It may be several things, so that buckets may add up to more than
    /// all sentences.
    fn said<'e, C>(&self, system: &'e Evaluation<C>, at: usize) -> Vec<&'e str> {
        let said = system.said.get(&at).and_then(|said| said.groups.get(self.key.name()));
        let words = said.map_or("", String::as_str).split([',', ';']);
        let mut words: Vec<&str> = words.map(str::trim).filter(|word| !word.is_empty()).collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    fn labels(&self, words: &[&str]) -> Vec<Cell> {
        if self.key.has_limits() {
            return self.ranges().iter().map(|range| Cell::Text(range.to_string())).collect();
        }
        let words = words.iter().map(|word| Cell::Text((*word).to_string()));
        words.chain([Cell::Nothing]).collect()
    }

    /// The rows of a system in their buckets; the last is for what nothing is said of.
    fn sort<C: Counts>(&self, system: &Evaluation<C>, words: &[&str]) -> Vec<Bucket<C>> {
        let places: BTreeMap<&str, usize> =
            words.iter().enumerate().map(|(place, word)| (*word, place)).collect();
        let n = if self.key.has_limits() { self.limits.len() } else { words.len() };
        let mut buckets: Vec<Bucket<C>> = vec![Bucket::default(); n + 1];
        for (at, row) in system.rows.iter().enumerate() {
            let places = match self.key.has_limits() {
                true => vec![self.place(row.outcome.size)],
                false => match self.said(system, at).as_slice() {
                    [] => vec![n],
                    said => said.iter().map(|word| places[word]).collect(),
                },
            };
            for place in places {
                let Bucket { total, scored, skipped } = &mut buckets[place];
                match &row.outcome.result {
                    Ok(counts) => {
                        total.add(counts, 1);
                        *scored = scored.saturating_add(row.n_sentences);
                    }
                    Err(_) => *skipped = skipped.saturating_add(row.n_sentences.max(1)),
                }
            }
        }
        buckets
    }

    /// The name of the first column and its heading.
    fn key_column(&self) -> Column {
        let name = if self.key.has_limits() { "range" } else { self.key.name() };
        Column::headed(name, self.key.name())
    }

    /// Every score of one system.
    fn all_scores<C: Counts>(
        &self,
        labels: &[Cell],
        found: &[Bucket<C>],
        scores: ScoresOf<'_, C>,
    ) -> Table {
        let mut columns = vec![self.key_column(), Column::new("sentences"), Column::new("skipped")];
        columns.extend(scores(&C::default()).iter().map(|score| Column::new(score.name)));
        let row = |(label, bucket): (&Cell, &Bucket<C>)| {
            let mut row =
                vec![label.clone(), Cell::Count(bucket.scored), Cell::Count(bucket.skipped)];
            row.extend(scores(&bucket.total).iter().map(Cell::score));
            row
        };
        Table {
            name: self.key.table(),
            title: format!("By {}", self.key),
            columns,
            rows: labels.iter().zip(found).map(row).collect(),
            shown: Shown::OnlyInJson,
        }
    }

    /// The main score of all systems. Where they have skipped nothing, all have scored the same
    /// sentences.
    fn side_by_side<C: Counts>(
        &self,
        labels: &[Cell],
        systems: &[Evaluation<C>],
        sorted: &[Vec<Bucket<C>>],
        scores: ScoresOf<'_, C>,
    ) -> Table {
        let any_skipped = sorted.iter().flatten().any(|bucket| bucket.skipped > 0);
        let mut columns = vec![self.key_column(), Column::new("sentences")];
        for system in systems {
            columns.push(Column::about(&system.system));
            if any_skipped {
                let name = format!("{} skipped", system.system);
                columns.push(Column::headed(name, "skipped"));
            }
        }
        let row = |(at, label): (usize, &Cell)| {
            let here = || sorted.iter().map(|found| &found[at]);
            let n = here().map(|bucket| bucket.scored.saturating_add(bucket.skipped)).max();
            let mut row = vec![label.clone(), Cell::Count(n.unwrap_or(0))];
            for bucket in here() {
                let main = scores(&bucket.total).first().map(Cell::score);
                row.push(main.unwrap_or(Cell::Nothing));
                if any_skipped {
                    row.push(Cell::Count(bucket.skipped));
                }
            }
            row
        };
        let main = scores(&C::default()).first().map_or("", |score| score.name);
        Table {
            name: self.key.table(),
            title: format!("By {}: {}", self.key, heading(main)),
            columns,
            rows: labels.iter().enumerate().map(|(at, label)| row((at, label))).collect(),
            shown: Shown::NotInJson,
        }
    }
}

/// The keys for which something is said of some row.
fn known_words<C>(systems: &[Evaluation<C>]) -> Vec<BucketKey> {
    let said = || systems.iter().flat_map(|system| system.said.values());
    let is_said = |key: &BucketKey| said().any(|said| said.groups.contains_key(key.name()));
    let keys = KEYS.into_iter().map(|(key, ..)| key);
    // Every row has a length.
    keys.filter(|key| *key == BucketKey::Length || is_said(key)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_typed_as_they_are_shown_in_messages() {
        for (key, name, _, usage) in KEYS {
            assert_eq!(usage.parse::<Buckets>().unwrap().key, key);
            assert!(usage.starts_with(name));
        }
        let fail = |text: &str| text.parse::<Buckets>().unwrap_err().to_string();
        assert_eq!(fail("depth"), "where does a range end? write depth:5,10,20");
        assert_eq!(fail("answer:5"), "answer has no ranges; write answer");
        assert_eq!(fail("length:9,3"), "limits must ascend; write length:10,20,40");
        assert_eq!(fail("length:x"), "x is no limit; write length:10,20,40");
        assert!(fail("tense").starts_with("no buckets by tense; write length:10,20,40, depth:"));
    }
}
