//! Rows saved to a file, one JSON object a line or a table of Parquet: measured once, compared and merged
//! later.

mod overlap;
#[cfg(feature = "parquet")]
mod parquet;
mod together;
mod treebanks;

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::counts::Counts;
use crate::error::{Error, ErrorKind, Place, Position, Result, in_plain_words};
use crate::evaluation::{Evaluation, Groups, Remarks, Row};
use crate::metric::{Outcome, Reason, Size, Skipped};
use crate::signature::{Fingerprint, Signature};
use crate::source::Source;

#[doc(hidden)]
pub use overlap::{Overlap, overlap};
#[doc(hidden)]
pub use treebanks::{
    MissingTreebanks, ScoredTreebank, in_treebank, join_treebanks, sort_by_treebank,
};

/// The version of the file format. Signatures of the first had another fingerprint of gold.
const FORMAT: u32 = 2;

/// The first line of a file, and of each further system in it.
#[derive(Serialize, Deserialize)]
struct Header {
    bezant_rows: u32,
    signature: String,
    system: String,
    /// How many rows follow, so that a file which was cut short is not taken for a whole one.
    #[serde(default)]
    rows: Option<usize>,
    /// How many systems follow this one in the file, for the same reason.
    #[serde(default, skip_serializing_if = "is_none")]
    more_systems: usize,
}

/// Every other line.
#[derive(Serialize, Deserialize)]
struct Line<C> {
    sentence: u64,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    n_sentences: u64,
    #[serde(flatten)]
    size: Size,
    #[serde(default, skip_serializing_if = "Groups::is_empty")]
    groups: Groups,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    treebank: String,
    #[serde(default, skip_serializing_if = "is_false")]
    missing_treebank: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<C>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missed: Option<C>,
}

fn one() -> u64 {
    1
}

fn is_none(n: &usize) -> bool {
    *n == 0
}

fn is_false(it: &bool) -> bool {
    !it
}

fn is_one(n: &u64) -> bool {
    *n == 1
}

/// Writes the evaluations of one or more systems.
pub fn write<C: Counts + Serialize>(
    evaluations: &[Evaluation<C>],
    out: &mut dyn Write,
) -> io::Result<()> {
    for (at, evaluation) in evaluations.iter().enumerate() {
        write_one(evaluation, evaluations.len() - 1 - at, out)?;
    }
    Ok(())
}

/// Writes the evaluations of several systems as Parquet: the same rows, a column for each count. Rows are
/// written some thousand at a time. A count that is a number and left out of JSON is 0.
///
/// # Errors
/// Where nothing can be written, or counts are not numbers, texts, lists or maps by name.
#[cfg(feature = "parquet")]
pub fn write_parquet<C: Counts + Serialize>(
    evaluations: &[Evaluation<C>],
    out: &mut dyn Write,
) -> io::Result<()> {
    parquet::write(evaluations, out)
}

fn write_one<C: Counts + Serialize>(
    evaluation: &Evaluation<C>,
    more_systems: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let header = Header {
        bezant_rows: FORMAT,
        signature: evaluation.signature.to_string(),
        system: evaluation.system.clone(),
        rows: Some(evaluation.rows.len()),
        more_systems,
    };
    write_line(&header, out)?;
    let mut treebanks = evaluation.treebanks.iter().peekable();
    let (mut treebank, mut missing_treebank) = (String::new(), false);
    for (at, row) in evaluation.rows.iter().enumerate() {
        while let Some(next) = treebanks.next_if(|next| next.first <= at) {
            (treebank, missing_treebank) = (next.name.clone(), next.is_missing);
        }
        let groups = evaluation.said.get(&at).map(Remarks::words).unwrap_or_default();
        let (counts, skipped, missed) = match &row.outcome.result {
            Ok(counts) => (Some(counts), None, None),
            Err(skip) => (None, Some(skip.reason.clone()), Some(&skip.missed)),
        };
        let Row { sentence, n_sentences, outcome: Outcome { size, .. } } = *row;
        let treebank = treebank.clone();
        let line = Line {
            sentence,
            n_sentences,
            size,
            groups,
            treebank,
            missing_treebank,
            counts,
            skipped,
            missed,
        };
        write_line(&line, out)?;
    }
    Ok(())
}

fn write_line(line: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

impl Header {
    fn parse(line: &[u8]) -> std::result::Result<(Header, Signature), ErrorKind> {
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err(ErrorKind::BadRows("it does not begin with a line of JSON".to_string()));
        }
        if line.trim_ascii() == b"{" {
            let why = "it is JSON, but rows have one object a line; is it a result?";
            return Err(ErrorKind::BadRows(why.to_string()));
        }
        let header: Header = serde_json::from_slice(line).map_err(|error| unread(&error))?;
        check_format(header.bezant_rows)?;
        let signature = header
            .signature
            .parse()
            .map_err(|error: Error| ErrorKind::BadRows(error.kind().to_string()))?;
        Ok((header, signature))
    }
}

/// Why a line cannot be read.
fn unread(error: &serde_json::Error) -> ErrorKind {
    match error.is_eof() {
        true => ErrorKind::CutRows,
        false => ErrorKind::BadRows(in_plain_words(&error.to_string())),
    }
}

/// Whether a file of this version can be read.
fn check_format(format: u32) -> std::result::Result<(), ErrorKind> {
    match format {
        FORMAT => Ok(()),
        ..FORMAT => Err(ErrorKind::OldRows),
        _ => Err(ErrorKind::NewerRows),
    }
}

/// Whether a file is Parquet, by its first bytes.
fn is_parquet(source: &Source) -> bool {
    source.start().starts_with(b"PAR1")
}

#[cfg(not(feature = "parquet"))]
fn no_parquet(source: &Source) -> Error {
    let why = "it is Parquet, which this program was built without";
    Error::new(&**source.name(), ErrorKind::BadRows(why.to_string()))
}

/// Says so where a file of sentences is wanted and this one has saved rows.
///
/// # Errors
/// Where it has.
#[doc(hidden)]
pub fn refuse_rows(source: &Source) -> Result<()> {
    let is_json = source.start().trim_ascii_start().starts_with(b"{\"bezant_rows\"");
    let is_parquet = is_parquet(source);
    match is_json || is_parquet {
        true => Err(Error::new(&**source.name(), ErrorKind::SavedRows { is_parquet })),
        false => Ok(()),
    }
}

/// Reads the signature of the first system, to know which metric the rows are of.
#[doc(hidden)]
pub fn signature(source: &mut Source) -> Result<Signature> {
    if is_parquet(source) {
        // What a file says of itself stands at its end.
        #[cfg(feature = "parquet")]
        {
            source.fill_all()?;
            let signature = parquet::signature(source.start());
            return signature.map_err(|kind| Error::new(&**source.name(), kind));
        }
        #[cfg(not(feature = "parquet"))]
        return Err(no_parquet(source));
    }
    source.fill_line()?;
    let start = source.start();
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let (_, signature) = Header::parse(line).map_err(|kind| {
        Error::at(&**source.name(), Place::locate(start, 0, Position::start_of(1)), kind)
    })?;
    Ok(signature)
}

/// Reads all evaluations of a file.
pub fn read<C: Counts + DeserializeOwned>(source: Source) -> Result<Vec<Evaluation<C>>> {
    if is_parquet(&source) {
        #[cfg(feature = "parquet")]
        return parquet::read(source);
        #[cfg(not(feature = "parquet"))]
        return Err(no_parquet(&source));
    }
    let name = source.name().to_string();
    let text = source.rest()?;
    let mut evaluations: Vec<Evaluation<C>> = Vec::new();
    let mut announced = Vec::new();
    let mut n_announced = 0;
    for (number, line) in (1..).zip(text.split_inclusive(|&byte| byte == b'\n')) {
        let fault = |kind: ErrorKind| {
            let place = Place::locate(line, 0, Position::start_of(number));
            Error::at(name.clone(), place, kind)
        };
        let fail = |why: String| fault(ErrorKind::BadRows(why));
        if line.trim_ascii().is_empty() {
            continue;
        }
        if line.starts_with(b"{\"bezant_rows\"") {
            let (header, signature) = Header::parse(line).map_err(fault)?;
            evaluations.push(Evaluation {
                signature,
                system: header.system,
                rows: Vec::new(),
                said: BTreeMap::new(),
                treebanks: Vec::new(),
            });
            announced.push(header.rows);
            n_announced = n_announced.max(evaluations.len().saturating_add(header.more_systems));
            continue;
        }
        let Some(evaluation) = evaluations.last_mut() else {
            return Err(fail("the first line has no signature".to_string()));
        };
        let line: Line<C> = serde_json::from_slice(line).map_err(|error| fault(unread(&error)))?;
        let result = match (line.counts, line.skipped) {
            (Some(counts), None) => Ok(counts),
            (None, Some(reason)) => {
                let missed = line.missed.unwrap_or_default();
                Err(Box::new(Skipped { reason, missed }))
            }
            _ => return Err(fail("a row has either counts or a reason".to_string())),
        };
        let counts = result.as_ref().unwrap_or_else(|skipped| &skipped.missed);
        if let Some(why) = counts.fault() {
            return Err(fail(why));
        }
        let outcome = Outcome { size: line.size, result };
        let Line { sentence, n_sentences, groups, treebank, missing_treebank, .. } = line;
        treebanks::note(evaluation, treebank, missing_treebank);
        if !groups.is_empty() {
            evaluation.said.insert(evaluation.rows.len(), Remarks::of_words(groups));
        }
        evaluation.rows.push(Row { sentence, n_sentences, outcome });
    }
    if evaluations.is_empty() {
        return Err(Error::new(name, ErrorKind::BadRows("it is empty".to_string())));
    }
    for (Evaluation { system, rows, .. }, announced) in evaluations.iter().zip(announced) {
        if let Some(of) = announced.filter(|n| *n != rows.len()) {
            let kind = ErrorKind::OtherRows { system: system.clone(), has: rows.len(), of };
            return Err(Error::new(name, kind));
        }
    }
    if evaluations.len() < n_announced {
        let kind = ErrorKind::OtherSystems { has: evaluations.len(), of: n_announced };
        return Err(Error::new(name, kind));
    }
    for (system, evaluation) in evaluations.iter().enumerate() {
        if let Some((row, kind)) = together::fault(evaluation) {
            let place = place_of(&text, system, row);
            return Err(Error::at(name, place, kind));
        }
    }
    Ok(evaluations)
}

/// Where a row stands, by the places of its system and of itself among that one's rows.
fn place_of(text: &[u8], system: usize, row: usize) -> Place {
    let lines = (1..).zip(text.split_inclusive(|&byte| byte == b'\n'));
    let mut lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
    let is_header = |(_, line): &(u64, &[u8])| line.starts_with(b"{\"bezant_rows\"");
    let header = lines.by_ref().filter(is_header).nth(system);
    let (number, line) = lines.nth(row).or(header).unwrap_or((1, &[]));
    Place::locate(line, 0, Position::start_of(number))
}

/// Fields of a signature in which parts of one evaluation may differ.
const DATA: [&str; 3] = ["n", "gold", "treebanks"];

/// Checks that evaluations were made in the same way, so that they may share a table: everything
/// but the data must be the same.
#[doc(hidden)]
pub fn check_same_options<C>(evaluations: &[Evaluation<C>]) -> Result<()> {
    for pair in evaluations.windows(2) {
        if let Some((ours, theirs)) = pair[0].signature.difference(&pair[1].signature, &DATA) {
            let system = pair[1].system.clone();
            return Err(Error::new(system, ErrorKind::Disagree { ours, theirs }));
        }
    }
    Ok(())
}

/// Puts parts of one system's evaluation together, in the order given.
pub fn merge<C: Counts>(parts: Vec<Evaluation<C>>) -> Result<Option<Evaluation<C>>> {
    let mut parts = parts.into_iter();
    let Some(mut merged) = parts.next() else { return Ok(None) };
    let (mut n, _, mut last) = together::extent(&merged.rows);
    let mut fingerprint = Fingerprint::default();
    let gold =
        |signature: &Signature| Fingerprint::of(signature.get("gold").unwrap_or("").as_bytes());
    fingerprint.push(gold(&merged.signature));
    let mut several = false;
    for part in parts {
        if let Some((ours, theirs)) = merged.signature.difference(&part.signature, &DATA) {
            return Err(Error::new(part.system, ErrorKind::Disagree { ours, theirs }));
        }
        several = true;
        fingerprint.push(gold(&part.signature));
        let before = merged.rows.len();
        merged.said.extend(part.said.into_iter().map(|(at, said)| (before + at, said)));
        treebanks::append(&mut merged, part.treebanks);
        // Numbers that go on from the parts before stay as they are; others begin behind the largest.
        let (n_of_part, first, end) = together::extent(&part.rows);
        let offset = if first > last { 0 } else { last };
        n = n.saturating_add(n_of_part);
        last = last.max(end.saturating_add(offset));
        merged.rows.extend(
            part.rows
                .into_iter()
                .map(|row| Row { sentence: row.sentence.saturating_add(offset), ..row }),
        );
    }
    if several {
        merged.signature = merged.signature.with("n", n).with("gold", fingerprint);
    }
    treebanks::sign(&mut merged);
    Ok(Some(merged))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Tally;
    use crate::error::Hint;

    #[test]
    fn a_file_that_was_cut_between_two_rows_is_not_read_as_a_whole_one() {
        let row = |sentence| Row {
            sentence,
            n_sentences: 1,
            outcome: Outcome { size: Size::default(), result: Ok(Tally::default()) },
        };
        let signature = Signature::new("brackets");
        let whole = Evaluation {
            signature,
            system: "a".into(),
            rows: vec![row(1), row(2)],
            said: BTreeMap::new(),
            treebanks: Vec::new(),
        };
        let mut text = Vec::new();
        write(std::slice::from_ref(&whole), &mut text).unwrap();
        let read = |text: &[u8]| read::<Tally>(Source::from_bytes("a.jsonl", text.into()).unwrap());
        assert_eq!(read(&text).unwrap(), [whole]);
        let end = text.trim_ascii_end().iter().rposition(|&byte| byte == b'\n').unwrap();
        assert_eq!(
            read(&text[..end]).unwrap_err().to_string(),
            "a.jsonl: a has 1 of the 2 rows that were saved"
        );
    }

    #[test]
    fn a_file_that_was_cut_between_two_systems_is_not_read_as_a_whole_one() {
        let system = |name: &str| Evaluation::<Tally> {
            signature: Signature::new("brackets"),
            system: name.into(),
            rows: Vec::new(),
            said: BTreeMap::new(),
            treebanks: Vec::new(),
        };
        let mut text = Vec::new();
        write(&[system("a"), system("b"), system("c")], &mut text).unwrap();
        let read = |text: &[u8]| read::<Tally>(Source::from_bytes("a.jsonl", text.into()).unwrap());
        assert_eq!(read(&text).unwrap().len(), 3);
        let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        assert_eq!(
            read(&lines[..2].concat()).unwrap_err().to_string(),
            "a.jsonl: 2 of the 3 systems that were saved are here"
        );
        // Whole files may stand behind each other.
        assert_eq!(read(&[&text[..], &text[..]].concat()).unwrap().len(), 6);
    }

    #[test]
    fn counts_that_cannot_be_are_refused() {
        let text = "{\"bezant_rows\":2,\"signature\":\"brackets\",\"system\":\"a\"}\n\
                    {\"sentence\":1,\"length\":0,\"depth\":0,\
                     \"counts\":{\"matched\":3,\"gold\":2,\"system\":4}}\n";
        let source = Source::from_bytes("rows.jsonl", text.into()).unwrap();
        assert_eq!(
            read::<Tally>(source).unwrap_err().to_string(),
            "rows.jsonl:2:1: not a file of saved rows: matched is 3, more than the 2 of gold"
        );
    }

    #[test]
    fn a_bad_signature_is_named_with_its_file_and_line() {
        let text = "{\"bezant_rows\":2,\"signature\":\"brackets\",\"system\":\"a\"}\n\
                    {\"bezant_rows\":2,\"signature\":\"brackets|n\",\"system\":\"b\"}\n";
        let source = Source::from_bytes("two.jsonl", text.into()).unwrap();
        assert_eq!(
            read::<Tally>(source).unwrap_err().to_string(),
            "two.jsonl:2:1: not a file of saved rows: not a signature: brackets|n"
        );
    }

    #[test]
    fn rows_of_other_versions_are_refused_with_what_to_do() {
        for (format, expected, hint) in [
            (1, "rows.jsonl:1:1: saved by an older version", Hint::SaveAgain),
            (
                3,
                "rows.jsonl:1:1: saved by a newer version",
                Hint::Advice("update this program; or save the rows again with this version"),
            ),
        ] {
            let text = format!(
                "{{\"bezant_rows\":{format},\"signature\":\"brackets\",\"system\":\"a\"}}\n"
            );
            let source = || Source::from_bytes("rows.jsonl", text.clone().into_bytes()).unwrap();
            for error in
                [read::<Tally>(source()).unwrap_err(), signature(&mut source()).unwrap_err()]
            {
                assert_eq!(error.to_string(), expected);
                assert_eq!(error.kind().hint(), Some(hint));
            }
        }
    }

    #[test]
    fn no_number_of_sentences_is_too_large_to_be_merged() {
        let text = "{\"bezant_rows\":2,\"signature\":\"brackets\",\"system\":\"a\"}\n\
                    {\"sentence\":1,\"n_sentences\":18446744073709551615,\"length\":0,\"depth\":0,\
                     \"counts\":{\"matched\":1,\"gold\":1,\"system\":1}}\n";
        let part = || {
            let source = Source::from_bytes("large.jsonl", text.into()).unwrap();
            read::<Tally>(source).unwrap().remove(0)
        };
        let merged = merge(vec![part(), part()]).unwrap().unwrap();
        assert_eq!(merged.rows[1].sentence, u64::MAX);
    }
}
