//! Where words, labels and lines of a drawing stand, and what each is: plain data, of which SVG, PDF,
//! PNG and pages are made alike.
//!
//! Places are whole tenths of a point, of which 72 are an inch; y grows downwards. So the same drawing
//! is the same bytes everywhere.

#[cfg(test)]
pub(super) mod check;
mod paper;
mod svg;

use std::sync::OnceLock;

use serde::Serialize;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthChar;

use crate::pictures::font;
use crate::pictures::mark::Mark;
use crate::pictures::painted::visible;

pub(crate) use svg::SKETCH_STYLE;

/// Across and down.
pub(super) type Spot = (i32, i32);

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) title: String,
    pub(super) about: String,
    pub(super) shapes: Vec<Shape>,
}

/// A thing in a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// From spot to spot; corners are round where it turns at a right angle.
    Line { spots: Vec<Spot>, mark: Mark },
    /// The end of an arrow.
    Tip { at: Spot, way: Way, mark: Mark },
    /// Around a label.
    Frame { left: i32, top: i32, width: i32, height: i32, mark: Mark },
    /// Words, around their middle, on a line.
    Text { middle: i32, base: i32, width: i32, text: String, kind: Lettering, mark: Mark },
}

/// Where an arrow points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) enum Way {
    Up,
    Down,
    Left,
    Right,
}

/// What letters are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) enum Lettering {
    /// A word of the sentence.
    Word,
    /// Its tag.
    Tag,
    /// A label of a phrase.
    Phrase,
    /// A relation, in the line of its arc.
    Relation,
    /// Who drew this, where it goes on, what marks mean.
    Note,
}

impl Lettering {
    pub(super) const ALL: [Lettering; 5] =
        [Lettering::Word, Lettering::Tag, Lettering::Phrase, Lettering::Relation, Lettering::Note];

    /// In tenths of a point.
    pub(super) fn size(self) -> i32 {
        match self {
            Lettering::Word => 105,
            Lettering::Phrase => 95,
            Lettering::Relation => 80,
            Lettering::Note => 75,
            Lettering::Tag => 70,
        }
    }

    /// How far letters reach above the line they stand on.
    pub(super) fn above(self) -> i32 {
        self.size() * 4 / 5
    }

    /// And below.
    pub(super) fn below(self) -> i32 {
        self.size() / 4
    }

    /// From the middle of letters to the line they stand on.
    pub(super) fn half(self) -> i32 {
        (self.above() - self.below()) / 2
    }

    pub(super) fn class(self) -> &'static str {
        match self {
            Lettering::Word => "word",
            Lettering::Tag => "tag",
            Lettering::Phrase => "phrase",
            Lettering::Relation => "relation",
            Lettering::Note => "note",
        }
    }

    /// How wide a text is. Letters that our font does not have are as wide as they are in most.
    pub(super) fn width(self, text: &str) -> i32 {
        // Letters of English are looked up once.
        static KNOWN: OnceLock<Vec<f64>> = OnceLock::new();
        let look_up = |letter: char| match font::has(letter) {
            true => font::advance(font::glyph(letter)),
            false => 560.0 * letter.width().unwrap_or(0) as f64,
        };
        let known = KNOWN.get_or_init(|| (0..128u8).map(|byte| look_up(byte.into())).collect());
        let letter =
            |letter: char| known.get(letter as usize).copied().unwrap_or_else(|| look_up(letter));
        let thousandths: f64 = font::written(text).map(letter).sum();
        (thousandths * f64::from(self.size()) / 1000.0).ceil() as i32
    }

    /// A text that is at most so wide; an ellipsis stands for what does not fit.
    pub(super) fn clipped(self, text: &str, most: i32) -> String {
        if self.width(text) <= most {
            return text.to_string();
        }
        let mut shown = String::new();
        let mut wide = self.width("…");
        for letter in text.chars() {
            wide += self.width(letter.encode_utf8(&mut [0; 4]));
            if wide > most {
                break;
            }
            shown.push(letter);
        }
        shown.trim_end().to_string() + "…"
    }
}

/// No word or label is wider.
pub(super) const WIDEST: i32 = 1500;

/// Text from files as it may stand in a drawing: in one piece, and without marks that would turn
/// what is around it.
pub(super) fn shown(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    visible(text)
        .replace(turns, "")
        .replace(['\u{2028}', '\u{2029}', '\u{FFFE}', '\u{FFFF}'], "\u{FFFD}")
}

impl Sketch {
    pub(super) fn new(title: &str, about: &str) -> Sketch {
        Sketch { title: shown(title), about: shown(about), ..Sketch::default() }
    }

    /// How wide it is, in points.
    pub(crate) fn width(&self) -> f64 {
        f64::from(self.width) / 10.0
    }

    /// How high it is, in points.
    pub(crate) fn height(&self) -> f64 {
        f64::from(self.height) / 10.0
    }

    pub(super) fn line(&mut self, spots: &[Spot], mark: Mark) {
        self.shapes.push(Shape::Line { spots: spots.to_vec(), mark });
    }

    pub(super) fn tip(&mut self, at: Spot, way: Way, mark: Mark) {
        self.shapes.push(Shape::Tip { at, way, mark });
    }

    /// A text around its middle; what is too wide is clipped.
    pub(super) fn text(&mut self, (middle, base): Spot, text: &str, kind: Lettering, mark: Mark) {
        let text = kind.clipped(&shown(text), WIDEST);
        let width = kind.width(&text);
        self.shapes.push(Shape::Text { middle, base, width, text, kind, mark });
    }

    /// A text with its frame, if its mark has one.
    pub(super) fn label(&mut self, (middle, base): Spot, text: &str, kind: Lettering, mark: Mark) {
        self.text((middle, base), text, kind, mark);
        if let Some(Shape::Text { width, .. }) = self.shapes.last()
            && mark.is_framed()
        {
            let (width, height) = (width + 2 * FRAME, kind.above() + kind.below() + FRAME);
            let (left, top) = (middle - width / 2, base - kind.above() - FRAME / 2);
            self.shapes.push(Shape::Frame { left, top, width, height, mark });
        }
    }

    /// A text that begins at a place.
    pub(super) fn note(&mut self, (left, base): Spot, text: &str, mark: Mark) -> i32 {
        let kind = Lettering::Note;
        let width = kind.width(&shown(text));
        self.shapes.push(Shape::Text {
            middle: left + width / 2,
            base,
            width,
            text: shown(text),
            kind,
            mark,
        });
        width
    }

    /// The same so far to the right and down.
    pub(super) fn moved(mut self, right: i32, down: i32) -> Sketch {
        let spot = |(x, y): &mut Spot| (*x, *y) = (*x + right, *y + down);
        for shape in &mut self.shapes {
            match shape {
                Shape::Line { spots, .. } => spots.iter_mut().for_each(spot),
                Shape::Tip { at, .. } => spot(at),
                Shape::Frame { left, top, .. } => (*left, *top) = (*left + right, *top + down),
                Shape::Text { middle, base, .. } => {
                    (*middle, *base) = (*middle + right, *base + down);
                }
            }
        }
        self
    }

    /// Turned around, so that what was left is right, as sentences of some scripts run.
    pub(super) fn mirrored(mut self) -> Sketch {
        let wide = self.width;
        for shape in &mut self.shapes {
            match shape {
                Shape::Line { spots, .. } => {
                    spots.iter_mut().for_each(|spot| spot.0 = wide - spot.0)
                }
                Shape::Tip { at, way, .. } => {
                    at.0 = wide - at.0;
                    *way = match *way {
                        Way::Left => Way::Right,
                        Way::Right => Way::Left,
                        other => other,
                    };
                }
                Shape::Frame { left, width, .. } => *left = wide - *left - *width,
                Shape::Text { middle, .. } => *middle = wide - *middle,
            }
        }
        self
    }

    /// The same with its title above it.
    pub fn with_title(self) -> Sketch {
        let (width, height, title) = (self.width, self.height, self.title.clone());
        let mut all = self.moved(0, 100);
        let title = Lettering::Note.clipped(&title, 8000);
        all.width = width.max(all.note((80, 120), &title, Mark::Matched) + 160);
        all.height = height + 100;
        all
    }

    /// Drawings below each other.
    pub fn stacked(title: &str, sketches: Vec<Sketch>) -> Sketch {
        let mut all = Sketch::new(title, "");
        for mut sketch in sketches {
            if !sketch.about.is_empty() {
                all.about.push_str(if all.about.is_empty() { "" } else { " " });
                all.about.push_str(&sketch.about);
            }
            let (width, height) = (sketch.width, sketch.height);
            sketch = sketch.moved(0, all.height);
            all.shapes.append(&mut sketch.shapes);
            all.width = all.width.max(width);
            all.height += height;
        }
        all
    }

    /// Adds a line of samples below, one for each mark that something has.
    pub(super) fn add_legend(&mut self, left: i32, words: impl Fn(Mark) -> &'static str) {
        let used = |mark: &Mark| {
            self.shapes.iter().any(|shape| match shape {
                Shape::Line { mark: it, .. } | Shape::Frame { mark: it, .. } => it == mark,
                Shape::Text { .. } | Shape::Tip { .. } => false,
            })
        };
        let marks: Vec<Mark> =
            Mark::ALL.into_iter().filter(|mark| *mark != Mark::Matched && used(mark)).collect();
        if marks.is_empty() {
            return;
        }
        let (mut x, base) = (left, self.height + 60);
        for mark in marks {
            let middle = base - Lettering::Note.half();
            self.line(&[(x, middle), (x + 200, middle)], mark);
            x += 240 + self.note((x + 240, base), words(mark), Mark::Matched) + 160;
        }
        self.width = self.width.max(x - 160 + left);
        self.height = base + 60;
    }

    /// Letters in it that our font does not have: in a PDF or PNG they are empty boxes.
    pub fn missing_letters(&self) -> Vec<char> {
        let mut missing = std::collections::BTreeSet::new();
        for shape in &self.shapes {
            if let Shape::Text { text, .. } = shape {
                missing.extend(font::written(text).filter(|letter| !font::has(*letter)));
            }
        }
        missing.into_iter().collect()
    }

    /// The drawing for a program that paints it, as a page does: texts by their numbers in a list,
    /// marks and kinds by theirs in the lists that [`Sketch::key`] has.
    ///
    /// A shape is an array. `[0, mark, x, y, x, y, …]` is a line, `[1, mark, x, y, way]` an arrow's
    /// end, `[2, mark, left, top, width, height]` a frame, `[3, mark, middle, base, width, kind, text]`
    /// a text. Places are tenths of a point.
    pub(crate) fn to_json(&self) -> Value {
        let mut texts: Vec<&str> = Vec::new();
        let mut known = std::collections::BTreeMap::new();
        let mut shapes: Vec<Value> = Vec::with_capacity(self.shapes.len());
        for shape in &self.shapes {
            let numbers: Vec<i64> = match shape {
                Shape::Line { spots, mark } => [0, *mark as i64]
                    .into_iter()
                    .chain(spots.iter().flat_map(|(x, y)| [i64::from(*x), i64::from(*y)]))
                    .collect(),
                Shape::Tip { at: (x, y), way, mark } => {
                    vec![1, *mark as i64, (*x).into(), (*y).into(), *way as i64]
                }
                Shape::Frame { left, top, width, height, mark } => vec![
                    2,
                    *mark as i64,
                    (*left).into(),
                    (*top).into(),
                    (*width).into(),
                    (*height).into(),
                ],
                Shape::Text { middle, base, width, text, kind, mark } => {
                    let at = *known.entry(text.as_str()).or_insert_with(|| {
                        texts.push(text);
                        texts.len() as i64 - 1
                    });
                    let (middle, base, width) = ((*middle).into(), (*base).into(), (*width).into());
                    vec![3, *mark as i64, middle, base, width, *kind as i64, at]
                }
            };
            shapes.push(numbers.into());
        }
        json!({"w": self.width, "h": self.height, "t": texts, "s": shapes})
    }

    /// What the numbers of [`Sketch::to_json`] stand for: marks, kinds of text with their sizes, ways.
    pub(crate) fn key() -> Value {
        let marks = Mark::ALL.map(|mark| {
            let look = mark.look();
            json!({"name": mark.class(), "width": look.width, "dashes": look.dashes, "double": look.is_double})
        });
        let kinds = Lettering::ALL
            .map(|kind| json!({"name": kind.class(), "size": f64::from(kind.size()) / 10.0}));
        json!({"marks": marks, "kinds": kinds, "ways": [Way::Up, Way::Down, Way::Left, Way::Right]})
    }
}

/// From letters to their frame, at the sides.
pub(super) const FRAME: i32 = 20;
