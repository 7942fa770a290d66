//! The lines of a file that are numbers: which of them start a sentence, and which were only broken off a relation.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::{is_first_number, parsed};
use crate::error::{Position, RelationFault};
use crate::formats::blocks::lines;
use crate::structures::relations::{NumberedRelations, PlacedFault, RelationSet};

/// The line of the first sentence: that with `1`, unless relations stand under a number before it, which are no
/// declarations. Where the first sentence is lost, the others are still there.
pub(super) fn first(text: &[u8]) -> Option<(usize, &[u8])> {
    let one = lines(text, 0).find(|(_, line)| is_first_number(line));
    match (one, first_before(text, one, false)) {
        // Whoever counts from 0 may have lost the next one, too.
        (None, Some(_)) => first_before(text, one, true),
        (_, first) => first,
    }
}

/// The same, where it is known which line has `1`, and whether relations under `0` are a sentence without it.
fn first_before<'s>(
    text: &'s [u8],
    one: Option<(usize, &'s [u8])>,
    counts_from_0: bool,
) -> Option<(usize, &'s [u8])> {
    let end = one.map_or(text.len(), |(at, _)| at);
    let mut start = None;
    for (at, line) in lines(&text[..end], 0) {
        let trimmed = line.trim_ascii();
        let digits = trimmed.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let behind = || text[at + line.len()..].trim_ascii_start().first();
        let is_zero_of_sentence =
            || one.is_some() || (counts_from_0 && matches!(behind(), Some(b'(' | b'{')));
        let is_number = digits > 0
            && parsed(&trimmed[..digits]).is_some_and(|number| number > 0 || is_zero_of_sentence());
        match (trimmed.first(), trimmed[digits..].trim_ascii_start().first()) {
            (_, None) if is_number => start = start.or(Some((at, line))),
            (_, Some(b'(' | b'{')) if is_number && trimmed[digits].is_ascii_whitespace() => {
                return start.or(Some((at, line)));
            }
            (Some(b'(' | b'{'), _) if start.is_some() => return start,
            _ => {}
        }
    }
    one.or(start)
}

/// A number alone in its line.
struct Heading {
    /// Where it stands.
    at: Range<usize>,
    number: u64,
    /// Whether a dot stands behind it.
    is_dotted: bool,
    /// Whether it starts a sentence, as far as the lines around it and the other numbers say.
    is_certain: bool,
    /// Whether the numbers begin again with it, as where two files were put together.
    begins_again: bool,
    /// Whether it is a sentence's only if they do.
    is_doubtful: bool,
}

/// All numbers that stand alone in a line behind the first one.
pub(super) struct Headings<'s> {
    text: &'s [u8],
    all: Vec<Heading>,
    /// Whether empty lines stand before them.
    are_apart: bool,
}

impl<'s> Headings<'s> {
    /// Those of a text that has none.
    pub(super) const NONE: Headings<'static> =
        Headings { text: b"", all: Vec::new(), are_apart: false };

    /// Those behind a line, the first number's.
    pub(super) fn of(text: &'s [u8], start: usize, first: &[u8]) -> Headings<'s> {
        let trimmed = first.trim_ascii_start();
        let digits = trimmed.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let first_number = parsed(&trimmed[..digits]).unwrap_or(1);
        // Weights may stand alone in a line, too: they are no more than 1.
        let mut small = [first_number == 0, first_number == 1];
        let mut all: Vec<Heading> = Vec::new();
        // The last brace of a line says whether what follows stands in braces.
        let opens = |line: &[u8]| Some(line[memchr::memrchr2(b'{', b'}', line)?] == b'{');
        let mut is_in_braces = opens(first).unwrap_or(false);
        for (at, line) in lines(text, start + first.len()) {
            let at = at + line.len() - line.trim_ascii_start().len();
            let line = line.trim_ascii();
            let digits = line.strip_suffix(b".").unwrap_or(line);
            let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
            let Some(number) = is_number.then(|| parsed(digits)).flatten() else {
                is_in_braces = opens(line).unwrap_or(is_in_braces);
                continue;
            };
            let is_dotted = digits.len() < line.len();
            let mut is_doubtful = false;
            if number <= 1 {
                let is_there = &mut small[usize::from(number == 1)];
                is_doubtful = *is_there || !is_behind_empty_line(text, at);
                if is_dotted || (is_doubtful && (number == 0 || is_in_braces)) {
                    continue;
                }
                *is_there |= !is_doubtful;
            }
            let at = at..at + line.len();
            let (is_certain, begins_again) = (false, false);
            all.push(Heading { at, number, is_dotted, is_certain, begins_again, is_doubtful });
        }
        // Of each, the next number, and whether it looks like one that starts a sentence.
        let mut around: Vec<(Option<u64>, bool)> = Vec::with_capacity(all.len());
        let (mut next, mut next_paragraph) = (None, None);
        let (mut n_paragraphs, mut n_falls) = (0, 0);
        for Heading { at, number, is_doubtful, .. } in all.iter().rev() {
            let is_paragraph = starts_paragraph(text, at);
            around.push((next, is_paragraph));
            if *is_doubtful {
                continue;
            }
            next = Some(*number);
            if is_paragraph {
                n_paragraphs += 1;
                n_falls += usize::from(next_paragraph.is_some_and(|next| next <= *number));
                next_paragraph = Some(*number);
            }
        }
        // Where they come in any order, a smaller number says nothing.
        let is_in_order = 3 * n_falls <= n_paragraphs + 1;
        let mut last = first_number;
        for (here, (next, is_paragraph)) in all.iter_mut().zip(around.into_iter().rev()) {
            let number = here.number;
            here.begins_again = is_in_order
                && is_paragraph
                && number <= last
                && next.is_some_and(|next| number < next && next <= last);
            let is_due = last < number && next.is_none_or(|next| number < next);
            here.is_certain = here.begins_again || (!here.is_doubtful && (is_due || is_paragraph));
            if here.is_certain {
                last = number;
            }
        }
        all.retain(|one| !one.is_doubtful || one.begins_again);
        let n_apart = all.iter().filter(|one| is_behind_empty_line(text, one.at.start)).count();
        let are_apart = 2 * n_apart > all.len();
        Headings { text, all, are_apart }
    }

    /// Where those stand that certainly start a sentence.
    pub(super) fn certain(&self) -> impl Iterator<Item = usize> {
        self.all.iter().filter(|one| one.is_certain).map(|one| one.at.start)
    }

    /// Numbers of sentences that were read as a part of another: what was never closed there ran on until
    /// something else closed it.
    pub(super) fn swallowed(&self, sentences: &[NumberedRelations]) -> Vec<usize> {
        let numbers = || sentences.iter().map(|sentence| sentence.number);
        // Where they come in no order, all that can be said is which are not there.
        let mut known = HashSet::new();
        if !numbers().is_sorted_by(|one, next| one < next) {
            known.extend(numbers());
        }
        let largest = numbers().max().unwrap_or(0);
        let mut rest = sentences.iter().peekable();
        let mut last = None;
        let mut swallowed = Vec::new();
        for Heading { at, number, .. } in &self.all {
            while let Some(sentence) = rest.next_if(|sentence| sentence.at < at.start) {
                last = Some(sentence.number);
            }
            let next = rest.peek();
            if next.is_some_and(|sentence| sentence.at == at.start) {
                continue;
            }
            let is_due = match known.is_empty() {
                true => {
                    last.is_none_or(|last| last < *number)
                        && next.is_none_or(|sentence| *number < sentence.number)
                }
                false => *number < largest && known.insert(*number),
            };
            if is_due && starts_paragraph(self.text, at) {
                swallowed.push(at.start);
                last = Some(*number);
            }
        }
        swallowed
    }
}

/// The numbers of sentences that were read already, which may come in any order.
pub(super) struct Numbers<'h> {
    headings: &'h Headings<'h>,
    taken: HashSet<u64>,
    /// Whether no other sentence can start.
    is_one: bool,
}

impl<'h> Numbers<'h> {
    pub(super) fn new(headings: &'h Headings<'h>) -> Numbers<'h> {
        Numbers { headings, taken: HashSet::new(), is_one: false }
    }

    /// Of a text that is one sentence.
    pub(super) fn of_one(headings: &'h Headings<'h>) -> Numbers<'h> {
        Numbers { is_one: true, ..Numbers::new(headings) }
    }

    /// Takes the number of the first sentence.
    pub(super) fn start(&mut self, number: u64) {
        self.taken.insert(number);
    }

    /// Takes a number where a relation or a sentence may start, if it is a sentence's; if not, it is what is left of
    /// something that was broken. One that goes on counting is one. Another one starts a paragraph as the others do,
    /// or at least is not there yet.
    pub(super) fn take(&mut self, number: u64, last: u64, at: Range<usize>) -> bool {
        if self.is_one {
            return false;
        }
        let text = self.headings.text;
        let is_new = !self.taken.contains(&number);
        // No further than to the next thing: a line may hold a million numbers.
        let ends = |byte: &&u8| **byte == b'\n' || !byte.is_ascii_whitespace();
        let is_alone = text[at.end..].iter().find(ends).is_none_or(|byte| b"\n;".contains(byte));
        let is_sentence = match is_new && last < number {
            true => self.heading(at.start).is_none_or(|heading| heading.is_certain),
            false if !is_alone => is_new,
            false => {
                let is_apart = !self.headings.are_apart
                    || is_behind_empty_line(text, at.start)
                    || self.heading(at.start).is_some_and(|heading| heading.begins_again);
                starts_paragraph(text, &at) && (is_new || is_apart)
            }
        };
        if is_sentence {
            self.taken.insert(number);
        }
        is_sentence
    }

    /// Whether a number that was not taken reads like that of a sentence, and one has it already.
    pub(super) fn is_again(&self, number: u64, at: &Range<usize>) -> bool {
        !self.is_one && self.taken.contains(&number) && starts_paragraph(self.headings.text, at)
    }

    /// The number that stands here alone in its line, with a dot.
    pub(super) fn dotted(&mut self, at: usize) -> Option<u64> {
        let number = self.heading(at).filter(|heading| heading.is_dotted)?.number;
        self.taken.insert(number);
        Some(number)
    }

    fn heading(&self, at: usize) -> Option<&Heading> {
        let all = &self.headings.all;
        let found = all.binary_search_by_key(&at, |heading| heading.at.start).ok()?;
        Some(&all[found])
    }
}

/// Whether there is an empty line before the one in which a byte is the first.
fn is_behind_empty_line(text: &[u8], at: usize) -> bool {
    let before = &text[..at];
    let blanks = &before[before.trim_ascii_end().len()..];
    memchr::memchr_iter(b'\n', blanks).nth(1).is_some()
}

/// Whether a number alone in its line is that of a sentence, as far as one can say from the lines around it:
/// an empty one before it, or behind it what sentences begin with. The number that fills a slot has neither.
fn starts_paragraph(text: &[u8], at: &Range<usize>) -> bool {
    let behind = text[at.end..].trim_ascii_start().first();
    is_behind_empty_line(text, at.start)
        || behind.is_none_or(|byte| matches!(byte, b'(' | b'{' | b';' | b'0'..=b'9'))
}

/// Makes one sentence of those with the same number: nobody can say which is meant. It stands where the second one
/// does.
pub(crate) fn each_once(text: &[u8], sentences: Vec<NumberedRelations>) -> Vec<NumberedRelations> {
    let mut found = HashSet::new();
    let again = |sentence: &&NumberedRelations| !found.insert(sentence.number);
    let double: HashSet<u64> =
        sentences.iter().filter(again).map(|sentence| sentence.number).collect();
    if double.is_empty() {
        return sentences;
    }
    // Of each such number, the line of the first one, until the second one has it.
    let mut first = HashMap::new();
    let (mut position, mut done) = (Position::start_of(1), 0);
    let mut told = HashSet::new();
    let mut kept = Vec::with_capacity(sentences.len());
    for mut sentence in sentences {
        let NumberedRelations { number, at, .. } = sentence;
        if !double.contains(&number) {
            kept.push(sentence);
            continue;
        }
        position = position.after(&text[done..at]);
        done = at;
        match first.get(&number) {
            None => {
                first.insert(number, position.line);
            }
            Some(&line) if told.insert(number) => {
                let problem = RelationFault::TwiceNumbered { number, line };
                sentence.fault = Some(PlacedFault { at: 0, problem });
                sentence.relations = RelationSet::default();
                kept.push(sentence);
            }
            Some(_) => {}
        }
    }
    kept
}
