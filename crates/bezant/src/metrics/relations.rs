//! Grammatical relations, as the RASP system evaluates them.
//!
//! A relation is a type with slots for words. What matches depends on a [scheme](Scheme): which
//! types go together, and which slots are compared; see `docs/metrics/relations.md`.
//!
//! ```
//! use bezant::{Corpus, Relations, RelationSet, evaluate_one};
//!
//! let sentence = |subject| {
//!     let mut relations = RelationSet::default();
//!     relations.push("det", ["mouse", "the"], 1.0, 0);
//!     relations.push("dobj", ["saw", "mouse"], 1.0, 0);
//!     relations.push("ncsubj", ["saw", subject, "_"], 1.0, 0);
//!     relations
//! };
//! let gold = Corpus::from_relation_sets("gold", [sentence("cat")]);
//! let system = Corpus::from_relation_sets("system", [sentence("mouse")]);
//!
//! let metric = Relations::rasp();
//! let scores = evaluate_one(&metric, &gold, &system)?.scores(&metric);
//! let value = |name| scores.iter().find(|score| score.name == name).and_then(|score| score.value);
//! // Two of three relations; the micro average counts each also at all types above its own.
//! assert_eq!(value("dependent_f1"), Some(2.0 / 3.0));
//! assert_eq!(value("f1"), Some(9.0 / 15.0));
//! # Ok::<(), bezant::error::Error>(())
//! ```
//!
//! Sentences that are written come one by one, or as a file of numbered relations, DepBank, RASP's output or the C&C
//! parser's. As everywhere in relations, those of two files are paired by their numbers.
//!
//! ```
//! use bezant::{Corpus, Relations, evaluate_one};
//!
//! let gold = Corpus::from_sentences("gold", ["(ncsubj sleeps John _)", "(dobj saw Mary)"])?;
//! let path = std::env::temp_dir().join("bezant-relations.gr");
//! std::fs::write(&path, "1\n\n(ncsubj sleeps John _)\n\n2\n\n(dobj saw Kim)\n")?;
//! let system = Corpus::open(&path)?;
//! let metric = Relations::rasp();
//! assert_eq!(evaluate_one(&metric, &gold, &system)?.total().sentences, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counts;
mod difference;
mod facts;
mod fillers;
mod finder;
mod flow;
mod hierarchy;
mod matching;
mod optimal;
mod pool;
mod scheme;
#[cfg(test)]
mod tests;

#[doc(hidden)]
pub use counts::{ByType, Means, TypeConfusion};
pub use counts::{RelationCounts, TypeTallies};
pub use difference::{RelationDifference, SchemeDifference, ShownRelation};
#[doc(hidden)]
pub use facts::check;
#[doc(hidden)]
pub use facts::first_fault;
#[doc(hidden)]
pub use fillers::{UnknownFiller, unknown_fillers};
pub use hierarchy::Hierarchy;
pub(crate) use hierarchy::SlotRole;
#[doc(hidden)]
pub use hierarchy::Type;
use matching::RelationMatching;
pub use scheme::{Scheme, Slots, TypeMatch};

use crate::error::{self, Remedy};
use crate::formats::relations::Aids;
use crate::formats::{Corpus, Holds, Reader, Sentence};
use crate::metric::{
    self, Ledger, Pairing, Read, Reason, Score, Scorer, Size, Structure, Unreadable, skip,
};
use crate::signature::{Fingerprint, Signature};
use crate::structures::relations::{NumberedRelations, PlacedFault, RelationSet};
use facts::{RelationSide, WordNumbers};
use matching::RelationComparer;

/// How relations are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Relations {
    /// The types there are.
    pub hierarchy: Hierarchy,
    /// The ways to match them.
    pub schemes: Vec<Scheme>,
    /// How relations are assigned to each other.
    pub assignment: Assignment,
    /// What weights do.
    pub weights: RelationWeights,
    /// What files are read with.
    pub(crate) files: FilesBeside,
}

/// Fingerprints of the files that decide what relations are, as they are signed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FilesBeside {
    mapping: Option<String>,
    forms: Option<String>,
}

/// What weights of relations do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RelationWeights {
    /// Nothing: each relation counts as one.
    #[default]
    Ignored,
    /// A relation counts as much as it weighs, in units of a millionth; two that match count as
    /// much as the lighter one.
    Counted,
}

impl RelationWeights {
    /// How much one relation of full weight counts.
    pub(crate) fn unit(self) -> u64 {
        match self {
            RelationWeights::Ignored => 1,
            RelationWeights::Counted => 1_000_000,
        }
    }

    /// How much a relation counts.
    fn of(self, weight: f64) -> u64 {
        match self {
            RelationWeights::Ignored => 1,
            RelationWeights::Counted => {
                (weight.clamp(0.0, 1.0) * self.unit() as f64).round() as u64
            }
        }
    }
}

/// How relations of both sides are assigned to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Assignment {
    /// One after the other in the released program's order, as in the published figures.
    Greedy,
    /// So that as many as possible match, at types as specific as possible.
    Optimal,
}

impl Assignment {
    /// Its name in signatures, by which it is also asked for.
    #[doc(hidden)]
    pub fn name(self) -> &'static str {
        match self {
            Assignment::Greedy => "greedy",
            Assignment::Optimal => "optimal",
        }
    }
}

/// What a sentence of a system holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counted {
    /// What it contributes.
    pub counts: RelationCounts,
    /// Types taken for each other under the main scheme.
    pub confusion: TypeConfusion,
}

impl Relations {
    /// What the RASP system's own evaluation does: types by hierarchy, all slots.
    pub fn rasp() -> Relations {
        Relations {
            hierarchy: Hierarchy::rasp(),
            schemes: vec![Scheme { types: TypeMatch::Hierarchy, slots: Slots::All }],
            assignment: Assignment::Greedy,
            weights: RelationWeights::Ignored,
            files: FilesBeside::default(),
        }
    }

    /// The same, of files that are read with these: with other ones they would have other relations, and
    /// their numbers are no sum.
    #[must_use]
    #[doc(hidden)]
    pub fn reading_with(mut self, aids: Aids<'_>) -> Relations {
        self.files = FilesBeside {
            mapping: aids.mapping.map(|mapping| Fingerprint::of_all(mapping.pieces()).to_string()),
            forms: aids.forms.map(|forms| Fingerprint::of_all(forms.pieces()).to_string()),
        };
        self
    }

    /// The scheme whose scores are the scores: the first one by hierarchy, or else the first.
    ///
    /// # Panics
    /// Where there is none.
    #[doc(hidden)]
    pub fn main_scheme(&self) -> Scheme {
        let hierarchy = |scheme: &&Scheme| scheme.types == TypeMatch::Hierarchy;
        *self.schemes.iter().find(hierarchy).or(self.schemes.first()).expect("there is a scheme")
    }

    /// The options behind a signature.
    #[doc(hidden)]
    pub fn from_signature(signature: &Signature) -> Option<Relations> {
        let hierarchy = match signature.get("hierarchy")? {
            "rasp" => Hierarchy::rasp(),
            spelt_out => Hierarchy::from_spelt_out(spelt_out)?,
        };
        let schemes = signature.get("schemes")?.split(',').map(|scheme| scheme.parse().ok());
        let assignment = [Assignment::Greedy, Assignment::Optimal]
            .into_iter()
            .find(|assignment| signature.get("assignment") == Some(assignment.name()))?;
        let weights = match signature.get("weights") {
            None => RelationWeights::Ignored,
            Some("counted") => RelationWeights::Counted,
            Some(_) => return None,
        };
        let schemes: Vec<Scheme> = schemes.collect::<Option<_>>()?;
        let file = |key: &str| signature.get(key).map(str::to_string);
        let files = FilesBeside { mapping: file("mapping"), forms: file("forms") };
        let metric = Relations { hierarchy, schemes, assignment, weights, files };
        (!metric.schemes.is_empty()).then_some(metric)
    }

    /// Compares one sentence. Relations are of types that the hierarchy has.
    pub(crate) fn count(&self, gold: &RelationSet, system: &RelationSet) -> Counted {
        let mut words = WordNumbers::new();
        let gold = RelationSide::new(self, gold, &mut words);
        let system = RelationSide::new(self, system, &mut words);
        match (gold, system) {
            (Some(gold), Some(system)) => self.count_one(&words, &gold, &system),
            _ => Counted::default(),
        }
    }

    /// Counts of no sentence, with all lists that those of sentences have.
    pub(crate) fn no_counts(&self) -> RelationCounts {
        let nothing = RelationSet::default();
        RelationCounts { sentences: 0, ..self.count(&nothing, &nothing).counts }
    }

    /// What gold's sentence would contribute if the system had found nothing in it.
    fn missed(&self, gold: &RelationSet) -> RelationCounts {
        self.count(gold, &RelationSet::default()).counts
    }

    fn count_one(
        &self,
        words: &WordNumbers<'_>,
        gold: &RelationSide,
        system: &RelationSide,
    ) -> Counted {
        let mut counted = Counted::default();
        counted.counts.sentences = 1;
        for (fact, &n) in gold.written.iter().zip(&gold.counts) {
            counted.counts.gold.add(fact.kind, n);
        }
        for (fact, &n) in system.written.iter().zip(&system.counts) {
            counted.counts.system.add(fact.kind, n);
        }
        let main = self.main_scheme();
        counted.counts.matched.reserve_exact(self.schemes.len());
        for &scheme in &self.schemes {
            let matching = self.matching(words, scheme, gold, system);
            // As many types as there are pairs, and seldom more than these.
            let n = matching.pairs.len().min(12);
            let [n_gold, n_system] = match scheme.types {
                TypeMatch::Hierarchy => [n, n],
                TypeMatch::Original | TypeMatch::Subsumption => [n, 0],
                TypeMatch::Equality | TypeMatch::Unlabelled => [0, 0],
            };
            let [mut matched, mut in_gold, mut in_system] =
                [n, n_gold, n_system].map(ByType::for_types);
            for pair in &matching.pairs {
                let (ours, theirs) =
                    (gold.written[pair.gold].kind, system.written[pair.system].kind);
                let n = gold.counts[pair.gold].min(system.counts[pair.system]);
                match scheme.types {
                    TypeMatch::Hierarchy => {
                        matched.add(pair.common, n);
                        in_gold.add(ours, n);
                        in_system.add(theirs, n);
                    }
                    TypeMatch::Unlabelled if self.hierarchy.is_passive(theirs) => {}
                    TypeMatch::Unlabelled => matched.add(self.hierarchy.root(), n),
                    TypeMatch::Equality => matched.add(theirs, n),
                    TypeMatch::Original | TypeMatch::Subsumption => {
                        matched.add(theirs, n);
                        in_gold.add(ours, n);
                    }
                }
            }
            let counts = &mut counted.counts;
            counts.matched.push((scheme, matched));
            match scheme.types {
                TypeMatch::Hierarchy => {
                    counts.matched_in_gold.push((scheme, in_gold));
                    counts.matched_in_system.push((scheme, in_system));
                }
                TypeMatch::Original | TypeMatch::Subsumption => {
                    counts.matched_in_gold.push((scheme, in_gold));
                }
                TypeMatch::Equality | TypeMatch::Unlabelled => {}
            }
            if scheme == main {
                let chosen = matching.pairs.iter().map(|pair| (pair.gold, pair.system));
                for (ours, theirs) in chosen.chain(matching.near.iter().copied()) {
                    let (ours, theirs) = (gold.written[ours].kind, system.written[theirs].kind);
                    counted.confusion.note(ours, theirs, 1);
                }
            }
        }
        counted
    }

    fn matching(
        &self,
        words: &WordNumbers<'_>,
        scheme: Scheme,
        gold: &RelationSide,
        system: &RelationSide,
    ) -> RelationMatching {
        let comparison = RelationComparer { hierarchy: &self.hierarchy, words, scheme };
        match self.assignment {
            Assignment::Greedy => comparison.greedy(gold, system),
            Assignment::Optimal => comparison.optimal(gold, system),
        }
    }

    /// Which relations of one sentence match under a scheme.
    pub(crate) fn explain(
        &self,
        scheme: Scheme,
        gold: &RelationSet,
        system: &RelationSet,
    ) -> Explained {
        let mut words = WordNumbers::new();
        let gold = RelationSide::new(self, gold, &mut words).unwrap_or_default();
        let system = RelationSide::new(self, system, &mut words).unwrap_or_default();
        let prepared = |side: &RelationSide| -> Vec<bool> {
            side.written.iter().zip(&side.prepared).map(|(one, two)| one != two).collect()
        };
        Explained {
            matching: self.matching(&words, scheme, &gold, &system),
            gold_passive: prepared(&gold),
            system_passive: prepared(&system),
        }
    }

    /// What stands behind the scores of a sentence under each scheme, the main one first.
    pub(crate) fn ledgers_of(&self, counts: &RelationCounts) -> Vec<Ledger> {
        let main = self.main_scheme();
        let others = self.schemes.iter().copied().filter(|scheme| *scheme != main);
        let mut ledgers = Vec::new();
        for scheme in [main].into_iter().chain(others) {
            let tallies = counts.tallies(&self.hierarchy, scheme);
            let unit = self.weights.unit();
            ledgers.push(Ledger::of(scheme.to_string(), tallies.micro(), unit));
            if scheme.types == TypeMatch::Hierarchy {
                let top = tallies.of(self.hierarchy.root());
                ledgers.push(Ledger::of(format!("{scheme}, dependents"), top, unit));
            }
        }
        ledgers
    }

    /// The scores of a total under a scheme, F1 first.
    pub(crate) fn scores_of(&self, total: &RelationCounts, scheme: Scheme) -> Vec<Score> {
        let tallies = total.tallies(&self.hierarchy, scheme);
        let micro = tallies.micro();
        let (means, released) = (total.means(&self.hierarchy, scheme), tallies.means_released());
        let mut scores = vec![
            Score::share("f1", micro.f1()),
            Score::share("precision", micro.precision()),
            Score::share("recall", micro.recall()),
            Score::share("macro_precision", means.precision),
            Score::share("macro_recall", means.recall),
            Score::share("macro_f1", means.f1),
            Score::share("macro_released_precision", released.precision),
            Score::share("macro_released_recall", released.recall),
            Score::share("macro_released_f1", released.f1),
        ];
        if scheme.types == TypeMatch::Hierarchy {
            let top = tallies.of(self.hierarchy.root());
            scores.extend([
                Score::share("dependent_precision", top.precision()),
                Score::share("dependent_recall", top.recall()),
                Score::share("dependent_f1", top.f1()),
            ]);
        }
        scores
    }
}

/// Sets of relations.
pub struct RelationSets;

impl Structure for RelationSets {
    type Of<'t> = &'t NumberedRelations;
    type Fault = PlacedFault;
    type Options = ();
    type Space = ();

    fn check(file: &Reader) -> error::Result<()> {
        file.check(Holds::Relations)
    }

    fn prepared(file: Reader) -> error::Result<Reader> {
        if file.corpus().is_some_and(Corpus::has_relations) {
            return Ok(file);
        }
        let name = file.name().clone();
        Ok(Reader::from(&file.relations()?.named(&name)))
    }

    fn read<'t>(
        sentence: Sentence<'t>,
        _: &(),
        _: &mut (),
    ) -> (&'t NumberedRelations, Vec<PlacedFault>) {
        let relations = sentence.held_relations();
        (relations, relations.fault.iter().cloned().collect())
    }

    fn size(sentence: &&NumberedRelations) -> Size {
        let length = u32::try_from(sentence.relations.len()).unwrap_or(u32::MAX);
        Size { length, depth: 0 }
    }
}

impl metric::Fault for PlacedFault {
    fn at(&self) -> usize {
        self.at
    }

    fn problem(&self) -> String {
        self.problem.plain()
    }

    fn remedy(&self) -> Remedy {
        self.problem.remedy()
    }
}

impl Scorer for Relations {
    type Structure = RelationSets;
    type Counts = RelationCounts;
    /// Types taken for each other under the main scheme, one entry a system.
    type Worker<'m> = Vec<TypeConfusion>;
    type Notes = Vec<TypeConfusion>;
    type Kept = ();

    fn signature(&self) -> Signature {
        let schemes: Vec<String> = self.schemes.iter().map(Scheme::to_string).collect();
        let is_rasp = self.hierarchy == Hierarchy::rasp();
        let hierarchy = if is_rasp { "rasp".to_string() } else { self.hierarchy.spelt_out() };
        let signature = Signature::new("relations")
            .with("schemes", schemes.join(","))
            .with("assignment", self.assignment.name())
            .with("hierarchy", hierarchy);
        match self.weights {
            RelationWeights::Ignored => signature,
            RelationWeights::Counted => signature.with("weights", "counted"),
        }
    }

    fn signed(&self, signature: Signature) -> Signature {
        let files = [("mapping", &self.files.mapping), ("forms", &self.files.forms)];
        let there = files.into_iter().filter_map(|(key, print)| Some((key, print.as_ref()?)));
        there.fold(signature, |signature, (key, print)| signature.with(key, print))
    }

    fn pairing(&self) -> Pairing {
        Pairing::ByNumber
    }

    fn worker(&self, _kept: Option<&()>) -> Vec<TypeConfusion> {
        Vec::new()
    }

    fn gold(
        &self,
        confusions: &mut Vec<TypeConfusion>,
        gold: &Read<'_, RelationSets>,
        n_systems: usize,
    ) -> Size {
        confusions.resize_with(n_systems.max(confusions.len()), TypeConfusion::default);
        RelationSets::size(&gold.structure)
    }

    fn system(
        &self,
        confusions: &mut Vec<TypeConfusion>,
        gold: &Read<'_, RelationSets>,
        index: usize,
        system: Option<&Read<'_, RelationSets>>,
    ) -> metric::Scored<RelationCounts> {
        let mut words = WordNumbers::new();
        let ours = &gold.structure.relations;
        let sound = gold.is_sound().then(|| RelationSide::new(self, ours, &mut words)).flatten();
        let Some(gold_side) = sound else {
            let nothing = RelationCounts { sentences: 1, ..RelationCounts::default() };
            return skip(Reason::GoldUnreadable(self.unreadable(gold)), nothing);
        };
        let Some(system) = system else { return skip(Reason::SystemMissing, self.missed(ours)) };
        let theirs = &system.structure.relations;
        let sound =
            system.is_sound().then(|| RelationSide::new(self, theirs, &mut words)).flatten();
        let Some(system_side) = sound else {
            return skip(Reason::SystemUnreadable(self.unreadable(system)), self.missed(ours));
        };
        let counted = self.count_one(&words, &gold_side, &system_side);
        confusions[index].add(&counted.confusion);
        Ok(counted.counts)
    }

    fn collect(&self, worker: Vec<TypeConfusion>, notes: &mut Vec<TypeConfusion>) {
        notes.resize_with(worker.len().max(notes.len()), TypeConfusion::default);
        for (all, here) in notes.iter_mut().zip(&worker) {
            all.add(here);
        }
    }

    fn scores(&self, total: &RelationCounts) -> Vec<Score> {
        self.scores_of(total, self.main_scheme())
    }
}

impl Relations {
    /// What is wrong with a sentence: what could not be read, or a relation that the hierarchy does
    /// not have.
    #[doc(hidden)]
    pub fn fault(&self, sentence: &NumberedRelations) -> Option<PlacedFault> {
        let unknown = || {
            let (place, problem) = facts::first_fault(&self.hierarchy, &sentence.relations)?;
            Some(PlacedFault { at: place.saturating_sub(sentence.at), problem })
        };
        sentence.fault.clone().or_else(unknown)
    }

    fn unreadable(&self, sentence: &Read<'_, RelationSets>) -> Unreadable {
        let fault = sentence.faults.first().cloned();
        let fault = fault.or_else(|| self.fault(sentence.structure));
        sentence.unreadable(&fault.expect("a sentence without a fault can be compared"))
    }
}

/// Which relations of a sentence match, and which were changed before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Explained {
    /// What matches.
    pub matching: RelationMatching,
    /// Which of gold's relations are subjects of a passive verb that did not say so.
    pub gold_passive: Vec<bool>,
    /// The same for the system.
    pub system_passive: Vec<bool>,
}
