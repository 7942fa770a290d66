//! Counts of any size as small numbers that can be added by the thousand.

use num_bigint::BigUint;

use crate::metrics::fragments::column::SizeColumn;
use crate::metrics::fragments::count::Count;
use crate::metrics::fragments::counts::FragmentCounts;

/// Bits in which the same digit of all rows adds up.
const SUM: u32 = 32;

/// How counts become digits, narrow enough that the same digit of all rows adds up to 32 bits. Sums
/// of digits are carried only when a total is looked at, so that they are exact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digits {
    /// Bits of a digit.
    bits: u32,
    /// Digits of the largest count.
    levels: usize,
    /// The largest size.
    sizes: usize,
}

impl Digits {
    /// Beyond so many numbers in a row, large numbers add up as quickly.
    const MOST: usize = 1 << 16;

    /// Nothing if the rows are too many or their counts too large for this to be of use.
    pub(crate) fn for_rows(rows: &[&FragmentCounts]) -> Option<Digits> {
        let bits = SUM.saturating_sub(usize::BITS - rows.len().leading_zeros());
        if bits < 8 {
            return None;
        }
        let columns = || rows.iter().flat_map(|row| row.columns());
        let most_bits = columns().map(SizeColumn::bits).max().unwrap_or(0);
        let levels = usize::try_from(most_bits.div_ceil(bits.into())).ok()?;
        let sizes = columns().map(SizeColumn::len).max().unwrap_or(0);
        let n_numbers = levels.checked_mul(3)?.checked_add(1)?.checked_mul(sizes)?;
        (n_numbers <= Digits::MOST).then_some(Digits { bits, levels, sizes })
    }

    /// Where a digit is. The number of sentences comes first and how many are exact, then how many hold
    /// each size, then the lowest digits of all sizes, and so on: the numbers of a small sentence, which has few sizes
    /// and low counts, lie beside each other.
    fn place(self, level: usize, size: usize, side: usize) -> usize {
        2 + self.sizes + 3 * (level * self.sizes + size - 1) + side
    }

    /// Counts as numbers.
    pub(crate) fn of(self, counts: &FragmentCounts) -> Vec<u64> {
        let mut numbers = vec![0; self.place(self.levels, 1, 0)];
        (numbers[0], numbers[1]) = (counts.sentences(), counts.exact());
        for (size, number) in (1..=counts.largest_gold()).zip(&mut numbers[2..]) {
            *number = counts.holding(size);
        }
        for (side, column) in counts.columns().into_iter().enumerate() {
            for size in 1..=column.len() {
                let mut level = 0;
                let mut put = |digit: u64| {
                    numbers[self.place(level, size, side)] = digit;
                    level += 1;
                };
                match column.get(size) {
                    Count::Small(mut small) => {
                        while small > 0 {
                            put(small as u64 & ((1 << self.bits) - 1));
                            small >>= self.bits;
                        }
                    }
                    Count::Large(large) => {
                        let digits = large.bits().div_ceil(self.bits.into());
                        for digit in 0..digits {
                            let bits = (0..u64::from(self.bits)).map(|bit| {
                                u64::from(large.bit(digit * u64::from(self.bits) + bit)) << bit
                            });
                            put(bits.sum());
                        }
                    }
                }
            }
        }
        numbers
    }

    /// The counts that sums of numbers stand for.
    pub(crate) fn back(self, numbers: &[u64]) -> FragmentCounts {
        let number = |at: usize| numbers.get(at).copied().unwrap_or(0);
        let holding = (1..=self.sizes).map(|size| number(size + 1));
        let mut holding: Vec<u64> = holding.collect();
        let n_held = holding.iter().rposition(|held| *held > 0).map_or(0, |last| last + 1);
        holding.truncate(n_held);
        // Carried sums of so many digits fit 128 bits.
        let narrow = ((u128::BITS - SUM - 1) / self.bits) as usize + 1;
        let is_above = |numbers: &[u64]| numbers.iter().any(|sum| *sum > 0);
        let above = numbers.get(self.place(narrow, 1, 0)..);
        let columns = std::array::from_fn(|side| {
            let digits = |size| {
                (0..self.levels).rev().map(move |level| number(self.place(level, size, side)))
            };
            if self.levels > narrow && above.is_some_and(is_above) {
                let sum = |sum: BigUint, digit: u64| (sum << self.bits) + digit;
                let count = |size| digits(size).fold(BigUint::default(), sum);
                SizeColumn::from_large((1..=self.sizes).map(count).collect())
            } else {
                let sum = |sum: u128, digit: u64| (sum << self.bits) + u128::from(digit);
                let count = |size| digits(size).fold(0, sum);
                SizeColumn::from_wide(&(1..=self.sizes).map(count).collect::<Vec<u128>>())
            }
        });
        FragmentCounts::sum([number(0), number(1)], holding, columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::{Counts, Numbers};

    /// Counts from one bit to hundreds, as large and small sentences have them.
    #[test]
    fn sums_of_digits_are_sums_of_counts() {
        for widest in [1, 20, 21, 64, 100, 127, 128, 300] {
            let row = |n: usize| {
                let count = |size: usize, less: usize| {
                    let bits = (widest * size / 9).saturating_sub(n % 5 + less);
                    (BigUint::from(1u8) << bits) + n
                };
                let column = |less| {
                    let sizes = 1..=(9 - n % 4);
                    SizeColumn::from_large(sizes.map(|size| count(size, less)).collect())
                };
                FragmentCounts::one(column(0), column(1), (!n.is_multiple_of(3)).then(|| column(2)))
            };
            let rows: Vec<FragmentCounts> = (0..40).map(row).collect();
            let rows: Vec<&FragmentCounts> = rows.iter().collect();
            let Numbers { of, back } = FragmentCounts::numbers(&rows).unwrap();
            let (mut total, mut sums) = (FragmentCounts::default(), Vec::new());
            for (n, row) in rows.iter().enumerate() {
                assert_eq!(back(&of(row)), **row, "{widest} bits");
                let times = n as u64 % 3;
                total.add(row, times);
                let numbers = of(row);
                sums.resize(numbers.len(), 0);
                sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += times * number);
                assert_eq!(back(&sums), total, "{widest} bits");
            }
            assert!(sums.iter().all(|sum| *sum < 1 << 32));
        }
    }

    #[test]
    fn rows_that_are_too_large_are_left_to_large_numbers() {
        let large = |bits: u32| SizeColumn::from_large(vec![BigUint::from(1u8) << bits]);
        let row = |bits| FragmentCounts::one(large(bits), SizeColumn::default(), None);
        assert!(Digits::for_rows(&[&row(1_000)]).is_some());
        assert!(Digits::for_rows(&[&row(1_000_000)]).is_none());
        assert!(Digits::for_rows(&[]).is_some());
    }
}
