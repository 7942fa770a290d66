//! All words of the pages, from one file.

use toml::{Table, Value};

use crate::error::{Error, Result};
use crate::store::Question;

/// The file that has them in English.
const ENGLISH: &str = include_str!("../texts/en.toml");

/// What a key of the file stands for.
trait Words: Sized {
    /// Takes it from where it stands; where something else does, says what is wanted.
    fn take(value: Option<Value>, key: &str) -> std::result::Result<Self, String>;
}

impl Words for String {
    fn take(value: Option<Value>, key: &str) -> std::result::Result<String, String> {
        match value {
            Some(Value::String(text)) => Ok(text),
            _ => Err(format!("{key} must be a text")),
        }
    }
}

impl<W: Words> Words for Vec<W> {
    fn take(value: Option<Value>, key: &str) -> std::result::Result<Vec<W>, String> {
        let Some(Value::Array(values)) = value else { return Err(format!("{key} must be a list")) };
        let number = |(value, n): (Value, usize)| W::take(Some(value), &format!("{key}[{n}]"));
        values.into_iter().zip(1..).map(number).collect()
    }
}

/// Takes what a key of a table stands for.
fn taken<W: Words>(table: &mut Table, above: &str, key: &str) -> std::result::Result<W, String> {
    W::take(table.remove(key), &format!("{above}{key}"))
}

/// Structs of nothing but words, by the keys of the file. Not made by serde, whose code for these took longer to
/// compile than all of the server's.
macro_rules! words {
    ($($(#[$doc:meta])* $sees:vis $name:ident { $($key:ident),* $(,)? $(; $($other:ident: $kind:ty),*)? })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug)]
            $sees struct $name {
                $(pub(crate) $key: String,)*
                $($(pub(crate) $other: $kind,)*)?
            }

            impl Words for $name {
                fn take(value: Option<Value>, key: &str) -> std::result::Result<$name, String> {
                    let Some(Value::Table(mut table)) = value else {
                        return Err(format!("{key} must be a table"));
                    };
                    let above = if key.is_empty() { String::new() } else { format!("{key}.") };
                    let words = $name {
                        $($key: taken(&mut table, &above, stringify!($key))?,)*
                        $($($other: taken(&mut table, &above, stringify!($other))?,)*)?
                    };
                    match table.keys().next() {
                        None => Ok(words),
                        Some(other) => Err(format!("{above}{other} is not known")),
                    }
                }
            }
        )*
    };
}

words! {
    /// The words of all pages in one language.
    pub Texts {
        language, direction, site, skip;
        home: Home, join: Join, first: First, question: QuestionTexts, done: Done, failed: Failed,
        organiser: Organiser, checks: Vec<Check>
    }
    pub(crate) Home { title, about, join }
    pub(crate) Join { title, about, code, button, wrong, paused_title, paused, closed_title, closed }
    pub(crate) First {
        title, welcome, task_title, hints_title, examples_title, sheet, consent_title, consent, contact,
        contact_unknown, retention, retention_unknown, agree, begin, resume_title, resume, link;
        task: Vec<String>, hints: Vec<String>, examples: Vec<Example>
    }
    pub(crate) Example { text, hypothesis, answer, why }
    pub(crate) Check { text, hypothesis, answer }
    pub(crate) QuestionTexts {
        title, sentence, statement, ask, yes, no, not_sure, yes_key, no_key, not_sure_key, chosen, progress,
        back, next, help, stop, keys, keys_switch, saving
    }
    pub(crate) Done {
        title, sheet, sheets, more, next, change, nothing, code, paused_title, paused, paused_answer, closed_title,
        closed, closed_answer
    }
    pub(crate) Failed {
        missing_title, missing, form_title, form, foreign_title, foreign, often_title, often, large_title,
        large, slow_title, slow, broken_title, broken
    }
    pub(crate) Organiser {
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
        let table = toml::from_str(ENGLISH).expect("texts/en.toml is TOML, as a test makes sure");
        Texts::take(Some(Value::Table(table)), "")
            .expect("texts/en.toml has all keys, as a test makes sure")
    }

    /// The file of the English words, as it is translated.
    pub fn file() -> &'static str {
        ENGLISH
    }

    /// Reads a file of another language, which must have all keys.
    pub fn read(name: &str, text: &str) -> Result<Texts> {
        let fail = |why: String| Error::Texts { name: name.to_string(), why };
        let parse = |text| toml::from_str::<Table>(text);
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
        let texts = Texts::take(Some(Value::Table(given)), "").map_err(fail)?;
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
fn keys_only_in(one: &Table, other: &Table, above: &str, found: &mut Vec<String>) {
    for (key, value) in one {
        let name = format!("{above}{key}");
        match (value, other.get(key)) {
            (_, None) => found.push(name),
            (Value::Table(inner), Some(Value::Table(there))) => {
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
        for (words, other, wanted) in [
            ("skip = ", "skip = 1 #", "skip must be a text"),
            ("yes_key = ", "yes_key = [1] #", "question.yes_key must be a text"),
            ("not_sure = ", "not_sure = {} #", "question.not_sure must be a text"),
            ("[[checks]]", "[[checks]]\nsource = 1", "checks[1].source is not known"),
            ("[[checks]]\ntext", "[[checks]]\n#", "checks[1].text must be a text"),
        ] {
            let changed = ENGLISH.replacen(words, other, 1);
            let error = Texts::read("xx.toml", &changed).unwrap_err().to_string();
            assert_eq!(error, format!("xx.toml: {wanted}"));
        }
        let error = Texts::read("xx.toml", "= 1").unwrap_err().to_string();
        assert!(error.starts_with("xx.toml: TOML parse error at line 1"), "{error}");
    }

    #[test]
    fn what_is_put_in_stays_as_it_is() {
        let values: [(&str, &dyn std::fmt::Display); 2] = [("n", &3), ("of", &"{n}")];
        assert_eq!(filled("{n} of {of} {x} {", &values), "3 of {n} {x} {");
    }
}
