//! Where a clause lacks a word that stands before it.

use crate::entailment::generate::sentence::{HeadedSentence, WordRole};
use crate::entailment::unbounded::relations::Kind;

/// A place for a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    /// The word it depends on there.
    pub(super) governor: usize,
    /// As what.
    pub(super) kind: Kind,
}

impl Gap {
    fn object(governor: usize) -> Gap {
        Gap { governor, kind: Kind::Object }
    }
}

/// Words that open relative clauses and questions.
const ASKING: [&str; 14] = [
    "what",
    "whatever",
    "which",
    "whichever",
    "who",
    "whoever",
    "whom",
    "whomever",
    "whose",
    "when",
    "where",
    "why",
    "how",
    "however",
];

/// Verbs with a person and a clause: *whom she told that it rained*.
const TELLING: [&str; 12] = [
    "tell", "ask", "remind", "inform", "warn", "assure", "convince", "persuade", "promise", "show",
    "teach", "advise",
];

/// Verbs with a person and what that person is to do.
const ASKED: [&str; 18] = [
    "ask",
    "tell",
    "force",
    "allow",
    "enable",
    "persuade",
    "order",
    "urge",
    "permit",
    "require",
    "encourage",
    "help",
    "invite",
    "advise",
    "teach",
    "cause",
    "lead",
    "expect",
];

/// Verbs with somebody and what that is found to be or seen doing.
const SEEING: [&str; 22] = [
    "see", "hear", "feel", "watch", "notice", "find", "catch", "leave", "keep", "consider", "deem",
    "make", "render", "declare", "hold", "set", "get", "think", "believe", "prefer", "paint",
    "show",
];

/// Verbs that give a name.
const NAMING: [&str; 9] =
    ["call", "name", "term", "dub", "label", "style", "title", "christen", "nickname"];

/// Verbs with two objects.
const GIVING: [&str; 16] = [
    "give", "pay", "offer", "show", "teach", "tell", "ask", "send", "grant", "award", "deny",
    "owe", "lend", "set", "charge", "promise",
];

/// Verbs with two objects of which the second is what a passive lacks: *the sums they were paid*.
const PAYING: [&str; 9] =
    ["pay", "give", "award", "grant", "send", "lend", "deny", "owe", "charge"];

/// Words that can be prepositions, whatever parsers call those that have lost their nouns.
const PREPOSITIONS: [&str; 36] = [
    "about", "above", "across", "after", "against", "along", "among", "around", "as", "at",
    "before", "behind", "below", "beneath", "beside", "between", "beyond", "by", "for", "from",
    "in", "into", "like", "near", "of", "off", "on", "onto", "over", "than", "through", "to",
    "under", "upon", "with", "without",
];

/// Nouns with a clause that says what they are: *the fact that she wrote*.
const CONTENT: [&str; 44] = [
    "agreement",
    "argument",
    "assertion",
    "assumption",
    "belief",
    "chance",
    "claim",
    "complaint",
    "conclusion",
    "condition",
    "conviction",
    "danger",
    "decision",
    "doubt",
    "effect",
    "evidence",
    "expectation",
    "fact",
    "fear",
    "feeling",
    "ground",
    "guarantee",
    "hope",
    "idea",
    "impression",
    "knowledge",
    "likelihood",
    "news",
    "notion",
    "opinion",
    "point",
    "possibility",
    "proof",
    "proposal",
    "reason",
    "report",
    "rumor",
    "sign",
    "statement",
    "suggestion",
    "suspicion",
    "theory",
    "thought",
    "view",
];

fn is_one(tree: &HeadedSentence, word: usize, lemmas: &[&str]) -> bool {
    lemmas.contains(&tree.word(word).lemma.as_str())
}

/// Whether a verb gives a name.
pub(super) fn is_naming(tree: &HeadedSentence, word: usize) -> bool {
    is_one(tree, word, &NAMING)
}

/// Whether a word opens relative clauses or questions.
fn is_asking(tree: &HeadedSentence, word: usize) -> bool {
    let word = tree.word(word);
    let small = word.form.to_lowercase();
    ASKING.contains(&small.as_str())
        || small == "that"
            && (matches!(&*word.tag, "WDT" | "WP")
                || word.tag != "IN"
                    && matches!(
                        word.role,
                        WordRole::Subject | WordRole::PassiveSubject | WordRole::Object
                    ))
}

/// The noun of a relative clause, whatever it is called: a clause with a tense and a subject that hangs on a noun is one,
/// unless it says what the noun is. Parsers take *that* for a conjunction, and then have no name for the clause.
pub(super) fn relative_noun(tree: &HeadedSentence, clause: usize) -> Option<usize> {
    let noun = tree.word(clause).head?;
    match tree.word(clause).role {
        WordRole::Relative => Some(noun),
        WordRole::Reduced | WordRole::Complement | WordRole::Other => {
            let is_that = |mark: usize| tree.word(mark).lemma == "that";
            let is_content =
                tree.with_role(clause, WordRole::Mark).any(is_that) && is_one(tree, noun, &CONTENT);
            let is_one = tree.is_nominal(noun)
                && tree.child(noun, WordRole::Copula).is_none()
                && clause > noun
                && tree.is_finite(clause)
                && has_subject(tree, clause, None)
                && !is_content;
            is_one.then_some(noun)
        }
        _ => None,
    }
}

/// The pronoun of a relative clause: the first of its words that is one, behind the noun (or whatever stands before
/// the clause) and before the verb.
pub(super) fn pronoun(tree: &HeadedSentence, clause: usize, noun: usize) -> Option<usize> {
    let mut rest = vec![clause];
    let mut found: Option<usize> = None;
    while let Some(word) = rest.pop() {
        for &child in tree.children(word) {
            let is_other = matches!(tree.word(child).role, WordRole::Relative)
                || tree.word(child).role == WordRole::Conjunct && word == clause;
            if is_other {
                continue;
            }
            let is_before = child < clause && (child > noun || noun > clause);
            if is_before && is_asking(tree, child) {
                found = Some(found.map_or(child, |first| first.min(child)));
            }
            rest.push(child);
        }
    }
    found
}

/// What the tree says of a word that opens a clause, where it says something definite.
pub(super) fn stated(tree: &HeadedSentence, word: usize) -> Vec<Gap> {
    let Some(head) = tree.word(word).head else { return Vec::new() };
    let gap = |kind| vec![Gap { governor: head, kind }];
    match tree.word(word).role {
        WordRole::Subject | WordRole::PassiveSubject | WordRole::ClausalSubject => {
            gap(Kind::Subject)
        }
        WordRole::Object | WordRole::Indirect => gap(Kind::Object),
        WordRole::OpenComplement | WordRole::Bare => gap(Kind::Object),
        WordRole::Prepositional => {
            let cases = tree.prepositions(word);
            cases.first().map_or_else(Vec::new, |case| vec![Gap::object(*case)])
        }
        WordRole::Adverb => gap(Kind::Adverb),
        WordRole::Possessor => gap(Kind::Other("poss".to_string())),
        _ => Vec::new(),
    }
}

/// The verb before which a word or its noun stands to ask or to open a free relative, if it does: *what* he read, *what
/// book* he read, *how many books*.
pub(super) fn fronted(tree: &HeadedSentence, word: usize) -> Option<usize> {
    let head = tree.word(word).head.filter(|head| *head > word)?;
    if !tree.is_predicate(head) || tree.word(word).role == WordRole::Adverb {
        return None;
    }
    // Those of relative clauses stand for another word.
    if relative_noun(tree, head).is_some() {
        return None;
    }
    let asks = |at: usize| {
        let is_part = tree.word(at).role == WordRole::Determiner;
        is_part && is_asking(tree, at)
    };
    let how_many = |at: usize| {
        let is_amount = matches!(tree.word(at).role, WordRole::Adjective | WordRole::Number);
        is_amount && tree.children(at).iter().any(|child| is_asking(tree, *child))
    };
    let is_one = is_asking(tree, word) && !tree.word(word).form.eq_ignore_ascii_case("that")
        || tree.children(word).iter().any(|child| asks(*child) || how_many(*child));
    is_one.then_some(head)
}

/// Whether a predicate has a subject other than some word.
pub(super) fn has_subject(tree: &HeadedSentence, verb: usize, but: Option<usize>) -> bool {
    let roles = [
        WordRole::Subject,
        WordRole::PassiveSubject,
        WordRole::ClausalSubject,
        WordRole::Expletive,
    ];
    roles.iter().any(|role| tree.with_role(verb, *role).any(|child| Some(child) != but))
}

fn has_object(tree: &HeadedSentence, verb: usize, but: Option<usize>) -> bool {
    tree.with_role(verb, WordRole::Object).any(|child| Some(child) != but)
}

fn has_clause(tree: &HeadedSentence, verb: usize) -> bool {
    tree.with_role(verb, WordRole::Complement).any(|child| tree.is_finite(child))
}

fn is_passive(tree: &HeadedSentence, verb: usize) -> bool {
    tree.child(verb, WordRole::PassiveAuxiliary).is_some()
        || tree.child(verb, WordRole::PassiveSubject).is_some()
}

/// Whether a verb could have an object and has none.
pub(super) fn lacks_object(tree: &HeadedSentence, verb: usize) -> bool {
    takes_object(tree, verb, None)
}

fn takes_object(tree: &HeadedSentence, verb: usize, but: Option<usize>) -> bool {
    let word = tree.word(verb);
    if has_object(tree, verb, but) {
        return false;
    }
    let is_copular = tree.child(verb, WordRole::Copula).is_some()
        || word.lemma == "be" && tree.child(verb, WordRole::OpenComplement).is_some();
    word.lemma == "worth"
        || word.is("VB") && !is_copular && !is_passive(tree, verb) && !has_clause(tree, verb)
}

/// Whether a preposition has lost its noun.
pub(super) fn is_bare(tree: &HeadedSentence, word: usize) -> bool {
    let about = tree.word(word);
    let has_place = matches!(
        about.role,
        WordRole::Prepositional | WordRole::Case | WordRole::Adverb | WordRole::Other
    );
    let is_head_before = about.head.is_some_and(|head| {
        // The preposition of a noun stands before it.
        about.role != WordRole::Case || head < word && !tree.is_nominal(head)
    });
    let holds = |child: &usize| {
        let role = tree.word(*child).role;
        !matches!(
            role,
            WordRole::Adverb
                | WordRole::Punctuation
                | WordRole::Conjunct
                | WordRole::Coordinator
                | WordRole::Fixed
                | WordRole::Case
        )
    };
    has_place
        && is_head_before
        && PREPOSITIONS.contains(&about.form.to_lowercase().as_str())
        && !tree.children(word).iter().any(holds)
}

/// The preposition without a noun that belongs to a predicate, to its object or to what it is.
fn bare_preposition(tree: &HeadedSentence, verb: usize) -> Option<usize> {
    let own = |word: usize| {
        let mut children = tree.children(word).iter().copied();
        children.rfind(|child| *child > verb && is_bare(tree, *child))
    };
    let nouns = [WordRole::Object, WordRole::OpenComplement, WordRole::Adverb, WordRole::Bare];
    let below = || nouns.iter().flat_map(|role| tree.with_role(verb, *role)).find_map(own);
    own(verb).or_else(below)
}

/// No gap is deeper.
const DEEPEST: usize = 16;

/// A predicate and those that complete it, one below the other.
fn chain(tree: &HeadedSentence, top: usize, but: Option<usize>) -> Vec<usize> {
    let below = |at: &usize| {
        let at = *at;
        let complements = [WordRole::OpenComplement, WordRole::Complement];
        let clause = complements
            .iter()
            .flat_map(|role| tree.with_role(at, *role))
            .filter(|word| *word > at && Some(*word) != but && tree.is_predicate(*word))
            .last();
        if let Some(clause) = clause {
            // *the birds she saw flying*: the birds belong to what she saw.
            let is_seen = is_one(tree, at, &SEEING) || is_naming(tree, at);
            let word = tree.word(clause);
            let is_small = word.tag == "VBG"
                || !word.is("VB") && !has_subject(tree, clause, None) && !tree.is_finite(clause);
            let stops = is_seen && is_small && !has_object(tree, at, but);
            return (!stops).then_some(clause);
        }
        // *which he made no effort to change*
        let objects = tree.with_role(at, WordRole::Object).filter(|object| Some(*object) != but);
        let mut wanted = objects.flat_map(|object| tree.with_role(object, WordRole::Reduced));
        wanted.find(|word| *word > at && tree.infinitive_mark(*word).is_some())
    };
    std::iter::successors(Some(top), below).take(DEEPEST).collect()
}

/// A clause below the top that has a tense and no subject.
fn lacks_subject(tree: &HeadedSentence, verb: usize, but: Option<usize>) -> bool {
    tree.is_finite(verb) && !has_subject(tree, verb, but)
}

/// Where a clause lacks a word: the subject of the first of its verbs that has a tense and none, or else what stands
/// behind a preposition, or else the object of the deepest verb that could have one.
pub(super) fn seek(tree: &HeadedSentence, top: usize, but: Option<usize>) -> Option<Gap> {
    let chain = chain(tree, top, but);
    if let Some(verb) = chain.iter().find(|verb| lacks_subject(tree, **verb, but)) {
        return Some(Gap { governor: *verb, kind: Kind::Subject });
    }
    let is_paid = |verb: &&usize| {
        is_passive(tree, **verb) && is_one(tree, **verb, &PAYING) && !has_object(tree, **verb, but)
    };
    if let Some(verb) = chain.iter().find(is_paid) {
        return Some(Gap::object(*verb));
    }
    let preposition = || chain.iter().rev().find_map(|verb| bare_preposition(tree, *verb));
    let object = || chain.iter().rev().copied().find(|verb| takes_object(tree, *verb, but));
    let named = || chain.iter().rev().copied().find(|verb| is_naming(tree, *verb));
    let second = || {
        let gives = |verb: &usize| is_one(tree, *verb, &GIVING) || has_reflexive(tree, *verb);
        chain.iter().rev().copied().find(gives)
    };
    preposition().or_else(object).or_else(named).or_else(second).map(Gap::object)
}

/// *the goal she set herself*
fn has_reflexive(tree: &HeadedSentence, verb: usize) -> bool {
    let is_self = |word: usize| {
        let form = tree.word(word).form.to_lowercase();
        form.ends_with("self") || form.ends_with("selves")
    };
    tree.with_role(verb, WordRole::Object).any(is_self)
}

/// Where a word belongs that the tree calls the object of a verb, if it cannot be that: the verb has a clause in which
/// something is lacking, or a preposition that has lost its noun.
pub(super) fn lower(tree: &HeadedSentence, verb: usize, but: Option<usize>) -> Option<Gap> {
    if !tree.word(verb).is("VB") && !tree.is_predicate(verb) {
        return None;
    }
    let chain = chain(tree, verb, but);
    let below = chain.get(1..).unwrap_or_default();
    if let Some(verb) = below.iter().find(|verb| lacks_subject(tree, **verb, but)) {
        return Some(Gap { governor: *verb, kind: Kind::Subject });
    }
    if let Some(case) = chain.iter().rev().find_map(|verb| bare_preposition(tree, *verb)) {
        return Some(Gap::object(case));
    }
    let has_clause = has_clause(tree, verb) && !is_one(tree, verb, &TELLING);
    let is_infinitive =
        |word: usize| tree.word(word).is("VB") && tree.infinitive_mark(word).is_some();
    let has_open = tree.with_role(verb, WordRole::OpenComplement).any(is_infinitive);
    // *what they expected her to do*
    let has_own = tree
        .with_role(verb, WordRole::Complement)
        .any(|word| is_infinitive(word) && has_subject(tree, word, but));
    let has_other = has_object(tree, verb, but) || has_own;
    let is_moved = has_clause || has_open && (has_other || !is_one(tree, verb, &ASKED));
    let takes = |verb: &usize| takes_object(tree, *verb, but) || is_naming(tree, *verb);
    let object = below.iter().rev().copied().find(takes);
    object.filter(|_| is_moved || has_other).map(Gap::object)
}
