//! Files of grammatical relations: which format it is, and one reader a format.
//!
//! These files are small and are paired by the numbers of their sentences, so a file is read
//! whole; what is read borrows from its text.

#[doc(hidden)]
pub mod alike;
pub(crate) mod apart;
pub(crate) mod candc;
pub mod conll;
pub(crate) mod depbank;
pub(crate) mod linked;
pub mod numbered;
pub mod rasp_output;
mod syntax;
pub mod text;

use crate::error::{
    Error, ErrorKind, Place, Position, RelationFault, Result, Stream, in_plain_words,
};
use crate::formats::guess;
use crate::kinds::{Columns, Format, Holds, Layout};
use crate::structures::relations::{NumberedRelations, PlacedFault, RelationFile};
#[doc(hidden)]
pub use apart::{RelationPart, read_apart};
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

/// Something that cannot be read: where, in bytes from the start of the file, and why.
pub(crate) type Misread = (usize, RelationFault);

/// What becomes of a file with something that cannot be read.
///
/// What concerns all of a file is an error either way: no sentence in it, an unknown format, aids that do not
/// fit. A file without faults reads the same either way; a relation that only the brackets of other sentences
/// close is one, and so are relations under a number before `1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// The first fault is an error, as for the evaluator of the RASP system.
    Fails,
    /// The sentence that has it keeps its number and its first fault; the rest of it is passed over,
    /// up to where the next one certainly starts. Numbers come in any order.
    Skips,
}

impl Broken {
    /// What becomes of a sentence with something that cannot be read.
    fn mark(
        self,
        input: Input<'_>,
        sentence: &mut NumberedRelations,
        (at, problem): Misread,
    ) -> Result<()> {
        match self {
            Broken::Fails => return Err(input.fail(at, problem)),
            Broken::Skips if sentence.fault.is_none() => {
                sentence.fault = Some(PlacedFault { at: at.saturating_sub(sentence.at), problem });
            }
            Broken::Skips => {}
        }
        Ok(())
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
    broken: Broken,
) -> Result<RelationFile<'s>> {
    let wanted = Holds::Relations;
    let is_empty = input.text.trim_ascii().is_empty();
    if let Some(asked) = format.filter(|format| !format.holds(wanted)) {
        return Err(Error::new(input.name, ErrorKind::WrongFormat { asked, wanted }));
    }
    if format.is_none() && broken == Broken::Skips && looks_like_trees(input.text) {
        let place = Place::locate(input.text, 0, Position::start_of(1));
        let kind = ErrorKind::WrongKind { is: Some(Format::Penn(Layout::Lines)), wanted };
        return Err(Error::at(input.name, place, kind));
    }
    if format.is_none() && broken == Broken::Skips && guess::is_pairs(input.text) {
        let place = Place::locate(input.text, 0, Position::start_of(1));
        return Err(Error::at(input.name, place, ErrorKind::Pairs));
    }
    if format.is_none() && broken == Broken::Skips && guess::is_numbered_text(input.text) {
        let first = input.text.iter().position(|byte| !byte.is_ascii_whitespace());
        return Err(input.fail(first.unwrap_or(0), RelationFault::Sentences));
    }
    let format = match format.or_else(|| Format::guess_relations(input.text)) {
        Some(format) if !is_empty => format,
        _ => {
            let fault = match (is_empty, broken) {
                (true, Broken::Skips) => {
                    return Err(Error::new(input.name, RelationFault::Empty));
                }
                // In the words of the program that fails.
                (true, Broken::Fails) => RelationFault::NoSentences,
                (false, _) => RelationFault::UnknownFormat,
            };
            return Err(input.fail(0, fault));
        }
    };
    let mut sentences = match format {
        Format::Numbered => numbered::read(input, broken)?,
        Format::DepBank => depbank::read(input, broken)?,
        Format::Rasp => rasp_output::read(input, aids.forms, broken)?,
        Format::Candc => candc::read(input, broken)?,
        Format::Columns(Columns::Conllu | Columns::Conllx) => match aids.mapping {
            Some(mapping) => conll::read(input, mapping, broken)?,
            None => return Err(input.fail(0, RelationFault::NoMapping)),
        },
        // Whoever asked for it by name was refused above.
        format => {
            let place = Place::locate(input.text, 0, Position::start_of(1));
            let kind = ErrorKind::WrongKind { is: Some(format), wanted };
            return Err(Error::at(input.name, place, kind));
        }
    };
    if sentences.is_empty() {
        return Err(input.fail(0, RelationFault::NoSentences));
    }
    for fault in sentences.iter_mut().filter_map(|sentence| sentence.fault.as_mut()) {
        fault.problem = fault.problem.clone().of_format(format);
    }
    Ok(RelationFile { name: input.name, text: input.text, format, sentences })
}

/// Reads a file part by part, so that what is wrong with one stays there: a relation that is never closed
/// ends with its part, whatever further on would close it. Where a fault is an error, the file is read in
/// one go, as the evaluator does.
///
/// `read` adds the sentences from a byte of a text to its end, and has started the one that it fails in.
/// `starts` are where parts begin.
fn read_parts<'s>(
    input: Input<'s>,
    broken: Broken,
    starts: impl Iterator<Item = usize> + Clone,
    mut read: impl FnMut(
        Input<'s>,
        usize,
        &mut Vec<NumberedRelations>,
    ) -> std::result::Result<(), Misread>,
) -> Result<Vec<NumberedRelations>> {
    let mut sentences = Vec::new();
    if broken == Broken::Fails {
        let start = starts.clone().next().unwrap_or(0);
        let found = read(input, start, &mut sentences);
        return found.map(|()| sentences).map_err(|(at, fault)| input.fail(at, fault));
    }
    let ends = starts.clone().skip(1).chain([input.text.len()]);
    for (start, end) in starts.zip(ends) {
        let part = Input { text: &input.text[..end], ..input };
        let Err((at, fault)) = read(part, start, &mut sentences) else { continue };
        match sentences.last_mut() {
            Some(sentence) => broken.mark(input, sentence, (at, fault))?,
            None => return Err(input.fail(at, fault)),
        }
    }
    Ok(sentences)
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
        at_error(at, in_plain_words(error.message()))
    })
}

/// Whether a text begins with a bracket in a bracket, as trees do and relations never.
pub(crate) fn looks_like_trees(text: &[u8]) -> bool {
    let Some(rest) = text.trim_ascii_start().strip_prefix(b"(") else { return false };
    let is_label = |byte: &u8| byte.is_ascii_alphanumeric() || b"-=.".contains(byte);
    let end = rest.iter().position(|byte| !is_label(byte)).unwrap_or(0);
    let inner = rest[end..].trim_ascii_start().strip_prefix(b"(");
    inner.is_some_and(|inner| inner.first().is_some_and(u8::is_ascii_alphabetic))
}
