//! Adjectives, participles and adverbs.

use crate::english::inflect::article;
use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::clauses::Plan;
use crate::entailment::generate::english::phrases::{Phrase, Place};
use crate::entailment::generate::english::rules::nouns::{be, there as there_is};
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::hypothesis::{Clause, WrittenWord};
use crate::entailment::generate::links::WordLink;
use crate::entailment::generate::sentence::WordRole;

/// *The boat was big.* *Grains are steamed.*
pub(super) fn copula(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let adjective = text.sentence.word(link.dependent);
    if words::is_person(&adjective.lemma) && !text.is_asked {
        // *The terrorist group*: a noun, whatever its tag says.
        return Err(Withheld::NotSaidOfNouns);
    }
    if !words::can_follow_be(&adjective.lemma) || text.is_negative(link.governor) {
        return Err(Withheld::NotSaidOfNouns);
    }
    let is_a = |word: usize| text.sentence.word(word).lemma == "a";
    let mut determiners = text.sentence.with_role(link.governor, WordRole::Determiner);
    let is_new = if text.is_asked {
        determiners.any(is_a) && !adjective.is("VB")
    } else {
        !text.is_definite(link.governor)
    };
    if is_new && !matches!(adjective.tag.as_str(), "VBN" | "VBD") {
        // *There was a big boat* says it better: *boats are big* would be said of all.
        return Err(Withheld::NotSaidOfNouns);
    }
    if text.sentence.word(link.governor).is("NNP") && !adjective.is("VB") {
        // *Senior Counsel* is a title.
        return Err(Withheld::NotSaidOfNouns);
    }
    let mut others = text.sentence.with_role(link.governor, WordRole::Adjective);
    let is_class = others.any(|other| other < link.dependent)
        && text.sentence.words().get(link.dependent - 1).is_none_or(|word| word.form != ",");
    if is_class && adjective.tag == "JJ" && !text.is_asked {
        // *The central nervous system* is not nervous.
        return Err(Withheld::NotSaidOfNouns);
    }
    if adjective.tag == "VBG" && !text.is_asked {
        // *The working hypothesis* does not work.
        return Err(Withheld::NotSaidOfNouns);
    }
    let is_participle = matches!(adjective.tag.as_str(), "VBN" | "VBD");
    if !(is_participle || adjective.tag == "VBG" || adjective.tag == "JJ") {
        return Err(Withheld::NotSaidOfNouns);
    }
    let mut clause = Clause::default();
    let phrase = text.noun_phrase(&mut clause, link.governor, Place::Subject)?;
    if clause.words().iter().any(|word| word.source == Some(link.dependent)) {
        // It stands before its noun already.
        return Err(Withheld::NotSaidOfNouns);
    }
    let be = be(&mut clause, text.tenses[link.governor], phrase.subject);
    let (lemma, tag) =
        (adjective.lemma.clone(), if is_participle { "VBN" } else { &*adjective.tag });
    let main = clause.push(&text.inner_form(link.dependent), &lemma, tag, Some(link.dependent));
    let (subject, helper) = match tag {
        "VBN" => ("nsubj:pass", "aux:pass"),
        "VBG" => ("nsubj", "aux"),
        _ => ("nsubj", "cop"),
    };
    clause.hang(phrase.head, main, subject);
    clause.hang(be, main, helper);
    Ok(clause)
}

/// *There was a big boat.*
pub(super) fn there(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let adjective = text.sentence.word(link.dependent);
    if matches!(
        adjective.lemma.as_str(),
        "other"
            | "same"
            | "only"
            | "such"
            | "few"
            | "less"
            | "more"
            | "most"
            | "own"
            | "last"
            | "next"
            | "first"
            | "very"
            | "actual"
    ) || matches!(adjective.tag.as_str(), "JJR" | "JJS" | "CD")
        || words::is_like_determiner(&adjective.lemma)
    {
        return Err(Withheld::NotSaidOfNouns);
    }
    let is_between = |at: usize| link.dependent < at && at < link.governor;
    let mut others = text.sentence.with_role(link.governor, WordRole::Adjective);
    let joined = text.sentence.head_as(link.dependent, WordRole::Conjunct);
    let is_class = others.any(|at| {
        is_between(at) && joined != Some(at) && words::is_of_class(&text.sentence.word(at).lemma)
    });
    if is_class && !text.is_asked {
        // *An adult system* of *the adult nervous system*.
        return Err(Withheld::NotSaidOfNouns);
    }
    let mut clause = Clause::default();
    there_is(text, &mut clause, link.governor, |text, clause| modified(text, clause, link))?;
    Ok(clause)
}

/// A noun phrase with one adjective in it.
fn modified(text: &Text<'_>, clause: &mut Clause, link: &WordLink) -> Result<Phrase, Withheld> {
    let mut bare = Clause::default();
    let phrase = text.noun_phrase(&mut bare, link.governor, Place::New)?;
    let adjective = text.sentence.word(link.dependent);
    let form = text.inner_form(link.dependent);
    // One that stays anyway is not written twice, nor is the one that it is joined with.
    let is_there = bare.words().iter().any(|word| word.source == Some(link.dependent));
    let joined = text.sentence.head_as(link.dependent, WordRole::Conjunct);
    let is_left_out = |word: &WrittenWord| word.source.is_some() && word.source == joined;
    let start = clause.words().len();
    let mut adjective_at = None;
    let mut places = vec![start; bare.words().len()];
    for (at, word) in bare.words().iter().enumerate().filter(|(_, word)| !is_left_out(word)) {
        let is_article = at == 0 && word.tag == "DT";
        let is_behind = word.source.is_none_or(|source| source > link.dependent);
        if adjective_at.is_none() && !is_article && is_behind && !is_there {
            adjective_at =
                Some(clause.push(&form, &adjective.lemma, &adjective.tag, Some(link.dependent)));
        }
        let shown = match (is_article, word.form.as_str()) {
            (true, "a" | "an") if !is_there => article(&form),
            _ => &word.form,
        };
        places[at] = clause.push(shown, &word.lemma, &word.tag, word.source);
    }
    let head = places[phrase.head];
    for (at, word) in bare.words().iter().enumerate().filter(|(_, word)| !is_left_out(word)) {
        if let Some(above) = word.head {
            clause.hang(places[at], places[above], word.relation);
        }
    }
    if let Some(at) = adjective_at {
        clause.hang(at, head, "amod");
    }
    Ok(Phrase { head, ..phrase })
}

/// *Somebody sang loudly.* *Something was sharply higher.*
pub(super) fn adverb(text: &Text<'_>, link: &WordLink) -> Result<Clause, Withheld> {
    let adverb = text.sentence.word(link.dependent);
    let is_manner = adverb.lemma.ends_with("ly") && !words::is_about_sentences(&adverb.lemma)
        || words::is_plain_adverb(&adverb.lemma);
    if !is_manner
        || adverb.tag != "RB"
        || !text.sentence.children(link.dependent).is_empty()
        || words::is_negative(&adverb.lemma)
        || text.frame(link.governor).is_none()
        || !text.sentence.word(link.governor).is("VB")
        || text.sentence.child(link.governor, WordRole::Copula).is_some()
    {
        return Err(Withheld::NoRule);
    }
    let is_apart = text.sentence.words().get(link.dependent + 1).is_some_and(|at| at.form == ",");
    if is_apart && link.dependent < link.governor && !text.is_asked {
        // *Strikingly, she sang*: it is not how she sang.
        return Err(Withheld::NoRule);
    }
    let subject = text.frame(link.governor).and_then(|frame| frame.subject);
    let is_of_all = subject.is_some_and(|subject| link.dependent < subject.word)
        || text.is_denied(link.governor) && link.dependent < link.governor;
    if is_of_all && !text.is_asked {
        // *Technically it is not*: it is not how it is done.
        return Err(Withheld::NoRule);
    }
    let mut plan = Plan::new(text, link.governor);
    plan.adverbs.push(link.dependent);
    plan.write(text)
}
