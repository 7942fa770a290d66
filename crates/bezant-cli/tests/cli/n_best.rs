//! `bezant brackets --n-best`: lists of trees are scored as files of single trees are.

use serde_json::Value;

use crate::program::Folder;

/// The trees of each sentence, the best first: of the demo's systems, lists of two to four.
fn lists(folder: &Folder) -> Vec<Vec<String>> {
    let trees = |name: &str| folder.read(name).lines().map(String::from).collect::<Vec<_>>();
    let [weak, middling, strong, gold] =
        ["weak.mrg", "middling.mrg", "strong.mrg", "gold.mrg"].map(trees);
    let list = |at: usize| {
        let mut list = vec![weak[at].clone(), middling[at].clone()];
        list.extend((at.is_multiple_of(2)).then(|| strong[at].clone()));
        list.extend((at.is_multiple_of(5)).then(|| gold[at].clone()));
        list
    };
    (0..gold.len()).map(list).collect()
}

fn charniak(lists: &[Vec<String>]) -> String {
    let list = |(at, list): (usize, &Vec<String>)| {
        let trees: String = list.iter().map(|tree| format!("-12.5\n{tree}\n")).collect();
        format!("{}\ts{at}\n{trees}\n", list.len())
    };
    lists.iter().enumerate().map(list).collect()
}

fn corenlp(lists: &[Vec<String>]) -> String {
    let list = |list: &Vec<String>| match list.is_empty() {
        true => "SENTENCE_SKIPPED_OR_UNPARSABLE\n".to_string(),
        // Every second tree over two lines.
        false => (1..)
            .zip(list)
            .map(|(rank, tree)| {
                let tree =
                    if rank % 2 == 0 { tree.replacen(" (", "\n  (", 1) } else { tree.clone() };
                format!("# Parse {rank} with score -12.5\n{tree}\n\n")
            })
            .collect(),
    };
    lists.iter().map(list).collect()
}

fn plain(lists: &[Vec<String>]) -> String {
    lists
        .iter()
        .map(|list| list.iter().map(|tree| format!("{tree}\n")).collect::<String>() + "\n")
        .collect()
}

/// Files of one tree a sentence, an empty line where a list has ended.
fn ranks(lists: &[Vec<String>]) -> Vec<String> {
    let longest = lists.iter().map(Vec::len).max().unwrap();
    let tree = |list: &Vec<String>, rank: usize| list.get(rank).cloned().unwrap_or_default() + "\n";
    (0..longest).map(|rank| lists.iter().map(|list| tree(list, rank)).collect()).collect()
}

fn write(folder: &Folder, lists: &[Vec<String>]) {
    folder.write("charniak.txt", charniak(lists));
    folder.write("corenlp.txt", corenlp(lists));
    folder.write("plain.txt", plain(lists));
    for (rank, text) in (1..).zip(ranks(lists)) {
        folder.write(&format!("rank{rank}.mrg"), text);
    }
}

/// What a system came to, without where its sentences stand.
fn result(json: &Value, at: usize) -> [Value; 4] {
    let system = &json["systems"][at];
    let skipped = system["skipped"].as_array().unwrap().iter();
    let skipped =
        skipped.map(|row| [row["sentence"].clone(), row["reason"].clone()].to_vec().into());
    [
        system["scores"].clone(),
        system["scores_with_missed"].clone(),
        system["counts"].clone(),
        skipped.collect::<Vec<Value>>().into(),
    ]
}

#[test]
fn the_trees_of_a_rank_are_a_file_of_that_rank() {
    let folder = Folder::new();
    let mut lists = lists(&folder);
    lists[7].clear();
    lists[9][0] = "(S (NP broken".to_string();
    write(&folder, &lists);
    let files = "charniak.txt corenlp.txt plain.txt";
    for rank in 1..=4 {
        let alone = result(&folder.json(&format!("brackets gold.mrg rank{rank}.mrg")), 0);
        let json =
            folder.json(&format!("brackets gold.mrg {files} --replicates 0 --n-best {rank}"));
        for at in 0..3 {
            assert_eq!(result(&json, at), alone, "{rank} {at}");
        }
    }
    let first = folder.json(&format!("brackets gold.mrg {files} --replicates 0 --n-best"));
    assert_eq!(result(&first, 1), result(&folder.json("brackets gold.mrg rank1.mrg"), 0));
    assert!(first["signature"].as_str().unwrap().contains("|n_best:first|"));
}

/// The best F1 of each sentence among files of ranks, of equal ones the first, by what brackets says of
/// each file alone.
fn oracle(folder: &Folder, n_ranks: usize) -> (u64, u64, u64, Vec<usize>) {
    let rows = |rank: usize| {
        let json = folder.json(&format!("brackets gold.mrg rank{rank}.mrg --per-sentence"));
        json["systems"][0]["sentences"].as_array().unwrap().clone()
    };
    let ranks: Vec<Vec<Value>> = (1..=n_ranks).map(rows).collect();
    let (mut matched, mut gold, mut system, mut best_ranks) = (0, 0, 0, Vec::new());
    for at in 0..ranks[0].len() {
        let mut best: Option<(f64, &Value, usize)> = None;
        for (rank, rows) in (1..).zip(&ranks) {
            // A sentence that is skipped says why.
            if rows[at]["skipped"] != "" {
                continue;
            }
            let f1 = rows[at]["f1"].as_f64().unwrap();
            if best.is_none_or(|(other, ..)| f1 > other) {
                best = Some((f1, &rows[at], rank));
            }
        }
        let Some((_, row, rank)) = best else { continue };
        let n = |name: &str| row[name].as_u64().unwrap();
        (matched, gold, system) = (matched + n("matched"), gold + n("gold"), system + n("system"));
        best_ranks.push(rank);
    }
    (matched, gold, system, best_ranks)
}

#[test]
fn the_oracle_is_the_best_of_each_list_as_brackets_scores_them() {
    let folder = Folder::new();
    let mut lists = lists(&folder);
    lists[7].clear();
    lists[9][0] = "(S (NP broken".to_string();
    write(&folder, &lists);
    let json = folder.json("brackets gold.mrg charniak.txt --n-best oracle");
    let (matched, gold, system, ranks) = oracle(&folder, 4);
    let counts = &json["systems"][0]["counts"];
    assert_eq!(
        [&counts["matched"], &counts["gold"], &counts["system"]],
        [&Value::from(matched), &gold.into(), &system.into()]
    );
    let found = &json["systems"][0]["n_best"];
    let f1 = 2.0 * matched as f64 / (gold + system) as f64;
    assert_eq!(found["oracle"]["f1"], f1);
    assert_eq!(found["oracle_rank"], ranks.iter().sum::<usize>() as f64 / ranks.len() as f64);
    assert_eq!((&found["lists"], &found["empty_lists"]), (&60.into(), &1.into()));
    assert_eq!((&found["skipped_trees"], &found["longest"]), (&1.into(), &4.into()));
    // Among the first k trees, the best is that of the first k files.
    let curve = found["curve"].as_array().unwrap();
    let ks: Vec<u64> = curve.iter().map(|point| point["k"].as_u64().unwrap()).collect();
    assert_eq!(ks, [1, 2, 3, 4]);
    for (k, point) in (1..).zip(curve) {
        let (matched, gold, system, ranks) = oracle(&folder, k);
        assert_eq!(point["f1"], 2.0 * matched as f64 / (gold + system) as f64, "{k}");
        assert_eq!(point["sentences"], ranks.len(), "{k}");
    }
    let all = |which: &str| found[which]["f1_with_missed"].as_f64().unwrap();
    assert_eq!(found["gap"], all("oracle") - all("first"));
    assert!(all("worst") <= all("first") && all("first") < all("oracle"));
}

#[test]
fn lists_that_begin_with_gold_have_everything() {
    let folder = Folder::new();
    let gold: Vec<String> = folder.read("gold.mrg").lines().map(String::from).collect();
    let weak: Vec<String> = folder.read("weak.mrg").lines().map(String::from).collect();
    let lists: Vec<Vec<String>> =
        gold.into_iter().zip(weak).map(|(gold, weak)| vec![gold, weak]).collect();
    folder.write("lists.txt", charniak(&lists));
    let json = folder.json("brackets gold.mrg lists.txt gold.mrg --n-best --replicates 0 -q");
    for system in json["systems"].as_array().unwrap() {
        let found = &system["n_best"];
        assert_eq!((&found["first"]["f1"], &found["oracle"]["f1"]), (&1.0.into(), &1.0.into()));
        assert_eq!((&found["gap"], &found["oracle_rank"]), (&0.0.into(), &1.0.into()));
        assert_eq!(found["first_is_oracle"], 1.0);
    }
    // A file without lists has one tree a sentence.
    assert_eq!(json["systems"][1]["n_best"]["longest"], 1);
}

#[test]
fn rows_of_the_chosen_trees_are_saved_and_merged() {
    let folder = Folder::new();
    let lists = lists(&folder);
    write(&folder, &lists);
    let gold: Vec<String> =
        folder.read("gold.mrg").lines().map(|line| format!("{line}\n")).collect();
    for (part, range) in [("a", 0..25), ("b", 25..60)] {
        folder.write(&format!("gold-{part}.mrg"), gold[range.clone()].concat());
        folder.write(&format!("lists-{part}.txt"), corenlp(&lists[range]));
        let ran = folder.run(&format!(
            "brackets gold-{part}.mrg lists-{part}.txt --names p --n-best oracle --save {part}.jsonl"
        ));
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
    let whole = folder.json("brackets gold.mrg charniak.txt --n-best oracle");
    assert_eq!(result(&folder.json("merge a.jsonl b.jsonl"), 0), result(&whole, 0));
    // Rows of other trees are other rows.
    folder.run("brackets gold-b.mrg lists-b.txt --names p --n-best first --save b.jsonl");
    let ran = folder.run("merge a.jsonl b.jsonl");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("n_best:oracle") && ran.err.contains("n_best:first"), "{}", ran.err);
}

#[test]
fn threads_and_the_order_of_files_change_nothing() {
    let folder = Folder::new();
    write(&folder, &lists(&folder));
    let words = "brackets gold.mrg charniak.txt plain.txt --n-best oracle --labels --worst 2";
    let one = folder.run(&format!("{words} --format json --threads 1")).out;
    assert_eq!(one, folder.run(&format!("{words} --format json --threads 3")).out);
    let there = folder.json("brackets gold.mrg charniak.txt rank1.mrg --n-best --replicates 0");
    let back = folder.json("brackets gold.mrg rank1.mrg charniak.txt --n-best --replicates 0");
    assert_eq!(there["systems"][0], back["systems"][1]);
}

#[test]
fn the_screen_and_the_picture_have_the_curve() {
    let folder = Folder::new();
    let mut lists = lists(&folder);
    lists[7].clear();
    write(&folder, &lists);
    let ran = folder.run("brackets gold.mrg charniak.txt --n-best --plot oracle.svg");
    assert_eq!(ran.status, 0, "{}", ran.err);
    for part in [
        "Lists of trees: F1 of the first and of the best of each, skipped sentences counted as missed",
        "F1 of the oracle among the first k trees",
        "charniak: 1 list without trees",
        "the oracle is the tree of a list with the best F1 of its sentence",
        "1 no parse",
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let svg = folder.read("oracle.svg");
    assert!(svg.contains("F1 of the oracle by trees to choose from"), "{svg}");
    let table =
        folder.run("brackets gold.mrg charniak.txt --n-best --table n_best_curve --format csv");
    assert!(table.out.contains("n_best_curve"), "{}", table.out);
    assert!(
        folder.run("brackets gold.mrg charniak.txt --n-best --worst 1").out.contains("sentence")
    );
}

#[test]
fn wrong_uses_say_what_to_do() {
    let folder = Folder::new();
    write(&folder, &lists(&folder));
    for file in ["charniak.txt", "corenlp.txt"] {
        let ran = folder.run(&format!("brackets gold.mrg {file}"));
        assert_eq!(ran.status, 2);
        assert!(
            ran.err.contains(&format!("{file}: there are several trees a sentence in this file")),
            "{}",
            ran.err
        );
        assert!(ran.err.contains("--n-best"), "{}", ran.err);
    }
    let ran = folder.run("brackets --n-best gold.mrg charniak.txt");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("gold.mrg is neither first, oracle nor a rank"), "{}", ran.err);
    assert!(ran.err.contains("behind the files"), "{}", ran.err);
    assert_eq!(folder.run("brackets gold.mrg charniak.txt --n-best 0").status, 2);
    // A list that was cut short is told.
    let text = folder.read("charniak.txt");
    folder.write("short.txt", text.replacen("2\ts", "3\ts", 1));
    let ran = folder.run("brackets gold.mrg short.txt --n-best");
    assert!(ran.out.contains("1 list with fewer trees than announced"), "{}", ran.out);
    // Where the file ends early, sentences are missing.
    let half: String = text.split_inclusive("\n\n").take(50).collect();
    folder.write("half.txt", half);
    let json = folder.json("brackets gold.mrg half.txt --n-best");
    let skipped = json["systems"][0]["skipped"].as_array().unwrap();
    assert!(skipped.iter().all(|row| row["reason"] == "system_missing"));
    assert_eq!(skipped.len(), 10);
}

#[test]
fn a_picture_of_ranks_without_lists_names_the_option() {
    let folder = Folder::new();
    let ran = folder.run("brackets gold.mrg strong.mrg --plot a.svg --plot-of rank");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--n-best"), "{}", ran.err);
}
