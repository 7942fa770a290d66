//! Whether two texts are the same sentence, however its words are written and divided.

use unicode_normalization::UnicodeNormalization;

use crate::formats::relations::text;

/// Sentences with fewer words say too little.
const FEWEST: usize = 4;

/// Whether texts of two sentences have so little in common that they are not of the same one: fewer than half
/// of their words, by the letters with which words begin. So lemmas (`asset+s`), names in one word (`Bank_of_Kent`) and text
/// that is not in tokens are still the same.
#[doc(hidden)]
pub fn are_different(one: &[u8], other: &[u8]) -> bool {
    let (one, other) = (beginnings(one), beginnings(other));
    if one.len().max(other.len()) < FEWEST || one.is_empty() || other.is_empty() {
        return false;
    }
    let (mut left, mut right) = (one.iter().peekable(), other.iter().peekable());
    let mut common = 0;
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => _ = left.next(),
            std::cmp::Ordering::Greater => _ = right.next(),
            std::cmp::Ordering::Equal => {
                common += 1;
                left.next();
                right.next();
            }
        }
    }
    4 * common < one.len() + other.len()
}

/// How the words of a text begin, in order: three letters, or one sign of a script that has no blanks.
fn beginnings(words: &[u8]) -> Vec<String> {
    const LENGTH: usize = 3;
    let words = String::from_utf8_lossy(&text::unmarked(words)).to_lowercase();
    let mut found: Vec<String> = Vec::new();
    let mut last = None;
    let mut is_ending = false;
    for letter in words.nfc() {
        if !letter.is_alphanumeric() {
            is_ending = letter == '+' && last.is_some_and(char::is_alphanumeric);
        } else if !is_ending {
            // From here on, scripts have signs for syllables and words.
            let is_sign = letter >= '\u{2E80}';
            let goes_on =
                last.is_some_and(|last: char| last.is_alphanumeric() && last < '\u{2E80}');
            match found.last_mut() {
                Some(word) if goes_on && !is_sign => {
                    if word.chars().count() < LENGTH {
                        word.push(letter);
                    }
                }
                _ => found.push(letter.to_string()),
            }
        }
        last = Some(letter);
    }
    found.sort_unstable();
    found
}

/// Whether two words begin with the same letter; nothing where one begins with none.
pub(crate) fn begin_alike(one: &[u8], other: &[u8]) -> Option<bool> {
    let first = |word: &[u8]| {
        let word = &word[..word.len().min(8)];
        let first = String::from_utf8_lossy(word).chars().next()?;
        first.is_alphanumeric().then(|| first.to_lowercase().next())?
    };
    Some(first(one)? == first(other)?)
}

#[cfg(test)]
mod tests {
    use super::are_different;

    #[test]
    fn the_same_words_in_other_ways_are_the_same_sentence() {
        let sentence = "The Bank of Kent\u{2019}s 2,500 assets were sold, and nobody bought them.";
        for other in [
            "The Bank of Kent 's 2,500 assets were sold , and nobody bought them .",
            "the <w>Bank of Kent</w> 's 2,500 asset+s be+ed sell+ed , and nobody buy+ed they+ .",
            "The Bank_of_Kent 2,500 assets were sold",
        ] {
            assert!(!are_different(sentence.as_bytes(), other.as_bytes()), "{other}");
        }
        for other in ["The dogs of the village slept , and nobody woke them .", "Rain fell ."] {
            assert!(are_different(sentence.as_bytes(), other.as_bytes()), "{other}");
        }
        let composed = "Zo\u{EB} saw \u{C9}mile near the caf\u{E9}";
        let apart = "Zoe\u{308} saw E\u{301}mile near the cafe\u{301}";
        assert!(!are_different(composed.as_bytes(), apart.as_bytes()));
        // Too little to say anything.
        for (one, other) in [("Yes .", "No way ."), (sentence, ""), ("", sentence)] {
            assert!(!are_different(one.as_bytes(), other.as_bytes()), "{one} {other}");
        }
        let rain = "\u{4ECA}\u{5929}\u{4E0B}\u{96E8}\u{4E86}";
        let apart: Vec<String> = rain.chars().map(String::from).collect();
        assert!(!are_different(rain.as_bytes(), apart.join(" ").as_bytes()));
    }
}
