//! Labels and tags as sets of bits, so that a rule's test is one instruction or two.
//!
//! Every label that some rule names has a bit of its own, and so has every *class* of labels that
//! the rules speak of, such as "starts with VB". A label is the set of its own bit and its classes;
//! `NP | WHNP` is a set of two labels; a label is in a set if the two have a bit in common.

use std::collections::HashMap;
use std::ops::{BitOr, BitOrAssign};

use foldhash::fast::RandomState;

use crate::stanford::rules;

/// A set of labels and classes of labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Set([u64; 3]);

impl Set {
    /// Nothing is in it.
    pub(super) const NONE: Set = Set([0; 3]);

    const fn bit(n: usize) -> Set {
        let mut bits = [0; 3];
        bits[n / 64] = 1 << (n % 64);
        Set(bits)
    }

    /// What is in one of several sets; `|` for constants.
    pub(super) const fn any(sets: &[Set]) -> Set {
        let mut bits = [0; 3];
        let mut n = 0;
        while n < sets.len() {
            bits[0] |= sets[n].0[0];
            bits[1] |= sets[n].0[1];
            bits[2] |= sets[n].0[2];
            n += 1;
        }
        Set(bits)
    }

    /// Whether they have anything in common.
    #[inline(always)]
    pub(super) const fn meets(self, other: Set) -> bool {
        (self.0[0] & other.0[0]) | (self.0[1] & other.0[1]) | (self.0[2] & other.0[2]) != 0
    }
}

impl BitOr for Set {
    type Output = Set;

    #[inline(always)]
    fn bitor(self, other: Set) -> Set {
        let (one, two) = (self.0, other.0);
        Set([one[0] | two[0], one[1] | two[1], one[2] | two[2]])
    }
}

impl BitOrAssign for Set {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Set) {
        *self = *self | other;
    }
}

/// A label as the rules see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Label {
    /// Its bit and its classes.
    pub(super) set: Set,
    /// Two labels are the same if their numbers are.
    pub(super) id: u32,
    /// A bit for each rule that looks at phrases with this label.
    pub(super) sites: u64,
}

/// Numbers the bits: those of labels, then those of classes.
macro_rules! bits {
    ($($name:ident $text:literal,)* ; $($class:ident $test:expr,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Bit { $($name,)* $($class,)* }

        $(pub(super) const $name: Set = Set::bit(Bit::$name as usize);)*
        $(pub(super) const $class: Set = Set::bit(Bit::$class as usize);)*

        /// The labels that rules name, with their text.
        const NAMED: &[(Set, &str)] = &[$(($name, $text),)*];

        /// Classes, with what makes a label one of theirs.
        const CLASSES: &[(Set, fn(&str) -> bool)] = &[$(($class, $test),)*];
    };
}

/// Whether a label starts with one of several texts.
fn starts(label: &str, with: &[&str]) -> bool {
    with.iter().any(|start| label.starts_with(start))
}

/// What a determiner or `no` may stand before.
fn is_determined(label: &str) -> bool {
    starts(label, &["NM", "NN", "NX", "NP", "CD", "JJ", "FW", "ADJP", "QP", "RB", "PRN"])
        || (label.starts_with("PRP") && !label.starts_with("PRP$"))
}

bits! {
    // Tags.
    CC "CC", CD "CD", DT "DT", EX "EX", FW "FW", IN "IN", JJ "JJ", JJR "JJR", JJS "JJS",
    LS "LS", MD "MD", NN "NN", NNS "NNS", NNP "NNP", NNPS "NNPS", PDT "PDT", POS "POS",
    PRP "PRP", PRPS "PRP$", RB "RB", RBR "RBR", RBS "RBS", RP "RP", SYM "SYM", TO "TO",
    UH "UH", VB "VB", VBD "VBD", VBG "VBG", VBN "VBN", VBP "VBP", VBZ "VBZ", WDT "WDT",
    WP "WP", WPS "WP$", WRB "WRB", DOLLAR "$", HASH "#", OPENING "``", CLOSING "''",
    LRB "-LRB-", RRB "-RRB-", COMMA ",", PERIOD ".", COLON ":", STAR "*", HYPH "HYPH",
    AFX "AFX", NFP "NFP", GW "GW", AUX "AUX", AUXG "AUXG", NCD "NCD",
    // Phrases.
    NP "NP", NP_TMP "NP-TMP", NP_ADV "NP-ADV", NX "NX", NML "NML", NAC "NAC", WHNP "WHNP",
    WHNML "WHNML", WHADJP "WHADJP", WHADVP "WHADVP", WHPP "WHPP", QP "QP", S "S", SBAR "SBAR",
    SBARQ "SBARQ", SINV "SINV", SQ "SQ", VP "VP", ADJP "ADJP", ADJP_TMP "ADJP-TMP",
    ADJP_ADV "ADJP-ADV", JJP "JJP", ADVP "ADVP", ADV "ADV", PP "PP", CONJP "CONJP", UCP "UCP",
    UCP_TMP "UCP-TMP", UCP_ADV "UCP-ADV", FRAG "FRAG", PRN "PRN", EDITED "EDITED", RRC "RRC",
    X "X", PRT "PRT", INTJ "INTJ", LST "LST", META "META", POSSP "POSSP", XS "XS", XSL "XSL",
    EMBED "EMBED", ROOT "ROOT", TYPO "TYPO", ;
    // Labels without their suffix.
    ANY_NP |label| matches!(label, "NP" | "NP-TMP" | "NP-ADV"),
    ANY_ADJP |label| matches!(label, "ADJP" | "ADJP-TMP" | "ADJP-ADV"),
    ANY_UCP |label| matches!(label, "UCP" | "UCP-TMP" | "UCP-ADV"),
    // How labels start.
    P_S |label| label.starts_with('S'),
    P_N |label| label.starts_with('N'), P_V |label| label.starts_with('V'),
    P_VB |label| label.starts_with("VB"), P_AUX |label| label.starts_with("AUX"),
    P_POS |label| label.starts_with("POS"), P_MD |label| label.starts_with("MD"),
    P_JJ |label| label.starts_with("JJ"), P_NN |label| label.starts_with("NN"),
    P_NP |label| label.starts_with("NP"), P_UCP |label| label.starts_with("UCP"),
    P_ADJP |label| label.starts_with("ADJP"), P_ADVP |label| label.starts_with("ADVP"),
    P_CC |label| label.starts_with("CC"), P_CD |label| label.starts_with("CD"),
    P_DT |label| label.starts_with("DT"), P_IN |label| label.starts_with("IN"),
    P_RB |label| label.starts_with("RB"), P_PP |label| label.starts_with("PP"),
    P_VP |label| label.starts_with("VP"), P_WH |label| label.starts_with("WH"),
    P_WHNP |label| label.starts_with("WHNP"), P_WHPP |label| label.starts_with("WHPP"),
    P_W |label| label.starts_with('W'),
    P_FRAG |label| label.starts_with("FRAG"), P_RBS |label| label.starts_with("RBS"),
    P_NP_ADV |label| label.starts_with("NP-ADV"),
    P_NOMINAL |label| starts(label, &["NN", "NX", "NML"]),
    P_DOLLAR |label| label.starts_with('$'),
    P_COLON |label| label.starts_with(':'),
    // What they start with or end in, as the rules that are loosely written take it.
    LISTED |label| starts(label, &["S", "A", "N", "V", "PP", "PRP", "J", "W", "R"]),
    CONTENT |label| starts(label, &["S", "A", "N", "V", "PP", "PRP", "J", "W", "R"])
        || label.ends_with("SINV"),
    CLAUSAL_LEFT |label| !starts(label, &["``", "-LRB-", "PRN", "PP", "ADVP", "RB"]),
    NOMINAL_LEFT |label| !matches!(label, "``" | "-LRB-" | "PRN"),
    NOT_BEFORE_CLAUSE |label| !starts(label, &["CC", "CONJP", "``", ",", "INTJ", "PP"]),
    NOT_SHORTLY_BEFORE_CLAUSE |label| {
        label != "PP" && !starts(label, &["CC", "CONJP", "``", ",", "INTJ"])
    },
    EVERY |_| true,
    DETERMINED is_determined,
    CC_OR_CONJP |label| label.starts_with("CC") || label.ends_with("CONJP"),
    COLON_OR_COMMA |label| label.starts_with(':') || label.ends_with(','),
    SEPARATES |label| label.starts_with(',') || label.contains("CC") || label.ends_with("CONJP"),
    DOLLAR_OR_CC |label| label.starts_with('$') || label.ends_with("CC"),
    HAS_DOLLAR |label| label.contains('$'),
    HAS_POS |label| label.starts_with("PRP$") || label.contains("POS"),
    HAS_CLOSING |label| label.contains("''"),
    SUFFIXED |label| label.contains("-TMP") || label.contains("-ADV"),
}

// Sets that many rules share.
pub(super) const NPX: Set = Set::any(&[NP, NP_TMP, NP_ADV]);
pub(super) const VBX: Set = Set::any(&[P_VB, P_AUX]);
/// Verbs where a form of *be* may be looked for.
pub(super) const VERB: Set = Set::any(&[P_VB, P_AUX, P_POS]);
pub(super) const PARTICIPLE: Set = Set::any(&[VBN, VBD]);
pub(super) const CONJUNCTION: Set = Set::any(&[CC, CONJP]);
pub(super) const NOUN: Set = Set::any(&[NN, NNS, NNP, NNPS]);
pub(super) const ADJECTIVE: Set = Set::any(&[JJ, JJR, JJS]);
/// Tags of punctuation, over which the search for a head steps.
pub(super) const PUNCTUATION: Set = Set::any(&[CLOSING, OPENING, LRB, RRB, PERIOD, COLON, COMMA]);
/// What may stand between conjuncts.
pub(super) const BETWEEN: Set = Set::any(&[PRN, OPENING, CLOSING, LRB, RRB, COMMA, COLON, PERIOD]);

/// A label as it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReadLabel {
    /// The label without functions.
    pub(super) label: Label,
    /// The label with its functions, but without indices.
    pub(super) full: Label,
    /// What is done with a node that has it.
    pub(super) fate: Fate,
}

/// What is done with a node, by its label alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It stays.
    Keep,
    /// It is left out with all that is below it.
    Drop,
    /// As a word it is left out, for it is a trace.
    Trace,
    /// A phrase is a `VP`.
    VerbPhrase,
    /// As the top of a tree it gets a `ROOT` above it.
    Sentence,
    /// As the top of a tree it is the `ROOT`.
    Top,
}

/// All labels met so far.
#[derive(Debug)]
pub(super) struct Labels {
    read: HashMap<Box<[u8]>, ReadLabel, RandomState>,
    known: HashMap<Box<[u8]>, Label, RandomState>,
    /// The texts of labels, by number.
    texts: Vec<Box<[u8]>>,
    /// The last labels, by a hash of their text.
    recent: Vec<Recent>,
}

#[derive(Clone, Debug)]
struct Recent {
    key: u64,
    len: usize,
    read: ReadLabel,
}

/// So many labels are remembered; a file with more has labels that are noise.
const MOST: usize = 1 << 16;

/// Characters that separate a category from its functions and indices.
const MARKS: &[u8] = b"-=|#^~_[";

impl Labels {
    /// Only those that rules name.
    pub(super) fn new() -> Labels {
        let mut labels = Labels {
            read: HashMap::default(),
            known: HashMap::default(),
            texts: Vec::new(),
            recent: Vec::new(),
        };
        labels.forget();
        labels
    }

    /// Back to the labels that rules name.
    fn forget(&mut self) {
        self.read.clear();
        self.known.clear();
        self.texts.clear();
        self.recent.clear();
        let nothing =
            ReadLabel { label: Label::default(), full: Label::default(), fate: Fate::Keep };
        self.recent.resize(1024, Recent { key: 0, len: usize::MAX, read: nothing });
        for (_, name) in NAMED {
            self.known(name.as_bytes());
        }
    }

    /// Makes room before a tree; numbers of labels that no rule names hold for one tree only.
    pub(super) fn start_tree(&mut self) {
        if self.read.len() > MOST {
            self.forget();
        }
    }

    /// A label that rules name.
    pub(super) fn named(&mut self, name: &'static str) -> Label {
        self.known(name.as_bytes())
    }

    /// The text of a label without functions.
    pub(super) fn text(&self, label: Label) -> &[u8] {
        &self.texts[label.id as usize]
    }

    /// What a label of the text says.
    #[inline]
    pub(super) fn read(&mut self, text: &[u8]) -> ReadLabel {
        let mut bytes = [0; 8];
        let Some(head) = bytes.get_mut(..text.len()) else { return self.read_long(text) };
        head.copy_from_slice(text);
        let key = u64::from_le_bytes(bytes);
        let slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as usize;
        let recent = &self.recent[slot];
        if recent.key == key && recent.len == text.len() {
            return recent.read;
        }
        let read = self.read_long(text);
        self.recent[slot] = Recent { key, len: text.len(), read };
        read
    }

    #[cold]
    fn read_long(&mut self, text: &[u8]) -> ReadLabel {
        if let Some(read) = self.read.get(text) {
            return *read;
        }
        let plain = without_indices(text);
        let full = self.known(plain);
        let label = self.known(&cleaned(plain));
        let fate = match plain {
            b"-NONE-" => Fate::Trace,
            b"RS" | b"RM" | b"IP" | b"CODE" => Fate::Drop,
            b"VB" => Fate::VerbPhrase,
            b"S" => Fate::Sentence,
            b"" | b"TOP" => Fate::Top,
            _ => Fate::Keep,
        };
        let read = ReadLabel { label, full, fate };
        self.read.insert(text.into(), read);
        read
    }

    /// The label of a text that is taken as it stands.
    fn known(&mut self, name: &[u8]) -> Label {
        if let Some(label) = self.known.get(name) {
            return *label;
        }
        let text = &*String::from_utf8_lossy(name);
        let named = NAMED.iter().find(|(_, name)| *name == text);
        let mut set = named.map_or(Set::NONE, |(set, _)| *set);
        for (class, test) in CLASSES {
            if test(text) {
                set |= *class;
            }
        }
        let label = Label { set, id: self.texts.len() as u32, sites: rules::sites(set) };
        self.known.insert(name.into(), label);
        self.texts.push(name.into());
        label
    }
}

/// A label without the indices at its end: `NP-SBJ-1` is `NP-SBJ`, and `NP=2` is `NP`.
pub(super) fn without_indices(mut label: &[u8]) -> &[u8] {
    loop {
        let digits = label.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let rest = &label[..label.len() - digits];
        match rest.split_last() {
            Some((mark, rest)) if digits > 0 && MARKS.contains(mark) => label = rest,
            _ => return label,
        }
    }
}

/// The category of a label, which goes up to the first mark; one at the very start, as in
/// `-LRB-`, counts only when it is met again.
pub(super) fn category(label: &[u8]) -> &[u8] {
    let mut opening = label.first().copied().filter(|byte| MARKS.contains(byte));
    let first = usize::from(opening.is_some());
    for (at, byte) in label.iter().enumerate().skip(first) {
        if opening == Some(*byte) {
            opening = None;
        } else if opening.is_none() && MARKS.contains(byte) {
            return &label[..at];
        }
    }
    label
}

/// The category, and the only functions that rules know: those of noun phrases of time and measure.
fn cleaned(label: &[u8]) -> Vec<u8> {
    let category = category(label);
    let keeps = category.starts_with(b"NP") || category.starts_with(b"UCP");
    let contains = |part: &[u8]| keeps && label.windows(4).any(|window| window == part);
    let suffix: &[u8] = match () {
        () if contains(b"-TMP") => b"-TMP",
        () if contains(b"-ADV") => b"-ADV",
        () => b"",
    };
    [category, suffix].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_ends_at_the_first_mark() {
        for (label, expected) in [
            ("NP-SBJ", "NP"),
            ("NP", "NP"),
            ("-LRB-", "-LRB-"),
            ("-NONE-", "-NONE-"),
            ("-LRB-|X", "-LRB-"),
            ("PRP$", "PRP$"),
            ("ADVP|PRT", "ADVP"),
            ("", ""),
            ("-", "-"),
        ] {
            assert_eq!(category(label.as_bytes()), expected.as_bytes(), "{label}");
        }
    }

    #[test]
    fn indices_go_and_only_two_functions_stay() {
        assert_eq!(without_indices(b"NP-SBJ-1"), b"NP-SBJ");
        assert_eq!(without_indices(b"NP=2-3"), b"NP");
        assert_eq!(without_indices(b"NP-SBJ"), b"NP-SBJ");
        assert_eq!(cleaned(b"NP-TMP-CLR"), b"NP-TMP");
        assert_eq!(cleaned(b"UCP-PRD-ADV"), b"UCP-ADV");
        assert_eq!(cleaned(b"PP-TMP"), b"PP");
        assert_eq!(cleaned(b"NNP-TMP"), b"NNP");
    }

    #[test]
    fn a_label_is_its_bit_and_its_classes() {
        let mut labels = Labels::new();
        let label = |labels: &mut Labels, text: &str| labels.read(text.as_bytes()).label;
        let time = label(&mut labels, "NP-TMP-2");
        assert!(time.set.meets(NP_TMP) && time.set.meets(ANY_NP) && !time.set.meets(NP));
        assert!(label(&mut labels, "VBZ").set.meets(VBX));
        assert!(label(&mut labels, "VBFOO").set.meets(P_VB));
        assert!(!label(&mut labels, "VBFOO").set.meets(VB));
        assert!(!label(&mut labels, "a-very-long-label-indeed").set.meets(ANY_NP | CONTENT | P_CC));
        assert_eq!(label(&mut labels, "NP=1"), label(&mut labels, "NP-SBJ"));
        assert_ne!(labels.read(b"NP").full, labels.read(b"NP-SBJ").full);
    }
}
