//! `bezant help TERM`: every score and column in two lines. `docs/glossary.md` is made from it.

mod alignment;
mod answers;
mod classes;
mod data_sets;
mod entailments;
mod judgements;
mod lists;
mod measures;
mod outputs;
mod unbounded;

/// Names of a term, the usual one first, and what it means.
pub struct Term {
    pub names: &'static [&'static str],
    pub meaning: &'static str,
}

const fn term(names: &'static [&'static str], meaning: &'static str) -> Term {
    Term { names, meaning }
}

/// In the order in which somebody meets them.
const TERMS: [Term; 90] = [
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
        &[
            "disc. P",
            "disc. R",
            "disc. F1",
            "discontinuous_precision",
            "discontinuous_recall",
            "discontinuous_f1",
            "discontinuous",
            "discontinuous_matched",
            "discontinuous_gold",
            "discontinuous_system",
        ],
        "Precision, recall and F1 of brackets whose words have others between them, with how many there are. \
        Only discbracket and export files can have some.",
    ),
    term(
        &["leaf-ancestor", "leaf_ancestor"],
        "How alike the ways from the root to each word are, averaged over words, then over sentences. \
        A phrase attached elsewhere costs only the words under it.",
    ),
    term(
        &["tree edits", "tree_edit_distance", "edits", "edit_nodes"],
        "1 less the nodes that have to be renamed, put in or taken out, over the nodes of both trees. \
        Everything that was moved is taken out and put in again.",
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
        &["dependent", "dependent F1", "dependent_f1"],
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
        &["gold", "system", "matched"],
        "How many things gold has, the system has, and both have: brackets, words or relations. \
        Precision is matched / system, recall is matched / gold.",
    ),
    term(
        &["errors"],
        "What was missed and what is wrong, together: gold + system - 2 · matched. \
        In a table of several systems, the errors of all of them.",
    ),
    term(
        &["label"],
        "What a bracket is called, such as NP. \
        Functions (NP-SBJ) are cut before labels are compared.",
    ),
    term(
        &["relation"],
        "What a word is to its head, such as nsubj, or what a pair is about. \
        By relation, both the head and the relation must be right.",
    ),
    term(
        &["type"],
        "A type of grammatical relations, such as ncsubj, with all types below it. \
        The tree of types is that of the RASP report unless --hierarchy gives another.",
    ),
    term(
        &["metric", "score", "value"],
        "What is measured, and how much of it there is. \
        Percentages, except for what is counted a sentence.",
    ),
    term(
        &["n", "count"],
        "How often something happened. \
        In tables of confusions: how often one was taken for the other.",
    ),
    term(
        &["facts"],
        "How many of a sentence's brackets, words or relations are behind the cell that --show names. \
        The sentences with the lowest score come first.",
    ),
    term(
        &["sentence", "sentences", "id"],
        "The number of a sentence in gold's file, the first being 1, or how many there are. \
        Pairs have the id that their file gives them.",
    ),
    term(
        &["length", "words"],
        "How many words of gold's sentence count in its length. \
        Deleted tags, such as punctuation under --preset collins, do not.",
    ),
    term(
        &["depth"],
        "Levels of gold's tree, or how many heads stand above a word. \
        Long sentences are not always deep ones.",
    ),
    term(
        &["distance"],
        "How many words apart a word and its head are. \
        Long arcs are harder.",
    ),
    term(
        &["head", "heads"],
        "On which side of a word its head is, or how many heads are right. \
        The head alone counts in tables by side and by distance.",
    ),
    term(
        &["tag"],
        "The part of speech that gold gives to a word. \
        By tag, both the head and the relation must be right.",
    ),
    term(
        &["arcs"],
        "Whether an arc crosses others (non-projective) or not. \
        Crossing arcs are rare in English and harder everywhere.",
    ),
    term(
        &["a", "b"],
        "The two systems, or the two files, that are compared. \
        A difference is a's score less b's.",
    ),
    term(
        &["p_matrix", "p of the difference"],
        "p of every two systems, corrected, in a square. \
        A star marks those that are shown to differ.",
    ),
    term(
        &["points", "change"],
        "A difference of two percentages. \
        From 90 to 91 % is one point.",
    ),
    term(
        &["convention", "sentences changed"],
        "A way to count that other papers use, and in how many sentences it counts otherwise. \
        --explain shows what each is worth for these files.",
    ),
    term(
        &["tags matched"],
        "How many words have gold's tag. \
        tags is the share of them.",
    ),
    term(
        &["aligned", "of aligned"],
        "Words of gold that have a partner in the system, and the share of these that is right. \
        Where tokens are the same, that is all of them.",
    ),
    term(
        &["different words aligned"],
        "Words that stand at the same place of the text and are written differently. \
        They are aligned all the same, as in the UD scorer.",
    ),
    term(
        &["labelled", "without subtypes"],
        "F1 over typed dependencies with their full names, or with names cut at the first _ or colon. \
        Every dependency is one fact: a relation, a head, a word.",
    ),
    term(
        &["roots", "root_accuracy"],
        "The share of gold's roots that are the system's roots, too. \
        A sentence with several roots counts once for each.",
    ),
    term(
        &["unlabelled exact", "unlabelled_exact_match"],
        "The share of sentences in which every head is right. \
        Relations do not count.",
    ),
    term(
        &[
            "unlabelled P",
            "unlabelled R",
            "unlabelled F1",
            "unlabelled_precision",
            "unlabelled_recall",
            "unlabelled_f1",
        ],
        "Precision, recall and F1 of spans alone, whatever their labels. \
        The difference to F1 is what wrong labels cost.",
    ),
    term(
        &["macro P", "macro R", "macro F1", "macro_precision", "macro_recall", "macro_f1"],
        "Precision, recall and F1 of each sentence (or of each type of relation), averaged. \
        See macro.",
    ),
    term(
        &["macro UAS", "macro LAS", "macro unlabelled", "macro labelled"],
        "The mean of the sentences' scores. \
        Short sentences weigh as much as long ones.",
    ),
    term(
        &["macro FLP", "macro FLR"],
        "FLP and FLR of each sentence, averaged. \
        One sentence of many fragments cannot decide it.",
    ),
    term(
        &[
            "macro released P",
            "macro released R",
            "macro released F1",
            "macro_released_precision",
            "macro_released_recall",
            "macro_released_f1",
        ],
        "Precision, recall and F1 with the divisor of the released RASP evaluator. \
        See macro_released.",
    ),
    term(
        &["F1, skipped as missed", "f1_with_missed"],
        "F1 of fragments with nothing found in skipped sentences. \
        The same as F1 all on the first screen.",
    ),
    term(
        &["size", "largest size"],
        "How many nodes a fragment has, and the most that one has in a sentence. \
        Size 1 is a bracket.",
    ),
    term(
        &["weight", "its share", "half in", "largest sentence"],
        "How much a size of fragments weighs in the average, and how few sentences hold half of its fragments. \
        Where one sentence holds most of them, the score is about that sentence.",
    ),
    term(
        &["all: micro", "head-dep: micro", "ncsubj: micro", "grid"],
        "F1 with all slots, with head and dependent alone, and the same with the subject's type kept; added over types (micro), then as the mean over them (macro). \
        The layout of the RASP report's tables.",
    ),
    term(
        &["greedy matched", "greedy F1", "optimal matched", "optimal F1", "assignment"],
        "Relations that match if each takes the first partner it finds, or if as many as possible match. \
        Published figures are greedy.",
    ),
    term(
        &["dependent P", "dependent R", "dependent_precision", "dependent_recall"],
        "Precision and recall at the type above all others. \
        See dependent F1.",
    ),
    term(
        &["annotators", "both", "a has", "b has", "share"],
        "What two annotators say of the same thing, and how often both do. \
        Neither of them is gold.",
    ),
    term(
        &["kappa of labels", "kappa of types"],
        "Kappa over the labels of spans, or over the types of relations, that both have. \
        See kappa.",
    ),
    term(
        &["κ heads", "κ relations", "κ both"],
        "Kappa over the heads of words, over their relations, and over both together. \
        See kappa.",
    ),
];

/// What stands at the end of every result.
const LAST: [Term; 2] = [
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

/// All terms.
pub fn all() -> impl Iterator<Item = &'static Term> + Clone {
    let all = [
        &TERMS[..],
        &entailments::TERMS,
        &LAST,
        &alignment::TERMS,
        &classes::TERMS,
        &outputs::TERMS,
        &lists::TERMS,
        &measures::TERMS,
        &judgements::TERMS,
        &data_sets::TERMS,
        &answers::TERMS,
        &unbounded::TERMS,
    ];
    all.into_iter().flatten()
}

/// What a word means, if it is a term.
pub fn find(word: &str) -> Option<&'static Term> {
    let plain = |name: &str| name.to_lowercase().replace('_', " ");
    // P is precision, p is a probability; whoever writes neither as it is means the first.
    let named = |word: &str| {
        let exact = all().find(|term| term.names.contains(&word));
        let is_it = |name: &&str| plain(name) == plain(word);
        exact.or_else(|| all().find(|term| term.names.iter().any(is_it)))
    };
    // Fragments have a column a size: FLP 1–15.
    let of_sizes = |word: &str| -> Option<&'static Term> {
        let (score, size) = word.rsplit_once(' ')?;
        let is_size = size == "all" || size.starts_with(|c: char| c.is_ascii_digit());
        if is_size { named(score) } else { None }
    };
    named(word).or_else(|| of_sizes(word))
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
mod tests;
