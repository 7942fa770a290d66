//! What can be typed, and nothing else.

mod annotate;
mod behind;
mod check;
mod choice;
mod classes;
mod comparison;
mod convert;
mod crowd;
mod data_set;
mod dependencies;
mod draw;
mod entail;
pub mod files;
mod filter;
mod fragments;
mod gate;
mod generate;
mod help;
mod idle;
mod measures;
mod outputs;
mod plot;
mod relations;
mod report;
mod scripts;
mod sentences;
mod train;
mod treebanks;
mod unbounded;

use std::path::{Path, PathBuf};

use anstream::ColorChoice;
use bezant::comparison::NotThere;
use bezant::error::Hint;
use bezant::kinds::{Format, Holds};
use bezant::metrics::brackets::{Classes, Duplicates};
use bezant::metrics::trees::cleaning::Cleaning;
use bezant::metrics::trees::parameters::Preset;
use bezant::parallel::Threads;
use bezant::report::{Buckets, Order, ReportFormat};
use clap::{Args, Parser};

use crate::commands::Command;
use crate::hints;
use crate::output::Gathering;
use crate::session;

pub use annotate::AnnotateArgs;
pub use behind::BehindArgs;
pub use check::{CheckArgs, CheckFormat};
pub use choice::inputs;
use choice::{Choice, choice};
use classes::CLASSES;
pub use classes::with_joined_classes;
pub use comparison::{CompareArgs, ComparisonArgs};
pub use convert::{ConvertArgs, Target, Written};
pub use crowd::{ExportArgs, ExportTo, ImportArgs, ImportFrom};
pub use data_set::{PackArgs, ShowArgs, SplitArgs, TablesArgs};
pub use dependencies::DependenciesArgs;
pub use draw::{DRAWN, DrawArgs, DrawnAs};
pub use entail::{
    DecideArgs, EntailCommand, EntailScoreArgs, ExplainArgs, ExplanationShape, LEVEL, LabelArgs,
    ModuleArgs, ModuleChoice, OracleArgs, ParsesArgs, SentencesArgs, ShapeOfSentences, Which,
};
pub use files::{check_stdout, handle, is_descriptor, is_parquet};
pub use filter::{FilterArgs, FilterReportArgs, FilterRuleArgs};
pub use fragments::{FragmentsArgs, SizesShownArgs};
pub use gate::{Gate, Rows};
pub use generate::{GenerateArgs, MaterialArgs, WantedArgs};
pub use help::{Options, command, whole_command, with_all_help, with_command};
pub use idle::{idle, idle_with_one_system};
pub use measures::MeasuresArgs;
pub use outputs::{OutputsArgs, Samples};
pub use plot::{PlotArgs, PlotOf};
pub use relations::{MatchName, RaspSection, RelationsArgs};
pub use report::{PageArgs, ReportArgs};
pub use scripts::in_our_words;
pub use sentences::SentenceList;
pub use train::{LearnerChoice, TrainArgs};
pub use treebanks::{Missing, TreebankArgs};
pub use unbounded::UnboundedArgs;

/// Says how good a natural-language parser really is, and shows why.
#[derive(Debug, Parser)]
#[command(name = "bezant", version, arg_required_else_help = true)]
#[command(after_help = "Exit status: 0 done; 1 a --min or --max gate failed, or under --strict \
    sentences were skipped or answers are missing; 2 error, or nothing could be scored.\nStart with: bezant demo. What a score means: bezant help crossing")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 900)]
    #[arg(value_parser = choice(COLOURS))]
    pub color: ColorChoice,

    /// How much of a compressed file, a pipe or a device may be kept in memory at once, in MiB
    #[arg(long, global = true, value_name = "MIB", default_value_t = 1024, display_order = 901)]
    pub file_limit: u64,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant brackets gold.mrg system.mrg\n  \
    bezant brackets gold.mrg a.mrg b.mrg --labels --worst 3\n  \
    bezant brackets -p COLLINS.prm gold.mrg a.mrg b.mrg --buckets length:10,20,40\n  \
    bezant brackets gold.mrg a.mrg b.mrg --classes\n  \
    bezant brackets --preset collins gold.mrg system.mrg --explain\n  \
    bezant brackets gold.mrg 50-best.txt --n-best --plot oracle.svg\n  \
    bezant brackets --compat evalb -p COLLINS.prm gold.mrg system.mrg")]
pub struct BracketsArgs {
    #[command(flatten)]
    pub files: FilesArgs,

    /// Length up to which a second table is made
    #[arg(short, long, value_name = "WORDS")]
    pub cutoff: Option<u32>,

    /// Show scores by label, and which labels are taken for each other
    #[arg(long)]
    pub labels: bool,

    /// Show errors by what would repair them
    ///
    /// Each error is a change that brings the system's tree nearer to gold's, and is worth the brackets
    /// that it mends. --show classes:"PP Attachment" shows sentences of a class. There is one way to tell errors
    /// apart so far, that of Kummerfeld and others (2012): --classes=kummerfeld is the same.
    #[arg(
        long,
        value_name = "WHOSE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "kummerfeld",
        hide_possible_values = true,
        value_parser = choice(CLASSES)
    )]
    pub classes: Option<Classes>,

    /// Show what other conventions would say of the same files
    #[arg(long)]
    pub explain: bool,

    #[command(flatten)]
    pub behind: BehindArgs,

    /// Print what the original program prints (evalb or evalb-spmrl); takes its options
    /// -d -D -c -e -p (and -K -L -l -X -V), in its order
    #[arg(long, value_name = "PROGRAM")]
    pub compat: Option<String>,

    #[command(flatten)]
    pub preparation: PreparationArgs,

    #[command(flatten)]
    pub measures: MeasuresArgs,

    #[command(flatten)]
    pub input: InputArgs,

    #[command(flatten)]
    pub comparison: ComparisonArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub plot: PlotArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant brackets gold-1.mrg parser-1.mrg --names parser --save 1.jsonl\n  \
    bezant brackets gold-2.mrg parser-2.mrg --names parser --save 2.jsonl\n  \
    bezant merge 1.jsonl 2.jsonl")]
pub struct MergeArgs {
    /// Files of saved rows
    #[arg(required = true)]
    pub rows: Vec<PathBuf>,

    /// Length up to which a second table is made
    #[arg(short, long, value_name = "WORDS")]
    pub cutoff: Option<u32>,

    /// Take each file for a treebank of its name; rows of folders say it themselves
    #[arg(long)]
    pub by_treebank: bool,

    #[command(flatten)]
    pub sizes_shown: SizesShownArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub plot: PlotArgs,
}

#[derive(Debug, Args)]
pub struct DemoArgs {
    /// The whole tour: every metric, by the commands themselves
    #[arg(long, conflicts_with = "write")]
    pub all: bool,

    /// Leave the sample files in this folder, to try commands on
    #[arg(long, value_name = "FOLDER")]
    pub write: Option<PathBuf>,

    /// Write over files of the same names that are in the folder
    #[arg(long, requires = "write")]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub struct ManArgs {
    /// The folder; it is made if it is not there
    pub folder: PathBuf,

    /// Write over files of the same names that are in the folder
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct LinksArgs {
    /// The folder; it is made if it is not there
    pub folder: PathBuf,

    /// Put links in the place of files of the same names
    #[arg(long)]
    pub force: bool,
}

/// What is done to trees before they are compared.
#[derive(Debug, Args)]
#[command(next_help_heading = "Preparation")]
pub struct PreparationArgs {
    /// EVALB parameter file; may be repeated, lists grow
    #[arg(short, long = "parameters", value_name = "FILE")]
    pub parameters: Vec<PathBuf>,

    /// Built-in parameters
    ///
    /// Parameter files add to them.
    #[arg(long, value_name = "NAME", value_parser = choice(PRESETS))]
    pub preset: Option<Preset>,

    /// Compare spans only, whatever their labels
    #[arg(long)]
    pub unlabelled: bool,

    /// Clean the trees first: traces, functions, unaries, joined by commas, or all
    #[arg(long, value_name = "STEPS", default_value = "none")]
    pub clean: Cleaning,

    /// Take words for equal that differ only in treebank escapes (-LRB-, \/, quotation marks)
    #[arg(long)]
    pub unescape: bool,

    /// Pair sentences by their text, also where words differ
    #[arg(long)]
    pub align: bool,

    /// How often a bracket counts that lies several times over the same words
    ///
    /// Each time unless given, with --preset unsupervised once.
    #[arg(long, value_name = "HOW", value_parser = choice(DUPLICATES))]
    pub duplicates: Option<Duplicates>,
}

/// Whether a path stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// What is compared.
#[derive(Debug, Args)]
pub struct FilesArgs {
    /// What to compare with, file or folder; `-` is standard input
    pub gold: PathBuf,

    /// Output of one or more systems; folders where gold is one
    #[arg(required = true)]
    pub systems: Vec<PathBuf>,

    #[command(flatten)]
    pub treebanks: TreebankArgs,
}

/// How input is read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// Format of all input files; guessed from their content unless given
    #[arg(long, value_name = "FORMAT", value_parser = inputs(Holds::Trees))]
    pub input: Option<Format>,

    /// Names for the systems, joined by commas; their file names unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    #[command(flatten)]
    pub outputs: OutputsArgs,
}

/// How many threads work.
#[derive(Debug, Args)]
pub struct ThreadsArgs {
    /// Number of threads; as many as the machine has unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl ThreadsArgs {
    /// The threads themselves.
    pub fn start(&self) -> std::io::Result<Threads> {
        session::threads(self.threads.map(usize::from))
    }
}

/// How results are shown and kept.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = choice(ReportFormat::ALL))]
    pub format: ReportFormat,

    /// Show everything, not the first screen alone
    #[arg(long, conflicts_with = "table")]
    pub details: bool,

    /// Show these tables alone; `list` names them
    ///
    /// Names are joined by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub table: Vec<String>,

    /// Scores of the first table, joined by commas; the metric's own choice unless given
    #[arg(long, value_name = "SCORES", value_delimiter = ',')]
    pub columns: Vec<String>,

    /// What stands under the table in a paper (latex, typst)
    #[arg(long, value_name = "TEXT")]
    pub caption: Option<String>,

    /// Label for references in the paper (latex, typst)
    #[arg(long, value_name = "NAME", value_parser = label)]
    pub label: Option<String>,

    /// In which order systems stand; the best first unless given, in Markdown and CSV as they were given
    #[arg(long, value_name = "HOW", value_parser = choice(ORDERS))]
    pub order: Option<Order>,

    /// How many rows tables by label, relation and the like have: a number, or all
    #[arg(long = "rows", value_name = "N", default_value = "10")]
    pub most_rows: Rows,

    /// Write the result to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Save one row a sentence, for merge and compare
    ///
    /// In lines of JSON, or as Parquet in a file whose name ends in .parquet.
    #[arg(long, value_name = "ROWS.jsonl")]
    pub save: Option<PathBuf>,

    /// Score apart, for example by length:10,20,40
    ///
    /// By length or depth:5,10; words of dependencies by frequency:1,5,20 in gold, arcs by
    /// distance:1,2,6; files of relations by relations:5,10; pairs by length:10,20, answer,
    /// source, construction or relation. May be repeated.
    #[arg(long, value_name = "KEY[:LIMITS]")]
    pub buckets: Vec<Buckets>,

    /// Show one row a sentence
    #[arg(long)]
    pub per_sentence: bool,

    /// Show the N sentences with the lowest score
    ///
    /// Of pairs, those that most systems have wrong, and those that most have right.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub worst: usize,

    /// Exit with 1 unless all reach it, such as f1=90
    ///
    /// In percent, with skipped sentences counted as missed; over scored sentences alone it is
    /// f1:scored=90, as a mean over sentences macro.f1=85 (of folders, over treebanks). May be
    /// repeated.
    #[arg(long, value_name = "SCORE=VALUE")]
    pub min: Vec<Gate>,

    /// Exit with 1 if a score of any system is above this, such as average_crossing=0.5
    #[arg(long, value_name = "SCORE=VALUE")]
    pub max: Vec<Gate>,

    /// Exit with 1 if any sentence was skipped, a system has no file for a treebank, or any answer or
    /// parse of a pair cannot be read
    #[arg(long)]
    pub strict: bool,

    /// No warnings, no progress
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten)]
    pub page: PageArgs,

    /// Where a page gathers what would be shown, if it is made for one.
    #[arg(skip)]
    pub gathering: Option<Gathering>,

    /// Whether only rows are there, so that what helps is to score once more.
    #[arg(skip)]
    pub are_rows: bool,
}

impl OutputArgs {
    /// How hints are worded.
    pub fn wording(&self) -> fn(Hint) -> String {
        if self.are_rows { hints::of_rows } else { hints::of }
    }

    /// Whether one of some tables is asked for by its name.
    pub fn asks(&self, tables: &[&str]) -> bool {
        let is_one =
            |name: &String| NotThere::or_position("table", name, tables.iter().copied()).is_ok();
        self.table.iter().any(is_one)
    }
}

/// When to use colour.
const COLOURS: &[Choice<ColorChoice>] = &[
    ("auto", ColorChoice::Auto, "On a terminal that shows it"),
    ("always", ColorChoice::Always, "Everywhere"),
    ("never", ColorChoice::Never, "Nowhere"),
];

/// A name that both LaTeX and Typst take for a label.
fn label(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_:.".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => Ok(text.to_string()),
        false => Err("a label has letters, digits and - _ : .".to_string()),
    }
}

/// In which order systems stand.
const ORDERS: &[Choice<Order>] = &[
    ("best", Order::Best, "The best first, skipped sentences counted as missed"),
    ("given", Order::Given, "As they were given"),
];

/// Built-in parameters.
const PRESETS: &[Choice<Preset>] = &[
    ("standard", Preset::Standard, "As collins, and the roots of all common treebanks"),
    ("none", Preset::None, "Everything counts, as in EVALB without a parameter file"),
    ("collins", Preset::Collins, "COLLINS.prm, as most papers do"),
    ("new", Preset::New, "new.prm: more punctuation, and quotation marks put back"),
    ("freval", Preset::Freval, "As new, and ROOT: what the FREVAL paper deletes"),
    ("spmrl", Preset::Spmrl, "spmrl.prm, read as the SPMRL variant reads it"),
    (
        "unsupervised",
        Preset::Unsupervised,
        "Spans of two words and more below the root, without punctuation; F1 of each sentence",
    ),
];

/// How often a bracket counts.
const DUPLICATES: &[Choice<Duplicates>] = &[
    ("each", Duplicates::Each, "As often as it is there, as in EVALB"),
    ("once", Duplicates::Once, "Once"),
];
