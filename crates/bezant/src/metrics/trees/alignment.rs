//! Sentences whose words differ, compared by their characters.
//!
//! Both trees' tokens, traces excepted, are read as one run of characters each, in which escapes
//! and kinds of quotation marks make no difference. A shortest edit script says which characters
//! belong together; then a bracket is a span of *gold's characters* instead of words, and tokens
//! that were split, joined, changed, left out or put in do not stop the comparison.
//!
//! Gold decides what counts: a character takes a position if the parameters keep the word it
//! stands in. So it does not matter either how the system tags punctuation.
//!
//! Two sentences are given up as different if more than half of their characters have no partner;
//! letters that any two texts share by chance are no partners. The work is bounded by a multiple
//! of the length, so very long sentences (thousands of characters) are also given up if they
//! differ in very many places.
//!
//! Where both sides have the same words and drop the same ones, this gives what the comparison by
//! words gives. Only traces differ: here they are never words, not even if the parameters keep
//! them, because the system's text has none.

mod characters;
mod hunks;
mod script;

use std::fmt;

use crate::counts::{Counts, accumulate};
use crate::metrics::trees::labels::LabelTable;
use crate::metrics::trees::preparation::{CountedWord, Outer, Prepared};
use crate::structures::tree::{Span, Tree, TreeNode};
use characters::AlignedText;
use hunks::Projection;
pub(in crate::metrics) use script::{Hunk, difference};

/// Two sentences over the same positions.
#[derive(Clone, Debug)]
pub(crate) struct Aligned {
    /// Gold. Its words are its tokens that count; its brackets are spans of characters.
    pub(crate) gold: Prepared,
    /// The system. For each word of gold it has the token with the same characters or, where it
    /// has none, a word whose tag equals no other.
    pub(crate) system: Prepared,
    /// How the tokens differ.
    pub(crate) differences: Differences,
}

/// How the tokens of two sentences differ. All but `extra` are numbers of tokens of gold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Differences {
    /// The system has several tokens for one.
    pub(crate) split: u64,
    /// The system has one token for several, or cuts the same characters in other places.
    pub(crate) joined: u64,
    /// The system has other characters.
    pub(crate) changed: u64,
    /// The system has nothing.
    pub(crate) missing: u64,
    /// Tokens of the system for which gold has nothing.
    pub(crate) extra: u64,
}

impl Counts for Differences {
    fn add(&mut self, other: &Self, times: u64) {
        accumulate(&mut self.split, other.split, times);
        accumulate(&mut self.joined, other.joined, times);
        accumulate(&mut self.changed, other.changed, times);
        accumulate(&mut self.missing, other.missing, times);
        accumulate(&mut self.extra, other.extra, times);
    }
}

impl fmt::Display for Differences {
    /// `2 split, 1 missing`, or `none`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.split, "split"),
            (self.joined, "joined"),
            (self.changed, "changed"),
            (self.missing, "missing"),
            (self.extra, "extra"),
        ];
        let shown: Vec<String> =
            kinds.iter().filter(|(n, _)| *n > 0).map(|(n, kind)| format!("{n} {kind}")).collect();
        f.write_str(if shown.is_empty() { "none" } else { "" })?;
        f.write_str(&shown.join(", "))
    }
}

/// A name that no tree's tag can have, for words that the system lacks.
const NO_TAG: &[u8] = b" ";

/// Both sides over the same positions, or `None` where they have too little in common.
pub(crate) fn align(
    gold_tree: &Tree<'_>,
    system_tree: &Tree<'_>,
    labels: &mut LabelTable<'_>,
    (gold_outer, system_outer): (Outer, Outer),
) -> Option<Aligned> {
    let gold = AlignedText::new(gold_tree, labels);
    let system = AlignedText::new(system_tree, labels);
    if gold.tokens.is_empty() || system.tokens.is_empty() {
        return None;
    }
    let hunks = hunks::find(&gold, &system)?;
    let projection = hunks::project(&hunks, &gold, &system);
    let differences = differences(&gold, &system, &projection);

    let position = positions(&gold, labels)?;
    let positions = *position.last().expect("there is always the position of the end");
    let at = |places: Vec<usize>| places.into_iter().map(|at| position[at]).collect::<Vec<u32>>();
    let bounds = at(gold.bounds.clone());
    let starts = at(projection.starts);
    let ends = at(projection.ends);

    let tokens = |text: &AlignedText, tree: &Tree<'_>, node: &TreeNode| {
        let before = |leaf: u32| text.tokens_before[leaf as usize] as usize;
        (before(node.leaf), before(tree.leaves_to_end(node)))
    };
    let mut new_gold = Prepared::placed(gold_tree, labels, gold_outer, positions, |node| {
        let (first, last) = tokens(&gold, gold_tree, node);
        (bounds[first], bounds[last])
    });
    let mut new_system = Prepared::placed(system_tree, labels, system_outer, positions, |node| {
        match tokens(&system, system_tree, node) {
            (first, last) if first == last => (starts[first], starts[first]),
            // What holds all that the system has is meant to hold the sentence, even if the
            // system lacks gold's first or last token.
            (0, last) if last == system.tokens.len() => (0, positions),
            (first, last) => (starts[first], ends[last]),
        }
    });

    let no_word = CountedWord { tag: labels.intern(NO_TAG), text: Span { start: 0, end: 0 } };
    let mut theirs = 0;
    for (index, token) in gold.tokens.iter().enumerate() {
        let (start, end) = (bounds[index], bounds[index + 1]);
        if start == end {
            continue;
        }
        new_gold.words.push(CountedWord { tag: token.tag, text: token.text });
        while theirs < system.tokens.len() && ends[theirs + 1] <= start {
            theirs += 1;
        }
        let is_same = (starts.get(theirs), ends.get(theirs + 1)) == (Some(&start), Some(&end));
        new_system.words.push(match system.tokens.get(theirs) {
            Some(token) if is_same => CountedWord { tag: token.tag, text: token.text },
            _ => no_word,
        });
    }
    Some(Aligned { gold: new_gold, system: new_system, differences })
}

/// For each character of gold and for the end, how many that count stand before it. `None` where
/// the numbers are too small for them, with four thousand million characters.
fn positions(gold: &AlignedText, labels: &LabelTable<'_>) -> Option<Vec<u32>> {
    u32::try_from(gold.characters.len()).ok()?;
    let mut positions = Vec::with_capacity(gold.characters.len() + 1);
    let mut position = 0;
    for (token, bounds) in gold.tokens.iter().zip(gold.bounds.windows(2)) {
        let step = u32::from(!labels.get(token.tag).word_deleted);
        for _ in bounds[0]..bounds[1] {
            positions.push(position);
            position += step;
        }
    }
    positions.push(position);
    Some(positions)
}

/// Counts how the tokens differ, by the smallest groups of tokens that cover the same of gold.
fn differences(gold: &AlignedText, system: &AlignedText, projection: &Projection) -> Differences {
    let Projection { starts, ends } = projection;
    let mut found = Differences::default();
    let (mut i, mut j) = (0, 0);
    while i < gold.tokens.len() || j < system.tokens.len() {
        if j < system.tokens.len() && starts[j] >= ends[j + 1] {
            found.extra += 1;
            j += 1;
            continue;
        }
        if j == system.tokens.len() || gold.bounds[i + 1] <= starts[j] {
            found.missing += 1;
            i += 1;
            continue;
        }
        let (first, first_theirs) = (i, j);
        (i, j) = (i + 1, j + 1);
        loop {
            let (end, end_theirs) = (gold.bounds[i], ends[j]);
            if end < end_theirs {
                i += 1;
            } else if end > end_theirs && j < system.tokens.len() && starts[j] < end {
                j += 1;
            } else {
                break;
            }
        }
        let ours = &gold.characters[gold.bounds[first]..gold.bounds[i]];
        let theirs = &system.characters[system.bounds[first_theirs]..system.bounds[j]];
        let n = (i - first) as u64;
        match (n, j - first_theirs) {
            _ if ours != theirs => found.changed += n,
            (1, 1) => {}
            (1, _) => found.split += 1,
            _ => found.joined += n,
        }
    }
    found
}

#[cfg(test)]
mod tests;
