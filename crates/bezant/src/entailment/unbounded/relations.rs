//! Which names of relations say the same, and which file is about which construction.

/// What a relation comes to, whatever a scheme calls it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Who does it, of whom it is said, or to whom it is done if the verb is passive.
    Subject,
    /// To whom it is done, what it is done with, or what stands behind a preposition.
    Object,
    /// A preposition beside the word that it is about.
    Preposition,
    /// A clause that completes a word.
    Clause,
    /// How, where, when and why.
    Adverb,
    /// A noun before a noun.
    Compound,
    /// A copula, or what it joins.
    Copula,
    /// A verb that helps another.
    Auxiliary,
    /// Anything else, by its name.
    Other(String),
}

/// The equivalences: names that are taken for each other. Schemes are Stanford's, Universal Dependencies, those
/// that C&C and RASP print, and those of the corpus itself (`obj2`).
const EQUIVALENT: [(Kind, &[&str]); 8] = [
    (Kind::Subject, &["nsubj", "nsubjpass", "csubj", "csubjpass", "xsubj", "ncsubj", "subj"]),
    (Kind::Object, &["dobj", "obj", "iobj", "obj2", "pobj", "dative", "attr", "oprd"]),
    (Kind::Preposition, &["prep", "case", "ncmod_prep"]),
    (Kind::Clause, &["ccomp", "xcomp", "acomp", "pcomp", "advcl", "comp"]),
    (Kind::Adverb, &["advmod", "mark"]),
    (Kind::Compound, &["nn", "compound", "flat", "name"]),
    (Kind::Copula, &["cop"]),
    (Kind::Auxiliary, &["aux", "auxpass"]),
];

impl Kind {
    /// What a name comes to; prepositions in it and other subtypes do not matter.
    pub(super) fn of(relation: &str) -> Kind {
        let name = relation.split([':', '_']).next().unwrap_or_default();
        let known = EQUIVALENT.iter().find(|(_, names)| names.contains(&name));
        known.map_or_else(|| Kind::Other(name.to_string()), |(kind, _)| kind.clone())
    }

    /// As people call it.
    pub(super) fn name(&self) -> &str {
        match self {
            Kind::Subject => "subject",
            Kind::Object => "object",
            Kind::Preposition => "preposition",
            Kind::Clause => "clause",
            Kind::Adverb => "adverb",
            Kind::Compound => "compound",
            Kind::Copula => "copula",
            Kind::Auxiliary => "auxiliary",
            Kind::Other(name) => name,
        }
    }
}

/// The constructions of the corpus, in the order of its paper.
pub(crate) const CONSTRUCTIONS: [&str; 7] = [
    "obj_extract_rel_clause",
    "obj_extract_red_rel",
    "sbj_extract_rel_clause",
    "obj_free_rels",
    "obj_qus",
    "right_node_raising",
    "sbj_embedded",
];

/// Parts of a file's name that say nothing about the construction.
const PARTS: [&str; 4] = ["dev", "test", "raw", "train"];

/// Which construction a file is about, by its name: `dev.obj_qus`, `obj_qus.mrg`, `test.raw.obj_qus.conllu`.
/// Other names are constructions, too: what is left without parts and endings.
pub(crate) fn construction_of(file: &str) -> String {
    if let Some(known) = CONSTRUCTIONS.iter().find(|known| file.contains(*known)) {
        return (*known).to_string();
    }
    let mut parts: Vec<&str> = file.split('.').filter(|part| !PARTS.contains(part)).collect();
    if parts.len() > 1 {
        parts.truncate(1);
    }
    parts.concat()
}

/// Whether a file is of the development part or of the test part, if its name says so.
pub(crate) fn part_of(file: &str) -> Option<&str> {
    let mut parts = file.split(['.', '_', '-', '/']);
    parts.find(|part| ["dev", "test", "train"].contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_meaning_are_one_kind() {
        for (one, other) in [
            ("nsubj", "nsubj:pass"),
            ("nsubjpass", "csubj"),
            ("dobj", "obj"),
            ("pobj", "obj2"),
            ("nn", "compound"),
            ("advcl:if", "ccomp"),
        ] {
            assert_eq!(Kind::of(one), Kind::of(other), "{one} {other}");
        }
        assert_ne!(Kind::of("nsubj"), Kind::of("dobj"));
        assert_ne!(Kind::of("amod"), Kind::of("det"));
    }

    #[test]
    fn a_name_tells_the_construction() {
        for file in ["dev.obj_qus", "obj_qus.mrg", "dev.raw.obj_qus.conllu", "test.obj_qus.sd"] {
            assert_eq!(construction_of(file), "obj_qus", "{file}");
        }
        assert_eq!(construction_of("sbj_extract_rel_clause.txt"), "sbj_extract_rel_clause");
        assert_eq!(construction_of("dev.clefts.mrg"), "clefts");
        assert_eq!(part_of("test.obj_qus.sd"), Some("test"));
        assert_eq!(part_of("obj_qus.sd"), None);
    }
}
