//! What changed since rows were saved: scores, and the sentences in which they did.

use crate::comparison::{Comparing, NotThere};
use crate::counts::Counts;
use crate::evaluation::Evaluation;
use crate::metric::{Score, heading};
use crate::parallel::Threads;
use crate::report::{Cell, Column, Report, Shown, Table};

/// So many sentences of each kind are listed.
const MOST: usize = 5;

#[doc(hidden)]
impl Report {
    /// Adds what changed: for each system its rows before and now, made in the same way. `name` is what
    /// the rows before are called.
    ///
    /// # Errors
    /// Where no score has a name that was asked for.
    pub fn add_against<C: Counts>(
        &mut self,
        name: &str,
        pairs: &[(Evaluation<C>, Evaluation<C>)],
        comparing: &Comparing,
        scores: impl Fn(&C) -> Vec<Score> + Sync + Send,
        threads: &Threads,
    ) -> Result<(), NotThere> {
        let (mut rows, mut changed, mut in_json) = (Vec::new(), Vec::new(), Vec::new());
        for (before, now) in pairs {
            let renamed = |system: &Evaluation<C>, name: &str| Evaluation {
                system: name.to_string(),
                ..system.clone()
            };
            let both = [renamed(now, "now"), renamed(before, "before")];
            let comparing = Comparing { baseline: None, ..comparing.clone() };
            let found = comparing.compare(&both, &scores, threads)?;
            for pair in &found.pairs {
                let value = |system: &Evaluation<C>| {
                    let all = scores(&system.total());
                    let score = all.iter().find(|score| score.name == pair.score);
                    score.map_or(Cell::Nothing, Cell::score)
                };
                // For programs under the names that scores have elsewhere in JSON.
                in_json.push(vec![
                    Cell::Text(now.system.clone()),
                    Cell::Text(name.to_string()),
                    Cell::Text(before.system.clone()),
                    Cell::Text(pair.score.to_string()),
                    value(before),
                    value(now),
                    Cell::Number(pair.difference),
                    Cell::Number(pair.p),
                    Cell::Number(pair.p_adjusted),
                    Cell::Count(pair.signs.higher),
                    Cell::Count(pair.signs.lower),
                ]);
                rows.push(vec![
                    Cell::Text(now.system.clone()),
                    Cell::Text(heading(pair.score).to_string()),
                    value(before),
                    value(now),
                    Cell::Points(pair.difference),
                    Cell::P {
                        value: pair.p_adjusted,
                        marked: pair.is_significant(comparing.level),
                    },
                    Cell::Count(pair.signs.higher),
                    Cell::Count(pair.signs.lower),
                ]);
            }
            changed.extend(changes(before, now, &scores));
        }
        let mut columns = ["system", "score", "before", "now"].map(Column::new).to_vec();
        columns.push(Column::headed("change", "points"));
        columns.extend(["p", "better", "worse"].map(Column::new));
        let title =
            format!("Since {name}: scores, and in how many sentences they are better and worse");
        let names = ["system", "rows", "before_system", "score", "before", "now", "difference"];
        let more = ["p", "p_adjusted", "better", "worse"];
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
            let title = format!("Sentences that changed most since {name}, the worst losses first");
            let (name, shown) = ("changed", Shown::NotInJson);
            let shown = Table { name, title, columns, rows: changed, shown };
            let (name, only) = ("changed_sentences", Shown::OnlyInJson);
            self.tables.extend([Table { name, shown: only, ..shown.clone() }, shown]);
        }
        Ok(())
    }

    /// The same with what changed before everything else, for those who asked what a change does.
    #[must_use]
    pub fn with_changes_first(mut self) -> Report {
        self.tables.sort_by_key(|table| !["against", "changed"].contains(&table.name));
        self
    }
}

/// The sentences of a system that lost most, then those that gained most.
fn changes<C: Counts>(
    before: &Evaluation<C>,
    now: &Evaluation<C>,
    scores: impl Fn(&C) -> Vec<Score>,
) -> Vec<Vec<Cell>> {
    let main = |system: &Evaluation<C>, at: usize| {
        let counts = system.rows[at].outcome.result.as_ref().ok()?;
        scores(counts).into_iter().next()
    };
    let change = |at: usize| {
        let (new, old) = (main(now, at)?, main(before, now.place_in(before, at)?)?);
        let by = new.value? - old.value?;
        (by != 0.0).then_some((by, at, old, new))
    };
    let mut all: Vec<_> = (0..now.rows.len()).filter_map(change).collect();
    all.sort_by(|one, two| one.0.total_cmp(&two.0));
    let n = all.len();
    let is_listed = |at: usize, by: f64| (by < 0.0 && at < MOST) || (by > 0.0 && at + MOST >= n);
    let listed = all.iter().enumerate().filter(|(at, (by, ..))| is_listed(*at, *by));
    listed
        .map(|(_, (_, at, old, new))| {
            vec![
                Cell::Text(now.system.clone()),
                Cell::Count(now.rows[*at].sentence),
                Cell::score(old),
                Cell::score(new),
            ]
        })
        .collect()
}
