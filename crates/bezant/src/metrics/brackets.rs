//! PARSEVAL brackets, exactly as EVALB counts them.
//!
//! A bracket is a span of words with a label. Precision and recall are the shares of the system's
//! and of gold's brackets that the other side has too; see `docs/metrics/brackets.md`.

mod compare;
mod conventions;
mod details;
mod difference;
mod pairs;
mod tree_pair;

pub(crate) use compare::{BracketComparison, Scratch, compare};
pub use conventions::{Change, conventions};
pub(crate) use details::BracketDetails;
pub use difference::{Constituent, Difference};
pub(crate) use pairs::{Compared, SentencePair};
pub use tree_pair::{BracketStatus, PairedPhrase, PairedWord, TreePair};

use serde::{Deserialize, Serialize};

use crate::counts::{Counts, Tally, plain_counts, ratio};
use crate::formats::Format;
use crate::formats::penn::escapes::unescape;
use crate::formats::penn::{Layout, TreeFault};
use crate::metric::{self, LeftOut, Read, Reason, Score, Scorer, Size, Skipped};
use crate::metrics::trees::cleaning::Cleaning;
use crate::metrics::trees::labels::LabelTable;
use crate::metrics::trees::parameters::{Convention, Labelling, Parameters};
use crate::metrics::trees::preparation::{Outer, Prepared, TreeSide, repair_quotes};
use crate::metrics::trees::{Trees, alignment};
use crate::signature::Signature;
use crate::structures::tree::{NodeKind, Tree, TreeNode};

/// How brackets are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Brackets {
    /// What counts, and what counts as equal.
    pub parameters: Parameters,
    /// What is done to the trees before.
    pub cleaning: Cleaning,
    /// When two words are the same.
    pub words: Words,
    /// What is done where the words differ.
    pub tokens: Tokens,
    /// How often a bracket counts that stands in a tree several times.
    pub duplicates: Duplicates,
    /// What is noted beside the counts.
    pub notes: Noted,
}

/// When two words are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// When they are written the same.
    Literal,
    /// When they are the same without treebank escapes (`-LRB-`, `\/`, quotation marks).
    Unescaped,
}

/// What is done with a sentence whose words differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tokens {
    /// It is skipped.
    MustMatch,
    /// It is aligned by its characters, and scored.
    Aligned,
}

/// How often a bracket counts that a tree has several times, one over the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// As often as it is there, as in EVALB.
    Each,
    /// Once.
    Once,
}

/// What is noted beside the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noted {
    /// Nothing, which is fastest.
    Nothing,
    /// Counts by label, and labels taken for each other.
    Labels,
}

impl Brackets {
    /// The same with some options changed.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Brackets)) -> Brackets {
        change(&mut self);
        self
    }

    /// With EVALB's rules for these parameters.
    pub fn evalb(parameters: Parameters) -> Brackets {
        Brackets {
            parameters,
            cleaning: Cleaning::default(),
            words: Words::Literal,
            tokens: Tokens::MustMatch,
            duplicates: Duplicates::Each,
            notes: Noted::Nothing,
        }
    }
}

plain_counts! {
    /// What a sentence contributes.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
        /// Sentences whose words had to be aligned.
        pub aligned: u64,
    }
}

impl BracketCounts {
    /// Brackets as the parameters want them compared.
    pub fn brackets(&self) -> Tally {
        Tally { matched: self.matched, gold: self.gold, system: self.system }
    }

    /// Brackets by span alone.
    pub(crate) fn unlabelled(&self) -> Tally {
        Tally { matched: self.matched_unlabelled, ..self.brackets() }
    }

    /// The scores of a total, F1 first.
    pub fn scores(&self) -> Vec<Score> {
        let (brackets, unlabelled) = (self.brackets(), self.unlabelled());
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
        ]
    }
}

/// What one thread needs.
#[derive(Debug)]
pub struct BracketWorker<'m> {
    labels: LabelTable<'m>,
    gold: Prepared,
    /// Gold again, where a comparison had to change it.
    changed: Prepared,
    system: Prepared,
    scratch: Scratch,
    details: Vec<BracketDetails>,
}

impl Scorer for Brackets {
    type Structure = Trees;
    type Counts = BracketCounts;
    type Worker<'m> = BracketWorker<'m>;
    type Notes = Vec<BracketDetails>;

    fn signature(&self) -> Signature {
        let parameters = &self.parameters;
        let signature = Signature::new("brackets");
        let signature = match parameters.preset() {
            Some(preset) => signature.with("params", preset.name()),
            None => spelt_out(signature, parameters),
        };
        signature
            .with("labels", yes(parameters.labels == Labelling::Labelled))
            .with("clean", self.cleaning)
            .with("unescape", yes(self.words == Words::Unescaped))
            .with("align", yes(self.tokens == Tokens::Aligned))
            .with("duplicates", if self.duplicates == Duplicates::Each { "each" } else { "once" })
    }

    fn reading(&self) -> Cleaning {
        self.cleaning
    }

    fn worker(&self) -> BracketWorker<'_> {
        BracketWorker {
            labels: LabelTable::new(&self.parameters),
            gold: Prepared::default(),
            changed: Prepared::default(),
            system: Prepared::default(),
            scratch: Scratch::default(),
            details: Vec::new(),
        }
    }

    fn gold(
        &self,
        worker: &mut BracketWorker<'_>,
        gold: &Read<'_, Trees>,
        n_systems: usize,
    ) -> Size {
        if worker.details.len() < n_systems {
            worker.details.resize_with(n_systems, BracketDetails::default);
        }
        self.prepare(worker, gold)
    }

    fn system(
        &self,
        worker: &mut BracketWorker<'_>,
        gold: &Read<'_, Trees>,
        index: usize,
        system: Option<&Read<'_, Trees>>,
    ) -> metric::Scored<BracketCounts> {
        let mut details = std::mem::take(&mut worker.details);
        let result = self.count_pair(worker, gold, system, |pair| match pair {
            SentencePair::Unreadable => BracketCounts { sentences: 1, ..BracketCounts::default() },
            // A sentence without words has nothing that could be missed.
            SentencePair::Skipped { gold, .. } => BracketCounts {
                gold: gold.brackets.len() as u64,
                words: gold.words.len() as u64,
                sentences: u64::from(!gold.words.is_empty()),
                ..BracketCounts::default()
            },
            SentencePair::Compared(compared) => {
                if let Some(differences) = &compared.aligned {
                    details[index].differences.add(differences, 1);
                }
                if self.notes == Noted::Labels {
                    details[index].note(&compared);
                }
                compared.counts()
            }
        });
        worker.details = details;
        result
    }

    fn collect(&self, worker: BracketWorker<'_>, notes: &mut Vec<BracketDetails>) {
        if notes.len() < worker.details.len() {
            notes.resize_with(worker.details.len(), BracketDetails::default);
        }
        for (all, new) in notes.iter_mut().zip(worker.details) {
            all.add(&new);
        }
    }

    fn scores(&self, total: &BracketCounts) -> Vec<Score> {
        total.scores()
    }
}

impl Brackets {
    /// Prepares gold's sentence in the worker.
    pub(crate) fn prepare(&self, worker: &mut BracketWorker<'_>, gold: &Read<'_, Trees>) -> Size {
        worker.gold.fill(&gold.structure, &mut worker.labels, outer(gold.sentence.format));
        self.drop_duplicates(&mut worker.gold);
        Size { length: worker.gold.length, depth: gold.structure.depth() }
    }

    /// Compares gold's sentence, which was prepared, with a system's; `counts` makes counts of it.
    ///
    /// Metrics that count something else over the same brackets share this.
    pub(crate) fn count_pair<C>(
        &self,
        worker: &mut BracketWorker<'_>,
        gold: &Read<'_, Trees>,
        system: Option<&Read<'_, Trees>>,
        mut counts: impl FnMut(SentencePair<'_>) -> C,
    ) -> metric::Scored<C> {
        let result = match system {
            None => Err(Reason::SystemMissing),
            Some(system) => self.count_one(worker, gold, system, |compared| {
                counts(SentencePair::Compared(compared))
            }),
        };
        result.map_err(|reason| {
            let missed = if gold.faults.is_empty() {
                counts(SentencePair::Skipped { gold: &worker.gold, labels: &worker.labels })
            } else {
                counts(SentencePair::Unreadable)
            };
            Box::new(Skipped { reason, missed })
        })
    }

    fn count_one<C>(
        &self,
        worker: &mut BracketWorker<'_>,
        gold: &Read<'_, Trees>,
        system: &Read<'_, Trees>,
        counts: impl FnOnce(Compared<'_>) -> C,
    ) -> Result<C, Reason> {
        let tree = &system.structure;
        worker.system.fill(tree, &mut worker.labels, outer(system.sentence.format));
        // As in EVALB, a sentence without words counts as unparsed, also when brackets are missing;
        // but not when reading had to stop (EVALB ends there), for there may be words behind.
        let worst =
            |fault: &&TreeFault| !worker.system.words.is_empty() || fault.kind.stops_reading();
        if let Some(fault) = system.faults.iter().find(worst) {
            Err(Reason::SystemUnreadable(system.unreadable(fault)))
        } else if worker.system.words.is_empty() && !self.can_align(tree) {
            Err(Reason::NoParse)
        } else if let Some(fault) = gold.faults.first() {
            Err(Reason::GoldUnreadable(gold.unreadable(fault)))
        } else {
            self.compare_trees(
                worker,
                (&gold.structure, outer(gold.sentence.format)),
                (tree, outer(system.sentence.format)),
                counts,
            )
        }
    }

    /// Alignment has another view of which words count, so a tree whose words were all deleted
    /// may have some after all.
    fn can_align(&self, tree: &Tree<'_>) -> bool {
        self.tokens == Tokens::Aligned && tree.n_leaves() > 0
    }

    fn compare_trees<C>(
        &self,
        worker: &mut BracketWorker<'_>,
        (gold_tree, gold_outer): (&Tree<'_>, Outer),
        (system_tree, system_outer): (&Tree<'_>, Outer),
        counts: impl FnOnce(Compared<'_>) -> C,
    ) -> Result<C, Reason> {
        let BracketWorker { labels, gold, changed, system, scratch, .. } = worker;
        // What is done to gold for one system must not be there for the next.
        let mut gold = gold;
        let mut is_changed = false;
        if gold.words.len() != system.words.len() && !gold.quotes.is_empty() {
            changed.clone_from(gold);
            let mut gold_side = TreeSide { tree: gold_tree, prepared: changed, outer: gold_outer };
            let mut system_side =
                TreeSide { tree: system_tree, prepared: system, outer: system_outer };
            if repair_quotes(&mut gold_side, &mut system_side, labels) {
                gold = changed;
                is_changed = true;
            }
        }
        let mut aligned = None;
        let checked = self.check_words((gold_tree, gold), (system_tree, system), labels);
        if let Err(reason) = checked {
            if self.tokens == Tokens::MustMatch {
                return Err(reason);
            }
            let both = alignment::align(gold_tree, system_tree, labels, (gold_outer, system_outer))
                .ok_or(Reason::TextMismatch)?;
            *changed = both.gold;
            gold = changed;
            is_changed = true;
            *system = both.system;
            aligned = Some(both.differences);
        }
        self.drop_duplicates(gold);
        self.drop_duplicates(system);
        let found = compare(gold, system, labels, self.parameters.labels, scratch);
        let changed = is_changed;
        Ok(counts(Compared { gold, changed, system, labels, found, scratch, aligned }))
    }

    fn drop_duplicates(&self, prepared: &mut Prepared) {
        if self.duplicates == Duplicates::Once {
            compare::drop_duplicates(&mut prepared.brackets, self.parameters.labels);
        }
    }

    /// Whether both sides have the same words, as EVALB checks it.
    fn check_words(
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

/// Free-form treebank files put an unlabelled bracket around each tree.
pub(crate) fn outer(format: Format) -> Outer {
    match format {
        Format::Penn(Layout::Free) => Outer::Dropped,
        // Other formats are no trees, and unreadable as such.
        _ => Outer::Counts,
    }
}

fn yes(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

/// Parameters that have no name of their own, in full.
fn spelt_out(signature: Signature, parameters: &Parameters) -> Signature {
    let list = |labels: &[Vec<u8>]| {
        let labels: Vec<_> = labels.iter().map(|label| String::from_utf8_lossy(label)).collect();
        labels.join(" ")
    };
    let pairs = |pairs: &[(Vec<u8>, Vec<u8>)]| {
        let shown = |(one, two): &(Vec<u8>, Vec<u8>)| {
            format!("{}={}", String::from_utf8_lossy(one), String::from_utf8_lossy(two))
        };
        pairs.iter().map(shown).collect::<Vec<_>>().join(" ")
    };
    let convention = match parameters.convention {
        Convention::Evalb => "evalb",
        Convention::Spmrl => "spmrl",
    };
    signature
        .with("params", "own")
        .with("rules", convention)
        .with("delete", list(&parameters.delete))
        .with("length", list(&parameters.delete_for_length))
        .with("quotes", list(&parameters.quotes))
        .with("equal", pairs(&parameters.equal_labels))
        .with("words", pairs(&parameters.equal_words))
}
