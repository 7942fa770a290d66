//! Everything that decides the numbers of brackets, apart from the data.

use crate::metrics::brackets::{
    Averaging, Brackets, Convention, Duplicates, Functions, Labelling, Measures, Parameters,
    PunctuationTags, RootWords, Scope, Spans, Tokens, Words,
};
use crate::signature::Signature;

/// How a metric counts.
pub(super) fn of(metric: &Brackets) -> Signature {
    let parameters = &metric.parameters;
    let signature = Signature::new("brackets");
    let signature = match parameters.preset() {
        Some(preset) => signature.with("params", preset.name()),
        None => spelt_out(signature, parameters),
    };
    let signature = signature
        .with("labels", yes(parameters.labels == Labelling::Labelled))
        .with("clean", metric.cleaning)
        .with("unescape", yes(metric.words == Words::Unescaped))
        .with("align", yes(metric.tokens == Tokens::Aligned))
        .with("duplicates", if metric.duplicates == Duplicates::Each { "each" } else { "once" });
    let Measures { leaf_ancestor, tree_edit_distance } = metric.measures;
    // What few ask for is named only where it is asked for.
    let functions = parameters.functions;
    let asked = [
        (functions != Functions::Remove, "functions", functions.name()),
        (parameters.scope == Scope::Discontinuous, "discontinuous", "only"),
        (metric.punctuation == PunctuationTags::OfGold, "punctuation", "gold"),
        (parameters.spans == Spans::Inner, "spans", "inner"),
        (parameters.averaging == Averaging::Sentences, "average", "sentences"),
        (leaf_ancestor, "leaf_ancestor", "yes"),
        (tree_edit_distance, "tree_edit_distance", "yes"),
    ];
    let asked = asked.into_iter().filter(|(asked, ..)| *asked);
    asked.fold(signature, |signature, (_, name, value)| signature.with(name, value))
}

fn yes(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

/// Parameters that have no name of their own, in full.
fn spelt_out(signature: Signature, parameters: &Parameters) -> Signature {
    let list = |labels: &[Vec<u8>]| {
        let labels: Vec<_> = labels.iter().map(|label| String::from_utf8_lossy(label)).collect();
        labels.join(" ")
    };
    let pairs = |pairs: &[(Vec<u8>, Vec<u8>)]| {
        let shown = |(one, two): &(Vec<u8>, Vec<u8>)| {
            format!("{}={}", String::from_utf8_lossy(one), String::from_utf8_lossy(two))
        };
        pairs.iter().map(shown).collect::<Vec<_>>().join(" ")
    };
    let convention = match parameters.convention {
        Convention::Evalb => "evalb",
        Convention::Spmrl => "spmrl",
    };
    let signature = signature
        .with("params", "own")
        .with("rules", convention)
        .with("delete", list(&parameters.delete))
        .with("length", list(&parameters.delete_for_length))
        .with("quotes", list(&parameters.quotes))
        .with("equal", pairs(&parameters.equal_labels))
        .with("words", pairs(&parameters.equal_words));
    let signature = match parameters.delete_words.is_empty() {
        true => signature,
        false => signature.with("delete_words", list(&parameters.delete_words)),
    };
    match parameters.root_words {
        RootWords::Count => signature,
        RootWords::Deleted => signature.with("root_words", "deleted"),
    }
}
