use crate::program::Folder;

const TREE: &str = "(TOP (S (NP (NNS Dogs)) (VP (VBP bark) (ADVP (RB loudly))) (. .)))\n";

#[test]
fn json_has_what_scripts_rely_on() {
    let json = Folder::new().json("brackets --preset collins gold.mrg strong.mrg failing.mrg");
    let [strong, failing] = json["systems"].as_array().unwrap().as_slice() else {
        panic!("{json}")
    };
    // EVALB with COLLINS.prm: recall 96.63, precision 97.79, 574 of 594 and 587 brackets.
    assert_eq!(strong["name"], "strong.mrg");
    let counts = &strong["counts"];
    assert_eq!(
        (&counts["matched"], &counts["gold"], &counts["system"]),
        (&574.into(), &594.into(), &587.into())
    );
    assert_eq!(strong["scores"]["precision"], 574.0 / 587.0);
    assert_eq!(strong["scores"]["recall"], 574.0 / 594.0);
    assert_eq!(strong["scores"]["f1"], 2.0 * 574.0 / (594.0 + 587.0));
    assert!(strong["scores"]["exact_match"].is_f64() && strong["scores"]["tag_accuracy"].is_f64());
    assert_eq!(strong["skipped"].as_array().unwrap().len(), 0);
    let skipped: Vec<(u64, &str)> = failing["skipped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["sentence"].as_u64().unwrap(), row["reason"].as_str().unwrap()))
        .collect();
    assert_eq!(
        skipped,
        [
            (8, "no_parse"),
            (16, "word_mismatch"),
            (22, "system_unreadable"),
            (30, "no_parse"),
            (59, "no_parse")
        ]
    );
    assert!(json["signature"].as_str().unwrap().starts_with("brackets|params:collins|"));
    assert_eq!(json["comparisons"].as_array().unwrap().len(), 1);
}

#[test]
fn a_parameter_file_equals_its_preset() {
    let folder = Folder::new();
    folder.write(
        "my.prm",
        "DELETE_LABEL TOP\nDELETE_LABEL -NONE-\nDELETE_LABEL ,\nDELETE_LABEL :\nDELETE_LABEL ``\n\
         DELETE_LABEL ''\nDELETE_LABEL .\nDELETE_LABEL_FOR_LENGTH -NONE-\nEQ_LABEL ADVP PRT\n",
    );
    let preset = folder.run("brackets --preset collins gold.mrg weak.mrg");
    let file = folder.run("brackets -p my.prm gold.mrg weak.mrg");
    assert_eq!(preset.out, file.out);
}

#[test]
fn compressed_files_and_standard_input_are_the_same_trees() {
    use std::io::Write;
    let folder = Folder::new();
    let gold = folder.read("gold.mrg");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(gold.as_bytes()).unwrap();
    folder.write("packed", gzip.finish().unwrap());
    let plain = folder.json("brackets --preset collins gold.mrg weak.mrg");
    let packed = folder.json("brackets --preset collins packed weak.mrg");
    assert_eq!(plain["signature"], packed["signature"]);
    assert_eq!(plain["systems"], packed["systems"]);
    let piped = folder.run_with("brackets --preset collins - weak.mrg --format json", &gold);
    let piped: serde_json::Value = serde_json::from_str(&piped.out).unwrap();
    assert_eq!(plain["systems"], piped["systems"]);
}

#[test]
fn treebank_layout_is_found_and_its_outer_bracket_is_no_phrase() {
    let folder = Folder::new();
    folder.write(
        "gold",
        "( (S\n    (NP (NNS Dogs))\n    (VP (VBP bark)) (. .)) )\n\n( (S (VP (VB Go))) )\n",
    );
    folder.write(
        "system",
        "(TOP (S (NP (NNS Dogs)) (VP (VBP bark)) (. .)))\n(TOP (S (VP (VB Go))))\n",
    );
    let json = folder.json("brackets --preset collins gold system");
    assert_eq!(json["systems"][0]["scores"]["f1"], 1.0);
    assert_eq!(json["systems"][0]["counts"]["gold"], 5);
}

#[test]
fn every_number_of_threads_gives_the_same() {
    let folder = Folder::new();
    let one = folder.run("brackets --preset new gold.mrg weak.mrg failing.mrg --labels --explain --per-sentence --threads 1");
    for n in [2, 8] {
        let words = format!(
            "brackets --preset new gold.mrg weak.mrg failing.mrg --labels --explain --per-sentence --threads {n}"
        );
        assert_eq!(folder.run(&words).out, one.out);
    }
}

#[test]
fn gates_decide_the_exit_status() {
    let folder = Folder::new();
    let words = "brackets --preset collins gold.mrg weak.mrg";
    assert_eq!(folder.run(&format!("{words} --min f1=70 --min tag_accuracy=90")).status, 0);
    let failed = folder.run(&format!("{words} --min f1=80"));
    assert_eq!(failed.status, 1);
    assert!(
        failed.err.contains("gate failed: f1 of weak.mrg is 74.3197, less than 80"),
        "{}",
        failed.err
    );
    assert!(failed.out.contains("74.32"));
    let words = "brackets --preset collins gold.mrg failing.mrg";
    assert_eq!(folder.run(words).status, 0);
    let strict = folder.run(&format!("{words} --strict"));
    assert_eq!(strict.status, 1);
    assert!(strict.err.contains("5 of 60 sentences of failing.mrg were skipped"), "{}", strict.err);
}

#[test]
fn every_format_shows_undefined_scores_and_odd_names() {
    let folder = Folder::new();
    folder.write("gold", TREE).write("none_of|it&", "\n");
    let run = |format: &str| {
        let ran =
            folder.run(&format!("brackets --preset collins gold none_of|it& -q --format {format}"));
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert!(ran.err.starts_with("error: not one sentence of none_of|it& "), "{}", ran.err);
        ran.out
    };
    assert!(
        run("text").contains("none_of|it&          —       —   —    0.00      —     —"),
        "{}",
        run("text")
    );
    assert!(run("markdown").contains("| none\\_of\\|it& |"), "{}", run("markdown"));
    assert!(run("latex").contains("none\\_of\\textbar{}it\\& &"), "{}", run("latex"));
    assert!(run("csv").contains("\nnone_of|it&,f1,,,,brackets|"), "{}", run("csv"));
    assert!(run("tsv").contains("\nnone_of|it&\tf1\t\t\t\tbrackets|"), "{}", run("tsv"));
    let json: serde_json::Value = serde_json::from_str(&run("json")).unwrap();
    assert!(json["systems"][0]["scores"]["f1"].is_null());
    assert_eq!(json["systems"][0]["scores_with_missed"]["recall"], 0.0);
    assert_eq!(json["systems"][0]["skipped"][0]["reason"], "no_parse");
}

#[test]
fn words_that_differ_only_in_escapes_can_be_equal() {
    let folder = Folder::new();
    folder.write("gold", "(S (X (-LRB- -LRB-) (CD 1\\/2) (`` ``)))\n");
    folder.write("system", "(S (X (-LRB- [) (CD 1/2) (`` \")))\n".replace('[', "-LRB-"));
    let literal = folder.run("brackets gold system");
    assert_eq!(literal.status, 2);
    let why = "system:1:1: sentence 1: word 2 is 1\\/2 in gold, 1/2 in the system\n  hint: only escapes such as \
               -LRB- differ: pass --unescape\n";
    assert!(literal.out.contains(&format!("\n  {why}")), "{}", literal.out);
    assert_eq!(literal.err, "error: not one sentence of system could be scored\n");
    // Where the result goes elsewhere, it is said with the error.
    let message = format!("error: not one sentence of system could be scored; {why}");
    let csv = folder.run("brackets gold system --format csv -q");
    assert_eq!((csv.status, csv.err), (2, message));
    let unescaped = folder.json("brackets gold system --unescape");
    assert_eq!(unescaped["systems"][0]["scores"]["f1"], 1.0);
}

#[test]
fn other_conventions_are_explained_in_points_and_sentences() {
    let json = Folder::new().json("brackets --preset collins gold.mrg weak.mrg --explain");
    let rows = json["systems"][0]["conventions"].as_array().unwrap();
    let find = |name: &str| {
        rows.iter().find(|row| row["convention"] == name).unwrap_or_else(|| panic!("no {name}"))
    };
    let asked = find("as asked");
    assert_eq!(asked["change"], 0.0);
    let unlabelled = find("labels ignored");
    assert_eq!(unlabelled["f1"], json["systems"][0]["scores"]["unlabelled_f1"]);
    let change = unlabelled["f1"].as_f64().unwrap() - asked["f1"].as_f64().unwrap();
    assert!((unlabelled["change"].as_f64().unwrap() - change).abs() < 1e-12);
    assert!(unlabelled["sentences_changed"].as_u64().unwrap() > 0);
    for name in [
        "TOP counts",
        "punctuation counts",
        "no labels are equal",
        "each bracket once (sets)",
        "skipped sentences counted as missed",
        "only sentences of up to 10 words",
        "--preset new",
    ] {
        find(name);
    }
}

#[test]
fn conventions_that_score_other_sentences_are_marked() {
    let folder = Folder::new();
    // With punctuation as words, the second sentence is another one; the first never is.
    folder.write("g", "(S (NP (NN a)) (VP (VB b)) (. .))\n(S (NP (NN c)) (VP (VB d)) (. .))\n");
    folder.write("s", "(S (NP (NN a)) (VP (VB b)) (. .))\n(S (NP (NN c)) (VP (VB d)) (. ?))\n");
    let ran = folder.run("brackets g s --replicates 0 --explain");
    let line = |start: &str| {
        let mut lines = ran.out.lines();
        lines.find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{}", ran.out))
    };
    assert!(line("  --preset none *  ").ends_with("  1"), "{}", ran.out);
    assert!(line("  labels ignored  ").ends_with("  2"), "{}", ran.out);
    line("* other sentences can be scored than as asked");
    let json = folder.json("brackets g s --replicates 0 --explain");
    let rows = json["systems"][0]["conventions"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["convention"] == "--preset none"), "{rows:?}");
    let same = folder.run("brackets g g --replicates 0 --explain").out;
    assert!(!same.contains('*'), "{same}");
}

#[test]
fn results_can_go_to_a_file() {
    let folder = Folder::new();
    let shown = folder.run("brackets --preset collins gold.mrg weak.mrg");
    let written = folder.run("brackets --preset collins gold.mrg weak.mrg -o result.txt");
    assert_eq!((written.status, written.out.as_str()), (0, ""));
    assert_eq!(folder.read("result.txt"), shown.out);
}

#[test]
fn gates_can_be_on_skipped_sentences_and_means() {
    let folder = Folder::new();
    let words = "brackets --preset collins gold.mrg failing.mrg -q --min";
    for (gate, status) in [
        ("f1:scored=87", 0),
        ("F1=83", 0),
        // Five sentences of sixty were skipped, and count as missed.
        ("f1=87", 1),
        ("f1=0.83", 2),
        ("average_crossing=0.2", 2),
        ("scores_with_missed.f1=83", 0),
        ("scores_with_missed.f1=87", 1),
        // 86.74 over those 55, and so 79.51 over 60.
        ("macro.f1=79.5", 0),
        ("macro.f1=80", 1),
        ("macro_with_missed.f1=80", 1),
        ("macro.f1:scored=86.7", 0),
        ("macro.f1:scored=87", 1),
        ("macro.f2=1", 2),
    ] {
        assert_eq!(folder.run(&format!("{words} {gate}")).status, status, "{gate}");
    }
}

#[test]
fn means_count_what_was_skipped_as_missed() {
    let folder = Folder::new();
    let [means, missed] = {
        let json = folder.json("brackets --preset collins gold.mrg failing.mrg");
        ["macro", "macro_with_missed"].map(|name| json["systems"][0][name].clone())
    };
    let value = |of: &serde_json::Value, name: &str| of[name].as_f64().unwrap();
    for name in ["recall", "f1"] {
        assert!((60.0 * value(&missed, name) - 55.0 * value(&means, name)).abs() < 1e-9, "{name}");
    }
    // Where nothing was returned, nothing of it was wrong.
    assert_eq!(missed["precision"], means["precision"]);
}

#[test]
fn what_is_skipped_has_a_place_also_through_a_pipe_and_out_of_step() {
    let folder = Folder::new();
    let other = TREE.replace("Dogs", "Cats");
    folder.write("gold", [TREE, &other, TREE, TREE].concat());
    let ran = folder.run_with("brackets gold - --format json", &[TREE, TREE, "\n"].concat());
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let places = |json: &serde_json::Value| -> Vec<String> {
        let rows = json["systems"][0]["skipped"].as_array().unwrap().iter();
        rows.map(|row| row["place"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(places(&json), ["standard input:2:1", "standard input:3:1", "gold:4:1"]);
    // Aligned by their text, the system's second sentence is gold's third.
    folder.write("system", [TREE, "(S (NP (NN", "\n", TREE].concat());
    let json = folder.json("brackets gold system --align");
    assert_eq!(places(&json), ["system:2:1", "gold:4:1"]);
}

#[test]
fn hints_tell_lost_lines_from_other_words() {
    let folder = Folder::new();
    let lines = |file: &str| -> Vec<String> {
        folder.read(file).lines().map(|line| format!("{line}\n")).collect()
    };
    let (gold, strong) = (lines("gold.mrg"), lines("strong.mrg"));
    let missing = "a sentence is missing or too many";
    // Gold has traces, here and there.
    for lost in [1, 9, 29, 54, 56] {
        let mut left = strong.clone();
        left.remove(lost);
        folder.write("left", left.concat());
        let ran = folder.run("brackets gold.mrg left");
        assert!(ran.out.contains(missing), "{lost}: {}", ran.out);
    }
    let mut left = strong.clone();
    left.remove(9);
    folder.write("left", left.concat());
    // Gold in a pipe cannot be looked through for it.
    let piped = folder.run_with("brackets - left", &gold.concat());
    assert!(piped.out.contains("More can be said if gold is a file"), "{}", piped.out);
    // By its text, one is missing and the parser ran to its end; places of repaired files are true, too.
    let aligned = folder.run("brackets gold.mrg left --align");
    assert!(aligned.out.contains("was it lost"), "{}", aligned.out);
    left[2] = left[2].replace(" the)", " a)").replace(" The)", " A)");
    folder.write("broken", [&left[..20].concat(), "(S (NP (NN\n", &left[21..].concat()].concat());
    let table = folder.run("brackets gold.mrg broken --repair --table skipped").out;
    assert!(table.contains("broken:3:1") && table.contains("3 skipped"), "{table}");
    // What nobody has parsed is not the parser's fault, and another text is one, however long.
    folder.write("holes", [&gold[..5].concat(), "\n", &gold[6..].concat()].concat());
    let ran = folder.run("brackets holes strong.mrg");
    assert!(ran.out.contains("gold has no words there"), "{}", ran.out);
    let longer = folder.read("entailments/gold.mrg");
    folder.write("longer", longer);
    let ran = folder.run("brackets longer strong.mrg");
    assert!(ran.out.contains("are these parses of the same text?"), "{}", ran.out);
}

#[test]
fn compat_takes_the_original_programs_words_in_their_order() {
    let folder = Folder::new();
    folder.write("my.prm", "MAX_ERROR 0\nDELETE_LABEL TOP\n");
    folder.write("gold", TREE.repeat(3)).write("system", TREE.replace("Dogs", "Cats").repeat(3));
    let before = folder.run("brackets --compat evalb -e 10 -p my.prm gold system");
    assert_eq!(before.status, 1, "the file's limit comes later and wins");
    assert_eq!(before.err, "1 : Words unmatch (Dogs|Cats)\n2 : Words unmatch (Dogs|Cats)\n");
    let after = folder.run("brackets -p my.prm -e10 gold --compat=evalb system");
    assert_eq!(after.status, 0);
    assert!(after.out.ends_with("Tagging accuracy          =   0.00\n"));
    let mixed = folder.run("brackets --compat evalb gold gold --format json");
    assert_eq!(mixed.status, 2, "EVALB would print its usage and end well");
    assert!(mixed.err.contains("--format is no option of EVALB"), "{}", mixed.err);
    let own = folder.run("brackets --compat evalb gold gold");
    assert!(own.out.contains("Bracketing FMeasure       = 100.00"));
}

#[test]
fn a_table_for_a_paper_has_the_best_in_bold() {
    let folder = Folder::new();
    let words = "brackets gold.mrg weak.mrg strong.mrg --columns f1,exact --caption Fifty_% \
                 --label tab:parsers --format";
    let latex = folder.run(&format!("{words} latex")).out;
    for line in [
        "\\begin{table}",
        "system & F1 & 95 \\% interval & exact \\\\",
        "strong & \\bezantbest{97}{21} & 95.56--98.35 & \\bezantbest{73}{33} \\\\",
        "weak & 74.32 & 70.97--77.54 & \\phantom{0}6.67 \\\\",
        "\\caption{Fifty\\_\\%}",
        "\\label{tab:parsers}",
    ] {
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(latex.lines().any(|found| plain(found) == line), "{line}\n{latex}");
    }
    let typst = folder.run(&format!("{words} typst")).out;
    for line in [
        "#figure(table(",
        "  [strong], [#bezant-best[97][21]], [95.56–98.35], [#bezant-best[73][33]],",
        "), caption: [Fifty\\_%]) <tab:parsers>",
    ] {
        assert!(typst.lines().any(|found| found == line), "{line}\n{typst}");
    }
    assert_eq!(folder.run(&format!("{words} latex --label a}}b")).status, 2);
    // Of tables that were chosen, and of those of systems alone, the first has it.
    for table in ["scores", "intervals", "labels"] {
        let words = "brackets gold.mrg weak.mrg --labels --caption Chosen --label tab:a";
        let latex = folder.run(&format!("{words} --table {table} --format latex"));
        assert!(
            latex.out.contains("\\caption{Chosen}\n\\label{tab:a}"),
            "{}{}",
            latex.out,
            latex.err
        );
        let typst = folder.run(&format!("{words} --table {table} --format typst"));
        assert!(typst.out.contains("caption: [Chosen]) <tab:a>"), "{}{}", typst.out, typst.err);
    }
}

#[test]
fn a_cutoff_that_was_asked_for_is_on_the_first_screen() {
    let folder = Folder::new();
    let words = "brackets gold.mrg weak.mrg --replicates 0";
    assert!(!folder.run(words).out.contains("up to"));
    let ran = folder.run(&format!("{words} -c 10"));
    assert!(ran.out.contains("entences of up to 10 words"), "{}", ran.out);
    folder.run(&format!("{words} --save rows.jsonl"));
    let ran = folder.run("merge rows.jsonl -c 10");
    assert!(ran.out.contains("entences of up to 10 words"), "{}", ran.out);
}

/// Line 3 is lost, 10 and 11 are joined, something is put in before 20, and in 30 a word is invented.
#[test]
fn sentences_are_paired_by_their_text_and_what_was_done_is_said() {
    let folder = Folder::new();
    let mut lines: Vec<String> = folder.read("strong.mrg").lines().map(String::from).collect();
    lines[29] = lines[29].replacen("(. .)", "(RB honestly) (. .)", 1);
    lines
        .insert(19, "(TOP (S (NP (NNS Answers)) (VP (VBP follow) (ADVP (RB below)))))".to_string());
    lines[9] = format!("(TOP {} {})", lines[9], lines[10]);
    lines.remove(10);
    lines.remove(2);
    folder.write("other.mrg", lines.join("\n") + "\n");
    let plain = folder.json("brackets gold.mrg strong.mrg --align --per-sentence");
    assert!(plain["systems"][0]["alignment"].is_null());
    let in_order = folder.json("brackets gold.mrg strong.mrg --per-sentence");
    assert_eq!(plain["systems"][0]["sentences"], in_order["systems"][0]["sentences"]);
    assert_eq!(plain["systems"][0]["scores"]["word_f1"], 1.0);
    assert!(in_order["systems"][0]["scores"]["word_f1"].is_null());
    assert!(in_order["systems"][0]["counts"]["words_lost"].is_null());

    let words = "brackets gold.mrg other.mrg --align --per-sentence --worst 3 --save rows.jsonl";
    let json = folder.json(words);
    let system = &json["systems"][0];
    let expected = serde_json::json!([
        {"kind": "lost", "gold": 3, "n_gold": 1, "system": 3, "n_system": 0},
        {"kind": "joined", "gold": 10, "n_gold": 2, "system": 9, "n_system": 1},
        {"kind": "extra", "gold": 20, "n_gold": 0, "system": 18, "n_system": 1},
    ]);
    assert_eq!(system["alignment"], expected);
    let reasons: Vec<&str> = system["skipped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["reason"].as_str().unwrap())
        .collect();
    assert_eq!(reasons, ["system_missing", "gold_missing"]);
    let counts = &system["counts"];
    assert_eq!(counts["words_extra"], 1);
    assert!(counts["words_lost"].is_null());
    let n = in_order["systems"][0]["counts"]["sentences"].as_u64().unwrap();
    assert_eq!(counts["sentences"], n - 1);

    let text = folder.run("brackets gold.mrg other.mrg --align --details");
    let note =
        "other: sentences paired by text: 1 lost (3), 1 extra (the system's 18), 2 joined (10–11)";
    assert!(text.out.contains(note), "{}", text.out);
    assert!(text.out.contains("word F1"), "{}", text.out);
    // Saved rows say the same, gates count what is lost, and --strict is told.
    let merged = folder.json("merge rows.jsonl");
    assert_eq!(merged["systems"][0]["scores"], system["scores"]);
    assert_eq!(merged["systems"][0]["scores_with_missed"], system["scores_with_missed"]);
    assert_eq!(folder.run("brackets gold.mrg other.mrg --align --min word_recall=99.9").status, 1);
    assert_eq!(folder.run("brackets gold.mrg strong.mrg --align --min word_recall=100").status, 0);
    assert_eq!(folder.run("brackets gold.mrg other.mrg --align --strict").status, 1);
    let shown =
        folder.run("brackets gold.mrg strong.mrg other.mrg --align --contrast strong other");
    // Sentence 30 is the only one in which they can be compared and differ.
    assert!(shown.out.contains("other, sentence 30, F1"), "{}\n{}", shown.out, shown.err);
    // Without it, all that follows the lost line is skipped.
    let skipped = folder.json("brackets gold.mrg other.mrg");
    assert!(skipped["systems"][0]["skipped"].as_array().unwrap().len() > 10);
}

#[test]
fn of_a_skipped_sentence_nothing_was_counted() {
    let folder = Folder::new();
    folder.write("one.mrg", "(S (NP (N dogs)) (VP (V bark)))\n").write("two.mrg", "(S (N cats))\n");
    let text = folder.read("one.mrg") + &folder.read("two.mrg");
    folder.write("gold.mrg", &text).write("other.mrg", text.replace("cats", "owls"));
    let json = folder.json("brackets gold.mrg other.mrg -q --replicates 0 --per-sentence");
    let row = &json["systems"][0]["sentences"][1];
    let counts = ["matched", "gold", "system", "crossing", "words", "tags_matched"];
    assert!(counts.iter().all(|key| row[key].is_null()), "{row}");
    assert!(row["skipped"].as_str().unwrap().contains("owls"), "{row}");
    let text = folder.run("brackets gold.mrg other.mrg -q --replicates 0 --per-sentence").out;
    let shown = text.lines().find(|line| line.contains("owls") && line.contains("—"));
    assert!(shown.is_some_and(|line| line.matches('—').count() == 9), "{text}");
}

#[test]
fn what_is_wrong_in_gold_is_said_of_gold() {
    let folder = Folder::new();
    folder.write("cut.mrg", [TREE, &TREE.replacen("NNS Dogs)", "NNS Dogs", 1)].concat());
    folder.write("short.mrg", TREE);
    folder.write("empty.mrg", [TREE, "\n"].concat());
    for command in ["brackets", "fragments"] {
        for system in ["cut.mrg", "short.mrg", "empty.mrg"] {
            let json = folder.json(&format!("{command} cut.mrg {system}"));
            let skipped = json["systems"][0]["skipped"].as_array().unwrap();
            let reasons: Vec<_> = skipped.iter().map(|row| &row["reason"]).collect();
            assert_eq!(reasons, ["gold_unreadable"], "{command} {system}");
        }
    }
    let ran = folder.run("brackets cut.mrg cut.mrg");
    assert!(
        ran.out.contains("cut.mrg:2:") && !ran.out.contains("counted as missed"),
        "{}",
        ran.out
    );
    // A word behind a lost bracket stands in brackets.
    folder.write("lost.mrg", TREE.replacen("loudly)", "loudly) again", 1));
    let ran = folder.run("check lost.mrg");
    assert!(ran.out.contains("a word without a tag of its own"), "{}", ran.out);
}
