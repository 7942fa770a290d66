use std::fs;
use std::path::Path;

use crate::program::Folder;

/// Files of every metric beside the demo's.
fn folder() -> Folder {
    let folder = Folder::new();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    for part in ["corpus", "trees"] {
        fs::create_dir(folder.path().join(part)).unwrap();
        for entry in fs::read_dir(fixtures.join("unbounded").join(part)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            folder.write(&format!("{part}/{name}"), fs::read(entry.path()).unwrap());
        }
    }
    for treebank in ["gold", "strong"] {
        fs::create_dir(folder.path().join(treebank)).unwrap();
        for name in ["a.mrg", "b.mrg"] {
            let text = folder.read(&format!("{treebank}.mrg"));
            folder.write(&format!("{treebank}/{name}"), text);
        }
    }
    fs::remove_file(folder.path().join("strong/b.mrg")).unwrap();
    folder
        .write("gold.gr", "1\n(ncsubj barked dog _)\n(det dog the)\n\n2\n(ncsubj sold house obj)\n(passive sold)\n")
        .write("system.gr", "1\n(xmod _ barked loudly)\n(ncsubj barked dog _)\n\n2\n(nosuch sold)\n")
        .write("gold.dbr", "(S (VP (WP 0=what) (VB 3=see)) (VBP 1=do) (PRP 2=they))\n")
        .write("yes.txt", (1..=20).map(|id| format!("{id} YES\n")).collect::<String>());
    folder
}

/// One command a metric, and those whose rows say more.
const SAVED: [&str; 12] = [
    "brackets gold.mrg strong.mrg failing.mrg",
    "brackets gold.mrg weak.mrg --leaf-ancestor --tree-edit-distance --align",
    "brackets gold.dbr gold.dbr --names one",
    "brackets gold.mrg failing.mrg --repair",
    "brackets gold strong",
    "fragments gold.mrg failing.mrg weak.mrg",
    "dependencies entailments/gold.conllu entailments/weak.conllu entailments/strong.conllu",
    "dependencies entailments/gold.conllu entailments/weak.conllu --preset conllx",
    "relations gold.gr system.gr --match all",
    "unbounded corpus trees",
    "entail oracle entailments/pairs.xml --gold-parses entailments/gold.conllu",
    "brackets gold.mrg weak.mrg --run 17",
];

#[test]
fn rows_of_every_metric_are_the_same_in_both_forms() {
    let folder = folder();
    for words in SAVED {
        for name in ["rows.jsonl", "rows.parquet", "again.parquet"] {
            let ran = folder.run(&format!("{words} -q -o /dev/null --save {name}"));
            assert_eq!(ran.status, 0, "{words}: {}", ran.err);
        }
        let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
        assert!(bytes("rows.parquet").starts_with(b"PAR1"));
        assert!(bytes("rows.parquet") == bytes("again.parquet"), "{words}");
        let mut shown = Vec::new();
        for name in ["rows.jsonl", "rows.parquet"] {
            let ran = folder.run(&format!("merge -q {name} --save merged.jsonl --format json"));
            assert_eq!(ran.status, 0, "{words}: {}", ran.err);
            shown.push((ran.out, folder.read("merged.jsonl")));
        }
        assert_eq!(shown[0], shown[1], "{words}");
        // By way of Parquet, nothing is lost.
        folder.run("merge -q rows.jsonl -o /dev/null --save way.parquet");
        folder.run("merge -q way.parquet -o /dev/null --save back.jsonl");
        assert_eq!(folder.read("back.jsonl"), shown[0].1, "{words}");
    }
}

#[test]
fn whoever_reads_rows_reads_either_form_whatever_its_name() {
    let folder = folder();
    for (system, name) in [("strong", "a.parquet"), ("weak", "b.jsonl"), ("strong", "a.jsonl")] {
        folder.run(&format!("brackets -q gold.mrg {system}.mrg -o /dev/null --save {name}"));
    }
    fs::copy(folder.path().join("a.parquet"), folder.path().join("misnamed.jsonl")).unwrap();
    let compared =
        |first: &str| folder.json(&format!("compare {first} b.jsonl --replicates 200 --seed 1"));
    let expected = compared("a.jsonl");
    assert_eq!(compared("a.parquet"), expected);
    assert_eq!(compared("misnamed.jsonl"), expected);
    for words in [
        "report a.parquet b.jsonl -o page.html",
        "brackets gold.mrg strong.mrg --against a.parquet",
        "check a.parquet",
        "entail score entailments/pairs.xml yes.txt --missing no --names strong --beside a.parquet",
    ] {
        let ran = folder.run(words);
        let json = folder.run(&words.replace("a.parquet", "a.jsonl"));
        assert_eq!(ran.status, json.status, "{words}: {}", ran.err);
        assert_eq!(ran.out.replace("a.parquet", "a.jsonl"), json.out, "{words}");
    }
}

#[test]
fn files_that_are_not_rows_are_refused_with_what_to_do() {
    let folder = folder();
    folder.run("brackets -q gold.mrg weak.mrg -o /dev/null --save a.parquet");
    let bytes = fs::read(folder.path().join("a.parquet")).unwrap();
    let fail = |bytes: &[u8]| {
        folder.write("b.parquet", bytes);
        let ran = folder.run("merge b.parquet");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains("\n  hint: rows are written by --save"), "{}", ran.err);
        let error = ran.err.lines().next().unwrap().to_string();
        error.strip_prefix("error: b.parquet: not a file of saved rows: ").unwrap().to_string()
    };
    assert_eq!(
        fail(&bytes[..bytes.len() / 2]),
        "it is Parquet that cannot be read: its end is missing"
    );
    // The same length, other names: somebody else's file, a column that is gone, one of another type.
    let renamed = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let mut text = bytes.clone();
        let found =
            text.windows(from.len()).enumerate().filter(|(_, part)| *part == from.as_bytes());
        let places: Vec<usize> = found.map(|(at, _)| at).collect();
        for at in places {
            text[at..at + from.len()].copy_from_slice(to.as_bytes());
        }
        text
    };
    assert_eq!(
        fail(&renamed("bezant_rows", "someone_els")),
        "it is Parquet without a signature in its metadata"
    );
    assert_eq!(fail(&renamed("sentence", "sentense")), "it has no column sentence");
    assert_eq!(
        fail(&renamed("n_sentences", "group_other")),
        "its column group_other is of another type"
    );
    // A page, somewhere in the middle.
    let mut broken = bytes.clone();
    broken[60..400].fill(0xFF);
    assert!(fail(&broken).starts_with("its column "), "{}", fail(&broken));
}

#[test]
fn rows_in_columns_are_no_parses_and_are_told_where_they_count_twice() {
    let folder = Folder::new();
    for (files, name) in [("gold.mrg weak.mrg", "whole"), ("g s", "part")] {
        for (file, part) in [("gold.mrg", "g"), ("weak.mrg", "s")] {
            let text = folder.read(file);
            folder.write(part, text.split_inclusive('\n').skip(40).collect::<String>());
        }
        let words = format!("brackets {files} --names a --save {name}.parquet -q");
        assert_eq!(folder.run(&words).status, 0);
    }
    let ran = folder.run("merge whole.parquet part.parquet");
    let said = "a: 20 rows are the same in whole.parquet (from sentence 41) and part.parquet (from sentence 1)";
    assert!(ran.status == 0 && ran.err.contains(said), "{}", ran.err);
    for words in ["brackets gold.mrg part.parquet", "brackets part.parquet gold.mrg"] {
        let ran = folder.run(words);
        let said = "part.parquet: this is Parquet, which saved rows can be and sentences cannot";
        assert!(ran.status == 2 && ran.err.contains(said), "{}", ran.err);
        assert!(ran.err.contains("hint: saved rows are read by bezant merge"), "{}", ran.err);
    }
}
