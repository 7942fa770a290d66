//! What precision and recall would be with every threshold.

use crate::entailment::answers::Answer;

/// Precision and recall of YES if all pairs with at least this score are answered YES.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CurvePoint {
    /// The lowest score that is answered YES.
    pub(crate) score: f64,
    /// The share of right ones among those.
    pub(crate) precision: f64,
    /// The share of the pairs that are YES.
    pub(crate) recall: f64,
}

impl CurvePoint {
    /// Their harmonic mean.
    pub(crate) fn f1(&self) -> f64 {
        let sum = self.precision + self.recall;
        if sum > 0.0 { 2.0 * self.precision * self.recall / sum } else { 0.0 }
    }
}

/// A curve of precision and recall.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// From the highest score to the lowest; pairs with one score are one point.
    pub(crate) points: Vec<CurvePoint>,
}

impl Curve {
    /// The curve of pairs with their scores and answers; without a pair that is YES there is none.
    pub(crate) fn new(scores: &[f64], gold: &[Answer]) -> Curve {
        let mut pairs: Vec<(f64, bool)> =
            scores.iter().zip(gold).map(|(score, gold)| (*score, *gold == Answer::Yes)).collect();
        pairs.sort_by(|(one, _), (two, _)| two.total_cmp(one));
        let yes = pairs.iter().filter(|(_, is_yes)| *is_yes).count() as f64;
        let mut points: Vec<CurvePoint> = Vec::new();
        let (mut right, mut given) = (0.0, 0.0);
        for (score, is_yes) in pairs {
            given += 1.0;
            right += f64::from(u8::from(is_yes));
            let point = CurvePoint { score, precision: right / given, recall: right / yes };
            match points.last_mut().filter(|last| last.score == score) {
                Some(last) => *last = point,
                None => points.push(point),
            }
        }
        if yes == 0.0 {
            points.clear();
        }
        Curve { points }
    }

    /// The mean of precision over recall: each step of recall counts with the precision it ends at.
    pub(crate) fn average_precision(&self) -> Option<f64> {
        let mut before = 0.0;
        let step = |point: &CurvePoint| {
            let width = point.recall - before;
            before = point.recall;
            width * point.precision
        };
        (!self.points.is_empty()).then(|| self.points.iter().map(step).sum())
    }

    /// The point with the best F1, the first of several.
    pub(crate) fn best(&self) -> Option<&CurvePoint> {
        let better = |best: &'_ CurvePoint, point: &'_ CurvePoint| point.f1() > best.f1() + 1e-12;
        self.points.iter().reduce(|best, point| if better(best, point) { point } else { best })
    }

    /// A threshold above which just those scores are that the best F1 answers YES, with as few digits as
    /// tell it from the next score below.
    pub(crate) fn best_threshold(&self) -> Option<f64> {
        let best = self.best()?;
        let below = self.points.iter().find(|point| point.score < best.score);
        let below = below.map_or(best.score - 1.0, |point| point.score);
        let middle = below + (best.score - below) / 2.0;
        let rounded = (0..=17).filter_map(|digits| format!("{middle:.digits$}").parse().ok());
        let fits = |threshold: &f64| *threshold >= below && *threshold < best.score;
        Some(rounded.into_iter().find(fits).unwrap_or(below))
    }

    /// How good all thresholds are together, and the best of them, in words.
    pub fn summary(&self) -> Option<String> {
        let (average, best) = (self.average_precision()?, self.best()?);
        let threshold = self.best_threshold()?;
        Some(format!(
            "average precision {:.2} %, best F1 {:.2} % where scores above {threshold} are YES",
            100.0 * average,
            100.0 * best.f1(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precision_and_recall_by_hand() {
        let gold = [Answer::Yes, Answer::No, Answer::Yes, Answer::Yes];
        let curve = Curve::new(&[0.9, 0.8, 0.7, 0.7], &gold);
        let points: Vec<(f64, f64)> =
            curve.points.iter().map(|point| (point.precision, point.recall)).collect();
        assert_eq!(points, [(1.0, 1.0 / 3.0), (0.5, 1.0 / 3.0), (0.75, 1.0)]);
        // 1/3 with precision 1, 2/3 with 3/4.
        assert!((curve.average_precision().unwrap() - (1.0 / 3.0 + 0.5)).abs() < 1e-12);
        assert_eq!(curve.best().unwrap().score, 0.7);
        // Everything above it is YES, and the best point has the lowest score of all.
        assert!(curve.best_threshold().unwrap() < 0.7);
        let close = Curve::new(&[0.7312, 0.7311], &[Answer::Yes, Answer::No]);
        let threshold = close.best_threshold().unwrap();
        assert!((0.7311..0.7312).contains(&threshold), "{threshold}");
        assert_eq!(Curve::new(&[0.5], &[Answer::No]).average_precision(), None);
    }
}
