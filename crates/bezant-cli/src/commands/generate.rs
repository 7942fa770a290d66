//! `bezant completions` and `bezant man`: made from the same description as the help texts.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs, ManArgs};

pub fn completions(args: CompletionsArgs) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "bezant", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

pub fn man(args: ManArgs) -> anyhow::Result<ExitCode> {
    let folder = &args.folder;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let command = Cli::command().disable_help_subcommand(true);
    clap_mangen::generate_to(command, folder)
        .with_context(|| format!("cannot write into {}", folder.display()))?;
    Ok(ExitCode::SUCCESS)
}
