//! What the C&C parser prints: `(ncsubj sleeps_1 John_0 _)`, an empty line after each sentence.
//!
//! Lines that start with `#` are comments. A line `<c> word|lemma|tag|… …` has the sentence
//! itself; alone, it is a sentence without relations.

use std::borrow::Cow;

use crate::error::Result;
use crate::formats::relations::syntax::Cursor;
use crate::formats::relations::{Input, next_number};
use crate::structures::relations::{NumberedRelations, RelationSet};

/// Reads all sentences of a file.
pub fn read<'s>(input: Input<'s>) -> Result<Vec<NumberedRelations<'s>>> {
    let mut sentences: Vec<NumberedRelations<'s>> = Vec::new();
    let mut at = 0;
    let mut inside = false;
    while at < input.text.len() {
        let rest = &input.text[at..];
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let blanks = rest[..end].len() - rest[..end].trim_ascii_start().len();
        let line = rest[blanks..end].trim_ascii_end();
        if line.is_empty() || line.starts_with(b"#") {
            inside &= !line.is_empty();
            at += end;
            continue;
        }
        if !inside {
            let number = next_number(&sentences);
            sentences.push(NumberedRelations { number, at, ..NumberedRelations::default() });
            inside = true;
        }
        let sentence = sentences.last_mut().expect("a sentence was started");
        if let Some(words) = line.strip_prefix(b"<c>") {
            sentence.words = Some(forms(words));
            at += end;
            continue;
        }
        let mut cursor = Cursor::new(input, at + blanks);
        let mut read = RelationSet::default();
        cursor.relation(1.0, &mut read)?;
        for relation in read.iter() {
            let without = |item: &[u8]| Cow::Owned(word(item).to_vec());
            let fillers = relation.fillers.iter().map(|filler| without(filler));
            let name = Cow::Owned(relation.name.to_vec());
            sentence.relations.push(name, fillers, 1.0, relation.at);
        }
        // The rest of the line is no empty line, which would end the sentence.
        let rest = &input.text[cursor.at..];
        let blanks = rest.iter().take_while(|&&byte| byte != b'\n' && byte.is_ascii_whitespace());
        at = cursor.at + blanks.count();
        at += usize::from(input.text.get(at) == Some(&b'\n'));
    }
    Ok(sentences)
}

/// A word without its number: `John` for `John_0`.
fn word(item: &[u8]) -> &[u8] {
    match item.iter().rposition(|&byte| byte == b'_') {
        Some(at)
            if at > 0 && at + 1 < item.len() && item[at + 1..].iter().all(u8::is_ascii_digit) =>
        {
            &item[..at]
        }
        _ => item,
    }
}

fn forms(words: &[u8]) -> Vec<u8> {
    let form = |word: &[u8]| word.split(|&byte| byte == b'|').next().unwrap_or_default().to_vec();
    let words = words.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.map(form).collect::<Vec<_>>().join(&b' ')
}
