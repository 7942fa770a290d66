//! Two trees as SVG. What became of a bracket is told by colour, by sign and by the shape of its
//! lines.

use std::fmt::Write;

use crate::pictures::escape;
use crate::pictures::trees::Mark;
use crate::pictures::trees::layout::{Piece, TreeLayout};

/// How large a column and a row are, in the picture's units.
const COLUMN: usize = 10;
const ROW: usize = 24;
const MARGIN: usize = 12;

/// Letters are narrower than their columns, so that wide fonts fit, too. Selectors are plain: what
/// makes other pictures of SVG knows no others. Pages may hold several pictures, and text of their own.
const STYLE: &str = "\
.trees text{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:14px;fill:#1f2328}\
.trees line,.trees path,.trees rect{stroke:#8c959f;stroke-width:1.2;fill:none}\
.trees line.aside,.trees path.aside{stroke:#afb8c1}\
.trees text.aside{fill:#6e7781}\
.trees text.missing{fill:#0a5fc2;font-weight:bold}\
.trees text.extra{fill:#a04a00;font-weight:bold}\
.trees text.crossing{fill:#c4162a;font-weight:bold}\
.trees line.missing,.trees path.missing,.trees rect.missing{stroke:#0a5fc2;stroke-width:2;stroke-dasharray:6 3}\
.trees line.extra,.trees path.extra,.trees rect.extra{stroke:#a04a00;stroke-width:2.4}\
.trees line.crossing,.trees path.crossing,.trees rect.crossing{stroke:#c4162a;stroke-width:2.4;stroke-dasharray:2 3}\
@media (prefers-color-scheme:dark){\
.trees text{fill:#e6edf3}.trees text.aside{fill:#9198a1}\
.trees text.missing{fill:#6cb0ff}.trees text.extra{fill:#f0a35e}.trees text.crossing{fill:#ff7b72}\
.trees line.missing,.trees path.missing,.trees rect.missing{stroke:#6cb0ff}\
.trees line.extra,.trees path.extra,.trees rect.extra{stroke:#f0a35e}\
.trees line.crossing,.trees path.crossing,.trees rect.crossing{stroke:#ff7b72}}";

fn class(mark: Mark) -> &'static str {
    match mark {
        Mark::Aside => "aside",
        Mark::Matched => "matched",
        Mark::Missing => "missing",
        Mark::Extra => "extra",
        Mark::Crossing => "crossing",
    }
}

pub(super) fn svg(layout: &TreeLayout, title: &str) -> String {
    let columns = layout.pieces.iter().map(|piece| piece.columns).max().unwrap_or(0);
    let mut body = String::new();
    let mut row = 0;
    for piece in &layout.pieces {
        if let Some(heading) = &piece.heading {
            text(&mut body, "aside", (0, row), heading);
            row += 1;
        }
        text(&mut body, "aside", (0, row), "gold");
        text(&mut body, "aside", (piece.columns.saturating_sub("system".len()), row), "system");
        row += 1;
        draw(&mut body, piece, row);
        row += piece.words.len() + 1;
    }
    let mut about = legend(layout);
    about.extend(layout.notes.iter().map(|(_, note)| note.clone()));
    for line in &about {
        text(&mut body, "aside", (0, row), line);
        row += 1;
    }
    let widest = about.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (width, height) = (columns.max(widest) * COLUMN + 2 * MARGIN, row * ROW + 2 * MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"trees\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n\
         <style>{STYLE}</style>\n{body}</svg>\n",
        escape(title),
        escape(&described(layout)),
    )
}

fn legend(layout: &TreeLayout) -> Vec<String> {
    let shown = Mark::ALL
        .into_iter()
        .filter(|mark| *mark != Mark::Matched && layout.drawn[*mark as usize] > 0);
    let legend: Vec<String> =
        shown.map(|mark| format!("{} {}", mark.sign("X"), mark.words())).collect();
    if legend.is_empty() { Vec::new() } else { vec![legend.join("   ")] }
}

/// What is drawn, in words: the sentence, and the brackets that only one side has.
fn described(layout: &TreeLayout) -> String {
    let counts = Mark::ALL.into_iter().filter(|mark| *mark != Mark::Aside);
    let counts: Vec<String> =
        counts.map(|mark| format!("{} {}", layout.drawn[mark as usize], mark.words())).collect();
    let words = layout.pieces.first().into_iter().flat_map(|piece| &piece.words);
    let words: Vec<&str> = words.map(|words| words.text.as_str()).collect();
    format!(
        "Gold's tree left of the words, the system's right of them: {}. {}",
        counts.join(", "),
        words.join(" ")
    )
}

/// A text that begins in a column of a row.
fn text(out: &mut String, class: &str, (column, row): (usize, usize), shown: &str) {
    let (x, y) = (MARGIN + column * COLUMN, MARGIN + row * ROW + ROW * 17 / 24);
    let _ = writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(shown));
}

fn draw(out: &mut String, piece: &Piece, above: usize) {
    let x = |half: usize| MARGIN + half * COLUMN / 2;
    let y = |row: usize| MARGIN + (above + row) * ROW + ROW / 2;
    // What is wrong is painted over what is not.
    let mut lines: Vec<_> = piece.lines.iter().filter(|line| line.from != line.to).collect();
    lines.sort_by_key(|line| line.mark);
    for line in lines {
        let ((from, first), (to, last)) = (line.from, line.to);
        let _ = writeln!(
            out,
            "<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            class(line.mark),
            x(from),
            y(first),
            x(to),
            y(last),
        );
    }
    for roof in &piece.roofs {
        let (left, right) = (x(2 * roof.column), x(2 * roof.column + 2));
        let (apex, base) = if roof.opens_left { (right, left) } else { (left, right) };
        let (middle, reach) = (y(roof.row), ROW / 3);
        let _ = writeln!(
            out,
            "<path class=\"{}\" d=\"M{apex} {middle}L{base} {}V{}Z\"/>",
            class(roof.mark),
            middle - reach,
            middle + reach,
        );
    }
    for label in &piece.labels {
        // As wide as the columns that are its own, whatever the font.
        let (column, row) = (label.column, above + label.row);
        let (x, y) = (MARGIN + column * COLUMN, MARGIN + row * ROW + ROW * 17 / 24);
        let _ = writeln!(
            out,
            "<text class=\"{}\" x=\"{}\" y=\"{y}\" textLength=\"{}\" \
             lengthAdjust=\"spacingAndGlyphs\">{}</text>",
            class(label.mark),
            x + 1,
            label.width * COLUMN - 2,
            escape(&label.text),
        );
        // A minus alone could be taken for a piece of a line.
        if label.mark.is_error() {
            let _ = writeln!(
                out,
                "<rect class=\"{}\" x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>",
                class(label.mark),
                MARGIN + row * ROW + 2,
                label.width * COLUMN,
                ROW - 4,
            );
        }
    }
    for (row, words) in piece.words.iter().enumerate() {
        let mark = match words.is_in {
            [true, false] => Mark::Missing,
            [false, true] => Mark::Extra,
            _ if words.counts => Mark::Matched,
            _ => Mark::Aside,
        };
        text(out, class(mark), (words.column, above + row), &words.text);
    }
}
