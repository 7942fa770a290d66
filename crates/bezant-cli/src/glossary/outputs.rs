//! Terms of outputs that are repaired.

use super::{Term, term};

/// In the order in which somebody meets them.
pub const TERMS: [Term; 4] = [
    term(
        &["validity", "valid"],
        "The share of gold's sentences for which the system returned a well-formed structure, with --repair. \
        What needed any repair but other escapes is not valid, and neither is what is missing.",
    ),
    term(
        &["faithfulness", "faithful"],
        "The share of gold's sentences whose output has gold's words, with --repair. \
        They are compared in order and after escapes such as -LRB-, quotation marks and forms of Unicode.",
    ),
    term(
        &["repairs", "repaired", "outputs"],
        "What was done to outputs before they were scored, with --repair: one row a kind, with the number of outputs. \
        The kinds are listed in docs/repair.md.",
    ),
    term(
        &["deviation", "mean", "lowest", "highest"],
        "How scores of several outputs for one sentence, or answers to one pair, differ: the standard deviation (divided by one less than how many there are), the mean and the range. \
        Skipped sentences count as missed.",
    ),
];
