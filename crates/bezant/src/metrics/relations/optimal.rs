//! The most that can be matched, one to one.
//!
//! Relations that are the same are one node of a graph, with as much room as there are of them;
//! an edge joins two that fit. What is wanted is as much flow as possible, and then the most
//! specific types: the cheapest maximum flow, found by cheapest augmenting paths. Nodes that no
//! edges connect are treated apart, so that a long sentence costs no more than its parts.

use std::collections::VecDeque;

use crate::metrics::relations::facts::Side;
use crate::metrics::relations::hierarchy::Type;
use crate::metrics::relations::matching::{Comparison, Matching, Pair};
use crate::metrics::relations::pool::Pool;
use crate::metrics::relations::scheme::TypeMatch;

/// Two groups of relations that fit.
#[derive(Clone, Copy)]
struct Edge {
    gold: usize,
    system: usize,
    common: Type,
    /// How specific the common type is: types above it, and itself.
    worth: i64,
    flow: usize,
}

impl Comparison<'_> {
    /// Matches as many relations as possible, at types as specific as possible.
    pub(crate) fn optimal(&self, gold: &Side, system: &Side) -> Matching {
        let [gold_walk, system_walk] = self.walks(gold, system);
        let (gold, system) = (self.facts(gold), self.facts(system));
        let mut ours = Pool::grouped(self.words, gold, &gold_walk);
        let mut theirs = Pool::grouped(self.words, system, &system_walk);
        let mut edges = Vec::new();
        for number in 0..ours.n_groups() {
            let fact = *ours.fact(number);
            for other in theirs.candidates(&fact) {
                let other = other as usize;
                if let Some(common) = self.fits(&fact, theirs.fact(other)) {
                    let worth = self.hierarchy.above(common).count() as i64;
                    edges.push(Edge { gold: number, system: other, common, worth, flow: 0 });
                }
            }
        }
        for part in parts(&mut edges, ours.n_groups(), theirs.n_groups()) {
            Flow::new(part, &ours, &theirs).fill();
        }
        let mut pairs: Vec<(u32, u32, Type)> = Vec::new();
        for edge in &edges {
            for _ in 0..edge.flow {
                pairs.extend(
                    ours.pop(edge.gold)
                        .zip(theirs.pop(edge.system))
                        .map(|(gold, system)| (gold, system, edge.common)),
                );
            }
        }
        match self.scheme.types {
            TypeMatch::Original | TypeMatch::Unlabelled => pairs.sort_by_key(|pair| pair.1),
            _ => pairs.sort_by_key(|pair| pair.0),
        }
        let pair = |(gold, system, common): (u32, u32, Type)| Pair {
            gold: gold_walk[gold as usize],
            system: system_walk[system as usize],
            common,
        };
        Matching {
            pairs: pairs.into_iter().map(pair).collect(),
            missed: ours.left(),
            wrong: theirs.left(),
            near: Vec::new(),
        }
    }
}

/// Edges sorted so that those which hang together stand together, and cut into these parts.
fn parts(edges: &mut [Edge], n_gold: usize, n_system: usize) -> Vec<&mut [Edge]> {
    let mut above: Vec<usize> = (0..n_gold + n_system).collect();
    fn top(above: &mut [usize], mut node: usize) -> usize {
        while above[node] != node {
            above[node] = above[above[node]];
            node = above[node];
        }
        node
    }
    for edge in edges.iter() {
        let (one, two) = (top(&mut above, edge.gold), top(&mut above, n_gold + edge.system));
        above[one.max(two)] = one.min(two);
    }
    let tops: Vec<usize> = (0..n_gold).map(|node| top(&mut above, node)).collect();
    edges.sort_by_key(|edge| (tops[edge.gold], edge.gold, edge.system));
    edges.chunk_by_mut(|one, two| tops[one.gold] == tops[two.gold]).collect()
}

/// One part of the graph: nodes are numbered from 0, gold's first.
struct Flow<'e> {
    edges: &'e mut [Edge],
    /// Ends of each edge, as nodes.
    ends: Vec<(usize, usize)>,
    /// Edges at each node.
    at: Vec<Vec<usize>>,
    /// How many relations of each node are left.
    room: Vec<usize>,
    n_gold: usize,
}

impl<'e> Flow<'e> {
    fn new(edges: &'e mut [Edge], ours: &Pool<'_>, theirs: &Pool<'_>) -> Flow<'e> {
        let numbers = |mut groups: Vec<usize>| {
            groups.sort_unstable();
            groups.dedup();
            groups
        };
        let gold = numbers(edges.iter().map(|edge| edge.gold).collect());
        let system = numbers(edges.iter().map(|edge| edge.system).collect());
        let node = |groups: &[usize], group: usize| {
            groups.binary_search(&group).expect("the group of an edge is among all of them")
        };
        let ends: Vec<(usize, usize)> = edges
            .iter()
            .map(|edge| (node(&gold, edge.gold), gold.len() + node(&system, edge.system)))
            .collect();
        let mut at = vec![Vec::new(); gold.len() + system.len()];
        for (edge, &(one, two)) in ends.iter().enumerate() {
            at[one].push(edge);
            at[two].push(edge);
        }
        let room = gold.iter().map(|&group| ours.n_left(group));
        let room = room.chain(system.iter().map(|&group| theirs.n_left(group))).collect();
        Flow { edges, ends, at, room, n_gold: gold.len() }
    }

    /// Pushes along the most worthy path as long as there is one.
    fn fill(mut self) {
        while let Some(path) = self.path() {
            let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return };
            // Edges go forth and back in turn; what goes back takes flow away.
            let back = path.iter().skip(1).step_by(2).map(|&edge| self.edges[edge].flow);
            let (start, end) = (self.ends[first].0, self.ends[last].1);
            let amount = back.chain([self.room[start], self.room[end]]).min().unwrap_or(0);
            for (step, &edge) in path.iter().enumerate() {
                if step % 2 == 0 {
                    self.edges[edge].flow += amount;
                } else {
                    self.edges[edge].flow -= amount;
                }
            }
            self.room[start] -= amount;
            self.room[end] -= amount;
        }
    }

    /// The most worthy way from a node of gold with room to one of the system with room.
    fn path(&self) -> Option<Vec<usize>> {
        let n = self.at.len();
        let mut worth: Vec<Option<i64>> = vec![None; n];
        let mut came_by = vec![usize::MAX; n];
        let mut waiting: VecDeque<usize> = VecDeque::new();
        let mut is_waiting = vec![false; n];
        for node in (0..self.n_gold).filter(|&node| self.room[node] > 0) {
            worth[node] = Some(0);
            waiting.push_back(node);
            is_waiting[node] = true;
        }
        while let Some(node) = waiting.pop_front() {
            is_waiting[node] = false;
            let Some(here) = worth[node] else { continue };
            for &edge in &self.at[node] {
                let Edge { worth: of_edge, flow, .. } = self.edges[edge];
                let (one, two) = self.ends[edge];
                let (next, new) = if node == one {
                    (two, here + of_edge)
                } else if flow > 0 {
                    (one, here - of_edge)
                } else {
                    continue;
                };
                if worth[next].is_none_or(|old| new > old) {
                    worth[next] = Some(new);
                    came_by[next] = edge;
                    if !is_waiting[next] {
                        waiting.push_back(next);
                        is_waiting[next] = true;
                    }
                }
            }
        }
        let ends = (self.n_gold..n).filter(|&node| self.room[node] > 0);
        let ends = ends.filter_map(|node| Some((worth[node]?, node)));
        let (_, mut node) = ends.max_by_key(|&(worth, node)| (worth, n - node))?;
        let mut path = Vec::new();
        // A node of gold that was started from is left by no edge before it.
        while came_by[node] != usize::MAX {
            let edge = came_by[node];
            path.push(edge);
            let (one, two) = self.ends[edge];
            node = if node == two { one } else { two };
        }
        path.reverse();
        Some(path)
    }
}
