//! Terms of words and sentences that are aligned.

use super::{Term, term};

/// In the order in which somebody meets them.
pub const TERMS: [Term; 2] = [
    term(
        &["word precision", "word recall", "word F1", "words lost", "words extra"],
        "The shares of the system's and of gold's words that the other side has, too, with --align. \
        They fall with every word that is invented, lost or written otherwise.",
    ),
    term(
        &["alignment", "kind", "lost", "joined", "split", "regrouped", "n gold", "n system"],
        "What became of gold's sentences that are not paired one by one. \
        The system lacks them, has others (extra), or ends them elsewhere: these are compared together.",
    ),
];
