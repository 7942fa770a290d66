//! Terms of answers that language models gave, and of files that are checked.

use super::{Term, term};

/// In the order in which somebody meets them.
pub const TERMS: [Term; 5] = [
    term(
        &["unparsed", "unread"],
        "Answers in which neither YES nor NO can be found, however they are read. \
        They count as wrong unless --unparsed says otherwise.",
    ),
    term(
        &["samples"],
        "Several answers to one pair: the first answers to all pairs are a sample, the second another. \
        Their table has the mean of their scores, how far they lie from it, the lowest and the highest.",
    ),
    term(
        &["duplicates"],
        "Sentences whose text was in the file before, whatever their tokens. \
        Of pairs, those whose text and hypothesis were.",
    ),
    term(
        &["non-projective", "non-projective arcs"],
        "Sentences with an arc over a word that is not below the arc's head, or such arcs. \
        In a drawing, arcs cross.",
    ),
    term(
        &["traces", "empty nodes", "multiword tokens"],
        "Words of trees that are not in the text, nodes of enhanced graphs that are not, and tokens that stand for several words. \
        A file's words are counted without the first two.",
    ),
];
