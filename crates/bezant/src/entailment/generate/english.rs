//! English hypotheses: what is written for each link, and what is withheld.

mod clauses;
mod kept;
mod losses;
mod needed;
mod open;
mod phrases;
mod prepositional;
mod rules;
mod sound;
mod spoken;
mod verbs;
mod words;

use crate::entailment::generate::hypothesis::Clause;
use crate::entailment::generate::links::{Frame, LinkRelation, WordLink, frames};
use crate::entailment::generate::sentence::{HeadedSentence, WordRole};
use crate::entailment::generate::{Care, Language, Rule, Withheld, Writing};
use verbs::Tense;

/// English.
#[derive(Clone, Copy, Debug, Default)]
pub struct English;

impl Language for English {
    fn name(&self) -> &'static str {
        "english"
    }

    fn title(&self) -> &'static str {
        "English"
    }

    fn is_spoken(&self, sentence: &HeadedSentence) -> bool {
        spoken::is_english(sentence.words().iter().map(|word| word.form.as_str()))
    }

    fn rules(&self) -> Vec<Rule> {
        rules::RULES.iter().map(|rule| rule.about).collect()
    }

    fn write(
        &self,
        sentence: &HeadedSentence,
        links: &[WordLink],
        care: Care,
    ) -> Vec<Vec<Writing>> {
        let text = Text::new(sentence, care);
        let written = |link: &WordLink| {
            let rules = rules::RULES.iter().filter(|rule| rule.about.relation == link.relation);
            let write = |rule: &rules::Entry| {
                let names_source = rule.about.name == "subject-said" && text.is_sourced(link);
                let may = match care == Care::Careful && !names_source {
                    true => text.may_say(link),
                    false => Ok(()),
                };
                let written = may.and_then(|()| (rule.write)(&text, link));
                let written = match written {
                    Ok(clause) if care == Care::Careful => text.sound(link, clause),
                    other => other,
                };
                Writing { rule: rule.about.name, written: written.map(finished) }
            };
            rules.map(write).collect()
        };
        links.iter().map(written).collect()
    }

    fn is_part_of(&self, sentence: &HeadedSentence, word: usize) -> bool {
        let word = sentence.word(word);
        matches!(word.tag.as_str(), "CD" | "DT" | "PDT")
            || words::needs_whole(&word.lemma)
            || words::is_unit(&word.lemma)
    }

    fn reaches_parts(&self, sentence: &HeadedSentence, verb: usize) -> bool {
        words::reaches_parts(&sentence.word(verb).lemma)
    }

    fn is_two_way(&self, sentence: &HeadedSentence, verb: usize) -> bool {
        words::is_two_way(&sentence.word(verb).lemma)
    }

    fn is_content(&self, sentence: &HeadedSentence, word: usize) -> bool {
        let is_pronoun = sentence.word(word).tag == "PRP";
        sentence.is_content(word) || is_pronoun && sentence.word(word).lemma != "it"
    }
}

/// *To the 14th* of *from the 7th to the 14th* says nothing alone.
fn is_end_of_range(sentence: &HeadedSentence, link: &WordLink) -> bool {
    let begins = |noun: usize, with: &str| {
        let cases = sentence.prepositions(noun);
        cases.first().is_some_and(|case| sentence.word(*case).lemma == with)
    };
    let mut beside = sentence.with_role(link.governor, WordRole::Prepositional);
    link.relation == LinkRelation::Prepositional
        && begins(link.dependent, "to")
        && beside.any(|noun| noun < link.dependent && begins(noun, "from"))
}

/// Whether a text ends with a question mark, whatever closes behind it.
fn is_asked(text: &str) -> bool {
    let closes =
        |c: char| c.is_whitespace() || matches!(c, ')' | ']' | '"' | '\'' | '”' | '’' | '!');
    text.trim_end_matches(closes).ends_with('?')
}

fn finished(mut clause: Clause) -> Clause {
    clause.finish();
    clause
}

/// A sentence with all that rules ask about it, found once.
struct Text<'s> {
    sentence: &'s HeadedSentence,
    frames: Vec<Option<Frame>>,
    tenses: Vec<Tense>,
    /// Why what a word says is not said to be so.
    open: Vec<Option<Withheld>>,
    /// Whether somebody asked about just these words.
    is_asked: bool,
    /// Whether it is written like a title.
    is_title: bool,
}

impl<'s> Text<'s> {
    fn new(sentence: &'s HeadedSentence, care: Care) -> Text<'s> {
        let frames = frames(sentence);
        let mut text = Text {
            sentence,
            tenses: verbs::tenses(sentence),
            open: vec![None; frames.len()],
            is_asked: care == Care::Asked,
            is_title: phrases::is_title(sentence),
            frames,
        };
        let mut depth = 0_usize;
        let mut depths = Vec::with_capacity(text.frames.len());
        for word in sentence.words() {
            match word.form.as_str() {
                "(" | "-LRB-" | "[" | "-LSB-" => depth += 1,
                ")" | "-RRB-" | "]" | "-RSB-" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depths.push(depth);
        }
        for word in sentence.heads_first() {
            let above = sentence.word(word).head.and_then(|head| text.open[head]);
            // Of *"It rains", she said* only the second is vouched for.
            let above = above.filter(|_| !text.reports_above(word));
            let is_aside = sentence.word(word).head.is_some_and(|head| depths[word] > depths[head])
                && !(text.frames[word].is_some() && sentence.is_finite(word));
            let aside = is_aside.then_some(Withheld::Fragment);
            text.open[word] = above.or(aside).or_else(|| text.is_open(word));
        }
        text
    }

    fn frame(&self, verb: usize) -> Option<&Frame> {
        self.frames[verb].as_ref()
    }

    fn may_say(&self, link: &WordLink) -> Result<(), Withheld> {
        if link.is_open {
            return Err(Withheld::Or);
        }
        if is_end_of_range(self.sentence, link) {
            return Err(Withheld::NoRule);
        }
        // A place to hang something is one whether something is hung there or not.
        // What somebody says or thinks, with the verb that says so.
        let is_open_itself = link.relation != LinkRelation::Infinitive
            && !(link.relation == LinkRelation::Complement && self.is_only_reported(link));
        let dependent = self.open[link.dependent].filter(|_| is_open_itself);
        self.open[link.governor].or(dependent).map_or(Ok(()), Err)
    }

    /// *She said that it rained*: whether it did is open, but not that she said so.
    fn is_only_reported(&self, link: &WordLink) -> bool {
        let verb = &self.sentence.word(link.governor).lemma;
        self.open[link.dependent] == Some(Withheld::NotFactual)
            && words::is_reporting(verb)
            && !self.is_quoted(link.dependent)
            && self.is_unsure(link.dependent).is_none()
    }

    /// *Somebody said that prices fell*: so it was said, if not more than that leaves it open.
    fn is_sourced(&self, link: &WordLink) -> bool {
        let sentence = self.sentence;
        let verb = link.governor;
        let mut beside = sentence.with_role(verb, WordRole::Parataxis);
        let is_beside = beside.any(|other| self.reports_above(other));
        let above = sentence.word(verb).head;
        let is_below = sentence.head_as(verb, WordRole::Complement).is_some_and(|head| {
            words::is_reporting(&sentence.word(head).lemma) && self.open[head].is_none()
        });
        self.open[verb] == Some(Withheld::NotFactual)
            && !self.is_quoted(verb)
            && (is_beside && above.is_none() || is_below && self.is_unsure(verb).is_none())
            && self.open[link.dependent] == Some(Withheld::NotFactual)
    }

    /// Why a clause leaves open whether it is so.
    fn is_open(&self, word: usize) -> Option<Withheld> {
        let sentence = self.sentence;
        let here = sentence.word(word);
        if let Some(why) = self.is_unsure(word) {
            return Some(why);
        }
        let marks = || {
            sentence.with_role(word, WordRole::Mark).map(|mark| sentence.word(mark).lemma.as_str())
        };
        let asks = || {
            let mut below = sentence.children(word).iter();
            below.any(|child| {
                matches!(sentence.word(*child).tag.as_str(), "WRB" | "WP" | "WDT" | "WP$")
            })
        };
        let is_or = || {
            sentence
                .with_role(word, WordRole::Coordinator)
                .any(|cc| matches!(sentence.word(cc).lemma.as_str(), "or" | "nor" | "than"))
        };
        let is_clause = self.frames[word].is_some();
        if is_clause && marks().any(|mark| mark == "whether") {
            return Some(Withheld::Question);
        }
        if let Some(why) = self.is_open_above(word) {
            return Some(why);
        }
        match here.role {
            WordRole::Root if !is_clause || !sentence.is_finite(word) && here.tag != "VB" => {
                Some(Withheld::Fragment)
            }
            WordRole::Root if is_asked(&sentence.text) => Some(Withheld::Question),
            WordRole::Root | WordRole::Parataxis | WordRole::Conjunct
                if is_clause && here.tag == "VB" && self.is_imperative(word) =>
            {
                Some(Withheld::Imperative)
            }
            WordRole::AdverbialClause if marks().any(|mark| matches!(mark, "as" | "than")) => {
                Some(Withheld::Fragment)
            }
            WordRole::AdverbialClause if marks().any(words::is_conditional) => {
                Some(Withheld::Conditional)
            }
            WordRole::AdverbialClause if is_clause && sentence.infinitive_mark(word).is_some() => {
                Some(Withheld::Infinitive)
            }
            WordRole::Complement if marks().any(words::is_conditional) || asks() => {
                Some(Withheld::Question)
            }
            WordRole::Complement => {
                let head = here.head.map(|head| sentence.word(head));
                let is_factual = head.is_none_or(|head| words::is_factual(&head.lemma));
                let is_negated = here.head.is_some_and(|head| {
                    self.frames[head].is_some()
                        && !verbs::Group::read(self, head).negation.is_empty()
                });
                match (is_factual && !self.is_quoted(word), is_negated) {
                    (false, _) => Some(Withheld::NotFactual),
                    (_, true) => Some(Withheld::Negated),
                    _ => None,
                }
            }
            WordRole::Conjunct if is_clause && is_or() => Some(Withheld::Or),
            WordRole::Reduced | WordRole::ClausalSubject
                if sentence.infinitive_mark(word).is_some() =>
            {
                Some(Withheld::Infinitive)
            }
            _ => None,
        }
    }

    fn is_imperative(&self, verb: usize) -> bool {
        let has = |role| self.sentence.child(verb, role).is_some();
        let subject = self.frame(verb).and_then(|frame| frame.subject);
        // *Please do come.*
        let is_do = |at: usize| {
            let word = self.sentence.word(at);
            word.lemma == "do" && matches!(word.tag.as_str(), "VB" | "VBP")
        };
        self.sentence.with_role(verb, WordRole::Auxiliary).all(is_do)
            && !has(WordRole::PassiveAuxiliary)
            && subject.is_none()
            && !has(WordRole::Subject)
    }
}
