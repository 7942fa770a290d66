//! What is drawn: options of every metric, of `merge` and of `compare`.

use std::path::PathBuf;

use clap::Args;

use super::choice::{Choice, choice};

/// What is drawn.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct PlotArgs {
    /// Draw the systems into a file: .svg, .pdf or .png
    ///
    /// Lines have bands that hold 95 % of bootstrap replicates; with --baseline they are differences
    /// to that system.
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,

    /// What is drawn; of fragments the sizes, of pairs the systems, of others the lengths unless given
    #[arg(long, value_name = "WHAT", value_parser = choice(PLOTS))]
    pub plot_of: Option<PlotOf>,

    /// Sizes of fragments that are drawn
    #[arg(long, value_name = "FROM-TO", default_value = "1-15")]
    pub window: Window,
}

/// What is drawn of systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotOf {
    /// A dot each.
    Systems,
    /// The score by length.
    Length,
    /// The score by depth.
    Depth,
    /// F1 by the size of fragments.
    Size,
    /// F1 by the distance of heads.
    Distance,
    /// F1 by how many trees of a list there are to choose from.
    Rank,
}

impl PlotOf {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        let known = PLOTS.iter().find(|(_, plot, _)| *plot == self);
        known.map_or("", |(name, ..)| name)
    }
}

/// What can be drawn.
const PLOTS: &[Choice<PlotOf>] = &[
    ("systems", PlotOf::Systems, "The score of each system as a dot, with its interval"),
    ("length", PlotOf::Length, "The score by length of sentences, or by their number of relations"),
    ("depth", PlotOf::Depth, "The score by depth of gold's trees"),
    ("size", PlotOf::Size, "F1 of fragments by their size"),
    ("distance", PlotOf::Distance, "F1 of heads by their distance"),
    ("rank", PlotOf::Rank, "F1 of the best among the first k trees of each list (--n-best)"),
];

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
