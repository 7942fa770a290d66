//! Several treebanks at once: what can be typed about folders.

use clap::Args;

use super::choice::{Choice, choice};

/// Where options stand in the help.
const HEADING: &str = "Treebanks";

/// Folders, or lists of files, instead of files.
// A heading of the whole would stand above what follows in the commands, too.
#[derive(Debug, Default, Args)]
pub struct TreebankArgs {
    /// GOLD and the systems are lists of files, one a line, paired by their names
    #[arg(long, help_heading = HEADING)]
    pub list: bool,

    /// What a treebank of gold counts for a system that has none of its name
    #[arg(long, value_name = "HOW", default_value = "zero", value_parser = choice(MISSING))]
    #[arg(help_heading = HEADING)]
    pub missing: Missing,
}

/// What becomes of a treebank that a system does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Missing {
    #[default]
    Zero,
    Skip,
    Error,
}

/// What becomes of a treebank that a system does not have.
const MISSING: &[Choice<Missing>] = &[
    ("zero", Missing::Zero, "Nothing is found in it, as in shared tasks"),
    ("skip", Missing::Skip, "It is left out for that system"),
    ("error", Missing::Error, "Nothing is scored"),
];
