//! One file a command: read, call, show.

pub mod against;
pub mod agreement;
pub mod behind;
pub mod brackets;
pub mod check;
pub mod compare;
pub mod convert;
pub mod demo;
pub mod dependencies;
pub mod draw;
pub mod entail;
pub mod fragments;
pub mod generate;
pub mod merge;
pub mod outputs;
pub mod places;
pub mod plot;
pub mod relations;
pub mod report;
pub mod treebanks;
pub mod unbounded;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use bezant::comparison::NotThere;
use bezant::counts::Counts;
use bezant::error::{Error, ErrorKind};
use bezant::evaluation::{Evaluated, Evaluation, Realigned, evaluate};
use bezant::formats::conllu::Roots;
use bezant::formats::outputs::Beside;
use bezant::formats::{Corpus, Holds, Reader};
use bezant::kinds::without_suffix;
use bezant::metric::{Pairing, Scorer};
use bezant::metrics::brackets::{Brackets, NBest, Tokens, Words};
use bezant::metrics::trees::parameters::{Added, Convention, Labelling, Preset, Spans};
use bezant::parallel::Threads;
use bezant::report::{Buckets, Names};
use bezant::rows;
use bezant::source::{Source, Text};

use crate::args::{
    Command, ComparisonArgs, FilesArgs, InputArgs, OutputArgs, PreparationArgs, is_stdin,
};
use crate::commands::outputs::Opened;
use crate::diagnostics::Repairable;
use crate::output;
use crate::progress::Progress;
use crate::session;
use crate::signals;
use crate::warnings::Warning;

/// Does what was typed.
pub fn run(mut command: Command) -> anyhow::Result<ExitCode> {
    command.check_files()?;
    against::check(&command)?;
    let page = report::Wanted::of(&mut command)?;
    let status = once(command)?;
    if let Some(page) = page {
        page.write()?;
    }
    Ok(status)
}

/// Runs a command whose files were looked at.
fn once(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Brackets(args) => brackets::run(*args),
        Command::Fragments(args) => fragments::run(*args),
        Command::Compare(args) => compare::run(*args),
        Command::Dependencies(args) => dependencies::run(*args),
        Command::Entail(args) => entail::run(*args),
        Command::Relations(args) => relations::run(args),
        Command::Check(args) => check::run(&args),
        Command::Unbounded(args) => unbounded::run(&args),
        Command::Convert(args) => convert::run(*args),
        Command::Draw(args) => draw::run(*args),
        Command::Merge(args) => merge::run(*args),
        Command::Report(args) => report::run(&args),
        Command::Demo(args) => demo::run(args),
        Command::Completions(args) => generate::completions(args),
        Command::Man(args) => generate::man(args),
        Command::Links(args) => generate::links(&args),
        Command::Schema => generate::schema(),
    }
}

/// The name of gold where only rows are left of it.
pub const SAVED: &str = "saved rows";

/// Opens a file; `-` is standard input.
pub fn open(path: &Path) -> bezant::error::Result<Source> {
    if is_stdin(path) {
        return Ok(
            Source::from_reader("standard input", std::io::stdin())?.with_limit(session::limit())
        );
    }
    if let Some(source) = session::open(path) {
        return Ok(source?.with_limit(session::limit()));
    }
    signals::reads(path);
    Ok(Source::open(path)?.with_limit(session::limit()))
}

/// A file's name and text.
pub type Loaded = (String, Text);

/// Reads a whole file.
pub fn load(path: impl AsRef<Path>) -> bezant::error::Result<Loaded> {
    let source = open(path.as_ref())?;
    let name = source.name().to_string();
    Ok((name, source.rest()?))
}

/// Opens a file and starts to read sentences.
pub fn reader(path: &Path, args: &InputArgs) -> bezant::error::Result<Reader> {
    match session::reader(path, args.input) {
        Some(reader) => reader,
        None => Ok(Reader::new(open(path)?, args.input)),
    }
}

fn open_lists(path: &Path) -> bezant::error::Result<Source> {
    match session::open_lists(path) {
        Some(source) => Ok(source?.with_limit(session::limit())),
        None => open(path),
    }
}

/// Opens a system's file, which may have several trees a sentence.
fn list_reader(path: &Path) -> bezant::error::Result<Reader> {
    Ok(Reader::of_lists(open_lists(path)?))
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

/// How files are evaluated.
pub struct Evaluating<'a> {
    pub files: &'a FilesArgs,
    pub input: &'a InputArgs,
    pub threads: &'a Threads,
    pub quiet: bool,
    /// Whether some sentences are to be shown, for which files are read again.
    pub shows: bool,
    /// Whether systems may have several trees a sentence.
    pub lists: bool,
}

/// What came of them.
pub struct Found<'a, M: Scorer> {
    /// What gold is called.
    pub gold: String,
    /// In the order of the metrics, with the systems' names.
    pub metrics: Vec<Evaluated<M>>,
    /// For each system, which sentences were not paired in order.
    pub realigned: Vec<Vec<Realigned>>,
    /// The systems as they were given, and how many samples of each there are.
    pub samples: Vec<(String, usize)>,
    /// The files, to be read again.
    pub again: Again<'a>,
}

/// The files of an evaluation, gold first, to be read again.
pub struct Again<'a> {
    files: Vec<Readable<'a>>,
    input: &'a InputArgs,
    lists: bool,
}

/// A file that can be read again: by opening it, or from memory.
enum Readable<'a> {
    File(&'a Path),
    Kept(Corpus),
}

impl Readable<'_> {
    fn reader(&self, args: &InputArgs, lists: bool) -> bezant::error::Result<Reader> {
        match self {
            Readable::File(path) if lists => list_reader(path),
            Readable::File(path) => reader(path, args),
            Readable::Kept(corpus) => Ok(Reader::from(corpus)),
        }
    }
}

impl Again<'_> {
    /// One file from its beginning, gold being the first, if it can be read again.
    fn file(&self, at: usize) -> Option<bezant::error::Result<Reader>> {
        let file = self.files.get(at)?;
        let can = match file {
            Readable::File(path) => can_be_opened_again(path),
            Readable::Kept(_) => true,
        };
        can.then(|| file.reader(self.input, self.are_lists(at)))
    }

    /// Gold always has one tree a sentence.
    fn are_lists(&self, at: usize) -> bool {
        self.lists && at > 0
    }

    /// Gold and the systems, from their beginnings.
    pub fn readers(&self) -> bezant::error::Result<(Reader, Vec<Reader>)> {
        let all = self.files.iter().enumerate();
        let mut files = all.map(|(at, file)| file.reader(self.input, self.are_lists(at)));
        let gold = files.next().expect("gold is the first of the files")?;
        Ok((gold, files.collect::<bezant::error::Result<_>>()?))
    }
}

/// Only a plain file can be opened again: standard input and pipes are empty by then, and to open a
/// named pipe would wait for somebody to write into it.
fn can_be_opened_again(path: &Path) -> bool {
    session::is_memory(path) || !is_stdin(path) && path.is_file()
}

/// What a kind of files needs beyond reading.
pub trait Kind {
    /// Looks at the files before they are read.
    fn check(&self, files: &[Reader], notices: &mut Vec<Warning>) -> anyhow::Result<()>;

    /// How many roots a sentence may have.
    fn roots(&self) -> Roots {
        Roots::Any
    }
}

/// Labels of brackets around whole trees.
const ROOTS: [&[u8]; 4] = [b"TOP", b"ROOT", b"S1", b"VROOT"];

/// Trees, by how they are prepared.
impl Kind for Brackets {
    fn check(&self, files: &[Reader], notices: &mut Vec<Warning>) -> anyhow::Result<()> {
        if let Some(file) = files.iter().find(|file| file.seems_lists()) {
            anyhow::bail!(
                "{} has several trees a sentence\n  hint: pass --n-best behind the files; `bezant brackets` \
                 takes lists for systems",
                file.name()
            );
        }
        files.iter().try_for_each(|file| file.check(Holds::Trees))?;
        // What is over the whole sentence does not count then, whatever it is called.
        if self.parameters.spans == Spans::Inner {
            return Ok(());
        }
        // On both sides it changes little; on one it costs that side a bracket a sentence.
        let tops: Vec<bool> = files.iter().map(Reader::has_unlabelled_top).collect();
        if let Some(at) = tops.iter().position(|top| *top)
            && !tops.iter().all(|top| *top)
            && self.parameters.convention == Convention::Evalb
            && !self.parameters.delete.iter().any(Vec::is_empty)
        {
            notices.push(Warning::UnlabelledTop(files[at].name().to_string()));
        }
        // Where everything counts, that is said already.
        let is_said = notices.iter().any(|notice| matches!(notice, Warning::EverythingCounts));
        let root = files.first().and_then(Reader::first_label);
        if let Some(root) = root.filter(|root| !is_said && ROOTS.contains(root))
            && !self.parameters.delete.iter().any(|label| label == root)
        {
            notices.push(Warning::RootCounts(String::from_utf8_lossy(root).into_owned()));
        }
        Ok(())
    }
}

/// Lists of trees, of which gold has none.
impl Kind for NBest {
    fn check(&self, files: &[Reader], notices: &mut Vec<Warning>) -> anyhow::Result<()> {
        self.metric().check(&files[..1], notices)
    }
}

impl<'a> Evaluating<'a> {
    /// Evaluates all systems with all metrics.
    pub fn evaluate<M: Scorer>(
        &self,
        metrics: &[M],
        kind: &impl Kind,
        notices: &mut Vec<Warning>,
    ) -> anyhow::Result<Found<'a, M>> {
        let FilesArgs { gold, systems, .. } = self.files;
        let mut names = system_names(systems, &self.input.names)?;
        let gold_reader = reader(gold, self.input)?;
        let opened = systems.iter().map(|path| match self.lists {
            true => open_lists(path).map(Opened::File),
            false => Opened::new(path, self.input.input),
        });
        let opened = opened.collect::<bezant::error::Result<Vec<_>>>()?;
        notices.extend(opened.iter().filter_map(|file| file.in_vain(&self.input.outputs)));
        let (mut facts, mut samples) = (Vec::new(), Vec::new());
        let (mut readers, again) = if !self.lists
            && (self.input.outputs.repair || opened.iter().any(Opened::has_outputs))
        {
            let gold = Corpus::read(gold_reader)?;
            let opened = names.iter().cloned().zip(opened).collect();
            let placed = self.place(metrics, (&gold, opened), kind, notices)?;
            (facts, samples) = (placed.facts, placed.samples);
            names = outputs::names_of(&samples);
            let corpora: Vec<Corpus> = [gold].into_iter().chain(placed.systems).collect();
            let readers: Vec<Reader> = corpora.iter().map(Reader::from).collect();
            kind.check(&readers, notices)?;
            let files = corpora.into_iter().map(Readable::Kept).collect();
            (readers, Again { files, input: self.input, lists: false })
        } else {
            let files = opened.into_iter().filter_map(|file| match file {
                Opened::File(source) if self.lists => Some(Reader::of_lists(source)),
                Opened::File(source) => Some(Reader::new(source, self.input.input)),
                Opened::Kept(corpus) => Some(Reader::from(&corpus)),
                Opened::Folder(_) => None,
            });
            let readers: Vec<Reader> = [gold_reader].into_iter().chain(files).collect();
            kind.check(&readers, notices).map_err(|error| self.or_repair(error))?;
            self.keep([gold].into_iter().chain(systems).zip(readers))?
        };
        let systems = readers.split_off(1);
        let gold = readers.pop().context("gold was opened first")?;
        let gold_name = gold.name().to_string();
        let mut progress = Progress::new(gold.size(), self.quiet);
        let found = evaluate(metrics, gold, systems, self.threads, |bytes| progress.at(bytes));
        let found = found.map_err(|error| self.or_repair(error.into()))?;
        progress.finish();

        anyhow::ensure!(
            found.n_sentences > 0,
            "{gold_name} has no sentences; is it the right file?"
        );
        notices.extend(found.invalid.into_iter().map(Warning::InvalidUtf8));
        let mut metrics = found.metrics;
        for evaluated in &mut metrics {
            for (system, name) in evaluated.systems.iter_mut().zip(&names) {
                system.system.clone_from(name);
            }
            if self.input.outputs.repair {
                let systems = evaluated.systems.iter_mut().zip(&facts);
                systems.for_each(|(system, facts)| system.note_outputs(facts));
            }
        }
        Ok(Found { gold: gold_name, metrics, realigned: found.realigned, samples, again })
    }

    /// An error with the word that a repair may cure it, where it is one of a system's text.
    fn or_repair(&self, error: anyhow::Error) -> anyhow::Error {
        let is_cured = error.downcast_ref::<Error>().is_some_and(|error| {
            let is_gold = self.files.gold.as_path() == Path::new(error.source_name());
            let is_broken = matches!(
                error.kind(),
                ErrorKind::Unclosed
                    | ErrorKind::UnexpectedClose
                    | ErrorKind::TextOutside
                    | ErrorKind::TwoWords
                    | ErrorKind::GoesOn
            );
            is_broken && !is_gold && !self.input.outputs.repair
        });
        if is_cured { error.context(Repairable) } else { error }
    }

    /// Puts outputs beside gold's sentences.
    fn place<M: Scorer>(
        &self,
        metrics: &[M],
        (gold, systems): (&Corpus, Vec<(String, Opened<'_>)>),
        kind: &impl Kind,
        notices: &mut Vec<Warning>,
    ) -> anyhow::Result<outputs::Placed> {
        let metric = metrics.first().context("there is a metric")?;
        let how = Beside {
            repairs: self.input.outputs.repair,
            roots: kind.roots(),
            by_text: matches!(metric.pairing(), Pairing::ByText | Pairing::EachByText),
        };
        let read = (self.input.input, &self.input.outputs, how);
        outputs::place(metric, gold, systems, read, self.threads, notices)
    }

    /// What a system comes to that has no sentence at all.
    pub fn evaluate_nothing<M: Scorer>(&self, metric: &M) -> anyhow::Result<Evaluation<M::Counts>> {
        let gold = reader(&self.files.gold, self.input)?;
        let nothing = Corpus::of_texts("nothing", gold.format(), Vec::new());
        let nothing = vec![Reader::from(&nothing)];
        let metrics = std::slice::from_ref(metric);
        let found = evaluate(metrics, gold, nothing, self.threads, |_| ())?;
        let evaluated = found.metrics.into_iter().next().context("one metric was asked for")?;
        evaluated.systems.into_iter().next().context("one system was given")
    }

    /// Scores one treebank.
    pub fn treebank<M: Scorer>(
        &self,
        metric: &M,
        kind: &impl Kind,
        needs_nothing: bool,
        notices: &mut Vec<Warning>,
    ) -> anyhow::Result<treebanks::Parts<M::Counts>> {
        let systems = match self.files.systems.is_empty() {
            true => Vec::new(),
            false => {
                let found = self.evaluate(std::slice::from_ref(metric), kind, notices)?;
                found.metrics.into_iter().flat_map(|found| found.systems).collect()
            }
        };
        let nothing = needs_nothing.then(|| self.evaluate_nothing(metric)).transpose()?;
        Ok((systems, nothing))
    }

    /// Reads into memory what will be shown and cannot be opened again.
    fn keep(
        &self,
        files: impl Iterator<Item = (&'a PathBuf, Reader)>,
    ) -> bezant::error::Result<(Vec<Reader>, Again<'a>)> {
        let (mut readers, mut again) = (Vec::new(), Vec::new());
        for (path, reader) in files {
            if self.shows && !can_be_opened_again(path) {
                let corpus = Corpus::read(reader)?;
                readers.push(Reader::from(&corpus));
                again.push(Readable::Kept(corpus));
            } else {
                readers.push(reader);
                again.push(Readable::File(path));
            }
        }
        Ok((readers, Again { files: again, input: self.input, lists: self.lists }))
    }
}

/// Saves rows, if that is wanted.
pub fn save<C: Counts + serde::Serialize>(
    args: &OutputArgs,
    systems: &[Evaluation<C>],
) -> anyhow::Result<()> {
    let Some(path) = &args.save else { return Ok(()) };
    let Some(run) = &args.page.run else {
        return output::write_to(Some(path), |out| rows::write_all(systems, out));
    };
    let named = systems.iter().map(|system| Evaluation {
        system: format!("{}@{run}", without_suffix(&system.system)),
        ..system.clone()
    });
    let named: Vec<Evaluation<C>> = named.collect();
    output::write_to(Some(path), |out| rows::write_all(&named, out))
}

/// Names that were typed, to be looked up before anything is scored: a slip should not cost the
/// whole work.
pub struct Typed<'a> {
    pub output: &'a OutputArgs,
    pub baseline: Option<&'a str>,
    /// Scores to compare.
    pub scores: &'a [String],
}

impl<'a> Typed<'a> {
    /// Those among a metric's options.
    pub fn of(output: &'a OutputArgs, comparison: &'a ComparisonArgs) -> Typed<'a> {
        Typed { output, baseline: comparison.baseline.as_deref(), scores: &comparison.score }
    }

    /// Looks them up in what a report of these systems can have in it.
    pub fn check(&self, names: &Names, systems: &[String]) -> anyhow::Result<()> {
        output::check_names(names, self.output)?;
        check_buckets(names, &self.output.buckets)?;
        for name in self.scores {
            NotThere::or_position("score", name, names.scores.iter().copied())?;
        }
        if let Some(name) = self.baseline {
            NotThere::or_position("system", name, systems.iter().map(String::as_str))?;
            anyhow::ensure!(
                systems.len() > 1,
                "--baseline {name}: there is no other system to compare with it"
            );
        }
        Ok(())
    }
}

/// Whether sentences can be sorted as somebody wants. Two tables of the same buckets would have the
/// same key in JSON.
fn check_buckets(names: &Names, buckets: &[Buckets]) -> anyhow::Result<()> {
    for (at, one) in buckets.iter().enumerate() {
        anyhow::ensure!(
            buckets[..at].iter().all(|other| other.key != one.key),
            "--buckets is given twice for the same; put all limits into one list"
        );
    }
    names.check_buckets(buckets).context("--buckets cannot be made")
}

/// So many of a thing.
pub fn number_of(n: u64, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// What the systems are called: as the user says, or by file name where those differ.
pub fn system_names(paths: &[PathBuf], given: &[String]) -> anyhow::Result<Vec<String>> {
    if !given.is_empty() {
        anyhow::ensure!(
            given.len() == paths.len(),
            "--names has {} for {}",
            number_of(given.len() as u64, "name"),
            number_of(paths.len() as u64, "system")
        );
        // Saved rows, baselines and tables know a system by nothing else.
        if let Some(name) = twice(given) {
            anyhow::bail!("two systems cannot both be called {name}");
        }
        return Ok(given.to_vec());
    }
    let whole = |path: &PathBuf| path.display().to_string();
    let short = |path: &PathBuf| {
        path.file_name().map_or_else(|| whole(path), |name| name.to_string_lossy().into_owned())
    };
    let mut names: Vec<String> = paths.iter().map(short).collect();
    if twice(&names).is_some() {
        names = paths.iter().map(whole).collect();
    }
    if let Some(name) = twice(&names) {
        anyhow::bail!("{name} is given twice; tell the two apart with --names");
    }
    Ok(names)
}

/// A name that stands more than once in a list.
fn twice(names: &[String]) -> Option<&String> {
    let mut seen = BTreeSet::new();
    names.iter().find(|name| !seen.insert(*name))
}
