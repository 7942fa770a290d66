//! Where the numbers of a page's tables lead: to the sentences that they are made of, or nowhere.

use crate::metric::{Ledger, lower_is_better};
use crate::report::page::counted::Counted;
use crate::report::page::markup::{Said, part};
use crate::report::{BucketKey, Cell, Table};

/// Where a number leads, or why it leads nowhere.
type Way = Result<List, &'static str>;

const RESAMPLED: &str = "what resampling says is of all sentences together";
const OF_SYSTEMS: &str = "ranks and orders are of systems";
const SPREAD: &str = "how sizes weigh and spread is of all sentences together";
const OTHER_METRIC: &str = "of another metric, in whose section its sentences are";
const BASELINE: &str = "of answers that look at nothing";
const OF_WORDS: &str = "words are sorted there, not sentences";
const NOT_NOTED: &str = "not noted sentence by sentence";

/// A list of sentences, as its address says it.
struct List {
    table: String,
    row: String,
    system: String,
    kind: &'static str,
    more: String,
}

impl List {
    fn new(table: &str, row: &str, system: &str, kind: &'static str) -> List {
        let [table, row, system] = [table, row, system].map(str::to_string);
        List { table, row, system, kind, more: String::new() }
    }

    /// Sentences whatever is in them.
    fn all(system: &str, kind: &'static str) -> List {
        List::new("all", "all", system, kind)
    }

    /// The same narrowed further.
    fn with(mut self, key: &str, value: &str) -> List {
        self.more.push_str(&format!("/{key}={}", part(value)));
        self
    }

    fn within(mut self, (from, to): (Option<u64>, Option<u64>)) -> List {
        for (end, n) in [("from", from), ("to", to)] {
            if let Some(n) = n {
                self = self.with(end, &n.to_string());
            }
        }
        self
    }

    fn address(&self) -> String {
        let List { table, row, system, kind, more } = self;
        let [table, row, system] = [table, row, system].map(|name| part(name));
        format!("{table}/{row}/system={system}/{kind}{more}")
    }
}

/// A cell with what stands around it.
struct At<'t> {
    table: &'t Table,
    row: &'t [Cell],
    place: usize,
    /// What the row is called.
    key: &'t str,
    /// The system whose table it is, if it is one system's.
    about: Option<&'t str>,
}

impl At<'_> {
    fn column(&self) -> &str {
        self.table.columns[self.place].name.as_ref()
    }

    fn heading(&self) -> &str {
        &self.table.columns[self.place].heading
    }

    /// What stands in a column of this row.
    fn said(&self, column: &str) -> Option<String> {
        let at = self.table.columns.iter().position(|known| known.name == column)?;
        Some(self.row[at].shown())
    }

    fn first(&self) -> String {
        self.row[0].shown().trim().to_string()
    }

    /// The number at the end of a title.
    fn number_in_title(&self) -> Option<u64> {
        let words = self.table.title.split(' ').rev();
        words.filter_map(|word| word.parse().ok()).next()
    }
}

impl Said<'_> {
    /// Where a number leads (`brackets/labels/NP/system=a/missing`), or why it leads nowhere. Nothing of what is no
    /// number or counts nothing.
    pub(super) fn link(
        &self,
        table: &Table,
        row: &[Cell],
        (place, key): (usize, &str),
        about: Option<&str>,
    ) -> Option<Result<String, &'static str>> {
        if self.section.has_parts {
            return self.to_treebank(table, row, place).map(Ok);
        }
        self.section.sentences.as_ref()?;
        if let Some(to) = self.metric.without_scores {
            let is_there = place == 0 || !is_nothing(&row[place]);
            let link = is_there.then(|| to(self, table, row, (place, key))).flatten()?;
            return Some(Ok(format!("{}/{link}", part(self.name))));
        }
        if place == 0 || is_nothing(&row[place]) {
            return None;
        }
        let at = At { table, row, place, key, about };
        let way = match table.name {
            _ if at.column() == "sentence" => self.to_sentence(&at, &row[place].shown()),
            "comparisons" => self.to_differences(&at),
            "p_matrix" => self.to_pair_of_matrix(&at),
            "agreement" => self.to_same_answers(&at),
            "intervals" | "ranking" => self.to_ranked(&at),
            "sizes" => self.to_size(&at),
            "limits" => self.to_limit(&at),
            "cutoff" => self.to_short(&at),
            "metrics" => self.to_measure(&at),
            "grid" => self.to_scheme(&at),
            "conventions" => self.to_convention(&at),
            "oracle" => self.to_oracle(&at),
            "rank_correlation" => Err(OF_SYSTEMS),
            name if name.starts_with("buckets_") => self.to_bucket(&at),
            _ if table.columns[0].name == "system" => self.to_system(&at),
            _ => self.to_cell(&at),
        };
        Some(way.map(|list| format!("{}/{}", part(self.name), list.address())))
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
        let at = At { table, row, place, key: "", about: None };
        let whose = self.system(&column.heading).or_else(|| self.whose(&at)).map(part);
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

    /// A system of the page, if it is one.
    fn system<'s>(&self, name: &'s str) -> Option<&'s str> {
        self.systems.iter().any(|known| known == name).then_some(name)
    }

    /// The system that a table is about, or the only one.
    fn whose<'s>(&'s self, at: &'s At<'_>) -> Option<&'s str> {
        let only = match self.systems.as_slice() {
            [one] => Some(one.as_str()),
            _ => None,
        };
        at.about.and_then(|name| self.system(name)).or(only)
    }

    fn main_score(&self) -> Option<&'static str> {
        Some(self.report.systems.first()?.scores.first()?.name)
    }

    /// The sentences in which a system lost some of a score.
    fn lost(&self, score: &str, scheme: Option<&str>, system: &str) -> Way {
        match self.counted(score, scheme) {
            Some(Counted { table, row, kind }) => Ok(List::new(table, &row, system, kind)),
            // Of very many sentences it is known at least which have errors.
            None if self.main_score() == Some(score) => Ok(List::all(system, "errors")),
            None => Err(NOT_NOTED),
        }
    }

    /// From a score of a system to the sentences in which it was lost.
    fn to_system(&self, at: &At<'_>) -> Way {
        let (name, column) = (at.first(), at.column());
        match column {
            "low" | "high" => return Err(RESAMPLED),
            _ if column.starts_with("rank_") => return Err(OF_SYSTEMS),
            _ if at.table.name == "beside" && column != "accuracy" => return Err(OTHER_METRIC),
            // Scores have answers that cannot be read among their errors, and the sheet has not.
            "yes_wrong" | "no_wrong" | "yes_answers"
                if at.said("unparsed").is_some_and(|n| n != "0") =>
            {
                return Err(NOT_NOTED);
            }
            _ => {}
        }
        let Some(system) = self.system(&name) else { return to_baseline(&name, column) };
        let (score, is_missed) = match column.strip_suffix("with_missed") {
            Some("") => (self.main_score().ok_or(NOT_NOTED)?, true),
            Some(score) => (score.trim_end_matches('_'), true),
            None => (column, at.table.name == "scores_with_missed"),
        };
        let list = self.lost(score, at.said("scheme").as_deref(), system)?;
        Ok(if is_missed { list.with("skipped", "too") } else { list })
    }

    /// From a range of lengths, a relation or the like to its sentences.
    fn to_bucket(&self, at: &At<'_>) -> Way {
        let first = at.first();
        let is_of = |key: BucketKey| at.table.name == key.table();
        if is_of(BucketKey::Frequency) || is_of(BucketKey::Distance) {
            return Err(OF_WORDS);
        }
        let is_range = [BucketKey::Length, BucketKey::Depth, BucketKey::Relations].map(is_of);
        let (main, ends) = (self.main_score().ok_or(NOT_NOTED)?, range(&first));
        let system = self.system(at.heading());
        if !is_range.contains(&true) {
            let named = ["answer", "source", "construction", "constructions", "relation"];
            let is_it = |table: &&&str| {
                at.table.name.ends_with(table.trim_end_matches('s'))
                    && self.cells.contains(&(**table, first.as_str()))
            };
            let table = named.iter().find(is_it).ok_or(NOT_NOTED)?;
            return match (at.heading(), system) {
                ("sentences", _) => Ok(List::new(table, &first, "any", "any")),
                (_, Some(system)) => Ok(List::new(table, &first, system, "errors")),
                _ => Err(NOT_NOTED),
            };
        }
        let list = match (at.heading(), system) {
            ("sentences", _) => List::all("any", "any"),
            ("skipped", _) => {
                let beside = self.system(&at.table.columns[at.place - 1].heading);
                List::all(beside.ok_or(NOT_NOTED)?, "skipped")
            }
            (_, Some(system)) => self.lost(main, None, system)?,
            _ => return Err(NOT_NOTED),
        };
        let list = if is_of(BucketKey::Depth) { list.with("by", "depth") } else { list };
        Ok(list.within(ends.ok_or(NOT_NOTED)?))
    }

    /// The sentences in which two systems differ, in a way.
    fn differing(&self, score: &str, [one, two]: [&str; 2], than: &str) -> Way {
        let list = match self.main_score() == Some(score) {
            true => List::all("any", "any"),
            false => self.lost(score, None, "any")?,
        };
        // Only these have a score of each sentence.
        if !["all", Ledger::SCORES].contains(&list.table.as_str()) {
            return Err(NOT_NOTED);
        }
        let list = list.with("right", one).with("than", than).with("wrong", two);
        Ok(list.with("order", "gap"))
    }

    /// From what is said of two systems to the sentences in which they differ.
    fn to_differences(&self, at: &At<'_>) -> Way {
        let names = ["a", "b", "score"].map(|name| at.said(name).unwrap_or_default());
        let [a, b, score] = names.each_ref().map(String::as_str);
        let [a, b] = [a, b].map(|name| self.system(name).ok_or(NOT_NOTED));
        let (a, b) = (a?, b?);
        let ahead = if lower_is_better(score) { [b, a] } else { [a, b] };
        match at.column() {
            "higher" => self.differing(score, ahead, "better"),
            "lower" => self.differing(score, [ahead[1], ahead[0]], "better"),
            "difference" | "p" | "p_adjusted" => self.differing(score, [a, b], "other"),
            _ => Err(RESAMPLED),
        }
    }

    /// From the p of two systems to the sentences in which they differ.
    fn to_pair_of_matrix(&self, at: &At<'_>) -> Way {
        let first = at.first();
        let pair = self.system(&first).zip(self.system(at.heading())).ok_or(NOT_NOTED)?;
        let score = at.table.title.strip_prefix("p of the difference in ").ok_or(NOT_NOTED)?;
        self.differing(score, [pair.0, pair.1], "other")
    }

    /// From how often two systems give the same answer to the pairs.
    fn to_same_answers(&self, at: &At<'_>) -> Way {
        let names = ["a", "b"].map(|name| at.said(name).unwrap_or_default());
        let [a, b] = names.each_ref().map(|name| self.system(name).ok_or(NOT_NOTED));
        let than = if at.column() == "same" { "same" } else { "other" };
        Ok(List::all("any", "any").with("right", a?).with("than", than).with("wrong", b?))
    }

    /// From a score in a list of scores to the sentences in which it was lost.
    fn to_ranked(&self, at: &At<'_>) -> Way {
        let names = ["system", "score"].map(|name| at.said(name).unwrap_or_default());
        let system = self.system(&names[0]).ok_or(NOT_NOTED)?;
        match at.column() {
            "value" => self.lost(&names[1], None, system),
            "rank" => Err(OF_SYSTEMS),
            _ => Err(RESAMPLED),
        }
    }

    fn to_sentence(&self, at: &At<'_>, number: &str) -> Way {
        let whose = self.whose(at).unwrap_or("any");
        Ok(List::all(whose, "any").with("order", "number").with("sentence", number))
    }

    /// From what is counted of a size to the sentences in which it is.
    fn to_size(&self, at: &At<'_>) -> Way {
        let whose = self.whose(at).ok_or(NOT_NOTED)?;
        let kind = match at.column() {
            "largest_sentence" | "largest_share" => {
                return self.to_sentence(at, &at.said("largest_sentence").ok_or(NOT_NOTED)?);
            }
            "weight" | "sentences_with_half" => return Err(SPREAD),
            column => side(column).ok_or(NOT_NOTED)?,
        };
        let size = at.first();
        let is_known = self.cells.contains(&(at.table.name, size.as_str()));
        is_known.then(|| List::new(at.table.name, &size, whose, kind)).ok_or(NOT_NOTED)
    }

    /// From a score up to a size to the sentences in which some of it was lost.
    fn to_limit(&self, at: &At<'_>) -> Way {
        let first = at.first();
        let system = self.system(&first).ok_or(NOT_NOTED)?;
        let (score, limit) = at.column().split_once('_').ok_or(NOT_NOTED)?;
        let mut list = self.lost(score, None, system)?;
        list.row = sizes_up_to(limit);
        Ok(list)
    }

    /// From a score of the sentences up to a length to those in which it was lost.
    fn to_short(&self, at: &At<'_>) -> Way {
        let first = at.first();
        let system = self.system(&first).ok_or(NOT_NOTED)?;
        let own = at.said("length").and_then(|length| length.parse().ok());
        let ends = (None, own.or_else(|| at.number_in_title()));
        let list = match at.column() {
            "sentences" | "length" => {
                List { kind: "gold", ..self.lost("exact_match", None, system)? }
            }
            score => self.lost(score, None, system)?,
        };
        Ok(list.within(ends))
    }

    /// From what is counted of a measure to the sentences in which it is.
    fn to_measure(&self, at: &At<'_>) -> Way {
        let measure = at.key;
        let whose = self.system(at.heading()).filter(|_| at.about.is_none());
        let whose = whose.or_else(|| self.whose(at));
        let (row, kind) = match at.column() {
            "aligned_accuracy" => (format!("{measure} of aligned"), "errors"),
            "aligned" if ["CLAS", "MLAS", "BLEX"].contains(&measure) => {
                ("aligned content words".to_string(), "right")
            }
            "aligned" => ("aligned words".to_string(), "right"),
            column => (measure.to_string(), side(column).unwrap_or("errors")),
        };
        Ok(List::new(Ledger::SCORES, &row, whose.unwrap_or("any"), kind))
    }

    /// From a scheme and its slots to the sentences in which something does not match under it.
    fn to_scheme(&self, at: &At<'_>) -> Way {
        let named = at.table.title.strip_prefix("F1 by scheme and slots, ");
        let system = named.and_then(|name| self.system(name)).or_else(|| self.whose(at));
        let (slots, way) = at.column().rsplit_once('_').ok_or(NOT_NOTED)?;
        let scheme = format!("{}.{}", at.first(), slots.replace('_', "-"));
        let score = if way == "macro" { "macro_f1" } else { "f1" };
        self.lost(score, Some(&scheme), system.ok_or(NOT_NOTED)?)
    }

    /// From the numbers as they were asked for to the sentences in which they were lost; others were not noted.
    fn to_convention(&self, at: &At<'_>) -> Way {
        let (first, system) = (at.first(), self.whose(at).ok_or(NOT_NOTED)?);
        let list = match at.column() {
            "precision" | "recall" | "f1" => self.lost(at.column(), None, system)?,
            "sentences" => List { kind: "gold", ..self.lost("exact_match", None, system)? },
            _ => return Err(NOT_NOTED),
        };
        match first.as_str() {
            "as asked" => Ok(list),
            "skipped sentences counted as missed" => Ok(list.with("skipped", "too")),
            _ => {
                let words = first.strip_prefix("only sentences of up to ").ok_or(NOT_NOTED)?;
                let most = words.split(' ').next().and_then(|n| n.parse().ok());
                Ok(list.within((None, Some(most.ok_or(NOT_NOTED)?))))
            }
        }
    }

    /// From how many pairs are right with some parses to these, or to those that are not.
    fn to_oracle(&self, at: &At<'_>) -> Way {
        let system = match at.key {
            "gold parses and this module: right" => self.systems.first(),
            "the parser and this module: right" => self.systems.last(),
            _ => None,
        };
        let kind = match at.column() {
            "pairs" => "right",
            "of" => "gold",
            _ => "errors",
        };
        Ok(List { kind, ..self.lost("accuracy", None, system.ok_or(NOT_NOTED)?)? })
    }

    /// From a label, a relation, a class or the like to the sentences that are counted there.
    fn to_cell(&self, at: &At<'_>) -> Way {
        let (column, heading) = (at.column(), at.heading());
        // A table of the same rows may tell how errors are divided, or have them by what is right.
        let divided = at.table.name.strip_suffix("_errors");
        let of = match column {
            "yes" | "false_negatives" | "false_positives" => {
                format!("{}_{column}", at.table.name)
            }
            _ => divided.unwrap_or(at.table.name).to_string(),
        };
        let behind = self.cells.iter().find(|cell| cell.0 == of && cell.1 == at.key);
        let behind = behind.ok_or(NOT_NOTED)?;
        // Headings have the short names of systems.
        let whose = at.about.or(Some(heading)).and_then(|name| self.system(name));
        let beside = || {
            let is_before = |known: &&String| {
                let rest = heading.strip_prefix(known.as_str());
                rest.is_some_and(|rest| rest.starts_with(' '))
            };
            self.systems.iter().find(is_before).map(String::as_str)
        };
        let whose = whose.or_else(beside).or_else(|| self.whose(at));
        let is_about = at.table.name == "classes"
            && [" brackets", " heads"]
                .iter()
                .any(|end| heading.ends_with(end) || heading == end.trim_start());
        let own = self.metric.kinds.iter().find(|(name, _)| *name == column);
        let kind = match column {
            _ if is_about => "about",
            "pairs" | "of_pairs" | "of" | "yes" => "any",
            column => own.map(|(_, kind)| *kind).or_else(|| side(column)).unwrap_or("errors"),
        };
        Ok(List::new(behind.0, at.key, whose.unwrap_or("any"), kind))
    }
}

/// Which side of what is counted a column is about.
fn side(column: &str) -> Option<&'static str> {
    Some(match column {
        "precision" => "extra",
        "recall" => "missing",
        "f1" => "errors",
        "matched" => "right",
        "gold" => "gold",
        "system" => "system",
        _ => return None,
    })
}

/// From the share of right answers of what always says the same to the pairs that it has wrong.
fn to_baseline(name: &str, column: &str) -> Way {
    if column != "accuracy" || !name.starts_with('(') {
        return Err(BASELINE);
    }
    let other = if name.contains("NO") { "YES" } else { "NO" };
    Ok(List::new("answer", other, "any", "any"))
}

/// Sizes from 1 to a limit, as addresses have them.
pub(super) fn sizes_up_to(limit: &str) -> String {
    if limit == "all" { limit.to_string() } else { format!("1-{limit}") }
}

/// Whether there is no number, or none of what it counts.
fn is_nothing(cell: &Cell) -> bool {
    match cell {
        Cell::Count(n) => *n == 0,
        Cell::Digits(digits) => digits == "0",
        Cell::Share(value) | Cell::Number(value) | Cell::Points(value) => value.is_none(),
        Cell::P { value, .. } => value.is_none(),
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
