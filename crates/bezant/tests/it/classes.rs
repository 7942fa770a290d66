//! Errors by class: against the reference program, one sentence a class, and what always holds.

use std::fs;

use bezant::evaluation::{Evaluated, evaluate, evaluate_one};
use bezant::formats::Reader;
use bezant::metric::Scorer;
use bezant::metrics::brackets::{
    Brackets, ClassCounts, ClassTally, Classes, ErrorClass, Unclassified,
};
use bezant::metrics::dependencies::{
    Dependencies, DependencyClasses, DependencyErrorClass, DependencyPreset,
};
use bezant::metrics::trees::parameters::Preset;
use bezant::parallel::Threads;

use crate::check;

fn run<M: Scorer>(metric: M, gold: &str, system: &str, threads: &Threads) -> Evaluated<M> {
    let [gold, system] = [gold, system].map(|text| Reader::from_text("file", text).unwrap());
    evaluate(&[metric], gold, vec![system], threads, |_| ()).unwrap().metrics.remove(0)
}

fn brackets(gold: &str, system: &str) -> ClassCounts {
    let metric = Brackets::evalb(Preset::Standard.parameters());
    let metric = metric.with(|it| it.classes = Classes::Kummerfeld);
    run(metric, gold, system, &Threads::one()).notes[0].classes.clone()
}

fn dependencies(gold: &str, system: &str) -> DependencyClasses {
    let metric = Dependencies::ud().with(|it| it.classes = true);
    run(metric, gold, system, &Threads::one()).notes.details[0].classes.clone()
}

/// Classes with their errors and brackets, as the reference program writes them.
fn shown(counts: &ClassCounts) -> String {
    let tallies = counts.classes.iter();
    let mut rows: Vec<(u64, u64, &str)> =
        tallies.map(|(class, tally)| (tally.errors, tally.brackets, class.name())).collect();
    rows.sort_unstable_by(|one, two| two.cmp(one));
    rows.iter().map(|(errors, brackets, name)| format!("{errors} {brackets} {name}\n")).collect()
}

#[test]
fn brackets_have_the_classes_of_the_reference_program() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("brackets/error-classes");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let gold = read("craft200.gold.mrg");
    for (system, n_left_out) in [("sysA", 3), ("sysB", 1), ("sysC", 5)] {
        let found = brackets(&gold, &read(&format!("craft200.{system}.mrg")));
        assert_eq!(shown(&found), read(&format!("{system}.error_counts")), "{system}");
        assert_eq!(found.left_out.values().sum::<u64>(), n_left_out, "{system}");
    }
}

#[test]
fn every_class_of_brackets_has_a_sentence() {
    let folder = check::fixtures().join("classes");
    let [gold, system] = ["brackets.gold.mrg", "brackets.system.mrg"]
        .map(|name| fs::read_to_string(folder.join(name)).unwrap());
    let page = fs::read_to_string(check::project().join("docs/error-classes.md")).unwrap();
    // What the reference program says of them.
    let expected = [4, 1, 6, 3, 6, 6, 1, 1, 2, 1, 1, 1, 1, 2];
    assert_eq!(gold.lines().count(), ErrorClass::ALL.len());
    let pairs = gold.lines().zip(system.lines()).zip(ErrorClass::ALL.into_iter().zip(expected));
    for ((gold, system), (class, n)) in pairs {
        let found = brackets(gold, system);
        let tally = ClassTally { errors: 1, brackets: n };
        assert_eq!(Vec::from_iter(found.classes), [(class, tally)], "{gold}");
        assert!(page.contains(&format!("\n### {}\n", class.name())), "{}", class.name());
    }
}

#[test]
fn every_class_of_dependencies_has_a_sentence() {
    let folder = check::fixtures().join("classes");
    let [gold, system] = ["dependencies.gold.conllu", "dependencies.system.conllu"]
        .map(|name| fs::read_to_string(folder.join(name)).unwrap());
    let page = fs::read_to_string(check::project().join("docs/error-classes.md")).unwrap();
    let sentences = |text: &str| -> Vec<String> {
        text.trim_end().split("\n\n").map(|sentence| format!("{sentence}\n\n")).collect()
    };
    let (gold, system) = (sentences(&gold), sentences(&system));
    assert_eq!(gold.len(), DependencyErrorClass::ALL.len());
    for ((gold, system), class) in gold.iter().zip(&system).zip(DependencyErrorClass::ALL) {
        let found = dependencies(gold, system);
        assert_eq!(Vec::from_iter(found.keys().copied()), [class], "{gold}");
        let is_one = !["Words", "Root"].contains(&class.name());
        assert_eq!(found[&class].errors, if is_one { 1 } else { 2 }, "{gold}");
        assert!(page.contains(&format!("\n### {}\n", class.name())), "{}", class.name());
    }
}

/// Random trees over the same words, without what is left out.
struct Trees(u64);

impl Trees {
    fn number(&mut self, below: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn tree(&mut self, words: std::ops::Range<u64>, depth: u64) -> String {
        const LABELS: [&str; 7] = ["S", "NP", "VP", "PP", "SBAR", "ADVP", "NP"];
        let n = words.end - words.start;
        if n == 1 && (depth > 4 || self.number(5) < 3) {
            let tag = ["NN", "CC", "IN", "VB"][(words.start % 4) as usize];
            return format!("({tag} w{})", words.start);
        }
        let label = LABELS[self.number(7) as usize];
        let middle = words.start + if n > 1 { 1 + self.number(n - 1) } else { 1 };
        let mut below = self.tree(words.start..middle, depth + 1);
        if middle < words.end {
            below += " ";
            below += &self.tree(middle..words.end, depth + 1);
        }
        format!("({label} {below})")
    }

    fn file(&mut self, n: u64) -> String {
        (0..n).map(|at| format!("(TOP {})\n", self.tree(0..2 + at % 9, 0))).collect()
    }
}

#[test]
fn gold_has_no_errors_and_brackets_add_up() {
    let mut trees = Trees(7);
    let (gold, system) = (trees.file(150), trees.file(150));
    assert_eq!(brackets(&gold, &gold), ClassCounts::default());
    let found = brackets(&gold, &system);
    assert!(found.left_out.is_empty(), "{:?}", found.left_out);
    let [ours, theirs] = [&gold, &system].map(|text| Reader::from_text("file", text).unwrap());
    let metric = Brackets::evalb(Preset::Standard.parameters());
    let total = evaluate_one(&metric, ours, theirs).unwrap().total();
    let wrong = total.gold - total.matched + total.system - total.matched;
    assert_eq!(found.classes.values().map(|tally| tally.brackets).sum::<u64>(), wrong);
}

#[test]
fn threads_and_the_order_of_sentences_do_not_matter() {
    let mut trees = Trees(11);
    let (gold, system) = (trees.file(120), trees.file(120));
    let found = brackets(&gold, &system);
    let turned =
        |text: &str| text.lines().rev().map(|line| format!("{line}\n")).collect::<String>();
    assert_eq!(brackets(&turned(&gold), &turned(&system)), found);
    let metric = Brackets::evalb(Preset::Standard.parameters());
    let metric = metric.with(|it| it.classes = Classes::Kummerfeld);
    // Several blocks of text.
    let (gold, system) = (gold.repeat(40), system.repeat(40));
    let two = Threads::new(Some(2)).unwrap();
    let [one, two] =
        [Threads::one(), two].map(|threads| run(metric.clone(), &gold, &system, &threads));
    assert_eq!(one.notes[0].classes, two.notes[0].classes);
    let errors = |counts: &ClassCounts| counts.classes.values().map(|it| it.errors).sum::<u64>();
    assert_eq!(errors(&one.notes[0].classes), 40 * errors(&found));
}

#[test]
fn after_a_hundred_steps_it_gives_up() {
    let sentence = |word: &str, n: usize| format!("(TOP (S{}))", word.repeat(n));
    for (n, expected) in [(100, None), (101, Some(Unclassified::GaveUp))] {
        let found = brackets(&sentence(" (NP (NN w))", n), &sentence(" (NN w)", n));
        assert_eq!(found.left_out.keys().next().copied(), expected, "{n}");
        let errors = found.classes.get(&ErrorClass::SingleWordPhrase).map_or(0, |it| it.errors);
        assert_eq!(errors, if n == 100 { 100 } else { 0 });
    }
    // Very deep trees take no longer than others: it is seen that they are too much.
    let n = 20_000;
    let deep =
        |label: &str| format!("(TOP {}(x a){})", format!("({label} ").repeat(n), ")".repeat(n));
    let found = brackets(&deep("A"), &deep("B"));
    assert_eq!(found.left_out.get(&Unclassified::GaveUp), Some(&1));
}

#[test]
fn what_has_no_classes_is_counted() {
    let gold = "(TOP (S (NN a) (NN b)))\n(TOP (S (NN a)))\n(TOP (S (NN a)))\n";
    let found = brackets(gold, "(TOP (S (NN a)))\n(())\n(TOP (NP (NN a)))\n");
    let left_out = Vec::from_iter(found.left_out);
    assert_eq!(left_out, [(Unclassified::NoTree, 1), (Unclassified::Lengths, 1)]);
    // Roots of other treebanks, and tops that differ, are no reason.
    for (gold, system, expected) in [
        ("(TOP (S (NN a)))", "(S1 (S (NN a)))", ""),
        ("(S (NN a) (NN b))", "(NP (NN a) (NN b))", "1 2 Different label\n"),
        ("(S (NN a) (NN b))", "(TOP (S (NN a) (NN b)))", ""),
    ] {
        assert_eq!(shown(&brackets(gold, system)), expected, "{system}");
    }
}

#[test]
fn classes_of_dependencies_add_up_to_the_errors() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("dependencies");
    let open = |name: &str| Reader::open(folder.join(name)).unwrap();
    for system in ["ewt.goldtok.conllu.gz", "ewt.raw.conllu.gz", "ewt.gold.conllu.gz"] {
        let metric = Dependencies::ud().with(|it| it.classes = true);
        let found = evaluate(
            &[metric],
            open("ewt.gold.conllu.gz"),
            vec![open(system)],
            &Threads::one(),
            |_| (),
        );
        let found = found.unwrap().metrics.remove(0);
        let classes = &found.notes.details[0].classes;
        let measures = found.systems[0].total().measures(DependencyPreset::Ud);
        let missed = |name: &str| {
            let measure = measures.iter().find(|measure| measure.name == name).unwrap();
            measure.gold - measure.matched
        };
        assert_eq!(
            classes.values().map(|tally| tally.errors).sum::<u64>(),
            missed("LAS"),
            "{system}"
        );
        assert_eq!(
            classes.values().map(|tally| tally.heads).sum::<u64>(),
            missed("UAS"),
            "{system}"
        );
    }
}
