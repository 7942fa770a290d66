//! PARSEVAL brackets, exactly as EVALB counts them.
//!
//! A bracket is a span of words with a label. Precision and recall are the shares of the system's
//! and of gold's brackets that the other side has too; see `docs/metrics/brackets.md`.
//!
//! ```
//! use bezant::{Brackets, Preset, Reader, evaluate_one};
//!
//! let gold = "(TOP (S (NP (NNS Dogs)) (VP (VBP bark) (ADVP (RB loudly))) (. .)))\n";
//! let system = "(TOP (S (NP (NNS Dogs)) (VP (VBP bark) (NP (RB loudly))) (. .)))\n";
//! let (gold, system) = (Reader::from_text("gold", gold)?, Reader::from_text("system", system)?);
//! let evaluation = evaluate_one(&Brackets::preset(Preset::Collins), gold, system)?;
//! assert_eq!(evaluation.total().brackets().f1(), Some(0.75));
//! # Ok::<(), bezant::Error>(())
//! ```

mod classes;
mod compare;
mod conventions;
mod counts;
mod details;
mod difference;
mod edits;
mod functions;
mod kept;
mod measures;
mod n_best;
mod options;
mod pairs;
mod sets;
mod signature;
mod tree_pair;
mod words;

// Options, counts and scores.
pub use crate::metrics::trees::Trees;
pub use crate::metrics::trees::cleaning::Cleaning;
pub use crate::metrics::trees::parameters::{
    Added, Averaging, Functions, Labelling, Parameters, Preset, RootWords, Scope, Spans,
};
pub use classes::Classes;
pub use counts::BracketCounts;
pub use measures::Measures;
pub use options::{Duplicates, Noted, PunctuationTags, Tokens, Words};

// What is read of files and signatures, and saved.
#[doc(hidden)]
pub use crate::metrics::trees::parameters::Convention;
#[doc(hidden)]
pub use counts::{BracketScores, RareBracketCounts};

// What reports show beside them.
#[doc(hidden)]
pub use classes::{BracketError, ClassCounts, ClassTally, ErrorClass, Repair, Unclassified};
#[doc(hidden)]
pub use conventions::{Change, conventions};
pub use difference::{Constituent, Difference};
#[doc(hidden)]
pub use kept::KeptTrees;
#[doc(hidden)]
pub use n_best::{BracketNotes, ChosenTree, ListScores, ListsOfSystem, NBest, NBestNotes, Reached};
#[doc(hidden)]
pub use tree_pair::{BracketStatus, PairedPhrase, PairedWord, TreePair};

pub(crate) use classes::bracket_errors;
pub(crate) use compare::{BracketComparison, Scratch, compare};
pub(crate) use details::{BracketDetails, LabelConfusion};
pub(crate) use functions::FunctionComparison;
pub(crate) use n_best::curve_points;
pub(crate) use pairs::{Compared, SentencePair};

use kept::GoldTree;
use measures::MeasureSpace;
use sets::compare_sets;

use crate::counts::Counts;
use crate::formats::Format;
use crate::formats::penn::TreeFault;
use crate::metric::{self, Pairing, Read, Reason, Score, Scorer, Size, Skipped};
use crate::metrics::trees::alignment;
use crate::metrics::trees::labels::LabelTable;
use crate::metrics::trees::preparation::{
    Bracket, Deleted, Outer, Prepared, TreeSide, repair_quotes,
};
use crate::signature::Signature;
use crate::structures::tree::Tree;

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
    /// Whose tags say which words do not count.
    pub punctuation: PunctuationTags,
    /// What is measured beside brackets.
    pub measures: Measures,
    /// What is noted beside the counts.
    #[doc(hidden)]
    pub notes: Noted,
    /// Whether errors are put into classes.
    #[doc(hidden)]
    pub classes: Classes,
}

impl Brackets {
    /// As a preset counts. Unsupervised parsers have no labels and no tags of their own, so there
    /// gold's tags say what punctuation is, and no bracket counts twice.
    pub fn preset(preset: Preset) -> Brackets {
        Brackets::evalb(preset.parameters()).with(|it| {
            if preset == Preset::Unsupervised {
                it.duplicates = Duplicates::Once;
                it.punctuation = PunctuationTags::OfGold;
            }
        })
    }

    /// With EVALB's rules for these parameters, such as those of a file. Those of a preset are not all of it:
    /// [`Brackets::preset`] also says what EVALB has no parameters for.
    pub fn evalb(parameters: Parameters) -> Brackets {
        Brackets {
            parameters,
            cleaning: Cleaning::default(),
            words: Words::Literal,
            tokens: Tokens::MustMatch,
            duplicates: Duplicates::Each,
            punctuation: PunctuationTags::AsUsual,
            measures: Measures::default(),
            notes: Noted::Nothing,
            classes: Classes::None,
        }
    }
}

/// What one thread needs.
#[derive(Debug)]
#[doc(hidden)]
pub struct BracketWorker<'m> {
    labels: LabelTable<'m>,
    gold: GoldTree<'m>,
    /// What was made of gold's sentences before.
    kept: Option<&'m KeptTrees>,
    /// Gold again, where a comparison had to change it.
    changed: Prepared,
    system: Prepared,
    scratch: Scratch,
    measuring: MeasureSpace,
    details: Vec<BracketDetails>,
}

impl Scorer for Brackets {
    type Structure = Trees;
    type Counts = BracketCounts;
    type Worker<'m> = BracketWorker<'m>;
    type Notes = Vec<BracketDetails>;
    type Kept = KeptTrees;

    fn signature(&self) -> Signature {
        signature::of(self)
    }

    fn reading(&self) -> Cleaning {
        self.cleaning
    }

    fn pairing(&self) -> Pairing {
        match self.tokens {
            Tokens::MustMatch => Pairing::InOrder,
            Tokens::Aligned => Pairing::EachByText,
        }
    }

    fn kept_as(&self) -> Option<String> {
        Some(Scorer::signature(self).to_string())
    }

    fn keep(&self, worker: &mut BracketWorker<'_>, gold: &Read<'_, Trees>, kept: &mut KeptTrees) {
        kept.push(worker.gold(), &gold.structure);
    }

    fn keep_rest(&self, worker: BracketWorker<'_>, kept: &mut KeptTrees) {
        kept.finish(&self.parameters, worker.labels);
    }

    fn worker<'m>(&'m self, kept: Option<&'m KeptTrees>) -> BracketWorker<'m> {
        let known = kept.and_then(|kept| Some((kept, kept.labels(&self.parameters)?)));
        let (kept, labels) = known.unzip();
        BracketWorker {
            labels: labels.unwrap_or_else(|| LabelTable::new(&self.parameters)),
            gold: GoldTree::default(),
            kept,
            changed: Prepared::default(),
            system: Prepared::default(),
            scratch: Scratch::default(),
            measuring: MeasureSpace::default(),
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
        if self.classes != Classes::None {
            details[index].classes.note(&self.errors(gold, system));
        }
        let result = self.count_pair(worker, gold, system, |pair| match pair {
            SentencePair::Unreadable => BracketCounts::default(),
            SentencePair::Skipped { gold, n_sentences, .. } => self.missed(gold, n_sentences),
            SentencePair::Compared(compared) => {
                if let Some(differences) = &compared.aligned {
                    details[index].differences.add(differences, 1);
                }
                details[index].note(&compared, self.notes);
                compared.counts()
            }
        });
        worker.details = details;
        result
    }

    fn surplus(&self, worker: &mut BracketWorker<'_>, system: &Read<'_, Trees>) -> BracketCounts {
        self.surplus_of(worker, system, |system| BracketCounts {
            system: system.brackets.len() as u64,
            rare: RareBracketCounts {
                words_extra: system.words.len() as u64,
                ..RareBracketCounts::default()
            }
            .into(),
            ..BracketCounts::default()
        })
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
        BracketScores::of_metric(self).scores(total)
    }

    fn scores_of(&self, signature: &Signature, total: &BracketCounts) -> Vec<Score> {
        BracketScores::of(signature).scores(total)
    }
}

impl BracketWorker<'_> {
    /// Whether gold's sentences were prepared before.
    pub(crate) fn knows_gold(&self) -> bool {
        self.kept.is_some()
    }

    /// What counts in the sentence of gold that was prepared last.
    pub(crate) fn gold(&self) -> &Prepared {
        self.gold.get()
    }
}

impl Brackets {
    /// Prepares gold's sentence in the worker.
    pub(crate) fn prepare(&self, worker: &mut BracketWorker<'_>, gold: &Read<'_, Trees>) -> Size {
        if let Some((known, size)) = worker.kept.and_then(|kept| kept.of(gold.sentence)) {
            worker.gold.known = Some(known);
            return *size;
        }
        worker.gold.known = None;
        let (prepared, labels) = (&mut worker.gold.own, &mut worker.labels);
        let (tree, outer) = (&gold.structure, gold.sentence.format.outer());
        if tree.has_gaps() || self.looks_at_words(gold.sentence.format) {
            let deleted = Deleted::Named(self.parameters.root_words);
            prepared.fill_by_places(tree, labels, outer, deleted);
        } else {
            prepared.fill(tree, labels, outer);
        }
        self.leave_out(prepared, tree);
        prepared.size(tree)
    }

    /// The errors of a sentence by class, whether or not it can be scored.
    fn errors(
        &self,
        gold: &Read<'_, Trees>,
        system: Option<&Read<'_, Trees>>,
    ) -> Result<Vec<BracketError>, Unclassified> {
        match system {
            Some(system) if gold.is_sound() && system.is_sound() => {
                bracket_errors(&gold.structure, &system.structure)
            }
            _ => Err(Unclassified::NoTree),
        }
    }

    /// Whether words do not count for other reasons than their own tags.
    fn looks_at_words(&self, gold: Format) -> bool {
        self.follows_gold(gold) || !self.parameters.delete_words.is_empty()
    }

    /// Whether gold says which words do not count.
    fn follows_gold(&self, gold: Format) -> bool {
        self.punctuation == PunctuationTags::OfGold
            || self.parameters.root_words == RootWords::Deleted
            || gold.may_have_gaps()
    }

    /// Prepares a system's sentence in the worker; returns whether gold said which words count.
    fn prepare_system(
        &self,
        worker: &mut BracketWorker<'_>,
        gold: &Read<'_, Trees>,
        system: &Read<'_, Trees>,
    ) -> bool {
        let (tree, outer) = (&system.structure, system.sentence.format.outer());
        let format = gold.sentence.format;
        if !tree.has_gaps() && !self.looks_at_words(format) {
            worker.system.fill(tree, &mut worker.labels, outer);
            return false;
        }
        // Where a word is missing, nobody knows which of gold's words the others are.
        let gone = &worker.gold.get().scattered.gone;
        let follows = self.follows_gold(format)
            && gone.len() == tree.n_leaves() as usize
            && gold.is_sound()
            && !gone.is_empty();
        let deleted = match follows {
            true => Deleted::AsInGold(gone),
            false => Deleted::Named(self.parameters.root_words),
        };
        worker.system.fill_by_places(tree, &mut worker.labels, outer, deleted);
        follows
    }

    /// What gold's sentence would contribute if nothing of it were found.
    fn missed(&self, gold: &Prepared, n_sentences: u64) -> BracketCounts {
        let is_gap = |bracket: &&Bracket| gold.scattered.is_gap(bracket);
        let n_gaps = gold.brackets.iter().filter(is_gap).count() as u64;
        let (n_gold, is_counted) = match self.parameters.scope {
            Scope::All => (gold.brackets.len() as u64, !gold.words.is_empty()),
            Scope::Discontinuous => (n_gaps, n_gaps > 0),
        };
        let Measures { leaf_ancestor, tree_edit_distance } = self.measures;
        let nodes = (gold.brackets.len() + gold.words.len()) as u64;
        let has_words = !gold.words.is_empty();
        let rare = RareBracketCounts {
            discontinuous_gold: n_gaps,
            leaf_ancestor_sentences: u64::from(leaf_ancestor && has_words),
            edits: if tree_edit_distance { nodes } else { 0 },
            edit_nodes: if tree_edit_distance { nodes } else { 0 },
            averaged_sentences: match self.parameters.averaging {
                Averaging::Sentences if is_counted => n_sentences,
                _ => 0,
            },
            words_lost: match self.tokens {
                Tokens::MustMatch => 0,
                Tokens::Aligned => gold.words.len() as u64,
            },
            ..RareBracketCounts::default()
        };
        BracketCounts {
            gold: n_gold,
            words: gold.words.len() as u64,
            // A sentence without words has nothing that could be missed.
            sentences: if is_counted { n_sentences } else { 0 },
            rare: rare.into(),
            ..BracketCounts::default()
        }
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
        // What is wrong in gold is said first: such a sentence counts nowhere, whatever a system has.
        let result = match (gold.faults.first(), system) {
            (Some(fault), _) => Err(Reason::GoldUnreadable(gold.unreadable(fault))),
            (None, None) => Err(Reason::SystemMissing),
            (None, Some(system)) => self.count_one(worker, gold, system, |compared| {
                counts(SentencePair::Compared(compared))
            }),
        };
        result.map_err(|reason| {
            let missed = if gold.is_sound() {
                counts(SentencePair::Skipped {
                    gold: worker.gold.get(),
                    labels: &worker.labels,
                    n_sentences: u64::from(gold.sentence.n_joined),
                })
            } else {
                counts(SentencePair::Unreadable)
            };
            Box::new(Skipped { reason, missed })
        })
    }

    /// What a sentence of the system has that gold has not; nothing of one that cannot be read.
    pub(crate) fn surplus_of<C: Default>(
        &self,
        worker: &mut BracketWorker<'_>,
        system: &Read<'_, Trees>,
        counts: impl FnOnce(&Prepared) -> C,
    ) -> C {
        if !system.is_sound() {
            return C::default();
        }
        worker.system.fill(&system.structure, &mut worker.labels, system.sentence.format.outer());
        self.leave_out(&mut worker.system, &system.structure);
        counts(&worker.system)
    }

    fn count_one<C>(
        &self,
        worker: &mut BracketWorker<'_>,
        gold: &Read<'_, Trees>,
        system: &Read<'_, Trees>,
        counts: impl FnOnce(Compared<'_>) -> C,
    ) -> Result<C, Reason> {
        let tree = &system.structure;
        let follows_gold = self.prepare_system(worker, gold, system);
        // As in EVALB, a sentence without words counts as unparsed, also when brackets are missing;
        // but not when reading had to stop (EVALB ends there), for there may be words behind.
        let worst =
            |fault: &&TreeFault| !worker.system.words.is_empty() || fault.kind.stops_reading();
        if let Some(fault) = system.faults.iter().find(worst) {
            Err(Reason::SystemUnreadable(system.unreadable(fault)))
        } else if worker.system.words.is_empty() && !follows_gold && !self.can_align(tree) {
            Err(Reason::NoParse)
        } else {
            let (ours, theirs) = (gold.sentence.n_joined, system.sentence.n_joined);
            self.compare_trees(
                worker,
                (&gold.structure, gold.sentence.format.outer()),
                (tree, system.sentence.format.outer()),
                |compared| {
                    let n_sentences = u64::from(ours);
                    counts(Compared { n_sentences, is_one: ours == 1 && theirs == 1, ..compared })
                },
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
        let BracketWorker { labels, gold, changed, system, scratch, measuring, .. } = worker;
        // What is done to gold for one system must not be there for the next.
        let mut gold = gold.get();
        let mut is_changed = false;
        if gold.words.len() != system.words.len() && !gold.quotes.is_empty() {
            changed.clone_from(gold);
            let mut gold_side = TreeSide { tree: gold_tree, prepared: changed, outer: gold_outer };
            let mut system_side =
                TreeSide { tree: system_tree, prepared: system, outer: system_outer };
            if repair_quotes(&mut gold_side, &mut system_side, labels) {
                self.leave_out(changed, gold_tree);
                gold = &*changed;
                is_changed = true;
            }
        }
        let mut aligned = None;
        let checked = self.check_words((gold_tree, gold), (system_tree, system), labels);
        if let Err(reason) = checked {
            // Characters of phrases with gaps would be in several places.
            let has_gaps = gold_tree.has_gaps() || system_tree.has_gaps();
            if self.tokens == Tokens::MustMatch || has_gaps {
                return Err(reason);
            }
            let both = alignment::align(gold_tree, system_tree, labels, (gold_outer, system_outer))
                .ok_or(Reason::TextMismatch)?;
            *changed = both.gold;
            self.leave_out(changed, gold_tree);
            gold = &*changed;
            is_changed = true;
            *system = both.system;
            aligned = Some(both.differences);
        }
        self.leave_out(system, system_tree);
        let labelling = self.parameters.labels;
        let found = match gold.scattered.has_gaps || system.scattered.has_gaps {
            true => compare_sets(gold, system, labels, labelling, scratch),
            false => compare(gold, system, labels, labelling, scratch),
        };
        let measured = match aligned {
            None => self.measures.take(gold, system, labels, measuring),
            // Its words are not those of gold.
            Some(_) => self.measures.not_taken(),
        };
        let Parameters { scope, averaging, convention, .. } = self.parameters;
        let functions = (self.parameters.functions == Functions::Score).then(|| {
            let (ours, theirs) =
                ((gold_tree, gold, gold_outer), (system_tree, &*system, system_outer));
            functions::compare(ours, theirs, convention, scratch)
        });
        Ok(counts(Compared {
            gold,
            changed: is_changed,
            system,
            labels,
            found,
            scratch,
            aligned,
            scope,
            averaging,
            functions,
            measured,
            n_sentences: 1,
            is_one: true,
        }))
    }

    /// Leaves out brackets that do not count for what they are over.
    fn leave_out(&self, prepared: &mut Prepared, tree: &Tree<'_>) {
        if self.parameters.spans == Spans::Inner {
            prepared.drop_trivial(tree);
        }
        let labelling = self.parameters.labels;
        match self.duplicates {
            Duplicates::Each => {}
            Duplicates::Once if prepared.scattered.has_gaps => {
                sets::drop_duplicates(prepared, labelling);
            }
            Duplicates::Once => compare::drop_duplicates(&mut prepared.brackets, labelling),
        }
    }
}
