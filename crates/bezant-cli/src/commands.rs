//! One file a command: read, call, show.

pub mod brackets;
pub mod demo;
pub mod generate;
pub mod merge;
pub mod relations;

use std::path::{Path, PathBuf};

use bezant::formats::Reader;
use bezant::source::Source;

use crate::args::InputArgs;

/// Opens a file; `-` is standard input.
pub fn open(path: &Path) -> bezant::error::Result<Source> {
    if path == Path::new("-") {
        return Source::from_reader("standard input", std::io::stdin());
    }
    Source::open(path)
}

/// Opens a file and starts to read sentences.
pub fn reader(path: &Path, args: &InputArgs) -> bezant::error::Result<Reader> {
    Ok(Reader::new(open(path)?, args.input.map(Into::into)))
}

/// What the systems are called: as the user says, or by file name where those differ.
pub fn system_names(paths: &[PathBuf], given: &[String]) -> anyhow::Result<Vec<String>> {
    if !given.is_empty() {
        anyhow::ensure!(
            given.len() == paths.len(),
            "--names has {} names for {} systems",
            given.len(),
            paths.len()
        );
        return Ok(given.to_vec());
    }
    let whole = |path: &PathBuf| path.display().to_string();
    let short = |path: &PathBuf| {
        path.file_name().map_or_else(|| whole(path), |name| name.to_string_lossy().into_owned())
    };
    let mut names: Vec<String> = paths.iter().map(short).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        names = paths.iter().map(whole).collect();
    }
    Ok(names)
}
