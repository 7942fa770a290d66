//! Errors by class.

use crate::metrics::brackets::{BracketError, ClassCounts, Repair, Unclassified};
use crate::metrics::dependencies::DependencyClasses;
use crate::report::{Cell, Column, Fact, Shown, Table, number_of};

/// A class, how many errors it has, and how many brackets or heads they are about.
pub(super) type ClassRow = (&'static str, u64, u64);

/// One row a class, the most errors first, as the program of Kummerfeld et al. sorts them. `beside`
/// names the second number.
pub(super) fn class_table(whose: &str, beside: &'static str, mut rows: Vec<ClassRow>) -> Table {
    rows.sort_by_key(|(name, errors, more)| std::cmp::Reverse((*errors, *more, *name)));
    let sum = |number: fn(&ClassRow) -> u64| rows.iter().map(number).fold(0, u64::saturating_add);
    let (errors, more) = (sum(|row| row.1), sum(|row| row.2));
    let row = |(name, errors, more): &ClassRow| {
        vec![Cell::Text((*name).to_string()), Cell::Count(*errors), Cell::Count(*more)]
    };
    Table {
        name: "classes",
        title: format!("Errors by class{whose}: {errors} errors, {more} {beside}"),
        columns: ["class", "errors", beside].map(Column::new).to_vec(),
        rows: rows.iter().map(row).collect(),
        shown: Shown::Everywhere,
    }
}

/// Classes of brackets.
pub(super) fn bracket_classes(counts: &ClassCounts) -> Table {
    let rows = counts.classes.iter();
    let rows = rows.map(|(class, tally)| (class.name(), tally.errors, tally.brackets)).collect();
    class_table(" (Kummerfeld et al. 2012)", "brackets", rows)
}

/// Classes of dependencies.
pub(super) fn dependency_classes(classes: &DependencyClasses) -> Table {
    let rows = classes.iter();
    let rows = rows.map(|(class, tally)| (class.name(), tally.errors, tally.heads)).collect();
    class_table("", "heads", rows)
}

/// How many sentences have no classes, and why; people are told in a note.
pub(super) fn unclassified_table(counts: &ClassCounts) -> Table {
    let rows = counts.left_out.iter();
    let row =
        |(why, n): (&Unclassified, &u64)| vec![Cell::Text(why.name().to_string()), Cell::Count(*n)];
    Table {
        name: "unclassified",
        title: "Sentences without classes".to_string(),
        columns: ["reason", "sentences"].map(Column::new).to_vec(),
        rows: rows.map(row).collect(),
        shown: Shown::OnlyInJson,
    }
}

/// The same in a line, where there are any.
pub(super) fn unclassified_note(system: &str, counts: &ClassCounts) -> Option<String> {
    let n = counts.left_out.values().sum::<u64>();
    let why = |(why, n): (&Unclassified, &u64)| {
        let why = match why {
            Unclassified::NoTree => "no tree",
            Unclassified::Lengths => "other numbers of words",
            Unclassified::CrossingBranches => "crossing branches",
            Unclassified::GaveUp => "too many steps from one tree to the other",
        };
        format!("{why} {n}")
    };
    let reasons: Vec<String> = counts.left_out.iter().map(why).collect();
    let sentences = number_of(n, "sentence");
    (n > 0).then(|| format!("{system}: {sentences} without classes ({})", reasons.join(", ")))
}

/// An error in words.
pub(super) fn fact(error: &BracketError) -> Fact {
    let done = match &error.repair {
        Repair::Relabel { from, to } => format!("{from} should be {to}"),
        Repair::Add { label } => format!("{label} is missing"),
        Repair::Remove { label } => format!("{label} is extra"),
        Repair::Move { from, to, added: None, .. } => format!("moved from {from} to {to}"),
        Repair::Move { from, to, added: Some(added), .. } => {
            format!("moved from {from} to {to}, with a new {added} around it")
        }
    };
    let brackets = number_of(u64::from(error.brackets), "bracket");
    Fact {
        side: "class",
        label: error.class.name().to_string(),
        text: format!("{}: {done}, {brackets}", error.text),
    }
}
