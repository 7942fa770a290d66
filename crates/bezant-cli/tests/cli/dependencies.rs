use crate::program::Folder;

const GOLD: &str = "# sent_id = one\n\
    1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t2:nsubj\t_\n\
    2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t0:root\t_\n\
    3\tloudly\tloudly\tADV\tRB\t_\t2\tadvmod\t2:advmod\tSpaceAfter=No\n\
    4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t2:punct\t_\n\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("gold.conllu", GOLD.repeat(3));
    folder.write("system.conllu", GOLD.repeat(2) + &GOLD.replace("\t2\tadvmod", "\t1\tadvmod"));
    folder
}

#[test]
fn json_has_every_measure_with_its_counts() {
    let json = folder().json("dependencies gold.conllu system.conllu --preset ud");
    let system = &json["systems"][0];
    let las = &system["metrics"]["LAS"];
    for key in ["precision", "recall", "f1", "aligned_accuracy"] {
        assert_eq!(las[key], 11.0 / 12.0, "{key}");
    }
    for (key, n) in [("matched", 11), ("gold", 12), ("system", 12), ("aligned", 12)] {
        assert_eq!(las[key], n, "{key}");
    }
    for name in [
        "Tokens",
        "Sentences",
        "Words",
        "UPOS",
        "XPOS",
        "UFeats",
        "AllTags",
        "Lemmas",
        "UAS",
        "LAS",
        "CLAS",
        "MLAS",
        "BLEX",
        "ELAS",
        "EULAS",
    ] {
        assert!(system["metrics"][name]["f1"].is_f64(), "{name}");
    }
    assert!(system["metrics"]["Tokens"]["aligned"].is_null());
    assert_eq!(system["metrics"]["Words"]["aligned"], 12);
    assert!(system["metrics"]["Words"]["aligned_accuracy"].is_null());
    assert_eq!(system["scores"]["LAS"], 11.0 / 12.0);
    assert_eq!(system["counts"]["attachments"], 11);
    assert_eq!(system["skipped"].as_array().unwrap().len(), 0);
    assert!(json["signature"].as_str().unwrap().starts_with("dependencies|preset:ud|"));
}

#[test]
fn every_format_of_report_is_written() {
    let folder = folder();
    folder.write("same.conllu", folder.read("gold.conllu"));
    for format in ["text", "csv", "tsv", "markdown", "latex"] {
        let ran = folder.run(&format!(
            "dependencies gold.conllu system.conllu same.conllu --format {format} --worst 2 --per-sentence"
        ));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{format}");
        assert!(ran.out.contains("LAS"), "{format}\n{}", ran.out);
    }
}

#[test]
fn compat_prints_the_scorers_tables() {
    let ran = folder().run("dependencies --compat udeval gold.conllu system.conllu");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(
        ran.out,
        "LAS F1 Score: 91.67\nMLAS Score: 88.89\nBLEX Score: 88.89\nELAS F1 Score: 100.00\n\
         EULAS F1 Score: 100.00\n"
    );
    let ran = folder().run("dependencies --compat udeval -c gold.conllu system.conllu");
    assert!(ran.out.contains("LAS        |        11 |        12 |        12 |        12\n"));
    let ran = folder().run("dependencies --compat udeval gold.conllu");
    assert_eq!(ran.status, 2);
    assert!(ran.err.ends_with("the following arguments are required: system_file\n"));
    let folder = folder();
    folder.write("other.conllu", GOLD.replace("loudly", "softly"));
    let ran = folder.run("dependencies --compat udeval gold.conllu other.conllu");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.contains("The concatenation of tokens in gold file and in system file differ!")
    );
}

#[test]
fn compat_accepts_what_the_scorer_accepts_and_says_where_it_does_not() {
    let folder = folder();
    let run = |text: &str, options: &str| {
        folder.write("other.conllu", text);
        folder.run(&format!("dependencies --compat udeval {options} -c gold.conllu other.conllu"))
    };
    // The scorer passes over arcs from empty nodes without asking for the nodes.
    let ran = run(&GOLD.repeat(3).replacen("2:advmod", "2.1:advmod", 1), "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("ELAS       |        11 |        12 |        11 |"), "{}", ran.out);
    let ran = run(&GOLD.repeat(3).replacen("\t_\t2\tnsubj", "\t\t2\tnsubj", 1), "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("UFeats     |        12 |        12 |        12 |        12"));
    let ran = run(&(GOLD.repeat(3) + "# made by hand\n"), "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));

    let ran = run(&(GOLD.repeat(2) + &GOLD.replace("2\tpunct", "7\tpunct")), "");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("other.conllu:17:17: HEAD is 7"), "{}", ran.err);
    let empty = "2.1\tdo\tdo\tVERB\t_\t_\t_\t_\t0:root\t_\n3\tloudly";
    let text = GOLD.replace("3\tloudly", empty).repeat(3);
    assert_eq!(run(&text, "").status, 0);
    let ran = run(&text, "--no-empty-nodes yes");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("line still contains empty nodes at line 4: 2.1\tdo"), "{}", ran.err);
}

#[test]
fn comments_behind_the_last_sentence_are_not_skipped() {
    let folder = folder();
    folder.write("hand.conllu", GOLD.repeat(3) + "# made by hand\n");
    for words in ["hand.conllu gold.conllu", "gold.conllu hand.conllu"] {
        let json = folder.json(&format!("dependencies {words} --strict"));
        assert_eq!(json["systems"][0]["metrics"]["Sentences"]["f1"], 1.0, "{words}");
    }
}

#[test]
fn a_fault_in_the_very_first_word_has_its_place() {
    let folder = folder();
    let broken = GOLD.replacen("1\tDogs", "one\tDogs", 1) + &GOLD.repeat(2);
    folder.write("broken.conllu", broken);
    let json = folder.json("dependencies gold.conllu broken.conllu");
    let message = json["systems"][0]["skipped"][0]["message"].as_str().unwrap();
    assert!(message.starts_with("system, line 2, column 1: ID is no number"), "{message}");
}

#[test]
fn saved_rows_are_merged_to_the_same_scores() {
    let folder = folder();
    let words = "dependencies gold.conllu system.conllu --replicates 0 --save rows.jsonl";
    let json = folder.json(words);
    let merged = folder.json("merge rows.jsonl");
    assert_eq!(merged["systems"][0]["metrics"], json["systems"][0]["metrics"]);
    assert_eq!(merged["signature"], json["signature"]);
}

#[test]
fn other_texts_are_reported_and_fail_a_strict_run() {
    let folder = folder();
    folder.write("other.conllu", GOLD.repeat(2) + &GOLD.replace("loudly", "softly"));
    let ran = folder.run("dependencies gold.conllu other.conllu");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.contains(
            "other: the text differs from gold's in 1 place; first at gold's line 16, \
             the system's line 16\n  gold    Dogs bark [loudly] .\n  system  Dogs bark [softly] .\n"
        ),
        "{}",
        ran.out
    );
    let normal = ran.out;
    let ran = folder.run("dependencies gold.conllu other.conllu --strict");
    assert_eq!((ran.status, ran.out), (1, normal));
    let message = "the text of other.conllu differs from gold's (gold, line 16: Dogs bark [loudly] .; \
                   system, line 16: Dogs bark [softly] .), and --strict forbids that";
    assert!(ran.err.contains(message), "{}", ran.err);
}

/// The next sentence from which both texts go on is looked for; that the sentence with the other word
/// stands once more, a little later, must not lead astray.
#[test]
fn a_sentence_that_stands_twice_is_compared_in_its_place() {
    let folder = folder();
    let sentence = |words: &str| -> String {
        let line = |(at, word): (usize, &str)| {
            let head = if at == 0 { "0\troot" } else { "1\tdep" };
            format!("{}\t{word}\t_\tX\t_\t_\t{head}\t_\t_\n", at + 1)
        };
        words.split(' ').enumerate().map(line).collect::<String>() + "\n"
    };
    let company = sentence(
        "The company moved its archive from a cellar in Leeds to a tower beside the river .",
    );
    let tower =
        sentence("There was a tower beside the river when the archive of the company was moved .");
    let leeds =
        sentence("There was a cellar in Leeds from which the archive of the company was moved .");
    let rest = [&*tower, &*company, &*leeds].concat();
    folder.write("once.conllu", format!("{company}{rest}"));
    folder.write("twice.conllu", format!("{}{rest}", company.replace("company", "guild")));
    let json = folder.json("dependencies once.conllu twice.conllu");
    let system = &json["systems"][0];
    assert_eq!(
        (&system["scores"]["LAS"], &system["skipped"]),
        (&1.0.into(), &serde_json::json!([]))
    );
    let note = json["notes"][0].as_str().unwrap();
    assert!(
        note.contains("differs from gold's in 1 place; first at gold's line 2, the system's"),
        "{note}"
    );
}

#[test]
fn an_empty_system_has_missed_everything_and_an_empty_gold_is_an_error() {
    let folder = folder();
    folder.write("empty", "");
    for file in ["empty", "/dev/null"] {
        let ran = folder.run(&format!("dependencies gold.conllu {file} --min LAS:scored=0"));
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert!(ran.err.contains("could be scored"), "{}", ran.err);
        assert!(ran.out.contains("3 of 3 (3 system missing)"), "{}", ran.out);
        let ran = folder.run(&format!("dependencies {file} gold.conllu"));
        assert_eq!(ran.status, 2);
        assert!(ran.err.contains("there are no sentences in this file"), "{}", ran.err);
    }
}

#[test]
fn sentences_that_are_missing_between_others_are_all_counted() {
    let folder = Folder::new();
    let sentence = |word: &str| GOLD.replace("Dogs", word);
    let all = ["Cats", "Owls", "Jays", "Rats", "Dogs"].map(sentence);
    folder.write("gold.conllu", all.concat());
    folder.write("system.conllu", [&all[0], &all[4]].map(String::as_str).concat());
    let ran = folder.run("dependencies gold.conllu system.conllu");
    let said =
        "skipped, and counted as missed in LAS all: system 3 of 5 (3 system missing in 1 place)";
    assert!(ran.out.contains(said) && ran.err.is_empty(), "{}{}", ran.out, ran.err);
    let ran = folder.run("dependencies gold.conllu system.conllu --details -o all.txt");
    let ran = crate::program::Ran { out: folder.read("all.txt"), ..ran };
    let warning = "3 of 5 sentences of system.conllu were skipped (3 system missing in 1 place)";
    assert!(ran.err.contains(warning), "{}", ran.err);
    assert!(ran.out.contains("system: 3 skipped (3 system missing in 1 place)"), "{}", ran.out);
    assert!(
        ran.out.contains("  gold.conllu:7:1: sentences 2 to 4 (one): the system has no such"),
        "{}",
        ran.out
    );
    let json = folder.json("dependencies gold.conllu system.conllu");
    let skipped = &json["systems"][0]["skipped"];
    assert_eq!((&skipped[0]["sentence"], &skipped[0]["n_sentences"]), (&2.into(), &3.into()));
}

#[test]
fn gates_and_faults_set_the_exit_status() {
    let folder = folder();
    assert_eq!(folder.run("dependencies gold.conllu system.conllu --min LAS=91").status, 0);
    assert_eq!(folder.run("dependencies gold.conllu system.conllu --min LAS=92").status, 1);
    folder.write("broken.conllu", GOLD.repeat(2) + &GOLD.replace("\t2\tadvmod", "\t7\tadvmod"));
    let ran = folder.run("dependencies gold.conllu broken.conllu --details");
    assert_eq!(ran.status, 0);
    assert!(ran.out.contains("broken: 1 skipped (1 system unreadable)"), "{}", ran.out);
    assert!(ran.out.contains("HEAD is 7 in a sentence of 4 words"), "{}", ran.out);
    assert_eq!(folder.run("dependencies gold.conllu broken.conllu --strict").status, 1);
}

#[test]
fn wrong_uses_are_explained() {
    let folder = folder();
    for (words, message) in [
        (
            "dependencies gold.conllu gold.mrg",
            "this does not look like dependencies\n  --> gold.mrg:1:1",
        ),
        (
            "dependencies gold.conllu system.conllu --preset conllx --enhancements 1",
            "which goes with --preset ud",
        ),
        (
            "dependencies gold.conllu system.conllu --preset stanford --collapse-empty-nodes",
            "which goes with --preset ud",
        ),
        (
            "dependencies gold.conllu system.conllu --preset conll",
            "[possible values: ud, conllx, stanford, msp]",
        ),
        ("dependencies gold.conllu system.conllu --enhancements 9", "9 is no enhancement"),
        ("dependencies gold.conllu system.conllu --punctuation keep", "goes with --preset conllx"),
        ("dependencies gold.conllu system.conllu --compat evalb", "there is udeval"),
        ("dependencies - -", "only one file can be standard input"),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 2, "{words}");
        assert!(ran.err.contains(message), "{words}\n{}", ran.err);
    }
}

#[test]
fn other_presets_have_their_own_measures() {
    let folder = folder();
    let json = folder.json("dependencies --preset conllx gold.conllu system.conllu");
    assert_eq!(json["systems"][0]["metrics"]["LAS"]["f1"], 8.0 / 9.0);
    let text = "nsubj(bark-2, Dogs-1)\nadvmod(bark-2, loudly-3)\n\n";
    folder.write("gold.sd", text).write("system.sd", text.replace("nsubj", "dobj"));
    let json = folder.json("dependencies --preset stanford gold.sd system.sd");
    assert_eq!(json["systems"][0]["metrics"]["labelled"]["f1"], 0.5);
    assert_eq!(json["systems"][0]["metrics"]["unlabelled"]["f1"], 1.0);
}

#[test]
fn analysis_shows_what_is_taken_for_what() {
    let folder = folder();
    folder.write("labels.conllu", GOLD.repeat(2) + &GOLD.replace("nsubj", "obj"));
    let json = folder.json("dependencies gold.conllu labels.conllu --show confusions:nsubj:obj");
    let system = &json["systems"][0];
    let find = |table: &str, key: &str, value: &str| {
        let rows = system[table].as_array().unwrap();
        rows.iter()
            .find(|row| row[key] == value)
            .unwrap_or_else(|| panic!("{table} {value}"))
            .clone()
    };
    let nsubj = find("relations", "relation", "nsubj");
    assert_eq!(
        (&nsubj["gold"], &nsubj["system"], &nsubj["matched"]),
        (&3.into(), &2.into(), &2.into())
    );
    assert_eq!(find("directions", "head", "left")["matched"], 6);
    assert_eq!(find("distances", "distance", "2")["gold"], 3);
    assert_eq!(find("confusions", "gold", "nsubj")["n"], 1);
    let shown = json["shown"].as_array().unwrap();
    assert_eq!(shown.len(), 1);
    assert_eq!((&shown[0]["sentence"], &shown[0]["facts"]), (&3.into(), &1.into()));
    assert_eq!(system["examples"][0]["text"], "Dogs bark loudly .");
    let ran = folder.run("dependencies gold.conllu labels.conllu --show confusions:nsubj:iobj");
    let message = "confusions has no row nsubj:iobj; there are: nsubj:obj";
    assert!(ran.err.contains(message), "{}", ran.err);
    let conllx = folder.json("dependencies --preset conllx gold.conllu labels.conllu --analysis");
    assert_eq!(conllx["systems"][0]["tags"].as_array().unwrap().len(), 3, "no punctuation");
}

/// Two of gold's sentences as one.
fn joined() -> String {
    let second = GOLD
        .replace("# sent_id = one\n", "")
        .replace("1\tDogs", "5\tDogs")
        .replace("2\tbark", "6\tbark")
        .replace("3\tloudly", "7\tloudly")
        .replace("4\t.", "8\t.")
        .replace("\t2\t", "\t6\t")
        .replace("\t0\troot", "\t2\tparataxis")
        .replace("\t2:", "\t6:")
        .replace("\t0:root", "\t2:parataxis");
    GOLD.trim_end().to_string() + "\n" + &second
}

/// Systems that end sentences in different places.
fn splitters() -> Folder {
    let folder = folder();
    let wrong = GOLD.replace("\t2\tadvmod", "\t1\tadvmod");
    folder.write("gold.conllu", GOLD.repeat(12));
    folder.write("a.conllu", GOLD.repeat(9) + &wrong + &joined());
    folder.write("b.conllu", joined() + GOLD + &joined() + &wrong.repeat(6) + GOLD);
    for system in ["a", "b"] {
        let words = format!("dependencies gold.conllu {system}.conllu --save {system}.jsonl");
        assert_eq!(folder.run(&words).status, 0);
    }
    folder
}

#[test]
fn rows_of_runs_that_cut_the_text_elsewhere_are_compared_as_in_one_run() {
    let folder = splitters();
    let one_run = folder.json("dependencies gold.conllu a.conllu b.conllu");
    let rows = folder.json("compare a.jsonl b.jsonl");
    for key in ["signature", "comparisons", "effects"] {
        assert_eq!(one_run[key], rows[key], "{key}");
    }
    // Each system has one row for two sentences where only it has one, and together they have ten
    // and nine; scores of each alone stay what they were.
    assert_eq!(rows["effects"][0]["sentences"], 12);
    let [higher, lower, equal] =
        ["higher", "lower", "equal"].map(|key| rows["effects"][0][key].as_u64().unwrap());
    assert_eq!(higher + lower + equal, 9);
    let comparison = &rows["comparisons"][0];
    assert_eq!(comparison["score"], "LAS");
    let las = |at: usize| rows["systems"][at]["scores"]["LAS"].as_f64().unwrap();
    assert_eq!(comparison["difference"].as_f64().unwrap(), las(0) - las(1));
    // 48 words: a is wrong in one adverb and one root, b in two roots and six adverbs.
    assert_eq!((las(0), las(1)), (46.0 / 48.0, 40.0 / 48.0));
}

#[test]
fn systems_are_compared_under_the_table() {
    let folder = splitters();
    for format in ["text", "csv", "tsv", "markdown", "latex"] {
        let ran = folder.run(&format!(
            "dependencies gold.conllu a.conllu b.conllu --baseline a.conllu --test bootstrap \
             --replicates 99 --seed 7 --score UAS --format {format} --details"
        ));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{format}");
        assert!(ran.out.contains("Differences between systems") || format != "text", "{}", ran.out);
    }
    let json = folder.json("dependencies gold.conllu a.conllu b.conllu --replicates 0");
    assert_eq!(json["comparisons"].as_array().unwrap().len(), 0);
    let ran = folder.run("dependencies gold.conllu a.conllu b.conllu --score f1");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("no score is called f1; there are LAS, Tokens, "), "{}", ran.err);
}

#[test]
fn merged_rows_keep_the_numbers_of_their_sentences() {
    let folder = splitters();
    // The same text once more, under another fingerprint.
    let again = folder.read("a.jsonl").replace("gold:", "gold:f");
    folder.write("again.jsonl", again);
    let json = folder.json("merge a.jsonl again.jsonl -q --per-sentence");
    let rows = json["systems"][0]["sentences"].as_array().unwrap();
    let numbers: Vec<u64> = rows.iter().map(|row| row["sentence"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=11).chain(13..=23).collect::<Vec<u64>>());
    assert!(json["signature"].as_str().unwrap().contains("|n:24|"));
}

/// By hand. Heads, seen from their words: +1 0 −1 −2 and +1 0 −2 −2. They agree in 3 of 4 words, by
/// chance in (1·1 + 1·1 + 1·2) / 16; of eight values, 64 − 4 − 4 − 1 − 9 = 46 of 56 pairs differ.
#[test]
fn annotators_agree_as_far_as_is_counted_by_hand() {
    let folder = folder();
    folder.write("anna.conllu", GOLD);
    folder.write("ben.conllu", GOLD.replace("nsubj", "obj").replace("\t2\tadvmod", "\t1\tadvmod"));
    let json = folder.json("dependencies --agreement anna.conllu ben.conllu --names Anna,Ben");
    let pair = &json["agreement"][0];
    assert_eq!(
        (&pair["a"], &pair["b"], &pair["words"]),
        (&"Anna".into(), &"Ben".into(), &4.into())
    );
    let near = |value: &serde_json::Value, wanted: f64| {
        assert!((value.as_f64().unwrap() - wanted).abs() < 1e-12, "{value} {wanted}");
    };
    for (key, share, kappa, alpha) in [
        ("heads", 3.0 / 4.0, 2.0 / 3.0, 16.0 / 23.0),
        ("relations", 3.0 / 4.0, 9.0 / 13.0, 18.0 / 25.0),
        ("both", 2.0 / 4.0, 3.0 / 7.0, 6.0 / 13.0),
    ] {
        near(&pair[key], share);
        near(&pair[format!("{key}_kappa")], kappa);
        near(&json["alpha"][0][key], alpha);
    }
    assert!(json["signature"].as_str().unwrap().contains("|unit:words"));
    // A third who has only the first three words, without a root of their own.
    folder.write("carla.conllu", GOLD.replace("4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t2:punct\t_\n", ""));
    for format in ["text", "csv", "tsv", "markdown", "latex"] {
        let words = format!(
            "dependencies --agreement anna.conllu ben.conllu carla.conllu --format {format}"
        );
        let ran = folder.run(&words);
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(ran.out.contains("carla"), "{}", ran.out);
    }
    folder.write("dora.conllu", GOLD.replace("\t2\tpunct", "\t9\tpunct"));
    let ran = folder.run("dependencies --agreement anna.conllu dora.conllu");
    let note =
        "dora.conllu: 1 left out; the first is sentence 1: system, line 5, column 17: HEAD is 9";
    // They share nothing else.
    assert!(ran.status == 2 && ran.out.contains(note), "{}", ran.out);
    let three = "dependencies --agreement anna.conllu ben.conllu dora.conllu";
    let (ran, strict) = (folder.run(three), folder.run(&format!("{three} --strict")));
    assert!(ran.status == 0 && ran.out.contains(note), "{}", ran.out);
    assert_eq!((strict.status, strict.out), (1, ran.out));
    let message = "1 sentence was skipped, and --strict forbids that";
    assert!(strict.err.contains(message), "{}", strict.err);
    let complete = folder.run("dependencies --agreement anna.conllu ben.conllu --strict");
    assert_eq!((complete.status, complete.err.as_str()), (0, ""));
    assert_eq!(folder.run("dependencies --agreement anna.conllu ben.conllu --min LAS=1").status, 2);
    let ran = folder.run("dependencies --agreement --preset stanford anna.conllu ben.conllu");
    assert!(ran.status == 2 && ran.err.contains("--agreement is over words"), "{}", ran.err);
}

#[test]
fn relations_of_the_candc_parser_are_typed_dependencies() {
    let folder = folder();
    let gold = "# made by hand\n\n(det dog_1 The_0)\n(ncsubj seen_3 dog_1 obj)\n(passive seen_3)\n\
        (ncmod _ seen_3 often_4)\n<c> The|the|DT|x dog|dog|NN|x was|be|VBD|x seen|see|VBN|x often|often|RB|x\n\n\
        (ncsubj sleeps_1 John_0 _)\n";
    folder.write("gold.grs", gold);
    let system = gold.replace("(ncmod _", "(ncmod prt").replace("(passive seen_3)\n", "");
    folder.write("system.grs", system);
    let json = folder.json(
        "dependencies --preset stanford gold.grs system.grs --show confusions:ncmod:ncmod:prt",
    );
    let metrics = &json["systems"][0]["metrics"];
    let counts =
        |name: &str| ["matched", "gold", "system"].map(|key| metrics[name][key].as_u64().unwrap());
    assert_eq!(counts("labelled"), [3, 5, 4]);
    assert_eq!(counts("without subtypes"), [4, 5, 4]);
    assert_eq!(counts("unlabelled"), [4, 5, 4]);
    assert_eq!(json["systems"][0]["examples"][0]["text"], "The dog was seen often");
    // The same facts as Stanford dependencies: words are numbered from 1 there.
    folder.write("gold.sd", "ncsubj(sleeps-2, John-1)\n");
    folder.write("one.grs", "<c> John|x sleeps|x\n(ncsubj sleeps_1 John_0 _)\n");
    let json = folder.json("dependencies --preset stanford gold.sd one.grs");
    assert_eq!(json["systems"][0]["metrics"]["labelled"]["f1"], 1.0);
    folder.write("broken.grs", "(ncsubj sleeps_1 John_0 _)\n(ncsubj sleeps John _)\n");
    let ran = folder.run("dependencies --preset stanford one.grs broken.grs --details");
    assert!(
        ran.out.contains("broken.grs:2:1: sentence 1: not a relation; write (relation"),
        "{}",
        ran.out
    );
}

#[test]
fn typed_dependencies_are_analysed_without_trees() {
    let folder = folder();
    folder.write(
        "gold.sd",
        "root(ROOT-0, bark-2)\nnsubj(bark-2, Dogs-1)\nadvmod(bark-2, loudly-3)\n",
    );
    folder.write(
        "system.sd",
        "root(ROOT-0, bark-2)\ndobj(bark-2, Dogs-1)\nadvmod(Dogs-1, loudly-3)\n",
    );
    let json = folder
        .json("dependencies --preset stanford gold.sd system.sd --show confusions:nsubj:dobj");
    let system = &json["systems"][0];
    assert_eq!(system["confusions"][0]["n"], 1);
    assert_eq!(json["shown"][0]["facts"], 1);
    assert_eq!(system["examples"][0]["text"], "Dogs bark loudly");
    let directions = system["directions"].as_array().unwrap();
    let left = directions.iter().find(|row| row["head"] == "left").unwrap();
    assert_eq!(
        (&left["gold"], &left["system"], &left["matched"]),
        (&1.into(), &1.into(), &0.into())
    );
    assert!(system["tags"].is_null() && system["projectivity"].is_null());
}

#[test]
fn the_worst_sentences_are_drawn() {
    let folder = folder();
    let ran = folder.run("dependencies gold.conllu system.conllu --worst 2");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("sentence 3, LAS 75.00\n  Dogs bark loudly .\n"), "{}", ran.out);
    let json = folder.json("dependencies gold.conllu system.conllu --worst 2");
    let examples = json["systems"][0]["examples"].as_array().unwrap();
    assert_eq!(examples.len(), 1, "only one sentence has errors");
    assert_eq!(examples[0]["sentence"], 3);
    let lines = examples[0]["drawing"].as_array().unwrap();
    let marked: Vec<bool> =
        lines.iter().map(|line| line.as_str().unwrap().starts_with('*')).collect();
    // Between a heading and what the star means.
    assert_eq!(marked, [false, false, false, true, false, true]);
    folder.write("gold.sd", "root(ROOT-0, bark-2)\nnsubj(bark-2, Dogs-1)\n");
    folder.write("system.sd", "root(ROOT-0, bark-2)\ndobj(bark-2, Dogs-1)\n");
    let json = folder.json("dependencies --preset stanford gold.sd system.sd --worst 1");
    let lines = json["systems"][0]["examples"][0]["drawing"].as_array().unwrap();
    assert_eq!(lines[0], "  gold             system");
    assert_eq!(lines[1], "* ┌─► nsubj  Dogs  dobj ◄─┐");
    assert_eq!(lines[2], "  └──  root  bark  root ──┘");
    assert_eq!(lines[3], "* head or relation differs");
    let ran = folder.run("dependencies gold.conllu system.conllu --worst 2 --format markdown");
    assert!(ran.out.contains("    * "), "{}", ran.out);
}

#[test]
fn sentences_in_which_one_system_is_ahead_are_shown() {
    let folder = folder();
    let wrong = GOLD.replace("nsubj", "obj").replace("\t2\tadvmod", "\t1\tadvmod");
    folder.write("a.conllu", GOLD.repeat(2) + &GOLD.replace("nsubj", "obj"));
    folder.write("b.conllu", GOLD.replace("nsubj", "obj") + &wrong + GOLD);
    let contrast = |one: &str, other: &str, worst: usize| -> Vec<(u64, f64, f64)> {
        let files = "dependencies gold.conllu a.conllu b.conllu";
        let json = folder.json(&format!("{files} --contrast {one} {other} --worst {worst}"));
        let rows = json["contrasts"].as_array().unwrap().iter();
        let value = |row: &serde_json::Value, key: &str| row[key].as_f64().unwrap();
        rows.map(|row| (row["sentence"].as_u64().unwrap(), value(row, one), value(row, other)))
            .collect()
    };
    assert_eq!(contrast("a.conllu", "b.conllu", 5), [(2, 1.0, 0.5), (1, 1.0, 0.75)]);
    assert_eq!(contrast("a.conllu", "b.conllu", 1), [(2, 1.0, 0.5)]);
    assert_eq!(contrast("b.conllu", "a.conllu", 5), [(3, 1.0, 0.75)]);
    // What is drawn is the system that is wrong.
    let ran = folder.run("dependencies gold.conllu a.conllu b.conllu --contrast b.conllu a.conllu");
    assert!(
        ran.out.starts_with("LAS where b has fewer errors than a: 1 sentence\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("a, sentence 3, LAS 75.00\n  Dogs bark loudly .\n"), "{}", ran.out);
}
