use std::collections::BTreeMap;

use bezant::counts::Counts;
use bezant::entailment::score::{self, EntailmentCounts};
use bezant::entailment::unbounded::UnboundedCounts;
use bezant::evaluation::{Evaluation, Row};
use bezant::metric::{Outcome, Reason, Scorer, Size, Skipped};
use bezant::metrics::brackets::Brackets;
use bezant::metrics::dependencies::Dependencies;
use bezant::metrics::fragments::{Fragments, Limit};
use bezant::metrics::relations::{Relations, Scheme, Slots, TypeMatch};
use bezant::metrics::trees::parameters::Preset;
use bezant::report::{Buckets, EntailmentReport, Names, Report, UnboundedReport};
use bezant::saved::{Extra, NoMetric, SavedMetric, Visitor, Wanted, with_metric};
use bezant::signature::Signature;
use bezant::{Reader, evaluate_one};

/// What a metric's signature makes: the names it tells beforehand, and a report of two systems, of
/// which one has a sentence that was skipped.
struct Built;

impl Visitor for Built {
    type Output = (Names, Report);

    fn visit<M: SavedMetric>(self, metric: M) -> (Names, Report) {
        let row = |sentence, result| Row {
            sentence,
            n_sentences: 1,
            outcome: Outcome { size: Size::default(), result },
        };
        let system = |name: &str, rows| Evaluation {
            signature: Signature::new("any"),
            system: name.to_string(),
            rows,
            said: BTreeMap::new(),
            treebanks: Vec::new(),
        };
        let missed = || M::Counts::default();
        let skipped = Box::new(Skipped { reason: Reason::NoParse, missed: missed() });
        let mut counts = M::Counts::default();
        counts.add(&missed(), 1);
        let systems = [
            system("one", vec![row(1, Ok(counts)), row(2, Err(skipped))]),
            system("two", vec![row(1, Ok(missed())), row(2, Ok(missed()))]),
        ];
        let wanted = Wanted {
            per_sentence: true,
            worst: 1,
            cutoff: Some(10),
            by_size: true,
            limits: vec![Limit::All],
            ..Wanted::default()
        };
        let (names, mut report) = (metric.names(), metric.report(&systems, &wanted));
        for usage in ["length:5", "depth:5", "relations:5"] {
            let buckets: [Buckets; 1] = [usage.parse().unwrap()];
            if names.check_buckets(&buckets).is_ok() {
                report.add_buckets(&buckets, &systems, &|total| metric.scores(total)).unwrap();
            }
        }
        (names, report)
    }
}

fn signatures() -> Vec<Signature> {
    let schemes = Scheme::grid(&TypeMatch::ALL, &Slots::ALL);
    vec![
        Brackets::evalb(Preset::Collins.parameters()).signature(),
        Fragments::freval().signature(),
        Dependencies::ud().signature(),
        Dependencies::conllx().signature(),
        Dependencies::stanford().signature(),
        Relations::rasp().signature(),
        Relations::rasp().with(|it| it.schemes = schemes).signature(),
        Signature::new(score::NAME),
    ]
}

#[test]
fn what_a_report_has_is_known_before() {
    for signature in signatures() {
        let (names, report) = with_metric(&signature, Built).unwrap();
        assert_eq!(report.metric, signature.metric());
        for system in &report.systems {
            let of = |scores: &[bezant::metric::Score]| -> Vec<&str> {
                scores.iter().map(|score| score.name).collect()
            };
            // Some scores are there only if they were asked for, or have something to say.
            let mut known = names.scores.to_vec();
            known.retain(|name| of(&system.scores).contains(name));
            assert_eq!(of(&system.scores), known, "{signature}");
            assert!(known == names.scores || signature.metric() == "brackets", "{signature}");
            // What should be low has no worst value that skipped sentences could have.
            let mut with_missed = known;
            with_missed.retain(|name| !bezant::metric::lower_is_better(name));
            assert_eq!(of(&system.scores_with_missed), with_missed, "{signature}");
            assert_eq!(of(&system.macro_scores), names.macro_scores, "{signature}");
        }
        for table in report.table_names() {
            assert!(names.tables.contains(&table), "{signature}: {table}");
        }
    }
}

#[test]
fn the_main_score_is_the_first() {
    let main = |signature: &Signature| with_metric(signature, Built).unwrap().0.scores[0];
    let all: Vec<&str> = signatures().iter().map(main).collect();
    assert_eq!(all, ["f1", "f1", "LAS", "LAS", "labelled", "f1", "f1", "accuracy"]);
}

#[test]
fn rows_that_cannot_be_scored_are_named() {
    let fail = |signature: Signature| with_metric(&signature, Built).unwrap_err();
    let unknown = fail(Signature::new("other"));
    assert_eq!(unknown, NoMetric::Unknown("other".to_string()));
    assert_eq!(unknown.to_string(), "rows of other cannot be scored by this version");
    for metric in ["fragments", "dependencies", "relations"] {
        assert_eq!(fail(Signature::new(metric)), NoMetric::Unclear(metric.to_string()));
    }
}

#[test]
fn what_would_change_nothing_is_found() {
    let wanted = Wanted { cutoff: Some(10), by_size: true, ..Wanted::default() };
    assert_eq!(wanted.idle("fragments"), None);
    assert_eq!(wanted.idle("brackets").unwrap().what, Extra::BySize);
    let idle = wanted.idle("relations").unwrap();
    assert_eq!((idle.what, idle.metrics), (Extra::Cutoff, vec!["brackets", "fragments"]));
}

#[test]
fn a_report_of_any_metric_has_the_names_that_are_told_beforehand() {
    let metric = Brackets::evalb(Preset::Collins.parameters());
    let read = |name, text| Reader::from_text(name, text).unwrap();
    let (gold, system) = ("(S (A a))\n(S (B b))\n", "(S (A a))\n\n");
    let system = evaluate_one(&metric, read("gold", gold), read("system", system)).unwrap();
    let (names, report) = (Names::of(&metric), Report::of(&metric, "gold", &[system]));
    assert_eq!(report.table_names(), ["scores", "skipped"]);
    assert!(report.table_names().iter().all(|name| names.tables.contains(name)));
    let scores: Vec<&str> = report.systems[0].scores.iter().map(|score| score.name).collect();
    assert_eq!(scores, names.scores);
}

/// Scores of a report of one row with these counts, and one that was skipped with those: over the first, and with
/// nothing found in the second.
fn scores_with_missed<C: Counts>(
    counts: C,
    missed: C,
    build: impl Fn(&[Evaluation<C>]) -> Report,
) -> [Option<f64>; 2] {
    let skipped = Box::new(Skipped { reason: Reason::NoParse, missed });
    let row = |sentence, result| Row {
        sentence,
        n_sentences: 1,
        outcome: Outcome { size: Size::default(), result },
    };
    let system = Evaluation {
        signature: Signature::new("any"),
        system: "one".to_string(),
        rows: vec![row(1, Ok(counts)), row(2, Err(skipped))],
        said: BTreeMap::new(),
        treebanks: Vec::new(),
    };
    let report = build(&[system]);
    let result = &report.systems[0];
    assert_eq!(result.skipped.len(), 1);
    [result.scores[0].value, result.scores_with_missed[0].value]
}

#[test]
fn sentences_skipped_of_pairs_and_unbounded_dependencies_count_as_missed() {
    let right = EntailmentCounts { yes_right: 1, ..EntailmentCounts::default() };
    let wrong = EntailmentCounts { yes_wrong: 1, ..EntailmentCounts::default() };
    let pairs =
        EntailmentReport { pairs: None, gold: "gold", level: 0.95, per_sentence: false, worst: 0 };
    let found = scores_with_missed(right, wrong, |systems| pairs.build(systems));
    assert_eq!(found, [Some(1.0), Some(0.5)]);
    let right = UnboundedCounts { matched: 2, gold: 2, ..UnboundedCounts::default() };
    let missed = UnboundedCounts { gold: 2, ..UnboundedCounts::default() };
    let dependencies = UnboundedReport::default();
    let found = scores_with_missed(right, missed, |systems| dependencies.build(systems));
    assert_eq!(found, [Some(1.0), Some(0.5)]);
}
