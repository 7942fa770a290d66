//! Support vector machines by coordinate descent on the dual problem (Hsieh and others 2008): no
//! randomness, pairs are visited in their order.
//!
//! There is no intercept: in the linear machine the feature that every pair has takes its place, and
//! with the kernel a constant that is added to it. So each multiplier can be moved by itself.

use crate::entailment::learned::training::Rows;

/// Multipliers that move less than this in a whole round are found.
const CLOSE: f64 = 1e-9;

/// For each pair its multiplier times its side, +1 for YES. `most` bounds multipliers.
fn solve(
    sides: &[f64],
    squares: &[f64],
    (most, rounds): (f64, u32),
    mut margin: impl FnMut(usize) -> f64,
    mut moved: impl FnMut(usize, f64),
) -> Vec<f64> {
    let mut multipliers = vec![0.0f64; sides.len()];
    for _ in 0..rounds {
        let mut largest = 0.0f64;
        for at in 0..sides.len() {
            if squares[at] <= 0.0 {
                continue;
            }
            let slope = sides[at] * margin(at) - 1.0;
            let new = (multipliers[at] - slope / squares[at]).clamp(0.0, most);
            let step = new - multipliers[at];
            if step != 0.0 {
                multipliers[at] = new;
                moved(at, step * sides[at]);
                largest = largest.max(step.abs());
            }
        }
        if largest < CLOSE {
            break;
        }
    }
    multipliers.iter().zip(sides).map(|(multiplier, side)| multiplier * side).collect()
}

/// Weights of a linear machine.
pub(super) fn linear(rows: &Rows, n_features: usize, most: f64, rounds: u32) -> Vec<f64> {
    let square = |row: &[(usize, f64)]| row.iter().map(|(_, value)| value * value).sum::<f64>();
    let squares: Vec<f64> = rows.features.iter().map(|row| square(row)).collect();
    let weights = std::cell::RefCell::new(vec![0.0; n_features]);
    let margin = |at: usize| {
        let weights = weights.borrow();
        rows.features[at].iter().map(|(feature, value)| weights[*feature] * value).sum()
    };
    let moved = |at: usize, step: f64| {
        let mut weights = weights.borrow_mut();
        rows.features[at].iter().for_each(|(feature, value)| weights[*feature] += step * value);
    };
    solve(&rows.sides, &squares, (most, rounds), margin, moved);
    weights.into_inner()
}

/// What each pair speaks for by a machine with a kernel; 0 for those that say nothing.
pub(super) fn radial(rows: &Rows, gamma: f64, most: f64, rounds: u32) -> Vec<f64> {
    let n = rows.features.len();
    let names = |at: usize| rows.features[at].iter().map(|(feature, _)| *feature);
    let sets: Vec<Vec<usize>> = (0..n).map(|at| names(at).collect()).collect();
    let mut kernel = vec![0.0; n * n];
    for one in 0..n {
        for two in 0..=one {
            let value = similarity(gamma, &sets[one], &sets[two]);
            kernel[one * n + two] = value;
            kernel[two * n + one] = value;
        }
    }
    let squares: Vec<f64> = (0..n).map(|at| kernel[at * n + at]).collect();
    let margins = std::cell::RefCell::new(vec![0.0; n]);
    let moved = |at: usize, step: f64| {
        let mut margins = margins.borrow_mut();
        let row = &kernel[at * n..(at + 1) * n];
        margins.iter_mut().zip(row).for_each(|(margin, value)| *margin += step * value);
    };
    solve(&rows.sides, &squares, (most, rounds), |at| margins.borrow()[at], moved)
}

/// How alike two sets of features are, both sorted: between 1 and 2.
pub(super) fn similarity(gamma: f64, one: &[usize], two: &[usize]) -> f64 {
    let (mut left, mut right, mut shared) = (0, 0, 0usize);
    while left < one.len() && right < two.len() {
        match one[left].cmp(&two[right]) {
            std::cmp::Ordering::Less => left += 1,
            std::cmp::Ordering::Greater => right += 1,
            std::cmp::Ordering::Equal => {
                (left, right, shared) = (left + 1, right + 1, shared + 1);
            }
        }
    }
    let different = one.len() + two.len() - 2 * shared;
    (-gamma * different as f64).exp() + 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(pairs: &[(&[usize], f64)]) -> Rows {
        let features =
            |(names, _): &(&[usize], f64)| names.iter().map(|name| (*name, 1.0)).collect();
        Rows {
            features: pairs.iter().map(features).collect(),
            sides: pairs.iter().map(|(_, side)| *side).collect(),
        }
    }

    #[test]
    fn what_can_be_parted_has_a_margin_of_one() {
        // By hand: of two pairs with nothing in common each holds its own weight at the margin.
        let pairs = rows(&[(&[0], 1.0), (&[1], -1.0)]);
        assert_eq!(linear(&pairs, 2, 10.0, 100), [1.0, -1.0]);
        // A bound below 1 ends it there.
        assert_eq!(linear(&pairs, 2, 0.25, 100), [0.25, -0.25]);
        // With a feature that both have: w0 + w1 = 1, w0 + w2 = -1, and w0 = 0 is shortest.
        let pairs = rows(&[(&[0, 1], 1.0), (&[0, 2], -1.0)]);
        let weights = linear(&pairs, 3, 10.0, 1_000);
        for (found, expected) in weights.iter().zip([0.0, 1.0, -1.0]) {
            assert!((found - expected).abs() < 1e-6, "{weights:?}");
        }
    }

    /// The conditions of the best solution, whatever the pairs.
    #[test]
    fn multipliers_are_those_of_the_best_solution() {
        let pairs = rows(&[
            (&[0, 1, 2], 1.0),
            (&[0, 2, 3], 1.0),
            (&[0, 3], -1.0),
            (&[0, 1], -1.0),
            (&[0, 1, 2], -1.0),
            (&[0, 4], 1.0),
        ]);
        let (gamma, most) = (0.5, 2.0);
        let found = radial(&pairs, gamma, most, 100_000);
        let sets: Vec<Vec<usize>> =
            pairs.features.iter().map(|row| row.iter().map(|(name, _)| *name).collect()).collect();
        for (at, set) in sets.iter().enumerate() {
            let terms = found
                .iter()
                .zip(&sets)
                .map(|(weight, other)| weight * similarity(gamma, set, other));
            let margin = terms.sum::<f64>() * pairs.sides[at];
            let multiplier = found[at] * pairs.sides[at];
            let holds = match multiplier {
                m if m < 1e-7 => margin > 1.0 - 1e-5,
                m if m > most - 1e-7 => margin < 1.0 + 1e-5,
                _ => (margin - 1.0).abs() < 1e-5,
            };
            assert!(holds, "{at}: {multiplier} {margin}");
        }
        assert_eq!(found, radial(&pairs, gamma, most, 100_000));
    }

    #[test]
    fn equal_sets_are_most_alike() {
        assert_eq!(similarity(0.5, &[1, 2], &[1, 2]), 2.0);
        assert_eq!(similarity(1.0, &[1], &[2]), (-2.0f64).exp() + 1.0);
    }
}
