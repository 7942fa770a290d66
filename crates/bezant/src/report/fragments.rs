//! What is said about fragments.

use std::collections::BTreeSet;

use crate::counts::Counts;
use crate::evaluation::{Behind, Evaluation, Realigned, Row, sum};
use crate::metric::{Score, Scorer};
use crate::metrics::brackets::Difference;
use crate::metrics::fragments::{
    Concentration, FragmentCounts, Fragments, Interpolated, Limit, MacroCounts, Profile, Scoring,
    concentration,
};
use crate::report::behind::shown_rows;
use crate::report::realigned::{alignment_note, alignment_table, sentences_of_gold};
use crate::report::{
    BucketKey, Cell, Column, Example, Names, Report, Shown, SystemResult, Table, brackets,
    cells_of, why_skipped,
};

/// Which tables are wanted, and how scores are made.
#[derive(Clone, Debug)]
pub struct FragmentReport<'a> {
    /// The gold file's name.
    pub gold: &'a str,
    /// How scores are made of the counts.
    pub scoring: Scoring,
    /// Up to which size.
    pub max_size: Limit,
    /// Limits that are scored side by side, as in the paper's first table.
    pub limits: Vec<Limit>,
    /// Lengths up to which sentences are scored apart.
    pub cutoffs: Vec<u32>,
    /// Whether the counts of each size are shown to people too; JSON always has them.
    pub by_size: bool,
    /// One row a sentence.
    pub per_sentence: bool,
    /// This many of the worst sentences.
    pub worst: usize,
    /// For each system, the rows that are shown instead of the worst.
    pub picked: Option<Vec<Vec<usize>>>,
    /// What is behind the rows that [`wanted`](FragmentReport::wanted) names; nothing where the
    /// sentences are not at hand.
    pub behind: Behind<Difference>,
    /// For each system, which sentences were not paired in order.
    pub realigned: &'a [Vec<Realigned>],
}

impl FragmentReport<'_> {
    /// What a report can have in it.
    pub fn names() -> Names {
        let scores = Fragments::freval().scores(&FragmentCounts::default());
        let macro_scores: Vec<&'static str> =
            scores.iter().map(|score| score.name).filter(|name| *name != "exact_match").collect();
        let tables =
            ["scores", "limits", "ranks", "cutoff", "sizes", "alignment", "worst", "sentences"];
        Names::new(&scores, &macro_scores, &tables)
            .with_buckets(&[BucketKey::Length, BucketKey::Depth])
            .with_shown(&[])
    }

    /// Each limit once, in the order given, because in JSON they are keys; none goes beyond what
    /// was counted.
    pub fn limits_within(limits: &[Limit], counted: Limit) -> Vec<Limit> {
        let mut all: Vec<Limit> = Vec::new();
        for limit in limits.iter().map(|limit| *limit.min(&counted)) {
            if !all.contains(&limit) {
                all.push(limit);
            }
        }
        all
    }

    /// For each system, the rows whose sentences are shown.
    pub fn wanted(&self, systems: &[Evaluation<FragmentCounts>]) -> Vec<BTreeSet<usize>> {
        let rows = |(at, system)| self.rows(at, system).into_iter().collect();
        systems.iter().enumerate().map(rows).collect()
    }

    /// Everything about these systems. Evaluations share one signature.
    pub fn build(&self, systems: &[Evaluation<FragmentCounts>]) -> Report {
        let concentrations: Vec<Vec<Concentration>> = systems
            .iter()
            .map(|system| {
                concentration(system.counted().map(|(row, counts)| (row.sentence, counts)))
            })
            .collect();
        let all = systems.iter().zip(&concentrations).enumerate();
        let results: Vec<SystemResult> = all
            .map(|(at, (system, concentrations))| self.system(at, system, concentrations))
            .collect();
        let mut tables = vec![self.main_table(systems, &results)];
        if !self.limits.is_empty() {
            tables.push(self.limits_over_systems(systems));
        }
        if systems.len() > 1 && self.limits.len() > 1 {
            tables.push(self.rank_table(systems));
        }
        tables.extend(self.cutoffs.iter().map(|&cutoff| self.cutoff_table(cutoff, systems)));
        let mut notes = self.notes(systems, &concentrations);
        let realigned = systems.iter().zip(self.realigned);
        notes.extend(realigned.filter_map(|(system, it)| alignment_note(&system.system, it)));
        let main = vec![("flp", "FLP"), ("flr", "FLR"), ("f1", "F1"), ("exact_match", "exact")];
        Report {
            systems: results,
            tables,
            notes,
            main,
            // There are none unless somebody asks.
            asked: vec!["cutoff"],
            ..Report::about("fragments", self.gold, systems)
        }
    }

    fn system(
        &self,
        at: usize,
        evaluation: &Evaluation<FragmentCounts>,
        concentrations: &[Concentration],
    ) -> SystemResult {
        let total = evaluation.total();
        let worst = self.rows(at, evaluation);
        let mut tables = vec![self.size_table(&total, concentrations), self.limit_table(&total)];
        if !self.cutoffs.is_empty() {
            tables.push(self.cutoff_sizes(evaluation));
        }
        tables.extend(self.realigned.get(at).and_then(|it| alignment_table(it)));
        if self.worst > 0 && self.picked.is_none() {
            let title = "The worst sentences".to_string();
            let rows = worst.iter().map(|at| &evaluation.rows[*at]);
            tables.push(self.sentence_table("worst", title, rows.collect()));
        }
        if self.per_sentence {
            let rows = evaluation.rows.iter().collect();
            tables.push(self.sentence_table("sentences", "Every sentence".to_string(), rows));
        }
        let means = macro_total(evaluation);
        SystemResult {
            scores: self.scores_of(&total),
            scores_with_missed: self.scores_of(&evaluation.with_missed(total.clone())),
            macro_scores: self.scores(&means),
            macro_with_missed: self.scores(&means_with_missed(means, evaluation)),
            counts: vec![("sentences", total.sentences())],
            tables,
            examples: self.examples(at, evaluation, &worst),
            ..SystemResult::about(evaluation)
        }
    }

    fn scores_of(&self, total: &FragmentCounts) -> Vec<Score> {
        let mut scores = self.scores(total);
        scores.push(Score::share("exact_match", total.exact_match()));
        scores
    }

    /// In the order of [`Fragments`](crate::metrics::fragments::Fragments), F1 first.
    fn scores(&self, profile: &impl Profile) -> Vec<Score> {
        let Interpolated { flp, flr, f1, .. } = self.scoring.interpolate(profile, self.max_size);
        vec![Score::share("f1", f1), Score::share("flp", flp), Score::share("flr", flr)]
    }

    /// In the order of tables, F1 last.
    fn cells(&self, profile: &impl Profile, limit: Limit) -> [Cell; 3] {
        let Interpolated { flp, flr, f1, .. } = self.scoring.interpolate(profile, limit);
        [flp, flr, f1].map(Cell::Share)
    }

    fn main_table(
        &self,
        systems: &[Evaluation<FragmentCounts>],
        results: &[SystemResult],
    ) -> Table {
        let any_skipped = results.iter().any(|system| !system.skipped.is_empty());
        let mut columns = vec![
            Column::new("system"),
            Column::headed("flp", "FLP"),
            Column::headed("flr", "FLR"),
            Column::headed("f1", "F1"),
            Column::headed("macro_flp", "macro FLP"),
            Column::headed("macro_flr", "macro FLR"),
            Column::headed("macro_f1", "macro F1"),
            Column::headed("exact_match", "exact"),
        ];
        if any_skipped {
            columns.push(Column::headed("f1_with_missed", "F1, skipped as missed"));
        }
        let rows = results
            .iter()
            .map(|system| {
                let mut row = vec![Cell::Text(system.name.clone())];
                for scores in [&system.scores, &system.macro_scores] {
                    row.extend(cells_of(scores, &["flp", "flr", "f1"]));
                }
                row.extend(cells_of(&system.scores, &["exact_match"]));
                if any_skipped {
                    row.extend(cells_of(&system.scores_with_missed, &["f1"]));
                }
                row
            })
            .collect();
        let sentences = sentences_of_gold(systems);
        let sizes = match self.max_size {
            Limit::All => "all sizes".to_string(),
            limit => format!("sizes 1–{limit}"),
        };
        let title = format!("fragments against {}, {sentences}, {sizes}", self.gold);
        Table { name: "scores", title, columns, rows, shown: Shown::NotInJson }
    }

    /// One row a system, three columns a limit.
    fn limits_over_systems(&self, systems: &[Evaluation<FragmentCounts>]) -> Table {
        let mut columns = vec![Column::new("system")];
        for limit in &self.limits {
            let sizes = sizes_up_to(*limit);
            for (name, heading) in [("flr", "FLR"), ("flp", "FLP"), ("f1", "F1")] {
                columns
                    .push(Column::headed(format!("{name}_{limit}"), format!("{heading} {sizes}")));
            }
        }
        let rows = systems
            .iter()
            .map(|system| {
                let total = system.total();
                let mut row = vec![Cell::Text(system.system.clone())];
                for limit in &self.limits {
                    let [flp, flr, f1] = self.cells(&total, *limit);
                    row.extend([flr, flp, f1]);
                }
                row
            })
            .collect();
        let title = "By largest size".to_string();
        Table { name: "limits", title, columns, rows, shown: Shown::NotInJson }
    }

    /// Who is best up to each size: the order of systems may change with it, which is what the paper is
    /// about. Systems with the same score share a rank.
    fn rank_table(&self, systems: &[Evaluation<FragmentCounts>]) -> Table {
        let totals: Vec<FragmentCounts> = systems.iter().map(Evaluation::total).collect();
        let mut columns = vec![Column::new("system")];
        let names = systems.iter().map(|system| vec![Cell::Text(system.system.clone())]);
        let mut rows: Vec<Vec<Cell>> = names.collect();
        for limit in &self.limits {
            let heading = format!("rank {}", sizes_up_to(*limit));
            columns.push(Column::headed(format!("rank_{limit}"), heading));
            let f1 = |total: &FragmentCounts| self.scoring.interpolate(total, *limit).f1;
            let scores: Vec<Option<f64>> = totals.iter().map(f1).collect();
            for (row, score) in rows.iter_mut().zip(&scores) {
                let better = scores.iter().filter(|other| *other > score).count() as u64;
                row.push(score.map_or(Cell::Nothing, |_| Cell::Count(1 + better)));
            }
        }
        let title = "Rank by F1 and largest size".to_string();
        Table { name: "ranks", title, columns, rows, shown: Shown::Everywhere }
    }

    fn limit_table(&self, total: &FragmentCounts) -> Table {
        let rows = self
            .limits
            .iter()
            .map(|limit| {
                [&[Cell::Text(limit.to_string())][..], &self.cells(total, *limit)].concat()
            })
            .collect();
        let columns = ["limit", "flp", "flr", "f1"].map(Column::new).to_vec();
        let title = "By largest size".to_string();
        Table { name: "limits", title, columns, rows, shown: Shown::OnlyInJsonByKey }
    }

    fn cutoff_table(&self, cutoff: u32, systems: &[Evaluation<FragmentCounts>]) -> Table {
        let rows = systems
            .iter()
            .map(|system| {
                let total = short(cutoff, system);
                let mut row = vec![
                    Cell::Text(system.system.clone()),
                    Cell::Count(u64::from(cutoff)),
                    Cell::Count(total.sentences()),
                ];
                row.extend(self.cells(&total, self.max_size));
                row.push(Cell::Share(total.exact_match()));
                row
            })
            .collect();
        let columns = vec![
            Column::new("system"),
            Column::new("length"),
            Column::new("sentences"),
            Column::headed("flp", "FLP"),
            Column::headed("flr", "FLR"),
            Column::headed("f1", "F1"),
            Column::headed("exact_match", "exact"),
        ];
        let title = format!("Sentences of up to {cutoff} words");
        Table { name: "cutoff", title, columns, rows, shown: Shown::NotInJson }
    }

    /// Counts by size of the sentences up to each length, for scripts.
    fn cutoff_sizes(&self, evaluation: &Evaluation<FragmentCounts>) -> Table {
        let mut columns = size_columns();
        columns.insert(0, Column::new("length"));
        let mut rows = Vec::new();
        for &cutoff in &self.cutoffs {
            let length = [Cell::Count(u64::from(cutoff))];
            let sizes = short(cutoff, evaluation).sizes();
            rows.extend(sizes.iter().map(|size| [length.to_vec(), size_cells(size)].concat()));
        }
        let title = "By length and size".to_string();
        Table { name: "cutoff_sizes", title, columns, rows, shown: Shown::OnlyInJson }
    }

    fn size_table(&self, total: &FragmentCounts, concentrations: &[Concentration]) -> Table {
        let alphas = self.scoring.alphas(total, self.max_size);
        let mut columns = size_columns();
        columns.push(Column::new("weight"));
        columns.push(Column::headed("sentences_with_half", "half in"));
        columns.push(Column::new("largest_sentence"));
        columns.push(Column::headed("largest_share", "its share"));
        let rows = total
            .sizes()
            .iter()
            .map(|size| {
                let here = concentrations.iter().find(|found| found.size == size.size);
                let mut row = size_cells(size);
                row.push(Cell::Share(Some(alphas.get(size.size - 1).copied().unwrap_or(0.0))));
                row.push(Cell::Count(here.map_or(0, |here| here.half)));
                row.push(Cell::Count(here.map_or(0, |here| here.first)));
                row.push(Cell::Share(here.map(|here| here.share)));
                row
            })
            .collect();
        let shown = if self.by_size { Shown::Everywhere } else { Shown::OnlyInJson };
        Table { name: "sizes", title: "By size".to_string(), columns, rows, shown }
    }

    /// Whether the micro average is one sentence's score. Systems for which the same is to be said
    /// share a note.
    fn notes(
        &self,
        systems: &[Evaluation<FragmentCounts>],
        concentrations: &[Vec<Concentration>],
    ) -> Vec<String> {
        let mut notes: Vec<(String, Vec<&str>)> = Vec::new();
        for (system, concentrations) in systems.iter().zip(concentrations) {
            let Some(warning) = self.warning(system, concentrations) else { continue };
            match notes.iter_mut().find(|(note, _)| *note == warning) {
                Some((_, names)) => names.push(&system.system),
                None => notes.push((warning, vec![&system.system])),
            }
        }
        notes.into_iter().map(|(note, names)| format!("{}: {note}", names.join(", "))).collect()
    }

    fn warning(
        &self,
        system: &Evaluation<FragmentCounts>,
        concentrations: &[Concentration],
    ) -> Option<String> {
        let alphas = self.scoring.alphas(&system.total(), self.max_size);
        let weight = |size: usize| alphas.get(size - 1).copied().unwrap_or(0.0);
        let sizes: Vec<_> = concentrations
            .iter()
            .filter(|found| found.one_decides && weight(found.size) > 0.0)
            .collect();
        let (first, last) = (sizes.first()?, sizes.last()?);
        Some(format!(
            "one sentence holds more than half of gold's fragments at {} of the sizes {} to {}, which carry \
             {:.0} % of the weight (at size {}: sentence {}, {:.1} %). The macro scores give every sentence \
             the same say.",
            sizes.len(),
            first.size,
            last.size,
            100.0 * sizes.iter().map(|found| weight(found.size)).sum::<f64>(),
            last.size,
            last.first,
            100.0 * last.share,
        ))
    }

    /// The rows of a system that are shown.
    fn rows(&self, at: usize, evaluation: &Evaluation<FragmentCounts>) -> Vec<usize> {
        let badness = |counts: &FragmentCounts| self.scoring.badness(counts, self.max_size);
        shown_rows((at, evaluation), (&self.picked, self.worst), badness)
    }

    /// The worst sentences, with the brackets that only one side has.
    fn examples(
        &self,
        at: usize,
        evaluation: &Evaluation<FragmentCounts>,
        worst: &[usize],
    ) -> Vec<Example> {
        let Some(behind) = self.behind.get(at) else { return Vec::new() };
        let one = |at: &usize| {
            let row = &evaluation.rows[*at];
            let counts = row.outcome.result.as_ref().ok()?;
            let f1 = self.scoring.interpolate(counts, self.max_size).f1;
            Some(brackets::example(row.sentence, Score::share("f1", f1), behind.get(at)?))
        };
        worst.iter().filter_map(one).collect()
    }

    fn sentence_table(
        &self,
        name: &'static str,
        title: String,
        rows: Vec<&Row<FragmentCounts>>,
    ) -> Table {
        let columns =
            ["sentence", "length", "depth", "largest_size", "flp", "flr", "f1", "skipped"];
        let cells = |row: &Row<FragmentCounts>| {
            let nothing = FragmentCounts::default();
            let counts = row.outcome.result.as_ref().unwrap_or(&nothing);
            let mut cells = vec![
                Cell::Count(row.sentence),
                Cell::Count(u64::from(row.outcome.size.length)),
                Cell::Count(u64::from(row.outcome.size.depth)),
                Cell::Count(counts.largest() as u64),
            ];
            cells.extend(self.cells(counts, self.max_size));
            cells.push(why_skipped(row));
            cells
        };
        Table {
            name,
            title,
            columns: columns.map(Column::new).to_vec(),
            rows: rows.into_iter().map(cells).collect(),
            shown: Shown::Everywhere,
        }
    }
}

/// What sizes up to a limit are called.
fn sizes_up_to(limit: Limit) -> String {
    match limit {
        Limit::All => "all".to_string(),
        Limit::UpTo(one) if one.get() == 1 => "1".to_string(),
        Limit::UpTo(size) => format!("1–{size}"),
    }
}

fn macro_total(evaluation: &Evaluation<FragmentCounts>) -> MacroCounts {
    MacroCounts::sum(evaluation.counted().map(|(_, counts)| counts))
}

/// The same with every sentence that could not be scored, in which all of gold was missed.
fn means_with_missed(
    mut means: MacroCounts,
    evaluation: &Evaluation<FragmentCounts>,
) -> MacroCounts {
    for (row, skipped) in evaluation.skipped() {
        means.add(&MacroCounts::of(&skipped.missed), row.n_sentences);
    }
    means
}

/// The sum over the sentences up to a length.
fn short(cutoff: u32, evaluation: &Evaluation<FragmentCounts>) -> FragmentCounts {
    let short = evaluation.counted().filter(|(row, _)| row.outcome.size.length <= cutoff);
    sum(short.map(|(_, counts)| counts))
}

fn size_columns() -> Vec<Column> {
    let mut columns =
        ["size", "gold", "system", "matched", "precision", "recall"].map(Column::new).to_vec();
    columns.push(Column::headed("f1", "F1"));
    columns
}

fn size_cells(size: &crate::metrics::fragments::SizeScores) -> Vec<Cell> {
    vec![
        Cell::Count(size.size as u64),
        Cell::Digits(size.gold.to_string()),
        Cell::Digits(size.system.to_string()),
        Cell::Digits(size.matched.to_string()),
        Cell::Share(size.precision),
        Cell::Share(size.recall),
        Cell::Share(size.f1),
    ]
}
