//! Tags of the Penn Treebank where a parser has only universal ones, or none.

use crate::english::inflect;
use crate::entailment::analysis::lemma;
use crate::entailment::generate::sentence::{HeadedSentence, HeadedWord, WordRole};

/// Tells the tags of all words, and the dictionary forms of those that had none.
pub(super) fn tell(sentence: &mut HeadedSentence) {
    let mut helpers: Vec<Option<String>> = vec![None; sentence.words.len()];
    for word in &sentence.words {
        let helps = matches!(word.role, WordRole::Auxiliary | WordRole::PassiveAuxiliary);
        if let Some(head) = word.head.filter(|_| helps) {
            let is_tagged = !word.tag.is_empty();
            helpers[head] =
                Some(if is_tagged { word.lemma.clone() } else { lemma(&word.form, "VERB") });
        }
    }
    let is_bare = |word: &HeadedWord| word.tag.is_empty() && !word.form.is_empty();
    let is_untagged = sentence.words.iter().any(is_bare);
    for (word, helper) in sentence.words.iter_mut().zip(&helpers) {
        if let Some(tag) = of_universal(word, helper.as_deref()) {
            word.tag = tag.to_string();
        }
    }
    if !is_untagged {
        return;
    }
    // Heads first, because a conjunct is what its head is.
    for at in sentence.heads_first() {
        if is_bare(&sentence.words[at]) {
            let tag = guessed(sentence, at, helpers[at].as_deref()).to_string();
            let word = &mut sentence.words[at];
            word.lemma = lemma(&word.form, &tag);
            word.tag = tag;
        }
    }
}

/// The tag that a universal one stands for.
fn of_universal(word: &HeadedWord, helper: Option<&str>) -> Option<&'static str> {
    Some(match word.tag.as_str() {
        "VERB" | "AUX" => verb_tag(&word.form, &word.lemma, helper),
        "NOUN" if word.form.to_lowercase() != word.lemma => "NNS",
        "NOUN" => "NN",
        "PROPN" => "NNP",
        "ADJ" => graded(word, ["JJ", "JJR", "JJS"]),
        "ADV" => graded(word, ["RB", "RBR", "RBS"]),
        "NUM" => "CD",
        "ADP" | "SCONJ" => "IN",
        "PRON" if matches!(word.role, WordRole::Possessor) => "PRP$",
        "PRON" => pronoun(&word.form),
        "DET" => "DT",
        "CCONJ" => "CC",
        "PART" if word.form.eq_ignore_ascii_case("to") => "TO",
        "PART" if word.role == WordRole::Case => "POS",
        "PART" => "RB",
        "PUNCT" => ".",
        _ => return None,
    })
}

/// The tag of an adjective or adverb by its form: *longer*, *longest*.
fn graded(word: &HeadedWord, [plain, more, most]: [&'static str; 3]) -> &'static str {
    let form = word.form.to_lowercase();
    match form.as_str() {
        "better" | "worse" | "more" | "less" => more,
        "best" | "worst" | "most" | "least" => most,
        _ if form == word.lemma => plain,
        _ if form.ends_with("est") => most,
        _ if form.ends_with("er") => more,
        _ => plain,
    }
}

/// What a word without a tag is, by what it is to its head and what hangs on it.
fn guessed(sentence: &HeadedSentence, at: usize, helper: Option<&str>) -> &'static str {
    let HeadedWord { form, role, .. } = &sentence.words[at];
    let small = form.to_lowercase();
    let has = |roles: &[WordRole]| roles.iter().any(|role| sentence.child(at, *role).is_some());
    let verb = || verb_tag(&small, &lemma(&small, "VERB"), helper);
    let to = || sentence.children(at).iter().any(|child| sentence.words[*child].form == "to");
    let noun = || noun_tag(sentence, at, &small);
    match role {
        WordRole::Determiner => "DT",
        WordRole::Number => "CD",
        WordRole::Negation | WordRole::Adverb => "RB",
        WordRole::Particle => "RP",
        WordRole::Mark if small == "to" => "TO",
        WordRole::Mark | WordRole::Fixed => "IN",
        WordRole::Case if matches!(small.as_str(), "'s" | "'" | "’s" | "’") => "POS",
        WordRole::Case => "IN",
        WordRole::Coordinator => "CC",
        WordRole::Expletive if small == "there" => "EX",
        WordRole::Punctuation => ".",
        WordRole::Auxiliary if small == "to" => "TO",
        WordRole::Auxiliary | WordRole::PassiveAuxiliary | WordRole::Copula => verb(),
        WordRole::Adjective => "JJ",
        WordRole::Possessor if is_possessive(&small) => "PRP$",
        WordRole::Reduced if to() => "VB",
        WordRole::Reduced if small.ends_with("ing") => "VBG",
        WordRole::Reduced => "VBN",
        WordRole::Prepositional if is_preposition(&small) => "IN",
        WordRole::Subject
        | WordRole::PassiveSubject
        | WordRole::Object
        | WordRole::Indirect
        | WordRole::Prepositional
        | WordRole::Bare
        | WordRole::Compound
        | WordRole::Possessor
        | WordRole::Apposition
        | WordRole::Expletive => noun(),
        WordRole::Conjunct => like_its_head(sentence, at).unwrap_or_else(noun),
        _ if has(&[WordRole::Copula]) => {
            if has(&[
                WordRole::Determiner,
                WordRole::Possessor,
                WordRole::Adjective,
                WordRole::Number,
            ]) {
                noun()
            } else {
                "JJ"
            }
        }
        _ if to() => "VB",
        WordRole::OpenComplement
            if !has(&[WordRole::Object, WordRole::Auxiliary, WordRole::Mark])
                && !small.ends_with("ing") =>
        {
            "JJ"
        }
        WordRole::Root
        | WordRole::Complement
        | WordRole::OpenComplement
        | WordRole::ClausalSubject
        | WordRole::AdverbialClause
        | WordRole::Relative
        | WordRole::Parataxis => verb(),
        _ => "",
    }
}

/// A conjunct of a verb is a verb, unless it has what only nouns have.
fn like_its_head(sentence: &HeadedSentence, at: usize) -> Option<&'static str> {
    let head = sentence.words[at].head?;
    let small = sentence.words[at].form.to_lowercase();
    let is_noun = sentence.child(at, WordRole::Determiner).is_some();
    match sentence.words[head].tag.get(..2)? {
        "VB" if !is_noun => Some(verb_tag(&small, &lemma(&small, "VERB"), None)),
        "JJ" if !is_noun => Some("JJ"),
        "RB" if !is_noun => Some("RB"),
        _ => None,
    }
}

fn noun_tag(sentence: &HeadedSentence, at: usize, small: &str) -> &'static str {
    let form = &sentence.words[at].form;
    let is_name = at > 0 && form.starts_with(char::is_uppercase)
        || sentence.child(at, WordRole::Determiner).is_none()
            && form.starts_with(char::is_uppercase)
            && sentence.words[at].role == WordRole::Compound;
    match small {
        "i" | "you" | "he" | "she" | "it" | "we" | "they" | "me" | "him" | "her" | "us"
        | "them" | "myself" | "himself" | "herself" | "itself" | "themselves" => "PRP",
        "this" | "that" | "these" | "those" | "all" | "some" | "both" | "each" | "many"
        | "none" => "DT",
        _ if small.starts_with(|c: char| c.is_ascii_digit()) => "CD",
        _ if is_name => "NNP",
        _ if lemma(small, "NNS") != small => "NNS",
        _ => "NN",
    }
}

/// Prepositions that lose their nouns: *the house he lives in*.
fn is_preposition(form: &str) -> bool {
    matches!(
        form,
        "about"
            | "after"
            | "against"
            | "around"
            | "at"
            | "before"
            | "between"
            | "by"
            | "for"
            | "from"
            | "in"
            | "into"
            | "near"
            | "of"
            | "off"
            | "on"
            | "over"
            | "through"
            | "to"
            | "under"
            | "up"
            | "with"
            | "without"
    )
}

fn is_possessive(form: &str) -> bool {
    matches!(form, "my" | "your" | "his" | "her" | "its" | "our" | "their")
}

fn pronoun(form: &str) -> &'static str {
    match form.to_lowercase().as_str() {
        "who" | "whom" | "what" => "WP",
        "which" | "that" => "WDT",
        "somebody" | "someone" | "something" | "nobody" | "nothing" | "everybody" | "everyone"
        | "everything" | "anybody" | "anyone" | "anything" => "NN",
        _ => "PRP",
    }
}

/// The tag of a verb from how it is written.
fn verb_tag(form: &str, lemma: &str, helper: Option<&str>) -> &'static str {
    let form = form.to_lowercase();
    if inflect::features(&form, "MD").contraction != inflect::Contraction::None
        || matches!(
            lemma,
            "can" | "could" | "may" | "might" | "must" | "shall" | "should" | "will" | "would"
        )
    {
        return "MD";
    }
    match form.as_str() {
        _ if form == inflect::ing(lemma) => "VBG",
        "am" | "are" | "'re" | "'m" => "VBP",
        "was" | "were" => "VBD",
        "is" | "'s" => "VBZ",
        _ if form == lemma && helper.is_some() => "VB",
        _ if form == lemma => "VBP",
        _ if form == inflect::third_person(lemma) => "VBZ",
        _ if matches!(helper, Some("have" | "be" | "get")) => "VBN",
        _ => "VBD",
    }
}
