//! What is said, thought, wanted and tried.

use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::clauses::{Plan, Slot};
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::hypothesis::Clause;
use crate::entailment::generate::links::WordLink;
use crate::entailment::generate::sentence::WordRole;

/// *Somebody said that prices fell.*
pub(super) fn complement(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let subject = text.frame(link.governor).and_then(|frame| frame.subject);
    let is_of_be = text.sentence.word(link.governor).lemma == "be";
    if !text.is_asked && (is_of_be || !text.sentence.is_finite(link.dependent)) {
        // *The reason is that it rains*, *mentions it raining*.
        return Err(Withheld::NoRule);
    }
    saying(
        text,
        link.governor,
        Slot::Dummy(subject.map(|filler| filler.word)),
        &full(text, link.dependent)?,
    )
}

/// *Ann said that prices fell.*
pub(super) fn complement_with_subject(
    text: &Text<'_>,
    link: &WordLink,
) -> Result<Clause, Withheld> {
    let subject =
        text.frame(link.governor).and_then(|frame| frame.subject).ok_or(Withheld::NoSubject)?;
    saying(text, link.governor, Slot::Full(subject.word), &full(text, link.dependent)?)
}

/// A clause with its own subject.
fn full(text: &Text<'_>, verb: usize) -> Result<Plan, Withheld> {
    let mut plan = Plan::new(text, verb);
    let frame = text.frame(verb).ok_or(Withheld::NoRule)?;
    let subject = if frame.is_passive { frame.object } else { frame.subject };
    plan.subject = Slot::Full(subject.ok_or(Withheld::NoSubject)?.word);
    Ok(plan)
}

/// A clause inside of what somebody says.
pub(super) fn saying(
    text: &Text<'_>,
    verb: usize,
    subject: Slot,
    inner: &Plan,
) -> Result<Clause, Withheld> {
    let mut plan = Plan::new(text, verb);
    if plan.passive {
        return Err(Withheld::NoRule);
    }
    plan.subject = subject;
    if plan.object == Slot::Dummy(None) {
        plan.object = Slot::Empty;
    }
    if words::tells_somebody(&text.sentence.word(verb).lemma)
        && plan.object == Slot::Empty
        && plan.second == Slot::Empty
    {
        plan.second = Slot::Dummy(None);
    }
    let mut clause = Clause::default();
    let root = plan.write_into(text, &mut clause)?;
    // *That* always, or where the text has it if somebody asks about just these words.
    let may_lack = text.is_asked && words::is_done_by_people(&text.sentence.word(verb).lemma);
    let has_that = !may_lack
        || text
            .sentence
            .with_role(inner.verb, WordRole::Mark)
            .any(|mark| text.sentence.word(mark).lemma == "that");
    let that = has_that.then(|| clause.push("that", "that", "IN", None));
    let inside = inner.write_into(text, &mut clause)?;
    if let Some(that) = that {
        clause.hang(that, inside, "mark");
    }
    clause.hang(inside, root, "ccomp");
    Ok(clause)
}

/// *Somebody wants to watch something.*
pub(super) fn open(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    around(text, link, false)?.write(text)
}

/// *We want to watch something.*
pub(super) fn open_with_subject(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    around(text, link, true)?.write(text)
}

/// *Somebody wants to watch the game.*
pub(super) fn open_with_object(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let mut plan = around(text, link, false)?;
    // The object of a passive is its subject.
    let frame = text.frame(link.dependent).filter(|frame| !frame.is_passive);
    let object = frame.and_then(|frame| frame.object).ok_or(Withheld::NoRule)?;
    plan.object = Slot::Full(object.word);
    plan.write(text)
}

fn around(text: &Text<'_>, link: &WordLink, with_subject: bool) -> Result<Plan, Withheld> {
    let mut plan = Plan::new(text, link.dependent);
    if text.matrix(link.dependent) != Some(link.governor) {
        return Err(Withheld::NoRule);
    }
    if with_subject {
        let frame = text.frame(link.dependent).ok_or(Withheld::NoRule)?;
        let subject = if frame.is_passive { frame.object } else { frame.subject };
        plan.subject = Slot::Full(subject.ok_or(Withheld::NoSubject)?.word);
    }
    Ok(plan)
}
