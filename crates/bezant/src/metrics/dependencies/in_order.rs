//! Sentences whose words are the same: CoNLL-X.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::formats::schemes::without_subtype;
use crate::metric::Reason;
use crate::metrics::dependencies::counts::DependencyCounts;
use crate::metrics::dependencies::{Dependencies, Punctuation, Subtypes};
use crate::structures::graph::{Graph, ROOT, Word};

impl Punctuation {
    /// Whether a word of gold counts.
    pub(super) fn counts(&self, graph: &Graph<'_>, word: &Word) -> bool {
        let listed = |list: &[String], name: &[u8]| list.iter().any(|item| item.as_bytes() == name);
        match self {
            Punctuation::Counts => true,
            Punctuation::ByCategory => !is_punctuation_word(graph.slice(word.form)),
            Punctuation::ByTags(tags) => {
                !listed(tags, graph.slice(word.upos)) && !listed(tags, graph.slice(word.xpos))
            }
            Punctuation::ByRelations(relations) => {
                let relation = graph.slice(word.relation);
                !listed(relations, relation) && !listed(relations, without_subtype(relation))
            }
        }
    }
}

/// Whether a word is nothing but punctuation, as CoNLL-X decides it.
fn is_punctuation_word(form: &[u8]) -> bool {
    let is_mark = |c: char| c.general_category_group() == GeneralCategoryGroup::Punctuation;
    std::str::from_utf8(form).is_ok_and(|form| !form.is_empty() && form.chars().all(is_mark))
}

/// What gold has, nothing of it found.
pub(super) fn missed(metric: &Dependencies, gold: &Graph<'_>) -> DependencyCounts {
    let scored = gold.words().iter().filter(|word| metric.punctuation.counts(gold, word));
    let (n, roots) =
        scored.fold((0, 0), |(n, roots), word| (n + 1, roots + u64::from(word.head == ROOT)));
    DependencyCounts {
        words_gold: n,
        roots_gold: roots,
        sentences_gold: gold.sentences().len() as u64,
        ..DependencyCounts::default()
    }
}

/// Each word and the same word on the other side.
pub(super) fn pairs(gold: &Graph<'_>) -> Vec<(u32, u32)> {
    (0..gold.words().len() as u32).map(|at| (at, at)).collect()
}

/// Compares word by word; words that differ are a reason not to.
pub(super) fn compare(
    metric: &Dependencies,
    gold: &Graph<'_>,
    system: &Graph<'_>,
) -> Result<DependencyCounts, Reason> {
    let (ours, theirs) = (gold.words(), system.words());
    let differs = |(one, two): (&Word, &Word)| gold.slice(one.form) != system.slice(two.form);
    if let Some(at) = ours.iter().zip(theirs).position(differs) {
        let shown = |form: &[u8]| String::from_utf8_lossy(form).into_owned();
        return Err(Reason::WordMismatch {
            position: at as u64 + 1,
            gold: shown(gold.slice(ours[at].form)),
            system: shown(system.slice(theirs[at].form)),
        });
    }
    if ours.len() != theirs.len() {
        return Err(Reason::LengthMismatch {
            gold: ours.len() as u64,
            system: theirs.len() as u64,
            left_out: None,
        });
    }
    let mut counts = missed(metric, gold);
    counts.sentences_system = 1;
    counts.sentences_matched = 1;
    counts.words_system = counts.words_gold;
    counts.words_aligned = counts.words_gold;
    for (our, their) in ours.iter().zip(theirs) {
        if !metric.punctuation.counts(gold, our) {
            continue;
        }
        let (one, two) = (gold.slice(our.relation), system.slice(their.relation));
        let relation = match metric.subtypes {
            Subtypes::Compared => one == two,
            Subtypes::Ignored => without_subtype(one) == without_subtype(two),
        };
        // Both graphs are one sentence, so their words have the same numbers.
        let head = our.head == their.head;
        counts.heads += u64::from(head);
        counts.relations += u64::from(relation);
        counts.attachments += u64::from(head && relation);
        counts.roots_system += u64::from(their.head == ROOT);
        counts.roots_matched += u64::from(head && our.head == ROOT);
    }
    counts.exact = u64::from(counts.attachments == counts.words_gold);
    counts.exact_unlabelled = u64::from(counts.heads == counts.words_gold);
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_no_punctuation() {
        for form in ["...", "``", "$", "+", "a.", "", "—", "。", "%"] {
            let expected = ["...", "—", "。", "%"].contains(&form);
            assert_eq!(is_punctuation_word(form.as_bytes()), expected, "{form}");
        }
    }

    /// The documentation names the version of Unicode, by which scores may differ.
    #[test]
    fn the_version_of_unicode_is_the_documented_one() {
        assert_eq!(unicode_properties::UNICODE_VERSION, (18, 0, 0));
    }
}
