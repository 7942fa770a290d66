//! From a dictionary word to its forms: verbs, plurals, and *a* or *an*.
//!
//! Spelling is American. A verb with two forms gets the more usual one (*learned*, *proven*).

use crate::english::spelling::{doubles, is_vowel, without_prefixes};
use crate::english::tables::{LISTS, PLURALS, Parts, VERBS};

/// Who a verb agrees with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// *I*
    Speaker,
    /// *he*, *she*, *it*, a noun in the singular.
    Singular,
    /// *you*, *we*, *they*, a noun in the plural.
    Other,
}

/// The form of a word that a Penn tag asks for; other tags leave it as it is.
pub(crate) fn inflect(lemma: &str, tag: &str) -> String {
    match tag {
        "VBD" => past(lemma),
        "VBN" => participle(lemma),
        "VBG" => ing(lemma),
        "VBZ" => third_person(lemma),
        "VBP" => present(lemma, Subject::Other),
        "NNS" | "NNPS" => plural(lemma),
        _ => lemma.to_string(),
    }
}

/// How a verb is joined to the word beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contraction {
    /// It stands alone.
    None,
    /// To the subject before it: she *'s*, they *'ll*.
    Subject,
    /// To *n't* behind it: *wo* n't, *ca* n't.
    Not,
}

/// What a form says of a verb that neither lemma nor Penn tag does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VerbFeatures {
    /// Whom it agrees with.
    pub(crate) subject: Subject,
    /// How it is contracted.
    pub(crate) contraction: Contraction,
}

/// Contracted verbs: form, lemma, tags, subject (*be* alone has more than one) and to what.
const CONTRACTED: [(&str, &str, &[&str], Subject, Contraction); 11] = [
    ("'s", "be", &["VBZ"], Subject::Singular, Contraction::Subject),
    ("'m", "be", &["VBP"], Subject::Speaker, Contraction::Subject),
    ("'re", "be", &["VBP"], Subject::Other, Contraction::Subject),
    ("ai", "be", &["VBP", "VBZ"], Subject::Other, Contraction::Not),
    ("'ve", "have", &["VB", "VBP"], Subject::Other, Contraction::Subject),
    ("'d", "have", &["VBD", "VBN"], Subject::Other, Contraction::Subject),
    ("'ll", "will", &["MD"], Subject::Other, Contraction::Subject),
    ("'d", "would", &["MD"], Subject::Other, Contraction::Subject),
    ("wo", "will", &["MD"], Subject::Other, Contraction::Not),
    ("ca", "can", &["MD"], Subject::Other, Contraction::Not),
    ("sha", "shall", &["MD"], Subject::Other, Contraction::Not),
];

/// The features of a form that has this Penn tag.
pub(crate) fn features(form: &str, tag: &str) -> VerbFeatures {
    let form = form.to_lowercase().replace('’', "'");
    let contracted =
        CONTRACTED.iter().find(|(short, _, tags, ..)| *short == form && tags.contains(&tag));
    if let Some(&(_, _, _, subject, contraction)) = contracted {
        return VerbFeatures { subject, contraction };
    }
    let subject = match form.as_str() {
        "am" => Subject::Speaker,
        "is" | "was" => Subject::Singular,
        _ if tag == "VBZ" => Subject::Singular,
        _ => Subject::Other,
    };
    VerbFeatures { subject, contraction: Contraction::None }
}

/// The form of a word that a Penn tag and features ask for.
pub(crate) fn inflect_as(lemma: &str, tag: &str, features: VerbFeatures) -> String {
    let VerbFeatures { subject, contraction } = features;
    let contracted = CONTRACTED.iter().find(|(_, long, tags, who, how)| {
        *long == lemma
            && tags.contains(&tag)
            && *how == contraction
            && (lemma != "be" || *who == subject)
    });
    match (contracted, tag) {
        (Some((short, ..)), _) => short.to_string(),
        (None, "VBP") => present(lemma, subject),
        (None, "VBD") => past_for(lemma, subject),
        _ => inflect(lemma, tag),
    }
}

/// The present form for a subject.
pub(crate) fn present(lemma: &str, subject: Subject) -> String {
    match (lemma, subject) {
        ("be", Subject::Speaker) => "am".to_string(),
        ("be", Subject::Other) => "are".to_string(),
        (_, Subject::Singular) => third_person(lemma),
        _ => lemma.to_string(),
    }
}

/// The past form for a subject, which matters to *be* alone.
pub(crate) fn past_for(lemma: &str, subject: Subject) -> String {
    if lemma == "be" && subject == Subject::Other { "were".to_string() } else { past(lemma) }
}

/// The past form; *was* for *be*.
pub(crate) fn past(lemma: &str) -> String {
    irregular(lemma, |parts| parts.past).unwrap_or_else(|| with_ed(lemma))
}

/// The past participle.
pub(crate) fn participle(lemma: &str) -> String {
    irregular(lemma, |parts| parts.participle).unwrap_or_else(|| with_ed(lemma))
}

/// The `-ing` form.
pub(crate) fn ing(lemma: &str) -> String {
    if let Some(before) = lemma.strip_suffix("ie") {
        return format!("{before}ying");
    }
    match lemma.strip_suffix('e') {
        Some("b") => "being".to_string(),
        Some(before) if !before.ends_with(['e', 'o', 'y']) && !LISTS.has("singeing", lemma) => {
            format!("{before}ing")
        }
        _ => format!("{}ing", before_vowel(lemma)),
    }
}

/// The present form for *he*, *she* and *it*.
pub(crate) fn third_person(lemma: &str) -> String {
    match lemma {
        "be" => "is".to_string(),
        "have" => "has".to_string(),
        "can" | "may" | "must" | "shall" | "will" => lemma.to_string(),
        _ if ends_in_consonant_and(lemma, 'o') => format!("{lemma}es"),
        _ => with_s(lemma),
    }
}

/// The plural.
pub(crate) fn plural(lemma: &str) -> String {
    let word = lemma.to_lowercase();
    if let Some(plural) = PLURALS.plural(&word) {
        return in_case_of(lemma, &word, plural);
    }
    if LISTS.has("same", &word) || word.ends_with("craft") || word.ends_with("ese") {
        return lemma.to_string();
    }
    if let Some(short) = lemma.strip_suffix('.').filter(|short| short.len() > 1) {
        return format!("{short}s.");
    }
    if word.ends_with("0s") {
        return lemma.to_string();
    }
    if let Some((before, last)) = lemma.rsplit_once('-')
        && !last.is_empty()
    {
        return format!("{before}-{}", plural(last));
    }
    const ENDS: [(&str, &str); 5] = [
        ("man", "men"),
        ("child", "children"),
        ("foot", "feet"),
        ("tooth", "teeth"),
        ("mouse", "mice"),
    ];
    for (singular, plural) in ENDS {
        if let Some(n) = word.strip_suffix(singular).map(str::len)
            && !LISTS.has("man", &word)
            && lemma.is_char_boundary(n)
        {
            return format!("{}{plural}", &lemma[..n]);
        }
    }
    let n_f = if word.ends_with("fe") { 2 } else { 1 };
    let mut tails = word.char_indices().rev().take(8).map(|(at, _)| &word[at..]);
    if word.ends_with(['f', 'e']) && tails.any(|tail| LISTS.has("f", tail)) {
        return format!("{}ves", &lemma[..lemma.len() - n_f]);
    }
    if LISTS.has("oes", &word) { format!("{lemma}es") } else { with_s(lemma) }
}

/// *a* or *an*, by the sound of the first word.
///
/// ```
/// use bezant::english::article;
///
/// assert_eq!(["hour", "university", "FBI agent", "8"].map(article), ["an", "a", "an", "an"]);
/// ```
pub fn article(phrase: &str) -> &'static str {
    let word = phrase.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = word.find(char::is_whitespace).unwrap_or(word.len());
    if starts_with_vowel_sound(&word[..end]) { "an" } else { "a" }
}

/// A part of an irregular verb; prefixes change nothing.
fn irregular(lemma: &str, part: impl Fn(Parts) -> &'static str) -> Option<String> {
    let find = |(prefix, rest): (&str, &str)| {
        let parts = VERBS.parts(rest)?;
        (prefix.is_empty() || !LISTS.has("regular", lemma))
            .then(|| prefix.to_string() + part(parts))
    };
    without_prefixes(lemma).find_map(find)
}

fn with_ed(lemma: &str) -> String {
    match lemma.strip_suffix('y') {
        Some(before) if ends_in_consonant_and(lemma, 'y') => format!("{before}ied"),
        _ if lemma.ends_with('e') => format!("{lemma}d"),
        _ => format!("{}ed", before_vowel(lemma)),
    }
}

/// A verb as it is spelled before a vowel.
fn before_vowel(lemma: &str) -> String {
    match lemma.chars().next_back() {
        Some('c') if LISTS.has("ck", lemma) => format!("{lemma}k"),
        Some(last) if doubles(lemma) => format!("{lemma}{last}"),
        _ => lemma.to_string(),
    }
}

fn with_s(lemma: &str) -> String {
    let word = lemma.to_lowercase();
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| word.ends_with(end));
    match word.strip_suffix('y') {
        Some(before) if ends_in_consonant_and(&word, 'y') => {
            in_case_of(lemma, &word, &format!("{before}ies"))
        }
        _ if hisses && !LISTS.has("monarch", &word) => {
            let is_doubled = LISTS.has("double", &word) && word.ends_with('z');
            format!("{lemma}{}es", if is_doubled { "z" } else { "" })
        }
        _ => format!("{lemma}s"),
    }
}

/// Whether a word ends in a consonant and this letter.
fn ends_in_consonant_and(word: &str, letter: char) -> bool {
    let before = word.strip_suffix(letter).and_then(|before| before.bytes().next_back());
    before.is_some_and(|before| {
        before.is_ascii_alphabetic() && !is_vowel(before.to_ascii_lowercase())
    })
}

/// A form of a word in small letters, with the capitals of the word itself.
fn in_case_of(lemma: &str, word: &str, form: &str) -> String {
    if lemma == word {
        return form.to_string();
    }
    if lemma.chars().all(|c| !c.is_lowercase()) && lemma.chars().count() > 1 {
        return form.to_uppercase();
    }
    let mut letters = form.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn starts_with_vowel_sound(word: &str) -> bool {
    let first = word.chars().next().unwrap_or(' ');
    if first.is_ascii_digit() {
        return number_starts_with_vowel(word);
    }
    let head = word.split(['-', '.', '\'', '’', '/', '&']).next().unwrap_or(word);
    if is_spelled(head) && !LISTS.has("abbreviation", &head.to_lowercase()) {
        return "aefhilmnorsx".contains(first.to_ascii_lowercase());
    }
    let lower = word.to_lowercase();
    let head = head.to_lowercase();
    let starts = |starts: &[&str]| starts.iter().any(|start| lower.starts_with(start));
    match first.to_ascii_lowercase() {
        'h' => {
            matches!(head.as_str(), "herb" | "herbs" | "herbal")
                || starts(&["hour", "honest", "honor", "honour", "heir"])
        }
        'y' => starts(&["ytt"]),
        'o' => !matches!(head.as_str(), "one" | "ones" | "once" | "oneself" | "oneness" | "ouija"),
        'e' => !starts(&["eu", "ewe"]),
        'u' => !starts(YOU),
        'a' | 'i' => true,
        other => "àáâãäåæèéêëìíîïòóôõöøœ".contains(other),
    }
}

/// Beginnings in `u` that sound like *you*.
const YOU: &[&str] = &[
    "ubiq", "ufo", "ugand", "uk", "unanim", "unic", "unidi", "unif", "unil", "unio", "unip",
    "uniq", "unise", "uniso", "unit", "univ", "unix", "upsilon", "ura", "ure", "uri", "usa", "use",
    "usi", "usu", "ute", "uti", "uto", "uv", "uzb",
];

/// Whether a word is said letter by letter: initials, and capitals that make no syllable.
fn is_spelled(head: &str) -> bool {
    let letters = head.trim_end_matches('s');
    let n = head.chars().count();
    if n == 1 {
        // *a* itself is a word, but sounds like its name.
        return true;
    }
    let mut bytes = letters.bytes();
    let is_capital = letters.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let makes_syllable = [bytes.next(), bytes.next()]
        .into_iter()
        .flatten()
        .any(|b| is_vowel(b.to_ascii_lowercase()));
    let has_no_vowel = || {
        !head.bytes().any(|byte| !byte.is_ascii() || b"aeiouy".contains(&byte.to_ascii_lowercase()))
    };
    (is_capital && letters.len() > 1 && (letters.len() < 4 || !makes_syllable)) || has_no_vowel()
}

/// *eight*, *eleven* and *eighteen* start with a vowel, whatever zeros follow.
fn number_starts_with_vowel(word: &str) -> bool {
    let whole: String = word
        .chars()
        .take_while(|c| c.is_ascii_digit() || *c == ',')
        .filter(|c| *c != ',')
        .collect();
    whole.starts_with('8')
        || (whole.len() % 3 == 2 && (whole.starts_with("11") || whole.starts_with("18")))
}
