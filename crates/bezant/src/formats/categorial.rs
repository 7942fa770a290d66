//! Dependencies of combinatory categorial grammar: which word fills which slot of which category.
//!
//! The C&C parser prints `saw_2 (S[dcl]\NP)/NP 2 dogs_3 0`, words being numbered from 1, with or without
//! the marks of its lexicon in the category: `((S[dcl]{_}\NP{Y}<1>){_}/NP{Z}<2>){_}`. An empty line ends
//! a sentence, and a line `<c> word|lemma|tag|… …` has its words. CCGbank has `2 1 (S[dcl]\NP)/NP 2 dogs
//! saw`, the argument first, words being numbered from 0, between `<s id="…"> 5` and `<\s>`.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

use crate::error::Position;
use crate::formats::relations::candc;
use crate::formats::relations::linked::{Linked, LinkedWord, Wrong};
use crate::formats::{Raw, blocks};

/// A category with more bytes than this is no category.
const LONGEST: usize = 400;

/// What ends a sentence of CCGbank; the second is how others write it.
const END: [&[u8]; 2] = [b"<\\s>", b"</s>"];

/// One word in a slot of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filled {
    /// The word that has the category.
    pub functor: usize,
    /// The word in the slot.
    pub argument: usize,
    /// The category, without marks of a lexicon.
    pub category: String,
    /// The number of the slot, as it is written.
    pub slot: usize,
    /// What the slot wants, and what the category is when it has got it; the whole category and nothing
    /// where it has no such slot.
    pub wants: String,
    pub gives: String,
}

/// What is said about one sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Categorial<'s> {
    /// Its words. One that nothing is said about has no form.
    pub words: Vec<LinkedWord<'s>>,
    /// Which slots are filled, in the order of the text.
    pub filled: Vec<Filled>,
}

/// Whether a line is a dependency as the C&C parser prints it.
pub(crate) fn is_dependency(line: &[u8]) -> bool {
    let fields: Vec<&[u8]> = fields(line).take(5).collect();
    match fields[..] {
        [functor, category, slot, argument, ..] => {
            !category.starts_with(b"(ncmod")
                && numbered(functor).is_some()
                && numbered(argument).is_some()
                && number(slot).is_some()
        }
        _ => false,
    }
}

/// Whether a line starts a sentence as CCGbank has it.
pub(crate) fn is_heading(line: &[u8]) -> bool {
    line.starts_with(b"<s>") || line.starts_with(b"<s ")
}

/// Where sentences of CCGbank start, and in which line.
fn starts(text: &[u8]) -> impl Iterator<Item = (usize, u64)> {
    let mut at = 0;
    let lines = text.split_inclusive(|byte| *byte == b'\n').zip(0..);
    lines.filter_map(move |(line, number)| {
        let start = at;
        at += line.len();
        is_heading(line.trim_ascii_start()).then_some((start, number))
    })
}

/// How many bytes are whole sentences.
pub(crate) fn cut(text: &[u8], at_end: bool) -> usize {
    if at_end { text.len() } else { starts(text).last().map_or(0, |(start, _)| start) }
}

/// The sentences of CCGbank in a text, and where the text after it goes on.
pub(crate) fn split(text: &[u8], position: Position) -> (VecDeque<Raw>, Position) {
    let ends = starts(text).skip(1).map(|(start, _)| start).chain([text.len()]);
    let raw =
        |((start, line), end)| Raw { start, end, at: Position::start_of(position.line + line) };
    (starts(text).zip(ends).map(raw).collect(), position.after(text))
}

/// Reads one sentence of the C&C parser.
pub(crate) fn read(text: &[u8]) -> Result<Categorial<'_>, Wrong> {
    let mut words = Linked::default();
    let mut mentioned = Linked::default();
    let (mut filled, mut marked) = (Vec::new(), Vec::new());
    for (at, line) in trimmed_lines(text) {
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        if let Some(line) = line.strip_prefix(b"<c>") {
            for (place, word) in fields(line).enumerate() {
                words.set(place, described(word), at)?;
            }
            continue;
        }
        let parts: Vec<&[u8]> = fields(line).collect();
        let [functor, category, slot, argument, ..] = parts[..] else {
            let why = "a dependency has a word, a category, a slot and a word: \
                       saw_2 (S[dcl]\\NP)/NP 2 dogs_3";
            return Err((at, why.to_string()));
        };
        let mut place = |word: &[u8]| {
            let fault = || {
                let shown = String::from_utf8_lossy(word);
                (at, format!("{shown} has no number behind a word: dogs_3"))
            };
            let (form, number) = numbered(word).ok_or_else(fault)?;
            let place = number.checked_sub(1).ok_or_else(fault)?;
            let form = Cow::Owned(form.to_vec());
            mentioned.set(place, LinkedWord { form, ..LinkedWord::default() }, at)?;
            Ok::<usize, Wrong>(place)
        };
        let (functor, argument) = (place(functor)?, place(argument)?);
        marked.push(memchr::memchr(b'<', category).is_some());
        filled.push(found(category, slot, (functor, argument), at)?);
    }
    for (place, word) in mentioned.words.into_iter().enumerate() {
        words.set(place, word, 0)?;
    }
    own_numbers(&mut filled, &marked);
    Ok(Categorial { words: words.words, filled })
}

/// Reads one sentence of CCGbank.
pub(crate) fn read_parg(text: &[u8]) -> Result<Categorial<'_>, Wrong> {
    let mut words = Linked::default();
    let mut filled = Vec::new();
    let (mut last, mut ended) = (None, false);
    for (at, line) in trimmed_lines(text) {
        if is_heading(line) {
            // The number of the last word, the first being 0.
            last = fields(line).last().and_then(number);
        }
        ended |= END.contains(&line);
        if line.is_empty() || line.starts_with(b"<") || line.starts_with(b"#") {
            continue;
        }
        let parts: Vec<&[u8]> = fields(line).collect();
        let [argument, functor, category, slot, argument_form, functor_form, ..] = parts[..] else {
            let why = "a dependency has two numbers, a category, a slot and two words: \
                       2 1 (S[dcl]\\NP)/NP 2 dogs saw";
            return Err((at, why.to_string()));
        };
        let mut place = |written: &[u8], form: &[u8]| {
            let shown = String::from_utf8_lossy(written);
            let Some(place) = number(written) else {
                return Err((at, format!("{shown} is the number of no word")));
            };
            if let Some(last) = last.filter(|last| place > *last) {
                let why = format!("{shown} is the number of no word: the last one is {last}");
                return Err((at, why));
            }
            let form = Cow::Owned(form.to_vec());
            words.set(place, LinkedWord { form, ..LinkedWord::default() }, at)?;
            Ok::<usize, Wrong>(place)
        };
        let places = (place(functor, functor_form)?, place(argument, argument_form)?);
        filled.push(found(category, slot, places, at)?);
    }
    if !ended {
        let why = "no <\\s> ends the sentence: the file was cut short".to_string();
        return Err((text.trim_ascii_end().len(), why));
    }
    Ok(Categorial { words: words.words, filled })
}

/// Lines without the blanks around them, with where each starts.
fn trimmed_lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    blocks::lines(text, 0).map(|(at, line)| {
        let blanks = line.len() - line.trim_ascii_start().len();
        (at + blanks.min(line.trim_ascii_end().len()), line.trim_ascii())
    })
}

fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty())
}

/// A word of the line of words: with its lemma and tag, or with its tag alone.
fn described(word: &[u8]) -> LinkedWord<'_> {
    let parts: Vec<&[u8]> = word.split(|byte| *byte == b'|').collect();
    let (form, lemma, tag) = match parts[..] {
        [form, lemma, tag, _, ..] => (form, Some(lemma), tag),
        [form, tag, ..] => (form, None, tag),
        _ => (word, None, &b""[..]),
    };
    LinkedWord { form: form.into(), lemma: lemma.map(Into::into), tag: tag.into() }
}

fn number(digits: &[u8]) -> Option<usize> {
    let digits = digits.iter().all(u8::is_ascii_digit).then_some(digits)?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// A word and its number: `dogs_3`.
fn numbered(word: &[u8]) -> Option<(&[u8], usize)> {
    let (word, digits) = candc::numbered(word)?;
    Some((word, number(digits)?))
}

/// A filled slot, or what is wrong with it.
fn found(
    category: &[u8],
    slot: &[u8],
    (functor, argument): (usize, usize),
    at: usize,
) -> Result<Filled, Wrong> {
    let shown = String::from_utf8_lossy(category);
    let Some(slot) = number(slot).filter(|slot| *slot > 0) else {
        let slot = String::from_utf8_lossy(slot);
        return Err((at, format!("{slot} is the number of no slot")));
    };
    if category.len() > LONGEST || !is_balanced(category) {
        return Err((at, format!("{} is no category", shown.chars().take(40).collect::<String>())));
    }
    // Numbers are never larger than arguments are many, those of arguments included; coordination has a
    // slot without any.
    let category_alone = plain(&shown);
    let slashes = category_alone.matches(['/', '\\']).count();
    if slot > slashes.max(1) {
        return Err((at, format!("{category_alone} has no slot {slot}")));
    }
    let (wants, gives) = part(&shown, slot).unwrap_or_default();
    Ok(Filled { functor, argument, category: category_alone, slot, wants, gives })
}

fn is_balanced(category: &[u8]) -> bool {
    let mut depth = 0i32;
    for byte in category {
        depth += i32::from(*byte == b'(') - i32::from(*byte == b')');
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// A category without the marks of a lexicon, `{Y}` and `<1>`, and without brackets around all of it.
fn plain(category: &str) -> String {
    let mut out = String::with_capacity(category.len());
    let mut inside = None;
    for c in category.chars() {
        match (inside, c) {
            (None, '{') => inside = Some('}'),
            (None, '<') => inside = Some('>'),
            (None, _) => out.push(c),
            (Some(end), _) if c == end => inside = None,
            (Some(_), _) => {}
        }
    }
    bare(&out).to_string()
}

/// Without brackets around all of it, and without the marks behind those. Marks of what is inside stay.
fn bare(category: &str) -> &str {
    let mut rest = category;
    loop {
        let inner = unmarked(rest).strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
        match inner {
            Some(inner) if is_balanced(inner.as_bytes()) => rest = inner,
            _ => return rest,
        }
    }
}

/// Without the marks at its end: `(N{Y}/N{Y}<1>){_}` ends with a bracket.
fn unmarked(category: &str) -> &str {
    let mut rest = category;
    for (open, close) in [('{', '}'), ('<', '>'), ('{', '}')] {
        if rest.ends_with(close) {
            rest = rest.rfind(open).map_or(rest, |mark| &rest[..mark]);
        }
    }
    rest
}

/// What a category is when it has got its last argument, and that argument.
fn halves(category: &str) -> Option<(&str, &str)> {
    let category = bare(category);
    let mut depth = 0i32;
    let mut last = None;
    for (at, c) in category.char_indices() {
        match c {
            '(' | '{' | '[' | '<' => depth += 1,
            ')' | '}' | ']' | '>' => depth -= 1,
            '/' | '\\' if depth == 0 => last = Some(at),
            _ => {}
        }
    }
    last.filter(|at| *at > 0).map(|at| (&category[..at], &category[at + 1..]))
}

/// The arguments of a category, the last one first, each with what is left then.
pub(crate) fn arguments(category: &str) -> Vec<(&str, &str)> {
    std::iter::successors(halves(category), |(gives, _)| halves(gives)).collect()
}

/// What a slot wants, and what the category is then: by the marks of the lexicon, or by counting
/// arguments from the innermost.
fn part(category: &str, slot: usize) -> Option<(String, String)> {
    let arguments = arguments(category);
    let mark = format!("<{slot}>");
    let found = if category.contains('<') {
        arguments.iter().find(|(_, wants)| wants.contains(&mark))
    } else {
        arguments.len().checked_sub(slot).and_then(|at| arguments.get(at))
    };
    found.map(|(gives, wants)| (plain(wants), plain(gives)))
}

/// A category without features, and without brackets around it: `S[dcl]\NP` and `(S[b]\NP)` are one.
pub(crate) fn without_features(category: &str) -> String {
    let mut depth = 0i32;
    let keep = |c: &char| {
        depth += i32::from(*c == '[');
        let kept = depth == 0;
        depth -= i32::from(*c == ']');
        kept
    };
    bare(category).chars().filter(keep).collect()
}

/// The C&C parser numbers only slots that are filled: of `(S\NP)\(S\NP)` the first is what it modifies,
/// while CCGbank counts the subject of that before it. Where its categories have no marks, the numbers
/// are its own unless one is too large.
fn own_numbers(filled: &mut [Filled], marked: &[bool]) {
    let mut most: BTreeMap<usize, usize> = BTreeMap::new();
    for one in filled.iter() {
        let largest = most.entry(one.functor).or_default();
        *largest = one.slot.max(*largest);
    }
    for (one, _) in filled.iter_mut().zip(marked).filter(|(_, marked)| !**marked) {
        let arguments = arguments(&one.category);
        let modified = arguments.iter().position(|(gives, wants)| same(gives, wants));
        let Some(countable) = modified.map(|at| at + 1).filter(|n| *n < arguments.len()) else {
            continue;
        };
        let is_own = most[&one.functor] <= countable;
        if let Some((gives, wants)) =
            countable.checked_sub(one.slot).filter(|_| is_own).and_then(|at| arguments.get(at))
        {
            (one.wants, one.gives) = (plain(wants), plain(gives));
        }
    }
}

/// Whether a category gives again what it wants, as that of a modifier does. That of an auxiliary wants
/// another form of the verb.
pub(crate) fn same(gives: &str, wants: &str) -> bool {
    let open = |category: &str| plain(category).replace("[X]", "").replace("[nb]", "");
    open(gives) == open(wants)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_found_by_marks_or_by_counting() {
        let marked = r"((S[dcl]{_}\NP{Y}<1>){_}/NP{Z}<2>){_}";
        assert_eq!(plain(marked), r"(S[dcl]\NP)/NP");
        let pair = |wants: &str, gives: &str| Some((wants.to_string(), gives.to_string()));
        assert_eq!(part(marked, 1), pair("NP", "S[dcl]"));
        assert_eq!(part(marked, 2), pair("NP", r"S[dcl]\NP"));
        assert_eq!(part(r"(S[dcl]\NP)/NP", 1), pair("NP", "S[dcl]"));
        let negation = r"((S[X]{Y}\NP{Z}){Y}\(S[X]{Y}<1>\NP{Z}){Y}){_}";
        assert_eq!(part(negation, 1), pair(r"S[X]\NP", r"S[X]\NP"));
        assert_eq!(part(r"((S\NP)\(S\NP))/NP", 3), pair("NP", r"(S\NP)\(S\NP)"));
        assert_eq!(part("N", 1), None);
    }

    #[test]
    fn both_shapes_say_the_same() {
        let ours = b"saw_2 (S[dcl]\\NP)/NP 1 We_1 0\nsaw_2 (S[dcl]\\NP)/NP 2 dogs_4 0\n\
            old_3 (N{Y}/N{Y}<1>){_} 1 dogs_4 0\n<c> We|we|PRP|x|O|NP saw|see|VBD|x|O|S old|old|JJ|x|O|N dogs|dog|NNS|x|O|N\n";
        let theirs =
            b"<s id=\"1\"> 3\n0 1 (S[dcl]\\NP)/NP 1 We saw\n3 1 (S[dcl]\\NP)/NP 2 dogs saw\n\
            3 2 N/N 1 dogs old\n<\\s>\n";
        let (one, two) = (read(ours).unwrap(), read_parg(theirs).unwrap());
        assert_eq!(one.filled, two.filled);
        assert_eq!(&*two.words[3].form, b"dogs");
        assert_eq!(one.words[3].lemma.as_deref(), Some(&b"dog"[..]));
        assert_eq!(split(theirs, Position::start_of(1)).0.len(), 1);
    }

    #[test]
    fn numbers_of_modifiers_are_those_of_whoever_wrote_them() {
        let wants = |text: &str| read(text.as_bytes()).unwrap().filled[0].wants.clone();
        let on = r"on_3 ((S\NP)\(S\NP))/NP";
        assert_eq!(wants(&format!("{on} 1 sat_2 0\n{on} 2 mats_4 0\n")), r"S\NP");
        assert_eq!(wants(&format!("{on} 2 sat_2 0\n{on} 3 mats_4 0\n")), r"S\NP");
        assert_eq!(wants(&format!("{on} 2 mats_4 0\n")), "NP");
    }

    #[test]
    fn what_cannot_be_read_has_a_place() {
        for (text, at, why) in [
            ("saw_2 S\\NP\n", 0, "a dependency has a word, a category, a slot and a word"),
            ("a_1 N/N 1 b_2\n saw N/N 1 b_2\n", 15, "saw has no number behind a word"),
            ("saw_0 N/N 1 b_2\n", 0, "saw_0 has no number behind a word"),
            ("saw_1 N/N 0 b_2\n", 0, "0 is the number of no slot"),
            ("saw_1 (N/N 1 b_2\n", 0, "(N/N is no category"),
            ("The_1 NP[nb]/N 9 dog_2\n", 0, "NP[nb]/N has no slot 9"),
            ("saw_99999999 N/N 1 b_2\n", 0, "no sentence has 99999999 words"),
        ] {
            let (place, found) = read(text.as_bytes()).unwrap_err();
            assert!(place == at && found.starts_with(why), "{text}: {place} {found}");
        }
        for (text, why) in [
            ("<s> 1\n0 x N/N 1 a b\n", "x is the number of no word"),
            ("<s> 1\n0 1 N/N 1 a\n", "a dependency has two numbers"),
            ("<s> 1\n9 0 N/N 1 a b\n<\\s>\n", "9 is the number of no word: the last one is 1"),
        ] {
            let (place, found) = read_parg(text.as_bytes()).unwrap_err();
            assert!(place == 6 && found.starts_with(why), "{text}: {place} {found}");
        }
        let cut = read_parg(b"<s> 1\n1 0 N/N 1 a b\n").unwrap_err();
        assert_eq!(cut, (19, "no <\\s> ends the sentence: the file was cut short".to_string()));
        assert_eq!(read(b"and_2 conj 1 dogs_3 0\n").unwrap().filled.len(), 1);
        assert!(!is_dependency(b"(ncsubj a_1 b_2 _)") && is_dependency(b"a_1 N/N 1 b_2"));
    }
}
