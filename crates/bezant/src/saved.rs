//! Saved rows of any metric: what they are scored and shown by, made from their signature alone.
//!
//! [`with_metric`] and what is made with it are the one place where metrics are made from their names. (What a page has to
//! know of each is in `report/page/metrics.rs`, beside what uses it.)

mod compiled;
mod numbered;
mod plain;

use crate::counts::Tally;
use crate::entailment::score::{EntailmentCounts, Entailments};
use crate::entailment::unbounded::{UnboundedCounts, UnboundedRecall};
use crate::evaluation::Evaluation;
use crate::metric::{Explains, Ledger, Score, Scorer};
use crate::metrics;
use crate::metrics::brackets::{BracketCounts, BracketScores, Brackets, NBest};
use crate::metrics::dependencies::{
    self as dependency_metric, Dependencies, DependencyCounts, DependencyPreset,
};
use crate::metrics::fragments::{Count, FragmentCounts, Fragments, Limit, Scoring};
use crate::metrics::relations::{RelationCounts, Relations};
use crate::pictures::LineChart;
use crate::report::{
    BracketReport, Charts, DependencyReport, EntailmentReport, FragmentReport, Names,
    RelationReport, Report, UnboundedReport,
};
use crate::signature::Signature;

pub use compiled::{OwnCounts, OwnMetric};
pub use numbered::add_numbers;
use numbered::plain_numbers;
pub use plain::OfPlain;

/// What is drawn of a metric unless somebody asks for something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsualChart {
    /// Scores by size.
    Sizes,
    /// Scores by length.
    Lengths,
    /// One score a system.
    Systems,
}

/// A metric as far as its saved rows go.
pub trait SavedMetric: Sized + Sync {
    /// What is drawn of it.
    const CHART: UsualChart = UsualChart::Lengths;

    /// What is made of it beside what is made of all.
    const EXTRAS: &'static [Extra] = &[];

    /// Whether counts are a struct of numbers, of which every row has the same, each with a name.
    const IS_PLAIN: bool = false;

    /// What one row holds.
    type Counts: OwnCounts;

    /// The metric behind a signature, if that says enough.
    fn from_signature(signature: &Signature) -> Option<Self>;

    /// The scores of a total, the main one first.
    fn scores(&self, total: &Self::Counts) -> Vec<Score>;

    /// How many things are wrong in a sentence with these counts; nothing where that is not told apart.
    fn errors(&self, _counts: &Self::Counts) -> Option<u64> {
        None
    }

    /// What stands behind the scores of a sentence, the main one first.
    fn ledgers(&self, counts: &Self::Counts) -> Vec<Ledger>;

    /// The numbers that counts are made of, in places that are the same for all rows with one signature: rows are
    /// added place by place, and numbers behind the last are 0.
    fn numbers(&self, counts: &Self::Counts) -> Vec<Count>;

    /// The counts whose numbers these are; nothing if there are too many, or too large ones.
    fn counts(&self, numbers: &[Count]) -> Option<Self::Counts>;

    /// What the number in a place is called; nothing where there is no such place.
    fn number_name(&self, place: usize) -> Option<String>;

    /// What a report can have in it.
    fn names(&self) -> Names;

    /// Everything about these systems. Evaluations share one signature.
    fn report(&self, systems: &[Evaluation<Self::Counts>], wanted: &Wanted<'_>) -> Report;

    /// Scores by size, where a metric has sizes.
    fn size_chart(
        &self,
        _charts: &Charts<'_>,
        _systems: &[Evaluation<Self::Counts>],
        _window: (usize, usize),
    ) -> Option<LineChart> {
        None
    }

    /// Adds intervals that need no resampling, where a metric has such.
    fn add_intervals(
        &self,
        _report: &mut Report,
        _systems: &[Evaluation<Self::Counts>],
        _wanted: &Wanted<'_>,
    ) {
    }
}

/// What to do with a metric, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<M: SavedMetric>(self, metric: M) -> Self::Output;
}

/// Rows that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMetric {
    /// Of a metric that is not known here.
    #[error("rows of {0} cannot be scored by this version")]
    Unknown(String),
    /// Their signature leaves out how they were made.
    #[error("the signature does not say how the scores of {0} were made")]
    Unclear(String),
}

/// Makes the functions that know metrics by their names, and compiles what takes long with each: what can be saved can be
/// merged and compared.
macro_rules! metrics {
    ($($name:literal => $metric:ty: $counts:ty, of $($files:ty),*;)*) => {
        $(
            compiled::counts!($counts);
            $(compiled::files!($files => $metric);)*
        )*

        /// Calls a visitor with the metric that a signature names.
        ///
        /// # Errors
        /// Where there is no such metric, or the signature leaves out its options.
        pub fn with_metric<V: Visitor>(
            signature: &Signature,
            visitor: V,
        ) -> Result<V::Output, NoMetric> {
            match signature.metric() {
                $($name => Ok(visitor.visit(of::<$metric>(signature)?)),)*
                other => Err(NoMetric::Unknown(other.to_string())),
            }
        }

        /// What is made of each metric beside what is made of all.
        const EXTRAS: &[(&str, &[Extra])] = &[$(($name, <$metric>::EXTRAS)),*];
    };
}

metrics::all!(metrics);

fn of<M: SavedMetric>(signature: &Signature) -> Result<M, NoMetric> {
    M::from_signature(signature).ok_or_else(|| NoMetric::Unclear(signature.metric().to_string()))
}

/// Which tables are wanted beside the scores. Some are for some metrics only.
#[derive(Clone, Debug, Default)]
pub struct Wanted<'a> {
    /// What stands for the gold file's name.
    pub gold: &'a str,
    /// One row a sentence.
    pub per_sentence: bool,
    /// This many of the worst sentences.
    pub worst: usize,
    /// Length up to which a second table of scores is made.
    pub cutoff: Option<u32>,
    /// The counts of each size.
    pub by_size: bool,
    /// Largest sizes that are scored side by side, where a metric has sizes.
    pub limits: Vec<Limit>,
    /// The level of intervals that need no resampling.
    pub level: Option<f64>,
}

/// What can be wanted of some metrics only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// Scores of short sentences: [`Wanted::cutoff`].
    Cutoff,
    /// The counts of each size: [`Wanted::by_size`].
    BySize,
    /// Scores of some sizes: [`Wanted::limits`].
    Limits,
}

/// Something wanted that would change nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idle {
    /// What was wanted.
    pub what: Extra,
    /// The metrics for which it does something.
    pub metrics: Vec<&'static str>,
}

impl Wanted<'_> {
    /// The first thing wanted that changes nothing in the tables of a metric.
    pub fn idle(&self, metric: &str) -> Option<Idle> {
        let all = [
            (self.cutoff.is_some(), Extra::Cutoff),
            (self.by_size, Extra::BySize),
            (!self.limits.is_empty(), Extra::Limits),
        ];
        let mut idle = all.into_iter().filter(|(wanted, _)| *wanted).map(|(_, what)| {
            let those = EXTRAS.iter().filter(|(_, extras)| extras.contains(&what));
            Idle { what, metrics: those.map(|(name, _)| *name).collect() }
        });
        idle.find(|idle| !idle.metrics.contains(&metric))
    }
}

/// What scores and shows rows of brackets.
pub struct OfBrackets(BracketScores);

impl SavedMetric for OfBrackets {
    const EXTRAS: &'static [Extra] = &[Extra::Cutoff];

    type Counts = BracketCounts;

    /// Brackets were compared already, and all scores are made in one way.
    fn from_signature(signature: &Signature) -> Option<OfBrackets> {
        Some(OfBrackets(BracketScores::of(signature)))
    }

    fn scores(&self, total: &BracketCounts) -> Vec<Score> {
        self.0.scores(total)
    }

    fn ledgers(&self, counts: &BracketCounts) -> Vec<Ledger> {
        self.0.ledgers(counts)
    }

    plain_numbers!(BracketCounts);

    fn errors(&self, counts: &BracketCounts) -> Option<u64> {
        Some(counts.badness().map_or(0, |bad| bad.errors))
    }

    fn names(&self) -> Names {
        BracketReport::names()
    }

    fn report(&self, systems: &[Evaluation<BracketCounts>], wanted: &Wanted<'_>) -> Report {
        let report = BracketReport {
            gold: wanted.gold,
            cutoff: wanted.cutoff,
            per_sentence: wanted.per_sentence,
            worst: wanted.worst,
            ..BracketReport::default()
        };
        // From rows there is no cutoff unless somebody asks.
        Report { asked: vec!["cutoff"], ..report.build(systems) }
    }
}

/// What scores and shows rows of fragments.
pub struct OfFragments(Fragments);

impl SavedMetric for OfFragments {
    const CHART: UsualChart = UsualChart::Sizes;

    const EXTRAS: &'static [Extra] = &[Extra::Cutoff, Extra::BySize, Extra::Limits];

    type Counts = FragmentCounts;

    fn from_signature(signature: &Signature) -> Option<OfFragments> {
        let (scoring, max_size) = Scoring::from_signature(signature)?;
        Some(OfFragments(Fragments { scoring, max_size, ..Fragments::freval() }))
    }

    fn scores(&self, total: &FragmentCounts) -> Vec<Score> {
        self.0.scores(total)
    }

    fn ledgers(&self, counts: &FragmentCounts) -> Vec<Ledger> {
        self.0.ledgers(counts)
    }

    fn numbers(&self, counts: &FragmentCounts) -> Vec<Count> {
        numbered::of_fragments(counts)
    }

    fn counts(&self, numbers: &[Count]) -> Option<FragmentCounts> {
        numbered::to_fragments(numbers)
    }

    fn number_name(&self, place: usize) -> Option<String> {
        numbered::name_of_fragments(place)
    }

    fn names(&self) -> Names {
        FragmentReport::names()
    }

    fn report(&self, systems: &[Evaluation<FragmentCounts>], wanted: &Wanted<'_>) -> Report {
        let report = FragmentReport {
            gold: wanted.gold,
            scoring: self.0.scoring.clone(),
            max_size: self.0.max_size,
            limits: FragmentReport::limits_within(&wanted.limits, self.0.max_size),
            cutoffs: wanted.cutoff.into_iter().collect(),
            by_size: wanted.by_size,
            per_sentence: wanted.per_sentence,
            worst: wanted.worst,
            picked: None,
            behind: Vec::new(),
            realigned: &[],
        };
        report.build(systems)
    }

    fn size_chart(
        &self,
        charts: &Charts<'_>,
        systems: &[Evaluation<FragmentCounts>],
        window: (usize, usize),
    ) -> Option<LineChart> {
        Some(charts.by_size(systems, window))
    }
}

/// What scores and shows rows of dependencies.
pub struct OfDependencies(DependencyPreset);

impl SavedMetric for OfDependencies {
    type Counts = DependencyCounts;

    fn from_signature(signature: &Signature) -> Option<OfDependencies> {
        signature.get("preset")?.parse().ok().map(OfDependencies)
    }

    fn scores(&self, total: &DependencyCounts) -> Vec<Score> {
        dependency_metric::scores(total, self.0)
    }

    fn ledgers(&self, counts: &DependencyCounts) -> Vec<Ledger> {
        counts.ledgers(self.0)
    }

    plain_numbers!(DependencyCounts);

    fn errors(&self, counts: &DependencyCounts) -> Option<u64> {
        Some(counts.main(self.0).badness().map_or(0, |bad| bad.errors))
    }

    fn names(&self) -> Names {
        DependencyReport::names(self.0)
    }

    fn report(&self, systems: &[Evaluation<DependencyCounts>], wanted: &Wanted<'_>) -> Report {
        let report = DependencyReport {
            gold: wanted.gold,
            preset: self.0,
            per_sentence: wanted.per_sentence,
            worst: wanted.worst,
            picked: None,
            notes: None,
            classes: false,
            behind: Vec::new(),
        };
        report.build(systems)
    }
}

/// What scores and shows rows of relations.
pub struct OfRelations(Relations);

impl SavedMetric for OfRelations {
    type Counts = RelationCounts;

    fn from_signature(signature: &Signature) -> Option<OfRelations> {
        Relations::from_signature(signature).map(OfRelations)
    }

    fn scores(&self, total: &RelationCounts) -> Vec<Score> {
        self.0.scores(total)
    }

    fn ledgers(&self, counts: &RelationCounts) -> Vec<Ledger> {
        self.0.ledgers_of(counts)
    }

    fn errors(&self, counts: &RelationCounts) -> Option<u64> {
        let Tally { matched, gold, system } =
            counts.exact(&self.0.hierarchy, self.0.main_scheme()).micro();
        Some(gold.saturating_sub(matched).saturating_add(system.saturating_sub(matched)))
    }

    fn numbers(&self, counts: &RelationCounts) -> Vec<Count> {
        numbered::of_relations(&self.0, counts)
    }

    fn counts(&self, numbers: &[Count]) -> Option<RelationCounts> {
        numbered::to_relations(&self.0, numbers)
    }

    fn number_name(&self, place: usize) -> Option<String> {
        numbered::name_of_relations(&self.0, place)
    }

    fn names(&self) -> Names {
        RelationReport::names(&self.0)
    }

    fn report(&self, systems: &[Evaluation<RelationCounts>], wanted: &Wanted<'_>) -> Report {
        let report = RelationReport {
            per_sentence: wanted.per_sentence,
            worst: wanted.worst,
            ..RelationReport::plain(&self.0, wanted.gold)
        };
        report.build(systems)
    }
}

struct OfUnbounded(UnboundedRecall);

impl SavedMetric for OfUnbounded {
    const CHART: UsualChart = UsualChart::Systems;

    type Counts = UnboundedCounts;

    /// A dependency was found or not, however it was looked for.
    fn from_signature(signature: &Signature) -> Option<OfUnbounded> {
        Some(OfUnbounded(UnboundedRecall(signature.clone())))
    }

    fn scores(&self, total: &UnboundedCounts) -> Vec<Score> {
        total.scores()
    }

    fn ledgers(&self, counts: &UnboundedCounts) -> Vec<Ledger> {
        self.0.ledgers(counts)
    }

    plain_numbers!(UnboundedCounts);

    fn errors(&self, counts: &UnboundedCounts) -> Option<u64> {
        Some(counts.gold.saturating_sub(counts.matched))
    }

    fn names(&self) -> Names {
        UnboundedReport::names()
    }

    fn report(&self, systems: &[Evaluation<UnboundedCounts>], wanted: &Wanted<'_>) -> Report {
        let report = UnboundedReport {
            gold: wanted.gold,
            per_sentence: wanted.per_sentence,
            ..UnboundedReport::default()
        };
        report.build(systems)
    }
}

struct OfEntailments;

impl SavedMetric for OfEntailments {
    const CHART: UsualChart = UsualChart::Systems;

    type Counts = EntailmentCounts;

    /// An answer is right or wrong, however it came about.
    fn from_signature(_: &Signature) -> Option<OfEntailments> {
        Some(OfEntailments)
    }

    fn scores(&self, total: &EntailmentCounts) -> Vec<Score> {
        total.scores()
    }

    fn ledgers(&self, counts: &EntailmentCounts) -> Vec<Ledger> {
        Entailments.ledgers(counts)
    }

    plain_numbers!(EntailmentCounts);

    fn names(&self) -> Names {
        EntailmentReport::names()
    }

    fn report(&self, systems: &[Evaluation<EntailmentCounts>], wanted: &Wanted<'_>) -> Report {
        let report = EntailmentReport {
            per_sentence: wanted.per_sentence,
            worst: wanted.worst,
            ..of_answers(wanted)
        };
        report.build(systems)
    }

    fn add_intervals(
        &self,
        report: &mut Report,
        systems: &[Evaluation<EntailmentCounts>],
        wanted: &Wanted<'_>,
    ) {
        of_answers(wanted).add_intervals(report, systems);
    }
}

fn of_answers<'a>(wanted: &Wanted<'a>) -> EntailmentReport<'a> {
    let report = EntailmentReport::saved(wanted.gold);
    EntailmentReport { level: wanted.level.unwrap_or(report.level), ..report }
}
