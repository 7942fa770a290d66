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
//! Everything before the first `1` is skipped, unless it is relations under a number; `;` starts a comment, `\`
//! takes the next byte as it is, and balanced parentheses may stand in a slot.

mod headings;

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::error::{self, Place, Position, RelationFault};
use crate::formats::blocks::lines;
use crate::formats::relations::syntax::Cursor;
use crate::formats::relations::{Broken, Input, Misread, read_parts};
use crate::structures::relations::{NumberedRelations, PlacedFault, Relation, RelationSet};
pub(super) use headings::each_once;
use headings::{Headings, Numbers};

/// Whether a line starts the first sentence.
pub(crate) fn is_first_number(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.strip_prefix(b"1").is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// Relations before the first number, which belong to no sentence: how many lines they are, and where the first is.
#[doc(hidden)]
pub fn before_first(text: &[u8]) -> Option<(usize, Position)> {
    let (start, _) = headings::first(text)?;
    let is_relation = |line: &[u8]| line.trim_ascii_start().starts_with(b"(");
    let mut found = lines(&text[..start], 0).filter(|(_, line)| is_relation(line));
    let (at, _) = found.next()?;
    let place = Place::locate(text, at, Position::start_of(1));
    Some((1 + found.count(), place.position))
}

/// A sentence as text, the same for the same relations.
pub(crate) fn text(sentence: &NumberedRelations) -> Vec<u8> {
    let mut text = Vec::new();
    let written = write_number(sentence, &mut text).and_then(|()| write_set(sentence, &mut text));
    written.expect("nothing can go wrong with memory");
    text
}

/// Reads all sentences of a file. Their numbers say which they are, so they come in any order; where a fault is an
/// error they ascend, as for the evaluator.
pub fn read(input: Input<'_>, broken: Broken) -> error::Result<Vec<NumberedRelations>> {
    let first = match broken {
        Broken::Fails => lines(input.text, 0).find(|(_, line)| is_first_number(line)),
        Broken::Skips => headings::first(input.text),
    };
    let Some((start, first)) = first else {
        return Err(input.fail(0, RelationFault::NoSentences));
    };
    let mut whole = Vec::new();
    if broken == Broken::Fails {
        let read = read_part(input, start, None, &mut whole);
        return read.map(|()| whole).map_err(|(at, fault)| input.fail(at, fault));
    }
    let all = Headings::of(input.text, start, first);
    // In a sound file nothing but the reading itself says where a sentence ends: a number may stand alone
    // in a line inside a relation.
    let read = read_part(input, start, Some(&mut Numbers::new(&all)), &mut whole);
    let mut starts: Vec<usize> = match read {
        Ok(()) => {
            let swallowed = all.swallowed(&whole);
            if swallowed.is_empty() {
                return Ok(each_once(input.text, whole));
            }
            whole.iter().map(|sentence| sentence.at).chain(swallowed).collect()
        }
        Err(_) => std::iter::once(start).chain(all.certain()).collect(),
    };
    starts.sort_unstable();
    let mut numbers = Numbers::new(&all);
    let read_part = |part, start, sentences: &mut Vec<NumberedRelations>| {
        read_part(part, start, Some(&mut numbers), sentences)
    };
    let sentences = read_parts(input, broken, starts.into_iter(), read_part)?;
    Ok(each_once(input.text, sentences))
}

/// Reads a text that is one sentence, whatever its lines look like. A number in it is that of no other sentence.
pub(super) fn read_alone(input: Input<'_>) -> NumberedRelations {
    read_one(input, 0, vec![NumberedRelations::default()]).unwrap_or_default()
}

/// The same, where the sentence begins with its number.
pub(super) fn read_numbered(input: Input<'_>) -> Option<NumberedRelations> {
    let mut cursor = Cursor::new(input, 0);
    let start = match cursor.next()? {
        b'(' | b'{' => return None,
        b'0'..=b'9' => cursor.at,
        // Declarations may stand before it.
        _ => headings::first(input.text)?.0,
    };
    read_one(input, start, Vec::new())
}

fn read_one(
    input: Input<'_>,
    start: usize,
    mut sentences: Vec<NumberedRelations>,
) -> Option<NumberedRelations> {
    let headings = Headings::NONE;
    let mut numbers = Numbers::of_one(&headings);
    let read = read_part(input, start, Some(&mut numbers), &mut sentences);
    let mut sentence = sentences.pop()?;
    if let Err((at, problem)) = read {
        sentence.fault = Some(PlacedFault { at: at.saturating_sub(sentence.at), problem });
    }
    Some(sentence)
}

fn parsed(digits: &[u8]) -> Option<u64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Reads the sentences from a byte on. Where something is wrong, the last one has what stands before that.
/// Without `numbers`, they ascend.
fn read_part(
    input: Input<'_>,
    start: usize,
    numbers: Option<&mut Numbers<'_>>,
    sentences: &mut Vec<NumberedRelations>,
) -> Result<(), Misread> {
    let mut here = RelationSet::default();
    let read = read_sentences(Cursor::new(input, start), numbers, sentences, &mut here);
    close(&mut here, sentences);
    read
}

/// Gives the last sentence its relations. They were gathered where there is room already, and take no more memory
/// than they need.
fn close(here: &mut RelationSet, sentences: &mut [NumberedRelations]) {
    if let Some(last) = sentences.last_mut()
        && !here.is_empty()
    {
        last.relations = here.clone();
        here.clear();
    }
}

fn read_sentences(
    mut cursor: Cursor<'_>,
    mut numbers: Option<&mut Numbers<'_>>,
    sentences: &mut Vec<NumberedRelations>,
    here: &mut RelationSet,
) -> Result<(), Misread> {
    let input = cursor.input;
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
                let last = sentences.last();
                if brace.is_none() && token.iter().all(u8::is_ascii_digit) {
                    let next = sentence(input, at, token)?;
                    match (&mut numbers, last) {
                        (None, Some(last)) if next.number <= last.number => {
                            let (previous, found) = (last.number, next.number);
                            return Err((at, RelationFault::OutOfOrder { previous, found }));
                        }
                        (None, _) => {}
                        (Some(numbers), Some(last)) => {
                            // The rest of a relation whose start is lost may begin with a number, too.
                            nothing_else(&cursor)?;
                            let place = at..cursor.at;
                            if !numbers.take(next.number, last.number, place.clone()) {
                                return Err(match numbers.is_again(next.number, &place) {
                                    true => (at, RelationFault::NumberAgain(next.number)),
                                    false => no_relation(&cursor, at),
                                });
                            }
                        }
                        (Some(numbers), None) => numbers.start(next.number),
                    }
                    close(here, sentences);
                    sentences.push(next);
                    continue;
                }
                if brace.is_none()
                    && let Some(numbers) = &mut numbers
                    && let Some(number) = numbers.dotted(at)
                {
                    close(here, sentences);
                    sentences.push(NumberedRelations {
                        number,
                        at,
                        ..NumberedRelations::default()
                    });
                    return Err((at, RelationFault::DottedNumber(number)));
                }
                let weight = weight(token).ok_or_else(|| expecting_number(input, at))?;
                cursor.next();
                cursor.relation(weight, here)?;
            }
            _ => cursor.relation(1.0, here)?,
        }
    }
    match brace {
        Some(at) => Err((at, RelationFault::UnexpectedEnd(input.stream))),
        None => Ok(()),
    }
}

/// Fails where something stands behind a number in its line that cannot belong to a sentence.
fn nothing_else(cursor: &Cursor<'_>) -> Result<(), Misread> {
    let rest = &cursor.input.text[cursor.at..];
    let blanks = rest.iter().take_while(|&&byte| byte != b'\n' && byte.is_ascii_whitespace());
    let at = cursor.at + blanks.count();
    match cursor.input.text.get(at) {
        None | Some(b'\n' | b'(' | b'{' | b';' | b'.' | b'0'..=b'9') => Ok(()),
        Some(_) => Err(no_relation(cursor, at)),
    }
}

fn no_relation(cursor: &Cursor<'_>, at: usize) -> Misread {
    let stream = cursor.input.stream;
    (at, RelationFault::ExpectingLeftParenthesis { byte: at, stream })
}

fn sentence(input: Input<'_>, at: usize, token: &[u8]) -> Result<NumberedRelations, Misread> {
    let number = parsed(token).ok_or_else(|| expecting_number(input, at))?;
    Ok(NumberedRelations { number, at, ..NumberedRelations::default() })
}

fn expecting_number(input: Input<'_>, at: usize) -> Misread {
    (at, RelationFault::ExpectingNumber { byte: at, stream: input.stream })
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

/// Writes sentences so that they read the same, as the report on the evaluator wants its `.parses`
/// files: an empty line behind the number and behind the relations. Of a sentence that could not be
/// read there is a comment that says why, and nothing that is read again: with its number, but without
/// relations it would be one that has none.
pub fn write<'r>(
    sentences: impl IntoIterator<Item = &'r NumberedRelations>,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_beside(sentences, &BTreeMap::new(), out)
}

/// The same of a system, without the sentences that gold has in a way that cannot be read: its faults, by number.
#[doc(hidden)]
pub fn write_beside<'r>(
    sentences: impl IntoIterator<Item = &'r NumberedRelations>,
    golds: &BTreeMap<u64, PlacedFault>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for sentence in sentences {
        let number = sentence.number;
        let (is_golds, fault) = match (&sentence.fault, golds.get(&number)) {
            (Some(own), _) => (false, Some(own)),
            (None, golds) => (true, golds),
        };
        if let Some(fault) = fault {
            let why = fault.problem.plain().replace(char::is_control, " ");
            let whose =
                if is_golds { "is left out: gold's cannot be read" } else { "cannot be read" };
            writeln!(out, "; sentence {number} {whose}: {why}\n")?;
            continue;
        }
        write_number(sentence, out)?;
        writeln!(out)?;
        write_set(sentence, out)?;
        if !sentence.relations.is_empty() {
            writeln!(out)?;
        }
    }
    Ok(())
}

fn write_number(sentence: &NumberedRelations, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", sentence.number)
}

/// Writes the relations of a sentence, in braces where they have weights.
fn write_set(sentence: &NumberedRelations, out: &mut dyn Write) -> io::Result<()> {
    let weighted = sentence.relations.has_weights();
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
