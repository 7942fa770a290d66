//! Who does it.

use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::clauses::{Plan, Slot};
use crate::entailment::generate::english::rules::clauses;
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::hypothesis::Clause;
use crate::entailment::generate::links::WordLink;
use crate::entailment::generate::sentence::WordRole;

/// *John kissed somebody.* What is denied is denied of what stands there.
pub(super) fn alone(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    plan(text, link, text.is_denied(link.governor))?.write(text)
}

/// *John kissed Mary.*
pub(super) fn with_object(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    plan(text, link, true)?.write(text)
}

/// *Somebody said that prices fell.*
pub(super) fn said(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let sentence = text.sentence;
    // *Prices fell, Ann said*: some hang the one on the other, others the other way round.
    let beside = || {
        let mut beside = sentence.with_role(link.governor, WordRole::Parataxis);
        beside.find(|verb| words::is_done_by_people(&sentence.word(*verb).lemma))
    };
    let head = sentence.head_as(link.governor, WordRole::Complement).or_else(beside);
    let head = head.ok_or(Withheld::NoRule)?;
    let inner = plan(text, link, false)?;
    clauses::saying(text, head, Slot::Dummy(None), &inner)
}

fn plan(text: &Text<'_>, link: &WordLink, with_object: bool) -> Result<Plan, Withheld> {
    let mut plan = Plan::new(text, link.governor);
    let frame = text.frame(link.governor).ok_or(Withheld::NoRule)?;
    if plan.passive {
        // *by John*
        plan.phrases.push(link.dependent);
        return Ok(plan);
    }
    if text.has_unnamed_doer(link.governor) {
        // *The dog was calmed using food*: not by the dog.
        return Err(Withheld::NoSubject);
    }
    plan.subject = Slot::Full(link.dependent);
    if with_object {
        let word = |filler: Option<crate::entailment::generate::links::Filler>| {
            filler.map(|filler| filler.word)
        };
        plan.object = word(frame.object).map_or(plan.object, Slot::Full);
        plan.second = word(frame.second).map_or(plan.second, Slot::Full);
    }
    Ok(plan)
}
