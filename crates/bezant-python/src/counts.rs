//! Counts for loops, data frames and clusters.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bezant::Signature;
use bezant::kinds::Holds;
use bezant::metrics::fragments::Count;
use bezant::parallel::Threads;
use bezant::saved::add_numbers;
use bezant_cli::{Counted, Input, Sentences, number_names};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList};
use serde::{Deserialize, Serialize};

use crate::corpus::Corpus;
use crate::inputs;
use crate::run::{aside, caught, failed};

/// Fewer sentences are not worth a second thread, or a look for signals.
const FEW: usize = 500;

/// A metric, made of the words of a command.
#[pyclass(frozen, module = "bezant._bezant")]
pub struct Counter {
    pub(crate) counter: Arc<bezant_cli::Counter>,
    words: Vec<String>,
}

impl Counter {
    fn made(py: Python<'_>, words: Vec<String>) -> PyResult<Counter> {
        let counter = bezant_cli::Counter::new(&words).map_err(|message| failed(py, message))?;
        Ok(Counter { counter: Arc::new(counter), words })
    }
}

/// The words of a command: a list, or one text.
fn words_of(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(text) = value.extract::<String>() {
        return Ok(text.split_whitespace().map(String::from).collect());
    }
    value.extract().map_err(|_| {
        PyTypeError::new_err(
            "give the words of a command, a list of text: \"brackets\" and its options",
        )
    })
}

/// Sentences of a corpus, a list, or whatever else there is, and how many there are.
fn sentences(
    value: &Bound<'_, PyAny>,
    name: &str,
    holds: Option<&str>,
) -> PyResult<(Arc<Sentences>, usize)> {
    let value = &inputs::as_sentences(value, name, holds)?;
    if let Ok(corpus) = value.cast::<Corpus>() {
        return Ok((corpus.get().sentences(), value.len()?));
    }
    let parts = inputs::parts(value)?;
    let n = parts.len();
    Ok((Arc::new(Sentences::new(name, Input::Sentences(Arc::new(parts)))), n))
}

/// `n` threads; 0 is as many as are of use for so many sentences.
fn threads(n: usize, sentences: usize) -> PyResult<Threads> {
    match n {
        0 if sentences < FEW => Ok(Threads::one()),
        0 => Ok(Threads::new(None)?),
        n => Ok(Threads::new(Some(n))?),
    }
}

/// Counts on this thread if it is little, and else on another, so that a signal ends it.
fn counted(
    py: Python<'_>,
    n: usize,
    threads: Threads,
    count: impl FnOnce(&Threads) -> Result<Counted, Box<bezant_cli::Message>> + Send + 'static,
) -> PyResult<Counted> {
    let found = if n < FEW {
        py.detach(|| caught(|| count(&threads))).map_err(|message| failed(py, message))?
    } else {
        let stop = Arc::new(AtomicBool::new(false));
        let threads = threads.stopped_by(Arc::clone(&stop));
        aside(py, &stop, move || count(&threads), |_| Ok(()))?
    };
    found.map_err(|message| failed(py, message))
}

#[pymethods]
impl Counter {
    #[new]
    fn new(py: Python<'_>, words: &Bound<'_, PyAny>) -> PyResult<Counter> {
        Counter::made(py, words_of(words)?)
    }

    /// How it counts.
    #[getter]
    fn signature(&self) -> String {
        self.counter.signature().to_string()
    }

    /// The words it was made of.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.words.clone()
    }

    /// Counts a system's sentences beside gold's; each is whatever the functions of the package take.
    #[pyo3(signature = (gold, system, threads=0))]
    fn count(
        &self,
        py: Python<'_>,
        gold: &Bound<'_, PyAny>,
        system: &Bound<'_, PyAny>,
        threads: usize,
    ) -> PyResult<Counts> {
        let holds = Holds::of_job(self.counter.signature().metric()).map(Holds::name);
        let (gold, n) = sentences(gold, "gold", holds)?;
        let (system, _) = sentences(system, "system", holds)?;
        let counter = Arc::clone(&self.counter);
        let counted = counted(py, n, self::threads(threads, n)?, move |threads| {
            counter.count(&gold, &system, threads)
        })?;
        // Where a system ends its sentences elsewhere, several are one row; text that gold does not have is one, too.
        let n_of = |row: &bezant_cli::CountedRow| row.n_sentences.max(1);
        let n = counted.rows.iter().map(n_of).sum();
        let left_out = counted.rows.iter().filter(|row| row.skipped.is_some());
        let n_skipped = left_out.map(n_of).sum();
        let skipped = |row: bezant_cli::CountedRow| {
            let (reason, message) = row.skipped?;
            Some((row.sentence, reason, message))
        };
        let skipped: Vec<SkippedSentence> = counted.rows.into_iter().filter_map(skipped).collect();
        Ok(Counts {
            how: self.counter.signature().clone(),
            of_one: Some(counted.signature),
            n,
            n_skipped,
            skipped,
            total: counted.total,
            missed: counted.missed,
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Vec<String>,)) {
        (slf.get_type().into_any(), (slf.get().words.clone(),))
    }

    fn __repr__(&self) -> String {
        format!("<bezant.Counter {}>", self.signature())
    }
}

/// Counts of some sentences. They add.
#[pyclass(frozen, module = "bezant._bezant")]
pub struct Counts {
    how: Signature,
    /// The whole signature, where they are of one gold.
    of_one: Option<Signature>,
    total: Vec<Count>,
    missed: Vec<Count>,
    n: u64,
    n_skipped: u64,
    /// Of what was counted just now; a sum has none, because its parts number their sentences alike.
    skipped: Vec<SkippedSentence>,
}

/// Its number, and why it was skipped: in short, and in words.
type SkippedSentence = (u64, &'static str, String);

/// The same as JSON.
#[derive(Serialize, Deserialize)]
struct Wire {
    how: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of_one: Option<String>,
    total: Vec<String>,
    missed: Vec<String>,
    n: u64,
    n_skipped: u64,
}

fn int<'py>(py: Python<'py>, count: &Count) -> PyResult<Bound<'py, PyAny>> {
    match count.to_u64() {
        Some(small) => Ok(small.into_pyobject(py)?.into_any()),
        None => py.get_type::<PyInt>().call1((count.to_string(),)),
    }
}

fn ints<'py>(py: Python<'py>, counts: &[Count]) -> PyResult<Bound<'py, PyList>> {
    let all = counts.iter().map(|count| int(py, count)).collect::<PyResult<Vec<_>>>()?;
    PyList::new(py, all)
}

pub(crate) fn counts_of(numbers: &Bound<'_, PyAny>) -> PyResult<Vec<Count>> {
    let wrong = || PyValueError::new_err("counts are whole numbers, 0 or more");
    let one = |number: PyResult<Bound<'_, PyAny>>| {
        let number = number?;
        if let Ok(small) = number.extract::<u64>() {
            return Ok(Count::from(small));
        }
        let whole = number.call_method0("__index__").map_err(|_| wrong())?;
        Count::parse(&whole.str()?.to_string()).ok_or_else(wrong)
    };
    numbers.try_iter()?.map(one).collect()
}

fn dict<'py>(
    py: Python<'py>,
    signature: &Signature,
    numbers: &[Count],
) -> PyResult<Bound<'py, PyDict>> {
    let scores = bezant_cli::scores(signature, numbers).map_err(|message| failed(py, message))?;
    let all = PyDict::new(py);
    for (name, value) in scores {
        all.set_item(name, value)?;
    }
    Ok(all)
}

#[pymethods]
impl Counts {
    /// All numbers, in the order of `names`; those of two counts add place by place.
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        ints(py, &self.total)
    }

    /// The same of sentences that were skipped, with nothing found in them.
    fn missed_numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        ints(py, &self.missed)
    }

    /// What the numbers are called.
    fn names(&self) -> Vec<String> {
        number_names(&self.how, self.total.len().max(self.missed.len()))
    }

    /// How many sentences there are.
    #[getter]
    fn n(&self) -> u64 {
        self.n
    }

    /// How many of them could not be scored.
    #[getter]
    fn n_skipped(&self) -> u64 {
        self.n_skipped
    }

    /// The sentences that could not be scored, of counts that are no sum: number, reason, and the same in words.
    #[getter]
    fn skipped(&self) -> Vec<SkippedSentence> {
        self.skipped.clone()
    }

    /// How they were counted.
    #[getter]
    fn signature(&self) -> String {
        let sum = || self.how.clone().with("n", self.n).with("version", env!("CARGO_PKG_VERSION"));
        self.of_one.clone().unwrap_or_else(sum).to_string()
    }

    /// Scores of the sentences that could be scored, by name.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict(py, &self.how, &self.total)
    }

    /// The same of all sentences, with nothing found in those that were skipped.
    fn scores_with_missed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut all = self.total.clone();
        add_numbers(&mut all, &self.missed);
        dict(py, &self.how, &all)
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Counts> {
        if other.extract::<u64>().is_ok_and(|none| none == 0) {
            return Ok(self.copied());
        }
        let other = other
            .cast::<Counts>()
            .map_err(|_| PyTypeError::new_err("counts are added to counts"))?
            .get();
        if let Some((one, two)) = self.how.difference(&other.how, &[]) {
            return Err(PyValueError::new_err(format!(
                "these were counted in different ways and do not add: {one}, {two}"
            )));
        }
        let mut sum = Counts { of_one: None, skipped: Vec::new(), ..self.copied() };
        if self.n == 0 || other.n == 0 {
            sum.of_one = if self.n == 0 { other.of_one.clone() } else { self.of_one.clone() };
        }
        add_numbers(&mut sum.total, &other.total);
        add_numbers(&mut sum.missed, &other.missed);
        sum.n += other.n;
        sum.n_skipped += other.n_skipped;
        Ok(sum)
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Counts> {
        self.__add__(other)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Counts>().is_ok_and(|other| {
            let other = other.get();
            let same = |one: &[Count], two: &[Count]| {
                let n = one.len().max(two.len());
                let at = |all: &[Count], at: usize| all.get(at).cloned().unwrap_or_default();
                (0..n).all(|place| at(one, place) == at(two, place))
            };
            self.how == other.how
                && (self.n, self.n_skipped) == (other.n, other.n_skipped)
                && same(&self.total, &other.total)
                && same(&self.missed, &other.missed)
        })
    }

    /// All of it, to be sent elsewhere.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let text = |counts: &[Count]| counts.iter().map(ToString::to_string).collect();
        let wire = Wire {
            how: self.how.to_string(),
            of_one: self.of_one.as_ref().map(ToString::to_string),
            total: text(&self.total),
            missed: text(&self.missed),
            n: self.n,
            n_skipped: self.n_skipped,
        };
        let bytes = serde_json::to_vec(&wire);
        let bytes = bytes.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// What `to_bytes` has written.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Counts> {
        let wrong = |why: &dyn std::fmt::Display| {
            PyValueError::new_err(format!("these bytes are no counts: {why}"))
        };
        let wire: Wire = serde_json::from_slice(bytes).map_err(|error| wrong(&error))?;
        let counts = |texts: &[String]| -> PyResult<Vec<Count>> {
            let count = |text: &String| Count::parse(text).ok_or_else(|| wrong(text));
            texts.iter().map(count).collect()
        };
        let signature =
            |text: &String| text.parse::<Signature>().map_err(|error| wrong(&error.kind()));
        Ok(Counts {
            how: signature(&wire.how)?,
            of_one: wire.of_one.as_ref().map(signature).transpose()?,
            total: counts(&wire.total)?,
            missed: counts(&wire.missed)?,
            n: wire.n,
            n_skipped: wire.n_skipped,
            skipped: Vec::new(),
        })
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let bytes = slf.get().to_bytes(slf.py())?;
        Ok((slf.get_type().getattr("from_bytes")?, (bytes,)))
    }

    fn __repr__(&self) -> String {
        format!("<bezant.Counts of {} sentences, {} skipped>", self.n, self.n_skipped)
    }
}

impl Counts {
    fn copied(&self) -> Counts {
        Counts {
            how: self.how.clone(),
            of_one: self.of_one.clone(),
            total: self.total.clone(),
            missed: self.missed.clone(),
            n: self.n,
            n_skipped: self.n_skipped,
            skipped: self.skipped.clone(),
        }
    }
}

/// One row a pair of sentences.
#[pyclass(frozen, get_all, module = "bezant._bezant")]
pub struct Rows {
    /// Nothing where a sentence was skipped.
    numbers: Py<PyList>,
    /// Where it was, what it would count with nothing found in it.
    missed: Py<PyList>,
    /// Why it was skipped, in short.
    reasons: Vec<Option<&'static str>>,
    /// The same in words.
    messages: Vec<Option<String>>,
    signature: String,
    /// As many as the longest row has.
    names: Vec<String>,
}

/// Counts each sentence of a system beside gold's in the same place, for data frames and clusters. `words` are those of
/// a command, or a `Counter`.
#[pyfunction]
#[pyo3(signature = (words, gold, system, threads=1))]
pub fn rows(
    py: Python<'_>,
    words: &Bound<'_, PyAny>,
    gold: &Bound<'_, PyAny>,
    system: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<Rows> {
    let counter = match words.cast::<Counter>() {
        Ok(counter) => Arc::clone(&counter.get().counter),
        Err(_) => Counter::made(py, words_of(words)?)?.counter,
    };
    let (gold, system) = (inputs::parts(gold)?, inputs::parts(system)?);
    if gold.len() != system.len() {
        let (gold, system) = (gold.len(), system.len());
        return Err(PyValueError::new_err(format!(
            "gold has {gold} sentences and the system {system}; None stands where there is none"
        )));
    }
    let signature = counter.signature().clone();
    let n = gold.len();
    if n == 0 {
        let list = || PyList::empty(py).unbind();
        let (signature, reasons, messages, names) =
            (signature.to_string(), Vec::new(), Vec::new(), Vec::new());
        return Ok(Rows { numbers: list(), missed: list(), reasons, messages, signature, names });
    }
    let threads = self::threads(threads, n)?;
    let counted = counted(py, n, threads, move |threads| counter.rows(gold, system, threads))?;
    let (numbers, missed) = (PyList::empty(py), PyList::empty(py));
    let (mut reasons, mut messages) = (Vec::with_capacity(n), Vec::with_capacity(n));
    let mut longest = 0;
    for row in counted.rows {
        longest = longest.max(row.numbers.len());
        let all = ints(py, &row.numbers)?;
        let (list, other) =
            if row.skipped.is_none() { (&numbers, &missed) } else { (&missed, &numbers) };
        list.append(all)?;
        other.append(py.None())?;
        let (reason, message) = row.skipped.unzip();
        reasons.push(reason);
        messages.push(message);
    }
    Ok(Rows {
        numbers: numbers.unbind(),
        missed: missed.unbind(),
        reasons,
        messages,
        names: number_names(&signature, longest),
        signature: signature.to_string(),
    })
}

/// The scores of a sum of rows, from their signature.
#[pyfunction]
pub fn scores<'py>(
    py: Python<'py>,
    signature: &str,
    numbers: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let signature: Signature = signature
        .parse()
        .map_err(|error: bezant::Error| PyValueError::new_err(error.kind().to_string()))?;
    dict(py, &signature, &counts_of(numbers)?)
}
