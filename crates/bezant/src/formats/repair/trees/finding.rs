//! Where trees begin and end among words.

use std::ops::Range;

use crate::formats::penn::is_blank;
use crate::formats::repair::wrapping::without_marks;

/// By what trees are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Brackets {
    Round,
    Square,
}

impl Brackets {
    pub(super) fn open(self) -> u8 {
        if self == Brackets::Round { b'(' } else { b'[' }
    }

    pub(super) fn close(self) -> u8 {
        if self == Brackets::Round { b')' } else { b']' }
    }

    pub(super) fn is_one(self, byte: u8) -> bool {
        byte == self.open() || byte == self.close()
    }
}

/// Labels of phrases that may stand alone, without another bracket in them.
const ALONE: [&[u8]; 30] = [
    b"ROOT", b"TOP", b"S", b"S1", b"SBAR", b"SBARQ", b"SINV", b"SQ", b"NP", b"VP", b"PP", b"ADJP",
    b"ADVP", b"QP", b"PRN", b"INTJ", b"FRAG", b"UCP", b"WHNP", b"WHPP", b"WHADVP", b"X", b"UH",
    b"NN", b"NNS", b"NNP", b"VB", b"RB", b"JJ", b"CD",
];

/// So many of them are no tags.
const N_PHRASES: usize = 21;

/// Longer labels are words.
const LONGEST_LABEL: usize = 48;

/// A name up to a blank or a bracket.
pub(super) fn name_end(text: &[u8], from: usize, brackets: Brackets) -> usize {
    let ends = |byte: &u8| is_blank(*byte) || brackets.is_one(*byte);
    text[from..].iter().position(ends).map_or(text.len(), |n| from + n)
}

fn blanks_end(text: &[u8], from: usize) -> usize {
    text[from..].iter().position(|byte| !is_blank(*byte)).map_or(text.len(), |n| from + n)
}

/// Whether a name is written as labels are: in capitals, up to what is joined to it.
pub(super) fn is_label(name: &[u8]) -> bool {
    let core = name.iter().take_while(|byte| !b"-=_+|@^~:*<".contains(byte));
    let n = core.clone().count();
    let is_capital =
        |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'$';
    let starts = name.first().is_some_and(|first| first.is_ascii_uppercase());
    (starts && n <= 12 && name.len() <= LONGEST_LABEL && core.into_iter().all(is_capital))
        || is_mark_tag(name)
}

/// Tags of punctuation.
pub(super) fn is_mark_tag(name: &[u8]) -> bool {
    let tags: [&[u8]; 14] = [
        b",", b".", b":", b"``", b"''", b"\"", b"#", b"$", b"-LRB-", b"-RRB-", b"-LSB-", b"-RSB-",
        b"-NONE-", b"-LCB-",
    ];
    tags.contains(&name)
}

/// Whether a tree opens at a bracket.
fn opens_tree(text: &[u8], at: usize, brackets: Brackets) -> bool {
    let name = blanks_end(text, at + 1);
    if text.get(name) == Some(&brackets.open()) {
        return true;
    }
    let end = name_end(text, name, brackets);
    if end == name || end - name > LONGEST_LABEL {
        return false;
    }
    let next = blanks_end(text, end);
    match text.get(next) {
        Some(byte) if *byte == brackets.open() => true,
        Some(byte) if *byte == brackets.close() => false,
        _ => is_label(&text[name..end]),
    }
}

/// Where the trees of a text stand, as far as they go: with what closes them too often, and up to where
/// words go on if they are not closed. A label before the first bracket belongs to its tree.
pub(super) fn regions(text: &[u8], brackets: Brackets) -> Vec<Range<usize>> {
    let mut regions: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(found) = memchr::memchr(brackets.open(), &text[at..]) {
        let open = at + found;
        if !opens_tree(text, open, brackets) {
            at = open + 1;
            continue;
        }
        let last_end = regions.last().map_or(0, |region| region.end);
        let label = label_before(&text[last_end..open]).map(|label| last_end + label);
        let (end, is_flat) = end_of_tree(text, label.unwrap_or(open), open, brackets);
        at = end;
        let name = blanks_end(text, open + 1);
        let name = &text[name..name_end(text, name, brackets)];
        if label.is_some() || !is_flat || is_alone(name, text[..open].last()) {
            regions.push(label.unwrap_or(open)..end);
        }
    }
    regions
}

/// Whether a label may stand alone, with at most a function behind it; the brackets of `root(ROOT-0,
/// late-6)` are no tree's.
fn is_alone(name: &[u8], before: Option<&u8>) -> bool {
    let mut parts = name.split(|byte| b"-=".contains(byte));
    let core = parts.next().unwrap_or(name);
    ALONE.contains(&core)
        && parts.all(|part| part.iter().all(u8::is_ascii_alphabetic))
        && !before.is_some_and(u8::is_ascii_alphanumeric)
}

/// Where the label stands that a line starts with, and nothing else before a bracket.
fn label_before(text: &[u8]) -> Option<usize> {
    let start = memchr::memrchr(b'\n', text).map_or(0, |at| at + 1);
    // What is further away than a label is long is words.
    let line = &text[start.max(text.len().saturating_sub(4 * LONGEST_LABEL))..];
    let label = without_marks(line);
    let at = text.len() - line.len() + (line.trim_ascii_end().len() - label.len());
    ALONE[..N_PHRASES].contains(&label).then_some(at)
}

/// One past the end of the tree that opens at a bracket, and whether no other bracket opens in it.
fn end_of_tree(text: &[u8], start: usize, open: usize, brackets: Brackets) -> (usize, bool) {
    let column = column_of(text, start);
    // A label without its bracket is one more level.
    let mut depth = i64::from(start != open);
    let (mut n_open, mut end, mut at) = (0_u64, open, open);
    // Whether a word has been seen in the first line: then a tree fits into a line.
    let mut first_line: Option<bool> = None;
    while at < text.len() {
        let byte = text[at];
        if byte == brackets.open() {
            depth += 1;
            n_open += 1;
            end = at + 1;
        } else if byte == brackets.close() {
            depth -= 1;
            end = at + 1;
            if depth <= 0 {
                let next = blanks_end(text, end);
                let gap = &text[end..next];
                let goes_on = match text.get(next) {
                    Some(byte) if *byte == brackets.close() => lines_in(gap) < 2,
                    Some(byte) if *byte == brackets.open() => {
                        opens_tree(text, next, brackets)
                            && (lines_in(gap) == 0
                                || (lines_in(gap) == 1 && column_of(text, next) > column))
                    }
                    _ => false,
                };
                if !goes_on {
                    return (end, n_open < 2);
                }
                at = next;
                continue;
            }
        } else if byte == b'\n' {
            let is_whole = *first_line.get_or_insert(end > open + 1);
            let next = blanks_end(text, at);
            let n_lines = lines_in(&text[at..next]);
            if next == text.len()
                || !goes_on_at(text, (start, next), (column, n_lines), is_whole, brackets)
            {
                return (end_of_line(text, end, brackets), n_open < 2);
            }
            at = next;
            continue;
        }
        at += 1;
    }
    (end_of_line(text, end, brackets), n_open < 2)
}

/// Whether a tree that is not closed yet goes on with the next thing below.
fn goes_on_at(
    text: &[u8],
    (start, next): (usize, usize),
    (column, n_lines): (usize, usize),
    first_line_is_whole: bool,
    brackets: Brackets,
) -> bool {
    let here = column_of(text, next);
    match text[next] {
        byte if byte == brackets.close() => true,
        byte if byte == brackets.open() && here > column => true,
        byte if byte == brackets.open() => {
            // A tree below another that starts in the same column: the next one, if it is of the same
            // label and the first was more than its label, or if an empty line lies between.
            let name = |at: usize| {
                let at = if text[at] == brackets.open() { at + 1 } else { at };
                let at = blanks_end(text, at);
                &text[at..name_end(text, at, brackets)]
            };
            n_lines < 2 && !(first_line_is_whole && name(next) == name(start))
        }
        // Words below each other are of the tree where they are set in.
        _ => n_lines < 2 && here > column,
    }
}

/// Of a tree that is not closed: the end of the line with its last bracket, where a word may follow.
fn end_of_line(text: &[u8], last_bracket: usize, brackets: Brackets) -> usize {
    let line =
        memchr::memchr(b'\n', &text[last_bracket..]).map_or(text.len(), |n| last_bracket + n);
    let rest = &text[last_bracket..line];
    // What was cut off is at most a tag and a word; more are words about the tree.
    let is_opened = last_bracket > 0 && text[last_bracket - 1] == brackets.open();
    let n_names =
        rest.split(|byte| is_blank(*byte)).filter(|name| !name.is_empty()).take(5).count();
    match n_names {
        0 => last_bracket,
        1..=4 if is_opened => last_bracket + rest.trim_ascii_end().len(),
        1 if memchr::memchr(b'`', rest).is_none() => last_bracket + rest.trim_ascii_end().len(),
        _ => last_bracket,
    }
}

fn lines_in(blanks: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', blanks).count()
}

/// How far to the right something stands; what is beyond a thousand is as far as anything.
fn column_of(text: &[u8], at: usize) -> usize {
    const FAR: usize = 1000;
    let from = at.saturating_sub(FAR);
    memchr::memrchr(b'\n', &text[from..at]).map_or(at - from, |line| at - from - line - 1)
}
