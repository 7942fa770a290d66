//! What was learned as a file that people can read.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;

use crate::entailment::learned::{Learned, Learner, Model, Support};
use crate::entailment::table::TableInput;
use crate::error::{EntailmentFault, Result, in_plain_words};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    bezant_weights: u32,
    trained: String,
    /// What was learned, if not a logistic regression.
    learner: Option<String>,
    gamma: Option<f64>,
    #[serde(default)]
    features: Vec<String>,
    #[serde(default)]
    weights: BTreeMap<String, f64>,
    #[serde(default)]
    support: Vec<Remembered>,
    end: Option<End>,
}

/// A pair that is remembered.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Remembered {
    weight: f64,
    features: Vec<usize>,
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
    /// Reads weights from a file.
    ///
    /// # Errors
    /// Where it is no such file, was cut short, or has weights that are no numbers.
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
        let n = file.weights.len() + file.support.len();
        match file.end {
            Some(End { weights }) if weights == n => {}
            Some(End { weights }) => {
                return Err(bad(0, format!("{n} of the {weights} weights are here")));
            }
            None => {
                let why = "no line at the end says how many weights there are: the file was cut \
                           short, and must be trained again";
                return Err(bad(input.text.trim_end().len(), why.to_string()));
            }
        }
        let model = model(&file).map_err(|why| bad(0, why))?;
        let remembered = file.support.iter().map(|one| ("a pair that is remembered", one.weight));
        let weights = file.weights.iter().map(|(feature, weight)| (feature.as_str(), *weight));
        if let Some((what, weight)) =
            weights.chain(remembered).find(|(_, weight)| !weight.is_finite())
        {
            return Err(bad(0, format!("the weight of {what} is {weight}")));
        }
        Ok(Learned::of(Model { weights: file.weights, ..model }, file.trained))
    }

    /// The weights as a file, heaviest first, with what training said about them.
    pub fn written(&self, comments: &[String]) -> String {
        let mut out = String::new();
        for comment in comments {
            let _ = writeln!(out, "# {comment}");
        }
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let Model { learner, weights, features, supports } = &*self.model;
        let _ = writeln!(out, "bezant_weights = {VERSION}\ntrained = {}", quoted(&self.trained));
        if *learner != Learner::Logistic {
            let _ = writeln!(out, "learner = {}", quoted(learner.name()));
        }
        if let Learner::SvmRbf { gamma } = learner {
            let _ = writeln!(out, "gamma = {gamma:?}\nfeatures = [");
            for feature in features {
                let _ = writeln!(out, "  {},", quoted(feature));
            }
            let _ = writeln!(out, "]\n\n# Pairs that are remembered. Above 0 speaks for YES.");
            for support in supports {
                let numbers: Vec<String> = support.features.iter().map(usize::to_string).collect();
                let numbers = numbers.join(", ");
                let weight = support.weight;
                let _ = writeln!(out, "[[support]]\nweight = {weight:?}\nfeatures = [{numbers}]");
            }
        } else {
            let _ = writeln!(out, "\n# Above 0 speaks for YES, below 0 for NO.\n[weights]");
            let mut weights: Vec<(&String, &f64)> = weights.iter().collect();
            weights.sort_by(|(_, one), (_, two)| two.abs().total_cmp(&one.abs()));
            for (feature, weight) in weights {
                let _ = writeln!(out, "{} = {weight:?}", quoted(feature));
            }
        }
        let _ = writeln!(out, "\n[end]\nweights = {}", weights.len() + supports.len());
        out
    }
}

/// What a file says was learned, but for weights of features; or what is wrong with it.
fn model(file: &File) -> std::result::Result<Model, String> {
    let learner = match (file.learner.as_deref(), file.gamma) {
        (None | Some("logistic"), None) => Learner::Logistic,
        (Some("svm"), None) => Learner::Svm,
        (Some("svm-rbf"), Some(gamma)) if gamma > 0.0 && gamma.is_finite() => {
            Learner::SvmRbf { gamma }
        }
        (Some("svm-rbf"), _) => return Err("svm-rbf has a gamma above 0".to_string()),
        (None | Some("logistic" | "svm"), Some(_)) => {
            return Err("only svm-rbf has a gamma".to_string());
        }
        (Some(other), _) => {
            return Err(format!("no learner is called {other}; there are logistic, svm, svm-rbf"));
        }
    };
    let has_kernel = matches!(learner, Learner::SvmRbf { .. });
    if has_kernel && !file.weights.is_empty() {
        return Err(format!("{} has no weights of features", learner.name()));
    }
    let has_memory = !file.support.is_empty() || !file.features.is_empty();
    if !has_kernel && has_memory {
        return Err(format!("{} has no pairs that are remembered", learner.name()));
    }
    if !file.features.is_sorted_by(|one, two| one < two) {
        return Err("the features are not in order".to_string());
    }
    let support = |one: &Remembered| {
        let is_sorted = one.features.is_sorted_by(|one, two| one < two);
        if !is_sorted || one.features.last().is_some_and(|last| *last >= file.features.len()) {
            return Err("a pair that is remembered has numbers of no features".to_string());
        }
        Ok(Support { weight: one.weight, features: one.features.clone() })
    };
    let supports = file.support.iter().map(support).collect::<std::result::Result<_, _>>()?;
    Ok(Model { learner, features: file.features.clone(), supports, ..Model::default() })
}
