//! What a sentence contributes: fragments by size.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::counts::{Counts, Numbers, ratio};
use crate::metrics::fragments::column::{SizeColumn, resize};
use crate::metrics::fragments::count::Count;
use crate::metrics::fragments::digits::Digits;

/// Fragments of gold, of the system and of both, by size; of one sentence or of many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FragmentCounts {
    sentences: u64,
    /// In how many of them everything is right.
    exact: u64,
    gold: SizeColumn,
    system: SizeColumn,
    matched: SizeColumn,
    /// For each size, how many sentences of gold have fragments of it. Nothing is stored for a
    /// single sentence, where the counts say it.
    holding: Box<[u64]>,
}

impl FragmentCounts {
    /// The counts of one sentence.
    pub(crate) fn one(
        gold: SizeColumn,
        system: SizeColumn,
        matched: Option<SizeColumn>,
    ) -> FragmentCounts {
        let exact =
            u64::from(matched.as_ref().is_some_and(|matched| is_exact([&gold, &system, matched])));
        let matched = matched.unwrap_or_default();
        FragmentCounts { sentences: 1, exact, gold, system, matched, holding: Box::default() }
    }

    /// The share of sentences in which everything is right; undefined without sentences.
    pub(crate) fn exact_match(&self) -> Option<f64> {
        ratio(self.exact, self.sentences)
    }

    /// The counts of some sentences, with how many of them are exact and how many hold each size.
    pub(crate) fn sum(
        [sentences, exact]: [u64; 2],
        holding: Vec<u64>,
        [gold, system, matched]: [SizeColumn; 3],
    ) -> FragmentCounts {
        let holding = if sentences > 1 { holding.into() } else { Box::default() };
        FragmentCounts { sentences, exact, gold, system, matched, holding }
    }

    /// The same from numbers of any size, those that end in nothing.
    pub(crate) fn of_numbers(
        all: [u64; 2],
        holding: Vec<u64>,
        columns: [Vec<Count>; 3],
    ) -> FragmentCounts {
        let ended = |mut counts: Vec<Count>| {
            let n = counts.iter().rposition(|count| !count.is_zero()).map_or(0, |last| last + 1);
            counts.truncate(n);
            SizeColumn::from_counts(&counts)
        };
        let [gold, system, matched] = columns.map(ended);
        let holding = holding.into_iter().take(gold.len()).collect();
        FragmentCounts::sum(all, holding, [gold, system, matched])
    }

    /// Fragments of gold, of the system and of both.
    pub(crate) fn columns(&self) -> [&SizeColumn; 3] {
        [&self.gold, &self.system, &self.matched]
    }

    /// In how many sentences everything is right.
    pub(crate) fn exact(&self) -> u64 {
        self.exact
    }

    /// How many sentences these are the counts of.
    pub fn sentences(&self) -> u64 {
        self.sentences
    }

    /// What the counts of one sentence say: all of them match, or not. Of a sentence that could not be
    /// scored, and of sums, they do not.
    fn said_exact(&self) -> Option<u64> {
        (self.sentences == 1).then(|| u64::from(is_exact(self.columns())))
    }

    /// The size of gold's largest fragment; 0 if there is none.
    pub(crate) fn largest_gold(&self) -> usize {
        self.gold.len()
    }

    /// The size of the system's largest fragment; 0 if there is none.
    pub(crate) fn largest_system(&self) -> usize {
        self.system.len()
    }

    /// The size of the largest fragment of either; 0 if there is none.
    #[doc(hidden)]
    pub fn largest(&self) -> usize {
        self.gold.len().max(self.system.len())
    }

    /// Fragments of gold with this many nodes.
    ///
    /// # Panics
    /// If `size` is 0; so do the others.
    #[doc(hidden)]
    pub fn gold(&self, size: usize) -> Count {
        self.gold.get(size)
    }

    /// Fragments of the system with this many nodes.
    #[doc(hidden)]
    pub fn system(&self, size: usize) -> Count {
        self.system.get(size)
    }

    /// Fragments of gold with this many nodes that were found.
    #[doc(hidden)]
    pub fn matched(&self, size: usize) -> Count {
        self.matched.get(size)
    }

    /// Sentences whose gold tree has a fragment with this many nodes.
    pub(crate) fn holding(&self, size: usize) -> u64 {
        if self.sentences == 1 {
            return u64::from(!self.gold(size).is_zero());
        }
        self.holding.get(size - 1).copied().unwrap_or(0)
    }
}

impl Counts for FragmentCounts {
    fn add(&mut self, other: &Self, times: u64) {
        if times == 0 {
            return;
        }
        if self.sentences == 1 {
            self.holding = (1..=self.gold.len()).map(|size| self.holding(size)).collect();
        }
        if self.holding.len() < other.gold.len() {
            resize(&mut self.holding, other.gold.len());
        }
        for (size, holding) in (1..=other.gold.len()).zip(self.holding.iter_mut()) {
            *holding += times * other.holding(size);
        }
        self.sentences += times * other.sentences;
        self.exact += times * other.exact;
        if self.sentences <= 1 {
            self.holding = Box::default();
        }
        self.gold.add(&other.gold, times);
        self.system.add(&other.system, times);
        self.matched.add(&other.matched, times);
    }

    /// Fragments of gold are found or not; how many of them the system has is another matter, but for
    /// single nodes.
    fn fault(&self) -> Option<String> {
        if self.exact > self.sentences {
            let (exact, sentences) = (self.exact, self.sentences);
            return Some(format!("exact is {exact}, more than the {sentences} sentences"));
        }
        let sizes = 1..=self.matched.len();
        let more = |size: &usize| self.matched(*size) > self.gold(*size);
        let (size, side, whole) = match sizes.clone().find(more) {
            Some(size) => (size, "gold", self.gold(size)),
            None if !sizes.is_empty() && self.matched(1) > self.system(1) => {
                (1, "system", self.system(1))
            }
            None => return None,
        };
        let matched = self.matched(size);
        Some(format!("matched is {matched} at size {size}, more than the {whole} of {side}"))
    }

    fn bytes(&self) -> usize {
        let columns = self.columns().into_iter().map(SizeColumn::bytes).sum::<usize>();
        size_of::<FragmentCounts>() + columns + size_of_val::<[_]>(&self.holding)
    }

    fn numbers(rows: &[&Self]) -> Option<Numbers<Self>> {
        let digits = Digits::for_rows(rows)?;
        Some(Numbers {
            of: Box::new(move |counts| digits.of(counts)),
            back: Box::new(move |numbers| digits.back(numbers)),
        })
    }
}

/// As it is saved: whole numbers of any size are strings of digits.
#[derive(Serialize, Deserialize)]
struct Wire {
    sentences: u64,
    /// Nothing where the counts say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exact: Option<u64>,
    gold: Vec<String>,
    system: Vec<String>,
    matched: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    holding: Vec<u64>,
}

impl Serialize for FragmentCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let strings = |column: &SizeColumn| -> Vec<String> {
            (1..=column.len()).map(|size| column.get(size).to_string()).collect()
        };
        // A column of a table says it of every row.
        let is_table = !serializer.is_human_readable();
        let wire = Wire {
            sentences: self.sentences,
            exact: (is_table || self.said_exact() != Some(self.exact)).then_some(self.exact),
            gold: strings(&self.gold),
            system: strings(&self.system),
            matched: strings(&self.matched),
            holding: self.holding.to_vec(),
        };
        wire.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FragmentCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FragmentCounts, D::Error> {
        let wire = Wire::deserialize(deserializer)?;
        let column = |strings: &[String]| {
            let count = |text: &String| {
                Count::parse(text)
                    .ok_or_else(|| de::Error::custom(format!("{text:?} is no whole number")))
            };
            let counts: Vec<Count> = strings.iter().map(count).collect::<Result<_, D::Error>>()?;
            Ok(SizeColumn::from_counts(&counts))
        };
        let (gold, system) = (column(&wire.gold)?, column(&wire.system)?);
        let matched = column(&wire.matched)?;
        let Wire { sentences, exact, holding, .. } = wire;
        let holding = holding.into();
        let mut counts = FragmentCounts { sentences, exact: 0, gold, system, matched, holding };
        counts.exact = exact.or(counts.said_exact()).unwrap_or(0);
        Ok(counts)
    }
}

/// Whether all fragments of both sides match.
fn is_exact([gold, system, matched]: [&SizeColumn; 3]) -> bool {
    gold == system && system == matched
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::fragments::macro_average::MacroCounts;
    use crate::metrics::fragments::scores::Profile;

    fn counts(gold: &[u64], system: &[u64], matched: &[u64]) -> FragmentCounts {
        FragmentCounts::one(
            SizeColumn::from_narrow(gold),
            SizeColumn::from_narrow(system),
            Some(SizeColumn::from_narrow(matched)),
        )
    }

    #[test]
    fn adding_with_times_is_adding_again_and_again() {
        let rows =
            [counts(&[3, 2, 1], &[2, 1], &[1]), counts(&[1], &[], &[]), counts(&[], &[1], &[])];
        let (mut one, mut two) = (FragmentCounts::default(), FragmentCounts::default());
        for (row, times) in rows.iter().zip([3, 0, 2]) {
            one.add(row, times);
            for _ in 0..times {
                two.add(row, 1);
            }
        }
        assert_eq!(one, two);
        assert_eq!((one.sentences(), one.holding(1), one.holding(3), one.holding(9)), (5, 3, 3, 0));
        assert_eq!(one.gold(1), Count::from(9));
        assert_eq!((one.largest_gold(), one.largest_system(), one.largest()), (3, 2, 3));
    }

    #[test]
    fn averages_over_sentences_know_in_how_many_a_size_is_found() {
        let rows = [counts(&[3, 2, 1], &[2], &[1]), counts(&[1, 1], &[1], &[1])];
        let mut micro = FragmentCounts::default();
        rows.iter().for_each(|row| micro.add(row, 1));
        let macro_counts = MacroCounts::sum(&rows);
        let holding = |size| (micro.holding(size), Profile::holding(&macro_counts, size));
        assert_eq!([1, 2, 3, 4].map(holding), [(2, 2), (2, 2), (1, 1), (0, 0)]);
        assert_eq!((macro_counts.largest_gold(), macro_counts.largest_system()), (3, 1));
    }

    #[test]
    fn the_sum_of_one_row_is_the_row() {
        let row = counts(&[3, 2, 1], &[2, 1], &[1]);
        let mut sum = FragmentCounts::default();
        sum.add(&row, 1);
        assert_eq!(sum, row);
        assert_eq!((row.holding(3), row.holding(4)), (1, 0));
    }

    #[test]
    fn counts_are_saved_as_digits_and_read_back() {
        let row = counts(&[u64::MAX, 2], &[2, 1, 1], &[1]);
        let text = serde_json::to_string(&row).unwrap();
        assert_eq!(
            text,
            r#"{"sentences":1,"gold":["18446744073709551615","2"],"system":["2","1","1"],"matched":["1"]}"#
        );
        assert_eq!(serde_json::from_str::<FragmentCounts>(&text).unwrap(), row);
        let mut sum = row.clone();
        for _ in 0..5 {
            sum.add(&sum.clone(), 1_000);
        }
        sum.add(&sum.clone(), 1);
        let text = serde_json::to_string(&sum).unwrap();
        assert_eq!(serde_json::from_str::<FragmentCounts>(&text).unwrap(), sum);
        let bad = text.replace("\"gold\":[\"", "\"gold\":[\"-");
        assert!(serde_json::from_str::<FragmentCounts>(&bad).is_err());
    }
}
