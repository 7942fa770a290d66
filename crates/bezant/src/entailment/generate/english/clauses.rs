//! Clauses as short as grammar allows: subject, verb, and what the verb cannot do without.

use crate::english::inflect::Subject;
use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::phrases::{Phrase, Place, SOMEBODY, SOMETHING, dummy};
use crate::entailment::generate::english::rules::there_as_said;
use crate::entailment::generate::english::verbs::Group;
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::hypothesis::Clause;
use crate::entailment::generate::links::{Filler, Frame};
use crate::entailment::generate::sentence::WordRole;

/// More verbs above each other than this make no short sentence.
const DEEPEST: usize = 4;

/// What stands in a place of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// A word of the text with what it needs.
    Full(usize),
    /// *Somebody* or *something* for a word of the text, if there is one.
    Dummy(Option<usize>),
    /// Nothing.
    Empty,
}

/// A clause that is to be written around a verb.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub verb: usize,
    pub subject: Slot,
    pub object: Slot,
    pub second: Slot,
    pub passive: bool,
    /// Phrases with prepositions that are wanted.
    pub phrases: Vec<usize>,
    /// Adverbs that are wanted.
    pub adverbs: Vec<usize>,
}

impl Plan {
    /// A clause around a verb, with nothing but dummies.
    pub(super) fn new(text: &Text<'_>, verb: usize) -> Plan {
        let frame = text.frame(verb).cloned().unwrap_or_default();
        let word = |filler: Option<Filler>| filler.map(|filler| filler.word);
        let is_denied = text.is_denied(verb);
        // What is denied is denied of what stands there, not of everything.
        let stand_in =
            |word: usize| if is_denied { Slot::Full(word) } else { Slot::Dummy(Some(word)) };
        let object = match word(frame.object).filter(|_| !frame.is_passive) {
            Some(object) => stand_in(object),
            None if text.lacks_object(verb, &frame) => Slot::Dummy(None),
            None if text.sentence.child(verb, WordRole::Complement).is_some()
                && words::says_something(&text.sentence.word(verb).lemma)
                && !frame.is_passive =>
            {
                Slot::Dummy(None)
            }
            None => Slot::Empty,
        };
        let subject = if frame.is_passive { frame.object } else { frame.subject };
        let second = if frame.is_passive { frame.second } else { None };
        Plan {
            verb,
            subject: match word(subject).or_else(|| text.expletive_it(verb)) {
                // Of one that is named, *somebody did not* is true as well.
                Some(word) if text.is_asked => Slot::Dummy(Some(word)),
                Some(word) => stand_in(word),
                None => Slot::Dummy(None),
            },
            object: match word(second) {
                Some(second) => stand_in(second),
                None => object,
            },
            second: Slot::Empty,
            passive: frame.is_passive && text.sentence.child(verb, WordRole::Copula).is_none(),
            phrases: Vec::new(),
            adverbs: Vec::new(),
        }
    }

    /// Writes it.
    pub(super) fn write(&self, text: &Text<'_>) -> Result<Clause, Withheld> {
        let mut clause = Clause::default();
        self.write_into(text, &mut clause)?;
        Ok(clause)
    }

    /// Writes it behind what is there, and says which word is its head.
    pub(super) fn write_into(
        &self,
        text: &Text<'_>,
        clause: &mut Clause,
    ) -> Result<usize, Withheld> {
        text.check(self)?;
        if let Slot::Full(noun) = self.subject
            && text.is_existential(self.verb)
        {
            return there_as_said(text, clause, self.verb, noun);
        }
        let (root, main) = text.predicate(clause, self.verb, self.subject, self.passive, 0)?;
        text.complete(clause, main, self, 0)?;
        Ok(root)
    }
}

impl Text<'_> {
    /// Whether dummies are true where they stand: not for *nobody*, and not in what is denied.
    fn check(&self, plan: &Plan) -> Result<(), Withheld> {
        let frame = self.frame(plan.verb).cloned().unwrap_or_default();
        let shown =
            |word: usize| [plan.subject, plan.object, plan.second].contains(&Slot::Full(word));
        let fillers = [frame.subject, frame.object, frame.second];
        for filler in fillers.into_iter().flatten() {
            if self.is_negative(filler.word) && !shown(filler.word) {
                return Err(Withheld::Negated);
            }
        }
        Ok(())
    }

    /// Whether a clause begins with *there*, which is no place.
    pub(super) fn is_existential(&self, verb: usize) -> bool {
        let mut words = self.sentence.with_role(verb, WordRole::Expletive);
        words.any(|word| self.sentence.word(word).lemma == "there")
    }

    /// *It* that stands for a clause.
    fn expletive_it(&self, verb: usize) -> Option<usize> {
        let mut words = self.sentence.with_role(verb, WordRole::Expletive);
        words.find(|word| self.is_asked && self.sentence.word(*word).lemma == "it")
    }

    /// Whether a verb that is always done to something has lost it: those who ask about a verb and its subject
    /// often do so because its object stands far away.
    fn lacks_object(&self, verb: usize, frame: &Frame) -> bool {
        let has = |role| self.sentence.child(verb, role).is_some();
        self.is_asked
            && !frame.is_passive
            && words::needs_object(&self.sentence.word(verb).lemma)
            && self.sentence.word(verb).is("VB")
            && !has(WordRole::Complement)
            && !has(WordRole::OpenComplement)
            && !has(WordRole::Copula)
    }

    /// Whether what a verb says is denied.
    pub(super) fn is_denied(&self, verb: usize) -> bool {
        let mut above =
            std::iter::successors(Some(verb), |verb| self.matrix(*verb)).take(DEEPEST + 1);
        above
            .any(|verb| self.frames[verb].is_some() && !Group::read(self, verb).negation.is_empty())
    }

    pub(super) fn slot(
        &self,
        clause: &mut Clause,
        slot: Slot,
        verb: &str,
        place: Place,
    ) -> Result<Option<Phrase>, Withheld> {
        match slot {
            Slot::Full(word) => self.noun_phrase(clause, word, place).map(Some),
            Slot::Dummy(word) => Ok(Some(dummy(clause, self.stand_in(word, verb, place)))),
            Slot::Empty => Ok(None),
        }
    }

    /// *Somebody* or *something*, by who stands there in the text and what is done.
    fn stand_in(&self, word: Option<usize>, verb: &str, place: Place) -> &'static str {
        let person = word.and_then(|word| self.is_person(word)).filter(|_| {
            // *It* that does something is a company or a country more often than a thing.
            let is_it = word.is_some_and(|word| self.sentence.word(word).lemma == "it");
            !(self.is_asked && is_it && place == Place::Subject && !words::is_done_by_things(verb))
        });
        let is_person = match place {
            Place::Subject => {
                let is_mental = words::is_done_by_people(verb);
                is_mental || person.unwrap_or(true)
            }
            // A name that is not known is more often somebody's.
            Place::Patient if word.is_some_and(|word| self.sentence.word(word).is("NNP")) => {
                person.unwrap_or(true)
            }
            _ => person.unwrap_or_else(|| words::is_done_to_people(verb)),
        };
        if is_person { SOMEBODY } else { SOMETHING }
    }

    /// The verb that a verb completes: *want* of *want to sing and dance*.
    pub(super) fn matrix(&self, verb: usize) -> Option<usize> {
        let sentence = self.sentence;
        let has = |role| sentence.child(verb, role).is_some();
        if let Some(first) = sentence.head_as(verb, WordRole::Conjunct)
            && sentence.word(verb).tag == "VB"
            && !has(WordRole::Auxiliary)
            && !has(WordRole::Subject)
        {
            return self.matrix_of(first);
        }
        self.matrix_of(verb)
    }

    fn matrix_of(&self, verb: usize) -> Option<usize> {
        let head = self.sentence.head_as(verb, WordRole::OpenComplement)?;
        (self.frames[head].is_some() && !self.sentence.is_finite(verb)).then_some(head)
    }

    /// Writes subject and verb, with all verbs that it completes; the head of all, and of this one.
    pub(super) fn predicate(
        &self,
        clause: &mut Clause,
        verb: usize,
        subject: Slot,
        passive: bool,
        depth: usize,
    ) -> Result<(usize, usize), Withheld> {
        if depth > DEEPEST {
            return Err(Withheld::Deep);
        }
        let Some(matrix) = self.matrix(verb) else {
            let group = Group::read(self, verb);
            if self.sentence.word(verb).tag == "VB"
                && self.sentence.child(verb, WordRole::Copula).is_some()
            {
                return Err(Withheld::NoRule);
            }
            if group.is_bare && !passive {
                return Err(Withheld::Infinitive);
            }
            let lemma = &self.sentence.word(verb).lemma;
            let place = if passive { Place::Patient } else { Place::Subject };
            let phrase = self.slot(clause, subject, lemma, place)?.ok_or(Withheld::NoSubject)?;
            let main = self.verb(clause, verb, &group, phrase.subject, passive, false)?;
            clause.hang(phrase.head, main, if passive { "nsubj:pass" } else { "nsubj" });
            return Ok((main, main));
        };
        let above = self.frame(matrix).cloned().unwrap_or_default();
        let controls = above.second.or(above.object).filter(|_| !above.is_passive);
        let (root, above) = match controls {
            Some(_) => {
                let who = Slot::Dummy(above.subject.map(|filler| filler.word));
                let (root, main) = self.predicate(clause, matrix, who, false, depth + 1)?;
                let lemma = &self.sentence.word(matrix).lemma;
                self.particles(clause, main, matrix);
                if let Some(phrase) = self.slot(clause, subject, lemma, Place::Object)? {
                    clause.hang(phrase.head, main, "obj");
                }
                (root, main)
            }
            None => {
                let (root, main) =
                    self.predicate(clause, matrix, subject, above.is_passive, depth + 1)?;
                self.particles(clause, main, matrix);
                (root, main)
            }
        };
        let main = self.infinitive(clause, verb, passive)?;
        clause.hang(main, above, "xcomp");
        Ok((root, main))
    }

    /// A verb without tense, with *to* if the text has it; or an adjective or noun that completes a verb.
    fn infinitive(
        &self,
        clause: &mut Clause,
        verb: usize,
        passive: bool,
    ) -> Result<usize, Withheld> {
        let word = self.sentence.word(verb);
        if !word.is("VB") && self.sentence.child(verb, WordRole::Copula).is_none() {
            return self.predicative(clause, verb);
        }
        let first = self.sentence.head_as(verb, WordRole::Conjunct).unwrap_or(verb);
        let has_to =
            self.sentence.infinitive_mark(verb).or(self.sentence.infinitive_mark(first)).is_some();
        if !has_to && matches!(word.tag.as_str(), "VBG" | "VBN") {
            return Ok(clause.push(&self.inner_form(verb), &word.lemma, &word.tag, Some(verb)));
        }
        let to = has_to.then(|| clause.push("to", "to", "TO", None));
        let main =
            self.verb(clause, verb, &Group::read(self, verb), Subject::Other, passive, true)?;
        if let Some(to) = to {
            clause.hang(to, main, "mark");
        }
        Ok(main)
    }

    /// An adjective, noun or phrase that is said of a subject.
    pub(super) fn predicative(&self, clause: &mut Clause, word: usize) -> Result<usize, Withheld> {
        let shown = self.sentence.word(word);
        let cases = self.sentence.prepositions(word);
        if !cases.is_empty() {
            return self.phrase_with(clause, word, &cases, Slot::Full(word), "");
        }
        if shown.is("JJ") || shown.is("RB") || shown.is("VB") || shown.is("IN") || shown.is("RP") {
            return Ok(clause.push(&self.inner_form(word), &shown.lemma, &shown.tag, Some(word)));
        }
        self.noun_phrase(clause, word, Place::Object).map(|phrase| phrase.head)
    }

    /// A preposition with its noun.
    pub(super) fn phrase_with(
        &self,
        clause: &mut Clause,
        _noun: usize,
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
        Ok(phrase.head)
    }

    /// A verb, or a copula and what it joins; the head of both.
    fn verb(
        &self,
        clause: &mut Clause,
        verb: usize,
        group: &Group,
        subject: Subject,
        passive: bool,
        bare: bool,
    ) -> Result<usize, Withheld> {
        let at = group.write(clause, subject, passive, bare);
        let word = self.sentence.word(verb);
        if word.is("VB") && self.sentence.child(verb, WordRole::Copula).is_none() {
            return Ok(at);
        }
        let main = self.predicative(clause, verb)?;
        for other in 0..at {
            if clause.words()[other].head == Some(at) {
                let relation = clause.words()[other].relation;
                clause.hang(other, main, relation);
            }
        }
        for other in at + 1..main {
            if clause.words()[other].head == Some(at) {
                clause.hang(other, main, "advmod");
            }
        }
        clause.hang(at, main, "cop");
        Ok(main)
    }

    fn particles(&self, clause: &mut Clause, main: usize, verb: usize) {
        for particle in self.sentence.with_role(verb, WordRole::Particle) {
            let word = self.sentence.word(particle);
            let at = clause.push(&word.form.to_lowercase(), &word.lemma, "RP", Some(particle));
            clause.hang(at, main, "compound:prt");
        }
    }

    /// Writes what a verb that is already there cannot do without.
    pub(super) fn finish_with(
        &self,
        clause: &mut Clause,
        main: usize,
        plan: &Plan,
    ) -> Result<(), Withheld> {
        self.complete(clause, main, plan, 0)
    }

    /// What a verb cannot do without, behind it.
    fn complete(
        &self,
        clause: &mut Clause,
        main: usize,
        plan: &Plan,
        depth: usize,
    ) -> Result<(), Withheld> {
        if depth > DEEPEST {
            return Err(Withheld::Deep);
        }
        let sentence = self.sentence;
        let verb = plan.verb;
        let lemma = sentence.word(verb).lemma.as_str();
        self.particles(clause, main, verb);
        for (slot, relation) in [(plan.second, "iobj"), (plan.object, "obj")] {
            if let Some(phrase) = self.slot(clause, slot, lemma, Place::Object)? {
                clause.hang(phrase.head, main, relation);
            }
        }
        if let Some(open) = sentence.child(verb, WordRole::OpenComplement) {
            let is_verb = sentence.word(open).is("VB");
            let has_to = sentence.infinitive_mark(open).is_some();
            // *He possessed an energy to be satirical*: more often a purpose.
            let is_loose = self.is_asked
                && has_to
                && (plan.object != Slot::Empty || plan.passive)
                && !words::takes_object_and_infinitive(lemma);
            if !is_loose && (!is_verb || words::needs_complement(lemma) || has_to) {
                let inner = Plan::new(self, open);
                let at = self.infinitive(clause, open, inner.passive)?;
                clause.hang(at, main, "xcomp");
                self.complete(clause, at, &inner, depth + 1)?;
            }
        }
        let mut phrases = plan.phrases.clone();
        let has_object = plan.object != Slot::Empty;
        if phrases.is_empty()
            && (words::needs_preposition(lemma) && (!has_object || lemma == "put")
                || self.is_denied(verb))
        {
            phrases.extend(
                sentence
                    .with_role(verb, WordRole::Prepositional)
                    .filter(|noun| {
                        *noun > verb
                            && sentence
                                .prepositions(*noun)
                                .iter()
                                .any(|case| sentence.word(*case).lemma != "by" || !plan.passive)
                    })
                    .take(1),
            );
        }
        for noun in phrases {
            let cases = sentence.prepositions(noun);
            let at = self.phrase_with(clause, noun, &cases, Slot::Full(noun), lemma)?;
            clause.hang(at, main, "obl");
        }
        for &adverb in &plan.adverbs {
            let word = sentence.word(adverb);
            let at = clause.push(&self.inner_form(adverb), &word.lemma, &word.tag, Some(adverb));
            clause.hang(at, main, "advmod");
        }
        Ok(())
    }
}
