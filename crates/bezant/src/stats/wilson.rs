//! Wilson's interval (1927) for a share of items: where the true share lies, most likely.

use crate::stats::distributions::normal_quantile;
use crate::stats::{Interval, Undefined, check_level};

/// The interval for `part` of `whole` items. Unlike the textbook one it never leaves 0 to 1, and
/// it has a width also where all items or none are counted.
///
/// Where every item was decided several times and all decisions are counted, those of one item are taken
/// to say no more than one of them would.
pub(crate) fn wilson(part: u64, whole: u64, times: u64, level: f64) -> Result<Interval, Undefined> {
    let level = check_level(level)?;
    if whole == 0 || part > whole {
        return Err(Undefined::Score);
    }
    let n = whole as f64 / times.max(1) as f64;
    let p = part as f64 / whole as f64;
    let z = normal_quantile(0.5 + level / 2.0);
    let z2 = z * z / n;
    let middle = (p + z2 / 2.0) / (1.0 + z2);
    let half = (z / (1.0 + z2)) * (p * (1.0 - p) / n + z2 / (4.0 * n)).sqrt();
    let low = if part == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if part == whole { 1.0 } else { (middle + half).min(1.0) };
    Ok(Interval { low, high, level })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `statsmodels.stats.proportion.proportion_confint` of statsmodels 0.15.0, method `wilson`.
    #[test]
    fn intervals_are_those_of_statsmodels() {
        for (part, whole, level, low, high) in [
            (218, 301, 0.95, 0.6711807670709672, 0.7716723819798846),
            (0, 66, 0.95, 0.0, 0.05500255701354129),
            (66, 66, 0.95, 0.9449974429864586, 1.0),
            (41, 66, 0.99, 0.46311279152914187, 0.7571670016381419),
            (1, 3, 0.9, 0.07826572633372836, 0.746466131718776),
        ] {
            let found = wilson(part, whole, 1, level).unwrap();
            assert!((found.low - low).abs() < 1e-9, "{found:?} {low}");
            assert!((found.high - high).abs() < 1e-9, "{found:?} {high}");
        }
    }

    #[test]
    fn a_share_of_nothing_has_no_interval() {
        assert_eq!(wilson(0, 0, 1, 0.95), Err(Undefined::Score));
        assert_eq!(wilson(2, 1, 1, 0.95), Err(Undefined::Score));
        assert_eq!(wilson(1, 2, 1, 1.0), Err(Undefined::Level(1.0)));
    }
}
