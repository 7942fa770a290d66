//! The page of a task for Mechanical Turk, in the words of a file of texts.

use serde::Deserialize;

use crate::entailment::crowd::{QuestionSheet, fullest, in_page};
use crate::entailment::judgements::Opinion;
use crate::error::{EntailmentFault, Error, Result};

/// What people read: instructions, examples and buttons.
#[derive(Clone, Debug, Deserialize)]
pub struct SheetTexts {
    language: String,
    direction: String,
    first: FirstTexts,
    question: QuestionTexts,
}

#[derive(Clone, Debug, Deserialize)]
struct FirstTexts {
    welcome: String,
    task_title: String,
    task: Vec<String>,
    hints_title: String,
    hints: Vec<String>,
    examples_title: String,
    examples: Vec<ExampleTexts>,
    #[serde(default)]
    consent_title: String,
    #[serde(default)]
    consent: String,
    #[serde(default)]
    contact: String,
    #[serde(default)]
    contact_unknown: String,
    #[serde(default)]
    retention: String,
    #[serde(default)]
    retention_unknown: String,
}

/// What the people who ask say of themselves.
#[derive(Clone, Debug, Default)]
pub struct Asking {
    /// Whom to write to.
    pub contact: Option<String>,
    /// How long answers are kept.
    pub retention: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct ExampleTexts {
    text: String,
    hypothesis: String,
    answer: String,
    why: String,
}

#[derive(Clone, Debug, Deserialize)]
struct QuestionTexts {
    ask: String,
    sentence: String,
    statement: String,
    yes: String,
    no: String,
    not_sure: String,
}

impl SheetTexts {
    /// English.
    pub fn english() -> SheetTexts {
        toml::from_str(include_str!("texts.toml")).expect("our own texts are complete")
    }

    /// Reads a file of texts, as TOML.
    ///
    /// # Errors
    /// Where it is none, or a text is missing.
    pub fn read(name: &str, text: &[u8]) -> Result<SheetTexts> {
        let fail = |why: String| Error::new(name, EntailmentFault::Malformed(why));
        let text =
            std::str::from_utf8(text).map_err(|_| Error::new(name, EntailmentFault::NotUtf8))?;
        toml::from_str(text)
            .map_err(|error| fail(format!("this is no file of texts: {}", error.message())))
    }

    /// The word for an answer.
    fn answer<'t>(&'t self, answer: &'t str) -> &'t str {
        match Opinion::parse(answer) {
            Some(Opinion::Yes) => &self.question.yes,
            Some(Opinion::No) => &self.question.no,
            Some(Opinion::NotSure) => &self.question.not_sure,
            None => answer,
        }
    }
}

/// What people agree to by taking part; nothing where the file of texts has no words for it.
fn consent(first: &FirstTexts, asking: &Asking) -> String {
    if first.consent.is_empty() {
        return String::new();
    }
    let contact = asking.contact.as_ref().unwrap_or(&first.contact_unknown);
    let retention = asking.retention.as_ref().unwrap_or(&first.retention_unknown);
    // People have no number here, and know what the platform calls them.
    let contact = first.contact.replace("{contact}", contact).replace("{number}", "(WorkerId)");
    let retention = first.retention.replace("{retention}", retention);
    let paragraphs = [&first.consent, &contact, &retention];
    let paragraphs = paragraphs.iter().filter(|text| !text.is_empty());
    let paragraphs: String =
        paragraphs.map(|text| format!("    <p>{}</p>\n", in_page(text))).collect();
    format!("    <h2>{}</h2>\n{paragraphs}", in_page(&first.consent_title))
}

/// The page that shows a sheet of a batch, with instructions.
pub fn mechanical_turk_form(
    sheets: &[QuestionSheet<'_>],
    texts: &SheetTexts,
    asking: &Asking,
) -> String {
    let SheetTexts { language, direction, first, question } = texts;
    let list = |items: &[String]| -> String {
        items.iter().map(|item| format!("      <li>{}</li>\n", in_page(item))).collect()
    };
    let example = |example: &ExampleTexts| {
        let answer = in_page(texts.answer(&example.answer));
        let [text, hypothesis, why] =
            [&example.text, &example.hypothesis, &example.why].map(|text| in_page(text));
        format!("    <p><i>{text}</i><br>\n    <b>{hypothesis}</b> {answer}: {why}</p>\n")
    };
    let examples: String = first.examples.iter().map(example).collect();
    let item = |n: usize| {
        let words = [
            ("{sentence}", &question.sentence),
            ("{statement}", &question.statement),
            ("{yes}", &question.yes),
            ("{no}", &question.no),
            ("{not_sure}", &question.not_sure),
        ];
        let item = include_str!("item.html").replace("{n}", &n.to_string());
        words.iter().fold(item, |item, (name, word)| item.replace(name, &in_page(word)))
    };
    let items: String = (1..=fullest(sheets)).map(item).collect();
    let words = [
        ("{language}", in_page(language)),
        ("{direction}", in_page(direction)),
        ("{ask}", in_page(&question.ask)),
        ("{welcome}", in_page(&first.welcome)),
        ("{task_title}", in_page(&first.task_title)),
        ("{task}", list(&first.task)),
        ("{hints_title}", in_page(&first.hints_title)),
        ("{hints}", list(&first.hints)),
        ("{examples_title}", in_page(&first.examples_title)),
        ("{examples}", examples),
        ("{consent}", consent(first, asking)),
        ("{items}", items),
    ];
    let page = include_str!("form.html").to_string();
    words.iter().fold(page, |page, (name, word)| page.replace(name, word))
}
