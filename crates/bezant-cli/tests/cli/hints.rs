use crate::program::{Folder, Ran};

/// The hints below a result.
fn hints(ran: &Ran) -> Vec<&str> {
    ran.out.lines().filter_map(|line| line.strip_prefix("  hint: ")).collect()
}

/// Sentences of our own whose branches cross, as discbracket and in the export format.
fn crossing() -> [Vec<String>; 2] {
    let words = ["tea", "milk", "rain", "snow", "wind", "fog"];
    let line = |(at, word): (usize, &&str)| {
        let dbr = format!(
            "(ROOT (S (VP (VB 0=Bring) (RP 2=up)) (NP (NN 1={word}))) ({} 3={at}))\n",
            if at % 2 == 0 { "CD" } else { "LS" }
        );
        let export = format!(
            "#BOS {n}\nBring\tVB\t--\t--\t501\n{word}\tNN\t--\t--\t500\nup\tRP\t--\t--\t501\n{at}\tCD\t--\t--\t0\n\
             #500\tNP\t--\t--\t502\n#501\tVP\t--\t--\t502\n#502\tS\t--\t--\t0\n#EOS {n}\n",
            n = at + 1
        );
        (dbr, export)
    };
    let (dbr, export) = words.iter().enumerate().map(line).unzip();
    [dbr, export]
}

#[test]
fn a_lost_tree_with_crossing_branches_has_a_hint_that_helps() {
    const LOST: &str =
        "a sentence is missing or too many, and all that follow stand beside others: ";
    let folder = Folder::new();
    let [dbr, export] = crossing();
    folder.write("gold.dbr", dbr.concat()).write("lost.dbr", dbr[1..].concat());
    folder.write("gold.export", export.concat()).write("lost.export", export[1..].concat());
    // --align pairs no trees of these formats, so nobody is sent there, also not with it.
    for align in ["", " --align"] {
        let ran = folder.run(&format!("brackets gold.dbr lost.dbr{align}"));
        let helps =
            "--repair pairs them by their words; or leave an empty line where there is no parse";
        assert_eq!(hints(&ran), [format!("{LOST}{helps}")], "{}", ran.out);
        let ran = folder.run(&format!("brackets gold.export lost.export{align}"));
        let helps = "leave one without words (an empty line, in export #BOS and #EOS) where there is no parse";
        assert_eq!(hints(&ran), [format!("{LOST}{helps}")], "{}", ran.out);
    }
    // What is advised is what helps.
    folder.write("empty.dbr", format!("\n{}", dbr[1..].concat()));
    folder.write("empty.export", format!("#BOS 1\n#EOS 1\n{}", export[1..].concat()));
    for files in ["gold.dbr lost.dbr --repair", "gold.dbr empty.dbr", "gold.export empty.export"] {
        let ran = folder.run(&format!("brackets {files}"));
        assert!(ran.out.contains("6 sentences, 5 of them scored"), "{}", ran.out);
    }
}

#[test]
fn a_repair_is_offered_only_where_there_is_one() {
    let folder = Folder::new();
    let [dbr, export] = crossing();
    folder.write("gold.dbr", dbr.concat());
    folder.write("broken.dbr", dbr.concat().replace("1=fog", "fog"));
    folder.write("gold.export", export.concat());
    folder.write("broken.export", export.concat().replacen("\t--\t--\t501", "\t--\t--\t511", 1));
    for (files, hint) in [
        ("gold.dbr broken.dbr", "mend the file there, or pass --repair"),
        ("gold.export broken.export", "mend the file there"),
    ] {
        for table in ["", " --table skipped"] {
            let ran = folder.run(&format!("brackets {files}{table}"));
            assert_eq!(hints(&ran), [hint], "{}", ran.out);
        }
    }
    // Nor is one in folders.
    for name in ["gold", "system"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        folder.write(&format!("{name}/a.dbr"), folder.read("gold.dbr"));
    }
    folder.write("system/a.dbr", folder.read("broken.dbr"));
    let ran = folder.run("brackets gold system");
    assert_eq!(hints(&ran), ["mend the file there"], "{}", ran.out);
    assert_eq!(folder.run("brackets gold system --repair").status, 2);
}

#[test]
fn rows_send_to_another_run() {
    let folder = Folder::new();
    folder.write("g.mrg", "(S (A a) (B b))\n(S (A a) (B b))\n(S (A c))\n");
    folder.write("s.mrg", "(S (A ab))\n(S (A a) (B b)\n(S (A c))\n");
    folder.run("brackets g.mrg s.mrg --input penn-lines --save a.jsonl");
    folder.run("brackets g.mrg s.mrg --input penn-lines --names b --save b.jsonl");
    folder.run("brackets g.mrg s.mrg --input penn-lines --names r --repair --save r.jsonl");
    let again = [
        "score again: mend the file there, or pass --repair",
        "score again: pass --align to compare across tokenisations, or --unescape if only escapes differ",
    ];
    let ran = folder.run("merge a.jsonl --table skipped");
    assert_eq!(hints(&ran), again, "{}", ran.out);
    let ran = folder.run("compare a.jsonl b.jsonl --table skipped");
    assert_eq!(hints(&ran), [again, again].concat(), "{}", ran.out);
    // What was repaired is not sent to a repair.
    let ran = folder.run("merge r.jsonl --table skipped");
    assert!(!ran.out.contains("--repair"), "{}", ran.out);
    // The table is here.
    folder.write("g.mrg", "(S (A a) (B b))\n".repeat(9));
    folder.write("s.mrg", format!("{}(S (A a) (B b))\n", "(S (A ab))\n".repeat(8)));
    folder.run("brackets g.mrg s.mrg --save a.jsonl");
    let ran = folder.run("merge a.jsonl --details");
    assert!(ran.out.contains("… and 3 more; --table skipped lists them all"), "{}", ran.out);
}

#[test]
fn nobody_is_sent_to_what_is_so_already() {
    const CLOSE: &str = "hint: close it, or write -LRB- if the bracket is a word\n";
    let folder = Folder::new();
    folder.write("two.mrg", "(S (N a))\n(S (N a)\n");
    folder.write("two.dbr", "(S (N 0=a))\n(S (N 0=a)\n");
    for words in [
        "draw two.mrg --sentence 2 --input penn-lines",
        "draw two.mrg --sentence 2",
        "convert two.mrg --to sd-basic --input penn-lines",
        "convert two.mrg --to sd-basic",
        "convert two.dbr --to cleaned",
        "check two.dbr",
    ] {
        let ran = folder.run(words);
        let said = ran.err + &ran.out;
        assert!(said.contains("a bracket is opened and never closed"), "{words}: {said}");
        assert!(said.contains(CLOSE), "{words}: {said}");
    }
    // Another name for the columns would only hide what is wrong with a number.
    let line = |id: u32, head: u32| format!("{id}\tgo\tgo\tVERB\tVB\t_\t{head}\tdep\t_\t_\n");
    folder.write("bad.conllu", format!("{}{}\n", line(1, 0), line(2, 999)));
    for words in ["convert bad.conllu --to ud-enhanced", "draw bad.conllu"] {
        let ran = folder.run(words);
        assert!(ran.err.contains("HEAD is 999 in a sentence of 2 words"), "{}", ran.err);
        let hint = "hint: a head is the number of a word of the same sentence, or 0 for the root\n";
        assert!(ran.err.contains(hint) && !ran.err.contains("--input"), "{}", ran.err);
    }
}

#[test]
fn the_table_of_skipped_sentences_is_there_for_who_asks() {
    let folder = Folder::new();
    folder.write("no.tsv", "id\ttext\thypothesis\tanswer\n1\tIt rains.\tIt rains.\tYES\n");
    folder.write("answers.tsv", "1\tYES\n").write("gold.gr", "1\n(dobj see Kim)\n");
    folder.write("gold.conllu", "1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n\n");
    // Where nothing was skipped it is empty, whatever is scored.
    for files in [
        "brackets gold.mrg gold.mrg",
        "fragments gold.mrg gold.mrg",
        "dependencies gold.conllu gold.conllu",
        "relations gold.gr gold.gr",
        "entail score no.tsv answers.tsv",
    ] {
        let ran = folder.run(&format!("{files} --table skipped --quiet"));
        assert_eq!(ran.status, 0, "{files}: {}", ran.err);
        assert!(ran.out.starts_with("no sentence was skipped\n"), "{files}: {}", ran.out);
        let ran = folder.run(&format!("{files} --table scores,skipped --quiet"));
        assert!(ran.out.contains("\nno sentence was skipped\n"), "{files}: {}", ran.out);
        for format in ["markdown", "latex", "typst"] {
            let ran = folder.run(&format!("{files} --table skipped --quiet --format {format}"));
            assert_eq!(ran.status, 0, "{files} {format}: {}", ran.err);
            assert!(ran.out.contains("no sentence was skipped"), "{files}: {}", ran.out);
        }
        let ran = folder.run(&format!("{files} --table skipped --quiet --format csv"));
        assert_eq!(
            ran.out,
            "table,of_system,sentence,n_sentences,reason,message,place,sent_id,signature\n",
            "{files}: {}",
            ran.err
        );
    }
    // All of it, also beside others; nobody is sent to what stands there.
    folder.write("g.mrg", "(S (A a) (B b))\n".repeat(9));
    folder.write("s.mrg", format!("{}(S (A a) (B b))\n", "(S (A ab))\n".repeat(8)));
    let ran = folder.run("brackets g.mrg s.mrg --table scores,skipped");
    assert_eq!(ran.out.matches("2 words in gold, 1 in the system").count(), 8, "{}", ran.out);
    assert!(!ran.out.contains("lists them"), "{}", ran.out);
    let ran = folder.run("brackets g.mrg s.mrg --table skipped --format csv");
    assert_eq!(ran.out.lines().count(), 9);
    assert!(ran.err.ends_with("hint: --strict makes it a failure\n"), "{}", ran.err);
}

#[test]
fn the_end_of_gold_is_where_it_ends() {
    let folder = Folder::new();
    let sentence = |word: &str| {
        format!(
            "1\t{word}\t{word}\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n2\tgo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n\n"
        )
    };
    let [one, two, three] = ["cats", "dogs", "hens"].map(sentence);
    folder.write("short.conllu", format!("{one}{two}"));
    folder.write("long.conllu", format!("{one}{two}{three}"));
    let ran = folder.run("dependencies short.conllu long.conllu");
    let place = "in 1 place; first at gold's line 5, the system's line 7\n  gold    [end]\n";
    assert!(ran.out.contains(place), "{}", ran.out);
}

#[test]
fn a_hint_says_which_system_it_is_for() {
    let folder = Folder::new();
    let gold: Vec<String> = (0..9).map(|n| format!("(S (A a{n}) (B b))\n")).collect();
    folder.write("g.mrg", gold.concat());
    folder.write("one.mrg", format!("\n{}", gold[1..].concat()));
    folder.write("lost.mrg", gold[1..].concat());
    let ran = folder.run("brackets g.mrg one.mrg lost.mrg");
    let hint = "  hint for lost: a sentence is missing or too many, and all that follow";
    assert!(ran.out.contains(hint), "{}", ran.out);
    assert!(ran.out.contains("  lost, lost.mrg:1:1: sentence 1: "), "{}", ran.out);
    let example = ran.out.find("  lost, lost.mrg").unwrap();
    assert!(ran.out.find("  one, one.mrg").is_none_or(|other| example < other), "{}", ran.out);
    // One that is for all needs no name.
    folder.write("also.mrg", gold[1..].concat());
    let ran = folder.run("brackets g.mrg also.mrg lost.mrg");
    assert!(ran.out.contains("  hint: a sentence is missing"), "{}", ran.out);
    for name in ["a", "b"] {
        folder.write(&format!("{name}.mrg"), gold[1..].concat());
    }
    let ran = folder.run("brackets g.mrg also.mrg lost.mrg a.mrg b.mrg");
    assert!(ran.out.contains("; and 1 other system\n"), "{}", ran.out);
}

#[test]
fn options_of_comparisons_are_idle_with_one_system_only() {
    let folder = Folder::new();
    folder.write(
        "p.tsv",
        "id\ttext\thypothesis\tanswer\n1\tIt rains.\tIt rains.\tYES\n2\tA b.\tC d.\tNO\n",
    );
    folder.write("one.tsv", "1\tYES\n2\tNO\n");
    folder.write("two.tsv", "id\tfirst\tsecond\n1\tYES\tNO\n2\tNO\tNO\n");
    let idle = "--replicates has no effect with one system";
    let ran = folder.run("entail score p.tsv two.tsv --replicates 0");
    assert!(ran.status == 0 && !ran.err.contains("no effect"), "{}", ran.err);
    let ran = folder.run("entail score p.tsv one.tsv --replicates 0");
    assert!(ran.err.contains(idle), "{}", ran.err);
    assert!(folder.run("entail score p.tsv one.tsv --replicates 0 --quiet").err.is_empty());
}

#[test]
fn drawings_name_files_as_they_were_typed() {
    let folder = Folder::new();
    for name in ["q1", "q2"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
    }
    folder.write("q1/x.mrg", "(S (A a))\n").write("q2/x.mrg", "(S (A a)\n");
    let ran = folder.run("draw q1/x.mrg q2/x.mrg --sentence 1");
    assert!(ran.err.contains("  --> q2/x.mrg:1:1\n"), "{}", ran.err);
}

#[test]
fn check_counts_what_is_no_parse_and_says_what_is_wrong_in_plain_words() {
    let folder = Folder::new();
    folder.write("empty.mrg", "(S (A a))\n(S)\n()\n(())\n\n");
    let counts =
        |file: &str| folder.json(&format!("check {file}"))["files"][0]["statistics"].clone();
    let found = counts("empty.mrg");
    assert_eq!(found["empty"], 4, "{found}");
    assert!(folder.run("brackets empty.mrg empty.mrg").out.contains("4 no parse"));
    folder.write("bad.gr", "1\n(dobj see Kim)\n2\nrubbish\n3\n(dobj see\n");
    let ran = folder.run("check bad.gr --input numbered");
    for said in [
        "fault: a relation must start here, with a parenthesis\n  --> bad.gr:4:1\n",
        "fault: a relation is never closed\n  --> bad.gr:6:1\n",
    ] {
        assert!(ran.out.contains(said), "{}{}", ran.out, ran.err);
    }
    assert!(!ran.out.contains("stream"), "{}", ran.out);
    assert!(!ran.out.contains("  empty "), "{}", ran.out);
    let ran = folder.run("draw bad.gr --input numbered --sentence 2");
    assert!(ran.err.contains("a relation must start here"), "{}", ran.err);
}

#[test]
fn little_things_are_said_as_they_are() {
    let folder = Folder::new();
    folder.run("brackets gold.mrg strong.mrg --save a.jsonl");
    let rows = folder.read("a.jsonl");
    folder.write("cut.jsonl", &rows[..rows.len() - 20]);
    let ran = folder.run("merge cut.jsonl");
    assert!(
        ran.err.contains("the file of saved rows is cut short: this line has no end"),
        "{}",
        ran.err
    );
    assert!(ran.status == 2 && ran.err.contains("save the rows again"), "{}", ran.err);
    // No option is a file's name, and to say how it could be one helps nobody.
    let ran = folder.run("merge a.jsonl --replicates 0");
    assert!(
        ran.err.starts_with("error: unexpected argument '--replicates' found\n"),
        "{}",
        ran.err
    );
    assert!(!ran.err.contains("as a value"), "{}", ran.err);
    // A number is a value, also a wrong one.
    for option in ["--worst", "--replicates", "--cutoff"] {
        let ran = folder.run(&format!("brackets gold.mrg weak.mrg {option} -3"));
        assert!(ran.err.contains("invalid value '-3' for '"), "{option}\n{}", ran.err);
        assert!(ran.status == 2 && ran.err.contains(option), "{option}\n{}", ran.err);
    }
    assert_eq!(folder.run("help -h").out, folder.run("help").out);
    assert!(folder.run("help --help").out.contains("Commands:"));
    // What so few replicates cannot show is not looked for.
    let few = "with 100 replicates no difference can be shown: over 6 pairs no corrected p is below 0.0594\n";
    let files = "brackets gold.mrg gold.mrg strong.mrg middling.mrg weak.mrg --quiet";
    assert!(folder.run(&format!("{files} --replicates 100")).out.contains(few));
    for enough in [
        "--replicates 120",
        "--replicates 100 --correction none",
        "--replicates 100 --correction bh",
        "--replicates 0",
    ] {
        let ran = folder.run(&format!("{files} {enough}"));
        assert!(ran.status == 0 && !ran.out.contains("can be shown"), "{}{}", ran.out, ran.err);
    }
}

#[test]
fn dependencies_after_a_lost_sentence_are_sent_where_it_helps() {
    const LOST: &str =
        "a sentence is missing or too many, and all that follow stand beside others: ";
    let folder = Folder::new();
    let words = ["Rain", "Snow", "Wind", "Fog", "Ice", "Sun"];
    let typed = words.map(|word| format!("nsubj(is-2, {word}-1)\nroot(ROOT-0, is-2)\n\n"));
    let grs = words.map(|word| format!("(ncsubj is_1 {word}_0 _)\n<c> {word}|x|NN is|be|VBZ\n\n"));
    let columns = words.map(|word| {
        format!("1\t{word}\t_\tN\tN\t_\t2\tnsubj\t_\t_\n2\tis\t_\tV\tV\t_\t0\troot\t_\t_\n\n")
    });
    let facts = "let the parser return something for every sentence";
    let aligned = format!("--preset ud pairs them by their text; or {facts}");
    for (ending, sentences, options, helps) in [
        ("sd", &typed, "", facts),
        ("gr", &grs, "", facts),
        ("conllx", &columns, "--preset conllx", aligned.as_str()),
    ] {
        folder.write(&format!("g.{ending}"), sentences.concat());
        // The second is lost; or the last, which shifts nothing.
        let lost = [&sentences[..1], &sentences[2..]].concat();
        folder.write(&format!("lost.{ending}"), lost.concat());
        folder.write(&format!("short.{ending}"), sentences[..5].concat());
        let ran = folder.run(&format!("dependencies g.{ending} lost.{ending} {options}"));
        assert_eq!(hints(&ran), [format!("{LOST}{helps}")], "{}", ran.out);
        let ran = folder.run(&format!("dependencies g.{ending} short.{ending} {options}"));
        assert!(hints(&ran)[0].contains("did the parser run to its end?"), "{}", ran.out);
        // One other word: nothing was lost.
        let other = sentences.concat().replace("Wind", "Hail");
        folder.write(&format!("other.{ending}"), other);
        let ran = folder.run(&format!("dependencies g.{ending} other.{ending} {options}"));
        let preset = hints(&ran).iter().any(|hint| hint.contains("--preset ud"));
        assert_eq!(preset, ending == "conllx", "{}", ran.out);
    }
    let ran = folder.run("dependencies g.conllx lost.conllx --preset ud");
    assert!(ran.out.contains("6 sentences, 5 of them scored"), "{}", ran.out);
}

#[test]
fn several_trees_in_a_line_are_told() {
    let folder = Folder::new();
    let trees = folder.read("gold.mrg");
    let trees: Vec<&str> = trees.lines().take(8).collect();
    folder.write("g", trees.join("\n") + "\n");
    folder.write("one", trees.join(" ") + "\n");
    // Only the last three.
    folder.write("end", trees[..5].join("\n") + "\n" + &trees[5..].join(" ") + "\n");
    let helps = "one side has several trees in a line, which are one sentence, as in EVALB: pass --input penn, which \
                 takes each tree for one";
    for command in ["brackets g one", "brackets g end", "brackets one g", "fragments g end"] {
        let ran = folder.run(&format!("{command} --input penn-lines --replicates 0"));
        let command_said = format!("{}{}", ran.out, ran.err);
        assert!(command_said.contains(&format!("hint: {helps}")), "{command}\n{command_said}");
        let ran = folder.run(&format!("{command} --input penn --replicates 0"));
        assert!(ran.out.contains(", 8 sentences"), "{}", ran.out);
        assert!(!ran.out.contains("skipped"), "{}", ran.out);
    }
    // Where both sides have them there, nothing is wrong.
    let ran = folder.run("brackets one one --input penn-lines --replicates 0");
    assert!(ran.out.contains(", 1 sentence") && !ran.out.contains("hint"), "{}", ran.out);
    for (file, n) in [("g", 0), ("one", 1), ("end", 1)] {
        let ran = folder.run(&format!("check {file} --input penn-lines"));
        assert_eq!(ran.status, 0);
        assert_eq!(ran.out.contains("several trees"), n == 1, "{}", ran.out);
    }
}
