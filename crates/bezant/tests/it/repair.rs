//! Answers of `fixtures/chat`, with what somebody made of each by hand.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bezant::evaluation::Evaluation;
use bezant::formats::conllu::Roots;
use bezant::formats::outputs::{Output, OutputFacts, Placing, Run, place_file, place_outputs};
use bezant::formats::repair::{FactLines, RepairShape, is_well_formed, repair};
use bezant::kinds::{Columns, Format, Layout};
use bezant::metrics::brackets::BracketCounts;
use bezant::metrics::dependencies::DependencyCounts;
use bezant::source::Source;
use bezant::{Brackets, Corpus, Counts, Dependencies, Preset, Scorer, evaluate_one};

fn chat(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/chat").join(path)
}

const HOW: Placing = Placing { repairs: true, roots: Roots::One, by_text: false };

/// The answers of a folder, beside gold.
fn placed(gold: &Corpus, folder: &Path) -> Run {
    let output = |number: u32| Output {
        id: Some(number.to_string()),
        text: Some(fs::read(folder.join(format!("{number}.txt"))).unwrap()),
        at: bezant::error::Position { line: 1, column: 1 },
    };
    let outputs = (1..=10).map(output).collect();
    let mut placed = place_outputs(gold, "answers", outputs, HOW).unwrap();
    assert!(placed.unknown.is_empty() && placed.runs.len() == 1);
    placed.runs.remove(0)
}

/// A row as `expected.tsv` has it.
fn shown(facts: &OutputFacts, counts: Option<[u64; 3]>) -> String {
    let kinds: Vec<&str> = facts.repairs.iter().map(|(kind, _)| kind.name()).collect();
    let kinds = if kinds.is_empty() { "-".to_string() } else { kinds.join(",") };
    let counts = counts.map_or(["-"; 3].map(String::from), |counts| counts.map(|n| n.to_string()));
    let [valid, faithful] = [facts.is_valid, facts.is_faithful].map(u8::from);
    format!("{valid}\t{faithful}\t{kinds}\t{}", counts.join("\t"))
}

fn check<M: Scorer>(kind: &str, gold: &str, metric: &M, three: impl Fn(&M::Counts) -> [u64; 3]) {
    let gold = Corpus::open(chat(kind).join(gold)).unwrap();
    let table = fs::read_to_string(chat(kind).join("expected.tsv")).unwrap();
    let mut expected: BTreeMap<&str, Vec<(usize, &str)>> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let (folder, rest) = line.split_once('\t').unwrap();
        let (answer, rest) = rest.split_once('\t').unwrap();
        expected.entry(folder).or_default().push((answer.parse().unwrap(), rest));
    }
    assert_eq!(expected.len(), 6);
    for (folder, rows) in expected {
        assert_eq!(rows.len(), 10);
        let run = placed(&gold, &chat(kind).join(folder));
        let found: Evaluation<M::Counts> = evaluate_one(metric, &gold, &run.corpus).unwrap();
        for (number, expected) in rows {
            let row = found.rows.iter().find(|row| row.sentence == number as u64);
            let counts = row.and_then(|row| row.outcome.result.as_ref().ok()).map(&three);
            assert_eq!(shown(&run.facts[number - 1], counts), expected, "{kind}/{folder}/{number}");
        }
    }
}

#[test]
fn trees_are_repaired_and_scored_as_by_hand() {
    let metric = Brackets::evalb(Preset::Standard.parameters());
    let three = |counts: &BracketCounts| {
        let tally = counts.brackets();
        [tally.matched, tally.gold, tally.system]
    };
    check("trees", "gold.mrg", &metric, three);
}

#[test]
fn columns_are_repaired_and_scored_as_by_hand() {
    let three =
        |counts: &DependencyCounts| [counts.attachments, counts.words_gold, counts.words_system];
    check("columns", "gold.conllu", &Dependencies::ud(), three);
}

/// All answers of the fixtures.
fn answers() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for kind in ["trees", "columns"] {
        let mut folders: Vec<PathBuf> =
            fs::read_dir(chat(kind)).unwrap().map(|entry| entry.unwrap().path()).collect();
        folders.sort();
        for folder in folders.iter().filter(|path| path.is_dir()) {
            all.extend((1..=10).map(|n| fs::read(folder.join(format!("{n}.txt"))).unwrap()));
        }
    }
    assert_eq!(all.len(), 120);
    all
}

const SHAPES: [RepairShape; 4] = [
    RepairShape::Trees,
    RepairShape::Columns(Columns::Conllu, Roots::One),
    RepairShape::Columns(Columns::Conllx, Roots::Any),
    RepairShape::Facts(FactLines::Typed),
];

#[test]
fn a_repair_is_sound_and_final_wherever_an_answer_is_cut() {
    for answer in answers() {
        for shape in SHAPES {
            for end in (0..=answer.len()).step_by(7).chain([answer.len()]) {
                let cut = &answer[..end];
                let Some(once) = repair(cut, shape) else { continue };
                assert!(is_well_formed(&once.text, shape));
                if is_well_formed(cut, shape) {
                    assert!(once.text == cut && once.done.is_empty());
                } else {
                    let said = String::from_utf8_lossy(cut);
                    assert!(!once.done.is_empty(), "{shape:?}: {said}");
                }
                let twice = repair(&once.text, shape).unwrap();
                assert!(twice.text == once.text && twice.done.is_empty());
            }
        }
    }
}

/// Gold through a repair is gold: nothing is done, and nothing is counted otherwise.
fn check_gold<M: Scorer>(path: &Path, metric: &M)
where
    M::Counts: Counts + PartialEq + std::fmt::Debug,
{
    let gold = Corpus::open(path).unwrap();
    for by_text in [false, true] {
        let source = Source::open(path).unwrap();
        let placed = place_file(&gold, source, None, Placing { by_text, ..HOW }).unwrap();
        let run = &placed.runs[0];
        assert_eq!(run.facts.len(), gold.len());
        for facts in &run.facts {
            assert!(facts.is_valid && facts.is_faithful && facts.repairs.is_empty(), "{facts:?}");
        }
        let repaired = evaluate_one(metric, &gold, &run.corpus).unwrap();
        let plain = evaluate_one(metric, &gold, &gold).unwrap();
        assert_eq!(repaired.rows, plain.rows);
    }
}

#[test]
fn gold_is_left_alone() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bezant-cli/demo");
    let trees = Brackets::evalb(Preset::Standard.parameters());
    for file in [demo.join("gold.mrg"), demo.join("entailments/gold.mrg"), chat("trees/gold.mrg")] {
        check_gold(&file, &trees);
    }
    for file in [demo.join("entailments/gold.conllu"), chat("columns/gold.conllu")] {
        check_gold(&file, &Dependencies::ud());
        check_gold(&file, &Dependencies::conllx());
    }
}

#[test]
fn a_file_of_answers_is_cut_into_them_and_a_lost_one_costs_one() {
    let gold = Corpus::open(chat("trees/gold.mrg")).unwrap();
    let trees: Vec<String> =
        gold.texts().map(|it| String::from_utf8(it.to_vec()).unwrap()).collect();
    let place = |text: String| {
        let source = Source::from_bytes("chat.txt", text.into_bytes()).unwrap();
        let placed = place_file(&gold, source, None, HOW).unwrap();
        let facts = &placed.runs[0].facts;
        let said = |is: fn(&OutputFacts) -> bool| -> String {
            facts.iter().map(|fact| if is(fact) { '1' } else { '0' }).collect()
        };
        (said(|fact| fact.is_valid), said(|fact| fact.is_faithful))
    };
    // One line is lost.
    let mut lines = trees.clone();
    lines.remove(3);
    assert_eq!(place(lines.join("\n")), ("1110111111".into(), "1110111111".into()));
    // Numbered, with words around them, over several lines, one of them not closed.
    let mut said = "Here are the parses:\n\n".to_string();
    for (number, tree) in (1..).zip(&trees) {
        let tree = tree.replace(" (VP", "\n      (VP");
        let tree = if number == 5 { tree.trim_end_matches(')').to_string() } else { tree };
        said.push_str(&format!("{number}. {tree}\n\n"));
    }
    assert_eq!(place(said + "I hope this helps!"), ("0000000000".into(), "1111111111".into()));
    // As many lines as sentences, but they are others.
    let mut lines = trees;
    lines.pop();
    lines.insert(0, "Here are the parses:".into());
    assert_eq!(place(lines.join("\n")).1, "1111111110");

    let gold = Corpus::open(chat("columns/gold.conllu")).unwrap();
    let text = fs::read_to_string(chat("columns/gold.conllu")).unwrap();
    let without: Vec<&str> =
        text.split("\n\n").enumerate().filter(|(at, _)| *at != 2).map(|(_, it)| it).collect();
    let text = format!("```\n{}\n```\n", without.join("\n\n").replace('\t', "  "));
    let source = Source::from_bytes("chat.txt", text.into_bytes()).unwrap();
    let placed = place_file(&gold, source, None, HOW).unwrap();
    let faithful: Vec<bool> = placed.runs[0].facts.iter().map(|fact| fact.is_faithful).collect();
    assert_eq!(faithful.iter().position(|is| !is), Some(2));
    assert_eq!(faithful.iter().filter(|is| **is).count(), 9);
}

#[test]
fn lines_may_end_as_on_other_systems() {
    let facts = "root(ROOT-0, bark-2)\nnsubj(bark-2, Dogs-1)\n\nroot(ROOT-0, meow-2)\nnsubj(meow-2, Cats-1)\n";
    let trees = "(S (NP Dogs) (VP bark))\n(S (NP Cats) (VP meow))\n";
    let entities = trees.replace('(', "&#40;").replace(')', "&#41;").replace('\n', "\n\n");
    for (gold, system, format) in
        [(facts, facts, None), (trees, &entities, Some(Format::Penn(Layout::Lines)))]
    {
        let source = |text: &str| Source::from_bytes("gold", text.as_bytes().to_vec()).unwrap();
        let gold = Corpus::read(bezant::Reader::new(source(gold), None)).unwrap();
        let texts = |system: &str| -> Vec<String> {
            let placed = place_file(&gold, source(system), format, HOW).unwrap();
            let texts = placed.runs[0].corpus.texts();
            texts.map(|text| String::from_utf8_lossy(text).replace('\r', "")).collect()
        };
        let found = texts(system);
        assert!(found.len() == 2 && found.iter().all(|text| !text.is_empty()), "{found:?}");
        assert_eq!(texts(&system.replace('\n', "\r\n")), found);
    }
}

/// What became of one answer beside one sentence: kinds of repair, whether it is faithful, and the text.
fn beside(gold: &str, name: &str, answer: &str) -> (String, bool, String) {
    let gold = Source::from_bytes(name, gold.as_bytes().to_vec()).unwrap();
    let gold = Corpus::read(bezant::formats::Reader::new(gold, None)).unwrap();
    let output = Output {
        id: None,
        text: Some(answer.as_bytes().to_vec()),
        at: bezant::error::Position { line: 1, column: 1 },
    };
    let run = place_outputs(&gold, "answers", vec![output], HOW).unwrap().runs.remove(0);
    let kinds: Vec<&str> = run.facts[0].repairs.iter().map(|(kind, _)| kind.name()).collect();
    let text = run.corpus.texts().next().unwrap_or_default();
    (kinds.join(" "), run.facts[0].is_faithful, String::from_utf8(text.to_vec()).unwrap())
}

const GOLD: &str = "(TOP (S (NP (NNS Owls)) (VP (VBP hoot)) (. .)))\n";
const GOOD: &str = "(S (NP (NNS Owls)) (VP (VBP hoot)) (. .))";
const DRAFT: &str = "(S (NP (NNS Owls) (VBP hoot)) (. .))";

#[test]
fn thoughts_are_no_answer() {
    for (open, close) in [
        ("<think>", "</think>"),
        ("<THINKING>", "</THINKING>"),
        ("<reasoning>", "</reasoning>"),
        ("<thought>", "</thought>"),
        ("[THINK]", "[/THINK]"),
        ("Let me think. ", "</think>"),
    ] {
        let answer = format!("{open}Is it {DRAFT}?\n```\n{DRAFT}\n```\n{close}\n{GOOD}");
        let found = beside(GOLD, "g.mrg", &answer);
        assert_eq!(found, ("thoughts".into(), true, GOOD.into()), "{answer}");
        // What is cut off in a thought was never said, and neither is what was only thought.
        if open != "Let me think. " {
            assert_eq!(beside(GOLD, "g.mrg", &format!("{open}Maybe {GOOD}")).0, "missing");
        }
        assert_eq!(beside(GOLD, "g.mrg", &format!("{open}Maybe {GOOD}{close}\n")).0, "missing");
    }
    let rows = "1\tOwls\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\thoot\t_\t_\t_\t_\t0\troot\t_\t_\n";
    let draft = rows.replace("nsubj", "obj");
    let answer = format!("<think>\n{draft}\n</think>\n\n{rows}");
    let (kinds, is_faithful, text) = beside(&format!("{rows}\n"), "g.conllu", &answer);
    assert_eq!((kinds.as_str(), is_faithful, text.trim()), ("thoughts", true, rows.trim()));
}

#[test]
fn of_several_structures_the_one_with_golds_words_is_meant() {
    let example = "(S (NP (DT The) (JJ old) (NN heron)) (VP (VBZ waits) (PP (IN by) (NP (DT the) (NN pond)))))";
    for answer in [
        format!("As in\n{example}\nI get\n{GOOD}"),
        format!("I get\n{GOOD}\nas you had\n{example}"),
        format!("The example:\n```\n{example}\n```\nMine: {GOOD}"),
        format!("```\n{GOOD}\n```\nas in\n```\n{example}\n```"),
    ] {
        let (_, is_faithful, text) = beside(GOLD, "g.mrg", &answer);
        assert!(is_faithful && text == GOOD, "{answer}: {text}");
    }
    // Where none has them, the last that is complete, and no mention of a part.
    let other = GOOD.replace("hoot", "cry");
    for answer in [
        format!("As in (S (NP (NN Tea)) (VP (VBZ cools) (ADVP (RB fast))) (. .))\nI get\n{other}"),
        format!("I get\n{other}\nwhere (NP Owls) is the subject."),
        format!("I get\n{other}\nor\n(S (NP (NNS Owls)) (VP (VBP"),
    ] {
        let (_, is_faithful, text) = beside(GOLD, "g.mrg", &answer);
        assert!(!is_faithful && text == other, "{answer}: {text}");
    }
}

#[test]
fn words_of_discontinuous_trees_are_in_the_order_of_their_numbers() {
    let gold = "(S (VP (VB 0=Wake) (PRT 2=up)) (NP (PRP 1=him)))\n";
    let other = "(S (VP (VB 0=Wake) (NP (PRP 1=him)) (PRT 2=up)))";
    assert_eq!(beside(gold, "g.discbracket", other), (String::new(), true, other.into()));
    let wrong = other.replace("him", "her");
    assert!(!beside(gold, "g.discbracket", &wrong).1);
}

#[test]
fn files_in_another_order_or_in_fences_are_put_beside_gold() {
    let gold = Corpus::open(chat("trees/gold.mrg")).unwrap();
    let trees: Vec<String> =
        gold.texts().map(|it| String::from_utf8(it.to_vec()).unwrap()).collect();
    let metric = Brackets::evalb(Preset::Standard.parameters());
    let place = |text: String, by_text: bool| {
        let source = Source::from_bytes("chat.txt", text.into_bytes()).unwrap();
        let how = Placing { by_text, ..HOW };
        let run = place_file(&gold, source, None, how).unwrap().runs.remove(0);
        let found = evaluate_one(&metric, &gold, &run.corpus).unwrap();
        let n_right = found.counted().filter(|(_, it)| it.brackets().matched == it.brackets().gold);
        (n_right.count(), run.facts)
    };
    let mut reversed = trees.clone();
    reversed.reverse();
    let mut swapped = trees.clone();
    swapped.swap(2, 7);
    for order in [reversed, swapped] {
        for by_text in [false, true] {
            let (n_right, facts) = place(order.join("\n"), by_text);
            assert_eq!(n_right, 10);
            assert!(facts.iter().all(|fact| fact.is_faithful && fact.is_valid));
        }
    }
    let each: String = trees.iter().map(|tree| format!("```\n{tree}\n```\n\n")).collect();
    let all = format!("```\n{}\n```\n", trees.join("\n"));
    for text in [each, all] {
        let (n_right, facts) = place(text, false);
        assert_eq!(n_right, 10);
        for fact in &facts {
            let kinds: Vec<&str> = fact.repairs.iter().map(|(kind, _)| kind.name()).collect();
            assert!(!fact.is_valid && fact.is_faithful && kinds == ["fence"], "{kinds:?}");
        }
    }
    let text = fs::read_to_string(chat("columns/gold.conllu")).unwrap();
    let mut blocks: Vec<&str> = text.trim().split("\n\n").collect();
    blocks.reverse();
    let gold = Corpus::open(chat("columns/gold.conllu")).unwrap();
    for by_text in [false, true] {
        let source =
            Source::from_bytes("chat.conllu", (blocks.join("\n\n") + "\n\n").into_bytes()).unwrap();
        let how = Placing { by_text, ..HOW };
        let run = place_file(&gold, source, None, how).unwrap().runs.remove(0);
        assert!(run.facts.iter().all(|fact| fact.is_faithful && fact.is_valid));
        let metric = Dependencies::ud();
        let (right, same) = (
            evaluate_one(&metric, &gold, &run.corpus).unwrap(),
            evaluate_one(&metric, &gold, &gold).unwrap(),
        );
        assert_eq!(right.rows.len(), same.rows.len());
        for (right, same) in right.rows.iter().zip(&same.rows) {
            assert_eq!(right.outcome.result, same.outcome.result);
        }
    }
}

#[test]
fn trees_in_other_notations_are_found_in_a_file_of_many() {
    let gold = Corpus::open(chat("trees/gold.mrg")).unwrap();
    let trees: Vec<String> =
        gold.texts().map(|it| String::from_utf8(it.to_vec()).unwrap()).collect();
    let written = |tree: &str, open: &str, close: &str| tree.replace('(', open).replace(')', close);
    let metric = Brackets::evalb(Preset::Standard.parameters());
    for (open, close) in [("[", "]"), ("\u{ff08}", "\u{ff09}"), ("&#40;", "&#41;")] {
        for every in [1, 2, 3, 9] {
            for (before, gap) in
                [("", "\n\n"), ("Here it is: ", "\n\n"), ("", "\n\nI hope this helps.\n\n")]
            {
                let tree = |(at, tree): (usize, &String)| match at % every {
                    0 => written(tree, open, close),
                    _ => tree.clone(),
                };
                let all: Vec<String> = trees
                    .iter()
                    .enumerate()
                    .map(tree)
                    .map(|tree| format!("{before}{tree}"))
                    .collect();
                let text = all.join(gap);
                let source = Source::from_bytes("chat.txt", text.clone().into_bytes()).unwrap();
                let run = place_file(&gold, source, None, HOW).unwrap().runs.remove(0);
                let found = evaluate_one(&metric, &gold, &run.corpus).unwrap();
                assert_eq!(found.counted().count(), 10, "{text}");
                assert!(run.facts.iter().all(|fact| fact.is_faithful), "{text}");
            }
        }
    }
    // What is only mentioned is no tree.
    let all: Vec<String> =
        trees.iter().map(|tree| format!("I take [NP this] for one.\n\n{tree}")).collect();
    let source = Source::from_bytes("chat.txt", all.join("\n\n").into_bytes()).unwrap();
    let run = place_file(&gold, source, None, HOW).unwrap().runs.remove(0);
    assert!(run.facts.iter().all(|fact| fact.is_faithful));
}
