//! What changed since rows were saved: scores, and the sentences in which they did.

use crate::comparison::{Comparing, NotThere};
use crate::counts::Counts;
use crate::evaluation::Evaluation;
use crate::metric::{ScoresOf, goodness, heading, lower_is_better};
use crate::parallel::Threads;
use crate::report::comparison::change;
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
        scores: ScoresOf<'_, C>,
        threads: &Threads,
    ) -> Result<(), NotThere> {
        let (mut rows, mut changed, mut in_json) = (Vec::new(), Vec::new(), Vec::new());
        let mut changed_in = String::new();
        let any_lost = pairs.iter().any(|(before, now)| Lost::count(before, now).is_any());
        for (before, now) in pairs {
            let renamed = |system: &Evaluation<C>, name: &str| Evaluation {
                system: name.to_string(),
                ..system.clone()
            };
            let both = [renamed(now, "now"), renamed(before, "before")];
            let comparing = Comparing { baseline: None, ..comparing.clone() };
            let found = comparing.compare_scores(&both, scores, threads)?;
            let lost = Lost::count(before, now);
            for pair in &found.pairs {
                let (better, worse) = match lower_is_better(pair.score) {
                    true => (pair.signs.lower, pair.signs.higher),
                    false => (pair.signs.higher, pair.signs.lower),
                };
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
                    Cell::Count(better),
                    Cell::Count(worse),
                    Cell::Count(pair.n_sentences),
                    Cell::Count(lost.lost),
                    Cell::Count(lost.regained),
                ]);
                let mut row = vec![
                    Cell::Text(now.system.clone()),
                    Cell::Text(heading(pair.score).to_string()),
                    value(before),
                    value(now),
                    change(pair.unit, pair.difference),
                    Cell::P {
                        value: pair.p_adjusted,
                        marked: pair.is_significant(comparing.level),
                    },
                    Cell::Count(better),
                    Cell::Count(worse),
                ];
                if any_lost {
                    let counts = [pair.n_sentences, lost.lost, lost.regained];
                    row.extend(counts.map(Cell::Count));
                }
                rows.push(row);
            }
            if lost.is_any() {
                rows.extend(with_missed(before, now, scores));
            }
            if let Some(score) = found.how.scores.first() {
                changed.extend(changes(before, now, scores, score));
                changed_in = heading(score).to_string();
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
        let others = pairs.iter().filter(|(before, now)| before.system != now.system);
        for (before, now) in others {
            title += &format!("; {} was {}", now.system, before.system);
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
        Ok(())
    }

    /// The same with what changed before everything else, for those who asked what a change does.
    #[must_use]
    pub fn with_changes_first(mut self) -> Report {
        self.tables.sort_by_key(|table| !["against", "changed"].contains(&table.name));
        self
    }
}

/// Sentences that could be scored before or now, and not both times.
struct Lost {
    lost: u64,
    regained: u64,
}

impl Lost {
    fn count<C: Counts>(before: &Evaluation<C>, now: &Evaluation<C>) -> Lost {
        let mut found = Lost { lost: 0, regained: 0 };
        for (at, row) in now.rows.iter().enumerate() {
            let Some(old) = now.place_in(before, at) else { continue };
            let is_scored = [&before.rows[old], row].map(|row| row.outcome.result.is_ok());
            found.lost += u64::from(is_scored == [true, false]);
            found.regained += u64::from(is_scored == [false, true]);
        }
        found
    }

    fn is_any(&self) -> bool {
        self.lost + self.regained > 0
    }
}

/// The main score with nothing found in sentences that could not be scored, before and now.
fn with_missed<C: Counts>(
    before: &Evaluation<C>,
    now: &Evaluation<C>,
    scores: ScoresOf<'_, C>,
) -> Option<Vec<Cell>> {
    let main = |system: &Evaluation<C>| scores(&system.total_with_missed()).into_iter().next();
    let (old, new) = (main(before)?, main(now)?);
    let points = old.value.zip(new.value).map(|(old, new)| new - old);
    let mut row = vec![
        Cell::Text(now.system.clone()),
        Cell::Text(format!("{} all", heading(new.name))),
        Cell::score(&old),
        Cell::score(&new),
        Cell::Points(points),
    ];
    row.extend([(); 6].map(|()| Cell::Nothing));
    Some(row)
}

/// The sentences of a system that lost most in a score, those without a parse before all others, then those that
/// gained most.
fn changes<C: Counts>(
    before: &Evaluation<C>,
    now: &Evaluation<C>,
    scores: ScoresOf<'_, C>,
    score: &str,
) -> Vec<Vec<Cell>> {
    let main = |system: &Evaluation<C>, at: usize| {
        let counts = system.rows[at].outcome.result.as_ref().ok()?;
        scores(counts).into_iter().find(|found| found.name == score)
    };
    let changed = |at: usize| {
        let (new, old) = (main(now, at), main(before, now.place_in(before, at)?));
        let by = match (&old, &new) {
            (Some(old), Some(new)) => goodness(score, new.value? - old.value?),
            (Some(_), None) => f64::NEG_INFINITY,
            (None, Some(_)) => f64::INFINITY,
            (None, None) => 0.0,
        };
        (by != 0.0).then_some((by, at, old, new))
    };
    let mut all: Vec<_> = (0..now.rows.len()).filter_map(changed).collect();
    all.sort_by(|one, two| one.0.total_cmp(&two.0));
    let n = all.len();
    let is_listed = |at: usize, by: f64| (by < 0.0 && at < MOST) || (by > 0.0 && at + MOST >= n);
    let listed = all.iter().enumerate().filter(|(at, (by, ..))| is_listed(*at, *by));
    listed
        .map(|(_, (_, at, old, new))| {
            vec![
                Cell::Text(now.system.clone()),
                Cell::Count(now.rows[*at].sentence),
                old.as_ref().map_or(Cell::Nothing, Cell::score),
                new.as_ref().map_or(Cell::Nothing, Cell::score),
            ]
        })
        .collect()
}
