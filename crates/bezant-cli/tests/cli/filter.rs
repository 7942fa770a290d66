//! From judgements to a data set.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::Folder;
use crate::readme::blocks;

/// What five people say about the demo's pairs: three know nearly everything, the fourth misses a fifth, the
/// last says yes to all. Some lines are odd.
pub fn judged(folder: &Folder) -> String {
    let pairs = folder.read("entailments/pairs.xml");
    let mut out = String::from("id,annotator,answer,seconds,check\n");
    let opposite = |yes: bool| if yes { "no" } else { "yes" };
    let said = |yes: bool| if yes { "yes" } else { "no" };
    for (n, line) in pairs.lines().filter(|line| line.contains("<pair ")).enumerate() {
        let id = line.split("id=\"").nth(1).unwrap().split('"').next().unwrap();
        let yes = line.contains("entailment=\"YES\"");
        for person in 1..=5 {
            let answer = match person {
                5 => "yes",
                _ if n == 8 => opposite(yes),
                4 if n % 5 == 0 => opposite(yes),
                2 if n % 7 == 3 => "not sure",
                _ => said(yes),
            };
            out += &format!("{id},{person},{answer},{}.5,\n", person * 2);
        }
    }
    // A check, the same again, somebody who changed his mind, a pair that is not there, and nothing yet.
    out + "plain,1,yes,,YES\n1,1,yes,,\n2,1,yes,,\n2,1,no,,\nnosuch,3,yes,,\n3,6,,,\n"
}

pub const PAIRS: &str = "id\ttext\thypothesis\tentailment\trelation\tsource\n\
    a\tThe tall boy sang.\tThe boy sang.\tYES\tNominal subject\tchoir\n\
    b\tThe tall boy sang.\tThe boy was tall.\tYES\tAttribute\tchoir\n\
    c\tThe boy fed the dog.\tThe dog fed somebody.\tNO\tNominal subject, Direct object\tfarm\n\
    d\tThe boy fed the dog.\tSomebody fed the boy.\tNO\tDirect object\tfarm\n\
    e\tIt rained.\tSomething rained.\tNO\tNominal subject\tfarm\n\
    f\tIt rained.\tThere was rain.\tYES\tAttribute\tfarm\n";

/// Five people; the last two are wrong too often: 4 has three of six, 5 two of five.
pub const JUDGEMENTS: &str = "id,annotator,answer\n\
    a,w1,Yes\na,w2,Yes\na,w3,Yes\na,w4,Yes\na,w5,No\n\
    b,w1,Yes\nb,w2,Yes\nb,w3,No\nb,w4,No\nb,w5,Yes\n\
    c,w1,No\nc,w2,No\nc,w3,Not sure\nc,w4,Yes\nc,w5,Yes\n\
    d,w1,No\nd,w2,No\nd,w3,No\nd,w4,No\nd,w5,Yes\n\
    e,w1,Yes\ne,w2,Yes\ne,w3,Yes\ne,w4,Yes\n\
    f,w1,Yes\nf,w2,Yes\nf,w4,Yes\nf,w5,Yes\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("pairs.tsv", PAIRS).write("said.csv", JUDGEMENTS);
    folder
}

fn counts(row: &Value, names: &[&str]) -> Vec<u64> {
    names.iter().map(|name| row[name].as_u64().unwrap_or_else(|| panic!("{name}: {row}"))).collect()
}

/// Counted by hand: 1 and 2 are right on five of six pairs, 3 on three of five (60 %), so that with 60 %
/// he stays. Then a, c and d have three who agree, b has no agreement, e is against silver, and of f two are
/// left.
#[test]
fn pairs_people_and_reasons_are_as_counted_by_hand() {
    let folder = folder();
    let words =
        "entail filter pairs.tsv said.csv --min-agreement 60 -o kept.xml --judgements-out j.csv";
    let json = folder.json(words);
    assert_eq!(
        counts(
            &json["result"][0],
            &["pairs", "kept", "kept_yes", "kept_no", "annotators", "annotators_dropped"]
        ),
        [6, 3, 1, 2, 5, 2]
    );
    assert_eq!(
        counts(&json["result"][0], &["judgements", "judgements_left", "judgements_kept"]),
        [28, 17, 9]
    );
    assert_eq!(json["result"][0]["retention"], 0.5);
    let reasons: Vec<(&str, u64)> = json["reasons"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["reason"].as_str().unwrap(), row["pairs"].as_u64().unwrap()))
        .collect();
    assert_eq!(
        reasons,
        [("no agreement", 1), ("agree against silver", 1), ("too few judgements left", 1)]
    );
    let dropped: Vec<(&str, &str)> = json["dropped_annotators"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["annotator"].as_str().unwrap(), row["agreed"].as_str().unwrap()))
        .collect();
    // People are numbers, whatever the file calls them.
    assert_eq!(dropped, [("5", "2 of 5"), ("4", "3 of 6")]);
    assert_eq!(json["contradicted"][0]["id"], "e");
    let by_relation: Vec<(&str, u64, u64)> = json["kept_by_relation"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let n = |name: &str| row[name].as_u64().unwrap();
            (row["relation"].as_str().unwrap(), n("pairs"), n("kept"))
        })
        .collect();
    // A pair may be about several.
    assert_eq!(
        by_relation,
        [("Nominal subject", 3, 2), ("Attribute", 2, 0), ("Direct object", 2, 2)]
    );
    assert_eq!(
        folder.read("kept.xml"),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<entailment-corpus>\n  \
         <pair id=\"a\" entailment=\"YES\" relation=\"Nominal subject\" source=\"choir\">\n    \
         <t>The tall boy sang.</t>\n    <h>The boy sang.</h>\n  </pair>\n  \
         <pair id=\"c\" entailment=\"NO\" relation=\"Nominal subject, Direct object\" source=\"farm\">\n    \
         <t>The boy fed the dog.</t>\n    <h>The dog fed somebody.</h>\n  </pair>\n  \
         <pair id=\"d\" entailment=\"NO\" relation=\"Direct object\" source=\"farm\">\n    \
         <t>The boy fed the dog.</t>\n    <h>Somebody fed the boy.</h>\n  </pair>\n\
         </entailment-corpus>\n"
    );
    assert_eq!(
        folder.read("j.csv"),
        "id,annotator,answer,seconds\na,1,yes,\na,2,yes,\na,3,yes,\nc,1,no,\nc,2,no,\nc,3,not sure,\n\
         d,1,no,\nd,2,no,\nd,3,no,\n"
    );
    // With 70 % only two are left, and nothing is kept or written.
    let ran = folder.run("entail filter pairs.tsv said.csv -o none.xml");
    assert_eq!(ran.status, 2, "{}", ran.out);
    assert!(ran.err.contains("not one of 6 pairs is kept, and none is written"), "{}", ran.err);
    assert!(ran.out.starts_with("0 of 6 pairs kept (0.00 %)"), "{}", ran.out);
    let hint = "hint: 3 of 5 annotators are dropped (3, 4, 5; --table dropped_annotators says why): --judge-by \
        majority judges them by each other, --min-agreement asks less of them, --min-judgements is content \
        with fewer than 3";
    assert!(ran.err.contains(hint), "{}", ran.err);
    let ran = folder.run("entail filter pairs.tsv said.csv --min-judgements 6");
    assert!(
        ran.err.contains("hint: most pairs have fewer than 6 judgements so far"),
        "{}",
        ran.err
    );
    assert!(!folder.path().join("none.xml").exists());
}

#[test]
fn options_change_what_is_kept() {
    let folder = folder();
    let kept = |agreement: u8, more: &str| {
        let words = "entail filter pairs.tsv said.csv --min-agreement";
        let json = folder.json(&format!("{words} {agreement} {more}"));
        counts(&json["result"][0], &["kept", "kept_yes"])
    };
    assert_eq!(kept(60, "--unanimous"), [3, 1]);
    // b is YES by two to one.
    assert_eq!(kept(60, "--majority"), [4, 2]);
    assert_eq!(kept(60, "--threshold 67"), [3, 1]);
    assert_eq!(kept(60, "--threshold 66.6%"), [4, 2]);
    assert_eq!(kept(60, "--min-judgements 2"), [4, 2]);
    // Without what he is not sure of, 3 has two of four; 4 has three of six and stays, too.
    assert_eq!(kept(50, "--not-sure drop"), [3, 2]);
    assert_eq!(kept(60, "--contradicted people"), [4, 2]);
    assert_eq!(kept(60, "--contradicted silver"), [4, 1]);
    // Everybody stays, and all agree on f alone.
    assert_eq!(kept(60, "--min-answers 7"), [1, 1]);
    // With everybody, c is three to two; if not sure is an answer of its own, two to two to one.
    assert_eq!(kept(40, "--majority"), [5, 3]);
    assert_eq!(kept(40, "--majority --not-sure own"), [4, 3]);
}

#[test]
fn the_report_is_short_until_somebody_asks() {
    let folder = folder();
    let first = folder.run("entail filter pairs.tsv said.csv --min-agreement 60");
    assert_eq!((first.status, first.err.as_str()), (0, ""), "{}", first.out);
    for words in [
        "3 of 6 pairs kept (50.00 %); Fleiss' kappa and Krippendorff's alpha at each step\n",
        "2 of 5 annotators dropped\n",
        "b: The boy was tall.",
        "annotators stay who agree with silver on at least 60 %; pairs stay on which all of at least 3 of these \
         agree; not sure counts as no\n",
        "people agree against silver on 1 pair: such pairs go\n",
        "more: --details, or --table with annotators, kept_by_answer,",
        "\nfilter|by:silver|agreement:60|answers:1|left:3|consensus:unanimous|unsure:no|contradicted:drop|",
    ] {
        assert!(first.out.contains(words), "{words}\n{}", first.out);
    }
    assert!(first.out.lines().count() < 30, "{}", first.out);
    let all = folder.run("entail filter pairs.tsv said.csv --min-agreement 60 --details");
    assert!(
        all.out.contains("Pairs kept by source") && all.out.contains("3 pairs went"),
        "{}",
        all.out
    );
    // The same input gives the same bytes, with any number of threads.
    for more in ["", " --threads 1", " --threads 3"] {
        let again =
            folder.run(&format!("entail filter pairs.tsv said.csv --min-agreement 60{more}"));
        assert_eq!(again.out, first.out);
    }
    for (format, starts) in [
        ("csv", "table,what,annotators,"),
        ("tsv", "table\twhat\tannotators\t"),
        ("markdown", "**3 of 6 pairs kept"),
        ("latex", "%"),
        ("typst", ""),
    ] {
        let words =
            format!("entail filter pairs.tsv said.csv --min-agreement 60 --format {format}");
        let ran = folder.run(&words);
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(ran.out.contains(starts), "{format}\n{}", ran.out);
    }
    let list = folder.run("entail filter pairs.tsv said.csv --min-agreement 60 --table list").out;
    assert!(list.lines().any(|name| name == "dropped"), "{list}");
    let ran = folder.run(
        "entail filter pairs.tsv said.csv --min-agreement 60 --table dropped --rows 2 --report r.txt -q",
    );
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{}", ran.err);
    let report = folder.read("r.txt");
    assert!(report.contains("b  ") && !report.contains("f  "), "{report}");
}

#[test]
fn odd_lines_are_told_and_the_last_answer_counts() {
    let folder = folder();
    folder.write("judged.csv", judged(&folder));
    let json = folder.json("entail filter entailments/pairs.xml judged.csv");
    let result = &json["result"][0];
    assert_eq!(counts(result, &["repeated", "changed", "blank"]), [1, 1, 1]);
    assert_eq!(json["changed"][0]["answers"], "no, then yes, then no");
    assert_eq!(json["unknown"][0]["id"], "nosuch");
    assert_eq!(json["contradicted"][0]["id"], "9");
    // Whoever says yes to everything is dropped, and the check is no pair.
    assert_eq!(json["dropped_annotators"][0]["annotator"], "5");
    assert_eq!(counts(result, &["annotators", "annotators_dropped", "pairs"]), [5, 1, 158]);
    assert_eq!(json["annotators"][0]["checks"], 1.0);
    assert_eq!(json["annotators"][0]["seconds"], 2.5);
    // Another spelling of the same, as two files.
    let said = folder.read("judged.csv");
    let (one, two) = said.split_at(said.match_indices('\n').nth(200).unwrap().0 + 1);
    folder
        .write("one.csv", one)
        .write("two.csv", format!("ID,annotator,Answer,seconds,check\n{two}"));
    let ran = folder.json("entail filter entailments/pairs.xml one.csv two.csv");
    assert_eq!(ran, json);
}

#[test]
fn two_sets_are_compared() {
    let folder = folder();
    folder.write(
        "other.tsv",
        PAIRS.replace("Somebody fed the boy.\tNO", "Somebody fed the boy.\tYES"),
    );
    let ran = folder.run(
        "entail filter pairs.tsv said.csv --min-agreement 60 --against other.tsv --table against,other_answers \
         --format csv",
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    for line in [
        "against,pairs of the pairs kept in both,3,3,1,,",
        "against,pairs of other.tsv in both,3,6,0.5,,",
        "against,\"same answer, of those in both\",2,3,0.6666666666666666,0.39999999999999997,",
        "against,kept or dropped by both,3,6,0.5,0,",
        "other_answers,d,NO,YES,The boy fed the dog.,Somebody fed the boy.,",
    ] {
        assert!(ran.out.contains(line), "{line}\n{}", ran.out);
    }
    // By chance three answers agree in 4 of 9 cases: (6/9 − 4/9) / (5/9) = 0.4.
    // Without judgements, as they are: five of six alike.
    let json = folder.json("entail filter pairs.tsv --against other.tsv");
    assert_eq!((&json["against"][2]["pairs"], &json["against"][2]["of"]), (&5.into(), &6.into()));
    assert!(json["signature"].as_str().unwrap().starts_with("filter|n:6|pairs:"), "{json}");
}

#[test]
fn a_pair_that_has_another_sentence_is_told() {
    let folder = folder();
    folder
        .write("other.tsv", PAIRS.replace("It rained.\tThere was rain.", "It rained.\tRain fell."));
    let ran = folder.run("entail filter pairs.tsv --against other.tsv --format csv");
    for line in ["pairs of pairs.tsv in both,5,6,", "\"same id, other sentences (f)\",1,6,"] {
        assert!(ran.out.contains(line), "{line}\n{}", ran.out);
    }
    let ran = folder.run("entail filter pairs.tsv --against pairs.tsv --format csv");
    assert!(!ran.out.contains("other sentences"), "{}", ran.out);
}

#[test]
fn what_is_kept_is_written_as_its_file_is_called() {
    let folder = folder();
    for (words, starts) in [
        ("-o kept.csv", "id,text,"),
        ("-o kept.TSV", "id\ttext\t"),
        ("-o kept.jsonl", "{"),
        ("-o kept.xml", "<?xml"),
        ("-o kept", "<?xml"),
        ("-o kept.txt --as csv", "id,text,"),
        ("-o again.csv --as xml", "<?xml"),
    ] {
        let ran =
            folder.run(&format!("entail filter pairs.tsv said.csv --min-agreement 60 -q {words}"));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{words}");
        let kept = folder.read(words.split(' ').nth(1).unwrap());
        assert!(kept.starts_with(starts), "{words}\n{kept}");
    }
}

/// Judgements in a store belong to the pairs that people saw.
#[test]
#[cfg(unix)]
fn a_store_of_other_pairs_is_refused() {
    let folder = folder();
    let words = ["pairs.tsv", "--annotators", "1"].into_iter();
    let mut served = crate::annotate::Served::start_in(folder.path(), words);
    served.links(2);
    served.end("-TERM");
    folder.write("changed.tsv", PAIRS.replace("Something rained.", "Somebody rained."));
    for (words, message) in [
        (
            "filter changed.tsv pairs.judgements.db",
            "pairs.judgements.db: these are judgements of other pairs: people were asked about pair e with the \
             hypothesis \"Something rained.\", and in changed.tsv it is \"Somebody rained.\"",
        ),
        ("filter pairs.tsv pairs.judgements.db", "pairs.judgements.db: nobody has answered yet"),
        ("filter pairs.judgements.db pairs.tsv", "this is a store of judgements"),
        ("tables pairs.judgements.db", "this is a store of judgements"),
    ] {
        let ran = folder.run(&format!("entail {words}"));
        assert!(ran.status == 2 && ran.err.contains(message), "{words}\n{}", ran.err);
        assert!(!ran.err.contains("iconv"), "{}", ran.err);
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = folder();
    folder
        .write("bare.tsv", "id\ttext\thypothesis\na\tThe tall boy sang.\tThe boy sang.\n")
        .write("odd.csv", "id,annotator,answer\na,1,yes\na,2,perhaps\n")
        .write("far.csv", "id,annotator,answer\nz,1,yes\n");
    for (words, message) in [
        ("entail filter pairs.tsv", "required"),
        (
            "entail filter pairs.tsv odd.csv",
            "a has the answer \"perhaps\", which is neither yes nor no nor not sure\n  --> odd.csv:3:5",
        ),
        ("entail filter pairs.tsv odd.csv", "hint: write yes, no or not sure"),
        (
            "entail filter pairs.tsv pairs.tsv",
            "these are pairs, not judgements\n  --> pairs.tsv:1:1",
        ),
        ("entail filter said.csv said.csv", "  --> said.csv:1:1"),
        (
            "entail filter pairs.tsv far.csv",
            "far.csv: the only judgement is about z, which is no pair that is here",
        ),
        (
            "entail filter bare.tsv said.csv --judge-by silver",
            "--judge-by majority or checks needs none",
        ),
        ("entail filter pairs.tsv said.csv --min-checks 50", "a column check in the judgements"),
        (
            "entail filter pairs.tsv said.csv --min-agreement 0.7",
            "0.7 is less than one percent; do you mean 70? If not, write 0.7%",
        ),
        ("entail filter pairs.tsv said.csv --threshold 0.8", "do you mean 80?"),
        ("entail filter pairs.tsv said.csv --min-agreement 170", "170 is no percentage"),
        ("entail filter pairs.tsv said.csv --table droped", "did you mean dropped"),
        ("entail filter pairs.tsv said.csv -o -", "cannot both go to standard output"),
        ("entail filter pairs.tsv said.csv -o said.csv", "is read, and would be written over"),
    ] {
        let ran = folder.run(words);
        assert!(ran.status == 2 && ran.err.contains(message), "{words}\n{}", ran.err);
    }
    // The end of a line is no part of it.
    folder.write("windows.csv", "id,annotator,answer\r\na,1,perhaps\r\n");
    let ran = folder.run("entail filter pairs.tsv windows.csv");
    assert!(ran.err.contains("a,1,perhaps\n") && !ran.err.contains('\u{FFFD}'), "{}", ran.err);
    let ran = folder.run("entail filter bare.tsv said.csv --min-agreement 50");
    let note =
        "no judged pair has a silver answer: annotators are judged by what most of the others say";
    assert!(ran.status == 0 && ran.out.contains(note), "{}{}", ran.out, ran.err);
    assert!(
        ran.out.contains("judgements about 5 ids that no pair has (b): left out"),
        "{}",
        ran.out
    );
}

/// The crowd is simulated by a script; where there is no Python, it says what silver says.
#[test]
fn the_commands_of_the_page_work() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Folder::new();
    let mut n = 0;
    for (language, body) in blocks(&fs::read_to_string(project.join("docs/filter.md")).unwrap()) {
        for line in body.lines().filter(|_| language == "console") {
            if let Some(script) = line.strip_prefix("$ python3 ") {
                let mut words = script.split(' ');
                let script = project.join(words.next().unwrap());
                let mut python = std::process::Command::new("python3");
                let ran = python.arg(script).args(words).current_dir(folder.path()).status();
                if !ran.is_ok_and(|status| status.success()) {
                    folder.write("judgements.csv", as_silver(&folder.read("new.xml")));
                }
                continue;
            }
            let ran = folder.run(line.strip_prefix("$ bezant ").unwrap());
            assert_eq!(ran.status, 0, "{line}\n{}", ran.err);
            n += 1;
        }
    }
    assert!(n >= 5, "{n}");
}

/// Three people who say what silver says.
fn as_silver(xml: &str) -> String {
    let mut out = String::from("id,annotator,answer\n");
    for line in xml.lines().filter(|line| line.contains("<pair ")) {
        let value = |name: &str| {
            let (_, rest) = line.split_once(&format!("{name}=\"")).unwrap();
            rest.split('"').next().unwrap().to_string()
        };
        for person in 1..=3 {
            out += &format!("{},{person},{}\n", value(" id"), value("entailment"));
        }
    }
    out
}

/// Pairs and people as many as in the task: whoever answers at random is dropped, and between a third and a
/// half of the pairs are kept.
#[test]
#[allow(clippy::print_stderr)]
fn a_crowd_leaves_as_much_as_the_articles_did() {
    let folder = Folder::new();
    let mut pairs = String::from("id,text,hypothesis,entailment,source\n");
    for n in 0..980 {
        let (noun, answer) = if n % 2 == 0 { ("Dog", "YES") } else { ("Cat", "NO") };
        pairs += &format!("{n},Dog {n} barks.,{noun} {n} barks.,{answer},farm {}\n", n % 3);
    }
    folder.write("new.csv", pairs);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/simulate_crowd.py");
    let mut python = std::process::Command::new("python3");
    let words = "new.csv -o judgements.csv --key key.csv --seed 2".split(' ');
    let ran = python.arg(script).args(words).current_dir(folder.path()).status();
    if !ran.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no Python here to simulate a crowd");
        return;
    }
    let json = folder.json("entail filter new.csv judgements.csv --replicates 40 -o kept.xml");
    let dropped: Vec<&str> = json["dropped_annotators"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["annotator"].as_str().unwrap())
        .collect();
    let key = folder.read("key.csv");
    let of_kind = |kind: &str| -> Vec<String> {
        let lines = key.lines().filter_map(|line| line.split_once(','));
        lines.filter(|(_, its)| *its == kind).map(|(name, _)| name.to_string()).collect()
    };
    let random = of_kind("random");
    assert_eq!(random.len(), 8);
    assert!(random.iter().all(|name| dropped.contains(&name.as_str())), "{dropped:?}");
    let good = of_kind("good");
    let good_dropped = good.iter().filter(|name| dropped.contains(&name.as_str())).count();
    assert!(good_dropped * 5 < good.len(), "{good_dropped} of {}", good.len());
    let share = json["result"][0]["retention"].as_f64().unwrap();
    assert!((1.0 / 3.0..=0.5).contains(&share), "{share}");
    // Agreement rises as people go, and those who guess are found out without silver, too.
    let kappa = |at: usize| json["agreement"][at]["kappa"].as_f64().unwrap();
    assert!(kappa(0) + 0.05 < kappa(1) && kappa(2) == 1.0);
    let guessed_right = |names: &[String]| {
        let rows = json["annotators"].as_array().unwrap().iter();
        let rows = rows.filter(|row| names.iter().any(|name| row["annotator"] == name.as_str()));
        let of = |row: &Value| {
            row["right_on_yes"].as_f64().unwrap() + row["right_on_no"].as_f64().unwrap()
        };
        let all: Vec<f64> = rows.map(of).collect();
        all.iter().sum::<f64>() / (2.0 * all.len() as f64)
    };
    assert!((0.4..0.62).contains(&guessed_right(&random)), "{}", guessed_right(&random));
    assert!(guessed_right(&good) > 0.75, "{}", guessed_right(&good));
}
