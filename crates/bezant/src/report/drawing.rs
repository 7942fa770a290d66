//! Sentences that are drawn.

mod relations;

use crate::metrics::brackets::{BracketStatus, PairedPhrase, TreePair};
use crate::metrics::dependencies::{ShownSide, Sides};
use crate::pictures::{
    ArcFigure, ArcWord, Figure, FigureArc, FigureNode, Line, Mark, TreeFigure, TreeSide, TreeWord,
};

pub(crate) use relations::RelationWords;

/// How wide drawings are where no terminal says it: on pages and in JSON.
pub(super) const PAGE: usize = 100;

/// A drawing of a sentence, made when it is known how wide it may be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Drawing {
    /// None.
    #[default]
    Nothing,
    /// Lines that are as wide as they are.
    Lines(Vec<Line>),
    /// Gold's tree on the left of the words, the system's on their right.
    Trees(Box<TreePair>),
}

impl Drawing {
    /// Two trees.
    pub fn of_trees(trees: &TreePair) -> Drawing {
        Drawing::Trees(Box::new(trees.clone()))
    }

    /// For so many columns of a terminal. What does not fit is folded: first brackets that do not
    /// count, then those that both trees share; what is still too wide is drawn in pieces.
    pub fn lines(&self, columns: usize) -> Vec<Line> {
        match self {
            Drawing::Nothing => Vec::new(),
            Drawing::Lines(lines) => lines.clone(),
            Drawing::Trees(trees) => trees.figure().lines(columns),
        }
    }

    /// As a figure for paper and pages, if it is one of trees.
    pub fn figure(&self) -> Option<Figure> {
        match self {
            Drawing::Nothing | Drawing::Lines(_) => None,
            Drawing::Trees(trees) => Some(Figure::Tree(trees.figure())),
        }
    }
}

impl TreePair {
    /// Gold's tree above the words, the system's below.
    pub fn figure(&self) -> TreeFigure {
        let words = self.words.iter().map(|word| TreeWord {
            form: word.form.clone(),
            mark: match (word.is_gold, word.is_system) {
                (true, false) => Mark::Missing,
                (false, true) => Mark::Extra,
                _ if word.counts => Mark::Matched,
                _ => Mark::Aside,
            },
        });
        let n = self.words.len();
        let has = |is_gold: bool| -> Vec<bool> {
            let has =
                self.words.iter().map(|word| if is_gold { word.is_gold } else { word.is_system });
            has.collect()
        };
        let side = |name: &str, phrases: &[PairedPhrase], has: Vec<bool>| {
            let mut side =
                TreeSide { name: name.to_string(), parents: vec![None; n], ..TreeSide::default() };
            // Phrases in pre-order: what is still open and holds the next one is above it.
            let mut open: Vec<usize> = Vec::new();
            let holds = |at: usize, word: usize| {
                let phrase = &phrases[at];
                match phrase.parts.is_empty() {
                    true => (phrase.start..phrase.end).contains(&word),
                    false => phrase.parts.iter().any(|(from, to)| (*from..*to).contains(&word)),
                }
            };
            for (at, phrase) in phrases.iter().enumerate() {
                while open.last().is_some_and(|top| !holds(*top, phrase.start)) {
                    open.pop();
                }
                side.nodes.push(FigureNode {
                    label: phrase.label.clone(),
                    parent: open.last().copied(),
                    mark: match phrase.status {
                        BracketStatus::NotCounted => Mark::Aside,
                        BracketStatus::Matched => Mark::Matched,
                        BracketStatus::Missing => Mark::Missing,
                        BracketStatus::Extra => Mark::Extra,
                        BracketStatus::Crossing => Mark::Crossing,
                    },
                });
                open.push(at);
            }
            // The last phrase around a word is the one it hangs on; each word is looked at once.
            let mut next: Vec<usize> = (0..=n).collect();
            for (at, phrase) in phrases.iter().enumerate().rev() {
                let whole = [(phrase.start, phrase.end)];
                let parts = if phrase.parts.is_empty() { &whole[..] } else { &phrase.parts };
                for &(from, to) in parts {
                    let mut word = free(&mut next, from);
                    while word < to {
                        side.parents[word] = has[word].then_some(at);
                        next[word] = word + 1;
                        word = free(&mut next, word);
                    }
                }
            }
            side
        };
        TreeFigure {
            words: words.collect(),
            above: side("gold", &self.gold, has(true)),
            below: side("system", &self.system, has(false)),
            notes: Vec::new(),
        }
    }
}

/// The first word from a place on that hangs on nothing yet; the way there is remembered.
fn free(next: &mut [usize], from: usize) -> usize {
    let mut end = from;
    while next[end] != end {
        end = next[end];
    }
    let mut at = from;
    while next[at] != at {
        at = std::mem::replace(&mut next[at], end);
    }
    end
}

#[doc(hidden)]
impl Sides {
    /// Gold's arcs above the words, the system's below.
    pub fn figure(&self) -> ArcFigure {
        let words = self.words.iter().enumerate().map(|(at, (form, is_gold))| ArcWord {
            form: form.clone(),
            tag: String::new(),
            mark: match self.system.relations.get(at).is_some_and(|it| !it.is_empty()) {
                true if *is_gold => Mark::Matched,
                true => Mark::Extra,
                false if *is_gold => Mark::Missing,
                false => Mark::Matched,
            },
        });
        let arcs = |side: &ShownSide| {
            let arc = |(head, dependent, label): &(Option<usize>, usize, String)| {
                FigureArc::new(*head, *dependent, label.clone())
            };
            side.labelled.iter().map(arc).collect()
        };
        let mut figure = ArcFigure {
            words: words.collect(),
            above: arcs(&self.gold),
            below: arcs(&self.system),
            names: ["gold", "system"].map(str::to_string),
            ..ArcFigure::default()
        };
        figure.compare();
        figure
    }
}
