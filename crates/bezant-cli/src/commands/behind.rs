//! The sentences that somebody asks for: looked up, read again, listed.

use std::collections::BTreeSet;

use bezant::comparison::NotThere;
use bezant::evaluation::{
    Behind, Evaluated, Evaluation, behind, behind_cell, each_behind, sentence_names,
};
use bezant::formats::Reader;
use bezant::metric::Explains;
use bezant::pictures::Figure;
use bezant::report::{CellName, Contrast, Names, PageSentences, Pictured, Table, shown_table};

use crate::args::{BehindArgs, OutputArgs};

/// How many rows of a table are listed in a message.
const LISTED: usize = 30;

/// Whether what is asked for can be there, before anything is scored. Which cells there are, only
/// tables know.
pub fn check(args: &BehindArgs, names: &Names, systems: &[String]) -> anyhow::Result<()> {
    anyhow::ensure!(
        args.show.is_none() || !names.shown.is_empty(),
        "--show: fragments are too many to be told apart; use --worst or --contrast, or bezant \
         brackets --show labels:NP"
    );
    if let [one] = args.contrast.as_slice() {
        match one.split_once(',') {
            Some((right, wrong)) => anyhow::bail!(
                "--contrast {one}: write two systems with a blank between, --contrast {right} {wrong}"
            ),
            None => anyhow::bail!("--contrast {one}: write two systems, --contrast {one} OTHER"),
        }
    }
    if let [right, wrong] = args.contrast.as_slice() {
        anyhow::ensure!(
            systems.len() > 1,
            "--contrast shows what one system has right and another wrong; give two or more, or use \
             --worst"
        );
        let at = |name| NotThere::or_position("system", name, systems.iter().map(String::as_str));
        anyhow::ensure!(
            at(right)? != at(wrong)?,
            "--contrast names {right} twice; name another system"
        );
    }
    Ok(())
}

/// The sentences that are shown.
pub struct Picked<D> {
    /// For each system, which rows; the report knows which ones are worst.
    pub rows: Option<Vec<Vec<usize>>>,
    /// What is different in them.
    pub behind: Behind<D>,
    /// A list of them, if nothing else is shown.
    pub list: Option<Table>,
}

/// Picks the sentences that are asked for, or those that are `wanted` otherwise. `tables` are those
/// of one system, or of one sentence of it, from its counts and from what was noted.
pub fn pick<M: Explains>(
    (args, worst): (&BehindArgs, usize),
    metric: &M,
    found: &Evaluated<M>,
    wanted: &[BTreeSet<usize>],
    readers: impl FnOnce() -> bezant::error::Result<(Reader, Vec<Reader>)>,
    tables: impl Fn(&M::Counts, &M::Notes, usize) -> Vec<Table>,
) -> anyhow::Result<Picked<M::Difference>> {
    let (most, systems) = (args.most(worst), &found.systems);
    let scores = &|total: &M::Counts| metric.scores(total);
    if let Some(cell) = &args.show {
        let all = systems.iter().enumerate();
        let all = all.flat_map(|(at, system)| tables(&system.total(), &found.notes, at));
        let all: Vec<Table> = all.collect();
        let cell = &found_cell(cell, &all, |cell| cell.is_in(&all).then(|| cell.clone()))?;
        let (gold, files) = readers()?;
        let facts = |counts: &M::Counts, notes: &M::Notes| cell.facts(&tables(counts, notes, 0));
        let cells = behind_cell(metric, gold, files, systems, most, facts)?;
        let list = shown_table(cell, systems, &cells, scores);
        let rows = cells.iter().map(|cell| cell.rows.iter().map(|row| row.row).collect());
        let rows = rows.collect();
        let behind = cells
            .into_iter()
            .map(|cell| cell.rows.into_iter().map(|row| (row.row, row.difference)).collect());
        return Ok(Picked { rows: Some(rows), behind: behind.collect(), list: Some(list) });
    }
    if let [right, wrong] = args.contrast.as_slice() {
        let contrast = Contrast::of(metric, systems, [right, wrong], most)?;
        let list = contrast.table(systems, scores);
        let rows = contrast.drawn(systems);
        let wanted: Vec<BTreeSet<usize>> =
            rows.iter().map(|rows| rows.iter().copied().collect()).collect();
        let (gold, files) = readers()?;
        let behind = behind(metric, gold, files, &wanted)?;
        return Ok(Picked { rows: Some(rows), behind, list: Some(list) });
    }
    if wanted.iter().all(BTreeSet::is_empty) {
        return Ok(Picked { rows: None, behind: Vec::new(), list: None });
    }
    let (gold, files) = readers()?;
    Ok(Picked { rows: None, behind: behind(metric, gold, files, wanted)?, list: None })
}

/// Gathers the sentences of a page, if there is to be one. `tables` are those of one sentence; `finish` may
/// change a figure.
pub fn gather<M: Explains>(
    args: &OutputArgs,
    metric: &M,
    systems: &[Evaluation<M::Counts>],
    readers: impl Fn() -> bezant::error::Result<(Reader, Vec<Reader>)>,
    tables: impl Fn(&M::Counts, &M::Notes) -> Vec<Table>,
    finish: impl Fn(&mut Figure),
) -> anyhow::Result<()>
where
    M::Difference: Pictured,
{
    let Some(page) = &args.gathering else { return Ok(()) };
    let mut found =
        PageSentences::gather(metric, systems, page.room(), tables, finish, |wanted, take| {
            let (gold, files) = readers()?;
            each_behind(metric, gold, files, wanted, take)
        })?;
    found.add_names(sentence_names(readers()?.0, &found.numbers())?);
    page.add_sentences(found);
    Ok(())
}

/// What is found behind the cell that is asked for, by its name as tables write it; or why there is no such cell.
pub fn found_cell<T>(
    cell: &CellName,
    tables: &[Table],
    find: impl FnOnce(&CellName) -> Option<T>,
) -> anyhow::Result<T> {
    find(&cell.as_written(tables)).ok_or_else(|| no_cell(cell, tables))
}

/// Why there is no such cell, and one that is there.
fn no_cell(cell: &CellName, tables: &[Table]) -> anyhow::Error {
    let named = cell.as_written(tables);
    let (table, place) = (&named.table, &named.place);
    let example = example(cell, tables)
        .map_or_else(String::new, |example| format!(", for example --show {example}"));
    if place.is_empty() {
        return anyhow::anyhow!("--show {table}: write TABLE:ROW or TABLE:ROW:COLUMN{example}");
    }
    if !tables.iter().any(|known| known.name == table) {
        let mut known: Vec<&str> = Vec::new();
        for table in tables {
            if !known.contains(&table.name) {
                known.push(table.name);
            }
        }
        let known = known.join(", ");
        return anyhow::anyhow!("--show: no table is called {table} here; use {known}{example}");
    }
    let mut rows = named.rows(tables);
    let n_more = rows.len().saturating_sub(LISTED);
    rows.truncate(LISTED);
    let mut all = rows.join(", ");
    if n_more > 0 {
        all += &format!(" and {n_more} more");
    }
    if all.is_empty() {
        all = "none".to_string();
    }
    anyhow::anyhow!("--show: {table} has no row {place}; there are: {all}")
}

/// A cell that is there: the one that was meant, if its table alone is missing or wrong, or else the
/// first row of all.
fn example(cell: &CellName, tables: &[Table]) -> Option<CellName> {
    let typed = cell.to_string().trim_end_matches(':').replace('/', ":");
    let first = typed.split(':').next().unwrap_or_default().to_string();
    let places = [typed, first, cell.place.replace('/', ":")];
    let known = |place: &String| {
        let in_table = |table: &Table| {
            let cell = CellName { table: table.name.to_string(), place: place.clone() };
            Some(cell.as_written(tables)).filter(|cell| cell.is_in(tables))
        };
        tables.iter().filter(|_| !place.is_empty()).find_map(in_table)
    };
    let first_row = |table: &Table| {
        let mut cell = CellName { table: table.name.to_string(), place: String::new() };
        cell.place = cell.rows(tables).first()?.clone();
        Some(cell)
    };
    let same = tables.iter().filter(|table| table.name == cell.as_written(tables).table);
    let same = same.filter(|_| cell.place.is_empty()).find_map(first_row);
    same.or_else(|| places.iter().find_map(known)).or_else(|| tables.iter().find_map(first_row))
}
