//! Parses as their files have them, for drawings: no name is changed, no words are joined.

use crate::entailment::analysis::{Analysis, View};
use crate::entailment::parses::{NameScheme, ParseSpace, Parses, columns, typed};
use crate::error::Result;
use crate::formats::Format;

impl Parses {
    /// What a sentence says in the parser's own words; nothing if it has no analysis. Trees of phrases have no
    /// relations of their own and are converted.
    pub(crate) fn as_written(
        &self,
        sentence: usize,
        space: &mut ParseSpace,
    ) -> Result<Option<Analysis>> {
        let parse = &self.sentences[sentence];
        let is_there = self.analysis(sentence, View::Own, space)?;
        if is_there.is_none() {
            return Ok(None);
        }
        let read = match parse.format {
            // Names of a scheme of its own are left as they are.
            Format::Columns(_) => {
                columns(parse.sentence(), (NameScheme::Lth, parse.lemmas), View::Own, space)
            }
            Format::Stanford => typed::typed(&parse.text),
            _ => return Ok(is_there),
        };
        read.map(Some).map_err(|wrong| self.bad_sentence(parse, wrong))
    }
}
