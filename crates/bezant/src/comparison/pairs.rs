//! From rows to one comparison.

use std::borrow::Cow;

use crate::comparison::{Comparing, Comparison, IntervalKind, TestKind};
use crate::counts::Counts;
use crate::evaluation::{Evaluation, Row, sum};
use crate::metric::{Reason, Score};
use crate::parallel::Threads;
use crate::stats::jackknife::without_each;
use crate::stats::mcnemar::{self, Discordance};
use crate::stats::signs::{Signs, sign_test};
use crate::stats::wilcoxon::wilcoxon;
use crate::stats::{Interval, Undefined, bootstrap, p_value, permutation, power};

/// One system's rows by sentence.
pub(super) struct Scored<'e, C: Clone> {
    evaluation: &'e Evaluation<C>,
    /// In order. Where systems cut the text elsewhere, rows are added up until all are about the
    /// same sentences.
    stretches: Vec<Stretch<'e, C>>,
}

/// One or more of gold's sentences, and what a system has there.
struct Stretch<'e, C: Clone> {
    sentence: u64,
    n_sentences: u64,
    /// Nothing where not all of it could be scored.
    counts: Option<Cow<'e, C>>,
}

impl<'e, C: Counts> Scored<'e, C> {
    /// `wholes` are sentences that must stay together.
    pub(super) fn new(evaluation: &'e Evaluation<C>, wholes: &Wholes) -> Scored<'e, C> {
        let mut rows: Vec<&Row<C>> = evaluation.rows.iter().filter(|row| is_of_gold(row)).collect();
        // Saved rows need not be in order.
        rows.sort_by_key(|row| row.sentence);
        rows.dedup_by_key(|row| row.sentence);
        let mut stretches: Vec<Stretch<'e, C>> = Vec::with_capacity(rows.len());
        for row in rows {
            let counts = row.outcome.result.as_ref().ok();
            let (sentence, n_sentences) = wholes.around(row);
            match stretches.last_mut().filter(|last| last.sentence == sentence) {
                Some(last) => match (&mut last.counts, counts) {
                    (Some(all), Some(counts)) => all.to_mut().add(counts, 1),
                    _ => last.counts = None,
                },
                None => {
                    let counts = counts.map(Cow::Borrowed);
                    stretches.push(Stretch { sentence, n_sentences, counts });
                }
            }
        }
        Scored { evaluation, stretches }
    }

    pub(super) fn counts(&self) -> Vec<&C> {
        self.stretches.iter().filter_map(|stretch| stretch.counts.as_deref()).collect()
    }
}

/// Whether a row is about something that gold has.
fn is_of_gold<C>(row: &Row<C>) -> bool {
    let result = &row.outcome.result;
    row.n_sentences > 0 && !result.as_ref().is_err_and(|why| why.reason == Reason::GoldMissing)
}

/// Sentences that some system's rows do not tell apart, as first sentences and ends: a system that
/// ends sentences elsewhere than gold has one row for several of them. Systems that were scored in
/// one run have the same rows; others need not.
pub(super) struct Wholes(Vec<(u64, u64)>);

impl Wholes {
    pub(super) fn of<C>(systems: &[Evaluation<C>]) -> Wholes {
        let rows = systems.iter().flat_map(|system| &system.rows);
        let several = rows.filter(|row| row.n_sentences > 1 && is_of_gold(row));
        let mut all: Vec<(u64, u64)> = several
            .map(|row| (row.sentence, row.sentence.saturating_add(row.n_sentences)))
            .collect();
        all.sort_unstable();
        let mut wholes: Vec<(u64, u64)> = Vec::new();
        for (start, end) in all {
            match wholes.last_mut() {
                Some(last) if start < last.1 => last.1 = last.1.max(end),
                _ => wholes.push((start, end)),
            }
        }
        Wholes(wholes)
    }

    /// The first sentence of what a row belongs to, and how many there are.
    fn around<C>(&self, row: &Row<C>) -> (u64, u64) {
        let behind = self.0.partition_point(|(start, _)| *start <= row.sentence);
        match behind.checked_sub(1).map(|at| self.0[at]) {
            Some((start, end)) if row.sentence < end => (start, end - start),
            _ => (row.sentence, 1),
        }
    }
}

/// Values of replicates that are kept at once may take so many bytes. Where there are more, the same
/// replicates are drawn again for the other scores.
const KEPT: usize = 256 << 20;

/// Scores of one system over some sentences, and over sentences drawn from them.
pub(super) struct Resampled<C> {
    total: Vec<Score>,
    /// Where they lie, if somebody wants to know.
    pub(super) intervals: Vec<Option<Interval>>,
    /// How many rows it was made of.
    n_rows: usize,
    /// For each of the chosen scores, its value in every replicate.
    chosen: Vec<Values>,
    /// What was drawn: sentences, or sums of a few.
    units: Vec<C>,
    /// For each unit, the values of all scores without it; nothing if no interval needs them.
    without: Vec<Vec<Option<f64>>>,
}

impl<C> Resampled<C> {
    fn value(&self, score: usize) -> Option<f64> {
        self.total[score].value
    }

    fn without(&self, score: usize) -> impl Iterator<Item = Option<f64>> {
        self.without.iter().map(move |unit| unit[score])
    }
}

/// The values of some scores in each replicate: eight bytes each, because replicates may be many.
struct Values {
    n_scores: usize,
    /// One score behind the other, replicate by replicate; no number where a score is undefined.
    all: Vec<f64>,
}

impl Values {
    fn new(n_scores: usize) -> Values {
        Values { n_scores, all: Vec::new() }
    }

    fn push(&mut self, values: impl IntoIterator<Item = Option<f64>>) {
        self.all.extend(values.into_iter().map(|value| value.unwrap_or(f64::NAN)));
    }

    fn of(&self, score: usize) -> impl Iterator<Item = Option<f64>> {
        let values = self.all.iter().skip(score).step_by(self.n_scores.max(1));
        values.map(|value| Some(*value).filter(|value| !value.is_nan()))
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
    /// Draws from some rows, for the chosen scores, and for the intervals of all if those are wanted.
    pub(super) fn resample<C: Counts>(
        &self,
        rows: &[&C],
        block: usize,
        (scores, chosen, all): (&impl Fn(&C) -> Vec<Score>, &[(usize, Score)], bool),
        threads: &Threads,
    ) -> Resampled<C> {
        let units: Vec<C> = rows.chunks(block).map(|rows| sum(rows.iter().copied())).collect();
        let borrowed: Vec<&C> = units.iter().collect();
        let total = scores(&sum(&units));
        // There are at most so many units that the values of all scores fit into memory.
        let without = match self.interval {
            IntervalKind::Percentile => Vec::new(),
            IntervalKind::Bca => without_each(&borrowed, |total| values(scores(total))),
        };
        let wanted: Vec<usize> = match all {
            true => (0..total.len()).collect(),
            false => chosen.iter().map(|(at, _)| *at).collect(),
        };
        let intervals = vec![None; total.len()];
        let nothing = chosen.iter().map(|_| Values::new(1)).collect();
        let n_rows = rows.len();
        let mut found =
            Resampled { total, intervals, n_rows, chosen: nothing, units: Vec::new(), without };
        let at_once = KEPT / (8 * (self.plan.replicates as usize).max(1));
        for some in wanted.chunks(at_once.max(1)) {
            let drawn = self.draw(&borrowed, (scores, some), threads);
            for (nth, &at) in some.iter().enumerate() {
                let values: Vec<Option<f64>> = drawn.of(nth).collect();
                let of_chosen = chosen.iter().zip(&mut found.chosen);
                for (_, kept) in of_chosen.filter(|((chosen, _), _)| *chosen == at) {
                    kept.push(values.iter().copied());
                }
                if all {
                    let without: Vec<Option<f64>> = found.without(at).collect();
                    let interval =
                        self.make_interval(found.value(at), &values, &without, borrowed.len());
                    found.intervals[at] = interval.ok();
                }
            }
        }
        found.units = units;
        found
    }

    /// The values of some scores in every replicate.
    fn draw<C: Counts>(
        &self,
        units: &[&C],
        (scores, some): (&impl Fn(&C) -> Vec<Score>, &[usize]),
        threads: &Threads,
    ) -> Values {
        let mut drawn = Values::new(some.len());
        let of = |total: &C| {
            let values = values(scores(total));
            some.iter().map(move |at| values[*at])
        };
        if let [one] = units {
            // Whoever draws from one draws that one, and large counts need not be added for it.
            let mut whole = C::default();
            whole.add(one, 1);
            let values: Vec<Option<f64>> = of(&whole).collect();
            (0..self.plan.replicates).for_each(|_| drawn.push(values.iter().copied()));
        } else {
            bootstrap::each(units, self.plan, threads, |total| drawn.push(of(&total)));
        }
        drawn
    }

    fn make_interval(
        &self,
        value: Option<f64>,
        replicates: &[Option<f64>],
        without: &[Option<f64>],
        n_units: usize,
    ) -> Result<Interval, Undefined> {
        if n_units == 1 {
            return Err(Undefined::OneRow);
        }
        match self.interval {
            IntervalKind::Percentile => bootstrap::percentile(replicates, self.level),
            IntervalKind::Bca => {
                bootstrap::bca(replicates, value.ok_or(Undefined::Score)?, without, self.level)
            }
        }
    }

    /// Compares two systems by each of the chosen scores, over the sentences both have.
    pub(super) fn compare_two<C: Counts>(
        &self,
        [(a, all_a), (b, all_b)]: [(&Scored<'_, C>, &Resampled<C>); 2],
        chosen: &[(usize, Score)],
        block: usize,
        scores: &impl Fn(&C) -> Vec<Score>,
        threads: &Threads,
    ) -> Vec<Comparison> {
        let Common { rows: (rows_a, rows_b), n_sentences, n_left_out } = common(a, b);
        // Both have the same sentences almost always; then their replicates are pairs already.
        let same = rows_a.len() == all_a.n_rows && rows_a.len() == all_b.n_rows;
        let again = (!same).then(|| {
            [&rows_a, &rows_b].map(|rows| {
                let wanted = (scores, chosen, false);
                self.resample(rows, block, wanted, threads)
            })
        });
        let (drawn_a, drawn_b) = match &again {
            Some([drawn_a, drawn_b]) => (drawn_a, drawn_b),
            None => (all_a, all_b),
        };
        // Differences by the chosen scores. One unit has no p, whoever it belongs to.
        let mut swapped = Values::new(chosen.len());
        if self.test == TestKind::Permutation && drawn_a.units.len() > 1 {
            let (a, b): (Vec<&C>, Vec<&C>) = drawn_a.units.iter().zip(&drawn_b.units).unzip();
            permutation::each(&a, &b, self.plan, threads, |(a, b)| {
                let differences = less(values(scores(&a)), values(scores(&b)));
                swapped.push(chosen.iter().map(|(at, _)| differences[*at]));
            });
        }
        let compare = |(nth, &(at, score)): (usize, &(usize, Score))| {
            let value = |row: &C| scores(row)[at].value;
            let rows = rows_a.iter().zip(&rows_b);
            let sentences: Vec<(f64, f64)> =
                rows.filter_map(|(a, b)| Some((value(a)?, value(b)?))).collect();
            let difference = drawn_a.value(at).zip(drawn_b.value(at)).map(|(a, b)| a - b);
            let differences = less(drawn_a.chosen[nth].of(0), drawn_b.chosen[nth].of(0));
            let without = less(drawn_a.without(at), drawn_b.without(at));
            let signs = Signs::of(sentences.iter().copied());
            let n_units = drawn_a.units.len();
            let p = difference.ok_or(Undefined::Score).and_then(|difference| {
                if n_units == 1 && self.test.draws() {
                    return Err(Undefined::OneRow);
                }
                Ok(match self.test {
                    TestKind::Permutation => p_value(difference, swapped.of(nth)),
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
                interval: self.make_interval(difference, &differences, &without, n_units).ok(),
                p: p.ok(),
                p_adjusted: None,
                test: self.test.name(),
                undefined: p.err(),
                signs,
                detectable: power::detectable(&differences, self.level).ok(),
                n_sentences,
                n_left_out,
            }
        };
        chosen.iter().enumerate().map(compare).collect()
    }
}

/// What two systems have in common.
struct Common<'a, C> {
    /// The rows of stretches that both have scored.
    rows: (Vec<&'a C>, Vec<&'a C>),
    /// How many sentences those are.
    n_sentences: u64,
    /// How many other sentences either has.
    n_left_out: u64,
}

fn common<'a, C: Counts>(a: &'a Scored<'_, C>, b: &'a Scored<'_, C>) -> Common<'a, C> {
    let mut pairs = Vec::with_capacity(a.stretches.len());
    let (mut n_sentences, mut n_left_out) = (0u64, 0u64);
    let (mut ours, mut theirs) = (a.stretches.iter().peekable(), b.stretches.iter().peekable());
    while let Some(first) = [ours.peek(), theirs.peek()]
        .into_iter()
        .flatten()
        .map(|stretch| (stretch.sentence, stretch.n_sentences))
        .min()
    {
        let is_here = |stretch: &&Stretch<'_, C>| stretch.sentence == first.0;
        let counts = |stretch: Option<&'a Stretch<'_, C>>| stretch?.counts.as_deref();
        let (our, their) = (counts(ours.next_if(is_here)), counts(theirs.next_if(is_here)));
        let n = if our.is_some() && their.is_some() { &mut n_sentences } else { &mut n_left_out };
        *n = n.saturating_add(first.1);
        pairs.extend(our.zip(their));
    }
    Common { rows: pairs.into_iter().unzip(), n_sentences, n_left_out }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Tally;

    /// Scores that do not fit into memory together are drawn one after the other.
    #[test]
    fn scores_that_are_drawn_apart_are_those_that_are_drawn_together() {
        let row = |n: u64| Tally { matched: n % 5, gold: 5 + n % 3, system: 4 + n % 4 };
        let rows: Vec<Tally> = (0..40).map(row).collect();
        let scores = |total: &Tally| {
            let values = [("p", total.precision()), ("r", total.recall()), ("x", None)];
            values.map(|(name, value)| Score::share(name, value)).to_vec()
        };
        let comparing = Comparing::standard();
        for n in [1, 2, 40] {
            let rows: Vec<&Tally> = rows[..n].iter().collect();
            let draw = |some: &[usize]| comparing.draw(&rows, (&scores, some), &Threads::one());
            let together = draw(&[0, 1, 2]);
            assert_eq!(together.of(0).count(), 1_000);
            for at in 0..3 {
                assert!(draw(&[at]).of(0).eq(together.of(at)), "{n} rows, score {at}");
            }
        }
    }
}
