//! Whether systems differ: intervals of scores, differences of pairs, tests, ranks; from evaluations
//! to plain data.
//!
//! ```
//! use bezant::{Brackets, Comparing, Preset, Reader, Threads, evaluate_one};
//!
//! let gold = "(TOP (S (NP (NNS Dogs)) (VP (VBP bark) (ADVP (RB loudly)))))\n".repeat(20);
//! let flat = "(TOP (S (NP (NNS Dogs)) (VP (VBP bark) (RB loudly))))\n".repeat(20);
//! let metric = Brackets::preset(Preset::Collins);
//! let evaluate = |name: &str, text: &str| {
//!     evaluate_one(&metric, Reader::from_text("gold", &*gold)?, Reader::from_text(name, text)?)
//! };
//! let systems = [evaluate("perfect", &gold)?, evaluate("flat", &flat)?];
//!
//! let found = Comparing::standard().compare(&metric, &systems, &Threads::one())?;
//! let pair = &found.pairs[0];
//! assert_eq!((pair.a.as_str(), pair.b.as_str(), pair.score), ("perfect", "flat", "f1"));
//! assert_eq!(pair.difference, Some(1.0 - 6.0 / 7.0));
//! assert!(pair.p.is_some_and(|p| p < 0.01));
//! assert!(found.signature.to_string().contains("|test:permutation|r:1000|seed:12345|"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agreement;
mod changes;
mod curves;
mod not_there;
mod orders;
mod pairs;
mod replicates;
mod samples;
mod stretches;
mod treebanks;

#[doc(inline)]
pub use crate::stats::correction::Correction;
#[doc(inline)]
pub use crate::stats::{Interval, Resampling, Undefined};
#[doc(hidden)]
pub use agreement::{Agreement, Choices, Said, TwoFiles};
#[doc(hidden)]
pub use changes::{ScoreChange, SentenceChange, SystemChanges};
#[doc(hidden)]
pub use curves::{Curves, Curving, SystemCurve};
pub use not_there::NotThere;
#[doc(hidden)]
pub use orders::{Beside, ModuleOrder, OrdersCompared};
#[doc(hidden)]
pub use samples::{SampledScore, Spread, sampled};

use crate::counts::Counts;
use crate::evaluation::Evaluation;
use crate::metric::{Score, Scorer, ScoresOf, Unit, goodness};
use crate::parallel::Threads;
use crate::signature::Signature;
use crate::stats::ranking::rank;
use crate::stats::signs::Signs;
use crate::stats::{enough_replicates, is_below};

use pairs::ComparedSide;
use replicates::Replicating;
use stretches::{Scored, Wholes, groups};

/// How systems are compared.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
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
    /// The system to compare all others with, which is the second of each pair; all pairs unless given.
    pub baseline: Option<String>,
    /// Names of the scores to compare; the metric's main score, the first one, if there are none.
    pub scores: Vec<String>,
    /// How many consecutive sentences are drawn together; see [`Comparing::UNITS`].
    pub block: Option<usize>,
}

/// How an interval is made from replicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IntervalKind {
    /// Corrected for bias and acceleration (Efron 1987).
    Bca,
    /// The middle part of the replicates.
    Percentile,
}

/// A test of significance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    #[doc(hidden)]
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

    /// Whether it draws replicates, rather than counting sentences.
    pub(crate) fn draws(self) -> bool {
        matches!(self, TestKind::Permutation | TestKind::Bootstrap)
    }
}

impl IntervalKind {
    /// Its name in signatures.
    #[doc(hidden)]
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
    /// The second system; in [`Comparisons::pairs`] the baseline, where there is one.
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
    #[doc(hidden)]
    pub signs: Signs,
    /// The smallest difference that this test set shows in 80 of 100 cases.
    pub detectable: Option<f64>,
    /// Sentences that were compared.
    pub n_sentences: u64,
    /// Sentences that were not, because not both systems have a score there.
    pub n_left_out: u64,
}

impl Comparison {
    /// The second system compared with the first.
    fn turned(&self) -> Comparison {
        // Not `-value`: no difference has no sign.
        let less = |value: f64| 0.0 - value;
        let interval = |it: Interval| Interval { low: less(it.high), high: less(it.low), ..it };
        Comparison {
            a: self.b.clone(),
            b: self.a.clone(),
            difference: self.difference.map(less),
            interval: self.interval.map(interval),
            signs: self.signs.turned(),
            ..self.clone()
        }
    }

    /// Whether chance is an unlikely reason, at a level such as [`Comparing::level`]: 0.95, which asks
    /// for a corrected p below 0.05.
    pub fn is_significant(&self, level: f64) -> bool {
        self.p_adjusted.is_some_and(|p| is_below(p, level))
    }

    /// About how many sentences would show a difference of this size in 80 of 100 cases, to two
    /// digits; what is detectable shrinks with the root of their number.
    pub fn sentences_needed(&self) -> Option<u64> {
        let (detectable, difference) = (self.detectable?, self.difference?.abs());
        let needed = self.n_sentences as f64 * (detectable / difference).powi(2);
        if !(1.0..=1e15).contains(&needed) {
            return None;
        }
        let unit = 10f64.powf((needed.log10().floor() - 1.0).max(0.0));
        Some(((needed / unit).round() * unit) as u64)
    }
}

/// What resampling says of some systems.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparisons {
    /// How they were compared, with the names of the scores that were.
    pub how: Comparing,
    /// What the numbers stand for: how the rows were made, and how they were drawn.
    pub signature: Signature,
    /// One entry a system, in the order they were given.
    pub intervals: Vec<SystemIntervals>,
    /// Pairs of systems, each score apart: each system with those behind it, or with the baseline.
    pub pairs: Vec<Comparison>,
    /// For each score the systems by rank, the best first; empty where a baseline leaves most
    /// pairs out.
    pub ranking: Vec<Ranked>,
}

/// Where the scores of a system lie, most likely.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemIntervals {
    /// What it is called.
    pub system: String,
    /// All scores over the sentences that could be scored, with an interval where there is one.
    pub scores: Vec<(Score, Option<Interval>)>,
}

/// One system's place by one score.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// What it is called.
    pub system: String,
    /// Its score.
    pub score: Score,
    /// Its place; those that share a group with the first of a rank have it too.
    pub rank: usize,
    /// Groups it belongs to, the best being 0. No two systems of a group are shown to differ.
    pub groups: Vec<usize>,
}

impl SystemIntervals {
    /// A score by its name, with its interval.
    pub fn get(&self, name: &str) -> Option<(Score, Option<Interval>)> {
        self.scores.iter().find(|(score, _)| score.name == name).copied()
    }
}

impl Comparisons {
    /// The comparison of two systems by one score, the first less the second as they are named here; systems
    /// are named by their place in [`intervals`](Comparisons::intervals). Nothing where they were not compared:
    /// with a baseline, one of them is the baseline.
    pub fn between(&self, score: &str, a: usize, b: usize) -> Option<Comparison> {
        let (found, is_first) = self.pair(score, a, b)?;
        Some(if is_first { found.clone() } else { found.turned() })
    }

    /// The same as it was made, and whether the first of it is the first here.
    pub(crate) fn pair(&self, score: &str, first: usize, b: usize) -> Option<(&Comparison, bool)> {
        let n = self.intervals.len();
        let (a, b) = (first.min(b), first.max(b));
        if a == b || b >= n {
            return None;
        }
        // Where a pair is among those that `Comparing::pairs` lists.
        let (at, made_first) = match &self.how.baseline {
            None => (a * (2 * n - a - 1) / 2 + (b - a - 1), a),
            Some(name) => {
                let names = self.intervals.iter().map(|own| own.system.as_str());
                let baseline = NotThere::or_position("system", name, names).ok()?;
                let other = if a == baseline { b } else { a };
                if a != baseline && b != baseline {
                    return None;
                }
                (other - usize::from(other > baseline), other)
            }
        };
        // A pair's scores stand together, in the order of their names.
        let of_score = self.how.scores.iter().position(|name| name == score)?;
        Some((self.pairs.get(at * self.how.scores.len() + of_score)?, first == made_first))
    }

    /// Why no score has an interval: too few were drawn for the level.
    #[doc(hidden)]
    pub fn no_intervals(&self) -> Option<Undefined> {
        enough_replicates(self.how.plan.replicates as usize, self.how.level).err()
    }

    /// The least corrected p that there can be, where even that shows no difference: where a test draws, a p is at
    /// least one in all replicates, and the correction multiplies it.
    #[doc(hidden)]
    pub fn too_large_p(&self) -> Option<f64> {
        let (how, first) = (&self.how, self.pairs.first()?.score);
        let n_pairs = self.pairs.iter().filter(|pair| pair.score == first).count();
        // Where many are as small, Benjamini and Hochberg multiply none of them.
        let times = if how.correction == Correction::Holm { n_pairs as u32 } else { 1 };
        let alpha = 1.0 - how.level;
        let least = f64::from(times) / (f64::from(how.plan.replicates) + 1.0);
        (how.test.draws() && least > alpha - 1e-9).then_some(least)
    }

    /// Every score's systems in order.
    fn ranking(&self) -> Vec<Ranked> {
        let mut ranking = Vec::new();
        for name in &self.how.scores {
            let scores: Vec<Score> = self
                .intervals
                .iter()
                .filter_map(|system| system.get(name).map(|(score, _)| score))
                .collect();
            let value = |score: &Score| score.value.map(|value| goodness(name, value));
            let values: Vec<Option<f64>> = scores.iter().map(value).collect();
            let differ = |a, b| {
                let found = self.pair(name, a, b);
                found.is_some_and(|(comparison, _)| comparison.is_significant(self.how.level))
            };
            ranking.extend(rank(&values, differ).into_iter().map(|place| Ranked {
                system: self.intervals[place.system].system.clone(),
                score: scores[place.system],
                rank: place.rank,
                groups: place.groups,
            }));
        }
        ranking
    }
}

impl Comparing {
    /// Units are drawn, not more than these. Where there are more sentences, consecutive ones form
    /// a unit: it changes the intervals very little, and keeps the time from growing with the
    /// file.
    #[doc(hidden)]
    pub const UNITS: usize = 20_000;

    /// What the program does unless told otherwise: by the metric's main score.
    pub fn standard() -> Comparing {
        Comparing {
            plan: Resampling::STANDARD,
            level: 0.95,
            interval: IntervalKind::Bca,
            test: TestKind::Permutation,
            correction: Correction::Holm,
            baseline: None,
            scores: Vec::new(),
            block: None,
        }
    }

    /// The same by these scores: pairs and ranks are about them, intervals about all.
    #[must_use]
    pub fn by(self, scores: &[&str]) -> Comparing {
        Comparing { scores: scores.iter().map(ToString::to_string).collect(), ..self }
    }

    /// Intervals of every system's scores and, for several systems, comparisons and ranks. The metric is the one
    /// that the systems were evaluated with: its scores are compared, the main one unless others are asked for.
    ///
    /// Every score gets an interval, not only those that systems are compared [`by`](Comparing::by), unless
    /// the score is undefined or there is only one sentence. All numbers
    /// are about the sentences that could be scored: scores with skipped ones counted as missed, those of
    /// [`total_with_missed`](Evaluation::total_with_missed), have no interval.
    ///
    /// # Errors
    /// Where no system or score has a name that was asked for.
    pub fn compare<M: Scorer>(
        &self,
        metric: &M,
        systems: &[Evaluation<M::Counts>],
        threads: &Threads,
    ) -> Result<Comparisons, NotThere> {
        let signature = systems.first().map(|system| &system.signature);
        let scores = |total: &M::Counts| match signature {
            Some(signature) => metric.scores_of(signature, total),
            None => metric.scores(total),
        };
        self.compare_scores(systems, &scores, threads)
    }

    /// The same by any scores of a total, the main one first, whoever makes them.
    ///
    /// # Errors
    /// As [`compare`](Comparing::compare).
    #[doc(hidden)]
    pub fn compare_scores<C: Counts>(
        &self,
        systems: &[Evaluation<C>],
        scores: ScoresOf<'_, C>,
        threads: &Threads,
    ) -> Result<Comparisons, NotThere> {
        let chosen = self.chosen(&scores(&C::default()))?;
        let names: Vec<&str> = systems.iter().map(|system| system.system.as_str()).collect();
        let places = self.pairs(&names)?;
        let n_rows = systems.iter().map(|system| system.rows.len()).max().unwrap_or(0);
        let block = self.block.unwrap_or(n_rows.div_ceil(Self::UNITS)).max(1);

        let wholes = Wholes::of(systems);
        let scored: Vec<Scored<'_, C>> =
            systems.iter().map(|system| Scored::new(system, &wholes)).collect();
        let groups = groups(&scored, &places);
        let (chosen, plan) = (chosen.as_slice(), self.plan);
        let drawing = Replicating { scores, chosen, block, plan, threads };
        let of_sentence = |row: &C| {
            let scores = scores(row);
            chosen.iter().map(|(at, _)| scores[*at].value).collect()
        };
        let side = |scored| {
            let counts = Scored::counts(scored);
            let resampled = self.resample(std::slice::from_ref(&counts), true, &drawing);
            let resampled = resampled.into_iter().next().expect("one system was given");
            // Only comparisons need the scores of sentences.
            let rows = if places.is_empty() { Vec::new() } else { counts.clone() };
            ComparedSide { scored, counts, resampled, sentences: threads.map(rows, of_sentence) }
        };
        let sides: Vec<ComparedSide<'_, C>> = scored.iter().map(side).collect();
        let intervals = systems.iter().zip(&sides).map(|(system, side)| {
            let found = side.resampled.intervals.iter().copied();
            let scores = scores(&system.total()).into_iter().zip(found);
            SystemIntervals { system: system.system.clone(), scores: scores.collect() }
        });
        let mut pairs: Vec<Vec<Comparison>> = vec![Vec::new(); places.len()];
        for group in &groups {
            for (at, comparisons) in self.compare_group(group, &sides, &drawing) {
                pairs[at] = comparisons;
            }
        }
        let mut pairs = pairs.concat();
        self.adjust(&mut pairs, chosen);

        let signature = systems.first().map(|first| first.signature.clone());
        let signature = signature.unwrap_or_else(|| Signature::new("nothing"));
        let names = chosen.iter().map(|(_, score)| score.name.to_string());
        let mut found = Comparisons {
            how: Comparing { scores: names.collect(), ..self.clone() },
            signature: self.sign(signature, block, !pairs.is_empty()),
            intervals: intervals.collect(),
            pairs,
            ranking: Vec::new(),
        };
        if self.baseline.is_none() {
            found.ranking = found.ranking();
        }
        Ok(found)
    }

    /// How the numbers came about, behind how the rows did.
    fn sign(&self, mut signature: Signature, block: usize, any_pairs: bool) -> Signature {
        if any_pairs {
            signature = signature.with("test", self.test.name());
        }
        signature = signature
            .with("r", self.plan.replicates)
            .with("seed", self.plan.seed)
            .with("block", block)
            .with("interval", self.interval.name())
            .with("level", self.level);
        if any_pairs {
            signature = signature.with("correction", self.correction.name());
        }
        signature
    }

    /// Which of a metric's scores are compared, with their positions, in the order asked for.
    fn chosen(&self, scores: &[Score]) -> Result<Vec<(usize, Score)>, NotThere> {
        let mut chosen: Vec<(usize, Score)> = Vec::new();
        for name in &self.scores {
            let known = scores.iter().map(|score| score.name);
            let at = NotThere::or_position("score", name, known)?;
            if chosen.iter().all(|(other, _)| *other != at) {
                chosen.push((at, scores[at]));
            }
        }
        if chosen.is_empty() {
            chosen.extend(scores.first().map(|main| (0, *main)));
        }
        Ok(chosen)
    }

    /// Each other system with the baseline, or all pairs.
    fn pairs(&self, systems: &[&str]) -> Result<Vec<(usize, usize)>, NotThere> {
        let n = systems.len();
        let Some(name) = &self.baseline else {
            return Ok((0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect());
        };
        let baseline = NotThere::or_position("system", name, systems.iter().copied())?;
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

#[cfg(test)]
mod tests;
