//! How many pairs are decided in a second, from parsed files, and how many sentences are gone through for new ones.
//!
//! `cargo bench -p bezant --bench entailments` repeats our own pairs with their gold parses, reads
//! and decides them with every module, and prints the best of five runs, on one thread and on two.
//! Then it generates pairs from the English treebank of the reference results and a parser's output (or from our
//! own sentences, where those are absent), beside the time that scoring the same two files takes.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

mod measure;

use std::fs;

use bezant::entailment::decide;
use bezant::entailment::decide::{Choice, Options};
use bezant::entailment::generate::{English, GenerateOptions, Material, generate};
use bezant::entailment::modules::{ModuleName, PairParses};
use bezant::entailment::pairs::{Pair, Pairs};
use bezant::entailment::parses::{Parses, Reading};
use bezant::evaluation::evaluate;
use bezant::formats::Reader;
use bezant::metrics::dependencies::Dependencies;
use bezant::parallel::Threads;
use bezant::source::Source;
use measure::{best, project, reference, threads_in_words};

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
                    let options = Options::default().with(|it| it.module = Choice::Ready(name));
                    let decided = decide(&pairs, &parses, &options, &threads).unwrap();
                    assert_eq!(decided.answers().given.len(), pairs.pairs.len());
                });
                pairs.pairs.len() as f64 / time.as_secs_f64()
            };
            println!("{:10} {:12} {:12.0} {:12.0}", name.name(), file, speed(1), speed(2));
        }
    }
    generating();
}

/// The sentences of a treebank that are gone through in a second.
fn generating() {
    let treebank = ["ewt.gold.conllu.gz", "ewt.goldtok.conllu.gz"]
        .map(|name| reference("dependencies").join(name));
    let own = ["gold.conllu", "weak.conllu"]
        .map(|name| project().join("crates/bezant-cli/demo/entailments").join(name));
    let (name, files) =
        if treebank[0].is_file() { ("EWT", treebank) } else { ("our own sentences", own) };
    let texts = files.clone().map(|path| Source::open(&path).unwrap().rest().unwrap());
    let read = |text: &[u8]| Parses::read_all(name, text, Reading::default(), None).unwrap();
    let n = read(&texts[0]).sentences.len();
    println!(
        "\n{name}, {n} sentences, gold and one parser; best of {RUNS} runs, sentences a second\n"
    );
    println!("{:12} {:>12} {:>12}", "", "generated", "scored");
    for threads in [1, 2] {
        let in_words = threads_in_words(threads);
        let threads = Threads::new(Some(threads)).unwrap();
        let generated = best(RUNS, || {
            let (gold, parser) = (read(&texts[0]), vec![("parser".to_string(), read(&texts[1]))]);
            let material = Material { gold: Some(&gold), systems: &parser, texts: &[] };
            let found = generate(material, &English, &GenerateOptions::default(), &threads, |_| {});
            assert!(found.made.len() > n / 10);
        });
        let scored = best(RUNS, || {
            let [gold, parser] = [0, 1].map(|at| Reader::open(&files[at]).unwrap());
            let found =
                evaluate(&[Dependencies::ud()], gold, vec![parser], &threads, |_| ()).unwrap();
            assert!(found.metrics[0].systems[0].total().attachments > 0);
        });
        let [generated, scored] = [generated, scored].map(|time| n as f64 / time.as_secs_f64());
        println!("{in_words:12} {generated:12.0} {scored:12.0}");
    }
}
