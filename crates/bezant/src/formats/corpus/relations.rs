//! Corpora of relations: of files, of sentences one by one, and of sets that a caller has built.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Place, Position, Result, Stream};
use crate::formats::corpus::{Corpus, Kept, What};
use crate::formats::relations::{self, Aids, Broken, Input, RelationPart, candc};
use crate::formats::{Format, Holds, Reader};
use crate::source::Text;
use crate::structures::relations::{NumberedRelations, RelationFile, RelationSet};

/// Sentences of relations that were apart, as one text.
#[doc(hidden)]
pub struct JoinedRelations {
    /// As a file has them.
    pub text: Vec<u8>,
    /// Their numbers, if these are not simply counted.
    pub numbers: Option<Vec<u64>>,
    /// Where each stands.
    pub parts: Vec<RelationPart>,
}

/// Sentences of relations as a file has them; nothing stands where a system has none. Columns without a word are no
/// sentence, as in a file; brackets around nothing but relations are one without any.
#[doc(hidden)]
pub fn joined_relations(mut sentences: Vec<Option<&[u8]>>) -> JoinedRelations {
    let is_empty = |text: &[u8]| text.trim_ascii().is_empty();
    let first = sentences.iter().flatten().find(|text| !is_empty(text));
    let are_bracketed = first.is_some_and(|text| text.trim_ascii_start().starts_with(b"("));
    if !are_bracketed {
        sentences.iter_mut().for_each(|text| *text = text.filter(|text| !is_empty(text)));
    }
    let is_whole = sentences.iter().all(Option::is_some);
    let numbers =
        (1..).zip(&sentences).filter(|(_, text)| text.is_some()).map(|(number, _)| number);
    let numbers = (!is_whole).then(|| numbers.collect());
    let there: Vec<&[u8]> = sentences.iter().copied().flatten().collect();
    let (text, parts) = match are_bracketed {
        true => below_numbers(&there),
        false => in_blocks(&there),
    };
    JoinedRelations { text, numbers, parts }
}

/// Sentences each below a number.
fn below_numbers(sentences: &[&[u8]]) -> (Vec<u8>, Vec<RelationPart>) {
    let mut all = Vec::with_capacity(sentences.iter().map(|text| text.len() + 8).sum());
    let mut parts = Vec::with_capacity(sentences.len());
    for (number, text) in (1..).zip(sentences) {
        let heading = Some(all.len());
        all.extend_from_slice(format!("{number}\n\n").as_bytes());
        let start = all.len();
        all.extend_from_slice(text.trim_ascii());
        parts.push(RelationPart { heading, text: start..all.len() });
        all.extend_from_slice(b"\n\n");
    }
    (all, parts)
}

/// Sentences below each other, with an empty line behind each if they have several lines.
fn in_blocks(sentences: &[&[u8]]) -> (Vec<u8>, Vec<RelationPart>) {
    let are_blocks = sentences.iter().any(|text| text.trim_ascii().contains(&b'\n'));
    let mut all = Vec::with_capacity(sentences.iter().map(|text| text.len() + 2).sum());
    let mut parts = Vec::with_capacity(sentences.len());
    for text in sentences {
        let start = all.len();
        all.extend_from_slice(text);
        parts.push(RelationPart { heading: None, text: start..all.len() });
        if !all.ends_with(b"\n") {
            all.push(b'\n');
        }
        if are_blocks && !all.ends_with(b"\n\n") {
            all.push(b'\n');
        }
    }
    (all, parts)
}

impl Corpus {
    /// The relations of a file, in a format that is guessed unless it is given. `stream` is what the
    /// file is for, which messages say. A sentence that cannot be read keeps what is wrong with it.
    ///
    /// # Errors
    /// Where the file cannot be read, or its sentences cannot be told apart.
    #[doc(hidden)]
    pub fn read_relations(
        name: &str,
        text: &Text,
        stream: Stream,
        format: Option<Format>,
        aids: Aids<'_>,
    ) -> Result<Corpus> {
        let input = Input { name, text, stream };
        Ok(Corpus::from_relations(text, relations::read(input, format, aids, Broken::Skips)?))
    }

    /// The relations of a file that was read, in the order of their numbers; `text` is that of the whole file.
    #[doc(hidden)]
    pub fn from_relations(text: &Text, file: RelationFile<'_>) -> Corpus {
        let RelationFile { name, format, sentences, .. } = file;
        let mut position = Position::start_of(1);
        let mut done = 0;
        let starts: Vec<usize> = sentences.iter().map(|sentence| sentence.at).collect();
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let keep = |(sentence, end): (NumberedRelations, usize)| {
            // Some formats say the words of a sentence before its number.
            let at = sentence.at.clamp(done, text.len());
            position = position.after(&text[done..at]);
            done = at;
            Kept {
                text: text.slice(at..end.max(at)),
                at: position,
                number: Some(sentence.number),
                what: What::Relations(Arc::new(sentence)),
            }
        };
        let mut sentences: Vec<Kept> = sentences.into_iter().zip(ends).map(keep).collect();
        sentences.sort_by_key(|kept| kept.number);
        Corpus::new(name.into(), format, false, sentences)
    }

    /// Sentences of relations that are apart already, in a format that is guessed unless it is given; nothing
    /// stands where a system has none.
    ///
    /// # Errors
    /// Where they cannot be read as relations.
    #[doc(hidden)]
    pub fn from_relation_parts(
        name: &str,
        parts: Vec<Option<&[u8]>>,
        stream: Stream,
        format: Option<Format>,
        aids: Aids<'_>,
    ) -> Result<Corpus> {
        let JoinedRelations { text, numbers, parts } = joined_relations(parts);
        let text = Text::from_bytes(text);
        let input = Input { name, text: &text, stream };
        let file = relations::read_apart(input, &parts, numbers.as_deref(), format, aids)?;
        Ok(Corpus::from_relations(&text, file))
    }

    /// Relations that a caller has built, one set a sentence.
    pub fn from_relation_sets(name: &str, sets: impl IntoIterator<Item = RelationSet>) -> Corpus {
        let numbered = |(relations, number)| NumberedRelations {
            number,
            relations,
            ..NumberedRelations::default()
        };
        let sentences = sets.into_iter().zip(1..).map(numbered).collect();
        let file = RelationFile { name, text: &[], format: Format::Numbered, sentences };
        Corpus::from_relations(&Text::from_bytes(Vec::new()), file)
    }

    /// The same, of outputs that stand in places of their own, by number; `are_lines` says that each is in one
    /// line, such as one of JSON, whatever breaks its text has.
    #[must_use]
    #[doc(hidden)]
    pub fn at_outputs(&self, places: &BTreeMap<u64, Position>, are_lines: bool) -> Corpus {
        let placed = |kept: &Kept| {
            let at = kept.number.and_then(|number| places.get(&number));
            let (Some(at), What::Relations(sentence)) = (at, &kept.what) else {
                return kept.clone();
            };
            // Its number stands in no output.
            let digits = kept.text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let behind = &kept.text[digits..];
            let start = digits + behind.len() - behind.trim_ascii_start().len();
            let mut text = kept.text[start..].to_vec();
            if are_lines {
                let breaks = text.iter_mut().filter(|byte| b"\r\n".contains(byte));
                breaks.for_each(|byte| *byte = b' ');
            }
            let mut sentence = NumberedRelations::clone(sentence);
            sentence.at += start;
            if let Some(fault) = &mut sentence.fault {
                fault.at = fault.at.saturating_sub(start);
            }
            Kept {
                text: Text::from_bytes(text),
                at: *at,
                number: kept.number,
                what: What::Relations(Arc::new(sentence)),
            }
        };
        let sentences = self.inner.sentences.iter().map(placed).collect();
        Corpus::new(self.name.clone(), self.format(), false, sentences)
    }

    /// The same as relations, read by whoever asks first.
    fn kept_as_relations(&self) -> Result<Corpus> {
        if let Some(kept) = self.inner.relations.get() {
            return Ok(kept.clone());
        }
        let read = self.as_relations()?;
        Ok(self.inner.relations.get_or_init(|| read).clone())
    }

    /// The same as relations, where it was not known what is wanted when it was made: what the C&C parser prints
    /// is also dependencies, and one relation is like a tree.
    fn as_relations(&self) -> Result<Corpus> {
        let (format, wanted) = (self.format(), Holds::Relations);
        if format == Format::Candc {
            return Ok(self.linked_relations());
        }
        let is_there = |kept: &&Kept| !kept.text.trim_ascii().is_empty();
        let Some(first) = self.inner.sentences.iter().find(is_there) else {
            return Ok(self.without_relations());
        };
        let fail =
            |kind| Err(Error::at(&*self.name, Place::locate(&first.text, 0, first.at), kind));
        let is_like_trees = matches!(format, Format::Penn(_));
        if relations::looks_like_trees(&first.text) || !(is_like_trees || format.holds(wanted)) {
            return fail(ErrorKind::WrongKind { is: Some(format), wanted });
        }
        // It was cut into lines as trees are, and where its sentences end is not known any more.
        if is_like_trees && !self.inner.is_apart {
            return fail(ErrorKind::NoRelations);
        }
        let is_bracketed = first.text.trim_ascii_start().starts_with(b"(");
        let format = match is_like_trees {
            true => is_bracketed.then_some(Format::Numbered),
            false => Some(format),
        };
        let parts = self.parts().collect();
        Corpus::from_relation_parts(&self.name, parts, Stream::System, format, Aids::default())
    }

    /// Sentences without relations, as many as there are.
    fn without_relations(&self) -> Corpus {
        let there = (1..).zip(self.parts()).filter(|(_, part)| part.is_some());
        let empty = |(number, _)| NumberedRelations { number, ..NumberedRelations::default() };
        let sentences = there.map(empty).collect();
        let file =
            RelationFile { name: &self.name, text: &[], format: Format::Numbered, sentences };
        Corpus::from_relations(&Text::from_bytes(Vec::new()), file)
    }

    /// Each sentence as it is read in a file of the C&C parser: words without their numbers.
    fn linked_relations(&self) -> Corpus {
        let read = |(number, kept): (u64, &Kept)| {
            if matches!(kept.what, What::Missing) {
                return kept.clone();
            }
            let input = Input { name: &self.name, text: &kept.text, stream: Stream::System };
            let read = candc::read(input, Broken::Skips).unwrap_or_default();
            let mut sentence = relations::apart::joined(read).unwrap_or_default();
            sentence.number = number;
            let at = sentence.at.min(kept.text.len());
            Kept {
                text: kept.text.slice(at..kept.text.len()),
                at: kept.at.after(&kept.text[..at]),
                number: Some(number),
                what: What::Relations(Arc::new(sentence)),
            }
        };
        let sentences = (1..).zip(&self.inner.sentences).map(read).collect();
        Corpus::new(self.name.clone(), self.format(), false, sentences)
    }

    /// The same sentences in the order of gold's numbers: where one is missing, that is what is
    /// there, and those that gold does not have come last, as do others of the same number.
    pub(crate) fn in_order_of(&self, gold: &Corpus) -> Corpus {
        let number = |kept: &Kept| kept.number;
        let is_same = self.len() == gold.len()
            && self.inner.sentences.iter().map(number).eq(gold.inner.sentences.iter().map(number));
        if is_same {
            return self.clone();
        }
        let mut ours: BTreeMap<Option<u64>, VecDeque<&Kept>> = BTreeMap::new();
        for kept in &self.inner.sentences {
            ours.entry(kept.number).or_default().push_back(kept);
        }
        let missing = Kept {
            text: Text::from_bytes(Vec::new()),
            at: Position::start_of(1),
            number: None,
            what: What::Missing,
        };
        let mut sentences: Vec<Kept> = Vec::with_capacity(self.len());
        for kept in &gold.inner.sentences {
            let here = ours.get_mut(&kept.number).and_then(VecDeque::pop_front);
            sentences.push(here.unwrap_or(&missing).clone());
        }
        sentences.extend(ours.into_values().flatten().cloned());
        Corpus::new(self.name.clone(), self.inner.format, false, sentences)
    }

    /// The relations of its sentences, if that is what they are.
    #[doc(hidden)]
    pub fn relations(&self) -> impl Iterator<Item = &NumberedRelations> + Clone {
        self.inner.sentences.iter().filter_map(|kept| match &kept.what {
            What::Relations(relations) => Some(&**relations),
            _ => None,
        })
    }

    /// Where a sentence stands, with the file's name: `file:line:column`; `at` is in bytes from the
    /// start of the file.
    #[doc(hidden)]
    pub fn place(&self, number: u64, at: usize) -> String {
        let kept = self.inner.sentences.iter().find(|kept| kept.number == Some(number));
        let position = kept.map_or(Position::start_of(1), |kept| match &kept.what {
            What::Relations(sentence) => {
                let inside = at.saturating_sub(sentence.at).min(kept.text.len());
                kept.at.after(&kept.text[..inside])
            }
            _ => kept.at,
        });
        format!("{}:{position}", self.name)
    }

    /// Whether its sentences are sets of relations.
    pub(crate) fn has_relations(&self) -> bool {
        self.inner
            .sentences
            .iter()
            .all(|kept| matches!(kept.what, What::Relations(_) | What::Missing))
    }
}

impl Reader {
    /// What it reads as relations, which only a whole file says.
    pub(crate) fn relations(self) -> Result<Corpus> {
        let format = Some(self.format).filter(|it| !self.guessed || it.is_of_relations());
        match self.kept {
            Some((corpus, _)) if corpus.has_relations() => Ok(corpus),
            Some((corpus, _)) => corpus.kept_as_relations(),
            None => {
                let name = self.source.name().clone();
                let (text, aids) = (self.source.rest()?, Aids::default());
                Corpus::read_relations(&name, &text, Stream::System, format, aids)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_are_read_once_and_keep_whatever_name_asks() {
        let corpus = Corpus::from_sentences("gold", ["(ncsubj runs dog _)", ""]).unwrap();
        assert!(!corpus.has_relations());
        let asked = |corpus: &Corpus| Reader::from(corpus).relations().unwrap();
        let [first, second, other] = [&corpus, &corpus.clone(), &corpus.named("other")].map(asked);
        assert_eq!(first.relations().map(|sentence| sentence.relations.len()).sum::<usize>(), 1);
        assert!(
            Arc::ptr_eq(&first.inner, &second.inner) && Arc::ptr_eq(&first.inner, &other.inner)
        );
    }
}
