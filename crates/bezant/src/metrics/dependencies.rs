//! Dependencies: the measures of the CoNLL shared tasks on Universal Dependencies and of IWPT, of
//! CoNLL-X, and of typed dependencies.
//!
//! See `docs/metrics/dependencies.md` for the definitions.
//!
//! ```
//! use bezant::metrics::dependencies::DependencyPreset;
//! use bezant::{Dependencies, Reader, evaluate_one};
//!
//! let gold = "1\tdogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n\
//!             2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n";
//! let system = gold.replace("nsubj", "obj");
//! let (gold, system) = (Reader::from_text("gold", gold)?, Reader::from_text("system", &system)?);
//! let total = evaluate_one(&Dependencies::ud(), gold, system)?.total();
//! let las = total.measures(DependencyPreset::Ud).into_iter().find(|measure| measure.name == "LAS");
//! assert_eq!(las.and_then(|las| las.f1()), Some(0.5));
//! # Ok::<(), bezant::error::Error>(())
//! ```

mod agreement;
mod align;
mod arcs;
mod classes;
mod compare;
mod content;
mod counts;
mod details;
mod difference;
mod enhanced;
mod in_order;
mod options;
mod places;
mod projectivity;
mod side;
mod tables;
mod typed;
mod typed_details;

// Options, counts and scores.
pub use crate::formats::conllu::Roots;
pub use arcs::{Arcs, Checks, ReadDependencies, Sound};
pub use counts::{DependencyCounts, Measure};
pub use details::DependencyAnalysis;
pub use options::{DependencyPreset, EmptyNodes, Enhancements, Punctuation, Subtypes};

// What reports show beside them.
#[doc(hidden)]
pub use classes::{DependencyClassTally, DependencyClasses, DependencyError, DependencyErrorClass};
#[doc(hidden)]
pub use compare::TextDifference;
#[doc(hidden)]
pub use content::ContentWords;
#[doc(hidden)]
pub use details::{Breakdown, DependencyDetails, RelationConfusion};
pub use difference::{ShownSide, Sides};

pub(crate) use agreement::{Attachment, Decisions, Head};
pub(crate) use projectivity::projective;

use crate::error::{self, Error, ErrorKind};
use crate::formats::Reader;
use crate::kinds::{Columns, Format};
use crate::metric::{self, Pairing, Read, Reason, Score, Scorer, Size, Structure, skip};
use crate::signature::Signature;
use crate::structures::graph::Graph;
use agreement::Annotated;
use compare::{ComparisonSpace, KeptGraph};
use typed::Facts;

/// How dependencies are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dependencies {
    /// Whose measures.
    pub preset: DependencyPreset,
    /// Whether subtypes of relations count.
    pub subtypes: Subtypes,
    /// Enhancements of graphs that gold does not have, and nobody is asked for.
    pub ignored: Enhancements,
    /// What becomes of empty nodes.
    pub empty_nodes: EmptyNodes,
    /// How many roots a sentence may have.
    pub roots: Roots,
    /// Which sentences are sound enough to be scored.
    pub checks: Checks,
    /// Which words count, where words are the same on both sides.
    pub punctuation: Punctuation,
    /// What is noted beside the counts; it changes no number.
    #[doc(hidden)]
    pub analysis: DependencyAnalysis,
    /// Whether errors are put into classes.
    #[doc(hidden)]
    pub classes: bool,
}

impl Dependencies {
    /// A preset by its name.
    pub fn preset(preset: DependencyPreset) -> Dependencies {
        match preset {
            DependencyPreset::Ud => Dependencies::ud(),
            DependencyPreset::Conllx => Dependencies::conllx(),
            DependencyPreset::Stanford => Dependencies::stanford(),
            DependencyPreset::Msp => Dependencies::msp(),
        }
    }

    /// As `udeval` counts: CoNLL 2018 and IWPT.
    #[doc(hidden)]
    pub fn ud() -> Dependencies {
        Dependencies {
            preset: DependencyPreset::Ud,
            subtypes: Subtypes::Ignored,
            ignored: Enhancements::default(),
            empty_nodes: EmptyNodes::Dropped,
            roots: Roots::One,
            checks: Checks::Format,
            punctuation: Punctuation::Counts,
            analysis: DependencyAnalysis::Nothing,
            classes: false,
        }
    }

    /// As the evaluation program of CoNLL-X counts.
    #[doc(hidden)]
    pub fn conllx() -> Dependencies {
        Dependencies {
            preset: DependencyPreset::Conllx,
            subtypes: Subtypes::Compared,
            roots: Roots::Any,
            punctuation: Punctuation::ByCategory,
            ..Dependencies::ud()
        }
    }

    /// Typed dependencies as a bag of facts.
    #[doc(hidden)]
    pub fn stanford() -> Dependencies {
        let punctuation = Punctuation::Counts;
        Dependencies { preset: DependencyPreset::Stanford, punctuation, ..Dependencies::conllx() }
    }

    /// As the evaluation program of UniDive 2025 counts.
    #[doc(hidden)]
    pub fn msp() -> Dependencies {
        let roots = Roots::Any;
        Dependencies { preset: DependencyPreset::Msp, roots, ..Dependencies::ud() }
    }
}

/// What one thread needs, and what it noted.
#[derive(Debug, Default)]
#[doc(hidden)]
pub struct DependencyWorker<'m> {
    comparison: ComparisonSpace,
    /// What was worked out of gold's sentences before.
    kept: Option<&'m KeptGraphs>,
    /// How large the sentence of gold is that was taken in last.
    size: Size,
    annotated: Annotated,
    notes: DependencyNotes,
}

/// What is worked out of gold's sentences, where these are scored again and again.
#[derive(Debug, Default)]
#[doc(hidden)]
pub struct KeptGraphs(Vec<KeptGraph>);

/// What is noted beside the counts, one entry a system.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct DependencyNotes {
    /// The first place where a system's text differs from gold's.
    pub differences: Vec<Option<TextDifference>>,
    /// In how many stretches a system has gold's text in another form of Unicode.
    pub other_forms: Vec<u64>,
    /// Tables, if they were asked for.
    pub details: Vec<DependencyDetails>,
    /// What all files say about each word, if that was asked for; not by system.
    pub(crate) decisions: Decisions,
}

impl Scorer for Dependencies {
    type Structure = Arcs;
    type Counts = DependencyCounts;
    type Worker<'m> = DependencyWorker<'m>;
    type Notes = DependencyNotes;
    type Kept = KeptGraphs;

    fn signature(&self) -> Signature {
        let roots = match self.roots {
            Roots::One => "one",
            Roots::Several => "several",
            Roots::Any => "any",
        };
        let empty_nodes = match self.empty_nodes {
            EmptyNodes::Dropped => "dropped",
            EmptyNodes::Collapsed => "collapsed",
        };
        Signature::new("dependencies")
            .with("preset", self.preset.name())
            .with("subtypes", if self.subtypes == Subtypes::Compared { "yes" } else { "no" })
            .with("roots", roots)
            .with("ignored", self.ignored)
            .with("empty", empty_nodes)
            .with("punctuation", &self.punctuation)
    }

    fn reading(&self) -> Sound {
        match self.preset {
            DependencyPreset::Stanford => Sound::Typed,
            DependencyPreset::Msp => Sound::Content,
            DependencyPreset::Ud | DependencyPreset::Conllx => {
                Sound::Trees { roots: self.roots, checks: self.checks }
            }
        }
    }

    fn check(&self, gold: &Reader, systems: &[Reader]) -> error::Result<()> {
        let unfit = |format: Format| match self.preset {
            DependencyPreset::Stanford => None,
            _ if matches!(format, Format::Stanford | Format::Candc) => Some(ErrorKind::NoColumns),
            DependencyPreset::Msp if format != Format::Columns(Columns::Conllu) => {
                Some(ErrorKind::NoFeatures(format))
            }
            _ => None,
        };
        // Nothing can be told of a file that is empty: what should be in it is missing.
        let files = [gold].into_iter().chain(systems).filter(|file| !file.is_empty());
        for file in files {
            if let Some(kind) = unfit(file.format()) {
                return Err(Error::new(&**file.name(), kind));
            }
        }
        Ok(())
    }

    fn pairing(&self) -> Pairing {
        match self.preset {
            DependencyPreset::Ud if self.folds() => Pairing::ByText,
            DependencyPreset::Ud => Pairing::ByBytes,
            _ => Pairing::InOrder,
        }
    }

    fn kept_as(&self) -> Option<String> {
        let is_placed = self.preset == DependencyPreset::Ud;
        is_placed.then(|| Scorer::signature(self).to_string())
    }

    fn keep(
        &self,
        worker: &mut DependencyWorker<'_>,
        _gold: &Read<'_, Arcs>,
        kept: &mut KeptGraphs,
    ) {
        kept.0.push(worker.comparison.kept(worker.size));
    }

    fn worker<'m>(&'m self, kept: Option<&'m KeptGraphs>) -> DependencyWorker<'m> {
        DependencyWorker { kept, ..DependencyWorker::default() }
    }

    fn gold(
        &self,
        worker: &mut DependencyWorker<'_>,
        gold: &Read<'_, Arcs>,
        n_systems: usize,
    ) -> Size {
        worker.notes.details.resize_with(n_systems, DependencyDetails::default);
        let graph = match &gold.structure {
            ReadDependencies::Tree(graph) => graph,
            other => return Arcs::size(other),
        };
        worker.notes.differences.resize(n_systems, None);
        worker.notes.other_forms.resize(n_systems, 0);
        if self.notes_agreement(gold) {
            let keep = |at: u32| self.punctuation.counts(graph, &graph.words()[at as usize]);
            worker.annotated.start(self.subtypes, graph, keep);
        }
        worker.size = match worker.kept.and_then(|kept| gold.sentence.entry(&kept.0)) {
            Some(known) => worker.comparison.known(known),
            // Word by word, nothing has to be known of the whole.
            None if self.preset == DependencyPreset::Conllx => worker.comparison.size(graph),
            None => worker.comparison.gold(self, graph),
        };
        worker.size
    }

    fn system(
        &self,
        worker: &mut DependencyWorker<'_>,
        gold: &Read<'_, Arcs>,
        index: usize,
        system: Option<&Read<'_, Arcs>>,
    ) -> metric::Scored<DependencyCounts> {
        // Nobody can be said to have missed what is in gold that cannot be read.
        if let Some(fault) = gold.faults.first() {
            let reason = Reason::GoldUnreadable(gold.unreadable(fault));
            return skip(reason, DependencyCounts::default());
        }
        let system = system.filter(|system| !system.sentence.text.is_empty());
        match &gold.structure {
            ReadDependencies::Typed(facts) => worker.count_typed(self, facts, index, system),
            ReadDependencies::Tree(graph) => worker.count_tree(self, (gold, graph), index, system),
            ReadDependencies::Content(words) => content::count(words, system),
        }
    }

    fn all_counted(&self, worker: &mut DependencyWorker<'_>, gold: &Read<'_, Arcs>) {
        if let ReadDependencies::Tree(_) = gold.structure {
            worker.annotated.finish(&mut worker.notes.decisions);
        }
    }

    fn collect(&self, worker: DependencyWorker<'_>, notes: &mut DependencyNotes) {
        notes.differences.resize(worker.notes.differences.len().max(notes.differences.len()), None);
        let n = worker.notes.details.len().max(notes.details.len());
        notes.details.resize_with(n, DependencyDetails::default);
        for (all, here) in notes.details.iter_mut().zip(worker.notes.details) {
            all.add(here);
        }
        let n = worker.notes.other_forms.len().max(notes.other_forms.len());
        notes.other_forms.resize(n, 0);
        for (all, here) in notes.other_forms.iter_mut().zip(worker.notes.other_forms) {
            *all += here;
        }
        for (word, n) in worker.notes.decisions {
            *notes.decisions.entry(word).or_default() += n;
        }
        for (all, here) in notes.differences.iter_mut().zip(worker.notes.differences) {
            if all.is_none() {
                *all = here;
            }
        }
    }

    fn scores(&self, total: &DependencyCounts) -> Vec<Score> {
        scores(total, self.preset)
    }
}

impl Dependencies {
    /// Whether Unicode's forms of a text are the same text. For the scorer of UD they are not.
    fn folds(&self) -> bool {
        self.checks != Checks::Scorer
    }

    fn notes_agreement(&self, gold: &Read<'_, Arcs>) -> bool {
        self.analysis == DependencyAnalysis::Agreement && gold.is_sound()
    }
}

impl DependencyWorker<'_> {
    /// Compares trees, with enhanced graphs where there are any.
    fn count_tree(
        &mut self,
        metric: &Dependencies,
        (gold, ours): (&Read<'_, Arcs>, &Graph<'_>),
        index: usize,
        system: Option<&Read<'_, Arcs>>,
    ) -> metric::Scored<DependencyCounts> {
        let missed = match metric.preset {
            DependencyPreset::Conllx => in_order::missed(metric, ours),
            _ => self.comparison.missed(ours),
        };
        let Some((system, theirs)) =
            system.and_then(|system| Some((system, system.structure.tree()?)))
        else {
            self.annotated.add_nothing();
            return skip(Reason::SystemMissing, missed);
        };
        let result = if let Some(fault) = system.faults.first() {
            skip(Reason::SystemUnreadable(system.unreadable(fault)), missed)
        } else if metric.preset == DependencyPreset::Conllx {
            in_order::compare(metric, ours, theirs).or_else(|reason| skip(reason, missed))
        } else {
            let both = ((ours, gold.sentence), (theirs, system.sentence));
            let compared = self.comparison.compare(metric, both.0, both.1);
            self.notes.other_forms[index] += u64::from(compared.is_other_form);
            let difference = &mut self.notes.differences[index];
            if difference.is_none() {
                *difference = compared.difference;
            }
            compared.result.or_else(|(reason, missed)| skip(reason, missed))
        };
        if metric.analysis != DependencyAnalysis::Nothing || metric.classes {
            self.note(metric, (gold, ours), index, theirs, &result);
        }
        result
    }

    /// Notes what lies behind the counts of a sentence.
    fn note(
        &mut self,
        metric: &Dependencies,
        (gold, ours): (&Read<'_, Arcs>, &Graph<'_>),
        index: usize,
        theirs: &Graph<'_>,
        result: &metric::Scored<DependencyCounts>,
    ) {
        if result.is_err() {
            return self.annotated.add_nothing();
        }
        let in_order: Vec<(u32, u32)>;
        let pairs = if metric.preset == DependencyPreset::Conllx {
            in_order = in_order::pairs(ours);
            &in_order
        } else {
            self.comparison.pairs()
        };
        let keep = |at: u32| metric.punctuation.counts(ours, &ours.words()[at as usize]);
        let details = &mut self.notes.details[index];
        if metric.notes_agreement(gold) {
            self.annotated.add(metric.subtypes, theirs, pairs);
        } else if metric.analysis != DependencyAnalysis::Nothing {
            details.add_words(metric.subtypes, ours, theirs, pairs, keep);
        }
        if metric.classes {
            let errors = classes::errors(metric.subtypes, ours, theirs, pairs, keep);
            classes::note(&mut details.classes, &errors);
        }
    }

    /// Compares typed dependencies.
    fn count_typed(
        &mut self,
        metric: &Dependencies,
        ours: &Facts<'_>,
        index: usize,
        system: Option<&Read<'_, Arcs>>,
    ) -> metric::Scored<DependencyCounts> {
        let skip = |reason| skip(reason, ours.missed());
        let Some((system, theirs)) =
            system.and_then(|system| Some((system, system.structure.typed()?)))
        else {
            return skip(Reason::SystemMissing);
        };
        let counts = match system.faults.first() {
            Some(fault) => return skip(Reason::SystemUnreadable(system.unreadable(fault))),
            None => typed::compare(ours, theirs).or_else(skip)?,
        };
        if metric.analysis != DependencyAnalysis::Nothing {
            let details = &mut self.notes.details[index];
            details.add_facts(ours, theirs);
        }
        Ok(counts)
    }
}

/// The scores of a total: F1 of every measure, the main one first, then shares of sentences and
/// roots.
pub(crate) fn scores(total: &DependencyCounts, preset: DependencyPreset) -> Vec<Score> {
    let main = total.main(preset);
    let others = total.measures(preset).into_iter().filter(|measure| measure.name != main.name);
    let measures = [main].into_iter().chain(others);
    let mut scores: Vec<Score> =
        measures.map(|measure| Score::share(measure.name, measure.f1())).collect();
    if matches!(preset, DependencyPreset::Ud | DependencyPreset::Conllx) {
        if preset == DependencyPreset::Ud {
            let relations = Measure { name: "LA", matched: total.relations, ..total.main(preset) };
            scores.push(Score::share("LA", relations.f1()));
        }
        scores.push(Score::share("root_accuracy", total.roots().recall()));
    }
    let share = |n| crate::counts::ratio(n, total.sentences_gold);
    scores.push(Score::share("exact_match", share(total.exact)));
    if preset != DependencyPreset::Msp {
        scores.push(Score::share("unlabelled_exact_match", share(total.exact_unlabelled)));
    }
    scores
}

/// How deep the deepest word of a tree is, by heads; words on a circle have no depth.
fn depth(heads: &[u32], depths: &mut Vec<u32>) -> Size {
    depths.clear();
    depths.resize(heads.len(), 0);
    let mut way = Vec::new();
    let mut deepest = 0;
    for start in 0..heads.len() {
        let mut at = start;
        while depths[at] == 0 {
            depths[at] = u32::MAX;
            way.push(at);
            match heads.get(heads[at] as usize) {
                Some(_) => at = heads[at] as usize,
                None => break,
            }
        }
        // Nothing is known above the last word of a way that ends at the root or in a circle.
        let above = if depths[at] == u32::MAX { 0 } else { depths[at] };
        for (n, word) in (1..).zip(way.drain(..).rev()) {
            depths[word] = above.saturating_add(n);
            deepest = deepest.max(depths[word]);
        }
    }
    Size { length: heads.len() as u32, depth: deepest }
}
