use bezant::comparison::{Comparing, Comparison};
use bezant::counts::{Counts, Tally};
use bezant::evaluation::{evaluate, evaluate_systems, sum};
use bezant::formats::Reader;
use bezant::metric::Scorer;
use bezant::metrics::brackets::{BracketCounts, Brackets};
use bezant::metrics::fragments::{FragmentCounts, Fragments};
use bezant::metrics::trees::parameters::Preset;
use bezant::parallel::Threads;
use bezant::report::{BracketReport, Report};
use bezant::source::Source;
use bezant::stats::jackknife::without_each;
use bezant::stats::permutation::{self, permutation};
use bezant::stats::{Resampling, bootstrap};

use proptest::prelude::*;

use crate::check;

fn reader(name: &str) -> Reader {
    let path = check::project().join(format!("crates/bezant-cli/demo/{name}.mrg"));
    Reader::new(Source::open(&path).unwrap(), None)
}

fn plan(replicates: u32) -> Resampling {
    Resampling::STANDARD.with(|it| it.replicates = replicates)
}

/// A report of the demo's systems, with comparisons.
fn report(systems: &[&str], comparing: &Comparing, threads: &Threads) -> Report {
    let metrics = [Brackets::evalb(Preset::Collins.parameters())];
    let readers = systems.iter().map(|name| reader(name)).collect();
    let found = evaluate(&metrics, reader("gold"), readers, threads, |_| ()).unwrap();
    let systems = &found.metrics[0].systems;
    let mut report = BracketReport { gold: "gold", ..BracketReport::default() }.build(systems);
    let found = comparing.compare_scores(systems, &BracketCounts::scores, threads).unwrap();
    report.add_comparisons(&found);
    report
}

#[test]
fn a_report_is_the_same_on_any_number_of_threads() {
    let systems = ["strong", "middling", "failing"];
    let comparing = Comparing::standard().by(&["f1", "exact_match"]);
    let alone = report(&systems, &comparing, &Threads::one());
    assert_eq!(alone.comparisons.len(), 6);
    for n in [2, 8] {
        assert_eq!(report(&systems, &comparing, &Threads::new(Some(n)).unwrap()), alone);
    }
}

/// Whoever is named first is compared with the other, in whatever order the systems were given.
#[test]
fn a_comparison_is_turned_as_it_is_asked_for() {
    let metric = Brackets::preset(Preset::Collins);
    let evaluated = |systems: &[&str]| {
        let readers = systems.iter().map(|name| reader(name).named(name));
        evaluate_systems(&metric, reader("gold"), readers, &Threads::one()).unwrap()
    };
    let compared = |systems: &[&str], comparing: &Comparing| {
        let scores = |total: &BracketCounts| metric.scores(total);
        comparing.compare_scores(&evaluated(systems), &scores, &Threads::one()).unwrap()
    };
    let plain = Comparing::standard().by(&["precision", "f1"]);
    let found = compared(&["strong", "weak", "failing"], &plain);
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        let (there, back) = (found.between("f1", a, b), found.between("f1", b, a));
        let (there, back) = (there.unwrap(), back.unwrap());
        assert!(found.pairs.contains(&there));
        assert_eq!((&there.a, &there.b), (&back.b, &back.a));
        assert_eq!((&there.a, there.score), (&found.intervals[a].system, "f1"));
        assert_eq!(there.difference, back.difference.map(|value| -value));
        assert_eq!((there.signs.higher, there.signs.lower), (back.signs.lower, back.signs.higher));
        let (one, two) = (there.interval.unwrap(), back.interval.unwrap());
        assert_eq!((one.low, one.high), (-two.high, -two.low));
        assert_eq!((there.p, there.p_adjusted), (back.p, back.p_adjusted));
        assert_eq!(found.between("f1", b, a).as_ref(), Some(&back));
    }
    assert_eq!((found.between("f1", 1, 1), found.between("f1", 0, 3)), (None, None));
    // As if they had been given in the other order.
    let other = compared(&["weak", "strong"], &plain).between("f1", 0, 1).unwrap();
    let back = compared(&["strong", "weak"], &plain).between("f1", 1, 0).unwrap();
    assert_eq!((&other.a, other.difference, other.p), (&back.a, back.difference, back.p));
    let (one, two) = (other.interval.unwrap(), back.interval.unwrap());
    assert!((one.low - two.low).abs() < 1e-3 && (one.high - two.high).abs() < 1e-3);
    // The baseline is the second of what was made, and the first where it is asked for as such.
    let against = plain.with(|it| it.baseline = Some("weak".to_string()));
    let found = compared(&["strong", "weak", "failing"], &against);
    let names = |a, b| found.between("f1", a, b).map(|pair| (pair.a, pair.difference > Some(0.0)));
    assert_eq!(names(0, 1), Some(("strong".to_string(), true)));
    assert_eq!(names(1, 0), Some(("weak".to_string(), false)));
    assert_eq!(names(2, 1).map(|(a, _)| a).as_deref(), Some("failing"));
    assert_eq!(names(1, 2).map(|(a, _)| a).as_deref(), Some("weak"));
    assert_eq!(names(0, 2), None);
}

#[test]
fn what_is_drawn_together_is_in_the_signature() {
    let comparing = Comparing::standard().with(|it| it.block = Some(7));
    let found = report(&["strong", "weak"], &comparing, &Threads::one());
    assert!(found.signature.contains("|block:7|"), "{}", found.signature);
    let single = report(&["strong", "weak"], &Comparing::standard(), &Threads::one());
    // The difference itself is the same, its interval almost.
    let (one, two) = (&found.comparisons[0], &single.comparisons[0]);
    assert_eq!((one.difference, one.signs), (two.difference, two.signs));
    assert_ne!(one.interval, two.interval);
}

/// Counts that are lists of large numbers take the same way.
#[test]
fn fragments_are_resampled_like_everything_else() {
    let metrics = [Fragments::freval()];
    let systems = vec![reader("strong"), reader("weak")];
    let found = evaluate(&metrics, reader("gold"), systems, &Threads::one(), |_| ()).unwrap();
    let rows = |at: usize| -> Vec<&FragmentCounts> {
        found.metrics[0].systems[at].counted().map(|(_, counts)| counts).collect()
    };
    let (a, b) = (rows(0), rows(1));
    let mut whole = sum(a.iter().copied());
    for (row, mut rest) in a.iter().zip(without_each(&a, FragmentCounts::clone)) {
        rest.add(row, 1);
        assert_eq!(rest, whole);
    }
    whole.add(&sum(b.iter().copied()), 1);
    for (mut one, two) in permutation::totals(&a, &b, plan(10), &Threads::one()) {
        one.add(&two, 1);
        assert_eq!(one, whole);
    }
    let drawn = bootstrap::totals(&a, plan(10), &Threads::one());
    assert!(drawn.iter().all(|total| total.sentences() == a.len() as u64));
}

/// Numbers for made-up data, from the generator of Knuth's MMIX.
struct Made(u64);

impl Made {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// Sentences of 20 facts, each found with the same chance.
    fn system(&mut self, n: u64) -> Vec<Tally> {
        let mut sentence = || Tally {
            matched: (0..20).filter(|_| self.below(10) < 8).count() as u64,
            gold: 20,
            system: 20,
        };
        (0..n).map(|_| sentence()).collect()
    }
}

#[test]
fn systems_that_are_alike_seldom_differ_and_intervals_hold_the_truth() {
    let mut made = Made(1);
    let (n_trials, mut found, mut held) = (400, 0, 0);
    for _ in 0..n_trials {
        let (a, b) = (made.system(60), made.system(60));
        let (a, b): (Vec<&Tally>, Vec<&Tally>) = (a.iter().collect(), b.iter().collect());
        let test = permutation(&a, &b, Tally::f1, plan(199), &Threads::one()).unwrap();
        found += usize::from(test.p <= 0.05);
        let values: Vec<Option<f64>> =
            bootstrap::totals(&a, plan(199), &Threads::one()).iter().map(Tally::f1).collect();
        let score = sum(a.iter().copied()).f1().unwrap();
        let without = without_each(&a, Tally::f1);
        let interval = bootstrap::bca(&values, score, &without, 0.95).unwrap();
        held += usize::from(interval.low <= 0.8 && 0.8 <= interval.high);
    }
    // One in twenty of 400 is 20, give or take 4.4; 19 in twenty is 380.
    assert!((7..=37).contains(&found), "{found} false findings in {n_trials}");
    assert!((355..=397).contains(&held), "{held} of {n_trials} intervals hold the truth");
}

/// Counts that say nothing of being numbers: they are added one by one.
#[derive(Clone, Debug, Default, PartialEq)]
struct Plain<C>(C);

impl<C: Counts> Counts for Plain<C> {
    fn add(&mut self, other: &Self, times: u64) {
        self.0.add(&other.0, times);
    }
}

/// Every total of every replicate is the same however rows are added: packed into words, or one by one.
fn check_totals<C: Counts + PartialEq + std::fmt::Debug>(a: &[C], b: &[C], plan: Resampling) {
    let threads = Threads::one();
    let plain = |rows: &[C]| -> Vec<Plain<C>> { rows.iter().cloned().map(Plain).collect() };
    let (plain_a, plain_b) = (plain(a), plain(b));
    let (plain_a, plain_b): (Vec<_>, Vec<_>) = (plain_a.iter().collect(), plain_b.iter().collect());
    let (a, b): (Vec<&C>, Vec<&C>) = (a.iter().collect(), b.iter().collect());
    let drawn = bootstrap::totals(&a, plan, &threads);
    let expected = bootstrap::totals(&plain_a, plan, &threads);
    assert_eq!(drawn, expected.into_iter().map(|total| total.0).collect::<Vec<C>>());
    let swapped = permutation::totals(&a, &b, plan, &threads);
    let expected = permutation::totals(&plain_a, &plain_b, plan, &threads);
    let expected: Vec<(C, C)> = expected.into_iter().map(|(one, two)| (one.0, two.0)).collect();
    assert_eq!(swapped, expected);
}

#[test]
fn fragments_add_up_the_same_in_every_way() {
    let metrics = [Fragments::freval()];
    let systems = vec![reader("strong"), reader("middling")];
    let found = evaluate(&metrics, reader("gold"), systems, &Threads::one(), |_| ()).unwrap();
    let rows = |at: usize| -> Vec<FragmentCounts> {
        found.metrics[0].systems[at].counted().map(|(_, counts)| counts.clone()).collect()
    };
    let (a, b) = (rows(0), rows(1));
    let n = a.len().min(b.len());
    check_totals(&a[..n], &b[..n], plan(25));
}

proptest! {
    /// From rows of nothing to rows whose sums do not fit a word.
    #[test]
    fn numbers_add_up_the_same_in_every_way(
        rows in prop::collection::vec((0..=u64::MAX, 0u32..64, 0u32..64), 1..70),
        seed: u64,
    ) {
        let row = |&(n, less, more): &(u64, u32, u32)| Tally {
            matched: n >> less,
            gold: n >> less.max(more),
            system: u64::from(n >> less > 0),
        };
        let a: Vec<Tally> = rows.iter().map(row).collect();
        let b: Vec<Tally> = a.iter().rev().copied().collect();
        check_totals(&a, &b, Resampling::new(9, seed));
    }
}

/// What is drawn for all pairs at once is what is drawn for each by itself, also where every pair has
/// other sentences in common.
#[test]
fn pairs_are_compared_as_if_alone() {
    let comparing = Comparing::standard().by(&["f1", "exact_match"]);
    let systems = ["strong", "failing", "middling", "weak"];
    let together = report(&systems, &comparing, &Threads::one()).comparisons;
    assert_eq!(together.len(), 12);
    let uncorrected =
        |comparison: &Comparison| Comparison { p_adjusted: None, ..comparison.clone() };
    let mut at = 0;
    for (first, a) in systems.iter().enumerate() {
        for b in &systems[first + 1..] {
            let alone = report(&[a, b], &comparing, &Threads::one()).comparisons;
            for (alone, together) in alone.iter().zip(&together[at..]) {
                assert_eq!(uncorrected(alone), uncorrected(together));
            }
            at += 2;
        }
    }
    assert!(together.iter().any(|pair| pair.n_left_out > 0));
}
