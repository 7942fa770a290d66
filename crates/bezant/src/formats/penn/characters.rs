//! Words as characters that are the same however the text is written.

use unicode_normalization::char::{canonical_combining_class, decompose_compatible};

use crate::formats::penn::escapes::BRACKETS;

/// Stands for a word without any character, so that it takes a place like any other.
const EMPTY: u32 = 0x11_0000;
/// The first of 256 numbers for bytes that are not UTF-8. Characters are smaller numbers.
const BYTE: u32 = 0x11_0100;

/// Appends a word's characters, at least one, such that different ways to write the same text
/// give the same characters: treebank escapes, kinds of quotation marks and dashes, and Unicode's
/// forms, composed or not, full width or half.
///
/// A double quotation mark becomes two single ones, because a tokeniser may see two tokens in
/// `''`; for the same reason an ellipsis is three full stops and a dash two hyphens.
pub(crate) fn push_characters(word: &[u8], characters: &mut Vec<u32>) {
    let before = characters.len();
    let mut has_marks = false;
    for chunk in word.utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some(character) = rest.chars().next() {
            let mut length = character.len_utf8();
            match character {
                '-' => match escaped_bracket(rest.as_bytes()) {
                    Some((escape, plain)) => {
                        characters.extend(plain.iter().map(|&byte| u32::from(byte)));
                        length = escape.len();
                    }
                    None => characters.push(u32::from('-')),
                },
                '\\' if matches!(rest.as_bytes().get(1), Some(b'/' | b'*')) => {}
                _ if is_other_mark(character) || character.is_ascii() => {
                    push_one(character, characters);
                }
                _ => decompose_compatible(character, |part| {
                    has_marks |= canonical_combining_class(part) > 0;
                    push_one(part, characters);
                }),
            }
            rest = &rest[length..];
        }
        characters.extend(chunk.invalid().iter().map(|&byte| BYTE + u32::from(byte)));
    }
    if has_marks {
        order_marks(&mut characters[before..]);
    }
    if characters.len() == before {
        characters.push(EMPTY);
    }
}

/// Whether two ways to write the same characters are two forms of Unicode, and not only other
/// escapes or quotation marks.
pub(crate) fn is_other_form(one: &[u8], two: &[u8]) -> bool {
    let changes = |word: &[u8]| {
        String::from_utf8_lossy(word).chars().any(|character| {
            let mut is_changed = canonical_combining_class(character) > 0;
            if !character.is_ascii() && !is_other_mark(character) {
                decompose_compatible(character, |part| is_changed |= part != character);
            }
            is_changed
        })
    };
    one != two && (changes(one) || changes(two))
}

/// Marks of which Unicode has more kinds than a tokeniser tells apart.
fn is_other_mark(character: char) -> bool {
    matches!(
        character,
        '“' | '”'
            | '„'
            | '‟'
            | '«'
            | '»'
            | '´'
            | '‘'
            | '’'
            | '‚'
            | '‛'
            | '‹'
            | '›'
            | '′'
            | '…'
            | '–'
            | '—'
            | '―'
            | '‐'
            | '‑'
            | '−'
    )
}

fn push_one(character: char, characters: &mut Vec<u32>) {
    match character {
        '"' | '“' | '”' | '„' | '‟' | '«' | '»' => {
            characters.extend([u32::from('\''); 2])
        }
        '`' | '´' | '‘' | '’' | '‚' | '‛' | '‹' | '›' | '′' => {
            characters.push(u32::from('\''));
        }
        '…' => characters.extend([u32::from('.'); 3]),
        '–' | '—' | '―' => characters.extend([u32::from('-'); 2]),
        '‐' | '‑' | '−' => characters.push(u32::from('-')),
        // A no-break space within a word is where other tokenisers make two.
        _ if character.is_whitespace() => {}
        _ => characters.push(u32::from(character)),
    }
}

/// Puts marks over the same letter into the one order that Unicode has for them.
fn order_marks(characters: &mut [u32]) {
    let class = |number: &u32| char::from_u32(*number).map_or(0, canonical_combining_class);
    for marks in characters.chunk_by_mut(|one, two| class(one) > 0 && class(two) > 0) {
        marks.sort_by_key(class);
    }
}

/// The escape for a bracket that the text starts with. Some parsers lower the case of their words.
fn escaped_bracket(text: &[u8]) -> Option<(&'static [u8], &'static [u8])> {
    let starts = |(escape, _): &(&[u8], &[u8])| {
        text.get(..escape.len()).is_some_and(|start| start.eq_ignore_ascii_case(escape))
    };
    BRACKETS.into_iter().find(starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn characters(word: &str) -> Vec<u32> {
        let mut characters = Vec::new();
        push_characters(word.as_bytes(), &mut characters);
        characters
    }

    #[test]
    fn ways_to_write_the_same_text_are_the_same_characters() {
        for (one, two) in [
            ("``", "\""),
            ("''", "”"),
            ("``Yes", "“Yes"),
            ("do\u{2019}nt", "do'nt"),
            ("-LRB-", "("),
            ("f-LRB-x-RRB-", "f(x)"),
            ("-lsb-", "["),
            ("1\\/2", "1/2"),
            ("\\*\\*", "**"),
            ("…", "..."),
            ("--", "—"),
            ("1\u{A0}000", "1000"),
            // Composed and not, two marks in either order, Korean, full and half width, ligatures.
            ("é", "e\u{301}"),
            ("a\u{323}\u{302}", "a\u{302}\u{323}"),
            ("한", "\u{1112}\u{1161}\u{11AB}"),
            ("ＡＢ－１", "AB-1"),
            ("（ｘ）", "-LRB-x-RRB-"),
            ("ｶﾞ", "ガ"),
            ("ﬁn", "fin"),
        ] {
            assert_eq!(characters(one), characters(two), "{one} {two}");
        }
        for (one, two) in [("é", "e"), ("A", "a"), ("-", "--"), ("(", "["), ("\\", "\\\\")] {
            assert_ne!(characters(one), characters(two), "{one} {two}");
        }
    }

    #[test]
    fn nothing_is_lost_of_what_is_not_unicode_or_empty() {
        let mut all = Vec::new();
        push_characters(b"a\xFFb\xC3", &mut all);
        assert_eq!(all, [97, BYTE + 0xFF, 98, BYTE + 0xC3]);
        assert_eq!(characters(""), [EMPTY]);
        assert_eq!(characters("\u{A0}"), [EMPTY]);
    }

    #[test]
    fn forms_are_no_other_escapes() {
        assert!(is_other_form("é".as_bytes(), "e\u{301}".as_bytes()));
        assert!(is_other_form("Ａ".as_bytes(), b"A"));
        assert!(!is_other_form("“".as_bytes(), b"\""));
        assert!(!is_other_form("é".as_bytes(), "é".as_bytes()));
    }
}
