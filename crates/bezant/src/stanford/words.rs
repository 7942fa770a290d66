//! The words of a sentence, with what the rules want to know about each.

use crate::stanford::labels::Set;
use crate::stanford::lexicon::{Lexicon, LexiconEntry, Lists};
use crate::structures::tree::Span;

/// The words of one sentence, in memory that is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct SentenceWords {
    text: Vec<u8>,
    words: Vec<Word>,
}

#[derive(Clone, Copy, Debug)]
struct Word {
    form: Span,
    tag: Span,
    set: Set,
    entry: LexiconEntry,
}

impl SentenceWords {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// A word as it is written; the first is 0.
    pub(crate) fn form(&self, index: usize) -> &[u8] {
        self.slice(self.words[index].form)
    }

    /// The tag of a word.
    pub(crate) fn tag(&self, index: usize) -> &[u8] {
        self.slice(self.words[index].tag)
    }

    fn slice(&self, span: Span) -> &[u8] {
        &self.text[span.start as usize..span.end as usize]
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.words.clear();
    }

    /// Adds a word as it is written.
    pub(super) fn push(&mut self, form: &[u8], tag: &[u8], set: Set, lexicon: &Lexicon) {
        let form = self.add(form);
        let tag = self.add(tag);
        let entry = lexicon.get(self.slice(form));
        self.words.push(Word { form, tag, set, entry });
    }

    /// Adds a word of a tree, in which brackets, stars and slashes are written in other ways.
    pub(super) fn push_escaped(&mut self, form: &[u8], tag: &[u8], set: Set, lexicon: &Lexicon) {
        if memchr::memchr3(b'\\', b'-', b'=', form).is_none() {
            return self.push(form, tag, set, lexicon);
        }
        let start = self.text.len();
        let mut at = 0;
        while at < form.len() {
            let (plain, len) = match &form[at..] {
                [b'\\', byte @ (b'*' | b'/'), ..] => (*byte, 2),
                [b'-', b'L', b'R', b'B', b'-', ..] | [b'=', b'L', b'R', b'B', b'=', ..] => {
                    (b'(', 5)
                }
                [b'-', b'R', b'R', b'B', b'-', ..] | [b'=', b'R', b'R', b'B', b'=', ..] => {
                    (b')', 5)
                }
                rest => (rest[0], 1),
            };
            self.text.push(plain);
            at += len;
        }
        let form = Span { start: start as u32, end: self.text.len() as u32 };
        let tag = self.add(tag);
        let entry = lexicon.get(self.slice(form));
        self.words.push(Word { form, tag, set, entry });
    }

    fn add(&mut self, text: &[u8]) -> Span {
        let start = self.text.len() as u32;
        self.text.extend_from_slice(text);
        Span { start, end: self.text.len() as u32 }
    }

    /// Whether a word has one of these tags.
    pub(super) fn is_tagged(&self, index: u32, tags: Set) -> bool {
        self.words[index as usize].set.meets(tags)
    }

    /// Whether a word is in one of these lists.
    #[inline]
    pub(super) fn is_in(&self, index: u32, lists: Lists) -> bool {
        self.words[index as usize].entry.lists.meets(lists)
    }

    /// The number of a word that prepositions of several words are made of, or 0.
    pub(super) fn part(&self, index: u32) -> u8 {
        self.words[index as usize].entry.part
    }

    /// Whether a word is exactly one of these.
    pub(super) fn is_one(&self, index: u32, words: &[&str]) -> bool {
        let form = self.form(index as usize);
        words.iter().any(|word| word.as_bytes() == form)
    }

    /// Whether a word is one of these, however it is capitalised.
    pub(super) fn reads(&self, index: u32, words: &[&str]) -> bool {
        let form = self.form(index as usize);
        words.iter().any(|word| word.as_bytes().eq_ignore_ascii_case(form))
    }

    /// Whether a word is punctuation, whatever its tag.
    pub(super) fn is_punctuation(&self, index: u32) -> bool {
        const MARKS: [&[u8]; 21] = [
            b"{", b"}", b"''", b"'", b"``", b"`", b"-LRB-", b"-RRB-", b"(", b")", b"-LCB-",
            b"-RCB-", b".", b"?", b"!", b",", b":", b"-", b"--", b"...", b";",
        ];
        let form = self.form(index as usize);
        form.len() <= 5 && MARKS.contains(&form)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_trees_lose_their_escapes() {
        let lexicon = Lexicon::new();
        let mut words = SentenceWords::default();
        for word in ["1\\/2", "\\*", "-LRB-", "a-RRB-b", "=LRB=", "x-y", "\\", "-"] {
            words.push_escaped(word.as_bytes(), b"NN", Set::NONE, &lexicon);
        }
        let forms: Vec<_> =
            (0..words.len()).map(|n| String::from_utf8_lossy(words.form(n))).collect();
        assert_eq!(forms, ["1/2", "*", "(", "a)b", "(", "x-y", "\\", "-"]);
        assert!(words.is_punctuation(2) && !words.is_punctuation(5));
    }
}
