//! Rows of plain numbers, laid out so that thousands of them add up quickly: resampling does little
//! else.
//!
//! Every number has a field that is as wide as its sum can get, and fields lie side by side in words
//! of 64 bits. Adding words adds all their fields, exactly.

use std::ops::Range;

use crate::counts::{Counts, Numbers};

/// Words that are added at the same time.
const LANES: usize = 4;

/// So many words of a row. The sum of one strip stays in the processor's registers.
type Strip = [u64; LANES];

/// Larger tables are not made: rows are added as they are then.
const MOST_STRIPS: usize = (256 << 20) / size_of::<Strip>();

/// Tables up to this size stay near the processor.
const NEAR_STRIPS: usize = (1 << 20) / size_of::<Strip>();

/// Where a number is in a row.
#[derive(Clone, Copy)]
struct NumberField {
    word: usize,
    shift: u32,
    bits: u32,
}

/// How rows become words, and sums of words become counts.
pub(super) struct Packing<C> {
    /// Of each number; nothing for one that is 0 in all rows.
    fields: Vec<Option<NumberField>>,
    numbers: Numbers<C>,
}

/// Rows as words.
pub(super) struct PackedTable {
    /// The strips of all rows, one row behind the other.
    strips: Vec<Strip>,
    /// Where they are in a sum, and which of them are a row's; nothing if every row has all of them.
    runs: Option<Runs>,
    /// How many strips a sum has.
    width: usize,
    n_rows: usize,
}

/// The strips of rows that are not 0, where many are.
#[derive(Default)]
struct Runs {
    /// Each row's first run, and the end of the last one's.
    firsts: Vec<usize>,
    /// Strips that follow each other: their place in a sum, and where they are among all strips.
    all: Vec<(usize, Range<usize>)>,
}

/// The sum of some rows of a table.
#[derive(Clone)]
pub(super) struct Sum(Vec<Strip>);

impl Sum {
    /// What is left of a sum without some of its rows.
    pub(super) fn less(&self, part: &Sum) -> Sum {
        let strips = self.0.iter().zip(&part.0);
        Sum(strips.map(|(all, part)| std::array::from_fn(|at| all[at] - part[at])).collect())
    }
}

/// The innermost loop: plain, so that every profile compiles it to a few additions.
#[inline(always)]
fn add(sum: &mut Strip, strip: &Strip) {
    sum[0] = sum[0].wrapping_add(strip[0]);
    sum[1] = sum[1].wrapping_add(strip[1]);
    sum[2] = sum[2].wrapping_add(strip[2]);
    sum[3] = sum[3].wrapping_add(strip[3]);
}

/// The sum of one strip of each row, which stays in registers.
#[inline(always)]
fn total(strips: &[Strip], rows: &[u32], place: impl Fn(usize) -> usize) -> Strip {
    let mut sum = Strip::default();
    for &row in rows {
        add(&mut sum, &strips[place(row as usize)]);
    }
    sum
}

/// Gives each number a field in which sums of so many rows have room. Nothing if one has none.
fn pack(largest: &[u64], n_rows: usize) -> Option<(Vec<Option<NumberField>>, usize)> {
    let (mut word, mut shift) = (0, 0);
    let mut fields = Vec::with_capacity(largest.len());
    for most in largest {
        let bits = u64::BITS - most.checked_mul(n_rows as u64)?.leading_zeros();
        if shift + bits > u64::BITS {
            (word, shift) = (word + 1, 0);
        }
        fields.push((bits > 0).then_some(NumberField { word, shift, bits }));
        shift += bits;
    }
    Some((fields, word + 1))
}

impl<C: Counts> Packing<C> {
    /// Nothing if the rows are more than numbers, or if the sum of as many rows as these, each as
    /// often as one likes, might be too large for this.
    pub(super) fn of(rows: &[&C]) -> Option<(Packing<C>, PackedTable)> {
        let numbers = C::numbers(rows)?;
        let mut largest: Vec<u64> = Vec::new();
        for row in rows {
            let numbers = (numbers.of)(row);
            largest.resize(numbers.len().max(largest.len()), 0);
            largest.iter_mut().zip(numbers).for_each(|(most, number)| *most = number.max(*most));
        }
        let (fields, n_words) = pack(&largest, rows.len())?;
        let layout = Packing { fields, numbers };
        let width = n_words.div_ceil(LANES);
        let mut table = PackedTable { strips: Vec::new(), runs: None, width, n_rows: rows.len() };
        let mut runs = Runs::default();
        for row in rows {
            let first = runs.all.len();
            runs.firsts.push(first);
            for (place, strip) in layout.packed(row, width).into_iter().enumerate() {
                if strip == Strip::default() {
                    continue;
                }
                let at = table.strips.len();
                table.strips.push(strip);
                match runs.all[first..].last_mut() {
                    Some((start, run)) if *start + run.len() == place => run.end = at + 1,
                    _ => runs.all.push((place, at..at + 1)),
                }
            }
            if table.strips.len() > MOST_STRIPS {
                return None;
            }
        }
        runs.firsts.push(runs.all.len());
        let n_strips = table.strips.len();
        table.runs = Some(runs);
        // Where little is 0, places need not be looked up.
        let is_dense = n_strips >= rows.len() * width / 2;
        Some((layout, if is_dense { table.filled() } else { table }))
    }

    fn packed(&self, row: &C, width: usize) -> Vec<Strip> {
        let mut strips = vec![Strip::default(); width];
        for (number, field) in (self.numbers.of)(row).into_iter().zip(&self.fields) {
            if let Some(NumberField { word, shift, .. }) = *field {
                strips[word / LANES][word % LANES] |= number << shift;
            }
        }
        strips
    }

    /// The counts that a sum stands for.
    pub(super) fn counts(&self, sum: &Sum) -> C {
        let number = |field: &Option<NumberField>| {
            field.map_or(0, |NumberField { word, shift, bits }| {
                sum.0[word / LANES][word % LANES] >> shift & (u64::MAX >> (u64::BITS - bits))
            })
        };
        (self.numbers.back)(&self.fields.iter().map(number).collect::<Vec<u64>>())
    }
}

impl PackedTable {
    /// The same with all strips of all rows.
    fn filled(self) -> PackedTable {
        let strips = (0..self.n_rows as u32).flat_map(|row| self.sum(&[row]).0).collect();
        PackedTable { strips, runs: None, ..self }
    }

    /// The sum of some rows, each as often as it is named.
    pub(super) fn sum(&self, rows: &[u32]) -> Sum {
        let mut sum = vec![Strip::default(); self.width];
        match &self.runs {
            None => {
                for (nth, sum) in sum.iter_mut().enumerate() {
                    // The usual case: no multiplication.
                    *sum = match self.width {
                        1 => total(&self.strips, rows, |row| row),
                        width => total(&self.strips, rows, |row| row * width + nth),
                    };
                }
            }
            Some(Runs { firsts, all }) => {
                for &row in rows {
                    for (place, run) in &all[firsts[row as usize]..firsts[row as usize + 1]] {
                        let strips = &self.strips[run.start..run.end];
                        let sum = &mut sum[*place..*place + strips.len()];
                        let mut nth = 0;
                        while nth < strips.len() {
                            add(&mut sum[nth], &strips[nth]);
                            nth += 1;
                        }
                    }
                }
            }
        }
        Sum(sum)
    }

    /// The sums of the same rows of two tables. Rows that lie in the processor's reach are looked up
    /// once for both.
    pub(super) fn sum_both(&self, other: &PackedTable, rows: &[u32]) -> (Sum, Sum) {
        let is_narrow = |table: &PackedTable| table.runs.is_none() && table.width == 1;
        if !is_narrow(self) || !is_narrow(other) {
            return (self.sum(rows), other.sum(rows));
        }
        let (mut one, mut two) = (Strip::default(), Strip::default());
        for &row in rows {
            add(&mut one, &self.strips[row as usize]);
            add(&mut two, &other.strips[row as usize]);
        }
        (Sum(vec![one]), Sum(vec![two]))
    }

    /// The sum of all rows.
    pub(super) fn whole(&self) -> Sum {
        self.sum(&(0..self.n_rows as u32).collect::<Vec<u32>>())
    }

    /// A table of sums, one for each way to take some of `size` rows that follow each other: row
    /// `group << size | pattern` has those whose bits are set. Nothing if it were too large to be of
    /// use.
    pub(super) fn grouped(&self, size: usize) -> Option<PackedTable> {
        let (n_groups, patterns) = (self.n_rows.div_ceil(size), 1 << size);
        if self.runs.is_some() || n_groups * patterns * self.width > NEAR_STRIPS {
            return None;
        }
        let mut strips = Vec::with_capacity(n_groups * patterns * self.width);
        for rows in self.strips.chunks(size * self.width) {
            let start = strips.len();
            strips.extend(vec![Strip::default(); self.width]);
            for pattern in 1usize..patterns {
                // One row more than a sum that is there already.
                let (row, rest) = (pattern.trailing_zeros() as usize, pattern & (pattern - 1));
                for nth in 0..self.width {
                    let mut sum: Strip = strips[start + rest * self.width + nth];
                    if let Some(strip) = rows.get(row * self.width + nth) {
                        add(&mut sum, strip);
                    }
                    strips.push(sum);
                }
            }
        }
        Some(PackedTable { strips, runs: None, width: self.width, n_rows: n_groups * patterns })
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

        fn numbers(_rows: &[&Wide]) -> Option<Numbers<Wide>> {
            Some(Numbers {
                of: Box::new(|wide| wide.0.to_vec()),
                back: Box::new(|numbers| {
                    Wide(std::array::from_fn(|at| numbers.get(at).copied().unwrap_or(0)))
                }),
            })
        }
    }

    fn table<'r, C: Counts>(rows: &[&'r C]) -> (impl Fn(&[u32]) -> C + use<'r, C>, PackedTable) {
        let (layout, table) = Packing::of(rows).unwrap();
        let (_, same) = Packing::of(rows).unwrap();
        (move |rows| layout.counts(&same.sum(rows)), table)
    }

    #[test]
    fn rows_of_several_strips_add_up() {
        let row = |n: u64| Wide(std::array::from_fn(|at| n * at as u64));
        let rows = [row(1), row(10), row(100), row(0)];
        let (sum, _) = table(&rows.each_ref());
        assert_eq!(sum(&[2, 0, 2, 1]), row(211));
        assert_eq!(sum(&[]), Wide::default());
    }

    /// Rows that are 0 in most places, each in others.
    #[test]
    fn rows_with_gaps_add_up() {
        let row = |n: usize| {
            let filled = |at: usize| at % 20 == n || at == 39 - n;
            Wide(std::array::from_fn(|at| if filled(at) { (n as u64 + 3) << 50 } else { 0 }))
        };
        let rows: Vec<Wide> = (0..16).map(row).collect();
        let rows: Vec<&Wide> = rows.iter().collect();
        let (sum, table) = table(&rows);
        assert!(table.runs.is_some());
        let named = [3, 3, 15, 0, 7, 3, 8];
        let mut expected = Wide::default();
        named.iter().for_each(|row| expected.add(rows[*row as usize], 1));
        assert_eq!(sum(&named), expected);
    }

    #[test]
    fn groups_are_sums_of_their_rows() {
        let rows: Vec<Tally> =
            (1..=7).map(|n| Tally { matched: n * n, gold: 100 * n, system: 1 }).collect();
        let rows: Vec<&Tally> = rows.iter().collect();
        let (layout, table) = Packing::of(&rows).unwrap();
        let grouped = table.grouped(4).unwrap();
        for pattern in 0..16u32 {
            for group in 0..2u32 {
                let taken = (0..4u32).filter(|at| pattern >> at & 1 == 1).map(|at| 4 * group + at);
                let taken: Vec<u32> = taken.filter(|row| *row < 7).collect();
                let found = layout.counts(&grouped.sum(&[group << 4 | pattern]));
                assert_eq!(found, layout.counts(&table.sum(&taken)), "{group} {pattern:b}");
            }
        }
        let (one, two) = table.sum_both(&grouped, &[3, 1, 1]);
        assert_eq!(layout.counts(&one), layout.counts(&table.sum(&[1, 3, 1])));
        assert_eq!(layout.counts(&two), layout.counts(&table.sum(&[0, 1, 0, 0])));
        let rest = table.whole().less(&table.sum(&[0, 5]));
        assert_eq!(layout.counts(&rest), layout.counts(&table.sum(&[1, 2, 3, 4, 6])));
    }

    #[test]
    fn numbers_that_might_not_fit_are_left_to_others() {
        let row = |gold| Tally { matched: 3, gold, system: 0 };
        let largest = row(u64::MAX);
        let (sum, _) = table(&[&largest]);
        assert_eq!(sum(&[0]), row(u64::MAX));
        let (half, one) = (row(u64::MAX / 2), row(1));
        let (sum, _) = table(&[&half, &one]);
        assert_eq!(sum(&[0, 0]), Tally { matched: 6, gold: u64::MAX - 1, system: 0 });
        assert!(Packing::of(&[&half, &one, &one]).is_none());
        assert!(Packing::<Tally>::of(&[]).is_some());
    }
}
