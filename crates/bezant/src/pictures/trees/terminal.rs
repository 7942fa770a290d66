//! Two trees as lines for a terminal.

use unicode_width::UnicodeWidthStr;

use crate::pictures::mark::Mark;
use crate::pictures::painted::{Line, Role};
use crate::pictures::sides::LineCell;
use crate::pictures::trees::layout::{Piece, PlacedLine, TreeLayout};

pub(super) fn lines(layout: &TreeLayout) -> Vec<Line> {
    let mut lines = Vec::new();
    for piece in &layout.pieces {
        if let Some(heading) = &piece.heading {
            if !lines.is_empty() {
                lines.push(Line::default());
            }
            lines.push(Line::of(Role::Heading, heading));
        }
        let blanks = piece.columns.saturating_sub("gold".len() + "system".len()).max(2);
        lines.push(Line::of(Role::Dim, &format!("gold{}system", " ".repeat(blanks))));
        lines.extend(rows(piece));
    }
    let explained = [
        (Mark::Missing, "missing"),
        (Mark::Extra, "extra"),
        (Mark::Crossing, "extra and crossing gold"),
        (Mark::Aside, "not counted"),
    ];
    let mut legend = Line::default();
    for (mark, meaning) in explained {
        if layout.drawn[mark as usize] > 0 {
            legend.push(Role::Plain, if legend.0.is_empty() { "" } else { "   " });
            legend.push(role(mark), &mark.sign("X"));
            legend.push(Role::Dim, &format!(" {meaning}"));
        }
    }
    if layout.pieces.iter().any(|piece| !piece.roofs.is_empty()) {
        legend.push(Role::Plain, if legend.0.is_empty() { "" } else { "   " });
        legend.push(Role::Dim, "◁ ▷ folded");
    }
    if !legend.0.is_empty() {
        lines.push(legend);
    }
    lines.extend(layout.notes.iter().map(|(mark, note)| match mark {
        None => Line::of(Role::Dim, note),
        Some(mark) => Line::of(role(*mark), &format!("  {note}")),
    }));
    lines
}

fn role(mark: Mark) -> Role {
    match mark {
        Mark::Aside => Role::Dim,
        Mark::Matched => Role::Plain,
        Mark::Highlighted => Role::Good,
        Mark::Missing => Role::Missing,
        Mark::Extra => Role::Extra,
        Mark::Crossing => Role::Crossing,
    }
}

/// Lines are no more than what they lead to, unless that is wrong.
fn line_role(mark: Mark) -> Role {
    if mark.is_error() { role(mark) } else { Role::Dim }
}

/// A text in a row: where it begins, how wide it is, what it is.
type Placed = (usize, usize, Role, String);

fn rows(piece: &Piece) -> Vec<Line> {
    let n_rows = piece.words.len();
    let mut cells = vec![vec![(LineCell::default(), Mark::Aside); piece.columns]; n_rows];
    piece.lines.iter().for_each(|line| trace(line, &mut cells));
    let mut texts: Vec<Vec<Placed>> = vec![Vec::new(); n_rows];
    for (row, words) in piece.words.iter().enumerate() {
        let role = match words.is_in {
            [true, false] => Role::Missing,
            [false, true] => Role::Extra,
            _ if words.counts => Role::Strong,
            _ => Role::Dim,
        };
        texts[row].push((words.column, words.text.width(), role, words.text.clone()));
    }
    for label in &piece.labels {
        let placed = (label.column, label.width, role(label.mark), label.text.clone());
        texts[label.row].push(placed);
    }
    for roof in &piece.roofs {
        let shown = if roof.opens_left { "▷" } else { "◁" };
        texts[roof.row].push((roof.column, 1, line_role(roof.mark), shown.to_string()));
    }
    let both = cells.iter().zip(&mut texts);
    both.map(|(cells, texts)| {
        texts.sort_by_key(|(column, ..)| *column);
        row(cells, texts)
    })
    .collect()
}

fn row(cells: &[(LineCell, Mark)], texts: &[Placed]) -> Line {
    let mut parts: Vec<(Role, String)> = Vec::new();
    let mut push = |role: Role, text: &str| match parts.last_mut() {
        Some((last, all)) if *last == role => all.push_str(text),
        _ => parts.push((role, text.to_string())),
    };
    let mut texts = texts.iter().peekable();
    let mut column = 0;
    while column < cells.len() {
        if let Some((_, width, role, text)) = texts.next_if(|(at, ..)| *at == column) {
            push(*role, text);
            column += (*width).max(1);
            continue;
        }
        let (place, mark) = cells[column];
        match place.shown() {
            ' ' => push(Role::Plain, " "),
            shown => push(line_role(mark), shown.encode_utf8(&mut [0; 4])),
        }
        column += 1;
    }
    Line(parts).trimmed()
}

/// Marks the cells that a line runs through; what is wrong is painted over what is not.
fn trace(line: &PlacedLine, cells: &mut [Vec<(LineCell, Mark)>]) {
    let ((from, first), (to, last)) = (line.from, line.to);
    if first == last {
        for half in from..to {
            let (place, mark) = &mut cells[first][half / 2];
            if half % 2 == 0 {
                place.left = true
            } else {
                place.right = true
            }
            *mark = line.mark.max(*mark);
        }
    } else {
        for (row, cells) in cells.iter_mut().enumerate().take(last + 1).skip(first) {
            let (place, mark) = &mut cells[from / 2];
            place.up |= row > first;
            place.down |= row < last;
            *mark = line.mark.max(*mark);
        }
    }
}
