//! Where two files go on alike after they have differed.

use std::cmp::Reverse;
use std::collections::HashMap;

/// How much text must be the same for a sentence to be one where they may.
pub(super) const AGREEMENT: usize = 48;

/// Sentences that are joined or split on the way shift those behind them by so many.
const SHIFTED: isize = 2;

/// One more sentence must agree for so many that only one file has passed, or for so many of both.
const APART: usize = 8;
const PASSED: usize = 16;

/// More sentences than this need not agree, however many were passed.
const MOST: usize = 64;

/// How sure it is that two files go on alike from some place on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Meeting {
    /// By so many sentences that it is no chance, or as both end in the same way.
    Certain,
    /// By so many sentences, which are few; the most comes first.
    Doubtful(Reverse<usize>),
}

/// Sentences that begin alike in both files, by how much further one is in its file than the other.
///
/// A sentence may stand again elsewhere, and who looks far behind the end of a gap finds such a one before the right
/// place. Behind the right one many others are as far apart, also where words are changed here and there.
#[derive(Default)]
pub(super) struct Meetings(HashMap<isize, usize>);

impl Meetings {
    /// Adds a sentence by its places in both files.
    pub(super) fn add(&mut self, ours: usize, theirs: usize) {
        *self.0.entry(ours as isize - theirs as isize).or_default() += 1;
    }

    /// How sure it is that the files go on alike from such a sentence on.
    pub(super) fn of(&self, ours: usize, theirs: usize) -> Meeting {
        let apart = ours as isize - theirs as isize;
        let alike = apart - SHIFTED..=apart + SHIFTED;
        let n = alike.filter_map(|apart| self.0.get(&apart)).sum();
        let more = (apart.unsigned_abs() / APART).max((ours + theirs) / PASSED);
        let enough = (1 + more).min(MOST);
        if n >= enough { Meeting::Certain } else { Meeting::Doubtful(Reverse(n)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_further_apart_two_sentences_are_the_more_others_must_be() {
        let mut found = Meetings::default();
        let doubtful = |n| Meeting::Doubtful(Reverse(n));
        // A sentence that stands again, and one that is near.
        found.add(3, 30);
        found.add(24, 17);
        found.add(4, 2);
        assert_eq!((found.of(3, 30), found.of(24, 17)), (doubtful(1), doubtful(1)));
        assert_eq!(found.of(4, 2), Meeting::Certain);
        // Behind a gap of fifty, with one sentence in three that is not changed, and one that was split.
        for n in 0..6 {
            found.add(50 + 3 * n, 3 * n);
        }
        assert_eq!(found.of(50, 0), doubtful(6));
        found.add(71, 20);
        assert_eq!(found.of(50, 0), Meeting::Certain);
        assert_eq!(found.of(1000, 900), doubtful(0));
        (0..64).for_each(|n| found.add(9000 + n, n));
        assert_eq!(found.of(9000, 0), Meeting::Certain);
    }
}
