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
        let is_done_to = |object: &usize| text.is_done_to(verb, *object);
        let object = match word(frame.object).filter(|_| !frame.is_passive) {
            Some(object) if !is_done_to(&object) => Slot::Empty,
            // *Shake hands* is nothing without hands.
            Some(object)
                if words::is_idiom(
                    &text.sentence.word(verb).lemma,
                    &text.sentence.word(object).lemma,
                ) =>
            {
                Slot::Full(object)
            }
            Some(object) => stand_in(object),
            None if text.lacks_object(verb, &frame) => Slot::Dummy(None),
            None if text.sentence.child(verb, WordRole::Complement).is_some()
                && text.sentence.word(verb).is("VB")
                && text.sentence.child(verb, WordRole::Copula).is_none()
                && words::says_something(&text.sentence.word(verb).lemma)
                && !frame.is_passive =>
            {
                Slot::Dummy(None)
            }
            None => Slot::Empty,
        };
        let subject = if frame.is_passive { frame.object } else { frame.subject };
        let second = if frame.is_passive { frame.second } else { None };
        let gives = words::has_two_objects(&text.sentence.word(verb).lemma);
        let second = word(second).filter(|second| gives && is_done_to(second));
        // *We ask them to sing*: whom, where there is nothing else.
        let receiver = frame.second.filter(|_| !frame.is_passive && frame.object.is_none());
        Plan {
            verb,
            subject: match word(subject).or_else(|| text.expletive_it(verb)) {
                _ if text.has_unnamed_doer(verb) => Slot::Dummy(None),
                // Of one that is named, *somebody did not* is true as well.
                Some(word) if text.is_asked => Slot::Dummy(Some(word)),
                Some(word) => stand_in(word),
                None => Slot::Dummy(None),
            },
            object: match second {
                Some(second) => stand_in(second),
                None => object,
            },
            second: word(receiver).map_or(Slot::Empty, stand_in),
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
    /// Whether a noun beside a verb is what it is done to, and not how often or how long: *happened three times*.
    pub(super) fn is_done_to(&self, verb: usize, noun: usize) -> bool {
        let lemma = |word: usize| self.sentence.word(word).lemma.as_str();
        let is_passive = self.frame(verb).is_some_and(|frame| frame.is_passive);
        let is_counted = self.sentence.child(noun, WordRole::Number).is_some();
        let takes_time =
            matches!(lemma(verb), "take" | "spend" | "waste" | "need" | "have" | "save" | "lose");
        let is_time = words::is_unit(lemma(noun)) && words::is_time(lemma(noun));
        let is_times = is_counted && lemma(noun) == "time";
        !(is_time && !takes_time && (is_passive || is_times)
            || words::is_never_done_to(lemma(verb)) && words::is_unit(lemma(noun)))
    }

    /// *Made him sing*, of which *he was made sing* is no passive.
    pub(super) fn is_made_to(&self, verb: usize) -> bool {
        self.sentence.child(verb, WordRole::OpenComplement).is_some_and(|open| {
            self.sentence.word(open).tag == "VB" && self.sentence.infinitive_mark(open).is_none()
        })
    }

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
            // They may be people or things.
            Slot::Dummy(Some(word))
                if !self.is_asked
                    && matches!(&*self.sentence.word(word).lemma, "they" | "them") =>
            {
                self.noun_phrase(clause, word, place).map(Some)
            }
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
                // *Sounds good*: nobody is there, and nobody need be.
                let is_of_thing = word.is_none()
                    && !self.is_asked
                    && (words::is_done_by_things(verb)
                        || matches!(
                            verb,
                            "appear"
                                | "become"
                                | "look"
                                | "remain"
                                | "seem"
                                | "smell"
                                | "sound"
                                | "taste"
                        ));
                let is_felt = verb == "feel" && person == Some(false) && !self.is_asked;
                is_mental && !is_felt || person.unwrap_or(!is_of_thing)
            }
            // A name that is not known is more often somebody's.
            Place::Patient if word.is_some_and(|word| self.sentence.word(word).is("NNP")) => {
                person.unwrap_or(true)
            }
            _ if words::tells_somebody(verb) => true,
            _ => person.unwrap_or_else(|| words::is_done_to_people(verb)),
        };
        if is_person { SOMEBODY } else { SOMETHING }
    }

    /// *It* of *it is true that …*, which stands for nobody and nothing.
    fn expletive(&self, verb: usize) -> Option<usize> {
        let sentence = self.sentence;
        let is_clausal = [WordRole::Complement, WordRole::OpenComplement, WordRole::ClausalSubject]
            .into_iter()
            .any(|role| sentence.child(verb, role).is_some());
        // Not all who write parses tell it from one that stands for something.
        let subject = || sentence.child(verb, WordRole::Subject).filter(|_| is_clausal);
        let subject = subject().filter(|_| !sentence.word(verb).is("VB"));
        let it = sentence.child(verb, WordRole::Expletive).or(subject)?;
        let is_it = self.sentence.word(it).form.eq_ignore_ascii_case("it");
        (is_it && self.sentence.word(it).tag == "PRP").then_some(it)
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
        let is_complete = self.completes(verb, head);
        (self.frames[head].is_some() && !self.sentence.is_finite(verb) && is_complete)
            .then_some(head)
    }

    /// Whether those who ask about a verb leave out what completes it.
    fn is_loose(&self, plan: &Plan, open: usize) -> bool {
        let lemma = self.sentence.word(plan.verb).lemma.as_str();
        let is_verb = self.sentence.word(open).is("VB");
        let has_to = self.sentence.infinitive_mark(open).is_some();
        // *He possessed an energy to be satirical*: more often a purpose.
        let is_purpose = has_to
            && (plan.object != Slot::Empty || plan.passive)
            && !words::takes_object_and_infinitive(lemma);
        let is_bare = is_verb && !has_to && !words::needs_complement(lemma);
        self.is_asked && (is_purpose || is_bare)
    }

    /// Whether a word completes another: participles complete verbs only, and in *-ing* only some.
    pub(super) fn completes(&self, word: usize, head: usize) -> bool {
        let above = self.sentence.word(head);
        match self.sentence.word(word).tag.as_str() {
            _ if self.sentence.infinitive_mark(word).is_some() || self.is_asked => true,
            "VBG" => above.is("VB") && words::takes_participle(&above.lemma),
            "VBN" => above.is("VB"),
            _ => true,
        }
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
            if self.sentence.word(verb).is("VB")
                && self.sentence.child(verb, WordRole::Copula).is_some()
            {
                // *The sign is that it has begun.*
                return Err(Withheld::NoRule);
            }
            if group.is_bare && !passive {
                return Err(Withheld::Infinitive);
            }
            if self.may_be_passive(verb) {
                return Err(Withheld::NoRule);
            }
            let is_participle = group.participle.as_ref().is_some_and(|(_, tag)| *tag == "VBN");
            if is_participle && !passive && !group.is_perfect && group.lemma != "be" {
                // It was done, but the parse does not say to whom.
                return Err(Withheld::NoRule);
            }
            let lemma = &self.sentence.word(verb).lemma;
            let place = if passive { Place::Patient } else { Place::Subject };
            if passive && !self.sentence.word(verb).is("VB") {
                return Err(Withheld::NoPassive);
            }
            let expletive = self.expletive(verb).filter(|_| !matches!(subject, Slot::Full(_)));
            let phrase = match expletive {
                Some(it) => self.noun_phrase(clause, it, Place::Subject)?,
                None => self.slot(clause, subject, lemma, place)?.ok_or(Withheld::NoSubject)?,
            };
            let main = self.verb(clause, verb, &group, phrase.subject, passive, false)?;
            clause.hang(phrase.head, main, if passive { "nsubj:pass" } else { "nsubj" });
            return Ok((main, main));
        };
        let is_small_clause = self.sentence.child(verb, WordRole::Subject).is_some()
            && !self.sentence.word(verb).is("VB");
        if is_small_clause && !self.is_asked {
            // *Made the dog a friend*: the dog did not make one.
            return Err(Withheld::NoRule);
        }
        let above = self.frame(matrix).cloned().unwrap_or_default();
        let controls = above.second.or(above.object).filter(|_| !above.is_passive);
        let (root, above) = match controls {
            Some(_) => {
                let who = Slot::Dummy(above.subject.map(|filler| filler.word));
                let (root, main) = self.predicate(clause, matrix, who, false, depth + 1)?;
                let lemma = &self.sentence.word(matrix).lemma;
                self.particles(clause, main, matrix, |_| true);
                if let Some(phrase) = self.slot(clause, subject, lemma, Place::Object)? {
                    clause.hang(phrase.head, main, "obj");
                }
                (root, main)
            }
            None => {
                let (root, main) =
                    self.predicate(clause, matrix, subject, above.is_passive, depth + 1)?;
                self.particles(clause, main, matrix, |_| true);
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
            // *The best*, *as illegal*.
            let before = self.sentence.children(word).iter().copied().filter(|child| {
                let child = self.sentence.word(*child);
                child.role == WordRole::Determiner && child.lemma == "the"
                    || child.role == WordRole::Mark
                        && child.lemma == "as"
                        && shown.role == WordRole::OpenComplement
                    || child.role == WordRole::Adverb
                        && (matches!(&*child.lemma, "less" | "least")
                            || !self.is_asked && matches!(&*child.form, "more" | "most"))
            });
            let before: Vec<usize> = before.filter(|child| *child < word).collect();
            let mut written = Vec::new();
            for child in before {
                let shown = self.sentence.word(child);
                written.push(clause.push(
                    &self.inner_form(child),
                    &shown.lemma,
                    &shown.tag,
                    Some(child),
                ));
            }
            let at = clause.push(&self.inner_form(word), &shown.lemma, &shown.tag, Some(word));
            for child in written {
                let relation = match clause.words()[child].tag.as_str() {
                    "DT" => "det",
                    "IN" => "mark",
                    _ => "advmod",
                };
                clause.hang(child, at, relation);
            }
            return Ok(at);
        }
        self.noun_phrase(clause, word, Place::Predicate).map(|phrase| phrase.head)
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

    fn particles(
        &self,
        clause: &mut Clause,
        main: usize,
        verb: usize,
        wanted: impl Fn(usize) -> bool,
    ) {
        let adverbs = self.sentence.with_role(verb, WordRole::Adverb).filter(|at| {
            let word = self.sentence.word(*at);
            let is_alone = self.sentence.children(*at).is_empty();
            *at > verb && is_alone && (word.tag == "RP" || words::is_like_particle(&word.lemma))
        });
        let adverbs = adverbs.filter(|_| self.sentence.word(verb).is("VB"));
        let all = self.sentence.with_role(verb, WordRole::Particle).chain(adverbs);
        for particle in all.filter(|particle| wanted(*particle)) {
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
        // *Drove the car back*, where *back* is no particle.
        let object = self.frame(verb).and_then(|frame| frame.object).map(|filler| filler.word);
        let object =
            object.filter(|_| plan.object != Slot::Empty && !plan.passive && !self.is_asked);
        // *Took somebody out*.
        let is_short = matches!(plan.object, Slot::Dummy(_));
        let is_late = |particle: usize| {
            let is_adverb = sentence.word(particle).role == WordRole::Adverb;
            object.is_some_and(|object| {
                is_short && !is_adverb || verb < object && object < particle && is_adverb
            })
        };
        self.particles(clause, main, verb, |particle| !is_late(particle));
        let is_told = words::tells_somebody(lemma) && plan.second == Slot::Empty && !plan.passive;
        for (slot, relation) in [(plan.second, "iobj"), (plan.object, "obj")] {
            if slot == Slot::Dummy(None) && relation == "obj" && !is_told {
                // What is said, which is nobody.
                let phrase = dummy(clause, SOMETHING);
                clause.hang(phrase.head, main, relation);
                continue;
            }
            if let Some(phrase) = self.slot(clause, slot, lemma, Place::Object)? {
                clause.hang(phrase.head, main, relation);
            }
        }
        self.particles(clause, main, verb, is_late);
        let open = sentence.child(verb, WordRole::OpenComplement);
        let open = open.filter(|open| self.completes(*open, verb) && !self.is_loose(plan, *open));
        let is_early = |adverb: &&usize| open.is_some_and(|open| **adverb < open);
        let (early, late): (Vec<&usize>, Vec<&usize>) = plan.adverbs.iter().partition(is_early);
        let written: Vec<usize> = clause.words().iter().filter_map(|word| word.source).collect();
        let adverb = |clause: &mut Clause, adverb: usize| {
            if !written.contains(&adverb) {
                let word = sentence.word(adverb);
                let form = self.inner_form(adverb);
                let at = clause.push(&form, &word.lemma, &word.tag, Some(adverb));
                clause.hang(at, main, "advmod");
            }
        };
        for early in early {
            adverb(clause, *early);
        }
        if let Some(open) = open {
            let inner = Plan::new(self, open);
            let at = self.infinitive(clause, open, inner.passive)?;
            clause.hang(at, main, "xcomp");
            self.complete(clause, at, &inner, depth + 1)?;
        }
        let mut phrases = self.phrases_of(plan, open);
        phrases.sort_unstable();
        phrases.dedup();
        if !self.is_asked {
            // *In Rome he was fond of it*: what stands before the verb goes to the end.
            phrases.sort_by_key(|noun| *noun < verb);
        }
        let is_written =
            |clause: &Clause, at: usize| clause.words().iter().any(|word| word.source == Some(at));
        for noun in phrases {
            if !self.is_asked && is_written(clause, noun) {
                continue;
            }
            let cases = sentence.prepositions(noun);
            let at = self.phrase_with(clause, noun, &cases, Slot::Full(noun), lemma)?;
            clause.hang(at, main, "obl");
        }
        for late in late {
            adverb(clause, *late);
        }
        Ok(())
    }
}
