//! What the C&C parser prints: `(ncsubj sleeps_1 John_0 _)`, an empty line after each sentence.
//!
//! Lines that start with `#` are comments. A line `<c> word|lemma|tag|… …` has the sentence
//! itself; alone, it is a sentence without relations, as is a comment like `# no words`.

use std::borrow::Cow;

use crate::error::{self, Stream};
use crate::formats::blocks::lines;
use crate::formats::relations::linked::{Linked, LinkedWord, Wrong};
use crate::formats::relations::syntax::Cursor;
use crate::formats::relations::{Broken, Input, Misread, next_number, read_parts};
use crate::structures::relations::{NumberedRelations, RelationSet};

/// What a file is made of.
pub(crate) enum CandcPiece<'s> {
    /// The end of a sentence.
    EmptyLine,
    /// The words of a sentence, with what is said about each.
    Words(&'s [u8]),
    /// One relation, its words with their numbers.
    Relation(RelationSet),
}

/// Goes through a file piece by piece.
pub(crate) struct Pieces<'s> {
    input: Input<'s>,
    at: usize,
    /// Where the line of the last piece starts, or what cannot be read.
    pub start: usize,
    /// Where the line ends that was looked at last: it may hold many relations.
    line_end: usize,
}

impl<'s> Pieces<'s> {
    pub(crate) fn new(input: Input<'s>) -> Pieces<'s> {
        Pieces::from(input, 0)
    }

    fn from(input: Input<'s>, at: usize) -> Pieces<'s> {
        Pieces { input, at, start: at, line_end: at }
    }

    /// The next piece; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<CandcPiece<'s>>, Misread> {
        while self.at < self.input.text.len() {
            self.start = self.at;
            let rest = &self.input.text[self.at..];
            if self.at >= self.line_end {
                let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
                self.line_end = self.at + end;
            }
            let end = self.line_end - self.at;
            let blanks = rest[..end].len() - rest[..end].trim_ascii_start().len();
            let line = rest[blanks..end].trim_ascii_end();
            let piece = match line.strip_prefix(b"<c>") {
                Some(words) => Some(CandcPiece::Words(words)),
                None if line.is_empty() => Some(CandcPiece::EmptyLine),
                None if line.starts_with(b"#") => None,
                None => return self.relation(blanks).map(Some),
            };
            self.at += end;
            if piece.is_some() {
                return Ok(piece);
            }
        }
        Ok(None)
    }

    fn relation(&mut self, blanks: usize) -> Result<CandcPiece<'s>, Misread> {
        let mut cursor = Cursor::new(self.input, self.at + blanks);
        let mut read = RelationSet::default();
        cursor.relation(1.0, &mut read)?;
        // The rest of the line is no empty line, which would end the sentence.
        let rest = &self.input.text[cursor.at..];
        let blanks = rest.iter().take_while(|&&byte| byte != b'\n' && byte.is_ascii_whitespace());
        self.at = cursor.at + blanks.count();
        self.at += usize::from(self.input.text.get(self.at) == Some(&b'\n'));
        Ok(CandcPiece::Relation(read))
    }
}

/// Reads all sentences of a file.
pub(crate) fn read(input: Input<'_>, broken: Broken) -> error::Result<Vec<NumberedRelations>> {
    let empty = lines(input.text, 0).filter(|(_, line)| line.trim_ascii().is_empty());
    let starts = std::iter::once(0).chain(empty.map(|(at, line)| at + line.len()));
    read_parts(input, broken, starts, read_part)
}

/// Reads the sentences from a byte on.
fn read_part(
    input: Input<'_>,
    from: usize,
    sentences: &mut Vec<NumberedRelations>,
) -> Result<(), Misread> {
    let mut pieces = Pieces::from(input, from);
    let mut inside = false;
    // Where the lines since the last empty one start.
    let mut stretch = from;
    let start = |sentences: &mut Vec<NumberedRelations>, at: usize| {
        let number = next_number(sentences);
        sentences.push(NumberedRelations { number, at, ..NumberedRelations::default() });
    };
    loop {
        let next = pieces.next();
        if next.is_err() && !inside {
            start(sentences, pieces.start);
        }
        let Some(piece) = next?.filter(|piece| !matches!(piece, CandcPiece::EmptyLine)) else {
            let lines = input.text[stretch..pieces.at].trim_ascii();
            if !inside && !lines.is_empty() && !is_head(lines) {
                start(sentences, stretch);
            }
            inside = false;
            stretch = pieces.at;
            if stretch == input.text.len() {
                return Ok(());
            }
            continue;
        };
        if !inside {
            start(sentences, pieces.start);
            inside = true;
        }
        let sentence = sentences.last_mut().expect("a sentence was started");
        match piece {
            CandcPiece::EmptyLine => {}
            CandcPiece::Words(words) => {
                sentence.words = Some(forms(words).collect::<Vec<_>>().join(&b' '));
            }
            CandcPiece::Relation(read) => {
                for relation in read.iter() {
                    let without = |item| numbered(item).map_or(item, |(word, _)| word);
                    let fillers = relation.fillers.iter().map(without);
                    sentence.relations.push(relation.name, fillers, 1.0, relation.at);
                }
            }
        }
    }
}

/// A word and its number: `John` and `0` for `John_0`.
pub(crate) fn numbered(item: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = item.iter().rposition(|&byte| byte == b'_').filter(|at| *at > 0)?;
    let (word, digits) = (&item[..at], &item[at + 1..]);
    (!digits.is_empty() && digits.iter().all(u8::is_ascii_digit)).then_some((word, digits))
}

/// Words with what is said about each: `word|lemma|tag|…`.
fn words(line: &[u8]) -> impl Iterator<Item = impl Iterator<Item = &[u8]>> {
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.map(|word| word.split(|&byte| byte == b'|'))
}

/// The words as they are written.
pub(crate) fn forms(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    words(line).filter_map(|mut fields| fields.next())
}

/// Whether a stretch between empty lines has only comments, as at the head of a file; but a comment
/// in the place of a sentence is how `bezant convert` and some parsers write an empty one.
pub(crate) fn is_head(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    !text.is_empty() && !names_sentence(text) && lines.all(|line| line.starts_with(b"#"))
}

/// Whether a line is what is said in the place of a sentence, or of its name.
fn names_sentence(line: &[u8]) -> bool {
    const EMPTY_SENTENCES: [&str; 5] = ["# no ", "# sent_id", "#sent_id", "# text", "#text"];
    EMPTY_SENTENCES.iter().any(|start| line.starts_with(start.as_bytes()))
}

/// Whether one of some comments names a sentence.
pub(crate) fn is_named(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n').any(names_sentence)
}

/// Reads one sentence with the numbers, lemmas and tags of its words.
pub(crate) fn read_linked(text: &[u8]) -> std::result::Result<Linked<'_>, Wrong> {
    let mut pieces = Pieces::new(Input { name: "", text, stream: Stream::System });
    let mut sentence = Linked::default();
    // Forms in relations are a makeshift for those of the line of words, which comes last.
    let mut mentioned = Linked::default();
    loop {
        let at = |pieces: &Pieces<'_>| pieces.start;
        match pieces.next() {
            Ok(None) => break,
            Ok(Some(CandcPiece::EmptyLine)) => {}
            Ok(Some(CandcPiece::Words(line))) => {
                for (number, mut fields) in words(line).enumerate() {
                    let form = fields.next().unwrap_or_default().into();
                    let lemma = fields.next().map(Into::into);
                    let tag = fields.next().unwrap_or_default().into();
                    sentence.set(number, LinkedWord { form, lemma, tag }, at(&pieces))?;
                }
            }
            Ok(Some(CandcPiece::Relation(read))) => {
                for relation in read.iter() {
                    let owned = |item: &[u8]| Cow::Owned(item.to_vec());
                    let fillers: Vec<_> = relation.fillers.iter().map(owned).collect();
                    mentioned.link(
                        owned(relation.name),
                        &fillers,
                        |item| placed(item),
                        at(&pieces),
                    )?;
                }
            }
            Err(_) => {
                let why = "a relation stands in parentheses: (ncsubj sleeps_1 John_0 _)";
                return Err((at(&pieces), why.to_string()));
            }
        }
    }
    for (number, word) in mentioned.words.into_iter().enumerate() {
        sentence.set(number, word, 0)?;
    }
    sentence.links = mentioned.links;
    Ok(sentence)
}

/// A filler that is a word, and its place.
fn placed(item: &[u8]) -> Option<(usize, LinkedWord<'static>)> {
    let (form, digits) = numbered(item)?;
    let form = Cow::Owned(form.to_vec());
    // A number that is too large for a place is too large for a sentence, too.
    let number = std::str::from_utf8(digits).ok()?.parse().unwrap_or(usize::MAX);
    Some((number, LinkedWord { form, ..LinkedWord::default() }))
}

/// Whether the first line that is no comment looks like this format. A tree of one line has
/// brackets in brackets, or one word.
pub(crate) fn is_first_line(line: &[u8]) -> bool {
    let inner = line.strip_prefix(b"(").and_then(|line| line.strip_suffix(b")"));
    line.starts_with(b"<c>")
        || inner.is_some_and(|inner| {
            let items = inner.split(u8::is_ascii_whitespace);
            let has_brackets = items.clone().any(|item| item.len() > 1 && item.starts_with(b"("));
            !has_brackets && items.filter(|item| numbered(item).is_some()).count() > 1
        })
}
