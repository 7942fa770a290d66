use crate::program::Folder;

#[test]
fn the_mean_of_sentences_is_the_main_score() {
    let folder = Folder::new();
    let json =
        folder.json("brackets --preset unsupervised gold.mrg strong.mrg weak.mrg --save all.jsonl");
    let signature = json["signature"].as_str().unwrap();
    for part in [
        "|params:unsupervised|",
        "|labels:no|",
        "|duplicates:once|",
        "|punctuation:gold|",
        "|spans:inner|",
        "|average:sentences|",
    ] {
        assert!(signature.contains(part), "{signature}");
    }
    let (strong, weak) = (&json["systems"][0], &json["systems"][1]);
    assert!(strong["scores"]["sentence_f1"].as_f64() > weak["scores"]["sentence_f1"].as_f64());
    assert_eq!(json["comparisons"][0]["score"], "sentence_f1");
    let merged = folder.json("merge all.jsonl");
    let compared = folder.json("compare all.jsonl");
    for other in [&merged, &compared] {
        assert_eq!(other["systems"][1]["scores"], weak["scores"]);
    }
    assert_eq!(compared["comparisons"][0]["score"], "sentence_f1");
    let drawn = folder.run("brackets --preset unsupervised gold.mrg weak.mrg --replicates 200");
    assert!(drawn.out.contains("interval"), "{}", drawn.out);
    let text = folder.run("brackets --preset unsupervised gold.mrg strong.mrg weak.mrg");
    assert!(text.out.contains("sentence F1"), "{}", text.out);
    assert_eq!(text.err, "");
}

#[test]
fn gold_is_right_about_itself_and_halves_make_the_whole() {
    let folder = Folder::new();
    let json = folder.json("brackets --preset unsupervised gold.mrg gold.mrg");
    assert_eq!(json["systems"][0]["scores"]["sentence_f1"], 1.0);
    let whole = folder.json("brackets --preset unsupervised gold.mrg weak.mrg --names it");
    for name in ["gold", "weak"] {
        let text = folder.read(&format!("{name}.mrg"));
        let lines: Vec<&str> = text.lines().collect();
        let (first, second) = lines.split_at(lines.len() / 3);
        folder.write(&format!("{name}-1.mrg"), first.join("\n"));
        folder.write(&format!("{name}-2.mrg"), second.join("\n"));
    }
    for part in [1, 2] {
        let ran = folder.run(&format!(
            "brackets --preset unsupervised gold-{part}.mrg weak-{part}.mrg --names it --save {part}.jsonl"
        ));
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
    let merged = folder.json("merge 1.jsonl 2.jsonl");
    assert_eq!(merged["systems"][0]["scores"], whole["systems"][0]["scores"]);
    let one =
        folder.json("brackets --preset unsupervised gold.mrg weak.mrg --names it --threads 1");
    assert_eq!(one["systems"], whole["systems"]);
}

#[test]
fn it_is_one_of_the_conventions() {
    let folder = Folder::new();
    let of = |words: &str| folder.json(words)["systems"][0].clone();
    let system = of("brackets gold.mrg weak.mrg --explain");
    let unsupervised = of("brackets --preset unsupervised gold.mrg weak.mrg");
    let rows = system["conventions"].as_array().unwrap();
    let f1 = |rows: &[serde_json::Value], name: &str| {
        rows.iter().find(|row| row["convention"] == name).unwrap()["f1"].clone()
    };
    assert_eq!(f1(rows, "--preset unsupervised"), unsupervised["scores"]["f1"]);
    let mean = f1(rows, "--preset unsupervised, sentence F1");
    assert_eq!(mean, unsupervised["scores"]["sentence_f1"]);
    // And the other way round.
    let system = of("brackets --preset unsupervised gold.mrg weak.mrg --explain");
    let rows = system["conventions"].as_array().unwrap();
    let standard = of("brackets gold.mrg weak.mrg");
    assert_eq!(f1(rows, "--preset standard"), standard["scores"]["f1"]);
    assert_eq!(f1(rows, "as asked, sentence F1"), unsupervised["scores"]["sentence_f1"]);
}

#[test]
fn fragments_cannot_do_without_a_root() {
    let ran = Folder::new().run("fragments --preset unsupervised gold.mrg weak.mrg");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("it goes with bezant brackets"), "{}", ran.err);
}
