//! What can be typed after `bezant entail train`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::ParsesArgs;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant entail train dev.xml --parses dev.mrg -o weights.toml\n  \
    bezant entail train dev.xml --parses dev.mrg --learner svm --curve svm.svg -o svm.toml\n  \
    bezant entail decide test.xml --parses test.mrg --module learned --weights weights.toml")]
pub struct TrainArgs {
    /// Pairs with their answers
    pub pairs: PathBuf,

    /// What is learned
    #[arg(long, value_name = "WHAT", default_value = "logistic")]
    pub learner: LearnerChoice,

    /// For svm-rbf, how fast likeness goes with every feature that only one of two pairs has
    #[arg(long, value_name = "NUMBER", value_parser = penalty)]
    pub gamma: Option<f64>,

    /// Draw precision by recall over all thresholds, in cross-validation (.svg, .pdf or .png)
    #[arg(long, value_name = "FILE")]
    pub curve: Option<PathBuf>,

    /// How strongly weights are held near 0; a support vector machine's C is its inverse
    #[arg(long, value_name = "NUMBER", default_value_t = 0.1, value_parser = penalty)]
    pub penalty: f64,

    /// Folds of the cross-validation
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(2..))]
    pub folds: u16,

    /// Write the weights to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// No summary
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten)]
    pub parses: ParsesArgs,
}

/// What is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LearnerChoice {
    /// Logistic regression
    Logistic,
    /// A linear support vector machine
    Svm,
    /// A support vector machine with a radial kernel
    SvmRbf,
}

fn penalty(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| (1e-6..=1e6).contains(number));
    number.ok_or_else(|| format!("{text} cannot be used here; write a number such as 0.1"))
}
