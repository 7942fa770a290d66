//! Grammatical relations: sets of typed facts about words, one set a sentence.

use std::borrow::Cow;

use crate::error::Position;

/// The relations of one sentence, in the order they were read.
///
/// A relation is a name and its fillers. They are kept in one list, so that a set is two
/// allocations however many relations it has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RelationSet<'s> {
    items: Vec<Cow<'s, [u8]>>,
    relations: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    start: usize,
    weight: f64,
    at: usize,
}

/// One relation of a set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relation<'a> {
    /// What it is called.
    pub name: &'a [u8],
    /// What stands in its slots.
    pub fillers: &'a [Cow<'a, [u8]>],
    /// How sure the parser is of it, from 0 to 1; 1 where it does not say.
    pub weight: f64,
    /// Where it stands in its text, in bytes.
    pub at: usize,
}

impl<'s> RelationSet<'s> {
    /// Adds a relation: its name, then its fillers. One without a name is not added.
    pub fn push(
        &mut self,
        name: Cow<'s, [u8]>,
        fillers: impl IntoIterator<Item = Cow<'s, [u8]>>,
        weight: f64,
        at: usize,
    ) {
        self.relations.push(Entry { start: self.items.len(), weight, at });
        self.items.push(name);
        self.items.extend(fillers);
    }

    /// How many relations there are.
    pub fn len(&self) -> usize {
        self.relations.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.relations.is_empty()
    }

    /// One of them.
    ///
    /// # Panics
    /// Where there are not that many.
    pub fn get(&self, index: usize) -> Relation<'_> {
        let Entry { start, weight, at } = self.relations[index];
        let end = self.relations.get(index + 1).map_or(self.items.len(), |next| next.start);
        Relation { name: &self.items[start], fillers: &self.items[start + 1..end], weight, at }
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = Relation<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl Relation<'_> {
    /// As the evaluator prints it: `(dobj from RTC)`, without escapes.
    pub fn shown(&self) -> Vec<u8> {
        let mut out = b"(".to_vec();
        out.extend_from_slice(self.name);
        for filler in self.fillers {
            out.push(b' ');
            out.extend_from_slice(filler);
        }
        out.push(b')');
        out
    }
}

/// The relations of a sentence with its number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberedRelations<'s> {
    /// Which sentence, the first being 1.
    pub number: u64,
    /// Where it starts in its text, in bytes.
    pub at: usize,
    /// Its relations.
    pub relations: RelationSet<'s>,
    /// Its words, where the file has them.
    pub words: Option<Vec<u8>>,
}

/// All sentences of a file of relations.
#[derive(Clone, Debug, PartialEq)]
pub struct RelationFile<'s> {
    /// What the file is called.
    pub name: &'s str,
    /// All of its text, to show places in it.
    pub text: &'s [u8],
    /// Its sentences, by number.
    pub sentences: Vec<NumberedRelations<'s>>,
}

impl RelationFile<'_> {
    /// Whether a relation weighs less than 1.
    pub fn has_weights(&self) -> bool {
        let mut sets = self.sentences.iter().map(|sentence| &sentence.relations);
        sets.any(|relations| relations.iter().any(|relation| relation.weight < 1.0))
    }

    /// Where a byte of the file stands, with the file's name: `file:line:column`.
    pub fn place(&self, at: usize) -> String {
        let before = &self.text[..at.min(self.text.len())];
        format!("{}:{}", self.name, Position::start_of(1).after(before))
    }
}

/// The tokenised sentences behind relations.
#[derive(Clone, Debug, PartialEq)]
pub struct SentenceTexts<'s> {
    /// What the file is called.
    pub name: &'s str,
    /// All of its text, to show places in it.
    pub text: &'s [u8],
    /// Its sentences, by number.
    pub sentences: Vec<SentenceText<'s>>,
}

/// One tokenised sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentenceText<'s> {
    /// Which sentence, the first being 1.
    pub number: u64,
    /// Where its number stands, in bytes.
    pub at: usize,
    /// The sentence as it is written.
    pub words: &'s [u8],
}
