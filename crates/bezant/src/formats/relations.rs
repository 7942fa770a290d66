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

use crate::error::{Error, Place, Position, RelationFault, Result, Stream};
use crate::structures::relations::{NumberedRelations, RelationFile};
use conll::Mapping;
use rasp_output::Forms;

/// How a file of relations is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationFormat {
    /// The evaluator's own: numbered sentences, one relation a line.
    Numbered,
    /// DepBank with relations, `sentence( … rasp( … ) )`.
    DepBank,
    /// What the RASP parser prints, words with numbers and tags.
    RaspOutput,
    /// What the C&C parser prints, words with numbers, sentences between empty lines.
    Candc,
    /// Dependencies in CoNLL-X or CoNLL-U, made into relations by a mapping.
    Conll,
}

impl RelationFormat {
    /// Guesses from the text of a file.
    pub fn guess(text: &[u8]) -> Option<RelationFormat> {
        let mut looks_like_candc = false;
        for line in text.split(|&byte| byte == b'\n') {
            let line = line.trim_ascii();
            if line.starts_with(b"sentence(") {
                return Some(RelationFormat::DepBank);
            }
            if rasp_output::is_heading(line) {
                return Some(RelationFormat::RaspOutput);
            }
            // Numbers that start with another one are no relations of the C&C parser either.
            let is_number = !line.is_empty() && line.iter().all(u8::is_ascii_digit);
            if is_number || (numbered::is_first_number(line) && !line.contains(&b'\t')) {
                return Some(RelationFormat::Numbered);
            }
            if line.iter().filter(|&&byte| byte == b'\t').count() >= 7 {
                return Some(RelationFormat::Conll);
            }
            // Bracket declarations and comments of the numbered format start otherwise.
            looks_like_candc |= line.starts_with(b"(") || line.starts_with(b"<c>");
        }
        looks_like_candc.then_some(RelationFormat::Candc)
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            RelationFormat::Numbered => "numbered",
            RelationFormat::DepBank => "depbank",
            RelationFormat::RaspOutput => "rasp-output",
            RelationFormat::Candc => "candc",
            RelationFormat::Conll => "conll",
        }
    }
}

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
    format: Option<RelationFormat>,
    aids: Aids<'s>,
) -> Result<RelationFile<'s>> {
    let is_empty = input.text.trim_ascii().is_empty();
    let format = match format.or_else(|| RelationFormat::guess(input.text)) {
        Some(format) if !is_empty => format,
        _ => {
            let fault =
                if is_empty { RelationFault::NoSentences } else { RelationFault::UnknownFormat };
            return Err(input.fail(0, fault));
        }
    };
    let sentences = match format {
        RelationFormat::Numbered => numbered::read(input)?,
        RelationFormat::DepBank => depbank::read(input)?,
        RelationFormat::RaspOutput => rasp_output::read(input, aids.forms)?,
        RelationFormat::Candc => candc::read(input)?,
        RelationFormat::Conll => match aids.mapping {
            Some(mapping) => conll::read(input, mapping)?,
            None => return Err(input.fail(0, RelationFault::NoMapping)),
        },
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
