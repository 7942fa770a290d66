//! The organisers' baseline of 2010: paths between content words.
//!
//! Each content word of H is followed up to the next content word above it. In T the same two
//! words must be connected alike: by the same relation if they touch, otherwise through the same words
//! by the same relations.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::entailment::analysis::{Analysis, ROOT};
use crate::entailment::answers::Answer;
use crate::entailment::core::{Because, Decision, Examined, Ignored, Status};
use crate::entailment::equivalences::{Equivalences, Patterns};
use crate::entailment::modules::lth;
use crate::entailment::statements::{Mention, Statement};

/// How paths are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paths {
    /// What counts as the same relation.
    pub(crate) equivalences: Equivalences,
}

/// Tags of content words: of the Penn Treebank, universal ones, and those of RASP. Pronouns are
/// among them, because the organisers' own pairs of content words have them ("he", "wake up").
const CONTENT: [&str; 23] = [
    "NN*", "VB*", "JJ*", "RB*", "CD", "PRP", "WP", "NOUN", "PROPN", "VERB", "ADJ", "ADV", "PRON",
    "NP*", "VV*", "VD*", "VH*", "RR*", "RL", "RT", "MC*", "PN*", "PP*",
];

/// Relations of words that only serve another.
const SERVING: [&str; 16] = [
    "aux*",
    "cop",
    "det",
    "case",
    "mark",
    "cc",
    "prep",
    "punct",
    "expl",
    "neg",
    "prt",
    "predet",
    "preconj",
    "possessive",
    "P",
    "PRT",
];

/// A way up from a word: the words between, and the word it ends at.
struct Way {
    from: usize,
    between: Vec<usize>,
    to: usize,
}

impl Way {
    /// All its words, from below.
    fn words(&self) -> impl Iterator<Item = usize> {
        [self.from].into_iter().chain(self.between.iter().copied()).chain([self.to])
    }
}

impl Paths {
    /// As published: passives are made active.
    pub(super) fn new() -> Paths {
        Paths { equivalences: Equivalences::named(&["passive"]) }
    }

    /// Decides one pair, in which some words of the hypothesis are others than those of the text,
    /// however alike they are: no way from or to them is found.
    pub(super) fn decide_apart(
        &self,
        text: &Analysis,
        hypothesis: &Analysis,
        apart: &BTreeSet<usize>,
    ) -> Decision {
        let (text, hypothesis) = (&*self.unfolded(text), &*self.unfolded(hypothesis));
        let ours = Climber::new(hypothesis, &self.equivalences);
        let theirs = Climber::new(text, &self.equivalences);
        let has = |lemma: &str| theirs.places.contains_key(lemma);
        let mut relations = Vec::new();
        // The same way is looked for once, however often it comes.
        let mut known: BTreeMap<Vec<&str>, Status> = BTreeMap::new();
        for from in 0..hypothesis.words.len() {
            if !ours.is_content(from) {
                continue;
            }
            let Some(way) = ours.way(from) else { continue };
            let unknown = [way.from, way.to].into_iter().find(|end| !has(hypothesis.lemma(*end)));
            let is_apart = way.words().any(|word| apart.contains(&word));
            let status = || match unknown {
                _ if is_apart => Status::Missing,
                Some(end) => Status::Ignored(Ignored::NotInText(hypothesis.lemma(end).to_string())),
                None => match theirs.find(&ours, &way) {
                    Some(found) => {
                        Status::Found { in_text: Box::new(theirs.statement(&found)), by: None }
                    }
                    None => Status::Missing,
                },
            };
            let relation = ours.statement(&way);
            let status = known.entry(ours.key(&way)).or_insert_with(status).clone();
            relations.push(Examined { relation, written: None, by: None, core: true, status });
        }
        let missing = relations.iter().any(|one| one.status == Status::Missing);
        let found = relations.iter().any(|one| matches!(one.status, Status::Found { .. }));
        let because = match (missing, found) {
            (true, _) => Because::CoreMissing,
            (false, true) => Because::AllFound,
            (false, false) => Because::NoCore,
        };
        let answer = Answer::from(because == Because::AllFound);
        Decision { answer, because, relations, probability: None, score: None }
    }
}

impl Paths {
    /// A tree with content words above those that serve them, and active if passives are.
    fn unfolded<'a>(&self, analysis: &'a Analysis) -> Cow<'a, Analysis> {
        let passive = self.equivalences.names().contains(&"passive");
        match lth::is_lth(analysis) {
            true => Cow::Owned(lth::unfolded(analysis, passive)),
            false if passive => with_agents_as_subjects(analysis),
            false => Cow::Borrowed(analysis),
        }
    }
}

/// The same tree, in which who *Mary was kissed by* kisses her: *by* is not in the active sentence.
fn with_agents_as_subjects(analysis: &Analysis) -> Cow<'_, Analysis> {
    let passive: BTreeSet<usize> = analysis
        .arcs
        .iter()
        .filter(|arc| ["nsubjpass", "csubjpass", "auxpass"].contains(&&*arc.relation))
        .map(|arc| arc.governor)
        .collect();
    let by: BTreeMap<usize, usize> = analysis
        .arcs
        .iter()
        .filter(|arc| arc.relation == "prep" && analysis.lemma(arc.dependent) == "by")
        .filter(|arc| passive.contains(&arc.governor))
        .map(|arc| (arc.dependent, arc.governor))
        .collect();
    if by.is_empty() {
        return Cow::Borrowed(analysis);
    }
    let mut active = analysis.clone();
    for arc in active.arcs.iter_mut().filter(|arc| arc.relation == "pobj") {
        if let Some(verb) = by.get(&arc.governor) {
            arc.relation = "nsubj".into();
            arc.governor = *verb;
        }
    }
    Cow::Owned(active)
}

/// From a word to its governor.
#[derive(Clone)]
struct Step {
    to: usize,
    relation: String,
    arc: usize,
}

/// An analysis as a tree to climb.
struct Climber<'a> {
    analysis: &'a Analysis,
    /// Each word's arc to its governor.
    up: Vec<Option<Step>>,
    /// Where each dictionary form stands.
    places: BTreeMap<&'a str, Vec<usize>>,
    content: Patterns,
    serving: Patterns,
}

impl<'a> Climber<'a> {
    fn new(analysis: &'a Analysis, equivalences: &Equivalences) -> Climber<'a> {
        let mut up = vec![None; analysis.words.len()];
        for fact in equivalences.facts(analysis, &Patterns::default()) {
            let arc = &analysis.arcs[fact.arc];
            let is_new = up.get(arc.dependent).is_some_and(Option::is_none);
            if is_new && arc.governor != ROOT && arc.governor != arc.dependent {
                let relation = fact.relation.into_owned();
                up[arc.dependent] = Some(Step { to: arc.governor, relation, arc: fact.arc });
            }
        }
        let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, word) in analysis.words.iter().enumerate() {
            places.entry(&word.lemma).or_default().push(at);
        }
        let (content, serving) = (Patterns::new(CONTENT), Patterns::new(SERVING));
        Climber { analysis, up, places, content, serving }
    }

    fn relation(&self, word: usize) -> &str {
        self.up[word].as_ref().map_or("", |step| &step.relation)
    }

    fn is_content(&self, word: usize) -> bool {
        let tag = self.analysis.tag(word);
        let is_word = !self.analysis.words[word].form.is_empty();
        is_word
            && (tag.is_empty() || self.content.fit(tag))
            && !self.serving.fit(self.relation(word))
    }

    /// Up to the next content word. Words that serve are stepped over whether T has them or not: what
    /// stands between two content words of T must be there, too.
    fn way(&self, from: usize) -> Option<Way> {
        let mut between = Vec::new();
        let mut at = from;
        // A tree has no more steps than words; other graphs may go in circles.
        for _ in 0..self.up.len() {
            let above = self.up[at].as_ref()?.to;
            if self.is_content(above) {
                return Some(Way { from, between, to: above });
            }
            between.push(above);
            at = above;
        }
        None
    }

    /// The same way, taken in this analysis.
    fn find(&self, other: &Climber<'_>, way: &Way) -> Option<Way> {
        let same =
            |mine: usize, theirs: usize| self.analysis.lemma(mine) == other.analysis.lemma(theirs);
        let starts = self.places.get(other.analysis.lemma(way.from)).into_iter().flatten().copied();
        let alike = |mine: usize, theirs: usize| self.relation(mine) == other.relation(theirs);
        let take = |from: usize| {
            let mut at = from;
            alike(from, way.from).then_some(())?;
            let mut between = Vec::with_capacity(way.between.len());
            for step in &way.between {
                at = self.up[at].as_ref()?.to;
                between.push(at);
                (same(at, *step) && alike(at, *step)).then_some(())?;
            }
            let to = self.up[at].as_ref()?.to;
            same(to, way.to).then_some(Way { from, between, to })
        };
        let mut starts = starts;
        starts.find_map(take)
    }

    /// A way is a relation if its ends touch.
    fn statement(&self, way: &Way) -> Statement {
        let mention = |word| Mention { word, lemma: self.analysis.lemma(word).into() };
        match &self.up[way.from] {
            Some(step) if way.between.is_empty() => Statement::Relation {
                name: step.relation.as_str().into(),
                governor: mention(way.to),
                dependent: mention(way.from),
                arc: step.arc,
            },
            _ => {
                let steps = [way.from].into_iter().chain(way.between.iter().copied());
                let names = steps.map(|word| self.relation(word).into()).collect();
                Statement::Way { words: way.words().map(mention).collect(), names }
            }
        }
    }

    /// What is the same in ways that say the same.
    fn key(&self, way: &Way) -> Vec<&str> {
        let steps = [way.from].into_iter().chain(way.between.iter().copied());
        let steps = steps.flat_map(|word| [self.relation(word), self.analysis.lemma(word)]);
        steps.chain([self.analysis.lemma(way.to)]).collect()
    }
}
