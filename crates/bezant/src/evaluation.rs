//! All sentences of gold against those of one or more systems: rows, in order.

mod aligned;
mod behind;
mod collected;
mod files;
mod gaps;
mod kept;
mod outputs;
mod places;
mod remarks;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::counts::Counts;
use crate::error::{Error, ErrorKind, Position, Result};
use crate::evaluation::collected::Collected;
use crate::evaluation::files::Files;
use crate::evaluation::kept::KeptGold;
use crate::evaluation::places::SkippedPlaces;
use crate::formats::text_windows::TextWindow;
use crate::formats::{Batch, Reader, Sentence};
use crate::metric::{Outcome, Pairing, Read, Score, Scorer, Skipped, Structure};
use crate::parallel::Threads;
use crate::signature::{PieceHash, Signature};

#[doc(hidden)]
pub use crate::formats::Realigned;
#[doc(hidden)]
pub use crate::formats::repair::RepairKind;
pub use behind::{Behind, behind};
#[doc(hidden)]
pub use behind::{BehindCell, CountedRow, behind_cell, each_behind};
#[doc(hidden)]
pub use outputs::RowOutputs;
#[doc(hidden)]
pub use places::{SkippedPlace, SkippedText, each_sentence, sentence_names};
#[doc(hidden)]
pub use remarks::{Lacking, Remarks};

/// One sentence of one system.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<C> {
    /// Which sentence, the first being 1.
    pub sentence: u64,
    /// How many sentences it is about, from that one on: more than one where a system ends its
    /// sentences elsewhere than gold, none where it has text between two sentences of gold.
    pub n_sentences: u64,
    /// What became of it.
    pub outcome: Outcome<C>,
}

/// All rows of one system.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation<C> {
    /// What the numbers stand for.
    pub signature: Signature,
    /// What the system is called.
    pub system: String,
    /// One row a sentence, in order.
    pub rows: Vec<Row<C>>,
    /// What is said of sentences beside their counts, by the row's place; few metrics have any.
    #[doc(hidden)]
    pub said: BTreeMap<usize, Remarks>,
    /// Of which treebanks the rows are, stretch by stretch; nothing where nobody asked.
    #[doc(hidden)]
    pub treebanks: Vec<TreebankRows>,
}

/// Rows in a row that are of one treebank; they go on to the next stretch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct TreebankRows {
    /// The place of the first one.
    pub first: usize,
    /// What the treebank is called; nothing if the rows are of none.
    pub name: String,
    /// Whether the system has nothing for it.
    pub is_missing: bool,
}

/// What sentences are scored apart by, such as their source: by what, and which.
#[doc(hidden)]
pub type Groups = BTreeMap<String, String>;

impl<C: Counts> Evaluation<C> {
    /// Rows that have counts.
    pub fn counted(&self) -> impl Iterator<Item = (&Row<C>, &C)> {
        self.rows.iter().filter_map(|row| Some((row, row.outcome.result.as_ref().ok()?)))
    }

    /// Rows that have none.
    pub fn skipped(&self) -> impl Iterator<Item = (&Row<C>, &Skipped<C>)> {
        self.rows.iter().filter_map(|row| Some((row, &**row.outcome.result.as_ref().err()?)))
    }

    /// The sum over the sentences that could be scored.
    pub fn total(&self) -> C {
        sum(self.counted().map(|(_, counts)| counts))
    }

    /// The scores of the sum, the main one first.
    pub fn scores<M: Scorer<Counts = C>>(&self, metric: &M) -> Vec<Score> {
        metric.scores_of(&self.signature, &self.total())
    }

    /// The sum over all sentences, with nothing found in those that could not be scored.
    pub fn total_with_missed(&self) -> C {
        self.with_missed(self.total())
    }

    /// The same from the [total](Evaluation::total), if that is known already.
    pub(crate) fn with_missed(&self, mut total: C) -> C {
        for (_, skipped) in self.skipped() {
            total.add(&skipped.missed, 1);
        }
        total
    }
}

/// The sum of counts.
#[doc(hidden)]
pub fn sum<'c, C: Counts + 'c>(all: impl IntoIterator<Item = &'c C>) -> C {
    let mut total = C::default();
    for counts in all {
        total.add(counts, 1);
    }
    total
}

/// What a metric found.
#[doc(hidden)]
pub struct Evaluated<M: Scorer> {
    /// One evaluation a system, in the order they were given.
    pub systems: Vec<Evaluation<M::Counts>>,
    /// What was noted beside the counts.
    pub notes: M::Notes,
    /// For each system, where the sentences stand that could not be scored, in their order.
    #[doc(hidden)]
    pub places: Vec<Vec<SkippedPlace>>,
}

/// Bytes that are not UTF-8. They are kept, and compared as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct InvalidUtf8 {
    /// The file.
    pub file: Arc<str>,
    /// The first of them.
    pub position: Position,
}

/// What all metrics found in the same files.
#[doc(hidden)]
pub struct Evaluations<M: Scorer> {
    /// In the order of the metrics.
    pub metrics: Vec<Evaluated<M>>,
    /// How many sentences gold has.
    pub n_sentences: u64,
    /// One entry for each file with bytes that are not UTF-8.
    pub invalid: Vec<InvalidUtf8>,
    /// For each system, which sentences are not simply the next of gold and the next of the system;
    /// nothing unless they were paired by their text.
    #[doc(hidden)]
    pub realigned: Vec<Vec<Realigned>>,
}

/// The same stretch of sentences from every file.
#[derive(Default)]
struct Job {
    gold: Batch,
    systems: Vec<Batch>,
    /// For each system, what belongs together; nothing where one sentence of each file does.
    windows: Vec<Vec<TextWindow>>,
}

impl Job {
    fn is_empty(&self) -> bool {
        self.gold.is_empty() && self.windows.iter().all(Vec::is_empty)
    }
}

/// What came of a job.
struct Done<'m, M: Scorer + 'm> {
    bytes: u64,
    /// How many places gold has here.
    n: u64,
    /// One a sentence of gold; there is none in a gap.
    fingerprints: Vec<PieceHash>,
    rows: RowSpans,
    invalid: Vec<Option<Position>>,
    metrics: Vec<Counted<'m, M>>,
}

/// What the rows of a job are about.
enum RowSpans {
    /// The same for all systems: which of the job's sentences each starts with, and the sentence's
    /// number, if its file has one.
    Shared(Vec<(u64, Option<u64>)>),
    /// For each system, the first sentence and how many.
    Own(Vec<Vec<(u64, u64)>>),
}

/// What one metric makes of a job: for each system its rows, and its worker's notes.
struct Counted<'m, M: Scorer + 'm> {
    systems: Vec<SystemOutcomes<M::Counts>>,
    worker: M::Worker<'m>,
}

/// One outcome a row, and the places of those that have no counts.
struct SystemOutcomes<C> {
    outcomes: Vec<Outcome<C>>,
    places: SkippedPlaces,
}

impl<C> SystemOutcomes<C> {
    /// Adds what came of a sentence of gold and one of the system.
    fn push(
        &mut self,
        outcome: Outcome<C>,
        gold: Option<Sentence<'_>>,
        system: Option<Sentence<'_>>,
    ) {
        if let Err(skipped) = &outcome.result {
            self.places.push(&skipped.reason, gold, system);
        }
        self.outcomes.push(outcome);
    }
}

/// Evaluates one system with one metric, on the caller's thread.
///
/// # Errors
/// Where a file cannot be read, or holds something else than the metric wants. A sentence that cannot be
/// scored is no error, but a row with a [reason](crate::Reason).
pub fn evaluate_one<M: Scorer>(
    metric: &M,
    gold: impl Into<Reader>,
    system: impl Into<Reader>,
) -> Result<Evaluation<M::Counts>> {
    let mut found = evaluate_systems(metric, gold, [system.into()], &Threads::one())?;
    Ok(found.pop().expect("there is one system"))
}

/// Evaluates several systems with one metric.
///
/// # Errors
/// As [`evaluate_one`].
pub fn evaluate_systems<M: Scorer, R: Into<Reader>>(
    metric: &M,
    gold: impl Into<Reader>,
    systems: impl IntoIterator<Item = R>,
    threads: &Threads,
) -> Result<Vec<Evaluation<M::Counts>>> {
    let systems = systems.into_iter().map(Into::into).collect();
    let metrics = std::slice::from_ref(metric);
    let found = evaluate_some(metrics, gold.into(), systems, threads, &mut |_| ())?;
    Ok(found.metrics.into_iter().flat_map(|found| found.systems).collect())
}

/// Evaluates every system with every metric, where gold has at least one sentence; in the program once for each
/// metric and not for each way to show progress.
pub(crate) fn evaluate_some<M: Scorer>(
    metrics: &[M],
    gold: Reader,
    systems: Vec<Reader>,
    threads: &Threads,
    progress: &mut dyn FnMut(u64),
) -> Result<Evaluations<M>> {
    // Where texts are aligned, what systems have beside nothing is counted as gold's places.
    let (name, is_empty) = (gold.name().clone(), gold.is_empty());
    let found = evaluate_any(metrics, gold, systems, threads, progress)?;
    match is_empty || found.n_sentences == 0 {
        true => Err(Error::new(&*name, ErrorKind::NoSentences)),
        false => Ok(found),
    }
}

/// Evaluates every system with every metric, in one pass over the files.
///
/// `progress` is called now and then with the number of bytes of gold that are done.
///
/// # Errors
/// As [`evaluate_one`].
#[doc(hidden)]
pub fn evaluate<M: Scorer>(
    metrics: &[M],
    gold: Reader,
    systems: Vec<Reader>,
    threads: &Threads,
    mut progress: impl FnMut(u64),
) -> Result<Evaluations<M>> {
    evaluate_some(metrics, gold, systems, threads, &mut progress)
}

/// Evaluates every system with every metric, also where gold has no sentence: nothing comes of that.
#[doc(hidden)]
pub fn evaluate_any<M: Scorer>(
    metrics: &[M],
    gold: Reader,
    systems: Vec<Reader>,
    threads: &Threads,
    progress: &mut dyn FnMut(u64),
) -> Result<Evaluations<M>> {
    let names: Vec<Arc<str>> =
        [&gold].into_iter().chain(&systems).map(|reader| reader.name().clone()).collect();
    let gold = M::Structure::prepared(gold)?;
    let systems = systems.into_iter().map(M::Structure::prepared).collect::<Result<Vec<_>>>()?;
    metrics.iter().try_for_each(|metric| metric.check(&gold, &systems))?;
    let (format, size) = (gold.format(), gold.size());
    let kept = KeptGold::of(metrics, &gold);
    let pairing = metrics.first().map_or(Pairing::InOrder, M::pairing);
    let mut files = Files::new(pairing, gold, systems)?;
    let mut all = Collected::new(metrics, &names, files.numbers(), size);
    let work = |job: Job| match job.windows.is_empty() {
        true => work(metrics, &kept, &job),
        false => aligned::work(metrics, &kept, &job),
    };
    let mut jobs = files.jobs(threads)?;
    while !jobs.is_empty() {
        let (next, done) = threads.both(|| files.jobs(threads), || threads.map(jobs, work));
        for done in done {
            all.add(metrics, done);
        }
        progress(all.bytes);
        jobs = next?;
    }
    if let Some(systems) = files.in_order() {
        for (index, system) in systems.iter_mut().enumerate() {
            loop {
                let batch = system.next_batch()?;
                if batch.is_empty() {
                    break;
                }
                all.add_surplus(index, &batch);
            }
        }
    }
    let realigned = files.realigned();
    Ok(Evaluations { realigned, ..all.finish(metrics, &names, format) })
}

fn work<'m, M: Scorer>(metrics: &'m [M], kept: &'m KeptGold<M>, job: &Job) -> Done<'m, M> {
    let mut n = 0;
    let mut invalid = vec![None; 1 + job.systems.len()];
    let mut fingerprints = Vec::with_capacity(job.gold.len());
    let mut rows = Vec::with_capacity(job.gold.len());
    let mut counted = Counted::of_all(metrics, kept, job);
    let mut spaces = Spaces::<M::Structure>::default();
    let mut systems: Vec<_> = job.systems.iter().map(|batch| Box::new(batch.sentences())).collect();
    let mut here: Vec<Option<Sentence<'_>>> = Vec::new();
    for gold in job.gold.sentences() {
        rows.push((n, gold.number));
        let known = fingerprints.len();
        let text = kept.text(gold);
        match text {
            Some(text) => fingerprints.extend_from_slice(&text.prints),
            None => fingerprints.extend(kept::prints(gold)),
        }
        n += if gold.is_missing() { 1 } else { (fingerprints.len() - known) as u64 };
        here.clear();
        here.extend(systems.iter_mut().map(Iterator::next));
        let all = [Some(gold)].into_iter().chain(here.iter().copied());
        for (at, (first_invalid, sentence)) in invalid.iter_mut().zip(all).enumerate() {
            if let (None, Some(sentence)) = (&first_invalid, sentence) {
                let known = text.filter(|_| at == 0).map(|text| text.invalid);
                *first_invalid = known.unwrap_or_else(|| sentence.invalid_utf8());
            }
        }
        for (metric, counted) in metrics.iter().zip(&mut counted) {
            spaces.count(metric, counted, gold, &here);
        }
    }
    let rows = RowSpans::Shared(rows);
    Done { bytes: job.gold.bytes(), n, fingerprints, rows, invalid, metrics: counted }
}

impl<'m, M: Scorer + 'm> Counted<'m, M> {
    fn of_all(metrics: &'m [M], kept: &'m KeptGold<M>, job: &Job) -> Vec<Counted<'m, M>> {
        let metrics = metrics.iter().enumerate();
        metrics.map(|(at, metric)| Counted::new(metric, kept.made(at), job)).collect()
    }

    fn new(metric: &'m M, kept: Option<&'m M::Kept>, job: &Job) -> Counted<'m, M> {
        let n = job.gold.len();
        let system = |_| SystemOutcomes {
            outcomes: Vec::with_capacity(n),
            places: SkippedPlaces::default(),
        };
        Counted { systems: job.systems.iter().map(system).collect(), worker: metric.worker(kept) }
    }
}

/// Memory to read sentences with, gold's and the systems'.
struct Spaces<S: Structure> {
    gold: S::Space,
    system: S::Space,
}

impl<S: Structure> Default for Spaces<S> {
    fn default() -> Spaces<S> {
        Spaces { gold: S::Space::default(), system: S::Space::default() }
    }
}

impl<S: Structure> Spaces<S> {
    /// Reads gold's sentence once, and each system's, and lets a metric count.
    fn count<'m, M: Scorer<Structure = S> + 'm>(
        &mut self,
        metric: &'m M,
        counted: &mut Counted<'m, M>,
        gold: Sentence<'_>,
        systems: &[Option<Sentence<'_>>],
    ) {
        let Counted { systems: found, worker } = counted;
        if gold.is_missing() {
            for (found, system) in found.iter_mut().zip(systems) {
                let system = system.filter(|system| !system.is_missing());
                found.push(Outcome::without_gold(M::Counts::default()), None, system);
            }
            return;
        }
        let options = metric.reading();
        let gold = Read::<S>::new(gold, &options, &mut self.gold);
        let size = metric.gold(worker, &gold, systems.len());
        for (index, system) in systems.iter().enumerate() {
            let sentence = system.filter(|system| !system.is_missing());
            let system = sentence.map(|system| Read::<S>::new(system, &options, &mut self.system));
            let result = metric.system(worker, &gold, index, system.as_ref());
            found[index].push(Outcome { size, result }, Some(gold.sentence), sentence);
            if let Some(system) = system {
                S::recycle(system.structure, &mut self.system);
            }
        }
        metric.all_counted(worker, &gold);
        S::recycle(gold.structure, &mut self.gold);
    }
}

impl RowSpans {
    /// The first sentence of a system's row, how many there are, and the first one's number, if its
    /// file has one. The job has `n` sentences.
    fn of(&self, system: usize, at: usize, n: u64) -> (u64, u64, Option<u64>) {
        match self {
            RowSpans::Shared(rows) => {
                let (first, number) = rows[at];
                (first, rows.get(at + 1).map_or(n, |(next, _)| *next) - first, number)
            }
            RowSpans::Own(systems) => {
                let (first, n_sentences) = systems[system][at];
                (first, n_sentences, None)
            }
        }
    }
}
