//! Where everything in a drawing of two trees stands: plain numbers, for terminals and for SVG.
//!
//! Rows go down with the words. Columns are as wide as a letter; lines run along the middle of rows
//! and of columns, so their places are counted in half columns.

use unicode_width::UnicodeWidthStr;

use crate::pictures::mark::Mark;
use crate::pictures::trees::chains::Spacing;
use crate::pictures::trees::draft::{Draft, ShownChain, WIDEST_WORDS, WordRow, run};
use crate::pictures::trees::plan::{MOST_LISTED, Plan};
use crate::pictures::trees::{DrawnTrees, Tallies, clipped};

/// A drawing of two trees: one piece, or several that follow each other.
#[derive(Clone, Debug, Default)]
pub(super) struct TreeLayout {
    pub pieces: Vec<Piece>,
    /// What is not drawn; with a mark, a bracket.
    pub notes: Vec<(Option<Mark>, String)>,
    /// Brackets that are drawn, by mark.
    pub drawn: Tallies,
}

/// A part of a drawing that stands by itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    /// Its number, and where it belongs, if there are several.
    pub heading: Option<String>,
    /// In columns.
    pub columns: usize,
    pub words: Vec<PlacedWords>,
    pub labels: Vec<PlacedLabel>,
    pub lines: Vec<PlacedLine>,
    pub roofs: Vec<Roof>,
}

/// The words of a row.
#[derive(Clone, Debug)]
pub(super) struct PlacedWords {
    pub text: String,
    /// Where they begin.
    pub column: usize,
    /// Whether gold has them, and whether the system has them.
    pub is_in: [bool; 2],
    /// Whether some of them count.
    pub counts: bool,
}

/// A bracket's label.
#[derive(Clone, Debug)]
pub(super) struct PlacedLabel {
    pub text: String,
    pub mark: Mark,
    pub row: usize,
    pub column: usize,
    pub width: usize,
}

/// A line across or down, by its ends: half columns and rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedLine {
    pub mark: Mark,
    pub from: (usize, usize),
    pub to: (usize, usize),
}

/// The end of a branch over words whose own branches are not drawn; it takes one column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roof {
    pub mark: Mark,
    pub row: usize,
    pub column: usize,
    /// Whether it opens to the left.
    pub opens_left: bool,
}

/// The drawing for so many columns.
pub(super) fn layout(trees: &DrawnTrees, columns: usize) -> TreeLayout {
    let without;
    let mut drafts = Plan::of(trees).drafts(columns, true);
    let mut shown = trees;
    if drafts.is_empty() {
        // What does not count is the first to go.
        without = trees.without_asides();
        drafts = Plan::of(&without).drafts(columns, false);
        shown = &without;
    }
    let mut found = TreeLayout::default();
    let mut pruned = Vec::new();
    for draft in drafts {
        draft.tell_drawn(shown, &mut found.drawn);
        pruned.extend(draft.pruned.iter().copied());
        found.pieces.push(arranged(&draft, shown, columns));
    }
    let hidden: Vec<(Mark, usize)> = Mark::ALL
        .into_iter()
        .zip(trees.tallies().into_iter().zip(found.drawn))
        .map(|(mark, (all, drawn))| (mark, all - drawn))
        .collect();
    let n = hidden[Mark::Matched as usize].1;
    if n > 0 {
        let s = if n == 1 { "" } else { "s" };
        found.notes.push((None, format!("{n} matched bracket{s} folded")));
    }
    let errors = hidden.iter().filter(|(mark, n)| mark.is_error() && *n > 0);
    let errors: Vec<String> = errors.map(|(mark, n)| format!("{n} {}", mark.words())).collect();
    if !errors.is_empty() {
        let colon = if pruned.is_empty() { "" } else { ":" };
        found.notes.push((None, format!("no room to draw {}{colon}", errors.join(", "))));
    }
    for (side, at) in pruned.into_iter().take(MOST_LISTED) {
        let phrase = &shown.sides()[side][at];
        let label = phrase.mark.sign(&clipped(&phrase.label, WIDEST_WORDS / 2));
        let words = &shown.words[phrase.start..phrase.end];
        let text = format!("{label} {}", run(words, columns.saturating_sub(label.width() + 5)));
        found.notes.push((Some(phrase.mark), text));
    }
    found
}
/// Gives a piece its places.
fn arranged(draft: &Draft, trees: &DrawnTrees, columns: usize) -> Piece {
    let rows = draft.rows(trees);
    let [left, right] = draft.widths();
    let free = columns.saturating_sub(left + right + 2).min(WIDEST_WORDS);
    let texts: Vec<String> = rows.iter().map(|row| draft.text(trees, *row, free)).collect();
    let middle = texts.iter().map(|text| text.width()).max().unwrap_or(0);
    let mut piece = Piece {
        heading: draft.heading.clone(),
        columns: left + middle + right + 2,
        ..Piece::default()
    };
    for (row, text) in rows.iter().zip(texts) {
        let words = &trees.words[row.start..row.end];
        piece.words.push(PlacedWords {
            text,
            column: left + 1,
            is_in: if words.len() == 1 { words[0].is_in } else { [true, true] },
            counts: words.iter().any(|word| word.counts),
        });
    }
    let mut row_of = Vec::with_capacity(draft.end - draft.start);
    for (at, row) in rows.iter().enumerate() {
        row_of.extend((row.start..row.end).map(|_| at));
    }
    for (side, width) in [left, right].into_iter().enumerate() {
        let frame = Frame { side, width, columns: piece.columns };
        let shown: Vec<&ShownChain> =
            draft.sides[side].iter().filter(|shown| Draft::has_row(shown, &rows)).collect();
        let rows_of = |shown: &ShownChain| {
            (row_of[shown.start - draft.start], row_of[shown.end - 1 - draft.start])
        };
        place(&frame, &shown, rows_of, draft.spacing, &rows, &mut piece);
    }
    piece
}

/// The columns of one side: gold's count from the left, the system's from the right.
struct Frame {
    side: usize,
    width: usize,
    columns: usize,
}

impl Frame {
    fn column(&self, column: usize, width: usize) -> usize {
        if self.side == 0 { column } else { self.columns - column - width }
    }

    fn half(&self, half: usize) -> usize {
        if self.side == 0 { half } else { 2 * self.columns - half }
    }

    fn across(&self, mark: Mark, row: usize, from: usize, to: usize) -> PlacedLine {
        let (one, two) = (self.half(from), self.half(to));
        PlacedLine { mark, from: (one.min(two), row), to: (one.max(two), row) }
    }
}

/// Labels, lines and roofs of one side.
fn place(
    frame: &Frame,
    shown: &[&ShownChain],
    rows_of: impl Fn(&ShownChain) -> (usize, usize),
    spacing: Spacing,
    rows: &[WordRow],
    piece: &mut Piece,
) {
    // Rows in which something hangs on each chain.
    let mut joints: Vec<Vec<usize>> = vec![Vec::new(); shown.len()];
    for one in shown {
        if let Some(parent) = one.parent {
            joints[parent].push(rows_of(one).0);
        }
    }
    let mut open: Vec<usize> = Vec::new();
    let mut next = 0;
    for (row, place) in rows.iter().enumerate() {
        while open.last().is_some_and(|top| rows_of(shown[*top]).1 < row) {
            open.pop();
        }
        while next < shown.len() && rows_of(shown[next]).0 == row {
            open.push(next);
            next += 1;
        }
        let Some(&top) = open.last().filter(|_| piece.words[row].is_in[frame.side]) else {
            continue;
        };
        joints[top].push(row);
        let one = shown[top];
        let mark = one.labels.last().map_or(Mark::Aside, |label| label.mark);
        let mut edge = frame.width;
        if one.is_closed && place.end - place.start > 1 {
            edge -= 1;
            let column = frame.column(edge, 1);
            piece.roofs.push(Roof { mark, row, column, opens_left: frame.side == 1 });
        }
        let from = trunk(one, spacing, joint_kind(one, &rows_of));
        piece.lines.push(frame.across(mark, row, from, 2 * edge));
    }
    for (one, joints) in shown.iter().zip(joints) {
        let (first, _) = rows_of(one);
        let mut column = one.column;
        for (at, label) in one.labels.iter().enumerate() {
            if at > 0 {
                let half = 2 * column;
                piece.lines.push(frame.across(label.mark, first, half, half + 2));
                column += 1;
            }
            piece.labels.push(PlacedLabel {
                text: label.text.clone(),
                mark: label.mark,
                row: first,
                column: frame.column(column, label.width),
                width: label.width,
            });
            column += label.width;
        }
        let mark = one.labels.last().map_or(Mark::Aside, |label| label.mark);
        if let Some(parent) = one.parent {
            let parent = shown[parent];
            let from = trunk(parent, spacing, joint_kind(parent, &rows_of));
            let line = frame.across(mark, first, from, 2 * one.column);
            piece.lines.push(line);
        }
        let last = joints.iter().copied().max().unwrap_or(first);
        if joint_kind(one, &rows_of) == Joint::Branches {
            let half = trunk(one, spacing, Joint::Branches);
            piece.lines.push(frame.across(mark, first, 2 * column, half));
            let half = frame.half(half);
            piece.lines.push(PlacedLine { mark, from: (half, first), to: (half, last) });
        }
    }
}

/// Whether one thing hangs on a chain, or several.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    One,
    Branches,
}

fn joint_kind(one: &ShownChain, rows_of: impl Fn(&ShownChain) -> (usize, usize)) -> Joint {
    let (first, last) = rows_of(one);
    if first == last { Joint::One } else { Joint::Branches }
}

/// Where lines to what hangs on a chain begin, in half columns.
fn trunk(one: &ShownChain, spacing: Spacing, joint: Joint) -> usize {
    let end = 2 * (one.column + one.width);
    match joint {
        Joint::One => end,
        Joint::Branches => end + 2 * spacing.before_line() + 1,
    }
}
