//! A drawing as SVG: what things are, as classes; how they look, as one style with variables.

use std::fmt::Write;

use crate::pictures::escape;
use crate::pictures::mark::Mark;
use crate::pictures::picture::Colour;
use crate::pictures::sketch::{Lettering, Shape, Sketch, Spot, Way};

/// How drawings look, for a page that has several of them: on white and on black as the reader's system
/// says, or by a class `light` or `dark` on something around them.
pub(crate) const SKETCH_STYLE: &str = include_str!("style.css");

/// How far the bends of round corners are from them, in tenths of a point.
pub(super) const ROUND: i32 = 40;

impl Sketch {
    /// The drawing as SVG with its style. It has no scripts, and nothing in it is fetched. Programs
    /// that know no variables see the colours of white paper.
    pub fn to_svg(&self) -> String {
        self.svg(true)
    }

    /// The same without its style, for a page that has `SKETCH_STYLE` already.
    pub(crate) fn to_svg_without_style(&self) -> String {
        self.svg(false)
    }

    fn svg(&self, is_alone: bool) -> String {
        let (width, height) = (tenths(self.width), tenths(self.height));
        // Writing to a string cannot fail.
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"bezant\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}pt\" height=\"{height}pt\" role=\"img\" \
             font-family=\"'DejaVu Sans Condensed', Arial, Helvetica, sans-serif\">\n"
        );
        let _ = writeln!(out, "<title>{}</title>", escape(&self.title));
        if !self.about.is_empty() {
            let _ = writeln!(out, "<desc>{}</desc>", escape(&self.about));
        }
        if is_alone {
            let _ = writeln!(out, "<style>{SKETCH_STYLE}</style>");
            out.push_str(
                "<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n",
            );
        }
        out.push_str("<g class=\"lines\" fill=\"none\" stroke-linejoin=\"round\">\n");
        for mark in Mark::ALL {
            self.lines(mark, &mut out);
        }
        out.push_str("</g>\n<g class=\"tips\">\n");
        for mark in Mark::ALL {
            self.tips(mark, &mut out);
        }
        out.push_str("</g>\n<g class=\"texts\" text-anchor=\"middle\">\n");
        self.texts(&mut out);
        out.push_str("</g>\n</svg>\n");
        out
    }

    /// Lines and frames of a mark as one path, those that are double with paper inside.
    fn lines(&self, mark: Mark, out: &mut String) {
        let mut path = String::new();
        for shape in &self.shapes {
            match shape {
                Shape::Line { spots, mark: it } if *it == mark => push_line(&mut path, spots),
                Shape::Frame { left, top, width, height, mark: it } if *it == mark => {
                    push_frame(&mut path, (*left, *top), (*width, *height));
                }
                _ => {}
            }
        }
        if path.is_empty() {
            return;
        }
        let look = mark.look();
        let dashes: Vec<String> = look.dashes.iter().map(ToString::to_string).collect();
        let dashes = match dashes.is_empty() {
            true => String::new(),
            false => format!(" stroke-dasharray=\"{}\"", dashes.join(" ")),
        };
        let (class, width, colour) = (mark.class(), look.width, hex(look.colour));
        let _ = writeln!(
            out,
            "<path class=\"{class}\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes} d=\"{path}\"/>"
        );
        if look.is_double {
            let width = look.width / 3.0;
            let _ = writeln!(
                out,
                "<path class=\"inner\" stroke=\"#FFFFFF\" stroke-width=\"{width:.1}\" d=\"{path}\"/>"
            );
        }
    }

    fn tips(&self, mark: Mark, out: &mut String) {
        let mut path = String::new();
        for shape in &self.shapes {
            if let Shape::Tip { at, way, mark: it } = shape
                && *it == mark
            {
                let [one, two, three] = tip(*at, *way).map(spot);
                let _ = write!(path, "M{one}L{two}L{three}Z");
            }
        }
        if !path.is_empty() {
            let (class, colour) = (mark.class(), hex(mark.look().colour));
            let _ = writeln!(out, "<path class=\"{class}\" fill=\"{colour}\" d=\"{path}\"/>");
        }
    }

    fn texts(&self, out: &mut String) {
        for wanted in Lettering::ALL {
            let of_kind = |shape: &&Shape| matches!(shape, Shape::Text { kind, text, .. } if *kind == wanted && !text.is_empty());
            let mut texts = self.shapes.iter().filter(of_kind).peekable();
            if texts.peek().is_none() {
                continue;
            }
            let _ = writeln!(out, "<g font-size=\"{}\">", tenths(wanted.size()));
            for shape in texts {
                let Shape::Text { middle, base, width, text, kind, mark } = shape else { continue };
                let is_grey =
                    *mark == Mark::Matched && matches!(kind, Lettering::Tag | Lettering::Note);
                let colour = match (is_grey, *mark) {
                    (true, _) => Mark::Aside.look().colour,
                    (_, Mark::Matched) => Colour::INK,
                    (_, other) => other.look().colour,
                };
                // As wide as the room that is kept for it, whatever the font.
                let _ = writeln!(
                    out,
                    "<text class=\"{} {}\" x=\"{}\" y=\"{}\" textLength=\"{}\" \
                     lengthAdjust=\"spacingAndGlyphs\" fill=\"{}\">{}</text>",
                    kind.class(),
                    mark.class(),
                    tenths(*middle),
                    tenths(*base),
                    tenths(*width),
                    hex(colour),
                    escape(text),
                );
            }
            out.push_str("</g>\n");
        }
    }
}

/// The corners of an arrow's end, its point first.
pub(super) fn tip((x, y): Spot, way: Way) -> [Spot; 3] {
    let (long, half) = (50, 24);
    match way {
        Way::Down => [(x, y), (x - half, y - long), (x + half, y - long)],
        Way::Up => [(x, y), (x - half, y + long), (x + half, y + long)],
        Way::Left => [(x, y), (x + long, y - half), (x + long, y + half)],
        Way::Right => [(x, y), (x - long, y - half), (x - long, y + half)],
    }
}

/// Where a corner's bend begins and ends, if it is one of a right angle.
pub(super) fn bend(before: Spot, corner: Spot, after: Spot) -> Option<[Spot; 2]> {
    let step = |from: Spot, to: Spot| (to.0 - from.0, to.1 - from.1);
    let (there, here) = (step(corner, before), step(corner, after));
    let is_square = (there.0 == 0 && here.1 == 0) || (there.1 == 0 && here.0 == 0);
    let length = |(x, y): Spot| x.abs() + y.abs();
    let radius = ROUND.min(length(there) / 2).min(length(here) / 2);
    let near = |way: Spot| (corner.0 + way.0.signum() * radius, corner.1 + way.1.signum() * radius);
    (is_square && radius > 0).then(|| [near(there), near(here)])
}

fn push_line(path: &mut String, spots: &[Spot]) {
    for (at, place) in spots.iter().enumerate() {
        let neighbours =
            at.checked_sub(1).and_then(|before| spots.get(before)).zip(spots.get(at + 1));
        let bent = neighbours.and_then(|(before, after)| bend(*before, *place, *after));
        let _ = match (at, bent) {
            (0, _) => write!(path, "M{}", spot(*place)),
            (_, None) => write!(path, "L{}", spot(*place)),
            (_, Some([from, to])) => {
                write!(path, "L{}Q{} {}", spot(from), spot(*place), spot(to))
            }
        };
    }
}

fn push_frame(path: &mut String, (left, top): Spot, (width, height): Spot) {
    let (right, bottom) = (left + width, top + height);
    let [a, b, c, d] = [(left, top), (right, top), (right, bottom), (left, bottom)].map(spot);
    let _ = write!(path, "M{a}L{b}L{c}L{d}Z");
}

/// Tenths as a number with at most one decimal.
fn tenths(n: i32) -> String {
    let sign = if n < 0 { "-" } else { "" };
    let (whole, rest) = (n.abs() / 10, n.abs() % 10);
    if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

fn spot((x, y): Spot) -> String {
    format!("{},{}", tenths(x), tenths(y))
}

fn hex(colour: Colour) -> String {
    format!("#{:06X}", colour.0)
}
