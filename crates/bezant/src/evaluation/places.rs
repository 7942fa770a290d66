//! Where sentences stand in their files, for which those are read once more.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::{Position, Result};
use crate::formats::Reader;

/// How many sentences are looked at together.
const TOGETHER: usize = 1024;

/// A sentence as its file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedSentence {
    /// Where it starts.
    pub position: Position,
    /// What the file calls it (`# sent_id`), if it has a name.
    pub id: Option<String>,
    /// All of it.
    pub text: Vec<u8>,
}

/// Finds sentences by their numbers, the first being 1. `look` sees the text of every sentence up to
/// the last of them.
///
/// # Errors
/// Where the file cannot be read.
pub fn places(
    mut reader: Reader,
    wanted: &BTreeSet<u64>,
    mut look: impl FnMut(u64, &[u8]),
) -> Result<BTreeMap<u64, PlacedSentence>> {
    let mut found = BTreeMap::new();
    let Some(last) = wanted.last() else { return Ok(found) };
    let mut number = 0;
    while number < *last {
        let batch = reader.take(TOGETHER)?;
        if batch.is_empty() {
            break;
        }
        for sentence in batch.sentences() {
            number += 1;
            look(number, sentence.text);
            if wanted.contains(&number) {
                let text = sentence.text.to_vec();
                found.insert(
                    number,
                    PlacedSentence { position: sentence.at, id: name_of(&text), text },
                );
            }
        }
    }
    Ok(found)
}

/// What a file calls sentences (`# sent_id`), by their numbers. Only formats whose sentences end with an empty line
/// have such names.
///
/// # Errors
/// Where the file cannot be read.
pub fn sentence_names(reader: Reader, wanted: &BTreeSet<u64>) -> Result<BTreeMap<u64, String>> {
    let mut names = BTreeMap::new();
    let (true, Some(last)) = (reader.format().ends_with_empty_line(), wanted.last()) else {
        return Ok(names);
    };
    places(reader, &[*last].into(), |number, text| {
        if let Some(name) = name_of(text).filter(|_| wanted.contains(&number)) {
            names.insert(number, name);
        }
    })?;
    Ok(names)
}

/// What a comment says that a sentence is called.
fn name_of(text: &[u8]) -> Option<String> {
    let comments = text.split(|byte| *byte == b'\n').take_while(|line| line.starts_with(b"#"));
    comments.into_iter().find_map(|line| {
        let name = line[1..].trim_ascii().strip_prefix(b"sent_id")?.trim_ascii();
        Some(String::from_utf8_lossy(name.strip_prefix(b"=")?.trim_ascii()).into_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_have_a_line_and_a_name() {
        let text = "# sent_id = one\n1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n# sent_id = two\n\
                    # text = b\n1\tb\t_\t_\t_\t_\t0\troot\t_\t_\n\n";
        let reader = Reader::from_text("x.conllu", text).unwrap();
        let mut seen = 0;
        let found = places(reader, &[2, 9].into(), |_, _| seen += 1).unwrap();
        assert_eq!((found.len(), seen), (1, 2));
        assert_eq!(found[&2].position, Position::start_of(4));
        assert_eq!(found[&2].id.as_deref(), Some("two"));
    }
}
