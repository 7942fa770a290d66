//! How long dependencies take, as a ratio to the UD scorer's time.
//!
//! `cargo bench -p bezant --bench dependencies` repeats the English treebank of the reference
//! results to 36 MB (or a sentence of ours, where those are absent), compares it with itself and
//! prints the best of five runs. With `UDEVAL=/path/to/udeval` the original program is timed too.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bezant::evaluation::evaluate;
use bezant::formats::Reader;
use bezant::metrics::dependencies::Dependencies;
use bezant::parallel::Threads;
use bezant::source::Source;

const RUNS: usize = 5;
const TARGET: usize = 36_000_000;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let conformance = std::env::var_os("BEZANT_CONFORMANCE")
        .map_or_else(|| root.join("../shared/conformance"), PathBuf::from);
    let treebank = conformance.join("dependencies/ewt.gold.conllu.gz");
    let own = root.join("fixtures/conllu/valid/plain.conllu");
    let (name, path) =
        if treebank.is_file() { ("EWT", treebank) } else { ("our own sentence", own) };
    let text = Source::open(&path).unwrap().rest().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gold.conllu");
    let mut out = std::io::BufWriter::new(fs::File::create(&file).unwrap());
    for _ in 0..TARGET.div_ceil(text.len()) {
        out.write_all(&text).unwrap();
    }
    out.flush().unwrap();
    drop(out);
    let megabytes = fs::metadata(&file).unwrap().len() as f64 / 1e6;
    println!("{name} repeated to {megabytes:.1} MB, against itself; best of {RUNS} runs\n");

    let mut ours = None;
    for n in [1, 2] {
        let threads = Threads::new(Some(n)).unwrap();
        let time = (0..RUNS).map(|_| score(&file, &threads)).min().unwrap();
        ours.get_or_insert(time);
        println!("bezant, {n} thread(s)  {:8.3} s", time.as_secs_f64());
    }
    let ours = ours.unwrap();
    match std::env::var_os("UDEVAL") {
        None => println!("udeval              not timed: UDEVAL does not name a program"),
        Some(program) => {
            let start = Instant::now();
            let status = Command::new(program)
                .arg("-v")
                .args([&file, &file])
                .stdout(Stdio::null())
                .status()
                .unwrap();
            let time = start.elapsed();
            assert!(status.success());
            let ratio = time.as_secs_f64() / ours.as_secs_f64();
            println!(
                "udeval              {:8.3} s  {ratio:.0} x bezant on one thread",
                time.as_secs_f64()
            );
        }
    }
    if let Some(peak) = peak_megabytes() {
        println!(
            "\npeak memory {peak:.0} MB, of which the file, mapped twice, {:.0} MB",
            2.0 * megabytes
        );
    }
}

fn score(file: &Path, threads: &Threads) -> Duration {
    let start = Instant::now();
    let read = || Reader::new(Source::open(file).unwrap(), None);
    let found = evaluate(&[Dependencies::ud()], read(), vec![read()], threads, |_| ()).unwrap();
    let total = found.metrics[0].systems[0].total();
    assert_eq!(total.attachments, total.words_gold);
    start.elapsed()
}

/// The most memory this process has had, where the system tells.
fn peak_megabytes() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1000.0)
}
