//! McNemar's test (1947): two systems decide the same items, each rightly or wrongly. Items that
//! both get right or both get wrong say nothing about which system is better.

use crate::counts::{Counts, accumulate};
use crate::stats::Test;
use crate::stats::distributions::{fair_coin, normal_two_sided};

/// Items that only one of two systems gets right. They add, over files and machines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Discordance {
    /// Only the first system is right.
    pub only_a: u64,
    /// Only the second system is right.
    pub only_b: u64,
}

impl Counts for Discordance {
    fn add(&mut self, other: &Self, times: u64) {
        accumulate(&mut self.only_a, other.only_a, times);
        accumulate(&mut self.only_b, other.only_b, times);
    }
}

impl Discordance {
    /// Counts each item's two decisions.
    pub(crate) fn of(decisions: impl IntoIterator<Item = (bool, bool)>) -> Discordance {
        let mut found = Discordance::default();
        for (a, b) in decisions {
            found.only_a += u64::from(a && !b);
            found.only_b += u64::from(b && !a);
        }
        found
    }

    fn n(self) -> u64 {
        self.only_a.saturating_add(self.only_b)
    }
}

/// The exact test: how likely a fair coin is to divide the items this unevenly or more, twice the
/// smaller tail. The statistic is the smaller number.
pub(crate) fn exact(discordant: Discordance) -> Test {
    let smaller = discordant.only_a.min(discordant.only_b);
    let (tail, _) = fair_coin(smaller, discordant.n());
    Test::new(smaller as f64, 2.0 * tail)
}

/// The mid-p test (Fagerland, Lydersen and Laake 2013): half of what was seen counts as less
/// likely than itself. Less timid than the exact test, and in their study hardly ever wrong more
/// often than it says.
pub(crate) fn mid_p(discordant: Discordance) -> Test {
    let smaller = discordant.only_a.min(discordant.only_b);
    let (tail, exactly) = fair_coin(smaller, discordant.n());
    Test::new(smaller as f64, 2.0 * tail - exactly)
}

/// The approximation by chi-square with one degree of freedom and Edwards's continuity correction,
/// which papers report. It needs some 25 discordant items.
pub(crate) fn chi_square(discordant: Discordance) -> Test {
    let n = discordant.n();
    if n == 0 {
        return Test::new(0.0, 1.0);
    }
    // The correction takes the difference towards 0, not beyond.
    let distance = discordant.only_a.abs_diff(discordant.only_b).saturating_sub(1) as f64;
    let statistic = distance * distance / n as f64;
    Test::new(statistic, normal_two_sided(statistic.sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() <= 1e-10 * expected.abs(),
            "{found:e}, expected {expected:e}"
        );
    }

    /// `statsmodels.stats.contingency_tables.mcnemar` of statsmodels 0.15.0, exact and chi-square with
    /// correction; mid-p from `scipy.stats.binom` of SciPy 1.17.1 as `2 cdf(k) - pmf(k)`. For 0 and 0
    /// statsmodels has no chi-square, and for equal numbers it corrects beyond 0; there we say 1.
    #[test]
    fn p_values_are_those_of_statsmodels() {
        for (only_a, only_b, p_exact, p_mid, p_chi_square, chi_square_statistic) in [
            (10, 3, 0.09228515625, 0.05737304687500002, 0.0960923294556734, 2.769230769230769),
            (0, 0, 1.0, 1.0, 1.0, 0.0),
            (1, 0, 1.0, 0.4999999999999999, 1.0, 0.0),
            (
                400,
                300,
                0.0001784763144856244,
                0.00015498176361506457,
                0.0001826717911095503,
                14.001428571428571,
            ),
            (0, 9, 0.00390625, 0.0019531249999999996, 0.007660761135179461, 7.111111111111111),
            (25, 24, 1.0, 0.8877248273407831, 1.0, 0.0),
            (
                2,
                17,
                0.000728607177734375,
                0.0004024505615234372,
                0.0013189686125793603,
                10.31578947368421,
            ),
            (
                60,
                95,
                0.006132892626972146,
                0.004912964620970082,
                0.0063152872364260395,
                7.458064516129032,
            ),
        ] {
            let discordant = Discordance { only_a, only_b };
            close(exact(discordant).p, p_exact);
            close(mid_p(discordant).p, p_mid);
            close(chi_square(discordant).p, p_chi_square);
            close(chi_square(discordant).statistic, chi_square_statistic);
        }
    }

    #[test]
    fn without_discordant_items_there_is_no_difference() {
        let none = Discordance::of([(true, true), (false, false)]);
        for test in [exact(none), mid_p(none), chi_square(none)] {
            assert_eq!(test.p, 1.0);
        }
    }

    #[test]
    fn swapping_systems_changes_nothing_and_p_is_in_its_range() {
        for only_a in 0..40 {
            for only_b in 0..40 {
                let one = Discordance { only_a, only_b };
                let two = Discordance { only_a: only_b, only_b: only_a };
                for test in [exact, mid_p, chi_square] {
                    assert_eq!(test(one), test(two));
                    assert!(test(one).p > 0.0 && test(one).p <= 1.0);
                }
                assert!(only_a != only_b || chi_square(one).p == 1.0);
                assert!(only_a != only_b || (mid_p(one).p - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn discordance_adds() {
        let mut sum = Discordance::of([(true, false), (false, true), (true, false)]);
        sum.add(&Discordance { only_a: 1, only_b: 2 }, 3);
        assert_eq!(sum, Discordance { only_a: 5, only_b: 7 });
        for only_b in [0, 1, u64::MAX] {
            for test in [exact, mid_p, chi_square] {
                let p = test(Discordance { only_a: u64::MAX, only_b }).p;
                assert!(p > 0.0 && p <= 1.0, "{p}");
            }
        }
    }
}
