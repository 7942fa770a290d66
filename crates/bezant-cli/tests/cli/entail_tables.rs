use crate::program::Folder;

const PAIRS: &str = r#"<entailment-corpus>
<pair id="a.1" entailment="YES" word1="dog" word2="bark"><t>The cook's dog didn't bark.</t><h>The dog didn't bark.</h></pair>
<pair id="a.2" entailment="NO" word1="cook" word2="bark"><t>The cook's dog didn't bark.</t><h>The cook didn't bark.</h></pair>
</entailment-corpus>
"#;

const TEXT: &str = "(S (NP (NP (DT The) (NN cook) (POS 's)) (NN dog)) (VP (VBD did) (RB n't) (VP (VB bark))) (. .))\n";

fn hypothesis(noun: &str) -> String {
    format!("(S (NP (DT The) (NN {noun})) (VP (VBD did) (RB n't) (VP (VB bark))) (. .))\n")
}

fn folder() -> Folder {
    let folder = Folder::new();
    let trees = format!("{TEXT}{}{TEXT}{}", hypothesis("dog"), hypothesis("cook"));
    folder.write("p.xml", PAIRS).write("p.mrg", trees);
    folder
}

/// One word for every module, which goes with no other.
#[test]
fn as_published_is_one_word_and_one_key() {
    let folder = folder();
    for module in ["cambridge", "schwa", "stanford", "paths", "ud"] {
        let ran = folder
            .run(&format!("entail decide p.xml --parses p.mrg --module {module} --published"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        let key = format!("; entail|module:{module}|published:yes|");
        assert!(ran.err.contains(&key) && ran.err.contains("|words:lemma|"), "{}", ran.err);
    }
    for option in ["--equate copula", "--core nsubj", "--words lemma", "--pos-change no"] {
        let ran = folder.run(&format!("entail decide p.xml --parses p.mrg --published {option}"));
        assert_eq!(ran.status, 2, "{option}");
        assert!(ran.err.contains("cannot be used with"), "{}", ran.err);
    }
    let pairs = "entailments/pairs.xml --parses entailments/gold.conllu";
    let answers = |options: &str| folder.run(&format!("entail decide {pairs} -q {options}")).out;
    assert_eq!(answers("--published"), answers("--equate published --words lemma"));
    assert_ne!(answers("--published"), answers(""));
}

#[test]
fn all_modules_write_one_table_that_is_scored_column_by_column() {
    let folder = folder();
    let ran = folder.run("entail decide p.xml --parses p.mrg --module all -o all.tsv");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(ran.err.matches(" NO; entail|module:").count(), 5, "{}", ran.err);
    let table = folder.read("all.tsv");
    let (comments, rows): (Vec<&str>, Vec<&str>) =
        table.lines().partition(|line| line.starts_with("# "));
    assert_eq!(
        rows,
        [
            "id\tcambridge\tschwa\tstanford\tpaths\tud",
            "a.1\tYES\tYES\tYES\tYES\tYES",
            "a.2\tNO\tYES\tNO\tNO\tNO"
        ]
    );
    assert!(comments[2].starts_with("# stanford: entail|module:stanford|"), "{}", comments[2]);
    assert!(comments.iter().all(|line| line.contains("|parser:p.mrg|")), "{table}");
    let json = folder.json("entail score p.xml all.tsv");
    let names: Vec<&str> = json["systems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["cambridge", "schwa", "stanford", "paths", "ud"]);
    assert_eq!(json["systems"][1]["scores"]["accuracy"], 0.5);
    assert_eq!(
        (&json["made_by"][2]["module"], &json["made_by"][2]["parser"]),
        (&"stanford".into(), &"p.mrg".into())
    );
    assert_eq!(json["made_by"][2]["parsed"].as_str().unwrap().len(), 16);
    // The same answers as one by one, in every format.
    for (module, column) in ["cambridge", "schwa", "stanford", "paths", "ud"].iter().zip(1..) {
        let one = folder.run(&format!("entail decide p.xml --parses p.mrg --module {module} -q"));
        let of_table: Vec<&str> =
            rows[1..].iter().map(|row| row.split('\t').nth(column).unwrap()).collect();
        let alone: Vec<&str> = one.out.lines().map(|row| row.split('\t').nth(1).unwrap()).collect();
        assert_eq!(of_table, alone, "{module}");
    }
    for options in ["--format csv", "--format jsonl", "--sign"] {
        let ran = folder.run(&format!("entail decide p.xml --parses p.mrg -q {options} -o one"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert_eq!(
            folder.json("entail score p.xml one")["made_by"][0]["parser"],
            "p.mrg",
            "{options}"
        );
    }
    assert_eq!(
        folder
            .run("entail decide p.xml --parses p.mrg --module all --format csv -q -o all.csv")
            .status,
        0
    );
    folder.write("a.txt", "a.1\tNO\na.2\tNO\n");
    for (words, message) in [
        ("a.txt --baseline a.txt", "--baseline a.txt: there is no other system to compare with it"),
        ("all.tsv --baseline c", "no system is called c; there are cambridge, schwa, stanford"),
        ("all.tsv --names a,b", "--names has 2 names for 1 system"),
    ] {
        let ran = folder.run(&format!("entail score p.xml {words}"));
        assert!(ran.status == 2 && ran.err.contains(message), "{words}: {}", ran.err);
    }
    let both = folder.json("entail score p.xml all.tsv all.csv --names t,c");
    assert_eq!(both["systems"][5]["name"], "c:cambridge");
    let json = folder.run("entail decide p.xml --parses p.mrg --module all --format jsonl");
    assert!(json.status == 2 && json.err.contains("it has no lines of JSON"), "{}", json.err);
    let explain = folder.run("entail explain p.xml --parses p.mrg --module all --id a.1");
    assert!(explain.err.contains("--module all is for `bezant entail decide`"), "{}", explain.err);
    // With weights, the learned module is one of all.
    folder.run("entail train p.xml --parses p.mrg --folds 2 -q -o w.toml");
    let ran = folder.run("entail decide p.xml --parses p.mrg --module all --weights w.toml -q");
    assert!(ran.out.contains("\tud\tlearned\n"), "{}{}", ran.out, ran.err);
}

/// A warning about names of relations is about hypotheses, and a text without a parse says nothing.
#[test]
fn a_text_without_a_parse_says_nothing_about_core_relations() {
    let folder = folder();
    folder.write("t.mrg", "\n\n").write("h.mrg", hypothesis("dog") + &hypothesis("cook"));
    let ran = folder.run("entail decide p.xml --parses t.mrg --parses h.mrg");
    assert!(!ran.err.contains("no hypothesis has any"), "{}", ran.err);
    folder.write("t.mrg", format!("\n{TEXT}"));
    let ran = folder.run("entail decide p.xml --parses t.mrg --parses h.mrg");
    assert_eq!((ran.status, ran.out.as_str()), (0, "a.1\tNO\na.2\tNO\n"), "{}", ran.err);
    assert!(!ran.err.contains("no hypothesis has any"), "{}", ran.err);
}

#[test]
fn a_changed_part_of_speech_is_counted_and_can_decide() {
    let folder = folder();
    let noun = hypothesis("dog").replace("(VB bark)", "(NN bark)");
    folder.write("n.mrg", format!("{TEXT}{noun}{TEXT}{}", hypothesis("cook")));
    let decide = |rest: &str| folder.run(&format!("entail decide p.xml --parses n.mrg {rest}"));
    let ran = decide("--module schwa");
    assert!(
        ran.err.contains("1 of 2 pairs have a word with another part of speech in H"),
        "{}",
        ran.err
    );
    assert_eq!(ran.out, "a.1\tYES\na.2\tYES\n");
    let ran = decide("--module schwa --pos-change no");
    assert_eq!(ran.out, "a.1\tNO\na.2\tYES\n", "{}", ran.err);
    assert!(ran.err.contains("|pos-change:no|"), "{}", ran.err);
    assert!(!folder.run("entail decide p.xml --parses p.mrg").err.contains("part of speech"));
    let explained = folder.run("entail explain p.xml --parses n.mrg --id a.1 --pos-change no").out;
    assert!(
        explained.contains("NO because a word of H has another part of speech in T"),
        "{explained}"
    );
    assert!(explained.contains("bark is NN in H, VB in T"), "{explained}");
}

#[test]
fn pairs_are_labelled_and_scored_by_relation() {
    let folder = folder();
    let ran = folder.run("entail label p.xml --parses p.mrg -o labelled.xml");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.err.contains(" 100.0 %  Nominal subject (2 of 2)"), "{}", ran.err);
    let labelled = folder.read("labelled.xml");
    assert!(labelled.contains("relation=\"Nominal subject\" word1=\"dog\""), "{labelled}");
    folder.write("a.txt", "a.1\tNO\na.2\tNO\n");
    let json = folder.json("entail score labelled.xml a.txt");
    let row = |table: &str, name: &str| {
        let rows = json[table].as_array().unwrap().clone();
        rows.into_iter().find(|row| row["relation"] == name).unwrap()
    };
    let subject = row("relation", "Nominal subject");
    assert_eq!((&subject["of_pairs"], &subject["a.txt"]), (&1.0.into(), &0.5.into()));
    assert_eq!(row("relation_errors", "Nominal subject")["a.txt"], 1.0);
    // Labels of somebody else stay, unless all are to be of one kind.
    let old = labelled.replacen("Nominal subject", "nsubj", 1);
    folder.write("old.xml", &old);
    let kept = folder.run("entail label old.xml --parses p.mrg");
    assert!(kept.out.contains("relation=\"nsubj\""), "{}", kept.out);
    assert!(kept.err.contains("relation: 0 filled, 2 kept, 0 replaced, 0 removed"), "{}", kept.err);
    let new = folder.run("entail label old.xml --parses p.mrg --replace");
    assert!(!new.out.contains("relation=\"nsubj\""), "{}", new.out);
    assert!(new.err.contains("relation: 0 filled, 1 kept, 1 replaced, 0 removed"), "{}", new.err);
    folder.write("bare.xml", labelled.replace("word1=", "other="));
    let bare = folder.run("entail label bare.xml --parses p.mrg");
    assert!(bare.err.contains("2 of 2 pairs lack the attributes word1"), "{}", bare.err);
    let again = folder.run("entail label labelled.xml --parses p.mrg --format jsonl -q");
    assert_eq!(again.out.lines().count(), 2, "{}", again.err);
}

#[test]
fn accuracy_stands_beside_attachment_scores() {
    let folder = Folder::new();
    let gold = "entailments/gold.conllu";
    let systems = ["strong", "middling", "weak"];
    let files = systems.map(|name| format!("entailments/{name}.conllu")).join(" ");
    assert_eq!(folder.run(&format!("dependencies {gold} {files} --save rows.jsonl -q")).status, 0);
    for name in systems {
        let parses = format!("--parses entailments/{name}.conllu --module ud");
        let ran =
            folder.run(&format!("entail decide entailments/pairs.xml {parses} -q -o {name}.txt"));
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
    let score = "entail score entailments/pairs.xml strong.txt middling.txt weak.txt";
    let json = folder.json(&format!("{score} --beside rows.jsonl"));
    assert_eq!(json["beside"][0]["system"], "strong.txt");
    let uas = json["beside"][0]["UAS"].as_f64().unwrap();
    assert!(uas > json["beside"][2]["UAS"].as_f64().unwrap() && uas <= 1.0, "{uas}");
    assert_eq!(json["rank_correlation"][0]["spearman"], 1.0);
    assert_eq!(json["rank_correlation"][0]["systems"], 3);
    // The same parsers as published are another group, not more systems of one.
    let mut tables = Vec::new();
    for (suffix, option) in [("", ""), ("-p", "--published")] {
        for name in systems {
            let parses =
                format!("--parses entailments/{name}.conllu --module paths --sign {option}");
            let to = format!("{name}{suffix}-paths.txt");
            let pairs = "entailments/pairs.xml";
            let ran = folder.run(&format!("entail decide {pairs} {parses} -q -o {to}"));
            assert_eq!(ran.status, 0, "{}", ran.err);
            tables.push(to);
        }
    }
    let both = format!("entail score entailments/pairs.xml {}", tables.join(" "));
    let json = folder.json(&format!("{both} --beside rows.jsonl"));
    let orders = json["rank_correlation"].as_array().unwrap();
    let of = |name: &str| orders.iter().filter(|row| row["of"] == name).collect::<Vec<_>>();
    for name in ["paths", "paths published"] {
        assert!(!of(name).is_empty(), "{orders:?}");
        assert!(of(name).iter().all(|row| row["systems"] == 3), "{orders:?}");
    }
    let other = folder.run(&format!("{score} --names a,b,c --beside rows.jsonl"));
    assert_eq!(other.status, 2);
    assert!(other.err.contains("the rows are of strong, middling, weak"), "{}", other.err);
}

#[test]
fn an_oracle_has_one_page() {
    let folder = folder();
    folder.write("j.txt", "a.1\tYES\na.2\tYES\n");
    let words = "entail oracle p.xml --parses p.mrg --gold-parses p.mrg --judgements j.txt";
    let json = folder.json(&format!("{words} --module schwa"));
    let line = |what: &str| {
        let rows = json["oracle"].as_array().unwrap().clone();
        let row = rows.into_iter().find(|row| row["what"] == what).unwrap();
        (row["pairs"].as_u64().unwrap(), row["of"].as_u64().unwrap())
    };
    assert_eq!(line("gold parses and this module: right"), (1, 2));
    assert_eq!(line("the parser and an oracle module: right"), (1, 2));
    assert_eq!(line("this module and an oracle module: same answer"), (2, 2));
    // No relation is core there, so that every YES is a guess.
    assert_eq!(line("right YES: a lucky guess"), (1, 1));
    let text = folder.run(&format!("{words} --module stanford")).out;
    assert!(
        text.contains("right YES: with a core match") && text.contains("FN  FP  total"),
        "{text}"
    );
}

#[test]
fn parts_of_speech_that_nobody_knows_are_said() {
    let folder = Folder::new();
    folder
        .write("pairs.tsv", "id\ttext\thypothesis\tentailment\n1\tDogs bark .\tDogs bark .\tYES\n");
    let sentence = "nsubj(bark-2, Dogs-1)\nroot(ROOT-0, bark-2)\n\n";
    folder.write("p.sd", sentence.repeat(2));
    let decide = "entail decide pairs.tsv --parses p.sd --module stanford";
    let ran = folder.run(&format!("{decide} --pos-change no"));
    assert!(ran.err.contains("1 of 1 pairs have words without a tag"), "{}", ran.err);
    assert!(!folder.run(decide).err.contains("without a tag"));
}
