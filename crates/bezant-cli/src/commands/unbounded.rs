//! `bezant unbounded`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use bezant::entailment::unbounded::{
    JudgedSystem, Matching, NamedText, UnboundedCorpus, UnboundedCounts, UnboundedOptions,
};
use bezant::report::{PageSentences, Report, UnboundedReport};
use bezant::saved::OwnCounts;

use crate::args::{PlotOf, UnboundedArgs};
use crate::commands::plot::Plot;
use crate::commands::{Loaded, Typed, load, save, system_names};
use crate::output;
use crate::warnings::{self, Warning};

pub fn run(args: &UnboundedArgs) -> anyhow::Result<ExitCode> {
    let names = system_names(&args.parses, &args.names)?;
    Typed::of(&args.output, &args.comparison).check(&UnboundedReport::names(), &names)?;
    let plot = Plot::new(&args.plot, &args.output, &UnboundedReport::names(), &[PlotOf::Systems])?
        .map(|plot| plot.compared_by(&args.comparison));
    let threads = args.threads.start()?;
    let options = UnboundedOptions::default().with(|it| {
        it.matching = if args.published { Matching::Published } else { Matching::Inferred };
        it.is_labelled = !args.unlabelled;
        it.format = args.input;
    });
    let name = args.corpus.display().to_string();
    let gold = files(&args.corpus)?;
    let corpus = match args.corpus.is_dir() {
        true => UnboundedCorpus::read_folder(&name, &texts(&gold))?,
        false => UnboundedCorpus::read(&name, &texts(&gold))?,
    };
    let odd = corpus.without_dependencies().map(Warning::NoDependencies);
    let repeated = corpus.repeated_dependencies().map(Warning::RepeatedDependencies);
    let odd: Vec<Warning> = odd.into_iter().chain(repeated).collect();
    warnings::print(&odd, args.output.quiet);
    let mut judged: Vec<JudgedSystem> = Vec::new();
    for (path, name) in args.parses.iter().zip(&names) {
        let found = files(path)?;
        anyhow::ensure!(!found.is_empty(), "{} has no files", path.display());
        let system = corpus.judge(name, &texts(&found), &options)?;
        check_parsed(&system, path)?;
        judged.push(system);
    }
    let systems = corpus.evaluate(&judged, &options, &threads)?;
    save(&args.output, &systems)?;
    let shown = UnboundedReport {
        gold: &name,
        per_sentence: args.output.per_sentence,
        explain: args.explain,
        worst: args.output.worst,
        judged: &judged,
    };
    let mut report = shown.build(&systems);
    let scores = &UnboundedCounts::scores;
    report.add_buckets(&args.output.buckets, &systems, scores)?;
    if let Some(comparing) = args.comparison.comparing(systems.len()) {
        report.add_comparisons(&OwnCounts::compare(&comparing, &systems, scores, &threads)?);
    } else {
        report.add_nothing_drawn();
    }
    let draw = |report: &Report| match &plot {
        Some(plot) => plot.draw(report, &systems, scores, &threads, &|_, _| None),
        None => Ok(()),
    };
    draw(&report)?;
    if let Some(page) = &args.output.gathering {
        page.add_sentences(PageSentences::of_unbounded(&judged, &systems, page.without_text));
    }
    output::write(&report, &args.output)
}

/// Ends the run where not one sentence has a parse: it is the wrong file, and the first sentence says why.
fn check_parsed(system: &JudgedSystem, path: &Path) -> anyhow::Result<()> {
    let mut missing = system.sentences.iter().map(|sentence| sentence.missing.as_ref());
    if !missing.clone().all(|missing| missing.is_some()) {
        return Ok(());
    }
    let why = missing.next().flatten().map_or("", |missing| &missing.message);
    anyhow::bail!(
        "{} has no parse of any sentence of the corpus: {why}\n  hint: are they parses of the corpus' \
         sentences? Files in a folder are named after the constructions, and of the same part (dev, \
         test) if both say so; see docs/metrics/unbounded.md",
        path.display()
    )
}

fn texts(files: &[Loaded]) -> Vec<NamedText<'_>> {
    files.iter().map(|(name, text)| NamedText { name, text }).collect()
}

/// A file, or those of a folder in the order of their names. The corpus is given out with a folder for each
/// construction, so folders in it are looked into as well.
fn files(path: &Path) -> anyhow::Result<Vec<Loaded>> {
    if !path.is_dir() {
        return Ok(vec![load(path)?]);
    }
    let mut found = inside(path)?;
    let folders: Vec<PathBuf> = found.iter().filter(|path| path.is_dir()).cloned().collect();
    for folder in folders {
        found.extend(inside(&folder)?);
    }
    found.retain(|path| path.is_file());
    found.sort();
    Ok(found.iter().map(load).collect::<bezant::error::Result<Vec<_>>>()?)
}

/// What is in a folder and not hidden.
fn inside(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let failed = || format!("cannot read the folder {}", folder.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(failed)? {
        let entry = entry.with_context(failed)?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            found.push(entry.path());
        }
    }
    Ok(found)
}
