//! What can be typed after `bezant dependencies`.

use bezant::kinds::Holds;
use bezant::metrics::dependencies::{DependencyPreset, Enhancements, Punctuation};
use clap::Args;

use super::choice::{Choice, choice, inputs};
use super::{BehindArgs, ComparisonArgs, FilesArgs, InputArgs, OutputArgs, PlotArgs};

#[derive(Debug, Args)]
#[command(mut_arg("input", |arg| arg.value_parser(inputs(Holds::Dependencies))))]
#[command(after_help = "Examples:\n  \
    bezant dependencies gold.conllu system.conllu\n  \
    bezant dependencies gold.conllu a.conllu b.conllu --format json --save rows.jsonl\n  \
    bezant dependencies gold.conllu system.conllu --show confusions:nsubj:obj\n  \
    bezant dependencies gold.conllu a.conllu b.conllu --classes\n  \
    bezant dependencies --preset conllx --punctuation tags:PUNCT gold.conll system.conll\n  \
    bezant dependencies --preset stanford gold.sd system.sd\n  \
    bezant dependencies --agreement anna.conllu ben.conllu carla.conllu\n  \
    bezant dependencies --compat udeval -v gold.conllu system.conllu")]
pub struct DependenciesArgs {
    #[command(flatten)]
    pub files: FilesArgs,

    /// Whose measures; stanford for files of typed dependencies, ud for others, unless given
    #[arg(long, value_name = "NAME", value_parser = choice(PRESETS))]
    pub preset: Option<DependencyPreset>,

    /// Compare relations with their subtypes, nsubj:pass with nsubj:pass
    #[arg(long)]
    pub subtypes: bool,

    /// Which words do not count with --preset conllx: keep (all count), unicode (those of nothing
    /// but punctuation), tags:PUNCT,SYM or relations:punct; unicode unless given
    #[arg(long, value_name = "WHICH")]
    pub punctuation: Option<Punctuation>,

    /// Kinds of enhancement that gold does not have, by the UD scorer's digits: 1 gapping, 2 shared
    /// parents, 3 shared dependents, 4 control, 5 relative clauses, 6 case information; 0 is none
    #[arg(long, value_name = "DIGITS", default_value = "0")]
    pub enhancements: Enhancements,

    /// Make paths of arcs through empty nodes, as IWPT prepares files
    #[arg(long)]
    pub collapse_empty_nodes: bool,

    /// Allow sentences with more than one root
    #[arg(long)]
    pub multiple_roots: bool,

    /// Show scores by relation, direction, distance, tag, depth and projectivity, and what is taken
    /// for what
    #[arg(long, conflicts_with = "agreement")]
    pub analysis: bool,

    /// Show errors by kind: label, argument or adjunct, coordination, where words are attached instead
    ///
    /// Each word without its head and relation is one error and has one class. --show
    /// classes:Coordination shows sentences of a class.
    #[arg(long, conflicts_with = "agreement")]
    pub classes: bool,

    /// Print what the original program prints (udeval); takes its options -v -c --no-enhanced
    /// --enhancements --no-empty-nodes --multiple-roots-okay
    #[arg(long, value_name = "PROGRAM")]
    pub compat: Option<String>,

    #[command(flatten)]
    pub behind: BehindArgs,

    #[command(flatten)]
    pub input: InputArgs,

    #[command(flatten)]
    pub comparison: ComparisonArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub plot: PlotArgs,
}

/// Whose measures.
const PRESETS: &[Choice<DependencyPreset>] = &[
    ("ud", DependencyPreset::Ud, "CoNLL 2018 and IWPT: everything the UD scorer measures"),
    (
        "conllx",
        DependencyPreset::Conllx,
        "CoNLL-X: LAS, UAS and LA of words that are the same on both sides, without punctuation",
    ),
    (
        "stanford",
        DependencyPreset::Stanford,
        "Typed dependencies as a bag of facts: graphs, not only trees",
    ),
    (
        "msp",
        DependencyPreset::Msp,
        "UniDive 2025: MSLAS, LAS and features of content words (morpho-syntactic parsing)",
    ),
];
