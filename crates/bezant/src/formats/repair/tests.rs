//! Answers as chats return them, with what somebody would make of them by hand.

use super::*;

fn tree(answer: &str) -> (String, String) {
    shown(repair(answer.as_bytes(), RepairShape::Trees))
}

fn columns(answer: &str) -> (String, String) {
    shown(repair(answer.as_bytes(), RepairShape::Columns(Columns::Conllu, Roots::One)))
}

fn shown(repaired: Option<Repaired>) -> (String, String) {
    let Some(Repaired { text, done }) = repaired else { return ("nothing".into(), String::new()) };
    let kinds: Vec<String> = done
        .iter()
        .map(|(kind, n)| match n {
            1 => kind.name().to_string(),
            n => format!("{}×{n}", kind.name()),
        })
        .collect();
    (String::from_utf8(text).unwrap(), kinds.join(" "))
}

const TREE: &str = "(S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .))";

#[test]
fn what_is_well_formed_is_left_alone() {
    for sound in [
        TREE,
        "(A a) (B b)",
        "(INTJ no) (INTJ no)",
        "( (S (NP (NN Tea))))",
        "(S\n  (NP (NN Tea))\n  (VP (VBZ helps)))\n",
        "(NP (NN AT&amp;T))",
    ] {
        assert_eq!(tree(sound), (sound.to_string(), String::new()));
    }
}

#[test]
fn trees_are_found_among_words() {
    for (answer, kinds) in [
        (
            format!("Here is the parse:\n\n{TREE}\n\nLet me know if you (or others) need more!"),
            "prose",
        ),
        (format!("```\n{TREE}\n```"), "fence"),
        (
            format!("Sure! The parse is\n```lisp\n{TREE}\n```\nwhere (NP The dog) is the subject."),
            "prose fence",
        ),
        (
            format!(
                "First the sentence:\n```\nThe dog barks.\n```\nThen the tree:\n```text\n{TREE}\n```"
            ),
            "prose fence",
        ),
        (format!("```{TREE}```"), "fence"),
        (format!("```\n{TREE}"), "fence"),
        (format!("- {TREE}"), "markup"),
        (format!("1. {TREE}"), "markup"),
        (format!("> {TREE}"), "markup"),
        (format!("**{TREE}**"), "markup"),
        (format!("`{TREE}`"), "markup"),
        (format!("| {TREE} |"), "markup"),
        (format!("Parse: {TREE}"), "prose"),
        (serde_json::to_string(TREE).unwrap(), "quoted"),
        (format!("{{\"sentence\": \"The dog barks.\", \"tree\": \"{TREE}\"}}"), "quoted"),
        (format!("```json\n{{\"tree\": \"{TREE}\"}}\n```"), "fence quoted"),
        (TREE.replace(" (VP", "\\n  (VP"), "quoted"),
        (TREE.replace('(', "&#40;").replace(')', "&#41;"), "entities"),
        (format!("{TREE}\n{TREE}"), "repeated"),
        (format!("{TREE}\n\nOr again, in one line:\n\n{TREE}"), "prose repeated"),
        (TREE.replace('(', "[").replace(')', "]"), "notation"),
        ("(S (NP The/DT dog/NN) (VP barks/VBZ) ./.)".to_string(), "notation"),
    ] {
        assert_eq!(tree(&answer), (TREE.to_string(), kinds.to_string()), "{answer}");
    }
}

#[test]
fn brackets_are_closed_and_dropped() {
    for (answer, expected, kinds) in [
        ("(S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .)", TREE, "unclosed"),
        ("(S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .", TREE, "unclosed×2"),
        ("(S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .))))", TREE, "surplus×2"),
        ("(S (NP (DT The) (NN dog))) (VP (VBZ barks)) (. .))", TREE, "surplus"),
        ("S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .))", TREE, "unopened"),
        ("S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .)", TREE, "unopened unclosed"),
        // Columns say where a bracket was forgotten.
        ("(S\n  (NP (DT The)\n      (NN dog)\n  (VP (VBZ barks))\n  (. .))", TREE, "unclosed"),
        ("(S\n  (NP (DT The) (NN dog)))\n  (VP (VBZ barks))\n  (. .))\n", TREE, "surplus"),
        ("( S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .))", TREE, "notation"),
        (
            "(S (NP (DT The) (NN dog)) (VP (VBZ barks)",
            "(S (NP (DT The) (NN dog)) (VP (VBZ barks)))",
            "unclosed×2",
        ),
        (
            "(S (NP (DT The) (NN dog)) (VP (VBZ ba",
            "(S (NP (DT The) (NN dog)) (VP (VBZ ba)))",
            "unclosed×3",
        ),
        ("(S (NP (DT The) (NN dog)) (VP (VBZ", "(S (NP (DT The) (NN dog)))", "unclosed×3"),
        (
            "(S (NP (DT The) (NN dog)) (VP (VBZ barks)\n\nThe verb phrase (VP) was left open.",
            "(S (NP (DT The) (NN dog)) (VP (VBZ barks)))",
            "prose unclosed×2",
        ),
        (
            "(NP (NN Tea) (-LRB- () (JJ hot) (-RRB- )))",
            "(NP (NN Tea) (-LRB- -LRB-) (JJ hot) (-RRB- -RRB-))",
            "notation",
        ),
    ] {
        assert_eq!(tree(answer), (expected.to_string(), kinds.to_string()), "{answer}");
    }
}

#[test]
fn bare_words_get_a_tag() {
    for (answer, expected, kinds) in [
        (
            "(S (NP The dog) (VP barks) .)",
            "(S (NP (X The) (X dog)) (VP (X barks)) (. .))",
            "bare_word×4",
        ),
        (
            "(S (NP (DT The) dog) (VP (VBZ barks)))",
            "(S (NP (DT The) (X dog)) (VP (VBZ barks)))",
            "bare_word",
        ),
        (
            "(S (NP (the) (dog)) (VP (barks)))",
            "(S (NP (X the) (X dog)) (VP (X barks)))",
            "bare_word×3",
        ),
    ] {
        assert_eq!(tree(answer), (expected.to_string(), kinds.to_string()), "{answer}");
    }
}

#[test]
fn what_holds_no_tree_is_nothing() {
    for answer in [
        "",
        "   ",
        "I'm sorry, I can't parse this sentence (it is too long).",
        "The sentence (a short one) has a subject and a verb.",
        "(I cannot do that)",
        "()",
        "((((",
        "```\n```",
        "N/A",
    ] {
        assert_eq!(tree(answer).0, "nothing", "{answer}");
        assert_eq!(columns(answer).0, "nothing", "{answer}");
    }
}

const WORDS: &str = "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\t_\n\
                     2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\
                     3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n";

#[test]
fn sound_columns_are_left_alone() {
    let commented = format!("# sent_id = 1\n# text = Dogs bark.\n{WORDS}");
    for sound in [WORDS, WORDS.trim_end(), &commented, &format!("{WORDS}\n")] {
        assert_eq!(columns(sound), (sound.to_string(), String::new()));
    }
}

#[test]
fn columns_are_found_among_words() {
    let table: String =
        WORDS.lines().map(|line| format!("| {} |\n", line.replace('\t', " | "))).collect();
    let head = "| ID | FORM | LEMMA | UPOS | XPOS | FEATS | HEAD | DEPREL | DEPS | MISC |\n\
                |----|----|----|----|----|----|----|----|----|----|\n";
    for (answer, kinds) in [
        (format!("Here you go:\n\n```conllu\n{WORDS}```\nHope this helps."), "prose fence"),
        (WORDS.replace('\t', " "), "blanks"),
        (WORDS.replace('\t', "    "), "blanks"),
        (format!("{head}{table}"), "markup header"),
        (
            format!("ID\tFORM\tLEMMA\tUPOS\tXPOS\tFEATS\tHEAD\tDEPREL\tDEPS\tMISC\n{WORDS}"),
            "header",
        ),
        (WORDS.replace('\n', "\n\n"), "empty_lines"),
        (format!("{WORDS}\nNote that 2 is the root."), "prose"),
        (format!("{WORDS}\n{WORDS}"), "repeated"),
        (WORDS.replace("\t_\t_\n", "\n"), "columns"),
        (WORDS.replace("\t2\tpunct", "\t7\tpunct"), "heads"),
        (WORDS.replace("\t2\tpunct", "\t0\tpunct"), "heads"),
        (WORDS.replace("\t2\tnsubj", "\tbark\tnsubj"), "heads"),
        (
            WORDS.replace("1\tDogs", "Dogs").replace("2\tbark", "bark").replace("3\t.", "."),
            "columns ids",
        ),
        (
            WORDS
                .replace("1\tDogs", "0\tDogs")
                .replace("2\tbark", "1\tbark")
                .replace("3\t.", "2\t.")
                .replace("\t2\tnsubj", "\t1\tnsubj")
                .replace("\t2\tpunct", "\t1\tpunct")
                .replace("\t0\troot", "\t-1\troot"),
            "ids heads",
        ),
        (format!("# sent_id = x\n{}", WORDS.replace('\t', "  ")), "blanks"),
    ] {
        let (text, found) = columns(&answer);
        let text = text.replace("# sent_id = x\n", "");
        assert_eq!((text.trim_end(), &*found), (WORDS.trim_end(), kinds), "{answer}");
    }
    let empty = columns(&WORDS.replace("Number=Plur", ""));
    assert_eq!(empty, (WORDS.replace("Number=Plur", "_"), "columns".to_string()));
    // Without lemmas or tags, these stay open.
    let few = "1 Dogs NOUN 2 nsubj\n2 bark VERB 0 root\n";
    let filled = "1\tDogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n";
    assert_eq!(columns(few), (filled.to_string(), "blanks columns".to_string()));
    let cut = WORDS.replace("\tPUNCT\t.\t_\t2\tpunct\t_\t_\n", "");
    let (text, kinds) = columns(&cut);
    assert!(text.contains("3\t.\t.\t_\t_\t_\t2\t_\t_\t_\n"), "{text}");
    assert_eq!(kinds, "columns heads");
}

/// A word by its number, form, head and graph.
fn said(text: &str) -> String {
    let word = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        [fields[0], fields[1], fields[6], fields[8]].join(" ")
    };
    text.lines().map(word).collect::<Vec<_>>().join("; ")
}

#[test]
fn a_line_that_was_cut_off_keeps_its_word_and_its_columns() {
    let full = "1\tIn\tin\tADP\tIN\t_\t2\tcase\t2:case\t_\n\
                2\t1984\t1984\tNUM\tCD\t_\t4\tobl\t4:obl:in\t_\n\
                3\tdogs\tdog\tNOUN\tNNS\t_\t4\tnsubj\t4:nsubj\t_\n\
                4\tbarked\tbark\tVERB\tVBD\t_\t0\troot\t0:root\t_\n";
    let lines: Vec<&str> = full.lines().collect();
    // Any line, behind any column, also several below each other.
    for first in 0..4 {
        for last in first..4.min(first + 2) {
            for n in 2..10 {
                let cut = |at: usize, line: &str| match (first..=last).contains(&at) {
                    true => line.split('\t').take(n).collect::<Vec<_>>().join("\t"),
                    false => line.to_string(),
                };
                let answer: Vec<String> =
                    lines.iter().enumerate().map(|(at, line)| cut(at, line)).collect();
                let (text, kinds) = columns(&answer.join("\n"));
                let expected = |at: usize, line: &str| {
                    let mut fields: Vec<&str> = line.split('\t').collect();
                    if (first..=last).contains(&at) {
                        fields[n..].fill("_");
                    }
                    // What has lost its head is put under the root, if that is still there.
                    if fields[6] == "_" {
                        fields[6] = if at == 3 { "0" } else { "4" };
                    }
                    fields.join("\t")
                };
                let expected: Vec<String> =
                    lines.iter().enumerate().map(|(at, line)| expected(at, line)).collect();
                if n < 7 && last == 3 {
                    // The root itself has lost its head.
                    let forms: Vec<&str> =
                        text.lines().filter_map(|it| it.split('\t').nth(1)).collect();
                    assert_eq!(forms, ["In", "1984", "dogs", "barked"], "{first} {last} {n}");
                    continue;
                }
                assert_eq!(text, expected.join("\n") + "\n", "{first} {last} {n}");
                assert_eq!(
                    kinds,
                    if n < 7 {
                        format!("columns heads{}", times(last - first))
                    } else {
                        "columns".into()
                    }
                );
            }
        }
    }
    // Behind other sentences, too, and not what only looks like a word.
    let text =
        format!("{full}\n{}", full.replace("1\tIn\tin\tADP\tIN\t_\t2\tcase\t2:case\t_", "1\tIn"));
    let chunks = column_chunks(text.as_bytes(), Columns::Conllu);
    assert_eq!(chunks.len(), 2);
    assert!(text[chunks[1].range.clone()].starts_with("\n\n1\tIn\n2\t"));
    let (text, kinds) = columns(&format!("{full}\n1\tdogs\n3\tbarked\n"));
    assert_eq!((text.as_str(), kinds.as_str()), (full, "prose"));
}

fn times(more: usize) -> &'static str {
    if more == 1 { "×2" } else { "" }
}

#[test]
fn what_goes_by_numbers_is_numbered_with_the_words() {
    let row = |id: &str, form: &str, head: &str, graph: &str| {
        format!("{id}\t{form}\t_\t_\t_\t_\t{head}\tdep\t{graph}\t_\n")
    };
    let all = [
        row("1", "The", "2", "2:det"),
        row("2", "dogs", "4", "4:nsubj|6.1:nsubj"),
        row("4", "bark", "0", "0:root"),
        row("5-6", "andcats", "_", "_"),
        row("5", "and", "6", "6.1:cc"),
        row("6", "cats", "4", "3:x|6.1:nsubj"),
        row("6.1", "meow", "_", "4:conj:and|6:x"),
    ];
    let (text, kinds) = columns(&all.concat());
    assert_eq!(kinds, "ids");
    assert_eq!(
        said(&text),
        "1 The 2 2:det; 2 dogs 3 3:nsubj|5.1:nsubj; 3 bark 0 0:root; 4-5 andcats _ _; \
         4 and 5 5.1:cc; 5 cats 3 5.1:nsubj; 5.1 meow _ 3:conj:and|5:x"
    );
    // From 0 on.
    let zero = [row("0", "Dogs", "1", "1:nsubj"), row("1", "bark", "-1", "1:root")];
    assert_eq!(said(&columns(&zero.concat()).0), "1 Dogs 2 2:nsubj; 2 bark 0 0:root");
}

#[test]
fn repairs_are_final_and_linear() {
    let large = 256 << 10;
    for part in [
        "(",
        ")",
        "(S ",
        "(S\n",
        "word ",
        "```\n",
        "1\t",
        "1 a 2 b\n",
        "> ",
        "(S (N a)\n",
        "\n",
        "[",
        "(a)",
    ] {
        let text = part.repeat(large / part.len());
        for shape in [
            RepairShape::Trees,
            RepairShape::Columns(Columns::Conllu, Roots::One),
            RepairShape::Facts(FactLines::Typed),
        ] {
            if let Some(once) = repair(text.as_bytes(), shape) {
                let twice = repair(&once.text, shape).unwrap();
                assert!(twice.text == once.text && twice.done.is_empty(), "{part}");
            }
        }
    }
}

#[test]
fn facts_are_lines() {
    let typed =
        |answer: &str| shown(repair(answer.as_bytes(), RepairShape::Facts(FactLines::Typed)));
    let facts = "nsubj(bark-2, Dogs-1)\nroot(ROOT-0, bark-2)\n";
    assert_eq!(typed(facts), (facts.to_string(), String::new()));
    assert_eq!(
        typed("The dependencies are:\n```\n- nsubj(bark-2, Dogs-1)\n* root(ROOT-0, bark-2\n```"),
        (facts.to_string(), "prose fence markup unclosed".to_string())
    );
}

#[test]
fn trees_in_other_notations() {
    let quoted = "(S (NP (DT \"The\") (NN \"dog\")) (VP (VBZ \"barks\")) (. \".\"))";
    let set_in = "(S\n  (NP (DT The) (NN dog))\n  (VP (VBZ barks))\n  (. .))";
    for (answer, kinds) in [
        (
            TREE.replace("(NP ", "(**NP** ").replace("(S ", "(**S** ").replace("dog", "`dog`"),
            "markup",
        ),
        (quoted.to_string(), "notation"),
        ("[.S [.NP [.DT The ] [.NN dog ] ] [.VP [.VBZ barks ] ] [.. . ] ]".to_string(), "notation"),
        ("(S [NP (DT The) (NN dog)] [VP (VBZ barks)] (. .))".to_string(), "notation"),
        (set_in.replace("dog))", "dog))  ; subject"), "prose"),
        (set_in.replace("dog))", "dog))  // the subject"), "prose"),
        (set_in.replace("  ", "\u{a0}\u{a0}"), "notation"),
        (TREE.replace("(NP", "(\u{200b}NP"), "notation"),
        (TREE.replace('(', "\u{ff08}").replace(')', "\u{ff09}"), "notation"),
        (
            "Tree('S', [Tree('NP', [Tree('DT', ['The']), Tree('NN', ['dog'])]), \
             Tree('VP', [Tree('VBZ', ['barks'])]), Tree('.', ['.'])])"
                .to_string(),
            "notation",
        ),
    ] {
        assert_eq!(tree(&answer), (TREE.to_string(), kinds.to_string()), "{answer}");
    }
    // A square bracket may be a word.
    let sound = "(NP (-LSB- [) (NN tea) (-RSB- ]))";
    assert_eq!(tree(sound), (sound.to_string(), String::new()));
}

#[test]
fn dependencies_in_other_notations() {
    let heads = |answer: &str| {
        let (text, kinds) = columns(answer);
        let word = |line: &str| {
            let fields: Vec<&str> = line.split('\t').collect();
            format!("{} {} {}", fields[1], fields[6], fields[7])
        };
        (text.lines().map(word).collect::<Vec<_>>().join("; "), kinds)
    };
    let right = "The 2 det; dog 3 nsubj; barks 0 root";
    let json = r#"[{"id": 1, "form": "The", "head": 2, "deprel": "det"},
        {"id": 2, "form": "dog", "head": 3, "deprel": "nsubj"},
        {"id": 3, "form": "barks", "head": 0, "deprel": "root"}]"#;
    let rows = "1\tThe\t_\t_\t_\t_\t2\tdet\t_\t_\n2\tdog\t_\t_\t_\t_\t3\tnsubj\t_\t_\n\
                3\tbarks\t_\t_\t_\t_\t0\troot\t_\t_\n";
    for answer in [
        json.to_string(),
        format!("```json\n{json}\n```"),
        format!("{{\"tokens\": {json}}}"),
        format!("Here:\n{}", json.replace("form", "word").replace("deprel", "relation")),
        rows.replace('\t', "\\t"),
        rows.replace('\t', ","),
        "det(dog-2, The-1)\nnsubj(barks-3, dog-2)\nroot(ROOT-0, barks-3)".to_string(),
        "The -> dog (det)\ndog -> barks (nsubj)\nbarks -> ROOT (root)".to_string(),
        "1. The → 2 (det)\n2. dog → 3 (nsubj)\n3. barks → 0 (root)".to_string(),
        "| ID | Word | Head | Relation |\n|---|---|---|---|\n| 1 | **The** | 2 (dog) | det |\n\
         | 2 | **dog** | 3 (barks) | nsubj |\n| 3 | **barks** | 0 | root |"
            .to_string(),
        "| Word | Head | Relation |\n|---|---|---|\n| The | dog | det |\n| dog | barks | nsubj |\n\
         | barks | ROOT | root |"
            .to_string(),
    ] {
        assert_eq!(heads(&answer).0, right, "{answer}");
    }
    assert_eq!(heads(json).1, "quoted");
}
