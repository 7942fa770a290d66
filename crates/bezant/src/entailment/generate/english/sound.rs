//! A last look at a sentence that was written: whether somebody would say it.

use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::hypothesis::{Clause, WrittenWord};
use crate::entailment::generate::links::{LinkRelation, WordLink};
use crate::entailment::generate::sentence::WordRole;

impl Text<'_> {
    /// The sentence, or why nobody would say it.
    pub(super) fn sound(&self, link: &WordLink, clause: Clause) -> Result<Clause, Withheld> {
        let lemma = |word: usize| self.sentence.word(word).lemma.as_str();
        let is_existence = clause.words().first().is_some_and(|word| word.tag == "EX");
        let is_new = link.relation == LinkRelation::Modifier && !self.is_definite(link.governor);
        if (is_existence && link.relation != LinkRelation::Subject || is_new)
            && !self.is_there(link.governor)
        {
            return Err(Withheld::NotThere);
        }
        if (0..clause.words().len()).any(|word| self.is_torn(&clause, word)) {
            return Err(Withheld::Torn);
        }
        if (0..clause.words().len()).any(|word| is_unfinished(&clause, word)) {
            return Err(Withheld::Unfinished);
        }
        let is_written = |at: usize| clause.words().iter().any(|word| word.source == Some(at));
        if !is_written(link.governor) || !is_written(link.dependent) {
            // What is asked about is not in it.
            return Err(Withheld::NoRule);
        }
        if self.is_one_of_several(link) {
            return Err(Withheld::Unfinished);
        }
        if (0..clause.words().len()).any(|word| is_cut_name(&clause, word)) {
            return Err(Withheld::Torn);
        }
        if clause.words().iter().any(|word| is_example(&clause, word)) {
            return Err(Withheld::NoRule);
        }
        let is_letter = |word: &WrittenWord| {
            word.form.len() == 1
                && word.form.starts_with(|c: char| c.is_ascii_alphabetic())
                && word.tag.starts_with("NN")
                && !matches!(word.relation, "compound" | "amod")
        };
        let is_odd =
            |word: &WrittenWord| word.source.is_some() && (is_noise(&word.form) || is_letter(word));
        let is_doubled = |two: &[WrittenWord]| two[0].form.eq_ignore_ascii_case(&two[1].form);
        if clause.words().iter().any(is_odd) || clause.words().windows(2).any(is_doubled) {
            return Err(Withheld::Fragment);
        }
        if is_existence
            && link.relation == LinkRelation::Subject
            && clause.words().iter().any(|word| word.relation == "det" && word.form == "the")
        {
            return Err(Withheld::Name);
        }
        let is_capital =
            |word: usize| self.sentence.word(word).form.starts_with(char::is_uppercase);
        let [governor, dependent] = [link.governor, link.dependent];
        if link.relation == LinkRelation::Modifier && is_capital(governor) && is_capital(dependent)
        {
            // *Senior Counsel*: a title, whatever its tags say.
            return Err(Withheld::NotSaidOfNouns);
        }
        if link.relation == LinkRelation::Modifier && self.is_weakened(link.dependent) {
            return Err(Withheld::Negated);
        }
        let is_copular = clause.words().iter().any(|word| word.relation == "cop");
        if link.relation == LinkRelation::Modifier
            && is_copular
            && words::is_relational(lemma(link.dependent))
        {
            // *A political will* is better than *the will is political*.
            return Err(Withheld::NotSaidOfNouns);
        }
        let is_one_of_many = self.sentence.child(dependent, WordRole::Conjunct).is_some()
            || self.sentence.word(dependent).role == WordRole::Conjunct;
        let is_plural =
            |word: &WrittenWord| word.tag == "NNS" && matches!(word.relation, "root" | "xcomp");
        if link.relation == LinkRelation::Subject
            && is_one_of_many
            && clause.words().iter().any(is_plural)
        {
            // *Ann and Rex are rivals.*
            return Err(Withheld::NoRule);
        }
        let is_dummy = clause.words().first().is_some_and(|word| {
            word.source.is_none() && matches!(&*word.lemma, "somebody" | "something")
        });
        let is_of_many = |word: &WrittenWord| {
            let is_joined = matches!(word.relation, "root" | "xcomp") || word.head.is_none();
            is_joined && (word.tag == "NNS" || matches!(&*word.lemma, "alike" | "together"))
        };
        if is_dummy && clause.words().iter().any(is_of_many) {
            // *Somebody was rivals.*
            return Err(Withheld::NoRule);
        }
        // *Mean ± error*: with the mark between them gone, they are no phrase.
        let is_split = |two: &[WrittenWord]| {
            let (Some(one), Some(other)) = (two[0].source, two[1].source) else { return false };
            let between = self.sentence.words().get(one + 1).filter(|_| other == one + 2);
            between.is_some_and(|mark| {
                // *The 5' region*.
                let is_prime = matches!(&*mark.form, "'" | "′" | "''" | "″");
                let is_number = two[0].tag == "CD" && two[1].tag == "CD";
                if is_prime && two[0].tag == "CD" || is_number {
                    return true;
                }
                let is_plain = ",;:.()[]{}\"'`“”‘’".contains(&*mark.form)
                    || matches!(&*mark.form, "``" | "''" | "-LRB-" | "-RRB-");
                !is_plain && !mark.form.contains(char::is_alphanumeric)
            })
        };
        if clause.words().windows(2).any(is_split) {
            return Err(Withheld::Torn);
        }
        let is_small = |word: &WrittenWord| {
            word.tag == "IN" && matches!(word.relation, "compound" | "amod" | "advmod")
        };
        if clause.words().iter().any(is_small) {
            return Err(Withheld::Torn);
        }
        if self.is_of_all_such(link) {
            return Err(Withheld::Negated);
        }
        if has_stray_any(&clause) {
            return Err(Withheld::Negated);
        }
        if (0..clause.words().len()).any(|word| !is_good_phrase(&clause, word)) {
            return Err(Withheld::NoNoun);
        }
        let adjective = self.sentence.word(link.governor);
        let has_more = |word: &usize| self.sentence.infinitive_mark(*word).is_some();
        if adjective.is("JJ")
            && words::needs_infinitive(&adjective.lemma)
            && self.sentence.children(link.governor).iter().any(has_more)
            && !clause.words().iter().any(|word| word.relation == "xcomp")
        {
            return Err(Withheld::Unfinished);
        }
        if let Some(why) = self.loses(link, &clause).or_else(|| self.lacks(link, &clause)) {
            return Err(why);
        }
        let is_content = |word: &&WrittenWord| {
            word.source.is_some()
                && ["NN", "VB", "JJ"].iter().any(|tag| word.tag.starts_with(tag))
                && !matches!(word.relation, "aux" | "aux:pass" | "cop")
        };
        let content: Vec<&WrittenWord> = clause.words().iter().filter(is_content).collect();
        let is_twice = |at: usize| {
            content[at + 1..]
                .iter()
                .any(|other| other.lemma.eq_ignore_ascii_case(&content[at].lemma))
        };
        if (0..content.len()).any(is_twice) {
            // *The group of groups*: what told them apart is gone.
            return Err(Withheld::Lost);
        }
        if lemma(link.governor) == lemma(link.dependent) {
            // *Month to month*.
            return Err(Withheld::NoRule);
        }
        Ok(clause)
    }

    /// *Somebody combined tea*: with what?
    fn is_one_of_several(&self, link: &WordLink) -> bool {
        let sentence = self.sentence;
        let is_joined = sentence.child(link.dependent, WordRole::Conjunct).is_some()
            || sentence.word(link.dependent).role == WordRole::Conjunct;
        link.relation == LinkRelation::Object
            && is_joined
            && words::brings_together(&sentence.word(link.governor).lemma)
    }

    /// *Everything she needs*: not everything is needed.
    fn is_of_all_such(&self, link: &WordLink) -> bool {
        let roles = [WordRole::Relative, WordRole::Reduced];
        let noun = roles.into_iter().find_map(|role| self.sentence.head_as(link.governor, role));
        // *The best dog I know*: one that I know need not be the best.
        let is_best = |noun: usize| {
            self.sentence.with_role(noun, WordRole::Adjective).any(|at| {
                let word = self.sentence.word(at);
                word.tag == "JJS" || matches!(&*word.lemma, "only" | "first" | "last")
            })
        };
        noun.is_some_and(|noun| noun == link.dependent && (self.is_negative(noun) || is_best(noun)))
    }

    /// Whether a word is a part of one that is written with a hyphen, and the rest is not there.
    fn is_torn(&self, clause: &Clause, word: usize) -> bool {
        let words = clause.words();
        let Some(source) = words[word].source else { return false };
        let has =
            |at: Option<&WrittenWord>, mark: usize| at.and_then(|word| word.source) == Some(mark);
        let before = word.checked_sub(1).and_then(|at| words.get(at));
        let is_torn_before =
            source.checked_sub(1).is_some_and(|mark| self.is_hyphen(mark) && !has(before, mark));
        is_torn_before
            || self.is_hyphen(source + 1) && !has(words.get(word + 1), source + 1)
            || self.is_hyphen(source) && (word == 0 || word + 1 == words.len())
    }
}

/// *Inc.* without what it ends.
fn is_cut_name(clause: &Clause, word: usize) -> bool {
    let words = clause.words();
    let before = word.checked_sub(1).and_then(|at| words.get(at));
    words[word].tag.starts_with("NNP")
        && words::is_end_of_name(&words[word].form)
        && before.is_none_or(|before| !before.tag.starts_with("NN"))
}

/// *Was seen such as a dog*: examples stand beside what they are examples of.
fn is_example(clause: &Clause, word: &WrittenWord) -> bool {
    let words = clause.words();
    let noun = word.head.map(|noun| &words[noun]);
    let is_of_verb = noun.is_some_and(|noun| noun.relation == "obl");
    let is_such = word.lemma == "such" && matches!(word.relation, "case" | "fixed");
    let is_fixed_such = word.lemma == "as"
        && word.relation == "case"
        && words.iter().any(|other| {
            other.lemma == "such" && other.head.is_some_and(|head| words[head].lemma == "as")
        });
    is_of_verb && (is_such || is_fixed_such || word.lemma == "including" && word.relation == "case")
}

/// Whether a verb lacks what it says nothing without.
fn is_unfinished(clause: &Clause, word: usize) -> bool {
    let verb = &clause.words()[word];
    let is_main = verb.tag.starts_with("VB")
        && !matches!(verb.relation, "aux" | "aux:pass" | "cop" | "amod" | "compound");
    if !is_main {
        return false;
    }
    let below = || clause.words().iter().filter(|other| other.head == Some(word));
    let has = |relations: &[&str]| below().any(|other| relations.contains(&other.relation));
    let is_completed = has(&["obj", "iobj", "xcomp", "ccomp", "obl", "expl", "compound:prt"]);
    let is_passive = has(&["aux:pass"]);
    let has_case = |cases: &[&str]| {
        clause.words().iter().any(|case| {
            let noun = case.head.map(|noun| &clause.words()[noun]);
            case.relation == "case"
                && cases.contains(&case.lemma.as_str())
                && noun.is_some_and(|noun| noun.head == Some(word))
        })
    };
    let is_like = has_case(&["like", "about"]);
    let is_at = has_case(&["at", "for", "after", "into", "over", "through", "to", "as"]);
    match verb.lemma.as_str() {
        "be" => !is_completed,
        // To whom it is said is not enough.
        "say" | "mean" => !is_passive && !has(&["obj", "xcomp", "ccomp"]),
        "put" => !has(&["obl", "compound:prt", "advmod"]),
        lemma if is_passive && words::is_never_done_to(lemma) => {
            !has(&["obl", "compound:prt", "advmod", "xcomp"])
        }
        "become" | "seem" | "sound" | "feel" => {
            !has(&["obj", "xcomp", "ccomp"]) && !is_like && !is_passive
        }
        "look" => !has(&["obj", "xcomp", "compound:prt"]) && !is_like && !is_at,
        lemma if words::is_never_alone(lemma) => !is_completed,
        // A passive, and *put* or *set* in it, needs its place.
        lemma => words::is_always_done_to(lemma) && !is_completed && !is_passive,
    }
}

/// *Any* where nothing is denied, or before what is.
fn has_stray_any(clause: &Clause) -> bool {
    let words = clause.words();
    let is_any = |word: &WrittenWord| {
        let lemma = word.lemma.as_str();
        matches!(lemma, "any" | "anything" | "anybody" | "anyone" | "either" | "ever")
    };
    let is_no = |word: &WrittenWord| {
        matches!(word.lemma.as_str(), "not" | "never" | "no" | "hardly" | "rarely" | "without")
    };
    let Some(any) = words.iter().position(is_any) else { return false };
    words.iter().position(is_no).is_none_or(|no| no > any)
}

/// Whether what stands for a phrase is a noun, and a verb that goes with *of* has one.
fn is_good_phrase(clause: &Clause, at: usize) -> bool {
    let word = &clause.words()[at];
    let below = || clause.words().iter().filter(|other| other.head == Some(at));
    let is_phrase =
        matches!(word.relation, "nsubj" | "nsubj:pass" | "obj" | "iobj" | "obl" | "nmod");
    let counts = matches!(
        word.lemma.as_str(),
        "many"
            | "few"
            | "several"
            | "most"
            | "much"
            | "more"
            | "other"
            | "such"
            | "same"
            | "best"
            | "worst"
    );
    let is_adjective = word.tag.starts_with("JJ") && !counts || matches!(&*word.tag, "VBN" | "RB");
    let has_below = below().any(|other| !matches!(other.relation, "case" | "punct" | "compound"));
    let is_year = word.form.len() == 4 && word.form.starts_with(['1', '2']);
    let is_number = word.tag == "CD" && !has_below && !is_year && word.lemma != "one";
    let is_all = word.tag == "DT" && word.lemma == "all" && !has_below;
    if (is_number || is_all) && (is_phrase || word.relation == "root" || word.head.is_none()) {
        return false;
    }
    let is_bare_ones = word.lemma == "ones" || word.form.eq_ignore_ascii_case("ones");
    if is_phrase && (is_adjective || is_bare_ones && below().next().is_none()) {
        return false;
    }
    let cases: Vec<&str> =
        below().filter(|word| word.relation == "case").map(|word| word.lemma.as_str()).collect();
    let verb = word.head.map(|head| &clause.words()[head]);
    let is_of_verb =
        verb.is_some_and(|verb| !verb.tag.starts_with("NN") && !words::goes_with_of(&verb.lemma));
    !(word.relation == "obl" && cases == ["of"] && is_of_verb)
}

/// Addresses, faces, and what has no letters.
fn is_noise(form: &str) -> bool {
    let has_letters = form.contains(char::is_alphanumeric);
    let is_mark = form.chars().count() == 1 || form.starts_with('\'') || form == "n't";
    form.contains("://")
        || form.contains("www.")
        || form.contains('@')
        || form.chars().count() > 30
        || !has_letters && !is_mark
        || form.starts_with([':', ';', '=']) && form.chars().count() > 1
}
