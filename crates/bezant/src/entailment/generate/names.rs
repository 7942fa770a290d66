//! What pairs say about where they come from: the article's names of relations, and constructions.

use crate::entailment::generate::{Construction, LinkRelation};

/// The relation by the names of the article's tables (Yuret, Rimell and Han 2013) and, where it is not there, of
/// the Stanford manual; constructions that lie between the words come on top.
pub fn relation_name(relation: LinkRelation, construction: Construction) -> String {
    let name = match (relation, construction) {
        (LinkRelation::Subject, _) => "Nominal subject",
        (LinkRelation::Object, Construction::Passive) => "Passive nominal subject",
        (LinkRelation::Object, _) => "Direct object",
        (LinkRelation::SecondObject, _) => "Indirect object",
        (LinkRelation::Prepositional, Construction::Relative | Construction::Reduced) => {
            "Object of preposition"
        }
        (LinkRelation::Prepositional, _) => "Prepositional modifier",
        (LinkRelation::Modifier, _) => "Adjectival modifier",
        (LinkRelation::Possessive, _) => "Possession modifier",
        (LinkRelation::Apposition, _) => "Appositional modifier",
        (LinkRelation::Adverb, _) => "Adverbial modifier",
        (LinkRelation::Complement, _) => "Clausal complement",
        (LinkRelation::OpenComplement, _) => "Open clausal complement",
        (LinkRelation::Infinitive, _) => "Infinitival modifier",
    };
    let on_top = match construction {
        Construction::Relative => ", Relative clause",
        Construction::Reduced => ", Reduced relative clause",
        Construction::Coordination => ", Conjunct",
        _ => "",
    };
    format!("{name}{on_top}")
}

/// The construction by the words that `entail oracle` knows unbounded dependencies by, and others; none if the
/// words are simply joined.
pub(crate) fn construction_name(
    relation: LinkRelation,
    construction: Construction,
) -> &'static str {
    let is_extracted = matches!(
        relation,
        LinkRelation::Object | LinkRelation::SecondObject | LinkRelation::Prepositional
    );
    match construction {
        Construction::Plain => "plain",
        Construction::Passive => "passive",
        Construction::Relative if is_extracted => "relative-clause, object-extraction",
        Construction::Relative => "relative-clause",
        Construction::Reduced => "reduced-relative",
        Construction::Control => "control",
        Construction::Participle => "participle",
        Construction::Coordination if relation == LinkRelation::Object => {
            "coordination, right-node-raising"
        }
        Construction::Coordination => "coordination",
    }
}
