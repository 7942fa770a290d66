//! What of a word is no white space, by which texts are compared.

use unicode_normalization::char::decompose_compatible;

/// How many bytes a white-space character of Unicode's category Zs has that starts here, or 0.
#[inline]
fn blank_width(text: &[u8]) -> usize {
    match text {
        [b' ', ..] => 1,
        [0xC2, 0xA0, ..] => 2,
        [0xE1, 0x9A, 0x80, ..]
        | [0xE2, 0x80, 0x80..=0x8A | 0xAF, ..]
        | [0xE2, 0x81, 0x9F, ..]
        | [0xE3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// The bytes of a word that are no white space, added to `out`; returns how many they are.
#[inline]
pub(crate) fn push_visible(form: &[u8], out: &mut Vec<u8>) -> usize {
    // Nearly no word has any of the bytes that such characters start with.
    if !form.iter().any(|byte| matches!(byte, b' ' | 0xC2 | 0xE1..=0xE3)) {
        out.extend_from_slice(form);
        return form.len();
    }
    let before = out.len();
    let mut at = 0;
    while at < form.len() {
        match blank_width(&form[at..]) {
            0 => {
                out.push(form[at]);
                at += 1;
            }
            width => at += width,
        }
    }
    out.len() - before
}

/// The same with characters taken apart as far as Unicode can, so that composed letters and
/// letters with marks, full width and half, are the same bytes.
///
/// Each character by itself, and none becomes nothing: texts that are the same stay so, with the
/// same places between their characters, wherever they are cut into tokens.
pub(crate) fn push_folded(form: &[u8], out: &mut Vec<u8>) -> usize {
    if form.is_ascii() {
        return push_visible(form, out);
    }
    let before = out.len();
    let mut visible = Vec::with_capacity(form.len());
    push_visible(form, &mut visible);
    for chunk in visible.utf8_chunks() {
        for character in chunk.valid().chars() {
            decompose_compatible(character, |part| {
                if part == character || !part.is_whitespace() {
                    out.extend_from_slice(part.encode_utf8(&mut [0; 4]).as_bytes());
                }
            });
        }
        out.extend_from_slice(chunk.invalid());
    }
    out.len() - before
}

/// Whether nothing of a word can be seen.
#[inline]
pub(super) fn is_blank(form: &[u8]) -> bool {
    let mut at = 0;
    while at < form.len() {
        match blank_width(&form[at..]) {
            0 => return false,
            width => at += width,
        }
    }
    true
}
