//! Pairs and judgements one by one.

use crate::entailment::answers::Answer;
use crate::entailment::filter::{JudgedPair, PairOutcome};
use crate::entailment::judgements::Opinion;
use crate::entailment::pairs::Pair;
use crate::report::filter::{FilterReport, in_words};
use crate::report::{Cell, Column, Shown, Table, number_of};

impl FilterReport<'_> {
    pub(super) fn lists(&self) -> [Table; 5] {
        [
            self.other_estimates(),
            self.contradicted(),
            self.dropped(),
            self.changed(),
            self.unknown(),
        ]
    }

    /// Some pairs with what people said of them, and something else of each.
    fn list(
        &self,
        name: &'static str,
        title: impl Fn(u64) -> String,
        more: &[(&'static str, &'static str)],
        of: impl Fn(&Pair, &JudgedPair) -> Option<Vec<Cell>>,
    ) -> Table {
        let mut columns = vec![Column::new("id"), Column::new("silver")];
        columns.extend([("yes", "yes"), ("no", "no"), ("not_sure", "not sure")].map(column));
        columns.extend(more.iter().copied().map(column));
        columns.extend(["text", "hypothesis"].map(Column::new));
        let row = |(pair, judged): (&Pair, &JudgedPair)| {
            let more = of(pair, judged)?;
            let silver = pair.answer.map_or("", Answer::name);
            let mut row = vec![Cell::Text(pair.id.clone()), Cell::Text(silver.to_string())];
            row.extend(judged.left.map(Cell::Count));
            row.extend(more);
            row.extend([&pair.text, &pair.hypothesis].map(|text| Cell::Text(text.clone())));
            Some(row)
        };
        let rows: Vec<Vec<Cell>> = self.judged().filter_map(row).collect();
        let title = title(rows.len() as u64);
        Table { name, title, columns, rows, shown: Shown::Everywhere }
    }

    /// Pairs that stay with another answer than the estimate gives.
    fn other_estimates(&self) -> Table {
        let title = |n| format!("{} kept with another answer than the estimate", pairs(n));
        let more = [("answer", "answer"), ("probability", "probability")];
        self.list("other_estimates", title, &more, |_, judged| {
            let (PairOutcome::Kept(answer), Some(estimate)) = (judged.outcome, judged.estimate)
            else {
                return None;
            };
            let probability = Cell::Share(Some(estimate.probability));
            let answer = (answer != estimate.answer).then_some(answer)?;
            Some(vec![Cell::Text(answer.name().to_string()), probability])
        })
    }

    fn contradicted(&self) -> Table {
        let title = |n| format!("People agree against silver on {}", pairs(n));
        self.list("contradicted", title, &[], |pair, judged| {
            self.filtered.contradicts(pair, judged).then(Vec::new)
        })
    }

    fn dropped(&self) -> Table {
        let title = |n| format!("{} went", pairs(n));
        self.list("dropped", title, &[("reason", "reason")], |_, judged| match judged.outcome {
            PairOutcome::Dropped(reason) => Some(vec![Cell::Text(in_words(reason).to_string())]),
            PairOutcome::Kept(_) => None,
        })
    }

    fn changed(&self) -> Table {
        let numbers: std::collections::BTreeMap<&str, u64> = self
            .filtered
            .people
            .iter()
            .map(|person| (person.name.as_str(), person.number))
            .collect();
        let rows = self.settled.changed.iter().map(|changed| {
            let number = numbers.get(changed.annotator.as_str());
            let answers: Vec<&str> =
                changed.answers.iter().map(|one| Opinion::name(*one)).collect();
            vec![
                Cell::Text(changed.pair.clone()),
                Cell::Text(number.map_or(String::new(), u64::to_string)),
                Cell::Text(answers.join(", then ")),
            ]
        });
        Table {
            name: "changed",
            title: "Answers that were changed; the last counts".to_string(),
            columns: ["id", "annotator", "answers"].map(Column::new).to_vec(),
            rows: rows.collect(),
            shown: Shown::Everywhere,
        }
    }

    fn unknown(&self) -> Table {
        let row = |(id, n): &(String, u64)| vec![Cell::Text(id.clone()), Cell::Count(*n)];
        Table {
            name: "unknown",
            title: "Judgements about ids that no pair has".to_string(),
            columns: ["id", "judgements"].map(Column::new).to_vec(),
            rows: self.filtered.unknown.iter().map(row).collect(),
            shown: Shown::Everywhere,
        }
    }
}

fn column((name, heading): (&'static str, &'static str)) -> Column {
    Column::headed(name, heading)
}

fn pairs(n: u64) -> String {
    number_of(n, "pair")
}
