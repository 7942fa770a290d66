//! What annotators see. One question is one page: it fits a phone, a screen reader reads nothing twice,
//! every answer is on disk before the next question comes, and a browser's own buttons go back and on.

use std::sync::Arc;

use axum::extract::{Form, Path, Query, State};
use axum::response::{Redirect, Response};
use serde::Deserialize;

use super::App;
use super::guard::{Fail, Sent, check_form};
use super::pages::{self, DonePage, FirstPage, JoinPage, Message, QuestionPage, html};
use crate::store::asking::{self, Annotator, Given, Saved};
use crate::store::{self, Answer, Hash};
use crate::texts::filled;
use crate::tokens;

/// Nobody looks longer at a question; they had lunch.
const LONGEST: f64 = 3600.0;

/// Nobody joins any more when there are so many.
const MOST_ANNOTATORS: i64 = 100_000;

type Shared = State<Arc<App>>;

pub async fn home(State(app): Shared) -> Response {
    let home = &app.options.texts.home;
    let link = app.options.code.is_some().then_some(("/join", home.join.as_str()));
    html(&Message { page: app.page(&home.title), lines: vec![&home.about], link })
}

#[derive(Deserialize)]
pub struct JoinQuery {
    code: Option<String>,
}

/// What a form for joining must bring: it is sent to no personal link.
fn join_link() -> Hash {
    tokens::hash("join")
}

fn join_page(app: &App, code: String, wrong: bool) -> Response {
    let (page, form) = (app.page(&app.options.texts.join.title), app.secret.form(&join_link()));
    html(&JoinPage { page, form, code, wrong })
}

/// The code may stand in the address, so that a link can be handed out; only sending the form joins, since
/// programs that look at links for previews join nothing.
pub async fn join_form(
    State(app): Shared,
    query: Result<Query<JoinQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Fail> {
    if app.options.code.is_none() {
        return Err(Fail::Missing);
    }
    let state = app.readers.read(asking::state).await?;
    if state != asking::Openness::Open {
        // Nobody types a code for nothing.
        let (title, line) = pages::why_not_joined(&app, state);
        return Ok(html(&Message { page: app.page(title), lines: vec![line], link: None }));
    }
    let code = query.ok().and_then(|Query(query)| query.code).unwrap_or_default();
    Ok(join_page(&app, code, false))
}

#[derive(Deserialize)]
pub struct JoinForm {
    form: Option<String>,
    code: Option<String>,
}

pub async fn join(State(app): Shared, sent: Sent<JoinForm>) -> Result<Response, Fail> {
    let Form(sent) = sent?;
    let wanted = app.options.code.as_deref().ok_or(Fail::Missing)?;
    check_form(&app, &join_link(), sent.form.as_deref())?;
    let code = sent.code.unwrap_or_default();
    if !tokens::same(&code, wanted) {
        app.limits.wrong().map_err(Fail::Often)?;
        let mut page = join_page(&app, code, true);
        *page.status_mut() = axum::http::StatusCode::FORBIDDEN;
        return Ok(page);
    }
    let secret = app.secret.clone();
    let joined = app
        .writer
        .write(move |change| {
            let n: i64 = change
                .prepare_cached("SELECT coalesce(max(number), 0) FROM annotators")?
                .query_row([], |row| row.get(0))?;
            match asking::state(change)? {
                asking::Openness::Open if n < MOST_ANNOTATORS => {
                    asking::join(change, &secret, store::now()).map(Ok)
                }
                asking::Openness::Open => Ok(Err(asking::Openness::Closed)),
                other => Ok(Err(other)),
            }
        })
        .await?;
    let number = joined.map_err(Fail::NotJoined)?;
    Ok(to(&format!("/a/{}", app.secret.annotator(number))))
}

fn to(address: &str) -> Response {
    axum::response::IntoResponse::into_response(Redirect::to(address))
}

/// Who has a link.
async fn who(app: &Arc<App>, token: &str) -> Result<(Annotator, Hash), Fail> {
    let link = tokens::hash(token);
    let found = app.readers.read(move |store| asking::find(store, &link)).await?;
    let Some(annotator) = found else {
        app.limits.wrong().map_err(Fail::Often)?;
        return Err(Fail::Missing);
    };
    app.limits.link(annotator.number).map_err(Fail::Often)?;
    Ok((annotator, link))
}

/// Whom to ask, and by which number one is known.
fn contact(app: &App, number: i64) -> String {
    let texts = &app.options.texts.first;
    let who = app.options.contact.as_ref().unwrap_or(&texts.contact_unknown);
    filled(&texts.contact, &[("contact", who), ("number", &number)])
}

/// What is said to somebody who comes while nobody is asked; they may still want their answers removed.
fn not_open(app: &App, state: asking::Openness, number: i64) -> Response {
    let (title, line) = pages::why_not_open(app, state);
    let contact = contact(app, number);
    html(&Message { page: app.page(title), lines: vec![line, &contact], link: None })
}

pub async fn first(State(app): Shared, Path(token): Path<String>) -> Result<Response, Fail> {
    let (annotator, link) = who(&app, &token).await?;
    let (state, current, sheet) = app
        .readers
        .read(move |store| {
            let about = |key| store::about::<i64>(store, key).map(Option::unwrap_or_default);
            let sheet = about("sheet")? + about("checks")?;
            Ok((asking::state(store)?, asking::current(store, annotator.number)?, sheet))
        })
        .await?;
    if state != asking::Openness::Open {
        return Ok(not_open(&app, state, annotator.number));
    }
    let (texts, options) = (&app.options.texts.first, &app.options);
    let so_far = current.filter(|current| current.is_active).map_or(String::new(), |current| {
        let answered = current.n_answered;
        filled(&options.texts.question.progress, &[("n", &answered), ("of", &current.n_items)])
    });
    let title = if annotator.agreed { &texts.resume_title } else { &texts.title };
    Ok(html(&FirstPage {
        page: app.page(title),
        token: &token,
        form: app.secret.form(&link),
        agreed: annotator.agreed,
        so_far,
        sheet: filled(&texts.sheet, &[("n", &sheet)]),
        contact: contact(&app, annotator.number),
        retention: filled(
            &texts.retention,
            &[("retention", options.retention.as_ref().unwrap_or(&texts.retention_unknown))],
        ),
    }))
}

#[derive(Deserialize)]
pub struct BareForm {
    form: Option<String>,
}

/// Agrees to take part, and gives a sheet; whoever has one gets on with it.
pub async fn begin(
    State(app): Shared,
    Path(token): Path<String>,
    sent: Sent<BareForm>,
) -> Result<Response, Fail> {
    let (annotator, link) = who(&app, &token).await?;
    let Form(sent) = sent?;
    check_form(&app, &link, sent.form.as_deref())?;
    let number = annotator.number;
    let given = app.writer.write(move |change| asking::begin(change, number, store::now())).await?;
    match given {
        Given::Sheet => Ok(to(&format!("/a/{token}/sheet"))),
        Given::Nothing => Ok(to(&format!("/a/{token}/done"))),
        Given::NotOpen(state) => Err(Fail::NotOpen(state)),
    }
}

/// Leads to the next question without an answer.
pub async fn sheet(State(app): Shared, Path(token): Path<String>) -> Result<Response, Fail> {
    let (annotator, _) = who(&app, &token).await?;
    let current = app.readers.read(move |store| asking::current(store, annotator.number)).await?;
    Ok(to(&match current {
        Some(asking::Assignment { is_active: true, next: Some(place), .. }) => {
            format!("/a/{token}/sheet/{place}")
        }
        Some(current) if current.is_finished => format!("/a/{token}/done"),
        _ => format!("/a/{token}"),
    }))
}

pub async fn question(
    State(app): Shared,
    Path((token, place)): Path<(String, String)>,
) -> Result<Response, Fail> {
    let (annotator, link) = who(&app, &token).await?;
    let place: i64 = place.parse().map_err(|_| Fail::Missing)?;
    let found = app
        .readers
        .read(move |store| {
            let current = asking::current(store, annotator.number)?;
            let item = match current {
                Some(current) => asking::item(store, annotator.number, current.number, place)?,
                None => None,
            };
            Ok((asking::state(store)?, current, item))
        })
        .await?;
    let (state, current, item) = found;
    if state != asking::Openness::Open {
        return Ok(not_open(&app, state, annotator.number));
    }
    let current = match current {
        Some(current) if current.is_active || current.is_finished => current,
        // Nothing was given yet, or it was taken back: there is a button for that.
        _ => return Ok(to(&format!("/a/{token}"))),
    };
    let item = item.ok_or(Fail::Missing)?;
    let texts = &app.options.texts.question;
    let next = match item.answer {
        None => None,
        Some(_) if place < current.n_items => Some(format!("/a/{token}/sheet/{}", place + 1)),
        Some(_) if current.is_finished => Some(format!("/a/{token}/done")),
        Some(_) => None,
    };
    let chosen = item
        .answer
        .map(|answer| filled(&texts.chosen, &[("answer", &app.options.texts.answer(answer))]));
    Ok(html(&QuestionPage {
        page: app.page(filled(&texts.title, &[("n", &place), ("of", &current.n_items)])),
        token: &token,
        form: app.secret.form(&link),
        language: app.options.language.as_deref().unwrap_or(&app.options.texts.language),
        shown: store::now(),
        place,
        answered: current.n_answered,
        of: current.n_items,
        progress: filled(&texts.progress, &[("n", &current.n_answered), ("of", &current.n_items)]),
        buttons: pages::buttons(&app.options.texts, item.answer),
        chosen,
        next,
        keys: filled(
            &texts.keys,
            &[("yes", &texts.yes_key), ("no", &texts.no_key), ("not_sure", &texts.not_sure_key)],
        ),
        item: &item,
    }))
}

#[derive(Deserialize)]
pub struct AnswerForm {
    form: Option<String>,
    /// The pair's place in its file.
    pair: Option<i64>,
    answer: Option<String>,
    /// When the page was made, in milliseconds since 1970.
    shown: Option<String>,
    /// How long it was looked at, if a script could tell.
    seconds: Option<String>,
}

impl AnswerForm {
    fn answer(&self) -> Option<Answer> {
        match self.answer.as_deref()? {
            "yes" => Some(Answer::Yes),
            "no" => Some(Answer::No),
            "not-sure" => Some(Answer::NotSure),
            _ => None,
        }
    }

    /// The time that the script measured, or else the time since the page was made; never more than that.
    fn seconds(&self, now: i64) -> Option<f64> {
        let shown: Option<i64> = self.shown.as_deref().and_then(|shown| shown.parse().ok());
        let since = shown.map(|shown| now.saturating_sub(shown) as f64 / 1000.0);
        let seen: Option<f64> = self.seconds.as_deref().and_then(|seen| seen.parse().ok());
        let usable = |seconds: &f64| seconds.is_finite() && *seconds >= 0.0;
        let all = [since, seen].into_iter().flatten().filter(usable);
        all.min_by(f64::total_cmp).map(|seconds| (seconds.min(LONGEST) * 10.0).round() / 10.0)
    }
}

/// Keeps an answer; the next page is shown when it is on disk.
pub async fn answer(
    State(app): Shared,
    Path(token): Path<String>,
    sent: Sent<AnswerForm>,
) -> Result<Response, Fail> {
    let (annotator, link) = who(&app, &token).await?;
    let Form(sent) = sent?;
    check_form(&app, &link, sent.form.as_deref())?;
    let (Some(pair), Some(answer)) = (sent.pair, sent.answer()) else { return Err(Fail::Form) };
    let saved = app
        .writer
        .write(move |change| {
            let now = store::now();
            asking::answer(change, annotator.number, pair, answer, sent.seconds(now), now)
        })
        .await?;
    match saved {
        Saved::Kept { next: Some(place) } => Ok(to(&format!("/a/{token}/sheet/{place}"))),
        Saved::Kept { next: None } => Ok(to(&format!("/a/{token}/done"))),
        Saved::NotAsked => Err(Fail::Form),
        Saved::NotOpen(state) => Err(Fail::NotKept(state)),
    }
}

pub async fn done(State(app): Shared, Path(token): Path<String>) -> Result<Response, Fail> {
    let (annotator, link) = who(&app, &token).await?;
    let number = annotator.number;
    let (state, current, n, more) = app
        .readers
        .read(move |store| {
            Ok((
                asking::state(store)?,
                asking::current(store, number)?,
                asking::n_finished(store, number)?,
                asking::is_more(store, number)?,
            ))
        })
        .await?;
    let is_finished = current.is_some_and(|current| current.is_finished);
    if !annotator.agreed || current.is_some() && !is_finished {
        return Ok(to(&format!("/a/{token}")));
    }
    // Whoever is paid finds their code here also after the study.
    let is_open = state == asking::Openness::Open;
    let texts = &app.options.texts.done;
    let mut lines = Vec::new();
    if is_finished {
        lines.push(texts.sheet.clone());
        lines.push(filled(&texts.sheets, &[("n", &n)]));
    }
    match state {
        asking::Openness::Open if more => {}
        asking::Openness::Open => lines.push(texts.nothing.clone()),
        asking::Openness::Paused => lines.push(texts.paused.clone()),
        asking::Openness::Closed => lines.push(texts.closed.clone()),
    }
    let (more, look) = (more && is_open, is_finished && is_open);
    let code = app.options.completion.as_ref().filter(|_| n > 0).map(|code| {
        let code = if code.is_empty() { app.secret.completion(number) } else { code.clone() };
        filled(&texts.code, &[("code", &code)])
    });
    let (page, form) = (app.page(&texts.title), app.secret.form(&link));
    Ok(html(&DonePage { page, token: &token, form, lines, code, more, look }))
}
