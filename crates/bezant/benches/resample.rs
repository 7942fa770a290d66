//! How long resampling takes: 10,000 paired replicates over 2,000 sentences on one thread, and its
//! share of whole commands.
//!
//! `cargo bench -p bezant --bench resample` prints the best of five runs, as a ratio to the half
//! second that the permutation test may take; then, on two threads and where the reference files
//! are, how long counting and statistics of several systems take.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

mod measure;

use std::time::Duration;

use bezant::comparison::Comparing;
use bezant::counts::Tally;
use bezant::evaluation::evaluate_systems;
use bezant::formats::Reader;
use bezant::metric::Scorer;
use bezant::metrics::brackets::{BracketCounts, Brackets};
use bezant::metrics::dependencies::{DependencyCounts, DependencyPreset};
use bezant::metrics::fragments::Fragments;
use bezant::metrics::trees::Trees;
use bezant::metrics::trees::parameters::Preset;
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
    let plan = Resampling::STANDARD.with(|it| it.replicates = REPLICATES);
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

    let names = ["gold", "sysA", "sysB", "sysC"];
    let files = names.map(|name| measure::reference(&format!("brackets/craft2k.{name}.mrg")));
    let Ok(texts) = files.iter().map(std::fs::read_to_string).collect::<Result<Vec<_>, _>>() else {
        println!("\n{} is not there: no shares of commands", files[0].display());
        return;
    };
    println!("\ntwo threads; best of {RUNS} runs");
    share("fragments, 4 systems", &Fragments::freval(), &texts, 4);
    share("brackets, 12 systems", &Brackets::evalb(Preset::Standard.parameters()), &texts, 12);
}

/// How long some systems take to count, and how long statistics of all pairs.
fn share<M: Scorer<Structure = Trees>>(name: &str, metric: &M, texts: &[String], n: usize) {
    let threads = Threads::new(Some(2)).unwrap();
    let systems: Vec<String> = (0..n).map(|system| mixed(texts, system)).collect();
    let read = |name: &str, text: &str| Reader::from_text(name, text).unwrap();
    let count = || {
        let systems = systems.iter().map(|text| read("system", text));
        evaluate_systems(metric, read("gold", &texts[0]), systems, &threads).unwrap()
    };
    let mut evaluated = count();
    for (at, system) in evaluated.iter_mut().enumerate() {
        system.system = at.to_string();
    }
    let comparing = Comparing::standard()
        .with(|it| it.plan.replicates = Resampling::enough_for(n * (n - 1) / 2));
    let scores = |total: &M::Counts| metric.scores(total);
    let counting = measure::best(RUNS, count).as_secs_f64();
    let statistics =
        measure::best(RUNS, || comparing.compare_scores(&evaluated, &scores, &threads));
    let statistics = statistics.as_secs_f64();
    println!(
        "{name:24} counting {:8.1} ms, statistics {:8.1} ms: {:3.0} % of the time",
        counting * 1e3,
        statistics * 1e3,
        100.0 * statistics / (counting + statistics)
    );
}

/// A system that has each sentence from one of the others, gold being one of them.
fn mixed(texts: &[String], system: usize) -> String {
    let lines: Vec<Vec<&str>> = texts.iter().map(|text| text.lines().collect()).collect();
    let mut state = system as u64 + 1;
    let mut pick = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        // A few sentences are gold's, more of them the better the system.
        if (state >> 33) as usize % 50 < system { 0 } else { 1 + (state >> 40) as usize % (n - 1) }
    };
    (0..lines[0].len()).map(|at| lines[pick(lines.len())][at].to_string() + "\n").collect()
}

fn report<R>(name: &str, work: impl Fn() -> R) {
    let time = measure::best(RUNS, work);
    let ratio = time.as_secs_f64() / LIMIT.as_secs_f64();
    println!("{name:24} {:8.1} ms  {ratio:5.2} × the limit", time.as_secs_f64() * 1e3);
}
