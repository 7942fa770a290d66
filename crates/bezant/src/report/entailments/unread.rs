//! Answers that cannot be read, and how far samples differ.

use super::counts;
use crate::comparison::{SampledScore, Spread, sampled};
use crate::entailment::answers::{AnswerReading, Returned, Samples, Unparsed};
use crate::entailment::pairs::Pairs;
use crate::entailment::score::{EntailmentCounts, by_sample};
use crate::evaluation::Evaluation;
use crate::metric::Score;
use crate::report::{Cell, Column, Report, Shown, Table, number_of};

/// So many ids are named in a note.
const NAMED: usize = 5;

/// What stands in lists of pairs for an answer that cannot be read.
pub(super) const UNPARSED: &str = "unparsed";

/// So many characters of an answer that cannot be read are shown.
const LONGEST: usize = 200;

/// How many of the answers to a pair cannot be read, as often as each of them counts.
pub(super) fn n_unparsed(system: &Evaluation<EntailmentCounts>, at: usize) -> u64 {
    system.said.get(&at).map_or(0, |said| said.n_unparsed)
}

/// Whether none of the answers to a pair can be read.
pub(super) fn is_unparsed(system: &Evaluation<EntailmentCounts>, at: usize) -> bool {
    let n = n_unparsed(system, at);
    n > 0 && counts(system, at).is_some_and(|counts| counts.pairs() == n)
}

#[doc(hidden)]
impl Report {
    /// Adds how many answers of each system could not be read, and which; to be called once for every
    /// report of answers, as nothing unread is worth knowing as well.
    pub fn add_unread(&mut self, returned: &[Returned], how: AnswerReading) {
        let taken = match how.unparsed {
            Unparsed::No => "NO",
            Unparsed::Wrong | Unparsed::Error => "wrong",
        };
        for (system, returned) in self.systems.iter_mut().zip(returned) {
            let unread = &returned.unread;
            system.counts.push(("unparsed", unread.len() as u64));
            let cut = |text: &str| match text.char_indices().nth(LONGEST) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text.to_string(),
            };
            let row = |id: &str, text: &str| {
                let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
                vec![Cell::Text(id.to_string()), Cell::Text(cut(&line))]
            };
            system.tables.push(Table {
                name: "unparsed",
                title: format!("Answers that cannot be read, and count as {taken}"),
                columns: vec![Column::new("id"), Column::new("answer")],
                rows: unread.iter().map(|one| row(&one.id, &one.text)).collect(),
                shown: if unread.is_empty() { Shown::OnlyInJson } else { Shown::Everywhere },
            });
            if unread.is_empty() {
                continue;
            }
            let ids: Vec<&str> = unread.iter().take(NAMED).map(|one| one.id.as_str()).collect();
            let more = match unread.len().saturating_sub(NAMED) {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            let (n, count) = match unread.len() {
                1 => ("1 answer".to_string(), "counts"),
                n => (number_of(n as u64, "answer"), "count"),
            };
            let ids = ids.join(", ");
            let name = &system.name;
            self.notes
                .push(format!("{name}: {n} cannot be read and {count} as {taken} ({ids}{more})"));
        }
    }

    /// Adds how far the scores of single samples differ, where there are several.
    pub fn add_answer_samples(&mut self, pairs: &Pairs, returned: &[Returned], how: AnswerReading) {
        let Some(samples) = how.samples else { return };
        for (system, returned) in self.systems.iter_mut().zip(returned) {
            let each = by_sample(pairs, returned);
            let most = returned.samples.iter().map(Vec::len).max().unwrap_or(0);
            let number = match most == each.len() {
                true => number_of(most as u64, "answer"),
                false => format!("{} to {}", each.len(), number_of(most as u64, "answer")),
            };
            let what = match samples {
                Samples::Majority => "the one that most have counts, NO if both have as many",
                Samples::Mean => "each counts, and a pair counts once",
                Samples::Best => "the right one counts, if it is among them",
            };
            self.notes.push(format!("{}: {number} a pair: {what}", system.name));
            if each.len() < 2 {
                continue;
            }
            let scores: Vec<Vec<Score>> = each.iter().map(EntailmentCounts::scores).collect();
            let is_shown = |it: &SampledScore| {
                ["accuracy", "precision", "recall", "f1"].contains(&it.score.name)
            };
            let mut rows = Vec::new();
            // A sample that never says YES has no precision.
            for SampledScore { score, runs, spread } in
                sampled(&scores).into_iter().filter(is_shown)
            {
                let cell = |field: fn(&Spread) -> Option<f64>| {
                    Cell::Share(spread.as_ref().and_then(field))
                };
                rows.push(vec![
                    Cell::Text(score.name.to_string()),
                    Cell::Count(runs),
                    cell(|spread| Some(spread.mean)),
                    cell(|spread| spread.deviation),
                    cell(|spread| Some(spread.lowest)),
                    cell(|spread| Some(spread.highest)),
                ]);
            }
            let columns = vec![
                Column::new("score"),
                Column::new("samples"),
                Column::new("mean"),
                Column::new("deviation"),
                Column::new("lowest"),
                Column::new("highest"),
            ];
            let title = "Samples by themselves: the first answers to all pairs, the second, …";
            let (name, title) = ("samples", title.to_string());
            system.tables.push(Table { name, title, columns, rows, shown: Shown::Everywhere });
        }
    }
}
