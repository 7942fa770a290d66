//! What came of all jobs so far, in the order of gold.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::Position;
use crate::evaluation::places::SkippedPlaces;
use crate::evaluation::{
    Counted, Done, Evaluated, Evaluation, Evaluations, InvalidUtf8, Row, gaps,
};
use crate::formats::{Batch, Format};
use crate::metric::{Outcome, Pairing, Reason, Scorer, Size, Skipped};
use crate::signature::Fingerprint;

/// Everything so far.
pub(super) struct Collected<M: Scorer> {
    n_sentences: u64,
    /// How many of gold's places have nothing.
    n_gaps: u64,
    /// The numbers of gold's sentences, where these are not simply counted.
    numbers: Vec<u64>,
    n_surplus: Vec<u64>,
    /// How many bytes of gold are done, and how many there are, where that is known.
    pub(super) bytes: u64,
    size: Option<u64>,
    fingerprint: Fingerprint,
    invalid: Vec<Option<Position>>,
    metrics: Vec<Found<M>>,
}

/// What one metric has found so far.
struct Found<M: Scorer> {
    /// For each system, its rows, and the places of those that have no counts.
    systems: Vec<(Vec<Row<M::Counts>>, SkippedPlaces)>,
    notes: M::Notes,
}

impl<M: Scorer> Collected<M> {
    pub(super) fn new(
        metrics: &[M],
        names: &[Arc<str>],
        numbers: Vec<u64>,
        size: Option<u64>,
    ) -> Collected<M> {
        let nothing = |_| Found {
            systems: (1..names.len()).map(|_| Default::default()).collect(),
            notes: M::Notes::default(),
        };
        Collected {
            n_sentences: 0,
            n_gaps: 0,
            numbers,
            n_surplus: vec![0; names.len() - 1],
            bytes: 0,
            size,
            fingerprint: Fingerprint::default(),
            invalid: vec![None; names.len()],
            metrics: metrics.iter().map(nothing).collect(),
        }
    }

    pub(super) fn add(&mut self, metrics: &[M], done: Done<'_, M>) {
        let n_here = done.n;
        let counted = metrics.iter().zip(done.metrics);
        for (found, (metric, Counted { systems, worker })) in self.metrics.iter_mut().zip(counted) {
            let systems = found.systems.iter_mut().zip(systems);
            for (system, ((rows, places), here)) in systems.enumerate() {
                places.append(here.places);
                make_room(rows, here.outcomes.len(), self.bytes + done.bytes, self.size);
                for (at, outcome) in here.outcomes.into_iter().enumerate() {
                    let (first, n_sentences, number) = done.rows.of(system, at, n_here);
                    let counted = gaps::number(&self.numbers, self.n_sentences + first);
                    let sentence = number.unwrap_or(counted);
                    rows.push(Row { sentence, n_sentences, outcome });
                }
            }
            metric.collect(worker, &mut found.notes);
        }
        for (first, here) in self.invalid.iter_mut().zip(done.invalid) {
            *first = first.or(here);
        }
        self.n_sentences += n_here;
        self.n_gaps += n_here - done.fingerprints.len() as u64;
        for piece in done.fingerprints {
            self.fingerprint.push(piece);
        }
        self.bytes += done.bytes;
    }

    /// Sentences of a system for which gold has none. Empty lines at a file's end are nothing.
    pub(super) fn add_surplus(&mut self, system: usize, batch: &Batch) {
        for sentence in batch.sentences() {
            self.n_surplus[system] += 1;
            if sentence.number.is_none() && sentence.text.trim_ascii().is_empty() {
                continue;
            }
            let before = self.n_sentences + self.n_surplus[system] - 1;
            let counted = gaps::number(&self.numbers, before);
            for found in &mut self.metrics {
                let (rows, places) = &mut found.systems[system];
                places.push(&Reason::GoldMissing, None, Some(sentence));
                rows.push(Row {
                    sentence: sentence.number.unwrap_or(counted),
                    n_sentences: 1,
                    outcome: Outcome::without_gold(M::Counts::default()),
                });
            }
        }
    }

    pub(super) fn finish(self, metrics: &[M], names: &[Arc<str>], gold: Format) -> Evaluations<M> {
        let (n, fingerprint) = (self.n_sentences - self.n_gaps, self.fingerprint);
        let evaluated = metrics.iter().zip(self.metrics).map(|(metric, found)| {
            // The layout decides whether an unlabelled bracket around a tree is a phrase.
            let signature = match gold {
                Format::Penn(layout) => metric.signature().with("layout", layout.name()),
                _ if gold.may_have_gaps() => metric.signature().with("layout", gold.name()),
                _ => metric.signature(),
            };
            let signature = signature
                .with("n", n)
                .with("gold", &fingerprint)
                .with("version", env!("CARGO_PKG_VERSION"));
            let signature = metric.signed(signature);
            let systems = names[1..].iter().zip(found.systems);
            let systems = systems.map(|(name, (mut rows, mut places))| {
                // Empty lines at the end of gold that the system does not have are nothing; a
                // sentence with a number is one.
                let is_counted = metric.pairing() != Pairing::ByNumber;
                while is_counted && rows.last().is_some_and(is_nothing) {
                    rows.pop();
                    places.pop();
                }
                let evaluation = Evaluation {
                    signature: signature.clone(),
                    system: name.to_string(),
                    rows,
                    said: BTreeMap::new(),
                    treebanks: Vec::new(),
                };
                (evaluation, places.into_places())
            });
            let (systems, places) = systems.unzip();
            Evaluated { systems, notes: found.notes, places }
        });
        let invalid = names.iter().zip(self.invalid).filter_map(|(file, position)| {
            Some(InvalidUtf8 { file: file.clone(), position: position? })
        });
        Evaluations {
            metrics: evaluated.collect(),
            n_sentences: n,
            invalid: invalid.collect(),
            realigned: Vec::new(),
        }
    }
}

/// Makes room for more rows, and for all that a file of this size can be expected to have when so much
/// of it is done: where there are millions, twice as many as needed would be much.
fn make_room<R>(rows: &mut Vec<R>, more: usize, bytes: u64, size: Option<u64>) {
    let n = rows.len() + more;
    if n > rows.capacity() {
        let ratio = size.map_or(2.0, |size| 1.01 * size as f64 / bytes.max(1) as f64);
        // Never by so little that rows are moved again and again, nor by as much as a strange beginning
        // would make us believe.
        let expected = (n as f64 * ratio.clamp(1.05, 16.0)).ceil() as usize;
        rows.reserve_exact(expected - rows.len());
    }
}

fn is_nothing<C>(row: &Row<C>) -> bool {
    let missing = |skipped: &Skipped<C>| skipped.reason == Reason::SystemMissing;
    row.outcome.size == Size::default()
        && row.outcome.result.as_ref().is_err_and(|skipped| missing(skipped))
}
