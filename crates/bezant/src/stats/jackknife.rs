//! Scores without one sentence, for all sentences in linear time.

use crate::counts::Counts;

/// So many rows are taken together: sums behind each row are kept only inside one block.
const BLOCK: usize = 1_024;

/// Calls `score` with the total of all rows but one, for each row in order.
///
/// Counts can be added and not taken away, so each total is the sum of what lies before and what
/// lies behind. Memory: one total for each block and for each row of one block.
pub fn without_each<C: Counts, S>(rows: &[&C], mut score: impl FnMut(&C) -> S) -> Vec<S> {
    let blocks: Vec<&[&C]> = rows.chunks(BLOCK).collect();
    // What lies behind each block, the last one first.
    let mut behind = vec![C::default()];
    for block in blocks.iter().skip(1).rev() {
        let mut sum = behind[behind.len() - 1].clone();
        block.iter().for_each(|row| sum.add(row, 1));
        behind.push(sum);
    }
    let mut scores = Vec::with_capacity(rows.len());
    let mut before = C::default();
    for block in blocks {
        let mut sum = behind.pop().expect("one sum a block");
        // What lies behind each row of the block, the last one first.
        let mut rest = Vec::with_capacity(block.len());
        for row in block.iter().rev() {
            rest.push(sum.clone());
            sum.add(row, 1);
        }
        for row in block {
            let mut total = rest.pop().expect("one sum a row");
            total.add(&before, 1);
            scores.push(score(&total));
            before.add(row, 1);
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Tally;

    #[test]
    fn each_total_lacks_its_own_row() {
        for n in [0, 1, 2, 1_023, 1_024, 1_025, 3_000] {
            let rows: Vec<Tally> =
                (0..n).map(|n| Tally { matched: n * n, gold: 1, system: n % 2 }).collect();
            let borrowed: Vec<&Tally> = rows.iter().collect();
            let mut whole = Tally::default();
            rows.iter().for_each(|row| whole.add(row, 1));
            let found = without_each(&borrowed, |total| *total);
            assert_eq!(found.len(), rows.len());
            for (mut total, row) in found.into_iter().zip(&rows) {
                total.add(row, 1);
                assert_eq!(total, whole);
            }
        }
    }
}
