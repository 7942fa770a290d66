//! The sentences behind relations: a number, then the tokenised sentence on the next line.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::error::{Place, Position, RelationFault, Result};
use crate::formats::relations::{Broken, Input};
use crate::structures::relations::{SentenceText, SentenceTexts};

/// A sentence without the marks of names, `<w>Bank of Kent</w>:`, whose words stand between blanks. The
/// colon is part of the mark, and so is a tag behind it: `<w>Bank of Kent</w>:NP1`, or with `_`.
pub fn unmarked(words: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = memchr::memmem::find(words, b"<") else { return Cow::Borrowed(words) };
    let mut out = words[..first].to_vec();
    let mut rest = &words[first..];
    while let Some(&byte) = rest.first() {
        if let Some(after) = rest.strip_prefix(b"<w>") {
            rest = after;
        } else if let Some(after) = rest.strip_prefix(b"</w>") {
            let after = after_tag(after);
            // In text that is not in tokens, punctuation may follow at once.
            if after.first().is_some_and(|next| !next.is_ascii_whitespace()) {
                out.push(b' ');
            }
            rest = after;
        } else {
            out.push(byte);
            rest = &rest[1..];
        }
    }
    Cow::Owned(out)
}

/// What stands behind the colon, number and tag of a name.
fn after_tag(text: &[u8]) -> &[u8] {
    if !matches!(text.first(), Some(b':' | b'_')) {
        return text;
    }
    let is_part = |byte: &u8| {
        byte.is_ascii_uppercase() || byte.is_ascii_digit() || matches!(byte, b':' | b'_' | b'$')
    };
    let end = text.iter().position(|byte| !is_part(byte)).unwrap_or(text.len());
    // A word that is written together with the colon is none of it.
    let is_tag = text.get(end).is_none_or(u8::is_ascii_whitespace);
    if is_tag { &text[end..] } else { &text[1..] }
}

/// Writes numbered sentences, as the evaluator wants its `.grtext` files: the number, the sentence
/// on the next line without marks of names, an empty line.
pub fn write<'w>(
    sentences: impl IntoIterator<Item = (u64, &'w [u8])>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (number, words) in sentences {
        writeln!(out, "{number}")?;
        out.write_all(unmarked(words).trim_ascii())?;
        out.write_all(b"\n\n")?;
    }
    Ok(())
}

/// Reads all sentences of a file, whose numbers ascend.
pub fn read<'s>(input: Input<'s>) -> Result<SentenceTexts<'s>> {
    read_as(input, Broken::Fails)
}

/// The same; unless every fault is an error, numbers may come in any order.
#[doc(hidden)]
pub fn read_as<'s>(input: Input<'s>, broken: Broken) -> Result<SentenceTexts<'s>> {
    let mut sentences: Vec<SentenceText<'s>> = Vec::new();
    let mut at = 0;
    let mut lines = input.text.split_inclusive(|&byte| byte == b'\n');
    while let Some(line) = lines.next() {
        let start = at;
        at += line.len();
        let trimmed = line.trim_ascii();
        if trimmed.is_empty() {
            continue;
        }
        let digits = trimmed.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = trimmed.split_at(digits);
        let number = std::str::from_utf8(number).ok().and_then(|digits| digits.parse().ok());
        let Some(number) = number else {
            let fault = RelationFault::ExpectingNumber { byte: start, stream: input.stream };
            return Err(input.fail(start, fault));
        };
        if let Some(previous) = sentences.last().map(|last| last.number)
            && number <= previous
            && broken == Broken::Fails
        {
            let fault = RelationFault::OutOfOrder { previous, found: number };
            return Err(input.fail(start, fault));
        }
        let words = if rest.is_empty() {
            let line = lines.next().unwrap_or_default();
            at += line.len();
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            line.strip_suffix(b"\r").unwrap_or(line)
        } else {
            rest.trim_ascii_start()
        };
        sentences.push(SentenceText { number, at: start, words });
    }
    if sentences.is_empty() {
        return Err(input.fail(0, RelationFault::NoTexts));
    }
    sentences.sort_by_key(|sentence| sentence.number);
    let mut windows = sentences.windows(2);
    if let Some([first, second]) = windows.find(|two| two[0].number == two[1].number) {
        let line = Place::locate(input.text, first.at, Position::start_of(1)).position.line;
        let fault = RelationFault::TwiceNumbered { number: first.number, line };
        return Err(input.fail(second.at, fault));
    }
    Ok(SentenceTexts { name: input.name, text: input.text, sentences })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Stream;

    #[test]
    fn marks_of_names_go_and_their_words_stay_apart() {
        for (marked, plain) in [
            ("<w>Bank of Kent</w>: closed", "Bank of Kent closed"),
            ("The <w>Bank of Kent</w>:NP1 slept .", "The Bank of Kent slept ."),
            ("The <w>Bank of Kent</w>:2_NP1 slept .", "The Bank of Kent slept ."),
            ("The <w>Bank of Kent</w>_NP1, it slept", "The Bank of Kent NP1, it slept"),
            ("the <w>Bank of Kent</w>, it closed", "the Bank of Kent , it closed"),
            ("the <w>Bank of Kent</w> closed", "the Bank of Kent closed"),
            ("a < b </x>", "a < b </x>"),
            ("the <w>Kent</w>", "the Kent"),
            ("", ""),
        ] {
            assert_eq!(unmarked(marked.as_bytes()), plain.as_bytes(), "{marked}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut out = Vec::new();
        write(
            [(1, &b"The <w>Bank of Kent</w> closed . "[..]), (3, b""), (4, b"4 ducks")],
            &mut out,
        )
        .unwrap();
        assert_eq!(out, b"1\nThe Bank of Kent closed .\n\n3\n\n\n4\n4 ducks\n\n");
        let read = read(Input { name: "text", text: &out, stream: Stream::Text }).unwrap();
        let words: Vec<(u64, &[u8])> =
            read.sentences.iter().map(|sentence| (sentence.number, sentence.words)).collect();
        assert_eq!(words, [(1, &b"The Bank of Kent closed ."[..]), (3, b""), (4, b"4 ducks")]);
    }
}
