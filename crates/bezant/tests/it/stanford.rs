use std::path::Path;

use bezant::formats::{Reader, penn};
use bezant::source::Source;
use bezant::stanford::{Converter, Options, Representation};

use crate::check;

const ALL: [(&str, Representation); 5] = [
    ("basic", Representation::Basic),
    ("extra", Representation::Extra),
    ("collapsed", Representation::Collapsed),
    ("collapsedtree", Representation::CollapsedTree),
    ("ccprocessed", Representation::CcProcessed),
];

/// The dependencies of a file of trees, an empty line behind each sentence.
fn convert(trees: &Path, options: Options, to: Representation) -> String {
    let mut reader = Reader::new(Source::open(trees).unwrap(), None);
    let mut converter = Converter::new(options);
    let mut out = Vec::new();
    for sentence in reader.take(usize::MAX).unwrap().sentences() {
        let reading = penn::read(sentence.text);
        let found = converter.convert(&reading.tree, to);
        found.dependencies().iter().for_each(|arc| found.write(arc, &mut out));
        out.push(b'\n');
    }
    String::from_utf8(out).unwrap()
}

/// Every line is the reference's, in its place.
fn compare(found: &str, expected: &Path) -> usize {
    let expected = Source::open(expected).unwrap().rest().unwrap();
    let expected = String::from_utf8(expected.to_vec()).unwrap();
    for (n, (ours, theirs)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(ours, theirs, "line {}", n + 1);
    }
    assert_eq!(found.lines().count(), expected.lines().count());
    found.lines().filter(|line| !line.is_empty()).count()
}

#[test]
fn a_treebank_is_converted_as_the_reference_does() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("stanford");
    for (name, to) in ALL {
        let found = convert(
            &folder.join("craft-dev.mrg.gz"),
            Options { punctuation: true, ..Options::default() },
            to,
        );
        let n = compare(&found, &folder.join(format!("craft-dev.{name}.sd.gz")));
        assert!(n > 60_000, "only {n} dependencies of {name} compared");
    }
}

#[test]
fn the_trees_of_a_weak_parser_are_converted_as_the_reference_does() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("pete");
    for (name, to) in ALL {
        let expected = folder.join(format!("PETE_dev.stanford.{name}.sd"));
        if expected.is_file() {
            let found = convert(&folder.join("PETE_dev.stanford.mrg"), Options::default(), to);
            assert!(compare(&found, &expected) > 1_000);
        }
    }
}
