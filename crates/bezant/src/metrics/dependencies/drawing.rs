//! The worst stretches of text, drawn: gold's arcs on the left of the words, the system's on the
//! right.

use std::collections::BTreeMap;

use unicode_width::UnicodeWidthStr;

use crate::metrics::dependencies::Subtypes;
use crate::metrics::dependencies::counts::Measure;
use crate::metrics::dependencies::details::relation;
use crate::metrics::dependencies::typed::Facts;
use crate::structures::graph::{Graph, ROOT};

/// Longer stretches are not drawn: arcs would be wider than a page.
const MOST_WORDS: usize = 100;

/// A stretch of text to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// By which it was chosen.
    pub measure: Measure,
    /// Gold's words.
    pub text: String,
    /// The drawing; nothing where it would be too large.
    pub lines: Vec<String>,
}

/// The worst stretches so far, the worst first; of equal ones the earlier.
#[derive(Clone, Debug, Default)]
pub(super) struct Worst(pub Vec<Drawing>);

impl Worst {
    /// Adds a stretch if it belongs to the `most` worst; only then it is drawn.
    pub fn offer(&mut self, most: usize, measure: Measure, draw: impl FnOnce() -> Sides) {
        let at = self.0.partition_point(|other| other.measure.rank(&measure).is_le());
        if measure.has_errors() && at < most {
            let sides = draw();
            let (text, lines) = (sides.text(), sides.lines());
            self.0.insert(at, Drawing { measure, text, lines });
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
#[derive(Debug, Default)]
pub(super) struct Sides {
    /// Forms, and whether gold has the word.
    words: Vec<(String, bool)>,
    gold: Arcs,
    system: Arcs,
}

/// What one side says.
#[derive(Debug, Default)]
struct Arcs {
    /// For each line the relation of its word.
    relations: Vec<String>,
    /// Lines of heads and of dependents.
    arcs: Vec<(usize, usize)>,
}

impl Sides {
    /// Trees; `pairs` are words that belong together, in order.
    pub fn of_trees(
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
        sides.gold = Arcs::of_tree(subtypes, gold, &our_lines, n_lines);
        sides.system = Arcs::of_tree(subtypes, system, &their_lines, n_lines);
        sides
    }

    /// Typed dependencies. Copies of a word stand in its line.
    pub fn of_facts(gold: &Facts<'_>, system: &Facts<'_>) -> Sides {
        let mut words: BTreeMap<u32, (String, bool)> = BTreeMap::new();
        for (facts, is_gold) in [(gold, true), (system, false)] {
            for (number, form) in facts.words() {
                let form = String::from_utf8_lossy(form).into_owned();
                words.entry(*number).or_insert((form, is_gold));
            }
        }
        let lines: BTreeMap<u32, usize> = words.keys().copied().zip(0..).collect();
        let [gold, system] = [gold, system].map(|facts| {
            let mut arcs = Arcs { relations: vec![String::new(); lines.len()], arcs: Vec::new() };
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

    /// One line a word; a star marks what the two sides see differently.
    fn lines(&self) -> Vec<String> {
        if self.words.len() > MOST_WORDS {
            return Vec::new();
        }
        let (left, right) = (self.gold.grid(), self.system.grid());
        let widest =
            |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| text.width()).max();
        let relations = widest(&mut self.gold.relations.iter()).unwrap_or(0);
        let forms = widest(&mut self.words.iter().map(|(form, _)| form)).unwrap_or(0);
        let others = widest(&mut self.system.relations.iter()).unwrap_or(0);
        let blank = |text: &str, width: usize| " ".repeat(width.saturating_sub(text.width()));
        let line = |at: usize| {
            let (ours, theirs) = (&self.gold.relations[at], &self.system.relations[at]);
            let form = &self.words[at].0;
            let is_same = ours == theirs && self.gold.heads(at) == self.system.heads(at);
            let mark = if is_same { ' ' } else { '*' };
            let arcs: String = left[at].iter().map(|cell| cell.shown()).collect();
            let mirrored: String = right[at].iter().rev().map(|cell| cell.mirrored()).collect();
            let (before, behind) = (blank(ours, relations), blank(theirs, others));
            let whole = format!(
                "{mark} {arcs} {before}{ours}  {form}{}  {theirs}{behind} {mirrored}",
                blank(form, forms)
            );
            whole.trim_end().to_string()
        };
        (0..self.words.len()).map(line).collect()
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

/// A place in a drawing: which ways lines leave it, and whether an arrow ends there.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    up: bool,
    down: bool,
    left: bool,
    right: bool,
    is_arrow: bool,
}

impl Place {
    fn shown(self) -> char {
        match (self.up, self.down, self.left, self.right) {
            _ if self.is_arrow => '►',
            (false, false, false, false) => ' ',
            (true, true, false, false) => '│',
            (true, false, false, _) => '└',
            (false, true, false, _) => '┌',
            (true, true, false, true) => '├',
            (true, false, true, false) => '┘',
            (false, true, true, false) => '┐',
            (true, true, true, false) => '┤',
            (true, false, true, true) => '┴',
            (false, true, true, true) => '┬',
            (true, true, true, true) => '┼',
            (false, false, _, _) => '─',
        }
    }

    fn mirrored(self) -> char {
        match self.is_arrow {
            true => '◄',
            false => Place { left: self.right, right: self.left, ..self }.shown(),
        }
    }
}

impl Arcs {
    fn of_tree(subtypes: Subtypes, graph: &Graph<'_>, lines: &[usize], n_lines: usize) -> Arcs {
        let mut arcs = Arcs { relations: vec![String::new(); n_lines], arcs: Vec::new() };
        for (index, (word, line)) in (0..).zip(graph.words().iter().zip(lines)) {
            arcs.relations[*line] = relation(graph, index, subtypes);
            if word.head != ROOT {
                arcs.arcs.push((lines[word.head as usize], *line));
            }
        }
        arcs
    }

    fn heads(&self, line: usize) -> Vec<usize> {
        self.arcs.iter().filter(|(_, word)| *word == line).map(|(head, _)| *head).collect()
    }

    /// Short arcs stand next to the words, longer ones behind those they reach over.
    fn grid(&self) -> Vec<Vec<Place>> {
        let n_lines = self.relations.len();
        let mut arcs: Vec<(usize, usize)> =
            self.arcs.iter().filter(|(head, word)| head != word).copied().collect();
        arcs.sort_by_key(|(head, word)| (head.abs_diff(*word), *word));
        // For each line, the outermost arc that touches it so far.
        let mut outermost = vec![0; n_lines];
        let mut levels = Vec::with_capacity(arcs.len());
        for &(head, word) in &arcs {
            let lines = head.min(word)..=head.max(word);
            let level = 1 + lines.clone().map(|line| outermost[line]).max().unwrap_or(0);
            lines.for_each(|line| outermost[line] = level);
            levels.push(level);
        }
        let width = 2 * levels.iter().max().unwrap_or(&0) + 1;
        let mut grid = vec![vec![Place::default(); width]; n_lines];
        for (&(head, word), level) in arcs.iter().zip(levels) {
            let column = width - 1 - 2 * level;
            let (first, last) = (head.min(word), head.max(word));
            for (line, cells) in grid.iter_mut().enumerate().take(last + 1).skip(first) {
                cells[column].up |= line > first;
                cells[column].down |= line < last;
                if line == first || line == last {
                    cells[column].right = true;
                    for cell in &mut cells[column + 1..] {
                        (cell.left, cell.right) = (true, true);
                    }
                }
            }
            grid[word][width - 1].is_arrow = true;
        }
        grid
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_are_drawn_on_both_sides() {
        let words = ["Dogs", "bark", "loudly"].map(|form| (form.to_string(), true)).to_vec();
        let relations = |all: [&str; 3]| all.map(str::to_string).to_vec();
        let sides = Sides {
            words,
            gold: Arcs {
                relations: relations(["nsubj", "root", "advmod"]),
                arcs: vec![(1, 0), (1, 2)],
            },
            system: Arcs {
                relations: relations(["nsubj", "root", "advmod"]),
                arcs: vec![(1, 0), (0, 2)],
            },
        };
        assert_eq!(
            sides.lines().join("\n"),
            "    ┌─►  nsubj  Dogs    nsubj  ◄─┬─┐\n\
             \x20 ┌─┴──   root  bark    root   ──┘ │\n\
             * └───► advmod  loudly  advmod ◄───┘"
        );
    }
}
