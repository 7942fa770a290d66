//! The sign test: in how many sentences one system scores higher than the other, by whatever margin.

use crate::stats::distributions::fair_coin;
use crate::stats::{Test, compare_scores};

/// In how many sentences each of two systems has the higher score, which is the better one for most
/// scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// The first system's is higher.
    pub higher: u64,
    /// The first system's is lower.
    pub lower: u64,
    /// Neither is.
    pub equal: u64,
}

impl Signs {
    /// Compares the two systems' scores of each sentence.
    pub(crate) fn of(scores: impl IntoIterator<Item = (f64, f64)>) -> Signs {
        let mut signs = Signs::default();
        for (a, b) in scores {
            *match compare_scores(a, b) {
                std::cmp::Ordering::Greater => &mut signs.higher,
                std::cmp::Ordering::Less => &mut signs.lower,
                std::cmp::Ordering::Equal => &mut signs.equal,
            } += 1;
        }
        signs
    }

    /// The same with the systems in the other order.
    pub(crate) fn turned(self) -> Signs {
        Signs { higher: self.lower, lower: self.higher, equal: self.equal }
    }

    /// Share of the sentences in which the first system's is higher, less the share in which it is
    /// lower: an effect size between -1 and 1 that needs no scale.
    pub(crate) fn effect(self) -> Option<f64> {
        let n = self.higher + self.lower + self.equal;
        (n > 0).then(|| (self.higher as f64 - self.lower as f64) / n as f64)
    }
}

/// Whether one system's score is higher more often than by a fair coin, both tails; equal sentences
/// do not count. The statistic is the number of sentences in which the first system's is higher.
pub(crate) fn sign_test(signs: Signs) -> Test {
    let (tail, _) = fair_coin(signs.higher.min(signs.lower), signs.higher + signs.lower);
    Test::new(signs.higher as f64, 2.0 * tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scipy.stats.binomtest(higher, higher + lower)` of SciPy 1.17.1.
    #[test]
    fn p_values_are_scipys() {
        for (higher, lower, p) in [
            (10, 3, 0.09228515625),
            (1, 0, 1.0),
            (400, 300, 0.0001784763144856244),
            (7, 7, 1.0),
            (0, 12, 0.00048828125),
            (55, 80, 0.038471500325522025),
        ] {
            let test = sign_test(Signs { higher, lower, equal: 5 });
            assert!((test.p - p).abs() <= 1e-10 * p, "{higher} {lower}: {}", test.p);
            assert_eq!(sign_test(Signs { higher: lower, lower: higher, equal: 0 }).p, test.p);
        }
    }

    #[test]
    fn equal_sentences_do_not_count() {
        let signs = Signs::of([(0.5, 0.25), (1.0, 1.0), (0.1 + 0.2, 0.3), (0.0, 1.0)]);
        assert_eq!(signs, Signs { higher: 1, lower: 1, equal: 2 });
        assert_eq!((sign_test(signs).p, signs.effect()), (1.0, Some(0.0)));
        assert_eq!(Signs { higher: 3, lower: 1, equal: 4 }.effect(), Some(0.25));
        assert_eq!((sign_test(Signs::default()).p, Signs::default().effect()), (1.0, None));
    }
}
