//! The index of the pool and the optimal assignment against what is plainly right.

use proptest::prelude::*;

use super::facts::RelationFact;
use super::matching::MatchedPair;
use super::*;

/// The rules as they are written down, looking at everything each time.
fn plain(
    comparison: &RelationComparer<'_>,
    gold: &RelationSide,
    system: &RelationSide,
) -> RelationMatching {
    let [gold_walk, system_walk] = comparison.walks(gold, system);
    let (gold, system) = (comparison.facts(gold), comparison.facts(system));
    let types = comparison.scheme.types;
    let by_system = matches!(types, TypeMatch::Original | TypeMatch::Unlabelled);
    let first = matches!(types, TypeMatch::Original | TypeMatch::Equality | TypeMatch::Subsumption);
    let (walk, mut pool) =
        if by_system { (system_walk, gold_walk) } else { (gold_walk, system_walk) };
    let mut matching = RelationMatching::default();
    let mut alone = Vec::new();
    for at in walk {
        let mut best: Option<(usize, Type)> = None;
        let mut near = None;
        for (index, &other) in pool.iter().enumerate() {
            let (ours, theirs): (&RelationFact, &RelationFact) =
                if by_system { (&gold[other], &system[at]) } else { (&gold[at], &system[other]) };
            if comparison.slots_match(ours, theirs) {
                near = Some(other);
            }
            let Some(common) = comparison.fits(ours, theirs) else { continue };
            let takes =
                |(_, kept): (usize, Type)| !first && comparison.hierarchy.is_above(kept, common);
            if best.is_none_or(takes) {
                best = Some((index, common));
            }
        }
        match best {
            Some((index, common)) => {
                let other = pool.remove(index);
                let (gold, system) = if by_system { (other, at) } else { (at, other) };
                matching.pairs.push(MatchedPair { gold, system, common });
            }
            None => {
                alone.push(at);
                matching.near.extend(near.filter(|_| !by_system).map(|other| (at, other)));
            }
        }
    }
    (matching.missed, matching.wrong) = if by_system { (pool, alone) } else { (alone, pool) };
    matching
}

/// How much can be matched at most, and at which types, by trying everything.
fn most(
    comparison: &RelationComparer<'_>,
    gold: &[RelationFact],
    system: &[RelationFact],
) -> (usize, usize) {
    let Some((first, rest)) = gold.split_first() else { return (0, 0) };
    let mut best = most(comparison, rest, system);
    for at in 0..system.len() {
        if let Some(common) = comparison.fits(first, &system[at]) {
            let mut others = system.to_vec();
            others.remove(at);
            let (n, worth) = most(comparison, rest, &others);
            let here = comparison.hierarchy.above(common).count();
            best = best.max((n + 1, worth + here));
        }
    }
    best
}

type Written = (usize, Vec<usize>);

const FILLERS: [&[u8]; 9] = [b"_", b"ellip", b"obj", b"a", b"b", b"c", b"a_b", b"New_a", b"num"];

fn set(hierarchy: &Hierarchy, relations: &[Written]) -> RelationSet {
    let mut set = RelationSet::default();
    for (kind, fillers) in relations {
        let found = &hierarchy.types()[kind % hierarchy.types().len()];
        let fillers = fillers.iter().take(found.slots.len());
        let fillers = fillers.map(|filler| FILLERS[filler % FILLERS.len()]);
        set.push(&found.name, fillers, 1.0, 0);
    }
    set
}

fn relations(n: usize) -> impl Strategy<Value = Vec<Written>> {
    let relation = (0usize..27, prop::collection::vec(0usize..9, 3));
    prop::collection::vec(relation, 0..n)
}

/// Puts two sentences to a test under every scheme.
fn under_every_scheme(
    gold: &[Written],
    system: &[Written],
    test: impl Fn(&RelationComparer<'_>, &RelationSide, &RelationSide) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let metric = everything();
    let hierarchy = &metric.hierarchy;
    let (gold, system) = (set(hierarchy, gold), set(hierarchy, system));
    let mut words = WordNumbers::new();
    let gold = RelationSide::new(&metric, &gold, &mut words).unwrap();
    let system = RelationSide::new(&metric, &system, &mut words).unwrap();
    let mut schemes = metric.schemes.iter();
    schemes.try_for_each(|&scheme| {
        test(&RelationComparer { hierarchy, words: &words, scheme }, &gold, &system)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn the_index_finds_what_a_search_finds(gold in relations(150), system in relations(150)) {
        under_every_scheme(&gold, &system, |comparison, gold, system| {
            let found = comparison.greedy(gold, system);
            prop_assert_eq!(found, plain(comparison, gold, system), "{}", comparison.scheme);
            Ok(())
        })?;
    }

    #[test]
    fn nothing_matches_more_than_the_optimal_assignment(
        gold in relations(6), system in relations(6)
    ) {
        under_every_scheme(&gold, &system, |comparison, gold, system| {
            let found = comparison.optimal(gold, system);
            let [gold_walk, system_walk] = comparison.walks(gold, system);
            prop_assert_eq!(found.pairs.len() + found.missed.len(), gold_walk.len());
            prop_assert_eq!(found.pairs.len() + found.wrong.len(), system_walk.len());
            let (gold, system) = (comparison.facts(gold), comparison.facts(system));
            for pair in &found.pairs {
                let fits = comparison.fits(&gold[pair.gold], &system[pair.system]);
                prop_assert_eq!(fits, Some(pair.common));
            }
            let worth = |pair: &MatchedPair| comparison.hierarchy.above(pair.common).count();
            let worth = found.pairs.iter().map(worth).sum();
            let gold: Vec<RelationFact> = gold_walk.iter().map(|&at| gold[at]).collect();
            let system: Vec<RelationFact> = system_walk.iter().map(|&at| system[at]).collect();
            let expected = most(comparison, &gold, &system);
            prop_assert_eq!((found.pairs.len(), worth), expected, "{}", comparison.scheme);
            Ok(())
        })?;
    }
}

/// A sentence with this many relations must not take time that grows with its square, whatever
/// its words are.
#[test]
fn a_sentence_may_have_thirty_thousand_relations() {
    const N: usize = 30_000;
    let schemes = Scheme::grid(&TypeMatch::ALL, &[Slots::All]);
    let greedy = Relations { schemes, ..everything() };
    let optimal = Relations { assignment: Assignment::Optimal, ..greedy.clone() };
    let set = |fillers: &dyn Fn(usize) -> [String; 2]| {
        let mut set = RelationSet::default();
        for n in 0..N {
            let fillers = fillers(n);
            set.push("dobj", fillers, 1.0, 0);
        }
        set
    };
    let plain = set(&|n| [format!("v{n}"), format!("n{n}")]);
    for (gold, system) in [
        (&set(&|_| ["a", "b"].map(str::to_string)), &set(&|_| ["a", "b"].map(str::to_string))),
        (&plain, &plain),
        (&plain, &set(&|n| ["ellip".to_string(), format!("n{n}")])),
        (&plain, &set(&|_| ["ellip", "ellip"].map(str::to_string))),
        (
            &set(&|n| ["ellip".to_string(), format!("n{n}")]),
            &set(&|n| [format!("v{n}"), "ellip".into()]),
        ),
        (
            &set(&|n| [format!("a_{n}"), format!("n{n:05}_x")]),
            &set(&|n| ["a".to_string(), format!("n{n:05}")]),
        ),
    ] {
        for metric in [&greedy, &optimal] {
            let counted = metric.count(gold, system);
            for &scheme in &metric.schemes {
                let tally = counted.counts.exact(&metric.hierarchy, scheme).micro();
                assert_eq!(tally.matched, N as u64, "{scheme}");
            }
        }
    }
}

/// Nor must names that begin with others.
#[test]
fn a_sentence_may_have_thirty_thousand_names_that_contain_others() {
    let mut set = RelationSet::default();
    for n in 0..30_000 {
        let fillers = [format!("a_{n}"), format!("n{n}")];
        set.push("dobj", fillers, 1.0, 0);
    }
    let metric = everything();
    let scheme = Scheme { types: TypeMatch::Equality, slots: Slots::All };
    let only = Relations { schemes: vec![scheme], ..metric };
    let counted = only.count(&set, &set);
    assert_eq!(counted.counts.exact(&only.hierarchy, scheme).micro().matched, 30_000);
}

fn everything() -> Relations {
    Relations { schemes: Scheme::grid(&TypeMatch::ALL, &Slots::ALL), ..Relations::rasp() }
}

#[test]
fn a_type_is_printed_below_its_main_parent() {
    let hierarchy = Hierarchy::rasp();
    let order = hierarchy.in_tree_order();
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq((0..).take(hierarchy.types().len())));
    for pair in order.windows(2) {
        let [before, found] = [pair[0], pair[1]].map(|kind| hierarchy.get(kind));
        let Some(&parent) = found.parents.first() else { continue };
        assert!(found.depth <= before.depth + 1, "{} after {}", found.name, before.name);
        assert!(found.depth <= before.depth || parent == pair[0], "{}", found.name);
    }
}
