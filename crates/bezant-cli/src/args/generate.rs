//! What can be typed after `bezant entail generate`.

use std::path::PathBuf;
use std::time::Duration;

use bezant::entailment::generate::choose::Balance;
use bezant::entailment::generate::find::StyleDifference;
use bezant::entailment::pairs::PairFormat;
use bezant::entailment::parses::Lemmas;
use bezant::kinds::{Format, Holds};
use clap::Args;

use super::ThreadsArgs;
use super::choice::{choice, inputs};
use super::entail::{LEMMAS, PAIR_FORMATS, ShapeOfSentences, time};

#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = "Examples:\n  \
    bezant entail generate --gold gold.conllu --parsed a.conllu b.mrg -o new.xml\n  \
    bezant entail generate --parsed a.conllu b.conllu --report left-out.tsv -o new.xml\n  \
    bezant entail generate --gold gold.mrg --all --rules modifier,modifier-there\n  \
    bezant entail generate --gold gold.mrg --parser-cmd './my-parser -q' --balance answer --limit 200\n  \
    bezant entail generate --sentences dev.obj_free_rels --parsed a.mrg b.mrg\n  \
    bezant entail generate --pairs pairs.xml --parses parses.mrg\n  \
    bezant entail generate --list")]
pub struct GenerateArgs {
    /// Print the list of transformations
    #[arg(long, conflicts_with_all = ["gold", "parsed", "parser_cmd", "sentences", "pairs"])]
    pub list: bool,

    /// Write to a file: pairs in XML, or with --pairs one id and hypothesis a line
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// How pairs are written
    #[arg(long, value_name = "FORMAT", default_value = "xml", value_parser = choice(PAIR_FORMATS))]
    pub format: PairFormat,

    /// Write the parse of each hypothesis, in CoNLL-U
    #[arg(long, value_name = "FILE")]
    pub parses_out: Option<PathBuf>,

    /// Write the parse of each pair's text, as gold has it
    #[arg(long, value_name = "FILE", requires = "gold")]
    pub texts_out: Option<PathBuf>,

    /// Write what became no pair, and why: sentence, parser, words and reason
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    /// No summary
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten)]
    pub material: MaterialArgs,

    #[command(flatten)]
    pub given: GivenArgs,

    #[command(flatten)]
    pub wanted: WantedArgs,

    #[command(flatten)]
    pub choosing: ChoosingArgs,
}

/// What hypotheses are made from.
#[derive(Debug, Args)]
#[command(next_help_heading = "Parses")]
pub struct MaterialArgs {
    /// What is right: trees or dependencies in any format of parses. Without it there are no answers
    #[arg(long, value_name = "FILE", conflicts_with = "pairs")]
    pub gold: Option<PathBuf>,

    /// What parsers say of the same sentences. Without any, every pair of words of gold is used
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with = "pairs")]
    pub parsed: Vec<PathBuf>,

    /// Names for the parsers, joined by commas; their file names or commands unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,

    /// Sentences: lines, TSV or JSONL with text, id and source, or the corpus of unbounded dependencies
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with = "pairs")]
    pub sentences: Vec<PathBuf>,

    /// Run this on the sentences, or on those of gold, one a line, and read what it prints; may be repeated
    #[arg(long, value_name = "CMD", conflicts_with = "pairs")]
    pub parser_cmd: Vec<String>,

    /// What the programs read
    #[arg(long, value_name = "HOW", default_value = "raw")]
    pub parser_reads: ShapeOfSentences,

    /// How long each program may take: 90s, 10m or 2h
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = time)]
    pub parser_time: Duration,

    /// Format of the parses; guessed from their content unless given
    #[arg(long, value_name = "FORMAT", value_parser = inputs(Holds::Parses))]
    pub input: Option<Format>,

    /// Whose dictionary forms are used: words are inflected from them, and a parser's may be wrong
    #[arg(long, value_name = "WHOSE", default_value = "ours", value_parser = choice(LEMMAS))]
    pub lemmas: Lemmas,

    /// Where the sentences come from, for all of them
    #[arg(long, value_name = "NAME")]
    pub source: Option<String>,

    /// What says where a sentence comes from: file, sent_id (what stands before its first hyphen), or the
    /// name of any comment above it
    #[arg(long, value_name = "WHAT", default_value = "file", conflicts_with = "source")]
    pub source_from: String,
}

/// Word pairs that are given.
#[derive(Debug, Args)]
#[command(next_help_heading = "Word pairs")]
pub struct GivenArgs {
    /// Pairs with word1 and word2, for which hypotheses are written: XML, TSV, CSV or JSONL
    #[arg(long, value_name = "FILE", requires = "parses")]
    pub pairs: Option<PathBuf>,

    /// The parses of their texts, or of T1 H1 T2 H2 ...
    #[arg(long, value_name = "FILE", requires = "pairs")]
    pub parses: Option<PathBuf>,

    /// How many hypotheses a pair has at most
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    pub most: u16,

    /// Nothing for words that the parse does not join
    #[arg(long, requires = "pairs")]
    pub joined_only: bool,
}

/// What is wanted of hypotheses.
#[derive(Debug, Args)]
#[command(next_help_heading = "Hypotheses")]
pub struct WantedArgs {
    /// Every hypothesis of two words, and not only the best
    #[arg(long)]
    pub all: bool,

    /// Keep also NO that people may not make sense of or may find true, for sets that they judge
    #[arg(long, requires = "gold")]
    pub doubtful: bool,

    /// Keep also what the module ud answers otherwise on gold's parse
    #[arg(long, requires = "gold")]
    pub unchecked: bool,

    /// Rules that may write, joined by commas; --list shows them
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub rules: Vec<String>,

    /// Rules that may not write, joined by commas
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub without: Vec<String>,

    /// Differences of convention that count, joined by commas: punctuation, particles, auxiliaries, compounds,
    /// coordination, labels
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub count: Vec<StyleDifference>,
}

/// Which pairs are kept.
#[derive(Debug, Args)]
#[command(next_help_heading = "Choice")]
pub struct ChoosingArgs {
    /// What is to be as frequent as what else, joined by commas: answer, relation, construction, source
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub balance: Vec<Balance>,

    /// How many pairs at most
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,

    /// What the choice is drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}
