//! Wilcoxon's signed-rank test (1945): the sign test, with larger differences weighing more.

use crate::stats::distributions::normal_two_sided;
use crate::stats::{Test, compare_scores};

/// Up to so many sentences that differ, all patterns of signs are counted.
const EXACT: usize = 50;

/// Whether the differences between two systems' scores of the same sentences lie around 0, both
/// tails.
///
/// Sentences without a difference are left out, as Wilcoxon did; equal differences share the mean
/// of their ranks. With up to 50 sentences that differ, p is exact, also with equal differences:
/// the share of all patterns of signs with rank sums at least this uneven. Beyond that, the normal
/// distribution with the correction for equal differences and for continuity. The statistic is the
/// sum of the ranks of the sentences in which the first system scores higher.
pub(crate) fn wilcoxon(scores: impl IntoIterator<Item = (f64, f64)>) -> Test {
    let differs = |(a, b): &(f64, f64)| compare_scores(*a, *b).is_ne();
    let mut differences: Vec<f64> =
        scores.into_iter().filter(differs).map(|(a, b)| a - b).collect();
    differences.sort_by(|one, two| one.abs().total_cmp(&two.abs()));
    let n = differences.len();

    // Twice each rank, so that means of ranks are whole numbers.
    let mut ranks: Vec<usize> = Vec::with_capacity(n);
    let mut ties = 0.0;
    let size = |at: usize| differences[at].abs();
    while ranks.len() < n {
        let start = ranks.len();
        let mut end = start + 1;
        while end < n && compare_scores(size(start), size(end)).is_eq() {
            end += 1;
        }
        let equal = (end - start) as f64;
        ties += equal * equal * equal - equal;
        // Ranks start + 1 to end; twice their mean.
        ranks.resize(end, start + 1 + end);
    }
    let signed = ranks.iter().zip(&differences);
    let higher: usize = signed.filter(|(_, difference)| **difference > 0.0).map(|(r, _)| *r).sum();
    let whole: usize = ranks.iter().sum();
    let statistic = higher as f64 / 2.0;
    let p = if n <= EXACT {
        exact(&ranks, higher.min(whole - higher))
    } else {
        let n = n as f64;
        let mean = n * (n + 1.0) / 4.0;
        let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
        let distance = ((statistic - mean).abs() - 0.5).max(0.0);
        normal_two_sided(distance / variance.sqrt())
    };
    Test::new(statistic, p)
}

/// Twice the share of patterns of signs whose positive ranks sum up to `limit` or less.
fn exact(ranks: &[usize], limit: usize) -> f64 {
    // Patterns by their sum; their number is below 2^50, so every value is exact.
    let mut patterns = vec![0.0; limit + 1];
    patterns[0] = 1.0;
    for &rank in ranks {
        for sum in (rank..=limit).rev() {
            patterns[sum] += patterns[sum - rank];
        }
    }
    let tail: f64 = patterns.iter().sum();
    2.0 * tail / 2f64.powi(ranks.len() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(differences: &[f64], statistic: f64, p: f64) {
        let found = wilcoxon(differences.iter().map(|difference| (*difference, 0.0)));
        assert_eq!(found.statistic, statistic);
        assert!((found.p - p).abs() <= 1e-10 * p, "{}, expected {p}", found.p);
        let turned = wilcoxon(differences.iter().map(|difference| (0.0, *difference)));
        assert_eq!(turned.p, found.p);
    }

    /// `scipy.stats.wilcoxon` of SciPy 1.17.1: `method="exact"`, with equal differences
    /// `PermutationMethod` over all patterns, and beyond 50 `"asymptotic"` with `correction=True`.
    #[test]
    fn p_values_are_scipys() {
        check(&[0.125, -0.25, 0.375, 0.5, 0.625, 0.75, -0.875, 1.0], 27.0, 0.25);
        check(&[0.5, 0.5, -0.5, 0.25, 0.25, 1.0, -0.25, 0.75, 0.0, 1.0, 0.5], 47.5, 0.046875);
        let forty: Vec<f64> =
            (0..40u8).map(|i| f64::from(i + 1) / if i % 5 == 0 { -64.0 } else { 64.0 }).collect();
        check(&forty, 672.0, 0.00024816789118631277);
        let around = |n: i32, from: i32, of: f64| -> Vec<f64> {
            (0..n).map(|i| f64::from(i * 37 % n - from) / of).collect()
        };
        check(&around(61, 24, 64.0), 1242.0, 0.016227476697008532);
        check(&around(113, 40, 128.0), 4708.0, 7.426907961842958e-06);
    }

    #[test]
    fn equal_systems_do_not_differ() {
        check(&[], 0.0, 1.0);
        check(&[0.0; 80], 0.0, 1.0);
    }

    #[test]
    fn rounding_makes_no_ranks() {
        // Both differences are a tenth.
        let found = wilcoxon([(0.3, 0.2), (0.7, 0.8)]);
        assert_eq!(found, Test { statistic: 1.5, p: 1.0 });
    }
}
