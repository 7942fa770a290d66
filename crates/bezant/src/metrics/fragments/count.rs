//! Exact whole numbers of any size, and the one division made of them.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigUint;

/// How many fragments: exact, however many there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// Up to 128 bits, as nearly all counts are.
    Small(u128),
    /// More than 128 bits.
    Large(BigUint),
}

impl Count {
    /// A number of any size.
    pub(crate) fn from_big(big: BigUint) -> Count {
        match u128::try_from(&big) {
            Ok(small) => Count::Small(small),
            Err(_) => Count::Large(big),
        }
    }

    /// The same number, whatever its size.
    pub(crate) fn to_big(&self) -> BigUint {
        match self {
            Count::Small(small) => BigUint::from(*small),
            Count::Large(big) => big.clone(),
        }
    }

    /// A number written in decimal digits and nothing else.
    #[doc(hidden)]
    pub fn parse(text: &str) -> Option<Count> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        match text.parse() {
            Ok(small) => Some(Count::Small(small)),
            Err(_) => BigUint::parse_bytes(text.as_bytes(), 10).map(Count::from_big),
        }
    }

    /// The number, where it has no more than 64 bits.
    #[doc(hidden)]
    pub fn to_u64(&self) -> Option<u64> {
        match self {
            Count::Small(small) => u64::try_from(*small).ok(),
            Count::Large(_) => None,
        }
    }

    /// Whether there are none.
    pub(crate) fn is_zero(&self) -> bool {
        *self == Count::Small(0)
    }

    /// The sum of two numbers.
    #[must_use]
    pub(crate) fn plus(&self, other: &Count) -> Count {
        if let (Count::Small(one), Count::Small(two)) = (self, other)
            && let Some(sum) = one.checked_add(*two)
        {
            return Count::Small(sum);
        }
        Count::from_big(self.to_big() + other.to_big())
    }

    /// `self / whole`, undefined where there is no whole.
    ///
    /// Numbers up to 2^53 are divided as they are; of larger ones the leading 128 bits decide, so
    /// that the result is right to the last bit or the one before it, and never overflows.
    pub(crate) fn share_of(&self, whole: &Count) -> Option<f64> {
        if whole.is_zero() {
            return None;
        }
        let ((part, part_exponent), (whole, whole_exponent)) = (self.leading(), whole.leading());
        let exponent = part_exponent - whole_exponent;
        // Beyond the range of the exponents of a double the power alone would be 0 or infinite;
        // a share that small is 0, and one that large does not occur.
        Some(part as f64 / whole as f64 * 2f64.powi(exponent.clamp(-2000, 2000) as i32))
    }

    /// The number as far as a double has digits for it.
    pub(crate) fn approximate(&self) -> f64 {
        let (leading, below) = self.leading();
        leading as f64 * 2f64.powi(below.clamp(0, 2000) as i32)
    }

    /// The leading 128 bits, and how many bits follow them.
    fn leading(&self) -> (u128, i64) {
        match self {
            Count::Small(small) => (*small, 0),
            Count::Large(big) => {
                let below = big.bits().saturating_sub(128);
                let leading = u128::try_from(big >> below).expect("128 bits are left");
                (leading, i64::try_from(below).expect("memory has fewer bits"))
            }
        }
    }
}

impl Default for Count {
    fn default() -> Count {
        Count::Small(0)
    }
}

impl From<u64> for Count {
    fn from(n: u64) -> Count {
        Count::Small(n.into())
    }
}

impl Ord for Count {
    fn cmp(&self, other: &Count) -> Ordering {
        match (self, other) {
            (Count::Small(one), Count::Small(two)) => one.cmp(two),
            (Count::Large(one), Count::Large(two)) => one.cmp(two),
            (Count::Small(_), Count::Large(_)) => Ordering::Less,
            (Count::Large(_), Count::Small(_)) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Count {
    fn partial_cmp(&self, other: &Count) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Small(small) => small.fmt(f),
            Count::Large(big) => big.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn power_of_two(n: u32) -> Count {
        Count::from_big(BigUint::from(1u8) << n)
    }

    #[test]
    fn numbers_print_and_parse_back_at_any_size() {
        for text in ["0", "7", "340282366920938463463374607431768211455"] {
            assert!(matches!(Count::parse(text), Some(Count::Small(_))));
            assert_eq!(Count::parse(text).unwrap().to_string(), text);
        }
        let text = "340282366920938463463374607431768211456";
        assert!(matches!(Count::parse(text), Some(Count::Large(_))));
        assert_eq!(Count::parse(text).unwrap().to_string(), text);
        for text in ["", "-1", "+1", "1e3", " 1", "x"] {
            assert_eq!(Count::parse(text), None, "{text}");
        }
    }

    #[test]
    fn sums_grow_beyond_128_bits() {
        let half = power_of_two(127);
        assert_eq!(half.plus(&half), power_of_two(128));
        assert!(half < power_of_two(128));
    }

    #[test]
    fn shares_of_huge_numbers_neither_overflow_nor_vanish() {
        assert_eq!(Count::from(1).share_of(&Count::from(3)), Some(1.0 / 3.0));
        assert_eq!(Count::from(1).share_of(&Count::from(0)), None);
        assert_eq!(power_of_two(10_001).share_of(&power_of_two(10_003)), Some(0.25));
        assert_eq!(power_of_two(900).share_of(&power_of_two(901)), Some(0.5));
        assert_eq!(power_of_two(1).share_of(&power_of_two(101)), Some(2f64.powi(-100)));
        assert_eq!(Count::from(1).share_of(&power_of_two(10_000)), Some(0.0));
    }
}
