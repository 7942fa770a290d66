//! What the readers of JSON and TOML say, without names that only mean something in our source.

/// The same message in words for people who have never seen our types.
pub(crate) fn in_plain_words(message: &str) -> String {
    // Where it is, is said by the place of the error; these count lines from the start of ours.
    let message = message.split(" at line ").next().unwrap_or(message);
    let mut words: Vec<&str> = Vec::new();
    let mut rest = message.split(' ').peekable();
    while let Some(word) = rest.next() {
        match word {
            "struct" | "enum" => {
                // Their name follows.
                rest.next();
                if words.last().is_some_and(|last| ["tuple", "newtype", "unit"].contains(last)) {
                    words.pop();
                }
                words.push("a table of names and values");
            }
            "u8" | "u16" | "u32" | "u64" | "usize" => words.push("a whole number from 0 on"),
            "i64" => words.push("a whole number"),
            "f32" | "f64" => words.push("a number"),
            word => words.push(word),
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::in_plain_words;

    #[test]
    fn names_of_types_are_not_shown() {
        for (said, plain) in [
            (
                "invalid length 2, expected struct BracketCounts with 12 elements at line 1 column 49",
                "invalid length 2, expected a table of names and values with 12 elements",
            ),
            (
                "invalid type: string \"x\", expected u64 at line 1 column 15",
                "invalid type: string \"x\", expected a whole number from 0 on",
            ),
            (
                "invalid type: integer `5`, expected a string",
                "invalid type: integer `5`, expected a string",
            ),
            (
                "invalid type: integer `5`, expected tuple struct ByType",
                "invalid type: integer `5`, expected a table of names and values",
            ),
        ] {
            assert_eq!(in_plain_words(said), plain);
        }
    }
}
