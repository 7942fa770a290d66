//! What the organiser sees and does.

use std::sync::Arc;

use axum::extract::{Form, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::App;
use super::guard::{Fail, Sent, check_form};
use super::pages::{Figure, OrganiserPage, Person, html};
use crate::store::asking::{self, Openness};
use crate::store::overview::{self, Agreement, AnnotatorProgress, SheetProgress};
use crate::store::{self, Progress, export};
use crate::texts::{Organiser, filled};
use crate::tokens;

/// Annotators who agree less with silver are pointed out; filters drop them by default.
const LOW: f64 = 0.7;

/// Below so many answers a share says little.
const FEW: i64 = 10;

/// So many contested pairs are shown.
const CONTESTED: usize = 20;

type Shared = State<Arc<App>>;

/// Fails unless the link is the organiser's.
fn check(app: &App, token: &str) -> Result<(), Fail> {
    if tokens::hash(token) != app.organiser {
        app.limits.wrong().map_err(Fail::Often)?;
        return Err(Fail::Missing);
    }
    app.limits.link(0).map_err(Fail::Often)
}

/// All that the page shows, of one moment.
struct Seen {
    state: Openness,
    per_pair: i64,
    sheet: i64,
    progress: Progress,
    sheets: Vec<SheetProgress>,
    people: Vec<AnnotatorProgress>,
    agreement: Agreement,
    contested: Vec<overview::Contested>,
}

pub async fn page(State(app): Shared, Path(token): Path<String>) -> Result<Response, Fail> {
    check(&app, &token)?;
    let seen = app
        .readers
        .read(|store| {
            Ok(Seen {
                state: asking::state(store)?,
                per_pair: store::about(store, "per_pair")?.unwrap_or_default(),
                sheet: store::about(store, "sheet")?.unwrap_or_default(),
                progress: overview::progress(store)?,
                sheets: overview::sheets(store)?,
                people: overview::annotators(store)?,
                agreement: overview::agreement(store)?,
                contested: overview::contested(store, CONTESTED)?,
            })
        })
        .await?;
    let texts = &app.options.texts.organiser;
    let (state, moves) = match seen.state {
        Openness::Open => {
            (&texts.state_open, vec![("paused", texts.pause.as_str()), ("closed", &texts.close)])
        }
        Openness::Paused => {
            (&texts.state_paused, vec![("open", texts.resume.as_str()), ("closed", &texts.close)])
        }
        Openness::Closed => (&texts.state_closed, vec![("open", texts.resume.as_str())]),
    };
    let address = format!("{}/join", app.base);
    let code = app.options.code.as_ref();
    let code = code.map(|code| filled(&texts.code, &[("address", &address), ("code", code)]));
    Ok(html(&OrganiserPage {
        page: app.page(&texts.title),
        token: &token,
        form: app.secret.form(&app.organiser),
        state,
        moves,
        figures: figures(&app, &seen),
        code,
        has_checks: seen.people.iter().any(|person| person.checks > 0),
        people: seen.people.iter().map(|person| row(texts, person)).collect(),
        sheets: seen.sheets,
        low: filled(&texts.low, &[("n", &(LOW * 100.0))]),
        contested: seen.contested,
    }))
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn figures<'a>(app: &'a App, seen: &Seen) -> Vec<Figure<'a>> {
    let texts = &app.options.texts.organiser;
    let wanted: i64 = seen.sheets.iter().map(|sheet| sheet.wanted).sum();
    let (seconds, timed) = seen
        .people
        .iter()
        .fold((0.0, 0), |(sum, n), person| (sum + person.seconds, n + person.timed));
    let n_finished: i64 = seen.people.iter().map(|person| person.sheets).sum();
    let progress = seen.progress;
    let or_dash = |value: Option<String>| value.unwrap_or_else(|| "–".to_string());
    let mut all = vec![
        Figure {
            name: &texts.judgements,
            value: progress.judgements.to_string(),
            about: filled(&texts.wanted, &[("n", &wanted)]),
        },
        Figure {
            name: &texts.agreement,
            value: or_dash(seen.agreement.observed.map(percent)),
            about: filled(&texts.agreement_about, &[("n", &seen.agreement.pairs)]),
        },
        Figure {
            name: &texts.alpha,
            value: or_dash(seen.agreement.alpha.map(|alpha| format!("{alpha:.3}"))),
            about: texts.alpha_about.clone(),
        },
        Figure {
            name: &texts.people,
            value: seen.people.iter().filter(|person| person.answers > 0).count().to_string(),
            about: filled(&texts.of_links, &[("n", &progress.annotators)]),
        },
    ];
    let per_answer = (timed > 0).then(|| seconds / timed as f64);
    all.push(Figure {
        name: &texts.time,
        value: or_dash(per_answer.map(|seconds| format!("{seconds:.1}"))),
        about: String::new(),
    });
    all.insert(
        1,
        Figure {
            name: &texts.pairs,
            value: progress.finished.to_string(),
            about: filled(&texts.of_pairs, &[("n", &progress.pairs), ("per_pair", &seen.per_pair)]),
        },
    );
    if let Some((price, unit)) = &app.options.price {
        let money = |amount: f64| format!("{amount:.2} {unit}").trim().to_string();
        let each = price / seen.sheet.max(1) as f64;
        let hour = per_answer.filter(|seconds| *seconds > 0.0);
        let hour = or_dash(hour.map(|seconds| money(each / seconds * 3600.0)));
        all.push(Figure {
            name: &texts.cost,
            value: money(price * n_finished as f64),
            about: filled(
                &texts.cost_about,
                &[
                    ("n", &n_finished),
                    ("price", &money(*price)),
                    ("each", &format!("{each:.4} {unit}").trim()),
                    ("hour", &hour),
                ],
            ),
        });
    }
    all
}

fn row(texts: &Organiser, person: &AnnotatorProgress) -> Person {
    let share = person.as_silver as f64 / person.with_silver as f64;
    let minutes = person.last.map(|last| (store::now() - last).max(0) / 60_000);
    let last = match minutes {
        None => texts.never.clone(),
        Some(n @ 0..60) => filled(&texts.ago_minutes, &[("n", &n)]),
        Some(n @ 60..2880) => filled(&texts.ago_hours, &[("n", &(n / 60))]),
        Some(n) => filled(&texts.ago_days, &[("n", &(n / 1440))]),
    };
    let dash = || "–".to_string();
    Person {
        number: person.number,
        sheets: person.sheets,
        answers: person.answers,
        silver: if person.with_silver > 0 { percent(share) } else { dash() },
        checks: match person.checks {
            0 => dash(),
            n => format!("{} / {n}", person.checks_right),
        },
        is_low: person.with_silver >= FEW && share < LOW,
        seconds: match person.timed {
            0 => dash(),
            n => format!("{:.1}", person.seconds / n as f64),
        },
        last,
    }
}

fn back(token: &str) -> Response {
    Redirect::to(&format!("/o/{token}")).into_response()
}

#[derive(Deserialize)]
pub struct StateForm {
    form: Option<String>,
    state: Option<String>,
}

pub async fn state(
    State(app): Shared,
    Path(token): Path<String>,
    sent: Sent<StateForm>,
) -> Result<Response, Fail> {
    check(&app, &token)?;
    let Form(sent) = sent?;
    check_form(&app, &app.organiser, sent.form.as_deref())?;
    let state = sent.state.as_deref().and_then(Openness::parse).ok_or(Fail::Form)?;
    app.writer.write(move |change| asking::set_state(change, state, store::now())).await?;
    Ok(back(&token))
}

#[derive(Deserialize)]
pub struct LinksForm {
    form: Option<String>,
    more: Option<u32>,
}

pub async fn links(
    State(app): Shared,
    Path(token): Path<String>,
    sent: Sent<LinksForm>,
) -> Result<Response, Fail> {
    check(&app, &token)?;
    let Form(sent) = sent?;
    check_form(&app, &app.organiser, sent.form.as_deref())?;
    let more = sent.more.filter(|more| (1..=1000).contains(more)).ok_or(Fail::Form)?;
    let secret = app.secret.clone();
    app.writer
        .write(move |change| {
            (0..more).try_for_each(|_| asking::join(change, &secret, store::now()).map(|_| ()))
        })
        .await?;
    Ok(Redirect::to(&format!("/o/{token}/links.txt")).into_response())
}

/// Files to take away.
pub async fn export(
    State(app): Shared,
    Path((token, file)): Path<(String, String)>,
) -> Result<Response, Fail> {
    check(&app, &token)?;
    let secret = app.secret.clone();
    let base = app.base.clone();
    let text = match file.as_str() {
        "judgements.csv" => app.readers.read(export::judgements_csv).await?,
        "history.csv" => app.readers.read(export::history_csv).await?,
        "annotators.csv" => {
            app.readers.read(move |store| export::annotators_csv(store, &secret)).await?
        }
        "links.txt" => app.readers.read(move |store| export::links(store, &secret, &base)).await?,
        _ => return Err(Fail::Missing),
    };
    let is_table = file.ends_with(".csv");
    let kind = if is_table { "text/csv; charset=utf-8" } else { "text/plain; charset=utf-8" };
    let name = format!("attachment; filename=\"{file}\"");
    let name = if is_table { name } else { "inline".to_string() };
    let headers = [(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, text).into_response())
}
