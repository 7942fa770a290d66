//! Lists that the UD scorer fixes. They are part of its definition: features and relations that
//! guidelines have added since then are not in them.

/// What a relation, without its subtype, is for CLAS, MLAS and BLEX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RelationClass {
    /// Counts.
    Content,
    /// Does not count, but must be right below a content word in MLAS.
    Functional,
    /// Does not count.
    Other,
}

impl RelationClass {
    pub(super) fn of(relation: &[u8]) -> RelationClass {
        match relation {
            b"nsubj" | b"obj" | b"iobj" | b"csubj" | b"ccomp" | b"xcomp" | b"obl" | b"vocative"
            | b"expl" | b"dislocated" | b"advcl" | b"advmod" | b"discourse" | b"nmod"
            | b"appos" | b"nummod" | b"acl" | b"amod" | b"conj" | b"fixed" | b"flat"
            | b"compound" | b"list" | b"parataxis" | b"orphan" | b"goeswith" | b"reparandum"
            | b"root" | b"dep" => RelationClass::Content,
            b"aux" | b"cop" | b"mark" | b"det" | b"clf" | b"case" | b"cc" => {
                RelationClass::Functional
            }
            _ => RelationClass::Other,
        }
    }
}

/// Names and values of features, `Case=Nom|Number=Sing`; of `_` and `|` none.
pub(super) fn features(column: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    column.split(|byte| *byte == b'|').filter(|item| !matches!(*item, b"" | b"_")).map(|item| {
        let end = item.iter().position(|byte| *byte == b'=').unwrap_or(item.len());
        (&item[..end], item.get(end + 1..).unwrap_or_default())
    })
}

/// Whether a feature, by its name, is compared.
pub(super) fn is_universal_feature(name: &[u8]) -> bool {
    matches!(
        name,
        b"PronType"
            | b"NumType"
            | b"Poss"
            | b"Reflex"
            | b"Foreign"
            | b"Abbr"
            | b"Gender"
            | b"Animacy"
            | b"Number"
            | b"Case"
            | b"Definite"
            | b"Degree"
            | b"VerbForm"
            | b"Mood"
            | b"Tense"
            | b"Aspect"
            | b"Voice"
            | b"Evident"
            | b"Polarity"
            | b"Person"
            | b"Polite"
    )
}

/// Relations whose subtype may be a case or a preposition in the enhanced graph.
pub(super) fn may_have_case(relation: &[u8]) -> bool {
    matches!(relation, b"obl" | b"nmod" | b"conj" | b"advcl")
}

/// Subtypes that are none.
pub(super) fn is_never_case(subtype: &[u8]) -> bool {
    matches!(subtype, b"pass" | b"relcl" | b"xsubj")
}
