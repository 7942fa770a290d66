//! Outputs that were repaired: two scores, how many needed what, and which.

use crate::comparison::{SampledScore, sampled};
use crate::counts::Counts;
use crate::evaluation::{Evaluation, RepairKind};
use crate::metric::{Score, heading};
use crate::report::{Cell, Column, Names, Report, Shown, Table, total};

/// The two scores.
pub(super) const OUTPUT_SCORES: [&str; 2] = ["validity", "faithfulness"];

impl Names {
    /// The same with what is said of outputs that are repaired.
    #[must_use]
    pub fn with_repairs(mut self) -> Names {
        self.scores.extend(OUTPUT_SCORES);
        self.tables.extend(["repairs", "repaired", "samples"]);
        self
    }
}

#[doc(hidden)]
impl Report {
    /// Adds validity, faithfulness and repairs, where something is said of outputs; otherwise nothing.
    pub fn add_repairs<C: Counts>(&mut self, systems: &[Evaluation<C>]) {
        let is_said = |system: &Evaluation<C>| system.signature.get("repair").is_some();
        if systems.is_empty() || !systems.iter().all(is_said) {
            return;
        }
        let mut columns = vec![Column::new("kind")];
        let mut by_kind: Vec<(RepairKind, Vec<u64>)> =
            RepairKind::ALL.into_iter().map(|kind| (kind, vec![0; systems.len()])).collect();
        for (at, (system, result)) in systems.iter().zip(&mut self.systems).enumerate() {
            let rows = system.rows.iter().enumerate();
            let said =
                rows.filter_map(|(at, row)| Some((row, system.said.get(&at)?.outputs.as_ref()?)));
            let said: Vec<_> = said.collect();
            let n = total(said.iter().map(|(row, _)| row.n_sentences));
            let share = |part: u64| (n > 0).then(|| part as f64 / n as f64);
            let n_valid = total(said.iter().map(|(_, outputs)| outputs.n_valid));
            let n_faithful = total(said.iter().map(|(_, outputs)| outputs.n_faithful));
            for (name, part) in OUTPUT_SCORES.into_iter().zip([n_valid, n_faithful]) {
                result.scores.push(Score::share(name, share(part)));
                result.scores_with_missed.push(Score::share(name, share(part)));
            }
            result.counts.extend([("outputs", n), ("valid", n_valid), ("faithful", n_faithful)]);
            let mut repaired = Vec::new();
            for (row, outputs) in &said {
                for (kind, n) in &outputs.repairs {
                    repaired.push(vec![
                        Cell::Count(row.sentence),
                        Cell::Text(kind.name().to_string()),
                        Cell::Count(*n),
                    ]);
                    let found = by_kind.iter_mut().find(|(other, _)| other == kind);
                    found.into_iter().for_each(|(_, counts)| counts[at] += 1);
                }
            }
            let count = |(kind, counts): &(RepairKind, Vec<u64>)| {
                let cells = vec![Cell::Text(kind.name().to_string()), Cell::Count(counts[at])];
                (counts[at] > 0).then_some(cells)
            };
            result.tables.push(Table {
                name: "repairs",
                title: "Repaired outputs".to_string(),
                columns: vec![Column::new("kind"), Column::new("outputs")],
                rows: by_kind.iter().filter_map(count).collect(),
                shown: Shown::OnlyInJsonAsValues,
            });
            if repaired.is_empty() {
                columns.push(Column::about(&result.name));
                continue;
            }
            result.tables.push(Table {
                name: "repaired",
                title: "What was repaired".to_string(),
                columns: ["sentence", "kind", "n"].into_iter().map(Column::new).collect(),
                rows: repaired,
                shown: Shown::Everywhere,
            });
            columns.push(Column::about(&result.name));
        }
        by_kind.retain(|(_, counts)| counts.iter().any(|n| *n > 0));
        columns.push(Column::new("what"));
        let row = |(kind, counts): &(RepairKind, Vec<u64>)| {
            let mut cells = vec![Cell::Text(kind.name().to_string())];
            cells.extend(counts.iter().map(|n| Cell::Count(*n)));
            cells.push(Cell::Text(kind.about().to_string()));
            cells
        };
        if !by_kind.is_empty() {
            self.tables.push(Table {
                name: "repairs",
                title: "Repaired outputs, by kind".to_string(),
                columns,
                rows: by_kind.iter().map(row).collect(),
                shown: Shown::NotInJson,
            });
        }
        if !self.main.is_empty() {
            self.main.extend(OUTPUT_SCORES.map(|name| (name, heading(name))));
        }
    }

    /// Adds how far scores of samples differ: for each score its mean over them, how far they lie from it,
    /// and the lowest and highest. `samples` are systems, and how many of the report's are samples of each.
    pub fn add_samples(&mut self, samples: &[(String, usize)]) {
        let mut rows = Vec::new();
        let mut rest = self.systems.as_slice();
        for (system, n) in samples {
            let (runs, behind) = rest.split_at((*n).min(rest.len()));
            rest = behind;
            if runs.len() < 2 {
                continue;
            }
            let scores: Vec<Vec<Score>> =
                runs.iter().map(|run| run.scores_with_missed.clone()).collect();
            for SampledScore { score, runs, spread } in sampled(&scores) {
                // One sample alone lies nowhere but at its mean.
                let Some((spread, deviation)) = spread.and_then(|it| Some((it, it.deviation?)))
                else {
                    continue;
                };
                let cell = |value: f64| Cell::score(&Score { value: Some(value), ..score });
                rows.push(vec![
                    Cell::Text(system.clone()),
                    Cell::Text(score.name.to_string()),
                    Cell::Count(runs),
                    cell(spread.mean),
                    cell(deviation),
                    cell(spread.lowest),
                    cell(spread.highest),
                ]);
            }
        }
        if rows.is_empty() {
            return;
        }
        let columns = ["system", "score", "samples", "mean", "deviation", "lowest", "highest"];
        self.tables.push(Table {
            name: "samples",
            title: "Scores of samples, skipped sentences counted as missed".to_string(),
            columns: columns.into_iter().map(Column::new).collect(),
            rows,
            shown: Shown::Everywhere,
        });
    }
}
