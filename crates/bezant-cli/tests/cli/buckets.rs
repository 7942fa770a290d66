use serde_json::Value;

use crate::program::Folder;

/// Pairs with a source, one of them without.
const PAIRS: &str = "id\ttext\thypothesis\tanswer\tsource\trelation\n\
    1\tThe small dog barked at night.\tThe dog barked.\tYES\tnews\tnsubj\n\
    2\tThe dog of the cook barked.\tThe cook barked.\tNO\tnews\tnsubj,nmod\n\
    3\tDogs bark.\tDogs bark.\tYES\ttales\tnsubj\n\
    4\tDogs that bark rarely bite.\tDogs bite.\tYES\t\tnsubj\n";

/// The lines of a table for people, from its title on.
fn table<'o>(out: &'o str, title: &str) -> Vec<&'o str> {
    let lines = out.lines().skip_while(|line| *line != title).skip(2);
    lines.take_while(|line| !line.is_empty()).map(str::trim).collect()
}

/// Every metric's command with two systems, and by what its sentences can be sorted.
const COMMANDS: [(&str, &str); 5] = [
    ("brackets --preset collins gold.mrg weak.mrg strong.mrg", "length:10,20"),
    ("fragments gold.mrg weak.mrg strong.mrg", "depth:6"),
    (
        "dependencies entailments/gold.conllu entailments/weak.conllu entailments/strong.conllu",
        "length:8",
    ),
    (
        "relations entailments/gold.conllu entailments/weak.conllu entailments/strong.conllu \
         --mapping entailments/relations.toml",
        "relations:4,8",
    ),
    ("entail score pairs.tsv one.txt two.txt", "source"),
];

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("pairs.tsv", PAIRS);
    folder.write("one.txt", "1\tYES\n2\tYES\n3\tYES\n4\tNO\n");
    folder.write("two.txt", "1\tYES\n2\tNO\n3\tNO\n4\tYES\n");
    folder
}

#[test]
fn every_metric_scores_sentences_apart_and_saved_rows_say_the_same() {
    let folder = folder();
    for (command, buckets) in COMMANDS {
        let few = if command.starts_with("entail") { "" } else { "--replicates 0" };
        let key = buckets.split(':').next().unwrap();
        let asked = format!("--buckets {buckets}");
        let json = folder.json(&format!("{command} {asked} {few} --save rows.jsonl -q"));
        let name = format!("buckets_{key}");
        let all = |json: &Value| -> Vec<Value> {
            let systems = json["systems"].as_array().unwrap();
            systems.iter().map(|system| system[&name].clone()).collect()
        };
        let found = all(&json);
        assert_eq!(found.len(), 2, "{command}");
        for (system, buckets) in json["systems"].as_array().unwrap().iter().zip(&found) {
            let buckets = buckets.as_array().unwrap();
            assert!(buckets.len() > 1, "{command}: {buckets:?}");
            // Every score is there, by name, and no sentence is lost.
            let scores = system["scores"].as_object().unwrap();
            assert!(
                buckets.iter().all(|bucket| scores.keys().all(|name| bucket.get(name).is_some()))
            );
            let n = |name: &str| -> u64 {
                buckets.iter().map(|bucket| bucket[name].as_u64().unwrap()).sum()
            };
            let n_rows = folder.read("rows.jsonl").lines().count() as u64 / 2 - 1;
            assert_eq!(n("sentences") + n("skipped"), n_rows, "{command}");
        }
        for later in ["merge rows.jsonl", "compare rows.jsonl --replicates 10"] {
            assert_eq!(
                all(&folder.json(&format!("{later} {asked} -q"))),
                found,
                "{later} {command}"
            );
        }
        // One table for people, systems side by side.
        let out = folder.run(&format!("{command} {asked} {few} -q --table {name}")).out;
        let heading = out.lines().nth(2).unwrap();
        assert!(heading.trim().starts_with(&format!("{key}  ")), "{out}");
        let systems = json["systems"].as_array().unwrap().iter();
        for name in systems.map(|system| system["name"].as_str().unwrap()) {
            assert!(heading.contains(name.split('.').next().unwrap()), "{out}");
        }
    }
}

#[test]
fn pairs_are_sorted_by_what_they_say_of_themselves() {
    let folder = folder();
    let score = "entail score pairs.tsv one.txt two.txt --save rows.jsonl";
    let ran = folder.run(&format!(
        "{score} --order given --buckets source --buckets answer --buckets length:4,5"
    ));
    assert_eq!(ran.status, 0, "{}", ran.err);
    // Counted by hand from the pairs and answers above.
    assert_eq!(
        table(&ran.out, "By source: accuracy"),
        [
            "source  sentences     one     two",
            "news            2   50.00  100.00",
            "tales           1  100.00    0.00",
            "—               1    0.00  100.00",
        ]
    );
    assert_eq!(
        table(&ran.out, "By answer: accuracy"),
        [
            "answer  sentences    one     two",
            "YES             3  66.67   66.67",
            "NO              1   0.00  100.00",
        ]
    );
    assert_eq!(
        table(&ran.out, "By length: accuracy"),
        [
            "length  sentences     one     two",
            "≤ 4             1  100.00    0.00",
            "5               1    0.00  100.00",
            "≥ 6             2   50.00  100.00",
        ]
    );
    // A pair that rests on two relations is in two buckets.
    let merged = folder.run("merge rows.jsonl --buckets relation");
    assert_eq!(
        table(&merged.out, "By relation: accuracy"),
        [
            "relation  sentences     two    one",
            "nsubj             4   75.00  50.00",
            "nmod              1  100.00   0.00",
        ]
    );
}

#[test]
fn skipped_sentences_are_counted_beside_their_system() {
    let folder = Folder::new();
    let ran = folder.run("brackets --preset collins gold.mrg strong.mrg failing.mrg --buckets length:12 -q --replicates 0");
    let lines = table(&ran.out, "By length: F1");
    let words =
        |line: &str| -> Vec<String> { line.split_whitespace().map(str::to_string).collect() };
    assert_eq!(words(lines[0]), ["length", "sentences", "strong", "skipped", "failing", "skipped"]);
    let skipped = |line: &str, at: usize| -> u64 { words(line)[at].parse().unwrap() };
    // The range is two words: a sign and a number.
    assert_eq!(lines[1..].iter().map(|line| skipped(line, 4)).sum::<u64>(), 0);
    assert_eq!(lines[1..].iter().map(|line| skipped(line, 6)).sum::<u64>(), 5);
    assert_eq!(lines[1..].iter().map(|line| skipped(line, 2)).sum::<u64>(), 60);
}

#[test]
fn what_sentences_do_not_have_is_refused_with_what_they_have() {
    let folder = folder();
    let typed = "dependencies --preset stanford entailments/gold.conllu entailments/weak.conllu";
    let related = "relations entailments/gold.conllu entailments/weak.conllu --mapping entailments/relations.toml";
    for (command, message) in [
        (
            "brackets gold.mrg weak.mrg --buckets answer",
            "these sentences have no answer; use length:10,20,40 or depth:5,10,20",
        ),
        (
            &*format!("{typed} --buckets depth:5"),
            "these sentences have no depth; use length:10,20,40",
        ),
        (
            &*format!("{related} --buckets length:5"),
            "these sentences have no length; use relations:5,10,20",
        ),
        (
            "entail score pairs.tsv one.txt --buckets depth:5",
            "no depth; use length:10,20,40, answer, source, construction or relation",
        ),
        (
            "entail score pairs.tsv one.txt --buckets construction",
            "no construction; use length:10,20,40, answer, source or relation",
        ),
        ("fragments gold.mrg weak.mrg --buckets source:3", "source has no ranges; write source"),
    ] {
        let ran = folder.run(command);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{command}");
        assert!(ran.err.contains(message), "{command}\n{}", ran.err);
    }
}

#[test]
fn rows_that_were_saved_without_groups_are_read() {
    let folder = folder();
    folder.run("entail score pairs.tsv one.txt --save rows.jsonl");
    let rows = folder.read("rows.jsonl");
    let old: String = rows
        .lines()
        .map(|line| match (line.find("\"groups\""), line.find("\"counts\"")) {
            (Some(from), Some(to)) => format!("{}{}\n", &line[..from], &line[to..]),
            _ => format!("{line}\n"),
        })
        .collect();
    assert_ne!(rows, old);
    folder.write("old.jsonl", old);
    assert_eq!(folder.run("merge old.jsonl --buckets length:5").status, 0);
    let ran = folder.run("merge old.jsonl --buckets source");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("these sentences have no source; use length:10,20,40"), "{}", ran.err);
}
