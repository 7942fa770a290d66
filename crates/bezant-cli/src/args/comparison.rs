//! How systems are compared: options of every metric, and of `bezant compare`.

use std::path::PathBuf;

use bezant::comparison::{Comparing, IntervalKind, TestKind};
use bezant::stats::Resampling;
use bezant::stats::correction::Correction;
use clap::Args;

use super::choice::{Choice, choice};
use super::{OutputArgs, PlotArgs, ThreadsArgs};

/// More would change no digit that anybody prints, and fill the memory.
const MOST_REPLICATES: i64 = 1_000_000;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant compare a.jsonl b.jsonl\n  \
    bezant compare all.jsonl --baseline old --replicates 10000\n  \
    bezant compare a.jsonl b.jsonl --score exact_match --test mcnemar")]
pub struct CompareArgs {
    /// Files of saved rows
    #[arg(required = true)]
    pub rows: Vec<PathBuf>,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    #[command(flatten)]
    pub comparison: ComparisonArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub plot: PlotArgs,
}

/// How systems are compared.
#[derive(Debug, Args)]
#[command(next_help_heading = "Comparison")]
pub struct ComparisonArgs {
    /// Compare all other systems with this one; all pairs unless given
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,

    /// Test of significance
    #[arg(long, value_name = "TEST", default_value = "permutation", value_parser = choice(TESTS))]
    pub test: TestKind,

    /// Score to compare; may be repeated; the metric's main score unless given
    #[arg(long, value_name = "NAME")]
    pub score: Vec<String>,

    /// How often to draw; 0 for no intervals and no comparison. Unless given 1000, and more for
    /// more than 25 comparisons (40 each, up to 10000), so that they can be significant
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MOST_REPLICATES))]
    pub replicates: Option<u32>,

    /// What the replicates are drawn from
    #[arg(long, value_name = "N", default_value_t = Resampling::STANDARD.seed)]
    pub seed: u64,

    /// Level of intervals and of marks at p-values
    #[arg(long, value_name = "LEVEL", default_value = "0.95", value_parser = level)]
    pub level: f64,

    /// How intervals are made
    #[arg(long, value_name = "KIND", default_value = "bca", value_parser = choice(INTERVALS))]
    pub interval: IntervalKind,

    /// What is done about many comparisons
    #[arg(long, value_name = "NAME", default_value = "holm", value_parser = choice(CORRECTIONS))]
    pub correction: Correction,

    /// Sentences that are drawn together; as few as make 20000 units unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub block: Option<u32>,
}

impl ComparisonArgs {
    /// What is to be compared, if anything.
    pub fn comparing(&self, n_systems: usize) -> Option<Comparing> {
        let pairs = match self.baseline {
            Some(_) => n_systems.saturating_sub(1),
            None => n_systems * n_systems.saturating_sub(1) / 2,
        };
        let comparisons = pairs * self.score.len().max(1);
        let replicates = self.replicates.unwrap_or(Resampling::enough_for(comparisons));
        (replicates > 0).then(|| {
            Comparing::standard().with(|it| {
                it.plan = Resampling::new(replicates, self.seed);
                it.level = self.level;
                it.interval = self.interval;
                it.test = self.test;
                it.correction = self.correction;
                it.baseline = self.baseline.clone();
                it.scores = self.score.clone();
                it.block = self.block.map(|n| n as usize);
            })
        })
    }
}

fn level(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|level| *level > 0.0 && *level < 1.0)
        .ok_or_else(|| format!("{text} is not between 0 and 1; write for example 0.95"))
}

/// Tests of significance.
pub const TESTS: &[Choice<TestKind>] = &[
    (
        "permutation",
        TestKind::Permutation,
        "Swap the systems' sentences at random (approximate randomisation)",
    ),
    ("bootstrap", TestKind::Bootstrap, "Draw sentences with replacement, the same for both"),
    (
        "mcnemar",
        TestKind::McnemarExact,
        "McNemar's exact test, for scores that are right or wrong in a sentence",
    ),
    ("mcnemar-midp", TestKind::McnemarMidP, "McNemar's test with mid-p"),
    (
        "mcnemar-chi2",
        TestKind::McnemarChiSquare,
        "McNemar's test by chi-square with continuity correction",
    ),
    ("sign", TestKind::Sign, "In how many sentences a system is better"),
    ("wilcoxon", TestKind::Wilcoxon, "Wilcoxon's signed ranks of the sentences' differences"),
];

/// How intervals are made.
const INTERVALS: &[Choice<IntervalKind>] = &[
    ("bca", IntervalKind::Bca, "Corrected for bias and acceleration"),
    ("percentile", IntervalKind::Percentile, "The middle part of the replicates"),
];

/// What is done about many comparisons.
pub const CORRECTIONS: &[Choice<Correction>] = &[
    ("holm", Correction::Holm, "Holm: no false finding at all, at this level"),
    ("bh", Correction::BenjaminiHochberg, "Benjamini and Hochberg: few of the findings false"),
    ("none", Correction::None, "As they are"),
];
