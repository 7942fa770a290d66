//! Two sets of pairs of the same material: what both have, and whether they answer alike.

use std::collections::BTreeMap;

use crate::entailment::answers::Answer;
use crate::entailment::pairs::{Pair, Pairs};
use crate::stats::agreement::cohen_kappa;

/// A pair that two sets answer differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferentAnswers {
    /// Which pair of the first set.
    pub here: usize,
    /// Which of the second.
    pub there: usize,
}

/// How far two sets of pairs agree.
#[derive(Clone, Debug, PartialEq)]
pub struct SetsCompared {
    /// How many pairs the first set has.
    pub here: u64,
    /// How many the second.
    pub there: u64,
    /// How many both have.
    pub both: u64,
    /// How many pairs of the first set have an id that a pair of the second has with other sentences.
    pub other_sentences: u64,
    /// The first such id.
    pub first_other: Option<String>,
    /// How many of those that both have, have an answer in both.
    pub answered: u64,
    /// How many of these have the same.
    pub same: u64,
    /// Cohen's κ of the answers.
    pub kappa: Option<f64>,
    /// Which have different answers.
    pub different: Vec<DifferentAnswers>,
    /// Of the pairs that both were chosen from: how many both have, only the first, only the second, and
    /// neither; where those are known.
    pub chosen: Option<[u64; 4]>,
    /// Cohen's κ of what was chosen.
    pub chosen_kappa: Option<f64>,
}

/// By what a pair is known in both sets: its sentences, since ids are given by whoever wrote it.
fn key(pair: &Pair) -> (&str, &str) {
    (&pair.text, &pair.hypothesis)
}

/// Compares two sets; `from` are the pairs that both were chosen from, where that is known.
///
/// Pairs are the same that have the same text and hypothesis. One that stands several times in a set is
/// taken with its first answer.
pub fn compare_sets(here: &Pairs, there: &Pairs, from: Option<&Pairs>) -> SetsCompared {
    let places = |pairs: &'_ Pairs| -> BTreeMap<(String, String), usize> {
        let all = pairs.pairs.iter().enumerate().rev();
        all.map(|(at, pair)| {
            let (text, hypothesis) = key(pair);
            ((text.to_string(), hypothesis.to_string()), at)
        })
        .collect()
    };
    let (ours, theirs) = (places(here), places(there));
    let answer = |pairs: &Pairs, at: usize| -> Option<Answer> { pairs.pairs[at].answer };
    let mut found = SetsCompared {
        here: ours.len() as u64,
        there: theirs.len() as u64,
        both: 0,
        other_sentences: 0,
        first_other: None,
        answered: 0,
        same: 0,
        kappa: None,
        different: Vec::new(),
        chosen: None,
        chosen_kappa: None,
    };
    let by_id: BTreeMap<&str, &Pair> =
        there.pairs.iter().map(|pair| (pair.id.as_str(), pair)).collect();
    for pair in &here.pairs {
        if by_id.get(pair.id.as_str()).is_some_and(|other| key(other) != key(pair)) {
            found.other_sentences += 1;
            found.first_other.get_or_insert_with(|| pair.id.clone());
        }
    }
    let mut answers = Vec::new();
    // In the order of the first set.
    let mut in_order: Vec<(usize, &(String, String))> =
        ours.iter().map(|(key, at)| (*at, key)).collect();
    in_order.sort_unstable();
    for (at, key) in in_order {
        let Some(&other) = theirs.get(key) else { continue };
        found.both += 1;
        let (Some(one), Some(two)) = (answer(here, at), answer(there, other)) else { continue };
        found.answered += 1;
        found.same += u64::from(one == two);
        answers.push((one as usize, two as usize));
        if one != two {
            found.different.push(DifferentAnswers { here: at, there: other });
        }
    }
    found.kappa = cohen_kappa(&answers);
    if let Some(from) = from {
        let mut chosen = [0; 4];
        let mut decisions = Vec::new();
        for key in places(from).keys() {
            let (one, two) = (ours.contains_key(key), theirs.contains_key(key));
            let at = match (one, two) {
                (true, true) => 0,
                (true, false) => 1,
                (false, true) => 2,
                (false, false) => 3,
            };
            chosen[at] += 1;
            decisions.push((usize::from(one), usize::from(two)));
        }
        found.chosen = Some(chosen);
        found.chosen_kappa = cohen_kappa(&decisions);
    }
    found
}
