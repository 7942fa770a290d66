//! Who does it.

use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::Text;
use crate::entailment::generate::english::clauses::{Plan, Slot};
use crate::entailment::generate::english::rules::{clauses, nouns};
use crate::entailment::generate::hypothesis::Clause;
use crate::entailment::generate::links::WordLink;
use crate::entailment::generate::sentence::WordRole;

/// *John kissed somebody.* What is denied is denied of what stands there.
pub(super) fn alone(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    if text
        .sentence
        .with_role(link.governor, WordRole::Expletive)
        .any(|word| text.sentence.word(word).lemma == "there")
    {
        return nouns::there_as_said(text, link);
    }
    plan(text, link, text.is_denied(link.governor))?.write(text)
}

/// *John kissed Mary.*
pub(super) fn with_object(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    plan(text, link, true)?.write(text)
}

/// *Somebody said that prices fell.*
pub(super) fn said(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let head =
        text.sentence.head_as(link.governor, WordRole::Complement).ok_or(Withheld::NoRule)?;
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
