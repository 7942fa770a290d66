//! Typed dependencies as bags of facts: graphs, not only trees.

use std::borrow::Cow;

use crate::counts::in_common;
use crate::error::Stream;
use crate::formats::conllu::{ColumnFault, ColumnFaultKind, ColumnSpace, Roots};
use crate::formats::relations::Input;
use crate::formats::relations::candc::{self, CandcPiece, Pieces};
use crate::formats::stanford::TypedDependency;
use crate::formats::{Format, Sentence};
use crate::metric::Reason;
use crate::metrics::dependencies::counts::DependencyCounts;
use crate::structures::graph::{EmptyNode, Graph, GraphArc, ROOT, Span};
use crate::structures::relations::{Fillers, ends};

/// A word or a copy of one: its number in the sentence, from 1, and which copy.
pub(super) type TypedPlace = (u32, u32);

/// Head, dependent and relation.
pub(super) type TypedFact<'s> = (TypedPlace, TypedPlace, Cow<'s, [u8]>);

/// The facts of one sentence.
#[derive(Debug, Default)]
pub struct Facts<'s> {
    /// Sorted.
    arcs: Vec<TypedFact<'s>>,
    /// Words that were named, sorted by number.
    words: Vec<(u32, Cow<'s, [u8]>)>,
}

impl<'s> Facts<'s> {
    /// Reads a sentence. In columns, the enhanced graph counts where a word has arcs in it, and
    /// the basic head elsewhere.
    pub(crate) fn read(
        sentence: Sentence<'s>,
        space: &mut ColumnSpace,
    ) -> (Facts<'s>, Option<ColumnFault>) {
        let mut facts = Facts::default();
        let fault = match sentence.format {
            Format::Columns(_) => {
                let reading = sentence.heads(Roots::Any, space);
                facts.add_graph(&reading.graph);
                space.recycle(reading.graph);
                reading.faults.first().copied()
            }
            Format::Candc => facts.add_relations(sentence.text),
            _ => {
                let reading = sentence.typed();
                facts.add_dependencies(sentence.text, &reading.dependencies);
                reading.faults.first().copied()
            }
        };
        facts.arcs.sort_unstable();
        facts.words.sort_unstable();
        facts.words.dedup();
        (facts, fault)
    }

    fn add_graph(&mut self, graph: &Graph<'s>) {
        let add = |facts: &mut Vec<TypedFact<'s>>, place: TypedPlace, arcs: &[GraphArc]| {
            facts.extend(arcs.iter().map(|arc| {
                let head = match (arc.head.as_word(), arc.head.as_empty()) {
                    (Some(head), _) => (head + 1, 0),
                    (_, Some(empty)) => place_of(&graph.empty_nodes()[empty as usize]),
                    (None, None) => (0, 0),
                };
                (head, place, graph.slice(arc.relation).into())
            }));
        };
        for (number, word) in (1..).zip(graph.words()) {
            self.words.push((number, graph.slice(word.form).into()));
            let arcs = graph.arcs(word);
            if arcs.is_empty() {
                let head = if word.head == ROOT { 0 } else { word.head + 1 };
                self.arcs.push(((head, 0), (number, 0), graph.slice(word.relation).into()));
            }
            add(&mut self.arcs, (number, 0), arcs);
        }
        // They are what the text format writes as copies.
        for node in graph.empty_nodes() {
            add(&mut self.arcs, place_of(node), graph.arcs_of_empty(node));
        }
    }

    fn add_dependencies(&mut self, text: &'s [u8], dependencies: &[TypedDependency]) {
        let slice = |span: Span| &text[span.start as usize..span.end as usize];
        for TypedDependency { relation, head, dependent } in dependencies {
            for place in [head, dependent] {
                if place.number > 0 {
                    self.words.push((place.number, slice(place.form).into()));
                }
            }
            let (head, dependent) = ((head.number, head.copy), (dependent.number, dependent.copy));
            self.arcs.push((head, dependent, slice(*relation).into()));
        }
    }

    /// What the C&C parser prints. Its words are numbered from 0. The last two words of a relation
    /// are head and dependent; what else fills it, `obj` in `(ncsubj seen_2 John_0 obj)`, is a
    /// subtype. A relation of one word is an arc from the word to itself.
    fn add_relations(&mut self, text: &'s [u8]) -> Option<ColumnFault> {
        let mut pieces = Pieces::new(Input { name: "", text, stream: Stream::System });
        loop {
            let fault = |at| Some(ColumnFault { kind: ColumnFaultKind::BadRelation, at });
            match pieces.next() {
                Ok(None) => return None,
                Ok(Some(CandcPiece::EmptyLine)) => {}
                Ok(Some(CandcPiece::Words(words))) => {
                    let words = (1..).zip(candc::forms(words));
                    self.words.extend(words.map(|(number, form)| (number, form.into())));
                }
                Ok(Some(CandcPiece::Relation(read))) => {
                    for relation in read.iter() {
                        if self.add_relation(relation.name, relation.fillers).is_none() {
                            return fault(pieces.start);
                        }
                    }
                }
                Err(_) => return fault(pieces.start),
            }
        }
    }

    fn add_relation(&mut self, name: &[u8], fillers: Fillers<'_>) -> Option<()> {
        let fillers: Vec<&[u8]> = fillers.iter().collect();
        let (head, dependent) = ends(&fillers, |filler| candc::numbered(filler).is_some())?;
        let mut relation = name.to_vec();
        for (at, filler) in fillers.iter().enumerate() {
            if at != head && at != dependent && *filler != b"_" {
                relation.push(b':');
                relation.extend(candc::numbered(filler).map_or(*filler, |(word, _)| word));
            }
        }
        let mut place = |at: usize| {
            let (form, digits) = candc::numbered(fillers[at])?;
            let number: u32 = std::str::from_utf8(digits).ok()?.parse().ok()?;
            let number = number.checked_add(1)?;
            self.words.push((number, form.to_vec().into()));
            Some((number, 0))
        };
        let (head, dependent) = (place(head)?, place(dependent)?);
        self.arcs.push((head, dependent, relation.into()));
        Some(())
    }

    fn has_root(&self) -> bool {
        self.arcs.first().is_some_and(|(head, ..)| *head == (0, 0))
    }

    /// What gold has, nothing of it found.
    pub(crate) fn missed(&self) -> DependencyCounts {
        DependencyCounts {
            sentences_gold: 1,
            arcs_gold: self.arcs.len() as u64,
            words_gold: self.words.len() as u64,
            ..DependencyCounts::default()
        }
    }

    /// All facts, sorted.
    pub(crate) fn arcs(&self) -> &[TypedFact<'s>] {
        &self.arcs
    }

    /// The words that were named, with their numbers from 1.
    pub(crate) fn words(&self) -> &[(u32, Cow<'s, [u8]>)] {
        &self.words
    }

    /// How large the sentence is: the highest number of a word.
    pub(crate) fn length(&self) -> u32 {
        self.words.last().map_or(0, |(number, _)| *number)
    }
}

/// Compares the facts of gold and of a system.
pub(super) fn compare(gold: &Facts<'_>, system: &Facts<'_>) -> Result<DependencyCounts, Reason> {
    if let Some(reason) = other_word(gold, system) {
        return Err(reason);
    }
    let [ours, theirs] = comparable(gold, system);
    let (n_gold, n_system) = (ours.len() as u64, theirs.len() as u64);
    let labelled = in_common(ours.iter(), theirs.iter());
    fn based<'f>(facts: &[&'f TypedFact<'_>]) -> Vec<(TypedPlace, TypedPlace, &'f [u8])> {
        let mut all: Vec<_> =
            facts.iter().map(|(head, word, relation)| (*head, *word, base(relation))).collect();
        all.sort_unstable();
        all
    }
    let without_subtypes = in_common(based(&ours).into_iter(), based(&theirs).into_iter());
    let places = |fact: &&TypedFact<'_>| (fact.0, fact.1);
    let unlabelled = in_common(ours.iter().map(places), theirs.iter().map(places));
    let is_exact = |n: u64| u64::from(n == n_gold && n == n_system);
    Ok(DependencyCounts {
        arcs_gold: n_gold,
        arcs_system: n_system,
        arcs_labelled: labelled,
        arcs_without_subtypes: without_subtypes,
        arcs_unlabelled: unlabelled,
        sentences_system: 1,
        sentences_matched: 1,
        words_system: system.words.len() as u64,
        exact: is_exact(labelled),
        exact_unlabelled: is_exact(unlabelled),
        ..gold.missed()
    })
}

/// The facts of both sides that are compared. Some programs do not write the root: then it is not
/// asked for.
pub(super) fn comparable<'f, 's>(
    gold: &'f Facts<'s>,
    system: &'f Facts<'s>,
) -> [Vec<&'f TypedFact<'s>>; 2] {
    let with_root = gold.has_root() == system.has_root();
    [gold, system]
        .map(|facts| facts.arcs.iter().filter(|fact| with_root || fact.0 != (0, 0)).collect())
}

fn place_of(node: &EmptyNode) -> TypedPlace {
    (node.after, node.minor)
}

/// A relation without its subtype.
fn base(relation: &[u8]) -> &[u8] {
    let end = relation.iter().position(|byte| matches!(byte, b':' | b'_'));
    &relation[..end.unwrap_or(relation.len())]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Position;

    #[test]
    fn the_root_is_not_asked_of_a_sentence_without_relations() {
        let read = |text: &'static str, format: Format| {
            let sentence = Sentence::new(text.as_bytes(), Position::start_of(1), format);
            Facts::read(sentence, &mut ColumnSpace::default()).0
        };
        let gold = read("root(ROOT-0, saw-2)\nnsubj(saw-2, We-1)\n", Format::Stanford);
        let n_gold = |system: Facts<'_>| compare(&gold, &system).unwrap().arcs_gold;
        assert_eq!(n_gold(read("<c> We|we|PRP saw|see|VBD\n", Format::Candc)), 1);
        assert_eq!(n_gold(read("root(ROOT-0, saw-2)\n", Format::Stanford)), 2);
    }
}
