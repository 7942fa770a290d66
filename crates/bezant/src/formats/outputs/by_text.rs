//! Sentences that belong together by their words, in the order of both files.

use std::collections::HashMap;
use std::ops::Range;

/// The same sentence may stand in so many places that are tried.
const MOST_PLACES: usize = 16;

/// Gaps of more pairs than this are left open.
const MOST_PAIRS: usize = 1 << 16;

/// Words of a sentence that is this much alike, in percent, are of the same sentence.
const ALIKE: usize = 40;

type Words = [Vec<u32>];

/// For each of gold's sentences, the system's that belongs to it. Those with the same words are found
/// first; between them, those that are alike, or stand in the same place where there are as many.
pub(super) fn pair(gold: &[Vec<Vec<u32>>], system: &[&Words]) -> Vec<Option<usize>> {
    let mut places = vec![None; gold.len()];
    let (mut ours, mut theirs) = (0, 0);
    let mut fill = |gold_gap: Range<usize>, system_gap: Range<usize>| {
        for (ours, theirs) in between(gold, gold_gap, system, system_gap) {
            places[ours] = Some(theirs);
        }
    };
    let same = same(gold, system);
    for (i, j) in &same {
        fill(ours..*i, theirs..*j);
        (ours, theirs) = (i + 1, j + 1);
    }
    fill(ours..gold.len(), theirs..system.len());
    for (i, j) in same {
        places[i] = Some(j);
    }
    places
}

/// The longest chain of sentences with the same words, in order on both sides.
fn same(gold: &[Vec<Vec<u32>>], system: &[&Words]) -> Vec<(usize, usize)> {
    let mut by_words: HashMap<&Words, Vec<usize>> = HashMap::new();
    for (at, words) in gold.iter().enumerate() {
        let places = by_words.entry(words).or_default();
        if !words.is_empty() && places.len() < MOST_PLACES {
            places.push(at);
        }
    }
    // Of each length, the pair at the end of a chain that lies earliest in gold, and where it comes from.
    let mut ends: Vec<usize> = Vec::new();
    let mut links: Vec<(usize, usize, Option<usize>)> = Vec::new();
    for (j, words) in system.iter().enumerate() {
        // From the last to the first, so that none of them follows another.
        for &i in by_words.get(words).into_iter().flatten().rev() {
            let length = ends.partition_point(|link| links[*link].0 < i);
            let before = length.checked_sub(1).map(|last| ends[last]);
            links.push((i, j, before));
            match ends.get_mut(length) {
                Some(end) => *end = links.len() - 1,
                None => ends.push(links.len() - 1),
            }
        }
    }
    let mut chain = Vec::new();
    let mut at = ends.last().copied();
    while let Some(link) = at {
        let (i, j, before) = links[link];
        chain.push((i, j));
        at = before;
    }
    chain.reverse();
    chain
}

/// Pairs in a gap: in order where both sides have as many, otherwise those that are most alike.
fn between(
    gold: &[Vec<Vec<u32>>],
    ours: Range<usize>,
    system: &[&Words],
    theirs: Range<usize>,
) -> Vec<(usize, usize)> {
    let (n, m) = (ours.len(), theirs.len());
    if n == m {
        return ours.zip(theirs).collect();
    }
    if n == 0 || m == 0 || n.saturating_mul(m) > MOST_PAIRS {
        return Vec::new();
    }
    // How much is shared by the best way to pair the rest of both sides.
    let mut best = vec![0_usize; (n + 1) * (m + 1)];
    let mut shares = vec![0_usize; n * m];
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            let share = alike(&gold[ours.start + i], system[theirs.start + j]);
            shares[i * m + j] = share;
            let pair = if share >= ALIKE { share + best[(i + 1) * (m + 1) + j + 1] } else { 0 };
            best[i * (m + 1) + j] =
                pair.max(best[(i + 1) * (m + 1) + j]).max(best[i * (m + 1) + j + 1]);
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < n && j < m {
        let here = best[i * (m + 1) + j];
        let share = shares[i * m + j];
        if share >= ALIKE && here == share + best[(i + 1) * (m + 1) + j + 1] {
            pairs.push((ours.start + i, theirs.start + j));
            (i, j) = (i + 1, j + 1);
        } else if here == best[(i + 1) * (m + 1) + j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// How many of the words two sentences share, in percent of the longer one's.
fn alike(one: &Words, two: &Words) -> usize {
    let sorted = |words: &Words| -> Vec<Vec<u32>> {
        let mut words = words.to_vec();
        words.sort_unstable();
        words
    };
    let (one, two) = (sorted(one), sorted(two));
    let (mut i, mut j, mut n) = (0, 0, 0_usize);
    while i < one.len() && j < two.len() {
        match one[i].cmp(&two[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, n) = (i + 1, j + 1, n + 1),
        }
    }
    (100 * n).checked_div(one.len().max(two.len())).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Vec<u32>> {
        text.split(' ').map(|word| word.chars().map(u32::from).collect()).collect()
    }

    #[test]
    fn a_lost_sentence_costs_one_place() {
        let gold = ["a b c", "d e f", "a b c", "g h i"].map(words);
        let pairs = |system: &[&str]| {
            let system: Vec<_> = system.iter().map(|text| words(text)).collect();
            pair(&gold, &system.iter().map(Vec::as_slice).collect::<Vec<_>>())
        };
        let all = [Some(0), Some(1), Some(2), Some(3)];
        assert_eq!(pairs(&["a b c", "d e f", "a b c", "g h i"]), all);
        assert_eq!(pairs(&["a b c", "a b c", "g h i"]), [Some(0), None, Some(1), Some(2)]);
        // Other words in the same place, or words that are alike.
        assert_eq!(pairs(&["a b c", "x y z", "a b c", "g h i"]), all);
        assert_eq!(pairs(&["d e z", "g h i"]), [None, Some(0), None, Some(1)]);
        assert_eq!(pairs(&[]), [None; 4]);
    }
}
