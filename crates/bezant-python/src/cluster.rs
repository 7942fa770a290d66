//! Batches for Spark: what the package puts into columns of Arrow, as the bytes those are made of.

use std::sync::Arc;

use bezant::Signature;
use bezant::metric::Reason;
use bezant::metrics::fragments::Count;
use bezant::parallel::Threads;
use bezant::signature::PieceHash;
use bezant_cli::BatchRow;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::counts::{Counter, counts_of};
use crate::inputs;
use crate::run::{caught, failed};

/// Some thousand sentences that were counted.
#[pyclass(frozen, get_all, module = "bezant._bezant")]
pub struct Batch {
    /// How many there are.
    n: usize,
    /// How they were counted: everything but the data.
    signature: String,
    /// What numbers are called; nothing where each row has as many as it needs.
    names: Option<Vec<String>>,
    /// Numbers of 64 bits, the lowest byte first.
    length: Py<PyBytes>,
    depth: Py<PyBytes>,
    gold_hashes: Py<PyBytes>,
    /// A bit a sentence, the first lowest: whether gold has one.
    has_gold: Py<PyBytes>,
    systems: Vec<Py<BatchSystem>>,
}

/// One system of a batch.
#[pyclass(frozen, get_all, module = "bezant._bezant")]
pub struct BatchSystem {
    /// Why sentences were skipped, in short.
    skipped: Vec<Option<&'static str>>,
    /// The same in words.
    reasons: Vec<Option<String>>,
    /// The same as saved rows have it, in JSON.
    reasons_json: Vec<Option<String>>,
    /// A bit a sentence, the first lowest.
    is_scored: Py<PyBytes>,
    is_skipped: Py<PyBytes>,
    /// With names, the bytes of a column each; without, lists of digits, or nothing.
    counts: Py<PyList>,
    missed: Py<PyList>,
}

fn signature_of(text: &str) -> PyResult<Signature> {
    text.parse().map_err(|error: bezant::Error| PyValueError::new_err(error.kind().to_string()))
}

fn column(py: Python<'_>, numbers: impl Iterator<Item = u64>) -> Py<PyBytes> {
    let bytes: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
    PyBytes::new(py, &bytes).unbind()
}

fn bits(py: Python<'_>, flags: impl Iterator<Item = bool>) -> Py<PyBytes> {
    let mut bytes = Vec::new();
    for (at, flag) in flags.enumerate() {
        if at % 8 == 0 {
            bytes.push(0);
        }
        bytes[at / 8] |= u8::from(flag) << (at % 8);
    }
    PyBytes::new(py, &bytes).unbind()
}

/// Counts sentences of several systems beside gold's. `firsts` are sentences by which their formats are guessed.
#[pyfunction]
pub fn batch(
    py: Python<'_>,
    counter: &Counter,
    firsts: Vec<String>,
    gold: &Bound<'_, PyAny>,
    systems: Vec<Bound<'_, PyAny>>,
) -> PyResult<Batch> {
    let gold = inputs::parts(gold)?;
    let n = gold.len();
    let systems = systems.iter().map(inputs::parts).collect::<PyResult<Vec<_>>>()?;
    if systems.iter().any(|system| system.len() != n) {
        return Err(PyValueError::new_err("every system has a place for each sentence of gold"));
    }
    let counter = Arc::clone(&counter.counter);
    let count = || {
        let hash = |text: &Option<Vec<u8>>| {
            let text = text.as_ref()?.trim_ascii();
            Some(bezant::signature::Fingerprint::of(text).number())
        };
        let hashes: Vec<Option<u64>> = gold.iter().map(hash).collect();
        let firsts: Vec<Vec<u8>> = firsts.into_iter().map(String::into_bytes).collect();
        counter.batch(&firsts, gold, systems, &Threads::one()).map(|counted| (hashes, counted))
    };
    let done = py.detach(|| caught(count)).map_err(|message| failed(py, message))?;
    let (hashes, counted) = done.map_err(|message| failed(py, message))?;
    let names = bezant_cli::all_number_names(&counted.signature);
    let n_names = names.as_ref().map(Vec::len);
    let systems = counted.systems.into_iter().map(|rows| Py::new(py, side(py, rows, n_names)?));
    Ok(Batch {
        n,
        signature: counted.signature.to_string(),
        systems: systems.collect::<PyResult<_>>()?,
        names,
        length: column(py, counted.sizes.iter().map(|size| size.length.into())),
        depth: column(py, counted.sizes.iter().map(|size| size.depth.into())),
        has_gold: bits(py, hashes.iter().map(Option::is_some)),
        gold_hashes: column(py, hashes.into_iter().map(Option::unwrap_or_default)),
    })
}

fn side(py: Python<'_>, rows: Vec<BatchRow>, n_names: Option<usize>) -> PyResult<BatchSystem> {
    let is_scored = |row: &BatchRow| row.skipped.is_none();
    let numbers = |scored: bool| -> PyResult<Py<PyList>> {
        let list = PyList::empty(py);
        let Some(n_names) = n_names else {
            for row in &rows {
                let digits = |number: &Count| number.to_string();
                let own = (is_scored(row) == scored)
                    .then(|| row.numbers.iter().map(digits).collect::<Vec<String>>());
                list.append(own)?;
            }
            return Ok(list.unbind());
        };
        for place in 0..n_names {
            let number = |row: &BatchRow| {
                let number = row.numbers.get(place).filter(|_| is_scored(row) == scored);
                number.and_then(Count::to_u64).unwrap_or(0)
            };
            list.append(column(py, rows.iter().map(number)))?;
        }
        Ok(list.unbind())
    };
    let (counts, missed) = (numbers(true)?, numbers(false)?);
    let scored = bits(py, rows.iter().map(is_scored));
    let left_out = bits(py, rows.iter().map(|row| !is_scored(row)));
    let json = |reason: &Reason| {
        serde_json::to_string(reason).map_err(|error| PyValueError::new_err(error.to_string()))
    };
    let reasons = || rows.iter().map(|row| row.skipped.as_ref());
    Ok(BatchSystem {
        skipped: reasons().map(|reason| reason.map(Reason::name)).collect(),
        reasons: reasons().map(|reason| reason.map(ToString::to_string)).collect(),
        reasons_json: reasons()
            .map(|reason| reason.map(json).transpose())
            .collect::<PyResult<_>>()?,
        is_scored: scored,
        is_skipped: left_out,
        counts,
        missed,
    })
}

/// Some scores of each of many rows.
#[pyfunction]
pub fn scores_of_rows(
    py: Python<'_>,
    signature: &str,
    names: Vec<String>,
    rows: Vec<Bound<'_, PyAny>>,
) -> PyResult<Vec<Vec<Option<f64>>>> {
    let rows = rows.iter().map(counts_of).collect::<PyResult<Vec<_>>>()?;
    let found = bezant_cli::scores_of_rows(&signature_of(signature)?, &names, &rows);
    found.map_err(|message| failed(py, message))
}

/// Counts with these numbers as saved rows have them.
#[pyfunction]
pub fn counts_json(
    py: Python<'_>,
    signature: &str,
    numbers: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let found = bezant_cli::counts_as_json(&signature_of(signature)?, &counts_of(numbers)?);
    found.map_err(|message| failed(py, message))
}

/// What so many numbers are called.
#[pyfunction]
pub fn number_names(signature: &str, n: usize) -> PyResult<Vec<String>> {
    Ok(bezant_cli::number_names(&signature_of(signature)?, n))
}

/// A fingerprint of gold that is made of its sentences' hashes.
#[pyclass(module = "bezant._bezant")]
#[derive(Default)]
pub struct Fingerprint(bezant::signature::Fingerprint);

#[pymethods]
impl Fingerprint {
    #[new]
    fn new() -> Fingerprint {
        Fingerprint::default()
    }

    /// Goes on with the next hashes, eight bytes each with the lowest first.
    fn update(&mut self, hashes: &[u8]) -> PyResult<()> {
        let (whole, rest) = hashes.as_chunks::<8>();
        if !rest.is_empty() {
            return Err(PyValueError::new_err("a hash has eight bytes"));
        }
        for hash in whole {
            self.0.push(PieceHash::from(u64::from_le_bytes(*hash)));
        }
        Ok(())
    }

    /// The fingerprint so far, 16 digits.
    fn hexdigest(&self) -> String {
        self.0.to_string()
    }
}
