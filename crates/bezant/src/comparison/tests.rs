//! Curves, agreement and changes of rows that were written by hand.

use crate::comparison::{Agreement, Choices, Comparing, Curving, SystemCurve, TwoFiles};
use crate::counts::Tally;
use crate::evaluation::{Evaluation, Row};
use crate::metric::{Outcome, Reason, Score, Size, Skipped};
use crate::parallel::Threads;
use crate::signature::Signature;
use crate::stats::bootstrap::{percentile, totals};
use crate::stats::{Interval, Resampling};

/// What is right, what gold has and what the system has; nothing of a sentence that was skipped, in which one
/// thing of gold's is missed. The first sentence has one word, the next two.
fn system(name: &str, rows: &[Option<[u64; 3]>]) -> Evaluation<Tally> {
    let tally = |[matched, gold, system]: [u64; 3]| Tally { matched, gold, system };
    let row = |(at, counts): (u32, &Option<[u64; 3]>)| {
        let skipped = Skipped { reason: Reason::NoParse, missed: tally([0, 1, 0]) };
        let result = counts.map(tally).ok_or(Box::new(skipped));
        let outcome = Outcome { size: Size { length: at, depth: 0 }, result };
        Row { sentence: at.into(), n_sentences: 1, outcome }
    };
    Evaluation {
        signature: Signature::new("tallies"),
        system: name.to_string(),
        rows: (1..).zip(rows).map(row).collect(),
        said: Default::default(),
        treebanks: Vec::new(),
    }
}

/// Precision, then recall, then nothing.
fn at_place(total: &Tally, place: usize) -> Option<f64> {
    match place {
        1 => total.precision(),
        2 => total.recall(),
        _ => None,
    }
}

fn points(curves: &[SystemCurve]) -> Vec<(usize, &[(usize, f64)])> {
    curves.iter().map(|curve| (curve.system, curve.points.as_slice())).collect()
}

#[test]
fn curves_are_of_totals_and_gains_of_what_both_have_scored() {
    let one = system("one", &[Some([1, 2, 2]), Some([2, 2, 4])]);
    let systems = [one, system("two", &[Some([2, 2, 2]), None])];
    let threads = Threads::one();
    let plain = Curving { baseline: None, resampling: None, threads: &threads };
    let found = plain.along(&systems, &[1, 2, 3], &at_place);
    let (one, two) = ([(1, 0.5), (2, 0.75)], [(1, 1.0), (2, 1.0)]);
    assert_eq!(points(&found.systems), [(0, &one[..]), (1, &two[..])]);
    assert!(found.systems.iter().all(|curve| curve.bands.is_empty()));
    assert_eq!(found.signature.unwrap().get("bands"), None);

    let gains = Curving { baseline: Some(1), ..plain }.along(&systems, &[1, 2, 3], &at_place);
    assert_eq!(points(&gains.systems), [(0, &[(1, -0.5), (2, -0.5)][..])]);
    assert_eq!(plain.along::<Tally>(&[], &[1], &at_place).signature, None);
}

#[test]
fn bands_are_the_middle_of_what_was_drawn() {
    let row = |n: u64| Some([n % 4, 4 + n % 3, 3 + n % 5]);
    let rows: Vec<Option<[u64; 3]>> = (0..30).map(row).collect();
    let systems = [system("one", &rows)];
    let (plan, threads) = (Resampling::new(200, 7), Threads::one());
    let curving = Curving { baseline: None, resampling: Some(plan), threads: &threads };
    let found = curving.along(&systems, &[1, 2], &at_place);
    let counts: Vec<&Tally> = systems[0].counted().map(|(_, counts)| counts).collect();
    let drawn = totals(&counts, plan, &threads);
    for (place, band) in &found.systems[0].bands {
        let values: Vec<Option<f64>> = drawn.iter().map(|total| at_place(total, *place)).collect();
        assert_eq!(*band, percentile(&values, 0.95).unwrap());
    }
    assert_eq!(found.systems[0].bands.len(), 2);
    let signature = found.signature.as_ref().unwrap().to_string();
    assert_eq!(signature, "tallies|bands:0.95|r:200|seed:7");
    let two = Threads::new(Some(2)).unwrap();
    assert_eq!(Curving { threads: &two, ..curving }.along(&systems, &[1, 2], &at_place), found);
}

#[test]
fn places_are_drawn_apart() {
    let one = system("one", &[Some([1, 1, 1]), Some([1, 2, 2]), None, Some([1, 4, 4])]);
    let systems = [one, system("two", &[Some([0, 1, 1]), Some([2, 2, 2]), Some([1, 1, 1]), None])];
    let threads = Threads::one();
    let resampling = Some(Resampling::new(100, 1));
    let curving = Curving { baseline: None, resampling, threads: &threads };
    // Two sentences, then none, then what only one of the systems has; the rest has no place.
    let place = |row: &Row<Tally>| [1, 1, 5, 3][row.outcome.size.length as usize - 1];
    let found = curving.apart(&systems, 3, &place, &Tally::f1);
    let (one, two) = ([(1, 2.0 / 3.0), (3, 0.25)], [(1, 2.0 / 3.0)]);
    assert_eq!(points(&found.systems), [(0, &one[..]), (1, &two[..])]);
    // Where one sentence stands, it is drawn again and again.
    let always = Interval { low: 0.25, high: 0.25, level: 0.95 };
    assert_eq!(found.systems[0].bands[1], (3, always));

    let gains = Curving { baseline: Some(0), ..curving }.apart(&systems, 3, &place, &Tally::f1);
    assert_eq!(points(&gains.systems), [(1, &[(1, 0.0)][..])]);
}

#[test]
fn curves_are_made_of_other_counts_and_of_values() {
    let systems = [system("one", &[]), system("two", &[])];
    let tally = |matched| Tally { matched, gold: 4, system: 4 };
    let counts = [[tally(1), tally(2)], [tally(3), tally(4)]];
    let of_system = |system: usize| counts[system].iter().map(|it| vec![it]).collect();
    let threads = Threads::one();
    let plain = Curving { baseline: None, resampling: None, threads: &threads };
    let found = plain.of_counts(&systems, &of_system, &Tally::f1);
    let (one, two) = ([(1, 0.25), (2, 0.5)], [(1, 0.75), (2, 1.0)]);
    assert_eq!(points(&found.systems), [(0, &one[..]), (1, &two[..])]);
    let to_one = Curving { baseline: Some(0), resampling: Some(Resampling::STANDARD), ..plain };
    let gains = to_one.of_counts(&systems, &of_system, &Tally::f1);
    assert_eq!(points(&gains.systems), [(1, &[(1, 0.5), (2, 0.5)][..])]);

    // Nothing is drawn of values, and nothing says so.
    let values = [[Some(0.5), Some(0.25)], [None, Some(1.0)]];
    let known = to_one.of_values(&systems, &[1, 2], &|system, place| values[system][place - 1]);
    assert_eq!(points(&known.systems), [(1, &[(2, 0.75)][..])]);
    assert_eq!(known.signature, Some(Signature::new("tallies")));
}

/// Of four things two have the same three times. By chance both choose x in half of a quarter and y in half of three
/// quarters of the cases: 1/8 and 3/8. κ is (3/4 - 1/2) / (1 - 1/2).
#[test]
fn agreement_is_what_is_beyond_chance() {
    let chosen = [("x", "x", 1), ("x", "y", 1), ("y", "y", 2)];
    let things = |third| chosen.map(|(one, two, n)| (vec![Some(one), Some(two), third], n));
    let found = Choices::new(things(None));
    let expected = Agreement { both: 4, same: 3, kappa: Some(0.5) };
    assert_eq!(found.of_two(0, 1), expected);
    assert_eq!(expected.share(), Some(0.75));
    // Eight values, of which x are three: 2 of 8 pairs within things differ, 30 of 56 among all.
    let alpha = 1.0 - (2.0 / 8.0) / (30.0 / 56.0);
    assert!((found.of_all().unwrap() - alpha).abs() < 1e-12);
    // Who chose nothing, or is not there, agrees with nobody.
    let nothing = Agreement { both: 0, same: 0, kappa: None };
    assert_eq!([found.of_two(0, 2), found.of_two(3, 0)], [nothing, nothing]);
    // Always the same is what chance would have, too.
    assert_eq!(Choices::new(things(Some("z"))).of_two(2, 2).kappa, None);

    let said = chosen.map(|(one, two, n)| (Some(one.to_string()), Some(two.to_string()), n));
    let mut two = TwoFiles { names: ["a", "b"].map(str::to_string), said: said.to_vec() };
    two.said.push((Some("z".to_string()), None, 5));
    assert_eq!(two.agreement(), expected);
}

#[test]
fn systems_agree_about_the_sentences_that_both_have_scored() {
    let (right, wrong) = (Some([1, 1, 1]), Some([0, 1, 1]));
    let one = system("one", &[right, None, right, wrong, wrong]);
    let two = system("two", &[right, wrong, wrong, wrong, wrong, right]);
    let found = Choices::of_systems(&[one, two], |counts: &Tally| counts.matched);
    assert_eq!(found.of_two(0, 1), Agreement { both: 4, same: 3, kappa: Some(0.5) });
}

#[test]
fn changes_are_sorted_from_losses_to_gains() {
    let before = system("old", &[Some([1, 1, 1]), Some([1, 2, 2]), None, Some([0, 1, 1])]);
    let now = system("new", &[Some([0, 1, 1]), Some([2, 2, 2]), Some([1, 1, 1]), None]);
    let scores = |total: &Tally| vec![Score::share("f1", total.f1())];
    let comparing = Comparing { baseline: Some("other".to_string()), ..Comparing::standard() };
    let found = comparing.changes(&before, &now, &scores, &Threads::one()).unwrap();
    assert_eq!((found.system.as_str(), found.before.as_str()), ("new", "old"));
    assert_eq!((found.lost, found.regained, found.any_lost()), (1, 1, true));
    let [f1] = &found.scores[..] else { panic!("one score") };
    assert_eq!([f1.before, f1.now].map(|score| score.unwrap().value), [Some(0.5), Some(0.75)]);
    // Over the first two sentences nothing changed: two of three, before and now.
    assert_eq!((f1.compared.difference, f1.compared.n_sentences), (Some(0.0), 2));
    assert_eq!((f1.better, f1.worse, f1.is_significant), (1, 1, false));
    let (old, new) = found.with_missed.unwrap();
    assert_eq!([old.value, new.value], [Some(4.0 / 9.0), Some(6.0 / 9.0)]);
    let sentences: Vec<(u64, f64)> =
        found.sentences.iter().map(|it| (it.sentence, it.by)).collect();
    let expected = [(4, f64::NEG_INFINITY), (1, -1.0), (2, 0.5), (3, f64::INFINITY)];
    assert_eq!(sentences, expected);
    assert!(
        Comparing::standard().by(&["f2"]).changes(&before, &now, &scores, &Threads::one()).is_err()
    );
}

/// Fewer errors are better.
#[test]
fn what_should_be_low_is_better_when_it_falls() {
    let [before, now] = [3, 1].map(|errors| system("it", &[Some([errors, 4, 4]); 2]));
    let scores = |total: &Tally| vec![Score::share("average_crossing", total.precision())];
    let found = Comparing::standard().changes(&before, &now, &scores, &Threads::one()).unwrap();
    assert_eq!((found.scores[0].better, found.scores[0].worse), (2, 0));
    assert!(found.sentences.iter().all(|it| it.by == 0.5));
}
