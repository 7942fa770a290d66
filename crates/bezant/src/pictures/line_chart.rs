//! Lines over whole numbers or ranges of them: one a system, with bands for what chance could have
//! done.

use crate::pictures::axis::Axis;
use crate::pictures::font;
use crate::pictures::picture::{Anchor, Colour, Item, Pen, Picture, Point};
use crate::pictures::style::{
    HALF_LETTER, LETTERS, colour, legend, legend_height, legend_width, mark, pen,
};

/// A chart, as plain data.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// What it shows.
    pub title: String,
    /// What the numbers along the bottom are.
    pub x_label: String,
    /// What the values are.
    pub y_label: String,
    /// First and last number along the bottom.
    pub window: (usize, usize),
    /// What stands along the bottom instead of these numbers, if that is something else.
    pub ranges: Vec<String>,
    /// How many sentences each of the ranges has; none where that is not known.
    pub counts: Vec<u64>,
    /// The lines.
    pub series: Vec<Series>,
    /// Whether a line is drawn at zero, which values lie above and below.
    pub zero_line: bool,
    /// What the numbers stand for.
    pub signature: String,
    /// What the picture does not show; it is said in the description.
    pub notes: Vec<String>,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Number along the bottom, and value.
    pub points: Vec<(usize, f64)>,
    /// Number along the bottom, and the ends of the band there.
    pub band: Vec<(usize, f64, f64)>,
}

/// Beyond so many lines nobody sees which band is whose.
pub(crate) const MOST_BANDS: usize = 5;

/// How wide the part is that has the lines in it.
const INNER: f64 = 300.0;
const HEIGHT: f64 = 250.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 38.0;

/// How much further down everything below the ranges is, where numbers of sentences stand there.
const COUNTS: f64 = 12.0;

/// Half as wide as the band of a range that has no neighbours.
const ALONE: f64 = 4.0;

impl LineChart {
    /// The chart as a picture. Its title, signature and notes are in the picture's description only: in
    /// a paper they stand in the caption.
    pub fn picture(&self) -> Picture {
        let frame = Frame::new(self);
        let about = [std::slice::from_ref(&self.signature), &self.notes].concat().join("; ");
        let mut picture = Picture::new(frame.width, frame.height, &self.title, &about);
        frame.axes(self, &mut picture);
        if self.series.len() <= MOST_BANDS {
            for (at, series) in self.series.iter().enumerate() {
                frame.band(at, series, &mut picture);
            }
        }
        for (at, series) in self.series.iter().enumerate() {
            frame.line(at, series, &mut picture);
        }
        let names = self.series.iter().map(|series| series.name.as_str());
        legend(&mut picture, (frame.right + 12.0, TOP), names);
        picture
    }
}

/// Where everything is.
struct Frame {
    x: Axis,
    y: Axis,
    left: f64,
    right: f64,
    width: f64,
    height: f64,
    /// How much room there is below the lines.
    below: f64,
    /// Whether a place without a value is one where nothing was measured.
    has_gaps: bool,
}

impl Frame {
    fn new(chart: &LineChart) -> Frame {
        let (first, last) = chart.window;
        let in_window = |number: &usize| (first..=last).contains(number);
        let points = chart.series.iter().flat_map(|series| &series.points);
        let bands = chart.series.iter().flat_map(|series| &series.band);
        let bands = bands.filter(|_| chart.series.len() <= MOST_BANDS);
        let values = points.filter(|(number, _)| in_window(number)).map(|(_, value)| *value);
        let ends =
            bands.filter(|(number, ..)| in_window(number)).flat_map(|(_, low, high)| [*low, *high]);
        let values = values.chain(ends).chain(chart.zero_line.then_some(0.0));
        let y = Axis::over(values, 8);
        // Shares end at 100, differences of them do not.
        let are_shares = chart.y_label.ends_with("(%)") && !chart.zero_line;
        let y = if are_shares { y.within(0.0, 100.0) } else { y };
        let ticks = y.ticks.iter().map(|tick| font::width(&y.text(*tick), LETTERS));
        let left = 26.0 + ticks.fold(0.0, f64::max);
        let right = left + INNER;
        let names = chart.series.iter().map(|series| series.name.as_str());
        let counts = if chart.counts.is_empty() { 0.0 } else { COUNTS };
        Frame {
            x: if chart.ranges.is_empty() {
                Axis::whole(first, last, 16)
            } else {
                Axis::places(first, last)
            },
            y,
            left,
            right,
            width: (right + legend_width(names)).ceil(),
            height: (HEIGHT + counts).max(TOP + legend_height(chart.series.len()) + 6.0),
            below: BOTTOM + counts,
            has_gaps: !chart.ranges.is_empty(),
        }
    }

    fn bottom(&self) -> f64 {
        self.height - self.below
    }

    fn at_x(&self, number: usize) -> f64 {
        self.left + self.x.share(number as f64) * (self.right - self.left)
    }

    fn at_y(&self, value: f64) -> f64 {
        self.bottom() - self.y.share(value) * (self.bottom() - TOP)
    }

    fn axes(&self, chart: &LineChart, picture: &mut Picture) {
        let (left, right, bottom) = (self.left, self.right, self.bottom());
        for &tick in &self.y.ticks {
            let y = self.at_y(tick);
            let zero = chart.zero_line && tick == 0.0;
            let colour = if zero { Colour::AXIS } else { Colour::GRID };
            picture.line(&[(left, y), (right, y)], Pen::new(colour, 0.6));
            let at = (left - 6.0, y + HALF_LETTER);
            picture.text(at, &self.y.text(tick), LETTERS, Anchor::End);
        }
        let text = |tick: f64| match chart.ranges.get(tick as usize - chart.window.0) {
            Some(range) => range.clone(),
            None => self.x.text(tick),
        };
        let count = |tick: f64| {
            chart.counts.get(tick as usize - chart.window.0).map_or(String::new(), u64::to_string)
        };
        let widest = self.x.ticks.iter().map(|tick| {
            font::width(&text(*tick), LETTERS).max(font::width(&count(*tick), LETTERS))
        });
        let widest = widest.fold(0.0, f64::max) + 5.0;
        let between = match self.x.ticks.as_slice() {
            [one, two, ..] => self.at_x(*two as usize) - self.at_x(*one as usize),
            _ => f64::INFINITY,
        };
        // Where words would touch, some are left out.
        let step = (widest / between).ceil().max(1.0) as usize;
        for (n, &tick) in self.x.ticks.iter().enumerate() {
            let x = self.at_x(tick as usize);
            picture.line(&[(x, bottom), (x, bottom + 3.5)], Pen::new(Colour::AXIS, 0.8));
            if n % step == 0 {
                picture.text((x, bottom + 13.5), &text(tick), LETTERS, Anchor::Middle);
                if !chart.counts.is_empty() {
                    let at = (x, bottom + 13.5 + COUNTS);
                    picture.text(at, &count(tick), LETTERS, Anchor::Middle);
                }
            }
        }
        if !chart.counts.is_empty() {
            picture.text((left - 6.0, bottom + 13.5 + COUNTS), "n", LETTERS, Anchor::End);
        }
        picture.line(&[(left, TOP), (left, bottom), (right, bottom)], Pen::new(Colour::AXIS, 0.8));
        let middle = ((left + right) / 2.0, (TOP + bottom) / 2.0);
        let at = (middle.0, bottom + self.below - 9.0);
        picture.text(at, &chart.x_label, LETTERS, Anchor::Middle);
        picture.turned_text((11.0, middle.1), &chart.y_label, LETTERS);
    }

    fn visible<'a, T>(
        &self,
        items: &'a [T],
        number: impl Fn(&T) -> usize,
    ) -> impl Iterator<Item = &'a T> {
        let (low, high) = (self.x.low, self.x.high);
        items.iter().filter(move |item| (low..=high).contains(&(number(item) as f64)))
    }

    /// Stretches of places beside each other: nothing is drawn across one where nothing was measured.
    fn stretches<T>(
        &self,
        items: impl Iterator<Item = T>,
        number: impl Fn(&T) -> usize,
    ) -> Vec<Vec<T>> {
        let mut all: Vec<Vec<T>> = Vec::new();
        for item in items {
            let is_next = |last: &T| !self.has_gaps || number(last) + 1 == number(&item);
            match all.last_mut().filter(|stretch| stretch.last().is_some_and(is_next)) {
                Some(stretch) => stretch.push(item),
                None => all.push(vec![item]),
            }
        }
        all
    }

    fn band(&self, at: usize, series: &Series, picture: &mut Picture) {
        let is_known = |(_, low, high): &&(usize, f64, f64)| low.is_finite() && high.is_finite();
        let band = self.visible(&series.band, |(number, ..)| *number).filter(is_known);
        for band in self.stretches(band, |(number, ..)| *number) {
            let place = |(number, low, high): &&(usize, f64, f64)| {
                (self.at_x(*number), self.at_y(*low), self.at_y(*high))
            };
            let mut places: Vec<_> = band.iter().map(place).collect();
            if let [(x, low, high)] = places[..] {
                if !self.has_gaps {
                    continue;
                }
                places = vec![(x - ALONE, low, high), (x + ALONE, low, high)];
            }
            let upper = places.iter().map(|(x, _, high)| (*x, *high));
            let lower = places.iter().rev().map(|(x, low, _)| (*x, *low));
            let corners = upper.chain(lower).collect();
            picture.items.push(Item::Area { corners, fill: colour(at), opacity: 0.15, edge: None });
        }
    }

    fn line(&self, at: usize, series: &Series, picture: &mut Picture) {
        let points = self
            .visible(&series.points, |(number, _)| *number)
            .filter(|(_, value)| value.is_finite());
        let mut all: Vec<Point> = Vec::new();
        for stretch in self.stretches(points, |(number, _)| *number) {
            let place = |(number, value): &&(usize, f64)| (self.at_x(*number), self.at_y(*value));
            let points: Vec<Point> = stretch.iter().map(place).collect();
            if points.len() > 1 {
                picture.line(&points, pen(at));
            }
            all.extend(points);
        }
        // Marks of hundreds of points would be a thick line.
        let step = all.len().div_ceil(60).max(1);
        for point in all.into_iter().step_by(step) {
            mark(picture, at, point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(series: Vec<Series>) -> LineChart {
        LineChart {
            title: "F1 <by> size".to_string(),
            x_label: "size".to_string(),
            y_label: "F1".to_string(),
            window: (1, 3),
            ranges: Vec::new(),
            counts: Vec::new(),
            series,
            zero_line: false,
            signature: "fragments|n:1".to_string(),
            notes: Vec::new(),
        }
    }

    #[test]
    fn points_lie_where_the_axes_say() {
        let series = Series {
            name: "a & b".to_string(),
            points: vec![(1, 0.0), (2, 50.0), (3, 100.0), (4, 9e9)],
            band: vec![(1, 0.0, 10.0), (2, 40.0, 60.0), (3, 90.0, 100.0)],
        };
        let chart = chart(vec![series]);
        let frame = Frame::new(&chart);
        assert_eq!((frame.at_x(1), frame.at_y(0.0)), (frame.left, frame.bottom()));
        assert_eq!((frame.at_x(3), frame.at_y(100.0)), (frame.right, TOP));
        let svg = chart.picture().to_svg();
        let middle = format!("{:.2},{:.2}", frame.at_x(2), frame.at_y(50.0));
        assert!(svg.contains(&middle), "{svg}");
        assert!(svg.contains(">a &amp; b<"));
        assert_eq!(svg.matches("fill-opacity").count(), 1);
        // What it is about is said once, where nobody has to cut it off.
        assert_eq!(svg.matches("F1 &lt;by&gt; size").count(), 1);
        assert!(svg.contains("<title>F1 &lt;by&gt; size</title>\n<desc>fragments|n:1</desc>"));
    }

    #[test]
    fn ranges_have_room_and_stand_where_their_points_do() {
        let series = Series { name: "a".to_string(), points: vec![(2, 3.0)], band: Vec::new() };
        let ranges = ["1–10", "11–20", "≥ 21"].map(str::to_string).to_vec();
        let chart = LineChart { ranges, ..chart(vec![series]) };
        let frame = Frame::new(&chart);
        assert!(frame.at_x(1) > frame.left && frame.at_x(3) < frame.right);
        let svg = chart.picture().to_svg();
        assert!(svg.contains(">11–20</text>") && svg.contains(">≥ 21</text>"), "{svg}");
    }

    #[test]
    fn nothing_is_drawn_across_a_range_without_sentences() {
        let series = Series {
            name: "a".to_string(),
            points: vec![(1, 3.0), (2, 4.0), (4, 5.0)],
            band: vec![(1, 2.0, 4.0), (2, 3.0, 5.0), (4, 1.0, 6.0)],
        };
        let ranges = ["1–5", "6–10", "11–15", "≥ 16"].map(str::to_string).to_vec();
        let notes = vec!["a note".to_string()];
        let counts = vec![12, 7, 0, 1];
        let chart = LineChart { window: (1, 4), ranges, counts, notes, ..chart(vec![series]) };
        let picture = chart.picture();
        let own = |item: &&Item| match item {
            Item::Line { pen: of, .. } => *of == pen(0),
            Item::Area { opacity, .. } => *opacity < 1.0,
            _ => false,
        };
        // The line of the first two, and a band for them and for the last.
        let drawn: Vec<&Item> = picture.items.iter().filter(own).collect();
        let lines = drawn.iter().filter(|item| matches!(item, Item::Line { .. })).count();
        let bands = drawn.iter().filter(|item| matches!(item, Item::Area { .. })).count();
        assert_eq!((lines >= 1, bands), (true, 2), "{drawn:?}");
        let right = |item: &&&Item| match item {
            Item::Line { points, .. } => {
                points.iter().any(|(x, _)| *x > Frame::new(&chart).at_x(3))
            }
            _ => false,
        };
        // But for the line in the legend, no line reaches the last range.
        let frame = Frame::new(&chart);
        let beyond = drawn.iter().filter(right);
        let in_chart = beyond.filter(|item| match item {
            Item::Line { points, .. } => points.iter().all(|(x, _)| *x <= frame.right),
            _ => false,
        });
        assert_eq!(in_chart.count(), 0);
        let svg = picture.to_svg();
        assert!(svg.contains(">12</text>") && svg.contains(">n</text>"), "{svg}");
        assert!(svg.contains("<desc>fragments|n:1; a note</desc>"), "{svg}");
    }

    #[test]
    fn a_chart_without_values_is_still_a_chart() {
        let svg = chart(Vec::new()).picture().to_svg();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        let empty = Series { name: "none".to_string(), points: Vec::new(), band: Vec::new() };
        assert!(chart(vec![empty]).picture().to_svg().contains("none"));
        let odd = vec![(1, f64::NAN), (2, f64::INFINITY), (3, 5.0)];
        let odd = Series { name: "odd".to_string(), points: odd, band: vec![(1, f64::NAN, 2.0)] };
        let svg = chart(vec![odd]).picture().to_svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn lines_can_be_told_apart_without_colours() {
        let one = |n: usize| Series {
            name: format!("system {n}"),
            points: vec![(1, n as f64), (2, 2.0 * n as f64)],
            band: vec![(1, 0.0, 1.0), (2, 0.0, 1.0)],
        };
        let picture = chart((0..13).map(one).collect()).picture();
        let marks = picture.items.iter().filter_map(|item| match item {
            Item::Disc { fill, .. } => Some(format!("disc {}", *fill == Colour::WHITE)),
            Item::Area { corners, fill, .. } => {
                let (x, y) = corners[0];
                let form: Vec<String> =
                    corners.iter().map(|(a, b)| format!("{:.1} {:.1}", a - x, b - y)).collect();
                Some(format!("{form:?} {}", *fill == Colour::WHITE))
            }
            _ => None,
        });
        let forms: std::collections::BTreeSet<String> = marks.collect();
        assert_eq!(forms.len(), 13, "and no bands, which nobody could tell apart");
    }
}
