//! What stands around a structure: fences, strings of JSON, marks of lists, words.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::Value;

use crate::formats::repair::{RepairKind, Repairs};

/// A part of an answer in which a structure may stand.
pub(super) struct Segment<'t> {
    pub(super) text: Cow<'t, [u8]>,
    /// What taking it out of the answer was.
    pub(super) done: Repairs,
}

/// The parts of an answer, those in fences first: where one of these holds a structure, it is meant.
/// Each list is looked at only if those before it hold nothing.
pub(super) fn segments(answer: &[u8]) -> Vec<Vec<Segment<'_>>> {
    segments_by(answer, unquoted)
}

/// The same with JSON as it stands.
pub(super) fn segments_as_is(answer: &[u8]) -> Vec<Vec<Segment<'_>>> {
    segments_by(answer, |text, before| vec![Segment { text: text.into(), done: before.clone() }])
}

fn segments_by<'t>(
    answer: &'t [u8],
    inner: impl Fn(&'t [u8], &Repairs) -> Vec<Segment<'t>>,
) -> Vec<Vec<Segment<'t>>> {
    let (fenced, rest) = fences(answer);
    let mut lists = Vec::new();
    if !fenced.is_empty() {
        let has_prose = rest.iter().any(|line| has_words(line));
        let mut done = Repairs::default();
        done.note(RepairKind::Fence, true);
        done.note(RepairKind::Prose, has_prose);
        lists.push(fenced.into_iter().flat_map(|text| inner(text, &done)).collect());
    }
    // What is in no fence is looked at together with the fences, which are no structure.
    lists.push(inner(answer, &Repairs::default()));
    lists
}

/// The texts in fences, and the lines outside.
fn fences(answer: &[u8]) -> (Vec<&[u8]>, Vec<&[u8]>) {
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    let mut open: Option<usize> = None;
    let mut at = 0;
    for line in answer.split_inclusive(|byte| *byte == b'\n') {
        let start = at;
        at += line.len();
        let bare = line.trim_ascii_start();
        let bare = bare.strip_prefix(b">").map_or(bare, <[u8]>::trim_ascii_start);
        let mark = [&b"```"[..], b"~~~"].into_iter().find(|mark| bare.starts_with(mark));
        match (mark, open) {
            (Some(_), Some(from)) => {
                inside.push(&answer[from..start]);
                open = None;
            }
            (Some(mark), None) => {
                // Behind the mark stands the name of a language, or all of it.
                let rest = bare[mark.len()..].trim_ascii_end();
                let from = start + (line.len() - bare.len()) + mark.len();
                match memchr::memmem::find(rest, mark) {
                    Some(end) => inside.push(&answer[from..from + end]),
                    None => {
                        let has_more = memchr::memchr3(b'(', b'[', b'\t', rest);
                        open = Some(has_more.map_or(at, |more| from + more));
                    }
                }
            }
            // The end of a fence may stand behind what is in it.
            (None, Some(from)) => {
                if let Some(end) = memchr::memmem::find(line, b"```") {
                    inside.push(&answer[from..start + end]);
                    open = None;
                }
            }
            (None, None) => outside.push(line),
        }
    }
    if let Some(from) = open {
        inside.push(&answer[from.min(answer.len())..]);
    }
    (inside, outside)
}

/// Where fences stand in a file of many answers, and the lines that are only their marks.
pub(super) fn fence_spans(text: &[u8]) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (mut spans, mut marks) = (Vec::new(), Vec::new());
    let mut open: Option<usize> = None;
    let mut at = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let start = at;
        at += line.len();
        let bare = line.trim_ascii();
        let is_mark = bare.starts_with(b"```") || bare.starts_with(b"~~~");
        if !is_mark || bare.iter().any(|byte| b"([\t".contains(byte)) {
            continue;
        }
        marks.push(start..at);
        match open.take() {
            Some(from) => spans.push(from..at),
            None => open = Some(start),
        }
    }
    spans.extend(open.map(|from| from..text.len()));
    (spans, marks)
}

/// A text as it is, or the texts that stand in it as JSON.
fn unquoted<'t>(text: &'t [u8], before: &Repairs) -> Vec<Segment<'t>> {
    let trimmed = text.trim_ascii();
    let segment = |text: Cow<'t, [u8]>, kind: Option<RepairKind>| {
        let mut done = before.clone();
        kind.into_iter().for_each(|kind| done.note(kind, true));
        Segment { text, done }
    };
    let mut texts = Vec::new();
    if matches!(trimmed.first(), Some(b'"' | b'{' | b'['))
        && let Ok(value) = serde_json::from_slice::<Value>(trimmed)
    {
        strings(&value, 6, &mut texts);
    }
    if !texts.is_empty() {
        let quoted = |text: String| segment(text.into_bytes().into(), Some(RepairKind::Quoted));
        return texts.into_iter().map(quoted).collect();
    }
    // Of a string that was cut off, or taken out of JSON with what stood for its lines.
    let has_escapes = memchr::memmem::find(trimmed, b"\\n").is_some()
        || memchr::memmem::find(trimmed, b"\\t").is_some();
    if has_escapes && !trimmed.contains(&b'\n') {
        return vec![segment(without_escapes(trimmed).into(), Some(RepairKind::Quoted))];
    }
    let is_quotation = |line: &[u8]| line.trim_ascii_start().starts_with(b">");
    if text.split(|byte| *byte == b'\n').any(is_quotation) {
        return vec![segment(without_quotation(text).into(), Some(RepairKind::Markup))];
    }
    vec![segment(text.into(), None)]
}

/// Lines without the mark of a quotation.
fn without_quotation(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let inner = line.trim_ascii_start().strip_prefix(b">");
        let inner = inner.map(|inner| inner.strip_prefix(b" ").unwrap_or(inner));
        plain.extend_from_slice(inner.unwrap_or(line));
    }
    plain
}

fn strings(value: &Value, deepest: usize, texts: &mut Vec<String>) {
    let Some(deeper) = deepest.checked_sub(1) else { return };
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|one| strings(one, deeper, texts)),
        Value::Object(object) => object.values().for_each(|one| strings(one, deeper, texts)),
        _ => {}
    }
}

fn without_escapes(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, behind)) = rest.split_first() {
        let escaped = match (byte, behind.first()) {
            (b'\\', Some(b'n')) => Some(b'\n'),
            (b'\\', Some(b't')) => Some(b'\t'),
            (b'\\', Some(b'"')) => Some(b'"'),
            _ => None,
        };
        plain.push(escaped.unwrap_or(byte));
        rest = &behind[usize::from(escaped.is_some())..];
    }
    plain
}

/// Whether a line has words, and not only marks of a list, a quotation or a table.
pub(super) fn has_words(line: &[u8]) -> bool {
    matches!(what_is_left(line), Left::Words)
}

/// What stands in a text beside a structure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    Nothing,
    Marks,
    Words,
}

/// Whether a part of a line is nothing, marks or words. The number of a list is a mark.
pub(super) fn what_is_left(text: &[u8]) -> Left {
    let text = text.trim_ascii();
    if text.is_empty() {
        return Left::Nothing;
    }
    let rest = without_marks(text);
    let is_mark = |byte: &u8| b"`*_#>|-+=~\"'.:;,".contains(byte) || byte.is_ascii_whitespace();
    match rest.iter().all(is_mark) || matches!(rest, b"\xE2\x80\x9C" | b"\xE2\x80\x9D") {
        true => Left::Marks,
        false => Left::Words,
    }
}

/// Notes what stands beside a structure, line by line.
pub(crate) fn note_left(text: &[u8], done: &mut Repairs) {
    for line in text.split(|byte| *byte == b'\n') {
        match what_is_left(line) {
            Left::Nothing => {}
            Left::Marks => done.note(RepairKind::Markup, true),
            Left::Words => done.note(RepairKind::Prose, true),
        }
    }
}

/// A line without the marks before it: of a quotation, a list with signs or numbers, emphasis, code.
pub(super) fn without_marks(line: &[u8]) -> &[u8] {
    let mut rest = line.trim_ascii();
    loop {
        let before = rest.len();
        while let Some((b'>' | b'*' | b'`' | b'#' | b'|', behind)) = rest.split_first() {
            rest = behind.trim_ascii_start();
        }
        for mark in [&b"- "[..], b"+ ", b"\xE2\x80\xA2", b"\xE2\x80\x93 "] {
            rest = rest.strip_prefix(mark).unwrap_or(rest).trim_ascii_start();
        }
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if (1..=6).contains(&digits)
            && matches!(rest.get(digits), Some(b'.' | b')' | b':'))
            && rest.get(digits + 1).is_none_or(u8::is_ascii_whitespace)
        {
            rest = rest[digits + 1..].trim_ascii_start();
        }
        if rest.len() == before {
            return rest;
        }
    }
}

/// What stands in marks of emphasis or of code.
pub(super) fn emphasised(name: &[u8]) -> Option<&[u8]> {
    let inner = |mark: &[u8]| name.strip_prefix(mark)?.strip_suffix(mark);
    let is_plain = |inner: &&[u8]| {
        let is_mark = |byte: Option<&u8>| byte.is_none_or(|byte| b"*`".contains(byte));
        !is_mark(inner.first()) && !is_mark(inner.last())
    };
    inner(b"**").or_else(|| inner(b"`")).filter(is_plain)
}

/// Entities that stand for characters which answers are often full of.
const ENTITIES: [(&[u8], &[u8]); 11] = [
    (b"&lt;", b"<"),
    (b"&gt;", b">"),
    (b"&quot;", b"\""),
    (b"&apos;", b"'"),
    (b"&#39;", b"'"),
    (b"&#x27;", b"'"),
    (b"&#40;", b"("),
    (b"&#41;", b")"),
    (b"&nbsp;", b" "),
    (b"&#160;", b" "),
    (b"&amp;", b"&"),
];

/// Whether a text has entities of HTML.
pub(crate) fn has_entities(text: &[u8]) -> bool {
    memchr::memchr_iter(b'&', text)
        .any(|at| ENTITIES.iter().any(|(entity, _)| text[at..].starts_with(entity)))
}

/// The text with entities read as what they stand for.
pub(crate) fn decoded(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let found = match text[at] {
            b'&' => ENTITIES.iter().find(|(entity, _)| text[at..].starts_with(entity)),
            _ => None,
        };
        match found {
            Some((entity, character)) => {
                plain.extend_from_slice(character);
                at += entity.len();
            }
            None => {
                plain.push(text[at]);
                at += 1;
            }
        }
    }
    plain
}
