// A test that cannot open its files has failed already.
#![allow(clippy::unwrap_used)]

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use bezant::compat::evalb::{Variant, run};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::check;

/// What a program printed, and how it ended.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    out: String,
    err: String,
    status: i32,
}

fn go(variant: Variant, arguments: &[&str]) -> Outcome {
    let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = run(variant, &arguments, &mut out, &mut err).unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Outcome { out: text(out), err: text(err), status }
}

/// Runs on files with these contents, which are called `gold`, `test` and `prm` in the arguments;
/// in what is printed, their names stand without the folder.
fn with_files(variant: Variant, arguments: &str, gold: &str, test: &str, prm: &str) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("gold", gold), ("test", test), ("prm", prm)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let prefix = format!("{}/", folder.path().display());
    let arguments: Vec<String> = arguments
        .split_whitespace()
        .map(|argument| match argument {
            "gold" | "test" | "prm" | "absent" => format!("{prefix}{argument}"),
            "-pprm" => format!("-p{prefix}prm"),
            other => other.to_string(),
        })
        .collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let Outcome { out, err, status } = go(variant, &arguments);
    Outcome { out: out.replace(&prefix, ""), err: err.replace(&prefix, ""), status }
}

/// The rows of the sentences, and nothing else.
fn rows(outcome: &Outcome) -> Vec<&str> {
    outcome.out.lines().skip(3).take_while(|line| !line.starts_with("====")).collect()
}

/// The line of the first summary that starts with `label`.
fn summary<'o>(outcome: &'o Outcome, label: &str) -> &'o str {
    let line = outcome.out.lines().find(|line| line.starts_with(label)).unwrap();
    line.split('=').nth(1).unwrap().trim()
}

/// What the original printed, with what a run of ours prints: the same bytes, but for names of
/// files, which the original was given relative to another folder.
#[track_caller]
fn assert_same(ours: &Outcome, expected: &Path, renamed: [&str; 2]) {
    let read = |kind: &str| {
        String::from_utf8_lossy(&fs::read(expected.with_extension(kind)).unwrap()).into_owned()
    };
    let name = expected.file_stem().unwrap().display();
    let named = |text: &str| text.replace(renamed[0], renamed[1]);
    // Not assert_eq: a difference in a thousand lines is unreadable without a place.
    let same = |ours: &str, expected: &str, what: &str| {
        let different = ours.lines().zip(expected.lines()).position(|(one, two)| one != two);
        let place = different.unwrap_or(ours.lines().count().min(expected.lines().count()));
        let line = |text: &str| text.lines().nth(place).map(str::to_string);
        let (one, two) = (line(ours), line(expected));
        assert!(ours == expected, "{name} {what}:{}: {one:?}, not {two:?}", place + 1);
    };
    same(&named(&ours.out), &read("out"), "out");
    same(&named(&ours.err), &read("err"), "err");
    assert_eq!(ours.status, read("rc").trim().parse::<i32>().unwrap(), "{name}");
}

#[test]
fn treebanks_print_what_the_original_prints() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("brackets");
    let mut n = 0;
    for entry in fs::read_dir(folder.join("evalb")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "out") {
            continue;
        }
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let parts: Vec<&str> = stem.split('.').collect();
        let variant = if parts[2] == "spmrl" { Variant::Spmrl } else { Variant::Evalb };
        let (prm, options) = match parts[2..] {
            ["spmrl"] => ("spmrl", ""),
            ["spmrl", "nk"] => ("nk", ""),
            ["spmrl", "L"] => ("spmrl", "-L"),
            ["spmrl", "l"] => ("spmrl", "-l"),
            ["spmrl", "X"] => ("spmrl", "-X"),
            [prm, "default"] => (prm, ""),
            [prm, "e100000"] => (prm, "-e 100000"),
            ["new", "unlab"] => ("new-unlabelled", "-e 100000"),
            ["new", "c10"] => ("new", "-c 10 -e 100000"),
            ["new", "dlast"] => ("new", "-e 100000 -d"),
            ["new", "Dlast"] => ("new", "-e 100000 -D"),
            ["new", "d"] => ("new", "-e 100000"),
            ["new", "ebefore"] => ("new", ""),
            _ => panic!("{stem}: which options?"),
        };
        let mut arguments: Vec<String> = match parts[3..] {
            ["d"] => vec!["-d".into()],
            ["ebefore"] => vec!["-e".into(), "100000".into()],
            _ => Vec::new(),
        };
        let file = |name: String| folder.join(name).to_str().unwrap().to_string();
        if prm != "noprm" {
            arguments.extend(["-p".into(), file(format!("{prm}.prm"))]);
        }
        arguments.extend(options.split_whitespace().map(String::from));
        let system = if parts[1] == "gold-vs-gold" { "gold" } else { parts[1] };
        arguments.push(file(format!("{}.gold.mrg", parts[0])));
        arguments.push(file(format!("{}.{system}.mrg", parts[0])));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        assert_same(&go(variant, &arguments), &path, [folder.to_str().unwrap(), "public"]);
        n += 1;
    }
    assert!(n >= 65, "only {n} files compared");
}

#[test]
fn every_quirk_prints_what_the_original_prints() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("brackets/edge");
    let index = fs::read(folder.join("INDEX.json")).unwrap();
    let index: serde_json::Value = serde_json::from_slice(&index).unwrap();
    let prefix = format!("{}/", folder.display());
    let (mut same, mut right) = (0, 0);
    for case in index.as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        let mut arguments: Vec<String> =
            case["cmd"].as_str().unwrap().split_whitespace().skip(1).map(String::from).collect();
        for argument in &mut arguments {
            if argument.starts_with(name) {
                argument.insert_str(0, &prefix);
            }
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let ours = go(Variant::Evalb, &arguments);
        let defined = case["same_O0"] == true && case["sanitizer"] == "";
        // These read below the original's stack, where it finds the same in every build.
        let harmless = name.ends_with("extra_close") || name == "close_first";
        if defined || harmless {
            assert_same(&ours, &folder.join(format!("{name}.out")), [&prefix, ""]);
            same += 1;
        } else {
            // All of them hold the same trees on both sides.
            assert_eq!((&ours.err[..], ours.status), ("", 0), "{name}");
            let sentences = summary(&ours, "Number of sentence");
            assert_eq!(summary(&ours, "Number of Valid sentence"), sentences, "{name}");
            assert_eq!(summary(&ours, "Bracketing FMeasure"), "100.00", "{name}");
            right += 1;
        }
    }
    assert!(same >= 90 && right >= 15, "only {same} and {right} cases compared");
}

const TREE: &str = "(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .)))\n";

#[test]
fn without_parameters_everything_counts() {
    let ours = with_files(Variant::Evalb, "gold test", TREE, TREE, "");
    assert_eq!((ours.status, &ours.err[..]), (0, ""));
    assert_eq!(
        rows(&ours),
        ["   1    4    0  100.00 100.00     4      4    4      0      4     4   100.00"]
    );
    assert_eq!(summary(&ours, "Bracketing FMeasure"), "100.00");
}

#[test]
fn options_act_in_the_order_they_stand_in() {
    let prm = "DEBUG 0\nMAX_ERROR 0\nCUTOFF_LEN 7\nDELETE_LABEL TOP\nDELETE_LABEL .\n";
    let three = "(S (A a))\n".repeat(3);
    let other = "(S (A b))\n".repeat(3);
    for (arguments, n_rows, cutoff, status) in [
        // A file overwrites what stood before it, and only that.
        ("-e 9 -c 3 -p prm gold test", 1, None, 1),
        ("-p prm -e 9 -c 3 gold test", 3, Some(3), 0),
        ("-pprm -e9 -c3 gold test", 3, Some(3), 0),
        ("gold -pprm test -e9 third - -c3", 3, Some(3), 0),
        ("-e9 gold test", 3, Some(40), 0),
    ] {
        let ours = with_files(Variant::Evalb, arguments, &three, &other, prm);
        assert_eq!((rows(&ours).len(), ours.status), (n_rows, status), "{arguments}");
        let heading = cutoff.map(|cutoff| format!("-- len<={cutoff} --"));
        let found = ours.out.lines().find(|line| line.starts_with("-- len")).map(String::from);
        assert_eq!(found, heading, "{arguments}");
    }
    // Only the first letter of an argument is an option.
    let shown = |arguments: &str| with_files(Variant::Evalb, arguments, TREE, TREE, prm).out;
    assert!(shown("-dD gold test").contains("-<1>---(wn1=  4, bn1=  4)-"));
    assert!(!shown("-dD gold test").contains("label="));
    assert!(!shown("-D -p prm gold test").contains("-<1>"));
    assert!(shown("-p prm -D gold test").contains("label=NN, word=dog, wid=1\n"));
}

#[test]
fn files_that_are_not_there_end_the_run() {
    for (arguments, message) in [
        ("", "Can't open gold file ((null))\n"),
        ("absent test", "Can't open gold file (absent)\n"),
        ("gold", "Can't open test file ((null))\n"),
        ("gold absent", "Can't open test file (absent)\n"),
        ("-p absent gold test", "Can't open parameter file (absent)\n"),
        ("gold test -p", "Missing argument: parameter file\nCan't open parameter file ()\n"),
    ] {
        let ours = with_files(Variant::Evalb, arguments, TREE, TREE, "");
        let message = message.to_string();
        assert_eq!(ours, Outcome { out: String::new(), err: message, status: 1 }, "{arguments}");
    }
}

#[test]
fn a_missing_number_is_zero() {
    let ours = with_files(Variant::Evalb, "gold test -c", TREE, TREE, "");
    assert_eq!(ours.err, "Missing argument: cut-off length for statistices\n");
    assert!(ours.out.contains("-- len<=0 --"));
    let ours = with_files(Variant::Evalb, "gold test -e", TREE, TREE, "");
    assert_eq!((&ours.err[..], ours.status), ("Missing argument: number of error to kill\n", 0));
}

#[test]
fn help_fails_and_an_unknown_option_does_not() {
    for (variant, option, status, n_lines) in [
        (Variant::Evalb, "-h", 1, 12),
        (Variant::Evalb, "-x", 0, 12),
        (Variant::Evalb, "--help", 0, 12),
        (Variant::Evalb, "-K", 0, 12),
        (Variant::Spmrl, "-h", 1, 15),
    ] {
        let ours = with_files(variant, &format!("-c 5 {option} gold test"), TREE, TREE, "");
        assert_eq!((&ours.out[..], ours.status), ("", status), "{option}");
        let usage = ours.err.trim_start_matches("cutoff 5\n");
        assert!(
            usage.starts_with(" evalb [-dDh][-c n][-e n][-p param_file] gold-file test-file  \n")
        );
        assert_eq!(usage.lines().count(), n_lines);
    }
}

#[test]
fn a_keyword_without_a_value_takes_what_the_buffer_holds() {
    // `LABELED` finds the end of the line before it, `TOP`, which is the number 0.
    let (gold, test) = ("(S (A a))\n", "(T (A a))\n");
    let ours =
        with_files(Variant::Evalb, "-p prm gold test", gold, test, "DELETE_LABEL TOP\nLABELED\n");
    assert_eq!(summary(&ours, "Bracketing FMeasure"), "100.00");
    let ours = with_files(Variant::Evalb, "-p prm gold test", gold, test, "LABELED\n");
    assert_eq!(ours.err, "Empty value in parameter file (1)\n");
}

#[test]
fn a_line_of_faulty_brackets_has_figures_and_does_not_count() {
    let ours = with_files(Variant::Evalb, "gold test", "(S (A (a a))\n", "(S (A (a a)))))\n", "");
    assert_eq!(
        ours.err,
        "1 : Bracketing is unbalanced (too many open bracket)\n\
         1 : Bracketing unbalance (too many close bracket)\n\
         1 : Bracketing is unbalanced (too many open bracket)\n"
    );
    assert_eq!(
        rows(&ours),
        ["   1    1    1   50.00  50.00     1      2    2      0      1     1   100.00"]
    );
    assert_eq!(summary(&ours, "Number of Valid sentence"), "0");
    assert_eq!(summary(&ours, "Bracketing FMeasure"), "-nan");
    // As many closing as opening brackets are no fault, wherever they stand.
    let ours = with_files(Variant::Evalb, "gold test", "(S (A (a a)))\n", ") (S (A (a a))\n", "");
    assert_eq!((&ours.err[..], ours.status), ("", 0));
}

#[test]
fn text_where_none_can_be_ends_the_run() {
    let ours = with_files(Variant::Evalb, "-e 1 gold test", "(S (A a b))\n", TREE, "");
    assert_eq!(
        ours.err,
        "1 : More than two elements in a bracket\n1 : Reading sentence\n1 : Reading sentence\n"
    );
    assert_eq!((rows(&ours).len(), ours.status), (0, 1));
    let ours = with_files(Variant::Spmrl, "-e -1 gold test", "(S (A a b))\n", TREE, "");
    assert_eq!(ours.err, "debug djam: q=  b))\n\n1 : More than two elements in a bracket\n");
}

#[test]
fn c_sees_the_end_of_a_line_in_a_zero_byte() {
    let tree = "(S (A a\0x) (B b))\0 junk\n";
    let ours = with_files(Variant::Evalb, "gold test", tree, "(S (A a) (B b))\n", "");
    assert_eq!(
        (&ours.err[..], rows(&ours)),
        ("", vec!["   1    2    0  100.00 100.00     1      1    1      0      2     2   100.00"])
    );
}

#[test]
fn the_variant_counts_sentences_of_other_lengths() {
    let gold = "(S (A a) (B b))\n(S (A a))\n(S (A a))\n";
    let test = "(S (A a))\n(S (A a) (B b))\n\n";
    let ours = with_files(Variant::Spmrl, "-V gold test", gold, test, "");
    assert_eq!(ours.err, "1 : Length unmatch (2|1)\n");
    assert_eq!(
        rows(&ours),
        [
            "   1    2    0    0.00   0.00     0      0    0      0      0     0     0.00",
            "   2    1    0    0.00   0.00     0      0    0      0      0     0     0.00",
            "   2    1    0    0.00   0.00     0      1    1      0      1     1   100.00",
            "   3    1    2    0.00   0.00     0      0    0      0      0     0     0.00",
        ]
    );
    assert!(ours.out.contains("=== Summary: gold\tvs\ttest ===\n"));
    assert_eq!(summary(&ours, "Number of Valid sentence"), "3");

    // A sentence without a parse counts its brackets once for every deleted label, and once more.
    let prm = "DELETE_LABEL X\nDELETE_LABEL Y\n";
    let ours = with_files(Variant::Spmrl, "-X -p prm gold test", gold, test, prm);
    assert_eq!(
        rows(&ours)[3],
        "   3    1    3    0.00   0.00     0      3    0      0      1     0     0.00"
    );
    let ours = with_files(Variant::Spmrl, "-K 2 -c5 -L gold test", gold, test, "");
    assert_eq!(ours.err, "cutoff 5\n1 : Length unmatch (2|1)\n");
    assert!(ours.out.ends_with("Unparsed:      0\tSent:      3\tfile: test\n"), "{}", ours.out);
}

#[test]
fn a_line_that_fills_the_buffer_is_followed_by_an_empty_one() {
    for (variant, full) in [(Variant::Evalb, 4_999), (Variant::Spmrl, 49_999)] {
        let line = |n: usize| format!("(S (A a)){}\n", " ".repeat(n - 9));
        for (n, n_rows) in [(full - 1, 2), (full, 4), (full + 1, 2)] {
            let text = line(n).repeat(2);
            let ours = with_files(variant, "gold test", &text, &text, "");
            assert_eq!(rows(&ours).len(), n_rows, "{n}");
            assert_eq!(summary(&ours, "Number of Valid sentence"), "2");
        }
    }
}

#[test]
fn nothing_is_too_large() {
    let n = 1_000_000;
    for (variant, options, n) in [
        (Variant::Evalb, "gold test", n),
        (Variant::Spmrl, "gold test", n),
        (Variant::Evalb, "-d gold test", n / 10),
        (Variant::Spmrl, "-d gold test", n / 10),
    ] {
        let deep = format!("{}(A a){}\n", "(S ".repeat(n), ")".repeat(n));
        let wide = format!("(S{})\n", " (A a)".repeat(n));
        let long = format!("({} (A {}))\n", "L".repeat(n), "w".repeat(n));
        for (text, brackets, words) in [(&deep, n, 1), (&wide, 1, n), (&long, 1, 1)] {
            let ours = with_files(variant, options, text, text, "");
            assert_eq!((&ours.err[..], ours.status), ("", 0));
            let brackets = format!("{brackets:3}    {brackets:3}  {brackets:3}");
            let expected = format!(
                "   1  {words:3}    0  100.00 100.00   {brackets}      0   {words:4}  {words:4}   100.00"
            );
            assert_eq!(rows(&ours)[0], expected);
        }
    }
    // The variant goes on where gold has one word, whatever the other side has.
    let deep = format!("{}(A a){}\n", "(S ".repeat(n), ")".repeat(n));
    let two = format!("{}(A a) (B b){}\n", "(S ".repeat(n), ")".repeat(n));
    let ours = with_files(Variant::Spmrl, "gold test", &deep, &two, "");
    assert_eq!(rows(&ours).len(), 2);
}

#[test]
fn compressed_files_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, test) = (folder.path().join("gold.zst"), folder.path().join("test"));
    fs::write(&gold, compress_to_vec(TREE.as_bytes(), CompressionLevel::Fastest)).unwrap();
    fs::write(&test, TREE).unwrap();
    let ours = go(Variant::Evalb, &[gold.to_str().unwrap(), test.to_str().unwrap()]);
    assert_eq!(summary(&ours, "Bracketing FMeasure"), "100.00");
}
