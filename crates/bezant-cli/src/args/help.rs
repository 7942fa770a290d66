//! Help that fits on a screen: what most people need, and two examples before it. `--help` has all.

use clap::builder::StyledStr;
use clap::{Command, CommandFactory};

use super::Cli;

/// Options that `-h` shows, by name; all others are in `--help`.
const USUAL: [&str; 24] = [
    "agreement",
    "all",
    "analysis",
    "buckets",
    "details",
    "explain",
    "force",
    "format",
    "gold_parses",
    "id",
    "labels",
    "limits",
    "mapping",
    "min",
    "module",
    "output",
    "parses",
    "plot",
    "preset",
    "save",
    "table",
    "to",
    "worst",
    "wrong",
];

/// How many examples stand first.
const EXAMPLES: usize = 2;

/// What can be typed, with short help.
pub fn command() -> Command {
    shortened(Cli::command())
}

fn shortened(command: Command) -> Command {
    let names: Vec<String> =
        command.get_subcommands().map(|inner| inner.get_name().to_string()).collect();
    let mut command = command.mut_args(|arg| {
        let is_usual = arg.is_positional() || USUAL.contains(&arg.get_id().as_str());
        arg.hide_short_help(!is_usual)
    });
    for name in names {
        command = command.mut_subcommand(name, shortened);
    }
    let Some(examples) = command.get_after_help().map(StyledStr::to_string) else { return command };
    let Some(lines) = examples.strip_prefix("Examples:\n") else { return command };
    let first: Vec<&str> = lines.lines().take(EXAMPLES).collect();
    let first = first.join("\n");
    command
        .before_help(first)
        .after_help("More options and examples: --help")
        .after_long_help(examples)
}
