//! DepBank with relations: blocks `sentence( … rasp( (rel …) (rel …)) )`.
//!
//! Only the relations inside `rasp(` and the sentence itself are read; sentences are numbered in
//! the order of the file. A list that is closed too early, as some in DepBank are, ends there:
//! so do the numbered files that are distributed with it. What is left of a sentence whose head is
//! damaged keeps its place, so that the others keep theirs.

use crate::error::{self, RelationFault};
use crate::formats::blocks::lines;
use crate::formats::relations::syntax::Cursor;
use crate::formats::relations::{Broken, Input, Misread, next_number, read_parts};
use crate::structures::relations::{NumberedRelations, RelationSet};

/// Reads all sentences of a file.
pub(crate) fn read(input: Input<'_>, broken: Broken) -> error::Result<Vec<NumberedRelations>> {
    let starts: Vec<usize> = match broken {
        Broken::Skips => starts(input.text),
        Broken::Fails => {
            let starts = lines(input.text, 0);
            let starts = starts.filter(|(_, line)| is_start(line.trim_ascii_start()));
            starts.map(|(at, _)| at).collect()
        }
    };
    let mut has_lists = false;
    let sentences = read_parts(input, broken, starts.into_iter(), |part, start, sentences| {
        if broken == Broken::Skips && !is_start(part.text[start..].trim_ascii_start()) {
            let number = next_number(sentences);
            sentences.push(NumberedRelations { number, at: start, ..NumberedRelations::default() });
            return Err((start, RelationFault::OutsideSentence));
        }
        let end = read_part(part, start, broken, sentences)?;
        has_lists |= !matches!(end, ListEnd::NoList);
        match end {
            // In the last sentence a list may end with the file. In another one it goes on with what
            // starts the next, which is no relation.
            ListEnd::WithText if part.text.len() < input.text.len() => {
                let mut cursor = Cursor::new(input, part.text.len());
                cursor.next();
                cursor.relation(1.0, &mut RelationSet::default())
            }
            end if broken == Broken::Skips => match (outside(part.text, start, end), end) {
                (Some(at), _) => Err((at, RelationFault::OutsideSentence)),
                // What was cut off before its list is no sentence without relations.
                (None, ListEnd::NoList) if !is_closed(part.text) => {
                    Err((start, RelationFault::WithoutList))
                }
                _ => Ok(()),
            },
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

/// What a sentence has once each, its head first.
const PARTS: [&[u8]; 4] = [b"sentence(", b"id(", b"sentence_form(", b"rasp("];

/// Where sentences start. One that goes on behind the relations of the one before has lost its head, which is the
/// line before unless that belongs to the other. Anything else that stands there again is only written twice, or is
/// a feature in `structure(` that is called as a part is.
fn starts(text: &[u8]) -> Vec<usize> {
    let mut starts = Vec::new();
    // Before the first one, all is there.
    let (mut has_list, mut has_relations) = (true, true);
    let mut before: Option<(usize, &[u8])> = None;
    let mut is_directly_below = false;
    for (at, line) in lines(text, 0) {
        let line = line.trim_ascii();
        if line.is_empty() {
            is_directly_below = false;
            continue;
        }
        let is_same = is_directly_below && before.is_some_and(|(_, before)| before == line);
        let part = PARTS.iter().position(|part| line.starts_with(part)).filter(|_| !is_same);
        let (is_head, is_list) = (part == Some(0), part == Some(PARTS.len() - 1));
        if part.is_some() && (is_head || has_list || (has_relations && !is_list)) {
            let is_other = |line: &[u8]| line.starts_with(b"(") || line.ends_with(b")");
            let head = before.filter(|(_, line)| !is_head && !is_other(line));
            starts.push(head.map_or(at, |(at, _)| at));
            (has_list, has_relations) = (false, false);
        }
        has_list |= is_list;
        has_relations |= line.starts_with(b"(");
        before = Some((at, line));
        is_directly_below = true;
    }
    starts
}

/// The first line of a sentence that belongs to none of its parts: relations without a list, or what is none
/// behind the list.
fn outside(text: &[u8], start: usize, end: ListEnd) -> Option<usize> {
    let (from, is_outside): (usize, fn(&[u8]) -> bool) = match end {
        ListEnd::NoList => (start, |line| line.starts_with(b"(")),
        // Some lists of DepBank are closed too early.
        ListEnd::Closed(at) => (at, |line| !matches!(line[0], b'(' | b')' | b';')),
        ListEnd::WithText => return None,
    };
    let outside = |(at, line): (usize, &[u8])| {
        let blanks = line.len() - line.trim_ascii_start().len();
        let line = line.trim_ascii();
        (!line.is_empty() && is_outside(line)).then_some(at + blanks)
    };
    lines(text, from).find_map(outside)
}

/// Whether a text ends with what closes a sentence.
fn is_closed(text: &[u8]) -> bool {
    let last = text.trim_ascii_end().rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    last.trim_ascii() == b")"
}

/// Whether a line starts a sentence.
fn is_start(line: &[u8]) -> bool {
    line.starts_with(PARTS[0])
}

/// Where a list of relations ends.
#[derive(Clone, Copy)]
enum ListEnd {
    NoList,
    /// Where it is closed.
    Closed(usize),
    WithText,
}

/// Reads the sentences from a byte on, and says how the last list ends. Where a broken one is passed over, there is
/// one, whose head may stand twice.
fn read_part(
    input: Input<'_>,
    start: usize,
    broken: Broken,
    sentences: &mut Vec<NumberedRelations>,
) -> Result<ListEnd, Misread> {
    let mut end_of_list = ListEnd::NoList;
    let mut at = start;
    while at < input.text.len() {
        let rest = &input.text[at..];
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let blanks = rest[..end].len() - rest[..end].trim_ascii_start().len();
        let line = rest[blanks..end].trim_ascii_end();
        if is_start(line) && (at == start || broken == Broken::Fails) {
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
            return Ok(ListEnd::Closed(cursor.at));
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
