//! Every rule by name, with the example that shows it.

mod clauses;
mod modifiers;
mod nouns;
mod objects;
mod prepositions;
mod subjects;

pub(super) use nouns::there_as_said;

use crate::entailment::generate::english::Text;
use crate::entailment::generate::hypothesis::Clause;
use crate::entailment::generate::links::{LinkRelation, WordLink};
use crate::entailment::generate::{Rule, Withheld};

/// A rule and what it does.
pub(super) struct Entry {
    pub about: Rule,
    pub write: fn(&Text<'_>, &WordLink) -> Result<Clause, Withheld>,
}

const fn rule(
    name: &'static str,
    relation: LinkRelation,
    (text, hypothesis): (&'static str, &'static str),
    undone_by: &'static str,
    write: fn(&Text<'_>, &WordLink) -> Result<Clause, Withheld>,
) -> Entry {
    Entry { about: Rule { name, relation, text, hypothesis, undone_by }, write }
}

/// All rules; of those for one relation the better first.
pub(super) const RULES: &[Entry] = &[
    rule(
        "subject",
        LinkRelation::Subject,
        ("John kissed Mary.", "John kissed somebody."),
        "dummies",
        subjects::alone,
    ),
    rule(
        "subject-object",
        LinkRelation::Subject,
        ("John kissed Mary.", "John kissed Mary."),
        "",
        subjects::with_object,
    ),
    rule(
        "subject-said",
        LinkRelation::Subject,
        ("Ann said that prices fell.", "Somebody said that prices fell."),
        "dummies",
        subjects::said,
    ),
    rule(
        "object-passive",
        LinkRelation::Object,
        ("John kissed Mary.", "Mary was kissed."),
        "passive",
        objects::passive,
    ),
    rule(
        "object-somebody",
        LinkRelation::Object,
        ("John kissed Mary.", "Somebody kissed Mary."),
        "dummies",
        objects::somebody,
    ),
    rule(
        "object-subject",
        LinkRelation::Object,
        ("John kissed Mary.", "John kissed Mary."),
        "",
        objects::with_subject,
    ),
    rule(
        "second-object",
        LinkRelation::SecondObject,
        ("Ann gave Mary a book.", "Mary was given something."),
        "passive, second-object",
        objects::second_passive,
    ),
    rule(
        "second-object-somebody",
        LinkRelation::SecondObject,
        ("Ann gave Mary a book.", "Somebody gave Mary something."),
        "dummies, second-object",
        objects::second,
    ),
    rule(
        "preposition",
        LinkRelation::Prepositional,
        ("John slept in the bed.", "Somebody slept in the bed."),
        "dummies",
        prepositions::phrase,
    ),
    rule(
        "preposition-subject",
        LinkRelation::Prepositional,
        ("John slept in the bed.", "John slept in the bed."),
        "",
        prepositions::with_subject,
    ),
    rule(
        "modifier",
        LinkRelation::Modifier,
        ("The big red boat sank.", "The boat was big."),
        "copula, prenominal-participle",
        modifiers::copula,
    ),
    rule(
        "modifier-there",
        LinkRelation::Modifier,
        ("The big red boat sank.", "There was a big boat."),
        "existential",
        modifiers::there,
    ),
    rule(
        "possessive",
        LinkRelation::Possessive,
        ("Mary's dog barked.", "The dog was Mary's."),
        "none",
        nouns::possessive,
    ),
    rule(
        "apposition",
        LinkRelation::Apposition,
        ("Rex, a dog, barked.", "Rex was a dog."),
        "copula",
        nouns::apposition,
    ),
    rule(
        "infinitive",
        LinkRelation::Infinitive,
        ("He had a place to hang his tools.", "There was a place to hang something."),
        "existential, dummies",
        nouns::infinitive,
    ),
    rule(
        "infinitive-object",
        LinkRelation::Infinitive,
        ("He had a place to hang his tools.", "Somebody had a place to hang something."),
        "dummies",
        nouns::infinitive_of_object,
    ),
    rule(
        "infinitive-subject",
        LinkRelation::Infinitive,
        ("He had a place to hang his tools.", "He had a place to hang something."),
        "dummies",
        nouns::infinitive_with_subject,
    ),
    rule(
        "adverb",
        LinkRelation::Adverb,
        ("John sang loudly.", "Somebody sang loudly."),
        "dummies, adverb",
        modifiers::adverb,
    ),
    rule(
        "complement",
        LinkRelation::Complement,
        ("Ann said that prices fell.", "Somebody said that prices fell."),
        "dummies",
        clauses::complement,
    ),
    rule(
        "complement-subject",
        LinkRelation::Complement,
        ("Ann said that prices fell.", "Ann said that prices fell."),
        "",
        clauses::complement_with_subject,
    ),
    rule(
        "open-complement",
        LinkRelation::OpenComplement,
        ("We want to watch the game.", "Somebody wants to watch something."),
        "dummies, open-complement",
        clauses::open,
    ),
    rule(
        "open-complement-subject",
        LinkRelation::OpenComplement,
        ("We want to watch the game.", "We want to watch something."),
        "dummies",
        clauses::open_with_subject,
    ),
    rule(
        "open-complement-object",
        LinkRelation::OpenComplement,
        ("We want to watch the game.", "Somebody wants to watch the game."),
        "dummies",
        clauses::open_with_object,
    ),
];
