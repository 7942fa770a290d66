//! Gold against several systems in one drawing: each has a letter, which stands beside what it lacks of gold and
//! beside what it has instead.

use std::collections::{BTreeMap, BTreeSet};

use crate::pictures::arcs::{ArcFigure, FigureArc};
use crate::pictures::figure::Figure;
use crate::pictures::mark::Mark;
use crate::pictures::phrases::{TreeFigure, TreeSide};

/// So many systems have room; of more, nobody would find one again.
pub(crate) const MOST_JOINED: usize = 3;

/// Of each system, so many phrases that gold does not have are listed.
const MOST_EXTRA: usize = 24;
/// About so many letters stand in a line.
const LINE: usize = 90;

impl Figure {
    /// One drawing of several, each of which is of the same gold above and of a system below: with gold above, and
    /// of the systems what is different. Nothing where they are one, or too many, or of other words.
    pub(crate) fn joint(systems: &[(&str, &Figure)]) -> Option<Figure> {
        if !(2..=MOST_JOINED).contains(&systems.len()) {
            return None;
        }
        let named = |(at, (name, _)): (usize, &(&str, &Figure))| format!("{} {name}", letter(at));
        let names: Vec<String> = systems.iter().enumerate().map(named).collect();
        let arcs: Option<Vec<&ArcFigure>> = systems
            .iter()
            .map(|(_, figure)| match figure {
                Figure::Arcs(arcs) => Some(arcs),
                _ => None,
            })
            .collect();
        if let Some(arcs) = arcs {
            return of_arcs(&arcs, &names).map(Figure::Arcs);
        }
        let trees: Option<Vec<&TreeFigure>> = systems
            .iter()
            .map(|(_, figure)| match figure {
                Figure::Tree(tree) => Some(tree),
                _ => None,
            })
            .collect();
        of_trees(&trees?, &names).map(Figure::Tree)
    }
}

fn letter(system: usize) -> char {
    char::from(b'A' + system as u8)
}

/// The letters of some systems behind a label.
fn with_letters(label: &str, systems: &BTreeSet<usize>) -> String {
    let letters: String = systems.iter().map(|system| letter(*system)).collect();
    if letters.is_empty() { label.to_string() } else { format!("{label} {letters}") }
}

/// Whether all have the same of something.
fn is_same<T: PartialEq>(mut all: impl Iterator<Item = T>) -> bool {
    let Some(first) = all.next() else { return true };
    all.all(|one| one == first)
}

fn of_arcs(systems: &[&ArcFigure], names: &[String]) -> Option<ArcFigure> {
    let words = |figure: &&ArcFigure| -> Vec<String> {
        figure.words.iter().map(|word| word.form.clone()).collect()
    };
    let gold = |figure: &&ArcFigure| -> Vec<(Option<usize>, usize, String)> {
        figure.above.iter().map(|arc| (arc.head, arc.dependent, arc.label.clone())).collect()
    };
    if !is_same(systems.iter().map(words)) || !is_same(systems.iter().map(gold)) {
        return None;
    }
    let first = systems.first()?;
    let mut above = first.above.clone();
    for (at, arc) in above.iter_mut().enumerate() {
        let own = systems.iter().map(|figure| &figure.above[at]);
        let lack = own.clone().enumerate().filter(|(_, arc)| arc.shown_mark().is_error());
        let lack: BTreeSet<usize> = lack.map(|(system, _)| system).collect();
        arc.mark = own.clone().map(|arc| arc.mark).max().unwrap_or_default();
        arc.label_mark = own.map(|arc| arc.label_mark).max().unwrap_or_default();
        arc.label = with_letters(&arc.label, &lack);
    }
    type Place<'a> = (usize, Option<usize>, &'a str);
    let mut extra: BTreeMap<Place<'_>, (Mark, Mark, BTreeSet<usize>)> = BTreeMap::new();
    for (system, figure) in systems.iter().enumerate() {
        for arc in figure.below.iter().filter(|arc| arc.shown_mark().is_error()) {
            let place = (arc.dependent, arc.head, arc.label.as_str());
            let found = extra.entry(place).or_default();
            found.0 = found.0.max(arc.mark);
            found.1 = found.1.max(arc.label_mark);
            found.2.insert(system);
        }
    }
    let below = extra.into_iter().map(|((dependent, head, label), (mark, label_mark, whose))| {
        let label = with_letters(label, &whose);
        FigureArc { head, dependent, label, mark, label_mark }
    });
    Some(ArcFigure {
        words: first.words.clone(),
        tokens: first.tokens.clone(),
        above,
        below: below.collect(),
        names: [first.names[0].clone(), String::new()],
        notes: notes(systems.iter().map(|figure| figure.notes.as_slice()), names),
    })
}

/// Whose letters these are, and what each drawing has as words.
fn notes<'n>(of: impl Iterator<Item = &'n [String]>, names: &[String]) -> Vec<String> {
    let mut all = vec![names.join(", ")];
    let mut known: Vec<(&String, BTreeSet<usize>)> = Vec::new();
    for (system, notes) in of.enumerate() {
        for note in notes {
            match known.iter_mut().find(|(other, _)| *other == note) {
                Some((_, whose)) => drop(whose.insert(system)),
                None => known.push((note, BTreeSet::from([system]))),
            }
        }
    }
    for (note, whose) in known {
        let is_of_all = whose.len() == names.len();
        all.push(if is_of_all { note.clone() } else { with_letters(note, &whose) });
    }
    all
}

fn of_trees(systems: &[&TreeFigure], names: &[String]) -> Option<TreeFigure> {
    let words = |figure: &&TreeFigure| -> Vec<String> {
        figure.words.iter().map(|word| word.form.clone()).collect()
    };
    let gold = |figure: &&TreeFigure| -> Vec<(String, Option<usize>)> {
        figure.above.nodes.iter().map(|node| (node.label.clone(), node.parent)).collect()
    };
    if !is_same(systems.iter().map(words))
        || !is_same(systems.iter().map(gold))
        || !is_same(systems.iter().map(|figure| &figure.above.parents))
    {
        return None;
    }
    let mut joint = TreeFigure {
        notes: notes(systems.iter().map(|figure| figure.notes.as_slice()), names),
        below: TreeSide::default(),
        ..(*systems.first()?).clone()
    };
    for (at, node) in joint.above.nodes.iter_mut().enumerate() {
        let own = systems.iter().map(|figure| figure.above.nodes[at].mark);
        let lack = own.clone().enumerate().filter(|(_, mark)| mark.is_error());
        let lack: BTreeSet<usize> = lack.map(|(system, _)| system).collect();
        node.mark = own.max().unwrap_or_default();
        node.label = with_letters(&node.label, &lack);
    }
    for (system, figure) in systems.iter().enumerate() {
        joint.notes.extend(extra_phrases(figure, letter(system)));
    }
    Some(joint)
}

/// Phrases that only the system has, in lines: their signs, labels and words.
fn extra_phrases(figure: &TreeFigure, letter: char) -> Vec<String> {
    let stretches = figure.below.stretches();
    let nodes = figure.below.nodes.iter().zip(&stretches);
    let extra: Vec<String> = nodes
        .filter(|(node, _)| node.mark.is_error())
        .map(|(node, stretches)| {
            let words = stretches.iter().flat_map(|(from, to)| &figure.words[*from..*to]);
            let words: Vec<&str> = words.map(|word| word.form.as_str()).collect();
            let shown = match words.as_slice() {
                [first, second, _, _, .., last] => format!("{first} {second} … {last}"),
                few => few.join(" "),
            };
            format!("{} [{shown}]", node.mark.printed(&node.label))
        })
        .collect();
    let n = extra.len();
    let mut lines: Vec<String> = Vec::new();
    for one in extra.into_iter().take(MOST_EXTRA) {
        match lines.last_mut().filter(|line| line.chars().count() + one.chars().count() < LINE) {
            Some(line) => *line += &format!("  {one}"),
            None => lines.push(format!("{letter}  {one}")),
        }
    }
    if n > MOST_EXTRA {
        lines.push(format!("{letter}  … and {} more", n - MOST_EXTRA));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::{ArcWord, FigureNode, TreeWord};

    fn arcs(heads: [(usize, &str); 2], system: [(usize, &str); 2]) -> Figure {
        let word = |form: &str| ArcWord { form: form.to_string(), ..ArcWord::default() };
        let arc = |(dependent, (head, label)): (usize, (usize, &str))| {
            FigureArc::new(Some(head), dependent, label)
        };
        let side = |side: [(usize, &str); 2]| side.into_iter().enumerate().map(arc).collect();
        let mut figure = ArcFigure {
            words: ["a", "b", "c"].map(word).to_vec(),
            above: side(heads),
            below: side(system),
            ..ArcFigure::default()
        };
        figure.compare();
        Figure::Arcs(figure)
    }

    #[test]
    fn arcs_have_the_letters_of_the_systems_that_differ() {
        let gold = [(1, "det"), (2, "nsubj")];
        let one = arcs(gold, [(2, "det"), (2, "obj")]);
        let two = arcs(gold, [(2, "det"), (2, "nsubj")]);
        let Some(Figure::Arcs(joint)) = Figure::joint(&[("one", &one), ("two", &two)]) else {
            panic!("the same words and the same gold have one drawing")
        };
        let shown = |arcs: &[FigureArc]| -> Vec<(String, Mark, Mark)> {
            arcs.iter().map(|arc| (arc.label.clone(), arc.mark, arc.label_mark)).collect()
        };
        use Mark::{Extra, Matched, Missing};
        assert_eq!(
            shown(&joint.above),
            [("det AB".to_string(), Missing, Missing), ("nsubj A".to_string(), Matched, Missing)]
        );
        assert_eq!(
            shown(&joint.below),
            [("det AB".to_string(), Extra, Extra), ("obj A".to_string(), Matched, Extra)]
        );
        assert_eq!(joint.notes, ["A one, B two"]);
        // Another gold, one system alone and very many have none.
        let other = arcs([(1, "det"), (0, "nsubj")], [(2, "det"), (2, "obj")]);
        assert_eq!(Figure::joint(&[("one", &one), ("two", &other)]), None);
        assert_eq!(Figure::joint(&[("one", &one)]), None);
        assert_eq!(Figure::joint(&[("x", &one); 4]), None);
    }

    #[test]
    fn trees_are_golds_with_what_each_system_has_instead_below() {
        let word = |form: &str| TreeWord { form: form.to_string(), mark: Mark::Matched };
        let node =
            |label: &str, parent, mark| FigureNode { label: label.to_string(), parent, mark };
        let tree = |lacks: bool| {
            let (missing, extra) = match lacks {
                true => (Mark::Missing, Mark::Crossing),
                false => (Mark::Matched, Mark::Matched),
            };
            let side = |label: &str, mark| TreeSide {
                nodes: vec![node("S", None, Mark::Matched), node(label, Some(0), mark)],
                parents: vec![Some(0), Some(1), Some(1)],
                ..TreeSide::default()
            };
            Figure::Tree(TreeFigure {
                words: ["a", "b", "c"].map(word).to_vec(),
                above: side("VP", missing),
                below: side(if lacks { "NP" } else { "VP" }, extra),
                notes: Vec::new(),
            })
        };
        let (right, wrong) = (tree(false), tree(true));
        let Some(Figure::Tree(joint)) = Figure::joint(&[("one", &right), ("two", &wrong)]) else {
            panic!("the same words and the same gold have one drawing")
        };
        assert_eq!(
            (joint.above.nodes[1].label.as_str(), joint.above.nodes[1].mark),
            ("VP B", Mark::Missing)
        );
        assert_eq!(joint.above.nodes[0].label, "S");
        assert_eq!(joint.notes, ["A one, B two", "B  ×NP [b c]"]);
        assert!(joint.below.nodes.is_empty());
    }
}
