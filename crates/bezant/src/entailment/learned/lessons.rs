//! From pairs and parses to weights, with what can be expected of them.

use std::collections::BTreeMap;

use crate::entailment::answers::{Answer, Answers, Given};
use crate::entailment::learned::{
    Curve, Features, Learned, Learner, Training, cross_validate, features, train, view,
};
use crate::entailment::modules::PairParses;
use crate::entailment::pairs::{Pair, Pairs};
use crate::entailment::parses::ParseSpace;
use crate::entailment::score::{self, EntailmentCounts};
use crate::error::Result;
use crate::signature::Signature;

/// A module that was trained, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The module.
    pub learned: Learned,
    /// How and on what it was trained.
    pub signature: Signature,
    /// Into how many folds the pairs were divided to see how well it does.
    pub folds: usize,
    /// How it did there, on pairs whose texts it had not seen.
    pub counts: EntailmentCounts,
    /// What other thresholds would have given there.
    pub curve: Curve,
}

/// Trains on pairs with their answers.
///
/// # Errors
/// Where a pair has no answer.
pub fn learn(
    pairs: &Pairs,
    parses: &PairParses,
    training: Training,
    folds: usize,
) -> Result<Lesson> {
    let gold = pairs.gold()?;
    let mut space = ParseSpace::default();
    let mut examples: Vec<(Features, Answer)> = Vec::with_capacity(gold.len());
    for (at, answer) in gold.into_iter().enumerate() {
        let [text, hypothesis] = parses.analyses(at, view(), &mut space);
        examples.push((features(text.as_ref(), hypothesis.as_ref()), answer));
    }
    let folds = folds.min(examples.len());
    let scores = cross_validate(&examples, &groups(pairs), folds, training);
    let threshold = training.learner.threshold();
    let given = |score: &f64| Given {
        answer: Answer::from(*score > threshold),
        probability: None,
        score: None,
    };
    let given = scores.iter().map(given).collect();
    let gold: Vec<Answer> = examples.iter().map(|(_, answer)| *answer).collect();
    let curve = Curve::new(&scores, &gold);
    let answers = Answers { name: "cross-validation".to_string(), given };
    let counts = score::evaluate(pairs, &[answers])?[0].total();
    let signature = parses.sign(Signature::new("entail-train"));
    let signature = match training.learner {
        Learner::Logistic => signature,
        Learner::Svm => signature.with("learner", "svm"),
        Learner::SvmRbf { gamma } => signature.with("learner", "svm-rbf").with("gamma", gamma),
    };
    let signature = signature
        .with("n", examples.len())
        .with("pairs", pairs.fingerprint())
        .with("penalty", training.penalty)
        .with("folds", folds)
        .with("version", env!("CARGO_PKG_VERSION"));
    let learned = Learned::of(train(&examples, training), signature.to_string());
    Ok(Lesson { learned, signature, folds, counts, curve })
}

/// Which text each pair is about, by number.
fn groups(pairs: &Pairs) -> Vec<usize> {
    let mut numbers = BTreeMap::new();
    let number = |pair: &Pair| {
        let next = numbers.len();
        *numbers.entry(pair.text.clone()).or_insert(next)
    };
    pairs.pairs.iter().map(number).collect()
}
