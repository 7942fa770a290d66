//! How long dependencies take, as a ratio to the UD scorer's time.
//!
//! `cargo bench -p bezant --bench dependencies` repeats the English treebank of the reference
//! results to 36 MB (or a sentence of ours, where those are absent), compares it with itself and
//! prints the best of five runs, also of an epoch with gold in memory. With `UDEVAL=/path/to/udeval` the original program is timed too.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

mod measure;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use bezant::evaluation::{Evaluation, evaluate, evaluate_one};
use bezant::formats::{Corpus, Reader};
use bezant::metrics::dependencies::{Dependencies, DependencyCounts};
use bezant::parallel::Threads;
use bezant::source::Source;
use measure::{best, peak_megabytes, project, reference, threads_in_words, write_repeated};

const RUNS: usize = 5;
const TARGET: usize = 36_000_000;

fn main() {
    let treebank = reference("dependencies/ewt.gold.conllu.gz");
    let own = project().join("fixtures/conllu/valid/plain.conllu");
    let (name, path) =
        if treebank.is_file() { ("EWT", treebank) } else { ("our own sentence", own) };
    let text = Source::open(&path).unwrap().rest().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gold.conllu");
    write_repeated(&text, TARGET, &file).unwrap();
    let megabytes = fs::metadata(&file).unwrap().len() as f64 / 1e6;
    println!("{name} repeated to {megabytes:.1} MB, against itself; best of {RUNS} runs\n");

    let mut ours = None;
    for n in [1, 2] {
        let threads = Threads::new(Some(n)).unwrap();
        let time = best(RUNS, || score(&file, &threads));
        ours.get_or_insert(time);
        println!("bezant, {:12}{:8.3} s", threads_in_words(n), time.as_secs_f64());
    }
    let ours = ours.unwrap();
    match std::env::var_os("UDEVAL") {
        None => println!("udeval              not timed: UDEVAL does not name a program"),
        Some(program) => {
            let time = best(1, || {
                let mut command = Command::new(&program);
                let status = command.arg("-v").args([&file, &file]).stdout(Stdio::null()).status();
                assert!(status.unwrap().success());
            });
            let ratio = time.as_secs_f64() / ours.as_secs_f64();
            println!(
                "udeval              {:8.3} s  {ratio:.0} x bezant on one thread",
                time.as_secs_f64()
            );
        }
    }
    if let Some(peak) = peak_megabytes() {
        println!("\npeak memory {peak:.0} MB");
    }
    // As in a training loop: gold is kept, what a parser returns is new in every epoch.
    let gold = Corpus::open(&file).unwrap();
    let texts: Vec<Vec<u8>> = gold.texts().map(<[u8]>::to_vec).collect();
    let mut returned: Vec<Vec<Vec<u8>>> = vec![texts; RUNS];
    let time = best(RUNS, || {
        let epoch = returned.pop().expect("one for each run");
        let system = Corpus::from_sentences("epoch", epoch).unwrap();
        check(&evaluate_one(&Dependencies::ud(), &gold, &system).unwrap());
    });
    let ratio = time.as_secs_f64() / ours.as_secs_f64();
    println!("an epoch            {:8.3} s  {ratio:.2} x reading both files", time.as_secs_f64());
    let time = best(RUNS, || check(&evaluate_one(&Dependencies::ud(), &gold, &gold).unwrap()));
    let ratio = time.as_secs_f64() / ours.as_secs_f64();
    println!("both sides kept     {:8.3} s  {ratio:.2} x reading both files", time.as_secs_f64());
}

fn score(file: &Path, threads: &Threads) {
    let read = || Reader::open(file).unwrap();
    let found = evaluate(&[Dependencies::ud()], read(), vec![read()], threads, |_| ()).unwrap();
    check(&found.metrics[0].systems[0]);
}

fn check(found: &Evaluation<DependencyCounts>) {
    let total = found.total();
    assert_eq!(total.attachments, total.words_gold);
}
