//! Where one tree ends and the next begins.

use std::collections::VecDeque;

use crate::error::{ErrorKind, Place, Position};
use crate::formats::penn::is_blank;
use crate::formats::{Raw, Split};
use crate::kinds::Layout;

/// How much of a text a guess looks at.
const GUESS: usize = 64 << 10;

impl Layout {
    /// The name in signatures.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Layout::Lines => "lines",
            Layout::Free => "free",
        }
    }

    /// Guesses from the start of a text.
    ///
    /// A text is free if a tree goes on in the next line: a line opens more brackets than it
    /// closes and the next one does not open a tree in its first column; or if it starts with a
    /// comment. Anything else has one tree a line, also when brackets are missing in it.
    pub(crate) fn guess(start: &[u8]) -> Layout {
        let whole = start.len() <= GUESS;
        let start = &start[..start.len().min(GUESS)];
        let mut lines: Vec<&[u8]> = start.split(|&byte| byte == b'\n').collect();
        if !whole {
            lines.pop();
        }
        let lines: Vec<&[u8]> =
            lines.into_iter().filter(|line| !line.trim_ascii().is_empty()).collect();
        match lines.first() {
            Some(first) if is_comment(first) => Layout::Free,
            _ if lines.windows(2).any(|pair| continues(pair[0], pair[1])) => Layout::Free,
            _ => Layout::Lines,
        }
    }
}

/// Whether a tree runs over two lines that are not empty.
fn continues(line: &[u8], next: &[u8]) -> bool {
    next[0] != b'(' && balance(line) > 0
}

/// The first line that goes on with the tree of the one before. Only the start of a file was
/// looked at when its layout was guessed. A line without brackets is what a parser says where it
/// failed.
pub(crate) fn goes_on<'r>(
    text: &[u8],
    lines: impl IntoIterator<Item = &'r Raw>,
) -> Option<&'r Raw> {
    let mut before: &[u8] = b"";
    lines.into_iter().find(|raw| {
        let line = &text[raw.start..raw.end];
        if line.trim_ascii().is_empty() {
            return false;
        }
        continues(std::mem::replace(&mut before, line), line)
            && memchr::memchr2(b'(', b')', line).is_some()
    })
}

/// Opening brackets less closing ones.
fn balance(line: &[u8]) -> i64 {
    line.iter().map(|byte| i64::from(*byte == b'(') - i64::from(*byte == b')')).sum()
}

fn is_comment(line: &[u8]) -> bool {
    line.starts_with(b"#") || line.starts_with(b"%") || line.starts_with(b"*x*")
}

/// How many bytes of `text` are whole sentences.
pub(crate) fn cut(layout: Layout, text: &[u8], at_end: bool) -> usize {
    match layout {
        Layout::Lines => memchr::memrchr(b'\n', text).map_or(0, |at| at + 1),
        Layout::Free if at_end => text.len(),
        Layout::Free => {
            let mut whole = 0;
            for found in Splitter::new(layout, text, Position::start_of(1)) {
                match found {
                    Ok(raw) => whole = raw.end,
                    // More text may close it.
                    Err((_, ErrorKind::Unclosed)) => {}
                    // What is wrong here may have begun in any tree since a line's first column.
                    Err(_) => return starts(&text[..whole]).last().unwrap_or(0),
                }
            }
            whole
        }
    }
}

/// The trees of a text in free layout as far as they are sound. One with a missing or superfluous
/// bracket is a sentence that cannot be read, and ends where the next line starts in its first
/// column; if trees before it do that in their middle, the fault is one of the whole text.
pub(crate) fn split_broken(text: &[u8], position: Position) -> Split {
    let mut splitter = Splitter::new(Layout::Free, text, position);
    let mut found = VecDeque::new();
    for next in splitter.by_ref() {
        match next {
            Ok(raw) => found.push_back(raw),
            Err(fault) if found.iter().any(|raw| starts_inside(text, raw)) => return Err(fault),
            Err(_) => return Ok(split_by_lines(text, position)),
        }
    }
    Ok((found, splitter.position()))
}

fn split_by_lines(text: &[u8], mut position: Position) -> (VecDeque<Raw>, Position) {
    let mut found = VecDeque::new();
    let mut start = 0;
    for end in starts(text).filter(|at| *at > 0).chain([text.len()]) {
        let piece = &text[start..end];
        let trees: Result<Vec<Raw>, _> = Splitter::new(Layout::Free, piece, position).collect();
        let unreadable = Raw { start: 0, end: piece.trim_ascii_end().len(), at: position };
        let moved = |raw: Raw| Raw { start: raw.start + start, end: raw.end + start, ..raw };
        found.extend(trees.unwrap_or_else(|_| vec![unreadable]).into_iter().map(moved));
        position = position.after(piece);
        start = end;
    }
    (found, position)
}

fn starts_inside(text: &[u8], raw: &Raw) -> bool {
    starts(&text[raw.start..raw.end]).any(|at| at > 0)
}

/// Where lines are not indented: there something starts, unless it is closed there.
fn starts(text: &[u8]) -> impl Iterator<Item = usize> {
    let lines = [0].into_iter().chain(memchr::memchr_iter(b'\n', text).map(|at| at + 1));
    lines.filter(|at| text.get(*at).is_some_and(|byte| !is_blank(*byte) && *byte != b')'))
}

/// Finds the trees of a text, without looking into them.
pub(crate) struct Splitter<'t> {
    layout: Layout,
    text: &'t [u8],
    at: usize,
    /// Where `at` is in the file.
    position: Position,
}

impl<'t> Splitter<'t> {
    /// Over a text that starts at `position`.
    pub(crate) fn new(layout: Layout, text: &'t [u8], position: Position) -> Splitter<'t> {
        Splitter { layout, text, at: 0, position }
    }

    /// Where the text goes on.
    pub(crate) fn position(&self) -> Position {
        self.position
    }

    /// Moves on to `end`, in free layout.
    fn advance(&mut self, end: usize) {
        self.position = self.position.after(&self.text[self.at..end]);
        self.at = end;
    }

    fn next_line(&mut self) -> Option<Raw> {
        if self.at == self.text.len() {
            return None;
        }
        let start = self.at;
        let newline = memchr::memchr(b'\n', &self.text[start..]);
        let end = newline.map_or(self.text.len(), |n| start + n);
        self.at = newline.map_or(end, |_| end + 1);
        let at = self.position;
        self.position = Position::start_of(at.line + 1);
        Some(Raw { start, end, at })
    }

    fn next_tree(&mut self) -> Option<Result<Raw, (Place, ErrorKind)>> {
        let text = self.text;
        while self.at < text.len() {
            let byte = text[self.at];
            if is_blank(byte) {
                self.advance(self.at + 1);
            } else if self.position.column == 1 && is_comment(&text[self.at..]) {
                let end = memchr::memchr(b'\n', &text[self.at..]);
                self.advance(end.map_or(text.len(), |n| self.at + n));
            } else if byte == b'(' {
                break;
            } else {
                let kind =
                    if byte == b')' { ErrorKind::UnexpectedClose } else { ErrorKind::TextOutside };
                return Some(Err(self.stop(self.at, kind)));
            }
        }
        if self.at == text.len() {
            return None;
        }
        let start = self.at;
        let mut depth = 0u64;
        for n in memchr::memchr2_iter(b'(', b')', &text[start..]) {
            match text[start + n] {
                b'(' => depth += 1,
                _ => depth -= 1,
            }
            if depth == 0 {
                let end = start + n + 1;
                let raw = Raw { start, end, at: self.position };
                self.advance(end);
                return Some(Ok(raw));
            }
        }
        Some(Err(self.stop(start, ErrorKind::Unclosed)))
    }

    /// A failure at `offset`, where the splitter has come to; nothing follows.
    fn stop(&mut self, offset: usize, kind: ErrorKind) -> (Place, ErrorKind) {
        self.at = self.text.len();
        let start = memchr::memrchr(b'\n', &self.text[..offset]).map_or(0, |at| at + 1);
        let mut place = Place::locate(&self.text[start..], offset - start, self.position);
        place.position = self.position;
        (place, kind)
    }
}

impl Iterator for Splitter<'_> {
    type Item = Result<Raw, (Place, ErrorKind)>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.layout {
            Layout::Lines => self.next_line().map(Ok),
            Layout::Free => self.next_tree(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(layout: Layout, text: &str) -> Vec<String> {
        Splitter::new(layout, text.as_bytes(), Position::start_of(1))
            .map(|raw| match raw {
                Ok(raw) => format!("{}: {}", raw.at, &text[raw.start..raw.end]),
                Err((place, kind)) => format!("{} {kind}", place.position),
            })
            .collect()
    }

    #[test]
    fn in_lines_an_empty_line_is_a_sentence() {
        assert_eq!(split(Layout::Lines, "(A a)\n\n(B b)"), ["1:1: (A a)", "2:1: ", "3:1: (B b)"]);
        assert_eq!(split(Layout::Lines, "(A a)\n"), ["1:1: (A a)"]);
    }

    #[test]
    fn free_trees_may_share_lines_and_span_them() {
        let text = "# ours\n( (S (A a)\n   (B b)) )\n\n(C c) (D d)\n";
        assert_eq!(
            split(Layout::Free, text),
            ["2:1: ( (S (A a)\n   (B b)) )", "5:1: (C c)", "5:7: (D d)"]
        );
    }

    #[test]
    fn faults_between_free_trees_have_a_place() {
        assert_eq!(split(Layout::Free, "(A a)\n  b")[1], "2:3 text outside brackets");
        assert_eq!(split(Layout::Free, "(A a))")[1], "1:6 a bracket closes that was never opened");
        assert_eq!(
            split(Layout::Free, "(A a)\n(S (B b)\n")[1],
            "2:1 a bracket is opened and never closed"
        );
    }

    #[test]
    fn the_layout_is_guessed_from_how_lines_go_on() {
        for (text, layout) in [
            ("(S (A a))\n(S (B b))\n", Layout::Lines),
            ("( (S (A a)\n     (B b) ))\n", Layout::Free),
            ("(S\n  (A a))\n", Layout::Free),
            ("(S (A a)\n(S (B b)))\n", Layout::Lines),
            ("(S (A a)\n", Layout::Lines),
            ("# a comment\n(S (A a))\n", Layout::Free),
            ("\n\n(S (A a))\n", Layout::Lines),
            ("", Layout::Lines),
        ] {
            assert_eq!(Layout::guess(text.as_bytes()), layout, "{text:?}");
        }
    }

    #[test]
    fn a_broken_tree_ends_where_the_next_line_is_not_indented() {
        let split = |text: &str| match split_broken(text.as_bytes(), Position::start_of(1)) {
            Ok((found, end)) => {
                assert_eq!(end, Position::start_of(1).after(text.as_bytes()), "{text}");
                let show = |raw: &Raw| format!("{}: {}", raw.at, &text[raw.start..raw.end]);
                found.iter().map(show).collect()
            }
            Err((place, kind)) => vec![format!("{} {kind}", place.position)],
        };
        let (sound, last) = ("(S\n  (A a)\n)\n", "# ours\n(C c) (D d)\n");
        let first = "1:1: (S\n  (A a)\n)";
        for broken in ["(S\n  (B b)", "(S (B b))\n  (B b))", "(B b)\n  )", "nothing"] {
            let text = format!("{sound}{broken}\n{last}");
            let line = 5 + broken.lines().count();
            let (c, d) = (format!("{line}:1: (C c)"), format!("{line}:7: (D d)"));
            assert_eq!(split(&text), [first, &format!("4:1: {broken}"), &c, &d]);
        }
        // Where trees are not indented, nothing says where one starts.
        assert_eq!(
            split("(S\n(A a)\n)\n(S\n(B b)\n")[0],
            "4:1 a bracket is opened and never closed"
        );
    }

    #[test]
    fn a_block_is_cut_before_a_tree_that_is_closed_too_often() {
        assert_eq!(cut(Layout::Free, b"(A a)\n(S (B b))\n  (B b))\n(C", false), 6);
    }

    #[test]
    fn a_block_is_cut_after_a_whole_tree() {
        assert_eq!(cut(Layout::Free, b"(A a)\n(B", false), 5);
        assert_eq!(cut(Layout::Free, b"(A a", false), 0);
        assert_eq!(cut(Layout::Lines, b"(A a)\n(B", false), 6);
    }
}
