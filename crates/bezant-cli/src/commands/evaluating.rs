//! Gold and systems from files to evaluations: what commands of all metrics of files share.

use std::path::{Path, PathBuf};

use anyhow::Context;
use bezant::error::{Error, ErrorKind};
use bezant::evaluation::{Evaluated, Evaluation, Realigned};
use bezant::formats::conllu::Roots;
use bezant::formats::outputs::Placing;
use bezant::formats::{Corpus, Format, Reader, can_be_repaired};
use bezant::metric::{Pairing, Structure};
use bezant::metrics::brackets::{Brackets, NBest, Trees};
use bezant::metrics::trees::parameters::{Convention, Spans};
use bezant::parallel::Threads;
use bezant::saved::OwnMetric;

use crate::args::{FilesArgs, InputArgs, is_stdin};
use crate::commands::outputs::Opened;
use crate::commands::{list_reader, open_lists, outputs, reader, system_names, treebanks};
use crate::diagnostics::Repairable;
use crate::progress::Progress;
use crate::session;
use crate::warnings::Warning;

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
pub struct Found<'a, M: OwnMetric> {
    /// What the files are called, gold first.
    pub files: Vec<String>,
    /// How gold is written.
    pub format: Format,
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
    pub fn file(&self, at: usize) -> Option<bezant::error::Result<Reader>> {
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
pub fn can_be_opened_again(path: &Path) -> bool {
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
        files.iter().try_for_each(Trees::check)?;
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
    pub fn evaluate<M: OwnMetric>(
        &self,
        metrics: &[M],
        kind: &impl Kind,
        notices: &mut Vec<Warning>,
    ) -> anyhow::Result<Found<'a, M>> {
        let FilesArgs { gold, systems, .. } = self.files;
        let mut names = system_names(systems, &self.input.names)?;
        let gold_reader = reader(gold, self.input)?;
        let format = gold_reader.format();
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
            kind.check(&readers, notices).map_err(|error| self.or_repair(error, format))?;
            self.keep([gold].into_iter().chain(systems).zip(readers))?
        };
        let systems = readers.split_off(1);
        let gold = readers.pop().context("gold was opened first")?;
        let files = [&gold].into_iter().chain(&systems);
        let files: Vec<String> = files.map(|file| file.name().to_string()).collect();
        let mut progress = Progress::new(gold.size(), self.quiet);
        let tell = &mut |bytes| progress.at(bytes);
        let found = M::evaluate(metrics, gold, systems, self.threads, tell);
        let found = found.map_err(|error| self.or_repair(error.into(), format))?;
        progress.finish();

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
        Ok(Found { files, format, metrics, realigned: found.realigned, samples, again })
    }

    /// An error with the word that a repair may cure it, where it is one of a system's text.
    fn or_repair(&self, error: anyhow::Error, gold: Format) -> anyhow::Error {
        let is_cured = error.downcast_ref::<Error>().is_some_and(|error| {
            let is_gold = self.files.gold.as_path() == Path::new(error.source_name());
            let is_broken = matches!(
                error.kind(),
                ErrorKind::Unclosed
                    | ErrorKind::UnexpectedClose
                    | ErrorKind::TextOutside
                    | ErrorKind::TextBeside
                    | ErrorKind::TwoWords
                    | ErrorKind::GoesOn
            );
            is_broken && !is_gold && !self.input.outputs.repair && can_be_repaired(gold)
        });
        if is_cured { error.context(Repairable) } else { error }
    }

    /// Puts outputs beside gold's sentences.
    fn place<M: OwnMetric>(
        &self,
        metrics: &[M],
        (gold, systems): (&Corpus, Vec<(String, Opened<'_>)>),
        kind: &impl Kind,
        notices: &mut Vec<Warning>,
    ) -> anyhow::Result<outputs::Placed> {
        let metric = metrics.first().context("there is a metric")?;
        let how = Placing {
            repairs: self.input.outputs.repair,
            roots: kind.roots(),
            by_text: matches!(metric.pairing(), Pairing::ByText | Pairing::EachByText),
        };
        let read = (self.input.input, &self.input.outputs, how);
        outputs::place(metric, gold, systems, read, self.threads, notices)
    }

    /// What a system comes to that has no sentence at all.
    pub fn evaluate_nothing<M: OwnMetric>(
        &self,
        metric: &M,
    ) -> anyhow::Result<Evaluation<M::Counts>> {
        let gold = reader(&self.files.gold, self.input)?;
        let nothing = Corpus::from_sentences_in::<Vec<u8>>(gold.format(), "nothing", []);
        let found = metric.evaluate_systems(gold, vec![Reader::from(&nothing)], self.threads)?;
        found.into_iter().next().context("one system was given")
    }

    /// Scores one treebank.
    pub fn treebank<M: OwnMetric>(
        &self,
        metric: &M,
        kind: &impl Kind,
        needs_nothing: bool,
        notices: &mut Vec<Warning>,
    ) -> anyhow::Result<treebanks::Parts<M::Counts>> {
        let (mut systems, mut places) = (Vec::new(), Vec::new());
        if !self.files.systems.is_empty() {
            let found = self.evaluate(std::slice::from_ref(metric), kind, notices)?;
            for found in found.metrics {
                systems.extend(found.systems);
                places.extend(found.places);
            }
        }
        let nothing = needs_nothing.then(|| self.evaluate_nothing(metric)).transpose()?;
        Ok(treebanks::Parts { systems, places, nothing })
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
