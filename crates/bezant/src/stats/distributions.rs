//! The few distribution functions that the tests need.

use std::f64::consts::{FRAC_1_SQRT_2, LN_2, PI};

/// The probability that a standard normal variable is at most `x`.
pub(crate) fn normal_below(x: f64) -> f64 {
    0.5 * erfc(-x * FRAC_1_SQRT_2)
}

/// The probability that a standard normal variable is at least as far from 0 as `x`.
pub(crate) fn normal_two_sided(x: f64) -> f64 {
    erfc(x.abs() * FRAC_1_SQRT_2)
}

/// The value that a standard normal variable stays below with probability `p`.
///
/// By bisection: there is no table of coefficients to get wrong, and it is called a few times a
/// run.
pub(crate) fn normal_quantile(p: f64) -> f64 {
    if p.is_nan() || p <= 0.0 || p >= 1.0 {
        return match p {
            0.0 => f64::NEG_INFINITY,
            1.0 => f64::INFINITY,
            _ => f64::NAN,
        };
    }
    if p == 0.5 {
        return 0.0;
    }
    // The lower half keeps its digits where the upper one is almost 1.
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    let (mut low, mut high) = (-40.0, 0.0);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if normal_below(middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// The complementary error function: the power series near 0, the continued fraction elsewhere
/// (Abramowitz and Stegun 7.1.6 and 7.1.14).
fn erfc(x: f64) -> f64 {
    if x < 0.0 {
        return 2.0 - erfc(-x);
    }
    if x < 2.0 {
        // erf(x) = 2/√π · exp(-x²) · Σ 2^n x^(2n+1) / (1·3·…·(2n+1)): all terms are positive.
        let (mut term, mut sum, mut n) = (x, x, 0.0);
        while term > sum * 1e-17 {
            n += 1.0;
            term *= 2.0 * x * x / (2.0 * n + 1.0);
            sum += term;
        }
        return 1.0 - 2.0 / PI.sqrt() * (-x * x).exp() * sum;
    }
    // erfc(x) = exp(-x²)/√π · 1/(x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …)))), from the inside.
    let fraction = (1..=120).rev().fold(x, |inner, n| x + f64::from(n) / 2.0 / inner);
    (-x * x).exp() / (PI.sqrt() * fraction)
}

/// Beyond so many tosses the normal distribution says the same, and the sum would take long.
const MANY_TOSSES: u64 = 100_000_000;

/// How likely a fair coin is to show at most `heads` heads in `tosses`, and exactly as many;
/// `heads` is at most half of `tosses`.
pub(crate) fn fair_coin(heads: u64, tosses: u64) -> (f64, f64) {
    // Numbers of saved rows can be so large that their sum stays at the largest number there is.
    let heads = heads.min(tosses / 2);
    let (k, n) = (heads as f64, tosses as f64);
    if tosses > MANY_TOSSES {
        let z = |heads: f64| normal_below((heads - n / 2.0) / (n.sqrt() / 2.0));
        return (z(k + 0.5), z(k + 0.5) - z(k - 0.5));
    }
    let exactly = exactly(k, n);
    // Each term follows from its neighbour; they shrink, so the tail is cut where it adds nothing.
    let (mut term, mut sum, mut k) = (exactly, exactly, k);
    while k > 0.0 && term > sum * 1e-17 {
        term *= k / (n - k + 1.0);
        sum += term;
        k -= 1.0;
    }
    (sum, exactly)
}

/// How likely a fair coin is to show exactly `k` heads in `n` tosses.
fn exactly(k: f64, n: f64) -> f64 {
    // For few heads, the product itself.
    if k <= 1_000.0 {
        let ways = (1..=k as u32).map(|i| ((n - k + f64::from(i)) / f64::from(i)).ln());
        return (ways.sum::<f64>() - n * LN_2).exp();
    }
    // Stirling's formula for all three factorials, put together before anything large can cancel
    // (Loader 2000, "Fast and accurate computation of binomial probabilities").
    let uneven = (n - 2.0 * k) / n;
    let rest = stirling_rest(n) - stirling_rest(k) - stirling_rest(n - k);
    let ways = -k * (-uneven).ln_1p() - (n - k) * uneven.ln_1p();
    (n / (2.0 * PI * k * (n - k))).sqrt() * (ways + rest).exp()
}

/// What Stirling's formula for `ln n!` leaves out, for large `n`.
fn stirling_rest(n: f64) -> f64 {
    (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * n * n)) / (n * n)) / n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() <= 1e-11 * expected.abs(),
            "{found:e}, expected {expected:e}"
        );
    }

    /// `scipy.stats.norm.cdf` and `ppf` of SciPy 1.17.1.
    #[test]
    fn the_normal_distribution_is_scipys() {
        for (x, below) in [
            (-37.0, 5.7255712225239266e-300),
            (-8.0, 6.22096057427174e-16),
            (-3.5, 0.00023262907903552502),
            (-1.96, 0.024997895148220435),
            (-0.3, 0.3820885778110474),
            (0.0, 0.5),
            (0.7, 0.758036347776927),
            (2.0, 0.9772498680518208),
            (2.9, 0.998134186699616),
            (5.0, 0.9999997133484281),
        ] {
            close(normal_below(x), below);
        }
        for (p, x) in [
            (1e-300, -37.0470962993612),
            (1e-12, -7.034483825301131),
            (0.001, -3.090232306167813),
            (0.025, -1.9599639845400545),
            (0.2, -0.8416212335729142),
            (0.4999, -0.0002506628300880075),
            (0.8, 0.8416212335729143),
            (0.975, 1.959963984540054),
            (0.995, 2.5758293035489004),
        ] {
            close(normal_quantile(p), x);
        }
        for (x, p) in [
            (0.0, 1.0),
            (1.0, 0.31731050786291415),
            (1.96, 0.04999579029644087),
            (4.0, 6.334248366623973e-05),
            (20.0, 5.507248237212311e-89),
        ] {
            close(normal_two_sided(x), p);
        }
    }

    /// `scipy.stats.binom(n, 0.5).cdf(k)` and `pmf(k)` of SciPy 1.17.1.
    #[test]
    fn the_fair_coin_is_scipys() {
        for (heads, tosses, at_most, exactly) in [
            (0, 1, 0.5, 0.5000000000000001),
            (3, 13, 0.046142578125, 0.03491210937499998),
            (5, 10, 0.623046875, 0.24609375000000003),
            (0, 60, 8.673617379884035e-19, 8.673617379884084e-19),
            (300, 700, 8.92381572428122e-05, 2.3494550870559816e-05),
            (450, 1000, 0.0008652680424881513, 0.00016939724527711617),
            (5000, 10400, 4.5584746572705786e-05, 3.566017505489543e-06),
            (499000, 1000000, 0.0228041499326948, 0.00010798197801891438),
        ] {
            let found = fair_coin(heads, tosses);
            close(found.0, at_most);
            close(found.1, exactly);
        }
        assert_eq!(fair_coin(0, 0), (1.0, 1.0));
        // The sum and the normal distribution meet: one toss more changes as little.
        let (sum, _) = fair_coin(49_990_000, MANY_TOSSES);
        let (normal, _) = fair_coin(49_990_000, MANY_TOSSES + 1);
        assert!((sum - normal).abs() < 1e-3 * sum, "{sum} {normal}");
        assert!(fair_coin(u64::MAX / 2 - 1, u64::MAX).0 <= 0.5);
    }

    #[test]
    fn quantiles_have_ends() {
        assert_eq!(normal_quantile(0.5), 0.0);
        assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(normal_quantile(1.0), f64::INFINITY);
        assert!(normal_quantile(f64::NAN).is_nan() && normal_quantile(2.0).is_nan());
    }
}
