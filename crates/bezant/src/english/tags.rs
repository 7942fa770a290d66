//! What a tag says, in the tag set of the Penn Treebank or of Universal Dependencies.

/// What the lemmatiser needs to know about a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Noun(Number),
    Name(Number),
    Verb(VerbForm),
    Modal,
    /// A verb or a modal.
    Auxiliary,
    /// An adjective or adverb, and whether it is an adverb.
    Graded(Degree, TagKind),
    Pronoun,
    Determiner,
    Particle,
    Numeral,
    Possessive,
    /// An address, a foreign word, a sign.
    Verbatim,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Singular,
    Plural,
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VerbForm {
    Base,
    Past,
    Participle,
    Ing,
    Third,
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Degree {
    Comparative,
    Superlative,
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagKind {
    Adjective,
    Adverb,
}

impl Class {
    pub(crate) fn of(tag: &str) -> Class {
        match tag {
            "NN" => Class::Noun(Number::Singular),
            "NNS" => Class::Noun(Number::Plural),
            "NOUN" => Class::Noun(Number::Unknown),
            "NNPS" => Class::Name(Number::Plural),
            "NNP" | "PROPN" => Class::Name(Number::Singular),
            "VB" | "VBP" => Class::Verb(VerbForm::Base),
            "VBD" => Class::Verb(VerbForm::Past),
            "VBN" => Class::Verb(VerbForm::Participle),
            "VBG" => Class::Verb(VerbForm::Ing),
            "VBZ" => Class::Verb(VerbForm::Third),
            "VERB" => Class::Verb(VerbForm::Unknown),
            "MD" => Class::Modal,
            "AUX" => Class::Auxiliary,
            "JJR" => Class::Graded(Degree::Comparative, TagKind::Adjective),
            "JJS" => Class::Graded(Degree::Superlative, TagKind::Adjective),
            "ADJ" => Class::Graded(Degree::Unknown, TagKind::Adjective),
            "RBR" => Class::Graded(Degree::Comparative, TagKind::Adverb),
            "RBS" => Class::Graded(Degree::Superlative, TagKind::Adverb),
            "ADV" => Class::Graded(Degree::Unknown, TagKind::Adverb),
            "PRP" | "PRON" => Class::Pronoun,
            "DT" | "DET" => Class::Determiner,
            "RB" | "TO" | "PART" => Class::Particle,
            "CD" | "NUM" => Class::Numeral,
            "POS" => Class::Possessive,
            "ADD" | "FW" | "SYM" | "LS" | "X" => Class::Verbatim,
            _ => Class::Other,
        }
    }
}

/// Whether words with this tag carry content: nouns, verbs, adjectives, adverbs and numbers.
///
/// Auxiliary verbs have tags of their own only in Universal Dependencies; among Penn tags the
/// modals (`MD`) are the only ones that can be told.
///
/// ```
/// use bezant::english::is_content;
///
/// assert!(is_content("VBD") && is_content("PROPN") && is_content("JJ"));
/// assert!(!is_content("IN") && !is_content("AUX") && !is_content("PRP$") && !is_content("."));
/// ```
pub fn is_content(tag: &str) -> bool {
    let is_universal =
        matches!(tag, "NOUN" | "PROPN" | "VERB" | "ADJ" | "ADV" | "NUM" | "X" | "SYM");
    let is_penn = matches!(tag, "CD" | "FW" | "GW" | "ADD" | "AFX" | "$" | "%")
        || ["NN", "VB", "JJ", "RB"].iter().any(|prefix| tag.starts_with(prefix));
    is_universal || is_penn
}

/// A tag of the Penn Treebank, or of treebanks that have added to it; nothing if it is none of these.
pub(crate) fn known_penn_tag(tag: &[u8]) -> Option<&'static str> {
    // The most frequent first.
    const TAGS: [&str; 58] = [
        "NN", "IN", "DT", "NNP", "JJ", "NNS", ".", ",", "VBD", "PRP", "RB", "VB", "CC", "VBN",
        "VBZ", "CD", "VBG", "VBP", "TO", "MD", "PRP$", "POS", "WDT", "WP", "WRB", ":", "``", "''",
        "RP", "HYPH", "EX", "JJR", "JJS", "RBR", "RBS", "PDT", "NNPS", "WP$", "UH", "FW", "SYM",
        "-LRB-", "-RRB-", "$", "#", "LS", "ADD", "AFX", "GW", "NFP", "NIL", "XX", "-LCB-", "-LSB-",
        "-RCB-", "-RSB-", "(", ")",
    ];
    TAGS.into_iter().find(|known| known.as_bytes() == tag)
}

/// The Penn tag that says the same as a universal tag and its features, so far as words are
/// inflected; other tags come back as they are.
///
/// ```
/// use bezant::english::penn_tag;
///
/// assert_eq!(penn_tag("VERB", "Tense=Past|VerbForm=Part"), "VBN");
/// assert_eq!(penn_tag("NOUN", "Number=Plur"), "NNS");
/// assert_eq!(penn_tag("DET", "Definite=Def|PronType=Art"), "DET");
/// ```
pub fn penn_tag<'t>(upos: &'t str, features: &str) -> &'t str {
    let has = |feature: &str| features.split('|').any(|item| item == feature);
    match upos {
        "NOUN" if has("Number=Plur") || has("Number=Ptan") => "NNS",
        "NOUN" if has("Number=Sing") => "NN",
        "PROPN" if has("Number=Plur") || has("Number=Ptan") => "NNPS",
        "VERB" | "AUX" => verb_tag(upos, has),
        "ADJ" if has("Degree=Cmp") => "JJR",
        "ADJ" if has("Degree=Sup") => "JJS",
        "ADJ" if has("Degree=Pos") => "JJ",
        "ADV" if has("Degree=Cmp") => "RBR",
        "ADV" if has("Degree=Sup") => "RBS",
        "ADV" if has("Degree=Pos") => "RB",
        _ => upos,
    }
}

fn verb_tag(upos: &str, has: impl Fn(&str) -> bool) -> &str {
    if has("VerbForm=Ger") || (has("VerbForm=Part") && has("Tense=Pres")) {
        "VBG"
    } else if has("VerbForm=Part") {
        "VBN"
    } else if has("VerbForm=Inf") || has("Mood=Imp") {
        "VB"
    } else if has("VerbForm=Fin") && has("Tense=Past") {
        "VBD"
    } else if has("Tense=Pres") && has("Person=3") && has("Number=Sing") {
        "VBZ"
    } else if has("Tense=Pres") {
        "VBP"
    } else if upos == "AUX" && has("VerbForm=Fin") {
        "MD"
    } else {
        upos
    }
}
