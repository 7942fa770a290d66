//! Whether a difference is real: intervals and tests over rows of counts.
//!
//! Statistics see counts and a function of their sum, never a metric. Everything that is drawn is
//! named by a seed and the number of a replicate, so results do not depend on threads, and any
//! replicate can be drawn again by itself.

pub(crate) mod agreement;
pub mod bootstrap;
pub mod correction;
pub(crate) mod correlation;
pub(crate) mod dawid_skene;
mod distributions;
pub(crate) mod draws;
pub mod jackknife;
pub(crate) mod judges;
pub(crate) mod mcnemar;
pub mod permutation;
pub(crate) mod power;
pub(crate) mod ranking;
mod rng;
pub(crate) mod signs;
pub(crate) mod spread;
pub(crate) mod summing;
mod table;
pub(crate) mod wilcoxon;
pub(crate) mod wilson;

use std::cmp::Ordering;

pub use judges::{Estimated, JudgesAgreement};

/// How often to draw, and from which seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resampling {
    /// How many replicates.
    pub replicates: u32,
    /// What all of them are drawn from.
    pub seed: u64,
}

impl Resampling {
    /// What the program uses unless told otherwise.
    pub const STANDARD: Resampling = Resampling { replicates: 1_000, seed: 12_345 };

    /// So many replicates from this seed.
    pub fn new(replicates: u32, seed: u64) -> Resampling {
        Resampling { replicates, seed }
    }

    /// No more replicates than these are drawn unless somebody asks.
    pub(crate) const MOST: u32 = 10_000;

    /// So many replicates that this many comparisons can be significant: a p is at least one in
    /// all replicates, and correction multiplies the smallest by the number of comparisons.
    #[doc(hidden)]
    pub fn enough_for(comparisons: usize) -> u32 {
        let wanted = comparisons.saturating_mul(40).div_ceil(1_000).saturating_mul(1_000);
        let wanted = u32::try_from(wanted).unwrap_or(Self::MOST);
        wanted.clamp(Self::STANDARD.replicates, Self::MOST)
    }
}

/// Sums of a few rows that are made beforehand may take so many bytes.
const KEPT: usize = 64 << 20;

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

/// What a test of significance says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// What was measured; each test says what that is.
    pub statistic: f64,
    /// How likely something at least as far from "no difference" is where there is none.
    pub p: f64,
}

impl Test {
    /// p is at most 1, and never 0: what is too small for a number stays at the smallest one.
    fn new(statistic: f64, p: f64) -> Test {
        Test { statistic, p: p.clamp(f64::MIN_POSITIVE, 1.0) }
    }
}

/// Why there is no interval or no test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Undefined {
    /// Nothing to draw from.
    #[error("no sentences")]
    NoRows,
    /// One sentence, or one block of all: drawing from it gives the same again and again.
    #[error("there is only one sentence or block of sentences to draw from")]
    OneRow,
    /// Nothing was drawn.
    #[error("no replicates")]
    NoReplicates,
    /// The score of the data itself.
    #[error("the score is undefined")]
    Score,
    /// The score in replicates: leaving those out would make the rest look surer than they are.
    #[error("the score is undefined in {undefined} of {}", drawn(*of))]
    Replicates {
        /// In how many.
        undefined: usize,
        /// Of how many.
        of: usize,
    },
    /// Every replicate says the same.
    #[error("all replicates are the same")]
    NoVariation,
    /// All replicates lie on the same side of the score, so there is no telling how far it is off.
    #[error("all replicates lie on one side of the score")]
    OneSided,
    /// A test for decisions was given something else.
    #[error("not every sentence is either right or wrong")]
    NotDecisions,
    /// The ends of the interval would lie beyond the first and the last replicate.
    #[error(
        "{} {} too few for this level, which needs {needed}",
        drawn(*replicates),
        if *replicates == 1 { "is" } else { "are" }
    )]
    TooFewReplicates {
        /// How many there are.
        replicates: usize,
        /// How many there must be.
        needed: u64,
    },
    /// The level is not between 0 and 1.
    #[error("a level is between 0 and 1, not {0}")]
    Level(f64),
}

fn drawn(n: usize) -> String {
    format!("{n} replicate{}", if n == 1 { "" } else { "s" })
}

/// Scores that are closer than this are equal: sums of the same facts in another order, divided,
/// may differ in their last digit.
const EQUAL: f64 = 1e-12;

/// The order of two scores, where rounding makes no difference.
pub(crate) fn compare_scores(a: f64, b: f64) -> Ordering {
    if (a - b).abs() <= EQUAL { Ordering::Equal } else { a.total_cmp(&b) }
}

/// The share of the replicates' differences that are at least as far from 0 as what was observed.
pub(crate) fn p_value(observed: f64, differences: impl IntoIterator<Item = Option<f64>>) -> f64 {
    let (mut as_far, mut n) = (0, 0);
    for difference in differences {
        as_far += u64::from(is_as_far(observed, difference));
        n += 1;
    }
    p_of(as_far, n)
}

/// Whether a replicate's difference is at least as far from 0 as what was observed. A replicate
/// without a score speaks for no difference.
pub(crate) fn is_as_far(observed: f64, difference: Option<f64>) -> bool {
    difference.is_none_or(|value| compare_scores(value.abs(), observed.abs()).is_ge())
}

/// p, where so many of so many replicates are as far from 0 as what was observed.
///
/// What was observed is one of the possible arrangements and counts as a replicate, so that p is
/// never 0 (Davison and Hinkley 1997, section 4.2).
pub(crate) fn p_of(as_far: u64, replicates: u64) -> f64 {
    (as_far + 1) as f64 / (replicates + 1) as f64
}

/// Whether p is below what a level allows, such as 0.05 for 0.95; as far as doubles can tell, since
/// 1 less 0.95 is not 0.05 there.
pub(crate) fn is_below(p: f64, level: f64) -> bool {
    compare_scores(p, 1.0 - level).is_lt()
}

/// Whether so many replicates reach as far as an interval of this level: each of its tails must hold
/// one of them.
pub(crate) fn enough_replicates(replicates: usize, level: f64) -> Result<(), Undefined> {
    let needed = (2.0 / (1.0 - level) - 1e-6).ceil() as u64;
    let enough = replicates as u64 >= needed;
    if enough { Ok(()) } else { Err(Undefined::TooFewReplicates { replicates, needed }) }
}

fn check_level(level: f64) -> Result<f64, Undefined> {
    if level > 0.0 && level < 1.0 { Ok(level) } else { Err(Undefined::Level(level)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_is_below_a_level_only_if_it_is() {
        let p = |extreme: u32, replicates: u32| f64::from(extreme) / f64::from(replicates);
        for (level, at, of) in [(0.95, 50, 1_000), (0.9, 1, 10), (0.99, 10, 1_000), (0.8, 2, 10)] {
            assert!(!is_below(p(at, of), level), "{level}");
            assert!(is_below(p(at - 1, of), level), "{level}");
        }
    }
}
