//! `bezant entail train`.

use std::process::ExitCode;

use bezant::entailment::learned::{self, Lesson, Training};

use super::{pairs, parses, said_of};
use crate::args::TrainArgs;
use crate::{output, warnings};

#[allow(clippy::print_stderr)]
pub fn run(args: &TrainArgs) -> anyhow::Result<ExitCode> {
    let pairs = pairs(&args.pairs)?;
    anyhow::ensure!(pairs.gold()?.len() > 1, "one pair is not enough to learn from");
    let parses = parses(&args.parses, &pairs)?;
    warnings::print(&said_of(&pairs, &parses), args.quiet);
    let training = Training { penalty: args.penalty, ..Training::default() };
    let Lesson { learned, signature, folds, counts } =
        learned::learn(&pairs, &parses, training, usize::from(args.folds))?;
    let summary = format!(
        "cross-validation in {folds} folds: {} of {} right ({:.2} %)",
        counts.right(),
        counts.pairs(),
        100.0 * counts.accuracy().unwrap_or(0.0)
    );
    let written = learned.written(&["Weights of the module learned.".to_string(), summary.clone()]);
    output::write_to(args.output.as_deref(), |out| out.write_all(written.as_bytes()))?;
    if !args.quiet {
        eprintln!("{} features; {summary}; {signature}", learned.weights.len());
    }
    Ok(ExitCode::SUCCESS)
}
