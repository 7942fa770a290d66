//! Hypotheses from parses: which words belong together, and a short sentence that says so.
//!
//! ```text
//! parse ─► sentence ─► frames ─► links ─► differences ─► hypotheses ─► pairs
//! ```
//!
//! A [sentence](HeadedSentence) is any parse as a tree whose heads carry content; a [link](WordLink) is two content words
//! that belong together, deeper than an arc. Links that parses [disagree](find) on are written down by rules and
//! [answered](silver) by gold; whole files are [paired and worked through](corpus), and a part of what comes out can
//! be [chosen](choose). Everything that is English stands behind [`Language`].
//!
//! ```
//! use bezant::entailment::generate::silver::{Questioning, questions};
//! use bezant::entailment::generate::version::Version;
//! use bezant::entailment::generate::{English, read_sentence};
//! use bezant::entailment::parses::{ParseSpace, Parses, Reading};
//!
//! let tree = b"(S (NP (NNP John)) (VP (VBD slept) (PP (IN in) (NP (DT the) (NN bed)))) (. .))";
//! let parses = Parses::read_all("gold", tree, Reading::default(), None)?;
//! let sentence = read_sentence(&parses, 0, None, &English, &mut ParseSpace::default())?;
//! let gold = Version::new(sentence);
//! let asked = questions(&English, Some(&gold), &[], &Questioning::default()).asked;
//! let written: Vec<&str> = asked.iter().map(|one| one.hypothesis.as_str()).collect();
//! assert_eq!(written, ["John slept.", "Somebody slept in the bed."]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
pub mod choose;
pub mod corpus;
pub mod english;
pub mod find;
pub mod hypothesis;
pub mod links;
mod names;
mod pairing;
mod partial;
mod plausible;
pub mod sentence;
pub mod silver;
pub mod texts;
pub mod version;
pub mod word_pairs;

pub use corpus::{GenerateOptions, Generated, Material, SourceFrom, generate, read_sentence};
pub use english::English;
pub use hypothesis::Clause;
pub use links::{Construction, LinkRelation, WordLink, frames, links};
pub(crate) use names::construction_name;
pub use names::relation_name;
pub use sentence::{HeadedSentence, WordRole};

use std::fmt;

/// A way to write a hypothesis, as the list of rules shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it is called.
    pub name: &'static str,
    /// What it is for.
    pub relation: LinkRelation,
    /// An example: a text.
    pub text: &'static str,
    /// And what the rule makes of it.
    pub hypothesis: &'static str,
    /// What undoes it when pairs are decided: switches of equivalences, or `dummies` for words that the text
    /// does not have; nothing if nothing is needed, and `none` if nothing does it.
    pub undone_by: &'static str,
}

/// What a rule made of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writing {
    /// The rule.
    pub rule: &'static str,
    /// A sentence, or why there is none.
    pub written: Result<Clause, Withheld>,
}

/// How careful a writer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// What the sentence leaves open is withheld.
    Careful,
    /// It is not, to see what could be said.
    Free,
    /// It is not, because somebody asked about just these words; and what is not one of them is left out or
    /// replaced more freely, as people do.
    Asked,
}

/// Why there is no hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Withheld {
    /// There is an *or* between this and others.
    Or,
    /// It is asked.
    Question,
    /// It is a condition.
    Conditional,
    /// There is no verb that says when.
    Fragment,
    /// It is a command.
    Imperative,
    /// Somebody thinks or hopes it.
    NotFactual,
    /// It is denied, so that less cannot be said.
    Negated,
    /// It is wanted or planned.
    Infinitive,
    /// A pronoun that means nothing alone.
    Pronoun,
    /// There is no noun where one is needed.
    NoNoun,
    /// There is no subject.
    NoSubject,
    /// A verb that has no passive.
    NoPassive,
    /// A name, of which one does not say that there is one.
    Name,
    /// An adjective that only stands before nouns.
    NotSaidOfNouns,
    /// Too many verbs.
    Deep,
    /// A thing that may not be there.
    NotThere,
    /// A part of a longer word.
    Torn,
    /// A verb lacks what it says nothing without.
    Unfinished,
    /// What would be left out turns it into something else.
    Lost,
    /// It is the text itself.
    Repeated,
    /// The rule is for something else.
    NoRule,
}

impl Withheld {
    /// All of them.
    pub const ALL: [Withheld; 21] = [
        Withheld::Or,
        Withheld::Question,
        Withheld::Conditional,
        Withheld::Fragment,
        Withheld::Imperative,
        Withheld::NotFactual,
        Withheld::Negated,
        Withheld::Infinitive,
        Withheld::Pronoun,
        Withheld::NoNoun,
        Withheld::NoSubject,
        Withheld::NoPassive,
        Withheld::Name,
        Withheld::NotSaidOfNouns,
        Withheld::Deep,
        Withheld::NotThere,
        Withheld::Torn,
        Withheld::Unfinished,
        Withheld::Lost,
        Withheld::Repeated,
        Withheld::NoRule,
    ];
}

impl fmt::Display for Withheld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Withheld::Or => "joined by or",
            Withheld::Question => "a question",
            Withheld::Conditional => "a condition",
            Withheld::Fragment => "not a whole sentence",
            Withheld::Imperative => "a command",
            Withheld::NotFactual => "only thought or hoped",
            Withheld::Negated => "denied, so that less cannot be said",
            Withheld::Infinitive => "only wanted or planned",
            Withheld::Pronoun => "a pronoun that means nothing alone",
            Withheld::NoNoun => "no noun where one is needed",
            Withheld::NoSubject => "no subject",
            Withheld::NoPassive => "a verb without a passive",
            Withheld::Name => "a name, of which one does not say that there is one",
            Withheld::NotSaidOfNouns => "an adjective that only stands before nouns",
            Withheld::Deep => "too many verbs above each other",
            Withheld::NotThere => "a thing that may not be there",
            Withheld::Torn => "a part of a longer word",
            Withheld::Unfinished => "a verb without what it needs",
            Withheld::Lost => "something else without what would be left out",
            Withheld::Repeated => "the text itself",
            Withheld::NoRule => "no rule fits",
        })
    }
}

/// What has to be known of a language.
pub trait Language {
    /// Its name.
    fn name(&self) -> &'static str;
    /// Its name, as it is written in a sentence.
    fn title(&self) -> &'static str;
    /// Whether a sentence is of this language, as far as one can tell.
    fn is_spoken(&self, sentence: &HeadedSentence) -> bool;
    /// Its rules.
    fn rules(&self) -> Vec<Rule>;
    /// What each rule makes of each link, best first.
    fn write(&self, sentence: &HeadedSentence, links: &[WordLink], care: Care)
    -> Vec<Vec<Writing>>;
    /// Whether a word stands for a part of what hangs on it: *one* of them, *a lot* of snow.
    fn is_part_of(&self, sentence: &HeadedSentence, word: usize) -> bool;
    /// Whether what a verb says of a thing it says of its parts, too: a test *of blood* involves blood.
    fn reaches_parts(&self, sentence: &HeadedSentence, verb: usize) -> bool;
    /// Whether what a verb says is as true with its parts in each other's places: *Ann met Bob*.
    fn is_two_way(&self, sentence: &HeadedSentence, verb: usize) -> bool;
    /// Whether a word can be one of a pair.
    fn is_content(&self, sentence: &HeadedSentence, word: usize) -> bool;
}
