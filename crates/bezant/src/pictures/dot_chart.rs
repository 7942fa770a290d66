//! Scores as dots with their intervals: one line a system.

use crate::pictures::axis::Axis;
use crate::pictures::font;
use crate::pictures::picture::{Anchor, Colour, Item, Pen, Picture};
use crate::pictures::style::{HALF_LETTER, LETTERS};

/// A chart, as plain data.
#[derive(Clone, Debug, PartialEq)]
pub struct DotChart {
    /// What it shows.
    pub title: String,
    /// What the values are.
    pub x_label: String,
    /// One line each, from above.
    pub dots: Vec<Dot>,
    /// What the numbers stand for.
    pub signature: String,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// What it is about.
    pub name: String,
    /// Its value, if it has one.
    pub value: Option<f64>,
    /// Where that lies, most likely.
    pub interval: Option<(f64, f64)>,
    /// What stands behind it: the value in digits, and its groups.
    pub notes: [String; 2],
}

impl Dot {
    /// Where the value lies, if both ends are numbers.
    fn known_interval(&self) -> Option<(f64, f64)> {
        self.interval.filter(|(low, high)| low.is_finite() && high.is_finite())
    }
}

const INNER: f64 = 230.0;
const LINE: f64 = 17.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 38.0;
const WIDEST_NAME: f64 = 150.0;
const GAP: f64 = 10.0;
const DOT: Colour = Colour(0x0072B2);

impl DotChart {
    /// The chart as a picture. Its title and signature are in the picture's description only.
    pub fn picture(&self) -> Picture {
        let widest = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(|text| font::width(text, LETTERS)).fold(0.0, f64::max)
        };
        let names = widest(&mut self.dots.iter().map(|dot| dot.name.as_str())).min(WIDEST_NAME);
        let notes =
            [0, 1].map(|at| widest(&mut self.dots.iter().map(|dot| dot.notes[at].as_str())));
        let left = 6.0 + names + GAP;
        let right = left + INNER;
        let behind: f64 = notes.iter().filter(|width| **width > 0.0).map(|width| width + GAP).sum();
        let bottom = TOP + LINE * self.dots.len().max(1) as f64 + 4.0;
        // Half a tick's text may stand out at the end of the axis.
        let width = (right + behind.max(12.0) + 6.0).ceil();
        let mut picture = Picture::new(width, bottom + BOTTOM, &self.title, &self.signature);
        let values = self.dots.iter().flat_map(|dot| {
            let ends = dot.known_interval().into_iter().flat_map(|(low, high)| [low, high]);
            dot.value.into_iter().chain(ends)
        });
        let axis = Axis::over(values, 6);
        let axis = if self.x_label.ends_with("(%)") { axis.within(0.0, 100.0) } else { axis };
        let at_x = |value: f64| left + axis.share(value) * INNER;
        for &tick in &axis.ticks {
            let x = at_x(tick);
            picture.line(&[(x, TOP), (x, bottom)], Pen::new(Colour::GRID, 0.6));
            picture.line(&[(x, bottom), (x, bottom + 3.5)], Pen::new(Colour::AXIS, 0.8));
            picture.text((x, bottom + 13.5), &axis.text(tick), LETTERS, Anchor::Middle);
        }
        picture.line(&[(left, bottom), (right, bottom)], Pen::new(Colour::AXIS, 0.8));
        picture.text(((left + right) / 2.0, bottom + 29.0), &self.x_label, LETTERS, Anchor::Middle);
        for (at, dot) in self.dots.iter().enumerate() {
            let y = TOP + LINE * (at as f64 + 0.5) + 2.0;
            let name = font::clipped(&dot.name, LETTERS, WIDEST_NAME);
            picture.text((left - GAP, y + HALF_LETTER), &name, LETTERS, Anchor::End);
            if let Some((low, high)) =
                dot.known_interval().map(|(low, high)| (at_x(low), at_x(high)))
            {
                picture.line(&[(low, y), (high, y)], Pen::new(Colour::INK, 1.1));
                for end in [low, high] {
                    let pen = Pen::new(Colour::INK, 1.1);
                    picture.line(&[(end, y - 3.8), (end, y + 3.8)], pen);
                }
            }
            if let Some(value) = dot.value.filter(|value| value.is_finite()) {
                let (centre, edge) = ((at_x(value), y), Pen::new(Colour::WHITE, 0.5));
                picture.items.push(Item::Disc { centre, radius: 2.8, fill: DOT, edge });
            }
            let end = right + GAP + notes[0];
            for (x, note, anchor) in
                [(end, &dot.notes[0], Anchor::End), (end + GAP, &dot.notes[1], Anchor::Start)]
            {
                if !note.is_empty() {
                    picture.text((x, y + HALF_LETTER), note, LETTERS, anchor);
                }
            }
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(name: &str, value: Option<f64>, interval: Option<(f64, f64)>) -> Dot {
        let notes = [value.map_or("—".to_string(), |value| format!("{value:.2}")), String::new()];
        Dot { name: name.to_string(), value, interval, notes }
    }

    #[test]
    fn one_line_a_system_and_nothing_where_nothing_is_known() {
        let dots = vec![
            dot("best <1>", Some(92.5), Some((91.0, 94.0))),
            dot("odd", Some(f64::NAN), Some((f64::NAN, 1.0))),
            dot("none", None, None),
        ];
        let chart = DotChart {
            title: "F1".to_string(),
            x_label: "F1 (%)".to_string(),
            dots,
            signature: "brackets|n:3".to_string(),
        };
        let svg = chart.picture().to_svg();
        assert_eq!(svg.matches("<circle").count(), 1);
        assert!(svg.contains(">best &lt;1&gt;</text>") && svg.contains(">none</text>"), "{svg}");
        assert!(svg.contains(">91.0</text>") && svg.contains(">94.0</text>"), "ticks: {svg}");
        assert!(!svg.contains("=\"NaN"), "{svg}");
        let empty = DotChart { dots: Vec::new(), ..chart };
        assert!(empty.picture().to_svg().ends_with("</svg>\n"));
    }
}
