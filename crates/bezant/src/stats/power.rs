//! How large a difference must be for a test set to show it.

use crate::stats::distributions::normal_quantile;
use crate::stats::{Undefined, check_level};

/// The share of repetitions in which a difference should be found, by convention (Cohen 1988).
pub(crate) const POWER: f64 = 0.8;

/// The smallest true difference that a test at this level finds in 80 of 100 test sets like this.
///
/// `(z(1 - α/2) + z(power)) · s`, where `α` is 1 less the level, `z` are quantiles of the normal
/// distribution and `s` is the standard deviation of the paired bootstrap's differences, which
/// stands for that of the difference itself.
pub(crate) fn detectable(differences: &[Option<f64>], level: f64) -> Result<f64, Undefined> {
    let alpha = 1.0 - check_level(level)?;
    let defined: Vec<f64> = differences.iter().copied().flatten().collect();
    if defined.len() < differences.len() {
        let undefined = differences.len() - defined.len();
        return Err(Undefined::Replicates { undefined, of: differences.len() });
    }
    if defined.len() < 2 {
        return Err(Undefined::NoReplicates);
    }
    let n = defined.len() as f64;
    let mean = defined.iter().sum::<f64>() / n;
    let squares: f64 = defined.iter().map(|value| (value - mean) * (value - mean)).sum();
    let deviation = (squares / (n - 1.0)).sqrt();
    // Systems that never differ say nothing about the noise between systems that do. The mean of equal
    // numbers need not be exactly that number, so they are compared with each other.
    if defined.iter().all(|value| *value == defined[0]) {
        return Err(Undefined::NoVariation);
    }
    Ok((normal_quantile(1.0 - alpha / 2.0) + normal_quantile(POWER)) * deviation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_2_8_standard_deviations_at_the_usual_level() {
        let differences = [Some(0.01), Some(0.03)];
        let expected = (1.959_963_984_540_054 + 0.841_621_233_572_914_4) * 0.02 / 2f64.sqrt();
        assert!((detectable(&differences, 0.95).unwrap() - expected).abs() < 1e-12);
    }

    #[test]
    fn without_variation_nothing_is_known() {
        assert_eq!(detectable(&[Some(0.5); 9], 0.95), Err(Undefined::NoVariation));
        assert_eq!(detectable(&[Some(2.0 / 3.0); 1000], 0.95), Err(Undefined::NoVariation));
        assert_eq!(detectable(&[Some(0.5)], 0.95), Err(Undefined::NoReplicates));
        assert!(detectable(&[Some(0.5), None], 0.95).is_err());
    }
}
