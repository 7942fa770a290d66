//! How systems are compared: options of every metric, and of `bezant compare`.

use std::path::PathBuf;

use bezant::report::{Comparing, IntervalKind, TestKind};
use bezant::stats::Resampling;
use bezant::stats::correction::Correction;
use clap::{Args, ValueEnum};

use crate::args::OutputArgs;

/// More would change no digit that anybody prints, and fill the memory.
const MOST_REPLICATES: i64 = 1_000_000;

/// Say whether differences between systems are real, from saved rows
///
/// Rows are written by --save. Sentences are paired by number, and only those that both systems
/// have scored are compared.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant compare a.jsonl b.jsonl\n  \
    bezant compare all.jsonl --baseline old --replicates 10000\n  \
    bezant compare a.jsonl b.jsonl --score exact_match --test mcnemar")]
pub struct CompareArgs {
    /// Files of saved rows
    #[arg(required = true)]
    pub rows: Vec<PathBuf>,

    /// Number of threads; as many as the machine has unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    #[command(flatten)]
    pub comparison: ComparisonArgs,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// How systems are compared.
#[derive(Debug, Args)]
#[command(next_help_heading = "Comparison")]
pub struct ComparisonArgs {
    /// Compare all other systems with this one; all pairs unless given
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,

    /// Test of significance
    #[arg(long, value_name = "TEST", default_value = "permutation")]
    pub test: TestName,

    /// Score to compare; may be repeated; the metric's main score unless given
    #[arg(long, value_name = "NAME")]
    pub score: Vec<String>,

    /// How often to draw; 0 for no comparison. 1000 for several systems, 0 for one, unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MOST_REPLICATES))]
    pub replicates: Option<u32>,

    /// What the replicates are drawn from
    #[arg(long, value_name = "N", default_value_t = Resampling::STANDARD.seed)]
    pub seed: u64,

    /// Level of intervals and of marks at p-values
    #[arg(long, value_name = "LEVEL", default_value = "0.95", value_parser = level)]
    pub level: f64,

    /// How intervals are made
    #[arg(long, value_name = "KIND", default_value = "bca")]
    pub interval: IntervalName,

    /// What is done about many comparisons
    #[arg(long, value_name = "NAME", default_value = "holm")]
    pub correction: CorrectionName,

    /// Sentences that are drawn together; as few as make 20000 units unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub block: Option<u32>,
}

impl ComparisonArgs {
    /// What is to be compared, if anything.
    pub fn comparing(&self, n_systems: usize, main: &[&str]) -> Option<Comparing> {
        let standard = Resampling::STANDARD.replicates;
        let replicates = self.replicates.unwrap_or(if n_systems > 1 { standard } else { 0 });
        let main = || main.iter().map(ToString::to_string).collect();
        (replicates > 0).then(|| Comparing {
            plan: Resampling { replicates, seed: self.seed },
            level: self.level,
            interval: self.interval.into(),
            test: self.test.into(),
            correction: self.correction.into(),
            baseline: self.baseline.clone(),
            scores: if self.score.is_empty() { main() } else { self.score.clone() },
            block: self.block.map(|n| n as usize),
        })
    }
}

fn level(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|level| *level > 0.0 && *level < 1.0)
        .ok_or_else(|| format!("{text} is not between 0 and 1; write for example 0.95"))
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum TestName {
    /// Swap the systems' sentences at random (approximate randomisation)
    Permutation,
    /// Draw sentences with replacement, the same for both
    Bootstrap,
    /// McNemar's exact test, for scores that are right or wrong in a sentence
    Mcnemar,
    /// McNemar's test with mid-p
    McnemarMidp,
    /// McNemar's test by chi-square with continuity correction
    McnemarChi2,
    /// In how many sentences a system is better
    Sign,
    /// Wilcoxon's signed ranks of the sentences' differences
    Wilcoxon,
}

impl From<TestName> for TestKind {
    fn from(name: TestName) -> TestKind {
        match name {
            TestName::Permutation => TestKind::Permutation,
            TestName::Bootstrap => TestKind::Bootstrap,
            TestName::Mcnemar => TestKind::McnemarExact,
            TestName::McnemarMidp => TestKind::McnemarMidP,
            TestName::McnemarChi2 => TestKind::McnemarChiSquare,
            TestName::Sign => TestKind::Sign,
            TestName::Wilcoxon => TestKind::Wilcoxon,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum IntervalName {
    /// Corrected for bias and acceleration
    Bca,
    /// The middle part of the replicates
    Percentile,
}

impl From<IntervalName> for IntervalKind {
    fn from(name: IntervalName) -> IntervalKind {
        match name {
            IntervalName::Bca => IntervalKind::Bca,
            IntervalName::Percentile => IntervalKind::Percentile,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum CorrectionName {
    /// Holm: no false finding at all, at this level
    Holm,
    /// Benjamini and Hochberg: few of the findings false
    Bh,
    /// As they are
    None,
}

impl From<CorrectionName> for Correction {
    fn from(name: CorrectionName) -> Correction {
        match name {
            CorrectionName::Holm => Correction::Holm,
            CorrectionName::Bh => Correction::BenjaminiHochberg,
            CorrectionName::None => Correction::None,
        }
    }
}
