//! Where the numbers of a page's tables lead: to the sentences that they are made of, or nowhere.

use crate::report::glance::GLANCE;
use crate::report::page::markup::{Said, part};
use crate::report::page::{data_sets, judged};
use crate::report::{BucketKey, Cell, Table};

/// Scores that are lost in the sentences with errors, beside the main one. What else stands in a row, such as
/// the share of right tags, is lost in other sentences, which nobody has listed.
const OF_ERRORS: [&str; 6] = ["precision", "recall", "f1", "exact_match", "flp", "flr"];

/// Tables with a row a system and the scores of all its sentences.
const OF_ALL: [&str; 4] = [GLANCE, "scores", "averages", "scores_with_missed"];

impl Said<'_> {
    /// Where a cell leads, if sentences are behind it: `brackets/labels/NP/system=a/missing`. Nothing leads to an
    /// empty list.
    pub(super) fn link(
        &self,
        table: &Table,
        row: &[Cell],
        (place, key): (usize, &str),
        about: Option<&str>,
    ) -> Option<String> {
        if self.section.has_parts {
            return self.to_treebank(table, row, place);
        }
        self.section.sentences.as_ref()?;
        if self.report.metric == judged::METRIC && (place == 0 || !is_nothing(&row[place])) {
            let link = self.to_judged(table, row, (place, key))?;
            return Some(format!("{}/{link}", part(self.name)));
        }
        if place == 0 || is_nothing(&row[place]) {
            return None;
        }
        if self.report.metric == data_sets::METRIC {
            let link = self.to_data_set(table, row, (place, key))?;
            return Some(format!("{}/{link}", part(self.name)));
        }
        let first = table.columns.first()?.name.as_ref();
        let link = match table.name {
            "comparisons" => self.to_differences(table, row, place)?,
            name if name == BucketKey::Length.table() => self.to_lengths(table, row, place)?,
            "sizes" => self.to_largest(table, row, place, about)?,
            _ if first == "system" => self.to_system(table, row, place)?,
            _ => self.to_cell(table, row, (place, key), about)?,
        };
        Some(format!("{}/{link}", part(self.name)))
    }

    /// From a treebank to its section, and from a system's score on it to the sentences in which it was lost.
    fn to_treebank(&self, table: &Table, row: &[Cell], place: usize) -> Option<String> {
        let column = table.columns.get(place)?;
        if table.columns.first()?.name != "treebank" || place > 0 && is_nothing(&row[place]) {
            return None;
        }
        let treebank = row.first()?.shown();
        let (_, to) = self.related.parts.iter().find(|(name, _)| *name == treebank)?;
        let to = part(to);
        if place == 0 {
            return Some(to);
        }
        let is_all_right = matches!(row[place], Cell::Share(Some(1.0)));
        let whose = self.system(&column.heading).or_else(|| self.only());
        let is_score =
            column.name == column.heading.as_str() || self.main_score() == Some(&column.name);
        match column.name.as_ref() {
            "sentences" => Some(format!("{to}/all/all/system=any/any")),
            "skipped" => Some(format!("{to}/all/all/system={}/skipped", whose?)),
            _ if is_score && !is_all_right => {
                Some(format!("{to}/all/all/system={}/errors", whose?))
            }
            _ => None,
        }
    }

    /// A system as links name it, if it is one.
    fn system(&self, name: &str) -> Option<String> {
        self.systems.iter().find(|known| *known == name).map(|name| part(name))
    }

    /// The only one, where there are no others.
    fn only(&self) -> Option<String> {
        match self.systems.as_slice() {
            [one] => Some(part(one)),
            _ => None,
        }
    }

    fn main_score(&self) -> Option<&'static str> {
        Some(self.report.systems.first()?.scores.first()?.name)
    }

    /// From a score of a system to the sentences in which it was lost.
    fn to_system(&self, table: &Table, row: &[Cell], place: usize) -> Option<String> {
        let shown = row.first()?.shown();
        let system = self.system(&shown)?;
        let column = table.columns[place].name.as_ref();
        let sheet = |name: &str| format!("sheet/{name}/system={system}/any");
        // What answers became of which stands in columns.
        if self.cells.contains(&(table.name, column)) {
            return Some(format!("{}/{}/system={system}/any", part(table.name), part(column)));
        }
        if !OF_ALL.contains(&table.name) {
            return None;
        }
        let is_all_right = matches!(row[place], Cell::Share(Some(1.0)));
        if self.report.metric == "entailments" {
            return match column {
                _ if is_all_right => None,
                "accuracy" => Some(format!("all/all/system={system}/errors")),
                "recall" | "right_on_yes" => Some(sheet("yes_wrong")),
                "precision" | "right_on_no" => Some(sheet("no_wrong")),
                _ => None,
            };
        }
        let result = self.report.systems.iter().find(|result| result.name == shown)?;
        let is_missed = table.name == "scores_with_missed" || column.ends_with("with_missed");
        if is_missed && column.ends_with("with_missed") {
            return (!is_all_right).then(|| format!("all/all/system={system}/lost"));
        }
        // Of several schemes, sentences are listed by the main one.
        let has_schemes = table.columns.iter().any(|column| column.name == "scheme");
        let own = result.scores.iter().find(|score| score.name == column);
        if has_schemes && own.is_none_or(|own| Cell::score(own).shown() != row[place].shown()) {
            return None;
        }
        let score = column.strip_prefix("macro_").unwrap_or(column);
        let is_of_errors = OF_ERRORS.contains(&score) || self.main_score() == Some(score);
        let kind = if is_missed { "lost" } else { "errors" };
        (is_of_errors && !is_all_right).then(|| format!("all/all/system={system}/{kind}"))
    }

    /// From a range of lengths to its sentences.
    fn to_lengths(&self, table: &Table, row: &[Cell], place: usize) -> Option<String> {
        let (from, to) = range(&row.first()?.shown())?;
        let ends = [("from", from), ("to", to)];
        let ends: String =
            ends.into_iter().filter_map(|(end, n)| Some(format!("/{end}={}", n?))).collect();
        let column = &table.columns[place];
        let (whose, kind) = match column.heading.as_str() {
            "sentences" => {
                // Beside a system's own, those that it has skipped are not among them.
                let skipped = table.columns.iter().position(|column| column.name == "skipped");
                let skips = skipped.is_some_and(|at| !is_nothing(&row[at]));
                (Some("any".to_string()).filter(|_| !skips), "any")
            }
            "skipped" => {
                let beside = self.system(&table.columns[place - 1].heading);
                (beside.or_else(|| self.only()), "skipped")
            }
            heading => {
                let is_main = self.main_score() == Some(column.name.as_ref());
                let only = self.only().filter(|_| is_main);
                let is_all_right = matches!(row[place], Cell::Share(Some(1.0)));
                (self.system(heading).or(only).filter(|_| !is_all_right), "errors")
            }
        };
        Some(format!("all/all/system={}/{kind}{ends}", whose?))
    }

    /// From the number of sentences in which one system is better than another to these.
    fn to_differences(&self, table: &Table, row: &[Cell], place: usize) -> Option<String> {
        let at = |name: &str| table.columns.iter().position(|column| column.name == name);
        let [a, b] = [at("a")?, at("b")?].map(|at| self.system(&row[at].shown()));
        let (better, worse) = match table.columns[place].name.as_ref() {
            "higher" => (a?, b?),
            "lower" => (b?, a?),
            _ => return None,
        };
        let score = row[at("score")?].shown();
        (self.main_score() == Some(score.as_str())).then(|| {
            format!("all/all/system=any/any/right={better}/than=better/wrong={worse}/order=gap")
        })
    }

    /// From the number of the sentence that has most fragments of a size to it.
    fn to_largest(
        &self,
        table: &Table,
        row: &[Cell],
        place: usize,
        about: Option<&str>,
    ) -> Option<String> {
        let whose = about.and_then(|name| self.system(name)).or_else(|| self.only())?;
        (table.columns[place].name == "largest_sentence").then(|| {
            format!("all/all/system={whose}/any/order=number/sentence={}", row[place].shown())
        })
    }

    /// From a label, a relation, a class or the like to the sentences that are counted there.
    fn to_cell(
        &self,
        table: &Table,
        row: &[Cell],
        (place, key): (usize, &str),
        about: Option<&str>,
    ) -> Option<String> {
        let column = &table.columns[place];
        // A table of the same rows may tell how errors are divided.
        let divided = table.name.strip_suffix("_errors");
        let behind = *self.cells.get(&(divided.unwrap_or(table.name), key))?;
        // Headings have the short names of systems.
        let whose = about.or(Some(&column.heading)).and_then(|name| self.system(name));
        let beside = || {
            let is_before = |known: &&String| {
                let rest = column.heading.strip_prefix(known.as_str());
                rest.is_some_and(|rest| rest.starts_with(' '))
            };
            self.systems.iter().find(is_before).map(|name| part(name))
        };
        let whose = whose.or_else(beside).or_else(|| self.only());
        let is_about = table.name == "classes"
            && [" brackets", " heads"]
                .iter()
                .any(|end| column.heading.ends_with(end) || column.heading == end.trim_start());
        let kind = match column.name.as_ref() {
            // Nobody has noted which of the pairs these are.
            "yes" | "false_negatives" | "false_positives" => return None,
            _ if is_about => "about",
            "precision" => "extra",
            "recall" => "missing",
            "matched" => "right",
            "gold" => "gold",
            "system" => "system",
            "pairs" | "of_pairs" | "of" => "any",
            _ => "errors",
        };
        let is_right = match row[place] {
            Cell::Share(Some(share)) if divided.is_some() => share == 0.0,
            Cell::Share(Some(share)) => share == 1.0 && kind != "any",
            _ => false,
        };
        let whose = whose.unwrap_or_else(|| "any".to_string());
        (!is_right).then(|| format!("{}/{}/system={whose}/{kind}", part(behind.0), part(key)))
    }
}

/// Whether there is no number, or none of what it counts.
fn is_nothing(cell: &Cell) -> bool {
    match cell {
        Cell::Count(n) => *n == 0,
        Cell::Share(value) | Cell::Number(value) | Cell::Points(value) => value.is_none(),
        Cell::P { .. } => false,
        _ => !cell.is_number(),
    }
}

/// The ends of a range of lengths, as tables write it.
fn range(label: &str) -> Option<(Option<u64>, Option<u64>)> {
    let numbers: Vec<u64> = label
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .collect();
    match numbers.as_slice() {
        [from, to] => Some((Some(*from), Some(*to))),
        [from] if label.contains(['≥', '>', '+']) => Some((Some(*from), None)),
        [to] if label.contains(['≤', '<']) => Some((None, Some(*to))),
        [only] => Some((Some(*only), Some(*only))),
        _ => None,
    }
}

/// Where a range begins, if a label is one.
pub(super) fn start(label: &str) -> Option<f64> {
    let is_one = label.trim().starts_with(|c: char| c.is_ascii_digit() || "≤≥<>".contains(c));
    let (from, _) = range(label).filter(|_| is_one)?;
    Some(from.unwrap_or(0) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_sorted_by_where_they_begin() {
        let starts = ["≤ 10", "11–20", "≥ 41", "7", "0 (root)"].map(start);
        assert_eq!(starts, [Some(0.0), Some(11.0), Some(41.0), Some(7.0), Some(0.0)]);
        assert_eq!(["nsubj", "conj2", "—"].map(start), [None; 3]);
    }
}
