//! `bezant entail tables`, `split` and `pack`.

use std::fs;
use std::process::Command;

use crate::program::Folder;

/// Eight pairs of five texts, half of them YES.
const NEW: &str = "id,text,hypothesis,entailment,word1,word2,source,relation,construction\n\
    1,The cat slept & purred.,The cat slept.,YES,cat,slept,own,\"Nominal subject, Conjunct\",coordination\n\
    2,The cat slept & purred.,Somebody purred.,YES,purred,cat,own,Conjunct,coordination\n\
    3,The man with the hat is tired.,The hat is tired.,NO,hat,tired,own,Nominal subject,\n\
    4,The man with the hat is tired.,The man is tired.,YES,man,tired,own,Nominal subject,\n\
    5,Mary saw the dog that bit John.,Mary bit John.,NO,Mary,bit,borrowed,Nominal subject,relative-clause\n\
    6,Mary saw the dog that bit John.,John was seen.,NO,saw,John,borrowed,Direct object,\n\
    7,Rain fell.,Something fell.,YES,fell,Rain,borrowed,Nominal subject,\n\
    8,Rain falls <here>.,Somebody falls.,NO,falls,Rain,,,\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("new.csv", NEW);
    let kept: Vec<&str> = NEW.lines().filter(|line| !line.starts_with(['2', '6', '8'])).collect();
    folder.write("kept.csv", kept.join("\n") + "\n");
    folder
}

#[test]
fn tables_count_files_beside_each_other() {
    let folder = folder();
    let ran = folder.run("entail tables new.csv kept.csv");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let source = "  source      new   share  YES  NO  kept   share  YES  NO\n  \
        own           4   50.00    3   1     3   60.00    2   1\n  \
        borrowed      3   37.50    1   2     2   40.00    1   1\n  \
        (not said)    1   12.50    0   1     0    0.00    0   0\n  \
        total         8  100.00    4   4     5  100.00    3   2\n";
    assert!(ran.out.contains(source), "{}", ran.out);
    assert!(
        ran.out.contains("  Nominal subject    5  62.50     5  100.00  100.00\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("\ndata-set|n:8,5|pairs:"), "{}", ran.out);
    let json = folder.json("entail tables new.csv kept.csv");
    assert_eq!(json["metric"], "data-set");
    let conjunct = json["relation"].as_array().unwrap().iter();
    let conjunct = conjunct.clone().find(|row| row["relation"] == "Conjunct").unwrap().clone();
    assert_eq!((&conjunct["new"], &conjunct["kept"]), (&2.into(), &1.into()));
    assert_eq!((&conjunct["new_share"], &conjunct["kept_left"]), (&0.25.into(), &0.5.into()));
    for format in ["csv", "tsv", "markdown", "latex", "typst"] {
        let ran = folder.run(&format!("entail tables new.csv kept.csv --format {format}"));
        assert!(ran.status == 0 && ran.out.contains("borrowed"), "{format}\n{}", ran.err);
    }
    let ran = folder.run("entail tables new.csv --table list");
    assert_eq!(ran.out, "files\nsource\nrelation\nconstruction\n");
    let ran = folder.run("entail tables new.csv kept.csv --table left");
    assert!(ran.out.starts_with("What is left of new\n"), "{}", ran.out);
    assert!(ran.out.contains("  total       62.50   75.00   50.00\n"), "{}", ran.out);
}

#[test]
fn tables_refuse_what_they_have_not() {
    let folder = folder();
    for (words, message) in [
        ("new.csv --table letf", "no table is called letf; did you mean left"),
        ("new.csv --table left --format json", "--table does not go with JSON"),
        ("new.csv new.csv", "new.csv is given twice; tell the two apart with --names"),
        ("new.csv kept.csv --names a", "--names has 1 name for 2 files"),
        ("gone.csv", "gone.csv"),
    ] {
        let ran = folder.run(&format!("entail tables {words}"));
        assert!(ran.status == 2 && ran.err.contains(message), "{words}\n{}", ran.err);
    }
    // The whole before its part.
    let message = "all pairs of kept are in new, which has more";
    let ran = folder.run("entail tables kept.csv new.csv");
    assert!(ran.status == 0 && ran.err.contains(message), "{}", ran.err);
    folder.write("j.csv", "id,annotator,answer\n1,1,yes\n");
    let ran = folder.run("entail tables j.csv");
    assert!(ran.status == 2 && ran.err.contains("hint: give pairs: XML"), "{}", ran.err);
    folder.write("bare.csv", "id,text,hypothesis\n1,A b.,A.\n");
    let ran = folder.run("entail tables bare.csv");
    assert!(ran.out.contains("no pair says its relation\n"), "{}", ran.out);
    assert!(ran.out.contains("`bezant entail label PAIRS --parses FILE` names"), "{}", ran.out);
    assert!(ran.out.contains("1 pair of bare has no answer\n"), "{}", ran.out);
}

#[test]
fn parts_are_the_same_bytes_for_the_same_seed() {
    let folder = folder();
    let ran = folder.run("entail split new.csv --dev 3 --seed 7 -o one");
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{}", ran.err);
    assert!(ran.err.contains("dev.xml: 3 pairs, ") && ran.err.contains("test.xml: 5 pairs, "));
    assert!(ran.err.contains("\nsplit|by:pair|alike:nothing|seed:7|parts:dev=3,test=5|pairs:"));
    assert_eq!(folder.run("entail split new.csv --dev 3 --seed 7 -o two -q").err, "");
    for file in ["dev.xml", "test.xml", "split.json"] {
        assert_eq!(folder.read(&format!("one/{file}")), folder.read(&format!("two/{file}")));
    }
    let json: serde_json::Value = serde_json::from_str(&folder.read("one/split.json")).unwrap();
    assert_eq!(json["parts"][0]["file"], "dev.xml");
    // All pairs are in one of the parts.
    let json = folder.json("entail tables new.csv one/dev.xml one/test.xml");
    let total = json["left"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&total["dev"], &total["test"]), (&0.375.into(), &0.625.into()));
}

#[test]
fn texts_on_both_sides_are_said_and_can_be_kept_together() {
    let folder = folder();
    let ran = folder.run("entail split new.csv --dev 3 --seed 7 -o one");
    let n = ran.err.matches("pairs in both parts; the first is \"").count();
    assert_eq!(n, 1, "{}", ran.err);
    assert!(ran.err.contains("hint: --by text keeps all pairs of a text together"), "{}", ran.err);
    let ran = folder.run("entail split new.csv --dev 3 --by text --stratify answer -o two");
    assert!(ran.status == 0 && !ran.err.contains("warning"), "{}", ran.err);
    assert!(ran.err.contains("dev.xml: 3 pairs, "), "{}", ran.err);
    // Two texts, one with the YES and one with the NO, cannot be alike.
    let pair = |at: usize| {
        let (text, answer) = if at < 4 { ("Cats sleep.", "YES") } else { ("Dogs bark.", "NO") };
        format!("{at},{text},Thing {at}.,{answer}\n")
    };
    let rows: String = (0..8).map(pair).collect();
    folder.write("two.csv", format!("id,text,hypothesis,entailment\n{rows}"));
    let ran = folder.run("entail split two.csv --dev 4 --by text --stratify answer -o four");
    let message = "the answer NO has 0 of 4 pairs in dev, and 4 of 8 in all";
    assert!(ran.status == 0 && ran.err.contains(message), "{}", ran.err);
    let words =
        "entail split new.csv --train 50% --dev 25% --names learn,tune,weigh --format tsv -o 3";
    let ran = folder.run(words);
    assert_eq!(ran.status, 0, "{}", ran.err);
    for (part, n) in [("learn", 4), ("tune", 2), ("weigh", 2)] {
        assert_eq!(folder.read(&format!("3/{part}.tsv")).lines().count(), n + 1);
    }
}

#[test]
fn splits_that_cannot_be_are_refused() {
    let folder = folder();
    folder.write("test.xml", "mine\n");
    folder.write(
        "bare.csv",
        "id,text,hypothesis,entailment,source\n1,A b.,A.,YES,own\n2,A b.,B.,NO,own\n",
    );
    for (words, message) in [
        ("new.csv -o x", "--dev"),
        ("new.csv --dev 8 -o x", "nothing is left for test of 8 pairs"),
        ("new.csv --dev 9 -o x", "9 pairs for dev of 8 that are left"),
        ("new.csv --dev 0 -o x", "0 is no size"),
        ("new.csv --dev 120% -o x", "120% is no size"),
        ("new.csv --dev 3 --names a -o x", "--names has 1 name for dev, test"),
        ("new.csv --dev 3 --names a,A -o x", "two parts cannot both be called A"),
        ("new.csv --dev 3 --names a,../b -o x", "is no name of a part"),
        (
            "bare.csv --dev 1 --stratify source,relation -o x",
            "--stratify relation: no pair of bare.csv has its relation",
        ),
        (
            "bare.csv --dev 1 --stratify relation -o x",
            "hint: pairs here have answer, source; `bezant entail label",
        ),
        ("new.csv --dev 3 --stratify colour -o x", "colour is nothing to balance"),
        ("new.csv --dev 3 -o .", "test.xml is there already and would be written over"),
        ("test.xml --dev 3 -o . --force", "test.xml is read, and would be written over"),
    ] {
        let ran = folder.run(&format!("entail split {words}"));
        assert!(ran.status == 2 && ran.err.contains(message), "{words}\n{}", ran.err);
    }
    assert_eq!(folder.read("test.xml"), "mine\n");
    assert!(!folder.path().join("x").exists());
}

#[test]
#[allow(clippy::print_stderr)] // for whoever wonders what was tested
fn a_packed_folder_is_read_by_everybody() {
    let folder = folder();
    let ran = folder.run("entail split kept.csv --dev 2 --seed 1 -o parts -q");
    assert_eq!(ran.status, 0, "{}", ran.err);
    folder.write("judgements.csv", "id,annotator,answer\n1,1,yes\n");
    let ran = folder.run(
        "entail pack kept.csv --before new.csv --split parts --licence CC-BY-4.0 --add judgements.csv \
         -o packed",
    );
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{}", ran.err);
    assert!(ran.err.contains("packed: 22 files, 5 pairs, 3 YES, 2 NO\n"), "{}", ran.err);
    assert!(ran.err.contains("DATA-STATEMENT.md has gaps, marked TO FILL IN"), "{}", ran.err);
    // By ourselves.
    let ran = folder.run("entail score packed/pairs.xml packed/answers.txt --min accuracy=100");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let ran = folder.run("entail score packed/dev.xml packed/dev.answers.txt --min accuracy=100");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let ran = folder.run("entail score packed/data/test.jsonl packed/test.answers.txt");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(folder.run("entail sentences packed/blind.xml").out.lines().count(), 10);
    assert!(!folder.read("packed/blind.xml").contains("word1"));
    // By others, where they are installed.
    let there = |program: &str, words: &[&str]| {
        let ran =
            Command::new(program).args(words).current_dir(folder.path().join("packed")).output();
        match ran {
            Ok(ran) => {
                let said = String::from_utf8_lossy(&ran.stderr).into_owned();
                assert!(ran.status.success(), "{program} {words:?}\n{said}");
            }
            Err(_) => eprintln!("skipped: no {program} here to read the folder with"),
        }
    };
    for file in ["pairs.xml", "blind.xml", "dev.xml", "dev.blind.xml", "test.xml", "test.blind.xml"]
    {
        there("xmllint", &["--valid", "--noout", file]);
    }
    there("sha256sum", &["--check", "--strict", "SHA256SUMS"]);
    let script = "import json\n\
        rows = [json.loads(line) for part in ('dev', 'test') for line in open(f'data/{part}.jsonl', encoding='utf-8')]\n\
        assert len(rows) == 5 and all(set(row) == set(rows[0]) for row in rows)\n\
        assert sum(row['label'] for row in rows) == 3\n\
        assert json.load(open('figures.json'))['files'][1]['pairs'] == 5\n\
        assert json.load(open('data-set.json'))['parts']['dev']['pairs'] == 2\n";
    there("python3", &["-c", script]);
}

/// Every element and attribute is one that the DTD allows, and none is missing: what a validator asks,
/// where none is installed.
#[test]
fn pairs_are_as_their_dtd_says() {
    let folder = folder();
    assert_eq!(folder.run("entail pack new.csv -q -o packed").status, 0);
    for name in ["pairs", "blind"] {
        let dtd = folder.read(&format!("packed/{name}.dtd"));
        let attributes: Vec<Vec<&str>> = dtd
            .lines()
            .filter(|line| line.starts_with("  "))
            .map(|line| line.trim_end_matches('>').split_whitespace().collect())
            .collect();
        let xml = folder.read(&format!("packed/{name}.xml"));
        assert!(xml.contains(&format!("<!DOCTYPE entailment-corpus SYSTEM \"{name}.dtd\">")));
        let pairs: Vec<&str> = xml.lines().filter(|line| line.starts_with("  <pair ")).collect();
        assert_eq!(pairs.len(), 8);
        for pair in pairs {
            let found: Vec<&str> =
                pair.split("=\"").filter_map(|part| part.rsplit([' ', '"']).next()).collect();
            let found = &found[..found.len() - 1];
            for name in found {
                assert!(attributes.iter().any(|known| known[0] == *name), "{name}: {pair}");
            }
            for needed in attributes.iter().filter(|known| known.last() == Some(&"#REQUIRED")) {
                assert!(found.contains(&needed[0]), "{needed:?}: {pair}");
            }
        }
    }
}

#[test]
fn a_folder_is_replaced_only_if_it_is_ours_and_unchanged() {
    let folder = folder();
    let pack = |words: &str| folder.run(&format!("entail pack {words}"));
    fs::create_dir(folder.path().join("other")).unwrap();
    folder.write("other/mine.txt", "mine\n");
    let ran = pack("kept.csv -o other");
    let message =
        "is there already and is no packed data set; name another folder, or pass --force";
    assert!(ran.status == 2 && ran.err.contains(message), "{}", ran.err);
    assert_eq!(folder.run("entail split kept.csv --dev 2 -q -o parts").status, 0);
    assert_eq!(pack("kept.csv --split parts -q -o packed").status, 0);
    assert!(folder.path().join("packed/dev.xml").exists());
    // Again, with other pairs and without parts: what was packed before is gone, what is not ours stays.
    fs::write(folder.path().join("packed/notes.txt"), "mine\n").unwrap();
    let ran = pack("new.csv -q -o packed");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(!folder.path().join("packed/dev.xml").exists());
    assert_eq!(folder.read("packed/notes.txt"), "mine\n");
    assert_eq!(folder.read("packed/answers.txt").lines().count(), 8);
    // Somebody has filled in the data statement.
    fs::write(folder.path().join("packed/DATA-STATEMENT.md"), "Filled in.\n").unwrap();
    let ran = pack("kept.csv -q -o packed");
    let message = "packed/DATA-STATEMENT.md was changed since it was packed";
    assert!(ran.status == 2 && ran.err.contains(message), "{}", ran.err);
    assert_eq!(folder.read("packed/answers.txt").lines().count(), 8);
    folder.write("statement.md", "Filled in.\n");
    let ran = pack("kept.csv -q --statement statement.md -o packed");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(pack("kept.csv -q --force -o packed").status, 0);
    // What is read is not written over, and nothing comes from the folder itself.
    let ran = pack("packed/pairs.xml -q -o packed");
    assert!(
        ran.status == 2 && ran.err.contains("is read, and would be written over"),
        "{}",
        ran.err
    );
}

#[test]
fn packs_that_cannot_be_are_refused_and_gaps_are_said() {
    let folder = folder();
    folder.write("bare.csv", "id,text,hypothesis\n1,A b.,A.\n");
    folder.write("terms.txt", "Use it well.\n");
    assert_eq!(folder.run("entail split new.csv --dev 2 -q -o parts").status, 0);
    for (words, message) in [
        ("bare.csv -o x", "pair 1 has no answer"),
        ("kept.csv --split . -o x", "has no parts; `bezant entail split` makes them"),
        ("kept.csv --split parts -o x", "is not here, or in two parts"),
        ("kept.csv --split parts -o x", "hint: divide these pairs again"),
        ("kept.csv --licence nofile.txt -o x", "--licence nofile.txt: there is no such file"),
        ("kept.csv --licence terms/ours -o x", "--licence terms/ours: there is no such file"),
        (
            "new.csv --before kept.csv -o x",
            "--before kept.csv: 2 of new.csv is not among these pairs, and 2 more",
        ),
        ("kept.csv --language en_GB -o x", "write a tag such as en"),
        ("kept.csv --add gone.txt -o x", "cannot read gone.txt"),
        ("kept.csv --add new.csv new.csv -o x", "two files would be called new.csv"),
        ("kept.csv --add new.csv new.csv -o x", "hint: give every file once"),
    ] {
        let ran = folder.run(&format!("entail pack {words}"));
        assert!(ran.status == 2 && ran.err.contains(message), "{words}\n{}", ran.err);
        assert!(!folder.path().join("x").exists(), "{words}");
    }
    let ran = folder.run("entail pack kept.csv -o x");
    assert!(ran.err.contains("without a licence nobody may use the data set"), "{}", ran.err);
    let ran = folder.run("entail pack kept.csv --licence terms.txt --name Ours -o y");
    assert!(ran.status == 0 && !ran.err.contains("without a licence"), "{}", ran.err);
    assert_eq!(folder.read("y/LICENCE"), "Use it well.\n");
    assert!(folder.read("y/README.md").starts_with("# Ours\n"));
    // A name that nobody knows has no page.
    for (licence, text, is_known) in [
        ("CC-BY-5.0", "z is given away under CC-BY-5.0.\n", false),
        ("cc-by-sa-4.0", "https://spdx.org/licenses/CC-BY-SA-4.0.html", true),
        ("GPL-2.0-or-later", "https://spdx.org/licenses/GPL-2.0-or-later.html", true),
        ("odbl-1.0", "https://spdx.org/licenses/ODbL-1.0.html", true),
    ] {
        let ran = folder.run(&format!("entail pack kept.csv --licence {licence} --force -o z"));
        assert!(
            ran.status == 0 && folder.read("z/LICENCE").contains(text),
            "{licence}\n{}",
            ran.err
        );
        assert_eq!(!ran.err.contains("is no licence that we know"), is_known, "{}", ran.err);
    }
}

#[test]
fn the_commands_of_the_page_work() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/data-set.md");
    let folder = Folder::new();
    let blocks = crate::readme::blocks(&fs::read_to_string(page).unwrap());
    let commands = blocks.iter().filter(|(language, _)| language == "console");
    let mut n = 0;
    for line in commands.flat_map(|(_, body)| body.lines()) {
        let ran = folder.run(line.strip_prefix("$ bezant ").unwrap());
        assert_eq!(ran.status, 0, "{line}\n{}", ran.err);
        n += 1;
    }
    assert!(n >= 5, "only {n} commands");
}

#[test]
fn every_column_of_tables_has_an_explanation() {
    let folder = folder();
    let ran = folder.run("entail tables new.csv kept.csv --format markdown");
    let lines: Vec<&str> = ran.out.lines().collect();
    let mut n = 0;
    for two in lines.windows(2).filter(|two| two[1].starts_with("| ---")) {
        for name in two[0].trim_matches('|').split(" | ").map(str::trim) {
            if !["new", "kept"].contains(&name) {
                assert_eq!(folder.run(&format!("help {name}")).status, 0, "{name}");
                n += 1;
            }
        }
    }
    assert!(n > 20, "only {n} columns");
}
