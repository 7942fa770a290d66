use std::fs;
use std::path::Path;

use bezant::metrics::fragments::{FragmentMatching, Fragments, Limit};

use super::{cases, table};
use crate::check;
use crate::fragments::pair;

/// What is counted under one definition.
struct Found {
    /// Of each size: gold's, the system's, matched.
    sizes: Vec<[String; 3]>,
    /// Over all sizes, in percent.
    recall: String,
    precision: String,
}

fn count(matching: FragmentMatching, gold: &str, system: &str) -> Found {
    let metric = Fragments::freval().with(|it| it.matching = matching);
    let total = pair(&metric, gold, system);
    let all = metric.scoring.interpolate(&total, Limit::All);
    let percent = |share: Option<f64>| format!("{:.4}", 100.0 * share.unwrap());
    let sizes = total.sizes();
    let sizes = sizes.iter().map(|size| [&size.gold, &size.system, &size.matched]);
    Found {
        sizes: sizes.map(|counts| counts.map(ToString::to_string)).collect(),
        recall: percent(all.flr),
        precision: percent(all.flp),
    }
}

/// Whether both definitions give the figures of a table.
fn compare(gold: &str, system: &str, expected: &Path) {
    let rows = table(expected);
    let name = expected.display();
    for (column, matching) in [(3, FragmentMatching::Nodes), (4, FragmentMatching::Connected)] {
        let found = count(matching, gold, system);
        assert_eq!(rows.len(), found.sizes.len() + 2, "{name} {matching:?}");
        for (row, counts) in rows.iter().zip(&found.sizes) {
            let expected = [&row[1], &row[2], &row[column]];
            assert_eq!(counts.each_ref(), expected, "{name} {matching:?} size {}", row[0]);
        }
        let [recall, precision] = &rows[found.sizes.len()..] else { panic!("{name}") };
        assert_eq!((&*recall[0], &recall[column]), ("recall", &found.recall), "{name}");
        assert_eq!((&*precision[0], &precision[column]), ("precision", &found.precision), "{name}");
    }
}

#[test]
fn our_own_sentences_have_the_fragments_of_both_definitions() {
    let (mut all_gold, mut all_systems) = (String::new(), String::new());
    let cases = cases("freval");
    assert_eq!(cases.len(), 5, "the table of all cases is that of five");
    for case in cases {
        let [gold, system] =
            ["gold.mrg", "system.mrg"].map(|name| fs::read_to_string(case.join(name)).unwrap());
        compare(&gold, &system, &case.join("expected.tsv"));
        all_gold += &gold;
        all_systems += &system;
    }
    let together = check::fixtures().join("parity/freval/together.tsv");
    compare(&all_gold, &all_systems, &together);
}
