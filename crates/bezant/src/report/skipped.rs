//! Sentences that could not be scored, in words.

use crate::counts::Counts;
use crate::error::{Hint, Position, Remedy};
use crate::evaluation::{Evaluation, Row};
use crate::metric::{Reason, lower_is_better};
use crate::report::{Cell, Report, Shown, SystemResult, Table, number_of};

/// A sentence that could not be scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedRow {
    /// Which sentence, the first being 1.
    pub sentence: u64,
    /// How many from there on: more than one where they can only be compared together. What only
    /// the system has is one.
    pub n_sentences: u64,
    /// The reason's short name.
    pub reason: &'static str,
    /// The reason in words.
    pub message: String,
    /// What to do about it.
    pub hint: Hint,
    /// Where in its file what is wrong stands, where that is known from reading it.
    pub position: Option<Position>,
    /// `file:line:column`, where the files are known.
    pub place: Option<String>,
    /// What gold's file calls the sentence.
    pub sent_id: Option<String>,
}

impl SkippedRow {
    /// All sentences of a system that could not be scored.
    #[doc(hidden)]
    pub fn all<C: Counts>(evaluation: &Evaluation<C>) -> Vec<SkippedRow> {
        let can_repair = evaluation.can_be_repaired();
        evaluation
            .skipped()
            .map(|(row, skipped)| SkippedRow {
                sentence: row.sentence,
                n_sentences: row.n_sentences.max(1),
                reason: skipped.reason.name(),
                message: match row.n_sentences {
                    // Where sentences are paired by their text, it has no number in gold.
                    0 => format!("{} before this one", skipped.reason),
                    _ => skipped.reason.to_string(),
                },
                hint: match (&skipped.reason, evaluation.signature.get("align")) {
                    (Reason::LengthMismatch { gold: 0, .. }, _) => Hint::Advice(
                        "gold has no words there: is it a tree that nobody has drawn yet?",
                    ),
                    (Reason::LengthMismatch { left_out: Some(_), .. }, Some("no")) => {
                        Hint::AlignTags
                    }
                    (Reason::LengthMismatch { .. } | Reason::WordMismatch { .. }, Some("no")) => {
                        Hint::AlignWords
                    }
                    (Reason::SystemMissing, Some("yes")) => Hint::Advice(
                        "the system has no sentence with these words: was it lost, or are its words others?",
                    ),
                    (reason, _) => match reason.hint() {
                        Hint::MendOrRepair if !can_repair => Remedy::MendFile.hint(),
                        hint => hint,
                    },
                },
                position: skipped.reason.position(),
                place: None,
                sent_id: None,
            })
            .collect()
    }

    /// Where, which sentence, why.
    pub(super) fn in_words(&self) -> String {
        let place = self.place.as_ref().map_or_else(String::new, |place| format!("{place}: "));
        let sentence = match self.n_sentences {
            1 => format!("sentence {}", self.sentence),
            n => {
                let last = self.sentence.saturating_add(n - 1);
                format!("sentences {} to {last}", self.sentence)
            }
        };
        let id = self.sent_id.as_ref().map_or_else(String::new, |id| format!(" ({id})"));
        // Where a place is known, the message need not tell of it.
        let message = match self.position.filter(|_| self.place.is_some()) {
            Some(_) => self.message.split_once(": ").map_or(&*self.message, |(_, problem)| problem),
            None => &self.message,
        };
        format!("{place}{sentence}{id}: {message}")
    }
}

/// What the table of them is called.
pub const SKIPPED: &str = "skipped";

/// What the table of scores is called in which skipped sentences count as missed.
#[doc(hidden)]
pub const WITH_MISSED: &str = "scores_with_missed";

/// Those of some things that are wanted.
fn chosen<T: Clone>(all: &[T], kept: &[bool]) -> Vec<T> {
    all.iter().zip(kept).filter(|(_, is_kept)| **is_kept).map(|(one, _)| one.clone()).collect()
}

/// What is said instead of that table where it has no row.
pub(super) const NONE: &str = "no sentence was skipped";

/// Why a row has no counts; empty where it has some.
pub(super) fn why_skipped<C>(row: &Row<C>) -> Cell {
    let skipped = row.outcome.result.as_ref().err();
    Cell::Text(skipped.map_or_else(String::new, |skipped| skipped.reason.to_string()))
}

impl SystemResult {
    /// Whether its scores with skipped sentences counted as missed can be others than its scores.
    pub(super) fn leaves_skipped_out(&self) -> bool {
        let counts_missed =
            !self.parsed_scores.is_empty() && self.scores == self.scores_with_missed;
        !self.skipped.is_empty() && !counts_missed
    }
}

impl Report {
    /// The same with a table of scores with skipped sentences counted as missed, where it has none because nothing
    /// was skipped: these scores are the others.
    #[doc(hidden)]
    pub fn with_missed_table(&self) -> Report {
        let mut report = self.clone();
        let is_there = report.tables.iter().any(|table| table.name == WITH_MISSED);
        let scores = report.tables.iter().position(|table| table.name == "scores");
        if let Some(at) = scores.filter(|_| !is_there) {
            let scores = &report.tables[at];
            // What should be low would gain by sentences in which nothing is found, and has no column there.
            let kept: Vec<bool> =
                scores.columns.iter().map(|column| !lower_is_better(&column.name)).collect();
            let table = Table {
                name: WITH_MISSED,
                title: format!("Skipped sentences counted as missed ({NONE})"),
                columns: chosen(&scores.columns, &kept),
                rows: scores.rows.iter().map(|row| chosen(row, &kept)).collect(),
                shown: Shown::NotInJson,
            };
            report.tables.insert(at + 1, table);
        }
        report
    }

    /// Whether somebody asked for the sentences that were skipped: then all are listed, or it is said that there
    /// are none.
    pub(super) fn lists_skipped(&self) -> bool {
        self.asked.contains(&SKIPPED)
    }

    /// What helps most of the sentences that were skipped, and the systems that it is for, if it is not for all.
    #[doc(hidden)]
    pub fn cure(&self) -> Option<(Hint, String)> {
        let mut cures: Vec<(Hint, u64)> = Vec::new();
        for system in &self.systems {
            let is_lost = system.n_skipped() == system.n_sentences;
            for row in &system.skipped {
                // Where nothing fits, it says more what is wrong with those that are there.
                let n = match row.reason {
                    "system_missing" if is_lost => 0,
                    _ => row.n_sentences,
                };
                match cures.iter_mut().find(|(hint, _)| *hint == row.hint) {
                    Some((_, all)) => *all = all.saturating_add(n),
                    None => cures.push((row.hint, n)),
                }
            }
        }
        // Of equal ones the first.
        let (cure, _) = cures.into_iter().rev().max_by_key(|(_, n)| *n)?;
        let has = |system: &&SystemResult| system.skipped.iter().any(|row| row.hint == cure);
        let of: Vec<&str> =
            self.systems.iter().filter(has).map(|system| system.name.as_str()).collect();
        let of = if of.len() == self.systems.len() { String::new() } else { names_of(&of) };
        Some((cure, of))
    }

    /// Whether somebody asked for them and there are none.
    pub(super) fn lacks_skipped(&self) -> bool {
        self.lists_skipped() && self.systems.iter().all(|system| system.skipped.is_empty())
    }
}

/// Systems that are named before the others are counted.
pub(super) const TOLD: usize = 3;

/// The first systems by name, and how many others there are.
fn names_of(systems: &[&str]) -> String {
    let told = systems.iter().take(TOLD).map(|name| (*name).to_string());
    told.chain(and_others(systems.len())).collect::<Vec<_>>().join(", ")
}

/// How many of so many systems are not told one by one.
pub(super) fn and_others(n: usize) -> Option<String> {
    let n = n.checked_sub(TOLD).filter(|n| *n > 0)?;
    Some(format!("and {}", number_of(n as u64, "other system")))
}

/// Skipped sentences in words, system by system; that there are none, where somebody asked.
pub(super) fn skipped_summaries(report: &Report) -> Vec<String> {
    let none = report.lacks_skipped().then(|| NONE.to_string());
    report.systems.iter().filter_map(skipped_summary).chain(none).collect()
}

/// Skipped sentences in words: how many, and why.
pub(super) fn skipped_summary(system: &SystemResult) -> Option<String> {
    let reasons = skipped_reasons(system)?;
    Some(format!("{}: {} skipped ({reasons})", system.name, system.n_skipped()))
}

/// Why a system's sentences were skipped, and how many for each reason.
pub fn skipped_reasons(system: &SystemResult) -> Option<String> {
    if system.skipped.is_empty() {
        return None;
    }
    let mut reasons: Vec<(&str, u64, u64)> = Vec::new();
    for row in &system.skipped {
        match reasons.iter_mut().find(|(reason, ..)| *reason == row.reason) {
            Some((_, n, places)) => {
                (*n, *places) = (n.saturating_add(row.n_sentences), *places + 1)
            }
            None => reasons.push((row.reason, row.n_sentences, 1)),
        }
    }
    // One fault can cost many sentences: all that come after it.
    let reason = |(reason, n, places): &(&str, u64, u64)| match places < n {
        true => format!("{n} {} in {}", reason.replace('_', " "), number_of(*places, "place")),
        false => format!("{n} {}", reason.replace('_', " ")),
    };
    Some(reasons.iter().map(reason).collect::<Vec<_>>().join(", "))
}
