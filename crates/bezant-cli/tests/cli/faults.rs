use crate::program::Folder;

/// A command that must fail with status 2 and exactly this message.
#[track_caller]
fn check(folder: &Folder, words: &str, message: &str) {
    let ran = folder.run(words);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words}\n{}", ran.err);
    assert_eq!(ran.err.trim_end(), message.trim_end(), "{words}");
}

#[test]
fn an_unclosed_tree_has_a_place_and_a_hint() {
    let folder = Folder::new();
    folder.write("broken", "(S\n  (NP (N a)))\n(S\n  (NP (N b))\n");
    check(
        &folder,
        "brackets --preset collins broken broken",
        "error: a bracket is opened and never closed
  --> broken:3:1
   |  (S
   |  ^
  hint: close it, or write -LRB- if the bracket is a word; for one tree a line pass --input penn-lines",
    );
}

#[test]
fn text_between_trees_has_a_place_and_a_hint() {
    let folder = Folder::new();
    folder.write("broken", "(S\n  (NP (N a)))\nhello (S (N b))\n");
    check(
        &folder,
        "brackets --preset collins broken broken",
        "error: text outside brackets
  --> broken:3:1
   |  hello (S (N b))
   |  ^
  hint: every tree starts with a bracket; a comment line starts with #, % or *x*",
    );
}

#[test]
fn sixteen_bit_text_is_refused() {
    let folder = Folder::new();
    folder.write("wide", b"\xFF\xFE(\0S\0)\0");
    check(
        &folder,
        "brackets gold.mrg wide",
        "error: wide: this is UTF-16 text\n  hint: convert it first, for example: iconv -f UTF-16 -t UTF-8",
    );
}

#[test]
fn files_that_are_no_trees_are_refused_where_trees_are_wanted() {
    let folder = Folder::new();
    folder.write("answers.txt", "\n1 YES\n2 NO\n");
    folder.write("trees.zip", b"PK\x03\x04\x14\0(S (N a))");
    let no_trees = "error: no line of this file starts a tree
  --> answers.txt:2:1
   |  1 YES
   |  ^
  hint: trees are written in brackets: (S (NP (NN rain)) (VP (VBZ falls))); is it the right file?";
    for words in [
        "brackets gold.mrg answers.txt",
        "fragments answers.txt gold.mrg",
        "convert --to tokens answers.txt",
    ] {
        check(&folder, words, no_trees);
    }
    check(
        &folder,
        "brackets gold.mrg weak.mrg --input conllu",
        "error: gold.mrg: conllu is no format of trees\n  hint: pass --input penn, penn-lines, discbracket or export, or leave it out",
    );
    let ran = folder.run("brackets gold.mrg entailments/gold.conllu");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("no line of this file starts a tree"), "{}", ran.err);
    let hint = "hint: it looks like CoNLL-U, which `bezant dependencies` reads";
    assert!(ran.err.contains(hint), "{}", ran.err);
    check(
        &folder,
        "relations gold.mrg weak.mrg --input stanford",
        "error: gold.mrg: stanford is no format of relations
  hint: pass --input conllu, conllx, candc, rasp, numbered or depbank, or leave it out",
    );
    check(
        &folder,
        "dependencies entailments/gold.conllu trees.zip",
        "error: trees.zip: this is a zip archive
  hint: unpack it first; single files may be packed by gzip, zstd, xz or bzip2",
    );
}

#[test]
fn the_help_of_a_command_lists_the_formats_that_it_reads() {
    let folder = Folder::new();
    for (command, listed, others) in [
        ("brackets", "penn-lines:", "conllu:"),
        ("dependencies", "conll2009:", "penn-lines:"),
        ("relations", "depbank:", "stanford:"),
        ("convert", "candc:", "numbered:"),
        ("entail decide", "rasp:", "depbank:"),
    ] {
        let help = folder.run(&format!("{command} --help")).out;
        assert!(help.contains(listed) && !help.contains(others), "{command}\n{help}");
    }
}

#[test]
fn a_layout_that_changes_after_the_start_is_an_error() {
    let folder = Folder::new();
    let lines = "(S (N a))\n".repeat(8_000);
    folder.write("late.mrg", lines + "(S (N a)\n   (N b))\n");
    check(
        &folder,
        "brackets --preset collins late.mrg late.mrg",
        "error: a tree goes on in this line, but the file began with one tree a line
  --> late.mrg:8002:1
   |     (N b))
   |  ^
  hint: close the tree in the line before, or pass --input penn for trees over several lines, --input penn-lines to skip what is broken",
    );
    let all = folder.json("brackets --preset collins late.mrg late.mrg --input penn");
    assert_eq!(all["systems"][0]["counts"]["sentences"], 8_001);
    let lines = folder.json("brackets --preset collins late.mrg late.mrg --input penn-lines");
    assert_eq!(lines["systems"][0]["skipped"].as_array().map(Vec::len), Some(2));
}

#[test]
fn numbers_that_are_far_too_large_do_no_harm() {
    let folder = Folder::new();
    let few = folder.run("brackets --preset collins gold.mrg weak.mrg");
    let many = folder.run("brackets --preset collins gold.mrg weak.mrg --threads 65535");
    assert_eq!((many.status, many.out), (0, few.out));
    let ran =
        folder.run("fragments gold.mrg weak.mrg --plot f.svg --window 1-18446744073709551615");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("no size above 10000"), "{}", ran.err);
}

#[test]
fn missing_files_and_folders_are_named() {
    let folder = Folder::new();
    check(
        &folder,
        "brackets gold.mrg nowhere.mrg",
        "error: nowhere.mrg: No such file or directory (os error 2)",
    );
    check(
        &folder,
        "brackets gold.mrg .",
        "error: no file in . is an output for a sentence of gold.mrg
  hint: name each by gold's sent_id or the sentence's number from 1; or give the files in it by name",
    );
    let ran = folder.run("brackets gold.mrg weak.mrg -o no/such/folder -q");
    assert_eq!(ran.status, 2);
    let message = "error: cannot write no/such/folder: there is no folder no/such\n";
    assert_eq!(ran.err, message, "a slip is told before the work is done");
}

#[test]
fn an_empty_gold_is_an_error() {
    let folder = Folder::new();
    folder.write("empty", "");
    let ran = folder.run("brackets --preset collins empty weak.mrg");
    // The system's sentences have no gold; that is not what an empty file is for.
    assert_eq!(ran.status, 2, "{}", ran.out);
    let message = "empty: there are no sentences in this file\n  hint: is it the right file?";
    assert!(ran.err.contains(message), "{}", ran.err);
}

#[test]
fn a_file_without_one_parameter_is_another_file() {
    let folder = Folder::new();
    let ran = folder.run("brackets -p gold.mrg gold.mrg weak.mrg");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.starts_with("error: unknown keyword (TOP\n  --> gold.mrg:1:1\n"),
        "{}",
        ran.err
    );
    // As EVALB's own file of comments may be.
    folder.write("empty.prm", "# nothing is deleted\n");
    assert_eq!(folder.run("brackets -p empty.prm gold.mrg weak.mrg").status, 0);
    folder.write("one.prm", "LABELED 1\n  x\n");
    assert_eq!(folder.run("brackets -p one.prm gold.mrg weak.mrg").status, 0);
}

#[test]
fn a_broken_parameter_file_is_reported_and_the_rest_used() {
    let folder = Folder::new();
    folder.write("my.prm", "DELETE_LABEL TOP\nDELETE_LABLE .\nEQ_LABEL ADVP\n");
    let ran = folder.run("brackets -p my.prm gold.mrg gold.mrg");
    assert_eq!(ran.status, 0);
    assert_eq!(
        ran.err,
        "warning: unknown keyword DELETE_LABLE
  --> my.prm:2:1
   |  DELETE_LABLE .
   |  ^
  hint: known are DEBUG, MAX_ERROR, CUTOFF_LEN, LABELED, DELETE_LABEL, DELETE_LABEL_FOR_LENGTH, QUOTE_LABEL, EQ_LABEL and EQ_WORD, and of disco-dop DELETE_WORD, DELETE_ROOT_PRETERMS and DISC_ONLY, in capitals
warning: EQ_LABEL needs two values
  --> my.prm:3:1
   |  EQ_LABEL ADVP
   |  ^
  hint: write two values with a blank between them, and nothing after
"
    );
}

#[test]
fn bytes_that_are_not_utf8_are_kept_and_reported_once() {
    let folder = Folder::new();
    let latin1 = b"(S (N caf\xE9))\n(S (N na\xEFve))\n";
    folder.write("latin1", latin1);
    let ran = folder.run("brackets --preset collins latin1 latin1");
    assert_eq!(ran.status, 0);
    assert!(
        ran.err
            .contains("warning: latin1:1:10: not UTF-8; bytes are kept and compared as they are"),
        "{}",
        ran.err
    );
    assert_eq!(ran.err.matches("not UTF-8").count(), 2, "once for each file: {}", ran.err);
    assert!(ran.out.contains("100.00"));
}

#[test]
fn wrong_words_on_the_command_line_are_explained() {
    let folder = Folder::new();
    for (words, message) in [
        ("brackets gold.mrg", "required arguments were not provided"),
        (
            "brackets gold.mrg weak.mrg --preset penn",
            "[possible values: standard, none, collins, new, freval, spmrl, unsupervised]",
        ),
        ("brackets gold.mrg weak.mrg --buckets depth", "write depth:5,10,20"),
        ("brackets gold.mrg weak.mrg --buckets length:9,3", "limits must ascend"),
        (
            "brackets gold.mrg weak.mrg --buckets length:9 --buckets length:5",
            "--buckets is given twice for the same",
        ),
        ("brackets gold.mrg weak.mrg --min f1", "write SCORE=VALUE, for example f1=90"),
        (
            "brackets gold.mrg weak.mrg --min f2=1 -q",
            "no score is called f2; there are f1, precision, recall,",
        ),
        ("brackets gold.mrg weak.mrg --names a,b", "--names has 2 names for 1 system"),
        (
            "brackets gold.mrg weak.mrg strong.mrg --names a,a",
            "two systems cannot both be called a",
        ),
        ("brackets gold.mrg weak.mrg strong.mrg --names a,", "--names has an empty name"),
        ("brackets gold.mrg weak.mrg weak.mrg", "weak.mrg is given twice; tell the two apart"),
        ("brackets - -", "only one file can be standard input"),
        ("brackets gold.mrg - -p -", "only one file can be standard input"),
        ("merge - -", "only one file can be standard input"),
        ("brackets gold.mrg weak.mrg --clean dust", "traces"),
        ("brackets gold.mrg weak.mrg --compat spacy", "there are evalb and evalb-spmrl"),
        (
            "fragments gold.mrg weak.mrg --limits 1,0",
            "0 is no size; write a number from 1 on, or all",
        ),
        (
            "--color never brackets gold.mrg weak.mrg --compat evalb",
            "with --compat evalb, the first word must be brackets",
        ),
        ("bracket gold.mrg", "a similar subcommand exists: 'brackets'"),
        ("merge gold.mrg", "not a file of saved rows"),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 2, "{words}");
        assert!(ran.err.contains(message), "{words}\n{}", ran.err);
    }
}

/// Scoring may take long, so names are looked up before it: here, before a file is even found to be
/// missing.
#[test]
fn wrong_names_are_noticed_before_anything_is_scored() {
    let folder = Folder::new();
    for command in ["brackets", "fragments", "dependencies", "relations"] {
        for (words, message) in [
            ("a --min f2=1", "no score is called f2; there are"),
            ("a --min macro.f2=1", "no score is called f2; there are"),
            ("a --table scores --format json", "--table does not go with JSON"),
            ("a b --score f2", "no score is called f2; there are"),
            ("a b --baseline c", "no system is called c; there are a, b"),
            ("a b --baseline c --replicates 0", "no system is called c; there are a, b"),
            ("a --baseline c", "no system is called c; there are a"),
            ("a --baseline a", "--baseline a: there is no other system to compare with it"),
        ] {
            let ran = folder.run(&format!("{command} missing {words}"));
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{command} {words}");
            assert!(ran.err.contains(message), "{command} {words}\n{}", ran.err);
        }
    }
    let ran = folder.run("entail score missing a --min f2=1");
    assert!(ran.err.contains("no score is called f2"), "{}", ran.err);
    let ran = folder.run("entail score missing a --min macro.f1=1");
    assert!(ran.err.contains("no score is called f1; there are none"), "{}", ran.err);
    let ran = folder.run("entail oracle missing --gold-parses a --min f2=1");
    assert!(ran.err.contains("no score is called f2"), "{}", ran.err);

    let words = "brackets --preset collins gold.mrg weak.mrg strong.mrg --save rows.jsonl -q";
    assert_eq!(folder.run(words).status, 0);
    for (words, message) in [
        ("compare rows.jsonl --min f2=1", "no score is called f2"),
        (
            "compare rows.jsonl --baseline c",
            "no system is called c; there are weak.mrg, strong.mrg",
        ),
        ("merge rows.jsonl --min f2=1", "no score is called f2"),
    ] {
        let ran = folder.run(words);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words}");
        assert!(ran.err.contains(message), "{words}\n{}", ran.err);
    }
}

#[test]
fn skipped_sentences_are_told_of_in_one_line() {
    let folder = Folder::new();
    let words = "brackets --preset collins gold.mrg strong.mrg failing.mrg -o out";
    let told = "warning: 5 of 60 sentences of failing.mrg were skipped (3 no parse, 1 word mismatch, \
                1 system unreadable)\n  hint: --table skipped lists them, --strict makes it a failure\n";
    assert_eq!(folder.run(words).err, told);
    assert_eq!(folder.run(&format!("{words} --format json --save rows.jsonl")).err, told);
    assert_eq!(folder.run("compare rows.jsonl -o out").err, told);
    assert_eq!(folder.run("merge rows.jsonl -o out").err, told);
    assert_eq!(folder.run(&format!("{words} --quiet")).err, "");
    let strict = folder.run(&format!("{words} --strict"));
    let told = "warning: 5 of 60 sentences of failing.mrg were skipped (3 no parse, 1 word mismatch, \
                1 system unreadable); --strict forbids that\n  hint: --table skipped lists them\n";
    assert_eq!(strict.err, told);
    assert_eq!(
        folder.run("brackets --compat evalb gold.mrg failing.mrg").err.find("warning"),
        None
    );
}

#[test]
fn a_tree_of_a_hundred_thousand_levels_is_scored() {
    let folder = Folder::new();
    let n = 100_000;
    folder.write("deep", ["(S ".repeat(n), "(N a)".into(), ")".repeat(n), "\n".into()].concat());
    let json = folder.json("brackets deep deep --labels --explain");
    assert_eq!(json["systems"][0]["counts"]["matched"], n);
    assert_eq!(json["systems"][0]["scores"]["f1"], 1.0);
}

#[test]
fn a_gate_fails_also_when_nobody_reads_on() {
    let folder = Folder::new();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_bezant"))
        .current_dir(folder.path())
        .args("brackets --preset collins gold.mrg weak.mrg --min f1=80".split(' '))
        .stdout(writer)
        .stderr(std::process::Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(1));
}

#[test]
fn files_of_another_kind_are_named() {
    let folder = Folder::new();
    let pairs = "entailments/pairs.xml";
    folder.write("answers.tsv", "1\tYES\n2\tNO\n");
    folder.write("pairs.tsv", "id\ttext\thypothesis\tentailment\n1\tIt rains.\tIt is wet.\tYES\n");
    folder.write("g.gr", "1\n(ncsubj fall rain _)\n");
    folder.write(
        "text",
        "1\nIn autumn the heavy rain falls .\n\n2\nOwls sleep by day in old barns .\n",
    );
    for (command, message, hint) in [
        (
            format!("entail score {pairs} entailments/strong.conllu"),
            "these are parses, not answers",
            "`bezant entail decide PAIRS --parses FILE` makes answers of parses",
        ),
        (
            format!("entail score {pairs} gold.mrg"),
            "these are parses, not answers",
            "`bezant entail decide PAIRS",
        ),
        (
            format!("entail score {pairs} {pairs}"),
            "these are pairs, not answers",
            "the file of pairs comes first",
        ),
        (
            format!("entail score {pairs} pairs.tsv"),
            "these are pairs, not answers",
            "the file of pairs comes first",
        ),
        (
            format!("entail score answers.tsv {pairs}"),
            "these are answers, not pairs",
            "the file of pairs comes first",
        ),
        (
            format!("entail decide entailments/strong.conllu --parses {pairs}"),
            "these are parses, not pairs",
            "the file of pairs comes first",
        ),
        (
            format!("entail decide {pairs} --parses {pairs}"),
            "these are pairs, not parses",
            "parse the output of `bezant entail sentences`",
        ),
        (format!("relations {pairs} g.gr"), "these are pairs of entailments", "`bezant entail`"),
        (
            format!("dependencies {pairs} {pairs}"),
            "these are pairs of entailments",
            "`bezant entail`",
        ),
        (
            "brackets gold.mrg pairs.tsv".to_string(),
            "these are pairs of entailments",
            "`bezant entail`",
        ),
        (
            "relations text g.gr".to_string(),
            "these are sentences, not relations",
            "pass it with --text",
        ),
    ] {
        let ran = folder.run(&command);
        assert_eq!(ran.status, 2, "{command}");
        assert!(ran.err.contains(message), "{command}: {}", ran.err);
        assert!(ran.err.contains(&format!("hint: {hint}")), "{command}: {}", ran.err);
    }
    // One odd answer makes no other file of it.
    folder.write("odd.tsv", "1\tperhaps\n");
    let ran = folder.run("entail score pairs.tsv odd.tsv");
    assert!(ran.err.contains("1 has the answer \"perhaps\""), "{}", ran.err);
}

#[test]
fn a_file_that_was_cut_off_is_said_to_end_there() {
    let folder = Folder::new();
    let gold = folder.read("entailments/gold.conllu");
    let cut = gold.match_indices('\t').nth(500).unwrap().0;
    folder.write("cut.conllu", &gold[..cut]);
    let ran = folder.run("dependencies entailments/gold.conllu cut.conllu");
    assert!(ran.out.contains("the file ends in this line, in column "), "{}", ran.out);
    assert!(ran.out.contains("  hint: the file was cut off: did the parser run to its end"));
    folder.write("one.conllu", format!("word\n{gold}"));
    let ran = folder.run("dependencies entailments/gold.conllu one.conllu --table skipped");
    assert!(ran.out.contains(": 1 column where 10 are expected; separate"), "{}", ran.out);
}

#[test]
fn where_nothing_is_scored_the_reason_is_given_once() {
    let folder = Folder::new();
    folder.write("empty", "").write("g.gr", "1\n(ncsubj fall rain _)\n");
    let empty = "the file is empty: did the parser write into it, and to the end?";
    for command in ["brackets gold.mrg empty", "dependencies entailments/gold.conllu empty"] {
        for (more, times) in
            [("", 1), ("--table skipped", 1), ("--table scores", 1), ("--format csv", 1)]
        {
            let ran = folder.run(&format!("{command} {more}"));
            let all = format!("{}{}", ran.out, ran.err);
            assert_eq!(ran.status, 2, "{all}");
            assert_eq!(all.matches(empty).count(), times, "{command} {more}: {all}");
            assert!(ran.err.contains("not one sentence of empty could be scored"), "{}", ran.err);
            assert!(!all.contains("the system's file does not have them"), "{all}");
        }
    }
    let ran = folder.run("relations g.gr empty");
    let message =
        "error: empty: the file is empty\n  hint: did the parser write into it, and to the end?";
    assert!(ran.err.contains(message), "{}", ran.err);
    folder.write("open.gr", "1\n(ncsubj fall\n");
    let ran = folder.run("relations g.gr open.gr");
    assert!(ran.err.contains("never closed\n  hint: close the relation"), "{}", ran.err);
}
