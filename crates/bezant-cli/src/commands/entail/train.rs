//! `bezant entail train`.

use std::collections::BTreeMap;
use std::process::ExitCode;

use bezant::entailment::answers::{Answer, Answers, Given};
use bezant::entailment::learned::{self, Features, Learned, Training};
use bezant::entailment::parses::Space;
use bezant::entailment::{Pair, Pairs, score};
use bezant::signature::Signature;

use super::{pairs, parses};
use crate::args::TrainArgs;
use crate::output;

#[allow(clippy::print_stderr)]
pub fn run(args: &TrainArgs) -> anyhow::Result<ExitCode> {
    let pairs = pairs(&args.pairs)?;
    let gold = pairs.gold()?;
    anyhow::ensure!(gold.len() > 1, "one pair is not enough to learn from");
    let parses = parses(&args.parses, &pairs)?;
    let view = learned::view();
    let mut space = Space::default();
    let mut examples: Vec<(Features, Answer)> = Vec::with_capacity(gold.len());
    for (at, answer) in gold.into_iter().enumerate() {
        let [text, hypothesis] = parses.analyses(at, view, &mut space)?;
        examples.push((learned::features(text.as_ref(), hypothesis.as_ref()), answer));
    }
    let training = Training { penalty: args.penalty, ..Training::default() };
    let folds = usize::from(args.folds).min(examples.len());
    let groups = groups(&pairs);
    let given = learned::cross_validate(&examples, &groups, folds, training);
    let given = given.into_iter().map(|answer| Given { answer, probability: None }).collect();
    let answers = Answers { name: "cross-validation".to_string(), given };
    let counts = score::evaluate(&pairs, &[answers])?[0].total();

    let signature = parses
        .sign(Signature::new("entail-train"))
        .with("n", examples.len())
        .with("pairs", pairs.fingerprint())
        .with("penalty", args.penalty)
        .with("folds", folds)
        .with("version", env!("CARGO_PKG_VERSION"));
    let summary = format!(
        "cross-validation in {folds} folds: {} of {} right ({:.2} %)",
        counts.right(),
        counts.pairs(),
        100.0 * counts.accuracy().unwrap_or(0.0)
    );
    let learned = Learned::new(learned::train(&examples, training), signature.to_string());
    let written = learned.written(&["Weights of the module learned.".to_string(), summary.clone()]);
    output::write_to(args.output.as_deref(), |out| out.write_all(written.as_bytes()))?;
    if !args.quiet {
        eprintln!("{} features; {summary}; {signature}", learned.weights.len());
    }
    Ok(ExitCode::SUCCESS)
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
