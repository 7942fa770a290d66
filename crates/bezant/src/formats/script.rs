//! The shortest edit script between two texts.

use std::ops::Range;

/// A place where two texts differ: these characters of gold stand where those of the system do.
/// One of the two may be empty, not both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hunk {
    pub gold: Range<usize>,
    pub system: Range<usize>,
}

/// Work that is always allowed. A step is one diagonal looked at or one pair of characters
/// compared, about a nanosecond. Two texts of 2,000 characters in all stay below this whatever they are.
const STEPS: usize = 1 << 22;
/// Work that is allowed in addition for each character, which makes the whole linear.
const STEPS_PER_CHARACTER: usize = 4;

/// Where two texts differ, by a shortest script of deletions and insertions; hunks stand in order
/// and do not touch. `None` if that needs more than `max_edits` characters deleted and inserted,
/// or more work than [`STEPS`] and [`STEPS_PER_CHARACTER`] allow.
///
/// E. W. Myers, An O(ND) Difference Algorithm and Its Variations, Algorithmica 1 (1986), section
/// 4b: look for a path from both ends at once, and where the two meet, split there; this needs
/// memory for the number of edits only. The texts' common start and end are cut off first, and
/// the halves wait on a list instead of a recursion.
pub(crate) fn difference(gold: &[u32], system: &[u32], max_edits: usize) -> Option<Vec<Hunk>> {
    if gold.len().abs_diff(system.len()) > max_edits {
        return None;
    }
    let steps = STEPS.saturating_add(STEPS_PER_CHARACTER.saturating_mul(gold.len() + system.len()));
    let mut search = Search { forward: Vec::new(), backward: Vec::new(), max_edits, steps };
    let mut hunks: Vec<Hunk> = Vec::new();
    let mut todo = vec![(0..gold.len(), 0..system.len())];
    while let Some((ours, theirs)) = todo.pop() {
        let (mut a, mut b) = (&gold[ours.clone()], &system[theirs.clone()]);
        let start = a.iter().zip(b).take_while(|(one, two)| one == two).count();
        (a, b) = (&a[start..], &b[start..]);
        let end = a.iter().rev().zip(b.iter().rev()).take_while(|(one, two)| one == two).count();
        (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
        let (at, other) = (ours.start + start, theirs.start + start);
        let (to, other_to) = (at + a.len(), other + b.len());

        if !a.is_empty() && !b.is_empty() {
            let (x, y) = search.middle(a, b)?;
            todo.push((at + x..to, other + y..other_to));
            todo.push((at..at + x, other..other + y));
        } else if !a.is_empty() || !b.is_empty() {
            match hunks.last_mut() {
                Some(last) if last.gold.end == at && last.system.end == other => {
                    (last.gold.end, last.system.end) = (to, other_to);
                }
                _ => hunks.push(Hunk { gold: at..to, system: other..other_to }),
            }
        }
    }
    Some(hunks)
}

/// The same, whichever text is called gold: of several shortest scripts, the one that is found from the
/// shorter text, or from the one that comes first.
pub(crate) fn either_way(gold: &[u32], system: &[u32], max_edits: usize) -> Option<Vec<Hunk>> {
    if (gold.len(), gold) <= (system.len(), system) {
        return difference(gold, system, max_edits);
    }
    let swap = |Hunk { gold, system }| Hunk { gold: system, system: gold };
    let hunks = difference(system, gold, max_edits)?;
    Some(hunks.into_iter().map(swap).collect())
}

struct Search {
    /// For each diagonal, how far along the first text a path from the start has come.
    forward: Vec<isize>,
    /// The same from the end.
    backward: Vec<isize>,
    max_edits: usize,
    steps: usize,
}

impl Search {
    /// A point on a shortest path, with at least one edit on either side of it. Neither text is
    /// empty, and they differ in their first and last character, so there are two edits or more.
    fn middle(&mut self, a: &[u32], b: &[u32]) -> Option<(usize, usize)> {
        let (n, m) = (a.len() as isize, b.len() as isize);
        // Each side walks half of the path; work grows with the square of it, which bounds the
        // memory for diagonals by the root of the work.
        let half = ((a.len() + b.len()).min(self.max_edits) / 2 + 1).min(self.steps.isqrt() + 1);
        let centre = half as isize + 1;
        let slot = |k: isize| (centre + k) as usize;
        if self.forward.len() < 2 * half + 3 {
            self.forward.resize(2 * half + 3, 0);
            self.backward.resize(2 * half + 3, 0);
        }
        let delta = n - m;
        let is_odd = delta % 2 != 0;
        (self.forward[slot(1)], self.backward[slot(1)]) = (0, 0);

        for d in 0..=half as isize {
            for k in (-d..=d).step_by(2) {
                let from = furthest(&self.forward, slot(k), k, d);
                let same = |x, y| x < n && y < m && a[x as usize] == b[y as usize];
                let x = self.follow(from, k, same)?;
                self.forward[slot(k)] = x;
                if is_odd
                    && (delta - k).abs() < d
                    && x + self.backward[slot(delta - k)] >= n
                    && let Some(point) = within(from, from - k, n, m)
                {
                    return Some(point);
                }
            }
            for k in (-d..=d).step_by(2) {
                let from = furthest(&self.backward, slot(k), k, d);
                let same =
                    |x, y| x < n && y < m && a[(n - 1 - x) as usize] == b[(m - 1 - y) as usize];
                let x = self.follow(from, k, same)?;
                self.backward[slot(k)] = x;
                if !is_odd
                    && (delta - k).abs() <= d
                    && x + self.forward[slot(delta - k)] >= n
                    && let Some(point) = within(n - from, m - (from - k), n, m)
                {
                    return Some(point);
                }
            }
        }
        None
    }

    /// Goes along diagonal `k` from `x` as far as the characters are the same.
    fn follow(
        &mut self,
        from: isize,
        k: isize,
        same: impl Fn(isize, isize) -> bool,
    ) -> Option<isize> {
        let mut x = from;
        while same(x, x - k) {
            x += 1;
        }
        self.steps = self.steps.checked_sub(1 + (x - from) as usize)?;
        Some(x)
    }
}

/// How far a path with `d` edits comes on diagonal `k` before it follows equal characters.
fn furthest(reached: &[isize], slot: usize, k: isize, d: isize) -> isize {
    if k == -d || (k != d && reached[slot - 1] < reached[slot + 1]) {
        reached[slot + 1]
    } else {
        reached[slot - 1] + 1
    }
}

fn within(x: isize, y: isize, n: isize, m: isize) -> Option<(usize, usize)> {
    ((0..=n).contains(&x) && (0..=m).contains(&y)).then_some((x as usize, y as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn edits(hunks: &[Hunk]) -> usize {
        hunks.iter().map(|hunk| hunk.gold.len() + hunk.system.len()).sum()
    }

    /// The number of edits, from the textbook's table.
    fn distance(a: &[u32], b: &[u32]) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, one) in a.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for (j, two) in b.iter().enumerate() {
                let change = if one == two { diagonal } else { usize::MAX };
                diagonal = row[j + 1];
                row[j + 1] = change.min(1 + row[j].min(row[j + 1]));
            }
        }
        row[b.len()]
    }

    proptest! {
        #[test]
        fn scripts_are_right_and_shortest(
            a in prop::collection::vec(0u32..4, 0..40),
            b in prop::collection::vec(0u32..4, 0..40),
        ) {
            let hunks = difference(&a, &b, a.len() + b.len()).unwrap();
            prop_assert_eq!(edits(&hunks), distance(&a, &b));
            let (mut i, mut j) = (0, 0);
            for (index, hunk) in hunks.iter().enumerate() {
                prop_assert!(index == 0 || hunk.gold.start > i);
                prop_assert!(!hunk.gold.is_empty() || !hunk.system.is_empty());
                prop_assert_eq!(&a[i..hunk.gold.start], &b[j..hunk.system.start]);
                (i, j) = (hunk.gold.end, hunk.system.end);
            }
            prop_assert_eq!(&a[i..], &b[j..]);
        }

        #[test]
        fn the_limit_on_edits_is_exact_enough(
            a in prop::collection::vec(0u32..3, 0..30),
            b in prop::collection::vec(0u32..3, 0..30),
            max_edits in 0usize..30,
        ) {
            let expected = distance(&a, &b);
            match difference(&a, &b, max_edits) {
                Some(hunks) => prop_assert_eq!(edits(&hunks), expected),
                None => prop_assert!(expected > max_edits),
            }
        }
    }

    /// Characters 0 and 1 at random, or evenly spread if `one_in` is 2.
    fn random(seed: u64, one_in: u64) -> Vec<u32> {
        let mut state = seed;
        let next = |_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            u32::from((state >> 33).is_multiple_of(one_in))
        };
        (0..1_000_000).map(next).collect()
    }

    #[test]
    fn work_is_bounded_whatever_the_texts() {
        // Long equal stretches on every diagonal are the worst case for the search.
        for one_in in [2, 10, 100] {
            assert!(difference(&random(1, one_in), &random(2, one_in), 1_000_000).is_none());
        }
    }

    #[test]
    fn few_differences_in_a_long_text_are_found() {
        let one = random(1, 2);
        let mut two = one.clone();
        two.splice(500_000..500_010, [99; 5]);
        two.splice(10..12, [99; 3]);
        assert_eq!(edits(&difference(&one, &two, 1_000_000).unwrap()), 20);
    }
}
