//! Brackets of parsers that return several trees a sentence: the first of them, or the best.
//!
//! The best tree of a list, its oracle, is the one with the highest F1 of its sentence; of equal ones the
//! first. Counts of the chosen trees are added as those of any file are, so that the score of the
//! oracles is one of brackets.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use crate::counts::{Counts, ratio};
use crate::error::{ChoiceFault, ChoiceProblem};
use crate::metric::{self, Badness, Explains, Ledger, Pairing, Read, Reason, Score, Scorer, Size};
use crate::metrics::brackets::{
    BracketCounts, BracketDetails, BracketWorker, Brackets, Classes, Difference, KeptTrees, Noted,
};
use crate::metrics::trees::Trees;
use crate::metrics::trees::cleaning::Cleaning;
use crate::metrics::trees::lists::TreeLists;
use crate::signature::Signature;

/// Which tree of a list is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChosenTree {
    /// The first, which the parser takes for the best.
    First,
    /// The one that is the best.
    Oracle,
    /// The one of this rank.
    At(NonZeroU32),
}

impl FromStr for ChosenTree {
    type Err = ChoiceFault;

    fn from_str(text: &str) -> Result<ChosenTree, ChoiceFault> {
        match text {
            "first" => Ok(ChosenTree::First),
            "oracle" => Ok(ChosenTree::Oracle),
            _ => text.parse().map(ChosenTree::At).map_err(|_| {
                ChoiceFault::new(ChoiceProblem::BadTree, text, &["first", "oracle", "2"])
            }),
        }
    }
}

impl fmt::Display for ChosenTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChosenTree::First => f.write_str("first"),
            ChosenTree::Oracle => f.write_str("oracle"),
            ChosenTree::At(rank) => rank.fmt(f),
        }
    }
}

/// Brackets of one tree of each list. Rows are those of the chosen trees; what the others came to is
/// noted.
#[derive(Clone, Debug)]
pub struct NBest {
    metric: Brackets,
    /// The same without notes, for trees that may not be chosen.
    plain: Brackets,
    chosen: ChosenTree,
}

impl NBest {
    /// Compares trees as `metric` does.
    pub fn new(metric: Brackets, chosen: ChosenTree) -> NBest {
        let plain = metric.clone().with(|it| {
            it.notes = Noted::Nothing;
            it.classes = Classes::None;
        });
        NBest { metric, plain, chosen }
    }

    /// How trees are compared.
    pub fn metric(&self) -> &Brackets {
        &self.metric
    }
}

/// What the trees of one list came to.
#[derive(Clone, Debug, Default)]
pub struct ListScores {
    /// How many trees there are.
    pub n_trees: u32,
    /// How many of them could not be compared.
    pub n_skipped: u32,
    /// Whether the file says that there are more.
    pub is_short: bool,
    /// Each tree that is better than all before it, by its rank.
    best: Vec<(u32, BracketCounts)>,
    worst: Option<BracketCounts>,
    /// What gold's sentence contributes where nothing is found in it.
    missed: BracketCounts,
}

/// How good the trees are that can be chosen from the beginnings of lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    /// How many trees of each list there are to choose from; all of them if nothing is said.
    pub k: Option<u32>,
    /// The sum over the sentences with a tree that could be compared.
    pub total: BracketCounts,
    /// The sum over all sentences, nothing found in the others.
    pub with_missed: BracketCounts,
}

impl ListScores {
    fn add(&mut self, rank: u32, counts: BracketCounts) {
        let f1 = |counts: &BracketCounts| counts.brackets().f1().unwrap_or(1.0);
        if self.best.last().is_none_or(|(_, best)| f1(&counts) > f1(best)) {
            self.best.push((rank, counts.clone()));
        }
        if self.worst.as_ref().is_none_or(|worst| f1(&counts) < f1(worst)) {
            self.worst = Some(counts);
        }
    }

    /// The rank of the best tree.
    pub fn oracle(&self) -> Option<u32> {
        self.best.last().map(|(rank, _)| *rank)
    }

    /// The counts of the best among the first `k` trees; nothing where none of them could be compared.
    pub(crate) fn among(&self, k: Option<u32>) -> Option<&BracketCounts> {
        let k = k.unwrap_or(u32::MAX);
        self.best.iter().rev().find(|(rank, _)| *rank <= k).map(|(_, counts)| counts)
    }

    /// The same, with nothing found where there is none.
    pub(crate) fn among_or_missed(&self, k: Option<u32>) -> &BracketCounts {
        self.among(k).unwrap_or(&self.missed)
    }
}

/// The lists of one system, in the order of gold's sentences.
#[derive(Clone, Debug, Default)]
pub struct ListsOfSystem(pub Vec<ListScores>);

impl ListsOfSystem {
    /// How many trees the longest list has.
    pub(crate) fn longest(&self) -> u32 {
        self.0.iter().map(|list| list.n_trees).max().unwrap_or(0)
    }

    /// What can be chosen from the first `k` trees of each list.
    pub(crate) fn reached(&self, k: Option<u32>) -> Reached {
        Reached {
            k,
            total: sum(self.0.iter().filter_map(|list| list.among(k))),
            with_missed: sum(self.0.iter().map(|list| list.among_or_missed(k))),
        }
    }

    /// What comes of it if the worst tree of each list is chosen.
    pub fn worst(&self) -> Reached {
        Reached {
            k: None,
            total: sum(self.0.iter().filter_map(|list| list.worst.as_ref())),
            with_missed: sum(self.0.iter().map(|list| list.worst.as_ref().unwrap_or(&list.missed))),
        }
    }

    /// The mean rank of the best trees, over lists that have one.
    pub(crate) fn mean_rank(&self) -> Option<f64> {
        let ranks: Vec<u64> =
            self.0.iter().filter_map(|list| list.oracle().map(u64::from)).collect();
        ratio(ranks.iter().sum(), ranks.len() as u64)
    }

    /// The share of lists whose first tree is the best, among those that have one.
    pub(crate) fn first_is_best(&self) -> Option<f64> {
        let ranks: Vec<u32> = self.0.iter().filter_map(ListScores::oracle).collect();
        let first = ranks.iter().filter(|rank| **rank == 1).count();
        ratio(first as u64, ranks.len() as u64)
    }
}

fn sum<'c>(all: impl Iterator<Item = &'c BracketCounts>) -> BracketCounts {
    let mut total = BracketCounts::default();
    all.for_each(|counts| total.add(counts, 1));
    total
}

/// How many trees there are to choose from, where a curve has its points: 1, 2, 3, 5, 10, 20, 50 and so
/// on, and all of the longest list.
pub(crate) fn curve_points(longest: u32) -> Vec<u32> {
    let powers = (0..10).map(|power| 10u32.pow(power));
    let some = [1, 2, 3].into_iter().chain(
        powers.flat_map(|power| [5, 10, 20].into_iter().filter_map(move |n| power.checked_mul(n))),
    );
    let mut points: Vec<u32> = some.take_while(|point| *point < longest).collect();
    points.push(longest.max(1));
    points
}

/// What is noted of all systems.
#[derive(Clone, Debug, Default)]
pub struct NBestNotes {
    /// Of the chosen trees.
    details: Vec<BracketDetails>,
    lists: Vec<ListsOfSystem>,
}

/// What is noted beside the counts of brackets, whether there is one tree a sentence or a list.
pub trait BracketNotes {
    /// One entry a system.
    fn details(&self) -> &[BracketDetails];

    /// The lists of each system, where there are some.
    fn lists(&self) -> Option<&[ListsOfSystem]> {
        None
    }
}

impl BracketNotes for Vec<BracketDetails> {
    fn details(&self) -> &[BracketDetails] {
        self
    }
}

impl BracketNotes for NBestNotes {
    fn details(&self) -> &[BracketDetails] {
        &self.details
    }

    fn lists(&self) -> Option<&[ListsOfSystem]> {
        Some(&self.lists)
    }
}

/// What one thread needs.
#[derive(Debug)]
pub struct NBestWorker<'m> {
    inner: BracketWorker<'m>,
    lists: Vec<ListsOfSystem>,
}

impl NBest {
    /// Compares all trees of a list with gold's, which was prepared. What is noted of words goes to the
    /// place behind those of the systems, where nobody looks.
    fn scores_of(
        &self,
        worker: &mut BracketWorker<'_>,
        gold: &Read<'_, Trees>,
        trees: &[Read<'_, Trees>],
    ) -> ListScores {
        let nowhere = worker.details.len() - 1;
        let mut list = ListScores {
            n_trees: u32::try_from(trees.len()).unwrap_or(u32::MAX),
            ..ListScores::default()
        };
        for (rank, tree) in (1..).zip(trees) {
            match self.plain.system(worker, gold, nowhere, Some(tree)) {
                Ok(counts) => list.add(rank, counts),
                Err(skipped) => {
                    (list.n_skipped, list.missed) = (list.n_skipped + 1, skipped.missed)
                }
            }
        }
        list
    }

    /// The place of the chosen tree.
    fn place(&self, list: &ListScores) -> usize {
        let rank = match self.chosen {
            ChosenTree::First => 1,
            // Where none can be compared, the first says why.
            ChosenTree::Oracle => list.oracle().unwrap_or(1),
            ChosenTree::At(rank) => rank.get(),
        };
        rank as usize - 1
    }
}

/// The one tree of gold's sentence.
fn gold_tree<'r, 't>(gold: &'r Read<'t, TreeLists>) -> &'r Read<'t, Trees> {
    gold.structure.trees.first().expect("gold is never read as lists")
}

impl Scorer for NBest {
    type Structure = TreeLists;
    type Counts = BracketCounts;
    type Worker<'m> = NBestWorker<'m>;
    type Notes = NBestNotes;
    type Kept = KeptTrees;

    fn signature(&self) -> Signature {
        Scorer::signature(&self.metric).with("n_best", self.chosen)
    }

    fn reading(&self) -> Cleaning {
        self.metric.cleaning
    }

    fn pairing(&self) -> Pairing {
        self.metric.pairing()
    }

    fn kept_as(&self) -> Option<String> {
        self.metric.kept_as()
    }

    fn keep(&self, worker: &mut NBestWorker<'_>, gold: &Read<'_, TreeLists>, kept: &mut KeptTrees) {
        self.metric.keep(&mut worker.inner, gold_tree(gold), kept);
    }

    fn keep_rest(&self, worker: NBestWorker<'_>, kept: &mut KeptTrees) {
        self.metric.keep_rest(worker.inner, kept);
    }

    fn worker<'m>(&'m self, kept: Option<&'m KeptTrees>) -> NBestWorker<'m> {
        NBestWorker { inner: self.metric.worker(kept), lists: Vec::new() }
    }

    fn gold(
        &self,
        worker: &mut NBestWorker<'_>,
        gold: &Read<'_, TreeLists>,
        n_systems: usize,
    ) -> Size {
        worker.lists.resize_with(n_systems, ListsOfSystem::default);
        self.metric.gold(&mut worker.inner, gold_tree(gold), n_systems + 1)
    }

    fn system(
        &self,
        worker: &mut NBestWorker<'_>,
        gold: &Read<'_, TreeLists>,
        index: usize,
        system: Option<&Read<'_, TreeLists>>,
    ) -> metric::Scored<BracketCounts> {
        let gold = gold_tree(gold);
        let trees = system.map_or(&[][..], |system| &system.structure.trees);
        let mut list = self.scores_of(&mut worker.inner, gold, trees);
        let announced = system.and_then(|system| system.structure.announced);
        list.is_short = announced.is_some_and(|n| n > trees.len() as u64);
        let chosen = trees.get(self.place(&list));
        let mut result = self.metric.system(&mut worker.inner, gold, index, chosen);
        if let Err(skipped) = &mut result {
            if chosen.is_none() && system.is_some() {
                // As an empty line is in a file of one tree a sentence.
                skipped.reason = Reason::NoParse;
            }
            list.missed = skipped.missed.clone();
        }
        worker.lists[index].0.push(list);
        result
    }

    fn surplus(&self, worker: &mut NBestWorker<'_>, system: &Read<'_, TreeLists>) -> BracketCounts {
        let first = system.structure.trees.first();
        first.map_or_else(BracketCounts::default, |tree| {
            self.metric.surplus(&mut worker.inner, tree)
        })
    }

    fn collect(&self, worker: NBestWorker<'_>, notes: &mut NBestNotes) {
        let NBestWorker { inner, lists } = worker;
        self.metric.collect(inner, &mut notes.details);
        if notes.lists.len() < lists.len() {
            notes.lists.resize_with(lists.len(), ListsOfSystem::default);
        }
        for (all, new) in notes.lists.iter_mut().zip(lists) {
            all.0.extend(new.0);
        }
    }

    fn scores(&self, total: &BracketCounts) -> Vec<Score> {
        Scorer::scores(&self.metric, total)
    }
}

impl Explains for NBest {
    type Difference = Difference;

    fn badness(&self, counts: &BracketCounts) -> Option<Badness> {
        counts.badness()
    }

    fn ledgers(&self, counts: &BracketCounts) -> Vec<Ledger> {
        self.metric.ledgers(counts)
    }

    fn difference(
        &self,
        gold: &Read<'_, TreeLists>,
        system: &Read<'_, TreeLists>,
    ) -> Option<Difference> {
        let (gold, trees) = (gold_tree(gold), &system.structure.trees);
        let mut worker = self.plain.worker(None);
        self.plain.gold(&mut worker, gold, 1);
        let list = self.scores_of(&mut worker, gold, trees);
        self.metric.difference(gold, trees.get(self.place(&list))?)
    }
}
