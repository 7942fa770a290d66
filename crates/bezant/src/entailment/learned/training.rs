//! Logistic regression by gradient descent: no randomness, the same weights everywhere.

use std::collections::BTreeMap;

use crate::entailment::answers::Answer;
use crate::entailment::learned::Features;

/// How weights are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// How strongly weights are held near 0.
    pub penalty: f64,
    /// How many steps are taken.
    pub steps: u32,
    /// Features that fewer pairs have are left out.
    pub rarest: usize,
}

impl Default for Training {
    fn default() -> Training {
        Training { penalty: 0.1, steps: 500, rarest: 2 }
    }
}

/// The probability of YES.
pub(super) fn probability(weights: &BTreeMap<String, f64>, features: &Features) -> f64 {
    let terms = features.iter().filter_map(|(name, value)| Some(weights.get(name)? * value));
    sigmoid(terms.sum())
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Finds weights for these pairs.
pub fn train(pairs: &[(Features, Answer)], training: Training) -> BTreeMap<String, f64> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (features, _) in pairs {
        for name in features.keys() {
            *counts.entry(name).or_default() += 1;
        }
    }
    let names: Vec<&str> = counts
        .iter()
        .filter(|(name, count)| **count >= training.rarest || **name == "always")
        .map(|(name, _)| *name)
        .collect();
    let numbers: BTreeMap<&str, usize> =
        names.iter().enumerate().map(|(at, name)| (*name, at)).collect();
    let rows: Vec<(Vec<(usize, f64)>, f64)> = pairs
        .iter()
        .map(|(features, answer)| {
            let row = features
                .iter()
                .filter_map(|(name, value)| Some((*numbers.get(name.as_str())?, *value)));
            (row.collect(), f64::from(u8::from(*answer == Answer::Yes)))
        })
        .collect();
    // The gradient changes at most this fast, so that this step never overshoots.
    let square = |row: &[(usize, f64)]| row.iter().map(|(_, value)| value * value).sum::<f64>();
    let steepest: f64 = rows.iter().map(|(row, _)| square(row)).sum::<f64>() / 4.0;
    let step = 1.0 / (steepest + training.penalty).max(1e-9);
    let mut weights = vec![0.0; names.len()];
    let mut before = weights.clone();
    for number in 1..=training.steps {
        // Nesterov's momentum: look ahead along the last step.
        let momentum = f64::from(number - 1) / f64::from(number + 2);
        let ahead: Vec<f64> =
            weights.iter().zip(&before).map(|(now, then)| now + momentum * (now - then)).collect();
        let mut gradient: Vec<f64> = ahead.iter().map(|weight| training.penalty * weight).collect();
        for (row, target) in &rows {
            let sum = row.iter().map(|(at, value)| ahead[*at] * value).sum();
            let error = sigmoid(sum) - target;
            row.iter().for_each(|(at, value)| gradient[*at] += error * value);
        }
        before = weights;
        weights =
            ahead.iter().zip(&gradient).map(|(weight, slope)| weight - step * slope).collect();
    }
    names.iter().map(|name| (*name).to_string()).zip(weights).collect()
}

/// What each pair is answered by weights that were trained without it and without all others of
/// its group, in folds: pairs about the same text belong together, or they would give each other
/// away.
pub fn cross_validate(
    pairs: &[(Features, Answer)],
    groups: &[usize],
    folds: usize,
    training: Training,
) -> Vec<Answer> {
    let folds = folds.max(2);
    let fold_of = |at: usize| groups.get(at).copied().unwrap_or(at) % folds;
    let mut given = vec![Answer::No; pairs.len()];
    for fold in 0..folds {
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            (0..pairs.len()).partition(|at| fold_of(*at) == fold);
        let rest: Vec<(Features, Answer)> =
            outside.into_iter().map(|at| pairs[at].clone()).collect();
        let weights = train(&rest, training);
        for at in inside {
            given[at] = Answer::from(probability(&weights, &pairs[at].0) > 0.5);
        }
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(names: &[&str], answer: Answer) -> (Features, Answer) {
        (names.iter().map(|name| ((*name).to_string(), 1.0)).collect(), answer)
    }

    #[test]
    fn what_decides_gets_the_weight() {
        let mut pairs = Vec::new();
        for at in 0..40 {
            let noise = if at % 3 == 0 { "noise" } else { "quiet" };
            let (name, answer) = match at % 2 {
                0 => ("found", Answer::Yes),
                _ => ("missing", Answer::No),
            };
            pairs.push(pair(&["always", name, noise], answer));
        }
        let weights = train(&pairs, Training::default());
        assert!(weights["found"] > 1.0 && weights["missing"] < -1.0, "{weights:?}");
        assert!(weights["noise"].abs() < 0.3, "{weights:?}");
        let right = cross_validate(&pairs, &[], 10, Training::default());
        assert!(right.iter().zip(&pairs).all(|(given, (_, gold))| given == gold));
        assert_eq!(weights, train(&pairs, Training::default()));
    }

    #[test]
    fn weights_are_those_of_another_program() {
        // LogisticRegression of scikit-learn 1.9.1 without intercept, C = 10 (its inverse of our penalty).
        let mut pairs = Vec::new();
        for (names, yes, no) in [(&["a"][..], 3, 1), (&["b"][..], 1, 4), (&["a", "b"][..], 2, 2)] {
            pairs.extend((0..yes).map(|_| pair(names, Answer::Yes)));
            pairs.extend((0..no).map(|_| pair(names, Answer::No)));
        }
        let weights = train(&pairs, Training { penalty: 0.1, steps: 5_000, rarest: 1 });
        assert!((weights["a"] - 1.06874395).abs() < 1e-4, "{weights:?}");
        assert!((weights["b"] + 1.15310025).abs() < 1e-4, "{weights:?}");
    }
}
