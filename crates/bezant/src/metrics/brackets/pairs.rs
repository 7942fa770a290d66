//! Two sentences side by side, for brackets and for what is counted over brackets.

use crate::counts::Tally;
use crate::metrics::brackets::measures::{MEAN_UNIT, Measured};
use crate::metrics::brackets::{
    BracketComparison, BracketCounts, FunctionComparison, RareBracketCounts, Scratch,
};
use crate::metrics::trees::alignment::Differences;
use crate::metrics::trees::labels::LabelTable;
use crate::metrics::trees::parameters::{Averaging, Scope};
use crate::metrics::trees::preparation::{Bracket, Prepared};

/// What a sentence of gold and one of a system came to.
// There is one at a time, on the stack; a box would be made for every sentence.
#[allow(clippy::large_enum_variant)]
pub(crate) enum SentencePair<'a> {
    /// Gold cannot be read, so nobody knows what it says, nor can be said to have missed it.
    Unreadable,
    /// The two cannot be compared.
    Skipped {
        /// What the system would have had to find.
        gold: &'a Prepared,
        /// Its labels.
        labels: &'a LabelTable<'a>,
        /// How many sentences these are.
        n_sentences: u64,
    },
    /// Each bracket is matched or not.
    Compared(Compared<'a>),
}

/// Two sentences with the same words, and which of their brackets match.
pub(crate) struct Compared<'a> {
    /// Gold, as it was compared.
    pub(crate) gold: &'a Prepared,
    /// Whether gold had to be changed for this system.
    pub(crate) changed: bool,
    /// The system.
    pub(crate) system: &'a Prepared,
    /// The labels of both.
    pub(crate) labels: &'a LabelTable<'a>,
    /// How many brackets match.
    pub(crate) found: BracketComparison,
    /// Which ones.
    pub(crate) scratch: &'a Scratch,
    /// How the tokens differ, where they had to be aligned.
    pub(crate) aligned: Option<Differences>,
    /// Which brackets count.
    pub(crate) scope: Scope,
    /// Whether the F1 of each sentence is wanted.
    pub(crate) averaging: Averaging,
    /// The functions of brackets that match, where they are scored.
    pub(crate) functions: Option<FunctionComparison>,
    /// What was measured beside brackets.
    pub(crate) measured: Measured,
    /// How many sentences of gold these are.
    pub(crate) n_sentences: u64,
    /// Whether both sides have one sentence here.
    pub(crate) is_one: bool,
}

impl Compared<'_> {
    /// Whether each word has the right tag, in order.
    pub(crate) fn tags_matched(&self) -> impl Iterator<Item = bool> + '_ {
        let labels = self.labels;
        self.gold.words.iter().zip(&self.system.words).map(move |(one, two)| {
            one.tag == two.tag || labels.equal(labels.get(one.tag).tag, labels.get(two.tag).tag)
        })
    }

    /// What the sentence contributes to brackets.
    pub(super) fn counts(&self) -> BracketCounts {
        let gaps = self.found.discontinuous;
        let found = match self.scope {
            Scope::All => self.found,
            Scope::Discontinuous => BracketComparison {
                matched: gaps.matched,
                gold: gaps.gold,
                system: gaps.system,
                matched_unlabelled: gaps.matched_unlabelled,
                crossing: gaps.crossing,
                discontinuous: gaps,
            },
        };
        let words = self.aligned.unwrap_or_default();
        let brackets = Tally { matched: found.matched, gold: found.gold, system: found.system };
        let is_counted = self.scope == Scope::All || brackets.gold + brackets.system > 0;
        let n = if is_counted { self.n_sentences } else { 0 };
        let Measured { leaf_ancestor, edits, not_taken } = self.measured;
        let (edits, nodes) = edits.unwrap_or_default();
        let functions = self.functions.as_ref();
        let tags = functions.map(FunctionComparison::all).unwrap_or_default();
        // There is nothing to find in a sentence without words, and nothing to be wrong about.
        let is_averaged = self.averaging == Averaging::Sentences && !self.gold.words.is_empty();
        let averaged = if is_averaged { n } else { 0 };
        let f1 = || (brackets.f1().unwrap_or(1.0) * MEAN_UNIT as f64).round() as u64;
        let rare = RareBracketCounts {
            aligned: u64::from(is_counted && (self.aligned.is_some() || !self.is_one)),
            discontinuous_matched: gaps.matched,
            discontinuous_gold: gaps.gold,
            discontinuous_system: gaps.system,
            leaf_ancestor: leaf_ancestor.unwrap_or(0),
            leaf_ancestor_sentences: u64::from(leaf_ancestor.is_some()),
            edits,
            edit_nodes: nodes,
            not_measured: not_taken,
            words_lost: words.lost_words,
            words_extra: words.extra_words,
            functions_matched: tags.matched,
            functions_gold: tags.gold,
            functions_system: tags.system,
            functions_phrases: functions.map_or(0, |functions| functions.phrases),
            functions_right: functions.map_or(0, |functions| functions.right),
            sentence_f1: if is_averaged { f1().saturating_mul(averaged) } else { 0 },
            averaged_sentences: averaged,
        };
        BracketCounts {
            matched: found.matched,
            gold: found.gold,
            system: found.system,
            matched_unlabelled: found.matched_unlabelled,
            crossing: found.crossing,
            words: self.gold.words.len() as u64,
            tags_matched: self.tags_matched().filter(|&matched| matched).count() as u64,
            sentences: n,
            // A sentence that was joined or split is not the sentence that gold has.
            exact: u64::from(is_counted && brackets.is_exact() && self.is_one),
            no_crossing: if found.crossing == 0 { n } else { 0 },
            few_crossing: if found.crossing <= 2 { n } else { 0 },
            rare: rare.into(),
        }
    }

    /// Whether a bracket of gold counts.
    pub(super) fn counts_gold(&self, bracket: &Bracket) -> bool {
        self.scope == Scope::All || self.gold.scattered.is_gap(bracket)
    }

    /// Whether a bracket of the system counts.
    pub(super) fn counts_system(&self, bracket: &Bracket) -> bool {
        self.scope == Scope::All || self.system.scattered.is_gap(bracket)
    }
}
