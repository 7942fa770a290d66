//! Terms of data sets that people judge.

use super::{Term, term};

/// In the order in which somebody meets them.
pub const TERMS: [Term; 9] = [
    term(
        &["judgements", "annotator"],
        "Answers of people to pairs, one for each person and pair. \
        Annotators are numbers in reports, whatever they are called in the file.",
    ),
    term(
        &["agreement", "agreed"],
        "The share of an annotator's answers that are silver's, those of attention checks, or those of most others. \
        Who is below --min-agreement is dropped.",
    ),
    term(
        &["checks right"],
        "The share of attention checks, pairs with plain answers, that an annotator has right. \
        Who is below --min-checks is dropped.",
    ),
    term(
        &["silver", "answer", "answers"],
        "The answer that a pair came with, from the parse it was made of, or that it has now. \
        People may contradict silver.",
    ),
    term(
        &["NO", "not sure"],
        "How many people, or estimates, say so. \
        --not-sure says what being unsure counts as.",
    ),
    term(
        &["kept"],
        "How many pairs people agree on, so that they stay in the data set. \
        share is that of all pairs of the row.",
    ),
    term(
        &["reason", "outcome", "example", "one that went"],
        "What became of a pair or an annotator and why, with one of those that went. \
        --table dropped lists all.",
    ),
    term(
        &["probability", "below 95 %", "estimates"],
        "How likely an answer is by Dawid and Skene's estimate, which weighs people by how good they seem. \
        It knows nothing of silver, and drops nobody.",
    ),
    term(
        &["seconds"],
        "The median of the seconds that an annotator took for an answer. \
        Who takes hardly any does not read.",
    ),
];
