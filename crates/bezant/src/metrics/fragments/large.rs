//! The same counting where counts have hundreds or thousands of bits.
//!
//! A polynomial is one long row of 64-bit limbs, the same number of them for each coefficient and
//! enough that no coefficient reaches into the next. So the row is also the number that the
//! polynomial is worth at a large power of two, and a product of two rows, as numbers, is the row
//! of the product: big integers multiply polynomials at the speed of their fastest algorithm.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use num_bigint::BigUint;

use crate::metrics::fragments::Shape;
use crate::metrics::fragments::forest::{ForestNode, NONE};

/// How many fragments of each size a forest has, the first entry being of size 1.
pub(crate) fn count(items: &[ForestNode], shape: Shape, limit: usize) -> Vec<BigUint> {
    let first = if shape == Shape::Subtrees { 0 } else { 1 };
    let most = limit.saturating_add(first);
    let logs = product_logs(items);
    let largest = logs.iter().copied().fold(0.0, f64::max);
    let mut sums = Row::new(width(largest + (items.len() as f64).log2() + 1.0), 0);

    let mut stack: Vec<Row> = Vec::new();
    for (item, &log) in items.iter().zip(&logs).rev() {
        let n_children = item.n_children as usize;
        let children = stack.split_off(stack.len() - n_children);
        let row = if shape == Shape::Subtrees && (n_children == 0 || !item.whole) {
            Row::one()
        } else {
            let shift = if shape == Shape::Subtrees { n_children } else { 1 };
            product(children, most).under_one(shift, most, log)
        };
        sums.add(&row, first);
        if item.parent != NONE {
            stack.push(row);
        }
    }
    (0..sums.len()).map(|at| big(sums.coefficient(at))).collect()
}

/// For each node an upper bound of the binary logarithm of the number of connected fragments it
/// is the top of: the product over its children.
///
/// Each step is off by less than one part in 2^50, so that even ten million nodes with as many
/// bits to their counts stay well within the spare bit that [`width`] adds.
fn product_logs(items: &[ForestNode]) -> Vec<f64> {
    let mut logs = vec![0.0; items.len()];
    for (v, item) in items.iter().enumerate().rev() {
        if item.parent != NONE {
            logs[item.parent as usize] += one_plus(logs[v]);
        }
    }
    logs
}

/// `log2(1 + 2^log)`.
fn one_plus(log: f64) -> f64 {
    if log > 60.0 { log + 1e-15 } else { (1.0 + log.exp2()).log2() }
}

/// Limbs for numbers with this logarithm, with a bit to spare.
fn width(log: f64) -> usize {
    (log as usize + 2).div_ceil(64)
}

/// A polynomial; all of ours have 1 as their first coefficient.
#[derive(Clone, Debug)]
struct Row {
    /// Limbs a coefficient.
    width: usize,
    limbs: Vec<u64>,
    /// Upper bound of the logarithm of its value at 1.
    log: f64,
}

impl Row {
    fn new(width: usize, len: usize) -> Row {
        Row { width, limbs: vec![0; width * len], log: 0.0 }
    }

    /// The polynomial 1.
    fn one() -> Row {
        Row { width: 1, limbs: vec![1], log: 0.0 }
    }

    /// `(1 + x)^n`, whose coefficients follow from each other without any addition of rows.
    fn binomial(n: usize, most: usize) -> Row {
        let mut row = Row { log: n as f64, ..Row::new(width(n as f64), (n + 1).min(most)) };
        let mut coefficient = BigUint::from(1u8);
        for (at, target) in row.limbs.chunks_exact_mut(row.width).enumerate() {
            for (limb, digit) in target.iter_mut().zip(coefficient.iter_u64_digits()) {
                *limb = digit;
            }
            coefficient = coefficient * (n - at) / (at + 1);
        }
        row
    }

    /// How many coefficients it has.
    fn len(&self) -> usize {
        self.limbs.len() / self.width
    }

    fn coefficient(&self, at: usize) -> &[u64] {
        &self.limbs[at * self.width..(at + 1) * self.width]
    }

    /// The same with other room for each coefficient, and for more or fewer of them.
    fn resized(mut self, width: usize, len: usize) -> Row {
        if width == self.width {
            self.limbs.resize(width * len, 0);
            return self;
        }
        let mut row = Row { log: self.log, ..Row::new(width, len) };
        for (to, from) in row.limbs.chunks_exact_mut(width).zip(self.limbs.chunks_exact(self.width))
        {
            let n = width.min(self.width);
            to[..n].copy_from_slice(&from[..n]);
        }
        row
    }

    /// `1 + x^shift` times the polynomial: the node over a product of its children.
    fn under_one(self, shift: usize, most: usize, log: f64) -> Row {
        let log = one_plus(log.min(self.log));
        // Room grows in steps, so that a long chain of nodes is not copied for each of them.
        let needed = width(log);
        let width = if needed > self.width { needed + needed / 8 } else { self.width };
        let len = (self.len() + shift).min(most);
        let mut row = self.resized(width, len.saturating_sub(shift));
        let kept = row.limbs.len();
        row.limbs.resize(len * width, 0);
        row.limbs.copy_within(..kept, len * width - kept);
        row.limbs[..len * width - kept].fill(0);
        row.limbs[0] = 1;
        row.log = log;
        // A limit can cut off all but zeros.
        while row.len() > 1 && is_zero(row.coefficient(row.len() - 1)) {
            row.limbs.truncate(row.limbs.len() - width);
        }
        row
    }

    /// Adds another's coefficients from `first` on.
    fn add(&mut self, other: &Row, first: usize) {
        let len = other.len() - first;
        if self.len() < len {
            self.limbs.resize(self.width * len, 0);
        }
        let theirs = other.limbs.chunks_exact(other.width).skip(first);
        for (ours, theirs) in self.limbs.chunks_exact_mut(self.width).zip(theirs) {
            add_product(ours, significant(theirs), 1);
        }
    }
}

/// The product of polynomials, the smallest two first, so that most of the work is done on small
/// numbers.
fn product(factors: Vec<Row>, most: usize) -> Row {
    // Two coefficients mean `1 + x`: a node without children.
    let n_leaves = factors.iter().filter(|row| row.len() == 2).count();
    let leaves = (n_leaves > 0).then(|| Row::binomial(n_leaves, most));
    let mut rows: Vec<Row> =
        factors.into_iter().filter(|row| row.len() > 2).chain(leaves).collect();
    let mut heap: BinaryHeap<_> =
        rows.iter().enumerate().map(|(at, row)| Reverse((row.limbs.len(), at))).collect();
    loop {
        let Some(Reverse((_, one))) = heap.pop() else { return Row::one() };
        let small = std::mem::replace(&mut rows[one], Row::one());
        let Some(Reverse((_, two))) = heap.pop() else { return small };
        let large = std::mem::replace(&mut rows[two], Row::one());
        rows[one] = multiply(large, small, most);
        heap.push(Reverse((rows[one].limbs.len(), one)));
    }
}

/// The product of two polynomials.
fn multiply(one: Row, two: Row, most: usize) -> Row {
    let (long, short) = if one.len() >= two.len() { (one, two) } else { (two, one) };
    let log = long.log + short.log;
    let len = (long.len() + short.len() - 1).min(most);
    let n = long.len();
    let widest = short.limbs.chunks_exact(short.width).map(|limbs| significant(limbs).len()).max();
    let short_limbs = short.len() * widest.unwrap_or(0);
    let width = width(log).max(long.width);
    let mut row = if short_limbs as f64 <= steps_of_big_product(short.len() * width) {
        let mut row = long.resized(width, len);
        for at in (0..n).rev() {
            let (here, above) = row.limbs.split_at_mut((at + 1) * width);
            let value = significant(&here[at * width..]);
            let factors = short.limbs.chunks_exact(short.width).skip(1);
            for (target, factor) in above.chunks_exact_mut(width).zip(factors) {
                for (shift, &limb) in significant(factor).iter().enumerate() {
                    add_product(&mut target[shift..], value, limb);
                }
            }
        }
        row
    } else {
        let short_len = short.len();
        let one = big(&long.resized(width, n).limbs);
        let two = big(&short.resized(width, short_len).limbs);
        let mut limbs = (one * two).to_u64_digits();
        limbs.resize(len * width, 0);
        Row { width, limbs, log }
    };
    row.log = log;
    row
}

/// How many multiplications of limbs, for each limb of the larger number, a product of big
/// integers takes the time of. The exponent is that of its algorithm (Toom-Cook with three
/// parts), the factor was measured.
fn steps_of_big_product(limbs: usize) -> f64 {
    18.0 * (limbs as f64).powf(0.465)
}

/// Without the zeros at its upper end.
fn significant(limbs: &[u64]) -> &[u64] {
    let end = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |last| last + 1);
    &limbs[..end]
}

fn is_zero(limbs: &[u64]) -> bool {
    limbs.iter().all(|&limb| limb == 0)
}

/// Adds `value · factor` to a number that has room for it.
fn add_product(target: &mut [u64], value: &[u64], factor: u64) {
    let mut carry = 0u128;
    let (low, high) = target.split_at_mut(value.len());
    for (to, &limb) in low.iter_mut().zip(value) {
        carry += u128::from(*to) + u128::from(limb) * u128::from(factor);
        *to = carry as u64;
        carry >>= 64;
    }
    for to in high {
        if carry == 0 {
            return;
        }
        carry += u128::from(*to);
        *to = carry as u64;
        carry >>= 64;
    }
    debug_assert_eq!(carry, 0, "there is room for the result");
}

fn big(limbs: &[u64]) -> BigUint {
    BigUint::new(limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect())
}
