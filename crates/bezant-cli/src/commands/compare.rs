//! `bezant compare`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use bezant::counts::Counts;
use bezant::entailment::score::EntailmentCounts;
use bezant::error::{Error, ErrorKind};
use bezant::evaluation::Evaluation;
use bezant::metric::{Score, Scorer};
use bezant::metrics::brackets::BracketCounts;
use bezant::metrics::dependencies::{self, DependencyCounts, Preset};
use bezant::metrics::fragments::{FragmentCounts, Fragments, Scoring};
use bezant::metrics::relations::{RelationCounts, Relations};
use bezant::report::{
    BracketReport, DependencyReport, EntailmentReport, FragmentReport, RelationReport, Report,
};
use bezant::rows;
use bezant::source::Source;
use serde::de::DeserializeOwned;

use crate::args::CompareArgs;
use crate::commands::merge::open_rows;
use crate::commands::{SAVED as GOLD, Typed};
use crate::output;

pub fn run(args: CompareArgs) -> anyhow::Result<ExitCode> {
    let (sources, signature) = open_rows(&args.rows)?;
    let (per_sentence, worst) = (args.output.per_sentence, args.output.worst);
    match signature.metric() {
        "brackets" => {
            let report =
                BracketReport { gold: GOLD, per_sentence, worst, ..BracketReport::default() };
            let build = |systems: &[Evaluation<BracketCounts>]| report.build(systems);
            compare(&args, sources, build, BracketCounts::scores)
        }
        "fragments" => {
            let (scoring, max_size) = Scoring::from_signature(&signature)
                .context("the signature does not say how the scores were made")?;
            let metric = Fragments { scoring: scoring.clone(), max_size, ..Fragments::freval() };
            let report = FragmentReport {
                gold: GOLD,
                scoring,
                max_size,
                limits: vec![max_size],
                cutoffs: Vec::new(),
                by_size: false,
                per_sentence,
                worst,
            };
            let build = |systems: &[Evaluation<FragmentCounts>]| report.build(systems);
            compare(&args, sources, build, |total| metric.scores(total))
        }
        "dependencies" => {
            let preset: Preset =
                signature.get("preset").unwrap_or_default().parse().map_err(anyhow::Error::msg)?;
            let report = DependencyReport {
                gold: GOLD,
                preset,
                per_sentence,
                worst,
                contrast: 0,
                notes: None,
            };
            let build = |systems: &[Evaluation<DependencyCounts>]| report.build(systems);
            let scores = |total: &DependencyCounts| dependencies::scores(total, preset);
            compare(&args, sources, build, scores)
        }
        "relations" => {
            let metric = Relations::from_signature(&signature)
                .context("the signature does not say how relations were compared")?;
            let plain = RelationReport::plain(&metric, GOLD);
            let report = RelationReport { per_sentence, worst, ..plain };
            let build = |systems: &[Evaluation<RelationCounts>]| report.clone().build(systems);
            compare(&args, sources, build, |total| metric.scores(total))
        }
        "entailments" => {
            let report = EntailmentReport { per_sentence, worst, ..EntailmentReport::saved(GOLD) };
            let build = |systems: &[Evaluation<EntailmentCounts>]| report.build(systems);
            compare(&args, sources, build, EntailmentCounts::scores)
        }
        other => anyhow::bail!("rows of {other} cannot be compared by this version"),
    }
}

fn compare<C: Counts + DeserializeOwned>(
    args: &CompareArgs,
    sources: Vec<Source>,
    build: impl Fn(&[Evaluation<C>]) -> Report,
    scores: impl Fn(&C) -> Vec<Score>,
) -> anyhow::Result<ExitCode> {
    let files = sources.into_iter().map(rows::read).collect::<bezant::error::Result<_>>()?;
    let systems: Vec<Evaluation<C>> = together(files, &args.rows)?;
    anyhow::ensure!(
        systems.len() > 1 || args.comparison.replicates.is_some(),
        "there is only {} to compare; give the rows of another system, or --replicates for an \
         interval",
        systems[0].system
    );
    let mut report = build(&systems);
    Typed::of(&args.output, &args.comparison).check_report(&report)?;
    if let Some(comparing) = args.comparison.comparing(systems.len()) {
        let threads = args.threads.start()?;
        report.add_comparisons(&comparing.compare(&systems, scores, &threads)?);
    }
    output::write(&report, &args.output)
}

/// All systems of all files. They must have been scored in the same way on the same gold.
fn together<C: Counts>(
    files: Vec<Vec<Evaluation<C>>>,
    paths: &[PathBuf],
) -> anyhow::Result<Vec<Evaluation<C>>> {
    let mut systems: Vec<(Evaluation<C>, &PathBuf)> = Vec::new();
    for (file, path) in files.into_iter().zip(paths) {
        for system in file {
            if let Some((first, _)) = systems.first()
                && let Some((ours, theirs)) = first.signature.difference(&system.signature, &[])
            {
                let kind = ErrorKind::Disagree { ours, theirs };
                return Err(Error::new(path.display().to_string(), kind).into());
            }
            systems.push((system, path));
        }
    }
    // Files of the same name in two folders are two systems.
    let names: Vec<String> = systems.iter().map(|(system, _)| system.system.clone()).collect();
    for (system, path) in &mut systems {
        if names.iter().filter(|name| **name == system.system).count() > 1 {
            system.system = format!("{} ({})", system.system, path.display());
        }
    }
    Ok(systems.into_iter().map(|(system, _)| system).collect())
}
