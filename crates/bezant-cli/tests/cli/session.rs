//! Commands that somebody's function runs: what the program would print, from memory, and nothing of the process.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bezant::parallel::Threads;
use bezant::source::Text;
use bezant_cli::{Counter, Input, MessageKind, Ran, Sentences, Session};

use crate::program::Folder;

const GOLD: &str = include_str!("../../demo/gold.mrg");
const WEAK: &str = include_str!("../../demo/weak.mrg");
const FAILING: &str = include_str!("../../demo/failing.mrg");

fn words(typed: &str) -> Vec<OsString> {
    typed.split_whitespace().map(OsString::from).collect()
}

fn text(text: &'static str) -> Input {
    Input::Text(Text::lent(text))
}

fn sentences(text: &str) -> Input {
    let lines = text.lines().map(|line| Some(line.as_bytes().to_vec()));
    Input::Sentences(Arc::new(lines.collect()))
}

fn run(typed: &str, inputs: [(&str, Input); 2]) -> Ran {
    let inputs: BTreeMap<String, Input> =
        inputs.into_iter().map(|(name, input)| (name.to_string(), input)).collect();
    Session { inputs, ..Session::default() }.run(words(typed))
}

#[test]
fn what_is_in_memory_comes_to_what_files_come_to() {
    let folder = Folder::new();
    for command in ["brackets", "fragments --replicates 0", "brackets --align --worst 2"] {
        let printed = folder.run(&format!("{command} gold.mrg failing.mrg --format json"));
        let memory = format!("{command} memory:0/gold.mrg memory:1/failing.mrg --format json");
        let names = ["memory:0/gold.mrg", "memory:1/failing.mrg"];
        let ran = run(&memory, [(names[0], text(GOLD)), (names[1], text(FAILING))]);
        assert_eq!(ran.status, 0);
        assert_eq!(String::from_utf8_lossy(&ran.out), printed.out);
        let [said] = ran.messages.as_slice() else { panic!("{:?}", ran.messages) };
        assert_eq!(said.kind, MessageKind::Warning);
        assert!(printed.err.contains(&said.text), "{}", said.text);
        // Sentences that are apart have no lines of a file; all else is the same.
        let apart = run(&memory, [(names[0], sentences(GOLD)), (names[1], sentences(FAILING))]);
        let scores = |ran: &Ran| {
            let all: serde_json::Value = serde_json::from_slice(&ran.out).unwrap();
            [all["systems"][0]["scores"].clone(), all["systems"][0]["counts"].clone()]
        };
        assert_eq!(scores(&apart), scores(&ran));
    }
}

#[test]
fn what_is_written_and_said_is_kept() {
    let names = ["memory:0/gold.mrg", "memory:1/weak.mrg"];
    let typed =
        "brackets memory:0/gold.mrg memory:1/weak.mrg --save memory:rows --plot memory:2/p.svg";
    let ran = run(typed, [(names[0], text(GOLD)), (names[1], text(WEAK))]);
    assert!(ran.out.starts_with(b"brackets against gold.mrg, 60 sentences"));
    assert!(ran.written["memory:rows"].starts_with(b"{\"bezant_rows\""));
    assert!(
        ran.written["memory:2/p.svg"].starts_with(b"<svg")
            || ran.written["memory:2/p.svg"].starts_with(b"<?xml")
    );
    let gate = "brackets memory:0/gold.mrg memory:1/weak.mrg --min f1=90";
    let ran = run(gate, [(names[0], text(GOLD)), (names[1], text(WEAK))]);
    assert_eq!((ran.status, ran.messages[0].kind), (1, MessageKind::Gate));
    let broken = run(
        "brackets memory:0/gold.mrg memory:1/weak.mrg",
        [(names[0], text("(S (NP a)\n  (VP b)\n")), (names[1], text(WEAK))],
    );
    let error = &broken.messages[0];
    assert_eq!((broken.status, error.kind), (2, MessageKind::Error));
    assert_eq!(error.place, Some(("gold.mrg".to_string(), 1, 1)));
    assert!(error.excerpt.is_some() && error.hint.is_some());
}

#[test]
fn words_that_are_none_end_nothing() {
    for (typed, status) in
        [("--help", 0), ("--version", 0), ("nonsense", 2), ("brackets", 2), ("", 2)]
    {
        let ran = Session::default().run(words(typed));
        assert_eq!(ran.status, status, "{typed}");
        assert_eq!(ran.out.is_empty(), status == 2, "{typed}");
        assert_eq!(ran.messages.is_empty(), status == 0, "{typed}");
    }
    let ran = Session::default().run(words("brackets a b --presett x"));
    assert_eq!(ran.messages[0].text, "unexpected argument '--presett' found");
    assert_eq!(ran.messages[0].hint.as_deref(), Some("a similar argument exists: '--preset'"));
}

#[test]
fn a_session_can_be_stopped() {
    let names = ["memory:0/gold.mrg", "memory:1/weak.mrg"];
    let inputs = [(names[0], text(GOLD)), (names[1], text(WEAK))];
    let inputs = inputs.into_iter().map(|(name, input)| (name.to_string(), input)).collect();
    let session = Session { inputs, ..Session::default() };
    session.stop.store(true, Ordering::Relaxed);
    let ran = session.run(words("brackets memory:0/gold.mrg memory:1/weak.mrg"));
    assert!(ran.is_stopped && ran.out.is_empty() && ran.messages.is_empty());
    // The next one begins anew.
    let ran = Session::default().run(words("help crossing"));
    assert!(ran.status == 0 && !ran.out.is_empty());
}

/// A loop adds what has one signature: relations of dependencies that two mappings name have two.
#[test]
fn counts_of_two_mappings_cannot_be_added() {
    let folder = Folder::new();
    folder.write("one.toml", "[relations]\nnsubj = \"(ncsubj HEAD DEPENDENT _)\"\n");
    folder.write("two.toml", "[relations]\nnsubj = \"(xsubj HEAD DEPENDENT _)\"\n");
    const DOGS: &str =
        "1\tDogs\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\t_\t_\t_\t0\troot\t_\t_\n\n";
    folder.write("a.conllu", DOGS);
    let signed = |mapping: &str| {
        let path = folder.path().join(mapping).display().to_string();
        let words = ["relations", "--mapping", &path].map(str::to_string);
        let counter = Counter::new(&words).unwrap();
        let side = |name| Sentences::new(name, text(DOGS));
        let threads = Threads::one();
        let counted = counter.count(&side("gold"), &side("system"), &threads).unwrap();
        assert_eq!(counted.signature.get("mapping"), counter.signature().get("mapping"));
        let typed = folder.run(&format!(
            "relations a.conllu a.conllu --mapping {mapping} --format json --replicates 0"
        ));
        let printed: serde_json::Value = serde_json::from_str(&typed.out).unwrap();
        assert_eq!(printed["signature"], counted.signature.to_string());
        assert!(printed["signature"].as_str().unwrap().contains("|gold:"));
        counter.signature().clone()
    };
    let (one, two) = (signed("one.toml"), signed("two.toml"));
    let (ours, theirs) = one.difference(&two, &[]).unwrap();
    assert!(ours.starts_with("mapping:") && theirs.starts_with("mapping:"), "{ours} {theirs}");
}

/// Relations in a list are read one by one, also by the command.
#[test]
fn a_line_of_a_sentence_in_memory_is_no_other_sentence() {
    let list = |texts: [&str; 3]| {
        Input::Sentences(Arc::new(texts.map(|text| Some(text.as_bytes().to_vec())).to_vec()))
    };
    let gold = ["(det dog the)", "(ncsubj slept cat _)\n(det cat a)", "(dobj saw bird)"];
    let columns = |name: &str, empty: &str| {
        format!("1\tdogs\t_\tN\tN\t_\t2\t{name}\n{empty}2\tbark\t_\tV\tV\t_\t0\troot\n")
    };
    let folder = Folder::new();
    folder.write("own.toml", "[relations]\nnsubj = \"(ncsubj HEAD DEPENDENT _)\"\n");
    let mapping = format!(" --mapping {}", folder.path().join("own.toml").display());
    let [sound, other, empty] = [columns("nsubj", ""), columns("obj", ""), columns("nsubj", "\n")];
    for (gold, second, options) in [
        (gold, "(ncsubj slept cat _)\n7\n(det cat a)", ""),
        (gold, "7\n\n(det cat a)", ""),
        // Of the second, no dependency is mapped.
        ([&sound, &other, &sound], &empty, mapping.as_str()),
    ] {
        let typed =
            format!("relations memory:0/g memory:1/s --format json --replicates 0{options}");
        let system = [gold[0], second, gold[2]];
        let ran = run(&typed, [("memory:0/g", list(gold)), ("memory:1/s", list(system))]);
        assert_eq!(ran.status, 0, "{:?}", ran.messages);
        let all: serde_json::Value = serde_json::from_slice(&ran.out).unwrap();
        let found = &all["systems"][0];
        assert_eq!(found["scores"]["f1"], 1.0, "{second:?}");
        let rows = found["skipped"].as_array().unwrap();
        assert!(rows.len() == 1 && rows[0]["sentence"] == 2, "{second:?}: {rows:?}");
    }
}
