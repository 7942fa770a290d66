//! What holds for every request: headers, time, where a form comes from, and pages for what goes wrong.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{App, pages};
use crate::error::Error;
use crate::store::asking::Openness;
use crate::tokens::{self, Hash};

/// A request must be sent and answered in this time.
const TIME: Duration = Duration::from_secs(30);

/// Nothing but what we serve ourselves is loaded, sent to or shown around us.
const CONTENT: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
    form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Headers of every response.
const HEADERS: [(&str, &str); 8] = [
    ("content-security-policy", CONTENT),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ("x-robots-tag", "noindex, nofollow"),
];

/// Why somebody does not get what they asked for. The page is made where the texts are.
#[derive(Clone, Debug)]
pub enum Fail {
    Missing,
    Method,
    Form,
    Foreign,
    /// With the seconds to wait.
    Often(u64),
    Large,
    Slow,
    /// With what is wrong, which is for whoever runs the server.
    Broken(String),
    NotOpen(Openness),
    /// An answer that came when nobody was asked.
    NotKept(Openness),
    /// Somebody who wanted to join then.
    NotJoined(Openness),
}

impl Fail {
    fn status(&self) -> StatusCode {
        match self {
            Fail::Missing => StatusCode::NOT_FOUND,
            Fail::Method => StatusCode::METHOD_NOT_ALLOWED,
            Fail::Form => StatusCode::BAD_REQUEST,
            Fail::Foreign => StatusCode::FORBIDDEN,
            Fail::Often(_) => StatusCode::TOO_MANY_REQUESTS,
            Fail::Large => StatusCode::PAYLOAD_TOO_LARGE,
            Fail::Slow => StatusCode::REQUEST_TIMEOUT,
            Fail::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Fail::NotOpen(_) | Fail::NotKept(_) | Fail::NotJoined(_) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
        }
    }
}

impl IntoResponse for Fail {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Error> for Fail {
    fn from(error: Error) -> Fail {
        Fail::Broken(error.to_string())
    }
}

impl From<FormRejection> for Fail {
    fn from(rejection: FormRejection) -> Fail {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Fail::Large,
            _ => Fail::Form,
        }
    }
}

pub async fn nothing_here() -> Fail {
    Fail::Missing
}

pub async fn other_method() -> Fail {
    Fail::Method
}

/// A form as it was sent, or why not.
pub type Sent<T> = Result<Form<T>, FormRejection>;

pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let is_foreign =
        request.method() == Method::POST && comes_from_elsewhere(&app, request.headers());
    let mut response = match is_foreign {
        true => Fail::Foreign.into_response(),
        false => match tokio::time::timeout(TIME, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Fail::Slow.into_response(),
        },
    };
    if let Some(fail) = response.extensions_mut().remove::<Fail>() {
        if let Fail::Broken(why) = &fail {
            (app.options.say.0)(why);
        }
        let status = response.status();
        let mut page = pages::failed(&app, &fail);
        *page.status_mut() = status;
        // Which methods there are stays said.
        if let Some(allowed) = response.headers().get(header::ALLOW) {
            page.headers_mut().insert(header::ALLOW, allowed.clone());
        }
        if let Fail::Often(seconds) = fail {
            page.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response = page;
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Nothing of a person stays in a browser that others use.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Whether a browser says that another site sent a form. Whoever is no browser says nothing, and has the
/// form's own token or not.
fn comes_from_elsewhere(app: &App, headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text("sec-fetch-site") {
        return site != "same-origin" && site != "none";
    }
    match text("origin") {
        // Pages that tell nobody where they are send this.
        None | Some("null") => false,
        Some(origin) => {
            let host = origin.split_once("://").map_or(origin, |(_, host)| host);
            text("host") != Some(host) && origin != app.base
        }
    }
}

/// Fails unless a form has the token of the link that it is sent to.
pub fn check_form(app: &App, link: &Hash, sent: Option<&str>) -> Result<(), Fail> {
    let wanted = app.secret.form(link);
    if sent.is_some_and(|sent| tokens::same(sent, &wanted)) { Ok(()) } else { Err(Fail::Foreign) }
}
