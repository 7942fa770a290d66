//! Answers: one id and YES or NO a line, or CSV, or JSON, also as language models leave them.

mod batch;
mod reading;
mod said;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

use crate::entailment::pairs::Pairs;
use crate::entailment::table::Delimiter;
use crate::error::{EntailmentFault, Error, Result};
use crate::signature::{Fingerprint, Signature};

pub use reading::{AnswerReading, Returned, Samples, Unparsed, Unread};
pub(crate) use reading::{begins, lines_of};

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
    /// Which answers are NO for want of a parse, by the places of their pairs, and why; in JSON alone.
    #[doc(hidden)]
    pub missing: BTreeMap<usize, String>,
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

/// The column that says how answers were made.
const MADE_BY: &str = "made_by";

/// By what answers, and rows of them, say that a parse is missing, and why.
pub(crate) const MISSING: &str = "missing";

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
}

impl Signed {
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
            AnswerFormat::Jsonl => rows().enumerate().try_for_each(|(at, (pair, given))| {
                let mut object = serde_json::json!({"id": pair.id, "answer": given.answer.name()});
                if let Some(p) = given.probability {
                    object["probability"] = p.into();
                }
                if let Some(score) = given.score {
                    object["score"] = score.into();
                }
                if let Some(why) = self.missing.get(&at) {
                    object[MISSING] = why.as_str().into();
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
        let delimiter = if commas { Delimiter::Comma } else { Delimiter::Tab };
        let mut table = delimiter.writer(out);
        let names = systems.iter().map(|one| one.answers.name.as_str());
        table.write_record(["id"].into_iter().chain(names))?;
        for (at, pair) in pairs.pairs.iter().enumerate() {
            let answers = systems.iter().map(|one| one.answers.given[at].answer.name());
            table.write_record([pair.id.as_str()].into_iter().chain(answers))?;
        }
        table.flush()
    }
}

#[cfg(test)]
mod tests;
