//! How far files agree of which none is gold: each two of them, and what they say differently.

use std::cmp::Reverse;

use crate::comparison::{Said, TwoFiles};
use crate::counts::Counts;
use crate::evaluation::Evaluation;
use crate::metric::{ScoresOf, heading};
use crate::report::{Cell, Column, Report, Shown, SkippedRow, Table};

/// How many things that are said differently are shown to people.
const MOST: usize = 10;

#[doc(hidden)]
impl Report {
    /// Makes a report about each two files one of their agreement: `files` are in the order of the
    /// evaluations, `things` what they say something of. The sentences in which they differ stay.
    #[must_use]
    pub fn of_agreement<C: Counts>(
        mut self,
        files: &[TwoFiles],
        things: &str,
        systems: &[Evaluation<C>],
        scores: ScoresOf<'_, C>,
    ) -> Report {
        self.metric = "agreement".to_string();
        self.gold.clear();
        let left_out = |system: &Evaluation<C>| {
            let skipped = SkippedRow::all(system);
            let SkippedRow { sentence, message, .. } = skipped.first()?;
            let n = skipped.len();
            Some(format!(
                "{}: {n} left out; the first is sentence {sentence}: {message}",
                system.system
            ))
        };
        self.notes = systems.iter().filter_map(left_out).collect();
        for system in &mut self.systems {
            system.tables.clear();
            system.skipped.clear();
            for fact in system.examples.iter_mut().flat_map(|example| &mut example.facts) {
                fact.side = match fact.side {
                    "missed" => "first",
                    "wrong" => "second",
                    both => both,
                };
            }
        }
        let kappa = format!("kappa of {things}");
        let mut columns = ["a", "b", "sentences"].map(Column::new).to_vec();
        let main = scores(&C::default()).first().map_or("", |score| score.name);
        columns.push(Column::headed(main, heading(main)));
        columns.push(Column::headed("kappa", kappa));
        let row = |(files, system): (&TwoFiles, &Evaluation<C>)| {
            let main = scores(&system.total()).first().map(Cell::score);
            let [a, b] = files.names.clone().map(Cell::Text);
            let n = Cell::Count(system.counted().count() as u64);
            vec![a, b, n, main.unwrap_or(Cell::Nothing), Cell::Number(files.agreement().kappa)]
        };
        let agreement = Table {
            name: "agreement",
            title: format!(
                "Agreement of two ({}, and Cohen's κ of {things} that both have)",
                heading(main)
            ),
            columns,
            rows: files.iter().zip(systems).map(row).collect(),
            shown: Shown::Everywhere,
        };
        self.tables = vec![agreement];
        self.tables.extend(disagreements(files, things));
        self
    }
}

#[doc(hidden)]
impl Report {
    /// Takes the sentences of a report about each two files.
    pub fn show_where(&mut self, two: Report) {
        self.systems = two.systems;
        for system in &mut self.systems {
            system.tables.clear();
            system.skipped.clear();
        }
    }
}

/// What is said differently, most often first: everything for JSON, the most frequent for people.
pub(super) fn disagreements(files: &[TwoFiles], things: &str) -> [Table; 2] {
    let mut all = Vec::new();
    let mut most = Vec::new();
    for TwoFiles { names, said } in files {
        let mut differ: Vec<&Said> = said.iter().filter(|(one, two, _)| one != two).collect();
        differ.sort_by_key(|(.., n)| Reverse(*n));
        let row = |(one, two, n): &&Said| {
            let [a, b] = names.clone().map(Cell::Text);
            let [one, two] = [one, two].map(|said| said.clone().map_or(Cell::Nothing, Cell::Text));
            vec![a, b, one, two, Cell::Count(*n)]
        };
        most.extend(differ.iter().take(MOST).map(row));
        all.extend(differ.iter().map(row));
    }
    let columns = ["a", "b", "a_has", "b_has", "n"].map(Column::new).to_vec();
    let title = format!("Where two differ: {things}, and what only one has (—)");
    let table = |rows, shown| Table {
        name: "disagreements",
        title: title.clone(),
        columns: columns.clone(),
        rows,
        shown,
    };
    [table(most, Shown::NotInJson), table(all, Shown::OnlyInJson)]
}
