//! The first screen: names, orders, widths, and commands that once misled.

use assert_cmd::Command;

use crate::program::{Folder, Ran};

/// Runs a command on a screen of some columns.
fn on_screen(folder: &Folder, columns: usize, words: &str) -> String {
    let output = Command::cargo_bin("bezant")
        .unwrap()
        .current_dir(folder.path())
        .env("COLUMNS", columns.to_string())
        .args(words.split_whitespace())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command with words that may have blanks in them.
fn with_words(folder: &Folder, words: &[&str]) -> Ran {
    let mut command = Command::cargo_bin("bezant").unwrap();
    let output = command.current_dir(folder.path()).args(words).output().unwrap();
    Ran {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn tables_by_label_have_all_systems_side_by_side() {
    let folder = Folder::new();
    let ran = folder.run("brackets gold.mrg weak.mrg strong.mrg --labels");
    let lines: Vec<&str> = ran.out.lines().collect();
    let at = lines.iter().position(|line| line.starts_with("By label")).unwrap();
    assert_eq!(lines[at], "By label: F1 of each system, most errors first");
    assert_eq!(lines[at + 2], "  label     gold  errors  strong   weak");
    // NP: strong 10 missed and 4 wrong, weak 61 and 56, as the tables of each say.
    assert!(lines[at + 3].starts_with("  NP         243     "), "{}", lines[at + 3]);
    let rows = lines[at + 3..].iter().take_while(|line| !line.is_empty()).count();
    assert_eq!(rows, 10);
    let errors = |line: &str| line.split_whitespace().nth(2).unwrap().parse::<u64>().unwrap();
    let all: Vec<u64> = lines[at + 3..at + 13].iter().map(|line| errors(line)).collect();
    assert!(all.is_sorted_by(|one, two| one >= two), "{all:?}");
    assert!(ran.out.contains("--rows all shows all"), "{}", ran.out);
    assert_eq!(ran.out.matches("By label").count(), 1);

    let json = folder.json("brackets gold.mrg weak.mrg strong.mrg --labels");
    let labels = json["systems"][0]["labels"].as_array().unwrap();
    assert!(labels.len() > 10);
    let ran = folder.run("brackets gold.mrg weak.mrg strong.mrg --table labels --rows all");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.lines().count() > 15 && !ran.out.contains("--rows"), "{}", ran.out);
    let ran = folder.run("brackets gold.mrg weak.mrg --table labels --rows 3");
    assert!(ran.out.contains("rows shown: labels 3 of "), "{}", ran.out);
}

#[test]
fn screens_have_one_name_and_one_order_of_systems() {
    let folder = Folder::new();
    let ran = folder.run("fragments gold.mrg weak.mrg strong.mrg --limits 1,5 --worst 1");
    assert!(!ran.out.contains("strong.mrg"), "{}", ran.out);
    let places: Vec<usize> = ran.out.match_indices("\n  strong").map(|(at, _)| at).collect();
    let others: Vec<usize> = ran.out.match_indices("\n  weak").map(|(at, _)| at).collect();
    assert_eq!((places.len(), others.len()), (2, 2), "{}", ran.out);
    assert!(places.iter().zip(&others).all(|(strong, weak)| strong < weak), "{}", ran.out);
    // JSON has names as they were typed, and the order too.
    let json = folder.json("fragments gold.mrg weak.mrg strong.mrg");
    assert_eq!(json["systems"][0]["name"], "weak.mrg");
}

#[test]
fn no_table_is_wider_than_the_screen() {
    let folder = Folder::new();
    let deps = "entailments/gold.conllu entailments/weak.conllu entailments/strong.conllu";
    for words in [
        "fragments gold.mrg weak.mrg strong.mrg --limits 1,5,10,all --worst 1".to_string(),
        "brackets gold.mrg weak.mrg failing.mrg --worst 1 --per-sentence --details".to_string(),
        format!("dependencies {deps} --worst 1 --details"),
    ] {
        let text = on_screen(&folder, 80, &words);
        let rows = text.lines().filter(|line| line.starts_with("  ") && !line.contains("hint:"));
        let rows = rows.filter(|line| line.chars().filter(char::is_ascii_digit).count() > 8);
        for row in rows.filter(|line| !line.contains("sentence")) {
            assert!(row.chars().count() <= 80, "{words}\n{row}");
        }
        // What goes to a program is whole.
        let whole = folder.run(&words).out;
        assert!(
            whole.lines().filter(|line| line.contains("  ")).any(|line| line.chars().count() > 80)
        );
    }
}

#[test]
fn scores_can_be_named_as_they_are_shown() {
    let folder = Folder::new();
    let files = ["brackets", "gold.mrg", "failing.mrg", "strong.mrg"];
    let run = |more: &[&str]| with_words(&folder, &[&files[..], more].concat());
    let ran = run(&["--columns", "crossing,tags,F1 all,0 cross."]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("  system   crossing   tags  F1 all  0 cross.\n"), "{}", ran.out);
    assert!(ran.out.contains("\n  failing      0.22  97.36   83.47     80.00\n"), "{}", ran.out);
    assert_eq!(run(&["--min", "F1 all=83", "--min", "tags=80"]).status, 0);
    assert_eq!(run(&["--min", "exact=90"]).status, 1);
    assert!(run(&["--score", "tags"]).out.contains(" tags over the 55 sentences"));
}

#[test]
fn gates_know_which_way_is_better() {
    let folder = Folder::new();
    let run = |more: &str| folder.run(&format!("brackets gold.mrg strong.mrg {more}"));
    let ran = run("--min average_crossing=0.1");
    let message = "of average_crossing, less is better; write --max average_crossing=0.1";
    assert!(ran.status == 2 && ran.err.contains(message), "{}", ran.err);
    assert_eq!(run("--max crossing=0.1").status, 0);
    let ran = run("--max crossing=0.01");
    let message = "gate failed: crossing of strong.mrg is 0.0333, more than 0.01";
    assert!(ran.status == 1 && ran.err.contains(message), "{}", ran.err);
    let ran = run("--max f1=90");
    assert!(ran.status == 2 && ran.err.contains("write --min f1=90"), "{}", ran.err);
    let ran = run("--min f1=101");
    assert!(ran.status == 2 && ran.err.contains("none can be above 100"), "{}", ran.err);
}

#[test]
fn sentences_that_gold_lacks_fail_a_gate() {
    let folder = Folder::new();
    let half: Vec<String> = folder.read("gold.mrg").lines().take(30).map(str::to_string).collect();
    folder.write("half.mrg", half.join("\n") + "\n");
    for command in ["brackets", "fragments"] {
        let ran = folder.run(&format!("{command} half.mrg strong.mrg --min f1=10"));
        let message = "gate failed: strong.mrg has 30 sentences that gold does not have";
        assert!(ran.status == 1 && ran.err.contains(message), "{}", ran.err);
        assert!(!ran.out.contains("counted as missed"), "{}", ran.out);
        let ran = folder.run(&format!("{command} half.mrg strong.mrg --min f1:scored=10"));
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
    // The gate that would pass is the same one, of the same score and with the same limit.
    for (gates, others) in [
        ("--min macro.f1=50", "--min macro.f1:scored=50 gates"),
        ("--max crossing=3", "--max crossing:scored=3 gates"),
        ("--min F1_all=9.5 --min tags=2", "--min F1:scored=9.5 and --min tags:scored=2 gate"),
    ] {
        let ran = folder.run(&format!("brackets half.mrg strong.mrg {gates}"));
        let hint = format!("hint: is gold complete? {others} on the sentences that both have\n");
        assert!(ran.status == 1 && ran.err.contains(&hint), "{}", ran.err);
        let gates = others.trim_end_matches(" gates").trim_end_matches(" gate").replace(" and", "");
        assert_eq!(folder.run(&format!("brackets half.mrg strong.mrg {gates}")).status, 0);
    }
}

#[test]
fn skipped_sentences_have_a_place_and_the_hint_that_cures_them() {
    let folder = Folder::new();
    let gold = "(S (NP (DT The) (NN cat)) (VP (VBD sat) (NN and\\/or)))\n\
                (S (NP (DT The) (NN dog)) (VP (VBD ran) (NN and\\/or)))\n\
                (S (NP (DT A) (NN hen)) (VP (VBD ran) (NN and\\/or)))\n";
    folder.write("g.mrg", gold);
    folder.write("traces.mrg", gold.replace("(VP (VBD", "(NP (-NONE- *T*-1)) (VP (VBD"));
    let lines: Vec<&str> = gold.lines().collect();
    let joined = |lines: &[&str]| lines.join("\n") + "\n";
    for (files, system, cure) in [
        (
            "g.mrg s.mrg",
            gold.replace('\\', ""),
            "only escapes such as -LRB- differ: pass --unescape",
        ),
        (
            "traces.mrg s.mrg --preset none",
            gold.to_string(),
            "only traces differ: pass --clean traces",
        ),
        (
            "traces.mrg s.mrg --preset none",
            gold.replace('\\', ""),
            "only traces and escapes differ: pass --clean traces --unescape",
        ),
        (
            "g.mrg s.mrg",
            gold.replace("(VBD ran)", "(VBD r) (VBD an)").replace("(VBD sat)", "(VBD s) (VBD at)"),
            "the text is the same, divided into other words: pass --align",
        ),
        (
            "g.mrg s.mrg",
            joined(&[lines[2], lines[0], lines[1]]),
            "these are gold's sentences in another order: put them in gold's",
        ),
        (
            "g.mrg s.mrg",
            joined(&[lines[1], lines[2]]),
            "a sentence is missing or too many, and all that follow stand beside others: --align pairs them \
             by their text; or leave an empty line where there is no parse",
        ),
        (
            "g.mrg s.mrg",
            gold.replace("(NN and", "(NN either"),
            "the words differ: pass --align to score what they have in common",
        ),
        (
            "g.mrg s.mrg",
            "(S (X x) (Y y))\n(S (X x) (Y y))\n(S (X x) (Y y))\n".to_string(),
            "the words differ, not only their form: are these parses of the same text?",
        ),
    ] {
        folder.write("s.mrg", &system);
        let ran = folder.run(&format!("brackets {files} --table skipped"));
        assert!(ran.out.contains("  s.mrg:1:1: sentence 1: "), "{}", ran.out);
        let ran = folder.run(&format!("brackets {files}"));
        let hints = ran.out.lines().filter_map(|line| line.strip_prefix("  hint: "));
        assert_eq!(hints.collect::<Vec<_>>(), [cure], "{}", ran.out);
        // What is advised is what helps.
        if let Some((_, option)) = cure.split_once("pass ") {
            let option = option.split(" to ").next().unwrap();
            let ran = folder.run(&format!("brackets {files} {option}"));
            assert!(ran.status == 0 && !ran.out.contains("skipped"), "{}", ran.out);
        }
    }
}

#[test]
fn sentences_of_dependencies_are_called_by_their_names() {
    let folder = Folder::new();
    let gold = folder.read("entailments/gold.conllu");
    folder.write("cut.conllu", &gold[..20_000]);
    let ran = folder.run("dependencies entailments/gold.conllu cut.conllu");
    assert!(ran.out.contains("system unreadable in 1 place)"), "{}", ran.out);
    assert!(
        ran.out
            .contains("  cut.conllu:600:1: sentences 47 to 316 (24.t): the file ends in this line"),
        "{}",
        ran.out
    );
    let json = folder.json("dependencies entailments/gold.conllu cut.conllu");
    let skipped = &json["systems"][0]["skipped"][0];
    assert_eq!(
        (&skipped["place"], &skipped["sent_id"]),
        (&"cut.conllu:600:1".into(), &"24.t".into())
    );
    let ran = folder.run("dependencies entailments/gold.conllu cut.conllu --min LAS=95");
    assert_eq!(ran.status, 1);
}

#[test]
fn spreadsheets_have_what_was_asked_for() {
    let folder = Folder::new();
    let ran = folder.run(
        "brackets gold.mrg failing.mrg strong.mrg --format csv --columns f1 --order best --labels",
    );
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], "system,score,value,low,high,signature");
    // One system has skipped sentences; all are scored with what is missing counted as missed.
    for (line, start) in lines[1..].iter().zip([
        "strong,f1,0.97",
        "strong,scores_with_missed.f1,0.97",
        "failing,f1,0.87",
        "failing,scores_with_missed.f1,0.83",
    ]) {
        assert!(line.starts_with(start), "{line}");
    }
    assert!(lines.iter().any(|line| line.starts_with("labels,failing,NP,")), "{}", ran.out);
    let ran = folder.run(
        "brackets gold.mrg failing.mrg strong.mrg --format markdown --columns recall --order best",
    );
    assert!(ran.out.contains("| system  | recall |\n"), "{}", ran.out);
    assert!(ran.out.find("| strong ").unwrap() < ran.out.find("| failing ").unwrap());
}

#[test]
fn roots_that_count_are_told() {
    let folder = Folder::new();
    for name in ["gold.mrg", "strong.mrg"] {
        folder.write(&format!("s1-{name}"), folder.read(name).replace("(TOP ", "(S1 "));
    }
    let ran = folder.run("brackets s1-gold.mrg s1-strong.mrg --preset collins");
    assert!(ran.err.contains("the root S1 counts in every sentence"), "{}", ran.err);
    assert_eq!(folder.run("brackets s1-gold.mrg s1-strong.mrg").err, "");
    assert_eq!(folder.run("brackets gold.mrg strong.mrg --preset collins").err, "");
}

#[test]
fn wrong_files_are_told_what_they_are() {
    let folder = Folder::new();
    let mapping = folder.read("entailments/relations.toml").replacen("ncsubj", "ncsubjx", 1);
    folder.write("wrong.toml", mapping).write("empty.mrg", "").write("broken.mrg", "(S (\n(S (\n");
    let relations =
        "relations entailments/gold.conllu entailments/weak.conllu --mapping wrong.toml";
    for (words, message) in [
        (relations, "wrong.toml: nsubj becomes ncsubjx, which is no type of relations"),
        (
            "relations gold.mrg strong.mrg",
            "it looks like bracketed trees, which `bezant brackets` reads",
        ),
        (
            "brackets gold.mrg empty.mrg --format csv",
            "the file is empty: did the parser write into it",
        ),
        (
            "brackets gold.mrg entailments",
            "no file in entailments is an output for a sentence of gold.mrg",
        ),
        (
            "brackets gold.mrg entailments --n-best",
            "this is a folder; give the files in it by name",
        ),
        ("convert --to sd-basic broken.mrg", "not one sentence could be converted"),
        (
            "dependencies entailments/gold.conllu entailments/weak.conllu --show labels:obj",
            "for example --show relations:obj",
        ),
    ] {
        let ran = folder.run(words);
        assert!(ran.status == 2 && ran.err.contains(message), "{words}\n{}", ran.err);
    }
}

/// The words of a page of terms.
fn terms() -> Vec<String> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/glossary.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut all = Vec::new();
    for line in page.lines().filter_map(|line| line.strip_prefix("**")) {
        let (first, rest) = line.split_once("**").unwrap();
        all.push(first.to_string());
        let others = rest.strip_prefix(" (").and_then(|rest| rest.split_once(")."));
        all.extend(others.into_iter().flat_map(|(names, _)| names.split(", ")).map(str::to_string));
    }
    all
}

#[test]
fn every_column_and_score_has_an_explanation() {
    let folder = Folder::new();
    for words in [
        "entail decide entailments/pairs.xml --parses entailments/strong.conllu --module ud -o s.txt",
        "entail decide entailments/pairs.xml --parses entailments/weak.conllu --module ud -o w.txt",
        "convert --to sd-basic gold.mrg -o gold.sd",
    ] {
        assert_eq!(folder.run(words).status, 0, "{words}");
    }
    folder.write("judged.csv", crate::filter::judged(&folder));
    let deps =
        "dependencies entailments/gold.conllu entailments/strong.conllu entailments/weak.conllu";
    let relations = "relations entailments/gold.conllu entailments/strong.conllu entailments/weak.conllu \
                     --mapping entailments/relations.toml";
    let strong = folder.read("strong.mrg");
    folder.write("lost.mrg", strong.split_once('\n').unwrap().1);
    let all = "--worst 1 --per-sentence";
    let plain = |name: &str| name.to_lowercase().replace('_', " ");
    let terms: Vec<String> = terms().iter().map(|term| plain(term)).collect();
    // Names of files stand above columns, and sizes behind scores.
    let is_file = |name: &str| {
        let beside = [" skipped", " brackets", " heads"];
        let name = beside.iter().find_map(|beside| name.strip_suffix(beside)).unwrap_or(name);
        ["strong", "weak", "failing", "gold", "s", "w"].contains(&name)
    };
    let is_known = |name: &str| {
        let sized = name
            .rsplit_once(' ')
            .filter(|(_, size)| *size == "all" || size.starts_with(|c: char| c.is_ascii_digit()));
        let score = sized.map_or(name, |(score, _)| score);
        // Of this word, help is about the command.
        let is_command = name == "relations";
        terms.contains(&plain(name)) || terms.contains(&plain(score)) || is_file(name) || is_command
    };
    for words in [
        format!(
            "brackets gold.mrg strong.mrg weak.mrg failing.mrg --labels --explain -c 10 {all} --buckets length:10"
        ),
        "brackets gold.mrg strong.mrg weak.mrg --show labels:NP".to_string(),
        format!("brackets gold.mrg strong.mrg weak.mrg --classes {all}"),
        format!("{deps} --classes {all}"),
        "brackets gold.mrg strong.mrg weak.mrg --agreement".to_string(),
        "brackets gold.mrg lost.mrg --align".to_string(),
        format!("fragments gold.mrg strong.mrg weak.mrg failing.mrg --by-size -c 10 {all}"),
        format!("{deps} --analysis {all}"),
        format!("{deps} --preset conllx --analysis {all}"),
        format!("{deps} --agreement"),
        format!("dependencies gold.sd gold.sd --analysis {all}"),
        format!("{relations} --match all --assignment optimal --confusion {all}"),
        format!("{relations} --agreement"),
        format!("entail score entailments/pairs.xml s.txt w.txt {all}"),
        "entail score entailments/pairs.xml s.txt w.txt --agreement".to_string(),
        "entail oracle entailments/pairs.xml --gold-parses entailments/gold.conllu --module ud"
            .to_string(),
        "entail filter entailments/pairs.xml judged.csv --against entailments/pairs.xml"
            .to_string(),
    ] {
        let ran = folder.run(&format!("{words} --format markdown --details"));
        assert_eq!(ran.status, 0, "{words}\n{}", ran.err);
        let lines: Vec<&str> = ran.out.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[1].starts_with("| ---")) {
            let names =
                pair[0].trim_matches('|').split(" | ").map(|name| name.trim().replace('\\', ""));
            for name in names.filter(|name| !name.is_empty()) {
                assert!(is_known(&name), "{name} of {words} has no entry in the glossary");
            }
        }
        let json = folder.json(&words);
        for system in json["systems"].as_array().unwrap() {
            for part in ["scores", "macro"] {
                for name in system[part].as_object().unwrap().keys() {
                    assert!(is_known(name), "{name} of {words} has no entry in the glossary");
                }
            }
        }
    }
    for term in ["p_matrix", "facts", "dependent F1", "F1 1–15", "errors", "P"] {
        assert_eq!(with_words(&folder, &["help", term]).status, 0, "{term}");
    }
}

#[test]
fn short_help_fits_on_a_screen() {
    let folder = Folder::new();
    for command in [
        "brackets",
        "fragments",
        "dependencies",
        "relations",
        "entail decide",
        "entail score",
        "entail explain",
        "entail oracle",
        "entail annotate",
        "entail filter",
        "entail export",
        "entail import",
        "entail tables",
        "entail split",
        "entail pack",
        "convert",
        "compare",
        "merge",
        "demo",
        "schema",
    ] {
        let text = on_screen(&folder, 80, &format!("{command} -h"));
        let n = text.lines().count();
        assert!((4..=40).contains(&n), "{n} lines of {command}\n{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}

/// Commands that once misled: how each ends, and what it says.
#[test]
fn commands_that_once_misled() {
    let folder = Folder::new();
    let gold = folder.read("entailments/gold.conllu");
    let first: Vec<&str> = gold.split("\n\n").take(18).collect();
    folder.write("cut.conllu", first.join("\n\n") + "\n\n");
    let weak = folder.read("entailments/weak.conllu");
    let (at, word) = weak.lines().enumerate().find(|(_, line)| line.starts_with("3\t")).unwrap();
    let changed = |line: &str| {
        let mut lines: Vec<&str> = weak.lines().collect();
        lines[at] = line;
        lines.join("\n") + "\n\n"
    };
    let fields: Vec<&str> = word.split('\t').collect();
    folder.write("one-broken.conllu", changed(&word.replacen('\t', " ", 1)));
    folder.write("one-word.conllu", changed(&word.replacen(fields[1], "zzz", 1)));
    let deps = |rest: &str| format!("dependencies entailments/gold.conllu {rest} --replicates 0");
    for (words, status, message) in [
        (deps("cut.conllu --min LAS=95"), 1, "LAS of cut.conllu is 10.5"),
        (deps("cut.conllu --min LAS:scored=95"), 0, "cut 298 of 316 (298 system missing)"),
        (deps("cut.conllu --min las=0.95"), 2, "write las=95"),
        (deps("one-broken.conllu"), 0, "one-broken 1 of 316 (1 system unreadable)"),
        (deps("one-word.conllu"), 0, "the text differs from gold's in 1 place"),
        (deps("one-word.conllu --strict"), 1, "--strict forbids that"),
        (
            "brackets gold.mrg strong.mrg middling.mrg weak.mrg failing.mrg --table ranking --replicates 200"
                .to_string(),
            0,
            "  f1        2  failing   87.33  b\n  f1        4  weak ",
        ),
        (
            "brackets gold.mrg middling.mrg failing.mrg --replicates 200".to_string(),
            0,
            "are not shown to differ: +3.11 F1",
        ),
        (
            "brackets gold.mrg strong.mrg weak.mrg --baseline strong --score F1 --replicates 100".to_string(),
            0,
            "weak and strong differ: -22.89 F1",
        ),
        ("brackets gold.mrg ./gold.mrg weak.mrg --replicates 0".to_string(), 0, "./gold.mrg is also a system"),
        ("dependencies gold.mrg strong.mrg".to_string(), 2, "which `bezant brackets` reads"),
        (
            "brackets entailments/gold.conllu entailments/weak.conllu".to_string(),
            2,
            "it looks like CoNLL-U, which `bezant dependencies` reads",
        ),
        ("brackets gold.mrg strong.mrg --preset none".to_string(), 0, "a root such as TOP counts in every sentence"),
    ] {
        let ran = folder.run(&words);
        let said = ran.out + &ran.err;
        assert!(ran.status == status && said.contains(message), "{words}\n{}\n{said}", ran.status);
    }
    folder.run("convert --to sd-basic gold.mrg -o gold.sd");
    let ran = folder.run("dependencies entailments/gold.conllu gold.sd");
    assert!(
        ran.status == 2 && ran.err.contains("gold.sd: these are typed dependencies"),
        "{}",
        ran.err
    );
    let ran = folder.run("dependencies gold.sd entailments/gold.conllu --replicates 0");
    let message = "gold.sd has the relations of Stanford Dependencies, entailments/gold.conllu those of Universal";
    assert!(ran.err.contains(message), "{}", ran.err);
}

#[test]
fn words_that_only_a_tag_leaves_out_are_named_as_such() {
    let folder = Folder::new();
    let other = "(S (NP (NN Rain)) (VP (VBZ falls)))\n";
    let quoted = |tag: &str| {
        let first = format!("(NP (NP (NNS Authors) ({tag} ')) (NNS works))\n");
        let second = format!("(NP (NP (NNS Owls) ({tag} ')) (NNS nests))\n");
        first + &second
    };
    folder.write("g.mrg", quoted("POS") + other).write("s.mrg", quoted("``") + other);
    let ran = folder.run("brackets g.mrg s.mrg --replicates 0");
    let message = "  s.mrg:1:1: sentence 1: word 2, ', is punctuation by the system's tag ``, not by gold's POS\n  \
                   hint: the words are the same, but tags make punctuation of some on one side only: pass \
                   --align to score them\n";
    assert!(ran.out.contains(message), "{}", ran.out);
    let ran = folder.run("brackets s.mrg g.mrg --table skipped");
    let message = "word 2, ', is punctuation by gold's tag ``, not by the system's POS";
    assert!(ran.out.contains(message), "{}", ran.out);
    // What is advised is what helps, and saved rows keep the reason.
    let aligned = folder.json("brackets g.mrg s.mrg --align");
    assert!(aligned["systems"][0]["skipped"].as_array().unwrap().is_empty(), "{aligned}");
    folder.run("brackets g.mrg s.mrg --save rows.jsonl");
    assert!(folder.run("merge rows.jsonl").out.contains("by the system's tag ``"));
}

#[test]
fn nobody_passes_a_gate_by_skipping() {
    let folder = Folder::new();
    let run = |more: &str| folder.run(&format!("brackets gold.mrg failing.mrg {more}"));
    let ran = run("--max crossing=5");
    let message = "gate failed: crossing of failing.mrg is known only without 5 sentences that were skipped\n  \
                   hint: --max crossing:scored=5 gates on the sentences that were scored";
    assert!(ran.status == 1 && ran.err.contains(message), "{}", ran.err);
    assert_eq!(run("--max crossing:scored=5").status, 0);
    let ran = run("--max crossing=0.2");
    let message = "is 0.2182 over the sentences that were scored, more than 0.2";
    assert!(ran.status == 1 && ran.err.contains(message), "{}", ran.err);
    // Nothing crosses where nothing was found, so that it says nothing about the sentences that were missed.
    let table = run("--table scores_with_missed").out;
    assert!(
        table.contains("tags  0 cross.  ≤2 cross.\n") && !table.contains("crossing"),
        "{table}"
    );
    let json = folder.json("brackets gold.mrg failing.mrg");
    assert!(json["systems"][0]["scores_with_missed"]["average_crossing"].is_null());
    assert!(json["systems"][0]["scores"]["average_crossing"].is_number());
}

#[test]
fn what_gold_does_not_say_is_not_said_to_be_missed() {
    let folder = Folder::new();
    let tree = "(S (NP (NNS Dogs)) (VP (VBP bark)))\n";
    folder.write("broken", format!("{tree}(S (NP\n{tree}")).write("sound", tree.repeat(3));
    let ran = folder.run("brackets broken sound --input penn-lines");
    let said = "count nowhere in F1 all";
    assert!(ran.out.contains(said) && !ran.out.contains("counted as missed"), "{}", ran.out);

    // Dependencies: the second sentence has no root, and no system is charged for it, whether it has it or not.
    let word = |head| format!("1\tbark\t_\tVERB\tVB\t_\t{head}\troot\t_\t_\n\n");
    folder.write("broken.conllu", [word(0), word(9), word(0)].concat());
    folder.write("sound.conllu", word(0).repeat(3)).write("short.conllu", word(0));
    // One word of two that gold has was found, and none was said that is not there.
    let one_of_two = 2.0 / 3.0;
    for (preset, system, las_all) in
        [("ud", "sound", 1.0), ("conllx", "sound", 1.0), ("conllx", "short", one_of_two)]
    {
        let words = format!("dependencies broken.conllu {system}.conllu --preset {preset}");
        let json = folder.json(&words);
        let system = &json["systems"][0];
        assert_eq!(system["skipped"][0]["reason"], "gold_unreadable", "{words}");
        let score = &system["scores_with_missed"]["LAS"];
        let score = if score.is_null() { &system["scores"]["LAS"] } else { score };
        assert_eq!(score.as_f64(), Some(las_all), "{words}");
    }
}

#[test]
fn what_becomes_of_sentences_that_only_a_system_has_is_said_as_it_is() {
    let folder = Folder::new();
    let (rain, dogs) =
        ("(S (NP (NN Rain)) (VP (VBZ falls)))\n", "(S (NP (NNS Dogs)) (VP (VBP bark)))\n");
    folder.write("g.mrg", rain).write("s.mrg", format!("{rain}{dogs}"));
    let ran = folder.run("brackets g.mrg s.mrg --align");
    let wrong = "sentences that gold does not have are wrong in F1 all";
    assert!(ran.out.contains(wrong), "{}", ran.out);
    let all = &folder.json("brackets g.mrg s.mrg --align")["systems"][0]["scores_with_missed"];
    assert_eq!(all["precision"], 0.5);
    let ran = folder.run("brackets g.mrg s.mrg");
    assert!(ran.out.contains("sentences that gold does not have count nowhere"), "{}", ran.out);
    let all = &folder.json("brackets g.mrg s.mrg")["systems"][0]["scores_with_missed"];
    assert_eq!(all["precision"], 1.0);
}

#[test]
fn where_less_is_better_the_least_is_best() {
    let folder = Folder::new();
    let words = "brackets gold.mrg weak.mrg strong.mrg middling.mrg --score crossing";
    let json = folder.json(words);
    let ranked: Vec<&str> = json["ranking"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["system"].as_str().unwrap())
        .collect();
    assert_eq!(ranked, ["strong.mrg", "middling.mrg", "weak.mrg"]);
    // What is better in fewer crossing brackets is what crosses less often.
    folder.run("brackets gold.mrg middling.mrg --save middling.jsonl");
    let words = "brackets gold.mrg weak.mrg --score crossing --against middling.jsonl";
    let since = &folder.json(words)["since"][0];
    assert!(since["difference"].as_f64().unwrap() > 0.0, "{since}");
    assert!(since["worse"].as_u64().unwrap() > since["better"].as_u64().unwrap(), "{since}");
    // It is a number a sentence, not points, and its sentences are listed.
    let out = folder.run(&format!("{words} --format markdown")).out;
    let row = out.lines().find(|line| line.contains("| crossing |")).unwrap();
    let now = since["difference"].as_f64().unwrap();
    assert!(row.contains(&format!(" {now:.2} |")), "{row}");
    assert!(out.contains("in crossing, the worst losses first"), "{out}");
}

#[test]
fn every_score_that_was_asked_for_is_told_of_two_systems() {
    let folder = Folder::new();
    let words = "brackets gold.mrg strong.mrg middling.mrg --score f1 --score recall";
    let out = folder.run(words).out;
    let told: Vec<&str> = out.lines().filter(|line| line.contains(" differ: ")).collect();
    assert!(told[0].contains(" F1, p ") && told[1].contains(" recall, p "), "{out}");
    assert!(!out.contains("share a letter"), "{out}");
    // With letters, the table has those of the other scores.
    let out = folder.run(&format!("{words} --score f1 weak.mrg")).out;
    assert!(out.contains("; the ranking has letters of all scores"), "{out}");
}

#[test]
fn tables_that_are_asked_for_have_the_best_system_first() {
    let folder = Folder::new();
    let words = "brackets gold.mrg weak.mrg strong.mrg --buckets length:10 --table buckets_length";
    let out = folder.run(words).out;
    let heads = out.lines().find(|line| line.contains("strong") && line.contains("weak")).unwrap();
    assert!(heads.find("strong") < heads.find("weak"), "{out}");
}

#[test]
fn help_and_refusals_have_the_colours_that_are_asked_for() {
    let folder = Folder::new();
    for words in ["brackets --nope", "brackets -h", "help brackets", "entail decide --nope"] {
        for (colour, has_any) in [("always", true), ("never", false), ("auto", false)] {
            for words in [format!("--color {colour} {words}"), format!("--color={colour} {words}")]
            {
                let ran = folder.run(&words);
                assert_eq!((ran.out + &ran.err).contains('\u{1b}'), has_any, "{words}");
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_no_success() {
    let folder = Folder::new();
    for words in [&["-h"][..], &["brackets", "--help"], &["--version"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let program = assert_cmd::cargo::cargo_bin("bezant");
        let mut command = std::process::Command::new(program);
        let ran = command.args(words).current_dir(folder.path()).stdout(full).output().unwrap();
        let err = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(2), "{words:?}");
        assert!(err.contains("cannot write help: No space left"), "{words:?}: {err}");
    }
}

#[test]
fn what_is_refused_is_no_success_where_nobody_reads_why() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let program = assert_cmd::cargo::cargo_bin("bezant");
    let ran = std::process::Command::new(program).arg("--nope").stderr(writer).status().unwrap();
    assert_eq!(ran.code(), Some(2));
}

#[test]
fn sentences_that_are_paired_by_text_are_listed_and_not_all_on_the_first_screen() {
    let folder = Folder::new();
    let tree = |n: usize| format!("(S (NP (NN word{n})) (VP (VB is) (NN here{n})))\n");
    let of = |is_kept: fn(&usize) -> bool| (0..60).filter(is_kept).map(tree).collect::<String>();
    folder.write("g.mrg", of(|_| true));
    folder.write("one.mrg", of(|n| n % 4 != 3)).write("two.mrg", of(|n| n % 20 != 3));
    let run = |more: &str| folder.run(&format!("brackets g.mrg --align {more}")).out;
    let rows =
        |out: &str| out.lines().filter(|line| line.trim_start().starts_with("lost ")).count();
    let out = run("one.mrg");
    assert!(
        rows(&out) == 10 && out.contains("rows shown: alignment 10 of 15; --rows all"),
        "{out}"
    );
    let out = run("one.mrg two.mrg");
    assert!(
        rows(&out) == 13 && out.contains("rows shown: alignment 13 of 18; --rows all"),
        "{out}"
    );
    let out = run("one.mrg --labels --rows 1");
    assert!(rows(&out) == 1 && out.contains("alignment 1 of 15, labels 1 of"), "{out}");
    for more in ["--rows all", "--rows 20", "--table alignment", "--details"] {
        let out = run(&format!("one.mrg {more}"));
        assert!(rows(&out) == 15 && !out.contains("rows shown"), "{more}\n{out}");
    }
    let csv = run("one.mrg --table alignment --format csv");
    assert_eq!(csv.matches("lost").count(), 15, "{csv}");
    let json = folder.json("brackets g.mrg one.mrg --align");
    assert_eq!(json["systems"][0]["alignment"].as_array().unwrap().len(), 15);
}
