//! What a sentence that was written needs and has not: parts of its verbs, of what is joined, of what is compared.

use crate::english::inflect;
use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::hypothesis::{Clause, WrittenWord};
use crate::entailment::generate::links::{Construction, LinkRelation, WordLink};
use crate::entailment::generate::sentence::WordRole;

/// A sentence that was written, beside its text.
struct Draft<'t, 's> {
    text: &'t Text<'s>,
    clause: &'t Clause,
    written: Vec<bool>,
}

impl Text<'_> {
    /// Why nobody would write the sentence like this.
    pub(super) fn lacks(&self, link: &WordLink, clause: &Clause) -> Option<Withheld> {
        let mut written = vec![false; self.sentence.words().len()];
        for source in clause.words().iter().filter_map(|word| word.source) {
            written[source] = true;
        }
        let draft = Draft { text: self, clause, written };
        if self.is_title {
            // Titles leave out articles and more, and say what is only reported.
            return Some(Withheld::Fragment);
        }
        if draft.quotes_somebody() {
            return Some(Withheld::NotFactual);
        }
        if self.hangs_on_one_of_two(link) {
            return Some(Withheld::NoRule);
        }
        for at in 0..clause.words().len() {
            if let Some(why) = draft.lacks_at(at) {
                return Some(why);
            }
        }
        if draft.is_of_light_verb(link) {
            return Some(Withheld::NotThere);
        }
        let is_lost = draft.is_of_best(link) || draft.loses_range() || draft.mixes_joined();
        is_lost.then_some(Withheld::Lost)
    }

    /// *It* that stands for a clause.
    pub(super) fn expletive_it(&self, verb: usize) -> Option<usize> {
        let mut words = self.sentence.with_role(verb, WordRole::Expletive);
        words.find(|word| self.is_asked && self.sentence.word(*word).lemma == "it")
    }

    /// *The owner of the dog that barked*: one of the two, which only the number of the verb may tell.
    fn hangs_on_one_of_two(&self, link: &WordLink) -> bool {
        let sentence = self.sentence;
        let is_clause =
            matches!(sentence.word(link.governor).role, WordRole::Relative | WordRole::Reduced);
        let is_of_noun = sentence.word(link.governor).head == Some(link.dependent);
        if !is_clause
            || !is_of_noun
            || !matches!(link.construction, Construction::Relative | Construction::Reduced)
        {
            return false;
        }
        let noun = link.dependent;
        // Behind a comma, any phrase will do: *a dog in the house, which was old*.
        let is_apart = sentence.words()[noun.min(link.governor)..link.governor]
            .iter()
            .any(|word| word.form == ",");
        let is_phrase = |at: usize| is_apart || self.is_of(at);
        let below = sentence
            .with_role(noun, WordRole::Prepositional)
            .find(|at| noun < *at && *at < link.governor && is_phrase(*at));
        let above = sentence
            .head_as(noun, WordRole::Prepositional)
            .filter(|above| is_phrase(noun) && *above < noun && sentence.word(*above).is("NN"));
        let Some(other) = below.or(above) else { return false };
        let is_many = |at: usize| sentence.word(at).tag.ends_with('S');
        let helpers = [WordRole::Auxiliary, WordRole::PassiveAuxiliary, WordRole::Copula];
        let finite = helpers
            .into_iter()
            .flat_map(|role| sentence.with_role(link.governor, role))
            .min()
            .unwrap_or(link.governor);
        let finite = sentence.word(finite);
        let form = finite.form.to_lowercase();
        let tells = matches!(&*finite.tag, "VBZ" | "VBP") || matches!(&*form, "was" | "were");
        let is_subject = link.relation == LinkRelation::Subject
            || self.frame(link.governor).is_some_and(|frame| frame.is_passive);
        !(tells && is_subject && is_many(noun) != is_many(other))
    }
}

impl Draft<'_, '_> {
    /// What one of its words lacks.
    fn lacks_at(&self, at: usize) -> Option<Withheld> {
        let word = &self.clause.words()[at];
        let source = word.source?;
        let is_main = word.tag.starts_with("VB")
            && !matches!(word.relation, "aux" | "aux:pass" | "cop" | "amod" | "compound" | "case");
        if is_misspelt(word) {
            return Some(Withheld::Torn);
        }
        if self.is_half_name(source) || self.disagrees(at, source) || self.lacks_prefix(source) {
            return Some(Withheld::Torn);
        }
        if self.is_odd_phrase(at, source) {
            return Some(Withheld::NoNoun);
        }
        if self.loses_title(source) {
            return Some(Withheld::Torn);
        }
        if self.loses_which(source) {
            return Some(Withheld::Lost);
        }
        if self.loses_only(source) || self.loses_than(at, source) {
            return Some(Withheld::Lost);
        }
        if !is_main {
            return None;
        }
        if self.has_bad_passive(at, source) {
            return Some(Withheld::NoPassive);
        }
        let is_dummy = |word: &WrittenWord| word.relation == "obj" && word.source.is_none();
        if words::is_of_own_object(&word.lemma) && self.below(at).any(is_dummy) {
            // *Voted something*.
            return Some(Withheld::Unfinished);
        }
        let is_unfinished = self.lacks_what_is_told(at, source)
            || self.lacks_way(source)
            || self.lacks_light_noun(at, source);
        is_unfinished.then_some(Withheld::Unfinished)
    }

    /// *Somebody said that we won*, of *"We won", he said*: not we.
    fn quotes_somebody(&self) -> bool {
        let sentence = self.text.sentence;
        let words = self.clause.words();
        let is_report = |word: &WrittenWord| {
            let head = word.head.map(|head| &words[head]);
            word.relation == "ccomp" && head.is_some_and(|head| words::is_reporting(&head.lemma))
        };
        let Some(inner) = words.iter().position(is_report) else { return false };
        let is_speaker = |word: &WrittenWord| {
            let form = word.form.to_lowercase();
            word.source.is_some()
                && matches!(
                    &*form,
                    "i" | "me" | "my" | "we" | "us" | "our" | "you" | "your" | "this" | "these"
                )
        };
        let begin = words.iter().position(|word| word.lemma == "that").unwrap_or(inner);
        sentence.text.contains(['"', '“', '”', '«', '`']) && words[begin..].iter().any(is_speaker)
    }

    /// *The proteins has*, where a tag says that there is one, and the verb of the text that there are several.
    fn disagrees(&self, at: usize, noun: usize) -> bool {
        let sentence = self.text.sentence;
        let word = &self.clause.words()[at];
        let role = sentence.word(noun).role;
        if !matches!(word.relation, "nsubj" | "nsubj:pass")
            || word.tag != "NN"
            || !matches!(role, WordRole::Subject | WordRole::PassiveSubject)
            || sentence.child(noun, WordRole::Conjunct).is_some()
        {
            return false;
        }
        let helpers = [WordRole::Auxiliary, WordRole::PassiveAuxiliary, WordRole::Copula];
        let Some(verb) = sentence.word(noun).head else { return false };
        let finite = helpers.into_iter().flat_map(|role| sentence.with_role(verb, role)).min();
        let finite = sentence.word(finite.unwrap_or(verb));
        let is_many =
            finite.tag == "VBP" || matches!(&*finite.form.to_lowercase(), "are" | "were" | "have");
        let is_one = |word: &WrittenWord| {
            word.tag == "VBZ" || matches!(&*word.form, "is" | "was" | "has" | "does")
        };
        let main = word.head.unwrap_or(at);
        is_many
            && (is_one(&self.clause.words()[main])
                || self.below(main).any(|word| {
                    matches!(word.relation, "aux" | "aux:pass" | "cop") && is_one(word)
                }))
    }

    /// *Had no effect on defect*, of *on either defect*; *other is fine*; *at me*, of *Me and the Web*.
    fn is_odd_phrase(&self, at: usize, noun: usize) -> bool {
        let sentence = self.text.sentence;
        let here = sentence.word(noun);
        let word = &self.clause.words()[at];
        let is_phrase = matches!(
            word.relation,
            "nsubj" | "nsubj:pass" | "obj" | "iobj" | "obl" | "nmod" | "root"
        );
        let is_either = |at: usize| {
            !self.written[at]
                && matches!(&*sentence.word(at).lemma, "either" | "neither" | "another" | "every")
        };
        let lacks_either = here.tag == "NN"
            && sentence.with_role(noun, WordRole::Determiner).any(is_either)
            && !self.below(at).any(|word| matches!(word.relation, "det" | "nmod:poss"));
        let is_bare_other = is_phrase
            && matches!(&*word.form.to_lowercase(), "other" | "same" | "such" | "own")
            && self.below(at).all(|word| word.relation == "case");
        let is_title = here.tag == "PRP"
            && noun > 0
            && here.form.starts_with(char::is_uppercase)
            && here.form.contains(char::is_lowercase)
            && sentence.word(noun - 1).form.contains(char::is_alphanumeric)
            && !here.form.starts_with("I'");
        is_phrase && (lacks_either || is_bare_other || is_title || self.is_joined_title(noun))
    }

    /// *Me and the Web*: a pronoun that is joined with what has a capital letter is a part of a title.
    fn is_joined_title(&self, noun: usize) -> bool {
        let sentence = self.text.sentence;
        let here = sentence.word(noun);
        let is_name = |at: usize| sentence.word(at).is("NNP");
        here.tag == "PRP"
            && here.form.starts_with(char::is_uppercase)
            && here.form != "I"
            && noun > 0
            && sentence.with_role(noun, WordRole::Conjunct).any(is_name)
    }

    fn below(&self, at: usize) -> impl Iterator<Item = &WrittenWord> {
        self.clause.words().iter().filter(move |other| other.head == Some(at))
    }

    /// *Somebody was told*: what?
    fn lacks_what_is_told(&self, at: usize, verb: usize) -> bool {
        let sentence = self.text.sentence;
        if !words::is_told(&sentence.word(verb).lemma) {
            return false;
        }
        let counts = |word: &&WrittenWord| {
            matches!(word.relation, "obj" | "iobj" | "ccomp" | "xcomp" | "aux:pass")
        };
        let has = |relation: &str| self.below(at).any(|word| word.relation == relation);
        let is_thing = |word: &WrittenWord| word.relation == "obj" && word.form == "something";
        if has("xcomp") && self.below(at).any(is_thing) {
            // *Promised something to come*.
            return true;
        }
        let n_written = self.below(at).filter(counts).count();
        let is_about = |noun: usize| {
            let cases = sentence.prepositions(noun);
            cases.first().is_some_and(|case| matches!(&*sentence.word(*case).lemma, "of" | "about"))
        };
        let has_about =
            |word: &WrittenWord| word.relation == "obl" && word.source.is_some_and(is_about);
        let roles = [
            WordRole::Object,
            WordRole::Indirect,
            WordRole::PassiveSubject,
            WordRole::Complement,
            WordRole::OpenComplement,
        ];
        let n_there: usize =
            roles.into_iter().map(|role| sentence.with_role(verb, role).count()).sum();
        let is_told_of = sentence.with_role(verb, WordRole::Prepositional).any(is_about);
        n_written < 2
            && (n_there > 1 || is_told_of && n_there > 0)
            && !self.below(at).any(has_about)
    }

    /// *Quality comes first*, *ran out of bread*, *took her out to dinner*.
    fn lacks_way(&self, verb: usize) -> bool {
        let sentence = self.text.sentence;
        let lemma = sentence.word(verb).lemma.as_str();
        let lacks_adverb = |at: usize| {
            let adverb = sentence.word(at);
            let begin = sentence.subtree(at).into_iter().find(|part| *part > verb);
            (begin == Some(verb + 1)
                || sentence.with_role(verb, WordRole::Object).any(|object| object + 1 == at))
                && !self.written[at]
                && words::needs_adverb(lemma, &adverb.form.to_lowercase())
        };
        if sentence.with_role(verb, WordRole::Adverb).any(lacks_adverb) {
            return true;
        }
        // *Was defined as a crime*.
        let is_as = |noun: usize| {
            let cases = sentence.prepositions(noun);
            !self.written[noun]
                && cases.first().is_some_and(|case| {
                    *case == verb + 1 && sentence.word(*case).form.eq_ignore_ascii_case("as")
                })
        };
        if sentence.with_role(verb, WordRole::Prepositional).any(is_as) {
            return true;
        }
        let particles = [WordRole::Particle, WordRole::Adverb];
        let mut particles = particles.into_iter().flat_map(|role| sentence.with_role(verb, role));
        let Some(particle) = particles.find(|at| {
            let word = sentence.word(*at);
            *at > verb && (word.role == WordRole::Particle || words::is_like_particle(&word.lemma))
        }) else {
            return false;
        };
        // *Looked forward to seeing her*.
        let is_clause = |clause: usize| {
            let mut marks = sentence.with_role(clause, WordRole::Mark);
            !self.written[clause] && marks.any(|mark| mark == particle + 1)
        };
        if sentence.with_role(verb, WordRole::AdverbialClause).any(is_clause) {
            return true;
        }
        sentence.with_role(verb, WordRole::Prepositional).any(|noun| {
            let cases = sentence.prepositions(noun);
            let is_joined = cases.first().is_some_and(|case| {
                *case > particle && words::joins_particle(&sentence.word(*case).lemma)
            });
            is_joined
                && !self.written[noun]
                && !words::is_time(&sentence.word(noun).lemma.to_lowercase())
        })
    }

    /// *Had something*, of *had an effect*; *took the liberty*, of *took the liberty to ask*.
    fn lacks_light_noun(&self, at: usize, verb: usize) -> bool {
        let sentence = self.text.sentence;
        if !words::is_light(&sentence.word(verb).lemma) {
            return false;
        }
        let object = self.text.frame(verb).and_then(|frame| frame.object).map(|filler| filler.word);
        let Some(object) = object else { return false };
        let is_dummy = self
            .below(at)
            .any(|word| word.relation == "obj" && word.source.is_none() && word.tag == "NN");
        if is_dummy {
            return words::is_done(&sentence.word(object).lemma);
        }
        let is_infinitive = |role| {
            sentence
                .with_role(object, role)
                .any(|at| !self.written[at] && sentence.infinitive_mark(at).is_some())
        };
        let is_bare_with_phrase = self.text.is_bare_singular(object)
            && sentence.with_role(object, WordRole::Prepositional).any(|noun| !self.written[noun]);
        self.written[object]
            && (is_infinitive(WordRole::Reduced)
                || is_infinitive(WordRole::AdverbialClause)
                || is_bare_with_phrase)
    }

    /// *Data are contained*, *an hour was taken*, *the food is found good*.
    fn has_bad_passive(&self, at: usize, verb: usize) -> bool {
        let sentence = self.text.sentence;
        let is_turned = self.below(at).any(|word| word.relation == "aux:pass")
            && !self.text.frame(verb).is_some_and(|frame| frame.is_passive);
        if !is_turned {
            return false;
        }
        let lemma = sentence.word(verb).lemma.as_str();
        let subject = self.below(at).find(|word| word.relation == "nsubj:pass");
        let subject = subject.and_then(|word| word.source);
        let is_measure = subject.is_some_and(|noun| {
            let word = sentence.word(noun);
            words::is_unit(&word.lemma)
                || words::is_time(&word.lemma.to_lowercase())
                || word.is("CD")
        });
        let is_light = words::is_light(lemma)
            && subject.is_some_and(|noun| {
                // *A job was done*, *a look was had*.
                let is_bare = self.text.is_bare_singular(noun);
                is_bare
                    || lemma == "have"
                    || lemma == "take" && words::is_done(&sentence.word(noun).lemma)
            });
        let is_found = words::finds_to_be(lemma)
            && sentence.child(verb, WordRole::OpenComplement).is_some_and(|open| {
                !sentence.word(open).is("VB") || sentence.infinitive_mark(open).is_none()
            });
        words::lacks_passive(lemma)
            || is_measure && matches!(lemma, "take" | "spend" | "wait" | "stay" | "live" | "need")
            || is_light
            || is_found
    }

    /// *Self destruct*, *double check*.
    fn lacks_prefix(&self, verb: usize) -> bool {
        let sentence = self.text.sentence;
        let here = sentence.word(verb);
        if !here.is("VB") && !here.is("JJ") {
            return false;
        }
        verb.checked_sub(1).is_some_and(|before| {
            let word = sentence.word(before);
            !self.written[before]
                && (word.head == Some(verb) && words::is_prefix(&word.form.to_lowercase())
                    || word.head == Some(verb)
                        && matches!(word.role, WordRole::Compound | WordRole::Bare)
                        && word.tag == "NN"
                        && !words::is_time(&word.lemma))
        })
    }

    /// *Only looks good*, *will otherwise be dead*.
    fn loses_only(&self, word: usize) -> bool {
        let sentence = self.text.sentence;
        let is_said = self.text.frames[word].is_some() || sentence.word(word).is("JJ");
        is_said
            && sentence.with_role(word, WordRole::Adverb).any(|at| {
                let lemma = sentence.word(at).lemma.as_str();
                !self.written[at]
                    && matches!(
                        lemma,
                        "only" | "merely" | "otherwise" | "solely" | "allegedly" | "halfway"
                    )
            })
    }

    /// *Gardens by Ann*, and a part of it.
    fn loses_title(&self, word: usize) -> bool {
        let sentence = self.text.sentence;
        sentence.word(word).is("NNP")
            && sentence.with_role(word, WordRole::Prepositional).any(|other| {
                let cases = sentence.prepositions(other);
                cases.first() == Some(&(word + 1))
                    && sentence.word(other).is("NNP")
                    && !self.written[other]
            })
    }

    /// *Half of the bread that she baked*: not half of the bread.
    fn loses_which(&self, word: usize) -> bool {
        let sentence = self.text.sentence;
        let part =
            sentence.head_as(word, WordRole::Prepositional).filter(|_| self.text.is_of(word));
        let is_part = part.is_some_and(|part| {
            let part = sentence.word(part);
            matches!(&*part.tag, "DT" | "CD" | "PDT" | "JJ" | "JJS" | "JJR")
                || words::is_partitive(&part.lemma)
                || words::counts_whole(&part.lemma)
        });
        let clauses = [WordRole::Relative, WordRole::Reduced];
        is_part
            && clauses
                .into_iter()
                .flat_map(|role| sentence.with_role(word, role))
                .any(|clause| !self.written[clause])
    }

    /// *More neurons than*, where what they are compared with is gone, and *some more*.
    fn loses_than(&self, at: usize, word: usize) -> bool {
        let sentence = self.text.sentence;
        let compares = |at: usize| {
            let word = sentence.word(at);
            matches!(&*word.tag, "JJR" | "RBR")
                || matches!(&*word.form.to_lowercase(), "more" | "fewer" | "less")
        };
        if !compares(word) {
            return false;
        }
        let before = at.checked_sub(1).map(|before| &self.clause.words()[before]);
        let is_some =
            before.is_some_and(|before| before.source.is_none() && before.lemma == "some");
        let is_than = |at: &usize| sentence.word(*at).form.eq_ignore_ascii_case("than");
        let than = (word + 1..self.written.len()).find(is_than);
        let is_lost = than.is_some_and(|than| {
            let has_than = self.clause.words().iter().any(|word| word.lemma == "than");
            !has_than && !(word + 1..than).any(compares)
        });
        is_some || is_lost
    }

    /// *There was a great job*, of *did a great job*.
    fn is_of_light_verb(&self, link: &WordLink) -> bool {
        let sentence = self.text.sentence;
        let is_existence = self.clause.words().first().is_some_and(|word| word.tag == "EX");
        let first = sentence.head_as(link.governor, WordRole::Conjunct).unwrap_or(link.governor);
        let roles = [WordRole::Object, WordRole::PassiveSubject];
        let verb = roles.into_iter().find_map(|role| sentence.head_as(first, role));
        let noun = sentence.word(link.governor).lemma.as_str();
        is_existence
            && verb.is_some_and(|verb| {
                let verb = sentence.word(verb).lemma.as_str();
                verb == "do" || words::is_light(verb) && words::is_done(noun)
            })
    }

    /// *The most beautiful restaurant is Thai*, of *the most beautiful Thai restaurant*.
    fn is_of_best(&self, link: &WordLink) -> bool {
        let sentence = self.text.sentence;
        let is_best = |at: usize| {
            let word = sentence.word(at);
            let is_most = sentence
                .with_role(at, WordRole::Adverb)
                .any(|adverb| matches!(&*sentence.word(adverb).form, "most" | "least"));
            word.tag == "JJS" || is_most || matches!(&*word.lemma, "only" | "first" | "last")
        };
        let has_best = |noun: usize, but: Option<usize>| {
            [WordRole::Adjective, WordRole::Compound]
                .into_iter()
                .flat_map(|role| sentence.with_role(noun, role))
                .any(|at| Some(at) != but && self.written[at] && is_best(at))
        };
        let is_turned = link.relation == LinkRelation::Modifier
            && self.clause.words().iter().any(|word| word.relation == "cop")
            && has_best(link.governor, Some(link.dependent));
        let loses_kind = |word: &WrittenWord| {
            let Some(noun) = word.source.filter(|noun| sentence.word(*noun).is("NN")) else {
                return false;
            };
            let kinds = [WordRole::Adjective, WordRole::Compound];
            let mut kinds = kinds.into_iter().flat_map(|role| sentence.with_role(noun, role));
            has_best(noun, None) && kinds.any(|at| at < noun && !self.written[at])
        };
        is_turned || self.clause.words().iter().any(loses_kind)
    }

    /// *From the 7th* without *to the 14th*.
    fn loses_range(&self) -> bool {
        let sentence = self.text.sentence;
        let begins = |noun: usize, with: &[&str]| {
            let cases = sentence.prepositions(noun);
            cases.first().is_some_and(|case| with.contains(&&*sentence.word(*case).lemma))
        };
        self.clause.words().iter().filter_map(|word| word.source).any(|noun| {
            let beside = sentence.word(noun).head.into_iter().chain(Some(noun));
            let mut beside =
                beside.flat_map(|head| sentence.with_role(head, WordRole::Prepositional));
            begins(noun, &["from"])
                && beside.any(|end| {
                    end > noun
                        && !self.written[end]
                        && begins(end, &["to", "until", "till", "through"])
                })
        })
    }

    /// *Old used cars*, of *old, new and used cars*; *steel bridges*, of *steel or iron bridges*.
    fn mixes_joined(&self) -> bool {
        let sentence = self.text.sentence;
        let words = self.clause.words();
        let is_joint = |at: usize| {
            let word = sentence.word(at);
            !self.written[at] && (word.tag == "CC" || matches!(&*word.form, "and/or" | "&"))
        };
        let is_or = |at: usize| {
            is_joint(at) && matches!(&*sentence.word(at).lemma, "or" | "and/or" | "nor")
        };
        (0..words.len()).any(|at| {
            let Some(noun) = words[at].source.filter(|_| words[at].tag.starts_with("NN")) else {
                return false;
            };
            let before: Vec<usize> = self
                .below(at)
                .filter(|word| matches!(word.relation, "amod" | "compound"))
                .filter_map(|word| word.source)
                .filter(|part| *part < noun)
                .collect();
            let Some(&first) = before.iter().min() else { return false };
            let is_mixed = before.len() > 1 && (first..noun).any(is_joint);
            is_mixed || (first..noun).any(is_or)
        })
    }

    /// *Out* of *In and Out*.
    fn is_half_name(&self, word: usize) -> bool {
        let sentence = self.text.sentence;
        let is_capital = |at: usize| {
            let word = sentence.words().get(at);
            word.is_some_and(|word| word.form.starts_with(char::is_uppercase))
        };
        let is_joint = |at: usize| {
            let word = sentence.words().get(at);
            word.is_some_and(|word| matches!(&*word.form, "and" | "n" | "'n'" | "N" | "or"))
        };
        let is_small = |at: usize| words::is_small_in_name(&sentence.word(at).form.to_lowercase());
        let is_split = |joint: usize, other: usize| {
            is_joint(joint)
                && is_capital(other)
                && is_capital(word)
                && !self.written[other]
                && (is_small(word) || is_small(other))
        };
        is_split(word + 1, word + 2) || word > 1 && is_split(word - 1, word - 2)
    }
}

/// *Is suppose to*, *it my turn out*, *recieve*: what cannot be, or is not what its own dictionary form is.
fn is_misspelt(word: &WrittenWord) -> bool {
    let form = word.form.to_lowercase();
    let is_plain = form.chars().all(|c| c.is_ascii_lowercase());
    match word.tag.as_str() {
        "VBN" => {
            let is_other = form == word.lemma || form == inflect::past(&word.lemma);
            is_other && inflect::participle(&word.lemma) != form && !form.ends_with("ed")
        }
        "VBG" => !["ing", "in'", "in"].iter().any(|end| form.ends_with(end)),
        "MD" => !words::is_modal(&form),
        "NN" | "JJ" => is_plain && form != word.lemma.to_lowercase(),
        _ => false,
    }
}
