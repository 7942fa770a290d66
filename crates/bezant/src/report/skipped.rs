//! Sentences that could not be scored, in words.

use crate::report::{SkippedRow, SystemResult, number_of};

impl SkippedRow {
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
