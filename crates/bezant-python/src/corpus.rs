//! Sentences that are read once.

use std::path::PathBuf;
use std::sync::Arc;

use bezant_cli::{Input, Sentences, open_corpus};
use pyo3::prelude::*;

use crate::inputs;
use crate::run::{aside, failed};

/// Texts, format and name.
type Pickled = (Vec<Option<String>>, String, String);

/// Sentences that are read once and scored again and again.
#[pyclass(frozen, module = "bezant._bezant")]
pub struct Corpus {
    corpus: bezant::Corpus,
    sentences: Arc<Sentences>,
}

impl Corpus {
    fn new(corpus: bezant::Corpus) -> Corpus {
        let sentences = Sentences::new(corpus.name(), Input::Corpus(corpus.clone()));
        Corpus { corpus, sentences: Arc::new(sentences) }
    }

    pub(crate) fn input(&self) -> Input {
        Input::Corpus(self.corpus.clone())
    }

    pub(crate) fn sentences(&self) -> Arc<Sentences> {
        Arc::clone(&self.sentences)
    }
}

#[pymethods]
impl Corpus {
    #[new]
    #[pyo3(signature = (sentences, format=None, name="corpus"))]
    fn of(
        py: Python<'_>,
        sentences: &Bound<'_, PyAny>,
        format: Option<&str>,
        name: &str,
    ) -> PyResult<Corpus> {
        let format = inputs::format(format)?;
        let sentences = inputs::as_sentences(sentences, name, None)?;
        if let Ok(read) = sentences.cast::<Corpus>() {
            return Ok(Corpus::new(read.get().corpus.clone()));
        }
        let parts = inputs::parts(&sentences)?;
        let name = name.to_string();
        let made = move || bezant::Corpus::from_parts(&name, format, parts, false);
        let made = aside(py, &Arc::default(), made, |_| Ok(()))?;
        Ok(Corpus::new(made.map_err(|error| failed(py, bezant_cli::message_of(error)))?))
    }

    /// The sentences of a file.
    #[staticmethod]
    #[pyo3(signature = (path, format=None))]
    fn open(py: Python<'_>, path: PathBuf, format: Option<&str>) -> PyResult<Corpus> {
        let format = inputs::format(format)?;
        let made = aside(py, &Arc::default(), move || open_corpus(&path, format), |_| Ok(()))?;
        Ok(Corpus::new(made.map_err(|message| failed(py, message))?))
    }

    /// What it is called.
    #[getter]
    fn name(&self) -> &str {
        self.corpus.name()
    }

    /// How its sentences are written.
    #[getter]
    fn format(&self) -> &'static str {
        self.corpus.format().name()
    }

    /// The texts of its sentences.
    fn texts(&self) -> Vec<String> {
        self.corpus.texts().map(|text| String::from_utf8_lossy(text).into_owned()).collect()
    }

    fn __len__(&self) -> usize {
        self.corpus.len()
    }

    /// To be sent to other processes, as text.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let this = slf.get();
        let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        let texts = this.corpus.parts().map(|part| part.map(text)).collect();
        let class = slf.get_type().into_any();
        Ok((class, (texts, this.format().to_string(), this.name().to_string())))
    }

    fn __repr__(&self) -> String {
        let (n, format) = (self.corpus.len(), self.corpus.format().name());
        format!("<bezant.Corpus {:?}: {n} sentences, {format}>", &**self.corpus.name())
    }
}
