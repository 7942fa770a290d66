use crate::program::Folder;

const DECIDE: &str = "entail decide entailments/pairs.xml --module ud --parses";

/// The sentences of the demo's gold parses, without their names.
fn sentences(folder: &Folder) -> Vec<String> {
    let text = folder.read("entailments/gold.conllu");
    let unnamed = |sentence: &str| {
        let lines = sentence.lines().filter(|line| !line.starts_with("# sent_id"));
        lines.map(|line| format!("{line}\n")).collect()
    };
    text.trim_end().split("\n\n").map(unnamed).collect()
}

#[test]
fn parses_in_another_order_are_refused() {
    let folder = Folder::new();
    let all = sentences(&folder);
    let reversed: Vec<&str> = all.iter().rev().map(String::as_str).collect();
    let swapped: Vec<&str> = (0..all.len()).map(|at| all[at ^ 1].as_str()).collect();
    folder.write("same", all.join("\n") + "\n");
    folder.write("reversed", reversed.join("\n") + "\n");
    folder.write("swapped", swapped.join("\n") + "\n");
    assert_eq!(folder.run(&format!("{DECIDE} same")).status, 0);
    for (file, side) in [("reversed", "texts"), ("swapped", "hypotheses")] {
        for command in [
            format!("{DECIDE} {file}"),
            format!("entail explain entailments/pairs.xml --module ud --id 1 --parses {file}"),
            format!("entail oracle entailments/pairs.xml --module ud --gold-parses {file}"),
            format!("entail train entailments/pairs.xml --parses {file}"),
        ] {
            let ran = folder.run(&command);
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{command}");
            let message = format!("of 158 parses of {side} are of other sentences; number ");
            assert!(ran.err.contains(&message), "{command}\n{}", ran.err);
            assert!(ran.err.contains("`bezant entail sentences`, in its order"), "{}", ran.err);
        }
        let any = folder.run(&format!("{DECIDE} {file} --any-words"));
        assert_eq!(any.status, 0, "{}", any.err);
        assert!(any.err.contains("|parses:any-words|"), "{}", any.err);
    }
}

#[test]
fn a_parse_of_another_sentence_counts_as_missing() {
    let folder = Folder::new();
    let mut all = sentences(&folder);
    all.swap(3, 40);
    folder.write("some", all.join("\n") + "\n");
    let ran = folder.run(&format!("{DECIDE} some"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let message = "2 of 316 parses are of other sentences and count as missing; the first stands \
                   for the hypothesis of pair 2";
    assert!(ran.err.contains(message), "{}", ran.err);
    assert!(ran.out.contains("\n2\tNO\n"));
    let why = "no analysis: the parse is of another sentence";
    for shape in ["text", "json", "html"] {
        let command = "entail explain entailments/pairs.xml --module ud --parses some --id 2";
        let explained = folder.run(&format!("{command} --as {shape}"));
        assert!(explained.out.contains(why), "{}", explained.out);
    }
}

#[test]
fn sentences_without_a_parse_are_counted() {
    let folder = Folder::new();
    let trees = folder.read("entailments/gold.mrg");
    let blank = |every: usize| -> String {
        let lines = trees.lines().enumerate();
        let lines = lines.map(|(at, tree)| if at % every == 0 { "(())" } else { tree });
        lines.map(|line| format!("{line}\n")).collect()
    };
    folder.write("some.mrg", blank(4)).write("none.mrg", blank(1));
    let command = "entail decide entailments/pairs.xml --parses";
    let some = folder.run(&format!("{command} some.mrg"));
    assert_eq!(some.status, 0, "{}", some.err);
    let message = "79 of 316 sentences have no parse; the first is the text of pair 1\n";
    assert!(some.err.contains(message), "{}", some.err);
    let none = folder.run(&format!("{command} none.mrg"));
    assert_eq!((none.status, none.out.as_str()), (2, ""));
    assert!(none.err.contains("none.mrg: not one sentence has a parse"), "{}", none.err);
}

/// Escapes, contractions, quotation marks, capitals, joined words, dictionary forms, and relations
/// that name only some words.
#[test]
fn other_tokens_of_the_same_sentence_are_no_other_sentence() {
    let folder = Folder::new();
    folder.write(
        "pairs.csv",
        "id,text,hypothesis\n1,\"\"\"We can't stop (yet) in New York,\"\" the drivers said.\",Drivers said something.\n",
    );
    let second = "(S (NP (NNS DRIVERS)) (VP (VBD said) (NP (NN something))))\n";
    let first = "(S (`` ``) (PRP we) (MD ca) (RB n't) (VB stop) (-LRB- -LRB-) (RB yet) (-RRB- -RRB-) \
                 (IN in) (NNP New_York) (, ,) ('' '') (DT the) (NNS drivers) (VBD said) (. .))\n";
    folder.write("a.mrg", format!("{first}{second}"));
    let column = |words: &[&str]| -> String {
        let lines = words.iter().zip(1..).map(|(word, at)| {
            let (head, name) = if at == 1 { (0, "root") } else { (1, "dep") };
            format!("{at}\t_\t{word}\t_\t_\t_\t{head}\t{name}\t_\t_\n")
        });
        lines.collect::<String>() + "\n"
    };
    let lemmas = ["we", "can", "not", "stop", "yet", "in", "New", "York", "the", "driver", "say"];
    folder.write("b.conllu", column(&lemmas) + &column(&["driver", "say", "something"]));
    folder.write(
        "c.sd",
        "nsubj(said-17, drivers-16)\n\nnsubj(said-2, Drivers-1)\ndobj(said-2, something-3)\n\n",
    );
    for file in ["a.mrg", "b.conllu", "c.sd"] {
        let ran = folder.run(&format!("entail decide pairs.csv --module schwa --parses {file}"));
        assert_eq!(ran.status, 0, "{file}\n{}", ran.err);
        assert!(!ran.err.contains("warning"), "{file}\n{}", ran.err);
    }
}

/// A parser's whole treebank, in another order, for some of the pairs.
#[test]
fn parses_are_found_by_their_words_among_others() {
    let folder = Folder::new();
    let all = folder.read("entailments/pairs.xml");
    let (head, _) = all.split_once("<pair ").unwrap();
    let some: Vec<&str> = all.split_inclusive("</pair>").skip(40).take(30).collect();
    folder.write("some.xml", format!("{head}{}\n</entailment-corpus>\n", some.concat()));
    let trees = folder.read("entailments/gold.mrg");
    let wanted: String = trees.split_inclusive('\n').skip(80).take(60).collect();
    let reversed: Vec<&str> = trees.split_inclusive('\n').rev().collect();
    folder.write("wanted.mrg", wanted).write("reversed.mrg", reversed.concat());
    let command = "entail decide some.xml --parses";
    let plain = folder.run(&format!("{command} wanted.mrg"));
    assert_eq!((plain.status, plain.out.lines().count()), (0, 30), "{}", plain.err);
    let refused = folder.run(&format!("{command} reversed.mrg"));
    assert_eq!(refused.status, 2);
    let message = "316 parses for 60 sentences of 30 pairs\n  hint: ";
    assert!(refused.err.contains(message), "{}", refused.err);
    assert!(refused.err.contains("--find-parses finds"), "{}", refused.err);
    let found = folder.run(&format!("{command} reversed.mrg --find-parses"));
    assert_eq!((found.status, &found.out), (0, &plain.out), "{}", found.err);
    let twice = "reversed.mrg --parses reversed.mrg --find-parses";
    assert_eq!(folder.run(&format!("{command} {twice}")).out, plain.out);
    // What is not there is counted, and an error if nothing is.
    let short: String = reversed.iter().skip(316 - 100).copied().collect();
    folder.write("short.mrg", short);
    let some = folder.run(&format!("{command} short.mrg --find-parses"));
    assert!(
        some.status == 0 && some.err.contains(" of 60 sentences have no parse"),
        "{}",
        some.err
    );
    folder.write("other.mrg", "(S (NP (NN rain)) (VP (VBD fell)))\n");
    let none = folder.run(&format!("{command} other.mrg --find-parses"));
    assert!(none.status == 2 && none.err.contains("not one sentence has a parse"), "{}", none.err);
}

#[test]
fn a_parse_of_one_foreign_word_counts_as_missing() {
    let folder = Folder::new();
    let mut all = sentences(&folder);
    all[2] = "1\tfoo\tfoo\tNOUN\tNN\t_\t0\troot\t_\t_\n".to_string();
    folder.write("some", all.join("\n") + "\n");
    let ran = folder.run(&format!("{DECIDE} some"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let message = "1 of 316 parses are of other sentences and count as missing; the first stands for the text of pair 2";
    assert!(ran.err.contains(message), "{}", ran.err);
    assert!(ran.out.contains("\n2\tNO\n"));
}
