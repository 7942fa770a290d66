//! What models think before they answer, between tags of several names; and, in files of many answers,
//! what stands around structures.

use std::borrow::Cow;
use std::ops::Range;

use crate::formats::repair::wrapping::fence_spans;
use crate::formats::repair::{RepairKind, Repairs};

/// Names of tags between which models think.
const NAMES: [&[u8]; 4] = [b"think", b"thinking", b"reasoning", b"thought"];

/// A tag that begins or ends a thought.
struct Tag {
    at: Range<usize>,
    opens: bool,
}

fn tags(text: &[u8]) -> impl Iterator<Item = Tag> {
    memchr::memchr2_iter(b'<', b'[', text).filter_map(|at| tag_at(text, at))
}

fn tag_at(text: &[u8], at: usize) -> Option<Tag> {
    let behind = &text[at + 1..];
    let name = behind.strip_prefix(b"/").unwrap_or(behind);
    let opens = name.len() == behind.len();
    // In square brackets only capitals are a tag; anything else may be a word or a label.
    let is_square = text[at] == b'[';
    let end = if is_square { b']' } else { b'>' };
    let n = name.iter().take(12).position(|byte| *byte == end)?;
    let is_known = match is_square {
        true => &name[..n] == b"THINK",
        false => NAMES.iter().any(|known| known.eq_ignore_ascii_case(&name[..n])),
    };
    is_known.then_some(Tag { at: at..text.len() - name.len() + n + 1, opens })
}

/// Where in an answer stands what is said behind the last thought; nothing where no thought ends, or
/// nothing is said but thoughts.
pub(crate) fn behind_thoughts(answer: &[u8]) -> Option<Range<usize>> {
    let (mut start, mut open) = (0, None);
    for tag in tags(answer) {
        if tag.opens {
            open = open.or(Some(tag.at.start));
        } else {
            (start, open) = (tag.at.end, None);
        }
    }
    let said = start..open.unwrap_or(answer.len());
    let is_all = said == (0..answer.len());
    (is_all || !answer[said.clone()].trim_ascii().is_empty()).then_some(said)
}

/// Where thoughts stand in a file of many answers. A tag that ends what never began is one by itself,
/// unless it is the first: what stands before it may be answers.
fn spans(text: &[u8]) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut open = None;
    for tag in tags(text) {
        if tag.opens {
            open = open.or(Some(tag.at.start));
        } else {
            let alone = if spans.is_empty() { 0 } else { tag.at.start };
            spans.push(open.take().unwrap_or(alone)..tag.at.end);
        }
    }
    spans.extend(open.map(|open| open..text.len()));
    spans
}

/// A file of many answers with blanks in the place of thoughts and the marks of fences.
pub(crate) struct Masked<'t> {
    pub(crate) text: Cow<'t, [u8]>,
    thoughts: Vec<Range<usize>>,
    fences: Vec<Range<usize>>,
}

impl<'t> Masked<'t> {
    pub(crate) fn of(text: &'t [u8]) -> Masked<'t> {
        let mut masked = Masked::of_thoughts(text);
        let (fences, marks) = fence_spans(&masked.text);
        for mark in marks {
            blank(&mut masked.text.to_mut()[mark]);
        }
        Masked { fences, ..masked }
    }

    /// The same with fences as they are.
    pub(crate) fn of_thoughts(text: &'t [u8]) -> Masked<'t> {
        let thoughts = spans(text);
        let mut plain = Cow::Borrowed(text);
        for span in &thoughts {
            blank(&mut plain.to_mut()[span.clone()]);
        }
        Masked { text: plain, thoughts, fences: Vec::new() }
    }

    /// What was taken away of a part of the file. A fence counts where something of the part is in it.
    pub(crate) fn done_in(&self, part: &Range<usize>) -> Repairs {
        let within = |spans: &[Range<usize>], counts: &dyn Fn(&Range<usize>) -> bool| {
            let first = spans.partition_point(|span| span.end <= part.start);
            let here = spans[first..].iter().take_while(|span| span.start < part.end);
            here.into_iter().any(counts)
        };
        let has_text = |span: &Range<usize>| {
            let shared = span.start.max(part.start)..span.end.min(part.end);
            !self.text[shared].trim_ascii().is_empty()
        };
        let mut done = Repairs::default();
        done.note(RepairKind::Thoughts, within(&self.thoughts, &|_| true));
        done.note(RepairKind::Fence, within(&self.fences, &has_text));
        done
    }
}

/// Lines stay where they are.
fn blank(text: &mut [u8]) {
    text.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
}
