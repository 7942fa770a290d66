//! `bezant brackets`.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use bezant::evaluation::{Evaluation, evaluate};
use bezant::formats::{self, Reader};
use bezant::metrics::brackets::{
    BracketCounts, Brackets, Difference, Noted, Tokens, Words, conventions,
};
use bezant::parallel::Threads;
use bezant::parameters::{Convention, Labelling, Parameters, Preset};
use bezant::report::{BracketReport, worst};
use bezant::rows;

use crate::args::BracketsArgs;
use crate::commands::{open, reader, system_names};
use crate::output;
use crate::progress::Progress;
use crate::warnings::{self, Warning};

pub fn run(args: Box<BracketsArgs>) -> anyhow::Result<ExitCode> {
    if let Some(program) = &args.compat {
        anyhow::bail!("{program} is no program for --compat; there are evalb and evalb-spmrl");
    }
    let mut notices = Vec::new();
    let metric = metric(&args, &mut notices)?;
    let names = system_names(&args.systems, &args.input.names)?;
    let stdin =
        [&args.gold].into_iter().chain(&args.systems).filter(|path| path.as_os_str() == "-");
    anyhow::ensure!(stdin.count() <= 1, "only one file can be standard input");

    let others = if args.explain { conventions(&metric) } else { Vec::new() };
    let metrics: Vec<Brackets> =
        [metric.clone()].into_iter().chain(others.iter().map(|(_, other)| other.clone())).collect();
    let gold = reader(&args.gold, &args.input)?;
    let gold_name = gold.name().to_string();
    let systems = args
        .systems
        .iter()
        .map(|path| reader(path, &args.input))
        .collect::<bezant::error::Result<Vec<_>>>()?;
    // On both sides it changes little; on one it costs that side a bracket a sentence.
    let tops: Vec<bool> =
        [&gold].into_iter().chain(&systems).map(Reader::has_unlabelled_top).collect();
    if let Some(at) = tops.iter().position(|top| *top)
        && !tops.iter().all(|top| *top)
        && metric.parameters.convention == Convention::Evalb
    {
        let path = if at == 0 { &args.gold } else { &args.systems[at - 1] };
        notices.push(Warning::UnlabelledTop(path.display().to_string()));
    }
    let threads = Threads::new(args.input.threads.map(usize::from))?;
    let mut progress = Progress::new(gold.size(), args.output.quiet);
    let evaluations = evaluate(&metrics, gold, systems, &threads, |bytes| progress.at(bytes))?;
    progress.finish();

    let is_empty = evaluations.n_sentences == 0;
    anyhow::ensure!(!is_empty, "{gold_name} has no sentences; is it the right file?");
    notices.extend(evaluations.invalid.into_iter().map(Warning::InvalidUtf8));
    let mut found = evaluations.metrics.into_iter();
    let mut base = found.next().context("the first metric was evaluated")?;
    rename(&mut base.systems, &names);
    let variants: Vec<_> = found.map(|other| other.systems).collect();
    for system in &base.systems {
        if system.counted().next().is_none() {
            let aligned = metric.tokens == Tokens::Aligned;
            notices.push(Warning::NothingScored { system: system.system.clone(), aligned });
        }
    }
    if let Some(path) = &args.output.save {
        let mut out = output::create(Some(path))?;
        for system in &base.systems {
            rows::write(system, &mut out)?;
        }
        out.flush()?;
    }
    warnings::print(&notices, args.output.quiet);

    let cutoff = args.cutoff.or(u32::try_from(metric.parameters.cutoff).ok());
    let report = BracketReport {
        gold: &gold_name,
        cutoff,
        buckets: args.buckets.clone(),
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        details: &base.notes,
        examples: examples(&args, &metric, &base.systems)?,
        conventions: others
            .iter()
            .map(|(name, _)| name.clone())
            .zip(variants.iter().map(Vec::as_slice))
            .collect(),
    };
    let mut report = report.build(&base.systems);
    if let Some(comparing) = args.comparison.comparing(base.systems.len(), &["f1"]) {
        comparing.add_to(&mut report, &base.systems, BracketCounts::scores, &threads)?;
    }
    output::write(&report, &args.output)
}

/// The worst sentences themselves. They are read a second time, because keeping every sentence
/// in memory until it is known which are the worst would cost more.
fn examples(
    args: &BracketsArgs,
    metric: &Brackets,
    systems: &[Evaluation<BracketCounts>],
) -> anyhow::Result<Vec<Vec<(u64, Difference)>>> {
    let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
    let mut all = Vec::new();
    if args.output.worst == 0 || is_stdin(&args.gold) {
        return Ok(all);
    }
    for (path, evaluation) in args.systems.iter().zip(systems) {
        let mut found = Vec::new();
        let worst = worst(args.output.worst, evaluation);
        let wanted: BTreeSet<u64> = worst.iter().map(|row| row.sentence).collect();
        if !is_stdin(path) {
            let (gold, system) = (reader(&args.gold, &args.input)?, reader(path, &args.input)?);
            formats::pick(gold, system, &wanted, |sentence, gold, system| {
                found.extend(
                    metric.difference(gold, system).ok().map(|difference| (sentence, difference)),
                );
            })?;
        }
        found.sort_by_key(|(sentence, _)| worst.iter().position(|row| row.sentence == *sentence));
        all.push(found);
    }
    Ok(all)
}

/// What was typed as a metric.
fn metric(args: &BracketsArgs, notices: &mut Vec<Warning>) -> anyhow::Result<Brackets> {
    let mut parameters: Parameters = Preset::from(args.preset).parameters();
    for path in &args.parameters {
        let source = open(path)?;
        let name = source.name().to_string();
        let complaints = parameters.read(&name, &source.rest()?);
        notices.extend(complaints.into_iter().map(Warning::Parameter));
    }
    if parameters.preset() == Some(Preset::None) && args.parameters.is_empty() {
        notices.push(Warning::EverythingCounts);
    }
    if args.unlabelled {
        parameters.labels = Labelling::Unlabelled;
    }
    Ok(Brackets {
        parameters,
        cleaning: args.clean,
        words: if args.unescape { Words::Unescaped } else { Words::Literal },
        tokens: if args.align { Tokens::Aligned } else { Tokens::MustMatch },
        duplicates: args.duplicates.into(),
        notes: if args.labels { Noted::Labels } else { Noted::Nothing },
    })
}

fn rename(systems: &mut [Evaluation<BracketCounts>], names: &[String]) {
    for (system, name) in systems.iter_mut().zip(names) {
        system.system.clone_from(name);
    }
}
