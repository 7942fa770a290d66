//! What a sentence contributes: relations by type, on each side and in common.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::counts::{Counts, Numbers, Tally, accumulate, average, harmonic, impossible};
use crate::metrics::relations::Relations;
use crate::metrics::relations::hierarchy::{Hierarchy, Type};
use crate::metrics::relations::scheme::{Scheme, TypeMatch};
use crate::signature::Signature;

/// Counts by type, those that are not 0, ordered by type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ByType(Vec<(Type, u64)>);

impl ByType {
    /// Room for this many types, so that few of them need no second place in memory.
    pub(crate) fn for_types(n: usize) -> ByType {
        ByType(Vec::with_capacity(n))
    }

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
    #[doc(hidden)]
    pub gold: ByType,
    /// Relations of the system, by type.
    #[doc(hidden)]
    pub system: ByType,
    /// Relations that match under each scheme: by the system's type, or by the most specific
    /// type above both for *hierarchy*, or all under the top for *unlabelled*.
    #[doc(hidden)]
    pub matched: Vec<(Scheme, ByType)>,
    /// The same by gold's own type, where that can be another.
    #[serde(default)]
    #[doc(hidden)]
    pub matched_in_gold: Vec<(Scheme, ByType)>,
    /// The same by the system's own type, where that can be another.
    #[serde(default)]
    #[doc(hidden)]
    pub matched_in_system: Vec<(Scheme, ByType)>,
}

impl Counts for RelationCounts {
    fn add(&mut self, other: &Self, times: u64) {
        accumulate(&mut self.sentences, other.sentences, times);
        self.gold.add_all(&other.gold, times);
        self.system.add_all(&other.system, times);
        add_matched(&mut self.matched, &other.matched, times);
        add_matched(&mut self.matched_in_gold, &other.matched_in_gold, times);
        add_matched(&mut self.matched_in_system, &other.matched_in_system, times);
    }

    /// Types may differ where relations match, but each relation matches once.
    fn fault(&self) -> Option<String> {
        let sum = |counts: &ByType| counts.iter().fold(0, |sum: u64, (_, n)| sum.saturating_add(n));
        let lists = [&self.matched, &self.matched_in_gold, &self.matched_in_system];
        lists.into_iter().flatten().find_map(|(scheme, matched)| {
            let counts = [
                ("matched", sum(matched)),
                ("gold", sum(&self.gold)),
                ("system", sum(&self.system)),
            ];
            Some(format!("{scheme}: {}", impossible(&counts)?))
        })
    }

    /// Types are numbers, and the signature has the hierarchy.
    fn misfit<'c>(
        mut rows: impl Iterator<Item = &'c Self>,
        signature: &Signature,
    ) -> Option<(usize, String)> {
        let n_types = Relations::from_signature(signature)?.hierarchy.types().len();
        let outside = |kind: Type| usize::from(kind) >= n_types;
        let unknown = |row: &Self| {
            row.lists().flat_map(ByType::iter).map(|(kind, _)| kind).find(|kind| outside(*kind))
        };
        let mut at = 0;
        let kind = rows.find_map(|row| {
            at += 1;
            unknown(row)
        })?;
        let why = format!(
            "type {kind} is none of the {n_types} of its hierarchy, which are numbered from 0"
        );
        Some((at - 1, why))
    }

    fn numbers(rows: &[&Self]) -> Option<Numbers<Self>> {
        // Rows of one run have the same schemes in the same order; saved ones might not.
        let form = Form::of(rows.first()?);
        if rows.iter().any(|row| Form::of(row) != form) {
            return None;
        }
        // All counts there are: in which list, of which type.
        let lists = |row: &RelationCounts| -> Vec<(usize, Type, u64)> {
            let lists = row.lists().enumerate();
            lists.flat_map(|(list, all)| all.iter().map(move |(kind, n)| (list, kind, n))).collect()
        };
        let all = rows.iter().flat_map(|row| lists(row)).map(|(list, kind, _)| (list, kind));
        let places: Vec<(usize, Type)> = all.collect::<BTreeSet<_>>().into_iter().collect();
        let known = places.clone();
        let of = move |row: &RelationCounts| {
            let mut numbers = vec![0; 1 + known.len()];
            numbers[0] = row.sentences;
            for (list, kind, n) in lists(row) {
                if let Ok(at) = known.binary_search(&(list, kind)) {
                    numbers[1 + at] = n;
                }
            }
            numbers
        };
        let back = move |numbers: &[u64]| {
            let mut row = form.empty();
            row.sentences = numbers.first().copied().unwrap_or(0);
            let mut lists: Vec<&mut ByType> = row.lists_mut().collect();
            let counts = places.iter().zip(numbers.iter().skip(1));
            for ((list, kind), n) in counts.filter(|(_, n)| **n > 0) {
                // They come in the order of their types.
                lists[*list].0.push((*kind, *n));
            }
            row
        };
        Some(Numbers { of: Box::new(of), back: Box::new(back) })
    }
}

/// Which schemes counts have, in which order.
#[derive(Clone, PartialEq)]
struct Form([Vec<Scheme>; 3]);

impl Form {
    fn of(row: &RelationCounts) -> Form {
        let lists = [&row.matched, &row.matched_in_gold, &row.matched_in_system];
        Form(lists.map(|list| list.iter().map(|(scheme, _)| *scheme).collect()))
    }

    /// Counts of this form with nothing in them.
    fn empty(&self) -> RelationCounts {
        let lists = self
            .0
            .each_ref()
            .map(|schemes| schemes.iter().map(|scheme| (*scheme, ByType::default())).collect());
        let [matched, matched_in_gold, matched_in_system] = lists;
        RelationCounts { matched, matched_in_gold, matched_in_system, ..RelationCounts::default() }
    }
}

impl RelationCounts {
    /// All lists of counts.
    pub(crate) fn lists(&self) -> impl Iterator<Item = &ByType> {
        let by_scheme = [&self.matched, &self.matched_in_gold, &self.matched_in_system];
        let by_scheme = by_scheme.into_iter().flatten().map(|(_, counts)| counts);
        [&self.gold, &self.system].into_iter().chain(by_scheme)
    }

    /// The same lists in the same order.
    pub(crate) fn lists_mut(&mut self) -> impl Iterator<Item = &mut ByType> {
        let by_scheme = [&mut self.matched, &mut self.matched_in_gold, &mut self.matched_in_system];
        let by_scheme = by_scheme.into_iter().flatten().map(|(_, counts)| counts);
        [&mut self.gold, &mut self.system].into_iter().chain(by_scheme)
    }
}

fn add_matched(sum: &mut Vec<(Scheme, ByType)>, other: &[(Scheme, ByType)], times: u64) {
    for (scheme, matched) in other {
        match sum.iter_mut().find(|(found, _)| found == scheme) {
            Some((_, total)) => total.add_all(matched, times),
            None => {
                let mut total = ByType::default();
                total.add_all(matched, times);
                sum.push((*scheme, total));
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
    #[doc(hidden)]
    pub fn exact(&self, hierarchy: &Hierarchy, scheme: Scheme) -> TypeTallies {
        self.tallied(hierarchy, scheme, of_scheme(&self.matched, scheme))
    }

    fn tallied(
        &self,
        hierarchy: &Hierarchy,
        scheme: Scheme,
        matched: Option<&ByType>,
    ) -> TypeTallies {
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
        if let Some(matched) = matched {
            fill(matched, |tally| &mut tally.matched);
        }
        TypeTallies(all)
    }

    /// Means over the types that gold has (report, 2.1.2), from raw counts: a match counts for the
    /// system's own type in precision and for gold's own type in recall. A type that the system
    /// never returns has no precision, and F1 0.
    #[doc(hidden)]
    pub fn means(&self, hierarchy: &Hierarchy, scheme: Scheme) -> Means {
        if scheme.types == TypeMatch::Unlabelled {
            return self.tallies(hierarchy, scheme).means_released();
        }
        let matched = of_scheme(&self.matched, scheme);
        let ours = of_scheme(&self.matched_in_gold, scheme);
        if ours.is_none() && scheme.types != TypeMatch::Equality {
            // Rows saved before these were counted.
            return Means { precision: None, recall: None, f1: None };
        }
        let theirs = of_scheme(&self.matched_in_system, scheme);
        let [ours, theirs] =
            [ours, theirs].map(|own| self.tallied(hierarchy, scheme, own.or(matched)).0);
        let types: Vec<(Option<f64>, f64)> = (0..)
            .zip(ours.iter().zip(&theirs))
            // It is no type of the evaluation (section 2), though *original* counts it.
            .filter(|(kind, _)| !hierarchy.is_passive(*kind))
            .filter_map(|(_, (ours, theirs))| Some((theirs.precision(), ours.recall()?)))
            .collect();
        let mean = |values: &mut dyn Iterator<Item = f64>| {
            let (sum, n) = values.fold((0.0, 0), |(sum, n), value| (sum + value, n + 1));
            average(sum, n)
        };
        let f1 = |&(precision, recall): &(Option<f64>, f64)| {
            precision.map_or(0.0, |precision| harmonic(precision, recall))
        };
        Means {
            precision: mean(&mut types.iter().filter_map(|(precision, _)| *precision)),
            recall: mean(&mut types.iter().map(|(_, recall)| *recall)),
            f1: mean(&mut types.iter().map(f1)),
        }
    }
}

fn of_scheme(counts: &[(Scheme, ByType)], scheme: Scheme) -> Option<&ByType> {
    counts.iter().find(|(found, _)| *found == scheme).map(|(_, counts)| counts)
}

impl TypeTallies {
    /// One tally for each type, in the order of the hierarchy.
    pub(crate) fn by_type(&self) -> &[Tally] {
        &self.0
    }

    /// One type's.
    #[doc(hidden)]
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

    /// Means over types as the released program has them: both sums are divided by the number of
    /// types that gold has. A type that only the system has adds to precision and not to that
    /// number, so that precision can exceed 1.
    #[doc(hidden)]
    pub fn means_released(&self) -> Means {
        let n_types = self.0.iter().filter(|tally| tally.gold > 0).count() as u64;
        let mean = |score: fn(&Tally) -> Option<f64>| {
            // An empty sum of Rust's is -0.
            let sum = self.0.iter().filter_map(score).fold(0.0, |sum: f64, score| sum + score);
            average(sum, n_types)
        };
        let (precision, recall) = (mean(Tally::precision), mean(Tally::recall));
        let f1 = precision.zip(recall).map(|(precision, recall)| harmonic(precision, recall));
        Means { precision, recall, f1 }
    }
}

/// Means over types.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Means {
    /// Of precision.
    pub precision: Option<f64>,
    /// Of recall.
    pub recall: Option<f64>,
    /// Of F1; in the released program's average, F1 of the two means.
    pub f1: Option<f64>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::relations::scheme::Slots;

    /// Resampling goes by way of the numbers.
    #[test]
    fn numbers_add_up_to_the_same_counts() {
        let scheme = |types| Scheme { types, slots: Slots::All };
        let schemes = [scheme(TypeMatch::Equality), scheme(TypeMatch::Hierarchy)];
        let row = |n: u64| {
            let mut counts = RelationCounts { sentences: 1, ..RelationCounts::default() };
            counts.gold.add(3, 4 + n);
            counts.system.add((n % 3) as Type, 2);
            for scheme in schemes {
                let mut matched = ByType::default();
                if n.is_multiple_of(2) {
                    matched.add((n % 5) as Type, 1 + n);
                }
                counts.matched.push((scheme, matched.clone()));
                counts.matched_in_gold.push((scheme, matched));
            }
            counts
        };
        let rows: Vec<RelationCounts> = (0..9).map(row).collect();
        let rows: Vec<&RelationCounts> = rows.iter().collect();
        let Numbers { of, back } = RelationCounts::numbers(&rows).unwrap();
        let (mut total, mut sums) = (RelationCounts::default(), vec![0; of(rows[0]).len()]);
        for row in &rows {
            assert_eq!(back(&of(row)), **row);
            total.add(row, 2);
            sums.iter_mut().zip(of(row)).for_each(|(sum, number)| *sum += 2 * number);
            assert_eq!(back(&sums), total);
        }
        let mut other = rows[1].clone();
        other.matched.pop();
        assert!(RelationCounts::numbers(&[rows[0], &other]).is_none());
    }
}
