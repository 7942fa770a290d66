//! Words with the arcs of two sides, for a terminal.

use unicode_width::UnicodeWidthStr;

use crate::pictures::painted::{Line, Role};

/// What one side says about words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawnSide<'a> {
    /// For each word its relation.
    pub relations: &'a [String],
    /// The numbers of heads and of dependents.
    pub arcs: &'a [(usize, usize)],
}

/// The words below each other, one line each, with gold's arcs on their left and the system's on their
/// right, under a heading; a star marks what the two sides see differently.
pub(crate) fn draw_sides(words: &[&str], gold: DrawnSide<'_>, system: DrawnSide<'_>) -> Vec<Line> {
    draw_sides_of(words, ("gold", gold), ("system", system), true)
}

/// The words below each other with the arcs of one side on their left.
pub(crate) fn draw_one_side(words: &[&str], side: DrawnSide<'_>) -> Vec<Line> {
    let grid = side.grid();
    let widest = side.relations.iter().map(|text| text.width()).max().unwrap_or(0);
    let line = |at: usize| {
        let arcs: String = grid[at].iter().map(|cell| cell.shown()).collect();
        let relation = &side.relations[at];
        let blanks = " ".repeat(widest.saturating_sub(relation.width()));
        let mut line = Line::of(Role::Dim, &format!("{arcs} "));
        line.push(Role::Plain, &format!("{blanks}{relation}"));
        line.push(Role::Strong, &format!("  {}", words[at]));
        line.trimmed()
    };
    (0..words.len()).map(line).collect()
}

/// The same for sides of any name, which are compared or not.
pub(crate) fn draw_sides_of(
    words: &[&str],
    (left_name, gold): (&str, DrawnSide<'_>),
    (right_name, system): (&str, DrawnSide<'_>),
    is_compared: bool,
) -> Vec<Line> {
    let (left, right) = (gold.grid(), system.grid());
    let widest = |texts: &[String]| texts.iter().map(|text| text.width()).max().unwrap_or(0);
    let (relations, others) = (widest(gold.relations), widest(system.relations));
    let forms = words.iter().map(|form| form.width()).max().unwrap_or(0);
    let blank = |text: &str, width: usize| " ".repeat(width.saturating_sub(text.width()));
    let line = |at: usize| {
        let (ours, theirs) = (&gold.relations[at], &system.relations[at]);
        let form = words[at];
        let is_same = !is_compared || (ours == theirs && gold.heads(at) == system.heads(at));
        let role = |role: Role| if is_same { Role::Plain } else { role };
        let arcs: String = left[at].iter().map(|cell| cell.shown()).collect();
        let mirrored: String = right[at].iter().rev().map(|cell| cell.mirrored()).collect();
        let (before, behind) = (blank(ours, relations), blank(theirs, others));
        let mut line = Line::default();
        line.push(role(Role::Bad), if is_same { "  " } else { "* " });
        line.push(Role::Dim, &format!("{arcs} "));
        line.push(role(Role::Missing), &format!("{before}{ours}"));
        line.push(role(Role::Strong), &format!("  {form}{}  ", blank(form, forms)));
        line.push(role(Role::Extra), &format!("{theirs}{behind}"));
        line.push(Role::Dim, &format!(" {mirrored}"));
        line.trimmed()
    };
    let mut lines: Vec<Line> = (0..words.len()).map(line).collect();
    let before = left.first().map_or(0, Vec::len) + 1 + relations + forms + 4;
    let blanks = " ".repeat(before.saturating_sub(left_name.width()).max(1));
    lines.insert(0, Line::of(Role::Heading, &format!("  {left_name}{blanks}{right_name}")));
    let differs = |at: usize| {
        gold.relations[at] != system.relations[at] || gold.heads(at) != system.heads(at)
    };
    if is_compared && (0..words.len()).any(differs) {
        lines.push(Line::of(Role::Dim, "* head or relation differs"));
    }
    lines
}

/// A place in a drawing: which ways lines leave it, and whether an arrow ends there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineCell {
    pub(super) up: bool,
    pub(super) down: bool,
    pub(super) left: bool,
    pub(super) right: bool,
    pub(super) is_arrow: bool,
}

impl LineCell {
    pub(super) fn shown(self) -> char {
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
            false => LineCell { left: self.right, right: self.left, ..self }.shown(),
        }
    }
}

impl DrawnSide<'_> {
    fn heads(&self, line: usize) -> Vec<usize> {
        self.arcs.iter().filter(|(_, word)| *word == line).map(|(head, _)| *head).collect()
    }

    /// Short arcs stand next to the words, longer ones behind those they reach over.
    fn grid(&self) -> Vec<Vec<LineCell>> {
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
        let mut grid = vec![vec![LineCell::default(); width]; n_lines];
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
        let relations = ["nsubj", "root", "advmod"].map(str::to_string);
        let gold = DrawnSide { relations: &relations, arcs: &[(1, 0), (1, 2)] };
        let system = DrawnSide { relations: &relations, arcs: &[(1, 0), (0, 2)] };
        let lines = draw_sides(&["Dogs", "bark", "loudly"], gold, system);
        assert_eq!(
            lines.iter().map(Line::plain).collect::<Vec<_>>().join("\n"),
            "  gold                  system\n\
             \x20   ┌─►  nsubj  Dogs    nsubj  ◄─┬─┐\n\
             \x20 ┌─┴──   root  bark    root   ──┘ │\n\
             * └───► advmod  loudly  advmod ◄───┘\n\
             * head or relation differs"
        );
    }
}
