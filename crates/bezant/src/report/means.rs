//! Means over sentences: the scores of each, averaged.

use crate::counts::{Counts, Tally, average};
use crate::evaluation::Evaluation;
use crate::metric::Score;

/// The same means twice.
pub(super) struct Means {
    /// Over the rows that could be scored, each of which weighs the same.
    pub scored: Vec<Score>,
    /// Over those and the sentences that could not, each with what was missed in it: zero, or nothing
    /// where gold has nothing.
    pub with_missed: Vec<Score>,
}

/// Means of what `scores` makes of counts, over the rows in which it is defined.
pub(super) fn means<C: Counts>(
    evaluation: &Evaluation<C>,
    scores: impl Fn(&C) -> Vec<Score>,
) -> Means {
    let names = scores(&C::default());
    let mut sums = vec![(0.0, 0_u64); names.len()];
    let add = |sums: &mut [(f64, u64)], counts: &C, times: u64| {
        for ((sum, n), score) in sums.iter_mut().zip(scores(counts)) {
            if let Some(value) = score.value {
                *sum += times as f64 * value;
                *n = n.saturating_add(times);
            }
        }
    };
    let averages = |sums: &[(f64, u64)]| -> Vec<Score> {
        let of =
            |(score, (sum, n)): (&Score, &(f64, u64))| Score { value: average(*sum, *n), ..*score };
        names.iter().zip(sums).map(of).collect()
    };
    evaluation.counted().for_each(|(_, counts)| add(&mut sums, counts, 1));
    let scored = averages(&sums);
    // One row may stand for many that follow a fault.
    for (row, skipped) in evaluation.skipped() {
        add(&mut sums, &skipped.missed, row.n_sentences);
    }
    Means { scored, with_missed: averages(&sums) }
}

/// Precision, recall and F1 of one sentence.
pub(super) fn tally_scores(tally: Tally) -> Vec<Score> {
    vec![
        Score::share("precision", tally.precision()),
        Score::share("recall", tally.recall()),
        Score::share("f1", tally.f1()),
    ]
}
