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
mod transformations;
mod warnings;

use std::process::ExitCode;

use clap::FromArgMatches;

use args::Cli;

/// `bezant help crossing` is about a score; of other words our own parser knows more.
fn asked_term() -> Option<&'static glossary::Term> {
    let mut words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let is_help = words.next().is_some_and(|word| word == "help");
    let rest: Vec<String> = words.collect();
    // The name of a command is also that of what it counts: whoever asks wants to use it.
    let is_asked = is_help && !rest.first().is_some_and(|word| is_command(word));
    if is_asked { glossary::find(&rest.join(" ")) } else { None }
}

/// Whether a word is the name of a command.
fn is_command(word: &str) -> bool {
    let command = args::command();
    word == "help"
        || command.get_subcommands().any(|known| {
            known.get_name() == word || known.get_all_aliases().any(|name| name == word)
        })
}

/// What is asked for by `bezant help WORD`, where it is neither a command nor a score.
fn unknown_term() -> Option<String> {
    let mut words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let is_help = words.next().is_some_and(|word| word == "help");
    let first = words.next().filter(|word| is_help && !word.starts_with('-'))?;
    let is_command = is_command(&first);
    let rest: Vec<String> = [first].into_iter().chain(words).collect();
    (!is_command).then(|| rest.join(" "))
}

fn main() -> ExitCode {
    signals::watch();
    let outcome = match (compat::requested(std::env::args_os()), asked_term()) {
        (Some(request), _) => compat::run(request),
        (None, Some(term)) => output::write_to(None, |out| writeln!(out, "{}", term.shown()))
            .map(|()| ExitCode::SUCCESS),
        (None, None) => {
            if let Some(word) = unknown_term() {
                let names = glossary::all().flat_map(|term| term.names).copied();
                let close =
                    bezant::comparison::NotThere::or_position("command or score", &word, names);
                let why = close.err().map_or_else(
                    || format!("no command or score is called {word}"),
                    |error| error.in_short(),
                );
                diagnostics::print_error(&anyhow::anyhow!(
                    "{why}\n  hint: bezant --help lists the commands, docs/glossary.md the scores"
                ));
                return ExitCode::from(2);
            }
            let words = args::with_joined_classes(std::env::args_os().collect());
            words.and_then(args::in_our_words).and_then(|words| {
                let typed = args::command().try_get_matches_from(words);
                let typed = typed.unwrap_or_else(|error| args::with_command(error).exit());
                let cli = Cli::from_arg_matches(&typed).unwrap_or_else(|error| error.exit());
                cli.color.write_global();
                warnings::print(&args::idle(&typed), false);
                commands::FILE_LIMIT.get_or_init(|| cli.file_limit.saturating_mul(1 << 20));
                commands::run(cli.command)
            })
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
