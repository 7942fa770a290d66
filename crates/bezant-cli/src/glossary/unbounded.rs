//! Terms of unbounded dependencies.

use super::{Term, term};

/// In the order in which somebody meets them.
pub const TERMS: [Term; 2] = [
    term(
        &["constructions", "found", "total"],
        "Dependencies of the corpus of unbounded dependencies that a parse has, and all of them, by construction. \
        The macro score is the mean of the constructions' recall.",
    ),
    term(
        &["misses", "says", "why"],
        "Every dependency that was not found: what was wanted, what the parse says of the two words, and why that is not it. \
        Where the parse itself is missing, all dependencies of the sentence are.",
    ),
];
