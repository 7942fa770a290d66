//! The export format of NEGRA and TIGER: a line a word and a line a phrase, each with the number of
//! the phrase above it.
//!
//! Version 3 has five columns (word, tag, morphology, edge, parent), version 4 a lemma behind the
//! word. Secondary edges follow in pairs, so the number of columns tells which it is. What is under
//! number 0 is under a root of its own, which has no label here. A phrase's edge, its function, is
//! the body of its node.

use std::collections::{HashMap, VecDeque};

use crate::error::{ErrorKind, Place, Position};
use crate::formats::penn::{TreeFault, TreeFaultKind, TreeReading};
use crate::formats::{Raw, Split};
use crate::structures::tree::{LooseNode, NO_NODE, NodeKind, Span, Tree, arrange};

/// What the root is called that every sentence has.
pub(crate) const ROOT: &[u8] = b"ROOT";

/// Numbers of phrases start here; a word may be a number sign with a lower one.
const FIRST_PHRASE: u32 = 500;

/// Whether a text begins as such a file does.
pub(crate) fn begins(start: &[u8]) -> bool {
    let lines = start.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"%%"));
    lines
        .next()
        .is_some_and(|line| [&b"#FORMAT"[..], b"#BOT", b"#BOS"].iter().any(|it| is(line, it)))
}

/// Whether a line is one of this kind: `#BOS`, `#EOS`, …
fn is(line: &[u8], kind: &[u8]) -> bool {
    line.strip_prefix(kind).is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// How many bytes of `text` are whole sentences.
pub(super) fn cut(text: &[u8], at_end: bool) -> usize {
    if at_end {
        return text.len();
    }
    let mut before = text.len();
    while let Some(at) = memchr::memmem::rfind(&text[..before], b"\n#EOS") {
        if let Some(end) = memchr::memchr(b'\n', &text[at + 1..]) {
            return at + 1 + end + 1;
        }
        before = at;
    }
    0
}

/// The sentences of a text, from `#BOS` to `#EOS`. One that does not end goes on to the next.
pub(super) fn split(text: &[u8], position: Position) -> Split {
    let mut found = VecDeque::new();
    let mut open: Option<(usize, u64)> = None;
    let mut in_table = false;
    let (mut at, mut line) = (0, position.line);
    let raw = |(start, line): (usize, u64), end: usize| Raw {
        start,
        end: start + text[start..end].trim_ascii_end().len(),
        at: Position::start_of(line),
    };
    while at < text.len() {
        let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |n| at + n + 1);
        let here = text[at..end].trim_ascii_end();
        if is(here, b"#BOS") {
            found.extend(open.map(|open| raw(open, at)));
            open = Some((at, line));
        } else if is(here, b"#EOS") && open.is_some() {
            found.extend(open.take().map(|open| raw(open, end)));
        } else if open.is_none() {
            if is(here, b"#BOT") {
                in_table = true;
            } else if is(here, b"#EOT") {
                in_table = false;
            } else if !in_table
                && !here.trim_ascii_start().is_empty()
                && !here.starts_with(b"%%")
                && !is(here, b"#FORMAT")
            {
                let place = Place::locate(&text[at..end], 0, Position::start_of(line));
                return Err((place, ErrorKind::OutsideSentence));
            }
        }
        at = end;
        line += 1;
    }
    found.extend(open.map(|open| raw(open, text.len())));
    Ok((found, Position::start_of(line)))
}

/// A line of a sentence.
struct Line {
    name: Span,
    label: Span,
    edge: Span,
    parent: u32,
    parent_at: usize,
}

/// Reads one sentence.
pub fn read(text: &[u8]) -> TreeReading<'_> {
    let (tree, fault) = match tree(text) {
        Ok(tree) => (tree, None),
        Err(fault) => (Tree::default(), Some(fault)),
    };
    TreeReading { tree, faults: fault.into_iter().collect(), balance: 0 }
}

fn tree(text: &[u8]) -> Result<Tree<'_>, TreeFault> {
    let fault = |kind: TreeFaultKind, at: usize| TreeFault { kind, at };
    if text.trim_ascii().is_empty() {
        return Ok(Tree::default());
    }
    let root = Span { start: 0, end: 0 };
    let mut loose = vec![LooseNode {
        kind: NodeKind::Phrase,
        label: root,
        body: root,
        parent: NO_NODE,
        place: 0,
    }];
    // The parents' numbers, to be looked up when all phrases are known, and where they stand.
    let mut parents: Vec<(u32, usize)> = vec![(0, 0)];
    let mut numbers: HashMap<u32, u32> = HashMap::from([(0, 0)]);
    let mut n_words = 0;
    let mut has_end = false;
    let mut at = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let start = at;
        at += line.len();
        let line = line.trim_ascii_end();
        if line.is_empty() || line.starts_with(b"%%") || is(line, b"#BOS") {
            continue;
        }
        if is(line, b"#EOS") {
            has_end = true;
            break;
        }
        let line = columns(text, start, line)?;
        let phrase = number_of_phrase(&text[line.name.start as usize..line.name.end as usize]);
        let index = loose.len() as u32;
        match phrase {
            Some(number) => {
                if numbers.insert(number, index).is_some() {
                    return Err(fault(TreeFaultKind::NodeTwice, start));
                }
                let (kind, body) = (NodeKind::Phrase, line.edge);
                loose.push(LooseNode { kind, label: line.label, body, parent: 0, place: 0 });
            }
            None => {
                let kind = NodeKind::Leaf;
                let place = n_words;
                n_words += 1;
                loose.push(LooseNode {
                    kind,
                    label: line.label,
                    body: line.name,
                    parent: 0,
                    place,
                });
            }
        }
        parents.push((line.parent, line.parent_at));
    }
    if !has_end {
        return Err(fault(TreeFaultKind::NoSentenceEnd, 0));
    }
    for (node, (number, at)) in loose.iter_mut().zip(&parents).skip(1) {
        node.parent =
            *numbers.get(number).ok_or_else(|| fault(TreeFaultKind::UnknownParent, *at))?;
    }
    arrange(text, &loose)
        .map_err(|looping| fault(TreeFaultKind::BelowItself, parents[looping as usize].1))
}

/// The number of a line that is a phrase.
fn number_of_phrase(name: &[u8]) -> Option<u32> {
    let digits = name.strip_prefix(b"#")?;
    let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
    (digits[0].is_ascii_digit() && number >= FIRST_PHRASE).then_some(number)
}

/// The columns of a line that are of use.
fn columns(text: &[u8], start: usize, line: &[u8]) -> Result<Line, TreeFault> {
    let has_tabs = line.contains(&b'\t');
    let divides = |byte: &u8| *byte == b'\t' || (!has_tabs && byte.is_ascii_whitespace());
    let mut fields: Vec<Span> = Vec::with_capacity(8);
    let mut at = 0;
    for field in line.split(divides) {
        let trimmed = field.trim_ascii();
        // A comment ends the line, but a word may be two signs of percentage.
        if trimmed.starts_with(b"%%") && !fields.is_empty() {
            break;
        }
        if !trimmed.is_empty() {
            let indent = field.len() - field.trim_ascii_start().len();
            let from = (start + at + indent) as u32;
            fields.push(Span { start: from, end: from + trimmed.len() as u32 });
        }
        at += field.len() + 1;
    }
    let (label, edge, parent) = match fields.len() {
        n if n < 5 => {
            return Err(TreeFault { kind: TreeFaultKind::FewColumns, at: start });
        }
        n if n % 2 == 1 => (fields[1], fields[3], fields[4]),
        _ => (fields[2], fields[4], fields[5]),
    };
    let parent_at = parent.start as usize;
    let number = std::str::from_utf8(&text[parent_at..parent.end as usize]).ok();
    let parent = number.and_then(|number| number.parse().ok());
    let parent = parent.ok_or(TreeFault { kind: TreeFaultKind::UnknownParent, at: parent_at })?;
    Ok(Line { name: fields[0], label, edge, parent, parent_at })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::discbracket;

    fn show(text: &str) -> String {
        let reading = read(text.as_bytes());
        if let Some(fault) = reading.faults.first() {
            return format!("{:?}@{}", fault.kind, fault.at);
        }
        let mut out = Vec::new();
        discbracket::write(&reading.tree, ROOT, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn both_versions_are_read() {
        let three = "#BOS 1 0 0 0 %% ours\nWake\tV\t--\tHD\t500\nher\tN\t--\tOA\t0\t%% here\nup\tPRT\t--\tSV\t500\tHD\t0\n#500\tVP\t--\t--\t0\n#EOS 1";
        let tree = "(ROOT (VP (V 0=Wake) (PRT 2=up)) (N 1=her))";
        assert_eq!(show(three), tree);
        let four = "#BOS 1\nWake  wake V   -- HD 500\nher her N -- OA 0\nup up PRT -- SV 500\n#500 -- VP -- -- 0\n#EOS 1\n";
        assert_eq!(show(four), tree);
        assert_eq!(show(&four.replace('\n', "\r\n")), tree);
        assert_eq!(show("#BOS 1\n#EOS 1"), "(ROOT)");
        assert_eq!(show(""), "");
        // A word may look like the number of a phrase, and be two signs of percentage.
        assert_eq!(show("#BOS 1\n#5 N -- -- 0\n%%\tN\t--\t--\t0\n#EOS 1"), "(ROOT (N 0=#5))");
    }

    #[test]
    fn faults_have_a_place() {
        for (lines, fault) in [
            ("a N -- --\n#EOS", "FewColumns@7"),
            ("a N -- -- x\n#EOS", "UnknownParent@17"),
            ("a N -- -- 501\n#EOS", "UnknownParent@17"),
            ("#500 S -- -- 0\n#500 S -- -- 0\n#EOS", "NodeTwice@22"),
            ("#500 S -- -- 501\n#501 S -- -- 500\n#EOS", "BelowItself@20"),
            ("#500 S -- -- 500\n#EOS", "BelowItself@20"),
            ("a N -- -- 0\n", "NoSentenceEnd@0"),
        ] {
            assert_eq!(show(&format!("#BOS 1\n{lines}")), fault, "{lines}");
        }
    }

    #[test]
    fn sentences_are_what_stands_between_two_marks() {
        let text = "%% ours\n#FORMAT 4\n#BOT ORIGIN\n1 here\n#EOT ORIGIN\n#BOS 1\na\n#EOS 1\n\n#BOS 2\nb\n#BOS 3\nc\n#EOS 3\n";
        assert!(begins(text.as_bytes()) && !begins(b"# a\n#BOS 1") && !begins(b"#BOSS"));
        let (found, end) = split(text.as_bytes(), Position::start_of(1)).unwrap();
        let shown: Vec<_> =
            found.iter().map(|raw| (&text[raw.start..raw.end], raw.at.line)).collect();
        assert_eq!(shown, [("#BOS 1\na\n#EOS 1", 6), ("#BOS 2\nb", 10), ("#BOS 3\nc\n#EOS 3", 12)]);
        assert_eq!(end.line, 15);
        let (place, _) = split(b"#BOS 1\n#EOS 1\nx\n", Position::start_of(1)).unwrap_err();
        assert_eq!(place.position.line, 3);
    }

    #[test]
    fn a_block_is_cut_behind_a_whole_sentence() {
        assert_eq!(cut(b"#BOS 1\n#EOS 1\n#BOS 2\n#EOS", false), 14);
        assert_eq!(cut(b"#BOS 1\na", false), 0);
        assert_eq!(cut(b"#BOS 1\na", true), 8);
    }
}
