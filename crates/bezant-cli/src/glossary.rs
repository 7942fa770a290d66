//! `bezant help TERM`: every score and column in two lines. `docs/glossary.md` is made from it.

/// Names of a term, the usual one first, and what it means.
pub struct Term {
    pub names: &'static [&'static str],
    pub meaning: &'static str,
}

const fn term(names: &'static [&'static str], meaning: &'static str) -> Term {
    Term { names, meaning }
}

/// In the order in which somebody meets them.
pub const TERMS: [Term; 50] = [
    term(
        &["precision"],
        "The share of what the system found that is right: matched / system. \
        It falls with everything that the system invents.",
    ),
    term(
        &["recall"],
        "The share of what gold has that the system found: matched / gold. \
        It falls with everything that the system misses.",
    ),
    term(
        &["F1"],
        "The harmonic mean of precision and recall, 2 · matched / (gold + system). \
        High only if both are.",
    ),
    term(
        &["F1 all", "LAS all", "with_missed", "scores_with_missed"],
        "The same score with nothing found in sentences that could not be scored. \
        A parser that fails on hard sentences gains nothing by it; gates (--min) use it.",
    ),
    term(
        &["exact", "exact_match"],
        "The share of sentences in which everything is right. \
        Of brackets: no bracket is missing and none is extra.",
    ),
    term(
        &["tags", "tag_accuracy"],
        "The share of words whose part-of-speech tag is gold's. \
        Punctuation counts only if its brackets do.",
    ),
    term(
        &["crossing", "average_crossing"],
        "Brackets of the system that cross one of gold's, a sentence: they begin inside and end outside it. \
        The mean over sentences, so lower is better.",
    ),
    term(
        &["0 cross.", "no_crossing"],
        "The share of sentences without any crossing bracket. \
        A sentence can have it and still miss brackets.",
    ),
    term(
        &["≤2 cross.", "two_or_less_crossing"],
        "The share of sentences with at most two crossing brackets. \
        EVALB has printed it since 1992.",
    ),
    term(
        &["unlabelled"],
        "Only where a bracket begins and ends counts, not its label. \
        Of dependencies: only the head.",
    ),
    term(
        &["micro"],
        "Counts of all sentences or types are added first, then divided once. \
        Long sentences and frequent types weigh more.",
    ),
    term(
        &["macro"],
        "The score of each sentence (or of each type of relation), averaged. \
        Every sentence or type weighs the same.",
    ),
    term(
        &["macro_released"],
        "The macro average of relations as the released RASP evaluator divides it. \
        It can exceed 100; the report's own definition is macro.",
    ),
    term(
        &["95 % interval", "interval", "low", "high"],
        "Where the score would lie for other sentences of the same kind, in 95 of 100 cases. \
        By the bootstrap (BCa) over sentences; of answers by Wilson.",
    ),
    term(
        &["group", "groups"],
        "Systems that share a letter are not shown to differ in the main score. \
        That is not the same as being equal: more sentences might show it.",
    ),
    term(
        &["rank"],
        "The place in the order of scores. Systems that are not shown to differ from the first of a rank \
        have it too: 1, 1, 3.",
    ),
    term(
        &["p"],
        "How often chance alone would make a difference at least this large, if there were none. \
        By swapping the systems' sentences at random, unless another --test is chosen.",
    ),
    term(
        &["corrected", "p_adjusted"],
        "p corrected for the number of comparisons: of twenty pairs, one has p below 0.05 by chance. \
        Holm's method unless --correction says otherwise.",
    ),
    term(
        &["difference"],
        "The first system's score less the second's, over the sentences that both have scored. \
        In points, with its interval.",
    ),
    term(
        &["detectable"],
        "The smallest difference that a test set of this size would show in 80 of 100 cases. \
        Smaller ones may be real and stay unseen.",
    ),
    term(
        &["sentences_needed"],
        "About how many sentences would show a difference of this size in 80 of 100 cases. \
        What is detectable shrinks with the root of their number.",
    ),
    term(
        &["higher", "lower"],
        "In how many sentences the first system has the higher, or the lower, score. \
        Sentences in which both are equal are in neither.",
    ),
    term(
        &["FLP"],
        "Precision over all connected fragments of trees, averaged over fragment sizes. \
        Size 1 is brackets; large fragments ask for whole stretches to be right together.",
    ),
    term(
        &["FLR"],
        "Recall over all connected fragments of trees, averaged over fragment sizes. \
        See FLP; F1 is the harmonic mean of both.",
    ),
    term(
        &["UAS"],
        "The share of words whose head is right, whatever the relation. \
        Where tokens differ, F1 over aligned words.",
    ),
    term(
        &["LAS"],
        "The share of words whose head and relation are right. \
        Subtypes (nsubj:pass) are cut unless --subtypes.",
    ),
    term(
        &["LA"],
        "The share of words whose relation is right, whatever the head. \
        Only --preset conllx counts it.",
    ),
    term(
        &["CLAS"],
        "LAS over content words alone: function words and punctuation do not count. \
        It compares languages with many and with few function words.",
    ),
    term(
        &["MLAS"],
        "CLAS that also asks for the tag, the main features, and the function words of each content word. \
        It falls with every error of morphology.",
    ),
    term(
        &["BLEX"],
        "CLAS that also asks for the lemma of each content word. \
        From the CoNLL 2018 shared task.",
    ),
    term(
        &["ELAS"],
        "F1 over the arcs of enhanced graphs, with their full labels. \
        0 where the system has no enhanced graphs.",
    ),
    term(
        &["EULAS"],
        "ELAS without the subtypes of labels, such as case information. \
        See ELAS.",
    ),
    term(
        &["UPOS"],
        "The share of words whose universal part of speech is right. \
        F1 where words differ.",
    ),
    term(
        &["XPOS"],
        "The share of words whose language-specific tag is right. \
        F1 where words differ.",
    ),
    term(
        &["UFeats"],
        "The share of words whose universal features are all right. \
        F1 where words differ.",
    ),
    term(
        &["AllTags"],
        "The share of words whose UPOS, XPOS and UFeats are all right. \
        F1 where words differ.",
    ),
    term(
        &["Lemmas"],
        "The share of words whose lemma is right. \
        F1 where words differ.",
    ),
    term(
        &["Words"],
        "F1 over words: of multiword tokens, the words inside them count. \
        Text is compared, so that a word replaced by another of the same place still aligns.",
    ),
    term(
        &["Tokens"],
        "F1 over tokens by where they begin and end in the text. \
        Their letters may differ: the UD scorer asks only for the place.",
    ),
    term(
        &["Sentences"],
        "F1 over sentences by where they begin and end in the text. \
        100 unless the system has split the text itself.",
    ),
    term(
        &["dependent", "dependent_f1"],
        "Of relations under hierarchy: the type above all others, which every match is below. \
        Each relation counts once there.",
    ),
    term(
        &["scheme"],
        "How types of relations are matched (original, equality, subsumption, hierarchy, unlabelled), and which slots. \
        --match and --slots choose.",
    ),
    term(
        &["accuracy"],
        "The share of yes/no questions that are answered as people did. \
        Beside it stands what always answering YES would get.",
    ),
    term(
        &["majority"],
        "What one gets by always giving the more frequent answer. \
        A parser below it is worse than no parser.",
    ),
    term(
        &["kappa", "κ"],
        "Agreement of two beyond what chance would bring: 0 is chance, 1 is complete. \
        Cohen's, from how often each uses which answer.",
    ),
    term(
        &["Spearman", "Kendall", "rank_correlation"],
        "How far two scores put the same systems in one order: 1 the same order, 0 none, -1 the reverse. \
        Spearman's correlates ranks, Kendall's (tau-b) counts pairs of systems.",
    ),
    term(
        &["lucky"],
        "A right YES without any core match: both sentences share a determiner, for example. \
        entail oracle counts such guesses.",
    ),
    term(
        &["alpha", "α"],
        "Agreement of any number of annotators beyond chance: 0 is chance, 1 is complete. \
        Krippendorff's.",
    ),
    term(
        &["skipped"],
        "Sentences that could not be scored, each with a reason; --table skipped lists them. \
        --strict makes any of them a failure.",
    ),
    term(
        &["signature"],
        "The last line of every result: which options, which gold (by its fingerprint), which version. \
        Two numbers can be compared only if these agree.",
    ),
];

/// What a word means, if it is a term.
pub fn find(word: &str) -> Option<&'static Term> {
    let is_it = |name: &&&str| name.to_lowercase() == word.to_lowercase();
    TERMS.iter().find(|term| term.names.iter().any(|name| is_it(&name)))
}

impl Term {
    /// The term, its other names, and two lines.
    pub fn shown(&self) -> String {
        let others = match &self.names[1..] {
            [] => String::new(),
            others => format!(" (also {})", others.join(", ")),
        };
        let meaning = self.meaning.replacen(". ", ".\n  ", 1);
        format!("{}{others}\n  {meaning}", self.names[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_made_of_the_terms() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/glossary.md");
        let mut page = String::from(
            "# Glossary\n\nEvery score and column in two lines; `bezant help TERM` prints the same.\n",
        );
        for term in &TERMS {
            let others = match &term.names[1..] {
                [] => String::new(),
                others => format!(" ({})", others.join(", ")),
            };
            page.push_str(&format!("\n**{}**{others}. {}\n", term.names[0], term.meaning));
        }
        let found = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(found, page, "write this to docs/glossary.md");
    }

    #[test]
    fn no_name_stands_twice() {
        let mut names: Vec<String> =
            TERMS.iter().flat_map(|term| term.names).map(|name| name.to_lowercase()).collect();
        names.sort();
        let n = names.len();
        names.dedup();
        assert_eq!(names.len(), n);
    }
}
