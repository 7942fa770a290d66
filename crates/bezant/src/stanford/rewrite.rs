//! Trees are changed before relations are looked for: treebanks leave some structure flat, and the
//! rules want to see it.
//!
//! Every step is one walk over the tree. The reference looks for a pattern from the top again after
//! each change; each step here says why one walk finds the same.

mod coordination;
mod phrases;
mod quantities;

use crate::stanford::draft::{NIL, TreeDraft};
use crate::stanford::labels::*;
use crate::stanford::words::SentenceWords;

/// The labels that new nodes get.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewLabels {
    np: Label,
    adjp: Label,
    adjp_tmp: Label,
    adjp_adv: Label,
    np_tmp: Label,
    np_adv: Label,
    advp: Label,
    cc: Label,
    conjp: Label,
    pp: Label,
    qp: Label,
    sbar: Label,
    vp: Label,
    xs: Label,
    xsl: Label,
}

impl NewLabels {
    pub(super) fn new(labels: &mut Labels) -> NewLabels {
        NewLabels {
            np: labels.named("NP"),
            adjp: labels.named("ADJP"),
            adjp_tmp: labels.named("ADJP-TMP"),
            adjp_adv: labels.named("ADJP-ADV"),
            np_tmp: labels.named("NP-TMP"),
            np_adv: labels.named("NP-ADV"),
            advp: labels.named("ADVP"),
            cc: labels.named("CC"),
            conjp: labels.named("CONJP"),
            pp: labels.named("PP"),
            qp: labels.named("QP"),
            sbar: labels.named("SBAR"),
            vp: labels.named("VP"),
            xs: labels.named("XS"),
            xsl: labels.named("XSL"),
        }
    }
}

/// What a step works on.
struct Site<'a> {
    draft: &'a mut TreeDraft,
    words: &'a SentenceWords,
    names: &'a NewLabels,
}

/// Applies all steps in order.
pub(super) fn rewrite(draft: &mut TreeDraft, words: &SentenceWords, names: &NewLabels) {
    let has = |draft: &TreeDraft, set: Set| draft.labels.meets(set);
    let mut site = Site { draft, words, names };
    if has(site.draft, P_UCP) {
        site.rename_unlike_coordination();
    }
    if has(site.draft, P_CC) && has(site.draft, P_NP) {
        site.group_flat_coordination();
    }
    if has(site.draft, QP) {
        site.group_quantities();
    }
    if has(site.draft, SBARQ) && has(site.draft, SQ) {
        site.flatten_copular_questions();
    }
    if has(site.draft, NNP) && has(site.draft, CD) {
        site.flatten_dates();
    }
    site.remove_doubles();
    if has(site.draft, CC) && has(site.draft, Set::any(&[RB, ADVP])) {
        site.group_and_yet();
    }
    if has(site.draft, Set::any(&[RB, ADVP])) {
        site.move_adverbs();
    }
    if has(site.draft, SBAR) && has(site.draft, IN) {
        site.clauses_as_prepositional_phrases();
        site.now_that();
    }
    if has(site.draft, VBN) {
        site.fronted_participles();
    }
}

impl Site<'_> {
    /// Whether a node is a tag with exactly one of these words.
    fn says(&self, node: u32, words: &[&str]) -> bool {
        node != NIL && self.draft.at(node).word != NIL && {
            self.words.is_one(self.draft.at(node).word, words)
        }
    }

    /// Whether a node is a tag with one of these words, however they are capitalised.
    fn reads(&self, node: u32, words: &[&str]) -> bool {
        node != NIL && self.draft.at(node).word != NIL && {
            self.words.reads(self.draft.at(node).word, words)
        }
    }

    /// Whether a node has a label of a set.
    fn is(&self, node: u32, set: Set) -> bool {
        self.draft.is(node, set)
    }

    /// Visits every phrase with a label of a set, from above.
    fn each(&mut self, set: Set, mut visit: impl FnMut(&mut Site<'_>, u32)) {
        let (words, names) = (self.words, self.names);
        self.draft.walk(|draft, node| {
            if draft.is(node, set) {
                visit(&mut Site { draft, words, names }, node);
            }
        });
    }
}
