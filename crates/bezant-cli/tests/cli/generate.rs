use std::fs;
use std::path::Path;

use crate::program::Folder;
use crate::readme::blocks;

const GOLD: &str = "# sent_id = news-1\n# text = John saw a man with a hat.\n\
    1\tJohn\tJohn\tPROPN\tNNP\t_\t2\tnsubj\t_\t_\n\
    2\tsaw\tsee\tVERB\tVBD\t_\t0\troot\t_\t_\n\
    3\ta\ta\tDET\tDT\t_\t4\tdet\t_\t_\n\
    4\tman\tman\tNOUN\tNN\t_\t2\tobj\t_\t_\n\
    5\twith\twith\tADP\tIN\t_\t7\tcase\t_\t_\n\
    6\ta\ta\tDET\tDT\t_\t7\tdet\t_\t_\n\
    7\that\that\tNOUN\tNN\t_\t4\tnmod\t_\t_\n\
    8\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("gold.conllu", GOLD);
    folder.write("sys.conllu", GOLD.replace("\t4\tnmod", "\t2\tobl"));
    folder
}

#[test]
fn a_difference_is_a_yes_and_a_no() {
    let folder = folder();
    let sure = folder.run("entail generate --gold gold.conllu --parsed sys.conllu -o sure.xml");
    assert!(sure.err.contains("--doubtful keeps 1 NO"), "{}", sure.err);
    assert!(sure.err.trim_end().ends_with("1 pairs: 1 YES, 0 NO"), "{}", sure.err);
    let files = "--doubtful --gold gold.conllu --parsed sys.conllu";
    let ran = folder.run(&format!("entail generate {files} -o new.xml"));
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{}", ran.err);
    let xml = folder.read("new.xml");
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<entailment-corpus>\n"));
    assert!(xml.contains("<pair id=\"news-1.saw-2.hat-7\" entailment=\"NO\""), "{xml}");
    assert!(xml.contains("<pair id=\"news-1.man-4.hat-7\" entailment=\"YES\""), "{xml}");
    assert!(xml.contains("<h>Somebody saw somebody with a hat.</h>"), "{xml}");
    assert!(xml.contains("systems=\"sys.conllu\""), "{xml}");
    assert!(xml.contains("source=\"gold\""), "{xml}");
    assert!(ran.err.contains("1 of 1 sentences compared; "), "{}", ran.err);
    assert!(ran.err.trim_end().ends_with("2 pairs: 1 YES, 1 NO"), "{}", ran.err);
    // What was written is read as any other pairs are, and gold is right about it.
    let again = format!(
        "entail generate -q {files} --format tsv -o new.tsv --parses-out h.conllu --texts-out t.conllu"
    );
    assert_eq!(folder.run(&again).status, 0);
    let decided =
        folder.run("entail decide -q new.tsv --parses t.conllu --parses h.conllu --module ud");
    assert_eq!(decided.out, "news-1.saw-2.hat-7\tNO\nnews-1.man-4.hat-7\tYES\n", "{}", decided.err);
}

#[test]
fn the_same_bytes_come_out_twice_and_with_other_threads() {
    let folder = folder();
    let run = |more: &str| {
        let words = "entail generate -q --gold entailments/gold.conllu --parsed entailments/weak.conllu \
            entailments/strong.mrg --all --balance answer,relation --limit 40";
        let ran = folder.run(&format!("{words} {more}"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.out
    };
    let first = run("--threads 1");
    assert_eq!(first, run("--threads 1"));
    assert_eq!(first, run("--threads 3"));
    assert_ne!(first, run("--seed 2"));
    assert_eq!(first.matches("<pair ").count(), 40);
}

#[test]
fn without_gold_nothing_is_answered_and_without_systems_everything_is_asked() {
    let folder = folder();
    let two = folder.run("entail generate --parsed gold.conllu sys.conllu");
    assert_eq!(two.status, 0, "{}", two.err);
    assert!(!two.out.contains("entailment=\""), "{}", two.out);
    assert_eq!(two.out.matches("<pair ").count(), 2);
    assert!(two.err.contains("without answers because there is no gold"), "{}", two.err);
    let gold = folder.run("entail generate -q --gold gold.conllu");
    assert_eq!(gold.out.matches("entailment=\"YES\"").count(), 3, "{}", gold.out);
    let one = folder.run("entail generate --parsed gold.conllu");
    assert_eq!(one.status, 2);
    assert!(one.err.contains("give --gold, or what two parsers say"), "{}", one.err);
}

#[test]
fn sources_come_from_a_name_an_id_or_a_comment() {
    let folder = folder();
    let source = |more: &str| {
        let ran = folder.run(&format!("entail generate -q --gold gold.conllu {more}"));
        let xml = ran.out;
        let start = xml.find("source=\"").unwrap() + 8;
        xml[start..start + xml[start..].find('"').unwrap()].to_string()
    };
    assert_eq!(source(""), "gold");
    assert_eq!(source("--source brown"), "brown");
    assert_eq!(source("--source-from sent_id"), "news");
    folder.write("gold.conllu", format!("# genre = letters\n{GOLD}"));
    assert_eq!(source("--source-from genre"), "letters");
}

#[test]
fn word_pairs_get_hypotheses_or_a_reason() {
    let folder = folder();
    let pair = |id: u8, words: [&str; 2]| {
        let [one, two] = words;
        format!(
            "<pair id=\"{id}\" word1=\"{one}\" word2=\"{two}\"><t>John saw a man with a hat.</t><h></h></pair>\n"
        )
    };
    let pairs = pair(1, ["John", "saw"]) + &pair(2, ["John", "man"]) + &pair(3, ["John", "cat"]);
    folder.write("p.xml", format!("<entailment-corpus>\n{pairs}</entailment-corpus>\n"));
    folder.write("t.conllu", GOLD.repeat(3).replace("# sent_id = news-1\n", ""));
    let ran = folder.run("entail generate --pairs p.xml --parses t.conllu --report why.tsv");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], "1\tJohn saw somebody.");
    // Joined only through what John does.
    assert!(lines.contains(&"2\tJohn saw a man."), "{lines:?}");
    assert!(lines.iter().filter(|line| line.starts_with("1\t")).count() <= 3);
    assert!(ran.err.contains("3 (John cat): \"cat\" is not in the text\n"), "{}", ran.err);
    assert!(ran.err.ends_with("2 of 3 pairs have a hypothesis, 1 have none\n"), "{}", ran.err);
    assert!(folder.read("why.tsv").contains("3\t\tJohn cat\t\"cat\" is not in the text\n"));
    // The same parses with those of the hypotheses between them.
    folder.write("both.conllu", GOLD.repeat(6).replace("# sent_id = news-1\n", ""));
    assert_eq!(folder.run("entail generate -q --pairs p.xml --parses both.conllu").out, ran.out);
}

#[test]
fn word_pairs_whose_parse_cannot_be_used_have_a_reason_each() {
    let folder = folder();
    let good = GOLD.replace("# sent_id = news-1\n", "");
    let unknown = good.replace("\t4\tdet", "\t_\t_");
    let broken = good.replace("\t4\tdet", "\t19\tdet");
    let circle = good.replace("\t0\troot", "\t4\tobj");
    let foreign = "1\tPes\tpes\tNOUN\t_\t_\t5\tnsubj\t_\t_\n2\tsouseda\tsoused\tNOUN\t_\t_\t1\tnmod\t_\t_\n\
        3\tcelou\tcelý\tADJ\t_\t_\t4\tamod\t_\t_\n4\tnoc\tnoc\tNOUN\t_\t_\t5\tobl\t_\t_\n\
        5\tštěkal\tštěkat\tVERB\t_\t_\t0\troot\t_\t_\n6\thlasitě\thlasitě\tADV\t_\t_\t5\tadvmod\t_\t_\n\n";
    folder.write("t.conllu", good.clone() + &unknown + &broken + &circle + foreign + &good);
    let ours = "John saw a man with a hat.";
    let theirs = "Pes souseda celou noc štěkal hlasitě";
    let texts = [ours, ours, ours, ours, theirs, ours];
    let words = |at: usize| match at {
        4 => "word1=\"Pes\" word2=\"noc\"",
        5 => "word1=\"John\" word2=\"\"",
        _ => "word1=\"John\" word2=\"saw\"",
    };
    let pair = |(at, text): (usize, &str)| {
        format!("<pair id=\"{}\" {}><t>{text}</t><h></h></pair>\n", at + 1, words(at))
    };
    let pairs: String = texts.into_iter().enumerate().map(pair).collect();
    folder.write("p.xml", format!("<entailment-corpus>\n{pairs}</entailment-corpus>\n"));
    let ran = folder.run("entail generate -q --pairs p.xml --parses t.conllu --report why.tsv");
    assert_eq!(ran.status, 0, "{}", ran.err);
    // Both say the same of the words; what contradicts the parse is not added.
    assert!(ran.out.starts_with("1\tJohn saw somebody.\n1\tJohn saw a man.\n"), "{}", ran.out);
    assert!(!ran.out.contains("John was seen"), "{}", ran.out);
    let report = folder.read("why.tsv");
    let reasons: Vec<&str> =
        report.lines().skip(1).filter_map(|line| line.rsplit('\t').next()).collect();
    for (reason, expected) in reasons.iter().zip([
        "HEAD is no number",
        "HEAD is 19 in a sentence of 8 words",
        "the parse is no tree",
        "does not look like English",
        "\"\" is not in the text",
    ]) {
        assert!(reason.ends_with(expected), "{reason:?} instead of {expected:?}");
    }
    assert_eq!(reasons.len(), 5, "{report}");
    // A tree that a parser left empty.
    folder.write("t.mrg", "(S (NP (NNP John)) (VP (VBD saw) (NP (DT a) (NN man))) (. .))\n(())\n");
    let two = pairs.lines().take(2).collect::<Vec<_>>().join("\n").replace(" with a hat", "");
    folder.write("p.xml", format!("<entailment-corpus>\n{two}\n</entailment-corpus>\n"));
    let ran = folder.run("entail generate --pairs p.xml --parses t.mrg");
    assert!(ran.err.contains("2 (John saw): no parse\n"), "{}", ran.err);
}

#[test]
fn programs_parse_the_sentences_of_a_list() {
    let folder = folder();
    folder.write("list.txt", "John saw a man with a hat.\n");
    folder.write("one.sh", "cat gold.conllu\n").write("two.sh", "cat sys.conllu\n");
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_bezant"))
        .current_dir(folder.path())
        .args(["entail", "generate", "--sentences", "list.txt", "--names", "one,two"])
        .args(["--parser-cmd", "sh one.sh", "--parser-cmd", "sh two.sh"])
        .output()
        .unwrap();
    let out = String::from_utf8(ran.stdout).unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(out.contains("systems=\"one\"") && out.contains("systems=\"two\""), "{out}");
}

#[test]
fn slips_are_named() {
    let folder = folder();
    let fails = |words: &str, why: &str| {
        let ran = folder.run(&format!("entail generate {words}"));
        assert_eq!(ran.status, 2, "{words}");
        assert!(ran.err.contains(why), "{words}: {}", ran.err);
    };
    fails("--gold gold.conllu --rules subjekt", "no rule is called subjekt; there are subject,");
    fails(
        "--gold gold.conllu --count marks",
        "no convention is called marks; there are punctuation,",
    );
    fails("--gold gold.conllu --balance length", "length is nothing to balance; there are answer,");
    fails("--gold gold.conllu -o gold.conllu", "gold.conllu is read, and would be written over");
    fails("--pairs p.xml", "--parses");
}

#[test]
fn the_list_is_the_page() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/transformations.md");
    let ran = Folder::new().run("entail generate --list");
    assert_eq!(ran.out, fs::read_to_string(page).unwrap());
}

#[test]
fn the_commands_of_the_page_work() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generate.md");
    let folder = Folder::new();
    let mut n = 0;
    for (language, body) in blocks(&fs::read_to_string(page).unwrap()) {
        for line in body.lines().filter(|_| language == "console") {
            let ran = folder.run(line.strip_prefix("$ bezant ").unwrap());
            assert_eq!(ran.status, 0, "{line}\n{}", ran.err);
            n += 1;
        }
    }
    assert!(n >= 8, "{n}");
}

#[test]
fn nothing_to_compare_is_a_failure() {
    let folder = Folder::new();
    folder.write("empty.mrg", String::new());
    let ran = folder.run("entail generate --gold empty.mrg -o new.xml");
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.err.contains("not one sentence could be compared"), "{}", ran.err);
    assert!(!folder.path().join("new.xml").exists());
}

#[test]
fn what_people_may_doubt_is_kept_if_wanted() {
    let folder = Folder::new();
    let n_no = |options: &str| {
        let files = "--gold entailments/gold.conllu --parsed entailments/weak.conllu";
        let ran = folder.run(&format!("entail generate -q {files} {options} -o new.xml"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        let pairs = std::fs::read_to_string(folder.path().join("new.xml")).unwrap();
        pairs.matches("entailment=\"NO\"").count()
    };
    let (sure, all) = (n_no(""), n_no("--doubtful"));
    assert!(0 < sure && sure < all, "{sure} {all}");
}

#[test]
fn a_sentence_that_stands_twice_is_asked_about_once() {
    let folder = Folder::new();
    folder.write("gold.conllu", GOLD.to_string() + &GOLD.replace("news-1", "news-2"));
    let ran = folder.run("entail generate --gold gold.conllu -o new.xml");
    assert!(ran.err.contains("withheld: the same sentence is there already"), "{}", ran.err);
    let xml = folder.read("new.xml");
    assert!(xml.contains("news-1.") && !xml.contains("news-2."), "{xml}");
}
