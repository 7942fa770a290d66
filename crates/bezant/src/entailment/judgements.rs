//! What people said about pairs: who, which pair, yes, no or not sure, and how long it took.
//!
//! ```
//! use bezant::entailment::judgements::{self, Opinion};
//!
//! let file = "annotator,id,answer,seconds\n1,7,Yes,4.5\n2,7,not sure,\n1,7,yes,\n";
//! let read = judgements::read("judgements.csv", file.as_bytes())?;
//! let settled = judgements::settle(read.lines);
//! assert_eq!((settled.judgements.len(), settled.repeated), (2, 1));
//! assert_eq!(settled.judgements[1].answer, Opinion::NotSure);
//! # Ok::<(), bezant::error::Error>(())
//! ```

mod time;

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::entailment::answers::Answer;
use crate::entailment::table::{
    Delimiter, OF_SPREADSHEETS, TableInput, column_name, names_at_a_glance, text_of,
};
use crate::error::{
    EntailmentFault, EntailmentFile, Error, ErrorKind, JudgementFault, Place, Result,
};
use crate::signature::Fingerprint;

/// What somebody answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Opinion {
    /// The hypothesis follows.
    Yes,
    /// It does not.
    No,
    /// It is unrelated, unclear or ungrammatical.
    NotSure,
}

impl Opinion {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Opinion::Yes => "yes",
            Opinion::No => "no",
            Opinion::NotSure => "not sure",
        }
    }

    /// Reads an answer, however people and programs spell it.
    pub fn parse(text: &str) -> Option<Opinion> {
        let letters = text.chars().filter(|c| c.is_alphanumeric() || *c == '?');
        match letters.collect::<String>().to_lowercase().as_str() {
            "yes" | "y" | "true" | "1" => Some(Opinion::Yes),
            "no" | "n" | "false" | "0" => Some(Opinion::No),
            "notsure" | "unsure" | "dontknow" | "unknown" | "maybe" | "ns" | "u" | "?" => {
                Some(Opinion::NotSure)
            }
            _ => None,
        }
    }
}

impl std::fmt::Display for Opinion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Answer> for Opinion {
    fn from(answer: Answer) -> Opinion {
        match answer {
            Answer::Yes => Opinion::Yes,
            Answer::No => Opinion::No,
        }
    }
}

/// One answer of one person to one pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The pair's id.
    pub pair: String,
    /// Who; any string.
    pub annotator: String,
    /// What they answered.
    pub answer: Opinion,
    /// How long they took.
    pub seconds: Option<f64>,
    /// When they answered, in seconds since 1970.
    pub when: Option<f64>,
    /// The right answer, if the pair is there only to see whether people read.
    pub check: Option<Answer>,
}

impl Judgement {
    /// An answer of which nothing else is known.
    pub fn new(
        pair: impl Into<String>,
        annotator: impl Into<String>,
        answer: Opinion,
    ) -> Judgement {
        let (pair, annotator) = (pair.into(), annotator.into());
        Judgement { pair, annotator, answer, seconds: None, when: None, check: None }
    }
}

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgementLines {
    /// Every line with an answer, also those that say something again.
    pub lines: Vec<Judgement>,
    /// How many lines have no answer yet.
    pub blank: usize,
}

/// A person's answer to a pair that is not what they said before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The pair's id.
    pub pair: String,
    /// Who.
    pub annotator: String,
    /// All that they answered, in order; the last counts.
    pub answers: Vec<Opinion>,
}

/// At most one answer of each person to each pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settled {
    /// The answers, each where the person first answered the pair.
    pub judgements: Vec<Judgement>,
    /// How many lines said the same again.
    pub repeated: usize,
    /// Who changed their mind, and where.
    pub changed: Vec<Changed>,
}

/// Counts the same answer of a person once, and of different ones to the same pair the last: by time where
/// all of them have one, or else by line.
pub fn settle(lines: Vec<Judgement>) -> Settled {
    let mut places: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (at, line) in lines.iter().enumerate() {
        places.entry((&line.pair, &line.annotator)).or_default().push(at);
    }
    let mut settled = Settled::default();
    // Where each is first answered, and which of the answers counts.
    let mut kept: Vec<(usize, usize)> = Vec::with_capacity(places.len());
    let mut changed: Vec<(usize, Changed)> = Vec::new();
    for all in places.into_values() {
        let first = all[0];
        let mut order = all;
        if order.iter().all(|at| lines[*at].when.is_some()) {
            order.sort_by(|a, b| {
                let when = |at: usize| lines[at].when.unwrap_or_default();
                when(*a).total_cmp(&when(*b))
            });
        }
        let last = order[order.len() - 1];
        kept.push((first, last));
        match order.iter().all(|at| lines[*at].answer == lines[last].answer) {
            true => settled.repeated += order.len() - 1,
            false => {
                let Judgement { pair, annotator, .. } = lines[first].clone();
                let answers = order.iter().map(|at| lines[*at].answer).collect();
                changed.push((first, Changed { pair, annotator, answers }));
            }
        }
    }
    kept.sort_unstable();
    changed.sort_by_key(|(first, _)| *first);
    settled.changed = changed.into_iter().map(|(_, changed)| changed).collect();
    let mut lines: Vec<Option<Judgement>> = lines.into_iter().map(Some).collect();
    settled.judgements = kept.into_iter().filter_map(|(_, last)| lines[last].take()).collect();
    settled
}

/// The same for the same answers of the same people, in whatever order.
pub fn fingerprint(judgements: &[Judgement]) -> Fingerprint {
    let mut lines: Vec<String> = judgements
        .iter()
        .map(|one| format!("{}\t{}\t{}", one.pair, one.annotator, one.answer))
        .collect();
    lines.sort_unstable();
    let mut all = Fingerprint::default();
    lines.iter().for_each(|line| all.push(Fingerprint::of(line.as_bytes())));
    all
}

/// Writes judgements as CSV: id, annotator, answer and seconds; when and check where any has them.
pub fn write(judgements: &[Judgement], out: &mut dyn Write) -> io::Result<()> {
    let has_when = judgements.iter().any(|one| one.when.is_some());
    let has_check = judgements.iter().any(|one| one.check.is_some());
    let mut table = csv::Writer::from_writer(out);
    let more = [(has_when, "when"), (has_check, "check")];
    let more = more.into_iter().filter_map(|(has, name)| has.then_some(name));
    table.write_record(["id", "annotator", "answer", "seconds"].into_iter().chain(more))?;
    let number = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    for one in judgements {
        let (seconds, when) = (number(one.seconds), number(one.when));
        let check = one.check.map_or("", Answer::name);
        let more = [(has_when, when.as_str()), (has_check, check)];
        let more = more.into_iter().filter_map(|(has, value)| has.then_some(value));
        let fields = [one.pair.as_str(), &one.annotator, one.answer.name(), &seconds];
        table.write_record(fields.into_iter().chain(more))?;
    }
    table.flush()
}

/// Names of the same thing in different files.
const ID: &[&str] = &["id", "pair", "pair_id", "item"];
const ANNOTATOR: &[&str] = &[
    "annotator",
    "annotator_id",
    "worker",
    "worker_id",
    "workerid",
    "participant",
    "rater",
    "participant_id",
    "prolific_pid",
];
const ANSWER: &[&str] = &["answer", "judgement", "judgment", "response"];
const SECONDS: &[&str] = &["seconds", "duration"];
const WHEN: &[&str] = &["when", "time", "timestamp", "submitted"];
const CHECK: &[&str] = &["check"];

/// What a judgement consists of, and what it may be called; the first three must be there.
const COLUMNS: [(&str, &[&str]); 6] = [
    ("id", ID),
    ("annotator", ANNOTATOR),
    ("answer", ANSWER),
    ("seconds", SECONDS),
    ("when", WHEN),
    ("check", CHECK),
];

/// So many columns must be there.
const NEEDED: usize = 3;

/// Whether a line is the first of a file of judgements: a header or an object that names people and what
/// they answered.
pub(crate) fn begins(line: &str) -> bool {
    let line = line.trim_start_matches('\u{FEFF}').to_lowercase();
    let has = |known: &[&str]| names_at_a_glance(&line).any(|name| known.contains(&name));
    has(ANNOTATOR) && has(ANSWER) && has(ID) && !has(&["hypothesis"])
}

/// Reads judgements: CSV (also with semicolons), TSV or JSONL, with columns in any order. Lines may repeat
/// each other; see [`settle`].
///
/// # Errors
/// Where a line cannot be understood, and where there is none.
pub fn read(name: &str, text: &[u8]) -> Result<JudgementLines> {
    let input = TableInput::new(name, text)?;
    read_table(input).map_err(|error| {
        let error = input.or_other_kind(error, EntailmentFile::Judgements);
        // What tables have in common knows nothing of what these should look like.
        match (error.kind(), error.place()) {
            (ErrorKind::Entailment(EntailmentFault::Malformed(why)), Some(place)) => {
                at(input, place.clone(), JudgementFault::Malformed(why.clone()))
            }
            _ => error,
        }
    })
}

fn at(input: TableInput<'_>, place: Place, fault: JudgementFault) -> Error {
    Error::at(input.name, place, EntailmentFault::Judgements(fault))
}

fn fail(input: TableInput<'_>, at: usize, fault: JudgementFault) -> Error {
    input.fail(at, EntailmentFault::Judgements(fault))
}

fn read_table(input: TableInput<'_>) -> Result<JudgementLines> {
    let first = input.lines().next().map_or("", |(_, line)| line.trim_start());
    let delimiter = Delimiter::of(first, OF_SPREADSHEETS).unwrap_or(Delimiter::Comma);
    let found = match first.starts_with('{') {
        true => json_lines(input)?,
        false => table(input, delimiter)?,
    };
    match found.lines.is_empty() {
        true => Err(fail(input, 0, JudgementFault::Nothing)),
        false => Ok(found),
    }
}

/// The fields of a judgement, in the order of [`COLUMNS`], and where they stand.
struct Fields<'f> {
    values: [Option<&'f str>; COLUMNS.len()],
    at: &'f dyn Fn(usize) -> usize,
}

/// Makes a judgement of fields; nothing where the answer is still to be given.
fn judgement(input: TableInput<'_>, fields: &Fields<'_>) -> Result<Option<Judgement>> {
    let value = |n: usize| fields.values[n].map(str::trim).filter(|value| !value.is_empty());
    let failed = |n: usize, fault| fail(input, (fields.at)(n), fault);
    let Some(pair) = value(0) else { return Err(failed(0, JudgementFault::Lacks("id"))) };
    let Some(annotator) = value(1) else {
        return Err(failed(1, JudgementFault::Lacks("annotator")));
    };
    let Some(answer) = value(2) else { return Ok(None) };
    let both = |value: &str| (pair.to_string(), value.to_string());
    let odd = || {
        let (id, value) = both(answer);
        failed(2, JudgementFault::OddAnswer { id, value })
    };
    let seconds = |text: &str| {
        let seconds = text.replace(',', ".").parse().ok();
        seconds.filter(|n: &f64| n.is_finite() && *n >= 0.0).ok_or_else(|| {
            let (id, value) = both(text);
            failed(3, JudgementFault::OddSeconds { id, value })
        })
    };
    let when = |text: &str| {
        time::parse(text).ok_or_else(|| {
            let (id, value) = both(text);
            failed(4, JudgementFault::OddTime { id, value })
        })
    };
    let check = |text: &str| {
        Answer::parse(text).ok_or_else(|| {
            let (id, value) = both(text);
            failed(5, JudgementFault::OddCheck { id, value })
        })
    };
    Ok(Some(Judgement {
        pair: pair.to_string(),
        annotator: annotator.to_string(),
        answer: Opinion::parse(answer).ok_or_else(odd)?,
        seconds: value(3).map(seconds).transpose()?,
        when: value(4).map(when).transpose()?,
        check: value(5).map(check).transpose()?,
    }))
}

/// Columns by name, or where no name is known, in the order id, annotator, answer, seconds.
fn table(input: TableInput<'_>, delimiter: Delimiter) -> Result<JudgementLines> {
    input.check_quotes(delimiter)?;
    let mut found = JudgementLines::default();
    let mut columns: Option<[Option<usize>; COLUMNS.len()]> = None;
    let mut reader = input.records(delimiter);
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| input.bad_table(&error))? {
        let at = input.start(&record);
        if record.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        let Some(columns) = columns else {
            let (named, is_header) = header(input, at, &record)?;
            columns = Some(named);
            if !is_header {
                add(input, delimiter, &record, &named, &mut found)?;
            }
            continue;
        };
        add(input, delimiter, &record, &columns, &mut found)?;
    }
    Ok(found)
}

/// Which column is what, and whether the first line says so.
fn header(
    input: TableInput<'_>,
    at: usize,
    record: &csv::StringRecord,
) -> Result<([Option<usize>; COLUMNS.len()], bool)> {
    let names: Vec<String> = record.iter().map(column_name).collect();
    let column = |(_, called): (&str, &[&str])| {
        called.iter().find_map(|name| names.iter().position(|column| column == name))
    };
    let named = COLUMNS.map(column);
    if named.iter().all(Option::is_none) && record.get(2).and_then(Opinion::parse).is_some() {
        return Ok(([Some(0), Some(1), Some(2), Some(3), None, None], false));
    }
    input.check_columns(at, &names)?;
    match COLUMNS[..NEEDED].iter().zip(&named).find(|(_, column)| column.is_none()) {
        Some(((what, _), _)) => Err(fail(input, at, JudgementFault::NoColumn(what))),
        None => Ok((named, true)),
    }
}

fn add(
    input: TableInput<'_>,
    delimiter: Delimiter,
    record: &csv::StringRecord,
    columns: &[Option<usize>; COLUMNS.len()],
    found: &mut JudgementLines,
) -> Result<()> {
    let place = |n: usize| input.field_start(record, delimiter, columns[n]);
    let values = columns.map(|column| record.get(column?));
    match judgement(input, &Fields { values, at: &place })? {
        Some(one) => found.lines.push(one),
        None => found.blank += 1,
    }
    Ok(())
}

fn json_lines(input: TableInput<'_>) -> Result<JudgementLines> {
    let mut found = JudgementLines::default();
    for (at, line) in input.lines() {
        let object = input.object(at, line)?;
        let named = |(_, called): (&str, &[&str])| {
            called.iter().find_map(|name| object.get(*name)).cloned().and_then(text_of)
        };
        let values = COLUMNS.map(named);
        let there = |called: &[&str]| called.iter().any(|name| object.contains_key(*name));
        let lacking = COLUMNS[..NEEDED].iter().find(|(_, called)| !there(called));
        if let Some((what, _)) = lacking {
            return Err(fail(input, at, JudgementFault::NoColumn(what)));
        }
        let values = values.each_ref().map(Option::as_deref);
        match judgement(input, &Fields { values, at: &|_| at })? {
            Some(one) => found.lines.push(one),
            None => found.blank += 1,
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
