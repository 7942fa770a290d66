//! Folders of treebanks, or lists of them, instead of files: pairs by name, one table for all.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use bezant::counts::Counts;
use bezant::evaluation::{Evaluation, SkippedPlace};
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
use crate::commands::places::{self, place_of};
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

/// What came of one treebank.
pub struct Parts<C> {
    /// Of each system that has a file for it.
    pub systems: Vec<Evaluation<C>>,
    /// Where the sentences stand that each of these could not be scored by.
    pub places: Vec<Vec<SkippedPlace>>,
    /// What a system comes to that has no sentence, where that is asked for.
    pub nothing: Option<Evaluation<C>>,
}

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

/// A file of one side with its names: what format it is in cut off, and up to the first full stop. Both stand
/// behind the folders that it is in.
struct Named {
    whole: String,
    short: String,
    path: PathBuf,
}

/// The files of one side. Where some files have endings of what is wanted, others (`README.md`, the text
/// itself) are none of them.
fn side(path: &Path, args: &TreebankArgs, wanted: Holds) -> anyhow::Result<Vec<Named>> {
    let mut files = files_of(path, args.list)?;
    if files.iter().any(|file| is_called(file, wanted)) {
        files.retain(|file| is_called(file, wanted));
    }
    anyhow::ensure!(!files.is_empty(), "{} has no files in it", path.display());
    let mut named: BTreeMap<String, Named> = BTreeMap::new();
    for file in files {
        let own = name_of(&file);
        let folder = file.parent().and_then(|folder| folder.strip_prefix(path).ok());
        let folder = folder.filter(|folder| !args.list && !folder.as_os_str().is_empty());
        let behind = |name: &str| {
            folder.map_or(name.to_string(), |folder| format!("{}/{name}", folder.to_string_lossy()))
        };
        let (whole, short) = (behind(&own), behind(own.split('.').next().unwrap_or_default()));
        if let Some(other) = named.get(&whole) {
            return Err(both(&whole, &other.path, &file));
        }
        named.insert(whole.clone(), Named { whole, short, path: file });
    }
    Ok(named.into_values().collect())
}

/// Two files of one side are one treebank.
fn both(name: &str, one: &Path, other: &Path) -> anyhow::Error {
    let (one, other) = (one.display(), other.display());
    anyhow::anyhow!(
        "{one} and {other} are both the treebank {name}; keep one of them in the folder"
    )
}

/// How many files of a side have each short name.
fn shared(side: &[Named]) -> BTreeMap<&str, usize> {
    side.iter().fold(BTreeMap::new(), |mut shared, file| {
        *shared.entry(file.short.as_str()).or_default() += 1;
        shared
    })
}

/// Which file of a system is of which of gold's, by their places. Files of the same name belong together. If
/// none of these has a full stop in its name (`en.dev`), `a.gold` and `a.system` do, too.
fn pair_names(golds: &[Named], own: &[Named]) -> anyhow::Result<Vec<Option<usize>>> {
    let places: BTreeMap<&str, usize> = own.iter().map(|it| it.whole.as_str()).zip(0..).collect();
    let mut found: Vec<Option<usize>> =
        golds.iter().map(|gold| places.get(gold.whole.as_str()).copied()).collect();
    let is_told =
        golds.iter().zip(&found).any(|(gold, at)| at.is_some() && gold.whole != gold.short);
    if is_told {
        return Ok(found);
    }
    let mut rest: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut is_taken = vec![false; own.len()];
    found.iter().flatten().for_each(|at| is_taken[*at] = true);
    for (at, file) in own.iter().enumerate().filter(|(at, _)| !is_taken[*at]) {
        rest.entry(&file.short).or_default().push(at);
    }
    let mut taken: BTreeMap<&str, &Path> = BTreeMap::new();
    for (gold, found) in golds.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
        let Some(like) = rest.get(gold.short.as_str()) else { continue };
        if let [one, other, ..] = like[..] {
            return Err(both(&gold.short, &own[one].path, &own[other].path));
        }
        if let Some(other) = taken.insert(&gold.short, &gold.path) {
            return Err(both(&gold.short, other, &gold.path));
        }
        *found = like.first().copied();
    }
    Ok(found)
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
    let golds = side(gold, treebanks, wanted)?;
    // v2.1 and v2.2 are two, and a.gold is called a. Systems do not change what a treebank is called.
    let is_short = shared(&golds).values().all(|n| *n == 1);
    let name = |gold: &Named| if is_short { gold.short.clone() } else { gold.whole.clone() };
    let mut found: Vec<Treebank> = golds
        .iter()
        .map(|gold| Treebank { name: name(gold), gold: gold.path.clone(), systems: Vec::new() })
        .collect();
    for system in systems {
        let own = side(system, treebanks, wanted)?;
        let pairs = pair_names(&golds, &own)?;
        let mut is_extra = vec![true; own.len()];
        pairs.iter().flatten().for_each(|at| is_extra[*at] = false);
        let extra = own.iter().zip(&is_extra).filter(|(_, is_extra)| **is_extra);
        let extra: Vec<String> = extra.map(|(file, _)| file.path.display().to_string()).collect();
        anyhow::ensure!(
            extra.len() < own.len(),
            "no file of {} has the name of one of gold's, such as {}",
            system.display(),
            found.first().map_or("", |treebank| &treebank.name)
        );
        if !extra.is_empty() {
            notices.push(Warning::ExtraTreebanks(extra));
        }
        let files = pairs.iter().map(|at| at.map(|at| own[at].path.clone()));
        found.iter_mut().zip(files).for_each(|(treebank, file)| treebank.systems.push(file));
        let lacks = |treebank: &&Treebank| treebank.systems.last().is_some_and(Option::is_none);
        let missing: Vec<&str> = found.iter().filter(lacks).map(|it| it.name.as_str()).collect();
        anyhow::ensure!(
            missing.is_empty() || treebanks.missing != Missing::Error,
            "{} has nothing for {}, and --missing error forbids that",
            system.display(),
            missing.join(", ")
        );
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Some(found))
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

    /// Where the sentences of a system's file stand that could not be scored, in their order.
    fn places<'a, C: Counts>(
        &'a self,
        file: &'a Path,
        scored: &'a Evaluation<C>,
        places: &'a [SkippedPlace],
    ) -> impl Iterator<Item = Option<String>> + use<'a, C> {
        let names = [&self.gold, file].map(|path| path.display().to_string());
        scored.skipped().zip(places).map(move |((_, skipped), place)| {
            let reason = &skipped.reason;
            place_of(reason.name(), reason.position(), place, [&names[0], &names[1]])
        })
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
        let mut places: Vec<Vec<Option<String>>> = vec![Vec::new(); self.files.systems.len()];
        for treebank in &self.treebanks {
            let none = treebank.systems.iter().all(Option::is_none);
            let some_lack = treebank.systems.iter().any(Option::is_none);
            // Without any system, gold must be signed all the same.
            let needs = none || (some_lack && missing == MissingTreebanks::Zero);
            let Parts { systems: found, places: skipped, nothing } = one(treebank, needs)?;
            anyhow::ensure!(
                found.len() == treebank.systems.iter().flatten().count(),
                "repeated samples are about one treebank; score its file, not folders"
            );
            let mut found = found.into_iter().zip(skipped);
            let mut systems = Vec::new();
            for (file, places) in treebank.systems.iter().zip(&mut places) {
                let own = file.as_ref().and_then(|file| Some((file, found.next()?)));
                // Where it has no file, nothing is skipped: nothing was found there.
                if let Some((file, (own, skipped))) = &own {
                    places.extend(treebank.places(file, own, skipped));
                }
                systems.push(own.map(|(_, (own, _))| own));
            }
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
        let known: Vec<String> = self.treebanks.iter().map(|it| it.name.clone()).collect();
        add(&metric, &mut report, &systems, &known, &intervals);
        // A treebank's name is not yet a file, nor whose it is.
        for (system, places) in report.systems.iter_mut().zip(places) {
            let rows = system.skipped.iter_mut().zip(places);
            rows.for_each(|(row, place)| row.place = place.or(row.place.take()));
        }
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

/// Adds a table of treebanks to a report, if its rows say of which they are. Some that are known may have no row.
pub fn add<M: SavedMetric>(
    metric: &M,
    report: &mut Report,
    systems: &[Evaluation<M::Counts>],
    known: &[String],
    intervals: &[Vec<(&'static str, Interval)>],
) {
    let wanted = Wanted::default();
    let one = |own: &Evaluation<M::Counts>| {
        let report = metric.report(std::slice::from_ref(own), &wanted);
        report.systems.into_iter().next().expect("one system was given")
    };
    report.add_treebanks(systems, known, one, intervals);
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
