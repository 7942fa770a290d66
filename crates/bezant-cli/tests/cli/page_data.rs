//! What is embedded in pages: it must not have words where none are wanted, and its counts must be true.

use std::io::Read;

use serde_json::Value;

use crate::program::Folder;

/// Every word of the files below begins with this, and nothing else does.
const MARK: &str = "Qz";

/// A page with all that is packed in it.
pub struct Unpacked {
    pub markup: String,
    /// By name, in order.
    pub data: Vec<(String, String)>,
}

impl Unpacked {
    pub fn read(page: &str) -> Unpacked {
        const START: &str = "<script type=\"application/octet-stream\" id=\"";
        let mut parts = page.split(START);
        let mut markup = parts.next().unwrap().to_string();
        let mut data = Vec::new();
        for part in parts {
            let (name, rest) = part.split_once("\">").unwrap();
            let (letters, rest) = rest.split_once("</script>").unwrap();
            let mut text = String::new();
            flate2::read::ZlibDecoder::new(&bytes(letters)[..]).read_to_string(&mut text).unwrap();
            data.push((name.to_string(), text));
            markup.push_str(rest);
        }
        Unpacked { markup, data }
    }

    /// What sentences of a section are found by.
    pub fn index(&self, section: &str) -> Value {
        let name = format!("data-{section}");
        let found = self.data.iter().find(|(known, _)| *known == name);
        serde_json::from_str(&found.unwrap().1).unwrap()
    }

    /// Where a word begins, with what stands around it.
    pub fn words(&self) -> Option<String> {
        let own = [("markup".to_string(), self.markup.clone())];
        own.iter().chain(&self.data).find_map(|(name, text)| {
            let at = text.find(MARK)?;
            let around: String = text[at..].chars().take(60).collect();
            Some(format!("{name}: {around}"))
        })
    }
}

/// Letters of RFC 4648 as bytes.
fn bytes(letters: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters = letters.trim_end_matches('=').as_bytes();
    let mut out = Vec::new();
    for four in letters.chunks(4) {
        let bits = four.iter().fold(0u32, |bits, letter| bits << 6 | u32::from(value(*letter)));
        let bits = bits << (6 * (4 - four.len()));
        out.extend(&bits.to_be_bytes()[1..four.len()]);
    }
    out
}

/// A word with the mark; punctuation has none, so that texts and parses stay the same.
fn marked(word: &str) -> String {
    let is_word = word.starts_with(char::is_alphanumeric) && word != "n't";
    if is_word { format!("{MARK}{word}") } else { word.to_string() }
}

fn marked_trees(text: &str) -> String {
    let token =
        |token: &str| if token.starts_with('(') { token.to_string() } else { marked(token) };
    let line = |line: &str| line.split(' ').map(token).collect::<Vec<_>>().join(" ") + "\n";
    text.lines().map(line).collect()
}

fn marked_columns(text: &str) -> String {
    let line = |line: &str| {
        let mut fields: Vec<String> = line.split('\t').map(String::from).collect();
        if fields.len() == 10 {
            fields[1] = marked(&fields[1]);
            fields[2] = marked(&fields[2]);
        }
        fields.join("\t") + "\n"
    };
    text.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

fn marked_pairs(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let (start, rest) = line.split_at(line.find('<').unwrap_or(0));
        let sentence = ["t", "h"].into_iter().find_map(|tag| {
            let inner =
                rest.strip_prefix(&format!("<{tag}>"))?.strip_suffix(&format!("</{tag}>"))?;
            let words: Vec<String> = inner.split(' ').map(marked).collect();
            Some(format!("{start}<{tag}>{}</{tag}>\n", words.join(" ")))
        });
        let line = line.replace("word1=\"", "word1=\"Qz").replace("word2=\"", "word2=\"Qz");
        out.push_str(&sentence.unwrap_or(line + "\n"));
    }
    out
}

/// A folder with the demo's files, and copies of which every word has the mark.
fn folder() -> Folder {
    let folder = Folder::new();
    for name in ["gold", "strong", "weak", "failing"] {
        folder.write(&format!("m-{name}.mrg"), marked_trees(&folder.read(&format!("{name}.mrg"))));
    }
    for name in ["gold", "strong", "weak"] {
        let text = folder.read(&format!("entailments/{name}.conllu"));
        folder.write(&format!("m-{name}.conllu"), marked_columns(&text));
    }
    folder.write("m-pairs.xml", marked_pairs(&folder.read("entailments/pairs.xml")));
    // Another word, for which a sentence is skipped and of which the reason is told.
    let other = folder.read("m-weak.mrg").replacen(MARK, "QzOther", 1);
    folder.write("m-other.mrg", other);
    folder.write(
        "g.gr",
        "1\n(ncsubj Qzsees Qzdog _)\n(dobj Qzsees Qzcat)\n\n2\n(ncsubj Qzruns Qzfox _)\n(ncmod Qzat Qzruns Qznoon)\n\n3\n(ncsubj Qzwon Qzfox obj)\n(passive Qzwon)\n",
    );
    folder.write(
        "s.gr",
        "1\n(ncsubj Qzsees Qzdog _)\n(ncmod Qzat Qzsees Qzcat)\n\n2\n(ncsubj Qzruns Qzfox _)\n(dobj Qzruns Qznoon)\n\n3\n(ncsubj Qzwon Qzfox obj)\n(passive Qzwon)\n",
    );
    folder.write(
        "text.txt",
        "1\nQzthe Qzdog Qzsees Qza Qzcat .\n\n2\nQzthe Qzfox Qzruns .\n\n3\nQzfox Qzwas Qzwon .\n",
    );
    folder.write(
        "corpus.unbounded",
        "own.mrg\nQzWe Qzwaited .\nnsubj Qzwaited_1 QzWe_0\ndobj Qzwaited_1 QzWe_0\n",
    );
    folder.write("unbounded.mrg", "(S (NP (PRP QzWe)) (VP (VBD Qzwaited)) (. .))\n");
    for system in ["strong", "weak"] {
        let words = format!("entail decide m-pairs.xml --parses m-{system}.conllu -o {system}.txt");
        let ran = folder.run(&words);
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
    let ran = folder.run("convert --to sd-basic m-gold.mrg -o m-gold.sd");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let ran = folder.run("convert --to sd-basic m-weak.mrg -o m-weak.sd");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let ran = folder.run("brackets m-gold.mrg m-other.mrg --save rows.jsonl");
    assert_eq!(ran.status, 0, "{}", ran.err);
    folder
}

#[test]
fn pages_without_text_have_no_word_in_any_of_their_parts() {
    let folder = folder();
    for words in [
        "brackets m-gold.mrg m-strong.mrg m-other.mrg m-failing.mrg --explain",
        "brackets m-gold.mrg m-other.mrg --align",
        "brackets m-gold.mrg m-other.mrg --against rows.jsonl",
        "fragments m-gold.mrg m-strong.mrg m-other.mrg --replicates 0",
        "dependencies m-gold.conllu m-strong.conllu m-weak.conllu",
        "dependencies m-gold.conllu m-weak.conllu --preset conllx",
        "dependencies m-gold.sd m-weak.sd",
        "relations g.gr s.gr --text text.txt --listing --confusion",
        "relations g.gr s.gr",
        "relations m-gold.conllu m-weak.conllu --mapping entailments/relations.toml",
        "entail score m-pairs.xml strong.txt weak.txt",
        "entail score m-pairs.xml strong.txt weak.txt --parses m-strong.conllu --parses m-weak.conllu",
        "entail oracle m-pairs.xml --gold-parses m-gold.conllu --parses m-weak.conllu",
        "unbounded corpus.unbounded unbounded.mrg --explain",
        "merge rows.jsonl",
    ] {
        for (option, has_words) in [(" --without-text", false), ("", true)] {
            let ran = folder.run(&format!("{words} --report page.html{option}"));
            assert_eq!(ran.status, 0, "{words}\n{}", ran.err);
            let page = Unpacked::read(&folder.read("page.html"));
            match has_words || words.starts_with("merge") {
                true if words.starts_with("merge") => {}
                true => {
                    assert!(page.words().is_some(), "{words}: the words of this page are marked")
                }
                false => assert_eq!(page.words(), None, "{words}"),
            }
        }
    }
    // Reasons in rows name words, too.
    let ran = folder.run("report rows.jsonl --without-text -o page.html");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(Unpacked::read(&folder.read("page.html")).words(), None);
}

/// Of each sentence that has an error, how many.
fn errors(index: &Value) -> Vec<(u64, u64)> {
    let rows = index["rows"].as_array().unwrap().iter();
    let all = rows.map(|row| (row[0].as_u64().unwrap(), row[4][0][1].as_u64().unwrap_or(0)));
    all.filter(|(_, n)| *n > 0).collect()
}

#[test]
fn saved_rows_say_how_many_errors_a_sentence_has() {
    let folder = folder();
    for (words, section) in [
        ("brackets gold.mrg weak.mrg", "brackets"),
        ("dependencies entailments/gold.conllu entailments/weak.conllu", "dependencies"),
        ("relations g.gr s.gr --match equality", "relations"),
        ("unbounded corpus.unbounded unbounded.mrg", "unbounded"),
    ] {
        let ran = folder.run(&format!("{words} --save saved.jsonl --report files.html"));
        assert_eq!(ran.status, 0, "{words}\n{}", ran.err);
        let ran = folder.run("report saved.jsonl -o rows.html");
        assert_eq!(ran.status, 0, "{words}\n{}", ran.err);
        let [files, rows] = ["files.html", "rows.html"]
            .map(|name| Unpacked::read(&folder.read(name)).index(section));
        assert_eq!(rows["told"], true, "{words}");
        assert_eq!(errors(&rows), errors(&files), "{words}");
        assert!(!errors(&rows).is_empty(), "{words}");
    }
    // In each of two sentences one is missing and one is extra.
    folder.run("relations g.gr s.gr --match equality --report page.html");
    let index = Unpacked::read(&folder.read("page.html")).index("relations");
    assert_eq!(errors(&index), [(1, 2), (2, 2)]);
    // What is long is a set of relations, not a sentence.
    assert_eq!(index["unit"], "relation");
    // Rows of fragments do not say how many brackets are wrong.
    folder.run("fragments gold.mrg weak.mrg --replicates 0 --save saved.jsonl");
    folder.run("report saved.jsonl -o page.html");
    let index = Unpacked::read(&folder.read("page.html")).index("fragments");
    assert_eq!((&index["told"], &index["unit"]), (&Value::from(false), &Value::from("word")));
}

#[test]
fn a_page_just_beyond_its_limit_has_as_many_sentences_as_it_may() {
    let folder = Folder::new();
    let (good, bad) = ("(S (NP (N a)) (VP (V b)))\n", "(S (N a) (VP (V b)))\n");
    // 4,200 sentences of four systems would be 16,800 drawings of 15,000.
    let wrong_at = |step: usize| -> String {
        (0..4200).map(|at| if step > 0 && at % step == 0 { bad } else { good }).collect()
    };
    for (name, step) in [("g", 0), ("p", 2), ("q", 3), ("r", 7), ("s", 0)] {
        folder.write(&format!("{name}.mrg"), wrong_at(step));
    }
    let words = "brackets g.mrg p.mrg q.mrg r.mrg s.mrg --replicates 0 -q";
    let ran = folder.run(&format!("{words} --report page.html"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let page = folder.read("page.html");
    assert!(page.contains("3750 of 4200 sentences are in this page"));
    let index = Unpacked::read(&page).index("brackets");
    let numbers: std::collections::BTreeSet<u64> =
        index["rows"].as_array().unwrap().iter().map(|row| row[0].as_u64().unwrap()).collect();
    assert_eq!(numbers.len(), 3750);
}

/// Treebanks of the demo's sentences, so many of them.
fn treebanks(n: usize) -> Folder {
    let folder = Folder::new();
    for (system, file) in [("gold", "gold.mrg"), ("a", "strong.mrg"), ("b", "weak.mrg")] {
        std::fs::create_dir(folder.path().join(system)).unwrap();
        let first: String =
            folder.read(file).lines().take(3).map(|line| format!("{line}\n")).collect();
        for at in 1..=n {
            folder.write(&format!("{system}/t{at}.mrg"), &first);
        }
    }
    folder
}

#[test]
fn treebanks_lead_to_their_sections_and_back() {
    for (n, has_tables) in [(2, true), (13, false)] {
        let folder = treebanks(n);
        let ran = folder.run("brackets gold a b --replicates 0 -q --report page.html");
        assert_eq!(ran.status, 0, "{}", ran.err);
        let page = folder.read("page.html");
        for link in [
            "<th scope=\"row\"><a class=\"cell\" href=\"#brackets-t2\">t2</a></th>",
            "href=\"#brackets-t2/all/all/system=b/errors\"",
            "href=\"#brackets-t1/all/all/system=any/any\">3<",
            "<article class=\"card\" data-table=\"brackets/treebanks\" id=\"brackets/treebanks\">",
            "<a href=\"#brackets/treebanks\">all treebanks</a>",
        ] {
            assert!(page.contains(link), "{n}: {link}");
        }
        let tables = page.matches("data-table=\"brackets-t2/").count();
        assert_eq!(tables > 0, has_tables, "{n}");
        // All of them have their sentences.
        let unpacked = Unpacked::read(&page);
        for at in 1..=n {
            let index = unpacked.index(&format!("brackets-t{at}"));
            assert_eq!(index["rows"].as_array().unwrap().len(), 3, "{at}");
        }
    }
}

/// What is noted of all scored sentences of the first system: missing, extra and right.
fn noted(index: &Value, table: &str, row: &str) -> [f64; 3] {
    let cells = index["cells"].as_array().unwrap();
    let id = cells.iter().position(|cell| cell[0] == table && cell[1] == row).unwrap();
    let own = index["rows"].as_array().unwrap().iter().map(|row| &row[4][0]);
    let scored = own.filter(|own| !own[0].is_string());
    let mut sums = [0.0; 3];
    for cells in scored.map(|own| own[2].as_array().unwrap()) {
        for cell in cells.chunks(4).filter(|cell| cell[0].as_u64() == Some(id as u64)) {
            sums.iter_mut().zip(&cell[1..]).for_each(|(sum, n)| *sum += n.as_f64().unwrap());
        }
    }
    sums
}

#[test]
fn what_is_noted_of_sentences_adds_up_to_what_scores_are_made_of() {
    let folder = folder();
    let run = |words: &str| {
        let ran =
            folder.run(&format!("{words} --format json --report page.html --save saved.jsonl"));
        assert_eq!(ran.status, 0, "{words}\n{}", ran.err);
        let json: Value = serde_json::from_str(&ran.out).unwrap();
        let ran = folder.run("report saved.jsonl -o rows.html");
        assert_eq!(ran.status, 0, "{words}\n{}", ran.err);
        let read = |name: &str, section: &str| Unpacked::read(&folder.read(name)).index(section);
        let section = words.split(' ').next().unwrap();
        (json["systems"][0].clone(), [read("page.html", section), read("rows.html", section)])
    };
    let (system, pages) = run("brackets gold.mrg failing.mrg");
    let n = |name: &str| system["counts"][name].as_f64().unwrap();
    for page in &pages {
        let sides = [n("gold") - n("matched"), n("system") - n("matched"), n("matched")];
        assert_eq!(noted(page, "score", "brackets"), sides);
        let tags = [n("words") - n("tags_matched"), 0.0, n("tags_matched")];
        assert_eq!(noted(page, "score", "tags"), tags);
        assert_eq!(noted(page, "score", "crossing brackets"), [n("crossing"), 0.0, 0.0]);
        let whole = [n("sentences") - n("exact"), 0.0, n("exact")];
        assert_eq!(noted(page, "score", "whole sentences"), whole);
    }
    let words = "dependencies entailments/gold.conllu entailments/weak.conllu";
    let (system, pages) = run(words);
    let n = |name: &str| system["counts"][name].as_f64().unwrap();
    for page in &pages {
        let heads = [n("words_gold") - n("heads"), n("words_system") - n("heads"), n("heads")];
        assert_eq!(noted(page, "score", "UAS"), heads);
        let content = [n("content_gold"), n("content_system")].map(|all| all - n("mlas"));
        assert_eq!(noted(page, "score", "MLAS"), [content[0], content[1], n("mlas")]);
    }
    let (system, pages) = run("fragments gold.mrg weak.mrg --replicates 0");
    let size = &system["sizes"][2];
    let n = |name: &str| size[name].as_str().unwrap().parse::<f64>().unwrap();
    for page in &pages {
        let sides = [n("gold") - n("matched"), n("system") - n("matched"), n("matched")];
        assert_eq!(noted(page, "sizes", "3"), sides);
    }
    let (system, pages) = run("relations g.gr s.gr --match equality");
    let n = |name: &str| system["counts"][name].as_f64().unwrap();
    for page in &pages {
        let sides = [n("gold") - n("matched"), n("system") - n("matched"), n("matched")];
        assert_eq!(noted(page, "score", "equality.all"), sides);
    }
}
