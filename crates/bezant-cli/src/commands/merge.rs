//! `bezant merge`.

use std::io::Write;
use std::process::ExitCode;

use bezant::counts::Counts;
use bezant::evaluation::Evaluation;
use bezant::metrics::brackets::BracketCounts;
use bezant::report::{BracketReport, DependencyReport};
use bezant::rows;
use bezant::signature::Signature;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::args::MergeArgs;
use crate::commands::open;
use crate::output;

pub fn run(args: MergeArgs) -> anyhow::Result<ExitCode> {
    let first = rows::signature(&open(&args.rows[0])?)?;
    match first.metric() {
        "brackets" => brackets(&args),
        "dependencies" => dependencies(&args, &first),
        other => anyhow::bail!(
            "{}: rows of {other} cannot be merged by this version",
            args.rows[0].display()
        ),
    }
}

/// Reads all rows, joins those of the same system, and saves them if that is wanted.
fn merged<C: Counts + Serialize + DeserializeOwned>(
    args: &MergeArgs,
    metric: &str,
) -> anyhow::Result<Vec<Evaluation<C>>> {
    // Systems in the order they are met, each with its parts in the order of the files.
    let mut systems: Vec<(String, Vec<Evaluation<C>>)> = Vec::new();
    for path in &args.rows {
        let source = open(path)?;
        let signature = rows::signature(&source)?;
        anyhow::ensure!(
            signature.metric() == metric,
            "{}: rows of {} cannot be merged with rows of {metric}",
            path.display(),
            signature.metric()
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
    if let Some(path) = &args.output.save {
        let mut out = output::create(Some(path))?;
        for system in &merged {
            rows::write(system, &mut out)?;
        }
        out.flush()?;
    }
    Ok(merged)
}

fn dependencies(args: &MergeArgs, signature: &Signature) -> anyhow::Result<ExitCode> {
    let preset = signature.get("preset").unwrap_or_default().parse().map_err(anyhow::Error::msg)?;
    let merged = merged(args, "dependencies")?;
    let report = DependencyReport {
        gold: "saved rows",
        preset,
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        notes: None,
    };
    output::write(&report.build(&merged), &args.output)
}

fn brackets(args: &MergeArgs) -> anyhow::Result<ExitCode> {
    let merged = merged::<BracketCounts>(args, "brackets")?;
    let report = BracketReport {
        gold: "saved rows",
        cutoff: args.cutoff,
        buckets: args.buckets.clone(),
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        ..BracketReport::default()
    };
    output::write(&report.build(&merged), &args.output)
}
