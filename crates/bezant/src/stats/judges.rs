//! How far many people agree about many items, each of which some of them have seen.

use crate::counts::{Counts, ratio};
use crate::parallel::Threads;
use crate::stats::bootstrap::{bca, each};
use crate::stats::summing::RowSums;
use crate::stats::{Interval, Resampling};

/// So many answers can be given to an item.
pub(crate) const ANSWERS: usize = 3;

/// Of more items than these, some that follow each other are drawn together.
const UNITS: usize = 20_000;

/// What an item says about agreement. Items with fewer than two answers say nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ItemAgreement {
    /// Items with at least two answers.
    pub(crate) items: u64,
    /// The share of an item's pairs of answers that are equal, added up.
    equal: f64,
    /// An item's answers, each weighed by the share of the others that differ, added up.
    unequal: f64,
    /// How often each answer was given.
    given: [u64; ANSWERS],
}

impl Counts for ItemAgreement {
    fn add(&mut self, other: &ItemAgreement, times: u64) {
        self.items = self.items.saturating_add(other.items.saturating_mul(times));
        self.equal += other.equal * times as f64;
        self.unequal += other.unequal * times as f64;
        for (mine, theirs) in self.given.iter_mut().zip(other.given) {
            *mine = mine.saturating_add(theirs.saturating_mul(times));
        }
    }
}

impl ItemAgreement {
    /// One item, to which each answer was given so often.
    pub(crate) fn of(given: [u64; ANSWERS]) -> ItemAgreement {
        let n: u64 = given.iter().sum();
        if n < 2 {
            return ItemAgreement::default();
        }
        // Ordered pairs of answers.
        let equal: u64 = given.iter().map(|one| one * one.saturating_sub(1)).sum();
        let all = n * (n - 1);
        ItemAgreement {
            items: 1,
            equal: equal as f64 / all as f64,
            unequal: (all - equal) as f64 / (n - 1) as f64,
            given,
        }
    }

    /// How many answers there are to items with at least two.
    fn answers(&self) -> u64 {
        self.given.iter().sum()
    }

    /// Fleiss' κ (1971): the mean agreement of two answers to an item, beyond that of two answers drawn
    /// from all. Where items have different numbers of answers, each item still weighs the same.
    /// Undefined where no item has two answers, and where all answers are the same.
    pub(crate) fn fleiss_kappa(&self) -> Option<f64> {
        let n = self.answers();
        let observed = crate::counts::average(self.equal, self.items)?;
        let shares = self.given.iter().filter_map(|given| ratio(*given, n));
        let expected: f64 = shares.map(|share| share * share).sum();
        let possible = 1.0 - expected;
        (possible > 1e-12).then(|| (observed - expected) / possible)
    }

    /// Krippendorff's α (2004) for answers without order; as
    /// [`krippendorff_alpha`](crate::stats::agreement::krippendorff_alpha), from sums.
    pub(crate) fn krippendorff_alpha(&self) -> Option<f64> {
        let n = self.answers();
        let unequal: u64 = self.given.iter().map(|given| given * (n - given)).sum();
        let expected = ratio(unequal, n.checked_sub(1)?)?;
        (expected > 0.0).then(|| 1.0 - self.unequal / expected)
    }
}

/// A coefficient and where it lies, most likely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// Its value; nothing where it is undefined.
    pub value: Option<f64>,
    /// The interval, where replicates give one.
    pub interval: Option<Interval>,
}

/// Agreement of many people about many items.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgesAgreement {
    /// Items with at least two answers.
    pub items: u64,
    /// Fleiss' κ.
    pub kappa: Estimated,
    /// Krippendorff's α.
    pub alpha: Estimated,
}

/// Both coefficients, with intervals for which items are drawn with replacement.
pub(crate) fn judges_agreement(
    items: impl Iterator<Item = [u64; ANSWERS]>,
    plan: Resampling,
    level: f64,
    threads: &Threads,
) -> JudgesAgreement {
    let rows: Vec<ItemAgreement> =
        items.map(ItemAgreement::of).filter(|item| item.items > 0).collect();
    let rows: Vec<&ItemAgreement> = rows.iter().collect();
    let sums = RowSums::in_blocks(&rows, rows.len().div_ceil(UNITS).max(1));
    let whole = sums.whole();
    let scores = |total: &ItemAgreement| [total.fleiss_kappa(), total.krippendorff_alpha()];
    let values = scores(&whole);
    let mut intervals = [None, None];
    if sums.len() > 1 && plan.replicates > 0 && values.iter().any(Option::is_some) {
        let of = |totals: Vec<ItemAgreement>| totals.first().map_or([None, None], scores);
        let drawn = each(&[&sums], plan, threads, of);
        let without = sums.without_each(threads, scores);
        for (at, interval) in intervals.iter_mut().enumerate() {
            let of = |all: &[[Option<f64>; 2]]| -> Vec<Option<f64>> {
                all.iter().map(|both| both[at]).collect()
            };
            let found = values[at].map(|value| bca(&of(&drawn), value, &of(&without), level));
            *interval = found.and_then(Result::ok);
        }
    }
    let [kappa, alpha] = [0, 1].map(|at| Estimated { value: values[at], interval: intervals[at] });
    JudgesAgreement { items: whole.items, kappa, alpha }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agreement::krippendorff_alpha;

    fn total(items: &[[u64; ANSWERS]]) -> ItemAgreement {
        let mut total = ItemAgreement::default();
        items.iter().for_each(|item| total.add(&ItemAgreement::of(*item), 1));
        total
    }

    /// Counted by hand. Items of three answers: equal pairs 6, 2, 2 and 6 of 6, on average 2/3. YES
    /// is 6 of 12 answers, so that chance agrees half the time: κ = (2/3 − 1/2) / (1/2) = 1/3.
    /// Unequal pairs 0, 4, 4 and 0 over 2 are 4 in all; of 12 answers, 6 · 6 · 2 / 11 = 72/11 are
    /// expected: α = 1 − 4 · 11 / 72 = 7/18.
    #[test]
    fn agreement_is_as_counted_by_hand() {
        let items = total(&[[3, 0, 0], [2, 1, 0], [1, 2, 0], [0, 3, 0]]);
        assert!((items.fleiss_kappa().unwrap() - 1.0 / 3.0).abs() < 1e-12);
        assert!((items.krippendorff_alpha().unwrap() - 7.0 / 18.0).abs() < 1e-12);
    }

    /// Items that nobody or one person has judged say nothing, and the others may have any number.
    #[test]
    fn missing_answers_are_left_out() {
        // Equal pairs 2 of 2, 6 of 12 and 2 of 6: a mean of 11/18; YES is 5 of 9, NO 4 of 9.
        let items = total(&[[2, 0, 0], [1, 3, 0], [2, 1, 0], [1, 0, 0], [0, 0, 0]]);
        let expected = (25.0 + 16.0) / 81.0;
        let kappa = (11.0 / 18.0 - expected) / (1.0 - expected);
        assert!((items.fleiss_kappa().unwrap() - kappa).abs() < 1e-12);
        let same = [vec![0, 0], vec![0, 1, 1, 1], vec![0, 0, 1], vec![0], vec![]];
        let alpha = krippendorff_alpha(&same).unwrap();
        assert!((items.krippendorff_alpha().unwrap() - alpha).abs() < 1e-12);
    }

    #[test]
    fn perfect_agreement_is_1_and_chance_alone_says_nothing() {
        let perfect = total(&[[3, 0, 0], [0, 2, 0], [0, 0, 5]]);
        assert_eq!(perfect.fleiss_kappa(), Some(1.0));
        assert_eq!(perfect.krippendorff_alpha(), Some(1.0));
        for nothing in [&[][..], &[[1, 0, 0], [0, 1, 0]], &[[3, 0, 0], [4, 0, 0]]] {
            let all = total(nothing);
            assert_eq!((all.fleiss_kappa(), all.krippendorff_alpha()), (None, None));
        }
    }

    #[test]
    fn intervals_hold_their_coefficients() {
        let items = (0..200u64).map(|n| match n % 5 {
            0 => [3, 2, 0],
            1 | 2 => [0, 5, 0],
            _ => [4, 0, 1],
        });
        let plan = Resampling { replicates: 400, ..Resampling::STANDARD };
        let one = judges_agreement(items.clone(), plan, 0.95, &Threads::one());
        let two = judges_agreement(items, plan, 0.95, &Threads::new(Some(2)).unwrap());
        assert_eq!(one, two);
        assert_eq!(one.items, 200);
        for Estimated { value, interval } in [one.kappa, one.alpha] {
            let (value, interval) = (value.unwrap(), interval.unwrap());
            assert!(interval.low < value && value < interval.high, "{value} {interval:?}");
            assert!(interval.high - interval.low < 0.3, "{interval:?}");
        }
        let none = judges_agreement([[1, 0, 0]].into_iter(), plan, 0.95, &Threads::one());
        assert_eq!((none.items, none.kappa.value, none.alpha.interval), (0, None, None));
    }
}
