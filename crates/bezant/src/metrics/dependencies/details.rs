//! What the numbers are made of: by relation, direction, distance, tag, depth and projectivity, by
//! feature, and which relations, tags and heads are taken for each other.

use std::collections::BTreeMap;

use crate::counts::{Counts, Tally};
use crate::formats::schemes::without_subtype;
use crate::metrics::dependencies::projectivity::projective;
use crate::metrics::dependencies::tables::features;
use crate::metrics::dependencies::{DependencyClasses, Subtypes, depth};
use crate::structures::graph::{self, Graph, ROOT};

/// What is noted beside the counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub enum DependencyAnalysis {
    /// Nothing.
    #[default]
    Nothing,
    /// All tables.
    Tables,
    /// What all files say about each word, as annotators of equal standing.
    Agreement,
}

/// A relation of gold and what the system has instead.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RelationConfusion {
    /// What gold has.
    pub gold: String,
    /// What the system has.
    pub system: String,
}

/// Facts by some key, in the order of the keys.
pub type Breakdown = BTreeMap<String, Tally>;

/// The tables of one system.
#[derive(Clone, Debug, Default)]
pub struct DependencyDetails {
    /// By relation; right are head and relation.
    pub relations: Breakdown,
    /// By the side of the word on which its head stands; right are heads.
    pub directions: Breakdown,
    /// By how far away the head is; right are heads.
    pub distances: Breakdown,
    /// By universal tag; right are head and relation.
    pub tags: Breakdown,
    /// By how many words lie between a word and the root; right are head and relation.
    pub depths: Breakdown,
    /// By whether all words between a word and its head are below that head; right are heads.
    pub projectivity: Breakdown,
    /// By whether that holds for all words of the sentence; right are head and relation.
    pub sentences: Breakdown,
    /// Relations that are taken for each other, whatever the heads.
    pub confusions: BTreeMap<RelationConfusion, u64>,
    /// Tags of heads where heads are wrong.
    pub heads: BTreeMap<RelationConfusion, u64>,
    /// By name of a feature; right are words with the same value.
    pub features: Breakdown,
    /// Universal tags that are taken for each other.
    pub upos: BTreeMap<RelationConfusion, u64>,
    /// The same of the treebank's own tags.
    pub xpos: BTreeMap<RelationConfusion, u64>,
    /// By word; right are head and relation. How often gold has a word is what it is for.
    pub forms: Breakdown,
    /// By how many words away the head is, 0 being the root; right are heads.
    pub lengths: BTreeMap<u32, Tally>,
    /// Errors by class, if that was asked for.
    pub classes: DependencyClasses,
}

impl DependencyDetails {
    /// The same without any other table than the errors by class.
    #[must_use]
    pub fn only_classes(&self) -> DependencyDetails {
        DependencyDetails { classes: self.classes.clone(), ..DependencyDetails::default() }
    }

    /// Adds what other sentences showed.
    pub(crate) fn add(&mut self, other: DependencyDetails) {
        let breakdowns = [
            (&mut self.relations, other.relations),
            (&mut self.directions, other.directions),
            (&mut self.distances, other.distances),
            (&mut self.tags, other.tags),
            (&mut self.depths, other.depths),
            (&mut self.projectivity, other.projectivity),
            (&mut self.sentences, other.sentences),
            (&mut self.features, other.features),
            (&mut self.forms, other.forms),
        ];
        for (all, here) in breakdowns {
            for (key, tally) in here {
                all.entry(key).or_default().add(&tally, 1);
            }
        }
        for (length, tally) in other.lengths {
            self.lengths.entry(length).or_default().add(&tally, 1);
        }
        let confusions = [
            (&mut self.confusions, other.confusions),
            (&mut self.heads, other.heads),
            (&mut self.upos, other.upos),
            (&mut self.xpos, other.xpos),
        ];
        for (all, here) in confusions {
            for (key, n) in here {
                *all.entry(key).or_default() += n;
            }
        }
        for (class, tally) in other.classes {
            let all = self.classes.entry(class).or_default();
            all.errors += tally.errors;
            all.heads += tally.heads;
        }
    }

    /// Adds the words of one stretch of text. `pairs` are words that belong together; `keep` says
    /// which words of gold count (the system's count with their partners, or alone).
    ///
    /// A system's word counts where gold's does if what is asked for is right, and for tags, depths
    /// and sentences always; otherwise where it is itself. So nothing is right more often than
    /// there are words.
    pub(super) fn add_words(
        &mut self,
        subtypes: Subtypes,
        gold: &Graph<'_>,
        system: &Graph<'_>,
        pairs: &[(u32, u32)],
        keep: impl Fn(u32) -> bool,
    ) {
        let (ours, theirs) = (Keys::new(gold, subtypes), Keys::new(system, subtypes));
        let mut partners = vec![u32::MAX; system.words().len()];
        for (g, s) in pairs {
            partners[*s as usize] = *g;
        }
        for index in (0..gold.words().len() as u32).filter(|index| keep(*index)) {
            for (breakdown, key) in self.by_arc().into_iter().zip(ours.of_arc(index)) {
                breakdown.entry(key).or_default().gold += 1;
            }
            for (breakdown, key) in self.by_word().into_iter().zip(ours.of_word(index)) {
                breakdown.entry(key).or_default().gold += 1;
            }
            self.relations.entry(ours.relation(index)).or_default().gold += 1;
            self.forms.entry(ours.form(index)).or_default().gold += 1;
            self.lengths.entry(ours.length(index)).or_default().gold += 1;
            for (name, _) in ours.features(index) {
                self.features.entry(text(name)).or_default().gold += 1;
            }
        }
        for (index, _) in (0..).zip(&partners).filter(|(_, partner)| **partner == u32::MAX) {
            self.add_system(&theirs, index, &theirs, index);
            self.relations.entry(theirs.relation(index)).or_default().system += 1;
            self.forms.entry(theirs.form(index)).or_default().system += 1;
            self.lengths.entry(theirs.length(index)).or_default().system += 1;
            for (name, _) in theirs.features(index) {
                self.features.entry(text(name)).or_default().system += 1;
            }
        }
        for &(g, s) in pairs.iter().filter(|(g, _)| keep(*g)) {
            let their_head = theirs.head(s);
            let head = match (ours.head(g), their_head) {
                (ROOT, ROOT) => true,
                (_, ROOT) | (ROOT, _) => false,
                (our, their) => our == partners[their as usize],
            };
            let relations =
                RelationConfusion { gold: ours.relation(g), system: theirs.relation(s) };
            let relation = relations.gold == relations.system;
            let (keys, at) = if head { (&ours, g) } else { (&theirs, s) };
            self.add_system(keys, at, &ours, g);
            self.add_morphology((&ours, g), (&theirs, s));
            self.lengths.entry(keys.length(at)).or_default().system += 1;
            let form = self.forms.entry(ours.form(g)).or_default();
            form.system += 1;
            form.matched += u64::from(head && relation);
            self.relations.entry(relations.system.clone()).or_default().system += 1;
            if head {
                self.lengths.entry(ours.length(g)).or_default().matched += 1;
                for (breakdown, key) in self.by_arc().into_iter().zip(ours.of_arc(g)) {
                    breakdown.entry(key).or_default().matched += 1;
                }
                if relation {
                    self.relations.entry(ours.relation(g)).or_default().matched += 1;
                    for (breakdown, key) in self.by_word().into_iter().zip(ours.of_word(g)) {
                        breakdown.entry(key).or_default().matched += 1;
                    }
                }
            } else {
                let heads =
                    RelationConfusion { gold: ours.head_tag(g), system: theirs.head_tag(s) };
                *self.heads.entry(heads).or_default() += 1;
            }
            if !relation {
                *self.confusions.entry(relations).or_default() += 1;
            }
        }
    }

    /// Counts the features and the tags of two words that belong together.
    fn add_morphology(
        &mut self,
        (ours, g): (&Keys<'_, '_>, u32),
        (theirs, s): (&Keys<'_, '_>, u32),
    ) {
        for feature in theirs.features(s) {
            let tally = self.features.entry(text(feature.0)).or_default();
            tally.system += 1;
            tally.matched += u64::from(ours.features(g).any(|other| other == feature));
        }
        let tags = |keys: &Keys<'_, '_>, at: u32| [keys.tag(at), keys.own_tag(at)];
        let both = tags(ours, g).into_iter().zip(tags(theirs, s));
        for (confusions, (gold, system)) in [&mut self.upos, &mut self.xpos].into_iter().zip(both) {
            if gold != system {
                *confusions.entry(RelationConfusion { gold, system }).or_default() += 1;
            }
        }
    }

    /// Counts a word of the system: its arc by one key, the word itself by another.
    fn add_system(&mut self, arcs: &Keys<'_, '_>, arc: u32, words: &Keys<'_, '_>, word: u32) {
        for (breakdown, key) in self.by_arc().into_iter().zip(arcs.of_arc(arc)) {
            breakdown.entry(key).or_default().system += 1;
        }
        for (breakdown, key) in self.by_word().into_iter().zip(words.of_word(word)) {
            breakdown.entry(key).or_default().system += 1;
        }
    }

    /// What depends on the head, in the order of [`Keys::of_arc`].
    fn by_arc(&mut self) -> [&mut Breakdown; 3] {
        [&mut self.directions, &mut self.distances, &mut self.projectivity]
    }

    /// What depends on the word, in the order of [`Keys::of_word`].
    fn by_word(&mut self) -> [&mut Breakdown; 3] {
        [&mut self.tags, &mut self.depths, &mut self.sentences]
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A word's relation as it is compared.
pub(super) fn relation(graph: &Graph<'_>, index: u32, subtypes: Subtypes) -> String {
    let relation = graph.slice(graph.words()[index as usize].relation);
    let relation = match subtypes {
        Subtypes::Compared => relation,
        Subtypes::Ignored => without_subtype(relation),
    };
    String::from_utf8_lossy(relation).into_owned()
}

/// On which side of a word its head stands.
pub(super) fn direction(head: Option<u32>, word: u32) -> &'static str {
    match head {
        None => "root",
        Some(head) if head < word => "left",
        Some(_) => "right",
    }
}

/// How far away from a word its head stands.
pub(super) fn distance(head: Option<u32>, word: u32) -> &'static str {
    match head.map(|head| head.abs_diff(word)) {
        None => "0 (root)",
        Some(0..=1) => "1",
        Some(2) => "2",
        Some(3..=6) => "3–6",
        Some(_) => "7 and more",
    }
}

fn kind(is_projective: bool) -> &'static str {
    if is_projective { "projective" } else { "non-projective" }
}

/// What words are sorted by.
struct Keys<'g, 's> {
    graph: &'g Graph<'s>,
    subtypes: Subtypes,
    depths: Vec<u32>,
    /// Whether each word's arc is projective.
    projective: Vec<bool>,
    /// Whether each sentence is, with its end.
    sentences: Vec<(u32, bool)>,
}

impl<'g, 's> Keys<'g, 's> {
    fn new(graph: &'g Graph<'s>, subtypes: Subtypes) -> Keys<'g, 's> {
        let heads: Vec<u32> = graph.words().iter().map(|word| word.head).collect();
        let mut depths = Vec::new();
        depth(&heads, &mut depths);
        let projective = projective(&heads);
        let whole = |sentence: &graph::GraphSentence| {
            (sentence.last_word, projective[sentence.words()].iter().all(|arc| *arc))
        };
        let sentences = graph.sentences().iter().map(whole).collect();
        Keys { graph, subtypes, depths, projective, sentences }
    }

    fn of_arc(&self, index: u32) -> [String; 3] {
        let head = (self.head(index) != ROOT).then(|| self.head(index));
        let is_projective = self.projective[index as usize];
        [direction(head, index), distance(head, index), kind(is_projective)].map(str::to_string)
    }

    fn of_word(&self, index: u32) -> [String; 3] {
        let sentence = self.sentences.partition_point(|(end, _)| *end <= index);
        let is_projective = self.sentences[sentence].1;
        [self.tag(index), self.depth(index), kind(is_projective).to_string()]
    }

    fn head(&self, index: u32) -> u32 {
        self.graph.words()[index as usize].head
    }

    fn relation(&self, index: u32) -> String {
        relation(self.graph, index, self.subtypes)
    }

    fn tag(&self, index: u32) -> String {
        text(self.graph.slice(self.graph.words()[index as usize].upos))
    }

    /// The tag of its own treebank.
    fn own_tag(&self, index: u32) -> String {
        text(self.graph.slice(self.graph.words()[index as usize].xpos))
    }

    fn form(&self, index: u32) -> String {
        text(self.graph.slice(self.graph.words()[index as usize].form))
    }

    /// How many words away the head is; 0 is the root.
    fn length(&self, index: u32) -> u32 {
        if self.head(index) == ROOT { 0 } else { self.head(index).abs_diff(index) }
    }

    /// Names and values of features.
    fn features(&self, index: u32) -> impl Iterator<Item = (&'g [u8], &'g [u8])> {
        features(self.graph.slice(self.graph.words()[index as usize].features))
    }

    fn head_tag(&self, index: u32) -> String {
        match self.head(index) {
            ROOT => "root".to_string(),
            head => self.tag(head),
        }
    }

    fn depth(&self, index: u32) -> String {
        match self.depths[index as usize] {
            depth @ 1..=6 => depth.to_string(),
            _ => "7 and more".to_string(),
        }
    }
}
