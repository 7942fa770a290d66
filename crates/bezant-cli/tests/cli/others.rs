use crate::program::Folder;

#[test]
fn one_table_alone_has_one_head() {
    let folder = Folder::new();
    let run = "brackets --preset collins gold.mrg failing.mrg weak.mrg --labels -q --format csv";
    let labels = folder.run(&format!("{run} --table labels"));
    let heads = labels.out.lines().filter(|line| line.starts_with("table,")).count();
    assert_eq!((labels.status, heads), (0, 1), "{}", labels.out);
    assert!(labels.out.contains("labels,failing,NP,") && labels.out.contains("labels,weak,NP,"));
    let skipped = folder.run(&format!("{run} --table skipped"));
    let json = folder.json("brackets --preset collins gold.mrg failing.mrg -q");
    let n = json["systems"][0]["skipped"].as_array().unwrap().len();
    assert_eq!(skipped.out.lines().count(), 1 + n, "{}", skipped.out);
    let unknown = folder.run(&format!("{run} --table lables"));
    assert_eq!((unknown.status, unknown.out.as_str()), (2, ""));
    assert!(
        unknown.err.contains("no table is called lables; did you mean labels? there are scores, "),
        "{}",
        unknown.err
    );
}

#[test]
fn rows_of_parts_merge_to_the_whole() {
    let folder = Folder::new();
    let (gold, system) = (folder.read("gold.mrg"), folder.read("failing.mrg"));
    let cut = |text: &str, from: usize, to: usize| {
        text.lines().skip(from).take(to - from).map(|line| format!("{line}\n")).collect::<String>()
    };
    for (part, from, to) in [("1", 0, 25), ("2", 25, 60)] {
        folder.write(&format!("gold{part}"), cut(&gold, from, to));
        folder.write(&format!("system{part}"), cut(&system, from, to));
        let words = format!(
            "brackets --preset collins gold{part} system{part} --names failing --save rows{part}.jsonl -q"
        );
        assert_eq!(folder.run(&words).status, 0);
    }
    let whole = folder.json("brackets --preset collins gold.mrg failing.mrg --names failing");
    let merged = folder.json("merge rows1.jsonl rows2.jsonl");
    for key in ["scores", "scores_with_missed", "macro", "counts"] {
        assert_eq!(whole["systems"][0][key], merged["systems"][0][key], "{key}");
    }
    let sentences = |json: &serde_json::Value| -> Vec<u64> {
        let rows = json["systems"][0]["skipped"].as_array().unwrap();
        rows.iter().map(|row| row["sentence"].as_u64().unwrap()).collect()
    };
    assert_eq!(sentences(&whole), sentences(&merged));
}

#[test]
fn rows_may_come_through_standard_input() {
    let folder = Folder::new();
    // A signature that is longer than what is read of a stream at first.
    let words: String = (0..50_000).map(|n| format!("EQ_WORD a{n} b{n}\n")).collect();
    folder.write("long.prm", words);
    folder.run("brackets -p long.prm gold.mrg weak.mrg --save a.jsonl -q");
    let file = folder.run("merge a.jsonl --format json");
    let stream = folder.run_with("merge - --format json", &folder.read("a.jsonl"));
    assert_eq!((stream.status, stream.out), (0, file.out), "{}", stream.err);
}

#[test]
fn the_same_rows_twice_are_noticed() {
    let folder = Folder::new();
    folder.run("brackets --preset collins gold.mrg weak.mrg strong.mrg --save a.jsonl -q");
    assert_eq!(folder.run("merge a.jsonl").err, "");
    let ran = folder.run("merge a.jsonl a.jsonl");
    assert_eq!(ran.status, 2);
    let message = "weak.mrg has rows of the same sentences more than once; give each part once";
    assert!(ran.err.contains(message), "{}", ran.err);
}

#[test]
fn rows_made_in_different_ways_do_not_merge() {
    let folder = Folder::new();
    folder.run("brackets --preset collins gold.mrg weak.mrg --save a.jsonl -q");
    folder.run("brackets --preset new gold.mrg weak.mrg --save b.jsonl -q");
    let ran = folder.run("merge a.jsonl b.jsonl");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("params:collins here, params:new there"), "{}", ran.err);
    assert!(ran.err.contains("hint: score both with the same options"), "{}", ran.err);
}

#[test]
fn systems_scored_in_different_ways_share_no_table() {
    let folder = Folder::new();
    folder.run("brackets --preset collins gold.mrg weak.mrg --save a.jsonl -q");
    folder.run("brackets --preset new gold.mrg strong.mrg --save b.jsonl -q");
    let ran = folder.run("merge a.jsonl b.jsonl");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("params:collins here, params:new there"), "{}", ran.err);

    let short: String = folder.read("gold.mrg").lines().take(9).map(|l| format!("{l}\n")).collect();
    folder.write("short.mrg", short);
    folder.run("brackets --preset collins short.mrg short.mrg --names best --save c.jsonl -q");
    let ran = folder.run("merge a.jsonl c.jsonl");
    assert_eq!(ran.status, 0);
    let message = "weak.mrg and best were not scored on the same gold sentences";
    assert!(ran.err.contains(message), "{}", ran.err);
}

#[test]
fn options_that_would_change_nothing_are_refused() {
    let folder = Folder::new();
    folder.run("fragments gold.mrg weak.mrg --save fragments.jsonl -q");
    folder.run(
        "dependencies entailments/gold.conllu entailments/weak.conllu --save dependencies.jsonl -q",
    );
    for (words, message) in [
        ("dependencies.jsonl --cutoff 40", "--cutoff is for rows of brackets and fragments"),
        ("dependencies.jsonl --by-size", "--by-size is for rows of fragments"),
        ("dependencies.jsonl --limits 1,2", "--limits is for rows of fragments"),
    ] {
        let ran = folder.run(&format!("merge {words}"));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words}");
        assert!(ran.err.contains(message), "{words}\n{}", ran.err);
    }
    let merged = folder.run("merge fragments.jsonl --cutoff 9 --by-size --limits 1,2");
    assert_eq!(merged.status, 0, "{}", merged.err);
    assert_eq!(folder.run("merge dependencies.jsonl").status, 0);
}

#[test]
fn a_damaged_row_has_a_place() {
    let folder = Folder::new();
    folder.run("brackets --preset collins gold.mrg weak.mrg --save a.jsonl -q");
    let rows = folder.read("a.jsonl").replacen("\"matched\":", "\"macthed\":", 1);
    folder.write("a.jsonl", rows);
    let ran = folder.run("merge a.jsonl");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--> a.jsonl:2:1"), "{}", ran.err);
}

#[test]
fn the_demo_runs_without_files_and_leaves_them_on_request() {
    let folder = Folder::new();
    let ran = folder.run("demo");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.lines().count() <= 40, "{}", ran.out);
    for part in [
        "Gold has 5 brackets and the parser 6; 5 are the same.",
        "precision 5/6 = 83.33, recall 5/5 = 100.00, F1 (their harmonic mean) 90.91",
        "brackets against gold.mrg, 60 sentences",
    ] {
        assert!(ran.out.contains(part), "{part}\n{}", ran.out);
    }
    assert!(folder.run("demo --all").out.contains("entailments, 158 pairs"));
    let ran = folder.run("demo --write sub/folder");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.starts_with("14 files are in sub/folder now."), "{}", ran.out);
    assert_eq!(folder.read("sub/folder/gold.mrg"), folder.read("gold.mrg"));
    let more: Vec<&str> =
        ran.out.lines().filter_map(|line| line.strip_prefix("  bezant ")).collect();
    assert!(!more.is_empty(), "{}", ran.out);
    for line in more {
        let ran = folder.run(line);
        assert_eq!(ran.status, 0, "{line}\n{}", ran.err);
    }
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    let folder = Folder::new();
    let script = folder.run("completions bash").out;
    assert!(script.contains("brackets") && script.contains("--preset"));
    assert_eq!(folder.run("man pages").status, 0);
    for page in
        ["bezant.1", "bezant-brackets.1", "bezant-compare.1", "bezant-merge.1", "bezant-demo.1"]
    {
        assert!(folder.read(&format!("pages/{page}")).contains(".TH"), "{page}");
    }
}

#[test]
fn every_command_has_help_with_a_first_line() {
    let folder = Folder::new();
    let metrics = ["brackets", "fragments", "dependencies", "relations", "entail"];
    let others = ["convert", "compare", "merge", "demo", "completions", "man"];
    for command in metrics.into_iter().chain(others) {
        let ran = folder.run(&format!("{command} --help"));
        assert_eq!(ran.status, 0);
        assert!(ran.out.contains(&format!("Usage: bezant {command}")), "{command}");
        let first = ran.out.lines().next().unwrap();
        assert!(!first.is_empty() && !first.starts_with("Usage"), "{command}: {first}");
        // The short one fits on a screen.
        let short = folder.run(&format!("{command} -h")).out;
        assert!(short.lines().count() <= 40, "{command}\n{short}");
    }
}

#[cfg(unix)]
#[test]
fn by_another_name_it_is_that_program() {
    let folder = Folder::new();
    let expected = folder.run("brackets --compat evalb gold.mrg weak.mrg").out;
    assert_eq!(folder.run("evalb gold.mrg weak.mrg").out, expected);
    let ran = folder.run("links bin");
    assert_eq!((ran.status, ran.out.lines().count()), (0, 3), "{}", ran.err);
    let run = |name: &str, words: &[&str]| {
        let output = std::process::Command::new(folder.path().join("bin").join(name))
            .current_dir(folder.path())
            .args(words)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(run("evalb", &["gold.mrg", "weak.mrg"]), expected);
    let files = ["entailments/gold.conllu", "entailments/weak.conllu"];
    let expected = folder.run(&format!("deps --compat udeval {}", files.join(" "))).out;
    assert!(!expected.is_empty());
    assert_eq!(run("udeval", &files), expected);
    assert_eq!(folder.run("links bin").status, 2, "a second time only by force");
    assert_eq!(folder.run("links bin --force").status, 0);
}

/// Roots of all common treebanks do not count unless somebody wants it.
#[test]
fn brackets_count_as_papers_do_unless_told_otherwise() {
    let folder = Folder::new();
    let tree = "(S (NP (NNS Dogs)) (VP (VBP bark)) (. .))";
    for root in ["TOP", "ROOT", "S1", "VROOT", ""] {
        folder.write("a", format!("({root} {tree})\n"));
        let json = folder.json("brackets a a");
        assert_eq!(json["systems"][0]["counts"]["gold"], 3, "{root}");
        assert!(json["signature"].as_str().unwrap().contains("|params:standard|"), "{json}");
        let all = folder.run("brackets a a --preset none --format json");
        let json: serde_json::Value = serde_json::from_str(&all.out).unwrap();
        assert_eq!(json["systems"][0]["counts"]["gold"], 4, "{root}");
        assert!(all.err.contains("a root such as TOP counts in every sentence"), "{}", all.err);
    }
    folder.write("p.prm", "DELETE_LABEL NP\n").write("a", format!("(TOP {tree})\n"));
    assert_eq!(folder.json("brackets a a -p p.prm")["systems"][0]["counts"]["gold"], 3);
}

/// The expected values were made in Python, as `docs/signatures.md` shows.
#[test]
fn the_fingerprint_of_gold_is_what_other_programs_compute() {
    let folder = Folder::new();
    for (words, expected) in [
        ("brackets gold.mrg weak.mrg", "|gold:1813ea8e0e14e5da|"),
        ("dependencies entailments/gold.conllu entailments/weak.conllu", "|gold:47edd059b08ec4fd|"),
    ] {
        let json = folder.json(words);
        assert!(json["signature"].as_str().unwrap().contains(expected), "{json}");
    }
}

/// Files are read again for the sentences that are shown; standard input is kept for them.
#[test]
fn sentences_from_standard_input_are_shown_too() {
    let folder = Folder::new();
    let trees = "--preset collins gold.mrg weak.mrg --names it --worst 3";
    let columns = "entailments/gold.conllu entailments/strong.conllu entailments/weak.conllu \
         --names a,b --worst 3";
    let contrasts = format!("{columns} --contrast a b");
    let shown = format!("{columns} --show tags:NOUN");
    for (words, kept) in [
        (format!("brackets {trees}"), "gold.mrg"),
        (format!("brackets {trees}"), "weak.mrg"),
        (format!("fragments {trees}"), "weak.mrg"),
        (format!("dependencies {columns}"), "entailments/gold.conllu"),
        (format!("dependencies {columns}"), "entailments/weak.conllu"),
        (format!("dependencies --preset conllx {columns}"), "entailments/weak.conllu"),
        (format!("dependencies {contrasts}"), "entailments/weak.conllu"),
        (format!("dependencies {shown}"), "entailments/gold.conllu"),
    ] {
        let from_files = folder.json(&words);
        let systems = from_files["systems"].as_array().unwrap();
        let mut examples = systems.iter().filter_map(|system| system["examples"].as_array());
        assert_eq!(examples.next().unwrap().len(), 3, "{words}");
        let words = format!("{} --format json", words.replace(kept, "-"));
        let ran = folder.run_with(&words, &folder.read(kept));
        assert_eq!(ran.status, 0, "{words}: {}", ran.err);
        let piped: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        for key in ["systems", "contrasts", "shown", "signature"] {
            assert_eq!(piped[key], from_files[key], "{words}");
        }
    }
}

/// To open a named pipe again would wait for ever.
#[cfg(unix)]
#[test]
fn a_named_pipe_is_read_once() {
    let folder = Folder::new();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let text = folder.read("weak.mrg");
    let writer = std::thread::spawn(move || std::fs::write(pipe, text).unwrap());
    let words = "brackets --preset collins gold.mrg weak.mrg --worst 2 --names it";
    let output = assert_cmd::Command::cargo_bin("bezant")
        .unwrap()
        .current_dir(folder.path())
        .args(words.replace("weak.mrg", "pipe").split(' '))
        .timeout(std::time::Duration::from_secs(60))
        .output()
        .unwrap();
    writer.join().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), folder.run(words).out);
}

#[test]
fn a_slip_in_the_files_is_noticed() {
    let folder = Folder::new();
    let ran = folder.run("brackets gold.mrg ./gold.mrg weak.mrg");
    assert_eq!(ran.status, 0);
    assert!(ran.err.contains("warning: ./gold.mrg is also a system"), "{}", ran.err);
    folder.write("copy.mrg", "");
    std::fs::remove_file(folder.path().join("copy.mrg")).unwrap();
    std::fs::hard_link(folder.path().join("weak.mrg"), folder.path().join("copy.mrg")).unwrap();
    let ran = folder.run("brackets gold.mrg weak.mrg copy.mrg");
    assert!(ran.err.contains("warning: weak.mrg and copy.mrg are the same file"), "{}", ran.err);
    // Typed dependencies need no option to be counted.
    folder.write("one.grs", "<c> John|x sleeps|x\n(ncsubj sleeps_1 John_0 _)\n");
    let json = folder.json("dependencies one.grs one.grs");
    assert_eq!(json["systems"][0]["metrics"]["labelled"]["f1"], 1.0);
}

#[test]
fn a_score_is_explained_in_two_lines() {
    let folder = Folder::new();
    let ran = folder.run("help Crossing");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.starts_with("crossing (also average_crossing)\n  Brackets of the"),
        "{}",
        ran.out
    );
    assert!(folder.run("help brackets").out.contains("Usage: bezant brackets"));
    let ran = folder.run("help crosing");
    let message = "error: no command or score is called crosing; did you mean crossing?\n  hint: bezant --help";
    assert!(ran.status == 2 && ran.err.starts_with(message), "{}", ran.err);
    let ran = folder.run("brackets gold.mrg weak.mrg --table lables");
    assert!(
        ran.err.contains("no table is called lables; did you mean labels? there are"),
        "{}",
        ran.err
    );
    let ran = folder.run("compare gold.mrg weak.mrg");
    assert!(ran.err.contains("it does not begin with a line of JSON"), "{}", ran.err);
    assert!(ran.err.contains("for example bezant brackets gold.mrg a.mrg b.mrg"), "{}", ran.err);
}
