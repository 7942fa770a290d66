use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::program::Folder;

const GOLD: &str = "(S (NP (NNS Dogs)) (VP (VBP bark)) (. .))\n\
                    (S (NP (NNS Cats)) (VP (VBP sleep) (ADVP (RB well))) (. .))\n\
                    (S (VP (VB Stop)) (. !))\n";

fn trees() -> Vec<&'static str> {
    GOLD.lines().collect()
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("three.mrg", GOLD);
    folder
}

fn lines(all: &[Value]) -> String {
    all.iter().map(|line| format!("{line}\n")).collect()
}

fn scores(json: &Value) -> (f64, f64, f64) {
    let scores = &json["systems"][0]["scores"];
    let score = |name: &str| scores[name].as_f64().unwrap();
    (score("f1"), score("validity"), score("faithfulness"))
}

#[test]
fn columns_whose_tabs_became_blanks_are_sent_to_what_mends_them() {
    let folder = Folder::new();
    let gold = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n";
    folder.write("g.conllu", gold);
    folder.write("s.conllu", gold.replace('\t', " "));
    let refused = folder.run("dependencies g.conllu s.conllu");
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("--repair puts them back"), "{}", refused.err);
    let json = folder.json("dependencies g.conllu s.conllu --repair");
    assert_eq!(json["systems"][0]["scores"]["LAS"], 1.0);
    assert_eq!(json["systems"][0]["repairs"]["blanks"], 1);
}

#[test]
fn what_was_repaired_is_counted_and_said() {
    let folder = folder();
    let [one, two, three] = trees().try_into().unwrap();
    let _: (&str, &str, &str) = (one, two, three);
    folder.write(
        "chat.jsonl",
        lines(&[
            json!({"id": 1, "response": format!("Sure:\n```\n{one}\n```")}),
            json!({"id": 2, "response": two.trim_end_matches(')')}),
            json!({"id": 3, "response": three}),
        ]),
    );
    let json = folder.json("brackets three.mrg chat.jsonl --repair");
    assert_eq!(scores(&json), (1.0, 1.0 / 3.0, 1.0));
    let system = &json["systems"][0];
    assert_eq!(system["repairs"], json!({"prose": 1, "fence": 1, "unclosed": 1}));
    assert_eq!(system["repaired"][2], json!({"sentence": 2, "kind": "unclosed", "n": 2}));
    assert_eq!(system["counts"]["valid"], 1);
    assert!(json["signature"].as_str().unwrap().contains("|repair:yes|"));
    let text = folder.run("brackets three.mrg chat.jsonl --repair").out;
    assert!(text.contains("valid") && text.contains("33.33"), "{text}");
    assert!(text.contains("unclosed") && text.contains("brackets closed"), "{text}");
    // Fragments have the same.
    let json = folder.json("fragments three.mrg chat.jsonl --repair");
    assert_eq!(json["systems"][0]["scores"]["validity"], 1.0 / 3.0);
    // Without a repair, what is not well-formed is skipped, and the hint says what would help.
    let ran = folder.run("brackets three.mrg chat.jsonl");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("2 of 3 (2 system unreadable)"), "{}", ran.out);
    assert!(ran.out.contains("--repair"), "{}", ran.out);
    assert!(!ran.out.contains("valid"), "{}", ran.out);
}

#[test]
fn batches_are_read_by_their_ids() {
    let folder = folder();
    let gold = "# sent_id = a\n1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n\n\
                # sent_id = b\n1\tStop\tstop\tVERB\tVB\t_\t0\troot\t_\t_\n\n";
    folder.write("two.conllu", gold);
    let row = |word: &str| format!("1 {word} {word} VERB VB _ 0 root _ _");
    folder.write("openai.jsonl", lines(&[
        json!({"id": "batch_1", "custom_id": "b", "response": {"status_code": 200, "body": {"choices":
            [{"message": {"role": "assistant", "content": row("Stop")}}]}}, "error": null}),
        json!({"id": "batch_2", "custom_id": "a", "response": {"status_code": 200, "body": {"choices":
            [{"message": {"role": "assistant", "content": row("Go")}}]}}, "error": null}),
    ]));
    folder.write("anthropic.jsonl", lines(&[
        json!({"custom_id": "a", "result": {"type": "succeeded", "message": {"content":
            [{"type": "text", "text": row("Go")}]}}}),
        json!({"custom_id": "b", "result": {"type": "errored", "error": {"type": "overloaded"}}}),
        json!({"custom_id": "c", "result": {"type": "errored", "error": {"type": "overloaded"}}}),
    ]));
    let json = folder.json("dependencies two.conllu openai.jsonl --repair");
    let scores = &json["systems"][0]["scores"];
    assert_eq!((&scores["LAS"], &scores["validity"]), (&json!(1.0), &json!(0.0)));
    assert_eq!(json["systems"][0]["repairs"]["blanks"], 2);
    let ran = folder.run("dependencies two.conllu anthropic.jsonl --repair --format json");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.err.contains("1 output of no sentence; the first is c"), "{}", ran.err);
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["systems"][0]["scores"]["faithfulness"], 0.5);
    assert_eq!(json["systems"][0]["skipped"][0]["reason"], "system_missing");
    // Fields can be named; what is not there is said.
    let own: Vec<Value> =
        [(2, "Stop"), (1, "Go")].map(|(n, word)| json!({"n": n, "out": {"it": row(word)}})).into();
    folder.write("own.jsonl", lines(&own));
    let json =
        folder.json("dependencies two.conllu own.jsonl --repair --id-field n --field out.it");
    assert_eq!(json["systems"][0]["scores"]["LAS"], 1.0);
    let ran = folder.run("dependencies two.conllu own.jsonl --repair --id-field n");
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("none of its fields is known as a text") && ran.err.contains("--field"),
        "{}",
        ran.err
    );
}

#[test]
fn a_folder_has_one_answer_a_file() {
    let folder = folder();
    let chat = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/chat/trees");
    let chat = chat.to_str().unwrap();
    let json =
        folder.json(&format!("brackets {chat}/gold.mrg {chat}/wrapped {chat}/words --repair"));
    let systems = json["systems"].as_array().unwrap();
    assert_eq!(systems[0]["scores"]["validity"], 0.0);
    assert_eq!(systems[0]["scores"]["faithfulness"], 1.0);
    assert_eq!(
        (&systems[0]["counts"]["matched"], &systems[0]["counts"]["gold"]),
        (&json!(48), &json!(49))
    );
    assert_eq!(systems[1]["scores"]["validity"], 0.8);
    assert_eq!(systems[1]["scores"]["faithfulness"], 0.3);
    // Names without numbers are in order.
    fs::create_dir(folder.path().join("named")).unwrap();
    for (name, tree) in ["x", "y", "z"].iter().zip(trees()) {
        folder.write(&format!("named/{name}.txt"), tree);
    }
    assert_eq!(scores(&folder.json("brackets three.mrg named --repair")), (1.0, 1.0, 1.0));
}

#[test]
fn samples_have_a_mean_and_a_best() {
    let folder = folder();
    let [one, two, three] = trees().try_into().unwrap();
    let flat: &str = "(S (NP (NNS Cats)) (VP (VBP sleep) (RB well)) (. .))";
    let all: [(u32, &str); 5] = [(1, one), (2, two), (3, three), (2, flat), (3, three)];
    let all = all.map(|(id, output)| json!({"id": id, "output": output}));
    folder.write("samples.jsonl", lines(&all));
    let ran = folder.run("brackets three.mrg samples.jsonl --repair --format json");
    assert!(
        ran.err.contains("1 sentence has fewer than 2 samples; the first is sentence 1"),
        "{}",
        ran.err
    );
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    let names: Vec<&str> =
        json["systems"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["samples.jsonl #1", "samples.jsonl #2"]);
    let samples = json["samples"].as_array().unwrap();
    let recall = samples.iter().find(|row| row["score"] == "recall").unwrap();
    // Gold has 9 brackets: 9 of them in the first sample, 5 in the second, which lacks a sentence.
    let (mean, deviation) = ((1.0 + 5.0 / 9.0) / 2.0, (4.0 / 9.0) / 2f64.sqrt());
    assert!((recall["mean"].as_f64().unwrap() - mean).abs() < 1e-12, "{recall}");
    assert!((recall["deviation"].as_f64().unwrap() - deviation).abs() < 1e-12, "{recall}");
    assert_eq!((&recall["lowest"], &recall["highest"]), (&json!(5.0 / 9.0), &json!(1.0)));
    let json = folder.json("brackets three.mrg samples.jsonl --repair --samples best -q");
    assert_eq!(scores(&json), (1.0, 1.0, 1.0));
}

#[test]
fn what_is_said_of_outputs_is_saved_and_merged() {
    let folder = folder();
    let broken = GOLD.replace("(VP (VBP bark))", "(VP (VBP bark)");
    folder.write("broken.mrg", &broken);
    for name in ["one", "two"] {
        let words =
            format!("brackets three.mrg broken.mrg --repair --names {name} --save {name}.jsonl");
        assert_eq!(folder.run(&words).status, 0);
    }
    let merged = folder.json("merge one.jsonl two.jsonl");
    for system in merged["systems"].as_array().unwrap() {
        assert_eq!(system["scores"]["validity"], 2.0 / 3.0);
        assert_eq!(system["repairs"], json!({"unclosed": 1}));
    }
    assert_eq!(folder.run("merge one.jsonl --min validity=60").status, 0);
    assert_eq!(folder.run("merge one.jsonl --min validity=70").status, 1);
    assert_eq!(
        folder.run("brackets three.mrg broken.mrg --repair --min faithfulness=100").status,
        0
    );
    assert_eq!(folder.run("brackets three.mrg broken.mrg --min validity=70").status, 2);
    // Repaired rows are not those of files as they are.
    folder.run("brackets three.mrg broken.mrg --save plain.jsonl");
    let ran = folder.run("compare one.jsonl plain.jsonl");
    assert!(ran.err.contains("repair:yes"), "{}", ran.err);
}

#[test]
fn a_file_that_cannot_be_read_says_what_would_help() {
    let folder = folder();
    folder.write("chat.txt", "Here is the tree:\n(S\n  (NP (NNS Dogs))\n");
    let ran = folder.run("brackets three.mrg chat.txt");
    assert_ne!(ran.status, 0);
    assert!(format!("{}{}", ran.out, ran.err).contains("--repair"), "{}{}", ran.out, ran.err);
    let json = folder.run("brackets three.mrg chat.txt --repair --format json");
    assert!(json.out.contains("\"faithfulness\": 0.0"), "{}{}", json.out, json.err);
}

#[test]
fn parses_of_pairs_are_repaired() {
    let folder = Folder::new();
    let (pairs, parses) = ("entailments/pairs.xml", "entailments/strong.conllu");
    let decide = |words: &str| {
        let ran = folder.run(&format!("entail decide {pairs} --module ud {words}"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        (ran.out, ran.err)
    };
    let (plain, _) = decide(&format!("--parses {parses}"));
    let broken = folder.read(parses).replace('\t', "  ");
    folder.write("chat.txt", format!("Here are the parses:\n```\n{broken}```\n"));
    let (repaired, said) = decide("--parses chat.txt --repair");
    assert_eq!(repaired, plain);
    assert!(said.contains("316 blanks"), "{said}");
    let blocks = broken.split("\n\n").filter(|block| !block.trim().is_empty());
    let all: Vec<Value> =
        (1..).zip(blocks).map(|(id, text): (u32, &str)| json!({"id": id, "text": text})).collect();
    folder.write("chat.jsonl", lines(&all));
    assert_eq!(decide("--parses chat.jsonl --repair").0, plain);
}

#[test]
fn relations_are_repaired() {
    let folder = folder();
    let gold = "1\n\n(ncsubj sleep John _)\n(ncmod _ sleep well)\n\n2\n\n(ncsubj see Mary _)\n(dobj see John)\n";
    folder.write("gold.gr", gold);
    folder.write("sound.gr", gold);
    folder.write(
        "chat.gr",
        "Here are the relations:\n1\n\n- (ncsubj sleep John _)\n- (ncmod _ sleep soundly\n\n2\n\n\
         (ncsubj see Mary _)\n(dobj see John)\n",
    );
    let json = folder.json("relations gold.gr chat.gr sound.gr --repair");
    let systems = json["systems"].as_array().unwrap();
    let scores = |at: usize| {
        let scores = &systems[at]["scores"];
        (scores["validity"].as_f64().unwrap(), scores["faithfulness"].as_f64().unwrap())
    };
    assert_eq!((scores(0), scores(1)), ((0.5, 0.5), (1.0, 1.0)));
    assert_eq!(systems[0]["repairs"], json!({"prose": 1, "markup": 1, "unclosed": 1}));
    let all = [(2, "(ncsubj see Mary _)\n(dobj see John)"), (1, "```\n(ncsubj sleep John _)\n```")];
    let all = all.map(|(id, text)| json!({"id": id, "response": text}));
    folder.write("chat.jsonl", lines(&all));
    let json = folder.json("relations gold.gr chat.jsonl --repair");
    assert_eq!(json["systems"][0]["scores"]["validity"], 0.5);
    assert_eq!(json["systems"][0]["repairs"], json!({"fence": 1}));
}

#[test]
fn options_that_do_nothing_are_said_and_those_that_cannot_be_refused() {
    let folder = folder();
    folder.write("plain.txt", GOLD);
    let ran = folder.run("brackets three.mrg plain.txt --repair --n-best");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--repair does not go with --n-best"), "{}", ran.err);
    let ran = folder.run("brackets three.mrg plain.txt --repair --field parse --samples best");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.err.contains("--field and --samples for lines of JSON does nothing"),
        "{}",
        ran.err
    );
    // A text in a field of one's own; where there are several, one has to be named.
    let own = |tree: &str| json!({"parse": tree});
    let all: Vec<Value> =
        (1..).zip(trees()).map(|(n, it)| json!({"id": n, "response": own(it)})).collect();
    folder.write("own.jsonl", lines(&all));
    assert_eq!(scores(&folder.json("brackets three.mrg own.jsonl --repair")), (1.0, 1.0, 1.0));
    let two = json!({"id": 1, "response": {"parse": trees()[0], "why": "It is."}});
    folder.write("two.jsonl", lines(&[two]));
    let ran = folder.run("brackets three.mrg two.jsonl --repair");
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("for example response.parse") && ran.err.contains("--field"),
        "{}",
        ran.err
    );
    let json = folder.json("brackets three.mrg two.jsonl --repair --field response.parse");
    assert_eq!(json["systems"][0]["counts"]["valid"], 1);
}

#[test]
fn a_repair_is_not_advised_where_it_was_done() {
    let folder = folder();
    let all = [
        json!({"id": 1, "response": trees()[0]}),
        json!({"id": 2, "response": "I cannot parse that."}),
        json!({"id": 3, "response": format!("<think>{}</think>", trees()[2])}),
    ];
    folder.write("chat.jsonl", lines(&all));
    let ran = folder.run("brackets three.mrg chat.jsonl --repair --table skipped");
    assert!(
        !ran.out.contains("pass --repair") && !ran.err.contains("pass --repair"),
        "{}",
        ran.out
    );
    assert!(folder.run("brackets three.mrg chat.jsonl").out.contains("--repair"));
    folder.write("gold.gr", "(ncsubj sleeps_1 John_0 _)\n\n");
    folder.write("none.jsonl", lines(&[json!({"id": 1, "response": "I cannot."})]));
    let ran = folder.run("relations gold.gr none.jsonl --repair");
    assert!(ran.err.contains("no relation was found in none.jsonl"), "{}", ran.err);
}

/// What is said of skipped sentences of a file whose every second line is odd.
fn told(odd: &[&str], options: &str) -> Vec<String> {
    let folder = Folder::new();
    let tree = trees()[0];
    folder.write("gold.mrg", format!("{tree}\n").repeat(2 * odd.len()));
    folder.write("odd.mrg", odd.iter().map(|odd| format!("{tree}\n{odd}\n")).collect::<String>());
    let ran = folder.run(&format!("brackets gold.mrg odd.mrg --table skipped {options}"));
    let rows = ran.out.lines().map(str::trim).filter(|line| line.starts_with("odd.mrg:"));
    rows.map(String::from).collect()
}

#[test]
fn an_empty_line_is_named_by_its_own_place() {
    let expected = [
        "odd.mrg:2:1: sentence 2: no parse",
        "odd.mrg:4:1: sentence 4: no parse",
        "odd.mrg:6:1: sentence 6: no parse",
    ];
    for options in ["", "--repair"] {
        assert_eq!(told(&["", "   ", ""], options), expected);
    }
}

#[test]
fn what_cannot_be_repaired_has_the_reason_that_it_has_without_a_repair() {
    let expected = [
        "odd.mrg:2:1: sentence 2: no parse",
        "odd.mrg:4:1: sentence 4: no parse",
        "odd.mrg:6:1: sentence 6: 2 words in gold, 1 in the system",
        "odd.mrg:8:12: sentence 8: text outside brackets",
    ];
    for options in ["", "--repair"] {
        assert_eq!(told(&["(())", "(TOP", "(S )", "(as asked) it is late"], options), expected);
    }
}
