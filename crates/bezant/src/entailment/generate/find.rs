//! What parsers disagree on: links that one parse of a sentence has and another has not.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use crate::entailment::answers::Answer;
use crate::entailment::generate::version::{Key, Version};
use crate::entailment::generate::{LinkRelation, WordLink, WordRole};
use crate::error::{ChoiceFault, ChoiceProblem};

/// Differences that are not about what a sentence says, but about how parsers write it down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StyleDifference {
    /// What hangs on marks and symbols.
    Punctuation,
    /// Which conjunct stands for all.
    Coordination,
    /// Which word of a name or compound stands for it.
    Compounds,
    /// Whether an auxiliary or copula, or what it helps, is the head.
    Auxiliaries,
    /// Whether a word is a particle, an adverb or a preposition of its verb.
    Particles,
    /// What the relation between the same two words is called.
    Labels,
}

impl StyleDifference {
    /// All, in the order in which they are tried.
    pub const ALL: [StyleDifference; 6] = [
        StyleDifference::Punctuation,
        StyleDifference::Particles,
        StyleDifference::Auxiliaries,
        StyleDifference::Compounds,
        StyleDifference::Coordination,
        StyleDifference::Labels,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            StyleDifference::Punctuation => "punctuation",
            StyleDifference::Coordination => "coordination",
            StyleDifference::Compounds => "compounds",
            StyleDifference::Auxiliaries => "auxiliaries",
            StyleDifference::Particles => "particles",
            StyleDifference::Labels => "labels",
        }
    }

    /// What is set aside by it.
    pub fn about(self) -> &'static str {
        match self {
            StyleDifference::Punctuation => {
                "a word without a letter or digit, such as a mark or a symbol"
            }
            StyleDifference::Particles => {
                "what one parse takes for a verb's particle hangs on the verb otherwise in the other"
            }
            StyleDifference::Auxiliaries => {
                "the link is there, with an auxiliary or copula in the place of what it helps"
            }
            StyleDifference::Compounds => {
                "the link is there, with another word of what is one name or compound in gold, or in both parses without gold"
            }
            StyleDifference::Coordination => {
                "the link is there, with another conjunct of a coordination that both parses have; for modifiers, of one that gold has"
            }
            StyleDifference::Labels => {
                "the same two words are joined under another name, unless they are subject here and object there"
            }
        }
    }
}

impl FromStr for StyleDifference {
    type Err = ChoiceFault;

    fn from_str(name: &str) -> Result<StyleDifference, ChoiceFault> {
        let known = StyleDifference::ALL.into_iter().find(|one| one.name() == name);
        let all = StyleDifference::ALL.map(StyleDifference::name);
        known.ok_or_else(|| ChoiceFault::new(ChoiceProblem::NoConvention, name, &all))
    }
}

/// A link that not all parses have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// As the first version counts its words.
    pub key: Key,
    /// Who has it, each with the link in its own words: nothing is gold, a number one of the systems.
    pub had_by: Vec<(Option<usize>, WordLink)>,
    /// Whether gold says so; nothing without gold.
    pub answer: Option<Answer>,
    /// The systems that are wrong about it; without gold those that have it.
    pub systems: Vec<usize>,
}

/// What is different, and what only looks different.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundDifferences {
    /// In the order of their words.
    pub candidates: Vec<Candidate>,
    /// Links that are there in another way.
    pub set_aside: Vec<(Key, StyleDifference)>,
    /// How many links were looked at, each once.
    pub links: usize,
}

/// Compares the links of all versions. Without systems every link of gold is a candidate, without gold
/// every link that some but not all systems have. `counted` conventions are not set aside.
pub fn differences(
    gold: Option<&Version>,
    systems: &[Option<Version>],
    counted: &BTreeSet<StyleDifference>,
) -> FoundDifferences {
    let mut all: BTreeMap<Key, Vec<(Option<usize>, WordLink)>> = BTreeMap::new();
    let there = systems.iter().enumerate().filter_map(|(at, one)| Some((at, one.as_ref()?)));
    let there: Vec<(usize, &Version)> = there.collect();
    let versions = gold.map(|gold| (None, gold)).into_iter();
    for (who, version) in versions.chain(there.iter().map(|(at, one)| (Some(*at), *one))) {
        for link in &version.links {
            if let Some(key) = version.key(link) {
                let had_by = all.entry(key).or_default();
                // One link may be there twice, seen from two constructions.
                if had_by.last().is_none_or(|(last, _)| *last != who) {
                    had_by.push((who, *link));
                }
            }
        }
    }
    let n = gold.into_iter().chain(there.iter().map(|(_, one)| *one)).map(size).max().unwrap_or(0);
    let sides: Vec<(Option<usize>, Side)> = gold
        .map(|gold| (None, Side::new(gold, n)))
        .into_iter()
        .chain(there.iter().map(|(at, one)| (Some(*at), Side::new(one, n))))
        .collect();
    // What is one name or compound is gold's to say.
    let whole = gold.and(sides.first()).map(|(_, side)| side);
    let mut found = FoundDifferences { links: all.len(), ..FoundDifferences::default() };
    for (key, had_by) in all {
        let has = |who: Option<usize>| had_by.iter().any(|(one, _)| *one == who);
        // Why those who have it not do not have it: by a convention, or because they say otherwise.
        let lacks = |side: &(Option<usize>, Side)| {
            // All who have it are asked, so that their order changes nothing.
            let mine = sides.iter().filter(|(who, _)| has(*who));
            let how =
                mine.filter_map(|(_, mine)| set_aside(key, mine, &side.1, whole, counted)).min();
            (side.0, how)
        };
        let without: Vec<(Option<usize>, Option<StyleDifference>)> =
            sides.iter().filter(|(who, _)| !has(*who)).map(lacks).collect();
        let convention = without.iter().filter_map(|(_, how)| *how).min();
        let truly: Vec<Option<usize>> =
            without.iter().filter(|(_, how)| how.is_none()).map(|(who, _)| *who).collect();
        let is_gold = gold.is_some() && has(None);
        let (answer, systems) = match (gold, is_gold) {
            (Some(_), true) => {
                (Some(Answer::Yes), truly.iter().filter_map(|who| *who).collect::<Vec<_>>())
            }
            (Some(_), false) if truly.contains(&None) => {
                (Some(Answer::No), had_by.iter().filter_map(|(who, _)| *who).collect())
            }
            (Some(_), false) => (None, Vec::new()),
            (None, _) if truly.is_empty() => (None, Vec::new()),
            (None, _) => (None, had_by.iter().filter_map(|(who, _)| *who).collect()),
        };
        let is_alone = gold.is_some() && there.is_empty();
        if systems.is_empty() && !is_alone {
            found.set_aside.extend(convention.map(|convention| (key, convention)));
            continue;
        }
        found.candidates.push(Candidate { key, had_by, answer, systems });
    }
    found
}

fn size(version: &Version) -> usize {
    let last = (0..version.sentence.words().len()).filter_map(|word| version.place(word)).max();
    last.map_or(0, |last| last + 1)
}

/// What conventions ask of a version.
struct Side {
    roles: Vec<WordRole>,
    heads: Vec<Option<usize>>,
    has_letters: Vec<bool>,
    conjuncts: Vec<usize>,
    compounds: Vec<usize>,
    helped: Vec<usize>,
    keys: BTreeSet<Key>,
    /// The links of each pair of words, whichever is the governor.
    joined: BTreeMap<(usize, usize), Vec<LinkRelation>>,
}

impl Side {
    fn new(version: &Version, n: usize) -> Side {
        let mut has_letters = vec![true; n];
        let mut roles = vec![WordRole::Other; n];
        for (at, word) in version.sentence.words().iter().enumerate() {
            if let Some(place) = version.place(at) {
                has_letters[place] = word.form.contains(char::is_alphanumeric);
                roles[place] = word.role;
            }
        }
        let keys: BTreeSet<Key> =
            version.links.iter().filter_map(|link| version.key(link)).collect();
        let mut joined: BTreeMap<(usize, usize), Vec<LinkRelation>> = BTreeMap::new();
        for (governor, dependent, relation) in &keys {
            let pair = (*governor.min(dependent), *governor.max(dependent));
            joined.entry(pair).or_default().push(*relation);
        }
        let role = |word: usize| version.sentence.word(word).role;
        let helping = [WordRole::Auxiliary, WordRole::PassiveAuxiliary, WordRole::Copula];
        Side {
            heads: version.heads(n),
            has_letters,
            conjuncts: version.tops(n, |word| role(word) == WordRole::Conjunct),
            compounds: version.tops(n, |word| version.sentence.is_part_of_name(word)),
            helped: version.tops(n, |word| helping.contains(&role(word))),
            roles,
            keys,
            joined,
        }
    }

    fn is_particle(&self, word: usize) -> bool {
        self.roles[word] == WordRole::Particle
    }

    /// Whether an arc between two words joins them in a way that links do not show, such as a compound.
    fn joins(&self, one: usize, other: usize) -> bool {
        let is_arc = |word: usize, head: usize| {
            let is_apart = matches!(
                self.roles[word],
                WordRole::Conjunct | WordRole::Parataxis | WordRole::Punctuation | WordRole::Other
            );
            self.heads[word] == Some(head) && !is_apart
        };
        is_arc(one, other) || is_arc(other, one)
    }
}

/// The convention by which a link of one version is there in the other as well.
fn set_aside(
    key: Key,
    mine: &Side,
    theirs: &Side,
    gold: Option<&Side>,
    counted: &BTreeSet<StyleDifference>,
) -> Option<StyleDifference> {
    let tried = StyleDifference::ALL.into_iter().filter(|one| !counted.contains(one));
    tried.into_iter().find(|convention| is_same(*convention, key, mine, theirs, gold))
}

fn is_same(
    convention: StyleDifference,
    (governor, dependent, relation): Key,
    mine: &Side,
    theirs: &Side,
    gold: Option<&Side>,
) -> bool {
    let words = [governor, dependent];
    // Whether they have the link between other words of the same groups.
    let relations = match relation {
        LinkRelation::Object | LinkRelation::SecondObject => {
            vec![LinkRelation::Object, LinkRelation::SecondObject]
        }
        other => vec![other],
    };
    let has = |above: &dyn Fn(usize) -> Vec<usize>, below: &dyn Fn(usize) -> Vec<usize>| {
        above(governor).iter().any(|governor| {
            below(dependent).iter().any(|dependent| {
                let is_there =
                    |name: &LinkRelation| theirs.keys.contains(&(*governor, *dependent, *name));
                relations.iter().any(is_there)
            })
        })
    };
    match convention {
        StyleDifference::Punctuation => words.iter().any(|word| !mine.has_letters[*word]),
        StyleDifference::Particles => {
            mine.is_particle(dependent) != theirs.is_particle(dependent)
                && theirs.heads[dependent] == Some(governor)
        }
        StyleDifference::Auxiliaries => {
            let near = |word: usize| vec![word, mine.helped[word], theirs.helped[word]];
            let is_inside = |groups: &[usize]| groups[governor] == groups[dependent];
            is_inside(&mine.helped) || is_inside(&theirs.helped) || has(&near, &near)
        }
        StyleDifference::Compounds => {
            let (one, other) = (gold.unwrap_or(mine), gold.unwrap_or(theirs));
            let near = |word: usize| group(word, &one.compounds, &other.compounds);
            let is_inside = |groups: &[usize]| groups[governor] == groups[dependent];
            is_inside(&mine.compounds) || is_inside(&theirs.compounds) || has(&near, &near)
        }
        StyleDifference::Coordination => {
            let near = |word: usize| group(word, &mine.conjuncts, &theirs.conjuncts);
            // What modifies one conjunct or all of them is hard to say even for people.
            let modifies = matches!(
                relation,
                LinkRelation::Prepositional | LinkRelation::Adverb | LinkRelation::Modifier
            );
            match gold.filter(|_| modifies) {
                Some(gold) => has(&|word| group(word, &gold.conjuncts, &gold.conjuncts), &near),
                None => has(&near, &near),
            }
        }
        StyleDifference::Labels => {
            let pair = (governor.min(dependent), governor.max(dependent));
            match theirs.joined.get(&pair) {
                Some(names) => !names.iter().any(|name| is_other_part(*name, relation)),
                None => theirs.joins(governor, dependent),
            }
        }
    }
}

/// Whether one is who does it and the other to whom it is done or who gets it: then the parses disagree.
fn is_other_part(one: LinkRelation, other: LinkRelation) -> bool {
    let is_done_to =
        |relation| matches!(relation, LinkRelation::Object | LinkRelation::SecondObject);
    one == LinkRelation::Subject && is_done_to(other)
        || other == LinkRelation::Subject && is_done_to(one)
}

/// So many words of a group are tried; more are a list.
const NEAR: usize = 8;

/// The words that are in one group with a word in both versions.
fn group(word: usize, mine: &[usize], theirs: &[usize]) -> Vec<usize> {
    let same = |other: &usize| mine[*other] == mine[word] && theirs[*other] == theirs[word];
    let near = word.saturating_sub(4 * NEAR)..mine.len().min(word + 4 * NEAR);
    near.filter(same).take(NEAR).collect()
}
