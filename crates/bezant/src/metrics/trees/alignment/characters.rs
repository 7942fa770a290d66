//! The text of a tree as characters, with the places where its tokens meet.

use crate::formats::penn::escapes::BRACKETS;
use crate::metrics::trees::cleaning::TRACE;
use crate::metrics::trees::labels::{LabelId, LabelTable};
use crate::structures::tree::{NodeKind, Span, Tree};

/// A tree's tokens: all its leaves but traces.
#[derive(Debug, Default)]
pub(super) struct AlignedText {
    /// The characters of all tokens, one after the other.
    pub characters: Vec<u32>,
    pub tokens: Vec<AlignedToken>,
    /// Where each token starts, and last where the text ends. No token is empty, so the numbers
    /// increase.
    pub bounds: Vec<usize>,
    /// For each leaf of the tree and for its end, how many tokens stand before it.
    pub tokens_before: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct AlignedToken {
    pub tag: LabelId,
    pub text: Span,
}

/// Stands for a word without any character, so that it takes a place like any other.
const EMPTY: u32 = 0x11_0000;
/// The first of 256 numbers for bytes that are not UTF-8. Characters are smaller numbers.
const BYTE: u32 = 0x11_0100;

impl AlignedText {
    pub(crate) fn new(tree: &Tree<'_>, labels: &mut LabelTable<'_>) -> AlignedText {
        let mut text = AlignedText { bounds: vec![0], ..AlignedText::default() };
        for node in tree.nodes().iter().filter(|node| node.kind == NodeKind::Leaf) {
            text.tokens_before.push(text.tokens.len() as u32);
            let tag = tree.label(node);
            if tag != TRACE {
                push_characters(tree.body(node), &mut text.characters);
                text.tokens.push(AlignedToken { tag: labels.intern(tag), text: node.body });
                text.bounds.push(text.characters.len());
            }
        }
        text.tokens_before.push(text.tokens.len() as u32);
        text
    }

    /// Whether a token starts or ends at this character.
    pub(crate) fn is_bound(&self, at: usize) -> bool {
        self.bounds.binary_search(&at).is_ok()
    }

    /// Which of the bounds lie between two characters, both included.
    pub(crate) fn bounds_within(&self, from: usize, to: usize) -> std::ops::Range<usize> {
        let first = self.bounds.partition_point(|&bound| bound < from);
        first..self.bounds.partition_point(|&bound| bound <= to).max(first)
    }
}

/// Appends a word's characters, at least one, such that different ways to write the same text
/// give the same characters.
///
/// A double quotation mark becomes two single ones, because a tokeniser may see two tokens in
/// `''`; for the same reason an ellipsis is three full stops and a dash two hyphens.
fn push_characters(word: &[u8], characters: &mut Vec<u32>) {
    let before = characters.len();
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
                '"' | '“' | '”' | '„' | '‟' | '«' | '»' => {
                    characters.extend([u32::from('\''); 2]);
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
            rest = &rest[length..];
        }
        characters.extend(chunk.invalid().iter().map(|&byte| BYTE + u32::from(byte)));
    }
    if characters.len() == before {
        characters.push(EMPTY);
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
    use crate::formats::penn;
    use crate::metrics::trees::parameters::Preset;

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
    fn traces_are_no_tokens() {
        let parameters = Preset::None.parameters();
        let tree = penn::read(b"(S (-NONE- *) (N ab) (-NONE- *) (V c))").tree;
        let text = AlignedText::new(&tree, &mut LabelTable::new(&parameters));
        assert_eq!(text.tokens_before, [0, 0, 1, 1, 2]);
        assert_eq!(text.bounds, [0, 2, 3]);
        assert_eq!(text.bounds_within(1, 3), 1..3);
        assert_eq!(text.bounds_within(1, 1), 1..1);
    }
}
