//! Scores of words apart: by how often gold has them, and by how far away their heads are.

use crate::counts::{Counts, Tally};
use crate::metrics::dependencies::DependencyDetails;
use crate::report::buckets::Range;
use crate::report::tallies::tally_table;
use crate::report::{BucketKey, Buckets, Cell, Column, Report, Shown, Table};

#[doc(hidden)]
impl Report {
    /// Adds F1 by bucket of words, all systems side by side; JSON has precision and recall of each.
    /// `measures` are the scores of heads alone, and of heads and relations.
    pub fn add_word_buckets(
        &mut self,
        buckets: &[Buckets],
        details: &[DependencyDetails],
        measures: (&str, &str),
    ) {
        for buckets in buckets.iter().filter(|buckets| buckets.key.is_of_words()) {
            let is_frequency = buckets.key == BucketKey::Frequency;
            let (measure, outside) = match is_frequency {
                true => (measures.1, "0"),
                false => (measures.0, "root"),
            };
            let sorted: Vec<Vec<(String, Tally)>> =
                details.iter().map(|of| sort(buckets, outside, of)).collect();
            let title = match is_frequency {
                true => format!("By how often gold has the word: {measure}"),
                false => format!("By distance of the head in words: {measure}"),
            };
            for (result, rows) in self.systems.iter_mut().zip(&sorted) {
                let rows = rows.iter().map(|(range, tally)| (range, tally));
                let mut table = tally_table(buckets.key.table(), "range", &title, rows);
                table.shown = Shown::OnlyInJson;
                result.tables.push(table);
            }
            let names: Vec<String> =
                self.systems.iter().map(|system| system.name.clone()).collect();
            self.tables.push(side_by_side(buckets.key, title, &names, &sorted));
        }
    }
}

/// The words of a system in their buckets. The first is for what has no place in a range: words that
/// gold does not have, roots.
fn sort(buckets: &Buckets, outside: &str, details: &DependencyDetails) -> Vec<(String, Tally)> {
    let ranges = buckets.ranges().into_iter();
    let ranges = ranges.map(|range| Range { from: range.from.max(1), ..range });
    // A limit of 0 leaves a range of nothing.
    let ranges = ranges.filter(|range| range.to != Some(0));
    let first = (outside.to_string(), Tally::default());
    let mut found: Vec<(String, Tally)> =
        [first].into_iter().chain(ranges.map(|it| (it.to_string(), Tally::default()))).collect();
    let limits: Vec<u32> = buckets.limits.iter().copied().filter(|limit| *limit > 0).collect();
    let mut add = |size: u64, tally: &Tally| {
        let place = match size {
            0 => 0,
            size => 1 + limits.partition_point(|limit| u64::from(*limit) < size),
        };
        found[place].1.add(tally, 1);
    };
    match buckets.key {
        BucketKey::Frequency => details.forms.values().for_each(|tally| add(tally.gold, tally)),
        _ => details.lengths.iter().for_each(|(length, tally)| add(u64::from(*length), tally)),
    }
    found
}

fn side_by_side(
    key: BucketKey,
    title: String,
    names: &[String],
    sorted: &[Vec<(String, Tally)>],
) -> Table {
    let mut columns = vec![Column::headed("range", key.to_string()), Column::new("gold")];
    columns.extend(names.iter().map(|name| Column::about(name)));
    let n_rows = sorted.first().map_or(0, Vec::len);
    let row = |at: usize| {
        let gold = sorted.iter().map(|rows| rows[at].1.gold).max().unwrap_or(0);
        let mut row = vec![Cell::Text(sorted[0][at].0.clone()), Cell::Count(gold)];
        row.extend(sorted.iter().map(|rows| Cell::Share(rows[at].1.f1())));
        row
    };
    let rows = (0..n_rows).map(row).collect();
    Table { name: key.table(), title, columns, rows, shown: Shown::NotInJson }
}
