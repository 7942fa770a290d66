use std::fs;
use std::path::Path;

use super::{cases, table};
use crate::relations::{evaluate, everything};

/// Agreed, gold's and the system's relations of one type under a scheme, or of all (`micro`).
fn count(case: &Path, scheme: &str, kind: &str) -> [u64; 3] {
    let [gold, system] = ["gold.gr", "system.gr"].map(|name| fs::read(case.join(name)).unwrap());
    let metric = everything();
    let tallies = evaluate(&metric, &gold, &system)
        .total()
        .tallies(&metric.hierarchy, scheme.parse().unwrap());
    let tally = match kind {
        "micro" => tallies.micro(),
        _ => tallies.of(metric.hierarchy.find(kind.as_bytes()).unwrap()),
    };
    [tally.matched, tally.gold, tally.system]
}

#[test]
fn our_own_relations_have_the_counts_of_the_report() {
    let cases = cases("rasp");
    assert!(cases.len() >= 3, "only {} cases", cases.len());
    for case in cases {
        let rows = table(&case.join("expected.tsv"));
        // 13 schemes, and the top of the hierarchy for three choices of slots.
        assert!(rows.len() >= 16, "{}", case.display());
        for row in rows {
            let (scheme, kind) = (row[0].as_str(), row[1].as_str());
            let expected: Vec<u64> = row[2..].iter().map(|cell| cell.parse().unwrap()).collect();
            let name = case.display();
            assert_eq!(count(&case, scheme, kind)[..], expected, "{name}: {scheme} {kind}");
        }
    }
}
