//! The sentences behind a number: how a cell is named, which rows are shown, and the list of them.

use std::str::FromStr;

use crate::comparison::NotThere;
use crate::counts::Counts;
use crate::error::{ChoiceFault, ChoiceProblem};
use crate::evaluation::{BehindCell, Evaluation};
use crate::kinds::without_suffix;
use crate::metric::{Badness, Explains, ScoresOf, heading};
use crate::report::{Cell, Column, Report, Shown, Table, number_of};

/// A cell of a table, or a row of it: `TABLE:ROW[:COLUMN]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellName {
    /// The table's name.
    pub table: String,
    /// Its row, and the column if one is named. Names of relations have colons too, so that only
    /// a table can say where the row ends.
    pub place: String,
}

impl FromStr for CellName {
    type Err = ChoiceFault;

    fn from_str(text: &str) -> Result<CellName, ChoiceFault> {
        // What is no table's row is refused beside the tables, with a row that is there.
        let (table, place) = text.split_once(':').unwrap_or((text, ""));
        if table.is_empty() {
            let all = ["TABLE:ROW", "TABLE:ROW:COLUMN"];
            return Err(ChoiceFault::new(ChoiceProblem::BadCell, text, &all));
        }
        Ok(CellName { table: table.to_string(), place: place.to_string() })
    }
}

impl std::fmt::Display for CellName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.table, self.place)
    }
}

/// What stands for a value that is not there.
const NOTHING: &str = "—";

impl CellName {
    /// How many facts are in the cell. Of a row with precision and recall, those are the errors
    /// unless a column is named.
    pub fn facts(&self, tables: &[Table]) -> u64 {
        let tables = tables.iter().filter(|table| table.name == self.table);
        let rows = tables.flat_map(|table| table.rows.iter().map(move |row| (table, row)));
        rows.filter_map(|(table, row)| self.facts_of(table, row)).sum()
    }

    /// Whether some table has such a row, and if it names one, column.
    pub fn is_in(&self, tables: &[Table]) -> bool {
        let tables = tables.iter().filter(|table| table.name == self.table);
        let mut rows = tables.flat_map(|table| table.rows.iter().map(move |row| (table, row)));
        rows.any(|(table, row)| self.facts_of(table, row).is_some())
    }

    /// The same cell as tables write it: in any case, tables in the singular or the plural, and
    /// systems without the suffixes of their files.
    #[must_use]
    pub fn as_written(&self, tables: &[Table]) -> CellName {
        let names = || tables.iter().map(|table| table.name);
        let singular = |name: &str| name.to_lowercase().trim_end_matches('s').to_string();
        let table = names().find(|name| *name == self.table);
        let table = table.or_else(|| names().find(|name| singular(name) == singular(&self.table)));
        let Some(name) = table else { return self.clone() };
        let cell = |place: String| CellName { table: name.to_string(), place };
        let typed = cell(self.place.clone());
        if typed.is_in(tables) {
            return typed;
        }
        let parts: Vec<&str> = self.place.split(':').collect();
        let mut alike = Vec::new();
        for table in tables.iter().filter(|table| table.name == name) {
            for keys in table.rows.iter().map(|row| keys(row)).filter(|keys| !keys.is_empty()) {
                // A row by all its words, or by the first.
                for whole in [keys.join(":"), keys[0].to_string()] {
                    let n = whole.split(':').count();
                    if n > parts.len() || !is_like(&parts[..n].join(":"), &whole) {
                        continue;
                    }
                    let column = parts[n..].join(":");
                    let columns = table.columns.iter().map(|known| known.name.as_ref());
                    let column =
                        columns.clone().find(|known| is_like(&column, known)).unwrap_or(&column);
                    alike.push(cell(match column {
                        "" => whole,
                        column => format!("{whole}:{column}"),
                    }));
                }
            }
        }
        let there = alike.iter().position(|cell| cell.is_in(tables)).unwrap_or(0);
        if alike.is_empty() { typed } else { alike.swap_remove(there) }
    }

    /// The rows that a table has, as they are named.
    pub fn rows(&self, tables: &[Table]) -> Vec<String> {
        let tables = tables.iter().filter(|table| table.name == self.table);
        let mut names: Vec<String> = Vec::new();
        for row in tables.flat_map(|table| &table.rows) {
            let name = keys(row).join(":");
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The facts of a row, if it is the one that is named.
    fn facts_of(&self, table: &Table, row: &[Cell]) -> Option<u64> {
        let keys = keys(row);
        // Nobody has a long dash on the keyboard.
        let place = self.place.strip_suffix(":-").map(|start| format!("{start}:{NOTHING}"));
        let place = place.or(self.place.strip_prefix("-:").map(|end| format!("{NOTHING}:{end}")));
        let place = place.unwrap_or_else(|| self.place.clone());
        let whole = keys.join(":");
        let column = match place.strip_prefix(&whole) {
            Some("") => None,
            Some(column) => Some(column.strip_prefix(':')?),
            // All that gold's relation is taken for.
            None if keys.len() > 1 && keys[0] == place => None,
            None => return None,
        };
        let n = |name: &str| {
            let at = table.columns.iter().position(|column| column.name == name)?;
            count(&row[at])
        };
        let tally = n("gold").zip(n("system")).zip(n("matched"));
        let Some(((gold, system), matched)) = tally else {
            return match column {
                None if table.name == "classes" => n("errors"),
                None => row.iter().rev().find_map(count),
                Some(column) => n(column),
            };
        };
        let (missed, wrong) = (gold.saturating_sub(matched), system.saturating_sub(matched));
        match column {
            None | Some("f1") => Some(missed.saturating_add(wrong)),
            Some("precision") => Some(wrong),
            Some("recall") => Some(missed),
            Some(column) => n(column),
        }
    }
}

/// What of a row is missing, extra and right; of numbers without such a difference all are missing.
pub(super) fn tallied(table: &Table, row: &[Cell]) -> Option<[u64; 3]> {
    let n = |name: &str| {
        let at = table.columns.iter().position(|column| column.name == name)?;
        count(&row[at])
    };
    let facts = match n("gold").zip(n("system")).zip(n("matched")) {
        Some(((gold, system), matched)) => {
            [gold.saturating_sub(matched), system.saturating_sub(matched), matched]
        }
        None if table.name == "classes" => [n("errors")?, 0, 0],
        None => [row.iter().rev().find_map(count)?, 0, 0],
    };
    (facts != [0; 3]).then_some(facts)
}

/// Whether a name was meant by what was typed.
fn is_like(typed: &str, name: &str) -> bool {
    // A blank needs quotation marks in a shell.
    let plain = |name: &str| name.to_lowercase().replace(NOTHING, "-").replace('_', " ");
    [name, without_suffix(name)].iter().any(|name| plain(name) == plain(typed))
}

/// What a row is called: its first cells, as far as they are words.
pub(super) fn keys(row: &[Cell]) -> Vec<&str> {
    let words = row.iter().map_while(|cell| match cell {
        Cell::Text(text) | Cell::Below(_, text) => Some(text.as_str()),
        Cell::Nothing => Some(NOTHING),
        _ => None,
    });
    words.collect()
}

/// A number of things; parts of one count as one.
fn count(cell: &Cell) -> Option<u64> {
    match cell {
        Cell::Count(n) => Some(*n),
        Cell::Number(Some(n)) => Some(n.ceil() as u64),
        _ => None,
    }
}

#[doc(hidden)]
impl Report {
    /// Leaves the sentences and a list of them for people; JSON keeps everything.
    pub fn show_sentences(&mut self, list: Table) {
        only_in_json(&mut self.tables);
        self.systems.iter_mut().for_each(|system| only_in_json(&mut system.tables));
        self.tables.push(list);
    }
}

fn only_in_json(tables: &mut Vec<Table>) {
    tables.retain(|table| table.shown != Shown::NotInJson);
    for table in tables {
        table.shown = match table.shown {
            Shown::ByKeyInJson | Shown::OnlyInJsonByKey => Shown::OnlyInJsonByKey,
            Shown::OnlyInJsonAsValues => Shown::OnlyInJsonAsValues,
            _ => Shown::OnlyInJson,
        };
    }
}

/// The rows of a system whose sentences are shown: those that were picked for it, or else so many of the worst.
pub(super) fn shown_rows<C: Counts>(
    (at, system): (usize, &Evaluation<C>),
    (picked, worst): (&Option<Vec<Vec<usize>>>, usize),
    badness: impl Fn(&C) -> Option<Badness>,
) -> Vec<usize> {
    match picked {
        Some(picked) => picked.get(at).cloned().unwrap_or_default(),
        None => system.worst(worst, badness),
    }
}

/// The sentences behind a cell, of all systems.
pub fn shown_table<C: Counts, D>(
    cell: &CellName,
    systems: &[Evaluation<C>],
    found: &[BehindCell<D>],
    scores: ScoresOf<'_, C>,
) -> Table {
    let mut columns = ["system", "sentence", "facts"].map(Column::new).to_vec();
    columns.extend(main_column(scores));
    let mut rows = Vec::new();
    for (system, found) in systems.iter().zip(found) {
        for behind in &found.rows {
            let row = &system.rows[behind.row];
            let mut cells = vec![
                Cell::Text(system.system.clone()),
                Cell::Count(row.sentence),
                Cell::Count(behind.n_facts),
            ];
            cells.extend(main_cell(system, behind.row, scores));
            rows.push(cells);
        }
    }
    let n = found.iter().map(|found| found.n_rows).sum::<usize>() as u64;
    let most = found.iter().map(|found| found.rows.len()).max().unwrap_or(0);
    let of = match (rows.len() as u64) < n {
        true if systems.len() > 1 => format!(", the {most} worst of each system"),
        true => format!(", the {most} worst"),
        false => String::new(),
    };
    let of = number_of(n, "sentence") + &of;
    let title = format!("Behind {cell}: {of}");
    Table { name: "shown", title, columns, rows, shown: Shown::Everywhere }
}

/// What one system has right and another wrong.
#[derive(Clone, Debug)]
pub struct Contrast {
    right: usize,
    wrong: usize,
    /// The places of the rows that are listed, among the first system's: those that show it best.
    pub rows: Vec<usize>,
    n_rows: usize,
}

impl Contrast {
    /// Looks for at most so many rows, by what a metric takes for an error.
    ///
    /// # Errors
    /// Where no system has one of the names.
    pub fn of<M: Explains>(
        metric: &M,
        systems: &[Evaluation<M::Counts>],
        [right, wrong]: [&str; 2],
        most: usize,
    ) -> Result<Contrast, NotThere> {
        let at = |name: &str| {
            let known = systems.iter().map(|system| system.system.as_str());
            NotThere::or_position("system", name, known)
        };
        let (right, wrong) = (at(right)?, at(wrong)?);
        let badness = |counts: &M::Counts| metric.badness(counts);
        let mut rows = systems[right].ahead_of(&systems[wrong], usize::MAX, badness);
        let n_rows = rows.len();
        rows.truncate(most);
        Ok(Contrast { right, wrong, rows, n_rows })
    }

    /// For each system, the rows whose sentences are drawn: those of the one that has them wrong.
    pub fn drawn<C: Counts>(&self, systems: &[Evaluation<C>]) -> Vec<Vec<usize>> {
        let place = |at: &usize| systems[self.right].place_in(&systems[self.wrong], *at);
        let mut drawn = vec![Vec::new(); systems.len()];
        drawn[self.wrong] = self.rows.iter().filter_map(place).collect();
        drawn
    }

    /// The sentences in which the one has fewer errors than the other.
    pub fn table<C: Counts>(&self, systems: &[Evaluation<C>], scores: ScoresOf<'_, C>) -> Table {
        let (right, wrong) = (&systems[self.right], &systems[self.wrong]);
        let mut columns = vec![Column::new("sentence")];
        columns.extend([right, wrong].map(|system| Column::about(&system.system)));
        let row = |at: &usize| {
            let mut cells = vec![Cell::Count(right.rows[*at].sentence)];
            cells.extend(main_cell(right, *at, scores));
            let other = right.place_in(wrong, *at);
            cells.push(other.and_then(|at| main_cell(wrong, at, scores)).unwrap_or(Cell::Nothing));
            cells
        };
        let main = scores(&C::default()).first().map_or("", |score| score.name);
        let of = match self.rows.len() {
            shown if shown < self.n_rows => format!(", the {shown} that differ most"),
            _ => String::new(),
        };
        let title = format!(
            "{} where {} has fewer errors than {}: {}{of}",
            heading(main),
            right.system,
            wrong.system,
            number_of(self.n_rows as u64, "sentence")
        );
        let rows = self.rows.iter().map(row).collect();
        Table { name: "contrasts", title, columns, rows, shown: Shown::Everywhere }
    }
}

fn main_column<C: Counts>(scores: ScoresOf<'_, C>) -> Option<Column> {
    let main = *scores(&C::default()).first()?;
    Some(Column::headed(main.name, heading(main.name)))
}

/// The main score of a row.
fn main_cell<C: Counts>(
    system: &Evaluation<C>,
    at: usize,
    scores: ScoresOf<'_, C>,
) -> Option<Cell> {
    let counts = system.rows[at].outcome.result.as_ref().ok();
    counts.map_or(Some(Cell::Nothing), |counts| scores(counts).first().map(Cell::score))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Tally;
    use crate::report::tallies::tally_table;

    fn tables() -> [Table; 2] {
        let [key, other] = ["nsubj:pass", "obj"].map(str::to_string);
        let tally = Tally { matched: 3, gold: 5, system: 4 };
        let tallies = tally_table("relations", "relation", "", [(&key, &tally)]);
        let confusions = Table {
            name: "confusions",
            title: String::new(),
            columns: ["gold", "system", "n"].map(Column::new).to_vec(),
            rows: vec![
                vec![Cell::Text(key.clone()), Cell::Text(other), Cell::Count(2)],
                vec![Cell::Text(key.clone()), Cell::Nothing, Cell::Count(1)],
            ],
            shown: Shown::Everywhere,
        };
        [tallies, confusions]
    }

    fn facts(name: &str) -> (bool, u64) {
        let (name, tables) = (name.parse::<CellName>().unwrap(), tables());
        (name.is_in(&tables), name.facts(&tables))
    }

    #[test]
    fn cells_are_found_by_their_names() {
        for (name, expected) in [
            ("relations:nsubj:pass", 3),
            ("relations:nsubj:pass:precision", 1),
            ("relations:nsubj:pass:recall", 2),
            ("relations:nsubj:pass:matched", 3),
            ("confusions:nsubj:pass:obj", 2),
            ("confusions:nsubj:pass:-", 1),
            ("confusions:nsubj:pass", 3),
        ] {
            assert_eq!(facts(name), (true, expected), "{name}");
        }
        for name in ["relations:nsubj", "relations:nsubj:pass:colour", "others:nsubj:pass"] {
            assert_eq!(facts(name), (false, 0), "{name}");
        }
        for name in ["relation:NSUBJ:Pass:Recall", "Confusion:-:x", "confusions:nsubj:pass:OBJ"] {
            let written = name.parse::<CellName>().unwrap().as_written(&tables()).to_string();
            let expected = match name {
                "relation:NSUBJ:Pass:Recall" => "relations:nsubj:pass:recall",
                "Confusion:-:x" => "confusions:-:x",
                _ => "confusions:nsubj:pass:obj",
            };
            assert_eq!(written, expected);
        }
        assert!(":obj".parse::<CellName>().unwrap_err().to_string().starts_with("write TABLE:ROW"));
    }
}
