//! Whose names relations have: those of Universal Dependencies, Stanford's, or those of the shared task of
//! 2008.
//!
//! Parsers mix both, so that two questions are asked. A sentence is refused only where a relation
//! proves that it is of the other kind; a file must be read as one or the other, and the majority
//! of its relations says as which.

use crate::formats::Reader;

/// Whose names relations have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameScheme {
    Universal,
    Stanford,
    /// Those that LTH's converter gives (Johansson and Nugues 2007): `SBJ`, `OBJ`, `VC`, `LGS`, `NMOD`.
    Lth,
}

/// Relations that prove it. Parsers of Stanford's that mix both have others, such as `compound`, and
/// `case` for possessives.
const SURELY_UNIVERSAL: [&[u8]; 4] = [b"fixed", b"flat", b"obj", b"obl"];

/// Relations that speak for Universal Dependencies, and for Stanford's.
const UNIVERSAL: [&str; 12] = [
    "obj",
    "obl",
    "nmod",
    "case",
    "acl",
    "acl:relcl",
    "nsubj:pass",
    "aux:pass",
    "flat",
    "compound",
    "nummod",
    "fixed",
];
const STANFORD: [&str; 8] = ["dobj", "pobj", "prep", "nn", "nsubjpass", "auxpass", "rcmod", "num"];

/// Relations of the shared task of 2008. Other converters have some of them, and no `SBJ`.
const LTH: [&str; 7] = ["SBJ", "OBJ", "VC", "LGS", "NMOD", "PMOD", "SUB"];

/// Whether a relation to a word is one that only Universal Dependencies have.
pub(crate) fn is_surely_universal(relation: &[u8], form: &[u8]) -> bool {
    let base = &relation[..memchr::memchr(b':', relation).unwrap_or(relation.len())];
    let is_possessive = form.starts_with(b"'") || form.starts_with("’".as_bytes());
    SURELY_UNIVERSAL.contains(&base)
        || relation.starts_with(b"nmod:")
        || (relation == b"case" && !is_possessive)
}

/// Whether a relation is one that only the shared task of 2008 has, and what came before it.
pub(crate) fn is_surely_lth(relation: &[u8]) -> bool {
    is_one(relation, &LTH)
}

impl Reader {
    /// Whether relations have the names of Universal Dependencies (true) or Stanford's (false), by the
    /// beginning of the file; nothing where it does not say. To be asked before anything is read.
    #[doc(hidden)]
    pub fn has_universal_names(&self) -> Option<bool> {
        match balance(self.source.start()) {
            0 => None,
            more => Some(more > 0),
        }
    }
}

/// The relations of a text, in columns or one a line.
fn relations(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').map(|line| {
        let column = line.split(|&byte| byte == b'\t').nth(7);
        column.or_else(|| line.split(|&byte| byte == b'(').next()).unwrap_or_default()
    })
}

fn is_one(relation: &[u8], names: &[&str]) -> bool {
    names.iter().any(|name| name.as_bytes() == relation)
}

/// How many more relations have the names of Universal Dependencies than Stanford's.
fn balance(text: &[u8]) -> i64 {
    let voice = |relation: &[u8]| {
        let subtyped = [&b"nmod:"[..], b"obl:", b"acl:", b"conj:"];
        let universal = is_one(relation, &UNIVERSAL)
            || subtyped.iter().any(|start| relation.starts_with(start));
        i64::from(universal) - i64::from(is_one(relation, &STANFORD))
    };
    relations(text).map(voice).sum()
}

impl NameScheme {
    /// The names that most relations of a file have, in columns or as text.
    pub(crate) fn of_file(text: &[u8]) -> NameScheme {
        let balance = balance(text);
        let lth = relations(text).filter(|relation| is_one(relation, &LTH)).count() as i64;
        let has_subjects = || relations(text).any(|relation| relation == b"SBJ");
        match balance {
            _ if lth > balance.abs() && has_subjects() => NameScheme::Lth,
            1.. => NameScheme::Universal,
            _ => NameScheme::Stanford,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proof_of_one_sentence_is_one_voice_in_a_file() {
        assert!(is_surely_universal(b"obl:in", b"house"));
        assert!(is_surely_universal(b"case", b"in"));
        assert!(!is_surely_universal(b"case", b"'s"));
        assert!(!is_surely_universal(b"compound", b"house"));
        let lines = |relations: &[&str]| -> Vec<u8> {
            let line = |name: &&str| format!("{name}(a-1, b-2)\n");
            relations.iter().map(line).collect::<String>().into_bytes()
        };
        assert_eq!(
            NameScheme::of_file(&lines(&["obj", "dobj", "compound"])),
            NameScheme::Universal
        );
        assert_eq!(NameScheme::of_file(&lines(&["obj", "dobj", "nn"])), NameScheme::Stanford);
        assert_eq!(NameScheme::of_file(&lines(&["nsubj", "det"])), NameScheme::Stanford);
        assert_eq!(NameScheme::of_file(&lines(&["SBJ", "NMOD", "nn"])), NameScheme::Lth);
        // Another converter calls subjects so.
        assert_eq!(NameScheme::of_file(&lines(&["SUB", "NMOD", "VC"])), NameScheme::Stanford);
    }
}
