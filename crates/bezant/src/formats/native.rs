//! What two parsers of the time print in a form of their own, written as others write it: Collins'
//! trees as bracketed trees, and the lines of MSTParser as columns.
//!
//! Both are made into a form that is read elsewhere, sentence by sentence. Whatever is wrong is
//! found here, where its place is known.

use std::collections::VecDeque;

use crate::error::Position;
use crate::formats::relations::linked::Wrong;
use crate::formats::{Raw, blocks};
use crate::kinds::{Columns, Format, Layout};

/// A sentence in another form, and which; nothing if it is in a form that is read as it is.
pub(crate) fn translated(format: Format, text: &[u8]) -> Option<Result<(Format, Vec<u8>), Wrong>> {
    let (to, written) = match format {
        Format::Collins => (Format::Penn(Layout::Lines), bracketed(text)),
        Format::Mst => (Format::Columns(Columns::Conllx), columns(text)),
        _ => return None,
    };
    Some(written.map(|written| (to, written)))
}

/// Whether the start of a file is what Collins' parser prints: a line `PROB`, or a tree whose labels
/// have a head and two numbers behind them.
pub(crate) fn is_collins(start: &[u8]) -> bool {
    let mut lines = start.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    let Some(first) = first else { return false };
    let is_tree = |line: &[u8]| line.split(u8::is_ascii_whitespace).next().is_some_and(is_opening);
    is_tree(first) || (first.starts_with(b"PROB ") && lines.take(LOOK).any(is_tree))
}

/// So many lines behind a first `PROB` are looked at: the parser can print its chart in between.
const LOOK: usize = 200;

/// How many bytes are whole sentences: a tree is the last line of one that counts.
pub(crate) fn cut_collins(text: &[u8], at_end: bool) -> usize {
    if at_end {
        return text.len();
    }
    // A tree must have its line end, or it may go on.
    let mut end = memchr::memrchr(b'\n', text).map_or(0, |at| at + 1);
    while end > 0 {
        let start = memchr::memrchr(b'\n', &text[..end - 1]).map_or(0, |at| at + 1);
        if text[start..end].trim_ascii_start().starts_with(b"(") {
            return end;
        }
        end = start;
    }
    0
}

/// The trees of a file. What the parser could not parse, which it says by `PROB 0 0 0`, is empty, whether
/// it prints a tree for it or none.
pub(crate) fn split_collins(text: &[u8], position: Position) -> (VecDeque<Raw>, Position) {
    let mut found = VecDeque::new();
    let nothing = |(start, line)| Raw { start, end: start, at: Position::start_of(line) };
    let (mut start, mut line, mut failed) = (0, position.line, None);
    for text_line in text.split_inclusive(|byte| *byte == b'\n') {
        let end = start + text_line.len();
        let trimmed = text_line.trim_ascii();
        if trimmed.starts_with(b"PROB ") {
            found.extend(failed.take().map(nothing));
            failed = (trimmed == b"PROB 0 0 0").then_some((start, line));
        } else if trimmed.starts_with(b"(") {
            let end = if failed.take().is_some() { start } else { end };
            found.push_back(Raw { start, end, at: Position::start_of(line) });
        }
        start = end;
        line += 1;
    }
    found.extend(failed.map(nothing));
    (found, Position::start_of(line))
}

/// `(NP~man~2~2`: an opening bracket with a label, a head, and two numbers.
fn is_opening(piece: &[u8]) -> bool {
    let Some(inner) = piece.strip_prefix(b"(") else { return false };
    let mut parts = inner.rsplit(|byte| *byte == b'~');
    let is_number = |part: Option<&[u8]>| {
        part.is_some_and(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
    };
    is_number(parts.next()) && is_number(parts.next()) && parts.nth(1).is_some()
}

/// The label of an opening bracket, and how many children it says the phrase has.
fn label(piece: &[u8]) -> (&[u8], &[u8]) {
    let end = memchr::memchr(b'~', piece).unwrap_or(piece.len());
    let children = piece.rsplit(|byte| *byte == b'~').nth(1).unwrap_or_default();
    (&piece[1..end], children)
}

/// A phrase that is open.
struct Open<'t> {
    /// What opened it.
    piece: &'t [u8],
    is_written: bool,
    children: usize,
}

/// One tree, with labels of the Penn Treebank.
fn bracketed(text: &[u8]) -> Result<Vec<u8>, Wrong> {
    let mut out = Vec::with_capacity(text.len());
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut ended = false;
    for (at, piece) in pieces(text) {
        if ended {
            return Err((at, "something stands behind the tree".to_string()));
        }
        if piece == b")" {
            let Some(phrase) = open.pop() else {
                return Err((at, "a bracket too many".to_string()));
            };
            if phrase.children == 0 {
                return Err((at, "a phrase without words".to_string()));
            }
            if phrase.is_written {
                out.push(b')');
            }
            ended = open.is_empty();
        } else if is_opening(piece) {
            let (label, _) = label(piece);
            // Base noun phrases have a noun phrase of their own around them, also where it has
            // nothing else in it; trees of the treebank have one.
            let is_doubled = |above: &Open<'_>| {
                let (label, children) = self::label(above.piece);
                penn_label(label) == b"NP" && children == b"1"
            };
            let is_written = label != b"NPB" || !open.last().is_some_and(is_doubled);
            if let Some(above) = open.last_mut() {
                above.children += 1;
            }
            if is_written {
                out.push(b'(');
                out.extend_from_slice(penn_label(label));
            }
            open.push(Open { piece, is_written, children: 0 });
        } else {
            let Some(above) = open.last_mut() else {
                return Err((at, "a tree starts with a bracket: (TOP~man~1~1".to_string()));
            };
            let slash = memchr::memrchr(b'/', piece).filter(|slash| *slash > 0);
            let Some(slash) = slash.filter(|slash| slash + 1 < piece.len()) else {
                let shown = String::from_utf8_lossy(piece);
                return Err((at, format!("{shown} is neither a phrase nor a word with its tag")));
            };
            above.children += 1;
            let (word, tag) = (&piece[..slash], penn_tag(&piece[slash + 1..]));
            for part in [&b"("[..], tag, b" ", word, b")"] {
                out.extend_from_slice(part);
            }
        }
    }
    match open.is_empty() {
        true => Ok(out),
        false => Err((text.trim_ascii_end().len(), "a bracket is missing".to_string())),
    }
}

/// What blanks separate, with where it stands. Nothing but a bracket alone closes a phrase.
fn pieces(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let start = at;
        at += text[at..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        (at > start).then(|| (start, &text[start..at]))
    })
}

/// Without what the parser adds: `-A` of arguments, `B` of base noun phrases, `G` of clauses without a
/// subject or with a gap.
fn penn_label(label: &[u8]) -> &[u8] {
    let end = label.iter().skip(1).position(|byte| *byte == b'-').map_or(label.len(), |at| at + 1);
    match &label[..end] {
        b"NPB" => b"NP",
        b"SG" => b"S",
        b"SBARG" => b"SBAR",
        plain => plain,
    }
}

fn penn_tag(tag: &[u8]) -> &[u8] {
    match tag.strip_prefix(b"PUNC") {
        Some(mark) if !mark.is_empty() => mark,
        _ if tag == b"TRACE" => b"-NONE-",
        _ => tag,
    }
}

/// What the lines of MSTParser are: words, tags, relations and heads, or without relations.
const LINES: [&str; 4] = ["words", "tags", "relations", "heads"];

/// Whether the start of a file is what MSTParser prints: the lines of a sentence have equally many parts,
/// and the last of them numbers. The very first sentence may be the one with the fault.
pub(crate) fn is_mst(start: &[u8]) -> bool {
    let mut sentences = 0;
    let mut lines: Vec<&[u8]> = Vec::with_capacity(5);
    for line in start.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).chain([&b""[..]]) {
        if !line.is_empty() {
            lines.push(line);
        } else if !lines.is_empty() {
            if are_mst(&lines) {
                return true;
            }
            lines.clear();
            sentences += 1;
        }
        if lines.len() > LINES.len() || sentences == 3 {
            return false;
        }
    }
    false
}

/// Whether a file would be what MSTParser prints if it had tabs where it has blanks, as editors and web
/// pages leave it.
pub(crate) fn is_mst_without_tabs(start: &[u8]) -> bool {
    let tabbed = start.iter().map(|byte| if *byte == b' ' { b'\t' } else { *byte });
    !start.contains(&b'\t') && is_mst(&tabbed.collect::<Vec<u8>>())
}

fn are_mst(lines: &[&[u8]]) -> bool {
    let n = |line: &[u8]| memchr::memchr_iter(b'\t', line).count();
    let Some(last) = lines.last().filter(|_| matches!(lines.len(), 3 | 4)) else { return false };
    let is_head = |head: &[u8]| !head.is_empty() && head.iter().all(u8::is_ascii_digit);
    lines.iter().all(|line| n(line) == n(last))
        && last.split(|byte| *byte == b'\t').all(is_head)
        && last.split(|byte| *byte == b'\t').any(|head| head == b"0")
}

/// One sentence of MSTParser in the columns of CoNLL-X.
fn columns(text: &[u8]) -> Result<Vec<u8>, Wrong> {
    let lines = blocks::lines(text, 0).map(|(at, line)| (at, line.trim_ascii_end()));
    let rows: Vec<(usize, &[u8])> = lines.filter(|(_, line)| !line.is_empty()).collect();
    let (names, relations): (&[&str], Option<usize>) = match rows.len() {
        4 => (&LINES, Some(2)),
        3 => (&["words", "tags", "heads"], None),
        n => {
            let place = rows.get(4).map_or(0, |(at, _)| *at);
            let why = format!("a sentence has lines of words, tags, relations and heads, not {n}");
            return Err((place, why));
        }
    };
    let mut fields: Vec<Vec<&[u8]>> = Vec::with_capacity(rows.len());
    for ((at, row), name) in rows.iter().zip(names) {
        let parts: Vec<&[u8]> = row.split(|byte| *byte == b'\t').map(<[u8]>::trim_ascii).collect();
        let n = fields.first().map_or(parts.len(), Vec::len);
        if parts.len() != n {
            return Err((*at, format!("{} {name} for {n} words", parts.len())));
        }
        if let Some(empty) = parts.iter().position(|part| part.is_empty()) {
            return Err((*at, format!("number {} of the {name} is empty", empty + 1)));
        }
        fields.push(parts);
    }
    let (words, tags) = (&fields[0], &fields[1]);
    let heads = fields.last().expect("there are three lines at least");
    let n = words.len();
    let mut out = Vec::with_capacity(2 * text.len());
    for at in 0..n {
        let head = std::str::from_utf8(heads[at]).ok().and_then(|head| head.parse::<usize>().ok());
        let Some(head) = head.filter(|head| *head <= n) else {
            let shown = String::from_utf8_lossy(heads[at]);
            let line = rows.last().map_or((0, &b""[..]), |row| *row);
            let before = line.1.split(|byte| *byte == b'\t').take(at);
            let place = line.0 + before.map(|part| part.len() + 1).sum::<usize>();
            return Err((place, format!("{shown} is the number of no word")));
        };
        let relation = relations.map_or(&b"dep"[..], |line| match fields[line][at] {
            b"<no-type>" => b"dep",
            relation => relation,
        });
        out.extend_from_slice(format!("{}\t", at + 1).as_bytes());
        for part in [words[at], b"_", tags[at], tags[at], b"_"] {
            out.extend_from_slice(part);
            out.push(b'\t');
        }
        out.extend_from_slice(format!("{head}\t").as_bytes());
        out.extend_from_slice(relation);
        out.extend_from_slice(b"\t_\t_\n");
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Result<String, Wrong> {
        bracketed(text.as_bytes()).map(|tree| String::from_utf8(tree).unwrap())
    }

    #[test]
    fn labels_are_those_of_the_treebank() {
        let text = "(TOP~sang~1~1 (S~sang~2~2 (NP-A~bird~1~1 (NPB~bird~2~2 The/DT bird/NN ,/PUNC, ) ) \
            (VP~sang~2~1 sang/VBD (SG-A~sleep~1~1 (VP~sleep~1~1 1\\/2/CD ) ) ) ) ) ";
        let expected = "(TOP(S(NP(DT The)(NN bird)(, ,))(VP(VBD sang)(S(VP(CD 1\\/2))))))";
        assert_eq!(tree(text).unwrap(), expected);
        let text = "(NP~man~2~1 (NPB~man~2~2 a/DT man/NN ) (PP~in~2~1 in/IN (NP-A~hat~1~1 (NPB~hat~1~1 hats/NNS ) ) ) )";
        let expected = "(NP(NP(DT a)(NN man))(PP(IN in)(NP(NNS hats))))";
        assert_eq!(tree(text).unwrap(), expected);
    }

    #[test]
    fn what_is_no_tree_has_a_place() {
        for (text, at, why) in [
            ("(S~a~1~1 a/DT", 13, "a bracket is missing"),
            ("(S~a~1~1 a/DT ) )", 16, "something stands behind the tree"),
            ("(S~a~1~1 )", 9, "a phrase without words"),
            ("(S~a~1~1 a )", 9, "a is neither a phrase nor a word with its tag"),
            ("a/DT", 0, "a tree starts with a bracket: (TOP~man~1~1"),
        ] {
            assert_eq!(tree(text), Err((at, why.to_string())), "{text}");
        }
    }

    #[test]
    fn trees_stand_among_other_lines() {
        let text = b"PROB 3 -1.5 0\nTOP -1.5 S -1.5\n(TOP~a~1~1 a/DT )\nTIME 0\nPROB 0 0 0\n(TOP~b~1~1 b/DT )\nTIME 1\n";
        assert!(is_collins(text) && is_collins(b"(TOP~a~1~1 a/DT )\n"));
        assert!(!is_collins(b"(S (NP a~b~1~2))\n") && !is_collins(b"PROB\n(S (A a))\n"));
        let (found, _) = split_collins(text, Position::start_of(1));
        let found: Vec<_> = found.iter().map(|raw| (raw.end - raw.start, raw.at.line)).collect();
        assert_eq!(found, [(18, 3), (0, 6)]);
        // Some print no tree for what they cannot parse.
        let treeless =
            b"PROB 0 0 0\nTIME 0\nPROB 3 -1.5 0\n(TOP~a~1~1 a/DT )\nTIME 0\nPROB 0 0 0\nTIME 1\n";
        let (bare, _) = split_collins(treeless, Position::start_of(1));
        let bare: Vec<_> = bare.iter().map(|raw| (raw.end - raw.start, raw.at.line)).collect();
        assert_eq!(bare, [(0, 1), (18, 4), (0, 6)]);
        let first = memchr::memmem::find(text, b"TIME 0").unwrap();
        assert_eq!(cut_collins(&text[..first + 20], false), first);
        assert_eq!(cut_collins(&text[..first - 3], false), 0);
    }

    #[test]
    fn lines_become_columns() {
        let text = b"We\tsaw\tit\nPRP\tVBD\tPRP\nnsubj\troot\tdobj\n2\t0\t2\n";
        assert!(is_mst(text));
        let expected = "1\tWe\t_\tPRP\tPRP\t_\t2\tnsubj\t_\t_\n2\tsaw\t_\tVBD\tVBD\t_\t0\troot\t_\t_\n\
            3\tit\t_\tPRP\tPRP\t_\t2\tdobj\t_\t_\n";
        assert_eq!(String::from_utf8(columns(text).unwrap()).unwrap(), expected);
        assert!(columns(b"We\nPRP\n0\n").unwrap().starts_with(b"1\tWe\t_\tPRP\tPRP\t_\t0\tdep\t"));
        for (text, at, why) in [
            ("a\tb\nX\n1\t0\n", 4, "1 tags for 2 words"),
            ("a\tb\nX\tY\n1\tz\n", 10, "z is the number of no word"),
            ("a\tb\nX\tY\n3\t0\n", 8, "3 is the number of no word"),
            ("a\n0\n", 0, "a sentence has lines of words, tags, relations and heads, not 2"),
            ("a\t\tc\nX\tY\tZ\n1\t0\t0\n", 0, "number 2 of the words is empty"),
        ] {
            assert_eq!(columns(text.as_bytes()), Err((at, why.to_string())), "{text}");
        }
        assert!(is_mst_without_tabs(b"We saw\nPRP VBD\nnsubj root\n2 0\n"));
        assert!(!is_mst_without_tabs(text));
        assert!(!is_mst(b"1\ta\n2\tb\n3\tc\n") && !is_mst(b"a\nb\n1\n"));
    }
}
