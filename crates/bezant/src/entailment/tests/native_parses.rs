//! What parsers print in forms of their own, read as parses of pairs; and one parser's parses in several
//! forms, which must be answered alike.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bezant::entailment::Pairs;
use bezant::entailment::answers::Answer::{self, No, Yes};
use bezant::entailment::equivalences::Equivalences;
use bezant::entailment::modules::{Module, ModuleName, PairParses, SameWords, decide};
use bezant::entailment::parses::Reading;
use bezant::kinds::Format;
use bezant::parallel::Threads;

use crate::check;

fn read(pairs: &Pairs, path: &Path) -> bezant::error::Result<PairParses> {
    let text = fs::read(path).unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    PairParses::read(pairs, (name, &text), None, Reading::default())
}

fn answers(pairs: &Pairs, path: &Path, module: &Module) -> Vec<Answer> {
    let parses = read(pairs, path).unwrap();
    let decisions = decide(module, &parses, &Threads::one());
    decisions.iter().map(|decision| decision.answer).collect()
}

fn own_pairs() -> Pairs {
    let text = fs::read(check::fixtures().join("parses/pairs.tsv")).unwrap();
    Pairs::read("pairs.tsv", &text, None).unwrap()
}

/// One analysis of six sentences, in the form of every parser.
#[test]
fn every_parser_is_understood_without_a_word() {
    let pairs = own_pairs();
    let folder = check::fixtures().join("parses/valid");
    let formats = [
        ("candc.deps", "candc-deps"),
        ("ccgbank.parg", "parg"),
        ("charniak.txt", "penn"),
        ("collins.txt", "collins"),
        ("lth.conllx", "conllx"),
        ("mst.lab", "mst"),
        ("plain.deps", "candc-deps"),
    ];
    assert_eq!(fs::read_dir(&folder).unwrap().count(), formats.len(), "a file without a format");
    for (file, format) in formats {
        let path = folder.join(file);
        assert_eq!(read(&pairs, &path).unwrap().format().name(), format, "{file}");
        for name in ModuleName::ALL {
            // Any relation is enough for one module, and "the bone" and "the cups" are in the texts.
            // In a tree cups are what was bought, and nothing else.
            let expected = match name {
                ModuleName::Schwa => [Yes, Yes, Yes, No],
                ModuleName::Paths => [Yes, No, No, No],
                _ => [Yes, No, Yes, No],
            };
            assert_eq!(answers(&pairs, &path, &name.module()), expected, "{file} {}", name.name());
        }
    }
}

#[test]
fn what_no_parser_prints_is_missing_with_a_place() {
    let pairs = own_pairs();
    let files = ["deps", "lab", "parg", "txt"];
    let paths: Vec<_> =
        files.iter().flat_map(|e| check::fixtures_of("parses/invalid", e)).collect();
    assert_eq!(paths.len(), 12);
    for path in paths {
        let parses = read(&pairs, &path).unwrap();
        let fault = super::unreadable(&parses);
        let expected = fs::read_to_string(path.with_extension("expected")).unwrap();
        assert_eq!(format!("{fault}\n"), expected, "{}", path.display());
    }
}

/// A file that was read as something else says what it looks like.
#[test]
fn what_a_file_looks_like_is_said() {
    let pairs = own_pairs();
    let folder = check::fixtures().join("parses/valid");
    let said = |file: &str, format: Option<Format>, change: fn(String) -> String| {
        let text = change(fs::read_to_string(folder.join(file)).unwrap());
        let reading = Reading { format, ..Reading::default() };
        let read = PairParses::read(&pairs, (file, text.as_bytes()), None, reading);
        read.unwrap_err().to_string()
    };
    let parg = said("plain.deps", Some(Format::Parg), |text| text);
    assert!(parg.starts_with("plain.deps: 0 parses for 8 sentences as parg: "), "{parg}");
    assert!(parg.contains("this looks like") && parg.ends_with("(candc-deps)"), "{parg}");
    let blanks = said("mst.lab", None, |text| text.replace('\t', " "));
    assert!(blanks.contains("the lines of MSTParser with blanks where tabs"), "{blanks}");
}

/// A sentence that could not be parsed is one without an analysis.
#[test]
fn failures_keep_their_place() {
    let pairs = own_pairs();
    let folder = check::fixtures().join("parses/valid");
    let collins = fs::read_to_string(folder.join("collins.txt")).unwrap();
    let failed = collins.replacen("PROB 41 -24.7 0 ", "PROB 0 0 0 ", 1);
    let mst = fs::read_to_string(folder.join("mst.lab")).unwrap();
    let sentences: Vec<&str> = mst.split_inclusive("\n\n").collect();
    let empty = [&sentences[..1], &["\n"], &sentences[2..]].concat().concat();
    let deps = fs::read_to_string(folder.join("plain.deps")).unwrap();
    let sentences: Vec<&str> = deps.split_inclusive("\n\n").collect();
    let dropped = [&sentences[..1], &["# no words\n\n"], &sentences[2..]].concat().concat();
    for text in [failed, empty, dropped] {
        let parses =
            PairParses::read(&pairs, ("parses", text.as_bytes()), None, Reading::default());
        let decisions = decide(&ModuleName::Cambridge.module(), &parses.unwrap(), &Threads::one());
        let answers: Vec<Answer> = decisions.iter().map(|decision| decision.answer).collect();
        assert_eq!(answers, [No, No, Yes, No]);
    }
}

/// "the goods they bought": Universal Dependencies have the object, whether a graph says so or only the
/// tree lets it be told. Stanford dependencies do not; there a rule infers it.
#[test]
fn objects_that_no_word_says_are_there_in_every_form() {
    let pairs = "id,text,hypothesis\n1,She kept the cups they bought.,They bought cups.\n";
    let pairs = Pairs::read("pairs.csv", pairs.as_bytes(), None).unwrap();
    let tree = "nsubj(kept-2, She-1)\nroot(ROOT-0, kept-2)\ndet(cups-4, the-3)\nobj(kept-2, cups-4)\n\
        nsubj(bought-6, they-5)\nacl:relcl(cups-4, bought-6)\npunct(kept-2, .-7)\n\n\
        nsubj(bought-2, They-1)\nroot(ROOT-0, bought-2)\nobj(bought-2, cups-3)\npunct(bought-2, .-4)\n\n";
    // A second governor makes it a graph.
    let graph = tree.replacen("punct", "nsubj(kept-2, cups-4)\npunct", 1);
    let columns: String = tree.split("\n\n").filter(|block| !block.is_empty()).map(rows).collect();
    let with_graph = columns.replace("2\tobj\t_", "2\tobj\t2:obj");
    for text in [tree, &graph, &columns, &with_graph] {
        let parses =
            PairParses::read(&pairs, ("parses", text.as_bytes()), None, Reading::default())
                .unwrap();
        for name in [ModuleName::Cambridge, ModuleName::Stanford, ModuleName::Ud] {
            let mut module = name.module();
            module.equivalences_mut().switch_off("relative");
            let answer = decide(&module, &parses, &Threads::one())[0].answer;
            assert_eq!(answer, Yes, "{} {text}", name.name());
        }
    }
}

/// A sentence of typed dependencies in columns.
fn rows(block: &str) -> String {
    let mut rows: Vec<(usize, String)> = Vec::new();
    for line in block.lines() {
        let (relation, rest) = line.trim_end_matches(')').split_once('(').unwrap();
        let (head, dependent) = rest.split_once(", ").unwrap();
        let (form, number) = dependent.rsplit_once('-').unwrap();
        let head = head.rsplit_once('-').unwrap().1;
        let row = format!("{number}\t{form}\t_\t_\t_\t_\t{head}\t{relation}\t_\t_\n");
        rows.push((number.parse().unwrap(), row));
    }
    rows.sort();
    rows.into_iter().map(|(_, row)| row).chain(["\n".to_string()]).collect()
}

/// Pairs that dependencies as text, which have no tags, answer otherwise, by reason; the page of parses
/// says why.
const BY_TAGS: [&str; 3] = ["3058", "1019", "6139"];

#[test]
fn one_parser_gets_one_answer_in_every_form() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("pete");
    let pairs = fs::read(folder.join("PETE_dev.xml")).unwrap();
    let pairs = Pairs::read("PETE_dev.xml", &pairs, None).unwrap();
    let mut different = BTreeSet::new();
    for parser in [
        "nndep352_english_SD",
        "nndep352_english_UD",
        "nndep352_wsj_SD",
        "nndep4510_english_SD",
        "nndep4510_english_UD",
    ] {
        for name in ModuleName::ALL {
            let mut published = Module { words: SameWords::Lemma, ..name.module() };
            for rule in Equivalences::switches() {
                if rule != "passive" {
                    published.equivalences_mut().switch_off(&rule);
                }
            }
            for (module, is_published) in [(name.module(), false), (published, true)] {
                let of = |form: &str| {
                    answers(&pairs, &folder.join(format!("parses/{parser}.{form}")), &module)
                };
                let [columns, basic, graph] = ["conllu", "basic.sd", "ccprocessed.sd"].map(of);
                for (at, pair) in pairs.pairs.iter().enumerate() {
                    assert_eq!(basic[at], graph[at], "{parser} {} {}", name.name(), pair.id);
                    if columns[at] != basic[at] {
                        let is_path = name == ModuleName::Paths;
                        assert!(is_published || is_path, "{parser} {} {}", name.name(), pair.id);
                        different.insert(pair.id.clone());
                    }
                }
            }
        }
    }
    assert!(different.iter().all(|id| BY_TAGS.contains(&id.as_str())), "{different:?}");
}
