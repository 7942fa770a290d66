//! DepBank with relations: blocks `sentence( … rasp( (rel …) (rel …)) )`.
//!
//! Only the relations inside `rasp(` and the sentence itself are read; sentences are numbered in
//! the order of the file. A list that is closed too early, as some in DepBank are, ends there:
//! so do the numbered files that are distributed with it.

use crate::error::Result;
use crate::formats::relations::syntax::Cursor;
use crate::formats::relations::{Input, next_number};
use crate::structures::relations::NumberedRelations;

/// Reads all sentences of a file.
pub fn read<'s>(input: Input<'s>) -> Result<Vec<NumberedRelations>> {
    let mut sentences: Vec<NumberedRelations> = Vec::new();
    let mut at = 0;
    while at < input.text.len() {
        let rest = &input.text[at..];
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let blanks = rest[..end].len() - rest[..end].trim_ascii_start().len();
        let line = rest[blanks..end].trim_ascii_end();
        if line.starts_with(b"sentence(") {
            let number = next_number(&sentences);
            sentences.push(NumberedRelations { number, at, ..NumberedRelations::default() });
        } else if let Some(sentence) = sentences.last_mut() {
            if let Some(words) = line.strip_prefix(b"sentence_form(") {
                sentence.words = Some(unescape(words.strip_suffix(b")").unwrap_or(words)));
            } else if line.starts_with(b"rasp(") {
                let mut cursor = Cursor::new(input, at + blanks + b"rasp(".len());
                relations(&mut cursor, sentence)?;
                at = cursor.at;
                continue;
            }
        }
        at += end;
    }
    Ok(sentences)
}

/// Reads relations up to the parenthesis that ends the list, or the end of the file.
fn relations<'s>(cursor: &mut Cursor<'s>, sentence: &mut NumberedRelations) -> Result<()> {
    while let Some(byte) = cursor.next() {
        if byte == b')' {
            cursor.at += 1;
            return Ok(());
        }
        cursor.relation(1.0, &mut sentence.relations)?;
    }
    Ok(())
}

fn unescape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.iter();
    while let Some(&byte) = bytes.next() {
        out.push(if byte == b'\\' { *bytes.next().unwrap_or(&byte) } else { byte });
    }
    out
}
