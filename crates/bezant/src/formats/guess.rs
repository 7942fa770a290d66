//! Which format a text has.

use crate::formats::conllu::Columns;
use crate::formats::relations::{numbered, rasp_output};
use crate::kinds::{Format, Holds};

/// How much of a text is looked at to see that it is something else.
const START: usize = 4096;

/// Whether a text begins as a file of pairs of entailments does: XML with pairs, or a header or an object
/// that names a text and a hypothesis.
pub(crate) fn is_pairs(text: &[u8]) -> bool {
    let start = &text[..text.len().min(START)];
    let start = String::from_utf8_lossy(start).to_lowercase();
    let start = start.trim_start_matches('\u{FEFF}').trim_start();
    let first = start.lines().next().unwrap_or_default();
    match start.chars().next() {
        Some('<') => start.contains("<entailment-corpus") || start.contains("<pair "),
        Some('{') => first.contains("\"hypothesis\"") || first.contains("\"h\""),
        _ => {
            let has =
                |names: &[&str]| first.split(['\t', ',']).any(|it| names.contains(&it.trim()));
            has(&["hypothesis", "h"]) && has(&["text", "t", "premise"])
        }
    }
}

/// The format of parses that a text begins like, if it does; trees are not guessed here where nothing
/// fits.
pub(crate) fn parses(text: &[u8]) -> Option<Format> {
    let start = &text[..text.len().min(START)];
    let format = Format::guess(start);
    let is_known = match format {
        // Their marks are taken for those of the C&C parser.
        _ if is_pairs(text) => false,
        Format::Penn(_) => start.trim_ascii_start().starts_with(b"("),
        format => format.holds(Holds::Parses),
    };
    is_known.then_some(format)
}

/// Whether a text is numbered sentences, as the evaluator of the RASP system reads them beside relations:
/// a line of words under every number. Relations have fewer words a line, and several lines.
pub(crate) fn is_numbered_text(text: &[u8]) -> bool {
    let (mut numbers, mut lines, mut opened, mut words) = (0, 0, 0, 0);
    for line in first_lines(text).split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii) {
        match line.first() {
            None | Some(b'%' | b';') => {}
            Some(_) if line.iter().all(u8::is_ascii_digit) => numbers += 1,
            Some(first) => {
                lines += 1;
                opened += usize::from(b"([{<".contains(first));
                words += line.split(u8::is_ascii_whitespace).count();
            }
        }
    }
    lines > 0 && lines <= numbers && 10 * opened < lines && words > 5 * lines
}

/// The format of a text that begins as files of relations do and nothing else: with a number above brackets without
/// brackets inside, or with a sentence of DepBank. Where relations are wanted, more is taken for them.
pub(crate) fn relations_alone(start: &[u8]) -> Option<Format> {
    let lines = start.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !matches!(line.first(), None | Some(b'%' | b';')));
    let first = lines.next()?;
    if first.starts_with(b"sentence(") {
        return Some(Format::DepBank);
    }
    let is_number = |line: &&[u8]| line.iter().all(u8::is_ascii_digit);
    let is_relation = |line: &[u8]| {
        let inside = line.strip_prefix(b"(").and_then(|line| line.strip_suffix(b")"));
        inside.is_some_and(|inside| {
            inside.first().is_some_and(u8::is_ascii_lowercase)
                && inside.contains(&b' ')
                && !inside.iter().any(|byte| b"()".contains(byte))
        })
    };
    let below = is_number(&first).then(|| lines.find(|line| !is_number(line))).flatten()?;
    is_relation(below).then_some(Format::Numbered)
}

/// The whole lines that a text begins with, as many as it takes to know it.
fn first_lines(text: &[u8]) -> &[u8] {
    let start = &text[..text.len().min(16 * START)];
    match memchr::memrchr(b'\n', start) {
        Some(end) if start.len() < text.len() => &start[..=end],
        _ => start,
    }
}

impl Format {
    /// Guesses from the text of a file where anything may be wanted: what looks like nothing is taken for trees, and files of
    /// relations begin in many ways.
    #[doc(hidden)]
    pub fn guess_any(text: &[u8]) -> Format {
        let guessed = Format::guess(text);
        let is_sure =
            !matches!(guessed, Format::Penn(_)) || text.trim_ascii_start().starts_with(b"(");
        let relations = if is_sure { None } else { Format::guess_relations(text) };
        relations.filter(|format| format.is_of_relations()).unwrap_or(guessed)
    }

    /// Guesses from the text of a file where relations are wanted.
    ///
    /// This is another question than [`Format::guess`], with other answers: a relation without
    /// numbers cannot be told from a tree, files of relations begin with declarations and comments
    /// of many kinds, so that any line may be the one that tells, and what looks like nothing is
    /// not taken for anything.
    #[doc(hidden)]
    pub fn guess_relations(text: &[u8]) -> Option<Format> {
        let mut looks_like_candc = false;
        for line in text.split(|&byte| byte == b'\n') {
            let line = line.trim_ascii();
            if line.starts_with(b"sentence(") {
                return Some(Format::DepBank);
            }
            if rasp_output::is_heading(line) {
                return Some(Format::Rasp);
            }
            // Numbers that start with another one are no relations of the C&C parser either.
            let is_number = !line.is_empty() && line.iter().all(u8::is_ascii_digit);
            if is_number || (numbered::is_first_number(line) && !line.contains(&b'\t')) {
                return Some(Format::Numbered);
            }
            if line.iter().filter(|&&byte| byte == b'\t').count() >= 7 {
                let columns = Columns::guess(text).unwrap_or(Columns::Conllx);
                return Some(Format::Columns(columns));
            }
            // Bracket declarations and comments of the numbered format start otherwise.
            looks_like_candc |= line.starts_with(b"(") || line.starts_with(b"<c>");
        }
        looks_like_candc.then_some(Format::Candc)
    }
}
