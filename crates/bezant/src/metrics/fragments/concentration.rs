//! In how few sentences the fragments of a size are.

use std::cmp::Reverse;

use crate::metrics::fragments::count::Count;
use crate::metrics::fragments::counts::FragmentCounts;

/// Where gold's fragments of a size are.
#[derive(Clone, Debug, PartialEq)]
pub struct Concentration {
    /// The size.
    pub size: usize,
    /// How many sentences it takes to have half of the fragments, taking those with most first.
    pub half: u64,
    /// The sentence with most; the first of them where several have as many.
    pub first: u64,
    /// Its share of the fragments.
    pub share: f64,
    /// Whether it has more than all other sentences together, so that the sum over sentences
    /// says little about any other.
    pub one_decides: bool,
}

/// Where gold's fragments are, for each size there are any of; sentences come with their number.
pub fn concentration<'c>(
    sentences: impl IntoIterator<Item = (u64, &'c FragmentCounts)>,
) -> Vec<Concentration> {
    let mut sentences: Vec<_> = sentences.into_iter().collect();
    let mut found = Vec::new();
    for size in 1.. {
        sentences.retain(|(_, counts)| counts.largest_gold() >= size);
        if sentences.is_empty() {
            break;
        }
        let mut counts: Vec<(Count, Reverse<u64>)> = sentences
            .iter()
            .map(|(number, counts)| (counts.gold(size), Reverse(*number)))
            .filter(|(count, _)| !count.is_zero())
            .collect();
        counts.sort_unstable_by(|one, two| two.cmp(one));
        let total = counts.iter().fold(Count::default(), |sum, (count, _)| sum.plus(count));
        let Some((most, first)) = counts.first() else { continue };
        let mut half = 0;
        let mut sum = Count::default();
        while sum.plus(&sum) < total {
            sum = sum.plus(&counts[half].0);
            half += 1;
        }
        found.push(Concentration {
            size,
            half: half as u64,
            first: first.0,
            share: most.share_of(&total).unwrap_or(0.0),
            one_decides: most.plus(most) > total,
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::fragments::column::SizeColumn;

    #[test]
    fn the_fewest_sentences_with_half_of_the_fragments_are_found() {
        let row = |gold: &[u64]| {
            FragmentCounts::one(SizeColumn::from_narrow(gold), SizeColumn::default(), None)
        };
        let rows = [row(&[4, 1, 0, 9]), row(&[3]), row(&[4, 4, 0, 1]), row(&[])];
        let found = concentration((1..).zip(&rows));
        let shown: Vec<_> =
            found.iter().map(|c| (c.size, c.half, c.first, c.one_decides)).collect();
        assert_eq!(shown, [(1, 2, 1, false), (2, 1, 3, true), (4, 1, 1, true)]);
        assert_eq!(found[1].share, 0.8);
        assert_eq!(concentration([]), []);
    }
}
