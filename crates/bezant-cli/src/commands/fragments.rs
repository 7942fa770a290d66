//! `bezant fragments`.

use std::process::ExitCode;

use anyhow::Context;
use bezant::comparison::Curving;
use bezant::error::ErrorKind;
use bezant::evaluation::Evaluation;
use bezant::formats::Holds;
use bezant::kinds::without_suffix;
use bezant::metric::Scorer;
use bezant::metrics::fragments::{FragmentCounts, Fragments, Mean, Nodes, Scoring, SizeWeights};
use bezant::metrics::trees::parameters::Preset;
use bezant::parallel::Threads;
use bezant::pictures::Figure;
use bezant::report::{Charts, FragmentReport, Order, Report};
use bezant::saved::Wanted;

use crate::args::{FragmentsArgs, PlotOf};
use crate::commands::finishing::Finishing;
use crate::commands::places::Places;
use crate::commands::plot::Plot;
use crate::commands::treebanks::{self, Folders, Treebank};
use crate::commands::{
    Evaluating, Typed, behind, brackets_metric, load, outputs, save, system_names,
};
use crate::warnings::{self, Warning};

pub fn run(mut args: FragmentsArgs) -> anyhow::Result<ExitCode> {
    let mut notices = Vec::new();
    let metrics = [metric(&args, &mut notices)?];
    if let Some(treebanks) = treebanks::paired(&args.files, Holds::Trees, &mut notices)? {
        let [metric] = metrics;
        return folders(&mut args, &metric, notices, treebanks);
    }
    let threads = args.input.threads.start()?;
    let plain = FragmentReport {
        gold: "",
        scoring: metrics[0].scoring.clone(),
        max_size: args.max_size,
        limits: FragmentReport::limits_within(&args.sizes_shown.limits(), args.max_size),
        cutoffs: args.cutoff.clone(),
        by_size: args.sizes_shown.by_size,
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        picked: None,
        behind: Vec::new(),
        realigned: &[],
    };
    let names = system_names(&args.files.systems, &args.input.names)?;
    let known = outputs::names(FragmentReport::names(), &args.input.outputs);
    Typed::of(&args.output, &args.comparison).check(&known, &names)?;
    behind::check(&args.behind, &known, &names)?;
    let plot = Plot::new(&args.plot, &args.output, &known, &[PlotOf::Size])?;
    let plot = plot.map(|plot| plot.compared_by(&args.comparison));
    let evaluating = Evaluating {
        files: &args.files,
        input: &args.input,
        threads: &threads,
        quiet: args.output.quiet,
        shows: args.output.worst > 0 || args.behind.asks() || args.output.gathering.is_some(),
        lists: false,
    };
    let mut found = evaluating.evaluate(&metrics, &metrics[0].brackets, &mut notices)?;
    let evaluated = found.metrics.remove(0);
    let systems = &evaluated.systems;
    save(&args.output, systems)?;
    warnings::print(&notices, args.output.quiet);

    let mut report = FragmentReport { gold: &found.files[0], realigned: &found.realigned, ..plain };
    let picked = behind::pick(
        (&args.behind, args.output.worst),
        &metrics[0],
        &evaluated,
        &report.wanted(systems),
        || found.again.readers(),
        |_, _, _| Vec::new(),
    )?;
    (report.picked, report.behind) = (picked.rows, picked.behind);
    let places =
        Places { files: &found.files, gold: Some(found.format), skipped: &evaluated.places };
    let cures = match args.preparation.align {
        true => Vec::new(),
        false => places.cures((&metrics[0].brackets, &found.again), systems),
    };
    let mut report = report.build(systems);
    outputs::add(&mut report, systems, &found.samples);
    report.asked.extend((!args.sizes_shown.limits.is_empty()).then_some("limits"));
    places.add(&mut report, &cures);
    report.asked.extend((!args.cutoff.is_empty()).then_some("cutoff"));
    let scores = &|total: &FragmentCounts| metrics[0].scores(total);
    report.add_buckets(&args.output.buckets, systems, scores)?;
    let finishing = Finishing {
        systems,
        scores,
        compared: None,
        plot: plot.as_ref(),
        threads: &threads,
        comparison: &args.comparison,
        output: &args.output,
    };
    let chart = &|charts: &Charts<'_>, window| Some(charts.by_size(systems, window));
    finishing.finish(report, picked.list, chart, |report| {
        if let Some(plot) = &plot {
            add_figures(plot, report, systems, &threads);
        }
        let readers = || found.again.readers();
        let finish = Figure::mark_largest_fragment;
        behind::gather(&args.output, &metrics[0], systems, readers, |_, _| Vec::new(), finish)
    })
}

/// What was typed as a metric.
pub fn metric(args: &FragmentsArgs, notices: &mut Vec<Warning>) -> anyhow::Result<Fragments> {
    // Where tokens differ, nobody can say which tags are the same nodes.
    anyhow::ensure!(
        !(args.preterminals && args.preparation.align),
        "--preterminals needs the same words on both sides, so it does not go with --align"
    );
    anyhow::ensure!(
        !args.behind.agreement,
        "--agreement is over labels of brackets: use bezant brackets --agreement"
    );
    anyhow::ensure!(
        args.preparation.preset != Some(Preset::Unsupervised),
        "--preset unsupervised leaves out the root, without which no fragment is whole: it goes \
         with bezant brackets"
    );
    let brackets = brackets_metric(&args.preparation, Preset::Freval, notices)?;
    let scoring = scoring(args)?;
    Ok(Fragments::freval().with(|it| {
        it.brackets = brackets;
        it.matching = args.matching;
        it.shape = args.shape;
        it.nodes = if args.preterminals { Nodes::Preterminals } else { Nodes::Phrases };
        it.max_size = args.max_size;
        it.scoring = scoring;
    }))
}

/// Adds figures 2 and 3 of the article to a page: differences to the best system, and the middle sizes.
fn add_figures(
    plot: &Plot<'_>,
    report: &Report,
    systems: &[Evaluation<FragmentCounts>],
    threads: &Threads,
) {
    const ALL: (usize, usize) = (1, 15);
    const MIDDLE: (usize, usize) = (6, 13);
    let charts = |baseline| Charts(Curving { baseline, resampling: None, threads });
    let best = report.in_order(Order::Best);
    let best = best
        .systems
        .first()
        .and_then(|first| systems.iter().position(|system| system.system == first.name));
    if let Some(best) = best.filter(|_| systems.len() > 1) {
        let title = format!("Differences to {}", without_suffix(&systems[best].system));
        plot.add(report, &title, || charts(Some(best)).by_size(systems, ALL));
    }
    let rows = systems.iter().flat_map(Evaluation::counted);
    let largest = rows.map(|(_, counts)| counts.largest()).max().unwrap_or(0);
    if largest >= MIDDLE.1 {
        plot.add(report, "Middle sizes", || charts(None).by_size(systems, MIDDLE));
    }
}

/// Scores folders.
fn folders(
    args: &mut FragmentsArgs,
    metric: &Fragments,
    notices: Vec<Warning>,
    treebanks: Vec<Treebank>,
) -> anyhow::Result<ExitCode> {
    treebanks::refuse(&[
        (args.behind.asks(), "--show and --contrast"),
        (args.input.outputs.repair, "--repair"),
        (args.cutoff.len() > 1, "a list of cutoffs"),
    ])?;
    let names = std::mem::take(&mut args.input.names);
    let (args, threads) = (&*args, args.input.threads.start()?);
    let folders = Folders {
        files: &args.files,
        treebanks,
        names,
        known: FragmentReport::names(),
        wanted: Wanted {
            cutoff: args.cutoff.first().copied(),
            by_size: args.sizes_shown.by_size,
            limits: args.sizes_shown.limits(),
            ..Wanted::default()
        },
        threads: &threads,
        comparison: &args.comparison,
        output: &args.output,
        plot: &args.plot,
    };
    folders.score((metric, &metric.brackets), &args.input, notices)
}

fn scoring(args: &FragmentsArgs) -> anyhow::Result<Scoring> {
    let (weights, mean) = match args.weights.as_str() {
        "uniform" => (SizeWeights::Uniform, Mean::Arithmetic),
        "sparsity" => (SizeWeights::Sparsity, Mean::Arithmetic),
        "geometric" => (SizeWeights::Uniform, Mean::Geometric),
        file => {
            let (_, text) = load(file).map_err(|error| match error.kind() {
                ErrorKind::Io(why) => anyhow::anyhow!(
                    "{file} is neither uniform, sparsity or geometric nor a file of weights: {why}"
                ),
                _ => error.into(),
            })?;
            let text = std::str::from_utf8(&text).with_context(|| file.to_string())?;
            let weights = SizeWeights::read(text).with_context(|| file.to_string())?;
            (weights, Mean::Arithmetic)
        }
    };
    Ok(Scoring::freval().with(|it| (it.weights, it.mean, it.sizes) = (weights, mean, args.sizes)))
}
