//! The decision that most modules share: normalise, select, compare, decide.
//!
//! Nothing but the two analyses is looked at. Each relation of the hypothesis is accounted for:
//! found in the text, missing, or ignored with a reason.

use std::collections::{BTreeMap, BTreeSet};

use crate::entailment::analysis::{Analysis, View};
use crate::entailment::answers::Answer;
use crate::entailment::equivalences::{Equivalences, LemmaFact, Must, Named, Patterns};
use crate::entailment::statements::Statement;
use crate::entailment::word_list::WordList;

/// How a module decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    /// The module's name.
    pub(crate) name: &'static str,
    /// Which relations it looks at.
    pub(crate) view: View,
    /// Relations that must all be found.
    pub(crate) core: Patterns,
    /// When the answer is YES.
    pub(crate) verdict: Verdict,
    /// What counts as the same.
    pub(crate) equivalences: Equivalences,
    /// Words of the hypothesis that stand for nothing, also where the text has them.
    pub(crate) dummies: BTreeSet<String>,
    /// Relations that say nothing about who did what.
    pub(crate) left_out: Patterns,
}

/// When the answer is YES.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Any relation is found.
    Any,
    /// All core relations are found, and any relation is.
    AllCoreAndAny,
    /// There are core relations, and all are found.
    AllCoreAtLeastOne,
}

/// An answer, and everything it rests on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Decision {
    /// Whether the hypothesis follows.
    pub(crate) answer: Answer,
    /// Why.
    pub(crate) because: Because,
    /// The hypothesis' relations, in its order.
    pub(crate) relations: Vec<Examined>,
    /// The probability of YES, from a module that has one.
    pub(crate) probability: Option<f64>,
    /// How far it is on which side of the margin, from a module that has no probabilities.
    pub(crate) score: Option<f64>,
}

/// Why an answer was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Because {
    /// A sentence has no analysis.
    NoAnalysis,
    /// No relation of the hypothesis is found.
    NothingFound,
    /// Core relations are missing.
    CoreMissing,
    /// No core relation could be compared.
    NoCore,
    /// Everything that had to be found was found.
    AllFound,
    /// At least one relation was found, which is enough.
    SomeFound,
    /// A weighted sum decided.
    Weighed,
    /// A word has another part of speech in the hypothesis than in the text.
    OtherPart,
}

impl Because {
    /// In words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Because::NoAnalysis => "a sentence has no analysis",
            Because::NothingFound => "no relation of H is in T",
            Because::CoreMissing => "a relation that must be in T is not",
            Because::NoCore => "H has no core relation between words of T",
            Because::AllFound => "everything that must be in T is",
            Because::SomeFound => "at least one relation of H is in T",
            Because::Weighed => "the weights of its features add up to it",
            Because::OtherPart => "a word of H has another part of speech in T",
        }
    }
}

/// One relation of the hypothesis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Examined {
    /// As it was compared.
    pub(crate) relation: Statement,
    /// As it was written, where that differs.
    pub(crate) written: Option<Box<Statement>>,
    /// The switch that made the difference.
    pub(crate) by: Option<String>,
    /// Whether it must be found.
    pub(crate) core: bool,
    /// What became of it.
    pub(crate) status: Status,
}

/// What became of a relation of the hypothesis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The text has it.
    Found {
        /// As the text writes it.
        in_text: Box<Statement>,
        /// The switch that made them the same.
        by: Option<String>,
    },
    /// The text does not have it.
    Missing,
    /// It was not compared.
    Ignored(Ignored),
}

/// Why a relation was not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ignored {
    /// The text does not have this word.
    NotInText(String),
    /// This word stands for nothing.
    Dummy(String),
}

impl Ignored {
    /// In words.
    pub(crate) fn words(&self) -> String {
        match self {
            Ignored::NotInText(word) => format!("{word} is not in T"),
            Ignored::Dummy(word) => format!("{word} is a dummy word"),
        }
    }
}

impl Decision {
    /// The answer where a sentence has no analysis.
    pub(crate) fn no_analysis() -> Decision {
        Decision {
            answer: Answer::No,
            because: Because::NoAnalysis,
            relations: Vec::new(),
            probability: None,
            score: None,
        }
    }

    /// Whether a relation that must be found was.
    pub(crate) fn has_core_match(&self) -> bool {
        let found = |one: &Examined| matches!(one.status, Status::Found { .. });
        self.relations.iter().any(|one| one.core && found(one))
    }

    /// Relations that had to be found and were not.
    #[cfg(test)]
    pub(crate) fn missing(&self) -> impl Iterator<Item = &Examined> {
        self.relations.iter().filter(|relation| relation.core && relation.status == Status::Missing)
    }
}

impl Rules {
    /// Decides one pair.
    pub(crate) fn decide(&self, text: &Analysis, hypothesis: &Analysis) -> Decision {
        self.decide_apart(text, hypothesis, &BTreeSet::new())
    }

    /// Whether a hypothesis has a relation that must be found, whatever the text.
    pub(crate) fn asks(&self, hypothesis: &Analysis) -> bool {
        let facts = self.equivalences.facts(hypothesis, &self.left_out);
        facts.iter().any(|fact| self.is_core(fact, true))
    }

    fn is_core(&self, fact: &LemmaFact<'_>, found: bool) -> bool {
        match fact.core {
            Some(Must::Must) => true,
            Some(Must::May) => found,
            None => self.core.fit(&fact.relation),
        }
    }

    /// Decides one pair, in which some words of the hypothesis are others than those of the text,
    /// however alike they are: what is said of them is not found.
    pub(crate) fn decide_apart(
        &self,
        text: &Analysis,
        hypothesis: &Analysis,
        apart: &BTreeSet<usize>,
    ) -> Decision {
        let in_text = self.equivalences.facts(text, &self.left_out);
        let facts = self.equivalences.facts(hypothesis, &self.left_out);
        let shared = Shared::new(text, &in_text, &facts);
        let facts = alternatives(&facts, &shared);
        let examine = |fact: &&LemmaFact<'_>| {
            let is_apart =
                apart.contains(&fact.governor.word) || apart.contains(&fact.dependent.word);
            let status = match self.ignored(fact, &shared) {
                _ if is_apart => Status::Missing,
                Some(why) => Status::Ignored(why),
                None => match shared.found(fact) {
                    Some(found) => Status::Found {
                        in_text: Box::new(Statement::of_arc(text, found.arc)),
                        by: found.by.map(str::to_string),
                    },
                    None => Status::Missing,
                },
            };
            let arc = &hypothesis.arcs[fact.arc];
            let as_written = *fact.relation == *arc.relation
                && *fact.governor.lemma == *hypothesis.lemma(arc.governor)
                && *fact.dependent.lemma == *hypothesis.lemma(arc.dependent);
            Examined {
                written: (!as_written).then(|| Box::new(Statement::of_arc(hypothesis, fact.arc))),
                relation: fact.statement(),
                by: fact.by.map(str::to_string),
                core: self.is_core(fact, matches!(status, Status::Found { .. })),
                status,
            }
        };
        let relations: Vec<Examined> = facts.iter().map(examine).collect();
        let because = self.because(&relations);
        let answer = Answer::from(matches!(because, Because::AllFound | Because::SomeFound));
        Decision { answer, because, relations, probability: None, score: None }
    }

    fn ignored(&self, fact: &LemmaFact<'_>, shared: &Shared<'_, '_>) -> Option<Ignored> {
        for Named { lemma, .. } in [&fact.governor, &fact.dependent] {
            if self.dummies.contains(&**lemma) {
                return Some(Ignored::Dummy(lemma.to_string()));
            }
            if !shared.has_word(lemma) {
                return Some(Ignored::NotInText(lemma.to_string()));
            }
        }
        None
    }

    fn because(&self, relations: &[Examined]) -> Because {
        let found = |relation: &Examined| matches!(relation.status, Status::Found { .. });
        let core = || relations.iter().filter(|relation| relation.core);
        let missing = core().any(|relation| relation.status == Status::Missing);
        let any = relations.iter().any(found);
        match self.verdict {
            Verdict::Any if any => Because::SomeFound,
            Verdict::Any => Because::NothingFound,
            _ if missing => Because::CoreMissing,
            Verdict::AllCoreAndAny if any => Because::AllFound,
            Verdict::AllCoreAndAny => Because::NothingFound,
            Verdict::AllCoreAtLeastOne if core().any(found) => Because::AllFound,
            Verdict::AllCoreAtLeastOne => Because::NoCore,
        }
    }
}

/// The two words of a fact.
fn ends<'f>(fact: &'f LemmaFact<'_>) -> [&'f str; 2] {
    [&*fact.governor.lemma, &*fact.dependent.lemma]
}

/// What a text says, as far as its hypothesis asks for it.
struct Shared<'f, 'a> {
    /// The words that the hypothesis has relations between.
    asked: WordList<'f>,
    /// Which of them the text has.
    has: Vec<bool>,
    /// What the text says of two of them, by name and the numbers of the words.
    facts: BTreeMap<(&'f str, usize, usize), &'f LemmaFact<'a>>,
}

impl<'f, 'a> Shared<'f, 'a> {
    fn new(
        text: &Analysis,
        in_text: &'f [LemmaFact<'a>],
        in_hypothesis: &'f [LemmaFact<'a>],
    ) -> Shared<'f, 'a> {
        let asked: WordList<'f> = in_hypothesis.iter().flat_map(ends).collect();
        let mut has = vec![false; asked.len()];
        let mut facts: BTreeMap<_, &LemmaFact<'_>> = BTreeMap::new();
        for number in text.words.iter().filter_map(|word| asked.number(&word.lemma)) {
            has[number] = true;
        }
        for fact in in_text {
            let numbers = ends(fact).map(|word| asked.number(word));
            // A rule may have changed a word's dictionary form.
            for number in numbers.into_iter().flatten() {
                has[number] = true;
            }
            if let [Some(governor), Some(dependent)] = numbers {
                // Of several, the one that needs no rule explains best.
                let first = facts.entry((&*fact.relation, governor, dependent)).or_insert(fact);
                if first.by.is_some() && fact.by.is_none() {
                    *first = fact;
                }
            }
        }
        Shared { asked, has, facts }
    }

    /// Whether the text has a word.
    fn has_word(&self, word: &str) -> bool {
        self.asked.number(word).is_some_and(|number| self.has[number])
    }

    /// What the text has of a fact of the hypothesis.
    fn found(&self, fact: &LemmaFact<'_>) -> Option<&'f LemmaFact<'a>> {
        let [governor, dependent] = ends(fact).map(|word| self.asked.number(word));
        self.facts.get(&(&*fact.relation, governor?, dependent?)).copied()
    }
}

/// Where a rule has written a second relation beside the first, one of them is enough: the
/// hypothesis says one thing, in two ways. The one that the text has is kept, or else the first
/// that was written.
fn alternatives<'f, 'a>(
    facts: &'f [LemmaFact<'a>],
    shared: &Shared<'_, '_>,
) -> Vec<&'f LemmaFact<'a>> {
    let mut kept: Vec<&LemmaFact<'_>> = Vec::with_capacity(facts.len());
    for fact in facts {
        match kept.last_mut() {
            Some(last) if last.arc == fact.arc => {
                let known =
                    |fact: &LemmaFact<'_>| ends(fact).iter().all(|word| shared.has_word(word));
                let rank = |fact: &LemmaFact<'_>| {
                    (shared.found(fact).is_some(), fact.by.is_none(), known(fact))
                };
                if rank(fact) > rank(last) {
                    *last = fact;
                }
            }
            _ => kept.push(fact),
        }
    }
    kept
}
