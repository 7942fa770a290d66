//! Which content words belong together, and how: what a sentence says, one statement at a time.
//!
//! A link is deeper than an arc: the subject of a passive is an object, a relative pronoun is the
//! noun it stands for, a subject that verbs share is the subject of each.

use std::collections::BTreeSet;

use crate::entailment::generate::sentence::{HeadedSentence, WordRole};

/// How two words belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkRelation {
    /// Who does it, or of whom it is said.
    Subject,
    /// To whom it is done.
    Object,
    /// Who gets it.
    SecondObject,
    /// In, on, of, …
    Prepositional,
    /// Big, broken.
    Modifier,
    /// Whose it is.
    Possessive,
    /// Rex, a dog.
    Apposition,
    /// How it is done.
    Adverb,
    /// What is said or thought.
    Complement,
    /// What is wanted or tried.
    OpenComplement,
    /// A place to sleep.
    Infinitive,
}

/// What makes a link more than an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Construction {
    /// Nothing.
    Plain,
    /// The subject of a passive.
    Passive,
    /// A relative clause with a pronoun.
    Relative,
    /// A relative clause without one, or a participle.
    Reduced,
    /// Whoever wants also does.
    Control,
    /// A participle beside a sentence.
    Participle,
    /// Conjuncts share it.
    Coordination,
}

/// Two content words that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WordLink {
    /// The word that says something, of which the other is a part.
    pub governor: usize,
    /// The other.
    pub dependent: usize,
    /// How they belong together.
    pub relation: LinkRelation,
    /// What that is seen from.
    pub construction: Construction,
    /// Where there is *or* between them and others, so that none can be told.
    pub is_open: bool,
}

/// Who takes part in what a word says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Whether the verb is passive.
    pub is_passive: bool,
    /// Who does it, also where that is said of another verb.
    pub subject: Option<Filler>,
    /// To whom it is done; the subject of a passive.
    pub object: Option<Filler>,
    /// Who gets it.
    pub second: Option<Filler>,
    /// The noun of a relative clause and the preposition that it lost.
    pub extracted: Option<(Filler, usize)>,
}

/// A word that takes part, and how it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filler {
    /// The word.
    pub word: usize,
    /// How it is known.
    pub construction: Construction,
}

/// The frames of all words that say something.
pub fn frames(sentence: &HeadedSentence) -> Vec<Option<Frame>> {
    let mut frames: Vec<Option<Frame>> = vec![None; sentence.words().len()];
    for word in sentence.heads_first() {
        if sentence.is_predicate(word) {
            frames[word] = Some(frame(sentence, word, &frames));
        }
    }
    for word in 0..frames.len() {
        if sentence.word(word).role == WordRole::Relative && frames[word].is_some() {
            fill_gap(sentence, word, &mut frames);
        }
    }
    share_objects(sentence, &mut frames);
    frames
}

fn plain(word: usize) -> Filler {
    Filler { word, construction: Construction::Plain }
}

fn frame(sentence: &HeadedSentence, verb: usize, frames: &[Option<Frame>]) -> Frame {
    let word = sentence.word(verb);
    let child = |role| sentence.child(verb, role).map(plain);
    let head = word.head.and_then(|head| frames[head].as_ref().map(|frame| (head, frame)));
    let helped = |role| sentence.child(verb, role).is_some();
    let has_own_auxiliary = helped(WordRole::Auxiliary) || helped(WordRole::PassiveAuxiliary);
    let is_passive = helped(WordRole::PassiveAuxiliary)
        || helped(WordRole::PassiveSubject)
        || word.tag == "VBN"
            && match word.role {
                WordRole::Reduced | WordRole::OpenComplement => !helped(WordRole::Auxiliary),
                WordRole::AdverbialClause => !has_own_auxiliary && !helped(WordRole::Subject),
                WordRole::Conjunct => {
                    let is_copular = |at| sentence.child(at, WordRole::Copula).is_some();
                    !has_own_auxiliary
                        && head.is_some_and(|(at, frame)| frame.is_passive || is_copular(at))
                }
                _ => false,
            };
    let own = child(WordRole::PassiveSubject).or(child(WordRole::Subject));
    let surface = own.or_else(|| {
        let (at, of_head) = head?;
        let of_head_surface = if of_head.is_passive { of_head.object } else { of_head.subject };
        let through = |construction| move |filler: Filler| Filler { construction, ..filler };
        match word.role {
            WordRole::Conjunct => of_head_surface.map(through(Construction::Coordination)),
            WordRole::OpenComplement => {
                let controls = of_head.second.or(of_head.object).filter(|_| !of_head.is_passive);
                controls.or(of_head_surface).map(through(Construction::Control))
            }
            WordRole::AdverbialClause
                if !sentence.is_finite(verb) && is_done_too(sentence, verb) =>
            {
                of_head_surface.map(through(Construction::Participle))
            }
            _ => None,
        }
        .filter(|filler| filler.word != at)
    });
    let surface = surface.or_else(|| {
        let noun =
            sentence.head_as(verb, WordRole::Reduced).filter(|noun| sentence.is_nominal(*noun))?;
        let is_infinitive = sentence.infinitive_mark(verb).is_some();
        (!is_infinitive).then_some(Filler { word: noun, construction: Construction::Reduced })
    });
    if is_passive {
        let by = sentence.with_role(verb, WordRole::Prepositional).find(|noun| {
            sentence.prepositions(*noun).iter().any(|case| sentence.word(*case).lemma == "by")
        });
        let construction = |filler: Filler| match filler.construction {
            Construction::Plain => Filler { construction: Construction::Passive, ..filler },
            _ => filler,
        };
        let object = surface.map(construction);
        return Frame {
            is_passive,
            subject: by.map(plain),
            object,
            second: child(WordRole::Object),
            extracted: None,
        };
    }
    Frame {
        is_passive,
        subject: surface,
        object: child(WordRole::Object),
        second: child(WordRole::Indirect),
        extracted: None,
    }
}

/// Whether what a participle says is so: not in *plan on going*, *pay for fixing it*.
fn is_done_too(sentence: &HeadedSentence, verb: usize) -> bool {
    let joints = [WordRole::Mark, WordRole::Case];
    let mut joints = joints.into_iter().flat_map(|role| sentence.with_role(verb, role));
    joints.all(|joint| {
        let lemma = sentence.word(joint).lemma.as_str();
        matches!(lemma, "to" | "while" | "when" | "by" | "after" | "in" | "upon")
    })
}

/// Words by which relative clauses begin and that stand for their noun.
fn is_relative_word(sentence: &HeadedSentence, word: usize) -> bool {
    let word = sentence.word(word);
    matches!(word.tag.as_str(), "WDT" | "WP") || word.lemma == "that" && !word.is("IN")
}

/// What a relative clause's noun is inside it.
fn fill_gap(sentence: &HeadedSentence, verb: usize, frames: &mut [Option<Frame>]) {
    let Some(noun) = sentence.word(verb).head else { return };
    let chain = chain(sentence, verb);
    let pronoun = |filler: &Option<Filler>| {
        filler.is_some_and(|filler| is_relative_word(sentence, filler.word))
    };
    let relative = Filler { word: noun, construction: Construction::Relative };
    for &at in &chain {
        let Some(frame) = &mut frames[at] else { continue };
        let slots = [&mut frame.subject, &mut frame.object, &mut frame.second];
        let slot = slots.into_iter().find(|slot| pronoun(slot));
        let is_found = slot.map(|slot| *slot = Some(relative)).is_some();
        if is_found {
            pass_on(sentence, verb, frames);
            return;
        }
        let prepositional = sentence
            .with_role(at, WordRole::Prepositional)
            .find(|word| is_relative_word(sentence, *word));
        if let Some(word) = prepositional {
            if let Some(&case) = sentence.prepositions(word).first() {
                frame.extracted = Some((relative, case));
            }
            return;
        }
        let adverb =
            |word: &usize| sentence.word(*word).tag == "WRB" || sentence.word(*word).tag == "WP$";
        if sentence.children(at).iter().any(adverb) {
            return;
        }
    }
    let reduced = Filler { word: noun, construction: Construction::Reduced };
    let last = *chain.last().expect("a chain begins with its verb");
    if let Some(case) = sentence.stranded(last) {
        if let Some(frame) = &mut frames[last] {
            frame.extracted = Some((reduced, case));
        }
        return;
    }
    let Some(frame) = &mut frames[last] else { return };
    let is_predicate =
        sentence.child(last, WordRole::Copula).is_some() || !sentence.word(last).is("VB");
    if frame.subject.is_none() && !frame.is_passive {
        frame.subject = Some(reduced);
    } else if frame.object.is_none() && !is_predicate {
        frame.object = Some(reduced);
    }
}

/// After the pronoun of a relative clause was found: verbs that had the pronoun through it.
fn pass_on(sentence: &HeadedSentence, verb: usize, frames: &mut [Option<Frame>]) {
    let noun = sentence.word(verb).head;
    let chain = chain(sentence, verb);
    let beside = chain.iter().flat_map(|at| sentence.with_role(*at, WordRole::Conjunct));
    for word in chain.iter().copied().chain(beside) {
        let Some(frame) = &mut frames[word] else { continue };
        for filler in [&mut frame.subject, &mut frame.object].into_iter().flatten() {
            if let Some(noun) = noun.filter(|_| {
                filler.construction != Construction::Plain
                    && is_relative_word(sentence, filler.word)
            }) {
                *filler = Filler { word: noun, construction: Construction::Relative };
            }
        }
    }
}

/// A verb and the verbs that complete it, one below the other.
fn chain(sentence: &HeadedSentence, verb: usize) -> Vec<usize> {
    let below = |at: &usize| {
        let open = sentence.child(*at, WordRole::OpenComplement);
        open.or(sentence.child(*at, WordRole::Complement))
            .filter(|word| sentence.is_predicate(*word))
    };
    std::iter::successors(Some(verb), below).collect()
}

/// *Makes and distributes products*: an object behind all verbs is that of all.
fn share_objects(sentence: &HeadedSentence, frames: &mut [Option<Frame>]) {
    for word in 0..frames.len() {
        let Some(first) = sentence.head_as(word, WordRole::Conjunct) else { continue };
        let Some(object) = frames[first].as_ref().and_then(|frame| frame.object) else { continue };
        let Some(frame) = &mut frames[word] else { continue };
        let is_bare = frame.object.is_none() && !frame.is_passive && sentence.word(word).is("VB");
        if is_bare && object.word > word && sentence.child(word, WordRole::Copula).is_none() {
            frame.object = Some(Filler { construction: Construction::Coordination, ..object });
        }
    }
}

/// All links of a sentence, in the order of their words.
pub fn links(sentence: &HeadedSentence, frames: &[Option<Frame>]) -> Vec<WordLink> {
    let mut found = Found { sentence, links: BTreeSet::new() };
    for (word, frame) in frames.iter().enumerate() {
        if let Some(frame) = frame {
            found.of_frame(word, frame);
        }
        found.of_word(word, frame.is_some());
    }
    found.links.into_iter().collect()
}

struct Found<'s> {
    sentence: &'s HeadedSentence,
    links: BTreeSet<WordLink>,
}

impl Found<'_> {
    fn of_frame(&mut self, verb: usize, frame: &Frame) {
        for (filler, relation) in [
            (frame.subject, LinkRelation::Subject),
            (frame.object, LinkRelation::Object),
            (frame.second, LinkRelation::SecondObject),
            (frame.extracted.map(|(filler, _)| filler), LinkRelation::Prepositional),
        ] {
            if let Some(Filler { word, construction }) = filler {
                self.add(verb, word, relation, construction);
            }
        }
    }

    fn of_word(&mut self, word: usize, is_predicate: bool) {
        for &child in self.sentence.children(word) {
            let relation = match self.sentence.word(child).role {
                WordRole::Prepositional if !self.sentence.prepositions(child).is_empty() => {
                    LinkRelation::Prepositional
                }
                WordRole::Adjective => LinkRelation::Modifier,
                WordRole::Possessor => LinkRelation::Possessive,
                WordRole::Apposition => LinkRelation::Apposition,
                WordRole::Adverb => LinkRelation::Adverb,
                WordRole::Complement if is_predicate => LinkRelation::Complement,
                WordRole::OpenComplement if is_predicate => LinkRelation::OpenComplement,
                WordRole::Reduced if self.sentence.infinitive_mark(child).is_some() => {
                    LinkRelation::Infinitive
                }
                _ => continue,
            };
            self.add(word, child, relation, Construction::Plain);
        }
    }

    /// A link to a word and to all that are coordinated with it.
    fn add(
        &mut self,
        governor: usize,
        first: usize,
        relation: LinkRelation,
        construction: Construction,
    ) {
        let nominal = !matches!(
            relation,
            LinkRelation::Complement | LinkRelation::OpenComplement | LinkRelation::Infinitive
        );
        // Verbs that share many nouns say little with each, and would be too many.
        let most = if construction == Construction::Coordination { 12 } else { usize::MAX };
        let others: Vec<usize> = self
            .sentence
            .with_role(first, WordRole::Conjunct)
            .filter(|_| nominal)
            .take(most)
            .collect();
        let is_or = |word: &usize| {
            self.sentence
                .with_role(*word, WordRole::Coordinator)
                .flat_map(|cc| self.sentence.subtree(cc))
                .any(|cc| matches!(self.sentence.word(cc).lemma.as_str(), "or" | "nor" | "and/or"))
        };
        let is_open = others.iter().any(is_or);
        for (dependent, construction) in std::iter::once((first, construction))
            .chain(others.into_iter().map(|other| (other, Construction::Coordination)))
        {
            // *without a refund and still hungry*: not all conjuncts are nouns.
            let is_odd = relation == LinkRelation::Prepositional
                && construction == Construction::Coordination
                && dependent != first
                && !self.sentence.is_nominal(dependent);
            if dependent != governor && !is_odd && !is_relative_word(self.sentence, dependent) {
                self.links.insert(WordLink {
                    governor,
                    dependent,
                    relation,
                    construction,
                    is_open,
                });
            }
        }
    }
}

impl HeadedSentence {
    /// Whether a word says something of others: a verb that is no auxiliary, or what a copula joins.
    pub(in crate::entailment) fn is_predicate(&self, word: usize) -> bool {
        let role = self.word(word).role;
        let helps = matches!(
            role,
            WordRole::Auxiliary
                | WordRole::PassiveAuxiliary
                | WordRole::Copula
                | WordRole::Adjective
                | WordRole::Case
                | WordRole::Mark
        );
        // *Quick and controlled growth*: a participle beside an adjective is one.
        let modifies = |at: usize| self.word(at).role == WordRole::Adjective;
        let is_adjective = role == WordRole::Conjunct && self.word(word).head.is_some_and(modifies);
        let is_verb = self.word(word).is("VB")
            && role != WordRole::Compound
            && !is_adjective
            && self.word(word).form.contains(char::is_alphabetic);
        let has = |role| self.child(word, role).is_some();
        !helps
            && (is_verb
                || has(WordRole::Copula)
                || has(WordRole::Subject)
                || role == WordRole::OpenComplement && self.word(word).is("JJ"))
    }

    /// Whether a word can stand for a person or a thing.
    pub(in crate::entailment) fn is_nominal(&self, word: usize) -> bool {
        let word = self.word(word);
        word.is("NN") || matches!(word.tag.as_str(), "PRP" | "CD" | "DT" | "$" | "FW")
    }

    /// Whether a predicate has a tense of its own.
    pub(in crate::entailment) fn is_finite(&self, word: usize) -> bool {
        let has_tense = |at: usize| {
            let word = self.word(at);
            matches!(word.tag.as_str(), "MD" | "VBD" | "VBP" | "VBZ")
        };
        let helpers = self.children(word).iter().filter(|child| {
            matches!(
                self.word(**child).role,
                WordRole::Auxiliary | WordRole::PassiveAuxiliary | WordRole::Copula
            )
        });
        let mut helpers = helpers.peekable();
        match helpers.peek() {
            Some(_) => helpers.any(|helper| has_tense(*helper)),
            None => has_tense(word),
        }
    }

    /// The *to* of an infinitive.
    pub(in crate::entailment) fn infinitive_mark(&self, word: usize) -> Option<usize> {
        let marks = [WordRole::Auxiliary, WordRole::Mark];
        let marks = marks.into_iter().flat_map(|role| self.with_role(word, role));
        marks.filter(|mark| self.word(*mark).lemma == "to").min()
    }

    /// The prepositions of a noun.
    pub(in crate::entailment) fn prepositions(&self, noun: usize) -> Vec<usize> {
        let own: Vec<usize> = self
            .with_role(noun, WordRole::Case)
            .filter(|case| !self.word(*case).is("POS"))
            .collect();
        match self.head_as(noun, WordRole::Conjunct) {
            // *With brush and ink*: one preposition for both.
            Some(first) if own.is_empty() && self.word(first).role == WordRole::Prepositional => {
                self.with_role(first, WordRole::Case)
                    .filter(|case| !self.word(*case).is("POS"))
                    .collect()
            }
            _ => own,
        }
    }

    /// A preposition that lost its noun: what he works *on*.
    pub(in crate::entailment) fn stranded(&self, verb: usize) -> Option<usize> {
        self.children(verb).iter().copied().rev().find(|child| {
            let word = self.word(*child);
            matches!(word.role, WordRole::Prepositional | WordRole::Case)
                && matches!(word.tag.as_str(), "IN" | "TO" | "RP")
        })
    }
}
