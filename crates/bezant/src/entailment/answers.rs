//! Answers: one id and YES or NO a line, or CSV, or JSON, also as language models leave them.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

use serde_json::Value;

use crate::entailment::pairs::Pairs;
use crate::entailment::table::{Object, TableInput};
use crate::error::{EntailmentFault, EntailmentFile, Error, Result};
use crate::signature::{Fingerprint, Signature};

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
    /// What a support vector machine says, above 0 for YES; written, and not read back.
    pub score: Option<f64>,
}

/// A system's answers, in the order of the pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers {
    /// What the file is called.
    pub name: String,
    /// One for each pair.
    pub given: Vec<Given>,
}

/// Answers, with where they come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Signed {
    /// The answers; in a file of several systems their name is that of a column.
    pub answers: Answers,
    /// How they were made, if that is known: the signature of a decision.
    pub made_by: Option<Signature>,
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

/// The answers of one system of a file, and where they come from.
#[derive(Default)]
struct AnswerColumn {
    /// What a column of several is called.
    name: String,
    lines: Vec<Line>,
    made_by: Option<String>,
}

impl AnswerColumn {
    fn of(lines: Vec<Line>) -> AnswerColumn {
        AnswerColumn { lines, ..AnswerColumn::default() }
    }
}

/// The column that says how answers were made.
const MADE_BY: &str = "made_by";

/// A line above the answers that says how those of a column were made, or all.
fn comment(line: &str) -> Option<(&str, Signature)> {
    let (name, signature) = line.strip_prefix("# ")?.rsplit_once(": ")?;
    let signature: Signature = signature.trim().parse().ok()?;
    (signature.metric() == "entail").then_some((name, signature))
}

impl Answers {
    /// The same for the same answers, in the order of the pairs: a piece an answer.
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        let mut all = Fingerprint::default();
        self.given
            .iter()
            .for_each(|given| all.push(Fingerprint::of(given.answer.name().as_bytes())));
        all
    }

    /// Reads the answers of one system to these pairs: each pair must have exactly one, and nothing else
    /// may be there.
    pub fn read(name: &str, text: &[u8], pairs: &Pairs) -> Result<Answers> {
        let mut found = Signed::read_all(name, text, pairs)?;
        if found.len() != 1 {
            let why = format!("{} columns of answers, where one is wanted", found.len());
            return Err(Error::new(name, EntailmentFault::Malformed(why)));
        }
        Ok(Answers { name: name.to_string(), ..found.remove(0).answers })
    }

    /// The answers to pairs in their order: each must have exactly one, and no other pair any.
    fn in_order(input: TableInput<'_>, lines: Vec<Line>, pairs: &Pairs) -> Result<Vec<Given>> {
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
            return Err(Error::new(input.name, EntailmentFault::NoAnswer { id, more }));
        }
        Ok(given.into_iter().flatten().collect())
    }
}

impl Signed {
    /// Reads the answers of every system of a file: of one, unless a table has several columns of them.
    /// The name of a system is that of the file or of its column.
    ///
    /// # Errors
    /// Where a pair has no answer or several, or an answer is of no pair.
    pub fn read_all(name: &str, text: &[u8], pairs: &Pairs) -> Result<Vec<Signed>> {
        let input = TableInput::new(name, text)?;
        Signed::read_table(input, pairs)
            .map_err(|error| input.or_other_kind(error, EntailmentFile::Answers))
    }

    fn read_table(input: TableInput<'_>, pairs: &Pairs) -> Result<Vec<Signed>> {
        let name = input.name;
        let mut lines = input.lines().peekable();
        let mut comments = Vec::new();
        while let Some(comment) = lines.peek().and_then(|(_, line)| comment(line)) {
            comments.push(comment);
            lines.next();
        }
        let (from, first) = lines.peek().map_or((0, ""), |(at, line)| (*at, line.trim_start()));
        let columns = match first.chars().next() {
            Some('{') => vec![json_lines(input, from)?],
            _ if first.contains('\t') => table(input, b'\t', from)?,
            _ if first.contains(',') => table(input, b',', from)?,
            _ => vec![AnswerColumn::of(by_blanks(input, from)?)],
        };
        let is_one = columns.len() == 1;
        let system = |column: AnswerColumn| {
            let made_by = column.made_by.and_then(|signature| signature.parse().ok());
            let told = || {
                let mut told = comments.iter();
                let told = told.find(|(name, _)| is_one || *name == column.name)?;
                Some(told.1.clone())
            };
            let made_by = made_by.or_else(told);
            let name = if column.name.is_empty() { name } else { &column.name }.to_string();
            let given = Answers::in_order(input, column.lines, pairs)?;
            Ok(Signed { answers: Answers { name, given }, made_by })
        };
        columns.into_iter().map(system).collect()
    }

    /// Writes them: the plain format of the task, or with how they were made.
    pub fn write(
        &self,
        pairs: &Pairs,
        format: AnswerFormat,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let rows = || pairs.pairs.iter().zip(&self.answers.given);
        let made_by = self.made_by.as_ref().map(ToString::to_string);
        match format {
            AnswerFormat::Tsv => {
                rows().try_for_each(|(pair, given)| writeln!(out, "{}\t{}", pair.id, given.answer))
            }
            AnswerFormat::Csv => {
                let mut table = csv::Writer::from_writer(out);
                let has_scores = rows().any(|(_, given)| given.score.is_some());
                let score = has_scores.then_some("score");
                let heads = ["id", "answer", "probability"].into_iter();
                table.write_record(heads.chain(score).chain([MADE_BY]))?;
                for (pair, given) in rows() {
                    let p = given.probability.map_or(String::new(), |p| p.to_string());
                    let made_by = made_by.as_deref().unwrap_or_default();
                    let score = given.score.map_or(String::new(), |score| score.to_string());
                    let score = has_scores.then_some(&*score);
                    let fields = [&*pair.id, given.answer.name(), &*p].into_iter();
                    table.write_record(fields.chain(score).chain([made_by]))?;
                }
                table.flush()
            }
            AnswerFormat::Jsonl => rows().try_for_each(|(pair, given)| {
                let mut object = serde_json::json!({"id": pair.id, "answer": given.answer.name()});
                if let Some(p) = given.probability {
                    object["probability"] = p.into();
                }
                if let Some(score) = given.score {
                    object["score"] = score.into();
                }
                if let Some(made_by) = &made_by {
                    object[MADE_BY] = made_by.as_str().into();
                }
                writeln!(out, "{object}")
            }),
        }
    }

    /// Writes a line for each system that says how its answers were made.
    pub fn write_comments(systems: &[Signed], out: &mut dyn Write) -> io::Result<()> {
        let signed =
            systems.iter().filter_map(|one| Some((&one.answers.name, one.made_by.as_ref()?)));
        for (name, signature) in signed {
            writeln!(out, "# {}: {signature}", name.replace(['\n', '\r'], " "))?;
        }
        Ok(())
    }

    /// Writes a table with a header, one column a system, below how their answers were made. Tabs
    /// separate the columns, or commas.
    pub fn write_table(
        systems: &[Signed],
        pairs: &Pairs,
        commas: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        Signed::write_comments(systems, &mut *out)?;
        let delimiter = if commas { b',' } else { b'\t' };
        let mut table = csv::WriterBuilder::new()
            .delimiter(delimiter)
            .quote_style(if commas { csv::QuoteStyle::Necessary } else { csv::QuoteStyle::Never })
            .from_writer(out);
        let names = systems.iter().map(|one| one.answers.name.as_str());
        table.write_record(["id"].into_iter().chain(names))?;
        for (at, pair) in pairs.pairs.iter().enumerate() {
            let answers = systems.iter().map(|one| one.answers.given[at].answer.name());
            table.write_record([pair.id.as_str()].into_iter().chain(answers))?;
        }
        table.flush()
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
    Ok((at, id.to_string(), Given { answer, probability, score: None }))
}

/// Two words a line, however they are separated: the answer is the last.
fn by_blanks(input: TableInput<'_>, from: usize) -> Result<Vec<Line>> {
    let line = |(at, line): (usize, &str)| match line.trim().rsplit_once(char::is_whitespace) {
        Some((id, value)) => answer(input, at, id.trim(), value, None),
        None => {
            let why = format!("{:?} is no id with an answer", line.trim());
            Err(input.fail(at, EntailmentFault::Malformed(why)))
        }
    };
    input.lines().filter(|(at, _)| *at >= from).map(line).collect()
}

/// What answers may be called, too, but not beside a question: there it is the right answer.
const GOLD: &[&str] = &["entailment", "label"];
const QUESTION: &[&str] = &["hypothesis", "h", "question"];

/// Columns in this order, or with a header that names them: one of answers, or one for each system.
fn table(input: TableInput<'_>, delimiter: u8, from: usize) -> Result<Vec<AnswerColumn>> {
    input.check_quotes(delimiter)?;
    let mut systems = vec![AnswerColumn::default()];
    let mut values = vec![1];
    let (mut id, mut p, mut made_by) = (0, 2, usize::MAX);
    let mut is_first = true;
    for record in input.records(delimiter).records() {
        let record = record.map_err(|error| input.bad_table(&error))?;
        let at = input.start(&record);
        if at < from {
            continue;
        }
        // The first of these names, wherever it stands.
        let column = |names: &[&str]| {
            let named =
                |name| record.iter().position(|field| field.trim().eq_ignore_ascii_case(name));
            names.iter().copied().find_map(named)
        };
        if std::mem::take(&mut is_first)
            && let Some(found) = column(&["id"])
        {
            let answer = column(&["answer", "prediction"])
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
        }
        if record.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        let field = |n: usize| record.get(n).map(str::trim);
        for (system, value) in systems.iter_mut().zip(&values) {
            let (Some(id), Some(value)) = (field(id), field(*value)) else {
                let shown = record.iter().collect::<Vec<_>>().join(" ");
                let why = format!("{shown:?} is no id with an answer");
                return Err(input.fail(at, EntailmentFault::Malformed(why)));
            };
            system.lines.push(answer(input, at, id, value, field(p))?);
            if system.made_by.is_none() {
                system.made_by = field(made_by).filter(|text| !text.is_empty()).map(str::to_string);
            }
        }
    }
    Ok(systems)
}

fn json_lines(input: TableInput<'_>, from: usize) -> Result<AnswerColumn> {
    let mut made_by = None;
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
        if made_by.is_none() {
            made_by = object.get(MADE_BY).map(plain);
        }
        answer(input, at, &id, &value, p.as_deref())
    };
    let lines = input.lines().filter(|(at, _)| *at >= from).map(line).collect::<Result<_>>()?;
    Ok(AnswerColumn { lines, made_by, ..AnswerColumn::default() })
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
        let given = |answer, probability| Given { answer, probability, score: None };
        let given = vec![
            given(Answer::Yes, Some(0.75)),
            given(Answer::No, None),
            given(Answer::Yes, Some(1.0)),
        ];
        let answers = Answers { name: "a".to_string(), given };
        let made_by = Signature::new("entail").with("module", "ud").with("parser", "a b.mrg");
        let signed = Signed { answers: answers.clone(), made_by: Some(made_by.clone()) };
        for format in [AnswerFormat::Tsv, AnswerFormat::Csv, AnswerFormat::Jsonl] {
            let mut out = Vec::new();
            signed.write(&pairs(), format, &mut out).unwrap();
            let again = Signed::read_all("a", &out, &pairs()).unwrap().remove(0);
            let known = if format == AnswerFormat::Tsv { None } else { Some(&made_by) };
            assert_eq!(again.made_by.as_ref(), known);
            let again = again.answers;
            for (one, two) in answers.given.iter().zip(&again.given) {
                assert_eq!(one.answer, two.answer);
                let kept = if format == AnswerFormat::Tsv { None } else { one.probability };
                assert_eq!(kept, two.probability);
            }
        }
    }

    #[test]
    fn several_systems_stand_in_one_table_below_how_they_were_made() {
        let system = |name: &str, answers: [Answer; 3]| {
            let given =
                answers.map(|answer| Given { answer, probability: None, score: None }).to_vec();
            let made_by = Some(Signature::new("entail").with("module", name));
            Signed { answers: Answers { name: name.to_string(), given }, made_by }
        };
        let systems = [
            system("cambridge", [Answer::Yes, Answer::No, Answer::No]),
            system("ud", [Answer::No, Answer::No, Answer::Yes]),
        ];
        for commas in [false, true] {
            let mut out = Vec::new();
            Signed::write_table(&systems, &pairs(), commas, &mut out).unwrap();
            if !commas {
                let text = String::from_utf8(out.clone()).unwrap();
                assert_eq!(
                    text,
                    "# cambridge: entail|module:cambridge\n# ud: entail|module:ud\n\
                     id\tcambridge\tud\n1\tYES\tNO\n2082.N\tNO\tNO\nx y\tNO\tYES\n"
                );
            }
            assert_eq!(Signed::read_all("all", &out, &pairs()).unwrap(), systems);
            let one = Answers::read("all", &out, &pairs()).unwrap_err().to_string();
            assert_eq!(one, "all: 2 columns of answers, where one is wanted");
        }
        // One system, with and without how its answers were made.
        let (plain, mut signed) = ("1\tYES\n2082.N\tNO\nx y\tYES\n", Vec::new());
        let one = Signed::read_all("a.txt", plain.as_bytes(), &pairs()).unwrap();
        assert_eq!((one[0].answers.name.as_str(), &one[0].made_by), ("a.txt", &None));
        Signed::write_comments(&systems[1..], &mut signed).unwrap();
        signed.extend_from_slice(plain.as_bytes());
        let again = Signed::read_all("a.txt", &signed, &pairs()).unwrap();
        assert_eq!((&again[0].answers, &again[0].made_by), (&one[0].answers, &systems[1].made_by));
    }

    #[test]
    fn faults_name_the_id() {
        for (text, message) in [
            ("1\tYES\n2082.N\tNO\n", "a: there is no answer for x y"),
            ("1\tYES\n", "a: there is no answer for 2082.N and 1 other pair"),
            ("", "a: there is no answer for 1 and 2 other pairs"),
            ("1\tYES\n1\tYES\n", "a:2:1: 1 stands here a second time"),
            ("1\tYES\n9\tYES\n", "a:2:1: no pair has the id 9"),
            ("id,answer\r\n1,YES\r\n\r\n9,YES\r\n", "a:4:1: no pair has the id 9"),
            ("1\tperhaps\n", "a:1:1: 1 has the answer \"perhaps\", which is neither YES nor NO"),
            ("1,YES,1.5\n", "a:1:1: 1 has the probability \"1.5\", which is not between 0 and 1"),
            ("1\n", "a:1:1: \"1\" is no id with an answer"),
            ("{\"answer\":\"YES\"}", "a:1:1: there is no column id"),
            ("{\"id\":1}", "a:1:1: there is no column answer"),
            ("id\tx\ty\n1\tYES\n", "a:2:1: \"1 YES\" is no id with an answer"),
            ("id\tx\tx\n1\tYES\tNO\n", "a:1:1: two columns are called x"),
            (
                "id\tx\ty\n1\tYES\tmaybe\n",
                "a:2:1: 1 has the answer \"maybe\", which is neither YES nor NO",
            ),
        ] {
            let error = Answers::read("a", text.as_bytes(), &pairs()).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
    }
}
