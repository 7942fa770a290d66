//! One row a system and score: what programs like to read.

use crate::metric::Score;
use crate::report::{Cell, Column, Report, Shown, Table};

/// The one table that needs no name, because it stands first or alone.
pub(super) const TIDY: &str = "tidy";

#[doc(hidden)]
impl Report {
    /// One row a system and score, with its interval; where sentences were skipped, the scores in which
    /// they count as missed come after. Tables that somebody asked for follow.
    #[must_use]
    pub fn tidy(&self) -> Report {
        let mut rows = Vec::new();
        let any_skipped = self.systems.iter().any(|system| !system.skipped.is_empty());
        for system in &self.systems {
            for score in &system.scores {
                let known = system.intervals.iter().find(|(name, _)| *name == score.name);
                let cell = |value| Cell::score(&Score { value, ..*score });
                rows.push(vec![
                    Cell::Text(system.name.clone()),
                    Cell::Text(score.name.to_string()),
                    Cell::score(score),
                    cell(known.map(|(_, interval)| interval.low)),
                    cell(known.map(|(_, interval)| interval.high)),
                ]);
            }
            // Of all systems, or nobody could compare them.
            for score in system.scores_with_missed.iter().filter(|_| any_skipped) {
                let name = format!("scores_with_missed.{}", score.name);
                rows.push(without_interval(&system.name, &name, score));
            }
        }
        for (name, scores) in &self.baselines {
            rows.extend(scores.iter().map(|score| without_interval(name, score.name, score)));
        }
        let columns = ["system", "score", "value", "low", "high"].map(Column::new).to_vec();
        let title = "Every score of every system".to_string();
        let table = Table { name: TIDY, title, columns, rows, shown: Shown::NotInJson };
        let mut report = self.asked_for();
        report.tables.insert(0, table);
        report
    }

    /// The tables that are there because somebody asked, and nothing else.
    fn asked_for(&self) -> Report {
        let mut names = self.table_names();
        names.retain(|name| *name != "skipped" && self.is_asked_for(name));
        self.only(&names)
    }

    /// The same with some scores alone, in this order.
    #[must_use]
    pub fn with_scores(&self, names: &[&str]) -> Report {
        let pick = |scores: &[Score]| -> Vec<Score> {
            let find = |name: &&str| scores.iter().find(|score| score.name == *name).copied();
            names.iter().filter_map(find).collect()
        };
        let mut report = self.clone();
        for system in &mut report.systems {
            system.scores = pick(&system.scores);
            system.scores_with_missed = pick(&system.scores_with_missed);
        }
        for (_, scores) in &mut report.baselines {
            *scores = pick(scores);
        }
        report
    }
}

fn without_interval(name: &str, of: &str, score: &Score) -> Vec<Cell> {
    let [name, of] = [name, of].map(|text| Cell::Text(text.to_string()));
    vec![name, of, Cell::score(score), Cell::Nothing, Cell::Nothing]
}
