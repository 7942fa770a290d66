//! Files of answers: which lines and columns are answers to what.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::batch;
use super::said::said;
use super::{Answer, Given, MADE_BY, MISSING, Signed, comment};
use crate::entailment::answers::Answers;
use crate::entailment::pairs::Pairs;
use crate::entailment::table::{Delimiter, OF_PROGRAMS, Object, TableInput, fields_at_a_glance};
use crate::error::{EntailmentFault, EntailmentFile, Error, ErrorKind, Result};
use crate::formats::guess;
use crate::signature::Signature;

/// What becomes of an answer in which neither YES nor NO can be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unparsed {
    /// It is wrong, whatever is right.
    #[default]
    Wrong,
    /// It is NO.
    No,
    /// It is an error.
    Error,
}

/// What becomes of several answers to one pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Samples {
    /// The answer that most of those have that can be read; NO if both have as many.
    Majority,
    /// Each of them counts, and a pair counts once.
    Mean,
    /// The right one, if it is among them.
    Best,
}

/// How answers are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerReading {
    /// What becomes of those that cannot be read.
    pub unparsed: Unparsed,
    /// What becomes of several to one pair, which are an error if nothing is said.
    pub samples: Option<Samples>,
}

/// An answer that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The pair.
    pub id: String,
    /// What stands there.
    pub text: String,
}

/// What a system returned, as far as it can be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Returned {
    /// One answer a pair.
    pub signed: Signed,
    /// Those that could not be read, in the order of the pairs.
    pub unread: Vec<Unread>,
    /// The ids of pairs to which no answer could be read.
    pub unanswered: Vec<String>,
    /// All answers to each pair, what could not be read being taken as was asked; one each unless there
    /// are samples.
    pub samples: Vec<Vec<Answer>>,
}

/// An answer with its id and place.
pub(crate) struct Line {
    /// Where its line starts, in bytes.
    pub(crate) at: usize,
    /// What it is an answer to.
    pub(crate) id: String,
    /// What stands there.
    pub(crate) text: String,
    /// What that comes to.
    pub(crate) answer: Option<Answer>,
    probability: Option<f64>,
}

/// The answers of one system of a file, and where they come from.
#[derive(Default)]
struct AnswerColumn {
    /// What a column of several is called.
    name: String,
    lines: Vec<Line>,
    made_by: Option<String>,
    /// Where an answer is NO for want of a parse: the pair's id, and why.
    missing: Vec<(String, String)>,
}

/// Where each pair stands, by its id.
type Numbers<'p> = BTreeMap<&'p str, usize>;

/// What all readers know.
#[derive(Clone, Copy)]
struct Reading<'a> {
    input: TableInput<'a>,
    numbers: &'a Numbers<'a>,
    how: AnswerReading,
    /// Where the answers begin, behind comments.
    from: usize,
}

impl Returned {
    /// Reads the answers of every system of a file: of one, unless a table has several columns of them.
    /// The name of a system is that of the file or of its column.
    ///
    /// # Errors
    /// Where a pair has no answer, or several if nothing is said of samples, where an answer is of no
    /// pair, and where not one can be read.
    pub fn read_all(
        name: &str,
        text: &[u8],
        pairs: &Pairs,
        how: AnswerReading,
    ) -> Result<Vec<Returned>> {
        let input = TableInput::new(name, text)?;
        read_table(input, pairs, how).map_err(|error| {
            // Lines of another file have ids that no pair has.
            let is_unknown =
                matches!(error.kind(), ErrorKind::Entailment(EntailmentFault::UnknownId { .. }));
            // Words of parses have numbers, which may be ids of pairs as well.
            let is_other = guess::parses(input.text.as_bytes()).is_some();
            match is_other || is_unknown && !has_an_id(input, pairs) {
                true => input.or_parses(error, EntailmentFile::Answers),
                false => input.or_other_kind(error, EntailmentFile::Answers),
            }
        })
    }
}

/// Whether some line begins with the id of a pair, or has it in quotation marks.
fn has_an_id(input: TableInput<'_>, pairs: &Pairs) -> bool {
    let ids = || pairs.pairs.iter().map(|pair| pair.id.as_str());
    let is_named = |line: &str| {
        let first = fields_at_a_glance(line).next().unwrap_or_default().trim().trim_matches('"');
        let word = line.split_whitespace().next().unwrap_or_default();
        ids().any(|id| id == first || id == word)
    };
    input.lines().take(100).any(|(_, line)| is_named(line))
}

/// Lines above answers that say how they were made, and where the answers begin.
fn comments(input: TableInput<'_>) -> (Vec<(&str, Signature)>, usize, &str) {
    let mut lines = input.lines().peekable();
    let mut comments = Vec::new();
    while let Some(comment) = lines.peek().and_then(|(_, line)| comment(line)) {
        comments.push(comment);
        lines.next();
    }
    let (from, first) = lines.peek().map_or((0, ""), |(at, line)| (*at, line.trim_start()));
    (comments, from, first)
}

/// The answers of every system of a file, whatever they are answers to.
pub(crate) fn lines_of(name: &str, text: &[u8]) -> Result<Vec<Vec<Line>>> {
    let input = TableInput::new(name, text)?;
    let (_, from, first) = comments(input);
    let how = AnswerReading { unparsed: Unparsed::Wrong, samples: Some(Samples::Majority) };
    let reading = Reading { input, numbers: &Numbers::new(), how, from };
    Ok(reading.columns(first)?.into_iter().map(|column| column.lines).collect())
}

/// Whether a text begins like answers: an id and an answer a line, a header that names both, or objects
/// that have both.
pub(crate) fn begins(text: &str) -> bool {
    let text = text.trim_start_matches('\u{FEFF}');
    let input = TableInput { name: "", text };
    let (_, from, first) = comments(input);
    let rest = || input.lines().filter(|(at, _)| *at >= from).map(|(_, line)| line.trim());
    if first.starts_with('{') {
        // Models are asked for parses, too: one of the first answers must be one.
        let is_answer = |line: &str| {
            let object: std::result::Result<Object, _> = serde_json::from_str(line);
            let texts = object.ok().and_then(|Object(object)| answer_of(&object));
            texts.is_some_and(|texts| texts.iter().any(|text| said(text).is_some()))
        };
        return rest().take(20).any(is_answer);
    }
    let fields: Vec<String> =
        fields_at_a_glance(first).map(|field| field.trim().to_ascii_lowercase()).collect();
    let has = |names: &[&str]| fields.iter().any(|field| names.contains(&field.as_str()));
    if fields.len() > 1 && has(&["id", "custom_id"]) {
        let is_answer = |line: &str| fields_at_a_glance(line).skip(1).any(|it| said(it).is_some());
        return has(ANSWER) || has(RESPONSE) || rest().nth(1).is_some_and(is_answer);
    }
    // A plain answer behind an id of one word; the first may be the odd one.
    let is_answer = |line: &str| {
        let parts = line.split_once(['\t', ',']).or_else(|| line.split_once(' '));
        let is_sign = |c: char| c.is_whitespace() || "*_`\"'.!".contains(c);
        let is_plain = |text: &str| Answer::parse(text.trim_matches(is_sign));
        parts.is_some_and(|(id, rest)| {
            let value = fields_at_a_glance(rest).next().unwrap_or_default();
            !id.trim().contains(' ') && is_plain(value).is_some()
        })
    };
    rest().take(5).any(is_answer)
}

fn read_table(input: TableInput<'_>, pairs: &Pairs, how: AnswerReading) -> Result<Vec<Returned>> {
    let name = input.name;
    let (comments, from, first) = comments(input);
    let numbers = pairs.pairs.iter().enumerate().map(|(at, pair)| (pair.id.as_str(), at)).collect();
    let reading = Reading { input, numbers: &numbers, how, from };
    let columns = reading.columns(first)?;
    let is_one = columns.len() == 1;
    let system = |column: AnswerColumn| {
        let made_by = column.made_by.as_deref().and_then(|signature| signature.parse().ok());
        let told = || {
            let mut told = comments.iter();
            let told = told.find(|(name, _)| is_one || *name == column.name)?;
            Some(told.1.clone())
        };
        let made_by = made_by.or_else(told);
        let name = if column.name.is_empty() { name } else { &column.name }.to_string();
        let InOrder { given, unread, unanswered, samples } =
            reading.in_order(column.lines, pairs)?;
        let missing = column.missing.into_iter();
        let missing = missing.filter_map(|(id, why)| Some((*numbers.get(&*id)?, why))).collect();
        let signed = Signed { answers: Answers { name, given }, made_by, missing };
        Ok(Returned { signed, unread, unanswered, samples })
    };
    columns.into_iter().map(system).collect()
}

/// What was answered to all pairs, what was not, and all samples.
#[derive(Default)]
struct InOrder {
    given: Vec<Given>,
    unread: Vec<Unread>,
    unanswered: Vec<String>,
    samples: Vec<Vec<Answer>>,
}

impl Reading<'_> {
    /// The answers of each system, by how the first line looks.
    fn columns(self, first: &str) -> Result<Vec<AnswerColumn>> {
        if first.starts_with('{') {
            return Ok(vec![json_lines(self)?]);
        }
        // Models answer in sentences, and these have commas.
        let is_sure = |one: &Delimiter| *one != Delimiter::Comma || !self.is_prose(first);
        Ok(match Delimiter::of(first, OF_PROGRAMS).filter(is_sure) {
            Some(delimiter) => table(self, delimiter)?,
            None => vec![AnswerColumn { lines: by_blanks(self)?, ..AnswerColumn::default() }],
        })
    }

    /// The answers to pairs in their order: each must have one, and no other pair any.
    fn in_order(&self, lines: Vec<Line>, pairs: &Pairs) -> Result<InOrder> {
        let mut given: Vec<Vec<Line>> = Vec::new();
        given.resize_with(pairs.pairs.len(), Vec::new);
        // A file of which nothing can be read is another file, or in another language.
        let is_readable = lines.iter().any(|line| line.answer.is_some());
        let odd = lines.iter().find(|line| !is_readable && self.numbers.contains_key(&*line.id));
        if let Some(line) = odd {
            return Err(self.odd(line.at, &line.id, &line.text));
        }
        for line in lines {
            match self.numbers.get(line.id.as_str()) {
                None => {
                    return Err(self
                        .input
                        .fail(line.at, EntailmentFault::UnknownId { id: line.id }));
                }
                Some(&n) if !given[n].is_empty() && self.how.samples.is_none() => {
                    return Err(self
                        .input
                        .fail(line.at, EntailmentFault::AnsweredTwice { id: line.id }));
                }
                Some(&n) => given[n].push(line),
            }
        }
        let missing = given.iter().filter(|given| given.is_empty()).count();
        if let Some(at) = given.iter().position(Vec::is_empty) {
            let (id, more) = (pairs.pairs[at].id.clone(), missing - 1);
            return Err(Error::new(self.input.name, EntailmentFault::NoAnswer { id, more }));
        }
        let mut found = InOrder::default();
        for (pair, lines) in pairs.pairs.iter().zip(given) {
            // Without the right answer nothing is scored, so that nothing is right or wrong.
            let odd = match (self.how.unparsed, pair.answer) {
                (Unparsed::Wrong, Some(gold)) => gold.other(),
                _ => Answer::No,
            };
            let all: Vec<Answer> = lines.iter().map(|line| line.answer.unwrap_or(odd)).collect();
            let votes = |answer| lines.iter().filter(|line| line.answer == Some(answer)).count();
            let answer = match (self.how.samples, votes(Answer::Yes), votes(Answer::No)) {
                (None, ..) | (_, 0, 0) => all[0],
                (Some(Samples::Best), ..) if pair.answer.is_some_and(|it| all.contains(&it)) => {
                    pair.answer.unwrap_or(odd)
                }
                (_, yes, no) => Answer::from(yes > no),
            };
            found.given.push(Given { answer, probability: lines[0].probability, score: None });
            found.samples.push(all);
            if lines.iter().all(|line| line.answer.is_none()) {
                found.unanswered.push(pair.id.clone());
            }
            let odd = lines.into_iter().filter(|line| line.answer.is_none());
            found.unread.extend(odd.map(|line| Unread { id: line.id, text: line.text }));
        }
        Ok(found)
    }

    fn odd(&self, at: usize, id: &str, value: &str) -> Error {
        let (id, value) = (id.to_string(), value.trim().to_string());
        self.input.fail(at, EntailmentFault::OddAnswer { id, value })
    }

    fn answer(&self, at: usize, id: &str, text: &str, p: Option<&str>) -> Result<Line> {
        let answer = said(text);
        if answer.is_none() && self.how.unparsed == Unparsed::Error {
            return Err(self.odd(at, id, text));
        }
        let number = |p: &str| {
            let bad = || {
                let (id, value) = (id.to_string(), p.to_string());
                self.input.fail(at, EntailmentFault::OddProbability { id, value })
            };
            p.parse().ok().filter(|p: &f64| (0.0..=1.0).contains(p)).ok_or_else(bad)
        };
        let probability = p.map(str::trim).filter(|p| !p.is_empty()).map(number).transpose()?;
        let (id, text) = (id.to_string(), text.trim().to_string());
        Ok(Line { at, id, text, answer, probability })
    }

    /// Lines behind the comments.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let from = self.from;
        self.input.lines().filter(move |(at, _)| *at >= from)
    }

    /// The longest id of a pair that a line begins with, and what stands behind it.
    fn with_id<'l>(&self, line: &'l str) -> Option<(&'l str, &'l str)> {
        let blanks = line.char_indices().filter(|(_, c)| c.is_whitespace());
        let split = blanks.map(|(at, _)| line.split_at(at));
        let mut known = split.filter(|(id, _)| self.numbers.contains_key(id.trim_end()));
        known.next_back().map(|(id, rest)| (id.trim_end(), rest.trim()))
    }

    /// Whether a line with a comma is an id, a blank, and words with a comma among them.
    fn is_prose(&self, line: &str) -> bool {
        let mut fields = line.split(',').map(|field| field.trim().trim_matches('"'));
        let is_table = fields
            .any(|field| self.numbers.contains_key(field) || field.eq_ignore_ascii_case("id"));
        !is_table && self.with_id(line).is_some()
    }
}

/// An id and an answer a line, however they are separated: a word for the answer, or all that stands
/// behind the id of a pair.
fn by_blanks(reading: Reading<'_>) -> Result<Vec<Line>> {
    let line = |(at, line): (usize, &str)| {
        let line = line.trim();
        let last = line.rsplit_once(char::is_whitespace);
        let last = last.map(|(id, value)| (id.trim(), value));
        let is_plain = |(id, _): &(&str, &str)| reading.numbers.contains_key(id);
        // Where nobody knows the ids, they are words.
        let is_answer = |(_, value): &(&str, &str)| {
            !reading.numbers.is_empty() || Answer::parse(value).is_some()
        };
        let words = line.split_once(char::is_whitespace);
        let plain = last.filter(is_plain).or_else(|| reading.with_id(line));
        match plain.or_else(|| last.filter(is_answer)).or(words) {
            Some((id, value)) => reading.answer(at, id, value, None),
            None => {
                let why = format!("{line:?} is no id with an answer");
                Err(reading.input.fail(at, EntailmentFault::Malformed(why)))
            }
        }
    };
    reading.lines().map(line).collect()
}

/// What answers may be called, too, but not beside a question: there it is the right answer.
const GOLD: &[&str] = &["entailment", "label"];
const QUESTION: &[&str] = &["hypothesis", "h", "question"];

/// What answers are called.
const ANSWER: &[&str] = &["answer", "prediction"];

/// And what models returned.
const RESPONSE: &[&str] = &["response", "output", "completion"];

/// Columns in this order, or with a header that names them: one of answers, or one for each system.
fn table(reading: Reading<'_>, delimiter: Delimiter) -> Result<Vec<AnswerColumn>> {
    let input = reading.input;
    input.check_quotes(delimiter)?;
    let mut systems = vec![AnswerColumn::default()];
    let mut values = vec![1];
    let (mut id, mut p, mut made_by) = (0, 2, usize::MAX);
    let mut is_first = true;
    let mut has_header = false;
    for record in input.records(delimiter).records() {
        let record = record.map_err(|error| input.bad_table(&error))?;
        let at = input.start(&record);
        if at < reading.from {
            continue;
        }
        // The first of these names, wherever it stands.
        let column = |names: &[&str]| {
            let named =
                |name| record.iter().position(|field| field.trim().eq_ignore_ascii_case(name));
            names.iter().copied().find_map(named)
        };
        if std::mem::take(&mut is_first)
            && let Some(found) = column(&["id", "custom_id"])
        {
            has_header = true;
            let answer = column(ANSWER)
                .or_else(|| column(RESPONSE))
                .or_else(|| column(if column(QUESTION).is_none() { GOLD } else { &[] }));
            let names = || record.iter().map(|name| name.trim().to_ascii_lowercase());
            if let Some(answer) = answer {
                input.check_columns(at, &names().collect::<Vec<_>>())?;
                (id, values) = (found, vec![answer]);
                p = column(&["probability", "p"]).unwrap_or(usize::MAX);
                made_by = column(&[MADE_BY]).unwrap_or(usize::MAX);
                continue;
            }
            let others: Vec<usize> = (0..record.len()).filter(|at| *at != found).collect();
            let is_system = |at: &usize| {
                let name = record[*at].trim();
                !name.is_empty() && Answer::parse(name).is_none()
            };
            if column(QUESTION).is_none() && !others.is_empty() && others.iter().all(is_system) {
                input.check_columns(at, &names().collect::<Vec<_>>())?;
                let system = |at: &usize| AnswerColumn {
                    name: record[*at].trim().to_string(),
                    ..AnswerColumn::default()
                };
                systems = others.iter().map(system).collect();
                (id, values, p) = (found, others, usize::MAX);
                continue;
            }
            has_header = false;
            if column(QUESTION).is_some() {
                // Questions, and nobody has answered them.
                return Err(reading.odd(at, "id", record.get(1).unwrap_or_default()));
            }
        }
        if record.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        let field = |n: usize| record.get(n).map(str::trim);
        // Words with commas in them, where nobody has said which column is what.
        let is_number = |text: &str| text.is_empty() || text.parse::<f64>().is_ok();
        let rest = (!has_header && field(p).is_some_and(|p| !is_number(p))).then(|| {
            let sign = delimiter.sign().to_string();
            record.iter().skip(1).collect::<Vec<_>>().join(&sign)
        });
        let probability = field(p).filter(|_| rest.is_none());
        for (system, value) in systems.iter_mut().zip(&values) {
            let (Some(id), Some(value)) = (field(id), field(*value)) else {
                let shown = record.iter().collect::<Vec<_>>().join(" ");
                let why = format!("{shown:?} is no id with an answer");
                return Err(input.fail(at, EntailmentFault::Malformed(why)));
            };
            let value = rest.as_deref().unwrap_or(value);
            system.lines.push(reading.answer(at, id, value, probability)?);
            if system.made_by.is_none() {
                system.made_by = field(made_by).filter(|text| !text.is_empty()).map(str::to_string);
            }
        }
    }
    Ok(systems)
}

/// What an object has for an answer, or for several.
fn answer_of(object: &Map<String, Value>) -> Option<Vec<String>> {
    let named = |names: &[&str]| names.iter().find_map(|name| object.get(*name));
    let is_question = named(QUESTION).is_some();
    match named(ANSWER).or_else(|| named(if is_question { &[] } else { GOLD })) {
        Some(value) => Some(batch::samples(value)),
        None => batch::harness(object).or_else(|| batch::returned(object)),
    }
}

fn json_lines(reading: Reading<'_>) -> Result<AnswerColumn> {
    let input = reading.input;
    let mut made_by = None;
    let mut missing = Vec::new();
    let mut lines = Vec::new();
    for (at, line) in reading.lines() {
        let object = input.object(at, line)?;
        // Batch interfaces have an id of their own beside the one that they were given.
        let id = ["custom_id", "id", "pair_id", "key"].iter().find_map(|name| object.get(*name));
        let id = id.or_else(|| object.get("doc")?.get("id")).map(batch::plain);
        let Some(id) = id else {
            return Err(input.fail(at, EntailmentFault::NoKey("the id")));
        };
        let Some(mut texts) = answer_of(&object) else {
            return Err(input.fail(at, EntailmentFault::NoKey("the answer")));
        };
        if texts.is_empty() {
            // The request was made, and nothing came back.
            texts.push(String::new());
        }
        let p = object.get("probability").filter(|p| !p.is_null()).map(batch::plain);
        if made_by.is_none() {
            made_by = object.get(MADE_BY).map(batch::plain);
        }
        // Only what we have written ourselves means by that what we do.
        if let (Some(why), true) = (object.get(MISSING), object.contains_key(MADE_BY)) {
            missing.push((id.clone(), batch::plain(why)));
        }
        for text in texts {
            lines.push(reading.answer(at, &id, &text, p.as_deref())?);
        }
    }
    Ok(AnswerColumn { lines, made_by, missing, ..AnswerColumn::default() })
}

impl Signed {
    /// Reads the answers of every system of a file, each of which must be one that can be read.
    ///
    /// # Errors
    /// Where a pair has no answer or several, where one cannot be read, or is of no pair.
    pub fn read_all(name: &str, text: &[u8], pairs: &Pairs) -> Result<Vec<Signed>> {
        let how = AnswerReading { unparsed: Unparsed::Error, samples: None };
        let all = Returned::read_all(name, text, pairs, how)?;
        Ok(all.into_iter().map(|one| one.signed).collect())
    }
}
