//! Paired approximate randomisation (Noreen 1989; Yeh 2000): if two systems are alike, it does
//! not matter which of them a sentence's counts come from.

use crate::counts::Counts;
use crate::parallel::Threads;
use crate::stats::rng::Stream;
use crate::stats::table::Table;
use crate::stats::{Resampling, Test, Undefined, batch, p_value};

/// Sentences whose sums are made beforehand, for each way to swap some of them.
const GROUP: usize = 4;

/// Sentences that are worked on together: 64 words of random bits, which a stream makes at once,
/// and sums that stay near the processor.
const CHUNK: usize = 2_048;

/// The totals of both systems in each replicate, in order: in each sentence a coin decides whether
/// the two swap their counts.
///
/// # Panics
///
/// If the systems have different numbers of rows.
pub fn totals<C: Counts>(a: &[&C], b: &[&C], plan: Resampling, threads: &Threads) -> Vec<(C, C)> {
    let mut totals = Vec::with_capacity(plan.replicates as usize);
    each(a, b, plan, threads, |both| totals.push(both));
    totals
}

/// Hands out the totals of each replicate, in order, and keeps none.
pub(crate) fn each<C: Counts>(
    a: &[&C],
    b: &[&C],
    plan: Resampling,
    threads: &Threads,
    mut take: impl FnMut((C, C)),
) {
    assert_eq!(a.len(), b.len(), "rows of the same sentences");
    let replicates: Vec<u32> = (0..plan.replicates).collect();
    let size = batch(a, threads).min(batch(b, threads)).div_ceil(2);
    for some in replicates.chunks(size) {
        let mut totals = vec![<(C, C)>::default(); some.len()];
        for (at, (a, b)) in a.chunks(CHUNK).zip(b.chunks(CHUNK)).enumerate() {
            let sums = sums(a, b);
            let table = Table::new(sums.iter().flatten(), sums.len());
            let numbered = some.iter().copied().zip(totals).collect();
            totals = threads.map(numbered, |(replicate, total)| {
                let chosen = choose(sums.len(), plan.seed, replicate, at);
                match &table {
                    Some(table) => add_numbers(total, table, chosen),
                    None => add(total, &sums, chosen),
                }
            });
        }
        totals.into_iter().for_each(&mut take);
    }
}

/// The totals of both systems in one replicate.
///
/// # Panics
///
/// If the systems have different numbers of rows.
#[cfg(test)]
fn total<C: Counts>(a: &[&C], b: &[&C], seed: u64, replicate: u32) -> (C, C) {
    assert_eq!(a.len(), b.len(), "rows of the same sentences");
    let chunks = a.chunks(CHUNK).zip(b.chunks(CHUNK)).enumerate();
    chunks.fold(Default::default(), |total, (at, (a, b))| {
        let sums = sums(a, b);
        add(total, &sums, choose(sums.len(), seed, replicate, at))
    })
}

/// For each group of sentences, the first system's sum for each pattern of swaps. A replicate then
/// adds one sum a group instead of one row a sentence.
fn sums<C: Counts>(a: &[&C], b: &[&C]) -> Vec<[C; 1 << GROUP]> {
    let groups = a.chunks(GROUP).zip(b.chunks(GROUP));
    let sum = |a: &[&C], b: &[&C], swaps: usize| {
        let mut sum = C::default();
        for (at, (a, b)) in a.iter().zip(b).enumerate() {
            sum.add(if swaps >> at & 1 == 1 { b } else { a }, 1);
        }
        sum
    };
    groups.map(|(a, b)| std::array::from_fn(|swaps| sum(a, b, swaps))).collect()
}

/// All patterns of swaps in a group.
const PATTERN: u32 = (1 << GROUP) - 1;

/// Which of a chunk's sums make up a replicate: for each group, its number and its pattern of swaps
/// behind that. What the first system has not got, the second has: the same with other swaps.
fn choose(n: usize, seed: u64, replicate: u32, chunk: usize) -> Vec<u32> {
    let mut stream = Stream::new(seed, replicate);
    stream.skip((chunk * CHUNK / 32) as u64);
    let mut bits = 0;
    let group = |at| {
        bits = if at % (32 / GROUP) == 0 { stream.bits() } else { bits >> GROUP };
        (at as u32) << GROUP | bits & PATTERN
    };
    (0..n).map(group).collect()
}

/// Adds one chunk of sentences to a replicate's totals.
fn add<C: Counts>((mut a, mut b): (C, C), sums: &[[C; 1 << GROUP]], chosen: Vec<u32>) -> (C, C) {
    for (sums, chosen) in sums.iter().zip(chosen) {
        a.add(&sums[(chosen & PATTERN) as usize], 1);
        b.add(&sums[(!chosen & PATTERN) as usize], 1);
    }
    (a, b)
}

/// The same with sums that are nothing but numbers.
fn add_numbers<C: Counts>((mut a, mut b): (C, C), sums: &Table<C>, mut chosen: Vec<u32>) -> (C, C) {
    a.add(&sums.sum(&chosen), 1);
    chosen.iter_mut().for_each(|chosen| *chosen ^= PATTERN);
    b.add(&sums.sum(&chosen), 1);
    (a, b)
}

/// Whether two systems' scores over the same sentences differ, by both tails.
///
/// # Panics
///
/// If the systems have different numbers of rows.
pub fn permutation<C: Counts>(
    a: &[&C],
    b: &[&C],
    score: impl Fn(&C) -> Option<f64>,
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
    let mut differences = Vec::with_capacity(plan.replicates as usize);
    each(a, b, plan, threads, |(a, b)| differences.push(difference(&a, &b)));
    Ok(Test::new(statistic, p_value(statistic, differences)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Tally;

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

    #[test]
    fn threads_change_nothing_and_a_replicate_alone_is_the_same() {
        // More than one chunk, and the last group is not full.
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
    fn each_sentence_has_a_coin_of_its_own() {
        let (a, b) = (rows(5_003, 3), rows(5_003, 5));
        let (mut one, mut two) = (Tally::default(), Tally::default());
        let (mut stream, mut bits) = (Stream::new(12_345, 17), 0);
        for (at, (a, b)) in a.iter().zip(&b).enumerate() {
            bits = if at % 32 == 0 { stream.bits() } else { bits >> 1 };
            let (a, b) = if bits & 1 == 1 { (b, a) } else { (a, b) };
            one.add(a, 1);
            two.add(b, 1);
        }
        let (a, b): (Vec<&Tally>, Vec<&Tally>) = (a.iter().collect(), b.iter().collect());
        assert_eq!(total(&a, &b, 12_345, 17), (one, two));
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
