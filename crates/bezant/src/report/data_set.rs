//! What files of pairs have in them, beside each other: before and after a filter, or parts of one set.
//!
//! The tables are those of Yuret, Rimell and Han (2013): pairs by source and answer (their table 2), and by
//! grammatical relation (their table 3), where a pair may rest on several.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::counts::{average, ratio};
use crate::entailment::answers::Answer;
use crate::entailment::pairs::{Pair, Pairs};
use crate::entailment::score::EntailmentCounts;
use crate::report::{Cell, Column, Report, Shown, Table, number_of};
use crate::signature::Signature;

/// What is said of pairs that a report has tables of.
const METRIC: &str = "data-set";

/// The row of pairs that do not say it.
pub(super) const UNSAID: &str = "(not said)";

/// The row of all pairs.
pub(super) const TOTAL: &str = "total";

/// A file of pairs, under the name that tables have for it.
type Named<'a> = (&'a str, &'a Pairs);

#[doc(hidden)]
impl Report {
    /// Counts and shares of one file of pairs or several, by source and answer, relation and construction;
    /// and, of several, how much of the first one is left in each of the others.
    pub fn of_data_sets(files: &[(&str, &Pairs)]) -> Report {
        let mut tables = vec![file_table(files)];
        tables.push(source_table(files));
        let later = later(files);
        if !later.is_empty() {
            tables.push(left_table(files, &later));
        }
        let mut notes = Vec::new();
        if tables[1].rows.len() == 1 {
            notes.push("no pair says where it comes from (source)".to_string());
        }
        for (name, title) in [("relation", "By relation"), ("construction", "By construction")] {
            match kind_table(name, title, files, &later) {
                Some(table) => tables.push(table),
                None => notes.push(format!("no pair says its {name}")),
            }
        }
        notes.extend(strangers(files));
        for (name, pairs) in files {
            let unanswered = pairs.pairs.iter().filter(|pair| pair.answer.is_none()).count() as u64;
            if unanswered > 0 {
                let has = if unanswered == 1 { "has" } else { "have" };
                notes.push(format!("{} of {name} {has} no answer", number_of(unanswered, "pair")));
            }
        }
        let joined = |of: fn(&Pairs) -> String| -> String {
            files.iter().map(|(_, pairs)| of(pairs)).collect::<Vec<_>>().join(",")
        };
        let signature = Signature::new(METRIC)
            .with("n", joined(|pairs| pairs.pairs.len().to_string()))
            .with("pairs", joined(|pairs| pairs.fingerprint().to_string()))
            .with("version", env!("CARGO_PKG_VERSION"));
        let gold = files.first().map_or("", |(_, pairs)| pairs.name.as_str());
        Report {
            signature: signature.to_string(),
            tables,
            notes,
            ..Report::about::<EntailmentCounts>(METRIC, gold, &[])
        }
    }

    /// The names of the tables that [`Report::of_data_sets`] can have.
    pub const DATA_SET_TABLES: [&'static str; 5] =
        ["files", "source", "left", "relation", "construction"];
}

/// How many pairs there are, and with which answers.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Answered {
    all: u64,
    yes: u64,
    no: u64,
}

/// Pairs by what they say; nothing stands for all of them, an empty word for those that do not say it.
type ByWord<'p> = BTreeMap<Option<&'p str>, Answered>;

/// Counts pairs by the words that they have.
fn counted<'p>(
    pairs: impl IntoIterator<Item = &'p Pair>,
    words: impl Fn(&'p Pair) -> BTreeSet<&'p str>,
) -> ByWord<'p> {
    let mut counts = ByWord::from([(None, Answered::default())]);
    for pair in pairs {
        let mut words = words(pair);
        if words.is_empty() {
            words.insert("");
        }
        for word in words.into_iter().map(Some).chain([None]) {
            let count = counts.entry(word).or_default();
            count.all += 1;
            count.yes += u64::from(pair.answer == Some(Answer::Yes));
            count.no += u64::from(pair.answer == Some(Answer::No));
        }
    }
    counts
}

/// Where a pair comes from: one place, whatever signs are in its name.
pub(super) fn source(pair: &Pair) -> BTreeSet<&str> {
    let source = pair.more.get("source").map_or("", |source| source.trim());
    [source].into_iter().collect()
}

/// The words of all files, the most frequent of the first file first, and what they are called; the one for
/// pairs without any comes last.
fn words<'p>(files: &[ByWord<'p>]) -> Vec<(Option<&'p str>, &'p str)> {
    let all: BTreeSet<&str> =
        files.iter().flat_map(|file| file.keys()).copied().flatten().collect();
    let mut all: Vec<&str> = all.into_iter().collect();
    all.sort_by_cached_key(|word| {
        let counts: Vec<Answered> = files.iter().map(|file| at(file, Some(word))).collect();
        (word.is_empty(), Reverse(counts))
    });
    let shown = |word: &'p str| (Some(word), if word.is_empty() { UNSAID } else { word });
    match all.as_slice() {
        [""] => Vec::new(),
        _ => all.into_iter().map(shown).collect(),
    }
}

fn at(counts: &ByWord<'_>, word: Option<&str>) -> Answered {
    counts.get(&word).copied().unwrap_or_default()
}

/// One row a file.
fn file_table(files: &[Named<'_>]) -> Table {
    let row = |(name, pairs): &Named<'_>| {
        let all = &pairs.pairs;
        let n = all.len() as u64;
        let Answered { yes, no, .. } = at(&counted(all, source), None);
        let texts: BTreeSet<&str> = all.iter().map(|pair| pair.text.as_str()).collect();
        let words = |text: &str| text.split_whitespace().count() as f64;
        let of_texts = texts.iter().map(|text| words(text)).sum();
        let of_hypotheses = all.iter().map(|pair| words(&pair.hypothesis)).sum();
        vec![
            Cell::Text(name.to_string()),
            Cell::Count(n),
            Cell::Count(yes),
            Cell::Count(no),
            Cell::Share(ratio(yes, yes + no)),
            Cell::Count(texts.len() as u64),
            Cell::Number(average(of_texts, texts.len() as u64)),
            Cell::Number(average(of_hypotheses, n)),
        ]
    };
    let columns = vec![
        Column::new("file"),
        Column::new("pairs"),
        Column::headed("yes", "YES"),
        Column::headed("no", "NO"),
        Column::headed("yes_share", "share of YES"),
        Column::new("texts"),
        Column::headed("words_text", "words a text"),
        Column::headed("words_hypothesis", "words a hypothesis"),
    ];
    Table {
        name: "files",
        title: "Pairs".to_string(),
        columns,
        rows: files.iter().map(row).collect(),
        shown: Shown::Everywhere,
    }
}

/// Pairs by source and answer, all files beside each other.
fn source_table(files: &[Named<'_>]) -> Table {
    let mut columns = vec![Column::new("source")];
    for (name, _) in files {
        columns.push(Column::about(name));
        columns.push(Column::headed(format!("{name}_share"), "share"));
        columns.push(Column::headed(format!("{name}_yes"), "YES"));
        columns.push(Column::headed(format!("{name}_no"), "NO"));
    }
    let counts: Vec<ByWord> =
        files.iter().map(|(_, pairs)| counted(&pairs.pairs, source)).collect();
    let row = |(word, shown): (Option<&str>, &str)| {
        let mut row = vec![Cell::Text(shown.to_string())];
        for file in &counts {
            let Answered { all, yes, no } = at(file, word);
            let share = ratio(all, at(file, None).all);
            row.extend([Cell::Count(all), Cell::Share(share), Cell::Count(yes), Cell::Count(no)]);
        }
        row
    };
    Table {
        name: "source",
        title: "By source and answer".to_string(),
        columns,
        rows: words(&counts).into_iter().chain([(None, TOTAL)]).map(row).collect(),
        shown: Shown::Everywhere,
    }
}

/// A file after the first that has pairs of it: its name, and the ids of all its pairs.
struct Later<'a> {
    name: &'a str,
    ids: BTreeSet<&'a str>,
}

fn ids(pairs: &Pairs) -> BTreeSet<&str> {
    pairs.pairs.iter().map(|pair| pair.id.as_str()).collect()
}

fn later<'a>(files: &[Named<'a>]) -> Vec<Later<'a>> {
    let Some(((_, first), rest)) = files.split_first() else { return Vec::new() };
    let all = rest.iter().map(|(name, pairs)| Later { name, ids: ids(pairs) });
    all.filter(|later| first.pairs.iter().any(|pair| later.ids.contains(pair.id.as_str())))
        .collect()
}

impl<'a> Later<'a> {
    /// The pairs of the first file that are in this one.
    fn left<'p>(&'p self, first: &'p Pairs) -> impl Iterator<Item = &'p Pair> {
        first.pairs.iter().filter(|pair| self.ids.contains(pair.id.as_str()))
    }
}

/// How much of the first file is left, by what the first file says of its pairs.
fn left_table(files: &[Named<'_>], later: &[Later<'_>]) -> Table {
    let (first_name, first) = files[0];
    let mut columns = vec![Column::new("source")];
    for Later { name, .. } in later {
        columns.push(Column::about(name));
        columns.push(Column::headed(format!("{name}_yes"), "of YES"));
        columns.push(Column::headed(format!("{name}_no"), "of NO"));
    }
    let before = [counted(&first.pairs, source)];
    let after: Vec<ByWord> = later.iter().map(|one| counted(one.left(first), source)).collect();
    let row = |(word, shown): (Option<&str>, &str)| {
        let of = at(&before[0], word);
        let mut row = vec![Cell::Text(shown.to_string())];
        for file in &after {
            let left = at(file, word);
            let shares = [(left.all, of.all), (left.yes, of.yes), (left.no, of.no)];
            row.extend(shares.map(|(left, of)| Cell::Share(ratio(left, of))));
        }
        row
    };
    Table {
        name: "left",
        title: format!("What is left of {first_name}"),
        columns,
        rows: words(&before).into_iter().chain([(None, TOTAL)]).map(row).collect(),
        shown: Shown::Everywhere,
    }
}

/// Pairs by one of the things that they say of themselves; nothing where no pair does.
fn kind_table(
    name: &'static str,
    title: &str,
    files: &[Named<'_>],
    later: &[Later<'_>],
) -> Option<Table> {
    let (_, first) = files.first()?;
    let said = |pair| distinct(pair, name);
    let counts: Vec<ByWord> = files.iter().map(|(_, pairs)| counted(&pairs.pairs, said)).collect();
    let words = words(&counts);
    if words.is_empty() {
        return None;
    }
    let left: Vec<ByWord> = later.iter().map(|one| counted(one.left(first), said)).collect();
    let mut columns = vec![Column::new(name)];
    for (file, _) in files {
        columns.push(Column::about(file));
        columns.push(Column::headed(format!("{file}_share"), "share"));
    }
    for Later { name, .. } in later {
        let heading = if later.len() == 1 { "left".to_string() } else { format!("left in {name}") };
        columns.push(Column::headed(format!("{name}_left"), heading));
    }
    let row = |(word, shown): (Option<&str>, &str)| {
        let mut row = vec![Cell::Text(shown.to_string())];
        for file in &counts {
            let Answered { all, .. } = at(file, word);
            row.extend([Cell::Count(all), Cell::Share(ratio(all, at(file, None).all))]);
        }
        let of = at(&counts[0], word).all;
        row.extend(left.iter().map(|file| Cell::Share(ratio(at(file, word).all, of))));
        row
    };
    let rows = words.into_iter().map(row).collect();
    let title = format!("{title}; a pair may have several");
    Some(Table { name, title, columns, rows, shown: Shown::Everywhere })
}

/// What a pair says under a name, each thing once.
pub(super) fn distinct<'p>(pair: &'p Pair, name: &str) -> BTreeSet<&'p str> {
    pair.said(name).collect()
}

/// Files that have pairs which the first has not.
fn strangers(files: &[Named<'_>]) -> Vec<String> {
    let Some(((first_name, first), rest)) = files.split_first() else { return Vec::new() };
    let first = ids(first);
    let stranger = |(name, pairs): &Named<'_>| {
        let n = pairs.pairs.iter().filter(|pair| !first.contains(pair.id.as_str())).count();
        match n {
            0 => None,
            n if n == pairs.pairs.len() => {
                Some(format!("{name} has no pair of {first_name}, by their ids"))
            }
            n => {
                let are = if n == 1 { "is" } else { "are" };
                let n = number_of(n as u64, "pair");
                Some(format!("{n} of {name} {are} not in {first_name}, by their ids"))
            }
        }
    };
    rest.iter().filter_map(stranger).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::ReportFormat;

    fn pairs(name: &str, rows: &[(&str, &str, &str, &str)]) -> Pairs {
        let pair = |(id, source, answer, relation): &(&str, &str, &str, &str)| Pair {
            id: (*id).to_string(),
            text: format!("Text {}.", id.len()),
            hypothesis: "It is so.".to_string(),
            answer: Answer::parse(answer),
            more: [("source", source), ("relation", relation)]
                .into_iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(name, value)| (name.to_string(), (*value).to_string()))
                .collect(),
        };
        Pairs { name: name.to_string(), pairs: rows.iter().map(pair).collect() }
    }

    /// The cells of a table as people see them, line by line.
    fn shown(report: &Report, name: &str) -> Vec<String> {
        let table = report.tables.iter().find(|table| table.name == name).unwrap();
        let line = |row: &Vec<Cell>| row.iter().map(Cell::shown).collect::<Vec<_>>().join(" ");
        table.rows.iter().map(line).collect()
    }

    #[test]
    fn before_and_after_stand_beside_each_other() {
        let before = pairs(
            "new.xml",
            &[
                ("1", "brown", "YES", "subject, object"),
                ("2", "brown", "YES", "subject"),
                ("3", "brown", "NO", ""),
                ("4", "wsj", "NO", "object; object"),
                ("5", "wsj", "YES", "subject"),
                ("66", "", "", "object"),
            ],
        );
        let after = pairs(
            "kept.xml",
            &[
                ("1", "brown", "YES", "subject, object"),
                ("3", "brown", "NO", ""),
                ("4", "wsj", "YES", "object"),
                ("7", "web", "YES", "subject"),
            ],
        );
        let report = Report::of_data_sets(&[("new", &before), ("kept", &after)]);
        assert_eq!(
            shown(&report, "files"),
            ["new 6 3 2 60.00 2 2.00 3.00", "kept 4 3 1 75.00 1 2.00 3.00"]
        );
        assert_eq!(
            shown(&report, "source"),
            [
                "brown 3 50.00 2 1 2 50.00 1 1",
                "wsj 2 33.33 1 1 1 25.00 1 0",
                "web 0 0.00 0 0 1 25.00 1 0",
                "(not said) 1 16.67 0 0 0 0.00 0 0",
                "total 6 100.00 3 2 4 100.00 3 1",
            ]
        );
        // By what the first file says: 4 was NO there.
        assert_eq!(
            shown(&report, "left"),
            [
                "brown 66.67 50.00 100.00",
                "wsj 50.00 0.00 100.00",
                "(not said) 0.00 — —",
                "total 50.00 33.33 100.00",
            ]
        );
        // Said twice counts once; what is said of several adds up to more than all.
        assert_eq!(
            shown(&report, "relation"),
            [
                "subject 3 50.00 2 50.00 33.33",
                "object 3 50.00 2 50.00 66.67",
                "(not said) 1 16.67 1 25.00 100.00",
            ]
        );
        assert_eq!(
            report.notes,
            [
                "no pair says its construction",
                "1 pair of kept is not in new, by their ids",
                "1 pair of new has no answer",
            ]
        );
        assert!(report.signature.starts_with("data-set|n:6,4|pairs:"), "{}", report.signature);
        let mut json = Vec::new();
        crate::report::render(&report, ReportFormat::Json, &mut json).unwrap();
        let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
        assert_eq!(json["source"][0]["new"], 3);
        assert_eq!(json["source"][0]["kept_yes"], 1);
        assert_eq!(json["relation"][1]["kept_left"], 2.0 / 3.0);
    }

    #[test]
    fn one_file_and_files_of_other_pairs_have_nothing_left() {
        let one = pairs("a", &[("1", "", "YES", "")]);
        let other = pairs("b", &[("2", "", "NO", "")]);
        let report = Report::of_data_sets(&[("a", &one)]);
        assert_eq!(report.table_names(), ["files", "source"]);
        assert_eq!(shown(&report, "source"), ["total 1 100.00 1 0"]);
        let report = Report::of_data_sets(&[("a", &one), ("b", &other)]);
        assert_eq!(report.table_names(), ["files", "source"]);
        assert!(report.notes.contains(&"b has no pair of a, by their ids".to_string()));
    }

    /// Table 2 of Yuret, Rimell and Han (2013): source, and YES and NO before and after the filter.
    const PUBLISHED: [(&str, [usize; 4]); 3] = [
        ("Unbounded", [327, 202, 108, 88]),
        ("Brown", [211, 124, 61, 63]),
        ("Charniak", [65, 51, 22, 25]),
    ];

    #[test]
    fn the_published_counts_make_the_published_table() {
        let (mut before, mut after) = (Pairs::default(), Pairs::default());
        for (source, counts) in PUBLISHED {
            for (answer, all, kept) in
                [(Answer::Yes, counts[0], counts[2]), (Answer::No, counts[1], counts[3])]
            {
                for n in 0..all {
                    let pair = Pair {
                        id: format!("{source} {} {n}", answer.name()),
                        answer: Some(answer),
                        more: [("source".to_string(), source.to_string())].into(),
                        ..Pair::default()
                    };
                    if n < kept {
                        after.pairs.push(pair.clone());
                    }
                    before.pairs.push(pair);
                }
            }
        }
        let report = Report::of_data_sets(&[("pre", &before), ("post", &after)]);
        assert_eq!(
            shown(&report, "source"),
            [
                "Unbounded 529 53.98 327 202 196 53.41 108 88",
                "Brown 335 34.18 211 124 124 33.79 61 63",
                "Charniak 116 11.84 65 51 47 12.81 22 25",
                "total 980 100.00 603 377 367 100.00 191 176",
            ]
        );
        // "Between 1/3 and 1/2 of the original entailments were kept in each category", about.
        assert_eq!(
            shown(&report, "left"),
            [
                "Unbounded 37.05 33.03 43.56",
                "Brown 37.01 28.91 50.81",
                "Charniak 40.52 33.85 49.02",
                "total 37.45 31.67 46.68",
            ]
        );
    }
}
