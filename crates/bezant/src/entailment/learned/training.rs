//! Logistic regression by gradient descent, and the choice between it and support vector machines: no
//! randomness, the same weights everywhere.

use std::collections::BTreeMap;

use crate::entailment::answers::Answer;
use crate::entailment::learned::{Features, vectors};

/// What is learned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Learner {
    /// Logistic regression.
    #[default]
    Logistic,
    /// A support vector machine whose features have weights.
    Svm,
    /// A support vector machine that compares pairs by a radial kernel.
    SvmRbf {
        /// How fast likeness goes with every feature that only one of two pairs has.
        gamma: f64,
    },
}

impl Learner {
    /// Its name in files and signatures.
    pub fn name(self) -> &'static str {
        match self {
            Learner::Logistic => "logistic",
            Learner::Svm => "svm",
            Learner::SvmRbf { .. } => "svm-rbf",
        }
    }

    /// Scores above this are YES: half of all probability, or on the right side of the margin.
    pub(crate) fn threshold(self) -> f64 {
        match self {
            Learner::Logistic => 0.5,
            Learner::Svm | Learner::SvmRbf { .. } => 0.0,
        }
    }
}

/// A pair of the training that a machine with a kernel remembers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Support {
    /// How much it speaks for YES.
    pub(crate) weight: f64,
    /// Its features, by their place in the model's list.
    pub(crate) features: Vec<usize>,
}

/// What was learned.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Model {
    /// How.
    pub(crate) learner: Learner,
    /// How much each feature speaks for YES; with a kernel there are none.
    pub(crate) weights: BTreeMap<String, f64>,
    /// With a kernel, all features that count, in order.
    pub(crate) features: Vec<String>,
    /// With a kernel, the pairs that are remembered.
    pub(crate) supports: Vec<Support>,
}

impl Model {
    /// What speaks for YES: a probability, or how far on which side of the margin.
    pub(super) fn score(&self, features: &Features) -> f64 {
        let terms = features.iter();
        let sum = terms.filter_map(|(name, value)| Some(self.weights.get(name)? * value)).sum();
        match self.learner {
            Learner::Logistic => sigmoid(sum),
            Learner::Svm => sum,
            Learner::SvmRbf { gamma } => {
                let here =
                    features.keys().filter_map(|name| self.features.binary_search(name).ok());
                let here: Vec<usize> = here.collect();
                let term =
                    |one: &Support| one.weight * vectors::similarity(gamma, &here, &one.features);
                self.supports.iter().map(term).sum()
            }
        }
    }
}

/// Pairs as numbers of features, with +1 for YES and -1 for NO.
pub(super) struct Rows {
    pub features: Vec<Vec<(usize, f64)>>,
    pub sides: Vec<f64>,
}

/// How weights are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// How strongly weights are held near 0.
    pub penalty: f64,
    /// How many steps are taken.
    pub steps: u32,
    /// Features that fewer pairs have are left out.
    pub rarest: usize,
    /// What is learned. Machines bound what a pair may say by the inverse of the penalty.
    pub learner: Learner,
}

impl Default for Training {
    fn default() -> Training {
        Training { penalty: 0.1, steps: 500, rarest: 2, learner: Learner::Logistic }
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// A machine is found in fewer rounds; each is a step of one pair after the other.
const ROUNDS: u32 = 1_000;

/// Learns from these pairs.
pub(crate) fn train(pairs: &[(Features, Answer)], training: Training) -> Model {
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
    let numbered = |features: &Features| {
        let known = features.iter();
        known.filter_map(|(name, value)| Some((*numbers.get(name.as_str())?, *value))).collect()
    };
    let side = |answer: Answer| if answer == Answer::Yes { 1.0 } else { -1.0 };
    let rows = Rows {
        features: pairs.iter().map(|(features, _)| numbered(features)).collect(),
        sides: pairs.iter().map(|(_, answer)| side(*answer)).collect(),
    };
    let learner = training.learner;
    let most = 1.0 / training.penalty.max(1e-9);
    let names = || names.iter().map(|name| (*name).to_string());
    let model = Model { learner, ..Model::default() };
    match learner {
        Learner::Logistic => {
            let weights = logistic(&rows, numbers.len(), training);
            Model { weights: names().zip(weights).collect(), ..model }
        }
        Learner::Svm => {
            let weights = vectors::linear(&rows, numbers.len(), most, ROUNDS);
            Model { weights: names().zip(weights).collect(), ..model }
        }
        Learner::SvmRbf { gamma } => {
            let weights = vectors::radial(&rows, gamma, most, ROUNDS);
            let supports =
                weights.into_iter().zip(&rows.features).filter(|(weight, _)| *weight != 0.0);
            let support = |(weight, row): (f64, &Vec<(usize, f64)>)| Support {
                weight,
                features: row.iter().map(|(feature, _)| *feature).collect(),
            };
            Model {
                features: names().collect(),
                supports: supports.map(support).collect(),
                ..model
            }
        }
    }
}

/// Weights of a logistic regression.
fn logistic(rows: &Rows, n_features: usize, training: Training) -> Vec<f64> {
    let rows: Vec<(&[(usize, f64)], f64)> = rows
        .features
        .iter()
        .zip(&rows.sides)
        .map(|(row, side)| (row.as_slice(), f64::from(u8::from(*side > 0.0))))
        .collect();
    // The gradient changes at most this fast, so that this step never overshoots.
    let square = |row: &[(usize, f64)]| row.iter().map(|(_, value)| value * value).sum::<f64>();
    let steepest: f64 = rows.iter().map(|(row, _)| square(row)).sum::<f64>() / 4.0;
    let step = 1.0 / (steepest + training.penalty).max(1e-9);
    let mut weights = vec![0.0; n_features];
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
    weights
}

/// What each pair is scored by a model that was trained without it and without all others of its
/// group, in folds: pairs about the same text belong together, or they would give each other away.
pub(crate) fn cross_validate(
    pairs: &[(Features, Answer)],
    groups: &[usize],
    folds: usize,
    training: Training,
) -> Vec<f64> {
    let folds = folds.max(2);
    let fold_of = |at: usize| groups.get(at).copied().unwrap_or(at) % folds;
    let mut given = vec![0.0; pairs.len()];
    for fold in 0..folds {
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            (0..pairs.len()).partition(|at| fold_of(*at) == fold);
        let rest: Vec<(Features, Answer)> =
            outside.into_iter().map(|at| pairs[at].clone()).collect();
        let model = train(&rest, training);
        for at in inside {
            given[at] = model.score(&pairs[at].0);
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
        let weights = train(&pairs, Training::default()).weights;
        assert!(weights["found"] > 1.0 && weights["missing"] < -1.0, "{weights:?}");
        assert!(weights["noise"].abs() < 0.3, "{weights:?}");
        assert_eq!(weights, train(&pairs, Training::default()).weights);
        for learner in [Learner::Logistic, Learner::Svm, Learner::SvmRbf { gamma: 0.1 }] {
            let training = Training { learner, ..Training::default() };
            let scores = cross_validate(&pairs, &[], 10, training);
            let is_right = |(score, (_, gold)): (&f64, &(Features, Answer))| {
                Answer::from(*score > learner.threshold()) == *gold
            };
            assert!(scores.iter().zip(&pairs).all(is_right), "{}: {scores:?}", learner.name());
        }
    }

    #[test]
    fn weights_are_those_of_another_program() {
        // LogisticRegression of scikit-learn 1.9.1 without intercept, C = 10 (its inverse of our penalty).
        let mut pairs = Vec::new();
        for (names, yes, no) in [(&["a"][..], 3, 1), (&["b"][..], 1, 4), (&["a", "b"][..], 2, 2)] {
            pairs.extend((0..yes).map(|_| pair(names, Answer::Yes)));
            pairs.extend((0..no).map(|_| pair(names, Answer::No)));
        }
        let training = Training { steps: 5_000, rarest: 1, ..Training::default() };
        let weights = train(&pairs, training).weights;
        assert!((weights["a"] - 1.06874395).abs() < 1e-4, "{weights:?}");
        assert!((weights["b"] + 1.15310025).abs() < 1e-4, "{weights:?}");
    }
}
