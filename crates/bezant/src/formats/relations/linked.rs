//! Relations between words that have numbers, as the C&C and RASP parsers print them.

use std::borrow::Cow;

use crate::structures::relations::ends;

/// A word that a parser printed. One that nothing is said about has no form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LinkedWord<'s> {
    /// As it is written, or its stem where that is all there is.
    pub(crate) form: Cow<'s, [u8]>,
    /// Its dictionary form, if the parser says it.
    pub(crate) lemma: Option<Cow<'s, [u8]>>,
    /// Its tag; empty if there is none.
    pub(crate) tag: Cow<'s, [u8]>,
}

/// A relation between two words by their places, the first being 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link<'s> {
    /// What it is called.
    pub(crate) name: Cow<'s, [u8]>,
    /// What else fills it, without a number: `obj` in `(ncsubj seen_2 John_0 obj)`.
    pub(crate) subtype: Option<Cow<'s, [u8]>>,
    /// The word that it depends on.
    pub(crate) head: usize,
    /// The word that depends on it; the same one in a relation of one word.
    pub(crate) dependent: usize,
}

/// What a parser says about one sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Linked<'s> {
    /// Its words.
    pub(crate) words: Vec<LinkedWord<'s>>,
    /// Its relations in the order of the text.
    pub(crate) links: Vec<Link<'s>>,
}

/// Something wrong with a sentence, and where in its text.
pub(crate) type Wrong = (usize, String);

/// More words than any sentence has; a larger number is a slip, and would fill the memory.
const MOST_WORDS: usize = 1 << 16;

impl<'s> Linked<'s> {
    /// A word's tag.
    pub(crate) fn tag(&self, word: usize) -> &[u8] {
        self.words.get(word).map_or(b"", |word| &word.tag)
    }

    /// Puts a word where it belongs, if nothing is there yet; `at` is where it stands.
    pub(crate) fn set(
        &mut self,
        number: usize,
        word: LinkedWord<'s>,
        at: usize,
    ) -> Result<(), Wrong> {
        if number >= MOST_WORDS {
            return Err((at, format!("no sentence has {} words", number.saturating_add(1))));
        }
        if number >= self.words.len() {
            self.words.resize_with(number + 1, LinkedWord::default);
        }
        if self.words[number].form.is_empty() {
            self.words[number] = word;
        }
        Ok(())
    }

    /// Adds a relation. The last two fillers that are words are head and dependent; one of `read`
    /// is a word with its place.
    pub(super) fn link<'f>(
        &mut self,
        name: Cow<'s, [u8]>,
        fillers: &'f [Cow<'s, [u8]>],
        read: impl Fn(&'f Cow<'s, [u8]>) -> Option<(usize, LinkedWord<'s>)>,
        at: usize,
    ) -> Result<(), Wrong> {
        let words: Vec<Option<(usize, LinkedWord<'s>)>> = fillers.iter().map(read).collect();
        let Some((head, dependent)) = ends(&words, Option::is_some) else { return Ok(()) };
        let place = |at: usize| words[at].as_ref().map_or(0, |(place, _)| *place);
        let (head_place, dependent_place) = (place(head), place(dependent));
        let mut subtype = None;
        for (at_filler, (filler, word)) in fillers.iter().zip(words).enumerate() {
            let is_end = at_filler == head || at_filler == dependent;
            if !is_end && filler.as_ref() != b"_" {
                subtype.get_or_insert(word.as_ref().map_or(filler, |(_, word)| &word.form).clone());
            }
            if let Some((place, word)) = word {
                self.set(place, word, at)?;
            }
        }
        self.links.push(Link { name, subtype, head: head_place, dependent: dependent_place });
        Ok(())
    }
}
