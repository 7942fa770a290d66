//! Answers as language models leave them, and the questions they are asked.

use serde_json::{Value, json};

use crate::program::Folder;

const PAIRS: &str = "id,text,hypothesis,entailment\n\
    a.1,The cook's dog didn't bark.,The dog didn't bark.,YES\n\
    a.2,The cook's dog didn't bark.,The cook didn't bark.,NO\n\
    a.3,Birds that sing can fly.,Birds fly.,YES\n\
    a.4,Mary saw the man with a hat.,The man had a dog.,NO\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("p.csv", PAIRS);
    folder
}

/// What one answer to a.1 comes to, beside right answers to all others: YES, NO or nothing.
fn read(json: &Value) -> &'static str {
    let counts = &json["systems"][0]["counts"];
    match (counts["unparsed"].as_u64(), counts["right"].as_u64()) {
        (Some(1), Some(3)) => "unread",
        (Some(0), Some(4)) => "YES",
        (Some(0), Some(3)) => "NO",
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_answer_is_the_same_in_every_format() {
    for (said, expected) in [
        ("No.", "NO"),
        ("**Yes**", "YES"),
        ("The answer is no", "NO"),
        ("Yes, because the dog is the cook's.", "YES"),
        ("Answer: NO", "NO"),
        (r"\boxed{yes}", "YES"),
        ("(B) No", "NO"),
        ("```json\n{\"answer\": \"yes\"}\n```", "YES"),
        ("At first I thought no. But the dog did not bark. The answer is yes.", "YES"),
        ("Entailment", "YES"),
        ("Neutral.", "NO"),
        ("**Not entailed**", "NO"),
        ("non-entailment", "NO"),
        ("It doesn\u{2019}t follow.", "NO"),
        ("Follows", "YES"),
        ("Nope", "NO"),
        ("not yes", "unread"),
        ("Either yes or, seen otherwise, no", "unread"),
        ("I am not able to help with that.", "unread"),
    ] {
        let folder = folder();
        let rest = [("a.2", "NO"), ("a.3", "YES"), ("a.4", "NO")];
        let is_line = !said.contains('\n');
        let lines = |separator: &str| {
            let rest = rest.map(|(id, answer)| format!("{id}{separator}{answer}\n")).concat();
            format!("a.1{separator}{said}\n{rest}")
        };
        let quoted = said.replace('"', "\"\"");
        let csv = format!("id,answer\na.1,\"{quoted}\"\na.2,NO\na.3,YES\na.4,NO\n");
        let column = csv.replace("id,answer", "id,model x");
        let wrap = |wrap: fn(&str, &str) -> Value| {
            let all = [("a.1", said)].into_iter().chain(rest);
            all.map(|(id, said)| format!("{}\n", wrap(id, said))).collect::<String>()
        };
        let openai = wrap(|id, said| {
            let message = json!({"role": "assistant", "content": said});
            let body = json!({"choices": [{"index": 0, "message": message}]});
            let response = json!({"status_code": 200, "body": body});
            json!({"id": "batch_req_1", "custom_id": id, "response": response, "error": null})
        });
        let anthropic = wrap(|id, said| {
            let content = json!([{"type": "text", "text": said}]);
            let result = json!({"type": "succeeded", "message": {"content": content}});
            json!({"custom_id": id, "result": result})
        });
        let files = [
            ("tabs.tsv", is_line.then(|| lines("\t"))),
            ("blanks.txt", is_line.then(|| lines(" "))),
            ("commas.csv", is_line.then(|| lines(","))),
            ("quoted.csv", Some(csv)),
            ("column.csv", Some(column)),
            ("plain.jsonl", Some(wrap(|id, said| json!({"id": id, "answer": said})))),
            ("script.jsonl", Some(wrap(|id, said| json!({"id": id, "output": said})))),
            ("openai.jsonl", Some(openai)),
            ("anthropic.jsonl", Some(anthropic)),
        ];
        for (name, text) in files {
            let Some(text) = text else { continue };
            folder.write(name, text);
            let found = folder.json(&format!("entail score p.csv {name}"));
            assert_eq!(read(&found), expected, "{name}: {said}");
        }
    }
}

#[test]
fn what_cannot_be_read_is_counted_and_taken_as_was_asked() {
    let folder = folder();
    folder.write("x.tsv", "a.1\tperhaps\na.2\tyes and no\na.3\tyes\na.4\tno\n");
    let json = folder.json("entail score p.csv x.tsv");
    let system = &json["systems"][0];
    assert_eq!(system["scores"]["accuracy"], 0.5);
    assert_eq!(system["counts"]["unparsed"], 2);
    let unread = json!([{"id": "a.1", "answer": "perhaps"}, {"id": "a.2", "answer": "yes and no"}]);
    assert_eq!(system["unparsed"], unread);
    let page = folder.run("entail score p.csv x.tsv");
    let note = "x: 2 answers cannot be read and count as wrong (a.1, a.2)";
    assert!(page.out.contains(note), "{}", page.out);
    assert_eq!(page.err, "");
    let table = folder.run("entail score p.csv x.tsv --table unparsed");
    assert!(table.out.contains("a.2  yes and no"), "{}", table.out);
    let csv = folder.run("entail score p.csv x.tsv --format csv");
    assert!(csv.err.contains("warning: 2 of 4 answers cannot be read"), "{}", csv.err);
    for output in ["", " --format csv", " --table unparsed", " --quiet"] {
        let strict = folder.run(&format!("entail score p.csv x.tsv --strict{output}"));
        assert_eq!(strict.status, 1, "{output}");
        let told = "warning: 2 of 4 answers cannot be read; --strict forbids that\n";
        assert!(strict.err.starts_with(told), "{output}: {}", strict.err);
    }
    // NO is right for a.2.
    let json = folder.json("entail score p.csv x.tsv --unparsed no");
    assert_eq!(json["systems"][0]["scores"]["accuracy"], 0.75);
    assert!(json["signature"].as_str().unwrap().contains("|unparsed:no|"));
    let error = folder.run("entail score p.csv x.tsv --unparsed error");
    assert_eq!(error.status, 2);
    assert!(error.err.contains("a.1 has the answer \"perhaps\", which is neither YES nor NO"));
    // Where all can be read, that is said, too; a file of which nothing can be is another one.
    folder.write("all.tsv", "a.1\tYES\na.2\tNO\na.3\tYES\na.4\tNO\n");
    let json = folder.json("entail score p.csv all.tsv");
    assert_eq!(json["systems"][0]["unparsed"], json!([]));
    assert_eq!(folder.run("entail score p.csv all.tsv --strict").status, 0);
    folder.write("none.tsv", "a.1\toui\na.2\tnon\na.3\toui\na.4\tnon\n");
    let none = folder.run("entail score p.csv none.tsv");
    assert!(none.status == 2 && none.err.contains("a.1 has the answer \"oui\""), "{}", none.err);
    // A request that failed has no answer.
    let failed = "{\"custom_id\":\"a.1\",\"result\":{\"type\":\"errored\",\"error\":{}}}\n";
    let rest = "{\"id\":\"a.2\",\"answer\":\"no\"}\n{\"id\":\"a.3\",\"answer\":\"yes\"}\n{\"id\":\"a.4\",\"answer\":false}\n";
    folder.write("failed.jsonl", format!("{failed}{rest}"));
    assert_eq!(read(&folder.json("entail score p.csv failed.jsonl")), "unread");
}

#[test]
fn ids_are_checked_whatever_is_answered() {
    let folder = folder();
    for (text, why) in [
        ("a.1\tYes, it is.\na.2\tno\na.3\tyes\n", "there is no answer for a.4"),
        ("a.1\tYes\na.1\tNo\na.2\tno\na.3\tyes\na.4\tno\n", "a.1 stands here a second time"),
        ("a.1\tYes\nb.1\tNo\n", "no pair has the id b.1"),
    ] {
        folder.write("x.tsv", text);
        let ran = folder.run("entail score p.csv x.tsv");
        assert!(ran.status == 2 && ran.err.contains(why), "{}", ran.err);
    }
    let ran = folder.run("entail score p.csv p.csv");
    assert!(ran.err.contains("answer"), "{}", ran.err);
    folder.write("x.tsv", "a.1\tYes\na.1\tNo\na.2\tno\na.3\tyes\na.4\tno\n");
    let ran = folder.run("entail score p.csv x.tsv");
    assert!(ran.err.contains("pass --samples majority, mean or best"), "{}", ran.err);
}

/// Three samples: a.1 is right twice, a.2 once, a.3 is read once of three times, a.4 never.
const SAMPLES: &str = "a.1\tyes\na.1\tyes\na.1\tno\na.2\tyes\na.2\tyes\na.2\tno\n\
    a.3\tyes\na.3\t?\na.3\t?\na.4\tyes\na.4\tyes\na.4\tyes\n";

#[test]
fn samples_are_put_together_as_was_asked() {
    let folder = folder();
    folder.write("s.tsv", SAMPLES).write("one.tsv", "a.1\tYES\na.2\tNO\na.3\tNO\na.4\tNO\n");
    let accuracy = |words: &str| {
        let json = folder.json(&format!("entail score p.csv s.tsv {words}"));
        json["systems"][0]["scores"]["accuracy"].as_f64().unwrap()
    };
    // a.1 and a.3, whose unread answers do not vote.
    assert_eq!(accuracy("--samples majority"), 0.5);
    // All but a.4.
    assert_eq!(accuracy("--samples best"), 0.75);
    // Two, one, one and none of three.
    assert!((accuracy("--samples mean") - 4.0 / 12.0).abs() < 1e-12);
    // As many YES as NO are NO.
    folder.write("tie.tsv", "a.1\tyes\na.1\tno\na.2\tyes\na.2\tno\na.3\tyes\na.4\tno\n");
    let tie = folder.json("entail score p.csv tie.tsv --samples majority");
    assert_eq!(tie["systems"][0]["scores"]["right_on_yes"], 0.5);
    assert_eq!(tie["systems"][0]["scores"]["right_on_no"], 1.0);
    // Each pair counts once, however often it was answered.
    let tie = folder.json("entail score p.csv tie.tsv --samples mean");
    assert_eq!(tie["systems"][0]["scores"]["accuracy"], 0.75);
    let json = folder.json("entail score p.csv s.tsv one.tsv --samples mean");
    assert_eq!(json["systems"][1]["scores"]["accuracy"], 0.75);
    assert!(json["signature"].as_str().unwrap().contains("|samples:mean-3|test:permutation|"));
    // Single samples: a.1 and a.3 are right in the first, a.1 in the second, a.2 in the third.
    let spread = &json["systems"][0]["samples"][0];
    assert_eq!(spread["score"], "accuracy");
    assert!((spread["mean"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-12);
    assert!((spread["deviation"].as_f64().unwrap() - (1.0_f64 / 48.0).sqrt()).abs() < 1e-12);
    assert_eq!((spread["lowest"].as_f64(), spread["highest"].as_f64()), (Some(0.25), Some(0.5)));
    // Samples of one pair are no more pairs: intervals are as wide as with one answer each.
    let thrice = "a.1\tYES\na.2\tNO\na.3\tNO\na.4\tNO\n".repeat(3);
    folder.write("thrice.tsv", thrice);
    let interval = |words: &str| {
        let json = folder.json(&format!("entail score p.csv {words}"));
        json["systems"][0]["intervals"]["accuracy"].clone()
    };
    assert_eq!(interval("one.tsv"), interval("thrice.tsv --samples mean"));
    // Rows say how they were made, and are scored again as they were.
    folder.run("entail score p.csv thrice.tsv --samples mean --save rows.jsonl");
    let merged = folder.json("merge rows.jsonl");
    assert_eq!(merged["systems"][0]["intervals"]["accuracy"], interval("one.tsv"));
}

/// From pairs to requests, to a model, to a score.
#[test]
fn requests_go_out_and_answers_come_back() {
    let folder = folder();
    let ran = folder.run("entail export p.csv --to chat --model m-1 --shots 1 -o requests.jsonl");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let requests = folder.read("requests.jsonl");
    let mut answers = String::new();
    let replies = ["**Yes**", "The answer is no.", "Hm, hard to say.", "No, he had a hat."];
    for (line, reply) in requests.lines().zip(replies) {
        let request: Value = serde_json::from_str(line).unwrap();
        assert_eq!(request["body"]["model"], "m-1");
        let messages = request["body"]["messages"].as_array().unwrap();
        let roles: Vec<&str> = messages.iter().map(|it| it["role"].as_str().unwrap()).collect();
        assert_eq!(roles, ["user", "assistant", "user"]);
        assert!(["YES", "NO"].contains(&messages[1]["content"].as_str().unwrap()));
        assert_ne!(messages[0], messages[2]);
        let choice = json!({"message": {"role": "assistant", "content": reply}});
        let response = json!({"status_code": 200, "body": {"choices": [choice]}});
        answers.push_str(&format!(
            "{}\n",
            json!({"custom_id": request["custom_id"], "response": response})
        ));
    }
    folder.write("output.jsonl", answers);
    let json = folder.json("entail score p.csv output.jsonl");
    assert_eq!(json["systems"][0]["scores"]["accuracy"], 0.75);
    assert_eq!(json["systems"][0]["unparsed"][0]["id"], "a.3");
}

#[test]
fn questions_are_asked_as_was_asked() {
    let folder = folder();
    let first = |words: &str| -> Value {
        let out = folder.run(&format!("entail export p.csv --to jsonl {words}")).out;
        serde_json::from_str(out.lines().next().unwrap()).unwrap()
    };
    let plain = first("");
    assert_eq!(plain["entailment"], "YES");
    let blind = first("--without-answers");
    assert!(blind.get("entailment").is_none() && blind.get("label").is_none(), "{blind}");
    assert_eq!(blind["question"], plain["question"]);
    // A file that says it twice says it no more.
    folder.run("entail export p.csv --to jsonl -o again.jsonl");
    let out = folder.run("entail export again.jsonl --to jsonl --without-answers").out;
    assert!(!out.contains("\"label\"") && !out.contains("\"entailment\""), "{out}");
    let asked = folder.run(r"entail export p.csv --to jsonl --prompt {text}\nSo:{hypothesis}");
    let asked: Value = serde_json::from_str(asked.out.lines().next().unwrap()).unwrap();
    assert_eq!(asked["question"], "The cook's dog didn't bark.\nSo:The dog didn't bark.");
    let shots = first("--shots 2 --seed 3")["question"].as_str().unwrap().to_string();
    assert_eq!(shots.matches("Statement:").count(), 3);
    assert_eq!(shots.matches("cook's dog").count(), 1, "no other pair about the same text");
    assert_eq!(first("--shots 2 --seed 3")["question"], shots.as_str());
    let ran = folder.run("entail export p.csv --to lm-eval --task pete -o tasks");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(folder.read("tasks/pete.yaml").contains("task: \"pete\""));
    assert_eq!(folder.read("tasks/pete.jsonl").lines().count(), 4);
    for (words, why) in [
        ("--to jsonl --shots 3", "some pair has only 2 others with an answer and another text"),
        ("--to jsonl --prompt {text}", "there is no {hypothesis} in it"),
        ("--to lm-eval --task a/b -o x", "a name has letters, digits, _, - and . only"),
        ("--to lm-eval --without-answers -o x", "lm-eval scores answers itself"),
    ] {
        let ran = folder.run(&format!("entail export p.csv {words}"));
        assert!(ran.status == 2 && ran.err.contains(why), "{words}: {}", ran.err);
    }
    let ran = folder.run("entail export p.csv --to csv --shots 2 -o sheets");
    assert!(ran.err.contains("--shots has no effect with --to csv"), "{}", ran.err);
}

#[test]
fn a_line_with_several_answers_needs_samples() {
    let folder = folder();
    let rest = "{\"id\":\"a.2\",\"response\":\"NO\"}\n{\"id\":\"a.3\",\"response\":\"YES\"}\n\
                {\"id\":\"a.4\",\"response\":\"NO\"}\n";
    let list = r#"{"id":"a.1","response":["YES","NO"]}"#;
    let batch = r#"{"custom_id":"a.1","response":{"body":{"choices":[{"message":{"content":"Yes"}},{"message":{"content":"No"}}]}}}"#;
    for several in [list, batch] {
        folder.write("a.jsonl", format!("{several}\n{rest}"));
        let ran = folder.run("entail score p.csv a.jsonl");
        assert_eq!(ran.status, 2, "{}", ran.out);
        assert!(ran.err.contains("a.1 stands here a second time"), "{}", ran.err);
        assert!(ran.err.contains("--samples majority"), "{}", ran.err);
        assert_eq!(folder.run("entail score p.csv a.jsonl --samples mean").status, 0);
    }
}

#[test]
fn samples_without_a_yes_are_left_out_of_the_mean_precision() {
    let folder = folder();
    // The first sample says YES twice, once rightly; the second never.
    let lines = ["YES", "YES", "NO", "NO"]
        .iter()
        .zip(1..)
        .map(|(first, n)| format!("{{\"id\":\"a.{n}\",\"response\":[\"{first}\",\"NO\"]}}\n"));
    folder.write("a.jsonl", lines.collect::<String>());
    let json = folder.json("entail score p.csv a.jsonl --samples mean");
    let rows = json["systems"][0]["samples"].as_array().unwrap();
    let row = |name: &str| rows.iter().find(|row| row["score"] == name).unwrap();
    let precision = row("precision");
    assert_eq!((&precision["samples"], &precision["mean"]), (&json!(1), &json!(0.5)));
    assert_eq!(precision["deviation"], Value::Null);
    assert_eq!((&row("accuracy")["samples"], &row("accuracy")["mean"]), (&json!(2), &json!(0.5)));
}

#[test]
fn the_score_sheet_counts_only_what_was_answered() {
    let folder = folder();
    // Gold is YES, NO, YES, NO.
    folder.write("u.tsv", "a.1\tYES\na.2\tHm.\na.3\tWell\na.4\tperhaps\n");
    let sheet = |command: &str| {
        let out = folder.run(&format!("{command} --table sheet --format csv")).out;
        // Behind the name of the table.
        let line = |line: &str| line.split(',').skip(1).take(8).collect::<Vec<_>>().join(",");
        let lines: Vec<String> = out.lines().map(line).collect();
        (lines[0].clone(), lines[1].clone())
    };
    let columns = "system,yes_right,yes_wrong,no_right,no_wrong,unparsed,yes_answers,no_precision";
    let (header, row) = sheet("entail score p.csv u.tsv --save u.jsonl");
    assert_eq!(header, columns);
    assert_eq!(row, "u,1,0,0,0,3,1,0");
    // They are wrong all the same, and saved rows know it.
    let json = folder.json("entail score p.csv u.tsv");
    let scores = &json["systems"][0]["scores"];
    assert_eq!((&scores["accuracy"], &scores["precision"]), (&json!(0.25), &json!(1.0 / 3.0)));
    assert_eq!(sheet("merge u.jsonl"), (header, row));
    let merged = folder.json("merge u.jsonl");
    assert_eq!(&merged["systems"][0]["scores"], scores);
    // The pairs behind its cells.
    let shown = |cell: &str| {
        let ran = folder.run(&format!("entail score p.csv u.tsv --show sheet:u:{cell}"));
        let lines = ran.out.lines().filter(|line| line.trim_start().starts_with("a."));
        lines.map(|line| line.split_whitespace().take(4).collect::<Vec<_>>().join(" ")).collect()
    };
    let unparsed = ["a.2 NO 0 unparsed", "a.3 YES 0 unparsed", "a.4 NO 0 unparsed"];
    for (cell, expected) in [
        ("yes_answers", &["a.1 YES 1 YES"][..]),
        ("no_wrong", &[]),
        ("unparsed", &unparsed),
        ("wrong", &unparsed),
    ] {
        let found: Vec<String> = shown(cell);
        assert_eq!(found, expected, "{cell}");
    }
    // Asked to be NO they are NO.
    let (header, row) = sheet("entail score p.csv u.tsv --unparsed no");
    assert!(!header.contains("unparsed"), "{header}");
    assert_eq!(row.split(',').take(6).collect::<Vec<_>>(), ["u", "1", "1", "2", "0", "1"]);
    // Samples count as often as makes every pair count six times.
    folder.write(
        "s.jsonl",
        "{\"id\":\"a.1\",\"answer\":[\"Hm\",\"YES\"]}\n{\"id\":\"a.2\",\"answer\":[\"Hm\",\"YES\",\"NO\"]}\n\
         {\"id\":\"a.3\",\"answer\":\"NO\"}\n{\"id\":\"a.4\",\"answer\":\"NO\"}\n",
    );
    let (_, row) = sheet("entail score p.csv s.jsonl --samples mean");
    assert!(row.starts_with("s,3,6,8,2,5,5,"), "{row}");
    let (_, row) = sheet("entail score p.csv s.jsonl --samples majority");
    assert!(row.starts_with("s,1,1,2,0,1,"), "{row}");
}

#[test]
fn what_is_wrong_with_an_answer_is_said_of_answers() {
    let folder = folder();
    let lines = |key: &str, value: &str| -> String {
        (1..=4).map(|n| format!("{{\"id\":\"a.{n}\",\"{key}\":{value}}}\n")).collect()
    };
    let failed = |command: &str| {
        let ran = folder.run(command);
        assert_eq!(ran.status, 2, "{command}: {}", ran.out);
        ran.err
    };
    folder.write("a.jsonl", lines("anwser", "\"YES\""));
    let err = failed("entail score p.csv a.jsonl");
    assert!(err.contains("there is no key for the answer"), "{err}");
    assert!(err.contains("an answer under answer, prediction"), "{err}");
    assert!(!err.contains("hypothesis"), "{err}");
    folder.write("a.jsonl", lines("answer", "\"YES\"").replace("\"id\"", "\"nr\""));
    let err = failed("entail score p.csv a.jsonl");
    assert!(err.contains("there is no key for the id"), "{err}");
    for nothing in ["null", "\"\"", "[null]"] {
        folder.write("a.jsonl", lines("answer", nothing));
        let err = failed("entail score p.csv a.jsonl");
        assert!(err.contains("a.1 has an answer that is empty or null\n"), "{nothing}: {err}");
    }
    // Only people may be not sure.
    folder.write("a.tsv", "a.1\tnot sure\na.2\tNO\na.3\tYES\na.4\tNO\n");
    let err = failed("entail score p.csv a.tsv --unparsed error");
    assert!(err.contains("hint: write YES or NO\n"), "{err}");
    assert!(folder.run("check a.tsv").out.contains("write YES or NO\n"));
}

#[test]
fn lists_of_pairs_have_no_answer_where_none_could_be_read() {
    let folder = folder();
    folder.write("a.tsv", "a.1\tperhaps\na.2\tNO\na.3\tYES\na.4\tNO\n");
    let json = folder.json("entail score p.csv a.tsv --per-sentence");
    let pairs = json["pairs"].as_array().unwrap();
    let given: Vec<&Value> = pairs.iter().map(|pair| &pair["a.tsv"]).collect();
    assert_eq!(given, ["unparsed", "NO", "YES", "NO"]);
    assert_eq!((&pairs[0]["gold"], &pairs[0]["right"]), (&json!("YES"), &json!(0)));
}

#[test]
fn answers_in_questions_that_should_have_none_are_told() {
    let folder = folder();
    let ran = folder.run("entail export p.csv --to jsonl --without-answers --shots 1");
    assert!(
        ran.err.contains("--shots shows other pairs of the file with their answers"),
        "{}",
        ran.err
    );
    assert_eq!(folder.run("entail export p.csv --to jsonl --without-answers").err, "");
}

#[test]
fn several_outputs_for_a_sentence_are_told_where_one_is_taken() {
    let folder = Folder::new();
    folder.write("p.csv", "id,text,hypothesis,entailment\n1,Rain falls.,Rain falls.,YES\n");
    let tree = "(S (NP (NN Rain)) (VP (VBZ falls)) (. .))";
    let line = |id: &str| format!("{{\"id\": \"{id}\", \"response\": \"{tree}\"}}\n");
    folder.write("o.jsonl", line("1.t") + &line("1.t") + &line("1.h"));
    let ran = folder.run("entail decide p.csv --parses o.jsonl --repair");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let told = "o.jsonl has up to 2 outputs for a sentence; the first of each is taken";
    assert!(ran.err.contains(told), "{}", ran.err);
    let ran = folder.run("entail decide p.csv --parses o.jsonl --repair --samples best");
    assert!(ran.err.contains("--samples"), "{}", ran.err);
}
