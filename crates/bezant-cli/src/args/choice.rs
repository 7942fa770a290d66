//! Options whose value is one of a few names.

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
        let chosen = choices.iter().find(|(name, ..)| *name == typed);
        let (_, value, _) = chosen.expect("names that are not in the list are refused before");
        value.clone()
    })
}
