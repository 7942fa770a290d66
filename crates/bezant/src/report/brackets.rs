//! What is said about brackets.

mod sentences;

use std::collections::{BTreeMap, BTreeSet};

use crate::comparison::Said;
use crate::counts::Tally;
use crate::evaluation::{Behind, Evaluation, Realigned, Row, sum};
use crate::metric::{Score, heading, lower_is_better};
use crate::metrics::brackets::{
    BracketCounts, BracketDetails, BracketScores, Classes, Constituent, Difference, LabelConfusion,
};
use crate::report::behind::shown_rows;
use crate::report::brackets::sentences::sentence_table;
use crate::report::classes::{bracket_classes, fact, unclassified_note, unclassified_table};
use crate::report::means::{means, tally_scores};
use crate::report::realigned::{alignment_note, alignment_table, sentences_of_gold};
use crate::report::tallies::tally_table;
use crate::report::{
    BucketKey, Cell, Column, Drawing, Example, Fact, Names, Report, Shown, SystemResult, Table,
    cells_of,
};

/// Which tables are wanted beside the scores.
#[derive(Clone, Debug, Default)]
pub struct BracketReport<'a> {
    /// The gold file's name.
    pub gold: &'a str,
    /// Length up to which a second table of scores is made.
    pub cutoff: Option<u32>,
    /// One row a sentence.
    pub per_sentence: bool,
    /// This many of the worst sentences.
    pub worst: usize,
    /// For each system, the rows that are shown instead of the worst.
    pub picked: Option<Vec<Vec<usize>>>,
    /// What was noted beside the rows, one entry a system; labels are shown if there are any.
    pub details: &'a [BracketDetails],
    /// By whose rules errors were put into classes, which are shown.
    pub classes: Classes,
    /// What is behind the rows that [`wanted`](BracketReport::wanted) names; nothing where the
    /// sentences are not at hand.
    pub behind: Behind<Difference>,
    /// For each system, which sentences were not paired in order.
    pub realigned: &'a [Vec<Realigned>],
    /// The same files under other conventions: what is different, and one evaluation a system.
    pub conventions: Vec<(String, &'a [Evaluation<BracketCounts>])>,
}

impl BracketReport<'_> {
    /// What a report can have in it.
    pub fn names() -> Names {
        let tables = [
            "scores",
            "scores_with_missed",
            "averages",
            "measures",
            "words",
            "cutoff",
            "labels",
            "confusions",
            "tags",
            "tag_confusions",
            "functions",
            "classes",
            "conventions",
            "alignment",
            "n_best",
            "n_best_curve",
            "worst",
            "sentences",
        ];
        Names::new(&BracketCounts::default().scores(), &["precision", "recall", "f1"], &tables)
            .with_buckets(&[BucketKey::Length, BucketKey::Depth])
            .with_shown(&["labels", "confusions", "tags", "tag_confusions", "functions", "classes"])
    }

    /// For each system, the rows whose sentences are shown.
    pub fn wanted(&self, systems: &[Evaluation<BracketCounts>]) -> Vec<BTreeSet<usize>> {
        let rows = |(at, system)| self.rows(at, system).into_iter().collect();
        systems.iter().enumerate().map(rows).collect()
    }

    /// The rows of a system that are shown.
    fn rows(&self, at: usize, evaluation: &Evaluation<BracketCounts>) -> Vec<usize> {
        shown_rows((at, evaluation), (&self.picked, self.worst), BracketCounts::badness)
    }

    /// The tables of what was noted, behind whose cells sentences can be shown.
    pub fn tables_of(notes: &[BracketDetails], system: usize) -> Vec<Table> {
        let Some(details) = notes.get(system) else { return Vec::new() };
        let mut tables = noted_tables(details);
        if !details.classes.classes.is_empty() {
            tables.push(bracket_classes(&details.classes));
        }
        tables
    }

    /// What both sides say of the same spans: their labels.
    pub fn said(notes: &[BracketDetails], system: usize) -> Vec<Said> {
        let Some(details) = notes.get(system) else { return Vec::new() };
        let both = details.labels.iter();
        let both =
            both.map(|(label, tally)| (Some(label.clone()), Some(label.clone()), tally.matched));
        let differ = details.confusions.iter();
        let differ =
            differ.map(|(confusion, n)| (confusion.gold.clone(), confusion.system.clone(), *n));
        both.chain(differ).collect()
    }

    /// Everything about these systems. Evaluations share one signature.
    pub fn build(&self, systems: &[Evaluation<BracketCounts>]) -> Report {
        let results: Vec<SystemResult> =
            systems.iter().enumerate().map(|(at, system)| self.system(at, system)).collect();
        let mut tables =
            vec![main_table("scores", self.title(systems), &results, &MAIN, |it| &it.scores)];
        tables[0].shown = Shown::NotInJson;
        if results.iter().any(|system| !system.skipped.is_empty()) {
            let title = "Skipped sentences counted as missed".to_string();
            let names: Vec<&'static str> =
                MAIN.iter().copied().filter(|name| !lower_is_better(name)).collect();
            let mut table = main_table("scores_with_missed", title, &results, &names, |it| {
                &it.scores_with_missed
            });
            table.shown = Shown::NotInJson;
            tables.push(table);
        }
        tables.push(averages_table(&results));
        tables.extend(measures_table(&results));
        let first = systems.first().map(|system| BracketScores::of(&system.signature));
        let scored = first.unwrap_or_default();
        tables.extend(scored.words.then(|| words_table(&results)));
        if let Some(cutoff) = self.cutoff {
            tables.push(cutoff_table(cutoff, systems));
        }
        let notes = self.notes(systems);
        let words = scored.words.then_some("word_f1");
        let mean = scored.sentences.then_some("sentence_f1");
        let main = mean.into_iter().chain(MAIN[..5].iter().copied()).chain(words);
        let main = main.map(|name| (name, heading(name))).collect();
        let mut report = Report {
            systems: results,
            tables,
            notes,
            main,
            ..Report::about("brackets", self.gold, systems)
        };
        // Counts are the same without, so that only reports name it.
        if let Some(first) = systems.first().filter(|_| self.classes != Classes::None) {
            let signature = first.signature.clone().with("classes", self.classes.name());
            report.signature = signature.to_string();
        }
        report
    }

    /// Which systems have sentences that were aligned, and how their tokens differ.
    fn notes(&self, systems: &[Evaluation<BracketCounts>]) -> Vec<String> {
        let totals: Vec<BracketCounts> = systems.iter().map(Evaluation::total).collect();
        let note = |(at, system): (usize, &Evaluation<BracketCounts>)| {
            let n = totals[at].rare.aligned;
            let tokens = self
                .details
                .get(at)
                .map_or_else(String::new, |details| format!(" (tokens: {})", details.differences));
            (n > 0).then(|| format!("{}: {n} aligned{tokens}", system.system))
        };
        let mut notes: Vec<String> = systems.iter().enumerate().filter_map(note).collect();
        notes.extend(systems.iter().zip(&totals).filter_map(|(system, total)| {
            let n = total.rare.not_measured;
            let s = if n == 1 { "" } else { "s" };
            let why = "aligned, or too large for it";
            (n > 0)
                .then(|| format!("{}: {n} measure{s} not taken of a tree ({why})", system.system))
        }));
        notes.extend(sentences::no_gaps(systems));
        let detailed = systems.iter().zip(self.details);
        notes.extend(
            detailed.filter_map(|(system, it)| unclassified_note(&system.system, &it.classes)),
        );
        let realigned = systems.iter().zip(self.realigned);
        notes.extend(realigned.filter_map(|(system, it)| alignment_note(&system.system, it)));
        let mut others =
            self.conventions.iter().flat_map(|(_, others)| systems.iter().zip(*others));
        if others.any(|(base, other)| has_others(base, other)) {
            let mark = OTHERS.trim_start();
            notes.push(format!(
                "{mark} other sentences can be scored than as asked: the points are about them, too"
            ));
        }
        notes
    }

    fn title(&self, systems: &[Evaluation<BracketCounts>]) -> String {
        let sentences = sentences_of_gold(systems);
        format!("brackets against {}, {sentences}", self.gold)
    }

    fn system(&self, at: usize, evaluation: &Evaluation<BracketCounts>) -> SystemResult {
        let total = evaluation.total();
        let scored = BracketScores::of(&evaluation.signature);
        let worst = self.rows(at, evaluation);
        let mut tables: Vec<Table> = Vec::new();
        if let Some(details) = self.details.get(at) {
            tables.extend(noted_tables(details));
            if self.classes != Classes::None {
                let classes = &details.classes;
                tables.extend([bracket_classes(classes), unclassified_table(classes)]);
            }
        }
        if !self.conventions.is_empty() {
            tables.extend(self.convention_tables(at, evaluation));
        }
        tables.extend(self.realigned.get(at).and_then(|it| alignment_table(it)));
        if self.worst > 0 && self.picked.is_none() {
            let title = "The worst sentences".to_string();
            let rows = worst.iter().map(|at| &evaluation.rows[*at]);
            tables.push(sentence_table(scored, "worst", title, rows.collect()));
        }
        if self.per_sentence {
            let rows = evaluation.rows.iter().collect();
            tables.push(sentence_table(scored, "sentences", "Every sentence".to_string(), rows));
        }
        let means = means(evaluation, |counts| tally_scores(counts.brackets()));
        SystemResult {
            scores: scored.scores(&total),
            scores_with_missed: with_missed(scored, &evaluation.with_missed(total.clone())),
            macro_scores: means.scored,
            macro_with_missed: means.with_missed,
            counts: total.known(),
            tables,
            examples: self.examples(at, evaluation, &worst),
            ..SystemResult::about(evaluation)
        }
    }

    /// The worst sentences, with the brackets that only one side has.
    fn examples(
        &self,
        at: usize,
        evaluation: &Evaluation<BracketCounts>,
        worst: &[usize],
    ) -> Vec<Example> {
        let Some(behind) = self.behind.get(at) else { return Vec::new() };
        let one = |row: &usize| {
            let difference = behind.get(row)?;
            let score = Score::share("f1", difference.counts.brackets().f1());
            Some(example(evaluation.rows[*row].sentence, score, difference))
        };
        worst.iter().filter_map(one).collect()
    }

    /// What other conventions would say; for people with a mark where that is about other sentences.
    fn convention_tables(&self, at: usize, base: &Evaluation<BracketCounts>) -> Vec<Table> {
        let table = self.convention_table(at, base);
        let mut marked = table.clone();
        for (name, evaluations) in &self.conventions {
            if !evaluations.get(at).is_some_and(|other| has_others(base, other)) {
                continue;
            }
            let is_it = |cell: &&mut Cell| matches!(cell, Cell::Text(found) if found == name);
            if let Some(cell) = marked.rows.iter_mut().map(|row| &mut row[0]).find(is_it) {
                *cell = Cell::Text(format!("{name}{OTHERS}"));
            }
        }
        if marked == table {
            return vec![table];
        }
        marked.shown = Shown::NotInJson;
        vec![marked, Table { shown: Shown::OnlyInJson, ..table }]
    }

    /// What other conventions would say.
    fn convention_table(&self, at: usize, base: &Evaluation<BracketCounts>) -> Table {
        let f1 = |counts: &BracketCounts| counts.brackets().f1();
        let base_f1 = f1(&base.total());
        let row = |name: &str, total: &BracketCounts, changed: u64| {
            let change = f1(total).zip(base_f1).map(|(new, old)| new - old);
            vec![
                Cell::Text(name.to_string()),
                Cell::Share(total.brackets().precision()),
                Cell::Share(total.brackets().recall()),
                Cell::Share(f1(total)),
                Cell::Points(change),
                Cell::Count(changed),
                Cell::Count(total.sentences),
            ]
        };
        // The mean over sentences has no precision and recall.
        let mean = |name: &str, other: &Evaluation<BracketCounts>, changed: u64| {
            let total = other.total();
            let scores = BracketScores::of(&other.signature).scores(&total);
            let mean = scores.into_iter().find(|score| score.name == "sentence_f1")?;
            Some(vec![
                Cell::Text(format!("{name}, sentence F1")),
                Cell::Share(None),
                Cell::Share(None),
                Cell::score(&mean),
                Cell::Points(None),
                Cell::Count(changed),
                Cell::Count(total.sentences),
            ])
        };
        let mut rows = vec![row("as asked", &base.total(), 0)];
        rows.extend(mean("as asked", base, 0));
        for (name, evaluations) in &self.conventions {
            let Some(other) = evaluations.get(at) else { continue };
            let pairs = base.rows.iter().zip(&other.rows);
            let changed = pairs.filter(|(one, two)| differ(one, two)).count() as u64;
            rows.push(row(name, &other.total(), changed));
            rows.extend(mean(name, other, changed));
        }
        let n_skipped = base.skipped().count() as u64;
        rows.push(row("skipped sentences counted as missed", &base.total_with_missed(), n_skipped));
        for limit in
            [10, 40].into_iter().chain(self.cutoff.filter(|cutoff| ![10, 40].contains(cutoff)))
        {
            let short = base.counted().filter(|(row, _)| row.outcome.size.length <= limit);
            let total = sum(short.map(|(_, counts)| counts));
            let left_out = base.total().sentences.saturating_sub(total.sentences);
            rows.push(row(&format!("only sentences of up to {limit} words"), &total, left_out));
        }
        Table {
            name: "conventions",
            title: "The same files under other conventions".to_string(),
            columns: vec![
                Column::new("convention"),
                Column::new("precision"),
                Column::new("recall"),
                Column::headed("f1", "F1"),
                Column::headed("change", "points"),
                Column::new("sentences_changed"),
                Column::new("sentences"),
            ],
            rows,
            shown: Shown::Everywhere,
        }
    }
}

/// What marks a convention under which other sentences can be scored.
const OTHERS: &str = " *";

/// Whether under another convention other sentences can be scored.
fn has_others(base: &Evaluation<BracketCounts>, other: &Evaluation<BracketCounts>) -> bool {
    let mut pairs = base.rows.iter().zip(&other.rows);
    pairs.any(|(one, two)| one.outcome.result.is_ok() != two.outcome.result.is_ok())
}

/// Whether two conventions see a sentence differently.
fn differ(one: &Row<BracketCounts>, two: &Row<BracketCounts>) -> bool {
    let brackets =
        |row: &Row<BracketCounts>| row.outcome.result.as_ref().ok().map(BracketCounts::brackets);
    brackets(one) != brackets(two)
}

/// The columns of the main tables.
const MAIN: [&str; 8] = [
    "precision",
    "recall",
    "f1",
    "exact_match",
    "tag_accuracy",
    "average_crossing",
    "no_crossing",
    "two_or_less_crossing",
];

fn columns_of(names: &[&'static str]) -> impl Iterator<Item = Column> {
    names.iter().map(|name| Column::headed(*name, heading(name)))
}

/// The scores that count skipped sentences as missed. What should be low would gain by them: where
/// nothing was found, nothing crosses.
fn with_missed(scored: BracketScores, total: &BracketCounts) -> Vec<Score> {
    let mut scores = scored.scores(total);
    scores.retain(|score| !lower_is_better(score.name));
    scores
}

fn main_cells(scores: &[Score]) -> Vec<Cell> {
    cells_of(scores, &MAIN)
}

fn main_table(
    name: &'static str,
    title: String,
    systems: &[SystemResult],
    names: &[&'static str],
    scores: impl Fn(&SystemResult) -> &[Score],
) -> Table {
    let row = |system| {
        let name = |system: &SystemResult| vec![Cell::Text(system.name.clone())];
        [name(system), cells_of(scores(system), names)].concat()
    };
    let rows = systems.iter().map(row).collect();
    let columns = [Column::new("system")].into_iter().chain(columns_of(names)).collect();
    Table { name, title, columns, rows, shown: Shown::Everywhere }
}

fn averages_table(systems: &[SystemResult]) -> Table {
    let columns = vec![
        Column::new("system"),
        Column::headed("unlabelled_precision", "unlabelled P"),
        Column::headed("unlabelled_recall", "unlabelled R"),
        Column::headed("unlabelled_f1", "unlabelled F1"),
        Column::headed("macro_precision", "macro P"),
        Column::headed("macro_recall", "macro R"),
        Column::headed("macro_f1", "macro F1"),
    ];
    let unlabelled = ["unlabelled_precision", "unlabelled_recall", "unlabelled_f1"];
    let rows = systems
        .iter()
        .map(|system| {
            let mut row = vec![Cell::Text(system.name.clone())];
            row.extend(cells_of(&system.scores, &unlabelled));
            row.extend(cells_of(&system.macro_scores, &["precision", "recall", "f1"]));
            row
        })
        .collect();
    let title = "Unlabelled, and means over sentences".to_string();
    Table { name: "averages", title, columns, rows, shown: Shown::NotInJson }
}

/// Scores that not every evaluation has.
const MEASURES: [&str; 10] = [
    "sentence_f1",
    "function_precision",
    "function_recall",
    "function_f1",
    "function_accuracy",
    "discontinuous_precision",
    "discontinuous_recall",
    "discontinuous_f1",
    "leaf_ancestor",
    "tree_edit_distance",
];

/// What there is beside scores of brackets, if there is anything.
fn measures_table(systems: &[SystemResult]) -> Option<Table> {
    let has = |name: &str| systems.iter().flat_map(|it| &it.scores).any(|it| it.name == name);
    let names: Vec<&'static str> = MEASURES.into_iter().filter(|name| has(name)).collect();
    let title = match names.as_slice() {
        [] => return None,
        ["sentence_f1"] => "Mean of the F1 of sentences",
        ["function_precision", ..] if names.len() == 4 => "Functions of right brackets",
        ["sentence_f1" | "function_precision", ..] => "What else is measured",
        [first, ..] if first.starts_with("disc") && names.len() == 3 => "Brackets with gaps",
        [first, ..] if first.starts_with("disc") => "Brackets with gaps, and whole trees",
        _ => "Whole trees",
    };
    let title = title.to_string();
    let mut table = main_table("measures", title, systems, &names, |it| &it.scores);
    table.shown = Shown::NotInJson;
    Some(table)
}

/// Words that both sides have, over the sentences that were scored.
fn words_table(systems: &[SystemResult]) -> Table {
    let names = ["word_precision", "word_recall", "word_f1"];
    let row = |system: &SystemResult| {
        let mut row = vec![Cell::Text(system.name.clone())];
        row.extend(cells_of(&system.scores, &names));
        let n = |name: &str| system.counts.iter().find(|(other, _)| *other == name);
        let n = |name: &str| Cell::Count(n(name).map_or(0, |(_, n)| *n));
        row.extend(["words_lost", "words_extra"].map(n));
        row
    };
    let counts = ["words_lost", "words_extra"].map(Column::new);
    Table {
        name: "words",
        title: "Words that both sides have".to_string(),
        columns: [Column::new("system")]
            .into_iter()
            .chain(columns_of(&names))
            .chain(counts)
            .collect(),
        rows: systems.iter().map(row).collect(),
        shown: Shown::NotInJson,
    }
}

fn cutoff_table(cutoff: u32, systems: &[Evaluation<BracketCounts>]) -> Table {
    let rows = systems
        .iter()
        .map(|system| {
            let short = system.counted().filter(|(row, _)| row.outcome.size.length <= cutoff);
            let total = sum(short.map(|(_, counts)| counts));
            let mut row = vec![Cell::Text(system.system.clone()), Cell::Count(total.sentences)];
            row.extend(main_cells(&total.scores()));
            row
        })
        .collect();
    let all_are_short =
        systems.iter().flat_map(|system| &system.rows).all(|row| row.outcome.size.length <= cutoff);
    let columns = [Column::new("system"), Column::new("sentences")];
    Table {
        name: "cutoff",
        title: format!("Sentences of up to {cutoff} words"),
        columns: columns.into_iter().chain(columns_of(&MAIN)).collect(),
        rows,
        shown: if all_are_short { Shown::OnlyInJson } else { Shown::Everywhere },
    }
}

/// What was noted, without tables of what was not.
fn noted_tables(details: &BracketDetails) -> Vec<Table> {
    let tallies = |name, key, title, of: &BTreeMap<String, Tally>| {
        let mut rows: Vec<_> = of.iter().collect();
        rows.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.gold));
        tally_table(name, key, title, rows)
    };
    let wrong_labels = "Wrong labels on right spans, and spans that only one side has (—)";
    let mut tables = Vec::new();
    if !details.labels.is_empty() {
        tables.push(tallies("labels", "label", "By label", &details.labels));
        tables.push(confusion_table("confusions", wrong_labels, &details.confusions));
    }
    if !details.tags.is_empty() {
        tables.push(tallies("tags", "tag", "By tag", &details.tags));
        let title = "Tags taken for each other";
        tables.push(confusion_table("tag_confusions", title, &details.tag_confusions));
    }
    if !details.functions.is_empty() {
        let title = "By function, on right brackets";
        tables.push(tallies("functions", "function", title, &details.functions));
    }
    tables
}

fn confusion_table(
    name: &'static str,
    title: &str,
    confusions: &BTreeMap<LabelConfusion, u64>,
) -> Table {
    let mut confusions: Vec<_> = confusions.iter().collect();
    confusions.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    let label = |label: &Option<String>| label.clone().map_or(Cell::Nothing, Cell::Text);
    let rows = confusions
        .into_iter()
        .map(|(confusion, n)| {
            vec![label(&confusion.gold), label(&confusion.system), Cell::Count(*n)]
        })
        .collect();
    Table {
        name,
        title: title.to_string(),
        columns: vec![Column::new("gold"), Column::new("system"), Column::new("n")],
        rows,
        shown: Shown::Everywhere,
    }
}

/// A sentence with the brackets that only one side has.
pub(super) fn example(sentence: u64, score: Score, difference: &Difference) -> Example {
    let facts = |side: &'static str, constituents: &[Constituent]| -> Vec<Fact> {
        let fact = |constituent: &Constituent| Fact {
            side,
            label: constituent.label.clone(),
            text: constituent.text.clone(),
        };
        constituents.iter().map(fact).collect()
    };
    Example {
        sentence,
        under: String::new(),
        score,
        text: difference.text.clone(),
        facts: [
            facts("missed", &difference.missed),
            facts("wrong", &difference.wrong),
            difference.errors.iter().map(fact).collect(),
        ]
        .concat(),
        drawing: Drawing::of_trees(&difference.trees),
    }
}
