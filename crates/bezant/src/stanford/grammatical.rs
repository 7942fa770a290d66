//! Grammatical relations of the C&C and RASP parsers by their Stanford names.
//!
//! Names change, and few arcs: conjuncts hang on the first of them instead of the conjunction. What
//! Stanford's scheme sees otherwise stays: `be` is the head of its complement.

use std::collections::{BTreeMap, BTreeSet};

use crate::formats::relations::linked::Linked;
use crate::stanford::relations::Kind;

/// A row of the table.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// When a relation has which name: its own, its subtype, and how the tags of dependent and head
/// start (Penn's or CLAWS's). What is empty fits everything, `_` nothing but an empty subtype. The
/// first row that fits counts.
const NAMES: &[Row] = &[
    ("ncsubj", "obj", "", "", "nsubjpass"),
    ("ncsubj", "", "", "", "nsubj"),
    ("csubj", "obj", "", "", "csubjpass"),
    ("xsubj", "", "", "", "csubj"),
    ("obj", "", "", "", "dobj"),
    ("dobj", "", "", "I", "pobj"),
    ("dobj", "", "", "TO", "pobj"),
    ("obj2", "", "", "", "dobj"),
    ("iobj", "", "I", "", "prep"),
    ("iobj", "", "TO", "", "prep"),
    ("xcomp", "", "J", "", "acomp"),
    ("det", "poss", "", "", "poss"),
    ("det", "", "PRP$", "", "poss"),
    ("det", "", "APP$", "", "poss"),
    ("passive", "", "", "", "auxpass"),
    ("ncmod", "poss", "", "", "poss"),
    ("ncmod", "num", "", "", "num"),
    ("ncmod", "prt", "", "", "prt"),
    ("ncmod", "", "RP", "", "prt"),
    ("ncmod", "", "I", "", "prep"),
    ("ncmod", "", "TO", "", "prep"),
    ("ncmod", "", "R", "", "advmod"),
    ("ncmod", "", "CD", "", "num"),
    ("ncmod", "", "MC", "", "num"),
    ("ncmod", "", "N", "N", "nn"),
    ("ncmod", "", "N", "", "npadvmod"),
    ("ncmod", "_", "", "", "amod"),
    ("ncmod", "", "", "", "prep"),
    ("xmod", "", "I", "", "prep"),
    ("xmod", "", "TO", "", "prep"),
    ("xmod", "", "", "", "vmod"),
    ("cmod", "_", "", "", "rcmod"),
    ("cmod", "", "", "N", "rcmod"),
    ("cmod", "", "", "", "advcl"),
    ("pmod", "", "", "", "prep"),
    ("ta", "", "", "", "parataxis"),
];

/// The Stanford relation that a relation of the C&C or RASP parser comes nearest to.
///
/// `name` is the relation (`ncsubj`) and `subtype` what stands in its slot for a type, if there is
/// something: `obj` for the subject of a passive, the word that introduces a clause. The tags of
/// dependent and head help where they are known. Names of Stanford's scheme, which C&C can print
/// too, stay; what has no counterpart is a plain dependent.
pub(crate) fn from_candc<'n>(
    name: &'n [u8],
    subtype: Option<&[u8]>,
    tags: (&[u8], &[u8]),
) -> &'n [u8] {
    let subtype = subtype.unwrap_or(b"_");
    let fits = |row: &&Row| {
        row.0.as_bytes() == name
            && (row.1.is_empty() || row.1.as_bytes() == subtype)
            && tags.0.starts_with(row.2.as_bytes())
            && tags.1.starts_with(row.3.as_bytes())
    };
    match NAMES.iter().find(fits) {
        Some(row) => row.4.as_bytes(),
        None if is_stanford(name) => name,
        None => b"dep",
    }
}

/// Whether a name is of Stanford's scheme: `nsubj`, `prep_of`.
fn is_stanford(name: &[u8]) -> bool {
    let end = memchr::memchr(b'_', name).unwrap_or(name.len());
    Kind::from_name(&name[..end]).is_some()
}

/// An arc between two words by their places, the first being 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NamedArc<'n> {
    /// What it is called.
    pub(crate) name: &'n [u8],
    /// The word it hangs on.
    pub(crate) governor: usize,
    /// The word that hangs on it.
    pub(crate) dependent: usize,
}

/// The relations of a sentence by their Stanford names, in their order.
pub(crate) fn name_relations<'n>(sentence: &'n Linked<'_>) -> Vec<NamedArc<'n>> {
    let mut arcs: Vec<NamedArc<'n>> = Vec::with_capacity(sentence.links.len());
    // Of two objects (*gave her a book*) Stanford's scheme calls the second one direct.
    let with_second: BTreeSet<usize> =
        sentence.links.iter().filter(|link| *link.name == *b"obj2").map(|link| link.head).collect();
    let mut passive: BTreeSet<usize> = BTreeSet::new();
    let mut conjuncts: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for link in &sentence.links {
        let (governor, dependent) = (link.head, link.dependent);
        let tags = (sentence.tag(dependent), sentence.tag(governor));
        let name = match from_candc(&link.name, link.subtype.as_deref(), tags) {
            b"dobj" if *link.name != *b"obj2" && with_second.contains(&governor) => b"iobj",
            name => name,
        };
        if name == b"nsubjpass" || (governor == dependent && name == b"auxpass") {
            passive.insert(governor);
        }
        if name == b"conj" && is_conjunction(tags.1) {
            conjuncts.entry(governor).or_default().insert(dependent);
        } else if governor != dependent {
            arcs.push(NamedArc { name, governor, dependent });
        }
    }
    name_passives(&mut arcs, &passive);
    hang_on_first(&mut arcs, &conjuncts);
    arcs
}

fn is_conjunction(tag: &[u8]) -> bool {
    tag.starts_with(b"CC") || matches!(tag, b"," | b":" | b";")
}

/// A passive verb has a passive subject, and the last auxiliary before it makes it passive.
fn name_passives(arcs: &mut [NamedArc<'_>], passive: &BTreeSet<usize>) {
    let mut last: BTreeMap<usize, usize> = BTreeMap::new();
    for arc in arcs.iter_mut().filter(|arc| passive.contains(&arc.governor)) {
        match arc.name {
            b"nsubj" => arc.name = b"nsubjpass",
            b"csubj" => arc.name = b"csubjpass",
            b"aux" if arc.dependent < arc.governor => {
                let last = last.entry(arc.governor).or_default();
                *last = arc.dependent.max(*last);
            }
            _ => {}
        }
    }
    for arc in arcs.iter_mut().filter(|arc| arc.name == b"aux") {
        if last.get(&arc.governor) == Some(&arc.dependent) {
            arc.name = b"auxpass";
        }
    }
}

/// Conjunction and other conjuncts hang on the first conjunct, which takes the arcs of the
/// conjunction as well.
fn hang_on_first(arcs: &mut Vec<NamedArc<'_>>, conjuncts: &BTreeMap<usize, BTreeSet<usize>>) {
    let first = |conjunction| conjuncts.get(&conjunction).and_then(BTreeSet::first).copied();
    for arc in arcs.iter_mut() {
        arc.governor = first(arc.governor).unwrap_or(arc.governor);
        arc.dependent = first(arc.dependent).unwrap_or(arc.dependent);
    }
    arcs.retain(|arc| arc.governor != arc.dependent);
    for (&conjunction, all) in conjuncts {
        let mut all = all.iter().copied();
        let Some(governor) = all.next() else { continue };
        arcs.push(NamedArc { name: b"cc", governor, dependent: conjunction });
        arcs.extend(all.map(|dependent| NamedArc { name: b"conj", governor, dependent }));
    }
}

/// Words that others hang on, and that hang on none: the heads of a sentence, which these parsers
/// do not mark. That a word is subject of its own relative clause does not count.
pub(super) fn tops(arcs: &[NamedArc<'_>]) -> BTreeSet<usize> {
    let clauses: BTreeSet<(usize, usize)> = arcs
        .iter()
        .filter(|arc| arc.name == b"rcmod")
        .map(|arc| (arc.dependent, arc.governor))
        .collect();
    let counts = |arc: &&NamedArc<'_>| !clauses.contains(&(arc.governor, arc.dependent));
    let below: BTreeSet<usize> = arcs.iter().filter(counts).map(|arc| arc.dependent).collect();
    let above = arcs.iter().map(|arc| arc.governor);
    above.filter(|governor| !below.contains(governor)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_names_that_exist() {
        for row in NAMES {
            assert!(is_stanford(row.4.as_bytes()), "{row:?}");
        }
    }

    #[test]
    fn relations_have_their_counterparts() {
        for (name, subtype, expected) in [
            ("ncsubj", None, "nsubj"),
            ("ncsubj", Some("obj"), "nsubjpass"),
            ("ncmod", Some("poss"), "poss"),
            ("ncmod", Some("_"), "amod"),
            ("obj2", None, "dobj"),
            ("det", None, "det"),
            ("cmod", Some("that"), "advcl"),
            ("nsubj", None, "nsubj"),
            ("prep_of", None, "prep_of"),
            ("whatever", None, "dep"),
        ] {
            let found = from_candc(name.as_bytes(), subtype.map(str::as_bytes), (b"", b""));
            assert_eq!(String::from_utf8_lossy(found), expected, "{name}");
        }
        for (name, dependent, head, expected) in [
            ("ncmod", "RB", "VBD", "advmod"),
            ("ncmod", "NN", "NN", "nn"),
            ("ncmod", "NN", "VBD", "npadvmod"),
            ("ncmod", "II", "VVD", "prep"),
            ("dobj", "NN", "IN", "pobj"),
            ("iobj", "TO", "VBD", "prep"),
            ("cmod", "VBD", "NN", "rcmod"),
        ] {
            let found = from_candc(name.as_bytes(), None, (dependent.as_bytes(), head.as_bytes()));
            assert_eq!(String::from_utf8_lossy(found), expected, "{name}");
        }
    }
}
