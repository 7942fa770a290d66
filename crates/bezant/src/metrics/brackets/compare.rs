//! Two sentences' brackets against each other, in time linear in their number.

mod aligned;

use std::cmp::Ordering;
use std::collections::HashSet;

use crate::metrics::brackets::sets::SetScratch;
use crate::metrics::trees::labels::{LabelId, LabelTable};
use crate::metrics::trees::parameters::Labelling;
use crate::metrics::trees::preparation::{Bracket, Prepared};

/// What two sentences have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BracketComparison {
    /// Brackets found on both sides.
    pub(crate) matched: u64,
    /// Brackets of gold.
    pub(crate) gold: u64,
    /// Brackets of the system.
    pub(crate) system: u64,
    /// Brackets found on both sides by span alone.
    pub(crate) matched_unlabelled: u64,
    /// Brackets of the system that cross one of gold.
    pub(crate) crossing: u64,
    /// The same of brackets whose words have others between them.
    pub(crate) discontinuous: DiscontinuousComparison,
}

/// What two sentences have in common of brackets with gaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DiscontinuousComparison {
    /// Brackets found on both sides.
    pub(crate) matched: u64,
    /// Brackets of gold.
    pub(crate) gold: u64,
    /// Brackets of the system.
    pub(crate) system: u64,
    /// Brackets found on both sides by their words alone.
    pub(crate) matched_unlabelled: u64,
    /// Brackets of the system that cross one of gold.
    pub(crate) crossing: u64,
}

/// Memory that is used again, and what the last comparison left in it.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// For each bracket of gold, whether it was matched.
    pub(crate) gold_matched: Vec<bool>,
    /// For each bracket of the system, whether it was matched.
    pub(crate) system_matched: Vec<bool>,
    /// For each bracket of gold that was matched, the system's bracket it was matched with.
    pub(crate) gold_mates: Vec<u32>,
    /// For each position, the innermost bracket of gold around it.
    around: Vec<(u32, u32)>,
    open: Vec<(u32, u32)>,
    /// Brackets of the system with a span that gold does not have.
    elsewhere: Vec<(u32, u32)>,
    /// Whether brackets were compared as sets of words.
    pub(crate) by_sets: bool,
    /// What that left.
    pub(crate) sets: SetScratch,
}

impl Scratch {
    /// Makes it ready for sentences with so many brackets.
    pub(super) fn start(&mut self, n_gold: usize, n_system: usize) {
        self.gold_matched.clear();
        self.gold_matched.resize(n_gold, false);
        self.system_matched.clear();
        self.system_matched.resize(n_system, false);
        self.gold_mates.clear();
        self.gold_mates.resize(n_gold, 0);
        self.elsewhere.clear();
        self.by_sets = false;
    }

    /// Whether one of the system's brackets, with its index, crosses one of gold, by the last
    /// comparison.
    pub(super) fn crosses(&self, system: &Prepared, at: usize) -> bool {
        if self.by_sets {
            return self.sets.crosses[at];
        }
        let bracket = &system.brackets[at];
        // Where all spans are gold's, nobody looked what is around a boundary.
        !self.elsewhere.is_empty() && crosses(&self.around, system.common_span(bracket))
    }
}

/// Compares the brackets of two sentences with the same words.
///
/// Brackets stand by start and, at the same start, by width; so those with the same span stand
/// together, and one walk over both lists finds all spans that the two sides share.
pub(crate) fn compare(
    gold: &Prepared,
    system: &Prepared,
    labels: &LabelTable<'_>,
    labelling: Labelling,
    scratch: &mut Scratch,
) -> BracketComparison {
    if !gold.common_before.is_empty() {
        return aligned::compare(gold, system, labels, labelling, scratch);
    }
    let (ours, theirs) = (&gold.brackets[..], &system.brackets[..]);
    scratch.start(ours.len(), theirs.len());

    let mut found = BracketComparison {
        gold: ours.len() as u64,
        system: theirs.len() as u64,
        ..BracketComparison::default()
    };
    let (mut i, mut j) = (0, 0);
    while j < theirs.len() {
        let order = match ours.get(i) {
            Some(bracket) => span_order(bracket, &theirs[j]),
            None => Ordering::Greater,
        };
        match order {
            Ordering::Less => i += 1,
            Ordering::Greater => {
                scratch.elsewhere.push((theirs[j].start, theirs[j].end));
                j += 1;
            }
            Ordering::Equal => {
                let (i_end, j_end) = (run_end(ours, i), run_end(theirs, j));
                let mut run = Run {
                    gold: &ours[i..i_end],
                    system: &theirs[j..j_end],
                    gold_matched: &mut scratch.gold_matched[i..i_end],
                    system_matched: &mut scratch.system_matched[j..j_end],
                    gold_mates: &mut scratch.gold_mates[i..i_end],
                    first: j as u32,
                };
                // Also where duplicates were dropped: brackets of one span and several labels are
                // all in the numbers of brackets that this one is divided by.
                found.matched_unlabelled += run.gold.len().min(run.system.len()) as u64;
                found.matched += match labelling {
                    Labelling::Labelled => run.match_labels(labels),
                    Labelling::Unlabelled => run.match_spans(),
                };
                (i, j) = (i_end, j_end);
            }
        }
    }
    if !scratch.elsewhere.is_empty() {
        found.crossing = crossing(ours, gold.positions, scratch);
    }
    found
}

/// By start, then the wider one first: the order of the brackets of a tree.
fn span_order(one: &Bracket, two: &Bracket) -> Ordering {
    one.start.cmp(&two.start).then(two.end.cmp(&one.end))
}

fn run_end(brackets: &[Bracket], start: usize) -> usize {
    let Bracket { start: from, end: to, .. } = brackets[start];
    let mut end = start + 1;
    while end < brackets.len() && brackets[end].start == from && brackets[end].end == to {
        end += 1;
    }
    end
}

/// Brackets of both sides with the same words.
pub(super) struct Run<'a> {
    pub(super) gold: &'a [Bracket],
    pub(super) system: &'a [Bracket],
    pub(super) gold_matched: &'a mut [bool],
    pub(super) system_matched: &'a mut [bool],
    pub(super) gold_mates: &'a mut [u32],
    /// Index of the first of the system's brackets in its sentence.
    pub(super) first: u32,
}

/// Up to this many pairs, looking at each beats being clever.
const FEW_PAIRS: usize = 256;

impl Run<'_> {
    /// Each bracket of gold takes the first of the system that is left.
    pub(super) fn match_spans(&mut self) -> u64 {
        let n = self.gold.len().min(self.system.len());
        self.gold_matched[..n].fill(true);
        self.system_matched[..n].fill(true);
        for (mate, j) in self.gold_mates[..n].iter_mut().zip(self.first..) {
            *mate = j;
        }
        n as u64
    }

    /// Each bracket of gold takes the first of the system that is left and whose label counts as
    /// equal. That is greedy: with equalities that are not transitive it can miss a match, and
    /// EVALB misses the same.
    #[inline(always)]
    pub(super) fn match_labels(&mut self, labels: &LabelTable<'_>) -> u64 {
        if self.gold.len() * self.system.len() > FEW_PAIRS {
            return self.match_many_labels(labels);
        }
        let mut matched = 0;
        for (i, one) in self.gold.iter().enumerate() {
            let fits = |j: &usize| {
                !self.system_matched[*j] && labels.equal(one.label, self.system[*j].label)
            };
            if let Some(j) = (0..self.system.len()).find(fits) {
                self.gold_matched[i] = true;
                self.system_matched[j] = true;
                self.gold_mates[i] = self.first + j as u32;
                matched += 1;
            }
        }
        matched
    }

    /// The same choice for long chains: the system's brackets wait in a queue for each label.
    fn match_many_labels(&mut self, labels: &LabelTable<'_>) -> u64 {
        let mut waiting: Vec<(LabelId, usize)> =
            self.system.iter().enumerate().map(|(j, bracket)| (bracket.label, j)).collect();
        waiting.sort_unstable();
        // The next of each label's queue, by label.
        let mut queues: Vec<(LabelId, usize)> = Vec::new();
        for (at, (label, _)) in waiting.iter().enumerate() {
            if queues.last().is_none_or(|(last, _)| last != label) {
                queues.push((*label, at));
            }
        }
        let mut matched = 0;
        for (i, one) in self.gold.iter().enumerate() {
            let partners = labels.partners(one.label).iter().chain([&one.label]);
            let queue = partners
                .filter_map(|label| queues.binary_search_by_key(label, |(label, _)| *label).ok())
                .filter(|&queue| {
                    waiting.get(queues[queue].1).is_some_and(|(label, _)| *label == queues[queue].0)
                })
                .min_by_key(|&queue| waiting[queues[queue].1].1);
            if let Some(queue) = queue {
                let j = waiting[queues[queue].1].1;
                self.gold_matched[i] = true;
                self.system_matched[j] = true;
                self.gold_mates[i] = self.first + j as u32;
                queues[queue].1 += 1;
                matched += 1;
            }
        }
        matched
    }
}

/// How many of the brackets in `scratch.elsewhere` cross one of gold.
///
/// A bracket can cross gold only at its own two boundaries, and the brackets of gold around a
/// boundary hold each other. So it is enough to know the innermost one around each boundary: the
/// bracket crosses if the one around its start ends before it does, or the one around its end
/// starts after it does.
fn crossing(gold: &[Bracket], positions: u32, scratch: &mut Scratch) -> u64 {
    let Scratch { around, open, elsewhere, .. } = scratch;
    around.clear();
    open.clear();
    let mut next = 0;
    for boundary in 0..=positions {
        while open.last().is_some_and(|&(_, end)| end <= boundary) {
            open.pop();
        }
        around.push(open.last().copied().unwrap_or((0, u32::MAX)));
        while next < gold.len() && gold[next].start == boundary {
            open.push((gold[next].start, gold[next].end));
            next += 1;
        }
    }
    elsewhere.iter().filter(|span| crosses(around, **span)).count() as u64
}

fn crosses(around: &[(u32, u32)], (start, end): (u32, u32)) -> bool {
    around[start as usize].1 < end || around[end as usize].0 > start
}

/// Leaves each bracket once where several with the same span and label lie over each other.
pub(crate) fn drop_duplicates(brackets: &mut Vec<Bracket>, labelling: Labelling) {
    let mut seen: HashSet<LabelId> = HashSet::new();
    let mut span = None;
    brackets.retain(|bracket| {
        if span != Some((bracket.start, bracket.end)) {
            span = Some((bracket.start, bracket.end));
            seen.clear();
        } else if labelling == Labelling::Unlabelled {
            return false;
        }
        seen.insert(bracket.label)
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::penn;
    use crate::metrics::trees::parameters::{Parameters, Preset};
    use crate::metrics::trees::preparation::Outer;

    fn prepared(text: &str, labels: &mut LabelTable<'_>) -> Prepared {
        let mut prepared = Prepared::default();
        prepared.fill(&penn::read(text.as_bytes()).tree, labels, Outer::Counts);
        prepared
    }

    fn check(parameters: &Parameters, gold: &str, system: &str) -> BracketComparison {
        let mut labels = LabelTable::new(parameters);
        let (gold, system) = (prepared(gold, &mut labels), prepared(system, &mut labels));
        compare(&gold, &system, &labels, parameters.labels, &mut Scratch::default())
    }

    #[test]
    fn unary_chains_match_whatever_their_order() {
        let none = Preset::None.parameters();
        let found = check(&none, "(S (VP (V go)))", "(VP (S (S (V go))))");
        assert_eq!((found.matched, found.gold, found.system), (2, 2, 3));
        assert_eq!(found.matched_unlabelled, 2);
    }

    #[test]
    fn a_bracket_crosses_once_however_many_it_crosses() {
        let none = Preset::None.parameters();
        let found = check(
            &none,
            "(S (A (x a) (x b)) (B (C (x c) (x d)) (x e)))",
            "(S (x a) (D (x b) (x c)) (E (x d) (x e)))",
        );
        assert_eq!((found.matched, found.crossing), (1, 2));
    }

    #[test]
    fn long_chains_are_matched_as_short_ones_are() {
        // Equal labels that are not transitive: what is taken first decides.
        let mut parameters = Preset::None.parameters();
        parameters.equal_labels =
            vec![(b"A".to_vec(), b"B".to_vec()), (b"B".to_vec(), b"C".to_vec())];
        let mut labels = LabelTable::new(&parameters);
        let chain = |seed: u64, n: usize| {
            let mut state = seed;
            let names: String = (0..n)
                .map(|_| {
                    state =
                        state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    format!("({} ", ["A", "B", "C", "D"][(state >> 60) as usize % 4])
                })
                .collect();
            format!("{names}(x a){}", ")".repeat(n))
        };
        for seed in 0..50 {
            let gold = prepared(&chain(seed, 9), &mut labels);
            let system = prepared(&chain(seed + 1000, 11), &mut labels);
            let marks = (vec![false; 9], vec![false; 11], vec![0; 9]);
            let (mut few, mut many) = (marks.clone(), marks);
            let run = |marks: &mut (Vec<bool>, Vec<bool>, Vec<u32>), many: bool| {
                let mut run = Run {
                    gold: &gold.brackets,
                    system: &system.brackets,
                    gold_matched: &mut marks.0,
                    system_matched: &mut marks.1,
                    gold_mates: &mut marks.2,
                    first: 0,
                };
                if many { run.match_many_labels(&labels) } else { run.match_labels(&labels) }
            };
            assert_eq!(run(&mut few, false), run(&mut many, true));
            assert_eq!(few, many);
        }
    }

    #[test]
    fn gold_without_duplicates_equals_itself_with_and_without_labels() {
        let none = Preset::None.parameters();
        let mut labels = LabelTable::new(&none);
        let mut gold = prepared("(S (S (VP (V go))))", &mut labels);
        drop_duplicates(&mut gold.brackets, Labelling::Labelled);
        let found = compare(&gold, &gold, &labels, none.labels, &mut Scratch::default());
        assert_eq!((found.gold, found.matched, found.matched_unlabelled), (2, 2, 2));
    }

    #[test]
    fn duplicates_can_count_once() {
        let none = Preset::None.parameters();
        let mut labels = LabelTable::new(&none);
        let mut chain = prepared("(A (B (A (x a))) (B (x b)))", &mut labels).brackets;
        drop_duplicates(&mut chain, Labelling::Labelled);
        assert_eq!(chain.len(), 4);
        let mut chain = prepared("(A (B (A (x a))))", &mut labels).brackets;
        drop_duplicates(&mut chain, Labelling::Labelled);
        assert_eq!(chain.len(), 2);
        drop_duplicates(&mut chain, Labelling::Unlabelled);
        assert_eq!(chain.len(), 1);
    }
}
