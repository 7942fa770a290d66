//! What stands where in a picture: lines, areas and words, which three writers show alike.

use crate::pictures::font;
use crate::pictures::painted::visible;

/// A picture, and what it is about.
///
/// Units are points, of which 72 are an inch; y grows downwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) title: String,
    pub(super) about: String,
    pub(super) items: Vec<Item>,
}

/// A place.
pub(super) type Point = (f64, f64);

/// Red, green and blue, a byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour(pub u32);

impl Colour {
    pub(super) const WHITE: Colour = Colour(0xFF_FF_FF);
    pub(super) const INK: Colour = Colour(0x1A_1A_1A);
    pub(super) const GRID: Colour = Colour(0xDD_DD_DD);
    pub(super) const AXIS: Colour = Colour(0x55_55_55);

    /// From 0 to 1.
    pub(super) fn parts(self) -> [f64; 3] {
        [16, 8, 0].map(|shift| f64::from((self.0 >> shift) & 0xFF) / 255.0)
    }
}

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pen {
    pub colour: Colour,
    pub width: f64,
    /// Lengths of dashes and gaps in turn; none for a line without gaps.
    pub dashes: &'static [f64],
}

impl Pen {
    pub(super) fn new(colour: Colour, width: f64) -> Pen {
        Pen { colour, width, dashes: &[] }
    }
}

/// A thing in a picture; later ones cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    /// From point to point.
    Line { points: Vec<Point>, pen: Pen },
    /// A closed shape, filled and with its edge drawn.
    Area { corners: Vec<Point>, fill: Colour, opacity: f64, edge: Option<Pen> },
    /// A circle.
    Disc { centre: Point, radius: f64, fill: Colour, edge: Pen },
    /// Words; `turned` ones run upwards.
    Text { at: Point, text: String, size: f64, anchor: Anchor, turned: bool, colour: Colour },
}

impl Picture {
    pub(super) fn new(width: f64, height: f64, title: &str, about: &str) -> Picture {
        let (title, about) = (visible(title), visible(about));
        Picture { width, height, title, about, items: Vec::new() }
    }

    pub(super) fn line(&mut self, points: &[Point], pen: Pen) {
        self.items.push(Item::Line { points: points.to_vec(), pen });
    }

    pub(super) fn text(&mut self, at: Point, text: &str, size: f64, anchor: Anchor) {
        let text = visible(text);
        self.items.push(Item::Text { at, text, size, anchor, turned: false, colour: Colour::INK });
    }

    pub(super) fn turned_text(&mut self, at: Point, text: &str, size: f64) {
        let (text, anchor) = (visible(text), Anchor::Middle);
        self.items.push(Item::Text { at, text, size, anchor, turned: true, colour: Colour::INK });
    }

    /// Letters in it that the font does not have: in a PDF or PNG they are empty boxes.
    pub fn missing_letters(&self) -> Vec<char> {
        let mut missing = Vec::new();
        for item in &self.items {
            let Item::Text { text, .. } = item else { continue };
            for letter in font::written(text).filter(|letter| !font::has(*letter)) {
                if !missing.contains(&letter) {
                    missing.push(letter);
                }
            }
        }
        missing
    }
}

/// How far left of its place a text begins.
pub(super) fn before(text: &str, size: f64, anchor: Anchor) -> f64 {
    match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => font::width(text, size) / 2.0,
        Anchor::End => font::width(text, size),
    }
}
