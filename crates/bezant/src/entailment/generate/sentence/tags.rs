//! Tags of the Penn Treebank where a parser has only universal ones, or none.

use crate::english::inflect;
use crate::entailment::analysis::lemma;
use crate::entailment::generate::sentence::{Role, Sentence, Word};

/// Tells the tags of all words, and the dictionary forms of those that had none.
pub(super) fn tell(sentence: &mut Sentence) {
    let mut helpers: Vec<Option<String>> = vec![None; sentence.words.len()];
    for word in &sentence.words {
        let helps = matches!(word.role, Role::Auxiliary | Role::PassiveAuxiliary);
        if let Some(head) = word.head.filter(|_| helps) {
            let is_tagged = !word.tag.is_empty();
            helpers[head] =
                Some(if is_tagged { word.lemma.clone() } else { lemma(&word.form, "VB") });
        }
    }
    let is_bare = |word: &Word| word.tag.is_empty() && !word.form.is_empty();
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
fn of_universal(word: &Word, helper: Option<&str>) -> Option<&'static str> {
    Some(match word.tag.as_str() {
        "VERB" | "AUX" => verb_tag(&word.form, &word.lemma, helper),
        "NOUN" if word.form.to_lowercase() != word.lemma => "NNS",
        "NOUN" => "NN",
        "PROPN" => "NNP",
        "ADJ" => "JJ",
        "ADV" => "RB",
        "NUM" => "CD",
        "ADP" | "SCONJ" => "IN",
        "PRON" if matches!(word.role, Role::Possessor) => "PRP$",
        "PRON" => pronoun(&word.form),
        "DET" => "DT",
        "CCONJ" => "CC",
        "PART" if word.form.eq_ignore_ascii_case("to") => "TO",
        "PART" => "RB",
        "PUNCT" => ".",
        _ => return None,
    })
}

/// What a word without a tag is, by what it is to its head and what hangs on it.
fn guessed(sentence: &Sentence, at: usize, helper: Option<&str>) -> &'static str {
    let Word { form, role, .. } = &sentence.words[at];
    let small = form.to_lowercase();
    let has = |roles: &[Role]| roles.iter().any(|role| sentence.child(at, *role).is_some());
    let verb = || verb_tag(&small, &lemma(&small, "VB"), helper);
    let to = || sentence.children(at).iter().any(|child| sentence.words[*child].form == "to");
    let noun = || noun_tag(sentence, at, &small);
    match role {
        Role::Determiner => "DT",
        Role::Number => "CD",
        Role::Negation | Role::Adverb => "RB",
        Role::Particle => "RP",
        Role::Mark if small == "to" => "TO",
        Role::Mark | Role::Fixed => "IN",
        Role::Case if matches!(small.as_str(), "'s" | "'" | "’s" | "’") => "POS",
        Role::Case => "IN",
        Role::Coordinator => "CC",
        Role::Expletive if small == "there" => "EX",
        Role::Punctuation => ".",
        Role::Auxiliary if small == "to" => "TO",
        Role::Auxiliary | Role::PassiveAuxiliary | Role::Copula => verb(),
        Role::Adjective => "JJ",
        Role::Possessor if is_possessive(&small) => "PRP$",
        Role::Reduced if to() => "VB",
        Role::Reduced if small.ends_with("ing") => "VBG",
        Role::Reduced => "VBN",
        Role::Prepositional if is_preposition(&small) => "IN",
        Role::Subject
        | Role::PassiveSubject
        | Role::Object
        | Role::Indirect
        | Role::Prepositional
        | Role::Bare
        | Role::Compound
        | Role::Possessor
        | Role::Apposition
        | Role::Expletive => noun(),
        Role::Conjunct => like_its_head(sentence, at).unwrap_or_else(noun),
        _ if has(&[Role::Copula]) => {
            if has(&[Role::Determiner, Role::Possessor, Role::Adjective, Role::Number]) {
                noun()
            } else {
                "JJ"
            }
        }
        _ if to() => "VB",
        Role::OpenComplement
            if !has(&[Role::Object, Role::Auxiliary, Role::Mark]) && !small.ends_with("ing") =>
        {
            "JJ"
        }
        Role::Root
        | Role::Complement
        | Role::OpenComplement
        | Role::ClausalSubject
        | Role::AdverbialClause
        | Role::Relative
        | Role::Parataxis => verb(),
        _ => "",
    }
}

/// A conjunct of a verb is a verb, unless it has what only nouns have.
fn like_its_head(sentence: &Sentence, at: usize) -> Option<&'static str> {
    let head = sentence.words[at].head?;
    let small = sentence.words[at].form.to_lowercase();
    let is_noun = sentence.child(at, Role::Determiner).is_some();
    match sentence.words[head].tag.get(..2)? {
        "VB" if !is_noun => Some(verb_tag(&small, &lemma(&small, "VB"), None)),
        "JJ" if !is_noun => Some("JJ"),
        "RB" if !is_noun => Some("RB"),
        _ => None,
    }
}

fn noun_tag(sentence: &Sentence, at: usize, small: &str) -> &'static str {
    let form = &sentence.words[at].form;
    let is_name = at > 0 && form.starts_with(char::is_uppercase)
        || sentence.child(at, Role::Determiner).is_none()
            && form.starts_with(char::is_uppercase)
            && sentence.words[at].role == Role::Compound;
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
