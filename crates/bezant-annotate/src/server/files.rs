//! The style sheet, the script and the icon, under names that change with what is in them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use super::App;
use super::guard::Fail;

const STYLE: &str = include_str!("../../static/style.css");
const SCRIPT: &str = include_str!("../../static/page.js");
const ICON: &str = include_str!("../../static/icon.svg");

/// Addresses of the files.
pub struct Files {
    pub style: String,
    pub script: String,
    pub icon: String,
}

impl Files {
    pub fn new() -> Files {
        let named = |name: &str, text: &str, ending: &str| {
            let hash: String =
                Sha256::digest(text).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
            format!("/static/{name}-{hash}.{ending}")
        };
        Files {
            style: named("style", STYLE, "css"),
            script: named("page", SCRIPT, "js"),
            icon: named("icon", ICON, "svg"),
        }
    }
}

pub async fn file(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<Response, Fail> {
    let all = [
        (&app.files.style, STYLE, "text/css; charset=utf-8"),
        (&app.files.script, SCRIPT, "text/javascript; charset=utf-8"),
        (&app.files.icon, ICON, "image/svg+xml"),
    ];
    let found = all.into_iter().find(|(path, _, _)| path.strip_prefix("/static/") == Some(&name));
    let (_, text, kind) = found.ok_or(Fail::Missing)?;
    let cached = "public, max-age=31536000, immutable";
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cached)], text).into_response())
}

pub async fn robots() -> &'static str {
    "User-agent: *\nDisallow: /\n"
}
