use proptest::prelude::*;

use crate::pictures::mark::Mark;
use crate::pictures::phrases::{FigureNode, TreeFigure, TreeSide, TreeWord};
use crate::pictures::sketch::check::fault;

const FORMS: [&str; 6] = ["I", "to", "kettles", "猫", "a", "antidisestablishmentarianism"];
const LABELS: [&str; 5] = ["S", "NP", "ADJP-PRD-TPC-1", "X", "名詞句"];

/// A tree over words in any places: which choices are made is in `draws`. With `gaps`, words of a phrase
/// may have others between them.
fn side(n: usize, draws: &[usize], gaps: bool) -> TreeSide {
    let mut draws = draws.iter().copied().cycle();
    let mut draw = |n: usize| draws.next().unwrap_or(0) % n;
    let mut side = TreeSide { parents: vec![None; n], ..TreeSide::default() };
    let mut waiting: Vec<(Option<usize>, Vec<usize>)> = vec![(None, (0..n).collect())];
    while let Some((parent, words)) = waiting.pop() {
        let mut parent = parent;
        for _ in 0..1 + draw(2) {
            let label = LABELS[draw(LABELS.len())].to_string();
            side.nodes.push(FigureNode { label, parent, mark: Mark::ALL[draw(6)] });
            parent = Some(side.nodes.len() - 1);
        }
        if words.len() == 1 || draw(6) == 0 {
            words.iter().for_each(|word| side.parents[*word] = parent);
            continue;
        }
        let (mut some, mut rest) = (Vec::new(), Vec::new());
        let middle = 1 + draw(words.len() - 1);
        for (at, word) in words.into_iter().enumerate() {
            let is_first = if gaps { draw(2) == 0 } else { at < middle };
            if is_first { some.push(word) } else { rest.push(word) }
        }
        waiting.extend(
            [rest, some].into_iter().filter(|words| !words.is_empty()).map(|words| (parent, words)),
        );
    }
    side
}

fn figure() -> impl Strategy<Value = TreeFigure> {
    (1..25usize, any::<(bool, bool, bool)>()).prop_flat_map(|(n, (gaps, is_pair, is_named))| {
        let draws = || prop::collection::vec(0..60usize, 80);
        (prop::collection::vec((0..FORMS.len(), 0..6usize), n), draws(), draws()).prop_map(
            move |(forms, one, two)| {
                let words = forms.into_iter().map(|(form, mark)| TreeWord {
                    form: FORMS[form].to_string(),
                    mark: Mark::ALL[mark],
                });
                let mut figure = TreeFigure {
                    words: words.collect(),
                    above: side(n, &one, gaps),
                    ..TreeFigure::default()
                };
                if is_pair {
                    figure.below = side(n, &two, gaps);
                }
                if is_named {
                    figure.above.name = "gold".to_string();
                    figure.below.name = "a system".to_string();
                }
                figure
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn no_branch_runs_through_a_label(figure in figure()) {
        prop_assert_eq!(fault(&figure.sketch("random")), None);
    }
}

#[test]
fn what_is_too_large_is_said() {
    let word = TreeWord { form: "a".to_string(), mark: Mark::Matched };
    let sketch = TreeFigure { words: vec![word; 5000], ..TreeFigure::default() }.sketch("long");
    assert!(sketch.to_svg().contains("5000 words, too many to draw"));
    assert_eq!(fault(&sketch), None);
    let node = |at: usize| FigureNode { parent: at.checked_sub(1), ..FigureNode::default() };
    let word = TreeWord { form: "a".to_string(), mark: Mark::Matched };
    let above = TreeSide {
        nodes: (0..300).map(node).collect(),
        parents: vec![Some(299)],
        ..TreeSide::default()
    };
    let deep = TreeFigure { words: vec![word], above, ..TreeFigure::default() }.sketch("deep");
    assert!(deep.to_svg().contains("300 phrases above each other"));
}
