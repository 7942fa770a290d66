//! What is drawn in each replicate.

use crate::stats::Resampling;
use crate::stats::rng::RandomStream;

/// A replicate has one stream of random numbers, whoever is drawn from: systems with the same number of
/// rows get the same draws and coins, so that their replicates are pairs. The numbers are made anew for
/// each system, which takes less time than adding what is drawn, and no memory.
impl Resampling {
    /// The replicates, by number.
    pub(crate) fn numbers(self) -> Vec<u32> {
        (0..self.replicates).collect()
    }

    /// As many rows as there are, drawn with replacement, by number.
    pub(crate) fn drawn_rows(self, n: usize, replicate: u32) -> Vec<u32> {
        let below = u32::try_from(n).expect("fewer than 2^32 rows fit into memory");
        let mut stream = RandomStream::new(self.seed, replicate);
        (0..n).map(|_| stream.below(below)).collect()
    }

    /// A coin for each of `n` rows, 32 in each number, the first one lowest.
    pub(crate) fn coins(self, n: usize, replicate: u32) -> Vec<u32> {
        let mut stream = RandomStream::new(self.seed, replicate);
        (0..n.div_ceil(32)).map(|_| stream.bits()).collect()
    }
}
