//! Any bytes as pairs in every format: refused by name, or all of them can be written as sentences
//! and as questions.

#![no_main]

mod shared;

use bezant::entailment::Pairs;
use bezant::entailment::export;
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
        let mut questions = Vec::new();
        export::jsonl(&pairs, &mut questions).expect("memory can be written to");
        let lines = questions.iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(lines, pairs.pairs.len());
        assert!(!export::task("fuzz", "fuzz.jsonl", &pairs).is_empty());
    }
});
