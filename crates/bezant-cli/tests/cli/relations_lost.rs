//! Files of relations in which something is lost: the rest is scored, and what is missing is told.

use crate::program::Folder;

const GOLD: &str = "1
(ncsubj barked dog _)
(det dog the)

2
(ncsubj slept cat _)

3
(ncsubj sang bird _)
";

/// What the RASP parser prints of the same sentences.
const OUT: &str = "(|the:1_AT| |dog:2_NN1| |barked:3_VVD|) 1 ; (-3.5)

(ncsubj barked:3_VVD dog:2_NN1 _)
(det dog:2_NN1 the:1_AT)

(|cat:1_NN1| |slept:2_VVD|) 1 ; (-1.5)

(ncsubj slept:2_VVD cat:1_NN1 _)

(|bird:1_NN1| |sang:2_VVD|) 1 ; (-2.5)

(ncsubj sang:2_VVD bird:1_NN1 _)
";

/// Sentences that are scored and skipped, and the rows of the latter.
fn skipped(folder: &Folder, system: &str) -> Vec<String> {
    let ran = folder.run(&format!("relations gold.gr {system} -q --replicates 0 --format json"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let rows = json["systems"][0]["skipped"].as_array().unwrap();
    rows.iter().map(|row| format!("{} {}", row["sentence"], row["message"])).collect()
}

#[test]
fn lines_of_the_parser_that_are_no_relations_are_told() {
    let folder = Folder::new();
    folder.write("gold.gr", GOLD).write("sound.out", OUT);
    assert!(skipped(&folder, "sound.out").is_empty());
    // What other programs say between sentences is none of them.
    let said = format!("NOTE: this is a note\n{}", OUT.replace("(|bird", "NOTE: more\n(|bird"));
    folder.write("said.out", &said);
    assert!(skipped(&folder, "said.out").is_empty());
    for damaged in ["garbage", "ncsubj slept:2_VVD cat:1_NN1 _)"] {
        let lost = OUT.replace("(ncsubj slept:2_VVD cat:1_NN1 _)", damaged);
        folder.write("lost.out", &lost);
        let rows = skipped(&folder, "lost.out");
        assert!(rows.len() == 1 && rows[0].starts_with("2 "), "{damaged}: {rows:?}");
        assert_eq!(folder.run("relations gold.gr lost.out -q --strict").status, 1);
    }
}

#[test]
fn sentences_without_numbers_that_are_fewer_than_golds_are_told() {
    let folder = Folder::new();
    let (before, after) = OUT.split_once("(|cat").unwrap();
    let fewer = format!("{before}{}", &after[after.find("(|bird").unwrap()..]);
    folder.write("gold.gr", GOLD).write("fewer.out", &fewer).write("sound.out", OUT);
    let ran = folder.run("relations gold.gr fewer.out");
    assert!(ran.err.contains("fewer.out has 2 sentences and gold 3"), "{}", ran.err);
    assert!(ran.err.contains("--write FILE"), "{}", ran.err);
    assert!(!folder.run("relations gold.gr sound.out").err.contains("sentences and gold"));
    folder.write("more.out", format!("{OUT}\n{OUT}"));
    let ran = folder.run("relations gold.gr more.out");
    assert!(ran.err.contains("more.out has 6 sentences and gold 3"), "{}", ran.err);
    assert!(ran.err.contains("is too many, all that follow"), "{}", ran.err);
    // Where sentences have numbers, it is known which one is missing.
    folder.write("fewer.gr", GOLD.replace("2\n(ncsubj slept cat _)\n\n", ""));
    assert!(!folder.run("relations gold.gr fewer.gr").err.contains("sentences and gold"));
}

#[test]
fn a_file_whose_first_sentence_is_lost_has_the_others() {
    let folder = Folder::new();
    let behind = &GOLD[GOLD.find("2\n").unwrap()..];
    folder.write("gold.gr", GOLD).write("behind.gr", behind);
    let rows = skipped(&folder, "behind.gr");
    assert!(rows.len() == 1 && rows[0].starts_with("1 "), "{rows:?}");
    // The original program knows no such file.
    assert_ne!(folder.run("relations --compat rasp -c gold.gr -t behind.gr").status, 0);
}

#[test]
fn relations_before_the_first_number_are_told() {
    let folder = Folder::new();
    folder.write("gold.gr", GOLD);
    folder.write("before.gr", format!("%LB (\n\n  (det a b)\n(det c d)\n\n{GOLD}"));
    let ran = folder.run("relations gold.gr before.gr");
    let said = "before.gr: relations in 2 lines stand before the first number and belong to no sentence; the first is \
                before.gr:3:1";
    assert!(ran.err.contains(said), "{}", ran.err);
    assert_eq!(ran.err.matches("before the first number").count(), 1, "{}", ran.err);
    folder.write("declared.gr", format!("%LB (\n%RB )\n\n{GOLD}"));
    assert_eq!(folder.run("relations gold.gr declared.gr").err, "");
}

#[test]
fn a_sentence_of_depbank_that_was_cut_off_is_no_empty_one() {
    let block = |id: u32, list: &str| {
        format!(
            "sentence(\n  id(own.{id}, own.{id})\nsentence_form(So.)\nstructure(\n)\nrasp(\n{list})\n)\n"
        )
    };
    let whole = block(1, "(ncsubj barked dog _)\n(det dog the)")
        + &block(2, "(ncsubj slept cat _)")
        + &block(3, "(ncsubj sang bird _)");
    let folder = Folder::new();
    folder.write("gold.gr", GOLD).write("whole.rasp", &whole);
    assert!(skipped(&folder, "whole.rasp").is_empty());
    let cut = &whole[..whole.find("own.3, own").unwrap()];
    folder.write("cut.rasp", cut);
    let said = "this sentence ends before its relations, which stand in rasp( … )";
    let line = whole[..whole.find("own.3, own").unwrap()].lines().count() - 1;
    assert_eq!(
        skipped(&folder, "cut.rasp"),
        [format!("3 \"system, line {line}, column 1: {said}\"")]
    );
}

/// A sentence as DepBank has it.
fn block(id: u32) -> String {
    format!(
        "sentence(\n  id(own.{id}, own.{id})\nsentence_form(So it goes.)\nstructure(\n)\nrasp(\n\
         (ncsubj w{id} dog _)\n(det dog the)))\n\n"
    )
}

/// A part that stands there again is no other sentence, so that nothing behind it has another number.
#[test]
fn a_line_of_depbank_that_stands_twice_costs_its_sentence_at_most() {
    let folder = Folder::new();
    let blocks = [1, 2, 3, 4].map(block);
    folder.write("gold.gr", blocks.concat());
    for line in blocks[1].lines().filter(|line| !line.is_empty()) {
        let mut doubled = blocks.clone();
        doubled[1] = doubled[1].replacen(line, &format!("{line}\n{line}"), 1);
        folder.write("doubled.rasp", doubled.concat());
        let rows = skipped(&folder, "doubled.rasp");
        let expected: &[&str] = match line {
            "rasp(" => {
                &["2 \"system, line 16, column 1: a relation must start here, with a parenthesis\""]
            }
            _ => &[],
        };
        assert_eq!(rows, expected, "{line}");
        // A relation that stands twice is one too many.
        if !line.starts_with('(') {
            let json = folder.json("relations gold.gr doubled.rasp -q --match equality");
            assert_eq!(json["systems"][0]["scores"]["precision"], 1.0, "{line}");
        }
    }
    // Features have names that parts have, too.
    let words = ["structure(\n)", "structure(\n  det_form(owl~2, the)\n  id(owl~2, the)\n)"];
    folder.write("features.rasp", blocks.concat().replace(words[0], words[1]));
    assert!(skipped(&folder, "features.rasp").is_empty());
}

/// What is left of a damaged sentence keeps the places of all others.
#[test]
fn a_sentence_of_depbank_with_a_damaged_head_costs_itself_alone() {
    let folder = Folder::new();
    let blocks = [1, 2, 3, 4].map(block);
    folder.write("gold.rasp", blocks.concat());
    folder.write("gold.gr", blocks.concat());
    assert!(skipped(&folder, "gold.rasp").is_empty());
    let said = "this belongs to no sentence( … rasp( … ) )";
    for (at, old, new, line) in [
        (1, "sentence(\n", "sentance(\n", 10),
        (1, "sentence(\n", "", 10),
        (0, "sentence(\n", "sentance(\n", 1),
        (3, "sentence(\n", "garbage\n", 28),
        (1, "rasp(\n", "raspx(\n", 16),
        (1, "(det dog the)))\n\n", "(det dog the)))\nwhatever\n\n", 18),
    ] {
        let mut damaged = blocks.clone();
        damaged[at] = damaged[at].replacen(old, new, 1);
        folder.write("damaged.rasp", damaged.concat());
        let rows = skipped(&folder, "damaged.rasp");
        let expected = format!("{} \"system, line {line}, column 1: {said}\"", at + 1);
        assert_eq!(rows, [expected], "{old:?} as {new:?}");
    }
    // Two behind each other are two.
    folder.write(
        "damaged.rasp",
        blocks.concat().replacen("sentence(\n  id(own.2", "\n  id(own.2", 1).replacen(
            "sentence(\n  id(own.3",
            "x(\n  id(own.3",
            1,
        ),
    );
    let rows = skipped(&folder, "damaged.rasp");
    assert!(rows.len() == 2 && rows[0].starts_with("2 ") && rows[1].starts_with("3 "), "{rows:?}");
    let ran = folder.run("relations gold.gr damaged.rasp --replicates 0");
    assert!(
        ran.out.contains("hint: a sentence of DepBank starts with a line sentence("),
        "{}",
        ran.out
    );
    // A list that is closed too early ends there, as in DepBank itself.
    folder.write(
        "damaged.rasp",
        blocks.concat().replacen("(ncsubj w2 dog _)", "(ncsubj w2 dog _))", 1),
    );
    assert!(skipped(&folder, "damaged.rasp").is_empty());
}

#[test]
fn a_system_with_nothing_does_not_keep_others_from_being_shown() {
    let folder = Folder::new();
    folder.write("gold.gr", GOLD).write("sound.gr", GOLD).write("empty.gr", "");
    folder.write("bad.gr", "1\n(nonsense a b)\n\n2\n(nonsense a b)\n\n3\n(nonsense a b)\n");
    for other in ["empty.gr", "bad.gr"] {
        let ran = folder.run(&format!("relations gold.gr sound.gr {other} --replicates 0"));
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert!(ran.out.contains("sound") && ran.out.contains("100.00"), "{}", ran.out);
        assert!(ran.err.contains(&format!("not one sentence of {other} could")), "{}", ran.err);
    }
    assert_eq!(folder.run("relations gold.gr empty.gr").status, 2);
}

#[test]
fn relations_are_refused_where_something_else_is_wanted() {
    let folder = Folder::new();
    folder.write("gold.gr", format!("%LB (\n%RB )\n\n{GOLD}"));
    folder.write("bank.gr", "sentence(\n  id(own.1, own.1)\nrasp(\n(ncsubj barked dog _))\n)\n");
    for file in ["gold.gr", "bank.gr"] {
        for job in [
            format!("brackets {file} {file}"),
            format!("fragments {file} {file}"),
            format!("dependencies {file} {file}"),
            format!("convert --to tokens {file}"),
            format!("convert --to sd-basic {file}"),
        ] {
            let ran = folder.run(&job);
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{job}: {}", ran.err);
            assert!(ran.err.contains("`bezant relations`"), "{job}: {}", ran.err);
        }
    }
    // A number above trees is no such file.
    folder.write("trees.mrg", "1\n(TOP (S (NN dog) (VBD barked)))\n");
    let ran = folder.run("brackets trees.mrg trees.mrg --replicates 0");
    assert!(!ran.err.contains("`bezant relations`"), "{}", ran.err);
}

#[test]
fn a_result_is_not_taken_for_rows_that_were_cut_short() {
    let folder = Folder::new();
    folder.write("gold.gr", GOLD);
    folder.run("relations gold.gr gold.gr -q --format json -o result.json");
    let ran = folder.run("compare result.json");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("is it a result?") && ran.err.contains("--save"), "{}", ran.err);
}

#[test]
fn skipped_sentences_have_a_row_among_every_sentence() {
    let folder = Folder::new();
    folder
        .write("gold.gr", GOLD)
        .write("lost.gr", GOLD.replace("(ncsubj slept cat _)", "(ncsubj slept"));
    let words = "relations gold.gr lost.gr -q --replicates 0 --per-sentence";
    let json = folder.json(words);
    let rows = json["systems"][0]["sentences"].as_array().unwrap();
    assert_eq!(rows.len(), 3, "{rows:?}");
    let reason = json["systems"][0]["skipped"][0]["message"].as_str().unwrap();
    assert_eq!((&rows[1]["sentence"], &rows[1]["skipped"]), (&2.into(), &reason.into()));
    assert!(
        ["system", "gold", "matched", "f1"].iter().all(|key| rows[1][key].is_null()),
        "{rows:?}"
    );
    assert_eq!((&rows[2]["f1"], &rows[2]["skipped"]), (&1.0.into(), &"".into()));
    let csv = folder.run(&format!("{words} --table sentences --format csv")).out;
    assert!(csv.lines().any(|line| line.contains("2,,,,,,,") && line.contains(reason)), "{csv}");
}

/// A line of JSON is a line, whatever its text has; what is not taken of several is told.
#[test]
fn outputs_of_relations_stand_in_their_lines_and_none_is_dropped_silently() {
    let folder = Folder::new();
    folder.write("gold.gr", "1\n(det a b)\n(det c d)\n\n2\n(det e f)\n\n7\n(det a b)\n");
    let lines = |second: &str| {
        format!(
            "{{\"id\":1,\"text\":\"(det a b)\\n(det c d)\"}}\n{second}\n{{\"id\":7,\"text\":\"(det a b)\"}}\n"
        )
    };
    for (text, place) in [("(det e f", "2:1"), ("(det e f)\\n(zdet g h)", "2:11")] {
        folder.write("lm.jsonl", lines(&format!("{{\"id\":2,\"text\":\"{text}\"}}")));
        let ran = folder.run("relations gold.gr lm.jsonl --replicates 0");
        assert!(ran.out.contains(&format!("lm.jsonl:{place}: sentence 2: ")), "{}", ran.out);
        assert!(!ran.err.contains("outputs for a sentence"), "{}", ran.err);
    }
    let twice = "{\"id\":2,\"text\":\"(det e f)\"}\n{\"id\":2,\"text\":\"(dobj e f)\"}\n{\"id\":\"x\",\"text\":\"\"}";
    folder.write("twice.jsonl", lines(twice));
    let ran = folder.run("relations gold.gr twice.jsonl --replicates 0");
    assert!(
        ran.err.contains("up to 2 outputs for a sentence; the first of each is taken"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("1 output of no sentence; the first is x"), "{}", ran.err);
    // An unknown type is not cured by a repair, and no sound output.
    folder.write("types.jsonl", lines("{\"id\":2,\"text\":\"(zdet e f)\"}"));
    let json = folder.json("relations gold.gr types.jsonl --repair -q --replicates 0");
    let system = &json["systems"][0];
    assert_eq!(system["skipped"].as_array().unwrap().len(), 1);
    let [outputs, valid, faithful] =
        ["outputs", "valid", "faithful"].map(|key| system["counts"][key].as_u64().unwrap());
    assert_eq!((outputs, valid, faithful), (3, 2, 2));
}

#[test]
fn numbered_sentences_come_in_any_order_but_once() {
    let folder = Folder::new();
    let (before, third) = GOLD.split_at(GOLD.find("3\n").unwrap());
    folder.write("gold.gr", GOLD).write("other.gr", format!("{third}\n{before}"));
    for files in ["gold.gr other.gr", "other.gr gold.gr", "other.gr other.gr"] {
        let ran = folder.run(&format!("relations {files} --strict --min f1=100"));
        assert_eq!(ran.status, 0, "{files}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains("3 sentences\n"), "{}", ran.out);
    }
    folder.write("twice.gr", format!("{GOLD}\n2\n(det cat a)\n"));
    let rows = skipped(&folder, "twice.gr");
    let said = "number 2 stands twice, the first time in line 5";
    assert!(rows.len() == 1 && rows[0].contains(said), "{rows:?}");
    for files in ["gold.gr twice.gr", "twice.gr gold.gr"] {
        let ran = folder.run(&format!("relations {files}"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(
            ran.out.contains("twice.gr:11:1: sentence 2: number 2 stands twice"),
            "{}",
            ran.out
        );
        assert!(ran.out.contains("give each sentence a number of its own"), "{}", ran.out);
    }
    // The original program wants them to ascend.
    assert_eq!(folder.run("relations --compat rasp gold.gr other.gr").status, 2);
}

#[test]
fn a_sentence_of_comments_in_columns_costs_itself_alone() {
    let folder = Folder::new();
    let sentence = |name: &str, words: [&str; 3]| {
        let [a, b, c] = words;
        format!(
            "# sent_id = {name}\n1\t{a}\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\t{b}\t_\tNOUN\t_\t_\t3\tnsubj\t_\t_\n\
             3\t{c}\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
        )
    };
    let all = [["The", "dog", "barked"], ["A", "cat", "slept"], ["This", "bird", "sang"]];
    let [first, second, third] = [0, 1, 2].map(|at| sentence(&at.to_string(), all[at]));
    let mapping =
        "[relations]\ndet = \"(det HEAD DEPENDENT)\"\nnsubj = \"(ncsubj HEAD DEPENDENT _)\"\n";
    folder.write("own.toml", mapping);
    folder.write("gold.conllu", format!("{first}{second}{third}"));
    folder.write("system.conllu", format!("{first}# sent_id = 1\n\n{third}"));
    let json =
        folder.json("relations gold.conllu system.conllu --mapping own.toml --match equality");
    // Four of six, all of them right.
    let scores = &json["systems"][0]["scores"];
    assert_eq!((scores["precision"].as_f64(), scores["f1"].as_f64()), (Some(1.0), Some(0.8)));
    assert_eq!(json["systems"][0]["skipped"].as_array().map_or(0, Vec::len), 0);
}

#[test]
fn sentences_with_other_words_than_golds_are_told() {
    let folder = Folder::new();
    let block = |words: &str| {
        format!("sentence(\nsentence_form({words}.)\nstructure(\n)\nrasp(\n(det x y)\n)\n)\n")
    };
    let texts = [
        "The dog barked at night",
        "Some cats\\, but not all\\, slept",
        "Three birds sang a song in the tree",
        "Nobody ever came to see them",
    ];
    let all: Vec<String> = texts.iter().map(|text| block(text)).collect();
    let lines = |order: &[usize]| order.iter().map(|at| all[*at].clone()).collect::<String>();
    folder.write("gold.rasp", lines(&[0, 1, 2, 3])).write("swapped.rasp", lines(&[0, 2, 1, 3]));
    folder.write("double.rasp", lines(&[0, 0, 1, 2, 3]));
    let warned = |system: &str, n: usize, place: &str| {
        let ran = folder.run(&format!("relations gold.rasp {system}"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        let said = format!(
            "{n} of 4 sentences of {system} have little in common with the words of gold's"
        );
        assert!(ran.err.contains(&said), "{}", ran.err);
        assert!(ran.err.contains(&format!("the first stands at {system}:{place}")), "{}", ran.err);
        assert!(ran.err.contains("are the sentences in gold's order?"), "{}", ran.err);
    };
    warned("swapped.rasp", 2, "9:1");
    warned("double.rasp", 3, "9:1");
    // The same words as a parser divides and writes them.
    let out: String = [
        "the:1_AT dog:2_NN1 bark+ed:3_VVD at:4_II night:5_NNT1 .:6_.",
        "some:1_DD cat+s:2_NN2 ,:3_, but:4_CCB not+:5_XX all:6_DB ,:7_, sleep+ed:8_VVD .:9_.",
        "3:1_MC bird+s:2_NN2 sing+ed:3_VVD a:4_AT1 song:5_NN1 in:6_II the:7_AT tree:8_NN1 .:9_.",
        "nobody:1_PN1 ever:2_RR come+ed:3_VVD to:4_TO see:5_VV0 they+:6_PPHO2 .:7_.",
    ]
    .iter()
    .map(|words| format!("({words}) 1 ; (-1.0)\n\n(det x:1_X y:2_Y)\n\n"))
    .collect();
    folder.write("same.out", out);
    let ran = folder.run("relations gold.rasp same.out");
    assert!(!ran.err.contains("little in common"), "{}", ran.err);
}

#[test]
fn word_forms_of_other_sentences_end_the_run() {
    let folder = Folder::new();
    let out = "(|The:1_AT| |dog+s:2_NN2| |bark+ed:3_VVD| |loudly:4_RR| |.:5_.|) 1 ; (-1.0)\n\n\
               (ncsubj |bark+ed:3_VVD| |dog+s:2_NN2| _)\n\n\
               (|Some:1_DD| |cat+s:2_NN2| |be+ed:3_VBDR| |asleep:4_JJ| |.:5_.|) 1 ; (-1.0)\n\n\
               (ncsubj |be+ed:3_VBDR| |cat+s:2_NN2| _)\n";
    let forms = [
        "^_^ The_AT dogs_NN2 barked_VVD loudly_RR ._.",
        "^_^ Some_DD cats_NN2 were_VBDR asleep_JJ ._.",
    ];
    folder.write("gold.gr", "1\n(ncsubj barked dogs _)\n\n2\n(ncsubj were cats _)\n");
    folder.write("x.out", out).write("x.stag", format!("{}\n{}\n", forms[0], forms[1]));
    folder.write("wrong.stag", format!("\n{}\n{}\n", forms[1], forms[0]));
    assert_eq!(
        folder.run("relations gold.gr x.out --forms x.stag --strict --min f1=100").status,
        0
    );
    let ran = folder.run("relations gold.gr x.out --forms wrong.stag");
    assert_eq!(ran.status, 2, "{}", ran.out);
    assert!(ran.err.contains("line 2 of wrong.stag, are those of another one"), "{}", ran.err);
    assert!(
        ran.err.contains("x.out:1:1") && ran.err.contains("in the order of its output"),
        "{}",
        ran.err
    );
}

#[test]
fn hints_are_about_the_format_of_the_file() {
    let folder = Folder::new();
    let broken = OUT.replace("(ncsubj slept", "ncsubj slept");
    folder.write("gold.gr", GOLD).write("broken.out", broken).write("empty.txt", "");
    folder.write("broken.candc", "(det dog_1 the_0)\n\ndet cat_1 the_0)\n\n(det bird_1 the_0\n");
    folder.write("short.txt", "1\nThe dog barked\n").write("plain.txt", "The dog barked\n");
    for (words, hint) in [
        ("broken.out", "a relation reads (ncsubj rain:3_VV0 It:1_PPH1 _), and a sentence"),
        ("broken.candc", "a relation reads (ncsubj sleeps_1 John_0 _), an empty line ends"),
        ("gold.gr --text empty.txt", "the text has a line with the number of each sentence"),
        ("gold.gr --text short.txt", "the text needs gold's sentences"),
        ("gold.gr --text plain.txt", "the text has a line with the number of each sentence"),
    ] {
        let ran = folder.run(&format!("relations gold.gr {words}"));
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.contains(&format!("hint: {hint}")), "{words}: {said}");
    }
}

#[test]
fn the_hint_is_for_the_first_sentence_that_is_shown() {
    let folder = Folder::new();
    let all: String = (1..=8).map(|n| format!("{n}\n(det w{n} the)\n\n")).collect();
    let broken = all
        .replace("(det w2 the)", "(foobar w2 the)")
        .replace("(det w4 the)", "(det w4 the")
        .replace("3\n(det w3 the)\n\n", "")
        .replace("(det w7 the)", "(det w7 the");
    folder.write("gold.gr", all).write("broken.gr", broken);
    let ran = folder.run("relations gold.gr broken.gr --replicates 0");
    let lines: Vec<&str> = ran.out.lines().map(str::trim).collect();
    let at = lines.iter().position(|line| line.starts_with("skipped")).unwrap();
    assert_eq!(
        lines[at + 1..at + 4],
        [
            "broken.gr:8:1: sentence 4: a relation is never closed",
            "gold.gr:7:1: sentence 3: the system has no such sentence",
            "hint: close the relation with a parenthesis, or the list of relations with a brace",
        ]
    );
}

/// Of what cannot be scored nothing is written that can, and nothing is written before all is there.
#[test]
fn what_is_written_reads_back_to_the_same_scores() {
    let folder = Folder::new();
    let all: String = (1..=6).map(|n| format!("{n}\n(det w{n} the)\n\n")).collect();
    let broken = all
        .replace("(det w1 the)", "(det w1 the")
        .replace("(det w2 the)", "(foo\\\nbar w2 the)")
        .replace("(det w4 the)", "(dobj w4 the)");
    folder.write("gold.gr", &all).write("broken.gr", &broken);
    let ran = folder.run("relations gold.gr broken.gr --write w.gr --write-text w.txt");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--write-text: no file has the words"), "{}", ran.err);
    assert!(!folder.path().join("w.gr").exists());
    let result = |files: &str| {
        let json = folder.json(&format!("relations {files} -q --replicates 0"));
        let system = &json["systems"][0];
        let skipped = system["skipped"].as_array().unwrap().iter();
        let skipped: Vec<u64> = skipped.map(|row| row["sentence"].as_u64().unwrap()).collect();
        (system["scores"].clone(), system["scores_with_missed"].clone(), skipped)
    };
    let before = result("gold.gr broken.gr --write w.gr");
    assert_eq!(before.2, [1, 2]);
    assert!(
        folder.read("w.gr").starts_with(
            "; sentence 1 cannot be read: a relation is never closed\n\n\
             ; sentence 2 cannot be read: Unknown relation name foo bar\n\n3\n\n(det w3 the)\n"
        ),
        "{}",
        folder.read("w.gr")
    );
    assert_eq!(result("gold.gr w.gr"), before);
    // The same of gold: what it has not, counts nowhere.
    let before = result("broken.gr gold.gr --write-gold g.gr --write s.gr");
    assert_eq!(result("g.gr gold.gr"), before);
    // What gold lacks is none of the system's faults.
    let fault = "is left out: gold's cannot be read: a relation is never closed";
    assert!(folder.read("s.gr").starts_with(&format!("; sentence 1 {fault}\n\n")));
    let own = "cannot be read: a relation is never closed";
    assert!(folder.read("g.gr").starts_with(&format!("; sentence 1 {own}\n\n")));
    // Both that were written have the same sentences.
    let both = result("g.gr s.gr --min f1=60");
    assert_eq!((both.0, both.1), (before.0, before.1));
    assert_eq!(both.2, [0; 0]);
}

#[test]
fn dependencies_keep_their_names_under_a_hierarchy_of_them() {
    let folder = Folder::new();
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/metrics/relations-stanford.toml");
    folder.write("relations-stanford.toml", std::fs::read(docs).unwrap());
    folder.write("own-names.toml", "default = \"(RELATION HEAD DEPENDENT)\"\n");
    let gold = "1\tThe\tthe\tD\tDT\t_\t2\tdet\n2\tdog\tdog\tN\tNN\t_\t3\tnsubj\n\
                3\tbarked\tbark\tV\tVBD\t_\t0\troot\n4\tloudly\tloudly\tR\tRB\t_\t3\tadvmod\n\n";
    folder.write("gold.conllx", gold);
    folder.write("system.conllx", gold.replace("nsubj", "dobj"));
    let words = "relations gold.conllx system.conllx --hierarchy relations-stanford.toml \
                 --mapping own-names.toml";
    let json = folder.json(&format!("{words} --match equality"));
    let counts = &json["systems"][0];
    assert_eq!(counts["skipped"].as_array().map_or(0, Vec::len), 0);
    // Two of three relations on both sides.
    let f1 = counts["scores"]["f1"].as_f64().unwrap();
    assert!((f1 - 2.0 / 3.0).abs() < 1e-9, "{f1}");
    let ran = folder.run(words);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.err);
    // A name that the hierarchy does not have costs its sentence alone.
    folder.write("system.conllx", format!("{}{gold}", gold.replace("nsubj", "subject")));
    folder.write("gold.conllx", gold.repeat(2));
    let json = folder.json(words);
    assert_eq!(json["systems"][0]["skipped"].as_array().unwrap().len(), 1);
    assert_eq!(json["systems"][0]["scores"]["f1"], 1.0);
}
