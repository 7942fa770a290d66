//! One page with everything about an experiment: scores, tables, the sentences behind them, drawings.
//!
//! It is a file by itself, asks nobody for anything, and is the same bytes for the same input. Tables are
//! markup, so that they can be read and printed without scripts; sentences are embedded compressed, and a
//! small script finds and paints them.

mod counted;
mod data_sets;
mod dots;
mod history;
mod judged;
mod ledgers;
mod links;
mod markup;
mod metrics;
mod packed;
mod pairs;
mod sentences;
mod unbounded;

use std::io::{self, Write};

use serde_json::json;
use sha2::{Digest, Sha256};

use crate::pictures::{SKETCH_STYLE, Sketch};
use crate::report::Report;
use markup::{Related, Said, escaped};

pub use pairs::ExplainsPair;
pub use sentences::{PageRoom, PageSentences, Pictured, TakesRow};

const STYLE: &str = include_str!("page/assets/page.css");
const SCRIPT: &str = include_str!("page/assets/page.js");
/// What the script begins with: painting drawings, and writing them elsewhere.
const PAINTER: &str = include_str!("page/assets/painter.js");

/// Of more treebanks, sections have no tables: with those of all, a page could not be opened.
pub const MOST_WHOLE: usize = 12;

/// Something to be shown in a browser.
pub struct Page<'a> {
    /// What stands above it.
    pub title: String,
    /// One a metric, in order.
    pub sections: Vec<PageSection>,
    /// What a score or a column means, in the program's words.
    pub define: &'a dyn Fn(&str) -> Option<String>,
    /// Whether words of sentences are left out.
    pub without_text: bool,
}

/// What one metric says.
#[derive(Clone, Debug)]
pub struct PageSection {
    /// Everything about its systems.
    pub report: Report,
    /// What was typed for it.
    pub command: String,
    /// The treebank that it is about, where there are several.
    pub about: Option<String>,
    /// Whether it is about several treebanks, which have sections of their own behind it.
    pub has_parts: bool,
    /// Whether it has sentences and no tables: one of very many treebanks.
    pub is_brief: bool,
    /// Charts as SVG.
    pub charts: Vec<String>,
    /// The sentences behind it, where there are files.
    pub sentences: Option<PageSentences>,
}

impl Page<'_> {
    /// Writes the page.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let names = self.names();
        let style = format!("{STYLE}{SKETCH_STYLE}");
        let script = format!("{PAINTER}{SCRIPT}");
        let title = escaped(&self.title);
        writeln!(
            out,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'\">\n\
             <meta name=\"generator\" content=\"bezant {}\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
             <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>",
            fingerprint(&script),
            fingerprint(&style),
            env!("CARGO_PKG_VERSION"),
        )?;
        writeln!(
            out,
            "<a class=\"skip\" href=\"#overview\">To the results</a>\n<header><h1>{title}</h1>\n<nav aria-label=\"Sections\"><ul>"
        )?;
        writeln!(out, "<li><a href=\"#overview\">overview</a></li>")?;
        let is_listed = |(_, section): &(_, &PageSection)| !section.is_brief;
        for (name, _) in names.iter().zip(&self.sections).filter(is_listed) {
            let name = escaped(name);
            writeln!(out, "<li><a href=\"#{name}\">{name}</a></li>")?;
        }
        writeln!(out, "<li><a href=\"#glossary\">glossary</a></li></ul></nav></header>\n<main>")?;
        let mut terms = markup::Terms::new(self.define);
        let mut said: Vec<Said<'_>> = self
            .sections
            .iter()
            .zip(&names)
            .zip(packed::pieces(&self.sections, packed::MOST_BYTES)?)
            .map(|((section, name), pieces)| Said::new(section, name, pieces))
            .collect();
        said.iter_mut().zip(self.related(&names)).for_each(|(one, to)| one.related = to);
        writeln!(
            out,
            "<section id=\"overview\" aria-labelledby=\"overview-title\">\n<h2 id=\"overview-title\">Overview</h2>"
        )?;
        for one in said.iter().filter(|one| !one.section.is_brief) {
            one.write_overview(self.without_text, &mut terms, out)?;
        }
        writeln!(out, "</section>")?;
        for one in &said {
            one.write_section(&mut terms, out)?;
        }
        terms.write(out)?;
        writeln!(
            out,
            "</main>\n<footer><p>Made by bezant {}. This file asks nobody for anything: it can be mailed, kept and \
             opened without a network.</p></footer>",
            env!("CARGO_PKG_VERSION")
        )?;
        writeln!(
            out,
            "<dialog id=\"about\" aria-labelledby=\"about-title\"><h2 id=\"about-title\"></h2><p></p><form method=\"dialog\"><button>close</button></form></dialog>\n<p id=\"live\" class=\"unseen\" aria-live=\"polite\"></p>"
        )?;
        let key =
            packed::plain(&json!({"key": Sketch::key(), "style": SKETCH_STYLE, "sections": names}));
        writeln!(out, "<script type=\"application/json\" id=\"key\">{key}</script>")?;
        for one in &said {
            one.write_data(out)?;
        }
        writeln!(out, "<script>{script}</script>\n</body>\n</html>")
    }

    /// For each section, the treebanks that have sections of their own behind it, and for each of these the
    /// section about all of them.
    fn related(&self, names: &[String]) -> Vec<Related> {
        let mut found: Vec<Related> = self.sections.iter().map(|_| Related::default()).collect();
        let mut whole: Option<usize> = None;
        for (at, section) in self.sections.iter().enumerate() {
            match (&section.about, whole) {
                (Some(treebank), Some(whole)) => {
                    found[whole].parts.push((treebank.clone(), names[at].clone()));
                    found[at].whole = Some(names[whole].clone());
                }
                _ => whole = section.has_parts.then_some(at),
            }
        }
        found
    }

    /// What sections are called in links: by their metrics, numbered where one is there twice.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for section in &self.sections {
            // A module by itself is another thing than the answers of systems.
            let is_oracle = section.report.tables.iter().any(|table| table.name == "oracle");
            let metric = if is_oracle { "oracle" } else { section.report.metric.as_str() };
            let metric = match &section.about {
                Some(treebank) => format!("{metric}-{}", plain(treebank)),
                None => metric.to_string(),
            };
            let mut name = metric.clone();
            let mut n = 1;
            while names.contains(&name) {
                n += 1;
                name = format!("{metric}-{n}");
            }
            names.push(name);
        }
        names
    }
}

/// A name as it may stand in a link without signs that mean something there.
fn plain(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

/// By which a browser knows that a script or a style is ours.
fn fingerprint(text: &str) -> String {
    format!("sha256-{}", packed::base64(&Sha256::digest(text.as_bytes())))
}
