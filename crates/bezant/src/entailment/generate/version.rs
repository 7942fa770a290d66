//! One sentence as several parsers read it: the links of each, over the same words.

use std::collections::BTreeMap;

use crate::entailment::generate::{HeadedSentence, LinkRelation, WordLink, frames, links};
use crate::entailment::parses::letters;

/// What makes a statement the same in two parses: who, whom, and how they belong together.
pub type Key = (usize, usize, LinkRelation);

/// A sentence as one parser reads it.
#[derive(Clone, Debug)]
pub struct Version {
    /// What it says.
    pub sentence: HeadedSentence,
    /// Which words belong together.
    pub links: Vec<WordLink>,
    /// Which word of the first version each of its words is.
    places: Vec<Option<usize>>,
}

impl Version {
    /// The first version of a sentence, whose words all others are compared by.
    pub fn new(sentence: HeadedSentence) -> Version {
        let places = (0..sentence.words().len()).map(Some).collect();
        Version { links: links(&sentence, &frames(&sentence)), sentence, places }
    }

    /// Another version; nothing if it is one of another sentence.
    pub fn beside(sentence: HeadedSentence, words: &Spelling) -> Option<Version> {
        let own = Spelling::of(sentence.words().iter().map(|word| word.form.as_str()));
        let places = own.places_in(words)?;
        Some(Version { links: links(&sentence, &frames(&sentence)), sentence, places })
    }

    /// A word as the first version counts it; nothing if its words are divided otherwise there.
    pub fn place(&self, word: usize) -> Option<usize> {
        self.places[word]
    }

    /// A link as the first version counts its words.
    pub(crate) fn key(&self, link: &WordLink) -> Option<Key> {
        Some((self.place(link.governor)?, self.place(link.dependent)?, link.relation))
    }

    /// The word at the top of all words that hang on each other and are joined to their heads in some way,
    /// for each word of the first version.
    pub(super) fn tops(&self, n: usize, is_joined: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut tops: Vec<usize> = (0..n).collect();
        let mut here: Vec<usize> = (0..self.sentence.words().len()).collect();
        for word in self.sentence.heads_first() {
            if let Some(head) = self.sentence.word(word).head
                && is_joined(word)
            {
                here[word] = here[head];
            }
            if let (Some(place), Some(top)) = (self.place(word), self.place(here[word])) {
                tops[place] = top;
            }
        }
        tops
    }

    /// The word that each word of the first version hangs on here.
    pub(super) fn heads(&self, n: usize) -> Vec<Option<usize>> {
        let mut heads = vec![None; n];
        for (at, word) in self.sentence.words().iter().enumerate() {
            if let Some(place) = self.place(at) {
                heads[place] = word.head.and_then(|head| self.place(head));
            }
        }
        heads
    }
}

/// Where the words of a sentence stand among its letters and digits: the same whatever a parser does with
/// marks, and however it divides words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    letters: String,
    words: Vec<(usize, usize)>,
}

impl Spelling {
    /// Of words.
    pub fn of<'w>(words: impl Iterator<Item = &'w str>) -> Spelling {
        let mut spelling = Spelling::default();
        for word in words {
            let start = spelling.letters.len();
            spelling.letters.extend(letters(word));
            spelling.words.push((start, spelling.letters.len()));
        }
        spelling
    }

    /// Which of its words each of ours is; nothing if the letters differ.
    fn places_in(&self, other: &Spelling) -> Option<Vec<Option<usize>>> {
        if self.letters != other.letters {
            return None;
        }
        if self.words == other.words {
            return Some((0..self.words.len()).map(Some).collect());
        }
        let is_seen = |(_, (start, end)): &(usize, &(usize, usize))| start < end;
        let theirs: BTreeMap<(usize, usize), usize> =
            other.words.iter().enumerate().filter(is_seen).map(|(at, word)| (*word, at)).collect();
        Some(self.words.iter().map(|word| theirs.get(word).copied()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_divided_otherwise_have_no_place() {
        let spelling = |text: &str| Spelling::of(text.split(' '));
        let ours = spelling("He did n't pay -LRB- yet -RRB- .");
        let places = ours.places_in(&spelling("he didn't pay ( yet ) .")).unwrap();
        let expected = [Some(0), None, None, Some(2), None, Some(4), None, None];
        assert_eq!(places, expected);
        assert_eq!(ours.places_in(&spelling("He did n't pay yet , sir .")), None);
        assert_eq!(ours.places_in(&ours).unwrap().len(), 8);
    }
}
