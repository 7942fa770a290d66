//! All words of the pages, from one file.

use serde::Deserialize;

use crate::error::{Error, Result};
use crate::store::Question;

/// The file that has them in English.
const ENGLISH: &str = include_str!("../texts/en.toml");

/// The words of all pages in one language.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    pub(crate) language: String,
    pub(crate) direction: String,
    pub(crate) site: String,
    pub(crate) skip: String,
    pub(crate) home: Home,
    pub(crate) join: Join,
    pub(crate) first: First,
    pub(crate) question: QuestionTexts,
    pub(crate) done: Done,
    pub(crate) failed: Failed,
    pub(crate) organiser: Organiser,
    checks: Vec<Check>,
}

/// Structs of nothing but words, by the keys of the file.
macro_rules! words {
    ($($name:ident { $($key:ident),* $(,)? $(; $($other:ident: $kind:ty),*)? })*) => {
        $(
            #[derive(Clone, Debug, Deserialize)]
            #[serde(deny_unknown_fields)]
            pub(crate) struct $name {
                $(pub $key: String,)*
                $($(pub $other: $kind,)*)?
            }
        )*
    };
}

words! {
    Home { title, about, join }
    Join { title, about, code, button, wrong, paused_title, paused, closed_title, closed }
    First {
        title, welcome, task_title, hints_title, examples_title, sheet, consent_title, consent, contact,
        contact_unknown, retention, retention_unknown, agree, begin, resume_title, resume, link;
        task: Vec<String>, hints: Vec<String>, examples: Vec<Example>
    }
    Example { text, hypothesis, answer, why }
    Check { text, hypothesis, answer }
    QuestionTexts {
        title, sentence, statement, ask, yes, no, not_sure, yes_key, no_key, not_sure_key, chosen, progress,
        back, next, help, stop, keys, keys_switch, saving
    }
    Done {
        title, sheet, sheets, more, next, change, nothing, code, paused_title, paused, paused_answer, closed_title,
        closed, closed_answer
    }
    Failed {
        missing_title, missing, form_title, form, foreign_title, foreign, often_title, often, large_title,
        large, slow_title, slow, broken_title, broken
    }
    Organiser {
        title, warning, state_title, state_open, state_paused, state_closed, pause, resume, close, reload,
        summary_title, judgements, wanted, pairs, of_pairs, of_links, people, agreement, agreement_about, alpha,
        alpha_about, time, cost, cost_about, export_title, export, history, export_annotators, links,
        more_title, more, more_button, code, sheets_title, sheet, sheet_pairs, finished, working, returned,
        annotators_title, annotator, sheets, answers, silver, checks, seconds, last, never, ago_minutes,
        ago_hours, ago_days, low, contested_title, contested, silver_column, none
    }
}

impl Texts {
    /// In English.
    pub fn english() -> Texts {
        toml::from_str(ENGLISH).expect("texts/en.toml has all keys, as a test makes sure")
    }

    /// The file of the English words, as it is translated.
    pub fn file() -> &'static str {
        ENGLISH
    }

    /// Reads a file of another language, which must have all keys.
    pub fn read(name: &str, text: &str) -> Result<Texts> {
        let fail = |why: String| Error::Texts { name: name.to_string(), why };
        let parse = |text| toml::from_str::<toml::Table>(text);
        let given = parse(text).map_err(|error| fail(error.to_string().trim_end().to_string()))?;
        let wanted = parse(ENGLISH).expect("texts/en.toml is TOML, as a test makes sure");
        let (mut missing, mut unknown) = (Vec::new(), Vec::new());
        keys_only_in(&wanted, &given, "", &mut missing);
        keys_only_in(&given, &wanted, "", &mut unknown);
        for (keys, what) in [(missing, "is missing"), (unknown, "is not known")] {
            if !keys.is_empty() {
                let keys: Vec<String> = keys.iter().map(|key| format!("{key} {what}")).collect();
                return Err(fail(keys.join("; ")));
            }
        }
        let texts: Texts =
            toml::from_str(text).map_err(|error| fail(error.to_string().trim_end().to_string()))?;
        let answers = texts.first.examples.iter().map(|example| &example.answer);
        for answer in answers.chain(texts.checks.iter().map(|check| &check.answer)) {
            if !["yes", "no", "not sure"].contains(&answer.as_str()) {
                let why = format!("{answer} is none of the answers yes, no and not sure");
                return Err(fail(why));
            }
        }
        Ok(texts)
    }

    /// Questions in this language whose answer is plain.
    pub fn checks(&self) -> Vec<Question> {
        let question = |(check, number): (&Check, u32)| Question {
            id: format!("check-{number}"),
            text: check.text.clone(),
            hypothesis: check.hypothesis.clone(),
            silver: Some(check.answer == "yes"),
        };
        self.checks.iter().zip(1..).map(question).collect()
    }

    /// An answer of the file's own examples in the words of its buttons.
    pub(crate) fn named(&self, answer: &str) -> &str {
        match answer {
            "yes" => &self.question.yes,
            "no" => &self.question.no,
            _ => &self.question.not_sure,
        }
    }

    pub(crate) fn answer(&self, answer: crate::Answer) -> &str {
        match answer {
            crate::Answer::Yes => &self.question.yes,
            crate::Answer::No => &self.question.no,
            crate::Answer::NotSure => &self.question.not_sure,
        }
    }
}

/// Lists keys of a table that another one lacks, with the tables they are in.
fn keys_only_in(one: &toml::Table, other: &toml::Table, above: &str, found: &mut Vec<String>) {
    for (key, value) in one {
        let name = format!("{above}{key}");
        match (value, other.get(key)) {
            (_, None) => found.push(name),
            (toml::Value::Table(inner), Some(toml::Value::Table(there))) => {
                keys_only_in(inner, there, &format!("{name}."), found);
            }
            _ => {}
        }
    }
}

/// Puts values where a text has their names in braces.
pub(crate) fn filled(text: &str, values: &[(&str, &dyn std::fmt::Display)]) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    // One pass: what is put in is never looked at again.
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let named = after.split_once('}').and_then(|(name, after)| {
            values.iter().find(|(known, _)| *known == name).map(|(_, value)| (value, after))
        });
        match named {
            Some((value, after)) => {
                out.push_str(&value.to_string());
                rest = after;
            }
            None => {
                out.push('{');
                rest = after;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_has_all_keys() {
        let texts = Texts::english();
        assert_eq!(texts.question.yes, "Yes");
        assert_eq!(Texts::read("en.toml", ENGLISH).unwrap().first.examples.len(), 4);
    }

    #[test]
    fn missing_and_unknown_keys_are_named() {
        let without = ENGLISH.replace("not_sure_key = ", "key = ").replace("skip = ", "jump = ");
        let error = Texts::read("xx.toml", &without).unwrap_err().to_string();
        assert_eq!(error, "xx.toml: question.not_sure_key is missing; skip is missing");
        let more = ENGLISH.replace("skip = ", "jump = \"\"\nskip = ");
        let error = Texts::read("xx.toml", &more).unwrap_err().to_string();
        assert_eq!(error, "xx.toml: jump is not known");
        let error = Texts::read("xx.toml", "= 1").unwrap_err().to_string();
        assert!(error.starts_with("xx.toml: TOML parse error at line 1"), "{error}");
    }

    #[test]
    fn what_is_put_in_stays_as_it_is() {
        let values: [(&str, &dyn std::fmt::Display); 2] = [("n", &3), ("of", &"{n}")];
        assert_eq!(filled("{n} of {of} {x} {", &values), "3 of {n} {x} {");
    }
}
