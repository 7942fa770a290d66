//! `bezant completions` and `bezant man`: made from the same description as the help texts. `bezant links`.

use std::fs;
use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;

use crate::args::{self, CompletionsArgs, LinksArgs, ManArgs};
use crate::compat;
use crate::output;
use crate::session;
use crate::signals;

pub fn completions(args: CompletionsArgs) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "bezant", &mut script);
    output::write_to(None, |out| out.write_all(&script))?;
    Ok(ExitCode::SUCCESS)
}

pub fn man(args: ManArgs) -> anyhow::Result<ExitCode> {
    let command = args::with_all_help(args::whole_command());
    // The pages are made elsewhere first, so that what is in the folder already can be spared.
    let (made, _listed) = signals::make(tempfile::tempdir, tempfile::TempDir::path)
        .context("no temporary folder can be made")?;
    clap_mangen::generate_to(command, made.path())
        .with_context(|| format!("cannot write manual pages into {}", made.path().display()))?;
    let mut pages = Vec::new();
    for page in fs::read_dir(made.path())? {
        let page = page?;
        pages.push((args.folder.join(page.file_name()), fs::read(page.path())?));
    }
    pages.sort();
    output::fill(&pages, args.force)?;
    Ok(ExitCode::SUCCESS)
}

/// Links to this very program, by the names of others.
pub fn links(args: &LinksArgs) -> anyhow::Result<ExitCode> {
    let program = session::host().map_or_else(std::env::current_exe, Ok);
    let program = program.context("this program cannot be found")?;
    let mut out = output::create(None)?;
    for name in compat::NAMES.into_iter().filter(|name| !name.contains('-')) {
        let link = args.folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        output::link(&program, &link, args.force)?;
        writeln!(out, "{}", link.display())?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The schema of our JSON, which the tests hold every command's output against.
const SCHEMA: &str = include_str!("../schema.json");

pub fn schema() -> anyhow::Result<ExitCode> {
    output::write_to(None, |out| out.write_all(SCHEMA.as_bytes()))?;
    Ok(ExitCode::SUCCESS)
}
