//! Singulars of plurals.

use crate::english::tables::{LISTS, PLURALS};

/// The singular of a plural, if it is not the plural itself.
pub(super) fn singular(word: &str) -> Option<String> {
    if let Some(noun) = PLURALS.singular(word) {
        return Some(noun.to_string());
    }
    if let Some(number) = word.strip_suffix("'s").filter(|number| !number.is_empty()) {
        return Some(if is_decade(number) { format!("{number}s") } else { number.to_string() });
    }
    if let Some(short) = word.strip_suffix("s.").filter(|short| short.len() > 1) {
        return Some(format!("{short}."));
    }
    if let Some((before, last)) = word.rsplit_once('-')
        && !last.is_empty()
    {
        return singular(last).map(|singular| format!("{before}-{singular}"));
    }
    if LISTS.has("same", word) {
        return None;
    }
    of_compound(word).or_else(|| of_latin(word)).or_else(|| of_s(word))
}

/// The singular of a noun that may be a plural.
pub(super) fn singular_if_plural(word: &str) -> Option<String> {
    if let Some(noun) = PLURALS.singular(word) {
        return Some(noun.to_string());
    }
    if !word.ends_with('s') {
        let is_plural = ["women", "children", "people"].iter().any(|end| word.ends_with(end))
            || (word.ends_with("men") && !LISTS.has("men", word));
        return if is_plural { singular(word) } else { None };
    }
    let is_singular = ["ss", "is", "ics", "'s"].iter().any(|end| word.ends_with(end))
        || word.len() < 3
        || LISTS.has("singular", word);
    if is_singular { None } else { singular(word) }
}

/// Whether a name is always plural, as *Netherlands*.
pub(super) fn is_plural_name(word: &str) -> bool {
    LISTS.has("names", word)
}

/// Whether digits name a decade, as in *the 1990s*.
fn is_decade(number: &str) -> bool {
    number.ends_with('0')
        && matches!(number.len(), 2 | 4)
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// The singular of a word whose last part has an irregular plural (*policemen, housewives*).
fn of_compound(word: &str) -> Option<String> {
    const ENDS: [(&str, &str); 8] = [
        ("women", "woman"),
        ("men", "man"),
        ("children", "child"),
        ("feet", "foot"),
        ("teeth", "tooth"),
        ("geese", "goose"),
        ("people", "people"),
        ("craft", "craft"),
    ];
    for (plural, singular) in ENDS {
        if let Some(before) = word.strip_suffix(plural) {
            return Some(before.to_string() + singular);
        }
    }
    let stem = word.strip_suffix("ves")?;
    if LISTS.has("ve", &format!("{stem}ve")) {
        return None;
    }
    // The listed nouns are short.
    let tails = stem.char_indices().rev().take(12).map(|(at, _)| &stem[at..]);
    let mut ends = tails.flat_map(|tail| [(tail, "f"), (tail, "fe")]);
    let (_, end) = ends.find(|(tail, end)| LISTS.has("f", &format!("{tail}{end}")))?;
    Some(format!("{stem}{end}"))
}

/// The singular of what is still declined as in the language it came from.
fn of_latin(word: &str) -> Option<String> {
    const ENDS: [(&str, &str); 14] = [
        ("mata", "ma"),
        ("cocci", "coccus"),
        ("itides", "itis"),
        ("itises", "itis"),
        ("polises", "polis"),
        ("scleroses", "sclerosis"),
        ("diagnoses", "diagnosis"),
        ("ae", "a"),
        ("eaux", "eau"),
        ("ieux", "ieu"),
        ("lyses", "lysis"),
        ("theses", "thesis"),
        ("geneses", "genesis"),
        ("centeses", "centesis"),
    ];
    let (before, end) =
        ENDS.iter().find_map(|(many, one)| Some((word.strip_suffix(many)?, one)))?;
    (before.len() > 1).then(|| format!("{before}{end}"))
}

/// The singular of a regular plural.
fn of_s(word: &str) -> Option<String> {
    let stem = word.strip_suffix('s').filter(|stem| stem.len() > 1 && !stem.ends_with('s'))?;
    let is_singular = word.ends_with("sis")
        || word.ends_with("itis")
        || (stem.ends_with('u')
            && !stem.ends_with("ou")
            && !stem.ends_with("eau")
            && !LISTS.has("u", stem));
    if is_decade(stem) || is_singular {
        return None;
    }
    let Some(short) = stem.strip_suffix('e') else {
        return Some(stem.to_string());
    };
    if let Some(before) = short.strip_suffix('i') {
        let is_ie = before.len() < 2 || LISTS.has("ie", stem);
        return Some(if is_ie { stem.to_string() } else { format!("{before}y") });
    }
    let loses_e = match short.as_bytes() {
        [.., b's', b's'] if LISTS.has("one", &short[..short.len() - 1]) => {
            return Some(short[..short.len() - 1].to_string());
        }
        [.., b's', b's'] | [.., b'x'] | [.., b'z' | b't', b'z'] | [.., b'c' | b's', b'h'] => {
            !LISTS.has("che", stem)
        }
        [.., b'o'] => !LISTS.has("oe", stem),
        // *viruses*, but *houses*.
        [.., before, b'u', b's'] if !matches!(before, b'a' | b'o') => !LISTS.has("se", stem),
        [.., b's'] => LISTS.has("s", short),
        _ => false,
    };
    Some(if loses_e { short } else { stem }.to_string())
}
