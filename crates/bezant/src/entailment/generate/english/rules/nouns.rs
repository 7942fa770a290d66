//! What is said of nouns: whose they are, what they are, what they are for.

use crate::english::inflect::{Subject, past_for, present, third_person};
use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::Text;
use crate::entailment::generate::english::clauses::{Plan, Slot};
use crate::entailment::generate::english::phrases::{Phrase, Place};
use crate::entailment::generate::english::verbs::{Group, Tense};
use crate::entailment::generate::hypothesis::{Clause, WrittenWord};
use crate::entailment::generate::links::WordLink;
use crate::entailment::generate::sentence::{HeadedWord, WordRole};

/// A form of *be*.
pub(super) fn be(clause: &mut Clause, tense: Tense, subject: Subject) -> usize {
    let (form, tag) = match (tense, subject) {
        (Tense::Past, _) => (past_for("be", subject), "VBD"),
        (Tense::Present, Subject::Singular) => (third_person("be"), "VBZ"),
        (Tense::Present, _) => (present("be", subject), "VBP"),
    };
    clause.push(&form, "be", tag, None)
}

/// *There was*, and a noun phrase; the noun.
pub(super) fn there(
    text: &Text<'_>,
    clause: &mut Clause,
    noun: usize,
    write: impl Fn(&Text<'_>, &mut Clause) -> Result<Phrase, Withheld>,
) -> Result<usize, Withheld> {
    if text.sentence.word(noun).is("NNP")
        || text.is_like_name(noun)
        || matches!(text.sentence.word(noun).tag.as_str(), "CD" | "PRP")
        || text.is_negative(noun)
    {
        return Err(Withheld::Name);
    }
    let has_a = text
        .sentence
        .with_role(noun, WordRole::Determiner)
        .any(|at| matches!(&*text.sentence.word(at).lemma, "a" | "an"));
    let is_best = |at: usize| {
        let word = text.sentence.word(at);
        let lemma = word.lemma.as_str();
        word.tag == "JJS" || matches!(lemma, "first" | "last" | "next" | "second" | "only" | "same")
    };
    let mut adjectives = text.sentence.with_role(noun, WordRole::Adjective);
    if !text.is_asked && !has_a && adjectives.any(is_best) {
        // *There was a best dog.*
        return Err(Withheld::NoRule);
    }
    if text.is_known_act(noun) {
        // *The regulation of prices* is not *a regulation*.
        return Err(Withheld::NoRule);
    }
    let mut trial = Clause::default();
    let agrees = write(text, &mut trial)?.subject;
    let there = clause.push("there", "there", "EX", None);
    let be = be(clause, text.tenses[noun], agrees);
    let phrase = write(text, clause)?;
    clause.hang(there, be, "expl");
    clause.hang(phrase.head, be, "nsubj");
    Ok(phrase.head)
}

/// *There might be dogs*, as the text says it; its verb.
pub(in super::super) fn there_as_said(
    text: &Text<'_>,
    clause: &mut Clause,
    verb: usize,
    noun: usize,
) -> Result<usize, Withheld> {
    let mut trial = Clause::default();
    let agrees = text.noun_phrase(&mut trial, noun, Place::Object)?.subject;
    let there = clause.push("there", "there", "EX", None);
    let main = Group::read(text, verb).write(clause, agrees, false, false);
    let phrase = text.noun_phrase(clause, noun, Place::Object)?;
    clause.hang(there, main, "expl");
    clause.hang(phrase.head, main, "nsubj");
    Ok(main)
}

/// *The dog was Mary's.*
pub(super) fn possessive(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let owner = text.sentence.word(link.dependent);
    let mut marks = text.sentence.with_role(link.dependent, WordRole::Case);
    let is_marked = marks.any(|mark| text.sentence.word(mark).form.starts_with(['\'', '’']));
    if !is_marked && !text.is_asked {
        // *Sams club*.
        return Err(Withheld::Name);
    }
    if !owner.is("NN")
        || text.sentence.word(link.governor).is("NNP")
        || text.is_person(link.dependent) != Some(true)
    {
        return Err(Withheld::NoRule);
    }
    let mut clause = Clause::default();
    let phrase = text.noun_phrase(&mut clause, link.governor, Place::Subject)?;
    let be = be(&mut clause, text.tenses[link.governor], phrase.subject);
    let owner = text.noun_phrase(&mut clause, link.dependent, Place::Object)?;
    let form = if clause.words()[owner.head].form.ends_with('s')
        && clause.words()[owner.head].tag.ends_with('S')
    {
        "'"
    } else {
        "'s"
    };
    let mark = clause.push(form, "'s", "POS", None);
    clause.hang(mark, owner.head, "case");
    clause.hang(phrase.head, owner.head, "nsubj");
    clause.hang(be, owner.head, "cop");
    Ok(clause)
}

/// *Rex was a dog.*
pub(super) fn apposition(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let mut clause = Clause::default();
    let opens = |word: &str| matches!(word, "(" | "[" | "-LRB-" | "-LSB-" | "{" | "-LCB-");
    let (first, last) = (link.governor.min(link.dependent), link.governor.max(link.dependent));
    if text.sentence.words()[first..last].iter().any(|word| opens(&word.form)) {
        // A label or an abbreviation more often than another word for the same.
        return Err(Withheld::NoRule);
    }
    let is_list = |word: &HeadedWord| word.is("CC") || word.form == ";";
    let is_many = text.sentence.words()[first..last].iter().filter(|word| word.form == ",").count();
    if text.sentence.words()[first..last].iter().any(is_list) || is_many > 1 {
        // *Schools, medical, and other projects*.
        return Err(Withheld::NoRule);
    }
    let is_odd = |word: usize| {
        let word = text.sentence.word(word);
        !(word.is("NN") || word.tag == "PRP")
            || word.form.contains(|c: char| c.is_ascii_digit() || c == '@')
    };
    if is_odd(link.dependent) || is_odd(link.governor) {
        return Err(Withheld::NoNoun);
    }
    // One of a list is not what the list is another word for, nor is a bare noun.
    let what = text.sentence.word(link.dependent);
    let has = |role| text.sentence.child(link.dependent, role).is_some();
    let is_bare = what.tag == "NN" && !has(WordRole::Determiner) && !has(WordRole::Possessor);
    let whose = text.sentence.word(link.governor).tag.as_str();
    let is_one_of_many =
        what.tag == "NN" && whose == "NNS" || what.tag == "NNS" && whose == "NN" && !text.is_asked;
    if text.is_negative(link.dependent) {
        return Err(Withheld::Negated);
    }
    if is_bare || is_one_of_many || has(WordRole::Conjunct) || what.role == WordRole::Conjunct {
        return Err(Withheld::NoRule);
    }
    let phrase = text.noun_phrase(&mut clause, link.governor, Place::Subject)?;
    let be = be(&mut clause, text.tenses[link.governor], phrase.subject);
    let what = text.noun_phrase(&mut clause, link.dependent, Place::Object)?;
    clause.hang(phrase.head, what.head, "nsubj");
    clause.hang(be, what.head, "cop");
    Ok(clause)
}

/// *There was a place to hang something.*
pub(super) fn infinitive(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let mut clause = Clause::default();
    let noun = there(text, &mut clause, link.governor, |text, clause| {
        text.noun_phrase(clause, link.governor, Place::New)
    })?;
    to_do(text, &mut clause, noun, link.dependent)?;
    Ok(clause)
}

/// *Somebody had a place to hang something.*
pub(super) fn infinitive_of_object(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    with_object(text, link, false)
}

/// *He had a place to hang something.*
pub(super) fn infinitive_with_subject(
    text: &Text<'_>,
    link: &WordLink,
) -> Result<Clause, Withheld> {
    with_object(text, link, true)
}

fn with_object(text: &Text<'_>, link: &WordLink, with_subject: bool) -> Result<Clause, Withheld> {
    let sentence = text.sentence;
    let first = sentence.head_as(link.governor, WordRole::Conjunct).unwrap_or(link.governor);
    let verb = sentence.head_as(first, WordRole::Object).ok_or(Withheld::NoRule)?;
    let frame = text.frame(verb).ok_or(Withheld::NoRule)?;
    let mut plan = Plan::new(text, verb);
    plan.object = Slot::Full(link.governor);
    if with_subject {
        plan.subject = Slot::Full(frame.subject.ok_or(Withheld::NoSubject)?.word);
    }
    let mut clause = Clause::default();
    plan.write_into(text, &mut clause)?;
    let is_noun = |word: &WrittenWord| word.source == Some(link.governor);
    let noun = clause.words().iter().position(is_noun).ok_or(Withheld::NoNoun)?;
    to_do(text, &mut clause, noun, link.dependent)?;
    Ok(clause)
}

/// *To hang something*, *to work on*, behind a noun.
fn to_do(text: &Text<'_>, clause: &mut Clause, noun: usize, verb: usize) -> Result<(), Withheld> {
    let to = clause.push("to", "to", "TO", None);
    let mut plan = Plan::new(text, verb);
    let stranded = text.sentence.stranded(verb);
    if text.frame(verb).is_none_or(|frame| frame.object.is_none()) {
        // What is to be done is done to the noun.
        plan.object = Slot::Empty;
    }
    let main = Group::read(text, verb).write(clause, Subject::Other, plan.passive, true);
    clause.hang(to, main, "mark");
    clause.hang(main, noun, "acl");
    text.finish_with(clause, main, &plan)?;
    if let Some(preposition) = stranded {
        let word = text.sentence.word(preposition);
        let form = text.inner_form(preposition);
        let at = clause.push(&form, &word.lemma, "IN", Some(preposition));
        clause.hang(at, main, "obl");
    }
    Ok(())
}
