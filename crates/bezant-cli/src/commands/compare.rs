//! `bezant compare`.

use std::path::PathBuf;
use std::process::ExitCode;

use bezant::counts::Counts;
use bezant::error::{Error, ErrorKind};
use bezant::evaluation::Evaluation;
use bezant::metrics::fragments::Limit;
use bezant::report::PageSentences;
use bezant::saved::OwnCounts;
use bezant::saved::{SavedMetric, Visitor, Wanted, with_metric};
use bezant::source::Source;

use crate::args::CompareArgs;
use crate::commands::merge::open_rows;
use crate::commands::plot::{self, Plot};
use crate::commands::{SAVED, Typed, outputs, save, treebanks};
use crate::output;

pub fn run(mut args: CompareArgs) -> anyhow::Result<ExitCode> {
    args.output.are_rows = true;
    let (files, signature) = open_rows(&args.rows)?;
    with_metric(&signature, ComparingRows { args: &args, files })?
}

/// What is needed to compare rows of any metric.
struct ComparingRows<'a> {
    args: &'a CompareArgs,
    files: Vec<Source>,
}

impl Visitor for ComparingRows<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<M: SavedMetric>(self, metric: M) -> anyhow::Result<ExitCode> {
        let args = self.args;
        let files =
            self.files.into_iter().map(M::Counts::read).collect::<bezant::error::Result<_>>()?;
        let systems: Vec<Evaluation<M::Counts>> = together(files, &args.rows)?;
        anyhow::ensure!(
            systems.len() > 1 || args.comparison.replicates.is_some(),
            "there is only {} to compare; give the rows of another system, or --replicates for an \
             interval",
            systems[0].system
        );
        let names: Vec<String> = systems.iter().map(|system| system.system.clone()).collect();
        let known = treebanks::names(&metric, &systems);
        let known = outputs::names_for(known, &systems[0].signature);
        Typed::of(&args.output, &args.comparison).check(&known, &names)?;
        let plot = Plot::new(&args.plot, &args.output, &known, plot::usual(M::CHART))?
            .map(|plot| plot.compared_by(&args.comparison));
        save(&args.output, &systems)?;
        let wanted = Wanted {
            gold: SAVED,
            per_sentence: args.output.per_sentence,
            worst: args.output.worst,
            limits: vec![Limit::All],
            level: Some(args.comparison.level),
            ..Wanted::default()
        };
        let mut report = metric.report(&systems, &wanted);
        outputs::add(&mut report, &systems, &[]);
        let scores = &|total: &M::Counts| metric.scores(total);
        report.add_buckets(&args.output.buckets, &systems, scores)?;
        let threads = args.threads.start()?;
        let mut intervals = Vec::new();
        if let Some(comparing) = args.comparison.comparing(systems.len()) {
            report.add_comparisons(&OwnCounts::compare(&comparing, &systems, scores, &threads)?);
            intervals = comparing.over_treebanks(&systems, scores, &threads);
        }
        treebanks::add(&metric, &mut report, &systems, &[], &intervals);
        metric.add_intervals(&mut report, &systems, &wanted);
        if args.comparison.replicates == Some(0) {
            report.add_nothing_drawn();
        }
        if let Some(plot) = plot {
            plot.draw(&report, &systems, scores, &threads, &|charts, window| {
                metric.size_chart(charts, &systems, window)
            })?;
        }
        if let Some(page) = &args.output.gathering {
            let mut found =
                PageSentences::of_rows(&systems, scores, |counts| metric.errors(counts));
            found.add_ledgers(&systems, |counts| metric.ledgers(counts));
            page.add_sentences(found);
        }
        output::write(&report, &args.output)
    }
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
