//! What can be typed about pages.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant report --init gold.mrg a.mrg b.mrg -o experiment.toml\n  \
    bezant report experiment.toml -o report.html\n  \
    bezant report gold.mrg a.mrg b.mrg -o report.html\n  \
    bezant report new.xml judgements.csv kept.xml strong.txt -o report.html\n  \
    bezant report rows.jsonl -o report.html\n  \
    bezant brackets gold.mrg a.mrg b.mrg --report report.html")]
pub struct ReportArgs {
    /// An experiment in TOML, gold and systems, or files of saved rows; with --init gold and the systems
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// Write an experiment for these files, to be changed and reported
    #[arg(long, conflicts_with = "without_text")]
    pub init: bool,

    /// Leave words out, for treebanks that must not be passed on
    #[arg(long)]
    pub without_text: bool,

    /// What stands above the page; the experiment's own title unless given
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    /// Write to this file; standard output unless given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// No warnings
    #[arg(short, long)]
    pub quiet: bool,
}

/// A page beside the result.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub struct PageArgs {
    /// Write a page for a browser
    ///
    /// It has all tables, and behind their numbers the sentences, drawn. Files are read once more for it.
    #[arg(long, value_name = "PAGE.html")]
    pub report: Option<PathBuf>,

    /// Whether a page is made when this run is done
    #[arg(skip)]
    pub is_made: bool,

    /// Leave words out of the page, for treebanks that must not be passed on
    #[arg(long, requires = "report")]
    pub without_text: bool,

    /// What this run is called in the rows that are saved, so that several can be reported
    #[arg(long, value_name = "NAME", requires = "save", value_parser = run_name)]
    pub run: Option<String>,

    /// Show what changed since these rows were saved
    ///
    /// Scores before and now, in how many sentences they are better and worse, and those that changed most.
    #[arg(long, value_name = "ROWS.jsonl")]
    pub against: Option<PathBuf>,
}

fn run_name(name: &str) -> Result<String, String> {
    if name.trim().is_empty() {
        return Err("a run has a name; leave --run out if it needs none".to_string());
    }
    match !name.contains(['@', ',']) && !name.contains(char::is_control) {
        true => Ok(name.to_string()),
        false => Err("a run's name has neither @ nor a comma".to_string()),
    }
}
