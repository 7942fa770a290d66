//! Spelling at the joint of stem and ending: silent `e`, doubled consonants, `y` and `ie`.
//!
//! English doubles a final consonant behind one stressed vowel (*plan, planned*) and drops a final
//! `e` (*plane, planed*). So what stands before `-ed` or `-ing` mostly tells how the word is
//! spelled without it; where stress decides, the ending is typical of one kind of word (*visited*,
//! but *hated*), and the others are in a list.

use crate::english::tables::{LISTS, VERBS};

/// Prefixes that leave the spelling of the rest alone.
const PREFIXES: [&str; 13] = [
    "re", "un", "over", "out", "under", "mis", "pre", "fore", "up", "down", "inter", "counter",
    "back",
];

/// What is left behind each prefix that a word may have, the word itself first.
pub(super) fn without_prefixes(word: &str) -> impl Iterator<Item = (&str, &str)> {
    let prefixes = PREFIXES.iter().filter_map(move |prefix| {
        let rest = word.strip_prefix(prefix)?;
        let rest = rest.strip_prefix('-').unwrap_or(rest);
        (rest.len() > 2).then(|| word.split_at(word.len() - rest.len()))
    });
    std::iter::once(("", word)).chain(prefixes)
}

/// What is left behind each prefix, if it is long enough to be a word that is not there by chance
/// (*reached* is not from *ache*).
fn long_rests(word: &str) -> impl Iterator<Item = &str> {
    let is_long = |(prefix, rest): &(&str, &str)| prefix.is_empty() || rest.len() > 3;
    without_prefixes(word).filter(is_long).map(|(_, rest)| rest)
}

/// Whether a word is listed that is this stem and a silent `e`.
pub(super) fn ends_silently(stem: &str) -> bool {
    long_rests(stem).any(|rest| LISTS.has_with("silent", rest, b'e'))
}

/// The dictionary form of a stem before `-ed`, `-ing`, `-er` or `-est`.
pub(super) fn restore(stem: &str) -> String {
    if let Some(before) = stem.strip_suffix('k')
        && LISTS.has("ck", before)
    {
        return before.to_string();
    }
    if has_double_end(stem) && !ends_silently(stem) && keeps_one(stem) {
        return stem[..stem.len() - 1].to_string();
    }
    if wants_e(stem) { format!("{stem}e") } else { stem.to_string() }
}

/// Whether a stem ends in the same consonant twice.
fn has_double_end(stem: &str) -> bool {
    matches!(stem.as_bytes(), [.., a, b] if a == b && is_consonant(*a))
}

/// Whether a doubled consonant was doubled before the ending.
fn keeps_one(stem: &str) -> bool {
    let one = |rest: &str| LISTS.has("one", &rest[..rest.len() - 1]);
    match stem.as_bytes()[stem.len() - 1] {
        b's' | b'z' => long_rests(stem).any(one),
        b'f' => false,
        // *called*, but *travelled*.
        b'l' => syllables(stem) > 1 && !LISTS.has("both", stem),
        _ => !LISTS.has("both", stem),
    }
}

/// Whether a stem has lost an `e`.
fn wants_e(stem: &str) -> bool {
    if ends_silently(stem) {
        return true;
    }
    if long_rests(stem).any(|rest| LISTS.has("plain", rest)) {
        return false;
    }
    wants_e_by_rule(stem)
}

/// What the letters alone say.
fn wants_e_by_rule(stem: &str) -> bool {
    let bytes = stem.as_bytes();
    let n = bytes.len();
    if n < 2 {
        return false;
    }
    let (before, last) = (bytes[n - 2], bytes[n - 1]);
    match last {
        b'u' | b'c' | b'v' => true,
        b's' => before != b's',
        b'z' => !matches!(before, b'z' | b't'),
        // *arranged, avenged, plunged*, but *belonged, winged*.
        b'g' if before == b'n' => matches!(bytes[..n - 2], [.., b'a' | b'e' | b'u']),
        b'g' => before != b'g',
        b'a' | b'e' | b'i' | b'o' | b'y' | b'w' | b'x' | b'h' | b'j' | b'q' => false,
        b'l' if is_consonant(before) => !matches!(before, b'r' | b'w' | b'l'),
        b'r' if is_consonant(before) => before != b'r' && before != b'w',
        _ if is_consonant(before) => false,
        _ if has_digraph(&bytes[..n - 1]) => false,
        _ if syllables(stem) == 1 => true,
        _ => is_ending_with_e(before, last),
    }
}

/// Longer words in a single vowel and a consonant: which of them have an `e` by rule.
fn is_ending_with_e(vowel: u8, consonant: u8) -> bool {
    let vowels: &[u8] = match consonant {
        b'b' | b'd' | b'f' | b'k' => b"aeiou",
        b't' => b"au",
        b'l' => b"u",
        b'm' => b"au",
        b'n' => b"iu",
        b'p' => b"ay",
        b'r' => b"aiu",
        _ => b"",
    };
    vowels.contains(&vowel)
}

pub(super) fn is_vowel(byte: u8) -> bool {
    matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u')
}

fn is_consonant(byte: u8) -> bool {
    byte.is_ascii_lowercase() && !is_vowel(byte) && byte != b'y'
}

/// Whether a text ends in two vowels that are one sound.
fn has_digraph(text: &[u8]) -> bool {
    match text {
        [.., b'q' | b'g', b'u', second] if is_vowel(*second) => false,
        [.., b'a', b'e' | b'i' | b'u' | b'y' | b'w']
        | [.., b'e', b'a' | b'e' | b'i' | b'u' | b'y' | b'w']
        | [.., b'i', b'e']
        | [.., b'o', b'a' | b'e' | b'i' | b'o' | b'u' | b'y' | b'w']
        | [.., b'u', b'i'] => true,
        _ => false,
    }
}

/// How many syllables a word has, by its vowels; a final `e` counts, so give stems.
pub(super) fn syllables(word: &str) -> usize {
    let bytes = word.as_bytes();
    let sounds = |at: usize| {
        let is_u_of_qu = at > 0
            && bytes[at] == b'u'
            && matches!(bytes[at - 1], b'q' | b'g')
            && bytes.get(at + 1).is_some_and(|next| is_vowel(*next));
        !is_u_of_qu && (is_vowel(bytes[at]) || (bytes[at] == b'y' && at > 0))
    };
    let starts = |at: usize| {
        let continues = at > 0 && sounds(at - 1) && has_digraph(&bytes[..=at]);
        sounds(at) && !continues
    };
    (0..bytes.len()).filter(|at| starts(*at)).count()
}

/// Whether a verb doubles its last consonant before `-ed` and `-ing`.
pub(super) fn doubles(base: &str) -> bool {
    // *reset* does as *set* does.
    let is_known = |(prefix, rest): (&str, &str)| {
        LISTS.has("double", rest)
            || (!prefix.is_empty() && VERBS.parts(rest).is_some() && doubles(rest))
    };
    if without_prefixes(base).any(is_known) {
        return true;
    }
    let bytes = base.as_bytes();
    let [.., before, vowel, last] = bytes else { return false };
    let is_single = is_vowel(*vowel) || *vowel == b'y';
    if !is_single || !is_consonant(*last) || matches!(last, b'w' | b'x' | b'h' | b'j' | b'q') {
        return false;
    }
    if has_digraph(&bytes[..bytes.len() - 1])
        || (is_vowel(*before) && !(*before == b'u' && bytes[..bytes.len() - 3].ends_with(b"q")))
    {
        return false;
    }
    syllables(base) == 1 && !LISTS.has("plain", base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_words_need_to_be() {
        let lists = [("silent", true), ("plain", false)];
        let mut idle = Vec::new();
        for (list, has_e) in lists {
            for word in LISTS.all(list) {
                let stem = if has_e { word.strip_suffix('e').unwrap_or(word) } else { word };
                if wants_e_by_rule(stem) == has_e {
                    idle.push(word);
                }
            }
        }
        assert_eq!(idle, [""; 0]);
    }
}
