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
                && memchr::memmem::find(line, b") (").is_none()
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
                let found = mended(kept, facts, &mut done);
                if found.is_empty() {
                    note_left(line, &mut done);
                }
                for fact in found {
                    text.extend_from_slice(&fact);
                    text.push(b'\n');
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

/// The facts that a line is, or was meant as.
pub(crate) fn mended(line: &[u8], facts: FactLines, done: &mut Repairs) -> Vec<Vec<u8>> {
    let among = if facts == FactLines::Bracketed { among_words(line) } else { Vec::new() };
    if let [_, _, ..] = among.as_slice() {
        let left = among.iter().fold(line.len(), |left, fact| left - fact.len());
        note_between(line, &among, done);
        done.note(RepairKind::Markup, left > 0 && done.is_empty());
        return among.into_iter().map(<[u8]>::to_vec).collect();
    }
    if let Some(fact) = mended_one(line, facts, done) {
        return vec![fact];
    }
    note_between(line, &among, done);
    among.into_iter().map(<[u8]>::to_vec).collect()
}

/// Relations in brackets that stand among words: each closed, and with a name in small letters and two more
/// words at least.
fn among_words(line: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = memchr::memchr(b'(', &line[at..]).map(|n| at + n) {
        let mut depth = 0_usize;
        let close = line[open..].iter().position(|byte| {
            depth = match byte {
                b'(' => depth + 1,
                b')' => depth.saturating_sub(1),
                _ => depth,
            };
            depth == 0
        });
        // What is never closed has no relation behind it either.
        let Some(close) = close else { break };
        let fact = &line[open..=open + close];
        let n_names = fact.split(u8::is_ascii_whitespace).filter(|name| !name.is_empty()).count();
        let is_named = fact.get(1).is_some_and(|byte| byte.is_ascii_lowercase() || *byte == b'|');
        let has_words = fact.iter().any(|byte| matches!(byte, b'_' | b'|')) || is_known(fact);
        if n_names >= 3 && is_named && has_words {
            found.push(fact);
        }
        at = open + close + 1;
    }
    found
}

/// Names of relations that words in parentheses do not begin with.
fn is_known(fact: &[u8]) -> bool {
    let name = fact[1..].split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let names: [&[u8]; 16] = [
        b"ncsubj", b"xsubj", b"csubj", b"dobj", b"obj2", b"iobj", b"ncmod", b"xmod", b"cmod",
        b"pmod", b"det", b"aux", b"conj", b"xcomp", b"ccomp", b"passive",
    ];
    names.contains(&name)
}

/// Notes what stands around facts of a line.
fn note_between(line: &[u8], facts: &[&[u8]], done: &mut Repairs) {
    let mut rest = line;
    for fact in facts {
        let Some(at) = memchr::memmem::find(rest, fact) else { continue };
        note_part(&rest[..at], done);
        rest = &rest[at + fact.len()..];
    }
    if !facts.is_empty() {
        note_part(rest, done);
    }
}

fn note_part(part: &[u8], done: &mut Repairs) {
    let is_list = |byte: &u8| b"[], ".contains(byte);
    match !part.is_empty() && part.iter().all(is_list) {
        true => done.note(RepairKind::Markup, true),
        false => note_left(part, done),
    }
}

/// A line as one fact, if it is or was meant as one.
fn mended_one(line: &[u8], facts: FactLines, done: &mut Repairs) -> Option<Vec<u8>> {
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
