//! The cheapest of the largest flows through a network.
//!
//! Shortest paths by Dijkstra under potentials, then every path of that length at once (Dinic),
//! until none is left. Costs are small numbers, so there are few different lengths.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Where flow comes from.
pub(crate) const SOURCE: usize = 0;

const FAR: i64 = i64::MAX / 4;

#[derive(Clone, Copy)]
struct Arc {
    to: usize,
    room: u32,
    cost: i64,
}

/// Nodes and arcs; the last node is where flow goes to. Arcs lead to nodes of higher number, and
/// what leaves the source leaves it in units of one.
pub(crate) struct Network {
    /// Each arc is followed by its way back.
    arcs: Vec<Arc>,
    at: Vec<Vec<usize>>,
    potentials: Vec<i64>,
    levels: Vec<u32>,
}

impl Network {
    pub(crate) fn new(n_nodes: usize) -> Network {
        Network {
            arcs: Vec::new(),
            at: vec![Vec::new(); n_nodes],
            potentials: vec![FAR; n_nodes],
            levels: vec![u32::MAX; n_nodes],
        }
    }

    /// Adds an arc, and returns its number.
    pub(crate) fn add(&mut self, from: usize, to: usize, room: u32, cost: i64) -> usize {
        let number = self.arcs.len();
        self.arcs.push(Arc { to, room, cost });
        self.arcs.push(Arc { to: from, room: 0, cost: -cost });
        self.at[from].push(number);
        self.at[to].push(number + 1);
        number
    }

    /// How much flows through an arc.
    pub(crate) fn flow(&self, arc: usize) -> u32 {
        self.arcs[arc + 1].room
    }

    /// Sends as much as possible, at the lowest cost.
    pub(crate) fn fill(&mut self) {
        let sink = self.at.len() - 1;
        self.start();
        while self.potentials[sink] < FAR {
            while self.mark_levels(sink) {
                self.send(sink);
            }
            if !self.shorten(sink) {
                return;
            }
        }
    }

    /// First distances: arcs lead upwards, so one pass is enough.
    fn start(&mut self) {
        self.potentials[SOURCE] = 0;
        for node in 0..self.at.len() {
            let here = self.potentials[node];
            for &arc in self.at[node].iter().filter(|_| here < FAR) {
                let Arc { to, room, cost } = self.arcs[arc];
                if room > 0 {
                    self.potentials[to] = self.potentials[to].min(here + cost);
                }
            }
        }
    }

    /// How much longer a way becomes by an arc, than by the shortest.
    fn detour(&self, from: usize, arc: usize) -> Option<i64> {
        let Arc { to, room, cost } = self.arcs[arc];
        (room > 0).then(|| self.potentials[from] + cost - self.potentials[to])
    }

    /// Numbers nodes by steps from the source along shortest ways; whether the sink has one.
    fn mark_levels(&mut self, sink: usize) -> bool {
        self.levels.fill(u32::MAX);
        self.levels[SOURCE] = 0;
        let mut waiting = VecDeque::from([SOURCE]);
        while let Some(node) = waiting.pop_front() {
            for &arc in &self.at[node] {
                let to = self.arcs[arc].to;
                if self.levels[to] == u32::MAX && self.detour(node, arc) == Some(0) {
                    self.levels[to] = self.levels[node] + 1;
                    waiting.push_back(to);
                }
            }
        }
        self.levels[sink] != u32::MAX
    }

    /// Sends one unit along every way that is left between the levels.
    fn send(&mut self, sink: usize) {
        let mut next = vec![0; self.at.len()];
        let mut way: Vec<usize> = Vec::new();
        let mut node = SOURCE;
        loop {
            if node == sink {
                for arc in way.drain(..) {
                    self.arcs[arc].room -= 1;
                    self.arcs[arc ^ 1].room += 1;
                }
                node = SOURCE;
            }
            let arcs = &self.at[node][next[node]..];
            let onwards = |arc: usize| {
                self.levels[self.arcs[arc].to] == self.levels[node].saturating_add(1)
                    && self.detour(node, arc) == Some(0)
            };
            match arcs.iter().position(|&arc| onwards(arc)) {
                Some(at) => {
                    next[node] += at;
                    let arc = self.at[node][next[node]];
                    way.push(arc);
                    node = self.arcs[arc].to;
                }
                None => {
                    // A dead end: back, and on from there with the arc behind.
                    next[node] = self.at[node].len();
                    let Some(arc) = way.pop() else { return };
                    node = self.arcs[arc ^ 1].to;
                    next[node] += 1;
                }
            }
        }
    }

    /// New distances by Dijkstra; whether the sink can be reached.
    fn shorten(&mut self, sink: usize) -> bool {
        let mut distances = vec![FAR; self.at.len()];
        distances[SOURCE] = 0;
        let mut waiting = BinaryHeap::from([Reverse((0, SOURCE))]);
        while let Some(Reverse((distance, node))) = waiting.pop() {
            if distance > distances[node] {
                continue;
            }
            for &arc in &self.at[node] {
                let Some(detour) = self.detour(node, arc) else { continue };
                let to = self.arcs[arc].to;
                if distance + detour < distances[to] {
                    distances[to] = distance + detour;
                    waiting.push(Reverse((distance + detour, to)));
                }
            }
        }
        for (potential, distance) in self.potentials.iter_mut().zip(&distances) {
            // A node that cannot be reached now never can again.
            if *distance < FAR {
                *potential += distance;
            }
        }
        distances[sink] < FAR
    }
}
