//! What pairs say about where they come from: the article's names of relations, and constructions.

use crate::entailment::generate::{Construction, Relation};

/// The relation by the names of the article's tables (Yuret, Rimell and Han 2013) and, where it is not there, of
/// the Stanford manual; constructions that lie between the words come on top.
pub fn relation_name(relation: Relation, construction: Construction) -> String {
    let name = match (relation, construction) {
        (Relation::Subject, _) => "Nominal subject",
        (Relation::Object, Construction::Passive) => "Passive nominal subject",
        (Relation::Object, _) => "Direct object",
        (Relation::SecondObject, _) => "Indirect object",
        (Relation::Prepositional, Construction::Relative | Construction::Reduced) => {
            "Object of preposition"
        }
        (Relation::Prepositional, _) => "Prepositional modifier",
        (Relation::Modifier, _) => "Adjectival modifier",
        (Relation::Possessive, _) => "Possession modifier",
        (Relation::Apposition, _) => "Appositional modifier",
        (Relation::Adverb, _) => "Adverbial modifier",
        (Relation::Complement, _) => "Clausal complement",
        (Relation::OpenComplement, _) => "Open clausal complement",
        (Relation::Infinitive, _) => "Infinitival modifier",
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
pub fn construction_name(relation: Relation, construction: Construction) -> &'static str {
    let is_extracted =
        matches!(relation, Relation::Object | Relation::SecondObject | Relation::Prepositional);
    match construction {
        Construction::Plain => "plain",
        Construction::Passive => "passive",
        Construction::Relative if is_extracted => "relative-clause, object-extraction",
        Construction::Relative => "relative-clause",
        Construction::Reduced => "reduced-relative",
        Construction::Control => "control",
        Construction::Participle => "participle",
        Construction::Coordination if relation == Relation::Object => {
            "coordination, right-node-raising"
        }
        Construction::Coordination => "coordination",
    }
}
