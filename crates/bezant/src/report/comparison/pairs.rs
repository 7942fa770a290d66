//! From rows to one comparison.

use crate::counts::Counts;
use crate::evaluation::{Evaluation, sum};
use crate::metric::{Reason, Score};
use crate::parallel::Threads;
use crate::report::comparison::{Comparing, Comparison, IntervalKind, TestKind};
use crate::stats::jackknife::without_each;
use crate::stats::mcnemar::{self, Discordance};
use crate::stats::signs::{Signs, sign_test};
use crate::stats::wilcoxon::wilcoxon;
use crate::stats::{Interval, Undefined, bootstrap, p_value, permutation, power};

/// One system's sentences by number.
pub(super) struct Scored<'e, C> {
    evaluation: &'e Evaluation<C>,
    /// Those with counts.
    counted: Vec<(u64, &'e C)>,
    /// All that gold has.
    sentences: Vec<u64>,
}

impl<'e, C: Counts> Scored<'e, C> {
    pub(super) fn new(evaluation: &'e Evaluation<C>) -> Scored<'e, C> {
        let mut counted: Vec<(u64, &C)> =
            evaluation.counted().map(|(row, counts)| (row.sentence, counts)).collect();
        let mut sentences: Vec<u64> = counted.iter().map(|(sentence, _)| *sentence).collect();
        let missed = evaluation.skipped().filter(|(_, why)| why.reason != Reason::GoldMissing);
        sentences.extend(missed.map(|(row, _)| row.sentence));
        // Saved rows need not be in order.
        counted.sort_by_key(|(sentence, _)| *sentence);
        counted.dedup_by_key(|(sentence, _)| *sentence);
        Scored { evaluation, counted, sentences }
    }

    pub(super) fn counts(&self) -> Vec<&'e C> {
        self.counted.iter().map(|(_, counts)| *counts).collect()
    }
}

/// Scores of one system over some sentences, and over sentences drawn from them.
pub(super) struct Resampled<C> {
    total: Vec<Score>,
    /// For each replicate, the values of all scores.
    replicates: Vec<Vec<Option<f64>>>,
    /// What was drawn: sentences, or sums of a few.
    units: Vec<C>,
    /// For each unit, the values of all scores without it; nothing if no interval needs them.
    without: Vec<Vec<Option<f64>>>,
}

impl<C> Resampled<C> {
    fn value(&self, score: usize) -> Option<f64> {
        self.total[score].value
    }

    fn values(&self, score: usize) -> impl Iterator<Item = Option<f64>> {
        self.replicates.iter().map(move |replicate| replicate[score])
    }

    fn without(&self, score: usize) -> impl Iterator<Item = Option<f64>> {
        self.without.iter().map(move |unit| unit[score])
    }
}

fn values(scores: Vec<Score>) -> Vec<Option<f64>> {
    scores.into_iter().map(|score| score.value).collect()
}

/// Differences, undefined where either side is.
fn less(
    a: impl IntoIterator<Item = Option<f64>>,
    b: impl IntoIterator<Item = Option<f64>>,
) -> Vec<Option<f64>> {
    a.into_iter().zip(b).map(|(a, b)| Some(a? - b?)).collect()
}

impl Comparing {
    pub(super) fn resample<C: Counts>(
        &self,
        rows: &[&C],
        block: usize,
        scores: &impl Fn(&C) -> Vec<Score>,
        threads: &Threads,
    ) -> Resampled<C> {
        let units: Vec<C> = rows.chunks(block).map(|rows| sum(rows.iter().copied())).collect();
        let borrowed: Vec<&C> = units.iter().collect();
        let total = scores(&sum(&units));
        let drawn = bootstrap::totals(&borrowed, self.plan, threads);
        let replicates = drawn.iter().map(|total| values(scores(total))).collect();
        // There are at most so many units that the values of all scores fit into memory.
        let without = match self.interval {
            IntervalKind::Percentile => Vec::new(),
            IntervalKind::Bca => without_each(&borrowed, |total| values(scores(total))),
        };
        Resampled { total, replicates, units, without }
    }

    fn make_interval(
        &self,
        value: Option<f64>,
        replicates: &[Option<f64>],
        without: &[Option<f64>],
    ) -> Result<Interval, Undefined> {
        match self.interval {
            IntervalKind::Percentile => bootstrap::percentile(replicates, self.level),
            IntervalKind::Bca => {
                bootstrap::bca(replicates, value.ok_or(Undefined::Score)?, without, self.level)
            }
        }
    }

    /// The intervals of all scores that have one.
    pub(super) fn intervals<C>(&self, resampled: &Resampled<C>) -> Vec<(&'static str, Interval)> {
        let interval = |(at, score): (usize, &Score)| {
            let replicates: Vec<Option<f64>> = resampled.values(at).collect();
            let without: Vec<Option<f64>> = resampled.without(at).collect();
            let found = self.make_interval(score.value, &replicates, &without);
            Some((score.name, found.ok()?))
        };
        resampled.total.iter().enumerate().filter_map(interval).collect()
    }

    /// Compares two systems by each of the chosen scores, over the sentences both have.
    pub(super) fn compare<C: Counts>(
        &self,
        [(a, all_a), (b, all_b)]: [(&Scored<'_, C>, &Resampled<C>); 2],
        chosen: &[(usize, Score)],
        block: usize,
        scores: &impl Fn(&C) -> Vec<Score>,
        threads: &Threads,
    ) -> Vec<Comparison> {
        let (rows_a, rows_b) = common(a, b);
        let n_left_out = union(&a.sentences, &b.sentences) - rows_a.len() as u64;
        // Both have the same sentences almost always; then their replicates are pairs already.
        let same = rows_a.len() == a.counted.len() && rows_a.len() == b.counted.len();
        let again = (!same)
            .then(|| [&rows_a, &rows_b].map(|rows| self.resample(rows, block, scores, threads)));
        let (drawn_a, drawn_b) = match &again {
            Some([drawn_a, drawn_b]) => (drawn_a, drawn_b),
            None => (all_a, all_b),
        };
        let swapped: Vec<_> = match self.test {
            TestKind::Permutation => {
                let (a, b): (Vec<&C>, Vec<&C>) = drawn_a.units.iter().zip(&drawn_b.units).unzip();
                let totals = permutation::totals(&a, &b, self.plan, threads);
                totals.iter().map(|(a, b)| less(values(scores(a)), values(scores(b)))).collect()
            }
            _ => Vec::new(),
        };
        let compare = |&(at, score): &(usize, Score)| {
            let value = |row: &C| scores(row)[at].value;
            let rows = rows_a.iter().zip(&rows_b);
            let sentences: Vec<(f64, f64)> =
                rows.filter_map(|(a, b)| Some((value(a)?, value(b)?))).collect();
            let difference = drawn_a.value(at).zip(drawn_b.value(at)).map(|(a, b)| a - b);
            let differences = less(drawn_a.values(at), drawn_b.values(at));
            let without = less(drawn_a.without(at), drawn_b.without(at));
            let signs = Signs::of(sentences.iter().copied());
            let p = difference.ok_or(Undefined::Score).and_then(|difference| {
                Ok(match self.test {
                    TestKind::Permutation => {
                        p_value(difference, swapped.iter().map(|swapped| swapped[at]))
                    }
                    TestKind::Bootstrap => bootstrap::shifted_p(difference, &differences),
                    TestKind::McnemarExact => mcnemar::exact(decisions(&sentences)?).p,
                    TestKind::McnemarMidP => mcnemar::mid_p(decisions(&sentences)?).p,
                    TestKind::McnemarChiSquare => mcnemar::chi_square(decisions(&sentences)?).p,
                    TestKind::Sign => sign_test(signs).p,
                    TestKind::Wilcoxon => wilcoxon(sentences.iter().copied()).p,
                })
            });
            Comparison {
                a: a.evaluation.system.clone(),
                b: b.evaluation.system.clone(),
                score: score.name,
                unit: score.unit,
                difference,
                interval: self.make_interval(difference, &differences, &without).ok(),
                p: p.ok(),
                p_adjusted: None,
                test: self.test.name(),
                undefined: p.err(),
                signs,
                detectable: power::detectable(&differences, self.level).ok(),
                n_sentences: rows_a.len() as u64,
                n_left_out,
            }
        };
        chosen.iter().map(compare).collect()
    }
}

/// The rows of sentences that both systems have scored.
fn common<'e, C>(a: &Scored<'e, C>, b: &Scored<'e, C>) -> (Vec<&'e C>, Vec<&'e C>) {
    let mut rest = b.counted.iter().peekable();
    let mut pairs = Vec::with_capacity(a.counted.len());
    for (sentence, in_a) in &a.counted {
        while rest.next_if(|(other, _)| other < sentence).is_some() {}
        if let Some((_, in_b)) = rest.next_if(|(other, _)| other == sentence) {
            pairs.push((*in_a, *in_b));
        }
    }
    pairs.into_iter().unzip()
}

/// How many sentences either has.
fn union(a: &[u64], b: &[u64]) -> u64 {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all.len() as u64
}

/// Which sentences only one system gets right, if each is either right or wrong.
fn decisions(sentences: &[(f64, f64)]) -> Result<Discordance, Undefined> {
    let decision = |value: f64| match value {
        0.0 => Ok(false),
        1.0 => Ok(true),
        _ => Err(Undefined::NotDecisions),
    };
    let all: Result<Vec<(bool, bool)>, Undefined> =
        sentences.iter().map(|(a, b)| Ok((decision(*a)?, decision(*b)?))).collect();
    Ok(Discordance::of(all?))
}
