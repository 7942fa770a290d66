use serde_json::Value;

use crate::program::Folder;

/// A folder with the rows of three systems, each in its own file.
fn saved() -> Folder {
    let folder = Folder::new();
    for system in ["strong", "middling", "weak", "failing"] {
        let words = format!(
            "brackets --preset collins gold.mrg {system}.mrg --names {system} --save {system}.jsonl -q"
        );
        assert_eq!(folder.run(&words).status, 0);
    }
    folder
}

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn saved_rows_are_compared_as_the_files_are() {
    let folder = saved();
    let from_rows = folder.json("compare strong.jsonl middling.jsonl weak.jsonl");
    let from_files = folder.json(
        "brackets --preset collins gold.mrg strong.mrg middling.mrg weak.mrg --names strong,middling,weak",
    );
    for key in ["signature", "comparisons", "effects", "ranking"] {
        assert_eq!(from_rows[key], from_files[key], "{key}");
    }
    let comparisons = from_rows["comparisons"].as_array().unwrap();
    assert_eq!(comparisons.len(), 3);
    let first = &comparisons[0];
    assert_eq!(
        keys(first),
        ["a", "b", "difference", "interval", "p", "p_adjusted", "score", "test"]
    );
    assert_eq!((&first["a"], &first["b"]), (&"strong".into(), &"middling".into()));
    assert_eq!((&first["score"], &first["test"]), (&"f1".into(), &"permutation".into()));
    let score = |at: usize| from_rows["systems"][at]["scores"]["f1"].as_f64().unwrap();
    assert_eq!(first["difference"].as_f64().unwrap(), score(0) - score(1));
    let interval = from_rows["systems"][1]["intervals"]["recall"].as_array().unwrap();
    assert!(interval[0].as_f64().unwrap() < interval[1].as_f64().unwrap());
    assert!(from_rows["signature"].as_str().unwrap().contains(
        "|test:permutation|r:1000|seed:12345|block:1|interval:bca|level:0.95|correction:holm|version:"
    ));
}

#[test]
fn a_system_does_not_differ_from_itself_by_any_test() {
    let folder = saved();
    folder.write("copy.jsonl", folder.read("weak.jsonl"));
    for test in
        ["permutation", "bootstrap", "mcnemar", "mcnemar-midp", "mcnemar-chi2", "sign", "wilcoxon"]
    {
        let json = folder.json(&format!(
            "compare weak.jsonl copy.jsonl --test {test} --score exact_match --replicates 50"
        ));
        let found = &json["comparisons"][0];
        assert_eq!(found["p"], 1.0, "{test}");
        assert_eq!((&found["difference"], &found["test"]), (&0.0.into(), &test.into()));
        assert_eq!(found["interval"], serde_json::json!([0.0, 0.0]));
        assert_eq!(found["a"], "weak (weak.jsonl)");
    }
}

#[test]
fn swapping_systems_changes_only_the_sign() {
    let folder = saved();
    for test in ["permutation", "bootstrap", "sign", "wilcoxon"] {
        let run = |files: &str| {
            folder.json(&format!("compare {files} --test {test} --interval percentile"))
                ["comparisons"][0]
                .clone()
        };
        let (one, two) = (run("strong.jsonl weak.jsonl"), run("weak.jsonl strong.jsonl"));
        let number = |value: &Value| value.as_f64().unwrap();
        assert_eq!(number(&one["difference"]), -number(&two["difference"]));
        assert_eq!(one["p"], two["p"], "{test}");
        assert!(number(&one["p"]) > 0.0);
        assert!((number(&one["interval"][0]) + number(&two["interval"][1])).abs() < 1e-12);
    }
}

#[test]
fn threads_change_nothing() {
    let folder = saved();
    let run = |n: u32| folder.run(&format!("compare strong.jsonl failing.jsonl --threads {n}")).out;
    let alone = run(1);
    assert_eq!(run(2), alone);
    assert_eq!(run(8), alone);
}

#[test]
fn only_sentences_of_both_are_compared_and_the_rest_is_counted() {
    let folder = saved();
    let json = folder.json("compare strong.jsonl failing.jsonl");
    let effect = &json["effects"][0];
    assert_eq!((&effect["sentences"], &effect["left_out"]), (&55.into(), &5.into()));
    let notes = json["notes"].to_string();
    assert!(notes.contains("55 sentences compared, 5 left out"), "{notes}");
}

#[test]
fn a_baseline_is_compared_with_all_others() {
    let folder = saved();
    let json = folder.json("compare strong.jsonl middling.jsonl weak.jsonl --baseline middling");
    let pairs: Vec<(&Value, &Value)> = json["comparisons"]
        .as_array()
        .unwrap()
        .iter()
        .map(|comparison| (&comparison["a"], &comparison["b"]))
        .collect();
    let middling = Value::from("middling");
    assert_eq!(pairs, [(&"strong".into(), &middling), (&"weak".into(), &middling)]);
    let ran = folder.run("compare strong.jsonl weak.jsonl --baseline old");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("no system is called old; there are strong, weak"), "{}", ran.err);
    assert_eq!(folder.run("compare strong.jsonl weak.jsonl --score F1").status, 0);
    let ran = folder.run("compare strong.jsonl weak.jsonl --score F2");
    assert!(
        ran.err.contains("no score is called F2; there are f1, precision, recall"),
        "{}",
        ran.err
    );
}

#[test]
fn corrections_raise_p() {
    let folder = saved();
    let p = |correction: &str| -> Vec<f64> {
        let json = folder.json(&format!(
            "compare middling.jsonl failing.jsonl weak.jsonl --correction {correction}"
        ));
        let all = json["comparisons"].as_array().unwrap();
        all.iter().map(|comparison| comparison["p_adjusted"].as_f64().unwrap()).collect()
    };
    let (none, holm, bh) = (p("none"), p("holm"), p("bh"));
    for ((none, holm), bh) in none.iter().zip(&holm).zip(&bh) {
        assert!(none <= bh && bh <= holm, "{none} {bh} {holm}");
    }
    assert!(holm[1] > 2.0 * none[1]);
}

#[test]
fn every_format_shows_intervals_differences_a_matrix_and_a_ranking() {
    let folder = saved();
    let command = "compare strong.jsonl middling.jsonl failing.jsonl --format";
    let text = folder.run(&format!("{command} text --details")).out;
    for part in [
        "Intervals at 95 % (BCa bootstrap, 1000 replicates)",
        "Differences between systems",
        "p of the difference in f1",
        "  f1        1  strong    97.21  a",
        "0.0030*",
        "corrected by Holm; * below 0.050",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let latex = folder.run(&format!("{command} latex --details")).out;
    assert!(latex.contains("% p of the difference in f1"), "{latex}");
    assert!(latex.contains("0.0030\\rlap{*}"), "{latex}");
    let markdown = folder.run(&format!("{command} markdown")).out;
    assert!(markdown.contains("0.0030\\*"), "{markdown}");
    for format in ["csv", "tsv"] {
        let tidy = folder.run(&format!("{command} {format}")).out.replace('\t', ",");
        assert!(
            tidy.starts_with("system,score,value,low,high,signature\nstrong,f1,0.97"),
            "{tidy}"
        );
        let found = folder.run(&format!("{command} {format} --details")).out;
        let head =
            "table,a,b,score,difference,low,high,p,p_adjusted,higher,lower,detectable,signature";
        let comma = found.replace('\t', ",");
        assert!(comma.contains(head), "{found}");
        assert!(comma.contains("table,system,strong,middling,failing,signature"), "{found}");
    }
}

#[test]
fn one_system_has_an_interval_unless_no_replicates_are_wanted() {
    let folder = saved();
    let words = "brackets --preset collins gold.mrg strong.mrg";
    let usual = folder.run(words).out;
    assert!(usual.contains("95 % interval") && usual.contains("95.56–98.35"), "{usual}");
    let none = folder.run(&format!("{words} --replicates 0")).out;
    assert!(!none.contains("% interval") && !none.contains("seed:"), "{none}");
    assert!(none.contains("\nno replicates were drawn: no intervals\n"), "{none}");
    let one = folder.run(&format!("{words} --replicates 1 --details")).out;
    assert!(one.contains("(BCa bootstrap, 1 replicate)"), "{one}");
    let asked = folder.run(&format!("{words} --replicates 200 --details")).out;
    assert!(asked.contains("Intervals at 95 % (BCa bootstrap, 200 replicates)"), "{asked}");
    assert!(asked.contains("|r:200|seed:12345|") && !asked.contains("test:"), "{asked}");
    let off = folder.run("brackets --preset collins gold.mrg strong.mrg weak.mrg --replicates 0");
    assert!(!off.out.contains("Differences") && !off.out.contains("seed:"), "{}", off.out);
}

#[test]
fn no_replicates_are_no_intervals_and_no_comparison_everywhere() {
    let folder = saved();
    for system in ["strong", "weak"] {
        folder.write(&format!("{system}.txt"), "1\tYES\n2\tNO\n");
    }
    folder.write("pairs.tsv", "id\ttext\thypothesis\tanswer\n1\tDogs bark.\tA dog barks.\tYES\n2\tDogs bark.\tNo dog barks.\tNO\n");
    let (both, answers) = ("no intervals, no comparison", "no comparison");
    for (command, lacking) in [
        ("brackets gold.mrg strong.mrg weak.mrg", both),
        ("fragments gold.mrg strong.mrg weak.mrg", both),
        (
            "dependencies --preset ud entailments/gold.conllu entailments/strong.conllu entailments/weak.conllu",
            both,
        ),
        (
            "relations entailments/gold.conllu entailments/strong.conllu entailments/weak.conllu --mapping entailments/relations.toml",
            both,
        ),
        ("compare strong.jsonl weak.jsonl", both),
        ("entail score pairs.tsv strong.txt weak.txt", answers),
    ] {
        let ran = folder.run(&format!("{command} --replicates 0 -q"));
        assert_eq!(ran.status, 0, "{command}: {}", ran.err);
        let note = format!("\nno replicates were drawn: {lacking}\n");
        assert!(ran.out.contains(&note), "{command}: {}", ran.out);
        let json = folder.json(&format!("{command} --replicates 0 -q"));
        assert_eq!(json["comparisons"], serde_json::json!([]), "{command}");
        assert!(!json["signature"].as_str().unwrap().contains("|r:"), "{command}");
    }
}

/// One way to write p, in sentences and in tables.
#[test]
fn p_is_written_in_one_way() {
    let folder = saved();
    let words = "compare strong.jsonl weak.jsonl --test sign";
    let ran = folder.run(&format!("{words} --score precision")).out;
    assert!(ran.contains("p < 0.0001 (sign test)"), "{ran}");
    let ran = folder.run(&format!("{words} --details")).out;
    assert!(ran.contains(" <0.0001 ") && ran.contains(" <0.0001*"), "{ran}");
    let ran = folder.run("compare strong.jsonl weak.jsonl").out;
    assert!(ran.contains("p = 0.0010 (permutation test)"), "{ran}");
}

#[test]
fn decisions_need_a_score_that_is_right_or_wrong() {
    let folder = saved();
    let json = folder.json("compare strong.jsonl weak.jsonl --test mcnemar");
    assert_eq!(json["comparisons"][0]["p"], Value::Null);
    let notes = json["notes"].to_string();
    assert!(notes.contains("no p for f1: not every sentence is either right or wrong"), "{notes}");
    let json = folder.json("compare strong.jsonl weak.jsonl --test mcnemar --score exact_match");
    assert!(json["comparisons"][0]["p"].as_f64().unwrap() < 0.001);
}

#[test]
fn what_cannot_be_compared_has_a_message() {
    let folder = saved();
    let ran = folder.run("compare strong.jsonl");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("there is only strong to compare"), "{}", ran.err);
    folder.run("brackets --preset new gold.mrg weak.mrg --save new.jsonl -q");
    let ran = folder.run("compare strong.jsonl new.jsonl");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("params:collins here, params:new there"), "{}", ran.err);
    let ran = folder.run("compare strong.jsonl weak.jsonl --level 95");
    assert!(ran.err.contains("95 is not between 0 and 1"), "{}", ran.err);
    folder
        .write("other.jsonl", "{\"bezant_rows\":2,\"signature\":\"other|n:1\",\"system\":\"a\"}\n");
    let ran = folder.run("compare other.jsonl other.jsonl");
    assert!(ran.err.contains("rows of other cannot be scored by this version"), "{}", ran.err);
}

#[test]
fn rows_of_two_metrics_are_not_compared() {
    let folder = saved();
    assert_eq!(folder.run("fragments gold.mrg weak.mrg --save fragments.jsonl -q").status, 0);
    for (a, b, message) in [
        ("weak", "fragments", "weak.jsonl has rows of brackets, fragments.jsonl of fragments"),
        ("fragments", "weak", "fragments.jsonl has rows of fragments, weak.jsonl of brackets"),
    ] {
        let ran = folder.run(&format!("compare {a}.jsonl {b}.jsonl"));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains(message), "{}", ran.err);
    }
}

#[test]
fn what_was_compared_is_saved() {
    let folder = Folder::new();
    for (system, rows) in [("weak.mrg", "a.jsonl"), ("strong.mrg", "b.jsonl")] {
        let words = format!("brackets --preset collins gold.mrg {system} --save {rows} -q");
        assert_eq!(folder.run(&words).status, 0);
    }
    let two = folder.run("compare a.jsonl b.jsonl --replicates 100 --save both.jsonl");
    assert_eq!(two.status, 0, "{}", two.err);
    let both = folder.read("both.jsonl").replacen(",\"more_systems\":1}", "}", 1);
    assert_eq!(both, folder.read("a.jsonl") + &folder.read("b.jsonl"));
    let one = folder.run("compare both.jsonl --replicates 100");
    assert_eq!((one.status, one.out), (0, two.out));
    // Every metric's rows, and names that were told apart.
    let trees = "fragments gold.mrg weak.mrg strong.mrg";
    let files = "entailments/gold.conllu entailments/weak.conllu entailments/strong.conllu";
    for (at, words) in [
        trees.to_string(),
        format!("dependencies {files}"),
        format!("relations {files} --mapping entailments/relations.toml"),
    ]
    .into_iter()
    .enumerate()
    {
        let ran = folder.run(&format!("{words} -q --replicates 0 --save rows{at}"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        let ran = folder.run(&format!("compare rows{at} --replicates 100 --save again{at}"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert_eq!(folder.read(&format!("again{at}")), folder.read(&format!("rows{at}")));
    }
    assert_eq!(folder.run("compare a.jsonl a.jsonl -q --replicates 9 --save twice").status, 0);
    assert!(folder.read("twice").contains("\"weak.mrg (a.jsonl)\""));
}
