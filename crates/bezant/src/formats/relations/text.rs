//! The sentences behind relations: a number, then the tokenised sentence on the next line.

use crate::error::{RelationFault, Result};
use crate::formats::relations::Input;
use crate::structures::relations::{SentenceText, SentenceTexts};

/// Reads all sentences of a file.
pub fn read<'s>(input: Input<'s>) -> Result<SentenceTexts<'s>> {
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
        return Err(input.fail(0, RelationFault::NoSentences));
    }
    Ok(SentenceTexts { name: input.name, text: input.text, sentences })
}
