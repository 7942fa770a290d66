//! Pictures as SVG text, drawn by ourselves: no fonts, no scripts, nothing to fetch.

mod axis;
mod line_chart;

pub use line_chart::{LineChart, Series};
