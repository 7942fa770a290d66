//! bezant, the program: what is typed, what is read, what is shown.

mod args;
mod commands;
mod compat;
mod diagnostics;
mod glossary;
mod hints;
mod output;
mod progress;
mod signals;
mod warnings;

use std::process::ExitCode;

use clap::FromArgMatches;

use args::Cli;

/// `bezant help crossing` is about a score; of other words our own parser knows more.
fn asked_term() -> Option<&'static glossary::Term> {
    let mut words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let is_help = words.next().is_some_and(|word| word == "help");
    let rest: Vec<String> = words.collect();
    if is_help { glossary::find(&rest.join(" ")) } else { None }
}

fn main() -> ExitCode {
    signals::watch();
    let outcome = match (compat::requested(std::env::args_os()), asked_term()) {
        (Some(request), _) => compat::run(request),
        (None, Some(term)) => output::write_to(None, |out| writeln!(out, "{}", term.shown()))
            .map(|()| ExitCode::SUCCESS),
        (None, None) => {
            let typed = args::command().get_matches();
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
