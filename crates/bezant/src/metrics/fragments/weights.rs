//! How much each size weighs.

use std::fmt;

/// How much each size weighs in an interpolated score.
#[derive(Clone, Debug, PartialEq)]
pub enum SizeWeights {
    /// All sizes the same.
    Uniform,
    /// Each size in proportion to the number of sentences whose gold tree has fragments of it, so
    /// that sizes which only a few long sentences have weigh little.
    Sparsity,
    /// As given; see [`SizeWeights::given`].
    #[doc(hidden)]
    Given(Alphas),
}

/// Weights that were checked: none negative, their sum 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Alphas(Vec<f64>);

/// Why numbers are no weights.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// One of them is negative or no number.
    #[error("the weight of size {size} is {value}: it must be a number from 0 to 1")]
    NotAWeight {
        /// The size it is for.
        size: usize,
        /// What was given.
        value: String,
    },
    /// Together they are not 1.
    #[error("the weights add up to {sum}, not to 1")]
    Sum {
        /// What they add up to.
        sum: f64,
    },
}

/// How far from 1 the sum of weights may be, for weights written with few digits.
const TOLERANCE: f64 = 1e-6;

impl SizeWeights {
    /// Weights for sizes 1, 2, 3 and so on; larger sizes weigh nothing.
    pub fn given(alphas: Vec<f64>) -> Result<SizeWeights, WeightsError> {
        for (size, &alpha) in (1..).zip(&alphas) {
            // What is no number is not in the range either.
            if !(0.0..=1.0 + TOLERANCE).contains(&alpha) {
                return Err(WeightsError::NotAWeight { size, value: alpha.to_string() });
            }
        }
        let sum = alphas.iter().fold(0.0, |sum, alpha| sum + alpha);
        if (sum - 1.0).abs() > TOLERANCE {
            return Err(WeightsError::Sum { sum });
        }
        Ok(SizeWeights::Given(Alphas(alphas)))
    }

    /// Weights as text: numbers for sizes 1, 2, 3 and so on with white space between them.
    #[doc(hidden)]
    pub fn read(text: &str) -> Result<SizeWeights, WeightsError> {
        let number = |(size, value): (usize, &str)| {
            let bad = |_| WeightsError::NotAWeight { size, value: value.to_string() };
            value.parse().map_err(bad)
        };
        SizeWeights::given(
            (1..).zip(text.split_whitespace()).map(number).collect::<Result<_, _>>()?,
        )
    }

    /// How much each size weighs; sizes that do not exist weigh nothing.
    pub(crate) fn of_sizes(
        &self,
        largest: usize,
        exists: impl Fn(usize) -> bool,
        holding: impl Fn(usize) -> u64,
    ) -> Vec<f64> {
        let weight = |size: usize| match self {
            SizeWeights::Uniform => 1.0,
            SizeWeights::Sparsity => holding(size) as f64,
            SizeWeights::Given(Alphas(given)) => given.get(size - 1).copied().unwrap_or(0.0),
        };
        (1..=largest).map(|size| if exists(size) { weight(size) } else { 0.0 }).collect()
    }
}

impl fmt::Display for SizeWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SizeWeights::Uniform => f.write_str("uniform"),
            SizeWeights::Sparsity => f.write_str("sparsity"),
            SizeWeights::Given(Alphas(given)) => {
                let shown: Vec<String> = given.iter().map(f64::to_string).collect();
                f.write_str(&shown.join(","))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_must_be_shares_of_one() {
        assert!(SizeWeights::given(vec![0.5, 0.25, 0.25]).is_ok());
        assert!(SizeWeights::read("0.333333 0.333333\n0.333334").is_ok());
        let message = |text: &str| SizeWeights::read(text).unwrap_err().to_string();
        assert_eq!(message("0.5 0.4"), "the weights add up to 0.9, not to 1");
        assert_eq!(message(""), "the weights add up to 0, not to 1");
        let not_a_weight = "the weight of size 2 is -1: it must be a number from 0 to 1";
        assert_eq!(message("1 -1 1"), not_a_weight);
        assert!(message("NaN").starts_with("the weight of size 1 is NaN"));
        assert!(message("1 x").starts_with("the weight of size 2 is x"));
    }

    #[test]
    fn sizes_that_are_not_there_weigh_nothing() {
        let given = SizeWeights::given(vec![0.5, 0.25, 0.25]).unwrap();
        let all = |_: usize| true;
        assert_eq!(given.of_sizes(2, all, |_| 0), [0.5, 0.25]);
        assert_eq!(given.of_sizes(4, all, |_| 0), [0.5, 0.25, 0.25, 0.0]);
        assert_eq!(given.of_sizes(3, |size| size != 1, |_| 0), [0.0, 0.25, 0.25]);
        let holding = |size: usize| [3, 1, 0][size - 1];
        assert_eq!(SizeWeights::Sparsity.of_sizes(3, all, holding), [3.0, 1.0, 0.0]);
        assert_eq!(SizeWeights::Uniform.of_sizes(3, |size| size != 2, |_| 0), [1.0, 0.0, 1.0]);
    }
}
