//! The FREVAL paper's figures: F1 by size, and differences to one system.

use crate::evaluation::Evaluation;
use crate::metrics::fragments::FragmentCounts;
use crate::parallel::Threads;
use crate::pictures::{LineChart, Series};
use crate::stats::Resampling;
use crate::stats::bootstrap::percentile;
use crate::stats::draws::Draws;
use crate::stats::summing::RowSums;

/// Share of replicates that a band holds.
const LEVEL: f64 = 0.95;

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct FragmentChart {
    /// First and last size.
    pub window: (usize, usize),
    /// Draw differences to the system with this index.
    pub baseline: Option<usize>,
    /// Replicates for the bands; none draws no bands.
    pub resampling: Option<Resampling>,
}

impl FragmentChart {
    /// Draws the systems. Bands come from the rows; no fragment is counted again.
    pub fn draw(&self, systems: &[Evaluation<FragmentCounts>], threads: &Threads) -> LineChart {
        let (first, last) = self.window;
        let baseline = self.baseline.and_then(|at| systems.get(at));
        let most = systems.iter().map(|system| system.counted().count()).max().unwrap_or(0);
        let draws = self.resampling.map(|plan| Draws::new(plan, most, threads));
        let series = systems
            .iter()
            .enumerate()
            .filter(|(at, _)| Some(*at) != self.baseline)
            .map(|(_, system)| match baseline {
                None => self.curve(system, draws.as_ref(), threads),
                Some(baseline) => self.gain(system, baseline, draws.as_ref(), threads),
            })
            .collect();
        let mut signature = systems.first().map(|system| system.signature.clone());
        if let Some(Resampling { replicates, seed }) = self.resampling {
            signature = signature.map(|signature| {
                signature.with("bands", LEVEL).with("r", replicates).with("seed", seed)
            });
        }
        let sizes = if first == 1 { format!("up to {last}") } else { format!("{first} to {last}") };
        LineChart {
            title: match baseline {
                None => format!("F1 by fragment size, sizes {sizes}"),
                Some(baseline) => format!("F1 by fragment size, difference to {}", baseline.system),
            },
            x_label: "fragment size (nodes)".to_string(),
            y_label: if baseline.is_some() { "difference in F1 (points)" } else { "F1 (%)" }
                .to_string(),
            window: self.window,
            series,
            zero_line: baseline.is_some(),
            signature: signature.map_or_else(String::new, |signature| signature.to_string()),
        }
    }

    fn sizes(&self) -> impl Iterator<Item = usize> {
        self.window.0..=self.window.1
    }

    fn curve(
        &self,
        system: &Evaluation<FragmentCounts>,
        draws: Option<&Draws>,
        threads: &Threads,
    ) -> Series {
        let rows = system.counted().map(|(_, counts)| counts).collect();
        self.series(&system.system, [rows], draws, threads, |[own], size| percent(own, size))
    }

    /// The difference, over the sentences that both systems have a score for.
    fn gain(
        &self,
        system: &Evaluation<FragmentCounts>,
        baseline: &Evaluation<FragmentCounts>,
        draws: Option<&Draws>,
        threads: &Threads,
    ) -> Series {
        let mut theirs = baseline.counted().peekable();
        let mut pairs = Vec::new();
        for (row, counts) in system.counted() {
            while theirs.next_if(|(other, _)| other.sentence < row.sentence).is_some() {}
            if let Some((_, other)) = theirs.next_if(|(other, _)| other.sentence == row.sentence) {
                pairs.push((counts, other));
            }
        }
        let (ours, theirs) = pairs.into_iter().unzip();
        let difference = |[system, baseline]: &[FragmentCounts; 2], size| {
            Some(percent(system, size)? - percent(baseline, size)?)
        };
        self.series(&system.system, [ours, theirs], draws, threads, difference)
    }

    /// What is drawn of the totals of one system or two over the same sentences.
    fn series<const N: usize>(
        &self,
        name: &str,
        systems: [Vec<&FragmentCounts>; N],
        draws: Option<&Draws>,
        threads: &Threads,
        value: impl Fn(&[FragmentCounts; N], usize) -> Option<f64> + Sync + Send,
    ) -> Series {
        let rows = systems.map(|rows| RowSums::new(&rows));
        let total = rows.each_ref().map(RowSums::whole);
        let points = self.sizes().filter_map(|size| Some((size, value(&total, size)?))).collect();
        // Totals may be large; only their values in the window are kept.
        let replicates = draws.map_or_else(Vec::new, |draws| {
            let n_rows = rows.first().map_or(0, RowSums::len);
            threads.map(draws.replicates(), |replicate| {
                let drawn = draws.rows(n_rows, replicate);
                let totals = rows.each_ref().map(|rows| rows.drawn(&drawn));
                self.sizes().map(|size| value(&totals, size)).collect::<Vec<Option<f64>>>()
            })
        });
        let band = |(at, size): (usize, usize)| {
            let values: Vec<Option<f64>> = replicates.iter().map(|values| values[at]).collect();
            let interval = percentile(&values, LEVEL).ok()?;
            Some((size, interval.low, interval.high))
        };
        let band = self.sizes().enumerate().filter_map(band).collect();
        Series { name: name.to_string(), points, band }
    }
}

fn percent(counts: &FragmentCounts, size: usize) -> Option<f64> {
    counts.at(size).f1.map(|f1| 100.0 * f1)
}
