//! Counting fragments by size without listing them.
//!
//! With `x` for a node, the fragments whose top is a node `v` are a polynomial in which the
//! coefficient of `x^s` is the number of those with `s` nodes:
//!
//! * connected fragments: each child is left out or is the top of a fragment of its own,
//!   `P(v) = x · Π (1 + P(child))`;
//! * subtrees: either no child belongs to it or all of them do, `P(v) = x + x · Π P(child)`.
//!
//! Both are one recursion over *factors*, `F = 1 + P` for fragments and `F = P / x` for subtrees,
//! whose first coefficient is always 1: `F(v) = 1 + x^k · Π F(child)` with `k` = 1 for fragments
//! and `k` = the number of children for subtrees.
//!
//! A product of polynomials with `a` and `b` coefficients takes `a · b` steps. Charging each step
//! to a pair of nodes, one from either polynomial, charges no pair twice: a tree of `n` nodes
//! takes at most about `n² / 2` steps, whatever its form.

use num_bigint::BigUint;

use crate::metrics::fragments::column::SizeColumn;
use crate::metrics::fragments::forest::{ForestNode, NONE};
use crate::metrics::fragments::{Shape, large};

/// Memory that is used again for the next tree.
#[derive(Debug, Default)]
pub(crate) struct Space {
    narrow: Stack<u64>,
    wide: Stack<u128>,
    depths: Vec<u32>,
    pub(crate) totals: Vec<u64>,
}

/// How many fragments of each size a forest has, the first entry being of size 1.
pub(crate) fn count(
    items: &[ForestNode],
    shape: Shape,
    limit: usize,
    space: &mut Space,
) -> SizeColumn {
    match shape {
        Shape::Paths => {
            let counts = paths(items, limit, &mut space.depths);
            SizeColumn::from_narrow(&counts)
        }
        Shape::Fragments | Shape::Subtrees => {
            if fits_u64(items, &mut space.totals) {
                space.narrow.count(items, shape, limit);
                return SizeColumn::from_narrow(&space.narrow.sums);
            }
            if space.wide.count(items, shape, limit) {
                return SizeColumn::from_wide(&space.wide.sums);
            }
            let counts: Vec<BigUint> = large::count(items, shape, limit);
            SizeColumn::from_large(counts)
        }
    }
}

/// Whether the number of connected fragments of all sizes together fits 64 bits, so that no step
/// of the counting can overflow: every intermediate value is part of that number.
pub(crate) fn fits_u64(items: &[ForestNode], totals: &mut Vec<u64>) -> bool {
    // No more fragments than sets of nodes.
    if items.len() < 64 {
        return true;
    }
    // For each node, the product over the children seen so far.
    totals.clear();
    totals.resize(items.len(), 1);
    let mut sum = 0u64;
    for (v, item) in items.iter().enumerate().rev() {
        let total = totals[v];
        match sum.checked_add(total) {
            Some(new) => sum = new,
            None => return false,
        }
        if item.parent != NONE {
            let above = &mut totals[item.parent as usize];
            match total.checked_add(1).and_then(|factor| above.checked_mul(factor)) {
                Some(new) => *above = new,
                None => return false,
            }
        }
    }
    true
}

/// Chains from parent to child. A chain is known by its lowest node and its size, so there are as
/// many of size `s` as there are nodes with at least `s - 1` ancestors.
fn paths(items: &[ForestNode], limit: usize, depths: &mut Vec<u32>) -> Vec<u64> {
    depths.clear();
    let mut counts = Vec::new();
    for item in items {
        let above = if item.parent == NONE { 0 } else { depths[item.parent as usize] };
        depths.push(above + 1);
        let size = (above as usize + 1).min(limit);
        if counts.len() < size {
            counts.resize(size, 0);
        }
        counts[size - 1] += 1;
    }
    for size in (1..counts.len()).rev() {
        counts[size - 1] += counts[size];
    }
    counts
}

/// A coefficient in one of the two widths a processor has.
trait Coefficient: Copy + Default + Eq {
    const ONE: Self;
    /// What a sum or product that does not fit becomes.
    const TOO_MUCH: Option<Self>;
    fn plus_product(self, one: Self, two: Self) -> Self;
    fn plus(self, other: Self) -> Self;
}

/// Only used where nothing can overflow.
impl Coefficient for u64 {
    const ONE: u64 = 1;
    const TOO_MUCH: Option<u64> = None;

    #[inline]
    fn plus_product(self, one: u64, two: u64) -> u64 {
        self.wrapping_add(one.wrapping_mul(two))
    }

    #[inline]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }
}

/// Stays at its maximum once it got there. A count that depends on such a value gets there too,
/// because it is a sum of products of whole numbers with that value among them.
impl Coefficient for u128 {
    const ONE: u128 = 1;
    const TOO_MUCH: Option<u128> = Some(u128::MAX);

    #[inline]
    fn plus_product(self, one: u128, two: u128) -> u128 {
        self.saturating_add(one.saturating_mul(two))
    }

    #[inline]
    fn plus(self, other: u128) -> u128 {
        self.saturating_add(other)
    }
}

/// The factors of nodes whose parent has not been reached, one after the other.
///
/// Nodes are taken in reverse pre-order, so that a node's children lie on top when it is reached;
/// all factors together never have more coefficients than twice the nodes of the tree.
#[derive(Debug, Default)]
struct Stack<N> {
    factors: Vec<N>,
    starts: Vec<usize>,
    product: Vec<N>,
    sums: Vec<N>,
}

impl<N: Coefficient> Stack<N> {
    /// Leaves the counts in `sums`; false if they do not fit.
    fn count(&mut self, items: &[ForestNode], shape: Shape, limit: usize) -> bool {
        self.factors.clear();
        self.starts.clear();
        self.sums.clear();
        // The coefficient of a factor that counts single nodes.
        let first = if shape == Shape::Subtrees { 0 } else { 1 };
        let most = limit.saturating_add(first);
        for item in items.iter().rev() {
            let n_children = item.n_children as usize;
            let below = self.starts.len() - n_children;
            let base = self.starts.get(below).copied().unwrap_or(self.factors.len());
            if shape == Shape::Subtrees && (n_children == 0 || !item.whole) {
                self.factors.truncate(base);
                self.factors.push(N::ONE);
            } else if n_children == 0 {
                self.factors.extend([N::ONE, N::ONE]);
            } else if n_children == 1 {
                // The same, with one more node on top.
                self.factors.insert(base, N::ONE);
                self.factors.truncate(base.saturating_add(most));
            } else {
                self.multiply(below, most);
                let shift = if shape == Shape::Subtrees { n_children } else { 1 };
                self.factors.truncate(base);
                self.factors.push(N::ONE);
                self.factors.resize(base + shift, N::default());
                self.factors.extend_from_slice(&self.product);
                self.factors.truncate(base.saturating_add(most));
            }
            self.starts.truncate(below);
            self.starts.push(base);

            let counts = &self.factors[base + first..];
            if self.sums.len() < counts.len() {
                self.sums.resize(counts.len(), N::default());
            }
            for (sum, &count) in self.sums.iter_mut().zip(counts) {
                *sum = sum.plus(count);
                if N::TOO_MUCH == Some(*sum) {
                    return false;
                }
            }
            if item.parent == NONE {
                self.factors.truncate(base);
                self.starts.pop();
            }
        }
        true
    }

    /// Leaves the product of the factors from `below` on in `product`.
    fn multiply(&mut self, below: usize, most: usize) {
        let Stack { factors, starts, product, .. } = self;
        product.clear();
        let mut end = factors.len();
        for &start in starts[below..].iter().rev() {
            let factor = &factors[start..end];
            end = start;
            if product.is_empty() {
                product.extend_from_slice(factor);
                continue;
            }
            let n = product.len();
            product.resize((n + factor.len() - 1).min(most), N::default());
            // From the highest coefficient down, each is spread upwards before it is changed
            // itself; times 1, the factor's first coefficient, it stays where it is.
            for i in (0..n).rev() {
                let (here, above) = product.split_at_mut(i + 1);
                let value = here[i];
                for (target, &coefficient) in above.iter_mut().zip(&factor[1..]) {
                    *target = target.plus_product(value, coefficient);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A forest in which each node has one of the `reach` nodes before it as its parent: the
    /// smaller `reach`, the deeper. One in `roots` nodes begins a tree.
    fn forest(n: usize, reach: usize, roots: u64, mut seed: u64) -> Vec<ForestNode> {
        let mut next = move |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        // Only the nodes around the place reached can still get children.
        let mut around: Vec<u32> = Vec::new();
        let mut items: Vec<ForestNode> = Vec::new();
        for v in 0..n as u32 {
            if next(roots) == 0 {
                around.clear();
            }
            let up = next(reach as u64) as usize;
            around.truncate(around.len().saturating_sub(up).max(1));
            let parent = around.last().copied().unwrap_or(NONE);
            if parent != NONE {
                items[parent as usize].n_children += 1;
            }
            items.push(ForestNode { parent, n_children: 0, whole: next(4) > 0 });
            around.push(v);
        }
        items
    }

    /// The same counts modulo a prime, by the plainest way to write the recursion down.
    fn modulo(items: &[ForestNode], shape: Shape, limit: usize, prime: u64) -> Vec<u64> {
        let multiply = |one: &[u64], two: &[u64]| {
            let mut product = vec![0; (one.len() + two.len() - 1).min(limit + 1)];
            for (i, a) in one.iter().enumerate() {
                for (j, b) in two.iter().enumerate().take_while(|(j, _)| i + j <= limit) {
                    product[i + j] = (product[i + j] + a * b) % prime;
                }
            }
            product
        };
        let mut products = vec![vec![1]; items.len()];
        let mut sums = vec![0; items.len().min(limit)];
        for (v, item) in items.iter().enumerate().rev() {
            let mut counts = multiply(&[0, 1], &products[v]);
            if shape == Shape::Subtrees {
                let grows = item.n_children > 0 && item.whole;
                counts = if grows { counts } else { vec![0, 0] };
                counts[1] += 1;
            }
            for (sum, count) in sums.iter_mut().zip(&counts[1..]) {
                *sum = (*sum + count) % prime;
            }
            if item.parent != NONE {
                counts[0] = u64::from(shape == Shape::Fragments);
                let parent = item.parent as usize;
                products[parent] = multiply(&products[parent], &counts);
            }
        }
        sums
    }

    fn check(items: &[ForestNode], shape: Shape, limit: usize) -> SizeColumn {
        const PRIME: u64 = 2_147_483_647;
        let found = count(items, shape, limit, &mut Space::default());
        let expected = modulo(items, shape, limit.min(items.len()), PRIME);
        for (size, expected) in (1..).zip(expected) {
            let rest = found.get(size).to_big() % PRIME;
            assert_eq!(rest, BigUint::from(expected), "{shape:?} {limit} {size}");
        }
        found
    }

    #[test]
    fn every_width_counts_the_same() {
        let (mut n_wide, mut n_large) = (0, 0);
        for n in [1, 2, 5, 63, 64, 65, 100, 150, 200, 400] {
            for (reach, roots) in [(2, 1_000), (3, 50), (4, 1_000), (9, 1_000), (400, 10)] {
                for shape in [Shape::Fragments, Shape::Subtrees] {
                    for limit in [1, 2, 7, 90, usize::MAX] {
                        let items = forest(n, reach, roots, n as u64);
                        let found = check(&items, shape, limit);
                        n_wide += u32::from(matches!(found, SizeColumn::Wide(_)));
                        n_large += u32::from(matches!(found, SizeColumn::Large(_)));
                        let large = SizeColumn::from_large(large::count(&items, shape, limit));
                        assert_eq!(found, large, "{n} {reach} {roots} {shape:?} {limit}");
                    }
                }
            }
        }
        assert!(n_wide > 5 && n_large > 5, "{n_wide} {n_large}");
    }

    #[test]
    fn large_trees_are_counted_exactly() {
        for (n, reach) in [(1_500, 2), (1_500, 3), (2_000, 5), (1_000, 1_000)] {
            check(&forest(n, reach, 10_000, 3), Shape::Fragments, usize::MAX);
            check(&forest(n, reach, 10_000, 3), Shape::Subtrees, usize::MAX);
        }
        // Two halves with counts of hundreds of bits each, multiplied as big integers.
        let n = 2_047;
        let binary: Vec<ForestNode> = {
            let mut items = Vec::new();
            let mut todo = vec![(NONE, n)];
            while let Some((parent, n)) = todo.pop() {
                let half = (n - 1) / 2;
                let v = items.len() as u32;
                items.push(ForestNode {
                    parent,
                    n_children: if n > 1 { 2 } else { 0 },
                    whole: true,
                });
                if n > 1 {
                    todo.extend([(v, half), (v, half)]);
                }
            }
            items
        };
        let found = check(&binary, Shape::Fragments, usize::MAX);
        assert!(matches!(found, SizeColumn::Large(_)));
        assert_eq!(
            (found.get(1).to_string(), found.get(n).to_string()),
            ("2047".into(), "1".into())
        );
    }

    #[test]
    fn forms_with_a_formula_follow_it() {
        let chain: Vec<ForestNode> = (0..10_000)
            .map(|v: u32| ForestNode {
                parent: v.checked_sub(1).unwrap_or(NONE),
                n_children: u32::from(v < 9_999),
                whole: true,
            })
            .collect();
        for shape in [Shape::Fragments, Shape::Paths, Shape::Subtrees] {
            let found = count(&chain, shape, usize::MAX, &mut Space::default());
            let expected: Vec<u64> = (1..=10_000).rev().collect();
            assert_eq!(found, SizeColumn::Narrow(expected.into()), "{shape:?}");
        }
        let mut star = vec![ForestNode { parent: 0, n_children: 0, whole: true }; 10_000];
        star[0] = ForestNode { parent: NONE, n_children: 9_999, whole: true };
        let found = count(&star, Shape::Fragments, usize::MAX, &mut Space::default());
        assert_eq!(found.get(2).to_string(), "9999");
        assert_eq!(found.get(3).to_string(), (9_999u64 * 9_998 / 2).to_string());
        assert_eq!(found.get(9_999).to_string(), "9999");
        let subtrees = count(&star, Shape::Subtrees, usize::MAX, &mut Space::default());
        assert_eq!(
            (subtrees.get(1).to_string(), subtrees.get(2).to_string()),
            ("10000".into(), "0".into())
        );
        assert_eq!(subtrees.get(10_000).to_string(), "1");
    }
}
