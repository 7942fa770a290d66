//! `bezant demo`: the main jobs on samples that the program carries, by the commands themselves.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;

use crate::args::{Cli, DemoArgs};
use crate::output;
use crate::signals;

/// Sixty trees with four simulated systems, and 158 entailments with gold parses and simulated
/// parsers, all made for this purpose; see `fixtures/README.md`.
const FILES: [(&str, &str); 13] = [
    ("gold.mrg", include_str!("../../demo/gold.mrg")),
    ("strong.mrg", include_str!("../../demo/strong.mrg")),
    ("middling.mrg", include_str!("../../demo/middling.mrg")),
    ("weak.mrg", include_str!("../../demo/weak.mrg")),
    ("failing.mrg", include_str!("../../demo/failing.mrg")),
    ("entailments/pairs.xml", include_str!("../../demo/entailments/pairs.xml")),
    ("entailments/gold.conllu", include_str!("../../demo/entailments/gold.conllu")),
    ("entailments/strong.conllu", include_str!("../../demo/entailments/strong.conllu")),
    ("entailments/middling.conllu", include_str!("../../demo/entailments/middling.conllu")),
    ("entailments/weak.conllu", include_str!("../../demo/entailments/weak.conllu")),
    ("entailments/relations.toml", include_str!("../../demo/entailments/relations.toml")),
    ("entailments/gold.mrg", include_str!("../../demo/entailments/gold.mrg")),
    ("entailments/strong.mrg", include_str!("../../demo/entailments/strong.mrg")),
];

/// What is shown, in words that a user could type in the folder of samples.
const COMMANDS: [&str; 9] = [
    "brackets --preset collins gold.mrg strong.mrg middling.mrg weak.mrg failing.mrg --worst 1",
    "fragments gold.mrg strong.mrg middling.mrg weak.mrg --limits 1,3,5,10 --replicates 0",
    "dependencies entailments/gold.conllu entailments/strong.conllu entailments/weak.conllu",
    "relations entailments/gold.conllu entailments/strong.conllu entailments/weak.conllu --mapping entailments/relations.toml --replicates 0",
    "entail decide entailments/pairs.xml --parses entailments/strong.conllu --module ud -o strong.txt",
    "entail decide entailments/pairs.xml --parses entailments/middling.conllu --module ud -o middling.txt",
    "entail decide entailments/pairs.xml --parses entailments/weak.conllu --module ud -o weak.txt",
    "entail score entailments/pairs.xml strong.txt middling.txt weak.txt",
    "entail explain entailments/pairs.xml --parses entailments/weak.conllu --module ud --id 22",
];

/// More to try.
const MORE: [&str; 6] = [
    "brackets --preset collins gold.mrg strong.mrg --labels",
    "brackets --preset collins gold.mrg weak.mrg --worst 3",
    "brackets --preset collins gold.mrg failing.mrg --align",
    "brackets --preset collins gold.mrg middling.mrg --explain",
    "convert --to sd-ccprocessed gold.mrg",
    "entail oracle entailments/pairs.xml --gold-parses entailments/gold.mrg --module stanford",
];

pub fn run(args: DemoArgs) -> anyhow::Result<ExitCode> {
    let samples = |folder: &Path| {
        FILES.map(|(name, text)| (folder.join(name), text.as_bytes().to_vec())).to_vec()
    };
    if let Some(folder) = &args.write {
        output::fill(&samples(folder), args.force)?;
    }
    // The commands write answers, too, which should be in nobody's way.
    let (temporary, _listed) = signals::make(tempfile::tempdir, tempfile::TempDir::path)
        .context("no temporary folder can be made")?;
    let folder = temporary.path();
    output::fill(&samples(folder), false)?;
    let back = std::env::current_dir().context("the current folder is gone")?;
    std::env::set_current_dir(folder)
        .with_context(|| format!("cannot enter {}", folder.display()))?;
    let outcome = show();
    // A temporary folder is removed at the end, which not every system allows while we are in it.
    std::env::set_current_dir(&back)?;
    let status = outcome?;

    let mut out = output::create(None)?;
    match &args.write {
        None => writeln!(out, "\nTo try commands on these files: bezant demo --write bezant-demo")?,
        Some(folder) => {
            writeln!(out, "\nThe files are in {} now. Try there:", folder.display())?;
            for words in MORE {
                writeln!(out, "  bezant {words}")?;
            }
        }
    }
    out.flush()?;
    Ok(status)
}

/// Runs the commands, each under its words, until one fails.
fn show() -> anyhow::Result<ExitCode> {
    for (at, words) in COMMANDS.iter().enumerate() {
        let mut out = output::create(None)?;
        if at > 0 {
            writeln!(out)?;
        }
        writeln!(out, "$ bezant {words}")?;
        out.flush()?;
        // Standard output is locked until then.
        drop(out);
        let typed = ["bezant"].into_iter().chain(words.split(' '));
        let status = super::run(Cli::try_parse_from(typed)?.command)?;
        if status != ExitCode::SUCCESS {
            return Ok(status);
        }
    }
    Ok(ExitCode::SUCCESS)
}
