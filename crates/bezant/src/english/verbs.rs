//! Bases of verb forms.

use crate::english::spelling::{doubles, ends_silently, is_vowel, restore, without_prefixes};
use crate::english::tables::{LISTS, VERBS, Verbs};
use crate::english::tags::VerbForm;

/// The verbs that only tradition can tell: *be, have, do*, and what is written with an apostrophe.
pub(super) fn clitic(word: &str, form: VerbForm) -> Option<&'static str> {
    Some(match word {
        "am" | "are" | "is" | "was" | "were" | "been" | "being" | "'m" | "'re" | "m" | "re"
        | "r" | "ai" => "be",
        "'s" | "s" => "be",
        "has" | "had" | "having" | "'ve" | "ve" => "have",
        "'d" | "d" if form != VerbForm::Base => "have",
        "does" | "did" | "done" | "doing" | "du" => "do",
        "gon" => "go",
        "wan" => "want",
        "got" if form == VerbForm::Base => "get",
        _ => return None,
    })
}

/// The base of a form, if it is not the form itself.
pub(super) fn base(word: &str, form: VerbForm) -> Option<String> {
    if let Some((before, last)) = word.rsplit_once('-')
        && !last.is_empty()
    {
        return base(last, form).map(|base| format!("{before}-{base}"));
    }
    match form {
        VerbForm::Base => None,
        VerbForm::Past => {
            let verb = irregular(word, [Verbs::of_past, Verbs::of_participle]);
            verb.or_else(|| of_ed(word))
        }
        VerbForm::Participle => {
            let verb = irregular(word, [Verbs::of_participle, Verbs::of_past]);
            verb.or_else(|| of_ed(word))
        }
        VerbForm::Ing => of_ing(word),
        VerbForm::Third => of_s(word),
        VerbForm::Unknown => of_any(word),
    }
}

/// The verb of an irregular form; prefixes change nothing (*overtook*, *rewritten*).
fn irregular(word: &str, find: [fn(&Verbs, &str) -> Option<&'static str>; 2]) -> Option<String> {
    // *relied* is not *lied* again, nor is *unlit* from *unlight*.
    let is_chance =
        |prefix: &str, rest: &str| rest.ends_with("ied") || prefix.len() + rest.len() < 6;
    let find = |(prefix, rest): (&str, &str)| {
        if !prefix.is_empty() && is_chance(prefix, rest) {
            return None;
        }
        let base = find.iter().find_map(|find| find(&VERBS, rest))?;
        Some(prefix.to_string() + base)
    };
    without_prefixes(word).find_map(find)
}

fn of_ed(word: &str) -> Option<String> {
    if let Some(rest) = word.strip_suffix("'d").filter(|rest| !rest.is_empty()) {
        return Some(rest.to_string());
    }
    let stem = word.strip_suffix("ed").filter(|stem| has_vowel(stem))?;
    Some(match stem.as_bytes() {
        [.., b'e'] => word[..word.len() - 1].to_string(),
        [.., b'i'] => of_i(&stem[..stem.len() - 1]),
        _ => restore(stem),
    })
}

/// The verb whose forms end in `-ied` and `-ies`.
fn of_i(before: &str) -> String {
    let end = if LISTS.has_with("i", before, b'i') {
        "i"
    } else if before.len() == 1 || is_ie(before) {
        "ie"
    } else {
        "y"
    };
    before.to_string() + end
}

/// Whether a verb ends in `-ie`, given what stands before it.
fn is_ie(before: &str) -> bool {
    LISTS.has("lie", &format!("{before}ie"))
}

fn of_ing(word: &str) -> Option<String> {
    let word = word.strip_suffix('\'').unwrap_or(word);
    let stem = word.strip_suffix("ing").or_else(|| word.strip_suffix("in"));
    let stem = stem.filter(|stem| has_vowel(stem))?;
    // *ridding* is from *rid*, but *overriding* is not from *overrid*.
    let known = |base: &str, doubled: bool| {
        let is_known = |rest: &str| VERBS.parts(rest).is_some() && doubles(rest) == doubled;
        without_prefixes(base).any(|(_, rest)| is_known(rest))
    };
    let short = &stem[..stem.len() - stem.chars().next_back().map_or(0, char::len_utf8)];
    Some(match stem.strip_suffix('y') {
        Some(before) if is_ie(before) => before.to_string() + "ie",
        // Irregular verbs are the most frequent: *singing* is from *sing*, *putting* from *put*.
        _ if known(stem, false) => stem.to_string(),
        _ if stem.ends_with("tt") && known(short, true) => short.to_string(),
        _ => restore(stem),
    })
}

fn of_s(word: &str) -> Option<String> {
    if LISTS.has("plain", word) {
        return None;
    }
    let stem = word.strip_suffix("'s").or_else(|| word.strip_suffix('s'));
    let stem = stem.filter(|stem| !stem.is_empty())?;
    if let Some(before) = stem.strip_suffix("ie") {
        return Some(of_i(before));
    }
    let Some(short) = stem.strip_suffix('e') else {
        return Some(stem.to_string());
    };
    Some(match short.as_bytes() {
        _ if ends_silently(short) => stem.to_string(),
        [.., b's', b's'] | [.., b'z', b'z'] => restore(short),
        [.., b'c' | b's', b'h'] | [.., b'x' | b'o'] | [.., b't', b'z'] => short.to_string(),
        [.., b's'] if LISTS.has("plain", short) || LISTS.has("one", short) => short.to_string(),
        _ => stem.to_string(),
    })
}

/// The base of a form that may be any. What can be a base is one, unless an irregular verb has
/// that form.
fn of_any(word: &str) -> Option<String> {
    let is_base = ["verb", "plain"].iter().any(|list| LISTS.has(list, word))
        || word.ends_with("ss")
        || VERBS.parts(word).is_some();
    if let Some(base) = irregular(word, [Verbs::of_past, Verbs::of_participle]) {
        return Some(base);
    }
    if is_base {
        return None;
    }
    if word.ends_with("ing") {
        of_ing(word)
    } else if word.ends_with("ed") {
        of_ed(word)
    } else {
        of_s(word)
    }
}

fn has_vowel(stem: &str) -> bool {
    stem.bytes().any(|byte| is_vowel(byte) || byte == b'y' || !byte.is_ascii())
}
