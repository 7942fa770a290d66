use crate::program::Folder;

const WORD: &str = "1\ta\ta\tNOUN\tNN\t_\t0\troot\t_\t_\n\n";

#[test]
fn convert_says_which_bytes_are_not_utf8() {
    let folder = Folder::new();
    folder.write("latin.mrg", b"(S (NN a))\n(S (NN caf\xE9))\n");
    for to in ["tokens", "sd-basic", "conllx"] {
        let ran = folder.run(&format!("convert --to {to} latin.mrg -o out"));
        let message = "latin.mrg:2:11: not UTF-8; bytes are kept as they are";
        assert!(ran.status == 0 && ran.err.contains(message), "{to}\n{}", ran.err);
    }
    folder.write("latin.gr", b"1\n(det caf\xE9 the)\n");
    let ran = folder.run("relations latin.gr latin.gr --names a -o out");
    assert!(ran.err.contains("latin.gr:2:9: not UTF-8"), "{}", ran.err);
    folder.write("pairs.csv", "id,text,hypothesis\n1,A dog barks.,A dog barks.\n");
    let tree = b"(S (NP (DT A) (NN dog)) (VP (VBZ barks\xE9)) (. .))\n";
    folder.write("p.mrg", [&tree[..], tree].concat());
    let ran = folder.run("entail decide pairs.csv --parses p.mrg");
    assert!(ran.err.contains("p.mrg:1:39: not UTF-8"), "{}", ran.err);
}

#[test]
fn convert_says_that_comments_at_the_end_are_left_out() {
    let folder = Folder::new();
    folder.write("a.conllu", format!("{WORD}# made by hand\n"));
    let message = "a.conllu:3:1: comments behind the last sentence belong to none";
    for to in ["ud-enhanced", "conllu", "conllx"] {
        let ran = folder.run(&format!("convert --to {to} a.conllu"));
        assert!(ran.status == 0 && ran.err.contains(message), "{to}\n{}", ran.err);
    }
    // Words in a line have no comments.
    assert_eq!(folder.run("convert --to tokens a.conllu").err, "");
    folder.write("b.conllu", WORD);
    assert_eq!(folder.run("convert --to ud-enhanced b.conllu").err, "");
}

#[test]
fn a_mapping_that_fits_nothing_is_refused_and_one_that_fits_is_signed() {
    let folder = Folder::new();
    let read = folder.read("entailments/relations.toml");
    folder.write("none.toml", "[relations]\nnope = \"(ncsubj HEAD DEPENDENT _)\"\n");
    folder.write("other.toml", read.replace("(dobj HEAD", "(obj2 HEAD"));
    let command = "relations entailments/gold.conllu entailments/weak.conllu --mapping";
    let ran = folder.run(&format!("{command} none.toml"));
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    let message = "no dependency of the file is in the mapping; it has acl, acl:relcl, advcl";
    assert!(ran.err.contains(message), "{}", ran.err);
    let signature = |mapping: &str| {
        let ran = folder.run(&format!("{command} {mapping}"));
        ran.out.lines().last().unwrap().to_string()
    };
    let (one, two) = (signature("entailments/relations.toml"), signature("other.toml"));
    let mapping = |signature: &str| {
        signature.split('|').find(|field| field.starts_with("mapping:")).map(str::to_string)
    };
    assert!(mapping(&one).is_some(), "{one}");
    assert_ne!(mapping(&one), mapping(&two));
}

#[test]
fn options_that_change_nothing_are_told() {
    let folder = Folder::new();
    folder.run("entail train entailments/pairs.xml --parses entailments/gold.conllu -o w.toml -q");
    folder.write("g.gr", "1\n(det dog the)\n");
    let decide = "entail decide entailments/pairs.xml --parses entailments/gold.conllu -o out";
    for (command, option) in [
        ("brackets --preset collins gold.mrg weak.mrg --test sign", "--test"),
        ("brackets --preset collins gold.mrg weak.mrg --replicates 0 --level 0.9", "--level"),
        ("fragments gold.mrg weak.mrg --window 1-3", "--window"),
        ("brackets gold.mrg weak.mrg --replicates 0 --caption Scores", "--caption"),
        ("brackets gold.mrg weak.mrg --replicates 0 --label tab:a --format csv", "--label"),
        ("brackets gold.mrg weak.mrg --replicates 0 --table scores --columns f1", "--columns"),
        ("convert --to tokens gold.mrg --punct", "--punct"),
        ("convert --to conllx gold.mrg --names older", "--names"),
        (
            "dependencies --preset conllx entailments/gold.conllu entailments/weak.conllu \
             --multiple-roots",
            "--multiple-roots",
        ),
        (&format!("{decide} --parser-time 3s"), "--parser-time"),
        (&format!("{decide} --module learned --weights w.toml --words lemma"), "--words"),
        ("entail export entailments/pairs.xml --to jsonl --force", "--force"),
        (
            "entail oracle entailments/pairs.xml --gold-parses entailments/gold.conllu \
             --unbounded x",
            "--unbounded",
        ),
        ("relations g.gr g.gr --names a --mapping entailments/relations.toml", "--mapping"),
        ("relations g.gr g.gr --names a --compat rasp --worst 3", "--worst"),
    ] {
        let ran = folder.run(command);
        let message = format!("warning: {option} has no effect ");
        assert!(ran.status == 0 && ran.err.contains(&message), "{command}\n{}", ran.err);
    }
    for command in [
        "brackets --preset collins gold.mrg weak.mrg strong.mrg --test sign --level 0.9 --seed 1",
        "brackets --preset collins gold.mrg weak.mrg --replicates 50 --level 0.9 --interval percentile",
        "brackets --preset collins gold.mrg weak.mrg --level 0.9 --seed 1",
        "fragments gold.mrg weak.mrg --window 1-3 --plot a.svg",
        "fragments gold.mrg weak.mrg --window 1-3 --plot a.svg --plot-of size",
        "convert --to sd-basic gold.mrg --punct --names older --as conllx",
        "brackets --preset collins gold.mrg weak.mrg --test sign -q",
        "brackets gold.mrg weak.mrg --replicates 0 --caption Scores --label tab:a --format typst",
    ] {
        let ran = folder.run(command);
        assert!(!ran.err.contains("no effect"), "{command}\n{}", ran.err);
    }
}

#[test]
fn rows_that_cannot_be_are_refused() {
    let folder = Folder::new();
    folder.write("g.gr", "1\n(det dog the)\n").write("s.gr", "1\n(det dog the)\n(aux a b)\n");
    folder.run("relations g.gr s.gr --save relations.jsonl -q");
    let rows = folder.read("relations.jsonl");
    let (start, matched) = rows.split_at(rows.find("\"matched\":").unwrap());
    folder.write("relations.jsonl", format!("{start}{}", matched.replacen(",1]", ",7]", 1)));
    let ran = folder.run("merge relations.jsonl");
    let message = "hierarchy.all: matched is 7, more than the 1 of gold";
    assert!(ran.status == 2 && ran.err.contains(message), "{}", ran.err);
    folder.run("fragments gold.mrg weak.mrg --save fragments.jsonl -q");
    let rows = folder.read("fragments.jsonl");
    let (start, matched) = rows.split_at(rows.find("\"matched\":[\"").unwrap());
    let rows = format!("{start}{}", matched.replacen("[\"", "[\"9", 1));
    folder.write("fragments.jsonl", rows);
    let ran = folder.run("merge fragments.jsonl");
    assert!(ran.status == 2 && ran.err.contains(" at size 1, more than the "), "{}", ran.err);
}

#[test]
fn a_system_of_which_nothing_can_be_scored_is_an_error() {
    let folder = Folder::new();
    folder.write("empty", "").write("g.gr", "1\n(det dog the)\n");
    for command in [
        "brackets --preset collins gold.mrg empty",
        "fragments gold.mrg empty",
        "dependencies entailments/gold.conllu empty",
        "relations g.gr empty",
    ] {
        assert_eq!(folder.run(command).status, 2, "{command}");
    }
    let ran = folder.run("brackets --preset collins gold.mrg weak.mrg empty");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("error: not one sentence of empty could be scored"), "{}", ran.err);
    assert!(ran.out.contains("60 sentences, 0 to 60 of them scored"), "{}", ran.out);
}

#[test]
fn the_heading_says_how_many_sentences_were_scored() {
    let folder = Folder::new();
    for (systems, heading) in [
        ("weak.mrg", ", 60 sentences\n"),
        ("failing.mrg", ", 60 sentences, 55 of them scored\n"),
        ("weak.mrg failing.mrg", ", 60 sentences, 55 to 60 of them scored\n"),
    ] {
        let ran = folder.run(&format!("brackets --preset collins gold.mrg {systems}"));
        assert!(ran.out.contains(heading), "{systems}\n{}", ran.out);
    }
}

#[test]
fn metrics_that_cannot_align_words_do_not_advise_it() {
    let folder = Folder::new();
    folder.write("a.conllu", WORD).write("b.conllu", WORD.replace("\ta\ta", "\tb\tb"));
    let ran = folder.run("dependencies --preset conllx a.conllu b.conllu");
    assert!(ran.out.contains("hint: ") && !ran.out.contains("--align"), "{}", ran.out);
    folder.write("a.mrg", "(S (NN ab))\n").write("b.mrg", "(S (NN a) (NN b))\n");
    let ran = folder.run("brackets --preset collins a.mrg b.mrg");
    assert!(ran.out.contains("pass --align"), "{}", ran.out);
}

#[test]
fn explanations_and_tables_hold_no_escape_sequences() {
    let folder = Folder::new();
    let red = "\u{1b}[31mred\u{7}";
    folder.write("pairs.csv", format!("id,text,hypothesis\n1,A {red} dog barks.,A dog barks.\n"));
    let tree = |word: &str| format!("(S (NP (DT A){word} (NN dog)) (VP (VBZ barks)) (. .))\n");
    folder.write("p.mrg", tree(&format!(" (JJ {red})")) + &tree(""));
    for shape in ["text", "html", "json"] {
        let command = "entail explain pairs.csv --parses p.mrg --id 1 -o out --as";
        assert_eq!(folder.run(&format!("{command} {shape}")).status, 0);
        let out = folder.read("out");
        assert!(out.contains("red") && !out.contains(['\u{1b}', '\u{7}']), "{shape}\n{out}");
    }
    let columns = |head: u8, relation: &str| {
        format!(
            "1\t{red}\t_\tX\tX\t_\t{head}\t{relation}\t_\t_\n2\tb\t_\tX\tX\t_\t{}\tdep\t_\t_\n\n",
            2 - 2 * (head / 2)
        )
    };
    folder.write("a.conllu", columns(0, "root").replace("\t2\tdep", "\t1\tdep"));
    folder.write("b.conllu", columns(2, "a\u{1b}[32mb").replace("\t0\tdep", "\t0\troot"));
    for format in ["text", "markdown", "csv", "tsv", "latex"] {
        let command =
            "dependencies --preset conllx a.conllu b.conllu --worst 3 --analysis --format";
        let ran = folder.run(&format!("{command} {format}"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(!ran.out.contains(['\u{1b}', '\u{7}']), "{format}\n{}", ran.out);
    }
}

/// Gold of three sentences of which nobody can read the second, and a system without a fault.
fn broken_gold(folder: &Folder) {
    let tree = "(TOP (S (NP (NNP John)) (VP (VBZ sleeps)) (. .)))\n";
    let broken = tree.replace(")))\n", "))\n");
    folder.write("g.mrg", format!("{tree}{broken}{tree}")).write("s.mrg", tree.repeat(3));
}

#[test]
fn a_gate_does_not_fail_because_of_gold() {
    let folder = Folder::new();
    broken_gold(&folder);
    for command in ["brackets", "fragments"] {
        let words = format!("{command} g.mrg s.mrg --replicates 0 --input penn-lines -q");
        let ran = folder.run(&format!("{words} --min exact_match=100"));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
        let json = folder.json(&words);
        let system = &json["systems"][0];
        assert_eq!(system["skipped"][0]["reason"], "gold_unreadable");
        for score in ["exact_match", "f1"] {
            assert_eq!(system["scores_with_missed"][score], 1.0, "{command} {score}");
        }
    }
    let json = folder.json("brackets g.mrg s.mrg --replicates 0 --input penn-lines -q");
    assert_eq!(json["systems"][0]["scores_with_missed"]["no_crossing"], 1.0);
}

#[test]
fn a_table_is_there_on_the_day_when_nothing_is_skipped() {
    let folder = Folder::new();
    broken_gold(&folder);
    folder.write("same.conllu", WORD.repeat(3));
    folder.write("same.gr", "1\n(ncsubj fall rain _)\n\n2\n(ncsubj bark dog _)\n");
    for (command, skips) in [
        ("brackets s.mrg s.mrg", Some("brackets s.mrg g.mrg --input penn-lines")),
        ("dependencies same.conllu same.conllu", None),
        ("relations same.gr same.gr", None),
    ] {
        let table = " -q --replicates 0 --table scores_with_missed";
        let ran = folder.run(&format!("{command}{table}"));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{command}");
        let title = "Skipped sentences counted as missed (no sentence was skipped)\n";
        assert!(ran.out.starts_with(title), "{}", ran.out);
        let rows = folder.run(&format!("{command}{table} --format csv")).out;
        assert!(rows.contains(",1,"), "{rows}");
        // It has the columns that it has otherwise.
        if let Some(skips) = skips {
            let other = folder.run(&format!("{skips}{table} --format csv")).out;
            assert_eq!(other.lines().next(), rows.lines().next());
        }
    }
    // One that the metric does not have is an error, as it is otherwise.
    let ran = folder.run("fragments s.mrg s.mrg --table scores_with_missed");
    assert!(ran.status == 2 && ran.err.contains("no table is called"), "{}", ran.err);
}

#[test]
fn rows_that_are_merged_twice_are_told() {
    let folder = Folder::new();
    for file in ["gold", "failing"] {
        let text = folder.read(&format!("{file}.mrg"));
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        folder.write(&format!("{file}-a"), lines[..30].concat());
        folder.write(&format!("{file}-b"), lines[30..].concat());
        folder.write(&format!("{file}-c"), lines[18..45].concat());
    }
    for part in ["a", "b", "c"] {
        let words = format!("brackets gold-{part} failing-{part} --names m --save {part}.jsonl -q");
        assert_eq!(folder.run(&words).status, 0, "{part}");
    }
    let ran = folder.run("merge a.jsonl b.jsonl --save whole.jsonl");
    assert_eq!((ran.status, ran.err.contains("count twice")), (0, false), "{}", ran.err);
    for (files, said) in [
        (
            "a.jsonl whole.jsonl",
            "m: 30 rows are the same in a.jsonl (from sentence 1) and whole.jsonl (from sentence 1), and count twice",
        ),
        ("whole.jsonl b.jsonl", "whole.jsonl (from sentence 31) and b.jsonl (from sentence 1)"),
        (
            "a.jsonl c.jsonl",
            "m: 12 rows are the same in a.jsonl (from sentence 19) and c.jsonl (from",
        ),
    ] {
        let ran = folder.run(&format!("merge {files}"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(ran.err.contains(said), "{files}\n{}", ran.err);
    }
    // The same line a hundred times, of two files, says nothing.
    folder.write("same", "(S (NP (NN Rain)) (VP (VBZ falls)))\n".repeat(40));
    folder.write("more", "(S (NP (NN Rain)) (VP (VBZ falls)))\n".repeat(50));
    for file in ["same", "more"] {
        folder.run(&format!("brackets {file} {file} --names m --save {file}.jsonl -q"));
    }
    let ran = folder.run("merge same.jsonl more.jsonl");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
}

#[test]
fn saved_rows_are_no_parses() {
    let folder = Folder::new();
    assert_eq!(folder.run("brackets gold.mrg weak.mrg --save w.jsonl -q").status, 0);
    let gold = "entailments/gold.conllu";
    for command in [
        "brackets gold.mrg w.jsonl".to_string(),
        "brackets w.jsonl gold.mrg".to_string(),
        "brackets gold.mrg w.jsonl --repair".to_string(),
        "brackets gold.mrg w.jsonl --n-best first".to_string(),
        format!("dependencies {gold} w.jsonl"),
        "relations w.jsonl w.jsonl".to_string(),
        "entail score entailments/pairs.xml w.jsonl".to_string(),
        "draw w.jsonl".to_string(),
        "convert --to tokens w.jsonl".to_string(),
    ] {
        let ran = folder.run(&command);
        assert_eq!(ran.status, 2, "{command}");
        let said = "w.jsonl: these are saved rows, which hold no sentences";
        assert!(ran.err.contains(said), "{command}\n{}", ran.err);
        assert!(ran.err.contains("bezant merge, bezant compare"), "{command}\n{}", ran.err);
    }
    assert_eq!(folder.run("check w.jsonl").status, 0);
    let rows = folder.read("w.jsonl").replacen("\"brackets|", "\"bracket|", 1);
    folder.write("u.jsonl", rows);
    for command in ["merge u.jsonl", "merge w.jsonl u.jsonl", "compare u.jsonl w.jsonl"] {
        let ran = folder.run(command);
        let said = "u.jsonl:1: rows of bracket cannot be scored by this version";
        assert!(ran.status == 2 && ran.err.contains(said), "{command}\n{}", ran.err);
        assert!(ran.err.contains("hint: the signature begins with the metric"), "{}", ran.err);
    }
}
