//! DepBank with relations: blocks `sentence( … rasp( (rel …) (rel …)) )`.
//!
//! Only the relations inside `rasp(` and the sentence itself are read; sentences are numbered in
//! the order of the file. A list that is closed too early, as some in DepBank are, ends there:
//! so do the numbered files that are distributed with it.

use crate::error::{self, RelationFault};
use crate::formats::relations::syntax::Cursor;
use crate::formats::relations::{Broken, Input, Misread, lines, next_number, read_parts};
use crate::structures::relations::{NumberedRelations, RelationSet};

/// Reads all sentences of a file.
pub(crate) fn read(input: Input<'_>, broken: Broken) -> error::Result<Vec<NumberedRelations>> {
    let starts = lines(input.text, 0).filter(|(_, line)| is_start(line.trim_ascii_start()));
    let starts = starts.map(|(at, _)| at);
    let mut has_lists = false;
    let sentences = read_parts(input, broken, starts, |part, start, sentences| {
        let end = read_part(part, start, sentences)?;
        has_lists |= !matches!(end, ListEnd::NoList);
        match end {
            // In the last sentence a list may end with the file. In another one it goes on with what
            // starts the next, which is no relation.
            ListEnd::WithText if part.text.len() < input.text.len() => {
                let mut cursor = Cursor::new(input, part.text.len());
                cursor.next();
                cursor.relation(1.0, &mut RelationSet::default())
            }
            // What was cut off before its list is no sentence without relations.
            ListEnd::NoList if broken == Broken::Skips && !is_closed(part.text) => {
                Err((start, RelationFault::UnexpectedEnd(input.stream)))
            }
            _ => Ok(()),
        }
    })?;
    // What DepBank was before it had relations.
    let is_sound = sentences.iter().all(|sentence| sentence.fault.is_none());
    match sentences.first() {
        Some(first) if broken == Broken::Skips && !has_lists && is_sound => {
            Err(input.fail(first.at, RelationFault::NoLists))
        }
        _ => Ok(sentences),
    }
}

/// Whether a text ends with what closes a sentence.
fn is_closed(text: &[u8]) -> bool {
    let last = text.trim_ascii_end().rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    last.trim_ascii() == b")"
}

/// Whether a line starts a sentence.
fn is_start(line: &[u8]) -> bool {
    line.starts_with(b"sentence(")
}

/// Where a list of relations ends.
#[derive(Clone, Copy)]
enum ListEnd {
    NoList,
    Closed,
    WithText,
}

/// Reads the sentences from a byte on, and says how the last list ends.
fn read_part(
    input: Input<'_>,
    start: usize,
    sentences: &mut Vec<NumberedRelations>,
) -> Result<ListEnd, Misread> {
    let mut end_of_list = ListEnd::NoList;
    let mut at = start;
    while at < input.text.len() {
        let rest = &input.text[at..];
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let blanks = rest[..end].len() - rest[..end].trim_ascii_start().len();
        let line = rest[blanks..end].trim_ascii_end();
        if is_start(line) {
            let number = next_number(sentences);
            end_of_list = ListEnd::NoList;
            sentences.push(NumberedRelations { number, at, ..NumberedRelations::default() });
        } else if let Some(sentence) = sentences.last_mut() {
            if let Some(words) = line.strip_prefix(b"sentence_form(") {
                sentence.words = Some(unescape(words.strip_suffix(b")").unwrap_or(words)));
            } else if line.starts_with(b"rasp(") {
                let mut cursor = Cursor::new(input, at + blanks + b"rasp(".len());
                end_of_list = relations(&mut cursor, sentence)?;
                at = cursor.at;
                continue;
            }
        }
        at += end;
    }
    Ok(end_of_list)
}

/// Reads relations up to the parenthesis that ends the list, or the end of the file.
fn relations(
    cursor: &mut Cursor<'_>,
    sentence: &mut NumberedRelations,
) -> Result<ListEnd, Misread> {
    while let Some(byte) = cursor.next() {
        if byte == b')' {
            cursor.at += 1;
            return Ok(ListEnd::Closed);
        }
        cursor.relation(1.0, &mut sentence.relations)?;
    }
    Ok(ListEnd::WithText)
}

fn unescape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.iter();
    while let Some(&byte) = bytes.next() {
        out.push(if byte == b'\\' { *bytes.next().unwrap_or(&byte) } else { byte });
    }
    out
}
