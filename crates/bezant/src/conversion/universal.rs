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
    // Only conjuncts and open complements have more to say, those above first.
    if view.words().any(|word| matches!(view.relation(word), b"conj" | b"xcomp")) {
        let order = view.downwards();
        coordination::share_governors(&view, &order, &relatives, &mut net);
        coordination::share_subjects(&view, &order, &mut net);
        control::find_subjects(&view, &order, &mut net);
    }
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
    /// The first arc of each word, which is the only one of most.
    first: Vec<Option<Arc<'s>>>,
    more: Vec<Vec<Arc<'s>>>,
}

impl<'s> Net<'s> {
    fn new(n_words: usize) -> Net<'s> {
        Net { first: vec![None; n_words], more: vec![Vec::new(); n_words] }
    }

    /// Adds the arc of the basic tree, whatever it is.
    fn keep(&mut self, dependent: u32, head: u32, relation: Cow<'s, [u8]>) {
        match &mut self.first[dependent as usize] {
            first @ None => *first = Some((head, relation)),
            Some(_) => self.more[dependent as usize].push((head, relation)),
        }
    }

    /// Adds an arc, unless it would make a word depend on itself.
    fn add(&mut self, dependent: u32, head: u32, relation: Cow<'s, [u8]>) {
        if dependent != head {
            self.keep(dependent, head, relation);
        }
    }

    /// The arcs that a word depends by.
    fn of(&self, word: u32) -> impl Iterator<Item = &Arc<'s>> {
        self.first[word as usize].iter().chain(&self.more[word as usize])
    }

    /// Takes a word's arcs away.
    fn take(&mut self, word: u32) -> impl Iterator<Item = Arc<'s>> + use<'s> {
        let more = std::mem::take(&mut self.more[word as usize]);
        self.first[word as usize].take().into_iter().chain(more)
    }

    /// All arcs, each once, in order, words being numbered from `first`.
    fn into_arcs(self, first: u32) -> Vec<EnhancedArc<'s>> {
        let head = |head: u32| if head == TOP { TOP } else { first + head };
        // The root comes first: one more than the largest number is the smallest.
        let order = |a: &EnhancedArc<'s>, b: &EnhancedArc<'s>| {
            (a.head.wrapping_add(1), &a.relation).cmp(&(b.head.wrapping_add(1), &b.relation))
        };
        let mut all: Vec<EnhancedArc<'s>> = Vec::with_capacity(self.first.len());
        for (dependent, (first, more)) in (first..).zip(self.first.into_iter().zip(self.more)) {
            let start = all.len();
            let arcs = first.into_iter().chain(more);
            all.extend(arcs.map(|(from, relation)| EnhancedArc {
                dependent,
                head: head(from),
                relation,
            }));
            all[start..].sort_by(order);
        }
        all.dedup();
        all
    }
}

#[cfg(test)]
mod tests;
