//! Tables of what the numbers are made of.

use std::collections::BTreeMap;

use crate::metrics::dependencies::{Breakdown, DependencyDetails, RelationConfusion};
use crate::report::classes::dependency_classes;
use crate::report::tallies::tally_table;
use crate::report::{Cell, Column, Shown, Table};

/// The names of all tables.
pub(super) const TABLES: [&str; 12] = [
    "relations",
    "directions",
    "distances",
    "tags",
    "depths",
    "projectivity",
    "sentence_projectivity",
    "confusions",
    "head_confusions",
    "features",
    "tag_confusions",
    "xpos_confusions",
];

/// All tables of a system that have rows.
pub(super) fn tables(details: &DependencyDetails) -> Vec<Table> {
    let breakdowns: [(_, _, _, &Breakdown); 7] = [
        ("relations", "relation", "By relation (head and relation right)", &details.relations),
        ("directions", "head", "By the side of the head (head right)", &details.directions),
        ("distances", "distance", "By distance of the head (head right)", &details.distances),
        ("tags", "tag", "By tag (head and relation right)", &details.tags),
        ("depths", "depth", "By depth in the tree (head and relation right)", &details.depths),
        ("projectivity", "arcs", "By kind of arc (head right)", &details.projectivity),
        (
            "sentence_projectivity",
            "sentences",
            "By kind of sentence (head and relation right)",
            &details.sentences,
        ),
    ];
    let mut tables: Vec<Table> = breakdowns
        .into_iter()
        .map(|(name, key, title, breakdown)| tally_table(name, key, title, breakdown))
        .collect();
    tables.push(confusions("confusions", "Relations taken for each other", &details.confusions));
    tables.push(confusions("head_confusions", "Tags of wrong heads", &details.heads));
    // Typed dependencies have no tags and no depth.
    let is_tree = !details.tags.is_empty();
    tables.retain(|table| is_tree || !table.rows.is_empty());
    if !details.classes.is_empty() {
        tables.push(dependency_classes(&details.classes));
    }
    let title = "By feature (the same value)";
    let more = [
        tally_table("features", "feature", title, &details.features),
        confusions("tag_confusions", "Universal tags taken for each other", &details.upos),
        confusions("xpos_confusions", "The treebank's tags taken for each other", &details.xpos),
    ];
    tables.extend(more.into_iter().filter(|table| !table.rows.is_empty()));
    tables
}

fn confusions(
    name: &'static str,
    title: &str,
    confusions: &BTreeMap<RelationConfusion, u64>,
) -> Table {
    let mut all: Vec<_> = confusions.iter().collect();
    all.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    let row = |(confusion, n): (&RelationConfusion, &u64)| {
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
