//! Help that fits on a screen: what most people need, and two examples before it. `--help` has all.

use std::ops::{Deref, DerefMut};
use std::path::Path;

use clap::builder::{Resettable, StyledStr};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args, Command, CommandFactory, Error, FromArgMatches};

use super::Cli;

/// Options that `-h` shows, by name; all others are in `--help`.
const USUAL: [&str; 44] = [
    "address",
    "align",
    "all",
    "analysis",
    "annotators",
    "backup",
    "before",
    "by",
    "classes",
    "code",
    "contrast",
    "details",
    "dev",
    "explain",
    "export",
    "force",
    "format",
    "from",
    "gold_parses",
    "id",
    "labels",
    "licence",
    "limits",
    "mapping",
    "min",
    "min_agreement",
    "min_judgements",
    "module",
    "name",
    "output",
    "parameters",
    "parses",
    "preset",
    "price",
    "save",
    "sentence",
    "show",
    "split",
    "store",
    "stratify",
    "table",
    "to",
    "worst",
    "wrong",
];

/// What else it shows of a command that is about nothing but these.
const USUAL_OF: [(&str, &[&str]); 1] =
    [("compare", &["baseline", "test", "score", "replicates", "correction"])];

/// How many examples stand first.
const EXAMPLES: usize = 2;

/// What can be typed, with short help.
pub fn command() -> Command {
    shortened(Cli::command())
}

/// The same with the options of all commands, for those who look at them.
pub fn whole_command() -> Command {
    let mut command = command().disable_help_subcommand(true);
    command.build();
    command
}

/// The same as pages, which are not short.
pub fn with_all_help(command: Command) -> Command {
    command.mut_args(|arg| arg.hide_short_help(false)).mut_subcommands(with_all_help)
}

/// What can be typed behind a command, with short help. Commands have hundreds of options together; those of one are
/// made when it is asked for (`defer`, in the lists of commands).
#[derive(Debug)]
pub struct Options<A>(pub Box<A>);

impl<A> Deref for Options<A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.0
    }
}

impl<A> DerefMut for Options<A> {
    fn deref_mut(&mut self) -> &mut A {
        &mut self.0
    }
}

impl<A: Args> Args for Options<A> {
    fn augment_args(command: Command) -> Command {
        with_options(command, A::augment_args)
    }

    fn augment_args_for_update(command: Command) -> Command {
        with_options(command, A::augment_args_for_update)
    }
}

/// What a command is about is said in the list of commands; options that several share have words of their own, which
/// would replace it.
fn with_options(command: Command, add: fn(Command) -> Command) -> Command {
    let (about, more) = (command.get_about().cloned(), command.get_long_about().cloned());
    shortened(add(command)).about(Resettable::from(about)).long_about(Resettable::from(more))
}

impl<A: FromArgMatches> FromArgMatches for Options<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Options<A>, Error> {
        A::from_arg_matches(matches).map(|args| Options(Box::new(args)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

fn shortened(command: Command) -> Command {
    let own = USUAL_OF.iter().find(|(name, _)| *name == command.get_name());
    let own = own.map_or(&[][..], |(_, options)| options);
    let command = command.mut_args(|arg| {
        let id = arg.get_id().as_str();
        let is_usual = arg.is_positional() || USUAL.contains(&id) || own.contains(&id);
        // Names are written in any case: UD, LaTeX.
        let has_value = arg.get_action().takes_values();
        // A negative number is a wrong value, not another option.
        let has_own_value = has_value && !arg.is_positional() && !arg.is_require_equals_set();
        arg.hide_short_help(!is_usual).ignore_case(has_value).allow_negative_numbers(has_own_value)
    });
    let Some(examples) = command.get_after_help().map(StyledStr::to_string) else { return command };
    let Some(lines) = examples.strip_prefix("Examples:\n") else { return command };
    let first: Vec<&str> = lines.lines().take(EXAMPLES).collect();
    let first = first.join("\n");
    command
        .before_help(first)
        .after_help("More options and examples: --help")
        .after_long_help(examples)
}

/// Options that other programs have, and what they ask for, where that is not their name.
const FOREIGN: [(&str, &str); 4] =
    [("json", "jsonl"), ("md", "markdown"), ("tex", "latex"), ("text", "txt")];

/// The main score of commands whose is not F1.
const MAIN_SCORES: [(&str, &str); 3] =
    [("dependencies", "LAS"), ("score", "accuracy"), ("unbounded", "recall")];

/// What to type in the place of an option that other programs have, and how the command is used.
fn with_own_name(error: &clap::Error) -> Option<(String, StyledStr)> {
    let ContextValue::String(typed) = error.get(ContextKind::InvalidArg)? else { return None };
    let word = typed.trim_start_matches('-').to_lowercase().replace('_', "-");
    let usage = error.get(ContextKind::Usage)?.to_string();
    let mut found = whole_command();
    for name in usage.split_whitespace().skip_while(|word| *word != "bezant").skip(1) {
        let Some(inner) = found.find_subcommand(name) else { break };
        found = inner.clone();
    }
    let has = |name: &str| found.get_arguments().find(|arg| arg.get_long() == Some(name));
    let tip = if word == "fail-under" {
        has("min")?;
        let main = MAIN_SCORES.iter().find(|(command, _)| *command == found.get_name());
        format!("write --min {}=90", main.map_or("f1", |(_, score)| score))
    } else {
        let ways = ["format", "to"].into_iter().filter_map(|name| Some((name, has(name)?)));
        let values: Vec<(&str, String)> = ways
            .flat_map(|(name, arg)| arg.get_possible_values().into_iter().map(move |it| (name, it)))
            .map(|(name, value)| (name, value.get_name().to_string()))
            .collect();
        let of = |wanted: &str| values.iter().find(|(_, value)| value == wanted);
        let other = FOREIGN.iter().find(|(name, _)| *name == word);
        let (name, value) = of(&word).or_else(|| of(other?.1))?;
        format!("write --{name} {value}")
    };
    Some((tip, found.render_usage()))
}

/// A complaint about a command or an option that is not there, with those that may have been meant: what looks
/// alike seldom is.
pub fn with_command(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::UnknownArgument
        && let Some((tip, usage)) = with_own_name(&error)
    {
        error.remove(ContextKind::SuggestedArg);
        let tips = ContextValue::StyledStrs(vec![StyledStr::from(tip)]);
        error.insert(ContextKind::Suggested, tips);
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
        return error;
    }
    // Nobody has a file that is called like an option.
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested)
    {
        tips.retain(|tip| !tip.to_string().contains(" as a value, use "));
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let is_score = ["score", "eval", "evaluate"].contains(&word.to_lowercase().as_str());
    let is_file = Path::new(word).is_file();
    if error.kind() != ErrorKind::InvalidSubcommand || !is_score && !is_file {
        return error;
    }
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let tips = match usage.contains("bezant entail") {
        true => vec![
            format!("answers are scored by `bezant entail score {word} ANSWERS`"),
            format!("answers are made of parses by `bezant entail decide {word} --parses FILE`"),
        ],
        false => [
            ("trees are scored by", "brackets GOLD SYSTEM"),
            ("CoNLL-U and other dependencies by", "dependencies GOLD SYSTEM"),
            ("grammatical relations by", "relations GOLD SYSTEM"),
            ("answers to pairs of sentences by", "entail score PAIRS ANSWERS"),
        ]
        .map(|(what, command)| format!("{what} `bezant {command}`"))
        .to_vec(),
    };
    error.remove(ContextKind::SuggestedSubcommand);
    let tips = tips.into_iter().map(StyledStr::from).collect();
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Holds the list of commands against the same with all options.
    fn compare(listed: &Command, whole: &Command) {
        for command in listed.get_subcommands() {
            let name = command.get_name();
            assert_eq!(command.get_arguments().count(), 0, "{name}: options nobody asked for");
            let made = whole.find_subcommand(name).unwrap();
            assert!(made.get_arguments().count() > 0, "{name} has --help at least");
            let about = |command: &Command| {
                [command.get_about(), command.get_long_about()]
                    .map(|it| it.map(ToString::to_string))
            };
            // Options that several commands share have comments too, which must not be taken for the command's.
            assert!(about(command)[0].is_some(), "{name}");
            assert_eq!(about(command), about(made), "{name}");
            compare(command, made);
        }
    }

    #[test]
    fn options_are_made_when_a_command_is_asked_for_and_leave_what_it_is_about() {
        compare(&command(), &whole_command());
    }
}
