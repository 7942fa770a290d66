//! How far numbers lie apart.

/// Where numbers lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// The standard deviation of a sample: divided by one less than how many there are. One alone has none.
    pub deviation: Option<f64>,
    /// The lowest of them.
    pub lowest: f64,
    /// The highest.
    pub highest: f64,
}

impl Spread {
    /// Nothing of no numbers.
    pub(crate) fn of(values: &[f64]) -> Option<Spread> {
        if values.is_empty() {
            return None;
        }
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
        Some(Spread {
            mean,
            deviation: (values.len() > 1).then(|| (squares / (n - 1.0)).sqrt()),
            lowest: values.iter().copied().fold(f64::INFINITY, f64::min),
            highest: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        })
    }
}
