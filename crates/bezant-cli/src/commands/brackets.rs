//! `bezant brackets`.

use std::path::PathBuf;
use std::process::ExitCode;

use bezant::formats::{Corpus, Holds};
use bezant::metric::Explains;
use bezant::metrics::brackets::{
    BracketCounts, BracketNotes, BracketScores, Brackets, Classes, Difference, NBest, Noted,
    Tokens, Words, conventions,
};
use bezant::metrics::trees::parameters::{Added, Functions, Labelling, Preset};
use bezant::report::{BracketReport, CellName, Charts, Extent};
use bezant::saved::OwnMetric;
use bezant::saved::Wanted;

use crate::args::{BracketsArgs, PlotOf, PreparationArgs};
use crate::commands::agreement::each_two;
use crate::commands::finishing::Finishing;
use crate::commands::places::Places;
use crate::commands::plot::Plot;
use crate::commands::treebanks::{self, Folders, Treebank};
use crate::commands::{Evaluating, Kind, Typed, behind, load, outputs, reader, save, system_names};
use crate::warnings::{self, Warning};
use crate::{hints, output};

/// Tables of tags, which are made if somebody asks.
const TAG_TABLES: [&str; 2] = ["tags", "tag_confusions"];

pub fn run(mut args: BracketsArgs) -> anyhow::Result<ExitCode> {
    if let Some(program) = &args.compat {
        // Where it is one, it has not come here, unless our own options stand before the command.
        anyhow::ensure!(
            !["evalb", "evalb-spmrl"].contains(&program.as_str()),
            "with --compat {program}, the first word must be brackets"
        );
        anyhow::bail!("{program} is no program for --compat; there are evalb and evalb-spmrl");
    }
    anyhow::ensure!(
        args.measures.n_best.is_none() || !args.input.outputs.repair,
        "--repair does not go with --n-best: an output that is repaired has one tree\n  \
         hint: give several outputs for a sentence one id; --samples best takes the best of them"
    );
    let mut notices = Vec::new();
    let mut metric = metric(&args, &mut notices)?;
    // JSON has everything that --labels is about.
    let asks_for_tags = args.output.asks(&TAG_TABLES)
        || (args.labels && args.output.format.extent() == Extent::Everything)
        || args.behind.show.as_ref().is_some_and(|cell| cell.table.starts_with("tag"));
    if asks_for_tags {
        metric.notes = Noted::Tags;
    } else if args.labels
        || args.output.asks(&["labels", "confusions"])
        || args.behind.show.is_some()
        || args.behind.agreement
    {
        metric.notes = Noted::Labels;
    }
    let is_class = |cell: &CellName| "classes".starts_with(&cell.table.to_lowercase());
    if args.output.asks(&["classes"]) || args.behind.show.as_ref().is_some_and(is_class) {
        metric.classes = Classes::Kummerfeld;
    }
    metric.classes = args.classes.unwrap_or(metric.classes);
    if args.behind.agreement {
        return agreement(&args, &metric, &notices);
    }
    if let Some(treebanks) = treebanks::paired(&args.files, Holds::Trees, &mut notices)? {
        return folders(&mut args, &metric, notices, treebanks);
    }
    match args.measures.n_best {
        None => score(&args, &metric, notices, Brackets::clone),
        Some(which) => score(&args, &metric, notices, |metric| NBest::new(metric.clone(), which)),
    }
}

/// What was typed as a metric, but for what it notes.
pub fn metric(args: &BracketsArgs, notices: &mut Vec<Warning>) -> anyhow::Result<Brackets> {
    let mut metric = brackets_metric(&args.preparation, Preset::Standard, notices)?;
    args.measures.apply(&mut metric);
    anyhow::ensure!(
        metric.parameters.functions == Functions::Remove || !metric.cleaning.functions,
        "--clean functions leaves none for --functions"
    );
    Ok(metric)
}

/// Scores folders.
fn folders(
    args: &mut BracketsArgs,
    metric: &Brackets,
    notices: Vec<Warning>,
    treebanks: Vec<Treebank>,
) -> anyhow::Result<ExitCode> {
    treebanks::refuse(&[
        (args.labels, "--labels"),
        (args.input.outputs.repair, "--repair"),
        (args.classes.is_some(), "--classes"),
        (args.explain, "--explain"),
        (args.behind.asks(), "--show and --contrast"),
        (args.measures.n_best.is_some(), "--n-best"),
    ])?;
    let names = std::mem::take(&mut args.input.names);
    let (args, threads) = (&*args, args.input.threads.start()?);
    let folders = Folders {
        files: &args.files,
        treebanks,
        names,
        known: BracketReport::names(),
        wanted: Wanted {
            cutoff: args.cutoff.or(u32::try_from(metric.parameters.cutoff).ok()),
            ..Wanted::default()
        },
        threads: &threads,
        comparison: &args.comparison,
        output: &args.output,
        plot: &args.plot,
    };
    folders.score((metric, metric), &args.input, notices)
}

/// Scores files; `made` makes what is counted of how brackets are compared.
fn score<M>(
    args: &BracketsArgs,
    metric: &Brackets,
    mut notices: Vec<Warning>,
    made: impl Fn(&Brackets) -> M,
) -> anyhow::Result<ExitCode>
where
    M: Explains<Counts = BracketCounts, Difference = Difference> + OwnMetric + Kind,
    M::Notes: BracketNotes,
{
    let others = if args.explain { conventions(metric) } else { Vec::new() };
    let metrics: Vec<M> =
        [metric].into_iter().chain(others.iter().map(|(_, other)| other)).map(made).collect();
    let threads = args.input.threads.start()?;
    let names = system_names(&args.files.systems, &args.input.names)?;
    let known = outputs::names(BracketReport::names(), &args.input.outputs);
    Typed::of(&args.output, &args.comparison).check(&known, &names)?;
    behind::check(&args.behind, &known, &names)?;
    let usual = if args.measures.n_best.is_some() { &[PlotOf::Rank][..] } else { &[] };
    let plot = Plot::new(&args.plot, &args.output, &known, usual)?;
    let plot = plot.map(|plot| plot.compared_by(&args.comparison));
    let evaluating = Evaluating {
        files: &args.files,
        input: &args.input,
        threads: &threads,
        quiet: args.output.quiet,
        shows: args.output.worst > 0 || args.behind.asks() || args.output.gathering.is_some(),
        lists: args.measures.n_best.is_some(),
    };
    let mut found = evaluating.evaluate(&metrics, &metrics[0], &mut notices)?;
    let variants = found.metrics.split_off(1);
    let base = found.metrics.remove(0);
    save(&args.output, &base.systems)?;
    warnings::print(&notices, args.output.quiet);

    let names = others.into_iter().map(|(change, _)| hints::of_change(change));
    let mut report = BracketReport {
        gold: &found.files[0],
        cutoff: args.cutoff.or(u32::try_from(metric.parameters.cutoff).ok()),
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        picked: None,
        details: base.notes.details(),
        classes: metric.classes,
        behind: Vec::new(),
        realigned: &found.realigned,
        conventions: names.zip(variants.iter().map(|other| other.systems.as_slice())).collect(),
    };
    let picked = behind::pick(
        (&args.behind, args.output.worst),
        &metrics[0],
        &base,
        &report.wanted(&base.systems),
        || found.again.readers(),
        |_, notes, at| BracketReport::tables_of(notes.details(), at),
    )?;
    (report.picked, report.behind) = (picked.rows, picked.behind);
    let lists = base.notes.lists();
    // Of a list nobody knows which tree should be cured; aligned words were cured already, but where branches may cross.
    let is_aligned = metric.tokens == Tokens::Aligned && !found.format.may_have_gaps();
    let places = Places { files: &found.files, gold: Some(found.format), skipped: &base.places };
    let cures = match lists.is_some() || is_aligned {
        true => Vec::new(),
        false => places.cures((metric, &found.again), &base.systems),
    };
    let mut report = report.build(&base.systems);
    outputs::add(&mut report, &base.systems, &found.samples);
    report.asked.extend(args.cutoff.map(|_| "cutoff"));
    if let Some(lists) = lists {
        report.add_n_best(lists);
    }
    places.add(&mut report, &cures);
    let scored = base.systems.first().map(|system| BracketScores::of(&system.signature));
    let scored = scored.unwrap_or_default();
    let scores = &|counts: &BracketCounts| scored.scores(counts);
    report.add_buckets(&args.output.buckets, &base.systems, scores)?;
    let finishing = Finishing {
        systems: &base.systems,
        scores,
        compared: None,
        plot: plot.as_ref(),
        threads: &threads,
        comparison: &args.comparison,
        output: &args.output,
    };
    let chart = &|charts: &Charts<'_>, _| lists.map(|lists| charts.by_rank(&base.systems, lists));
    finishing.finish(report, picked.list, chart, |_| {
        behind::gather(
            &args.output,
            &metrics[0],
            &base.systems,
            || found.again.readers(),
            |_, notes| BracketReport::tables_of(notes.details(), 0),
            |_| {},
        )
    })
}

/// How far trees agree of which none are gold.
fn agreement(
    args: &BracketsArgs,
    metric: &Brackets,
    notices: &[Warning],
) -> anyhow::Result<ExitCode> {
    let paths: Vec<PathBuf> =
        [&args.files.gold].into_iter().chain(&args.files.systems).cloned().collect();
    let names = system_names(&paths, &args.input.names)?;
    let corpora = paths.iter().map(|path| Corpus::read(reader(path, &args.input)?));
    let corpora = corpora.collect::<bezant::error::Result<Vec<_>>>()?;
    let threads = args.input.threads.start()?;
    let most = args.behind.most(args.output.worst);
    let said = |notes: &Vec<_>, at| BracketReport::said(notes, at);
    let found = each_two(metric, &names, &corpora, most, &threads, said)?;
    warnings::print(notices, args.output.quiet);
    let report = BracketReport {
        picked: Some(found.rows),
        behind: found.behind,
        ..BracketReport::default()
    };
    let report = report.build(&found.compared);
    let report =
        report.of_agreement(&found.files, "labels", &found.compared, &BracketCounts::scores);
    let note = "in drawings, gold is the first of two files, the system the second";
    output::write_agreement(report, &found.compared, Some(note), &args.output)
}

/// What was typed about preparation, as a metric of brackets.
pub fn brackets_metric(
    args: &PreparationArgs,
    default: Preset,
    notices: &mut Vec<Warning>,
) -> anyhow::Result<Brackets> {
    // A parameter file says everything itself; a preset is what it adds to only if one is named.
    let base = match args.preset {
        Some(preset) => preset,
        None if args.parameters.is_empty() => default,
        None => Preset::None,
    };
    let preset = Brackets::preset(base);
    let mut parameters = preset.parameters.clone();
    for path in &args.parameters {
        let (name, text) = load(path)?;
        let Added { n_lines, mut complaints } = parameters.read(&name, &text);
        if n_lines == 0 {
            // Where no line is usable it is another file.
            if !complaints.is_empty() {
                return Err(complaints.remove(0).into());
            }
            notices.push(Warning::NoParameters(name));
        }
        notices.extend(complaints.into_iter().map(Warning::Parameter));
    }
    if args.parameters.is_empty() && base == Preset::None {
        notices.push(Warning::EverythingCounts);
    }
    if args.unlabelled {
        parameters.labels = Labelling::Unlabelled;
    }
    Ok(preset.with(|it| {
        it.parameters = parameters;
        it.cleaning = args.clean;
        it.words = if args.unescape { Words::Unescaped } else { Words::Literal };
        it.tokens = if args.align { Tokens::Aligned } else { Tokens::MustMatch };
        it.duplicates = args.duplicates.unwrap_or(it.duplicates);
    }))
}
