//! The same comparison under other conventions: what papers differ in without saying so.

use std::fmt;

use crate::metrics::brackets::{Brackets, Classes, Duplicates, Measures, Noted, Tokens};
use crate::metrics::trees::parameters::{Functions, Labelling, Parameters, Preset};

/// Labels of the bracket around the whole tree.
const TOP: [&[u8]; 4] = [b"TOP", b"S1", b"ROOT", b"VROOT"];

/// Tags of punctuation, in the Penn Treebank.
const PUNCTUATION: [&[u8]; 7] = [b",", b":", b"``", b"''", b".", b"?", b"!"];

/// What is different under another convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// One thing, in words.
    Only(&'static str),
    /// All parameters are those of a preset.
    Preset(Preset),
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Only(what) => f.write_str(what),
            Change::Preset(preset) => write!(f, "the preset {}", preset.name()),
        }
    }
}

/// Other conventions than the one asked for, each with what is different.
pub fn conventions(base: &Brackets) -> Vec<(Change, Brackets)> {
    let measures = Measures::default();
    let mut base =
        Brackets { notes: Noted::Nothing, classes: Classes::None, measures, ..base.clone() };
    if base.parameters.functions == Functions::Score {
        base.parameters.functions = Functions::Remove;
    }
    let with = |change: &dyn Fn(&mut Brackets)| {
        let mut other = base.clone();
        change(&mut other);
        other
    };
    let mut all = Vec::new();
    let mut add = |what: &'static str, change: &dyn Fn(&mut Brackets)| {
        all.push((Change::Only(what), with(change)));
    };

    match base.parameters.labels {
        Labelling::Labelled => {
            add("labels ignored", &|other| other.parameters.labels = Labelling::Unlabelled);
        }
        Labelling::Unlabelled => {
            add("labels regarded", &|other| other.parameters.labels = Labelling::Labelled);
        }
    }
    let deletes = |labels: &[&[u8]]| labels.iter().any(|label| has(&base.parameters, label));
    if deletes(&TOP) {
        add("TOP counts", &|other| keep(&mut other.parameters, &TOP));
    } else {
        add("TOP does not count", &|other| delete(&mut other.parameters, &TOP));
    }
    if deletes(&PUNCTUATION) {
        add("punctuation counts", &|other| keep(&mut other.parameters, &PUNCTUATION));
    } else {
        add("punctuation does not count", &|other| delete(&mut other.parameters, &PUNCTUATION));
    }
    if base.parameters.equal_labels.is_empty() {
        add("ADVP and PRT are equal", &|other| {
            other.parameters.equal_labels.push((b"ADVP".to_vec(), b"PRT".to_vec()));
        });
    } else {
        add("no labels are equal", &|other| other.parameters.equal_labels.clear());
    }
    match base.duplicates {
        Duplicates::Each => {
            add("each bracket once (sets)", &|other| other.duplicates = Duplicates::Once);
        }
        Duplicates::Once => {
            add("brackets as often as they are there", &|other| {
                other.duplicates = Duplicates::Each
            });
        }
    }
    match base.tokens {
        Tokens::MustMatch => {
            add("different words aligned", &|other| other.tokens = Tokens::Aligned);
        }
        Tokens::Aligned => {
            add("different words skipped", &|other| other.tokens = Tokens::MustMatch);
        }
    }
    for preset in Preset::ALL {
        if base.parameters.preset() != Some(preset) {
            all.push((Change::Preset(preset), with_preset(&base, preset)));
        }
    }
    all
}

/// The same with all that a preset says. Labels count as they did, unless a preset is about that.
fn with_preset(base: &Brackets, preset: Preset) -> Brackets {
    let of_unsupervised =
        [base.parameters.preset(), Some(preset)].contains(&Some(Preset::Unsupervised));
    let other = Brackets::preset(preset);
    let (labels, duplicates, punctuation) = match of_unsupervised {
        true => (other.parameters.labels, other.duplicates, other.punctuation),
        false => (base.parameters.labels, base.duplicates, base.punctuation),
    };
    let Parameters { scope, functions, .. } = base.parameters;
    let parameters = Parameters { labels, scope, functions, ..other.parameters };
    Brackets { parameters, duplicates, punctuation, ..base.clone() }
}

fn has(parameters: &Parameters, label: &[u8]) -> bool {
    parameters.delete.iter().any(|deleted| deleted == label)
}

fn keep(parameters: &mut Parameters, labels: &[&[u8]]) {
    parameters.delete.retain(|deleted| !labels.contains(&deleted.as_slice()));
}

fn delete(parameters: &mut Parameters, labels: &[&[u8]]) {
    for label in labels {
        if !has(parameters, label) {
            parameters.delete.push(label.to_vec());
        }
    }
}
