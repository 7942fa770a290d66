//! Noun phrases as short as grammar allows.

use crate::english::inflect::{Subject, article};
use crate::entailment::generate::Withheld;
use crate::entailment::generate::english::{Text, words};
use crate::entailment::generate::hypothesis::{Clause, WrittenWord};
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

/// So many words beside a word say whether all is written in capitals there.
const NEAR: usize = 4;

/// Phrases with more words before their noun are no phrases.
const LONGEST: usize = 8;

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
        let is_in_title = self.is_title
            && !is_name
            && !(shown.is("JJ") && is_of_people)
            && is_capitalised(shown)
            && (shown.form.chars().count() > 1 || self.is_asked);
        // *(B) For each*: small words never need a capital letter.
        let is_small = matches!(shown.tag.as_str(), "IN" | "TO" | "DT") && is_capitalised(shown);
        let is_name = is_name || shown.is("JJ") && words::is_of_people(&shown.form);
        // *BMPs*, *mRNA*.
        let is_all_capitals =
            is_all_capitals || shown.form.chars().skip(1).any(char::is_uppercase) && !self.is_asked;
        match is_first && !is_name && !is_all_capitals || is_shouted || is_in_title || is_small {
            true => shown.form.to_lowercase(),
            false => shown.form.clone(),
        }
    }

    /// Whether a word in capitals stands beside others, so that they are no abbreviations: *A DATE FOR IT*.
    fn is_shouted(&self, word: usize) -> bool {
        let is_loud = |word: &&HeadedWord| {
            word.form.chars().count() > 1 && word.form.chars().all(char::is_uppercase)
        };
        let words = self.sentence.words();
        let near = &words[word.saturating_sub(NEAR)..words.len().min(word + NEAR + 1)];
        if !self.is_asked && near.iter().filter(is_loud).count() < NEAR {
            // *GFP ES cells*: abbreviations beside each other.
            return false;
        }
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
        let is_kind = matches!(lemma.as_str(), "family" | "member" | "partner")
            && self.sentence.child(noun, WordRole::Compound).is_some()
            && !self.is_asked;
        if is_kind {
            return Some(false);
        }
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

    pub(super) fn says_none(&self, noun: usize) -> bool {
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
        if self.is_miscounted(noun) {
            return Err(Withheld::NoNoun);
        }
        let kept = self.kept(noun);
        if !self.is_asked && kept.len() > LONGEST {
            // An address more often than a name.
            return Err(Withheld::Deep);
        }
        let start = clause.words().len();
        let determiner =
            self.determiner(noun, is_plural, place, kept.first().copied().unwrap_or(noun));
        let is_of_some = self.is_of_some(noun, place, &kept);
        let determiner = determiner.or_else(|| is_of_some.then(|| ("some".to_string(), "DT")));
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
        let is_adjective = |at: usize, clause: &Clause| {
            let source = clause.words()[at].source;
            source.is_some_and(|at| sentence.word(at).role == WordRole::Adjective)
        };
        for at in start..clause.words().len() {
            let relation = match clause.words()[at].tag.as_str() {
                "DT" | "PDT" if at == start => "det",
                "PRP$" if at == start => "nmod:poss",
                "CD" => "nummod",
                "HYPH" | ":" | "," | "SYM" => "punct",
                "JJ" | "JJR" | "JJS" => "amod",
                _ if is_adjective(at, clause) => "amod",
                "RB" | "RBR" | "RBS" => "advmod",
                _ => "compound",
            };
            // *Well* of *a well known dog* is of *known*.
            let source = clause.words()[at].source.filter(|_| !self.is_asked);
            let above = source.and_then(|source| sentence.word(source).head);
            let above = above.filter(|above| *above != noun).and_then(|above| {
                let is_it = |word: &WrittenWord| word.source == Some(above);
                clause.words()[start..].iter().position(is_it).map(|place| start + place)
            });
            clause.hang(at, above.unwrap_or(head), relation);
        }
        let own = if is_plural { Subject::Other } else { Subject::Singular };
        self.wholes(clause, noun, head, own)
    }

    /// *Four sort of bread*, and *Joes* that is taken for *Joe's* with nothing behind it.
    fn is_miscounted(&self, noun: usize) -> bool {
        let sentence = self.sentence;
        let word = sentence.word(noun);
        let has = |role| sentence.child(noun, role).is_some();
        let is_many = |number: usize| {
            let number = sentence.word(number);
            let is_hyphened = number.form.contains(['-', '/', '.', ':']);
            !matches!(number.lemma.as_str(), "one" | "1") && !is_hyphened
        };
        let is_counted = word.tag == "NN"
            && !words::is_unit(&word.lemma)
            && word.form.chars().count() > 3
            && !has(WordRole::Determiner)
            && !has(WordRole::Possessor)
            && sentence
                .with_role(noun, WordRole::Number)
                .any(|number| number + 1 == noun && is_many(number));
        let is_owner = word.role != WordRole::Possessor
            && sentence
                .with_role(noun, WordRole::Case)
                .any(|mark| sentence.word(mark).is("POS") && mark == noun + 1);
        // *A house, garden and ample room*: nobody can tell whether it needs one.
        let is_unclear = self
            .shared_determiner(noun)
            .is_some_and(|shared| matches!(&*sentence.word(shared).lemma, "a" | "an"));
        !self.is_asked && (is_counted || is_owner || is_unclear)
    }

    /// Whether a bare plural would say of all what is said of some: *friends who sing are here*.
    fn is_of_some(&self, noun: usize, place: Place, kept: &[usize]) -> bool {
        let sentence = self.sentence;
        let has = |role| sentence.child(noun, role).is_some();
        let mut lost = [WordRole::Adjective, WordRole::Compound]
            .into_iter()
            .flat_map(|role| sentence.with_role(noun, role))
            .filter(|at| !kept.contains(at));
        let is_counted = |at: &usize| {
            let word = sentence.word(*at);
            word.role == WordRole::Number
                || matches!(&*word.lemma, "few" | "most" | "such" | "same" | "other" | "only")
        };
        matches!(place, Place::Subject | Place::Patient)
            && !self.is_asked
            && sentence.word(noun).tag == "NNS"
            && !matches!(sentence.word(noun).lemma.as_str(), "one" | "lot" | "those" | "%")
            && !kept.iter().any(is_counted)
            && (has(WordRole::Relative)
                || has(WordRole::Reduced)
                || has(WordRole::Prepositional)
                || lost.next().is_some())
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
        let is_known = words::is_pronoun(&form) || self.is_asked;
        let before = noun.checked_sub(1).map(|at| self.sentence.word(at));
        let is_within = before.is_some_and(|before| before.form.contains(char::is_alphanumeric));
        // *Me* in a name.
        let is_named = is_within && word.form.len() > 1 && is_capitalised(word) && !self.is_asked;
        if form.ends_with("self") || form.ends_with("selves") || is_named || !is_known {
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
            let lost = |role| self.is_asked && sentence.child(noun, role).is_some() && !is_kept;
            // *The Queen's University*: of its first part.
            let of_part = first.checked_sub(1).filter(|at| {
                let before = sentence.word(*at);
                first != noun && before.tag == "DT" && before.head == Some(first)
            });
            if let Some(before) = of_part.filter(|_| !self.is_asked && place != Place::New) {
                return Some((sentence.word(before).form.to_lowercase(), "DT"));
            }
            let shared = self.shared_determiner(noun).filter(|_| !self.is_asked);
            if let Some(shared) = shared.map(|shared| sentence.word(shared)) {
                return match shared.lemma.as_str() {
                    _ if is_uncounted => None,
                    _ if place == Place::New => Some((article(), "DT")),
                    _ if shared.tag == "PRP$" => Some((shared.form.to_lowercase(), "PRP$")),
                    _ => Some(("the".to_string(), "DT")),
                };
            }
            let lost_name = self.is_asked
                && word.is("NN")
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
            // As the text has it, if it stands before the same word.
            "a" | "an" if first == own + 1 && !self.is_asked => (shown.form.to_lowercase(), "DT"),
            "a" | "an" => (article(), "DT"),
            "some" if is_plural && self.is_asked => return None,
            "the" | "this" | "that" | "these" | "those" | "both" if place == Place::New => {
                // *There is one dog*.
                let is_one = sentence.word(first).lemma == "one" && first != noun;
                return (!is_plural && !is_uncounted && !word.is("NNP") && !is_one)
                    .then(|| (article(), "DT"));
            }
            "this" | "that" | "these" | "those"
                if matches!(word.lemma.as_str(), "one" | "ones") =>
            {
                (shown.form.to_lowercase(), "DT")
            }
            // *The best tailor in town* is *a tailor*.
            "the"
                if place == Place::Predicate
                    && !word.is("NNP")
                    && self.is_restricted(noun)
                    && (self.is_asked
                        || !matches!(sentence.word(first).tag.as_str(), "JJS" | "RBS")) =>
            {
                return (!is_plural).then(|| (article(), "DT"));
            }
            "this" | "that" | "these" | "those" | "both" if !self.is_asked => {
                (shown.form.to_lowercase(), "DT")
            }
            "the" | "this" | "that" | "these" | "those" | "both" => ("the".to_string(), "DT"),
            _ if shown.is("W") => ("the".to_string(), "DT"),
            _ => (shown.form.to_lowercase(), "DT"),
        })
    }
}
