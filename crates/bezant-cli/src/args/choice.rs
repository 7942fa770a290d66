//! Options whose value is one of a few names.

use bezant::kinds::{FORMATS, Format, FormatRow, Holds};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A name that can be typed, what it stands for, and what the help says about it.
pub type Choice<T> = (&'static str, T, &'static str);

/// A parser that takes the names of a list, and lists them in the help.
pub fn choice<T: Clone + Send + Sync + 'static>(
    choices: &[Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let named = choices.iter().map(|(name, _, help)| PossibleValue::new(*name).help(*help));
    let choices = choices.to_vec();
    PossibleValuesParser::new(named).map(move |typed| {
        let chosen = choices.iter().find(|(name, ..)| typed.eq_ignore_ascii_case(name));
        let (_, value, _) = chosen.expect("names that are not in the list are refused before");
        value.clone()
    })
}

/// A parser that takes the names of formats. The help lists those that have what is wanted; others
/// are taken as well, so that the refusal says what is wrong with them and which ones are right.
pub fn inputs(wanted: Holds) -> impl TypedValueParser<Value = Format> {
    inputs_where(move |format| format.holds(wanted))
}

/// The same for whoever reads every format.
pub fn any_input() -> impl TypedValueParser<Value = Format> {
    inputs_where(|format| format != Format::Lines)
}

fn inputs_where(is_listed: impl Fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
    let value = |row: &FormatRow| {
        let help = match row.aliases {
            [] => row.about.to_string(),
            aliases => format!("{}; also called {}", row.about, aliases.join(", ")),
        };
        let is_here = is_listed(row.format);
        PossibleValue::new(row.name).aliases(row.aliases).help(help).hide(!is_here)
    };
    PossibleValuesParser::new(FORMATS.iter().map(value)).map(|typed| {
        let is_typed = |row: &&FormatRow| {
            let mut names = row.aliases.iter().chain([&row.name]);
            names.any(|name| typed.eq_ignore_ascii_case(name))
        };
        let row = FORMATS.iter().find(is_typed);
        row.expect("names that are not in the table are refused before").format
    })
}
