//! From a form to its dictionary word.

use std::borrow::Cow;

use crate::english::nouns;
use crate::english::spelling::restore;
use crate::english::tables::LISTS;
use crate::english::tags::{Class, Degree, Number, TagKind, VerbForm};
use crate::english::verbs;

/// The dictionary form of a word, given its tag: of the Penn Treebank, or of Universal
/// Dependencies, which say less.
///
/// Lemmas are those of the English treebanks: small letters except in names, which stay as they
/// are; verbs, clitics and auxiliaries by their base (`'ve` is *have*, `wo` is *will*), nouns by
/// their singular, comparatives and superlatives by the plain word, object pronouns by the subject's
/// form. What no rule knows stays as it is.
///
/// ```
/// use bezant::english::lemma;
///
/// assert_eq!(lemma("Wives", "NNS"), "wife");
/// assert_eq!(lemma("planned", "VBD"), "plan");
/// assert_eq!(lemma("planed", "VERB"), "plane");
/// assert_eq!(lemma("n't", "RB"), "not");
/// assert_eq!(lemma("James", "NNP"), "James");
/// ```
pub fn lemma<'w>(form: &'w str, tag: &str) -> Cow<'w, str> {
    match Class::of(tag) {
        Class::Name(Number::Plural) => name(form),
        Class::Name(_) | Class::Verbatim => Cow::Borrowed(form),
        class => {
            let word = lower(form);
            match changed(&word, class) {
                Some(lemma) => Cow::Owned(lemma),
                None => word,
            }
        }
    }
}

/// Small letters, and straight apostrophes.
fn lower(form: &str) -> Cow<'_, str> {
    if form.is_ascii() {
        return match form.bytes().any(|byte| byte.is_ascii_uppercase()) {
            true => Cow::Owned(form.to_ascii_lowercase()),
            false => Cow::Borrowed(form),
        };
    }
    let lower = form.to_lowercase().replace(['’', 'ʼ'], "'");
    if lower == form { Cow::Borrowed(form) } else { Cow::Owned(lower) }
}

/// The lemma, if it is not the word itself.
fn changed(word: &str, class: Class) -> Option<String> {
    let known = match class {
        Class::Verb(form) => verbs::clitic(word, form),
        Class::Modal | Class::Auxiliary => modal(word),
        Class::Graded(_, kind) => graded_by_name(word, kind),
        Class::Pronoun => pronoun(word),
        Class::Determiner => determiner(word),
        Class::Particle => particle(word),
        Class::Possessive if matches!(word, "'" | "s") => Some("'s"),
        _ => None,
    };
    if let Some(known) = known {
        return Some(known.to_string());
    }
    match class {
        Class::Noun(Number::Plural) => nouns::singular(word),
        Class::Noun(Number::Unknown) => nouns::singular_if_plural(word),
        Class::Verb(form) => verbs::base(word, form),
        Class::Auxiliary if !is_modal(word) => {
            let clitic = verbs::clitic(word, VerbForm::Unknown).map(str::to_string);
            clitic.or_else(|| verbs::base(word, VerbForm::Unknown))
        }
        Class::Graded(degree, _) => positive(word, degree),
        Class::Numeral => numeral(word),
        _ => None,
    }
}

/// A name in the plural, with its capitals.
fn name(form: &str) -> Cow<'_, str> {
    let word = lower(form);
    let Some(lemma) = nouns::singular(&word).filter(|_| !nouns::is_plural_name(&word)) else {
        return Cow::Borrowed(form);
    };
    let same = form.chars().zip(lemma.chars()).take_while(|(a, b)| a.to_lowercase().eq([*b]));
    let n = same.map(|(a, _)| a.len_utf8()).sum();
    if lemma.len() == n {
        return Cow::Borrowed(&form[..n]);
    }
    let rest: String = lemma.chars().skip(form[..n].chars().count()).collect();
    let is_capital = form[..n].chars().all(|c| !c.is_lowercase()) && n > 1;
    Cow::Owned(form[..n].to_string() + &if is_capital { rest.to_uppercase() } else { rest })
}

fn is_modal(word: &str) -> bool {
    matches!(
        word,
        "can"
            | "could"
            | "may"
            | "might"
            | "must"
            | "ought"
            | "shall"
            | "should"
            | "will"
            | "would"
    )
}

fn modal(word: &str) -> Option<&'static str> {
    Some(match word {
        "'d" | "d" => "would",
        "'ll" | "ll" | "wo" => "will",
        "ca" => "can",
        "sha" => "shall",
        _ => return None,
    })
}

fn pronoun(word: &str) -> Option<&'static str> {
    Some(match word {
        "i" | "me" => "I",
        "him" => "he",
        "her" => "she",
        "us" | "'s" => "we",
        "them" | "'em" | "em" => "they",
        "ya" | "u" | "y'" | "thee" => "you",
        "mine" => "my",
        "yours" => "your",
        "hers" => "her",
        "ours" => "our",
        "theirs" => "their",
        "these" => "this",
        "those" => "that",
        _ => return None,
    })
}

fn determiner(word: &str) -> Option<&'static str> {
    Some(match word {
        "an" => "a",
        "these" => "this",
        "those" => "that",
        _ => return None,
    })
}

fn particle(word: &str) -> Option<&'static str> {
    Some(match word {
        "n't" | "nt" | "n`t" => "not",
        "na" | "ta" => "to",
        _ => return None,
    })
}

fn graded_by_name(word: &str, kind: TagKind) -> Option<&'static str> {
    Some(match (word, kind) {
        ("better" | "best", TagKind::Adjective) => "good",
        ("better" | "best", TagKind::Adverb) => "well",
        ("worse" | "worst", TagKind::Adjective) => "bad",
        ("worse" | "worst", TagKind::Adverb) => "badly",
        ("further" | "farther" | "furthest" | "farthest", _) => "far",
        ("elder" | "eldest", _) => "old",
        ("severer" | "severest", _) => "severe",
        ("n't" | "nt", _) => "not",
        _ => return None,
    })
}

/// The plain form of a comparative or superlative; when the degree is not known, only what
/// nothing else ends in.
fn positive(word: &str, degree: Degree) -> Option<String> {
    let stem = match degree {
        Degree::Comparative => word.strip_suffix("er"),
        Degree::Superlative => word.strip_suffix("est"),
        Degree::Unknown => {
            word.strip_suffix("iest").filter(|stem| stem.len() > 1).map(|_| &word[..word.len() - 3])
        }
    }?;
    if stem.len() < 2 || LISTS.has("degree", word) {
        return None;
    }
    Some(match stem.as_bytes() {
        [.., b'i'] => stem[..stem.len() - 1].to_string() + "y",
        [.., b'e'] => stem.to_string() + "e",
        _ => restore(stem),
    })
}

/// Numbers without the commas between thousands.
fn numeral(word: &str) -> Option<String> {
    let mut groups = word.split(',');
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_first =
        groups.next().is_some_and(|group| (1..4).contains(&group.len()) && is_digits(group));
    let is_thousands = |group: &str| {
        let (whole, fraction) = group.split_once('.').unwrap_or((group, ""));
        whole.len() == 3 && is_digits(whole) && is_digits(fraction)
    };
    (is_first && word.contains(',') && groups.all(is_thousands)).then(|| word.replace(',', ""))
}
