//! `bezant._bezant`: the program in the process, and counts for loops. The package beside it gives this Python's words.

mod cluster;
mod corpus;
mod counts;
mod inputs;
mod run;

use std::ffi::OsString;

use pyo3::prelude::*;

/// bezant, the extension: use the package `bezant`.
#[pymodule]
mod _bezant {
    #[pymodule_export]
    use super::{commands, main};
    #[pymodule_export]
    use crate::cluster::{
        Batch, BatchSystem, Fingerprint, batch, counts_json, number_names, scores_of_rows,
    };
    #[pymodule_export]
    use crate::corpus::Corpus;
    #[pymodule_export]
    use crate::counts::{Counter, Counts, Rows, rows, scores};
    #[pymodule_export]
    use crate::run::{Message, Ran, run};

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}

/// The program itself, on the standard streams of the process; the first word is what started it. Returns what it
/// would have ended with.
#[pyfunction]
fn main(py: Python<'_>, argv: Vec<OsString>) -> u8 {
    py.detach(|| bezant_cli::number(bezant_cli::main_of(argv)))
}

/// All commands and their options, as JSON.
#[pyfunction]
fn commands() -> String {
    bezant_cli::describe().to_string()
}
