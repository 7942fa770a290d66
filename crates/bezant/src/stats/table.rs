//! Rows of plain numbers, laid out so that thousands of them add up quickly: resampling does little
//! else.

use crate::counts::{Counts, Numbers};

/// Numbers of a row that are added at the same time.
const LANES: usize = 16;

/// Rows as small numbers, cut into strips of a few columns each: the sums of one strip stay in the
/// processor's registers.
pub(super) struct Table<C> {
    strips: Vec<Vec<[u32; LANES]>>,
    /// What a sum of numbers stands for.
    back: fn(&[u64]) -> C,
}

impl<C: Counts> Table<C> {
    /// Nothing if the rows are more than numbers, or if a sum of `terms` of them might be too large
    /// for this.
    pub(super) fn new<'r>(rows: impl IntoIterator<Item = &'r C>, terms: usize) -> Option<Table<C>>
    where
        C: 'r,
    {
        let Numbers { of, back } = C::numbers()?;
        let largest = u64::from(u32::MAX) / (terms as u64).max(1);
        let mut strips: Vec<Vec<[u32; LANES]>> = Vec::new();
        for (at, row) in rows.into_iter().enumerate() {
            let numbers = of(row);
            if numbers.iter().any(|number| *number > largest) {
                return None;
            }
            let parts = numbers.chunks(LANES);
            strips.resize_with(parts.len().max(strips.len()), || vec![[0; LANES]; at]);
            for (strip, part) in strips.iter_mut().zip(parts) {
                let number = |lane| part.get(lane).map_or(0, |number| *number as u32);
                strip.push(std::array::from_fn(number));
            }
        }
        Some(Table { strips, back })
    }

    /// The sum of some rows, each as often as it is named.
    pub(super) fn sum(&self, rows: &[u32]) -> C {
        let strips = self.strips.iter().map(|strip| {
            let mut sum = [0u32; LANES];
            for &row in rows {
                let row = &strip[row as usize];
                sum.iter_mut().zip(row).for_each(|(sum, number)| *sum = sum.wrapping_add(*number));
            }
            sum.map(u64::from)
        });
        (self.back)(&strips.flatten().collect::<Vec<u64>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Tally;

    /// More numbers than one strip has.
    #[derive(Clone, Debug, PartialEq)]
    struct Wide([u64; 40]);

    impl Default for Wide {
        fn default() -> Wide {
            Wide([0; 40])
        }
    }

    impl Counts for Wide {
        fn add(&mut self, other: &Wide, times: u64) {
            self.0.iter_mut().zip(other.0).for_each(|(sum, number)| *sum += number * times);
        }

        fn numbers() -> Option<Numbers<Wide>> {
            Some(Numbers {
                of: |wide| wide.0.to_vec(),
                back: |numbers| Wide(std::array::from_fn(|at| numbers[at])),
            })
        }
    }

    #[test]
    fn rows_of_several_strips_add_up() {
        let row = |n: u64| Wide(std::array::from_fn(|at| n * at as u64));
        let rows = [row(1), row(10), row(100)];
        let table = Table::new(&rows, 4).unwrap();
        assert_eq!(table.sum(&[2, 0, 2, 1]), row(211));
        assert_eq!(table.sum(&[]), Wide::default());
    }

    #[test]
    fn numbers_that_might_not_fit_are_left_to_others() {
        let row = |gold| Tally { matched: 0, gold, system: 0 };
        let large = u64::from(u32::MAX);
        assert_eq!(Table::new(&[row(large)], 1).unwrap().sum(&[0]), row(large));
        assert!(Table::new(&[row(large)], 2).is_none());
        assert!(Table::new(&[row(large + 1)], 1).is_none());
    }
}
