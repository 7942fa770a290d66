//! Prepositions with their nouns, and with what these say nothing without.

use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::clauses::Slot;
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
        {
            let cases = self.sentence.prepositions(below);
            let at = self.phrase_with(clause, below, &cases, Slot::Full(below), "")?;
            clause.hang(at, phrase.head, "nmod");
        }
        Ok(phrase.head)
    }

    /// *Between the dog and the cat*: neither alone.
    fn others(&self, clause: &mut Clause, noun: usize, head: usize) -> Result<(), Withheld> {
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
