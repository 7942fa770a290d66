//! `--compat`: the words around it are the original program's, so they never reach our own parser.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use bezant::compat::evalb::{self, Variant};
use bezant::compat::udeval;
use bezant::parallel::Threads;

use crate::args::check_stdout;
use crate::signals;

/// A program to be, and what it is told.
pub struct Request {
    program: Program,
    arguments: Vec<OsString>,
}

enum Program {
    Evalb(Variant),
    Udeval,
}

/// Whether the command line asks for `bezant COMMAND --compat PROGRAM`.
pub fn requested(mut words: impl Iterator<Item = OsString>) -> Option<Request> {
    let command = words.next()?;
    if command != "brackets" && command != "dependencies" {
        return None;
    }
    let mut arguments = Vec::new();
    let mut program = None;
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--compat") => program = words.next(),
            Some(text) if text.starts_with("--compat=") => {
                program = text.strip_prefix("--compat=").map(OsString::from);
            }
            _ => arguments.push(word),
        }
    }
    let program = match (command.to_str()?, program?.to_str()?) {
        ("brackets", "evalb") => Program::Evalb(Variant::Evalb),
        ("brackets", "evalb-spmrl") => Program::Evalb(Variant::Spmrl),
        ("dependencies", "udeval") => Program::Udeval,
        _ => return None,
    };
    Some(Request { program, arguments })
}

/// Does what that program would.
pub fn run(request: Request) -> anyhow::Result<ExitCode> {
    check_stdout(request.arguments.iter().map(Path::new))?;
    request.arguments.iter().map(Path::new).for_each(signals::reads);
    let mut out = BufWriter::new(io::stdout().lock());
    let mut err = BufWriter::new(io::stderr().lock());
    let words = &request.arguments;
    // EVALB has none, and would print its usage and say that all is well.
    let long = words.iter().find(|word| word.to_string_lossy().starts_with("--"));
    if let (Program::Evalb(_), Some(option)) = (&request.program, long) {
        anyhow::bail!(
            "{} is no option of EVALB; with --compat there are only its own",
            option.to_string_lossy()
        );
    }
    let status = match request.program {
        Program::Evalb(variant) => evalb::run(variant, words, &mut out, &mut err)?,
        Program::Udeval => udeval::run(words, &Threads::new(None)?, &mut out, &mut err)?,
    };
    out.flush()?;
    err.flush()?;
    Ok(ExitCode::from(u8::try_from(status).unwrap_or(2)))
}
