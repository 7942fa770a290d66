//! What is said of parsers that return several trees a sentence: how good the best of each list is, and
//! how many trees it takes to have it.

use crate::counts::ratio;
use crate::metrics::brackets::{BracketCounts, ListScores, ListsOfSystem, Reached, curve_points};
use crate::report::{Cell, Column, Report, Shown, Table, number_of};

#[doc(hidden)]
impl Report {
    /// Adds what lists of trees came to; `lists` has one entry a system, in the order of the systems.
    pub fn add_n_best(&mut self, lists: &[ListsOfSystem]) {
        let points = points_of(lists);
        for (system, lists) in self.systems.iter_mut().zip(lists) {
            system.more.push(("n_best", in_json(lists, &points)));
        }
        let names: Vec<String> = self.systems.iter().map(|system| system.name.clone()).collect();
        self.tables.push(summary(&names, lists));
        self.tables.push(curve(&names, lists, &points));
        let notes = names.iter().zip(lists).filter_map(|(name, lists)| note(name, lists));
        self.notes.extend(notes);
        self.notes.push(
            "the oracle is the tree of a list with the best F1 of its sentence, of equal ones the first; \
             its counts are added as those of any tree"
                .to_string(),
        );
    }
}

/// How many trees there are to choose from, where all systems' curves have their points.
pub(super) fn points_of(lists: &[ListsOfSystem]) -> Vec<u32> {
    curve_points(lists.iter().map(ListsOfSystem::longest).max().unwrap_or(0))
}

fn f1(counts: &BracketCounts) -> Option<f64> {
    counts.brackets().f1()
}

/// Where nothing was skipped, the same as over the sentences that were scored.
fn f1_of_all(reached: &Reached) -> Option<f64> {
    f1(&reached.with_missed)
}

/// What reranking could gain.
fn gap(lists: &ListsOfSystem) -> Option<f64> {
    Some(f1_of_all(&lists.reached(None))? - f1_of_all(&lists.reached(Some(1)))?)
}

fn n_trees(lists: &ListsOfSystem) -> u64 {
    lists.0.iter().map(|list| u64::from(list.n_trees)).sum()
}

fn mean_length(lists: &ListsOfSystem) -> Option<f64> {
    ratio(n_trees(lists), lists.0.len() as u64)
}

/// Whether some sentence has no tree that could be compared, or not so early.
fn any_missed(lists: &[ListsOfSystem]) -> bool {
    lists.iter().flat_map(|lists| &lists.0).any(|list| list.among(Some(1)).is_none())
}

/// What a title says of such sentences.
fn counted(lists: &[ListsOfSystem]) -> &'static str {
    if any_missed(lists) { ", skipped sentences counted as missed" } else { "" }
}

fn summary(names: &[String], lists: &[ListsOfSystem]) -> Table {
    let row = |(name, lists): (&String, &ListsOfSystem)| {
        vec![
            Cell::Text(name.clone()),
            Cell::Number(mean_length(lists)),
            Cell::Share(f1_of_all(&lists.reached(Some(1)))),
            Cell::Share(f1_of_all(&lists.reached(None))),
            Cell::Points(gap(lists)),
            Cell::Share(f1_of_all(&lists.worst())),
            Cell::Number(lists.mean_rank()),
            Cell::Share(lists.first_is_best()),
        ]
    };
    Table {
        name: "n_best",
        title: format!("Lists of trees: F1 of the first and of the best of each{}", counted(lists)),
        columns: vec![
            Column::new("system"),
            Column::headed("trees", "trees a list"),
            Column::new("first"),
            Column::new("oracle"),
            Column::new("gap"),
            Column::new("worst"),
            Column::headed("oracle_rank", "oracle's rank"),
            Column::headed("first_is_oracle", "first is oracle"),
        ],
        rows: names.iter().zip(lists).map(row).collect(),
        shown: Shown::NotInJson,
    }
}

fn curve(names: &[String], lists: &[ListsOfSystem], points: &[u32]) -> Table {
    let row = |k: &u32| {
        let value = |lists: &ListsOfSystem| Cell::Share(f1_of_all(&lists.reached(Some(*k))));
        [Cell::Count(u64::from(*k))].into_iter().chain(lists.iter().map(value)).collect()
    };
    let systems = names.iter().map(|name| Column::about(name));
    Table {
        name: "n_best_curve",
        title: format!("F1 of the oracle among the first k trees{}", counted(lists)),
        columns: [Column::new("k")].into_iter().chain(systems).collect(),
        rows: points.iter().map(row).collect(),
        shown: Shown::NotInJson,
    }
}

/// Lists that are not as they should be.
fn note(name: &str, lists: &ListsOfSystem) -> Option<String> {
    let count =
        |is_one: fn(&ListScores) -> bool| lists.0.iter().filter(|list| is_one(list)).count() as u64;
    let n_skipped: u64 = lists.0.iter().map(|list| u64::from(list.n_skipped)).sum();
    let said = [
        (count(|list| list.n_trees == 0), "list", "without trees"),
        (count(|list| list.is_short), "list", "with fewer trees than announced"),
        (n_skipped, "tree", "that could not be compared, and cannot be chosen"),
    ];
    let said: Vec<String> = said
        .into_iter()
        .filter(|(n, ..)| *n > 0)
        .map(|(n, thing, what)| format!("{} {what}", number_of(n, thing)))
        .collect();
    (!said.is_empty()).then(|| format!("{name}: {}", said.join("; ")))
}

/// All there is to say, `{first, oracle, gap, curve, …}`.
fn in_json(lists: &ListsOfSystem, points: &[u32]) -> Cell {
    let n = |n: u64| Cell::Count(n);
    let scores = |reached: &Reached| {
        let (total, all) = (&reached.total, &reached.with_missed);
        let brackets = total.brackets();
        vec![
            ("f1", Cell::Share(brackets.f1())),
            ("precision", Cell::Share(brackets.precision())),
            ("recall", Cell::Share(brackets.recall())),
            ("exact_match", Cell::Share(ratio(total.exact, total.sentences))),
            ("f1_with_missed", Cell::Share(f1(all))),
            ("matched", n(total.matched)),
            ("gold", n(total.gold)),
            ("system", n(total.system)),
            ("sentences", n(total.sentences)),
        ]
    };
    let object = |fields: Vec<(&str, Cell)>| {
        Cell::Object(fields.into_iter().map(|(name, cell)| (name.to_string(), cell)).collect())
    };
    // Beyond its own longest list, a system's curve is level.
    let point = |k: &u32| {
        let fields = scores(&lists.reached(Some(*k)));
        object([("k", n(u64::from(*k)))].into_iter().chain(fields).collect())
    };
    let skipped = lists.0.iter().map(|list| u64::from(list.n_skipped)).sum();
    let empty = lists.0.iter().filter(|list| list.n_trees == 0).count() as u64;
    object(vec![
        ("first", object(scores(&lists.reached(Some(1))))),
        ("oracle", object(scores(&lists.reached(None)))),
        ("gap", Cell::Points(gap(lists))),
        ("worst", object(scores(&lists.worst()))),
        ("oracle_rank", Cell::Number(lists.mean_rank())),
        ("first_is_oracle", Cell::Share(lists.first_is_best())),
        ("lists", n(lists.0.len() as u64)),
        ("empty_lists", n(empty)),
        ("trees", n(n_trees(lists))),
        ("skipped_trees", n(skipped)),
        ("longest", n(u64::from(lists.longest()))),
        ("curve", Cell::List(points.iter().map(point).collect())),
    ])
}
