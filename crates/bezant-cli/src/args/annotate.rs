//! What can be typed after `bezant entail annotate`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::entail::time;

#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = "Examples:\n  \
    bezant entail annotate new.xml\n  \
    bezant entail annotate new.xml --annotators 30 --contact 'Ada, ada@example.org' --retention '2 years'\n  \
    bezant entail annotate new.xml --code sunflower --address 0.0.0.0:8000\n  \
    bezant entail annotate --store new.judgements.db --export judgements.csv\n  \
    bezant entail annotate --store new.judgements.db --backup copy.db\n  \
    bezant entail annotate --store new.judgements.db --forget 7\n\
    The fields of forms and all that is stored: docs/annotate.md")]
pub struct AnnotateArgs {
    /// Pairs: XML, TSV, CSV or JSONL; `-` is standard input
    #[arg(required_unless_present_any = ["store", "print_texts"])]
    pub pairs: Option<PathBuf>,

    /// Where answers are kept; beside the pairs, as NAME.judgements.db, unless given
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,

    /// Where to listen; only this computer can connect unless another address is given. Port 0 lets the
    /// system choose
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8377")]
    pub address: String,

    /// What links begin with, where that is not the address: behind another server
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,

    /// No messages, only links
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten)]
    pub asking: AskingArgs,

    #[command(flatten)]
    pub people: PeopleArgs,

    #[command(flatten)]
    pub instead: InsteadArgs,
}

/// What is asked, and of how many.
#[derive(Debug, Args)]
#[command(next_help_heading = "Questions")]
pub struct AskingArgs {
    /// By how many different people each pair is judged; 5 for a new store
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub per_pair: Option<u32>,

    /// How many pairs are on a sheet; 25 for a new store, where it stays
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub sheet: Option<u32>,

    /// Decides the order of the pairs; 1 for a new store, where it stays
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Put so many questions onto each sheet whose answer is plain, to see whether people read; what they
    /// answer is marked in the judgements
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=25))]
    pub checks: Option<u32>,

    /// Pairs for --checks, with answers; those of the language of the pages unless given
    #[arg(long, value_name = "FILE", requires = "checks")]
    pub checks_from: Option<PathBuf>,

    /// A sheet that nobody touched for so long is given to others: 90s, 10m or 2h
    #[arg(long, value_name = "TIME", default_value = "2h", value_parser = with_unit)]
    pub return_after: Duration,

    /// The words of all pages, in another language
    #[arg(long, value_name = "FILE")]
    pub texts: Option<PathBuf>,

    /// The language of the pairs, as in `en` or `pt-BR`; that of the pages unless given
    #[arg(long, value_name = "CODE")]
    pub language: Option<String>,
}

/// Who is asked. What is said of people stays in the store.
#[derive(Debug, Args)]
#[command(next_help_heading = "People")]
pub struct PeopleArgs {
    /// Make links for so many people in advance; 5 for a new store without --code
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub annotators: Option<u32>,

    /// Whoever knows this word can join at /join; without a word, one is made; `-`: nobody any more
    #[arg(long, value_name = "CODE", num_args = 0..=1, default_missing_value = "")]
    pub code: Option<String>,

    /// Whom to ask, on everybody's first page: a name and an address
    #[arg(long, value_name = "WHO")]
    pub contact: Option<String>,

    /// How long answers are kept, on everybody's first page
    #[arg(long, value_name = "HOW LONG")]
    pub retention: Option<String>,

    /// Show whoever finishes a sheet this code, to be paid; without a word, everybody's own; `-`: none
    #[arg(long, value_name = "CODE", num_args = 0..=1, default_missing_value = "")]
    pub completion: Option<String>,

    /// What a sheet costs, with its currency, for the organiser's page: '0.50 USD'
    #[arg(long, value_name = "PRICE", value_parser = price)]
    pub price: Option<(f64, String)>,

    /// How many requests a second each link may make for long; fifty times as many at once
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub rate: u32,
}

/// What is done with a store instead of serving it; also while it is served.
#[derive(Debug, Args)]
#[command(next_help_heading = "Instead of asking")]
pub struct InsteadArgs {
    /// Copy the store as it is now
    #[arg(long, value_name = "FILE", group = "written", conflicts_with_all = ["forget", "export"])]
    pub backup: Option<PathBuf>,

    /// Remove an annotator and all that they answered
    #[arg(long, value_name = "ANNOTATOR", conflicts_with = "export")]
    pub forget: Option<u64>,

    /// Write judgements as CSV; `-` is standard output
    #[arg(long, value_name = "FILE", group = "written")]
    pub export: Option<PathBuf>,

    /// Let --backup and --export replace a file; a store in use is never replaced
    #[arg(long, requires = "written")]
    pub force: bool,

    /// Print the words of all pages in English, to be translated and given by --texts
    #[arg(long, conflicts_with_all = ["backup", "forget", "export"])]
    pub print_texts: bool,
}

impl AnnotateArgs {
    /// The file of answers: as given, or named after the pairs.
    pub fn store(&self) -> Option<PathBuf> {
        let beside = |pairs: &PathBuf| {
            let name = pairs.file_name()?.to_str()?;
            let packed = [".gz", ".zst", ".xz", ".bz2"];
            let name = packed.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            let is_file = !super::is_stdin(pairs) && !stem.is_empty();
            is_file.then(|| pairs.with_file_name(format!("{stem}.judgements.db")))
        };
        self.store.clone().or_else(|| self.pairs.as_ref().and_then(beside))
    }
}

/// Five of what? A sheet that is gone after five seconds is no use to anybody.
fn with_unit(text: &str) -> Result<Duration, String> {
    match text.ends_with(|c: char| c.is_ascii_digit()) {
        true => Err(format!("{text} has no unit; write for example {text}m, 90s or 2h")),
        false => time(text),
    }
}

/// A number, and whatever follows it as the currency.
fn price(text: &str) -> Result<(f64, String), String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let amount = text[..end].parse().ok().filter(|amount: &f64| amount.is_finite());
    let amount = amount.ok_or_else(|| format!("{text} is no price; write for example 0.50 USD"))?;
    Ok((amount, text[end..].trim().to_string()))
}
