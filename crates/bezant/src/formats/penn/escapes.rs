//! How treebanks write characters that trees need for themselves.

use std::borrow::Cow;

/// Bracket tokens, and what they stand for.
pub(crate) const BRACKETS: [(&[u8], &[u8]); 6] = [
    (b"-LRB-", b"("),
    (b"-RRB-", b")"),
    (b"-LSB-", b"["),
    (b"-RSB-", b"]"),
    (b"-LCB-", b"{"),
    (b"-RCB-", b"}"),
];

/// The word as it stood in the text: brackets back from `-LRB-` and its like, `/` and `*` without
/// their backslash, and every kind of quotation mark as `"` (two) or `'` (one).
pub(crate) fn unescape(word: &[u8]) -> Cow<'_, [u8]> {
    if let Some((_, plain)) = BRACKETS.iter().find(|(token, _)| *token == word) {
        return Cow::Borrowed(plain);
    }
    match word {
        b"``" | b"''" | b"\xE2\x80\x9C" | b"\xE2\x80\x9D" => return Cow::Borrowed(b"\""),
        b"`" | b"\xE2\x80\x98" | b"\xE2\x80\x99" => return Cow::Borrowed(b"'"),
        _ => {}
    }
    if !word.contains(&b'\\') {
        return Cow::Borrowed(word);
    }
    let mut plain = Vec::with_capacity(word.len());
    let mut bytes = word.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match bytes.peek() {
            Some(b'/' | b'*') if byte == b'\\' => {}
            _ => plain.push(byte),
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_undone() {
        for (word, plain) in [
            ("-LRB-", "("),
            ("-RCB-", "}"),
            ("1\\/2", "1/2"),
            ("\\*", "*"),
            // A stroke without a backslash keeps what stands before it.
            ("1/2\\*", "1/2*"),
            ("`", "'"),
            ("‘", "'"),
            ("’", "'"),
            ("``", "\""),
            ("”", "\""),
            ("a\\b\\", "a\\b\\"),
            ("plain", "plain"),
        ] {
            assert_eq!(unescape(word.as_bytes()), plain.as_bytes(), "{word}");
        }
    }
}
