//! FREVAL: fragments of trees by size, counted instead of listed.
//!
//! A fragment is a connected set of nodes of a tree; brackets are the fragments of size 1. See
//! `docs/metrics/fragments.md` for the three definitions of a match, and for when not to trust the
//! sum over all sentences.
//!
//! ```
//! use bezant::{Fragments, Reader, evaluate_one};
//!
//! let gold = Reader::from_text("gold", "(S (NP (N dogs)) (VP (V bark)))\n")?;
//! let system = Reader::from_text("system", "(S (NP (N dogs)) (NP (V bark)))\n")?;
//! let metric = Fragments::freval();
//! let scores = evaluate_one(&metric, gold, system)?.scores(&metric);
//! // Of the sizes 1 to 3: 2 of 3 nodes, 1 of 2 pairs, and not the whole tree.
//! let f1 = scores[0].value.unwrap_or_default();
//! assert!((f1 - (2.0 / 3.0 + 1.0 / 2.0) / 3.0).abs() < 1e-12);
//! # Ok::<(), bezant::error::Error>(())
//! ```

mod column;
mod concentration;
mod count;
mod counts;
mod digits;
mod forest;
mod large;
mod literal;
mod macro_average;
mod polynomial;
mod scores;
mod weights;

#[doc(hidden)]
pub use concentration::{Concentration, concentration};
pub use count::Count;
pub use counts::FragmentCounts;
#[doc(hidden)]
pub use macro_average::MacroCounts;
pub use scores::{Interpolated, Mean, Profile, Scoring, SizeScores, Sizes};
#[doc(hidden)]
pub use weights::Alphas;
pub use weights::{SizeWeights, WeightsError};

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use crate::error::{ChoiceFault, ChoiceProblem};
use crate::metric::{
    self, Badness, Explains, Ledger, Pairing, Read, Reason, Score, Scorer, Size, Skipped, skip,
};
use crate::metrics::brackets::{self, Brackets, Compared, Difference, SentencePair};
use crate::metrics::trees::Trees;
use crate::metrics::trees::cleaning::Cleaning;
use crate::metrics::trees::labels::LabelTable;
use crate::metrics::trees::parameters::{Labelling, Preset};
use crate::metrics::trees::preparation::Prepared;
use crate::signature::Signature;
use column::SizeColumn;
use forest::{ForestSide, Shared};
use literal::Placed;
use polynomial::Space;

/// How fragments are compared.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Fragments {
    /// How sentences are prepared and their nodes matched: as brackets are.
    pub brackets: Brackets,
    /// When a fragment of gold counts as found.
    pub matching: FragmentMatching,
    /// Which sets of nodes are fragments.
    pub shape: Shape,
    /// What the nodes are.
    pub nodes: Nodes,
    /// Up to which size fragments are counted.
    pub max_size: Limit,
    /// How scores are made of the counts.
    pub scoring: Scoring,
}

/// When a fragment of gold counts as found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FragmentMatching {
    /// When each of its nodes is matched, wherever the system has them: what the program of the
    /// FREVAL authors counts.
    Nodes,
    /// When it is a fragment of both trees, with the same parent and child links and each node in the
    /// same place: the formula of the paper, as it was most likely meant.
    Connected,
    /// When both trees have a fragment with these labels and links whose top is in the same place,
    /// wherever its other nodes are; those that are alike count once. The formula to the letter.
    Literal,
}

/// Which sets of nodes are fragments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// All connected ones.
    Fragments,
    /// Chains from parent to child.
    Paths,
    /// Those that have all children of a node or none, as in data-oriented parsing.
    Subtrees,
}

/// What the nodes of fragments are. Words never are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nodes {
    /// Phrases that count as brackets.
    Phrases,
    /// Those, and the tags of the words that take a position.
    Preterminals,
}

/// Up to which size something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Limit {
    /// Up to this one.
    UpTo(NonZeroU32),
    /// Up to the largest there is.
    All,
}

impl Limit {
    /// The largest size allowed.
    pub(crate) fn largest(self) -> usize {
        match self {
            Limit::UpTo(size) => size.get() as usize,
            Limit::All => usize::MAX,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::UpTo(size) => size.fmt(f),
            Limit::All => f.write_str("all"),
        }
    }
}

impl FromStr for Limit {
    type Err = ChoiceFault;

    fn from_str(text: &str) -> Result<Limit, ChoiceFault> {
        if text == "all" {
            return Ok(Limit::All);
        }
        let size = text.parse().map(Limit::UpTo);
        size.map_err(|_| ChoiceFault::new(ChoiceProblem::BadSize, text, &["1", "all"]))
    }
}

impl Fragments {
    /// As the FREVAL program counts, with the labels that the paper deletes.
    pub fn freval() -> Fragments {
        Fragments {
            brackets: Brackets::evalb(Preset::Freval.parameters()),
            matching: FragmentMatching::Nodes,
            shape: Shape::Fragments,
            nodes: Nodes::Phrases,
            max_size: Limit::All,
            scoring: Scoring::freval(),
        }
    }
}

/// What one thread needs.
#[doc(hidden)]
pub struct FragmentWorker<'m> {
    brackets: brackets::BracketWorker<'m>,
    memory: Memory<'m>,
    /// What was made of gold's sentences before.
    kept: Option<&'m KeptFragments>,
}

#[derive(Debug, Default)]
struct Memory<'m> {
    gold: GoldForest<'m>,
    /// Gold again, where a comparison had to change it.
    changed: GoldForest<'m>,
    system: Counted,
    shared: Shared,
    space: Space,
}

/// A side's nodes, and its fragments once they are counted.
#[derive(Debug, Default)]
struct Counted {
    side: ForestSide,
    fragments: Option<SizeColumn>,
}

/// Gold's side: counted when somebody asks, or known before.
#[derive(Debug, Default)]
struct GoldForest<'m> {
    own: Counted,
    known: Option<&'m Counted>,
}

/// Gold's trees, with their fragments, where they are scored again and again.
#[derive(Debug, Default)]
#[doc(hidden)]
pub struct KeptFragments {
    trees: brackets::KeptTrees,
    counted: Vec<Counted>,
}

impl Scorer for Fragments {
    type Structure = Trees;
    type Counts = FragmentCounts;
    type Worker<'m> = FragmentWorker<'m>;
    type Notes = ();
    type Kept = KeptFragments;

    fn signature(&self) -> Signature {
        let brackets = self.brackets.signature();
        let mut signature = Signature::new("fragments");
        for (key, value) in brackets.fields() {
            signature = signature.with(key, value);
        }
        let matching = match self.matching {
            FragmentMatching::Nodes => "nodes",
            FragmentMatching::Connected => "connected",
            FragmentMatching::Literal => "literal",
        };
        let shape = match self.shape {
            Shape::Fragments => "fragments",
            Shape::Paths => "paths",
            Shape::Subtrees => "subtrees",
        };
        let preterminals = if self.nodes == Nodes::Preterminals { "yes" } else { "no" };
        signature
            .with("match", matching)
            .with("shape", shape)
            .with("preterminals", preterminals)
            .with("max-size", self.max_size)
            .with("weights", &self.scoring.weights)
            .with("mean", self.scoring.mean)
            .with("sizes", self.scoring.sizes)
    }

    fn reading(&self) -> Cleaning {
        self.brackets.cleaning
    }

    fn pairing(&self) -> Pairing {
        self.brackets.pairing()
    }

    fn kept_as(&self) -> Option<String> {
        Some(Scorer::signature(self).to_string())
    }

    fn keep(
        &self,
        worker: &mut FragmentWorker<'_>,
        gold: &Read<'_, Trees>,
        kept: &mut KeptFragments,
    ) {
        let FragmentWorker { brackets, memory, .. } = worker;
        // What is placed as a whole is counted for both sides together.
        if gold.is_sound() && self.matching != FragmentMatching::Literal {
            self.count_side(brackets.gold(), &mut memory.gold.own, &mut memory.space);
        }
        kept.counted.push(std::mem::take(&mut memory.gold.own));
        self.brackets.keep(brackets, gold, &mut kept.trees);
    }

    fn keep_rest(&self, worker: FragmentWorker<'_>, kept: &mut KeptFragments) {
        self.brackets.keep_rest(worker.brackets, &mut kept.trees);
    }

    fn worker<'m>(&'m self, kept: Option<&'m KeptFragments>) -> FragmentWorker<'m> {
        let brackets = self.brackets.worker(kept.map(|kept| &kept.trees));
        let kept = kept.filter(|_| brackets.knows_gold());
        FragmentWorker { brackets, memory: Memory::default(), kept }
    }

    fn gold(
        &self,
        worker: &mut FragmentWorker<'_>,
        gold: &Read<'_, Trees>,
        _n_systems: usize,
    ) -> Size {
        let known = worker.kept.and_then(|kept| gold.sentence.entry(&kept.counted));
        worker.memory.gold.known = known.filter(|known| known.fragments.is_some());
        worker.memory.gold.own.fragments = None;
        self.brackets.prepare(&mut worker.brackets, gold)
    }

    fn system(
        &self,
        worker: &mut FragmentWorker<'_>,
        gold: &Read<'_, Trees>,
        _index: usize,
        system: Option<&Read<'_, Trees>>,
    ) -> metric::Scored<FragmentCounts> {
        let FragmentWorker { brackets, memory, .. } = worker;
        let nothing = SizeColumn::default;
        // Pieces are compared by where they begin and end, and brackets with gaps have others between. What
        // gold has can be counted all the same: its nodes are each other's parents.
        if gold.structure.has_gaps() || system.is_some_and(|system| system.structure.has_gaps()) {
            let counted = self.brackets.count_pair(brackets, gold, None, |pair| match pair {
                SentencePair::Skipped { gold, .. } => {
                    let (gold, _) = self.count_gold(gold, &mut memory.gold, &mut memory.space);
                    FragmentCounts::one(gold, nothing(), None)
                }
                _ => FragmentCounts::default(),
            });
            return counted.map_err(|skipped| {
                Box::new(Skipped { reason: Reason::CrossingBranches, missed: skipped.missed })
            });
        }
        let mut too_many = false;
        let counted = self.brackets.count_pair(brackets, gold, system, |pair| match pair {
            SentencePair::Unreadable => FragmentCounts::default(),
            SentencePair::Skipped { gold, labels, .. }
                if self.matching == FragmentMatching::Literal =>
            {
                let placed = self.count_placed(gold, None, labels, memory);
                FragmentCounts::one(placed.map_or_else(nothing, |it| it.gold), nothing(), None)
            }
            SentencePair::Skipped { gold, .. } => {
                let (gold, _) = self.count_gold(gold, &mut memory.gold, &mut memory.space);
                FragmentCounts::one(gold, nothing(), None)
            }
            SentencePair::Compared(compared) if self.matching == FragmentMatching::Literal => {
                let Compared { gold, system, labels, .. } = compared;
                match self.count_placed(gold, Some(system), labels, memory) {
                    Some(it) => FragmentCounts::one(it.gold, it.system, Some(it.matched)),
                    None => {
                        too_many = true;
                        let placed = self.count_placed(gold, None, labels, memory);
                        let gold = placed.map_or_else(nothing, |it| it.gold);
                        FragmentCounts::one(gold, nothing(), None)
                    }
                }
            }
            SentencePair::Compared(compared) => self.count_compared(&compared, memory),
        });
        match too_many {
            false => counted,
            true => counted.and_then(|missed| skip(Reason::TooManyFragments, missed)),
        }
    }

    fn surplus(&self, worker: &mut FragmentWorker<'_>, system: &Read<'_, Trees>) -> FragmentCounts {
        let FragmentWorker { brackets, memory, .. } = worker;
        self.brackets.surplus_of(brackets, system, |system| {
            let nothing = SizeColumn::default();
            memory.system.fragments = None;
            self.count_side(system, &mut memory.system, &mut memory.space);
            let fragments = memory.system.fragments.take().unwrap_or_default();
            FragmentCounts::sum([0, 0], Vec::new(), [nothing.clone(), fragments, nothing])
        })
    }

    fn collect(&self, _worker: FragmentWorker<'_>, _notes: &mut ()) {}

    fn scores(&self, total: &FragmentCounts) -> Vec<Score> {
        let Interpolated { flp, flr, f1, .. } = self.scoring.interpolate(total, self.max_size);
        vec![
            Score::share("f1", f1),
            Score::share("flp", flp),
            Score::share("flr", flr),
            Score::share("exact_match", total.exact_match()),
        ]
    }
}

impl Explains for Fragments {
    /// Fragments are many, and made of brackets: those are what people can look at.
    type Difference = Difference;

    fn badness(&self, counts: &FragmentCounts) -> Option<Badness> {
        self.scoring.badness(counts, self.max_size)
    }

    fn ledgers(&self, counts: &FragmentCounts) -> Vec<Ledger> {
        counts.ledgers(self.max_size)
    }

    fn difference(&self, gold: &Read<'_, Trees>, system: &Read<'_, Trees>) -> Option<Difference> {
        self.brackets.difference(gold, system)
    }
}

impl Fragments {
    /// Counts a side unless that was done before.
    fn count_side(&self, prepared: &Prepared, counted: &mut Counted, space: &mut Space) {
        if counted.fragments.is_none() {
            counted.side.fill(prepared, self.nodes);
            let limit = self.max_size.largest();
            let items = &counted.side.items;
            counted.fragments = Some(polynomial::count(items, self.shape, limit, space));
        }
    }

    /// Gold's fragments and its nodes, counted unless that was done before.
    fn count_gold<'a>(
        &self,
        prepared: &Prepared,
        gold: &'a mut GoldForest<'_>,
        space: &mut Space,
    ) -> (SizeColumn, &'a ForestSide) {
        if gold.known.is_none() {
            self.count_side(prepared, &mut gold.own, space);
        }
        let counted = gold.known.unwrap_or(&gold.own);
        (counted.fragments.clone().unwrap_or_default(), &counted.side)
    }

    /// Counts fragments that are placed as a whole; nothing where that would take too long.
    fn count_placed(
        &self,
        gold: &Prepared,
        system: Option<&Prepared>,
        labels: &LabelTable<'_>,
        memory: &mut Memory<'_>,
    ) -> Option<Placed> {
        let Memory { changed: GoldForest { own: changed, .. }, system: theirs, space, .. } = memory;
        // Nothing is kept from one system to the next: what is alike depends on both.
        (changed.fragments, theirs.fragments) = (None, None);
        changed.side.fill(gold, self.nodes);
        theirs.side.items.clear();
        let labelling = self.brackets.parameters.labels;
        let ours = literal::nodes(&changed.side, gold, labels, (labelling, 0));
        let mut others = Vec::new();
        if let Some(system) = system {
            theirs.side.fill(system, self.nodes);
            others = literal::nodes(&theirs.side, system, labels, (labelling, 1));
        }
        let mut fits = |side: &ForestSide| polynomial::fits_u64(&side.items, &mut space.totals);
        let narrow = fits(&changed.side) && fits(&theirs.side);
        literal::count([&ours, &others], self.shape, self.max_size.largest(), narrow)
    }

    fn count_compared(&self, compared: &Compared<'_>, memory: &mut Memory<'_>) -> FragmentCounts {
        let Memory { gold, changed, system, shared, space } = memory;
        let gold = if compared.changed {
            changed.own.fragments = None;
            changed
        } else {
            gold
        };
        let (gold_fragments, gold) = self.count_gold(compared.gold, gold, space);

        system.side.fill(compared.system, self.nodes);
        shared.clear(gold);
        let marks = compared.scratch.gold_matched.iter().zip(&compared.scratch.gold_mates);
        for (bracket, (_, &mate)) in marks.enumerate().filter(|(_, (matched, _))| **matched) {
            shared.match_brackets((gold, bracket), (&system.side, mate as usize));
        }
        if self.nodes == Nodes::Preterminals {
            let unlabelled = self.brackets.parameters.labels == Labelling::Unlabelled;
            for (word, matched) in compared.tags_matched().enumerate() {
                if matched || unlabelled {
                    shared.match_words((gold, word), (&system.side, word));
                }
            }
        }
        shared.finish(gold, &system.side, self.matching);

        // Forests of the same form have the same counts: a perfect parse is counted once.
        let limit = self.max_size.largest();
        let mut others = [&system.side.items, &shared.items].map(|items| {
            let same = *items == gold.items;
            if same { None } else { Some(polynomial::count(items, self.shape, limit, space)) }
        });
        let matched = others[1].take().unwrap_or_else(|| gold_fragments.clone());
        let system_fragments = others[0].take().unwrap_or_else(|| gold_fragments.clone());
        FragmentCounts::one(gold_fragments, system_fragments, Some(matched))
    }
}
