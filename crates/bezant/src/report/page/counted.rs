//! What the scores of each metric count, and on which side of it they are lost.

use crate::metric::Ledger;
use crate::report::page::links::sizes_up_to;
use crate::report::page::markup::Said;
use crate::report::page::metrics::Fields;

/// What a score counts: a row of what is noted of sentences, and what of it is lost.
pub(super) struct Counted {
    pub table: &'static str,
    pub row: String,
    pub kind: &'static str,
}

/// A score, or a column of its name.
pub(super) struct Asked<'a> {
    score: &'a str,
    /// The same whatever mean it is.
    pub name: &'a str,
    /// Of several schemes of relations, the one that is named, or else the main one.
    scheme: &'a str,
    fields: Fields<'a>,
}

impl Said<'_> {
    /// What a score or a column of its name counts; nothing where that is not noted.
    pub(super) fn counted(&self, score: &str, scheme: Option<&str>) -> Option<Counted> {
        let name = score.strip_prefix("macro_released_").unwrap_or(score);
        let name = name.strip_prefix("macro_").unwrap_or(name);
        // What was counted first is behind the main score.
        let mut noted = self.section.sentences.iter().flat_map(|sentences| &sentences.cells);
        let main = noted.find(|(table, _)| *table == Ledger::SCORES)?.1.as_str();
        let fields = Fields(&self.report.signature);
        (self.metric.counted)(&Asked { score, name, scheme: scheme.unwrap_or(main), fields })
    }
}

/// A row of what stands behind scores.
pub(super) fn in_scores((row, kind): (&str, &'static str)) -> Counted {
    Counted { table: Ledger::SCORES, row: row.to_string(), kind }
}

/// Where the scores of two sides are lost.
fn of_tally(score: &str) -> Option<&'static str> {
    match score {
        "precision" | "p" => Some("extra"),
        "recall" | "r" => Some("missing"),
        "f1" => Some("errors"),
        _ => None,
    }
}

pub(super) fn of_brackets(score: &str) -> Option<(&'static str, &'static str)> {
    let whole = match score {
        "sentence_f1" => "brackets",
        "exact_match" => "whole sentences",
        "tag_accuracy" => "tags",
        "average_crossing" => "crossing brackets",
        "no_crossing" => "sentences without crossing brackets",
        "two_or_less_crossing" => "sentences with at most two crossing brackets",
        "leaf_ancestor" => "leaf-ancestor",
        "tree_edit_distance" => "nodes to edit",
        "function_accuracy" => "phrases",
        "words_lost" => return Some(("words", "missing")),
        "words_extra" => return Some(("words", "extra")),
        _ => {
            let (of, side) = score.rsplit_once('_').unwrap_or(("", score));
            let row = match of {
                "" => "brackets",
                "unlabelled" => "unlabelled brackets",
                "discontinuous" => "brackets with gaps",
                "word" => "words",
                "function" => "functions",
                _ => return None,
            };
            return Some((row, of_tally(side)?));
        }
    };
    Some((whole, "errors"))
}

pub(super) fn of_dependencies(score: &str) -> Option<(&str, &'static str)> {
    match score {
        "root_accuracy" => Some(("roots", "missing")),
        "exact_match" => Some(("whole sentences", "errors")),
        "unlabelled_exact_match" => Some(("whole sentences, unlabelled", "errors")),
        // Whether outputs could be read is noted elsewhere.
        "validity" | "faithfulness" => None,
        measure => Some((measure, "errors")),
    }
}

pub(super) fn of_relations(asked: &Asked<'_>) -> Option<Counted> {
    let Asked { score, name, scheme, .. } = asked;
    let side = name.strip_prefix("dependent_").unwrap_or(name);
    // Means are over types as they are, each relation counted once, not for all types above it.
    let is_mean = score.starts_with("macro_") && !score.starts_with("macro_released_");
    let is_once = side != *name || is_mean && scheme.starts_with("hierarchy.");
    let row = if is_once { format!("{scheme}, dependents") } else { scheme.to_string() };
    Some(in_scores((&row, of_tally(side)?)))
}

pub(super) fn of_fragments(asked: &Asked<'_>) -> Option<Counted> {
    if asked.name == "exact_match" {
        return Some(in_scores(("whole sentences", "errors")));
    }
    let kind = of_tally(&asked.name.replace("fl", ""))?;
    let row = sizes_up_to(asked.fields.get("max-size").unwrap_or("all"));
    Some(Counted { table: Ledger::SIZES, row, kind })
}

pub(super) fn of_unbounded(score: &str) -> Option<(&'static str, &'static str)> {
    let kind = match score {
        "recall" => "missing",
        "found" => "right",
        "total" => "gold",
        _ => return None,
    };
    Some(("dependencies", kind))
}

/// YES that was not said is missing, and one that is wrong is extra.
pub(super) fn of_answers(score: &str) -> Option<(&'static str, &'static str)> {
    Some(match score {
        "accuracy" => ("answers", "errors"),
        "precision" => ("YES", "extra"),
        "recall" | "right_on_yes" | "yes_wrong" => ("YES", "missing"),
        "f1" => ("YES", "errors"),
        "yes_right" => ("YES", "right"),
        "yes_answers" => ("YES", "system"),
        "no_precision" => ("NO", "extra"),
        "no_recall" | "right_on_no" | "no_wrong" => ("NO", "missing"),
        "no_f1" => ("NO", "errors"),
        "no_right" => ("NO", "right"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entailment::score::{EntailmentCounts, Entailments};
    use crate::metric::Explains;
    use crate::metrics::brackets::{BracketCounts, BracketScores};
    use crate::metrics::dependencies::{DependencyCounts, DependencyPreset, scores};
    use crate::signature::Signature;

    #[test]
    fn sentences_have_what_stands_behind_every_score() {
        let is_noted = |ledgers: &[Ledger], counted: Option<(&str, &str)>, score: &str| {
            let (row, _) = counted.unwrap_or_else(|| panic!("{score}"));
            assert!(ledgers.iter().any(|ledger| ledger.what == row), "{score}: {row}");
        };
        let nothing = BracketCounts::default();
        let aligned = BracketScores::of(&Signature::new("brackets").with("align", "yes"));
        for score in nothing.scores() {
            is_noted(&aligned.ledgers(&nothing), of_brackets(score.name), score.name);
        }
        let nothing = DependencyCounts::default();
        for preset in [
            DependencyPreset::Ud,
            DependencyPreset::Conllx,
            DependencyPreset::Stanford,
            DependencyPreset::Msp,
        ] {
            for score in scores(&nothing, preset) {
                is_noted(&nothing.ledgers(preset), of_dependencies(score.name), score.name);
            }
        }
        let nothing = EntailmentCounts::default();
        for score in nothing.scores() {
            is_noted(&Entailments.ledgers(&nothing), of_answers(score.name), score.name);
        }
    }
}
