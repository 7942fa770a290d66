//! What people said of pairs, on a page: every number leads to the pairs that it counts.

use serde_json::Value;

use crate::filter::{JUDGEMENTS, PAIRS};
use crate::page_data::Unpacked;
use crate::program::Folder;

const EXPERIMENT: &str = "gold = \"pairs.tsv\"\n[systems]\none = \"one.txt\"\ntwo = \"two.txt\"\n\
    [[metrics]]\ncommand = \"entail filter\"\njudgements = [\"said.csv\"]\nmin-agreement = 60\n\
    [[metrics]]\ncommand = \"entail tables\"\nsystems = { kept = \"kept.tsv\" }\n";

/// Pairs, judgements and two systems, the second of which was asked about what is kept alone: a, c and d.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("pairs.tsv", PAIRS).write("said.csv", JUDGEMENTS);
    folder.write("one.txt", "a YES\nb NO\nc NO\nd YES\ne NO\nf YES\n");
    folder.write("two.txt", "a NO\nc NO\nd NO\n");
    let ran = folder.run("entail filter pairs.tsv said.csv --min-agreement 60 -q -o kept.tsv");
    assert_eq!(ran.status, 0, "{}", ran.err);
    folder.write("e.toml", EXPERIMENT);
    folder
}

/// The ids of the pairs behind a cell: those that are counted as missing, or as right.
fn behind(index: &Value, system: usize, cell: (&str, &str), is_missing: bool) -> Vec<String> {
    let cells = index["cells"].as_array().unwrap();
    let number = cells.iter().position(|one| one[0] == cell.0 && one[1] == cell.1);
    let number = number.unwrap_or_else(|| panic!("{cell:?} is not in {cells:?}")) as u64;
    let mut found = Vec::new();
    for row in index["rows"].as_array().unwrap() {
        let Some(own) = row[4][system][2].as_array() else { continue };
        let own: Vec<u64> = own.iter().map(|n| n.as_u64().unwrap()).collect();
        let is_it = |four: &&[u64]| four[0] == number;
        if let Some(four) = own.chunks(4).find(is_it) {
            let n = if is_missing { four[1] } else { four[3] };
            if n > 0 {
                found.push(row[5].as_str().unwrap().to_string());
            }
        }
    }
    found
}

#[test]
fn systems_are_scored_on_what_stays_and_on_what_went() {
    let folder = folder();
    let words =
        "entail filter pairs.tsv said.csv --min-agreement 60 --answers one.txt --answers two.txt";
    let ran = folder.run(&format!("{words} --table answers --format csv"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let columns = |line: &str| line.split(',').skip(1).take(4).collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = ran.out.lines().map(columns).collect();
    assert_eq!(
        lines,
        [
            "outcome pairs one two",
            "kept as YES 1 1 0",
            "kept as NO 2 0.5 1",
            "no agreement 1 0 ",
            "agree against silver 1 1 ",
            "too few judgements left 1 1 ",
            "all that stay 3 0.6666666666666666 0.6666666666666666",
            "all that went 3 0.6666666666666666 ",
        ]
    );
    // What stays is what `entail score` says of it.
    folder.write("kept-one.txt", "a YES\nc NO\nd YES\n");
    let json = folder.json("entail score kept.tsv kept-one.txt");
    assert_eq!(json["systems"][0]["scores"]["accuracy"].as_f64().unwrap(), 2.0 / 3.0, "{json}");
    // Names are those that are given, and nothing changes without answers.
    let ran = folder.run(&format!("{words} --names x,y --table answers --format csv"));
    assert!(ran.out.starts_with("table,outcome,pairs,x,y,"), "{}", ran.out);
    let ran = folder.run("entail filter pairs.tsv said.csv --names x");
    assert_eq!(ran.status, 2);
}

#[test]
fn numbers_of_a_filter_lead_to_the_pairs_that_they_count() {
    let folder = folder();
    let ran = folder.run("report e.toml -o page.html");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let page = Unpacked::read(&folder.read("page.html"));
    let index = page.index("filter");
    assert_eq!(index["systems"], serde_json::json!(["people", "one", "two"]));
    for (cell, is_missing, wanted) in [
        (("steps", "by enough of those left"), true, "f"),
        (("steps", "people agree"), true, "b"),
        (("steps", "people agree"), false, "a c d e"),
        (("steps", "not against silver"), false, "a c d"),
        (("reasons", "agree against silver"), true, "e"),
        (("agreement", "annotators left"), true, "b"),
        (("kept_by_relation", "Nominal subject"), true, "e"),
        (("kept_by_relation", "Nominal subject"), false, "a c"),
        (("kept_by_relation", "Nominal subject: NO"), false, "c"),
        (("annotators", "3"), true, "b e"),
    ] {
        let found = behind(&index, 0, cell, is_missing).join(" ");
        assert_eq!(found, wanted, "{cell:?}");
    }
    assert_eq!(behind(&index, 1, ("answers", "all that stay"), true), ["d"]);
    assert_eq!(behind(&index, 2, ("answers", "kept as YES"), true), ["a"]);
    for link in [
        "#filter/steps/people%20agree/system=people/errors\">1<",
        "#filter/answers/all%20that%20stay/system=one/errors\">66.67<",
        "#filter/annotators/3/system=people/errors\">60.00<",
        "#filter/all/all/system=people/any/order=number/sentence=5\">e<",
        "#data-set/left/total/system=kept/errors\">50.00<",
        "#data-set/relation/Attribute/system=pairs/right\">2<",
    ] {
        assert!(page.markup.contains(link), "{link}");
    }
    // Files beside each other: what the first has and the other has not went.
    let index = page.index("data-set");
    assert_eq!(index["systems"], serde_json::json!(["pairs", "kept"]));
    assert_eq!(behind(&index, 1, ("left", "total"), true), ["b", "e", "f"]);
    assert_eq!(behind(&index, 1, ("left", "farm: NO"), true), ["e"]);
    assert_eq!(behind(&index, 0, ("source", "choir: YES"), false), ["a", "b"]);
    // Who said what stands beside the pair.
    let said = page.data.iter().find(|(name, _)| name == "data-filter-0").unwrap();
    assert!(said.1.contains(r#"["class","annotator 4:","no (not counted: agrees too seldom)"]"#));
}

#[test]
fn pages_are_made_of_files_as_they_are_of_experiments() {
    let folder = folder();
    let ran = folder.run("report --init pairs.tsv said.csv kept.tsv two.txt -o new.toml");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let text = folder.read("new.toml");
    assert!(text.contains("judgements = [\"said.csv\"]"), "{text}");
    assert!(text.contains("command = \"entail score\"\ngold = \"kept.tsv\""), "{text}");
    assert_eq!(folder.run("report new.toml -o toml.html").status, 0);
    let ran = folder.run("report pairs.tsv said.csv kept.tsv two.txt -o files.html");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(folder.read("files.html"), folder.read("toml.html"));
    let ran = folder.run("report gold.mrg strong.mrg weak.mrg -o files.html");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(folder.read("files.html").contains("id=\"fragments\""));
    // What is neither rows nor files that can be scored is told as before.
    assert_eq!(folder.run("report said.csv pairs.tsv -o page.html").status, 2);
    folder.write("e.toml", EXPERIMENT.replace("judgements = [\"said.csv\"]\n", ""));
    let ran = folder.run("report e.toml -o page.html");
    assert!(ran.status == 2 && ran.err.contains("has no judgements"), "{}", ran.err);
}

#[test]
fn a_page_without_text_has_neither_sentences_nor_ids_made_of_them() {
    let folder = folder();
    let marked = |text: &str| text.replace("The ", "Qzthe ").replace("It ", "Qzit ");
    let named = |text: &str| text.replace("\na", "\n1.Qzthe-boy").replace("\ne", "\n5.Qzit");
    folder.write("pairs.tsv", named(&marked(PAIRS)));
    folder.write("kept.tsv", named(&marked(&folder.read("kept.tsv"))));
    folder.write("said.csv", format!("{}Qzother,w1,Yes\n", named(JUDGEMENTS)));
    for name in ["one.txt", "two.txt"] {
        let text = folder.read(name).replace("a ", "1.Qzthe-boy ").replace("e ", "5.Qzit ");
        folder.write(name, text);
    }
    for (option, has_words) in [("", true), (" --without-text", false)] {
        let ran = folder.run(&format!("report e.toml -o page.html{option}"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        let found = Unpacked::read(&folder.read("page.html")).words();
        assert_eq!(found.is_some(), has_words, "{found:?}");
    }
}
