//! The letters that we bring along.

use std::sync::OnceLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::pictures::script;

/// The whole font, as files keep it.
pub(super) const FILE: &[u8] = include_bytes!("font/plain.ttf");

/// What it is called in a PDF.
pub(super) const NAME: &str = "DejaVuSansCondensed";

/// Points of an outline, each ring closed. Letters are one unit high.
pub(super) type Rings = Vec<Vec<(f64, f64)>>;

/// The font, ready to be asked.
pub(super) fn face() -> &'static Face<'static> {
    static FACE: OnceLock<Face<'static>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(FILE, 0).expect("the font we bring along is sound"))
}

/// The letter's number in the font; that of an empty box where the font does not have it.
pub(super) fn glyph(letter: char) -> GlyphId {
    face().glyph_index(letter).unwrap_or(GlyphId(0))
}

/// Whether the font has a letter.
pub(super) fn has(letter: char) -> bool {
    face().glyph_index(letter).is_some()
}

/// How far a letter moves the next one, in thousandths of its size.
pub(super) fn advance(glyph: GlyphId) -> f64 {
    let units = f64::from(face().glyph_hor_advance(glyph).unwrap_or(0));
    1000.0 * units / f64::from(face().units_per_em())
}

/// How wide a text is.
pub(super) fn width(text: &str, size: f64) -> f64 {
    written(text).map(|letter| advance(glyph(letter))).sum::<f64>() * size / 1000.0
}

/// The letters of a text as they stand beside each other, from left to right.
pub(super) fn written(text: &str) -> impl Iterator<Item = char> {
    script::written(text).into_iter()
}

/// A text that is at most so wide; an ellipsis stands for what does not fit.
pub(super) fn clipped(text: &str, size: f64, most: f64) -> String {
    if width(text, size) <= most {
        return text.to_string();
    }
    let mut shown = String::new();
    let mut wide = width("…", size);
    for letter in text.chars() {
        wide += advance(glyph(letter)) * size / 1000.0;
        if wide > most {
            break;
        }
        shown.push(letter);
    }
    shown.trim_end().to_string() + "…"
}

/// A letter's outline, its first point at the left end of the line that letters stand on; y grows
/// upwards.
pub(super) fn outline(glyph: GlyphId) -> Rings {
    let mut rings = Flat { scale: 1.0 / f64::from(face().units_per_em()), rings: Vec::new() };
    // A blank has none.
    let _ = face().outline_glyph(glyph, &mut rings);
    rings.rings
}

/// Makes straight lines of curves.
struct Flat {
    scale: f64,
    rings: Rings,
}

/// Lines for a curve: letters are some dozens of dots high.
const STEPS: u32 = 6;

impl Flat {
    fn point(&self, x: f32, y: f32) -> (f64, f64) {
        (f64::from(x) * self.scale, f64::from(y) * self.scale)
    }

    fn push(&mut self, point: (f64, f64)) {
        if let Some(ring) = self.rings.last_mut() {
            ring.push(point);
        }
    }

    fn last(&self) -> (f64, f64) {
        self.rings.last().and_then(|ring| ring.last()).copied().unwrap_or_default()
    }
}

impl OutlineBuilder for Flat {
    fn move_to(&mut self, x: f32, y: f32) {
        let start = self.point(x, y);
        self.rings.push(vec![start]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push(self.point(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (from, bend, to) = (self.last(), self.point(x1, y1), self.point(x, y));
        for step in 1..=STEPS {
            let t = f64::from(step) / f64::from(STEPS);
            let mix = |a: f64, b: f64, c: f64| {
                (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c
            };
            self.push((mix(from.0, bend.0, to.0), mix(from.1, bend.1, to.1)));
        }
    }

    /// Fonts of this kind have none; a line through its bends is near enough.
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.line_to(x1, y1);
        self.line_to(x2, y2);
        self.line_to(x, y);
    }

    fn close(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_widths_and_outlines() {
        assert_eq!(width("", 10.0), 0.0);
        assert!((width("aa", 10.0) - 2.0 * width("a", 10.0)).abs() < 1e-9);
        assert!(width("i", 10.0) < width("m", 10.0));
        // Digits of a column stand below each other.
        assert!((width("111", 9.0) - width("908", 9.0)).abs() < 1e-9);
        assert_eq!(outline(glyph(' ')).len(), 0);
        assert_eq!(outline(glyph('o')).len(), 2, "inside and outside");
        assert!(has('é') && has('ł') && has('λ') && has('я') && has('−') && !has('語'));
    }

    #[test]
    fn what_is_too_wide_is_clipped() {
        assert_eq!(clipped("short", 9.0, 100.0), "short");
        let clipped = clipped("a-very-long-name-of-a-system", 9.0, 60.0);
        assert!(clipped.ends_with('…') && width(&clipped, 9.0) <= 60.0, "{clipped}");
    }
}
