//! The pairs behind a number.

use super::sheet::readable;
use super::unread::UNPARSED;
use super::{EntailmentReport, Systems, counts};
use crate::entailment::answers::Answer;
use crate::entailment::score::EntailmentCounts;
use crate::evaluation::Evaluation;
use crate::report::CellName;

impl EntailmentReport<'_> {
    /// The pairs behind a cell of a table: those that some system has wrong, or the one that the
    /// column names. Nothing where there is no such cell.
    pub fn behind(&self, cell: &CellName, systems: Systems<'_>) -> Option<Vec<usize>> {
        let rows = 0..systems.first().map_or(0, |system| system.rows.len());
        if cell.table == "sheet" {
            let (system, column) = systems.iter().find_map(|system| {
                let column = cell.place.strip_prefix(&system.system)?;
                Some((system, column.strip_prefix(':').or(column.is_empty().then_some("wrong"))?))
            })?;
            let is_there = |counts: &EntailmentCounts, n_unparsed: u64| match column {
                "yes_answers" => Some(counts.yes().system > 0),
                UNPARSED => Some(n_unparsed > 0),
                column => counts.named().iter().find(|(n, _)| *n == column).map(|(_, n)| *n > 0),
            };
            if column == "wrong" {
                return Some(rows.filter(|at| is_wrong(system, *at)).collect());
            }
            is_there(&EntailmentCounts::default(), 0)?;
            let is_there = |at: &usize| {
                readable(system, *at).and_then(|(counts, n)| is_there(&counts, n)) == Some(true)
            };
            return Some(rows.filter(is_there).collect());
        }
        let pairs = &self.pairs?.pairs;
        let said = |at: usize| pairs[at].more.get(&cell.table).map_or("", String::as_str);
        let values = |at: usize| said(at).split([',', ';']).map(str::trim);
        let is_named = |value: &str| {
            let rest = cell.place.strip_prefix(value)?;
            rest.strip_prefix(':').or(rest.is_empty().then_some(""))
        };
        let column = rows
            .clone()
            .find_map(|at| values(at).filter(|value| !value.is_empty()).find_map(is_named))?;
        let value = cell.place.strip_suffix(column)?.trim_end_matches(':');
        let named = systems.iter().find(|system| system.system == column);
        let is_there = |at: &usize| match (column, named) {
            (_, Some(system)) => is_wrong(system, *at),
            ("pairs", _) => true,
            ("yes", _) => pairs[*at].answer == Some(Answer::Yes),
            _ => systems.iter().any(|system| is_wrong(system, *at)),
        };
        if named.is_none() && !["", "pairs", "yes"].contains(&column) {
            return None;
        }
        let here = rows.filter(|at| values(*at).any(|other| other == value));
        Some(here.filter(is_there).collect())
    }
}

fn is_wrong(system: &Evaluation<EntailmentCounts>, at: usize) -> bool {
    counts(system, at).is_some_and(|counts| !counts.is_right())
}
