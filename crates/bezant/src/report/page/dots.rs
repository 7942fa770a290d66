//! Scores and intervals of systems, a dot a row, beside a table.

use crate::metric::{Unit, heading};
use crate::report::Report;

/// Where scores and intervals stand beside each other.
pub(super) struct Scale {
    low: f64,
    high: f64,
    /// The lowest and the highest of all values and ends.
    ends: [f64; 2],
    unit: Unit,
    name: &'static str,
}

/// How wide a row of dots is.
const PLOT: f64 = 200.0;

impl Scale {
    pub(super) fn of(report: &Report) -> Option<Scale> {
        let first = report.systems.first()?.scores.first()?;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for system in &report.systems {
            let value = system.scores.first().and_then(|score| score.value);
            let ends = system.intervals.iter().filter(|(name, _)| *name == first.name);
            let ends = ends.flat_map(|(_, interval)| [interval.low, interval.high]);
            for value in value.into_iter().chain(ends) {
                (low, high) = (low.min(value), high.max(value));
            }
        }
        let room = ((high - low) * 0.08).max(0.002);
        low.is_finite().then_some(Scale {
            low: low - room,
            high: high + room,
            ends: [low, high],
            unit: first.unit,
            name: first.name,
        })
    }

    fn x(&self, value: f64) -> String {
        format!("{:.1}", 6.0 + (PLOT - 12.0) * (value - self.low) / (self.high - self.low))
    }

    fn shown(&self, value: f64) -> String {
        match self.unit {
            Unit::Share => format!("{:.1}", 100.0 * value),
            Unit::PerSentence => format!("{value:.2}"),
        }
    }

    pub(super) fn axis(&self) -> String {
        let [low, high] = self.ends;
        // One number is not written thrice.
        let mut values = vec![low, (low + high) / 2.0, high];
        values.dedup_by_key(|value| self.shown(*value));
        let tick = |value: f64| {
            let x = self.x(value);
            format!(
                "<text x=\"{x}\" y=\"12\" text-anchor=\"middle\">{}</text><path d=\"M{x} 15V20\"/>",
                self.shown(value)
            )
        };
        format!(
            "<svg class=\"dots\" viewBox=\"-14 0 228 20\" width=\"228\" height=\"20\" role=\"img\" aria-label=\"{} from {} to {}\">\
             <path d=\"M0 20H{PLOT}\"/>{}</svg>",
            heading(self.name),
            self.shown(low),
            self.shown(high),
            values.into_iter().map(tick).collect::<String>()
        )
    }

    pub(super) fn mark(&self, report: &Report, name: &str) -> String {
        let Some(system) = report.systems.iter().find(|system| system.name == name) else {
            return String::new();
        };
        let Some(value) = system.scores.first().and_then(|score| score.value) else {
            return String::new();
        };
        let interval = system.intervals.iter().find(|(name, _)| *name == self.name);
        let line = interval.map_or_else(String::new, |(_, interval)| {
            let (low, high) = (self.x(interval.low), self.x(interval.high));
            format!("<path class=\"line\" d=\"M{low} 10H{high}M{low} 6V14M{high} 6V14\"/>")
        });
        let x = self.x(value);
        format!(
            "<svg class=\"dots\" viewBox=\"-14 0 228 20\" width=\"228\" height=\"20\" aria-hidden=\"true\">\
             <path class=\"grid\" d=\"M0 10H{PLOT}\"/>{line}<circle cx=\"{x}\" cy=\"10\" r=\"4.5\"/></svg>"
        )
    }
}
