//! In, on, of.

use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::clauses::{Plan, Slot};
use crate::entailment::generate::english::phrases::Place;
use crate::entailment::generate::english::rules::nouns;
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::hypothesis::Clause;
use crate::entailment::generate::links::WordLink;
use crate::entailment::generate::sentence::WordRole;

/// *Somebody slept in the bed.* *There was a man with a hat.*
pub(super) fn phrase(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    match text.frame(link.governor) {
        Some(_) if text.sentence.is_nominal(link.governor) => Err(Withheld::NoRule),
        Some(_) => of_verb(text, link, false),
        None if text.sentence.word(link.governor).is("NN") => of_noun(text, link),
        None => Err(Withheld::NoRule),
    }
}

/// *John slept in the bed.*
pub(super) fn with_subject(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    if text.sentence.is_nominal(link.governor) {
        return Err(Withheld::NoRule);
    }
    of_verb(text, link, true)
}

fn of_verb(text: &Text<'_>, link: &WordLink, with_subject: bool) -> Result<Clause, Withheld> {
    let frame = text.frame(link.governor).ok_or(Withheld::NoRule)?;
    let sentence = text.sentence;
    let is_there = sentence
        .with_role(link.governor, WordRole::Expletive)
        .any(|word| sentence.word(word).lemma == "there");
    let has = |role| sentence.child(link.dependent, role).is_some();
    let is_bare =
        ![WordRole::Adjective, WordRole::Possessor, WordRole::Prepositional].into_iter().any(has);
    if is_bare && words::joins_sentences(&sentence.word(link.dependent).lemma)
        || !text.is_asked && joins_sentence(text, link.dependent)
    {
        return Err(Withheld::NoRule);
    }
    if is_there && !text.is_asked && !with_subject {
        // *Something is in the town* says little, of what there is.
        return Err(Withheld::NoRule);
    }
    if is_there && words::is_time(&sentence.word(link.dependent).lemma) {
        // *There are two at this time*: nothing is at a time.
        return Err(Withheld::NoRule);
    }
    let mut plan = Plan::new(text, link.governor);
    if with_subject {
        let subject = if frame.is_passive { frame.object } else { frame.subject };
        plan.subject = Slot::Full(subject.ok_or(Withheld::NoSubject)?.word);
    }
    let extracted = frame.extracted.filter(|(filler, _)| filler.word == link.dependent);
    if let Some((_, case)) = extracted {
        let mut clause = Clause::default();
        let root = plan.write_into(text, &mut clause)?;
        let at =
            text.phrase_with(&mut clause, link.dependent, &[case], Slot::Full(link.dependent), "")?;
        clause.hang(at, root, "obl");
        return Ok(clause);
    }
    if let Slot::Dummy(Some(object)) = plan.object
        && !text.is_asked
        && text.is_person(object) == Some(true)
        && !words::is_time(&sentence.word(link.dependent).lemma.to_lowercase())
        && !stands_behind(text, object, link.dependent)
    {
        // *Hired somebody in our family* is about one of the family, if *hired Ann twice in our family* is not.
        plan.object = Slot::Full(object);
    }
    plan.phrases.push(link.dependent);
    plan.write(text)
}

/// Whether a phrase begins where that of an object ends: it may belong to either.
fn stands_behind(text: &Text<'_>, object: usize, noun: usize) -> bool {
    let first = text.sentence.subtree(noun).into_iter().min();
    let last = text.sentence.subtree(object).into_iter().max();
    last.zip(first).is_some_and(|(last, first)| last + 1 == first)
}

fn of_noun(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let governor = &text.sentence.word(link.governor).lemma;
    let is_whole = words::needs_whole(governor) && text.is_of(link.dependent);
    let is_apart = !text.is_asked
        && (joins_sentence(text, link.dependent)
            || words::joins_sentences(&text.sentence.word(link.dependent).lemma));
    if words::is_partitive(governor) || is_whole || is_joint(text, link) || is_apart {
        return Err(Withheld::NoRule);
    }
    let mut clause = Clause::default();
    let noun = nouns::there(text, &mut clause, link.governor, |text, clause| {
        text.noun_phrase(clause, link.governor, Place::New)
    })?;
    if clause.words().iter().any(|word| word.source == Some(link.dependent)) {
        return Ok(clause);
    }
    let first = text.sentence.head_as(link.dependent, WordRole::Conjunct);
    if first.is_some_and(|first| clause.words().iter().any(|word| word.source == Some(first))) {
        // *A view of the lake and the hills*: not *of the lake of the hills*.
        return Err(Withheld::NoRule);
    }
    let cases = text.sentence.prepositions(link.dependent);
    let at =
        text.phrase_with(&mut clause, link.dependent, &cases, Slot::Full(link.dependent), "")?;
    clause.hang(at, noun, "nmod");
    Ok(clause)
}

/// *In other words*, *on the other hand*, *at the same time*: of the sentence, not of what it says.
fn joins_sentence(text: &Text<'_>, noun: usize) -> bool {
    let sentence = text.sentence;
    let mut before = sentence.with_role(noun, WordRole::Adjective);
    before.any(|at| {
        let two = (sentence.word(at).lemma.as_str(), sentence.word(noun).lemma.as_str());
        matches!(
            two,
            ("other", "word" | "hand" | "side")
                | ("same", "time" | "token" | "way" | "vein")
                | ("similar", "way" | "vein" | "manner")
                | ("first" | "second" | "last", "place" | "step" | "instance")
        )
    })
}

/// *In light of*, *with respect to*: more a preposition than a noun.
fn is_joint(text: &Text<'_>, link: &WordLink) -> bool {
    let sentence = text.sentence;
    let has = |role| sentence.child(link.governor, role).is_some();
    let is_bare = !has(WordRole::Determiner)
        && !has(WordRole::Adjective)
        && !has(WordRole::Compound)
        && !has(WordRole::Possessor);
    let joins = sentence
        .prepositions(link.dependent)
        .first()
        .is_some_and(|case| matches!(sentence.word(*case).lemma.as_str(), "of" | "to"));
    let word = sentence.word(link.governor);
    let is_known = word.tag == "NN" || words::makes_preposition(&word.form.to_lowercase());
    // *In the light of*, *by means of*.
    let is_listed = words::makes_preposition(&word.lemma) && !text.is_asked;
    let has_before = !sentence.prepositions(link.governor).is_empty();
    let is_fixed = is_listed && !has(WordRole::Adjective) && !has(WordRole::Possessor);
    joins && has_before && (is_bare && is_known || is_fixed)
}
