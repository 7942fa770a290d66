//! From counts by size to scores: by size, and interpolated over sizes.

use std::fmt;

use crate::counts::harmonic;
use crate::metric::{Badness, Ledger};
use crate::metrics::fragments::counts::FragmentCounts;
use crate::metrics::fragments::{Count, Limit, SizeWeights};
use crate::signature::Signature;

/// How one score is made of the scores by size.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Scoring {
    /// How much each size weighs.
    pub weights: SizeWeights,
    /// How they are put together.
    pub mean: Mean,
    /// Up to which size there are scores.
    pub sizes: Sizes,
}

/// How the scores of sizes are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mean {
    /// A weighted sum, as in the paper.
    Arithmetic,
    /// A weighted product, as in the paper's first footnote; 0 as soon as one size has none.
    Geometric,
}

/// Up to which size there are scores, where no limit is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// Up to the largest fragment of gold or the system, as in the FREVAL program.
    Both,
    /// Up to the largest fragment of gold, so that a system has no say in it.
    Gold,
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mean::Arithmetic => "arithmetic",
            Mean::Geometric => "geometric",
        })
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sizes::Both => "both",
            Sizes::Gold => "gold",
        })
    }
}

/// Counts and scores of one size.
#[derive(Clone, Debug, PartialEq)]
pub struct SizeScores {
    /// How many nodes its fragments have.
    pub size: usize,
    /// Fragments of gold.
    pub gold: Count,
    /// Fragments of the system.
    pub system: Count,
    /// Fragments of gold that were found.
    pub matched: Count,
    /// LP: share of the system's fragments. More than 1 is possible where only nodes must match.
    pub precision: Option<f64>,
    /// LR: share of gold's fragments.
    pub recall: Option<f64>,
    /// F1, straight from the counts.
    pub f1: Option<f64>,
}

/// Scores interpolated over sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(hidden)]
pub struct Interpolated {
    /// The largest size that was taken into account.
    pub largest: usize,
    /// Precision.
    pub flp: Option<f64>,
    /// Recall.
    pub flr: Option<f64>,
    /// Harmonic mean of the two.
    pub f1: Option<f64>,
}

/// Precision and recall by size, however they were averaged over sentences.
#[doc(hidden)]
pub trait Profile {
    /// The largest size gold has fragments of.
    fn largest_gold(&self) -> usize;
    /// The largest size the system has fragments of.
    fn largest_system(&self) -> usize;
    /// How many sentences of gold have fragments of a size.
    fn holding(&self, size: usize) -> u64;
    /// Share of the system's fragments of a size.
    fn precision(&self, size: usize) -> Option<f64>;
    /// Share of gold's fragments of a size.
    fn recall(&self, size: usize) -> Option<f64>;
    /// Whether gold has fragments of a size.
    fn in_gold(&self, size: usize) -> bool {
        self.recall(size).is_some()
    }
    /// Whether the system has fragments of a size.
    fn in_system(&self, size: usize) -> bool {
        self.precision(size).is_some()
    }
}

/// Averaged over fragments, whatever sentence they are in.
impl Profile for FragmentCounts {
    fn largest_gold(&self) -> usize {
        self.largest_gold()
    }

    fn largest_system(&self) -> usize {
        self.largest_system()
    }

    fn holding(&self, size: usize) -> u64 {
        self.holding(size)
    }

    fn precision(&self, size: usize) -> Option<f64> {
        self.matched(size).share_of(&self.system(size))
    }

    fn recall(&self, size: usize) -> Option<f64> {
        self.matched(size).share_of(&self.gold(size))
    }

    fn in_gold(&self, size: usize) -> bool {
        !self.gold(size).is_zero()
    }

    fn in_system(&self, size: usize) -> bool {
        !self.system(size).is_zero()
    }
}

impl FragmentCounts {
    /// Counts and scores of every size up to the largest.
    pub fn sizes(&self) -> Vec<SizeScores> {
        (1..=self.largest()).map(|size| self.at(size)).collect()
    }

    /// Counts and scores of one size.
    #[doc(hidden)]
    pub fn at(&self, size: usize) -> SizeScores {
        let (gold, system, matched) = (self.gold(size), self.system(size), self.matched(size));
        SizeScores {
            size,
            precision: matched.share_of(&system),
            recall: matched.share_of(&gold),
            f1: matched.plus(&matched).share_of(&gold.plus(&system)),
            gold,
            system,
            matched,
        }
    }
}

impl FragmentCounts {
    /// What stands behind the scores of a sentence: whole sentences, and fragments of each size up to a limit.
    pub(crate) fn ledgers(&self, limit: Limit) -> Vec<Ledger> {
        let sizes = (1..=self.largest().min(limit.largest())).map(|size| {
            let SizeScores { gold, system, matched, .. } = self.at(size);
            // Where numbers are too large for all their digits, a difference stays one. More can match than
            // the system has, as nodes alone may decide.
            let only = |side: &Count| {
                let apart = side.approximate() - matched.approximate();
                if side > &matched { apart.max(1.0) } else { apart }
            };
            Ledger {
                table: Ledger::SIZES,
                what: size.to_string().into(),
                missing: only(&gold),
                extra: only(&system),
                right: matched.approximate(),
            }
        });
        let whole = Ledger::part("whole sentences", self.exact(), self.sentences(), 1);
        [whole].into_iter().chain(sizes).collect()
    }
}

impl Scoring {
    /// As the FREVAL program: all sizes the same.
    #[doc(hidden)]
    pub fn freval() -> Scoring {
        Scoring { weights: SizeWeights::Uniform, mean: Mean::Arithmetic, sizes: Sizes::Both }
    }

    /// How the scores of saved rows were made, and up to which size.
    pub(crate) fn from_signature(signature: &Signature) -> Option<(Scoring, Limit)> {
        let weights = match signature.get("weights")? {
            "uniform" => SizeWeights::Uniform,
            "sparsity" => SizeWeights::Sparsity,
            list => SizeWeights::read(&list.replace(',', " ")).ok()?,
        };
        let mean = [Mean::Arithmetic, Mean::Geometric];
        let mean =
            mean.into_iter().find(|mean| signature.get("mean") == Some(&*mean.to_string()))?;
        let sizes = [Sizes::Both, Sizes::Gold];
        let sizes =
            sizes.into_iter().find(|sizes| signature.get("sizes") == Some(&*sizes.to_string()))?;
        Some((Scoring { weights, mean, sizes }, signature.get("max-size")?.parse().ok()?))
    }

    /// The largest size that is taken into account.
    pub(crate) fn largest(&self, profile: &impl Profile, limit: Limit) -> usize {
        let largest = match self.sizes {
            Sizes::Both => profile.largest_gold().max(profile.largest_system()),
            Sizes::Gold => profile.largest_gold(),
        };
        largest.min(limit.largest())
    }

    /// How much each size weighs, before the weights are made to add up to 1.
    fn weights(&self, profile: &impl Profile, limit: Limit) -> Vec<f64> {
        let largest = self.largest(profile, limit);
        let exists =
            |size| profile.in_gold(size) || (self.sizes == Sizes::Both && profile.in_system(size));
        self.weights.of_sizes(largest, exists, |size| profile.holding(size))
    }

    /// The weights of sizes 1, 2, 3 and so on, 0 for sizes without fragments; none where no size
    /// weighs anything.
    #[doc(hidden)]
    pub fn alphas(&self, profile: &impl Profile, limit: Limit) -> Vec<f64> {
        let weights = self.weights(profile, limit);
        let sum: f64 = weights.iter().sum();
        if sum > 0.0 { weights.iter().map(|weight| weight / sum).collect() } else { Vec::new() }
    }

    /// The scores up to a size.
    ///
    /// Where only one side has fragments of a size, precision or recall is undefined there and
    /// counts as 0.
    #[doc(hidden)]
    pub fn interpolate(&self, profile: &impl Profile, limit: Limit) -> Interpolated {
        let largest = self.largest(profile, limit);
        let weights = self.weights(profile, limit);
        let flp = self.average(&weights, |size| profile.precision(size));
        let flr = self.average(&weights, |size| profile.recall(size));
        let f1 = flp.zip(flr).map(|(flp, flr)| harmonic(flp, flr));
        Interpolated { largest, flp, flr, f1 }
    }

    /// How bad a sentence is, by F1 alone; nothing where all fragments up to a size are right.
    pub(crate) fn badness(&self, profile: &impl Profile, limit: Limit) -> Option<Badness> {
        let score = self.interpolate(profile, limit).f1.filter(|f1| *f1 < 1.0)?;
        Some(Badness { score, errors: 0 })
    }

    /// The weighted mean. The weights' sum is divided by last, so that a mean of ones is one.
    fn average(&self, weights: &[f64], score: impl Fn(usize) -> Option<f64>) -> Option<f64> {
        let sum: f64 = weights.iter().sum();
        let terms = (1..).zip(weights).filter(|&(_, &weight)| weight > 0.0);
        let terms = terms.map(|(size, &weight)| (weight, score(size).unwrap_or(0.0)));
        (sum > 0.0).then(|| match self.mean {
            Mean::Arithmetic => terms.map(|(weight, score)| weight * score).sum::<f64>() / sum,
            Mean::Geometric => {
                (terms.map(|(weight, score)| weight * score.ln()).sum::<f64>() / sum).exp()
            }
        })
    }
}
