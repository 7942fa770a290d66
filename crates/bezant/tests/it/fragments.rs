#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::Cursor;

use bezant::counts::Counts;
use bezant::evaluation::{Evaluation, evaluate, sum};
use bezant::formats::Reader;
use bezant::metric::Scorer;
use bezant::metrics::brackets::Brackets;
use bezant::metrics::fragments::{
    Count, FragmentCounts, FragmentMatching, Fragments, Interpolated, Limit, MacroCounts, Mean,
    Nodes, Scoring, Shape, SizeWeights, Sizes, concentration,
};
use bezant::metrics::trees::parameters::Labelling;
use bezant::metrics::trees::parameters::Preset;
use bezant::parallel::Threads;
use bezant::rows;
use bezant::source::Source;
use proptest::prelude::*;

use crate::check;

#[path = "fragments/brute_force.rs"]
mod brute_force;
use brute_force::Random;

fn score(
    metric: &Fragments,
    gold: Source,
    systems: Vec<Source>,
    threads: usize,
) -> Vec<Evaluation<FragmentCounts>> {
    let reader = |source| Reader::new(source, None);
    let systems = systems.into_iter().map(reader).collect();
    let threads = Threads::new(Some(threads)).unwrap();
    let metrics = [metric.clone()];
    let mut all = evaluate(&metrics, reader(gold), systems, &threads, |_| ()).unwrap();
    all.metrics.remove(0).systems
}

fn text(text: impl Into<String>) -> Source {
    Source::from_reader("text", Cursor::new(text.into().into_bytes())).unwrap()
}

pub fn pair(metric: &Fragments, gold: &str, system: &str) -> FragmentCounts {
    let mut evaluations = score(metric, text(gold), vec![text(system)], 1);
    evaluations.remove(0).total()
}

/// Counts of sizes 1, 2, 3 and so on: gold, system, matched.
fn columns(counts: &FragmentCounts) -> [Vec<String>; 3] {
    let sizes = counts.sizes();
    let column = |f: fn(&bezant::metrics::fragments::SizeScores) -> &Count| {
        sizes.iter().map(|size| f(size).to_string()).collect()
    };
    [column(|size| &size.gold), column(|size| &size.system), column(|size| &size.matched)]
}

fn limit(text: &str) -> Limit {
    text.parse().unwrap()
}

fn close(one: Option<f64>, percent: &serde_json::Value, tolerance: f64) -> bool {
    (100.0 * one.unwrap() - percent.as_f64().unwrap()).abs() < tolerance
}

#[test]
fn treebank_counts_are_frevals_at_every_size() {
    let Some(folder) = check::conformance() else { return };
    let mut n_counts = 0;
    for system in ["sysA", "sysB", "sysC"] {
        let path = folder.join(format!("fragments/craft2k.{system}.dp.json"));
        let expected: serde_json::Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        for (matching, key) in
            [(FragmentMatching::Nodes, "java"), (FragmentMatching::Connected, "both")]
        {
            let metric = Fragments::freval().with(|it| it.matching = matching);
            let open = |name: &str| {
                Source::open(&folder.join(format!("brackets/craft2k.{name}.mrg"))).unwrap()
            };
            let evaluation = score(&metric, open("gold"), vec![open(system)], 1).remove(0);
            for (group, longest) in [("all", u32::MAX), ("len<=40", 40), ("len<=25", 25)] {
                let expected = &expected[group];
                let rows = || {
                    evaluation.counted().filter(move |(row, _)| row.outcome.size.length <= longest)
                };
                let total = sum(rows().map(|(_, counts)| counts));
                assert_eq!(total.sentences(), expected["valid"].as_u64().unwrap());
                let expected_sizes = expected["sizes"].as_array().unwrap();
                assert_eq!(total.largest(), expected_sizes.len());
                for (size, expected) in total.sizes().iter().zip(expected_sizes) {
                    let place = format!("{system} {key} {group} {}", size.size);
                    assert_eq!(expected["n"], size.size, "{place}");
                    assert_eq!(expected["gold"], size.gold.to_string(), "{place}");
                    assert_eq!(expected["test"], size.system.to_string(), "{place}");
                    let matched = &expected[format!("matched_{key}")];
                    assert_eq!(*matched, size.matched.to_string(), "{place}");
                    n_counts += 3;
                }
                let scores = metric.scoring.interpolate(&total, Limit::All);
                assert!(close(scores.flp, &expected[format!("flp_{key}")], 1e-9));
                assert!(close(scores.flr, &expected[format!("flr_{key}")], 1e-9));
                assert!(close(scores.f1, &expected[format!("f_{key}")], 1e-9));
            }
        }
    }
    // 2 definitions, 3 systems: 75 + 39 + 25, 75 + 39 + 29 and 75 + 40 + 27 sizes.
    assert_eq!(n_counts, 3 * 2 * 424);
}

#[test]
fn limits_and_concentration_are_those_of_the_reference() {
    let Some(folder) = check::conformance() else { return };
    let path = folder.join("fragments/definition_difference.json");
    let expected: serde_json::Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    for system in ["sysA", "sysB", "sysC"] {
        let expected = &expected[system];
        for (matching, key) in
            [(FragmentMatching::Nodes, "java"), (FragmentMatching::Connected, "both")]
        {
            let metric = Fragments::freval().with(|it| it.matching = matching);
            let open = |name: &str| {
                Source::open(&folder.join(format!("brackets/craft2k.{name}.mrg"))).unwrap()
            };
            let evaluation = score(&metric, open("gold"), vec![open(system)], 2).remove(0);
            let total = evaluation.total();
            for (range, expected) in expected["interpolated"].as_object().unwrap() {
                let up_to = range.trim_start_matches("1..").replace("max", "all");
                let scores = metric.scoring.interpolate(&total, limit(&up_to));
                assert!(close(scores.flp, &expected[key]["FLP"], 6e-5), "{system} {range}");
                assert!(close(scores.flr, &expected[key]["FLR"], 6e-5), "{system} {range}");
                assert!(close(scores.f1, &expected[key]["F1"], 6e-5), "{system} {range}");
            }
            let over = |counts: &FragmentCounts| {
                counts.sizes().iter().any(|size| size.matched > size.system)
            };
            let n_over = evaluation.counted().filter(|(_, counts)| over(counts)).count();
            let name = match matching {
                FragmentMatching::Nodes => "sentences_with_precision_over_100",
                _ => "sentences_both_precision_over_100",
            };
            assert_eq!(expected[name], n_over, "{system} {name}");

            let found =
                concentration(evaluation.counted().map(|(row, counts)| (row.sentence, counts)));
            for (size, expected) in expected["heaviest"].as_object().unwrap() {
                let size: usize = size.parse().unwrap();
                let here = &found[size - 1];
                assert_eq!((here.size, here.first), (size, 1554));
                let share = expected["top1_share"].as_f64().unwrap();
                assert!((here.share - share).abs() < 1e-9, "{system} {size}");
                assert_eq!(here.one_decides, share > 0.5);
                assert_eq!(here.half == 1, share >= 0.5);
            }
        }
    }
}

#[test]
fn the_worked_example_of_the_documentation_is_right() {
    let gold = "(S (NP (PRP She)) (VP (VBD saw) (NP (DT the) (NN man)) (PP (IN with) (NP (DT a) (NN telescope)))))";
    let system = "(S (NP (PRP She)) (VP (VBD saw) (NP (NP (DT the) (NN man)) (PP (IN with) (NP (DT a) (NN telescope))))))";
    let nodes = Fragments::freval();
    let connected = Fragments::freval().with(|it| it.matching = FragmentMatching::Connected);
    let (found, both) = (pair(&nodes, gold, system), pair(&connected, gold, system));
    let page =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/metrics/fragments.md"))
            .unwrap();
    let has = |line: String| assert!(page.contains(&line), "the page lacks: {line}");
    has(gold.to_string());
    has(system.to_string());
    let percent = |value: Option<f64>| {
        value.map_or("—".to_string(), |value| format!("{:.2}", 100.0 * value))
    };
    for (size, both) in found.sizes().iter().zip(both.sizes()) {
        has(format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            size.size,
            size.gold,
            size.system,
            size.matched,
            percent(size.precision),
            percent(size.recall),
            both.matched,
            percent(both.precision)
        ));
    }
    for (name, metric, total) in [("nodes", &nodes, &found), ("connected", &connected, &both)] {
        let Interpolated { flp, flr, f1, .. } = metric.scoring.interpolate(total, Limit::All);
        has(format!("| {name} | {} | {} | {} |", percent(flp), percent(flr), percent(f1)));
    }
}

#[test]
fn extra_nodes_between_matched_ones_are_what_the_definitions_differ_in() {
    // Ten sisters, grouped five and five by the system.
    let sisters =
        |from: usize| -> String { (from..from + 5).map(|n| format!("(A (t w{n}))")).collect() };
    let gold = format!("(S {}{})", sisters(0), sisters(5));
    let system = format!("(S (X {}) (X {}))", sisters(0), sisters(5));
    let found = pair(&Fragments::freval(), &gold, &system);
    // Of size 5: S with any 4 of 10 sisters in gold; each is found by its nodes.
    assert_eq!(found.gold(5), Count::from(210));
    assert_eq!(found.matched(5), Count::from(210));
    assert_eq!(found.system(5), Count::from(75));
    assert_eq!(found.at(5).precision, Some(2.8));
    let connected = Fragments::freval().with(|it| it.matching = FragmentMatching::Connected);
    let found = pair(&connected, &gold, &system);
    assert_eq!(columns(&found)[2][..3], ["11", "0", "0"]);
}

#[test]
fn shapes_and_preterminals_change_what_is_counted() {
    let tree = "(S (NP (D the) (N dog)) (VP (V barks) (, ,)))";
    let counts = |shape, nodes| {
        let metric = Fragments::freval().with(|it| {
            it.shape = shape;
            it.nodes = nodes;
        });
        let [gold, system, matched] = columns(&pair(&metric, tree, tree));
        assert!(gold == system && gold == matched);
        gold.join(" ")
    };
    assert_eq!(counts(Shape::Fragments, Nodes::Phrases), "3 2 1");
    assert_eq!(counts(Shape::Paths, Nodes::Phrases), "3 2");
    assert_eq!(counts(Shape::Subtrees, Nodes::Phrases), "3 0 1");
    assert_eq!(counts(Shape::Fragments, Nodes::Preterminals), "6 5 5 4 3 1");
    assert_eq!(counts(Shape::Paths, Nodes::Preterminals), "6 5 3");
    assert_eq!(counts(Shape::Subtrees, Nodes::Preterminals), "6 1 2 1 1 1");
}

#[test]
fn skipped_sentences_say_what_was_missed() {
    let metric = Fragments::freval();
    let gold = "(S (NP (N a)) (VP (V b)))\n(S (N a))\n(S (N a)\n";
    let system = "(S (NP (N a)) (VP (V c)))\n(S (N a))\n(S (N a))\n";
    let evaluation = score(&metric, text(gold), vec![text(system)], 1).remove(0);
    let skipped: Vec<_> = evaluation
        .skipped()
        .map(|(row, skipped)| (row.sentence, skipped.reason.name(), skipped.missed.gold(1)))
        .collect();
    assert_eq!(
        skipped,
        [(1, "word_mismatch", Count::from(3)), (3, "gold_unreadable", Count::from(0))]
    );
    assert_eq!(evaluation.total().sentences(), 1);
    // Nobody can be said to have missed what cannot be read.
    assert_eq!(evaluation.total_with_missed().sentences(), 2);
    assert_eq!(columns(&evaluation.total_with_missed())[0], ["4", "2", "1"]);
}

#[test]
fn quotation_marks_put_back_for_one_system_are_gone_for_the_next() {
    let gold = "(S (NP (POS ') (N a)) (VP (V b)))";
    let quoted = "(S (NP ('' ') (N a)) (VP (V b)))";
    let metric = Fragments::freval().with(|it| it.nodes = Nodes::Preterminals);
    let alone = pair(&metric, quoted, gold);
    let evaluations = score(&metric, text(quoted), vec![text(quoted), text(gold), text(quoted)], 1);
    let totals: Vec<_> = evaluations.iter().map(Evaluation::total).collect();
    assert_eq!(totals[0], totals[2]);
    assert_eq!(totals[1], alone);
    assert_ne!(totals[0].gold(1), totals[1].gold(1));
}

#[test]
fn means_and_sizes_follow_their_formulas() {
    let gold = "(S (A (t a)) (B (t b)))";
    let total = pair(&Fragments::freval(), gold, "(S (A (t a)) (C (t b)))");
    // Size 1: 2 of 3; size 2: 1 of 2; size 3: 0 of 1.
    let scores = |scoring: &Scoring, up_to: &str| {
        let scores = scoring.interpolate(&total, limit(up_to));
        assert_eq!(scores.flp, scores.flr);
        scores.f1.unwrap()
    };
    let near = |one: f64, two: f64| assert!((one - two).abs() < 1e-12, "{one} {two}");
    let uniform = Scoring::freval();
    near(scores(&uniform, "1"), 2.0 / 3.0);
    near(scores(&uniform, "2"), (2.0 / 3.0 + 0.5) / 2.0);
    near(scores(&uniform, "all"), (2.0 / 3.0 + 0.5) / 3.0);
    near(scores(&uniform, "99"), (2.0 / 3.0 + 0.5) / 3.0);
    let geometric = Scoring::freval().with(|it| it.mean = Mean::Geometric);
    near(scores(&geometric, "2"), (2.0f64 / 3.0 * 0.5).sqrt());
    near(scores(&geometric, "all"), 0.0);
    let weights = SizeWeights::read("0.2 0.8").unwrap();
    let given = Scoring::freval().with(|it| it.weights = weights);
    near(scores(&given, "all"), 0.2 * 2.0 / 3.0 + 0.8 * 0.5);
    near(scores(&given, "1"), 2.0 / 3.0);

    // A system with larger trees than gold's makes a size more unless gold alone decides.
    let total = pair(&Fragments::freval(), gold, "(S (A (X (t a))) (B (t b)))");
    assert_eq!(uniform.interpolate(&total, Limit::All).largest, 4);
    let by_gold = Scoring::freval().with(|it| it.sizes = Sizes::Gold);
    assert_eq!(by_gold.interpolate(&total, Limit::All).largest, 3);

    let nothing = uniform.interpolate(&FragmentCounts::default(), Limit::All);
    assert_eq!((nothing.largest, nothing.flp, nothing.flr, nothing.f1), (0, None, None, None));
}

#[test]
fn sparsity_weighs_sizes_by_the_sentences_that_have_them() {
    let gold = "(S (A (t a)) (B (t b)))\n(S (t a))\n(S (A (t a)))\n";
    let metric = Fragments::freval().with(|it| it.scoring.weights = SizeWeights::Sparsity);
    let total = score(&metric, text(gold), vec![text(gold)], 1).remove(0).total();
    assert_eq!(metric.scoring.alphas(&total, Limit::All), [3.0 / 6.0, 2.0 / 6.0, 1.0 / 6.0]);
    assert_eq!(metric.scoring.alphas(&total, limit("2")), [3.0 / 5.0, 2.0 / 5.0]);
}

#[test]
fn each_sentence_counts_the_same_in_the_macro_average() {
    let gold = "(S (A (t a)) (B (t b)))\n(S (t a))\n";
    let system = "(S (A (t a)) (C (t b)))\n(S (t a))\n";
    let evaluation = score(&Fragments::freval(), text(gold), vec![text(system)], 1).remove(0);
    let total = MacroCounts::sum(evaluation.counted().map(|(_, counts)| counts));
    let scores = |up_to| Scoring::freval().interpolate(&total, limit(up_to)).f1.unwrap();
    assert!((scores("1") - (2.0 / 3.0 + 1.0) / 2.0).abs() < 1e-12);
    assert!((scores("2") - (5.0 / 6.0 + 0.5) / 2.0).abs() < 1e-12);
    let mut twice = MacroCounts::default();
    twice.add(&total, 2);
    assert_eq!(Scoring::freval().interpolate(&twice, Limit::All).f1, Some(scores("all")));
}

#[test]
fn the_signature_names_every_option_and_reads_back() {
    let signature = Fragments::freval().signature().to_string();
    assert_eq!(
        signature,
        "fragments|params:freval|labels:yes|clean:no|unescape:no|align:no|duplicates:each|\
         match:nodes|shape:fragments|preterminals:no|max-size:all|weights:uniform|\
         mean:arithmetic|sizes:both"
    );
    let mut metric = Fragments::freval().with(|it| {
        it.shape = Shape::Paths;
        it.max_size = limit("7");
    });
    metric.brackets.parameters.cutoff = 25;
    assert_eq!(metric.signature().get("params"), Some("freval"));
    metric.brackets.parameters.delete.pop();
    let signature = metric.signature();
    assert_eq!(signature.get("params"), Some("new"));
    assert_eq!((signature.get("shape"), signature.get("max-size")), (Some("paths"), Some("7")));
    assert_eq!(signature.to_string().parse::<bezant::signature::Signature>().unwrap(), signature);
}

/// Some pairs of sentences, good for treebanks of tests.
fn treebank(seed: u64, n: usize) -> (String, String) {
    let mut random = Random::new(seed);
    let mut files = (String::new(), String::new());
    for _ in 0..n {
        let (gold, system) = random.pair();
        files.0 += &format!("{gold}\n");
        files.1 += &format!("{system}\n");
    }
    files
}

#[test]
fn threads_saving_and_merging_change_nothing() {
    let (gold, system) = treebank(7, 3_000);
    let metric = Fragments::freval();
    let one = score(&metric, text(&*gold), vec![text(&*system)], 1).remove(0);
    for threads in [2, 5] {
        assert_eq!(score(&metric, text(&*gold), vec![text(&*system)], threads).remove(0), one);
    }
    let mut saved = Vec::new();
    rows::write(std::slice::from_ref(&one), &mut saved).unwrap();
    let saved = Source::from_reader("rows", Cursor::new(saved)).unwrap();
    let read = rows::read::<FragmentCounts>(saved).unwrap();
    assert_eq!(read, std::slice::from_ref(&one));

    let cut = |text: &str| -> Vec<String> {
        let lines: Vec<&str> = text.lines().collect();
        lines.chunks(1_000).map(|lines| lines.join("\n") + "\n").collect()
    };
    let parts: Vec<_> = cut(&gold)
        .into_iter()
        .zip(cut(&system))
        .map(|(gold, system)| score(&metric, text(gold), vec![text(system)], 1).remove(0))
        .collect();
    let merged = rows::merge(parts).unwrap().unwrap();
    assert_eq!(merged.rows, one.rows);
    assert_eq!(merged.total(), one.total());
}

fn literal() -> Fragments {
    Fragments::freval().with(|it| it.matching = FragmentMatching::Literal)
}

/// Counted by hand: what is alike counts once, and only the top has a place.
#[test]
fn to_the_letter_only_the_whole_fragment_is_placed() {
    let gold = "(S (NP (N a)) (VP (V b) (NP (N c))) (NP (N d)))";
    let system = "(S (NP (N a) (V b)) (VP (NP (N c))) (NP (N d)))";
    let found = pair(&literal(), gold, system);
    let size = |n| [found.gold(n), found.system(n), found.matched(n)].map(|n| n.to_string());
    // S, VP and three NPs that stand apart; S and the last two NPs are where gold has them.
    assert_eq!(size(1), ["5", "5", "3"]);
    // (S NP) once, (S VP), (VP NP); the system's VP is elsewhere.
    assert_eq!(size(2), ["3", "3", "2"]);
    // (S NP VP), (S VP NP), (S NP NP), (S (VP NP)).
    assert_eq!(size(3), ["4", "4", "4"]);
    assert_eq!(size(4), ["3", "3", "3"]);
    assert_eq!(size(5), ["1", "1", "1"]);
    // Each node in its place and each link: of any size above 1 only S with the last NP is left.
    let connected = Fragments::freval().with(|it| it.matching = FragmentMatching::Connected);
    let found = pair(&connected, gold, system);
    let matched: Vec<String> = (1..=5).map(|n| found.matched(n).to_string()).collect();
    assert_eq!(matched, ["3", "1", "0", "0", "0"]);
}

#[test]
fn labels_that_count_as_equal_are_alike_to_the_letter() {
    let gold = "(S (ADVP (N a)) (PRT (N b)))";
    let found = pair(&literal(), gold, "(S (PRT (N a)) (ADVP (N b)))");
    let sizes: Vec<[String; 3]> = (1..=3)
        .map(|n| [found.gold(n), found.system(n), found.matched(n)].map(|n| n.to_string()))
        .collect();
    // (S ADVP) and (S PRT) are one.
    assert_eq!(sizes, [["3", "3", "3"], ["1", "1", "1"], ["1", "1", "1"]]);
}

#[test]
fn numbers_beyond_64_bits_are_counted_to_the_letter() {
    // A hundred different phrases below one: any of them, so two to the hundredth in all.
    let below: String = (0..100).map(|n| format!("(L{n} (N w{n}))")).collect();
    let tree = format!("(S {below})");
    let found = pair(&literal(), &tree, &tree);
    let all = pair(&Fragments::freval(), &tree, &tree);
    for n in 1..=101 {
        assert_eq!([found.gold(n), found.matched(n)], [all.gold(n), all.gold(n)], "{n}");
    }
    assert!(found.gold(50) > Count::from(u64::MAX));
}

#[test]
fn a_sentence_with_too_many_different_fragments_is_a_row_with_a_reason() {
    let deep = |n: usize| format!("{}(N w){}", "(X ".repeat(n), ")".repeat(n));
    let metric = literal();
    let text =
        |trees: [String; 2]| Source::from_bytes("text", trees.join("\n").into_bytes()).unwrap();
    let gold = text([deep(50_000), deep(3)]);
    let system = text([deep(49_999), deep(3)]);
    let evaluation = score(&metric, gold, vec![system], 1).remove(0);
    let reasons: Vec<&str> = evaluation.skipped().map(|(_, it)| it.reason.name()).collect();
    assert_eq!(reasons, ["too_many_fragments"]);
    assert_eq!(evaluation.total().matched(3), Count::from(1));
    // Up to a size that is small enough it is counted.
    let small = literal().with(|it| it.max_size = limit("1"));
    let gold = pair(&small, &deep(900), &deep(899));
    assert_eq!(gold.matched(1), Count::from(1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn counting_agrees_with_enumeration(seed in any::<u64>(), up_to in 1u32..8) {
        let (gold, system) = Random::new(seed).pair();
        for shape in [Shape::Fragments, Shape::Paths, Shape::Subtrees] {
            for nodes in [Nodes::Phrases, Nodes::Preterminals] {
                for matching in
                    [FragmentMatching::Nodes, FragmentMatching::Connected, FragmentMatching::Literal]
                {
                    let metric = Fragments::freval().with(|it| {
it.shape = shape;
it.nodes = nodes;
it.matching = matching;
});
                    let found = pair(&metric, &gold.to_string(), &system.to_string());
                    let Some(expected) = brute_force::count(&metric, &gold, &system) else {
                        continue;
                    };
                    let size = |n: usize| [found.gold(n), found.system(n), found.matched(n)];
                    for (n, expected) in (1..).zip(&expected) {
                        prop_assert_eq!(size(n), expected.map(Count::from), "{:?} {} {}", &metric, &gold, &system);
                    }
                    prop_assert!(found.largest() <= expected.len());
                    // A limit cuts larger sizes off and changes nothing else.
                    let limited = metric.with(|it| it.max_size = limit(&up_to.to_string()));
                    let limited = pair(&limited, &gold.to_string(), &system.to_string());
                    prop_assert!(limited.largest() <= up_to as usize);
                    for n in 1..=up_to as usize {
                        prop_assert_eq!([limited.gold(n), limited.system(n), limited.matched(n)], size(n));
                    }
                }
            }
        }
    }

    #[test]
    fn the_definitions_keep_their_laws(seed in any::<u64>(), labelled in any::<bool>()) {
        let (gold, system) = treebank(seed, 5);
        for shape in [Shape::Fragments, Shape::Paths, Shape::Subtrees] {
            for nodes in [Nodes::Phrases, Nodes::Preterminals] {
                let mut metric = Fragments::freval().with(|it| {
it.shape = shape;
it.nodes = nodes;
});
                if !labelled {
                    metric.brackets.parameters.labels = Labelling::Unlabelled;
                }
                let by_nodes = pair(&metric, &gold, &system);
                let metric = metric.with(|it| it.matching = FragmentMatching::Connected);
                let connected = pair(&metric, &gold, &system);
                let swapped = pair(&metric, &system, &gold);
                let perfect = pair(&metric, &gold, &gold);
                for n in 1..=by_nodes.largest() {
                    prop_assert!(connected.matched(n) <= by_nodes.matched(n));
                    prop_assert!(connected.matched(n) <= connected.system(n));
                    prop_assert!(by_nodes.matched(n) <= by_nodes.gold(n));
                    prop_assert_eq!(swapped.gold(n), connected.system(n));
                    prop_assert_eq!(swapped.system(n), connected.gold(n));
                    prop_assert_eq!(perfect.gold(n), perfect.matched(n));
                    prop_assert_eq!(perfect.gold(n), perfect.system(n));
                }
                let scores = metric.scores(&perfect);
                let perfect = |value: f64| (value - 1.0).abs() < 1e-12;
                prop_assert!(scores.iter().all(|score| score.value.is_none_or(perfect)));
                prop_assert_eq!(swapped.matched(1), connected.matched(1));
                prop_assert_eq!(connected.matched(1), by_nodes.matched(1));

                let mut parameters = Preset::Freval.parameters();
                parameters.labels = metric.brackets.parameters.labels;
                let brackets = check::brackets(&Brackets::evalb(parameters), text(&*gold), text(&*system)).total();
                let tags = match (nodes, labelled) {
                    (Nodes::Phrases, _) => (0, 0),
                    (Nodes::Preterminals, true) => (brackets.words, brackets.tags_matched),
                    (Nodes::Preterminals, false) => (brackets.words, brackets.words),
                };
                prop_assert_eq!(by_nodes.gold(1), Count::from(brackets.gold + tags.0));
                prop_assert_eq!(by_nodes.system(1), Count::from(brackets.system + tags.0));
                prop_assert_eq!(by_nodes.matched(1), Count::from(brackets.matched + tags.1));
            }
        }
    }
}
