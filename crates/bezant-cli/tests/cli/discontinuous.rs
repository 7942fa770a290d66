use crate::program::Folder;

/// Sentences of our own, with a particle, a relative clause and a question that are moved.
const GOLD: &str = "\
(ROOT (S (VP (VB 0=Wake) (RP 2=up)) (NP (PRP 1=her)) (. 3=!)))
(ROOT (S (NP (NP (DT 0=A) (NN 1=man)) (SBAR (WP 3=who) (VBD 4=laughed))) (VP (VBD 2=came)) (. 5=.)))
(ROOT (SBARQ (VP (WP 0=Whom) (VB 3=see)) (MD 1=did) (NP (PRP 2=you)) (. 4=?)))
(ROOT (S (NP (NNS 0=Dogs)) (VP (VBP 1=bark)) (. 2=.)))
";

/// The same with the first two put right for those who cannot cross branches; a comma for a full stop.
const SYSTEM: &str = "\
(ROOT (S (VP (VB 0=Wake) (NP (PRP 1=her)) (RP 2=up)) (. 3=!)))
(ROOT (S (NP (DT 0=A) (NN 1=man)) (VP (VBD 2=came) (SBAR (WP 3=who) (VBD 4=laughed))) (. 5=.)))
(ROOT (SBARQ (VP (WP 0=Whom) (VB 3=see)) (MD 1=did) (NP (PRP 2=you)) (. 4=?)))
(ROOT (S (NP (NNS 0=Dogs)) (VP (VBP 1=bark)) (NN 2=.)))
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("gold.dbr", GOLD);
    folder.write("system.dbr", SYSTEM);
    folder
}

#[test]
fn brackets_with_gaps_have_scores_of_their_own() {
    let folder = folder();
    let json = folder.json("brackets gold.dbr system.dbr");
    let system = &json["systems"][0];
    let (counts, scores) = (&system["counts"], &system["scores"]);
    assert_eq!(
        (&counts["matched"], &counts["gold"], &counts["system"], &counts["crossing"]),
        (&11.into(), &14.into(), &13.into(), &1.into())
    );
    assert_eq!(scores["discontinuous_recall"], 1.0 / 3.0);
    assert_eq!(scores["discontinuous_precision"], 1.0);
    assert_eq!(counts["discontinuous_gold"], 3);
    assert!(json["signature"].as_str().unwrap().contains("|layout:discbracket|"));
    // Nobody asked for these, and plain trees have neither.
    assert!(scores.get("leaf_ancestor").is_none() && counts.get("edits").is_none());
    let plain = Folder::new().json("brackets gold.mrg strong.mrg");
    assert!(plain["systems"][0]["scores"].get("discontinuous_f1").is_none());
    assert!(plain["systems"][0]["counts"].get("discontinuous_gold").is_none());
}

#[test]
fn only_brackets_with_gaps_can_be_counted() {
    let folder = folder();
    let json = folder.json("brackets gold.dbr system.dbr --discontinuous only --labels");
    let counts = &json["systems"][0]["counts"];
    assert_eq!(
        (&counts["matched"], &counts["gold"], &counts["system"], &counts["sentences"]),
        (&1.into(), &3.into(), &1.into(), &3.into())
    );
    let labels = json["systems"][0]["labels"].as_array().unwrap();
    assert_eq!(labels.len(), 2, "{labels:?}");
    assert!(json["signature"].as_str().unwrap().contains("|discontinuous:only|"));
    folder.write("only.prm", "DELETE_LABEL ROOT\nDELETE_LABEL .\nDISC_ONLY 1\n");
    let file = folder.json("brackets gold.dbr system.dbr -p only.prm");
    assert_eq!(file["systems"][0]["counts"]["gold"], 3);
    // What is saved says the same.
    let direct = folder.json("brackets gold.dbr system.dbr --discontinuous only --save rows.jsonl");
    let merged = folder.json("merge rows.jsonl");
    assert_eq!(direct["systems"][0]["scores"], merged["systems"][0]["scores"]);
    let signature = merged["signature"].as_str().unwrap();
    assert!(signature.contains("|discontinuous:only|layout:discbracket|"), "{signature}");
}

#[test]
fn whole_trees_are_measured_where_somebody_asks() {
    let folder = folder();
    let json = folder.json("brackets gold.dbr gold.dbr --leaf-ancestor --tree-edit-distance");
    let scores = &json["systems"][0]["scores"];
    assert_eq!(
        (&scores["leaf_ancestor"], &scores["tree_edit_distance"]),
        (&1.0.into(), &1.0.into())
    );
    let json = folder.json(
        "brackets gold.dbr system.dbr --leaf-ancestor --tree-edit-distance --per-sentence --buckets length:4",
    );
    let row = &json["systems"][0]["sentences"][3];
    // All is right but a tag of punctuation, which gold leaves out.
    assert_eq!((&row["leaf_ancestor"], &row["edits"]), (&1.0.into(), &0.into()));
    assert!(json["systems"][0]["scores"]["tree_edit_distance"].as_f64().unwrap() < 1.0);
    let text = folder.run("brackets gold.dbr system.dbr --leaf-ancestor").out;
    assert!(text.contains("leaf-ancestor") && text.contains("disc. F1"), "{text}");
}

#[test]
fn a_phrase_with_gaps_is_drawn_in_pieces() {
    let text = folder().run("brackets gold.dbr system.dbr --worst 2").out;
    let pieces = text.matches("-VP~1").count();
    assert_eq!(pieces, 2, "{text}");
    assert!(text.contains("-NP~1"), "{text}");
}

#[test]
fn trees_become_trees_with_numbered_words() {
    let folder = folder();
    folder.write("a.mrg", "(TOP (S (NP (NNS Dogs)) (VP (VBP bark))))\n");
    let out = folder.run("convert --to discbracket a.mrg").out;
    assert_eq!(out, "(TOP (S (NP (NNS 0=Dogs)) (VP (VBP 1=bark))))\n");
    assert_eq!(folder.run("convert --to discbracket gold.dbr").out, GOLD);
    let words = folder.run("convert --to tokens gold.dbr");
    let place = "branches cross in this tree\n  --> gold.dbr:1:1\n";
    assert!(words.err.contains(place), "{}", words.err);
    assert!(words.out.ends_with("\nDogs bark .\n"), "{}", words.out);
    let text = "#BOS 1\nWake\tVB\t--\t--\t500\nher\tPRP\t--\t--\t0\nup\tRP\t--\t--\t500\n#500\tVP\t--\t--\t0\n#EOS 1\n";
    folder.write("a.export", text);
    let out = folder.run("convert --to discbracket a.export").out;
    assert_eq!(out, "(ROOT (VP (VB 0=Wake) (RP 2=up)) (PRP 1=her))\n");
}

#[test]
fn fragments_skip_trees_whose_branches_cross() {
    let json = folder().json("fragments gold.dbr system.dbr");
    let skipped = json["systems"][0]["skipped"].as_array().unwrap();
    assert_eq!(skipped.len(), 3);
    assert_eq!(skipped[0]["reason"], "crossing_branches");
}

#[test]
fn trees_without_gaps_are_told_where_only_gaps_count() {
    let folder = Folder::new();
    let ran = folder.run("brackets gold.mrg strong.mrg --discontinuous only");
    let note = "no bracket has a gap, in gold or in a system: nothing is compared\n";
    assert!(ran.out.contains(note), "{}", ran.out);
}
