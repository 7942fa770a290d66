//! What is said about any metric: its scores, and what was skipped.

use crate::comparison::Comparisons;
use crate::evaluation::Evaluation;
use crate::metric::Scorer;
use crate::report::{Cell, Column, Report, Shown, SystemResult, Table, sentences_of};

impl Report {
    /// A table of the scores of any metric; what else there is to say is added to it.
    pub fn of<M: Scorer>(metric: &M, gold: &str, systems: &[Evaluation<M::Counts>]) -> Report {
        let name = metric.signature().metric().to_string();
        let result = |system: &Evaluation<M::Counts>| SystemResult {
            scores: system.scores(metric),
            scores_with_missed: metric.scores_of(&system.signature, &system.total_with_missed()),
            ..SystemResult::about(system)
        };
        let results: Vec<SystemResult> = systems.iter().map(result).collect();
        let first = results.first().map_or(&[][..], |result| &result.scores);
        let mut columns = vec![Column::new("system")];
        columns.extend(first.iter().map(|score| Column::new(score.name)));
        let row = |result: &SystemResult| {
            let system = Cell::Text(result.name.clone());
            [system].into_iter().chain(result.scores.iter().map(Cell::score)).collect()
        };
        let of = sentences_of(systems);
        let scores = Table {
            name: "scores",
            title: format!("{name} against {gold}, {of}"),
            columns,
            rows: results.iter().map(row).collect(),
            shown: Shown::NotInJson,
        };
        Report { systems: results, tables: vec![scores], ..Report::about(&name, gold, systems) }
    }

    /// The same with intervals and, for several systems, what differs.
    #[must_use]
    pub fn with(mut self, compared: &Comparisons) -> Report {
        self.add_comparisons(compared);
        self
    }
}
