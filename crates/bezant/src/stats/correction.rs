//! Corrections for many comparisons: among twenty true null hypotheses, one has p below 0.05.

/// How p-values are corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Correction {
    /// Not at all.
    None,
    /// Holm (1979): the chance of even one false finding stays below the level.
    Holm,
    /// Benjamini and Hochberg (1995): of what is found, no larger share is false.
    BenjaminiHochberg,
}

impl Correction {
    /// Its name in signatures.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Correction::None => "none",
            Correction::Holm => "holm",
            Correction::BenjaminiHochberg => "bh",
        }
    }

    /// The corrected p-values, in the order of the given ones. What has no p-value was not tested
    /// and does not count among the comparisons.
    pub(crate) fn adjust(self, p: &[Option<f64>]) -> Vec<Option<f64>> {
        let mut order: Vec<(usize, f64)> =
            p.iter().enumerate().filter_map(|(at, p)| Some((at, (*p)?))).collect();
        order.sort_by(|(_, one), (_, two)| one.total_cmp(two));
        let n = order.len() as f64;
        let mut adjusted = vec![None; p.len()];
        match self {
            Correction::None => return p.to_vec(),
            Correction::Holm => {
                let mut largest: f64 = 0.0;
                for (rank, (at, p)) in order.into_iter().enumerate() {
                    largest = largest.max((n - rank as f64) * p).min(1.0);
                    adjusted[at] = Some(largest);
                }
            }
            Correction::BenjaminiHochberg => {
                let mut smallest: f64 = 1.0;
                for (rank, (at, p)) in order.into_iter().enumerate().rev() {
                    smallest = smallest.min(n / (rank as f64 + 1.0) * p);
                    adjusted[at] = Some(smallest);
                }
            }
        }
        adjusted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `statsmodels.stats.multitest.multipletests` of statsmodels 0.15.0, `holm` and `fdr_bh`.
    #[test]
    fn corrected_p_values_are_those_of_statsmodels() {
        let p = [0.01, 0.04, 0.03, 0.005, 0.2, 0.049, 0.9, 0.03].map(Some);
        let close = |found: Vec<Option<f64>>, expected: [f64; 8]| {
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found.unwrap() - expected).abs() < 1e-12, "{found:?} {expected}");
            }
        };
        close(Correction::Holm.adjust(&p), [0.07, 0.18, 0.18, 0.04, 0.4, 0.18, 0.9, 0.18]);
        close(
            Correction::BenjaminiHochberg.adjust(&p),
            [0.04, 0.064, 0.06, 0.04, 0.2285714285714286, 0.06533333333333334, 0.9, 0.06],
        );
    }

    #[test]
    fn what_was_not_tested_does_not_count() {
        let p = [Some(0.01), None, Some(0.04)];
        assert_eq!(Correction::Holm.adjust(&p), [Some(0.02), None, Some(0.04)]);
        assert_eq!(Correction::None.adjust(&p), p);
        assert_eq!(Correction::Holm.adjust(&[]), []);
    }
}
