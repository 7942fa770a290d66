//! To whom it is done.

use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::clauses::{Plan, Slot};
use crate::entailment::generate::english::verbs::Group;
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::hypothesis::Clause;
use crate::entailment::generate::links::WordLink;
use crate::entailment::generate::sentence::WordRole;

/// *Mary was kissed.* Where more verbs are needed, or the verb is denied of its subject, the active says
/// it better.
pub(super) fn passive(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let is_passive = text.frame(link.governor).is_some_and(|frame| frame.is_passive);
    if !is_passive {
        if text.matrix(link.governor).is_some() {
            return Err(Withheld::NoRule);
        }
        if text.is_denied(link.governor) {
            return Err(Withheld::Negated);
        }
        let group = Group::read(text, link.governor);
        if group.is_progressive && (group.is_perfect || group.modal.is_some() && !text.is_asked) {
            // *Has been being fed.*
            return Err(Withheld::NoPassive);
        }
        let verb = text.sentence.word(link.governor).lemma.as_str();
        let has_none =
            matches!(verb, "have" | "be" | "lack" | "cost" | "resemble" | "weigh" | "get" | "let");
        let is_odd = words::has_odd_passive(verb) && !text.is_asked;
        // *Worked its way down*.
        let is_way = text.sentence.word(link.dependent).lemma == "way"
            && text.sentence.child(link.dependent, WordRole::Possessor).is_some();
        if has_none
            || is_odd
            || is_way
            || words::is_idiom(verb, &text.sentence.word(link.dependent).lemma)
            || words::is_never_done_to(verb)
            || text.is_made_to(link.governor)
        {
            return Err(Withheld::NoPassive);
        }
    }
    if is_passive && !text.is_asked && has_more_below(text, link) {
        return Err(Withheld::NoPassive);
    }
    let mut plan = Plan::new(text, link.governor);
    plan.passive = true;
    plan.subject = Slot::Full(link.dependent);
    plan.object = if is_passive { plan.object } else { Slot::Empty };
    plan.write(text)
}

/// *The dog was taken care of*: a part of what is done, which it would not be without.
fn has_more_below(text: &Text<'_>, link: &WordLink) -> bool {
    let sentence = text.sentence;
    let verb = sentence.word(link.governor).lemma.as_str();
    let is_idiom = |at: &usize| {
        sentence.word(*at).is("NN") && words::is_idiom(verb, &sentence.word(*at).lemma)
    };
    let is_stranded = |at: &usize| {
        let word = sentence.word(*at);
        *at > link.governor
            && word.tag == "IN"
            && sentence.children(*at).is_empty()
            && matches!(word.role, WordRole::Prepositional | WordRole::Adverb | WordRole::Case)
    };
    sentence.children(link.governor).iter().any(|at| is_idiom(at) || is_stranded(at))
}

/// *Somebody kissed Mary.*
pub(super) fn somebody(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let frame = text.frame(link.governor).ok_or(Withheld::NoRule)?;
    let is_verb = text.is_asked || text.sentence.word(link.governor).is("VB");
    if !is_verb || !text.is_done_to(link.governor, link.dependent) {
        return Err(Withheld::NoRule);
    }
    let mut plan = Plan::new(text, link.governor);
    plan.passive = false;
    if frame.is_passive || plan.subject == Slot::Empty {
        plan.subject = Slot::Dummy(frame.subject.map(|filler| filler.word));
    }
    plan.object = Slot::Full(link.dependent);
    plan.write(text)
}

/// *John kissed Mary.*
pub(super) fn with_subject(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let frame = text.frame(link.governor).ok_or(Withheld::NoRule)?;
    let is_verb = text.is_asked || text.sentence.word(link.governor).is("VB");
    if !is_verb || !text.is_done_to(link.governor, link.dependent) {
        return Err(Withheld::NoRule);
    }
    let mut plan = Plan::new(text, link.governor);
    plan.passive = false;
    plan.subject = Slot::Full(frame.subject.ok_or(Withheld::NoSubject)?.word);
    plan.object = Slot::Full(link.dependent);
    plan.write(text)
}

/// *Mary was given something.*
pub(super) fn second_passive(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let frame = text.frame(link.governor).ok_or(Withheld::NoRule)?;
    let mut plan = Plan::new(text, link.governor);
    if frame.is_passive {
        if !words::has_two_objects(&text.sentence.word(link.governor).lemma) {
            return Err(Withheld::NoPassive);
        }
        // *Mary was given a book*: the book.
        plan.object = Slot::Full(link.dependent);
        return plan.write(text);
    }
    if text.matrix(link.governor).is_some() || text.is_denied(link.governor) {
        return Err(Withheld::NoRule);
    }
    if !words::has_two_objects(&text.sentence.word(link.governor).lemma) {
        return Err(Withheld::NoPassive);
    }
    plan.passive = true;
    plan.subject = Slot::Full(link.dependent);
    plan.second = Slot::Empty;
    plan.write(text)
}

/// *Somebody gave Mary something.*
pub(super) fn second(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let frame = text.frame(link.governor).ok_or(Withheld::NoRule)?;
    if frame.is_passive {
        return Err(Withheld::NoRule);
    }
    let mut plan = Plan::new(text, link.governor);
    plan.second = Slot::Full(link.dependent);
    plan.write(text)
}
