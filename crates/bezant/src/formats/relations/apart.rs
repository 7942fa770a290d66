//! Sentences of relations that are apart already: each is read by itself, so that nothing in one moves another.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Aids, Broken, Input, candc, conll, depbank, numbered, rasp_output, read};
use crate::error::{Error, ErrorKind, RelationFault, Result};
use crate::formats::Format;
use crate::kinds::{Columns, Holds};
use crate::structures::relations::{NumberedRelations, PlacedFault, RelationFile};

/// Where a sentence stands in a text.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelationPart {
    /// Where its number is, if one was written before it.
    pub heading: Option<usize>,
    /// Its own text.
    pub text: Range<usize>,
}

/// Reads the sentences of a text that are known to be one each, in a format that is guessed by the first unless it is
/// given. `numbers` are theirs, if these are neither their own nor simply counted.
///
/// # Errors
/// Where they are no relations.
#[doc(hidden)]
pub fn read_apart<'s>(
    input: Input<'s>,
    parts: &[RelationPart],
    numbers: Option<&[u64]>,
    format: Option<Format>,
    aids: Aids<'s>,
) -> Result<RelationFile<'s>> {
    let text_of = |part: &RelationPart| &input.text[part.text.clone()];
    let is_numbered = parts.iter().any(|part| part.heading.is_some());
    let is_there = |part: &&RelationPart| !text_of(part).trim_ascii().is_empty();
    let first = parts.iter().find(is_there).map(|first| Input { text: text_of(first), ..input });
    let format = match (format, first) {
        (None, Some(_)) if is_numbered => Format::Numbered,
        // What says how the first is written, and what is no relations, is said as of a file.
        (format, Some(first)) => match read(first, format, aids, Broken::Skips) {
            Ok(file) => file.format,
            Err(error) => match (format, error.kind()) {
                (Some(format), ErrorKind::Relations(_)) if format.holds(Holds::Relations) => format,
                (None, ErrorKind::Relations(fault)) if !is_of_file(fault) => {
                    Format::guess_relations(first.text).unwrap_or(Format::Numbered)
                }
                _ => return Err(error),
            },
        },
        (format, None) => return read(input, format, aids, Broken::Skips),
    };
    // Forms are those of a whole file.
    if format == Format::Rasp && aids.forms.is_some() {
        return numbered_as(read(input, Some(format), aids, Broken::Skips)?, numbers);
    }
    let mut names = BTreeSet::new();
    let mut of_file = None;
    let mut sentences: Vec<NumberedRelations> = Vec::with_capacity(parts.len());
    for (part, next) in parts.iter().zip(1..) {
        let here = Input { text: text_of(part), ..input };
        let mut number = None;
        let found = match format {
            Format::Numbered => {
                let own = numbered::read_numbered(here).filter(|_| !is_numbered);
                number = own.as_ref().map(|sentence| sentence.number);
                Ok(vec![own.unwrap_or_else(|| numbered::read_alone(here))])
            }
            Format::DepBank => depbank::read(here, Broken::Skips),
            Format::Rasp => rasp_output::read(here, None, Broken::Skips),
            Format::Candc => candc::read(here, Broken::Skips),
            Format::Columns(Columns::Conllu | Columns::Conllx) => match aids.mapping {
                Some(mapping) => conll::read_noting(here, mapping, Broken::Skips, &mut names),
                None => Err(input.fail(0, RelationFault::NoMapping)),
            },
            // Whatever else there is was refused with the first.
            _ => Ok(Vec::new()),
        };
        let mut sentence = match found {
            Ok(found) => joined(found).unwrap_or_else(|| nothing(here, format)),
            Err(error) => {
                let sentence = unreadable(here, format, &error);
                of_file = of_file.or(Some(error));
                sentence.ok_or_else(|| of_file.take().expect("it was just put there"))?
            }
        };
        sentence.move_by(part.text.start);
        if let Some(heading) = part.heading {
            let moved = sentence.at.saturating_sub(heading);
            sentence.fault.iter_mut().for_each(|fault| fault.at += moved);
            sentence.at = heading;
        }
        sentence.number = number.unwrap_or(next);
        if let Some(fault) = &mut sentence.fault {
            fault.problem = fault.problem.clone().of_format(format);
        }
        sentences.push(sentence);
    }
    if sentences.iter().all(|sentence| sentence.relations.is_empty() && sentence.fault.is_none()) {
        conll::check_mapped(input, &names)?;
        if let Some(error) = of_file {
            return Err(error);
        }
    }
    let file = RelationFile { name: input.name, text: input.text, format, sentences };
    let mut file = numbered_as(file, numbers)?;
    if format == Format::Numbered && numbers.is_none() {
        file.sentences = numbered::each_once(input.text, file.sentences);
    }
    Ok(file)
}

/// With numbers that are known.
fn numbered_as<'s>(
    mut file: RelationFile<'s>,
    numbers: Option<&[u64]>,
) -> Result<RelationFile<'s>> {
    for (sentence, number) in file.sentences.iter_mut().zip(numbers.into_iter().flatten()) {
        sentence.number = *number;
    }
    Ok(file)
}

/// Whether a fault says that these are no relations, or that something else is needed to read them.
fn is_of_file(fault: &RelationFault) -> bool {
    matches!(
        fault,
        RelationFault::Sentences | RelationFault::UnknownFormat | RelationFault::NoMapping
    )
}

/// What is read of a sentence that is known to be one: empty lines and the like inside are no end of it.
pub(crate) fn joined(read: Vec<NumberedRelations>) -> Option<NumberedRelations> {
    let mut read = read.into_iter();
    let mut sentence = read.next()?;
    for more in read {
        for one in more.relations.iter() {
            sentence.relations.push(one.name, one.fillers.iter(), one.weight, one.at);
        }
        sentence.words = sentence.words.or(more.words);
        let at = more.at.saturating_sub(sentence.at);
        let moved = |fault: PlacedFault| PlacedFault { at: fault.at + at, ..fault };
        sentence.fault = sentence.fault.or(more.fault.map(moved));
    }
    Some(sentence)
}

/// A sentence in which its reader found none: it has no relations, unless what it has is none of them.
fn nothing(input: Input<'_>, format: Format) -> NumberedRelations {
    let first = input.text.iter().position(|byte| !byte.is_ascii_whitespace());
    let is_other = matches!(format, Format::DepBank | Format::Rasp);
    let problem = RelationFault::NoRelation(format);
    let fault = first.filter(|_| is_other).map(|at| PlacedFault { at, problem });
    NumberedRelations { fault, ..NumberedRelations::default() }
}

/// A sentence whose reader ended there; nothing where that is no fault of a sentence.
fn unreadable(input: Input<'_>, format: Format, error: &Error) -> Option<NumberedRelations> {
    match error.kind() {
        ErrorKind::Relations(RelationFault::NoLists) => Some(NumberedRelations::default()),
        ErrorKind::Relations(fault) if !is_of_file(fault) => Some(nothing(input, format)),
        _ => None,
    }
}
