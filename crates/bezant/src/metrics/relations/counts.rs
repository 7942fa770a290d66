//! What a sentence contributes: relations by type, on each side and in common.

use serde::{Deserialize, Serialize};

use crate::counts::{Counts, Tally, accumulate, average, harmonic};
use crate::metrics::relations::hierarchy::{Hierarchy, Type};
use crate::metrics::relations::scheme::{Scheme, TypeMatch};

/// Counts by type, those that are not 0, ordered by type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ByType(Vec<(Type, u64)>);

impl ByType {
    /// Adds `n` to the count of a type.
    pub(crate) fn add(&mut self, kind: Type, n: u64) {
        match self.0.binary_search_by_key(&kind, |(found, _)| *found) {
            Ok(at) => accumulate(&mut self.0[at].1, n, 1),
            Err(at) => self.0.insert(at, (kind, n)),
        }
    }

    fn add_all(&mut self, other: &ByType, times: u64) {
        for &(kind, n) in &other.0 {
            self.add(kind, n.saturating_mul(times));
        }
    }

    /// All types that have been counted.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Type, u64)> {
        self.0.iter().copied()
    }
}

/// What a sentence contributes to all schemes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelationCounts {
    /// Sentences.
    pub sentences: u64,
    /// Relations of gold, by type.
    pub gold: ByType,
    /// Relations of the system, by type.
    pub system: ByType,
    /// Relations that match under each scheme: by the system's type, or by the most specific
    /// type above both for *hierarchy*, or all under the top for *unlabelled*.
    pub matched: Vec<(Scheme, ByType)>,
}

impl Counts for RelationCounts {
    fn add(&mut self, other: &Self, times: u64) {
        accumulate(&mut self.sentences, other.sentences, times);
        self.gold.add_all(&other.gold, times);
        self.system.add_all(&other.system, times);
        for (scheme, matched) in &other.matched {
            match self.matched.iter_mut().find(|(found, _)| found == scheme) {
                Some((_, total)) => total.add_all(matched, times),
                None => {
                    let mut total = ByType::default();
                    total.add_all(matched, times);
                    self.matched.push((*scheme, total));
                }
            }
        }
    }
}

/// The counts of one scheme, a tally for each type of the hierarchy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeTallies(Vec<Tally>);

impl RelationCounts {
    /// The tallies that a scheme's averages are made from: percolated to the types above for
    /// *hierarchy*, under the top alone for *unlabelled*, by exact type for the others.
    pub fn tallies(&self, hierarchy: &Hierarchy, scheme: Scheme) -> TypeTallies {
        let exact = self.exact(hierarchy, scheme);
        match scheme.types {
            TypeMatch::Hierarchy => exact.percolated(hierarchy),
            TypeMatch::Unlabelled => {
                let mut all = vec![Tally::default(); hierarchy.types().len()];
                all[usize::from(hierarchy.root())] = exact.micro();
                TypeTallies(all)
            }
            _ => exact,
        }
    }

    /// Tallies by exact type.
    pub fn exact(&self, hierarchy: &Hierarchy, scheme: Scheme) -> TypeTallies {
        let mut all = vec![Tally::default(); hierarchy.types().len()];
        let scored =
            |kind: Type| scheme.types == TypeMatch::Original || !hierarchy.is_passive(kind);
        let mut fill = |counts: &ByType, field: fn(&mut Tally) -> &mut u64| {
            for (kind, n) in counts.iter().filter(|(kind, _)| scored(*kind)) {
                // Saved rows can name any type; those of another hierarchy are no one's.
                if let Some(tally) = all.get_mut(usize::from(kind)) {
                    accumulate(field(tally), n, 1);
                }
            }
        };
        fill(&self.gold, |tally| &mut tally.gold);
        fill(&self.system, |tally| &mut tally.system);
        if let Some((_, matched)) = self.matched.iter().find(|(found, _)| *found == scheme) {
            fill(matched, |tally| &mut tally.matched);
        }
        TypeTallies(all)
    }
}

impl TypeTallies {
    /// One tally for each type, in the order of the hierarchy.
    pub(crate) fn by_type(&self) -> &[Tally] {
        &self.0
    }

    /// One type's.
    pub fn of(&self, kind: Type) -> Tally {
        self.0[usize::from(kind)]
    }

    /// Each type with everything below it (report, 2.1.1).
    #[must_use]
    pub(crate) fn percolated(&self, hierarchy: &Hierarchy) -> TypeTallies {
        let mut all = vec![Tally::default(); self.0.len()];
        for (kind, tally) in (0..).zip(&self.0) {
            for upper in hierarchy.above(kind) {
                all[usize::from(upper)].add(tally, 1);
            }
        }
        TypeTallies(all)
    }

    /// The sum over all types.
    pub fn micro(&self) -> Tally {
        let mut sum = Tally::default();
        for tally in &self.0 {
            sum.add(tally, 1);
        }
        sum
    }

    /// Means over types. Both sums are divided by the number of types that gold has, as in the
    /// released program: a type that only the system has adds to precision and not to that
    /// number.
    pub fn means(&self) -> Means {
        let n_types = self.0.iter().filter(|tally| tally.gold > 0).count() as u64;
        let mean = |score: fn(&Tally) -> Option<f64>| {
            // An empty sum of Rust's is -0.
            let sum = self.0.iter().filter_map(score).fold(0.0, |sum: f64, score| sum + score);
            average(sum, n_types)
        };
        Means { precision: mean(Tally::precision), recall: mean(Tally::recall) }
    }
}

/// Means of precision and recall over types.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Means {
    /// Of precision.
    pub precision: Option<f64>,
    /// Of recall.
    pub recall: Option<f64>,
}

impl Means {
    /// The harmonic mean of both.
    pub fn f1(&self) -> Option<f64> {
        self.precision.zip(self.recall).map(|(precision, recall)| harmonic(precision, recall))
    }
}

/// Which types gold has where the system has which.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeConfusion {
    /// Gold's type, the system's type, how often; ordered by types.
    pairs: Vec<((Type, Type), u64)>,
}

impl TypeConfusion {
    /// Counts one more.
    pub(crate) fn note(&mut self, gold: Type, system: Type, n: u64) {
        match self.pairs.binary_search_by_key(&(gold, system), |(pair, _)| *pair) {
            Ok(at) => self.pairs[at].1 += n,
            Err(at) => self.pairs.insert(at, ((gold, system), n)),
        }
    }

    /// Adds another one.
    pub(crate) fn add(&mut self, other: &TypeConfusion) {
        for &((gold, system), n) in &other.pairs {
            self.note(gold, system, n);
        }
    }

    /// Gold's type, the system's type, how often.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Type, Type, u64)> {
        self.pairs.iter().map(|&((gold, system), n)| (gold, system, n))
    }
}
