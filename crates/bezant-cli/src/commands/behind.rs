//! The sentences that somebody asks for: looked up, read again, listed.

use std::collections::BTreeSet;

use bezant::comparison::NotThere;
use bezant::evaluation::{Behind, Evaluated, behind, behind_cell};
use bezant::formats::Reader;
use bezant::metric::Explains;
use bezant::report::{CellName, Names, Table, contrast_table, shown_table};

use crate::args::BehindArgs;

/// How many rows of a table are listed in a message.
const LISTED: usize = 30;

/// Tables that some metric has.
const TABLES: [&str; 10] = [
    "labels",
    "relations",
    "by_type",
    "confusions",
    "confusion",
    "tags",
    "distances",
    "directions",
    "depths",
    "projectivity",
];

/// Whether what is asked for can be there, before anything is scored.
pub fn check(args: &BehindArgs, names: &Names, systems: &[String]) -> anyhow::Result<()> {
    if let Some(cell) = &args.show
        && !names.shown.contains(&cell.table.as_str())
    {
        let tables = names.shown.join(", ");
        let Some(confusions) = names.shown.iter().find(|table| table.starts_with("confusion"))
        else {
            match tables.is_empty() {
                true => anyhow::bail!(
                    "--show: fragments are too many to be told apart; use --worst or --contrast, or \
                     bezant brackets --show labels:NP"
                ),
                false => anyhow::bail!("--show: no table is called {}; use {tables}", cell.table),
            }
        };
        // What another metric's table is called.
        if TABLES.contains(&cell.table.as_str()) {
            anyhow::bail!(
                "--show: no table is called {} here; use {tables}, for example --show {}:{}",
                cell.table,
                names.shown[0],
                cell.place
            );
        }
        let place = cell.place.replace('/', ":");
        anyhow::bail!(
            "--show: no table is called {}; use {tables}, for example --show {confusions}:{}:{place}",
            cell.table,
            cell.table
        );
    }
    if let [one] = args.contrast.as_slice() {
        anyhow::bail!("--contrast {one}: write two systems, --contrast {one} OTHER");
    }
    if let [right, wrong] = args.contrast.as_slice() {
        anyhow::ensure!(
            systems.len() > 1,
            "--contrast shows what one system has right and another wrong; give two or more, or use \
             --worst"
        );
        for name in [right, wrong] {
            NotThere::or_position("system", name, systems.iter().map(String::as_str))?;
        }
        anyhow::ensure!(right != wrong, "--contrast names {right} twice; name another system");
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
    let scores = |total: &M::Counts| metric.scores(total);
    if let Some(cell) = &args.show {
        let all = systems.iter().enumerate();
        let all = all.flat_map(|(at, system)| tables(&system.total(), &found.notes, at));
        check_row(cell, &all.collect::<Vec<_>>())?;
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
        let at = |name: &str| {
            let known = systems.iter().map(|system| system.system.as_str());
            NotThere::or_position("system", name, known)
        };
        let (right, wrong) = (at(right)?, at(wrong)?);
        let ahead = systems[right].ahead_of(&systems[wrong], most, |counts| metric.badness(counts));
        let list = contrast_table(&systems[right], &systems[wrong], &ahead, scores);
        let mut rows = vec![Vec::new(); systems.len()];
        rows[wrong] = ahead;
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

/// Whether there is such a row.
fn check_row(cell: &CellName, tables: &[Table]) -> anyhow::Result<()> {
    if cell.is_in(tables) {
        return Ok(());
    }
    let mut rows = cell.rows(tables);
    let n_more = rows.len().saturating_sub(LISTED);
    rows.truncate(LISTED);
    let mut all = rows.join(", ");
    if n_more > 0 {
        all += &format!(" and {n_more} more");
    }
    if all.is_empty() {
        all = "none".to_string();
    }
    anyhow::bail!("--show: {} has no row {}; there are: {all}", cell.table, cell.place)
}
