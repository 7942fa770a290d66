//! Several trees a sentence, as parsers print them: where a list ends, and where the trees in it are.

use std::collections::VecDeque;

use crate::error::Position;
use crate::formats::Raw;
use crate::kinds::{Format, Layout, ListLayout};

/// What CoreNLP prints where it has no tree; behind it may stand of which rank.
const FAILED: &[u8] = b"SENTENCE_SKIPPED_OR_UNPARSABLE";

/// A tree of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListedTree<'t> {
    /// Its text; nothing where the parser says that it has none of this rank.
    pub(crate) text: &'t [u8],
    /// Where it starts in its file.
    pub(crate) at: Position,
}

/// How lists lie in a file that starts so and would be read in `guessed` format otherwise; nothing where
/// nothing tells lists apart.
pub(crate) fn layout(start: &[u8], guessed: Format) -> Option<ListLayout> {
    let is_plain =
        || guessed == Format::Penn(Layout::Lines) && lines(start).any(|(_, line)| line.is_empty());
    marked(start).or_else(|| is_plain().then_some(ListLayout::Plain))
}

/// Whether a file has lines that parsers print between the trees of lists.
pub(crate) fn is_marked(start: &[u8]) -> bool {
    marked(start).is_some()
}

fn marked(start: &[u8]) -> Option<ListLayout> {
    let mut first = lines(start).map(|(_, line)| line).filter(|line| !line.is_empty());
    let first = first.next()?;
    if is_header(first) {
        // Numbered relations and answers begin with a number, too; only trees have brackets over brackets.
        let tree = lines(start).map(|(_, line)| line).find(|line| line.starts_with(b"("));
        let is_tree = tree.is_some_and(|tree| tree[1..].contains(&b'('));
        return is_tree.then_some(ListLayout::Charniak);
    }
    let is_corenlp = lines(start).any(|(_, line)| rank(line).is_some());
    is_corenlp.then_some(ListLayout::Corenlp)
}

/// How many bytes of `text` are whole lists.
pub(crate) fn cut(layout: ListLayout, text: &[u8], at_end: bool) -> usize {
    if at_end {
        return text.len();
    }
    let ends_list = |line: &[u8]| match layout {
        ListLayout::Corenlp => starts_list(line),
        ListLayout::Charniak | ListLayout::Plain => line.is_empty(),
    };
    // The last line may go on.
    let mut end = memchr::memrchr(b'\n', text).map_or(0, |at| at + 1);
    while end > 0 {
        let start = memchr::memrchr(b'\n', &text[..end - 1]).map_or(0, |at| at + 1);
        if ends_list(text[start..end].trim_ascii()) {
            return if layout == ListLayout::Corenlp { start } else { end };
        }
        end = start;
    }
    0
}

/// The lists of a text, and where the text after it goes on.
pub(crate) fn split(
    layout: ListLayout,
    text: &[u8],
    position: Position,
) -> (VecDeque<Raw>, Position) {
    let mut found = VecDeque::new();
    let mut open: Option<(usize, u64)> = None;
    let mut line_number = position.line;
    let close =
        |open: (usize, u64), end| Raw { start: open.0, end, at: Position::start_of(open.1) };
    for (start, line) in lines(text) {
        let here = (start, line_number);
        match layout {
            ListLayout::Corenlp if starts_list(line) => {
                found.extend(open.replace(here).map(|open| close(open, start)));
            }
            // What stands before the first list belongs to none.
            ListLayout::Corenlp => {}
            ListLayout::Charniak | ListLayout::Plain if line.is_empty() => {
                // Where lists have a header, one without trees has that.
                let ends = open.take().or((layout == ListLayout::Plain).then_some(here));
                found.extend(ends.map(|open| close(open, start)));
            }
            // A list whose end is missing ends where the next one says that it begins.
            ListLayout::Charniak if is_header(line) => {
                found.extend(open.replace(here).map(|open| close(open, start)));
            }
            ListLayout::Charniak | ListLayout::Plain => {
                open.get_or_insert(here);
            }
        }
        line_number += 1;
    }
    found.extend(open.map(|open| close(open, text.len())));
    (found, Position::start_of(line_number))
}

/// The trees of a list that starts at `at`, the best first.
pub(crate) fn trees(layout: ListLayout, text: &[u8], at: Position) -> Vec<ListedTree<'_>> {
    let mut found: Vec<ListedTree<'_>> = Vec::new();
    // Of CoreNLP's layout, where the tree starts whose end is not seen yet.
    let mut open: Option<(usize, Position)> = None;
    let close =
        |(start, at): (usize, Position), end: usize| ListedTree { text: &text[start..end], at };
    for ((start, line), number) in lines(text).zip(at.line..) {
        let at = Position::start_of(number);
        match layout {
            ListLayout::Corenlp if line.starts_with(FAILED) => {
                found.extend(open.take().map(|open| close(open, start)));
                // Without a rank it is the whole list that is missing.
                if rank(line).is_some() {
                    found.push(ListedTree { text: &text[start..start], at });
                }
            }
            ListLayout::Corenlp if rank(line).is_some() => {
                let next = Position::start_of(number + 1);
                let behind = start + after_line(&text[start..]);
                found.extend(open.replace((behind, next)).map(|open| close(open, start)));
            }
            ListLayout::Corenlp => {}
            ListLayout::Charniak if !line.starts_with(b"(") => {}
            ListLayout::Charniak | ListLayout::Plain => {
                let end = start + after_line(&text[start..]);
                found.push(ListedTree { text: &text[start..end], at });
            }
        }
    }
    found.extend(open.map(|open| close(open, text.len())));
    found
}

/// How many trees a list says that it has.
pub(crate) fn announced(layout: ListLayout, text: &[u8]) -> Option<u64> {
    let first = lines(text).map(|(_, line)| line).next().filter(|line| is_header(line))?;
    let number = first.split(u8::is_ascii_whitespace).next()?;
    let number = std::str::from_utf8(number).ok()?.parse().ok();
    number.filter(|_| layout == ListLayout::Charniak)
}

/// `50 sentence-1`: how many trees, and what the sentence is called.
fn is_header(line: &[u8]) -> bool {
    let mut parts = line.split(u8::is_ascii_whitespace).filter(|part| !part.is_empty());
    let is_number = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    // Names have no blanks; a line of words is none.
    parts.next().is_some_and(is_number) && parts.next().is_some() && parts.next().is_none()
}

/// The rank that a line of CoreNLP gives the tree behind it, or the one that is missing.
fn rank(line: &[u8]) -> Option<u64> {
    let rest = match line.strip_prefix(FAILED) {
        Some(rest) => rest.trim_ascii_start().strip_prefix(b"Parse #")?,
        None => line.strip_prefix(b"# Parse ")?,
    };
    let end = rest.iter().position(|byte| !byte.is_ascii_digit())?;
    let number = std::str::from_utf8(&rest[..end]).ok()?.parse().ok()?;
    rest[end..].starts_with(b" with score").then_some(number)
}

/// Whether a line of CoreNLP is the first of a list.
fn starts_list(line: &[u8]) -> bool {
    match rank(line) {
        Some(rank) => rank == 1,
        None => line.starts_with(FAILED),
    }
}

/// How far it is to the next line.
fn after_line(text: &[u8]) -> usize {
    memchr::memchr(b'\n', text).map_or(text.len(), |end| end + 1)
}

/// Lines without the blanks around them, each with where it starts.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        at += after_line(rest);
        Some((start, text[start..at].trim_ascii()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHARNIAK: &str =
        "2 s1\n-10.5\n(S1 (A a))\n-11\n(S1 (B a))\n\n0 s2\n\n1 s3\n-7\n(S1 (A c))\n";
    const CORENLP: &str = "# Parse 1 with score -10.5\n(ROOT\n  (A a))\n\n# Parse 2 with score -11.0\n\
                           (ROOT (B a))\n\nSENTENCE_SKIPPED_OR_UNPARSABLE\n# Parse 1 with score -7.0\n\
                           (ROOT (A c))\n";
    const PLAIN: &str = "(S (A a))\n(S (B a))\n\n\n(S (A c))\n";

    fn read(layout: ListLayout, text: &str) -> Vec<Vec<(String, u64)>> {
        let (found, _) = split(layout, text.as_bytes(), Position::start_of(1));
        let trees = |raw: &Raw| {
            let all = trees(layout, &text.as_bytes()[raw.start..raw.end], raw.at);
            all.iter()
                .map(|tree| {
                    let words = String::from_utf8_lossy(tree.text);
                    (words.split_whitespace().collect::<Vec<_>>().join(" "), tree.at.line)
                })
                .collect()
        };
        found.iter().map(trees).collect()
    }

    #[test]
    fn every_layout_has_its_trees_in_order() {
        let tree = |text: &str, line| (text.to_string(), line);
        assert_eq!(
            read(ListLayout::Charniak, CHARNIAK),
            [
                vec![tree("(S1 (A a))", 3), tree("(S1 (B a))", 5)],
                vec![],
                vec![tree("(S1 (A c))", 11)]
            ]
        );
        assert_eq!(
            read(ListLayout::Corenlp, CORENLP),
            [
                vec![tree("(ROOT (A a))", 2), tree("(ROOT (B a))", 6)],
                vec![],
                vec![tree("(ROOT (A c))", 10)]
            ]
        );
        assert_eq!(
            read(ListLayout::Plain, PLAIN),
            [vec![tree("(S (A a))", 1), tree("(S (B a))", 2)], vec![], vec![tree("(S (A c))", 5)]]
        );
    }

    #[test]
    fn layouts_are_told_apart() {
        let lines = Format::Penn(Layout::Lines);
        for (text, expected) in [
            (CHARNIAK, Some(ListLayout::Charniak)),
            (CORENLP, Some(ListLayout::Corenlp)),
            (PLAIN, Some(ListLayout::Plain)),
            ("(S (A a))\n(S (B b))\n", None),
            ("(S (A a))\n\n", Some(ListLayout::Plain)),
            ("1 x\n(ncsubj a b _)\n", None),
            ("", None),
            ("\n", Some(ListLayout::Plain)),
        ] {
            assert_eq!(layout(text.as_bytes(), lines), expected, "{text:?}");
        }
        assert_eq!(layout(b"(S\n (A a))\n\n", Format::Penn(Layout::Free)), None);
    }

    #[test]
    fn a_block_is_cut_between_lists_wherever_it_ends() {
        for (layout, text) in [
            (ListLayout::Charniak, CHARNIAK),
            (ListLayout::Corenlp, CORENLP),
            (ListLayout::Plain, PLAIN),
        ] {
            let whole = read(layout, text);
            for end in 0..=text.len() {
                let at = cut(layout, &text.as_bytes()[..end], false);
                let (_, next) = split(layout, &text.as_bytes()[..at], Position::start_of(1));
                let mut parts = read(layout, &text[..at]);
                let (rest, _) = split(layout, &text.as_bytes()[at..], next);
                for raw in rest {
                    let list = &text.as_bytes()[at + raw.start..at + raw.end];
                    let n = trees(layout, list, raw.at).len();
                    parts.push(vec![(String::new(), 0); n]);
                }
                let sizes =
                    |lists: &[Vec<(String, u64)>]| lists.iter().map(Vec::len).collect::<Vec<_>>();
                assert_eq!(sizes(&parts), sizes(&whole), "{layout:?} {end} {at}");
            }
        }
    }

    #[test]
    fn a_list_that_ends_early_says_so() {
        let list = b"3 s1\n-1\n(S (A a))\n";
        assert_eq!(announced(ListLayout::Charniak, list), Some(3));
        assert_eq!(trees(ListLayout::Charniak, list, Position::start_of(1)).len(), 1);
        assert_eq!(announced(ListLayout::Plain, b"(S (A a))\n"), None);
        // The parser has no tree of this rank.
        let failed = b"SENTENCE_SKIPPED_OR_UNPARSABLE Parse #1 with score -1\n";
        let found = trees(ListLayout::Corenlp, failed, Position::start_of(1));
        assert_eq!(found.iter().map(|tree| tree.text).collect::<Vec<_>>(), [b""]);
    }
}
