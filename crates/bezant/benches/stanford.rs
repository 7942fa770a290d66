//! How many trees a second are converted to Stanford dependencies, and how that compares with only
//! reading them.
//!
//! `cargo bench -p bezant --bench stanford` converts the reference trees (or the demo's, where those
//! are absent) on one thread and prints the best of five runs.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

mod measure;

use std::hint::black_box;
use std::time::Duration;

use bezant::formats::penn::{self, Grammar, TreeSpace};
use bezant::source::Source;
use bezant::stanford::{Converter, Representation, StanfordOptions};
use measure::best;

const RUNS: usize = 5;

fn main() {
    let reference = measure::reference("stanford/craft-dev.mrg.gz");
    let demo = measure::project().join("crates/bezant-cli/demo/gold.mrg");
    let path = if reference.is_file() { reference } else { demo };
    let text = Source::open(&path).unwrap().rest().unwrap();
    let trees: Vec<&[u8]> =
        text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    let times = 20_000usize.div_ceil(trees.len());
    let n = times * trees.len();
    println!("{}: {n} trees, best of {RUNS} runs on one thread\n", path.display());

    let mut space = TreeSpace::default();
    let reading = best(RUNS, || {
        for tree in trees.iter().cycle().take(n) {
            let reading = penn::read_with(tree, Grammar::Lenient, &mut space);
            black_box(reading.tree.nodes().len());
            space.recycle(reading.tree);
        }
    });
    report("reading only", n, reading, reading);
    for (name, to) in [
        ("basic", Representation::Basic),
        ("extra", Representation::Extra),
        ("collapsed", Representation::Collapsed),
        ("ccprocessed", Representation::CcProcessed),
    ] {
        let mut converter = Converter::new(StanfordOptions::default());
        let mut out = Vec::new();
        let time = best(RUNS, || {
            for tree in trees.iter().cycle().take(n) {
                let reading = penn::read_with(tree, Grammar::Lenient, &mut space);
                let found = converter.convert(&reading.tree, to);
                out.clear();
                found.dependencies().iter().for_each(|arc| found.write(arc, &mut out));
                black_box(out.len());
                space.recycle(reading.tree);
            }
        });
        report(name, n, time, reading);
    }
}

fn report(name: &str, n: usize, time: Duration, reading: Duration) {
    let rate = n as f64 / time.as_secs_f64();
    let ratio = time.as_secs_f64() / reading.as_secs_f64();
    println!("{name:<14} {rate:>10.0} trees/s   {ratio:>6.1} x reading");
}
