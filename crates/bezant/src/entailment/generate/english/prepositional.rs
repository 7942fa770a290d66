//! Prepositions with their nouns, and with what these say nothing without.

use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::clauses::{Plan, Slot};
use crate::entailment::generate::english::phrases::Place;
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::hypothesis::Clause;
use crate::entailment::generate::sentence::WordRole;

impl Text<'_> {
    /// A preposition with its noun.
    pub(super) fn phrase_with(
        &self,
        clause: &mut Clause,
        noun: usize,
        cases: &[usize],
        slot: Slot,
        verb: &str,
    ) -> Result<usize, Withheld> {
        let is_joined = |case: &usize| self.sentence.child(*case, WordRole::Conjunct).is_some();
        if !self.is_asked && cases.iter().any(is_joined) {
            // *Up and down the street*.
            return Err(Withheld::NoRule);
        }
        let mut written = Vec::new();
        for case in cases {
            // *Such as* and *because of*, of which either word may be the head.
            let mut parts: Vec<usize> = self.sentence.with_role(*case, WordRole::Fixed).collect();
            parts.push(*case);
            parts.sort_unstable();
            let mut first = None;
            for part in parts {
                let word = self.sentence.word(part);
                let at = clause.push(&self.inner_form(part), &word.lemma, &word.tag, Some(part));
                match first {
                    Some(first) => clause.hang(at, first, "fixed"),
                    None => written.push(*first.insert(at)),
                }
            }
        }
        let phrase = self.slot(clause, slot, verb, Place::Object)?.ok_or(Withheld::NoNoun)?;
        for case in written {
            clause.hang(case, phrase.head, "case");
        }
        let is_between = cases.iter().any(|case| self.sentence.word(*case).lemma == "between");
        let has_two = self
            .sentence
            .with_role(noun, WordRole::Compound)
            .any(|part| self.sentence.child(part, WordRole::Conjunct).is_some());
        if is_between && has_two && !self.is_asked {
            return Err(Withheld::Unfinished);
        }
        if slot == Slot::Full(noun) && is_between {
            let has_other = self.sentence.child(noun, WordRole::Conjunct).is_some();
            if !has_other && !self.is_asked && !self.sentence.word(noun).tag.ends_with('S') {
                // *Between 5 and 7 km*: a range of which the noun shows one end.
                return Err(Withheld::Unfinished);
            }
            self.others(clause, noun, phrase.head)?;
        }
        if slot == Slot::Full(noun)
            && let Some(below) = self.rest_of_preposition(noun)
            && !clause.words().iter().any(|word| word.source == Some(below))
        {
            let cases = self.sentence.prepositions(below);
            let at = self.phrase_with(clause, below, &cases, Slot::Full(below), "")?;
            clause.hang(at, phrase.head, "nmod");
        }
        Ok(phrase.head)
    }

    /// The phrases behind a verb that are wanted, and those that it says nothing, or something else, without.
    pub(super) fn phrases_of(&self, plan: &Plan, open: Option<usize>) -> Vec<usize> {
        let sentence = self.sentence;
        let verb = plan.verb;
        let lemma = sentence.word(verb).lemma.as_str();
        let mut phrases = plan.phrases.clone();
        let has_object = plan.object != Slot::Empty;
        let follows = [WordRole::Complement, WordRole::OpenComplement, WordRole::Particle];
        let is_lost = words::is_always_done_to(lemma)
            && !plan.passive
            && !follows.into_iter().any(|role| sentence.child(verb, role).is_some());
        if (phrases.is_empty()
            && (words::needs_preposition(lemma)
                && (!has_object || matches!(lemma, "put" | "set" | "base"))
                || plan.passive && lemma == "set"
                || self.is_denied(verb)))
            || is_lost && !has_object
        {
            let has_case = |noun: &usize| {
                let cases = sentence.prepositions(*noun);
                cases.iter().any(|case| sentence.word(*case).lemma != "by" || !plan.passive)
            };
            let behind = sentence.with_role(verb, WordRole::Prepositional);
            let needed = behind.filter(|noun| *noun > verb).find(has_case);
            phrases.extend(needed.filter(|needed| !plan.phrases.contains(needed)));
        }
        // *Looked like a friend*: the rest is nothing without it.
        if words::needs_complement(lemma) {
            let is_like = |noun: &usize| {
                let cases = sentence.prepositions(*noun);
                cases.iter().any(|case| sentence.word(*case).lemma == "like")
            };
            let like = sentence.with_role(verb, WordRole::Prepositional).find(is_like);
            phrases.extend(like.filter(|like| !plan.phrases.contains(like)));
        }
        if !self.is_asked && !sentence.word(verb).is("VB") {
            // *The cause of the fire*: a noun that looks like a verb needs nothing.
            phrases.clone_from(&plan.phrases);
        }
        phrases.extend(self.phrases_beside(plan, open));
        phrases
    }

    /// *Came into office*, *is aware of the risk*, *took it into account*: phrases that may be a part of what
    /// the verb says.
    fn phrases_beside(&self, plan: &Plan, open: Option<usize>) -> Vec<usize> {
        let sentence = self.sentence;
        let verb = plan.verb;
        if self.is_asked {
            return Vec::new();
        }
        let word = sentence.word(verb);
        let mut end = verb;
        while sentence.words().get(end + 1).is_some_and(|next| {
            next.head == Some(verb)
                && (next.role == WordRole::Particle
                    || words::is_like_particle(&next.lemma) && next.role != WordRole::Case
                    || next.role == WordRole::Adverb && next.tag == "RB")
        }) {
            end += 1;
        }
        let begins = |noun: usize| sentence.prepositions(noun).into_iter().min();
        let is_next = |noun: &usize| begins(*noun) == Some(end + 1);
        let is_expression = |noun: &usize| {
            let has = |role| sentence.child(*noun, role).is_some();
            *noun > verb
                && words::makes_expression(&sentence.word(*noun).lemma)
                && !has(WordRole::Determiner)
                && !has(WordRole::Adjective)
                && begins(*noun) == noun.checked_sub(1)
        };
        let is_alone = plan.object == Slot::Empty && plan.second == Slot::Empty && open.is_none();
        let is_verb = word.is("VB") && sentence.child(verb, WordRole::Copula).is_none();
        let needs = |noun: &usize| {
            let of_verb = is_verb
                && is_alone
                && if plan.passive {
                    words::wants_phrase(&word.lemma)
                } else {
                    !words::stands_alone(&word.lemma) || words::needs_preposition(&word.lemma)
                };
            let of_adjective = word.is("JJ") && !is_verb;
            // *Filled with sand and water*: not *with sand with water*.
            let is_other = sentence
                .with_role(*noun, WordRole::Conjunct)
                .any(|other| plan.phrases.contains(&other));
            !is_other
                && (is_next(noun) && (of_verb || of_adjective) || is_verb && is_expression(noun))
        };
        let behind = || sentence.with_role(verb, WordRole::Prepositional).filter(|at| *at > verb);
        match self.is_denied(verb) {
            // Where is a part of what is denied.
            true => behind().filter(|noun| begins(*noun).is_some()).collect(),
            false => behind().filter(needs).collect(),
        }
    }

    /// *Between the dog and the cat*: neither alone.
    pub(super) fn others(
        &self,
        clause: &mut Clause,
        noun: usize,
        head: usize,
    ) -> Result<(), Withheld> {
        if self.sentence.head_as(noun, WordRole::Conjunct).is_some() {
            return Err(Withheld::NoRule);
        }
        for other in self.sentence.with_role(noun, WordRole::Conjunct) {
            let and = clause.push("and", "and", "CC", None);
            let phrase = self.noun_phrase(clause, other, Place::Object)?;
            clause.hang(and, phrase.head, "cc");
            clause.hang(phrase.head, head, "conj");
        }
        Ok(())
    }

    /// *Favor of the banks* in *in favor of the banks*: a bare noun that is more a part of the preposition.
    fn rest_of_preposition(&self, noun: usize) -> Option<usize> {
        let sentence = self.sentence;
        let has = |role| sentence.child(noun, role).is_some();
        let is_none = |word: usize| sentence.word(word).lemma == "no";
        let is_bare = sentence.word(noun).tag == "NN"
            && !sentence.with_role(noun, WordRole::Determiner).any(|word| !is_none(word))
            && ![WordRole::Adjective, WordRole::Compound, WordRole::Possessor].into_iter().any(has)
            && !words::needs_whole(&sentence.word(noun).lemma)
            && !words::is_unit(&sentence.word(noun).lemma);
        let below =
            sentence.with_role(noun, WordRole::Prepositional).find(|below| *below > noun)?;
        let follows = |case: &usize| {
            *case == noun + 1
                && matches!(
                    sentence.word(*case).lemma.as_str(),
                    "of" | "to" | "with" | "for" | "from"
                )
        };
        sentence.prepositions(below).first().filter(|case| is_bare && follows(case)).map(|_| below)
    }
}
