use std::fs;
use std::path::Path;

use bezant::formats::Reader;
use bezant::formats::penn;
use bezant::metrics::brackets::Brackets;
use bezant::metrics::trees::parameters::Preset;
use bezant::source::Source;

use crate::check;

/// A source with the file's name alone, as the expected messages have it.
fn open(path: &Path) -> bezant::error::Result<Source> {
    let name = path.file_name().unwrap().to_str().unwrap();
    Source::from_bytes(name, fs::read(path).unwrap())
}

/// What a file holds: its format, then each sentence on one line behind its line number.
fn listed(path: &Path) -> Vec<u8> {
    let mut reader = Reader::new(open(path).unwrap(), None);
    let mut out = format!("{}\n", reader.format().name()).into_bytes();
    let all = reader.take(usize::MAX).unwrap();
    for sentence in all.sentences() {
        let reading = penn::read(sentence.text);
        assert_eq!(reading.faults, [], "{}, line {}", path.display(), sentence.at.line);
        out.extend_from_slice(format!("{}:", sentence.at.line).as_bytes());
        if !reading.tree.nodes().is_empty() {
            out.push(b' ');
        }
        penn::write(&reading.tree, &mut out);
        out.push(b'\n');
    }
    out
}

/// The first thing that is wrong with a file: its error, or why its first bad sentence is skipped.
fn complaint(path: &Path) -> Option<String> {
    let metric = Brackets::evalb(Preset::Collins.parameters());
    let (gold, system) = match (open(path), open(path)) {
        (Ok(gold), Ok(system)) => (gold, system),
        (Err(error), _) | (_, Err(error)) => return Some(error.to_string()),
    };
    match check::evaluate(&metric, gold, system) {
        Err(error) => Some(error.to_string()),
        Ok(evaluation) => {
            evaluation.skipped().next().map(|(_, skipped)| skipped.reason.to_string())
        }
    }
}

#[test]
fn valid_files_are_read_to_the_last_tree() {
    let paths = check::fixtures_of("penn/valid", "mrg");
    assert!(paths.len() >= 15, "only {} files", paths.len());
    for path in paths {
        let expected = fs::read(path.with_extension("expected")).unwrap();
        let found = listed(&path);
        assert!(found == expected, "{}:\n{}", path.display(), String::from_utf8_lossy(&found));
    }
}

#[test]
fn invalid_files_are_refused_with_the_expected_words() {
    let paths = check::fixtures_of("penn/invalid", "mrg");
    assert!(paths.len() >= 10, "only {} files", paths.len());
    for path in paths {
        let expected = fs::read_to_string(path.with_extension("expected")).unwrap();
        let found = complaint(&path).unwrap_or_else(|| panic!("{} is accepted", path.display()));
        assert_eq!(found.lines().next(), expected.lines().next(), "{}", path.display());
    }
}

#[test]
fn what_is_written_reads_the_same() {
    let mut n_trees = 0;
    for path in [
        check::fixtures_of("penn/valid", "mrg"),
        check::fixtures_of("../crates/bezant-cli/demo", "mrg"),
    ]
    .concat()
    {
        let mut reader = Reader::new(open(&path).unwrap(), None);
        for sentence in reader.take(usize::MAX).unwrap().sentences() {
            let reading = penn::read(sentence.text);
            if !reading.faults.is_empty() {
                continue;
            }
            let mut text = Vec::new();
            penn::write(&reading.tree, &mut text);
            let again = penn::read(&text);
            assert_eq!(again.faults, [], "{}, line {}", path.display(), sentence.at.line);
            assert_eq!(
                check::shape(&again.tree),
                check::shape(&reading.tree),
                "{}, line {}",
                path.display(),
                sentence.at.line
            );
            n_trees += 1;
        }
    }
    assert!(n_trees > 300, "only {n_trees} trees");
}

#[test]
fn the_demo_is_what_it_is_said_to_be() {
    let metric = Brackets::evalb(Preset::Collins.parameters());
    let folder = check::fixtures().join("../crates/bezant-cli/demo");
    for (name, f1, reasons) in [
        ("gold", 100.0, &[][..]),
        ("strong", 97.21, &[]),
        ("middling", 90.31, &[]),
        ("weak", 74.32, &[]),
        (
            "failing",
            87.33,
            &[
                "8 no_parse",
                "16 word_mismatch",
                "22 system_unreadable",
                "30 no_parse",
                "59 no_parse",
            ],
        ),
    ] {
        let gold = Source::open(&folder.join("gold.mrg")).unwrap();
        let system = Source::open(&folder.join(format!("{name}.mrg"))).unwrap();
        let evaluation = check::brackets(&metric, gold, system);
        assert_eq!(evaluation.rows.len(), 60, "{name}");
        let found = 100.0 * evaluation.total().brackets().f1().unwrap();
        assert_eq!(format!("{found:.2}"), format!("{f1:.2}"), "{name}");
        let skipped: Vec<String> = evaluation
            .skipped()
            .map(|(row, skipped)| format!("{} {}", row.sentence, skipped.reason.name()))
            .collect();
        assert_eq!(skipped, reasons, "{name}");
    }
}
