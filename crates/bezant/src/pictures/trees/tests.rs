use unicode_width::UnicodeWidthStr;

use crate::pictures::mark::Mark;
use crate::pictures::trees::layout::{Piece, TreeLayout, layout};
use crate::pictures::trees::{DrawnLeaf, DrawnPhrase, DrawnTrees, clipped};

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

fn words(n: usize) -> Vec<DrawnLeaf> {
    let leaf = |at: usize| DrawnLeaf {
        form: ["to", "the", "猫", "kettle", "whistling"][at % 5].to_string(),
        is_in: [at % 11 != 7, at % 13 != 9],
        counts: at % 4 != 3,
    };
    (0..n).map(leaf).collect()
}

/// A tree over the words that a side has.
fn phrases(numbers: &mut Numbers, words: &[DrawnLeaf], side: usize) -> Vec<DrawnPhrase> {
    let own: Vec<usize> = (0..words.len()).filter(|at| words[*at].is_in[side]).collect();
    let wrong = [&[Mark::Missing][..], &[Mark::Extra, Mark::Crossing][..]][side];
    let mut found = Vec::new();
    let mut waiting = vec![(0, own.len())];
    while let Some((from, to)) = waiting.pop() {
        if from >= to {
            continue;
        }
        for _ in 0..[0, 1, 1, 2, 3][numbers.below(5)] {
            let mark = match numbers.below(8) {
                0 => Mark::Aside,
                1 | 2 => wrong[numbers.below(wrong.len())],
                _ => Mark::Matched,
            };
            let label = ["S", "NP", "SBAR", "名詞"][numbers.below(4)].to_string();
            found.push(DrawnPhrase { label, start: own[from], end: own[to - 1] + 1, mark });
        }
        if to - from > 1 {
            let middle = from + 1 + numbers.below(to - from - 1);
            waiting.extend([(middle, to), (from, middle)]);
        }
    }
    found
}

fn random(seed: u64, n: usize) -> DrawnTrees {
    let mut numbers = Numbers(seed);
    let words = words(n);
    let [gold, system] = [0, 1].map(|side| phrases(&mut numbers, &words, side));
    DrawnTrees { words, gold, system }
}

/// Nothing stands on anything else, and no line runs through letters.
fn check(piece: &Piece) {
    let labels = piece.labels.iter().map(|label| (label.row, label.column, label.width));
    let texts = piece.words.iter().enumerate();
    let texts = texts.map(|(row, words)| (row, words.column, words.text.width()));
    let roofs = piece.roofs.iter().map(|roof| (roof.row, roof.column, 1));
    let mut boxes: Vec<(usize, usize, usize)> = labels.chain(texts).chain(roofs).collect();
    boxes.sort_unstable();
    for pair in boxes.windows(2) {
        let ((row, column, width), (next_row, next, _)) = (pair[0], pair[1]);
        assert!(row != next_row || column + width <= next, "{pair:?}");
    }
    for &(row, column, width) in &boxes {
        assert!(column + width <= piece.columns);
        for line in &piece.lines {
            let ((from, first), (to, last)) = (line.from, line.to);
            let (left, right) = (2 * column, 2 * (column + width));
            let through = match first == last {
                true => row == first && from.max(left) < to.min(right),
                false => (first..=last).contains(&row) && left < from && from < right,
            };
            assert!(!through, "{line:?} runs through row {row}, columns {column} to +{width}");
        }
    }
}

fn n_drawn(layout: &TreeLayout) -> usize {
    layout.drawn.iter().sum()
}

#[test]
fn no_line_runs_through_a_label_and_all_fits() {
    for seed in 0..12 {
        for n in [1, 2, 7, 12, 25, 60, 150] {
            let trees = random(seed, n);
            for columns in [60, 80, 120, 500] {
                let found = layout(&trees, columns);
                assert!(!found.pieces.is_empty() || n_drawn(&found) == 0, "{trees:?}");
                for piece in &found.pieces {
                    check(piece);
                    assert!(piece.columns <= columns, "{} of {columns}", piece.columns);
                }
                let lines = trees.lines(columns);
                let widest = lines.iter().map(|line| line.plain().width()).max();
                assert!(widest <= Some(columns.max(90)), "{widest:?}");
                let all = trees.tallies();
                assert!(found.drawn.iter().zip(all).all(|(drawn, all)| *drawn <= all));
                if n <= 25 && columns == 500 {
                    assert_eq!(found.drawn, all, "every bracket is drawn once");
                }
            }
        }
    }
}

#[test]
fn what_is_large_stays_small() {
    let words =
        |n: usize| vec![DrawnLeaf { form: "a".to_string(), is_in: [true, true], counts: true }; n];
    let phrase = |start, end, mark| DrawnPhrase { label: "A".to_string(), start, end, mark };
    let chain = |mark| vec![phrase(0, 1, mark); 100_000];
    let (gold, system) = (chain(Mark::Missing), chain(Mark::Extra));
    let lines = DrawnTrees { words: words(1), gold, system }.lines(80);
    assert!(lines.len() < 10);
    assert!(lines[1].plain().contains("…99"), "{}", lines[1].plain());
    assert!(lines.last().unwrap().plain().starts_with("no room to draw 99"));

    let n = 5000;
    let gold = (1..n).rev().map(|end| phrase(0, end + 1, Mark::Missing)).collect();
    let system = (0..n - 1).map(|start| phrase(start, n, Mark::Crossing)).collect();
    let lines = DrawnTrees { words: words(n), gold, system }.lines(80);
    assert!(lines.len() < 160, "{} lines", lines.len());
}

#[test]
fn texts_are_clipped_by_their_width() {
    assert_eq!(clipped("kettle", 6), "kettle");
    assert_eq!(clipped("kettles", 6), "kettl…");
    assert_eq!(clipped("猫猫猫", 4), "猫…");
}
