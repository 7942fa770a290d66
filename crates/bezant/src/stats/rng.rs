//! Random numbers, the same in every version of this library and on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The numbers of one replicate.
///
/// ChaCha with 8 rounds (Bernstein 2008): the key is the seed, its eight bytes in little-endian
/// order and then zeros; the stream is the replicate. Nothing here passes through the parts of
/// `rand` that may change their results between versions.
pub(super) struct RandomStream(ChaCha8Rng);

impl RandomStream {
    pub(crate) fn new(seed: u64, replicate: u32) -> RandomStream {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(u64::from(replicate));
        RandomStream(rng)
    }

    /// 32 random bits.
    pub(crate) fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number below `n`, each equally likely; `n` is not 0.
    ///
    /// The high half of a 64-bit product (Lemire 2019, "Fast random integer generation in an
    /// interval"), drawn again in the few cases that would make some numbers more likely.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        let mut product = u64::from(self.bits()) * u64::from(n);
        if (product as u32) < n {
            // 2^32 modulo n: so many products of each high half are one too many.
            let surplus = n.wrapping_neg() % n;
            while (product as u32) < surplus {
                product = u64::from(self.bits()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_never_change() {
        let mut stream = RandomStream::new(12_345, 17);
        let drawn: Vec<u32> = (0..8).map(|_| stream.below(1000)).collect();
        assert_eq!(drawn, [163, 785, 164, 867, 756, 306, 103, 752]);
    }

    #[test]
    fn streams_differ() {
        let first = |seed, replicate| RandomStream::new(seed, replicate).bits();
        assert_ne!(first(1, 0), first(1, 1));
        assert_ne!(first(1, 0), first(2, 0));
    }

    #[test]
    fn numbers_below_are_equally_likely() {
        // Without the rejection, four numbers of 32 bits make three numbers of this range, so that
        // those which 3 divides are drawn twice as often as others.
        let n = 3 << 30;
        let mut stream = RandomStream::new(1, 1);
        let draws = 60_000;
        let mut seen = [0; 3];
        for _ in 0..draws {
            seen[stream.below(n) as usize % 3] += 1;
        }
        assert!(seen.iter().all(|n: &i32| n.abs_diff(20_000) < 600), "{seen:?}");
        let mut seen = [0; 6];
        for _ in 0..draws {
            seen[stream.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|n: &i32| n.abs_diff(10_000) < 500), "{seen:?}");
        assert_eq!(RandomStream::new(1, 1).below(1), 0);
    }
}
