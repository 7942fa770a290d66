//! Terms of measures that few ask for.

use super::{Term, term};

/// In the order in which somebody meets them.
pub const TERMS: [Term; 7] = [
    term(
        &["sentence F1", "sentence_f1", "averaged_sentences"],
        "The F1 of each sentence, averaged; 1 where neither tree has a bracket that counts. \
        The main score of --preset unsupervised.",
    ),
    term(
        &[
            "function F1",
            "function P",
            "function R",
            "function_f1",
            "function_precision",
            "function_recall",
            "functions_matched",
            "functions_gold",
            "functions_system",
        ],
        "How many function tags (SBJ in NP-SBJ) are right, on phrases that both trees have; with --functions score. \
        Phrases on which neither tree has one change nothing.",
    ),
    term(
        &["functions right", "function_accuracy", "functions_right", "functions_phrases"],
        "The share of phrases that both trees have on which both have the same function tags, or none. \
        Most phrases have none, so it is high.",
    ),
    term(
        &["tag_confusions", "xpos_confusions"],
        "Which tags are taken for each other, and how often. \
        Of dependencies the universal ones, and those of the treebank.",
    ),
    term(
        &["MSLAS", "mslas"],
        "LAS of content words in which each word that is attached rightly counts as much as its features are right (F1). \
        The main score of --preset msp, as in the UniDive 2025 shared task.",
    ),
    term(
        &["Feats", "features_f1"],
        "The F1 of the features of each content word, over the content words of both sides, whatever their heads. \
        Only with --preset msp; UFeats asks for all features at once.",
    ),
    term(
        &["frequency"],
        "How often gold has a word, as it is written; --buckets frequency:1,5,20 scores rare words apart. \
        0 are words of the system that gold does not have.",
    ),
];
