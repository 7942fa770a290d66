//! Whether a hypothesis that a wrong parse wrote is a sentence at all, and says something else than gold.
//!
//! A parser that takes a noun for a verb writes nonsense, and nobody can be asked about nonsense. So gold has
//! to take the words for the same kinds of words, and has to know the verbs with the same parts; only who
//! belongs to whom may differ.

use crate::entailment::generate::hypothesis::WrittenWord;
use crate::entailment::generate::links::{Filler, Frame};
use crate::entailment::generate::silver::Silent;
use crate::entailment::generate::version::Key;
use crate::entailment::generate::{
    Clause, HeadedSentence, Language, LinkRelation, WordRole, frames,
};

/// So many heads are looked at above a word.
const NEAREST: usize = 5;

/// Gold, as those who doubt a NO ask about it.
pub(super) struct Doubter<'s> {
    language: &'s dyn Language,
    gold: &'s HeadedSentence,
    frames: Vec<Option<Frame>>,
}

impl<'s> Doubter<'s> {
    pub(super) fn new(language: &'s dyn Language, gold: &'s HeadedSentence) -> Doubter<'s> {
        Doubter { language, gold, frames: frames(gold) }
    }

    /// Why a NO is better not asked. `places` are the words of gold that its words are.
    pub(super) fn doubts(
        &self,
        key: Key,
        clause: &Clause,
        places: &[Option<usize>],
    ) -> Option<Silent> {
        let words = clause.words();
        if words.iter().zip(places).any(|(word, place)| !self.is_same_kind(word, *place))
            || (0..words.len()).any(|at| !self.is_known_part(clause, places, at, key))
            || (0..words.len()).any(|at| !self.is_known_verb(clause, places, at))
        {
            return Some(Silent::OtherKind);
        }
        if self.is_near(key) || is_stretch(words, places) {
            return Some(Silent::Near);
        }
        None
    }

    /// Whether gold has the same kind of word there.
    fn is_same_kind(&self, word: &WrittenWord, place: Option<usize>) -> bool {
        if word.source.is_none() {
            return true;
        }
        let Some(place) = place else { return false };
        let theirs = self.gold.word(place);
        // *Patch were ensured*: one who takes it for several writes another verb, too.
        let is_many = |tag: &str| matches!(tag, "NNS" | "NNPS");
        kind(&word.tag) == kind(&theirs.tag)
            && is_many(&word.tag) == is_many(&theirs.tag)
            && (kind(&word.tag) != Kind::Verb || theirs.lemma.eq_ignore_ascii_case(&word.lemma))
    }

    /// Whether a word of a phrase hangs on the same word in gold, and a noun that stands for a phrase does so there.
    fn is_known_part(
        &self,
        clause: &Clause,
        places: &[Option<usize>],
        at: usize,
        key: Key,
    ) -> bool {
        let word = &clause.words()[at];
        let (Some(place), Some(_)) = (places[at], word.source) else { return true };
        let here = self.gold.word(place);
        let head = word.head.and_then(|head| places[head]);
        let is_link = |one: usize, other: usize| {
            (one, other) == (key.0, key.1) || (one, other) == (key.1, key.0)
        };
        match word.relation {
            "compound" | "amod" | "nummod" | "det" | "punct" | "nmod:poss" => {
                let Some(head) = head else { return true };
                is_link(place, head)
                    || here.head == Some(head)
                    || here.head.is_some_and(|above| self.gold.word(above).head == Some(head))
            }
            "case" => {
                here.role == WordRole::Fixed
                    || head.is_none_or(|head| self.gold.prepositions(head).contains(&place))
            }
            "compound:prt" => here.head == head,
            "xcomp" => {
                head.is_none_or(|head| here.head == Some(head))
                    && matches!(here.role, WordRole::OpenComplement)
            }
            "cop" | "aux" | "aux:pass" | "mark" | "advmod" | "cc" | "expl" => true,
            _ if matches!(kind(&word.tag), Kind::Noun | Kind::Pronoun) => {
                let has_lost_case = here.role == WordRole::Prepositional
                    && self.gold.prepositions(place).is_empty();
                // *The cassette* is not *cassette*.
                let mut below = clause.words().iter().filter(|other| other.head == Some(at));
                let is_bare = !below.any(|other| matches!(other.relation, "det" | "nmod:poss"));
                let has_lost_article = word.tag == "NN"
                    && is_bare
                    && self.gold.child(place, WordRole::Determiner).is_some();
                !has_lost_case
                    && !has_lost_article
                    && !matches!(
                        here.role,
                        WordRole::Compound
                            | WordRole::Fixed
                            | WordRole::Case
                            | WordRole::Mark
                            | WordRole::Determiner
                            | WordRole::Number
                            | WordRole::Adjective
                            | WordRole::Adverb
                            | WordRole::Auxiliary
                            | WordRole::Copula
                            | WordRole::Expletive
                            | WordRole::Bare
                            | WordRole::Other
                    )
            }
            "nsubj" | "nsubj:pass" | "obj" | "iobj" | "obl" | "nmod" => false,
            _ => true,
        }
    }

    /// Whether gold knows a verb with an object where one stands, and without where none does.
    fn is_known_verb(&self, clause: &Clause, places: &[Option<usize>], at: usize) -> bool {
        let word = &clause.words()[at];
        let is_main = !matches!(word.relation, "aux" | "aux:pass" | "amod" | "compound" | "case");
        let (Some(place), true) = (places[at], is_main && kind(&word.tag) == Kind::Verb) else {
            return true;
        };
        if word.relation == "cop" {
            let here = self.gold.word(place);
            let head = word.head.and_then(|head| places[head]);
            return here.role == WordRole::Copula && here.head == head;
        }
        let Some(frame) = &self.frames[place] else { return false };
        let gold = self.gold;
        let below = || clause.words().iter().filter(|other| other.head == Some(at));
        let has = |relation: &str| below().any(|other| other.relation == relation);
        let gold_has = |role| gold.child(place, role).is_some();
        let is_transitive = frame.is_passive || frame.object.is_some();
        let has_object = has("aux:pass") || has("obj") || has("iobj");
        let has_more = has("ccomp") || has("xcomp");
        let is_particle_lost = gold_has(WordRole::Particle) && !has("compound:prt");
        !is_particle_lost
            && is_transitive == has_object
            && (!gold_has(WordRole::OpenComplement) || has_more)
            && (!has("ccomp") || gold_has(WordRole::Complement))
    }

    /// Whether gold says nearly the same, so that people would not say NO.
    fn is_near(&self, (governor, dependent, relation): Key) -> bool {
        let above = |word: usize| self.gold.word(word).head;
        // *In the blood and urine*: what is said of one is said of the other.
        let first = self.first_conjunct(dependent);
        let Some(head) = above(first).or(above(dependent)) else { return false };
        match relation {
            // *Left a message on the machine* says of the message where it is, whichever it hangs on.
            LinkRelation::Prepositional | LinkRelation::Adverb | LinkRelation::Infinitive => {
                let is_beside = above(governor).is_some() && above(governor) == above(head);
                let is_next = above(governor) == Some(head) || above(head) == Some(governor);
                // *Something was found with a scar* holds if a dog with a scar was.
                is_beside
                    || is_next
                    || head == governor
                    || self.is_below(head, governor)
                    || self.is_inside(head, governor)
                    || self.is_inside(governor, head)
            }
            // *Pre- and postsynaptic activity*.
            LinkRelation::Modifier => {
                dependent + 1 == governor
                    || above(head) == Some(governor)
                    || self.is_inside(dependent, governor)
                    || self.is_inside(governor, head)
            }
            LinkRelation::Subject | LinkRelation::Object => {
                let Some(frame) = &self.frames[governor] else { return false };
                let fillers = [frame.subject, frame.object, frame.second];
                let fillers = fillers.into_iter().flatten().map(|filler| filler.word);
                let fillers: Vec<usize> = fillers.collect();
                let is_said_of = |word: usize| {
                    let frame = self.frames[word].as_ref();
                    frame.and_then(|frame| frame.subject).is_some_and(|one| one.word == dependent)
                };
                // *One of the dogs barked*; *Rex is the dog that barked*; *taking walks is good*.
                let reaches_parts = self.language.reaches_parts(self.gold, governor);
                // *Ann met Bob* is as true the other way round.
                let is_turned =
                    fillers.contains(&dependent) && self.language.is_two_way(self.gold, governor);
                // *Singing by Ann is stopped*: so is she.
                let is_doer = fillers.contains(&head)
                    && self
                        .gold
                        .prepositions(dependent)
                        .iter()
                        .any(|case| self.gold.word(*case).lemma == "by");
                let is_part = fillers.iter().any(|word| {
                    is_said_of(*word)
                        || head == *word && self.language.is_part_of(self.gold, *word)
                        || reaches_parts && self.is_inside(dependent, *word)
                });
                // *Rex, a dog, barked*.
                let named = self.first_name(dependent);
                let is_one_of_them = first != dependent && fillers.contains(&first);
                let is_other_name = named != dependent
                    && (fillers.contains(&named) || fillers.contains(&self.first_conjunct(named)));
                // *The owner of the dog seen at home*.
                let is_beside = dependent + 1 == governor
                    && matches!(self.gold.word(governor).tag.as_str(), "VBN" | "VBG")
                    // *A leg named Smith*: the name says whose it is.
                    && [WordRole::OpenComplement, WordRole::Object]
                        .into_iter()
                        .all(|role| self.gold.child(governor, role).is_none());
                let is_in_clause = self
                    .gold
                    .child(governor, WordRole::ClausalSubject)
                    .or(self.gold.child(governor, WordRole::Complement))
                    .is_some_and(|clause| above(dependent) == Some(clause));
                is_part
                    || is_turned
                    || is_doer
                    || is_other_name
                    || is_one_of_them
                    || is_beside
                    || is_in_clause
                    || relation == LinkRelation::Subject && self.may_do(dependent, governor)
            }
            _ => false,
        }
    }

    /// Whether somebody may well have done what gold does not say who did: *he was paid*, *the shop sold a
    /// cake that was good and made them happy*.
    fn may_do(&self, doer: usize, verb: usize) -> bool {
        let gold = self.gold;
        let Some(frame) = &self.frames[verb] else { return false };
        let is = |filler: Option<Filler>| filler.is_some_and(|filler| filler.word == doer);
        if frame.is_passive {
            return frame.subject.is_none() && !is(frame.object);
        }
        let has_own = gold.child(verb, WordRole::Subject).is_some();
        let above = |at: &usize| gold.word(*at).head;
        // *He left the house using the stairs*.
        let is_loose = gold.word(verb).tag == "VBG" && !gold.is_finite(verb);
        (is_loose || gold.word(verb).role == WordRole::Conjunct)
            && !has_own
            && std::iter::successors(above(&verb), above)
                .take(NEAREST)
                .any(|at| self.frames[at].as_ref().is_some_and(|frame| is(frame.subject)))
    }

    /// The first of several that are joined.
    fn first_conjunct(&self, word: usize) -> usize {
        let up = |word: &usize| self.gold.head_as(*word, WordRole::Conjunct);
        std::iter::successors(Some(word), up).take(NEAREST).last().unwrap_or(word)
    }

    /// The word that others are other names of.
    fn first_name(&self, word: usize) -> usize {
        let up = |word: &usize| self.gold.head_as(*word, WordRole::Apposition);
        std::iter::successors(Some(word), up).take(NEAREST).last().unwrap_or(word)
    }

    /// Whether a word is a part of the subject or of another phrase of a verb.
    fn is_below(&self, word: usize, verb: usize) -> bool {
        let Some(frame) = &self.frames[verb] else { return false };
        let fillers = [frame.subject, frame.object, frame.second];
        let mut fillers = fillers.into_iter().flatten().map(|filler| filler.word);
        fillers.any(|filler| filler == word || self.is_inside(word, filler))
    }

    /// Whether a word is a part of the phrases of another, not far below it.
    fn is_inside(&self, word: usize, top: usize) -> bool {
        let joins = |word: &usize| {
            matches!(
                self.gold.word(*word).role,
                WordRole::Object
                    | WordRole::Prepositional
                    | WordRole::Conjunct
                    | WordRole::OpenComplement
                    | WordRole::Adjective
                    | WordRole::Compound
                    | WordRole::Possessor
                    | WordRole::Reduced
                    | WordRole::Relative
                    | WordRole::Adverb
            )
        };
        let up = |word: &usize| Some(*word).filter(joins).and_then(|at| self.gold.word(at).head);
        std::iter::successors(Some(word), up).take(NEAREST).skip(1).any(|at| at == top)
    }
}

/// Whether all words of a hypothesis stand beside each other in the text: then it reads as if it followed.
fn is_stretch(words: &[WrittenWord], places: &[Option<usize>]) -> bool {
    let is_dummy = |word: &WrittenWord| word.source.is_none() && word.tag == "NN";
    let body: Vec<Option<usize>> = words
        .iter()
        .zip(places)
        .enumerate()
        .filter(|(at, (word, _))| !(word.tag == "." || *at == 0 && is_dummy(word)))
        .map(|(_, (_, place))| *place)
        .collect();
    let follows = |two: &[Option<usize>]| two[1].is_some() && two[0].map(|at| at + 1) == two[1];
    body.len() > 2 && body.windows(2).all(follows)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Noun,
    Pronoun,
    Verb,
    Adjective,
    Adverb,
    Small,
}

fn kind(tag: &str) -> Kind {
    match tag.get(..2).unwrap_or(tag) {
        "NN" | "CD" | "FW" => Kind::Noun,
        "PR" => Kind::Pronoun,
        "VB" => Kind::Verb,
        "JJ" => Kind::Adjective,
        "RB" => Kind::Adverb,
        _ => Kind::Small,
    }
}
