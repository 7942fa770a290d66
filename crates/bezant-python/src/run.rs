//! Commands in the process: on a thread of their own, while Python's looks for signals.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bezant::parallel::Stopped;
use bezant_cli::{MessageKind, Session};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::inputs;

/// How long to wait between two looks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// How long work has that should stop. What goes on then ends by itself, and nobody waits for it.
const PATIENCE: Duration = Duration::from_millis(500);

/// As much as a program's first thread has.
const STACK: usize = 8 << 20;

/// Something that was said.
#[pyclass(frozen, get_all, skip_from_py_object, module = "bezant._bezant")]
#[derive(Clone)]
pub struct Message {
    kind: &'static str,
    text: String,
    hint: Option<String>,
    /// File, line and column.
    place: Option<(String, u64, u64)>,
    /// The line, and below it a mark.
    excerpt: Option<String>,
}

#[pymethods]
impl Message {
    fn __repr__(&self) -> String {
        format!("<{}: {}>", self.kind, self.text)
    }
}

impl Message {
    pub(crate) fn new(message: bezant_cli::Message) -> Message {
        let bezant_cli::Message { kind, text, hint, place, excerpt } = message;
        let excerpt = excerpt.map(|(line, mark)| {
            let before = line.get(..mark).unwrap_or_default().chars().count();
            format!("{line}\n{}^", " ".repeat(before))
        });
        Message { kind: kind.name(), text, hint, place, excerpt }
    }
}

/// An error as the package has it, with its place and what to do.
pub(crate) fn failed(py: Python<'_>, message: Box<bezant_cli::Message>) -> PyErr {
    let text = message.text.clone();
    let made = || {
        let errors = py.import("bezant._errors")?;
        errors.call_method1("error_of", (Message::new(*message),))
    };
    made().map_or_else(|_| PyRuntimeError::new_err(text), PyErr::from_value)
}

/// What came of a command.
#[pyclass(frozen, module = "bezant._bezant")]
pub struct Ran {
    #[pyo3(get)]
    status: u8,
    #[pyo3(get)]
    out: Py<PyBytes>,
    #[pyo3(get)]
    written: Py<PyDict>,
    #[pyo3(get)]
    messages: Vec<Message>,
}

#[pymethods]
impl Ran {
    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Ran: status {}, {} bytes>", self.status, self.out.as_bytes(py).len())
    }
}

/// Runs a command by the words that would be typed behind `bezant`. A word that is a key of `inputs` is read from
/// memory; one that begins with `memory:` and is written to is returned. Results are `also` written in these formats.
#[pyfunction]
#[pyo3(signature = (words, inputs=None, *, progress=None, columns=None, also=Vec::new()))]
pub fn run(
    py: Python<'_>,
    words: Vec<OsString>,
    inputs: Option<&Bound<'_, PyDict>>,
    progress: Option<Py<PyAny>>,
    columns: Option<usize>,
    also: Vec<String>,
) -> PyResult<Ran> {
    let inputs = inputs::all(inputs)?;
    let stop = Arc::new(AtomicBool::new(false));
    type At = Option<(u64, Option<u64>)>;
    let at: Arc<Mutex<At>> = Arc::default();
    let place = Arc::clone(&at);
    let tell: bezant_cli::Told = Box::new(move |done, total| {
        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some((done, total));
    });
    let told = progress.is_some().then_some(tell);
    let session = Session { inputs, columns, also, progress: told, stop: Arc::clone(&stop) };
    let look = |py: Python<'_>| {
        let now = at.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let (Some(progress), Some(now)) = (&progress, now) {
            progress.call1(py, now)?;
        }
        Ok(())
    };
    let ran = aside(py, &stop, move || session.run(words), look)?;
    look(py)?;
    let written = PyDict::new(py);
    for (name, bytes) in ran.written {
        written.set_item(name, PyBytes::new(py, &bytes))?;
    }
    Ok(Ran {
        status: ran.status,
        out: PyBytes::new(py, &ran.out).unbind(),
        written: written.unbind(),
        messages: ran.messages.into_iter().map(Message::new).collect(),
    })
}

/// Does work on a thread of its own; if a signal comes meanwhile, or `look` fails, it is told to stop.
pub(crate) fn aside<T: Send + 'static>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce() -> T + Send + 'static,
    look: impl Fn(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let (send, mut receive) = mpsc::sync_channel(1);
    let worker =
        thread::Builder::new().name("bezant".to_string()).stack_size(STACK).spawn(move || {
            // Nobody may be left who waits for it.
            let _ = send.send(caught(work));
        });
    worker.map_err(|error| PyOSError::new_err(format!("no thread can be started: {error}")))?;
    loop {
        let waiting = &mut receive;
        match py.detach(move || waiting.recv_timeout(LOOK)) {
            Ok(Ok(done)) => return Ok(done),
            Ok(Err(message)) => return Err(failed(py, message)),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("bezant has ended without a word"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(error) = py.check_signals().and_then(|()| look(py)) {
            stop.store(true, Ordering::Relaxed);
            let waiting = &mut receive;
            let _ = py.detach(move || waiting.recv_timeout(PATIENCE));
            return Err(error);
        }
    }
}

/// Does work; a fault of ours is a message.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Box<bezant_cli::Message>> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let why = payload.downcast_ref::<String>().map(String::as_str);
        let why = why.or_else(|| payload.downcast_ref::<&str>().copied());
        let text = match payload.is::<Stopped>() {
            true => "stopped".to_string(),
            false => format!("a fault of bezant: {}", why.unwrap_or("it says no more")),
        };
        let hint = Some("please report it, with what was read".to_string());
        let (kind, place, excerpt) = (MessageKind::Error, None, None);
        Box::new(bezant_cli::Message { kind, text, hint, place, excerpt })
    })
}
