//! Grammatical relations: sets of typed facts about words, one set a sentence.

use crate::error::{Error, Place, Position, RelationFault, Result};
use crate::kinds::Format;

/// The relations of one sentence, in the order they were read.
///
/// A relation is a name and its fillers. All names and fillers are kept in one text, so that a set is
/// three allocations however many relations it has.
///
/// ```
/// use bezant::RelationSet;
///
/// let mut relations = RelationSet::default();
/// relations.push("ncsubj", ["sleeps", "John", "_"], 1.0, 0);
/// assert_eq!(relations.get(0).shown(), b"(ncsubj sleeps John _)");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RelationSet {
    text: Vec<u8>,
    /// Where each name and filler ends in the text.
    ends: Vec<usize>,
    relations: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    /// Its name's place in the list of ends.
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
    pub fillers: Fillers<'a>,
    /// How sure the parser is of it, from 0 to 1; 1 where it does not say.
    pub weight: f64,
    /// Where it stands in its text, in bytes.
    pub at: usize,
}

/// What stands in the slots of a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fillers<'a> {
    text: &'a [u8],
    /// Where the first one starts.
    start: usize,
    ends: &'a [usize],
}

impl<'a> Fillers<'a> {
    /// How many there are.
    #[doc(hidden)]
    pub fn len(self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[doc(hidden)]
    pub fn is_empty(self) -> bool {
        self.ends.is_empty()
    }

    /// All of them in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = &'a [u8]> + ExactSizeIterator + Clone {
        (0..self.ends.len()).map(move |at| {
            let start = at.checked_sub(1).map_or(self.start, |before| self.ends[before]);
            &self.text[start..self.ends[at]]
        })
    }
}

impl RelationSet {
    /// Adds a relation: its name, its fillers, how sure the parser is of it, and where it stands.
    pub fn push<F: AsRef<[u8]>>(
        &mut self,
        name: impl AsRef<[u8]>,
        fillers: impl IntoIterator<Item = F>,
        weight: f64,
        at: usize,
    ) {
        self.relations.push(Entry { start: self.ends.len(), weight, at });
        self.push_item(name.as_ref());
        for filler in fillers {
            self.push_item(filler.as_ref());
        }
    }

    fn push_item(&mut self, item: &[u8]) {
        self.text.extend_from_slice(item);
        self.ends.push(self.text.len());
    }

    /// Forgets all relations, but keeps the room that they had.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.relations.clear();
    }

    /// Says that their text starts further on in a longer one.
    fn move_by(&mut self, by: usize) {
        self.relations.iter_mut().for_each(|entry| entry.at += by);
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
    #[inline]
    #[doc(hidden)]
    pub fn get(&self, index: usize) -> Relation<'_> {
        let Entry { start, weight, at } = self.relations[index];
        let end = self.relations.get(index + 1).map_or(self.ends.len(), |next| next.start);
        let name_start = start.checked_sub(1).map_or(0, |before| self.ends[before]);
        let name_end = self.ends[start];
        let fillers =
            Fillers { text: &self.text, start: name_end, ends: &self.ends[start + 1..end] };
        Relation { name: &self.text[name_start..name_end], fillers, weight, at }
    }

    /// Whether a relation weighs less than 1.
    #[doc(hidden)]
    pub fn has_weights(&self) -> bool {
        self.relations.iter().any(|entry| entry.weight < 1.0)
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = Relation<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl Relation<'_> {
    /// As the evaluator prints it: `(dobj from RTC)`, without escapes.
    #[doc(hidden)]
    pub fn shown(&self) -> Vec<u8> {
        let mut out = b"(".to_vec();
        out.extend_from_slice(self.name);
        for filler in self.fillers.iter() {
            out.push(b' ');
            out.extend_from_slice(filler);
        }
        out.push(b')');
        out
    }
}

/// Which fillers are head and dependent: the last two that are words. In a relation of one word
/// it is both.
pub(crate) fn ends<T>(fillers: &[T], is_word: impl Fn(&T) -> bool) -> Option<(usize, usize)> {
    let dependent = fillers.iter().rposition(&is_word)?;
    let head = fillers[..dependent].iter().rposition(&is_word).unwrap_or(dependent);
    Some((head, dependent))
}

/// The relations of a sentence with its number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberedRelations {
    /// Which sentence, the first being 1.
    pub number: u64,
    /// Where it starts in its text, in bytes.
    #[doc(hidden)]
    pub at: usize,
    /// Its relations.
    pub relations: RelationSet,
    /// Its words, where the file has them.
    #[doc(hidden)]
    pub words: Option<Vec<u8>>,
    /// What is wrong with it; relations behind that were not read.
    #[doc(hidden)]
    pub fault: Option<PlacedFault>,
}

impl NumberedRelations {
    /// A sentence without relations.
    pub(crate) const NONE: NumberedRelations = NumberedRelations {
        number: 0,
        at: 0,
        relations: RelationSet { text: Vec::new(), ends: Vec::new(), relations: Vec::new() },
        words: None,
        fault: None,
    };
}

impl NumberedRelations {
    /// Says that its text starts further on in a longer one.
    pub(crate) fn move_by(&mut self, by: usize) {
        self.at += by;
        self.relations.move_by(by);
    }
}

/// What is wrong with a sentence of relations.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct PlacedFault {
    /// Where, in bytes from the start of the sentence.
    pub at: usize,
    /// What.
    pub problem: RelationFault,
}

/// All sentences of a file of relations.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub struct RelationFile<'s> {
    /// What the file is called.
    pub name: &'s str,
    /// All of its text, to show places in it.
    pub text: &'s [u8],
    /// How it is written.
    pub format: Format,
    /// Its sentences, by number.
    pub sentences: Vec<NumberedRelations>,
}

impl RelationFile<'_> {
    /// Whether a relation weighs less than 1.
    pub fn has_weights(&self) -> bool {
        let mut sets = self.sentences.iter().map(|sentence| &sentence.relations);
        sets.any(RelationSet::has_weights)
    }
}

/// The tokenised sentences behind relations.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub struct SentenceTexts<'s> {
    /// What the file is called.
    pub name: &'s str,
    /// All of its text, to show places in it.
    pub text: &'s [u8],
    /// Its sentences, by number.
    pub sentences: Vec<SentenceText<'s>>,
}

impl SentenceTexts<'_> {
    /// The words of a sentence, by its number.
    pub fn of(&self, number: u64) -> Option<&[u8]> {
        let at = self.sentences.binary_search_by_key(&number, |sentence| sentence.number).ok()?;
        Some(self.sentences[at].words)
    }

    /// Fails unless these are the sentences of gold, by their numbers.
    ///
    /// # Errors
    /// At the first sentence that is another one, or at the end that comes too soon.
    pub fn check(&self, gold: impl IntoIterator<Item = u64>) -> Result<()> {
        let fail = |at: usize, fault: RelationFault| {
            let place = Place::locate(self.text, at, Position::start_of(1));
            Err(Error::at(self.name, place, fault))
        };
        let mut texts = self.sentences.iter();
        for gold in gold {
            let Some(text) = texts.next() else {
                return fail(self.text.len(), RelationFault::OtherTexts);
            };
            if text.number != gold {
                let fault =
                    RelationFault::NumberMismatch { text: Some(text.number), gold, system: gold };
                return fail(text.at, fault);
            }
        }
        match texts.next() {
            Some(text) => fail(text.at, RelationFault::OtherTexts),
            None => Ok(()),
        }
    }
}

/// One tokenised sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct SentenceText<'s> {
    /// Which sentence, the first being 1.
    pub number: u64,
    /// Where its number stands, in bytes.
    pub at: usize,
    /// The sentence as it is written.
    pub words: &'s [u8],
}
