//! The first screen: one table with a line a system, and a few sentences that say what it means.

use crate::comparison::{Comparison, Interval, NotThere};
use crate::metric::{Score, Unit, goodness, heading};
use crate::report::{
    Cell, Column, Report, Shown, SkippedRow, SystemResult, Table,
    skipped::{TOLD, and_others},
    skipped_reasons,
};

/// In which order systems stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By the main score with skipped sentences counted as missed, the highest first.
    #[default]
    Best,
    /// As they were given.
    Given,
}

/// What is wanted on the first screen.
#[derive(Clone, Debug, Default)]
pub struct Glance {
    /// In which order systems stand.
    pub order: Order,
    /// Names of the scores that are shown, in this order; the metric's own choice if there are none.
    pub columns: Vec<String>,
}

/// Tables that are made of every evaluation; all others are there because somebody asked.
const DETAILS: [&str; 23] = [
    "repaired",
    "agreement",
    "scores",
    "scores_with_missed",
    "averages",
    "cutoff",
    "limits",
    "metrics",
    "by_type",
    "sheet",
    "baselines",
    "relation",
    "construction",
    "source",
    "relation_errors",
    "construction_errors",
    "source_errors",
    "intervals",
    "comparisons",
    "p_matrix",
    "ranking",
    "ranks",
    "unparsed",
];

/// The main score with skipped sentences counted as missed, as a column.
const MISSED: &str = "with_missed";

/// The first table.
pub(super) const GLANCE: &str = "glance";

/// What belongs to the main score.
pub(super) const BESIDE_MAIN: [&str; 4] = ["system", "interval", MISSED, "group"];

/// Pairs that are told one by one.
const MOST_PAIRS: usize = 6;

#[doc(hidden)]
impl Report {
    /// The answer on one screen. What it leaves out is in the report itself, by [name](Report::only).
    ///
    /// # Errors
    /// Where no score has a name that was asked for.
    pub fn at_a_glance(&self, wanted: &Glance) -> Result<Report, NotThere> {
        self.in_order(wanted.order).with_short_names().glance(wanted)
    }

    /// The same with one table of some scores in the place of those of all.
    ///
    /// # Errors
    /// Where no score has a name that was asked for.
    pub fn with_columns(&self, wanted: &Glance) -> Result<Report, NotThere> {
        let mut report = self.in_order(wanted.order);
        let columns = report.glance_columns(&wanted.columns)?;
        let table = report.glance_table(&columns);
        report.tables.retain(|table| !["scores", "scores_with_missed"].contains(&table.name));
        report.tables.insert(0, table);
        Ok(report)
    }

    /// Whether a table is there because somebody asked.
    pub(super) fn is_asked_for(&self, name: &str) -> bool {
        !DETAILS.contains(&name) || self.asked.contains(&name)
    }

    fn glance(&self, wanted: &Glance) -> Result<Report, NotThere> {
        let columns = self.glance_columns(&wanted.columns)?;
        let (columns, same) = self.folded(columns, &wanted.columns);
        let mut notes = Vec::new();
        if !same.is_empty() {
            notes.push(format!("100.00 for all: {}", same.join(", ")));
        }
        notes.extend(self.notes.iter().cloned());
        notes.extend(self.whether_they_differ());
        notes.extend(self.skipped_in_a_line());
        notes.extend(self.first_skipped());
        let mut tables = vec![self.glance_table(&columns)];
        let is_asked_for = |table: &&Table| self.is_asked_for(table.name);
        tables.extend(self.tables.iter().filter(is_asked_for).cloned());
        let own = |system: &SystemResult| SystemResult {
            tables: system.tables.iter().filter(is_asked_for).cloned().collect(),
            skipped: Vec::new(),
            ..system.clone()
        };
        let systems = self.systems.iter().map(own).collect();
        Ok(Report { systems, tables, notes, details: Vec::new(), ..self.clone() })
    }

    /// The scores of the table: those that were asked for, or the metric's own choice.
    fn glance_columns(&self, wanted: &[String]) -> Result<Vec<Column>, NotThere> {
        let Some(first) = self.systems.first() else { return Ok(Vec::new()) };
        let names = || first.scores.iter().map(|score| score.name);
        let chosen: Vec<Column> = match self.main.is_empty() {
            true => names().map(|name| Column::headed(name, heading(name))).collect(),
            false => self.main.iter().map(|(name, shown)| Column::headed(*name, *shown)).collect(),
        };
        if wanted.is_empty() {
            return Ok(chosen);
        }
        let column = |name: &String| {
            let lower = |name: &str| name.to_lowercase();
            if let Some(column) = chosen.iter().find(|column| {
                [&lower(&column.name), &lower(&column.heading)].contains(&&lower(name))
            }) {
                return Ok(column.clone());
            }
            // As it stands above the column: F1 all.
            if let Some(name) = lower(name).strip_suffix(" all")
                && NotThere::or_position("score", name, names())? == 0
            {
                let main = heading(first.scores[0].name);
                return Ok(Column::headed(MISSED, format!("{main} all")));
            }
            let at = NotThere::or_position("score", name, names())?;
            let name = first.scores[at].name;
            Ok(Column::headed(name, heading(name)))
        };
        wanted.iter().map(column).collect()
    }

    /// Without the columns in which every system has everything, and their headings. They are worth
    /// a column only where there is nothing else, or somebody asked.
    fn folded(&self, columns: Vec<Column>, wanted: &[String]) -> (Vec<Column>, Vec<String>) {
        const FIRST: usize = 3;
        // What the table is for stays, whatever it is.
        let kept: Vec<_> = columns.iter().take(FIRST).map(|column| column.name.clone()).collect();
        let all_right = |column: &Column| {
            let score = |system: &SystemResult| find(&system.scores, &column.name)?.value;
            !kept.contains(&column.name)
                && self.systems.iter().all(|system| score(system) == Some(1.0))
        };
        if !wanted.is_empty() || columns.len() <= FIRST {
            return (columns, Vec::new());
        }
        let (same, columns): (Vec<Column>, Vec<Column>) = columns.into_iter().partition(all_right);
        (columns, same.into_iter().map(|column| column.heading).collect())
    }

    fn is_main(&self, column: &Column) -> bool {
        let first = self.systems.first().and_then(|system| system.scores.first());
        first.is_some_and(|score| score.name == column.name)
    }

    fn glance_table(&self, scores: &[Column]) -> Table {
        let systems = &self.systems;
        let any_skipped = systems.iter().any(SystemResult::leaves_skipped_out);
        // Who names it says where it stands.
        let adds_missed = any_skipped && scores.iter().all(|score| score.name != MISSED);
        let missed = |system: &SystemResult| {
            let missed = system.scores_with_missed.first();
            missed.map_or(Cell::Nothing, Cell::score)
        };
        let any_groups =
            systems.len() > 2 && systems.iter().any(|system| !system.groups.is_empty());
        let level = self.level.filter(|_| systems.iter().any(|system| interval(system).is_some()));
        let mut columns = vec![Column::new("system")];
        for score in scores {
            columns.push(score.clone());
            if !self.is_main(score) {
                continue;
            }
            columns.extend(level.map(|level| {
                Column::headed("interval", format!("{} % interval", shown_level(level)))
            }));
            if adds_missed {
                columns.push(Column::headed(MISSED, format!("{} all", score.heading)));
            }
            if any_groups {
                columns.push(Column::new("group"));
            }
        }
        let row = |system: &SystemResult| {
            let mut row = vec![Cell::Text(system.name.clone())];
            for score in scores {
                if score.name == MISSED {
                    row.push(missed(system));
                    continue;
                }
                row.push(find(&system.scores, &score.name).map_or(Cell::Nothing, Cell::score));
                if !self.is_main(score) {
                    continue;
                }
                row.extend(level.map(|_| between(system)));
                if adds_missed {
                    row.push(missed(system));
                }
                if any_groups {
                    row.push(Cell::Text(system.groups.clone()));
                }
            }
            row
        };
        let mut rows: Vec<Vec<Cell>> = systems.iter().map(row).collect();
        for (name, scores) in &self.baselines {
            let cell = |column: &Column| {
                let blank = || Cell::Text(String::new());
                find(scores, &column.name).map_or_else(blank, Cell::score)
            };
            let cells = columns[1..].iter().map(cell);
            rows.push([Cell::Text(name.clone())].into_iter().chain(cells).collect());
        }
        let title = self.tables.first().map_or_else(String::new, |table| table.title.clone());
        Table { name: GLANCE, title, columns, rows, shown: Shown::NotInJson }
    }

    /// How many sentences were skipped, and why; of many systems those that lost most.
    fn skipped_in_a_line(&self) -> Option<String> {
        let mut systems: Vec<&SystemResult> =
            self.systems.iter().filter(|system| !system.skipped.is_empty()).collect();
        systems.sort_by_key(|system| std::cmp::Reverse(system.n_skipped()));
        let one = |system: &&SystemResult| {
            let reasons = skipped_reasons(system)?;
            Some(format!(
                "{} {} of {} ({reasons})",
                system.name,
                system.n_skipped(),
                system.n_sentences
            ))
        };
        let mut told: Vec<String> = systems.iter().take(TOLD).filter_map(one).collect();
        told.extend(and_others(systems.len()));
        let main = self.systems.first()?.scores.first()?;
        let score = self.main.iter().find(|(name, _)| *name == main.name);
        let score = score.map_or(heading(main.name), |(_, heading)| heading);
        let skipped = || self.systems.iter().flat_map(|system| &system.skipped);
        if skipped().any(|row| row.reason == "gold_missing") {
            // Where files are paired by text, what only a system has is wrong; at the end of a file it is
            // not looked at.
            let is_by_text =
                self.signature.contains("|align:yes|") || self.signature.contains("|preset:ud|");
            told.push(match is_by_text {
                true => format!("sentences that gold does not have are wrong in {score} all"),
                false => "sentences that gold does not have count nowhere".to_string(),
            });
        }
        if skipped().any(|row| row.reason == "gold_unreadable") {
            told.push(format!(
                "sentences of gold that cannot be read count nowhere in {score} all"
            ));
        }
        let none_missed =
            skipped().all(|row| ["gold_missing", "gold_unreadable"].contains(&row.reason));
        let is_apart = self.systems.iter().any(SystemResult::leaves_skipped_out);
        let counted = match (none_missed, is_apart) {
            (true, _) => String::new(),
            (false, true) => format!(", and counted as missed in {score} all"),
            (false, false) => format!(", and counted as missed in {score}"),
        };
        (!told.is_empty()).then(|| format!("skipped{counted}: {}", told.join("; ")))
    }

    /// The first sentences that were skipped, with their places, as lines.
    fn first_skipped(&self) -> Option<String> {
        let of = |system: &SystemResult| match self.systems.len() {
            1 => String::new(),
            _ => format!("{}, ", system.name),
        };
        let line = |(system, row): (&SystemResult, &SkippedRow)| {
            format!("  {}{}", of(system), row.in_words())
        };
        let all = || {
            self.systems
                .iter()
                .flat_map(|system| system.skipped.iter().map(move |row| (system, row)))
        };
        // Those come first that the hint below is for.
        let cure = self.cure().map(|(cure, _)| cure);
        let is_cured = move |(_, row): &(&SystemResult, &SkippedRow)| Some(row.hint) == cure;
        let skipped = all().filter(is_cured).chain(all().filter(move |row| !is_cured(row)));
        // One of each kind says more than many of one.
        let mut seen: Vec<(String, &str)> = Vec::new();
        let is_new = |(system, row): &(&SystemResult, &SkippedRow)| {
            let is_known =
                |(name, reason): &(String, &str)| *name == system.name && *reason == row.reason;
            let is_new = !seen.iter().any(is_known);
            seen.extend(is_new.then(|| (system.name.clone(), row.reason)));
            is_new
        };
        let lines: Vec<String> = skipped.filter(is_new).take(TOLD).map(line).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// What the letters mean or, of two systems, what the test says.
    fn whether_they_differ(&self) -> Option<String> {
        let alpha = 1.0 - self.level?;
        let first = self.comparisons.first()?;
        let score = heading(first.score);
        // Two systems have no letters, nor have any with a baseline: each pair is told, as long as they are few.
        if self.systems.len() == 2 || self.systems.iter().all(|system| system.groups.is_empty()) {
            let told = |pairs: &[&Comparison]| -> Vec<String> {
                pairs.iter().map(|pair| pair_in_words(pair, alpha)).collect()
            };
            let all: Vec<&Comparison> = self.comparisons.iter().collect();
            if all.len() <= MOST_PAIRS {
                return Some(told(&all).join("\n"));
            }
            let main: Vec<&Comparison> =
                all.into_iter().filter(|pair| pair.score == first.score).collect();
            return (main.len() <= MOST_PAIRS).then(|| told(&main).join("\n"));
        }
        let several = self.comparisons.iter().any(|pair| pair.score != first.score);
        let others = if several { "; the ranking has letters of all scores" } else { "" };
        Some(format!(
            "systems that share a letter are not shown to differ in {score} ({} test, corrected p \
             below {alpha:.2}){others}",
            first.test
        ))
    }
}

/// The cells of a first table that are the best of their column, where systems are compared.
pub(super) fn best(table: &Table) -> Vec<(usize, usize)> {
    // Baselines are no systems.
    let is_system = |row: &Vec<Cell>| !matches!(&row[0], Cell::Text(name) if name.starts_with('('));
    let n_systems = table.rows.iter().filter(|row| is_system(row)).count();
    if table.name != GLANCE || n_systems < 2 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, column) in table.columns.iter().enumerate() {
        // As it is shown: what cannot be told apart is best together.
        let value = |row: &Vec<Cell>| match &row[at] {
            cell @ (Cell::Share(Some(_)) | Cell::Number(Some(_))) if is_system(row) => {
                let value: f64 = cell.shown().parse().ok()?;
                Some(goodness(&column.name, value))
            }
            _ => None,
        };
        let most = table.rows.iter().filter_map(value).fold(f64::NEG_INFINITY, f64::max);
        let rows = table.rows.iter().enumerate();
        found.extend(rows.filter(|(_, row)| value(row) == Some(most)).map(|(row, _)| (row, at)));
    }
    found
}

/// Two systems in one line.
fn pair_in_words(pair: &Comparison, alpha: f64) -> String {
    let Comparison { a, b, .. } = pair;
    let score = heading(pair.score);
    let (Some(difference), Some(p)) = (pair.difference, pair.p_adjusted) else {
        let why = pair.undefined.map_or_else(String::new, |why| format!(", because {why}"));
        return format!("{a} and {b} are not shown to differ in {score}: there is no p{why}");
    };
    let shown = |value: f64| match pair.unit {
        Unit::Share => Cell::Points(Some(value)).shown(),
        Unit::PerSentence => format!("{value:+.2}"),
    };
    let p = Cell::P { value: Some(p), marked: false }.shown();
    let p = match p.trim_end() {
        small if small.starts_with('<') => format!("p < {}", &small[1..]),
        other => format!("p = {other}"),
    };
    let over = match pair.n_left_out {
        0 => String::new(),
        _ => format!(" over the {} sentences that both have scored", pair.n_sentences),
    };
    let by = format!("{} {score}{over}, {p} ({} test)", shown(difference), pair.test);
    if pair.is_significant(1.0 - alpha) {
        return format!("{a} and {b} differ: {by}");
    }
    let needed = pair.sentences_needed().filter(|needed| *needed > pair.n_sentences);
    let needed = needed.map_or_else(String::new, |n| {
        format!("; to show a difference of this size takes about {n} sentences")
    });
    format!("{a} and {b} are not shown to differ: {by}{needed}")
}

fn find<'s>(scores: &'s [Score], name: &str) -> Option<&'s Score> {
    scores.iter().find(|score| score.name == name)
}

/// Where the main score lies, most likely.
fn interval(system: &SystemResult) -> Option<(&Score, Interval)> {
    let score = system.scores.first()?;
    let (_, interval) = system.intervals.iter().find(|(name, _)| *name == score.name)?;
    Some((score, *interval))
}

fn between(system: &SystemResult) -> Cell {
    let Some((score, interval)) = interval(system) else { return Cell::Text("—".to_string()) };
    let end = |value| Cell::score(&Score { value: Some(value), ..*score }).shown();
    Cell::Text(format!("{}–{}", end(interval.low), end(interval.high)))
}

/// 95, or 99.9.
fn shown_level(level: f64) -> String {
    // A tenth is the finest that anybody reads.
    format!("{}", (1000.0 * level).round() / 10.0)
}
