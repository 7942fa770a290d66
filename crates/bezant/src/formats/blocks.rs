//! Formats in which an empty line ends a sentence: where one ends and the next begins.

use std::collections::VecDeque;

use crate::error::Position;
use crate::formats::Raw;

/// How many bytes of `text` are whole sentences.
pub(super) fn cut(text: &[u8], at_end: bool) -> usize {
    if at_end {
        return text.len();
    }
    let after =
        |needle: &[u8]| memchr::memmem::rfind(text, needle).map_or(0, |at| at + needle.len());
    after(b"\n\n").max(after(b"\n\r\n"))
}

/// What empty lines say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EmptyLines {
    /// Several between two sentences say no more than one. Comments behind the last sentence of a
    /// file are no sentence.
    Separate,
    /// Each ends a sentence, which may be empty, and so does a line of blanks: parses are put
    /// beside the sentences that were parsed, and one that failed leaves nothing but its place.
    Count,
}

/// The sentences of a text that starts at `position`, and where the text after it goes on.
pub(crate) fn split(
    text: &[u8],
    position: Position,
    empty_lines: EmptyLines,
) -> (VecDeque<Raw>, Position) {
    let counts = empty_lines == EmptyLines::Count;
    let mut found = VecDeque::new();
    let mut line = position.line;
    let mut at = 0;
    let mut start = None;
    while at < text.len() {
        let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |n| at + n + 1);
        let text_line = &text[at..end];
        let is_empty = matches!(text_line, b"\n" | b"\r\n" | b"\r")
            || (counts && text_line.trim_ascii().is_empty());
        match (start, is_empty) {
            (None, false) => start = Some((at, line)),
            (None, true) if counts => {
                found.push_back(Raw { start: at, end: at, at: Position::start_of(line) });
            }
            (Some((first, first_line)), true) => {
                found.push_back(Raw { start: first, end: at, at: Position::start_of(first_line) });
                start = None;
            }
            _ => {}
        }
        at = end;
        line += 1;
    }
    // Only a file's last block ends without an empty line.
    let is_comment = |line: &[u8]| line.is_empty() || line.starts_with(b"#");
    if let Some((first, first_line)) = start
        && (counts || !text[first..].split(|byte| *byte == b'\n').all(is_comment))
    {
        found.push_back(Raw { start: first, end: at, at: Position::start_of(first_line) });
    }
    (found, Position::start_of(line))
}

/// The texts of the sentences in a stretch of a file.
pub(crate) fn pieces(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        while let [b'\n', tail @ ..] | [b'\r', b'\n', tail @ ..] = rest {
            rest = tail;
        }
        if rest.is_empty() {
            return None;
        }
        let plain = memchr::memmem::find(rest, b"\n\n").map_or(rest.len(), |at| at + 1);
        // Only texts with such line ends pay for the second search.
        let end = memchr::memmem::find(&rest[..plain], b"\n\r\n").map_or(plain, |at| at + 1);
        let piece = &rest[..end];
        rest = &rest[end..];
        Some(piece)
    })
}

/// The lines of a text from a byte on, with where each starts.
pub(crate) fn lines(text: &[u8], from: usize) -> impl Iterator<Item = (usize, &[u8])> + Clone {
    let lines = text[from..].split_inclusive(|&byte| byte == b'\n');
    lines.scan(from, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    })
}

/// The lines that are neither empty nor comments, without the blanks around them.
pub(crate) fn saying_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"))
}

/// Whether a text has nothing but empty lines and comments.
pub(crate) fn says_nothing(text: &[u8]) -> bool {
    saying_lines(text).next().is_none()
}

/// Where the parts of a text end that have empty lines between them; the last one at its end.
pub(crate) fn ends(text: &[u8]) -> impl Iterator<Item = usize> {
    let is_end = |at: &usize| matches!(text[at + 1..], [b'\n', ..] | [b'\r', b'\n', ..]);
    memchr::memchr_iter(b'\n', text).filter(is_end).chain([text.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(&str, u64)> {
        let (found, _) = split(text.as_bytes(), Position::start_of(1), EmptyLines::Separate);
        found.iter().map(|raw| (&text[raw.start..raw.end], raw.at.line)).collect()
    }

    #[test]
    fn empty_lines_end_sentences_however_many_there_are() {
        assert_eq!(texts("a\nb\n\nc\n"), [("a\nb\n", 1), ("c\n", 4)]);
        assert_eq!(texts("\n\na\r\n\r\n\r\nc"), [("a\r\n", 3), ("c", 6)]);
        assert!(texts("\n\r\n\n").is_empty());
    }

    #[test]
    fn where_empty_lines_count_sentences_may_be_empty() {
        let (found, _) = split(b"a\n\n \n\nb\n# c", Position::start_of(1), EmptyLines::Count);
        let found: Vec<_> = found.iter().map(|raw| (raw.start..raw.end, raw.at.line)).collect();
        assert_eq!(found, [(0..2, 1), (3..3, 3), (5..5, 4), (6..11, 5)]);
    }

    #[test]
    fn comments_at_the_end_are_no_sentence() {
        assert_eq!(texts("a\n\n# made by hand\n#\n"), [("a\n", 1)]);
        assert_eq!(texts("a\n\n# b\nc"), [("a\n", 1), ("# b\nc", 3)]);
        assert_eq!(texts("a\n\n# b\n\nc\n"), [("a\n", 1), ("# b\n", 3), ("c\n", 5)]);
    }

    #[test]
    fn pieces_are_the_sentences() {
        for text in ["a\nb\n\nc\n", "\n\na\r\n\r\n\r\nc", "\n\r\n\n", "a", "a\n\r\nb\n\n\nc\n\n"] {
            let (found, _) = split(text.as_bytes(), Position::start_of(1), EmptyLines::Separate);
            let split: Vec<&[u8]> =
                found.iter().map(|raw| &text.as_bytes()[raw.start..raw.end]).collect();
            assert_eq!(pieces(text.as_bytes()).collect::<Vec<_>>(), split, "{text:?}");
        }
    }

    #[test]
    fn parts_end_before_empty_lines() {
        assert_eq!(ends(b"a\nb\n\nc\n").collect::<Vec<_>>(), [3, 7]);
        assert_eq!(ends(b"a\r\n\r\nc").collect::<Vec<_>>(), [2, 6]);
        assert_eq!(ends(b"").collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn a_block_is_cut_behind_the_last_empty_line() {
        assert_eq!(cut(b"a\n\nb\n", false), 3);
        assert_eq!(cut(b"a\r\n\r\nb\n", false), 5);
        assert_eq!(cut(b"a\nb\n", false), 0);
        assert_eq!(cut(b"a\nb\n", true), 4);
    }
}
