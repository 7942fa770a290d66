//! What of a noun phrase stays: nouns, numbers and adjectives before the noun, and what follows it.

use crate::english::inflect::Subject;
use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::clauses::Slot;
use crate::entailment::generate::english::phrases::{Phrase, Place};
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::hypothesis::Clause;
use crate::entailment::generate::sentence::WordRole;

/// Phrases behind phrases make no short sentence.
const LONGEST: usize = 16;

impl Text<'_> {
    /// The words of a noun phrase that stay, in order: the noun, parts of its name, nouns before it.
    pub(super) fn kept(&self, noun: usize) -> Vec<usize> {
        let sentence = self.sentence;
        let word = sentence.word(noun);
        let is_name = word.is("NNP");
        let is_amount = matches!(word.tag.as_str(), "CD" | "$" | "%")
            || matches!(word.lemma.as_str(), "percent" | "dollar" | "cent");
        let has_determiner = sentence.child(noun, WordRole::Determiner).is_some();
        let has_a = sentence
            .with_role(noun, WordRole::Determiner)
            .any(|at| matches!(sentence.word(at).lemma.as_str(), "a" | "an"));
        let is_empty = has_a && words::is_empty_noun(&word.lemma) && !self.is_asked;
        // Those who ask about a noun leave out what is long before it.
        let is_long = self.is_asked
            && (sentence.with_role(noun, WordRole::Compound).nth(1).is_some()
                || sentence.with_role(noun, WordRole::Compound).any(|part| self.is_hyphened(part)));
        let is_one = matches!(word.lemma.as_str(), "one" | "ones");
        let stays = |child: &usize| {
            let shown = sentence.word(*child);
            match shown.role {
                WordRole::Compound if is_long && !is_name && !is_amount => false,
                WordRole::Compound if !self.is_asked && self.is_bracketed(*child) => false,
                WordRole::Compound => is_name || !shown.is("NNP") || is_amount || !self.is_asked,
                WordRole::Number if !self.is_asked => self.counts(*child, noun),
                WordRole::Number => is_amount || word.is("NN") && shown.lemma == "one",
                WordRole::Fixed => true,
                WordRole::Adjective if self.is_told_by(*child, noun) => true,
                WordRole::Adjective
                    if !self.is_asked
                        && (self.is_most(*child)
                            || shown.tag == "JJS"
                            || words::is_of_doubt(&shown.lemma, &shown.form)) =>
                {
                    true
                }
                // *An American one* is nothing without what it is like.
                WordRole::Adjective
                    if is_empty || is_one || matches!(&*word.lemma, "part" | "half") =>
                {
                    *child < noun
                }
                WordRole::Adjective => {
                    matches!(
                        shown.lemma.as_str(),
                        "few" | "most" | "only" | "other" | "former" | "such" | "same"
                    ) || !self.is_asked
                        && matches!(
                            shown.lemma.as_str(),
                            "first" | "last" | "next" | "second" | "third" | "final" | "fake"
                        )
                        || shown.lemma == "little" && !has_determiner
                        // *A little trouble*.
                        || shown.lemma == "little" && has_a && words::is_uncounted(&word.lemma)
                        || is_name && shown.is("NNP")
                }
                _ => {
                    is_amount && matches!(shown.tag.as_str(), "$" | "#")
                        || !self.is_asked && is_name && sentence.is_part_of_name(*child)
                }
            }
        };
        let mut kept = vec![noun];
        for child in sentence.children(noun).iter().filter(|child| stays(child)) {
            let role = sentence.word(*child).role;
            if role == WordRole::Compound
                || !self.is_asked && (role == WordRole::Number || sentence.is_part_of_name(*child))
            {
                // *Los* of *Los Angeles products*, *1* of *the 1 year loan*, *at least* two.
                kept.extend(self.without_others(*child));
                continue;
            }
            kept.push(*child);
            kept.extend(sentence.with_role(*child, WordRole::Number).filter(|_| is_amount));
            if role == WordRole::Adjective && !self.is_asked {
                // *More* level, *well* known, *wild*-type.
                let before = sentence.subtree(*child).into_iter().filter(|part| part < child);
                kept.extend(before.filter(|part| {
                    let role = sentence.word(*part).role;
                    matches!(
                        role,
                        WordRole::Adverb
                            | WordRole::Compound
                            | WordRole::Bare
                            | WordRole::Adjective
                            | WordRole::Number
                    )
                }));
            }
        }
        kept.sort_unstable();
        kept.dedup();
        self.with_hyphens(kept)
    }

    /// A word and what hangs below it, without what it is joined with.
    fn without_others(&self, word: usize) -> Vec<usize> {
        let (mut found, mut at) = (vec![word], 0);
        while let Some(&next) = found.get(at) {
            let below = self.sentence.children(next).iter().copied();
            found.extend(below.filter(|part| {
                !matches!(
                    self.sentence.word(*part).role,
                    WordRole::Punctuation
                        | WordRole::Determiner
                        | WordRole::Conjunct
                        | WordRole::Coordinator
                )
            }));
            at += 1;
        }
        found
    }

    /// *Most* or *least* before an adjective.
    fn is_most(&self, adjective: usize) -> bool {
        let mut adverbs = self.sentence.with_role(adjective, WordRole::Adverb);
        adverbs.any(|at| matches!(&*self.sentence.word(at).form, "most" | "least"))
    }

    /// *ZNF148* of *ZBP-89 (ZNF148)*.
    fn is_bracketed(&self, word: usize) -> bool {
        let before = word.checked_sub(1).map(|at| self.sentence.word(at));
        before.is_some_and(|before| matches!(&*before.form, "(" | "-LRB-" | "[" | "-LSB-"))
    }

    /// Whether a number counts a noun: beside it, and not in brackets behind it.
    fn counts(&self, number: usize, noun: usize) -> bool {
        number < noun || number == noun + 1
    }

    /// Whether an adjective says what a phrase is about: without it, less than the text says would be said
    /// of more, or nothing would be said.
    fn is_told_by(&self, adjective: usize, noun: usize) -> bool {
        let sentence = self.sentence;
        let word = sentence.word(noun);
        if self.is_asked || adjective > noun {
            return false;
        }
        // *A great deal of*, *solid food*, *high quality*.
        let is_of_there =
            sentence.head_as(noun, WordRole::Subject).is_some_and(|verb| self.is_existential(verb));
        if words::is_partitive(&word.lemma)
            || words::is_time(&word.lemma)
            || self.is_bare_singular(noun)
            || self.says_none(noun)
            || is_of_there
        {
            return true;
        }
        // *Is a good place*, *are stable structures*.
        let has = |role| sentence.child(noun, role).is_some();
        let is_the = |at: usize| matches!(&*sentence.word(at).lemma, "the" | "this" | "that");
        if (has(WordRole::Copula) || word.role == WordRole::OpenComplement)
            && !has(WordRole::Possessor)
            && !sentence.with_role(noun, WordRole::Determiner).any(is_the)
        {
            return true;
        }
        // *At good prices*, *a day like a rainy night*.
        let cases = sentence.prepositions(noun);
        let is_like = |case: &usize| matches!(&*sentence.word(*case).lemma, "like" | "as" | "than");
        let is_plain = [WordRole::Determiner, WordRole::Possessor, WordRole::Number]
            .into_iter()
            .all(|role| sentence.child(noun, role).is_none());
        if !cases.is_empty() && is_plain || cases.iter().any(is_like) {
            return true;
        }
        let first = sentence.head_as(noun, WordRole::Conjunct).unwrap_or(noun);
        let is_part = matches!(
            sentence.word(first).role,
            WordRole::Object | WordRole::Prepositional | WordRole::PassiveSubject
        );
        // *Led to higher prices*, *likes fast cars*.
        let head = sentence.word(first).head.filter(|_| is_part);
        head.is_some_and(|head| words::is_about_kind(&sentence.word(head).lemma))
    }

    /// Whether a noun has nothing before it that makes it one of many: then it is about a kind, or a stuff.
    pub(super) fn is_bare_singular(&self, noun: usize) -> bool {
        let has = |role| self.sentence.child(noun, role).is_some();
        let roles =
            [WordRole::Determiner, WordRole::Possessor, WordRole::Number, WordRole::Negation];
        self.sentence.word(noun).tag == "NN"
            && !roles.into_iter().any(has)
            && self.shared_determiner(noun).is_none()
    }

    /// Whether a noun is for an act or a state that the text takes for known: nobody can tell whether it is counted.
    pub(super) fn is_known_act(&self, noun: usize) -> bool {
        let sentence = self.sentence;
        let word = sentence.word(noun);
        let is_a = |at: usize| matches!(&*sentence.word(at).lemma, "a" | "an" | "some" | "any");
        let mut before = sentence.with_role(noun, WordRole::Determiner);
        let has_a = before.any(is_a);
        let is_known = sentence.child(noun, WordRole::Possessor).is_some()
            || sentence.child(noun, WordRole::Determiner).is_some() && !has_a
            || self.shared_determiner(noun).is_some();
        !self.is_asked
            && word.tag == "NN"
            && is_known
            && words::is_act(&word.lemma)
            && !words::is_uncounted(&word.lemma)
    }

    /// *BRCA1*, whatever its tag, and *4 h*, of which one does not say that there is one.
    pub(super) fn is_like_name(&self, noun: usize) -> bool {
        let sentence = self.sentence;
        let word = sentence.word(noun);
        let is_code = word.form.contains(|c: char| c.is_ascii_digit())
            && word.form.contains(char::is_alphabetic);
        let is_measured = word.tag == "NN"
            && sentence
                .with_role(noun, WordRole::Number)
                .any(|number| number < noun && sentence.word(number).lemma != "one");
        !self.is_asked && word.tag == "NN" && (is_code || is_measured)
    }

    /// *The only cook in town*, *all dogs of the street*: of others it is not so.
    fn is_one_of_kind(&self, noun: usize) -> bool {
        let sentence = self.sentence;
        let mut before = [WordRole::Determiner, WordRole::Adjective, WordRole::Negation]
            .into_iter()
            .flat_map(|role| sentence.with_role(noun, role))
            .map(|at| sentence.word(at));
        before.any(|word| {
            let lemma = word.lemma.as_str();
            matches!(lemma, "all" | "any" | "each" | "every" | "few" | "most" | "no" | "only")
                || word.tag == "JJS"
        })
    }

    /// *The* of *the length and width*, for *width*.
    pub(super) fn shared_determiner(&self, noun: usize) -> Option<usize> {
        let sentence = self.sentence;
        let first = sentence.head_as(noun, WordRole::Conjunct)?;
        let own = |role| sentence.child(noun, role).is_some();
        let is_alike = sentence.word(first).tag == "NN" && sentence.word(noun).tag == "NN";
        let before = [WordRole::Determiner, WordRole::Possessor];
        let before = before.into_iter().find_map(|role| sentence.child(first, role))?;
        let shown = sentence.word(before);
        let is_shared = matches!(shown.lemma.as_str(), "the" | "a" | "an" | "this" | "that")
            || shown.tag == "PRP$";
        let has_own = own(WordRole::Determiner) || own(WordRole::Possessor);
        (is_alike && is_shared && !has_own && !own(WordRole::Case)).then_some(before)
    }

    /// What follows a noun and says which one it is: *of the dog*, or anything if nothing stands before it.
    pub(super) fn wholes(
        &self,
        clause: &mut Clause,
        noun: usize,
        head: usize,
        own: Subject,
    ) -> Result<Phrase, Withheld> {
        let sentence = self.sentence;
        let word = sentence.word(noun);
        let is_part = words::needs_whole(&word.lemma) || words::is_unit(&word.lemma);
        let follows = |below: &usize| {
            let cases = sentence.prepositions(*below);
            cases.first().is_some_and(|case| *case == noun + 1)
        };
        let mut behind = sentence.with_role(noun, WordRole::Prepositional);
        let is_bare = !self.is_asked && (self.is_bare_singular(noun) || self.is_one_of_kind(noun));
        let Some(whole) = behind.find(|whole| {
            self.is_of(*whole) && (is_part || !self.is_asked && follows(whole))
                || is_bare && follows(whole)
        }) else {
            return Ok(Phrase { head, subject: own });
        };
        if !self.is_asked && clause.words().len() > LONGEST {
            return Err(Withheld::Deep);
        }
        let cases = sentence.prepositions(whole);
        let of = match cases.first().filter(|_| !self.is_of(whole)) {
            Some(case) => {
                if sentence.child(*case, WordRole::Fixed).is_some() || cases.len() > 1 {
                    return Err(Withheld::NoRule);
                }
                let case = sentence.word(*case);
                clause.push(&case.form.to_lowercase(), &case.lemma, &case.tag, None)
            }
            None => clause.push("of", "of", "IN", None),
        };
        let phrase = self.noun_phrase(clause, whole, Place::Object)?;
        clause.hang(of, phrase.head, "case");
        clause.hang(phrase.head, head, "nmod");
        let n_others = sentence.with_role(whole, WordRole::Conjunct).count();
        let is_together = is_bare || words::is_of_several(&word.lemma);
        if n_others > 0 && is_together && !self.is_asked {
            if n_others > 1 {
                return Err(Withheld::Unfinished);
            }
            self.others(clause, whole, phrase.head)?;
        }
        // *The weight of babies with a cold*: not of all babies.
        let is_of_all = sentence.word(whole).tag == "NNS"
            && [WordRole::Determiner, WordRole::Possessor, WordRole::Number]
                .into_iter()
                .all(|role| sentence.child(whole, role).is_none());
        if is_of_all && !self.is_asked {
            let next = |below: &usize| {
                sentence.prepositions(*below).first().is_some_and(|case| *case == whole + 1)
            };
            let mut below = sentence.with_role(whole, WordRole::Prepositional);
            let is_written = |at: usize| clause.words().iter().any(|word| word.source == Some(at));
            if let Some(below) = below.find(next).filter(|below| !is_written(*below)) {
                let cases = sentence.prepositions(below);
                let at = self.phrase_with(clause, below, &cases, Slot::Full(below), "")?;
                clause.hang(at, phrase.head, "nmod");
            }
        }
        let subject = if words::counts_whole(&word.lemma) { phrase.subject } else { own };
        Ok(Phrase { head, subject })
    }

    /// With the marks that make one word of two: *Earth-Moon*.
    fn with_hyphens(&self, kept: Vec<usize>) -> Vec<usize> {
        let mut whole = Vec::with_capacity(kept.len());
        for (at, &word) in kept.iter().enumerate() {
            if let Some(&before) = at.checked_sub(1).and_then(|at| kept.get(at))
                && before + 2 == word
                && (self.is_hyphen(before + 1)
                    || self.sentence.word(before + 1).form == ","
                        && self.sentence.word(before).role == WordRole::Adjective
                        && self.sentence.word(word).role != WordRole::Determiner)
            {
                whole.push(before + 1);
            }
            whole.push(word);
        }
        whole
    }

    /// Whether a word is a mark that makes one word of those beside it.
    pub(super) fn is_hyphen(&self, word: usize) -> bool {
        let words = self.sentence.words();
        let (Some(before), Some(mark), Some(after)) =
            (word.checked_sub(1).map(|at| &words[at]), words.get(word), words.get(word + 1))
        else {
            return false;
        };
        let is_mark = matches!(mark.form.as_str(), "-" | "/" | "–" | "‑");
        let written = || [&*before.form, &*mark.form, &*after.form].concat();
        let is_tagged = matches!(mark.tag.as_str(), "HYPH" | "SYM" | ":" | "NN");
        is_mark && (is_tagged || self.sentence.text.contains(&written()))
    }

    /// Whether a word is a part of what is written with hyphens, of which parsers make several words.
    fn is_hyphened(&self, word: usize) -> bool {
        let is_hyphen = |at: Option<usize>| {
            at.and_then(|at| self.sentence.words().get(at)).is_some_and(|word| word.form == "-")
        };
        is_hyphen(word.checked_sub(1)) || is_hyphen(Some(word + 1))
    }
}
