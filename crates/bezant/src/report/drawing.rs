//! Sentences that are drawn.

use crate::metrics::brackets::{BracketStatus, PairedPhrase, TreePair};
use crate::pictures::{DrawnLeaf, DrawnPhrase, DrawnTrees, Line, Mark, visible};

/// How wide drawings are where no terminal says it: on pages and in JSON.
pub(super) const PAGE: usize = 100;

/// A drawing of a sentence, made when it is known how wide it may be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Drawing {
    /// None.
    #[default]
    Nothing,
    /// Lines that are as wide as they are.
    Lines(Vec<Line>),
    /// Gold's tree on the left of the words, the system's on their right.
    Trees(Box<TreePair>),
}

impl Drawing {
    /// Two trees.
    pub fn of_trees(trees: &TreePair) -> Drawing {
        Drawing::Trees(Box::new(trees.clone()))
    }

    /// For so many columns of a terminal. What does not fit is folded: first brackets that do not
    /// count, then those that both trees share; what is still too wide is drawn in pieces.
    pub fn lines(&self, columns: usize) -> Vec<Line> {
        match self {
            Drawing::Nothing => Vec::new(),
            Drawing::Lines(lines) => lines.clone(),
            Drawing::Trees(trees) => drawn(trees).lines(columns),
        }
    }

    /// As SVG, about so many letters wide, if it is one of trees.
    pub fn svg(&self, title: &str, columns: usize) -> Option<String> {
        match self {
            Drawing::Nothing | Drawing::Lines(_) => None,
            Drawing::Trees(trees) => Some(drawn(trees).svg(title, columns)),
        }
    }
}

/// Text from files as it may stand in a drawing. Marks that turn the direction of writing would
/// turn the lines around it, too.
fn shown(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    visible(text).replace(turns, "\u{FFFD}")
}

fn drawn(trees: &TreePair) -> DrawnTrees {
    let phrases = |side: &[PairedPhrase]| {
        let phrase =
            |phrase: &PairedPhrase, label: String, (start, end): (usize, usize)| DrawnPhrase {
                label,
                start,
                end,
                mark: match phrase.status {
                    BracketStatus::NotCounted => Mark::Aside,
                    BracketStatus::Matched => Mark::Matched,
                    BracketStatus::Missing => Mark::Missing,
                    BracketStatus::Extra => Mark::Extra,
                    BracketStatus::Crossing => Mark::Crossing,
                },
            };
        let mut found = Vec::with_capacity(side.len());
        let mut n_divided = 0;
        for one in side {
            let label = shown(&one.label);
            if one.parts.is_empty() {
                found.push(phrase(one, label, (one.start, one.end)));
                continue;
            }
            // Branches cannot cross here, so each stretch of words is drawn by itself, all under one
            // number.
            n_divided += 1;
            let label = format!("{label}~{n_divided}");
            found.extend(one.parts.iter().map(|part| phrase(one, label.clone(), *part)));
        }
        if n_divided > 0 {
            // Stretches hold each other or are apart, as phrases do; those over the same words stay
            // in their order.
            found.sort_by_key(|phrase| (phrase.start, std::cmp::Reverse(phrase.end)));
        }
        found
    };
    let words = trees.words.iter().map(|word| DrawnLeaf {
        form: shown(&word.form),
        is_in: [word.is_gold, word.is_system],
        counts: word.counts,
    });
    DrawnTrees {
        words: words.collect(),
        gold: phrases(&trees.gold),
        system: phrases(&trees.system),
    }
}
