//! What a sentence contributes to the scores of brackets.

use serde::{Deserialize, Serialize};

use crate::counts::{Counts, Tally, plain_counts, ratio};
use crate::kinds::FORMATS;
use crate::metric::{Ledger, Score};
use crate::metrics::brackets::measures::{MEAN_UNIT, Measures};
use crate::metrics::brackets::{Brackets, Tokens};
use crate::metrics::trees::parameters::{Averaging, Functions};
use crate::signature::Signature;

plain_counts! {
    /// What a sentence contributes.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(from = "WrittenBracketCounts", into = "WrittenBracketCounts")]
    pub struct BracketCounts {
        /// Brackets of both sides with the same span and, unless labels do not matter, label.
        pub matched: u64,
        /// Brackets of gold.
        pub gold: u64,
        /// Brackets of the system.
        pub system: u64,
        /// Brackets of both sides with the same span.
        pub matched_unlabelled: u64,
        /// Brackets of the system that overlap one of gold without holding it or being held by it.
        pub crossing: u64,
        /// Words that take a position.
        pub words: u64,
        /// Words with the right tag.
        pub tags_matched: u64,
        /// Sentences.
        pub sentences: u64,
        /// Sentences in which all brackets match.
        pub exact: u64,
        /// Sentences without crossing brackets.
        pub no_crossing: u64,
        /// Sentences with at most two crossing brackets.
        pub few_crossing: u64,
    }

    /// What only some evaluations count, of trees with gaps, with further measures, or of aligned words.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct RareBracketCounts {
        /// Sentences whose words had to be aligned, or that were compared together.
        pub aligned: u64,
        /// Brackets of both sides whose words have others between them.
        pub discontinuous_matched: u64,
        /// Such brackets of gold.
        pub discontinuous_gold: u64,
        /// Such brackets of the system.
        pub discontinuous_system: u64,
        /// Leaf-ancestor scores, in thousand millionths.
        pub leaf_ancestor: u64,
        /// Sentences that have one.
        pub leaf_ancestor_sentences: u64,
        /// Nodes that have to be renamed, put in or taken out to make gold's tree of the system's.
        pub edits: u64,
        /// Nodes of both sides, in trees whose edits were counted.
        pub edit_nodes: u64,
        /// Measures of trees that were too large for them.
        pub not_measured: u64,
        /// Words of gold that the system does not have; only where words are aligned.
        pub words_lost: u64,
        /// Words of the system that gold does not have; only where words are aligned.
        pub words_extra: u64,
        /// Functions on phrases that both sides have: those that both sides have.
        pub functions_matched: u64,
        /// Those of gold.
        pub functions_gold: u64,
        /// Those of the system.
        pub functions_system: u64,
        /// Phrases that both sides have, where their functions are scored.
        pub functions_phrases: u64,
        /// Those with the same functions on both sides, or none.
        pub functions_right: u64,
        /// The F1 of each sentence, in thousand millionths; only where it is averaged.
        pub sentence_f1: u64,
        /// Sentences that have one.
        pub averaged_sentences: u64,
    }

    /// Both, as rows are saved.
    #[derive(Serialize, Deserialize)]
    struct WrittenBracketCounts;
}

impl BracketCounts {
    /// Brackets as the parameters want them compared.
    pub fn brackets(&self) -> Tally {
        Tally { matched: self.matched, gold: self.gold, system: self.system }
    }

    /// Brackets by span alone.
    fn unlabelled(&self) -> Tally {
        Tally { matched: self.matched_unlabelled, ..self.brackets() }
    }

    /// All scores of a total, F1 first. An evaluation has not all of them, and with
    /// [`Preset::Unsupervised`](crate::Preset::Unsupervised) another first one: its metric says which, by
    /// [`Scorer::scores`](crate::Scorer::scores).
    #[doc(hidden)]
    pub fn scores(&self) -> Vec<Score> {
        let (brackets, unlabelled) = (self.brackets(), self.unlabelled());
        let (gaps, words) = (self.discontinuous(), self.word_tally());
        let rare = &*self.rare;
        let mean = |sum: u64, sentences: u64| ratio(sum, sentences.saturating_mul(MEAN_UNIT));
        let leaf_ancestor = mean(rare.leaf_ancestor, rare.leaf_ancestor_sentences);
        let functions = self.functions();
        let accuracy = ratio(rare.functions_right, rare.functions_phrases);
        let sentence_f1 = mean(rare.sentence_f1, rare.averaged_sentences);
        let kept = rare.edit_nodes.saturating_sub(rare.edits);
        let edits = ratio(kept, rare.edit_nodes);
        vec![
            Score::share("f1", brackets.f1()),
            Score::share("precision", brackets.precision()),
            Score::share("recall", brackets.recall()),
            Score::share("exact_match", ratio(self.exact, self.sentences)),
            Score::share("tag_accuracy", ratio(self.tags_matched, self.words)),
            Score::per_sentence("average_crossing", ratio(self.crossing, self.sentences)),
            Score::share("no_crossing", ratio(self.no_crossing, self.sentences)),
            Score::share("two_or_less_crossing", ratio(self.few_crossing, self.sentences)),
            Score::share("unlabelled_precision", unlabelled.precision()),
            Score::share("unlabelled_recall", unlabelled.recall()),
            Score::share("unlabelled_f1", unlabelled.f1()),
            Score::share("discontinuous_f1", gaps.f1()),
            Score::share("discontinuous_precision", gaps.precision()),
            Score::share("discontinuous_recall", gaps.recall()),
            Score::share("leaf_ancestor", leaf_ancestor),
            Score::share("tree_edit_distance", edits),
            Score::share("word_precision", words.precision()),
            Score::share("word_recall", words.recall()),
            Score::share("word_f1", words.f1()),
            Score::share("function_precision", functions.precision()),
            Score::share("function_recall", functions.recall()),
            Score::share("function_f1", functions.f1()),
            Score::share("function_accuracy", accuracy),
            Score::share("sentence_f1", sentence_f1),
        ]
    }

    /// What stands behind the scores of a sentence.
    fn ledgers(&self) -> Vec<Ledger> {
        let sentences = |what, right| Ledger::part(what, right, self.sentences, 1);
        let rare = &*self.rare;
        let leaves = rare.leaf_ancestor_sentences.saturating_mul(MEAN_UNIT);
        let kept = rare.edit_nodes.saturating_sub(rare.edits);
        vec![
            Ledger::of("brackets", self.brackets(), 1),
            Ledger::of("unlabelled brackets", self.unlabelled(), 1),
            Ledger::part("tags", self.tags_matched, self.words, 1),
            sentences("whole sentences", self.exact),
            Ledger::wrong("crossing brackets", self.crossing),
            sentences("sentences without crossing brackets", self.no_crossing),
            sentences("sentences with at most two crossing brackets", self.few_crossing),
            Ledger::of("brackets with gaps", self.discontinuous(), 1),
            Ledger::part("leaf-ancestor", rare.leaf_ancestor, leaves, MEAN_UNIT),
            Ledger::part("nodes to edit", kept, rare.edit_nodes, 1),
            Ledger::of("functions", self.functions(), 1),
            Ledger::part("phrases", rare.functions_right, rare.functions_phrases, 1),
            Ledger::of("words", self.word_tally(), 1),
        ]
    }

    /// Words, where they are aligned: those that both sides have just so.
    pub fn word_tally(&self) -> Tally {
        let rare = &*self.rare;
        let matched = self.words.saturating_sub(rare.words_lost);
        let system = matched.saturating_add(rare.words_extra);
        Tally { matched, gold: self.words, system }
    }

    /// Functions on phrases that both sides have.
    pub fn functions(&self) -> Tally {
        let rare = &*self.rare;
        Tally {
            matched: rare.functions_matched,
            gold: rare.functions_gold,
            system: rare.functions_system,
        }
    }

    /// Brackets whose words have others between them.
    pub fn discontinuous(&self) -> Tally {
        let rare = &*self.rare;
        Tally {
            matched: rare.discontinuous_matched,
            gold: rare.discontinuous_gold,
            system: rare.discontinuous_system,
        }
    }

    /// All counts with their names, without those that only some evaluations have and this one has
    /// not.
    pub(crate) fn known(&self) -> Vec<(&'static str, u64)> {
        let is_rare = |name: &str| self.rare.named().iter().any(|(rare, _)| *rare == name);
        let is_known = |(name, n): &(&str, u64)| *n > 0 || *name == "aligned" || !is_rare(name);
        self.named().into_iter().filter(is_known).collect()
    }
}

/// Whether trees may have gaps in the format that a signature names.
fn may_have_gaps(layout: &str) -> bool {
    FORMATS.iter().any(|row| row.name == layout && row.format.may_have_gaps())
}

/// Which scores an evaluation has: those of gaps where trees can have some, measures that were
/// asked for, and those of words where they are aligned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BracketScores {
    gaps: bool,
    measures: Measures,
    /// Words, because they are aligned.
    pub(crate) words: bool,
    functions: bool,
    /// The mean of that of sentences, which is the main score then.
    pub(crate) sentences: bool,
}

impl BracketScores {
    /// Those of an evaluation with this signature.
    #[doc(hidden)]
    pub fn of(signature: &Signature) -> BracketScores {
        let has = |measure: &str| signature.get(measure) == Some("yes");
        BracketScores {
            gaps: signature.get("layout").is_some_and(may_have_gaps),
            measures: Measures {
                leaf_ancestor: has("leaf_ancestor"),
                tree_edit_distance: has("tree_edit_distance"),
            },
            words: has("align"),
            functions: signature.get("functions") == Some(Functions::Score.name()),
            sentences: signature.get("average") == Some("sentences"),
        }
    }

    /// Those of a metric, whatever the trees.
    pub(super) fn of_metric(metric: &Brackets) -> BracketScores {
        BracketScores {
            gaps: false,
            measures: metric.measures,
            words: metric.tokens == Tokens::Aligned,
            functions: metric.parameters.functions == Functions::Score,
            sentences: metric.parameters.averaging == Averaging::Sentences,
        }
    }

    /// What stands behind the scores of a sentence.
    pub(crate) fn ledgers(&self, counts: &BracketCounts) -> Vec<Ledger> {
        let mut ledgers = counts.ledgers();
        // Words are always counted, and tell something only where they can differ.
        ledgers.retain(|ledger| self.words || ledger.what != "words");
        ledgers
    }

    /// The scores of a total, the main one first: F1, or the mean of that of sentences.
    pub fn scores(&self, total: &BracketCounts) -> Vec<Score> {
        let mut scores = total.scores();
        scores.retain(|score| match score.name {
            "leaf_ancestor" => self.measures.leaf_ancestor,
            "tree_edit_distance" => self.measures.tree_edit_distance,
            "sentence_f1" => self.sentences,
            name if name.starts_with("word_") => self.words,
            name if name.starts_with("function_") => self.functions,
            name => self.gaps || !name.starts_with("discontinuous_"),
        });
        // It stands last among all.
        if self.sentences {
            scores.rotate_right(1);
        }
        scores
    }
}
