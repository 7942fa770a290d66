use crate::program::Folder;

const GOLD: &str = "1
(ncsubj barked dog _)
(det dog the)
(ncmod _ barked loudly)

2
(ncsubj sold house obj)
(passive sold)
(det house The)
";

const SYSTEM: &str = "%LB (
%RB )

1

(det dog the)
(xmod _ barked loudly)
(ncsubj barked dog _)

2

(passive sold)
(det house The)
(iobj sold quickly)
(ncsubj sold house _)
";

const TEXT: &str = "1\nthe dog barked loudly \n\n2\nThe house was sold \n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("gold.gr", GOLD).write("system.parses", SYSTEM).write("system.grtext", TEXT);
    folder
}

#[test]
fn means_are_over_sentences_and_macro_scores_over_types() {
    let folder = folder();
    folder.write("three.gr", [GOLD, "\n3\n(det cat a)\n"].concat());
    let json = folder.json("relations three.gr system.parses --match equality");
    let system = &json["systems"][0];
    // Two of three and three relations are the same, two of two and three; the third sentence is missing.
    let two = 2.0 / 3.0 + 4.0 / 5.0;
    let is_near = |value: &serde_json::Value, wanted: f64| {
        assert!((value.as_f64().unwrap() - wanted).abs() < 1e-12, "{value} {wanted}");
    };
    is_near(&system["macro"]["f1"], two / 2.0);
    is_near(&system["macro_with_missed"]["f1"], two / 3.0);
    // ncsubj and det are right, gold's ncmod is not found.
    is_near(&system["scores"]["macro_f1"], 2.0 / 3.0);
    let words = "relations three.gr system.parses --match equality -q --min";
    for (gate, status) in [
        ("macro.f1=48", 0),
        ("macro.f1=49", 1),
        ("macro.f1:scored=73", 0),
        ("macro_f1:scored=73", 1),
    ] {
        assert_eq!(folder.run(&format!("{words} {gate}")).status, status, "{gate}");
    }
}

#[test]
fn json_has_every_scheme_with_its_counts() {
    let json = folder().json("relations gold.gr system.parses --match all");
    let schemes = json["systems"][0]["schemes"].as_object().unwrap();
    assert_eq!(schemes.len(), 13);
    for name in [
        "original.all",
        "equality.all",
        "equality.head-dependent",
        "equality.head-dependent-ncsubj",
        "subsumption.all",
        "subsumption.head-dependent",
        "subsumption.head-dependent-ncsubj",
        "hierarchy.all",
        "hierarchy.head-dependent",
        "hierarchy.head-dependent-ncsubj",
        "unlabelled.all",
        "unlabelled.head-dependent",
        "unlabelled.head-dependent-ncsubj",
    ] {
        let scheme = &schemes[name];
        for average in ["micro", "macro"] {
            for score in ["precision", "recall", "f1"] {
                assert!(scheme[average][score].is_f64(), "{name} {average} {score}");
            }
        }
        assert_eq!(scheme["dependent"]["f1"].is_f64(), name.starts_with("hierarchy"), "{name}");
    }
    // Four of gold's five relations (without passive) and of the system's six are the same.
    let equality = &schemes["equality.all"];
    assert_eq!(equality["micro"]["precision"], 4.0 / 6.0);
    assert_eq!(equality["micro"]["recall"], 4.0 / 5.0);
    let counts = |kind: &str| {
        let counts = &equality["types"][kind];
        ["system", "gold", "matched"].map(|name| counts[name].as_u64().unwrap())
    };
    assert_eq!(counts("ncsubj"), [2, 2, 2]);
    assert_eq!(counts("ncmod"), [0, 1, 0]);
    assert_eq!(counts("mod"), [0, 0, 0]);
    assert_eq!(equality["percolated"]["mod"]["gold"], 1);
    assert_eq!(schemes["hierarchy.all"]["types"]["mod"]["matched"], 1);
    assert_eq!(schemes["hierarchy.all"]["dependent"]["recall"], 1.0);
    // The original scheme sees a subject that is not marked, and the passive.
    assert_eq!(schemes["original.all"]["types"]["passive"]["matched"], 1);
    assert_eq!(schemes["original.all"]["types"]["ncsubj"]["matched"], 1);
    assert!(json["signature"].as_str().unwrap().starts_with("relations|schemes:original.all,"));
    assert_eq!(json["systems"][0]["scores"]["dependent_recall"], 1.0);
}

#[test]
fn a_table_a_listing_and_the_worst_sentences_are_shown() {
    let folder = folder();
    let ran = folder.run(
        "relations gold.gr system.parses --text system.grtext --listing --confusion --per-sentence \
         --details",
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    for line in [
        // By hand: 12 + 14 percolated counts of the system, 12 + 8 of gold, 11 + 8 matched.
        "  system  hierarchy.all      73.08   95.00  82.61   100.00   100.00     66.67         90.91",
        "      mod               1     1        1     100.00  100.00  100.00",
        "  ncmod   xmod        1",
        "sentence 1, F1 91.67",
        "  the dog barked loudly",
        "  similar  (ncmod _ barked loudly)  (xmod _ barked loudly)",
        "  wrong    (iobj sold quickly)",
        "both: in gold and the system; similar: gold's relation, then the system's, which differ in a type or \
         a slot; missed: in gold only; wrong: in the system only",
    ] {
        assert!(ran.out.lines().any(|found| found == line), "{line}\n{}", ran.out);
    }
    assert!(
        ran.err.contains(
            "warning: system.parses:14:1: Slot filler quickly in test relation (iobj sold quickly) \
             in sentence 2 not in text"
        ),
        "{}",
        ran.err
    );
    let worst = folder.json("relations gold.gr system.parses --worst 1");
    assert_eq!(worst["systems"][0]["examples"][0]["sentence"], 2);
    // A sentence without errors is not among the worst.
    let perfect = folder.json("relations gold.gr gold.gr --worst 1");
    assert!(perfect["systems"][0]["worst"].as_array().unwrap().is_empty(), "{perfect}");
    // Names are set in only where people read them, and no line stands for a text that is not there.
    let csv = folder.run("relations gold.gr system.parses --format csv --table by_type").out;
    assert!(csv.contains("\nby_type,ncmod,"), "{csv}");
    let listing = folder.run("relations gold.gr system.parses --listing").out;
    assert!(listing.contains("\nsentence 1, F1 91.67\n  similar  (ncmod"), "{listing}");
    assert!(listing.contains("\n  both     (det dog the)            (det dog the)\n"), "{listing}");
    // More is counted than is listed, and the heading says so.
    let worst = folder.run("relations gold.gr system.parses --worst 1").out;
    let heading = "(hierarchy.all, each relation counted for its type and all above it)\n";
    assert!(worst.contains(&format!("The worst sentences {heading}")), "{worst}");
}

#[test]
fn gates_rows_and_merging_work() {
    let folder = folder();
    let words = "relations gold.gr system.parses --match hierarchy,unlabelled";
    assert_eq!(folder.run(&format!("{words} --min f1=82 --min dependent_recall=100")).status, 0);
    assert_eq!(folder.run(&format!("{words} --min macro_f1=99")).status, 1);
    let whole = folder.json(words);
    let cut = |text: &str, from: &str| text[text.find(from).unwrap()..].to_string();
    folder.write("g1", "1\n(ncsubj barked dog _)\n(det dog the)\n(ncmod _ barked loudly)\n");
    folder.write("s1", "1\n(det dog the)\n(xmod _ barked loudly)\n(ncsubj barked dog _)\n");
    folder.write("g2", cut(GOLD, "2\n").replacen('2', "1", 1));
    folder.write("s2", cut(SYSTEM, "2\n").replacen('2', "1", 1));
    for part in ["1", "2"] {
        let words = format!(
            "relations g{part} s{part} --match hierarchy,unlabelled --names both --save r{part}"
        );
        let ran = folder.run(&words);
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
    let merged = folder.json("merge r1 r2");
    assert_eq!(merged["systems"][0]["schemes"], whole["systems"][0]["schemes"]);
    folder.run("brackets --preset collins gold.mrg weak.mrg --save trees.jsonl");
    let ran = folder.run("merge r1 trees.jsonl");
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains(" has rows of relations, ") && ran.err.contains(" of brackets"),
        "{}",
        ran.err
    );
}

#[test]
fn gates_hold_in_the_released_programs_layout_too() {
    let folder = folder();
    let words = "relations --compat rasp gold.gr system.parses -q";
    let plain = folder.run(words);
    let json = folder.json("relations gold.gr system.parses");
    let f1 = 100.0 * json["systems"][0]["scores"]["f1"].as_f64().unwrap();
    for (gate, status) in [(f1 - 0.01, 0), (f1 + 0.01, 1)] {
        let ran = folder.run(&format!("{words} --min f1={gate}"));
        assert_eq!((ran.status, &ran.out), (status, &plain.out), "{gate}");
        assert_eq!(ran.err.contains("gate failed: f1 of system.parses is "), status == 1);
    }
    assert_eq!(folder.run(&format!("{words} --save rows.jsonl")).out, plain.out);
    assert_eq!(
        folder.json("merge rows.jsonl")["systems"][0]["scores"],
        json["systems"][0]["scores"]
    );
    // Files of relations that lack a sentence are refused, so that none is ever skipped.
    assert_eq!(folder.run(&format!("{words} --strict")).status, 0);
    let ran = folder.run(&format!("{words} --min f2=1"));
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
}

#[test]
fn the_released_programs_layout_is_printed() {
    let folder = folder();
    let words = "relations --compat rasp gold.gr system.parses --text system.grtext -q";
    let ran = folder.run(&format!("{words} --confusion"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.starts_with(
            "\n------------\nORIGINAL MATCHES: 1\nthe dog barked loudly \n\nIn both:\n   \
             (det dog the) : (det dog the)\n   (ncsubj barked dog _) : (ncsubj barked dog _)\n\n\
             Standard only:\n   (ncmod _ barked loudly)\n\nTest only:\n   (xmod _ barked loudly)\n\n\
             \n------------\nNEW SCHEME MATCHES:1\n"
        ),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("\nUNLABELLED DEPENDENCY PERFORMANCE:\n"));
    assert!(
        ran.out.contains("\n------------\nConfusion matrix\n\nStandard   Test relation returned")
    );
    let apart = folder.run(&format!("{words} --confusion --output output"));
    assert!(apart.out.starts_with("Confusion matrix\n"), "{}", apart.out);
    assert_eq!(folder.read("output") + "\n------------\n" + &apart.out, ran.out);
}

#[test]
fn an_optimal_assignment_says_what_it_changes() {
    let folder = Folder::new();
    // The last of gold's relations takes the only one that fits the first.
    folder.write("gold", "1\n(dobj saw New_York)\n(dobj saw ellip)\n");
    folder.write("system", "1\n(dobj saw Boston)\n(dobj saw York)\n");
    let json = folder.json("relations gold system --assignment optimal --match equality");
    let row = &json["systems"][0]["assignment"][0];
    assert_eq!((&row["greedy_matched"], &row["optimal_matched"]), (&1.into(), &2.into()));
    assert_eq!(json["systems"][0]["scores"]["f1"], 1.0);
}

#[test]
fn several_systems_are_compared_also_from_saved_rows() {
    let folder = folder();
    let json =
        folder.json("relations gold.gr system.parses gold.gr --names old,new --baseline old");
    let comparison = &json["comparisons"][0];
    assert_eq!((&comparison["a"], &comparison["b"]), (&"new".into(), &"old".into()));
    assert_eq!(comparison["score"], "f1");
    let f1 = |system: usize| json["systems"][system]["scores"]["f1"].as_f64().unwrap();
    let difference = comparison["difference"].as_f64().unwrap();
    assert!((difference - (f1(1) - f1(0))).abs() < 1e-12);
    for key in ["interval", "p", "p_adjusted"] {
        assert!(!comparison[key].is_null(), "{key}: {comparison}");
    }
    assert_eq!(comparison["test"], "permutation");

    let grid = "relations gold.gr system.parses gold.gr --names old,new --match all";
    let all = folder.json(&format!("{grid} --score macro_f1 --score dependent_f1 --save rows"));
    assert_eq!(all["comparisons"].as_array().unwrap().len(), 2);
    let saved = folder.json("compare rows --score macro_f1 --score dependent_f1");
    assert_eq!(saved["comparisons"], all["comparisons"]);
    assert_eq!(saved["systems"][0]["schemes"], all["systems"][0]["schemes"]);
    let ran = folder.run("relations gold.gr system.parses gold.gr --baseline older");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("no system is called older"), "{}", ran.err);
}

#[test]
fn weights_are_counted_where_a_file_has_some() {
    let folder = Folder::new();
    folder.write("gold", "1\n(dobj saw her)\n(ncmod _ saw today)\n");
    folder
        .write("system", "1\n{\n0.75 (dobj saw her)\n0.25 (iobj saw her)\n(ncmod _ saw now)\n}\n");
    let json = folder.json("relations gold system --match equality --save rows");
    let scheme = &json["systems"][0]["schemes"]["equality.all"];
    assert_eq!(scheme["counts"]["matched"], 0.75);
    assert_eq!(scheme["counts"]["system"], 2.0);
    assert_eq!(json["systems"][0]["scores"]["precision"], 0.375);
    assert!(json["signature"].as_str().unwrap().contains("|weights:counted|"));
    assert_eq!(folder.json("merge rows")["systems"][0]["schemes"], json["systems"][0]["schemes"]);
    let json = folder.json("relations gold system --match equality --weights ignored");
    assert_eq!(json["systems"][0]["counts"]["system"], 3);
    let ran = folder.run("relations gold system --compat rasp");
    assert_eq!(ran.status, 0);
    assert!(ran.err.contains("counts every relation as one"), "{}", ran.err);
}

#[test]
fn files_of_other_formats_become_numbered_ones() {
    let folder = folder();
    folder.write(
        "system.out",
        "(|the:1_AT| |dog:2_NN1| |bark+ed:3_VVD| |loudly:4_RR|) 1 ; (-1.0)\n\n\
         (ncsubj bark+ed:3_VVD dog:2_NN1 _)\n(det dog:2_NN1 the:1_AT)\n\
         (ncmod _ bark+ed:3_VVD loudly:4_RR)\n",
    );
    folder.write("words.stag", "^_^ the_AT dog_NN1 barked_VVD loudly_RR\n");
    folder.write("one.gr", &GOLD[..GOLD.find("\n\n2").unwrap() + 1]);
    let json = folder.json("relations one.gr system.out --forms words.stag --write numbered.gr");
    assert_eq!(json["systems"][0]["scores"]["f1"], 1.0);
    assert_eq!(
        folder.read("numbered.gr"),
        "1\n\n(det dog the)\n(ncmod _ barked loudly)\n(ncsubj barked dog _)\n\n"
    );
    folder.write("words.stag.data", "^_^ the_AT dog_NN1 bark+ed_VVD loudly_RR\n");
    let ran = folder.run("relations one.gr system.out --forms words.stag.data");
    assert!(ran.status == 2 && ran.err.contains(".stag, not .stag.data"), "{}", ran.err);
    folder.write("two.stag", "^_^ the_AT dog_NN1\n^_^ more_RR\n");
    let ran = folder.run("relations one.gr system.out --forms two.stag");
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("the parser's output has 1 sentences, the word forms in two.stag 2"),
        "{}",
        ran.err
    );
}

#[test]
fn other_parsers_and_other_hierarchies_are_scored() {
    let folder = folder();
    folder.write("one.gr", &GOLD[..GOLD.find("\n\n2").unwrap() + 1]);
    folder.write(
        "candc",
        "# a comment\n(ncsubj barked_2 dog_1 _)\n(det dog_1 the_0)\n(ncmod _ barked_2 loudly_3)\n\
         <c> the|the|DT dog|dog|NN barked|bark|VBD loudly|loudly|RB\n",
    );
    let row = |id, form, head, name| format!("{id}\t{form}\t_\t_\t_\t_\t{head}\t{name}\t_\t_\n");
    let rows = [
        row(1, "the", 2, "det"),
        row(2, "dog", 3, "nsubj"),
        row(3, "barked", 0, "root"),
        row(4, "loudly", 3, "advmod:manner"),
    ];
    folder.write("conll", rows.concat());
    folder.write(
        "map.toml",
        "[relations]\ndet = \"(det HEAD DEPENDENT)\"\nnsubj = \"(ncsubj HEAD DEPENDENT _)\"\n\
         advmod = [\"(ncmod _ HEAD DEPENDENT)\"]\n",
    );
    for words in ["candc", "conll --mapping map.toml"] {
        let json = folder.json(&format!("relations one.gr {words} --match equality"));
        assert_eq!(json["systems"][0]["scores"]["f1"], 1.0, "{words}");
    }
    folder.write(
        "small.toml",
        "name = \"small\"\n[[type]]\nname = \"any\"\nslots = [\"head\", \"dependent\"]\n[[type]]\n\
         name = \"agent\"\nparents = [\"any\"]\nslots = [\"head\", \"dependent\"]\n",
    );
    folder.write("small.gr", "1\n(agent barked dog)\n(any barked loudly)\n");
    folder.write("any.gr", "1\n(any barked dog)\n(any barked loudly)\n");
    let json = folder.json("relations small.gr any.gr --hierarchy small.toml --match all");
    let recall = |scheme: &str| json["systems"][0]["schemes"][scheme]["micro"]["recall"].clone();
    assert_eq!((recall("equality.all"), recall("subsumption.all")), (0.5.into(), 1.0.into()));
    // Where nothing at all can be scored, there is nothing to show.
    let ran = folder.run("relations small.gr any.gr");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert!(ran.err.contains("gold, line 2, column 1: Unknown relation name agent"), "{}", ran.err);
}

/// What is wrong with a mapping is said of it, not of the file whose dependencies it maps.
#[test]
fn relations_of_a_mapping_have_both_words_and_every_slot() {
    let folder = Folder::new();
    folder.write("gold.gr", "1\n(det dog the)\n(ncsubj barked dog _)\n");
    folder.write(
        "own.conllx",
        "1\tthe\t_\tD\tD\t_\t2\tdet\n2\tdog\t_\tN\tN\t_\t3\tnsubj\n3\tbarked\t_\tV\tV\t_\t0\troot\n",
    );
    let det = "[relations]\ndet = \"(det HEAD DEPENDENT)\"\n";
    let words = "relations gold.gr own.conllx --mapping own.toml";
    let sound = format!("{det}nsubj = [\"(ncsubj HEAD DEPENDENT _)\", \"(passive HEAD)\"]\n");
    folder.write("own.toml", sound);
    assert_eq!(folder.run(words).err, "");
    for (relation, word) in [
        ("(ncsubj HEAD DEP _)", "DEPENDENT"),
        ("(ncsubj Head DEPENDENT _)", "HEAD"),
        ("(ncsubj HEAD _ _)", "DEPENDENT"),
    ] {
        folder.write("own.toml", format!("{det}nsubj = \"{relation}\"\n"));
        let ran = folder.run(words);
        let said = format!("own.toml: nsubj becomes {relation}, in which {word} does not stand");
        assert!(ran.status == 0 && ran.err.contains(&said), "{}", ran.err);
        assert!(ran.err.contains("HEAD and DEPENDENT stand for the two words"), "{}", ran.err);
    }
    folder.write("own.toml", "default = \"(RELATION HEAD DEP)\"\n");
    let ran = folder.run(words);
    assert!(ran.err.contains("own.toml: default becomes (RELATION HEAD DEP)"), "{}", ran.err);
    for (relation, fault) in [
        ("(ncsubj HEAD DEPENDENT)", "Not enough arguments to relation in (ncsubj HEAD DEPENDENT)"),
        ("(ncsubj HEAD DEPENDENT _ _)", "Wrong number of slots in relation"),
    ] {
        folder.write("own.toml", format!("{det}nsubj = \"{relation}\"\n"));
        for options in ["", " --compat rasp"] {
            let ran = folder.run(&format!("{words}{options}"));
            let said = format!("own.toml: nsubj: {fault}");
            assert!(ran.status == 2 && ran.err.contains(&said), "{}", ran.err);
            assert!(ran.err.contains("- expecting head dependent initial"), "{}", ran.err);
            assert!(!ran.err.contains("own.conllx"), "{}", ran.err);
        }
    }
}

#[test]
fn a_sentence_that_is_missing_or_unknown_is_a_row() {
    let folder = folder();
    folder.write("gold3.gr", format!("{GOLD}\n3\n(det cat a)\n"));
    let odd = "1\n(det dog the)\n(dobjj saw dog)\n\n3\n(det cat a)\n\n9\n(det a b)\n";
    folder.write("odd.gr", odd);
    let json = folder.json("relations gold3.gr odd.gr --match equality");
    let skipped = json["systems"][0]["skipped"].as_array().unwrap();
    let reasons: Vec<(u64, &str)> = skipped
        .iter()
        .map(|row| (row["sentence"].as_u64().unwrap(), row["reason"].as_str().unwrap()))
        .collect();
    assert_eq!(reasons, [(1, "system_unreadable"), (2, "system_missing"), (9, "gold_missing")]);
    assert_eq!(skipped[0]["message"], "system, line 3, column 1: Unknown relation name dobjj");
    let places: Vec<&str> = skipped.iter().map(|row| row["place"].as_str().unwrap()).collect();
    assert_eq!(places, ["odd.gr:3:1", "gold3.gr:6:1", "odd.gr:8:1"]);
    // The third sentence is scored; with the others counted as missed it is one of many.
    assert_eq!(json["systems"][0]["scores"]["f1"], 1.0);
    let recall = json["systems"][0]["scores_with_missed"]["recall"].as_f64().unwrap();
    assert!(recall > 0.0 && recall < 0.5, "{recall}");
    assert_eq!(folder.run("relations gold3.gr odd.gr --strict").status, 1);
    // People see both, as for every metric.
    let ran = folder.run("relations gold3.gr odd.gr --match equality --details");
    assert!(ran.out.contains("Skipped sentences counted as missed"), "{}", ran.out);
}

#[test]
fn a_relation_that_is_never_closed_swallows_no_sentence() {
    let folder = Folder::new();
    let sentence = |number: u64| format!("{number}\n\n(det cat the)\n(ncsubj sleeps cat _)\n\n");
    let sound: String = (1..=40).map(sentence).collect();
    folder.write("gold.gr", &sound);
    let odd = |number: u64| match number {
        10 => sentence(number).replace("the)", "the"),
        30 => sentence(number).replace("_)", "_))"),
        _ => sentence(number),
    };
    folder.write("odd.gr", (1..=40).map(odd).collect::<String>());
    let json = folder.json("relations gold.gr odd.gr --match equality");
    let skipped = json["systems"][0]["skipped"].as_array().unwrap();
    let numbers: Vec<u64> = skipped.iter().map(|row| row["sentence"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [10, 30]);
    let ran = folder.run("check odd.gr");
    assert!(ran.out.contains("40 sentences, 2 faults"), "{}", ran.out);
    assert_eq!(ran.status, 1);
}

#[test]
fn a_broken_sentence_is_a_row_and_the_others_are_scored() {
    let folder = Folder::new();
    let sentence = |number: u64| format!("{number}\n(det cat the)\n(ncsubj sleeps cat _)\n\n");
    let sound: String = (1..=4).map(sentence).collect();
    folder.write("gold.gr", &sound);
    // An unknown type, a relation that is never closed, a sentence that is not there.
    let odd = "1\n(dett cat the)\n\n2\n(det cat the)\n(ncsubj sleeps cat _\n\n4\n(det cat the)\n";
    folder.write("odd.gr", odd);
    let json = folder.json("relations gold.gr odd.gr --match equality --save rows");
    let system = &json["systems"][0];
    let messages = |system: &serde_json::Value| -> Vec<String> {
        let rows = system["skipped"].as_array().unwrap().iter();
        rows.map(|row| format!("{}: {}", row["sentence"], row["message"].as_str().unwrap()))
            .collect()
    };
    assert_eq!(
        messages(system),
        [
            "1: system, line 2, column 1: Unknown relation name dett",
            "2: system, line 6, column 1: a relation is never closed",
            "3: the system has no such sentence",
        ]
    );
    assert_eq!(
        (&system["scores"]["precision"], &system["scores"]["recall"]),
        (&1.0.into(), &0.5.into())
    );
    assert_eq!(system["scores_with_missed"]["recall"], 0.125);
    let merged = folder.json("merge rows");
    assert_eq!(messages(&merged["systems"][0]), messages(system));
    let ran = folder.run("relations gold.gr odd.gr");
    assert!(
        ran.out.contains("\n  odd.gr:2:1: sentence 1: Unknown relation name dett\n"),
        "{}",
        ran.out
    );
    assert_eq!(ran.out.matches("hint: ").count(), 1, "{}", ran.out);
    let ran = folder.run("relations gold.gr odd.gr --table skipped");
    assert_eq!(ran.status, 0, "{}", ran.err);
    for hint in [
        "  hint: mend the name, or describe the types in use with --hierarchy FILE.toml",
        "  hint: close the relation with a parenthesis, or the list of relations with a brace",
        "  hint: the system's file does not have them: did the parser run to its end?",
    ] {
        assert!(ran.out.lines().any(|line| line == hint), "{hint}\n{}", ran.out);
    }
    assert_eq!(folder.run("relations gold.gr odd.gr --strict").status, 1);
    // Gold's own sentence is skipped for every system, in its own words.
    folder.write("broken.gr", sound.replacen("(det cat the)", "det cat the)", 1));
    let json = folder.json("relations broken.gr gold.gr --match equality");
    assert_eq!(
        messages(&json["systems"][0]),
        ["1: gold, line 2, column 1: a relation must start here, with a parenthesis"]
    );
    assert_eq!(json["systems"][0]["scores_with_missed"]["recall"], 1.0);
    assert_eq!(folder.run("relations broken.gr gold.gr --strict").status, 1);
    // The released program's words end its run, as they did there.
    let ran = folder.run("relations broken.gr gold.gr --compat rasp");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.contains("Expecting left parenthesis at byte 2, stream std-str"),
        "{}",
        ran.err
    );
}

#[test]
fn every_fault_has_a_place_and_a_hint() {
    let folder = folder();
    folder.write("unknown", "1\n(det dog the)\n  (dobjj saw dog)\n\n2\n");
    let ran = folder.run("relations gold.gr unknown --compat rasp");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert_eq!(
        ran.err,
        "error: Unknown relation name dobjj
  --> unknown:3:3
   |    (dobjj saw dog)
   |    ^
  hint: mend the name, or describe the types in use with --hierarchy FILE.toml
"
    );
    folder.write("conll", "1\tdogs\t_\t_\t_\t_\t0\troot\n");
    for (words, message) in [
        ("relations gold.gr", "required arguments were not provided"),
        ("relations gold.gr conll", "pass --mapping FILE.toml"),
        ("relations gold.gr system.parses --match same", "[possible values: original, equality,"),
        ("relations gold.gr system.parses --slots some", "head-dependent-ncsubj]"),
        ("relations gold.gr system.parses --compat evalb", "there is rasp"),
        (
            "relations gold.gr system.parses --compat rasp --match all",
            "--compat rasp takes one of --match equality, subsumption and hierarchy",
        ),
        ("relations gold.gr system.parses gold.gr --compat rasp", "compares one system"),
        ("relations gold.gr system.parses --hierarchy gold.gr", "error"),
        ("relations gold.gr nowhere", "nowhere: No such file or directory"),
        ("relations - -", "only one file can be standard input"),
        ("relations gold.gr - --hierarchy -", "only one file can be standard input"),
        ("relations gold.gr system.parses --min f2=1 -q", "no score is called f2"),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 2, "{words}\n{}", ran.err);
        assert!(ran.err.contains(message), "{words}\n{}", ran.err);
    }
}
