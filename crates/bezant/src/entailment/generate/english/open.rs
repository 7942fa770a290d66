//! What a sentence leaves open: hedges, conditions, questions, and things that may not be there.

use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::verbs::{Group, Tense};
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::sentence::WordRole;

impl Text<'_> {
    /// Why what a word says is not vouched for, by what hangs on it.
    pub(super) fn is_unsure(&self, word: usize) -> Option<Withheld> {
        let sentence = self.sentence;
        if self.is_after_preposition(word) {
            return Some(Withheld::Infinitive);
        }
        if self.is_loose_act(word) {
            return Some(Withheld::Infinitive);
        }
        let mut beside = sentence.with_role(word, WordRole::Parataxis);
        if beside.any(|other| self.reports_above(other)) {
            return Some(Withheld::NotFactual);
        }
        if sentence.word(word).is("NN") && self.is_one_or_other(word) {
            return Some(Withheld::Or);
        }
        self.frames[word].as_ref()?;
        let lemma = |at: usize| sentence.word(at).lemma.as_str();
        let adverbs = || sentence.with_role(word, WordRole::Adverb);
        if adverbs().any(|at| words::is_hedge(&sentence.word(at).form.to_lowercase())) {
            return Some(Withheld::NotFactual);
        }
        let mut clauses = sentence.with_role(word, WordRole::AdverbialClause);
        let is_if = |clause: usize| {
            let begins = |at: usize| matches!(lemma(at), "if" | "unless" | "provided");
            sentence.with_role(clause, WordRole::Mark).any(begins)
        };
        if clauses.any(is_if) {
            return Some(Withheld::Conditional);
        }
        let mut others = sentence.with_role(word, WordRole::Conjunct);
        let is_or = |at: usize| {
            let mut joints = sentence.with_role(at, WordRole::Coordinator);
            joints.any(|joint| matches!(lemma(joint), "or" | "nor" | "and/or"))
        };
        if others.any(is_or) {
            return Some(Withheld::Or);
        }
        let role = sentence.word(word).role;
        let is_like = |at: usize| matches!(lemma(at), "like" | "though" | "if");
        let begins = [WordRole::Mark, WordRole::Case];
        let mut begins = begins.into_iter().flat_map(|role| sentence.with_role(word, role));
        let is_seeming = role != WordRole::AdverbialClause
            || sentence.word(word).head.is_some_and(|head| {
                matches!(lemma(head), "be" | "feel" | "look" | "seem" | "sound" | "act" | "appear")
            });
        if role != WordRole::Root && sentence.is_finite(word) && is_seeming && begins.any(is_like) {
            // *It feels like it rains*, *as if it rained*.
            return Some(Withheld::NotFactual);
        }
        if role == WordRole::ClausalSubject && !sentence.is_finite(word) {
            // *Taking a walk is healthy.*
            return Some(Withheld::Infinitive);
        }
        if role == WordRole::Reduced
            && sentence.word(word).tag == "VBG"
            && let Some(noun) = sentence.word(word).head
            && let Some(verb) = sentence.head_as(noun, WordRole::Object)
            && words::keeps_from(lemma(verb))
        {
            // *Saved the boat sinking*.
            return Some(Withheld::NotFactual);
        }
        if matches!(role, WordRole::Relative | WordRole::Reduced)
            && let Some(noun) = sentence.word(word).head
            && !self.is_definite(noun)
            && !self.is_held(noun)
        {
            // *They had no plan that worked*, *we need a room that is quiet*.
            return Some(Withheld::NotThere);
        }
        let is_alone = sentence.child(word, WordRole::Subject).is_none();
        let participle = matches!(sentence.word(word).tag.as_str(), "VBG" | "VBN");
        if role == WordRole::AdverbialClause
            && is_alone
            && participle
            && words::is_like_preposition(lemma(word))
        {
            return Some(Withheld::Fragment);
        }
        if role == WordRole::Complement
            && let Some(head) = sentence.word(word).head
            && !words::is_sure(lemma(head))
        {
            return Some(Withheld::NotFactual);
        }
        if matches!(role, WordRole::Root | WordRole::Conjunct | WordRole::Parataxis) {
            if self.is_inverted(word) {
                return Some(Withheld::Question);
            }
            let has = |role| sentence.child(word, role).is_some();
            let has_subject = has(WordRole::Subject)
                || has(WordRole::PassiveSubject)
                || has(WordRole::ClausalSubject)
                || has(WordRole::Expletive);
            let is_alone = role == WordRole::Root && sentence.word(word).tag == "VBP";
            if is_alone && !has_subject && !has(WordRole::Auxiliary) {
                // *Thank you*, and commands that are tagged as if they were none.
                return Some(Withheld::Imperative);
            }
        }
        None
    }

    /// *"It rains", she said*, where the second hangs on the first.
    pub(super) fn reports_above(&self, word: usize) -> bool {
        let sentence = self.sentence;
        let has = |role| sentence.child(word, role).is_some();
        sentence.word(word).role == WordRole::Parataxis
            && sentence.word(word).is("VB")
            && has(WordRole::Subject)
            && !has(WordRole::Complement)
            && !has(WordRole::Object)
            && !words::is_factual(&sentence.word(word).lemma)
    }

    /// *Sorting of cells is slow*, *plans include raising money*: nobody need do it.
    fn is_loose_act(&self, word: usize) -> bool {
        let sentence = self.sentence;
        let here = sentence.word(word);
        if here.tag != "VBG"
            || sentence.child(word, WordRole::Subject).is_some()
            || sentence.child(word, WordRole::Auxiliary).is_some()
            || self.frames[word].is_none()
        {
            return false;
        }
        let first = sentence.head_as(word, WordRole::Conjunct).unwrap_or(word);
        let Some(head) = sentence.word(first).head else {
            // *Is like entering a dream*.
            return sentence.child(word, WordRole::Copula).is_some();
        };
        match sentence.word(first).role {
            WordRole::Subject
            | WordRole::PassiveSubject
            | WordRole::ClausalSubject
            | WordRole::Object
            | WordRole::Apposition => true,
            WordRole::OpenComplement | WordRole::Complement => {
                let lemma = sentence.word(head).lemma.as_str();
                !self.completes(first, head)
                    && (words::is_reporting(lemma) || !words::has_its_thing(lemma))
            }
            _ => false,
        }
    }

    /// *You can win by playing well*: nobody need have played.
    pub(super) fn is_open_above(&self, word: usize) -> Option<Withheld> {
        let sentence = self.sentence;
        let here = sentence.word(word);
        let roles = [WordRole::AdverbialClause, WordRole::OpenComplement];
        let head = roles.into_iter().find_map(|role| sentence.head_as(word, role))?;
        let is_when = |at: &usize| {
            matches!(&*sentence.word(*at).lemma, "when" | "whenever" | "once" | "as soon")
        };
        if here.role == WordRole::AdverbialClause
            && sentence.is_finite(word)
            && self.tenses[word] == Tense::Present
            && sentence.children(word).iter().any(is_when)
        {
            // *When it rains, we stay*: it need not rain.
            return Some(Withheld::Conditional);
        }
        let is_loose = here.tag == "VBG" && !sentence.is_finite(word);
        if !is_loose || self.frames[head].is_none() || self.completes(word, head) {
            return None;
        }
        let group = Group::read(self, head);
        let is_open = group.modal.is_some() || sentence.infinitive_mark(head).is_some();
        match group.negation.is_empty() {
            true => is_open.then_some(Withheld::NotFactual),
            false => Some(Withheld::Negated),
        }
    }

    /// *Was fed and washed*, where a parse takes *washed* for the past.
    pub(super) fn may_be_passive(&self, verb: usize) -> bool {
        let sentence = self.sentence;
        let has = |role| sentence.child(verb, role).is_some();
        let first = sentence.head_as(verb, WordRole::Conjunct);
        let is_passive = |first| self.frame(first).is_some_and(|frame| frame.is_passive);
        !self.is_asked
            && sentence.word(verb).tag == "VBD"
            && !has(WordRole::Subject)
            && !has(WordRole::Object)
            && first.is_some_and(is_passive)
            && !words::is_never_done_to(&sentence.word(verb).lemma)
    }

    /// *Was done using a knife*: whoever used it is not named.
    pub(super) fn has_unnamed_doer(&self, verb: usize) -> bool {
        let sentence = self.sentence;
        let is_loose = sentence.word(verb).tag == "VBG"
            && !sentence.is_finite(verb)
            && sentence.child(verb, WordRole::Subject).is_none();
        let roles = [WordRole::AdverbialClause, WordRole::OpenComplement];
        let first = sentence.head_as(verb, WordRole::Conjunct).unwrap_or(verb);
        let head = roles.into_iter().find_map(|role| sentence.head_as(first, role));
        let head = head.filter(|head| is_loose && !self.completes(verb, *head));
        let is_passive = |head| self.frame(head).is_some_and(|frame| frame.is_passive);
        // *We opened the box using a knife*, however that is annotated.
        let is_use = is_loose
            && sentence.word(verb).lemma == "use"
            && sentence.word(verb).role == WordRole::Reduced;
        !self.is_asked && (is_use || head.is_some_and(is_passive))
    }

    /// *A dog or a cat that barks*: of neither is it known that there is one.
    pub(super) fn is_one_or_other(&self, noun: usize) -> bool {
        let sentence = self.sentence;
        let first = sentence.head_as(noun, WordRole::Conjunct).unwrap_or(noun);
        let is_or = |at: usize| {
            let coordinators = sentence.with_role(at, WordRole::Coordinator);
            let mut below = coordinators.flat_map(|joint| sentence.subtree(joint));
            below.any(|joint| matches!(&*sentence.word(joint).lemma, "or" | "nor" | "and/or"))
        };
        // *Heat and/or cold damage*, where parts before the noun are joined.
        let is_first = sentence.word(noun).role != WordRole::Conjunct;
        sentence.with_role(first, WordRole::Conjunct).any(is_or) || is_first && is_or(noun)
    }

    /// *They say I am wrong*: somebody else may be *I*.
    pub(super) fn is_quoted(&self, word: usize) -> bool {
        let sentence = self.sentence;
        let Some(head) = sentence.word(word).head else { return false };
        let speaks = |verb: usize| {
            let subject = sentence.child(verb, WordRole::Subject)?;
            let form = sentence.word(subject).form.to_lowercase();
            matches!(form.as_str(), "i" | "we" | "you").then_some(form)
        };
        let is_said =
            matches!(sentence.word(head).lemma.as_str(), "say" | "tell" | "ask" | "reply");
        let spoken = speaks(word);
        is_said
            && spoken.is_some()
            && spoken != speaks(head)
            && sentence.child(word, WordRole::Mark).is_none()
    }

    /// *Can you send it*, with or without a mark at its end.
    fn is_inverted(&self, word: usize) -> bool {
        let sentence = self.sentence;
        let subjects = [WordRole::Subject, WordRole::PassiveSubject];
        let Some(subject) = subjects.into_iter().find_map(|role| sentence.child(word, role)) else {
            return false;
        };
        let helpers = [WordRole::Auxiliary, WordRole::PassiveAuxiliary, WordRole::Copula];
        let helper = helpers.into_iter().flat_map(|role| sentence.with_role(word, role)).min();
        let Some(helper) = helper.filter(|helper| *helper < subject && subject < word) else {
            return false;
        };
        // *Never had he seen it*, *nor did she*, *only then was it done*.
        let turns = |at: usize| {
            let word = sentence.word(at);
            words::is_negative(&word.lemma)
                || word.is("RB")
                || word.is("IN")
                || word.is("CC") && word.lemma == "nor"
        };
        !helper.checked_sub(1).is_some_and(turns)
    }

    /// *Accused of stealing*, *good at singing*, *without asking*: nobody need have done it.
    fn is_after_preposition(&self, word: usize) -> bool {
        let sentence = self.sentence;
        let here = sentence.word(word);
        let own = [WordRole::Copula, WordRole::Auxiliary, WordRole::PassiveAuxiliary];
        let mut own = own.into_iter().flat_map(|role| sentence.with_role(word, role));
        let is_participle = here.tag == "VBG" || own.any(|at| sentence.word(at).tag == "VBG");
        let is_clause = matches!(
            here.role,
            WordRole::AdverbialClause
                | WordRole::Reduced
                | WordRole::Complement
                | WordRole::OpenComplement
                | WordRole::Prepositional
        );
        let before = [WordRole::Mark, WordRole::Case];
        let mut before = before.into_iter().flat_map(|role| sentence.with_role(word, role));
        let has_subject = sentence.child(word, WordRole::Subject).is_some();
        is_participle
            && is_clause
            && before.any(|at| {
                let word = sentence.word(at);
                matches!(word.tag.as_str(), "IN" | "TO" | "RP")
                    && !words::is_of_what_was_done(&word.lemma)
                    && !(word.lemma == "with" && has_subject)
            })
    }

    /// Whether a phrase is about a thing that is known to be there: *the dog*, *her dog*, *Rex*.
    pub(super) fn is_definite(&self, noun: usize) -> bool {
        let sentence = self.sentence;
        let word = sentence.word(noun);
        let is_the = |at: usize| {
            let lemma = sentence.word(at).lemma.as_str();
            matches!(lemma, "the" | "this" | "that" | "these" | "those" | "both" | "all" | "each")
        };
        word.is("NNP")
            || word.tag == "PRP"
            || sentence.child(noun, WordRole::Possessor).is_some()
            || sentence.with_role(noun, WordRole::Determiner).any(is_the)
    }

    /// Whether a text says that a thing is there: not if it is denied, wanted, or only might be.
    pub(super) fn is_there(&self, noun: usize) -> bool {
        let sentence = self.sentence;
        let word = sentence.word(noun);
        let is_idiom = words::is_of_expression(&word.lemma)
            && !sentence.prepositions(noun).is_empty()
            && !self.is_asked;
        // *In comparison with*.
        let is_joint = words::makes_preposition(&word.lemma)
            && self.is_bare_singular(noun)
            && !sentence.prepositions(noun).is_empty()
            && !self.is_asked;
        if is_idiom
            || is_joint
            || words::is_time(&word.lemma.to_lowercase())
            || words::is_unit(&word.lemma)
            || matches!(word.role, WordRole::Compound | WordRole::Fixed | WordRole::Number)
            || matches!(
                word.lemma.as_str(),
                "something" | "anything" | "someone" | "anyone" | "thing"
            )
        {
            return false;
        }
        if self.open[noun].is_some() {
            return false;
        }
        if self.is_definite(noun) { !self.is_to_be_made(noun) } else { self.is_held(noun) }
    }

    /// *Will make the changes*: there are none yet. *We studied the effect of light*: there may be none.
    fn is_to_be_made(&self, noun: usize) -> bool {
        let sentence = self.sentence;
        let is_sought = |verb: usize| words::seeks(&sentence.word(verb).lemma);
        let above = sentence.word(noun).head;
        if words::may_be_none(&sentence.word(noun).lemma) && above.is_some_and(is_sought) {
            return true;
        }
        let first = sentence.head_as(noun, WordRole::Conjunct).unwrap_or(noun);
        let verb = [WordRole::Object, WordRole::PassiveSubject]
            .into_iter()
            .find_map(|role| sentence.head_as(first, role))
            .filter(|verb| self.frames[*verb].is_some());
        verb.is_some_and(|verb| {
            let group = Group::read(self, verb);
            let is_open = group.modal.is_some()
                || sentence.infinitive_mark(verb).is_some()
                || !group.negation.is_empty();
            is_open && words::makes(&sentence.word(verb).lemma)
        })
    }

    /// Whether nothing above a noun leaves open that there is such a thing.
    fn is_held(&self, noun: usize) -> bool {
        let sentence = self.sentence;
        // *She could be a good doctor*, and what a verb above it leaves open.
        let (mut below, mut at) = (noun, Some(noun).filter(|_| self.frames[noun].is_some()));
        at = at.or(sentence.word(noun).head);
        while let Some(head) = at {
            let role = sentence.word(below).role;
            let mut cases = sentence.prepositions(below).into_iter();
            if cases.any(|case| words::leaves_open(&sentence.word(case).lemma))
                || sentence.child(below, WordRole::Negation).is_some()
                || self.is_contrasted(below)
            {
                return false;
            }
            if words::is_of_comparison(&sentence.word(head).lemma) && below != head {
                return false;
            }
            let is_like = |at: usize| {
                matches!(&*sentence.word(at).lemma, "like" | "than" | "as" | "if" | "though")
            };
            let marks = [WordRole::Mark, WordRole::Case];
            if marks.into_iter().flat_map(|role| sentence.with_role(head, role)).any(is_like) {
                // *Is like entering a dream*.
                return false;
            }
            if self.frames[head].is_some() {
                let group = Group::read(self, head);
                let is_part =
                    matches!(role, WordRole::Object | WordRole::Prepositional | WordRole::Indirect)
                        && below != head;
                let lemma = &sentence.word(head).lemma;
                if !group.negation.is_empty()
                    || group.modal.is_some()
                    || sentence.infinitive_mark(head).is_some()
                    || is_part && !words::has_its_thing(lemma)
                {
                    return false;
                }
            } else if words::needs_whole(&sentence.word(head).lemma)
                && matches!(sentence.word(head).lemma.as_str(), "lack" | "absence")
            {
                return false;
            }
            below = head;
            at = sentence.word(head).head.filter(|_| {
                matches!(
                    sentence.word(below).role,
                    WordRole::OpenComplement
                        | WordRole::Conjunct
                        | WordRole::Prepositional
                        | WordRole::Object
                        | WordRole::Adjective
                        | WordRole::Reduced
                        | WordRole::Relative
                )
            });
        }
        true
    }

    /// *A dog and not a cat*.
    fn is_contrasted(&self, noun: usize) -> bool {
        let sentence = self.sentence;
        let before = [WordRole::Coordinator, WordRole::Adverb, WordRole::Negation];
        let mut before = before.into_iter().flat_map(|role| sentence.with_role(noun, role));
        before.any(|at| matches!(&*sentence.word(at).lemma, "not" | "nor" | "rather" | "than"))
    }

    /// *Less active*, *hardly known*.
    pub(super) fn is_weakened(&self, adjective: usize) -> bool {
        let mut adverbs = self.sentence.with_role(adjective, WordRole::Adverb);
        adverbs.any(|adverb| words::is_weakening(&self.sentence.word(adverb).lemma))
    }
}
