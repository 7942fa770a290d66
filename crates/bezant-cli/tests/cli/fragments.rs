use crate::program::Folder;

#[test]
fn json_has_every_size_as_digits_and_every_limit_by_key() {
    let folder = Folder::new();
    let json = folder.json("fragments gold.mrg middling.mrg --limits 1,3,all -q");
    let system = &json["systems"][0];
    let sizes = system["sizes"].as_array().unwrap();
    assert_eq!(sizes[0]["size"], 1);
    // Size 1 is brackets under the same parameters.
    let brackets = folder.json("brackets --preset freval gold.mrg middling.mrg -q");
    let counts = &brackets["systems"][0]["counts"];
    for key in ["gold", "system", "matched"] {
        assert_eq!(sizes[0][key], counts[key].to_string(), "{key}");
    }
    let f1 = |score: &serde_json::Value| score["f1"].as_f64().unwrap();
    let (first, of_brackets) = (f1(&system["limits"]["1"]), f1(&brackets["systems"][0]["scores"]));
    assert!((first - of_brackets).abs() < 1e-12, "{first} {of_brackets}");
    for key in ["flp", "flr", "f1"] {
        assert_eq!(system["limits"]["all"][key], system["scores"][key], "{key}");
        assert!(system["scores"][key].is_f64() && system["macro"][key].is_f64(), "{key}");
    }
    let weights: f64 = sizes.iter().map(|size| size["weight"].as_f64().unwrap()).sum();
    assert!((weights - 1.0).abs() < 1e-9);
}

#[test]
fn exact_match_is_that_of_brackets_also_from_saved_rows() {
    let folder = Folder::new();
    let exact = |words: &str| folder.json(words)["systems"][0]["scores"]["exact_match"].clone();
    let of_brackets = exact("brackets --preset freval gold.mrg failing.mrg -q");
    assert!(of_brackets.as_f64().unwrap() > 0.1, "{of_brackets}");
    for how in ["nodes", "connected", "literal"] {
        let words = format!("fragments gold.mrg failing.mrg -q --match {how} --save rows.jsonl");
        assert_eq!(exact(&words), of_brackets, "{how}");
        assert_eq!(exact("merge rows.jsonl"), of_brackets, "{how}");
        let missed = |words: &str| folder.json(words)["systems"][0]["scores_with_missed"].clone();
        assert_eq!(missed("merge rows.jsonl"), missed(&words), "{how}");
    }
    let ran = folder.run("fragments gold.mrg failing.mrg -q");
    assert!(ran.out.contains("F1 all  exact"), "{}", ran.out);
}

#[test]
fn a_limit_given_twice_is_one_column() {
    let folder = Folder::new();
    let ran =
        folder.run("fragments gold.mrg weak.mrg --limits 5,all,5 --format csv --table limits -q");
    let line = ran.out.lines().find(|line| line.contains("flr_5")).unwrap();
    assert!(line.starts_with("table,system,flr_5,flp_5,f1_5,flr_all,flp_all,f1_all,"), "{line}");
}

#[test]
fn ranks_may_change_with_the_size() {
    let folder = Folder::new();
    // One system has a wrong label at the top of all, the other two at the bottom.
    folder.write("g", "(S (A (N a)) (B (C (N b)) (D (N c))))\n");
    folder.write("top", "(S (A (N a)) (X (C (N b)) (D (N c))))\n");
    folder.write("leaves", "(S (A (N a)) (B (X (N b)) (Y (N c))))\n");
    let json =
        folder.json("fragments g top leaves leaves --names top,leaves,again --limits 1,all -q");
    let ranks: Vec<(u64, u64)> = json["ranks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["rank_1"].as_u64().unwrap(), row["rank_all"].as_u64().unwrap()))
        .collect();
    // 4 and 3 of 5 nodes; of larger ones 1 pair, or 2 pairs and the 3 nodes above together.
    assert_eq!(ranks, [(1, 3), (2, 1), (2, 1)]);
    let ran = folder.run("fragments g top leaves --limits 1,all --table ranks -q");
    assert!(ran.out.contains("Rank by F1 and largest size"), "{}", ran.out);
    assert!(folder.json("fragments g top -q")["ranks"].is_null());
}

#[test]
fn no_limit_goes_beyond_what_was_counted() {
    let folder = Folder::new();
    let ran = folder.run("fragments gold.mrg weak.mrg --max-size 3 --limits 1,15,all -q");
    assert!(ran.out.contains("F1 1–3") && !ran.out.contains("1–15"), "{}", ran.out);
}

#[test]
fn merged_rows_show_the_sizes_that_are_asked_for() {
    let folder = Folder::new();
    let options = "--limits 1,4 --by-size --format json";
    let whole = folder.run(&format!("fragments gold.mrg weak.mrg --save rows.jsonl -q {options}"));
    let merged = folder.run(&format!("merge rows.jsonl -q {options}"));
    let limits = |text: &str| -> serde_json::Value {
        let json: serde_json::Value = serde_json::from_str(text).unwrap();
        json["systems"][0]["limits"].clone()
    };
    assert!(limits(&whole.out)["4"]["f1"].is_f64());
    assert_eq!(limits(&whole.out), limits(&merged.out));
}

#[test]
fn the_two_definitions_agree_where_parents_do() {
    let folder = Folder::new();
    let nodes = folder.json("fragments gold.mrg weak.mrg -q");
    let connected = folder.json("fragments gold.mrg weak.mrg --match connected -q");
    let sizes = |json: &serde_json::Value| json["systems"][0]["sizes"].as_array().unwrap().clone();
    let mut differ = 0;
    for (one, two) in sizes(&nodes).iter().zip(sizes(&connected)) {
        let count = |size: &serde_json::Value| -> u128 {
            size["matched"].as_str().unwrap().parse().unwrap()
        };
        assert!(count(&two) <= count(one));
        differ += usize::from(count(&two) < count(one));
        assert!(two["precision"].as_f64().is_none_or(|precision| precision <= 1.0));
    }
    assert!(differ > 0);
    assert_ne!(nodes["signature"], connected["signature"]);
}

#[test]
fn one_sentence_that_decides_is_named() {
    let ran = Folder::new().run("fragments gold.mrg strong.mrg");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("strong: one sentence holds more than half of gold's fragments at 15 of the sizes 14 to 28"), "{}", ran.out);
    let short = Folder::new().run("fragments gold.mrg strong.mrg --max-size 5 --limits 1,5");
    assert!(!short.out.contains("one sentence holds"), "{}", short.out);
}

#[test]
fn weights_come_from_a_file_that_is_checked() {
    let folder = Folder::new();
    folder.write("only-one", "1\n").write("too-much", "0.5 0.6\n");
    let first = folder.json("fragments gold.mrg weak.mrg --weights only-one --limits 1 -q");
    for key in ["flp", "flr", "f1"] {
        let system = &first["systems"][0];
        assert_eq!(system["scores"][key], system["limits"]["1"][key], "{key}");
    }
    let ran = folder.run("fragments gold.mrg weak.mrg --weights too-much -q");
    assert_eq!(ran.status, 2);
    assert_eq!(ran.err, "error: too-much: the weights add up to 1.1, not to 1\n");
    let ran = folder.run("fragments gold.mrg weak.mrg --weights nowhere -q");
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("nowhere is neither uniform, sparsity or geometric nor a file"),
        "{}",
        ran.err
    );
}

#[test]
fn rows_merge_to_the_same_scores() {
    let folder = Folder::new();
    let whole = folder.json("fragments gold.mrg weak.mrg --weights sparsity --save rows.jsonl -q");
    let merged = folder.json("merge rows.jsonl");
    for key in ["scores", "macro", "sizes", "counts"] {
        assert_eq!(whole["systems"][0][key], merged["systems"][0][key], "{key}");
    }
    folder.run("brackets gold.mrg weak.mrg --save brackets.jsonl -q");
    let mixed = folder.run("merge rows.jsonl brackets.jsonl");
    assert_eq!(mixed.status, 2);
    assert!(
        mixed.err.contains("rows.jsonl has rows of fragments, brackets.jsonl of brackets"),
        "{}",
        mixed.err
    );
}

#[test]
fn pictures_have_a_line_a_system_and_say_what_they_show() {
    let folder = Folder::new();
    let words = "fragments gold.mrg strong.mrg middling.mrg weak.mrg -q --replicates 50";
    assert_eq!(folder.run(&format!("{words} --plot all.svg")).status, 0);
    let all = folder.read("all.svg");
    let bands = |svg: &str| svg.matches("fill-opacity").count();
    assert_eq!((bands(&all), all.matches(">strong</text>").count()), (3, 1), "short names");
    assert!(all.contains("<desc>fragments|params:freval|") && all.contains("|r:50|seed:12345"));
    assert_eq!(
        folder.run(&format!("{words} --plot gain.svg --baseline middling.mrg --window 2-6")).status,
        0
    );
    let gain = folder.read("gain.svg");
    assert_eq!(bands(&gain), 2);
    assert!(gain.contains("F1, difference to middling (points)"), "{gain}");
    assert_eq!(
        folder.run(&format!("{words} --plot plain.svg --replicates 0")).status,
        2,
        "given twice"
    );
    // The same seed draws the same picture, on any number of threads.
    folder.run(&format!("{words} --plot again.svg --threads 1"));
    assert_eq!(folder.read("again.svg"), all);

    for (more, message) in [
        (
            "--plot x.svg --baseline nobody",
            "no system is called nobody; there are strong.mrg, middling.mrg, weak.mrg",
        ),
        ("--plot x.gif", "x.gif: pictures are written as .svg, .pdf or .png"),
        (
            "--plot x.svg --plot-of distance",
            "of these systems there is size, length, depth, systems",
        ),
        ("--plot x.svg --window 9-3", "9-3 is no range of sizes; write for example 6-13"),
        ("--align --preterminals", "--preterminals needs the same words on both sides"),
    ] {
        let ran = folder.run(&format!("{words} {more}"));
        assert_eq!(ran.status, 2, "{more}");
        assert!(ran.err.contains(message), "{more}\n{}", ran.err);
    }
}

#[test]
fn gold_against_itself_is_perfect_in_every_shape() {
    let folder = Folder::new();
    for shape in ["fragments", "paths", "subtrees"] {
        for more in
            ["", "--preterminals", "--match connected", "--weights geometric", "--sizes gold"]
        {
            let json =
                folder.json(&format!("fragments gold.mrg gold.mrg --shape {shape} {more} -q"));
            assert_eq!(json["systems"][0]["scores"]["f1"], 1.0, "{shape} {more}");
        }
    }
}

#[test]
fn what_gold_has_in_crossing_branches_is_missed() {
    let folder = Folder::new();
    let flat = "(S (NP (DT 0=the) (NN 1=dog)) (VP (VB 2=barks) (AD 3=up)))\n";
    // S with a VP that has a gap, and an NP in that: chains of three.
    let crossing = "(S (VP (VB 0=Wake) (NP (PR 2=him) (RB 3=there))) (MD 1=will))\n";
    folder.write("g.dbr", format!("{flat}{crossing}")).write("s.dbr", format!("{flat}{crossing}"));
    let json = folder.json("fragments g.dbr s.dbr --max-size 1");
    let system = &json["systems"][0];
    assert_eq!(system["scores"]["flr"], 1.0);
    // Three nodes of six.
    assert_eq!(system["scores_with_missed"]["flr"], 0.5);
}
