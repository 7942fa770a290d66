//! What can be typed, and nothing else.

mod relations;

use std::path::PathBuf;

use bezant::cleaning::Cleaning;
use bezant::formats::Format;
use bezant::formats::penn::Layout;
use bezant::metrics::brackets::Duplicates;
use bezant::parameters::Preset;
use bezant::report::{Buckets, ReportFormat};
use clap::{Args, Parser, Subcommand, ValueEnum};

pub use relations::{MatchName, RelationsArgs};

/// Says how good a natural-language parser really is, and shows why.
#[derive(Debug, Parser)]
#[command(name = "bezant", version, about, arg_required_else_help = true)]
#[command(after_help = "Exit status: 0 done; 1 a --min gate failed, or sentences were skipped \
    under --strict; 2 error.\nStart with: bezant demo")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorWhen,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Brackets(Box<BracketsArgs>),
    Relations(Box<RelationsArgs>),
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

    /// EVALB parameter file; may be repeated, lists grow
    #[arg(short, long = "parameters", value_name = "FILE")]
    pub parameters: Vec<PathBuf>,

    /// Built-in parameters, to which parameter files add
    #[arg(long, value_name = "NAME", default_value = "none")]
    pub preset: PresetName,

    /// Compare spans only, whatever their labels
    #[arg(long)]
    pub unlabelled: bool,

    /// Length up to which a second table is made
    #[arg(short, long, value_name = "WORDS")]
    pub cutoff: Option<u32>,

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
    pub input: InputArgs,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// Put saved rows together and score them
///
/// Rows are written by --save. Those of the same system are joined in the order given; they must
/// have been made with the same options and version.
#[derive(Debug, Args)]
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
    pub output: OutputArgs,
}

/// Everything on built-in sample trees
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Also write the sample files into this folder, to try commands on
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

    /// Exit with 1 unless every system reaches a score, in percent: f1=90; may be repeated
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
}

impl From<InputName> for Format {
    fn from(name: InputName) -> Format {
        match name {
            InputName::Penn => Format::Penn(Layout::Free),
            InputName::PennLines => Format::Penn(Layout::Lines),
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
    /// spmrl.prm, read as the SPMRL variant reads it
    Spmrl,
}

impl From<PresetName> for Preset {
    fn from(name: PresetName) -> Preset {
        match name {
            PresetName::None => Preset::None,
            PresetName::Collins => Preset::Collins,
            PresetName::New => Preset::New,
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
