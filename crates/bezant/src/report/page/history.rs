//! Several runs of one system: its score over them.

use std::fmt::Write;

use crate::metric::{Unit, heading};
use crate::report::page::markup::escaped;
use crate::report::{Report, SystemResult};

/// Between a system's name and that of its run.
const RUN: char = '@';

/// A curve for each system that has several runs, in the order in which they were given.
pub(super) fn curves(report: &Report) -> String {
    let mut systems: Vec<(&str, Vec<(&str, &SystemResult)>)> = Vec::new();
    for system in &report.systems {
        let Some((name, run)) = system.name.split_once(RUN) else { continue };
        match systems.iter_mut().find(|(known, _)| *known == name) {
            Some((_, runs)) => runs.push((run, system)),
            None => systems.push((name, vec![(run, system)])),
        }
    }
    let several = systems.iter().filter(|(_, runs)| runs.len() > 1);
    several.filter_map(|(name, runs)| curve(name, runs)).collect()
}

/// How high a curve is, and how far runs are apart.
const HIGH: f64 = 150.0;
const STEP: f64 = 110.0;

fn curve(name: &str, runs: &[(&str, &SystemResult)]) -> Option<String> {
    let score = runs.first()?.1.scores.first()?;
    let value = |system: &SystemResult| system.scores.first().and_then(|score| score.value);
    let interval = |system: &SystemResult| {
        let known = system.intervals.iter().find(|(name, _)| *name == score.name);
        known.map(|(_, interval)| (interval.low, interval.high))
    };
    let all = runs.iter().flat_map(|(_, system)| {
        let ends = interval(system).map(|(low, high)| [low, high]);
        value(system).into_iter().chain(ends.into_iter().flatten())
    });
    let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if !low.is_finite() {
        return None;
    }
    let room = (high - low).max(0.002);
    let y = |value: f64| 30.0 + (HIGH - 30.0) * (high - value) / room;
    let x = |at: usize| 50.0 + STEP * at as f64;
    let shown = |value: f64| match score.unit {
        Unit::Share => format!("{:.2}", 100.0 * value),
        Unit::PerSentence => format!("{value:.2}"),
    };
    let width = 100.0 + STEP * (runs.len() - 1) as f64;
    let (name, score_name) = (escaped(name), heading(score.name));
    let mut out = format!(
        "<div class=\"wide\"><svg class=\"dots curve\" viewBox=\"0 0 {width} {0}\" width=\"{width}\" height=\"{0}\" \
         role=\"img\" aria-label=\"{score_name} of {name} over its runs\">",
        HIGH + 40.0
    );
    let points = runs
        .iter()
        .enumerate()
        .filter_map(|(at, (_, system))| Some(format!("{:.1},{:.1}", x(at), y(value(system)?))));
    let points = points.collect::<Vec<_>>().join(" ");
    let _ = write!(out, "<polyline class=\"line\" points=\"{points}\"/>");
    for (at, (run, system)) in runs.iter().enumerate() {
        let Some(value) = value(system) else { continue };
        let (x, y_of) = (x(at), y(value));
        let mut top = y_of - 4.5;
        if let Some((low, high)) = interval(system) {
            let (low, high) = (y(low), y(high));
            top = top.min(high);
            let _ = write!(
                out,
                "<path class=\"line\" d=\"M{x:.1} {low:.1}V{high:.1}M{0:.1} {low:.1}h8M{0:.1} {high:.1}h8\"/>",
                x - 4.0
            );
        }
        let _ = write!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y_of:.1}\" r=\"4.5\"/>\
             <text x=\"{x:.1}\" y=\"{0:.1}\" text-anchor=\"middle\">{1}</text>\
             <text x=\"{x:.1}\" y=\"{2}\" text-anchor=\"middle\">{3}</text>",
            // Above everything else, where no line runs through it.
            top - 7.0,
            shown(value),
            HIGH + 26.0,
            escaped(run)
        );
    }
    out.push_str("</svg></div>");
    Some(format!("<h4>{score_name} of {name} over its runs</h4>{out}"))
}
