//! Two sentences side by side, for brackets and for what is counted over brackets.

use crate::counts::Tally;
use crate::metrics::brackets::{BracketComparison, BracketCounts, Scratch};
use crate::metrics::trees::alignment::Differences;
use crate::metrics::trees::labels::LabelTable;
use crate::metrics::trees::preparation::Prepared;

/// What a sentence of gold and one of a system came to.
pub(crate) enum SentencePair<'a> {
    /// Gold cannot be read, so nobody knows what it says.
    Unreadable,
    /// The two cannot be compared.
    Skipped {
        /// What the system would have had to find.
        gold: &'a Prepared,
        /// Its labels.
        labels: &'a LabelTable<'a>,
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
        let found = self.found;
        let brackets = Tally { matched: found.matched, gold: found.gold, system: found.system };
        BracketCounts {
            matched: found.matched,
            gold: found.gold,
            system: found.system,
            matched_unlabelled: found.matched_unlabelled,
            crossing: found.crossing,
            words: self.gold.words.len() as u64,
            tags_matched: self.tags_matched().filter(|&matched| matched).count() as u64,
            sentences: 1,
            exact: u64::from(brackets.is_exact()),
            no_crossing: u64::from(found.crossing == 0),
            few_crossing: u64::from(found.crossing <= 2),
            aligned: u64::from(self.aligned.is_some()),
        }
    }
}
