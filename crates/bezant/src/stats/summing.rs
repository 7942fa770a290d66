//! One system's rows, made ready for being added up thousands of times.

use std::borrow::Cow;

use crate::counts::Counts;
use crate::parallel::Threads;
use crate::stats::KEPT;
use crate::stats::jackknife::without_each;
use crate::stats::table::{PackedTable, Packing, Sum};

/// Rows of which totals are made: all but one, those that were drawn, those that a coin chose.
pub(crate) struct RowSums<'r, C: Clone> {
    rows: Vec<Cow<'r, C>>,
    /// The same as packed numbers, if they are nothing else.
    packed: Option<Packed<C>>,
}

fn sum<'c, C: Counts + 'c>(rows: impl Iterator<Item = &'c C>) -> C {
    let mut total = C::default();
    rows.for_each(|row| total.add(row, 1));
    total
}

struct Packed<C> {
    layout: Packing<C>,
    table: PackedTable,
    whole: Sum,
}

impl<'r, C: Counts> RowSums<'r, C> {
    pub(crate) fn new(rows: &[&'r C]) -> RowSums<'r, C> {
        RowSums::prepared(rows.iter().map(|row| Cow::Borrowed(*row)).collect())
    }

    /// Sums of so many rows that follow each other, instead of rows.
    pub(crate) fn in_blocks(rows: &[&'r C], block: usize) -> RowSums<'r, C> {
        let unit = |rows: &[&'r C]| match rows {
            [one] => Cow::Borrowed(*one),
            several => Cow::Owned(sum(several.iter().copied())),
        };
        RowSums::prepared(rows.chunks(block).map(unit).collect())
    }

    fn prepared(rows: Vec<Cow<'r, C>>) -> RowSums<'r, C> {
        let borrowed: Vec<&C> = rows.iter().map(Cow::as_ref).collect();
        let packed = Packing::of(&borrowed).map(|(layout, table)| {
            let whole = table.whole();
            Packed { layout, table, whole }
        });
        RowSums { rows, packed }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The total of all rows.
    pub(crate) fn whole(&self) -> C {
        match &self.packed {
            Some(Packed { layout, whole, .. }) => layout.counts(whole),
            None => sum(self.rows.iter().map(Cow::as_ref)),
        }
    }

    /// The total of the rows that were drawn, each as often as it was.
    pub(crate) fn drawn(&self, drawn: &[u32]) -> C {
        if let Some(Packed { layout, table, .. }) = &self.packed {
            return layout.counts(&table.sum(drawn));
        }
        // Large counts are added less often if each is added once.
        let mut times = vec![0u32; self.rows.len()];
        drawn.iter().for_each(|row| times[*row as usize] += 1);
        let mut total = C::default();
        for (row, &times) in self.rows.iter().zip(&times) {
            if times > 0 {
                total.add(row, u64::from(times));
            }
        }
        total
    }

    /// Something of the total of all rows but one, for each row in order.
    pub(crate) fn without_each<S: Send>(
        &self,
        threads: &Threads,
        of: impl Fn(&C) -> S + Sync + Send,
    ) -> Vec<S> {
        match &self.packed {
            Some(Packed { layout, table, whole }) => {
                let rest = |row| layout.counts(&whole.less(&table.sum(&[row])));
                threads.map((0..self.rows.len() as u32).collect(), |row| of(&rest(row)))
            }
            None => without_each(&self.rows.iter().map(Cow::as_ref).collect::<Vec<&C>>(), of),
        }
    }

    /// The same rows, to be halved by coins.
    pub(crate) fn halved(&self) -> Halved<'_, C> {
        let by = if let Some(packed) = &self.packed {
            By::Packed { packed, groups: packed.table.grouped(GROUP) }
        } else {
            let bytes: usize = self.rows.iter().map(|row| row.bytes()).sum();
            let is_small = bytes.saturating_mul((1 << GROUP) / GROUP) <= KEPT;
            if is_small { By::Groups(sums(&self.rows)) } else { By::Rows(&self.rows) }
        };
        Halved { n_rows: self.rows.len(), by }
    }
}

/// The totals of the same rows of several systems.
pub(crate) fn drawn_of_all<C: Counts>(systems: &[&RowSums<'_, C>], drawn: &[u32]) -> Vec<C> {
    let mut totals = Vec::with_capacity(systems.len());
    for some in systems.chunks(2) {
        if let [RowSums { packed: Some(one), .. }, RowSums { packed: Some(two), .. }] = some {
            let sums = one.table.sum_both(&two.table, drawn);
            totals.extend([one.layout.counts(&sums.0), two.layout.counts(&sums.1)]);
        } else {
            totals.extend(some.iter().map(|rows| rows.drawn(drawn)));
        }
    }
    totals
}

/// Sentences whose sums are made beforehand, for each way to take some of them.
const GROUP: usize = 4;

/// All patterns of a group.
const PATTERN: u32 = (1 << GROUP) - 1;

/// One system's rows, made ready for being divided into those that it keeps and those that it
/// gives to another.
pub(crate) struct Halved<'r, C: Clone> {
    n_rows: usize,
    by: By<'r, C>,
}

enum By<'r, C: Clone> {
    /// Numbers: sums of groups, or if those would be too large, rows.
    Packed {
        packed: &'r Packed<C>,
        groups: Option<PackedTable>,
    },
    /// Counts: sums of groups, or if those would be too large, rows.
    Groups(Vec<[C; 1 << GROUP]>),
    Rows(&'r [Cow<'r, C>]),
}

/// The total of the rows that a system keeps, and of those that it gives away.
pub(crate) struct Halves<C> {
    pub(crate) kept: C,
    pub(crate) given: C,
}

impl<C: Counts> Halves<C> {
    /// A system's total, with what another one gave for what it gave.
    pub(crate) fn with(&self, other: &Halves<C>) -> C {
        let mut total = self.kept.clone();
        total.add(&other.given, 1);
        total
    }
}

/// For each group of rows, the sum for each pattern.
fn sums<C: Counts>(rows: &[Cow<'_, C>]) -> Vec<[C; 1 << GROUP]> {
    let sum = |rows: &[Cow<'_, C>], pattern: usize| {
        let mut sum = C::default();
        let taken = rows.iter().enumerate().filter(|(at, _)| pattern >> at & 1 == 1);
        taken.for_each(|(_, row)| sum.add(row, 1));
        sum
    };
    rows.chunks(GROUP).map(|rows| std::array::from_fn(|pattern| sum(rows, pattern))).collect()
}

/// The patterns of all groups.
fn patterns(n_rows: usize, coins: &[u32]) -> Vec<u32> {
    let mut patterns = Vec::with_capacity(n_rows.div_ceil(GROUP) + 32 / GROUP);
    for coins in coins {
        for at in 0..32 / GROUP {
            patterns.push(coins >> (GROUP * at) & PATTERN);
        }
    }
    patterns.truncate(n_rows.div_ceil(GROUP));
    patterns
}

/// The rows whose coin shows 1.
fn chosen(n_rows: usize, coins: &[u32]) -> impl Iterator<Item = u32> {
    (0..n_rows as u32).filter(|row| coins[*row as usize / 32] >> (row % 32) & 1 == 1)
}

impl<C: Counts> Halved<'_, C> {
    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.n_rows
    }

    /// What a system keeps and what it gives away, a coin for each row, 32 in each number.
    pub(crate) fn by(&self, coins: &[u32]) -> Halves<C> {
        let mut halves = Halves { kept: C::default(), given: C::default() };
        match &self.by {
            By::Packed { packed, groups } => {
                let Packed { layout, table, whole } = packed;
                let given = match groups {
                    Some(groups) => {
                        let mut rows = patterns(self.n_rows, coins);
                        for (group, row) in (0..).zip(&mut rows) {
                            *row |= group << GROUP;
                        }
                        groups.sum(&rows)
                    }
                    None => table.sum(&chosen(self.n_rows, coins).collect::<Vec<u32>>()),
                };
                halves.kept = layout.counts(&whole.less(&given));
                halves.given = layout.counts(&given);
            }
            By::Groups(sums) => {
                for (sums, pattern) in sums.iter().zip(patterns(self.n_rows, coins)) {
                    halves.given.add(&sums[pattern as usize], 1);
                    halves.kept.add(&sums[(!pattern & PATTERN) as usize], 1);
                }
            }
            By::Rows(rows) => {
                for (row, all) in (0..).zip(*rows) {
                    let gives = coins[row / 32] >> (row % 32) & 1 == 1;
                    let half = if gives { &mut halves.given } else { &mut halves.kept };
                    half.add(all, 1);
                }
            }
        }
        halves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Tally;

    /// As many rows as make groups that are not full, and the three ways to add them.
    #[test]
    fn rows_are_halved_the_same_in_every_way() {
        let row = |n: u64| Tally { matched: n % 7, gold: 9 + n % 5, system: n };
        for n in [0, 1, 3, 4, 31, 32, 33, 70] {
            let rows: Vec<Tally> = (0..n).map(row).collect();
            let rows: Vec<&Tally> = rows.iter().collect();
            let coins: Vec<u32> = (1..=3u32).map(|word| word.wrapping_mul(0x9e37_79b9)).collect();
            let prepared = RowSums::new(&rows);
            let halved = |by| Halved { n_rows: rows.len(), by };
            let packed = prepared.packed.as_ref().unwrap();
            let ways = [
                prepared.halved(),
                halved(By::Packed { packed, groups: None }),
                halved(By::Groups(sums(&prepared.rows))),
                halved(By::Rows(&prepared.rows)),
            ];
            let mut given = Tally::default();
            for (at, row) in rows.iter().enumerate() {
                given.add(row, u64::from(coins[at / 32] >> (at % 32) & 1));
            }
            let mut whole = Tally::default();
            rows.iter().for_each(|row| whole.add(row, 1));
            for way in ways {
                let mut halves = way.by(&coins);
                assert_eq!(halves.given, given, "{n} rows");
                halves.kept.add(&given, 1);
                assert_eq!(halves.kept, whole, "{n} rows");
            }
        }
    }
}
