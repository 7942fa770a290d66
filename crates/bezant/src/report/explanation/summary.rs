//! Why answers are wrong, in a table before the pairs.

use crate::entailment::explain::{Alike, Explanation, alike};
use crate::pictures::{Line, Role, visible};
use crate::report::grid::Grid;
use crate::report::{Cell, Column, Shown, Table};

/// How many of all answers are wrong, and why, most pairs first.
pub fn wrong_summary(wrong: &[Explanation], n_pairs: usize) -> Vec<Line> {
    let headline = format!("{} of {n_pairs} answers are wrong", wrong.len());
    let mut lines = vec![Line::of(Role::Heading, &headline)];
    if wrong.is_empty() {
        return lines;
    }
    let row = |alike: &Alike| {
        vec![
            Cell::Count(alike.pairs.len() as u64),
            Cell::Text(alike.answer.name().to_string()),
            Cell::Text(alike.because.words().to_string()),
            alike.relation.clone().map_or(Cell::Nothing, Cell::Text),
        ]
    };
    let table = Table {
        name: "wrong",
        title: headline,
        columns: ["pairs", "answer", "because", "relation"].map(Column::new).to_vec(),
        rows: alike(wrong).iter().map(row).collect(),
        shown: Shown::Everywhere,
    };
    let grid = Grid::new(&table, visible);
    lines.push(Line::default());
    for (at, line) in [&grid.headings].into_iter().chain(&grid.rows).enumerate() {
        let role = if at == 0 { Role::Dim } else { Role::Plain };
        lines.push(Line::of(role, &format!("  {}", grid.line(line, "  ").trim_end())));
    }
    lines.push(Line::default());
    lines
}
