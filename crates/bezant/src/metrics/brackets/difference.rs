//! Which brackets of one sentence are missed and which are wrong, for people to look at.

use crate::formats::Sentence;
use crate::formats::penn::Space;
use crate::metric::{Metric, Reason};
use crate::metrics::brackets::{BracketCounts, Brackets};
use crate::metrics::preparation::{Bracket, Prepared};
use crate::structures::tree::{Kind, Tree};

/// How a system's sentence differs from gold's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Gold's words.
    pub text: String,
    /// Its counts.
    pub counts: BracketCounts,
    /// Brackets of gold that the system lacks.
    pub missed: Vec<Constituent>,
    /// Brackets of the system that gold lacks.
    pub wrong: Vec<Constituent>,
}

/// A bracket with its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constituent {
    /// Its label.
    pub label: String,
    /// Counted words before it.
    pub start: u32,
    /// Counted words up to its end.
    pub end: u32,
    /// All words under it.
    pub text: String,
}

impl Brackets {
    /// Compares one sentence and says what is different.
    pub fn difference(
        &self,
        gold: Sentence<'_>,
        system: Sentence<'_>,
    ) -> Result<Difference, Reason> {
        let mut worker = self.worker();
        let gold_reading = self.read_gold(&mut worker, gold);
        let system_reading = self.read(system, &mut Space::default());
        let (gold_tree, system_tree) = (&gold_reading.tree, &system_reading.tree);
        self.count_one(&mut worker, gold, &gold_reading, system, |compared| {
            let labels = compared.labels;
            let list = |tree: &Tree<'_>, prepared: &Prepared, matched: &[bool]| {
                let all = prepared.brackets.iter().zip(matched);
                all.filter(|(_, matched)| !**matched)
                    .map(|(bracket, _)| Constituent {
                        label: String::from_utf8_lossy(labels.name(bracket.label)).into_owned(),
                        start: bracket.start,
                        end: bracket.end,
                        text: words_under(tree, prepared, bracket),
                    })
                    .collect()
            };
            Difference {
                text: words(gold_tree, 0, gold_tree.nodes().len()),
                counts: compared.counts(),
                missed: list(gold_tree, compared.gold, &compared.scratch.gold_matched),
                wrong: list(system_tree, compared.system, &compared.scratch.system_matched),
            }
        })
    }
}

fn words_under(tree: &Tree<'_>, prepared: &Prepared, bracket: &Bracket) -> String {
    let index = prepared.phrases[bracket.phrase as usize].node as usize;
    words(tree, index, tree.nodes()[index].end as usize)
}

fn words(tree: &Tree<'_>, from: usize, to: usize) -> String {
    let words: Vec<_> = tree.nodes()[from..to]
        .iter()
        .filter(|node| node.kind == Kind::Leaf && tree.label(node) != b"-NONE-")
        .map(|node| String::from_utf8_lossy(tree.body(node)))
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Position;
    use crate::formats::Format;
    use crate::formats::penn::Layout;
    use crate::parameters::Preset;

    fn sentence(text: &str) -> Sentence<'_> {
        Sentence {
            text: text.as_bytes(),
            at: Position::start_of(1),
            format: Format::Penn(Layout::Lines),
        }
    }

    #[test]
    fn a_wrong_attachment_is_one_missed_and_one_wrong_bracket() {
        let metric = Brackets::evalb(Preset::Collins.parameters());
        let found = metric
            .difference(
                sentence("(TOP (S (NP (PRP We)) (VP (VBD saw) (NP (NP (NNS cats)) (PP (IN in) (NP (NNS hats)))))  (. .)))"),
                sentence("(TOP (S (NP (PRP We)) (VP (VBD saw) (NP (NNS cats)) (PP (IN in) (NP (NNS hats)))) (. .)))"),
            )
            .unwrap();
        assert_eq!(found.text, "We saw cats in hats .");
        assert_eq!((found.counts.matched, found.counts.gold, found.counts.system), (6, 7, 6));
        let shown = |constituent: &Constituent| {
            format!(
                "{}[{}-{}] {}",
                constituent.label, constituent.start, constituent.end, constituent.text
            )
        };
        assert_eq!(found.missed.iter().map(shown).collect::<Vec<_>>(), ["NP[2-5] cats in hats"]);
        assert!(found.wrong.is_empty());
    }
}
