//! The metric: dependencies that were found, by construction, as rows like any metric's.

use std::convert::Infallible;

use serde::{Deserialize, Serialize};

use crate::counts::{mean, plain_counts, ratio};
use crate::entailment::unbounded::relations::CONSTRUCTIONS;
use crate::error;
use crate::formats::{Reader, Sentence};
use crate::metric::{Badness, Explains, Ledger, Metric, Reason, Score, Size, Structure};
use crate::signature::Signature;

/// The metric's name in signatures.
pub const NAME: &str = "unbounded";

fn is_zero(n: &u64) -> bool {
    *n == 0
}

plain_counts! {
    /// Dependencies of the corpus and those that were found, in all and by construction.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct UnboundedCounts {
        /// Those that were found.
        pub matched: u64,
        /// All.
        pub gold: u64,
        /// Object extraction from a relative clause.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub obj_extract_rel_clause_matched: u64,
        /// All of them.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub obj_extract_rel_clause_gold: u64,
        /// Object extraction from a relative clause without a pronoun.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub obj_extract_red_rel_matched: u64,
        /// All of them.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub obj_extract_red_rel_gold: u64,
        /// Subject extraction from a relative clause.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub sbj_extract_rel_clause_matched: u64,
        /// All of them.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub sbj_extract_rel_clause_gold: u64,
        /// Free relatives.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub obj_free_rels_matched: u64,
        /// All of them.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub obj_free_rels_gold: u64,
        /// Questions about objects.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub obj_qus_matched: u64,
        /// All of them.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub obj_qus_gold: u64,
        /// Right node raising.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub right_node_raising_matched: u64,
        /// All of them.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub right_node_raising_gold: u64,
        /// Subject extraction from an embedded clause.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub sbj_embedded_matched: u64,
        /// All of them.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub sbj_embedded_gold: u64,
        /// Constructions that are none of the seven.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub other_matched: u64,
        /// All of them.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub other_gold: u64,
    }
}

impl UnboundedCounts {
    /// The dependencies of one sentence.
    pub(crate) fn of(construction: &str, matched: u64, gold: u64) -> UnboundedCounts {
        let mut counts = UnboundedCounts { matched, gold, ..UnboundedCounts::default() };
        let known = CONSTRUCTIONS.iter().position(|known| *known == construction);
        let (found, all) = counts.places()[known.unwrap_or(CONSTRUCTIONS.len())];
        (*found(&mut counts), *all(&mut counts)) = (matched, gold);
        counts
    }

    /// Where the counts of each construction are, and of all others at the end.
    fn places(&self) -> [(Place, Place); 8] {
        [
            (|it| &mut it.obj_extract_rel_clause_matched, |it| &mut it.obj_extract_rel_clause_gold),
            (|it| &mut it.obj_extract_red_rel_matched, |it| &mut it.obj_extract_red_rel_gold),
            (|it| &mut it.sbj_extract_rel_clause_matched, |it| &mut it.sbj_extract_rel_clause_gold),
            (|it| &mut it.obj_free_rels_matched, |it| &mut it.obj_free_rels_gold),
            (|it| &mut it.obj_qus_matched, |it| &mut it.obj_qus_gold),
            (|it| &mut it.right_node_raising_matched, |it| &mut it.right_node_raising_gold),
            (|it| &mut it.sbj_embedded_matched, |it| &mut it.sbj_embedded_gold),
            (|it| &mut it.other_matched, |it| &mut it.other_gold),
        ]
    }

    /// Share of the dependencies that were found.
    pub fn recall(&self) -> Option<f64> {
        ratio(self.matched, self.gold)
    }

    /// Recall over all dependencies, and its mean over the constructions.
    pub fn scores(&self) -> Vec<Score> {
        let mut counts = *self;
        let recalls = self.places().map(|(found, all)| {
            let found = *found(&mut counts);
            ratio(found, *all(&mut counts))
        });
        vec![Score::share("recall", self.recall()), Score::share("macro_recall", mean(recalls).0)]
    }
}

type Place = fn(&mut UnboundedCounts) -> &mut u64;

/// Recall of dependencies that were judged one by one, in the way that a signature says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnboundedRecall(pub(crate) Signature);

/// A sentence of the corpus, or what was found in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Judged {
    /// Which construction it is an example of; known of gold's alone.
    pub(crate) construction: String,
    /// Its tokens, of gold's alone.
    pub(crate) length: u32,
    /// Dependencies of the corpus, or those that were found.
    pub(crate) n: u64,
}

impl Metric for UnboundedRecall {
    type Structure = JudgedSentences;
    type Counts = UnboundedCounts;

    fn signature(&self) -> Signature {
        self.0.clone()
    }

    fn count(&self, gold: &&Judged, system: &&Judged) -> Result<UnboundedCounts, Reason> {
        Ok(UnboundedCounts::of(&gold.construction, system.n, gold.n))
    }

    fn missed(&self, gold: &&Judged) -> UnboundedCounts {
        UnboundedCounts::of(&gold.construction, 0, gold.n)
    }

    fn scores(&self, total: &UnboundedCounts) -> Vec<Score> {
        total.scores()
    }
}

impl Explains for UnboundedRecall {
    /// Rows have numbers alone: what became of each dependency was judged before.
    type Difference = Infallible;

    /// By recall alone.
    fn badness(&self, counts: &UnboundedCounts) -> Option<Badness> {
        let score = counts.recall().filter(|_| counts.matched < counts.gold)?;
        Some(Badness { score, errors: 0 })
    }

    fn ledgers(&self, counts: &UnboundedCounts) -> Vec<Ledger> {
        vec![Ledger::part("dependencies", counts.matched, counts.gold, 1)]
    }
}

/// Sentences of the corpus, and what was found of each.
pub(crate) struct JudgedSentences;

impl Structure for JudgedSentences {
    type Of<'t> = &'t Judged;
    type Fault = Infallible;
    type Options = ();
    type Space = ();

    fn check(_file: &Reader) -> error::Result<()> {
        Ok(())
    }

    fn read<'t>(sentence: Sentence<'t>, _: &(), _: &mut ()) -> (&'t Judged, Vec<Infallible>) {
        (sentence.known().expect("`evaluate` makes the corpora of these"), Vec::new())
    }

    fn size(judged: &&Judged) -> Size {
        Size { length: judged.length, depth: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Counts;

    #[test]
    fn all_constructions_count_the_same_in_the_mean() {
        let mut total = UnboundedCounts::of("obj_qus", 1, 4);
        total.add(&UnboundedCounts::of("sbj_embedded", 1, 1), 1);
        total.add(&UnboundedCounts::of("clefts", 0, 1), 1);
        assert_eq!((total.matched, total.gold), (2, 6));
        assert_eq!((total.obj_qus_matched, total.obj_qus_gold), (1, 4));
        assert_eq!((total.other_matched, total.other_gold), (0, 1));
        let values: Vec<Option<f64>> = total.scores().iter().map(|score| score.value).collect();
        assert_eq!(values, [Some(2.0 / 6.0), Some((0.25 + 1.0 + 0.0) / 3.0)]);
        assert_eq!(UnboundedCounts::default().scores()[1].value, None);
    }

    #[test]
    fn every_construction_has_its_own_place() {
        for (at, name) in CONSTRUCTIONS.iter().enumerate() {
            let counts = UnboundedCounts::of(name, 1, 2);
            let named = counts.named();
            assert_eq!(named[2 + 2 * at], (named[2 + 2 * at].0, 1));
            assert!(named[2 + 2 * at].0.starts_with(name), "{name}");
            assert_eq!(named[3 + 2 * at].1, 2);
        }
    }
}
