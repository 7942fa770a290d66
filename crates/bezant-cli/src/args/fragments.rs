//! What can be typed behind `bezant fragments`.

use std::num::NonZeroU32;

use bezant::metrics::fragments::{FragmentMatching, Limit, Shape, Sizes};
use clap::Args;

use super::choice::{Choice, choice};
use super::{
    BehindArgs, ComparisonArgs, FilesArgs, InputArgs, OutputArgs, PlotArgs, PreparationArgs,
};

#[derive(Debug, Args)]
// They are refused with what to use instead.
#[command(mut_arg("show", |arg| arg.hide(true)), mut_arg("agreement", |arg| arg.hide(true)))]
#[command(after_help = "Examples:\n  \
    bezant fragments gold.mrg a.mrg b.mrg\n  \
    bezant fragments gold.mrg a.mrg b.mrg --plot f1.pdf --window 1-15\n  \
    bezant fragments gold.mrg a.mrg b.mrg --plot gain.pdf --baseline a.mrg\n  \
    bezant fragments gold.mrg a.mrg --match connected --weights sparsity --by-size")]
pub struct FragmentsArgs {
    #[command(flatten)]
    pub files: FilesArgs,

    /// When a fragment counts as found
    #[arg(long = "match", value_name = "HOW", default_value = "nodes", value_parser = choice(MATCHINGS))]
    pub matching: FragmentMatching,

    /// Which sets of nodes are fragments
    #[arg(long, value_name = "SHAPE", default_value = "fragments", value_parser = choice(SHAPES))]
    pub shape: Shape,

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
    #[arg(long, value_name = "WHOSE", default_value = "both", value_parser = choice(SIZES))]
    pub sizes: Sizes,

    /// Lengths up to which sentences are scored apart, joined by commas
    #[arg(short, long, value_name = "WORDS", value_delimiter = ',')]
    pub cutoff: Vec<u32>,

    #[command(flatten)]
    pub sizes_shown: SizesShownArgs,

    #[command(flatten)]
    pub behind: BehindArgs,

    #[command(flatten)]
    pub comparison: ComparisonArgs,

    #[command(flatten)]
    pub preparation: PreparationArgs,

    #[command(flatten)]
    pub input: InputArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub plot: PlotArgs,
}

/// Which sizes of fragments are shown.
#[derive(Debug, Args)]
#[command(next_help_heading = "Sizes of fragments")]
pub struct SizesShownArgs {
    /// Sizes up to which to score (1,15,25,all)
    ///
    /// All of them are shown side by side.
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    pub limits: Vec<Limit>,

    /// Show the counts of each size
    #[arg(long)]
    pub by_size: bool,
}

impl SizesShownArgs {
    /// The largest sizes.
    pub fn limits(&self) -> Vec<Limit> {
        let sizes = [1, 15, 25].into_iter().filter_map(NonZeroU32::new).map(Limit::UpTo);
        match self.limits.as_slice() {
            [] => sizes.chain([Limit::All]).collect(),
            given => given.to_vec(),
        }
    }
}

/// When a fragment counts as found.
const MATCHINGS: &[Choice<FragmentMatching>] = &[
    (
        "nodes",
        FragmentMatching::Nodes,
        "When each of its nodes is matched, as the FREVAL program counts",
    ),
    (
        "connected",
        FragmentMatching::Connected,
        "When it hangs together in both trees with each node in its place, as the paper's formula says",
    ),
    (
        "literal",
        FragmentMatching::Literal,
        "When a fragment like it has the same place in both, alike ones once: the formula to the letter",
    ),
];

/// Which sets of nodes are fragments.
const SHAPES: &[Choice<Shape>] = &[
    ("fragments", Shape::Fragments, "All connected sets"),
    ("paths", Shape::Paths, "Chains from parent to child"),
    ("subtrees", Shape::Subtrees, "Sets that have all children of a node or none"),
];

/// Whose largest fragment ends the average.
const SIZES: &[Choice<Sizes>] = &[
    ("both", Sizes::Both, "The largest in gold or the system"),
    ("gold", Sizes::Gold, "The largest in gold"),
];
