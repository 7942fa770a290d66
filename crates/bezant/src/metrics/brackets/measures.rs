//! Measures that look at whole trees beside brackets: leaf-ancestor paths and tree edit distance.

use crate::metrics::brackets::edits;
use crate::metrics::trees::labels::LabelTable;
use crate::metrics::trees::preparation::{Nesting, Prepared};
use crate::structures::tree::NO_NODE;

/// Which measures are taken beside brackets; they cost time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Measures {
    /// The leaf-ancestor score (Sampson and Babarcz 2003).
    pub leaf_ancestor: bool,
    /// The tree edit distance (Zhang and Shasha 1989).
    pub tree_edit_distance: bool,
}

/// What two sentences came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Measured {
    /// The leaf-ancestor score, in units of [`MEAN_UNIT`].
    pub leaf_ancestor: Option<u64>,
    /// How many nodes have to be renamed, put in or taken out, and how many both sides have.
    pub edits: Option<(u64, u64)>,
    /// How many measures were asked for and not taken.
    pub not_taken: u64,
}

/// What a score of 1 is in counts whose mean is taken over sentences, so that they add without loss.
pub(crate) const MEAN_UNIT: u64 = 1_000_000_000;

/// Paths with more labels in all are not looked at: a tree can have as many labels over each word as
/// it has words.
const MOST_LABELS: u64 = 1 << 25;

/// So many pairs of labels are compared in one sentence.
const MOST_PAIRS: u64 = 1 << 28;

/// Memory that is used again.
#[derive(Debug, Default)]
pub(crate) struct MeasureSpace {
    gold: Nesting,
    system: Nesting,
    paths: [Paths; 2],
    row: Vec<u32>,
    edits: edits::EditSpace,
}

impl Measures {
    /// Whether none is asked for.
    pub(crate) fn is_nothing(self) -> bool {
        self == Measures::default()
    }

    /// All that were asked for and could not be taken.
    pub(super) fn not_taken(self) -> Measured {
        let not_taken = u64::from(self.leaf_ancestor) + u64::from(self.tree_edit_distance);
        Measured { not_taken, ..Measured::default() }
    }

    /// Takes the measures of two sentences with the same words.
    pub(super) fn take(
        self,
        gold: &Prepared,
        system: &Prepared,
        labels: &LabelTable<'_>,
        space: &mut MeasureSpace,
    ) -> Measured {
        let mut measured = Measured::default();
        if self.is_nothing() || gold.words.is_empty() {
            return measured;
        }
        space.gold.fill(gold);
        space.system.fill(system);
        let is_same = is_same_tree((gold, &space.gold), (system, &space.system), labels);
        if self.leaf_ancestor {
            measured.leaf_ancestor = match is_same {
                true => Some(MEAN_UNIT),
                false => leaf_ancestor(gold, system, labels, space),
            };
            measured.not_taken += u64::from(measured.leaf_ancestor.is_none());
        }
        if self.tree_edit_distance {
            let nodes = |side: &Prepared| (side.brackets.len() + side.words.len()) as u64;
            let edits = match is_same && has_same_tags(gold, system, labels) {
                true => Some(0),
                false => {
                    let sides = [(gold, &space.gold), (system, &space.system)];
                    edits::distance(sides, labels, &mut space.edits)
                }
            };
            measured.edits = edits.map(|edits| (edits, nodes(gold) + nodes(system)));
            measured.not_taken += u64::from(edits.is_none());
        }
        measured
    }
}

/// Whether both sides have the same brackets in the same order.
fn is_same_tree(
    (gold, ours): (&Prepared, &Nesting),
    (system, theirs): (&Prepared, &Nesting),
    labels: &LabelTable<'_>,
) -> bool {
    let same = |one, two| one == two || labels.representative(one) == labels.representative(two);
    let mut pairs = gold.brackets.iter().zip(&system.brackets);
    ours.above == theirs.above
        && ours.over == theirs.over
        && pairs.all(|(one, two)| same(one.label, two.label))
}

fn has_same_tags(gold: &Prepared, system: &Prepared, labels: &LabelTable<'_>) -> bool {
    let tag = |id| labels.representative(labels.get(id).tag);
    let mut pairs = gold.words.iter().zip(&system.words);
    pairs.all(|(one, two)| one.tag == two.tag || tag(one.tag) == tag(two.tag))
}

/// What stands in a path beside labels, as numbers that no label has: where a phrase begins and ends,
/// and where one of several parts of a phrase does.
const OPENS: u32 = u32::MAX;
const CLOSES: u32 = u32::MAX - 1;
const PART_OPENS: u32 = u32::MAX - 2;
const PART_CLOSES: u32 = u32::MAX - 3;

/// The ways from the root to one word after the other.
#[derive(Debug, Default)]
struct Paths {
    /// The brackets around the word, the outermost first, and those around the next.
    here: Vec<u32>,
    next: Vec<u32>,
    /// How many brackets around the word are also around the one before, and the one behind.
    with_before: usize,
    with_next: usize,
    /// Labels and marks.
    path: Vec<u32>,
}

impl Paths {
    fn start(&mut self, nesting: &Nesting) {
        self.with_next = 0;
        around(nesting, 0, &mut self.next);
    }

    /// Goes on to the word at a position.
    fn step(
        &mut self,
        position: usize,
        side: &Prepared,
        nesting: &Nesting,
        labels: &LabelTable<'_>,
    ) {
        std::mem::swap(&mut self.here, &mut self.next);
        around(nesting, position + 1, &mut self.next);
        self.with_before = self.with_next;
        let both = self.here.iter().zip(&self.next);
        self.with_next = both.take_while(|(one, two)| one == two).count();
        self.path.clear();
        let mut seen = [false; 4];
        let mut mark = |path: &mut Vec<u32>, mark: u32| {
            if !std::mem::replace(&mut seen[(u32::MAX - mark) as usize], true) {
                path.push(mark);
            }
        };
        for (depth, at) in self.here.iter().enumerate() {
            let bracket = &side.brackets[*at as usize];
            if depth >= self.with_next {
                let is_last = bracket.end as usize == position + 1;
                mark(&mut self.path, if is_last { CLOSES } else { PART_CLOSES });
            }
            self.path.push(labels.representative(bracket.label).number());
            if depth >= self.with_before {
                let is_first = bracket.start as usize == position;
                mark(&mut self.path, if is_first { OPENS } else { PART_OPENS });
            }
        }
    }
}

/// The brackets around a position, the outermost first.
fn around(nesting: &Nesting, position: usize, found: &mut Vec<u32>) {
    found.clear();
    let mut at = nesting.over.get(position).copied().unwrap_or(NO_NODE);
    while at != NO_NODE {
        found.push(at);
        at = nesting.above[at as usize];
    }
    found.reverse();
}

/// The mean over words of how alike the ways from the root to them are; `None` where that would take
/// too long.
fn leaf_ancestor(
    gold: &Prepared,
    system: &Prepared,
    labels: &LabelTable<'_>,
    space: &mut MeasureSpace,
) -> Option<u64> {
    let n_labels = |side: &Prepared| {
        side.brackets.iter().map(|bracket| u64::from(side.scattered.size(bracket))).sum::<u64>()
    };
    if n_labels(gold) + n_labels(system) > MOST_LABELS {
        return None;
    }
    let MeasureSpace { gold: ours, system: theirs, paths: [one, two], row, .. } = space;
    one.start(ours);
    two.start(theirs);
    let mut sum = 0.0;
    let mut n_pairs = 0;
    for position in 0..gold.words.len() {
        one.step(position, gold, ours, labels);
        two.step(position, system, theirs, labels);
        let n = one.path.len() + two.path.len();
        if one.path == two.path {
            sum += 1.0;
            continue;
        }
        n_pairs += one.path.len() as u64 * two.path.len() as u64;
        if n_pairs > MOST_PAIRS {
            return None;
        }
        sum += 1.0 - f64::from(edits_between(&one.path, &two.path, row)) / n as f64;
    }
    let mean = sum / gold.words.len() as f64;
    Some((mean * MEAN_UNIT as f64).round() as u64)
}

/// How many items have to be changed, put in or taken out.
fn edits_between(one: &[u32], two: &[u32], row: &mut Vec<u32>) -> u32 {
    let from = one.iter().zip(two).take_while(|(a, b)| a == b).count();
    let (one, two) = (&one[from..], &two[from..]);
    let behind = one.iter().rev().zip(two.iter().rev()).take_while(|(a, b)| a == b).count();
    let (one, two) = (&one[..one.len() - behind], &two[..two.len() - behind]);
    row.clear();
    row.extend(0..=two.len() as u32);
    for (i, a) in (1u32..).zip(one) {
        let mut diagonal = std::mem::replace(&mut row[0], i);
        for (j, b) in two.iter().enumerate() {
            let best = (diagonal + u32::from(a != b)).min(row[j].min(row[j + 1]) + 1);
            diagonal = std::mem::replace(&mut row[j + 1], best);
        }
    }
    row[two.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{discbracket, penn};
    use crate::metrics::trees::parameters::{Preset, RootWords};
    use crate::metrics::trees::preparation::{Deleted, Outer};

    fn measured(gold: &str, system: &str) -> Measured {
        let parameters = Preset::None.parameters();
        let mut labels = LabelTable::new(&parameters);
        let [gold, system] = [gold, system].map(|text| {
            let mut space = penn::TreeSpace::default();
            let mut prepared = Prepared::default();
            let deleted = Deleted::Named(RootWords::Count);
            let reading = discbracket::read(text.as_bytes(), &mut space);
            assert_eq!(reading.faults, []);
            prepared.fill_by_places(&reading.tree, &mut labels, Outer::Counts, deleted);
            prepared
        });
        let measures = Measures { leaf_ancestor: true, tree_edit_distance: true };
        measures.take(&gold, &system, &labels, &mut MeasureSpace::default())
    }

    #[test]
    fn what_is_the_same_is_all_right() {
        let tree = "(S (VP (V 0=Wake) (PRT 2=up)) (NP (N 1=her)))";
        assert_eq!(
            measured(tree, tree),
            Measured { leaf_ancestor: Some(MEAN_UNIT), edits: Some((0, 12)), not_taken: 0 }
        );
    }

    #[test]
    fn paths_and_edits_are_those_counted_by_hand() {
        // Paths of gold: S ( NP for the first word, where both begin and NP ends: S ( ) NP; then ) S VP (.
        // Those of the system have no NP, and the first word does not end anything.
        let found = measured("(S (NP (N 0=a)) (VP (V 1=b)))", "(S (N 0=a) (VP (V 1=b)))");
        // a: [S ( ) NP] and [S (], two edits of six; b: the same.
        let expected = ((1.0 - 2.0 / 6.0) + 1.0) / 2.0 * MEAN_UNIT as f64;
        assert_eq!(found.leaf_ancestor, Some(expected.round() as u64));
        assert_eq!(found.edits, Some((1, 9)));
        // A phrase with two parts and one with the same words as the sentence.
        let found = measured(
            "(S (VP (V 0=Wake) (PRT 2=up)) (N 1=her))",
            "(S (VP (V 0=Wake) (N 1=her) (PRT 2=up)))",
        );
        // Wake: [S ( ] VP] and [S ( VP], one of seven; her: [S] and [S VP], one of three;
        // up: [) S VP [] and [) S VP], one of seven.
        let expected = (3.0 - 1.0 / 7.0 - 1.0 / 3.0 - 1.0 / 7.0) / 3.0 * MEAN_UNIT as f64;
        assert_eq!(found.leaf_ancestor, Some(expected.round() as u64));
    }

    #[test]
    fn a_wrong_tag_is_an_edit_and_on_no_path() {
        let found = measured("(S (NP (N 0=a)))", "(S (NP (V 0=a)))");
        assert_eq!(found.leaf_ancestor, Some(MEAN_UNIT));
        assert_eq!(found.edits, Some((1, 6)));
    }

    #[test]
    fn deep_trees_are_given_up_unless_they_are_the_same() {
        const N: usize = 20_000;
        let words: String = (1..N).map(|n| format!(" (x {n}=b))")).collect();
        let left = format!("{}(x 0=a){words})", "(A ".repeat(N));
        let right: String = (0..N).map(|n| format!("(A (x {n}=b) ")).collect();
        let right = format!("{right}{}", ")".repeat(N));
        let found = measured(&left, &right);
        assert_eq!(found, Measured { leaf_ancestor: None, edits: None, not_taken: 2 });
        let same = measured(&left, &left);
        assert_eq!((same.leaf_ancestor, same.not_taken), (Some(MEAN_UNIT), 0));
        assert_eq!(same.edits, Some((0, 4 * N as u64)));
    }
}
