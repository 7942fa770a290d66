//! Trees that are written in other signs: brackets and blanks of other scripts, brackets of two kinds, and
//! calls that make a tree.

use std::borrow::Cow;

use crate::formats::penn::is_blank;
use crate::formats::repair::trees::finding::is_label;

/// Characters that are taken for others: blanks and brackets of other scripts, and what nobody sees.
const OTHERS: [(&str, &[u8]); 9] = [
    ("\u{a0}", b" "),
    ("\u{202f}", b" "),
    ("\u{3000}", b" "),
    ("\u{200b}", b""),
    ("\u{2060}", b""),
    ("\u{feff}", b""),
    ("\u{ff08}", b"("),
    ("\u{ff09}", b")"),
    ("<br>", b"\n"),
];

/// Whether there is a character in a text that nobody sees.
pub(super) fn has_unseen(text: &[u8]) -> bool {
    !text.is_ascii()
        && OTHERS.iter().any(|(sign, to)| {
            to.is_empty() && memchr::memmem::find(text, sign.as_bytes()).is_some()
        })
}

/// A text in the usual signs; nothing where it is written in them.
pub(super) fn usual(text: &[u8]) -> Option<Vec<u8>> {
    if let Some(made) = memchr::memmem::find(text, b"Tree(") {
        return called(&text[made..]);
    }
    let mut plain = Cow::Borrowed(text);
    for (sign, to) in OTHERS {
        if memchr::memmem::find(&plain, sign.as_bytes()).is_some() {
            plain = replaced(&plain, sign.as_bytes(), to).into();
        }
    }
    match plain {
        Cow::Borrowed(_) => None,
        Cow::Owned(plain) => Some(plain),
    }
}

fn replaced(text: &[u8], sign: &[u8], to: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut at = 0;
    for found in memchr::memmem::find_iter(text, sign) {
        plain.extend_from_slice(&text[at..found]);
        plain.extend_from_slice(to);
        at = found + sign.len();
    }
    plain.extend_from_slice(&text[at..]);
    plain
}

/// `Tree('NP', ['dogs'])` as `(NP dogs)`: strings are labels and words, brackets of calls those of the
/// tree. Nothing where anything else stands in it.
fn called(text: &[u8]) -> Option<Vec<u8>> {
    let mut tree = Vec::with_capacity(text.len());
    let (mut at, mut depth) = (0, 0_usize);
    while at < text.len() {
        let byte = text[at];
        if text[at..].starts_with(b"Tree(") {
            tree.extend_from_slice(if depth > 0 { b" (" } else { b"(" });
            depth += 1;
            at += b"Tree(".len();
        } else if matches!(byte, b'\'' | b'"') {
            let rest = &text[at + 1..];
            let end = memchr::memchr(byte, rest)?;
            if tree.last() != Some(&b'(') {
                tree.push(b' ');
            }
            let word = &rest[..end];
            let word = replaced(&replaced(word, b"(", b"-LRB-"), b")", b"-RRB-");
            tree.extend_from_slice(&word);
            at += end + 2;
        } else if byte == b')' {
            tree.push(b')');
            at += 1;
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(tree);
            }
        } else if is_blank(byte) || b"[],".contains(&byte) {
            at += 1;
        } else {
            return None;
        }
    }
    Some(tree)
}

/// A tree with round brackets in the place of square ones; nothing where a square one opens no phrase,
/// and is a word.
pub(super) fn of_one_kind(tree: &[u8]) -> Option<Vec<u8>> {
    let mut opening = memchr::memchr_iter(b'[', tree).peekable();
    opening.peek()?;
    let opens_phrase = |at: usize| {
        let rest = &tree[at + 1..];
        let is_end = |byte: &u8| is_blank(*byte) || b"()[]".contains(byte);
        let n = rest.iter().take(64).position(is_end).unwrap_or(0);
        is_label(&rest[..n]) && rest.get(n) != Some(&b']')
    };
    if !opening.all(opens_phrase) {
        return None;
    }
    let round = |byte: &u8| match byte {
        b'[' => b'(',
        b']' => b')',
        byte => *byte,
    };
    Some(tree.iter().map(round).collect())
}
