//! Trees as the reference program compares them: without traces, functions and punctuation.

use std::collections::HashMap;

use crate::metrics::brackets::classes::draft::{Draft, NO_NODE};
use crate::structures::tree::{NodeKind, Tree};

/// Labels of phrases. A tree whose top has another label has a root, whatever that is called.
const PHRASES: [&str; 27] = [
    "S", "SBAR", "SBARQ", "SINV", "SQ", "ADJP", "ADVP", "CONJP", "FRAG", "INTJ", "LST", "NAC",
    "NP", "NX", "PP", "PRN", "PRT", "QP", "RRC", "UCP", "VP", "WHADJP", "WHADVP", "WHNP", "WHPP",
    "X", "NML",
];

/// What every root is called.
const ROOT: &[u8] = b"ROOT";

const TRACE: &[u8] = b"-NONE-";

/// Labels and tags as numbers.
#[derive(Debug, Default)]
pub(super) struct Labels<'t> {
    numbers: HashMap<&'t [u8], u32>,
    names: Vec<&'t [u8]>,
}

impl<'t> Labels<'t> {
    fn number(&mut self, name: &'t [u8]) -> u32 {
        let Labels { numbers, names } = self;
        *numbers.entry(name).or_insert_with(|| {
            names.push(name);
            names.len() as u32 - 1
        })
    }

    pub(super) fn name(&self, number: u32) -> &'t [u8] {
        self.names[number as usize]
    }
}

/// One side, cleaned.
#[derive(Clone, Debug)]
pub(super) struct Cleaned {
    pub(super) draft: Draft,
    /// For each word, how many leaves of the whole tree stand before it.
    pub(super) leaves: Vec<u32>,
}

/// What is left of a node.
#[derive(Clone, Copy)]
struct Kept<'t> {
    label: &'t [u8],
    is_gone: bool,
}

/// Both trees, with the same root.
pub(super) fn both<'t>(
    gold: &Tree<'t>,
    system: &Tree<'t>,
    labels: &mut Labels<'t>,
) -> (Cleaned, Cleaned) {
    let [ours, theirs] = [gold, system].map(kept);
    let top = |tree: &Tree<'t>, kept: &[Kept<'t>]| {
        let is_one = tree.nodes().first().is_some_and(|node| node.end as usize == kept.len());
        kept.first().map(|top| top.label).filter(|label| is_one && is_phrase(label))
    };
    let (ours_top, theirs_top) = (top(gold, &ours), top(system, &theirs));
    // Files without roots: the program takes the top itself for one, which does as long as both
    // are the same.
    let is_bare = ours_top.is_some() && ours_top == theirs_top;
    let mut side = |tree, kept: &[Kept<'t>]| draft(tree, kept, is_bare, labels);
    (side(gold, &ours), side(system, &theirs))
}

/// Puts a root above both trees that is like no other label.
pub(super) fn with_root(sides: [&mut Cleaned; 2], labels: &mut Labels<'_>) {
    labels.names.push(ROOT);
    let label = labels.names.len() as u32 - 1;
    for Cleaned { draft, .. } in sides {
        let (old, root) = (draft.root, draft.push(label, NO_NODE));
        draft.root = root;
        draft.nodes[root as usize].children.push(old);
        draft.nodes[old as usize].parent = root;
        draft.measure();
    }
}

fn is_phrase(label: &[u8]) -> bool {
    PHRASES.iter().any(|known| known.as_bytes() == label)
}

/// The label of each node, and whether it is left out.
fn kept<'t>(tree: &Tree<'t>) -> Vec<Kept<'t>> {
    let mut kept: Vec<Kept<'t>> = tree
        .nodes()
        .iter()
        .map(|node| {
            let word = (node.kind == NodeKind::Leaf).then(|| tree.body(node));
            // Phrases without words have no span.
            let is_empty = word.is_none() && tree.leaves_to_end(node) == node.leaf;
            Kept { label: one_tag(tree.label(node), word), is_gone: is_empty }
        })
        .collect();
    leave_out(tree, &mut kept, |label| label == TRACE);
    for (node, kept) in tree.nodes().iter().zip(&mut kept) {
        let word = (node.kind == NodeKind::Leaf).then(|| tree.body(node));
        kept.label = one_tag(without_functions(kept.label), word);
    }
    let is_mark = |label: &[u8]| matches!(label, b"-NONE-" | b"," | b":" | b"``" | b"''" | b".");
    leave_out(tree, &mut kept, is_mark);
    for kept in &mut kept {
        if kept.label == b"PRT" {
            kept.label = b"ADVP";
        }
    }
    kept
}

/// The first of several tags; and words that are always the same mark have its tag.
fn one_tag<'t>(label: &'t [u8], word: Option<&'t [u8]>) -> &'t [u8] {
    match word {
        Some(b"--" | b"-" | b";" | b":") => b":",
        Some(b"-LRB-" | b"-LCB-" | b"{") => b"-LRB-",
        Some(b"-RRB-" | b"-RCB-" | b"}") => b"-RRB-",
        // A name that a treebank has as a mark.
        Some(b"Wa") => b"NNP",
        _ => match label.iter().position(|byte| *byte == b'|') {
            Some(_) if label.windows(4).any(|part| part == b"ADVP") => b"ADVP",
            Some(at) => &label[..at],
            None => label,
        },
    }
}

/// `NP` of `NP-SBJ=2`; `-LRB-` stays.
fn without_functions(label: &[u8]) -> &[u8] {
    let ends = |byte: &u8| *byte == b'=' || (*byte == b'-' && label[0] != b'-');
    label.iter().position(ends).map_or(label, |at| &label[..at])
}

/// Leaves out nodes with some labels, and phrases that are empty then. Where nothing would be left,
/// everything stays.
fn leave_out<'t>(tree: &Tree<'t>, kept: &mut [Kept<'t>], is_out: impl Fn(&[u8]) -> bool) {
    let nodes = tree.nodes();
    let before: Vec<bool> = kept.iter().map(|kept| kept.is_gone).collect();
    let mut at = 0;
    while at < nodes.len() {
        if is_out(kept[at].label) {
            let end = nodes[at].end as usize;
            kept[at..end].iter_mut().for_each(|kept| kept.is_gone = true);
            at = end;
        } else {
            at += 1;
        }
    }
    // The nearest word that is left, from behind.
    let mut next = nodes.len();
    for at in (0..nodes.len()).rev() {
        match nodes[at].kind {
            NodeKind::Leaf if !kept[at].is_gone => next = at,
            NodeKind::Phrase if next >= nodes[at].end as usize => kept[at].is_gone = true,
            _ => {}
        }
    }
    if kept.iter().all(|kept| kept.is_gone) {
        kept.iter_mut().zip(before).for_each(|(kept, before)| kept.is_gone = before);
    }
}

fn draft<'t>(
    tree: &Tree<'t>,
    kept: &[Kept<'t>],
    is_bare: bool,
    labels: &mut Labels<'t>,
) -> Cleaned {
    let (mut draft, mut leaves) = (Draft::default(), Vec::new());
    if !is_bare {
        draft.push(labels.number(ROOT), NO_NODE);
    }
    // Phrases that are open, and where they end.
    let mut open: Vec<(u32, u32)> = Vec::new();
    for (at, (node, kept)) in (0u32..).zip(tree.nodes().iter().zip(kept)) {
        while open.last().is_some_and(|(_, end)| *end <= at) {
            open.pop();
        }
        let is_root =
            !is_bare && open.is_empty() && node.kind == NodeKind::Phrase && !is_phrase(kept.label);
        if kept.is_gone || is_root && node.end > at + 1 {
            // What is below a root of any name is below ours.
            open.extend((is_root && !kept.is_gone).then_some((0, node.end)));
            continue;
        }
        let parent = open.last().map_or(if is_bare { NO_NODE } else { 0 }, |(parent, _)| *parent);
        let id = draft.push(labels.number(kept.label), parent);
        match node.kind {
            NodeKind::Phrase => open.push((id, node.end)),
            NodeKind::Leaf => leaves.push(node.leaf),
        }
    }
    draft.measure();
    Cleaned { draft, leaves }
}
