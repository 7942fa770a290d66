//! Curves of precision and recall, drawn.

use crate::entailment::learned::Curve;
use crate::pictures::{LineChart, Series};

/// The curves of one or several learners. Along the bottom is recall in whole percent; where several
/// thresholds give the same, the best precision is drawn.
pub fn precision_recall_chart(curves: &[(String, &Curve)], signature: String) -> LineChart {
    let series = curves.iter().map(|(name, curve)| {
        let mut points: Vec<(usize, f64)> = Vec::new();
        for point in &curve.points {
            let recall = (100.0 * point.recall).round() as usize;
            let precision = 100.0 * point.precision;
            match points.last_mut().filter(|(last, _)| *last == recall) {
                Some((_, best)) => *best = best.max(precision),
                None => points.push((recall, precision)),
            }
        }
        Series { name: name.clone(), points, band: Vec::new() }
    });
    LineChart {
        title: "precision by recall, over all thresholds".to_string(),
        x_label: "recall of YES (%)".to_string(),
        y_label: "precision of YES (%)".to_string(),
        window: (0, 100),
        ranges: Vec::new(),
        counts: Vec::new(),
        series: series.collect(),
        zero_line: false,
        signature,
        notes: Vec::new(),
    }
}
