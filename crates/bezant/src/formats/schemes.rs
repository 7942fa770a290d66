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

/// A relation up to its first colon.
#[inline]
pub(crate) fn without_subtype(relation: &[u8]) -> &[u8] {
    match relation.iter().position(|byte| *byte == b':') {
        Some(colon) => &relation[..colon],
        None => relation,
    }
}

/// Whether a relation to a word is one that only Universal Dependencies have.
pub(crate) fn is_surely_universal(relation: &[u8], form: &[u8]) -> bool {
    let is_possessive = form.starts_with(b"'") || form.starts_with("’".as_bytes());
    SURELY_UNIVERSAL.contains(&without_subtype(relation))
        || relation.starts_with(b"nmod:")
        || (relation == b"case" && !is_possessive)
}

/// Whether a relation is one that only the shared task of 2008 has, and what came before it. Other
/// converters have some of them, and no `SBJ`.
pub(crate) fn is_surely_lth(relation: &[u8]) -> bool {
    matches!(relation, b"SBJ" | b"OBJ" | b"VC" | b"LGS" | b"NMOD" | b"PMOD" | b"SUB")
}

impl Reader {
    /// Whether relations have the names of Universal Dependencies (true) or Stanford's (false), by the
    /// beginning of the file; nothing where it does not say. To be asked before anything is read.
    #[doc(hidden)]
    pub fn has_universal_names(&self) -> Option<bool> {
        let start = self.source.start();
        match Voices::of(&start[..start.len().min(BEGINNING)]).balance {
            0 => None,
            more => Some(more > 0),
        }
    }
}

/// So many bytes of a file say whose names its relations have.
const BEGINNING: usize = 1 << 16;

/// What the relations of a text speak for, one voice each.
#[derive(Default)]
struct Voices {
    /// How many more have the names of Universal Dependencies than Stanford's.
    balance: i64,
    lth: i64,
    has_lth_subjects: bool,
}

impl Voices {
    /// Of relations in columns, or one a line.
    fn of(text: &[u8]) -> Voices {
        let mut voices = Voices::default();
        let mut start = 0;
        let ends = memchr::memchr_iter(b'\n', text).chain([text.len()]);
        for end in ends {
            voices.hear(relation(&text[start..end]));
            start = end + 1;
        }
        voices
    }

    fn hear(&mut self, relation: &[u8]) {
        match relation {
            b"obj" | b"obl" | b"nmod" | b"case" | b"acl" | b"nsubj:pass" | b"aux:pass"
            | b"flat" | b"compound" | b"nummod" | b"fixed" => self.balance += 1,
            b"dobj" | b"pobj" | b"prep" | b"nn" | b"nsubjpass" | b"auxpass" | b"rcmod" | b"num" => {
                self.balance -= 1;
            }
            _ if is_surely_lth(relation) => {
                self.lth += 1;
                self.has_lth_subjects |= relation == b"SBJ";
            }
            _ => {
                let subtyped = [&b"nmod:"[..], b"obl:", b"acl:", b"conj:"];
                let is_universal = subtyped.iter().any(|start| relation.starts_with(start));
                self.balance += i64::from(is_universal);
            }
        }
    }
}

/// The relation in a line: the eighth column, or what stands before a bracket.
fn relation(line: &[u8]) -> &[u8] {
    // Columns behind it are mostly empty, so that it is soon found from the end.
    let tabs = memchr::memchr_iter(b'\t', line).count();
    match tabs.checked_sub(7) {
        Some(behind) => line.rsplit(|byte| *byte == b'\t').nth(behind).unwrap_or_default(),
        None => &line[..memchr::memchr(b'(', line).unwrap_or(line.len())],
    }
}

impl NameScheme {
    /// The names that most relations of a file have, in columns or as text.
    pub(crate) fn of_file(text: &[u8]) -> NameScheme {
        let Voices { balance, lth, has_lth_subjects } = Voices::of(text);
        match balance {
            _ if lth > balance.abs() && has_lth_subjects => NameScheme::Lth,
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
