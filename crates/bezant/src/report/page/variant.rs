//! Whose way of counting a number is.

use crate::report::Report;

/// Whose way of counting it is, as the signature says it.
pub(super) fn variant(report: &Report) -> String {
    let fields: Vec<&str> = report.signature.split('|').collect();
    let field =
        |name: &str| fields.iter().find_map(|field| field.strip_prefix(name)?.strip_prefix(':'));
    let is = |name: &str, value: &str| field(name) == Some(value);
    let how = match report.metric.as_str() {
        "brackets" if is("align", "yes") => {
            "ours: brackets as EVALB counts them, of trees whose words are aligned first"
        }
        "brackets" => {
            "published: brackets as EVALB counts them, with the parameters that the signature names"
        }
        "fragments"
            if is("match", "nodes") && is("shape", "fragments") && is("weights", "uniform") =>
        {
            "published: fragments as FREVAL counts them"
        }
        "fragments" => "ours: fragments as FREVAL counts them, changed by what the signature names",
        "dependencies" => match field("preset") {
            Some("ud") => "published: as the evaluation of the CoNLL 2018 shared task counts",
            Some("conllx") => "published: as the evaluation of the CoNLL-X shared task counts",
            Some("msp") => {
                "published: content words with features, as the paper on MSLAS defines them"
            }
            _ => "as the signature says; docs/metrics/dependencies.md tells whose way that is",
        },
        "relations" if is("assignment", "greedy") => {
            "published: the schemes of Carroll et al. as the evaluator of RASP matches them"
        }
        "relations" => "ours: the schemes of Carroll et al. with as many matches as there can be",
        "entailments" => "published: accuracy, precision, recall and F1 of the PETE shared task",
        "unbounded" if is("match", "published") => {
            "published: recall of unbounded dependencies in what a parse states"
        }
        "filter"
            if is("agreement", "70")
                && is("left", "3")
                && is("consensus", "unanimous")
                && is("unsure", "no")
                && is("contradicted", "drop") =>
        {
            "published: pairs stay by the rule of Yuret, Han and Turgut (2010)"
        }
        "filter" => {
            "ours: the rule of Yuret, Han and Turgut (2010), changed by what the signature names"
        }
        "data-set" => "published: pairs counted as in the tables of Yuret, Rimell and Han (2013)",
        "unbounded" => "ours: recall of unbounded dependencies also in what follows from a parse",
        _ => "as the signature says",
    };
    how.to_string()
}
