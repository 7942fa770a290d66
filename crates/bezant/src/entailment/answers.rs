//! Answers: one id and YES or NO a line, or CSV, or JSON, also as language models leave them.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

use serde_json::Value;

use crate::entailment::pairs::Pairs;
use crate::entailment::table::{Object, TableInput, start};
use crate::error::{EntailmentFault, Error, Result};
use crate::signature::Fingerprint;

/// Whether a hypothesis follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// It does.
    Yes,
    /// It does not.
    No,
}

impl Answer {
    /// As the task's files write it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Answer::Yes => "YES",
            Answer::No => "NO",
        }
    }

    /// Reads an answer, in capitals or not.
    pub(crate) fn parse(text: &str) -> Option<Answer> {
        match text.trim().to_ascii_lowercase().as_str() {
            "yes" | "true" => Some(Answer::Yes),
            "no" | "false" => Some(Answer::No),
            _ => None,
        }
    }

    /// The answer to the opposite question.
    #[must_use]
    pub(crate) fn other(self) -> Answer {
        match self {
            Answer::Yes => Answer::No,
            Answer::No => Answer::Yes,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<bool> for Answer {
    fn from(follows: bool) -> Answer {
        if follows { Answer::Yes } else { Answer::No }
    }
}

/// One answer, and how sure the system is of YES where it says so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given {
    /// The answer.
    pub answer: Answer,
    /// The probability of YES.
    pub probability: Option<f64>,
}

/// A system's answers, in the order of the pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers {
    /// What the file is called.
    pub name: String,
    /// One for each pair.
    pub given: Vec<Given>,
}

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerFormat {
    /// `id TAB YES|NO`.
    Tsv,
    /// With a header, and probabilities if there are any.
    Csv,
    /// One object a line, with probabilities if there are any.
    Jsonl,
}

/// An answer with its id and place.
type Line = (usize, String, Given);

impl Answers {
    /// The same for the same answers, in the order of the pairs: a piece an answer.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut all = Fingerprint::default();
        self.given
            .iter()
            .for_each(|given| all.push(Fingerprint::of(given.answer.name().as_bytes())));
        all
    }

    /// Reads the answers to these pairs: each pair must have exactly one, and nothing else may be
    /// there.
    pub fn read(name: &str, text: &[u8], pairs: &Pairs) -> Result<Answers> {
        let input = TableInput::new(name, text)?;
        let first = input.lines().next().map_or("", |(_, line)| line.trim_start());
        let lines = match first.chars().next() {
            Some('{') => json_lines(input)?,
            _ if first.contains('\t') => table(input, b'\t')?,
            _ if first.contains(',') => table(input, b',')?,
            _ => by_blanks(input)?,
        };
        let numbers: BTreeMap<&str, usize> =
            pairs.pairs.iter().enumerate().map(|(at, pair)| (pair.id.as_str(), at)).collect();
        let mut given = vec![None; pairs.pairs.len()];
        for (at, id, answer) in lines {
            match numbers.get(id.as_str()) {
                None => return Err(input.fail(at, EntailmentFault::UnknownId { id })),
                Some(&n) if given[n].is_some() => {
                    return Err(input.fail(at, EntailmentFault::Twice { id }));
                }
                Some(&n) => given[n] = Some(answer),
            }
        }
        let missing = given.iter().filter(|given| given.is_none()).count();
        if let Some(at) = given.iter().position(Option::is_none) {
            let (id, more) = (pairs.pairs[at].id.clone(), missing - 1);
            return Err(Error::new(name, EntailmentFault::NoAnswer { id, more }));
        }
        Ok(Answers { name: name.to_string(), given: given.into_iter().flatten().collect() })
    }

    /// Writes them.
    pub fn write(
        &self,
        pairs: &Pairs,
        format: AnswerFormat,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let rows = || pairs.pairs.iter().zip(&self.given);
        match format {
            AnswerFormat::Tsv => {
                rows().try_for_each(|(pair, given)| writeln!(out, "{}\t{}", pair.id, given.answer))
            }
            AnswerFormat::Csv => {
                let mut table = csv::Writer::from_writer(out);
                table.write_record(["id", "answer", "probability"])?;
                for (pair, given) in rows() {
                    let p = given.probability.map_or(String::new(), |p| p.to_string());
                    table.write_record([&*pair.id, given.answer.name(), &*p])?;
                }
                table.flush()
            }
            AnswerFormat::Jsonl => rows().try_for_each(|(pair, given)| {
                let mut object = serde_json::json!({"id": pair.id, "answer": given.answer.name()});
                if let Some(p) = given.probability {
                    object["probability"] = p.into();
                }
                writeln!(out, "{object}")
            }),
        }
    }
}

fn answer(
    input: TableInput<'_>,
    at: usize,
    id: &str,
    value: &str,
    p: Option<&str>,
) -> Result<Line> {
    let odd = || {
        let (id, value) = (id.to_string(), value.trim().to_string());
        input.fail(at, EntailmentFault::OddAnswer { id, value })
    };
    let answer = Answer::parse(value).ok_or_else(odd)?;
    let number = |p: &str| {
        let bad = || {
            let (id, value) = (id.to_string(), p.to_string());
            input.fail(at, EntailmentFault::OddProbability { id, value })
        };
        p.parse().ok().filter(|p: &f64| (0.0..=1.0).contains(p)).ok_or_else(bad)
    };
    let probability = p.map(str::trim).filter(|p| !p.is_empty()).map(number).transpose()?;
    Ok((at, id.to_string(), Given { answer, probability }))
}

/// Two words a line, however they are separated: the answer is the last.
fn by_blanks(input: TableInput<'_>) -> Result<Vec<Line>> {
    let line = |(at, line): (usize, &str)| match line.trim().rsplit_once(char::is_whitespace) {
        Some((id, value)) => answer(input, at, id.trim(), value, None),
        None => {
            let why = format!("{:?} is no id with an answer", line.trim());
            Err(input.fail(at, EntailmentFault::Malformed(why)))
        }
    };
    input.lines().map(line).collect()
}

/// What answers may be called, too, but not beside a question: there it is the right answer.
const GOLD: &[&str] = &["entailment", "label"];
const QUESTION: &[&str] = &["hypothesis", "h", "question"];

/// Columns in this order, or with a header that names them.
fn table(input: TableInput<'_>, delimiter: u8) -> Result<Vec<Line>> {
    input.check_quotes(delimiter)?;
    let mut lines = Vec::new();
    let (mut id, mut value, mut p) = (0, 1, 2);
    for (number, record) in input.records(delimiter).records().enumerate() {
        let record = record.map_err(|error| input.bad_table(&error))?;
        // The first of these names, wherever it stands.
        let column = |names: &[&str]| {
            let named =
                |name| record.iter().position(|field| field.trim().eq_ignore_ascii_case(name));
            names.iter().copied().find_map(named)
        };
        if number == 0
            && let Some(found) = column(&["id"])
            && let Some(answer) = column(&["answer", "prediction"])
                .or_else(|| column(if column(QUESTION).is_none() { GOLD } else { &[] }))
        {
            let names = record.iter().map(|name| name.trim().to_ascii_lowercase());
            input.check_columns(start(&record), &names.collect::<Vec<_>>())?;
            (id, value) = (found, answer);
            p = column(&["probability", "p"]).unwrap_or(usize::MAX);
            continue;
        }
        if record.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        let at = start(&record);
        let field = |n: usize| record.get(n).map(str::trim);
        let (Some(id), Some(value)) = (field(id), field(value)) else {
            let shown = record.iter().collect::<Vec<_>>().join(" ");
            let why = format!("{shown:?} is no id with an answer");
            return Err(input.fail(at, EntailmentFault::Malformed(why)));
        };
        lines.push(answer(input, at, id, value, field(p))?);
    }
    Ok(lines)
}

fn json_lines(input: TableInput<'_>) -> Result<Vec<Line>> {
    let line = |(at, line): (usize, &str)| {
        let Object(object) =
            serde_json::from_str(line).map_err(|error| input.bad_json(at, line, &error))?;
        let object = Value::Object(object);
        let id = ["id", "pair_id"].iter().find_map(|name| object.get(name));
        let id = id.or_else(|| object.get("doc")?.get("id")).map(plain);
        let Some(id) = id else {
            return Err(input.fail(at, EntailmentFault::NoColumn("id")));
        };
        let named = |names: &[&str]| names.iter().find_map(|name| object.get(name)).map(plain);
        let is_question = QUESTION.iter().any(|name| object.get(name).is_some());
        let value = named(&["answer", "prediction"])
            .or_else(|| named(if is_question { &[] } else { GOLD }));
        let Some(value) = value.or_else(|| chosen(&object)) else {
            return Err(input.fail(at, EntailmentFault::NoColumn("answer")));
        };
        let p = object.get("probability").filter(|p| !p.is_null()).map(plain);
        answer(input, at, &id, &value, p.as_deref())
    };
    input.lines().map(line).collect()
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// What a language model answered, from a sample of lm-evaluation-harness: the words it wrote, or
/// the likelier one of the choices, which `entail export` orders NO, YES.
fn chosen(sample: &Value) -> Option<String> {
    let responses = sample.get("filtered_resps").or_else(|| sample.get("resps"))?.as_array()?;
    if let [only] = responses.as_slice() {
        let words = match only {
            Value::Array(list) => list.first()?.as_str()?,
            other => other.as_str()?,
        };
        let letters = |c: char| !c.is_alphabetic();
        return words.split(letters).find(|word| !word.is_empty()).map(str::to_string);
    }
    let likelihood = |choice: &Value| -> Option<f64> {
        let first = match choice {
            Value::Array(list) => list.first()?,
            other => other,
        };
        first.as_f64().or_else(|| first.as_str()?.parse().ok())
    };
    let [no, yes] = responses.as_slice() else { return None };
    Some(Answer::from(likelihood(yes)? > likelihood(no)?).name().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entailment::pairs::Pair;

    fn pairs() -> Pairs {
        let pair = |id: &str| Pair { id: id.to_string(), ..Pair::default() };
        Pairs { name: "pairs".to_string(), pairs: ["1", "2082.N", "x y"].map(pair).to_vec() }
    }

    #[test]
    fn the_same_answers_in_every_format() {
        for text in [
            "1\tYES\n2082.N\tno\nx y\tYES",
            "x y YES\n1 yes\n2082.N   NO\r\n",
            "1,YES\n2082.N,NO,\nx y,YES\n",
            "answer,id\nYES,1\n\nNO,2082.N\nYES,x y\n",
            "{\"id\":1,\"answer\":\"YES\"}\n{\"id\":\"2082.N\",\"answer\":false}\n{\"id\":\"x y\",\"answer\":true}",
            "{\"doc\":{\"id\":\"1\"},\"filtered_resps\":[\" Yes, it does.\"]}\n\
             {\"doc\":{\"id\":\"2082.N\"},\"filtered_resps\":[[\"-0.5\",\"True\"],[\"-0.7\",\"False\"]]}\n\
             {\"doc\":{\"id\":\"x y\"},\"resps\":[[\"YES\"]]}",
        ] {
            let answers = Answers::read("a", text.as_bytes(), &pairs()).unwrap();
            let found: Vec<Answer> = answers.given.iter().map(|given| given.answer).collect();
            assert_eq!(found, [Answer::Yes, Answer::No, Answer::Yes], "{text}");
        }
    }

    #[test]
    fn answers_are_written_and_read_back() {
        let given = |answer, probability| Given { answer, probability };
        let given = vec![
            given(Answer::Yes, Some(0.75)),
            given(Answer::No, None),
            given(Answer::Yes, Some(1.0)),
        ];
        let answers = Answers { name: "a".to_string(), given };
        for format in [AnswerFormat::Tsv, AnswerFormat::Csv, AnswerFormat::Jsonl] {
            let mut out = Vec::new();
            answers.write(&pairs(), format, &mut out).unwrap();
            let again = Answers::read("a", &out, &pairs()).unwrap();
            for (one, two) in answers.given.iter().zip(&again.given) {
                assert_eq!(one.answer, two.answer);
                let kept = if format == AnswerFormat::Tsv { None } else { one.probability };
                assert_eq!(kept, two.probability);
            }
        }
    }

    #[test]
    fn faults_name_the_id() {
        for (text, message) in [
            ("1\tYES\n2082.N\tNO\n", "a: there is no answer for x y"),
            ("1\tYES\n", "a: there is no answer for 2082.N and 1 other pair"),
            ("", "a: there is no answer for 1 and 2 other pairs"),
            ("1\tYES\n1\tYES\n", "a:2:1: 1 stands here a second time"),
            ("1\tYES\n9\tYES\n", "a:2:1: no pair has the id 9"),
            ("1\tperhaps\n", "a:1:1: 1 has the answer \"perhaps\", which is neither YES nor NO"),
            ("1,YES,1.5\n", "a:1:1: 1 has the probability \"1.5\", which is not between 0 and 1"),
            ("1\n", "a:1:1: \"1\" is no id with an answer"),
            ("{\"answer\":\"YES\"}", "a:1:1: there is no column id"),
            ("{\"id\":1}", "a:1:1: there is no column answer"),
        ] {
            let error = Answers::read("a", text.as_bytes(), &pairs()).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
    }
}
