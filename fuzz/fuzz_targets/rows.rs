//! Any bytes as saved rows of any metric, lines of JSON or Parquet: refused by name, or the same when they are
//! saved again in either form, and scored, merged and shown.

#![no_main]

use bezant::error::Error;
use bezant::evaluation::Evaluation;
use bezant::metrics::brackets::BracketCounts;
use bezant::report::{ReportFormat, render};
use bezant::rows;
use bezant::saved::{SavedMetric, Visitor, Wanted, with_metric};
use bezant::source::Source;
use libfuzzer_sys::fuzz_target;

fn open(bytes: &[u8]) -> Option<Source> {
    let source = Source::from_bytes("fuzz.jsonl", bytes.to_vec()).ok()?;
    // Compressed text may be huge, and is another target's business.
    source.size()?;
    Some(source)
}

fn check_error(error: &Error) {
    assert_eq!(error.source_name(), "fuzz.jsonl");
    assert!(error.kind().hint().is_some());
}

fuzz_target!(|bytes: &[u8]| {
    let Some(mut source) = open(bytes) else { return };
    let signature = rows::signature(&mut source);
    match rows::read::<BracketCounts>(source) {
        Ok(evaluations) => check(&evaluations),
        Err(error) => check_error(&error),
    }
    match signature {
        Ok(signature) => drop(with_metric(&signature, Shown(bytes))),
        Err(error) => check_error(&error),
    }
});

/// What was read is the same when it is written and read again.
fn check<C>(evaluations: &[Evaluation<C>])
where
    C: bezant::counts::Counts + serde::Serialize + serde::de::DeserializeOwned,
{
    let mut saved = Vec::new();
    for evaluation in evaluations {
        rows::write(std::slice::from_ref(evaluation), &mut saved).expect("memory takes everything");
    }
    let source = open(&saved).expect("rows are plain text");
    let again = rows::read::<C>(source).expect("what was written can be read");
    let mut twice = Vec::new();
    for evaluation in &again {
        rows::write(std::slice::from_ref(evaluation), &mut twice).expect("memory takes everything");
    }
    assert_eq!(saved, twice);
    let mut table = Vec::new();
    // Too many groups cannot be columns.
    if rows::write_parquet(&again, &mut table).is_ok() {
        let source = open(&table).expect("Parquet is not compressed as a whole");
        let back = rows::read::<C>(source).expect("what was written can be read");
        let mut lines = Vec::new();
        for evaluation in &back {
            rows::write(std::slice::from_ref(evaluation), &mut lines).expect("memory takes everything");
        }
        assert_eq!(saved, lines);
    }
    let n: usize = evaluations.iter().map(|evaluation| evaluation.rows.len()).sum();
    if let Ok(Some(merged)) = rows::merge(again) {
        assert_eq!(merged.rows.len(), n);
    }
}

struct Shown<'a>(&'a [u8]);

impl Visitor for Shown<'_> {
    type Output = ();

    fn visit<M: SavedMetric>(self, metric: M) {
        let Some(source) = open(self.0) else { return };
        let Ok(evaluations) = rows::read::<M::Counts>(source) else { return };
        check(&evaluations);
        if rows::check_same_options(&evaluations).is_err() {
            return;
        }
        let wanted = Wanted { gold: "gold", per_sentence: true, worst: 2, ..Wanted::default() };
        let mut report = metric.report(&evaluations, &wanted);
        metric.add_intervals(&mut report, &evaluations, &wanted);
        for format in [ReportFormat::Text, ReportFormat::Json, ReportFormat::Latex] {
            render(&report, format, &mut Vec::new()).expect("memory takes everything");
        }
    }
}
