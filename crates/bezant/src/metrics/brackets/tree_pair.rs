//! Two trees over one list of words, each bracket with what became of it.

use crate::metrics::brackets::Compared;
use crate::metrics::trees::labels::LabelTable;
use crate::metrics::trees::preparation::{Bracket, Prepared};
use crate::structures::tree::{NodeKind, Tree};

/// Gold's tree and a system's, over the words of both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreePair {
    /// The words of both sides in order. Where words differ, each has its own.
    pub words: Vec<PairedWord>,
    /// Gold's phrases in pre-order, without those that have no words.
    pub gold: Vec<PairedPhrase>,
    /// The system's.
    pub system: Vec<PairedPhrase>,
}

/// A word, and who has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedWord {
    /// As it is written; as gold writes it, where both have it.
    pub form: String,
    /// Whether gold has it.
    pub is_gold: bool,
    /// Whether the system has it.
    pub is_system: bool,
    /// Whether it takes a position.
    pub counts: bool,
}

/// A phrase over some of [`TreePair::words`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedPhrase {
    /// Its label, as it is compared.
    pub label: String,
    /// Its first word.
    pub start: usize,
    /// One past its last word.
    pub end: usize,
    /// Where its words have others between them, each stretch of them; empty elsewhere.
    pub parts: Vec<(usize, usize)>,
    /// What became of it.
    pub status: BracketStatus,
}

/// What became of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BracketStatus {
    /// Both sides have it.
    Matched,
    /// Only gold has it.
    Missing,
    /// Only the system has it, and no bracket of gold contradicts it.
    Extra,
    /// Only the system has it, and it overlaps one of gold without holding it or being held by it.
    Crossing,
    /// The parameters leave it out.
    NotCounted,
}

/// A word of one side: its node, its positions and its form.
struct Leaf<'t> {
    node: usize,
    place: (u32, u32),
    form: &'t [u8],
}

impl TreePair {
    /// How many brackets of both sides have a status.
    pub fn n_with(&self, status: BracketStatus) -> (usize, usize) {
        let n = |side: &[PairedPhrase]| side.iter().filter(|one| one.status == status).count();
        (n(&self.gold), n(&self.system))
    }

    pub(super) fn of(gold: &Tree<'_>, system: &Tree<'_>, compared: &Compared<'_>) -> TreePair {
        let (ours, theirs) = (leaves(gold, compared.gold), leaves(system, compared.system));
        let (words, gold_rows, system_rows) = merged(&ours, &theirs);
        let scratch = compared.scratch;
        let in_gold = |at: usize, bracket: &Bracket| match scratch.gold_matched[at] {
            _ if !compared.counts_gold(bracket) => BracketStatus::NotCounted,
            true => BracketStatus::Matched,
            false => BracketStatus::Missing,
        };
        let in_system = |at: usize, bracket: &Bracket| match scratch.system_matched[at] {
            _ if !compared.counts_system(bracket) => BracketStatus::NotCounted,
            true => BracketStatus::Matched,
            false if scratch.crosses(compared.system, at) => BracketStatus::Crossing,
            false => BracketStatus::Extra,
        };
        let labels = compared.labels;
        let ours = Words { leaves: &ours, rows: &gold_rows };
        let theirs = Words { leaves: &theirs, rows: &system_rows };
        TreePair {
            words,
            gold: phrases(gold, compared.gold, labels, &ours, in_gold),
            system: phrases(system, compared.system, labels, &theirs, in_system),
        }
    }
}

/// The words of a tree that are shown: traces only where they take a position.
fn leaves<'t>(tree: &'t Tree<'_>, prepared: &Prepared) -> Vec<Leaf<'t>> {
    let mut leaves = Vec::with_capacity(tree.n_leaves() as usize);
    for (node, found) in tree.nodes().iter().enumerate() {
        if found.kind != NodeKind::Leaf {
            continue;
        }
        let place = prepared.place(node);
        if place.0 < place.1 || tree.label(found) != b"-NONE-" {
            leaves.push(Leaf { node, place, form: tree.body(found) });
        }
    }
    let places = tree.places();
    if !places.is_empty() {
        leaves.sort_by_key(|leaf| places[tree.nodes()[leaf.node].leaf as usize]);
    }
    leaves
}

/// One list of words, and for each side the places of its own in it.
fn merged(gold: &[Leaf<'_>], system: &[Leaf<'_>]) -> (Vec<PairedWord>, Vec<usize>, Vec<usize>) {
    let mut words = Vec::with_capacity(gold.len().max(system.len()));
    let (mut gold_rows, mut system_rows) = (Vec::new(), Vec::new());
    let (mut i, mut j) = (0, 0);
    while i < gold.len() || j < system.len() {
        let (is_gold, is_system) = match (gold.get(i), system.get(j)) {
            (Some(one), Some(two)) => next(one, two, gold.get(i + 1)),
            (one, two) => (one.is_some(), two.is_some()),
        };
        let leaf = if is_gold { &gold[i] } else { &system[j] };
        if is_gold {
            gold_rows.push(words.len());
            i += 1;
        }
        if is_system {
            system_rows.push(words.len());
            j += 1;
        }
        words.push(PairedWord {
            form: String::from_utf8_lossy(leaf.form).into_owned(),
            is_gold,
            is_system,
            counts: leaf.place.0 < leaf.place.1,
        });
    }
    (words, gold_rows, system_rows)
}

/// Which of two words comes next, or both if they are one. `after` is what follows gold's.
fn next(one: &Leaf<'_>, two: &Leaf<'_>, after: Option<&Leaf<'_>>) -> (bool, bool) {
    let takes_place = |leaf: &Leaf<'_>| leaf.place.0 < leaf.place.1;
    if one.place == two.place && (takes_place(one) || one.form == two.form) {
        return (true, true);
    }
    let gold_first = match (takes_place(one), takes_place(two)) {
        (true, true) => one.place.0 <= two.place.0,
        // What takes no position stands before the word at its position.
        (false, true) => one.place.0 <= two.place.0,
        (true, false) => one.place.0 < two.place.0,
        // Of several, those that both have should come together.
        (false, false) if one.place == two.place => {
            after.is_some_and(|after| after.place == two.place && after.form == two.form)
        }
        (false, false) => one.place.0 < two.place.0,
    };
    (gold_first, !gold_first)
}

/// The words of one side, and their places in the list of both.
struct Words<'a> {
    leaves: &'a [Leaf<'a>],
    rows: &'a [usize],
}

impl Words<'_> {
    /// The stretches of words that stand below a phrase. Each phrase looks at all words, as there are
    /// few sentences that are drawn and few words in one whose branches cross.
    fn parts(&self, from: usize, to: usize) -> Vec<(usize, usize)> {
        let mut parts: Vec<(usize, usize)> = Vec::new();
        // Words that only the other side has do not divide a phrase.
        let mut is_next = false;
        for (leaf, row) in self.leaves.iter().zip(self.rows) {
            let is_below = (from..to).contains(&leaf.node);
            match parts.last_mut() {
                Some((_, end)) if is_below && is_next => *end = row + 1,
                _ if is_below => parts.push((*row, row + 1)),
                _ => {}
            }
            is_next = is_below;
        }
        parts
    }
}

fn phrases(
    tree: &Tree<'_>,
    prepared: &Prepared,
    labels: &LabelTable<'_>,
    words: &Words<'_>,
    status: impl Fn(usize, &Bracket) -> BracketStatus,
) -> Vec<PairedPhrase> {
    let mut found = Vec::with_capacity(prepared.phrases.len());
    // Brackets stand in the order of their phrases.
    let mut brackets = prepared.brackets.iter().enumerate().peekable();
    for (index, phrase) in (0u32..).zip(&prepared.phrases) {
        let bracket = brackets.next_if(|(_, bracket)| bracket.phrase == index);
        let node = phrase.node as usize;
        let end = tree.nodes()[node].end as usize;
        let mut parts = Vec::new();
        let (first, last) = if tree.has_gaps() {
            parts = words.parts(node, end);
            let Some((&(first, _), &(_, last))) = parts.first().zip(parts.last()) else { continue };
            if parts.len() == 1 {
                parts.clear();
            }
            (first, last)
        } else {
            let first = words.leaves.partition_point(|leaf| leaf.node < node);
            let last = words.leaves.partition_point(|leaf| leaf.node < end);
            if first == last {
                continue;
            }
            (words.rows[first], words.rows[last - 1] + 1)
        };
        let label = bracket.map_or(phrase.label, |(_, bracket)| bracket.label);
        found.push(PairedPhrase {
            label: String::from_utf8_lossy(labels.name(label)).into_owned(),
            start: first,
            end: last,
            parts,
            status: bracket.map_or(BracketStatus::NotCounted, |(at, bracket)| status(at, bracket)),
        });
    }
    found
}
