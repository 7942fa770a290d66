//! What can be typed after `bezant check`.

use std::path::PathBuf;

use bezant::kinds::Format;
use clap::{Args, ValueEnum};

use super::ThreadsArgs;
use super::choice::any_input;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant check gold.conllu\n  \
    bezant check gold.mrg system.mrg\n  \
    bezant check pairs.xml answers.jsonl --all\n  \
    my-parser < sentences.txt | bezant check gold.mrg - --format json")]
pub struct CheckArgs {
    /// Files, also compressed; `-` is standard input. The others are compared with the first
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// Show all faults, differences and names, not the first ones alone
    #[arg(long)]
    pub all: bool,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: CheckFormat,

    /// Format of all files; guessed from their content unless given
    #[arg(long, value_name = "FORMAT", value_parser = any_input())]
    pub input: Option<Format>,

    /// Write the result to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For a terminal
    Text,
    /// One object; the first thousand faults of a file unless --all is given
    Json,
}
