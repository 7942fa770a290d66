//! Which brackets of one sentence are missed and which are wrong, for people to look at.

use crate::counts::Tally;
use crate::metric::{Badness, Explains, Ledger, Read, Scorer};
use crate::metrics::brackets::tree_pair::TreePair;
use crate::metrics::brackets::{
    BracketCounts, BracketError, BracketScores, Brackets, Classes, bracket_errors,
};
use crate::metrics::trees::Trees;
use crate::metrics::trees::parameters::Scope;
use crate::metrics::trees::preparation::{Bracket, Prepared};
use crate::structures::tree::{NodeKind, Tree, TreeNode};

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
    /// Both trees whole.
    #[doc(hidden)]
    pub trees: TreePair,
    /// The errors by class, in the order in which they are repaired; nothing unless asked for.
    #[doc(hidden)]
    pub errors: Vec<BracketError>,
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
    /// The words under it; of very many, the first and the last.
    pub text: String,
}

/// How many words of a constituent are shown. A sentence can have as many constituents as words,
/// and to repeat all words under each would take space that grows with the square of its length.
const SHOWN: usize = 100;

impl BracketCounts {
    /// How bad a sentence is; nothing where all brackets are right.
    pub(crate) fn badness(&self) -> Option<Badness> {
        let tally = self.brackets();
        let Tally { matched, gold, system } = tally;
        let errors = gold.saturating_sub(matched).saturating_add(system.saturating_sub(matched));
        // A sentence that is not counted has nothing wrong.
        (self.exact < self.sentences)
            .then_some(Badness { score: tally.f1().unwrap_or(1.0), errors })
    }
}

impl Explains for Brackets {
    type Difference = Difference;

    fn badness(&self, counts: &BracketCounts) -> Option<Badness> {
        counts.badness()
    }

    fn ledgers(&self, counts: &BracketCounts) -> Vec<Ledger> {
        BracketScores::of_metric(self).ledgers(counts)
    }

    fn difference(&self, gold: &Read<'_, Trees>, system: &Read<'_, Trees>) -> Option<Difference> {
        let mut worker = self.worker(None);
        self.prepare(&mut worker, gold);
        let (gold_tree, system_tree) = (&gold.structure, &system.structure);
        let errors = match self.classes {
            Classes::None => Vec::new(),
            Classes::Kummerfeld => bracket_errors(gold_tree, system_tree).unwrap_or_default(),
        };
        let compared = self.count_one(&mut worker, gold, system, |compared| {
            let labels = compared.labels;
            let list = |tree: &Tree<'_>, prepared: &Prepared, matched: &[bool]| {
                let words = Words::of(tree);
                let all = prepared.brackets.iter().zip(matched);
                let counts = |bracket: &Bracket| {
                    compared.scope == Scope::All || prepared.scattered.is_gap(bracket)
                };
                all.filter(|(bracket, matched)| !**matched && counts(bracket))
                    .map(|(bracket, _)| Constituent {
                        label: String::from_utf8_lossy(labels.name(bracket.label)).into_owned(),
                        start: bracket.start,
                        end: bracket.end,
                        text: words.under(prepared, bracket),
                    })
                    .collect()
            };
            Difference {
                text: Words::of(gold_tree).all(),
                counts: compared.counts(),
                missed: list(gold_tree, compared.gold, &compared.scratch.gold_matched),
                wrong: list(system_tree, compared.system, &compared.scratch.system_matched),
                trees: TreePair::of(gold_tree, system_tree, &compared),
                errors,
            }
        });
        compared.ok()
    }
}

/// The words of a tree that people read: traces are not among them.
struct Words<'t> {
    tree: &'t Tree<'t>,
    /// Indices of their nodes.
    nodes: Vec<usize>,
}

impl<'t> Words<'t> {
    fn of(tree: &'t Tree<'t>) -> Words<'t> {
        let shown = |node: &TreeNode| node.kind == NodeKind::Leaf && tree.label(node) != b"-NONE-";
        let all = tree.nodes().iter().enumerate();
        Words { tree, nodes: all.filter(|(_, node)| shown(node)).map(|(at, _)| at).collect() }
    }

    fn all(&self) -> String {
        let mut nodes = self.nodes.clone();
        self.sort(&mut nodes);
        self.join(&nodes)
    }

    /// Puts words in the order of the sentence.
    fn sort(&self, nodes: &mut [usize]) {
        let places = self.tree.places();
        if !places.is_empty() {
            nodes.sort_unstable_by_key(|node| places[self.tree.nodes()[*node].leaf as usize]);
        }
    }

    fn under(&self, prepared: &Prepared, bracket: &Bracket) -> String {
        let from = prepared.phrases[bracket.phrase as usize].node as usize;
        let to = self.tree.nodes()[from].end as usize;
        let first = self.nodes.partition_point(|&node| node < from);
        let last = self.nodes.partition_point(|&node| node < to);
        let mut sorted = Vec::new();
        let mut nodes = &self.nodes[first..last];
        if self.tree.has_gaps() {
            sorted.extend_from_slice(nodes);
            self.sort(&mut sorted);
            nodes = &sorted;
        }
        if nodes.len() <= SHOWN {
            return self.join(nodes);
        }
        let (head, tail) = (&nodes[..SHOWN / 2], &nodes[nodes.len() - SHOWN / 2..]);
        format!("{} … {}", self.join(head), self.join(tail))
    }

    fn join(&self, nodes: &[usize]) -> String {
        let word =
            |&node: &usize| String::from_utf8_lossy(self.tree.body(&self.tree.nodes()[node]));
        nodes.iter().map(word).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Position;
    use crate::formats::penn::{Layout, TreeSpace};
    use crate::formats::{Format, Sentence};
    use crate::metrics::trees::parameters::Preset;

    fn difference(metric: &Brackets, gold: &str, system: &str) -> Difference {
        let [gold, system] = [gold, system].map(|text| {
            let layout = Format::Penn(Layout::Lines);
            let sentence = Sentence::new(text.as_bytes(), Position::start_of(1), layout);
            Read::new(sentence, &metric.reading(), &mut TreeSpace::default())
        });
        metric.difference(&gold, &system).unwrap()
    }

    #[test]
    fn a_wrong_attachment_is_one_missed_and_one_wrong_bracket() {
        let metric = Brackets::evalb(Preset::Collins.parameters());
        let found = difference(
            &metric,
            "(TOP (S (NP (PRP We)) (VP (VBD saw) (NP (NP (NNS cats)) (PP (IN in) (NP (NNS hats)))))  (. .)))",
            "(TOP (S (NP (PRP We)) (VP (VBD saw) (NP (NNS cats)) (PP (IN in) (NP (NNS hats)))) (. .)))",
        );
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

    #[test]
    fn a_sentence_with_many_long_constituents_stays_small() {
        const N: usize = 20_000;
        let left = format!("{}(x a){}", "(A ".repeat(N), " (x b))".repeat(N));
        let right = format!("{}(x a) {}(x b){}", "(A ", "(A (x b) ".repeat(N - 1), ")".repeat(N));
        let metric = Brackets::evalb(Preset::None.parameters());
        let found = difference(&metric, &left, &right);
        assert_eq!((found.counts.words, found.counts.matched), (N as u64 + 1, 1));
        assert_eq!((found.missed.len(), found.wrong.len()), (N - 1, N - 1));
        let longest = &found.missed[0].text;
        assert_eq!(*longest, format!("a{} …{}", " b".repeat(49), " b".repeat(50)));
        assert_eq!(found.missed[N - 2].text, "a b");
        // As many words as are shown are all there are.
        assert_eq!(found.missed[N - SHOWN].text, format!("a{}", " b".repeat(SHOWN - 1)));
    }
}
