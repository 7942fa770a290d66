//! Tables that every system has one of, as one table: a row a label, a column a system.

use crate::counts::Tally;
use crate::report::{Cell, Column, Report, Shown, Table};

/// Tables whose rows are sorted by errors and may be cut.
const BY_ERRORS: [&str; 10] = [
    "labels",
    "relations",
    "tags",
    "features",
    "functions",
    "confusions",
    "head_confusions",
    "tag_confusions",
    "xpos_confusions",
    "confusion",
];

/// The table of errors by class, whose rows are sorted by errors and never cut: they are few.
const CLASSES: &str = "classes";

/// Tables whose rows have an order of their own.
const IN_ORDER: [&str; 7] = [
    "by_type",
    "metrics",
    "directions",
    "distances",
    "depths",
    "projectivity",
    "sentence_projectivity",
];

/// Lists of sentences, which may be as long as a file.
const LISTS: [&str; 1] = ["alignment"];

/// A table that has fewer rows than there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutTable {
    /// Its name.
    pub table: &'static str,
    /// How many rows are shown.
    pub shown: usize,
    /// How many there are.
    pub of: usize,
}

/// What the rows of a table count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Precision and recall of something.
    Tallies,
    /// How often one thing is taken for another.
    Numbers,
    /// Errors of a class, and how much they are about.
    Classes,
}

/// One row of all systems: what it is about, and each system's own row.
struct Joined<'t> {
    keys: Vec<&'t Cell>,
    rows: Vec<Option<&'t [Cell]>>,
}

#[doc(hidden)]
impl Report {
    /// The same with the tables by label, relation and the like of all systems in one, those with most
    /// errors first, and not more than `most` rows of them. What was cut is told.
    #[must_use]
    pub fn side_by_side(&self, most: Option<usize>) -> (Report, Vec<CutTable>) {
        let (mut report, mut cut) = (self.clone(), Vec::new());
        let mut names: Vec<&'static str> = Vec::new();
        for table in self.systems.iter().flat_map(|system| &system.tables) {
            let is_known = BY_ERRORS.contains(&table.name)
                || IN_ORDER.contains(&table.name)
                || table.name == CLASSES;
            if is_known && is_for_people(table) && !names.contains(&table.name) {
                names.push(table.name);
            }
        }
        for name in names {
            let own = |system: &'_ crate::report::SystemResult| {
                system.tables.iter().position(|table| table.name == name)
            };
            let found: Vec<Option<&Table>> = self
                .systems
                .iter()
                .map(|system| own(system).map(|at| &system.tables[at]))
                .collect();
            let systems: Vec<&str> =
                self.systems.iter().map(|system| system.name.as_str()).collect();
            let Some(mut table) = joined(&systems, &found) else { continue };
            if let Some(most) = most.filter(|most| *most < table.rows.len())
                && BY_ERRORS.contains(&name)
            {
                cut.push(CutTable { table: name, shown: most, of: table.rows.len() });
                table.rows.truncate(most);
            }
            match self.systems.len() {
                1 => {
                    let tables = &mut report.systems[0].tables;
                    tables.iter_mut().filter(|old| old.name == name).for_each(|old| {
                        *old = table.clone();
                    });
                }
                _ => {
                    for system in &mut report.systems {
                        system.tables.retain(|table| table.name != name);
                    }
                    report.tables.push(table);
                }
            }
        }
        (report, cut)
    }

    /// The same with not more than `most` rows in each list of sentences. What was cut is told, of all systems
    /// together.
    #[must_use]
    pub fn with_short_lists(mut self, most: Option<usize>) -> (Report, Vec<CutTable>) {
        let mut cut: Vec<CutTable> = Vec::new();
        let Some(most) = most else { return (self, cut) };
        for name in LISTS {
            let all = self.systems.iter_mut().flat_map(|system| &mut system.tables);
            let all = all.filter(|table| table.name == name && is_for_people(table));
            let mut sum = CutTable { table: name, shown: 0, of: 0 };
            for table in all {
                sum.of += table.rows.len();
                table.rows.truncate(most);
                sum.shown += table.rows.len();
            }
            cut.extend((sum.shown < sum.of).then_some(sum));
        }
        (self, cut)
    }
}

fn is_for_people(table: &Table) -> bool {
    !matches!(table.shown, Shown::OnlyInJson | Shown::OnlyInJsonByKey)
}

fn position(table: &Table, name: &str) -> Option<usize> {
    table.columns.iter().position(|column| column.name == name)
}

/// What a row counts, where that are whole numbers.
fn tally(table: &Table, row: &[Cell]) -> Option<Tally> {
    let n = |name: &str| match row[position(table, name)?] {
        Cell::Count(n) => Some(n),
        // Relations that weigh less than 1.
        Cell::Number(Some(n)) => Some((n * 1000.0).round() as u64),
        _ => None,
    };
    Some(Tally { gold: n("gold")?, system: n("system")?, matched: n("matched")? })
}

/// One table of all of them.
fn joined(systems: &[&str], tables: &[Option<&Table>]) -> Option<Table> {
    let first = tables.iter().copied().flatten().next()?;
    let n = ["n", "count", "errors"].into_iter().find_map(|name| position(first, name));
    let kind = match n {
        _ if first.name == CLASSES => Kind::Classes,
        Some(_) => Kind::Numbers,
        None => Kind::Tallies,
    };
    let n_keys = if kind == Kind::Numbers { 2 } else { 1 };
    let mut rows: Vec<Joined<'_>> = Vec::new();
    let mut places = std::collections::BTreeMap::new();
    for (at, table) in tables.iter().enumerate() {
        for row in table.iter().flat_map(|table| &table.rows) {
            let key: Vec<String> = row[..n_keys].iter().map(Cell::shown).collect();
            let place = *places.entry(key).or_insert_with(|| {
                rows.push(Joined {
                    keys: row[..n_keys].iter().collect(),
                    rows: vec![None; tables.len()],
                });
                rows.len() - 1
            });
            rows[place].rows[at] = Some(row);
        }
    }
    let of_all = |joined: &Joined<'_>| -> Vec<Option<Tally>> {
        let both = joined.rows.iter().zip(tables);
        both.map(|(row, table)| tally(table.as_ref().copied()?, row.as_ref().copied()?)).collect()
    };
    let errors = |joined: &Joined<'_>| -> u64 {
        match n {
            Some(at) => {
                let counts = joined.rows.iter().flatten().map(|row| match row[at] {
                    Cell::Count(n) => n,
                    _ => 0,
                });
                counts.fold(0, u64::saturating_add)
            }
            None => of_all(joined).into_iter().flatten().fold(0, |sum, tally| {
                let missed = tally.gold.saturating_sub(tally.matched);
                let wrong = tally.system.saturating_sub(tally.matched);
                sum.saturating_add(missed).saturating_add(wrong)
            }),
        }
    };
    let by_errors = BY_ERRORS.contains(&first.name) || kind == Kind::Classes;
    if by_errors {
        rows.sort_by_cached_key(|joined| std::cmp::Reverse(errors(joined)));
    }
    let most = if by_errors { ", most errors first" } else { "" };
    if let [_] = systems {
        let rows = rows.iter().filter_map(|joined| joined.rows[0].map(<[Cell]>::to_vec)).collect();
        let title = match kind {
            Kind::Tallies => format!("{}{most}", first.title),
            Kind::Numbers | Kind::Classes => first.title.clone(),
        };
        return Some(Table { title, rows, ..first.clone() });
    }
    let mut columns = first.columns[..n_keys].to_vec();
    if kind == Kind::Tallies {
        columns.push(Column::new("gold"));
        columns.extend(by_errors.then(|| Column::new("errors")));
    }
    let beside = first.columns.last().map_or("", |column| column.name.as_ref());
    for name in systems {
        columns.push(Column::about(name));
        if kind == Kind::Classes {
            columns.push(Column::about(&format!("{name} {beside}")));
        }
    }
    let cells = |joined: &Joined<'_>| {
        let mut cells: Vec<Cell> = joined.keys.iter().map(|cell| (*cell).clone()).collect();
        match n {
            Some(at) => {
                for row in &joined.rows {
                    let n = |at: usize| row.map_or(Cell::Count(0), |row| row[at].clone());
                    cells.push(n(at));
                    cells.extend((kind == Kind::Classes).then(|| n(at + 1)));
                }
            }
            None => {
                let gold = position(first, "gold");
                let gold = joined.rows.iter().flatten().filter_map(|row| Some(&row[gold?]));
                let most = gold.max_by(|one, two| number(one).total_cmp(&number(two)));
                cells.push(most.cloned().unwrap_or(Cell::Nothing));
                cells.extend(by_errors.then(|| Cell::Count(errors(joined))));
                let f1 = position(first, "f1");
                let f1 = |row: &Option<&[Cell]>| row.zip(f1).map(|(row, at)| row[at].clone());
                cells.extend(joined.rows.iter().map(|row| f1(row).unwrap_or(Cell::Share(None))));
            }
        }
        cells
    };
    let what = match kind {
        Kind::Tallies => format!("F1 of each system{most}"),
        Kind::Numbers => "how often".to_string(),
        Kind::Classes => format!("errors and {beside} of each system{most}"),
    };
    // Its title has one system's sums.
    let title = match kind {
        Kind::Classes => first.title.split(':').next().unwrap_or_default(),
        _ => &first.title,
    };
    Some(Table {
        name: first.name,
        title: format!("{title}: {what}"),
        columns,
        rows: rows.iter().map(cells).collect(),
        shown: Shown::NotInJson,
    })
}

fn number(cell: &Cell) -> f64 {
    match cell {
        Cell::Count(n) => *n as f64,
        Cell::Number(Some(n)) => *n,
        _ => 0.0,
    }
}
