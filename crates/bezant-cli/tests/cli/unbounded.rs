use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::Folder;

/// The fixtures: the corpus, and parses of its sentences in several forms, all of which are right.
fn folder() -> Folder {
    let folder = Folder::new();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/unbounded");
    for part in FORMS.iter().chain(&["corpus"]) {
        let from = fixtures.join(part);
        fs::create_dir(folder.path().join(part)).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            folder.write(&format!("{part}/{name}"), fs::read(entry.path()).unwrap());
        }
    }
    folder
}

/// What parses are written in.
const FORMS: [&str; 4] = ["trees", "stanford", "collapsed", "universal"];

const ALL: [(&str, u64); 7] = [
    ("obj_extract_rel_clause", 2),
    ("obj_extract_red_rel", 2),
    ("sbj_extract_rel_clause", 3),
    ("obj_free_rels", 2),
    ("obj_qus", 2),
    ("right_node_raising", 4),
    ("sbj_embedded", 2),
];

fn counts(system: &Value) -> Vec<(String, u64, u64)> {
    let one = |row: &Value| {
        let name = row["name"].as_str().unwrap().to_string();
        (name, row["found"].as_u64().unwrap(), row["total"].as_u64().unwrap())
    };
    system["constructions"].as_array().unwrap().iter().map(one).collect()
}

#[test]
fn right_parses_have_every_dependency_in_every_form() {
    let folder = folder();
    for form in FORMS {
        let json = folder.json(&format!("unbounded corpus {form} --explain"));
        let system = &json["systems"][0];
        let expected: Vec<_> = ALL.iter().map(|(name, n)| (name.to_string(), *n, *n)).collect();
        assert_eq!(counts(system), expected, "{form}: {}", system["misses"]);
        assert_eq!(system["counts"]["matched"], 17);
        assert_eq!(system["counts"]["gold"], 17);
        assert_eq!(system["scores"]["recall"], 1.0);
        assert_eq!(system["scores"]["macro_recall"], 1.0);
        assert_eq!(system["skipped"].as_array().unwrap().len(), 0);
    }
}

#[test]
fn a_dependency_of_a_semicolon_counts_once() {
    let folder = Folder::new();
    folder.write(
        "obj_extract_rel_clause.txt",
        "own01.mrg\nCats that he saw ; dogs bite .\ndobj saw_3 Cats_0\nconj Cats_0 ;_4\n\n",
    );
    let tree = "(ROOT (S (NP (NP (NNS Cats)) (SBAR (WHNP (WDT that)) (S (NP (PRP he)) (VP (VBD saw))))) \
                (: ;) (NP (NNS dogs)) (VP (VBP bite)) (. .)))\n";
    folder.write("parses.mrg", tree);
    let json = folder.json("unbounded obj_extract_rel_clause.txt parses.mrg");
    let counts = &json["systems"][0]["counts"];
    assert_eq!((&counts["matched"], &counts["gold"]), (&1.into(), &2.into()));
}

#[test]
fn a_construction_alone_and_several_systems() {
    let folder = folder();
    let json = folder.json(
        "unbounded corpus/dev.obj_qus trees/obj_qus.mrg universal/obj_qus.conllu --names a,b",
    );
    let names: Vec<&str> =
        json["systems"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(counts(&json["systems"][1]), [("obj_qus".to_string(), 2, 2)]);
    assert_eq!(json["metric"], "unbounded");
}

#[test]
fn one_file_may_have_the_parses_of_all_constructions_in_any_order() {
    let folder = folder();
    let mut all: Vec<String> = ALL
        .iter()
        .flat_map(|(name, _)| {
            let text = folder.read(&format!("trees/{name}.mrg"));
            text.lines().map(str::to_string).collect::<Vec<_>>()
        })
        .collect();
    all.reverse();
    folder.write("all.mrg", all.join("\n"));
    let json = folder.json("unbounded corpus all.mrg");
    assert_eq!(json["systems"][0]["scores"]["recall"], 1.0);
}

#[test]
fn what_has_no_parse_is_missed_and_listed() {
    let folder = folder();
    // One that is another sentence's, one that is not there, one that cannot be read, one construction without a file.
    folder.write("trees/obj_qus.mrg", folder.read("trees/obj_qus.mrg").lines().next().unwrap());
    let first = folder.read("trees/obj_free_rels.mrg").lines().next().unwrap().to_string();
    folder.write(
        "trees/obj_free_rels.mrg",
        format!("{first}\n(ROOT (S (NP (NNS Dogs)) (VP (VBP bark) (ADVP (RB loudly))) (. .)))\n"),
    );
    let broken =
        folder.read("trees/sbj_embedded.mrg").replacen("(VBD smiled)) (. .)))", "(VBD smiled)", 1);
    folder.write("trees/sbj_embedded.mrg", broken);
    fs::remove_file(folder.path().join("trees/right_node_raising.mrg")).unwrap();
    let json = folder.json("unbounded corpus trees --explain");
    let system = &json["systems"][0];
    let reasons: Vec<&str> = system["skipped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["reason"].as_str().unwrap())
        .collect();
    assert_eq!(
        reasons,
        ["text_mismatch", "text_mismatch", "system_missing", "system_missing", "system_unreadable"]
    );
    assert_eq!(system["counts"]["gold"], 17);
    assert_eq!(system["counts"]["matched"], 17 - 1 - 1 - 4 - 1);
    assert_eq!(system["scores"], system["scores_with_missed"]);
    let ran = folder.run("unbounded corpus trees");
    assert!(ran.out.contains("trees: 5 skipped") || ran.out.contains("5 of 14"), "{}", ran.out);
    assert_eq!(folder.run("unbounded corpus trees --strict").status, 1);
}

#[test]
fn scored_leaves_sentences_without_a_parse_out() {
    let folder = folder();
    // Of two sentences with a dependency each, one is not there.
    folder.write("one.mrg", folder.read("trees/obj_qus.mrg").lines().next().unwrap());
    let command = "unbounded corpus/dev.obj_qus one.mrg --replicates 0";
    let ran = folder.run(command);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("2 sentences, 1 of them parsed"), "{}", ran.out);
    assert!(
        ran.out.contains("skipped, and counted as missed in recall: one 1 of 2"),
        "{}",
        ran.out
    );
    // They count as missed in the score itself, which has no need of a second column.
    assert!(!ran.out.contains("recall all"), "{}", ran.out);
    for (gate, status) in [
        ("recall=50", 0),
        ("recall=51", 1),
        ("recall:scored=100", 0),
        ("macro_recall:scored=100", 0),
        ("macro_recall=100", 1),
    ] {
        assert_eq!(folder.run(&format!("{command} --min {gate}")).status, status, "{gate}");
    }
    // Saved rows say the same.
    folder.run(&format!("{command} --save one.jsonl"));
    let merged = |gate: &str| folder.run(&format!("merge one.jsonl --min {gate}")).status;
    assert_eq!((merged("recall:scored=100"), merged("recall=100")), (0, 1));
    // Where every sentence has a parse, nothing is said of it.
    let ran = folder.run("unbounded corpus/dev.obj_qus trees/obj_qus.mrg --min recall:scored=100");
    assert_eq!(ran.status, 0);
    assert!(ran.out.contains("2 sentences\n") && !ran.out.contains("parsed"), "{}", ran.out);
}

#[test]
fn a_parse_that_cannot_be_read_is_told_beside_one_that_is_not_there() {
    let folder = folder();
    let corpus =
        ["obj_qus", "right_node_raising"].map(|name| folder.read(&format!("corpus/dev.{name}")));
    folder.write("two.obj_qus", corpus.join("\n"));
    let trees =
        ["obj_qus", "right_node_raising"].map(|name| folder.read(&format!("trees/{name}.mrg")));
    let all: Vec<String> = trees.concat().lines().map(str::to_string).collect();
    let n = all.len();
    // The first is missing, and a bracket of the last, or all but its beginning.
    let whole = all[n - 1].trim_end();
    let words = whole.match_indices(' ').map(|(at, _)| at);
    let start = words.clone().nth(words.count() / 4).unwrap();
    for broken in [&whole[..whole.len() - 1], &whole[..start]] {
        let text = [&all[1..n - 1], &[broken.to_string()]].concat().join("\n") + "\n";
        folder.write("parses.mrg", text);
        let json = folder.json("unbounded two.obj_qus parses.mrg --input penn-lines");
        let skipped = json["systems"][0]["skipped"].as_array().unwrap();
        let told = |at: usize| {
            let field = |name: &str| skipped[at][name].as_str().unwrap().to_string();
            (skipped[at]["sentence"].as_u64().unwrap(), field("reason"), field("message"))
        };
        assert_eq!(skipped.len(), 2, "{skipped:?}");
        let (sentence, reason, _) = told(0);
        assert_eq!((sentence, reason.as_str()), (1, "text_mismatch"));
        let (sentence, reason, message) = told(1);
        assert_eq!((sentence, reason.as_str()), (n as u64, "system_unreadable"), "{message}");
        assert!(message.contains(&format!("parses.mrg:{}:", n - 1)), "{message}");
    }
}

/// The worst sentences are those with the lowest recall, of equal ones the earlier.
#[test]
fn the_worst_sentences_come_first() {
    let folder = folder();
    for entry in fs::read_dir(folder.path().join("universal")).unwrap() {
        let name = format!("universal/{}", entry.unwrap().file_name().into_string().unwrap());
        folder.write(&name, folder.read(&name).replace("acl:relcl", "dep"));
    }
    let json = folder.json("unbounded corpus universal --worst 50 --per-sentence");
    let rows = json["systems"][0]["sentences"].as_array().unwrap();
    let missed = |row: &&serde_json::Value| row["found"].as_u64() < row["total"].as_u64();
    let mut wanted: Vec<&serde_json::Value> = rows.iter().filter(missed).collect();
    let recall =
        |row: &serde_json::Value| row["found"].as_f64().unwrap() / row["total"].as_f64().unwrap();
    wanted.sort_by(|one, two| recall(one).total_cmp(&recall(two)));
    assert!(recall(wanted[0]) < recall(wanted[wanted.len() - 1]));
    let of = |json: &serde_json::Value| -> Vec<u64> {
        let examples = json["systems"][0]["examples"].as_array().unwrap();
        examples.iter().map(|one| one["sentence"].as_u64().unwrap()).collect()
    };
    let wanted: Vec<u64> = wanted.iter().map(|row| row["sentence"].as_u64().unwrap()).collect();
    assert_eq!(of(&json), wanted);
    assert_eq!(of(&folder.json("unbounded corpus universal --worst 2")), wanted[..2]);
}

#[test]
fn a_miss_is_explained() {
    let folder = folder();
    let wrong = folder.read("universal/obj_qus.conllu").replacen("\t5\tobj\t", "\t5\tnsubj\t", 1);
    folder.write("wrong.conllu", wrong);
    let json = folder.json("unbounded corpus/dev.obj_qus wrong.conllu --explain");
    let miss = &json["systems"][0]["misses"][0];
    assert_eq!(miss["relation"], "dobj");
    assert_eq!((&miss["head"], &miss["dependent"]), (&"find_4".into(), &"What_0".into()));
    assert_eq!(miss["says"], "nsubj(find_4, What_0)");
    assert_eq!(miss["why"], "What is its subject (stated), not its object");
    let ran = folder.run("unbounded corpus/dev.obj_qus wrong.conllu --explain");
    assert!(ran.out.contains("What did the boy find ?"), "{}", ran.out);
    assert!(ran.out.contains("not its object"), "{}", ran.out);
    // Another word in the place of one that is asked about is not that word.
    let other = folder.read("trees/obj_free_rels.mrg").replace("need", "like");
    folder.write("trees/obj_free_rels.mrg", other);
    let json = folder.json("unbounded corpus/dev.obj_free_rels trees/obj_free_rels.mrg --explain");
    assert_eq!(json["systems"][0]["misses"][0]["why"], "need is not in the parse");
    // The words are the same two.
    let json = folder.json("unbounded corpus/dev.obj_qus wrong.conllu --unlabelled");
    assert_eq!(json["systems"][0]["counts"]["matched"], 2);
    assert!(json["signature"].as_str().unwrap().contains("|labels:no|"));
}

#[test]
fn published_matching_fills_no_gap() {
    let folder = folder();
    let json = folder.json("unbounded corpus trees --published");
    let found = counts(&json["systems"][0]);
    let of = |name: &str| found.iter().find(|(it, ..)| it == name).unwrap().1;
    // A relative clause without a pronoun states nothing about its noun, unless a preposition lacks one; one with a
    // pronoun does.
    assert_eq!(of("sbj_extract_rel_clause"), 3);
    assert_eq!(of("obj_extract_red_rel"), 1);
    assert_eq!(of("sbj_embedded"), 1);
    assert!(
        json["signature"].as_str().unwrap().starts_with("unbounded|match:published|labels:yes|")
    );
}

#[test]
fn rows_are_saved_merged_and_compared() {
    let folder = folder();
    for (at, (name, _)) in ALL.iter().enumerate() {
        let words = format!(
            "unbounded corpus/dev.{name} trees/{name}.mrg --names x --replicates 0 --save {at}.jsonl -o o"
        );
        assert_eq!(folder.run(&words).status, 0, "{words}");
    }
    let merged = folder.json("merge 0.jsonl 1.jsonl 2.jsonl 3.jsonl 4.jsonl 5.jsonl 6.jsonl");
    let whole = folder.json("unbounded corpus trees --names x --replicates 0");
    for key in ["scores", "counts", "constructions"] {
        assert_eq!(merged["systems"][0][key], whole["systems"][0][key], "{key}");
    }
    let two = folder.run("unbounded corpus trees universal --save two.jsonl --threads 2");
    assert_eq!(two.status, 0, "{}", two.err);
    let one = folder.run("unbounded corpus trees universal --threads 1");
    assert_eq!(one.out, two.out);
    assert_eq!(folder.json("compare two.jsonl")["comparisons"].as_array().unwrap().len(), 1);
    let buckets = folder.run("unbounded corpus trees --buckets construction --details");
    assert!(buckets.out.contains("right_node_raising"), "{}", buckets.out);
}

#[test]
fn wrong_files_are_refused_with_what_to_do() {
    let folder = folder();
    for (words, what) in [
        ("unbounded gold.mrg trees", "no sentence with dependencies is found"),
        ("unbounded trees trees", "trees: no sentence with dependencies is found"),
        ("unbounded corpus gold.mrg", "has no parse of any sentence of the corpus"),
        ("unbounded corpus nothing", "nothing"),
        ("unbounded corpus trees --names a,b", "--names has 2 names for 1 system"),
        ("unbounded corpus/dev.obj_qus corpus/dev.obj_qus", "corpus/dev.obj_qus"),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 2, "{words}: {}", ran.out);
        assert!(ran.err.contains(what), "{words}: {}", ran.err);
    }
    let broken = folder.read("corpus/dev.obj_qus").replace("find_4", "find_3");
    folder.write("corpus/dev.obj_qus", broken);
    let ran = folder.run("unbounded corpus trees");
    assert_eq!(ran.status, 2);
    for what in [
        "token 3 is boy, not find",
        "corpus/dev.obj_qus:3:1",
        "hint: see docs/metrics/unbounded.md",
    ] {
        assert!(ran.err.contains(what), "{}", ran.err);
    }
}

#[test]
fn no_file_of_a_corpus_is_dropped_in_silence() {
    let folder = folder();
    let whole = folder.read("corpus/dev.obj_qus");
    // Its sentences alone are no file of the corpus, which is there; nor is what has another name.
    folder.write("corpus/dev.raw.obj_qus", "What did the boy find ?\n");
    let about =
        format!("A corpus.\n\nBy us.\n\nIts files:\n\n{whole}\n").replace("find_4", "find_9");
    folder.write("corpus/README", about);
    assert_eq!(folder.json("unbounded corpus trees")["systems"][0]["counts"]["gold"], 17);
    // Notes and parses that do not say of which part they are stand beside the file of one.
    folder.write("corpus/obj_qus.notes", "What we thought of these questions.\n");
    folder.write("corpus/obj_qus.sd", folder.read("stanford/obj_qus.sd"));
    assert_eq!(folder.json("unbounded corpus trees")["systems"][0]["counts"]["gold"], 17);
    // Those of another part do not.
    folder.write("corpus/test.obj_qus", "a.mrg\nWhat did she find ?\n");
    let ran = folder.run("unbounded corpus trees");
    let what = "corpus/test.obj_qus: no sentence with dependencies is found";
    assert!(ran.status == 2 && ran.err.contains(what), "{}", ran.err);
    for name in ["obj_qus.notes", "obj_qus.sd", "test.obj_qus"] {
        fs::remove_file(folder.path().join("corpus").join(name)).unwrap();
    }
    // The first dependency of the first sentence.
    let lines: Vec<&str> = whole.lines().collect();
    let broken = [&lines[..2], &["garbage"], &lines[3..]].concat().join("\n");
    folder.write("corpus/dev.obj_qus", broken);
    for corpus in ["corpus", "corpus/dev.obj_qus"] {
        let ran = folder.run(&format!("unbounded {corpus} trees"));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{corpus}");
        for what in [
            "\"garbage\" is no dependency",
            "--> corpus/dev.obj_qus:3:1",
            "docs/metrics/unbounded.md",
        ] {
            assert!(ran.err.contains(what), "{corpus}: {}", ran.err);
        }
    }
    for text in ["", "\n", "a.mrg\nWhat did she find ?\n"] {
        folder.write("corpus/dev.obj_qus", text);
        let ran = folder.run("unbounded corpus trees");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{text:?}");
        let what = "corpus/dev.obj_qus: no sentence with dependencies is found";
        assert!(ran.err.contains(what), "{}", ran.err);
    }
}

#[test]
fn sentences_that_count_nowhere_or_twice_are_told() {
    let folder = folder();
    assert_eq!(folder.run("unbounded corpus trees").err, "");
    let whole = folder.read("corpus/dev.obj_qus");
    let lines: Vec<&str> = whole.lines().filter(|line| !line.starts_with("dobj find_4")).collect();
    folder.write("corpus/dev.obj_qus", lines.join("\n") + "\n");
    let ran = folder.run("unbounded corpus trees");
    let told = "warning: 1 of 14 sentences of the corpus has no dependencies and counts nowhere; the first stands at \
                corpus/dev.obj_qus:1:1: What did the boy find ?\n";
    assert!(ran.status == 0 && ran.err.contains(told), "{}", ran.err);
    assert_eq!(folder.run("unbounded corpus trees --quiet").err, "");
    // A sentence that stands twice, and a whole file.
    let first = whole.split("\n\n").next().unwrap();
    folder.write("corpus/dev.obj_qus", format!("{}\n\n{first}\n", whole.trim_end()));
    let ran = folder.run("unbounded corpus trees");
    let line = whole.trim_end().lines().count() + 2;
    let told = format!(
        "warning: 1 of 18 dependencies of the corpus was there before, with the same sentence, and counts again; the \
         first stands at corpus/dev.obj_qus:{line}:1: dobj find_4 What_0\n"
    );
    assert!(ran.err.contains(&told), "{told}{}", ran.err);
    folder.write("corpus/dev.obj_qus", &whole).write("corpus/dev.copy.obj_qus", &whole);
    let ran = folder.run("unbounded corpus trees");
    assert!(
        ran.err.contains("2 of 19 dependencies of the corpus were there before"),
        "{}",
        ran.err
    );
    // Sentences of different constructions, or with other dependencies, are no copies.
    fs::remove_file(folder.path().join("corpus/dev.copy.obj_qus")).unwrap();
    let other = "own.mrg\nWhat did the boy find ?\nnsubj find_4 boy_3\n";
    folder.write("corpus/dev.obj_qus", format!("{}\n\n{other}", whole.trim_end()));
    assert_eq!(folder.run("unbounded corpus trees").err, "");
}

#[test]
fn parses_of_another_part_are_told() {
    let folder = Folder::new();
    let corpus = "a.txt\nWhat did she find ?\ndobj find_3 What_0\n\n";
    for name in ["c", "p", "empty"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    folder.write("c/dev.obj_qus", corpus);
    folder.write("p/test.obj_qus.mrg", "(S (NP (NN Rain)) (VP (VBZ falls)))\n");
    folder.write("p/test.sbj_embedded.mrg", "(S (NP (NN Rain)) (VP (VBZ falls)))\n");
    let ran = folder.run("unbounded c p");
    assert_eq!(ran.status, 2);
    let why = "no file of parses is named after obj_qus and of the part dev: test.obj_qus.mrg is named \
               after another part";
    assert!(ran.err.contains(why), "{}", ran.err);
    assert!(ran.err.contains("docs/metrics/unbounded.md"), "{}", ran.err);
    folder.write("empty/notes.txt", "nothing here\n");
    let ran = folder.run("unbounded empty p");
    assert!(ran.err.contains("docs/metrics/unbounded.md"), "{}", ran.err);
}

#[test]
fn the_noun_of_a_verb_without_an_object_goes_to_the_stranded_preposition() {
    // The parse says that the house is what she lives, and that something is in something.
    let folder = Folder::new();
    folder.write("q.obj_qus", "a.txt\nWhich house does she live in ?\npobj in_5 house_1\n\n");
    let parse = "1\tWhich\twhich\tDET\tWDT\t_\t2\tdet\t_\t_\n\
        2\thouse\thouse\tNOUN\tNN\t_\t5\tobj\t_\t_\n\
        3\tdoes\tdo\tAUX\tVBZ\t_\t5\taux\t_\t_\n\
        4\tshe\tshe\tPRON\tPRP\t_\t5\tnsubj\t_\t_\n\
        5\tlive\tlive\tVERB\tVB\t_\t0\troot\t_\t_\n\
        6\tin\tin\tADV\tRB\t_\t5\tadvmod\t_\t_\n\
        7\t?\t?\tPUNCT\t.\t_\t5\tpunct\t_\t_\n\n";
    folder.write("p.conllu", parse);
    assert_eq!(folder.json("unbounded q.obj_qus p.conllu")["systems"][0]["counts"]["matched"], 1);
    let published = folder.json("unbounded q.obj_qus p.conllu --published");
    assert_eq!(published["systems"][0]["counts"]["matched"], 0);
}
