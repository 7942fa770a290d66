//! Paired approximate randomisation (Noreen 1989; Yeh 2000): if two systems are alike, it does
//! not matter which of them a sentence's counts come from.

use crate::counts::Counts;
use crate::parallel::Threads;
use crate::stats::summing::{Halved, Halves, RowSums};
use crate::stats::{Resampling, Test, Undefined, p_value};

/// The totals of both systems in each replicate, in order: in each sentence a coin decides whether
/// the two swap their counts.
///
/// # Panics
///
/// If the systems have different numbers of rows.
pub fn totals<C: Counts>(a: &[&C], b: &[&C], plan: Resampling, threads: &Threads) -> Vec<(C, C)> {
    each_pair(a, b, plan, threads, |both| both)
}

fn each_pair<C: Counts, R: Send>(
    a: &[&C],
    b: &[&C],
    plan: Resampling,
    threads: &Threads,
    of: impl Fn((C, C)) -> R + Sync + Send,
) -> Vec<R> {
    let rows = [a, b].map(RowSums::new);
    let systems = rows.each_ref().map(RowSums::halved);
    each(&systems, plan, &plan.numbers(), threads, |halves| {
        of((halves[0].with(&halves[1]), halves[1].with(&halves[0])))
    })
}

/// Something of each of these replicates, in order, from what every system keeps and gives away
/// there. What two systems have after swapping is made of that, so that each system's rows are
/// added up once, however many others it is compared with.
///
/// # Panics
///
/// If the systems have different numbers of rows.
pub(crate) fn each<C: Counts, R: Send>(
    systems: &[Halved<'_, C>],
    plan: Resampling,
    replicates: &[u32],
    threads: &Threads,
    of: impl Fn(&[Halves<C>]) -> R + Sync + Send,
) -> Vec<R> {
    let n_rows = systems.first().map_or(0, Halved::len);
    assert!(systems.iter().all(|rows| rows.len() == n_rows), "rows of the same sentences");
    threads.map(replicates.to_vec(), |replicate| {
        let coins = plan.coins(n_rows, replicate);
        let halves: Vec<Halves<C>> = systems.iter().map(|rows| rows.by(&coins)).collect();
        of(&halves)
    })
}

/// Whether two systems' scores over the same sentences differ, by both tails.
///
/// # Panics
///
/// If the systems have different numbers of rows.
pub fn permutation<C: Counts>(
    a: &[&C],
    b: &[&C],
    score: impl Fn(&C) -> Option<f64> + Sync + Send,
    plan: Resampling,
    threads: &Threads,
) -> Result<Test, Undefined> {
    if a.is_empty() {
        return Err(Undefined::NoRows);
    }
    let difference = |a: &C, b: &C| Some(score(a)? - score(b)?);
    let sum = |rows: &[&C]| {
        let mut total = C::default();
        rows.iter().for_each(|row| total.add(row, 1));
        total
    };
    let statistic = difference(&sum(a), &sum(b)).ok_or(Undefined::Score)?;
    if a.len() == 1 {
        return Err(Undefined::OneRow);
    }
    let differences = each_pair(a, b, plan, threads, |(a, b)| difference(&a, &b));
    Ok(Test::new(statistic, p_value(statistic, differences)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Tally;
    use crate::stats::rng::RandomStream;

    fn rows(n: u64, step: u64) -> Vec<Tally> {
        (0..n).map(|n| Tally { matched: n * step % 7, gold: 7, system: 6 + n % 3 }).collect()
    }

    fn plan(replicates: u32) -> Resampling {
        Resampling { replicates, ..Resampling::STANDARD }
    }

    /// `scipy.stats.permutation_test` of SciPy 1.17.1 over all 4096 ways to swap
    /// (`permutation_type="samples"`): 0.189453125. Ours draws, so it comes close.
    #[test]
    fn p_is_close_to_scipys() {
        let a = |i: u64| Tally { matched: (i * 3 % 7).max(3), gold: 7, system: 6 + i % 3 };
        let b = |i: u64| Tally { matched: i * 5 % 7, gold: 7, system: 6 + (i + 1) % 3 };
        let (a, b): (Vec<Tally>, Vec<Tally>) = (0..12).map(|i| (a(i), b(i))).unzip();
        let (a, b): (Vec<&Tally>, Vec<&Tally>) = (a.iter().collect(), b.iter().collect());
        let test = permutation(&a, &b, Tally::f1, plan(100_000), &Threads::one()).unwrap();
        assert!((test.statistic - 0.130952380952381).abs() < 1e-12, "{}", test.statistic);
        assert!((test.p - 0.189453125).abs() < 0.004, "{}", test.p);
    }

    #[test]
    fn a_system_does_not_differ_from_itself() {
        let rows = rows(300, 3);
        let rows: Vec<&Tally> = rows.iter().collect();
        let test = permutation(&rows, &rows, Tally::f1, plan(99), &Threads::one()).unwrap();
        assert_eq!(test, Test { statistic: 0.0, p: 1.0 });
    }

    #[test]
    fn swapping_systems_changes_only_the_sign() {
        let (a, b) = (rows(333, 3), rows(333, 5));
        let (a, b): (Vec<&Tally>, Vec<&Tally>) = (a.iter().collect(), b.iter().collect());
        let one = permutation(&a, &b, Tally::f1, plan(199), &Threads::one()).unwrap();
        let two = permutation(&b, &a, Tally::f1, plan(199), &Threads::one()).unwrap();
        assert_eq!((one.p, one.statistic), (two.p, -two.statistic));
    }

    #[test]
    fn p_is_never_0() {
        let bad = [Tally { matched: 0, gold: 5, system: 5 }; 50];
        let good = [Tally { matched: 5, gold: 5, system: 5 }; 50];
        let (a, b): (Vec<&Tally>, Vec<&Tally>) = (good.iter().collect(), bad.iter().collect());
        let test = permutation(&a, &b, Tally::f1, plan(99), &Threads::one()).unwrap();
        assert_eq!(test, Test { statistic: 1.0, p: 0.01 });
    }

    /// The totals of one replicate: each sentence has a coin of its own.
    fn total(a: &[&Tally], b: &[&Tally], seed: u64, replicate: u32) -> (Tally, Tally) {
        let (mut one, mut two) = (Tally::default(), Tally::default());
        let (mut stream, mut bits) = (RandomStream::new(seed, replicate), 0);
        for (at, (a, b)) in a.iter().zip(b).enumerate() {
            bits = if at % 32 == 0 { stream.bits() } else { bits >> 1 };
            let (a, b) = if bits & 1 == 1 { (b, a) } else { (a, b) };
            one.add(a, 1);
            two.add(b, 1);
        }
        (one, two)
    }

    #[test]
    fn threads_change_nothing_and_a_replicate_alone_is_the_same() {
        // The last group is not full.
        let (a, b) = (rows(5_003, 3), rows(5_003, 5));
        let (a, b): (Vec<&Tally>, Vec<&Tally>) = (a.iter().collect(), b.iter().collect());
        let alone = totals(&a, &b, plan(30), &Threads::one());
        for n in [2, 8] {
            assert_eq!(totals(&a, &b, plan(30), &Threads::new(Some(n)).unwrap()), alone);
        }
        assert_eq!(alone[17], total(&a, &b, plan(30).seed, 17));
        assert_ne!(alone[17], alone[18]);
    }

    #[test]
    fn counts_are_swapped_and_none_is_lost() {
        let (a, b) = (rows(2_050, 3), rows(2_050, 5));
        let (a, b): (Vec<&Tally>, Vec<&Tally>) = (a.iter().collect(), b.iter().collect());
        let both = |(mut a, b): (Tally, Tally)| {
            a.add(&b, 1);
            a
        };
        let mut whole = Tally::default();
        a.iter().chain(&b).for_each(|row| whole.add(row, 1));
        assert!(totals(&a, &b, plan(5), &Threads::one()).into_iter().all(|t| both(t) == whole));
    }

    #[test]
    fn no_sentences_and_no_score_have_reasons() {
        let none: [&Tally; 0] = [];
        let test = permutation(&none, &none, Tally::f1, plan(9), &Threads::one());
        assert_eq!(test, Err(Undefined::NoRows));
        let empty = [&Tally::default()];
        let test = permutation(&empty, &empty, Tally::f1, plan(9), &Threads::one());
        assert_eq!(test, Err(Undefined::Score));
    }
}
