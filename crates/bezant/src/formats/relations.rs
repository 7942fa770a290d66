//! Files of grammatical relations: which format it is, and one reader a format.
//!
//! These files are small and are paired by the numbers of their sentences, so a file is read
//! whole; what is read borrows from its text.

pub mod candc;
pub mod conll;
pub mod depbank;
pub mod linked;
pub mod numbered;
pub mod rasp_output;
mod syntax;
pub mod text;

use crate::error::{Error, ErrorKind, Place, Position, RelationFault, Result, Stream};
use crate::kinds::{Columns, Format, Holds};
use crate::structures::relations::{NumberedRelations, RelationFile};
use conll::Mapping;
use rasp_output::Forms;

/// A file's text, with what it is called and what it is for.
#[derive(Clone, Copy, Debug)]
pub struct Input<'s> {
    /// What the file is called.
    pub name: &'s str,
    /// All of it.
    pub text: &'s [u8],
    /// Which of the evaluator's inputs it is.
    pub stream: Stream,
}

impl Input<'_> {
    /// An error at a byte of the text.
    pub(crate) fn fail(&self, at: usize, fault: RelationFault) -> Error {
        Error::at(self.name, Place::locate(self.text, at, Position::start_of(1)), fault)
    }
}

/// What some formats need beside the file itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aids<'s> {
    /// The words as they stand in the text, for the output of the RASP parser.
    pub forms: Option<&'s Forms>,
    /// Which dependency is which relation, for CoNLL files.
    pub mapping: Option<&'s Mapping>,
}

/// Reads a file, in a format that is guessed unless it is given.
pub fn read<'s>(
    input: Input<'s>,
    format: Option<Format>,
    aids: Aids<'s>,
) -> Result<RelationFile<'s>> {
    let wanted = Holds::Relations;
    let is_empty = input.text.trim_ascii().is_empty();
    if let Some(asked) = format.filter(|format| !format.holds(wanted)) {
        return Err(Error::new(input.name, ErrorKind::WrongFormat { asked, wanted }));
    }
    let format = match format.or_else(|| Format::guess_relations(input.text)) {
        Some(format) if !is_empty => format,
        _ => {
            let fault =
                if is_empty { RelationFault::NoSentences } else { RelationFault::UnknownFormat };
            return Err(input.fail(0, fault));
        }
    };
    let sentences = match format {
        Format::Numbered => numbered::read(input)?,
        Format::DepBank => depbank::read(input)?,
        Format::Rasp => rasp_output::read(input, aids.forms)?,
        Format::Candc => candc::read(input)?,
        Format::Columns(Columns::Conllu | Columns::Conllx) => match aids.mapping {
            Some(mapping) => conll::read(input, mapping)?,
            None => return Err(input.fail(0, RelationFault::NoMapping)),
        },
        Format::Columns(Columns::Conll2009)
        | Format::Penn(_)
        | Format::Stanford
        | Format::Lines => {
            let place = Place::locate(input.text, 0, Position::start_of(1));
            let kind = ErrorKind::WrongKind { is: Some(format), wanted };
            return Err(Error::at(input.name, place, kind));
        }
    };
    if sentences.is_empty() {
        return Err(input.fail(0, RelationFault::NoSentences));
    }
    Ok(RelationFile { name: input.name, text: input.text, sentences })
}

/// A sentence that has no number in its file takes the next one.
pub(crate) fn next_number(sentences: &[NumberedRelations]) -> u64 {
    sentences.len() as u64 + 1
}

/// Reads a description in TOML; what is wrong with it has a place.
pub(crate) fn toml<T: serde::de::DeserializeOwned>(input: Input<'_>) -> Result<T> {
    let at_error = |at: usize, why: String| input.fail(at, RelationFault::BadDescription(why));
    let text = std::str::from_utf8(input.text)
        .map_err(|error| at_error(error.valid_up_to(), "this is not UTF-8".to_string()))?;
    toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        at_error(at, error.message().to_string())
    })
}
