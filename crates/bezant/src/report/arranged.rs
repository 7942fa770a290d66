//! One name and one order of systems in all that is shown.

use crate::kinds::without_suffix;
use crate::metric::Score;
use crate::report::{Cell, Order, Report, SystemResult, Table};

#[doc(hidden)]
impl Report {
    /// The same without the suffixes of files, where systems can be told apart without them.
    #[must_use]
    pub fn with_short_names(&self) -> Report {
        let mut report = self.clone();
        // There, a name is made of two.
        if self.metric == "agreement" {
            return report;
        }
        let long: Vec<&str> = self.systems.iter().map(|system| system.name.as_str()).collect();
        let short = short_names(long.iter().copied());
        let known: Vec<(&str, &str)> =
            long.into_iter().zip(short.iter().map(String::as_str)).collect();
        if known.iter().all(|(long, short)| long == short) {
            return report;
        }
        let shorten = |name: &mut String| {
            if let Some((_, short)) = known.iter().find(|(long, _)| long == name) {
                *name = (*short).to_string();
            }
        };
        for comparison in &mut report.comparisons {
            shorten(&mut comparison.a);
            shorten(&mut comparison.b);
        }
        // What a report is about keeps the names of files.
        let rewrite = |text: &mut String| {
            for (long, short) in &known {
                *text = replaced(text, long, short);
            }
        };
        for (at, table) in report.tables.iter_mut().enumerate() {
            if at > 0 || table.name == "contrasts" {
                rewrite(&mut table.title);
            }
            rename(table, &shorten);
        }
        for system in &mut report.systems {
            shorten(&mut system.name);
            system.tables.iter_mut().for_each(|table| rename(table, &shorten));
        }
        report.notes.iter_mut().chain(&mut report.details).for_each(rewrite);
        report
    }

    /// The same with systems in some order, in all tables that have one row or more a system.
    #[must_use]
    pub fn in_order(&self, order: Order) -> Report {
        let mut report = self.clone();
        if order == Order::Given {
            return report;
        }
        // The sort is stable: of equal ones, the earlier.
        report.systems.sort_by(|one, two| main(two).total_cmp(&main(one)));
        let names: Vec<String> = report.systems.iter().map(|system| system.name.clone()).collect();
        let place = |row: &Vec<Cell>| match row.first() {
            Some(Cell::Text(name)) => names.iter().position(|other| other == name),
            _ => None,
        };
        for table in &mut report.tables {
            if table.columns.first().is_some_and(|column| column.name == "system") {
                table.rows.sort_by_key(|row| place(row).unwrap_or(usize::MAX));
            }
            sort_columns(table, &names);
        }
        report
    }
}

/// Puts the columns that are about systems in their order.
fn sort_columns(table: &mut Table, names: &[String]) {
    let about = |name: &str| {
        let name = name.strip_suffix(" skipped").unwrap_or(name);
        names.iter().position(|other| other == name)
    };
    let Some(first) = table.columns.iter().position(|column| about(&column.name).is_some()) else {
        return;
    };
    let mut order: Vec<usize> = (first..table.columns.len()).collect();
    order.sort_by_key(|at| about(&table.columns[*at].name).unwrap_or(usize::MAX));
    let order: Vec<usize> = (0..first).chain(order).collect();
    table.columns = order.iter().map(|at| table.columns[*at].clone()).collect();
    for row in &mut table.rows {
        *row = order.iter().map(|at| row[*at].clone()).collect();
    }
}

/// The main score with skipped sentences counted as missed; one that is undefined comes last. Of several
/// treebanks it is the mean over them.
fn main(system: &SystemResult) -> f64 {
    if let Some(mean) = system.over_treebanks {
        return mean;
    }
    let score: Option<&Score> = system.scores_with_missed.first().or(system.scores.first());
    score.and_then(|score| score.value).unwrap_or(f64::NEG_INFINITY)
}

fn rename(table: &mut Table, shorten: &impl Fn(&mut String)) {
    for (at, column) in table.columns.iter_mut().enumerate() {
        // A column that is about a system is called by its name.
        if column.name == column.heading {
            shorten(&mut column.heading);
        }
        if !["system", "a", "b"].contains(&column.name.as_ref()) {
            continue;
        }
        for row in &mut table.rows {
            if let Cell::Text(name) = &mut row[at] {
                shorten(name);
            }
        }
    }
}

/// A name in a text is a word of its own: not the end of another one.
fn replaced(text: &str, long: &str, short: &str) -> String {
    let mut parts = text.split(long);
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let goes_on = |c: char| c.is_alphanumeric() || "/\\.-_".contains(c);
        let is_word = !out.ends_with(goes_on) && !part.starts_with(|c: char| c.is_alphanumeric());
        out.push_str(if is_word { short } else { long });
        out.push_str(part);
    }
    out
}

/// Names without the suffixes of files, if they can be told apart without them; as they are if not.
pub(super) fn short_names<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Vec<String> {
    let short: Vec<&str> = names.clone().map(without_suffix).collect();
    let is_clear = |at: usize| !short[at].is_empty() && !short[..at].contains(&short[at]);
    match (0..short.len()).all(is_clear) {
        true => short.into_iter().map(str::to_string).collect(),
        false => names.map(str::to_string).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_sentences_are_words() {
        let text = "a.mrg: not like data.mrg or a.mrgx, but a.mrg";
        assert_eq!(replaced(text, "a.mrg", "a"), "a: not like data.mrg or a.mrgx, but a");
    }
}
