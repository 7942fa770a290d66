//! The worst stretches of text: their words, with gold's arcs and the system's.

use std::collections::BTreeMap;

use crate::metrics::dependencies::Subtypes;
use crate::metrics::dependencies::counts::Measure;
use crate::metrics::dependencies::details::relation;
use crate::metrics::dependencies::typed::Facts;
use crate::structures::graph::{Graph, ROOT};

/// Of longer stretches no arcs are kept: a drawing of them would be wider than a page.
const MOST_WORDS: usize = 100;

/// A stretch of text to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// By which it was chosen.
    pub measure: Measure,
    /// Gold's words.
    pub text: String,
    /// Who has which arc; nothing where that would be too much to look at.
    pub sides: Option<Sides>,
}

/// The worst stretches so far, the worst first; of equal ones the earlier.
#[derive(Clone, Debug, Default)]
pub(super) struct Worst(pub Vec<Stretch>);

impl Worst {
    /// Adds a stretch if it belongs to the `most` worst; only then its arcs are collected.
    pub fn offer(&mut self, most: usize, measure: Measure, collect: impl FnOnce() -> Sides) {
        let at = self.0.partition_point(|other| other.measure.rank(&measure).is_le());
        if measure.has_errors() && at < most {
            let sides = collect();
            let text = sides.text();
            let sides = (sides.words.len() <= MOST_WORDS).then_some(sides);
            self.0.insert(at, Stretch { measure, text, sides });
            self.0.truncate(most);
        }
    }

    /// Adds later ones.
    pub fn add(&mut self, most: usize, later: Worst) {
        self.0.extend(later.0);
        self.0.sort_by(|one, two| one.measure.rank(&two.measure));
        self.0.truncate(most);
    }
}

/// Words below each other, with what both sides say about them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    /// Forms, and whether gold has the word.
    pub words: Vec<(String, bool)>,
    /// What gold says.
    pub gold: Side,
    /// What the system says.
    pub system: Side,
}

/// What one side says. Words are numbered as in [`Sides::words`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// For each word its relation; empty where this side does not have the word.
    pub relations: Vec<String>,
    /// Heads and dependents.
    pub arcs: Vec<(usize, usize)>,
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
        sides.gold = Side::of_tree(subtypes, gold, &our_lines, n_lines);
        sides.system = Side::of_tree(subtypes, system, &their_lines, n_lines);
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
            let mut arcs = Side { relations: vec![String::new(); lines.len()], arcs: Vec::new() };
            for (head, word, relation) in facts.arcs() {
                let Some(&line) = lines.get(&word.0) else { continue };
                let all = &mut arcs.relations[line];
                all.push_str(if all.is_empty() { "" } else { "|" });
                all.push_str(&String::from_utf8_lossy(relation));
                arcs.arcs.extend(lines.get(&head.0).map(|head| (*head, line)));
            }
            arcs
        });
        Sides { words: words.into_values().collect(), gold, system }
    }

    fn text(&self) -> String {
        let words = self.words.iter().filter(|(_, is_gold)| *is_gold).take(MOST_WORDS);
        words.map(|(form, _)| form.as_str()).collect::<Vec<_>>().join(" ")
    }
}

fn form(graph: &Graph<'_>, index: u32) -> String {
    String::from_utf8_lossy(graph.slice(graph.words()[index as usize].form)).into_owned()
}

/// The words of a stretch.
pub(super) fn text(graph: &Graph<'_>) -> String {
    let n = graph.words().len().min(MOST_WORDS) as u32;
    (0..n).map(|index| form(graph, index)).collect::<Vec<_>>().join(" ")
}

impl Side {
    fn of_tree(subtypes: Subtypes, graph: &Graph<'_>, lines: &[usize], n_lines: usize) -> Side {
        let mut arcs = Side { relations: vec![String::new(); n_lines], arcs: Vec::new() };
        for (index, (word, line)) in (0..).zip(graph.words().iter().zip(lines)) {
            arcs.relations[*line] = relation(graph, index, subtypes);
            if word.head != ROOT {
                arcs.arcs.push((lines[word.head as usize], *line));
            }
        }
        arcs
    }
}
