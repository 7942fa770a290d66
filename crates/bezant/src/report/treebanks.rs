//! What each of several treebanks came to, and the means over them.

use crate::comparison::Interval;
use crate::counts::{Counts, mean};
use crate::evaluation::{Evaluation, Row};
use crate::metric::{Score, Unit, heading, lower_is_better};
use crate::report::{Cell, Column, Report, Shown, SkippedRow, SystemResult, Table, number_of};

/// A treebank of one system.
struct Treebank {
    name: String,
    /// Whether the system has nothing for it.
    is_missing: bool,
    /// Nothing where there is not even a row.
    result: Option<SystemResult>,
}

impl Treebank {
    /// Whether there is something to find, and not one sentence could be scored: an empty file is no better
    /// than none.
    fn is_unscored(&self) -> bool {
        self.result.as_ref().is_some_and(|it| {
            it.n_sentences > 0
                && it.n_skipped() >= it.n_sentences
                && it.scores_with_missed.first().is_some_and(|score| score.value.is_some())
        })
    }
}

#[doc(hidden)]
impl Report {
    /// Adds a table of treebanks, where rows say of which they are, with the scores over all sentences
    /// (micro) and the means over treebanks (macro), by which systems stand in order then. `known` are those
    /// that there are, of which some may have no row; `one` is what a report says of the rows of one treebank;
    /// `intervals` are those of the means, if they were drawn.
    pub fn add_treebanks<C: Counts>(
        &mut self,
        systems: &[Evaluation<C>],
        known: &[String],
        one: impl Fn(&Evaluation<C>) -> SystemResult,
        intervals: &[Vec<(&'static str, Interval)>],
    ) {
        let names = names_of(systems, known);
        if names.is_empty() {
            return;
        }
        let mut found: Vec<Vec<Treebank>> = Vec::new();
        for (result, evaluation) in self.systems.iter_mut().zip(systems) {
            let treebanks = treebanks_of(evaluation, &names, &one);
            // Nothing crosses where nothing is: what should be low would gain by what is missing.
            if treebanks.iter().any(|it| it.is_missing || it.is_unscored()) {
                let low = result.scores.iter_mut().filter(|score| lower_is_better(score.name));
                low.for_each(|score| score.value = None);
            }
            let mean_of = |score: &Score, with_missed: bool| {
                let value = |treebank: &Treebank| value_of(treebank, score, with_missed);
                Score { value: mean(treebanks.iter().map(value)).0, ..*score }
            };
            let macros: Vec<Score> = result.scores.iter().map(|it| mean_of(it, false)).collect();
            let with_missed: Vec<Score> =
                result.scores_with_missed.iter().map(|it| mean_of(it, true)).collect();
            result.over_treebanks =
                with_missed.first().or(macros.first()).map(|it| it.value.unwrap_or(0.0));
            result.more.push(("treebanks", Cell::List(treebanks.iter().map(in_json).collect())));
            result.more.push(("micro", object(&result.scores)));
            result.macro_scores = macros;
            result.macro_with_missed = with_missed;
            place_skipped(&mut result.skipped, evaluation);
            let is_there =
                |name: &&String| treebanks.iter().any(|it| it.name == **name && !it.is_missing);
            result.lacking = names.iter().filter(|name| !is_there(name)).cloned().collect();
            found.push(treebanks);
        }
        for (result, own) in self.systems.iter_mut().zip(intervals).filter(|(_, it)| !it.is_empty())
        {
            let ends = |it: &Interval| {
                Cell::List([it.low, it.high].map(|end| Cell::Number(Some(end))).to_vec())
            };
            let all = own.iter().map(|(name, it)| (name.to_string(), ends(it))).collect();
            result.more.push(("macro_intervals", Cell::Object(all)));
        }
        // What is left out of every system has no score in any place.
        let is_counted = |name: &String| found.iter().flatten().any(|it| it.name == *name);
        let counted: Vec<String> = names.into_iter().filter(is_counted).collect();
        let table = match found.as_slice() {
            [only] => self.table_of_one(only),
            _ => self.table_of_all(&counted, &found),
        };
        self.tables.insert(1.min(self.tables.len()), table);
        self.notes.extend(self.treebank_notes(counted.len(), &found, intervals));
    }

    /// The scores that are shown, with their headings.
    fn shown_scores(&self) -> Vec<(&'static str, &'static str)> {
        let all = || self.systems.first().map_or(&[][..], |system| &system.scores);
        match self.main.is_empty() {
            true => all().iter().map(|score| (score.name, heading(score.name))).collect(),
            false => self.main.clone(),
        }
    }

    /// One row a treebank, with the main scores.
    fn table_of_one(&self, treebanks: &[Treebank]) -> Table {
        let shown = self.shown_scores();
        let Some(system) = self.systems.first() else { return table(Vec::new(), Vec::new()) };
        let cells = |value: &dyn Fn(&Score) -> Option<f64>| -> Vec<Cell> {
            let cell = |(name, _): &(&str, &str)| match score(&system.scores, name) {
                Some(score) => Cell::score(&Score { value: value(score), ..*score }),
                None => Cell::Nothing,
            };
            shown.iter().map(cell).collect()
        };
        let row = |treebank: &Treebank| {
            let mut row = vec![Cell::Text(treebank.name.clone())];
            let result = treebank.result.as_ref();
            row.push(Cell::Count(result.map_or(0, |it| it.n_sentences)));
            row.push(Cell::Count(result.map_or(0, SystemResult::n_skipped)));
            row.extend(cells(&|score| value_of(treebank, score, false)));
            row
        };
        let whole = |name: &str, value: &dyn Fn(&Score) -> Option<f64>| {
            let (n, n_skipped) = (Cell::Count(system.n_sentences), Cell::Count(system.n_skipped()));
            [vec![Cell::Text(name.to_string()), n, n_skipped], cells(value)].concat()
        };
        let mut rows: Vec<Vec<Cell>> = treebanks.iter().map(row).collect();
        rows.push(whole(MICRO, &|score| score.value));
        let of_macro = |it: &Score| score(&system.macro_scores, it.name)?.value;
        rows.push(whole(MACRO, &of_macro));
        let columns = ["treebank", "sentences", "skipped"].into_iter().map(Column::new);
        let scores = shown.iter().map(|(name, heading)| Column::headed(*name, *heading));
        table(columns.chain(scores).collect(), rows)
    }

    /// One row a treebank, with the main score of each system.
    fn table_of_all(&self, names: &[String], found: &[Vec<Treebank>]) -> Table {
        let main = |system: &SystemResult| system.scores.first().copied();
        let cell = |system: &SystemResult, value: &dyn Fn(&Score) -> Option<f64>| {
            main(system).map_or(Cell::Nothing, |it| Cell::score(&Score { value: value(&it), ..it }))
        };
        let row = |name: &String| {
            let own = |of: &'_ [Treebank]| of.iter().position(|it| it.name == *name);
            let n = |of: &Vec<Treebank>| of[own(of)?].result.as_ref().map(|it| it.n_sentences);
            let n = found.iter().filter_map(n).max().unwrap_or(0);
            let values = self.systems.iter().zip(found).map(|(system, of)| match own(of) {
                Some(at) => cell(system, &|score| value_of(&of[at], score, false)),
                None => Cell::Nothing,
            });
            [Cell::Text(name.clone()), Cell::Count(n)].into_iter().chain(values).collect()
        };
        let mut rows: Vec<Vec<Cell>> = names.iter().map(row).collect();
        let n = self.systems.iter().map(|system| system.n_sentences).max().unwrap_or(0);
        let whole = |name: &str, value: &dyn Fn(&SystemResult) -> Cell| {
            let values = self.systems.iter().map(value);
            [Cell::Text(name.to_string()), Cell::Count(n)].into_iter().chain(values).collect()
        };
        rows.push(whole(MICRO, &|system| cell(system, &|score| score.value)));
        rows.push(whole(MACRO, &|system| {
            cell(system, &|it| score(&system.macro_scores, it.name)?.value)
        }));
        let systems = self.systems.iter().map(|system| Column::about(&system.name));
        let columns = ["treebank", "sentences"].into_iter().map(Column::new);
        let mut table = table(columns.chain(systems).collect(), rows);
        if let Some(main) = self.systems.first().and_then(main) {
            table.title = format!("Treebanks: {}", heading(main.name));
        }
        table
    }

    fn treebank_notes(
        &self,
        n_counted: usize,
        found: &[Vec<Treebank>],
        intervals: &[Vec<(&'static str, Interval)>],
    ) -> Vec<String> {
        let mut notes = Vec::new();
        for (system, treebanks) in self.systems.iter().zip(found) {
            let missing = treebanks.iter().filter(|it| it.is_missing).map(|it| it.name.as_str());
            let missing: Vec<&str> = missing.collect();
            let is_left_out = |name: &&String| treebanks.iter().all(|it| it.name != **name);
            let left_out: Vec<&str> =
                system.lacking.iter().filter(is_left_out).map(String::as_str).collect();
            let system = &system.name;
            if !missing.is_empty() {
                let n = number_of(missing.len() as u64, "treebank");
                let missing = missing.join(", ");
                notes.push(format!("{system}: nothing for {n}, counted as zero: {missing}"));
            }
            let unscored = treebanks.iter().filter(|it| !it.is_missing && it.is_unscored());
            let unscored: Vec<&str> = unscored.map(|it| it.name.as_str()).collect();
            if !unscored.is_empty() {
                let n = number_of(unscored.len() as u64, "treebank");
                let unscored = unscored.join(", ");
                notes.push(format!(
                    "{system}: nothing could be scored of {n}, counted as zero: {unscored}"
                ));
            }
            if !left_out.is_empty() {
                let n = number_of(left_out.len() as u64, "treebank");
                notes.push(format!("{system}: nothing for {n}, left out: {}", left_out.join(", ")));
            }
        }
        for (system, own) in self.systems.iter().zip(intervals) {
            let Some(main) = system.macro_scores.first() else { continue };
            let Some((_, it)) = own.iter().find(|(name, _)| *name == main.name) else { continue };
            let shown = |value| Cell::score(&Score { value, ..*main }).shown();
            notes.push(format!(
                "{}: macro {} {}, {} % interval {}–{}, sentences drawn within treebanks",
                system.name,
                heading(main.name),
                shown(main.value),
                (1000.0 * it.level).round() / 10.0,
                shown(Some(it.low)),
                shown(Some(it.high)),
            ));
        }
        for system in &self.systems {
            let (Some(scored), Some(all)) = (system.macro_scores.first(), system.over_treebanks)
            else {
                continue;
            };
            let shown = |value| Cell::score(&Score { value, ..*scored }).shown();
            if shown(Some(all)) != shown(Some(scored.value.unwrap_or(0.0))) {
                notes.push(format!(
                    "{}: macro {} {} with skipped sentences counted as missed",
                    system.name,
                    heading(scored.name),
                    shown(Some(all)),
                ));
            }
        }
        let order = match self.systems.len() {
            1 => "",
            _ => ", by which systems stand in order",
        };
        notes.push(format!(
            "{MICRO}: over all sentences; {MACRO}: the mean over {}{order}",
            number_of(n_counted as u64, "treebank")
        ));
        notes
    }
}

const MICRO: &str = "(micro)";
const MACRO: &str = "(macro)";

fn table(columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Table {
    let title = "Treebanks".to_string();
    Table { name: "treebanks", title, columns, rows, shown: Shown::NotInJson }
}

fn score<'s>(scores: &'s [Score], name: &str) -> Option<&'s Score> {
    scores.iter().find(|score| score.name == name)
}

/// All treebanks, by their names.
fn names_of<C>(systems: &[Evaluation<C>], known: &[String]) -> Vec<String> {
    let mut names: Vec<String> = known.to_vec();
    for treebank in systems.iter().flat_map(|system| &system.treebanks) {
        if !treebank.name.is_empty() && !names.contains(&treebank.name) {
            names.push(treebank.name.clone());
        }
    }
    // What one system lacks may stand in another one's rows.
    names.sort();
    names
}

/// The treebanks of a system by their names. Those without a row are there, too, unless they are to be left
/// out.
fn treebanks_of<C: Counts>(
    evaluation: &Evaluation<C>,
    names: &[String],
    one: impl Fn(&Evaluation<C>) -> SystemResult,
) -> Vec<Treebank> {
    let leaves_out = evaluation.signature.get("missing") == Some("skip");
    let treebank = |name: &String| {
        let (rows, is_missing) = rows_of(evaluation, name);
        if rows.is_empty() {
            let missing = Treebank { name: name.clone(), is_missing: true, result: None };
            return (!leaves_out).then_some(missing);
        }
        let own = Evaluation {
            signature: evaluation.signature.clone(),
            system: evaluation.system.clone(),
            rows,
            said: Default::default(),
            treebanks: Vec::new(),
        };
        Some(Treebank { name: name.clone(), is_missing, result: Some(one(&own)) })
    };
    names.iter().filter_map(treebank).collect()
}

/// The rows of one treebank, its sentences counted from 1, and whether the system has nothing for it.
fn rows_of<C: Counts>(evaluation: &Evaluation<C>, name: &str) -> (Vec<Row<C>>, bool) {
    let (mut rows, mut is_missing, mut before) = (Vec::new(), false, 0u64);
    for (at, stretch) in evaluation.treebanks.iter().enumerate() {
        if stretch.name != name {
            continue;
        }
        is_missing |= stretch.is_missing;
        let end = evaluation.treebanks.get(at + 1).map_or(evaluation.rows.len(), |it| it.first);
        let own = evaluation.rows.get(stretch.first..end).unwrap_or_default();
        let first = own.first().map_or(1, |row| row.sentence);
        for row in own {
            let sentence = (row.sentence.saturating_sub(first) + 1).saturating_add(before);
            rows.push(Row { sentence, ..row.clone() });
        }
        before = rows.last().map_or(0, |row| row.sentence);
    }
    (rows, is_missing)
}

/// A score of a treebank; one that is missing, or of which nothing could be scored, has nothing of what
/// should be high.
fn value_of(treebank: &Treebank, wanted: &Score, with_missed: bool) -> Option<f64> {
    if treebank.is_missing || treebank.is_unscored() {
        let is_zero = wanted.unit == Unit::Share && !lower_is_better(wanted.name);
        return is_zero.then_some(0.0);
    }
    let result = treebank.result.as_ref()?;
    let scores = if with_missed { &result.scores_with_missed } else { &result.scores };
    score(scores, wanted.name)?.value
}

/// Says of skipped sentences of which treebank they are, and counts them from its beginning.
fn place_skipped<C: Counts>(skipped: &mut [SkippedRow], evaluation: &Evaluation<C>) {
    let rows = evaluation.rows.iter().enumerate();
    let places = rows.filter(|(_, row)| row.outcome.result.is_err()).map(|(at, _)| at);
    for (row, at) in skipped.iter_mut().zip(places) {
        let stretches = &evaluation.treebanks;
        let stretch = stretches[..stretches.partition_point(|it| it.first <= at)].last();
        let Some(stretch) = stretch.filter(|it| !it.name.is_empty()) else { continue };
        let first = evaluation.rows.get(stretch.first).map_or(1, |row| row.sentence);
        row.sentence = row.sentence.saturating_sub(first) + 1;
        row.place = Some(match row.position {
            Some(position) => format!("{}:{position}", stretch.name),
            None => stretch.name.clone(),
        });
    }
}

fn object(scores: &[Score]) -> Cell {
    Cell::Object(scores.iter().map(|it| (it.name.to_string(), Cell::Number(it.value))).collect())
}

fn in_json(treebank: &Treebank) -> Cell {
    let result = treebank.result.as_ref();
    let zeros = |scores: &[Score]| {
        let zero = |it: &Score| Score { value: value_of(treebank, it, false), ..*it };
        object(&scores.iter().map(zero).collect::<Vec<_>>())
    };
    let scores = |scores: fn(&SystemResult) -> &[Score]| match (result, treebank.is_missing) {
        (Some(result), true) => zeros(scores(result)),
        (Some(result), false) => object(scores(result)),
        (None, _) => Cell::Object(Vec::new()),
    };
    let counts = result.map_or(&[][..], |it| &it.counts);
    let counts = counts.iter().map(|(name, n)| (name.to_string(), Cell::Count(*n))).collect();
    let skipped = |row: &SkippedRow| {
        let text = |text: &str| Cell::Text(text.to_string());
        Cell::Object(vec![
            ("sentence".to_string(), Cell::Count(row.sentence)),
            ("n_sentences".to_string(), Cell::Count(row.n_sentences)),
            ("reason".to_string(), text(row.reason)),
            ("message".to_string(), text(&row.message)),
        ])
    };
    let all = result.map_or(&[][..], |it| &it.skipped);
    let missing = Cell::Text(if treebank.is_missing { "yes" } else { "no" }.to_string());
    Cell::Object(vec![
        ("name".to_string(), Cell::Text(treebank.name.clone())),
        ("missing".to_string(), missing),
        ("sentences".to_string(), Cell::Count(result.map_or(0, |it| it.n_sentences))),
        ("scores".to_string(), scores(|it| &it.scores)),
        ("scores_with_missed".to_string(), scores(|it| &it.scores_with_missed)),
        ("counts".to_string(), Cell::Object(counts)),
        ("skipped".to_string(), Cell::List(all.iter().map(skipped).collect())),
    ])
}
