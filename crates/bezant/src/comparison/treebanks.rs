//! Where means over treebanks lie: sentences are drawn within each treebank, which ones there are stays.

use crate::comparison::Comparing;
use crate::counts::{Counts, average};
use crate::evaluation::Evaluation;
use crate::metric::{Score, ScoresOf, lower_is_better};
use crate::parallel::Threads;
use crate::stats::bootstrap::percentile;
use crate::stats::summing::RowSums;
use crate::stats::{Interval, Resampling};

/// What parts the seeds of treebanks from each other, so that equally long ones are not drawn alike.
const APART: u64 = 0x9E37_79B9_7F4A_7C15;

impl Comparing {
    /// The intervals of each system's means over treebanks, by the percentiles of replicates; nothing where
    /// a mean is undefined, or rows do not say of which treebank they are.
    #[doc(hidden)]
    pub fn over_treebanks<C: Counts>(
        &self,
        systems: &[Evaluation<C>],
        scores: ScoresOf<'_, C>,
        threads: &Threads,
    ) -> Vec<Vec<(&'static str, Interval)>> {
        systems.iter().map(|system| self.means_of(system, scores, threads)).collect()
    }

    fn means_of<C: Counts>(
        &self,
        system: &Evaluation<C>,
        scores: ScoresOf<'_, C>,
        threads: &Threads,
    ) -> Vec<(&'static str, Interval)> {
        let known = scores(&C::default());
        let stretches = &system.treebanks;
        let n = self.plan.replicates as usize;
        // For each replicate and score, the sum over the treebanks that have it, and how many do.
        let mut sums: Vec<Vec<(f64, u64)>> = vec![vec![(0.0, 0); known.len()]; n];
        let mut names: Vec<&str> = stretches.iter().map(|it| it.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        for (number, name) in (1u64..).zip(names.into_iter().filter(|name| !name.is_empty())) {
            let own = stretches.iter().enumerate().filter(|(_, it)| it.name == name);
            let (mut rows, mut is_missing) = (Vec::new(), false);
            let mut missed = C::default();
            for (at, stretch) in own {
                let end = stretches.get(at + 1).map_or(system.rows.len(), |it| it.first);
                is_missing |= stretch.is_missing;
                let all = system.rows.get(stretch.first..end).unwrap_or_default();
                rows.extend(all.iter().filter_map(|row| row.outcome.result.as_ref().ok()));
                let skipped = all.iter().filter_map(|row| row.outcome.result.as_ref().err());
                skipped.for_each(|skipped| missed.add(&skipped.missed, 1));
            }
            // Something to find, and not one sentence that could be scored.
            is_missing |= rows.is_empty()
                && scores(&missed).first().is_some_and(|score| score.value.is_some());
            let seed = self.plan.seed.wrapping_add(number.wrapping_mul(APART));
            let plan = Resampling { seed, ..self.plan };
            let units = RowSums::new(&rows);
            let drawn: Vec<Vec<Option<f64>>> = threads.map(plan.numbers(), |replicate| {
                if is_missing {
                    // What should be low is not better where nothing is there.
                    let zero = |score: &Score| (!lower_is_better(score.name)).then_some(0.0);
                    return known.iter().map(zero).collect();
                }
                let total = units.drawn(&plan.drawn_rows(rows.len(), replicate));
                scores(&total).into_iter().map(|score| score.value).collect()
            });
            for (all, own) in sums.iter_mut().zip(drawn) {
                for ((sum, n), value) in all.iter_mut().zip(own) {
                    *sum += value.unwrap_or(0.0);
                    *n += u64::from(value.is_some());
                }
            }
        }
        let interval = |(at, score): (usize, &Score)| {
            let means: Vec<Option<f64>> =
                sums.iter().map(|replicate| average(replicate[at].0, replicate[at].1)).collect();
            Some((score.name, percentile(&means, self.level).ok()?))
        };
        match stretches.is_empty() {
            true => Vec::new(),
            false => known.iter().enumerate().filter_map(interval).collect(),
        }
    }
}
