//! What can be typed after `bezant entail`.

use std::path::PathBuf;
use std::time::Duration;

use bezant::comparison::{Comparing, IntervalKind, TestKind};
use bezant::entailment::answers::{AnswerFormat, AnswerReading, Samples, Unparsed};
use bezant::entailment::equivalences::Equivalences;
use bezant::entailment::modules::{ModuleName, OtherParts, SameWords};
use bezant::entailment::oracle::UNBOUNDED;
use bezant::entailment::pairs::PairFormat;
use bezant::entailment::parses::Lemmas;
use bezant::kinds::{Format, Holds};
use bezant::stats::Resampling;
use bezant::stats::correction::Correction;
use clap::{Args, Subcommand, ValueEnum};

use super::annotate::AnnotateArgs;
use super::choice::{Choice, choice, inputs};
use super::comparison::{CORRECTIONS, TESTS};
use super::crowd::{ExportArgs, ImportArgs};
use super::data_set::{PackArgs, SplitArgs, TablesArgs};
use super::filter::FilterArgs;
use super::generate::GenerateArgs;
use super::outputs::OutputsArgs;
use super::train::TrainArgs;
use super::{BehindArgs, Options, OutputArgs, PlotArgs, ThreadsArgs};

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub enum EntailCommand {
    /// Write the sentences to parse, in the order T1 H1 T2 H2 ...
    Sentences(Options<SentencesArgs>),
    /// Decide from parses which hypotheses follow
    Decide(Options<DecideArgs>),
    /// Score answers: accuracy, precision, recall and F1, and whether differences are real
    Score(Options<EntailScoreArgs>),
    /// Name the relation that each pair is about
    ///
    /// The relation between word1 and word2 in the parses of both sentences, by the names of the article, and
    /// the constructions it is found in; written as attributes of the pairs, by which `entail score` sorts
    /// them.
    Label(Options<LabelArgs>),
    /// Show why pairs got their answers
    ///
    /// The parses of both sentences are drawn, every relation of the hypothesis is accounted for, and
    /// what would have changed the answer is said.
    Explain(Options<ExplainArgs>),
    /// Say how good a module is by itself
    ///
    /// With gold parses, every wrong answer is the module's own. With a parser's output and people's
    /// judgements of what follows from it, wrong answers are the parser's or the module's.
    Oracle(Options<OracleArgs>),
    /// Write the pairs as questions for language models, or for people elsewhere
    ///
    /// What models answer is scored with `bezant entail score`: JSONL with id and answer, the samples that
    /// lm-evaluation-harness logs, or what a batch interface returned. What people answer is read by `bezant entail import`; neither answers
    /// nor the words of pairs go out to them.
    Export(Options<ExportArgs>),
    /// Train the module learned on pairs with answers
    ///
    /// Logistic regression or a support vector machine over the relations and paths of a pair. It is trained
    /// on nothing but these pairs; what it would get on others is estimated by cross-validation.
    Train(Options<TrainArgs>),
    /// Write hypotheses about what parsers disagree on
    ///
    /// Content words that belong together in one parse of a sentence and not in another become a short
    /// sentence: YES if gold says so, NO if a wrong parse does. With word pairs that are given, the
    /// hypotheses are about those.
    Generate(Options<GenerateArgs>),
    /// Keep the pairs on which people agree
    ///
    /// Annotators who agree with the answers of the pairs on less than 70 % are dropped; pairs are kept on which at
    /// least three of those left agree without exception. Who and what went is reported, and how far people
    /// agree.
    Filter(Options<FilterArgs>),
    /// Ask people in a browser whether hypotheses follow
    ///
    /// Starts a web application on this computer, keeps every answer in one file, and prints links, one a
    /// line: the organiser's first, then one for each annotator. Started again with the same file it goes on
    /// where it was, with the same links. Ctrl-C ends it.
    Annotate(Options<AnnotateArgs>),
    /// Make judgements of what a crowd answered
    ///
    /// Reads what platforms give out about the sheets of `bezant entail export`, and writes judgements that
    /// `bezant entail filter` reads: id, annotator, answer and seconds. Annotators become numbers; what the
    /// platform calls them is not written anywhere.
    Import(Options<ImportArgs>),
    /// Count pairs by source, answer, relation and construction
    ///
    /// Several files stand beside each other, such as pairs before and after a filter: how many there are, and
    /// how much of the first file is left in the others, by the ids of pairs. These are tables 2 and 3 of the
    /// article, in which a pair may have several relations.
    Tables(Options<TablesArgs>),
    /// Divide pairs into parts, such as dev and test
    ///
    /// Pairs are drawn by a seed: the same pairs and options make the same bytes. Parts keep the order of the
    /// file. Beside them, split.json says how they were made.
    Split(Options<SplitArgs>),
    /// Make a folder of pairs that can be given away
    ///
    /// Pairs, blind pairs, answers, word pairs, what is allowed in them (DTD), a README with the figures, a data
    /// statement with what is known, a licence, rows of JSON with a card, and checksums.
    Pack(Options<PackArgs>),
}

#[derive(Debug, Args)]
pub struct SentencesArgs {
    /// Pairs: XML, TSV, CSV or JSONL; `-` is standard input
    pub pairs: PathBuf,

    /// How sentences are written
    #[arg(long = "as", value_name = "HOW", default_value = "raw")]
    pub shape: ShapeOfSentences,

    /// Only texts, or only hypotheses
    #[arg(long, value_name = "WHICH", default_value = "both")]
    pub only: Which,

    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShapeOfSentences {
    /// One a line, as they stand in the pairs
    Raw,
    /// One a line, in tokens of the Penn Treebank
    Tokens,
    /// In columns with nothing but numbers and tokens, for a parser to fill in
    Conllu,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Which {
    Both,
    Texts,
    Hypotheses,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant entail label pairs.xml --parses gold.mrg -o labelled.xml\n  \
    bezant entail score labelled.xml answers.txt --table relation,relation_errors")]
pub struct LabelArgs {
    /// Pairs: XML, TSV, CSV or JSONL; `-` is standard input
    pub pairs: PathBuf,

    /// How pairs are written
    #[arg(long, value_name = "FORMAT", default_value = "xml", value_parser = choice(PAIR_FORMATS))]
    pub format: PairFormat,

    /// Drop the relations and constructions that pairs have, also where nothing is found; unless given,
    /// only what is missing is filled in
    #[arg(long)]
    pub replace: bool,

    /// Write pairs to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// No summary
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten)]
    pub parses: ParsesArgs,
}

/// How pairs are written.
pub(super) const PAIR_FORMATS: &[Choice<PairFormat>] = &[
    ("xml", PairFormat::Xml, "As the task's files"),
    ("tsv", PairFormat::Tsv, "A table, with tabs"),
    ("csv", PairFormat::Csv, "A table, with commas"),
    ("jsonl", PairFormat::Jsonl, "One object a line"),
];

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant entail decide pairs.xml --parses parses.mrg --module stanford -o answers.txt\n  \
    bezant entail decide pairs.xml --parses texts.conllu --parses hypotheses.conllu --module ud\n  \
    bezant entail decide pairs.xml --parser-cmd './my-parser -q' --module cambridge --published\n  \
    bezant entail decide pairs.xml --parses parses.mrg --module all -o answers.tsv\n  \
    bezant entail decide pairs.xml --parses parses.mrg --core 'prep_*' --equate reduced-relative")]
pub struct DecideArgs {
    /// Pairs: XML, TSV, CSV or JSONL; `-` is standard input
    pub pairs: PathBuf,

    /// How answers are written
    #[arg(long, value_name = "FORMAT", default_value = "tsv", value_parser = choice(ANSWER_FORMATS))]
    pub format: AnswerFormat,

    /// Say above the answers how they were made (in TSV; CSV, JSONL and tables of --module all always
    /// do)
    #[arg(long)]
    pub sign: bool,

    /// Write answers to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    /// No summary
    #[arg(short, long)]
    pub quiet: bool,

    /// Exit with 1 if a sentence has no parse, or one that cannot be read
    #[arg(long)]
    pub strict: bool,

    #[command(flatten)]
    pub parses: ParsesArgs,

    #[command(flatten)]
    pub module: ModuleArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant entail explain pairs.xml --parses parses.mrg --id 6098\n  \
    bezant entail explain pairs.xml --parses parses.mrg --wrong\n  \
    bezant entail explain pairs.xml --parses parses.mrg --id 6098 --as html -o 6098.html")]
pub struct ExplainArgs {
    /// Pairs: XML, TSV, CSV or JSONL; `-` is standard input
    pub pairs: PathBuf,

    /// Which pairs, joined by commas
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub id: Vec<String>,

    /// All pairs with a wrong answer, after a summary by reason and relation
    #[arg(long, conflicts_with = "id")]
    pub wrong: bool,

    /// How the explanation is written
    #[arg(long = "as", value_name = "FORMAT", default_value = "text", alias = "format")]
    pub shape: ExplanationShape,

    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Exit with 1 if a sentence has no parse, or one that cannot be read
    #[arg(long)]
    pub strict: bool,

    #[command(flatten)]
    pub parses: ParsesArgs,

    #[command(flatten)]
    pub module: ModuleArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplanationShape {
    /// For a terminal
    Text,
    /// One object, or a list of them
    Json,
    /// A page with pictures
    Html,
}

/// Where parses come from.
#[derive(Debug, Args)]
#[command(next_help_heading = "Parses")]
pub struct ParsesArgs {
    /// What a parser returned, in the order T1 H1 T2 H2 ...; given twice: texts, then hypotheses
    #[arg(long, value_name = "FILE", num_args = 1, conflicts_with = "parser_cmd")]
    pub parses: Vec<PathBuf>,

    /// Run this on the sentences, one a line, and read what it prints
    #[arg(long, value_name = "CMD")]
    pub parser_cmd: Option<String>,

    /// What the program reads
    #[arg(long, value_name = "HOW", default_value = "raw")]
    pub parser_reads: ShapeOfSentences,

    /// How long the program may take: 90s, 10m or 2h
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = time)]
    pub parser_time: Duration,

    /// Format of the parses; guessed from their content unless given
    #[arg(long, value_name = "FORMAT", value_parser = inputs(Holds::Parses))]
    pub input: Option<Format>,

    /// Take parses whose words are not those of the sentences, which otherwise count as missing: those
    /// of another script, for example
    #[arg(long)]
    pub any_words: bool,

    /// Find the parse of each sentence by its words: the files have others too, or another order
    #[arg(long, requires = "parses", conflicts_with = "any_words")]
    pub find_parses: bool,

    /// Whose dictionary forms words are compared by
    #[arg(long, value_name = "WHOSE", default_value = "parser", value_parser = choice(LEMMAS))]
    pub lemmas: Lemmas,

    #[command(flatten)]
    pub outputs: OutputsArgs,
}

/// Whose dictionary forms.
pub(super) const LEMMAS: &[Choice<Lemmas>] = &[
    ("parser", Lemmas::Parser, "The parser's where it has them, or else ours"),
    ("ours", Lemmas::Ours, "Always ours"),
];

/// How answers are decided.
#[derive(Debug, Args)]
#[command(next_help_heading = "Module")]
pub struct ModuleArgs {
    /// How to decide: cambridge, schwa, stanford, paths, ud, learned with --weights, or all of them
    #[arg(long, value_name = "NAME", default_value = "stanford")]
    pub module: ModuleChoice,

    /// Weights that `bezant entail train` wrote, for --module learned
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// With --module learned, the score above which the answer is YES: a probability (0.5 unless given),
    /// or for a support vector machine the distance from the margin (0)
    #[arg(long, value_name = "SCORE", allow_negative_numbers = true, value_parser = finite)]
    pub threshold: Option<f64>,

    /// Relations that must all be found, joined by commas; those of the module unless given. Names
    /// of Stanford or Universal Dependencies, or the parser's own; * for anything at an end
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub core: Vec<String>,

    /// What counts as the same, beside what the module says: names of switches joined by commas,
    /// no-NAME to switch one off, published, or a file of rules (.toml); may be repeated
    #[arg(long, value_name = "WHAT", value_delimiter = ',', long_help = equate_help())]
    pub equate: Vec<String>,

    /// Words of hypotheses that stand for nothing even where the text has them, joined by commas
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    pub dummies: Vec<String>,

    /// Which words of text and hypothesis are the same
    #[arg(long, value_name = "HOW", default_value = "lemma-or-form", value_parser = choice(SAME_WORDS))]
    pub words: SameWords,

    /// What is done about words whose part of speech changes between text and hypothesis
    #[arg(long, value_name = "WHAT", default_value = "same", value_parser = choice(OTHER_PARTS))]
    pub pos_change: OtherParts,

    /// The module as it was published, to the letter: without anything that we have added
    #[arg(long, conflicts_with_all = ["core", "equate", "dummies", "words", "pos_change"])]
    pub published: bool,
}

/// What is done about other parts of speech.
const OTHER_PARTS: &[Choice<OtherParts>] = &[
    ("same", OtherParts::Same, "Nothing: it is the same word, as published"),
    ("apart", OtherParts::Apart, "It is another word: what is said of it is not found"),
    ("no", OtherParts::No, "The answer is NO"),
];

/// Which words are the same.
const SAME_WORDS: &[Choice<SameWords>] = &[
    ("lemma", SameWords::Lemma, "Those with the same dictionary form, as published"),
    (
        "lemma-or-form",
        SameWords::LemmaOrForm,
        "Those, and those written alike where the text has no such dictionary form",
    ),
];

/// A module by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleChoice {
    Ready(ModuleName),
    Learned,
    All,
}

impl std::str::FromStr for ModuleChoice {
    type Err = String;

    fn from_str(name: &str) -> Result<ModuleChoice, String> {
        match name.to_ascii_lowercase().as_str() {
            "learned" => Ok(ModuleChoice::Learned),
            "all" => Ok(ModuleChoice::All),
            name => {
                name.parse().map(ModuleChoice::Ready).map_err(|why| format!("{why}, learned, all"))
            }
        }
    }
}

fn equate_help() -> String {
    format!(
        "What counts as the same, beside what the module says: names of switches joined by commas \
         ({}), all, generated for the last four, no-NAME to switch one off, no-all, published for passives alone, or a file of \
         rules (.toml); may be repeated",
        Equivalences::switches().join(", ")
    )
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant entail oracle pairs.xml --gold-parses gold.mrg --module stanford\n  \
    bezant entail oracle pairs.xml --parses parser.mrg --judgements judged.txt\n  \
    bezant entail oracle pairs.xml --parses parser.mrg --gold-parses gold.mrg")]
pub struct OracleArgs {
    /// Pairs with their answers
    pub pairs: PathBuf,

    /// Gold parses, in the order T1 H1 T2 H2 ...; given twice: texts, then hypotheses
    #[arg(long, value_name = "FILE", num_args = 1)]
    pub gold_parses: Vec<PathBuf>,

    /// What people conclude from the parser's output: one id and YES or NO a line
    #[arg(long, value_name = "FILE")]
    pub judgements: Option<PathBuf>,

    /// Constructions (or sources) that count as unbounded dependencies, joined by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_values_t = UNBOUNDED.map(str::to_string))]
    pub unbounded: Vec<String>,

    #[command(flatten)]
    pub parses: ParsesArgs,

    #[command(flatten)]
    pub module: ModuleArgs,

    #[command(flatten)]
    pub output: OutputArgs,
}

fn finite(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("{text} is no score; write a number such as 0.6"))
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant entail score pairs.xml answers.txt\n  \
    bezant entail score pairs.xml a.txt b.txt c.jsonl --worst 5\n  \
    bezant entail score pairs.xml a.txt b.txt c.txt --beside rows.jsonl\n  \
    bezant entail score pairs.xml batch_output.jsonl --samples majority\n  \
    bezant entail score pairs.xml answers.txt --format json --min accuracy=70")]
pub struct EntailScoreArgs {
    /// Pairs with their answers
    pub pairs: PathBuf,

    /// Answers of one or more systems: one id and YES or NO a line, CSV or JSONL, or what a batch
    /// interface returned. Answers may be whole texts of language models
    #[arg(required = true)]
    pub answers: Vec<PathBuf>,

    /// What becomes of an answer in which neither YES nor NO can be found
    #[arg(long, value_name = "AS", default_value = "wrong", value_parser = choice(UNPARSED))]
    pub unparsed: Unparsed,

    /// What becomes of several answers to one pair, which are an error unless this is given
    #[arg(long, value_name = "HOW", value_parser = choice(SAMPLES))]
    pub samples: Option<Samples>,

    /// Names for the systems, joined by commas; their file names unless given, and in tables of --module
    /// all those of the columns
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,

    /// Saved rows of the same parsers, to stand beside: --save of `bezant dependencies`, for example. Systems
    /// are matched by name without suffix; may be repeated
    #[arg(long, value_name = "ROWS", num_args = 1)]
    pub beside: Vec<PathBuf>,

    /// Parses that the answers were made from, a file for each file of answers, in their order: a page of
    /// --report draws with them why pairs got their answers
    #[arg(long, value_name = "FILE", num_args = 1)]
    pub parses: Vec<PathBuf>,

    /// Compare all other systems with this one; all pairs of systems unless given
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,

    /// Test of significance: mcnemar unless given, and permutation with --samples mean, where pairs are
    /// neither right nor wrong
    #[arg(long, value_name = "TEST", value_parser = choice(TESTS))]
    pub test: Option<TestKind>,

    /// What is done about many comparisons
    #[arg(long, value_name = "NAME", default_value = "holm", value_parser = choice(CORRECTIONS))]
    pub correction: Correction,

    /// How often to draw for intervals of differences; 0 for no comparison
    #[arg(long, value_name = "N", default_value_t = Resampling::STANDARD.replicates, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub replicates: u32,

    /// What the replicates are drawn from
    #[arg(long, value_name = "N", default_value_t = Resampling::STANDARD.seed)]
    pub seed: u64,

    #[command(flatten)]
    pub behind: BehindArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub plot: PlotArgs,

    /// Options that were typed and change nothing with one system.
    #[arg(skip)]
    pub idle_with_one: Vec<&'static str>,
}

/// The level of intervals and of marks at p-values.
pub const LEVEL: f64 = 0.95;

/// What becomes of answers that cannot be read.
const UNPARSED: &[Choice<Unparsed>] = &[
    ("wrong", Unparsed::Wrong, "It is wrong, whatever is right"),
    ("no", Unparsed::No, "It is NO"),
    ("error", Unparsed::Error, "It is an error"),
];

/// What becomes of several answers to one pair.
const SAMPLES: &[Choice<Samples>] = &[
    ("majority", Samples::Majority, "The one that most have counts; NO if both have as many"),
    ("mean", Samples::Mean, "Each counts, and a pair counts once; with the spread of samples"),
    ("best", Samples::Best, "The right one counts, if it is among them"),
];

impl EntailScoreArgs {
    /// How answers are read.
    pub fn reading(&self) -> AnswerReading {
        AnswerReading { unparsed: self.unparsed, samples: self.samples }
    }

    /// How systems are compared, if they are.
    pub fn comparing(&self, n_systems: usize) -> Option<Comparing> {
        let comparing = Comparing::standard().with(|it| {
            it.plan = Resampling::new(self.replicates, self.seed);
            it.level = LEVEL;
            it.interval = IntervalKind::Percentile;
            it.test = self.test.unwrap_or(match self.samples {
                Some(Samples::Mean) => TestKind::Permutation,
                _ => TestKind::McnemarExact,
            });
            it.correction = self.correction;
            it.baseline = self.baseline.clone();
        });
        (n_systems > 1 && self.replicates > 0).then_some(comparing)
    }
}

/// How answers are written.
const ANSWER_FORMATS: &[Choice<AnswerFormat>] = &[
    ("tsv", AnswerFormat::Tsv, "id, tab, YES or NO"),
    (
        "csv",
        AnswerFormat::Csv,
        "With a header, and probabilities or scores where the module has them",
    ),
    (
        "jsonl",
        AnswerFormat::Jsonl,
        "One object a line, with probabilities or scores where the module has them",
    ),
];

pub(super) fn time(text: &str) -> Result<Duration, String> {
    let usage = || format!("{text} is no time; write for example 90s, 10m or 2h");
    let (number, factor) = match text.char_indices().last() {
        Some((at, 's')) => (&text[..at], 1),
        Some((at, 'm')) => (&text[..at], 60),
        Some((at, 'h')) => (&text[..at], 3600),
        _ => (text, 1),
    };
    let number: u64 = number.trim().parse().map_err(|_| usage())?;
    let seconds = number.checked_mul(factor).filter(|seconds| (1..=604_800).contains(seconds));
    seconds.map(Duration::from_secs).ok_or_else(usage)
}
