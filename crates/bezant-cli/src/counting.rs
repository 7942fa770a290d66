//! A metric from the words of a command, for those who count in a loop of their own: counts that add, as plain
//! numbers.

mod batch;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use bezant::error::Stream;
use bezant::formats::relations::Aids;
use bezant::formats::relations::conll::Mapping;
use bezant::formats::{Corpus, Format, Reader};
use bezant::metrics::fragments::Count;
use bezant::metrics::relations::RelationWeights;
use bezant::parallel::Threads;
use bezant::saved::OwnMetric;
use bezant::saved::{self, SavedMetric, add_numbers};
use bezant::signature::Signature;
use bezant::source::Source;
use clap::Parser;

use crate::args::{self, Cli};
use crate::commands::{Command, brackets, dependencies, fragments, load, relations};
use crate::diagnostics;
use crate::session::{Input, Message};

pub use batch::{Batch, BatchRow, counts_as_json, scores_of_rows};

/// A metric.
pub struct Counter {
    metric: Box<dyn Counting>,
    signature: Signature,
    reading: Reading,
    format: Option<Format>,
}

/// As what sentences are read.
enum Reading {
    Structures,
    Relations(Option<Mapping>),
}

/// What counts, whichever metric it is.
trait Counting: Send + Sync {
    fn counted(&self, files: Files, threads: &Threads) -> anyhow::Result<Counted>;

    /// `there` says which of the sentences are in the corpora, gold's being the first.
    fn batch(
        &self,
        corpora: Vec<Corpus>,
        there: &[bool],
        threads: &Threads,
    ) -> anyhow::Result<Batch>;
}

impl<M: OwnMetric + Send> Counting for M {
    fn counted(&self, files: Files, threads: &Threads) -> anyhow::Result<Counted> {
        counted(self, files, threads)
    }

    fn batch(
        &self,
        corpora: Vec<Corpus>,
        there: &[bool],
        threads: &Threads,
    ) -> anyhow::Result<Batch> {
        batch::batch(self, corpora, there, threads)
    }
}

/// Sentences that are read once, as often as a metric reads them in another way.
pub struct Sentences {
    input: Input,
    corpus: OnceLock<Corpus>,
    relations: OnceLock<Corpus>,
    name: String,
}

/// What was counted of one system.
pub struct Counted {
    /// How, and of which gold.
    pub signature: Signature,
    /// The numbers of the sum over sentences that could be scored.
    pub total: Vec<Count>,
    /// The same of those that could not, with nothing found in them.
    pub missed: Vec<Count>,
    /// One a sentence, or a stretch of them.
    pub rows: Vec<CountedRow>,
}

/// What was counted of one sentence.
pub struct CountedRow {
    /// Which, the first being 1.
    pub sentence: u64,
    /// How many it is about; see [`bezant::evaluation::Row`].
    pub n_sentences: u64,
    /// Its numbers; those of a sentence with nothing found in it, where it could not be scored.
    pub numbers: Vec<Count>,
    /// Why it could not be scored: in short, and in words.
    pub skipped: Option<(&'static str, String)>,
}

impl Sentences {
    /// Of something in memory.
    pub fn new(name: &str, input: Input) -> Sentences {
        let name = name.to_string();
        Sentences { input, corpus: OnceLock::new(), relations: OnceLock::new(), name }
    }

    /// As trees or dependencies.
    fn corpus(&self, format: Option<Format>) -> bezant::error::Result<Corpus> {
        if let Some(corpus) = self.corpus.get() {
            return Ok(corpus.clone());
        }
        let corpus = match &self.input {
            Input::Corpus(corpus) => corpus.clone(),
            Input::Sentences(all) => Corpus::from_parts(&self.name, format, all.to_vec(), false)?,
            Input::Text(text) => {
                let source = Source::from_text(self.name.as_str(), text.clone())?;
                Corpus::read(Reader::new(source, format))?
            }
        };
        Ok(self.corpus.get_or_init(|| corpus).clone())
    }

    /// As relations.
    fn relations(
        &self,
        stream: Stream,
        format: Option<Format>,
        mapping: Option<&Mapping>,
    ) -> bezant::error::Result<Corpus> {
        if let Input::Corpus(corpus) = &self.input
            && corpus.relations().next().is_some()
        {
            return Ok(corpus.clone());
        }
        if let Some(corpus) = self.relations.get() {
            return Ok(corpus.clone());
        }
        let (name, aids) = (self.name.as_str(), Aids { forms: None, mapping });
        let of_parts = |parts| Corpus::from_relation_parts(name, parts, stream, format, aids);
        let corpus = match &self.input {
            input if is_nothing(input) => {
                Corpus::from_sentences_in::<Vec<u8>>(Format::Numbered, name, [])
            }
            Input::Text(text) => Corpus::read_relations(name, text, stream, format, aids)?,
            Input::Sentences(all) => of_parts(all.iter().map(Option::as_deref).collect())?,
            Input::Corpus(corpus) => of_parts(corpus.parts().collect())?,
        };
        Ok(self.relations.get_or_init(|| corpus).clone())
    }
}

/// Whether somebody has nothing for every sentence.
fn is_nothing(input: &Input) -> bool {
    match input {
        Input::Text(_) => false,
        Input::Sentences(all) => all.iter().all(Option::is_none),
        Input::Corpus(corpus) => corpus.parts().all(|part| part.is_none()),
    }
}

/// What the first of several sides is called, and the others.
fn side(at: usize) -> (&'static str, Stream) {
    if at == 0 { ("gold", Stream::Gold) } else { ("system", Stream::System) }
}

/// Commands that a metric is made of.
const COUNTING: &str = "brackets, fragments, dependencies and relations";

/// Where a command has its files, which nobody reads here.
const FILES: [&str; 2] = ["memory:0/gold", "memory:1/system"];

impl Counter {
    /// A metric by its command and options, without files.
    ///
    /// # Errors
    /// Where the words say nothing we know.
    pub fn new(words: &[String]) -> Result<Counter, Box<Message>> {
        made(words).map_err(|error| failure(&error))
    }

    /// How it counts.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Counts a system's sentences beside gold's, paired as the command does it.
    ///
    /// # Errors
    /// Where one of them is not what the metric reads.
    pub fn count(
        &self,
        gold: &Sentences,
        system: &Sentences,
        threads: &Threads,
    ) -> Result<Counted, Box<Message>> {
        let counted = || {
            let (gold, system) = match &self.reading {
                Reading::Structures => (gold.corpus(self.format)?, system.corpus(self.format)?),
                Reading::Relations(mapping) => {
                    let read = |side: &Sentences, stream| {
                        side.relations(stream, self.format, mapping.as_ref())
                    };
                    (read(gold, Stream::Gold)?, read(system, Stream::System)?)
                }
            };
            self.metric.counted((gold, system, None), threads)
        };
        counted().map_err(|error| failure(&error))
    }

    /// Counts each sentence of a system beside gold's in the same place: one row each.
    ///
    /// # Errors
    /// Where one of them is not what the metric reads.
    pub fn rows(
        &self,
        gold: Vec<Option<Vec<u8>>>,
        system: Vec<Option<Vec<u8>>>,
        threads: &Threads,
    ) -> Result<Counted, Box<Message>> {
        let n = Some(gold.len());
        let counted = || {
            let read = |all, at| {
                let (name, stream) = side(at);
                match &self.reading {
                    Reading::Structures => Corpus::from_parts(name, self.format, all, true),
                    Reading::Relations(mapping) => {
                        let sentences = Sentences::new(name, Input::Sentences(Arc::new(all)));
                        sentences.relations(stream, self.format, mapping.as_ref())
                    }
                }
            };
            self.metric.counted((read(gold, 0)?, read(system, 1)?, n), threads)
        };
        counted().map_err(|error| failure(&error))
    }
}

/// Gold, a system, and how many rows there must be.
type Files = (Corpus, Corpus, Option<usize>);

fn made(words: &[String]) -> anyhow::Result<Counter> {
    let (command, options) = words
        .split_first()
        .ok_or_else(|| anyhow::anyhow!("name a command, such as brackets, and its options"))?;
    // Words without a command would be taken for those of the program itself.
    anyhow::ensure!(
        !command.starts_with('-'),
        "a command stands before its options: {COUNTING} are some"
    );
    let all = ["bezant", command].into_iter().chain(FILES);
    let all = all.chain(options.iter().map(String::as_str)).map(OsString::from).collect();
    let all = args::in_our_words(args::with_joined_classes(all)?)?;
    let cli = Cli::try_parse_from(all).map_err(|error| {
        if error.kind() == clap::error::ErrorKind::InvalidSubcommand {
            return anyhow::anyhow!("{command} is no command; {COUNTING} count");
        }
        let said = error.render().to_string();
        let said = said.strip_prefix("error: ").unwrap_or(&said);
        anyhow::anyhow!("{}", said.split("\n\n").next().unwrap_or(said).trim())
    })?;
    let mut notices = Vec::new();
    Ok(match cli.command {
        Command::Brackets(args) => {
            anyhow::ensure!(
                args.measures.n_best.is_none(),
                "lists of trees are scored by brackets()"
            );
            refuse(args.input.outputs.repair)?;
            counter(brackets::metric(&args, &mut notices)?, Reading::Structures, args.input.input)
        }
        Command::Fragments(args) => {
            refuse(args.input.outputs.repair)?;
            counter(fragments::metric(&args, &mut notices)?, Reading::Structures, args.input.input)
        }
        Command::Dependencies(args) => {
            refuse(args.input.outputs.repair)?;
            counter(dependencies::metric(&args, None)?, Reading::Structures, args.input.input)
        }
        Command::Relations(args) => {
            refuse(args.outputs.repair)?;
            anyhow::ensure!(
                args.forms.is_none(),
                "--forms are the words of a whole file, which is scored by relations()"
            );
            let mut metric = relations::metric(&args)?;
            metric.weights = args.weights.unwrap_or(RelationWeights::Ignored);
            let mapping = |path: &PathBuf| {
                let (name, text) = load(path)?;
                Mapping::read(&name, &text)
            };
            let mapping = args.mapping.as_ref().map(mapping).transpose()?;
            let metric = metric.reading_with(Aids { forms: None, mapping: mapping.as_ref() });
            counter(metric, Reading::Relations(mapping), args.input)
        }
        _ => anyhow::bail!("{command} counts nothing; {COUNTING} do"),
    })
}

fn counter<M: OwnMetric + Send + 'static>(
    metric: M,
    reading: Reading,
    format: Option<Format>,
) -> Counter {
    let signature = metric.signed(metric.signature());
    Counter { signature, metric: Box::new(metric), reading, format }
}

fn refuse(repair: bool) -> anyhow::Result<()> {
    anyhow::ensure!(!repair, "outputs are repaired where whole files are scored, not in a loop");
    Ok(())
}

fn counted<M: OwnMetric>(
    metric: &M,
    (gold, system, n): Files,
    threads: &Threads,
) -> anyhow::Result<Counted> {
    let saved = M::saved(&metric.signature())?;
    let found = metric.evaluate_systems(&gold, vec![Reader::from(&system)], threads)?;
    let evaluation = found.into_iter().next().ok_or_else(|| anyhow::anyhow!("no system"))?;
    let (mut total, mut missed) = (Vec::new(), Vec::new());
    let mut rows = Vec::with_capacity(evaluation.rows.len());
    for row in &evaluation.rows {
        let (numbers, skipped) = match &row.outcome.result {
            Ok(counts) => {
                let numbers = saved.numbers(counts);
                add_numbers(&mut total, &numbers);
                (numbers, None)
            }
            Err(skip) => {
                let numbers = saved.numbers(&skip.missed);
                add_numbers(&mut missed, &numbers);
                (numbers, Some((skip.reason.name(), skip.reason.to_string())))
            }
        };
        let (sentence, n_sentences) = (row.sentence, row.n_sentences);
        rows.push(CountedRow { sentence, n_sentences, numbers, skipped });
    }
    if let Some(n) = n {
        anyhow::ensure!(
            rows.len() == n,
            "{} of {n} sentences could be told apart; gold must have something in each",
            rows.len()
        );
    }
    Ok(Counted { signature: evaluation.signature, total, missed, rows })
}

/// The scores of a sum, by name, from the signature of what was summed; nothing where one is undefined.
///
/// # Errors
/// Where the signature is none, or these are not the numbers of such counts.
pub fn scores(
    signature: &Signature,
    numbers: &[Count],
) -> Result<Vec<(&'static str, Option<f64>)>, Box<Message>> {
    struct Scores<'a>(&'a [Count]);
    impl saved::Visitor for Scores<'_> {
        type Output = Option<Vec<(&'static str, Option<f64>)>>;

        fn visit<M: SavedMetric>(self, metric: M) -> Self::Output {
            let scores = metric.scores(&metric.counts(self.0)?);
            Some(scores.into_iter().map(|score| (score.name, score.value)).collect())
        }
    }
    let found = saved::with_metric(signature, Scores(numbers));
    let found = found.map_err(|error| wrong(error.to_string()))?;
    found.ok_or_else(|| wrong(format!("these are not the numbers of {}", signature.metric())))
}

fn wrong(text: String) -> Box<Message> {
    failure(&anyhow::anyhow!(text))
}

/// What the numbers of counts with a signature are called, as far as there are so many.
pub fn number_names(signature: &Signature, n: usize) -> Vec<String> {
    struct Names(usize);
    impl saved::Visitor for Names {
        type Output = Vec<String>;

        fn visit<M: SavedMetric>(self, metric: M) -> Vec<String> {
            (0..self.0).map_while(|place| metric.number_name(place)).collect()
        }
    }
    saved::with_metric(signature, Names(n)).unwrap_or_default()
}

/// The same of counts that are a struct of numbers, all of them; nothing of others, which go on.
pub fn all_number_names(signature: &Signature) -> Option<Vec<String>> {
    struct All;
    impl saved::Visitor for All {
        type Output = Option<Vec<String>>;

        fn visit<M: SavedMetric>(self, metric: M) -> Option<Vec<String>> {
            M::IS_PLAIN.then(|| (0..).map_while(|place| metric.number_name(place)).collect())
        }
    }
    saved::with_metric(signature, All).ok().flatten()
}

/// Reads a file into a corpus, whatever it holds.
///
/// # Errors
/// Where it cannot be read.
pub fn open_corpus(path: &std::path::Path, format: Option<Format>) -> Result<Corpus, Box<Message>> {
    let opened = match format {
        None => Corpus::open(path),
        format => Source::open(path).and_then(|source| Corpus::read(Reader::new(source, format))),
    };
    opened.map_err(message_of)
}

/// What went wrong, as a message.
fn failure(error: &anyhow::Error) -> Box<Message> {
    Box::new(diagnostics::error_message(error))
}

/// What is wrong with a file, as a message.
pub fn message_of(error: bezant::Error) -> Box<Message> {
    failure(&error.into())
}
