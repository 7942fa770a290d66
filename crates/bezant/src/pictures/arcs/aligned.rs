//! Two sentences with their arcs, one above the other, and lines between words that are the same.

use crate::pictures::arcs::ArcFigure;
use crate::pictures::arcs::layout::{MARGIN, MOST_IN_ROW, add_notes};
use crate::pictures::mark::Mark;
use crate::pictures::sketch::{Lettering, Shape, Sketch};

/// Two sentences whose words are joined: a text with its arcs above, and a hypothesis with its arcs below.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AlignedFigure {
    /// The upper sentence, whose arcs are above its words.
    pub text: ArcFigure,
    /// The lower sentence, whose arcs are below its words.
    pub hypothesis: ArcFigure,
    /// Words of both that are the same.
    pub links: Vec<(usize, usize)>,
}

/// Between the words of both.
const BAND: i32 = 420;

impl AlignedFigure {
    /// The drawing. Each sentence is one row, however wide: lines between them would run through the rows
    /// of one that is wrapped. Words of sentences that no row has room for are not joined.
    pub fn sketch(&self, title: &str) -> Sketch {
        let [(upper, _), (lower, _)] =
            [&self.text, &self.hypothesis].map(|figure| figure.rows(title, 100_000));
        let mut sketch = Sketch::new(title, &format!("{} {}", upper.about, lower.about));
        let (tops, bottoms) = (words(&upper), words(&lower));
        let is_row = |words: &[i32]| words.len() <= MOST_IN_ROW;
        let links: Vec<(i32, i32)> = self
            .links
            .iter()
            .filter(|_| is_row(&tops) && is_row(&bottoms))
            .filter_map(|(top, bottom)| Some((*tops.get(*top)?, *bottoms.get(*bottom)?)))
            .collect();
        let width = upper.width.max(lower.width);
        // The shorter one stands below the middle of what it is joined with.
        let [from, to] = [width - lower.width, width - upper.width];
        let shift = match links.len() as i32 {
            0 => (from - to) / 2,
            n => links.iter().map(|(top, bottom)| top - bottom).sum::<i32>() / n,
        };
        let (right, upper_right) = (shift.clamp(0, from), (-shift).clamp(0, to));
        let down = upper.height - 2 * MARGIN + BAND;
        // There is nothing below the words of the one and above those of the other.
        let (start, end) = (upper.height - MARGIN - 35, down + MARGIN + 20);
        sketch.height = down + lower.height;
        sketch.width = width;
        sketch.shapes.extend(upper.moved(upper_right, 0).shapes);
        sketch.shapes.extend(lower.moved(right, down).shapes);
        for (top, bottom) in links {
            sketch.line(&[(top + upper_right, start), (bottom + right, end)], Mark::Aside);
        }
        let notes = [&self.text.notes, &self.hypothesis.notes].into_iter().flatten().cloned();
        add_notes(&mut sketch, &notes.collect::<Vec<_>>());
        sketch.add_legend(MARGIN, |mark| match mark {
            Mark::Aside => "the same word",
            Mark::Highlighted => "both have it",
            Mark::Missing => "missing: the text does not have it",
            other => other.meaning(),
        });
        sketch
    }
}

/// The middles of words.
fn words(sketch: &Sketch) -> Vec<i32> {
    let word = |shape: &Shape| match shape {
        Shape::Text { middle, kind: Lettering::Word, .. } => Some(*middle),
        _ => None,
    };
    sketch.shapes.iter().filter_map(word).collect()
}
