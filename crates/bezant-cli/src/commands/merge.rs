//! `bezant merge`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use bezant::counts::Counts;
use bezant::evaluation::Evaluation;
use bezant::metrics::brackets::BracketCounts;
use bezant::metrics::fragments::{FragmentCounts, Scoring};
use bezant::metrics::relations::{RelationCounts, Relations};
use bezant::report::{BracketReport, DependencyReport, FragmentReport, RelationReport, Report};
use bezant::rows;
use bezant::signature::Signature;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::args::MergeArgs;
use crate::commands::{SAVED as GOLD, open, save};
use crate::output;

pub fn run(args: MergeArgs) -> anyhow::Result<ExitCode> {
    let first = args.rows.first().context("the command line asks for a file")?;
    let signature = rows::signature(&open(first)?)?;
    let report = match signature.metric() {
        "brackets" => brackets(&args)?,
        "fragments" => fragments(&args, &signature)?,
        "dependencies" => dependencies(&args, &signature)?,
        "relations" => relations(&args, first)?,
        other => anyhow::bail!("{}: this version cannot merge rows of {other}", first.display()),
    };
    output::write(&report, &args.output)
}

fn brackets(args: &MergeArgs) -> anyhow::Result<Report> {
    let merged: Vec<Evaluation<BracketCounts>> = merged(args)?;
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

fn fragments(args: &MergeArgs, signature: &Signature) -> anyhow::Result<Report> {
    anyhow::ensure!(args.buckets.is_empty(), "--buckets is for rows of brackets");
    let merged: Vec<Evaluation<FragmentCounts>> = merged(args)?;
    let (scoring, max_size) = Scoring::from_signature(signature)
        .context("the signature does not say how the scores were made")?;
    let report = FragmentReport {
        gold: GOLD,
        scoring,
        max_size,
        limits: vec![max_size],
        cutoffs: args.cutoff.into_iter().collect(),
        by_size: false,
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
    };
    Ok(report.build(&merged))
}

fn dependencies(args: &MergeArgs, signature: &Signature) -> anyhow::Result<Report> {
    anyhow::ensure!(args.buckets.is_empty(), "--buckets is for rows of brackets");
    let preset = signature.get("preset").unwrap_or_default().parse().map_err(anyhow::Error::msg)?;
    let report = DependencyReport {
        gold: GOLD,
        preset,
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        notes: None,
    };
    Ok(report.build(&merged(args)?))
}

fn relations(args: &MergeArgs, first: &Path) -> anyhow::Result<Report> {
    anyhow::ensure!(args.buckets.is_empty(), "--buckets is for rows of brackets");
    let merged: Vec<Evaluation<RelationCounts>> = merged(args)?;
    let metric = merged
        .first()
        .and_then(|system| Relations::from_signature(&system.signature))
        .with_context(|| {
            format!("{}: the signature does not say how relations were compared", first.display())
        })?;
    let report = RelationReport {
        metric: &metric,
        gold: GOLD,
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        confusions: &[],
        examples: Vec::new(),
        greedy: &[],
        notes: Vec::new(),
    };
    Ok(report.build(&merged))
}

/// Systems in the order they are met, each with its parts in the order of the files.
fn merged<C: Counts + Serialize + DeserializeOwned>(
    args: &MergeArgs,
) -> anyhow::Result<Vec<Evaluation<C>>> {
    let mut systems: Vec<(String, Vec<Evaluation<C>>)> = Vec::new();
    let mut first: Option<(&PathBuf, String)> = None;
    for path in &args.rows {
        let source = open(path)?;
        let metric = rows::signature(&source)?.metric().to_string();
        let (first_path, expected) = first.get_or_insert_with(|| (path, metric.clone()));
        anyhow::ensure!(
            *expected == metric,
            "{} has rows of {expected}, {} of {metric}",
            first_path.display(),
            path.display()
        );
        for part in rows::read(source)? {
            match systems.iter_mut().find(|(name, _)| *name == part.system) {
                Some((_, parts)) => parts.push(part),
                None => systems.push((part.system.clone(), vec![part])),
            }
        }
    }
    let mut merged = Vec::new();
    for (_, parts) in systems {
        merged.extend(rows::merge(parts)?);
    }
    save(args.output.save.as_deref(), &merged)?;
    Ok(merged)
}
