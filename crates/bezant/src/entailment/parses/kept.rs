//! Parses that are in memory already, as the sentences of a corpus.

use crate::entailment::parses::{Block, Parses, Reading};
use crate::error::{EntailmentFault, Error, ErrorKind, Place, Result};
use crate::formats::{Corpus, Holds};

impl Parses {
    /// The sentences of a corpus, as many as are `expected` for so many pairs; they are not split again.
    ///
    /// # Errors
    /// Where there are more or fewer, or they are no parses.
    pub(crate) fn of(
        corpus: &Corpus,
        reading: Reading,
        expected: Option<(usize, usize)>,
    ) -> Result<Parses> {
        let Reading { format, lemmas, any_words, .. } = reading;
        let format = format.unwrap_or(corpus.format());
        let wanted = Holds::Parses;
        if !format.holds(wanted) {
            return Err(Error::new(
                &**corpus.name(),
                ErrorKind::WrongFormat { asked: format, wanted },
            ));
        }
        let found = corpus.len();
        if let Some((expected, pairs)) = expected.filter(|(expected, _)| *expected != found) {
            let fault = EntailmentFault::Count { found, expected, pairs };
            return Err(Error::new(&**corpus.name(), fault));
        }
        // Sets of relations have lost the words that their files had.
        if found > 0 && corpus.has_relations() {
            let first = corpus.at(0);
            let kind = ErrorKind::WrongKind { is: Some(format), wanted };
            return Err(Error::at(&**corpus.name(), Place::locate(first.text, 0, first.at), kind));
        }
        let sentences = (0..found).map(|at| corpus.at(at));
        let blocks: Vec<Block<'_>> =
            sentences.map(|sentence| (sentence.text, sentence.at)).collect();
        let texts: Vec<&[u8]> = blocks.iter().map(|(text, _)| *text).collect();
        let all = texts.join(&b'\n');
        Ok(Parses::of_blocks((corpus.name(), &all), (format, lemmas, any_words), blocks))
    }
}
