//! Which sentences are shown.

use bezant::report::CellName;
use clap::Args;

/// Sentences that somebody wants to look at.
#[derive(Debug, Args)]
#[command(next_help_heading = "The sentences behind a number")]
pub struct BehindArgs {
    /// Show the sentences behind a cell of a table
    ///
    /// TABLE:ROW, or one of its columns, and nothing else; --worst says how many, 5 unless given.
    #[arg(long, value_name = "TABLE:ROW[:COLUMN]")]
    pub show: Option<CellName>,

    /// Show what system A has right and B wrong
    ///
    /// Those sentences and nothing else; --worst says how many, 5 unless given.
    #[arg(long, num_args = 1..=2, value_names = ["A", "B"], value_parser = system, conflicts_with = "show")]
    pub contrast: Vec<String>,

    /// Show how far files agree, and where not
    ///
    /// Each two of them. All files are taken for annotations of equal standing; of answers to pairs, those of the
    /// systems. --worst says how many sentences of each two are shown, 5 unless given.
    #[arg(long, conflicts_with_all = ["show", "contrast", "save", "per_sentence", "buckets", "min"])]
    pub agreement: bool,
}

/// How many sentences are shown unless somebody says it.
const MOST: usize = 5;

impl BehindArgs {
    /// Whether some are asked for.
    pub fn asks(&self) -> bool {
        self.show.is_some() || !self.contrast.is_empty()
    }

    /// How many are shown.
    pub fn most(&self, worst: usize) -> usize {
        if worst > 0 { worst } else { MOST }
    }
}

/// The option once took a number.
fn system(name: &str) -> Result<String, String> {
    match name.parse::<u64>() {
        Ok(n) => Err(format!("write two systems, --contrast A B; --worst {n} says how many")),
        Err(_) => Ok(name.to_string()),
    }
}
