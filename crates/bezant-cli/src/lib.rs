//! bezant, the program, as a library: what is typed, what is read, what is shown.
//!
//! `main.rs` and the Python package call it. It is no interface for others, who use the crate `bezant`: a
//! [`Session`] runs a command by its words, on files or on what is in memory, and gives back what the program would
//! have printed.

mod args;
mod commands;
mod compat;
mod counting;
mod describe;
mod diagnostics;
mod glossary;
mod hints;
mod output;
mod progress;
mod session;
mod signals;
mod start;
mod transformations;
mod warnings;

use std::ffi::OsString;
use std::process::ExitCode;

pub use counting::{
    Batch, BatchRow, Counted, CountedRow, Counter, Sentences, all_number_names, counts_as_json,
    message_of, number_names, open_corpus, scores, scores_of_rows,
};
pub use describe::describe;
pub use session::{Input, Message, MessageKind, Ran, Session, Told, number};

/// The program.
pub fn main() -> ExitCode {
    signals::watch();
    start::start(std::env::args_os().collect())
}

/// The program, where another one runs it as its own: the first of the words starts it.
pub fn main_of(words: Vec<OsString>) -> ExitCode {
    session::set_hosted();
    signals::watch();
    start::start(words)
}
