//! The pages of a packed data set: README, data statement and card, from templates beside this file.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::counts::average;
use crate::entailment::answers::{Answer, Answers, Given};
use crate::entailment::pairs::Pairs;
use crate::entailment::score::{self, Entailments};
use crate::entailment::split::n_with;
use crate::error::{Error, Result};
use crate::packing::{CHECKSUMS, Files, PackedFile, Packing, VERSION, columns, learning_parts};
use crate::report::{Report, ReportFormat, render};

/// Puts words in the place of their names in braces.
fn filled(template: &str, words: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let known = after.split_once('}').and_then(|(name, after)| {
            let (_, word) = words.iter().find(|(known, _)| *known == name)?;
            Some((word, after))
        });
        match known {
            Some((word, after)) => {
                out.push_str(word);
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

/// A name that tables of Markdown can have in a cell.
fn in_cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// The tables of all pairs, beside those before the filter.
pub(super) fn figures(packing: &Packing<'_>) -> Report {
    let before = packing.before.map(|before| ("before", before));
    let files: Vec<(&str, &Pairs)> = before.into_iter().chain([("all", packing.pairs)]).collect();
    Report { gold: packing.name.clone(), ..Report::of_data_sets(&files) }
}

/// Those of its parts.
fn part_figures(packing: &Packing<'_>) -> Report {
    let parts = packing.parts.iter().map(|part| (part.name.as_str(), part));
    let files: Vec<(&str, &Pairs)> = [("all", packing.pairs)].into_iter().chain(parts).collect();
    Report::of_data_sets(&files).only(&["files", "source"])
}

/// What answers get that look at nothing.
fn baselines(packing: &Packing<'_>) -> Result<Report> {
    let always = |name: &str, answer: Answer| Answers {
        name: name.to_string(),
        given: vec![Given { answer, probability: None, score: None }; packing.pairs.pairs.len()],
    };
    let systems = [always("always YES", Answer::Yes), always("always NO", Answer::No)];
    let systems = score::evaluate(packing.pairs, &systems)?;
    let mut report = Report::of(&Entailments, &packing.name, &systems).only(&["scores"]);
    for table in &mut report.tables {
        table.title = "Answers that look at nothing".to_string();
    }
    Ok(report)
}

pub(super) fn readme(packing: &Packing<'_>, files: &Files, figures: &Report) -> Result<String> {
    let markdown = |report: &Report| -> Result<String> {
        let mut out = Vec::new();
        render(report, ReportFormat::Markdown, &mut out)
            .map_err(|error| Error::new("README.md", error))?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    };
    let line = |(file, what): &(PackedFile, String)| {
        format!("| `{}` | {} |", in_cell(&file.path), in_cell(what))
    };
    let mut list: Vec<String> = files.0.iter().map(line).collect();
    list.push(format!("| `{CHECKSUMS}` | SHA-256 of all files |"));
    let [yes, no] = [Answer::Yes, Answer::No].map(|answer| n_with(packing.pairs, answer));
    let mut shown = markdown(figures)?;
    if !packing.parts.is_empty() {
        shown += &format!("\n### Parts\n\n{}", markdown(&part_figures(packing))?);
    }
    if let Some(split) = &packing.split {
        shown += &format!("\nHow the parts were drawn: `{split}`\n");
    }
    Ok(filled(
        include_str!("README.md"),
        &[
            ("name", &packing.name),
            ("pairs", &packing.pairs.pairs.len().to_string()),
            ("yes", &yes.to_string()),
            ("no", &no.to_string()),
            ("files", &list.join("\n")),
            ("figures", &shown),
            ("baselines", &markdown(&baselines(packing)?)?),
            ("licence", &packing.licence.in_words()),
            ("version", VERSION),
        ],
    ))
}

/// What is known for a data statement, and what is not.
pub(super) fn statement(packing: &Packing<'_>) -> String {
    let pairs = packing.pairs;
    let texts: BTreeSet<&str> = pairs.pairs.iter().map(|pair| pair.text.as_str()).collect();
    let words = |text: &str| text.split_whitespace().count() as f64;
    let mean = |sum: f64, n: usize| average(sum, n as u64).unwrap_or_default();
    let length = format!(
        "Texts have {:.1} words on average, hypotheses {:.1}.",
        mean(texts.iter().map(|text| words(text)).sum(), texts.len()),
        mean(pairs.pairs.iter().map(|pair| words(&pair.hypothesis)).sum(), pairs.pairs.len()),
    );
    let mut sources: BTreeMap<&str, usize> = BTreeMap::new();
    for pair in &pairs.pairs {
        let source = pair.more.get("source").map_or("", |source| source.trim());
        *sources.entry(source).or_default() += 1;
    }
    let source = |(name, n): (&&str, &usize)| match name.is_empty() {
        true => format!("* not said: {n} pairs"),
        false => format!("* {name}: {n} pairs"),
    };
    let sources: Vec<String> = sources.iter().map(source).collect();
    let says = |name: &str| pairs.pairs.iter().any(|pair| pair.more.contains_key(name));
    let how = match says("rule") {
        true => {
            "Hypotheses were written by the rules that the pairs name, about words that parsers disagree on."
        }
        false => "How hypotheses were written is not said in the files.",
    };
    let judged = match packing.before {
        Some(before) => format!(
            "{} of {} pairs were kept after judgement.",
            pairs.pairs.len(),
            before.pairs.len()
        ),
        None => String::new(),
    };
    let split = packing.split.as_ref().map_or(String::new(), |split| format!("Parts: `{split}`."));
    let [yes, no] = [Answer::Yes, Answer::No].map(|answer| n_with(pairs, answer).to_string());
    filled(
        include_str!("DATA-STATEMENT.md"),
        &[
            ("name", &packing.name),
            ("pairs", &pairs.pairs.len().to_string()),
            ("texts", &texts.len().to_string()),
            ("how", how),
            ("language", &packing.language),
            ("sources", &(sources.join("\n") + "\n")),
            ("judged", &judged),
            ("length", &length),
            ("yes", &yes),
            ("no", &no),
            ("split", &split),
            ("fingerprint", &pairs.fingerprint().to_string()),
            ("version", VERSION),
        ],
    )
}

/// The card of the rows.
pub(super) fn card(packing: &Packing<'_>) -> String {
    let n = packing.pairs.pairs.len();
    let size = match n {
        ..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        100_000..1_000_000 => "100K<n<1M",
        _ => "1M<n<10M",
    };
    let quoted = |text: &str| Value::from(text).to_string();
    let parts = learning_parts(packing);
    let split = |(name, file, _): &(String, String, &Pairs)| {
        format!("  - split: {}\n    path: {}", quoted(name), quoted(file))
    };
    let splits: Vec<String> = parts.iter().map(split).collect();
    let field =
        |name: &&str| format!("| `{}` | string or null | as in `pairs.xml` |", in_cell(name));
    let fields: Vec<String> = columns(packing.pairs).iter().map(field).collect();
    let first = parts.first().map_or("", |(_, file, _)| file.as_str());
    filled(
        include_str!("CARD.md"),
        &[
            ("name", &packing.name),
            ("quoted_name", &quoted(&packing.name)),
            ("language", &packing.language),
            ("licence_id", &packing.licence.id()),
            ("size", size),
            ("splits", &splits.join("\n")),
            ("pairs", &n.to_string()),
            ("first_file", first),
            ("fields", &fields.join("\n")),
        ],
    )
}
