//! Gold that is scored again and again: what was made of it before changes no number.

use std::path::PathBuf;

use bezant::metric::Scorer;
use bezant::metrics::brackets::{
    Classes, Cleaning, Duplicates, Functions, Parameters, Scope, Spans, Tokens,
};
use bezant::metrics::fragments::{FragmentMatching, Nodes, Shape};
use bezant::{Brackets, Corpus, Dependencies, Evaluation, Fragments, Preset, Threads};

use super::demo;
use crate::check;

/// Systems with more and fewer words, labels that gold does not have, broken trees and none.
fn tree_files() -> Vec<[PathBuf; 2]> {
    let mut pairs = vec![
        [demo("gold.mrg"), demo("weak.mrg")],
        [demo("gold.mrg"), demo("strong.mrg")],
        [demo("weak.mrg"), demo("gold.mrg")],
    ];
    let odd: Vec<PathBuf> = ["penn/valid", "penn/invalid"]
        .into_iter()
        .flat_map(|folder| check::fixtures_of(folder, "mrg"))
        .collect();
    pairs.extend(odd.iter().map(|file| [file.clone(), demo("weak.mrg")]));
    pairs.extend(odd.iter().map(|file| [demo("gold.mrg"), file.clone()]));
    pairs.extend(odd.windows(2).map(|two| [two[0].clone(), two[1].clone()]));
    pairs
}

/// What a metric finds of gold that nobody has scored before, and of gold that was scored so often.
fn assert_the_same<M: Scorer>(metric: &M, files: &[[PathBuf; 2]], n_scored: &mut usize)
where
    Evaluation<M::Counts>: PartialEq + std::fmt::Debug,
{
    for [gold, system] in files {
        // What is broken in a way that ends the reading is refused, as often as one tries.
        let (Ok(gold), Ok(system)) = (Corpus::open(gold), Corpus::open(system)) else { continue };
        let evaluate = |gold: &Corpus| {
            // Twice in one go, so that what one system does to gold is not there for the next.
            bezant::evaluate_systems(metric, gold, [&system, gold, &system], &Threads::one())
        };
        let Ok(first) = evaluate(&gold) else { continue };
        for _ in 0..3 {
            assert_eq!(evaluate(&gold).unwrap(), first, "{}, {}", gold.name(), system.name());
        }
        *n_scored += 1;
    }
}

#[test]
fn brackets_are_the_same() {
    let preset = |preset| Brackets::preset(preset);
    let changed = |change: &dyn Fn(&mut Brackets)| {
        let mut metric = Brackets::preset(Preset::Collins);
        change(&mut metric);
        metric
    };
    let parameters = |change: &dyn Fn(&mut Parameters)| changed(&|it| change(&mut it.parameters));
    let metrics = [
        preset(Preset::Collins),
        preset(Preset::None),
        preset(Preset::Spmrl),
        preset(Preset::Unsupervised),
        changed(&|it| it.tokens = Tokens::Aligned),
        changed(&|it| it.duplicates = Duplicates::Once),
        changed(&|it| it.classes = Classes::Kummerfeld),
        changed(&|it| it.cleaning = "traces,unaries".parse::<Cleaning>().unwrap()),
        parameters(&|it| it.functions = Functions::Score),
        parameters(&|it| it.functions = Functions::Add),
        parameters(&|it| it.spans = Spans::Inner),
        parameters(&|it| it.delete_words.push(b".".to_vec())),
        parameters(&|it| it.equal_labels.push((b"NP".to_vec(), b"VP".to_vec()))),
    ];
    let (files, mut n_scored) = (tree_files(), 0);
    for metric in &metrics {
        assert_the_same(metric, &files, &mut n_scored);
    }
    assert!(n_scored > 500, "{n_scored}");
    // Crossing branches.
    let discontinuous: Vec<PathBuf> = ["export", "dbr"]
        .into_iter()
        .flat_map(|ending| check::fixtures_of("discontinuous/valid", ending))
        .collect();
    let pairs: Vec<[PathBuf; 2]> = discontinuous
        .iter()
        .flat_map(|gold| discontinuous.iter().map(move |system| [gold.clone(), system.clone()]))
        .collect();
    let mut n_scored = 0;
    for metric in [preset(Preset::None), parameters(&|it| it.scope = Scope::Discontinuous)] {
        assert_the_same(&metric, &pairs, &mut n_scored);
    }
    assert!(n_scored > 10, "{n_scored}");
}

#[test]
fn fragments_are_the_same() {
    let changed = |change: &dyn Fn(&mut Fragments)| {
        let mut metric = Fragments::freval();
        change(&mut metric);
        metric
    };
    let metrics = [
        Fragments::freval(),
        changed(&|it| it.matching = FragmentMatching::Connected),
        changed(&|it| it.matching = FragmentMatching::Literal),
        changed(&|it| it.nodes = Nodes::Preterminals),
        changed(&|it| it.shape = Shape::Subtrees),
    ];
    let (files, mut n_scored) = (tree_files(), 0);
    for metric in &metrics {
        assert_the_same(metric, &files, &mut n_scored);
    }
    assert!(n_scored > 200, "{n_scored}");
}

#[test]
fn metrics_that_differ_share_nothing() {
    let [gold, system] = ["gold.mrg", "weak.mrg"].map(|name| Corpus::open(demo(name)).unwrap());
    let metrics = [Preset::Collins, Preset::None, Preset::Freval].map(Brackets::preset);
    let evaluate =
        |gold: &Corpus, metric: &Brackets| bezant::evaluate_one(metric, gold, &system).unwrap();
    let fresh = || Corpus::open(demo("gold.mrg")).unwrap();
    for _ in 0..4 {
        for metric in &metrics {
            let (again, expected) = (evaluate(&gold, metric), evaluate(&fresh(), metric));
            assert_eq!(again.rows, expected.rows);
        }
    }
}

#[test]
fn a_list_that_lacks_sentences_is_the_same() {
    let parts = |name: &str, without: &[usize]| {
        let corpus = Corpus::open(demo(name)).unwrap();
        let parts = corpus.texts().enumerate();
        let parts = parts.map(|(at, text)| (!without.contains(&at)).then(|| text.to_vec()));
        Corpus::from_parts(name, None, parts.collect(), false).unwrap()
    };
    let metric = Brackets::preset(Preset::Collins);
    for (in_gold, in_system) in [(&[][..], &[3, 4][..]), (&[0, 7], &[]), (&[5, 6], &[5, 9])] {
        let (gold, system) = (parts("gold.mrg", in_gold), parts("weak.mrg", in_system));
        let first = bezant::evaluate_one(&metric, &gold, &system).unwrap();
        assert!(first.skipped().count() >= in_gold.len());
        for _ in 0..3 {
            assert_eq!(bezant::evaluate_one(&metric, &gold, &system).unwrap(), first);
        }
    }
}

#[test]
fn dependencies_are_the_same() {
    let entailments = |name: &str| demo("entailments").join(name);
    let mut pairs = vec![[entailments("gold.conllu"), entailments("weak.conllu")]];
    let odd: Vec<PathBuf> = ["conllu/valid", "conllu/invalid"]
        .into_iter()
        .flat_map(|folder| check::fixtures_of(folder, "conllu"))
        .collect();
    pairs.extend(odd.windows(2).map(|two| [two[0].clone(), two[1].clone()]));
    let mut n_scored = 0;
    let metrics = [Dependencies::ud(), Dependencies::conllx()];
    for metric in &metrics {
        assert_the_same(metric, &pairs, &mut n_scored);
    }
    assert!(n_scored > 40, "{n_scored}");
}
