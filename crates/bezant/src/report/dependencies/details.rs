//! Tables of what the numbers are made of.

use std::collections::BTreeMap;

use crate::metrics::dependencies::{Breakdown, Confusion, Details};
use crate::report::{Cell, Column, Shown, Table};

/// All tables of a system.
pub(super) fn tables(details: &Details) -> Vec<Table> {
    let mut tables = vec![
        breakdown(
            "relations",
            "relation",
            "By relation (head and relation right)",
            &details.relations,
        ),
        breakdown(
            "directions",
            "head",
            "By the side of the head (head right)",
            &details.directions,
        ),
        breakdown(
            "distances",
            "distance",
            "By distance of the head (head right)",
            &details.distances,
        ),
        breakdown("tags", "tag", "By tag (head and relation right)", &details.tags),
        breakdown(
            "depths",
            "depth",
            "By depth in the tree (head and relation right)",
            &details.depths,
        ),
        confusions("confusions", "Relations taken for each other", &details.confusions),
        confusions("head_confusions", "Tags of wrong heads", &details.heads),
    ];
    if !details.shown.is_empty() {
        tables.push(shown(details));
    }
    tables
}

fn breakdown(name: &'static str, key: &'static str, title: &str, breakdown: &Breakdown) -> Table {
    let rows = breakdown
        .iter()
        .map(|(key, tally)| {
            vec![
                Cell::Text(key.clone()),
                Cell::Count(tally.gold),
                Cell::Count(tally.system),
                Cell::Count(tally.matched),
                Cell::Share(tally.precision()),
                Cell::Share(tally.recall()),
                Cell::Share(tally.f1()),
            ]
        })
        .collect();
    Table {
        name,
        title: title.to_string(),
        columns: vec![
            Column::new(key),
            Column::new("gold"),
            Column::new("system"),
            Column::new("matched"),
            Column::new("precision"),
            Column::new("recall"),
            Column::headed("f1", "F1"),
        ],
        rows,
        shown: Shown::Everywhere,
    }
}

fn confusions(name: &'static str, title: &str, confusions: &BTreeMap<Confusion, u64>) -> Table {
    let mut all: Vec<_> = confusions.iter().collect();
    all.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    let row = |(confusion, n): (&Confusion, &u64)| {
        vec![
            Cell::Text(confusion.gold.clone()),
            Cell::Text(confusion.system.clone()),
            Cell::Count(*n),
        ]
    };
    Table {
        name,
        title: title.to_string(),
        columns: vec![Column::new("gold"), Column::new("system"), Column::new("n")],
        rows: all.into_iter().map(row).collect(),
        shown: Shown::Everywhere,
    }
}

fn shown(details: &Details) -> Table {
    let rows = details.shown.iter().map(|word| {
        vec![
            Cell::Count(word.line),
            Cell::Text(word.sentence.clone()),
            Cell::Text(word.heads.gold.clone()),
            Cell::Text(word.heads.system.clone()),
            Cell::Text(word.text.clone()),
        ]
    });
    Table {
        name: "shown",
        title: "The sentences behind the cell".to_string(),
        columns: vec![
            Column::new("line"),
            Column::new("sent_id"),
            Column::new("gold_head"),
            Column::new("system_head"),
            Column::new("text"),
        ],
        rows: rows.collect(),
        shown: Shown::Everywhere,
    }
}
