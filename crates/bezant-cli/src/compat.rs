//! `--compat`: the words around it are the original program's, so they never reach our own parser.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use bezant::compat::evalb::{self, Variant};
use bezant::compat::udeval;

use crate::args::check_stdout;
use crate::{diagnostics, output, session, signals};

/// A program to be, and what it is told.
pub struct Request {
    program: Program,
    arguments: Vec<OsString>,
}

enum Program {
    Evalb(Variant),
    Udeval,
}

/// Names by which bezant is another program: those of links to it, and of its own commands.
pub const NAMES: [&str; 4] = ["evalb", "evalb_spmrl", "evalb-spmrl", "udeval"];

fn by_name(name: &str) -> Option<Program> {
    match name {
        "evalb" => Some(Program::Evalb(Variant::Evalb)),
        "evalb_spmrl" | "evalb-spmrl" => Some(Program::Evalb(Variant::Spmrl)),
        "udeval" => Some(Program::Udeval),
        _ => None,
    }
}

/// Whether bezant was started as another program, by a link or as `bezant evalb`, or the command line
/// asks for `bezant COMMAND --compat PROGRAM`.
pub fn requested(mut words: impl Iterator<Item = OsString>) -> Option<Request> {
    let own = words.next()?;
    if let Some(program) = Path::new(&own).file_stem()?.to_str().and_then(by_name) {
        return Some(Request { program, arguments: words.collect() });
    }
    let command = words.next()?;
    if let Some(program) = command.to_str().and_then(by_name) {
        return Some(Request { program, arguments: words.collect() });
    }
    let command = match command.to_str()? {
        "brackets" | "parseval" => "brackets",
        "dependencies" | "deps" => "dependencies",
        _ => return None,
    };
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
    let program = match (command, program?.to_str()?) {
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
    let mut out = output::create(None)?;
    let mut err = diagnostics::Plain::new();
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
        Program::Udeval => udeval::run(words, &session::threads(None)?, &mut out, &mut err)?,
    };
    out.flush()?;
    err.flush()?;
    Ok(ExitCode::from(u8::try_from(status).unwrap_or(2)))
}
