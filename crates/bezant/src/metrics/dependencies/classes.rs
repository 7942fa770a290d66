//! Errors of dependencies by kind: each word of gold that has not its head and relation in the system
//! is one error, and has one class. See `docs/error-classes.md`.

use std::collections::BTreeMap;

use crate::formats::schemes::without_subtype;
use crate::metrics::dependencies::Subtypes;
use crate::structures::graph::{Graph, ROOT};

/// What kind of error it is. Where several hold, it is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DependencyErrorClass {
    /// The system does not have the word: its tokens are others.
    Words,
    /// Punctuation.
    Punctuation,
    /// It is part of a multiword expression or a name on one side, or of a compound with another head.
    Multiword,
    /// Something is coordinated on one side, or is the conjunction.
    Coordination,
    /// A root on one side alone.
    Root,
    /// The right head; an argument on one side and an adjunct on the other.
    ArgumentOrAdjunct,
    /// The right head, and another wrong relation.
    Label,
    /// A word that belongs to a phrase's head, such as an article or a preposition, has another one.
    FunctionWord,
    /// A noun instead of a verb or other predicate has it.
    NounForPredicate,
    /// A predicate instead of a noun has it.
    PredicateForNoun,
    /// Another noun has it.
    OtherNoun,
    /// Another predicate has it.
    OtherPredicate,
    /// Something else has it.
    Elsewhere,
}

impl DependencyErrorClass {
    /// All of them, in the order in which they are tried.
    pub const ALL: [DependencyErrorClass; 13] = [
        DependencyErrorClass::Words,
        DependencyErrorClass::Punctuation,
        DependencyErrorClass::Multiword,
        DependencyErrorClass::Coordination,
        DependencyErrorClass::Root,
        DependencyErrorClass::ArgumentOrAdjunct,
        DependencyErrorClass::Label,
        DependencyErrorClass::FunctionWord,
        DependencyErrorClass::NounForPredicate,
        DependencyErrorClass::PredicateForNoun,
        DependencyErrorClass::OtherNoun,
        DependencyErrorClass::OtherPredicate,
        DependencyErrorClass::Elsewhere,
    ];

    /// What tables call it.
    pub fn name(self) -> &'static str {
        match self {
            DependencyErrorClass::Words => "Words",
            DependencyErrorClass::Punctuation => "Punctuation",
            DependencyErrorClass::Multiword => "Multiword",
            DependencyErrorClass::Coordination => "Coordination",
            DependencyErrorClass::Root => "Root",
            DependencyErrorClass::ArgumentOrAdjunct => "Argument or adjunct",
            DependencyErrorClass::Label => "Label",
            DependencyErrorClass::FunctionWord => "Function word",
            DependencyErrorClass::NounForPredicate => "Attached to noun, not predicate",
            DependencyErrorClass::PredicateForNoun => "Attached to predicate, not noun",
            DependencyErrorClass::OtherNoun => "Attached to other noun",
            DependencyErrorClass::OtherPredicate => "Attached to other predicate",
            DependencyErrorClass::Elsewhere => "Attached elsewhere",
        }
    }
}

/// An error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DependencyError {
    /// Which word of gold, the first being 0.
    pub word: u32,
    /// Its class.
    pub class: DependencyErrorClass,
    /// Whether its head is wrong, or only the relation.
    pub is_head: bool,
}

/// Errors of a class, and those of them with a wrong head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DependencyClassTally {
    /// Errors.
    pub errors: u64,
    /// Those with a wrong head.
    pub heads: u64,
}

/// The errors of one system by class.
pub type DependencyClasses = BTreeMap<DependencyErrorClass, DependencyClassTally>;

/// Notes the errors of a sentence.
pub(super) fn note(classes: &mut DependencyClasses, errors: &[DependencyError]) {
    for error in errors {
        let tally = classes.entry(error.class).or_default();
        tally.errors += 1;
        tally.heads += u64::from(error.is_head);
    }
}

/// The errors of a stretch of text. `pairs` are words that belong together; `keep` says which words of
/// gold count.
pub(super) fn errors(
    subtypes: Subtypes,
    gold: &Graph<'_>,
    system: &Graph<'_>,
    pairs: &[(u32, u32)],
    keep: impl Fn(u32) -> bool,
) -> Vec<DependencyError> {
    const NONE: u32 = u32::MAX - 1;
    let mut ours = vec![NONE; system.words().len()];
    let mut theirs = vec![NONE; gold.words().len()];
    for (g, s) in pairs {
        ours[*s as usize] = *g;
        theirs[*g as usize] = *s;
    }
    let predicates = predicates(gold);
    let relation = |graph: &Graph<'_>, index: u32| {
        let relation = graph.slice(graph.words()[index as usize].relation);
        match subtypes {
            Subtypes::Compared => relation.to_vec(),
            Subtypes::Ignored => without_subtype(relation).to_vec(),
        }
    };
    let mut found = Vec::new();
    for g in (0..gold.words().len() as u32).filter(|index| keep(*index)) {
        let s = theirs[g as usize];
        if s == NONE {
            let class = DependencyErrorClass::Words;
            found.push(DependencyError { word: g, class, is_head: true });
            continue;
        }
        let (our_head, their_head) = (head(gold, g), head(system, s));
        // A head that gold does not have is no head of gold's.
        let in_gold = if their_head == ROOT { ROOT } else { ours[their_head as usize] };
        let is_head = our_head != in_gold;
        let relations = [relation(gold, g), relation(system, s)];
        if !is_head && relations[0] == relations[1] {
            continue;
        }
        let site = |head: u32| match head {
            NONE => Site::of_tag(system, their_head),
            head if predicates[head as usize] => Site::Predicate,
            head => Site::of_tag(gold, head),
        };
        let bases = [Relation::of(&relations[0]), Relation::of(&relations[1])];
        let either = |wanted: Relation| bases.contains(&wanted);
        let is_mark = gold.slice(gold.words()[g as usize].upos) == b"PUNCT"
            || bases[0] == Relation::Punctuation;
        let class = if is_mark {
            DependencyErrorClass::Punctuation
        } else if either(Relation::Multiword) || is_head && either(Relation::Compound) {
            DependencyErrorClass::Multiword
        } else if either(Relation::Coordination) {
            DependencyErrorClass::Coordination
        } else if is_head && (our_head == ROOT || their_head == ROOT) {
            DependencyErrorClass::Root
        } else if !is_head {
            let is_changed = either(Relation::Argument) && either(Relation::Adjunct);
            match is_changed {
                true => DependencyErrorClass::ArgumentOrAdjunct,
                false => DependencyErrorClass::Label,
            }
        } else if bases[0] == Relation::Functional {
            DependencyErrorClass::FunctionWord
        } else {
            match (site(our_head), site(in_gold)) {
                (Site::Predicate, Site::Noun) => DependencyErrorClass::NounForPredicate,
                (Site::Noun, Site::Predicate) => DependencyErrorClass::PredicateForNoun,
                (Site::Noun, Site::Noun) => DependencyErrorClass::OtherNoun,
                (Site::Predicate, Site::Predicate) => DependencyErrorClass::OtherPredicate,
                _ => DependencyErrorClass::Elsewhere,
            }
        };
        found.push(DependencyError { word: g, class, is_head });
    }
    found
}

fn head(graph: &Graph<'_>, index: u32) -> u32 {
    graph.words()[index as usize].head
}

/// What a head is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Site {
    Noun,
    Predicate,
    Other,
}

impl Site {
    /// By the universal tag, or where there is none by the language's own if it looks like Penn's.
    fn of_tag(graph: &Graph<'_>, index: u32) -> Site {
        if index == ROOT {
            return Site::Other;
        }
        let word = &graph.words()[index as usize];
        match graph.slice(word.upos) {
            b"NOUN" | b"PROPN" | b"PRON" | b"NUM" | b"SYM" => Site::Noun,
            b"VERB" | b"AUX" => Site::Predicate,
            b"_" | b"" => match graph.slice(word.xpos) {
                [b'V', ..] | b"MD" => Site::Predicate,
                [b'N', ..] | b"PRP" | b"CD" | b"WP" | b"EX" => Site::Noun,
                _ => Site::Other,
            },
            _ => Site::Other,
        }
    }
}

/// Which words of gold are predicates whatever their tags are: those with a subject or a copula.
fn predicates(gold: &Graph<'_>) -> Vec<bool> {
    let mut found = vec![false; gold.words().len()];
    for word in gold.words().iter().filter(|word| word.head != ROOT) {
        if matches!(without_subtype(gold.slice(word.relation)), b"nsubj" | b"csubj" | b"cop") {
            found[word.head as usize] = true;
        }
    }
    found
}

/// Kinds of relations. Beside those of Universal Dependencies there are Stanford's and their
/// predecessors'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Punctuation,
    Multiword,
    Compound,
    Coordination,
    Functional,
    Argument,
    Adjunct,
    Other,
}

impl Relation {
    fn of(relation: &[u8]) -> Relation {
        match without_subtype(relation) {
            b"punct" | b"PUNCT" | b"P" => Relation::Punctuation,
            b"fixed" | b"flat" | b"goeswith" | b"mwe" | b"name" | b"prt" | b"NAME" | b"HYPH"
            | b"PRT" => Relation::Multiword,
            b"compound" | b"nn" => Relation::Compound,
            b"conj" | b"cc" | b"preconj" | b"COORD" | b"CONJ" => Relation::Coordination,
            b"case" | b"mark" | b"det" | b"aux" | b"auxpass" | b"cop" | b"clf" | b"predet" => {
                Relation::Functional
            }
            b"nsubj" | b"nsubjpass" | b"csubj" | b"csubjpass" | b"obj" | b"dobj" | b"iobj"
            | b"ccomp" | b"xcomp" | b"pobj" | b"pcomp" | b"acomp" | b"expl" | b"agent" => {
                Relation::Argument
            }
            b"obl" | b"nmod" | b"advcl" | b"advmod" | b"acl" | b"amod" | b"nummod" | b"appos"
            | b"parataxis" | b"discourse" | b"vocative" | b"dislocated" | b"prep" | b"tmod"
            | b"npadvmod" | b"rcmod" | b"vmod" | b"partmod" | b"infmod" => Relation::Adjunct,
            _ => Relation::Other,
        }
    }
}
