use crate::program::Folder;

const PAIRS: &str = r#"<entailment-corpus>
<pair id="a.1" entailment="YES" relation="nsubj" construction="subject"><t>The cook's dog didn't bark.</t><h>The dog didn't bark.</h></pair>
<pair id="a.2" entailment="NO" relation="nsubj" construction="subject"><t>The cook's dog didn't bark.</t><h>The cook didn't bark.</h></pair>
</entailment-corpus>
"#;

const TREES: &str = "(S (NP (NP (DT The) (NN cook) (POS 's)) (NN dog)) (VP (VBD did) (RB n't) (VP (VB bark))) (. .))
(S (NP (DT The) (NN dog)) (VP (VBD did) (RB n't) (VP (VB bark))) (. .))
(S (NP (NP (DT The) (NN cook) (POS 's)) (NN dog)) (VP (VBD did) (RB n't) (VP (VB bark))) (. .))
(S (NP (DT The) (NN cook)) (VP (VBD did) (RB n't) (VP (VB bark))) (. .))
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("p.xml", PAIRS).write("p.mrg", TREES);
    folder
}

#[test]
fn sentences_are_written_in_their_order_and_shapes() {
    let folder = folder();
    let raw = folder.run("entail sentences p.xml");
    assert_eq!(raw.status, 0, "{}", raw.err);
    let lines: Vec<&str> = raw.out.lines().collect();
    assert_eq!(lines[..2], ["The cook's dog didn't bark.", "The dog didn't bark."]);
    assert_eq!(lines.len(), 4);
    let tokens = folder.run("entail sentences p.xml --as tokens --only hypotheses").out;
    assert_eq!(tokens, "The dog did n't bark .\nThe cook did n't bark .\n");
    let columns = folder.run("entail sentences p.xml --as conllu").out;
    assert!(
        columns.starts_with("# sent_id = a.1.t\n# text = The cook's dog didn't bark.\n1\tThe\t_\t")
    );
    assert_eq!(columns.matches("\n\n").count(), 4);
}

#[test]
fn nothing_is_compared_without_replicates() {
    let folder = folder();
    folder.write("one.txt", "a.1\tYES\na.2\tNO\n").write("two.txt", "a.1\tNO\na.2\tNO\n");
    let json = folder.json("entail score p.xml one.txt two.txt --replicates 0");
    assert_eq!(json["comparisons"], serde_json::json!([]));
    assert!(!json["signature"].as_str().unwrap().contains("test:"));
    let help = folder.run("entail oracle --help").out;
    assert!(!help.contains("lowest F1"), "{help}");
}

/// What is said of intervals is what they are, whichever command shows them.
#[test]
fn answers_have_the_same_intervals_in_every_command() {
    let folder = folder();
    folder.write("one.txt", "a.1\tYES\na.2\tNO\n").write("two.txt", "a.1\tNO\na.2\tNO\n");
    let words = "entail score p.xml one.txt two.txt --save rows.jsonl";
    let expected = folder.json(words)["systems"][1]["intervals"]["accuracy"].clone();
    // Wilson's interval of one in two.
    let z2 = 1.959_963_984_540_054_f64.powi(2);
    let half = (z2 / (2.0 + z2)).sqrt() / 2.0;
    assert!((expected[0].as_f64().unwrap() - (0.5 - half)).abs() < 1e-9, "{expected}");
    for (command, by) in [
        (words, "wilson+percentile"),
        ("entail score p.xml two.txt", "wilson"),
        ("entail score p.xml one.txt two.txt --replicates 0", "wilson"),
        ("merge rows.jsonl", "wilson"),
        ("compare rows.jsonl", "wilson+bca"),
        ("compare rows.jsonl --interval percentile", "wilson+percentile"),
    ] {
        let json = folder.json(command);
        let found = json["systems"].as_array().unwrap().last().unwrap();
        assert_eq!(found["intervals"]["accuracy"], expected, "{command}");
        let signature = json["signature"].as_str().unwrap();
        assert!(signature.contains(&format!("|interval:{by}|level:0.95|")), "{signature}");
        let page = folder.run(command).out;
        assert!(page.contains("(intervals at 95 % by Wilson)"), "{page}");
        assert!(page.contains("50.00  9.45–90.55"), "{page}");
    }
    let wide = folder.json("compare rows.jsonl --level 0.9");
    assert!(wide["signature"].as_str().unwrap().contains("|interval:wilson+bca|level:0.9|"));
    let page = folder.run("compare rows.jsonl --level 0.9 --details").out;
    assert!(page.contains("(intervals at 90 % by Wilson)") && !page.contains("BCa"), "{page}");
}

#[test]
fn from_trees_to_a_score() {
    let folder = folder();
    let decided = folder.run("entail decide p.xml --parses p.mrg --module stanford -o answers.txt");
    assert_eq!((decided.status, decided.out.as_str()), (0, ""), "{}", decided.err);
    assert!(
        decided.err.starts_with("1 YES, 1 NO; entail|module:stanford|view:collapsed|"),
        "{}",
        decided.err
    );
    assert_eq!(folder.read("answers.txt"), "a.1\tYES\na.2\tNO\n");
    let json = folder.json("entail score p.xml answers.txt");
    let scores = &json["systems"][0]["scores"];
    for name in ["accuracy", "precision", "recall", "f1", "right_on_yes", "right_on_no"] {
        assert_eq!(scores[name], 1.0, "{name}");
    }
    assert_eq!(json["baselines"]["always_yes"]["scores"]["accuracy"], 0.5);
    assert_eq!(json["relation"][0]["answers.txt"], 1.0);
    assert!(json["systems"][0]["intervals"]["accuracy"][0].as_f64().unwrap() < 0.5);
    assert!(json["signature"].as_str().unwrap().starts_with("entailments|n:2|gold:"));
}

#[test]
fn texts_and_hypotheses_may_come_in_two_files_or_from_a_program() {
    let folder = folder();
    let side =
        |which: usize| TREES.lines().skip(which).step_by(2).collect::<Vec<_>>().join("\n") + "\n";
    folder.write("t.mrg", side(0)).write("h.mrg", side(1));
    let two = folder.run("entail decide p.xml --parses t.mrg --parses h.mrg -q");
    assert_eq!((two.status, two.out.as_str()), (0, "a.1\tYES\na.2\tNO\n"), "{}", two.err);
    folder
        .write("parser.sh", "test $(wc -l) = 4 && cat p.mrg\n")
        .write("fail.sh", "echo no grammar >&2; exit 3\n");
    let run = |rest: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("bezant").unwrap();
        command.current_dir(folder.path()).args(["entail", "decide", "p.xml", "-q"]).args(rest);
        let output = command.output().unwrap();
        (
            output.status.code().unwrap(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (status, out, err) = run(&["--parser-cmd", "sh parser.sh"]);
    assert_eq!((status, out.as_str()), (0, "a.1\tYES\na.2\tNO\n"), "{err}");
    let (status, _, err) = run(&["--parser-cmd", "sh fail.sh"]);
    assert_eq!(status, 2);
    assert!(err.contains("failed (exit status: 3); it said:\nno grammar"), "{err}");
    let (status, _, err) = run(&["--parser-cmd", "cat > /dev/null"]);
    assert_eq!(status, 2);
    assert!(err.contains("printed nothing"), "{err}");
    let (status, _, err) = run(&["--parser-cmd", "exec sleep 30", "--parser-time", "1s"]);
    assert_eq!(status, 2);
    assert!(err.contains("took longer than 1 s"), "{err}");
    let (status, _, err) = run(&["--parser-cmd", "yes"]);
    assert_eq!(status, 2);
    assert!(err.contains("`yes` printed more than 64 MB; is it a parser?"), "{err}");
}

/// A parser that is ended takes what it has started with it.
#[cfg(target_os = "linux")]
#[test]
fn a_parser_that_takes_too_long_is_ended_with_all_it_started() {
    let folder = folder();
    folder.write("slow.sh", "sleep 600 & echo $! > pid; wait\n");
    // On a busy machine it may be ended before it has started anything.
    let mut tries = ["2s", "20s", "200s"].into_iter().filter_map(|limit| {
        let mut command = assert_cmd::Command::cargo_bin("bezant").unwrap();
        command.current_dir(folder.path()).args(["entail", "decide", "p.xml"]);
        command.args(["--parser-time", limit, "--parser-cmd", "sh slow.sh"]);
        assert_eq!(command.output().unwrap().status.code(), Some(2));
        let pid = std::fs::read_to_string(folder.path().join("pid")).ok();
        pid.filter(|pid| pid.ends_with('\n'))
    });
    assert!(tries.next().is_some(), "a shell starts in less than minutes");
    expect_end_of_parser(&folder);
}

/// So does one whose reader is ended, and one that has left something behind.
#[cfg(target_os = "linux")]
#[test]
fn a_parser_does_not_outlive_bezant() {
    let folder = folder();
    // What it reads comes when it is on its leash.
    folder.write("slow.sh", "cat > read; sleep 600 & echo $! > pid; wait\n");
    folder.write("left.sh", "sleep 600 & echo $! > pid; cat p.mrg\n");
    folder.write("fail.sh", "sleep 600 & echo $! > pid; exit 3\n");
    let mut bezant = std::process::Command::new(assert_cmd::cargo::cargo_bin("bezant"));
    bezant.current_dir(folder.path()).args(["entail", "decide", "p.xml", "--parser-cmd"]);
    let mut bezant = bezant.arg("sh slow.sh").spawn().unwrap();
    let pid = folder.path().join("pid");
    while !std::fs::read_to_string(&pid).is_ok_and(|pid| pid.ends_with('\n')) {
        assert!(bezant.try_wait().unwrap().is_none(), "it has ended");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    bezant.kill().unwrap();
    bezant.wait().unwrap();
    expect_end_of_parser(&folder);

    for (script, part) in [("left.sh", "took longer than 2 s"), ("fail.sh", "exit status: 3")] {
        let mut command = assert_cmd::Command::cargo_bin("bezant").unwrap();
        command.current_dir(folder.path()).args(["entail", "decide", "p.xml", "--parser-time"]);
        let time = if script == "left.sh" { "2s" } else { "10m" };
        let output =
            command.args([time, "--parser-cmd", &format!("sh {script}")]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{script}");
        expect_end_of_parser(&folder);
    }
}

/// What a parser has started, whose number is in a file, is gone, or dead and not yet buried.
#[cfg(target_os = "linux")]
fn expect_end_of_parser(folder: &Folder) {
    let pid = folder.read("pid");
    let status = std::path::Path::new("/proc").join(pid.trim()).join("stat");
    let lives = || std::fs::read_to_string(&status).is_ok_and(|stat| !stat.contains(") Z "));
    for _ in 0..600 {
        if !lives() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("what the parser started lives on");
}

#[test]
fn parses_with_other_relations_give_a_warning() {
    let folder = folder();
    let word = "1\tIt\tit\tPRP\tPRP\t_\t2\tSUB\n2\tis\tbe\tVBZ\tVBZ\t_\t0\tROOT\n\n";
    folder.write("p.conll", word.repeat(4));
    let found = folder.run("entail decide p.xml --parses p.conll --any-words");
    assert_eq!((found.status, found.out.as_str()), (0, "a.1\tNO\na.2\tNO\n"));
    assert!(found.err.contains("no hypothesis has any of the relations nsubj,dobj,prep_*"));
    assert!(!folder.run("entail decide p.xml --parses p.mrg").err.contains("no hypothesis"));
}

#[test]
fn relations_that_nothing_can_have_are_not_taken_for_core() {
    let folder = folder();
    let run =
        |core: &str| folder.run(&format!("entail decide p.xml --parses p.mrg -q --core {core}"));
    let wrong = run("nsubj,nope");
    assert_eq!(wrong.status, 2);
    assert!(
        wrong.err.contains("no relation is called nope; the parses have aux, det, neg, nsubj, "),
        "{}",
        wrong.err
    );
    assert!(wrong.err.contains("; for --core there are also abbrev, acomp,"), "{}", wrong.err);
    assert_eq!(run(",").status, 2);
    for core in ["nsubj", "nsubj,dobj,prep_*", "prep_in", "*subj", "*"] {
        assert_eq!(run(core).status, 0, "{core}");
    }
    folder.write("r.toml", "[[rule]]\nswitch = \"x\"\nrelation = \"poss\"\nbecomes = \"has\"\n");
    assert_eq!(run("has --equate r.toml").status, 0);
}

/// A parser's own names are as good as Stanford's, and those of Universal Dependencies mean the same.
#[test]
fn core_relations_may_have_the_parsers_names() {
    let folder = folder();
    let word = |subject: &str| {
        format!("1\t{subject}\t_\tNN\tNN\t_\t2\tSUB\n2\tbark\t_\tVB\tVB\t_\t0\tROOT\n\n")
    };
    folder.write("p.conll", ["dog", "dog", "dog", "cook"].map(word).concat());
    let own = folder.run("entail decide p.xml --parses p.conll --core SUB,OB*,nsubj");
    assert!(
        own.err.contains("no relation is called OB*; the parses have SUB, root; "),
        "{}",
        own.err
    );
    let own = folder.run("entail decide p.xml --parses p.conll --core SUB,nsubj");
    assert_eq!(own.out, "a.1\tYES\na.2\tNO\n", "{}", own.err);
    // Those of LTH's converter are known.
    let lth = folder.read("p.conll").replace("SUB", "SBJ");
    folder.write("p.conll", lth);
    let ran = folder.run("entail decide p.xml --parses p.conll --core SBJ,OBJ");
    assert_eq!(ran.out, "a.1\tYES\na.2\tNO\n", "{}", ran.err);
    assert!(ran.err.contains("|core:nsubj,dobj|"), "{}", ran.err);
    let ran =
        folder.run("entail decide p.xml --parses p.mrg --core nsubj,obj,obl,nmod:of,acl:relcl");
    assert!(ran.err.contains("|core:nsubj,dobj,prep_*,prep_of,rcmod|"), "{}", ran.err);
}

#[test]
fn several_systems_are_compared() {
    let folder = Folder::new();
    let pairs = "entailments/pairs.xml";
    for name in ["strong", "middling", "weak"] {
        let words = format!(
            "entail decide {pairs} --parses entailments/{name}.conllu --module ud -q -o {name}.txt"
        );
        assert_eq!(folder.run(&words).status, 0);
    }
    let systems = "strong.txt middling.txt weak.txt";
    let json = folder.json(&format!("entail score {pairs} {systems} --worst 3 --save rows.jsonl"));
    assert_eq!(json["comparisons"].as_array().unwrap().len(), 3);
    assert_eq!(json["comparisons"][0]["test"], "mcnemar");
    assert_eq!(json["agreement"].as_array().unwrap().len(), 3);
    assert_eq!(json["hardest"].as_array().unwrap().len(), 3);
    let accuracy = |n: usize| json["systems"][n]["scores"]["accuracy"].as_f64().unwrap();
    assert!(accuracy(0) > accuracy(1) && accuracy(1) > accuracy(2));
    for format in ["text", "csv", "tsv", "markdown", "latex"] {
        let ran = folder.run(&format!("entail score {pairs} {systems} --format {format}"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(ran.out.contains("always YES"), "{format}");
    }
    let gate = folder.run(&format!("entail score {pairs} weak.txt --min accuracy=99"));
    assert_eq!(gate.status, 1, "{}", gate.err);
    let compared = folder.run("compare rows.jsonl --test mcnemar --format json");
    assert_eq!(compared.status, 0, "{}", compared.err);
    let merged = folder.run("merge rows.jsonl");
    assert_eq!(merged.status, 0, "{}", merged.err);
}

#[test]
fn an_explanation_accounts_for_every_relation() {
    let folder = folder();
    let text = folder.run("entail explain p.xml --parses p.mrg --id a.2");
    assert_eq!(text.status, 0, "{}", text.err);
    for part in [
        "pair a.2: NO, and that is right",
        "└─ poss cook/NN",
        "✗ core  nsubj(bark, cook)  not in T, which has poss(dog, cook)",
        "NO because a relation that must be in T is not",
        "YES if T had nsubj(bark, cook)",
    ] {
        assert!(text.out.contains(part), "{part} is not in\n{}", text.out);
    }
    assert!(!text.out.contains('\u{1b}'));
    let json = folder.json("entail explain p.xml --parses p.mrg --id a.1");
    assert_eq!((json["answer"].as_str(), json["right"].as_bool()), (Some("YES"), Some(true)));
    let html = folder.run("entail explain p.xml --parses p.mrg --id a.1 --as html -o page.html");
    assert_eq!(html.status, 0, "{}", html.err);
    let page = folder.read("page.html");
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.contains("<svg") && page.ends_with("</html>\n")
    );
    let wrong = folder.run("entail explain p.xml --parses p.mrg --module schwa --wrong");
    let summary = "1 of 2 answers are wrong\n\n  pairs  answer  because                             relation\n";
    assert!(wrong.out.starts_with(summary), "{}", wrong.out);
    assert!(wrong.out.contains("\n\npair a.2: YES, and that is wrong"), "{}", wrong.out);
    assert_eq!(folder.run("entail explain p.xml --parses p.mrg --id zz").status, 2);
}

/// Of two relations with the same name between words with the same letters, the one that was found is marked.
#[test]
fn pictures_mark_the_relation_that_was_found() {
    let folder = Folder::new();
    folder.write("p.csv", "id,text,hypothesis\n1,The dog bit the dog.,The dog bit something.\n");
    let tree =
        |object: &str| format!("(S (NP (DT The) (NN dog)) (VP (VBD bit) (NP {object})) (. .))\n");
    folder.write("p.mrg", tree("(DT the) (NN dog)") + &tree("(NN something)"));
    let marked = [
        "(T): det(dog, The, highlighted) nsubj(bit, dog, highlighted) ",
        " det(dog, the) dobj(bit, dog).",
    ];
    for command in [
        "entail explain p.csv --id 1 --as html --parses p.mrg",
        "draw p.csv --format svg --parses p.mrg",
    ] {
        let ran = folder.run(command);
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(marked.iter().all(|part| ran.out.contains(part)), "{command}: {}", ran.out);
    }
}

#[test]
fn oracles_tell_the_modules_errors_from_the_parsers() {
    let folder = folder();
    let json = folder.json("entail oracle p.xml --gold-parses p.mrg --module stanford");
    assert_eq!(json["systems"][0]["name"], "gold parses");
    assert_eq!(json["systems"][0]["scores"]["accuracy"], 1.0);
    // The parser makes the cook bark; people who see that would say YES to a.2, too.
    let wrong = TREES.replace(
        "(NP (NP (DT The) (NN cook) (POS 's)) (NN dog))",
        "(NP (DT The) (NN cook) (POS 's)) (NP (NN dog))",
    );
    folder.write("w.mrg", &wrong).write("j.txt", "a.1\tNO\na.2\tYES\n");
    let json = folder.json("entail oracle p.xml --parses w.mrg --judgements j.txt --module schwa");
    assert_eq!(json["transparency"][3]["pairs"], 0.5);
    assert_eq!(json["causes"][3]["total"], 1);
    let ran = folder.run("entail oracle p.xml --parses w.mrg");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("give --gold-parses, or --parses with --judgements"));
}

#[test]
fn questions_for_language_models_and_their_answers() {
    let folder = folder();
    assert_eq!(folder.run("entail export p.xml --to lm-eval -o tasks").status, 0);
    let task = folder.read("tasks/bezant_entailments.yaml");
    assert!(task.contains("output_type: multiple_choice"));
    assert!(
        task.lines().next().unwrap().ends_with("score them with `bezant entail score`."),
        "{task}"
    );
    let questions = folder.run("entail export p.xml --to jsonl").out;
    let first: serde_json::Value = serde_json::from_str(questions.lines().next().unwrap()).unwrap();
    assert_eq!(first["label"], 1);
    folder.write("lm.jsonl", "{\"id\":\"a.1\",\"answer\":\"YES\",\"probability\":0.9}\n{\"id\":\"a.2\",\"answer\":\"no\"}\n");
    assert_eq!(folder.json("entail score p.xml lm.jsonl")["systems"][0]["scores"]["accuracy"], 1.0);
    // Questions carry the right answers, which nobody has given.
    folder.write("questions.jsonl", &questions);
    let ran = folder.run("entail score p.xml questions.jsonl");
    assert!(ran.status == 2 && ran.err.contains("there is no key for the answer"), "{}", ran.err);
    let asked = questions.replace("\"question\":", "\"prediction\":\"NO\",\"question\":");
    folder.write("asked.jsonl", asked);
    folder.write(
        "asked.csv",
        "id,text,hypothesis,entailment,prediction\na.1,T,H,YES,NO\na.2,T,H,NO,NO\n",
    );
    for file in ["asked.jsonl", "asked.csv"] {
        let json = folder.json(&format!("entail score p.xml {file}"));
        assert_eq!(json["systems"][0]["scores"]["accuracy"], 0.5, "{file}");
    }
}

#[test]
fn weights_are_learned_from_the_named_files_alone() {
    let folder = Folder::new();
    let parses = "--parses entailments/gold.conllu";
    let trained = folder.run(&format!("entail train entailments/pairs.xml {parses} -o w.toml"));
    assert_eq!(trained.status, 0, "{}", trained.err);
    assert!(trained.err.contains("cross-validation in 10 folds"), "{}", trained.err);
    assert!(folder.read("w.toml").contains("[weights]\n"));
    let decide = format!("entail decide entailments/pairs.xml {parses} --module learned");
    let ran = folder.run(&format!("{decide} --weights w.toml --format jsonl -o l.jsonl"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let json = folder.json("entail score entailments/pairs.xml l.jsonl");
    assert!(json["systems"][0]["scores"]["accuracy"].as_f64().unwrap() > 0.9);
    let ran = folder.run(&decide);
    assert!(ran.status == 2 && ran.err.contains("needs --weights"), "{}", ran.err);
}

#[test]
fn wrong_commands_say_what_to_do() {
    let folder = folder();
    folder
        .write("one.txt", "a.1\tYES\n")
        .write("odd.txt", "a.1\tYES\na.2\tmaybe\n")
        .write("twice.xml", "<c><pair id='1'><t>One.</t><t>Two.</t><h>One.</h></pair></c>")
        .write("rules.toml", "[[rule]]\nswitch = 'x'\nrelation = 3\nbecomes = 'y'\n")
        .write("short.csv", "a.1,YES\na.2\n")
        .write("range.conll", "1-2\tIt\tit\tPRP\tPRP\t_\t0\tSBJ\n\n".repeat(4))
        .write("kept", "kept")
        .write("empty", "");
    for (words, part) in [
        ("entail decide p.xml", "give what a parser returned with --parses"),
        (
            "entail decide p.xml --parses p.mrg --module best",
            "there are cambridge, schwa, stanford, paths, ud, learned",
        ),
        (
            "entail decide p.xml --parses p.mrg --equate magic",
            "no switch is called magic; there are passive, agent",
        ),
        (
            "entail decide p.xml --parses p.mrg --equate no-pasive",
            "no switch is called no-pasive; there are passive, agent",
        ),
        ("entail decide p.xml --parses p.xml", "these are pairs, not parses"),
        ("entail decide p.xml --parses empty", "0 parses for 4 sentences of 2 pairs"),
        ("entail decide empty --parses p.mrg", "no pair is found"),
        ("entail score p.xml one.txt", "there is no answer for a.2"),
        ("entail score p.xml odd.txt --unparsed error", "a.2 has the answer \"maybe\""),
        ("entail score p.xml short.csv", "\"a.2\" is no id with an answer"),
        ("entail score p.xml odd.txt --min macro.f1=9", "no score is called f1; there are none"),
        (
            "entail decide p.xml --parses range.conll",
            "ID is a range or decimal, which only CoNLL-U (ten columns) has",
        ),
        ("entail score p.xml empty", "there is no answer for a.1 and 1 other pair"),
        ("entail score p.xml - -", "only one file can be standard input"),
        (
            "entail decide p.xml --parses - --module learned --weights -",
            "only one file can be standard input",
        ),
        ("entail explain p.xml --parses p.mrg", "say which pairs with --id, or --wrong"),
        (
            "entail decide twice.xml --parses p.mrg",
            "a second `<t>` in one pair\n  --> twice.xml:1:28",
        ),
        ("entail decide p.xml --parses p.mrg --equate rules.toml", "a name or a list of names"),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 2, "{words}: {}", ran.out);
        assert!(ran.err.contains(part), "{words}: {}", ran.err);
    }
    assert_eq!(folder.read("kept"), "kept");
}

/// A parse that is missing leaves a comment in the columns and the text that `convert` writes.
#[test]
fn what_convert_writes_for_an_empty_sentence_is_no_analysis() {
    let folder = folder();
    let lines: Vec<&str> = TREES.lines().collect();
    folder.write("gap.mrg", [lines[0], "", lines[2], lines[3]].join("\n") + "\n");
    for (to, shape) in [
        ("sd-basic", "text"),
        ("sd-basic", "conllx"),
        ("sd-basic", "conllu"),
        ("sd-ccprocessed", "conllu"),
    ] {
        folder.run(&format!("convert --to {to} --as {shape} gap.mrg -o gap"));
        let decided = folder.run("entail decide p.xml --parses gap --module schwa");
        assert_eq!(decided.out, "a.1\tNO\na.2\tYES\n", "{to} {shape}: {}", decided.err);
    }
    let unparsed = folder.read("gap").replace("# no words", "# sent_id = a.1.h\n# text = The dog");
    folder.write("gap", unparsed);
    let decided = folder.run("entail decide p.xml --parses gap --module schwa");
    assert_eq!(decided.out, "a.1\tNO\na.2\tYES\n", "{}", decided.err);
}

const RELATIVE: &str =
    "<c><pair id='1'><t>A man who sleeps saw Mary.</t><h>A man saw Mary.</h></pair></c>";

const RELATIVE_TREES: &str = "\
(S (NP (NP (DT A) (NN man)) (SBAR (WHNP (WP who)) (S (VP (VBZ sleeps))))) (VP (VBD saw) (NP (NNP Mary))) (. .))
(S (NP (DT A) (NN man)) (VP (VBD saw) (NP (NNP Mary))) (. .))
";

/// A graph has governors that only the ninth column shows.
#[test]
fn graphs_in_columns_say_what_they_say_as_text() {
    let folder = Folder::new();
    folder.write("p.xml", RELATIVE).write("p.mrg", RELATIVE_TREES);
    for shape in ["text", "conllu"] {
        folder.run(&format!("convert --to sd-ccprocessed --as {shape} p.mrg -o graph"));
        for module in ["stanford", "cambridge", "ud"] {
            let words = format!("entail decide p.xml --parses graph --module {module}");
            assert_eq!(folder.run(&words).out, "1\tYES\n", "{shape} {module}");
        }
    }
    // The root is drawn on top, although `man` and `sleeps` govern each other.
    let drawn = folder.run("entail explain p.xml --parses p.mrg --id 1").out;
    assert!(drawn.contains("\n   saw/VBD\n   ├─ nsubj man/NN\n"), "{drawn}");
}

/// In which order C&C prints its relations says nothing.
#[test]
fn the_order_of_relations_changes_no_path() {
    let folder = Folder::new();
    folder.write(
        "p.xml",
        "<c><pair id='1'><t>Dogs eat in gardens</t><h>Pets eat in gardens</h></pair></c>",
    );
    let relations = |lines: [&str; 2], who: &str| {
        format!(
            "{}\n(ncsubj eat_1 {who}_0 _)\n<c> {who}|{who}|NNS|x|O|N eat|eat|VBP|x|O|S in|in|IN|x|O|PP gardens|garden|NNS|x|O|N\n\n",
            lines.join("\n")
        )
    };
    let (prep, object) = ("(ncmod _ eat_1 in_2)", "(dobj in_2 gardens_3)");
    let sentences = [relations([prep, object], "Dogs"), relations([object, prep], "Pets")];
    folder.write("p.grs", format!("# made by hand\n\n{}", sentences.concat()));
    for module in ["paths", "stanford", "cambridge"] {
        let ran = folder.run(&format!("entail decide p.xml --parses p.grs --module {module}"));
        assert_eq!(ran.out, "1\tYES\n", "{module}: {}", ran.err);
    }
}

/// In RASP's tags, too, people have names.
#[test]
fn paths_start_at_names_in_the_tags_of_rasp() {
    let folder = Folder::new();
    folder.write("p.xml", "<c><pair id='1'><t>Ann eats figs</t><h>Ann eats</h></pair></c>");
    let subject = "(ncsubj eat+s:2_VVZ Ann:1_NP1 _)";
    let text = format!(
        "(|Ann:1_NP1| |eat+s:2_VVZ| |fig+s:3_NN2|) 1 ; (-1.0)\n\n{subject}\n(dobj eat+s:2_VVZ fig+s:3_NN2)\n\n"
    );
    let hypothesis = format!("(|Ann:1_NP1| |eat+s:2_VVZ|) 1 ; (-1.0)\n\n{subject}\n\n");
    folder.write("p.rasp", text + &hypothesis);
    let ran = folder.run("entail decide p.xml --parses p.rasp --module paths");
    assert_eq!(ran.out, "1\tYES\n", "{}", ran.err);
}

/// The commands of the page, in its order, as they stand there.
#[test]
fn the_guided_tour_can_be_walked() {
    let folder = Folder::new();
    let page =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/metrics/entailments.md");
    let page = std::fs::read_to_string(page).unwrap();
    let tour = page.split("## A guided tour").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut walked = 0;
    for line in tour.lines() {
        if let Some(command) = line.strip_prefix("$ bezant ") {
            let ran = folder.run(command);
            assert_eq!(ran.status, 0, "{command}: {}", ran.err);
            walked += 1;
        }
    }
    assert!(walked >= 8, "only {walked} commands");
}
