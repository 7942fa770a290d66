//! Why a sentence has no analysis, and whether its parse can be read.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::entailment::analysis::{View, shown};
use crate::entailment::parses::{Parse, ParseSpace, Parses, read_columns, read_tree};
use crate::error::{EntailmentFault, Error, Place, Result};
use crate::formats::Format;
use crate::formats::relations::linked::Wrong;

/// Why a sentence has no analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The parser returned nothing for it.
    Empty,
    /// What stands in its place is the parse of another sentence.
    OtherSentence,
    /// It cannot be read: where, and what is wrong.
    #[doc(hidden)]
    Unreadable(String),
}

impl Missing {
    /// In words.
    pub(crate) fn words(&self) -> Cow<'static, str> {
        match self {
            Missing::Empty => "no analysis".into(),
            Missing::OtherSentence => "no analysis: the parse is of another sentence".into(),
            Missing::Unreadable(fault) => format!("no analysis: {fault}").into(),
        }
    }
}

/// What stands together of letters and digits in a text, in small letters.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = String> {
    let pieces = text.split(|c: char| !c.is_alphanumeric()).filter(|piece| !piece.is_empty());
    pieces.map(str::to_lowercase)
}

impl Parses {
    /// Why a sentence has no analysis, if that is so. Whether it can be read is only known once somebody
    /// has read it, which is done here.
    pub(crate) fn missing(&self, sentence: usize, space: &mut ParseSpace) -> Option<Missing> {
        let parse = &self.sentences[sentence];
        parse.missing.clone().or_else(|| {
            let wrong = parse.check(space).err()?;
            Some(Missing::Unreadable(self.bad_sentence(parse, wrong).to_string()))
        })
    }

    /// Nothing if a sentence can be read, or none has a parse.
    ///
    /// # Errors
    /// Where there are parses, and not one can be read: what is wrong with the first.
    pub(crate) fn check_any(&self) -> Result<()> {
        let mut space = ParseSpace::default();
        let mut first = None;
        for parse in self.sentences.iter().filter(|parse| !parse.is_blank()) {
            match parse.check(&mut space) {
                Ok(()) => return Ok(()),
                Err(wrong) => first = first.or(Some((parse, wrong))),
            }
        }
        first.map_or(Ok(()), |(parse, wrong)| Err(self.bad_sentence(parse, wrong)))
    }

    /// What is wrong with a sentence, and where.
    pub(super) fn bad_sentence(&self, parse: &Parse, (at, why): Wrong) -> Error {
        let place = Place::locate(&parse.text, at, parse.at);
        Error::at(&*self.name, place, EntailmentFault::BadSentence { number: parse.number, why })
    }
}

impl Parse {
    /// What stands together of letters and digits anywhere in its text, in small letters: its words, whatever is wrong
    /// with it, and its labels.
    pub(crate) fn pieces(&self) -> BTreeSet<String> {
        pieces(&shown(&self.text)).collect()
    }

    /// Whether it can be read; trees and columns are not converted for that.
    fn check(&self, space: &mut ParseSpace) -> std::result::Result<(), Wrong> {
        match self.format {
            _ if self.is_blank() => {}
            Format::Penn(_) => {
                let tree = read_tree(self.sentence(), space)?;
                space.trees.recycle(tree);
            }
            Format::Columns(_) => {
                let graph = read_columns(self.sentence(), space)?;
                space.columns.recycle(graph);
            }
            _ => drop(self.analysis(View::Own, space)?),
        }
        Ok(())
    }
}
