//! What can be typed after `bezant entail export` and `bezant entail import`.

use std::path::PathBuf;

use bezant::entailment::crowd::{PaidFor, Price};
use bezant::entailment::export::{Prompt, Questions};
use clap::{Args, ValueEnum};

use super::choice::{Choice, choice};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant entail export pairs.xml --to jsonl -o questions.jsonl\n  \
    bezant entail export pairs.xml --to lm-eval --task pete --shots 4 -o tasks/pete\n  \
    bezant entail export pairs.xml --to chat --model NAME -o requests.jsonl\n  \
    bezant entail export pairs.xml --to jsonl --without-answers --prompt '{text} So {hypothesis}?'\n  \
    bezant entail export pairs.xml --to mturk --price 0.5 --fee 20 -o batch\n  \
    bezant entail export pairs.xml --to prolific --link 'https://example.org/sheet/{sheet}' -o study\n  \
    bezant entail export pairs.xml --to csv -o sheets")]
pub struct ExportArgs {
    /// Pairs: XML, TSV, CSV or JSONL; `-` is standard input
    pub pairs: PathBuf,

    /// For whom
    #[arg(long, value_name = "WHOM")]
    pub to: ExportTo,

    /// Write to a file; for all but jsonl and chat to a folder, which is made if it is not there
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Write over files of the same names that are in the folder
    #[arg(long)]
    pub force: bool,

    /// What sheets and --shots are drawn from; and codes, which are secret: for these name one that nobody
    /// guesses
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    #[command(flatten)]
    pub questions: QuestionArgs,

    #[command(flatten)]
    pub crowd: CrowdArgs,
}

/// How language models are asked.
#[derive(Debug, Args)]
#[command(next_help_heading = "Language models (lm-eval, jsonl, chat)")]
pub struct QuestionArgs {
    /// The question, with {text} and {hypothesis} for the sentences and \n for the end of a line
    #[arg(long, value_name = "TEMPLATE")]
    pub prompt: Option<Prompt>,

    /// How many other pairs are shown before each with their answers, none of them about its text
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1000))]
    pub shots: u16,

    /// Leave out what is right, so that questions can be given away; not for lm-eval, which scores itself
    #[arg(long)]
    pub without_answers: bool,

    /// What the task and its files are called, for lm-eval
    #[arg(long, value_name = "NAME", default_value = "bezant_entailments", value_parser = task_name)]
    pub task: String,

    /// Which model is asked, for chat; the interface wants to know
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
}

impl ExportArgs {
    /// How pairs become questions.
    pub fn asking(&self) -> Questions {
        Questions {
            prompt: self.questions.prompt.clone().unwrap_or_default(),
            shots: usize::from(self.questions.shots),
            seed: self.seed,
            without_answers: self.questions.without_answers,
        }
    }
}

/// A name that can be that of a file, too.
fn task_name(name: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    match !name.is_empty() && !name.starts_with(['.', '-']) && name.chars().all(is_plain) {
        true => Ok(name.to_string()),
        false => Err("a name has letters, digits, _, - and . only".to_string()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportTo {
    /// A task of lm-evaluation-harness: a folder with a description and the questions
    LmEval,
    /// One object a line
    Jsonl,
    /// One request a line, as batch interfaces take them, with the id of the pair as `custom_id`
    Chat,
    /// A batch for Mechanical Turk: one row a sheet, and the form of a HIT
    Mturk,
    /// Links with completion codes for Prolific, and the sheets
    Prolific,
    /// One row a pair, for a spreadsheet
    Csv,
}

/// How people elsewhere are asked.
#[derive(Debug, Args)]
#[command(next_help_heading = "People (mturk, prolific, csv)")]
pub struct CrowdArgs {
    /// How many pairs a sheet has at most
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub sheet: u16,

    /// How many people answer each pair, for what it costs
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    pub per_pair: u16,

    /// Where a sheet is answered, for Prolific, with {sheet} for its number
    #[arg(long, value_name = "URL")]
    pub link: Option<String>,

    /// The words of the form for Mechanical Turk, in TOML; the file of `bezant entail annotate` will do
    #[arg(long, value_name = "FILE")]
    pub texts: Option<PathBuf>,

    /// Whom people can ask, in the form for Mechanical Turk
    #[arg(long, value_name = "TEXT")]
    pub contact: Option<String>,

    /// How long answers are kept, in the form for Mechanical Turk
    #[arg(long, value_name = "TEXT")]
    pub retention: Option<String>,

    #[command(flatten)]
    pub price: PriceArgs,
}

/// What is paid.
#[derive(Debug, Args)]
pub struct PriceArgs {
    /// What is paid, in any currency; then what it costs is said
    #[arg(long, value_name = "AMOUNT", value_parser = amount)]
    pub price: Option<f64>,

    /// What that is paid for
    #[arg(long, value_name = "WHAT", default_value = "sheet", value_parser = choice(PAID_FOR))]
    pub per: PaidFor,

    /// What the platform takes on top, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = amount)]
    pub fee: f64,
}

impl PriceArgs {
    /// The price, if one is named.
    pub fn price(&self) -> Option<Price> {
        self.price.map(|amount| Price { amount, per: self.per, fee: self.fee / 100.0 })
    }
}

/// What is paid for.
const PAID_FOR: &[Choice<PaidFor>] = &[
    ("sheet", PaidFor::Sheet, "Each sheet that somebody answers"),
    ("judgement", PaidFor::Judgement, "Each judgement"),
    ("hour", PaidFor::Hour, "Each hour of work"),
];

fn amount(text: &str) -> Result<f64, String> {
    let amount = text.parse().ok().filter(|amount: &f64| (0.0..=1e9).contains(amount));
    amount.ok_or_else(|| format!("{text} is no amount; write a number such as 0.5"))
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant entail import Batch_1_results.csv --from mturk --price 0.5 --fee 20 -o judgements.csv\n  \
    bezant entail import answers.csv --from prolific --submissions export.csv -o judgements.csv\n  \
    bezant entail import ann.csv ben.csv cem.csv --from csv -o judgements.csv")]
pub struct ImportArgs {
    /// Results of one batch or more; for prolific the answers, with its ids of people as annotators; for csv
    /// a file a person, or with a column annotator
    #[arg(required = true)]
    pub results: Vec<PathBuf>,

    /// From where
    #[arg(long, value_name = "WHERE")]
    pub from: ImportFrom,

    /// What Prolific exports about submissions: who was approved or rejected, and how long they took
    #[arg(long, value_name = "FILE", required_if_eq("from", "prolific"))]
    pub submissions: Option<PathBuf>,

    /// Write judgements to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub price: PriceArgs,

    /// No summary
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ImportFrom {
    /// Results of a batch of Mechanical Turk
    Mturk,
    /// Answers of people from Prolific, with its export of submissions
    Prolific,
    /// Spreadsheets that people filled in
    Csv,
}
