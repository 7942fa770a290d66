//! `bezant check`.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use crate::program::{Folder, Ran};

fn checked(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|why| panic!("{why}: {}{}", ran.out, ran.err))
}

const TREES: &str = "(TOP (S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .)))\n\
    \n\
    (TOP (S (NP-SBJ (-NONE- *)) (VP (VB Go))))\n\
    (TOP (S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .)))\n";

#[test]
fn trees_are_counted() {
    let folder = Folder::new();
    folder.write("t.mrg", TREES);
    let ran = folder.run("check t.mrg --format json");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let file = &checked(&ran)["files"][0];
    assert_eq!(file["format"], "penn-lines");
    assert_eq!((&file["sentences"], &file["faults"]), (&json!(4), &json!([])));
    let statistics = &file["statistics"];
    // Four words, none, one without its trace, and four again.
    let lengths = json!({"min": 1, "median": 4, "mean": 3.0, "max": 4});
    assert_eq!((&statistics["tokens"], &statistics["lengths"]), (&json!(9), &lengths));
    let labels = json!({"TOP": 3, "S": 3, "NP": 2, "VP": 3, "NP-SBJ": 1});
    assert_eq!(statistics["labels"], labels);
    assert_eq!(statistics["tags"], json!({"DT": 2, "NN": 2, "VBZ": 2, ".": 2, "VB": 1}));
    for (name, n) in [("traces", 1), ("empty", 1), ("duplicates", 1), ("discontinuous", 0)] {
        assert_eq!(statistics[name], n, "{name}");
    }
    let page = folder.run("check t.mrg");
    assert_eq!(page.status, 0);
    assert_eq!(
        page.out,
        "t.mrg: bracketed trees (penn-lines), 4 sentences, no fault\n\
         \x20 words                9; 1 to 4 a sentence, median 4, mean 3.0\n\
         \x20 labels               5: S 3, TOP 3, VP 3, NP 2, NP-SBJ 1\n\
         \x20 tags                 5: . 2, DT 2, NN 2, VBZ 2, VB 1\n\
         \x20 empty                1 (25.00 %)\n\
         \x20 traces               1\n\
         \x20 duplicates           1 (25.00 %)\n"
    );
}

/// A line of CoNLL-U.
fn line(id: &str, form: &str, tag: &str, head: &str, relation: &str) -> String {
    format!("{id}\t{form}\t_\t{tag}\t_\t_\t{head}\t{relation}\t_\t_\n")
}

#[test]
fn columns_are_counted_and_every_fault_is_named() {
    let folder = Folder::new();
    let sound = line("1-2", "zum", "_", "_", "_")
        + &line("1", "zu", "ADP", "4", "case")
        + &line("2", "dem", "DET", "4", "det")
        + &line("3", "gestern", "ADV", "5", "advmod")
        + &line("4", "Haus", "NOUN", "0", "root")
        + &line("5", "gebaut", "VERB", "4", "acl")
        + &line("5.1", "x", "X", "_", "_")
        + "\n";
    folder.write("a.conllu", format!("# text = zum gestern Haus gebaut\r\n{sound}"));
    let ran = folder.run("check a.conllu --format json");
    assert_eq!(ran.status, 0, "{}", ran.out);
    let statistics = &checked(&ran)["files"][0]["statistics"];
    assert_eq!(statistics["relations"]["acl"], 1);
    assert_eq!(statistics["tags"]["NOUN"], 1);
    for (name, n) in [
        ("tokens", 5),
        ("multiword_tokens", 1),
        ("empty_nodes", 1),
        ("non_projective", 1),
        ("non_projective_arcs", 1),
    ] {
        assert_eq!(statistics[name], n, "{name}");
    }
    assert_eq!(statistics["line_ends"], json!({"lf": 8, "crlf": 1}));
    let page = folder.run("check a.conllu").out;
    assert!(page.contains("line ends            mixed: LF 8, CRLF 1"), "{page}");

    // One sentence a fault, and one of two faults.
    let word = |id: &str, head: &str| line(id, "a", "X", head, "dep");
    let broken = [
        word("1", "9"),
        word("1", "2") + &word("2", "1") + &word("3", "0"),
        word("1", "0") + &word("2", "0"),
        word("1", "x") + &word("2", "1"),
        word("2", "0"),
        word("1", "0").replace("\ta\t", "\t\t"),
        word("1", "0").replace("\t_\t_\n", "\t_\n"),
        word("1", "0") + "# late\n" + &word("2", "1"),
        word("1", "0") + &line("2-9", "b", "_", "_", "_") + &word("2", "1"),
        word("1", "0").replace("dep\t_", "dep\t7:dep"),
        word("1", "0").replace("dep\t_", "dep\tx"),
    ];
    folder.write("b.conllu", sound.clone() + &broken.join("\n") + "\n");
    let ran = folder.run("check b.conllu --format json");
    assert_eq!(ran.status, 1);
    let file = checked(&ran)["files"][0].clone();
    let faults = file["faults"].as_array().unwrap();
    let found: Vec<&str> = faults.iter().map(|it| it["message"].as_str().unwrap()).collect();
    let expected = [
        "HEAD is 9 in a sentence of 1 words",
        "HEAD leads back to the word itself: a cycle",
        "a second word with 0 as its HEAD",
        "HEAD is no number",
        "ID is not 1, the next number of the sentence",
        "FORM is empty; write _ where there is nothing to say",
        "9 columns where 10 are expected; separate them by tabs",
        "a comment between words; comments come before the first one",
        "ID is a range that ends behind the last of 2 words",
        "DEPS has a head that is no node of the sentence",
        "DEPS is not a list of head:relation joined by |, or _",
    ];
    for expected in expected {
        assert!(found.contains(&expected), "{expected}: {found:?}");
    }
    assert!(faults.iter().all(|it| !it["help"].as_str().unwrap().is_empty()));
    assert_eq!((&faults[0]["line"], &faults[0]["column"]), (&json!(9), &json!(13)));
    assert_eq!(file["statistics"]["unreadable"], 11);
    // Ten are shown, and how many there are.
    let n = faults.len();
    assert_eq!(file["n_faults"], n);
    let page = folder.run("check b.conllu");
    assert_eq!(page.status, 1);
    assert!(page.out.contains(&format!("12 sentences, {n} faults")), "{}", page.out);
    assert_eq!(page.out.matches("\nfault: ").count(), 10);
    assert!(page.out.contains(" --all shows them"), "{}", page.out);
    let all = folder.run("check b.conllu --all").out;
    assert_eq!(all.matches("\nfault: ").count(), n);
    assert!(all.contains("hint: a head is the number of a word of the same sentence"), "{all}");
}

/// One file of each kind: what it is, how many, and one thing that is counted in it.
#[test]
fn every_kind_of_file_is_known() {
    let folder = Folder::new();
    folder.run("brackets -q gold.mrg weak.mrg strong.mrg --save rows.jsonl");
    let export = "#FORMAT 3\n#BOS 1 1 1 1\nWake\tV\t--\tHD\t500\nit\tP\t--\tOA\t0\nup\tPRT\t--\tSVP\t500\n\
        #500\tVP\t--\t--\t0\n#EOS 1\n";
    let files = [
        ("trees", "(S\n  (N dogs)\n  (V bark))\n(S (N cats))\n", "penn", 2, "labels", "S", 2),
        (
            "lists",
            "2\ta.0\n-1.5\n(S (N dogs) (V bark))\n-2.5\n(S (N dogs) (N bark))\n\n1\ta.1\n-1.5\n(S (N cats))\n\n",
            "lists-charniak",
            2,
            "tags",
            "N",
            2,
        ),
        ("dbr", "(S (VP (V 0=wake) (PRT 2=up)) (P 1=it))\n", "discbracket", 1, "labels", "VP", 1),
        ("export", export, "export", 1, "labels", "VP", 1),
        (
            "x",
            "1\tDogs\t_\tN\tNNS\t_\t2\tSBJ\n2\tbark\t_\tV\tVBP\t_\t0\tROOT\n\n",
            "conllx",
            1,
            "relations",
            "SBJ",
            1,
        ),
        (
            "sd",
            "nsubj(bark-2, Dogs-1)\nroot(ROOT-0, bark-2)\n",
            "stanford",
            1,
            "relations",
            "nsubj",
            1,
        ),
        (
            "candc",
            "(ncsubj bark_1 Dogs_0 _)\n<c> Dogs|dog|NNS bark|bark|VBP\n\n",
            "candc",
            1,
            "relations",
            "ncsubj",
            1,
        ),
        (
            "rasp",
            "(|Dog+s:1_NN2| |bark:2_VV0|) 1 ; (-1.5)\n\n(|ncsubj| |bark:2_VV0| |Dog+s:1_NN2| _)\n\n",
            "rasp",
            1,
            "relations",
            "ncsubj",
            1,
        ),
        (
            "gr",
            "1\n(ncsubj bark Dogs _)\n\n2\n(det dog the)\n",
            "numbered",
            2,
            "relations",
            "det",
            1,
        ),
        (
            "depbank",
            "sentence(\n  id(own.1, own.1)\nsentence_form(Dogs bark.)\nstructure()\nrasp(\n(ncsubj bark Dogs _)))\n",
            "depbank",
            1,
            "relations",
            "ncsubj",
            1,
        ),
        (
            "pairs",
            "id,text,hypothesis,entailment,source\n1,Dogs bark.,Dogs bark.,YES,own\n2,Dogs bark.,Cats bark.,NO,own\n",
            "pairs",
            2,
            "sources",
            "own",
            2,
        ),
        ("answers", "1\tYES\n2\tNo, never.\n3\tno\n", "answers", 3, "answers", "NO", 2),
        (
            "batch",
            "{\"custom_id\":\"1\",\"response\":{\"body\":{\"choices\":[{\"message\":{\"content\":\"Yes.\"}}]}}}\n",
            "answers",
            1,
            "answers",
            "YES",
            1,
        ),
        (
            "judged",
            "id,annotator,answer\n1,ann,yes\n1,ben,not sure\n",
            "judgements",
            2,
            "answers",
            "not sure",
            1,
        ),
        (
            "unbounded",
            "a.mrg\nThe letter he received was long .\ndobj received_3 letter_1\n",
            "unbounded",
            1,
            "relations",
            "dobj",
            1,
        ),
    ];
    for (name, text, format, units, tally, what, n) in files {
        folder.write(name, text);
        let ran = folder.run(&format!("check {name} --format json"));
        assert_eq!(ran.status, 0, "{name}: {}{}", ran.out, ran.err);
        let file = &checked(&ran)["files"][0];
        assert_eq!(
            (&file["format"], &file["sentences"]),
            (&json!(format), &json!(units)),
            "{name}"
        );
        assert_eq!(file["statistics"][tally][what], n, "{name}: {}", file["statistics"]);
    }
    let ran = folder.run("check rows.jsonl --format json");
    let rows = &checked(&ran)["files"][0];
    assert_eq!((&rows["format"], &rows["sentences"]), (&json!("rows"), &json!(120)));
    assert_eq!(rows["statistics"]["systems"], 2);
    let crossing = folder.run("check dbr --format json");
    assert_eq!(checked(&crossing)["files"][0]["statistics"]["discontinuous"], 1);
}

#[test]
fn tables_have_faults_with_places() {
    let folder = Folder::new();
    for (name, text, message, line) in [
        (
            "pairs",
            "id,text,hypothesis\n1,A a.,B b.\n1,C c.,D d.\n",
            "1 stands here a second time",
            3,
        ),
        ("answers", "1\tYES\n2\tperhaps\n", "2 has the answer \"perhaps\"", 2),
        ("twice", "1\tYES\n2\tNO\n1\tNO\n", "1 stands here a second time", 3),
        ("judged", "id,annotator,answer\n1,ann,yes\n1,ben,blue\n", "blue", 3),
        ("gr", "1\n(ncsubj bark Dogs _)\n\n2\n(det dog\n", "a relation is never closed", 5),
        ("unbounded", "a.mrg\nThe letter was long .\ndobj was_2 letter_3\n", "token 3 is long", 3),
        ("latin", "(S (N caf\u{e9}))\n", "this is not UTF-8", 1),
    ] {
        let bytes: Vec<u8> = match name {
            "latin" => text.chars().map(|c| c as u8).collect(),
            _ => text.as_bytes().to_vec(),
        };
        folder.write(name, bytes);
        let ran = folder.run(&format!("check {name} --format json"));
        assert_eq!(ran.status, 1, "{name}: {}{}", ran.out, ran.err);
        let file = checked(&ran)["files"][0].clone();
        let fault = &file["faults"][0];
        assert!(fault["message"].as_str().unwrap().contains(message), "{name}: {fault}");
        assert_eq!(fault["line"], line, "{name}: {fault}");
        assert!(fault["help"].is_string(), "{name}: {fault}");
    }
}

#[test]
fn what_cannot_be_read_ends_with_2_and_the_rest_is_still_read() {
    let folder = Folder::new();
    folder.write("prose.txt", "Dogs bark.\nCats do not.\n").write("empty", "");
    folder.write("wide", b"\xff\xfe(\0S\0)\0").write("t.mrg", TREES);
    for (name, why) in [
        ("prose.txt", "this looks like no file that is known"),
        ("empty", "the file is empty"),
        ("wide", "this is UTF-16 text"),
        ("missing", "No such file"),
    ] {
        let ran = folder.run(&format!("check {name} t.mrg"));
        assert_eq!(ran.status, 2, "{name}");
        assert!(ran.err.contains(why) && ran.err.contains(name), "{}", ran.err);
        assert!(ran.out.starts_with("t.mrg: bracketed trees"), "{}", ran.out);
        let ran = folder.run(&format!("check {name} t.mrg --format json"));
        let json = checked(&ran);
        assert_eq!(json["files"][0]["format"], Value::Null);
        assert!(json["files"][0]["faults"][0]["message"].as_str().unwrap().contains(why));
        assert_eq!(json["files"][1]["sentences"], 4);
    }
    // Whoever knows better can say so.
    let ran = folder.run("check prose.txt --input penn-lines");
    assert!(ran.status == 1 && ran.out.contains("text outside brackets"), "{}", ran.out);
}

#[test]
fn files_that_should_have_the_same_sentences_are_compared() {
    let folder = Folder::new();
    let tree = |words: &str| {
        let words: Vec<String> = words.split(' ').map(|word| format!("(X {word})")).collect();
        format!("(S {})\n", words.join(" "))
    };
    let gold = ["The dog barks", "It is n't true", "Cats sleep", "Birds sing"];
    let system = ["The dog barks", "Who knows ?", "It isn't true", "Birds sing", "Birds sing"];
    folder.write("gold.t", gold.map(tree).concat());
    folder.write("system.t", system.map(tree).concat());
    let ran = folder.run("check gold.t system.t --format json");
    assert_eq!(ran.status, 1);
    let shared = checked(&ran)["files"][1]["shared"].clone();
    // The dog and the birds stand where they stood.
    assert_eq!((&shared["in_place"], &shared["moved"]), (&json!(2), &json!(1)));
    assert_eq!(shared["missing"], json!([{"sentence": 3, "line": 3, "text": "Cats sleep"}]));
    assert_eq!(
        shared["added"],
        json!([
            {"sentence": 2, "line": 2, "text": "Who knows ?"},
            {"sentence": 5, "line": 5, "text": "Birds sing"},
        ])
    );
    let other = json!([{"gold": 2, "sentence": 3, "gold_tokens": 4, "tokens": 3, "text": "It is n't true"}]);
    assert_eq!(shared["other_tokens"], other);
    let page = folder.run("check gold.t system.t").out;
    let heading = "system.t beside gold.t: 2 sentences in the same place, 1 in another\n";
    assert!(page.contains(heading), "{page}");
    assert!(page.contains("  only in gold.t: 1 sentence\n    3 (line 3)  Cats sleep\n"), "{page}");
    assert!(page.contains("    2 and 3: 4 words, 3 words  It is n't true\n"), "{page}");
    let same = folder.run("check gold.t gold.t");
    assert!(same.status == 0 && same.out.contains("4 sentences in the same place"), "{}", same.out);
    // Other formats of the same sentences have them, too; a file of answers has ids of pairs.
    folder.write("columns", "1\tCats\t_\tN\tN\t_\t2\ts\n2\tsleep\t_\tV\tV\t_\t0\tr\n\n");
    let ran = folder.run("check columns gold.t --format json");
    assert_eq!(checked(&ran)["files"][1]["shared"]["moved"], 1);
    folder.write("p.csv", "id,text,hypothesis\n1,A a.,B b.\n2,C c.,D d.\n");
    folder.write("a.tsv", "2\tYES\n3\tNO\n");
    let shared =
        checked(&folder.run("check p.csv a.tsv --format json"))["files"][1]["shared"].clone();
    assert_eq!(
        (&shared["missing"][0]["text"], &shared["added"][0]["text"]),
        (&json!("1"), &json!("3"))
    );
}

#[test]
fn pipes_and_packed_files_are_read() {
    let folder = Folder::new();
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(TREES.as_bytes()).unwrap();
    folder.write("t.mrg.gz", packed.finish().unwrap());
    let ran = folder.run_with("check t.mrg.gz -", TREES);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("standard input beside t.mrg.gz: 3 sentences in the same place"));
    let ran = folder.run("check t.mrg.gz -o result.txt");
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
    assert!(folder.read("result.txt").starts_with("t.mrg.gz: bracketed trees"));
}

/// What is counted does not depend on where blocks end or how many work.
#[test]
fn large_files_are_counted_as_small_ones() {
    let folder = Folder::new();
    folder.write("small", TREES).write("large", TREES.repeat(5_000) + "(S (N x)\n");
    let of = |words: &str| {
        let ran = folder.run(&format!("check {words} --format json"));
        checked(&ran)["files"][0].clone()
    };
    let (small, one, two) = (of("small"), of("large --threads 1"), of("large --threads 3"));
    assert_eq!(one, two);
    let n = |file: &Value, label: &str| file["statistics"]["labels"][label].as_u64().unwrap();
    for label in ["S", "NP", "NP-SBJ"] {
        assert_eq!(n(&one, label), 5_000 * n(&small, label), "{label}");
    }
    assert_eq!((&one["sentences"], &one["faults"][0]["line"]), (&json!(20_001), &json!(20_001)));
    assert_eq!(one["statistics"]["duplicates"], 3 * 5_000 - 2);
}

#[test]
fn outputs_of_language_models_are_known() {
    let folder = Folder::new();
    let own = "{\"id\": 1, \"response\": \"```\\n(S (NP (NN Rain)) (VP (VBZ falls)))\\n```\"}\n";
    let batch = "{\"custom_id\": \"1\", \"response\": {\"body\": {\"choices\": [{\"message\": {\"content\": \
                 \"(S (NN Rain))\"}}, {\"message\": {\"content\": \"(S (NN Snow))\"}}]}}}\n";
    folder.write("own.jsonl", own).write("batch.jsonl", batch);
    for (file, n) in [("own.jsonl", "1 output"), ("batch.jsonl", "2 outputs")] {
        let ran = folder.run(&format!("check {file}"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        let first =
            format!("{file}: outputs of a language model in lines of JSON, {n}, no fault\n");
        assert!(ran.out.starts_with(&first), "{}", ran.out);
        assert!(ran.out.contains("--repair"), "{}", ran.out);
    }
    folder.write("broken.jsonl", format!("{own}nothing\n"));
    assert_eq!(folder.run("check broken.jsonl").status, 1);
    let ran = folder.run("check entailments");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("this is a folder") && ran.err.contains("--repair"), "{}", ran.err);
}

#[test]
fn brackets_without_a_word_are_no_parse() {
    let folder = Folder::new();
    folder.write("a.mrg", "(S (NP\n(S ( (DT a) (NN b)))\n");
    let ran = folder.run("check a.mrg --input penn-lines");
    assert!(ran.out.contains("  empty                1 (50.00 %)\n"), "{}", ran.out);
    assert!(ran.out.contains("labels               2: (empty) 1, S 1\n"), "{}", ran.out);
    assert!(!ran.out.contains("pass --input"), "{}", ran.out);
    folder.write("g.mrg", "(S (NP (DT a)))\n(S (DT a) (NN b))\n");
    assert!(folder.run("brackets g.mrg a.mrg").out.contains("1 no parse"));
}

const RELATIONS: &str =
    "1\n(ncsubj barked dog _)\n(det dog the)\n\n2\n(dobj saw cat)\n\n3\n(ncsubj sang bird _)\n";

/// What `relations` would skip is a fault here, too.
#[test]
fn relations_have_types_and_slots() {
    let folder = Folder::new();
    folder.write("g.gr", RELATIONS);
    assert_eq!(folder.run("check g.gr").status, 0);
    for (mended, said, cure) in [
        ("(zobj saw cat)", "Unknown relation name zobj", "--hierarchy"),
        ("(dobj saw)", "Not enough arguments", "write _"),
        ("(dobj saw the cat)", "Wrong number of slots", "with \\ before it"),
    ] {
        folder.write("b.gr", RELATIONS.replace("(dobj saw cat)", mended));
        let ran = folder.run("check b.gr");
        assert_eq!(ran.status, 1, "{mended}: {}", ran.out);
        let all = ran.out + &ran.err;
        assert!(all.contains(said) && all.contains("b.gr:6:1") && all.contains(cure), "{all}");
        let json = folder.json("relations g.gr b.gr -q --replicates 0");
        assert_eq!(json["systems"][0]["skipped"].as_array().unwrap().len(), 1);
    }
    // Another scheme has other types, and nobody knows which.
    folder.write("ud.gr", "1\n(nsubj barked dog)\n(det dog the)\n\n2\n(nmod saw cat)\n");
    assert_eq!(folder.run("check ud.gr").status, 0);
}

#[test]
fn sentences_of_relations_are_shared_by_their_numbers() {
    let folder = Folder::new();
    folder.write("g.gr", RELATIONS).write("h.gr", RELATIONS);
    folder.write("miss.gr", RELATIONS.replace("2\n(dobj saw cat)\n\n", ""));
    let ran = folder.run("check g.gr h.gr");
    assert_eq!(ran.status, 0);
    assert!(ran.out.contains("h.gr beside g.gr: 3 sentences in the same place"), "{}", ran.out);
    let ran = folder.run("check g.gr miss.gr");
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("miss.gr beside g.gr: 2 sentences in the same place"), "{}", ran.out);
    assert!(
        ran.out.contains("only in g.gr: 1 sentence\n    2 (line 5)  (dobj saw cat)"),
        "{}",
        ran.out
    );
    assert!(folder.run("check miss.gr g.gr").out.contains("    2 (line 5)  (dobj saw cat)"));
    // Trees have no numbers, and these relations no words.
    folder.write("t.mrg", "(S (NP (N dogs)) (VP (V bark)))\n");
    let ran = folder.run("check g.gr t.mrg");
    assert!(ran.out.contains("t.mrg beside g.gr: not compared"), "{}", ran.out);
    assert_eq!(ran.status, 0);
}

#[test]
fn relations_of_the_candc_parser_have_the_faults_and_hints_that_scoring_has() {
    let folder = Folder::new();
    let sound = "(ncsubj sleeps_1 John_0 _)\n<c> John|John|NNP sleeps|sleep|VBZ\n\n";
    let broken = "(foobar saw_1 Mary_0)\n\n(det dog_1 the_0\n\ndet bird_1 the_0)\n\n";
    folder.write("gold.candc", sound.repeat(5)).write("c.candc", format!("{sound}{broken}{sound}"));
    let ran = folder.run("check c.candc");
    let skipped = folder.run("relations gold.candc c.candc --replicates 0 --table skipped");
    for (place, said, hint) in [
        ("4:1", "Unknown relation name foobar", "mend the name, or describe the types in use"),
        ("6:1", "a relation is never closed", "close the relation with a parenthesis"),
        ("8:1", "a relation must start here", "a relation reads (ncsubj sleeps_1 John_0 _)"),
    ] {
        assert!(skipped.out.contains(&format!("c.candc:{place}: sentence")), "{}", skipped.out);
        assert!(ran.out.contains(&format!("--> c.candc:{place}\n")), "{place}: {}", ran.out);
        for out in [&ran.out, &skipped.out] {
            assert!(out.contains(said), "{said}: {out}");
            assert!(out.contains(&format!("hint: {hint}")), "{hint}: {out}");
        }
    }
    assert!(ran.out.contains("5 sentences, 3 faults"), "{}", ran.out);
    // Other types are scored with a description of them.
    folder.write("own.candc", "(agent saw_1 Mary_0)\n\n(theme saw_1 John_2)\n");
    assert!(folder.run("check own.candc").out.contains("2 sentences, no fault"));
}

#[test]
fn damaged_relations_and_columns_are_no_trees() {
    let folder = Folder::new();
    let candc = "# what the program says of itself\n\n(det cat_1 The_0\n(ncsubj sleeps_2 cat_1 _)\n\
                 <c> The|the|DT cat|cat|NN sleeps|sleep|VBZ\n\n";
    let numbered = "(ncsubj barked dog _)\n\n2\n(det dog the)\n";
    let columns =
        "# text = Go home\n1 Go go VERB VB _ 0 root _ _\n2 home home ADV RB _ 1 obl _ _\n\n";
    for (name, text, said) in [
        ("cut.candc", candc, "a relation is never closed"),
        ("headless.gr", numbered, "numbered relations"),
        ("blanks.conllu", columns, "were tabs turned into blanks?"),
    ] {
        let ran = folder.write(name, text).run(&format!("check {name}"));
        assert!(ran.out.contains(said) && !ran.out.contains("trees"), "{name}: {}", ran.out);
    }
}
