//! What changed since rows were saved: scores, and the sentences in which they did.

use crate::comparison::{ScoreChange, SystemChanges};
use crate::metric::{Score, heading};
use crate::report::comparison::change;
use crate::report::{Cell, Column, Report, Shown, Table};

/// So many sentences of each kind are listed.
const MOST: usize = 5;

#[doc(hidden)]
impl Report {
    /// Adds what changed in each system; `name` is what the rows before are called.
    pub fn add_against(&mut self, name: &str, systems: &[SystemChanges]) {
        let (mut rows, mut changed, mut in_json) = (Vec::new(), Vec::new(), Vec::new());
        let mut changed_in = String::new();
        let any_lost = systems.iter().any(SystemChanges::any_lost);
        for system in systems {
            for score in &system.scores {
                in_json.push(for_programs(name, system, score));
                rows.push(for_people(system, score, any_lost));
            }
            if system.any_lost() {
                rows.extend(with_missed(system));
            }
            changed.extend(changes(system));
            if let Some(main) = system.scores.first() {
                changed_in = heading(main.compared.score).to_string();
            }
        }
        let mut columns = ["system", "score", "before", "now"].map(Column::new).to_vec();
        columns.push(Column::headed("change", "points"));
        columns.extend(["p", "better", "worse"].map(Column::new));
        if any_lost {
            columns.extend(["scored in both", "lost", "regained"].map(Column::new));
        }
        let mut title =
            format!("Since {name}: scores, and in how many sentences they are better and worse");
        if any_lost {
            title += "; points are over those that are scored in both";
        }
        for system in systems.iter().filter(|it| it.before != it.system) {
            title += &format!("; {} was {}", system.system, system.before);
        }
        let names = ["system", "rows", "before_system", "score", "before", "now", "difference"];
        let more = ["p", "p_adjusted", "better", "worse", "sentences", "lost", "regained"];
        let for_programs = names.into_iter().chain(more).map(Column::new).collect();
        self.tables.push(Table {
            name: "since",
            title: title.clone(),
            columns: for_programs,
            rows: in_json,
            shown: Shown::OnlyInJson,
        });
        self.tables.push(Table { name: "against", title, columns, rows, shown: Shown::NotInJson });
        if !changed.is_empty() {
            let columns = ["system", "sentence", "before", "now"].map(Column::new).to_vec();
            let title = format!(
                "Sentences that changed most since {name} in {changed_in}, the worst losses first"
            );
            let (name, shown) = ("changed", Shown::NotInJson);
            let shown = Table { name, title, columns, rows: changed, shown };
            let (name, only) = ("changed_sentences", Shown::OnlyInJson);
            self.tables.extend([Table { name, shown: only, ..shown.clone() }, shown]);
        }
    }

    /// The same with what changed before everything else, for those who asked what a change does.
    #[must_use]
    pub fn with_changes_first(mut self) -> Report {
        self.tables.sort_by_key(|table| !["against", "changed"].contains(&table.name));
        self
    }
}

fn score_cell(score: Option<&Score>) -> Cell {
    score.map_or(Cell::Nothing, Cell::score)
}

/// A score under the names that scores have elsewhere in JSON.
fn for_programs(name: &str, system: &SystemChanges, score: &ScoreChange) -> Vec<Cell> {
    let compared = &score.compared;
    vec![
        Cell::Text(system.system.clone()),
        Cell::Text(name.to_string()),
        Cell::Text(system.before.clone()),
        Cell::Text(compared.score.to_string()),
        score_cell(score.before.as_ref()),
        score_cell(score.now.as_ref()),
        Cell::Number(compared.difference),
        Cell::Number(compared.p),
        Cell::Number(compared.p_adjusted),
        Cell::Count(score.better),
        Cell::Count(score.worse),
        Cell::Count(compared.n_sentences),
        Cell::Count(system.lost),
        Cell::Count(system.regained),
    ]
}

fn for_people(system: &SystemChanges, score: &ScoreChange, any_lost: bool) -> Vec<Cell> {
    let compared = &score.compared;
    let mut row = vec![
        Cell::Text(system.system.clone()),
        Cell::Text(heading(compared.score).to_string()),
        score_cell(score.before.as_ref()),
        score_cell(score.now.as_ref()),
        change(compared.unit, compared.difference),
        Cell::P { value: compared.p_adjusted, marked: score.is_significant },
        Cell::Count(score.better),
        Cell::Count(score.worse),
    ];
    if any_lost {
        row.extend([compared.n_sentences, system.lost, system.regained].map(Cell::Count));
    }
    row
}

/// The main score with nothing found in sentences that could not be scored, before and now.
fn with_missed(system: &SystemChanges) -> Option<Vec<Cell>> {
    let (old, new) = system.with_missed?;
    let points = old.value.zip(new.value).map(|(old, new)| new - old);
    let mut row = vec![
        Cell::Text(system.system.clone()),
        Cell::Text(format!("{} all", heading(new.name))),
        Cell::score(&old),
        Cell::score(&new),
        Cell::Points(points),
    ];
    row.extend([(); 6].map(|()| Cell::Nothing));
    Some(row)
}

/// The sentences of a system that lost most, then those that gained most.
fn changes(system: &SystemChanges) -> impl Iterator<Item = Vec<Cell>> {
    let n = system.sentences.len();
    let is_listed =
        move |at: usize, by: f64| (by < 0.0 && at < MOST) || (by > 0.0 && at + MOST >= n);
    let listed = system.sentences.iter().enumerate();
    listed.filter(move |(at, change)| is_listed(*at, change.by)).map(|(_, change)| {
        vec![
            Cell::Text(system.system.clone()),
            Cell::Count(change.sentence),
            score_cell(change.before.as_ref()),
            score_cell(change.now.as_ref()),
        ]
    })
}
