//! Lists of English words that rules ask for.

mod holding;
mod losing;
mod needing;
mod people;
mod verbs;
mod whole;

pub(super) use losing::*;
pub(super) use needing::*;
pub(super) use whole::*;

use people::{GIVEN, OF_PEOPLE, PEOPLE, PERSONAL, THINGS_IN_ER, TITLES, TO_PEOPLE};
use verbs::{BY_THINGS, WITH_OBJECT, WITH_OBJECT_AND_INFINITIVE};

/// Verbs whose subject is a person, whatever stands there.
const OF_MIND: &[&str] = &[
    "admit",
    "agree",
    "announce",
    "argue",
    "ask",
    "assume",
    "believe",
    "claim",
    "complain",
    "decide",
    "deny",
    "expect",
    "fear",
    "feel",
    "guess",
    "hear",
    "hope",
    "imagine",
    "know",
    "learn",
    "like",
    "love",
    "plan",
    "promise",
    "realize",
    "remember",
    "say",
    "suspect",
    "tell",
    "think",
    "try",
    "understand",
    "want",
    "wish",
    "wonder",
    "write",
];

/// Verbs that say what somebody holds for true, or wants, without saying that it is so.
const NOT_FACTUAL: &[&str] = &[
    "allege",
    "appear",
    "assume",
    "believe",
    "claim",
    "demand",
    "deny",
    "doubt",
    "dream",
    "expect",
    "fear",
    "feel",
    "guess",
    "hope",
    "imagine",
    "insist",
    "pray",
    "prefer",
    "presume",
    "pretend",
    "propose",
    "recommend",
    "seem",
    "suggest",
    "suppose",
    "suspect",
    "think",
    "wish",
    "wonder",
];

/// Verbs of speech and thought that do not take *something* for what was said or thought.
const WITHOUT_SOMETHING: &[&str] = &[
    "agree",
    "be",
    "boast",
    "brag",
    "care",
    "complain",
    "hope",
    "insist",
    "joke",
    "laugh",
    "look",
    "matter",
    "mind",
    "object",
    "pray",
    "protest",
    "reply",
    "respond",
    "seem",
    "sound",
    "speculate",
    "vow",
    "wish",
    "wonder",
    "worry",
];

/// Verbs that need what they are completed by: *become*, *seem*.
const LINKING: &[&str] = &[
    "appear", "base", "become", "call", "consider", "deem", "feel", "get", "go", "grow", "keep",
    "leave", "look", "make", "name", "prove", "remain", "seem", "smell", "sound", "stay", "taste",
    "title", "turn",
];

/// Verbs that say little without a preposition.
const WITH_PREPOSITION: &[&str] = &[
    "account",
    "adhere",
    "amount",
    "base",
    "belong",
    "call",
    "consist",
    "contribute",
    "cope",
    "correspond",
    "date",
    "deal",
    "depend",
    "derive",
    "end",
    "engage",
    "focus",
    "go",
    "lead",
    "lie",
    "listen",
    "live",
    "locate",
    "look",
    "participate",
    "point",
    "put",
    "refer",
    "relate",
    "rely",
    "reside",
    "resort",
    "result",
    "situate",
    "stem",
    "stick",
    "tend",
];

/// Adjectives that cannot stand behind *is*.
const ONLY_BEFORE_NOUNS: &[&str] = &[
    "actual",
    "alleged",
    "another",
    "certain",
    "chief",
    "current",
    "different",
    "else",
    "entire",
    "eventual",
    "eldest",
    "elder",
    "exact",
    "existing",
    "few",
    "following",
    "former",
    "further",
    "future",
    "general",
    "half",
    "inner",
    "initial",
    "joint",
    "key",
    "last",
    "late",
    "latter",
    "least",
    "less",
    "little",
    "lone",
    "main",
    "major",
    "many",
    "maximum",
    "mere",
    "minimum",
    "mock",
    "more",
    "most",
    "much",
    "next",
    "occasional",
    "old",
    "only",
    "original",
    "other",
    "outer",
    "overall",
    "own",
    "particular",
    "past",
    "potential",
    "present",
    "previous",
    "prime",
    "principal",
    "prior",
    "recent",
    "respective",
    "same",
    "self-styled",
    "several",
    "sheer",
    "single",
    "so-called",
    "sole",
    "specific",
    "subsequent",
    "such",
    "then",
    "top",
    "total",
    "upper",
    "usual",
    "utter",
    "various",
    "very",
    "vice",
    "whole",
    "would-be",
    "fake",
    "putative",
    "supposed",
    "would",
];

/// Nouns that stand for what follows *of*.
const PARTITIVE: &[&str] = &[
    "all",
    "amount",
    "any",
    "both",
    "bunch",
    "couple",
    "deal",
    "dozen",
    "each",
    "either",
    "few",
    "group",
    "half",
    "handful",
    "host",
    "kind",
    "lot",
    "majority",
    "many",
    "most",
    "neither",
    "none",
    "number",
    "one",
    "pair",
    "part",
    "percent",
    "percentage",
    "piece",
    "plenty",
    "portion",
    "quarter",
    "range",
    "rest",
    "series",
    "set",
    "several",
    "share",
    "bit",
    "case",
    "some",
    "sort",
    "third",
    "ton",
    "type",
    "variety",
    "%",
];

/// Adverbs that turn a sentence around, and are never left out.
const NEGATIVE: &[&str] = &[
    "not", "n't", "never", "hardly", "scarcely", "barely", "rarely", "seldom", "nowhere",
    "neither", "nor", "almost", "nearly", "no",
];

/// What begins a clause that is not said to be so.
const CONDITIONAL: &[&str] =
    &["if", "unless", "whether", "lest", "in case", "until", "till", "before", "without"];

/// Adverbs that say how, where or when, and stand behind the verb.
const ADVERBS: &[&str] = &[
    "abroad",
    "again",
    "alone",
    "apart",
    "away",
    "back",
    "daily",
    "early",
    "everywhere",
    "fast",
    "forever",
    "hard",
    "home",
    "late",
    "often",
    "once",
    "outside",
    "overseas",
    "sideways",
    "sometimes",
    "soon",
    "straight",
    "together",
    "tomorrow",
    "tonight",
    "twice",
    "upstairs",
    "weekly",
    "yesterday",
];

/// Adverbs in *-ly* that speak of the whole sentence, or of how much.
const ABOUT_SENTENCES: &[&str] = &[
    "accordingly",
    "actually",
    "additionally",
    "allegedly",
    "apparently",
    "arguably",
    "basically",
    "certainly",
    "clearly",
    "consequently",
    "especially",
    "essentially",
    "eventually",
    "evidently",
    "exactly",
    "extremely",
    "finally",
    "firstly",
    "fortunately",
    "frankly",
    "generally",
    "hardly",
    "highly",
    "honestly",
    "hopefully",
    "importantly",
    "indeed",
    "initially",
    "interestingly",
    "ironically",
    "lastly",
    "likely",
    "mainly",
    "mostly",
    "namely",
    "nearly",
    "normally",
    "notably",
    "obviously",
    "only",
    "particularly",
    "possibly",
    "presumably",
    "previously",
    "primarily",
    "probably",
    "really",
    "relatively",
    "reportedly",
    "sadly",
    "secondly",
    "seemingly",
    "similarly",
    "simply",
    "specifically",
    "surely",
    "surprisingly",
    "totally",
    "truly",
    "typically",
    "ultimately",
    "undoubtedly",
    "unfortunately",
    "usually",
    "very",
    "virtually",
    "widely",
];

fn has(list: &[&str], word: &str) -> bool {
    list.contains(&word)
}

pub(super) fn is_person(lemma: &str) -> bool {
    let ends = |end: &&&str| lemma.len() > end.len() + 2 && lemma.ends_with(**end);
    has(PEOPLE, lemma)
        || has(PERSONAL, lemma)
        || !whole::is_thing(lemma) && OF_PEOPLE.iter().any(|end| ends(&end))
}

/// Whether a noun that is not known might be for a person: *plumber*.
pub(super) fn may_be_person(lemma: &str) -> bool {
    let is_thing = has(THINGS_IN_ER, lemma) || whole::is_thing(lemma);
    lemma.len() > 4
        && (lemma.ends_with("er") || lemma.ends_with("or") || lemma.ends_with("ant"))
        && !is_thing
}

pub(super) fn is_name_of_person(lemma: &str) -> bool {
    has(GIVEN, lemma) || has(TITLES, lemma)
}

pub(super) fn is_done_to_people(verb: &str) -> bool {
    has(TO_PEOPLE, verb)
}

pub(super) fn is_done_by_people(verb: &str) -> bool {
    has(OF_MIND, verb)
}

pub(super) fn is_factual(verb: &str) -> bool {
    !has(NOT_FACTUAL, verb) && !whole::supposes(verb) && !is_reporting(verb)
}

pub(super) fn says_something(verb: &str) -> bool {
    !has(WITHOUT_SOMETHING, verb)
}

pub(super) fn needs_complement(verb: &str) -> bool {
    has(LINKING, verb)
}

pub(super) fn needs_object(verb: &str) -> bool {
    has(WITH_OBJECT, verb)
}

pub(super) fn is_done_by_things(verb: &str) -> bool {
    has(BY_THINGS, verb)
}

pub(super) fn takes_object_and_infinitive(verb: &str) -> bool {
    has(WITH_OBJECT_AND_INFINITIVE, verb)
}

pub(super) fn needs_preposition(verb: &str) -> bool {
    has(WITH_PREPOSITION, verb) || whole::is_never_alone(verb)
}

pub(super) fn can_follow_be(adjective: &str) -> bool {
    !has(ONLY_BEFORE_NOUNS, adjective) && !holding::has(holding::NOT_SAID, adjective)
}

pub(super) fn is_partitive(noun: &str) -> bool {
    has(PARTITIVE, noun)
}

pub(super) fn is_negative(adverb: &str) -> bool {
    has(NEGATIVE, adverb)
}

pub(super) fn is_plain_adverb(adverb: &str) -> bool {
    has(ADVERBS, adverb)
}

pub(super) fn is_about_sentences(adverb: &str) -> bool {
    has(ABOUT_SENTENCES, adverb)
}

pub(super) fn is_conditional(mark: &str) -> bool {
    has(CONDITIONAL, mark)
}

pub(super) fn is_never_done_to(verb: &str) -> bool {
    holding::has(holding::INTRANSITIVE, verb)
}

pub(super) fn is_always_done_to(verb: &str) -> bool {
    holding::has(holding::TRANSITIVE, verb)
}

pub(super) fn tells_somebody(verb: &str) -> bool {
    holding::has(holding::TELLING, verb)
}

pub(super) fn has_its_thing(verb: &str) -> bool {
    !holding::has(holding::WITHOUT_THING, verb)
}

pub(super) fn is_sure(adjective: &str) -> bool {
    !holding::has(holding::UNSURE, adjective)
}

pub(super) fn is_hedge(adverb: &str) -> bool {
    holding::has(holding::HEDGES, adverb)
}

pub(super) fn is_of_what_was_done(preposition: &str) -> bool {
    holding::has(holding::OF_DONE, preposition)
}

pub(super) fn is_time(noun: &str) -> bool {
    holding::has(holding::TIMES, noun)
}

pub(super) fn is_unit(noun: &str) -> bool {
    holding::has(holding::UNITS, noun)
}

pub(super) fn is_idiom(verb: &str, noun: &str) -> bool {
    let joined = |one: &str| one.split_once('_') == Some((verb, noun));
    holding::IDIOMS.split(' ').any(joined)
}

/// Whether a noun means nothing without what follows *of*: *lack*.
pub(super) fn needs_whole(noun: &str) -> bool {
    is_partitive(noun) || holding::has(holding::OF_OTHERS, noun)
}

pub(super) fn has_two_objects(verb: &str) -> bool {
    holding::has(holding::OF_TWO, verb)
}

pub(super) fn goes_with_of(verb: &str) -> bool {
    holding::has(holding::WITH_OF, verb)
}

pub(super) fn is_like_preposition(verb: &str) -> bool {
    holding::has(holding::LIKE_PREPOSITIONS, verb)
}

pub(super) fn needs_infinitive(adjective: &str) -> bool {
    holding::has(holding::WITH_INFINITIVE, adjective)
}

pub(super) fn is_like_particle(adverb: &str) -> bool {
    holding::has(holding::LIKE_PARTICLES, adverb)
}

pub(super) fn is_like_determiner(adjective: &str) -> bool {
    holding::has(holding::LIKE_DETERMINERS, adjective)
}

/// Whether an adjective says to what something belongs, not what it is like: *political*.
pub(super) fn is_relational(adjective: &str) -> bool {
    let ends = ["al", "ic", "ular", "human", "-"];
    ends.iter().any(|end| adjective.ends_with(end)) || adjective.contains('-')
}

/// Whether an adverb leaves less than an adjective or says the contrary: *less active*.
pub(super) fn is_weakening(adverb: &str) -> bool {
    is_negative(adverb) || matches!(adverb, "less" | "least" | "little" | "not")
}
