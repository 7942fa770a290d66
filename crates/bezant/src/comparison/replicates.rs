//! Scores of sentences that were drawn.

use crate::comparison::{Comparing, IntervalKind};
use crate::counts::Counts;
use crate::metric::{Score, ScoresOf};
use crate::parallel::Threads;
use crate::stats::summing::RowSums;
use crate::stats::{Interval, Resampling, Undefined, bootstrap};

/// Values of replicates that are kept at once may take so many bytes. Where there are more, the same
/// replicates are drawn again for the other scores.
const KEPT: usize = 256 << 20;

/// What is drawn and looked at, the same for all systems.
pub(super) struct Replicating<'d, C> {
    /// What makes scores of a total.
    pub(super) scores: ScoresOf<'d, C>,
    /// The scores that are compared, with their places among all.
    pub(super) chosen: &'d [(usize, Score)],
    /// How many consecutive rows are drawn together.
    pub(super) block: usize,
    pub(super) plan: Resampling,
    pub(super) threads: &'d Threads,
}

/// Scores of one system over some sentences, and over sentences drawn from them.
pub(super) struct Resampled<'r, C: Clone> {
    total: Vec<Score>,
    /// Where they lie, if somebody wants to know.
    pub(super) intervals: Vec<Option<Interval>>,
    /// How many rows it was made of.
    pub(super) n_rows: usize,
    /// For each of the chosen scores, its value in every replicate.
    pub(super) chosen: Vec<Values>,
    /// What was drawn: sentences, or sums of a few.
    pub(super) units: RowSums<'r, C>,
    /// For each unit, the values of all scores without it; nothing if no interval needs them.
    without: Vec<Vec<Option<f64>>>,
}

impl<C: Clone> Resampled<'_, C> {
    pub(super) fn value(&self, score: usize) -> Option<f64> {
        self.total[score].value
    }

    pub(super) fn without(&self, score: usize) -> impl Iterator<Item = Option<f64>> {
        self.without.iter().map(move |unit| unit[score])
    }
}

/// The values of some scores in each replicate: eight bytes each, because replicates may be many.
pub(super) struct Values {
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

    pub(super) fn of(&self, score: usize) -> impl Iterator<Item = Option<f64>> {
        let values = self.all.iter().skip(score).step_by(self.n_scores.max(1));
        values.map(|value| Some(*value).filter(|value| !value.is_nan()))
    }
}

/// Values alone. Borrowed, because what is made of a vector may keep all of its memory.
fn values(scores: &[Score]) -> Vec<Option<f64>> {
    scores.iter().map(|score| score.value).collect()
}

impl Comparing {
    /// Draws from as many rows of each of some systems, for the chosen scores, and for the intervals
    /// of all if those are wanted.
    pub(super) fn resample<'r, C: Counts>(
        &self,
        systems: &[Vec<&'r C>],
        all: bool,
        drawing: &Replicating<'_, C>,
    ) -> Vec<Resampled<'r, C>> {
        let Replicating { scores, chosen, block, threads, .. } = drawing;
        let prepare = |rows: &Vec<&'r C>| {
            let units = RowSums::in_blocks(rows, *block);
            let total = scores(&units.whole());
            // There are at most so many units that the values of all scores fit into memory.
            let without = match self.interval {
                IntervalKind::Percentile => Vec::new(),
                IntervalKind::Bca => units.without_each(threads, |total| values(&scores(total))),
            };
            let intervals = vec![None; total.len()];
            let nothing = chosen.iter().map(|_| Values::new(1)).collect();
            Resampled { total, intervals, n_rows: rows.len(), chosen: nothing, units, without }
        };
        let mut found: Vec<Resampled<'r, C>> = systems.iter().map(prepare).collect();
        let n_scores = found.first().map_or(0, |first| first.total.len());
        let wanted: Vec<usize> = match all {
            true => (0..n_scores).collect(),
            false => chosen.iter().map(|(at, _)| *at).collect(),
        };
        let at_once = KEPT / (8 * (self.plan.replicates as usize * systems.len()).max(1));
        for some in wanted.chunks(at_once.max(1)) {
            let units: Vec<&RowSums<'r, C>> = found.iter().map(|system| &system.units).collect();
            let drawn = draw(&units, some, drawing);
            for (found, drawn) in found.iter_mut().zip(&drawn) {
                self.keep(found, some, drawn, all, drawing);
            }
        }
        found
    }

    /// Keeps the values of the chosen scores, and makes intervals of all if those are wanted.
    fn keep<C: Counts>(
        &self,
        found: &mut Resampled<'_, C>,
        some: &[usize],
        drawn: &Values,
        all: bool,
        Replicating { chosen, threads, .. }: &Replicating<'_, C>,
    ) {
        for (nth, at) in some.iter().enumerate() {
            let of_chosen = chosen.iter().zip(&mut found.chosen);
            for (_, kept) in of_chosen.filter(|((chosen, _), _)| chosen == at) {
                kept.push(drawn.of(nth));
            }
        }
        if all {
            let numbered: Vec<(usize, usize)> = some.iter().copied().enumerate().collect();
            let interval = |(nth, at): (usize, usize)| {
                let values: Vec<Option<f64>> = drawn.of(nth).collect();
                let without: Vec<Option<f64>> = found.without(at).collect();
                let n_units = found.units.len();
                (at, self.make_interval(found.value(at), &values, &without, n_units).ok())
            };
            for (at, interval) in threads.map(numbered, interval) {
                found.intervals[at] = interval;
            }
        }
    }

    pub(super) fn make_interval(
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
}

/// The values of some scores in every replicate, for each system.
fn draw<C: Counts>(
    systems: &[&RowSums<'_, C>],
    some: &[usize],
    drawing: &Replicating<'_, C>,
) -> Vec<Values> {
    let Replicating { scores, plan, threads, .. } = drawing;
    let of = |total: C| {
        let values = values(&scores(&total));
        some.iter().map(|at| values[*at]).collect::<Vec<Option<f64>>>()
    };
    let mut drawn: Vec<Values> = systems.iter().map(|_| Values::new(some.len())).collect();
    if systems.iter().any(|units| units.len() == 1) {
        // Whoever draws from one draws that one, and large counts need not be added for it.
        for (units, drawn) in systems.iter().zip(&mut drawn) {
            let values = of(units.whole());
            plan.numbers().iter().for_each(|_| drawn.push(values.iter().copied()));
        }
    } else {
        let all = |totals: Vec<C>| totals.into_iter().map(of).collect::<Vec<Vec<Option<f64>>>>();
        for replicate in bootstrap::each(systems, *plan, threads, all) {
            drawn.iter_mut().zip(replicate).for_each(|(drawn, values)| drawn.push(values));
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Tally;
    use crate::stats::Resampling;

    /// Scores that do not fit into memory together are drawn one after the other.
    #[test]
    fn scores_that_are_drawn_apart_are_those_that_are_drawn_together() {
        let row = |n: u64| Tally { matched: n % 5, gold: 5 + n % 3, system: 4 + n % 4 };
        let rows: Vec<Tally> = (0..40).map(row).collect();
        let scores = |total: &Tally| {
            let values = [("p", total.precision()), ("r", total.recall()), ("x", None)];
            values.map(|(name, value)| Score::share(name, value)).to_vec()
        };
        let threads = Threads::one();
        let plan = Resampling::STANDARD;
        let drawing =
            Replicating { scores: &scores, chosen: &[], block: 1, plan, threads: &threads };
        for n in [1, 2, 40] {
            let rows: Vec<&Tally> = rows[..n].iter().collect();
            let units = RowSums::new(&rows);
            let draw = |some: &[usize]| draw(&[&units], some, &drawing).remove(0);
            let together = draw(&[0, 1, 2]);
            assert_eq!(together.of(0).count(), 1_000);
            for at in 0..3 {
                assert!(draw(&[at]).of(0).eq(together.of(at)), "{n} rows, score {at}");
            }
        }
    }
}
