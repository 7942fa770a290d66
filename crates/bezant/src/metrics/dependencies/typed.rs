//! Typed dependencies as bags of facts: graphs, not only trees.

use crate::formats::conllu::{self, Fault, Roots, Space};
use crate::formats::stanford::{self, Dependency};
use crate::formats::{Format, Sentence};
use crate::metric::Reason;
use crate::metrics::dependencies::counts::DependencyCounts;
use crate::structures::graph::{Graph, ROOT, Span};

/// A word or a copy of one: its number in the sentence, from 1, and which copy.
type Place = (u32, u32);

/// The facts of one sentence.
#[derive(Debug, Default)]
pub(super) struct Facts<'s> {
    /// Head, dependent and relation, sorted.
    arcs: Vec<(Place, Place, &'s [u8])>,
    /// Words that were named, sorted by number.
    words: Vec<(u32, &'s [u8])>,
}

impl<'s> Facts<'s> {
    /// Reads a sentence. In columns, the enhanced graph counts where a word has arcs in it, and
    /// the basic head elsewhere.
    pub fn read(sentence: Sentence<'s>, space: &mut Space) -> (Facts<'s>, Option<Fault>) {
        let mut facts = Facts::default();
        let fault = match sentence.format {
            Format::Columns(columns) => {
                let reading = conllu::read_with(sentence.text, columns, Roots::Any, space);
                facts.add_graph(&reading.graph);
                space.recycle(reading.graph);
                reading.faults.first().copied()
            }
            Format::Stanford | Format::Penn(_) => {
                let mut dependencies = Vec::new();
                let faults = stanford::read(sentence.text, &mut dependencies);
                facts.add_dependencies(sentence.text, &dependencies);
                faults.first().copied()
            }
        };
        facts.arcs.sort_unstable();
        facts.words.sort_unstable();
        facts.words.dedup();
        (facts, fault)
    }

    fn add_graph(&mut self, graph: &Graph<'s>) {
        for (number, word) in (1..).zip(graph.words()) {
            self.words.push((number, graph.slice(word.form)));
            let arcs = graph.arcs(word);
            if arcs.is_empty() {
                let head = if word.head == ROOT { 0 } else { word.head + 1 };
                self.arcs.push(((head, 0), (number, 0), graph.slice(word.relation)));
            }
            for arc in arcs {
                let head = match (arc.head.as_word(), arc.head.as_empty()) {
                    (Some(head), _) => (head + 1, 0),
                    (_, Some(empty)) => {
                        let node = &graph.empty_nodes()[empty as usize];
                        (node.after, node.minor)
                    }
                    (None, None) => (0, 0),
                };
                self.arcs.push((head, (number, 0), graph.slice(arc.relation)));
            }
        }
    }

    fn add_dependencies(&mut self, text: &'s [u8], dependencies: &[Dependency]) {
        let slice = |span: Span| &text[span.start as usize..span.end as usize];
        for Dependency { relation, head, dependent } in dependencies {
            for place in [head, dependent] {
                if place.number > 0 {
                    self.words.push((place.number, slice(place.form)));
                }
            }
            let (head, dependent) = ((head.number, head.copy), (dependent.number, dependent.copy));
            self.arcs.push((head, dependent, slice(*relation)));
        }
    }

    fn has_root(&self) -> bool {
        self.arcs.first().is_some_and(|(head, ..)| *head == (0, 0))
    }

    /// What gold has, nothing of it found.
    pub fn missed(&self) -> DependencyCounts {
        DependencyCounts {
            sentences_gold: 1,
            arcs_gold: self.arcs.len() as u64,
            words_gold: self.words.len() as u64,
            ..DependencyCounts::default()
        }
    }

    /// How large the sentence is: the highest number of a word.
    pub fn length(&self) -> u32 {
        self.words.last().map_or(0, |(number, _)| *number)
    }
}

/// Compares the facts of gold and of a system.
pub(super) fn compare(gold: &Facts<'_>, system: &Facts<'_>) -> Result<DependencyCounts, Reason> {
    if let Some(reason) = other_word(gold, system) {
        return Err(reason);
    }
    // Some programs do not write the root: then it is not asked for.
    let with_root = gold.has_root() == system.has_root();
    let arcs =
        |facts: &Facts<'_>| facts.arcs.iter().filter(|arc| with_root || arc.0 != (0, 0)).count();
    let (n_gold, n_system) = (arcs(gold) as u64, arcs(system) as u64);
    fn base(relation: &[u8]) -> &[u8] {
        let end = relation.iter().position(|byte| matches!(byte, b':' | b'_'));
        &relation[..end.unwrap_or(relation.len())]
    }
    let keep = |arc: &&(Place, Place, &[u8])| with_root || arc.0 != (0, 0);
    let labelled =
        in_common(gold.arcs.iter().filter(keep).copied(), system.arcs.iter().filter(keep).copied());
    let based = |facts: &Facts<'_>| {
        let arcs = facts.arcs.iter().filter(keep);
        let mut arcs: Vec<_> =
            arcs.map(|(head, word, relation)| (*head, *word, base(relation).to_vec())).collect();
        arcs.sort_unstable();
        arcs
    };
    let without_subtypes = in_common(based(gold).into_iter(), based(system).into_iter());
    let places = |arc: &(Place, Place, &[u8])| (arc.0, arc.1);
    let unlabelled = in_common(
        gold.arcs.iter().filter(keep).map(places),
        system.arcs.iter().filter(keep).map(places),
    );
    let is_exact = |n: u64| u64::from(n == n_gold && n == n_system);
    Ok(DependencyCounts {
        arcs_gold: n_gold,
        arcs_system: n_system,
        arcs_labelled: labelled,
        arcs_without_subtypes: without_subtypes,
        arcs_unlabelled: unlabelled,
        sentences_system: 1,
        sentences_correct: 1,
        words_system: system.words.len() as u64,
        exact: is_exact(labelled),
        exact_unlabelled: is_exact(unlabelled),
        ..gold.missed()
    })
}

/// A number that both sides give to different words.
fn other_word(gold: &Facts<'_>, system: &Facts<'_>) -> Option<Reason> {
    let mut theirs = system.words.iter().peekable();
    for (number, form) in &gold.words {
        while theirs.next_if(|(other, _)| other < number).is_some() {}
        if let Some((other, word)) = theirs.peek()
            && other == number
            && word != form
        {
            return Some(Reason::WordMismatch {
                position: u64::from(*number),
                gold: String::from_utf8_lossy(form).into_owned(),
                system: String::from_utf8_lossy(word).into_owned(),
            });
        }
    }
    None
}

/// How many items two sorted lists have in common, each as often as both have it.
fn in_common<T: Ord>(ours: impl Iterator<Item = T>, theirs: impl Iterator<Item = T>) -> u64 {
    let mut theirs = theirs.peekable();
    let mut n = 0;
    for our in ours {
        while theirs.next_if(|their| *their < our).is_some() {}
        if theirs.next_if(|their| *their == our).is_some() {
            n += 1;
        }
    }
    n
}
