//! What several targets do.

#![allow(dead_code)] // no target uses all of it

use std::collections::BTreeSet;
use std::sync::LazyLock;

use bezant::error::{Error, ErrorKind, RelationFault, Stream};
use bezant::evaluation::evaluate_one;
use bezant::formats::Corpus;
use bezant::formats::relations::{self, Aids, Broken, Input};
use bezant::kinds::Format;
use bezant::metrics::relations::{
    Assignment, RelationWeights, Relations, Scheme, Slots, TypeMatch,
};
use bezant::source::Source;
use bezant::structures::relations::RelationFile;

/// Every way to assign, with every scheme. To read the hierarchy takes longer than most inputs.
static METRICS: LazyLock<[Relations; 3]> = LazyLock::new(|| {
    let ways = [
        (Assignment::Greedy, RelationWeights::Ignored),
        (Assignment::Greedy, RelationWeights::Counted),
        (Assignment::Optimal, RelationWeights::Ignored),
    ];
    ways.map(|(assignment, weights)| {
        Relations::rasp().with(|it| {
            it.schemes = Scheme::grid(&TypeMatch::ALL, &Slots::ALL);
            it.assignment = assignment;
            it.weights = weights;
        })
    })
});

/// Two files in one input, parted by a byte that text does not have; without it, at the middle.
pub fn two(bytes: &[u8]) -> (&[u8], &[u8]) {
    let at = bytes.iter().position(|byte| *byte == 0);
    let (one, two) = bytes.split_at(at.unwrap_or(bytes.len() / 2));
    (one, two.strip_prefix(b"\0").unwrap_or(two))
}

/// An error names its file, and where it has a place the mark is between characters.
pub fn check_error(error: &Error, name: &str) {
    assert_eq!(error.source_name(), name);
    assert!(!error.to_string().is_empty());
    if let Some(place) = error.place() {
        assert!(place.excerpt.is_char_boundary(place.mark));
    }
}

/// Relations in one format: refused with a place, or gold against itself is perfect; a file without
/// faults reads the same whether faults end the reading or not.
pub fn check_relations(bytes: &[u8], format: Option<Format>, aids: Aids<'_>) {
    let input = Input { name: "fuzz", text: bytes, stream: Stream::System };
    let file = relations::read(input, format, aids, Broken::Fails);
    if let Err(error) = &file {
        check_error(error, "fuzz");
        assert!(error.place().is_some(), "what is wrong with a text has a place");
    }
    let tolerant = relations::read(input, format, aids, Broken::Skips);
    match (&file, &tolerant) {
        // What stands under a number before the first `1` is passed over by the evaluator.
        (Ok(one), Ok(two)) if one.sentences.len() == two.sentences.len() && !has_fault(two) => {
            assert_eq!(one, two);
        }
        (Ok(_), Err(error)) => {
            assert!(matches!(error.kind(), ErrorKind::Relations(RelationFault::NoLists)), "{error}");
        }
        (Err(_), Ok(two)) => {
            let numbers = two.sentences.iter().map(|sentence| sentence.number);
            assert!(has_fault(two) || !numbers.is_sorted());
        }
        _ => {}
    }
    if let Ok(file) = &tolerant {
        let numbers: BTreeSet<u64> = file.sentences.iter().map(|sentence| sentence.number).collect();
        assert_eq!(numbers.len(), file.sentences.len(), "each number stands once");
    }
    let Ok(tolerant) = tolerant else { return };
    let Ok(text) = Source::from_bytes("fuzz", bytes.to_vec()).and_then(Source::rest) else {
        return;
    };
    if text[..] != *bytes {
        return;
    }
    let corpus = Corpus::from_relations(&text, tolerant);
    METRICS.iter().for_each(|metric| check_perfect(metric, &corpus));
}

fn has_fault(file: &RelationFile<'_>) -> bool {
    file.sentences.iter().any(|sentence| sentence.fault.is_some())
}

/// Scores relations against themselves.
pub fn check_perfect(metric: &Relations, corpus: &Corpus) {
    let found = evaluate_one(metric, corpus, corpus).expect("relations were read");
    let total = found.total();
    for &scheme in &metric.schemes {
        let micro = total.tallies(&metric.hierarchy, scheme).micro();
        assert!(micro.matched <= micro.gold && micro.gold == micro.system);
    }
}
