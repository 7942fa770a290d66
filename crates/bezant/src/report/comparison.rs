//! What is said about pairs of systems: differences, intervals, tests, ranks.

mod pairs;
mod tables;

use crate::counts::Counts;
use crate::evaluation::Evaluation;
use crate::metric::{Score, Unit};
use crate::parallel::Threads;
use crate::report::Report;
use crate::stats::correction::Correction;
use crate::stats::signs::Signs;
use crate::stats::{Interval, Resampling, Undefined};

use pairs::{Scored, Wholes};

/// How systems are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparing {
    /// How often to draw.
    pub plan: Resampling,
    /// The level of intervals; a p-value below 1 less this is marked.
    pub level: f64,
    /// How intervals are made.
    pub interval: IntervalKind,
    /// Which test.
    pub test: TestKind,
    /// What is done about many comparisons; those of one score count together.
    pub correction: Correction,
    /// The system to compare all others with; all pairs unless given.
    pub baseline: Option<String>,
    /// Names of the scores to compare.
    pub scores: Vec<String>,
    /// How many consecutive sentences are drawn together; see [`Comparing::UNITS`].
    pub block: Option<usize>,
}

/// How an interval is made from replicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntervalKind {
    /// Corrected for bias and acceleration (Efron 1987).
    Bca,
    /// The middle part of the replicates.
    Percentile,
}

/// A test of significance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestKind {
    /// Paired approximate randomisation.
    Permutation,
    /// Paired bootstrap.
    Bootstrap,
    /// McNemar's exact test over sentences that are right or wrong.
    McnemarExact,
    /// McNemar's test with the mid-p-value.
    McnemarMidP,
    /// McNemar's test by chi-square with continuity correction.
    McnemarChiSquare,
    /// The sign test over sentences.
    Sign,
    /// Wilcoxon's signed-rank test over sentences.
    Wilcoxon,
}

impl TestKind {
    /// Its name in JSON and in signatures.
    pub fn name(self) -> &'static str {
        match self {
            TestKind::Permutation => "permutation",
            TestKind::Bootstrap => "bootstrap",
            TestKind::McnemarExact => "mcnemar",
            TestKind::McnemarMidP => "mcnemar-midp",
            TestKind::McnemarChiSquare => "mcnemar-chi2",
            TestKind::Sign => "sign",
            TestKind::Wilcoxon => "wilcoxon",
        }
    }
}

impl IntervalKind {
    /// Its name in signatures.
    pub fn name(self) -> &'static str {
        match self {
            IntervalKind::Bca => "bca",
            IntervalKind::Percentile => "percentile",
        }
    }
}

/// Two systems' scores over the sentences that both have scored.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The first system.
    pub a: String,
    /// The second system, or the baseline.
    pub b: String,
    /// The score's name.
    pub score: &'static str,
    /// How the score is shown.
    pub unit: Unit,
    /// The first system's score less the second's.
    pub difference: Option<f64>,
    /// Where the difference lies, most likely.
    pub interval: Option<Interval>,
    /// How likely such a difference is where there is none.
    pub p: Option<f64>,
    /// The same, corrected for the number of comparisons.
    pub p_adjusted: Option<f64>,
    /// The test's name.
    pub test: &'static str,
    /// Why there is no p.
    pub undefined: Option<Undefined>,
    /// In how many sentences either has the higher score.
    pub signs: Signs,
    /// The smallest difference that this test set shows in 80 of 100 cases.
    pub detectable: Option<f64>,
    /// Sentences that were compared.
    pub n_sentences: u64,
    /// Sentences that were not, because not both systems have a score there.
    pub n_left_out: u64,
}

impl Comparison {
    /// Whether chance is an unlikely reason.
    pub fn is_significant(&self, level: f64) -> bool {
        self.p_adjusted.is_some_and(|p| p < 1.0 - level)
    }
}

/// A name that was asked for and is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {what} is called {name}; there are {}", if known.is_empty() { "none".to_string() } else { known.join(", ") })]
pub struct NotThere {
    /// `system` or `score`.
    pub what: &'static str,
    /// What was asked for.
    pub name: String,
    /// What is there.
    pub known: Vec<String>,
}

impl NotThere {
    /// Where a name is among those that are there.
    pub fn or_position<'k>(
        what: &'static str,
        name: &str,
        known: impl Iterator<Item = &'k str> + Clone,
    ) -> Result<usize, NotThere> {
        known.clone().position(|other| other == name).ok_or_else(|| NotThere {
            what,
            name: name.to_string(),
            known: known.map(str::to_string).collect(),
        })
    }
}

impl Comparing {
    /// Units are drawn, not more than these. Where there are more sentences, consecutive ones form
    /// a unit: it changes the intervals very little, and keeps the time from growing with the
    /// file.
    pub const UNITS: usize = 20_000;

    /// What the program does unless told otherwise.
    pub fn standard(scores: &[&str]) -> Comparing {
        Comparing {
            plan: Resampling::STANDARD,
            level: 0.95,
            interval: IntervalKind::Bca,
            test: TestKind::Permutation,
            correction: Correction::Holm,
            baseline: None,
            scores: scores.iter().map(ToString::to_string).collect(),
            block: None,
        }
    }

    /// Adds intervals to a report and, for several systems, comparisons and their tables. The
    /// systems are those of the report, in its order; `scores` are those of a total.
    pub fn add_to<C: Counts>(
        &self,
        report: &mut Report,
        systems: &[Evaluation<C>],
        scores: impl Fn(&C) -> Vec<Score>,
        threads: &Threads,
    ) -> Result<(), NotThere> {
        let Some(first) = systems.first() else { return Ok(()) };
        let chosen = self.chosen(&scores(&C::default()))?;
        let pairs = self.pairs(systems)?;
        let n_rows = systems.iter().map(|system| system.rows.len()).max().unwrap_or(0);
        let block = self.block.unwrap_or(n_rows.div_ceil(Self::UNITS)).max(1);

        let wholes = Wholes::of(systems);
        let scored: Vec<Scored<'_, C>> =
            systems.iter().map(|system| Scored::new(system, &wholes)).collect();
        let resampled: Vec<_> = scored
            .iter()
            .map(|own| self.resample(&own.counts(), block, &scores, threads))
            .collect();
        for (result, resampled) in report.systems.iter_mut().zip(&resampled) {
            result.intervals = self.intervals(resampled);
        }
        let mut comparisons = Vec::new();
        for &(a, b) in &pairs {
            let sides = [(&scored[a], &resampled[a]), (&scored[b], &resampled[b])];
            comparisons.extend(self.compare(sides, &chosen, block, &scores, threads));
        }
        self.adjust(&mut comparisons, &chosen);

        let mut signature = first.signature.clone();
        if !comparisons.is_empty() {
            signature = signature.with("test", self.test.name());
        }
        signature = signature
            .with("r", self.plan.replicates)
            .with("seed", self.plan.seed)
            .with("block", block)
            .with("interval", self.interval.name())
            .with("level", self.level);
        if !comparisons.is_empty() {
            signature = signature.with("correction", self.correction.name());
        }
        report.signature = signature.to_string();
        report.comparisons = comparisons;
        self.add_tables(report, &chosen);
        self.add_notes(report);
        Ok(())
    }

    /// Which of a metric's scores are compared, with their positions.
    fn chosen(&self, scores: &[Score]) -> Result<Vec<(usize, Score)>, NotThere> {
        let find = |name: &String| {
            let known = scores.iter().map(|score| score.name);
            NotThere::or_position("score", name, known).map(|at| (at, scores[at]))
        };
        let mut chosen = self.scores.iter().map(find).collect::<Result<Vec<_>, NotThere>>()?;
        chosen.sort_by_key(|(at, _)| *at);
        chosen.dedup_by_key(|(at, _)| *at);
        Ok(chosen)
    }

    /// Each other system with the baseline, or all pairs.
    fn pairs<C>(&self, systems: &[Evaluation<C>]) -> Result<Vec<(usize, usize)>, NotThere> {
        let n = systems.len();
        let Some(name) = &self.baseline else {
            return Ok((0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect());
        };
        let known = systems.iter().map(|system| system.system.as_str());
        let baseline = NotThere::or_position("system", name, known)?;
        Ok((0..n).filter(|a| *a != baseline).map(|a| (a, baseline)).collect())
    }

    /// Corrects the p-values of each score.
    fn adjust(&self, comparisons: &mut [Comparison], chosen: &[(usize, Score)]) {
        for (_, score) in chosen {
            let mut of_score: Vec<&mut Comparison> = comparisons
                .iter_mut()
                .filter(|comparison| comparison.score == score.name)
                .collect();
            let p: Vec<Option<f64>> = of_score.iter().map(|comparison| comparison.p).collect();
            for (comparison, p) in of_score.iter_mut().zip(self.correction.adjust(&p)) {
                comparison.p_adjusted = p;
            }
        }
    }
}
