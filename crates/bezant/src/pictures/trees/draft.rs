//! What a piece of a drawing has in it, before it has places.

use unicode_width::UnicodeWidthStr;

use crate::pictures::trees::chains::{ShownLabel, Spacing};
use crate::pictures::trees::{DrawnLeaf, DrawnTrees, Tallies, clipped};

/// No piece has more rows, and all together have not many more.
pub(super) const MOST_ROWS: usize = 120;
/// Words and what stands between the sides need at least so much.
pub(super) const LEAST_MIDDLE: usize = 20;
/// Before they have less, labels move together.
const GOOD_MIDDLE: usize = 28;
/// With less room for the first and the last of many words, they are only counted.
const LEAST_ENDS: usize = 6;
/// What the number of another piece takes.
const NUMBER: usize = 5;
/// No row of words is wider.
pub(super) const WIDEST_WORDS: usize = 44;

/// A chain in a piece.
#[derive(Clone, Debug)]
pub(super) struct ShownChain {
    pub start: usize,
    pub end: usize,
    pub labels: Vec<ShownLabel>,
    pub width: usize,
    /// Its first column, from the outside.
    pub column: usize,
    /// The chain of the same piece that it hangs on.
    pub parent: Option<usize>,
    /// Whether something below it is not drawn here.
    pub is_closed: bool,
}

/// What a piece has in it, before it has places.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub start: usize,
    pub end: usize,
    pub is_whole: bool,
    pub spacing: Spacing,
    pub sides: [Vec<ShownChain>; 2],
    /// What is drawn in pieces of their own, in order.
    pub cuts: Vec<Cut>,
    /// The first errors that there is no room for: side and phrase.
    pub pruned: Vec<(usize, usize)>,
    pub n_errors: usize,
    pub heading: Option<String>,
}

/// A chain of gold below which another piece begins.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    pub chain: usize,
    pub start: usize,
    /// The number of that piece, if it is drawn.
    pub number: Option<usize>,
}

/// Words that share a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WordRow {
    pub start: usize,
    pub end: usize,
}

impl Draft {
    /// Words share a row where no bracket that is drawn begins or ends between them.
    pub(super) fn rows(&self, trees: &DrawnTrees) -> Vec<WordRow> {
        let mut breaks = vec![self.is_whole; self.end - self.start + 1];
        let mut mark = |place: usize| breaks[place.clamp(self.start, self.end) - self.start] = true;
        mark(self.start);
        mark(self.end);
        for shown in self.sides.iter().flatten() {
            mark(shown.start);
            mark(shown.end);
        }
        for (at, word) in (self.start..).zip(&trees.words[self.start..self.end]) {
            if word.is_in != [true, true] {
                mark(at);
                mark(at + 1);
            }
        }
        let mut rows = Vec::new();
        let mut start = self.start;
        for end in (self.start + 1..=self.end).filter(|at| breaks[at - self.start]) {
            rows.push(WordRow { start, end });
            start = end;
        }
        if rows.len() > MOST_ROWS {
            rows.truncate(MOST_ROWS);
            rows[MOST_ROWS - 1].end = self.end;
        }
        rows
    }

    /// Whether a chain begins in a row that is drawn.
    pub(super) fn has_row(shown: &ShownChain, rows: &[WordRow]) -> bool {
        // What is left out stands behind the start of the last row.
        rows.last().is_some_and(|last| shown.start <= last.start)
    }

    /// The columns of both sides.
    pub(super) fn widths(&self) -> [usize; 2] {
        let reach = |shown: &ShownChain| shown.column + shown.width + self.spacing.tail();
        [0, 1].map(|side| self.sides[side].iter().map(reach).max().unwrap_or(0))
    }

    pub(super) fn fits(&self, trees: &DrawnTrees, columns: usize) -> bool {
        let [left, right] = self.widths();
        let free = columns.saturating_sub(left + right + 2);
        let number = |row: &WordRow| if self.cut_at(*row).is_some() { NUMBER } else { 0 };
        let text = |row: &WordRow| self.text(trees, *row, WIDEST_WORDS).width() + number(row);
        let enough = match self.spacing {
            Spacing::Wide => GOOD_MIDDLE,
            Spacing::Tight => LEAST_MIDDLE,
        };
        free >= enough
            || self.rows(trees).iter().all(|row| text(row) <= free) && left + right + 2 <= columns
    }

    pub(super) fn cut_at(&self, row: WordRow) -> Option<&Cut> {
        let at = self.cuts.binary_search_by_key(&row.start, |cut| cut.start);
        at.ok().map(|at| &self.cuts[at])
    }

    /// The words of a row, in so many columns.
    pub(super) fn text(&self, trees: &DrawnTrees, row: WordRow, columns: usize) -> String {
        let number = self.cut_at(row).and_then(|cut| cut.number);
        let behind = number.map_or(String::new(), |number| format!(" [{number}]"));
        let words = &trees.words[row.start..row.end];
        run(words, columns.saturating_sub(behind.width())) + &behind
    }

    /// Adds the brackets that are drawn.
    pub(super) fn tell_drawn(&self, trees: &DrawnTrees, drawn: &mut Tallies) {
        let rows = self.rows(trees);
        let shown = self.sides.iter().flatten().filter(|shown| Draft::has_row(shown, &rows));
        let labels = shown.flat_map(|shown| &shown.labels).filter(|label| label.is_bracket);
        labels.for_each(|label| drawn[label.mark as usize] += 1);
    }
}

/// Words in a row: all if they fit, or the first and the last and how many are between.
pub(super) fn run(words: &[DrawnLeaf], columns: usize) -> String {
    let form = |word: &DrawnLeaf, columns: usize| {
        let sign = match word.is_in {
            [true, false] => "-",
            [false, true] => "+",
            _ => "",
        };
        format!("{sign}{}", clipped(&word.form, columns.saturating_sub(sign.len())))
    };
    let [first, .., last] = words else {
        return words.first().map_or(String::new(), |word| form(word, columns));
    };
    let mut all = String::new();
    let mut is_whole = true;
    for word in words {
        let form = form(word, usize::MAX);
        if all.width() + 1 + form.width() > columns + 1 {
            is_whole = false;
            break;
        }
        all.push_str(if all.is_empty() { "" } else { " " });
        all.push_str(&form);
    }
    if is_whole && all.width() <= columns {
        return all;
    }
    // As many words at the front as there is room for, and one at the end.
    let n = words.len();
    let between = |shown: usize| format!(" … {} words … ", n - shown);
    let room = columns.saturating_sub(between(1).width());
    if room < LEAST_ENDS {
        return clipped(&format!("… {n} words …"), columns);
    }
    let least = room.saturating_sub(form(first, usize::MAX).width());
    let last = form(last, least.max(room / 2));
    let mut head = form(first, room - last.width().min(room));
    let mut n_shown = 2;
    for word in &words[1..n - 1] {
        let form = form(word, usize::MAX);
        if head.width() + 1 + form.width() + last.width() > room {
            break;
        }
        head = format!("{head} {form}");
        n_shown += 1;
    }
    format!("{head}{}{last}", between(n_shown))
}
