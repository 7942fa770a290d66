//! Sentences that are read ahead, and several of them as one: where files are compared by their text,
//! what a sentence belongs to is known only when those behind it were looked at.

use crate::error::{Position, Result};
use crate::formats::{Batch, Corpus, Format, Part, Raw, Reader, Sentence, penn};
use crate::source::Text;

/// A sentence that was read and belongs to no batch yet.
pub(crate) enum Waiting {
    /// Read just now.
    Read(Text, Format, Raw),
    /// Kept in memory: this one of a corpus.
    Kept(Corpus, usize),
}

impl Waiting {
    /// The sentence.
    pub(crate) fn sentence(&self) -> Sentence<'_> {
        match self {
            Waiting::Read(text, format, raw) => {
                Sentence::new(&text[raw.start..raw.end], raw.at, *format)
            }
            Waiting::Kept(corpus, at) => corpus.at(*at),
        }
    }
}

impl Reader {
    /// The next sentence, to be looked at before it is decided what it belongs to.
    pub(crate) fn next_waiting(&mut self) -> Result<Option<Waiting>> {
        if let Some((corpus, next)) = &mut self.kept {
            let at = *next;
            *next = corpus.len().min(at + 1);
            return Ok((at < corpus.len()).then(|| Waiting::Kept(corpus.clone(), at)));
        }
        let format = self.format;
        let next = self.next_sentence()?;
        Ok(next.map(|(text, raw)| Waiting::Read(text, format, raw)))
    }
}

impl Batch {
    /// Adds a sentence that was read ahead.
    pub(crate) fn push_waiting(&mut self, waiting: Waiting) {
        match (waiting, self.parts.last_mut()) {
            (Waiting::Read(text, _, raw), Some(Part::Read(last, _, sentences)))
                if last.is_same(&text) =>
            {
                sentences.push(raw);
            }
            (Waiting::Read(text, format, raw), _) => {
                self.parts.push(Part::Read(text, format, vec![raw]));
            }
            (Waiting::Kept(_, at), Some(Part::Kept(_, range))) if range.end == at => {
                range.end += 1;
            }
            (Waiting::Kept(corpus, at), _) => self.parts.push(Part::Kept(corpus, at..at + 1)),
        }
    }
}

/// Trees that are compared together, as one text.
pub(crate) struct JoinedSentences {
    text: Vec<u8>,
    at: Position,
    format: Format,
    n: u32,
}

impl JoinedSentences {
    /// Of the trees of one file that stand one behind the other. Offsets in a tree are 32 bits wide:
    /// what is longer is cut there, and cannot be read.
    pub(crate) fn new(sentences: &[Sentence<'_>]) -> JoinedSentences {
        let mut text = Vec::new();
        for sentence in sentences {
            match sentence.held_tree() {
                Some((tree, [])) => penn::write(&tree, &mut text),
                _ => text.extend_from_slice(sentence.text),
            }
            // Lines are counted for messages.
            text.push(b'\n');
        }
        text.truncate(u32::MAX as usize);
        let first = sentences.first();
        JoinedSentences {
            text,
            at: first.map_or(Position::start_of(1), |first| first.at),
            format: first.map_or(Format::Penn(penn::Layout::Lines), |first| first.format),
            n: u32::try_from(sentences.len()).unwrap_or(u32::MAX),
        }
    }

    /// All of them as one sentence.
    pub(crate) fn sentence(&self) -> Sentence<'_> {
        Sentence { n_joined: self.n, ..Sentence::new(&self.text, self.at, self.format) }
    }
}

impl Batch {
    /// The texts that its sentences stand in, with what is between them; none for those that are kept in
    /// memory.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &[u8]> {
        self.parts.iter().filter_map(|part| match part {
            Part::Read(text, ..) => Some(&text[..]),
            Part::Kept(..) => None,
        })
    }
}
