//! What can be typed, and nothing else.

mod comparison;
mod convert;
mod dependencies;
mod entail;
mod files;
mod relations;

use std::path::PathBuf;

use bezant::cleaning::Cleaning;
use bezant::formats::Format;
use bezant::formats::conllu::Columns;
use bezant::formats::penn::Layout;
use bezant::metrics::brackets::Duplicates;
use bezant::metrics::fragments::{Limit, Matching, Shape, Sizes};
use bezant::parameters::Preset;
use bezant::report::{Buckets, ReportFormat};
use clap::{Args, Parser, Subcommand, ValueEnum};

pub use comparison::{CompareArgs, ComparisonArgs};
pub use convert::{ConvertArgs, Target, Written};
pub use dependencies::DependenciesArgs;
pub use entail::{
    DecideArgs, EntailArgs, EntailCommand, EntailScoreArgs, ExplainArgs, ExplanationShape,
    ExportArgs, ExportTo, LEVEL, ModuleArgs, ModuleChoice, OracleArgs, ParsesArgs, SentencesArgs,
    ShapeOfSentences, TrainArgs, Which,
};
pub use relations::{MatchName, RelationsArgs};

/// Says how good a natural-language parser really is, and shows why.
#[derive(Debug, Parser)]
#[command(name = "bezant", version, arg_required_else_help = true)]
#[command(after_help = "Exit status: 0 done; 1 a --min gate failed, or sentences were skipped \
    under --strict; 2 error.\nStart with: bezant demo")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 900)]
    pub color: ColorWhen,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Brackets(Box<BracketsArgs>),
    Fragments(Box<FragmentsArgs>),
    Compare(Box<CompareArgs>),
    Dependencies(Box<DependenciesArgs>),
    Relations(Box<RelationsArgs>),
    Entail(EntailArgs),
    Convert(Box<ConvertArgs>),
    Merge(MergeArgs),
    Demo(DemoArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// PARSEVAL: labelled brackets, crossing, tags and exact match, as EVALB counts them
///
/// Compares trees by the brackets they hold. Without parameters everything counts, as in EVALB:
/// most papers delete TOP and punctuation, which --preset collins does.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant brackets --preset collins gold.mrg system.mrg\n  \
    bezant brackets -p COLLINS.prm gold.mrg a.mrg b.mrg --labels --buckets length:10,20,40\n  \
    bezant brackets --preset collins gold.mrg system.mrg --explain\n  \
    bezant brackets --compat evalb -p COLLINS.prm gold.mrg system.mrg")]
pub struct BracketsArgs {
    /// Trees to compare with; `-` is standard input
    pub gold: PathBuf,

    /// Trees of one or more systems
    #[arg(required = true)]
    pub systems: Vec<PathBuf>,

    /// Length up to which a second table is made
    #[arg(short, long, value_name = "WORDS")]
    pub cutoff: Option<u32>,

    /// Show scores by label, and which labels are taken for each other
    #[arg(long)]
    pub labels: bool,

    /// Score ranges apart: length:10,20,40 or depth:5,10; may be repeated
    #[arg(long, value_name = "KEY:LIMITS")]
    pub buckets: Vec<Buckets>,

    /// Show what other conventions would say of the same files
    #[arg(long)]
    pub explain: bool,

    /// Print what the original program prints (evalb or evalb-spmrl); takes its options
    /// -d -D -c -e -p (and -K -L -l -X -V), in its order
    #[arg(long, value_name = "PROGRAM")]
    pub compat: Option<String>,

    #[command(flatten)]
    pub preparation: PreparationArgs,

    #[command(flatten)]
    pub input: InputArgs,

    #[command(flatten)]
    pub comparison: ComparisonArgs,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// FREVAL: fragments of every size, by counting
///
/// Compares trees by the connected pieces they hold: size 1 is brackets, the largest size is the
/// whole tree. Unless parameters are given, labels are deleted as in the FREVAL paper.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant fragments gold.mrg a.mrg b.mrg\n  \
    bezant fragments gold.mrg a.mrg b.mrg --plot f1.svg --window 1-15\n  \
    bezant fragments gold.mrg a.mrg b.mrg --plot gain.svg --baseline a.mrg\n  \
    bezant fragments gold.mrg a.mrg --match connected --weights sparsity --by-size")]
pub struct FragmentsArgs {
    /// Trees to compare with; `-` is standard input
    pub gold: PathBuf,

    /// Trees of one or more systems
    #[arg(required = true)]
    pub systems: Vec<PathBuf>,

    /// When a fragment counts as found
    #[arg(long = "match", value_name = "HOW", default_value = "nodes")]
    pub matching: MatchingName,

    /// Which sets of nodes are fragments
    #[arg(long, value_name = "SHAPE", default_value = "fragments")]
    pub shape: ShapeName,

    /// Take the tags of words for nodes too
    #[arg(long)]
    pub preterminals: bool,

    /// Largest size that is counted: a number, or all
    #[arg(long, value_name = "SIZE", default_value = "all")]
    pub max_size: Limit,

    /// How much each size weighs: uniform, sparsity, geometric, or a file of numbers that add up
    /// to 1
    #[arg(long, value_name = "HOW", default_value = "uniform")]
    pub weights: String,

    /// Whose largest fragment ends the average
    #[arg(long, value_name = "WHOSE", default_value = "both")]
    pub sizes: SizesName,

    /// Lengths up to which sentences are scored apart, joined by commas
    #[arg(short, long, value_name = "WORDS", value_delimiter = ',')]
    pub cutoff: Vec<u32>,

    #[command(flatten)]
    pub sizes_shown: SizesShownArgs,

    #[command(flatten)]
    pub plot: PlotArgs,

    #[command(flatten)]
    pub comparison: ComparisonArgs,

    #[command(flatten)]
    pub preparation: PreparationArgs,

    #[command(flatten)]
    pub input: InputArgs,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// Which sizes of fragments are shown.
#[derive(Debug, Args)]
#[command(next_help_heading = "Sizes of fragments")]
pub struct SizesShownArgs {
    /// Largest sizes that are scored side by side
    #[arg(long, value_name = "SIZES", value_delimiter = ',', default_value = "1,15,25,all")]
    pub limits: Vec<Limit>,

    /// Show the counts of each size
    #[arg(long)]
    pub by_size: bool,
}

impl SizesShownArgs {
    /// Each limit once, in the order given, because in JSON they are keys; none goes beyond what
    /// was counted.
    pub fn limits(&self, counted: Limit) -> Vec<Limit> {
        let mut all: Vec<Limit> = Vec::new();
        for limit in self.limits.iter().map(|limit| *limit.min(&counted)) {
            if !all.contains(&limit) {
                all.push(limit);
            }
        }
        all
    }
}

/// What is drawn.
#[derive(Debug, Args)]
#[command(next_help_heading = "Picture")]
pub struct PlotArgs {
    /// Draw F1 by size, or with --baseline differences to that system, with bands that hold 95 %
    /// of bootstrap replicates (.svg, or .png if bezant was built with the feature png)
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,

    /// Sizes that are drawn
    #[arg(long, value_name = "FROM-TO", default_value = "1-15")]
    pub window: Window,
}

/// A picture has no room for more sizes than this, by far.
const LARGEST_DRAWN: usize = 10_000;

/// A range of sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub first: usize,
    pub last: usize,
}

impl std::str::FromStr for Window {
    type Err = String;

    fn from_str(text: &str) -> Result<Window, String> {
        let usage = || {
            format!(
                "{text} is no range of sizes; write for example 6-13, and no size above {LARGEST_DRAWN}"
            )
        };
        let (first, last) = text.split_once('-').ok_or_else(usage)?;
        let size =
            |text: &str| text.trim().parse().ok().filter(|size| (1..=LARGEST_DRAWN).contains(size));
        let (first, last) = size(first).zip(size(last)).ok_or_else(usage)?;
        if first > last {
            return Err(usage());
        }
        Ok(Window { first, last })
    }
}

/// Put saved rows together and score them
///
/// Rows are written by --save. Those of the same system are joined in the order given; they must
/// have been made with the same options and version.
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

    /// Score ranges apart: length:10,20,40 or depth:5,10; may be repeated
    #[arg(long, value_name = "KEY:LIMITS")]
    pub buckets: Vec<Buckets>,

    #[command(flatten)]
    pub sizes_shown: SizesShownArgs,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// The main jobs on built-in samples, by the commands themselves
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Leave the sample files in this folder, to try commands on
    #[arg(long, value_name = "FOLDER")]
    pub write: Option<PathBuf>,
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Write the manual pages into a folder
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The folder; it is made if it is not there
    pub folder: PathBuf,
}

/// What is done to trees before they are compared.
#[derive(Debug, Args)]
#[command(next_help_heading = "Preparation")]
pub struct PreparationArgs {
    /// EVALB parameter file; may be repeated, lists grow
    #[arg(short, long = "parameters", value_name = "FILE")]
    pub parameters: Vec<PathBuf>,

    /// Built-in parameters, to which parameter files add
    #[arg(long, value_name = "NAME")]
    pub preset: Option<PresetName>,

    /// Compare spans only, whatever their labels
    #[arg(long)]
    pub unlabelled: bool,

    /// Clean the trees first: traces, functions, unaries, joined by commas, or all
    #[arg(long, value_name = "STEPS", default_value = "none")]
    pub clean: Cleaning,

    /// Take words for equal that differ only in treebank escapes (-LRB-, \/, quotation marks)
    #[arg(long)]
    pub unescape: bool,

    /// Score sentences whose words differ, by aligning their characters
    #[arg(long)]
    pub align: bool,

    /// How often a bracket counts that lies several times over the same words
    #[arg(long, value_name = "HOW", default_value = "each")]
    pub duplicates: DuplicatesName,
}

/// How input is read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// Format of all input files; guessed from their content unless given
    #[arg(long, value_name = "FORMAT")]
    pub input: Option<InputName>,

    /// Names for the systems, joined by commas; their file names unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,

    /// Number of threads; as many as the machine has unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
}

/// How results are shown and kept.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Format of the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: FormatName,

    /// Show this table alone, as in the first column of CSV: scores, skipped, ...
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,

    /// Write the result to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Save one row a sentence, for merge and for later comparisons
    #[arg(long, value_name = "ROWS.jsonl")]
    pub save: Option<PathBuf>,

    /// Show one row a sentence
    #[arg(long)]
    pub per_sentence: bool,

    /// Show the N sentences with the lowest F1
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub worst: usize,

    /// Exit with 1 unless every system reaches a score, in percent: f1=90, macro.f1=85,
    /// scores_with_missed.f1=80; may be repeated
    #[arg(long, value_name = "SCORE=VALUE")]
    pub min: Vec<Gate>,

    /// Exit with 1 if any sentence was skipped
    #[arg(long)]
    pub strict: bool,

    /// No warnings, no progress
    #[arg(short, long)]
    pub quiet: bool,
}

/// A score that must be reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    pub score: String,
    pub value: f64,
}

impl std::str::FromStr for Gate {
    type Err = String;

    fn from_str(text: &str) -> Result<Gate, String> {
        let (score, value) = text.split_once('=').ok_or("write SCORE=VALUE, for example f1=90")?;
        let value = value
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite())
            .ok_or_else(|| format!("{value} is not a number; write for example f1=90"))?;
        Ok(Gate { score: score.to_string(), value })
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ColorWhen {
    Auto,
    Always,
    Never,
}

impl ColorWhen {
    pub fn write_global(self) {
        match self {
            ColorWhen::Auto => anstream::ColorChoice::Auto,
            ColorWhen::Always => anstream::ColorChoice::Always,
            ColorWhen::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum FormatName {
    Text,
    Json,
    Csv,
    Tsv,
    Markdown,
    Latex,
}

impl From<FormatName> for ReportFormat {
    fn from(name: FormatName) -> ReportFormat {
        match name {
            FormatName::Text => ReportFormat::Text,
            FormatName::Json => ReportFormat::Json,
            FormatName::Csv => ReportFormat::Csv,
            FormatName::Tsv => ReportFormat::Tsv,
            FormatName::Markdown => ReportFormat::Markdown,
            FormatName::Latex => ReportFormat::Latex,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum InputName {
    /// Trees over as many lines as they like, with comments
    Penn,
    /// One tree a line, as EVALB reads
    PennLines,
    /// Universal Dependencies
    Conllu,
    /// Dependencies in the columns of CoNLL-X, 2006 and 2007
    Conllx,
    /// Dependencies in the columns of CoNLL 2009
    Conll2009,
    /// Typed dependencies, one a line: nsubj(makes-8, Bell-1)
    Stanford,
    /// Relations as the C&C parser prints them: (ncsubj sleeps_1 John_0 _)
    Candc,
}

impl From<InputName> for Format {
    fn from(name: InputName) -> Format {
        match name {
            InputName::Penn => Format::Penn(Layout::Free),
            InputName::PennLines => Format::Penn(Layout::Lines),
            InputName::Conllu => Format::Columns(Columns::Conllu),
            InputName::Conllx => Format::Columns(Columns::Conllx),
            InputName::Conll2009 => Format::Columns(Columns::Conll2009),
            InputName::Stanford => Format::Stanford,
            InputName::Candc => Format::Candc,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum PresetName {
    /// Everything counts, as in EVALB without a parameter file
    None,
    /// COLLINS.prm, as most papers do
    Collins,
    /// new.prm: more punctuation, and quotation marks put back
    New,
    /// As new, and ROOT: what the FREVAL paper deletes
    Freval,
    /// spmrl.prm, read as the SPMRL variant reads it
    Spmrl,
}

impl From<PresetName> for Preset {
    fn from(name: PresetName) -> Preset {
        match name {
            PresetName::None => Preset::None,
            PresetName::Collins => Preset::Collins,
            PresetName::New => Preset::New,
            PresetName::Freval => Preset::Freval,
            PresetName::Spmrl => Preset::Spmrl,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum DuplicatesName {
    /// As often as it is there, as in EVALB
    Each,
    /// Once
    Once,
}

impl From<DuplicatesName> for Duplicates {
    fn from(name: DuplicatesName) -> Duplicates {
        match name {
            DuplicatesName::Each => Duplicates::Each,
            DuplicatesName::Once => Duplicates::Once,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum MatchingName {
    /// When each of its nodes is matched, as the FREVAL program counts
    Nodes,
    /// When it hangs together in both trees, as the paper's formula says
    Connected,
}

impl From<MatchingName> for Matching {
    fn from(name: MatchingName) -> Matching {
        match name {
            MatchingName::Nodes => Matching::Nodes,
            MatchingName::Connected => Matching::Connected,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ShapeName {
    /// All connected sets
    Fragments,
    /// Chains from parent to child
    Paths,
    /// Sets that have all children of a node or none
    Subtrees,
}

impl From<ShapeName> for Shape {
    fn from(name: ShapeName) -> Shape {
        match name {
            ShapeName::Fragments => Shape::Fragments,
            ShapeName::Paths => Shape::Paths,
            ShapeName::Subtrees => Shape::Subtrees,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SizesName {
    /// The largest in gold or the system
    Both,
    /// The largest in gold
    Gold,
}

impl From<SizesName> for Sizes {
    fn from(name: SizesName) -> Sizes {
        match name {
            SizesName::Both => Sizes::Both,
            SizesName::Gold => Sizes::Gold,
        }
    }
}
