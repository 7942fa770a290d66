//! `bezant merge`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use bezant::counts::Counts;
use bezant::entailment::score::EntailmentCounts;
use bezant::evaluation::Evaluation;
use bezant::metrics::brackets::BracketCounts;
use bezant::metrics::fragments::{FragmentCounts, Scoring};
use bezant::metrics::relations::{RelationCounts, Relations};
use bezant::report::{
    BracketReport, DependencyReport, EntailmentReport, FragmentReport, RelationReport, Report,
};
use bezant::rows;
use bezant::signature::Signature;
use bezant::source::Source;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::args::MergeArgs;
use crate::commands::{SAVED as GOLD, check_buckets, open, save};
use crate::output;
use crate::warnings::{self, Warning};

pub fn run(args: MergeArgs) -> anyhow::Result<ExitCode> {
    check_buckets(&args.buckets)?;
    let (files, signature) = open_rows(&args.rows)?;
    check_options(&args, signature.metric())?;
    let report = match signature.metric() {
        "brackets" => brackets(&args, files)?,
        "fragments" => fragments(&args, files, &signature)?,
        "dependencies" => dependencies(&args, files, &signature)?,
        "relations" => relations(&args, files)?,
        "entailments" => entailments(&args, files)?,
        other => anyhow::bail!("{}: this version cannot merge rows of {other}", files[0].name()),
    };
    output::write(&report, &args.output)
}

/// Refuses what would change nothing in the tables of a metric.
fn check_options(args: &MergeArgs, metric: &str) -> anyhow::Result<()> {
    for (given, option, metrics) in [
        (!args.buckets.is_empty(), "--buckets", &["brackets"][..]),
        (args.cutoff.is_some(), "--cutoff", &["brackets", "fragments"]),
        (args.sizes_shown.by_size, "--by-size", &["fragments"]),
    ] {
        anyhow::ensure!(
            !given || metrics.contains(&metric),
            "{option} is for rows of {}, and these are of {metric}",
            metrics.join(" and ")
        );
    }
    Ok(())
}

/// Files of rows of the same metric, with the first one's signature.
pub(super) fn open_rows(paths: &[PathBuf]) -> anyhow::Result<(Vec<Source>, Signature)> {
    // Each file is opened once: standard input and pipes cannot be read again.
    let mut files =
        paths.iter().map(|path| open(path)).collect::<bezant::error::Result<Vec<_>>>()?;
    let signatures =
        files.iter_mut().map(rows::signature).collect::<bezant::error::Result<Vec<_>>>()?;
    for (other, path) in signatures.iter().zip(paths) {
        anyhow::ensure!(
            other.metric() == signatures[0].metric(),
            "{} has rows of {}, {} of {}",
            paths[0].display(),
            signatures[0].metric(),
            path.display(),
            other.metric()
        );
    }
    let first = signatures.into_iter().next().context("the command line asks for a file")?;
    Ok((files, first))
}

fn brackets(args: &MergeArgs, files: Vec<Source>) -> anyhow::Result<Report> {
    let merged: Vec<Evaluation<BracketCounts>> = merged(args, files)?;
    let report = BracketReport {
        gold: GOLD,
        cutoff: args.cutoff,
        buckets: args.buckets.clone(),
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        ..BracketReport::default()
    };
    Ok(report.build(&merged))
}

fn fragments(
    args: &MergeArgs,
    files: Vec<Source>,
    signature: &Signature,
) -> anyhow::Result<Report> {
    let merged: Vec<Evaluation<FragmentCounts>> = merged(args, files)?;
    let (scoring, max_size) = Scoring::from_signature(signature)
        .context("the signature does not say how the scores were made")?;
    let report = FragmentReport {
        gold: GOLD,
        scoring,
        max_size,
        limits: args.sizes_shown.limits(max_size),
        cutoffs: args.cutoff.into_iter().collect(),
        by_size: args.sizes_shown.by_size,
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
    };
    Ok(report.build(&merged))
}

fn dependencies(
    args: &MergeArgs,
    files: Vec<Source>,
    signature: &Signature,
) -> anyhow::Result<Report> {
    let preset = signature.get("preset").unwrap_or_default().parse().map_err(anyhow::Error::msg)?;
    let report = DependencyReport {
        gold: GOLD,
        preset,
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        contrast: 0,
        notes: None,
    };
    Ok(report.build(&merged(args, files)?))
}

fn relations(args: &MergeArgs, files: Vec<Source>) -> anyhow::Result<Report> {
    let merged: Vec<Evaluation<RelationCounts>> = merged(args, files)?;
    let metric = merged
        .first()
        .and_then(|system| Relations::from_signature(&system.signature))
        .context("the signature does not say how relations were compared")?;
    let report = RelationReport {
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        ..RelationReport::plain(&metric, GOLD)
    };
    Ok(report.build(&merged))
}

fn entailments(args: &MergeArgs, files: Vec<Source>) -> anyhow::Result<Report> {
    let merged: Vec<Evaluation<EntailmentCounts>> = merged(args, files)?;
    let report = EntailmentReport {
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        ..EntailmentReport::saved(GOLD)
    };
    let mut built = report.build(&merged);
    report.add_intervals(&mut built, &merged);
    Ok(built)
}

/// Systems in the order they are met, each with its parts in the order of the files.
fn merged<C: Counts + Serialize + DeserializeOwned>(
    args: &MergeArgs,
    files: Vec<Source>,
) -> anyhow::Result<Vec<Evaluation<C>>> {
    let mut systems: Vec<(String, Vec<Evaluation<C>>)> = Vec::new();
    for file in files {
        for part in rows::read(file)? {
            match systems.iter_mut().find(|(name, _)| *name == part.system) {
                Some((_, parts)) => parts.push(part),
                None => systems.push((part.system.clone(), vec![part])),
            }
        }
    }
    let mut notices = Vec::new();
    let mut merged = Vec::new();
    for (system, parts) in systems {
        let mut seen = Vec::new();
        for part in &parts {
            if seen.contains(&&part.signature) {
                notices.push(Warning::SameData(system.clone()));
                break;
            }
            seen.push(&part.signature);
        }
        merged.extend(rows::merge(parts)?);
    }
    // One table has one signature.
    rows::check_same_options(&merged)?;
    if let Some(pair) = merged.windows(2).find(|pair| pair[0].signature != pair[1].signature) {
        let [one, two] = [&pair[0], &pair[1]].map(|evaluation| evaluation.system.clone());
        notices.push(Warning::OtherData(one, two));
    }
    warnings::print(&notices, args.output.quiet);
    save(args.output.save.as_deref(), &merged)?;
    Ok(merged)
}
