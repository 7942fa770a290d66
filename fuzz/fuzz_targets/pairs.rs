//! Any bytes as pairs in every format: refused by name, or all of them can be written as sentences
//! and as questions.

#![no_main]

mod shared;

use bezant::entailment::Pairs;
use bezant::entailment::export::{self, Questions};
use bezant::entailment::pairs::PairFormat;
use libfuzzer_sys::fuzz_target;

const FORMATS: [Option<PairFormat>; 5] = [
    None,
    Some(PairFormat::Xml),
    Some(PairFormat::Tsv),
    Some(PairFormat::Csv),
    Some(PairFormat::Jsonl),
];

fuzz_target!(|bytes: &[u8]| {
    for format in FORMATS {
        let pairs = match Pairs::read("pairs", bytes, format) {
            Ok(pairs) => pairs,
            Err(error) => {
                shared::check_error(&error, "pairs");
                continue;
            }
        };
        assert!(!pairs.pairs.is_empty());
        assert_eq!(pairs.sentences().count(), 2 * pairs.pairs.len());
        let _ = pairs.gold();
        let asking = Questions { shots: 1, without_answers: true, ..Questions::default() };
        let (mut questions, mut requests) = (Vec::new(), Vec::new());
        asking.jsonl(&pairs, &mut questions).expect("memory can be written to");
        asking.chat(&pairs, None, &mut requests).expect("memory can be written to");
        for written in [questions, requests] {
            let lines = written.iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(lines, pairs.pairs.len());
        }
        assert!(!export::task("fuzz", "fuzz.jsonl", &pairs, "score them").is_empty());
    }
});
