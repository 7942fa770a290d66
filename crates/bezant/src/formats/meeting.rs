//! Where two files go on alike after they have differed.

use std::cmp::Reverse;
use std::collections::HashMap;

/// How much text must be the same for a sentence to be one where they may.
pub(super) const AGREEMENT: usize = 48;

/// Sentences that are joined or split on the way shift those behind them by so many.
const SHIFTED: isize = 2;

/// The next sentence of a chain is at most so many further on in one file, and so many in the other.
const NEXT: [usize; 2] = [16, 64];

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
    /// By so many in a thousand of the sentences that would make it certain; the most comes first.
    Doubtful(Reverse<usize>),
}

/// Sentences that begin alike in both files, by their places.
///
/// A sentence may stand again elsewhere, and who looks far behind the end of a gap finds such a one before the right
/// place. Behind the right one others follow in both files: many as far apart, where words are changed here and there,
/// or one soon after the other, where sentences are lost here and there.
pub(super) struct Meetings {
    /// How many are so much further on in one file than in the other.
    apart: HashMap<isize, usize>,
    /// By its place in the first file, how many follow a sentence, and itself.
    chains: HashMap<usize, usize>,
}

impl Meetings {
    /// Of sentences in the order of the first file, each of which is there once.
    pub(super) fn new(found: &[(usize, usize)]) -> Meetings {
        let mut apart: HashMap<isize, usize> = HashMap::new();
        for (ours, theirs) in found {
            *apart.entry(*ours as isize - *theirs as isize).or_default() += 1;
        }
        let mut chains = vec![1; found.len()];
        let [near, far] = NEXT;
        for at in (0..found.len()).rev() {
            let (ours, theirs) = found[at];
            let reach = |(next, chain): (&(usize, usize), &usize)| {
                let steps = [next.0 - ours, next.1.checked_sub(theirs).filter(|step| *step > 0)?];
                let is_next = *steps.iter().min()? <= near && *steps.iter().max()? <= far;
                is_next.then_some(1 + chain)
            };
            let behind = found[at + 1..].iter().zip(&chains[at + 1..]);
            let behind = behind.take_while(|(next, _)| next.0 - ours <= far);
            chains[at] = behind.filter_map(reach).max().unwrap_or(1);
        }
        let chains = found.iter().map(|(ours, _)| *ours).zip(chains).collect();
        Meetings { apart, chains }
    }

    /// How many sentences speak for it that the files go on alike from such a one on.
    pub(super) fn n_behind(&self, ours: usize, theirs: usize) -> usize {
        let apart = ours as isize - theirs as isize;
        let alike = apart - SHIFTED..=apart + SHIFTED;
        let n_alike: usize = alike.filter_map(|apart| self.apart.get(&apart)).sum();
        n_alike.max(self.chains.get(&ours).copied().unwrap_or(0))
    }

    /// How sure that is.
    pub(super) fn of(&self, ours: usize, theirs: usize) -> Meeting {
        let (apart, n) = (ours as isize - theirs as isize, self.n_behind(ours, theirs));
        let more = (apart.unsigned_abs() / APART).max((ours + theirs) / PASSED);
        let enough = (1 + more).min(MOST);
        if n >= enough { Meeting::Certain } else { Meeting::Doubtful(Reverse(1000 * n / enough)) }
    }
}

/// Whether of two places where files may meet one is before the other in some files and behind it in others: then one
/// of them is none, and is taken for one as the sentence stands again.
pub(super) fn contradict(one: &[usize], other: &[usize]) -> bool {
    let both = || one.iter().zip(other);
    both().any(|(one, other)| one < other) && both().any(|(one, other)| one > other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubtful(share: usize) -> Meeting {
        Meeting::Doubtful(Reverse(share))
    }

    #[test]
    fn the_further_apart_two_sentences_are_the_more_others_must_be() {
        // Sentences that stand again, and one that is near; behind a gap of fifty, one sentence in three that was
        // not changed, and one that was split.
        let mut found = vec![(2, 1), (3, 30), (24, 17)];
        found.extend((0..6).map(|n| (50 + 70 * n, 70 * n)));
        let met = Meetings::new(&found);
        assert_eq!((met.of(3, 30), met.of(24, 17)), (doubtful(250), doubtful(333)));
        assert_eq!(met.of(2, 1), Meeting::Certain);
        assert_eq!(met.of(50, 0), doubtful(1000 * 6 / 7));
        found.push((471, 420));
        assert_eq!(Meetings::new(&found).of(50, 0), Meeting::Certain);
        assert_eq!(met.of(1000, 900), doubtful(0));
        let long: Vec<_> = (0..64).map(|n| (9000 + n, n)).collect();
        assert_eq!(Meetings::new(&long).of(9000, 0), Meeting::Certain);
    }

    #[test]
    fn sentences_that_follow_soon_are_a_chain() {
        // Of five sentences one is left; and one that stands again, far off.
        let found: Vec<_> = (0..10).map(|n| (40 + 5 * n, n)).chain([(95, 900)]).collect();
        let met = Meetings::new(&found);
        assert_eq!(met.of(40, 0), Meeting::Certain);
        assert_eq!((met.of(85, 9), met.of(95, 900)), (doubtful(100), doubtful(15)));
    }
}
