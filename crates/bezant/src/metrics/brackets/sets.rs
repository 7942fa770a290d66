//! Two sentences' brackets against each other where branches cross: brackets are sets of words.
//!
//! The brackets of one tree hold each other or have no word in common, also where they have gaps. So
//! no set is ever written down: for each bracket of gold there is a smallest bracket of the system that
//! holds its words, and the two are equal if they have equally many. That takes time n log n.

use crate::metrics::brackets::compare::{BracketComparison, Run, Scratch};
use crate::metrics::trees::labels::LabelTable;
use crate::metrics::trees::parameters::Labelling;
use crate::metrics::trees::preparation::{Bracket, Nesting, Prepared};
use crate::structures::tree::NO_NODE;

/// What a comparison of brackets with gaps leaves.
#[derive(Debug, Default)]
pub(crate) struct SetScratch {
    /// For each bracket of gold, what is the same for all brackets of both sides with its words.
    pub gold_classes: Vec<u32>,
    /// For each bracket of the system.
    pub system_classes: Vec<u32>,
    /// For each bracket of the system, whether it crosses one of gold.
    pub crosses: Vec<bool>,
    gold_nesting: Nesting,
    system_nesting: Nesting,
}

/// Compares the brackets of two sentences with the same words, of which one at least has gaps.
pub(super) fn compare_sets(
    gold: &Prepared,
    system: &Prepared,
    labels: &LabelTable<'_>,
    labelling: Labelling,
    scratch: &mut Scratch,
) -> BracketComparison {
    let (ours, theirs) = (&gold.brackets[..], &system.brackets[..]);
    scratch.start(ours.len(), theirs.len());
    scratch.by_sets = true;
    let sets = &mut scratch.sets;
    sets.gold_nesting.fill(gold);
    sets.system_nesting.fill(system);
    let smallest = smallest_around(&sets.gold_nesting, &sets.system_nesting);
    classify(&smallest, gold, system, sets);
    find_crossing(&smallest, sets);

    let mut found = BracketComparison {
        gold: ours.len() as u64,
        system: theirs.len() as u64,
        ..BracketComparison::default()
    };
    let is_gap = |side: &Prepared, bracket: &Bracket| side.scattered.is_gap(bracket);
    let gaps = &mut found.discontinuous;
    gaps.gold = ours.iter().filter(|bracket| is_gap(gold, bracket)).count() as u64;
    gaps.system = theirs.iter().filter(|bracket| is_gap(system, bracket)).count() as u64;
    let mut i = 0;
    while i < ours.len() {
        let class = scratch.sets.gold_classes[i];
        let i_end = end_of(&scratch.sets.gold_classes, i);
        // A class of the system's has the number of its first bracket; others have larger ones.
        let j = class as usize;
        if j < theirs.len() {
            let j_end = end_of(&scratch.sets.system_classes, j);
            let mut run = Run {
                gold: &ours[i..i_end],
                system: &theirs[j..j_end],
                gold_matched: &mut scratch.gold_matched[i..i_end],
                system_matched: &mut scratch.system_matched[j..j_end],
                gold_mates: &mut scratch.gold_mates[i..i_end],
                first: class,
            };
            let unlabelled = run.gold.len().min(run.system.len()) as u64;
            let matched = match labelling {
                Labelling::Labelled => run.match_labels(labels),
                Labelling::Unlabelled => run.match_spans(),
            };
            found.matched_unlabelled += unlabelled;
            found.matched += matched;
            if is_gap(gold, &ours[i]) {
                found.discontinuous.matched_unlabelled += unlabelled;
                found.discontinuous.matched += matched;
            }
        }
        i = i_end;
    }
    for (bracket, crosses) in theirs.iter().zip(&scratch.sets.crosses) {
        found.crossing += u64::from(*crosses);
        found.discontinuous.crossing += u64::from(*crosses && is_gap(system, bracket));
    }
    found
}

/// Brackets with the same words lie over each other, so they stand together.
fn end_of(classes: &[u32], start: usize) -> usize {
    let same = classes[start..].iter().take_while(|class| **class == classes[start]);
    start + same.count()
}

/// For each bracket of gold the smallest of the system around its words, or `NO_NODE`.
fn smallest_around(gold: &Nesting, system: &Nesting) -> Vec<u32> {
    let ways = Ways::of(system);
    let mut smallest: Vec<Option<u32>> = vec![None; gold.above.len()];
    let join = |smallest: &mut [Option<u32>], bracket: u32, other: u32| {
        if bracket != NO_NODE {
            let known = &mut smallest[bracket as usize];
            *known = Some(known.map_or(other, |known| ways.common(known, other)));
        }
    };
    for (ours, theirs) in gold.over.iter().zip(&system.over) {
        join(&mut smallest, *ours, *theirs);
    }
    for bracket in (0..gold.above.len()).rev() {
        let known = smallest[bracket].unwrap_or(NO_NODE);
        join(&mut smallest, gold.above[bracket], known);
    }
    smallest.into_iter().map(|known| known.unwrap_or(NO_NODE)).collect()
}

/// Gives all brackets with the same words the same number.
fn classify(smallest: &[u32], gold: &Prepared, system: &Prepared, sets: &mut SetScratch) {
    let size = |side: &Prepared, at: u32| side.scattered.size(&side.brackets[at as usize]);
    let SetScratch { gold_classes, system_classes, gold_nesting, system_nesting, .. } = sets;
    system_classes.clear();
    for (at, above) in (0u32..).zip(&system_nesting.above) {
        let same = *above != NO_NODE && size(system, *above) == size(system, at);
        system_classes.push(if same { system_classes[*above as usize] } else { at });
    }
    gold_classes.clear();
    let n = system.brackets.len() as u32;
    for (at, above) in (0u32..).zip(&gold_nesting.above) {
        let around = smallest[at as usize];
        let class = if around != NO_NODE && size(system, around) == size(gold, at) {
            system_classes[around as usize]
        } else if *above != NO_NODE && size(gold, *above) == size(gold, at) {
            gold_classes[*above as usize]
        } else {
            n + at
        };
        gold_classes.push(class);
    }
}

/// What is known of the largest nodes of gold whose words are all in a bracket of the system: how
/// many they are, and the sums of the numbers, and of their squares, of the brackets they are right
/// below.
#[derive(Clone, Copy, Default)]
struct Parts {
    n: i128,
    parents: i128,
    squares: i128,
}

impl Parts {
    /// Parts right below a bracket of gold, the root having number 0.
    fn below(bracket: u32, n: i128) -> Parts {
        let number = i128::from(bracket.wrapping_add(1));
        Parts { n, parents: n * number, squares: n * number * number }
    }

    fn add(&mut self, other: Parts) {
        self.n += other.n;
        self.parents += other.parents;
        self.squares += other.squares;
    }

    /// Whether all of them are right below the same bracket: only then is the mean of the squares
    /// the square of the mean.
    fn are_siblings(self) -> bool {
        self.n * self.squares == self.parents * self.parents
    }
}

/// A bracket of the system crosses none of gold if it is made of whole nodes of gold that are right
/// below one bracket. The parts of a bracket are those of what is in it, and where they make up a
/// bracket of gold, that is one part in their place.
fn find_crossing(smallest: &[u32], sets: &mut SetScratch) {
    let SetScratch { gold_nesting: gold, system_nesting: system, crosses, .. } = sets;
    let mut n_children = vec![0i128; gold.above.len()];
    for above in gold.above.iter().chain(&gold.over).filter(|above| **above != NO_NODE) {
        n_children[*above as usize] += 1;
    }
    let mut parts = vec![Parts::default(); system.above.len()];
    let add = |parts: &mut [Parts], bracket: u32, part: Parts| {
        if bracket != NO_NODE {
            parts[bracket as usize].add(part);
        }
    };
    for (ours, theirs) in gold.over.iter().zip(&system.over) {
        add(&mut parts, *theirs, Parts::below(*ours, 1));
    }
    for (at, above) in (0u32..).zip(&gold.above) {
        let around = smallest[at as usize];
        add(&mut parts, around, Parts::below(*above, 1));
        add(&mut parts, around, Parts::below(at, -n_children[at as usize]));
    }
    for at in (0..parts.len()).rev() {
        let part = parts[at];
        add(&mut parts, system.above[at], part);
    }
    crosses.clear();
    crosses.extend(parts.iter().map(|parts| !parts.are_siblings()));
}

/// Ways up from brackets, with leaps, so that the smallest bracket around two is found quickly.
struct Ways<'a> {
    above: &'a [u32],
    /// How many brackets are around each one; and where it leaps to.
    leaps: Vec<(u32, u32)>,
}

impl Ways<'_> {
    fn of(nesting: &Nesting) -> Ways<'_> {
        let mut leaps: Vec<(u32, u32)> = Vec::with_capacity(nesting.above.len());
        for above in &nesting.above {
            if *above == NO_NODE {
                leaps.push((1, NO_NODE));
                continue;
            }
            let depth = |at: u32| if at == NO_NODE { 0 } else { leaps[at as usize].0 };
            let leap = |at: u32| if at == NO_NODE { NO_NODE } else { leaps[at as usize].1 };
            let (first, second) = (leap(*above), leap(leap(*above)));
            // Two leaps of the same length make one.
            let is_even = depth(*above) - depth(first) == depth(first) - depth(second);
            leaps.push((depth(*above) + 1, if is_even { second } else { *above }));
        }
        Ways { above: &nesting.above, leaps }
    }

    fn depth(&self, at: u32) -> u32 {
        if at == NO_NODE { 0 } else { self.leaps[at as usize].0 }
    }

    /// The smallest bracket around two.
    fn common(&self, one: u32, two: u32) -> u32 {
        let (mut one, mut two) =
            if self.depth(one) < self.depth(two) { (two, one) } else { (one, two) };
        while self.depth(one) > self.depth(two) {
            let leap = self.leaps[one as usize].1;
            one = if self.depth(leap) >= self.depth(two) { leap } else { self.above[one as usize] };
        }
        while one != two {
            // Neither is the outermost, as they are equally deep and differ.
            let leaps = (self.leaps[one as usize].1, self.leaps[two as usize].1);
            (one, two) = match leaps.0 == leaps.1 {
                true => (self.above[one as usize], self.above[two as usize]),
                false => leaps,
            };
        }
        one
    }
}

/// Leaves each bracket once where several with the same words and label lie over each other.
pub(super) fn drop_duplicates(prepared: &mut Prepared, labelling: Labelling) {
    let Prepared { brackets, scattered, .. } = prepared;
    let mut seen = std::collections::HashSet::new();
    let mut before = None;
    brackets.retain(|bracket| {
        // Of two that follow each other, reach as far and have equally many words, one is in the other.
        let words = (bracket.start, bracket.end, scattered.size(bracket));
        if before != Some(words) {
            before = Some(words);
            seen.clear();
        } else if labelling == Labelling::Unlabelled {
            return false;
        }
        seen.insert(bracket.label)
    });
}
