//! Pages from templates, which escape all that is put into them.

use askama::Template;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::App;
use super::files::Files;
use super::guard::Fail;
use crate::store::Answer;
use crate::store::asking::{Item, Openness};
use crate::store::overview::{Contested, SheetProgress};
use crate::texts::Texts;

/// What every page has.
pub struct Page<'a> {
    pub texts: &'a Texts,
    pub files: &'a Files,
    pub title: String,
}

impl App {
    pub(super) fn page(&self, title: impl Into<String>) -> Page<'_> {
        Page { texts: &self.options.texts, files: &self.files, title: title.into() }
    }
}

/// A page of a template.
pub fn html(template: &impl Template) -> Response {
    match template.render() {
        Ok(text) => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

#[derive(Template)]
#[template(path = "message.html")]
pub struct Message<'a> {
    pub page: Page<'a>,
    pub lines: Vec<&'a str>,
    pub link: Option<(&'a str, &'a str)>,
}

#[derive(Template)]
#[template(path = "join.html")]
pub struct JoinPage<'a> {
    pub page: Page<'a>,
    pub form: String,
    pub code: String,
    pub wrong: bool,
}

#[derive(Template)]
#[template(path = "first.html")]
pub struct FirstPage<'a> {
    pub page: Page<'a>,
    pub token: &'a str,
    pub form: String,
    pub agreed: bool,
    pub so_far: String,
    pub sheet: String,
    pub contact: String,
    pub retention: String,
}

/// One of the three answers.
pub struct Button<'a> {
    pub value: &'static str,
    pub words: &'a str,
    pub key: &'a str,
    pub is_chosen: bool,
}

#[derive(Template)]
#[template(path = "question.html")]
pub struct QuestionPage<'a> {
    pub page: Page<'a>,
    pub token: &'a str,
    pub form: String,
    pub item: &'a Item,
    pub language: &'a str,
    pub shown: i64,
    pub place: i64,
    pub answered: i64,
    pub of: i64,
    pub progress: String,
    pub buttons: Vec<Button<'a>>,
    pub chosen: Option<String>,
    pub next: Option<String>,
    pub keys: String,
}

#[derive(Template)]
#[template(path = "done.html")]
pub struct DonePage<'a> {
    pub page: Page<'a>,
    pub token: &'a str,
    pub form: String,
    pub lines: Vec<String>,
    pub code: Option<String>,
    pub more: bool,
    pub look: bool,
}

/// A number that the organiser sees.
pub struct Figure<'a> {
    pub name: &'a str,
    pub value: String,
    pub about: String,
}

/// A row of the organiser's table of people.
pub struct Person {
    pub number: i64,
    pub sheets: i64,
    pub answers: i64,
    pub silver: String,
    pub checks: String,
    pub is_low: bool,
    pub seconds: String,
    pub last: String,
}

#[derive(Template)]
#[template(path = "organiser.html")]
pub struct OrganiserPage<'a> {
    pub page: Page<'a>,
    pub token: &'a str,
    pub form: String,
    pub state: &'a str,
    pub moves: Vec<(&'static str, &'a str)>,
    pub figures: Vec<Figure<'a>>,
    pub code: Option<String>,
    pub sheets: Vec<SheetProgress>,
    pub has_checks: bool,
    pub people: Vec<Person>,
    pub low: String,
    pub contested: Vec<Contested>,
}

/// The three answers, in the order in which they are shown.
pub fn buttons(texts: &Texts, chosen: Option<Answer>) -> Vec<Button<'_>> {
    let question = &texts.question;
    [
        (Answer::Yes, "yes", &question.yes_key),
        (Answer::No, "no", &question.no_key),
        (Answer::NotSure, "not-sure", &question.not_sure_key),
    ]
    .into_iter()
    .map(|(answer, value, key)| Button {
        value,
        words: texts.answer(answer),
        key,
        is_chosen: chosen == Some(answer),
    })
    .collect()
}

/// What is said while nobody is asked: a title and a line.
pub fn why_not_open(app: &App, state: Openness) -> (&str, &str) {
    let done = &app.options.texts.done;
    match state {
        Openness::Closed => (&done.closed_title, &done.closed),
        _ => (&done.paused_title, &done.paused),
    }
}

/// The same to somebody whose answer came too late: not all of their answers are kept.
fn why_not_kept(app: &App, state: Openness) -> (&str, &str) {
    let done = &app.options.texts.done;
    match state {
        Openness::Closed => (&done.closed_title, &done.closed_answer),
        _ => (&done.paused_title, &done.paused_answer),
    }
}

/// The same to somebody who wants to join, and has answered nothing.
pub fn why_not_joined(app: &App, state: Openness) -> (&str, &str) {
    let join = &app.options.texts.join;
    match state {
        Openness::Closed => (&join.closed_title, &join.closed),
        _ => (&join.paused_title, &join.paused),
    }
}

pub fn failed(app: &App, fail: &Fail) -> Response {
    let failed = &app.options.texts.failed;
    let (title, line): (&str, &str) = match fail {
        Fail::NotOpen(state) => why_not_open(app, *state),
        Fail::NotKept(state) => why_not_kept(app, *state),
        Fail::NotJoined(state) => why_not_joined(app, *state),
        Fail::Missing => (&failed.missing_title, &failed.missing),
        Fail::Method | Fail::Form => (&failed.form_title, &failed.form),
        Fail::Foreign => (&failed.foreign_title, &failed.foreign),
        Fail::Often(_) => (&failed.often_title, &failed.often),
        Fail::Large => (&failed.large_title, &failed.large),
        Fail::Slow => (&failed.slow_title, &failed.slow),
        Fail::Broken(_) => (&failed.broken_title, &failed.broken),
    };
    html(&Message { page: app.page(title), lines: vec![line], link: None })
}
