//! What can be typed after `bezant unbounded`.

use std::path::PathBuf;

use bezant::kinds::{Format, Holds};
use clap::Args;

use super::choice::inputs;
use super::{ComparisonArgs, OutputArgs, PlotArgs, ThreadsArgs};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant unbounded dev.obj_qus obj_qus.mrg\n  \
    bezant unbounded corpus/ parser-a/ parser-b/ --format json\n  \
    bezant unbounded corpus/ parser-a/ --explain\n  \
    bezant unbounded corpus/ parser-a/ --published --save rows.jsonl")]
pub struct UnboundedArgs {
    /// The corpus: a file, or a folder of them
    pub corpus: PathBuf,

    /// Parses of one or more systems: a file, or a folder with one a construction
    #[arg(required = true)]
    pub parses: Vec<PathBuf>,

    /// Explain every miss: what the parse says of the two words, and why that is not it
    #[arg(long)]
    pub explain: bool,

    /// Look at what parses state alone, without filling gaps that they leave open
    #[arg(long)]
    pub published: bool,

    /// Compare words only, whatever relation is between them
    #[arg(long)]
    pub unlabelled: bool,

    /// Format of all parses; guessed from their content unless given
    #[arg(long, value_name = "FORMAT", value_parser = inputs(Holds::Parses), help_heading = "Input")]
    pub input: Option<Format>,

    /// Names for the systems, joined by commas; their file names unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Input")]
    pub names: Vec<String>,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    #[command(flatten)]
    pub comparison: ComparisonArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub plot: PlotArgs,
}
