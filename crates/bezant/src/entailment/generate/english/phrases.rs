//! Noun phrases as short as grammar allows.

use crate::english::inflect::{Subject, article};
use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::hypothesis::Clause;
use crate::entailment::generate::sentence::{HeadedSentence, HeadedWord, WordRole};

/// Where a phrase stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Subject,
    /// The subject of a passive.
    Patient,
    Object,
    /// Behind *is*.
    Predicate,
    /// Behind *there is*, where *the* is odd.
    New,
}

/// A phrase that was written: its head in the clause, and what a verb agrees with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phrase {
    pub head: usize,
    pub subject: Subject,
}

/// Words for persons that are not named.
pub(super) const SOMEBODY: &str = "somebody";
/// And for things.
pub(super) const SOMETHING: &str = "something";

/// Writes *somebody* or *something*.
pub(super) fn dummy(clause: &mut Clause, word: &str) -> Phrase {
    Phrase { head: clause.push(word, word, "NN", None), subject: Subject::Singular }
}

/// Pronouns as subjects and as objects.
const PRONOUNS: [(&str, &str); 6] =
    [("i", "me"), ("he", "him"), ("she", "her"), ("we", "us"), ("they", "them"), ("who", "whom")];

/// Whether a word is written like a name: a capital letter, and small ones.
fn is_capitalised(word: &HeadedWord) -> bool {
    let mut letters = word.form.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase)
}

/// Whether nearly all words are written like names, as in titles.
pub(super) fn is_title(sentence: &HeadedSentence) -> bool {
    let has_content = |tag: &str| ["NN", "VB", "JJ", "RB"].iter().any(|one| tag.starts_with(one));
    let is_long = |word: &&HeadedWord| word.form.chars().count() > 2 && has_content(&word.tag);
    let long: Vec<&HeadedWord> = sentence.words().iter().skip(1).filter(is_long).collect();
    let n_capitalised = long.iter().filter(|word| is_capitalised(word)).count();
    n_capitalised > 1 && 4 * n_capitalised > 3 * long.len()
}

impl Text<'_> {
    /// A word as it is written inside a sentence.
    pub(super) fn inner_form(&self, word: usize) -> String {
        let Some(shown) = self.sentence.words().get(word) else { return String::new() };
        let is_name = shown.is("NNP") || shown.form == "I" || shown.form.starts_with("I'");
        let is_first = word == 0
            || self.sentence.words()[..word]
                .iter()
                .all(|word| !word.form.contains(char::is_alphanumeric));
        let is_all_capitals =
            shown.form.chars().count() > 1 && !shown.form.contains(char::is_lowercase);
        let is_shouted = is_all_capitals && !is_name && self.is_shouted(word);
        // *American* keeps its letter.
        let is_of_people =
            ["an", "ese", "ish", "ch", "ic"].iter().any(|end| shown.form.ends_with(end));
        let is_in_title =
            self.is_title && !is_name && !(shown.is("JJ") && is_of_people) && is_capitalised(shown);
        // *(B) For each*: small words never need a capital letter.
        let is_small = matches!(shown.tag.as_str(), "IN" | "TO" | "DT") && is_capitalised(shown);
        match is_first && !is_name && !is_all_capitals || is_shouted || is_in_title || is_small {
            true => shown.form.to_lowercase(),
            false => shown.form.clone(),
        }
    }

    /// Whether a word in capitals stands beside others, so that they are no abbreviations: *A DATE FOR IT*.
    fn is_shouted(&self, word: usize) -> bool {
        let beside = [word.checked_sub(1), Some(word + 1)];
        beside.into_iter().flatten().any(|at| {
            let word = self.sentence.words().get(at);
            word.is_some_and(|word| {
                word.form.len() > 1
                    && word.form.chars().all(char::is_uppercase)
                    && !word.is("NNP")
                    && !word.is("CD")
            })
        })
    }

    /// Whether a noun is for a person.
    pub(super) fn is_person(&self, noun: usize) -> Option<bool> {
        let word = self.sentence.word(noun);
        let lemma = word.lemma.to_lowercase();
        let mut wholes = self.sentence.with_role(noun, WordRole::Prepositional);
        if words::is_partitive(&lemma)
            && let Some(whole) = wholes.find(|whole| *whole > noun && self.is_of(*whole))
        {
            return self.is_person(whole);
        }
        let is_name = word.form.starts_with(char::is_uppercase) && words::is_name_of_person(&lemma);
        // *The last one* may be anything.
        let is_one = lemma == "one" && word.tag != "PRP" && !self.is_asked;
        if !is_one && words::is_person(&lemma) || is_name {
            return Some(true);
        }
        if lemma.ends_with("self") || lemma.ends_with("selves") {
            return Some(lemma != "itself");
        }
        if matches!(lemma.as_str(), "they" | "them") {
            return None;
        }
        if word.is("NNP") {
            let has = |role| self.sentence.child(noun, role).is_some();
            let has_the = has(WordRole::Determiner) || has(WordRole::Possessor);
            if has_the {
                return Some(false);
            }
            let named =
                |at: usize| words::is_name_of_person(&self.sentence.word(at).form.to_lowercase());
            let parts = self.sentence.children(noun).iter().copied();
            let mut parts = parts.filter(|part| self.sentence.is_part_of_name(*part));
            let is_person = named(noun) || parts.any(named);
            // *ALK5*, *NASA*.
            let is_short = word.form.chars().count() > 1 && !word.form.contains(char::is_lowercase)
                || word.form.contains(|c: char| c.is_ascii_digit());
            return match is_person {
                true => Some(true),
                false => (is_short && !self.is_asked && !self.is_shouted(noun)).then_some(false),
            };
        }
        match words::may_be_person(&lemma) {
            true => None,
            false => Some(false),
        }
    }

    /// Whether a phrase says that there is none, or of which ones of many something is said.
    pub(super) fn is_negative(&self, noun: usize) -> bool {
        self.says_none(noun) || self.is_part_of_all(noun)
    }

    /// *Everything he needs*, *any of them*: less than the phrase says something else.
    fn is_part_of_all(&self, noun: usize) -> bool {
        let is_any = |lemma: &str| {
            matches!(lemma, "any" | "anything" | "anybody" | "anyone" | "whatever" | "either")
        };
        let is_all = |lemma: &str| {
            matches!(
                lemma,
                "everything"
                    | "everybody"
                    | "everyone"
                    | "all"
                    | "every"
                    | "each"
                    | "most"
                    | "only"
            )
        };
        let own = self.sentence.word(noun).lemma.as_str();
        // By role, because a noun of a long list has all the others below it.
        let mut before = [WordRole::Determiner, WordRole::Adjective, WordRole::Adverb]
            .into_iter()
            .flat_map(|role| self.sentence.with_role(noun, role))
            .map(|child| self.sentence.word(child));
        let restricts = || {
            [WordRole::Relative, WordRole::Reduced, WordRole::Prepositional, WordRole::Adjective]
                .into_iter()
                .any(|role| self.sentence.child(noun, role).is_some())
        };
        if is_any(own) {
            return true;
        }
        let is_universal = is_all(own);
        let found = before.find(|word| is_any(&word.lemma) || is_all(&word.lemma));
        match found {
            Some(word) if is_any(&word.lemma) => true,
            Some(_) => restricts(),
            None => is_universal && restricts(),
        }
    }

    fn says_none(&self, noun: usize) -> bool {
        let is_none = |lemma: &str| {
            matches!(
                lemma,
                "nobody" | "nothing" | "none" | "no" | "neither" | "few" | "little" | "hardly"
            )
        };
        // *no Capn2 mice*: a parser may take it for a part of the name before the noun.
        let words = std::iter::once(noun).chain(self.sentence.with_role(noun, WordRole::Compound));
        let words: Vec<usize> = words.collect();
        let words = words.iter().copied();
        is_none(&self.sentence.word(noun).lemma)
            || [WordRole::Determiner, WordRole::Adjective, WordRole::Negation, WordRole::Adverb]
                .into_iter()
                .flat_map(|role| {
                    words.clone().flat_map(move |at| self.sentence.with_role(at, role))
                })
                .any(|child| is_none(&self.sentence.word(child).lemma))
    }

    /// Writes a noun with what it cannot do without.
    pub(super) fn noun_phrase(
        &self,
        clause: &mut Clause,
        noun: usize,
        place: Place,
    ) -> Result<Phrase, Withheld> {
        let sentence = self.sentence;
        let word = sentence.word(noun);
        match word.tag.as_str() {
            "PRP" => return self.pronoun(clause, noun, place),
            "WP" | "WDT" | "WRB" | "WP$" | "EX" => return Err(Withheld::Pronoun),
            "PRP$" => return Err(Withheld::NoNoun),
            _ if matches!(word.lemma.as_str(), "etc" | "etc." | "&c") => {
                return Err(Withheld::NoNoun);
            }
            _ => {}
        }
        let is_noun = word.is("NN")
            || matches!(
                word.tag.as_str(),
                "CD" | "DT"
                    | "JJ"
                    | "JJR"
                    | "JJS"
                    | "VBG"
                    | "FW"
                    | "$"
                    | "%"
                    | "PDT"
                    | "RB"
                    | "VBN"
            );
        if !is_noun {
            return Err(Withheld::NoNoun);
        }
        let is_plural = word.tag.ends_with('S') && word.is("NN")
            || word.is("CD") && word.lemma != "one"
            // A plural that is tagged as if it were none.
            || word.tag == "NN"
                && sentence.with_role(noun, WordRole::Determiner).any(|at| {
                    matches!(sentence.word(at).lemma.as_str(), "these" | "those" | "both")
                        || matches!(&*sentence.word(at).form.to_lowercase(), "these" | "those")
                })
            || matches!(
                word.lemma.as_str(),
                "many"
                    | "few"
                    | "several"
                    | "these"
                    | "those"
                    | "both"
                    | "most"
                    | "some"
                    | "all"
                    | "people"
                    | "police"
                    | "%"
                    | "percent"
            );
        let determiners = || sentence.with_role(noun, WordRole::Determiner);
        if !self.is_asked && determiners().any(|word| sentence.word(word).is("W")) {
            // *Whatever age you are.*
            return Err(Withheld::Pronoun);
        }
        let kept = self.kept(noun);
        let start = clause.words().len();
        let determiner =
            self.determiner(noun, is_plural, place, kept.first().copied().unwrap_or(noun));
        if let Some((form, tag)) = determiner {
            clause.push(&form, &form, tag, None);
        }
        let mut head = start;
        for part in kept {
            let shown = sentence.word(part);
            let at = clause.push(&self.inner_form(part), &shown.lemma, &shown.tag, Some(part));
            if part == noun {
                head = at;
            }
        }
        for at in start..clause.words().len() {
            let relation = match clause.words()[at].tag.as_str() {
                "DT" | "PDT" if at == start => "det",
                "PRP$" if at == start => "nmod:poss",
                "CD" => "nummod",
                "HYPH" | ":" | "," | "SYM" => "punct",
                "JJ" | "JJR" | "JJS" => "amod",
                _ => "compound",
            };
            clause.hang(at, head, relation);
        }
        if (words::needs_whole(&word.lemma) || words::is_unit(&word.lemma))
            && let Some(whole) =
                sentence.with_role(noun, WordRole::Prepositional).find(|whole| self.is_of(*whole))
        {
            let of = clause.push("of", "of", "IN", None);
            let phrase = self.noun_phrase(clause, whole, Place::Object)?;
            clause.hang(of, phrase.head, "case");
            clause.hang(phrase.head, head, "nmod");
            let counts_whole = matches!(
                word.lemma.as_str(),
                "lot"
                    | "number"
                    | "couple"
                    | "majority"
                    | "variety"
                    | "plenty"
                    | "rest"
                    | "half"
                    | "all"
                    | "some"
                    | "most"
                    | "any"
                    | "none"
                    | "%"
                    | "percent"
                    | "ton"
                    | "bunch"
                    | "handful"
            );
            let subject = if counts_whole {
                phrase.subject
            } else if is_plural {
                Subject::Other
            } else {
                Subject::Singular
            };
            return Ok(Phrase { head, subject });
        }
        Ok(Phrase { head, subject: if is_plural { Subject::Other } else { Subject::Singular } })
    }

    pub(super) fn is_of(&self, noun: usize) -> bool {
        self.sentence
            .prepositions(noun)
            .first()
            .is_some_and(|case| self.sentence.word(*case).lemma == "of")
    }

    fn pronoun(&self, clause: &mut Clause, noun: usize, place: Place) -> Result<Phrase, Withheld> {
        let word = self.sentence.word(noun);
        let is_subject = matches!(place, Place::Subject | Place::Patient);
        let form = word.form.to_lowercase();
        if form.ends_with("self") || form.ends_with("selves") {
            return Err(Withheld::Pronoun);
        }
        let form =
            match PRONOUNS.iter().find(|(subject, object)| *subject == form || *object == form) {
                Some((subject, object)) if *object != "her" || form != "her" || is_subject => {
                    if is_subject {
                        (*subject).to_string()
                    } else {
                        (*object).to_string()
                    }
                }
                _ => form,
            };
        let shown = if form == "i" { "I".to_string() } else { form.clone() };
        let subject = match form.as_str() {
            "i" => Subject::Speaker,
            "he" | "she" | "it" => Subject::Singular,
            _ => Subject::Other,
        };
        Ok(Phrase { head: clause.push(&shown, &word.lemma, "PRP", Some(noun)), subject })
    }

    /// The words of a noun phrase that stay, in order: the noun, parts of its name, nouns before it.
    fn kept(&self, noun: usize) -> Vec<usize> {
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
        // *4 °C*: a noun in the singular with a number is a unit, known or not.
        let is_counted_once = word.tag == "NN" && !is_name;
        let is_vowel = |c: char| "aeiouy".contains(c);
        let is_short = !word.form.contains(char::is_lowercase) || !word.form.contains(is_vowel);
        let is_unit = words::is_unit(&word.lemma) && !is_name || is_counted_once || is_short;
        let is_measured = is_unit && !self.is_asked;
        let is_one = matches!(word.lemma.as_str(), "one" | "ones");
        let stays = |child: &usize| {
            let shown = sentence.word(*child);
            match shown.role {
                WordRole::Compound if is_long && !is_name && !is_amount => false,
                WordRole::Compound => is_name || !shown.is("NNP") || is_amount,
                // *A 5-3 decision*: the article is for the number.
                WordRole::Number if has_a && !self.is_asked => true,
                WordRole::Number => {
                    is_amount || is_measured || word.is("NN") && shown.lemma == "one"
                }
                WordRole::Fixed => true,
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
                    ) || shown.lemma == "little" && !has_determiner
                        // *A little trouble*.
                        || shown.lemma == "little" && has_a && words::is_uncounted(&word.lemma)
                        || is_name && shown.is("NNP")
                }
                _ => is_amount && matches!(shown.tag.as_str(), "$" | "#"),
            }
        };
        let mut kept = vec![noun];
        for child in sentence.children(noun).iter().filter(|child| stays(child)) {
            if sentence.word(*child).role == WordRole::Compound {
                // *Los* of *Los Angeles products*, *1* of *the 1 year loan*.
                let below = sentence.subtree(*child).into_iter();
                kept.extend(below.filter(|part| {
                    !matches!(
                        sentence.word(*part).role,
                        WordRole::Punctuation
                            | WordRole::Determiner
                            | WordRole::Conjunct
                            | WordRole::Coordinator
                    )
                }));
                continue;
            }
            kept.push(*child);
            kept.extend(sentence.with_role(*child, WordRole::Number).filter(|_| is_amount));
        }
        kept.sort_unstable();
        kept.dedup();
        self.with_hyphens(kept)
    }

    /// With the marks that make one word of two: *Earth-Moon*.
    fn with_hyphens(&self, kept: Vec<usize>) -> Vec<usize> {
        let mut whole = Vec::with_capacity(kept.len());
        for (at, &word) in kept.iter().enumerate() {
            if let Some(&before) = at.checked_sub(1).and_then(|at| kept.get(at))
                && before + 2 == word
                && self.is_hyphen(before + 1)
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

    /// Whether a noun has something beside it that says which one it is.
    fn is_restricted(&self, noun: usize) -> bool {
        let word = self.sentence.word(noun);
        !words::needs_whole(&word.lemma)
            && self.sentence.children(noun).iter().any(|child| {
                let child = self.sentence.word(*child);
                matches!(
                    child.role,
                    WordRole::Relative | WordRole::Reduced | WordRole::Prepositional
                ) || child.role == WordRole::Adjective && child.tag == "JJS"
            })
            // *The only one* stays so.
            && !self.sentence.with_role(noun, WordRole::Adjective).any(|child| {
                matches!(&*self.sentence.word(child).lemma, "only" | "same")
            })
    }

    /// Whether a word is a part of what is written with hyphens, of which parsers make several words.
    fn is_hyphened(&self, word: usize) -> bool {
        let is_hyphen = |at: Option<usize>| {
            at.and_then(|at| self.sentence.words().get(at)).is_some_and(|word| word.form == "-")
        };
        is_hyphen(word.checked_sub(1)) || is_hyphen(Some(word + 1))
    }

    /// The determiner that a phrase needs.
    fn determiner(
        &self,
        noun: usize,
        is_plural: bool,
        place: Place,
        first: usize,
    ) -> Option<(String, &'static str)> {
        let sentence = self.sentence;
        let word = sentence.word(noun);
        let article = || article(&self.inner_form(first)).to_string();
        let is_uncounted = first == noun && words::is_uncounted(&word.lemma) && !self.is_asked;
        let none = sentence.child(noun, WordRole::Negation);
        let none = none.filter(|word| sentence.word(*word).lemma == "no");
        let own = sentence.with_role(noun, WordRole::Determiner).last().or(none);
        let possessor = sentence.child(noun, WordRole::Possessor);
        if let Some(possessor) = possessor {
            let shown = sentence.word(possessor);
            return Some(match shown.tag.as_str() {
                // Whose it is matters less of one who does something, and may be far away.
                "PRP$" if self.is_asked && matches!(place, Place::Subject | Place::Patient) => {
                    ("the".to_string(), "DT")
                }
                "PRP$" if self.is_asked => (shown.form.to_lowercase(), "PRP$"),
                _ if place == Place::New && !is_plural && !is_uncounted => (article(), "DT"),
                _ if place == Place::New => return None,
                "PRP$" => (shown.form.to_lowercase(), "PRP$"),
                _ => ("the".to_string(), "DT"),
            });
        }
        let Some(own) = own else {
            let is_amount = matches!(word.tag.as_str(), "CD" | "$" | "%");
            let is_kept = is_amount || words::is_unit(&word.lemma) || word.tag == "NN";
            let lost = |role| sentence.child(noun, role).is_some() && !is_kept;
            let lost_name = word.is("NN")
                && !word.is("NNP")
                && sentence
                    .with_role(noun, WordRole::Compound)
                    .any(|part| sentence.word(part).is("NNP"));
            // *Grant 12* needs none.
            let has_digit = |at: usize| {
                let word = sentence.words().get(at);
                word.is_some_and(|word| word.form.starts_with(|c: char| c.is_ascii_digit()))
            };
            let is_numbered = has_digit(noun + 1)
                || sentence.words().get(noun + 1).is_some_and(|word| word.form == "-")
                    && has_digit(noun + 2);
            let needs_the = (lost(WordRole::Number) || lost_name)
                && !is_plural
                && (!is_numbered || self.is_asked)
                && word.lemma != "one";
            return (needs_the && place != Place::New).then(|| ("the".to_string(), "DT"));
        };
        let shown = sentence.word(own);
        Some(match shown.lemma.as_str() {
            "a" | "an" => (article(), "DT"),
            "some" if is_plural && self.is_asked => return None,
            "the" | "this" | "that" | "these" | "those" | "both" if place == Place::New => {
                return (!is_plural && !is_uncounted && !word.is("NNP")).then(|| (article(), "DT"));
            }
            "this" | "that" | "these" | "those"
                if matches!(word.lemma.as_str(), "one" | "ones") =>
            {
                (shown.form.to_lowercase(), "DT")
            }
            // *The best tailor in town* is *a tailor*.
            "the" if place == Place::Predicate && !word.is("NNP") && self.is_restricted(noun) => {
                return (!is_plural).then(|| (article(), "DT"));
            }
            "the" | "this" | "that" | "these" | "those" | "both" => ("the".to_string(), "DT"),
            _ if shown.is("W") => ("the".to_string(), "DT"),
            _ => (shown.form.to_lowercase(), "DT"),
        })
    }
}
