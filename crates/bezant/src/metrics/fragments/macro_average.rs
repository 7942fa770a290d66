//! The average over sentences, in which each sentence counts the same.

use crate::counts::{Counts, average};
use crate::metrics::fragments::counts::FragmentCounts;
use crate::metrics::fragments::scores::Profile;

/// Sums of the precision and recall of sentences, by size.
///
/// It is made of a row and adds like one, so that a bootstrap over rows works for the average over
/// sentences as it does for the sum over fragments. Sums of fractions are rounded: add them in
/// the order of the sentences to get the same digits again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MacroCounts {
    sizes: Vec<Sums>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    precision: f64,
    with_precision: u64,
    recall: f64,
    with_recall: u64,
}

impl MacroCounts {
    /// What a sentence contributes.
    pub(crate) fn of(sentence: &FragmentCounts) -> MacroCounts {
        let sums = sentence.sizes().into_iter().map(|size| Sums {
            precision: size.precision.unwrap_or(0.0),
            with_precision: size.precision.is_some().into(),
            recall: size.recall.unwrap_or(0.0),
            with_recall: size.recall.is_some().into(),
        });
        MacroCounts { sizes: sums.collect() }
    }

    /// The sum over sentences.
    pub fn sum<'c>(sentences: impl IntoIterator<Item = &'c FragmentCounts>) -> MacroCounts {
        let mut total = MacroCounts::default();
        for sentence in sentences {
            total.add(&MacroCounts::of(sentence), 1);
        }
        total
    }

    fn largest(&self, has: impl Fn(&Sums) -> bool) -> usize {
        self.sizes.iter().rposition(has).map_or(0, |last| last + 1)
    }

    fn at(&self, size: usize) -> Sums {
        self.sizes.get(size - 1).copied().unwrap_or_default()
    }
}

impl Counts for MacroCounts {
    fn add(&mut self, other: &Self, times: u64) {
        if times == 0 {
            return;
        }
        if self.sizes.len() < other.sizes.len() {
            self.sizes.resize(other.sizes.len(), Sums::default());
        }
        for (ours, theirs) in self.sizes.iter_mut().zip(&other.sizes) {
            ours.precision += times as f64 * theirs.precision;
            ours.with_precision += times * theirs.with_precision;
            ours.recall += times as f64 * theirs.recall;
            ours.with_recall += times * theirs.with_recall;
        }
    }
}

/// Averaged over the sentences that have fragments of the size, on the side that is asked about.
impl Profile for MacroCounts {
    fn largest_gold(&self) -> usize {
        self.largest(|sums| sums.with_recall > 0)
    }

    fn largest_system(&self) -> usize {
        self.largest(|sums| sums.with_precision > 0)
    }

    fn holding(&self, size: usize) -> u64 {
        self.at(size).with_recall
    }

    fn precision(&self, size: usize) -> Option<f64> {
        let Sums { precision, with_precision, .. } = self.at(size);
        average(precision, with_precision)
    }

    fn recall(&self, size: usize) -> Option<f64> {
        let Sums { recall, with_recall, .. } = self.at(size);
        average(recall, with_recall)
    }
}
