//! Folders of treebanks: the same as one run for each, and means over them.

use std::fs;

use serde_json::Value;

use crate::program::Folder;

const N: usize = 20;

/// Divides files of the demo into twenty treebanks each, in folders of these names.
fn divide(folder: &Folder, files: &[(&str, &str)], between: &str, ending: &str) {
    for (file, name) in files {
        let text = folder.read(file);
        let text = text.trim_end();
        let sentences: Vec<&str> = text.split(between).collect();
        fs::create_dir_all(folder.path().join(name)).unwrap();
        let size = sentences.len().div_ceil(N);
        for (at, part) in sentences.chunks(size).enumerate() {
            let text = part.join(between) + between;
            folder.write(&format!("{name}/t{at:02}.{ending}"), text);
        }
    }
}

/// The demo's trees, three sentences each.
fn trees(folder: &Folder) {
    let files = [("gold.mrg", "gold"), ("strong.mrg", "strong"), ("weak.mrg", "weak")];
    divide(folder, &files, "\n", "mrg");
}

fn dependencies(folder: &Folder) {
    let files = ["gold", "strong", "weak"].map(|name| (format!("entailments/{name}.conllu"), name));
    let files = files.each_ref().map(|(file, name)| (file.as_str(), *name));
    divide(folder, &files, "\n\n", "conllu");
}

/// The mean of what is there.
fn mean(values: impl Iterator<Item = Option<f64>>) -> f64 {
    let all: Vec<f64> = values.flatten().collect();
    all.iter().sum::<f64>() / all.len() as f64
}

/// A run over folders is a run over each of their files.
fn equals_separate_runs(folder: &Folder, command: &str, options: &str, ending: &str, main: &str) {
    let run = |files: &str| folder.json(&format!("{command} {files} --replicates 0 {options}"));
    let all = run("gold strong weak");
    let first = fs::read_dir(folder.path().join("gold")).unwrap().count();
    assert!(first >= N - 1);
    for (system, name) in [(0, "strong"), (1, "weak")] {
        let result = &all["systems"][system];
        assert_eq!(result["name"], name);
        let treebanks = result["treebanks"].as_array().unwrap();
        assert_eq!(treebanks.len(), first);
        for (at, treebank) in treebanks.iter().enumerate() {
            let file = format!("t{at:02}.{ending}");
            let alone = run(&format!("gold/{file} strong/{file} weak/{file}"));
            let alone = &alone["systems"][system];
            assert_eq!(treebank["name"], format!("t{at:02}"));
            for part in ["scores", "scores_with_missed", "counts"] {
                assert_eq!(treebank[part], alone[part], "{command} {name} {file} {part}");
            }
            let n = |value: &Value| value.as_array().unwrap().len();
            assert_eq!(n(&treebank["skipped"]), n(&alone["skipped"]));
        }
        for (score, value) in result["macro"].as_object().unwrap() {
            let values = treebanks.iter().map(|it| it["scores"][score].as_f64());
            let values: Vec<Option<f64>> = values.collect();
            match value.as_f64() {
                Some(value) => assert_eq!(value, mean(values.into_iter()), "{score}"),
                None => assert!(values.iter().all(Option::is_none), "{score}"),
            }
        }
        assert_eq!(result["micro"], result["scores"]);
        assert!(result["macro"][main].is_f64(), "{result}");
    }
    // Over all sentences it is what one file of them all says.
    assert!(
        all["signature"].as_str().unwrap().contains(&format!("|treebanks:{first}|missing:zero|"))
    );
}

#[test]
fn brackets_of_folders_are_those_of_twenty_runs() {
    let folder = Folder::new();
    trees(&folder);
    equals_separate_runs(&folder, "brackets", "", "mrg", "f1");
    let all = folder.json("brackets gold strong weak --replicates 0");
    let whole = folder.json("brackets gold.mrg strong.mrg weak.mrg --replicates 0");
    for system in 0..2 {
        for part in ["scores", "scores_with_missed", "counts"] {
            assert_eq!(all["systems"][system][part], whole["systems"][system][part]);
        }
    }
}

#[test]
fn fragments_of_folders_are_those_of_twenty_runs() {
    let folder = Folder::new();
    trees(&folder);
    equals_separate_runs(&folder, "fragments", "--max-size 5", "mrg", "f1");
}

#[test]
fn dependencies_of_folders_are_those_of_twenty_runs() {
    let folder = Folder::new();
    dependencies(&folder);
    equals_separate_runs(&folder, "dependencies", "", "conllu", "LAS");
}

#[test]
fn relations_of_folders_are_those_of_twenty_runs() {
    let folder = Folder::new();
    dependencies(&folder);
    let options = "--mapping entailments/relations.toml";
    equals_separate_runs(&folder, "relations", options, "conllu", "f1");
}

#[test]
fn what_a_system_lacks_is_zero_unless_told_otherwise() {
    let folder = Folder::new();
    trees(&folder);
    let before = folder.json("brackets gold strong weak --replicates 0");
    fs::remove_file(folder.path().join("weak/t03.mrg")).unwrap();
    fs::remove_file(folder.path().join("weak/t11.mrg")).unwrap();
    folder.write("weak/t99.mrg", "(S (A a))\n");
    let ran = folder.run("brackets gold strong weak");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.err.contains("gold has no treebank of these names, which are left out: weak/t99.mrg")
    );
    assert!(
        ran.out.contains("weak: nothing for 2 treebanks, counted as zero: t03, t11"),
        "{}",
        ran.out
    );

    let zero = folder.json("brackets gold strong weak -q --replicates 0");
    // What another system has is as before.
    assert_eq!(zero["systems"][0], before["systems"][0]);
    let weak = &zero["systems"][1];
    let missing = &weak["treebanks"][3];
    assert_eq!((&missing["missing"], &missing["scores"]["f1"]), (&"yes".into(), &0.0.into()));
    assert_eq!(missing["scores"]["precision"], 0.0);
    assert_eq!(missing["counts"]["gold"], before["systems"][1]["treebanks"][3]["counts"]["gold"]);
    assert_eq!(
        (&missing["counts"]["matched"], &missing["counts"]["system"]),
        (&0.into(), &0.into())
    );
    // Nothing of gold is lost: the sum has all of it.
    assert_eq!(weak["counts"]["gold"], before["systems"][1]["counts"]["gold"]);
    let there = |json: &Value| {
        let all = json["systems"][1]["treebanks"].as_array().unwrap().clone();
        let there = all.into_iter().filter(|it| it["missing"] == "no");
        there.map(|it| it["scores"]["f1"].as_f64().unwrap()).collect::<Vec<f64>>()
    };
    let of_18 = there(&zero);
    assert_eq!(of_18.len(), 18);
    // Sums of the same numbers in another order may differ in the last digit.
    let is_near = |value: &Value, wanted: f64| (value.as_f64().unwrap() - wanted).abs() < 1e-12;
    assert!(is_near(&weak["macro"]["f1"], of_18.iter().sum::<f64>() / 20.0));

    let skip = folder.json("brackets gold strong weak -q --replicates 0 --missing skip");
    assert_eq!(there(&skip), of_18);
    assert_eq!(skip["systems"][1]["treebanks"].as_array().unwrap().len(), 18);
    assert!(is_near(&skip["systems"][1]["macro"]["f1"], of_18.iter().sum::<f64>() / 18.0));

    let ran = folder.run("brackets gold strong weak --missing error");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("weak has nothing for t03, t11"), "{}", ran.err);

    for (command, file) in [("dependencies", "conllu"), ("fragments", "mrg")] {
        let folder = Folder::new();
        if file == "mrg" {
            trees(&folder)
        } else {
            dependencies(&folder)
        }
        fs::remove_file(folder.path().join(format!("weak/t03.{file}"))).unwrap();
        let json = folder.json(&format!("{command} gold weak -q --replicates 0"));
        let main = if file == "mrg" { "f1" } else { "LAS" };
        assert_eq!(json["systems"][0]["treebanks"][3]["scores"][main], 0.0, "{command}");
    }
    let folder = Folder::new();
    dependencies(&folder);
    fs::remove_file(folder.path().join("weak/t03.conllu")).unwrap();
    let json =
        folder.json("relations gold weak -q --replicates 0 --mapping entailments/relations.toml");
    assert_eq!(json["systems"][0]["treebanks"][3]["scores"]["f1"], 0.0);
}

#[test]
fn systems_stand_in_the_order_of_their_means() {
    let folder = Folder::new();
    for name in ["gold", "a", "b"] {
        fs::create_dir_all(folder.path().join(name)).unwrap();
    }
    // One treebank is long, the other short: a is better over sentences, b over treebanks.
    let (right, wrong) = ("(S (NP (N a)) (VP (V b)))\n", "(S (X (N a)) (Y (V b)))\n");
    folder.write("gold/long.mrg", right.repeat(9)).write("gold/short.mrg", right);
    folder.write("a/long.mrg", right.repeat(9)).write("a/short.mrg", wrong);
    folder.write("b/long.mrg", right.repeat(4) + &wrong.repeat(5)).write("b/short.mrg", right);
    let ran = folder.run("brackets gold a b");
    let at = |name: &str| ran.out.find(&format!("\n  {name} ")).unwrap();
    assert!(at("b") < at("a"), "{}", ran.out);
    assert!(ran.out.contains("macro"), "{}", ran.out);
    assert!(ran.out.contains("% interval") && ran.out.contains("sentences drawn within treebanks"));
    assert_eq!(folder.run("brackets gold a b --replicates 0 --min macro.f1=60").status, 0);
    assert_eq!(folder.run("brackets gold a b --replicates 0 --min macro.f1=75").status, 1);
}

#[test]
fn saved_and_merged_treebanks_are_the_same_table() {
    let folder = Folder::new();
    trees(&folder);
    let words = "brackets gold strong weak --replicates 0 --save all.jsonl";
    let all = folder.json(words);
    let row = folder.read("all.jsonl").lines().nth(1).unwrap().to_string();
    assert!(row.contains("\"treebank\":\"t00\""), "{row}");
    let merged = folder.json("merge all.jsonl");
    let mut files = Vec::new();
    for at in 0..N {
        let file = format!("t{at:02}");
        let [gold, strong, weak] = ["gold", "strong", "weak"].map(|it| format!("{it}/{file}.mrg"));
        let names = "--names strong,weak --replicates 0 -q";
        let ran =
            folder.run(&format!("brackets {gold} {strong} {weak} {names} --save {file}.jsonl"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        files.push(format!("{file}.jsonl"));
    }
    let one = folder.json(&format!("merge {} --by-treebank", files.join(" ")));
    files.reverse();
    let other = folder.json(&format!("merge {} --by-treebank", files.join(" ")));
    assert_eq!(one, other);
    for system in 0..2 {
        for part in ["treebanks", "micro", "macro", "scores", "counts", "macro_with_missed"] {
            let wanted = &all["systems"][system][part];
            assert_eq!(&merged["systems"][system][part], wanted, "{part}");
            assert_eq!(&one["systems"][system][part], wanted, "{part}");
        }
    }
    // Without names of treebanks there is no table.
    assert!(folder.json("merge t00.jsonl t01.jsonl")["systems"][0].get("treebanks").is_none());
    let compared = folder.json("compare all.jsonl");
    assert_eq!(compared["systems"][0]["macro"], all["systems"][0]["macro"]);
    assert!(compared["systems"][0]["macro_intervals"]["f1"].is_array());
}

#[test]
fn laws_hold_over_treebanks() {
    let folder = Folder::new();
    trees(&folder);
    let itself = folder.json("brackets gold gold -q --replicates 0");
    assert_eq!(itself["systems"][0]["macro"]["f1"], 1.0);
    let there = folder.json("brackets gold weak -q --replicates 0");
    let back = folder.json("brackets weak gold -q --replicates 0");
    let of = |json: &Value, part: &str, score: &str| json["systems"][0][part][score].clone();
    for part in ["macro", "micro"] {
        assert_eq!(of(&there, part, "precision"), of(&back, part, "recall"));
        assert_eq!(of(&there, part, "f1"), of(&back, part, "f1"));
    }
    let one = folder.run("brackets gold strong weak --format json --threads 1");
    let three = folder.run("brackets gold strong weak --format json --threads 3");
    assert_eq!((one.status, one.out), (0, three.out));
}

#[test]
fn names_are_found_in_folders_and_lists() {
    let folder = Folder::new();
    let tree = "(S (NP (N a)) (VP (V b)))\n";
    for name in ["gold/en", "gold/de", "x/en", "x/de"] {
        fs::create_dir_all(folder.path().join(name)).unwrap();
    }
    folder.write("gold/en/news.gold.mrg", tree).write("gold/de/news.gold.mrg", tree);
    folder.write("gold/README.md", "(not a tree)\n").write("gold/.hidden.mrg", "no");
    folder.write("x/en/news.system.ptb", tree).write("x/de/news.system.ptb", tree);
    let json = folder.json("brackets gold x --replicates 0");
    let names = |json: &Value| {
        let all = json["systems"][0]["treebanks"].as_array().unwrap().clone();
        all.iter().map(|it| it["name"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(&json), ["de/news", "en/news"]);
    // Versions are no endings.
    for name in ["g2", "x2"] {
        fs::create_dir_all(folder.path().join(name)).unwrap();
        folder.write(&format!("{name}/v2.1.mrg"), tree).write(&format!("{name}/v2.2.mrg"), tree);
    }
    assert_eq!(names(&folder.json("brackets g2 x2 --replicates 0")), ["v2.1", "v2.2"]);

    folder.write("one.txt", "g2/v2.1.mrg\n\ng2/v2.2.mrg\n");
    folder.write("two.txt", "x2/v2.2.mrg\nx2/v2.1.mrg\n");
    assert_eq!(
        names(&folder.json("brackets one.txt two.txt --list --replicates 0")),
        ["v2.1", "v2.2"]
    );

    folder.write("gold/en/news.other.mrg", tree);
    let ran = folder.run("brackets gold x");
    assert_eq!(ran.status, 2, "{}", ran.out);
    assert!(ran.err.contains("are both the treebank en/news; keep one"), "{}", ran.err);
    fs::create_dir_all(folder.path().join("empty")).unwrap();
    for (words, said) in [
        ("brackets g2 empty", "empty has no files in it"),
        ("brackets g2 gold.mrg", "g2 is a folder, and gold.mrg is none"),
        ("brackets g2 x", "no file of x has the name of one of gold's, such as v2.1"),
        ("brackets g2 x2 --labels", "--labels is about one treebank"),
        ("brackets g2 x2 -o g2/v2.1.mrg", "g2/v2.1.mrg is read, and would be written over"),
        ("brackets one.txt two.txt --list -o x2/v2.1.mrg", "would be written over"),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 2, "{words}");
        assert!(ran.err.contains(said), "{words}: {}", ran.err);
    }
    let ran = folder.run("brackets gold.mrg weak.mrg --missing skip");
    assert!(ran.err.contains("--missing has no effect without folders"), "{}", ran.err);
}

/// A folder of files with the same tree.
fn fill(folder: &Folder, name: &str, files: &[&str]) {
    fs::create_dir_all(folder.path().join(name)).unwrap();
    for file in files {
        folder.write(&format!("{name}/{file}"), "(S (NP (NN Rain)) (VP (VBZ falls)))\n");
    }
}

#[test]
fn the_same_names_are_paired_whatever_else_lies_there() {
    let folder = Folder::new();
    // What one side lacks, or has too many, does not change what the others are called.
    fill(&folder, "g", &["en.dev.mrg", "en.test.mrg", "de.mrg"]);
    fill(&folder, "a", &["en.dev.mrg.ptb", "de.mrg"]);
    fill(&folder, "g2", &["en.dev.mrg", "de.dev.mrg"]);
    fill(&folder, "a2", &["en.dev.mrg", "de.dev.mrg", "de.old.mrg"]);
    fill(&folder, "g3", &["en.dev.mrg", "en.test.mrg", "de.test.mrg"]);
    fill(&folder, "a3", &["en.dev.mrg", "de.test.mrg"]);
    // Another part of the same language is not taken for the one that is missing.
    fill(&folder, "b3", &["en.dev.mrg", "de.dev.mrg"]);
    fill(&folder, "g4", &["en.gold.mrg", "de.mrg"]);
    fill(&folder, "a4", &["en.a.mrg", "de.mrg", "fr.a.mrg", "fr.b.mrg"]);
    for (words, names, missing, extra) in [
        ("g a", "de en.dev en.test", "en.test", None),
        ("g2 a2", "de en", "", Some("a2/de.old.mrg")),
        ("g3 a3", "de.test en.dev en.test", "en.test", None),
        ("g3 b3", "de.test en.dev en.test", "de.test en.test", Some("b3/de.dev.mrg")),
        ("g4 a4", "de en", "", Some("a4/fr.a.mrg, a4/fr.b.mrg")),
    ] {
        let json = folder.json(&format!("brackets {words} --replicates 0 -q"));
        let all = json["systems"][0]["treebanks"].as_array().unwrap();
        let list = |treebanks: Vec<&Value>| {
            let names: Vec<&str> =
                treebanks.iter().map(|it| it["name"].as_str().unwrap()).collect();
            names.join(" ")
        };
        assert_eq!(list(all.iter().collect()), names, "{words}");
        let lacks = |it: &&Value| it["missing"] == "yes";
        assert_eq!(list(all.iter().filter(lacks).collect()), missing, "{words}");
        let said = folder.run(&format!("brackets {words} --replicates 0")).err;
        let left_out = "no treebank of these names, which are left out: ";
        let told = said.split(left_out).nth(1).map(|rest| rest.lines().next().unwrap());
        assert_eq!(told, extra, "{words}: {said}");
    }
    let f1 = |json: &Value| json["systems"][0]["scores"]["f1"].as_f64().unwrap();
    assert_eq!(f1(&folder.json("brackets g a --replicates 0")), 0.8);

    fill(&folder, "a5", &["en.x.mrg", "en.y.mrg", "de.mrg"]);
    let ran = folder.run("brackets g4 a5");
    assert_eq!(ran.status, 2, "{}", ran.out);
    let said = "a5/en.x.mrg and a5/en.y.mrg are both the treebank en; keep one";
    assert!(ran.err.contains(said), "{}", ran.err);
}

#[test]
fn skipped_sentences_say_of_which_treebank_they_are() {
    let folder = Folder::new();
    trees(&folder);
    let text = folder.read("weak/t05.mrg");
    let lines: Vec<&str> = text.lines().collect();
    folder.write("weak/t05.mrg", format!("{}\n(S broken\n{}\n", lines[0], lines[2]));
    let json = folder.json("brackets gold weak --replicates 0 -q");
    let skipped = &json["systems"][0]["skipped"][0];
    assert_eq!(
        (&skipped["sentence"], &skipped["reason"]),
        (&2.into(), &"system_unreadable".into())
    );
    assert!(skipped["place"].as_str().unwrap().starts_with("weak/t05.mrg:2:"), "{skipped}");
    assert_eq!(json["systems"][0]["treebanks"][5]["skipped"][0]["sentence"], 2);
    // Whose fault it is: gold's, a system's, or nobody's; of each system, also of one that lacks a treebank before it.
    let gold = folder.read("gold/t07.mrg");
    let first = gold.lines().next().unwrap();
    folder.write("gold/t07.mrg", gold.replacen(first, "(S broken", 1));
    folder.write("strong/t09.mrg", "(S (NP (NN Rain)) (VP (VBZ falls)))\n");
    fs::remove_file(folder.path().join("strong/t02.mrg")).unwrap();
    let json = folder.json("brackets gold strong weak --replicates 0 -q --input penn-lines");
    let places = |system: usize| -> Vec<String> {
        let rows = json["systems"][system]["skipped"].as_array().unwrap();
        rows.iter().map(|row| row["place"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(places(1), ["weak/t05.mrg:2:1", "gold/t07.mrg:1:1"]);
    let others = ["strong/t09.mrg:1:1", "gold/t09.mrg:2:1", "gold/t09.mrg:3:1"];
    assert_eq!(places(0), [&["gold/t07.mrg:1:1"][..], &others].concat());
    // Rows that were saved have no files.
    folder.run("brackets gold strong weak --save rows.jsonl -q --input penn-lines");
    let merged = folder.json("merge rows.jsonl");
    assert_eq!(merged["systems"][1]["skipped"][1]["place"], "t07:1:1");
}

#[test]
fn a_treebank_of_which_nothing_could_be_scored_counts_zero() {
    let folder = Folder::new();
    for name in ["g", "s"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let tree = "(S (NP (NN Rain)) (VP (VBZ falls)))\n";
    folder.write("g/a.mrg", tree).write("g/b.mrg", tree.repeat(3));
    folder.write("s/a.mrg", tree).write("s/b.mrg", "\n\n\n");
    let json = folder.json("brackets g s");
    let system = &json["systems"][0];
    assert_eq!(system["scores"]["f1"], 1.0);
    assert_eq!(system["macro"]["f1"], 0.5);
    assert_eq!(system["macro_with_missed"]["f1"], 0.5);
    assert_eq!(system["macro_intervals"]["f1"], serde_json::json!([0.5, 0.5]));
    let ran = folder.run("brackets g s");
    let note = "s: nothing could be scored of 1 treebank, counted as zero: b\n";
    assert!(ran.out.contains(note), "{}", ran.out);

    // Some could: both means are told.
    folder.write("s/b.mrg", format!("{tree}\n\n"));
    let ran = folder.run("brackets g s");
    let note = "s: macro F1 75.00 with skipped sentences counted as missed\n";
    assert!(ran.out.contains(note), "{}", ran.out);
}

/// A parser that wrote nothing for a treebank does not end the run for the others.
#[test]
fn an_empty_file_of_relations_is_a_file() {
    let folder = Folder::new();
    for name in ["g", "s"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let relations = "1\n(det dog the)\n\n2\n(ncsubj slept cat _)\n";
    folder.write("g/a.gr", relations).write("g/b.gr", relations);
    folder.write("s/a.gr", relations).write("s/b.gr", "");
    let json = folder.json("relations g s");
    let system = &json["systems"][0];
    assert_eq!((&system["scores"]["f1"], &system["macro"]["f1"]), (&1.0.into(), &0.5.into()));
    // Half of gold's relations are missed.
    assert_eq!(system["scores_with_missed"]["recall"], 0.5);
    let rows = system["treebanks"][1]["skipped"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row["reason"] == "system_missing"), "{rows:?}");
    let ran = folder.run("relations g s");
    let note = "s: nothing could be scored of 1 treebank, counted as zero: b\n";
    assert!(ran.status == 0 && ran.out.contains(note), "{}{}", ran.out, ran.err);
}

#[test]
fn treebanks_with_the_same_sentences_are_merged_by_their_names() {
    let folder = Folder::new();
    let tree = "(S (NP (NN Rain)) (VP (VBZ falls)))\n";
    folder.write("g.mrg", tree).write("s.mrg", tree);
    for name in ["one", "two"] {
        let ran = folder.run(&format!("brackets g.mrg s.mrg --save {name}.jsonl"));
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
    let json = folder.json("merge one.jsonl two.jsonl --by-treebank");
    assert_eq!(json["systems"][0]["treebanks"].as_array().unwrap().len(), 2);
    for wrong in ["merge one.jsonl one.jsonl --by-treebank", "merge one.jsonl two.jsonl"] {
        let ran = folder.run(wrong);
        assert_eq!(ran.status, 2, "{wrong}");
        assert!(ran.err.contains("rows of the same sentences more than once"), "{}", ran.err);
    }
}

#[test]
fn a_mean_that_is_no_score_is_told_what_is_one() {
    let folder = Folder::new();
    trees(&folder);
    let of = |files: &str| {
        let ran = folder.run(&format!("brackets {files} --min macro.foo=90"));
        assert_eq!(ran.status, 2, "{}", ran.out);
        ran.err
    };
    assert!(of("gold strong").ends_with("and macro.f1 is the mean over treebanks\n"));
    assert!(of("gold.mrg strong.mrg").ends_with("and macro.f1 is the mean over sentences\n"));
}

#[test]
fn what_one_system_lacks_is_named_and_strict_forbids_it() {
    let folder = Folder::new();
    trees(&folder);
    let whole = folder.json("brackets gold strong --missing skip --strict");
    fs::remove_file(folder.path().join("weak/t03.mrg")).unwrap();
    fs::remove_file(folder.path().join("weak/t11.mrg")).unwrap();
    for (missing, note) in [
        ("skip", "weak: nothing for 2 treebanks, left out: t03, t11"),
        ("zero", "weak: nothing for 2 treebanks, counted as zero: t03, t11"),
    ] {
        for systems in ["weak", "strong weak"] {
            let command = format!("brackets gold {systems} --missing {missing}");
            let ran = folder.run(&command);
            assert!(ran.status == 0 && ran.out.contains(note), "{command}\n{}", ran.out);
            let notes = &folder.json(&command)["notes"];
            assert!(notes.as_array().unwrap().contains(&note.into()), "{notes}");
            // Where nobody looks at the notes, it is a warning.
            let ran = folder.run(&format!("{command} --format csv -o out.csv"));
            let warning = "warning: weak has nothing for 2 treebanks (t03, t11)\n";
            assert!(ran.status == 0 && ran.err.contains(warning), "{}", ran.err);
            let ran = folder.run(&format!("{command} --strict --min f1=70"));
            let message = "weak has nothing for 2 treebanks (t03, t11); --strict forbids that\n";
            assert!(ran.status == 1 && ran.err.contains(message), "{command}\n{}", ran.err);
        }
    }
    // The mean is over what is there, and so it is called.
    let ran = folder.run("brackets gold weak --missing skip");
    assert!(ran.out.contains("(macro): the mean over 18 treebanks"), "{}", ran.out);
    let first = whole["notes"].to_string();
    assert!(!first.contains("nothing for"), "{first}");
    // Rows that were saved know what was counted as zero.
    folder.run("brackets gold weak -q --save rows.jsonl");
    assert_eq!(folder.run("merge rows.jsonl --strict").status, 1);
}
