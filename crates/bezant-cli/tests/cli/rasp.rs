use crate::program::{Folder, Ran};

const GOLD: &str = "1
(ncsubj barked dog _)
(det dog the)
(ncmod _ barked loudly)

2
(ncsubj sold Bank obj)
(passive sold)
(det Bank The)
";

/// What the parser prints: with lemmas, a name of several words and parentheses.
const OUT: &str = "(|the:1_AT| |dog:2_NN1| |bark+ed:3_VVD| |loudly:4_RR|) 1 ; (-3.5)

(ncsubj bark+ed:3_VVD dog:2_NN1 _)
(det dog:2_NN1 the:1_AT)
(xmod _ bark+ed:3_VVD loudly:4_RR)

(|The:1_AT| |<w>Bank of Kent:2_NP1</w>| |\\(:3_(| |sic:4_RR| |\\):5_)| |be+ed:6_VBDZ| |sell+ed:7_VVN|) 1 ; (-4.5)

(ncsubj sell+ed:7_VVN |<w>Bank of Kent:2_NP1</w>| _)
(passive sell+ed:7_VVN)
(det |<w>Bank of Kent:2_NP1</w>| The:1_AT)
";

const STAG: &str = "^_^ the_AT dog_NN1 barked_VVD loudly_RR
^_^ The_AT <w>Bank of Kent</w>_NP1 (_( sic_RR )_) was_VBDZ sold_VVN
";

/// The same as the script leaves it for the evaluator.
const PARSES: &str = "1

(det dog the)
(xmod _ barked loudly)
(ncsubj barked dog _)

2

(passive sold)
(det Bank_of_Kent The)
(ncsubj sold Bank_of_Kent obj)

";

const TEXT: &str = "1\nthe dog barked loudly\n\n2\nThe Bank of Kent ( sic ) was sold\n\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("gold.gr", GOLD).write("x.out", OUT).write("x.stag", STAG);
    folder.write("y.parses", PARSES).write("y.grtext", TEXT);
    folder
}

fn run(folder: &Folder, words: &str) -> Ran {
    let ran = folder.run(&format!("relations --compat rasp -q {words}"));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{words}");
    ran
}

#[test]
fn the_options_of_eval_system_choose_scheme_and_sections() {
    let folder = folder();
    let all = run(&folder, "gold.gr y.parses --text y.grtext").out;
    assert_eq!(run(&folder, "-t y -c gold.gr -u -o").out, all);
    assert_eq!(run(&folder, "-t y -c gold.gr -uogh -s a --output out").out, "");
    assert_eq!(folder.read("out"), all);
    // Switches are off unless given.
    let plain = run(&folder, "-t y -c gold.gr").out;
    assert!(plain.starts_with("\n------------\nNEW SCHEME MATCHES:1\nthe dog barked loudly\n"));
    for section in ["ORIGINAL", "UNLABELLED"] {
        assert!(all.contains(section) && !plain.contains(section), "{section}");
    }
    let original = run(&folder, "-t y -c gold.gr -o").out;
    assert!(original.contains("ORIGINAL PERFORMANCE") && !original.contains("UNLABELLED"));
    let subsumption = run(&folder, "-t y -c gold.gr -g s -s n -m").out;
    let ours = "gold.gr y.parses --text y.grtext --match subsumption --confusion -o \
                --slots head-dependent-ncsubj";
    let matrix = |out: &str| out[out.find("Confusion matrix").unwrap()..].to_string();
    assert_eq!(matrix(&subsumption), matrix(&run(&folder, ours).out));
}

#[test]
fn the_options_of_eval_make_its_files_first() {
    let folder = folder();
    let words = "-d -t x -c gold.gr --forms x.stag -e -uo";
    let made = run(&folder, words).out;
    assert_eq!(
        (folder.read("x.trans.parses"), folder.read("x.trans.grtext")),
        (PARSES.into(), TEXT.into())
    );
    assert_eq!(made, run(&folder, "-t x.trans -c gold.gr -u -o").out);
    // Gold and the parser's input are where the script has them; without -d nothing is left.
    std::fs::create_dir(folder.path().join("parc700")).unwrap();
    folder.write("parc700/test.not-ne.stag", STAG).write("sents-tst.gr", GOLD);
    std::fs::remove_file(folder.path().join("x.trans.parses")).unwrap();
    assert_eq!(run(&folder, "-t x -e -uo").out, made);
    assert!(!folder.path().join("x.trans.parses").exists());
    let ran = folder.run("relations --compat rasp -t x");
    assert!(ran.err.contains("warning: the standard is sents-tst.gr"), "{}", ran.err);
    // With -x the parser's words are taken as they are, and the files have other names.
    folder.write("z.out", OUT.replace("bark+ed", "barked").replace("sell+ed", "sold"));
    run(&folder, "-t z -x -d -c gold.gr");
    assert_eq!(folder.read("z.parses"), PARSES);
    let ran = folder.run("relations --compat rasp -t x -x -c gold.gr");
    assert!(ran.err.contains("x.out has lemmas with their endings (asset+s)"), "{}", ran.err);
}

#[test]
fn what_the_scripts_would_run_or_we_would_misread_is_refused() {
    let folder = folder();
    for (words, message) in [
        ("-r -t x", "-r runs the RASP parser"),
        ("gold.gr y.parses -o out", "--output names a file"),
        ("-t nothing -c gold.gr", "nothing.parses"),
        ("-t y -c gold.gr -g z", "-g is one of e, s, h, not z"),
    ] {
        let ran = folder.run(&format!("relations --compat rasp {words}"));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words}");
        assert!(ran.err.contains(message), "{words}: {}", ran.err);
    }
}

#[test]
fn the_listing_has_every_scheme() {
    let folder = folder();
    let words = "relations gold.gr y.parses --match original,equality,hierarchy --listing";
    let json = folder.json(words);
    let examples = json["systems"][0]["examples"].as_array().unwrap();
    let shown: Vec<(u64, &str, usize)> = examples
        .iter()
        .map(|one| {
            let missed = one["facts"].as_array().unwrap().iter();
            let missed = missed.filter(|fact| fact["side"] == "missed").count();
            (one["sentence"].as_u64().unwrap(), one["scheme"].as_str().unwrap(), missed)
        })
        .collect();
    // The modifier is another type, which only the hierarchy lets pass.
    assert_eq!(
        shown,
        [
            (1, "original.all", 1),
            (1, "equality.all", 1),
            (1, "hierarchy.all", 0),
            (2, "original.all", 0),
            (2, "equality.all", 0),
            (2, "hierarchy.all", 0),
        ]
    );
    let text = folder.run(&format!("{words} --details")).out;
    assert!(text.contains("sentence 1, equality.all, F1 66.67\n"), "{text}");
    // One scheme has nothing to be told apart from.
    let one = folder.json("relations gold.gr y.parses --match equality --listing");
    assert!(one["systems"][0]["examples"][0]["scheme"].is_null());
}

#[test]
fn sentences_of_gold_are_left_out_and_the_others_numbered_anew() {
    let folder = folder();
    let sentence = |number: u64, word: &str| format!("{number}\n(det {word} the)\n\n");
    let all: String = (1..=10).map(|number| sentence(number, &format!("w{number}"))).collect();
    let chosen = [2, 3, 4, 5, 7, 8, 9, 10];
    let part: String =
        (1..).zip(chosen).map(|(number, word)| sentence(number, &format!("w{word}"))).collect();
    folder.write("all.gr", all).write("part.gr", &part);
    let words = "relations all.gr part.gr --without 1-6/5 --write-gold written.gr";
    let json = folder.json(words);
    assert_eq!(json["systems"][0]["scores"]["f1"], 1.0);
    assert_eq!(folder.read("written.gr").replace("\n\n(", "\n("), part);
    // The same gold is the same number, however it was chosen.
    assert_eq!(json["signature"], folder.json("relations part.gr part.gr")["signature"]);
    let ran = run(&folder, "all.gr part.gr --without 1,6 --write-gold compat.gr");
    assert!(ran.out.contains("NEW SCHEME MATCHES:8\n"));
    assert_eq!(folder.read("compat.gr"), folder.read("written.gr"));
    // Who has all of gold's sentences has those that are left out, too, in whatever order.
    let turned: String =
        (1..=10).rev().map(|number| sentence(number, &format!("w{number}"))).collect();
    folder.write("turned.gr", turned);
    for system in ["all.gr", "turned.gr"] {
        let all =
            folder.json(&format!("relations all.gr {system} --without 1-6/5 --write all.parses"));
        assert_eq!(all["systems"][0]["scores"], json["systems"][0]["scores"]);
        assert_eq!(all["signature"], json["signature"]);
        assert_eq!(folder.read("all.parses"), folder.read("written.gr"));
    }
    for (words, message) in [
        ("1-11/5", "--without names sentence 11; the last one of all.gr is 10"),
        ("1-10", "--without leaves no sentence of all.gr"),
        ("x", "x is no sentence"),
    ] {
        let ran = folder.run(&format!("relations all.gr part.gr --without {words}"));
        assert_eq!(ran.status, 2);
        assert!(ran.err.contains(message), "{}", ran.err);
    }
}

/// A system that lacks a sentence, or has one too many, is known by its words.
#[test]
fn sentences_that_are_left_out_are_left_out_of_systems_with_gaps() {
    let folder = folder();
    let sentences = |chosen: &[(u64, u64)]| -> String {
        let one = |(number, word): &(u64, u64)| format!("{number}\n(det w{word} the)\n\n");
        chosen.iter().map(one).collect()
    };
    let all: Vec<(u64, u64)> = (1..=10).map(|number| (number, number)).collect();
    let left: Vec<(u64, u64)> = (1..).zip([2, 3, 4, 5, 7, 8, 9, 10]).collect();
    folder.write("all.gr", sentences(&all)).write("cut.gr", sentences(&all[..8]));
    folder.write("gap.gr", sentences(&[&all[..2], &all[3..]].concat()));
    folder.write("first.gr", sentences(&all[1..])).write("part.gr", sentences(&left));
    folder.write("shorter.gr", sentences(&[&left[..3], &left[4..]].concat()));
    folder.write("longer.gr", sentences(&[&left[..], &[(9, 99)]].concat()));
    for (system, missing, extra) in [
        ("all.gr", vec![], 0),
        ("part.gr", vec![], 0),
        // Sentence 3 is the second of those that are left.
        ("gap.gr", vec![2], 0),
        // What it lacks is left out anyway.
        ("first.gr", vec![], 0),
        // Eight sentences are left of gold, but these are the first eight of all.
        ("cut.gr", vec![7, 8], 0),
        ("shorter.gr", vec![4], 0),
        ("longer.gr", vec![], 1),
    ] {
        let json = folder.json(&format!("relations all.gr {system} --without 1-6/5 -q"));
        let found = &json["systems"][0];
        assert_eq!(found["scores"]["f1"], 1.0, "{system}");
        let rows: Vec<serde_json::Value> = found["skipped"].as_array().cloned().unwrap_or_default();
        let of = |reason: &str| -> Vec<u64> {
            let rows = rows.iter().filter(|row| row["reason"] == reason);
            rows.map(|row| row["sentence"].as_u64().unwrap()).collect()
        };
        assert_eq!(of("system_missing"), missing, "{system}");
        assert_eq!(of("gold_missing").len(), extra, "{system}");
    }
    // What gold never had keeps its number, unless one of gold's has that now.
    let few: Vec<(u64, u64)> = all.iter().copied().filter(|(number, _)| *number != 3).collect();
    folder.write("few.gr", sentences(&few));
    folder.write("far.gr", sentences(&[&all[..], &[(12, 98), (44, 99)]].concat()));
    for (gold, expected) in [("all.gr", vec![12, 44]), ("few.gr", vec![12, 44, 47])] {
        let json = folder.json(&format!("relations {gold} far.gr --without 1-6/5 -q"));
        let rows = json["systems"][0]["skipped"].as_array().unwrap();
        let found: Vec<u64> = rows.iter().map(|row| row["sentence"].as_u64().unwrap()).collect();
        assert_eq!(found, expected, "{gold}");
        assert_eq!(json["systems"][0]["scores"]["f1"], 1.0, "{gold}");
    }
}

#[test]
fn a_program_is_run_on_the_sentences() {
    let folder = folder();
    folder.write("parser.sh", "cat > read.txt; cat x.out\n").write("no.sh", "echo no parser\n");
    let run = |rest: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("bezant").unwrap();
        command.current_dir(folder.path()).args(["relations", "gold.gr"]).args(rest);
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let shared = ["--text", "y.grtext", "--forms", "x.stag", "--format", "json"];
    let (status, out, err) = run(&[&["--parser-cmd", "sh parser.sh"], &shared[..]].concat());
    assert_eq!(status, 0, "{err}");
    assert_eq!(
        folder.read("read.txt"),
        "the dog barked loudly\nThe Bank of Kent ( sic ) was sold\n"
    );
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let file = folder.json("relations gold.gr x.out --forms x.stag");
    assert_eq!(json["systems"][0]["name"], "sh parser.sh");
    assert_eq!(json["systems"][0]["scores"], file["systems"][0]["scores"]);
    // It is one more system, and the first ones are files.
    let words = [&["y.parses", "--parser-cmd", "sh parser.sh"], &shared[..]].concat();
    let json: serde_json::Value = serde_json::from_str(&run(&words).1).unwrap();
    assert_eq!(json["systems"][1]["scores"], json["systems"][0]["scores"]);
    let (status, _, err) = run(&["--parser-cmd", "sh parser.sh"]);
    assert!(status == 2 && err.contains("name them with --text"), "{err}");
    let (status, _, err) = run(&["--text", "y.grtext", "--parser-cmd", "sh no.sh"]);
    assert!(status == 2 && err.contains("--> sh no.sh:1:1"), "{err}");
    let (status, _, err) = run(&[]);
    assert!(status == 2 && err.contains("<SYSTEMS>"), "{err}");
    // Gold's own sentences, in tokens.
    folder.write("parser.sh", "cat > read.txt; cat gold.rasp\n");
    let gold = "sentence(\nsentence_form(The dog didn't bark.)\nrasp(\n(det dog The)))\n";
    folder.write("gold.rasp", gold);
    let mut command = assert_cmd::Command::cargo_bin("bezant").unwrap();
    command.current_dir(folder.path()).args(["relations", "gold.rasp", "--parser-reads", "tokens"]);
    command.args(["--parser-cmd", "sh parser.sh"]).assert().success();
    assert_eq!(folder.read("read.txt"), "The dog did n't bark .\n");
}

#[test]
fn marks_of_names_in_the_text_are_understood() {
    let folder = folder();
    let marked = TEXT.replace("Bank of Kent (", "<w>Bank of Kent</w>(");
    folder.write("marked.grtext", &marked);
    let ran =
        folder.run("relations gold.gr y.parses --text marked.grtext --write-text plain.grtext");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(folder.read("plain.grtext"), TEXT);
    folder.write("other.grtext", TEXT.replace("of Kent", ""));
    let ran = folder.run("relations gold.gr y.parses --text other.grtext");
    assert!(ran.err.contains("Slot filler Bank_of_Kent in test relation"), "{}", ran.err);
    let ran = folder.run("relations gold.gr y.parses --write-text plain.grtext");
    assert!(ran.status == 2 && ran.err.contains("--text names one"), "{}", ran.err);
}
