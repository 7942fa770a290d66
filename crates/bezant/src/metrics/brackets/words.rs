//! Whether both sides of a comparison have the same words.

use crate::formats::penn::escapes::unescape;
use crate::metric::{LeftOut, Reason};
use crate::metrics::brackets::{Brackets, Words};
use crate::metrics::trees::labels::LabelTable;
use crate::metrics::trees::preparation::Prepared;
use crate::structures::tree::{NodeKind, Tree, TreeNode};

impl Brackets {
    /// Whether both sides have the same words, as EVALB checks it.
    pub(super) fn check_words(
        &self,
        (gold_tree, gold): (&Tree<'_>, &Prepared),
        (system_tree, system): (&Tree<'_>, &Prepared),
        labels: &LabelTable<'_>,
    ) -> Result<(), Reason> {
        if gold.words.len() != system.words.len() {
            return Err(Reason::LengthMismatch {
                gold: gold.words.len() as u64,
                system: system.words.len() as u64,
                left_out: self.left_out((gold_tree, gold), (system_tree, system), labels),
            });
        }
        for (position, (one, two)) in (1..).zip(gold.words.iter().zip(&system.words)) {
            let (one, two) = (gold_tree.slice(one.text), system_tree.slice(two.text));
            if !self.is_same_word(one, two, labels) {
                let shown = |word| String::from_utf8_lossy(word).into_owned();
                return Err(Reason::WordMismatch {
                    position,
                    gold: shown(one),
                    system: shown(two),
                });
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn is_same_word(&self, one: &[u8], two: &[u8], labels: &LabelTable<'_>) -> bool {
        labels.words_equal(one, two)
            || (self.words == Words::Unescaped && unescape(one) == unescape(two))
    }

    /// The first word that only one side leaves out, where both have the same words: numbers of words
    /// that count would be untrue to the eye.
    fn left_out(
        &self,
        (gold_tree, gold): (&Tree<'_>, &Prepared),
        (system_tree, system): (&Tree<'_>, &Prepared),
        labels: &LabelTable<'_>,
    ) -> Option<LeftOut> {
        // Where branches cross, words do not stand in the order of the nodes.
        if gold_tree.has_gaps() || system_tree.has_gaps() {
            return None;
        }
        let (ours, theirs) = (counted(gold_tree, gold), counted(system_tree, system));
        let is_same =
            |(one, two): (&Leaf<'_>, &Leaf<'_>)| self.is_same_word(one.word, two.word, labels);
        if ours.len() != theirs.len() || !ours.iter().zip(&theirs).all(is_same) {
            return None;
        }
        let shown = |text| String::from_utf8_lossy(text).into_owned();
        let mut both = (1..).zip(ours.iter().zip(&theirs));
        let (position, (one, two)) = both.find(|(_, (one, two))| one.counts != two.counts)?;
        Some(LeftOut {
            position,
            word: shown(one.word),
            gold: shown(one.tag),
            system: shown(two.tag),
            by_system: one.counts,
        })
    }
}

/// A word with its tag, and whether it takes a position.
struct Leaf<'t> {
    tag: &'t [u8],
    word: &'t [u8],
    counts: bool,
}

/// All words of a tree.
fn counted<'t>(tree: &Tree<'t>, prepared: &Prepared) -> Vec<Leaf<'t>> {
    let mut rest = prepared.words.iter().map(|word| word.text).peekable();
    let leaf = |node: &TreeNode| {
        let mut counts = false;
        // A quotation mark that was put back may be there several times.
        while rest.next_if_eq(&node.body).is_some() {
            counts = true;
        }
        Leaf { tag: tree.label(node), word: tree.body(node), counts }
    };
    tree.nodes().iter().filter(|node| node.kind == NodeKind::Leaf).map(leaf).collect()
}
