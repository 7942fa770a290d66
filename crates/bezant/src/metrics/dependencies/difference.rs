//! What is different in a stretch of text: its words, with gold's arcs and the system's.

use std::collections::BTreeMap;

use crate::metric::{Badness, Explains, Ledger, Read};
use crate::metrics::dependencies::classes::errors;
use crate::metrics::dependencies::compare::ComparisonSpace;
use crate::metrics::dependencies::details::relation;
use crate::metrics::dependencies::typed::{self, Facts};
use crate::metrics::dependencies::{
    Arcs, Dependencies, DependencyCounts, DependencyError, DependencyPreset, ReadDependencies,
    Subtypes, in_order,
};
use crate::structures::graph::{Graph, ROOT};

impl Explains for Dependencies {
    type Difference = Sides;

    fn badness(&self, counts: &DependencyCounts) -> Option<Badness> {
        counts.main(self.preset).badness()
    }

    fn ledgers(&self, counts: &DependencyCounts) -> Vec<Ledger> {
        counts.ledgers(self.preset)
    }

    /// Everything that both sides say, in which people see the differences; words are aligned as
    /// they are for the counts.
    fn difference(&self, gold: &Read<'_, Arcs>, system: &Read<'_, Arcs>) -> Option<Sides> {
        if !gold.is_sound() || !system.is_sound() {
            return None;
        }
        match (&gold.structure, &system.structure) {
            (ReadDependencies::Typed(ours), ReadDependencies::Typed(theirs)) => {
                typed::compare(ours, theirs).ok()?;
                Some(Sides::of_facts(ours, theirs))
            }
            (ReadDependencies::Tree(ours), ReadDependencies::Tree(theirs)) => {
                let mut comparison = ComparisonSpace::default();
                let in_order: Vec<(u32, u32)>;
                let pairs = if self.preset == DependencyPreset::Conllx {
                    in_order::compare(self, ours, theirs).ok()?;
                    in_order = in_order::pairs(ours);
                    &in_order
                } else {
                    comparison.gold(self, ours);
                    let both = ((ours, gold.sentence), (theirs, system.sentence));
                    comparison.compare(self, both.0, both.1).result.ok()?;
                    comparison.pairs()
                };
                let mut sides = Sides::of_trees(self.subtypes, (ours, theirs), pairs);
                if self.classes {
                    let keep = |at: u32| self.punctuation.counts(ours, &ours.words()[at as usize]);
                    sides.errors = errors(self.subtypes, ours, theirs, pairs, keep);
                }
                Some(sides)
            }
            _ => None,
        }
    }
}

/// Words below each other, with what both sides say about them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    /// Forms, and whether gold has the word.
    pub words: Vec<(String, bool)>,
    /// What gold says.
    pub gold: ShownSide,
    /// What the system says.
    pub system: ShownSide,
    /// Errors with their classes; nothing unless asked for. Their words are numbered among gold's alone.
    #[doc(hidden)]
    pub errors: Vec<DependencyError>,
}

/// What one side says. Words are numbered as in [`Sides::words`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownSide {
    /// For each word its relation; empty where this side does not have the word.
    pub relations: Vec<String>,
    /// Heads and dependents.
    pub arcs: Vec<(usize, usize)>,
    /// Heads, if they are words, dependents and relations one by one.
    pub labelled: Vec<(Option<usize>, usize, String)>,
}

impl Sides {
    /// Trees; `pairs` are words that belong together, in order.
    pub(super) fn of_trees(
        subtypes: Subtypes,
        (gold, system): (&Graph<'_>, &Graph<'_>),
        pairs: &[(u32, u32)],
    ) -> Sides {
        let mut sides = Sides::default();
        let [n_gold, n_system] = [gold, system].map(|graph| graph.words().len() as u32);
        let (mut our_lines, mut their_lines) = (Vec::new(), Vec::new());
        let (mut g, mut s) = (0, 0);
        for &(next_g, next_s) in pairs.iter().chain([&(n_gold, n_system)]) {
            for ours in g..next_g {
                our_lines.push(sides.words.len());
                sides.words.push((form(gold, ours), true));
            }
            for theirs in s..next_s {
                their_lines.push(sides.words.len());
                sides.words.push((form(system, theirs), false));
            }
            if next_g < n_gold && next_s < n_system {
                our_lines.push(sides.words.len());
                their_lines.push(sides.words.len());
                sides.words.push((form(gold, next_g), true));
            }
            (g, s) = (next_g + 1, next_s + 1);
        }
        let n_lines = sides.words.len();
        sides.gold = ShownSide::of_tree(subtypes, gold, &our_lines, n_lines);
        sides.system = ShownSide::of_tree(subtypes, system, &their_lines, n_lines);
        sides
    }

    /// Typed dependencies. Copies of a word stand in its line.
    pub(super) fn of_facts(gold: &Facts<'_>, system: &Facts<'_>) -> Sides {
        let mut words: BTreeMap<u32, (String, bool)> = BTreeMap::new();
        for (facts, is_gold) in [(gold, true), (system, false)] {
            for (number, form) in facts.words() {
                let form = String::from_utf8_lossy(form).into_owned();
                words.entry(*number).or_insert((form, is_gold));
            }
        }
        let lines: BTreeMap<u32, usize> = words.keys().copied().zip(0..).collect();
        let [gold, system] = [gold, system].map(|facts| {
            let mut arcs =
                ShownSide { relations: vec![String::new(); lines.len()], ..ShownSide::default() };
            for (head, word, relation) in facts.arcs() {
                let Some(&line) = lines.get(&word.0) else { continue };
                let all = &mut arcs.relations[line];
                all.push_str(if all.is_empty() { "" } else { "|" });
                all.push_str(&String::from_utf8_lossy(relation));
                let head = lines.get(&head.0).copied();
                arcs.arcs.extend(head.map(|head| (head, line)));
                arcs.labelled.push((head, line, String::from_utf8_lossy(relation).into_owned()));
            }
            arcs
        });
        Sides { words: words.into_values().collect(), gold, system, errors: Vec::new() }
    }

    /// Gold's words, as many as that.
    pub(crate) fn text(&self, most: usize) -> String {
        let words = self.words.iter().filter(|(_, is_gold)| *is_gold).take(most);
        words.map(|(form, _)| form.as_str()).collect::<Vec<_>>().join(" ")
    }
}

fn form(graph: &Graph<'_>, index: u32) -> String {
    String::from_utf8_lossy(graph.slice(graph.words()[index as usize].form)).into_owned()
}

impl ShownSide {
    fn of_tree(
        subtypes: Subtypes,
        graph: &Graph<'_>,
        lines: &[usize],
        n_lines: usize,
    ) -> ShownSide {
        let mut arcs =
            ShownSide { relations: vec![String::new(); n_lines], ..ShownSide::default() };
        for (index, (word, line)) in (0..).zip(graph.words().iter().zip(lines)) {
            arcs.relations[*line] = relation(graph, index, subtypes);
            let head = (word.head != ROOT).then(|| lines[word.head as usize]);
            arcs.arcs.extend(head.map(|head| (head, *line)));
            arcs.labelled.push((head, *line, arcs.relations[*line].clone()));
        }
        arcs
    }
}
