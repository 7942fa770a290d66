//! Trees with crossing branches, leaf-ancestor scores and tree edit distance, against what disco-dop
//! prints.

use std::fs;
use std::path::Path;

use bezant::evaluation::{Evaluation, evaluate, evaluate_one, evaluate_systems, sum};
use bezant::formats::{Corpus, Format, Reader, discbracket, penn};
use bezant::metrics::brackets::{
    BracketCounts, Brackets, Duplicates, Measures, Noted, PunctuationTags,
};
use bezant::metrics::trees::parameters::{Parameters, Preset, Scope};
use bezant::parallel::Threads;
use bezant::report::{BracketReport, Cell, Report};
use bezant::{Comparing, Metric, Reason, Score, Signature, Tally, Tree, Trees};

use crate::check;

/// What disco-dop prints of one sentence.
#[derive(Debug, Default)]
struct PrintedRow {
    length: u32,
    recall: String,
    precision: String,
    matched: u64,
    gold: u64,
    system: u64,
    words: u64,
    tags: u64,
    accuracy: String,
    /// Leaf-ancestor score and tree edit distance, which it runs together.
    more: String,
}

/// The rows of sentences in what disco-dop prints.
fn rows(printed: &str) -> Vec<PrintedRow> {
    let lines = printed.lines().skip_while(|line| !line.starts_with(" ____")).skip(1);
    let lines = lines.take_while(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split_whitespace().collect();
            let number = |at: usize| cells[at].parse().unwrap();
            PrintedRow {
                length: cells[1].parse().unwrap(),
                recall: cells[2].to_string(),
                precision: cells[3].to_string(),
                matched: number(4),
                gold: number(5),
                system: number(6),
                words: number(7),
                tags: number(8),
                accuracy: cells[9].to_string(),
                more: cells[10..].concat(),
            }
        })
        .collect()
}

/// A line of the summary: for sentences of up to 40 words, and for all.
fn summary(printed: &str, name: &str) -> [String; 2] {
    let start = printed.rfind(" Summary ").unwrap();
    let line = printed[start..].lines().find(|line| line.starts_with(name));
    let line = line.unwrap_or_else(|| panic!("no {name}"));
    let cells: Vec<&str> = line[name.len()..].split_whitespace().collect();
    [cells[0].to_string(), cells[1].to_string()]
}

/// Percentages as disco-dop prints them.
fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "nan".to_string(), |value| format!("{:.2}", 100.0 * value))
}

fn score(counts: &BracketCounts, name: &str) -> String {
    percent(counts.scores().iter().find(|score| score.name == name).unwrap().value)
}

fn evaluated(metric: &Brackets, gold: &Path, system: &Path) -> Evaluation<BracketCounts> {
    let [gold, system] = [gold, system].map(|path| Reader::open(path).unwrap());
    evaluate_one(metric, gold, system).unwrap()
}

/// The total of sentences of up to 40 words, and of all.
fn totals(evaluation: &Evaluation<BracketCounts>) -> [BracketCounts; 2] {
    let short = evaluation.counted().filter(|(row, _)| row.outcome.size.length <= 40);
    [sum(short.map(|(_, counts)| counts)), evaluation.total()]
}

/// Compares every row of a sentence and the summary.
fn compare(metric: &Brackets, gold: &Path, system: &Path, expected: &Path) {
    let printed = fs::read_to_string(expected).unwrap();
    let found = evaluated(metric, gold, system);
    let expected_rows = rows(&printed);
    assert_eq!(found.rows.len(), expected_rows.len());
    for (row, wanted) in found.rows.iter().zip(expected_rows) {
        let place = format!("{}, sentence {}", expected.display(), row.sentence);
        let counts = row.outcome.result.as_ref().unwrap_or_else(|why| panic!("{place}: {why:?}"));
        let tally = counts.brackets();
        assert_eq!(
            (tally.matched, tally.gold, tally.system, counts.words, counts.tags_matched),
            (wanted.matched, wanted.gold, wanted.system, wanted.words, wanted.tags),
            "{place}"
        );
        assert_eq!(row.outcome.size.length, wanted.length, "{place}");
        assert_eq!(percent(tally.recall()), wanted.recall, "{place}");
        assert_eq!(percent(tally.precision()), wanted.precision, "{place}");
        assert_eq!(score(counts, "tag_accuracy"), wanted.accuracy, "{place}");
        if !metric.measures.leaf_ancestor {
            assert_eq!(wanted.more, "", "{place}");
            continue;
        }
        let paths =
            counts.scores().iter().find(|score| score.name == "leaf_ancestor").unwrap().value;
        let more =
            format!("{:.2}{:.2}", 10_000.0 * paths.unwrap(), 100.0 * counts.rare.edits as f64);
        assert_eq!(more, wanted.more, "{place}");
    }

    // Numbers of brackets are of distinct ones, precision and recall of all.
    let distinct = metric.clone().with(|it| it.duplicates = Duplicates::Once);
    let distinct = totals(&evaluated(&distinct, gold, system));
    for (at, total) in totals(&found).into_iter().enumerate() {
        let same = |name: &str, ours: String| {
            assert_eq!(ours, summary(&printed, name)[at], "{} {name}", expected.display());
        };
        same("number of sentences:", total.sentences.to_string());
        same("gold brackets:", distinct[at].gold.to_string());
        same("cand. brackets:", distinct[at].system.to_string());
        if total.discontinuous().gold > 0 {
            same("disc. gold brackets:", total.rare.discontinuous_gold.to_string());
            same("disc. cand. brackets:", total.rare.discontinuous_system.to_string());
        }
        same("labeled recall:", score(&total, "recall"));
        same("labeled precision:", score(&total, "precision"));
        same("labeled f-measure:", score(&total, "f1"));
        same("exact match:", score(&total, "exact_match"));
        same("pos accuracy:", score(&total, "tag_accuracy"));
        if metric.measures.leaf_ancestor {
            same("leaf-ancestor:", score(&total, "leaf_ancestor"));
            same("tree-dist (Dice micro avg)", score(&total, "tree_edit_distance"));
        }
    }
}

fn parameters(file: &Path) -> Parameters {
    let mut parameters = Preset::None.parameters();
    let added = parameters.read("proper.prm", &fs::read(file).unwrap());
    assert!(added.complaints.is_empty());
    parameters
}

#[test]
fn trees_with_crossing_branches_score_as_in_disco_dop() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("discontinuous");
    let path = |name: &str| folder.join(name);
    for (name, parameters) in [
        ("none", Preset::None.parameters()),
        ("proper", parameters(&path("proper.prm"))),
        ("collins", Preset::Collins.parameters()),
    ] {
        for (suffix, scope) in [("", Scope::All), ("-disconly", Scope::Discontinuous)] {
            let mut parameters = parameters.clone();
            parameters.scope = scope;
            let metric = Brackets::evalb(parameters);
            let expected = path(&format!("expected.{name}{suffix}.txt"));
            compare(&metric, &path("craft.gold.dbr"), &path("craft.sys.dbr"), &expected);
            // The export format gives every tree a root, which COLLINS.prm does not delete.
            if name != "collins" {
                compare(&metric, &path("craft.gold.export"), &path("craft.sys.export"), &expected);
            }
        }
    }
}

/// The rows of categories: recall, precision and F1 of the label, in the order of disco-dop.
fn categories(printed: &str) -> Vec<[String; 4]> {
    let lines =
        printed.lines().skip_while(|line| !line.starts_with(" Category Statistics")).skip(3);
    let lines = lines.take_while(|line| !line.trim().is_empty());
    let cells = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
    // Where there are more confusions than labels, they stand alone.
    let cells = cells.filter(|cells| cells.len() >= 5 && cells[1].contains('.'));
    cells.map(|cells| [0, 2, 3, 4].map(|at| cells[at].to_string())).collect()
}

#[test]
fn labels_score_as_in_disco_dop() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("discontinuous");
    for (name, parameters) in [
        ("none", Preset::None.parameters()),
        ("proper-disconly", parameters(&folder.join("proper.prm"))),
    ] {
        let mut parameters = parameters;
        if name.ends_with("disconly") {
            parameters.scope = Scope::Discontinuous;
        }
        let metric = Brackets::evalb(parameters).with(|it| it.notes = Noted::Labels);
        let [gold, system] = ["craft.gold.dbr", "craft.sys.dbr"]
            .map(|name| Reader::open(folder.join(name)).unwrap());
        let threads = Threads::one();
        let found = evaluate(&[metric], gold, vec![system], &threads, |_| ()).unwrap();
        let table = &BracketReport::tables_of(&found.metrics[0].notes, 0)[0];
        let printed = fs::read_to_string(folder.join(format!("expected.{name}.txt"))).unwrap();
        let wanted = categories(&printed);
        assert!(wanted.len() >= 19);
        assert_eq!(table.rows.len(), wanted.len(), "{name}");
        for [label, recall, precision, f1] in wanted {
            // Labels that are equal have one row; disco-dop takes one name of them.
            let names = ["label", "precision", "recall", "f1"];
            let at = names.map(|name| table.columns.iter().position(|it| it.name == name).unwrap());
            let is_it = |row: &&Vec<Cell>| match &row[at[0]] {
                Cell::Text(found) => found.split('=').any(|part| part == label),
                _ => false,
            };
            let row = table.rows.iter().find(is_it).unwrap_or_else(|| panic!("no {label}"));
            let shown = |at: usize| match row[at] {
                Cell::Share(value) => value,
                _ => panic!("no share"),
            };
            assert_eq!(percent(shown(at[2])), recall, "{name} {label}");
            assert_eq!(percent(shown(at[1])), precision, "{name} {label}");
            // It has no F1 where nothing is found.
            if f1 != "nan" {
                assert_eq!(percent(shown(at[3])), f1, "{name} {label}");
            }
        }
    }
}

#[test]
fn leaf_ancestor_scores_and_tree_edits_are_those_of_disco_dop() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("leaf-ancestor");
    for (name, preset) in [("none", Preset::None), ("COLLINS", Preset::Collins)] {
        let metric = Brackets::evalb(preset.parameters()).with(|it| {
            it.punctuation = PunctuationTags::OfGold;
            it.measures = Measures::default()
                .with(|it| (it.leaf_ancestor, it.tree_edit_distance) = (true, true));
        });
        let [gold, system] = ["craft300.gold.mrg", "craft300.sysB.mrg"].map(|it| folder.join(it));
        compare(&metric, &gold, &system, &folder.join(format!("expected.{name}.txt")));
    }
}

/// Sentences of our own: particles, relative clauses and questions that are moved.
const OURS: [&str; 4] = [
    "(ROOT (S (VP (VB 0=Wake) (RP 2=up)) (NP (PRP 1=her)) (. 3=!)))",
    "(ROOT (S (NP (NP (DT 0=A) (NN 1=man)) (SBAR (WP 3=who) (VBD 4=laughed))) (VP (VBD 2=came)) (. 5=.)))",
    "(ROOT (SBARQ (VP (WP 0=Whom) (VB 3=see)) (MD 1=did) (NP (PRP 2=you)) (. 4=?)))",
    "(ROOT (S (NP (NNS 0=Dogs)) (VP (VBP 1=bark)) (. 2=.)))",
];

/// The same without gaps.
const FLAT: [&str; 4] = [
    "(ROOT (S (VP (VB 0=Wake) (NP (PRP 1=her)) (RP 2=up)) (. 3=!)))",
    "(ROOT (S (NP (DT 0=A) (NN 1=man)) (VP (VBD 2=came) (SBAR (WP 3=who) (VBD 4=laughed))) (. 5=.)))",
    "(ROOT (SBARQ (VP (WP 0=Whom) (VB 3=see)) (MD 1=did) (NP (PRP 2=you)) (. 4=?)))",
    "(ROOT (S (NP (NNS 0=Dogs)) (VP (VBP 1=bark)) (. 2=.)))",
];

fn whole(parameters: Parameters) -> Brackets {
    Brackets::evalb(parameters).with(|it| {
        it.measures =
            Measures::default().with(|it| (it.leaf_ancestor, it.tree_edit_distance) = (true, true));
    })
}

fn corpora(gold: &[&str], system: &[&str]) -> [Corpus; 2] {
    [("gold", gold), ("system", system)].map(|(name, sentences)| {
        Corpus::from_sentences(name, sentences.iter().map(|text| text.as_bytes().to_vec())).unwrap()
    })
}

#[test]
fn brackets_with_gaps_are_counted_by_hand() {
    let [gold, system] = corpora(&OURS, &FLAT);
    let metric = whole(Preset::Standard.parameters());
    let found = evaluate_one(&metric, &gold, &system).unwrap().total();
    // 1: gold S VP{0,2} NP; the system S VP{0-2} NP, its VP over all that counts crosses nothing.
    // 2: gold S NP{0,1,3,4} NP SBAR VP; the system S NP VP{2-4} SBAR, whose VP crosses the large NP.
    // 3: both the same, a VP{0,3} among them. 4: the same.
    let tally = found.brackets();
    assert_eq!((tally.matched, tally.gold, tally.system), (2 + 3 + 3 + 3, 3 + 5 + 3 + 3, 14 - 1));
    let gaps = found.discontinuous();
    assert_eq!((gaps.matched, gaps.gold, gaps.system), (1, 3, 1));
    assert_eq!((found.crossing, found.no_crossing, found.exact), (1, 3, 2));

    let mut parameters = Preset::Standard.parameters();
    parameters.scope = Scope::Discontinuous;
    let found = evaluate_one(&Brackets::evalb(parameters), &gold, &system).unwrap().total();
    let tally = found.brackets();
    assert_eq!((tally.matched, tally.gold, tally.system), (1, 3, 1));
    assert_eq!((found.sentences, found.exact), (3, 1));
}

#[test]
fn gold_is_right_and_sides_can_be_swapped() {
    let metric = whole(Preset::Standard.parameters());
    let [gold, system] = corpora(&OURS, &FLAT);
    for side in [&gold, &system] {
        let total = evaluate_one(&metric, side, side).unwrap().total();
        for name in ["f1", "exact_match", "leaf_ancestor", "tree_edit_distance", "no_crossing"] {
            assert_eq!(score(&total, name), "100.00", "{name}");
        }
    }
    let one = evaluate_one(&metric, &gold, &system).unwrap().total();
    let two = evaluate_one(&metric, &system, &gold).unwrap().total();
    assert_eq!((one.matched, one.gold, one.system), (two.matched, two.system, two.gold));
    assert_eq!(one.rare.discontinuous_gold, two.rare.discontinuous_system);
    assert_eq!((one.rare.edits, one.rare.edit_nodes), (two.rare.edits, two.rare.edit_nodes));
    assert_eq!(one.rare.leaf_ancestor, two.rare.leaf_ancestor);
}

#[test]
fn trees_without_gaps_score_the_same_with_numbered_words() {
    let folder = check::fixtures().join("../crates/bezant-cli/demo");
    let numbered = |name: &str| {
        let mut texts = Vec::new();
        for text in Corpus::open(folder.join(name)).unwrap().texts() {
            let reading = penn::read(text);
            let mut line = Vec::new();
            discbracket::write(&reading.tree, b"", &mut line).unwrap();
            texts.push(line);
        }
        texts
    };
    let metric = whole(Preset::None.parameters());
    let open = |name: &str| Corpus::open(folder.join(name)).unwrap();
    let plain = evaluate_one(&metric, &open("gold.mrg"), &open("weak.mrg"));
    let plain = plain.unwrap().total();
    let of = |name: &str| Corpus::from_sentences_in(Format::Discbracket, name, numbered(name));
    let numbered = evaluate_one(&metric, &of("gold.mrg"), &of("weak.mrg")).unwrap().total();
    // One tree a line, so that both count the outermost bracket.
    assert_eq!(plain.sentences, numbered.sentences);
    assert_eq!(plain, numbered);
}

/// Words that have the same tag as gold's, in the order of the nodes.
struct Tags;

impl Metric for Tags {
    type Structure = Trees;
    type Counts = Tally;

    fn signature(&self) -> Signature {
        Signature::new("tags")
    }

    fn count(&self, gold: &Tree<'_>, system: &Tree<'_>) -> Result<Tally, Reason> {
        let [gold, system] = [gold, system].map(|tree| tree.leaves().enumerate().collect());
        Ok(Tally::of::<(usize, _)>(gold, system))
    }

    fn missed(&self, gold: &Tree<'_>) -> Tally {
        Tally { gold: gold.n_leaves().into(), ..Tally::default() }
    }

    fn scores(&self, total: &Tally) -> Vec<Score> {
        vec![Score::share("recall", total.recall())]
    }
}

/// The system's words are under other phrases, so that their nodes stand in another order.
const GAPS: [&str; 2] = [
    "(S (VP (V 0=wake) (PRT 2=up)) (NP (N 1=him)))",
    "(S (VP (V 0=wake) (N 1=him)) (NP (PRT 2=up)))",
];

#[test]
fn a_metric_that_knows_nothing_of_gaps_is_given_none() {
    let plain = "(S (V 0=wake) (N 1=him))";
    let gold = Corpus::from_sentences("gold", [GAPS[0], GAPS[1], plain]).unwrap();
    let system = Corpus::from_sentences("system", [GAPS[1], GAPS[0], plain]).unwrap();
    assert_eq!(gold.format(), Format::Discbracket);
    let found = evaluate_one(&Tags, &gold, &system).unwrap();
    let reasons: Vec<_> =
        found.skipped().map(|(row, skipped)| (row.sentence, skipped.reason.name())).collect();
    assert_eq!(reasons, [(1, "crossing_branches"), (2, "crossing_branches")]);
    assert_eq!(found.total(), Tally { matched: 2, gold: 2, system: 2 });
    assert_eq!(found.total_with_missed(), Tally { matched: 2, gold: 8, system: 2 });
}

#[test]
fn an_evaluation_has_the_scores_that_its_files_have() {
    let metric = Brackets::preset(Preset::None);
    let corpus = |name: &str, at: usize| Corpus::from_sentences(name, [GAPS[at]; 3]).unwrap();
    let (gold, right, wrong) = (corpus("gold", 0), corpus("right", 0), corpus("wrong", 1));
    let systems = evaluate_systems(&metric, &gold, [&right, &wrong], &Threads::one()).unwrap();
    let names = |of: &Evaluation<BracketCounts>| -> Vec<&str> {
        of.scores(&metric).iter().map(|score| score.name).collect()
    };
    assert!(names(&systems[0]).contains(&"discontinuous_f1"));
    let comparing = Comparing::standard().by(&["discontinuous_f1"]);
    let found = comparing.compare(&metric, &systems, &Threads::one()).unwrap();
    assert_eq!(found.pairs[0].difference, Some(1.0));
    let flat = Corpus::from_sentences("flat", ["(S (V wake) (N him))"; 3]).unwrap();
    let flat = evaluate_one(&metric, &flat, &flat).unwrap();
    assert!(!names(&flat).contains(&"discontinuous_f1"));
}

#[test]
fn a_report_of_any_metric_has_the_same_scores_with_skipped_sentences_as_without() {
    let metric = Brackets::preset(Preset::None);
    let gold = Corpus::from_sentences("gold", [GAPS[0], GAPS[0]]).unwrap();
    let system = Corpus::from_sentences("system", [GAPS[0], "(S (V 0=sleep))"]).unwrap();
    let found = evaluate_one(&metric, &gold, &system).unwrap();
    assert_eq!(found.skipped().count(), 1);
    let report = Report::of(&metric, "gold", &[found]);
    let of = |scores: &[Score], name: &str| -> Option<f64> {
        scores.iter().find(|score| score.name == name).and_then(|score| score.value)
    };
    let result = &report.systems[0];
    assert_eq!(of(&result.scores, "discontinuous_recall"), Some(1.0));
    // One of the two brackets with a gap is in the sentence that was skipped.
    assert_eq!(of(&result.scores_with_missed, "discontinuous_recall"), Some(0.5));
}
