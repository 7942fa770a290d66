//! How fast relations are scored, and what reading the files takes of that.
//!
//! `cargo bench -p bezant --bench relations` repeats the 560 sentences of DepBank a hundred times
//! (or made-up ones, where those are absent) and prints the best of three runs.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

mod measure;

use std::time::Duration;

use bezant::error::Stream;
use bezant::evaluation::evaluate;
use bezant::formats::relations::{self, Aids, Broken, Input, numbered};
use bezant::formats::{Corpus, Reader};
use bezant::metrics::relations::{Assignment, Relations, Scheme, Slots, TypeMatch};
use bezant::parallel::Threads;
use bezant::source::Source;
use bezant::structures::relations::{NumberedRelations, RelationFile};
use measure::{best, reference, threads_in_words};

const RUNS: usize = 3;
const TIMES: u64 = 100;

fn main() {
    let pair = ["sents-tst.gr", "example.trans.parses"]
        .map(|name| reference(&format!("relations/{name}")));
    let (name, texts) = if pair[0].is_file() {
        (
            "DepBank",
            pair.each_ref().map(|path| Source::open(path).unwrap().rest().unwrap().to_vec()),
        )
    } else {
        ("made-up sentences", [made_up("dobj"), made_up("iobj")])
    };
    let texts = texts.map(|text| repeated(&text));
    let sources = texts
        .each_ref()
        .map(|text| Source::from_bytes("bench", text.clone()).unwrap().rest().unwrap());
    let [gold, system] = texts.each_ref().map(|text| read(text));
    let count = |file: &RelationFile<'_>| -> usize {
        file.sentences.iter().map(|sentence| sentence.relations.len()).sum()
    };
    let n = count(&gold) + count(&system);
    let megabytes = texts.iter().map(Vec::len).sum::<usize>() as f64 / 1e6;
    println!(
        "{name} x {TIMES}: {} sentences, {n} relations, {megabytes:.1} MB; best of {RUNS} runs\n",
        gold.sentences.len()
    );

    let reading = best(RUNS, || {
        for text in &texts {
            assert!(!read(text).sentences.is_empty());
        }
    });
    report("reading", reading, reading, n);
    for threads in [1, 2] {
        let threads = Threads::new(Some(threads)).unwrap();
        let of = threads_in_words(threads.count());
        for (what, types, slots) in [
            ("hierarchy.all", &[TypeMatch::Hierarchy][..], &[Slots::All][..]),
            ("all 13 schemes", &TypeMatch::ALL, &Slots::ALL),
        ] {
            for assignment in [Assignment::Greedy, Assignment::Optimal] {
                let schemes = Scheme::grid(types, slots);
                let metric = Relations::rasp().with(|it| {
                    it.schemes = schemes;
                    it.assignment = assignment;
                });
                let time = best(RUNS, || {
                    let [gold, system] = sources.each_ref().map(|text| {
                        Corpus::read_relations("bench", text, Stream::System, None, Aids::default())
                            .unwrap()
                    });
                    let [gold, system] = [gold, system].map(|corpus| Reader::from(&corpus));
                    let metrics = std::slice::from_ref(&metric);
                    let found = evaluate(metrics, gold, vec![system], &threads, |_| ()).unwrap();
                    assert!(found.metrics[0].systems[0].total().sentences > 0);
                });
                let name = format!("reading and {what}, {}, {of}", assignment.name());
                report(&name, time, reading, n);
            }
        }
    }
}

fn read(text: &[u8]) -> RelationFile<'_> {
    let input = Input { name: "bench", text, stream: Stream::Gold };
    relations::read(input, None, Aids::default(), Broken::Fails).unwrap()
}

/// The same sentences over and over, numbered on.
fn repeated(text: &[u8]) -> Vec<u8> {
    let file = read(text);
    let n = file.sentences.len() as u64;
    let mut out = Vec::new();
    for time in 0..TIMES {
        let sentences: Vec<NumberedRelations> = file
            .sentences
            .iter()
            .zip(1..)
            .map(|(sentence, number)| NumberedRelations {
                number: time * n + number,
                ..sentence.clone()
            })
            .collect();
        numbered::write(&sentences, &mut out).unwrap();
        out.push(b'\n');
    }
    out
}

fn made_up(kind: &str) -> Vec<u8> {
    let mut out = String::new();
    for number in 1..=560 {
        out.push_str(&format!("{number}\n"));
        for word in 0..20 {
            let kind = if word % 3 == 0 { kind } else { "det" };
            out.push_str(&format!("({kind} word{word} word{})\n", (word * 7 + number) % 20));
        }
        out.push('\n');
    }
    out.into_bytes()
}

fn report(name: &str, time: Duration, reading: Duration, n: usize) {
    let seconds = time.as_secs_f64();
    println!(
        "{name:55} {seconds:7.3} s  {:6.2} million relations a second  {:6.2} x reading",
        n as f64 / seconds / 1e6,
        seconds / reading.as_secs_f64()
    );
}
