use std::fs;
use std::path::Path;

use bezant::entailment::parses::{Parses, Reading};
use bezant::error::{ErrorKind, Hint, Stream};
use bezant::formats::penn::TreeSpace;
use bezant::formats::relations::{self, Aids, Broken, Input};
use bezant::formats::{Format, Holds, Reader, discbracket, export, penn};
use bezant::kinds::{Columns, FORMATS, Layout};
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
        let reading = match sentence.format {
            Format::Discbracket => discbracket::read(sentence.text, &mut TreeSpace::default()),
            Format::Export => export::read(sentence.text),
            _ => penn::read(sentence.text),
        };
        assert_eq!(reading.faults, [], "{}, line {}", path.display(), sentence.at.line);
        out.extend_from_slice(format!("{}:", sentence.at.line).as_bytes());
        if !reading.tree.nodes().is_empty() {
            out.push(b' ');
        }
        match sentence.format {
            Format::Penn(_) => penn::write(&reading.tree, &mut out),
            _ => discbracket::write(&reading.tree, b"ROOT", &mut out).unwrap(),
        }
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
fn trees_with_crossing_branches_are_read_to_the_last() {
    let files = |ending| check::fixtures_of("discontinuous/valid", ending);
    let paths = [files("dbr"), files("export")].concat();
    assert!(paths.len() >= 3, "only {} files", paths.len());
    for path in paths {
        let expected = fs::read(path.with_extension("expected")).unwrap();
        let found = listed(&path);
        assert!(found == expected, "{}:\n{}", path.display(), String::from_utf8_lossy(&found));
    }
}

#[test]
fn invalid_files_are_refused_with_the_expected_words() {
    let files = |ending| check::fixtures_of("discontinuous/invalid", ending);
    let paths = [check::fixtures_of("penn/invalid", "mrg"), files("dbr"), files("export")].concat();
    assert!(paths.len() >= 18, "only {} files", paths.len());
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

#[test]
fn what_the_candc_parser_says_about_itself_is_no_sentence_for_anybody() {
    let text = "# this file was generated by a parser\n# with all its options\n\n\
                (det dog_1 The_0)\n(ncsubj sleeps_2 dog_1 _)\n\n# no words\n\n";
    let mut reader = Reader::from_text("head.gr", text).unwrap();
    assert_eq!(reader.format(), Format::Candc);
    let batch = reader.take(9).unwrap();
    assert_eq!(batch.sentences().map(|sentence| sentence.at.line).collect::<Vec<_>>(), [4, 7]);
    let input = Input { name: "head.gr", text: text.as_bytes(), stream: Stream::System };
    let file = relations::read(input, None, Aids::default(), Broken::Fails).unwrap();
    assert_eq!(file.sentences.len(), 2);
    let parses = Parses::read("head.gr", text.as_bytes(), Reading::default(), (2, 1)).unwrap();
    assert_eq!(parses.sentences.len(), 2);
}

#[test]
fn output_of_the_rasp_parser_is_read_sentence_by_sentence_across_blocks() {
    let sentence =
        "(|It:1_PPH1| |rain+s:2_VVZ|) 1 ; (-3.1)\n\n(ncsubj rain+s:2_VVZ It:1_PPH1 _)\n\n";
    let text = format!("# made by hand\n{}", sentence.repeat(10_000));
    let source = Source::from_reader("out", std::io::Cursor::new(text)).unwrap();
    let mut reader = Reader::new(source, None);
    assert_eq!(reader.format(), Format::Rasp);
    let all = reader.take(usize::MAX).unwrap();
    assert_eq!(all.len(), 10_000);
    assert!(all.sentences().all(|found| found.text == sentence.as_bytes()));
    assert_eq!(all.sentences().last().unwrap().at.line, 2 + 9_999 * 4);
}

#[test]
fn where_anything_is_wanted_relations_are_told_from_trees() {
    let row = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n";
    for (text, format) in [
        ("(S (A a))\n", Format::Penn(Layout::Lines)),
        ("a, b\n", Format::Penn(Layout::Lines)),
        ("(ncsubj sleeps John _)\n", Format::Penn(Layout::Lines)),
        (row, Format::Columns(Columns::Conllx)),
        ("1\n(ncsubj sleeps John _)\n", Format::Numbered),
        ("% John sleeps\n1\n(ncsubj sleeps John _)\n", Format::Numbered),
        ("sentence(\nid(1)\n)\n", Format::DepBank),
        ("(|a:1_X|) 1 ; (-1.0)\n", Format::Rasp),
    ] {
        assert_eq!(Format::guess_any(text.as_bytes()), format, "{text}");
    }
}

#[test]
fn every_job_wants_one_thing() {
    for wanted in Holds::ALL {
        for job in wanted.jobs() {
            assert_eq!(Holds::of_job(job), Some(wanted), "{job}");
        }
    }
    assert_eq!(Holds::of_job("compare"), None);
}

#[test]
fn a_file_that_is_something_else_says_what_it_is() {
    let check = |text: &str, wanted| Reader::from_text("file", text).unwrap().check(wanted);
    let columns = Format::Columns(Columns::Conllx);
    for (text, wanted, is) in [
        ("1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n", Holds::Trees, Some(columns)),
        ("(S (A a))\n", Holds::Dependencies, Some(Format::Penn(Layout::Lines))),
        ("a, b\n", Holds::Dependencies, None),
        ("(|a:1_X|) 1 ; (-1.0)\n", Holds::Convertible, Some(Format::Rasp)),
    ] {
        let error = check(text, wanted).unwrap_err();
        let kind = error.kind();
        assert!(
            matches!(kind, ErrorKind::WrongKind { is: found, wanted: asked }
                if *found == is && *asked == wanted),
            "{text}: {kind:?}"
        );
        assert_eq!(error.hint(), Some(Hint::OtherFile { is, wanted }));
    }
    for row in FORMATS {
        // Relations are read whole, and never by a reader that streams.
        for wanted in Holds::ALL.into_iter().filter(|wanted| *wanted != Holds::Relations) {
            let source = Source::from_bytes("file", b"(A a)\n".to_vec()).unwrap();
            let checked = Reader::new(source, Some(row.format)).check(wanted);
            assert_eq!(checked.is_ok(), row.holds.contains(&wanted), "{} {wanted:?}", row.name);
        }
    }
}
