use serde_json::Value;

use crate::program::Folder;

/// Two sentences of our own with features, and tags of both kinds.
const GOLD: &str = "\
1\tThe\tthe\tDET\tDT\tDefinite=Def|PronType=Art\t2\tdet\t_\t_
2\tdogs\tdog\tNOUN\tNNS\tNumber=Plur\t3\tnsubj\t_\t_
3\tsaw\tsee\tVERB\tVBD\tMood=Ind|Tense=Past\t0\troot\t_\t_
4\tthe\tthe\tDET\tDT\tDefinite=Def|PronType=Art\t5\tdet\t_\t_
5\tcat\tcat\tNOUN\tNN\tNumber=Sing\t3\tobj\t_\t_

1\tdogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\t_
2\tbark\tbark\tVERB\tVBP\tMood=Ind|Tense=Pres\t0\troot\t_\t_

";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("gold.conllu", GOLD);
    // Another number, no mood, a lost and an invented feature; a wrong tag, a wrong head.
    let system = GOLD
        .replace("NOUN\tNN\tNumber=Sing", "PROPN\tNNP\tNumber=Plur")
        .replace("Mood=Ind|Tense=Pres", "Tense=Pres|Typo=Yes")
        .replace("PronType=Art\t5\tdet", "PronType=Art\t3\tdet");
    folder.write("system.conllu", system);
    folder
}

fn row<'j>(table: &'j Value, key: &str, name: &str) -> &'j Value {
    let rows = table.as_array().unwrap();
    rows.iter().find(|row| row[key] == name).unwrap_or_else(|| panic!("no {name} in {table}"))
}

fn tally(row: &Value) -> [u64; 3] {
    ["gold", "system", "matched"].map(|name| row[name].as_u64().unwrap())
}

#[test]
fn features_and_tags_have_tables_of_their_own() {
    let folder = folder();
    let json = folder.json("dependencies gold.conllu system.conllu --analysis");
    let system = &json["systems"][0];
    for (name, expected) in [
        ("Number", [3, 3, 2]),
        ("Mood", [2, 1, 1]),
        ("Tense", [2, 2, 2]),
        ("Typo", [0, 1, 0]),
        ("Definite", [2, 2, 2]),
    ] {
        assert_eq!(tally(row(&system["features"], "feature", name)), expected, "{name}");
    }
    let confusion = |name: &str| system[name][0].clone();
    assert_eq!(confusion("tag_confusions")["system"], "PROPN");
    assert_eq!(confusion("xpos_confusions")["gold"], "NN");
    // The other way round, precision and recall change places.
    let other = folder.json("dependencies system.conllu gold.conllu --analysis");
    for name in ["Number", "Mood", "Typo"] {
        let [one, two] =
            [&json, &other].map(|json| row(&json["systems"][0]["features"], "feature", name));
        assert_eq!((&one["precision"], &one["recall"]), (&two["recall"], &two["precision"]));
    }
    let same = folder.json("dependencies gold.conllu gold.conllu --analysis");
    let features = same["systems"][0]["features"].as_array().unwrap();
    assert!(!features.is_empty() && features.iter().all(|row| row["f1"] == 1.0));
    // Tables by name need no other option, and nothing else is shown.
    let text = folder.run("dependencies gold.conllu system.conllu --table features");
    assert!(text.out.starts_with("By feature (the same value)"), "{}", text.out);
    assert!(!text.out.contains("By relation"));
    let shown =
        folder.run("dependencies gold.conllu system.conllu --show tag_confusions:NOUN:PROPN");
    assert!(shown.out.contains("1 sentence") && shown.out.contains("cat"), "{}", shown.out);
}

#[test]
fn words_are_sorted_by_frequency_and_arcs_by_distance() {
    let folder = folder();
    let words = "--buckets frequency:1,2 --buckets distance:1,2";
    let json = folder.json(&format!("dependencies gold.conllu system.conllu {words}"));
    let system = &json["systems"][0];
    // The, saw, the, cat, bark stand once, dogs twice; the second `the` has another head.
    for (range, expected) in
        [("0", [0, 0, 0]), ("1", [5, 5, 4]), ("2", [2, 2, 2]), ("≥ 3", [0, 0, 0])]
    {
        assert_eq!(tally(row(&system["buckets_frequency"], "range", range)), expected, "{range}");
    }
    // Arcs of one word: to `dogs`, `saw`, `cat`, and `dogs` again; the system has the wrong one, too.
    for (range, expected) in [("root", [2, 2, 2]), ("1", [4, 4, 3]), ("2", [1, 1, 1])] {
        assert_eq!(tally(row(&system["buckets_distance"], "range", range)), expected, "{range}");
    }
    let one = folder.json(&format!("dependencies gold.conllu system.conllu {words} --threads 1"));
    assert_eq!(one["systems"], json["systems"]);
    let text = folder.run(&format!("dependencies gold.conllu system.conllu {words}"));
    assert!(text.out.contains("By how often gold has the word: LAS"), "{}", text.out);
    assert!(text.out.contains("By distance of the head in words: UAS"), "{}", text.out);
    assert!(!text.out.contains("By relation"), "{}", text.out);
    // Rows say nothing of words, and trees have no such arcs.
    let saved = folder.run("dependencies gold.conllu system.conllu --save rows.jsonl");
    assert_eq!(saved.status, 0);
    for wrong in [
        "merge rows.jsonl --buckets frequency:1,5",
        "brackets gold.mrg weak.mrg --buckets distance:1",
    ] {
        let ran = folder.run(wrong);
        assert_eq!(ran.status, 2, "{wrong}");
        assert!(ran.err.contains("; use length:10,20,40"), "{}", ran.err);
    }
}

#[test]
fn content_words_are_scored_with_their_features() {
    let folder = folder();
    // Heads of function words are nothing there.
    let content = |name: &str| {
        let text = folder.read(name);
        let line = |line: &str| match line.split('\t').nth(7) {
            Some("det") => {
                let columns: Vec<&str> = line.split('\t').collect();
                format!("{}\t_\t_\t_\t_\t_\n", columns[..5].join("\t"))
            }
            _ => format!("{line}\n"),
        };
        text.lines().map(line).collect::<String>()
    };
    for name in ["gold", "system"] {
        folder.write(&format!("{name}.msp"), content(&format!("{name}.conllu")));
    }
    let json =
        folder.json("dependencies gold.msp system.msp --preset msp --names it --save rows.jsonl");
    let (scores, counts) = (&json["systems"][0]["scores"], &json["systems"][0]["counts"]);
    // Five content words; all are attached rightly. Number is wrong of one; of another, Tense is
    // right, Mood lost, and Typo no universal feature: 2 / 3.
    assert_eq!(scores["LAS"], 1.0);
    assert_eq!((&counts["words_gold"], &counts["words_system"]), (&5.into(), &5.into()));
    for name in ["MSLAS", "Feats"] {
        assert!(
            (scores[name].as_f64().unwrap() - (3.0 + 2.0 / 3.0) / 5.0).abs() < 1e-8,
            "{scores}"
        );
    }
    assert!(json["signature"].as_str().unwrap().starts_with("dependencies|preset:msp|"));
    let merged = folder.json("merge rows.jsonl");
    assert_eq!(merged["systems"][0]["scores"], *scores);
    let same = folder.json("dependencies gold.msp gold.msp --preset msp");
    for name in ["MSLAS", "LAS", "Feats", "exact_match"] {
        assert_eq!(same["systems"][0]["scores"][name], 1.0, "{name}");
    }
    // Counts of this preset are in no other.
    let plain = folder.json("dependencies gold.conllu system.conllu");
    assert!(plain["systems"][0]["counts"].get("mslas").is_none());
    let ran = folder.run("dependencies gold.msp system.msp --preset msp --analysis");
    assert!(ran.status == 2 && ran.err.contains("do not go with --preset msp"), "{}", ran.err);
}
