//! Folders of treebanks, or lists of them, instead of files: pairs by name, one table for all.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use bezant::evaluation::Evaluation;
use bezant::kinds::{Holds, without_suffix};
use bezant::parallel::Threads;
use bezant::report::{Names, Report};
use bezant::rows::{self, MissingTreebanks, ScoredTreebank};
use bezant::saved::{OwnCounts, OwnMetric};
use bezant::saved::{SavedMetric, Wanted};
use bezant::stats::Interval;

use crate::args::{
    ComparisonArgs, FilesArgs, InputArgs, Missing, OutputArgs, PlotArgs, TreebankArgs, is_stdin,
};
use crate::commands::places;
use crate::commands::plot::{self, Plot};
use crate::commands::{Evaluating, Kind, Typed, load, save, system_names};
use crate::output;
use crate::warnings::{self, Warning};

/// A treebank, and what each system has for it.
pub struct Treebank {
    pub name: String,
    gold: PathBuf,
    systems: Vec<Option<PathBuf>>,
}

/// What systems came to in one treebank, and what one comes to that has no sentence, where that is asked for.
pub type Parts<C> = (Vec<Evaluation<C>>, Option<Evaluation<C>>);

/// Endings of files that are compressed.
const PACKED: [&str; 4] = [".gz", ".bz2", ".xz", ".zst"];

/// Endings of parses that no format calls its own.
const OTHERS: [&str; 4] = [".tree", ".trees", ".prd", ".parses"];

/// All files of a folder and of those in it, or of a list; none of a plain file. What is hidden is none.
pub fn files_of(path: &Path, is_list: bool) -> anyhow::Result<Vec<PathBuf>> {
    if is_list && !path.is_dir() {
        anyhow::ensure!(!is_stdin(path), "a list of files cannot be standard input");
        let (name, text) = load(path)?;
        let text = std::str::from_utf8(&text).with_context(|| format!("{name} is no list"))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut found = Vec::new();
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            let (file, shown) = (folder.join(line), line.chars().take(60).collect::<String>());
            anyhow::ensure!(
                line.is_empty() || file.is_file(),
                "{name}:{number}: there is no file {shown}; a list has one a line, as seen from its folder"
            );
            found.extend((!line.is_empty()).then_some(file));
        }
        return Ok(found);
    }
    let mut found = Vec::new();
    let mut folders = if path.is_dir() { vec![path.to_path_buf()] } else { Vec::new() };
    while let Some(folder) = folders.pop() {
        let cannot = || format!("cannot read the folder {}", folder.display());
        for entry in fs::read_dir(&folder).with_context(cannot)? {
            let path = entry.with_context(cannot)?.path();
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
            if !is_hidden && path.is_dir() {
                folders.push(path);
            } else if !is_hidden && path.is_file() {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// What a file is called, without folders and what says in which format it is.
pub fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    without_suffix(&name).to_string()
}

/// Whether a file's name says that it holds what is wanted.
fn is_called(path: &Path, wanted: Holds) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    let name = PACKED.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
    let own = wanted.formats().flat_map(|row| row.suffixes);
    own.chain(&OTHERS).any(|end| name.ends_with(end))
}

/// The files of one side by name: `NAME.anything`, behind the folders that it is in. Where some files have
/// endings of what is wanted, others (`README.md`, the text itself) are none of them.
fn by_name(
    path: &Path,
    args: &TreebankArgs,
    wanted: Holds,
) -> anyhow::Result<BTreeMap<String, PathBuf>> {
    let shown = path.display();
    let mut files = files_of(path, args.list)?;
    if files.iter().any(|file| is_called(file, wanted)) {
        files.retain(|file| is_called(file, wanted));
    }
    anyhow::ensure!(!files.is_empty(), "{shown} has no files in it");
    let name = |file: &PathBuf, is_short: bool| {
        let whole = name_of(file);
        let own = match is_short {
            true => whole.split('.').next().unwrap_or_default().to_string(),
            false => whole,
        };
        let folder = file.parent().and_then(|folder| folder.strip_prefix(path).ok());
        let folder = folder.filter(|folder| !args.list && !folder.as_os_str().is_empty());
        folder.map_or(own.clone(), |folder| format!("{}/{own}", folder.to_string_lossy()))
    };
    // v2.1 and v2.2 are two, a.gold and a.system are one.
    let is_clear = |is_short: bool| {
        let mut names: Vec<String> = files.iter().map(|file| name(file, is_short)).collect();
        names.sort();
        names.windows(2).all(|two| two[0] != two[1])
    };
    let is_short = is_clear(true);
    let mut named: BTreeMap<String, PathBuf> = BTreeMap::new();
    for file in &files {
        let name = name(file, is_short);
        if let Some(other) = named.insert(name.clone(), file.clone()) {
            anyhow::bail!(
                "{} and {} are both the treebank {name}; keep one of them in the folder",
                other.display(),
                file.display()
            );
        }
    }
    Ok(named)
}

/// The treebanks that were named, by name; nothing where files were.
pub fn paired(
    files: &FilesArgs,
    wanted: Holds,
    notices: &mut Vec<Warning>,
) -> anyhow::Result<Option<Vec<Treebank>>> {
    let FilesArgs { gold, systems, treebanks } = files;
    if !treebanks.list && !gold.is_dir() {
        // A system that is a folder is refused where it is opened.
        return Ok(None);
    }
    if let Some(file) = systems.iter().find(|path| !treebanks.list && !path.is_dir()) {
        anyhow::bail!(
            "{} is a folder, and {} is none; where gold is a folder, systems are folders, too",
            gold.display(),
            file.display()
        );
    }
    let golds = by_name(gold, treebanks, wanted)?;
    let own = systems.iter().map(|system| by_name(system, treebanks, wanted));
    let own = own.collect::<anyhow::Result<Vec<_>>>()?;
    for (system, own) in systems.iter().zip(&own) {
        let extra = own.iter().filter(|(name, _)| !golds.contains_key(*name));
        let extra: Vec<String> = extra.map(|(_, path)| path.display().to_string()).collect();
        anyhow::ensure!(
            extra.len() < own.len(),
            "no file of {} has the name of one of gold's, such as {}",
            system.display(),
            golds.keys().next().map_or("", String::as_str)
        );
        if !extra.is_empty() {
            notices.push(Warning::ExtraTreebanks(extra));
        }
        let missing: Vec<&str> =
            golds.keys().filter(|name| !own.contains_key(*name)).map(String::as_str).collect();
        anyhow::ensure!(
            missing.is_empty() || treebanks.missing != Missing::Error,
            "{} has nothing for {}, and --missing error forbids that",
            system.display(),
            missing.join(", ")
        );
    }
    let treebank = |(name, gold): (String, PathBuf)| {
        let systems = own.iter().map(|own| own.get(&name).cloned()).collect();
        Treebank { name, gold, systems }
    };
    Ok(Some(golds.into_iter().map(treebank).collect()))
}

impl Treebank {
    /// Gold's file, and those of the systems that have one.
    pub fn files(&self) -> FilesArgs {
        FilesArgs {
            gold: self.gold.clone(),
            systems: self.systems.iter().flatten().cloned().collect(),
            treebanks: TreebankArgs::default(),
        }
    }

    /// Of the names of all systems, those that have a file, as names are typed.
    pub fn own_names(&self, all: &[String]) -> Vec<String> {
        let own = all.iter().zip(&self.systems).filter(|(_, file)| file.is_some());
        own.map(|(name, _)| name.replace(',', " ")).collect()
    }
}

/// How folders are scored and shown.
pub struct Folders<'a> {
    pub files: &'a FilesArgs,
    pub treebanks: Vec<Treebank>,
    /// What was typed of systems' names.
    pub names: Vec<String>,
    /// What a report can have in it.
    pub known: Names,
    /// What is wanted beside what `output` says.
    pub wanted: Wanted<'a>,
    pub threads: &'a Threads,
    pub comparison: &'a ComparisonArgs,
    pub output: &'a OutputArgs,
    pub plot: &'a PlotArgs,
}

impl Folders<'_> {
    /// Scores all treebanks by a metric of sentences that stand in files one after the other.
    pub fn score<M: OwnMetric>(
        self,
        (metric, kind): (&M, &impl Kind),
        input: &InputArgs,
        mut notices: Vec<Warning>,
    ) -> anyhow::Result<ExitCode> {
        let (threads, quiet) = (self.threads, self.output.quiet);
        self.run::<M>(|treebank, needs_nothing| {
            let files = &treebank.files();
            let evaluating =
                Evaluating { files, input, threads, quiet, shows: false, lists: false };
            let found = evaluating.treebank(metric, kind, needs_nothing, &mut notices)?;
            tell(&mut notices, quiet);
            Ok(found)
        })
    }

    /// Scores all treebanks one after the other, each by `one`, and shows them together. `one` is given the
    /// treebank, and whether what nobody found in it is needed.
    pub fn run<M: OwnMetric>(
        self,
        mut one: impl FnMut(&Treebank, bool) -> anyhow::Result<Parts<M::Counts>>,
    ) -> anyhow::Result<ExitCode> {
        let names = system_names(&self.files.systems, &self.names)?;
        Typed::of(self.output, self.comparison)
            .check(&with_treebanks(self.known.clone()), &names)?;
        let plot = Plot::new(self.plot, self.output, &self.known, plot::usual(M::Saved::CHART))?;
        let plot = plot.map(|plot| plot.compared_by(self.comparison));
        let missing = match self.files.treebanks.missing {
            Missing::Skip => MissingTreebanks::Skip,
            Missing::Zero | Missing::Error => MissingTreebanks::Zero,
        };
        let mut scored = Vec::new();
        for treebank in &self.treebanks {
            let none = treebank.systems.iter().all(Option::is_none);
            let some_lack = treebank.systems.iter().any(Option::is_none);
            // Without any system, gold must be signed all the same.
            let needs = none || (some_lack && missing == MissingTreebanks::Zero);
            let (found, nothing) = one(treebank, needs)?;
            anyhow::ensure!(
                found.len() == treebank.systems.iter().flatten().count(),
                "repeated samples are about one treebank; score its file, not folders"
            );
            let mut found = found.into_iter();
            let systems =
                treebank.systems.iter().map(|file| file.as_ref().and_then(|_| found.next()));
            let systems = systems.collect();
            scored.push(ScoredTreebank { name: treebank.name.clone(), systems, nothing });
        }
        let systems = rows::join_treebanks(scored, &names, missing)?;
        save(self.output, &systems)?;
        let first = systems.first().context("the command line asks for a system")?;
        let metric = M::saved(&first.signature)?;
        let scores = &|total: &M::Counts| metric.scores(total);
        let gold = self.files.gold.display().to_string();
        let OutputArgs { per_sentence, worst, .. } = *self.output;
        let wanted = Wanted { gold: &gold, per_sentence, worst, ..self.wanted };
        let mut report = metric.report(&systems, &wanted);
        report.add_buckets(&self.output.buckets, &systems, scores)?;
        let mut intervals = Vec::new();
        if let Some(comparing) = self.comparison.comparing(systems.len()) {
            report.add_comparisons(&OwnCounts::compare(
                &comparing,
                &systems,
                scores,
                self.threads,
            )?);
            intervals = comparing.over_treebanks(&systems, scores, self.threads);
        } else {
            report.add_nothing_drawn();
        }
        add(&metric, &mut report, &systems, &intervals);
        if let Some(plot) = plot {
            plot.draw(&report, &systems, scores, self.threads, &|charts, window| {
                metric.size_chart(charts, &systems, window)
            })?;
        }
        // Folders are not repaired.
        places::without_repair(&mut report);
        output::write(&report, self.output)
    }
}

/// Refuses what is about single files.
pub fn refuse(options: &[(bool, &str)]) -> anyhow::Result<()> {
    match options.iter().find(|(is_typed, _)| *is_typed) {
        Some((_, option)) => anyhow::bail!(
            "{option} is about one treebank; run it on the file that it is about, not on folders"
        ),
        None => Ok(()),
    }
}

/// Adds a table of treebanks to a report, if its rows say of which they are.
pub fn add<M: SavedMetric>(
    metric: &M,
    report: &mut Report,
    systems: &[Evaluation<M::Counts>],
    intervals: &[Vec<(&'static str, Interval)>],
) {
    let wanted = Wanted::default();
    let one = |own: &Evaluation<M::Counts>| {
        let report = metric.report(std::slice::from_ref(own), &wanted);
        report.systems.into_iter().next().expect("one system was given")
    };
    report.add_treebanks(systems, one, intervals);
}

/// What a report of saved rows can have in it.
pub fn names<M: SavedMetric>(metric: &M, systems: &[Evaluation<M::Counts>]) -> Names {
    match systems.iter().all(|system| system.treebanks.is_empty()) {
        true => metric.names(),
        false => with_treebanks(metric.names()),
    }
}

/// Means are those over treebanks, of every score.
fn with_treebanks(mut names: Names) -> Names {
    names.tables.push("treebanks");
    names.macro_scores.clone_from(&names.scores);
    names
}

/// Prints what was noticed.
pub fn tell(notices: &mut Vec<Warning>, quiet: bool) {
    warnings::print(notices, quiet);
    notices.clear();
}
