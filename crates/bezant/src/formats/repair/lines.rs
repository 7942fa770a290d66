//! Facts, one a line: typed dependencies as text, and relations in brackets.

use crate::formats::repair::wrapping::{note_left, segments, without_marks};
use crate::formats::repair::{FactLines, RepairKind, Repaired, Repairs};
use crate::formats::stanford;

/// Whether there is a fact in every line.
pub(super) fn is_well_formed(answer: &[u8], facts: FactLines) -> bool {
    let mut lines = answer.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let mut n_facts = 0;
    lines.all(|line| {
        let is_fact = is_fact(line, facts);
        n_facts += usize::from(is_fact);
        is_fact || line.is_empty() || line.starts_with(b"#") || line.starts_with(b"<c>")
    }) && n_facts > 0
}

fn is_fact(line: &[u8], facts: FactLines) -> bool {
    match facts {
        FactLines::Typed => {
            line.first().is_some_and(u8::is_ascii_alphabetic) && stanford::is_dependency(line)
        }
        FactLines::Bracketed => {
            let balance = |byte: u8| line.iter().filter(|it| **it == byte).count();
            line.starts_with(b"(")
                && line.ends_with(b")")
                && balance(b'(') == balance(b')')
                && line.contains(&b' ')
        }
    }
}

/// The lines of an answer that are facts, or can be made into ones.
pub(super) fn repair(answer: &[u8], facts: FactLines) -> Option<Repaired> {
    for list in segments(answer) {
        let mut text = Vec::new();
        let mut done = Repairs::default();
        for segment in &list {
            let before = text.len();
            for line in segment.text.split(|byte| *byte == b'\n') {
                let kept = line.trim_ascii();
                if kept.starts_with(b"<c>") {
                    text.extend_from_slice(kept);
                    text.push(b'\n');
                    continue;
                }
                match mended(kept, facts, &mut done) {
                    Some(fact) => {
                        text.extend_from_slice(&fact);
                        text.push(b'\n');
                    }
                    None => note_left(line, &mut done),
                }
            }
            if text.len() > before {
                done.extend(&segment.done);
            }
        }
        if !text.is_empty() {
            for kind in [RepairKind::Prose, RepairKind::Fence, RepairKind::Markup] {
                let is_there = done.of(kind) > 0;
                done.note(kind, is_there);
            }
            return Some(Repaired { text, done });
        }
    }
    None
}

/// A line as a fact, if it is or was meant as one.
pub(crate) fn mended(line: &[u8], facts: FactLines, done: &mut Repairs) -> Option<Vec<u8>> {
    if is_fact(line, facts) {
        return Some(line.to_vec());
    }
    let bare = without_marks(line);
    let bare = bare.trim_ascii_end();
    let bare = bare.strip_suffix(b"`").unwrap_or(bare);
    let bare = bare.strip_suffix(b",").or(bare.strip_suffix(b".")).unwrap_or(bare);
    let bare = bare.strip_suffix(b"**").unwrap_or(bare);
    let has_marks = bare.len() != line.len();
    if is_fact(bare, facts) {
        done.note(RepairKind::Markup, has_marks);
        return Some(bare.to_vec());
    }
    let closed = [bare, b")"].concat();
    if is_fact(&closed, facts) {
        done.note(RepairKind::Markup, has_marks || done.of(RepairKind::Markup) > 0);
        done.add(RepairKind::Unclosed, 1);
        return Some(closed);
    }
    let shorter = bare.strip_suffix(b")").filter(|shorter| is_fact(shorter, facts))?;
    done.note(RepairKind::Markup, has_marks || done.of(RepairKind::Markup) > 0);
    done.add(RepairKind::Surplus, 1);
    Some(shorter.to_vec())
}
