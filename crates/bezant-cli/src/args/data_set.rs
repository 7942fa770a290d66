//! What can be typed after `bezant entail tables`, `split` and `pack`.

use std::path::PathBuf;

use bezant::entailment::generate::choose::Balance;
use bezant::entailment::pairs::PairFormat;
use bezant::entailment::split::SplitBy;
use bezant::report::ReportFormat;
use clap::Args;

use super::choice::{Choice, choice};
use super::entail::PAIR_FORMATS;
use super::label;
use crate::output::Gathering;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant entail tables new.xml kept.xml\n  \
    bezant entail tables new.xml kept.xml --table relation --format latex\n  \
    bezant entail tables kept.xml dev.xml test.xml --names all,dev,test --format json")]
pub struct TablesArgs {
    /// Pairs: XML, TSV, CSV or JSONL; those that others were taken from first
    #[arg(required = true)]
    pub pairs: Vec<PathBuf>,

    /// Names for the files, joined by commas; their file names unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,

    #[command(flatten)]
    pub show: ShowArgs,
}

/// How tables are shown where no system is scored.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct ShowArgs {
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = choice(ReportFormat::ALL))]
    pub format: ReportFormat,

    /// Show these tables alone; `list` names them
    ///
    /// Names are joined by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub table: Vec<String>,

    /// What stands under the first table in a paper (latex, typst)
    #[arg(long, value_name = "TEXT")]
    pub caption: Option<String>,

    /// Label for references in the paper to the first table (latex, typst)
    #[arg(long, value_name = "NAME", value_parser = label)]
    pub label: Option<String>,

    /// Write the result to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Where the tables go instead, if they are part of a page.
    #[arg(skip)]
    pub gathering: Option<Gathering>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant entail split kept.xml --dev 66 --seed 1 -o parts\n  \
    bezant entail split kept.xml --train 70% --dev 10% --stratify answer,relation --by text -o parts")]
pub struct SplitArgs {
    /// Pairs: XML, TSV, CSV or JSONL; `-` is standard input
    pub pairs: PathBuf,

    /// How many pairs are for development: a number, or a share such as 20%. What is left is for testing
    #[arg(long, value_name = "SIZE")]
    pub dev: Option<PartSize>,

    /// How many pairs are for training, if any
    #[arg(long, value_name = "SIZE")]
    pub train: Option<PartSize>,

    /// What the parts are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// What is to be as frequent in one part as in another, joined by commas: answer, relation, construction,
    /// source
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub stratify: Vec<Balance>,

    /// What is drawn, and stays together
    #[arg(long, value_name = "WHAT", default_value = "pair", value_parser = choice(UNITS))]
    pub by: SplitBy,

    /// Names of the parts, joined by commas, in the order train, dev, test
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,

    /// How pairs are written
    #[arg(long = "as", alias = "format", value_name = "FORMAT", default_value = "xml", value_parser = choice(PAIR_FORMATS))]
    pub format: PairFormat,

    /// The folder; it is made if it is not there
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,

    /// Write over files of the same names that are in the folder
    #[arg(long)]
    pub force: bool,

    /// No warnings, no summary
    #[arg(short, long)]
    pub quiet: bool,
}

/// What is drawn.
const UNITS: &[Choice<SplitBy>] = &[
    ("pair", SplitBy::Pair, "Every pair by itself, as in the article"),
    ("text", SplitBy::Text, "Texts, with all their pairs, so that none is on both sides"),
];

impl SplitArgs {
    /// The parts that were asked for, in order, each with its size; what is left has none.
    pub fn parts(&self) -> Vec<(&'static str, Option<PartSize>)> {
        let sized = [("train", self.train), ("dev", self.dev)];
        let sized = sized.into_iter().filter(|(_, size)| size.is_some());
        sized.chain([("test", None)]).collect()
    }

    /// What the parts are called.
    pub fn part_names(&self) -> Vec<String> {
        match self.names.as_slice() {
            [] => self.parts().iter().map(|(name, _)| (*name).to_string()).collect(),
            given => given.to_vec(),
        }
    }

    /// The name of a part's file.
    pub fn file(&self, part: &str) -> String {
        let ending = match self.format {
            PairFormat::Xml => "xml",
            PairFormat::Tsv => "tsv",
            PairFormat::Csv => "csv",
            PairFormat::Jsonl => "jsonl",
        };
        format!("{part}.{ending}")
    }

    /// The file that says how the parts were made.
    pub const DESCRIPTION: &'static str = "split.json";
}

/// How large a part is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PartSize {
    Pairs(usize),
    Percent(f64),
}

impl PartSize {
    /// In pairs, of so many.
    pub fn of(self, n: usize) -> usize {
        match self {
            PartSize::Pairs(pairs) => pairs,
            PartSize::Percent(percent) => (n as f64 * percent / 100.0).round() as usize,
        }
    }
}

impl std::str::FromStr for PartSize {
    type Err = String;

    fn from_str(text: &str) -> Result<PartSize, String> {
        let usage = || format!("{text} is no size; write a number of pairs such as 66, or 20%");
        let Some(percent) = text.strip_suffix('%') else {
            let pairs = text.parse().ok().filter(|pairs| *pairs > 0);
            return pairs.map(PartSize::Pairs).ok_or_else(usage);
        };
        let percent = percent.trim().parse().ok();
        let percent = percent.filter(|percent| *percent > 0.0 && *percent < 100.0);
        percent.map(PartSize::Percent).ok_or_else(usage)
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant entail pack kept.xml --name my-pairs --licence CC-BY-4.0 -o my-pairs\n  \
    bezant entail pack kept.xml --before new.xml --split parts --add judgements.csv -o my-pairs")]
pub struct PackArgs {
    /// Pairs with their answers: XML, TSV, CSV or JSONL; `-` is standard input
    pub pairs: PathBuf,

    /// What the data set is called; as the folder unless given
    #[arg(long, value_name = "NAME", value_parser = data_set_name)]
    pub name: Option<String>,

    /// The pairs before they were filtered, for the figures
    #[arg(long, value_name = "FILE")]
    pub before: Option<PathBuf>,

    /// The folder of parts that `bezant entail split` made of these pairs
    #[arg(long, value_name = "FOLDER")]
    pub split: Option<PathBuf>,

    /// Under what terms it is given away: a name such as CC-BY-4.0, or a file with the text
    #[arg(long, value_name = "NAME|FILE", alias = "license")]
    pub licence: Option<String>,

    /// The language of the texts (BCP 47)
    #[arg(long, value_name = "TAG", default_value = "en", value_parser = language)]
    pub language: String,

    /// Your data statement; a template with what is known unless given
    #[arg(long, value_name = "FILE")]
    pub statement: Option<PathBuf>,

    /// Other files that belong to it: instructions, judgements, what `bezant entail filter` said
    #[arg(long, value_name = "FILES", num_args = 1..)]
    pub add: Vec<PathBuf>,

    /// The folder; it is made if it is not there
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,

    /// Write into a folder that is there already, over files of the same names
    #[arg(long)]
    pub force: bool,

    /// No warnings, no summary
    #[arg(short, long)]
    pub quiet: bool,
}

fn data_set_name(text: &str) -> Result<String, String> {
    match !text.trim().is_empty() && !text.contains(char::is_control) {
        true => Ok(text.trim().to_string()),
        false => Err("a name is a few words in one line".to_string()),
    }
}

fn language(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    match !text.is_empty() && text.len() <= 35 && text.chars().all(is_plain) {
        true => Ok(text.to_string()),
        false => Err("write a tag such as en, en-GB or tr".to_string()),
    }
}
