//! What can be typed after `bezant entail filter`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use bezant::entailment::filter::{Consensus, Contradicted, FilterOptions, JudgedBy, NotSure};
use bezant::entailment::pairs::PairFormat;
use bezant::report::ReportFormat;
use bezant::stats::Resampling;
use clap::Args;

use super::choice::{Choice, choice};
use super::entail::{LEVEL, PAIR_FORMATS};
use super::{OutputArgs, PageArgs, Rows, ThreadsArgs, label};
use crate::output::Gathering;

#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = "Examples:\n  \
    bezant entail filter new.xml judgements.csv -o kept.xml\n  \
    bezant entail filter new.xml new.judgements.db -o kept.xml\n  \
    bezant entail filter new.xml monday.csv friday.csv --majority\n  \
    bezant entail filter new.xml judgements.csv --details\n  \
    bezant entail filter new.xml judgements.csv --table dropped --format csv\n  \
    bezant entail filter new.xml judgements.csv -o kept.xml --against published.xml\n  \
    bezant entail filter one.xml --against two.xml")]
pub struct FilterArgs {
    /// Pairs: XML, TSV, CSV or JSONL; `-` is standard input
    pub pairs: PathBuf,

    /// Judgements: CSV, TSV or JSONL with id, annotator and answer, or a store of `entail annotate`
    #[arg(required_unless_present = "against")]
    pub judgements: Vec<PathBuf>,

    /// Write the pairs that are kept; unless given, there is only the report
    #[arg(short, long, value_name = "FILE", requires = "judgements")]
    pub output: Option<PathBuf>,

    /// How pairs are written; by the ending of the file unless given, or else as XML
    #[arg(long = "as", value_name = "FORMAT", value_parser = choice(PAIR_FORMATS))]
    pub shape: Option<PairFormat>,

    /// Write the judgements about them of those left, with numbers for people, as CSV
    #[arg(long, value_name = "FILE", requires = "judgements")]
    pub judgements_out: Option<PathBuf>,

    /// Compare what is kept with another set of the same material; without judgements, the pairs
    #[arg(long, value_name = "PAIRS")]
    pub against: Option<PathBuf>,

    /// Answers of a system, to see how many it has right of what is kept and of what went; may be repeated
    #[arg(long, value_name = "FILE", num_args = 1, requires = "judgements")]
    pub answers: Vec<PathBuf>,

    /// Names for the systems, joined by commas; their file names unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "answers")]
    pub names: Vec<String>,

    #[command(flatten)]
    pub rule: FilterRuleArgs,

    #[command(flatten)]
    pub report: FilterReportArgs,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// Who is dropped, and which pairs are kept.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rule")]
pub struct FilterRuleArgs {
    /// Drop annotators who agree on less, in percent
    #[arg(long, value_name = "PERCENT", default_value = "70", value_parser = percent)]
    pub min_agreement: f64,

    /// With what they must agree; silver if judged pairs have it, else checks, else the majority
    #[arg(long, value_name = "WHAT", value_parser = choice(JUDGED_BY))]
    pub judge_by: Option<JudgedBy>,

    /// Judge those alone who have so many answers that can be judged; others stay
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub min_answers: u64,

    /// Drop annotators who have fewer attention checks right, too, in percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub min_checks: Option<f64>,

    /// How many judgements of those left a pair needs
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    pub min_judgements: u64,

    /// All of these must agree (this is so unless one of the next two is given)
    #[arg(long, conflicts_with_all = ["majority", "threshold"])]
    pub unanimous: bool,

    /// More than half of them must agree
    #[arg(long, conflicts_with = "threshold")]
    pub majority: bool,

    /// So many of them must agree, in percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub threshold: Option<f64>,

    /// What "not sure" counts as
    #[arg(long, value_name = "WHAT", default_value = "no", value_parser = choice(NOT_SURE))]
    pub not_sure: NotSure,

    /// What is done where people agree against silver
    #[arg(long, value_name = "WHAT", default_value = "drop", value_parser = choice(CONTRADICTED))]
    pub contradicted: Contradicted,

    /// How often to draw pairs for intervals; 0 for none
    #[arg(long, value_name = "N", default_value_t = Resampling::STANDARD.replicates, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub replicates: u32,

    /// What the replicates are drawn from
    #[arg(long, value_name = "N", default_value_t = Resampling::STANDARD.seed)]
    pub seed: u64,
}

const JUDGED_BY: &[Choice<JudgedBy>] = &[
    ("silver", JudgedBy::Silver, "The answers that the pairs came with"),
    ("checks", JudgedBy::Checks, "Pairs with plain answers that check attention"),
    ("majority", JudgedBy::Majority, "What most of the others say about the same pair"),
];

const NOT_SURE: &[Choice<NotSure>] = &[
    ("no", NotSure::No, "No, as in the article"),
    ("drop", NotSure::Drop, "Nothing, as if it had not been said"),
    ("own", NotSure::Own, "An answer of its own, which disagrees with both others"),
];

const CONTRADICTED: &[Choice<Contradicted>] = &[
    ("drop", Contradicted::Drop, "The pair goes"),
    ("people", Contradicted::People, "It stays, with people's answer"),
    ("silver", Contradicted::Silver, "It stays, with silver's"),
];

/// A share, as people type it.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim_end().parse().ok();
    let number = number.filter(|number: &f64| *number > 0.0 && *number <= 100.0);
    let number = number.ok_or_else(|| format!("{text} is no percentage; write for example 70"))?;
    if number < 1.0 && !text.contains('%') {
        let hundredfold = (number * 1e4).round() / 100.0;
        return Err(format!(
            "{text} is less than one percent; do you mean {hundredfold}? If not, write {text}%"
        ));
    }
    Ok(number / 100.0)
}

impl FilterArgs {
    /// How pairs are written: as is asked for, or as the name of the file says.
    pub fn pair_format(&self) -> PairFormat {
        let ending = self.output.as_deref().and_then(Path::extension).and_then(OsStr::to_str);
        let by_name = match ending.unwrap_or_default().to_ascii_lowercase().as_str() {
            "tsv" => PairFormat::Tsv,
            "csv" => PairFormat::Csv,
            "jsonl" => PairFormat::Jsonl,
            _ => PairFormat::Xml,
        };
        self.shape.unwrap_or(by_name)
    }
}

impl FilterRuleArgs {
    /// The rule.
    pub fn options(&self) -> FilterOptions {
        FilterOptions {
            judged_by: self.judge_by,
            min_agreement: self.min_agreement,
            min_answers: self.min_answers,
            min_checks: self.min_checks,
            min_judgements: self.min_judgements,
            consensus: match self.threshold {
                Some(share) => Consensus::Share(share),
                None if self.majority => Consensus::Majority,
                None => Consensus::Unanimous,
            },
            not_sure: self.not_sure,
            contradicted: self.contradicted,
            level: LEVEL,
        }
    }

    /// How often to draw.
    pub fn plan(&self) -> Resampling {
        Resampling::new(self.replicates, self.seed)
    }
}

/// How the report is shown.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub struct FilterReportArgs {
    /// Report written as
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = choice(ReportFormat::ALL))]
    pub format: ReportFormat,

    /// Show everything, not the first screen alone
    #[arg(long, conflicts_with = "table")]
    pub details: bool,

    /// Show these tables alone, joined by commas; `list` names them
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub table: Vec<String>,

    /// How many rows lists have: a number, or all
    #[arg(long = "rows", value_name = "N", default_value = "10")]
    pub most_rows: Rows,

    /// What stands under the table in a paper (latex, typst)
    #[arg(long, value_name = "TEXT")]
    pub caption: Option<String>,

    /// Label for references in the paper (latex, typst)
    #[arg(long, value_name = "NAME", value_parser = label)]
    pub label: Option<String>,

    /// Write the report to a file
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// No report on the screen, no warnings
    #[arg(short, long)]
    pub quiet: bool,

    /// Where the report goes instead, if it is part of a page.
    #[arg(skip)]
    pub gathering: Option<Gathering>,
}

impl FilterReportArgs {
    /// The same as what reports of scores are shown by.
    pub fn output(&self) -> OutputArgs {
        OutputArgs {
            format: self.format,
            details: self.details,
            table: self.table.clone(),
            columns: Vec::new(),
            caption: self.caption.clone(),
            label: self.label.clone(),
            order: None,
            most_rows: self.most_rows,
            output: self.report.clone(),
            save: None,
            buckets: Vec::new(),
            per_sentence: false,
            worst: 0,
            min: Vec::new(),
            max: Vec::new(),
            strict: false,
            quiet: self.quiet,
            page: PageArgs::default(),
            gathering: self.gathering.clone(),
            are_rows: false,
        }
    }
}
