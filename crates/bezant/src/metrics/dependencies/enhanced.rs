//! The arcs of enhanced graphs that count, and how many two words have in common.

use std::collections::HashSet;

use crate::formats::schemes::without_subtype;
use crate::metrics::dependencies::side::{NONE, Side};
use crate::metrics::dependencies::tables::{is_never_case, may_have_case};
use crate::metrics::dependencies::{EmptyNodes, Enhancements};
use crate::structures::graph::{Graph, GraphArc, GraphNode, ROOT, Span};

/// A head that no arc of the other side has: what the UD scorer puts where it falls back on the
/// basic head of a root.
const NOWHERE: u32 = u32::MAX - 1;

/// Paths through empty nodes that one arc may stand for.
const MOST_PATHS: usize = 256;

/// Steps that are taken to find them: empty nodes that point at each other have more ways than
/// anybody can walk, and most of them end nowhere.
const MOST_STEPS: usize = 16 * MOST_PATHS;

/// The arcs of one side.
#[derive(Debug, Default)]
pub(crate) struct EnhancedArcs {
    all: Vec<Derived>,
    /// For each word, where its arcs end.
    ends: Vec<u32>,
    /// Relations that do not stand in the text as they are compared.
    built: Vec<u8>,
}

/// An arc as it is compared.
#[derive(Clone, Copy, Debug)]
struct Derived {
    head: u32,
    /// The relation, or several joined by `>`.
    path: Span,
    /// Whether the path stands in `built` and not in the text.
    is_built: bool,
}

/// Into the memory that is there.
impl Clone for EnhancedArcs {
    fn clone(&self) -> EnhancedArcs {
        let mut copy = EnhancedArcs::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &EnhancedArcs) {
        let EnhancedArcs { all, ends, built } = other;
        self.all.clone_from(all);
        self.ends.clone_from(ends);
        self.built.clone_from(built);
    }
}

impl EnhancedArcs {
    pub(crate) fn len(&self) -> u64 {
        self.all.len() as u64
    }

    fn of(&self, word: u32) -> &[Derived] {
        let start = word.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.all[start as usize..self.ends[word as usize] as usize]
    }

    fn path<'a>(&'a self, text: &'a [u8], arc: &Derived) -> &'a [u8] {
        let from = if arc.is_built { &self.built[..] } else { text };
        &from[arc.path.start as usize..arc.path.end as usize]
    }

    /// Works out which arcs count.
    pub(crate) fn prepare(
        &mut self,
        graph: &Graph<'_>,
        side: &Side,
        ignored: Enhancements,
        empty_nodes: EmptyNodes,
    ) {
        self.all.clear();
        self.ends.clear();
        self.built.clear();
        let is_plain = ignored == Enhancements::default();
        let mut first_word = 0;
        let mut sentences = graph.sentences().iter().peekable();
        for (index, word) in graph.words().iter().enumerate() {
            while let Some(sentence) = sentences.next_if(|next| next.first_word as usize <= index) {
                first_word = sentence.first_word;
            }
            let first = self.all.len();
            for arc in graph.arcs(word) {
                match arc.head.as_word() {
                    Some(head) => self.push(head, arc.relation),
                    None if arc.head == GraphNode::ROOT => self.push(ROOT, arc.relation),
                    None => {}
                }
            }
            if empty_nodes == EmptyNodes::Collapsed {
                self.collapse(graph, graph.arcs(word));
            }
            if !is_plain {
                let position = index as u32 - first_word;
                self.ignore(graph, side, ignored, first, index, position);
            }
            self.ends.push(self.all.len() as u32);
        }
    }

    fn push(&mut self, head: u32, path: Span) {
        self.all.push(Derived { head, path, is_built: false });
    }

    /// Arcs from the nodes above empty ones, behind a word's other arcs and each once, as the tasks
    /// wrote them into their files.
    fn collapse(&mut self, graph: &Graph<'_>, arcs: &[GraphArc]) {
        let first = self.all.len();
        for arc in arcs.iter().filter(|arc| arc.head.as_empty().is_some()) {
            self.collapse_arc(graph, arc);
        }
        let paths = self.all.split_off(first);
        let mut seen: HashSet<(u32, &[u8])> = HashSet::new();
        let is_new = |arc: &Derived| seen.insert((arc.head, self.path(graph.text(), arc)));
        let once: Vec<Derived> = paths.into_iter().filter(is_new).collect();
        self.all.extend(once);
    }

    /// The same of one arc, with the relations on the way joined: a word that depends as `obj` on an
    /// empty node which is a `conj` of word 3 becomes a `conj>obj` of it.
    fn collapse_arc(&mut self, graph: &Graph<'_>, arc: &GraphArc) {
        let (mut n_paths, mut n_steps) = (0, 0);
        let mut waiting = vec![(*arc, vec![arc.relation], Vec::new())];
        while let Some((arc, path, passed)) = waiting.pop() {
            n_steps += 1;
            if n_paths == MOST_PATHS || waiting.len() > MOST_PATHS || n_steps > MOST_STEPS {
                break;
            }
            let Some(empty) = arc.head.as_empty() else {
                n_paths += 1;
                let start = self.built.len() as u32;
                for (n, relation) in path.iter().rev().enumerate() {
                    if n > 0 {
                        self.built.push(b'>');
                    }
                    self.built.extend_from_slice(graph.slice(*relation));
                }
                let path = Span { start, end: self.built.len() as u32 };
                let head = arc.head.as_word().unwrap_or(ROOT);
                self.all.push(Derived { head, path, is_built: true });
                continue;
            };
            // A way that comes back to a node leads nowhere new.
            if passed.contains(&empty) || passed.len() > MOST_PATHS {
                continue;
            }
            let passed = [&passed[..], &[empty]].concat();
            let node = &graph.empty_nodes()[empty as usize];
            for above in graph.arcs_of_empty(node).iter().rev() {
                let path = [&path[..], &[above.relation]].concat();
                waiting.push((*above, path, passed.clone()));
            }
        }
    }

    /// Leaves out kinds of enhancement, each exactly as the UD scorer does.
    fn ignore(
        &mut self,
        graph: &Graph<'_>,
        side: &Side,
        ignored: Enhancements,
        first: usize,
        index: usize,
        position: u32,
    ) {
        let mut arcs = self.all.split_off(first);
        let word = &graph.words()[index];
        let basic = Derived {
            head: if word.head == ROOT { NOWHERE } else { word.head },
            path: side.relations[index].0,
            is_built: false,
        };
        let text = graph.text();
        if ignored.gapping {
            let mut kept: Vec<Derived> = Vec::with_capacity(arcs.len());
            let mut seen: HashSet<(u32, &[u8])> = HashSet::new();
            for arc in arcs {
                let is_path = self.path(text, &arc).contains(&b'>');
                let arc = if is_path { basic } else { arc };
                // Only arcs that were there before are left out when they come again.
                let is_new = seen.insert((arc.head, self.path(text, &arc)));
                if is_path || is_new {
                    kept.push(arc);
                }
            }
            arcs = kept;
        }
        if ignored.shared_parents {
            let is_conjunct = |arc: &&Derived| {
                let path = self.path(text, arc);
                path.starts_with(b"conj") && !path.contains(&b'>')
            };
            if let Some(conjunct) = arcs.iter().rfind(is_conjunct) {
                arcs = vec![*conjunct];
            }
        }
        // The scorer's third kind, shared dependents, compares a word with the number of a word,
        // which are never the same: it leaves nothing out.
        let basic_relation = |head: u32| {
            let relation = side.relations.get(head as usize);
            relation.map_or(&b""[..], |(span, _)| graph.slice(*span))
        };
        if ignored.control {
            arcs.retain(|arc| {
                let mut steps = self.path(text, arc).split(|byte| *byte == b'>');
                basic_relation(arc.head) != b"xcomp"
                    || !steps.any(|step| step.starts_with(b"nsubj"))
            });
        }
        if ignored.relative_clauses {
            arcs = arcs
                .into_iter()
                .filter_map(|arc| {
                    let path = self.path(text, &arc);
                    if path.split(|byte| *byte == b'>').next() == Some(b"ref") {
                        return Some(basic);
                    }
                    // The scorer compares a head counted from 1 with a word counted from 0.
                    let above = graph.words().get(arc.head as usize);
                    let is_external = above.is_some_and(|above| {
                        let head = match above.head {
                            ROOT => 0,
                            head => head + position + 1 - index as u32,
                        };
                        basic_relation(arc.head).starts_with(b"acl") && head == position
                    });
                    (!is_external).then_some(arc)
                })
                .collect();
        }
        if ignored.case {
            for arc in &mut arcs {
                let path = self.path(text, arc).to_vec();
                let start = self.built.len() as u32;
                for (n, step) in path.split(|byte| *byte == b'>').enumerate() {
                    if n > 0 {
                        self.built.push(b'>');
                    }
                    self.built.extend_from_slice(without_case(step));
                }
                arc.path = Span { start, end: self.built.len() as u32 };
                arc.is_built = true;
            }
        }
        self.all.append(&mut arcs);
    }
}

/// A relation without a case or preposition.
fn without_case(step: &[u8]) -> &[u8] {
    let relation = without_subtype(step);
    let Some(subtype) = step.get(relation.len() + 1..) else { return step };
    let is_case = may_have_case(relation) && !subtype.contains(&b':') && !is_never_case(subtype);
    if is_case { relation } else { step }
}

/// Arcs that two words have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Common {
    pub labelled: u64,
    pub without_subtypes: u64,
    pub unlabelled: u64,
}

/// Pairs of arcs that are compared one by one; for longer lists sorting is quicker.
const FEW: usize = 256;

/// Counts pairs of equal arcs, as the UD scorer does: one that is there twice counts twice.
pub(super) fn common(
    (gold, gold_graph, word): (&EnhancedArcs, &Graph<'_>, u32),
    (system, system_graph, partner): (&EnhancedArcs, &Graph<'_>, u32),
    partners: &[u32],
) -> Common {
    let (ours, theirs) = (gold.of(word), system.of(partner));
    // In gold's numbers; heads without a partner have none.
    let head = |arc: &Derived| match arc.head {
        ROOT => ROOT,
        NOWHERE => NOWHERE - 1,
        head => match partners[head as usize] {
            NONE => NOWHERE - 1,
            partner => partner,
        },
    };
    let mut common = Common::default();
    if ours.len() * theirs.len() > FEW {
        let ours: Vec<_> =
            ours.iter().map(|arc| (arc.head, gold.path(gold_graph.text(), arc))).collect();
        let theirs: Vec<_> =
            theirs.iter().map(|arc| (head(arc), system.path(system_graph.text(), arc))).collect();
        let bases = |arcs: &[(u32, &[u8])]| -> Vec<(u32, Vec<u8>)> {
            arcs.iter()
                .map(|(head, path)| (*head, base(path).flatten().copied().collect()))
                .collect()
        };
        let heads = |arcs: &[(u32, &[u8])]| arcs.iter().map(|(head, _)| *head).collect();
        common.without_subtypes = equal_pairs(bases(&ours), bases(&theirs));
        common.unlabelled = equal_pairs::<u32>(heads(&ours), heads(&theirs));
        common.labelled = equal_pairs(ours, theirs);
        return common;
    }
    for ours in ours {
        let path = gold.path(gold_graph.text(), ours);
        for theirs in theirs {
            if ours.head != head(theirs) {
                continue;
            }
            let other = system.path(system_graph.text(), theirs);
            let is_same = path == other;
            common.unlabelled += 1;
            common.labelled += u64::from(is_same);
            common.without_subtypes += u64::from(is_same || base(path).eq(base(other)));
        }
    }
    common
}

/// The relations of a path without subtypes, each ending in a mark that none contains.
fn base(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    path.split(|byte| *byte == b'>').flat_map(|step| [without_subtype(step), b">"])
}

/// How many pairs of equal items two lists have.
fn equal_pairs<T: Ord>(mut ours: Vec<T>, mut theirs: Vec<T>) -> u64 {
    ours.sort_unstable();
    theirs.sort_unstable();
    let theirs: Vec<&[T]> = theirs.chunk_by(|one, two| one == two).collect();
    ours.chunk_by(|one, two| one == two)
        .map(|same| {
            let at = theirs.binary_search_by(|other| other[0].cmp(&same[0]));
            at.map_or(0, |at| (same.len() * theirs[at].len()) as u64)
        })
        .sum()
}
