//! How far scores of several runs of the same system differ, such as samples of a language model's outputs.

use crate::metric::Score;

pub use crate::stats::spread::Spread;

/// Where a score lies in several runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampledScore {
    /// The score, as the first run has it.
    pub score: Score,
    /// In how many runs it is defined.
    pub runs: u64,
    /// Where these lie; nothing where it is defined in none.
    pub spread: Option<Spread>,
}

/// Each score of some runs, which all have the same scores in the same order.
pub fn sampled(runs: &[Vec<Score>]) -> Vec<SampledScore> {
    let of_score = |(at, score): (usize, &Score)| {
        let values: Vec<f64> = runs.iter().filter_map(|run| run.get(at)?.value).collect();
        SampledScore { score: *score, runs: values.len() as u64, spread: Spread::of(&values) }
    };
    runs.first().into_iter().flatten().enumerate().map(of_score).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_lie_around_their_mean() {
        let run =
            |f1, precision| vec![Score::share("f1", f1), Score::share("precision", precision)];
        let runs = [run(Some(0.5), None), run(Some(0.75), None), run(Some(1.0), Some(0.25))];
        let [f1, precision] = sampled(&runs)[..] else { panic!("two scores") };
        assert_eq!((f1.score.name, f1.runs), ("f1", 3));
        // Squares of 1/4, 0 and 1/4 over two: 1/16.
        let spread = Spread { mean: 0.75, deviation: Some(0.25), lowest: 0.5, highest: 1.0 };
        assert_eq!(f1.spread, Some(spread));
        let alone = Spread { mean: 0.25, deviation: None, lowest: 0.25, highest: 0.25 };
        assert_eq!((precision.runs, precision.spread), (1, Some(alone)));
        let nowhere = sampled(&[run(None, None), run(None, None)])[0];
        assert_eq!((nowhere.runs, nowhere.spread), (0, None));
        assert_eq!(sampled(&[]), []);
    }
}
