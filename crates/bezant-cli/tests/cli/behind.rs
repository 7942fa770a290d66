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
  a.mrg          2      1  92.31
  b.mrg          3      1  66.67

a.mrg, sentence 2, F1 92.31
  Dogs chase cats in parks
";
    assert!(ran.out.starts_with(expected), "{}", ran.out);
    assert!(ran.out.contains("\nb.mrg, sentence 3, F1 66.67\n  Cats sleep\n"), "{}", ran.out);
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
            "Where a.mrg is right and b.mrg is wrong, by F1",
        ),
        (
            "fragments g.mrg a.mrg b.mrg --contrast a.mrg b.mrg",
            "Where a.mrg is right and b.mrg is wrong, by F1",
        ),
        (
            &*format!("{DEPENDENCIES} --contrast strong.conllu weak.conllu --worst 2"),
            "Where strong.conllu is right and weak.conllu is wrong, by LAS",
        ),
        (
            &*format!("{RELATIONS} --contrast strong.conllu weak.conllu --worst 2"),
            "Where strong.conllu is right and weak.conllu is wrong, by F1",
        ),
        (
            "entail score pairs.tsv one.txt two.txt --contrast one.txt two.txt",
            "Where one.txt is right and two.txt is wrong",
        ),
    ] {
        let ran = folder.run(command);
        assert_eq!(ran.status, 0, "{command}\n{}", ran.err);
        assert!(ran.out.starts_with(&format!("{title}\n\n")), "{command}\n{}", ran.out);
    }
    let ran = folder.run("brackets --preset collins g.mrg a.mrg b.mrg --contrast a.mrg b.mrg");
    assert!(ran.out.contains("         3  100.00  66.67\n"), "{}", ran.out);
    assert!(ran.out.contains("b.mrg, sentence 3, F1 66.67\n  Cats sleep\n"), "{}", ran.out);
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
            "no table is called NP; use labels, confusions, for example --show confusions:NP:VP",
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
        (
            &*format!("{DEPENDENCIES} --show nsubj:pass/obj"),
            "for example --show confusions:nsubj:pass:obj",
        ),
        (&*format!("{RELATIONS} --show dobj:iobj"), "for example --show confusion:dobj:iobj"),
        (
            "entail score pairs.tsv one.txt --show colour:red",
            "no table is called colour; use relation, construction, source, sheet",
        ),
        (
            "entail score pairs.tsv one.txt --show relation:obj",
            "relation has no row obj; --table relation shows its rows",
        ),
    ] {
        let ran = folder.run(command);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{command}");
        assert!(ran.err.contains(message), "{command}\n{}", ran.err);
    }
}
