//! What a sentence that was written has left out, and whether it still follows from the text.

use crate::english;
use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::verbs::Group;
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::hypothesis::Clause;
use crate::entailment::generate::links::{Construction, LinkRelation, WordLink};
use crate::entailment::generate::sentence::WordRole;

/// What hangs on a word and is not written.
struct Losses<'t, 's> {
    text: &'t Text<'s>,
    written: Vec<bool>,
}

impl Text<'_> {
    /// Why a shorter sentence says something else than the text.
    pub(super) fn loses(&self, link: &WordLink, clause: &Clause) -> Option<Withheld> {
        let mut written = vec![false; self.sentence.words().len()];
        for source in clause.words().iter().filter_map(|word| word.source) {
            written[source] = true;
        }
        let losses = Losses { text: self, written };
        let shown = || clause.words().iter().filter_map(|word| word.source);
        if self.is_turn_of_phrase(link) {
            return Some(Withheld::NoRule);
        }
        if self.is_loosely_joined(link) {
            return Some(Withheld::NoRule);
        }
        let is_existence = clause.words().first().is_some_and(|word| word.tag == "EX");
        let has_more = [WordRole::Relative, WordRole::Reduced, WordRole::Prepositional]
            .into_iter()
            .any(|role| self.sentence.child(link.dependent, role).is_some());
        if is_existence && link.relation == LinkRelation::Subject && has_more && shown().count() < 3
        {
            // *There are dogs* of *there are dogs that can swim*.
            return Some(Withheld::Unfinished);
        }
        if shown().any(|word| losses.cuts_name(word)) || self.is_one_name(link) {
            return Some(Withheld::Torn);
        }
        if shown().any(|word| losses.loses_rest(word, link)) {
            return Some(Withheld::Unfinished);
        }
        let loses = |word| {
            losses.loses_best(word)
                || losses.loses_doubt(word)
                || losses.loses_others(word)
                || losses.loses_degree(word)
                || losses.loses_denied(word)
                || losses.loses_of_all(word)
        };
        if shown().any(loses) {
            return Some(Withheld::Lost);
        }
        None
    }

    /// *When it comes to cars*, *mice missing a tail*: words that mean something else alone.
    fn is_turn_of_phrase(&self, link: &WordLink) -> bool {
        let sentence = self.sentence;
        let verb = sentence.word(link.governor);
        let subject = sentence.child(link.governor, WordRole::Subject);
        let is_it = subject.is_some_and(|at| sentence.word(at).lemma == "it");
        let marks = sentence.prepositions(link.dependent);
        let is_to = marks.iter().any(|case| sentence.word(*case).lemma == "to");
        // *The rooms in the house, which is old*: one that is, and not the rooms.
        let is_relative = matches!(link.construction, Construction::Relative);
        let noun = sentence.word(link.dependent).tag.as_str();
        let is_joined = sentence.child(link.dependent, WordRole::Conjunct).is_some();
        let finite = [WordRole::Auxiliary, WordRole::PassiveAuxiliary, WordRole::Copula]
            .into_iter()
            .flat_map(|role| sentence.with_role(link.governor, role))
            .min()
            .map_or(verb.tag.as_str(), |at| sentence.word(at).tag.as_str());
        let is_subject = link.relation == LinkRelation::Subject
            || self.frame(link.governor).is_some_and(|frame| frame.is_passive);
        let differs = is_relative
            && is_subject
            && (finite == "VBZ" && noun == "NNS" || finite == "VBP" && noun == "NN" && !is_joined);
        differs
            || verb.lemma == "come" && is_it && is_to
            || verb.lemma == "miss" && verb.tag == "VBG"
    }

    /// Whether the parse may well have hung a phrase on the wrong one of several words.
    fn is_loosely_joined(&self, link: &WordLink) -> bool {
        let sentence = self.sentence;
        let (governor, dependent) = (link.governor, link.dependent);
        // *Was chosen and shown in the town*: only shown there, perhaps.
        let is_behind_other = sentence
            .with_role(governor, WordRole::Conjunct)
            .any(|other| governor < other && other < dependent && self.frames[other].is_some());
        let trails = matches!(link.relation, LinkRelation::Prepositional | LinkRelation::Adverb);
        // *The owner of the dog, seen at home*.
        let noun = sentence.head_as(governor, WordRole::Reduced);
        let is_apart = noun.is_some_and(|noun| {
            let is_subject =
                matches!(sentence.word(noun).role, WordRole::Subject | WordRole::PassiveSubject);
            let mut between = sentence.words().get(noun..governor).unwrap_or_default().iter();
            !is_subject && between.any(|word| matches!(word.form.as_str(), "," | ";" | "--"))
        });
        trails && is_behind_other || link.construction == Construction::Reduced && is_apart
    }

    /// *Black and White is a shop*: one, by its verb.
    fn is_one_name(&self, link: &WordLink) -> bool {
        let sentence = self.sentence;
        let first = sentence.head_as(link.dependent, WordRole::Conjunct).unwrap_or(link.dependent);
        let mut all = std::iter::once(first).chain(sentence.with_role(first, WordRole::Conjunct));
        let is_joined = sentence.child(first, WordRole::Conjunct).is_some();
        let is_subject =
            matches!(sentence.word(first).role, WordRole::Subject | WordRole::PassiveSubject);
        let verb = sentence.word(first).head.filter(|_| is_subject && is_joined);
        let is_singular = |at: usize| {
            let word = sentence.word(at);
            word.tag == "VBZ" || word.form.eq_ignore_ascii_case("was")
        };
        let helpers = [WordRole::Auxiliary, WordRole::PassiveAuxiliary, WordRole::Copula];
        verb.is_some_and(|verb| {
            let helpers = helpers.into_iter().flat_map(|role| sentence.with_role(verb, role));
            std::iter::once(verb).chain(helpers).any(is_singular)
                && all.all(|word| sentence.word(word).is("NNP"))
        })
    }
}

impl Losses<'_, '_> {
    /// Whether a word is a part of a name of which another is not there: *Mother* of *Mother Goose*.
    fn cuts_name(&self, word: usize) -> bool {
        let sentence = self.text.sentence;
        let here = sentence.word(word);
        let is_capital = |at: usize| {
            let there = sentence.words().get(at);
            there.is_some_and(|there| {
                there.is("NNP")
                    || at > 0
                        && !self.text.is_title
                        && there.form.starts_with(char::is_uppercase)
                        && (there.is("NN") || there.is("JJ"))
                        && there.form.contains(char::is_lowercase)
            })
        };
        let is_of = |at: usize| {
            let word = sentence.words().get(at);
            word.is_some_and(|word| matches!(word.form.as_str(), "&" | "/" | "+"))
        };
        let is_other = |mark: usize, at: usize| {
            let there = sentence.words().get(at);
            let is_joint = sentence.words().get(mark).is_some_and(|mark| mark.form == "&");
            is_joint && there.is_some_and(|there| there.is("NN")) && !self.written[at]
        };
        // *Bed & breakfast*.
        if here.is("NN")
            && (is_other(word + 1, word + 2) || word > 1 && is_other(word - 1, word - 2))
        {
            return true;
        }
        let next = sentence.words().get(word + 1);
        let is_first_of_two = next.is_some_and(|next| {
            // *Southern blotting*, *Smith et al.*
            next.form == "et"
                || next.tag == "VBG" && next.head == Some(word) && !self.written[word + 1]
        });
        if here.is("NNP") && is_first_of_two {
            return true;
        }
        // *A "second wind"*: all that is quoted, or nothing.
        let is_quote = |at: usize| {
            let mark = sentence.words().get(at);
            mark.is_some_and(|mark| {
                matches!(&*mark.form, "\"" | "``" | "''" | "“" | "”" | "‘" | "’")
            })
        };
        let before = word.checked_sub(1).filter(|at| {
            let there = sentence.word(*at);
            there.head == Some(word)
                && matches!(there.role, WordRole::Adjective | WordRole::Compound)
                && !self.written[*at]
        });
        if before.is_some_and(|at| at > 0 && is_quote(at - 1)) {
            return true;
        }
        if !(here.is("NN") && is_capital(word) || here.is("CD")) {
            return false;
        }
        let is_tied = |at: usize| {
            let there = sentence.word(at);
            let (own, other) = (here.head == Some(at), there.head == Some(word));
            let is_name_part =
                |role| !matches!(role, WordRole::Subject | WordRole::Object | WordRole::Possessor);
            other && is_name_part(there.role)
                || own && is_name_part(here.role)
                || here.head.is_some()
                    && here.head == there.head
                    && (there.role == WordRole::Compound || here.role == WordRole::Compound)
        };
        let is_lost = |at: usize| is_capital(at) && is_tied(at) && !self.written[at];
        let is_beyond = |mark: usize, at: usize| is_of(mark) && is_capital(at) && !self.written[at];
        word.checked_sub(1).is_some_and(is_lost)
            || word + 1 < sentence.words().len() && is_lost(word + 1)
            || is_beyond(word + 1, word + 2)
            || word > 1 && is_beyond(word - 1, word - 2)
    }

    /// Whether a word says nothing without what follows it.
    fn loses_rest(&self, word: usize, link: &WordLink) -> bool {
        let sentence = self.text.sentence;
        let here = sentence.word(word);
        let is_lost = |role: WordRole| {
            sentence
                .with_role(word, role)
                .any(|at| at > word && !self.written[at] && at != link.governor)
        };
        let has_clause = || is_lost(WordRole::Relative) || is_lost(WordRole::Reduced);
        if here.is("NNP") {
            // *The Ann I know*.
            return sentence.child(word, WordRole::Determiner).is_some()
                && is_lost(WordRole::Relative);
        }
        if here.is("NN") || matches!(here.tag.as_str(), "DT" | "CD") {
            let is_of_lost = || {
                let mut below = sentence.with_role(word, WordRole::Prepositional);
                below.any(|at| at > word && self.text.is_of(at) && !self.written[at])
            };
            let is_clausal = || is_lost(WordRole::Complement) || is_lost(WordRole::AdverbialClause);
            return words::needs_clause(&here.lemma)
                && (has_clause() || is_of_lost() || is_clausal());
        }
        let asks = |at: usize| {
            let mut marks = sentence.with_role(at, WordRole::Mark);
            marks.any(|mark| matches!(&*sentence.word(mark).lemma, "if" | "whether"))
        };
        // *See whether it works* is not *see something*.
        let is_question_lost =
            sentence.with_role(word, WordRole::Complement).any(|at| !self.written[at] && asks(at));
        let is_open_lost = sentence
            .with_role(word, WordRole::OpenComplement)
            .any(|at| at > word && !self.written[at] && self.text.completes(at, word));
        // *Come across*, of *what she came across*.
        let is_stranded = |at: &usize| {
            let there = sentence.word(*at);
            *at > word
                && matches!(there.tag.as_str(), "IN" | "RP")
                && sentence.children(*at).is_empty()
                && there.role != WordRole::Mark
                && !self.written[*at]
        };
        let is_stranded = sentence.children(word).iter().any(is_stranded);
        here.is("VB") && (is_open_lost || is_question_lost || is_stranded)
    }

    /// Whether *too*, *more* or *partly* is left out.
    fn loses_degree(&self, word: usize) -> bool {
        let sentence = self.text.sentence;
        let is_quite = |at: &usize| sentence.word(*at).lemma == "quite" && !self.written[*at];
        if sentence.word(word).is("NN") && sentence.children(word).iter().any(is_quite) {
            // *Quite a bit* is more than *a bit*.
            return true;
        }
        let here = sentence.word(word);
        let has_part =
            |role| sentence.with_role(word, role).any(|at| at + 1 == word && !self.written[at]);
        if here.is("JJ") && (has_part(WordRole::Compound) || has_part(WordRole::Bare)) {
            // *Water resistant* is not *resistant*.
            return true;
        }
        let adjectives = || sentence.with_role(word, WordRole::Adjective);
        if adjectives().any(|at| self.written[at] && self.text.is_one_or_other(at)) {
            return true;
        }
        let joins = |at: usize| {
            let has = |role| sentence.with_role(at, role).any(|joint| joint < word);
            has(WordRole::Coordinator) || has(WordRole::Conjunct)
        };
        if here.is("NN")
            && adjectives().filter(|at| self.written[*at]).nth(1).is_some()
            && (sentence.with_role(word, WordRole::Coordinator).any(|joint| joint < word)
                || adjectives().any(joins))
        {
            // *Old, new and used cars* are not *old new cars*.
            return true;
        }
        let mut adverbs = sentence.with_role(word, WordRole::Adverb);
        adverbs.any(|at| {
            let adverb = sentence.word(at);
            let form = adverb.form.to_lowercase();
            let is_of_degree = words::is_of_degree(&adverb.lemma) || words::is_of_degree(&form);
            // *Ann, too*, *only then*, *not* that is written with the verb.
            let is_of_verb = sentence.word(word).is("VB") || self.text.frames[word].is_some();
            let is_beside = matches!(&*form, "too" | "more" | "most" | "less" | "as");
            let lacks_rest = matches!(&*form, "as" | "too" | "enough");
            if self.written[at] && lacks_rest && !sentence.word(word).is("VB") {
                return true;
            }
            let is_said = is_of_verb && words::is_negative(&adverb.lemma);
            let is_added = is_beside && sentence.word(word).is("VB");
            is_of_degree && !self.written[at] && !is_said && !is_added
        })
    }

    /// *The best dog of the town*: *a dog of the town* says nearly nothing, and *the dog since the war* nothing.
    fn loses_best(&self, word: usize) -> bool {
        let sentence = self.text.sentence;
        let is_best = |at: usize| {
            let word = sentence.word(at);
            let is_most = sentence
                .with_role(at, WordRole::Adverb)
                .any(|adverb| matches!(&*sentence.word(adverb).lemma, "most" | "least"));
            word.tag == "JJS"
                || is_most
                || matches!(&*word.lemma, "only" | "first" | "last" | "second" | "next")
        };
        let behind = [WordRole::Prepositional, WordRole::Relative, WordRole::Reduced];
        let best = sentence.with_role(word, WordRole::Adjective).find(|at| is_best(*at));
        // Both or neither.
        best.is_some_and(|best| {
            behind
                .into_iter()
                .flat_map(|role| sentence.with_role(word, role))
                .any(|at| at > word && self.written[at] != self.written[best])
        }) && sentence.word(word).is("NN")
    }

    /// *Is found only in Rome and Paris*: not only in Rome.
    fn loses_others(&self, word: usize) -> bool {
        let sentence = self.text.sentence;
        let is_only = |at: usize| {
            let lemma = sentence.word(at).lemma.as_str();
            matches!(lemma, "only" | "exclusively" | "solely" | "entirely" | "respectively")
        };
        let is_exclusive = words::is_exclusive(&sentence.word(word).lemma)
            || sentence.with_role(word, WordRole::Adverb).any(is_only);
        let parts = [WordRole::Prepositional, WordRole::Object, WordRole::OpenComplement];
        is_exclusive
            && parts
                .into_iter()
                .flat_map(|role| sentence.with_role(word, role))
                .filter(|part| {
                    self.written[*part]
                        || sentence.with_role(*part, WordRole::Conjunct).any(|at| self.written[at])
                })
                .any(|part| {
                    !self.written[part]
                        || sentence.with_role(part, WordRole::Conjunct).any(|at| !self.written[at])
                })
    }

    /// *A suspected thief and dealer*: a suspected dealer, too.
    fn loses_doubt(&self, word: usize) -> bool {
        let sentence = self.text.sentence;
        let is_of_doubt = |at: usize| {
            let adjective = sentence.word(at);
            words::is_of_doubt(&adjective.lemma, &adjective.form) && !self.written[at]
        };
        let first = sentence.head_as(word, WordRole::Conjunct);
        let mut all = std::iter::once(word).chain(first);
        sentence.word(word).is("NN")
            && all.any(|noun| sentence.with_role(noun, WordRole::Adjective).any(is_of_doubt))
    }

    /// *All dogs that bark are fed*: not all dogs.
    fn loses_of_all(&self, word: usize) -> bool {
        let sentence = self.text.sentence;
        let is_all = |at: usize| {
            let lemma = sentence.word(at).lemma.as_str();
            matches!(lemma, "all" | "every" | "each" | "most" | "only" | "any" | "few")
        };
        let mut before = [WordRole::Determiner, WordRole::Adjective, WordRole::Adverb]
            .into_iter()
            .flat_map(|role| sentence.with_role(word, role));
        let restricts =
            [WordRole::Adjective, WordRole::Relative, WordRole::Reduced, WordRole::Prepositional];
        let is_everything = matches!(
            &*sentence.word(word).lemma,
            "everything" | "everybody" | "everyone" | "all" | "anything" | "nothing"
        );
        let counts = sentence.word(word).is("NN") && before.any(is_all) || is_everything;
        counts
            && restricts
                .into_iter()
                .flat_map(|role| sentence.with_role(word, role))
                .any(|at| !self.written[at])
    }

    /// Whether something is left out of what is denied, so that more is denied than in the text.
    fn loses_denied(&self, word: usize) -> bool {
        let sentence = self.text.sentence;
        let here = sentence.word(word);
        // *None of the dogs has a long tail*: they may have tails.
        let none = self.text.frame(word).and_then(|frame| match frame.is_passive {
            true => frame.object,
            false => frame.subject,
        });
        let is_denied = self.text.frames[word].is_some()
            && (!Group::read(self.text, word).negation.is_empty()
                || none.is_some_and(|none| self.text.says_none(none.word)));
        let follows = |at: &usize| *at > word;
        if is_denied {
            let before = sentence
                .with_role(word, WordRole::Adverb)
                .filter(|at| *at < word && !words::joins_denied(&sentence.word(*at).lemma))
                // *Clearly it is not*: only what stands behind *not* is denied.
                .filter(|at| self.is_behind_negation(*at, word));
            let lost_before = before.into_iter().any(|at| !self.written[at]);
            if lost_before
                || sentence
                    .children(word)
                    .iter()
                    .copied()
                    .filter(follows)
                    .any(|at| self.loses_part(at))
            {
                return true;
            }
        }
        let roles = [
            WordRole::Object,
            WordRole::Prepositional,
            WordRole::OpenComplement,
            WordRole::Reduced,
        ];
        if words::denies(&here.lemma) {
            let below = roles.into_iter().flat_map(|role| sentence.with_role(word, role));
            // *Failed three times*.
            let mut below = below.filter(|at| self.text.is_done_to(word, *at));
            if below.any(|at| at > word && self.loses_part(at)) {
                return true;
            }
        }
        let is_without =
            |at: &usize| matches!(&*sentence.word(*at).lemma, "without" | "except" | "unlike");
        let is_none = self.text.says_none(word)
            || sentence.prepositions(word).iter().any(is_without) && !self.text.is_definite(word);
        is_none
            && here.is("NN")
            && [WordRole::Adjective, WordRole::Relative, WordRole::Reduced, WordRole::Prepositional]
                .into_iter()
                .flat_map(|role| sentence.with_role(word, role))
                .any(|at| self.loses_part(at))
    }

    fn is_behind_negation(&self, adverb: usize, verb: usize) -> bool {
        let sentence = self.text.sentence;
        let roles = [WordRole::Negation, WordRole::Adverb];
        let mut all = roles.into_iter().flat_map(|role| sentence.with_role(verb, role));
        all.any(|at| at < adverb && words::is_negative(&sentence.word(at).lemma))
    }

    /// Whether a part of what is denied is not written, apart from what only says which one is meant.
    fn loses_part(&self, part: usize) -> bool {
        let sentence = self.text.sentence;
        let word = sentence.word(part);
        let passes = matches!(
            word.role,
            WordRole::Punctuation
                | WordRole::Parataxis
                | WordRole::Conjunct
                | WordRole::Coordinator
                | WordRole::Other
                | WordRole::Expletive
                | WordRole::Apposition
        );
        let is_loose = word.role == WordRole::AdverbialClause
            && sentence.with_role(part, WordRole::Mark).any(|mark| {
                matches!(
                    &*sentence.word(mark).lemma,
                    "although" | "though" | "while" | "whereas" | "because" | "since" | "so"
                )
            });
        if passes || is_loose || words::joins_denied(&word.lemma) {
            return false;
        }
        if word.is("NN") && self.text.is_definite(part) && sentence.infinitive_mark(part).is_none()
        {
            // Which dog it is does not matter, but that it is one does.
            return !self.written[part];
        }
        let is_content = english::is_content(&word.tag) || word.is("CD") || word.tag == "RB";
        is_content && sentence.is_content(part) && !self.written[part]
            || sentence.children(part).iter().any(|below| self.loses_part(*below))
    }
}
