//! What can be typed after `bezant draw`.

use std::path::PathBuf;

use bezant::drawing::WantedDrawing;
use bezant::kinds::Format;
use bezant::metrics::trees::parameters::Preset;
use bezant::pictures::USUAL_WIDTH;
use clap::Args;

use super::PRESETS;
use super::choice::{Choice, any_input, choice};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant draw gold.mrg\n  \
    bezant draw gold.mrg system.mrg --sentence 3 -o differences.pdf\n  \
    bezant draw gold.conllu a.conllu b.conllu --sentence weblog-12 -o arcs.svg\n  \
    bezant draw tiger.export --sentence 2-5,9 -o trees.tex\n  \
    bezant draw pairs.xml --parses parser.conllu --sentence 3017 -o pair.svg\n  \
    bezant draw gold.conllu --format dot | dot -Tpdf > graph.pdf")]
pub struct DrawArgs {
    /// What is drawn; `-` is standard input
    pub file: PathBuf,

    /// Output of systems: what is different in it is drawn below the first file; more than three each by itself
    pub systems: Vec<PathBuf>,

    /// Which sentences: numbers, ranges (3-7) or names (sent_id), joined by commas; the first unless given
    #[arg(short, long, value_name = "WHICH", value_delimiter = ',')]
    pub sentence: Vec<WantedDrawing>,

    /// Write to a file; its name says as what
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Output format; by the end of the file's name unless given, and text where there is no file
    #[arg(long, value_name = "FORMAT", value_parser = choice(DRAWN))]
    pub format: Option<DrawnAs>,

    /// How wide a row of words with arcs is, in points (72 are an inch)
    #[arg(long, value_name = "POINTS", default_value_t = USUAL_WIDTH)]
    #[arg(value_parser = clap::value_parser!(u32).range(100..=10_000))]
    pub width: u32,

    /// Highlight phrases or relations with these labels, joined by commas
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    pub highlight: Vec<String>,

    /// Parses of the pairs of entailments that are drawn: text above hypothesis; twice for texts, then hypotheses
    #[arg(long, value_name = "FILE", conflicts_with_all = ["systems", "enhanced"])]
    pub parses: Vec<PathBuf>,

    /// Draw each of two or three systems by itself, below each other, and not all into one drawing
    #[arg(long)]
    pub apart: bool,

    /// Compare enhanced graphs instead of basic trees
    #[arg(long)]
    pub enhanced: bool,

    /// What counts where trees are compared
    #[arg(long, value_name = "NAME", default_value = "standard", value_parser = choice(PRESETS))]
    pub preset: Preset,

    /// Format of all input files; guessed from their content unless given
    #[arg(long, value_name = "FORMAT", value_parser = any_input())]
    pub input: Option<Format>,

    /// Print no warnings
    #[arg(short, long)]
    pub quiet: bool,
}

/// As what drawings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawnAs {
    Text,
    Svg,
    Pdf,
    Png,
    Latex,
    Dot,
}

/// All of them.
pub const DRAWN: &[Choice<DrawnAs>] = &[
    ("text", DrawnAs::Text, "Lines for a terminal"),
    ("svg", DrawnAs::Svg, "A picture for pages, light and dark; several stand below each other"),
    ("pdf", DrawnAs::Pdf, "A page for each sentence"),
    ("png", DrawnAs::Png, "Dots, 288 an inch; several stand below each other"),
    ("tex", DrawnAs::Latex, "LaTeX: forest for trees, tikz-dependency for arcs"),
    ("dot", DrawnAs::Dot, "Graphviz"),
];
