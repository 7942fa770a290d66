//! Results as plain data, and the functions that turn them into text.

mod against;
mod agreement;
mod any;
mod arranged;
mod behind;
mod brackets;
mod buckets;
mod charts;
mod classes;
mod comparison;
mod data_set;
mod decimals;
mod delimited;
mod dependencies;
mod drawing;
mod entailments;
mod example;
pub(crate) mod explanation;
mod filter;
mod fitting;
mod folding;
mod fragments;
mod glance;
mod grid;
mod json;
mod latex;
mod markdown;
mod means;
mod n_best;
mod names;
mod numbers;
mod page;
mod realigned;
mod relations;
mod repairs;
mod side_by_side;
mod skipped;
mod tallies;
mod text;
mod tidy;
mod treebanks;
mod typst;
mod unbounded;
mod word_buckets;

use std::borrow::Cow;
use std::io::{self, Write};

use crate::comparison::{Comparison, Interval};
use crate::counts::Counts;
use crate::error::Hint;
use crate::evaluation::Evaluation;
use crate::metric::{Score, Unit};
use crate::pictures::Role;

#[doc(hidden)]
pub use self::{
    behind::{CellName, Contrast, shown_table},
    brackets::BracketReport,
    buckets::{BucketKey, Buckets, NoBuckets},
    charts::Charts,
    dependencies::{DependencyReport, agreement_report},
    drawing::Drawing,
    entailments::{EntailmentReport, precision_recall_chart},
    example::{Example, Fact},
    explanation::{ExplanationReport, pairs_page, wrong_summary},
    filter::{AnsweredPairs, FilterReport, Sets, sets_report},
    fragments::FragmentReport,
    glance::{Glance, Order},
    names::Names,
    page::{
        ExplainsPair, MOST_WHOLE, Page, PageRoom, PageSection, PageSentences, Pictured, TakesRow,
    },
    relations::RelationReport,
    side_by_side::CutTable,
    skipped::skipped_reasons,
    unbounded::UnboundedReport,
};

pub(crate) use drawing::RelationWords;
use numbers::{cells_of, n_sentences, number_of, scored_of, sentences_of, total};
#[doc(hidden)]
pub use skipped::SkippedRow;
#[doc(hidden)]
pub use skipped::{SKIPPED, WITH_MISSED};
use skipped::{skipped_summaries, why_skipped};

/// Everything that is said about one or more systems, for [`render`]: of numbers, evaluations and comparisons are
/// made.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What the numbers stand for.
    #[doc(hidden)]
    pub signature: String,
    /// The metric's name.
    #[doc(hidden)]
    pub metric: String,
    /// The gold file's name.
    #[doc(hidden)]
    pub gold: String,
    /// Results, in the order the systems were given.
    #[doc(hidden)]
    pub systems: Vec<SystemResult>,
    /// Pairs of systems, each score apart.
    #[doc(hidden)]
    pub comparisons: Vec<Comparison>,
    /// Tables over all systems; the first one is the result.
    #[doc(hidden)]
    pub tables: Vec<Table>,
    /// Sentences for the reader, under the tables.
    #[doc(hidden)]
    pub notes: Vec<String>,
    /// More of them, for those who read all tables.
    #[doc(hidden)]
    pub details: Vec<String>,
    /// The scores of the [first screen](Report::at_a_glance) with their headings; all of them if
    /// there are none.
    #[doc(hidden)]
    pub main: Vec<(&'static str, &'static str)>,
    /// Tables that somebody asked for, among those that are made anyway.
    #[doc(hidden)]
    pub asked: Vec<&'static str>,
    /// What needs no system, to compare with: a name, and scores.
    #[doc(hidden)]
    pub baselines: Vec<(String, Vec<Score>)>,
    /// The level of the intervals, where there are any.
    #[doc(hidden)]
    pub level: Option<f64>,
    /// What stands with the first table in a paper.
    #[doc(hidden)]
    pub paper: Paper,
}

/// What stands with a table in a paper; with either of them it is one that floats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Paper {
    /// What is written under it.
    pub caption: Option<String>,
    /// By what the text refers to it.
    pub label: Option<String>,
}

impl Paper {
    fn floats(&self) -> bool {
        self.caption.is_some() || self.label.is_some()
    }
}

impl Report {
    /// What a report is about, and nothing said yet. Evaluations share one signature.
    fn about<C>(metric: &str, gold: &str, systems: &[Evaluation<C>]) -> Report {
        let signature = systems.first().map(|system| system.signature.to_string());
        Report {
            signature: signature.unwrap_or_default(),
            metric: metric.to_string(),
            gold: gold.to_string(),
            systems: Vec::new(),
            comparisons: Vec::new(),
            tables: Vec::new(),
            notes: Vec::new(),
            details: Vec::new(),
            main: Vec::new(),
            asked: Vec::new(),
            baselines: Vec::new(),
            level: None,
            paper: Paper::default(),
        }
    }

    /// The names of the tables that [`Report::only`] knows.
    #[doc(hidden)]
    pub fn table_names(&self) -> Vec<&'static str> {
        let skipped = self.systems.iter().any(|system| !system.skipped.is_empty());
        let all = tables(self).map(|(_, table)| table.name).chain(skipped.then_some(SKIPPED));
        let mut names: Vec<&str> = Vec::new();
        for name in all {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The same with no other tables than those of some names.
    #[must_use]
    pub fn only(&self, names: &[impl AsRef<str>]) -> Report {
        let is_wanted = |name: &str| names.iter().any(|wanted| wanted.as_ref() == name);
        let mut report = self.clone();
        report.tables.retain(|table| is_wanted(table.name));
        report.notes.clear();
        report.details.clear();
        for system in &mut report.systems {
            system.tables.retain(|table| is_wanted(table.name));
            system.examples.clear();
            if !is_wanted(SKIPPED) {
                system.skipped.clear();
            }
        }
        report.asked.extend(is_wanted(SKIPPED).then_some(SKIPPED));
        report
    }
}

/// What is said about one system.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub struct SystemResult {
    /// What it is called.
    pub name: String,
    /// How many sentences it was asked about, scored or skipped.
    pub n_sentences: u64,
    /// Scores over the sentences that could be scored.
    pub scores: Vec<Score>,
    /// Where the scores lie, most likely: those that were resampled.
    pub intervals: Vec<(&'static str, Interval)>,
    /// Letters of the groups it belongs to by the main score. Systems that share one are not shown to
    /// differ.
    pub groups: String,
    /// The same with nothing found in the sentences that could not be scored.
    pub scores_with_missed: Vec<Score>,
    /// Of metrics whose `scores` count sentences without a parse as missed: the scores of all others.
    #[doc(hidden)]
    pub parsed_scores: Vec<Score>,
    /// How many answers to pairs are NO for want of a parse.
    #[doc(hidden)]
    pub n_without_parse: u64,
    /// Means over sentences, or over treebanks.
    pub macro_scores: Vec<Score>,
    /// The same with nothing found in the sentences that could not be scored.
    pub macro_with_missed: Vec<Score>,
    /// The counts behind the scores.
    pub counts: Vec<(&'static str, u64)>,
    /// Sentences that could not be scored.
    pub skipped: Vec<SkippedRow>,
    /// Tables about this system alone.
    pub tables: Vec<Table>,
    /// Sentences to look at.
    #[doc(hidden)]
    pub examples: Vec<Example>,
    /// The main score's mean over treebanks, by which systems stand in order where there are several.
    pub over_treebanks: Option<f64>,
    /// The treebanks that it has no file for, counted as zero or left out.
    #[doc(hidden)]
    pub lacking: Vec<String>,
    /// What only JSON has, by name, because no table has its shape.
    pub more: Vec<(&'static str, Cell)>,
}

impl SystemResult {
    /// How many sentences could not be scored.
    pub fn n_skipped(&self) -> u64 {
        total(self.skipped.iter().map(|row| row.n_sentences))
    }

    /// What a system is called, what was skipped of it, and nothing else said yet.
    fn about<C: Counts>(evaluation: &Evaluation<C>) -> SystemResult {
        let skipped = SkippedRow::all(evaluation);
        let n_counted = total(evaluation.counted().map(|(row, _)| row.n_sentences));
        SystemResult {
            name: evaluation.system.clone(),
            n_sentences: n_counted.saturating_add(total(skipped.iter().map(|row| row.n_sentences))),
            scores: Vec::new(),
            intervals: Vec::new(),
            groups: String::new(),
            scores_with_missed: Vec::new(),
            parsed_scores: Vec::new(),
            n_without_parse: 0,
            macro_scores: Vec::new(),
            macro_with_missed: Vec::new(),
            counts: Vec::new(),
            skipped,
            tables: Vec::new(),
            examples: Vec::new(),
            over_treebanks: None,
            lacking: Vec::new(),
            more: Vec::new(),
        }
    }
}

/// Rows and columns.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub struct Table {
    /// Its name in JSON.
    pub name: &'static str,
    /// Its heading.
    pub title: String,
    /// What the columns hold.
    pub columns: Vec<Column>,
    /// The rows; as many cells each as there are columns.
    pub rows: Vec<Vec<Cell>>,
    /// Where it is shown.
    pub shown: Shown,
}

/// Where a table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Shown {
    /// Everywhere.
    Everywhere,
    /// Not in JSON, where the systems' scores say it already.
    NotInJson,
    /// Everywhere; in JSON as an object whose keys are the cells of the first column.
    ByKeyInJson,
    /// Only in JSON, as an object with the first column's cells for keys and the second's for values.
    OnlyInJsonAsValues,
    /// Only in JSON: for a reader it repeats what another table says.
    OnlyInJson,
    /// Only in JSON, as an object with the first column's values for keys.
    OnlyInJsonByKey,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Column {
    /// Its name in JSON.
    pub name: Cow<'static, str>,
    /// Its heading.
    pub heading: String,
}

impl Column {
    /// A column whose heading is its name.
    pub(crate) fn new(name: impl Into<Cow<'static, str>>) -> Column {
        let name = name.into();
        let heading = name.replace('_', " ");
        Column { name, heading }
    }

    /// A column with a heading of its own.
    pub(crate) fn headed(name: impl Into<Cow<'static, str>>, heading: impl Into<String>) -> Column {
        Column { name: name.into(), heading: heading.into() }
    }

    /// A column about something that has a name of its own, such as a system.
    pub(crate) fn about(name: &str) -> Column {
        Column { name: name.to_string().into(), heading: name.to_string() }
    }
}

/// One value.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A name, set in by its depth where people read it.
    Below(usize, String),
    /// No value, where others of the column have one.
    Nothing,
    /// A whole number.
    Count(u64),
    /// A whole number of any size, in digits.
    Digits(String),
    /// A fraction, shown as a percentage.
    Share(Option<f64>),
    /// A number with decimals.
    Number(Option<f64>),
    /// A difference of two fractions, shown in points with its sign.
    Points(Option<f64>),
    /// How likely something is by chance.
    P {
        /// The probability.
        value: Option<f64>,
        /// Whether it is marked as small.
        marked: bool,
    },
    /// Several values with names, for JSON.
    Object(Vec<(String, Cell)>),
    /// Several values, for JSON.
    List(Vec<Cell>),
}

impl Cell {
    /// A score as it is shown.
    pub(crate) fn score(score: &Score) -> Cell {
        match score.unit {
            Unit::Share => Cell::Share(score.value),
            Unit::PerSentence => Cell::Number(score.value),
        }
    }

    /// Whether it is set to the right.
    pub(crate) fn is_number(&self) -> bool {
        !matches!(self, Cell::Text(_) | Cell::Below(..) | Cell::Nothing)
    }

    /// As people read it: percentages with two decimals, a dash where it is undefined.
    pub(crate) fn shown(&self) -> String {
        const UNDEFINED: &str = "—";
        match self {
            Cell::Text(text) | Cell::Digits(text) => text.clone(),
            Cell::Below(depth, name) => format!("{}{name}", "  ".repeat(*depth)),
            Cell::Count(n) => n.to_string(),
            Cell::Nothing | Cell::Share(None) | Cell::Number(None) | Cell::Points(None) => {
                UNDEFINED.to_string()
            }
            // The blank keeps the digits of a column below each other.
            Cell::P { value: None, .. } => format!("{UNDEFINED} "),
            Cell::P { value: Some(value), marked } => {
                let mark = if *marked { '*' } else { ' ' };
                let p = if *value < 5e-5 { "<0.0001" } else { &format!("{value:.4}") };
                format!("{p}{mark}")
            }
            Cell::Share(Some(value)) => format!("{:.2}", 100.0 * value),
            Cell::Number(Some(value)) => format!("{value:.2}"),
            Cell::Points(Some(value)) => match format!("{:+.2}", 100.0 * value).as_str() {
                "+0.00" | "-0.00" => "0.00".to_string(),
                shown => shown.to_string(),
            },
            Cell::Object(fields) => {
                let field = |(name, cell): &(String, Cell)| format!("{name} {}", cell.shown());
                fields.iter().map(field).collect::<Vec<_>>().join(", ")
            }
            Cell::List(cells) => cells.iter().map(Cell::shown).collect::<Vec<_>>().join(", "),
        }
    }
}

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReportFormat {
    /// Tables for a terminal.
    Text,
    /// One object; scores are fractions and not rounded.
    Json,
    /// Values separated by commas; scores are fractions and not rounded.
    Csv,
    /// Values separated by tabs; scores are fractions and not rounded.
    Tsv,
    /// Tables for a web page or a README.
    Markdown,
    /// Tables for a paper, with booktabs.
    Latex,
    /// Tables for a paper that is set with Typst.
    Typst,
}

/// How much of a report a format is wanted for, unless somebody asks for more.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The first screen, and what else there is.
    Screen,
    /// What has a place on a page of a paper.
    Paper,
    /// Whole tables, in the order of the files.
    Tables,
    /// A line for each score, for programs.
    Scores,
    /// Everything, as it is: nothing can be chosen.
    Everything,
}

impl ReportFormat {
    /// All of them: what each is called, and what it is for.
    #[doc(hidden)]
    pub const ALL: &[(&str, ReportFormat, &str)] = &[
        ("text", ReportFormat::Text, "Tables for a terminal"),
        ("json", ReportFormat::Json, "One object; scores are fractions and not rounded"),
        ("csv", ReportFormat::Csv, "Values separated by commas; scores as in JSON"),
        ("tsv", ReportFormat::Tsv, "Values separated by tabs; scores as in JSON"),
        ("markdown", ReportFormat::Markdown, "Tables for a web page or a README"),
        ("latex", ReportFormat::Latex, "A table for a paper, with booktabs; the best in bold"),
        ("typst", ReportFormat::Typst, "The same for Typst"),
    ];

    /// The one with a name.
    #[doc(hidden)]
    pub fn named(name: &str) -> Option<ReportFormat> {
        Self::ALL.iter().find(|(known, ..)| *known == name).map(|(_, format, _)| *format)
    }

    /// Names of those that are wanted for as much of a report.
    #[doc(hidden)]
    pub fn names_of(extent: Extent) -> impl Iterator<Item = &'static str> {
        let those = Self::ALL.iter().filter(move |(_, format, _)| format.extent() == extent);
        those.map(|(name, ..)| *name)
    }

    /// How much of a report it is wanted for.
    #[doc(hidden)]
    pub fn extent(self) -> Extent {
        match self {
            ReportFormat::Text => Extent::Screen,
            ReportFormat::Latex | ReportFormat::Typst => Extent::Paper,
            ReportFormat::Markdown => Extent::Tables,
            ReportFormat::Csv | ReportFormat::Tsv => Extent::Scores,
            ReportFormat::Json => Extent::Everything,
        }
    }
}

/// How hints are worded: by what a program calls its options.
pub(crate) type Wording<'a> = &'a dyn Fn(Hint) -> String;

/// What a program shows text on.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct Screen<'a> {
    /// How wide it is; drawings are folded to fit.
    pub columns: usize,
    /// Whether tables and long lines are folded, too: what reads lines likes them whole.
    pub folds: bool,
    /// What is written for a part of a line; colours, for example.
    pub paint: &'a dyn Fn(Role, &str) -> String,
}

impl Default for Screen<'_> {
    /// Eighty columns without colours.
    fn default() -> Self {
        Screen { columns: 80, folds: false, paint: &|_, text| text.to_string() }
    }
}

/// Writes a report.
pub fn render(report: &Report, format: ReportFormat, out: &mut dyn Write) -> io::Result<()> {
    render_worded(report, format, &|hint| hint.to_string(), out)
}

/// Writes a report with hints in the caller's own words.
pub(crate) fn render_worded(
    report: &Report,
    format: ReportFormat,
    words: Wording<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    render_on(report, format, words, Screen::default(), out)
}

/// Writes a report with hints in the caller's own words, text as the caller's screen shows it.
#[doc(hidden)]
pub fn render_on(
    report: &Report,
    format: ReportFormat,
    words: Wording<'_>,
    screen: Screen<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        ReportFormat::Text => text::write(report, words, screen, out),
        ReportFormat::Json => json::write(report, out),
        ReportFormat::Csv => delimited::write(report, b',', out),
        ReportFormat::Tsv => delimited::write(report, b'\t', out),
        ReportFormat::Markdown => markdown::write(report, out),
        ReportFormat::Latex => latex::write(report, out),
        ReportFormat::Typst => typst::write(report, out),
    }
}

/// The tables in the order they are shown, each with the system it is about, if it is only one.
fn tables(report: &Report) -> impl Iterator<Item = (Option<&str>, &Table)> {
    let several = report.systems.len() > 1;
    let own = report.systems.iter().flat_map(move |system| {
        let name = several.then_some(system.name.as_str());
        system.tables.iter().map(move |table| (name, table))
    });
    let all = report.tables.iter().map(|table| (None, table)).chain(own);
    let for_people =
        |shown| matches!(shown, Shown::Everywhere | Shown::NotInJson | Shown::ByKeyInJson);
    all.filter(move |(_, table)| for_people(table.shown))
}

/// A table's heading, with the system it is about.
fn title(system: Option<&str>, table: &Table) -> String {
    match system {
        Some(system) => format!("{}: {}", system, table.title),
        None => table.title.clone(),
    }
}
