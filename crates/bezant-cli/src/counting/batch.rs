//! Some thousand sentences at a time, each with the systems' beside it: for data frames and clusters, where a batch is
//! whatever happens to be together, and must not matter.

use std::sync::Arc;

use bezant::formats::{Corpus, Format, Reader};
use bezant::metric::{Reason, Size};
use bezant::metrics::fragments::Count;
use bezant::parallel::Threads;
use bezant::saved::OwnMetric;
use bezant::saved::{self, SavedMetric};
use bezant::signature::Signature;

use super::{Counter, Message, Reading, Sentences};
use crate::session::Input;

/// Texts of sentences; nothing where there is none.
type Texts = Vec<Option<Vec<u8>>>;

/// What was counted of some sentences.
pub struct Batch {
    /// How: everything but the data.
    pub signature: Signature,
    /// Of each sentence, by what it can be put into buckets.
    pub sizes: Vec<Size>,
    /// Of each system one row a sentence.
    pub systems: Vec<Vec<BatchRow>>,
}

/// What was counted of one sentence.
#[derive(Clone)]
pub struct BatchRow {
    /// Its numbers; those of a sentence with nothing found in it, where it could not be scored.
    pub numbers: Vec<Count>,
    /// Why it could not be scored.
    pub skipped: Option<Reason>,
}

impl BatchRow {
    fn of_nothing(reason: Reason) -> BatchRow {
        BatchRow { numbers: Vec::new(), skipped: Some(reason) }
    }
}

impl Counter {
    /// Counts sentences of several systems beside gold's in the same place. `firsts` are sentences by which formats are
    /// guessed, gold's and each system's, so that all batches are read alike.
    ///
    /// # Errors
    /// Where one of the first sentences is not what the metric reads.
    pub fn batch(
        &self,
        firsts: &[Vec<u8>],
        gold: Texts,
        systems: Vec<Texts>,
        threads: &Threads,
    ) -> Result<Batch, Box<Message>> {
        let counted = || -> anyhow::Result<Batch> {
            // What gold does not have is in no file of gold.
            let there: Vec<bool> = gold.iter().map(Option::is_some).collect();
            let chosen = |texts: Texts| -> Texts {
                texts
                    .into_iter()
                    .zip(&there)
                    .filter(|(_, there)| **there)
                    .map(|(text, _)| text)
                    .collect()
            };
            let sides: Vec<Texts> = [gold].into_iter().chain(systems).map(chosen).collect();
            let corpora = match &self.reading {
                Reading::Structures => self.corpora(firsts, sides)?,
                Reading::Relations(mapping) => {
                    let read = |(at, texts): (usize, Texts)| {
                        let (name, stream) = super::side(at);
                        let sentences = Sentences::new(name, Input::Sentences(Arc::new(texts)));
                        sentences.relations(stream, self.format, mapping.as_ref())
                    };
                    sides.into_iter().enumerate().map(read).collect::<Result<_, _>>()?
                }
            };
            self.metric.batch(corpora, &there, threads)
        };
        counted().map_err(|error| super::failure(&error))
    }

    /// Texts as corpora of the formats that the first sentences have.
    fn corpora(&self, firsts: &[Vec<u8>], sides: Vec<Texts>) -> bezant::error::Result<Vec<Corpus>> {
        let corpus = |(at, texts): (usize, Texts)| {
            let (name, _) = super::side(at);
            let first = firsts.get(at).cloned().unwrap_or_default();
            let guessed = || -> bezant::error::Result<Format> {
                Ok(Corpus::from_sentences(name, [first])?.format())
            };
            let format = self.format.map_or_else(guessed, Ok)?;
            Corpus::from_parts(name, Some(format), texts, true)
        };
        sides.into_iter().enumerate().map(corpus).collect()
    }
}

/// `there` says which of the sentences are in the corpora, gold's being the first.
pub(super) fn batch<M: OwnMetric>(
    metric: &M,
    corpora: Vec<Corpus>,
    there: &[bool],
    threads: &Threads,
) -> anyhow::Result<Batch> {
    let saved = M::saved(&metric.signature())?;
    let mut corpora = corpora.into_iter();
    let gold = corpora.next().ok_or_else(|| anyhow::anyhow!("there is no gold"))?;
    let n = there.iter().filter(|there| **there).count();
    let systems = corpora.map(|system| Reader::from(&system)).collect();
    let found = metric.evaluate_systems(&gold, systems, threads)?;
    let mut signature = None;
    let mut sizes = vec![Size::default(); there.len()];
    let mut systems = Vec::with_capacity(found.len());
    for evaluation in found {
        anyhow::ensure!(
            evaluation.rows.len() <= n
                && evaluation.rows.iter().all(|row| row.sentence <= n as u64),
            "the sentences of a batch cannot be told apart; put one sentence into each row"
        );
        let mut rows = vec![BatchRow::of_nothing(Reason::GoldMissing); there.len()];
        let mut counted = evaluation.rows.iter();
        let places = there.iter().enumerate().filter(|(_, there)| **there);
        for (at, _) in places {
            // Empty sentences at the end of a file are none; here they are.
            let Some(row) = counted.next() else {
                rows[at] = BatchRow::of_nothing(Reason::SystemMissing);
                continue;
            };
            sizes[at] = row.outcome.size;
            rows[at] = match &row.outcome.result {
                Ok(counts) => BatchRow { numbers: saved.numbers(counts), skipped: None },
                Err(skip) => BatchRow {
                    numbers: saved.numbers(&skip.missed),
                    skipped: Some(skip.reason.clone()),
                },
            };
        }
        systems.push(rows);
        signature.get_or_insert(evaluation.signature);
    }
    let whole = signature.ok_or_else(|| anyhow::anyhow!("there is no system"))?;
    let options = whole.fields().filter(|(key, _)| !["n", "gold"].contains(key));
    let start = Signature::new(whole.metric());
    let signature = options.fold(start, |signature, (key, value)| signature.with(key, value));
    Ok(Batch { signature, sizes, systems })
}

/// Some of the scores of each of many rows, by their signature.
///
/// # Errors
/// Where there is no such metric or score, or these are not its numbers.
pub fn scores_of_rows(
    signature: &Signature,
    names: &[String],
    rows: &[Vec<Count>],
) -> Result<Vec<Vec<Option<f64>>>, Box<Message>> {
    struct Rows<'a>(&'a [String], &'a [Vec<Count>]);
    impl saved::Visitor for Rows<'_> {
        type Output = Result<Vec<Vec<Option<f64>>>, String>;

        fn visit<M: SavedMetric>(self, metric: M) -> Self::Output {
            let known = metric.scores(&M::Counts::default());
            let place = |name: &String| {
                let at = known.iter().position(|score| score.name == name);
                at.ok_or_else(|| {
                    let known: Vec<&str> = known.iter().map(|score| score.name).collect();
                    format!("no score is called {name}; there are {}", known.join(", "))
                })
            };
            let places = self.0.iter().map(place).collect::<Result<Vec<usize>, String>>()?;
            let scores = |row: &Vec<Count>| {
                let counts = metric.counts(row).ok_or("these are not the numbers of such rows")?;
                let all = metric.scores(&counts);
                Ok(places.iter().map(|at| all[*at].value).collect())
            };
            self.1.iter().map(scores).collect()
        }
    }
    let found = saved::with_metric(signature, Rows(names, rows));
    found.map_err(|error| error.to_string()).and_then(|found| found).map_err(super::wrong)
}

/// The counts that have these numbers, as saved rows have them.
///
/// # Errors
/// Where there is no such metric, or these are not its numbers.
pub fn counts_as_json(signature: &Signature, numbers: &[Count]) -> Result<String, Box<Message>> {
    struct Json<'a>(&'a [Count]);
    impl saved::Visitor for Json<'_> {
        type Output = Result<String, String>;

        fn visit<M: SavedMetric>(self, metric: M) -> Self::Output {
            let counts = metric.counts(self.0).ok_or("these are not the numbers of such rows")?;
            serde_json::to_string(&counts).map_err(|error| error.to_string())
        }
    }
    let found = saved::with_metric(signature, Json(numbers));
    found.map_err(|error| error.to_string()).and_then(|found| found).map_err(super::wrong)
}
