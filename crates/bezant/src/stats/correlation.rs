//! How far two orders of the same systems agree.

use std::cmp::Ordering;

/// Spearman's ρ: the correlation of ranks, those of equal values being shared. Nothing where one side has
/// the same value everywhere, or there are fewer than two pairs.
pub(crate) fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let first = ranks(pairs.iter().map(|pair| pair.0).collect());
    let second = ranks(pairs.iter().map(|pair| pair.1).collect());
    let mean = (pairs.len() as f64 + 1.0) / 2.0;
    let (mut both, mut one, mut two) = (0.0, 0.0, 0.0);
    for (a, b) in first.iter().zip(&second) {
        both += (a - mean) * (b - mean);
        one += (a - mean) * (a - mean);
        two += (b - mean) * (b - mean);
    }
    (one > 0.0 && two > 0.0).then(|| both / (one * two).sqrt())
}

/// Kendall's τ, corrected for equal values (τ-b). Nothing where it is undefined, as above.
pub(crate) fn kendall(pairs: &[(f64, f64)]) -> Option<f64> {
    let (mut balance, mut one, mut two) = (0i64, 0i64, 0i64);
    for (at, a) in pairs.iter().enumerate() {
        for b in &pairs[..at] {
            let (first, second) = (sign(a.0.total_cmp(&b.0)), sign(a.1.total_cmp(&b.1)));
            balance += first * second;
            one += first.abs();
            two += second.abs();
        }
    }
    (one > 0 && two > 0).then(|| balance as f64 / ((one * two) as f64).sqrt())
}

fn sign(order: Ordering) -> i64 {
    match order {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

/// The rank of each value, the lowest being 1; equal ones have the mean of theirs.
fn ranks(values: Vec<f64>) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|one, two| values[*one].total_cmp(&values[*two]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0.0;
    for group in order.chunk_by(|one, two| values[*one].total_cmp(&values[*two]).is_eq()) {
        let mean = before + (group.len() as f64 + 1.0) / 2.0;
        group.iter().for_each(|at| ranks[*at] = mean);
        before += group.len() as f64;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table 7 of Yuret, Rimell and Han (2013), those with a UAS, by hand.
    #[test]
    fn entailments_and_attachment_scores_hardly_agree() {
        let table = [
            (71.43, 91.6),
            (71.10, 91.2),
            (68.44, 93.2),
            (67.11, 90.2),
            (64.12, 89.8),
            (62.46, 92.0),
        ];
        // Ranks 6 5 4 3 2 1 and 4 3 6 2 1 5: differences 2 2 -2 1 1 -4, squares 4 4 4 1 1 16 = 30.
        let rho = spearman(&table).unwrap();
        assert!((rho - (1.0 - 6.0 * 30.0 / (6.0 * 35.0))).abs() < 1e-12, "{rho}");
        // Of fifteen pairs nine stand in the same order.
        let tau = kendall(&table).unwrap();
        assert!((tau - 3.0 / 15.0).abs() < 1e-12, "{tau}");
    }

    #[test]
    fn equal_values_share_their_ranks() {
        assert_eq!(ranks(vec![3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
        let pairs = [(1.0, 1.0), (2.0, 2.0), (2.0, 3.0)];
        // Both orders: one of the three pairs is equal on one side; 2 / sqrt(2 * 3).
        assert!((kendall(&pairs).unwrap() - 2.0 / 6f64.sqrt()).abs() < 1e-12);
        for undefined in [&[][..], &[(1.0, 2.0)], &[(1.0, 2.0), (1.0, 3.0)]] {
            assert_eq!((spearman(undefined), kendall(undefined)), (None, None));
        }
        assert_eq!(spearman(&[(1.0, 5.0), (2.0, 4.0)]), Some(-1.0));
    }
}
