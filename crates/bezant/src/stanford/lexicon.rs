//! Which of the rules' word lists a word is in.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::RandomState;

use crate::stanford::tables;

/// A set of word lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lists(u16);

macro_rules! lists {
    ($($name:ident $bit:literal,)*) => {
        $(pub(super) const $name: Lists = Lists(1 << $bit);)*
    };
}

lists! {
    COPULA 0, BE 1, BEGET 2, AUXILIARY 3, TIME 4, LINKING 5, HAVE 6, SELF 7, CONTROL 8, ASKING 9,
    TELL 10, SAYING 11, NEGATION 12, INFINITIVE 13,
}

impl Lists {
    /// Whether a word of these lists is in the other.
    #[inline(always)]
    pub(super) fn meets(self, other: Lists) -> bool {
        self.0 & other.0 != 0
    }

    const fn and(self, other: Lists) -> Lists {
        Lists(self.0 | other.0)
    }
}

/// What is known about a word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LexiconEntry {
    pub(super) lists: Lists,
    /// The number of a word that prepositions of several words are made of, or 0.
    pub(super) part: u8,
}

/// What is known about words, and the prepositions that are made of several.
#[derive(Debug)]
pub(super) struct Lexicon {
    words: HashMap<Box<[u8]>, LexiconEntry, RandomState>,
    /// For each first byte, a bit for each length that a word has: most words are in no list.
    lengths: [u32; 256],
    /// Prepositions of two words, by the numbers of the words, in the order of the list.
    pub(super) pairs: Vec<[u8; 2]>,
    /// Prepositions of three words.
    pub(super) triples: Vec<[u8; 3]>,
}

/// No word of the lists is longer.
const LONGEST: usize = 16;

/// The lists never change, so that all converters share them.
static SHARED: LazyLock<Lexicon> = LazyLock::new(Lexicon::new);

impl Lexicon {
    /// The lists.
    pub(super) fn get_shared() -> &'static Lexicon {
        &SHARED
    }

    pub(super) fn new() -> Lexicon {
        let mut lexicon = Lexicon {
            words: HashMap::default(),
            lengths: [0; 256],
            pairs: Vec::new(),
            triples: Vec::new(),
        };
        let mut n = 0;
        for words in tables::TWO_WORDS {
            let pair = [words.0, words.1].map(|word| lexicon.part(word, &mut n));
            lexicon.pairs.push(pair);
        }
        for words in tables::THREE_WORDS {
            let triple = [words.0, words.1, words.2].map(|word| lexicon.part(word, &mut n));
            lexicon.triples.push(triple);
        }
        lexicon.add(tables::BE, COPULA.and(BE).and(BEGET), itself);
        lexicon.add(tables::COPULA_ONLY, COPULA.and(BEGET), itself);
        lexicon.add(tables::GET, BEGET, itself);
        lexicon.add(tables::AUXILIARIES, AUXILIARY, itself);
        lexicon.add(tables::TIMES, TIME, itself);
        lexicon.add(tables::LINKING, LINKING, itself);
        lexicon.add(tables::HAVE, HAVE, itself);
        lexicon.add(tables::SELF, SELF, itself);
        lexicon.add(tables::CONTROL, CONTROL, itself);
        lexicon.add(tables::CONTROL_PLAIN, CONTROL, plain_forms);
        lexicon.add(tables::CONTROL_E, CONTROL, forms);
        lexicon.add(tables::ASKING, ASKING, itself);
        lexicon.add(tables::TELL, TELL, itself);
        lexicon.add(tables::SAYING, SAYING, itself);
        lexicon.add(tables::SAYING_PLAIN, SAYING, plain_forms);
        lexicon.add(tables::SAYING_E, SAYING, forms);
        lexicon.add(tables::NEGATION, NEGATION, itself);
        lexicon.add(tables::INFINITIVE, INFINITIVE, forms);
        lexicon.add(tables::INFINITIVE_FORMS, INFINITIVE, itself);
        // The order of a hash table does not matter here: bits are only set.
        #[allow(clippy::iter_over_hash_type)]
        for word in lexicon.words.keys() {
            lexicon.lengths[usize::from(word[0])] |= 1 << word.len();
        }
        lexicon
    }

    fn add(&mut self, words: &str, lists: Lists, forms: fn(&str) -> Vec<String>) {
        for form in words.split_whitespace().flat_map(forms) {
            let entry = self.words.entry(form.into_bytes().into()).or_default();
            entry.lists = entry.lists.and(lists);
        }
    }

    /// The number of a word that prepositions are made of.
    fn part(&mut self, word: &str, n: &mut u8) -> u8 {
        let entry = self.words.entry(word.as_bytes().into()).or_default();
        if entry.part == 0 {
            *n += 1;
            entry.part = *n;
        }
        entry.part
    }

    /// What is known about a word, however it is capitalised.
    pub(super) fn get(&self, word: &[u8]) -> LexiconEntry {
        let mut lower = [0; LONGEST];
        let Some(lower) = lower.get_mut(..word.len()) else { return LexiconEntry::default() };
        lower.copy_from_slice(word);
        lower.make_ascii_lowercase();
        let lengths = lower.first().map_or(0, |first| self.lengths[usize::from(*first)]);
        if lengths & 1 << lower.len() == 0 {
            return LexiconEntry::default();
        }
        self.words.get(&*lower).copied().unwrap_or_default()
    }
}

fn itself(word: &str) -> Vec<String> {
    vec![word.to_string()]
}

/// Forms by adding an ending and nothing else.
fn plain_forms(verb: &str) -> Vec<String> {
    ["", "s", "ed", "ing"].iter().map(|ending| format!("{verb}{ending}")).collect()
}

/// Forms by the usual rules of spelling, some of which nobody writes.
fn forms(verb: &str) -> Vec<String> {
    if let Some(stem) = verb.strip_suffix('e') {
        return ["e", "es", "ed", "ing"].iter().map(|ending| format!("{stem}{ending}")).collect();
    }
    let mut all = plain_forms(verb);
    if let Some(stem) = verb.strip_suffix('y') {
        all.extend(["ies", "ied"].map(|ending| format!("{stem}{ending}")));
    } else if let [.., before, vowel, last] = verb.as_bytes()
        && b"aeiou".contains(vowel)
        && !b"aeiouwxy".contains(last)
        && !b"aeiou".contains(before)
    {
        all.extend(["ed", "ing"].map(|ending| format!("{verb}{}{ending}", char::from(*last))));
    }
    all
}

/// Whether a word is a face such as `:-)` or `^_^`.
pub(super) fn is_emoticon(word: &[u8]) -> bool {
    let word = String::from_utf8_lossy(word).replace("-LRB-", "(").replace("-RRB-", ")");
    let chars: Vec<char> = word.chars().collect();
    let mirrored: Vec<char> = chars.iter().rev().copied().collect();
    chars.len() <= 5 && (is_western(&chars) || is_western(&mirrored) || is_asian(&chars))
}

/// Hat, eyes, nose, mouth.
fn is_western(mut face: &[char]) -> bool {
    let mut take = |from: &str, must: bool| match face.split_first() {
        Some((first, rest)) if from.contains(*first) => {
            face = rest;
            true
        }
        _ => !must,
    };
    take("<>", false)
        && take(":;=8", true)
        && take("-o*'’", false)
        && take("()DPdpO/\\:}{@|[]", true)
        && face.is_empty()
}

/// Eyes that are the same or not, with or without a mouth, in brackets or not.
fn is_asian(face: &[char]) -> bool {
    let face = face.strip_prefix(&['(']).unwrap_or(face);
    let face = face.strip_suffix(&[')']).unwrap_or(face);
    let is_eye = |eye: &char| "-^x=~<>'’".contains(*eye);
    match face {
        ['-', '-'] => false,
        [one, two] | [one, '_' | '.', two] => is_eye(one) && is_eye(two),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_their_lists_in_all_their_forms() {
        let lexicon = Lexicon::new();
        for (word, list) in [
            ("Is", COPULA),
            ("`s", COPULA),
            ("’re", BE),
            ("gotten", BEGET),
            ("WILL", AUXILIARY),
            ("Fridays", TIME),
            ("Sept.", TIME),
            ("becoming", LINKING),
            ("urged", CONTROL),
            ("urges", CONTROL),
            ("ordering", CONTROL),
            ("conceded", SAYING),
            ("Yelped", SAYING),
            ("tries", INFINITIVE),
            ("planned", INFINITIVE),
            ("began", INFINITIVE),
        ] {
            assert!(lexicon.get(word.as_bytes()).lists.meets(list), "{word}");
        }
        assert!(!lexicon.get(b"`s").lists.meets(BE));
        assert!(!lexicon.get(b"think").lists.meets(SAYING));
        assert!(!lexicon.get(b"antidisestablishmentarianism").lists.meets(BE));
    }

    #[test]
    fn faces_are_known() {
        for face in [":)", ":-)", "(-:", ";-LRB-", "^_^", "(^_^)", "-.-", "<:o)"] {
            assert!(is_emoticon(face.as_bytes()), "{face}");
        }
        for word in ["--", "(", "...", "***", "a", ""] {
            assert!(!is_emoticon(word.as_bytes()), "{word}");
        }
    }
}
