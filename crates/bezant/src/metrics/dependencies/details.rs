//! What the numbers are made of: by relation, direction, distance, tag and depth, and which
//! relations and heads are taken for each other.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::counts::{Counts, Tally};
use crate::formats::Sentence;
use crate::metrics::dependencies::side::without_subtype;
use crate::metrics::dependencies::{Subtypes, depth};
use crate::structures::graph::{Graph, ROOT};

/// What is noted beside the counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Analysis {
    /// Nothing.
    #[default]
    Nothing,
    /// All tables.
    Tables,
    /// All tables, and the sentences behind one cell of the confusions.
    Show(Confusion),
}

/// A relation of gold and what the system has instead.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Confusion {
    /// What gold has.
    pub gold: String,
    /// What the system has.
    pub system: String,
}

impl FromStr for Confusion {
    type Err = String;

    /// `nsubj:obj`; with subtypes `nsubj:pass/obj`.
    fn from_str(text: &str) -> Result<Confusion, String> {
        let pair = text.split_once('/').or_else(|| text.split_once(':'));
        let (gold, system) =
            pair.ok_or("write GOLD:SYSTEM, for example nsubj:obj, or nsubj:pass/obj")?;
        Ok(Confusion { gold: gold.to_string(), system: system.to_string() })
    }
}

/// Facts by some key, in the order of the keys.
pub type Breakdown = BTreeMap<String, Tally>;

/// The tables of one system.
#[derive(Clone, Debug, Default)]
pub struct Details {
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
    /// Relations that are taken for each other, whatever the heads.
    pub confusions: BTreeMap<Confusion, u64>,
    /// Tags of heads where heads are wrong.
    pub heads: BTreeMap<Confusion, u64>,
    /// Words behind the cell that was asked for, up to [`MOST_SHOWN`].
    pub shown: Vec<ShownWord>,
}

/// How many words are kept to be shown.
pub const MOST_SHOWN: usize = 1000;

/// A word with a wrong relation, in its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownWord {
    /// Its line in gold's file.
    pub line: u64,
    /// Its sentence's name, if it has one.
    pub sentence: String,
    /// Gold's head and the system's.
    pub heads: Confusion,
    /// Gold's words, this one in brackets.
    pub text: String,
}

impl Details {
    /// Adds what other sentences showed.
    pub fn add(&mut self, other: Details) {
        let breakdowns = [
            (&mut self.relations, other.relations),
            (&mut self.directions, other.directions),
            (&mut self.distances, other.distances),
            (&mut self.tags, other.tags),
            (&mut self.depths, other.depths),
        ];
        for (all, here) in breakdowns {
            for (key, tally) in here {
                all.entry(key).or_default().add(&tally, 1);
            }
        }
        for (all, here) in
            [(&mut self.confusions, other.confusions), (&mut self.heads, other.heads)]
        {
            for (key, n) in here {
                *all.entry(key).or_default() += n;
            }
        }
        let room = MOST_SHOWN.saturating_sub(self.shown.len());
        self.shown.extend(other.shown.into_iter().take(room));
    }

    /// Adds the words of one stretch of text. `pairs` are words that belong together; `keep` says
    /// which words of gold count (the system's count with their partners, or alone).
    pub(super) fn add_words(
        &mut self,
        (analysis, subtypes): (&Analysis, Subtypes),
        (gold, text): (&Graph<'_>, Sentence<'_>),
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
            self.tally(&ours, index, |tally| tally.gold += 1);
        }
        for (index, partner) in (0..).zip(&partners) {
            if *partner == u32::MAX || keep(*partner) {
                self.tally(&theirs, index, |tally| tally.system += 1);
            }
        }
        for &(g, s) in pairs.iter().filter(|(g, _)| keep(*g)) {
            let their_head = theirs.head(s);
            let head = match (ours.head(g), their_head) {
                (ROOT, ROOT) => true,
                (_, ROOT) | (ROOT, _) => false,
                (our, their) => our == partners[their as usize],
            };
            let relations = Confusion { gold: ours.relation(g), system: theirs.relation(s) };
            let relation = relations.gold == relations.system;
            if head {
                let matched = |tally: &mut Tally| tally.matched += 1;
                matched(self.directions.entry(ours.direction(g)).or_default());
                matched(self.distances.entry(ours.distance(g)).or_default());
                if relation {
                    matched(self.relations.entry(ours.relation(g)).or_default());
                    matched(self.tags.entry(ours.tag(g)).or_default());
                    matched(self.depths.entry(ours.depth(g)).or_default());
                }
            } else {
                let heads = Confusion { gold: ours.head_tag(g), system: theirs.head_tag(s) };
                *self.heads.entry(heads).or_default() += 1;
            }
            if !relation {
                if matches!(analysis, Analysis::Show(wanted) if *wanted == relations)
                    && self.shown.len() < MOST_SHOWN
                {
                    self.shown.push(ours.shown(text, g, &theirs, s));
                }
                *self.confusions.entry(relations).or_default() += 1;
            }
        }
    }

    fn tally(&mut self, keys: &Keys<'_, '_>, index: u32, count: impl Fn(&mut Tally)) {
        count(self.relations.entry(keys.relation(index)).or_default());
        count(self.directions.entry(keys.direction(index)).or_default());
        count(self.distances.entry(keys.distance(index)).or_default());
        count(self.tags.entry(keys.tag(index)).or_default());
        count(self.depths.entry(keys.depth(index)).or_default());
    }
}

/// What words are sorted by.
struct Keys<'g, 's> {
    graph: &'g Graph<'s>,
    subtypes: Subtypes,
    depths: Vec<u32>,
}

impl<'g, 's> Keys<'g, 's> {
    fn new(graph: &'g Graph<'s>, subtypes: Subtypes) -> Keys<'g, 's> {
        let heads: Vec<u32> = graph.words().iter().map(|word| word.head).collect();
        let mut depths = Vec::new();
        depth(&heads, &mut depths);
        Keys { graph, subtypes, depths }
    }

    fn head(&self, index: u32) -> u32 {
        self.graph.words()[index as usize].head
    }

    fn relation(&self, index: u32) -> String {
        let relation = self.graph.slice(self.graph.words()[index as usize].relation);
        let relation = match self.subtypes {
            Subtypes::Compared => relation,
            Subtypes::Ignored => without_subtype(relation),
        };
        String::from_utf8_lossy(relation).into_owned()
    }

    fn tag(&self, index: u32) -> String {
        let tag = self.graph.slice(self.graph.words()[index as usize].upos);
        String::from_utf8_lossy(tag).into_owned()
    }

    fn head_tag(&self, index: u32) -> String {
        match self.head(index) {
            ROOT => "root".to_string(),
            head => self.tag(head),
        }
    }

    fn direction(&self, index: u32) -> String {
        let name = match self.head(index) {
            ROOT => "root",
            head if head < index => "left",
            _ => "right",
        };
        name.to_string()
    }

    fn distance(&self, index: u32) -> String {
        let name = match self.head(index) {
            ROOT => "0 (root)",
            head => match head.abs_diff(index) {
                1 => "1",
                2 => "2",
                3..=6 => "3–6",
                _ => "7 and more",
            },
        };
        name.to_string()
    }

    fn depth(&self, index: u32) -> String {
        match self.depths[index as usize] {
            depth @ 1..=6 => depth.to_string(),
            _ => "7 and more".to_string(),
        }
    }

    fn form(&self, index: u32) -> String {
        match self.graph.words().get(index as usize) {
            Some(word) => String::from_utf8_lossy(self.graph.slice(word.form)).into_owned(),
            None => "root".to_string(),
        }
    }

    fn shown(
        &self,
        text: Sentence<'_>,
        index: u32,
        theirs: &Keys<'_, '_>,
        other: u32,
    ) -> ShownWord {
        let graph = self.graph;
        let place = graph.words()[index as usize].form.start as usize;
        let line = text.at.line + memchr::memchr_iter(b'\n', &text.text[..place]).count() as u64;
        let all = graph.sentences();
        let sentence = &all[all.partition_point(|sentence| sentence.last_word <= index)];
        let name = graph.comment(sentence, "sent_id").unwrap_or_default();
        let words = sentence
            .words()
            .map(|at| at as u32)
            .map(|at| if at == index { format!("[{}]", self.form(at)) } else { self.form(at) });
        ShownWord {
            line,
            sentence: String::from_utf8_lossy(name).into_owned(),
            heads: Confusion {
                gold: self.form(self.head(index)),
                system: theirs.form(theirs.head(other)),
            },
            text: words.collect::<Vec<_>>().join(" "),
        }
    }
}
