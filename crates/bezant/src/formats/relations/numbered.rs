//! The evaluator's own format: a line with the number of a sentence, then its relations.
//!
//! ```text
//! 1
//! (ncsubj sleeps John _)
//!
//! 2
//! { 0.75 (dobj saw her) 0.25 (iobj saw her) }
//! ```
//!
//! Everything before the first `1` is skipped, `;` starts a comment, `\` takes the next byte as
//! it is, and balanced parentheses may stand in a slot.

use std::io::{self, Write};

use crate::error::{RelationFault, Result};
use crate::formats::relations::Input;
use crate::formats::relations::syntax::Cursor;
use crate::structures::relations::{NumberedRelations, Relation};

/// Whether a line starts the first sentence.
pub(crate) fn is_first_number(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.strip_prefix(b"1").is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// A sentence as text, the same for the same relations.
pub(crate) fn text(sentence: &NumberedRelations) -> Vec<u8> {
    let mut text = Vec::new();
    let written = write([sentence], &mut text);
    written.expect("nothing can go wrong with memory");
    text
}

/// Reads all sentences of a file.
pub fn read<'s>(input: Input<'s>) -> Result<Vec<NumberedRelations>> {
    let Some(start) = first_sentence(input.text) else {
        return Err(input.fail(0, RelationFault::NoSentences));
    };
    let mut cursor = Cursor::new(input, start);
    let mut sentences: Vec<NumberedRelations> = Vec::new();
    let mut brace = None;
    while let Some(byte) = cursor.next() {
        let at = cursor.at;
        match byte {
            b'{' if brace.is_none() => {
                brace = Some(at);
                cursor.at += 1;
            }
            b'}' if brace.is_some() => {
                brace = None;
                cursor.at += 1;
            }
            b'0'..=b'9' | b'.' => {
                let token = number_token(&mut cursor);
                if brace.is_none() && token.iter().all(u8::is_ascii_digit) {
                    sentences.push(sentence(input, at, token, sentences.last())?);
                    continue;
                }
                let weight =
                    weight(token).ok_or_else(|| input.fail(at, expecting_number(input, at)))?;
                cursor.next();
                add(&mut cursor, weight, &mut sentences)?;
            }
            _ => add(&mut cursor, 1.0, &mut sentences)?,
        }
    }
    match brace {
        Some(at) => Err(input.fail(at, RelationFault::UnexpectedEnd(input.stream))),
        None => Ok(sentences),
    }
}

fn add<'s>(
    cursor: &mut Cursor<'s>,
    weight: f64,
    sentences: &mut [NumberedRelations],
) -> Result<()> {
    let sentence = sentences.last_mut().expect("reading starts at the number of a sentence");
    cursor.relation(weight, &mut sentence.relations)
}

fn sentence<'s>(
    input: Input<'s>,
    at: usize,
    token: &[u8],
    last: Option<&NumberedRelations>,
) -> Result<NumberedRelations> {
    let number = std::str::from_utf8(token).ok().and_then(|digits| digits.parse().ok());
    let number = number.ok_or_else(|| input.fail(at, expecting_number(input, at)))?;
    if let Some(previous) = last.map(|last| last.number)
        && number <= previous
    {
        return Err(input.fail(at, RelationFault::OutOfOrder { previous, found: number }));
    }
    Ok(NumberedRelations { number, at, ..NumberedRelations::default() })
}

fn expecting_number(input: Input<'_>, at: usize) -> RelationFault {
    RelationFault::ExpectingNumber { byte: at, stream: input.stream }
}

/// Where the first line stands that starts with the number 1.
fn first_sentence(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        if is_first_number(line) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

fn number_token<'s>(cursor: &mut Cursor<'s>) -> &'s [u8] {
    let rest = &cursor.input.text[cursor.at..];
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"(){};".contains(byte);
    let n = rest.iter().position(ends).unwrap_or(rest.len());
    cursor.at += n;
    &rest[..n]
}

/// A weight from 0 to 1; what is more counts as 1.
fn weight(token: &[u8]) -> Option<f64> {
    let weight: f64 = std::str::from_utf8(token).ok()?.parse().ok()?;
    weight.is_finite().then_some(weight.min(1.0))
}

/// Writes sentences so that they read the same.
pub fn write<'r>(
    sentences: impl IntoIterator<Item = &'r NumberedRelations>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (index, sentence) in sentences.into_iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", sentence.number)?;
        let weighted = sentence.relations.iter().any(|relation| relation.weight < 1.0);
        if weighted {
            writeln!(out, "{{")?;
        }
        for relation in sentence.relations.iter() {
            if weighted {
                write!(out, "{} ", relation.weight)?;
            }
            write_relation(relation, out)?;
        }
        if weighted {
            writeln!(out, "}}")?;
        }
    }
    Ok(())
}

/// Writes one relation on a line of its own.
pub(crate) fn write_relation(relation: Relation<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"(")?;
    write_item(relation.name, out)?;
    for filler in relation.fillers.iter() {
        out.write_all(b" ")?;
        write_item(filler, out)?;
    }
    out.write_all(b")\n")
}

fn write_item(item: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let is_special = |byte: &u8| byte.is_ascii_whitespace() || b"();\\{}".contains(byte);
    let mut rest = item;
    while let Some(at) = rest.iter().position(is_special) {
        out.write_all(&rest[..at])?;
        out.write_all(&[b'\\', rest[at]])?;
        rest = &rest[at + 1..];
    }
    out.write_all(rest)
}
