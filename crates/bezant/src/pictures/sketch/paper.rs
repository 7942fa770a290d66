//! A drawing as a picture of plain lines and words, for PDF and PNG.

use crate::pictures::mark::Mark;
use crate::pictures::picture::{Anchor, Colour, Item, Pen, Picture, Point};
use crate::pictures::sketch::svg::{bend, tip};
use crate::pictures::sketch::{Lettering, Shape, Sketch, Spot};

impl Sketch {
    /// The drawing on white paper.
    pub fn picture(&self) -> Picture {
        let mut picture = Picture::new(self.width(), self.height(), &self.title, &self.about);
        for mark in Mark::ALL {
            self.paint_lines(mark, &mut picture);
        }
        for shape in &self.shapes {
            match shape {
                Shape::Tip { at, way, mark } => {
                    let corners = tip(*at, *way).map(point).to_vec();
                    let fill = mark.look().colour;
                    picture.items.push(Item::Area { corners, fill, opacity: 1.0, edge: None });
                }
                Shape::Text { middle, base, text, kind, mark, .. } => {
                    let size = f64::from(kind.size()) / 10.0;
                    let is_small = matches!(kind, Lettering::Tag | Lettering::Note);
                    let colour = match mark {
                        Mark::Matched if is_small => Mark::Aside.look().colour,
                        Mark::Matched => Colour::INK,
                        other => other.look().colour,
                    };
                    picture.coloured_text(point((*middle, *base)), text, size, colour);
                }
                Shape::Line { .. } | Shape::Frame { .. } => {}
            }
        }
        picture
    }

    /// The drawing as PNG, of 288 dots an inch, of fewer where it would be too large.
    pub fn to_png(&self) -> Vec<u8> {
        self.picture().to_png()
    }

    fn paint_lines(&self, mark: Mark, picture: &mut Picture) {
        let look = mark.look();
        let pen = Pen { colour: look.colour, width: look.width, dashes: look.dashes };
        let paper = Pen::new(Colour::WHITE, look.width / 3.0);
        let pens = if look.is_double { vec![pen, paper] } else { vec![pen] };
        for pen in pens {
            for shape in &self.shapes {
                match shape {
                    Shape::Line { spots, mark: it } if *it == mark => {
                        picture.line(&rounded(spots), pen);
                    }
                    Shape::Frame { left, top, width, height, mark: it } if *it == mark => {
                        let (right, bottom) = (left + width, top + height);
                        let ring = [(*left, *top), (right, *top), (right, bottom), (*left, bottom)];
                        let mut ring = ring.map(point).to_vec();
                        ring.push(ring[0]);
                        picture.line(&ring, pen);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// A text's place is its middle.
impl Picture {
    fn coloured_text(&mut self, at: Point, text: &str, size: f64, colour: Colour) {
        let text = text.to_string();
        self.items.push(Item::Text {
            at,
            text,
            size,
            anchor: Anchor::Middle,
            turned: false,
            colour,
        });
    }
}

fn point((x, y): Spot) -> Point {
    (f64::from(x) / 10.0, f64::from(y) / 10.0)
}

/// Lines for a round corner.
const STEPS: u32 = 4;

/// A line with its corners as many short pieces.
fn rounded(spots: &[Spot]) -> Vec<Point> {
    let mut points = Vec::with_capacity(spots.len());
    for (at, spot) in spots.iter().enumerate() {
        let neighbours =
            at.checked_sub(1).and_then(|before| spots.get(before)).zip(spots.get(at + 1));
        let Some([from, to]) = neighbours.and_then(|(before, after)| bend(*before, *spot, *after))
        else {
            points.push(point(*spot));
            continue;
        };
        let (from, corner, to) = (point(from), point(*spot), point(to));
        for step in 0..=STEPS {
            let t = f64::from(step) / f64::from(STEPS);
            let mix = |a: f64, b: f64, c: f64| {
                (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c
            };
            points.push((mix(from.0, corner.0, to.0), mix(from.1, corner.1, to.1)));
        }
    }
    points
}
