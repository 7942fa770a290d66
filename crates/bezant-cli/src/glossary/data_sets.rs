//! Terms of files of pairs that stand beside each other.

use super::{Term, term};

/// In the order in which somebody meets them.
pub const TERMS: [Term; 3] = [
    term(
        &["file", "texts", "words a text", "words a hypothesis"],
        "Files of pairs, with the number of different texts and the mean number of words, by blanks. \
        A text counts once, however many pairs it has.",
    ),
    term(
        &["share of YES"],
        "The share of pairs with an answer whose answer is YES. \
        Whoever always says YES has so many right.",
    ),
    term(
        &["left", "of YES", "of NO"],
        "The share of the first file's pairs that a later file still has, by their ids; of all, of YES and of NO. \
        Pairs are sorted by what the first file says of them.",
    ),
];
