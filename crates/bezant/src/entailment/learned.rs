//! A module that learns from pairs the user names: logistic regression or a support vector machine over
//! what the relations and paths of a pair look like. The weights are a file that people can read.

mod curve;
mod features;
mod file;
mod lessons;
mod training;
mod vectors;

use std::collections::BTreeMap;

use crate::entailment::analysis::{Analysis, View};
use crate::entailment::answers::Answer;
use crate::entailment::core::{Because, Decision, Rules};
use crate::entailment::equivalences::Equivalences;
use crate::entailment::modules::{self, SameWords};
use crate::signature::Fingerprint;

pub use curve::Curve;
pub use lessons::{Lesson, learn};
pub use training::{Learner, Training};
pub(crate) use training::{Model, Support, cross_validate, train};

/// What one pair looks like, by name.
pub(crate) type Features = BTreeMap<String, f64>;

/// A trained module.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// How relations are compared for features.
    pub(crate) rules: Rules,
    /// What was learned.
    pub(crate) model: Box<Model>,
    /// What it was trained on, as a signature.
    pub trained: String,
    /// Scores above this are YES; what the learner says unless somebody wants it otherwise.
    pub threshold: Option<f64>,
}

impl Learned {
    /// Weights of a logistic regression.
    pub fn new(weights: BTreeMap<String, f64>, trained: String) -> Learned {
        Learned::of(Model { weights, ..Model::default() }, trained)
    }

    /// Whatever was learned.
    pub(crate) fn of(model: Model, trained: String) -> Learned {
        Learned { rules: rules(), model: Box::new(model), trained, threshold: None }
    }

    /// What learned it.
    pub fn learner(&self) -> Learner {
        self.model.learner
    }

    /// How much it has learned, in words.
    pub fn size(&self) -> String {
        match self.model.learner {
            Learner::SvmRbf { .. } => format!("{} pairs remembered", self.model.supports.len()),
            _ => format!("{} features", self.model.weights.len()),
        }
    }

    /// The same for the same weights, whatever their order in the file and what else it says: two
    /// pieces a weight, the feature's name and the number as it is written.
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        let mut all = Fingerprint::default();
        let mut push = |name: &str, number: f64| {
            all.push(Fingerprint::of(name.as_bytes()));
            all.push(Fingerprint::of(format!("{number:?}").as_bytes()));
        };
        let Model { learner, weights, features, supports } = &*self.model;
        match learner {
            Learner::Logistic => {}
            Learner::Svm => push("svm", 0.0),
            Learner::SvmRbf { gamma } => push("svm-rbf", *gamma),
        }
        weights.iter().for_each(|(feature, weight)| push(feature, *weight));
        for support in supports {
            let names = support.features.iter().filter_map(|at| features.get(*at));
            push(&names.map(String::as_str).collect::<Vec<_>>().join("\n"), support.weight);
        }
        all
    }

    /// Decides one pair.
    pub(crate) fn decide(&self, text: &Analysis, hypothesis: &Analysis) -> Decision {
        let decision = self.rules.decide(text, hypothesis);
        let features = features::of(text, &decision);
        let score = self.model.score(&features);
        let learner = self.model.learner;
        Decision {
            answer: Answer::from(score > self.threshold.unwrap_or(learner.threshold())),
            because: Because::Weighed,
            // How far a pair is from the margin is no probability.
            probability: (learner == Learner::Logistic).then_some(score),
            score: (learner != Learner::Logistic).then_some(score),
            ..decision
        }
    }
}

impl Learned {
    /// What weighs most in a pair, heaviest first.
    pub(crate) fn reasons(&self, text: &Analysis, hypothesis: &Analysis) -> Vec<(String, f64)> {
        let features = features::of(text, &self.rules.decide(text, hypothesis));
        let weight = |(name, value): (String, f64)| {
            let weight = self.model.weights.get(&name)? * value;
            Some((name, weight))
        };
        let mut reasons: Vec<(String, f64)> = features.into_iter().filter_map(weight).collect();
        reasons.sort_by(|(_, one), (_, two)| two.abs().total_cmp(&one.abs()));
        reasons
    }
}

/// The relations that features are made of.
pub(crate) fn rules() -> Rules {
    Rules {
        name: "learned",
        view: View::Collapsed,
        equivalences: Equivalences::named(&["passive"]),
        ..modules::stanford_rules()
    }
}

/// Which relations features are made of.
pub(crate) fn view() -> View {
    rules().view
}

/// What a pair looks like to the module; nothing but a note if a sentence has no analysis.
pub(crate) fn features(text: Option<&Analysis>, hypothesis: Option<&Analysis>) -> Features {
    match (text, hypothesis) {
        (Some(text), Some(hypothesis)) => {
            let hypothesis = SameWords::LemmaOrForm.matched(text, hypothesis);
            features::of(text, &rules().decide(text, &hypothesis))
        }
        _ => Features::from([("always".to_string(), 1.0), ("no analysis".to_string(), 1.0)]),
    }
}
