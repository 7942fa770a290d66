//! Hypotheses for word pairs that are given: which link of a parse they mean.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::entailment::analysis::lemma;
use crate::entailment::generate::hypothesis::WrittenWord;
use crate::entailment::generate::{
    Care, Clause, HeadedSentence, Language, Withheld, WordLink, WordRole, Writing, frames, links,
};
use crate::entailment::pairs::Pairs;
use crate::entailment::parses::{Parses, Reading};
use crate::error::Result as ReadResult;

/// A hypothesis for two words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// What is written.
    pub clause: Clause,
    /// The rule that wrote it.
    pub rule: &'static str,
    /// The link it is for.
    pub link: WordLink,
}

/// Why there is nothing for two words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nothing {
    /// A word that is not in the text.
    NoWord(String),
    /// The parse does not join them.
    NoLink,
    /// All rules withhold what they would write.
    Withheld(Withheld),
}

impl std::fmt::Display for Nothing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Nothing::NoWord(word) => write!(f, "{word:?} is not in the text"),
            Nothing::NoLink => f.write_str("the parse does not join the words"),
            Nothing::Withheld(why) => write!(f, "{why}"),
        }
    }
}

/// The parses of the texts of pairs, from a file that has them alone or in the order T1 H1 T2 H2 …
///
/// # Errors
/// Where the file has another number of sentences, or most of them are others.
pub fn parses_of_texts(
    pairs: &Pairs,
    (name, text): (&str, &[u8]),
    reading: Reading,
) -> ReadResult<Parses> {
    let n = pairs.pairs.len();
    let id = |side: &'static str| pairs.pairs.iter().map(move |pair| format!("{}.{side}", pair.id));
    let mut parses = match Parses::read(name, text, reading, (2 * n, n)) {
        Ok(mut both) => {
            both.put_in_order(id("t").zip(id("h")).flat_map(|(text, other)| [text, other]));
            let texts = std::mem::take(&mut both.sentences).into_iter().step_by(2);
            Parses { sentences: texts.collect(), ..both }
        }
        Err(both) => {
            // What was expected is said with the larger number, which is what everybody else reads.
            let alone = Parses::read(name, text, reading, (n, n));
            let mut alone = alone.map_err(|_| both)?;
            alone.put_in_order(id("t"));
            alone
        }
    };
    let texts = pairs.pairs.iter().map(|pair| pair.text.as_str());
    parses.recognise((0, 1, "texts"), texts, reading.any_words)?;
    Ok(parses)
}

/// What is wanted for word pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proposing {
    /// At most so many hypotheses.
    pub most: usize,
    /// Whether nothing is written for words that the parse does not join.
    pub joined_only: bool,
}

/// Hypotheses for two words of a sentence, best first; either may be several words. `lets` says which rules may
/// write.
///
/// First comes what the parse says of both words; then what it says of a third one with both of them; then what it
/// would say if it joined them, which parsers often fail to do where somebody asks.
pub fn propose(
    language: &dyn Language,
    sentence: &HeadedSentence,
    words: [&str; 2],
    wanted: Proposing,
    lets: impl Fn(&str) -> bool,
) -> Result<Vec<Proposal>, Nothing> {
    let mut sentence = sentence.clone();
    let places = words.map(|word| occurrences(&mut sentence, word));
    if let Some((word, _)) = words.iter().zip(&places).find(|(_, found)| found.is_empty()) {
        return Err(Nothing::NoWord(word.to_string()));
    }
    let mut asked =
        Asked { language, lets: &lets, places: &places, seen: BTreeSet::new(), why: None };
    let all = links(&sentence, &frames(&sentence));
    let chosen: Vec<WordLink> = all.iter().filter(|link| asked.joins(link)).copied().collect();
    let mut proposals = asked.of_links(&sentence, &chosen);
    if proposals.len() < wanted.most && !wanted.joined_only {
        let nearby: Vec<WordLink> =
            all.iter().filter(|link| asked.touches(link)).copied().collect();
        let mut around = asked.around(&sentence, &nearby).into_iter();
        if proposals.is_empty() {
            // The shortest through a third word are as likely what is meant as what is not parsed so.
            proposals.extend(around.by_ref().take(2));
            proposals.extend(asked.assumed(&sentence));
        }
        proposals.extend(around);
    }
    proposals.truncate(wanted.most);
    match proposals.is_empty() {
        true if chosen.is_empty() => Err(Nothing::NoLink),
        true => Err(Nothing::Withheld(asked.why.unwrap_or(Withheld::NoRule))),
        false => Ok(proposals),
    }
}

/// Two words that somebody asks about.
struct Asked<'a> {
    language: &'a dyn Language,
    lets: &'a dyn Fn(&str) -> bool,
    places: &'a [BTreeSet<usize>; 2],
    seen: BTreeSet<String>,
    why: Option<Withheld>,
}

impl Asked<'_> {
    fn is_at(&self, side: usize, word: usize) -> bool {
        self.places[side].contains(&word)
    }

    fn joins(&self, link: &WordLink) -> bool {
        self.is_at(0, link.governor) && self.is_at(1, link.dependent)
            || self.is_at(1, link.governor) && self.is_at(0, link.dependent)
    }

    fn touches(&self, link: &WordLink) -> bool {
        [0, 1]
            .iter()
            .any(|side| self.is_at(*side, link.governor) || self.is_at(*side, link.dependent))
    }

    /// Whether the words stand in a clause in the order in which they were given.
    fn is_in_order(&self, clause: &Clause) -> bool {
        let place = |side: usize| {
            let is_it = |word: &WrittenWord| word.source.is_some_and(|word| self.is_at(side, word));
            clause.words().iter().position(is_it)
        };
        matches!((place(0), place(1)), (Some(first), Some(second)) if first < second)
    }

    /// What is said of words that are joined: the best of each link before the second best of any.
    fn of_links(&mut self, sentence: &HeadedSentence, chosen: &[WordLink]) -> Vec<Proposal> {
        let written = self.language.write(sentence, chosen, Care::Asked);
        let mut ranked: Vec<Vec<Proposal>> = Vec::new();
        for (link, writings) in chosen.iter().zip(written) {
            let mut of_link = Vec::new();
            for Writing { rule, written } in
                writings.into_iter().filter(|one| (self.lets)(one.rule))
            {
                match written {
                    Ok(clause) => of_link.push(Proposal { clause, rule, link: *link }),
                    Err(withheld) => self.why = self.why.or(Some(withheld)),
                }
            }
            // Those who name the verb first have an active sentence in mind.
            of_link.sort_by_key(|proposal| !self.is_in_order(&proposal.clause));
            ranked.push(of_link);
        }
        let n_rules = ranked.iter().map(Vec::len).max().unwrap_or(0);
        let mut ranked: Vec<_> = ranked.into_iter().map(Vec::into_iter).collect();
        let mut proposals = Vec::new();
        for _ in 0..n_rules {
            proposals.extend(ranked.iter_mut().filter_map(Iterator::next));
        }
        proposals.retain(|proposal| self.seen.insert(proposal.clause.text()));
        proposals
    }

    /// What is said of a third word with both of them, the shortest first.
    fn around(&mut self, sentence: &HeadedSentence, nearby: &[WordLink]) -> Vec<Proposal> {
        let mut found: Vec<Proposal> = Vec::new();
        let written = self.language.write(sentence, nearby, Care::Asked);
        for (link, writings) in nearby.iter().zip(written) {
            for Writing { rule, written } in
                writings.into_iter().filter(|one| (self.lets)(one.rule))
            {
                let Ok(clause) = written else { continue };
                let has = |side: usize| {
                    let mut sources = clause.words().iter().filter_map(|word| word.source);
                    sources.any(|word| self.is_at(side, word))
                };
                if has(0) && has(1) && self.seen.insert(clause.text()) {
                    found.push(Proposal { clause, rule, link: *link });
                }
            }
        }
        found.sort_by_key(|proposal| proposal.clause.words().len());
        found
    }

    /// What would be said if the parse joined the two words, in the way that is likeliest by what they are and
    /// where they stand.
    fn assumed(&mut self, sentence: &HeadedSentence) -> Vec<Proposal> {
        // The nearest of the words of the second side to each of the first.
        let near = |one: usize| {
            let before = self.places[1].range(..one).next_back();
            let after = self.places[1].range(one + 1..).next();
            before.into_iter().chain(after).map(move |other| (one, *other))
        };
        let pairs = self.places[0].iter().flat_map(|one| near(*one));
        let nearest = pairs.min_by_key(|(one, other)| one.abs_diff(*other));
        let Some((first, second)) = nearest else { return Vec::new() };
        let mut found = Vec::new();
        for (dependent, governor, role) in likely(sentence, first, second) {
            let joined = sentence.rejoined(dependent, governor, role);
            let of_both =
                |link: &&WordLink| link.governor == governor && link.dependent == dependent;
            let all = links(&joined, &frames(&joined));
            let chosen: Vec<WordLink> = all.iter().filter(of_both).copied().collect();
            found.extend(self.of_links(&joined, &chosen));
        }
        found
    }
}

/// How two words may belong together that a parse does not join: which hangs on which, and as what, the likeliest
/// first.
fn likely(sentence: &HeadedSentence, first: usize, second: usize) -> Vec<(usize, usize, WordRole)> {
    let is = |word: usize, tag: &str| sentence.word(word).is(tag);
    let is_noun = |word: usize| sentence.is_nominal(word);
    let has_case = |word: usize| !sentence.prepositions(word).is_empty();
    let (early, late) = (first.min(second), first.max(second));
    match (is(first, "VB"), is(second, "VB")) {
        (true, true) => {
            let role = match sentence.child(late, WordRole::Subject) {
                Some(_) => WordRole::Complement,
                None => WordRole::OpenComplement,
            };
            // Or one of them stands for a noun: *packing*, *the wanted*.
            let as_noun = match first < second {
                true => (first, second, WordRole::Subject),
                false => (second, first, WordRole::Object),
            };
            vec![(late, early, role), as_noun]
        }
        (false, false) => {
            let is_adjective = |word: usize| is(word, "JJ");
            match (is_noun(first), is_noun(second)) {
                (true, true) if has_case(late) => vec![(late, early, WordRole::Prepositional)],
                (true, true) => vec![(late, early, WordRole::Apposition)],
                (true, false) if is_adjective(second) => vec![(second, first, WordRole::Adjective)],
                (false, true) if is_adjective(first) => vec![(first, second, WordRole::Adjective)],
                _ => Vec::new(),
            }
        }
        (is_first_verb, _) => {
            let (verb, other) = if is_first_verb { (first, second) } else { (second, first) };
            if is(other, "RB") {
                return vec![(other, verb, WordRole::Adverb)];
            }
            if is(other, "JJ") {
                return vec![(other, verb, WordRole::OpenComplement)];
            }
            let is_subject_form = matches!(
                sentence.word(other).form.to_lowercase().as_str(),
                "i" | "he" | "she" | "we" | "they"
            );
            let has_subject = sentence
                .with_role(verb, WordRole::Subject)
                .chain(sentence.with_role(verb, WordRole::PassiveSubject))
                .any(|subject| subject != other);
            let subject = (other, verb, WordRole::Subject);
            let object = (other, verb, WordRole::Object);
            let phrase = (other, verb, WordRole::Prepositional);
            let is_passive = sentence.child(verb, WordRole::PassiveAuxiliary).is_some();
            match () {
                () if is_passive => vec![(other, verb, WordRole::PassiveSubject)],
                () if is_subject_form => vec![subject],
                () if is_first_verb && has_case(other) && other > verb => vec![phrase, object],
                () if is_first_verb || has_subject || other > verb => vec![object, subject],
                () => vec![subject, object],
            }
        }
    }
}

/// Where a word of a pair stands: the head of each place where its words follow each other.
fn occurrences(sentence: &mut HeadedSentence, wanted: &str) -> BTreeSet<usize> {
    let wanted: Vec<String> = wanted.split_whitespace().map(str::to_lowercase).collect();
    if wanted.is_empty() {
        return BTreeSet::new();
    }
    let words = sentence.words();
    let at = |exact: bool| -> Vec<usize> {
        let matches = |place: usize, wanted: &String| {
            let word = &words[place];
            let form = word.form.to_lowercase();
            // Any form of the word: whoever names a pair may write it as the hypothesis has it.
            let class = match word.tag.get(..2) {
                Some("VB") => "VERB",
                Some("NN") => "NOUN",
                _ => &word.tag,
            };
            form == *wanted
                || !exact && (word.lemma == *wanted || word.lemma == lemma(wanted, class))
        };
        (0..(words.len() + 1).saturating_sub(wanted.len()))
            .filter(|start| wanted.iter().enumerate().all(|(i, word)| matches(start + i, word)))
            .collect()
    };
    let found = at(true);
    let starts = if found.is_empty() { at(false) } else { found };
    let stretches = starts.into_iter().map(|start| start..start + wanted.len());
    let named: Vec<(usize, Range<usize>)> =
        stretches.map(|stretch| (head(sentence, stretch.clone()), stretch)).collect();
    sentence.take_for_particles(&named);
    named.into_iter().map(|(head, _)| head).collect()
}

/// The word of a stretch that hangs on none of its others.
fn head(sentence: &HeadedSentence, stretch: Range<usize>) -> usize {
    let is_outside =
        |word: &usize| sentence.word(*word).head.is_none_or(|head| !stretch.contains(&head));
    let outside: Vec<usize> = stretch.clone().filter(is_outside).collect();
    // A verb and its particle, where the parser calls the particle something else.
    let is_verb = |word: &&usize| sentence.word(**word).is("VB");
    outside.iter().find(is_verb).or(outside.last()).copied().unwrap_or(stretch.start)
}
