//! Counts as plain numbers, and back: what is added elsewhere (by a database, on a cluster, between processes) is
//! scored here as if it had never left.

use crate::counts::{Counts, Numbers};
use crate::metrics::fragments::{Count, FragmentCounts};
use crate::metrics::relations::{RelationCounts, Relations, Type};

/// Adds numbers to others, place by place.
pub fn add_numbers(sum: &mut Vec<Count>, other: &[Count]) {
    if sum.len() < other.len() {
        sum.resize(other.len(), Count::default());
    }
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum = sum.plus(other);
    }
}

/// What a metric says whose counts are a struct of numbers.
macro_rules! plain_numbers {
    ($counts:ty) => {
        const IS_PLAIN: bool = true;

        fn numbers(&self, counts: &$counts) -> Vec<Count> {
            crate::counts::Counts::named(counts)
                .into_iter()
                .map(|(_, number)| Count::from(number))
                .collect()
        }

        fn counts(&self, numbers: &[Count]) -> Option<$counts> {
            numbered::back(numbers, crate::counts::Counts::named(&<$counts>::default()).len())
        }

        fn number_name(&self, place: usize) -> Option<String> {
            Some(crate::counts::Counts::named(&<$counts>::default()).get(place)?.0.to_string())
        }
    };
}
pub(super) use plain_numbers;

/// Counts that are a struct of so many numbers.
pub(super) fn back<C: Counts>(numbers: &[Count], n: usize) -> Option<C> {
    let numbers: Vec<u64> = numbers.iter().map(Count::to_u64).collect::<Option<_>>()?;
    let Numbers { back, .. } = C::numbers(&[])?;
    (numbers.len() <= n).then(|| back(&numbers))
}

/// In how many numbers each size of fragments is counted: gold's, the system's, both's, and the sentences with some.
const OF_SIZE: [&str; 4] = ["gold", "system", "matched", "holding"];

/// Sentences, and those with nothing wrong; then sizes, one after the other.
const OF_ALL: [&str; 2] = ["sentences", "exact"];

pub(super) fn of_fragments(counts: &FragmentCounts) -> Vec<Count> {
    let all = [counts.sentences(), counts.exact()].map(Count::from);
    let sizes = (1..=counts.largest()).flat_map(|size| {
        let holding = Count::from(counts.holding(size));
        [counts.gold(size), counts.system(size), counts.matched(size), holding]
    });
    all.into_iter().chain(sizes).collect()
}

pub(super) fn to_fragments(numbers: &[Count]) -> Option<FragmentCounts> {
    let at = |place: usize| numbers.get(place).cloned().unwrap_or_default();
    let all = [at(0).to_u64()?, at(1).to_u64()?];
    let n_sizes = numbers.len().saturating_sub(OF_ALL.len()).div_ceil(OF_SIZE.len());
    let column = |which: usize| -> Vec<Count> {
        (0..n_sizes).map(|size| at(OF_ALL.len() + size * OF_SIZE.len() + which)).collect()
    };
    let holding = column(3).iter().map(Count::to_u64).collect::<Option<Vec<_>>>()?;
    Some(FragmentCounts::of_numbers(all, holding, [column(0), column(1), column(2)]))
}

pub(super) fn name_of_fragments(place: usize) -> Option<String> {
    let Some(place) = place.checked_sub(OF_ALL.len()) else {
        return OF_ALL.get(place).map(ToString::to_string);
    };
    let (size, which) = (place / OF_SIZE.len() + 1, place % OF_SIZE.len());
    Some(format!("{}.{size}", OF_SIZE[which]))
}

/// Sentences; then types, one after the other, each with a number in every list.
pub(super) fn of_relations(metric: &Relations, counts: &RelationCounts) -> Vec<Count> {
    // Sums of nothing have no schemes.
    let n_lists = metric.no_counts().lists().count();
    let lists: Vec<_> = counts.lists().collect();
    let types = lists.iter().filter_map(|list| list.iter().last()).map(|(kind, _)| kind);
    let n_types = types.max().map_or(0, |last| usize::from(last) + 1);
    let mut numbers = vec![Count::default(); 1 + n_types * n_lists];
    numbers[0] = counts.sentences.into();
    for (at, list) in lists.into_iter().enumerate() {
        for (kind, n) in list.iter() {
            numbers[1 + usize::from(kind) * n_lists + at] = n.into();
        }
    }
    numbers
}

pub(super) fn to_relations(metric: &Relations, numbers: &[Count]) -> Option<RelationCounts> {
    let mut counts = metric.no_counts();
    let Some((sentences, rest)) = numbers.split_first() else { return Some(counts) };
    counts.sentences = sentences.to_u64()?;
    let mut lists: Vec<_> = counts.lists_mut().collect();
    let n_lists = lists.len();
    if rest.len() > metric.hierarchy.types().len() * n_lists {
        return None;
    }
    for (place, n) in rest.iter().enumerate() {
        let (kind, n) = (Type::try_from(place / n_lists).ok()?, n.to_u64()?);
        if n > 0 {
            lists[place % n_lists].add(kind, n);
        }
    }
    Some(counts)
}

pub(super) fn name_of_relations(metric: &Relations, place: usize) -> Option<String> {
    let Some(place) = place.checked_sub(1) else { return Some("sentences".to_string()) };
    let counts = metric.no_counts();
    let named = [
        ("matched", &counts.matched),
        ("matched_in_gold", &counts.matched_in_gold),
        ("matched_in_system", &counts.matched_in_system),
    ];
    let by_scheme = named
        .into_iter()
        .flat_map(|(name, list)| list.iter().map(move |(scheme, _)| format!("{name}.{scheme}")));
    let lists: Vec<String> =
        ["gold", "system"].map(String::from).into_iter().chain(by_scheme).collect();
    let kind = metric.hierarchy.types().get(place / lists.len())?;
    Some(format!("{}.{}", lists[place % lists.len()], kind.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Evaluation, evaluate_one};
    use crate::formats::Corpus;
    use crate::metric::Scorer;
    use crate::metrics::brackets::Brackets;
    use crate::metrics::fragments::Fragments;
    use crate::metrics::trees::parameters::Preset;
    use crate::saved::{OfBrackets, OfFragments, OfRelations, SavedMetric};
    use crate::structures::relations::RelationSet;

    /// Numbers that were added are the numbers of the sum, and come back as what it was.
    fn check<M: SavedMetric>(metric: &M, evaluation: &Evaluation<M::Counts>)
    where
        M::Counts: PartialEq + std::fmt::Debug,
    {
        let mut sum = Vec::new();
        for (_, counts) in evaluation.counted() {
            let numbers = metric.numbers(counts);
            assert_eq!(metric.counts(&numbers).as_ref(), Some(counts));
            add_numbers(&mut sum, &numbers);
        }
        assert_eq!(sum, metric.numbers(&evaluation.total()));
        assert_eq!(metric.counts(&sum), Some(evaluation.total()));
        let names: Vec<_> = (0..sum.len()).map(|place| metric.number_name(place)).collect();
        let mut known: Vec<String> = names.into_iter().map(Option::unwrap).collect();
        known.sort();
        known.dedup();
        assert_eq!(known.len(), sum.len());
        let none = metric.counts(&[]).unwrap();
        assert_eq!(metric.scores(&none).len(), metric.scores(&evaluation.total()).len());
    }

    const GOLD: [&str; 3] = [
        "(S (NP (N dogs)) (VP (V bark)))",
        "(S (NP (N cats)) (VP (V eat) (NP (N fish))))",
        "(S (X a))",
    ];
    const SYSTEM: [&str; 3] = [
        "(S (NP (N dogs)) (VP (V bark)))",
        "(S (NP (N cats)) (NP (V eat) (NP (N fish))))",
        "(S (X b))",
    ];

    #[test]
    fn brackets_and_fragments_add_as_numbers() {
        let gold = Corpus::from_sentences("gold", GOLD).unwrap();
        let system = Corpus::from_sentences("system", SYSTEM).unwrap();
        let brackets = Brackets::evalb(Preset::None.parameters());
        let found = evaluate_one(&brackets, &gold, &system).unwrap();
        check(&OfBrackets::from_signature(&found.signature).unwrap(), &found);
        let found = evaluate_one(&Fragments::freval(), &gold, &system).unwrap();
        check(&OfFragments::from_signature(&found.signature).unwrap(), &found);
    }

    #[test]
    fn relations_add_as_numbers() {
        let set = |kinds: &[&str]| {
            let mut set = RelationSet::default();
            for kind in kinds {
                let slots: &[&str] =
                    if *kind == "dobj" { &["eat", "cats"] } else { &["eat", "cats", "_"] };
                set.push(kind, slots.iter().copied(), 1.0, 0);
            }
            set
        };
        let sides = [
            vec![set(&["ncsubj", "dobj"]), set(&["ncmod"])],
            vec![set(&["ncsubj"]), set(&["dobj"])],
        ];
        let [gold, system] = sides.map(|sets| Corpus::from_relation_sets("relations", sets));
        let metric = Relations::rasp();
        let found = evaluate_one(&metric, &gold, &system).unwrap();
        assert!(metric.scores(&found.total())[0].value.is_some());
        check(&OfRelations(metric), &found);
    }
}
