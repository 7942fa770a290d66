//! Terms of questions and answers.

use super::{Term, term};

/// In the order in which somebody meets them.
pub const TERMS: [Term; 15] = [
    term(
        &["pairs"],
        "How many pairs of a text and a hypothesis there are. \
        Each is a question that has YES or NO for an answer.",
    ),
    term(
        &["right"],
        "How many questions a system answers as people did. \
        accuracy is the share of them.",
    ),
    term(
        &["YES", "YES answers", "NO to NO", "NO to YES", "YES to NO", "YES to YES"],
        "How many questions were answered YES, and which answers of people became which of the system. \
        A system that often says NO is careful, or has few parses.",
    ),
    term(
        &["P", "R"],
        "Precision and recall of the answer YES. \
        P of NO and R of NO are those of the other answer.",
    ),
    term(
        &["P of NO", "R of NO", "F1 of NO", "no_precision", "no_recall", "no_f1"],
        "Precision, recall and F1 of the answer NO. \
        Beside them stand those of YES.",
    ),
    term(
        &["right on YES", "right on NO", "right_on_yes", "right_on_no"],
        "The share of questions with this answer that the system answers as people did. \
        The same as recall of the answer.",
    ),
    term(
        &["same answers"],
        "How many questions two systems answer alike. \
        Whether they are right does not count.",
    ),
    term(
        &["construction", "source"],
        "What a pair was made to test, or where its text comes from, as the file of pairs says. \
        Tables by it show where a parser fails.",
    ),
    term(
        &["text", "hypothesis"],
        "The sentence that is given, and the one that may follow from it. \
        Both are parsed.",
    ),
    term(
        &["relation_errors", "construction_errors", "source_errors", "what", "of"],
        "Of all errors of a system, the share that falls on each kind of pair; in the page of oracles, what was counted, and of how many. \
        A kind may be rare and still hold most errors.",
    ),
    term(
        &["cause", "causes"],
        "Why an answer is wrong: the pair is about an unbounded dependency, the parse is wrong otherwise, or the module is. \
        Each wrong answer has one.",
    ),
    term(
        &["FN", "FP", "false_negatives", "false_positives"],
        "Wrong answers: NO where YES is right, and YES where NO is right. \
        Table 6 of the article on PETE counts them by cause.",
    ),
    term(
        &["answer: reason", "because"],
        "What a module answered and why: what it found in the text, or missed there. \
        Pairs with the same reason often have the same fault in their parses.",
    ),
    term(
        &["Spearman's rho", "Kendall's tau", "with"],
        "Whether two scores put systems in one order: 1 if they do, -1 if the order is turned round. \
        Of few systems it says little.",
    ),
    term(
        &["gold parses"],
        "What is answered if parses are right. \
        What is wrong then is the module's own fault.",
    ),
];
