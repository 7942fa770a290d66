use proptest::prelude::*;

use crate::pictures::arcs::{AlignedFigure, ArcFigure, ArcToken, ArcWord, FigureArc};
use crate::pictures::mark::Mark;
use crate::pictures::sketch::check::fault;

fn word(form: &str, tag: &str) -> ArcWord {
    ArcWord { form: form.to_string(), tag: tag.to_string(), mark: Mark::Matched }
}

const FORMS: [&str; 8] =
    ["I", "to", "kettles", "whistling", "猫", "a", "antidisestablishmentarianism", "שלום"];
const LABELS: [&str; 7] =
    ["nsubj", "x", "conj:and", "a-very-long-name-of-a-relation", "obl:npmod", "ROOT", "名詞句"];

prop_compose! {
    fn arc(n: usize)(
        head in 0..=n,
        dependent in 0..n,
        label in 0..LABELS.len(),
        marks in (0..6usize, 0..6usize),
    ) -> FigureArc {
        FigureArc {
            head: head.checked_sub(1),
            dependent,
            label: LABELS[label].to_string(),
            mark: Mark::ALL[marks.0],
            label_mark: Mark::ALL[marks.1],
        }
    }
}

fn figure() -> impl Strategy<Value = ArcFigure> {
    (1..40usize).prop_flat_map(|n| {
        let forms = prop::collection::vec((0..FORMS.len(), 0..6usize), n);
        let above = prop::collection::vec(arc(n), 0..2 * n);
        let below = prop::collection::vec(arc(n), 0..n);
        let tokens = prop::collection::vec((0..n, 1..4usize), 0..2);
        (forms, above, below, tokens, any::<bool>(), any::<bool>()).prop_map(
            move |(forms, above, below, tokens, has_tags, has_names)| {
                let words = forms.into_iter().map(|(form, mark)| ArcWord {
                    form: FORMS[form].to_string(),
                    tag: if has_tags { "NNP".to_string() } else { String::new() },
                    mark: Mark::ALL[mark],
                });
                let mut at = 0;
                let mut spans = Vec::new();
                for (first, length) in tokens {
                    let first = first.max(at);
                    let last = (first + length).min(n - 1);
                    if first < last {
                        let form = "zum".to_string();
                        spans.push(ArcToken { form, first, last });
                        at = last + 1;
                    }
                }
                let names = if has_names { ["gold", "a system"] } else { ["", ""] };
                ArcFigure {
                    words: words.collect(),
                    tokens: spans,
                    above,
                    below,
                    names: names.map(str::to_string),
                    notes: Vec::new(),
                }
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn no_arc_runs_through_a_label(figure in figure(), width in 60..900u32) {
        let sketch = figure.sketch("random", width);
        prop_assert_eq!(fault(&sketch), None);
    }

    #[test]
    fn no_link_runs_through_a_label(
        text in figure(),
        hypothesis in figure(),
        links in prop::collection::vec((0..40usize, 0..40usize), 0..6),
    ) {
        let text = ArcFigure { below: Vec::new(), ..text };
        let mut hypothesis = ArcFigure { tokens: Vec::new(), ..hypothesis };
        hypothesis.below.append(&mut hypothesis.above);
        let sketch = AlignedFigure { text, hypothesis, links }.sketch("random");
        prop_assert_eq!(fault(&sketch), None);
    }
}

/// The longest sentences: all words hang on the first, on the next, or on one far away.
#[test]
fn five_thousand_words_are_drawn_in_bounded_room() {
    let n = 5000;
    let words = vec![word("kettle", "NN"); n];
    let heads: [fn(usize) -> usize; 3] = [|_| 0, |at| at - 1, |at| (at * 7919) % 5000];
    for head in heads {
        let arc = |at: usize| match at {
            0 => FigureArc::new(None, 0, "root"),
            at => FigureArc::new(Some(head(at)), at, "conj"),
        };
        let figure = ArcFigure {
            words: words.clone(),
            above: (0..n).map(arc).collect(),
            ..Default::default()
        };
        let sketch = figure.sketch("long", 640);
        assert!(sketch.width() < 800.0, "{}", sketch.width());
        assert!(sketch.height() < 500_000.0, "{}", sketch.height());
        assert!(sketch.shapes.len() < 12 * n, "{}", sketch.shapes.len());
    }
}

#[test]
fn words_of_hebrew_run_from_right_to_left() {
    let words = ["הילד", "אכל", "תפוח"].map(|form| word(form, ""));
    let above = vec![
        FigureArc::new(Some(1), 0, "nsubj"),
        FigureArc::new(None, 1, "root"),
        FigureArc::new(Some(1), 2, "obj"),
    ];
    let figure = ArcFigure { words: words.to_vec(), above, ..Default::default() };
    assert!(figure.is_right_to_left());
    let svg = figure.sketch("ילד", 400).to_svg();
    let place = |form: &str| {
        svg.find(&format!(">{form}<")).map(|at| {
            let line = &svg[..at];
            let x = line.rfind(" x=\"").unwrap();
            line[x + 4..].split('"').next().unwrap().parse::<f64>().unwrap()
        })
    };
    assert!(place("הילד") > place("אכל") && place("אכל") > place("תפוח"));
}

#[test]
fn what_differs_is_marked() {
    let words = ["We", "saw", "it"].map(|form| word(form, ""));
    let above = vec![FigureArc::new(Some(1), 0, "nsubj"), FigureArc::new(Some(1), 2, "obj")];
    let below = vec![FigureArc::new(Some(1), 0, "subj"), FigureArc::new(Some(0), 2, "obj")];
    let mut figure = ArcFigure { words: words.to_vec(), above, below, ..Default::default() };
    figure.compare();
    let marks = |arcs: &[FigureArc]| -> Vec<(Mark, Mark)> {
        arcs.iter().map(|arc| (arc.mark, arc.label_mark)).collect()
    };
    assert_eq!(
        marks(&figure.above),
        [(Mark::Matched, Mark::Missing), (Mark::Missing, Mark::Missing)]
    );
    assert_eq!(marks(&figure.below), [(Mark::Matched, Mark::Extra), (Mark::Extra, Mark::Extra)]);
    assert_eq!(fault(&figure.sketch("differs", 300)), None);
}
