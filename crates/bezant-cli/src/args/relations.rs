//! What can be typed after `bezant relations`.

use std::path::PathBuf;
use std::time::Duration;

use bezant::kinds::{Format, Holds};
use bezant::metrics::relations::{Assignment, RelationWeights, Slots, TypeMatch};
use clap::{Args, ValueEnum};

use super::choice::{Choice, choice, inputs};
use super::entail::time;
use super::{
    BehindArgs, ComparisonArgs, FilesArgs, OutputArgs, OutputsArgs, PlotArgs, SentenceList,
    ShapeOfSentences, ThreadsArgs,
};

#[derive(Debug, Args)]
// A program that is run is a system, too.
#[command(mut_arg("systems", |arg| arg.required(false).required_unless_present("parser_cmd")))]
#[command(after_help = "Examples:\n  \
    bezant relations gold.gr system.parses --text system.grtext\n  \
    bezant relations gold.gr system.parses --match all --format json\n  \
    bezant relations gold560.rasp example.out --forms test.not-ne.stag\n  \
    bezant relations gold.gr old.parses new.parses --baseline old.parses\n  \
    bezant relations gold700files.rasp system.parses --without 1-696/5\n  \
    bezant relations gold.gr --text sentences.grtext --parser-cmd './my-parser -q'\n  \
    bezant relations --compat rasp gold.gr system.parses --text system.grtext --confusion\n  \
    bezant relations --compat rasp -t example -c sents-tst.gr -u -o -s n -g s -m")]
pub struct RelationsArgs {
    #[command(flatten)]
    pub files: FilesArgs,

    /// When types match; several joined by commas, or all
    #[arg(long = "match", value_name = "HOW", value_delimiter = ',', default_value = "hierarchy")]
    pub matching: Vec<MatchName>,

    /// Which slots are compared; all of them unless given, every choice with --match all
    #[arg(long, value_name = "WHICH", value_delimiter = ',', value_parser = choice(SLOTS))]
    pub slots: Vec<Slots>,

    /// How relations are assigned to each other
    #[arg(long, value_name = "HOW", default_value = "greedy", value_parser = choice(ASSIGNMENTS))]
    pub assignment: Assignment,

    /// What weights of relations do; they are counted where a file has some, unless given
    #[arg(long, value_name = "HOW", value_parser = choice(WEIGHTS))]
    pub weights: Option<RelationWeights>,

    /// Types, parents and slots of another scheme, in TOML
    #[arg(long, value_name = "FILE.toml")]
    pub hierarchy: Option<PathBuf>,

    /// Numbered sentences; words of relations that are not in them are reported. Names may be
    /// marked, <w>Bank of Kent</w>
    #[arg(long, value_name = "FILE")]
    pub text: Option<PathBuf>,

    /// The RASP parser's input (.stag), to put words for lemmas into its output
    #[arg(long, value_name = "FILE")]
    pub forms: Option<PathBuf>,

    /// Which dependency is which relation, in TOML, for CoNLL files
    #[arg(long, value_name = "FILE.toml")]
    pub mapping: Option<PathBuf>,

    /// Show which types are taken for which
    #[arg(long)]
    pub confusion: bool,

    /// Show for every sentence what is in both, in gold only and in the system only, under each scheme
    #[arg(long)]
    pub listing: bool,

    #[command(flatten)]
    pub behind: BehindArgs,

    /// Write the first system's relations in the numbered format (.parses)
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,

    /// Write the sentences, numbered (.grtext): those of --text, or of a file that has them
    #[arg(long, value_name = "FILE")]
    pub write_text: Option<PathBuf>,

    /// Write gold's relations in the numbered format
    #[arg(long, value_name = "FILE")]
    pub write_gold: Option<PathBuf>,

    /// Print what the original program prints (rasp); takes the options of its scripts,
    /// -t -c -g -s -o -u -m and -n -x -d -e. There -o is theirs: --output names a file
    #[arg(long, value_name = "PROGRAM")]
    pub compat: Option<String>,

    /// What --compat prints beside the scheme; all of it unless given
    #[arg(long, hide = true, value_delimiter = ',', value_parser = choice(SECTIONS))]
    pub rasp_sections: Option<Vec<RaspSection>>,

    /// Whether --compat takes the sentences from the system's file
    #[arg(long, hide = true)]
    pub rasp_own_text: bool,

    /// Leave these sentences of gold out and number the others anew: numbers and ranges, joined by
    /// commas; 1-696/5 is every fifth, which makes DepBank's 560 sentences of its 700
    #[arg(long, value_name = "NUMBERS", help_heading = "Input")]
    pub without: Option<SentenceList>,

    /// Run this on the sentences, one a line, and read the relations it prints: one more system
    #[arg(long, value_name = "CMD", help_heading = "Input")]
    pub parser_cmd: Option<String>,

    /// What the program reads
    #[arg(long, value_name = "HOW", default_value = "raw", help_heading = "Input")]
    pub parser_reads: ShapeOfSentences,

    /// How long the program may take: 90s, 10m or 2h
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = time)]
    #[arg(help_heading = "Input")]
    pub parser_time: Duration,

    /// Format of all files of relations; guessed from their content unless given. Columns need
    /// --mapping
    #[arg(long, value_name = "FORMAT", help_heading = "Input", value_parser = inputs(Holds::Relations))]
    pub input: Option<Format>,

    /// Names for the systems, joined by commas; their file names unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Input")]
    pub names: Vec<String>,

    #[command(flatten, next_help_heading = "Input")]
    pub threads: ThreadsArgs,

    #[command(flatten)]
    pub outputs: OutputsArgs,

    #[command(flatten)]
    pub comparison: ComparisonArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub plot: PlotArgs,
}

/// What the scripts print only if asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaspSection {
    /// Neither.
    Neither,
    Original,
    Unlabelled,
}

/// Names that only our own translation of the scripts' options uses.
const SECTIONS: &[Choice<RaspSection>] = &[
    ("neither", RaspSection::Neither, "The scheme alone"),
    ("original", RaspSection::Original, "The original scheme"),
    ("unlabelled", RaspSection::Unlabelled, "Unlabelled dependencies"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MatchName {
    /// The same, one step more general, or more specific
    Original,
    /// The same
    Equality,
    /// The same, or the system's is more general
    Subsumption,
    /// At the most specific type above both
    Hierarchy,
    /// Always
    Unlabelled,
    /// All of them, with every choice of slots
    All,
}

impl MatchName {
    /// What was meant; `None` for all.
    pub fn types(self) -> Option<TypeMatch> {
        Some(match self {
            MatchName::Original => TypeMatch::Original,
            MatchName::Equality => TypeMatch::Equality,
            MatchName::Subsumption => TypeMatch::Subsumption,
            MatchName::Hierarchy => TypeMatch::Hierarchy,
            MatchName::Unlabelled => TypeMatch::Unlabelled,
            MatchName::All => return None,
        })
    }
}

/// Which slots are compared.
const SLOTS: &[Choice<Slots>] = &[
    ("all", Slots::All, "All that both relations have"),
    ("head-dependent", Slots::HeadDependent, "Head and dependent"),
    (
        "head-dependent-ncsubj",
        Slots::HeadDependentNcsubj,
        "Head and dependent, and whether a subject is that of a passive verb",
    ),
];

/// How relations are assigned to each other.
const ASSIGNMENTS: &[Choice<Assignment>] = &[
    ("greedy", Assignment::Greedy, "In the original program's order, as in the published figures"),
    ("optimal", Assignment::Optimal, "So that as many as possible match; the difference is shown"),
];

/// What weights do.
const WEIGHTS: &[Choice<RelationWeights>] = &[
    ("counted", RelationWeights::Counted, "A relation counts as much as it weighs"),
    ("ignored", RelationWeights::Ignored, "Every relation counts as one"),
];
