//! What platforms for crowds, and people with spreadsheets, give back.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::entailment::crowd::Work;
use crate::entailment::judgements::{self, Judgement, Opinion};
use crate::entailment::table::{Delimiter, OF_SPREADSHEETS, TableInput, column_name};
use crate::error::{EntailmentFault, Error, JudgementFault, Result};

/// Judgements of a crowd.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Crowd {
    /// The judgements, by people who are numbers from 1 on, in the order in which they are met.
    pub judgements: Vec<Judgement>,
    /// How many people there are.
    pub people: usize,
    /// Sheets, judgements and time, of what was not left out.
    pub work: Work,
    /// What was left out: why, and how many sheets (or people, where sheets are not known).
    pub left_out: Vec<(String, usize)>,
    /// Questions without an answer.
    pub unanswered: usize,
}

impl Crowd {
    fn leave_out(&mut self, why: &str) {
        match self.left_out.iter_mut().find(|(known, _)| known == why) {
            Some((_, n)) => *n += 1,
            None => self.left_out.push((why.to_string(), 1)),
        }
    }

    /// Adds one person's sheet: answers, and how long all of them took.
    fn add(
        &mut self,
        person: usize,
        answers: Vec<(String, Option<Opinion>)>,
        seconds: Option<f64>,
    ) {
        let n = answers.iter().filter(|(_, answer)| answer.is_some()).count();
        self.unanswered += answers.len() - n;
        if n == 0 {
            return;
        }
        let each = seconds.map(|seconds| seconds / n as f64);
        for (pair, answer) in answers {
            let Some(answer) = answer else { continue };
            let judgement = Judgement::new(pair, person.to_string(), answer);
            self.judgements.push(Judgement { seconds: each, ..judgement });
        }
        self.work.sheets += 1;
        self.work.judgements += n as u64;
        self.work.seconds = match (self.work.seconds, seconds) {
            (None, new) if self.work.sheets == 1 => new,
            (Some(old), Some(new)) => Some(old + new),
            _ => None,
        };
    }
}

/// People as numbers, in the order in which they are met.
#[derive(Default)]
struct People(BTreeMap<String, usize>);

impl People {
    fn number(&mut self, name: &str) -> usize {
        let next = self.0.len() + 1;
        *self.0.entry(name.to_string()).or_insert(next)
    }
}

/// What people with spreadsheets give back.
const SHEETS: &str = "sheets of pairs with answers";

/// A table whose first line names its columns.
struct Results<'s> {
    input: TableInput<'s>,
    columns: BTreeMap<String, usize>,
    rows: Vec<csv::StringRecord>,
}

impl<'s> Results<'s> {
    fn read(name: &'s str, text: &'s [u8]) -> Result<Results<'s>> {
        let input = TableInput::new(name, text)?;
        let first = input.lines().next().map_or("", |(_, line)| line);
        let delimiter = Delimiter::of(first, OF_SPREADSHEETS).unwrap_or(Delimiter::Comma);
        input.check_quotes(delimiter)?;
        let mut rows = Vec::new();
        for record in input.records(delimiter).records() {
            let record = record.map_err(|error| input.bad_table(&error))?;
            if !record.iter().all(|field| field.trim().is_empty()) {
                rows.push(record);
            }
        }
        let header = if rows.is_empty() { csv::StringRecord::new() } else { rows.remove(0) };
        let names: Vec<String> = header.iter().map(column_name).collect();
        input.check_columns(input.start(&header), &names)?;
        let columns = names.into_iter().zip(0..).collect();
        Ok(Results { input, columns, rows })
    }

    fn fail(&self, at: usize, fault: JudgementFault) -> Error {
        self.input.fail(at, EntailmentFault::Judgements(fault))
    }

    /// The column that has one of some names.
    fn column(&self, names: &[&str]) -> Option<usize> {
        names.iter().find_map(|name| self.columns.get(&column_name(name)).copied())
    }

    /// The same, which must be there.
    fn needed(&self, names: &[&str], whose: &str) -> Result<usize> {
        self.column(names).ok_or_else(|| {
            let why = format!("there is no column {}: these are not {whose}", names[0]);
            self.fail(
                0,
                match whose {
                    SHEETS => JudgementFault::NotSheets(why),
                    _ => JudgementFault::NotResults(why),
                },
            )
        })
    }

    /// An answer, or none yet.
    fn answer(&self, row: &csv::StringRecord, id: &str, value: &str) -> Result<Option<Opinion>> {
        if value.trim().is_empty() {
            return Ok(None);
        }
        let opinion = Opinion::parse(value).ok_or_else(|| {
            let (id, value) = (id.to_string(), value.to_string());
            self.fail(self.input.start(row), JudgementFault::OddAnswer { id, value })
        });
        opinion.map(Some)
    }
}

fn cell(row: &csv::StringRecord, column: Option<usize>) -> &str {
    column.and_then(|column| row.get(column)).unwrap_or_default().trim()
}

fn seconds(text: &str) -> Option<f64> {
    text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0)
}

/// The answers of all files, one of which is empty.
fn nothing(files: &[(&str, &[u8])], crowd: Crowd) -> Result<Crowd> {
    let name = files.first().map_or("", |(name, _)| name);
    match crowd.judgements.is_empty() && crowd.left_out.is_empty() {
        true => Err(Error::new(name, EntailmentFault::Judgements(JudgementFault::Nothing))),
        false => Ok(crowd),
    }
}

/// Results of batches of Mechanical Turk, one row an assignment: `WorkerId`, `AssignmentStatus`,
/// `WorkTimeInSeconds`, `Input.id1` and so on, and the answers in any of the forms that it has for them.
/// Rejected assignments are left out.
///
/// # Errors
/// Where a file is something else, and where an answer cannot be understood.
pub fn mechanical_turk(files: &[(&str, &[u8])]) -> Result<Crowd> {
    let mut crowd = Crowd::default();
    let mut people = People::default();
    let mut seen = BTreeSet::new();
    for (name, text) in files {
        let results = Results::read(name, text)?;
        let whose = "results of Mechanical Turk";
        let worker = results.needed(&["WorkerId"], whose)?;
        results.needed(&["Input.id1"], whose)?;
        let assignment = results.column(&["AssignmentId"]);
        let [status, reject, time, all] =
            ["AssignmentStatus", "Reject", "WorkTimeInSeconds", "Answer.taskAnswers"]
                .map(|name| results.column(&[name]));
        let questions = questions(&results);
        if all.is_none() && questions.iter().all(|question| question.answers.is_empty()) {
            let why = format!("there is no column Answer.answer1: these are not {whose}");
            return Err(results.fail(0, JudgementFault::NotResults(why)));
        }
        for row in &results.rows {
            // The same results may be downloaded again when there are more.
            let assignment = cell(row, assignment).to_string();
            if !assignment.is_empty() && !seen.insert(assignment) {
                crowd.leave_out("with an assignment that is there already");
                continue;
            }
            if cell(row, status).eq_ignore_ascii_case("rejected") || !cell(row, reject).is_empty() {
                crowd.leave_out("rejected");
                continue;
            }
            if cell(row, Some(worker)).is_empty() {
                return Err(
                    results.fail(results.input.start(row), JudgementFault::Lacks("annotator"))
                );
            }
            let joined = joined(&results, row, all)?;
            let mut answers = Vec::new();
            for question in &questions {
                let id = cell(row, Some(question.id));
                if id.is_empty() {
                    continue;
                }
                let said = question.said(row).or_else(|| joined.get(&question.name).cloned());
                let answer = results.answer(row, id, &said.unwrap_or_default())?;
                answers.push((id.to_string(), answer));
            }
            let person = people.number(cell(row, Some(worker)));
            crowd.add(person, answers, seconds(cell(row, time)));
        }
    }
    crowd.people = people.0.len();
    nothing(files, crowd)
}

/// A question of a sheet.
struct Question {
    /// What its answer is called.
    name: String,
    /// The column of the pair's id.
    id: usize,
    /// Columns of answers: all of it, or one for each choice, which is true for the one that was made.
    answers: Vec<(Option<String>, usize)>,
}

impl Question {
    fn said(&self, row: &csv::StringRecord) -> Option<String> {
        self.answers.iter().find_map(|(choice, column)| match (choice, cell(row, Some(*column))) {
            (_, "") => None,
            (None, said) => Some(said.to_string()),
            (Some(choice), said) => said.eq_ignore_ascii_case("true").then(|| choice.clone()),
        })
    }
}

/// The questions that a batch has columns for.
fn questions(results: &Results<'_>) -> Vec<Question> {
    let mut answers: BTreeMap<&str, Vec<(Option<String>, usize)>> = BTreeMap::new();
    for (name, column) in &results.columns {
        let Some(name) = name.strip_prefix("answer.") else { continue };
        let (name, choice) = match name.split_once('.') {
            Some((name, choice)) => (name, Some(choice.to_string())),
            None => (name, None),
        };
        answers.entry(name).or_default().push((choice, *column));
    }
    let mut all = Vec::new();
    for number in 1.. {
        let Some(id) = results.column(&[&format!("Input.id{number}")]) else { break };
        let name = format!("answer{number}");
        let answers = answers.remove(name.as_str()).unwrap_or_default();
        all.push(Question { name, id, answers });
    }
    all
}

/// All answers of a row in one object of JSON, where the platform writes them so.
fn joined(
    results: &Results<'_>,
    row: &csv::StringRecord,
    column: Option<usize>,
) -> Result<BTreeMap<String, String>> {
    let text = cell(row, column);
    if text.is_empty() {
        return Ok(BTreeMap::new());
    }
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let why = format!("Answer.taskAnswers is no JSON: {error}");
        results.fail(results.input.start(row), JudgementFault::NotResults(why))
    })?;
    let objects = match &value {
        Value::Array(all) => all.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut answers = BTreeMap::new();
    for (name, said) in objects.iter().filter_map(Value::as_object).flatten() {
        let said = match said {
            Value::Object(choices) => {
                let chosen = choices.iter().find(|(_, is_chosen)| **is_chosen == Value::Bool(true));
                chosen.map(|(choice, _)| choice.clone())
            }
            Value::String(said) => Some(said.clone()),
            _ => None,
        };
        answers.extend(said.map(|said| (name.to_lowercase(), said)));
    }
    Ok(answers)
}

/// What Prolific says about submissions.
#[derive(Clone, Copy, Debug)]
pub struct Submissions<'a> {
    /// The file's name.
    pub name: &'a str,
    /// Its text.
    pub text: &'a [u8],
}

/// Judgements of people who came from Prolific, whose annotators are its ids of people, and its export of
/// submissions. People without a submission that is approved or waits for that are left out.
///
/// # Errors
/// Where a file is something else, and where an answer cannot be understood.
pub fn prolific(answers: &[(&str, &[u8])], submissions: Submissions<'_>) -> Result<Crowd> {
    let results = Results::read(submissions.name, submissions.text)?;
    let whose = "submissions of Prolific";
    let person = results.needed(&["Participant id"], whose)?;
    let status = results.needed(&["Status"], whose)?;
    let time = results.column(&["Time taken"]);
    // Of each person, the submissions that count, how long they took, and what became of the others.
    let mut known: BTreeMap<&str, (u64, Option<f64>, String)> = BTreeMap::new();
    for row in &results.rows {
        let status = column_name(cell(row, Some(status)));
        let entry = known.entry(cell(row, Some(person))).or_insert((0, Some(0.0), String::new()));
        if ["approved", "awaiting_review"].contains(&status.as_str()) {
            entry.0 += 1;
            entry.1 = entry.1.zip(seconds(cell(row, time))).map(|(sum, new)| sum + new);
        } else {
            entry.2 = status.replace('_', " ");
        }
    }
    let mut given: BTreeMap<String, Vec<Judgement>> = BTreeMap::new();
    let mut people = People::default();
    let mut crowd = Crowd::default();
    for (name, text) in answers {
        let read = judgements::read(name, text)?;
        crowd.unanswered += read.blank;
        for one in read.lines {
            people.number(&one.annotator);
            given.entry(one.annotator.clone()).or_default().push(one);
        }
    }
    let mut order: Vec<(usize, String)> =
        people.0.into_iter().map(|(name, number)| (number, name)).collect();
    order.sort_unstable();
    let mut all_seconds = Some(0.0);
    for (_, name) in order {
        let (sheets, time) = match known.get(name.as_str()) {
            Some((0, _, why)) => {
                crowd.leave_out(why);
                continue;
            }
            None => {
                crowd.leave_out("without submission");
                continue;
            }
            Some((sheets, time, _)) => (*sheets, *time),
        };
        crowd.people += 1;
        crowd.work.sheets += sheets;
        all_seconds = all_seconds.zip(time).map(|(sum, new)| sum + new);
        let given = given.remove(&name).unwrap_or_default();
        let each = time.map(|time| time / given.len().max(1) as f64);
        crowd.work.judgements += given.len() as u64;
        for one in given {
            let seconds = one.seconds.or(each);
            let annotator = crowd.people.to_string();
            crowd.judgements.push(Judgement { annotator, seconds, ..one });
        }
    }
    crowd.work.seconds = all_seconds;
    nothing(answers, crowd)
}

/// Spreadsheets that people filled in: the columns id and answer, and `annotator` where several people
/// share a file; otherwise every file is a person's.
///
/// # Errors
/// Where a file is something else, and where an answer cannot be understood.
pub fn spreadsheets(files: &[(&str, &[u8])]) -> Result<Crowd> {
    let mut crowd = Crowd::default();
    let mut people = People::default();
    for (number, (name, text)) in files.iter().enumerate() {
        let results = Results::read(name, text)?;
        let id = results.needed(&["id"], SHEETS)?;
        let answer = results.needed(&["answer", "judgement", "judgment"], SHEETS)?;
        let annotator = results.column(&["annotator"]);
        let sheet = results.column(&["sheet"]);
        let time = results.column(&["seconds"]);
        // In the order in which they are met.
        type Answered = (Vec<(String, Option<Opinion>)>, Option<f64>);
        let mut sheets: Vec<(usize, Answered)> = Vec::new();
        let mut places: BTreeMap<(usize, String), usize> = BTreeMap::new();
        for row in &results.rows {
            let pair = cell(row, Some(id));
            if pair.is_empty() {
                return Err(results.fail(results.input.start(row), JudgementFault::Lacks("id")));
            }
            let given = results.answer(row, pair, cell(row, Some(answer)))?;
            let person = match annotator {
                // A line that nobody has taken yet.
                Some(_) if cell(row, annotator).is_empty() && given.is_none() => continue,
                Some(_) if cell(row, annotator).is_empty() => {
                    return Err(
                        results.fail(results.input.start(row), JudgementFault::Lacks("annotator"))
                    );
                }
                Some(_) => people.number(cell(row, annotator)),
                None => people.number(&format!("file {number}")),
            };
            let next = sheets.len();
            let at = *places.entry((person, cell(row, sheet).to_string())).or_insert(next);
            if at == next {
                sheets.push((person, (Vec::new(), Some(0.0))));
            }
            let (answers, took) = &mut sheets[at].1;
            *took = took.zip(seconds(cell(row, time))).map(|(sum, new)| sum + new);
            answers.push((pair.to_string(), given));
        }
        for (person, (answers, took)) in sheets {
            crowd.add(person, answers, took);
        }
    }
    let given: BTreeSet<&str> = crowd.judgements.iter().map(|one| one.annotator.as_str()).collect();
    crowd.people = given.len();
    nothing(files, crowd)
}
