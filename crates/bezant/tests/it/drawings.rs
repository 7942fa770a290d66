use std::collections::BTreeSet;

use bezant::evaluation::{behind, evaluate_one};
use bezant::metrics::brackets::{BracketStatus, Difference, Duplicates, Tokens};
use bezant::report::Drawing;
use bezant::{Brackets, Corpus, Preset, Reader};

use crate::check;

/// The demo's sentences, one tree each.
fn trees(name: &str) -> Corpus {
    let path = check::project().join("crates/bezant-cli/demo").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    Corpus::from_sentences(name, text.lines()).unwrap()
}

/// What is different in each sentence that is scored.
fn differences(metric: &Brackets, gold: &Corpus, system: &Corpus) -> Vec<Difference> {
    let evaluation = evaluate_one(metric, gold, system).unwrap();
    let is_scored = |at: &usize| evaluation.rows[*at].outcome.result.is_ok();
    let wanted: BTreeSet<usize> = (0..evaluation.rows.len()).filter(is_scored).collect();
    assert!(wanted.len() > 20);
    let found = behind(metric, Reader::from(gold), vec![Reader::from(system)], &[wanted]).unwrap();
    found.into_iter().next().unwrap().into_values().collect()
}

fn metrics() -> Vec<Brackets> {
    let mut metrics: Vec<Brackets> =
        [Preset::None, Preset::Collins, Preset::New, Preset::Freval, Preset::Spmrl]
            .map(|preset| Brackets::evalb(preset.parameters()))
            .to_vec();
    metrics.push(metrics[0].clone().with(|metric| metric.duplicates = Duplicates::Once));
    metrics.push(metrics[1].clone().with(|metric| metric.tokens = Tokens::Aligned));
    metrics.push(metrics[0].clone().with(|metric| metric.tokens = Tokens::Aligned));
    metrics
}

#[test]
fn brackets_of_each_kind_are_as_many_as_were_counted() {
    let gold = trees("gold.mrg");
    for metric in metrics() {
        for name in ["gold.mrg", "strong.mrg", "weak.mrg", "failing.mrg"] {
            if name == "failing.mrg" && metric.tokens == Tokens::MustMatch {
                continue;
            }
            // Traces are words for some parameters, and parsers have none.
            let evaluation = evaluate_one(&metric, &gold, &trees(name)).unwrap();
            if evaluation.counted().count() < 25 {
                continue;
            }
            for Difference { counts, trees, text, .. } in differences(&metric, &gold, &trees(name))
            {
                let n = |status| {
                    let (gold, system) = trees.n_with(status);
                    (gold as u64, system as u64)
                };
                assert_eq!(n(BracketStatus::Matched), (counts.matched, counts.matched), "{text}");
                assert_eq!(n(BracketStatus::Missing), (counts.gold - counts.matched, 0), "{text}");
                assert_eq!(n(BracketStatus::Crossing), (0, counts.crossing), "{text}");
                let extra = counts.system - counts.matched - counts.crossing;
                assert_eq!(n(BracketStatus::Extra), (0, extra), "{text}");
                // All of one side hold each other or are apart, over words that it has.
                for (side, is_gold) in [(&trees.gold, true), (&trees.system, false)] {
                    for pair in side.windows(2) {
                        assert!(pair[0].start <= pair[1].start, "{text}");
                        assert!(pair[1].end <= pair[0].end || pair[0].end <= pair[1].start);
                    }
                    for phrase in side {
                        let words = &trees.words[phrase.start..phrase.end];
                        let has = |at: usize| {
                            if is_gold { words[at].is_gold } else { words[at].is_system }
                        };
                        assert!(has(0) && has(words.len() - 1), "{text}");
                    }
                }
            }
        }
    }
}

#[test]
fn gold_against_itself_has_no_marks() {
    let gold = trees("gold.mrg");
    for metric in metrics() {
        for Difference { trees, text, .. } in differences(&metric, &gold, &gold) {
            assert!(trees.words.iter().all(|word| word.is_gold && word.is_system), "{text}");
            assert_eq!(trees.gold, trees.system, "{text}");
            for columns in [60, 200] {
                let lines = Drawing::of_trees(&trees).lines(columns);
                for line in lines.iter().map(|line| line.plain()) {
                    let marks = ["─-", "─+", "┬-", "-X", "+X", "×"];
                    assert!(!marks.iter().any(|mark| line.contains(mark)), "{line}");
                }
            }
        }
    }
}

#[test]
fn both_sides_keep_words_that_only_they_have() {
    let metric = Brackets::evalb(Preset::Collins.parameters())
        .with(|metric| metric.tokens = Tokens::Aligned);
    let gold = Corpus::from_sentences("gold", ["(S (NP (PRP We)) (VP (MD can) (RB not) (VB go)))"]);
    let it = Corpus::from_sentences("it", ["(S (NP (PRP We)) (VP (MD cannot) (VB go)) (. .))"]);
    let (gold, it) = (gold.unwrap(), it.unwrap());
    let wanted = [BTreeSet::from([0])];
    let found = behind(&metric, Reader::from(&gold), vec![Reader::from(&it)], &wanted).unwrap();
    let words: Vec<(&str, bool, bool)> = found[0][&0]
        .trees
        .words
        .iter()
        .map(|word| (word.form.as_str(), word.is_gold, word.is_system))
        .collect();
    assert_eq!(
        words,
        [
            ("We", true, true),
            ("can", true, false),
            ("cannot", false, true),
            ("not", true, false),
            ("go", true, true),
            (".", false, true),
        ]
    );
}

#[test]
fn the_same_drawing_is_a_picture() {
    let metric = Brackets::evalb(Preset::Collins.parameters());
    let found = differences(&metric, &trees("gold.mrg"), &trees("weak.mrg"));
    let svg = |difference: &Difference| {
        let figure = Drawing::of_trees(&difference.trees).figure().unwrap();
        figure.sketch("gold & weak", 640).to_svg()
    };
    assert_eq!(Drawing::Nothing.figure(), None);
    for difference in &found {
        let picture = svg(difference);
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        let title = format!("<title>gold &amp; weak</title>\n<desc>{}", &difference.text[..1]);
        assert!(picture.contains(&title), "{picture}");
        assert_eq!(picture, svg(difference));
        // One label for each bracket that only one side has.
        let n = |class: &str| picture.matches(&format!("<text class=\"phrase {class}\"")).count();
        assert_eq!(n("missing"), difference.missed.len(), "{}", difference.text);
        assert_eq!(n("extra") + n("crossing"), difference.wrong.len(), "{}", difference.text);
    }
}
