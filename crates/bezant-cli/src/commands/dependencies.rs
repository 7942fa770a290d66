//! `bezant dependencies`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use bezant::evaluation::evaluate;
use bezant::formats::conllu::Roots;
use bezant::formats::{Format, Reader};
use bezant::metrics::dependencies::{
    Analysis, Dependencies, DependencyNotes, EmptyNodes, Preset, Subtypes,
};
use bezant::parallel::Threads;
use bezant::report::DependencyReport;
use bezant::rows;

use crate::args::DependenciesArgs;
use crate::commands::{reader, system_names};
use crate::output;
use crate::progress::Progress;
use crate::warnings::{self, Warning};

pub fn run(args: DependenciesArgs) -> anyhow::Result<ExitCode> {
    if let Some(program) = &args.compat {
        anyhow::bail!("{program} is no program for --compat; there is udeval");
    }
    let metric = metric(&args)?;
    let names = system_names(&args.systems, &args.input.names)?;
    let paths: Vec<_> = [&args.gold].into_iter().chain(&args.systems).collect();
    let stdin = paths.iter().filter(|path| path.as_os_str() == "-");
    anyhow::ensure!(stdin.count() <= 1, "only one file can be standard input");
    let mut readers = Vec::new();
    for path in paths {
        let reader = reader(path, &args.input)?;
        check_format(&reader)?;
        readers.push(reader);
    }
    let gold = readers.remove(0);
    let gold_name = gold.name().to_string();
    let threads = Threads::new(args.input.threads.map(usize::from))?;
    let mut progress = Progress::new(gold.size(), args.output.quiet);
    let evaluations = evaluate(std::slice::from_ref(&metric), gold, readers, &threads, |bytes| {
        progress.at(bytes)
    })?;
    progress.finish();

    let is_empty = evaluations.n_sentences == 0;
    anyhow::ensure!(!is_empty, "{gold_name} has no sentences; is it the right file?");
    let mut notices: Vec<Warning> =
        evaluations.invalid.into_iter().map(Warning::InvalidUtf8).collect();
    let mut found = evaluations.metrics.into_iter().next().context("the metric was evaluated")?;
    for (system, name) in found.systems.iter_mut().zip(&names) {
        system.system.clone_from(name);
    }
    if args.output.strict {
        check_texts(&found.notes, &names)?;
    }
    for system in &found.systems {
        if system.counted().next().is_none() {
            // Different tokens are aligned anyway.
            notices.push(Warning::NothingScored { system: system.system.clone(), aligned: true });
        }
    }
    if let Some(path) = &args.output.save {
        let mut out = output::create(Some(path))?;
        for system in &found.systems {
            rows::write(system, &mut out)?;
        }
        out.flush()?;
    }
    warnings::print(&notices, args.output.quiet);
    let report = DependencyReport {
        gold: &gold_name,
        preset: metric.preset,
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        notes: Some(&found.notes),
    };
    output::write(&report.build(&found.systems), &args.output)
}

/// What was typed as a metric.
fn metric(args: &DependenciesArgs) -> anyhow::Result<Dependencies> {
    let base = match args.preset.into() {
        Preset::Ud => Dependencies::ud(),
        Preset::Conllx => Dependencies::conllx(),
        Preset::Stanford => Dependencies::stanford(),
    };
    anyhow::ensure!(
        args.punctuation.is_none() || base.preset == Preset::Conllx,
        "--punctuation goes with --preset conllx; elsewhere every word counts"
    );
    let analysis = match &args.show {
        Some(confusion) => Analysis::Show(confusion.clone()),
        None if args.analysis => Analysis::Tables,
        None => Analysis::Nothing,
    };
    anyhow::ensure!(
        analysis == Analysis::Nothing || base.preset != Preset::Stanford,
        "--analysis and --show go with --preset ud and conllx"
    );
    Ok(Dependencies {
        analysis,
        punctuation: args.punctuation.clone().unwrap_or_else(|| base.punctuation.clone()),
        subtypes: if args.subtypes { Subtypes::Compared } else { base.subtypes },
        ignored: args.enhancements,
        empty_nodes: match args.collapse_empty_nodes {
            true => EmptyNodes::Collapsed,
            false => EmptyNodes::Dropped,
        },
        roots: if args.multiple_roots && base.roots == Roots::One {
            Roots::Several
        } else {
            base.roots
        },
        ..base
    })
}

fn check_format(reader: &Reader) -> anyhow::Result<()> {
    anyhow::ensure!(
        !matches!(reader.format(), Format::Penn(_)) || reader.size() == Some(0),
        "{} does not look like dependencies; say what it is with --input, for example --input conllu",
        reader.name()
    );
    Ok(())
}

/// Ends the run where a system has another text than gold.
fn check_texts(notes: &DependencyNotes, names: &[String]) -> anyhow::Result<()> {
    for (difference, name) in notes.differences.iter().zip(names) {
        if let Some(difference) = difference {
            anyhow::bail!(
                "the text of {name} differs from gold's, and --strict forbids that\n  \
                 gold, line {}: {}\n  system, line {}: {}",
                difference.gold_line,
                difference.gold,
                difference.system_line,
                difference.system
            );
        }
    }
    Ok(())
}
