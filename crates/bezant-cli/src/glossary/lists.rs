//! Terms of lists of trees, and of several treebanks.

use super::{Term, term};

/// In the order in which somebody meets them.
pub const TERMS: [Term; 5] = [
    term(
        &[
            "oracle",
            "n_best",
            "first",
            "first is oracle",
            "oracle's rank",
            "oracle_rank",
            "trees a list",
        ],
        "F1 of the first tree and of the best tree (the oracle) of each list, by F1 of its sentence, with the oracle's mean place. \
        More than the oracle no reranker can have.",
    ),
    term(
        &["gap"],
        "F1 of the best trees of lists less F1 of the first ones: what reranking could gain. \
        Sentences without a tree to choose count as missed.",
    ),
    term(
        &["k", "n_best_curve"],
        "How many trees of each list there are to choose from. \
        At 1 it is the parser's own choice, at the end the whole list.",
    ),
    term(
        &["treebank", "treebanks", "(micro)", "(macro)"],
        "A file of gold's folder; micro is over all sentences, macro the mean over treebanks. \
        Small treebanks weigh as much as large ones in the mean.",
    ),
    term(
        &["missing"],
        "Whether a system has no file for a treebank; nothing is found in it then. \
        --missing skip leaves it out.",
    ),
];
