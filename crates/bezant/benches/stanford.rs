//! How many trees a second are converted to Stanford dependencies, and how that compares with only
//! writing their words.
//!
//! `cargo bench -p bezant --bench stanford` converts the reference trees (or the demo's, where those
//! are absent) on one thread and prints the best of five runs.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

mod measure;

use std::time::Duration;

use bezant::conversion::{Conversion, Target};
use bezant::kinds::{Format, Layout};
use bezant::source::Source;
use bezant::stanford::Representation;
use bezant::{Reader, Threads};
use measure::best;

const RUNS: usize = 5;

fn main() {
    let reference = measure::reference("stanford/craft-dev.mrg.gz");
    let demo = measure::project().join("crates/bezant-cli/demo/gold.mrg");
    let path = if reference.is_file() { reference } else { demo };
    let text = Source::open(&path).unwrap().rest().unwrap();
    let trees = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count();
    let times = 20_000usize.div_ceil(trees);
    let n = times * trees;
    let text = text.repeat(times);
    println!("{}: {n} trees, best of {RUNS} runs on one thread\n", path.display());

    let words = convert(&text, Target::Tokens);
    report("words only", n, words, words);
    for (name, to) in [
        ("basic", Representation::Basic),
        ("extra", Representation::Extra),
        ("collapsed", Representation::Collapsed),
        ("ccprocessed", Representation::CcProcessed),
    ] {
        report(name, n, convert(&text, Target::Text(to)), words);
    }
}

/// How long a conversion takes.
fn convert(text: &[u8], target: Target) -> Duration {
    let conversion = Conversion::to(target);
    best(RUNS, || {
        let source = Source::from_bytes("trees", text.to_vec()).unwrap();
        let reader = Reader::new(source, Some(Format::Penn(Layout::Lines)));
        let mut out = Vec::new();
        conversion.run(reader, &Threads::one(), &mut out, &mut |_| ()).unwrap();
        out.len()
    })
}

fn report(name: &str, n: usize, time: Duration, words: Duration) {
    let rate = n as f64 / time.as_secs_f64();
    let ratio = time.as_secs_f64() / words.as_secs_f64();
    println!("{name:<14} {rate:>10.0} trees/s   {ratio:>6.1} x words only");
}
