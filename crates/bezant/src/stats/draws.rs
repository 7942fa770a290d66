//! What is drawn: the random numbers of every replicate, made once for all systems.

use std::borrow::Cow;

use crate::parallel::Threads;
use crate::stats::Resampling;
use crate::stats::rng::RandomStream;

/// Numbers that are kept may take so many bytes. Where there are more, they are made again for
/// each system.
const KEPT: usize = 16 << 20;

/// The random numbers of all replicates.
///
/// A replicate has one stream of numbers, whoever is drawn from: systems with the same number of
/// rows get the same draws and coins, so that their replicates are pairs.
pub(crate) struct Draws {
    plan: Resampling,
    /// The first numbers of each stream; nothing if those would be too many.
    kept: Vec<Vec<u32>>,
}

impl Draws {
    /// For systems of up to so many rows.
    pub(crate) fn new(plan: Resampling, n_rows: usize, threads: &Threads) -> Draws {
        let bytes = n_rows.saturating_mul(4).saturating_mul(plan.replicates as usize);
        let kept = if bytes > KEPT { 0 } else { plan.replicates };
        let words = |replicate| {
            let mut stream = RandomStream::new(plan.seed, replicate);
            (0..n_rows).map(|_| stream.bits()).collect()
        };
        Draws { plan, kept: threads.map((0..kept).collect(), words) }
    }

    /// The replicates, by number.
    pub(crate) fn replicates(&self) -> Vec<u32> {
        (0..self.plan.replicates).collect()
    }

    fn stream(&self, replicate: u32) -> RandomStream {
        RandomStream::new(self.plan.seed, replicate)
    }

    fn words(&self, n: usize, replicate: u32) -> Option<&[u32]> {
        self.kept.get(replicate as usize)?.get(..n)
    }

    /// As many rows as there are, drawn with replacement, by number.
    pub(crate) fn rows(&self, n: usize, replicate: u32) -> Vec<u32> {
        let below = u32::try_from(n).expect("fewer than 2^32 rows fit into memory");
        if let Some(words) = self.words(n, replicate) {
            // The same as `RandomStream::below`, unless one of them may have to be drawn again.
            let mut again = false;
            let mut rows = vec![0; n];
            for (row, word) in rows.iter_mut().zip(words) {
                let product = u64::from(*word) * u64::from(below);
                again |= (product as u32) < below;
                *row = (product >> 32) as u32;
            }
            if !again {
                return rows;
            }
        }
        let mut stream = self.stream(replicate);
        (0..n).map(|_| stream.below(below)).collect()
    }

    /// A coin for each of `n` rows, 32 in each number, the first one lowest.
    pub(crate) fn coins(&self, n: usize, replicate: u32) -> Cow<'_, [u32]> {
        let n = n.div_ceil(32);
        match self.words(n, replicate) {
            Some(words) => Cow::Borrowed(words),
            None => {
                let mut stream = self.stream(replicate);
                Cow::Owned((0..n).map(|_| stream.bits()).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that were kept for more rows, and numbers that are made for these.
    #[test]
    fn what_is_kept_changes_nothing() {
        let plan = Resampling { replicates: 40, seed: 7 };
        let (kept, fresh) =
            (Draws::new(plan, 3_000, &Threads::one()), Draws { plan, kept: Vec::new() });
        for n in [0, 1, 2, 31, 32, 33, 1_000, 2_999, 3_000] {
            for replicate in [0, 1, 17, 39] {
                assert_eq!(kept.rows(n, replicate), fresh.rows(n, replicate), "{n} rows");
                assert_eq!(kept.coins(n, replicate), fresh.coins(n, replicate), "{n} coins");
            }
        }
    }

    /// With a third of the numbers there are, one in four is drawn again.
    #[test]
    fn numbers_that_are_drawn_again_are_those_of_the_stream() {
        let below = u32::MAX / 4 * 3;
        let mut stream = RandomStream::new(7, 3);
        let words: Vec<u32> = (0..50).map(|_| stream.bits()).collect();
        let quick: Vec<u32> =
            words.iter().map(|word| ((u64::from(*word) * u64::from(below)) >> 32) as u32).collect();
        let mut stream = RandomStream::new(7, 3);
        let slow: Vec<u32> = (0..50).map(|_| stream.below(below)).collect();
        // What the check in `rows` is for.
        assert_ne!(quick, slow);
    }
}
