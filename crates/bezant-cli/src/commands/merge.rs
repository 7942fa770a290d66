//! `bezant merge`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use bezant::evaluation::Evaluation;
use bezant::report::Report;
use bezant::rows::{self, Overlap};
use bezant::saved::OwnCounts;
use bezant::saved::{Extra, NoMetric, SavedMetric, Visitor, Wanted, with_metric};
use bezant::signature::Signature;
use bezant::source::Source;

use crate::args::{MergeArgs, is_parquet};
use crate::commands::plot::{self, Plot};
use crate::commands::{SAVED as GOLD, Typed, open, outputs, save, treebanks};
use crate::output;
use crate::session;
use crate::warnings::{self, Warning};

pub fn run(mut args: MergeArgs) -> anyhow::Result<ExitCode> {
    args.output.are_rows = true;
    let (files, signature) = open_rows(&args.rows)?;
    let mut wanted = Wanted {
        gold: GOLD,
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        cutoff: args.cutoff,
        by_size: args.sizes_shown.by_size,
        limits: args.sizes_shown.limits.clone(),
        level: None,
    };
    if let Some(idle) = wanted.idle(signature.metric()) {
        let option = match idle.what {
            Extra::Cutoff => "--cutoff",
            Extra::BySize => "--by-size",
            Extra::Limits => "--limits",
        };
        anyhow::bail!(
            "{option} is for rows of {}, and these are of {}",
            idle.metrics.join(" and "),
            signature.metric()
        );
    }
    // A metric with sizes has some that nobody asked for.
    wanted.limits = args.sizes_shown.limits();
    let report = with_metric(
        &signature,
        Merging { args: &args, files, wanted, signature: signature.clone() },
    )??;
    output::write(&report, &args.output)
}

/// What is needed to merge rows of any metric.
struct Merging<'a> {
    args: &'a MergeArgs,
    files: Vec<Source>,
    wanted: Wanted<'a>,
    signature: Signature,
}

impl Visitor for Merging<'_> {
    type Output = anyhow::Result<Report>;

    fn visit<M: SavedMetric>(self, metric: M) -> anyhow::Result<Report> {
        let typed = Typed { output: &self.args.output, baseline: None, scores: &[] };
        let args = self.args;
        let systems = merged(self.args, self.files)?;
        let names = treebanks::names(&metric, &systems);
        let names = outputs::names_for(names, &self.signature);
        typed.check(&names, &[])?;
        let plot = Plot::new(&args.plot, &args.output, &names, plot::usual(M::CHART))?;
        save(&args.output, &systems)?;
        let mut report = metric.report(&systems, &self.wanted);
        outputs::add(&mut report, &systems, &[]);
        report.asked.extend(self.args.cutoff.map(|_| "cutoff"));
        report.asked.extend((!self.args.sizes_shown.limits.is_empty()).then_some("limits"));
        let scores = &|total: &M::Counts| metric.scores(total);
        report.add_buckets(&self.args.output.buckets, &systems, scores)?;
        metric.add_intervals(&mut report, &systems, &self.wanted);
        treebanks::add(&metric, &mut report, &systems, &[], &[]);
        if let Some(plot) = plot {
            let threads = session::threads(None)?;
            plot.draw(&report, &systems, scores, &threads, &|charts, window| {
                metric.size_chart(charts, &systems, window)
            })?;
        }
        Ok(report)
    }
}

/// Files of rows of the same metric, with the first one's signature.
pub(super) fn open_rows(paths: &[PathBuf]) -> anyhow::Result<(Vec<Source>, Signature)> {
    // Each file is opened once: standard input and pipes cannot be read again.
    let mut files =
        paths.iter().map(|path| open(path)).collect::<bezant::error::Result<Vec<_>>>()?;
    let signatures =
        files.iter_mut().map(rows::signature).collect::<bezant::error::Result<Vec<_>>>()?;
    for (signature, path) in signatures.iter().zip(paths) {
        with_metric(signature, Known).map_err(|error| cannot_score(path, signature, &error))?;
    }
    for (other, path) in signatures.iter().zip(paths) {
        anyhow::ensure!(
            other.metric() == signatures[0].metric(),
            "{} has rows of {}, {} of {}",
            paths[0].display(),
            signatures[0].metric(),
            path.display(),
            other.metric()
        );
    }
    let first = signatures.into_iter().next().context("the command line asks for a file")?;
    Ok((files, first))
}

/// Whether rows can be scored at all.
struct Known;

impl Visitor for Known {
    type Output = ();

    fn visit<M: SavedMetric>(self, _metric: M) {}
}

/// Rows of a metric that is not known, or whose signature leaves out how they were made.
fn cannot_score(path: &Path, signature: &Signature, why: &NoMetric) -> anyhow::Error {
    // Parquet has no lines.
    let line = if is_parquet(path) { "" } else { ":1" };
    let path = path.display();
    anyhow::anyhow!(
        "{path}{line}: {why}\n  hint: the signature begins with the metric, {} here; if a newer bezant saved the \
         rows, take that one; if the line was changed, save them again with --save",
        signature.metric()
    )
}

/// A system, its parts, and the file of each.
type Parts<'a, C> = (String, Vec<Evaluation<C>>, Vec<&'a PathBuf>);

/// Systems in the order they are met, each with its parts in the order of the files.
fn merged<C: OwnCounts>(
    args: &MergeArgs,
    files: Vec<Source>,
) -> anyhow::Result<Vec<Evaluation<C>>> {
    let mut systems: Vec<Parts<'_, C>> = Vec::new();
    for (file, path) in files.into_iter().zip(&args.rows) {
        for mut part in C::read(file)? {
            if args.by_treebank {
                rows::in_treebank(&mut part, &treebanks::name_of(path));
            }
            match systems.iter_mut().find(|(name, ..)| *name == part.system) {
                Some((_, parts, files)) => {
                    parts.push(part);
                    files.push(path);
                }
                None => systems.push((part.system.clone(), vec![part], vec![path])),
            }
        }
    }
    let mut notices = Vec::new();
    let mut merged = Vec::new();
    for (system, mut parts, files) in systems {
        let overlap = C::overlap(&parts);
        rows::sort_by_treebank(&mut parts);
        let mut seen = Vec::new();
        for part in &parts {
            // Two treebanks may have the same sentences, as they may in folders.
            let names: Vec<&str> = part.treebanks.iter().map(|it| it.name.as_str()).collect();
            let this = (&part.signature, names);
            // Added up, two systems would be one that never was.
            anyhow::ensure!(
                !seen.contains(&this),
                "{system} has rows of the same sentences more than once; give each part once\n  hint: if \
                 these are two systems, save one under another name (--names NAME --save FILE), or \
                 see bezant compare, which tells them apart by their files"
            );
            seen.push(this);
        }
        notices.extend(overlap.map(|Overlap { parts, sentences, n_rows }| Warning::SameRows {
            system,
            files: parts.map(|part| files[part].display().to_string()),
            sentences,
            n_rows,
        }));
        merged.extend(C::merge(parts)?);
    }
    // One table has one signature.
    rows::check_same_options(&merged)?;
    if let Some(pair) = merged.windows(2).find(|pair| pair[0].signature != pair[1].signature) {
        let [one, two] = [&pair[0], &pair[1]].map(|evaluation| evaluation.system.clone());
        notices.push(Warning::OtherData(one, two));
    }
    warnings::print(&notices, args.output.quiet);
    Ok(merged)
}
