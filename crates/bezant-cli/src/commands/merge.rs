//! `bezant merge`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use bezant::counts::Counts;
use bezant::evaluation::Evaluation;
use bezant::metrics::brackets::BracketCounts;
use bezant::metrics::relations::{RelationCounts, Relations};
use bezant::report::{BracketReport, RelationReport, Report};
use bezant::rows;
use bezant::source::Source;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::args::MergeArgs;
use crate::commands::open;
use crate::output;

pub fn run(args: MergeArgs) -> anyhow::Result<ExitCode> {
    let sources = args.rows.iter().map(|path| open(path)).collect::<Result<Vec<Source>, _>>()?;
    // Rows of different metrics have different counts: the first file says which they are.
    let metric = match sources.first() {
        Some(source) => rows::signature(source)?.metric().to_string(),
        None => anyhow::bail!("no files to merge"),
    };
    let report = match metric.as_str() {
        "brackets" => brackets(&args, merge(&args, &metric, sources)?),
        "relations" => relations(&args, &merge(&args, &metric, sources)?)?,
        other => anyhow::bail!(
            "{}: rows of {other} cannot be merged by this version",
            args.rows[0].display()
        ),
    };
    output::write(&report, &args.output)
}

/// Reads all rows, puts those of the same system together, and saves them if asked to.
fn merge<C: Counts + Serialize + DeserializeOwned>(
    args: &MergeArgs,
    metric: &str,
    sources: Vec<Source>,
) -> anyhow::Result<Vec<Evaluation<C>>> {
    // Systems in the order they are met, each with its parts in the order of the files.
    let mut systems: Vec<(String, Vec<Evaluation<C>>)> = Vec::new();
    for (path, source) in args.rows.iter().zip(sources) {
        ensure_same_metric(metric, path, &source)?;
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
    if let Some(path) = &args.output.save {
        let mut out = output::create(Some(path))?;
        for system in &merged {
            rows::write(system, &mut out)?;
        }
        out.flush()?;
    }
    Ok(merged)
}

fn ensure_same_metric(metric: &str, path: &Path, source: &Source) -> anyhow::Result<()> {
    let found = rows::signature(source)?;
    anyhow::ensure!(
        found.metric() == metric,
        "{}: rows of {} cannot be merged with rows of {metric}",
        path.display(),
        found.metric()
    );
    Ok(())
}

fn brackets(args: &MergeArgs, merged: Vec<Evaluation<BracketCounts>>) -> Report {
    let report = BracketReport {
        gold: "saved rows",
        cutoff: args.cutoff,
        buckets: args.buckets.clone(),
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        ..BracketReport::default()
    };
    report.build(&merged)
}

fn relations(args: &MergeArgs, merged: &[Evaluation<RelationCounts>]) -> anyhow::Result<Report> {
    let metric = merged.first().and_then(|system| Relations::from_signature(&system.signature));
    let Some(metric) = metric else {
        anyhow::bail!(
            "{}: the signature does not say how relations were compared",
            args.rows[0].display()
        );
    };
    let report = RelationReport {
        metric: &metric,
        gold: "saved rows",
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        confusions: &[],
        examples: Vec::new(),
        greedy: &[],
        notes: Vec::new(),
    };
    Ok(report.build(merged))
}
