//! What Python has in the place of files.

use std::collections::BTreeMap;
use std::sync::Arc;

use bezant::kinds::{FORMATS, Format};
use bezant::source::Text;
use bezant_cli::Input;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::corpus::Corpus;

/// Sentences that are apart; nothing where there is none.
pub(crate) type Parts = Vec<Option<Vec<u8>>>;

/// All that is read from memory, by the words that name it.
pub(crate) fn all(inputs: Option<&Bound<'_, PyDict>>) -> PyResult<BTreeMap<String, Input>> {
    let mut found = BTreeMap::new();
    for (key, value) in inputs.into_iter().flat_map(|inputs| inputs.iter()) {
        found.insert(key.extract::<String>()?, one(&value)?);
    }
    Ok(found)
}

/// A text, or sentences. Bytes are not copied; of a `str` Python 3.9 lends nobody its bytes, so those are made.
pub(crate) fn one(value: &Bound<'_, PyAny>) -> PyResult<Input> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Input::Text(Text::lent(PyBackedStr::try_from(text.clone())?)));
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Input::Text(Text::lent(PyBackedBytes::from(bytes.clone()))));
    }
    if let Ok(corpus) = value.cast::<Corpus>() {
        return Ok(corpus.get().input());
    }
    Ok(Input::Sentences(Arc::new(parts(value)?)))
}

/// What somebody has, as a corpus or a list of texts: paths, texts, and objects of other libraries become one in the
/// package, where these are known. `holds` is what is wanted of objects that have trees and dependencies.
pub(crate) fn as_sentences<'py>(
    value: &Bound<'py, PyAny>,
    name: &str,
    holds: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let is_text = |item: &Bound<'_, PyAny>| item.is_instance_of::<PyString>() || item.is_none();
    // Of trees in a list nothing has to be looked at.
    let are_texts = || value.cast::<PyList>().is_ok_and(|list| list.iter().all(|it| is_text(&it)));
    if value.is_instance_of::<Corpus>() || (holds == Some("trees") && are_texts()) {
        return Ok(value.clone());
    }
    let package = value.py().import("bezant._inputs")?;
    package.call_method1("sentences", (value, name, holds))
}

/// After so many sentences somebody may have lost patience.
const LOOK: usize = 1 << 12;

/// Sentences of a list.
pub(crate) fn parts(value: &Bound<'_, PyAny>) -> PyResult<Parts> {
    if value.cast::<PyString>().is_ok() || value.cast::<PyBytes>().is_ok() {
        return Err(PyTypeError::new_err("a list of sentences is wanted, one text each"));
    }
    let mut all = Vec::with_capacity(value.len().unwrap_or(0));
    for (at, sentence) in value.try_iter()?.enumerate() {
        let sentence = sentence?;
        if at % LOOK == 0 {
            value.py().check_signals()?;
        }
        all.push(if sentence.is_none() {
            None
        } else if let Ok(text) = sentence.cast::<PyString>() {
            Some(PyBackedStr::try_from(text.clone())?.as_bytes().to_vec())
        } else if let Ok(bytes) = sentence.cast::<PyBytes>() {
            Some(bytes.as_bytes().to_vec())
        } else {
            let kind = sentence.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "sentence {} is of type {kind}; sentences are str, or None where there is none",
                at + 1
            )));
        });
    }
    Ok(all)
}

/// A format by its name.
pub(crate) fn format(name: Option<&str>) -> PyResult<Option<Format>> {
    let Some(name) = name else { return Ok(None) };
    let is_it = |other: &&str| name.eq_ignore_ascii_case(other);
    let row = FORMATS.iter().find(|row| row.aliases.iter().chain([&row.name]).any(&is_it));
    let Some(row) = row else {
        let names: Vec<&str> = FORMATS.iter().map(|row| row.name).collect();
        let names = names.join(", ");
        return Err(PyValueError::new_err(format!("{name} is no format; there are {names}")));
    };
    Ok(Some(row.format))
}
