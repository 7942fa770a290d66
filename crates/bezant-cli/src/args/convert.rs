//! What can be typed after `bezant convert`.

use std::path::PathBuf;

use bezant::kinds::{Format, Holds};
use bezant::metrics::trees::cleaning::Cleaning;
use bezant::stanford::{RelationNames, Representation};
use clap::{Args, ValueEnum};

use super::ThreadsArgs;
use super::choice::{Choice, choice, inputs};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezant convert --to sd-ccprocessed trees.mrg\n  \
    bezant convert --to sd-basic --as conllx --punct trees.mrg.gz -o trees.conll\n  \
    bezant convert --to sd-collapsed malt.conll\n  \
    bezant convert --to conllx trees.mrg | bezant dependencies --preset conllx gold.conll -\n  \
    bezant convert --to ud-enhanced parser.conllu -o enhanced.conllu\n  \
    bezant convert --to cleaned wsj_23.mrg -o clean.mrg\n  \
    bezant convert --to discbracket tiger.export -o tiger.dbr\n  \
    bezant convert --to tokens trees.mrg")]
pub struct ConvertArgs {
    /// Files to convert, one after another; `-` is standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// What to make
    #[arg(long, value_name = "WHAT")]
    pub to: Target,

    /// How Stanford dependencies are written
    #[arg(long = "as", value_name = "HOW", default_value = "text")]
    pub written: Written,

    /// Give punctuation dependencies, too
    #[arg(long)]
    pub punct: bool,

    /// Whose names relations have: last, but for sd-cambridge older
    #[arg(long, value_name = "WHOSE", value_parser = choice(NAMES))]
    pub names: Option<RelationNames>,

    /// What goes from trees that are cleaned: traces, functions, unaries, joined by commas, or all
    #[arg(long, value_name = "STEPS", default_value = "all")]
    pub clean: Cleaning,

    /// Write the result to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Format of all input files; guessed from their content unless given
    #[arg(long, value_name = "FORMAT", value_parser = inputs(Holds::Convertible))]
    pub input: Option<Format>,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    /// Exit with 1 if a sentence could not be read
    #[arg(long)]
    pub strict: bool,

    /// Print no warnings
    #[arg(short, long)]
    pub quiet: bool,
}

/// What is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// Stanford dependencies: a tree over all words
    SdBasic,
    /// The basic tree and arcs that break it: second governors, references, controlled subjects
    SdExtra,
    /// Prepositions and conjunctions in the names of relations: prep_of, conj_and
    SdCollapsed,
    /// The same, but still a tree
    SdCollapsedtree,
    /// Collapsed, and what conjuncts share given to each of them
    SdCcprocessed,
    /// Not collapsed, with arcs that break the tree and what conjuncts share, by the names of 2010: what
    /// Cambridge's system of the entailment task read
    SdCambridge,
    /// CoNLL-X; from trees by head rules, with labels of phrases for relations
    Conllx,
    /// CoNLL-U, in the same way
    Conllu,
    /// CoNLL-2009, in the same way
    Conll2009,
    /// Universal Dependencies in CoNLL-U, enhanced graphs made from their basic trees
    UdEnhanced,
    /// Words, a sentence a line
    Tokens,
    /// Tags, a sentence a line
    Tags,
    /// Text as people write it, a sentence a line
    Sentences,
    /// Trees, one a line, without traces, functions and X over X; see --clean
    Cleaned,
    /// Trees, one a line, with a number at each word, so that branches can cross
    Discbracket,
}

impl Target {
    /// The representation, if it is one of Stanford dependencies.
    pub fn representation(self) -> Option<Representation> {
        match self {
            Target::SdBasic => Some(Representation::Basic),
            Target::SdExtra => Some(Representation::Extra),
            Target::SdCollapsed => Some(Representation::Collapsed),
            Target::SdCollapsedtree => Some(Representation::CollapsedTree),
            Target::SdCcprocessed => Some(Representation::CcProcessed),
            Target::SdCambridge => Some(Representation::Cambridge),
            _ => None,
        }
    }
}

/// How dependencies are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Written {
    /// nsubj(makes-8, Bell-1)
    Text,
    /// Columns with one head a word: only for trees
    Conllx,
    /// Columns with all governors; copies of words are empty nodes
    Conllu,
}

/// Whose names relations have.
const NAMES: &[Choice<RelationNames>] = &[
    ("last", RelationNames::Last, "Those of the scheme's last version"),
    (
        "older",
        RelationNames::Older,
        "Those of about 2010: partmod, infmod, purpcl, complm, xsubj, abbrev, attr, rel",
    ),
];
