use crate::program::Folder;

const GOLD: &str = "(TOP (S (NP (PRP They)) (VP (VBD hid) (NP (DT the) (NN key)) (PP (IN in) (NP (NNS boots))))))\n\
    (TOP (S (NP (PRP We)) (VP (VBD slept) (ADVP (RB well)))))\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("g.mrg", GOLD);
    let attached = "(NP (NP (DT the) (NN key)) (PP (IN in) (NP (NNS boots))))";
    let attached = GOLD.replace("(NP (DT the) (NN key)) (PP (IN in) (NP (NNS boots)))", attached);
    folder.write("a.mrg", &attached);
    folder.write("b.mrg", attached.replace("(ADVP (RB well))", "(RB well)"));
    folder
}

#[test]
fn systems_stand_side_by_side() {
    let folder = folder();
    let ran = folder.run("brackets g.mrg a.mrg b.mrg --classes kummerfeld --replicates 0");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let table = "Errors by class (Kummerfeld et al. 2012): errors and brackets of each system, most errors first

  class               a  a brackets  b  b brackets
  PP Attachment       1           1  1           1
  Single Word Phrase  0           0  1           1
";
    assert!(ran.out.contains(table), "{}", ran.out);
    assert!(ran.out.contains("|classes:kummerfeld|"), "{}", ran.out);
    // The option may stand before files, and has the same meaning without a name.
    let plain = folder.run("brackets --classes g.mrg a.mrg b.mrg --replicates 0");
    assert_eq!((plain.status, plain.out), (0, ran.out));
    // Tests are about the same report.
    let ran = folder.run("brackets --classes g.mrg a.mrg b.mrg");
    assert!(ran.out.contains("|classes:kummerfeld|"), "{}", ran.out);
}

#[test]
fn json_has_them_as_the_reference_names_them() {
    let json = folder().json("brackets g.mrg b.mrg --classes");
    let classes = json["systems"][0]["classes"].as_array().unwrap();
    let shown: Vec<String> = classes
        .iter()
        .map(|row| format!("{} {} {}", row["errors"], row["brackets"], row["class"]))
        .collect();
    assert_eq!(shown, ["1 1 \"Single Word Phrase\"", "1 1 \"PP Attachment\""]);
    assert_eq!(json["systems"][0]["unclassified"].as_array().unwrap().len(), 0);
    // Rows are the same with classes and without.
    let folder = folder();
    let saved = |words: &str| {
        assert_eq!(
            folder.run(&format!("brackets g.mrg b.mrg {words} --save rows.jsonl")).status,
            0
        );
        folder.read("rows.jsonl")
    };
    assert_eq!(saved("--classes"), saved(""));
    let ran = folder.run("compare rows.jsonl --classes");
    assert!(ran.status == 2 && ran.err.contains("saved rows hold counts alone"), "{}", ran.err);
}

#[test]
fn the_sentences_of_a_class_are_shown() {
    let folder = folder();
    let ran = folder.run("brackets g.mrg a.mrg b.mrg --show classes:PP_attachment");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.starts_with("Behind classes:PP Attachment: 2 sentences\n"), "{}", ran.out);
    let named = "class   PP Attachment  the key in boots: NP is extra, 1 bracket";
    assert_eq!(ran.out.matches(named).count(), 2, "{}", ran.out);
    let ran = folder.run("brackets g.mrg a.mrg --show classes:VP_attachment");
    assert!(ran.status == 2 && ran.err.contains("there are: PP Attachment"), "{}", ran.err);
}

#[test]
fn dependencies_have_classes_of_their_own() {
    let folder = Folder::new();
    let words = "dependencies entailments/gold.conllu entailments/weak.conllu";
    let json = folder.json(&format!("{words} --classes"));
    let system = &json["systems"][0];
    let classes = system["classes"].as_array().unwrap();
    let sum = |key: &str| classes.iter().map(|row| row[key].as_u64().unwrap()).sum::<u64>();
    let missed = |name: &str| {
        let measure = &system["metrics"][name];
        measure["gold"].as_u64().unwrap() - measure["matched"].as_u64().unwrap()
    };
    assert_eq!((sum("errors"), sum("heads")), (missed("LAS"), missed("UAS")));
    assert!(system["relations"].is_null(), "{system}");
    assert!(json["signature"].as_str().unwrap().contains("|classes:bezant|"), "{json}");
    let ran = folder.run(&format!("{words} --show classes:coordination"));
    assert!(ran.status == 0 && ran.out.contains("class   Coordination"), "{}{}", ran.out, ran.err);
    let ran = folder.run(&format!("{words} --preset stanford --classes"));
    assert!(ran.status == 2 && ran.err.contains("words that have one head each"), "{}", ran.err);
}
