//! Names that were asked for, and what was meant by them.

use crate::kinds::without_suffix;
use crate::metric::heading;

/// A name that was asked for and is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {what} is called {name}; {}there are {}", meant(name, known), listed(known))]
pub struct NotThere {
    /// `system` or `score`.
    pub what: &'static str,
    /// What was asked for.
    pub name: String,
    /// What is there.
    pub known: Vec<String>,
}

fn listed(known: &[String]) -> String {
    if known.is_empty() { "none".to_string() } else { known.join(", ") }
}

/// The name that was meant, if one differs in a slip or two.
fn meant(name: &str, known: &[String]) -> String {
    let slips = |other: &String| {
        (slips(name, other).min(slips(name, without_suffix(other))), other.clone())
    };
    let closest = known.iter().map(slips).min();
    // Of short names every other one is close, unless it is all there (LF1 for f1); a suffix does
    // not make them longer.
    let is_close = |n: usize, other: &str| {
        let length = without_suffix(other).chars().count();
        let is_whole = length > 1 && name.to_lowercase().contains(&other.to_lowercase());
        n <= 2 && (2 * n < length || is_whole && 2 * n == length)
    };
    let closest = closest.filter(|(n, other)| is_close(*n, other));
    closest.map_or_else(String::new, |(_, other)| format!("did you mean {other}? "))
}

/// How many letters must be put in, taken out or replaced, or neighbours swapped.
fn slips(one: &str, two: &str) -> usize {
    let [one, two]: [Vec<char>; 2] = [one, two].map(|name| name.to_lowercase().chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=two.len()).collect()];
    for at in 0..one.len() {
        let mut row = vec![at + 1];
        for there in 0..two.len() {
            let replaced = rows[at][there] + usize::from(one[at] != two[there]);
            let mut least = replaced.min(rows[at][there + 1] + 1).min(row[there] + 1);
            let are_swapped =
                at > 0 && there > 0 && one[at] == two[there - 1] && one[at - 1] == two[there];
            if are_swapped {
                least = least.min(rows[at - 1][there - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][two.len()]
}

impl NotThere {
    /// Without the list of all that is there.
    #[doc(hidden)]
    pub fn in_short(&self) -> String {
        let meant = meant(&self.name, &self.known);
        let text = format!("no {} is called {}; {meant}", self.what, self.name);
        text.trim_end_matches([';', ' ']).to_string()
    }

    /// Where a name is among those that are there: as it is, or else the only one that differs in
    /// case alone, is the same without the suffix of a file's format, as reports show it, or up to
    /// its first full stop.
    #[doc(hidden)]
    pub fn or_position<'k>(
        what: &'static str,
        name: &str,
        known: impl Iterator<Item = &'k str>,
    ) -> Result<usize, NotThere> {
        let known: Vec<&str> = known.collect();
        position(what, name, &known).ok_or_else(|| NotThere {
            what,
            name: name.to_string(),
            known: known.into_iter().map(str::to_string).collect(),
        })
    }
}

fn position(what: &str, name: &str, known: &[&str]) -> Option<usize> {
    if let Some(at) = known.iter().position(|other| *other == name) {
        return Some(at);
    }
    // As people write them: F1, las; berkeley for berkeley.mrg.
    let plain = |name: &str| name.to_lowercase().replace('_', " ");
    let singular = |name: &str| plain(name).trim_end_matches('s').to_string();
    let likes: [&dyn Fn(&str) -> bool; 6] = [
        &|other| other.eq_ignore_ascii_case(name),
        &|other| without_suffix(other) == name,
        &|other| without_suffix(other).eq_ignore_ascii_case(name),
        &|other| other.split('.').next().is_some_and(|stem| stem == name),
        // One metric confuses, another has confusions.
        &|other| what == "table" && singular(other) == singular(name),
        // As it stands above a column.
        &|other| what == "score" && [plain(other), plain(heading(other))].contains(&plain(name)),
    ];
    let only = |like: &&dyn Fn(&str) -> bool| {
        let mut alike = known.iter().enumerate().filter(|(_, other)| like(other));
        let (at, _) = alike.next()?;
        alike.next().is_none().then_some(at)
    };
    likes.iter().find_map(only)
}
