//! What the RASP parser prints, made into what its evaluator reads.
//!
//! ```text
//! (|It:1_PPH1| |will:2_VM| |rain:3_VV0|) 1 ; (-3.104)
//!
//! (ncsubj rain:3_VV0 It:1_PPH1 _)
//! (aux rain:3_VV0 will:2_VM)
//! ```
//!
//! Slots lose number and tag; names of several words, `<w>A B</w>`, are joined with `_`;
//! `quote` relations go; `ncsubj` relations move to the end of their sentence, each once, and an
//! unspecified last slot becomes `obj` where the verb is passive. With the parser's input (the
//! `.stag` file) each word is what stands there at its number, so that lemmas become words again.

use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};

use crate::error::{Error, Place, Position, RelationFault, Result};
use crate::formats::Raw;
use crate::formats::relations::alike::begin_alike;
use crate::formats::relations::linked::{Linked, LinkedWord, Wrong};
use crate::formats::relations::{Broken, Input, next_number};
use crate::structures::relations::{NumberedRelations, RelationSet};

/// The words of the parser's input, sentence by sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forms {
    /// What the file is called.
    name: String,
    sentences: Vec<Vec<Vec<u8>>>,
    /// The line of each.
    lines: Vec<u64>,
}

impl Forms {
    /// Reads a `.stag` file: one sentence a line, `^_^ It_PPH1 will_VM rain_VV0`.
    ///
    /// # Errors
    /// Where a line is none of that: hardly a word has a tag. A word or two may be odd.
    pub fn read(name: &str, text: &[u8]) -> Result<Forms> {
        let (mut sentences, mut lines) = (Vec::new(), Vec::new());
        for (number, line) in (1..).zip(text.split_inclusive(|&byte| byte == b'\n')) {
            let (mut forms, mut tagged) = (Vec::new(), 0);
            for word in words(line.trim_ascii()) {
                let word = joined(word);
                let end = word.iter().rposition(|&byte| byte == b'_');
                tagged += usize::from(end.is_some_and(|end| end > 0 && end + 1 < word.len()));
                forms.push(word[..end.unwrap_or(word.len())].to_vec());
            }
            if 2 * tagged < forms.len() {
                let place = Place::locate(line, 0, Position::start_of(number));
                return Err(Error::at(name, place, RelationFault::NotForms));
            }
            if forms.is_empty() {
                continue;
            }
            if forms[0] == b"^" {
                forms.remove(0);
            }
            sentences.push(forms);
            lines.push(number);
        }
        Ok(Forms { name: name.to_string(), sentences, lines })
    }

    /// All of them, piece by piece: each sentence's words, with a blank behind each.
    pub fn pieces(&self) -> impl Iterator<Item = Vec<u8>> {
        self.sentences
            .iter()
            .map(|words| words.iter().flat_map(|word| [word, &b" "[..]].concat()).collect())
    }

    /// Whether these are lemmas with their endings (`asset+s`), as the parser's next step has them.
    fn are_lemmas(&self) -> bool {
        let words = || self.sentences.iter().flatten();
        let endings = [&b"+s"[..], b"+ed", b"+ing", b"+en"];
        let lemmas = words().filter(|word| endings.iter().any(|ending| word.ends_with(ending)));
        lemmas.count() * 50 > words().count()
    }

    fn word(&self, sentence: usize, number: usize) -> Option<&[u8]> {
        Some(self.sentences.get(sentence)?.get(number.checked_sub(1)?)?)
    }

    /// Whether the words of a heading are others: hardly one begins as its form does, and there are enough to say so.
    /// Some lemmas begin otherwise, as `be+ed`.
    fn are_other(&self, sentence: usize, heading: &[u8]) -> bool {
        let (mut all, mut alike) = (0, 0);
        for item in words(heading) {
            let item = joined(item);
            let Some((end, number)) = number_of(&item) else { continue };
            let form = self.word(sentence, number).unwrap_or_default();
            let is_alike = begin_alike(&item[..end], form);
            all += usize::from(is_alike.is_some());
            alike += usize::from(is_alike == Some(true));
        }
        all > 3 && 3 * alike < all
    }
}

/// Whether a line opens a sentence: words in parentheses, how many parses, their score.
pub(crate) fn is_heading(line: &[u8]) -> bool {
    let found = memchr::memmem::find_iter(line, b" ; (");
    let mut found = found.filter(|&at| at > 0 && line[at - 1].is_ascii_digit());
    line.starts_with(b"(") && found.next().is_some()
}

/// Where the sentences of a text start, each with its words, and on which of its lines.
fn starts(text: &[u8]) -> impl Iterator<Item = (usize, u64)> {
    let lines = text.split_inclusive(|&byte| byte == b'\n').zip(0..);
    let lines = lines.scan(0, |at, (line, number)| {
        let start = *at;
        *at += line.len();
        Some((line, start, number))
    });
    lines.filter(|(line, ..)| is_heading(line.trim_ascii())).map(|(_, start, line)| (start, line))
}

/// How many bytes of `text` are whole sentences.
pub(crate) fn cut(text: &[u8], at_end: bool) -> usize {
    let last = || starts(text).last().map_or(0, |(start, _)| start);
    if at_end { text.len() } else { last() }
}

/// The sentences of a text that starts at `position`, and where the text after it goes on.
pub(crate) fn split(text: &[u8], position: Position) -> (VecDeque<Raw>, Position) {
    let ends = starts(text).skip(1).map(|(start, _)| start).chain([text.len()]);
    let raw = |((start, line), end)| {
        let at = Position::start_of(position.line + line);
        Raw { start, end, at }
    };
    (starts(text).zip(ends).map(raw).collect(), position.after(text))
}

/// Whether a line that is no heading has a relation, not a tree.
fn is_relation(line: &[u8]) -> bool {
    line.starts_with(b"(") && !line.starts_with(b"(|T/") && !line.starts_with(b"(X")
}

/// Whether a line that is neither heading nor relation should have been one. A tree begins with a bracket, too, and what
/// programs around the parser say begins with who says it, `NOTE: …`.
fn is_damaged(line: &[u8]) -> bool {
    let first = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    !line.is_empty() && !line.starts_with(b"(") && !first.ends_with(b":")
}

/// Reads one sentence with the numbers, stems and tags of its words.
pub(crate) fn read_linked(text: &[u8]) -> std::result::Result<Linked<'_>, Wrong> {
    let mut sentence = Linked::default();
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let start = at;
        at += line.len();
        let line = line.trim_ascii();
        if is_heading(line) {
            for item in words(heading(line)) {
                if let Some((number, word)) = placed(&joined(item)) {
                    sentence.set(number, word, start)?;
                }
            }
        } else if is_relation(line) {
            let Some(inside) = line[1..].strip_suffix(b")") else {
                return Err((start, "a relation stands in parentheses".to_string()));
            };
            let mut items = words(inside).map(joined);
            let name = items.next().unwrap_or_default();
            let fillers: Vec<Cow<'_, [u8]>> = items.collect();
            sentence.link(name, &fillers, placed, start)?;
        }
    }
    Ok(sentence)
}

/// The stem and tag of `asset+s:9_NN2`, and its place, the first being 0.
fn placed<'s>(item: &Cow<'s, [u8]>) -> Option<(usize, LinkedWord<'s>)> {
    let (end, number) = number_of(item)?;
    let part = |range: std::ops::Range<usize>| match item {
        Cow::Borrowed(item) => Cow::Borrowed(&item[range]),
        Cow::Owned(item) => Cow::Owned(item[range].to_vec()),
    };
    let stem = memchr::memchr(b'+', &item[..end]).unwrap_or(end);
    let tag = memchr::memchr(b'_', &item[end..]).map_or(item.len(), |at| end + at + 1);
    let (form, tag) = (part(0..stem), part(tag..item.len()));
    Some((number.checked_sub(1)?, LinkedWord { lemma: Some(form.clone()), form, tag }))
}

/// Reads all sentences of a file.
pub(crate) fn read<'s>(
    input: Input<'s>,
    forms: Option<&'s Forms>,
    broken: Broken,
) -> Result<Vec<NumberedRelations>> {
    let mut sentences: Vec<NumberedRelations> = Vec::new();
    let mut lines: Vec<(usize, Vec<Cow<'s, [u8]>>)> = Vec::new();
    // The first sentence whose forms are those of another one.
    let mut misplaced = None;
    let mut at = 0;
    for line in input.text.split_inclusive(|&byte| byte == b'\n') {
        let start = at;
        at += line.len();
        let line = line.trim_ascii();
        if is_heading(line) {
            finish(&mut sentences, &mut lines, forms);
            let (number, index) = (next_number(&sentences), sentences.len());
            if broken == Broken::Skips && misplaced.is_none() {
                let forms = forms.filter(|forms| forms.are_other(index, heading(line)));
                misplaced = forms.map(|_| (start, index));
            }
            let words = Some(heading_words(line, |number| forms?.word(index, number)));
            let relations = RelationSet::default();
            sentences.push(NumberedRelations { number, at: start, relations, words, fault: None });
        } else if is_relation(line) {
            let Some(sentence) = sentences.last_mut() else {
                return Err(input.fail(start, RelationFault::NoSentences));
            };
            if sentence.fault.is_some() {
                continue;
            }
            let Some(inside) = line[1..].strip_suffix(b")") else {
                let unclosed = RelationFault::UnexpectedEnd(input.stream);
                broken.mark(input, sentence, (start, unclosed))?;
                continue;
            };
            lines.push((start, words(inside).map(joined).collect()));
        } else if broken == Broken::Skips
            && let Some(sentence) = sentences.last_mut()
            && is_damaged(line)
        {
            let stream = input.stream;
            let fault = RelationFault::ExpectingLeftParenthesis { byte: start, stream };
            broken.mark(input, sentence, (start, fault))?;
        }
    }
    finish(&mut sentences, &mut lines, forms);
    if let Some(forms) = forms.filter(|forms| forms.are_lemmas()) {
        return Err(input.fail(0, RelationFault::FormsAreLemmas(forms.name.clone())));
    }
    if let Some(forms) = forms
        && forms.sentences.len() != sentences.len()
    {
        let (output, name) = (sentences.len(), forms.name.clone());
        let forms = forms.sentences.len();
        return Err(input.fail(0, RelationFault::FormsMismatch { output, name, forms }));
    }
    if let Some((forms, (at, index))) = forms.zip(misplaced) {
        let (line, name) = (forms.lines[index], forms.name.clone());
        return Err(input.fail(at, RelationFault::OtherForms { line, name }));
    }
    Ok(sentences)
}

/// Puts the relations that were read into the last sentence.
fn finish<'s>(
    sentences: &mut [NumberedRelations],
    lines: &mut Vec<(usize, Vec<Cow<'s, [u8]>>)>,
    forms: Option<&'s Forms>,
) {
    let index = sentences.len().saturating_sub(1);
    let Some(sentence) = sentences.last_mut() else { return };
    let mut lines = std::mem::take(lines);
    lines.retain(|(_, items)| items.first().is_some_and(|name| name.as_ref() != b"quote"));
    let reduce = |items: &mut Vec<Cow<'s, [u8]>>| {
        for item in items.iter_mut().skip(1) {
            *item = word(item, |number| forms?.word(index, number));
        }
    };
    // The evaluator's script tells words apart by their numbers as long as it has the forms to
    // look up, and by their letters alone where the parser was given forms in the first place.
    if forms.is_none() {
        lines.iter_mut().for_each(|(_, items)| reduce(items));
    }
    let passive: HashSet<Cow<'s, [u8]>> = lines
        .iter()
        .filter(|(_, items)| items[0].as_ref() == b"passive")
        .filter_map(|(_, items)| items.get(1).cloned())
        .collect();
    let (mut subjects, mut others): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|(_, items)| items[0].as_ref() == b"ncsubj");
    for (_, items) in &mut subjects {
        if let [_, verb, _, initial] = &mut items[..]
            && initial.as_ref() == b"_"
            && passive.contains(verb)
        {
            *initial = Cow::Borrowed(b"obj");
        }
    }
    let mut seen = HashSet::new();
    subjects.retain(|(_, items)| seen.insert(items.clone()));
    others.append(&mut subjects);
    for (at, mut items) in others {
        if forms.is_some() {
            reduce(&mut items);
        }
        let mut items = items.into_iter();
        let name = items.next().expect("a relation without a name was left out");
        sentence.relations.push(name, items, 1.0, at);
    }
}

/// Words with blanks between them; one in bars or between `<w>` and `</w>` may hold blanks.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        let first = *rest.first()?;
        let end = if first == b'|' {
            memchr::memchr(b'|', &rest[1..]).map(|at| at + 2)
        } else if rest.starts_with(b"<w>") {
            memchr::memmem::find(rest, b"</w>").map(|at| at + 4)
        } else {
            None
        };
        let end = end.unwrap_or(0);
        let more = rest[end..].iter().position(u8::is_ascii_whitespace);
        let (word, after) = rest.split_at(more.map_or(rest.len(), |more| end + more));
        rest = after;
        Some(word)
    })
}

/// A word without bars, backslashes and marks of names, its blanks made `_`. The end of a name stands
/// before its tag or behind it, `<w>Bank of Kent</w>_NP1`.
fn joined(word: &[u8]) -> Cow<'_, [u8]> {
    let inner = word.strip_prefix(b"|").and_then(|word| word.strip_suffix(b"|")).unwrap_or(word);
    let inner =
        inner.strip_prefix(b"<w>").map_or(inner, |name| name.strip_suffix(b"</w>").unwrap_or(name));
    let odd = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'|' | b'\\' | b'<');
    if !inner.iter().any(odd) {
        return Cow::Borrowed(inner);
    }
    let mut kept = Vec::with_capacity(inner.len());
    let mut rest = inner;
    while let [byte, after @ ..] = rest {
        if let Some(after) = rest.strip_prefix(b"</w>") {
            rest = after;
            continue;
        }
        match byte {
            b'|' | b'\\' => {}
            byte if byte.is_ascii_whitespace() => kept.push(b'_'),
            byte => kept.push(*byte),
        }
        rest = after;
    }
    Cow::Owned(kept)
}

/// The word of `asset+s:9_NN2`: what `form` says for 9, or `asset+s`.
fn word<'s>(item: &Cow<'s, [u8]>, form: impl Fn(usize) -> Option<&'s [u8]>) -> Cow<'s, [u8]> {
    let Some((end, number)) = number_of(item) else { return item.clone() };
    if let Some(form) = form(number) {
        return Cow::Borrowed(form);
    }
    match item {
        Cow::Borrowed(item) => Cow::Borrowed(&item[..end]),
        Cow::Owned(item) => Cow::Owned(item[..end].to_vec()),
    }
}

/// Where the word of `word:9_TAG` ends, and its number.
fn number_of(item: &[u8]) -> Option<(usize, usize)> {
    let mut end = item.len();
    while let Some(at) = memchr::memrchr(b':', &item[..end]) {
        let rest = &item[at + 1..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 && rest.get(digits) == Some(&b'_') {
            let number = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
            return Some((at, number));
        }
        end = at;
    }
    None
}

/// The words of a heading with blanks between them, also between those of a name: so does the
/// evaluator's script write them.
fn heading_words<'s>(line: &'s [u8], form: impl Fn(usize) -> Option<&'s [u8]>) -> Vec<u8> {
    let blank = |byte: &u8| if *byte == b'_' { b' ' } else { *byte };
    let words = words(heading(line)).map(|item| {
        let is_name = item.strip_prefix(b"|").unwrap_or(item).starts_with(b"<w>");
        let word = word(&joined(item), &form);
        if is_name { word.iter().map(blank).collect() } else { word.into_owned() }
    });
    words.collect::<Vec<_>>().join(&b' ')
}

/// What stands between the parentheses of a heading: up to the last one before how many parses there
/// are, because words may be parentheses, too.
fn heading(line: &[u8]) -> &[u8] {
    let end = memchr::memmem::rfind(line, b" ; (").unwrap_or(line.len());
    let end = line[..end].iter().rposition(|&byte| byte == b')').unwrap_or(end);
    line.get(1..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_has_all_of_its_words() {
        for (line, words) in [
            ("(|It:1_PPH1| |rain+s:2_VVZ|) 1 ; (-3.104)", "It rain+s"),
            ("(|a:1_X| |\\(:2_(| |b:3_X| |\\):4_)| |;:5_;| |c:6_X|) 2 ; (-3.1 -4)", "a ( b ) ; c"),
            ("(|the:1_AT| |<w>Bank of Kent:2_NP1</w>| |a_b:3_X|) 0 ; ()", "the Bank of Kent a_b"),
            ("() 0 ; ()", ""),
        ] {
            let found = heading_words(line.as_bytes(), |_| None);
            assert_eq!(String::from_utf8(found).unwrap(), words, "{line}");
        }
        let line = b"(|a:1_X| |\\):2_)| |b:3_X|) 1 ; (-1.0)\n";
        assert_eq!(read_linked(line).unwrap().words.len(), 3);
    }
}
