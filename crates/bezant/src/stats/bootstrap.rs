//! The bootstrap (Efron 1979): sentences drawn with replacement, as many as there are.

use crate::counts::Counts;
use crate::parallel::Threads;
use crate::stats::rng::Stream;
use crate::stats::{Interval, Resampling, Undefined};

/// The total of each replicate, in order.
///
/// Systems with the same number of rows get the same draws, so that replicates of two systems are
/// pairs. Needs one total a replicate, and a number a row on each thread.
///
/// # Panics
///
/// With 2^32 rows or more.
pub fn totals<C: Counts>(rows: &[&C], plan: Resampling, threads: &Threads) -> Vec<C> {
    threads.map((0..plan.replicates).collect(), |replicate| total(rows, plan.seed, replicate))
}

/// The total of one replicate.
pub fn total<C: Counts>(rows: &[&C], seed: u64, replicate: u32) -> C {
    let n = u32::try_from(rows.len()).expect("fewer than 2^32 rows fit into memory");
    let mut stream = Stream::new(seed, replicate);
    // How often each row was drawn: adding rows in order, each once, is quicker than adding them
    // as they are drawn, and large counts are added less often.
    let mut times = vec![0u32; rows.len()];
    for _ in 0..n {
        times[stream.below(n) as usize] += 1;
    }
    let mut total = C::default();
    for (row, &times) in rows.iter().zip(&times) {
        if times > 0 {
            total.add(row, u64::from(times));
        }
    }
    total
}

/// The middle part of the replicates' scores.
///
/// Between two replicates the ends are interpolated, as quantiles are in most programs (type 7 of
/// Hyndman and Fan 1996).
pub fn percentile(values: &[Option<f64>], level: f64) -> Result<Interval, Undefined> {
    let tail = (1.0 - check_level(level)?) / 2.0;
    let sorted = sorted(values)?;
    Ok(Interval { low: quantile(&sorted, tail), high: quantile(&sorted, 1.0 - tail), level })
}

fn check_level(level: f64) -> Result<f64, Undefined> {
    if level > 0.0 && level < 1.0 { Ok(level) } else { Err(Undefined::Level(level)) }
}

/// The replicates' scores in order, if all are defined.
fn sorted(values: &[Option<f64>]) -> Result<Vec<f64>, Undefined> {
    let mut sorted: Vec<f64> = values.iter().copied().flatten().collect();
    let undefined = values.len() - sorted.len();
    if values.is_empty() {
        return Err(Undefined::NoReplicates);
    }
    if undefined > 0 {
        return Err(Undefined::Replicates { undefined, of: values.len() });
    }
    sorted.sort_unstable_by(f64::total_cmp);
    Ok(sorted)
}

/// The value below which a share of the sorted values lies.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let position = share.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let below = position.floor() as usize;
    let above = position.ceil() as usize;
    sorted[below] + (sorted[above] - sorted[below]) * position.fract()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Tally;

    fn rows() -> Vec<Tally> {
        (0..200).map(|n| Tally { matched: n % 7, gold: 6 + n % 5, system: 7 + n % 3 }).collect()
    }

    #[test]
    fn a_replicate_alone_equals_that_of_a_full_run() {
        let rows = rows();
        let rows: Vec<&Tally> = rows.iter().collect();
        let plan = Resampling { replicates: 40, ..Resampling::STANDARD };
        let all = totals(&rows, plan, &Threads::one());
        assert_eq!(all.len(), 40);
        assert_eq!(all[17], total(&rows, plan.seed, 17));
        assert_ne!(all[17], all[18]);
    }

    #[test]
    fn threads_change_nothing() {
        let rows = rows();
        let rows: Vec<&Tally> = rows.iter().collect();
        let alone = totals(&rows, Resampling::STANDARD, &Threads::one());
        for n in [2, 8] {
            let threads = Threads::new(Some(n)).unwrap();
            assert_eq!(totals(&rows, Resampling::STANDARD, &threads), alone);
        }
    }

    #[test]
    fn as_many_sentences_are_drawn_as_there_are() {
        let one = Tally { matched: 1, gold: 1, system: 1 };
        let rows = vec![&one; 57];
        let totals = totals(&rows, Resampling { replicates: 3, seed: 1 }, &Threads::one());
        assert!(totals.iter().all(|total| total.gold == 57));
        assert_eq!(total::<Tally>(&[], 1, 1), Tally::default());
    }

    #[test]
    fn percentiles_are_interpolated() {
        let values: Vec<Option<f64>> = (0..=10).rev().map(|n| Some(f64::from(n))).collect();
        let Interval { low, high, level } = percentile(&values, 0.9).unwrap();
        assert!((low - 0.5).abs() < 1e-12 && (high - 9.5).abs() < 1e-12, "{low} {high}");
        assert_eq!(level, 0.9);
        let one = percentile(&[Some(0.25)], 0.95).unwrap();
        assert_eq!((one.low, one.high), (0.25, 0.25));
    }

    #[test]
    fn no_interval_has_a_reason() {
        assert_eq!(percentile(&[], 0.95), Err(Undefined::NoReplicates));
        assert_eq!(
            percentile(&[Some(1.0), None], 0.95).unwrap_err().to_string(),
            "the score is undefined in 1 of 2 replicates"
        );
        assert_eq!(percentile(&[Some(1.0)], 95.0), Err(Undefined::Level(95.0)));
        assert!(percentile(&[Some(1.0)], f64::NAN).is_err());
    }
}
