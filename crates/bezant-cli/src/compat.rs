//! `--compat`: the words around it are the original program's, so they never reach our own parser.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use bezant::compat::{self, Variant};

/// A program to be, and what it is told.
pub struct Request {
    variant: Variant,
    arguments: Vec<OsString>,
}

/// Whether the command line asks for `bezant brackets --compat PROGRAM`.
pub fn requested(mut words: impl Iterator<Item = OsString>) -> Option<Request> {
    if words.next()? != "brackets" {
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
    let variant = match program?.to_str()? {
        "evalb" => Variant::Evalb,
        "evalb-spmrl" => Variant::Spmrl,
        _ => return None,
    };
    Some(Request { variant, arguments })
}

/// Does what that program would.
pub fn run(request: Request) -> anyhow::Result<ExitCode> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut err = BufWriter::new(io::stderr().lock());
    let status = compat::run(request.variant, &request.arguments, &mut out, &mut err)?;
    out.flush()?;
    err.flush()?;
    Ok(ExitCode::from(u8::try_from(status).unwrap_or(2)))
}
