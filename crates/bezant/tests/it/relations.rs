use std::collections::BTreeMap;
use std::path::Path;

use bezant::compat::rasp;
use bezant::error::Stream;
use bezant::evaluation::{Evaluation, evaluate_relations};
use bezant::formats::relations::{self, Helpers, Input};
use bezant::metrics::relations::{
    Assignment, Hierarchy, RelationCounts, Relations, Scheme, Slots, TypeMatch,
};
use bezant::parallel::Threads;
use bezant::source::Source;
use bezant::structures::relations::RelationFile;

use crate::check;

/// Every way to match types with every choice of slots.
pub fn everything() -> Relations {
    Relations {
        hierarchy: Hierarchy::rasp(),
        schemes: Scheme::grid(&TypeMatch::ALL, &Slots::ALL),
        assignment: Assignment::Greedy,
    }
}

pub fn text_of(path: &Path) -> Vec<u8> {
    Source::open(path).unwrap().rest().unwrap().to_vec()
}

pub fn gold<'s>(name: &'s str, text: &'s [u8]) -> RelationFile<'s> {
    let input = Input { name, text, stream: Stream::Gold };
    relations::read(input, None, Helpers::default()).unwrap()
}

pub fn system<'s>(name: &'s str, text: &'s [u8]) -> RelationFile<'s> {
    let input = Input { name, text, stream: Stream::System };
    relations::read(input, None, Helpers::default()).unwrap()
}

pub fn evaluate(metric: &Relations, gold: &[u8], system: &[u8]) -> Evaluation<RelationCounts> {
    let gold = self::gold("gold", gold);
    let system = self::system("system", system);
    let threads = Threads::one();
    let mut found = evaluate_relations(metric, &gold, &[system], None, &threads).unwrap();
    found.systems.remove(0)
}

/// Precision, recall and F1 in percent, as the reference gives them.
#[derive(serde::Deserialize)]
struct Expected {
    micro: [f64; 3],
    #[serde(rename = "macro")]
    means: [f64; 3],
    tst: u64,
    std: u64,
    agree: u64,
    dependent: Option<[f64; 3]>,
    #[serde(default)]
    rows: BTreeMap<String, [u64; 3]>,
}

fn scheme(name: &str) -> Scheme {
    let (types, slots) = name.split_once('.').unwrap();
    let types = match types {
        "original" => TypeMatch::Original,
        "eq" => TypeMatch::Equality,
        "sub" => TypeMatch::Subsumption,
        "hier" => TypeMatch::Hierarchy,
        "unlabelled" => TypeMatch::Unlabelled,
        other => panic!("{other}"),
    };
    let slots = match slots {
        "a" => Slots::All,
        "h" => Slots::HeadDependent,
        "n" => Slots::HeadDependentNcsubj,
        other => panic!("{other}"),
    };
    Scheme { types, slots }
}

fn is_near(found: Option<f64>, expected: f64, what: &str) {
    let found = 100.0 * found.unwrap();
    assert!((found - expected).abs() < 1e-9, "{what}: {found} is not {expected}");
}

#[test]
fn every_count_of_every_scheme_is_the_references() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("relations");
    let mut n_rows = 0;
    for (name, gold) in [("example.trans", "sents-tst.gr"), ("example-ne", "sents-ne-tst.gr")] {
        let metric = everything();
        let gold = text_of(&folder.join(gold));
        let system = text_of(&folder.join(format!("{name}.parses")));
        let evaluation = evaluate(&metric, &gold, &system);
        let json = text_of(&folder.join(format!("{name}.json")));
        let mut json: BTreeMap<String, serde_json::Value> = serde_json::from_slice(&json).unwrap();
        assert_eq!(json.remove("nsents"), Some(evaluation.rows.len().into()));
        assert_eq!(json.len(), metric.schemes.len());
        let total = evaluation.total();
        for (key, expected) in json {
            let expected: Expected = serde_json::from_value(expected).unwrap();
            let scheme = scheme(&key);
            let key = format!("{name}, {key}");
            let tallies = total.tallies(&metric.hierarchy, scheme);
            let micro = tallies.micro();
            assert_eq!(
                (micro.system, micro.gold, micro.matched),
                (expected.tst, expected.std, expected.agree),
                "{key}"
            );
            is_near(micro.precision(), expected.micro[0], &key);
            is_near(micro.recall(), expected.micro[1], &key);
            is_near(micro.f1(), expected.micro[2], &key);
            let means = tallies.means();
            is_near(means.precision, expected.means[0], &key);
            is_near(means.recall, expected.means[1], &key);
            is_near(means.f1(), expected.means[2], &key);
            if let Some(dependent) = expected.dependent {
                let top = tallies.of(metric.hierarchy.root());
                is_near(top.precision(), dependent[0], &key);
                is_near(top.recall(), dependent[1], &key);
                is_near(top.f1(), dependent[2], &key);
            }
            for (kind, counts) in expected.rows {
                let tally = tallies.of(metric.hierarchy.find(kind.as_bytes()).unwrap());
                let found = [tally.system, tally.gold, tally.matched];
                assert_eq!(found, counts, "{key}, {kind}");
                n_rows += 1;
            }
        }
    }
    assert_eq!(n_rows, 2 * 9 * 26);
}

fn rasp_output(gold: &str, system: &str, slots: Slots) -> (String, String) {
    let folder = check::conformance().unwrap().join("relations");
    let metric = everything();
    let (gold_text, system_text) =
        (text_of(&folder.join(gold)), text_of(&folder.join(format!("{system}.parses"))));
    let words = text_of(&folder.join(format!("{system}.grtext")));
    let input = Input { name: "text", text: &words, stream: Stream::Text };
    let words = relations::text::read(input).unwrap();
    let comparison = rasp::Comparison {
        metric: &metric,
        scheme: Scheme { types: TypeMatch::Hierarchy, slots },
        gold: &self::gold("gold", &gold_text),
        system: &self::system("system", &system_text),
        text: Some(&words),
    };
    let (mut out, mut matrix) = (Vec::new(), Vec::new());
    comparison.write(&mut out).unwrap();
    comparison.write_confusion(&mut matrix).unwrap();
    (String::from_utf8(out).unwrap(), String::from_utf8(matrix).unwrap())
}

#[track_caller]
fn same_lines(found: &str, expected: &str) {
    for (number, (found, expected)) in (1..).zip(found.lines().zip(expected.lines())) {
        assert_eq!(found, expected, "line {number}");
    }
    assert!(found == expected, "{} bytes, {} expected", found.len(), expected.len());
}

#[test]
fn the_released_programs_output_is_reproduced_byte_for_byte() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("relations");
    for (gold, system, slots, letter) in [
        ("sents-tst.gr", "example.trans", Slots::All, "a"),
        ("sents-tst.gr", "example.trans", Slots::HeadDependent, "h"),
        ("sents-ne-tst.gr", "example-ne", Slots::All, "a"),
    ] {
        let (out, matrix) = rasp_output(gold, system, slots);
        let expected = text_of(&folder.join(format!("{system}.HIER.{letter}.output.gz")));
        same_lines(&out, &String::from_utf8(expected).unwrap());
        let path = folder.join(format!("{system}.HIER.{letter}.confusion.txt"));
        if path.is_file() {
            // The file with the reference's matrix starts below the rule that precedes it.
            let matrix = matrix.strip_prefix("\n------------\n").unwrap();
            same_lines(matrix, &String::from_utf8(text_of(&path)).unwrap());
        }
    }
}
