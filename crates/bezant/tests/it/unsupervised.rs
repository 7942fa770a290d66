use std::path::{Path, PathBuf};
use std::process::Command;

use bezant::metric::Scorer;
use bezant::metrics::brackets::{BracketCounts, Brackets, Tokens};
use bezant::metrics::trees::parameters::Preset;
use bezant::source::Source;

use crate::check;

fn metric() -> Brackets {
    Brackets::preset(Preset::Unsupervised)
}

fn score(counts: &BracketCounts, name: &str) -> f64 {
    let scores = metric().scores(counts);
    scores.into_iter().find(|score| score.name == name).unwrap().value.unwrap()
}

fn of_texts(gold: &str, system: &str) -> BracketCounts {
    let source = |text: &str| Source::from_bytes("trees", text.as_bytes().to_vec()).unwrap();
    let [gold, system] = [gold, system].map(source);
    check::brackets(&metric(), gold, system).total()
}

/// What the script prints: sentence F1, corpus F1 and sentences skipped. Nothing without Python.
fn by_script(gold: &Path, system: &Path) -> Option<[f64; 3]> {
    let script = check::project().join("scripts/unsupervised_f1.py");
    let Ok(ran) = Command::new("python3").arg(script).args([gold, system]).output() else {
        #[allow(clippy::print_stderr)]
        {
            eprintln!("skipped: there is no python3 to run the script with");
        }
        return None;
    };
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let text = String::from_utf8(ran.stdout).unwrap();
    let value = |line: &str| line.rsplit_once(' ').unwrap().1.parse().unwrap();
    let values: Vec<f64> = text.lines().map(value).collect();
    Some(values.try_into().unwrap())
}

fn is_as_the_script_says(gold: &Path, system: &Path) {
    let Some([sentence_f1, f1, skipped]) = by_script(gold, system) else { return };
    let [gold, system] = [gold, system].map(|path| Source::open(path).unwrap());
    let found = check::brackets(&metric(), gold, system);
    let total = found.total();
    assert!((score(&total, "sentence_f1") - sentence_f1).abs() < 1e-8);
    assert!((score(&total, "f1") - f1).abs() < 1e-8);
    assert_eq!(found.skipped().count() as f64, skipped);
}

#[test]
fn the_script_says_the_same_of_our_own_trees() {
    let demo = check::project().join("crates/bezant-cli/demo");
    for system in ["strong", "middling", "weak", "failing", "gold"] {
        is_as_the_script_says(&demo.join("gold.mrg"), &demo.join(format!("{system}.mrg")));
    }
}

#[test]
fn the_script_says_the_same_of_treebank_trees() {
    let Some(folder) = check::conformance() else { return };
    let file = |name: &str| -> PathBuf { folder.join(format!("brackets/craft2k.{name}.mrg")) };
    for system in ["sysA", "sysB", "sysC"] {
        is_as_the_script_says(&file("gold"), &file(system));
    }
}

#[test]
fn what_counts_is_counted_by_hand() {
    // Inner spans of gold: b c; the comma, the root, the unary over it and single words do not count.
    let gold = "(TOP (S (NP (N a)) (, ,) (VP (VP (V b) (NP (N c))))))";
    let right = of_texts(gold, "(X (T-1 a) (X (T-2 ,) (X (T-3 b) (T-4 c))))");
    assert_eq!((right.matched, right.gold, right.system), (1, 1, 1));
    let left = of_texts(gold, "(X (X (X (T a) (T ,)) (T b)) (T c))");
    assert_eq!((left.matched, left.gold, left.system), (0, 1, 1));
    assert_eq!((left.rare.sentence_f1, left.rare.averaged_sentences), (0, 1));
    // Neither has a span to be right about; nor has a sentence without words, which is no sentence.
    let file = "(S (N a) (V b))\n(S (N a))\n(S (. .))\n";
    let short = of_texts(file, file);
    assert_eq!((short.gold, short.rare.averaged_sentences), (0, 2));
    assert_eq!(score(&short, "sentence_f1"), 1.0);
    // One side has some: none is right.
    let found = of_texts("(S (N a) (V b) (N c))", "(S (X (N a) (V b)) (N c))");
    assert_eq!((found.rare.sentence_f1, found.rare.averaged_sentences), (0, 1));
}

#[test]
fn punctuation_may_be_gone_already() {
    let gold = "(S (NP (D the) (N dog)) (VP (V barks) (RB loudly)) (. .))";
    let found = of_texts(gold, "(X (X (T the) (T dog)) (X (T barks) (T loudly)))");
    assert_eq!((found.matched, found.gold, found.system), (2, 2, 2));
    assert_eq!(found.exact, 1);
}

#[test]
fn sides_change_places_and_aligned_files_give_the_same() {
    let demo = check::project().join("crates/bezant-cli/demo");
    let open = |name: &str| Source::open(&demo.join(name)).unwrap();
    let one = check::brackets(&metric(), open("gold.mrg"), open("weak.mrg")).total();
    let two = check::brackets(&metric(), open("weak.mrg"), open("gold.mrg")).total();
    assert_eq!((one.matched, one.gold, one.system), (two.matched, two.system, two.gold));
    assert_eq!(one.rare.sentence_f1, two.rare.sentence_f1);
    let aligning = metric().with(|it| it.tokens = Tokens::Aligned);
    let aligned = check::brackets(&aligning, open("gold.mrg"), open("weak.mrg")).total();
    assert_eq!((aligned.matched, aligned.rare.sentence_f1), (one.matched, one.rare.sentence_f1));
}
