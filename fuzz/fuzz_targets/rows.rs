//! Any bytes as saved rows: refused with a place, or the same when they are saved again.

#![no_main]

use bezant::error::Error;
use bezant::evaluation::Evaluation;
use bezant::metrics::brackets::BracketCounts;
use bezant::rows;
use bezant::source::Source;
use libfuzzer_sys::fuzz_target;

fn read(bytes: Vec<u8>) -> Option<Result<Vec<Evaluation<BracketCounts>>, Error>> {
    let mut source = Source::from_bytes("fuzz.jsonl", bytes).ok()?;
    // Compressed text may be huge, and is another target's business.
    source.size()?;
    let _ = rows::signature(&mut source);
    Some(rows::read(source))
}

fuzz_target!(|bytes: &[u8]| {
    let evaluations = match read(bytes.to_vec()) {
        Some(Ok(evaluations)) => evaluations,
        Some(Err(error)) => {
            assert_eq!(error.source_name(), "fuzz.jsonl");
            assert!(error.kind().hint().is_some());
            return;
        }
        None => return,
    };
    let mut saved = Vec::new();
    for evaluation in &evaluations {
        rows::write(evaluation, &mut saved).expect("memory takes everything");
    }
    let again = read(saved).expect("rows are plain text").expect("what was written can be read");
    assert_eq!(evaluations, again);
    let n: usize = evaluations.iter().map(|evaluation| evaluation.rows.len()).sum();
    if let Ok(Some(merged)) = rows::merge(evaluations) {
        assert_eq!(merged.rows.len(), n);
    }
});
