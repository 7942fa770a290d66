use std::io::Write;

use crate::program::Folder;

/// A sentence of a hundred words, of which some have another relation.
fn columns(n_other: usize) -> String {
    let line = |n: usize| {
        let (head, relation) = match n {
            1 => (0, "root"),
            _ => (1, if n > 100 - n_other { "other" } else { "dep" }),
        };
        format!("{n}\tword\tword\tNOUN\tNN\t_\t{head}\t{relation}\t_\t_\n")
    };
    (1..=100).map(line).collect::<String>() + "\n"
}

#[test]
fn a_gate_is_passed_by_exactly_its_score() {
    let folder = Folder::new();
    folder.write("gold.conllu", columns(0)).write("system.conllu", columns(43));
    let words = "dependencies --preset conllx gold.conllu system.conllu --min";
    // 57 of 100 is 0.57, and a hundred times that is less than 57 in doubles.
    for (gate, status) in [("LAS=57", 0), ("LAS=57.0", 0), ("LAS=57.01", 1), ("LAS=56.99", 0)] {
        assert_eq!(folder.run(&format!("{words} {gate}")).status, status, "{gate}");
    }
}

#[test]
fn one_block_has_no_p_and_no_interval() {
    let folder = Folder::new();
    let words = "brackets --preset collins gold.mrg strong.mrg weak.mrg --block 1000";
    let found = folder.json(words);
    let comparison = &found["comparisons"][0];
    assert!(comparison["p"].is_null() && comparison["interval"].is_null(), "{comparison}");
    let why = "there is only one sentence or block of sentences to draw from";
    assert!(folder.run(words).out.contains(why));
}

#[test]
fn a_level_that_replicates_do_not_reach_has_no_interval() {
    let folder = Folder::new();
    let words = "brackets --preset collins gold.mrg strong.mrg weak.mrg";
    for (options, why) in [
        (
            "--level 0.9999",
            "no intervals: 1000 replicates are too few for this level, which needs 20000",
        ),
        ("--replicates 1", "no intervals: 1 replicate is too few for this level, which needs 40"),
    ] {
        let ran = folder.run(&format!("{words} {options}"));
        assert!(ran.status == 0 && ran.out.contains(why), "{}{}", ran.out, ran.err);
        let found = folder.json(&format!("{words} {options}"));
        assert!(found["comparisons"][0]["interval"].is_null(), "{options}");
    }
}

#[test]
fn words_do_not_reach_the_terminal_as_commands() {
    let folder = Folder::new();
    folder.write("a.mrg", "(TOP (S (NN a) (NN b)))\n");
    folder.write("b.mrg", "(TOP (S (NN a) (NN \u{1b}[31mb\u{7})))\n");
    let ran = folder.run("brackets --preset collins a.mrg b.mrg --details");
    assert!(
        ran.out.contains("word 2 is b in gold, \u{FFFD}[31mb\u{FFFD} in the system"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'));
}

#[test]
fn a_small_p_is_escaped_for_latex() {
    let ran = Folder::new().run(
        "brackets --preset collins gold.mrg strong.mrg weak.mrg --replicates 30000 --format latex \
         --details",
    );
    assert!(ran.out.contains("$<$0.0001"), "{}", ran.out);
}

#[test]
fn words_that_are_written_together_are_one_in_sentences() {
    let folder = Folder::new();
    folder.write(
        "a.conllu",
        "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n\
         1\tde\tde\tADP\t_\t_\t3\tcase\t_\t_\n\
         2\tle\tle\tDET\t_\t_\t3\tdet\t_\t_\n\
         3\tpain\tpain\tNOUN\t_\t_\t0\troot\t_\t_\n\n",
    );
    assert_eq!(folder.run("convert --to sentences a.conllu").out, "du pain\n");
    assert_eq!(folder.run("convert --to tokens a.conllu").out, "de le pain\n");
}

#[test]
fn empty_nodes_that_point_at_each_other_are_left_in_time() {
    let folder = Folder::new();
    let n = 14;
    let mut text = "1\ta\ta\tX\t_\t_\t0\troot\t0:root|1.1:dep\t_\n".to_string();
    for node in 1..=n {
        let others = (1..=n).filter(|other| *other != node).map(|other| format!("1.{other}:dep"));
        let others = others.collect::<Vec<_>>().join("|");
        text += &format!("1.{node}\te\te\tX\t_\t_\t_\t_\t{others}\t_\n");
    }
    folder.write("a.conllu", text + "\n");
    let ran = folder.run("dependencies --preset ud a.conllu a.conllu --collapse-empty-nodes");
    assert_eq!(ran.status, 0, "{}", ran.err);
}

#[test]
fn a_small_file_of_a_large_one_is_refused() {
    let folder = Folder::new();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    for _ in 0..48 {
        gzip.write_all(&[b'a'; 1 << 16]).unwrap();
    }
    folder.write("bomb", gzip.finish().unwrap());
    for words in [
        "entail score bomb answers.txt",
        "fragments gold.mrg weak.mrg --weights bomb",
        "compare bomb",
        "brackets -p bomb gold.mrg weak.mrg",
    ] {
        let ran = folder.run(&format!("{words} --file-limit 2"));
        let message = "more than 2 MiB would have to be kept in memory at once";
        assert!(ran.status == 2 && ran.err.contains(message), "{words}: {}", ran.err);
    }
}

#[test]
fn weights_that_were_cut_short_are_refused() {
    let folder = Folder::new();
    let train = "entail train entailments/pairs.xml --parses entailments/gold.conllu -o w.toml";
    let trained = folder.run(train);
    assert_eq!(trained.status, 0, "{}", trained.err);
    let whole = folder.read("w.toml");
    let decide = "entail decide entailments/pairs.xml --parses entailments/gold.conllu \
                  --module learned --weights w.toml -o answers.txt";
    assert_eq!(folder.run(decide).status, 0);
    let cut: Vec<&str> = whole.lines().take(20).collect();
    folder.write("w.toml", cut.join("\n") + "\n");
    let ran = folder.run(decide);
    assert!(ran.status == 2 && ran.err.contains("was cut short"), "{}", ran.err);
    let without: Vec<&str> = whole.lines().filter(|line| !line.contains("always")).collect();
    folder.write("w.toml", without.join("\n"));
    let ran = folder.run(decide);
    assert!(ran.status == 2 && ran.err.contains("weights are here"), "{}", ran.err);
}

#[test]
fn sentences_that_only_a_system_has_are_not_gold_s() {
    let folder = Folder::new();
    let gold = folder.read("gold.mrg");
    folder.write("double.mrg", gold.repeat(2));
    let ran = folder.run("brackets --preset collins gold.mrg double.mrg");
    assert!(ran.out.contains("60 sentences") && !ran.out.contains("120 sentences"), "{}", ran.out);
}

/// A part that is larger than its whole would pass any gate.
#[test]
fn saved_rows_with_more_parts_than_wholes_are_refused() {
    let folder = Folder::new();
    folder.json("brackets gold.mrg strong.mrg --save brackets.jsonl");
    let files = "entailments/gold.conllu entailments/weak.conllu";
    folder.json(&format!("dependencies {files} --save dependencies.jsonl"));
    for (rows, count, whole) in [
        ("brackets.jsonl", "tags_matched", "words"),
        ("brackets.jsonl", "exact", "sentences"),
        ("brackets.jsonl", "matched_unlabelled", "gold"),
        ("dependencies.jsonl", "attachments", "heads"),
        ("dependencies.jsonl", "upos", "words_gold"),
        ("dependencies.jsonl", "clas", "content_gold"),
    ] {
        let text = folder.read(rows);
        assert_eq!(folder.run(&format!("merge {rows}")).status, 0);
        let start = text.find(&format!("\"{count}\":")).unwrap() + count.len() + 3;
        let end = start + text[start..].find(|c: char| !c.is_ascii_digit()).unwrap();
        folder.write("odd.jsonl", format!("{}400{}", &text[..start], &text[end..]));
        let ran = folder.run("merge odd.jsonl");
        assert_eq!(ran.status, 2, "{count}: {}", ran.out);
        let why = format!("{count} is 400, more than the ");
        assert!(ran.err.contains(&why) && ran.err.contains(whole), "{}", ran.err);
    }
}

/// Where nothing could be tested nobody is in one group; with a baseline each pair is told.
#[test]
fn the_first_screen_says_what_was_tested() {
    let folder = Folder::new();
    let words = "brackets gold.mrg strong.mrg middling.mrg weak.mrg";
    let ran = folder.run(&format!("{words} --test mcnemar"));
    assert!(!ran.out.contains("group") && ran.out.contains("there is no p"), "{}", ran.out);
    let ran = folder.run(&format!("{words} --baseline weak"));
    assert!(ran.out.contains("strong and weak differ: +22.89 F1"), "{}", ran.out);
}
