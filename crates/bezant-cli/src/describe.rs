//! Commands and their options as data, for those who make words of other things.

use clap::{Arg, ArgAction, Command};
use serde_json::{Value, json};

use crate::args;

/// Every command by its name (`entail score`), with what it is about and what can be typed behind it.
pub fn describe() -> Value {
    let mut all = serde_json::Map::new();
    add(&args::whole_command(), "", &mut all);
    Value::Object(all)
}

fn add(command: &Command, before: &str, all: &mut serde_json::Map<String, Value>) {
    for inner in command.get_subcommands() {
        let name = format!("{before}{}", inner.get_name());
        if inner.has_subcommands() {
            add(inner, &format!("{name} "), all);
            continue;
        }
        let own =
            inner.get_arguments().filter(|arg| arg.get_id() != "help" && !arg.is_global_set());
        let options = own.map(option);
        let about = inner.get_about().map(ToString::to_string);
        let more = inner.get_long_about().map(ToString::to_string);
        let aliases: Vec<&str> = inner.get_all_aliases().collect();
        let options: Vec<Value> = options.collect();
        let one = json!({"about": about, "more": more, "aliases": aliases, "options": options});
        all.insert(name, one);
    }
}

fn option(arg: &Arg) -> Value {
    let values = arg.get_num_args();
    let takes_value = arg.get_action().takes_values();
    let choices: Vec<String> = match takes_value {
        true => arg
            .get_possible_values()
            .iter()
            .filter(|value| !value.is_hide_set())
            .map(|value| value.get_name().to_string())
            .collect(),
        false => Vec::new(),
    };
    json!({
        "name": arg.get_id().as_str(),
        "heading": arg.get_help_heading(),
        "long": arg.get_long(),
        "short": arg.get_short().map(String::from),
        "positional": arg.is_positional(),
        "required": arg.is_required_set(),
        "value": takes_value,
        "value_name": arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string),
        "optional_value": values.is_some_and(|values| values.min_values() == 0) && !arg.is_positional(),
        "repeated": matches!(arg.get_action(), ArgAction::Append),
        "joined_by": arg.get_value_delimiter().map(String::from),
        "choices": choices,
        "help": arg.get_help().map(ToString::to_string),
        "more": arg.get_long_help().map(ToString::to_string),
    })
}
