//! From words to a status: what every run begins and ends with.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Context;
use clap::{ColorChoice, FromArgMatches, ValueEnum};

use crate::args::{Cli, EntailCommand};
use crate::commands::Command;
use crate::session::{Message, MessageKind};
use crate::{args, commands, compat, diagnostics, glossary, output, session, warnings};

/// Does what was typed, and says what goes wrong. The first word is the program's own name.
pub fn start(words: Vec<OsString>) -> ExitCode {
    session::set_words(words.clone());
    done(words).unwrap_or_else(|error| {
        // Whoever reads our output may stop reading, as `head` does; that is no failure.
        if output::is_closed(&error) {
            return ExitCode::SUCCESS;
        }
        diagnostics::print_error(&error);
        ExitCode::from(2)
    })
}

fn done(mut words: Vec<OsString>) -> anyhow::Result<ExitCode> {
    // Whoever asks for help with help wants help.
    let is_help = |at: usize, names: &[&str]| {
        words.get(at).is_some_and(|word| names.iter().any(|name| word == name))
    };
    if is_help(1, &["help"]) && is_help(2, &["-h", "--help"]) {
        words.remove(2);
    }
    if let Some(request) = compat::requested(words.iter().cloned()) {
        return compat::run(request);
    }
    if let Some(term) = asked_term(&words) {
        output::write_to(None, |out| writeln!(out, "{}", term.shown()))?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(word) = unknown_term(&words) {
        let names = glossary::all().flat_map(|term| term.names).copied();
        let close = bezant::comparison::NotThere::or_position("command or score", &word, names);
        let why = close.err().map_or_else(
            || format!("no command or score is called {word}"),
            |error| error.in_short(),
        );
        anyhow::bail!(
            "{why}\n  hint: bezant --help lists the commands, docs/glossary.md the scores"
        );
    }
    let command = args::command().color(colour(&words));
    let words = args::in_our_words(args::with_joined_classes(words)?)?;
    let typed = match command.try_get_matches_from(words) {
        Ok(typed) => typed,
        Err(error) => return refused(&args::with_command(error)),
    };
    let mut cli = match Cli::from_arg_matches(&typed) {
        Ok(cli) => cli,
        Err(error) => return refused(&error),
    };
    session::set_colour(cli.color);
    warnings::print(&args::idle(&typed), false);
    if let Command::Entail(EntailCommand::Score(args)) = &mut cli.command {
        args.idle_with_one = args::idle_with_one_system(&typed);
    }
    session::set_limit(cli.file_limit.saturating_mul(1 << 20));
    commands::run(cli.command)
}

/// Words that say nothing we know, or that ask for help: both are written by our parser.
fn refused(error: &clap::Error) -> anyhow::Result<ExitCode> {
    let status = ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
    if !session::is_running() {
        let printed = error.print();
        // What is refused stays so, also where nobody is there to be told.
        if !error.use_stderr() {
            printed.context("cannot write help")?;
        }
        return Ok(status);
    }
    let words = error.render().to_string();
    if !error.use_stderr() {
        session::print(words.as_bytes());
        return Ok(status);
    }
    let words = words.strip_prefix("error: ").unwrap_or(&words);
    let (text, rest) = words.split_once("\n\n").unwrap_or((words, ""));
    let tip = rest.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    session::say(|| Message {
        kind: MessageKind::Error,
        text: text.trim().to_string(),
        hint: tip.map(str::to_string),
        place: None,
        excerpt: None,
    });
    Ok(status)
}

/// What was typed about colours: help, and words that are refused, have them too.
fn colour(words: &[OsString]) -> ColorChoice {
    let mut words = typed(words).take_while(|word| word != "--");
    let value = words.find_map(|word| match word.strip_prefix("--color")? {
        "" => Some(String::new()),
        value => value.strip_prefix('=').map(str::to_string),
    });
    let value = value.map(|value| if value.is_empty() { words.next() } else { Some(value) });
    let choice = value.flatten().map(|value| ColorChoice::from_str(&value, true));
    choice.and_then(Result::ok).unwrap_or(ColorChoice::Auto)
}

/// What was typed after the program's name.
fn typed(words: &[OsString]) -> impl Iterator<Item = String> {
    words.iter().skip(1).map(|word| word.to_string_lossy().into_owned())
}

/// `bezant help crossing` is about a score; of other words our own parser knows more.
fn asked_term(words: &[OsString]) -> Option<&'static glossary::Term> {
    let mut words = typed(words);
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
fn unknown_term(words: &[OsString]) -> Option<String> {
    let mut words = typed(words);
    let is_help = words.next().is_some_and(|word| word == "help");
    let first = words.next().filter(|word| is_help && !word.starts_with('-'))?;
    let is_command = is_command(&first);
    let rest: Vec<String> = [first].into_iter().chain(words).collect();
    (!is_command).then(|| rest.join(" "))
}
