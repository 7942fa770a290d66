//! Terms of errors by class.

use super::{Term, term};

/// In the order in which somebody meets them.
pub const TERMS: [Term; 2] = [
    term(
        &["class", "classes", "error class"],
        "What kind of error it is: of brackets by what would repair them, of dependencies by what is wrong with a word. \
        Each error has one class; docs/error-classes.md draws them all.",
    ),
    term(
        &["brackets", "unclassified"],
        "The missing and extra brackets that the errors of a class explain. \
        Sentences that are unclassified have other numbers of words, or are too far from gold.",
    ),
];
