//! How far annotators agree.

use std::collections::BTreeMap;

use crate::comparison::{Choices, Said, TwoFiles};
use crate::evaluation::{Evaluated, Evaluation};
use crate::metrics::dependencies::{Attachment, Decisions, Dependencies, DependencyCounts, Head};
use crate::report::agreement::disagreements;
use crate::report::{Cell, Column, Report, Shown, SkippedRow, Table, number_of, total};

/// What annotators can agree on.
#[derive(Clone, Copy)]
enum About {
    Heads,
    Relations,
    Both,
}

const ALL: [About; 3] = [About::Heads, About::Relations, About::Both];

impl About {
    /// What of a decision that is.
    fn chosen(self, decision: &Attachment) -> (Option<Head>, Option<&str>) {
        let Attachment { head, relation } = decision;
        match self {
            About::Heads => (Some(*head), None),
            About::Relations => (None, Some(relation)),
            About::Both => (Some(*head), Some(relation)),
        }
    }

    /// What all annotators chose.
    fn choices(self, decisions: &Decisions) -> Choices {
        Choices::new(decisions.iter().map(|(word, n)| {
            let chosen = word.iter().map(|one| one.as_ref().map(|one| self.chosen(one)));
            (chosen.collect(), *n)
        }))
    }
}

/// How far annotators agree about heads, relations and both: each pair by Cohen's κ, all by
/// Krippendorff's α. What was found is of all but the first, as they were compared with it.
pub fn agreement_report(names: &[String], found: &Evaluated<Dependencies>) -> Report {
    let (others, decisions) = (&found.systems, &found.notes.decisions);
    let words = ALL.map(|about| about.choices(decisions));
    let mut rows = Vec::new();
    for a in 0..names.len() {
        for b in a + 1..names.len() {
            rows.push(pair_row(names, &words, a, b));
        }
    }
    let measures = ["heads", "relations", "both"];
    let mut columns = ["a", "b", "words"].map(Column::new).to_vec();
    for name in measures {
        columns.push(Column::new(name));
        columns.push(Column::headed(format!("{name}_kappa"), format!("κ {name}")));
    }
    let pairs = Table {
        name: "agreement",
        title: "Agreement of two (percentage of words, and Cohen's κ)".to_string(),
        columns,
        rows,
        shown: Shown::Everywhere,
    };
    let with_two = |word: &Vec<Option<Attachment>>| word.iter().flatten().count() > 1;
    let n = decisions.iter().filter(|(word, _)| with_two(word)).map(|(_, n)| n).sum();
    let mut row = vec![Cell::Count(names.len() as u64), Cell::Count(n)];
    row.extend(words.iter().map(|words| Cell::Number(words.of_all())));
    let all = Table {
        name: "alpha",
        title: "Agreement of all (Krippendorff's α)".to_string(),
        columns: ["annotators", "words"].into_iter().chain(measures).map(Column::new).collect(),
        rows: vec![row],
        shown: Shown::Everywhere,
    };
    let mut files = Vec::new();
    for a in 0..names.len() {
        for b in a + 1..names.len() {
            let names = [a, b].map(|at| names[at].clone());
            files.push(TwoFiles { names, said: said(decisions, a, b) });
        }
    }
    let signature = others.first().map(|other| other.signature.clone().with("unit", "words"));
    let left_out = |(name, other): (&String, &Evaluation<DependencyCounts>)| {
        let skipped = SkippedRow::all(other);
        let SkippedRow { sentence, message, .. } = skipped.first()?;
        let n = total(skipped.iter().map(|row| row.n_sentences));
        // Texts that differ are left out as a whole, of however many sentences.
        let places = match skipped.len() as u64 {
            places if places < n => format!(" in {}", number_of(places, "place")),
            _ => String::new(),
        };
        Some(format!("{name}: {n} left out{places}; the first is sentence {sentence}: {message}"))
    };
    Report {
        signature: signature.map_or_else(String::new, |signature| signature.to_string()),
        tables: [pairs, all].into_iter().chain(disagreements(&files, "relations")).collect(),
        notes: names.iter().skip(1).zip(others).filter_map(left_out).collect(),
        ..Report::about("agreement", "", others)
    }
}

/// The relations of words that two annotators have; where only the heads differ, with a mark.
fn said(decisions: &Decisions, a: usize, b: usize) -> Vec<Said> {
    let mut said: BTreeMap<(String, String), u64> = BTreeMap::new();
    for (word, n) in decisions {
        let (Some(one), Some(two)) = (&word[a], &word[b]) else { continue };
        let mark =
            if one.relation == two.relation && one.head != two.head { OTHER_HEAD } else { "" };
        let key = (one.relation.clone(), format!("{}{mark}", two.relation));
        *said.entry(key).or_default() += n;
    }
    said.into_iter().map(|((one, two), n)| (Some(one), Some(two), n)).collect()
}

/// What marks a relation that is the same to another head.
const OTHER_HEAD: &str = " (other head)";

fn pair_row(names: &[String], words: &[Choices; 3], a: usize, b: usize) -> Vec<Cell> {
    let all = words.each_ref().map(|words| words.of_two(a, b));
    let mut row =
        vec![Cell::Text(names[a].clone()), Cell::Text(names[b].clone()), Cell::Count(all[0].both)];
    for found in &all {
        row.extend([Cell::Share(found.share()), Cell::Number(found.kappa)]);
    }
    row
}
