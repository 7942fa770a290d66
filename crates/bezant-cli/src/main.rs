//! bezant, the program: what is typed, what is read, what is shown.

mod args;
mod commands;
mod compat;
mod diagnostics;
mod hints;
mod output;
mod progress;
mod signals;
mod warnings;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use args::Cli;

fn main() -> ExitCode {
    signals::watch();
    let outcome = match compat::requested(std::env::args_os().skip(1)) {
        Some(request) => compat::run(request),
        None => {
            let typed = Cli::command().get_matches();
            let cli = Cli::from_arg_matches(&typed).unwrap_or_else(|error| error.exit());
            cli.color.write_global();
            warnings::print(&args::idle(&typed), false);
            commands::FILE_LIMIT.get_or_init(|| cli.file_limit.saturating_mul(1 << 20));
            commands::run(cli.command)
        }
    };
    outcome.unwrap_or_else(|error| {
        // Whoever reads our output may stop reading, as `head` does; that is no failure.
        if output::is_closed(&error) {
            return ExitCode::SUCCESS;
        }
        diagnostics::print_error(&error);
        ExitCode::from(2)
    })
}
