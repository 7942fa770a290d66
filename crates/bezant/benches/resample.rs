//! How long resampling takes: 10,000 paired replicates over 2,000 sentences on one thread.
//!
//! `cargo bench -p bezant --bench resample` prints the best of five runs, as a ratio to the half
//! second that the permutation test may take.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

mod measure;

use std::time::Duration;

use bezant::counts::Tally;
use bezant::metrics::brackets::BracketCounts;
use bezant::metrics::dependencies::{DependencyCounts, DependencyPreset};
use bezant::parallel::Threads;
use bezant::stats::jackknife::without_each;
use bezant::stats::permutation::permutation;
use bezant::stats::{Resampling, bootstrap};

const RUNS: usize = 5;
const SENTENCES: u64 = 2_000;
const REPLICATES: u32 = 10_000;
const LIMIT: Duration = Duration::from_millis(500);

fn main() {
    println!("{REPLICATES} replicates, {SENTENCES} sentences, one thread; best of {RUNS} runs\n");
    let plan = Resampling { replicates: REPLICATES, ..Resampling::STANDARD };
    let one = Threads::one();

    let tally = |n: u64, step: u64| Tally { matched: n * step % 17, gold: 20, system: 17 + n % 5 };
    let (a, b): (Vec<Tally>, Vec<Tally>) =
        (0..SENTENCES).map(|n| (tally(n, 5), tally(n, 7))).unzip();
    let (a, b): (Vec<&Tally>, Vec<&Tally>) = (a.iter().collect(), b.iter().collect());
    report("permutation, 3 counts", || permutation(&a, &b, Tally::f1, plan, &one).unwrap().p);

    let brackets = |n: u64, step: u64| BracketCounts {
        matched: n * step % 17,
        gold: 20,
        system: 17 + n % 5,
        words: 24,
        tags_matched: 20 + n * step % 5,
        sentences: 1,
        ..BracketCounts::default()
    };
    let (a, b): (Vec<BracketCounts>, Vec<BracketCounts>) =
        (0..SENTENCES).map(|n| (brackets(n, 5), brackets(n, 7))).unzip();
    let (a, b): (Vec<&BracketCounts>, Vec<&BracketCounts>) =
        (a.iter().collect(), b.iter().collect());
    let f1 = |total: &BracketCounts| total.brackets().f1();
    report("permutation, 12 counts", || permutation(&a, &b, f1, plan, &one).unwrap().p);
    report("bootstrap, 12 counts", || bootstrap::totals(&a, plan, &one));
    report("without each sentence", || without_each(&a, f1));

    let words = |n: u64, step: u64| DependencyCounts {
        words_gold: 20,
        words_system: 20,
        attachments: n * step % 17,
        ..DependencyCounts::default()
    };
    let (a, b): (Vec<DependencyCounts>, Vec<DependencyCounts>) =
        (0..SENTENCES).map(|n| (words(n, 5), words(n, 7))).unzip();
    let (a, b): (Vec<&DependencyCounts>, Vec<&DependencyCounts>) =
        (a.iter().collect(), b.iter().collect());
    let las = |total: &DependencyCounts| total.main(DependencyPreset::Ud).f1();
    report("permutation, 34 counts", || permutation(&a, &b, las, plan, &one).unwrap().p);
    report("bootstrap, 34 counts", || bootstrap::totals(&a, plan, &one));
}

fn report<R>(name: &str, work: impl Fn() -> R) {
    let time = measure::best(RUNS, work);
    let ratio = time.as_secs_f64() / LIMIT.as_secs_f64();
    println!("{name:24} {:8.1} ms  {ratio:5.2} × the limit", time.as_secs_f64() * 1e3);
}
