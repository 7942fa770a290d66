//! Tree edit distance: how many nodes have to be renamed, put in or taken out to make one tree of
//! another, by Zhang and Shasha (1989).
//!
//! Nodes are brackets that count, and words with their tags; what is below a node stands in the order
//! of first words, also where branches cross. Words of different places are different nodes, and a word
//! with another tag is a node with another name.

use crate::metrics::trees::labels::LabelTable;
use crate::metrics::trees::preparation::{Nesting, Prepared};
use crate::structures::tree::NO_NODE;

/// So many pairs of nodes are compared in one sentence.
const MOST_STEPS: u64 = 1 << 30;

/// So many distances of pairs of nodes are kept.
const MOST_PAIRS: u64 = 1 << 25;

/// Memory that is used again.
#[derive(Debug, Default)]
pub(crate) struct EditSpace {
    sides: [Numbered; 2],
    /// Distances of subtrees, by their roots.
    trees: Vec<u32>,
    /// Distances of what stands before two nodes.
    forests: Vec<u32>,
}

/// A tree whose nodes are numbered from the bottom up; the last is a root above all others.
#[derive(Debug, Default)]
struct Numbered {
    /// What makes two nodes the same.
    names: Vec<u64>,
    /// The first node at or below each one.
    first: Vec<u32>,
    /// Of the nodes with the same first one, the last, in order.
    tops: Vec<u32>,
    children: Vec<(u32, u32, u32)>,
}

/// A name for what is above all nodes.
const TOP: u64 = u64::MAX;

impl Numbered {
    fn fill(&mut self, prepared: &Prepared, nesting: &Nesting, labels: &LabelTable<'_>) {
        let n_brackets = prepared.brackets.len() as u32;
        // By what is above them, the top last, and by their first words. Words have numbers behind
        // those of brackets.
        self.children.clear();
        for (at, (bracket, above)) in (0u32..).zip(prepared.brackets.iter().zip(&nesting.above)) {
            self.children.push((*above, bracket.start, at));
        }
        for (position, above) in (0u32..).zip(&nesting.over) {
            self.children.push((*above, position, n_brackets + position));
        }
        self.children.sort_unstable();
        let children = &self.children;
        let below = |above: u32| {
            let from = children.partition_point(|child| child.0 < above);
            let to = from + children[from..].partition_point(|child| child.0 == above);
            from..to
        };

        self.names.clear();
        self.first.clear();
        // Open nodes, what of them is still to come, and the first node below.
        let mut open = vec![(NO_NODE, below(NO_NODE), 0u32)];
        while let Some((node, rest, first)) = open.last_mut() {
            let Some(next) = rest.next() else {
                let name = match *node {
                    NO_NODE => TOP,
                    node => {
                        let label = prepared.brackets[node as usize].label;
                        u64::from(labels.representative(label).number())
                    }
                };
                let first = (*first).min(self.names.len() as u32);
                open.pop();
                self.names.push(name);
                self.first.push(first);
                continue;
            };
            let (_, position, child) = children[next];
            let begun = self.names.len() as u32;
            if child < n_brackets {
                open.push((child, below(child), begun));
            } else {
                let tag = labels.get(prepared.words[position as usize].tag).tag;
                let tag = u64::from(labels.representative(tag).number());
                self.names.push((1 << 63) | u64::from(position) << 32 | tag);
                self.first.push(begun);
            }
        }
        self.tops.clear();
        let mut last = vec![NO_NODE; self.names.len()];
        for (node, first) in (0u32..).zip(&self.first) {
            last[*first as usize] = node;
        }
        self.tops.extend(last.into_iter().filter(|node| *node != NO_NODE));
        self.tops.sort_unstable();
    }

    /// How many nodes are looked at, from all tops.
    fn work(&self) -> u64 {
        self.tops.iter().map(|top| u64::from(top - self.first[*top as usize] + 1)).sum()
    }
}

/// The distance of two trees, or `None` where it would take too long.
pub(super) fn distance(
    sides: [(&Prepared, &Nesting); 2],
    labels: &LabelTable<'_>,
    space: &mut EditSpace,
) -> Option<u64> {
    for ((prepared, nesting), side) in sides.into_iter().zip(&mut space.sides) {
        side.fill(prepared, nesting, labels);
    }
    let EditSpace { sides: [one, two], trees, forests } = space;
    let n = two.names.len();
    let n_pairs = one.names.len() as u64 * n as u64;
    if n_pairs > MOST_PAIRS || one.work().saturating_mul(two.work()) > MOST_STEPS {
        return None;
    }
    trees.clear();
    trees.resize(n_pairs as usize, 0);
    for top in &one.tops {
        for other in &two.tops {
            between(one, two, (*top as usize, *other as usize), trees, forests);
        }
    }
    trees.last().map(|distance| u64::from(*distance))
}

/// The distances of all subtrees that share their first nodes with those of two tops.
fn between(
    one: &Numbered,
    two: &Numbered,
    (top, other): (usize, usize),
    trees: &mut [u32],
    forests: &mut Vec<u32>,
) {
    let n = two.names.len();
    let (from, from_other) = (one.first[top] as usize, two.first[other] as usize);
    let width = other - from_other + 2;
    forests.clear();
    forests.resize((top - from + 2) * width, 0);
    for (y, distance) in (0..).zip(&mut forests[..width]) {
        *distance = y;
    }
    for x in 1..=top - from + 1 {
        let node = from + x - 1;
        let (before, row) = forests.split_at_mut(x * width);
        let above = &before[(x - 1) * width..];
        row[0] = x as u32;
        let first = one.first[node] as usize;
        let is_whole = first == from;
        let apart = &before[(first - from) * width..];
        for y in 1..width {
            let mate = from_other + y - 1;
            let first = two.first[mate] as usize;
            let one_more = above[y].min(row[y - 1]) + 1;
            let pair = &mut trees[node * n + mate];
            row[y] = if is_whole && first == from_other {
                let renamed = u32::from(one.names[node] != two.names[mate]);
                *pair = one_more.min(above[y - 1] + renamed);
                *pair
            } else {
                one_more.min(apart[first - from_other] + *pair)
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::penn;
    use crate::metrics::trees::parameters::Preset;
    use crate::metrics::trees::preparation::Outer;
    use std::collections::HashMap;

    fn sides(texts: [&str; 2], labels: &mut LabelTable<'_>) -> [(Prepared, Nesting); 2] {
        texts.map(|text| {
            let (mut prepared, mut nesting) = (Prepared::default(), Nesting::default());
            prepared.fill(&penn::read(text.as_bytes()).tree, labels, Outer::Counts);
            nesting.fill(&prepared);
            (prepared, nesting)
        })
    }

    fn found(one: &str, two: &str) -> Option<u64> {
        let parameters = Preset::None.parameters();
        let mut labels = LabelTable::new(&parameters);
        let [one, two] = sides([one, two], &mut labels);
        distance([(&one.0, &one.1), (&two.0, &two.1)], &labels, &mut EditSpace::default())
    }

    #[test]
    fn distances_are_those_counted_by_hand() {
        for (one, two, edits) in [
            ("(S (N a))", "(S (N a))", 0),
            ("(S (N a))", "(S (V a))", 1),
            ("(S (N a))", "(T (S (N a)))", 1),
            // What is left of Zhang and Shasha's own example.
            ("(f (d (x a) (c (x b))) (x e))", "(f (c (d (x a) (x b)) (x e)))", 2),
            ("(S (A (x a) (x b)) (x c))", "(S (x a) (A (x b) (x c)))", 2),
        ] {
            assert_eq!(found(one, two), Some(edits), "{one} {two}");
            assert_eq!(found(two, one), Some(edits), "{two} {one}");
        }
    }

    /// A tree as nodes below each other, for the definition taken literally.
    type Forest = Vec<(String, Vec<usize>)>;

    /// The distance of two lists of nodes by the definition: the last node is taken out of one side or
    /// of the other, or the two last ones are made the same.
    fn by_definition(
        (one, two): (&Forest, &Forest),
        (ours, theirs): (Vec<usize>, Vec<usize>),
        known: &mut HashMap<(Vec<usize>, Vec<usize>), u64>,
    ) -> u64 {
        if let Some(distance) = known.get(&(ours.clone(), theirs.clone())) {
            return *distance;
        }
        let without = |forest: &Forest, list: &[usize]| {
            let (last, rest) = list.split_last().unwrap();
            [rest, &forest[*last].1].concat()
        };
        let both = (one, two);
        let distance = match (ours.split_last(), theirs.split_last()) {
            (None, None) => 0,
            (Some(_), None) => {
                1 + by_definition(both, (without(one, &ours), theirs.clone()), known)
            }
            (None, Some(_)) => {
                1 + by_definition(both, (ours.clone(), without(two, &theirs)), known)
            }
            (Some((a, rest)), Some((b, others))) => {
                let out = 1 + by_definition(both, (without(one, &ours), theirs.clone()), known);
                let put = 1 + by_definition(both, (ours.clone(), without(two, &theirs)), known);
                let inside = by_definition(both, (one[*a].1.clone(), two[*b].1.clone()), known);
                let apart = by_definition(both, (rest.to_vec(), others.to_vec()), known);
                let same = inside + apart + u64::from(one[*a].0 != two[*b].0);
                out.min(put).min(same)
            }
        };
        known.insert((ours, theirs), distance);
        distance
    }

    /// A random tree over some words, as text and as a forest with its top nodes.
    fn random(state: &mut u64, words: &[usize]) -> (String, Forest, Vec<usize>) {
        let mut forest = Forest::new();
        let (text, tops) = grow(state, words, 3, &mut forest);
        (format!("(S {text})"), forest, tops)
    }

    fn grow(
        state: &mut u64,
        words: &[usize],
        depth: u32,
        forest: &mut Forest,
    ) -> (String, Vec<usize>) {
        let mut draw = |n: u64| {
            *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (*state >> 33) % n
        };
        let (mut text, mut tops, mut rest) = (String::new(), Vec::new(), words);
        while !rest.is_empty() {
            let n = 1 + draw(rest.len() as u64) as usize;
            let is_phrase = depth > 0 && draw(2) == 0;
            let label = ["A", "B"][draw(2) as usize];
            if is_phrase {
                let mut inner = Forest::new();
                let (inside, below) = {
                    let mut seed = draw(u64::MAX >> 1);
                    grow(&mut seed, &rest[..n], depth - 1, &mut inner)
                };
                let shift = forest.len();
                let moved = |list: Vec<usize>| list.into_iter().map(|at| at + shift).collect();
                for (name, children) in inner {
                    forest.push((name, children.into_iter().map(|at| at + shift).collect()));
                }
                forest.push((label.to_string(), moved(below)));
                text += &format!(" ({label}{inside})");
                rest = &rest[n..];
            } else {
                forest.push((format!("{label}-{}", rest[0]), Vec::new()));
                text += &format!(" ({label} w{})", rest[0]);
                rest = &rest[1..];
            }
            tops.push(forest.len() - 1);
        }
        (text, tops)
    }

    #[test]
    fn distances_are_those_of_the_definition() {
        let mut state = 7;
        let words: Vec<usize> = (0..5).collect();
        for _ in 0..300 {
            let (one, ours, our_tops) = random(&mut state, &words);
            let (two, theirs, their_tops) = random(&mut state, &words);
            let known = &mut HashMap::new();
            let expected = by_definition((&ours, &theirs), (our_tops, their_tops), known);
            assert_eq!(found(&one, &two), Some(expected), "{one} {two}");
        }
    }
}
