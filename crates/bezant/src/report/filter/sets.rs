//! Two sets of pairs beside each other.

use crate::counts::ratio;
use crate::entailment::answers::Answer;
use crate::entailment::filter::{DifferentAnswers, SetsCompared};
use crate::entailment::pairs::Pairs;
use crate::entailment::score::EntailmentCounts;
use crate::report::filter::{NO_SYSTEMS, cut};
use crate::report::{Cell, Column, CutTable, Report, Shown, Table};
use crate::signature::Signature;

/// Two sets of pairs and what they have in common.
#[derive(Clone, Copy, Debug)]
pub struct Sets<'a> {
    /// What the first is called.
    pub here: &'a str,
    /// The first.
    pub ours: &'a Pairs,
    /// The second.
    pub theirs: &'a Pairs,
    /// How far they agree.
    pub compared: &'a SetsCompared,
}

impl Sets<'_> {
    /// How far they agree.
    pub(super) fn table(&self) -> Table {
        let SetsCompared { here, there, both, answered, same, kappa, chosen, chosen_kappa, .. } =
            self.compared;
        let SetsCompared { other_sentences, first_other, .. } = self.compared;
        let mut rows: Vec<(String, u64, u64, Option<f64>)> = vec![
            (format!("pairs of {} in both", self.here), *both, *here, None),
            (format!("pairs of {} in both", self.theirs.name), *both, *there, None),
            ("same answer, of those in both".to_string(), *same, *answered, *kappa),
        ];
        if let Some([both, ours, theirs, neither]) = chosen {
            let all = both + ours + theirs + neither;
            let same = both + neither;
            rows.push(("kept or dropped by both".to_string(), same, all, *chosen_kappa));
        }
        if let Some(first) = first_other {
            let what = format!("same id, other sentences ({first})");
            rows.push((what, *other_sentences, *here, None));
        }
        let row = |(what, part, whole, kappa): (String, u64, u64, Option<f64>)| {
            vec![
                Cell::Text(what),
                Cell::Count(part),
                Cell::Count(whole),
                Cell::Share(ratio(part, whole)),
                kappa.map_or(Cell::Nothing, |kappa| Cell::Number(Some(kappa))),
            ]
        };
        let mut columns = vec![Column::new("what"), Column::headed("pairs", "n")];
        columns.extend(["of", "share", "kappa"].map(Column::new));
        Table {
            name: "against",
            title: format!("{} against {}", self.here, self.theirs.name),
            columns,
            rows: rows.into_iter().map(row).collect(),
            shown: Shown::Everywhere,
        }
    }

    /// Pairs with different answers.
    pub(super) fn answers_table(&self) -> Table {
        let row = |DifferentAnswers { here, there }: &DifferentAnswers| {
            let (one, two) = (&self.ours.pairs[*here], &self.theirs.pairs[*there]);
            let answer =
                |answer: Option<Answer>| Cell::Text(answer.map_or("", Answer::name).to_string());
            vec![
                Cell::Text(one.id.clone()),
                answer(one.answer),
                answer(two.answer),
                Cell::Text(one.text.clone()),
                Cell::Text(one.hypothesis.clone()),
            ]
        };
        let mut columns = vec![Column::new("id")];
        columns.extend([Column::headed("a", "a has"), Column::headed("b", "b has")]);
        columns.extend(["text", "hypothesis"].map(Column::new));
        Table {
            name: "other_answers",
            title: format!("Different answers: a is {}, b {}", self.here, self.theirs.name),
            columns,
            rows: self.compared.different.iter().map(row).collect(),
            shown: Shown::Everywhere,
        }
    }
}

/// A report about two sets alone, and which lists have fewer rows than there are.
pub fn sets_report(sets: Sets<'_>, most: Option<usize>) -> (Report, Vec<CutTable>) {
    let mut tables = vec![sets.table(), sets.answers_table()];
    tables.retain(|table| !table.rows.is_empty());
    let cut = tables.iter_mut().filter_map(|table| cut(table, most)).collect();
    let signature = Signature::new("filter")
        .with("n", sets.ours.pairs.len())
        .with("pairs", sets.ours.fingerprint())
        .with("against", sets.theirs.fingerprint())
        .with("version", env!("CARGO_PKG_VERSION"));
    let report = Report {
        signature: signature.to_string(),
        tables,
        ..Report::about::<EntailmentCounts>("filter", &sets.ours.name, NO_SYSTEMS)
    };
    (report, cut)
}
