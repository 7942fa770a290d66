use crate::program::Folder;

const GOLD: &str = "\
(TOP (S (NP (NNS Dogs)) (VP (VBP bark) (ADVP (RB loudly))) (. .)))
(TOP (S (NP (PRP We)) (VP (VBD saw) (NP (NP (NNS cats)) (PP (IN in) (NP (NNS hats))))) (. .)))
";

const COLUMNS: &str = "\
# sent_id = tea
1\tAnn\tAnn\tPROPN\t_\t_\t2\tnsubj\t2:nsubj\t_
2\tmade\tmake\tVERB\t_\t_\t0\troot\t0:root\t_
3\ttea\ttea\tNOUN\t_\t_\t2\tobj\t2:obj\t_

# sent_id = cake
1\tBo\tBo\tPROPN\t_\t_\t2\tnsubj\t2:nsubj\t_
2\tate\teat\tVERB\t_\t_\t0\troot\t0:root\t_
3-4\tit's\t_\t_\t_\t_\t_\t_\t_\t_
3\tit\tit\tPRON\t_\t_\t2\tobj\t2:obj|4:nsubj\t_
4\t's\tbe\tAUX\t_\t_\t2\tdep\t2:dep\t_

";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("gold.mrg", GOLD).write("gold.conllu", COLUMNS);
    folder.write(
        "weak.mrg",
        GOLD.replace(
            "(NP (NP (NNS cats)) (PP (IN in) (NP (NNS hats))))",
            "(NP (NNS cats)) (PP (IN in) (NP (NNS hats)))",
        ),
    );
    folder.write("weak.conllu", COLUMNS.replace("2\tobj\t2:obj|4", "4\tiobj\t2:obj|4"));
    folder
}

#[test]
fn a_terminal_shows_the_first_sentence() {
    let ran = folder().run("draw gold.mrg");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(
        ran.out,
        "gold.mrg, sentence 1\nTOP\n└─ S\n   ├─ NP\n   │  └─ NNS Dogs\n   ├─ VP\n   │  ├─ VBP bark\n   \
         │  └─ ADVP\n   │     └─ RB loudly\n   └─ . .\n"
    );
    let ran = folder().run("draw gold.conllu weak.conllu --sentence cake");
    assert!(ran.out.starts_with("gold.conllu and weak.conllu, sentence 2 (cake)\n"), "{}", ran.out);
    assert!(ran.out.contains("* head or relation differs\nit's = it + 's\n"), "{}", ran.out);
}

#[test]
fn files_are_written_as_their_names_end() {
    let folder = folder();
    for (name, start) in [
        ("a.svg", "<svg "),
        ("a.pdf", "%PDF-1.4"),
        ("a.png", "\u{89}PNG"),
        ("a.tex", "\\documentclass"),
        ("a.dot", "digraph "),
        ("a.gv", "digraph "),
        ("a.txt", "gold.mrg and weak.mrg, sentence 2"),
    ] {
        let ran = folder.run(&format!("draw gold.mrg weak.mrg --sentence 2 -o {name}"));
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""), "{name}");
        let bytes = std::fs::read(folder.path().join(name)).unwrap();
        let written: String = bytes.iter().take(40).map(|byte| char::from(*byte)).collect();
        assert!(written.starts_with(start), "{name}: {written}");
        folder.run(&format!(
            "draw gold.mrg weak.mrg --sentence 2 -o again --format {}",
            match &name[2..] {
                "gv" => "dot",
                "txt" => "text",
                other => other,
            }
        ));
        assert_eq!(std::fs::read(folder.path().join("again")).unwrap(), bytes, "{name}");
    }
    let svg = folder.read("a.svg");
    assert!(svg.contains("<text class=\"phrase missing\"") && svg.contains(">−NP</text>"), "{svg}");
    let tex = folder.read("a.tex");
    assert!(
        tex.contains("[{\\ensuremath{-}NP}, bezant missing, edge={bezant missing line}"),
        "{tex}"
    );
}

#[test]
fn several_sentences_are_drawn_in_the_order_in_which_they_are_named() {
    let folder = folder();
    let ran = folder.run("draw gold.conllu --sentence cake,1-2");
    let titles: Vec<&str> = ran.out.lines().filter(|line| line.contains("sentence")).collect();
    assert_eq!(titles, ["gold.conllu, sentence 2 (cake)", "gold.conllu, sentence 1 (tea)"]);
    folder.run("draw gold.mrg weak.mrg --sentence 1-2 -o a.pdf");
    let bytes = std::fs::read(folder.path().join("a.pdf")).unwrap();
    let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    assert!(text.contains("/Kids [3 0 R 5 0 R] /Count 2"));
    let ran = folder.run("draw gold.conllu weak.conllu --sentence 2 --format svg --enhanced");
    assert!(ran.out.contains("<svg "), "{}", ran.err);
}

#[test]
fn what_cannot_be_drawn_is_refused_with_what_there_is() {
    let folder = folder();
    folder.write("empty.mrg", "").write("odd.txt", "nothing\nat all\n");
    folder.write("pairs.tsv", "id\ttext\thypothesis\tanswer\n1\tDogs bark.\tDogs bark.\tYES\n");
    for (words, message) in [
        (
            "draw gold.mrg --sentence 7",
            "gold.mrg: there is no sentence 7; 2 are there\n  hint: name a sentence by its number",
        ),
        ("draw gold.conllu --sentence soup", "there is no sentence soup; 2 are there"),
        ("draw gold.mrg --sentence 1-9", "there is no sentence 1-9; 2 are there"),
        ("draw gold.mrg --sentence 0", "sentences are counted from 1"),
        ("draw gold.mrg --sentence 5-3", "5-3 is no range; write 3-5"),
        ("draw empty.mrg", "empty.mrg: there are no sentences to draw"),
        ("draw gold.mrg -o a.jpg", "drawings are written as .svg, .pdf, .png, .tex, .dot or .txt"),
        ("draw gold.mrg gold.conllu", "gold.conllu"),
        (
            "draw pairs.tsv",
            "these are pairs of entailments\n  hint: pass parses of their sentences with --parses",
        ),
        ("draw odd.txt", "odd.txt:1:1"),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 2, "{words}\n{}", ran.out);
        assert!(ran.err.contains(message), "{words}\n{}", ran.err);
    }
}

#[test]
fn pairs_are_drawn_with_their_parses() {
    let folder = folder();
    folder.write(
        "pairs.tsv",
        "id\ttext\thypothesis\tanswer\n17\tDogs bark loudly.\tDogs bark.\tYES\n",
    );
    folder.write("parses.mrg", "(TOP (S (NP (NNS Dogs)) (VP (VBP bark) (ADVP (RB loudly))) (. .)))\n(TOP (S (NP (NNS Dogs)) (VP (VBP bark)) (. .)))\n");
    for which in ["", "--sentence 17", "--sentence 1"] {
        let ran = folder.run(&format!("draw pairs.tsv --parses parses.mrg {which} --format svg"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(ran.out.contains("<title>pair 17</title>"), "{}", ran.out);
        assert!(ran.out.contains("<text class=\"relation highlighted\""), "{}", ran.out);
    }
    let ran = folder.run("draw pairs.tsv --parses parses.mrg --sentence 3");
    assert!(
        ran.err.contains("has no pair 3; name one by its id, or by its place from 1 to 1"),
        "{}",
        ran.err
    );
}

#[test]
fn pairs_have_the_relations_of_their_file() {
    let folder = Folder::new();
    let words = "draw entailments/pairs.xml --parses entailments/weak.conllu";
    let ran = folder.run(words);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    for relation in ["compound", "nummod", "nmod", "obj", "obl"] {
        assert!(ran.out.contains(&format!(" {relation} ")), "{relation}\n{}", ran.out);
    }
    for invented in ["dobj", " nn ", "prep_"] {
        assert!(!ran.out.contains(invented), "{invented}\n{}", ran.out);
    }
    // The two sentences are not gold and a system, of which words could differ.
    assert!(!ran.out.contains('*'), "{}", ran.out);
    let ran = folder.run(&format!("{words} --format svg"));
    assert!(ran.out.contains(">compound<") && ran.out.contains("relation highlighted"));
}

#[test]
fn what_has_no_effect_on_a_drawing_is_said() {
    let folder = folder();
    folder.write("lost.mrg", "\n(TOP (S (NP (PRP We))))\n");
    for (words, warning) in [
        ("draw gold.mrg lost.mrg", "lost.mrg, sentence 1: there is no parse"),
        (
            "draw gold.mrg --highlight NP,ZZZ",
            "--highlight has no effect because nothing that is drawn is called ZZZ",
        ),
        ("draw gold.mrg --enhanced", "--enhanced has no effect because trees of phrases"),
        ("draw gold.conllu --enhanced", "--enhanced has no effect because one file alone"),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 0, "{words}");
        assert!(ran.err.contains(warning), "{words}\n{}", ran.err);
        assert!(!ran.err.contains("words differ"), "{words}\n{}", ran.err);
        assert_eq!(folder.run(&format!("{words} --quiet")).err, "");
    }
    assert_eq!(folder.run("draw gold.mrg weak.mrg --highlight NP -s 2").err, "");
}

#[test]
fn pages_of_pdf_are_no_longer_than_viewers_show() {
    let folder = Folder::new();
    let line = |at: usize| format!("{at}\tword\t_\tX\t_\t_\t{}\tdep\t_\t_\n", at - 1);
    folder.write("long.conllu", (1..=5000).map(line).collect::<String>() + "\n");
    assert_eq!(folder.run("draw long.conllu -o long.pdf").status, 0);
    let bytes = std::fs::read(folder.path().join("long.pdf")).unwrap();
    let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    let (_, rest) = text.split_once("/MediaBox [0 0 ").unwrap();
    let (sides, rest) = rest.split_once(']').unwrap();
    let sides: Vec<f64> = sides.split(' ').map(|side| side.parse().unwrap()).collect();
    assert!(sides.iter().all(|side| *side <= 14_400.0), "{sides:?}");
    let unit: f64 =
        rest.strip_prefix(" /UserUnit ").unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(unit > 1.0 && sides[1] * unit > 14_400.0, "{sides:?} {unit}");
    assert!(text.starts_with("%PDF-1.6"));
}

#[test]
fn arcs_of_latex_are_wider_than_their_labels() {
    let folder = Folder::new();
    folder.write(
        "a.conllu",
        "1\ta\t_\tX\t_\t_\t2\tcompound\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n3\tc\t_\tX\t_\t_\t2\tx\t_\t_\n\n",
    );
    let ran = folder.run("draw a.conllu --format tex");
    // 8 letters of 4 points and 16 to be seen, less two halves of a word of 5 points and 4 between them.
    assert!(ran.out.contains("a \\&[39pt] b \\&[11pt] c \\\\\n"), "{}", ran.out);
}

#[test]
fn long_sentences_and_hostile_words_are_drawn() {
    let folder = Folder::new();
    let mut text = String::new();
    for at in 1..=3000 {
        let head = if at == 1 { 0 } else { 1 + at * 7 % (at - 1) };
        text.push_str(&format!(
            "{at}\t</script><img onerror=x>\t_\tX\t_\t_\t{head}\t\\{{}}&%$#\"\t_\t_\n"
        ));
    }
    folder.write("long.conllu", text + "\n");
    for format in ["svg", "tex", "dot", "text", "pdf"] {
        let ran = folder.run(&format!("draw long.conllu --format {format} -o out"));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{format}");
    }
    folder.run("draw long.conllu -o a.svg");
    assert!(!folder.read("a.svg").contains("<img"));
    folder.write("long.mrg", format!("(S{})\n", " (X a)".repeat(5000)));
    let ran = folder.run("draw long.mrg long.mrg --format svg");
    assert!(ran.out.contains("5000 words, too many to draw as a tree"), "{}", ran.err);
    // Whoever does not look at the picture is told, too.
    let message = "sentence 1: 5000 words, too many to draw as a tree\n";
    assert!(ran.status == 0 && ran.err.contains(message), "{}", ran.err);
    for (words, is_said) in [
        ("draw long.mrg -o a.svg", true),
        ("draw long.mrg -o a.dot", true),
        ("draw long.mrg -o a.txt", true),
        ("draw long.mrg long.mrg -o a.txt", false),
        ("draw long.mrg -o a.svg -q", false),
        ("draw long.mrg", false),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 0, "{words}");
        assert_eq!(ran.err.contains(message), is_said, "{words}\n{}", ran.err);
    }
}

#[test]
fn other_words_are_drawn_apart_and_that_is_said() {
    let folder = folder();
    folder.write("other.mrg", "(TOP (S (NP (NNS Cats)) (VP (VBP sleep))))\n");
    let ran = folder.run("draw gold.mrg other.mrg");
    assert_eq!(ran.status, 0);
    assert!(
        ran.err.contains("words differ, so that gold and system are drawn apart"),
        "{}",
        ran.err
    );
    assert!(
        ran.out.contains("gold.mrg, sentence 1\n") && ran.out.contains("other.mrg, sentence 1\n")
    );
    assert_eq!(folder.run("draw gold.mrg other.mrg --quiet").err, "");
}

#[test]
fn every_format_that_is_read_is_drawn() {
    let folder = Folder::new();
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    for (file, word) in [
        ("discontinuous/valid/crossing.dbr", "Wake"),
        ("discontinuous/valid/version-3.export", "Wake"),
        ("discontinuous/valid/version-4.export", "Wake"),
        ("conllu/valid/empty-node.conllu", "conj:and"),
        ("conllu/valid/multiword-token.conllu", "Wasn't"),
        ("relations/valid/candc.gr", "ncsubj"),
        ("relations/valid/depbank.gr", "ncsubj"),
        ("relations/valid/numbered.gr", "words in the order in which relations name them"),
        ("relations/valid/rasp-output.gr", "ncsubj"),
        ("parses/valid/candc.deps", "NP[nb]/N"),
        ("parses/valid/ccgbank.parg", "NP[nb]/N"),
        ("parses/valid/charniak.txt", "S1"),
        ("parses/valid/collins.txt", "TOP"),
        ("parses/valid/mst.lab", "nsubj"),
    ] {
        let path = fixtures.join(file);
        let ran = folder.run(&format!("draw {} --format svg", path.display()));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{file}");
        assert!(ran.out.contains(word), "{file}\n{}", ran.out);
        let lines = folder.run(&format!("draw {}", path.display()));
        assert!(lines.out.contains(word), "{file}\n{}", lines.out);
    }
}

#[test]
fn two_or_three_systems_are_drawn_into_one() {
    let folder = Folder::new();
    let gold = "entailments/gold.conllu";
    let systems = "entailments/strong.conllu entailments/middling.conllu entailments/weak.conllu";
    let ran = folder.run(&format!("draw {gold} {systems} -s 24"));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("nsubj:pass C"), "{}", ran.out);
    assert!(ran.out.ends_with("A strong, B middling, C weak\n"), "{}", ran.out);
    // Trees have what is extra as words.
    let ran = folder.run("draw gold.mrg middling.mrg weak.mrg -s 14 --format svg");
    assert_eq!((ran.status, ran.out.matches("<svg").count()), (0, 1));
    for text in [">−NP B<", ">A middling, B weak<", "×VP [stream floods … meadow]"] {
        assert!(ran.out.contains(text), "{text}");
    }
    // Below each other as they are asked for, and where one drawing cannot carry them.
    let ran = folder.run("draw gold.mrg middling.mrg weak.mrg -s 14 --apart");
    assert_eq!(ran.out.matches(", sentence 14").count(), 2);
    let ran = folder.run("draw gold.mrg strong.mrg middling.mrg weak.mrg gold.mrg -s 14");
    assert_eq!(ran.out.matches(", sentence 14").count(), 4);
    let ran = folder.run("draw gold.mrg weak.mrg failing.mrg -s 8 -q");
    assert!(ran.out.contains("gold.mrg and weak.mrg, sentence 8"), "{}", ran.out);
}

#[test]
fn relations_without_a_sentence_are_arcs_over_the_words_that_they_name() {
    let folder = Folder::new();
    folder.write(
        "gold.gr",
        "1\n(ncsubj sees_3 dog_2 _)\n(dobj sees_3 cat_5)\n(det cat_5 a_4)\n(passive sees_3)\n",
    );
    folder.write(
        "system.gr",
        "1\n(ncsubj sees_3 dog_2 _)\n(iobj at sees_3 cat_5)\n(ncmod _ cat_5 grey_6)\n",
    );
    let ran = folder.run("draw gold.gr");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let words: Vec<&str> = ["dog_2", "sees_3", "a_4", "cat_5"].to_vec();
    let places: Vec<Option<usize>> = words.iter().map(|word| ran.out.find(word)).collect();
    assert!(places.is_sorted() && places[0].is_some(), "{}", ran.out);
    for line in
        ["only the words that relations name, in the order of their numbers", "(passive sees_3)"]
    {
        assert!(ran.out.contains(line), "{}", ran.out);
    }
    // Gold and system have the words of both.
    let ran = folder.run("draw gold.gr system.gr --format svg");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    for text in [">grey_6<", ">−dobj<", ">+iobj:at<", ">−det<"] {
        assert!(ran.out.contains(text), "{text}");
    }
    // Without numbers they stand as they are named.
    folder.write("plain.gr", "1\n(ncsubj sees dog _)\n(dobj sees cat)\n");
    let ran = folder.run("draw plain.gr");
    assert!(ran.out.contains("words in the order in which relations name them"), "{}", ran.out);
    assert!(ran.out.find("sees") < ran.out.find("cat"), "{}", ran.out);
}
