//! Files of pairs on a page: which pair is in which of them, and what it says of itself there.

use std::collections::{BTreeMap, BTreeSet};

use crate::entailment::answers::Answer;
use crate::entailment::pairs::{Pair, Pairs};
use crate::report::data_set::{TOTAL, UNSAID, distinct, source};
use crate::report::page::judged::{Cells, note, pair_row};
use crate::report::page::markup::{Said, part};
use crate::report::page::sentences::{InSystem, PageSentences};
use crate::report::{Cell, Table};

/// What pairs are sorted by; the first has a row of all.
const BY: [&str; 3] = ["source", "relation", "construction"];

impl PageSentences {
    /// The pairs of all files, those of the first one first. A pair of it that is not in another went there.
    pub fn of_data_sets(files: &[(&str, &Pairs)], without_text: bool) -> PageSentences {
        let mut places: Vec<(&Pair, Vec<Option<&Pair>>)> = Vec::new();
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for (of, (_, pairs)) in files.iter().enumerate() {
            for pair in &pairs.pairs {
                let at = *known.entry(pair.id.as_str()).or_insert_with(|| {
                    places.push((pair, vec![None; files.len()]));
                    places.len() - 1
                });
                places[at].1[of] = Some(pair);
            }
        }
        let mut cells = Cells::default();
        let mut rows = Vec::with_capacity(places.len());
        for (number, (pair, there)) in (1..).zip(places) {
            let first = there.first().copied().flatten();
            let of = there.iter().enumerate().map(|(file, own)| match (own, first) {
                (Some(own), _) => Some(counted(own, first.filter(|_| file > 0), false, &mut cells)),
                (None, Some(first)) => Some(counted(first, Some(first), true, &mut cells)),
                (None, None) => None,
            });
            rows.push(pair_row(number, pair, of.collect(), without_text));
        }
        PageSentences {
            n_all: rows.len(),
            without_text,
            are_pairs: true,
            names: files.iter().map(|(name, _)| (*name).to_string()).collect(),
            n_staying: files.len(),
            cells: cells.all,
            rows,
            ..PageSentences::default()
        }
    }
}

/// A pair as a file has it, or as the first one has it where it went; `first` is it there, of a later file.
fn counted(pair: &Pair, first: Option<&Pair>, went: bool, numbers: &mut Cells) -> InSystem {
    let mut cells: Vec<(&'static str, String)> = Vec::new();
    let words = |pair, by: &'static str| {
        let mut words: BTreeSet<&str> = if by == BY[0] { source(pair) } else { distinct(pair, by) };
        words.retain(|word| !word.is_empty());
        if words.is_empty() {
            words.insert(UNSAID);
        }
        if by == BY[0] {
            words.insert(TOTAL);
        }
        words
    };
    let mut count = |table: &'static str, word: &str, answer: Option<Answer>| {
        cells.push((table, word.to_string()));
        cells.extend(answer.map(|answer| (table, format!("{word}: {}", answer.name()))));
    };
    for by in BY {
        words(pair, by).into_iter().for_each(|word| count(by, word, pair.answer));
    }
    if let Some(first) = first {
        words(first, BY[0]).into_iter().for_each(|word| count("left", word, first.answer));
    }
    let mut facts = vec![note(if went { "went".to_string() } else { "is in it".to_string() })];
    facts.extend(pair.answer.map(|answer| note(format!("answer: {}", answer.name()))));
    for by in BY {
        facts.extend(pair.said(by).map(|word| note(format!("{by}: {word}"))));
    }
    InSystem {
        score: Some(if went { 0.0 } else { 1.0 }),
        errors: u64::from(went),
        cells: cells
            .into_iter()
            .map(|cell| [numbers.number(cell), u64::from(went), 0, u64::from(!went)])
            .collect(),
        facts,
        ..InSystem::default()
    }
}

impl Said<'_> {
    /// From a number of pairs of a file to these.
    pub(super) fn to_data_set(
        &self,
        table: &Table,
        row: &[Cell],
        (place, key): (usize, &str),
    ) -> Option<String> {
        if place == 0 {
            return None;
        }
        let column = table.columns[place].name.as_ref();
        let behind = |table: &'static str, key: String, file: &str, kind: &str| {
            let is_there = self.cells.contains(&(table, key.as_str()));
            let (to, file) = (part(&key), part(file));
            is_there.then(|| format!("{}/{to}/system={file}/{kind}", part(table)))
        };
        if table.name == "files" {
            return match column {
                "pairs" => behind(BY[0], TOTAL.to_string(), key, "right"),
                "yes" => behind(BY[0], format!("{TOTAL}: YES"), key, "right"),
                "no" => behind(BY[0], format!("{TOTAL}: NO"), key, "right"),
                _ => None,
            };
        }
        let is_whole = matches!(row[place], Cell::Share(Some(1.0)));
        let name = BY.into_iter().chain(["left"]).find(|name| *name == table.name)?;
        let of = |end: &str| {
            self.systems.iter().find(|file| column.strip_prefix(file.as_str()) == Some(end))
        };
        let kind = if name == "left" { "errors" } else { "right" };
        if name == "left" && is_whole {
            return None;
        }
        if let Some(file) = of("_left").filter(|_| !is_whole) {
            return behind(name, key.to_string(), file, "errors");
        }
        for (end, key) in
            [("", key.to_string()), ("_yes", format!("{key}: YES")), ("_no", format!("{key}: NO"))]
        {
            if let Some(file) = of(end) {
                return behind(name, key, file, kind);
            }
        }
        None
    }
}
