//! A module that learns from pairs the user names: logistic regression over what the relations and
//! paths of a pair look like. The weights are a file that people can read.

mod features;
mod lessons;
mod training;

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;

use crate::entailment::analysis::{Analysis, View};
use crate::entailment::answers::Answer;
use crate::entailment::core::{Because, Decision, Rules};
use crate::entailment::equivalences::Equivalences;
use crate::entailment::modules::{self, SameWords};
use crate::entailment::table::TableInput;
use crate::error::{EntailmentFault, Result, in_plain_words};
use crate::signature::Fingerprint;

pub use lessons::{Lesson, learn};
pub use training::{Training, cross_validate, train};

/// What one pair looks like, by name.
pub(crate) type Features = BTreeMap<String, f64>;

/// A trained module.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// How relations are compared for features.
    pub rules: Rules,
    /// How much each feature speaks for YES.
    pub weights: BTreeMap<String, f64>,
    /// What it was trained on, as a signature.
    pub trained: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    bezant_weights: u32,
    trained: String,
    weights: BTreeMap<String, f64>,
    end: Option<End>,
}

/// The last lines of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    /// How many weights there are, so that a file which was cut short is not taken for a whole one.
    weights: usize,
}

/// The version of the file.
const VERSION: u32 = 1;

impl Learned {
    /// Weights as they were trained.
    pub fn new(weights: BTreeMap<String, f64>, trained: String) -> Learned {
        Learned { rules: rules(), weights, trained }
    }

    /// Reads weights from a file.
    pub fn read(name: &str, text: &[u8]) -> Result<Learned> {
        let input = TableInput::new(name, text)?;
        let bad = |at: usize, why: String| input.fail(at, EntailmentFault::BadDescription(why));
        let file: File = toml::from_str(input.text).map_err(|error| {
            bad(error.span().map_or(0, |span| span.start), in_plain_words(error.message()))
        })?;
        if file.bezant_weights != VERSION {
            return Err(bad(
                0,
                format!("weights of version {}, not {VERSION}", file.bezant_weights),
            ));
        }
        match file.end {
            Some(End { weights }) if weights == file.weights.len() => {}
            Some(End { weights }) => {
                let why = format!("{} of the {weights} weights are here", file.weights.len());
                return Err(bad(0, why));
            }
            None => {
                let why = "no line at the end says how many weights there are: the file was cut \
                           short, and must be trained again";
                return Err(bad(input.text.trim_end().len(), why.to_string()));
            }
        }
        if let Some((feature, weight)) = file.weights.iter().find(|(_, weight)| !weight.is_finite())
        {
            return Err(bad(0, format!("the weight of {feature} is {weight}")));
        }
        Ok(Learned::new(file.weights, file.trained))
    }

    /// The weights as a file, heaviest first, with what training said about them.
    pub fn written(&self, comments: &[String]) -> String {
        let mut out = String::new();
        for comment in comments {
            let _ = writeln!(out, "# {comment}");
        }
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let _ = writeln!(out, "bezant_weights = {VERSION}\ntrained = {}\n", quoted(&self.trained));
        let _ = writeln!(out, "# Above 0 speaks for YES, below 0 for NO.\n[weights]");
        let mut weights: Vec<(&String, &f64)> = self.weights.iter().collect();
        weights.sort_by(|(_, one), (_, two)| two.abs().total_cmp(&one.abs()));
        for (feature, weight) in weights {
            let _ = writeln!(out, "{} = {weight:?}", quoted(feature));
        }
        let _ = writeln!(out, "\n[end]\nweights = {}", self.weights.len());
        out
    }

    /// The same for the same weights, whatever their order in the file and what else it says: two
    /// pieces a weight, the feature's name and the number as it is written.
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        let mut all = Fingerprint::default();
        for (feature, weight) in &self.weights {
            all.push(Fingerprint::of(feature.as_bytes()));
            all.push(Fingerprint::of(format!("{weight:?}").as_bytes()));
        }
        all
    }

    /// Decides one pair.
    pub fn decide(&self, text: &Analysis, hypothesis: &Analysis) -> Decision {
        let decision = self.rules.decide(text, hypothesis);
        let features = features::of(text, &decision);
        let p = training::probability(&self.weights, &features);
        Decision {
            answer: Answer::from(p > 0.5),
            because: Because::Weighed,
            probability: Some(p),
            ..decision
        }
    }
}

impl Learned {
    /// What weighs most in a pair, heaviest first.
    pub(crate) fn reasons(&self, text: &Analysis, hypothesis: &Analysis) -> Vec<(String, f64)> {
        let features = features::of(text, &self.rules.decide(text, hypothesis));
        let weight = |(name, value): (String, f64)| {
            let weight = self.weights.get(&name)? * value;
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
