//! Figures over the treebanks of the reference results that no reference program gives: they were
//! computed by a script of our own, straight from the definitions (Python 3.11, whose Unicode tables
//! are 14.0).

use std::path::Path;

use bezant::comparison::Comparing;
use bezant::counts::Tally;
use bezant::evaluation::{Evaluated, evaluate};
use bezant::formats::Reader;
use bezant::metric::Scorer;
use bezant::metrics::dependencies::{Dependencies, DependencyAnalysis, DependencyCounts};
use bezant::parallel::Threads;
use bezant::report::{Cell, DependencyReport, Report, agreement_report};
use bezant::source::Source;

use crate::check;

fn ewt(folder: &Path, metric: &Dependencies, systems: &[&str]) -> Evaluated<Dependencies> {
    let read = |name: &str| {
        let path = folder.join(format!("dependencies/ewt.{name}.conllu.gz"));
        Reader::new(Source::open(&path).unwrap(), None)
    };
    let systems = systems.iter().map(|name| read(name)).collect();
    let metrics = std::slice::from_ref(metric);
    let found = evaluate(metrics, read("gold"), systems, &Threads::one(), |_| ()).unwrap();
    found.metrics.into_iter().next().unwrap()
}

/// Words that count, and those with the right head, head and relation, relation.
#[test]
fn conllx_counts_are_those_of_the_definition() {
    let Some(folder) = check::conformance() else { return };
    for (punctuation, words, [heads, attachments, relations]) in [
        ("unicode", 21_941, [16_963, 15_576, 17_337]),
        ("keep", 25_094, [19_221, 17_815, 20_437]),
        ("tags:PUNCT", 21_998, [16_986, 15_587, 17_358]),
        ("tags:PUNCT,SYM", 21_889, [16_933, 15_549, 17_302]),
        ("relations:punct", 22_029, [17_016, 15_617, 17_388]),
    ] {
        let metric =
            Dependencies::conllx().with(|it| it.punctuation = punctuation.parse().unwrap());
        let total = ewt(&folder, &metric, &["goldtok"]).systems[0].total();
        assert_eq!(total.words_gold, words, "{punctuation}");
        assert_eq!(
            [total.heads, total.attachments, total.relations],
            [heads, attachments, relations],
            "{punctuation}"
        );
    }
}

#[test]
fn non_projective_arcs_and_sentences_are_those_of_the_definition() {
    let Some(folder) = check::conformance() else { return };
    let metric = Dependencies::ud().with(|it| it.analysis = DependencyAnalysis::Tables);
    let details = &ewt(&folder, &metric, &["goldtok"]).notes.details[0];
    let tally = |gold, system, matched| Tally { matched, gold, system };
    assert_eq!(details.projectivity["projective"], tally(25_067, 25_091, 19_218));
    assert_eq!(details.projectivity["non-projective"], tally(27, 3, 3));
    assert_eq!(details.sentences["projective"], tally(24_433, 24_433, 17_509));
    assert_eq!(details.sentences["non-projective"], tally(661, 661, 429));
}

#[test]
fn agreement_is_that_of_the_definition() {
    let Some(folder) = check::conformance() else { return };
    let metric = Dependencies::ud().with(|it| it.analysis = DependencyAnalysis::Agreement);
    let found = ewt(&folder, &metric, &["goldtok"]);
    let names = ["one", "two"].map(str::to_string);
    let report = agreement_report(&names, &found);
    let expected = [
        [0.7659599904359607, 0.7301454799375002, 0.7301407368766837],
        [0.8204351637841715, 0.8088123517632281, 0.8088063722631249],
        [0.7148322308121463, 0.7090184214338845, 0.7090165317191622],
    ];
    let value = |table: usize, cell: usize| match report.tables[table].rows[0][cell] {
        Cell::Share(value) | Cell::Number(value) => value.unwrap(),
        _ => panic!("no number"),
    };
    for (at, [observed, kappa, alpha]) in expected.into_iter().enumerate() {
        for (cell, wanted) in [
            (value(0, 3 + 2 * at), observed),
            (value(0, 4 + 2 * at), kappa),
            (value(1, 2 + at), alpha),
        ] {
            assert!((cell - wanted).abs() < 1e-12, "{at}: {cell} {wanted}");
        }
    }
}

#[test]
fn rows_of_separate_runs_are_compared_as_those_of_one() {
    let Some(folder) = check::conformance() else { return };
    let metric = Dependencies::ud();
    let report = |found: &[bezant::evaluation::Evaluation<DependencyCounts>]| -> Report {
        let report = DependencyReport {
            gold: "gold",
            preset: metric.preset,
            per_sentence: false,
            worst: 0,
            picked: None,
            behind: Vec::new(),
            notes: None,
            classes: false,
        };
        let mut report = report.build(found);
        let comparing = Comparing::standard().by(&["LAS", "MLAS", "Sentences"]);
        let scores = |total: &DependencyCounts| metric.scores(total);
        report.add_comparisons(&comparing.compare_scores(found, &scores, &Threads::one()).unwrap());
        report
    };
    // Some of the parser's tokens reach over the end of gold's sentences, so rows differ.
    let together = ewt(&folder, &metric, &["goldtok", "raw"]).systems;
    let apart: Vec<_> = ["goldtok", "raw"]
        .into_iter()
        .flat_map(|system| ewt(&folder, &metric, &[system]).systems)
        .collect();
    assert_ne!(apart[0].rows.len(), apart[1].rows.len());
    let (one, other) = (report(&together), report(&apart));
    assert_eq!(one.comparisons, other.comparisons);
    assert_eq!(one.comparisons[0].n_sentences, 2077);
    assert_eq!(one.systems[0].intervals, other.systems[0].intervals);
}

/// MSLAS, LAS and Feats of content words, by a script of our own from the definition of the task's
/// program; by it, a content word below a function word, which the task does not have, is right where
/// both sides have the same.
#[test]
fn content_words_are_scored_as_the_definition_says() {
    let Some(folder) = check::conformance() else { return };
    let metric = Dependencies::msp();
    let total = ewt(&folder, &metric, &["goldtok"]).systems[0].total();
    assert_eq!((total.words_gold, total.words_system), (17_301, 17_280));
    let scores = metric.scores(&total);
    for (name, expected) in [("MSLAS", 62.94262132), ("LAS", 65.99577803), ("Feats", 85.09985653)] {
        let found = scores.iter().find(|score| score.name == name).unwrap().value.unwrap();
        assert!((100.0 * found - expected).abs() < 1e-6, "{name} {found}");
    }
}
