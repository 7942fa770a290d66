//! How many pairs are decided in a second, from parsed files.
//!
//! `cargo bench -p bezant --bench entailments` repeats our own pairs with their gold parses, reads
//! and decides them with every module, and prints the best of five runs, on one thread and on two.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

mod measure;

use std::fs;

use bezant::entailment::decide;
use bezant::entailment::decide::{Choice, Options};
use bezant::entailment::modules::{ModuleName, PairParses};
use bezant::entailment::pairs::{Pair, Pairs};
use bezant::entailment::parses::Reading;
use bezant::parallel::Threads;
use measure::{best, project};

const RUNS: usize = 5;
const TIMES: usize = 60;

fn main() {
    let folder = project().join("crates/bezant-cli/demo/entailments");
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    let few = Pairs::read("pairs.xml", &read("pairs.xml"), None).unwrap().pairs;
    let many: Vec<Pair> = (0..TIMES).flat_map(|_| few.clone()).collect();
    let pairs = Pairs { name: "pairs".to_string(), pairs: many };
    println!("{} pairs, best of {RUNS} runs, pairs a second\n", pairs.pairs.len());
    println!("{:10} {:12} {:>12} {:>12}", "module", "parses", "1 thread", "2 threads");
    for name in ModuleName::ALL {
        for file in ["gold.mrg", "gold.conllu"] {
            let mut text = read(file);
            if !text.ends_with(b"\n\n") && file.ends_with("conllu") {
                text.push(b'\n');
            }
            let text = text.repeat(TIMES);
            let speed = |n: usize| {
                let threads = Threads::new(Some(n)).unwrap();
                let time = best(RUNS, || {
                    let reading = Reading::default();
                    let parses = PairParses::read(&pairs, (file, &text), None, reading).unwrap();
                    let options = Options { module: Choice::Ready(name), ..Options::default() };
                    let decided = decide(&pairs, &parses, &options, &threads).unwrap();
                    assert_eq!(decided.answers().given.len(), pairs.pairs.len());
                });
                pairs.pairs.len() as f64 / time.as_secs_f64()
            };
            println!("{:10} {:12} {:12.0} {:12.0}", name.name(), file, speed(1), speed(2));
        }
    }
}
