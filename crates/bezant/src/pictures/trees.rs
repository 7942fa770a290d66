//! Two constituency trees over the same words: gold's on the left of the words, a system's on
//! their right, for a terminal and as SVG.
//!
//! `chains.rs` says what can be folded and where a drawing can be cut, `plan.rs` what is drawn in
//! the pieces of `draft.rs`, `layout.rs` places that on a grid, and `terminal.rs` and `svg.rs` show
//! the grid.

mod chains;
mod draft;
mod layout;
mod plan;
mod svg;
mod terminal;
#[cfg(test)]
mod tests;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::pictures::painted::Line;

/// Two trees to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DrawnTrees {
    /// The words of both.
    pub words: Vec<DrawnLeaf>,
    /// Gold's phrases in pre-order. Phrases of one side hold each other or are apart.
    pub gold: Vec<DrawnPhrase>,
    /// The system's.
    pub system: Vec<DrawnPhrase>,
}

/// A word under two trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DrawnLeaf {
    /// As it is shown.
    pub form: String,
    /// Whether gold has it, and whether the system has it.
    pub is_in: [bool; 2],
    /// Whether it counts.
    pub counts: bool,
}

/// A phrase over at least one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DrawnPhrase {
    /// Its label.
    pub label: String,
    /// Its first word.
    pub start: usize,
    /// One past its last word.
    pub end: usize,
    /// What became of it.
    pub mark: Mark,
}

/// What became of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    /// Shown for the sake of others: it does not count, or stands elsewhere already.
    Aside,
    /// Both sides have it.
    Matched,
    /// Only gold has it.
    Missing,
    /// Only the system has it.
    Extra,
    /// Only the system has it, and gold contradicts it.
    Crossing,
}

impl Mark {
    /// All of them.
    const ALL: [Mark; 5] = [Mark::Aside, Mark::Matched, Mark::Missing, Mark::Extra, Mark::Crossing];

    fn is_error(self) -> bool {
        matches!(self, Mark::Missing | Mark::Extra | Mark::Crossing)
    }

    /// A label with its sign.
    fn sign(self, label: &str) -> String {
        match self {
            Mark::Aside => format!("({label})"),
            Mark::Matched => label.to_string(),
            Mark::Missing => format!("-{label}"),
            Mark::Extra => format!("+{label}"),
            Mark::Crossing => format!("×{label}"),
        }
    }

    /// In words, for one and for many.
    fn words(self) -> &'static str {
        match self {
            Mark::Aside => "not counted",
            Mark::Matched => "matched",
            Mark::Missing => "missing",
            Mark::Extra => "extra",
            Mark::Crossing => "crossing",
        }
    }
}

/// How many brackets have each mark, by [`Mark::ALL`]'s order.
type Tallies = [usize; Mark::ALL.len()];

impl DrawnTrees {
    fn sides(&self) -> [&[DrawnPhrase]; 2] {
        [&self.gold, &self.system]
    }

    /// The same without what does not count.
    fn without_asides(&self) -> DrawnTrees {
        let counted = |side: &[DrawnPhrase]| {
            side.iter().filter(|phrase| phrase.mark != Mark::Aside).cloned().collect()
        };
        let words = self.words.clone();
        DrawnTrees { words, gold: counted(&self.gold), system: counted(&self.system) }
    }

    fn tallies(&self) -> Tallies {
        let mut all = Tallies::default();
        self.sides().into_iter().flatten().for_each(|phrase| all[phrase.mark as usize] += 1);
        all
    }

    /// For a terminal of so many columns. Where all does not fit, what both sides see alike is
    /// folded, and what is still too large is drawn in several pieces.
    pub(crate) fn lines(&self, columns: usize) -> Vec<Line> {
        terminal::lines(&layout::layout(self, columns))
    }

    /// As a picture about so many letters wide, with what it is about.
    pub(crate) fn svg(&self, title: &str, columns: usize) -> String {
        svg::svg(&layout::layout(self, columns), title)
    }
}

/// A text that is at most so wide; an ellipsis stands for what does not fit.
fn clipped(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_string();
    }
    let mut shown = String::new();
    let mut width = 1;
    for c in text.chars() {
        width += c.width().unwrap_or(0);
        if width > columns {
            break;
        }
        shown.push(c);
    }
    shown + "…"
}
