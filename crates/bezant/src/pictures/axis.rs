//! Where the ticks of an axis are.

/// The ends of an axis and its ticks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    pub low: f64,
    pub high: f64,
    pub ticks: Vec<f64>,
    /// Digits after the point that the ticks need.
    pub decimals: usize,
}

impl Axis {
    /// An axis over a range of values, with about `wanted` ticks at round numbers; its ends are
    /// ticks.
    pub(crate) fn round(low: f64, high: f64, wanted: usize) -> Axis {
        let (low, high) = if high > low { (low, high) } else { (low - 1.0, high + 1.0) };
        let step = round_step((high - low) / wanted.max(1) as f64);
        // A hair's breadth is no reason for another tick.
        let first = (low / step + 1e-9).floor();
        let last = (high / step - 1e-9).ceil();
        let ticks = (0..=(last - first) as usize).map(|n| (first + n as f64) * step).collect();
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        Axis { low: first * step, high: last * step, ticks, decimals }
    }

    /// An axis over values, whatever they are.
    pub(crate) fn over(values: impl Iterator<Item = f64>, wanted: usize) -> Axis {
        let mut low = f64::INFINITY;
        let mut high = f64::NEG_INFINITY;
        for value in values.filter(|value| value.is_finite()) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        Axis::round(low, high, wanted)
    }

    /// The same without what no value can be: less or more than these.
    pub(crate) fn within(mut self, least: f64, most: f64) -> Axis {
        self.ticks.retain(|tick| (least - 1e-9..=most + 1e-9).contains(tick));
        (self.low, self.high) = (self.low.max(least), self.high.min(most));
        self
    }

    /// An axis over places that stand for something else, with half a place at both ends.
    pub(crate) fn places(first: usize, last: usize) -> Axis {
        let ticks = (first..=last).map(|tick| tick as f64).collect();
        Axis { low: first as f64 - 0.5, high: last as f64 + 0.5, ticks, decimals: 0 }
    }

    /// An axis over whole numbers, with at most `most` ticks, the first at `low`.
    pub(crate) fn whole(low: usize, high: usize, most: usize) -> Axis {
        let step = (high - low).div_ceil(most.max(1)).max(1);
        let ticks = (low..=high).step_by(step).map(|tick| tick as f64).collect();
        let (low, high) = if high > low {
            (low as f64, high as f64)
        } else {
            (low as f64 - 0.5, low as f64 + 0.5)
        };
        Axis { low, high, ticks, decimals: 0 }
    }

    /// Where a value lies, from 0 at the low end to 1 at the high end.
    pub(crate) fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    /// A tick's text.
    pub(crate) fn text(&self, tick: f64) -> String {
        let shown = format!("{:.*}", self.decimals, tick.abs());
        // A hyphen is shorter than the sign of a number; and nothing is less than nothing.
        if tick < 0.0 && shown.bytes().any(|b| b.is_ascii_digit() && b != b'0') {
            return format!("\u{2212}{shown}");
        }
        shown
    }
}

/// 1, 2 or 5 times a power of ten, the next one not below `step`.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let factor =
        [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= step * 0.999_999);
    factor.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_reach_over_the_values() {
        let axis = Axis::round(3.2, 96.9, 5);
        assert_eq!(axis.ticks, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        let axis = Axis::round(-0.34, 0.21, 5);
        assert_eq!((axis.low, axis.high, axis.decimals), (-0.4, 0.4, 1));
        assert_eq!(axis.text(-0.2), "−0.2");
        assert_eq!(axis.text(-1e-17), "0.0");
        let flat = Axis::round(5.0, 5.0, 5);
        assert!(flat.low < 5.0 && flat.high > 5.0);
        let best = Axis::round(100.0, 100.0, 5).within(0.0, 100.0);
        assert_eq!((best.low, best.high, best.ticks.last()), (99.0, 100.0, Some(&100.0)));
    }

    #[test]
    fn whole_numbers_start_at_the_first() {
        assert_eq!(Axis::whole(6, 13, 10).ticks, [6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0]);
        assert_eq!(Axis::whole(1, 75, 15).ticks.len(), 15);
        let one = Axis::whole(4, 4, 15);
        assert_eq!((one.share(4.0), one.ticks.as_slice()), (0.5, &[4.0][..]));
    }
}
