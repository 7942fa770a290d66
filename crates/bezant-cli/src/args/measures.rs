//! What of trees counts, and what is measured beside brackets.

use bezant::metrics::brackets::{Brackets, ChosenTree, PunctuationTags};
use bezant::metrics::trees::parameters::{Functions, Scope};
use clap::Args;

use super::choice::{Choice, choice};

/// Brackets with gaps, whole trees, and lists of trees.
#[derive(Debug, Args)]
#[command(next_help_heading = "Crossing branches, whole trees, lists of trees")]
pub struct MeasuresArgs {
    /// Which brackets count
    ///
    /// With only, sentences in which neither tree has such a bracket are not counted either.
    #[arg(long, value_name = "WHICH", value_parser = choice(SCOPES))]
    pub discontinuous: Option<Scope>,

    /// What becomes of functions in labels, SBJ in NP-SBJ; removed unless given
    #[arg(long, value_name = "HOW", value_parser = choice(FUNCTIONS))]
    pub functions: Option<Functions>,

    /// Score the way from the root to each word, too (Sampson and Babarcz)
    #[arg(long)]
    pub leaf_ancestor: bool,

    /// Count the nodes that make the difference of two trees, too (Zhang and Shasha)
    #[arg(long)]
    pub tree_edit_distance: bool,

    /// Whose tags say which words do not count
    ///
    /// Where gold's trees may have crossing branches (discbracket, export), they are always gold's.
    #[arg(long, value_name = "WHOSE", value_parser = choice(PUNCTUATION))]
    pub punctuation: Option<PunctuationTags>,

    /// Systems have lists of trees: score the first of each, the best (oracle), or those of a rank
    ///
    /// Lists as Charniak's parser and CoreNLP print them, or one tree a line with an empty line behind
    /// each list. The first is scored unless something else is named; what the best would score is shown
    /// beside it, and drawn by --plot. To be put behind the files, or written --n-best=first.
    #[arg(long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "first")]
    #[arg(value_parser = ranked, conflicts_with_all = ["agreement", "input"])]
    pub n_best: Option<ChosenTree>,
}

/// Which tree of a list; a file's name is here by a slip.
fn ranked(text: &str) -> Result<ChosenTree, String> {
    text.parse().map_err(|why| format!("{why}; put --n-best behind the files"))
}

impl MeasuresArgs {
    /// Changes a metric as was typed.
    pub fn apply(&self, metric: &mut Brackets) {
        if let Some(scope) = self.discontinuous {
            metric.parameters.scope = scope;
        }
        if let Some(functions) = self.functions {
            metric.parameters.functions = functions;
        }
        if let Some(punctuation) = self.punctuation {
            metric.punctuation = punctuation;
        }
        metric.measures.leaf_ancestor = self.leaf_ancestor;
        metric.measures.tree_edit_distance = self.tree_edit_distance;
    }
}

/// Which brackets count.
const SCOPES: &[Choice<Scope>] = &[
    ("all", Scope::All, "All of them"),
    ("only", Scope::Discontinuous, "Those with words that others stand between"),
];

/// What becomes of functions.
const FUNCTIONS: &[Choice<Functions>] = &[
    ("remove", Functions::Remove, "They do not count"),
    ("add", Functions::Add, "Labels are compared with them: NP-SBJ is no NP"),
    ("replace", Functions::Replace, "They stand in the place of labels that have some"),
    ("score", Functions::Score, "Scored by themselves, on brackets that both sides have"),
];

/// Whose tags say which words do not count.
const PUNCTUATION: &[Choice<PunctuationTags>] = &[
    ("each", PunctuationTags::AsUsual, "Each side's own, as in EVALB"),
    ("gold", PunctuationTags::OfGold, "Gold's, as in disco-dop"),
];
