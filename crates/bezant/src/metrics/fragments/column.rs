//! One side's counts by size, as narrow as they can be.

use num_bigint::BigUint;

use crate::metrics::fragments::count::Count;

/// Counts by size, the first entry being of size 1; the last is not 0.
///
/// The width is that of the largest count, so equal counts are equal columns. Slices, because every row has three
/// columns that never grow; the sum that does grows rarely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SizeColumn {
    /// All fit 64 bits: the counts of nearly every sentence.
    Narrow(Box<[u64]>),
    /// All fit 128 bits.
    Wide(Box<[u128]>),
    /// At least one does not.
    Large(Box<[BigUint]>),
}

impl Default for SizeColumn {
    fn default() -> SizeColumn {
        SizeColumn::Narrow(Box::default())
    }
}

fn trimmed<N: PartialEq + Default>(counts: &[N]) -> &[N] {
    let zero = N::default();
    let end = counts.iter().rposition(|count| *count != zero).map_or(0, |last| last + 1);
    &counts[..end]
}

impl SizeColumn {
    pub(crate) fn from_narrow(counts: &[u64]) -> SizeColumn {
        SizeColumn::Narrow(trimmed(counts).into())
    }

    pub(crate) fn from_wide(counts: &[u128]) -> SizeColumn {
        let counts = trimmed(counts);
        match counts.iter().map(|&count| u64::try_from(count)).collect() {
            Ok(narrow) => SizeColumn::Narrow(narrow),
            Err(_) => SizeColumn::Wide(counts.into()),
        }
    }

    pub(crate) fn from_large(mut counts: Vec<BigUint>) -> SizeColumn {
        counts.truncate(trimmed(&counts).len());
        match counts.iter().map(u128::try_from).collect::<Result<Vec<u128>, _>>() {
            Ok(wide) => SizeColumn::from_wide(&wide),
            Err(_) => SizeColumn::Large(counts.into()),
        }
    }

    pub(crate) fn from_counts(counts: &[Count]) -> SizeColumn {
        SizeColumn::from_large(counts.iter().map(Count::to_big).collect())
    }

    /// The largest size.
    pub(crate) fn len(&self) -> usize {
        match self {
            SizeColumn::Narrow(counts) => counts.len(),
            SizeColumn::Wide(counts) => counts.len(),
            SizeColumn::Large(counts) => counts.len(),
        }
    }

    /// Bits of the largest count.
    pub(crate) fn bits(&self) -> u64 {
        let largest = match self {
            SizeColumn::Narrow(counts) => counts.iter().max().map(|most| most.ilog2().into()),
            SizeColumn::Wide(counts) => counts.iter().max().map(|most| most.ilog2().into()),
            SizeColumn::Large(counts) => counts.iter().max().map(|most| most.bits() - 1),
        };
        // The last count is not 0, so that the largest is not.
        largest.map_or(0, |log: u64| log + 1)
    }

    /// How much memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            SizeColumn::Narrow(counts) => size_of_val::<[_]>(counts),
            SizeColumn::Wide(counts) => size_of_val::<[_]>(counts),
            SizeColumn::Large(counts) => {
                let digits = counts.iter().map(|count| (count.bits() / 8) as usize + 8);
                size_of_val::<[_]>(counts) + digits.sum::<usize>()
            }
        }
    }

    /// The count of a size; 0 beyond the largest.
    pub(crate) fn get(&self, size: usize) -> Count {
        let at = size - 1;
        let small = match self {
            SizeColumn::Narrow(counts) => counts.get(at).map(|&count| Count::from(count)),
            SizeColumn::Wide(counts) => counts.get(at).map(|&count| Count::Small(count)),
            SizeColumn::Large(counts) => counts.get(at).map(|count| Count::from_big(count.clone())),
        };
        small.unwrap_or_default()
    }

    /// Adds another's counts, `times` over.
    pub(crate) fn add(&mut self, other: &SizeColumn, times: u64) {
        if times == 0 {
            return;
        }
        self.lengthen(other.len());
        if let (SizeColumn::Narrow(ours), SizeColumn::Narrow(theirs)) = (&mut *self, other) {
            if add_narrow(ours, theirs, times) {
                return;
            }
            self.widen();
        }
        if let (SizeColumn::Narrow(_), SizeColumn::Wide(_)) = (&*self, other) {
            self.widen();
        }
        if let SizeColumn::Wide(ours) = &mut *self {
            let added = match other {
                SizeColumn::Narrow(theirs) => add_wide(ours, theirs, times),
                SizeColumn::Wide(theirs) => add_wide(ours, theirs, times),
                SizeColumn::Large(_) => false,
            };
            if added {
                return;
            }
        }
        self.enlarge();
        let SizeColumn::Large(ours) = self else { unreachable!("it was just made large") };
        for (size, ours) in (1..=other.len()).zip(ours.iter_mut()) {
            *ours += other.get(size).to_big() * times;
        }
    }

    fn lengthen(&mut self, len: usize) {
        if self.len() < len {
            match self {
                SizeColumn::Narrow(counts) => resize(counts, len),
                SizeColumn::Wide(counts) => resize(counts, len),
                SizeColumn::Large(counts) => resize(counts, len),
            }
        }
    }

    fn widen(&mut self) {
        if let SizeColumn::Narrow(counts) = self {
            *self = SizeColumn::Wide(counts.iter().map(|&count| count.into()).collect());
        }
    }

    fn enlarge(&mut self) {
        self.widen();
        if let SizeColumn::Wide(counts) = self {
            *self = SizeColumn::Large(counts.iter().map(|&count| count.into()).collect());
        }
    }
}

/// Adds zeros at the end.
pub(super) fn resize<N: Clone + Default>(counts: &mut Box<[N]>, len: usize) {
    let mut longer = std::mem::take(counts).into_vec();
    longer.resize(len, N::default());
    *counts = longer.into();
}

/// Adds all or nothing; false if a sum does not fit.
fn add_narrow(ours: &mut [u64], theirs: &[u64], times: u64) -> bool {
    let sum = |our: u64, their: u64| their.checked_mul(times).and_then(|n| our.checked_add(n));
    if ours.iter().zip(theirs).any(|(&our, &their)| sum(our, their).is_none()) {
        return false;
    }
    for (our, &their) in ours.iter_mut().zip(theirs) {
        *our += their * times;
    }
    true
}

/// Adds all or nothing; false if a sum does not fit.
fn add_wide<N: Copy + Into<u128>>(ours: &mut [u128], theirs: &[N], times: u64) -> bool {
    let product = |their: N| their.into().checked_mul(times.into());
    let sum = |our: u128, their: N| product(their).and_then(|n| our.checked_add(n));
    if ours.iter().zip(theirs).any(|(&our, &their)| sum(our, their).is_none()) {
        return false;
    }
    for (our, &their) in ours.iter_mut().zip(theirs) {
        *our += their.into() * u128::from(times);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_as_wide_as_they_must_be_and_no_wider() {
        let one = SizeColumn::from_narrow(&[u64::MAX, 1, 0]);
        assert_eq!(one.len(), 2);
        let mut sum = one.clone();
        sum.add(&one, 1);
        assert_eq!(sum, SizeColumn::Wide([2 * u128::from(u64::MAX), 2].into()));
        let mut large = SizeColumn::Wide([u128::MAX].into());
        large.add(&one, 3);
        assert!(matches!(large, SizeColumn::Large(_)));
        assert_eq!(
            large.get(1).to_big(),
            BigUint::from(u128::MAX) + 3u64 * BigUint::from(u64::MAX)
        );
        assert_eq!(large.get(2), Count::from(3));
        assert_eq!(large.get(3), Count::from(0));
        let mut narrow = one.clone();
        narrow.add(&large, 1);
        assert_eq!(narrow.get(2), Count::from(4));
        assert_eq!(
            SizeColumn::from_large(vec![BigUint::from(5u8)]),
            SizeColumn::Narrow([5].into())
        );
    }

    #[test]
    fn nothing_is_added_no_times_over() {
        let mut column = SizeColumn::default();
        column.add(&SizeColumn::from_narrow(&[1, 2]), 0);
        assert_eq!(column, SizeColumn::default());
    }
}
