use crate::program::Folder;

const PAIRS: &str = "id\ttext\thypothesis\tanswer\trelation\n\
    1\tThe small dog barked.\tThe dog barked.\tYES\tnsubj\n\
    2\tThe dog of the cook barked.\tThe cook barked.\tNO\tnsubj,nmod\n\
    3\tDogs bark.\tDogs bark.\tYES\tnsubj\n";

const GOLD: &str = "(S (NP (DT The) (NN dog)) (VP (VBZ barks)))\n\
    (S (NP (NNS Dogs)) (VP (VBP chase) (NP (NNS cats)) (PP (IN in) (NP (NNS parks)))))\n\
    (S (NP (NNS Cats)) (VP (VBP sleep)))\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("pairs.tsv", PAIRS);
    folder.write("one.txt", "1\tYES\n2\tYES\n3\tYES\n");
    folder.write("two.txt", "1\tNO\n2\tNO\n3\tYES\n");
    folder.write("g.mrg", GOLD);
    // A wrong attachment in the second sentence; a wrong label in the third.
    folder.write(
        "a.mrg",
        GOLD.replace(
            "(NP (NNS cats)) (PP (IN in) (NP (NNS parks)))",
            "(NP (NP (NNS cats)) (PP (IN in) (NP (NNS parks))))",
        ),
    );
    folder.write("b.mrg", GOLD.replace("(NP (NNS Cats))", "(ADJP (NNS Cats))"));
    folder
}

const RELATIONS: &str = "relations entailments/gold.conllu entailments/weak.conllu \
    entailments/strong.conllu --mapping entailments/relations.toml";
const DEPENDENCIES: &str =
    "dependencies entailments/gold.conllu entailments/weak.conllu entailments/strong.conllu";

#[test]
fn the_sentences_behind_a_cell_are_shown_and_nothing_else() {
    let folder = folder();
    let ran = folder.run("brackets g.mrg a.mrg b.mrg --preset collins --show labels:NP");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let expected = "Behind labels:NP: 2 sentences

  system  sentence  facts     F1
  a              2      1  92.31
  b              3      1  66.67

a, sentence 2, F1 92.31
  Dogs chase cats in parks
";
    assert!(ran.out.starts_with(expected), "{}", ran.out);
    assert!(ran.out.contains("\nb, sentence 3, F1 66.67\n  Cats sleep\n"), "{}", ran.out);
    for mark in ["+NP", "-NP", "+ADJP"] {
        assert!(ran.out.contains(mark), "{mark}\n{}", ran.out);
    }
    for (cell, sentences) in [
        ("labels:NP:recall", "b.mrg 3"),
        ("labels:NP:precision", "a.mrg 2"),
        ("labels:PP:gold", "a.mrg 2, b.mrg 2"),
        ("labels:PP", ""),
        ("confusions:NP:ADJP", "b.mrg 3"),
        ("confusions:-:NP", "a.mrg 2"),
    ] {
        let json =
            folder.json(&format!("brackets g.mrg a.mrg b.mrg --preset collins --show {cell}"));
        let rows = json["shown"].as_array().unwrap().iter();
        let found: Vec<String> = rows
            .map(|row| format!("{} {}", row["system"].as_str().unwrap(), row["sentence"]))
            .collect();
        assert_eq!(found.join(", "), sentences, "{cell}");
        // JSON has all the rest.
        assert!(
            json["systems"][0]["labels"].is_array() && json["systems"][0]["scores"].is_object()
        );
    }
}

/// The tables count what is shown: the facts of all sentences add up to the cell.
#[test]
fn the_sentences_behind_a_cell_add_up_to_it() {
    let folder = folder();
    for (command, cell, table, key, column) in [
        (
            "brackets --preset collins gold.mrg weak.mrg strong.mrg --labels",
            "labels:NP:gold",
            "labels",
            "label",
            "gold",
        ),
        (
            "brackets --preset collins gold.mrg weak.mrg strong.mrg --labels",
            "confusions:NP:ADJP",
            "confusions",
            "gold",
            "n",
        ),
        (&*format!("{DEPENDENCIES} --analysis"), "tags:NOUN:system", "tags", "tag", "system"),
        (
            &*format!("{DEPENDENCIES} --analysis"),
            "distances:3–6:matched",
            "distances",
            "distance",
            "matched",
        ),
        (&*format!("{DEPENDENCIES} --analysis"), "confusions:nsubj:obj", "confusions", "gold", "n"),
        (RELATIONS, "confusion:ncsubj:dobj", "confusion", "gold", "count"),
    ] {
        let confusion = if command == RELATIONS { " --confusion" } else { "" };
        let json = folder.json(&format!("{command}{confusion} --replicates 0"));
        let parts: Vec<&str> = cell.split(':').collect();
        let mut expected = 0;
        for system in json["systems"].as_array().unwrap() {
            let rows = system[table].as_array().unwrap().iter();
            let is_named = |row: &&serde_json::Value| {
                row[key] == parts[1] && (key != "gold" || row["system"] == parts[2])
            };
            expected += rows.filter(is_named).map(|row| row[column].as_u64().unwrap()).sum::<u64>();
        }
        let json = folder.json(&format!("{command} --show {cell} --worst 1000"));
        let facts = |row: &serde_json::Value| row["facts"].as_u64().unwrap();
        let found: u64 = json["shown"].as_array().unwrap().iter().map(facts).sum();
        assert!(found > 0 && found == expected, "{command} {cell}: {found} {expected}");
    }
}

#[test]
fn every_metric_shows_what_one_system_has_right_and_another_wrong() {
    let folder = folder();
    for (command, title) in [
        (
            "brackets --preset collins g.mrg a.mrg b.mrg --contrast a.mrg b.mrg",
            "F1 where a has fewer errors than b: 1 sentence",
        ),
        (
            "fragments g.mrg a.mrg b.mrg --contrast a.mrg b.mrg",
            "F1 where a has fewer errors than b: 1 sentence",
        ),
        (
            &*format!("{DEPENDENCIES} --contrast strong.conllu weak.conllu --worst 2"),
            "LAS where strong has fewer errors than weak: 250 sentences, the 2 that differ most",
        ),
        (
            &*format!("{RELATIONS} --contrast strong.conllu weak.conllu --worst 2"),
            "F1 where strong has fewer errors than weak: 253 sentences, the 2 that differ most",
        ),
        (
            "entail score pairs.tsv one.txt two.txt --contrast one.txt two.txt",
            "Where one is right and two is wrong: 1 of 1 pairs",
        ),
    ] {
        let ran = folder.run(command);
        assert_eq!(ran.status, 0, "{command}\n{}", ran.err);
        assert!(ran.out.starts_with(&format!("{title}\n\n")), "{command}\n{}", ran.out);
    }
    let ran = folder.run("brackets --preset collins g.mrg a.mrg b.mrg --contrast a.mrg b.mrg");
    assert!(ran.out.contains("         3  100.00  66.67\n"), "{}", ran.out);
    assert!(ran.out.contains("b, sentence 3, F1 66.67\n  Cats sleep\n"), "{}", ran.out);
    let json = folder.json("entail score pairs.tsv one.txt two.txt --contrast two.txt one.txt");
    let ids: Vec<&str> = json["contrasts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["2"]);
}

#[test]
fn pairs_behind_a_cell_are_listed() {
    let folder = folder();
    for (cell, expected) in [
        ("relation:nsubj", "1 2"),
        ("relation:nsubj:one.txt", "2"),
        ("relation:nsubj:yes", "1 3"),
        ("relation:nmod:pairs", "2"),
        ("sheet:one.txt:no_wrong", "2"),
        ("sheet:two.txt", "1"),
    ] {
        let json = folder.json(&format!("entail score pairs.tsv one.txt two.txt --show {cell}"));
        let ids: Vec<&str> = json["shown"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["id"].as_str().unwrap())
            .collect();
        assert_eq!(ids.join(" "), expected, "{cell}");
    }
    let ran = folder.run("entail score pairs.tsv one.txt two.txt --show relation:nsubj --worst 1");
    assert!(ran.out.starts_with("Behind relation:nsubj: 1 of 2 pairs\n"), "{}", ran.out);
}

#[test]
fn what_cannot_be_shown_is_refused_with_what_can() {
    let folder = folder();
    for (command, message) in [
        (
            "brackets g.mrg a.mrg --show NP:VP",
            "no table is called NP here; use labels, confusions, for example --show labels:NP",
        ),
        ("brackets g.mrg a.mrg --show labels:XX", "labels has no row XX; there are: NP, S, VP, PP"),
        ("brackets g.mrg a.mrg --show labels", "write TABLE:ROW or TABLE:ROW:COLUMN"),
        (
            "brackets g.mrg a.mrg b.mrg --contrast 5",
            "write two systems, --contrast A B; --worst 5 says how many",
        ),
        (
            "brackets g.mrg a.mrg b.mrg --contrast a.mrg",
            "write two systems, --contrast a.mrg OTHER",
        ),
        (
            "brackets g.mrg a.mrg b.mrg --contrast a.mrg c.mrg",
            "no system is called c.mrg; there are a.mrg, b.mrg",
        ),
        ("brackets g.mrg a.mrg b.mrg --contrast a.mrg a.mrg", "--contrast names a.mrg twice"),
        ("brackets g.mrg a.mrg --contrast a.mrg b.mrg", "give two or more, or use --worst"),
        (
            "fragments g.mrg a.mrg --show labels:NP",
            "use --worst or --contrast, or bezant brackets --show labels:NP",
        ),
        (&*format!("{DEPENDENCIES} --show nsubj:pass/obj"), "for example --show relations:nsubj"),
        (&*format!("{RELATIONS} --show dobj:iobj"), "for example --show by_type:dobj"),
        (
            "entail score pairs.tsv one.txt --show colour:red",
            "no table is called colour here; use sheet, relation, for example --show sheet:one.txt",
        ),
        (
            "entail score pairs.tsv one.txt --show relation:obj",
            "relation has no row obj; there are: nsubj, nmod",
        ),
    ] {
        let ran = folder.run(command);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{command}");
        assert!(ran.err.contains(message), "{command}\n{}", ran.err);
    }
}

/// By hand: 12 brackets in each file, 11 of them the same; of 12 spans that both have, labels agree
/// in 11, by chance in (3·3 + 5·4 + 3·3 + 1·1) / 144. The other file has one bracket more.
#[test]
fn trees_agree_as_far_as_is_counted_by_hand() {
    let folder = folder();
    let command = "brackets --preset collins --agreement g.mrg b.mrg a.mrg --names Gil,Ben,Anna";
    let json = folder.json(command);
    let rows = json["agreement"].as_array().unwrap();
    let find = |a: &str, b: &str| rows.iter().find(|row| row["a"] == a && row["b"] == b).unwrap();
    let near = |value: &serde_json::Value, wanted: f64| {
        assert!((value.as_f64().unwrap() - wanted).abs() < 1e-12, "{value} {wanted}");
    };
    near(&find("Gil", "Ben")["f1"], 11.0 / 12.0);
    near(&find("Gil", "Ben")["kappa"], 31.0 / 35.0);
    near(&find("Gil", "Anna")["f1"], 24.0 / 25.0);
    near(&find("Gil", "Anna")["kappa"], 1.0);
    assert_eq!(rows.len(), 3);
    let differ = json["disagreements"].as_array().unwrap();
    assert_eq!((&differ[0]["a_has"], &differ[0]["b_has"]), (&"NP".into(), &"ADJP".into()));
    let out = folder.run(command).out;
    assert!(out.contains("Gil and Ben, sentence 3, F1 66.67\n  Cats sleep\n"), "{out}");
    let facts = &json["systems"][0]["examples"][0]["facts"];
    assert_eq!((&facts[0]["side"], &facts[0]["label"]), (&"first".into(), &"NP".into()));
    assert_eq!((&facts[1]["side"], &facts[1]["label"]), (&"second".into(), &"ADJP".into()));
    assert!(out.contains("|unit:brackets-of-two|"), "{out}");
    for format in ["csv", "tsv", "markdown", "latex"] {
        assert_eq!(folder.run(&format!("{command} --format {format}")).status, 0);
    }
    // From standard input as from a file, and with what was left out.
    let piped = folder.run_with(&command.replace("g.mrg", "-"), GOLD);
    assert_eq!((piped.status, piped.out), (0, out));
    folder.write("short.mrg", GOLD.replace("(DT The) ", ""));
    let ran = folder.run("brackets --preset collins --agreement g.mrg short.mrg --strict");
    assert_eq!(ran.status, 1);
    let message = "g.mrg and short.mrg: 1 left out; the first is sentence 1: 3 words in gold, 2 in";
    assert!(ran.out.contains(message) && ran.err.contains(message), "{}{}", ran.out, ran.err);
}

#[test]
fn sentences_are_left_out_of_agreement_and_not_places() {
    let folder = Folder::new();
    let gold = folder.read("entailments/gold.conllu");
    let mut sentences: Vec<&str> = gold.split_inclusive("\n\n").collect();
    sentences.reverse();
    folder.write("other.conllu", sentences.concat());
    let files = "entailments/gold.conllu other.conllu";
    let json = folder.json(&format!("dependencies {files} --replicates 0"));
    let skipped = json["systems"][0]["skipped"].as_array().unwrap();
    let n: u64 = skipped.iter().map(|row| row["n_sentences"].as_u64().unwrap_or(1)).sum();
    assert!(n > 300 && skipped.len() < 10, "{n} in {}", skipped.len());
    let ran = folder.run(&format!("dependencies --agreement {files}"));
    let places =
        if skipped.len() == 1 { "1 place".into() } else { format!("{} places", skipped.len()) };
    let message = format!("other.conllu: {n} left out in {places}; the first is sentence 1: ");
    assert!(ran.out.contains(&message) && ran.err.contains(&message), "{}{}", ran.out, ran.err);
}

#[test]
fn files_that_share_no_sentence_fail_as_scoring_does() {
    let folder = folder();
    folder.write("empty", "").write("other.mrg", "(S (NN x))\n".repeat(60));
    for words in [
        "brackets --agreement gold.mrg empty",
        "brackets --agreement gold.mrg other.mrg -q --format csv -o out.csv",
        "dependencies --agreement entailments/gold.conllu empty",
        "dependencies --agreement entailments/gold.conllu empty --report page.html",
    ] {
        let ran = folder.run(words);
        let message = "error: not one sentence of these files could be compared\n";
        assert_eq!(ran.status, 2, "{words}\n{}", ran.err);
        assert_eq!(ran.err.matches(message).count(), 1, "{words}\n{}", ran.err);
    }
    // Where some can be, what is left out is told, as before.
    let ran = folder
        .run("dependencies --agreement entailments/gold.conllu entailments/weak.conllu empty");
    assert!(ran.status == 0 && ran.err.contains("empty: "), "{}", ran.err);
}

#[test]
fn what_files_disagree_about_is_listed_for_every_metric() {
    let folder = folder();
    let two = "entailments/strong.conllu entailments/weak.conllu";
    let json = folder.json(&format!("dependencies --agreement {two} --worst 2"));
    let differ = json["disagreements"].as_array().unwrap();
    assert!(differ.iter().any(|row| row["a_has"] == "nsubj" && row["b_has"] == "obj"));
    // Words that are said to be different are those that are not said to be the same.
    let n: u64 = differ.iter().map(|row| row["n"].as_u64().unwrap()).sum();
    let words = json["agreement"][0]["words"].as_u64().unwrap() as f64;
    let same = json["agreement"][0]["both"].as_f64().unwrap() * words;
    assert_eq!(n as f64, words - same.round());
    assert_eq!(json["systems"][0]["examples"].as_array().unwrap().len(), 2);

    let relations = format!("relations --agreement {two} --mapping entailments/relations.toml");
    let json = folder.json(&format!("{relations} --worst 2"));
    assert!(json["agreement"][0]["kappa"].as_f64().unwrap() > 0.5);
    let differ = json["disagreements"].as_array().unwrap();
    assert!(differ.is_sorted_by_key(|row| std::cmp::Reverse(row["n"].as_u64().unwrap())));
    assert!(differ.iter().all(|row| row["a_has"] != row["b_has"]) && differ.len() > 1);
    // What only one side has is told, too, and nothing twice: all of a file's relations are there.
    let one = "1\n(det dog the)\n(ncmod _ dog big)\n(ncsubj bark dog _)\n";
    let two = "1\n(det dog the)\n(xmod _ dog big)\n(ncmod _ bark loudly)\n";
    folder.write("one.gr", one).write("two.gr", two);
    let json = folder.json("relations --agreement one.gr two.gr");
    let rows = json["disagreements"].as_array().unwrap().iter();
    let mut rows: Vec<String> =
        rows.map(|row| format!("{} {} {}", row["a_has"], row["b_has"], row["n"])).collect();
    rows.sort_unstable();
    let lone = ["\"ncmod\" \"xmod\" 1", "\"ncsubj\" null 1", "null \"ncmod\" 1"];
    assert_eq!(rows, lone);
    let ran = folder.run(&format!("{relations} --match subsumption"));
    assert!(ran.err.contains("use --match equality or hierarchy"), "{}", ran.err);

    let json = folder.json("entail score pairs.tsv one.txt two.txt --agreement");
    let ids: Vec<&str> = json["disagreements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["1", "2"]);
    let ran = folder.run("entail score pairs.tsv one.txt two.txt --agreement --worst 1");
    assert!(ran.out.starts_with("Agreement between systems\n"), "{}", ran.out);
    assert!(ran.out.contains("\nWhere systems differ: 1 of 2 pairs\n"), "{}", ran.out);
    let ran = folder.run("entail score pairs.tsv one.txt --agreement");
    assert!(ran.status == 2 && ran.err.contains("two or more files of answers"), "{}", ran.err);
    let ran = folder.run("fragments g.mrg a.mrg --agreement");
    assert!(ran.err.contains("use bezant brackets --agreement"), "{}", ran.err);
}
