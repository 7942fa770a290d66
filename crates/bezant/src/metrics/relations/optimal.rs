//! The most that can be matched, one to one.
//!
//! Relations are nodes of a graph, and what is wanted is as many pairs as possible, and then the
//! most specific types. Most relations fit one other that fits nothing else; these pairs are
//! taken at once. The rest is a network: from gold's relations to lists of the system's that fit
//! the same, and on to the relations of each list.

use crate::metrics::relations::facts::RelationSide;
use crate::metrics::relations::flow::{Network, SOURCE};
use crate::metrics::relations::hierarchy::Type;
use crate::metrics::relations::matching::{MatchedPair, RelationComparer, RelationMatching};
use crate::metrics::relations::pool::{Pool, Walk};
use crate::metrics::relations::scheme::TypeMatch;

/// A relation of gold, by its place, and a list of the system's that it fits.
struct Edge {
    gold: usize,
    list: usize,
    common: Type,
}

impl RelationComparer<'_> {
    /// Matches as many relations as possible, at types as specific as possible.
    pub(crate) fn optimal(&self, gold: &RelationSide, system: &RelationSide) -> RelationMatching {
        let [gold_walk, system_walk] = self.walks(gold, system);
        let ours = Walk { facts: self.facts(gold), order: &gold_walk };
        let theirs = Walk { facts: self.facts(system), order: &system_walk };
        let pool = Pool::new(self.words, theirs, ours, |fact| self.class(fact));
        let mut edges = Vec::with_capacity(gold_walk.len());
        for place in 0..gold_walk.len() {
            let fact = ours.fact(place);
            pool.each_list(fact, |list| {
                let found = pool.places(list).first();
                let common = found.and_then(|&other| self.fits(fact, theirs.fact(other)));
                edges.extend(common.map(|common| Edge { gold: place, list, common }));
            });
        }
        let mut pairs = self.assign(edges, &pool, [gold_walk.len(), system_walk.len()]);
        match self.scheme.types {
            TypeMatch::Original | TypeMatch::Unlabelled => {
                pairs.sort_unstable_by_key(|pair| pair.1)
            }
            _ => pairs.sort_unstable_by_key(|pair| pair.0),
        }
        let mut matching =
            RelationMatching { pairs: Vec::with_capacity(pairs.len()), ..Default::default() };
        let [mut ours, mut theirs] = [&gold_walk, &system_walk].map(|walk| vec![false; walk.len()]);
        for (gold, system, common) in pairs {
            (ours[gold], theirs[system]) = (true, true);
            let (gold, system) = (gold_walk[gold], system_walk[system]);
            matching.pairs.push(MatchedPair { gold, system, common });
        }
        let left = |walk: &[usize], taken: &[bool]| {
            let places = walk.iter().zip(taken);
            places.filter(|(_, taken)| !**taken).map(|(&at, _)| at).collect()
        };
        matching.missed = left(&gold_walk, &ours);
        matching.wrong = left(&system_walk, &theirs);
        matching
    }

    /// Places of gold and of the system that are matched, and at which type.
    fn assign(
        &self,
        edges: Vec<Edge>,
        pool: &Pool<'_>,
        [n_gold, n_system]: [usize; 2],
    ) -> Vec<(usize, usize, Type)> {
        let mut of_gold = vec![0u32; n_gold];
        let mut of_list = vec![0u32; pool.n_lists()];
        let mut of_system = vec![0u32; n_system];
        for edge in &edges {
            of_gold[edge.gold] += 1;
            of_list[edge.list] += 1;
            if of_list[edge.list] == 1 {
                pool.places(edge.list).iter().for_each(|&place| of_system[place] += 1);
            }
        }
        let mut pairs = Vec::with_capacity(edges.len());
        let mut rest = Vec::new();
        for edge in edges {
            match pool.places(edge.list) {
                &[place]
                    if of_gold[edge.gold] == 1
                        && of_list[edge.list] == 1
                        && of_system[place] == 1 =>
                {
                    pairs.push((edge.gold, place, edge.common));
                }
                _ => rest.push(edge),
            }
        }
        if !rest.is_empty() {
            self.flow(&rest, pool, &mut pairs);
        }
        pairs
    }

    fn flow(&self, edges: &[Edge], pool: &Pool<'_>, pairs: &mut Vec<(usize, usize, Type)>) {
        let gold = numbers(edges.iter().map(|edge| edge.gold).collect());
        let lists = numbers(edges.iter().map(|edge| edge.list).collect());
        let places = lists.iter().flat_map(|&list| pool.places(list)).copied();
        let system = numbers(places.collect());
        let first_list = SOURCE + 1 + gold.len();
        let first_system = first_list + lists.len();
        let sink = first_system + system.len();

        let mut network = Network::new(sink + 1);
        for at in 0..gold.len() {
            network.add(SOURCE, SOURCE + 1 + at, 1, 0);
        }
        let into: Vec<(usize, usize)> = edges
            .iter()
            .map(|edge| {
                let (from, list) = (node(&gold, edge.gold), node(&lists, edge.list));
                let worth = self.hierarchy.above(edge.common).count() as i64;
                (list, network.add(SOURCE + 1 + from, first_list + list, 1, -worth))
            })
            .collect();
        let mut out_of: Vec<Vec<(usize, usize)>> = vec![Vec::new(); lists.len()];
        for (at, &list) in lists.iter().enumerate() {
            for &place in pool.places(list) {
                let arc = network.add(first_list + at, first_system + node(&system, place), 1, 0);
                out_of[at].push((place, arc));
            }
        }
        for at in 0..system.len() {
            network.add(first_system + at, sink, 1, 0);
        }
        network.fill();
        for (edge, (list, arc)) in edges.iter().zip(into) {
            if network.flow(arc) == 0 {
                continue;
            }
            while let Some((place, arc)) = out_of[list].pop() {
                if network.flow(arc) > 0 {
                    pairs.push((edge.gold, place, edge.common));
                    break;
                }
            }
        }
    }
}

fn numbers(mut all: Vec<usize>) -> Vec<usize> {
    all.sort_unstable();
    all.dedup();
    all
}

fn node(numbers: &[usize], number: usize) -> usize {
    numbers.binary_search(&number).expect("what has an edge is among the nodes")
}
