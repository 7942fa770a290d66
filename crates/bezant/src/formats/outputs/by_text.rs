//! Sentences that belong together by their words, in the order of both files as far as they have one.

use std::collections::{BTreeSet, HashMap};

/// The same sentence may stand in so many places that are tried.
const MOST_PLACES: usize = 16;

/// Gaps of more pairs than this are left open.
const MOST_PAIRS: usize = 1 << 16;

/// Words of a sentence that is this much alike, in percent, are of the same sentence.
const ALIKE: usize = 40;

type Words = [Vec<u32>];

/// For each of gold's sentences, the system's that belongs to it. Those with the same words are found
/// first, in order as far as possible and elsewhere then; between those in order, what is left is paired
/// if it is alike, or stands in the same place where there are as many.
pub(super) fn pair(gold: &[Vec<Vec<u32>>], system: &[&Words]) -> Vec<Option<usize>> {
    let mut places = vec![None; gold.len()];
    let same = same(gold, system);
    for (i, j) in &same {
        places[*i] = Some(*j);
    }
    let is_free = place_moved(gold, system, &mut places);
    let (mut ours, mut theirs) = (0, 0);
    for (i, j) in same.iter().copied().chain([(gold.len(), system.len())]) {
        let gold_gap: Vec<usize> = (ours..i).filter(|at| places[*at].is_none()).collect();
        let system_gap: Vec<usize> = (theirs..j).filter(|at| is_free[*at]).collect();
        for (ours, theirs) in between(gold, &gold_gap, system, &system_gap) {
            places[ours] = Some(theirs);
        }
        (ours, theirs) = (i + 1, j + 1);
    }
    places
}

/// The same where there are as many, most of them in place: only those with the words of another
/// sentence are moved.
pub(super) fn mostly_in_place(gold: &[Vec<Vec<u32>>], system: &[&Words]) -> Vec<Option<usize>> {
    let is_there = |at: usize| system[at].is_empty() || gold[at] == system[at];
    let mut places: Vec<Option<usize>> =
        (0..gold.len()).map(|at| Some(at).filter(|at| is_there(*at))).collect();
    let is_free = place_moved(gold, system, &mut places);
    let left: Vec<usize> = (0..gold.len()).filter(|at| places[*at].is_none()).collect();
    // What has words of its own stays where it is, if nothing has taken its place.
    for at in left {
        places[at] = Some(at).filter(|at| is_free[*at]);
    }
    places
}

/// Places sentences that stand elsewhere: each with the nearest of gold's that has its words and none yet.
/// Returns which of the system's have no place.
fn place_moved(
    gold: &[Vec<Vec<u32>>],
    system: &[&Words],
    places: &mut [Option<usize>],
) -> Vec<bool> {
    let mut is_free = vec![true; system.len()];
    places.iter().flatten().for_each(|at| is_free[*at] = false);
    let mut open: HashMap<&Words, BTreeSet<usize>> = HashMap::new();
    for (at, words) in gold.iter().enumerate() {
        if places[at].is_none() && !words.is_empty() {
            open.entry(words).or_default().insert(at);
        }
    }
    for (at, words) in system.iter().enumerate() {
        if !is_free[at] {
            continue;
        }
        let Some(here) = open.get_mut(words) else { continue };
        let before = here.range(..=at).next_back().copied();
        let behind = here.range(at..).next().copied();
        let nearest = [before, behind].into_iter().flatten().min_by_key(|it| it.abs_diff(at));
        if let Some(nearest) = nearest {
            here.remove(&nearest);
            places[nearest] = Some(at);
            is_free[at] = false;
        }
    }
    is_free
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
    ours: &[usize],
    system: &[&Words],
    theirs: &[usize],
) -> Vec<(usize, usize)> {
    let (n, m) = (ours.len(), theirs.len());
    if n == m {
        return ours.iter().copied().zip(theirs.iter().copied()).collect();
    }
    if n == 0 || m == 0 || n.saturating_mul(m) > MOST_PAIRS {
        return Vec::new();
    }
    // How much is shared by the best way to pair the rest of both sides.
    let mut best = vec![0_usize; (n + 1) * (m + 1)];
    let mut shares = vec![0_usize; n * m];
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            let share = alike(&gold[ours[i]], system[theirs[j]]);
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
            pairs.push((ours[i], theirs[j]));
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
        // In another order.
        assert_eq!(pairs(&["g h i", "a b c", "d e f"]), [Some(1), Some(2), None, Some(0)]);
        assert_eq!(
            pairs(&["g h i", "a b c", "d e f", "a b c"]),
            [Some(1), Some(2), Some(3), Some(0)]
        );
    }

    #[test]
    fn two_that_are_swapped_are_put_back_and_others_stay() {
        let gold = ["a b c", "d e f", "a b c", "g h i"].map(words);
        let places = |system: [&str; 4]| {
            let system = system.map(words);
            mostly_in_place(&gold, &system.each_ref().map(Vec::as_slice))
        };
        let all = [Some(0), Some(1), Some(2), Some(3)];
        assert_eq!(
            places(["a b c", "g h i", "a b c", "d e f"]),
            [Some(0), Some(3), Some(2), Some(1)]
        );
        assert_eq!(places(["a b c", "x", "a b c", "g h i"]), all);
        assert_eq!(places(["x", "d e f", "a b c", "g h i"]), all);
    }
}
