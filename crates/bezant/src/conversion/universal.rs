//! Enhanced Universal Dependencies from basic trees.
//!
//! The basic tree says who depends on whom; the enhanced graph says what follows from it. Four steps
//! make one from the other, each in a file of its own:
//!
//! * labels: prepositions, subordinators and conjunctions go into the relation (`nmod:of`,
//!   `advcl:if`, `conj:and`);
//! * relative clauses: the antecedent becomes an argument of the clause, and the relative pronoun
//!   refers to it (`ref`);
//! * coordination: conjuncts share their governor and their subject;
//! * control: what `xcomp` leaves out is its subject, too (`nsubj:xsubj`).
//!
//! The guidelines are those of Universal Dependencies, where they leave a choice that of the English
//! Web Treebank. Nothing is made up: there are no empty nodes for what is elided.

mod control;
mod coordination;
mod labels;
mod relatives;
mod view;

use std::borrow::Cow;

use crate::formats::conllu::write_sentence_with;
use crate::structures::graph::{Graph, GraphSentence, ROOT};
use view::GraphView;

/// An arc of an enhanced graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EnhancedArc<'s> {
    /// The word it ends in, numbered as in [`Graph::words`].
    pub(crate) dependent: u32,
    /// The word it comes from, or [`ROOT`].
    pub(crate) head: u32,
    /// Its relation.
    pub(crate) relation: Cow<'s, [u8]>,
}

/// The most governors, and the most subjects, that a word gets because it is coordinated.
///
/// When subjects and predicates are both coordinated, every predicate has every subject; without
/// a limit, long lists would need the square of their length.
pub(crate) const MOST_SHARED: usize = 32;

/// The enhanced graph of a sentence, from its basic tree alone; what the text says about enhanced
/// arcs is not looked at.
///
/// Arcs come in the order of their dependents, then of their heads, the root first. Every word has
/// at least one.
pub(crate) fn enhance<'s>(graph: &Graph<'s>, sentence: &GraphSentence) -> Vec<EnhancedArc<'s>> {
    let view = GraphView::new(graph, sentence);
    let mut net = Net::new(view.len());
    labels::label(&view, &mut net);
    let relatives = relatives::resolve(&view, &mut net);
    coordination::share_governors(&view, &relatives, &mut net);
    coordination::share_subjects(&view, &mut net);
    control::find_subjects(&view, &mut net);
    net.into_arcs(sentence.first_word)
}

/// Of the enhanced graph of a sentence only what relative clauses without a pronoun leave open: *the
/// goods they bought*. Other converters make graphs without it.
pub(crate) fn fill_gaps<'s>(graph: &Graph<'s>, sentence: &GraphSentence) -> Vec<EnhancedArc<'s>> {
    let view = GraphView::new(graph, sentence);
    let mut net = Net::new(view.len());
    relatives::fill_gaps(&view, &mut net);
    net.into_arcs(sentence.first_word)
}

/// Writes the sentences of a graph as CoNLL-U, with enhanced arcs made from their basic trees.
///
/// Empty nodes are left out, because nothing would lead to them.
pub(crate) fn write(graph: &Graph<'_>, out: &mut Vec<u8>) {
    for sentence in graph.sentences() {
        let arcs = enhance(graph, sentence);
        write_sentence_with(graph, sentence, out, |word, out| {
            let start = arcs.partition_point(|arc| (arc.dependent as usize) < word);
            let of_word = arcs[start..].iter().take_while(|arc| arc.dependent as usize == word);
            for (n, arc) in of_word.enumerate() {
                let head = if arc.head == ROOT { 0 } else { arc.head - sentence.first_word + 1 };
                let bar = if n > 0 { "|" } else { "" };
                out.extend_from_slice(format!("{bar}{head}:").as_bytes());
                out.extend_from_slice(&arc.relation);
            }
        });
        out.push(b'\n');
    }
}

/// The head of a word that depends on the root, among words that are numbered in their sentence.
const TOP: u32 = ROOT;

/// A head and a relation.
type Arc<'s> = (u32, Cow<'s, [u8]>);

/// The arcs of a sentence while they are collected, words being numbered from 0.
struct Net<'s> {
    arcs: Vec<Vec<Arc<'s>>>,
}

impl<'s> Net<'s> {
    fn new(n_words: usize) -> Net<'s> {
        Net { arcs: vec![Vec::new(); n_words] }
    }

    /// Adds the arc of the basic tree, whatever it is.
    fn keep(&mut self, dependent: u32, head: u32, relation: Cow<'s, [u8]>) {
        self.arcs[dependent as usize].push((head, relation));
    }

    /// Adds an arc, unless it would make a word depend on itself.
    fn add(&mut self, dependent: u32, head: u32, relation: Cow<'s, [u8]>) {
        if dependent != head {
            self.arcs[dependent as usize].push((head, relation));
        }
    }

    /// The arcs that a word depends by.
    fn of(&self, word: u32) -> &[Arc<'s>] {
        &self.arcs[word as usize]
    }

    /// Takes a word's arcs away.
    fn take(&mut self, word: u32) -> Vec<Arc<'s>> {
        std::mem::take(&mut self.arcs[word as usize])
    }

    /// All arcs, each once, in order, words being numbered from `first`.
    fn into_arcs(self, first: u32) -> Vec<EnhancedArc<'s>> {
        let mut all = Vec::new();
        for (dependent, mut arcs) in (first..).zip(self.arcs) {
            // The root comes first: one more than the largest number is the smallest.
            arcs.sort_by(|a, b| (a.0.wrapping_add(1), &a.1).cmp(&(b.0.wrapping_add(1), &b.1)));
            arcs.dedup();
            let head = |head: u32| if head == TOP { TOP } else { first + head };
            all.extend(arcs.into_iter().map(|(from, relation)| EnhancedArc {
                dependent,
                head: head(from),
                relation,
            }));
        }
        all
    }
}

#[cfg(test)]
mod tests;
