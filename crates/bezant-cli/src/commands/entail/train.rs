//! `bezant entail train`.

use std::process::ExitCode;

use bezant::entailment::learned::{self, Learner, Lesson, Training};
use bezant::report::precision_recall_chart;

use super::{pairs, parses, said_of};
use crate::args::{LearnerChoice, TrainArgs};
use crate::diagnostics::note;
use crate::{output, warnings};

pub fn run(args: &TrainArgs) -> anyhow::Result<ExitCode> {
    // Nothing is learned for a picture that cannot be written.
    args.curve.as_deref().map_or(Ok(()), output::check_picture)?;
    let pairs = pairs(&args.pairs)?;
    anyhow::ensure!(pairs.gold()?.len() > 1, "one pair is not enough to learn from");
    let parses = parses(&args.parses, &pairs)?;
    warnings::print(&said_of(&pairs, &parses), args.quiet);
    let training =
        Training { penalty: args.penalty, learner: learner(args)?, ..Training::default() };
    if matches!(training.learner, Learner::SvmRbf { .. }) {
        anyhow::ensure!(
            pairs.pairs.len() <= MOST_WITH_KERNEL,
            "svm-rbf compares every two pairs, and takes at most {MOST_WITH_KERNEL}; use svm"
        );
    }
    let Lesson { learned, signature, folds, counts, curve } =
        learned::learn(&pairs, &parses, training, usize::from(args.folds))?;
    let summary = format!(
        "cross-validation in {folds} folds: {} of {} right ({:.2} %)",
        counts.right(),
        counts.pairs(),
        100.0 * counts.accuracy().unwrap_or(0.0)
    );
    let summary = match curve.summary() {
        Some(best) if training.learner != Learner::Logistic || args.curve.is_some() => {
            format!("{summary}; {best}")
        }
        _ => summary,
    };
    let written = learned.written(&["Weights of the module learned.".to_string(), summary.clone()]);
    output::write_to(args.output.as_deref(), |out| out.write_all(written.as_bytes()))?;
    if let Some(path) = &args.curve {
        let name = training.learner.name().to_string();
        let drawn = precision_recall_chart(&[(name, &curve)], signature.to_string());
        output::picture(path, &drawn.picture())?;
    }
    if !args.quiet {
        note!("{}; {summary}; {signature}", learned.size());
    }
    Ok(ExitCode::SUCCESS)
}

/// A kernel is a table of every two pairs; this one is 200 MB.
const MOST_WITH_KERNEL: usize = 5_000;

/// What was typed as a learner.
fn learner(args: &TrainArgs) -> anyhow::Result<Learner> {
    let is_radial = args.learner == LearnerChoice::SvmRbf;
    anyhow::ensure!(args.gamma.is_none() || is_radial, "--gamma goes with --learner svm-rbf");
    Ok(match args.learner {
        LearnerChoice::Logistic => Learner::Logistic,
        LearnerChoice::Svm => Learner::Svm,
        LearnerChoice::SvmRbf => Learner::SvmRbf { gamma: args.gamma.unwrap_or(0.1) },
    })
}
