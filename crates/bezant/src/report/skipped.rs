//! Sentences that could not be scored, in words.

use crate::report::SkippedRow;

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
