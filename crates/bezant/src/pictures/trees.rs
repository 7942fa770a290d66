//! Two constituency trees over the same words: gold's on the left of the words, a system's on
//! their right, for a terminal.
//!
//! `chains.rs` says what can be folded and where a drawing can be cut, `plan.rs` what is drawn in
//! the pieces of `draft.rs`, `layout.rs` places that on a grid, and `terminal.rs` shows the grid.

mod chains;
mod draft;
mod layout;
mod plan;
mod terminal;
#[cfg(test)]
mod tests;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::pictures::mark::Mark;
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
