//! The bootstrap (Efron 1979): sentences drawn with replacement, as many as there are.

use crate::counts::Counts;
use crate::parallel::Threads;
use crate::stats::distributions::{normal_below, normal_quantile};
use crate::stats::summing::{RowSums, drawn_of_all};
use crate::stats::{Interval, Resampling, Undefined};
use crate::stats::{check_level, compare_scores, enough_replicates, p_value};

/// The total of each replicate, in order.
///
/// Systems with the same number of rows get the same draws, so that replicates of two systems are
/// pairs. Needs one total a replicate, and a number a row on each thread.
///
/// # Panics
///
/// With 2^32 rows or more.
pub fn totals<C: Counts>(rows: &[&C], plan: Resampling, threads: &Threads) -> Vec<C> {
    let total = |mut totals: Vec<C>| totals.pop().expect("one system has a total");
    each(&[&RowSums::new(rows)], plan, threads, total)
}

/// Something of the systems' totals in each replicate, in order. Totals are not kept, because counts
/// may be large and replicates many.
///
/// # Panics
///
/// If the systems have different numbers of rows.
pub(crate) fn each<C: Counts, R: Send>(
    systems: &[&RowSums<'_, C>],
    plan: Resampling,
    threads: &Threads,
    of: impl Fn(Vec<C>) -> R + Sync + Send,
) -> Vec<R> {
    let n_rows = systems.first().map_or(0, |rows| rows.len());
    assert!(systems.iter().all(|rows| rows.len() == n_rows), "rows of the same sentences");
    threads.map(plan.numbers(), |replicate| {
        of(drawn_of_all(systems, &plan.drawn_rows(n_rows, replicate)))
    })
}

/// The middle part of the replicates' scores.
///
/// Between two replicates the ends are interpolated, as quantiles are in most programs (type 7 of
/// Hyndman and Fan 1996).
pub(crate) fn percentile(values: &[Option<f64>], level: f64) -> Result<Interval, Undefined> {
    let tail = (1.0 - check_level(level)?) / 2.0;
    let sorted = sorted(values)?;
    enough_replicates(sorted.len(), level)?;
    Ok(Interval { low: quantile(&sorted, tail), high: quantile(&sorted, 1.0 - tail), level })
}

/// The interval of Efron (1987) that is corrected for bias and acceleration, for scores whose
/// replicates lie more to one side or spread more the higher they are.
///
/// `score` is that of the data itself, `without_each` the scores without one sentence each (see
/// [`without_each`](crate::stats::jackknife::without_each)). Sentences without which the score is
/// undefined do not count in the acceleration. The interval always holds the score: where the
/// correction for bias would carry an end beyond it, the end is the score.
pub fn bca(
    values: &[Option<f64>],
    score: f64,
    without_each: &[Option<f64>],
    level: f64,
) -> Result<Interval, Undefined> {
    let tail = (1.0 - check_level(level)?) / 2.0;
    let sorted = sorted(values)?;
    enough_replicates(sorted.len(), level)?;
    let below = sorted.partition_point(|value| compare_scores(*value, score).is_lt());
    let not_above = sorted.partition_point(|value| compare_scores(*value, score).is_le());
    if not_above == 0 || below == sorted.len() {
        return Err(Undefined::OneSided);
    }
    // Replicates that equal the score lie half below it.
    let bias = normal_quantile((below + not_above) as f64 / (2 * sorted.len()) as f64);
    let acceleration = acceleration(without_each);
    let end = |share: f64| {
        let z = bias + normal_quantile(share);
        // Far out, the formula turns over and would come back from the other side.
        let stretch = 1.0 - acceleration * z;
        let share = match stretch > 0.0 {
            true => normal_below(bias + z / stretch),
            false => f64::from(u8::from(z > 0.0)),
        };
        quantile(&sorted, share)
    };
    Ok(Interval { low: end(tail).min(score), high: end(1.0 - tail).max(score), level })
}

/// How fast the score's spread changes with the score, from its values without one sentence each.
fn acceleration(without_each: &[Option<f64>]) -> f64 {
    let (mean, _) = crate::counts::mean(without_each.iter().copied());
    let Some(mean) = mean else { return 0.0 };
    let moment = |power: i32| -> f64 {
        without_each.iter().flatten().map(|value| (mean - value).powi(power)).sum()
    };
    let squares = moment(2);
    // Where no sentence matters, nothing accelerates.
    if squares == 0.0 { 0.0 } else { moment(3) / (6.0 * squares.powf(1.5)) }
}

/// How likely a difference at least this far from 0 is where there is none, from the paired
/// replicates' differences (Noreen 1989; Koehn 2004 for parsers' cousins).
///
/// The differences are moved so that they lie around 0, as they would without a difference. A
/// bootstrap estimates how much a score varies with the sentences, a permutation whether it
/// matters which system is which: prefer the latter for p.
pub(crate) fn shifted_p(observed: f64, differences: &[Option<f64>]) -> f64 {
    p_value(observed, differences.iter().map(|difference| Some((*difference)? - observed)))
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
    use crate::stats::jackknife::without_each;
    use crate::stats::rng::RandomStream;

    fn rows() -> Vec<Tally> {
        (0..200).map(|n| Tally { matched: n % 7, gold: 6 + n % 5, system: 7 + n % 3 }).collect()
    }

    /// The total of one replicate, without anything that is made once for all.
    fn total<C: Counts>(rows: &[&C], seed: u64, replicate: u32) -> C {
        let (mut stream, mut total) = (RandomStream::new(seed, replicate), C::default());
        for _ in rows {
            total.add(rows[stream.below(rows.len() as u32) as usize], 1);
        }
        total
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
        let values: Vec<Option<f64>> = (0..=25).rev().map(|n| Some(f64::from(n))).collect();
        let Interval { low, high, level } = percentile(&values, 0.9).unwrap();
        assert!((low - 1.25).abs() < 1e-12 && (high - 23.75).abs() < 1e-12, "{low} {high}");
        assert_eq!(level, 0.9);
        let same = percentile(&[Some(0.25); 40], 0.95).unwrap();
        assert_eq!((same.low, same.high), (0.25, 0.25));
    }

    #[test]
    fn too_few_replicates_make_no_interval() {
        let few = |replicates, needed| Err(Undefined::TooFewReplicates { replicates, needed });
        assert_eq!(percentile(&[Some(0.25)], 0.95), few(1, 40));
        assert_eq!(bca(&[Some(0.25); 39], 0.25, &[], 0.95), few(39, 40));
        assert_eq!(percentile(&[Some(0.25); 1_000], 0.999), few(1_000, 2_000));
        assert!(percentile(&[Some(0.25); 1_000], 0.998).is_ok());
    }

    #[test]
    fn an_interval_holds_its_score() {
        let values: Vec<Option<f64>> = (0..1_000).map(|n| Some(f64::from(n))).collect();
        // One sentence decides almost everything, in either direction.
        for odd in [-1e6, 1e6] {
            let mut without = vec![Some(0.0); 9];
            without.push(Some(odd));
            for score in [0.0, 3.0, 500.0, 996.0, 999.0] {
                for level in [0.5, 0.95, 0.998] {
                    let found = bca(&values, score, &without, level).unwrap();
                    assert!(found.low <= score && score <= found.high, "{score}: {found:?}");
                }
            }
        }
    }

    /// `scipy.stats.bootstrap` of SciPy 1.17.1, given our draws (made again from the description
    /// in `rng.rs` by a program of its own) as its `bootstrap_result`.
    #[test]
    fn intervals_are_scipys() {
        let row = |i: u64| {
            let (gold, system) = (8 + i % 3, 7 + i % 4);
            Tally { matched: (i * 5 % 7 + 1).min(gold).min(system), gold, system }
        };
        let rows: Vec<Tally> = (0..25).map(row).collect();
        let rows: Vec<&Tally> = rows.iter().collect();
        let plan = Resampling { replicates: 400, ..Resampling::STANDARD };
        let values: Vec<Option<f64>> =
            totals(&rows, plan, &Threads::one()).iter().map(Tally::f1).collect();
        let mut whole = Tally::default();
        rows.iter().for_each(|row| whole.add(row, 1));
        let without = without_each(&rows, Tally::f1);
        let close = |found: Interval, low: f64, high: f64| {
            assert!(
                (found.low - low).abs() < 1e-12 && (found.high - high).abs() < 1e-12,
                "{found:?}"
            );
        };
        let score = whole.f1().unwrap();
        close(bca(&values, score, &without, 0.95).unwrap(), 0.355981911782999, 0.5394547915720916);
        close(percentile(&values, 0.95).unwrap(), 0.34940525150268903, 0.5256120236352794);
        close(bca(&values, score, &without, 0.8).unwrap(), 0.3868230453574881, 0.5089254720250648);
        close(percentile(&values, 0.8).unwrap(), 0.37735849056603776, 0.5023980439484655);
    }

    #[test]
    fn a_perfect_score_has_an_interval_without_width() {
        let found = bca(&[Some(1.0); 50], 1.0, &[Some(1.0); 9], 0.95).unwrap();
        assert_eq!((found.low, found.high), (1.0, 1.0));
        assert_eq!(bca(&[Some(1.0); 50], 0.5, &[], 0.95), Err(Undefined::OneSided));
        assert_eq!(bca(&[Some(0.0); 50], 0.5, &[], 0.95), Err(Undefined::OneSided));
    }

    #[test]
    fn a_system_does_not_differ_from_itself() {
        assert_eq!(shifted_p(0.0, &[Some(0.0); 20]), 1.0);
        assert_eq!(shifted_p(0.5, &[Some(0.5); 99]), 0.01);
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
