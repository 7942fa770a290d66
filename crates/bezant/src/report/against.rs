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
        let (mut rows, mut changed) = (Vec::new(), Vec::new());
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
        self.tables.push(Table { name: "against", title, columns, rows, shown: Shown::NotInJson });
        if !changed.is_empty() {
            let columns = ["system", "sentence", "before", "now"].map(Column::new).to_vec();
            let title = format!("Sentences that changed most since {name}, the worst losses first");
            let shown = Shown::NotInJson;
            self.tables.push(Table { name: "changed", title, columns, rows: changed, shown });
        }
        Ok(())
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
