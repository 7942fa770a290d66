//! Lines over whole numbers: one a system, with bands for what chance could have done.

use std::fmt::Write;

use crate::pictures::axis::Axis;

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
    /// The lines.
    pub series: Vec<Series>,
    /// Whether a line is drawn at zero, which values lie above and below.
    pub zero_line: bool,
    /// What the numbers stand for; written under the chart.
    pub signature: String,
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

/// Colours that people with any kind of colour vision tell apart (Okabe and Ito 2008).
const COLOURS: [&str; 7] =
    ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"];

/// Dashes, so that lines differ in print without colour too.
const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];

const WIDTH: f64 = 820.0;
const HEIGHT: f64 = 500.0;
const LEFT: f64 = 66.0;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 78.0;

impl LineChart {
    /// The chart as SVG.
    pub fn to_svg(&self) -> String {
        let frame = Frame::new(self);
        let mut svg = String::new();
        frame.open(self, &mut svg);
        frame.axes(self, &mut svg);
        for (at, series) in self.series.iter().enumerate() {
            frame.band(at, series, &mut svg);
        }
        for (at, series) in self.series.iter().enumerate() {
            frame.line(at, series, &mut svg);
        }
        frame.legend(self, &mut svg);
        svg.push_str("</svg>\n");
        svg
    }
}

/// Where everything is.
struct Frame {
    x: Axis,
    y: Axis,
    right: f64,
}

impl Frame {
    fn new(chart: &LineChart) -> Frame {
        let (first, last) = chart.window;
        let in_window = |number: &usize| (first..=last).contains(number);
        let points = chart.series.iter().flat_map(|series| &series.points);
        let bands = chart.series.iter().flat_map(|series| &series.band);
        let values = points.filter(|(number, _)| in_window(number)).map(|(_, value)| *value);
        let ends =
            bands.filter(|(number, ..)| in_window(number)).flat_map(|(_, low, high)| [*low, *high]);
        let mut low = f64::INFINITY;
        let mut high = f64::NEG_INFINITY;
        for value in values.chain(ends).chain(chart.zero_line.then_some(0.0)) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        // Room for the longest name, at about seven units a letter.
        let longest = chart.series.iter().map(|series| series.name.chars().count()).max();
        let legend = (7.2 * longest.unwrap_or(0) as f64).min(260.0) + 52.0;
        Frame {
            x: Axis::whole(first, last, 16),
            y: Axis::round(low, high, 6),
            right: WIDTH - legend,
        }
    }

    fn at_x(&self, number: usize) -> f64 {
        LEFT + self.x.share(number as f64) * (self.right - LEFT)
    }

    fn at_y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - self.y.share(value) * (HEIGHT - BOTTOM - TOP)
    }

    fn open(&self, chart: &LineChart, svg: &mut String) {
        let title = escape(&chart.title);
        let signature = escape(&chart.signature);
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\">\n\
             <title>{title}</title>\n<desc>{signature}</desc>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{title}</text>",
        );
        let lines = lines(&chart.signature);
        for (line, up) in lines.iter().rev().zip(0..) {
            let y = HEIGHT - 6.0 - 10.0 * f64::from(up);
            let line = escape(line);
            let _ = writeln!(
                svg,
                "<text x=\"{LEFT}\" y=\"{y}\" font-size=\"8\" fill=\"#666\">{line}</text>"
            );
        }
    }

    fn axes(&self, chart: &LineChart, svg: &mut String) {
        let bottom = HEIGHT - BOTTOM;
        for &tick in &self.y.ticks {
            let y = self.at_y(tick);
            let zero = chart.zero_line && tick == 0.0;
            let colour = if zero { "#444" } else { "#ddd" };
            let _ = writeln!(
                svg,
                "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{colour}\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                self.right,
                LEFT - 8.0,
                y + 4.5,
                self.y.text(tick),
            );
        }
        for &tick in &self.x.ticks {
            let x = self.at_x(tick as usize);
            let _ = writeln!(
                svg,
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{bottom}\" y2=\"{}\" stroke=\"#444\"/>\n\
                 <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                bottom + 5.0,
                bottom + 20.0,
                self.x.text(tick),
            );
        }
        let middle_y = (TOP + bottom) / 2.0;
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {TOP}V{bottom}H{:.1}\" fill=\"none\" stroke=\"#444\"/>\n\
             <text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(18 {middle_y}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            self.right,
            (LEFT + self.right) / 2.0,
            bottom + 42.0,
            escape(&chart.x_label),
            escape(&chart.y_label),
        );
    }

    fn visible<'a, T>(
        &self,
        items: &'a [T],
        number: impl Fn(&T) -> usize,
    ) -> impl Iterator<Item = &'a T> {
        let (low, high) = (self.x.low, self.x.high);
        items.iter().filter(move |item| (low..=high).contains(&(number(item) as f64)))
    }

    fn band(&self, at: usize, series: &Series, svg: &mut String) {
        let band: Vec<_> = self.visible(&series.band, |(number, ..)| *number).collect();
        if band.len() < 2 {
            return;
        }
        let upper = band.iter().map(|(number, _, high)| (self.at_x(*number), self.at_y(*high)));
        let lower = band.iter().rev().map(|(number, low, _)| (self.at_x(*number), self.at_y(*low)));
        let corners: Vec<String> =
            upper.chain(lower).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            svg,
            "<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"0.15\"/>",
            corners.join(" "),
            COLOURS[at % COLOURS.len()],
        );
    }

    fn line(&self, at: usize, series: &Series, svg: &mut String) {
        let points: Vec<(f64, f64)> = self
            .visible(&series.points, |(number, _)| *number)
            .map(|(number, value)| (self.at_x(*number), self.at_y(*value)))
            .collect();
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let colour = COLOURS[at % COLOURS.len()];
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{}/>",
            path.join(" "),
            dash(at),
        );
        for (x, y) in points {
            marker(at, x, y, svg);
        }
    }

    fn legend(&self, chart: &LineChart, svg: &mut String) {
        let x = self.right + 16.0;
        for (at, series) in chart.series.iter().enumerate() {
            let y = TOP + 10.0 + 22.0 * at as f64;
            let colour = COLOURS[at % COLOURS.len()];
            let _ = writeln!(
                svg,
                "<line x1=\"{x:.1}\" x2=\"{:.1}\" y1=\"{y}\" y2=\"{y}\" stroke=\"{colour}\" stroke-width=\"2\"{}/>",
                x + 24.0,
                dash(at),
            );
            marker(at, x + 12.0, y, svg);
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{}\">{}</text>",
                x + 30.0,
                y + 4.5,
                escape(&series.name)
            );
        }
    }
}

fn dash(at: usize) -> String {
    match DASHES[at % DASHES.len()] {
        "" => String::new(),
        dash => format!(" stroke-dasharray=\"{dash}\""),
    }
}

/// A mark on a point; its form says which line it is on.
fn marker(at: usize, x: f64, y: f64, svg: &mut String) {
    let colour = COLOURS[at % COLOURS.len()];
    let _ = match at % 4 {
        0 => writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\" fill=\"{colour}\"/>"),
        1 => writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"6\" height=\"6\" fill=\"{colour}\"/>",
            x - 3.0,
            y - 3.0
        ),
        2 => writeln!(svg, "<path d=\"M{x:.1} {:.1}l4 7h-8z\" fill=\"{colour}\"/>", y - 4.0),
        _ => {
            writeln!(svg, "<path d=\"M{x:.1} {:.1}l4 4l-4 4l-4 -4z\" fill=\"{colour}\"/>", y - 4.0)
        }
    };
}

/// A signature in lines that fit under the chart, broken between fields.
fn lines(signature: &str) -> Vec<String> {
    const FITS: usize = 165;
    let mut lines: Vec<String> = Vec::new();
    for field in signature.split_inclusive('|') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + field.chars().count() <= FITS => {
                line.push_str(field)
            }
            _ => lines.push(field.to_string()),
        }
    }
    lines
}

/// Text that XML takes.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
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
            series,
            zero_line: false,
            signature: "fragments|n:1".to_string(),
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
        assert_eq!((frame.at_x(1), frame.at_y(0.0)), (LEFT, HEIGHT - BOTTOM));
        assert_eq!((frame.at_x(3), frame.at_y(100.0)), (frame.right, TOP));
        let svg = chart.to_svg();
        let middle = format!("{:.1},{:.1}", frame.at_x(2), frame.at_y(50.0));
        assert!(svg.contains(&middle), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 4, "three points and the legend");
        assert!(svg.contains("a &amp; b") && svg.contains("F1 &lt;by&gt; size"));
        assert!(svg.contains("<desc>fragments|n:1</desc>"));
        assert_eq!(svg.matches("<polygon").count(), 1);
    }

    #[test]
    fn a_long_signature_is_broken_between_fields() {
        let field = "key:value|";
        let signature = field.repeat(40);
        let lines = lines(&signature);
        assert_eq!(lines.concat(), signature);
        assert!(lines.len() == 3 && lines.iter().all(|line| line.ends_with('|')));
    }

    #[test]
    fn a_chart_without_values_is_still_a_chart() {
        let svg = chart(Vec::new()).to_svg();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        let empty = Series { name: "none".to_string(), points: Vec::new(), band: Vec::new() };
        assert!(chart(vec![empty]).to_svg().contains("none"));
    }
}
