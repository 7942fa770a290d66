//! Whether a difference is real: intervals and tests over rows of counts.
//!
//! Statistics see counts and a function of their sum, never a metric. Everything that is drawn is
//! named by a seed and the number of a replicate, so results do not depend on threads, and any
//! replicate can be drawn again by itself.

pub mod bootstrap;
mod rng;

/// How often to draw, and from which seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resampling {
    /// How many replicates.
    pub replicates: u32,
    /// What all of them are drawn from.
    pub seed: u64,
}

impl Resampling {
    /// What the program uses unless told otherwise.
    pub const STANDARD: Resampling = Resampling { replicates: 1_000, seed: 12_345 };
}

/// Where a score lies, most likely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// How often such intervals hold the true value, for example 0.95.
    pub level: f64,
}

/// Why there is no interval or no test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Undefined {
    /// Nothing to draw from.
    #[error("no sentences")]
    NoRows,
    /// Nothing was drawn.
    #[error("no replicates")]
    NoReplicates,
    /// The score of the data itself.
    #[error("the score is undefined")]
    Score,
    /// The score in replicates: leaving those out would make the rest look surer than they are.
    #[error("the score is undefined in {undefined} of {of} replicates")]
    Replicates {
        /// In how many.
        undefined: usize,
        /// Of how many.
        of: usize,
    },
    /// The level is not between 0 and 1.
    #[error("a level is between 0 and 1, not {0}")]
    Level(f64),
}
