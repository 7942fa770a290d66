//! `bezant check`.

mod json;
mod text;

use std::path::Path;
use std::process::ExitCode;

use bezant::checking::{Checked, Checking, Sharing, check, sharing};
use bezant::error::{Error, ErrorKind, Hint};

use crate::args::{CheckArgs, CheckFormat};
use crate::commands::open;
use crate::diagnostics::print_file_error;
use crate::output;

/// So many faults of a file are shown, and so many sentences that it does not share.
const SHOWN: usize = 10;

/// And so many for programs, which do not mind.
const FOR_PROGRAMS: usize = 1000;

/// What came of a file.
struct Looked {
    name: String,
    /// What is in it, or why nobody knows.
    found: Result<Checked, Error>,
    /// What it shares with the first file, where that can be told.
    sharing: Option<Sharing>,
}

impl Looked {
    /// How the program ends if this is the worst of all files.
    fn status(&self) -> u8 {
        match &self.found {
            Err(_) => 2,
            Ok(checked) => {
                let differs = self.sharing.as_ref().is_some_and(|sharing| sharing.n() > 0);
                u8::from(checked.n_faults > 0 || differs)
            }
        }
    }
}

/// What is said of a folder, which is looked at file by file.
fn folder(path: &Path) -> Error {
    let hint = Hint::Advice(
        "give the files in it by name; as a system of brackets, fragments, dependencies or relations a \
         folder has one output of a language model a file (--repair), or one treebank a file",
    );
    let problem = "this is a folder".to_string();
    Error::new(path.display().to_string(), ErrorKind::BadSentence { problem, hint })
}

pub fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let most = match (args.all, args.format) {
        (true, _) => usize::MAX,
        (false, CheckFormat::Text) => SHOWN,
        (false, CheckFormat::Json) => FOR_PROGRAMS,
    };
    let how = Checking { format: args.input, most: Some(most), remembers: args.files.len() > 1 };
    let threads = args.threads.start()?;
    let mut files: Vec<Looked> = Vec::new();
    for path in &args.files {
        let found = match path.is_dir() {
            true => Err(folder(path)),
            false => open(path).and_then(|source| check(source, &how, &threads)),
        };
        let name = match &found {
            Ok(checked) => checked.name.clone(),
            Err(error) => {
                print_file_error(error);
                error.source_name().to_string()
            }
        };
        let sharing = match (files.first().map(|first| &first.found), &found) {
            (Some(Ok(gold)), Ok(checked)) => sharing(gold, checked, most),
            _ => None,
        };
        files.push(Looked { name, found, sharing });
    }
    let shown = match args.format {
        CheckFormat::Text => {
            let is_plain = args.output.is_some() || !output::screen::has_colours();
            let text = text::of(&files, args.all);
            match is_plain {
                true => anstream::adapter::strip_str(&text).to_string(),
                false => text,
            }
        }
        CheckFormat::Json => json::of(&files)?,
    };
    let written = output::write_to(args.output.as_deref(), |out| out.write_all(shown.as_bytes()));
    output::unless_closed(written)?;
    Ok(ExitCode::from(files.iter().map(Looked::status).max().unwrap_or(0)))
}
