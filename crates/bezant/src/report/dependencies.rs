//! What is said about dependencies.

mod agreement;
mod details;

use std::collections::BTreeSet;

use crate::error::Hint;
use crate::evaluation::{Behind, Evaluation, Row};
use crate::metric::Score;
use crate::metrics::dependencies::{
    DependencyCounts, DependencyError, DependencyNotes, DependencyPreset, Measure, ShownSide,
    Sides, TextDifference, scores,
};
use crate::pictures::{DrawnSide, draw_sides};
use crate::report::behind::shown_rows;
use crate::report::classes::dependency_classes;
use crate::report::means::means;
use crate::report::{
    BucketKey, Cell, Column, Drawing, Example, Fact, Names, Report, Shown, SkippedRow,
    SystemResult, Table, number_of, scored_of, why_skipped,
};

pub use agreement::agreement_report;

/// Which tables are wanted beside the scores.
#[derive(Clone, Debug)]
pub struct DependencyReport<'a> {
    /// The gold file's name.
    pub gold: &'a str,
    /// Whose measures.
    pub preset: DependencyPreset,
    /// One row a stretch of text.
    pub per_sentence: bool,
    /// This many of the worst stretches.
    pub worst: usize,
    /// For each system, the rows that are shown instead of the worst.
    pub picked: Option<Vec<Vec<usize>>>,
    /// What was noted beside the rows.
    pub notes: Option<&'a DependencyNotes>,
    /// Whether errors by class are shown.
    pub classes: bool,
    /// What is behind the rows that [`wanted`](DependencyReport::wanted) names; nothing where the
    /// sentences are not at hand.
    pub behind: Behind<Sides>,
}

/// Of stretches with more words no arcs are shown: a drawing of them would be wider than a page.
const MOST_WORDS: usize = 100;

/// What the errors of a sentence are called.
pub(super) fn class_facts(sides: &Sides) -> Vec<Fact> {
    let gold: Vec<&String> =
        sides.words.iter().filter(|(_, is_gold)| *is_gold).map(|(form, _)| form).collect();
    let fact = |error: &DependencyError| Fact {
        side: "class",
        label: error.class.name().to_string(),
        text: gold.get(error.word as usize).map_or(String::new(), |form| (*form).clone()),
    };
    sides.errors.iter().map(fact).collect()
}

/// Gold's arcs on the left of the words, the system's on the right.
fn drawing(sides: &Sides) -> Drawing {
    let words: Vec<&str> = sides.words.iter().map(|(form, _)| form.as_str()).collect();
    let [gold, system] = [&sides.gold, &sides.system]
        .map(|ShownSide { relations, arcs, .. }| DrawnSide { relations, arcs });
    Drawing::Lines(draw_sides(&words, gold, system))
}

impl DependencyReport<'_> {
    /// The tables of an [analysis](crate::metrics::dependencies::DependencyAnalysis::Tables).
    pub const ANALYSIS: [&'static str; 12] = details::TABLES;

    /// What a report can have in it.
    pub fn names(preset: DependencyPreset) -> Names {
        let nothing = DependencyCounts::default();
        let measures = nothing.measures(preset);
        let macro_scores: Vec<&'static str> = measures.iter().map(|measure| measure.name).collect();
        let own = ["scores", "scores_with_missed", "averages", "metrics"];
        let tables = [&own[..], &details::TABLES, &["classes", "worst", "sentences"]].concat();
        // Graphs of facts have no levels.
        let buckets: &[BucketKey] = match preset {
            DependencyPreset::Stanford | DependencyPreset::Msp => &[BucketKey::Length],
            _ => &[BucketKey::Length, BucketKey::Depth],
        };
        Names::new(&scores(&nothing, preset), &macro_scores, &tables)
            .with_buckets(buckets)
            .with_shown(&[&details::TABLES[..], &["classes"]].concat())
    }

    /// The same where sentences are at hand, whose words can be sorted, too; saved rows say nothing of
    /// them.
    pub fn names_of_files(preset: DependencyPreset) -> Names {
        let names = DependencyReport::names(preset);
        let words: &[BucketKey] = match preset {
            DependencyPreset::Ud | DependencyPreset::Conllx => {
                &[BucketKey::Frequency, BucketKey::Distance]
            }
            DependencyPreset::Stanford => &[BucketKey::Distance],
            DependencyPreset::Msp => &[],
        };
        let tables = names.tables.clone();
        let buckets = [&names.buckets[..], words].concat();
        let mut names = names.with_buckets(&buckets);
        names.tables = tables;
        names.tables.extend(words.iter().map(|key| key.table()));
        names
    }

    /// For each system, the rows whose sentences are shown.
    pub fn wanted(&self, systems: &[Evaluation<DependencyCounts>]) -> Vec<BTreeSet<usize>> {
        let rows = |(at, system)| self.rows(at, system).into_iter().collect();
        systems.iter().enumerate().map(rows).collect()
    }

    /// The rows of a system that are shown.
    fn rows(&self, at: usize, evaluation: &Evaluation<DependencyCounts>) -> Vec<usize> {
        let badness = |counts: &DependencyCounts| counts.main(self.preset).badness();
        shown_rows((at, evaluation), (&self.picked, self.worst), badness)
    }

    /// The tables of what was noted, behind whose cells sentences can be shown.
    pub fn tables_of(notes: &DependencyNotes, system: usize) -> Vec<Table> {
        notes.details.get(system).map_or(Vec::new(), details::tables)
    }

    /// Everything about these systems. Evaluations share one signature.
    pub fn build(&self, systems: &[Evaluation<DependencyCounts>]) -> Report {
        let results: Vec<SystemResult> =
            systems.iter().enumerate().map(|(at, system)| self.system(at, system)).collect();
        let mut tables = vec![self.scores_table(systems, Totals::Scored)];
        if results.iter().any(|system| !system.skipped.is_empty()) {
            tables.push(self.scores_table(systems, Totals::WithMissed));
        }
        tables.push(averages_table(&results));
        let notes = self.notes(systems);
        let mut report = Report {
            systems: results,
            tables,
            notes,
            main: self.main(),
            ..Report::about("dependencies", self.gold, systems)
        };
        // Counts are the same without, so that only reports name it.
        if let Some(first) = systems.first().filter(|_| self.classes) {
            report.signature = first.signature.clone().with("classes", "bezant").to_string();
        }
        report
    }

    /// What people look for first, first.
    fn main(&self) -> Vec<(&'static str, &'static str)> {
        let names: &[&str] = match self.preset {
            DependencyPreset::Ud => {
                &["UAS", "LAS", "CLAS", "MLAS", "BLEX", "UPOS", "Words", "Sentences"]
            }
            DependencyPreset::Conllx => &["UAS", "LAS", "LA"],
            DependencyPreset::Msp => &["MSLAS", "LAS", "Feats"],
            DependencyPreset::Stanford => &["unlabelled", "without subtypes", "labelled"],
        };
        names.iter().map(|name| (*name, *name)).collect()
    }

    fn system(&self, at: usize, evaluation: &Evaluation<DependencyCounts>) -> SystemResult {
        let total = evaluation.total();
        let worst = self.rows(at, evaluation);
        let mut tables = vec![measures_table(&total, self.preset)];
        if let Some(details) = self.notes.and_then(|notes| notes.details.get(at)) {
            if !details.relations.is_empty() {
                tables.extend(details::tables(details));
                tables.retain(|table| table.name != "classes");
            }
            tables.extend(self.classes.then(|| dependency_classes(&details.classes)));
        }
        if self.worst > 0 && self.picked.is_none() {
            let rows = worst.iter().map(|at| &evaluation.rows[*at]);
            tables.push(self.sentence_table("worst", "The worst sentences", rows.collect()));
        }
        if self.per_sentence {
            let rows = evaluation.rows.iter().collect();
            tables.push(self.sentence_table("sentences", "Every sentence", rows));
        }
        // A row is a stretch of text.
        let means = means(evaluation, |counts| {
            let measures = counts.measures(self.preset);
            measures.iter().map(|measure| Score::share(measure.name, measure.f1())).collect()
        });
        SystemResult {
            scores: scores(&total, self.preset),
            scores_with_missed: scores(&evaluation.with_missed(total), self.preset),
            macro_scores: means.scored,
            macro_with_missed: means.with_missed,
            counts: total.known(),
            skipped: skipped(evaluation),
            tables,
            examples: self.examples(at, evaluation, &worst),
            ..SystemResult::about(evaluation)
        }
    }

    /// The worst stretches, drawn.
    fn examples(
        &self,
        at: usize,
        evaluation: &Evaluation<DependencyCounts>,
        worst: &[usize],
    ) -> Vec<Example> {
        let Some(behind) = self.behind.get(at) else { return Vec::new() };
        let one = |at: &usize| {
            let (row, sides) = (&evaluation.rows[*at], behind.get(at)?);
            let measure = row.outcome.result.as_ref().ok()?.main(self.preset);
            let is_drawn = sides.words.len() <= MOST_WORDS;
            Some(Example {
                sentence: row.sentence,
                under: String::new(),
                score: Score::share(measure.name, measure.f1()),
                text: sides.text(MOST_WORDS),
                facts: class_facts(sides),
                drawing: if is_drawn { drawing(sides) } else { Drawing::Nothing },
            })
        };
        worst.iter().filter_map(one).collect()
    }

    /// F1 of every measure, one row a measure and one column a system would be too wide for many
    /// systems; so it is one row a system.
    fn scores_table(&self, systems: &[Evaluation<DependencyCounts>], totals: Totals) -> Table {
        let total = |system: &Evaluation<DependencyCounts>| match totals {
            Totals::Scored => system.total(),
            Totals::WithMissed => system.total_with_missed(),
        };
        let measures = DependencyCounts::default().measures(self.preset);
        let columns = [Column::new("system")]
            .into_iter()
            .chain(measures.iter().map(|measure| Column::headed(measure.name, measure.name)))
            .collect();
        let row = |system: &Evaluation<DependencyCounts>| {
            let measures = total(system).measures(self.preset);
            let cells = measures.iter().map(|measure| Cell::Share(measure.f1()));
            [Cell::Text(system.system.clone())].into_iter().chain(cells).collect()
        };
        let n = systems.iter().map(|system| system.total_with_missed().sentences_gold).max();
        let scored = systems.iter().map(|system| system.total().sentences_gold);
        let sentences = scored_of(n.unwrap_or(0), scored);
        let (name, title) = match totals {
            Totals::Scored => {
                ("scores", format!("dependencies against {}, {sentences}: F1", self.gold))
            }
            Totals::WithMissed => {
                ("scores_with_missed", "Skipped sentences counted as missed".to_string())
            }
        };
        let rows = systems.iter().map(row).collect();
        Table { name, title, columns, rows, shown: Shown::NotInJson }
    }

    /// Which systems have another text, and where it begins.
    fn notes(&self, systems: &[Evaluation<DependencyCounts>]) -> Vec<String> {
        let differences = self.notes.map_or(&[][..], |notes| &notes.differences);
        let note =
            |(system, difference): (&Evaluation<DependencyCounts>, &Option<TextDifference>)| {
                let TextDifference { gold_line, system_line, gold, system: theirs } =
                    difference.as_ref()?;
                let n = system.total_with_missed().differing;
                Some(format!(
                    "{}: the text differs from gold's in {}; first at gold's line {gold_line}, the \
                 system's line {system_line}\n  gold    {gold}\n  system  {theirs}",
                    system.system,
                    number_of(n, "place"),
                ))
            };
        let forms = self.notes.map_or(&[][..], |notes| &notes.other_forms);
        let form = |(system, n): (&Evaluation<DependencyCounts>, &u64)| {
            (*n > 0).then(|| {
                let n = number_of(*n, "sentence");
                format!("{}: {n} in another form of Unicode than gold's", system.system)
            })
        };
        let forms = systems.iter().zip(forms).filter_map(form);
        systems.iter().zip(differences).filter_map(note).chain(forms).collect()
    }

    fn sentence_table(
        &self,
        name: &'static str,
        title: &str,
        rows: Vec<&Row<DependencyCounts>>,
    ) -> Table {
        let measures = |counts: &DependencyCounts| {
            let all = counts.measures(self.preset).into_iter();
            all.filter(|measure| !["Tokens", "Sentences", "AllTags"].contains(&measure.name))
        };
        let main = measures(&DependencyCounts::default())
            .map(|measure| Column::headed(measure.name, measure.name));
        let mut columns = vec![
            Column::new("sentence"),
            Column::new("sentences"),
            Column::headed("length", "words"),
            Column::new("depth"),
        ];
        columns.extend(main);
        columns.push(Column::new("skipped"));
        let cells = |row: &Row<DependencyCounts>| {
            let counts = match &row.outcome.result {
                Ok(counts) => *counts,
                Err(skipped) => skipped.missed,
            };
            let mut cells = vec![
                Cell::Count(row.sentence),
                Cell::Count(counts.sentences_gold),
                Cell::Count(u64::from(row.outcome.size.length)),
                Cell::Count(u64::from(row.outcome.size.depth)),
            ];
            let scored = row.outcome.result.is_ok();
            let f1 = |measure: Measure| Cell::Share(measure.f1().filter(|_| scored));
            cells.extend(measures(&counts).map(f1));
            cells.push(why_skipped(row));
            cells
        };
        Table {
            name,
            title: title.to_string(),
            columns,
            rows: rows.into_iter().map(cells).collect(),
            shown: Shown::Everywhere,
        }
    }
}

/// What is said where a sentence is lost in a file whose sentences nothing aligns.
const LOST: &str = "a sentence is missing or too many, and all that follow stand beside others: let the parser return \
                    something for every sentence";

/// Sentences that could not be scored, with what helps here where words differ.
fn skipped(evaluation: &Evaluation<DependencyCounts>) -> Vec<SkippedRow> {
    let mut rows = SkippedRow::all(evaluation);
    let differs = |reason: &str| ["length_mismatch", "word_mismatch"].contains(&reason);
    let is_lost = |reason: &str| ["system_missing", "gold_missing"].contains(&reason);
    // Facts as text have other names and no columns, which the preset for these cannot read.
    let has_columns = evaluation.signature.get("preset") != Some("stanford");
    // Where one side has a sentence more, and not at its end, the last that stand beside each other differ.
    let reason = |row: &Row<DependencyCounts>| {
        row.outcome.result.as_ref().err().map_or("", |skipped| skipped.reason.name())
    };
    let last = evaluation.rows.iter().rev().map(reason).find(|reason| !is_lost(reason));
    let has_lost = rows.iter().any(|row| is_lost(row.reason));
    let is_shifted = has_lost && last.is_some_and(differs);
    for row in &mut rows {
        row.hint = match is_shifted {
            true if !differs(row.reason) && !is_lost(row.reason) => row.hint,
            true if has_columns => Hint::ShiftedDependencies,
            true => Hint::Advice(LOST),
            false if differs(row.reason) && has_columns => Hint::AlignDependencies,
            false => row.hint,
        };
    }
    rows
}

/// Which sentences a table counts.
#[derive(Clone, Copy)]
enum Totals {
    Scored,
    WithMissed,
}

/// Every measure of one system with its counts.
fn measures_table(total: &DependencyCounts, preset: DependencyPreset) -> Table {
    let row = |measure: &Measure| {
        // The scorer's table of counts says it of words, too.
        let words = (measure.name == "Words").then_some(measure.matched);
        vec![
            Cell::Text(measure.name.to_string()),
            Cell::Share(measure.precision()),
            Cell::Share(measure.recall()),
            Cell::Share(measure.f1()),
            Cell::Share(measure.aligned_accuracy()),
            match measure.unit {
                1 => Cell::Count(measure.matched),
                unit => Cell::Number(Some(measure.matched as f64 / unit as f64)),
            },
            Cell::Count(measure.gold),
            Cell::Count(measure.system),
            measure.aligned.or(words).map_or(Cell::Number(None), Cell::Count),
        ]
    };
    Table {
        name: "metrics",
        title: "By measure".to_string(),
        columns: vec![
            Column::new("metric"),
            Column::new("precision"),
            Column::new("recall"),
            Column::headed("f1", "F1"),
            Column::headed("aligned_accuracy", "of aligned"),
            Column::new("matched"),
            Column::new("gold"),
            Column::new("system"),
            Column::new("aligned"),
        ],
        rows: total.measures(preset).iter().map(row).collect(),
        shown: Shown::ByKeyInJson,
    }
}

fn averages_table(systems: &[SystemResult]) -> Table {
    let find = |scores: &[Score], name: &str| {
        scores.iter().find(|score| score.name == name).map(Cell::score)
    };
    let wanted = ["LA", "root_accuracy", "exact_match", "unlabelled_exact_match"];
    let headings = ["LA", "roots", "exact", "unlabelled exact"];
    let means = ["UAS", "LAS", "unlabelled", "labelled"];
    let mean_headings = ["macro UAS", "macro LAS", "macro unlabelled", "macro labelled"];
    let mut columns = vec![Column::new("system")];
    let mut rows: Vec<Vec<Cell>> =
        systems.iter().map(|system| vec![Cell::Text(system.name.clone())]).collect();
    let own = wanted.into_iter().zip(headings).map(|pair| (pair, false));
    let macros = means.into_iter().zip(mean_headings).map(|pair| (pair, true));
    for ((name, heading), is_macro) in own.chain(macros) {
        let cells: Option<Vec<Cell>> = systems
            .iter()
            .map(|system| find(if is_macro { &system.macro_scores } else { &system.scores }, name))
            .collect();
        let Some(cells) = cells else { continue };
        columns.push(Column::headed(name, heading));
        for (row, cell) in rows.iter_mut().zip(cells) {
            row.push(cell);
        }
    }
    let title = "Relations alone, roots, whole sentences, and means over sentences".to_string();
    Table { name: "averages", title, columns, rows, shown: Shown::NotInJson }
}
