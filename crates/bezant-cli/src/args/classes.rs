//! Errors by class.

use std::ffi::OsString;

use bezant::metrics::brackets::Classes;

use super::choice::Choice;

/// By whose rules errors of brackets are put into classes.
pub const CLASSES: &[Choice<Classes>] = &[(
    "kummerfeld",
    Classes::Kummerfeld,
    "As the Berkeley Parser Analyser does it (Kummerfeld et al. 2012)",
)];

/// `--classes kummerfeld` as one word. The option can do without a value, and what follows it is a
/// file as a rule, so that our parser takes only a value that is joined to it.
///
/// # Errors
/// Where classes are asked of rows.
pub fn with_joined_classes(words: Vec<OsString>) -> anyhow::Result<Vec<OsString>> {
    let mut joined: Vec<OsString> = Vec::with_capacity(words.len());
    let mut is_over = false;
    let is_of_rows = words.get(1).is_some_and(|word| word == "compare" || word == "merge");
    for word in words {
        is_over |= word == "--";
        anyhow::ensure!(
            !is_of_rows || is_over || word != "--classes",
            "--classes looks at trees, and saved rows hold counts alone\n  hint: give it to bezant \
             brackets or bezant dependencies, with gold's file and the systems'"
        );
        let is_value = CLASSES.iter().any(|(name, ..)| word.eq_ignore_ascii_case(name));
        match joined.last_mut() {
            Some(last) if !is_over && is_value && *last == "--classes" => {
                last.push("=");
                last.push(word);
            }
            _ => joined.push(word),
        }
    }
    Ok(joined)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_joined_and_a_file_is_not() {
        let joined = |text: &str| {
            let words = text.split(' ').map(OsString::from).collect();
            with_joined_classes(words).unwrap().join(std::ffi::OsStr::new(" "))
        };
        for (typed, expected) in [
            ("--classes kummerfeld a b", "--classes=kummerfeld a b"),
            ("--classes a b", "--classes a b"),
            ("a b --classes", "a b --classes"),
            ("-- --classes kummerfeld", "-- --classes kummerfeld"),
        ] {
            assert_eq!(joined(typed), expected);
        }
    }
}
