//! Verbs with their auxiliaries: read from the text, and written for another subject or voice.

use crate::english::inflect::{self, Subject};
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::hypothesis::Clause;
use crate::entailment::generate::sentence::{HeadedSentence, WordRole};

/// When it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tense {
    Past,
    Present,
}

/// A verb as the text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub lemma: String,
    pub source: usize,
    pub tense: Tense,
    /// *would*, as it is written.
    pub modal: Option<String>,
    pub is_perfect: bool,
    pub is_progressive: bool,
    /// *not*, *never*, *no longer*: the words as they are written.
    pub negation: Vec<String>,
    /// *up* of *wake up*.
    pub particles: Vec<usize>,
    /// As the text has it, if that is a participle.
    pub participle: Option<(String, &'static str)>,
    /// Whether it has neither tense nor modal, as after *to*.
    pub is_bare: bool,
}

impl Group {
    /// The verb of the text at this word: its own auxiliaries, or those it shares with the verb before.
    pub(super) fn read(text: &Text<'_>, verb: usize) -> Group {
        let Text { sentence, frames, tenses, .. } = text;
        let word = sentence.word(verb);
        let is_copular = !word.is("VB") || sentence.child(verb, WordRole::Copula).is_some();
        let main = if is_copular { sentence.child(verb, WordRole::Copula) } else { Some(verb) };
        let mut helpers = helpers(sentence, verb);
        let mut shared = None;
        if helpers.is_empty()
            && matches!(word.tag.as_str(), "VB" | "VBN" | "VBG")
            && let Some(first) = sentence.head_as(verb, WordRole::Conjunct)
            && frames[first].is_some()
        {
            helpers = self::helpers(sentence, first);
            shared = Some(first).filter(|_| !helpers.is_empty());
        }
        let lemma_of = |at: &usize| sentence.word(*at).lemma.as_str();
        let is_modal = |at: &usize| sentence.word(*at).tag == "MD";
        let modal =
            helpers.iter().find(|at| is_modal(at)).map(|at| full_modal(&sentence.word(*at).form));
        let is_participle = |tag: &str| main.is_some_and(|main| sentence.word(main).tag == tag);
        let is_passive = frames[verb].as_ref().is_some_and(|frame| frame.is_passive);
        let main_tag = main.map_or("", |main| sentence.word(main).tag.as_str());
        let first = helpers.iter().copied().find(|at| !is_modal(at));
        let tense = modal.is_none().then(|| tense(sentence, first.or(main))).flatten();
        // *a sign saying so* says so; it is not saying so.
        let is_progressive = is_participle("VBG")
            && !is_copular
            && (helpers.iter().any(|at| lemma_of(at) == "be")
                || is_beside_copula(sentence, verb)
                || text.is_asked && helpers.is_empty())
            || helpers.iter().any(|at| lemma_of(at) == "be" && sentence.word(*at).tag == "VBG");
        let is_bare = modal.is_none() && tense.is_none() && !matches!(main_tag, "VBN" | "VBG");
        let mut negation = negation(sentence, verb);
        if let Some(first) = shared.filter(|_| negation.is_empty()) {
            negation = self::negation(sentence, first);
        }
        let participle = main.and_then(|main| {
            let word = sentence.word(main);
            let tag = ["VBN", "VBG"].into_iter().find(|tag| word.tag == *tag)?;
            Some((text.inner_form(main), tag))
        });
        Group {
            participle,
            lemma: if is_copular { "be".to_string() } else { word.lemma.clone() },
            source: main.unwrap_or(verb),
            tense: tense.unwrap_or(tenses[verb]),
            modal,
            is_perfect: helpers.iter().any(|at| lemma_of(at) == "have")
                && (is_passive || main_tag != "VB"),
            is_progressive,
            negation,
            particles: sentence.with_role(verb, WordRole::Particle).collect(),
            is_bare,
        }
    }

    /// Writes it for a subject; what stands before the main verb hangs on it. `passive` makes it so;
    /// `bare` leaves tense out, as after *to*.
    pub(super) fn write(
        &self,
        clause: &mut Clause,
        subject: Subject,
        passive: bool,
        bare: bool,
    ) -> usize {
        let mut chain: Vec<(&str, &'static str)> = Vec::new();
        if self.is_perfect {
            chain.push(("have", "aux"));
        }
        if self.is_progressive && !(passive && self.lemma == "be") {
            chain.push(("be", "aux"));
        }
        if passive {
            chain.push(("be", "aux:pass"));
        }
        let is_contracted = self.negation.first().is_some_and(|word| word == "n't");
        let needs_do = chain.is_empty()
            && self.modal.is_none()
            && !bare
            && self.lemma != "be"
            && matches!(self.negation.first().map(String::as_str), Some("not" | "n't"));
        if needs_do {
            chain.insert(0, ("do", "aux"));
        }
        let mut before: Vec<(usize, &'static str)> = Vec::new();
        let mut has_tense = bare;
        let mut is_negated = false;
        let negate =
            |clause: &mut Clause, before: &mut Vec<(usize, &'static str)>, done: &mut bool| {
                if !std::mem::replace(done, true) {
                    for word in &self.negation {
                        let lemma = if word == "n't" { "not" } else { word };
                        let at = clause.push(word, lemma, "RB", None);
                        before.push((at, "advmod"));
                    }
                }
            };
        if bare {
            negate(clause, &mut before, &mut is_negated);
        }
        if let Some(modal) = self.modal.as_deref().filter(|_| !bare) {
            let form = if is_contracted { contracted_modal(modal) } else { modal };
            before.push((clause.push(form, modal, "MD", None), "aux"));
            has_tense = true;
            negate(clause, &mut before, &mut is_negated);
        }
        let mut form_of_next = "VB";
        for (lemma, relation) in chain {
            let (form, tag) = self.form(lemma, form_of_next, &mut has_tense, subject);
            before.push((clause.push(&form, lemma, tag, None), relation));
            negate(clause, &mut before, &mut is_negated);
            form_of_next = match (lemma, relation) {
                ("have", _) | (_, "aux:pass") => "VBN",
                ("be", _) => "VBG",
                _ => "VB",
            };
        }
        let follows_main = self.lemma == "be";
        if !follows_main {
            negate(clause, &mut before, &mut is_negated);
        }
        let (form, tag) = match &self.participle {
            Some((form, tag)) if has_tense && *tag == form_of_next => (form.clone(), *tag),
            _ => self.form(&self.lemma, form_of_next, &mut has_tense, subject),
        };
        let main = clause.push(&form, &self.lemma, tag, Some(self.source));
        negate(clause, &mut before, &mut is_negated);
        for (word, relation) in before {
            clause.hang(word, main, relation);
        }
        main
    }

    fn form(
        &self,
        lemma: &str,
        nonfinite: &'static str,
        has_tense: &mut bool,
        subject: Subject,
    ) -> (String, &'static str) {
        if !std::mem::replace(has_tense, true) {
            return match self.tense {
                Tense::Past => (inflect::past_for(lemma, subject), "VBD"),
                Tense::Present if subject == Subject::Singular => {
                    (inflect::third_person(lemma), "VBZ")
                }
                Tense::Present => (inflect::present(lemma, subject), "VBP"),
            };
        }
        (inflect::inflect(lemma, nonfinite), nonfinite)
    }
}

/// The auxiliaries of a verb in order, without *to*.
fn helpers(sentence: &HeadedSentence, verb: usize) -> Vec<usize> {
    let helpers = [WordRole::Auxiliary, WordRole::PassiveAuxiliary];
    let helpers = helpers.into_iter().flat_map(|role| sentence.with_role(verb, role));
    let mut found: Vec<usize> = helpers.filter(|at| sentence.word(*at).lemma != "to").collect();
    // *was* of *was fed* is not one of a copular sentence.
    found.sort_unstable();
    found
}

fn negation(sentence: &HeadedSentence, verb: usize) -> Vec<String> {
    let is_negative = |at: &usize| {
        let word = sentence.word(*at);
        *at < verb
            && (word.role == WordRole::Negation
                || word.role == WordRole::Adverb && words::is_negative(&word.lemma)
                || word.role == WordRole::Adverb && is_no_longer(sentence, *at))
    };
    let adverbs = [WordRole::Negation, WordRole::Adverb];
    let adverbs = adverbs.into_iter().flat_map(|role| sentence.with_role(verb, role));
    let mut adverbs: Vec<usize> = adverbs.filter(is_negative).collect();
    adverbs.sort_unstable();
    let mut found = Vec::new();
    for at in adverbs {
        // *Not only* denies nothing.
        let next = sentence.words().get(at + 1).map(|word| word.lemma.as_str());
        if matches!(next, Some("only" | "just" | "merely" | "simply")) {
            continue;
        }
        if is_no_longer(sentence, at) && found.last().is_none_or(|last| last != "no") {
            found.push("no".to_string());
        }
        found.push(match sentence.word(at).form.to_lowercase().as_str() {
            "n't" | "nt" | "n’t" => "n't".to_string(),
            form => form.to_string(),
        });
    }
    found
}

/// *Looking* of *he is here and looking for you*.
fn is_beside_copula(sentence: &HeadedSentence, verb: usize) -> bool {
    let first = sentence.head_as(verb, WordRole::Conjunct);
    first.is_some_and(|first| sentence.child(first, WordRole::Copula).is_some())
}

/// *Longer* of *no longer*, whatever hangs on what.
fn is_no_longer(sentence: &HeadedSentence, word: usize) -> bool {
    let form = |at: usize| sentence.word(at).form.to_lowercase();
    form(word) == "longer" && word > 0 && form(word - 1) == "no"
}

fn tense(sentence: &HeadedSentence, word: Option<usize>) -> Option<Tense> {
    match sentence.word(word?).tag.as_str() {
        "VBD" => Some(Tense::Past),
        "VBP" | "VBZ" => Some(Tense::Present),
        _ => None,
    }
}

/// The tense around each word: its own, or that of the nearest verb above it that has one.
pub(super) fn tenses(sentence: &HeadedSentence) -> Vec<Tense> {
    let mut tenses = vec![Tense::Present; sentence.words().len()];
    // What is below a perfect was before: *the test conducted here has been discussed*.
    let mut below = tenses.clone();
    for word in sentence.heads_first() {
        let helps = |child: &&usize| {
            let child = sentence.word(**child);
            matches!(
                child.role,
                WordRole::Auxiliary | WordRole::PassiveAuxiliary | WordRole::Copula
            ) && child.lemma != "to"
        };
        let helper = sentence.children(word).iter().find(helps).copied();
        let above = sentence.word(word).head.map_or(Tense::Present, |head| below[head]);
        let of_modal = |helper: usize| {
            let is_past = ["would", "could", "might", "should", "'d"]
                .contains(&sentence.word(helper).form.to_lowercase().as_str());
            if is_past { Tense::Past } else { Tense::Present }
        };
        tenses[word] = match (tense(sentence, helper.or(Some(word))), helper) {
            (Some(own), _) => own,
            (None, Some(helper)) if sentence.word(helper).tag == "MD" => of_modal(helper),
            _ => above,
        };
        let mut helpers = sentence.with_role(word, WordRole::Auxiliary);
        let is_perfect = helpers.any(|helper| sentence.word(helper).lemma == "have");
        below[word] = if is_perfect { Tense::Past } else { tenses[word] };
    }
    tenses
}

fn full_modal(form: &str) -> String {
    let form = form.to_lowercase().replace('’', "'");
    match form.as_str() {
        "wo" | "'ll" => "will",
        "ca" => "can",
        "sha" => "shall",
        "'d" => "would",
        other => return other.to_string(),
    }
    .to_string()
}

fn contracted_modal(modal: &str) -> &str {
    match modal {
        "will" => "wo",
        "can" => "ca",
        "shall" => "sha",
        other => other,
    }
}
