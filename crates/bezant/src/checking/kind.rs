//! What a file is.

use crate::entailment::answers;
use crate::entailment::judgements;
use crate::error::{Error, ErrorKind, Place, Position, RelationFault, Result};
use crate::formats::{answers_jsonl, guess, lists, relations, unbounded};
use crate::kinds::{Columns, Format};
use crate::source::Source;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Sentences of a format: trees, dependencies or relations.
    Sentences(Format),
    /// Pairs of entailments.
    Pairs,
    /// Answers to them.
    Answers,
    /// What people judged.
    Judgements,
    /// Rows of an evaluation that was saved.
    Rows,
    /// The corpus of unbounded dependencies.
    Unbounded,
    /// What a language model returned for sentences, in lines of JSON.
    Outputs,
}

impl FileKind {
    /// Its name: that of the format, if it has one.
    pub fn name(self) -> &'static str {
        match self {
            FileKind::Sentences(format) => format.name(),
            FileKind::Pairs => "pairs",
            FileKind::Answers => "answers",
            FileKind::Judgements => "judgements",
            FileKind::Rows => "rows",
            FileKind::Unbounded => "unbounded",
            FileKind::Outputs => "outputs",
        }
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            FileKind::Sentences(format) => format.row().title,
            FileKind::Pairs => "pairs of entailments",
            FileKind::Answers => "answers to entailments",
            FileKind::Judgements => "judgements of entailments",
            FileKind::Rows => "saved rows",
            FileKind::Unbounded => "corpus of unbounded dependencies",
            FileKind::Outputs => "outputs of a language model in lines of JSON",
        }
    }

    /// What it consists of, one of them.
    pub fn unit(self) -> &'static str {
        match self {
            FileKind::Sentences(_) | FileKind::Unbounded => "sentence",
            FileKind::Pairs => "pair",
            FileKind::Answers => "answer",
            FileKind::Judgements => "judgement",
            FileKind::Rows => "row",
            FileKind::Outputs => "output",
        }
    }
}

/// Whether relations of a format are read in one go, as only that says where sentences end.
pub(super) fn is_read_whole(format: Format) -> bool {
    matches!(format, Format::Rasp | Format::Numbered | Format::DepBank)
}

/// What a file is, by how it begins.
pub(super) fn recognise(source: &Source, format: Option<Format>) -> Result<FileKind> {
    if let Some(format) = format {
        return Ok(FileKind::Sentences(format));
    }
    let start = source.start();
    if start.starts_with(b"PAR1") {
        return Ok(FileKind::Rows);
    }
    if !start.contains(&b'\n') && start.trim_ascii().contains(&b'\r') {
        return Err(Error::new(&**source.name(), ErrorKind::OldLineEnds));
    }
    let text = String::from_utf8_lossy(start);
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    if first.starts_with('{') && first.contains("\"bezant_rows\"") {
        return Ok(FileKind::Rows);
    }
    if judgements::begins(first) {
        return Ok(FileKind::Judgements);
    }
    if guess::is_pairs(start) {
        return Ok(FileKind::Pairs);
    }
    // What parsers print between the trees of lists is told apart surely.
    let opens = |line: &[u8]| line.trim_ascii_start().starts_with(b"(");
    if lists::is_marked(start)
        && start.split(|byte| *byte == b'\n').any(opens)
        && let Some(layout) = lists::layout(start, Format::guess(start))
    {
        return Ok(FileKind::Sentences(Format::Lists(layout)));
    }
    let guessed = match Format::guess(start) {
        // What is guessed where nothing fits.
        Format::Penn(layout) => has_trees(start).then_some(Format::Penn(layout)),
        format => Some(format),
    };
    if let Some(format) = guessed.filter(|format| !matches!(format, Format::Penn(_))) {
        return Ok(FileKind::Sentences(format));
    }
    // Their headings stand anywhere, and are like nothing else.
    if Format::guess_relations(start) == Some(Format::Rasp) {
        return Ok(FileKind::Sentences(Format::Rasp));
    }
    let relations = relations_of(start);
    if guessed.is_some() && first.starts_with('(') && relations.is_none() {
        return Ok(FileKind::Sentences(Format::guess(start)));
    }
    if unbounded::is_unbounded(&text) {
        return Ok(FileKind::Unbounded);
    }
    if answers::begins(&text) {
        return Ok(FileKind::Answers);
    }
    if has_blanks_for_tabs(&text) {
        return Ok(FileKind::Sentences(Format::Columns(Columns::Conllu)));
    }
    if let Some(format) = relations {
        return Ok(FileKind::Sentences(format));
    }
    match guessed {
        Some(format) => Ok(FileKind::Sentences(format)),
        // Empty lines are sentences without a parse.
        None if start.trim_ascii().is_empty() && !start.is_empty() => {
            Ok(FileKind::Sentences(Format::guess(start)))
        }
        None if answers_jsonl::has_outputs(first) => Ok(FileKind::Outputs),
        None if start.is_empty() => Err(Error::new(&**source.name(), RelationFault::Empty)),
        None => {
            let at = start.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
            let place = Place::locate(start, at, Position::start_of(1));
            Err(Error::at(&**source.name(), place, ErrorKind::UnknownFile))
        }
    }
}

/// The format of relations, also where the first of them or its number is damaged: one relation is like a tree, but
/// no bracket stands in another, and only relations have numbers or their words beside them.
fn relations_of(start: &[u8]) -> Option<Format> {
    let mut lines = start.split(|byte| *byte == b'\n');
    let format = Format::guess_relations(start)?;
    let is_sure = match format {
        Format::Numbered | Format::DepBank => true,
        Format::Candc => lines.clone().any(|line| line.starts_with(b"<c>")),
        _ => false,
    };
    (is_sure && !lines.any(relations::looks_like_trees)).then_some(format)
}

/// Whether the first words are lines of CoNLL-U in which blanks stand for tabs.
fn has_blanks_for_tabs(text: &str) -> bool {
    let lines = text.lines().map(str::trim).filter(|it| !it.is_empty() && !it.starts_with('#'));
    let numbers = lines.take(2).filter(|line| !line.contains('\t')).filter_map(|line| {
        let fields: Vec<&str> = line.split_ascii_whitespace().collect();
        (fields.len() == 10).then(|| fields[0].to_string())
    });
    numbers.eq(["1", "2"])
}

/// Whether most lines open a bracket, or go on in one: an answer of a model has others around them.
fn has_trees(start: &[u8]) -> bool {
    let lines = start.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let (mut opened, mut others) = (0, 0);
    for line in lines.filter(|line| !line.starts_with(b"#")) {
        match line.trim_ascii_start().starts_with(b"(") {
            true => opened += 1,
            false => others += 1,
        }
    }
    opened > 0 && opened >= others
}
