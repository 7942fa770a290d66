//! A sentence's words with arcs above them and below.
//!
//! `row.rs` finds places for a stretch of words, so that no arc runs through a label; `layout.rs` wraps
//! a sentence into such rows; `aligned.rs` joins the words of two sentences.

mod aligned;
mod layout;
mod row;
#[cfg(test)]
mod tests;

use crate::pictures::mark::Mark;

pub use aligned::AlignedFigure;
pub(super) use layout::add_notes;

/// Words and arcs to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArcFigure {
    /// The words, in the order in which they are read.
    pub words: Vec<ArcWord>,
    /// Words that are written together, in their order.
    pub tokens: Vec<ArcToken>,
    /// Arcs above the words: gold's, or the only ones.
    pub above: Vec<FigureArc>,
    /// Arcs below the words: a system's, or those of an enhanced graph.
    pub below: Vec<FigureArc>,
    /// What stands above and what below; empty where that is plain.
    pub names: [String; 2],
    /// What has no place in the drawing, in words.
    pub notes: Vec<String>,
}

/// A word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArcWord {
    /// As it is written.
    pub form: String,
    /// Its tag; empty if it has none.
    pub tag: String,
    /// Whose it is, or whether it is one to look at. What is no word of the text is an aside.
    pub mark: Mark,
}

/// Words that are written together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArcToken {
    /// As they are written.
    pub form: String,
    /// The first of them.
    pub first: usize,
    /// The last of them.
    pub last: usize,
}

/// An arc.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FigureArc {
    /// Where it comes from; nowhere if that is the root.
    pub head: Option<usize>,
    /// Where it leads.
    pub dependent: usize,
    /// Its relation.
    pub label: String,
    /// What became of it.
    pub mark: Mark,
    /// What became of its relation, where the arc itself is right.
    pub label_mark: Mark,
}

impl FigureArc {
    /// An arc of which nothing is said.
    pub fn new(head: Option<usize>, dependent: usize, label: impl Into<String>) -> FigureArc {
        let label = label.into();
        FigureArc { head, dependent, label, ..FigureArc::default() }
    }

    /// How its label is marked.
    pub(super) fn shown_mark(&self) -> Mark {
        self.mark.max(self.label_mark)
    }

    /// Its label with its sign.
    pub(super) fn shown_label(&self) -> String {
        self.shown_mark().printed(&self.label)
    }
}

impl ArcFigure {
    /// Whether its words are written from right to left: most of those that have a direction.
    pub(crate) fn is_right_to_left(&self) -> bool {
        is_right_to_left(self.words.iter().map(|word| word.form.as_str()))
    }

    /// Marks what one side has and the other has not.
    pub fn compare(&mut self) {
        let heads = |arcs: &[FigureArc]| -> std::collections::BTreeSet<(usize, Option<usize>)> {
            arcs.iter().map(|arc| (arc.dependent, arc.head)).collect()
        };
        let full =
            |arcs: &[FigureArc]| -> std::collections::BTreeSet<(usize, Option<usize>, String)> {
                arcs.iter().map(|arc| (arc.dependent, arc.head, arc.label.clone())).collect()
            };
        let both =
            [(heads(&self.above), full(&self.above)), (heads(&self.below), full(&self.below))];
        let [ours, theirs] = both;
        let sides =
            [(&mut self.above, theirs, Mark::Missing), (&mut self.below, ours, Mark::Extra)];
        for (arcs, (heads, full), wrong) in sides {
            for arc in arcs {
                let is_there = heads.contains(&(arc.dependent, arc.head));
                let is_same = full.contains(&(arc.dependent, arc.head, arc.label.clone()));
                arc.mark = if is_there { Mark::Matched } else { wrong };
                arc.label_mark = if is_same { Mark::Matched } else { wrong };
            }
        }
    }
}

/// Whether most words that have a direction are written from right to left.
pub(super) fn is_right_to_left<'w>(words: impl Iterator<Item = &'w str>) -> bool {
    let mut lead = 0i64;
    for word in words {
        let turned = |c: char| {
            matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}'
                | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
                && c.is_alphabetic()
        };
        match word.chars().find(|c| c.is_alphabetic()) {
            Some(c) if turned(c) => lead += 1,
            Some(_) => lead -= 1,
            None => {}
        }
    }
    lead > 0
}
