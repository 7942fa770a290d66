//! `bezant dependencies`.

use std::path::PathBuf;
use std::process::ExitCode;

use bezant::evaluation::{Evaluated, Evaluation};
use bezant::formats::conllu::Roots;
use bezant::formats::{Corpus, Holds, Reader};
use bezant::kinds::Format;
use bezant::metric::Scorer;
use bezant::metrics::dependencies::{
    Dependencies, DependencyAnalysis, DependencyCounts, DependencyDetails, DependencyPreset,
    EmptyNodes, Subtypes,
};
use bezant::report::{CellName, Charts, DependencyReport, agreement_report};
use bezant::saved::Wanted;

use crate::args::{DependenciesArgs, PlotOf};
use crate::commands::agreement::each_two;
use crate::commands::finishing::Finishing;
use crate::commands::places::Places;
use crate::commands::plot::Plot;
use crate::commands::treebanks::{self, Folders, Treebank};
use crate::commands::{
    Evaluating, Kind, Typed, behind, can_be_opened_again, outputs, reader, save, system_names,
};
use crate::output;
use crate::warnings::{self, Warning};

pub fn run(mut args: DependenciesArgs) -> anyhow::Result<ExitCode> {
    if let Some(program) = &args.compat {
        anyhow::bail!("{program} is no program for --compat; there is udeval");
    }
    let mut notices = Vec::new();
    let treebanks = treebanks::paired(&args.files, Holds::Dependencies, &mut notices)?;
    let metric = metric(&args, treebanks.as_deref())?;
    if let Some(treebanks) = treebanks {
        return folders(&mut args, &metric, notices, treebanks);
    }
    // Annotators all have names, systems are named beside gold.
    let annotators =
        if args.behind.agreement { std::mem::take(&mut args.input.names) } else { Vec::new() };
    let threads = args.input.threads.start()?;
    let plain = DependencyReport {
        gold: "",
        preset: metric.preset,
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        picked: None,
        notes: None,
        classes: metric.classes,
        behind: Vec::new(),
    };
    let mut plot = None;
    if !args.behind.agreement {
        let names = system_names(&args.files.systems, &args.input.names)?;
        let known =
            outputs::names(DependencyReport::names_of_files(metric.preset), &args.input.outputs);
        Typed::of(&args.output, &args.comparison).check(&known, &names)?;
        behind::check(&args.behind, &known, &names)?;
        let usual = [PlotOf::Length, PlotOf::Distance];
        plot = Plot::new(&args.plot, &args.output, &known, &usual)?
            .map(|plot| plot.compared_by(&args.comparison));
    }
    let evaluating = Evaluating {
        files: &args.files,
        input: &args.input,
        threads: &threads,
        quiet: args.output.quiet,
        shows: args.output.worst > 0
            || args.behind.asks()
            || args.behind.agreement
            || args.output.gathering.is_some(),
        lists: false,
    };
    let mut found = evaluating.evaluate(std::slice::from_ref(&metric), &metric, &mut notices)?;
    let mut evaluated = found.metrics.remove(0);
    let has_content = |system: &Evaluation<DependencyCounts>| {
        let scores = metric.scores(&system.total_with_missed());
        scores.first().is_some_and(|score| score.value.is_some())
    };
    anyhow::ensure!(
        metric.preset != DependencyPreset::Msp || evaluated.systems.iter().any(has_content),
        "no word of {} has features, and --preset msp scores those that have some",
        args.files.gold.display()
    );
    // What is only drawn, or sorted into buckets, is not shown.
    let is_shown = args.analysis
        || args.behind.show.is_some()
        || args.output.asks(&DependencyReport::ANALYSIS);
    let details = match is_shown {
        true => evaluated.notes.details.clone(),
        false => {
            let details = std::mem::take(&mut evaluated.notes.details);
            let classes = details.iter().map(DependencyDetails::only_classes);
            evaluated.notes.details = classes.collect();
            details
        }
    };
    save(&args.output, &evaluated.systems)?;
    warnings::print(&notices, args.output.quiet);
    if args.behind.agreement {
        let files: Vec<PathBuf> =
            [&args.files.gold].into_iter().chain(&args.files.systems).cloned().collect();
        let names = system_names(&files, &annotators)?;
        let mut report = agreement_report(&names, &evaluated);
        let (gold, systems) = found.again.readers()?;
        let corpora = [gold].into_iter().chain(systems).map(Corpus::read);
        let corpora = corpora.collect::<bezant::error::Result<Vec<_>>>()?;
        let metric = metric.with(|it| it.analysis = DependencyAnalysis::Nothing);
        let most = args.behind.most(args.output.worst);
        let two = each_two(&metric, &names, &corpora, most, &threads, |_, _| Vec::new())?;
        let drawn = DependencyReport { picked: Some(two.rows), behind: two.behind, ..plain };
        report.show_where(drawn.build(&two.compared));
        let note = "in drawings, gold is the first of two files, the system the second";
        return output::write_agreement(report, &evaluated.systems, Some(note), &args.output);
    }
    let other_texts = if args.output.strict { other_texts(&evaluated) } else { Vec::new() };
    let judged = |written: ExitCode| {
        warnings::print(&other_texts, false);
        if other_texts.is_empty() { written } else { ExitCode::from(1) }
    };
    let mut report =
        DependencyReport { gold: &found.files[0], notes: Some(&evaluated.notes), ..plain };
    let picked = behind::pick(
        (&args.behind, args.output.worst),
        &metric,
        &evaluated,
        &report.wanted(&evaluated.systems),
        || found.again.readers(),
        |_, notes, at| DependencyReport::tables_of(notes, at),
    )?;
    (report.picked, report.behind) = (picked.rows, picked.behind);
    let mut report = report.build(&evaluated.systems);
    outputs::add(&mut report, &evaluated.systems, &found.samples);
    Places { files: &found.files, gold: Some(found.format), skipped: &evaluated.places }
        .add(&mut report, &[]);
    let scores = &|total: &DependencyCounts| metric.scores(total);
    report.add_buckets(&args.output.buckets, &evaluated.systems, scores)?;
    let measures = match metric.preset {
        DependencyPreset::Stanford => ("unlabelled", "labelled"),
        _ => ("UAS", "LAS"),
    };
    report.add_word_buckets(&args.output.buckets, &details, measures);
    let finishing = Finishing {
        systems: &evaluated.systems,
        scores,
        compared: None,
        plot: plot.as_ref(),
        threads: &threads,
        comparison: &args.comparison,
        output: &args.output,
    };
    let chart = &|charts: &Charts<'_>, _| Some(charts.by_distance(&evaluated.systems, &details));
    let written = finishing.finish(report, picked.list, chart, |_| {
        behind::gather(
            &args.output,
            &metric,
            &evaluated.systems,
            || found.again.readers(),
            |_, notes| DependencyReport::tables_of(notes, 0),
            |_| {},
        )
    });
    written.map(judged)
}

/// Scores folders.
fn folders(
    args: &mut DependenciesArgs,
    metric: &Dependencies,
    notices: Vec<Warning>,
    treebanks: Vec<Treebank>,
) -> anyhow::Result<ExitCode> {
    treebanks::refuse(&[
        (args.analysis, "--analysis"),
        (args.input.outputs.repair, "--repair"),
        (args.classes, "--classes"),
        (args.behind.asks(), "--show and --contrast"),
        (args.behind.agreement, "--agreement"),
    ])?;
    let names = std::mem::take(&mut args.input.names);
    let (args, threads) = (&*args, args.input.threads.start()?);
    let folders = Folders {
        files: &args.files,
        treebanks,
        names,
        known: DependencyReport::names(metric.preset),
        wanted: Wanted::default(),
        threads: &threads,
        comparison: &args.comparison,
        output: &args.output,
        plot: &args.plot,
    };
    folders.score((metric, metric), &args.input, notices)
}

/// Files of typed dependencies, of the C&C parser or Stanford's, have nothing that the UD scorer counts.
pub fn usual_preset(
    args: &DependenciesArgs,
    treebanks: Option<&[Treebank]>,
) -> anyhow::Result<DependencyPreset> {
    // Treebanks are all scored in the same way.
    let first = treebanks.and_then(<[Treebank]>::first).map(|treebank| treebank.files().gold);
    let gold = first.as_ref().unwrap_or(&args.files.gold);
    let format = match args.input.input {
        Some(format) => format,
        None if can_be_opened_again(gold) => reader(gold, &args.input)?.format(),
        None => return Ok(DependencyPreset::Ud),
    };
    Ok(match format {
        Format::Stanford | Format::Candc => DependencyPreset::Stanford,
        _ => DependencyPreset::Ud,
    })
}

/// What was typed as a metric.
pub fn metric(
    args: &DependenciesArgs,
    treebanks: Option<&[Treebank]>,
) -> anyhow::Result<Dependencies> {
    let preset = args.preset.map_or_else(|| usual_preset(args, treebanks), Ok)?;
    let base = Dependencies::preset(preset);
    let is_plain = base.preset == DependencyPreset::Msp;
    anyhow::ensure!(
        !is_plain || !(args.subtypes || args.analysis || args.behind.agreement),
        "--subtypes, --analysis and --agreement do not go with --preset msp"
    );
    anyhow::ensure!(
        args.punctuation.is_none() || base.preset == DependencyPreset::Conllx,
        "--punctuation goes with --preset conllx; elsewhere every word counts"
    );
    let for_enhanced = args.enhancements != base.ignored || args.collapse_empty_nodes;
    anyhow::ensure!(
        !for_enhanced || base.preset == DependencyPreset::Ud,
        "--enhancements and --collapse-empty-nodes are about ELAS, which goes with --preset ud"
    );
    let analysis = match args.behind.agreement {
        true => DependencyAnalysis::Agreement,
        false if args.analysis || args.behind.show.is_some() => DependencyAnalysis::Tables,
        false if args.plot.plot_of == Some(PlotOf::Distance) => DependencyAnalysis::Tables,
        false if args.output.buckets.iter().any(|buckets| buckets.key.is_of_words()) => {
            DependencyAnalysis::Tables
        }
        false if args.output.asks(&DependencyReport::ANALYSIS) => DependencyAnalysis::Tables,
        false => DependencyAnalysis::Nothing,
    };
    let is_class = |cell: &CellName| "classes".starts_with(&cell.table.to_lowercase());
    let classes = args.classes
        || args.output.asks(&["classes"])
        || args.behind.show.as_ref().is_some_and(is_class);
    anyhow::ensure!(
        !classes || !matches!(base.preset, DependencyPreset::Stanford | DependencyPreset::Msp),
        "--classes is over words that have one head each: it goes with --preset ud and conllx"
    );
    anyhow::ensure!(
        analysis != DependencyAnalysis::Agreement || base.preset != DependencyPreset::Stanford,
        "--agreement is over words that have one head each: it goes with --preset ud and conllx"
    );
    Ok(base.with(|it| {
        it.analysis = analysis;
        it.classes = classes;
        if let Some(punctuation) = &args.punctuation {
            it.punctuation = punctuation.clone();
        }
        if args.subtypes {
            it.subtypes = Subtypes::Compared;
        }
        it.ignored = args.enhancements;
        it.empty_nodes = match args.collapse_empty_nodes {
            true => EmptyNodes::Collapsed,
            false => EmptyNodes::Dropped,
        };
        if args.multiple_roots && it.roots == Roots::One {
            it.roots = Roots::Several;
        }
    }))
}

impl Kind for Dependencies {
    fn roots(&self) -> Roots {
        self.roots
    }

    fn check(&self, files: &[Reader], notices: &mut Vec<Warning>) -> anyhow::Result<()> {
        if let Some(gold) = files.first() {
            for system in &files[1..] {
                if let (Some(ours), Some(theirs)) =
                    (gold.has_universal_names(), system.has_universal_names())
                    && ours != theirs
                {
                    let [gold, system] = [gold, system].map(|file| file.name().to_string());
                    notices.push(Warning::OtherNames { gold, system, gold_is_universal: ours });
                }
            }
        }
        Ok(files.iter().try_for_each(|file| file.check(Holds::Dependencies))?)
    }
}

/// The systems that have another text than gold.
fn other_texts(found: &Evaluated<Dependencies>) -> Vec<Warning> {
    let differences = found.notes.differences.iter().zip(&found.systems);
    let all = differences.filter_map(|(difference, system)| {
        let (system, difference) = (system.system.clone(), difference.clone()?);
        Some(Warning::OtherText { system, difference })
    });
    all.collect()
}
